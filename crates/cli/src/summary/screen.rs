//! The layout of the summary: which rows and lines fit on a screen.

use super::HEADING;
use std::fmt::Write as _;

/// The columns of a screen.
pub(crate) const COLUMNS: usize = 80;

/// The lines of a screen.
const LINES: usize = 30;

/// How many classes the table lists at least where lists want their lines, and how many it lists at most.
const ROWS: (usize, usize) = (3, 8);

/// How many entries of a list go before further classes in the table.
const ENTRIES: usize = 3;

/// How many entries of a list go before those of others, where the list goes first.
const WANTED: usize = 6;

/// Where entries are that do not fit: of lists that the report has, of others, and of both.
const IN_REPORT: &str = "What the lists leave out is in the report: --html FILE.";
const IN_DOCUMENT: &str = "What the lists leave out is in the document: --format json.";
const IN_BOTH: &str = "What the lists leave out: --html FILE; of mutants: --format json.";

/// A list with its heading.
pub(super) struct Section {
    heading: &'static str,
    lines: Vec<String>,
    /// Whether only the document has all of them.
    in_document: bool,
    /// Whether its first entries go before those of other lists.
    is_first: bool,
}

impl Section {
    pub(super) fn new(heading: &'static str, lines: Vec<String>) -> Self {
        Self { heading, lines, in_document: false, is_first: false }
    }

    /// A list that the report does not have. Only a flag brings one, so somebody looks for it.
    pub(super) fn of_document(heading: &'static str, lines: Vec<String>) -> Self {
        Self { in_document: true, is_first: true, ..Self::new(heading, lines) }
    }

    /// A list whose first entries go before those of others: people look for these.
    pub(super) fn first(heading: &'static str, lines: Vec<String>) -> Self {
        Self { is_first: true, ..Self::new(heading, lines) }
    }
}

/// The parts of a summary, from top to bottom below its table.
pub(super) struct Screen {
    /// The package that all classes lie in, with its last dot, which lists leave out where a line is too long.
    pub package: String,
    /// Sentences below the table.
    pub middle: Vec<String>,
    /// Lists, those first that have lines before others.
    pub sections: Vec<Section>,
    /// The file of the report, where one is written.
    pub report: Option<String>,
    /// The last line.
    pub last: String,
}

impl Screen {
    /// The summary. `table` draws the table with at most so many classes.
    pub(super) fn draw(mut self, table: impl Fn(usize) -> String) -> String {
        self.sections.retain(|section| !section.lines.is_empty());
        let middle: String = self.middle.iter().map(|text| textwrap::fill(text, COLUMNS) + "\n").collect();
        let below = 1 + middle.lines().count() + 3;
        // A list is a blank line, its heading and its entries.
        let wanted: usize = self.sections.iter().map(|section| 2 + section.lines.len().min(ENTRIES)).sum();
        let header = table(0).lines().count();
        let rows = LINES.saturating_sub(below + wanted + header).clamp(ROWS.0, ROWS.1);
        let table = table(rows);
        let left = LINES.saturating_sub(table.lines().count() + below);
        let mut text = format!("{table}\n\n{middle}");
        let shares = self.shares(left);
        for (section, shown) in self.sections.iter().zip(&shares) {
            self.section(&mut text, section, *shown);
        }
        text.push('\n');
        let cut = self.sections.iter().zip(shares).filter(|(section, shown)| *shown < section.lines.len());
        let (in_document, in_report): (Vec<_>, Vec<_>) = cut.partition(|(section, _)| section.in_document);
        let rest = self.place_of_rest(!in_report.is_empty(), !in_document.is_empty());
        let _ = rest.map_or(Ok(()), |line| writeln!(text, "{line}"));
        let _ = writeln!(text, "{}", self.last);
        text
    }

    /// Where the entries are that the lists leave out, if they leave some out that the report has, or the document alone.
    fn place_of_rest(&self, in_report: bool, in_document: bool) -> Option<String> {
        let file = self.report.as_deref().map(|file| cut_start(file, COLUMNS / 2));
        match (in_report, in_document, file) {
            (false, false, _) => None,
            (true, false, Some(file)) => Some(format!("What the lists leave out is in {file}.")),
            (true, false, None) => Some(IN_REPORT.to_owned()),
            (false, true, _) => Some(IN_DOCUMENT.to_owned()),
            (true, true, _) => Some(IN_BOTH.to_owned()),
        }
    }

    /// How many entries each list shows: one in turn as long as there are lines.
    fn shares(&self, lines: usize) -> Vec<usize> {
        let mut shown = vec![0; self.sections.len()];
        let mut left = lines.saturating_sub(self.sections.len());
        self.share(&mut shown, &mut left, |section| if section.is_first { WANTED } else { 0 });
        self.share(&mut shown, &mut left, |section| section.lines.len());
        shown
    }

    /// Gives each list one entry in turn, up to so many, as long as there are lines.
    fn share(&self, shown: &mut [usize], left: &mut usize, most: impl Fn(&Section) -> usize) {
        loop {
            let before = *left;
            for (section, shown) in self.sections.iter().zip(&mut *shown) {
                // The first entry also needs a blank line before the heading.
                let needs = if *shown == 0 { 2 } else { 1 };
                if *shown < section.lines.len().min(most(section)) && *left >= needs {
                    *shown += 1;
                    *left -= needs;
                }
            }
            if *left == before {
                return;
            }
        }
    }

    fn section(&self, text: &mut String, Section { heading, lines, .. }: &Section, shown: usize) {
        let number = lines.len();
        let _ = match shown {
            0 => writeln!(text, "{HEADING}{heading}: {number}{HEADING:#}"),
            _ if shown < number => writeln!(text, "\n{HEADING}{heading}, {shown} of {number}:{HEADING:#}"),
            _ => writeln!(text, "\n{HEADING}{heading}:{HEADING:#}"),
        };
        for line in &lines[..shown] {
            let _ = writeln!(text, "  {}", self.fit(line));
        }
    }

    /// A line that fits: without the common package where it is too long, then cut.
    fn fit(&self, line: &str) -> String {
        let width = COLUMNS - 2;
        if line.chars().count() <= width {
            return line.to_owned();
        }
        cut_end(&without_package(&without_package(line, &self.package), "java.lang."), width)
    }
}

/// A text in which the names of classes lack this package, which has its last dot.
fn without_package(text: &str, package: &str) -> String {
    if package.is_empty() {
        return text.to_owned();
    }
    let mut short = String::with_capacity(text.len());
    for (at, part) in text.split(package).enumerate() {
        let is_in_name = short.ends_with(|last: char| last.is_alphanumeric() || matches!(last, '_' | '$' | '.'));
        if at > 0 && is_in_name {
            short.push_str(package);
        }
        short.push_str(part);
    }
    short
}

/// The beginning of a text, so that it has at most `width` characters.
fn cut_end(text: &str, width: usize) -> String {
    match text.chars().count() > width {
        true => text.chars().take(width.saturating_sub(1)).chain(['…']).collect(),
        false => text.to_owned(),
    }
}

/// The end of a text, so that it has at most `width` characters.
pub(crate) fn cut_start(text: &str, width: usize) -> String {
    let length = text.chars().count();
    match length > width {
        true => ['…'].into_iter().chain(text.chars().skip(length + 1 - width)).collect(),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{COLUMNS, LINES, Screen, Section, without_package};

    fn drawn(classes: usize, entries: usize) -> String {
        let entry = |at| format!("demo.Class.method:{at}  {}", "word ".repeat(30));
        let sections = ["one", "two", "three", "four", "five", "six", "seven"];
        let sections = sections.map(|heading| Section::new(heading, (0..entries).map(entry).collect()));
        let middle = vec!["word ".repeat(40).trim().to_owned(), "another".to_owned()];
        let (package, report) = ("demo.".to_owned(), None);
        let screen = Screen { package, middle, sections: sections.into(), report, last: "end".to_owned() };
        screen.draw(|rows| {
            let rest = usize::from(rows < classes);
            vec!["row"; 2 + rows.min(classes) + rest + usize::from(classes > 1)].join("\n")
        })
    }

    #[test]
    fn a_package_is_left_out_where_a_name_begins_with_it() {
        let line = "app.Webapp.run:2 app.Other and Webapp.app.Third (app.Fourth)";
        assert_eq!(without_package(line, "app."), "Webapp.run:2 Other and Webapp.app.Third (Fourth)");
        assert_eq!(without_package(line, ""), line);
    }

    #[test]
    fn every_summary_fits_the_screen() {
        for classes in [1, 2, 3, 8, 9, 100] {
            for entries in [0, 1, 2, 3, 10, 1000] {
                let text = drawn(classes, entries);
                assert!(text.lines().count() <= LINES, "{classes} classes, {entries} entries:\n{text}");
                assert!(text.lines().all(|line| line.chars().count() <= COLUMNS), "{text}");
            }
        }
    }

    #[test]
    fn where_the_rest_of_a_list_is_depends_on_the_list() {
        let lines = || vec!["entry".to_owned(); 40];
        let last_with = |report: Option<&str>, sections: Vec<Section>| {
            let (package, report) = (String::new(), report.map(str::to_owned));
            let screen = Screen { package, middle: Vec::new(), sections, report, last: "end".to_owned() };
            let text = screen.draw(|_| "row".to_owned());
            text.lines().rev().nth(1).unwrap_or_default().to_owned()
        };
        let last = |sections| last_with(None, sections);
        assert!(last(vec![Section::new("a", lines())]).ends_with("in the report: --html FILE."));
        let told = last_with(Some("out/report.html"), vec![Section::new("a", lines())]);
        assert_eq!(told, "What the lists leave out is in out/report.html.");
        assert!(last(vec![Section::of_document("b", lines())]).ends_with("in the document: --format json."));
        let both = last(vec![Section::new("a", lines()), Section::of_document("b", lines())]);
        assert!(both.contains("--html FILE") && both.contains("--format json"), "{both}");
        assert_eq!(last(vec![Section::of_document("b", vec!["entry".to_owned()])]), "");
    }

    #[test]
    fn a_list_tells_how_much_it_leaves_out() {
        let text = drawn(1, 1000);
        assert!(text.contains("one, 1 of 1000:"), "{text}");
        assert!(text.contains("\n  Class.method:0  word"), "the package is left out: {text}");
    }
}
