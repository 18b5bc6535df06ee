//! What a probe tells of a value, as far as it can be written down in a test and is the same in every run.

use crate::java::{JavaType, letter_of};
use crate::observe::boxed;
use clew_facts::Value;

/// How deep collections are followed.
const MAX_DEPTH: usize = 2;
/// How many elements a collection has at most.
const MAX_ELEMENTS: usize = 12;
/// How many characters a text has at most.
const MAX_TEXT: usize = 160;

/// A value that the running program gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    Null,
    /// A text, as UTF-16 units.
    Text(Vec<u16>),
    /// A primitive value or a box.
    Number(Value),
    /// The constant of an enum, with the binary name of the class.
    Constant(String, String),
    /// A `BigDecimal` or `BigInteger`, by the name of the class, with its text.
    Big(String, String),
    /// A date, a time or a span of time, by the name of the class, with its text.
    Time(String, String),
    Optional(Option<Box<Told>>),
    List(Vec<Told>),
    Set(Vec<Told>),
    Map(Vec<(Told, Told)>),
}

impl Told {
    /// Reads words as the probe writes them; `None` where it tells nothing of the value, or what may differ between machines.
    pub(crate) fn read(words: &str) -> Option<Told> {
        let mut words = words.split(' ');
        let told = read(&mut words, MAX_DEPTH)?;
        words.next().is_none().then_some(told)
    }

    /// Whether it is what fields hold at first, or holds nothing.
    pub(crate) fn is_default(&self) -> bool {
        match self {
            Told::Null | Told::Optional(None) => true,
            Told::Text(units) => units.is_empty(),
            Told::Number(value) => {
                letter_of(value).is_some_and(|letter| JavaType::Primitive(letter).default_value() == *value)
            }
            Told::List(elements) | Told::Set(elements) => elements.is_empty(),
            Told::Map(entries) => entries.is_empty(),
            Told::Constant(..) | Told::Big(..) | Told::Time(..) | Told::Optional(Some(_)) => false,
        }
    }

    /// Whether it is a date, a time or a span of time, or holds one.
    pub(crate) fn has_time(&self) -> bool {
        match self {
            Told::Time(..) => true,
            Told::Optional(value) => value.iter().any(|value| value.has_time()),
            Told::List(elements) | Told::Set(elements) => elements.iter().any(Told::has_time),
            Told::Map(entries) => entries.iter().any(|(key, value)| key.has_time() || value.has_time()),
            Told::Null | Told::Text(_) | Told::Number(_) | Told::Constant(..) | Told::Big(..) => false,
        }
    }
}

fn read<'w>(words: &mut impl Iterator<Item = &'w str>, depth: usize) -> Option<Told> {
    let kind = words.next()?;
    if !matches!(kind, "null" | "text" | "box" | "enum" | "big" | "time") && depth == 0 {
        return None;
    }
    Some(match kind {
        "null" => Told::Null,
        "text" => {
            let units = count(words, MAX_TEXT)?;
            let units: Vec<u16> = (0..units).map(|_| words.next()?.parse().ok()).collect::<Option<_>>()?;
            is_lasting(&units).then_some(Told::Text(units))?
        }
        "box" => Told::Number(boxed(words.next()?, words.next()?)?),
        "enum" => Told::Constant(words.next()?.to_owned(), words.next()?.to_owned()),
        "big" => Told::Big(words.next()?.to_owned(), words.next()?.to_owned()),
        "time" => Told::Time(words.next()?.to_owned(), words.next()?.to_owned()),
        "optional" => match words.next()? {
            "0" => Told::Optional(None),
            _ => Told::Optional(Some(Box::new(read(words, depth - 1)?))),
        },
        "list" => Told::List(elements(words, depth)?),
        "set" => Told::Set(elements(words, depth)?),
        "map" => {
            let entries = count(words, MAX_ELEMENTS)?;
            let entry = |_| Some((read(words, depth - 1)?, read(words, depth - 1)?));
            Told::Map((0..entries).map(entry).collect::<Option<_>>()?)
        }
        _ => return None,
    })
}

fn elements<'w>(words: &mut impl Iterator<Item = &'w str>, depth: usize) -> Option<Vec<Told>> {
    let elements = count(words, MAX_ELEMENTS)?;
    (0..elements).map(|_| read(words, depth - 1)).collect()
}

fn count<'w>(words: &mut impl Iterator<Item = &'w str>, most: usize) -> Option<usize> {
    words.next()?.parse().ok().filter(|count| *count <= most)
}

/// Whether a text holds no trace of a hash code or of a class that the JVM made up.
fn is_lasting(units: &[u16]) -> bool {
    let text = String::from_utf16_lossy(units);
    let has_hash = text.split('@').skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_hexdigit()));
    !has_hash && !["$$Lambda", "$Proxy", "/0x", "java.base", "jdk.internal"].iter().any(|trace| text.contains(trace))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Told {
        Told::Text(text.encode_utf16().collect())
    }

    #[test]
    fn words_become_values() {
        assert_eq!(Told::read("text 2 97 98"), Some(text("ab")));
        assert_eq!(Told::read("box java.lang.Integer -5"), Some(Told::Number(Value::Int(-5))));
        let list = Told::List(vec![Told::Null, Told::Constant("demo.Color".into(), "RED".into())]);
        assert_eq!(Told::read("list 2 null enum demo.Color RED"), Some(list));
        let date = Told::Time("java.time.LocalDate".into(), "2024-12-13".into());
        assert_eq!(Told::read("time java.time.LocalDate 2024-12-13"), Some(date));
        assert_eq!(Told::read("optional 1 text 0"), Some(Told::Optional(Some(Box::new(text(""))))));
        let map = Told::Map(vec![(text("a"), Told::List(Vec::new()))]);
        assert_eq!(Told::read("map 1 text 1 97 list 0"), Some(map));
    }

    #[test]
    fn what_cannot_be_told_for_certain_is_not_told() {
        for words in [
            "",
            "other",
            "text 2 97",
            "text 1 97 98",
            "list 1 other",
            "list 1 list 1 list 0",
            "list 9999",
            "text 4 65 64 49 102",
            "big java.math.BigDecimal",
        ] {
            assert_eq!(Told::read(words), None, "{words}");
        }
        assert_eq!(Told::read("text 4 65 64 120 102"), Some(text("A@xf")));
    }
}
