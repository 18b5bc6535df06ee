//! The pages below `docs/results`: each task writes its figures between two markers of its own page and leaves the rest alone.

use crate::{machine, paths};
use anyhow::{Context, Result};

/// The figures of one task, which have a page of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// The figures of `xtask attack`.
    Attack,
    /// The figures of `xtask bench symex`.
    BenchSymex,
    /// The figures of `xtask bench compose`.
    Compose,
    /// The figures of `xtask coverage`.
    Coverage,
    /// The figures of `xtask determinism`.
    Determinism,
    /// The figures of `xtask differential`.
    Differential,
    /// The figures of `xtask bench heap`.
    BenchHeap,
    /// The figures of `xtask bench bounded`.
    BenchBounded,
    /// The figures of `xtask jars`.
    Jars,
    /// The figures of `xtask bench changes`.
    Changes,
    /// The figures of `xtask bench mutants`.
    Mutants,
    /// The figures of `xtask bench reach`.
    Reach,
    /// The figures of `xtask samples`.
    Samples,
    /// The figures of `xtask tasks`.
    Tasks,
    /// The figures of `xtask bench unverified`.
    Unverified,
}

impl Section {
    /// The page with the figures, from the root of the workspace.
    fn page(self) -> String {
        format!("docs/results/{}.md", self.name())
    }

    /// The name of the page, and of the markers on it.
    fn name(self) -> &'static str {
        match self {
            Section::Attack => "attack",
            Section::BenchSymex => "bench-symex",
            Section::Compose => "compose",
            Section::Coverage => "coverage",
            Section::Determinism => "determinism",
            Section::Differential => "differential",
            Section::BenchHeap => "bench-heap",
            Section::BenchBounded => "bench-bounded",
            Section::Jars => "jars",
            Section::Changes => "changes",
            Section::Mutants => "mutants",
            Section::Reach => "reach",
            Section::Samples => "samples",
            Section::Tasks => "tasks",
            Section::Unverified => "unverified",
        }
    }
}

/// Puts `text` in the place of what the section holds, with the command and the machine above it.
///
/// # Errors
/// Where the page cannot be read or written, or lacks the section's markers.
pub fn write(section: Section, command: &str, text: &str) -> Result<()> {
    let path = paths::root().join(section.page());
    let old = std::fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
    let above = format!("Made by `{command}` at commit {} on {}.", machine::commit(), machine::describe());
    let new = replace(&old, section.name(), &format!("{above}\n\n{}", text.trim_end()))
        .with_context(|| format!("{} lacks the markers of {}", path.display(), section.name()))?;
    std::fs::write(&path, new).with_context(|| format!("{} cannot be written", path.display()))?;
    eprintln!("xtask: {} has the new figures", path.display());
    Ok(())
}

/// The text with everything between the two markers of `name` replaced; `None` if a marker is missing.
fn replace(text: &str, name: &str, inside: &str) -> Option<String> {
    let begin = format!("<!-- begin {name} -->\n");
    let end = format!("<!-- end {name} -->");
    let from = text.find(&begin)? + begin.len();
    let to = from + text[from..].find(&end)?;
    Some(format!("{}\n{inside}\n\n{}", &text[..from], &text[to..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_section_has_a_page_with_its_markers() {
        let all = [
            Section::Attack,
            Section::BenchSymex,
            Section::Compose,
            Section::Coverage,
            Section::Determinism,
            Section::Differential,
            Section::BenchHeap,
            Section::BenchBounded,
            Section::Jars,
            Section::Changes,
            Section::Mutants,
            Section::Reach,
            Section::Samples,
            Section::Tasks,
            Section::Unverified,
        ];
        for section in all {
            let page = std::fs::read_to_string(paths::root().join(section.page())).expect("the page can be read");
            assert!(replace(&page, section.name(), "new").is_some(), "{}", section.page());
        }
    }

    #[test]
    fn only_the_section_changes() {
        let text = "a\n<!-- begin x -->\nold\n<!-- end x -->\nb\n";
        let once = replace(text, "x", "new").expect("both markers are there");
        assert_eq!(once, "a\n<!-- begin x -->\n\nnew\n\n<!-- end x -->\nb\n");
        assert_eq!(replace(&once, "x", "new").as_deref(), Some(once.as_str()));
        assert_eq!(replace(text, "y", "new"), None);
    }
}
