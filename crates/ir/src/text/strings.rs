//! Quoted text: any sequence of UTF-16 units, written in printable characters.

/// The characters between the quotes for these units. Characters that are not printable ASCII or letters are written as
/// `\uXXXX`, so that nothing in a program can change how a terminal or an editor shows the rest.
pub(super) fn escape(units: impl IntoIterator<Item = u16>, quote: char) -> String {
    let mut text = String::new();
    for decoded in char::decode_utf16(units) {
        match decoded {
            Ok('\n') => text.push_str("\\n"),
            Ok('\r') => text.push_str("\\r"),
            Ok('\t') => text.push_str("\\t"),
            Ok('\\') => text.push_str("\\\\"),
            Ok(c) if c == quote => {
                text.push('\\');
                text.push(c);
            }
            Ok(c) if c == ' ' || c.is_ascii_graphic() || c.is_alphanumeric() => text.push(c),
            Ok(c) => c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| text.push_str(&format!("\\u{unit:04x}"))),
            Err(lone) => text.push_str(&format!("\\u{:04x}", lone.unpaired_surrogate())),
        }
    }
    text
}

/// The units that the characters between the quotes stand for, or nothing where an escape sequence is not one.
pub(super) fn unescape(text: &str) -> Option<Vec<u16>> {
    let mut units = Vec::new();
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        if c != '\\' {
            units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
            continue;
        }
        units.push(match characters.next()? {
            'n' => u16::from(b'\n'),
            'r' => u16::from(b'\r'),
            't' => u16::from(b'\t'),
            quoted @ ('\\' | '"' | '`') => u16::try_from(u32::from(quoted)).ok()?,
            'u' => {
                let mut unit = 0;
                for _ in 0..4 {
                    unit = unit * 16 + u16::try_from(characters.next()?.to_digit(16)?).ok()?;
                }
                unit
            }
            _ => return None,
        });
    }
    Some(units)
}

/// Words that mean something even where a name may stand.
const MEANINGFUL_WORDS: &[&str] = &["null", "instanceof"];

/// Whether the text can stand as a name without quotes.
pub(super) fn is_plain_name(text: &str) -> bool {
    use super::lexer::{Token, lex};
    match lex(text).as_slice() {
        [name, end] => {
            name.token == Token::Name
                && end.token == Token::End
                && name.span == (0..text.len())
                && !MEANINGFUL_WORDS.contains(&text)
        }
        _ => false,
    }
}

/// The text as a name of the language, quoted where it must be.
pub(super) fn name(text: &str) -> String {
    if is_plain_name(text) { text.to_owned() } else { format!("`{}`", escape(text.encode_utf16(), '`')) }
}
