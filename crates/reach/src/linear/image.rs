//! The values that the executions of a cell have, in a form that tells whether another has them all.

use super::affine_set::{Limit, is_implied};
use super::lattice::{Lattice, subtract};

/// Vectors of values, those of the parameters that keep to the limits.
pub(super) struct Image {
    /// The lattice of the values, in a form that is the same for the same lattice.
    pub lattice: Lattice,
    limits: Vec<Limit>,
}

impl Image {
    /// The image of vectors that begin with `values` values and end with what is left of each limit. `None` where numbers are too large, or
    /// where there are parameters that no value depends on.
    pub(super) fn of(mut vectors: Lattice, values: usize) -> Option<Image> {
        vectors.tidy().ok()?;
        for row in &mut vectors.rows {
            let pivot = row.iter().position(|number| *number != 0).filter(|pivot| *pivot < values)?;
            if row[pivot] < 0 {
                row.iter_mut().for_each(|number| *number = -*number);
            }
            let times = vectors.base[pivot].div_euclid(row[pivot]);
            subtract(&mut vectors.base, times, row).ok()?;
        }
        let columns = values..vectors.base.len();
        let all = || vectors.rows.iter().chain([&vectors.base]);
        let limits = columns.map(|column| all().map(|vector| vector[column]).collect()).collect();
        let start = |vector: &Vec<i128>| vector[..values].to_vec();
        let lattice = Lattice { base: start(&vectors.base), rows: vectors.rows.iter().map(start).collect() };
        Some(Image { lattice, limits })
    }

    /// Whether all that is in it is in another with the same lattice, as far as floating point tells.
    pub(super) fn is_within(&self, other: &Image) -> bool {
        other.limits.iter().all(|limit| {
            self.limits.contains(limit) || {
                let mut limits = self.limits.clone();
                limits.push(limit.clone());
                is_implied(&mut limits)
            }
        })
    }
}
