//! Conditions over assumption identifiers, as sets of cubes (`unverified-executions`, section 3.2).

use clew_base::define_id;
use clew_ir::{BinaryOp, Const, Expr, Reg, UnaryOp};
use std::collections::{BTreeMap, BTreeSet};

define_id! {
    /// The name under which a verifier assumed something: a boolean variable that is true until the assumption fails.
    pub struct Identifier = "a"
}

/// How many cubes a condition has at most. What needs more is not computed.
pub const MAX_CUBES: usize = 64;

/// A conjunction of identifiers and negations of identifiers: with each identifier, the value that it has.
pub type Cube = BTreeMap<Identifier, bool>;

/// A condition in disjunctive normal form. No cube contains another one. So two conditions are equal if they are
/// equivalent and no identifier has different signs in them, as holds of the conditions of one [`crate::Property`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    cubes: BTreeSet<Cube>,
}

impl Condition {
    /// The condition that always holds.
    pub fn always() -> Condition {
        Condition { cubes: BTreeSet::from([Cube::new()]) }
    }

    /// The condition that never holds.
    pub fn never() -> Condition {
        Condition { cubes: BTreeSet::new() }
    }

    /// The condition that the identifier has this value.
    pub fn literal(identifier: Identifier, value: bool) -> Condition {
        Condition { cubes: BTreeSet::from([Cube::from([(identifier, value)])]) }
    }

    /// The disjunction of the cubes, however many they are.
    pub fn any_of(cubes: impl IntoIterator<Item = Cube>) -> Condition {
        let mut any = Condition::never();
        cubes.into_iter().for_each(|cube| any.add(cube));
        any
    }

    /// The cubes, in order.
    pub fn cubes(&self) -> impl Iterator<Item = &Cube> {
        self.cubes.iter()
    }

    /// Whether it is [`Condition::always`].
    pub fn is_always(&self) -> bool {
        self.cubes.first().is_some_and(Cube::is_empty)
    }

    /// Whether it is [`Condition::never`].
    pub fn is_never(&self) -> bool {
        self.cubes.is_empty()
    }

    /// The conjunction; `None` if it has more than [`MAX_CUBES`] cubes.
    pub fn and(&self, other: &Condition) -> Option<Condition> {
        let mut both = Condition::never();
        for left in &self.cubes {
            for right in &other.cubes {
                if let Some(cube) = conjunction(left, right) {
                    both.add(cube);
                }
                if both.cubes.len() > MAX_CUBES {
                    return None;
                }
            }
        }
        Some(both)
    }

    /// A condition that implies both: the conjunction, or one that never holds where that is too large.
    pub(crate) fn meet(&self, other: &Condition) -> Condition {
        self.and(other).unwrap_or_else(Condition::never)
    }

    /// The negation; `None` if it has more than [`MAX_CUBES`] cubes.
    pub fn negated(&self) -> Option<Condition> {
        let mut negation = Condition::always();
        for cube in &self.cubes {
            let fails = Condition::any_of(cube.iter().map(|(identifier, value)| Cube::from([(*identifier, !value)])));
            negation = negation.and(&fails)?;
        }
        Some(negation)
    }

    /// What the condition says once the identifier has this value.
    pub fn with(&self, identifier: Identifier, value: bool) -> Condition {
        let fits = self.cubes.iter().filter(|cube| cube.get(&identifier).is_none_or(|wanted| *wanted == value));
        Condition::any_of(fits.map(|cube| {
            let mut cube = cube.clone();
            cube.remove(&identifier);
            cube
        }))
    }

    /// Whether it holds where the identifiers have these values.
    pub fn holds(&self, value: impl Fn(Identifier) -> bool) -> bool {
        self.cubes.iter().any(|cube| cube.iter().all(|(identifier, wanted)| value(*identifier) == *wanted))
    }

    /// The condition on the variables that stand for the identifiers; `None` if one has no variable.
    pub fn expression(&self, variable: impl Fn(Identifier) -> Option<Reg>) -> Option<Expr> {
        let literal = |(identifier, value): (&Identifier, &bool)| {
            let read = Expr::Reg(variable(*identifier)?);
            Some(if *value { read } else { Expr::unary(UnaryOp::Not, read) })
        };
        let cube = |cube: &Cube| {
            let literals: Option<Vec<Expr>> = cube.iter().map(literal).collect();
            Some(joined(BinaryOp::And, true, literals?))
        };
        let cubes: Option<Vec<Expr>> = self.cubes.iter().map(cube).collect();
        Some(joined(BinaryOp::Or, false, cubes?))
    }

    /// Adds a cube unless one that is there holds wherever it does; removes those that hold only where it does.
    fn add(&mut self, cube: Cube) {
        if self.cubes.iter().any(|other| contains(&cube, other)) {
            return;
        }
        self.cubes.retain(|other| !contains(other, &cube));
        self.cubes.insert(cube);
    }
}

/// Joins the parts by an operator; `none` is the value where there are none.
fn joined(op: BinaryOp, none: bool, parts: Vec<Expr>) -> Expr {
    parts.into_iter().reduce(|left, right| Expr::binary(op, left, right)).unwrap_or(Expr::Const(Const::Bool(none)))
}

/// Both cubes at once; `None` if they contradict each other.
fn conjunction(left: &Cube, right: &Cube) -> Option<Cube> {
    let mut both = left.clone();
    for (identifier, value) in right {
        if both.insert(*identifier, *value).is_some_and(|other| other != *value) {
            return None;
        }
    }
    Some(both)
}

/// Whether the cube has all literals of the other one.
fn contains(cube: &Cube, other: &Cube) -> bool {
    other.iter().all(|(identifier, value)| cube.get(identifier) == Some(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_base::Id;

    fn cube(literals: &[(usize, bool)]) -> Cube {
        literals.iter().map(|(index, value)| (Identifier::from_index(*index), *value)).collect()
    }

    #[test]
    fn cubes_that_say_more_are_left_out() {
        let expected = Condition::any_of([cube(&[(0, true)]), cube(&[(1, true), (2, true)])]);
        let longer = [cube(&[(0, true), (1, true)]), cube(&[(1, true), (2, true)]), cube(&[(0, true)])];
        assert_eq!(Condition::any_of(longer.clone()), expected);
        assert_eq!(Condition::any_of(longer.into_iter().rev()), expected);
        assert_eq!(Condition::any_of([cube(&[(3, false)]), Cube::new()]), Condition::always());
    }

    #[test]
    fn contradictions_never_hold() {
        let holds = Condition::literal(Identifier::from_index(0), true);
        assert_eq!(holds.negated().as_ref().and_then(|fails| fails.and(&holds)), Some(Condition::never()));
    }
}
