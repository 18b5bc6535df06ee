//! Calls that change no field which a method accesses: at these, the assumption `frozen_heap` is kept.

use super::calls::Calls;
use clew_ir::{FieldRef, Inst, Terminator};
use clew_jvm::{FieldId, MethodCode, MethodId, World};
use std::collections::{BTreeMap, BTreeSet};

/// What a method does by itself.
struct Own {
    writes: BTreeSet<FieldId>,
    calls: Vec<MethodId>,
}

/// What is known of the fields that methods write.
pub struct Frozen<'w> {
    calls: Calls<'w>,
    /// `None` where it is not known what a method does.
    known: BTreeMap<MethodId, Option<Own>>,
}

impl<'w> Frozen<'w> {
    /// Nothing is known yet.
    pub fn new(world: &'w World) -> Frozen<'w> {
        Frozen { calls: Calls { world }, known: BTreeMap::new() }
    }

    /// The byte offsets of the instructions of a method whose calls change no field that it accesses, whichever object's.
    pub fn offsets(&mut self, method: MethodId, code: &MethodCode) -> Vec<u32> {
        let accessed = fields(code, |inst| match inst {
            Inst::GetField { field, .. } | Inst::PutField { field, .. } => Some(field),
            Inst::GetStatic { field, .. } | Inst::PutStatic { field, .. } => Some(field),
            _ => None,
        });
        let Some(accessed) = self.resolved(accessed) else { return Vec::new() };
        let calls = self.calls;
        calls.offsets(method, code, |called| self.leave_alone(called, &accessed))
    }

    fn leave_alone(&mut self, methods: Vec<MethodId>, accessed: &BTreeSet<FieldId>) -> bool {
        let calls = self.calls;
        let all = calls.closure(methods, |method| {
            if !self.known.contains_key(&method) {
                let found = self.own(method);
                self.known.insert(method, found);
            }
            let own = self.known[&method].as_ref()?;
            own.writes.is_disjoint(accessed).then(|| own.calls.clone())
        });
        all.is_some()
    }

    fn own(&self, id: MethodId) -> Option<Own> {
        if self.calls.throws_nothing(id) {
            return Some(Own { writes: BTreeSet::new(), calls: Vec::new() });
        }
        if !self.calls.world.method(id).has_code {
            return None;
        }
        let code = self.calls.world.code(id).ok()?;
        let writes = self.resolved(fields(&code, |inst| match inst {
            Inst::PutField { field, .. } | Inst::PutStatic { field, .. } => Some(field),
            _ => None,
        }))?;
        let mut calls = Vec::new();
        for block in code.body.blocks.values() {
            if matches!(block.terminator, Terminator::Unsupported(_)) {
                return None;
            }
            if let Some(called) = self.calls.called(id, &block.terminator) {
                calls.extend(called?);
            }
        }
        Some(Own { writes, calls })
    }

    fn resolved(&self, fields: Vec<&FieldRef>) -> Option<BTreeSet<FieldId>> {
        fields.into_iter().map(|field| self.calls.world.resolve_field(field).ok()).collect()
    }
}

fn fields<'c>(
    code: &'c MethodCode,
    of: impl Fn(&'c Inst) -> Option<&'c std::sync::Arc<FieldRef>>,
) -> Vec<&'c FieldRef> {
    let insts = code.body.blocks.values().flat_map(|block| &block.stmts).map(|stmt| &stmt.inst);
    insts.filter_map(of).map(|field| &**field).collect()
}
