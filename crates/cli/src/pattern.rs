//! The patterns of `--class` and `--method`.

use clew_facts::{MalformedPattern, Match, MethodKey, MethodPattern, glob};
use globset::GlobMatcher;

/// Which classes and methods are meant.
pub struct Selection {
    classes: Vec<GlobMatcher>,
    methods: Vec<MethodPattern>,
}

impl Selection {
    /// Reads the patterns. None means all.
    ///
    /// # Errors
    /// A line that says which pattern is malformed.
    pub fn new(classes: &[String], methods: &[String]) -> Result<Selection, String> {
        Ok(Selection {
            classes: classes
                .iter()
                .map(|text| glob(text).map_err(|malformed| refused("--class", &malformed)))
                .collect::<Result<_, _>>()?,
            methods: methods.iter().map(|text| of_flag("--method", text)).collect::<Result<_, _>>()?,
        })
    }

    /// Whether some method of the class (a binary name) may be meant.
    pub fn class(&self, class: &str) -> bool {
        let by_class = self.classes.is_empty() || self.classes.iter().any(|glob| glob.is_match(class));
        by_class && (self.methods.is_empty() || self.methods.iter().any(|pattern| pattern.class(class)))
    }

    /// How well a method matches.
    pub fn method(&self, key: &MethodKey) -> Match {
        if !self.class(&key.class) {
            return Match::No;
        }
        if self.methods.is_empty() {
            return Match::Wanted;
        }
        self.methods.iter().map(|pattern| pattern.matches(key)).max().unwrap_or(Match::No)
    }
}

/// The pattern that a flag gave.
///
/// # Errors
/// A line that says what is malformed.
pub fn of_flag(flag: &str, text: &str) -> Result<MethodPattern, String> {
    MethodPattern::new(text).map_err(|malformed| refused(flag, &malformed))
}

fn refused(flag: &str, malformed: &MalformedPattern) -> String {
    format!("bad pattern for {flag}: {malformed}; see --help for examples")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(class: &str, method: &str, descriptor: &str) -> MethodKey {
        MethodKey { class: class.into(), method: method.into(), descriptor: descriptor.into() }
    }

    fn matched(classes: &[&str], methods: &[&str], key: &MethodKey) -> Match {
        let owned = |patterns: &[&str]| patterns.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        Selection::new(&owned(classes), &owned(methods)).expect("good patterns").method(key)
    }

    #[test]
    fn no_pattern_means_all() {
        assert_eq!(matched(&[], &[], &key("a.B", "c", "()V")), Match::Wanted);
    }

    #[test]
    fn a_method_is_named_with_or_without_descriptor_and_class() {
        let main = key("demo.A$B", "main", "([Ljava/lang/String;)V");
        for pattern in ["main", "main([Ljava/lang/String;)V", "demo.A$B#main", "demo.*#main([Ljava/lang/String;)V"] {
            assert_eq!(matched(&[], &[pattern], &main), Match::Named, "{pattern}");
        }
        assert_eq!(matched(&[], &["ma*"], &main), Match::Wanted);
        assert_eq!(matched(&[], &["mai", "x"], &main), Match::No);
        assert_eq!(matched(&["other.*"], &["main"], &main), Match::No);
        assert_eq!(matched(&["demo.*"], &["other.*#main"], &main), Match::No);
    }

    #[test]
    fn a_malformed_pattern_is_named() {
        let error = Selection::new(&["a{".to_owned()], &[]).err().expect("malformed");
        assert!(error.starts_with("bad pattern for --class: a{ (") && error.ends_with("; see --help for examples"));
    }
}
