//! The elements of arrays under a model.

use super::{Extractor, Fact};
use crate::state::State;
use clew_heap::{Kind, Ref, Value};
use clew_term::{Term, Value as Constant};

impl Extractor<'_, '_> {
    /// The numbers that a map term holds at the first `length` indices.
    pub(super) fn numbers(&mut self, map: Term, kind: Kind, length: i32) -> Vec<Fact> {
        (0..length)
            .map(|at| {
                let index = self.machine.pool.bv32(at);
                let stored = self.machine.pool.select(map, &[index]);
                let element = kind.widen(&mut self.machine.pool, stored);
                self.number(element, kind)
            })
            .collect()
    }

    /// The references in the cells, `null` where there is none.
    pub(super) fn references(&mut self, state: &State, cells: &[(Term, Ref)], kind: Kind, length: i32) -> Vec<Fact> {
        let mut elements = vec![Fact::Null; length as usize];
        for (index, reference) in cells {
            let at = match self.machine.value_in(&self.model, *index) {
                value @ Constant::Bv { .. } => value.as_i32().and_then(|at| usize::try_from(at).ok()),
                _ => None,
            };
            if let Some(at) = at.filter(|at| *at < elements.len()) {
                elements[at] = self.value(state, Value::Ref(*reference), kind);
            }
        }
        elements
    }
}
