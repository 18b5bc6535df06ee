//! Patterns that name methods, as users write them: `name`, `name(descriptor)` or `Class#name`, with `*`, `?` and `{a,b}`.

use crate::MethodKey;
use globset::{Glob, GlobMatcher};

/// Which methods a pattern means.
#[derive(Clone, Debug)]
pub struct MethodPattern {
    class: Option<GlobMatcher>,
    method: GlobMatcher,
    /// Whether the pattern matches one name only, so that it names the method.
    literal: bool,
}

/// How well a method matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Match {
    /// Not at all.
    No,
    /// It is among those meant.
    Wanted,
    /// It is named outright, so it is meant even if it is private or made by the compiler.
    Named,
}

/// A pattern that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text} ({why})")]
pub struct MalformedPattern {
    /// The part of it that is at fault.
    pub text: String,
    /// What is wrong with that.
    pub why: String,
}

impl MethodPattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// What is malformed.
    pub fn new(text: &str) -> Result<MethodPattern, MalformedPattern> {
        let (class, method) = match text.split_once('#') {
            Some((class, method)) => (Some(glob(class)?), method),
            None => (None, text),
        };
        let literal = !method.contains(['*', '?', '{']);
        Ok(MethodPattern { class, method: glob(method)?, literal })
    }

    /// Whether it names constructors or class initializers outright.
    pub fn names_constructor(&self) -> bool {
        let text = self.method.glob().glob();
        text.starts_with("<init>") || text.starts_with("<clinit>")
    }

    /// Whether it may mean methods of the class (a binary name).
    pub fn class(&self, class: &str) -> bool {
        self.class.as_ref().is_none_or(|glob| glob.is_match(class))
    }

    /// Whether it means this method.
    pub fn selects(&self, key: &MethodKey) -> bool {
        self.matches(key) != Match::No
    }

    /// How well it means this method.
    pub fn matches(&self, key: &MethodKey) -> Match {
        let with_descriptor = format!("{}{}", key.method, key.descriptor);
        let matches = self.method.is_match(&key.method) || self.method.is_match(&with_descriptor);
        match (self.class(&key.class) && matches, self.literal) {
            (false, _) => Match::No,
            (true, false) => Match::Wanted,
            (true, true) => Match::Named,
        }
    }
}

/// A glob in which `[` stands for itself, because array descriptors have it.
///
/// # Errors
/// What is malformed.
pub fn glob(text: &str) -> Result<GlobMatcher, MalformedPattern> {
    let escaped: String = text.chars().map(|c| if c == '[' { "[[]".to_owned() } else { c.to_string() }).collect();
    match Glob::new(&escaped) {
        Ok(glob) => Ok(glob.compile_matcher()),
        Err(error) => Err(MalformedPattern { text: text.to_owned(), why: error.kind().to_string() }),
    }
}
