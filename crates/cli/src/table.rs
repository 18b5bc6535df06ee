//! Tables: the closing one with a line for each class, and plain ones.

use crate::report::{MethodEntry, Totals};
use crate::summary::cut_start;
use comfy_table::{Cell, CellAlignment, ContentArrangement, LineStyle, Table, TableStyle};

/// How many columns hold figures; they follow the name of the class.
const FIGURES: usize = 6;

/// The longest name of a class that the table shows as a whole.
const NAME_COLUMNS: usize = 21;

/// No lines but one below the header.
const RULE_BELOW_HEADER: TableStyle = TableStyle::new().header_separator(LineStyle::new('─', '─', '─', '─'));

/// A line for each of at most `rows` classes with its figures, those first that need attention, one for the others, and one for
/// all of them together.
pub fn class_table(methods: &[MethodEntry], rows: usize) -> String {
    let mut table = Table::new();
    let package = common_package(methods);
    table.load_style(RULE_BELOW_HEADER).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(["class", "methods", "tests", "goals", "reached", "unreachable", "undecided"]);
    let classes = methods.chunk_by(|a, b| a.key.class == b.key.class);
    let mut classes: Vec<(&[MethodEntry], Totals)> = classes.map(|class| (class, Totals::of(class))).collect();
    classes.sort_by_key(|(_, totals)| std::cmp::Reverse((totals.failed + totals.mismatches, totals.undecided)));
    for (class, totals) in classes.iter().take(rows) {
        table.add_row(row(&class[0].key.class[package.len()..], totals));
    }
    if let Some(rest @ [_, ..]) = classes.get(rows..) {
        let totals = Totals::of(rest.iter().flat_map(|(class, _)| *class));
        table.add_row(row(&format!("… and {} more", rest.len()), &totals));
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
    let heading = if package.is_empty() { String::new() } else { format!("In {package}*:\n") };
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
pub fn common_package(methods: &[MethodEntry]) -> &str {
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
    let unreachable = totals.unreachable + totals.unreachable_within;
    let figures: [u64; FIGURES] =
        [totals.methods, totals.tests, totals.goals, totals.reached, unreachable, totals.undecided];
    let mut row = vec![Cell::new(cut_start(name, NAME_COLUMNS))];
    row.extend(figures.map(Cell::new));
    row
}
