//! What a supervisor says: one line for each message.

use std::fmt;

/// A message of a supervisor, in the order in which things happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// A line that the program has written for its client, without its end.
    Answer(String),
    /// What the program has just tried and a cage does not let it do; the phrase lacks its subject (`deletes /x`).
    Tried(String),
    /// The cage can't be built, for this reason; the program was not started.
    Refused(String),
    /// The program, or its supervisor, has ended; with what there is to know.
    Ended(String),
}

impl Message {
    /// The message of a line; `None` if it is none.
    #[must_use]
    pub fn read(line: &str) -> Option<Message> {
        let (kind, text) = line.split_once(' ')?;
        let text = text.to_owned();
        Some(match kind {
            "answer" => Message::Answer(text),
            "tried" => Message::Tried(text),
            "refused" => Message::Refused(text),
            "ended" => Message::Ended(text),
            _ => return None,
        })
    }
}

/// The line of the message, without its end.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, text) = match self {
            Message::Answer(text) => ("answer", text),
            Message::Tried(text) => ("tried", text),
            Message::Refused(text) => ("refused", text),
            Message::Ended(text) => ("ended", text),
        };
        write!(f, "{kind} ")?;
        // Whoever wrote the text, it stays one line.
        for part in text.split_inclusive(['\n', '\r']) {
            write!(
                f,
                "{}{}",
                part.trim_end_matches(['\n', '\r']),
                if part.ends_with(['\n', '\r']) { " " } else { "" }
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Message;

    #[test]
    fn messages_survive_the_way() {
        for message in [
            Message::Answer("ran 1 passed".into()),
            Message::Tried("deletes /x y".into()),
            Message::Refused(String::new()),
            Message::Ended("exit status: 0".into()),
        ] {
            assert_eq!(Message::read(&message.to_string()), Some(message));
        }
        assert_eq!(Message::Tried("a\nanswer b".into()).to_string(), "tried a answer b");
        assert_eq!(Message::read("nonsense"), None);
    }
}
