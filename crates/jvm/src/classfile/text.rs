//! The JVM's modified UTF-8 as UTF-16 units and as text.

use super::pool::unmasked;
use std::sync::Arc;

/// The UTF-16 units of modified UTF-8. Bytes that are not well-formed become U+FFFD; the class-file reader has refused
/// those before.
pub(super) fn utf16(bytes: &[u8]) -> Vec<u16> {
    let mut units = Vec::with_capacity(bytes.len());
    let mut rest = unmasked(bytes);
    loop {
        rest = match rest {
            [] => return units,
            [a, tail @ ..] if *a < 0x80 => {
                units.push(u16::from(*a));
                tail
            }
            [a, b, tail @ ..] if a & 0xe0 == 0xc0 => {
                units.push(u16::from(a & 0x1f) << 6 | u16::from(b & 0x3f));
                tail
            }
            [a, b, c, tail @ ..] if a & 0xf0 == 0xe0 => {
                units.push(u16::from(a & 0x0f) << 12 | u16::from(b & 0x3f) << 6 | u16::from(c & 0x3f));
                tail
            }
            [_, tail @ ..] => {
                units.push(0xfffd);
                tail
            }
        };
    }
}

/// The text of a name. An unpaired surrogate, which text cannot hold, is written as `\uXXXX`, so that different names
/// stay different.
pub(super) fn name(bytes: &[u8]) -> Arc<str> {
    let bytes = unmasked(bytes);
    if let Ok(text) = std::str::from_utf8(bytes)
        && !text.contains('\0')
    {
        return Arc::from(text);
    }
    let units = utf16(bytes);
    char::decode_utf16(units)
        .map(|unit| match unit {
            Ok(character) => character.to_string(),
            Err(lone) => format!("\\u{:04X}", lone.unpaired_surrogate()),
        })
        .collect::<String>()
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surrogates_and_nul_survive() {
        assert_eq!(utf16(b"a\xc0\x80\xed\xa0\x80"), [0x61, 0, 0xd800]);
        assert_eq!(&*name(b"p/\xed\xa0\xbd\xed\xb8\x80"), "p/😀");
        assert_eq!(&*name(b"x\xed\xa0\x80"), "x\\uD800");
        assert_eq!(utf16("é".as_bytes()), [0xe9]);
    }
}
