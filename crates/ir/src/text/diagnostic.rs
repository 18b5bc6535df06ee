//! What is wrong with a text, and where.
//!
//! The layout is the one that editors understand (`file:line:column: error: …`), which no formatting library gives
//! exactly; it is three lines, so they are written by hand.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// One fault of an input text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The file's name, as the caller gave it.
    pub file: Arc<str>,
    /// The line, counted from 1.
    pub line: u32,
    /// The column in characters, counted from 1.
    pub column: u32,
    /// How many characters of the line are at fault, at least 1.
    pub width: u32,
    /// What is wrong.
    pub message: String,
    /// The source line, without its end and control characters.
    pub source_line: String,
}

impl Diagnostic {
    /// The fault of the bytes `span` of `text`. A range that does not lie on characters is moved to where it does.
    pub fn new(file: &Arc<str>, text: &str, span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        let before = &text[..floor_char_boundary(text, span.start)];
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        Diagnostic::in_line(file, text, span, line, message.into())
    }

    /// As [`Diagnostic::new`], where the number of the line is known.
    pub(super) fn in_line(file: &Arc<str>, text: &str, span: Range<usize>, line: usize, message: String) -> Diagnostic {
        let start = floor_char_boundary(text, span.start);
        let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |length| start + length);
        let end = floor_char_boundary(text, span.end).clamp(start, line_end);
        Diagnostic {
            file: Arc::clone(file),
            line: clamp_u32(line),
            column: clamp_u32(text[line_start..start].chars().count() + 1),
            width: clamp_u32(text[start..end].chars().count().max(1)),
            message: visible(&message),
            source_line: visible(text[line_start..line_end].trim_end_matches('\r')),
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}:{}:{}: error: {}", self.file, self.line, self.column, self.message)?;
        writeln!(f, "{}", self.source_line)?;
        // A tab stays a tab, so that the caret stands below the fault however wide the terminal shows it.
        let padding =
            self.source_line.chars().take(self.column as usize - 1).map(|c| if c == '\t' { '\t' } else { ' ' });
        write!(f, "{}^{}", padding.collect::<String>(), "~".repeat(self.width as usize - 1))
    }
}

impl std::error::Error for Diagnostic {}

/// The text with a sign in place of each control character, so that a program cannot write to the terminal.
fn visible(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\t' { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

fn floor_char_boundary(text: &str, position: usize) -> usize {
    let position = position.min(text.len());
    (0..=position).rev().find(|candidate| text.is_char_boundary(*candidate)).unwrap_or(0)
}

fn clamp_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
