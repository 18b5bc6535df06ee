//! Lattice reduction: makes generating vectors short.

use super::lattice::{Overflow, subtract};
use std::ops::Range;

/// How often each row is reduced by the others at most.
const ROUNDS: usize = 20;
/// A vector is taken off another no more often than this at once.
const MOST_TIMES: f64 = 1e30;

/// Makes rows short, as far as these columns go, that span the same.
pub(super) fn reduce(rows: &mut [Vec<i128>], columns: Range<usize>) -> Result<(), Overflow> {
    // Rounding errors make them less short and nothing else.
    let float = |row: &[i128]| -> Vec<f64> { row[columns.clone()].iter().map(|number| *number as f64).collect() };
    let mut floats: Vec<Vec<f64>> = rows.iter().map(|row| float(row)).collect();
    let mut squares: Vec<f64> = floats.iter().map(|row| product(row, row)).collect();
    for _ in 0..ROUNDS {
        let mut is_shorter = false;
        for row in 0..rows.len() {
            for by in (0..rows.len()).filter(|by| *by != row) {
                let times = (product(&floats[row], &floats[by]) / squares[by]).round();
                if !times.is_normal() || times.abs() > MOST_TIMES {
                    continue;
                }
                let mut shorter = rows[row].clone();
                subtract(&mut shorter, times as i128, &rows[by])?;
                let numbers = float(&shorter);
                let square = product(&numbers, &numbers);
                if square < squares[row] {
                    (rows[row], floats[row], squares[row]) = (shorter, numbers, square);
                    is_shorter = true;
                }
            }
        }
        if !is_shorter {
            break;
        }
    }
    Ok(())
}

fn product(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

/// Takes a multiple of another vector off one where that makes it shorter, as far as these columns go. Whether it does.
pub(super) fn shorten(vector: &mut Vec<i128>, by: &[i128], columns: Range<usize>) -> Result<bool, Overflow> {
    let product = |left: &[i128], right: &[i128]| -> f64 {
        let pairs = left[columns.clone()].iter().zip(&right[columns.clone()]);
        pairs.map(|(left, right)| *left as f64 * *right as f64).sum()
    };
    // Rounding errors make it less short and nothing else.
    let times = (product(vector, by) / product(by, by)).round();
    if !times.is_normal() || times.abs() > MOST_TIMES {
        return Ok(false);
    }
    let mut shorter = vector.clone();
    subtract(&mut shorter, times as i128, by)?;
    if product(&shorter, &shorter) >= product(vector, vector) {
        return Ok(false);
    }
    *vector = shorter;
    Ok(true)
}
