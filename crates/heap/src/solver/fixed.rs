//! Objects that never change, such as strings.
//!
//! Nothing is written to them that anybody could tell, so what they hold needs no place on the stack: each holds its fields
//! itself. Two references of the input may still name one of them. Then their contents are equal, which is stated as
//! soon as an equation speaks of both.

use super::solve::Solution;
use super::{Operation, Place};
use crate::ObjectId;
use crate::heap::Source;
use crate::model::{Alternative, Conflict};
use clew_term::Term;
use std::rc::Rc;

impl Operation<'_, '_> {
    /// Takes note that an object never changes.
    pub(super) fn fix(mut self, object: ObjectId, content: Rc<[Term]>) -> Alternative<()> {
        let place = self.place_of(object);
        let others: Vec<ObjectId> = self.state().fixed.keys().copied().collect();
        self.heap.solver_mut().fixed.insert(object, content);
        for other in others {
            let (one, two) = (place, self.place_of(other));
            let is_compared = self.state().facts.atom(one, two).is_some();
            if one != two && (is_compared || self.is_derived(one) || self.is_derived(two)) {
                let same = self.same(one, two);
                self.state_equal_contents(one, two, same);
            }
        }
        self.done(())
    }

    /// Whether a place has an address that is made of those of others.
    fn is_derived(&self, place: Place) -> bool {
        match place {
            Place::Made(_) => false,
            Place::Input(variable) => match self.heap.variable(variable).source {
                Source::Input { address } => {
                    address.is_some_and(|address| self.state().owners.get(&address) != Some(&variable))
                }
                Source::Choice(_) => true,
            },
        }
    }

    /// States, where both are objects that never change, that they have equal contents if they are the same.
    pub(super) fn state_equal_contents(&mut self, one: Place, two: Place, same: Term) {
        let (Some(one), Some(two)) = (self.fixed_at(one), self.fixed_at(two)) else { return };
        if one == two || self.cx.pool.as_bool(same) == Some(false) {
            return;
        }
        let equal = self.equal_contents(&one, &two);
        let fact = self.cx.pool.implies(same, equal);
        self.also(fact);
    }

    fn equal_contents(&mut self, one: &[Term], two: &[Term]) -> Term {
        let mut equal = self.cx.pool.tru();
        for (left, right) in one.iter().zip(two) {
            let here = self.cx.pool.eq(*left, *right);
            equal = self.and(equal, here);
        }
        equal
    }

    fn fixed_at(&self, place: Place) -> Option<Rc<[Term]>> {
        self.state().fixed.get(&self.object_at(place)?).cloned()
    }

    /// Whether objects that never change have equal contents where values make them the same.
    pub(super) fn check_contents(&mut self, solution: &mut Solution<'_>, places: &[Place]) -> Result<(), Conflict> {
        let fixed: Vec<(Place, Rc<[Term]>)> =
            places.iter().filter_map(|place| Some((*place, self.fixed_at(*place)?))).collect();
        let Some(((first, content), others)) = fixed.split_first() else { return Ok(()) };
        for (place, other) in others {
            let equal = self.equal_contents(content, other);
            if !solution.evaluator.holds(self.cx.pool, equal) {
                let same = self.both_and_equal(*first, *place);
                return Err(Conflict { excluded_by: self.cx.pool.implies(same, equal) });
            }
        }
        Ok(())
    }
}
