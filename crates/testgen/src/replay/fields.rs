//! The text form of requests and answers: fields separated by one space, each percent-escaped as UTF-8.

/// One line, without its end, with the given fields.
pub(super) fn join(fields: &[String]) -> String {
    let escaped: Vec<String> = fields.iter().map(|field| escape(field)).collect();
    escaped.join(" ")
}

/// The fields of one line, or nothing where an escape is malformed.
pub(super) fn split(line: &str) -> Option<Vec<String>> {
    line.split(' ').map(unescape).collect()
}

fn escape(field: &str) -> String {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let mut text = String::with_capacity(field.len());
    for byte in field.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.*".contains(&byte) {
            text.push(char::from(byte));
        } else {
            text.push('%');
            text.push(char::from(DIGITS[usize::from(byte >> 4)]));
            text.push(char::from(DIGITS[usize::from(byte & 15)]));
        }
    }
    text
}

fn unescape(field: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(field.len());
    let mut rest = field.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let high = char::from(rest.next()?).to_digit(16)?;
            let low = char::from(rest.next()?).to_digit(16)?;
            bytes.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::{join, split};

    #[test]
    fn fields_survive_the_way_there_and_back() {
        let fields = ["", "a b", "50%+1", "Käse\n\u{1F600}", "x"].map(str::to_owned);
        let line = join(&fields);
        assert!(line.is_ascii() && !line.contains('\n'));
        assert_eq!(split(&line).as_deref(), Some(&fields[..]));
    }

    #[test]
    fn malformed_escapes_are_refused() {
        for line in ["%", "a %4", "%zz", "%FF", "%+4"] {
            assert_eq!(split(line), None, "{line}");
        }
    }
}
