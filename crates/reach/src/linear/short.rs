//! Makes vectors short.

use super::lattice::{Overflow, subtract};
use std::ops::Range;

/// How often each row is reduced by the others at most.
const ROUNDS: usize = 20;

/// Makes rows short, as far as these columns go, that span the same.
pub(super) fn reduce(rows: &mut [Vec<i128>], columns: Range<usize>) -> Result<(), Overflow> {
    for _ in 0..ROUNDS {
        let mut is_shorter = false;
        for row in 0..rows.len() {
            let mut reduced = std::mem::take(&mut rows[row]);
            let others = (0..rows.len()).filter(|other| *other != row);
            let shortened = others.into_iter().try_for_each(|other| {
                is_shorter |= shorten(&mut reduced, &rows[other], columns.clone())?;
                Ok(())
            });
            rows[row] = reduced;
            shortened?;
        }
        if !is_shorter {
            break;
        }
    }
    Ok(())
}

/// Takes a multiple of another vector off one where that makes it shorter, as far as these columns go. Whether it does.
pub(super) fn shorten(vector: &mut Vec<i128>, by: &[i128], columns: Range<usize>) -> Result<bool, Overflow> {
    let product = |left: &[i128], right: &[i128]| -> f64 {
        let pairs = left[columns.clone()].iter().zip(&right[columns.clone()]);
        pairs.map(|(left, right)| *left as f64 * *right as f64).sum()
    };
    // Rounding errors make it less short and nothing else.
    let times = (product(vector, by) / product(by, by)).round();
    if !times.is_normal() || times.abs() > 1e30 {
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
