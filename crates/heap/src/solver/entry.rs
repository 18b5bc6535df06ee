//! The heap at entry under concrete values: the reads that saw it (`track_get` in section 6.3 of the thesis) as a graph.

use super::solve::Solution;
use super::{Operation, Place, Slot};
use crate::assumptions::{Edge, EntryAssumption, EntryGraph, violated};
use crate::{Ref, RefVar, Target, Value};
use clew_term::{Assignment, Evaluator, Term, TermPool};

/// The heap at entry, as far as it is known.
struct Tracked<'o, 'a, 'b, 'e> {
    operation: &'o mut Operation<'a, 'b>,
    solution: Solution<'e>,
}

impl Operation<'_, '_> {
    /// A condition that holds wherever the heap at entry keeps the assumptions, and not under these values; `None` if it
    /// keeps them under these values too.
    pub(super) fn violated(mut self, assumptions: &[EntryAssumption], values: &Assignment) -> Option<Term> {
        let mut values = Evaluator::new(values.clone());
        let solution = self.places_under(&mut values);
        violated(&mut Tracked { operation: &mut self, solution }, assumptions)
    }
}

impl Tracked<'_, '_, '_, '_> {
    /// The place that a reference of the input names, if it is not null.
    fn named(&self, variable: RefVar) -> Option<Place> {
        let place = match self.operation.heap.variable(variable).target {
            Target::Object(object) => self.operation.place_of(object),
            _ => Place::Input(variable),
        };
        self.solution.addresses.contains_key(&place).then_some(place)
    }
}

impl EntryGraph for Tracked<'_, '_, '_, '_> {
    type Name = Place;

    fn pool(&mut self) -> &mut TermPool {
        self.operation.cx.pool
    }

    fn object(&self, name: Place) -> u64 {
        self.solution.addresses.get(&name).copied().unwrap_or(0)
    }

    fn root(&mut self, reference: Ref) -> Option<(Place, Term)> {
        match reference {
            Ref::Null => None,
            Ref::Object(object) => Some((self.operation.place_of(object), self.operation.cx.pool.tru())),
            Ref::Var(variable) => {
                let place = self.named(variable)?;
                Some((place, self.operation.non_null_at(place)))
            }
        }
    }

    fn edges(&mut self, from: Place) -> Vec<Edge<Place>> {
        let address = self.object(from);
        let mut edges = Vec::new();
        for entry in self.operation.state().initial.clone() {
            let Value::Ref(Ref::Var(variable)) = entry.value else { continue };
            if !self.solution.is_at(entry.place, address)
                || !self.solution.evaluator.holds(self.operation.cx.pool, entry.guard)
            {
                continue;
            }
            let Some(to) = self.named(variable) else { continue };
            let field = match entry.slot {
                Slot::Field(field) => Some(field),
                Slot::Numbers | Slot::References => None,
            };
            let here = self.same(from, entry.place);
            let there = self.operation.non_null_at(to);
            let held = self.operation.and(entry.guard, there);
            edges.push(Edge { field, to, because: self.operation.and(here, held) });
        }
        edges
    }

    fn same(&mut self, one: Place, two: Place) -> Term {
        let facts = &self.operation.state().facts;
        if facts.root(one) == facts.root(two) {
            return self.operation.cx.pool.tru();
        }
        self.operation.both_and_equal(one, two)
    }
}
