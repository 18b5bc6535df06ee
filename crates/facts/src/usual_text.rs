//! Texts that the names of parameters ask for.

/// The last words of names, and a text that people pass for such a parameter.
const USUAL: [(&str, &str); 17] = [
    ("mail", "user@example.com"),
    ("email", "user@example.com"),
    ("currency", "EUR"),
    ("country", "DE"),
    ("language", "en"),
    ("url", "https://example.com/"),
    ("uri", "https://example.com/"),
    ("host", "example.com"),
    ("hostname", "example.com"),
    ("zone", "UTC"),
    ("timezone", "UTC"),
    ("date", "2024-03-15"),
    ("day", "2024-03-15"),
    ("isbn", "9783161484100"),
    ("iban", "DE89370400440532013000"),
    ("uuid", "123e4567-e89b-12d3-a456-426614174000"),
    ("charset", "UTF-8"),
];

/// A text that people pass for a parameter of this name, where the name asks for a certain kind of text: `user@example.com` for
/// `customerEmail`. `None` for other names, which may stand for themselves.
///
/// ```
/// assert_eq!(clew_facts::usual_text("customerEmail"), Some("user@example.com"));
/// assert_eq!(clew_facts::usual_text("emailAddress"), Some("user@example.com"));
/// assert_eq!(clew_facts::usual_text("title"), None);
/// ```
pub fn usual_text(parameter: &str) -> Option<&'static str> {
    let name = parameter.strip_suffix("Address").or_else(|| parameter.strip_suffix("Code")).unwrap_or(parameter);
    let last = name.rfind(|letter: char| letter.is_ascii_uppercase()).map_or(name, |at| &name[at..]);
    let word = last.to_ascii_lowercase();
    USUAL.iter().find(|(usual, _)| *usual == word).map(|(_, text)| *text)
}
