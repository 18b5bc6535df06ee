//! Whether linear inequalities contradict each other, as far as floating point tells: a guess that guides a search.
//!
//! By Farkas' lemma they do just if a sum of multiples of them, none negative, has no symbols and a negative constant.
//! The simplex method looks for one.

/// What is less than this is zero.
const EPSILON: f64 = 1e-9;
/// Steps before the choice of columns is made in a way that cannot go in circles.
const GREEDY: usize = 150;
/// Steps after which it is left at that.
const STEPS: usize = 400;

/// Rows that are to be zero or more: the factors of some symbols, of the same number in all rows, and a constant behind
/// them. False where nothing was found.
pub(crate) fn contradict(rows: &[Vec<f64>]) -> bool {
    let Some(symbols) = rows.first().map(|row| row.len() - 1) else { return false };
    if symbols == 1 {
        return contradict_on_a_line(rows);
    }
    Tableau::of(rows, symbols, 0).decide() == Some(false)
}

/// The same for a single symbol.
fn contradict_on_a_line(rows: &[Vec<f64>]) -> bool {
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    for row in rows {
        let bound = -row[1] / row[0];
        if row[0] > EPSILON {
            low = low.max(bound);
        } else if row[0] < -EPSILON {
            high = high.min(bound);
        } else if row[1] < -EPSILON {
            return true;
        }
    }
    low > high + EPSILON
}

/// Values of `symbols` symbols for which all rows are zero or more; `None` if none were found.
pub(crate) fn point(rows: &[Vec<f64>], symbols: usize) -> Option<Vec<f64>> {
    let mut tableau = Tableau::of(rows, symbols, symbols);
    // What a symbol would cost is what it is worth.
    let is_found = tableau.decide() == Some(true);
    is_found.then(|| (0..symbols).map(|symbol| -tableau.at(symbols, rows.len() + symbol)).collect())
}

/// Multiples of rows whose sum has no symbols. All are zero from beginning to end, so that only the directions in which they can
/// grow change.
struct Tableau {
    /// Columns for rows.
    rows: usize,
    /// All columns; behind those for rows there may be one for each symbol, which does nothing but tell its value.
    width: usize,
    /// A row for each symbol, and the gain of each column in the last.
    cells: Vec<f64>,
    /// The column that stands for a row; those behind the last stand for nothing, and must stay zero.
    basis: Vec<usize>,
}

impl Tableau {
    fn of(rows: &[Vec<f64>], symbols: usize, told: usize) -> Tableau {
        let width = rows.len() + told;
        let mut cells = Vec::with_capacity((symbols + 1) * width);
        for symbol in 0..symbols {
            cells.extend(rows.iter().map(|row| row[symbol]));
            cells.extend((0..told).map(|other| if other == symbol { 1.0 } else { 0.0 }));
        }
        cells.extend(rows.iter().map(|row| -row[symbols]));
        cells.resize((symbols + 1) * width, 0.0);
        Tableau { rows: rows.len(), width, cells, basis: (0..symbols).map(|symbol| rows.len() + symbol).collect() }
    }

    /// Whether the rows do not contradict each other; `None` if that takes too long.
    fn decide(&mut self) -> Option<bool> {
        for step in 0..STEPS {
            let Some(column) = self.entering(step < GREEDY) else { return Some(true) };
            let Some(row) = self.leaving(column, step < GREEDY) else { return Some(false) };
            self.pivot(row, column);
        }
        None
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.width + column]
    }

    /// A column that gains: the one that gains most, or the first.
    fn entering(&self, greedy: bool) -> Option<usize> {
        let gain = |column: usize| self.at(self.basis.len(), column);
        let mut gaining = (0..self.rows).filter(|column| gain(*column) > EPSILON);
        if greedy { gaining.max_by(|left, right| gain(*left).total_cmp(&gain(*right))) } else { gaining.next() }
    }

    /// The row that keeps a column from growing; `None` if it grows without end.
    fn leaving(&self, column: usize, greedy: bool) -> Option<usize> {
        let rows = 0..self.basis.len();
        let stands_for_nothing = |row: &usize| self.basis[*row] >= self.rows;
        let size = |row: usize| self.at(row, column).abs();
        let largest = |left: &usize, right: &usize| size(*left).total_cmp(&size(*right));
        let empty = rows.clone().filter(|row| stands_for_nothing(row) && size(*row) > EPSILON).max_by(largest);
        empty.or_else(|| {
            let binding = rows.filter(|row| !stands_for_nothing(row) && self.at(*row, column) > EPSILON);
            if greedy { binding.max_by(largest) } else { binding.min_by_key(|row| self.basis[*row]) }
        })
    }

    fn pivot(&mut self, row: usize, column: usize) {
        let factor = 1.0 / self.at(row, column);
        let start = row * self.width;
        self.cells[start..start + self.width].iter_mut().for_each(|cell| *cell *= factor);
        let pivot = self.cells[start..start + self.width].to_vec();
        for (other, cells) in self.cells.chunks_exact_mut(self.width).enumerate() {
            let times = cells[column];
            if other != row && times != 0.0 {
                cells.iter_mut().zip(&pivot).for_each(|(cell, by)| *cell -= times * by);
                cells[column] = 0.0;
            }
        }
        self.basis[row] = column;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(rows: &[&[f64]]) -> Vec<Vec<f64>> {
        rows.iter().map(|row| row.to_vec()).collect()
    }

    #[test]
    fn what_has_a_solution_does_not_contradict_itself() {
        assert!(!contradict(&[]));
        // x >= 3, y >= x, y <= 3: that is one point.
        assert!(!contradict(&rows(&[&[1.0, 0.0, -3.0], &[-1.0, 1.0, 0.0], &[0.0, -1.0, 3.0]])));
        // x + y >= 1, without end.
        assert!(!contradict(&rows(&[&[1.0, 1.0, -1.0]])));
    }

    #[test]
    fn what_has_none_does() {
        // x >= 3, y >= x, y <= 2.
        assert!(contradict(&rows(&[&[1.0, 0.0, -3.0], &[-1.0, 1.0, 0.0], &[0.0, -1.0, 2.0]])));
        // x > y, y > z, z > x.
        assert!(contradict(&rows(&[&[1.0, -1.0, 0.0, -1.0], &[0.0, 1.0, -1.0, -1.0], &[-1.0, 0.0, 1.0, -1.0]])));
        // A constant that is negative.
        assert!(contradict(&rows(&[&[0.0, -1.0]])));
    }
}
