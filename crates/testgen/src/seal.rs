//! The first two lines of a file of tests: what made it, and a digest by which an edited file is told from one as it was made.

use sha2::{Digest, Sha256};

/// What the first line starts with.
const MADE_BY: &str = "// Made by ";
/// What the first line ends with.
const RULE: &str = "; made anew by each run until somebody edits it.";
/// What the second line starts with.
const DIGEST: &str = "// Digest: ";
/// How many hexadecimal digits of the digest are shown.
const DIGITS: usize = 16;

/// The text of a file with the two lines before it.
pub(crate) fn sealed(maker: &str, text: &str) -> String {
    let first = format!("{MADE_BY}{maker}{RULE}");
    let digest = digest(std::iter::once(first.as_str()).chain(text.lines()));
    format!("{first}\n{DIGEST}{digest}\n{text}")
}

/// The text of a file as it was made, without the two lines before it; `None` where somebody has edited it.
pub(crate) fn unsealed(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once('\n')?;
    let (_, rest) = rest.split_once('\n')?;
    is_as_made(text).then_some(rest)
}

/// Whether a file is as it was made, but for the ends of its lines, which tools for versions may change.
pub(crate) fn is_as_made(text: &str) -> bool {
    let mut lines = text.lines();
    let (Some(first), Some(second)) = (lines.next(), lines.next()) else { return false };
    first.starts_with(MADE_BY)
        && second.strip_prefix(DIGEST) == Some(digest(std::iter::once(first).chain(lines)).as_str())
}

fn digest<'t>(lines: impl Iterator<Item = &'t str>) -> String {
    let mut hash = Sha256::new();
    for line in lines {
        hash.update(line.as_bytes());
        hash.update(b"\n");
    }
    let digits: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    digits.chars().take(DIGITS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edited_file_is_told_from_one_as_it_was_made() {
        let made = sealed("Clew 1.0 --seed 3", "class A {\n}\n");
        assert!(made.starts_with("// Made by Clew 1.0 --seed 3; made anew"), "{made}");
        assert_eq!(unsealed(&made), Some("class A {\n}\n"));
        assert!(is_as_made(&made) && is_as_made(&made.replace('\n', "\r\n")));
        for edited in [
            made.replace("class A", "class B"),
            made.replace("--seed 3", "--seed 4"),
            made.replace("Digest: ", "Digest: 0"),
            format!("{made}// more\n"),
            made.lines().skip(2).collect(),
            String::new(),
        ] {
            assert!(!is_as_made(&edited) && unsealed(&edited).is_none(), "{edited}");
        }
    }
}
