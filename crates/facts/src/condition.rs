//! The text of a condition.

/// The conditions that hold together in the text of a condition, as [`crate::TestCase::constraint`] has it. What is in quotes or in
/// brackets is not divided, and an alternative is one condition.
pub fn conjuncts(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start, mut quote) = (Vec::new(), 0usize, 0, None);
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match (quote, character) {
            (Some(_), '\\') => {
                characters.next();
            }
            (Some(open), close) if open == close => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(character),
            (None, '(' | '[') => depth += 1,
            (None, ')' | ']') => depth = depth.saturating_sub(1),
            (None, '|') if depth == 0 => return vec![text],
            (None, '&') if depth == 0 && text[at..].starts_with("&& ") => {
                parts.push(text[start..at].trim_end());
                start = at + "&& ".len();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_holds_together_is_divided() {
        assert_eq!(conjuncts("x > 0 && (a || b && c) && s == \" && \""), ["x > 0", "(a || b && c)", "s == \" && \""]);
        assert_eq!(conjuncts("x > 0 || y > 0 && z > 0"), ["x > 0 || y > 0 && z > 0"]);
    }
}
