//! What an exploration rests on: its assumptions, each with the place at which it was made.
//!
//! An execution that breaks an assumption leaves the exploration where the assumption was made, so it counts against the goals
//! that control can get to from there, and against no others. What the initializer of a class assumes does not count there but
//! where something of the class is used: its static fields, and the objects that it left.

use crate::machine::Machine;
use crate::state::{OnReturn, State};
use clew_base::{FastMap, FastSet};
use clew_facts::{Assumption, Assurance};
use clew_ir::BlockId;
use clew_jvm::{ClassId, Provenance};
use std::collections::BTreeSet;

/// The assumptions of an exploration.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ledger {
    /// Those that every proof rests on.
    everywhere: Assurance,
    /// The others, by the block of the outermost activation at which they were made.
    placed: FastMap<BlockId, BTreeSet<Assumption>>,
    /// What class initialization assumed, by the class.
    of_classes: FastMap<ClassId, BTreeSet<Assumption>>,
}

impl Ledger {
    /// Records an assumption that every proof rests on.
    pub(crate) fn assume_everywhere(&mut self, assumption: Assumption) {
        self.everywhere.assume(assumption);
    }

    /// Whether an assumption that satisfies the predicate was made anywhere.
    pub(crate) fn any(&self, is_meant: impl Fn(&Assumption) -> bool) -> bool {
        self.everywhere.assumptions().chain(self.placed.values().flatten()).any(is_meant)
    }

    /// What a proof rests on that concerns places which control gets to from exactly these blocks.
    pub(crate) fn made_before(&self, leads_there: impl Fn(BlockId) -> bool) -> Assurance {
        let mut before = self.everywhere.clone();
        for (block, assumptions) in &self.placed {
            if leads_there(*block) {
                assumptions.iter().for_each(|assumption| before.assume(assumption.clone()));
            }
        }
        before
    }

    /// The blocks at which assumptions were made.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = BlockId> {
        let mut blocks: Vec<BlockId> = self.placed.keys().copied().collect();
        blocks.sort_unstable();
        blocks.into_iter()
    }

    /// Records that what the initialization of a class computed rests on an assumption.
    pub(crate) fn assume_of_class(&mut self, class: ClassId, assumption: Assumption) {
        self.of_classes.entry(class).or_default().insert(assumption);
    }

    fn made_by_initialization_of(&self, class: ClassId) -> Option<&BTreeSet<Assumption>> {
        self.of_classes.get(&class)
    }
}

/// The class whose initializer runs, the innermost of several.
pub(crate) fn initializing(state: &State) -> Option<ClassId> {
    state.frames.iter().rev().find_map(|frame| match frame.on_return {
        OnReturn::Initialized(class) => Some(class),
        _ => None,
    })
}

impl Machine<'_> {
    /// Records that from here on executions are left out which break an assumption.
    pub(crate) fn assume_at(&mut self, state: &State, assumption: Assumption) {
        if assumption.is_universal() {
            return self.ledger.assume_everywhere(assumption);
        }
        match (initializing(state), state.frames.first()) {
            (Some(class), _) => self.ledger.assume_of_class(class, assumption),
            (None, Some(outermost)) => {
                self.ledger.placed.entry(outermost.block).or_default().insert(assumption);
            }
            (None, None) => self.ledger.assume_everywhere(assumption),
        }
    }

    /// Records that from here on an execution rests on what the initialization of a class computed, which has those of its
    /// supertypes initialized that are the program's.
    pub(crate) fn rest_on_initialization(&mut self, state: &State, class: ClassId) {
        if self.ledger.of_classes.is_empty() {
            return;
        }
        let mut waiting = vec![class];
        let mut seen: Vec<ClassId> = Vec::new();
        while let Some(class) = waiting.pop() {
            if seen.contains(&class) {
                continue;
            }
            seen.push(class);
            let info = self.world.class(class);
            if info.provenance != Provenance::Jdk {
                waiting.extend(info.superclass.iter().chain(&info.interfaces).copied());
            }
            for assumption in self.ledger.made_by_initialization_of(class).cloned().unwrap_or_default() {
                self.assume_at(state, assumption);
            }
        }
    }

    /// The same of all classes of the program that are initialized: it is not known which of them left what is used.
    pub(crate) fn rest_on_all_initialization(&mut self, state: &State) {
        let of_program = |class: &&ClassId| self.world.class(**class).provenance != Provenance::Jdk;
        let initialized = |class: &&ClassId| state.globals.initialization.contains_key(*class);
        let mut classes: Vec<ClassId> =
            self.ledger.of_classes.keys().filter(initialized).filter(of_program).copied().collect();
        classes.sort_unstable();
        classes.into_iter().for_each(|class| self.rest_on_initialization(state, class));
    }

    /// The classes whose initialization rests on the order in which classes are initialized, or on what others may have changed.
    pub(crate) fn order_matters(&self) -> FastSet<ClassId> {
        let hangs_on_order = |assumption: &Assumption| {
            matches!(assumption, Assumption::InitializationOrder(_) | Assumption::InitialStatics(_))
        };
        let hangs = |(_, assumptions): &(&ClassId, &BTreeSet<Assumption>)| assumptions.iter().any(hangs_on_order);
        self.ledger.of_classes.iter().filter(hangs).map(|(class, _)| *class).collect()
    }
}
