//! Characters in conditions: bytecode compares them as numbers without signs.

use clew_facts::Argument;

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

/// The part of a condition with characters in place of their numbers, where a character is compared with one.
pub(super) fn with_characters(part: &str, arguments: &[Argument]) -> String {
    let [left, operator, right] = part.split(' ').collect::<Vec<_>>()[..] else { return part.to_owned() };
    match character(right).filter(|_| is_character(left, arguments)) {
        Some(right) => format!("{left} {operator} {right}"),
        None => part.to_owned(),
    }
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
