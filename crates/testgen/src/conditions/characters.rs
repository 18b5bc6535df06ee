//! Characters in conditions: bytecode compares them as numbers without signs.

use crate::java::quoted;
use clew_facts::{Argument, conjuncts};

/// The types of parameters that hold characters.
const OF_CHARACTERS: [&str; 3] = ["Ljava/lang/String;", "Ljava/lang/CharSequence;", "[C"];

/// Whether an expression is a parameter that is a character, or a character of a parameter.
pub(super) fn is_character(expression: &str, arguments: &[Argument]) -> bool {
    arguments.iter().any(|argument| match &*argument.descriptor {
        "C" => argument.name == expression,
        descriptor => {
            let rest = expression.strip_prefix(argument.name.as_str());
            OF_CHARACTERS.contains(&descriptor)
                && rest.is_some_and(|rest| rest.starts_with('[') && rest.find(']') == Some(rest.len() - 1))
        }
    })
}

/// The sides of a comparison of characters as numbers without signs, and its operator.
pub(super) fn unsigned<'t>(part: &'t str, arguments: &[Argument]) -> Option<(&'t str, &'static str, &'t str)> {
    let called = |name: &str| part.strip_prefix(name).and_then(|rest| rest.strip_suffix(')')?.split_once(", "));
    let less = called("lessUnsigned(").map(|(left, right)| (left, "<", right));
    let compared = less.or_else(|| called("atMostUnsigned(").map(|(left, right)| (left, "<=", right)));
    compared.filter(|(left, _, right)| is_character(left, arguments) || is_character(right, arguments))
}

/// The part of a condition with characters in place of their numbers, where a character is compared with one, and with the text that a
/// parameter is not in place of all its characters.
pub(super) fn with_characters(part: &str, arguments: &[Argument]) -> String {
    let negated = part.strip_prefix("!(").and_then(|inner| inner.strip_suffix(')'));
    if let Some(inner) = negated {
        let parts = conjuncts(inner);
        if let Some((text, value)) = text_of(&parts, arguments) {
            return format!("!{text}.equals({})", quoted(&value));
        }
        let parts: Vec<String> = parts.iter().map(|part| with_characters(part, arguments)).collect();
        return format!("!({})", parts.join(" && "));
    }
    let [left, operator, right] = part.split(' ').collect::<Vec<_>>()[..] else { return part.to_owned() };
    match character(right).filter(|_| is_character(left, arguments)) {
        Some(right) => format!("{left} {operator} {right}"),
        None => part.to_owned(),
    }
}

/// The parameter that is a text, and what it is, where that is all that these parts of a condition say: its length, and each character.
fn text_of<'p>(parts: &[&'p str], arguments: &[Argument]) -> Option<(&'p str, String)> {
    let (length, characters) = parts.split_first()?;
    let (text, length) = length.split_once(".length() == ")?;
    let is_text = |argument: &&Argument| argument.name == text && argument.descriptor == OF_CHARACTERS[0];
    arguments.iter().find(is_text)?;
    let unit = |(at, part): (usize, &&str)| {
        let number: u8 = part.strip_prefix(&format!("{text}[{at}] == "))?.parse().ok()?;
        (number.is_ascii_graphic() || number == b' ').then(|| char::from(number))
    };
    let value: String = characters.iter().enumerate().map(unit).collect::<Option<_>>()?;
    (length.parse() == Ok(value.len())).then_some((text, value))
}

/// The literal of a character that can be typed, given its number.
fn character(number: &str) -> Option<String> {
    let unit: u8 = number.parse().ok()?;
    let shown = match unit {
        b'\t' => "\\t".to_owned(),
        b'\n' => "\\n".to_owned(),
        b'\r' => "\\r".to_owned(),
        b'\'' | b'\\' => format!("\\{}", char::from(unit)),
        b' '..=b'~' => char::from(unit).to_string(),
        _ => return None,
    };
    Some(format!("'{shown}'"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_facts::Value;

    #[test]
    fn characters_are_shown_as_such() {
        let argument = |name: &str, descriptor: &str| Argument {
            name: name.into(),
            descriptor: descriptor.into(),
            value: Value::Null,
        };
        let arguments = [argument("code", OF_CHARACTERS[0]), argument("c", "C"), argument("n", "I")];
        for (part, shown) in [
            ("code[0] == 76", "code[0] == 'L'"),
            ("!(code.length() == 2 && code[0] == 76 && code[1] == 111)", "!code.equals(\"Lo\")"),
            ("!(code.length() == 0)", "!code.equals(\"\")"),
            ("!(code.length() == 2 && code[0] == 76)", "!(code.length() == 2 && code[0] == 'L')"),
            ("!(code.length() == 1 && code[0] == 7)", "!(code.length() == 1 && code[0] == 7)"),
            ("!(c == 43 || n == 43)", "!(c == 43 || n == 43)"),
            ("n == 43", "n == 43"),
        ] {
            assert_eq!(with_characters(part, &arguments), shown);
        }
    }
}
