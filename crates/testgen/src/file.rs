//! Writes the source file of a test class.

use crate::helpers::Helper;
use crate::home::Home;
use crate::java::{has_word, indented, quoted, to_ascii};
use crate::options::{JUnit, Replaying};
use crate::scope::Scope;
use crate::shared::{needed_by, needs};
use std::collections::BTreeSet;
use std::ops::Range;

/// What a test method declares that it throws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Throws {
    Nothing,
    /// `Exception`.
    Exception,
    /// `Throwable`.
    Throwable,
}

impl Throws {
    /// What is next where the compiler asks for more.
    pub(crate) fn next(self) -> Option<Throws> {
        match self {
            Throws::Nothing => Some(Throws::Exception),
            Throws::Exception => Some(Throws::Throwable),
            Throws::Throwable => None,
        }
    }

    /// The text behind the parameters of the method.
    fn clause(self) -> &'static str {
        match self {
            Throws::Nothing => "",
            Throws::Exception => " throws Exception",
            Throws::Throwable => " throws Throwable",
        }
    }
}

/// One test method, ready to be put into a file.
pub(crate) struct WrittenTest {
    pub(crate) name: String,
    pub(crate) comment: Option<String>,
    /// Why it is switched off, if it is.
    pub(crate) disabled: Option<String>,
    pub(crate) throws: Throws,
    pub(crate) lines: Vec<String>,
    /// Whether it needs the fixture of its class.
    pub(crate) uses_fixture: bool,
}

/// A source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SourceFile {
    pub(crate) text: String,
    /// For each test the lines it is on, counted from 1.
    pub(crate) places: Vec<Range<u32>>,
    /// The lines of the fixture, none where there is no fixture.
    pub(crate) fixture: Range<u32>,
    /// The positions of the tests that need it.
    pub(crate) fixture_users: BTreeSet<usize>,
}

impl SourceFile {
    /// The text without the tests at these positions, and without what it says of imports, helpers and a fixture that no other test
    /// needs.
    pub(crate) fn without(&self, tests: &BTreeSet<usize>) -> String {
        let mut lines: Vec<Option<&str>> = self.text.lines().map(Some).collect();
        let indices = |place: &Range<u32>| place.start as usize - 1..place.end as usize - 1;
        for place in tests.iter().filter_map(|test| self.places.get(*test)) {
            lines[indices(place)].fill(None);
        }
        if self.fixture_users.is_subset(tests) {
            lines[indices(&self.fixture)].fill(None);
        }
        for at in 0..lines.len() {
            let Some(line) = lines[at] else { continue };
            let imported = line.strip_prefix("import ").and_then(|rest| rest.strip_suffix(';')?.rsplit('.').next());
            let Some(name) = imported.or(needed_by(line)) else { continue };
            let mut others = lines.iter().enumerate().filter(|(other, _)| *other != at).filter_map(|(_, line)| *line);
            if !others.any(|line| !line.starts_with("import ") && has_word(line, name)) {
                lines[at] = None;
            }
        }
        without_idle_breaks(&lines.into_iter().flatten().collect::<Vec<_>>())
    }

    /// The positions of the tests that a line is about: the test that it is in, or those that need the fixture.
    pub(crate) fn tests_at(&self, line: u32) -> Vec<usize> {
        if self.fixture.contains(&line) {
            return self.fixture_users.iter().copied().collect();
        }
        self.places.iter().position(|place| place.contains(&line)).into_iter().collect()
    }

    /// The text of each test, without the indentation that the class gives it.
    pub(crate) fn texts(&self) -> Vec<String> {
        let lines: Vec<&str> = self.text.lines().collect();
        let line =
            |number: u32| lines.get(number as usize - 1).map_or("", |line| line.strip_prefix(INDENT).unwrap_or(line));
        self.places.iter().map(|place| place.clone().map(line).collect::<Vec<_>>().join("\n")).collect()
    }
}

/// What every line of a test is indented by.
const INDENT: &str = "    ";

/// The annotation of a test.
pub(crate) fn test_annotation(scope: &mut Scope<'_>, junit: JUnit) -> String {
    scope.claim(match junit {
        JUnit::Five => "org.junit.jupiter.api.Test",
        JUnit::Four => "org.junit.Test",
    })
}

/// The annotation of a test that is switched off.
pub(crate) fn disabling_annotation(scope: &mut Scope<'_>, junit: JUnit) -> String {
    scope.claim(match junit {
        JUnit::Five => "org.junit.jupiter.api.Disabled",
        JUnit::Four => "org.junit.Ignore",
    })
}

/// What comes before the name of the class in the comment over its tests.
pub(crate) const MARK_START: &str = "/** Tests of ";
/// What comes behind it.
pub(crate) const MARK_END: &str = ", made by Clew";

/// What the comment over the tests of a class (a binary name) starts with. No other file is ever replaced or removed.
pub(crate) fn mark(tested: &str) -> String {
    to_ascii(&format!("{MARK_START}{}{MARK_END}", comment_text(tested)))
}

/// The comment over the tests of a class.
pub(crate) fn description(tested: &str, replay: Replaying) -> String {
    match replay {
        Replaying::On => format!("{} and replayed on a JVM. */", mark(tested)),
        Replaying::Off => format!("{}; no JVM has run them yet. */", mark(tested)),
    }
}

/// Puts the tests into a file. The scope is the one they were written in.
pub(crate) fn source_file(
    scope: &mut Scope<'_>,
    home: &Home,
    description: &str,
    junit: JUnit,
    tests: &[WrittenTest],
) -> SourceFile {
    let annotation = test_annotation(scope, junit);
    let fixture = scope.fixture.clone().map(|fixture| fixture.source(scope, junit)).unwrap_or_default();
    let (shared, own): (Vec<Helper>, Vec<Helper>) = scope.helpers().iter().partition(|helper| helper.is_shared());
    let public = if junit == JUnit::Four { "public " } else { "" };
    let mut text = header(scope, home, junit);
    if !shared.is_empty() {
        text.push_str(&needs(scope.shared()));
    }
    text.push_str(&format!("{description}\n"));
    let code = fixture.lines().chain(tests.iter().flat_map(|test| test.lines.iter().map(String::as_str)));
    let code = code.chain(own.iter().flat_map(|helper| helper.source().lines()));
    if has_unchecked(code, scope.generics()) {
        text.push_str("@SuppressWarnings({\"rawtypes\", \"unchecked\"})\n");
    }
    text.push_str(&format!("{public}class {} {{\n", home.class));
    let (mut places, mut lines) = (Vec::new(), LineCount::default());
    let start = lines.of(&text);
    text.push_str(&fixture);
    let fixture = start..lines.of(&text);
    for (position, test) in tests.iter().enumerate() {
        if position > 0 {
            text.push('\n');
        }
        let start = lines.of(&text);
        if let Some(comment) = &test.comment {
            text.push_str(&format!("    // {comment}\n"));
        }
        text.push_str(&format!("    @{annotation}\n"));
        if let Some(reason) = &test.disabled {
            text.push_str(&format!("    @{}({})\n", disabling_annotation(scope, junit), quoted(reason)));
        }
        text.push_str(&format!("    {public}void {}(){} {{\n", test.name, test.throws.clause()));
        for line in indented(indented(test.lines.clone())) {
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text.push_str("    }\n");
        places.push(start..lines.of(&text));
    }
    for helper in own {
        text.push('\n');
        text.push_str(helper.source());
    }
    text.push_str("}\n");
    let users = tests.iter().enumerate().filter(|(_, test)| test.uses_fixture).map(|(position, _)| position);
    SourceFile { text: to_ascii(&text), places, fixture, fixture_users: users.collect() }
}

/// Whether the compiler would warn of lines that name generic classes: without their type arguments, or in a cast.
fn has_unchecked<'l>(mut lines: impl Iterator<Item = &'l str>, generics: &BTreeSet<String>) -> bool {
    lines.any(|line| generics.iter().any(|name| names_unchecked(line, name)))
}

fn names_unchecked(line: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$');
    let places = line.match_indices(name).map(|(at, _)| (&line[..at], &line[at + name.len()..]));
    let mut names = places.filter(|(before, behind)| !before.ends_with(is_part) && !behind.starts_with(is_part));
    names.any(|(before, behind)| match behind.chars().next() {
        // A static member, a nested class or a class literal.
        Some('.' | ':') => false,
        Some('<') => {
            let is_behind_bracket = before.trim_end_matches(|c| is_part(c) || c == '.').ends_with('(');
            is_behind_bracket && behind.contains(">) ")
        }
        _ => true,
    })
}

fn header(scope: &Scope<'_>, home: &Home, junit: JUnit) -> String {
    let mut text = String::new();
    if !home.package.is_empty() {
        text.push_str(&format!("package {};\n\n", home.package));
    }
    let assertions = match junit {
        JUnit::Five => "org.junit.jupiter.api.Assertions",
        JUnit::Four => "org.junit.Assert",
    };
    let assumptions = match junit {
        JUnit::Five => "org.junit.jupiter.api.Assumptions",
        JUnit::Four => "org.junit.Assume",
    };
    for assertion in scope.assertions() {
        text.push_str(&format!("import static {assertions}.{assertion};\n"));
    }
    for assumption in scope.assumptions() {
        text.push_str(&format!("import static {assumptions}.{assumption};\n"));
    }
    if !scope.assertions().is_empty() || !scope.assumptions().is_empty() {
        text.push('\n');
    }
    for import in scope.imports() {
        text.push_str(&format!("import {import};\n"));
    }
    if !scope.imports().is_empty() {
        text.push('\n');
    }
    text
}

/// The lines, without empty ones that stand for something removed: at the beginning or the end of the class, or after another.
fn without_idle_breaks(lines: &[&str]) -> String {
    let mut text = String::new();
    for (at, line) in lines.iter().enumerate() {
        let begins_class = at > 0 && lines[at - 1].ends_with('{') && !lines[at - 1].starts_with(' ');
        let is_idle = line.is_empty() && (begins_class || matches!(lines.get(at + 1), Some(&"" | &"}")));
        if !is_idle {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

/// Counts the lines of a text that grows: each part of it is looked at once.
#[derive(Default)]
struct LineCount {
    counted: usize,
    breaks: u32,
}

impl LineCount {
    /// The number of the line at the end of the text, which begins as it did the last time.
    fn of(&mut self, text: &str) -> u32 {
        self.breaks += text.bytes().skip(self.counted).filter(|byte| *byte == b'\n').count() as u32;
        self.counted = text.len();
        1 + self.breaks
    }
}

/// Text that cannot end a comment or be read as a Unicode escape.
fn comment_text(text: &str) -> String {
    text.replace("*/", "* /").replace('\\', "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A class of three tests, of which the second needs helpers and imports of its own.
    fn source() -> SourceFile {
        let text = "package demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;

// Needs ClewHelpers.java, which is beside it.
/** Tests. */
class ATest {
    @Test
    void one() throws Throwable {
        assertEquals(1, A.one());
    }

    @Test
    void two() throws Throwable {
        List<String> list = A.two();
        assertNull(ClewHelpers.getField(A.class, null, \"x\"));
    }

    @Test
    void three() throws Throwable {
        assertEquals(3, A.three());
    }
}
";
        let line = |of: &str| 1 + text.lines().position(|line| line.contains(of)).expect("the line") as u32;
        let place = |name: &str, length: u32| line(name) - 1..line(name) - 1 + length;
        let places = vec![place("void one", 4), place("void two", 5), place("void three", 4)];
        SourceFile { text: text.to_owned(), places, fixture: 1..1, fixture_users: BTreeSet::new() }
    }

    #[test]
    fn a_test_is_taken_out_with_what_only_it_needs() {
        let expected = "package demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Tests. */
class ATest {
    @Test
    void one() throws Throwable {
        assertEquals(1, A.one());
    }

    @Test
    void three() throws Throwable {
        assertEquals(3, A.three());
    }
}
";
        assert_eq!(source().without(&BTreeSet::from([1])), expected);
    }

    #[test]
    fn a_fixture_goes_with_the_last_test_that_needs_it() {
        let fixture = "    private int savedX;

    @BeforeEach
    void saveStatics() {
        savedX = A.x;
    }

";
        let plain = source();
        let text = plain.text.replace("class ATest {\n", &format!("class ATest {{\n{fixture}"));
        let text = text.replace("import org.junit", "import org.junit.jupiter.api.BeforeEach;\nimport org.junit");
        let start = 1 + text.lines().take_while(|line| !line.contains("savedX;")).count() as u32;
        let length = fixture.lines().count() as u32;
        let places = plain.places.iter().map(|place| place.start + length + 1..place.end + length + 1).collect();
        let fixture = start..start + length;
        let with = SourceFile { text, places, fixture, fixture_users: BTreeSet::from([0, 2]) };
        assert_eq!(with.tests_at(start), [0, 2]);
        assert_eq!(with.tests_at(with.places[1].start), [1]);
        let less = with.without(&BTreeSet::from([0]));
        assert!(less.contains("savedX = A.x;") && less.contains("import org.junit.jupiter.api.BeforeEach;"), "{less}");
        assert_eq!(with.without(&BTreeSet::from([0, 2])), plain.without(&BTreeSet::from([0, 2])));
    }

    #[test]
    fn a_test_is_taken_out_and_what_others_need_stays() {
        let text = source().without(&BTreeSet::from([0, 2]));
        assert!(text.contains("class ATest {\n    @Test\n    void two()"), "{text}");
        assert!(!text.contains("assertEquals") && text.contains("import java.util.List;"), "{text}");
        assert!(text.contains("\n// Needs ClewHelpers.java") && text.ends_with("    }\n}\n"), "{text}");
        assert_eq!(source().without(&BTreeSet::new()), source().text);
    }

    #[test]
    fn the_compiler_is_silenced_where_it_would_warn() {
        let generics: BTreeSet<String> = ["List", "Entry"].map(String::from).into();
        let has = |line: &str| has_unchecked(std::iter::once(line), &generics);
        assert!(has("List result = demo.get();") && has("demo.put((List) value);"));
        assert!(has("List<String> result = (List<String>) value;") && has("Map.Entry entry = demo.first();"));
        assert!(has("demo.put((Map.Entry<String, Integer>) value);"));
        assert!(!has("List<String> result = demo.get(List.of(1), List.class);") && !has("ArrayList<> all;"));
    }
}
