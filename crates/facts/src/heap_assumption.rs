//! What may be assumed of the heap at entry (thesis, section 6.3), as a user writes it.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use winnow::ascii::multispace0;
use winnow::combinator::{delimited, opt, preceded, repeat, terminated};
use winnow::error::ContextError;
use winnow::prelude::*;
use winnow::token::take_while;

/// A place in the heap at entry: a parameter or `this`, and the fields to follow from there (`this.first.next`).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct HeapPath {
    /// `this`, or the name of a parameter (`arg0`, `arg1`, … where the class file has no names).
    pub root: String,
    /// Names of fields, each of the class that the place before it is declared with.
    pub fields: Vec<String>,
}

/// Something that is assumed of the heap at entry. `null` shares with nothing, is no cycle, and is a valid object; so is a
/// place behind it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum HeapAssumption {
    /// The two references do not name one object.
    NonAliasing(HeapPath, HeapPath),
    /// No object can be reached from both references.
    NonSharing(HeapPath, HeapPath),
    /// No object that can be reached from the reference can be reached from itself.
    Acyclic(HeapPath),
    /// The method `boolean repOk()` of the object's class returns true.
    RepOk(HeapPath),
    /// Objects of the input hold what the type arguments of their declared types say.
    GenericTypes,
}

impl HeapAssumption {
    /// The places that it speaks of.
    pub fn places(&self) -> Vec<&HeapPath> {
        match self {
            HeapAssumption::NonAliasing(one, other) | HeapAssumption::NonSharing(one, other) => vec![one, other],
            HeapAssumption::Acyclic(place) | HeapAssumption::RepOk(place) => vec![place],
            HeapAssumption::GenericTypes => Vec::new(),
        }
    }
}

impl fmt::Display for HeapPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.root)?;
        self.fields.iter().try_for_each(|field| write!(f, ".{field}"))
    }
}

impl fmt::Display for HeapAssumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeapAssumption::NonAliasing(one, other) => write!(f, "no_alias({one},{other})"),
            HeapAssumption::NonSharing(one, other) => write!(f, "non_sharing({one},{other})"),
            HeapAssumption::Acyclic(place) => write!(f, "acyclic({place})"),
            HeapAssumption::RepOk(place) => write!(f, "rep_ok({place})"),
            HeapAssumption::GenericTypes => f.write_str("generic_types"),
        }
    }
}

/// Why a text is no assumption.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "not an assumption: {text}; known are non_aliasing(a,b), non_sharing(a,b), acyclic(a), rep_ok(a) and generic_types, where a and b are such as this.first or the name of a parameter"
)]
pub struct MalformedAssumption {
    text: String,
}

impl FromStr for HeapAssumption {
    type Err = MalformedAssumption;

    fn from_str(text: &str) -> Result<Self, MalformedAssumption> {
        assumption.parse(text.trim()).map_err(|_| MalformedAssumption { text: text.trim().to_owned() })
    }
}

type Parsed<T> = Result<T, ContextError>;

fn assumption(input: &mut &str) -> Parsed<HeapAssumption> {
    let name = terminated(word, multispace0).parse_next(input)?;
    if name == "generic_types" {
        return Ok(HeapAssumption::GenericTypes);
    }
    let (one, other) = delimited('(', (place, opt(preceded(',', place))), ')').parse_next(input)?;
    match (name, other) {
        ("non_aliasing" | "no_alias", Some(other)) => Ok(HeapAssumption::NonAliasing(one, other)),
        ("non_sharing", Some(other)) => Ok(HeapAssumption::NonSharing(one, other)),
        ("acyclic", None) => Ok(HeapAssumption::Acyclic(one)),
        ("rep_ok", None) => Ok(HeapAssumption::RepOk(one)),
        _ => Err(ContextError::new()),
    }
}

fn place(input: &mut &str) -> Parsed<HeapPath> {
    let root = delimited(multispace0, word, multispace0).parse_next(input)?;
    let fields: Vec<&str> =
        repeat(0.., preceded(('.', multispace0), terminated(word, multispace0))).parse_next(input)?;
    Ok(HeapPath { root: root.to_owned(), fields: fields.into_iter().map(str::to_owned).collect() })
}

/// A Java identifier.
fn word<'a>(input: &mut &'a str) -> Parsed<&'a str> {
    take_while(1.., |c: char| c.is_alphanumeric() || c == '_' || c == '$')
        .verify(|word: &str| !word.starts_with(|c: char| c.is_numeric()))
        .parse_next(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_can_be_read() {
        for text in [
            "no_alias(a,b)",
            "non_sharing(this.first,other)",
            "acyclic(this.first.next)",
            "rep_ok(this)",
            "generic_types",
        ] {
            let read: HeapAssumption = text.parse().expect("an assumption");
            assert_eq!(read.to_string(), text);
        }
        let loose: HeapAssumption = " non_aliasing ( this . first , b ) ".parse().expect("an assumption");
        assert_eq!(loose.to_string(), "no_alias(this.first,b)");
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "",
            "acyclic",
            "acyclic()",
            "generic_types(a)",
            "acyclic(a,b)",
            "non_sharing(a)",
            "acyclic(a.)",
            "acyclic(1a)",
            "x > 0",
            "acyclic(a) b",
        ] {
            let error = text.parse::<HeapAssumption>().expect_err(text).to_string();
            assert!(error.starts_with("not an assumption: "), "{error}");
        }
    }
}
