//! The Java language as far as generated sources need it: types, identifiers, literals.

use clew_facts::Value;
use std::fmt::Write as _;

/// A Java type.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum JavaType {
    /// A primitive type, by the letter of its descriptor.
    Primitive(char),
    /// A class or an interface, by its binary name.
    Class(String),
    /// An array of elements of a type.
    Array(Box<JavaType>),
}

impl JavaType {
    /// The type of `java.lang.Object`.
    pub(crate) fn object() -> JavaType {
        JavaType::Class("java.lang.Object".into())
    }

    /// Reads a type descriptor, in internal (`Ldemo/Node;`) or in binary form (`Ldemo.Node;`).
    pub(crate) fn parse(descriptor: &str) -> Option<JavaType> {
        match parse_prefix(descriptor)? {
            (ty, "") => Some(ty),
            _ => None,
        }
    }

    /// The type that a class of [`clew_facts::HeapObject`] names: a binary name or an array descriptor.
    pub(crate) fn of_class(name: &str) -> Option<JavaType> {
        if name.starts_with('[') { JavaType::parse(name) } else { Some(JavaType::Class(name.into())) }
    }

    /// The primitive type of a keyword.
    pub(crate) fn of_keyword(word: &str) -> Option<JavaType> {
        ['Z', 'B', 'C', 'S', 'I', 'J', 'F', 'D']
            .into_iter()
            .find(|letter| keyword(*letter) == word)
            .map(JavaType::Primitive)
    }

    /// Whether it is a primitive type.
    pub(crate) fn is_primitive(&self) -> bool {
        matches!(self, JavaType::Primitive(_))
    }

    /// The value that a field of the type holds before anything is stored.
    pub(crate) fn default_value(&self) -> Value {
        match self {
            JavaType::Primitive('Z') => Value::Boolean(false),
            JavaType::Primitive('B') => Value::Byte(0),
            JavaType::Primitive('C') => Value::Char(0),
            JavaType::Primitive('S') => Value::Short(0),
            JavaType::Primitive('J') => Value::Long(0),
            JavaType::Primitive('F') => Value::Float(0),
            JavaType::Primitive('D') => Value::Double(0),
            JavaType::Primitive(_) => Value::Int(0),
            JavaType::Class(_) | JavaType::Array(_) => Value::Null,
        }
    }

    /// The name of the class as [`Class#forName`] takes it; of a primitive type, its keyword.
    pub(crate) fn for_name(&self) -> String {
        match self {
            JavaType::Primitive(letter) => keyword(*letter).into(),
            JavaType::Class(name) => name.clone(),
            JavaType::Array(_) => self.binary_descriptor(),
        }
    }

    /// The name of the class as [`Class#getTypeName`] gives it.
    pub(crate) fn type_name_at_runtime(&self) -> String {
        match self {
            JavaType::Array(element) => format!("{}[]", element.type_name_at_runtime()),
            other => other.for_name(),
        }
    }

    fn binary_descriptor(&self) -> String {
        match self {
            JavaType::Primitive(letter) => letter.to_string(),
            JavaType::Class(name) => format!("L{name};"),
            JavaType::Array(element) => format!("[{}", element.binary_descriptor()),
        }
    }
}

/// The types of the parameters and the type of the result (`None`: void) of a method descriptor.
pub(crate) fn parse_method(descriptor: &str) -> Option<(Vec<JavaType>, Option<JavaType>)> {
    let mut rest = descriptor.strip_prefix('(')?;
    let mut parameters = Vec::new();
    while !rest.starts_with(')') {
        let (ty, after) = parse_prefix(rest)?;
        parameters.push(ty);
        rest = after;
    }
    match &rest[1..] {
        "V" => Some((parameters, None)),
        result => Some((parameters, Some(JavaType::parse(result)?))),
    }
}

fn parse_prefix(descriptor: &str) -> Option<(JavaType, &str)> {
    let mut dimensions = 0;
    let mut rest = descriptor;
    while let Some(after) = rest.strip_prefix('[') {
        dimensions += 1;
        rest = after;
    }
    let letter = rest.chars().next()?;
    let (mut ty, rest) = match letter {
        'Z' | 'B' | 'C' | 'S' | 'I' | 'J' | 'F' | 'D' => (JavaType::Primitive(letter), &rest[1..]),
        'L' => {
            let end = rest.find(';')?;
            (JavaType::Class(rest[1..end].replace('/', ".")), &rest[end + 1..])
        }
        _ => return None,
    };
    for _ in 0..dimensions {
        ty = JavaType::Array(Box::new(ty));
    }
    Some((ty, rest))
}

/// The keyword of a primitive type, by the letter of its descriptor.
pub(crate) fn keyword(letter: char) -> &'static str {
    clew_jvm::keyword(letter.encode_utf8(&mut [0; 4])).unwrap_or("int")
}

/// The simple name of the box class of a primitive type, by the letter of its descriptor.
pub(crate) fn box_class(letter: char) -> &'static str {
    match letter {
        'Z' => "Boolean",
        'B' => "Byte",
        'C' => "Character",
        'S' => "Short",
        'J' => "Long",
        'F' => "Float",
        'D' => "Double",
        _ => "Integer",
    }
}

/// The descriptor's letter for a primitive value, `None` for a reference or an unknown value.
pub(crate) fn letter_of(value: &Value) -> Option<char> {
    match value {
        Value::Boolean(_) => Some('Z'),
        Value::Byte(_) => Some('B'),
        Value::Char(_) => Some('C'),
        Value::Short(_) => Some('S'),
        Value::Int(_) => Some('I'),
        Value::Long(_) => Some('J'),
        Value::Float(_) => Some('F'),
        Value::Double(_) => Some('D'),
        Value::Null | Value::Ref(_) | Value::Unknown => None,
    }
}

/// The words that cannot be identifiers in Java 8 or later, and those that are better not used as such.
const RESERVED: &[&str] = &[
    "_",
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "false",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "record",
    "return",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "true",
    "try",
    "var",
    "void",
    "volatile",
    "while",
    "yield",
];

/// Whether the text can stand as a Java identifier. Currency signs other than `$` and the like are refused, which costs
/// nothing but readability.
pub(crate) fn is_identifier(text: &str) -> bool {
    let mut chars = text.chars();
    let starts = chars.next().is_some_and(|first| first.is_alphabetic() || first == '_' || first == '$');
    starts && chars.all(|c| c.is_alphanumeric() || c == '_' || c == '$') && !RESERVED.contains(&text)
}

/// The text with every character that cannot be in an identifier left out.
pub(crate) fn identifier_part(text: &str) -> String {
    text.chars().filter(|c| c.is_ascii_alphanumeric()).collect()
}

/// The text with its first letter in upper case.
pub(crate) fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// The text with its leading upper-case letters in lower case, but for the last of several (`URLList` gives `urlList`).
pub(crate) fn decapitalized(text: &str) -> String {
    let upper = text.chars().take_while(|c| c.is_uppercase()).count();
    let lower = if upper > 1 && upper < text.chars().count() { upper - 1 } else { upper };
    text.chars().enumerate().map(|(i, c)| if i < lower { c.to_ascii_lowercase() } else { c }).collect()
}

/// The literal of a primitive value or `null`; `None` where the value has none.
pub(crate) fn literal(value: &Value) -> Option<String> {
    Some(match value {
        Value::Null => "null".into(),
        Value::Boolean(value) => value.to_string(),
        Value::Byte(value) => format!("(byte) {value}"),
        Value::Char(value) => char_literal(*value),
        Value::Short(value) => format!("(short) {value}"),
        Value::Int(i32::MIN) => "Integer.MIN_VALUE".into(),
        Value::Int(i32::MAX) => "Integer.MAX_VALUE".into(),
        Value::Int(value) => value.to_string(),
        Value::Long(i64::MIN) => "Long.MIN_VALUE".into(),
        Value::Long(i64::MAX) => "Long.MAX_VALUE".into(),
        Value::Long(value) => format!("{value}L"),
        Value::Float(bits) => float_literal(*bits),
        Value::Double(bits) => double_literal(*bits),
        Value::Ref(_) | Value::Unknown => return None,
    })
}

/// The value as an element of an array initializer, where narrow constants need no cast.
pub(crate) fn element_literal(value: &Value) -> Option<String> {
    match value {
        Value::Byte(value) => Some(value.to_string()),
        Value::Short(value) => Some(value.to_string()),
        other => literal(other),
    }
}

/// Fits a primitive value to a type: the narrow types may come as an `int` and an unknown input may be anything.
pub(crate) fn coerced(value: &Value, ty: &JavaType) -> Value {
    let number = match value {
        Value::Boolean(value) => Some(i32::from(*value)),
        Value::Byte(value) => Some(i32::from(*value)),
        Value::Char(value) => Some(i32::from(*value)),
        Value::Short(value) => Some(i32::from(*value)),
        Value::Int(value) => Some(*value),
        _ => None,
    };
    match (ty, number) {
        (_, None) if *value == Value::Unknown => ty.default_value(),
        (JavaType::Primitive('Z'), Some(number)) => Value::Boolean(number & 1 == 1),
        (JavaType::Primitive('B'), Some(number)) => Value::Byte(number as i8),
        (JavaType::Primitive('C'), Some(number)) => Value::Char(number as u16),
        (JavaType::Primitive('S'), Some(number)) => Value::Short(number as i16),
        (JavaType::Primitive('I'), Some(number)) => Value::Int(number),
        _ => value.clone(),
    }
}

fn char_literal(unit: u16) -> String {
    match unit {
        0x27 => "'\\''".into(),
        0x22 => "'\"'".into(),
        _ => {
            let mut text = String::from("'");
            push_unit(&mut text, unit);
            text.push('\'');
            text
        }
    }
}

fn float_literal(bits: u32) -> String {
    let value = f32::from_bits(bits);
    if value.is_nan() {
        "Float.NaN".into()
    } else if value.is_infinite() {
        if value > 0.0 { "Float.POSITIVE_INFINITY".into() } else { "Float.NEGATIVE_INFINITY".into() }
    } else if bits == f32::MAX.to_bits() {
        "Float.MAX_VALUE".into()
    } else if bits == 1 {
        "Float.MIN_VALUE".into()
    } else {
        format!("{value:?}f")
    }
}

fn double_literal(bits: u64) -> String {
    let value = f64::from_bits(bits);
    if value.is_nan() {
        "Double.NaN".into()
    } else if value.is_infinite() {
        if value > 0.0 { "Double.POSITIVE_INFINITY".into() } else { "Double.NEGATIVE_INFINITY".into() }
    } else if bits == f64::MAX.to_bits() {
        "Double.MAX_VALUE".into()
    } else if bits == 1 {
        "Double.MIN_VALUE".into()
    } else {
        format!("{value:?}")
    }
}

/// How many equal characters in a row are written as a repetition instead of one by one.
const MIN_REPETITION: usize = 9;
/// How many units of UTF-16 a string literal may have, so that it fits into a class file whatever they are.
const MAX_LITERAL_UNITS: usize = 20_000;

/// An expression for a string of these UTF-16 units.
pub(crate) fn string_expression(units: &[u16]) -> String {
    match units.first() {
        Some(0) if units.len() >= MIN_REPETITION && units.iter().all(|unit| *unit == 0) => {
            format!("new String(new char[{}])", units.len())
        }
        Some(first) if units.len() >= MIN_REPETITION && units.iter().all(|unit| unit == first) => {
            format!("new String(new char[{}]).replace('\\0', {})", units.len(), char_literal(*first))
        }
        _ => {
            let unprintable = units.iter().filter(|unit| !is_printable(**unit)).count();
            if units.len() > MAX_LITERAL_UNITS || (unprintable >= MIN_REPETITION && unprintable * 2 > units.len()) {
                let units: Vec<_> = units.iter().map(u16::to_string).collect();
                format!("new String(new char[] {{{}}})", units.join(", "))
            } else {
                string_literal(units)
            }
        }
    }
}

/// The string literal for text that is known to be short.
pub(crate) fn string_literal(units: &[u16]) -> String {
    let mut text = String::from("\"");
    for unit in units {
        push_unit(&mut text, *unit);
    }
    text.push('"');
    text
}

/// The string literal for the text.
pub(crate) fn quoted(text: &str) -> String {
    string_literal(&text.encode_utf16().collect::<Vec<_>>())
}

fn is_printable(unit: u16) -> bool {
    (0x20..0x7f).contains(&unit) || matches!(unit, 0x09 | 0x0a | 0x0d)
}

fn push_unit(text: &mut String, unit: u16) {
    match unit {
        0x08 => text.push_str("\\b"),
        0x09 => text.push_str("\\t"),
        0x0a => text.push_str("\\n"),
        0x0c => text.push_str("\\f"),
        0x0d => text.push_str("\\r"),
        0x22 => text.push_str("\\\""),
        0x5c => text.push_str("\\\\"),
        0x20..0x7f => text.push(char::from(unit as u8)),
        _ => {
            let _ = write!(text, "\\u{unit:04x}");
        }
    }
}

/// The text with every character outside ASCII as a Unicode escape, so that it reads the same in any encoding.
pub(crate) fn to_ascii(text: &str) -> String {
    let mut ascii = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii() {
            ascii.push(c);
        } else {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                let _ = write!(ascii, "\\u{unit:04x}");
            }
        }
    }
    ascii
}

/// A name, then the same with a number behind it.
pub(crate) fn names_like(base: &str) -> impl Iterator<Item = String> + '_ {
    std::iter::once(base.to_owned()).chain((2..).map(move |count| format!("{base}{count}")))
}

/// The lines, four columns further to the right.
pub(crate) fn indented(lines: Vec<String>) -> Vec<String> {
    lines
        .iter()
        .flat_map(|line| line.split('\n'))
        .map(|line| if line.is_empty() { String::new() } else { format!("    {line}") })
        .collect()
}

/// Whether a line has the word, not as a part of another.
pub(crate) fn has_word(line: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    line.match_indices(word)
        .any(|(at, _)| !line[..at].ends_with(is_part) && !line[at + word.len()..].starts_with(is_part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_read() {
        let (parameters, result) = parse_method("(I[[JLdemo/Node;)Z").expect("well-formed");
        assert_eq!(parameters.len(), 3);
        assert_eq!(parameters[1].for_name(), "[[J");
        assert_eq!(parameters[2].for_name(), "demo.Node");
        assert_eq!(result, Some(JavaType::Primitive('Z')));
        assert_eq!(JavaType::parse("[Ldemo/Node;").expect("well-formed").for_name(), "[Ldemo.Node;");
        for bad in ["", "(", "(I", "()", "(Q)V", "(Lx)V", "()VV"] {
            assert_eq!(parse_method(bad), None, "{bad}");
        }
    }

    #[test]
    fn literals_are_readable_and_exact() {
        let shown: Vec<_> = [
            Value::Int(-1),
            Value::Int(i32::MIN),
            Value::Byte(-3),
            Value::Long(5),
            Value::Char(97),
            Value::Char(7),
            Value::Char(0x27),
            Value::Char(0x5c),
            Value::Float(0x8000_0000),
            Value::Double(f64::NAN.to_bits()),
            Value::Double(1e300f64.to_bits()),
            Value::Float(0.1f32.to_bits()),
        ]
        .iter()
        .filter_map(literal)
        .collect();
        expect_test::expect![[
            r#"-1 Integer.MIN_VALUE (byte) -3 5L 'a' '\u0007' '\'' '\\' -0.0f Double.NaN 1e300 0.1f"#
        ]]
        .assert_eq(&shown.join(" "));
    }

    #[test]
    fn strings_have_no_walls_of_escapes() {
        let units = |text: &str| text.encode_utf16().collect::<Vec<_>>();
        assert_eq!(string_expression(&units("a\"b\n\u{e9}")), "\"a\\\"b\\n\\u00e9\"");
        assert_eq!(string_expression(&[0; 12]), "new String(new char[12])");
        assert_eq!(string_expression(&[97; 12]), "new String(new char[12]).replace('\\0', 'a')");
        assert!(string_expression(&(0..20).collect::<Vec<_>>()).starts_with("new String(new char[] {0, 1,"));
    }

    #[test]
    fn names_change_case_as_people_do() {
        assert_eq!(decapitalized("URLList"), "urlList");
        assert_eq!(decapitalized("Fraction"), "fraction");
        assert_eq!(decapitalized("A"), "a");
        assert_eq!(capitalized("next"), "Next");
        assert!(!is_identifier("int") && !is_identifier("1a") && is_identifier("a1"));
    }
}
