//! The heap at entry under lazy initialization: what a reference names is decided, or nobody has looked there and it is an
//! object of its own, if it is not null.

use crate::assumptions::{Edge, EntryGraph};
use crate::{ArrayData, Content, FieldId, Heap, ObjectId, Provenance, Ref, RefVar, Value};
use clew_base::Id;
use clew_term::{Evaluator, Term, TermPool};

/// The heap at entry, as far as it is known, under concrete values.
pub(super) struct Revealed<'h> {
    pub heap: &'h Heap,
    pub pool: &'h mut TermPool,
    pub evaluator: Evaluator,
}

/// An object, or the one that a reference names into which nobody has looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    Object(ObjectId),
    Behind(RefVar),
}

impl Revealed<'_> {
    /// What a reference names, and the condition that it is not null.
    fn named(&mut self, reference: Ref) -> Option<(Known, Term)> {
        match (super::known(self.heap, reference), reference) {
            (Some(object), _) => Some((Known::Object(object?), self.pool.tru())),
            (None, Ref::Var(variable)) => {
                let null = super::is_null(self.pool, self.heap, reference);
                let non_null = self.pool.not(null);
                self.evaluator.holds(self.pool, non_null).then_some((Known::Behind(variable), non_null))
            }
            (None, Ref::Null | Ref::Object(_)) => None,
        }
    }

    fn edge(&mut self, field: Option<FieldId>, reference: Ref) -> Option<Edge<Known>> {
        let (to, because) = self.named(reference)?;
        Some(Edge { field, to, because })
    }
}

impl EntryGraph for Revealed<'_> {
    type Name = Known;

    fn pool(&mut self) -> &mut TermPool {
        self.pool
    }

    fn object(&self, name: Known) -> u64 {
        match name {
            Known::Object(object) => 2 * object.index() as u64,
            Known::Behind(variable) => 2 * variable.index() as u64 + 1,
        }
    }

    fn root(&mut self, reference: Ref) -> Option<(Known, Term)> {
        self.named(reference)
    }

    fn edges(&mut self, from: Known) -> Vec<Edge<Known>> {
        let Known::Object(object) = from else { return Vec::new() };
        let heap = self.heap;
        let object = heap.object(object);
        if object.provenance != Provenance::Input {
            return Vec::new();
        }
        let held: Vec<(Option<FieldId>, Ref)> = match &object.content {
            Content::Fields { initial, .. } => {
                let references = initial.iter().filter_map(|(field, value)| match value {
                    Value::Ref(reference) => Some((Some(*field), *reference)),
                    Value::Term(_) | Value::Opaque(_) => None,
                });
                references.collect()
            }
            Content::Array(array) => match &array.data {
                ArrayData::Cells { initial, .. } => initial.iter().map(|(_, reference)| (None, *reference)).collect(),
                ArrayData::Dense(_) | ArrayData::Map { .. } | ArrayData::Stacked(_) => Vec::new(),
            },
        };
        held.into_iter().filter_map(|(field, reference)| self.edge(field, reference)).collect()
    }

    fn same(&mut self, one: Known, two: Known) -> Term {
        self.pool.bool(one == two)
    }
}
