//! Tables that read well both on a terminal and as Markdown.

use comfy_table::{CellAlignment, Table, presets::ASCII_MARKDOWN};

/// A table whose first column is text and whose other columns are figures, set flush right.
pub fn table(header: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN).set_header(header.iter().copied());
    for row in rows {
        table.add_row(row.iter().map(|cell| cell.replace('|', "\\|")));
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.to_string()
}

/// A whole number with commas between the thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Seconds with as many digits as mean something.
pub fn seconds(value: f64) -> String {
    match value {
        value if value < 0.1 => format!("{:.1} ms", value * 1e3),
        value if value < 10.0 => format!("{value:.2} s"),
        value => format!("{value:.0} s"),
    }
}

/// A share in percent; a dash where there is nothing to take it of.
pub fn percent(part: f64, whole: f64) -> String {
    if whole > 0.0 { format!("{:.0} %", 100.0 * part / whole) } else { "–".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!([0, 999, 1000, 1234567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn a_table_is_markdown() {
        let text = table(&["name", "n"], [vec!["a|b".to_owned(), "7".to_owned()]]);
        assert_eq!(text.lines().nth(2).map(|line| line.replace(' ', "")).as_deref(), Some("|a\\|b|7|"), "{text}");
    }
}
