//! Tables: the closing one with a line for each class, and plain ones.

use crate::report::{MethodEntry, Totals};
use comfy_table::{Cell, CellAlignment, ContentArrangement, LineStyle, Table, TableStyle};

/// Classes the table lists at most; the rest is one line.
const CLASS_LINES: usize = 60;

/// How many columns hold figures; they follow the name of the class.
const FIGURES: usize = 10;

/// No lines but one below the header.
const RULE_BELOW_HEADER: TableStyle = TableStyle::new().header_separator(LineStyle::new('─', '─', '─', '─'));

/// A line for each class with its figures, and one for all of them together.
pub fn class_table(methods: &[MethodEntry]) -> String {
    let mut table = Table::new();
    let package = common_package(methods);
    table.load_style(RULE_BELOW_HEADER).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header([
        "class",
        "methods",
        "complete",
        "paths",
        "tests",
        "goals",
        "reached",
        "unreachable",
        "unreachable\nassuming",
        "unreachable\nwithin",
        "undecided",
        "replay",
    ]);
    let classes: Vec<&[MethodEntry]> = methods.chunk_by(|a, b| a.key.class == b.key.class).collect();
    let listed = if classes.len() > CLASS_LINES + 1 { CLASS_LINES } else { classes.len() };
    for class in &classes[..listed] {
        table.add_row(row(&class[0].key.class[package.len()..], &Totals::of(*class)));
    }
    if listed < classes.len() {
        let rest = classes[listed..].iter().copied().flatten();
        table.add_row(row(&format!("… and {} more", classes.len() - listed), &Totals::of(rest)));
    }
    if classes.len() > 1 {
        table.add_row(row("all", &Totals::of(methods)));
    }
    for (position, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 1));
        if (1..=FIGURES).contains(&position) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let heading = if package.is_empty() { String::new() } else { format!("In {}*:\n\n", package) };
    heading + &table.trim_fmt()
}

/// A table of texts.
pub fn plain<const N: usize>(header: [&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    let mut table = Table::new();
    table.load_style(RULE_BELOW_HEADER).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(header).add_rows(rows);
    table.column_iter_mut().for_each(|column| {
        column.set_padding((0, 1));
    });
    table.trim_fmt()
}

/// The package, with its last dot, that all of several classes lie in; empty if there is none.
fn common_package(methods: &[MethodEntry]) -> &str {
    let package = |entry: &'_ MethodEntry| entry.key.class.rfind('.').map_or(0, |dot| dot + 1);
    let Some((first, rest)) = methods.split_first() else { return "" };
    let mut common = &first.key.class[..package(first)];
    if rest.iter().all(|entry| entry.key.class == first.key.class) {
        return "";
    }
    for entry in rest {
        while !entry.key.class.starts_with(common) {
            let shorter = common.trim_end_matches('.').rfind('.').map_or(0, |dot| dot + 1);
            common = &common[..shorter];
        }
    }
    common
}

fn row(name: &str, totals: &Totals) -> Vec<Cell> {
    let figures: [u64; FIGURES] = [
        totals.methods,
        totals.complete,
        totals.paths,
        totals.tests,
        totals.goals,
        totals.reached,
        totals.unreachable_unconditional,
        totals.unreachable - totals.unreachable_unconditional,
        totals.unreachable_within,
        totals.undecided,
    ];
    let mut row = vec![Cell::new(name)];
    row.extend(figures.map(Cell::new));
    row.push(Cell::new(replay(totals)));
    row
}

fn replay(totals: &Totals) -> String {
    let parts: Vec<String> = [
        (totals.confirmed, "confirmed"),
        (totals.mismatches, "MISMATCH"),
        (totals.timeouts, "timed out"),
        (totals.unstable, "unstable"),
        (totals.interfering, "interfering"),
        (totals.caged, "caged"),
        (totals.skipped, "skipped"),
        (totals.unbuilt, "not writable"),
    ]
    .into_iter()
    .filter(|(number, _)| *number > 0)
    .map(|(number, what)| format!("{number} {what}"))
    .collect();
    if parts.is_empty() { "–".to_owned() } else { parts.join(", ") }
}
