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
    let mut tableau = Tableau::of(rows, symbols);
    for step in 0..STEPS {
        let Some(column) = tableau.entering(step < GREEDY) else { return false };
        let Some(row) = tableau.leaving(column, step < GREEDY) else { return true };
        tableau.pivot(row, column);
    }
    false
}

/// Multiples of rows whose sum has no symbols. All are zero from beginning to end, so that only the directions in which they can
/// grow change.
struct Tableau {
    width: usize,
    /// A row for each symbol, and the gain of each column in the last.
    cells: Vec<f64>,
    /// The column that stands for a row; those behind the last stand for nothing, and must stay zero.
    basis: Vec<usize>,
}

impl Tableau {
    fn of(rows: &[Vec<f64>], symbols: usize) -> Tableau {
        let width = rows.len();
        let mut cells = Vec::with_capacity((symbols + 1) * width);
        for symbol in 0..symbols {
            cells.extend(rows.iter().map(|row| row[symbol]));
        }
        cells.extend(rows.iter().map(|row| -row[symbols]));
        Tableau { width, cells, basis: (0..symbols).map(|symbol| width + symbol).collect() }
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.width + column]
    }

    /// A column that gains: the one that gains most, or the first.
    fn entering(&self, greedy: bool) -> Option<usize> {
        let gain = |column: usize| self.at(self.basis.len(), column);
        let mut gaining = (0..self.width).filter(|column| gain(*column) > EPSILON);
        if greedy { gaining.max_by(|left, right| gain(*left).total_cmp(&gain(*right))) } else { gaining.next() }
    }

    /// The row that keeps a column from growing; nothing where it grows without end.
    fn leaving(&self, column: usize, greedy: bool) -> Option<usize> {
        let rows = 0..self.basis.len();
        let stands_for_nothing = |row: &usize| self.basis[*row] >= self.width;
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
