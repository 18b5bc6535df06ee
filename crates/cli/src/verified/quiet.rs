//! Calls that are verified: whatever they run throws nothing, and fails no check that is not verified.
//!
//! The code of the program is followed from call to call, with the results of verifiers at hand. Of the JDK, a few methods
//! are known that throw nothing, and others whose code shows that. Whatever else a call may run, it is not verified.

use super::Kind;
use super::calls::Calls;
use clew_ir::{BlockId, Terminator};
use clew_jvm::{MethodCode, MethodId, World};
use std::collections::{BTreeMap, BTreeSet};

/// What is known of calls.
pub struct Quiet<'w> {
    calls: Calls<'w>,
    /// The checks that never fail, by method.
    verified: BTreeMap<MethodId, BTreeSet<Kind>>,
    /// What each method that was looked at calls; `None` if it may throw or fail itself.
    known: BTreeMap<MethodId, Option<Vec<MethodId>>>,
}

impl<'w> Quiet<'w> {
    /// Nothing is known yet but these checks, which never fail.
    pub fn new(world: &'w World, verified: BTreeMap<MethodId, BTreeSet<Kind>>) -> Quiet<'w> {
        Quiet { calls: Calls { world }, verified, known: BTreeMap::new() }
    }

    /// The byte offsets of the instructions of a method whose calls are verified, all of them.
    pub fn offsets(&mut self, method: MethodId, code: &MethodCode) -> Vec<u32> {
        let calls = self.calls;
        calls.offsets(method, code, |called| self.are_quiet(called))
    }

    /// Whether the methods, and all that they call, throw nothing and fail no check that is not verified.
    fn are_quiet(&mut self, methods: Vec<MethodId>) -> bool {
        let calls = self.calls;
        let all = calls.closure(methods, |method| {
            if !self.known.contains_key(&method) {
                let found = self.calls_of(method);
                self.known.insert(method, found);
            }
            self.known[&method].clone()
        });
        all.is_some()
    }

    /// What a method calls where no check fails that is verified; `None` if it may throw, or fail another.
    fn calls_of(&self, id: MethodId) -> Option<Vec<MethodId>> {
        if self.calls.throws_nothing(id) {
            return Some(Vec::new());
        }
        let world = self.calls.world;
        if !world.method(id).has_code {
            return None;
        }
        let code = world.code(id).ok()?;
        let nothing = BTreeSet::new();
        let verified = self.verified.get(&id).unwrap_or(&nothing);
        let failures: BTreeSet<BlockId> = code.assertions.iter().map(|site| site.block).collect();
        if !code.assertions.iter().all(|site| verified.contains(&(site.line, None))) {
            return None;
        }
        let mut calls = Vec::new();
        let mut waiting = vec![code.body.entry];
        let mut seen: BTreeSet<BlockId> = failures;
        while let Some(block) = waiting.pop() {
            if !seen.insert(block) {
                continue;
            }
            let terminator = &code.body.blocks[block].terminator;
            if let Some(called) = self.calls.called(id, terminator) {
                calls.extend(called?);
            }
            match terminator {
                Terminator::Branch { kind, then, .. } if kind.throws().is_some() => {
                    let site = code.checks.iter().find(|site| site.block == block)?;
                    let throws = kind.throws().map(str::to_owned);
                    if !verified.contains(&(site.line, throws)) {
                        return None;
                    }
                    waiting.push(*then);
                }
                Terminator::Invoke { normal, .. } | Terminator::InitClass { normal, .. } => waiting.push(*normal),
                Terminator::Throw(_) | Terminator::Unsupported(_) => return None,
                Terminator::Goto(_) | Terminator::Branch { .. } | Terminator::Switch { .. } | Terminator::Return(_) => {
                    waiting.extend(terminator.successors());
                }
            }
        }
        Some(calls)
    }
}
