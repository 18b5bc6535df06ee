//! Conflicts of classes: two references do not name one object if no class fits both.
//!
//! There is such a condition for every two references whose classes exclude each other, and hardly one of them is ever broken:
//! addresses differ unless something makes them equal. So each is stated only once values break it, before these become an
//! execution; but those at once that decide which of a few references a derived one is.

use super::{Operation, Place, object_at_address};
use crate::heap::Source;
use crate::model::Conflict;
use crate::{Target, TypeConstraint};
use clew_term::{Evaluator, Node, Term};
use std::borrow::Cow;

/// An address that is made of more others than this is not looked into.
const MAX_ADDRESSES: usize = 8;

impl Operation<'_, '_> {
    /// States that a place, of whose object's class more is known now, is none of the references whose classes exclude it
    /// and between which its address chooses.
    pub(super) fn state_conflicts(&mut self, place: Place) {
        for part in self.parts_of(place) {
            self.state_if_conflict(place, part);
        }
    }

    /// The references between which the address of a place chooses, if they are few.
    fn parts_of(&mut self, place: Place) -> Vec<Place> {
        let mut parts = Vec::new();
        let mut seen: Vec<Term> = Vec::new();
        let mut waiting: Vec<Term> = self.address(place).into_iter().collect();
        while let Some(address) = waiting.pop() {
            if seen.contains(&address) {
                continue;
            }
            if seen.len() >= MAX_ADDRESSES {
                return Vec::new();
            }
            seen.push(address);
            match *self.cx.pool.node(address) {
                Node::Ite(_, then, otherwise) => waiting.extend([otherwise, then]),
                _ => parts.extend(self.state().owners.get(&address).map(|home| Place::Input(*home))),
            }
        }
        parts
    }

    /// States that two places differ if no object can be both.
    fn state_if_conflict(&mut self, one: Place, two: Place) {
        let (one, two) = (self.state().facts.root(one), self.state().facts.root(two));
        if one == two || self.state().facts.are_apart(one, two) || self.may_be_same(one, two) {
            return;
        }
        if let Some(equal) = self.equation(one, two)
            && self.cx.pool.as_bool(equal).is_none()
        {
            self.heap.solver_mut().facts.add_atom(equal, one, two);
            let same = self.both_and_equal(one, two);
            let fact = self.not(same);
            self.also(fact);
        }
    }

    /// A condition that these values break, by which objects have no class that satisfies what is known of them.
    pub(super) fn conflict(mut self, values: &mut Evaluator) -> Option<Conflict> {
        let mut inputs = self.inputs_under(values);
        inputs.sort_unstable_by_key(|(place, address)| (*address, *place));
        let mut excluded_by = self.cx.pool.tru();
        for same in inputs.chunk_by(|(_, one), (_, two)| one == two) {
            let mut places: Vec<Place> = same.iter().map(|(place, _)| *place).collect();
            places.extend(same.first().and_then(|(_, address)| self.published_at(*address)));
            if places.len() > 1
                && let Err(conflict) = self.check(&places)
            {
                excluded_by = self.and(excluded_by, conflict.excluded_by);
            }
        }
        (self.cx.pool.as_bool(excluded_by) != Some(true)).then_some(Conflict { excluded_by })
    }

    /// The object of class initialization at an address, if the input may name it.
    fn published_at(&self, address: u64) -> Option<Place> {
        let object = object_at_address(address)?;
        let is_published =
            self.heap.candidates().any(|known| known == object) && !self.state().origins.contains_key(&object);
        is_published.then_some(Place::Made(object))
    }

    /// The address of every reference of the input that is not null and no choice, as values have it.
    pub(super) fn inputs_under(&self, values: &mut Evaluator) -> Vec<(Place, u64)> {
        let pool = &*self.cx.pool;
        let mut found = Vec::new();
        for (variable, info) in self.heap.variables() {
            let Source::Input { address: Some(address) } = info.source else { continue };
            let is_null = match info.target {
                Target::NonNull => false,
                Target::Null | Target::Object(_) => true,
                Target::Open | Target::Named(_) | Target::Same(_) => !values.holds(pool, info.non_null),
            };
            if is_null {
                continue;
            }
            if let clew_term::Value::Bv { bits, .. } = values.value(pool, address) {
                found.push((Place::Input(variable), bits));
            }
        }
        found
    }

    /// Whether some object can be at all of these places.
    pub(super) fn check(&mut self, places: &[Place]) -> Result<(), Conflict> {
        let mut roots: Vec<Place> = Vec::new();
        for place in places {
            let root = self.state().facts.root(*place);
            if !roots.contains(&root) {
                roots.push(root);
            }
        }
        for (at, one) in roots.iter().enumerate() {
            if let Some(two) = roots[..at].iter().find(|two| !self.may_be_same(*one, **two)) {
                let equal = self.both_and_equal(*one, *two);
                return Err(Conflict { excluded_by: self.not(equal) });
            }
        }
        if roots.len() < 2 || self.have_a_common_class(&roots) {
            return Ok(());
        }
        let mut all_equal = self.cx.pool.tru();
        for (at, one) in roots.iter().enumerate() {
            for two in &roots[..at] {
                let equal = self.both_and_equal(*one, *two);
                all_equal = self.and(all_equal, equal);
            }
        }
        Err(Conflict { excluded_by: self.not(all_equal) })
    }

    /// Whether some class satisfies what is known of the objects at all of these places.
    fn have_a_common_class(&self, places: &[Place]) -> bool {
        let mut types: Cow<'_, TypeConstraint> = Cow::default();
        for known in places.iter().map(|place| self.types_at(*place)) {
            if *types == TypeConstraint::default() {
                types = Cow::Borrowed(known);
            } else if *types != *known {
                types = Cow::Owned(types.and(known, self.cx.oracle));
            }
        }
        self.cx.oracle.may_be_inhabited(&types)
    }

    pub(super) fn both_and_equal(&mut self, one: Place, two: Place) -> Term {
        let (left, right) = (self.non_null_at(one), self.non_null_at(two));
        let both = self.and(left, right);
        match self.equation(one, two) {
            Some(equal) => self.and(both, equal),
            None => self.cx.pool.fls(),
        }
    }
}
