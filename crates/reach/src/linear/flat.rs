//! The inputs that satisfy an equation on one path.

use super::lattice::{Cut, Lattice, Overflow, subtract};
use super::short::{reduce, shorten};
use super::{Form, Linear};

/// How often the base is brought nearer by each row.
const ROUNDS: usize = 4;

/// Inputs that differ by sums of multiples of some vectors. There is a number for each free symbol of the program, in their
/// order.
#[derive(Clone, Debug)]
pub(crate) struct Flat(pub Lattice);

/// A form as one of the inputs: its slope along each, and its constant.
pub(crate) struct Gradient {
    slopes: Vec<i128>,
    constant: i128,
}

impl Gradient {
    /// What a form is for executions that take these edges. `room` has a zero for each symbol, and has it again in the end.
    pub(crate) fn of(form: &Form, edges: &[usize], linear: &Linear, room: &mut [i128]) -> Result<Gradient, Overflow> {
        let found = Gradient::substitute(form, edges, linear, room);
        if found.is_err() {
            room.fill(0);
        }
        found
    }

    fn substitute(form: &Form, edges: &[usize], linear: &Linear, room: &mut [i128]) -> Result<Gradient, Overflow> {
        form.parts.iter().for_each(|(column, factor)| room[*column] = *factor);
        let mut constant = form.constant;
        for (column, value) in edges.iter().rev().flat_map(|edge| &linear.values[*edge]) {
            let factor = std::mem::take(&mut room[*column]);
            if factor == 0 {
                continue;
            }
            let value = value.as_ref().ok_or(Overflow)?;
            let add = |to: i128, number: i128| to.checked_add(factor.checked_mul(number)?);
            constant = add(constant, value.constant).ok_or(Overflow)?;
            for (part, number) in &value.parts {
                room[*part] = add(room[*part], *number).ok_or(Overflow)?;
            }
        }
        let slopes = linear.free.iter().map(|(_, column)| std::mem::take(&mut room[*column])).collect();
        Ok(Gradient { slopes, constant })
    }

    /// What the slopes make of a vector.
    fn along(&self, vector: &[i128]) -> Result<i128, Overflow> {
        let mut sum = 0_i128;
        for (slope, number) in self.slopes.iter().zip(vector) {
            sum = slope.checked_mul(*number).and_then(|product| sum.checked_add(product)).ok_or(Overflow)?;
        }
        Ok(sum)
    }
}

impl Flat {
    /// The part on which the form of a gradient is zero, with a base near inputs that are in it; `None` where there is none.
    pub(crate) fn cut(&self, gradient: &Gradient, near: Vec<i128>) -> Result<Option<Flat>, Overflow> {
        let value = gradient.along(&near)?.checked_add(gradient.constant).ok_or(Overflow)?;
        let slopes = self.0.rows.iter().map(|row| gradient.along(row)).collect::<Result<_, _>>()?;
        let mut cut = Lattice { base: near.clone(), rows: self.0.rows.clone() };
        if cut.cut(value, slopes)? == Cut::Nothing {
            return Ok(None);
        }
        let columns = 0..near.len();
        reduce(&mut cut.rows, columns.clone())?;
        let mut away = cut.base.clone();
        subtract(&mut away, 1, &near)?;
        for _ in 0..ROUNDS {
            for row in &cut.rows {
                shorten(&mut away, row, columns.clone())?;
            }
        }
        cut.base = away;
        subtract(&mut cut.base, -1, &near)?;
        Ok(Some(Flat(cut)))
    }
}
