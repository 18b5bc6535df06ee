//! The weakest precondition of one path: what must hold at a block for an execution to continue along the path.

use super::lattice::{Cut, Lattice};
use super::simplex::contradict;
use super::{Column, Fact, Form, Linear};

/// Conditions on the values at a place, and the way behind it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct WeakestPrecondition {
    /// Forms that are zero or more.
    pub at_least_zero: Vec<Form>,
    pub zero: Vec<Form>,
    not_zero: Vec<Form>,
    /// The edges to the other place, the last first.
    pub edges: Vec<usize>,
}

impl WeakestPrecondition {
    /// Adds facts. There are several demands where one of several facts has to hold, and none where one cannot hold or is
    /// not known.
    pub(crate) fn with(self, facts: &[Fact]) -> Vec<WeakestPrecondition> {
        let mut all = vec![self];
        for fact in facts {
            all = all.into_iter().flat_map(|demand| demand.with_one(fact)).collect();
        }
        all.retain_mut(|demand| demand.tidy());
        all
    }

    fn with_one(mut self, fact: &Fact) -> Vec<WeakestPrecondition> {
        match fact {
            Fact::AtLeastZero(form) => self.at_least_zero.push(form.clone()),
            Fact::Zero(form) => self.zero.push(form.clone()),
            Fact::NotZero(form) => self.not_zero.push(form.clone()),
            Fact::All(facts) => return self.with(facts),
            Fact::Any(facts) => return facts.iter().flat_map(|fact| self.clone().with_one(fact)).collect(),
            Fact::Unknown => return Vec::new(),
        }
        vec![self]
    }

    /// What must hold before an edge for this to hold behind it; `None` where that cannot be, or cannot be told. `room` has a
    /// zero for each symbol, and has it again in the end.
    pub(crate) fn before(mut self, edge: usize, linear: &Linear, room: &mut [i128]) -> Option<WeakestPrecondition> {
        self.edges.push(edge);
        if linear.values[edge].is_empty() {
            return Some(self);
        }
        for form in self.at_least_zero.iter_mut().chain(&mut self.zero).chain(&mut self.not_zero) {
            let found = substituted(form, edge, linear, room);
            if found.is_none() {
                room.fill(0);
            }
            *form = found?;
        }
        self.tidy().then_some(self)
    }

    /// Makes equal what means the same, and leaves out what always holds. False if something never does.
    fn tidy(&mut self) -> bool {
        let mut holds = true;
        self.at_least_zero.retain_mut(|form| {
            let divisor = divisor(form);
            if divisor == 0 {
                holds &= form.constant >= 0;
                return false;
            }
            divide(form, divisor);
            true
        });
        for (forms, wants_zero) in [(&mut self.zero, true), (&mut self.not_zero, false)] {
            forms.retain_mut(|form| {
                let divisor = divisor(form);
                let may_be_zero = if divisor == 0 { form.constant == 0 } else { form.constant % divisor == 0 };
                holds &= may_be_zero || !wants_zero;
                holds &= divisor != 0 || may_be_zero == wants_zero;
                if divisor == 0 || !may_be_zero {
                    return false;
                }
                divide(form, divisor);
                true
            });
        }
        let sort = |forms: &mut Vec<Form>| {
            forms.sort_unstable_by(|left, right| (&left.parts, left.constant).cmp(&(&right.parts, right.constant)));
        };
        sort(&mut self.at_least_zero);
        // The first of those that differ by their constants says most.
        self.at_least_zero.dedup_by(|next, first| next.parts == first.parts);
        sort(&mut self.zero);
        self.zero.dedup();
        sort(&mut self.not_zero);
        self.not_zero.dedup();
        holds
    }

    /// Whether it may hold, as far as equations of integers and inequalities of rational numbers tell, these in floating point.
    pub(crate) fn is_possible(&self) -> bool {
        if contradict(&self.rows().0) {
            return false;
        }
        if self.zero.is_empty() {
            return true;
        }
        let all = || self.at_least_zero.iter().chain(&self.zero).chain(&self.not_zero);
        let columns = columns(all());
        let mut lattice = Lattice::all(columns.len());
        for form in &self.zero {
            match along(form, &columns, &lattice).map(|form| lattice.cut(form.constant, slopes(&form, &lattice))) {
                Some(Ok(Cut::Something)) => {}
                Some(Ok(Cut::Nothing)) => return false,
                // The numbers are too large.
                None | Some(Err(_)) => return true,
            }
        }
        let on_it = |forms: &[Form]| forms.iter().map(|form| along(form, &columns, &lattice)).collect::<Option<_>>();
        let (Some(at_least_zero), Some(not_zero)) = (on_it(&self.at_least_zero), on_it(&self.not_zero)) else {
            return true;
        };
        let mut rest = WeakestPrecondition { at_least_zero, not_zero, ..WeakestPrecondition::default() };
        rest.tidy() && !contradict(&rest.rows().0)
    }

    /// The forms as rows of numbers of about one, those that are zero in both directions, and the symbols that they are about.
    pub(crate) fn rows(&self) -> (Vec<Vec<f64>>, Vec<Column>) {
        let forms = || self.at_least_zero.iter().chain(&self.zero);
        let columns = columns(forms());
        let row = |form: &Form| {
            let mut row = vec![0.0; columns.len() + 1];
            for (column, factor) in &form.parts {
                if let Ok(at) = columns.binary_search(column) {
                    row[at] = *factor as f64;
                }
            }
            let length = row.iter().map(|number| number * number).sum::<f64>().sqrt();
            row[columns.len()] = form.constant as f64;
            row.iter_mut().for_each(|number| *number /= length);
            row
        };
        let mut rows: Vec<Vec<f64>> = self.at_least_zero.iter().map(row).collect();
        for form in &self.zero {
            let row = row(form);
            rows.push(row.iter().map(|number| -number).collect());
            rows.push(row);
        }
        (rows, columns)
    }
}

/// The symbols of some forms, in order.
fn columns<'a>(forms: impl Iterator<Item = &'a Form>) -> Vec<Column> {
    let mut columns: Vec<Column> = forms.flat_map(|form| &form.parts).map(|(column, _)| *column).collect();
    columns.sort_unstable();
    columns.dedup();
    columns
}

/// A form of these symbols as one of the multiples of a lattice's rows.
fn along(form: &Form, columns: &[Column], lattice: &Lattice) -> Option<Form> {
    let place = |(column, factor): &(Column, i128)| Some((columns.binary_search(column).ok()?, *factor));
    let factors: Vec<(usize, i128)> = form.parts.iter().filter_map(place).collect();
    let product = |row: &[i128]| {
        factors.iter().try_fold(0_i128, |sum, (at, factor)| sum.checked_add(factor.checked_mul(row[*at])?))
    };
    let mut parts = Vec::with_capacity(lattice.rows.len());
    for (at, row) in lattice.rows.iter().enumerate() {
        let slope = product(row)?;
        parts.extend((slope != 0).then_some((at, slope)));
    }
    Some(Form { parts, constant: product(&lattice.base)?.checked_add(form.constant)? })
}

/// The factors of all rows of a lattice.
fn slopes(form: &Form, lattice: &Lattice) -> Vec<i128> {
    let mut slopes = vec![0; lattice.rows.len()];
    form.parts.iter().for_each(|(row, factor)| slopes[*row] = *factor);
    slopes
}

/// A form before an edge.
fn substituted(form: &Form, edge: usize, linear: &Linear, room: &mut [i128]) -> Option<Form> {
    let mut columns: Vec<Column> = form.parts.iter().map(|(column, _)| *column).collect();
    form.parts.iter().for_each(|(column, factor)| room[*column] = *factor);
    let mut constant = form.constant;
    for (bound, value) in &linear.values[edge] {
        let factor = std::mem::take(&mut room[*bound]);
        if factor == 0 {
            continue;
        }
        let value = value.as_ref()?;
        constant = constant.checked_add(factor.checked_mul(value.constant)?)?;
        for (part, number) in &value.parts {
            room[*part] = room[*part].checked_add(factor.checked_mul(*number)?)?;
            columns.push(*part);
        }
    }
    columns.sort_unstable();
    columns.dedup();
    let parts = columns.into_iter().map(|column| (column, std::mem::take(&mut room[column])));
    Some(Form { parts: parts.filter(|(_, factor)| *factor != 0).collect(), constant })
}

/// What divides all factors; zero where there are none.
fn divisor(form: &Form) -> i128 {
    let mut divisor = 0_i128;
    for (_, factor) in &form.parts {
        let mut rest = factor.wrapping_abs();
        while rest != 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        if divisor == 1 {
            break;
        }
    }
    divisor
}

/// Divides; the constant is rounded down, which changes nothing for integers that are to be zero or more.
fn divide(form: &mut Form, divisor: i128) {
    if divisor != 1 {
        form.parts.iter_mut().for_each(|(_, factor)| *factor /= divisor);
        form.constant = form.constant.div_euclid(divisor);
    }
}
