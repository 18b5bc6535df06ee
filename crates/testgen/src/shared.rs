//! The helpers that the tests of a package share: a class beside them, with those that some test of the package needs.

use crate::classes::Classes;
use crate::helpers::Helper;
use crate::home::Home;
use crate::java::has_word;
use crate::seal::is_as_made;
use std::collections::BTreeSet;
use std::path::Path;

/// The simple name of the class, unless something else has it.
pub(crate) const NAME: &str = "ClewHelpers";

/// What the comment over the class starts with. No other file of such a name is ever replaced or removed.
const MARK: &str = "/** What the tests of this package share that Clew makes";

/// What stands above a test class that needs the class, before the name.
const NEEDS: &str = "// Needs ";
/// What stands behind it.
const BESIDE: &str = ".java, which is beside it.";

/// The line that says that a test class needs the class of this simple name.
pub(crate) fn needs(class: &str) -> String {
    format!("{NEEDS}{class}{BESIDE}\n")
}

/// The simple name that such a line has.
pub(crate) fn needed_by(line: &str) -> Option<&str> {
    line.strip_prefix(NEEDS)?.strip_suffix(BESIDE)
}

/// What is at the place of a class of helpers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PresentHelpers {
    /// No file.
    Nothing,
    /// Helpers as Clew made them.
    Ours,
    /// Helpers that Clew made and somebody has edited since.
    Edited,
    /// Something else.
    Other,
}

/// What a file of this text is, or of none.
pub(crate) fn present_helpers(text: Option<&str>) -> PresentHelpers {
    match text {
        None => PresentHelpers::Nothing,
        Some(text) if !text.lines().any(|line| line.starts_with(MARK)) => PresentHelpers::Other,
        Some(text) if is_as_made(text) => PresentHelpers::Ours,
        Some(_) => PresentHelpers::Edited,
    }
}

/// Whether a file could be one of helpers by its name.
pub(crate) fn may_be_helpers(path: &Path) -> bool {
    let stem = path.file_name().and_then(|name| name.to_str()?.strip_prefix(NAME)?.strip_suffix(".java"));
    stem.is_some_and(|number| number.chars().all(|digit| digit.is_ascii_digit()))
}

/// The class of the helpers of a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HelpersClass {
    /// Where it goes.
    pub(crate) home: Home,
    /// The classes of the JDK that a class of the package has the simple name of.
    hidden: BTreeSet<&'static str>,
}

impl HelpersClass {
    /// The class with this number, from 1, for the tests of a package.
    pub(crate) fn of(classes: &dyn Classes, package: &str, number: usize) -> HelpersClass {
        let class = if number == 1 { NAME.to_owned() } else { format!("{NAME}{number}") };
        let beside = |class: &str| Home { package: package.to_owned(), class: class.to_owned() };
        let hides = |name: &&&str| classes.has(&beside(simple(name)).binary_name());
        let hidden = SHORTENED.iter().filter(hides).copied().collect();
        HelpersClass { home: beside(&class), hidden }
    }

    /// The helpers that a text uses.
    pub(crate) fn used_in(&self, text: &str) -> BTreeSet<Helper> {
        used_in(&self.home.class, text)
    }

    /// The source with these helpers.
    pub(crate) fn source(&self, helpers: &BTreeSet<Helper>) -> String {
        let mut members = String::new();
        for helper in helpers {
            members.push('\n');
            members.push_str(helper.source());
        }
        let mut imports = String::new();
        for name in SHORTENED {
            if !members.lines().any(|line| has_word(line, name)) {
                continue;
            }
            members = with_word(&members, name, simple(name));
            if self.hidden.contains(name) || !name.starts_with("java.lang.") || name.matches('.').count() > 2 {
                imports.push_str(&format!("import {name};\n"));
            }
        }
        let Home { package, class } = &self.home;
        let package = if package.is_empty() { String::new() } else { format!("package {package};\n\n") };
        let gap = if imports.is_empty() { "" } else { "\n" };
        format!(
            "{package}{imports}{gap}{MARK}: states and members that calls do not get at. */\n\
             final class {class} {{\n    private {class}() {{ }}\n{members}}}\n"
        )
    }
}

/// The helpers of the class of this simple name that a text uses.
pub(crate) fn used_in(class: &str, text: &str) -> BTreeSet<Helper> {
    let lines: Vec<&str> = text.lines().filter(|line| has_word(line, class)).collect();
    let is_used = |helper: &Helper| {
        let wanted = format!("{class}.{}", helper.name());
        lines.iter().any(|line| has_word(line, &wanted))
    };
    Helper::SHARED.into_iter().filter(is_used).collect()
}

fn simple(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// The text with another word in the places of one.
fn with_word(text: &str, word: &str, other: &str) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let mut replaced = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(word) {
        let after = &rest[at + word.len()..];
        replaced.push_str(&rest[..at]);
        replaced.push_str(if after.starts_with(is_part) { word } else { other });
        rest = after;
    }
    replaced.push_str(rest);
    replaced
}

/// The classes that the helpers use by their simple names, in the order of the imports.
const SHORTENED: &[&str] = &[
    "java.lang.AssertionError",
    "java.lang.Class",
    "java.lang.ClassLoader",
    "java.lang.Exception",
    "java.lang.IllegalStateException",
    "java.lang.NoSuchMethodException",
    "java.lang.Object",
    "java.lang.Override",
    "java.lang.String",
    "java.lang.System",
    "java.lang.Throwable",
    "java.lang.invoke.MethodHandles",
    "java.lang.reflect.Constructor",
    "java.lang.reflect.Field",
    "java.lang.reflect.InvocationHandler",
    "java.lang.reflect.InvocationTargetException",
    "java.lang.reflect.Method",
    "java.lang.reflect.Proxy",
    "java.util.ArrayDeque",
    "java.util.Arrays",
    "java.util.Deque",
    "java.util.Map",
    "java.util.Optional",
    "java.util.StringJoiner",
    "java.util.TreeMap",
    "org.mockito.invocation.InvocationOnMock",
    "org.mockito.stubbing.Answer",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_source_has_what_is_used_and_no_more() {
        let home = HelpersClass {
            home: Home { package: "demo".into(), class: NAME.into() },
            hidden: BTreeSet::from(["java.lang.Object"]),
        };
        let used =
            home.used_in("ClewHelpers.getField(A.class, null, \"x\");\nClewHelpers2.invoke(); getField.allocateOn();");
        assert_eq!(used, BTreeSet::from([Helper::GetField]));
        expect_test::expect![[r#"
            package demo;

            import java.lang.Object;
            import java.lang.reflect.Field;

            /** What the tests of this package share that Clew makes: states and members that calls do not get at. */
            final class ClewHelpers {
                private ClewHelpers() { }

                static Object getField(Class<?> owner, Object target, String name)
                        throws Exception {
                    Field field = owner.getDeclaredField(name);
                    field.setAccessible(true);
                    return field.get(target);
                }
            }
        "#]]
        .assert_eq(&home.source(&used));
    }

    #[test]
    fn a_line_says_what_a_test_class_needs() {
        assert_eq!(needed_by(needs(NAME).trim_end()), Some(NAME));
        let file = |name: &str| may_be_helpers(Path::new(name));
        assert!(file("demo/ClewHelpers.java") && file("ClewHelpers12.java"));
        assert!(!file("ClewHelpersTest.java") && !file("Helpers.java"));
    }
}
