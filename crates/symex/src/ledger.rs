//! What an exploration rests on: its assumptions, each with the place at which it was made.
//!
//! An execution that breaks an assumption leaves the exploration where the assumption was made, so it counts against the goals
//! that control can get to from there, and against no others. What the initializer of a class assumes does not count there but
//! where something of the class is used: its static fields, and the objects that it left.

use crate::account::Account;
use crate::endings::Endings;
use crate::flow::PathEnd;
use crate::state::{OnReturn, State};
use clew_base::{FastMap, FastSet};
use clew_facts::{Assumption, Assurance, CutReason, EngineName};
use clew_ir::BlockId;
use clew_jvm::{ClassId, Provenance, World};
use std::collections::BTreeSet;

/// What an exploration gave up, and what it rests on.
#[derive(Debug)]
pub(crate) struct Ledger {
    assumptions: Assumptions,
    /// Executions that were not followed, by the block of the outermost activation in which they stood.
    cuts: Vec<(BlockId, CutReason)>,
    /// The goals that those executions had reached before, each with the reason why the first of them was not followed.
    /// Executions do reach these goals, so they are never unreachable.
    passed: FastMap<usize, CutReason>,
    /// What makes impossible executions that have passed each goal.
    excluded: FastMap<usize, BTreeSet<Assumption>>,
    /// How the executions end that pass each goal.
    pub endings: Endings,
    /// Every fork is matched by the ends of its children.
    account: Account,
    /// Whether some execution of the exploration got to the first instruction of the method under test.
    has_begun: bool,
}

/// The assumptions of an exploration.
#[derive(Clone, Debug)]
struct Assumptions {
    /// Those that every proof rests on.
    everywhere: Assurance,
    /// The others, by the block of the outermost activation at which they were made.
    placed: FastMap<BlockId, BTreeSet<Assumption>>,
    /// What class initialization assumed, by the class.
    of_classes: FastMap<ClassId, BTreeSet<Assumption>>,
}

/// A ledger as it was.
pub(crate) struct Snapshot {
    assumptions: Assumptions,
    cuts: usize,
    passed: FastMap<usize, CutReason>,
    excluded: FastMap<usize, BTreeSet<Assumption>>,
    endings: Endings,
    account: Account,
    has_begun: bool,
}

/// How a path ends.
#[derive(Clone, Debug)]
pub(crate) enum Closing {
    /// It was followed to its end, or stands for no execution that keeps what is assumed of the input.
    Followed,
    /// No execution takes it.
    Infeasible,
    /// It was not followed further.
    Cut(CutReason),
}

/// A path that has ended: it can be looked at, and nothing goes on from it.
#[derive(Debug)]
pub(crate) struct Closed(State);

impl std::ops::Deref for Closed {
    type Target = State;
    fn deref(&self) -> &State {
        &self.0
    }
}

impl Ledger {
    /// The ledger of an exploration that has given nothing up yet.
    pub(crate) fn new() -> Self {
        let everywhere = Assurance::issued_by(EngineName::Exploration);
        Self {
            assumptions: Assumptions { everywhere, placed: FastMap::default(), of_classes: FastMap::default() },
            cuts: Vec::new(),
            passed: FastMap::default(),
            excluded: FastMap::default(),
            endings: Endings::default(),
            account: Account::default(),
            has_begun: false,
        }
    }

    /// A path begins that is no child of another.
    pub(crate) fn begin(&mut self) {
        self.account.begin();
    }

    /// A path becomes this many.
    pub(crate) fn fork(&mut self, children: usize) {
        self.account.fork(children);
    }

    /// Ends a path: the only way to take one off the account.
    pub(crate) fn close(&mut self, state: State, closing: Closing) -> Closed {
        match closing {
            Closing::Followed | Closing::Infeasible => {}
            Closing::Cut(reason) => self.record_cut(&state, reason),
        }
        self.account.end();
        Closed(state)
    }

    /// Whether all paths but these many have ended. An exploration whose account does not balance proves nothing.
    pub(crate) fn balances_with(&self, waiting: usize) -> bool {
        self.account.balances_with(waiting)
    }

    /// Records an assumption that every proof rests on.
    pub(crate) fn assume_everywhere(&mut self, assumption: Assumption) {
        self.assumptions.everywhere.assume(assumption);
    }

    /// Whether an assumption that satisfies the predicate was made anywhere.
    pub(crate) fn any(&self, is_meant: impl Fn(&Assumption) -> bool) -> bool {
        self.all().any(is_meant)
    }

    /// The assumptions that were made anywhere; one may come several times.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Assumption> {
        self.assumptions.everywhere.assumptions().chain(self.assumptions.placed.values().flatten())
    }

    /// What a proof rests on that concerns places which control gets to from exactly these blocks.
    pub(crate) fn made_before(&self, leads_there: impl Fn(BlockId) -> bool) -> Assurance {
        let mut before = self.assumptions.everywhere.clone();
        for (block, assumptions) in &self.assumptions.placed {
            if leads_there(*block) {
                assumptions.iter().for_each(|assumption| before.assume(assumption.clone()));
            }
        }
        before
    }

    /// The blocks at which assumptions were made.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = BlockId> {
        let mut blocks: Vec<BlockId> = self.assumptions.placed.keys().copied().collect();
        blocks.sort_unstable();
        blocks.into_iter()
    }

    /// Records that what the initialization of a class computed rests on an assumption.
    pub(crate) fn assume_of_class(&mut self, class: ClassId, assumption: Assumption) {
        self.assumptions.of_classes.entry(class).or_default().insert(assumption);
    }

    fn made_by_initialization_of(&self, class: ClassId) -> Option<&BTreeSet<Assumption>> {
        self.assumptions.of_classes.get(&class)
    }

    /// Puts on record that executions were dropped which stand where `state` stands.
    pub(crate) fn record_cut(&mut self, state: &State, reason: CutReason) {
        for goal in state.passed.at_all() {
            self.passed.entry(*goal).or_insert_with(|| reason.clone());
        }
        self.endings.cut(state.passed.at_all(), &reason);
        if let Some(outermost) = state.frames.first().filter(|_| state.guesses.for_tests.is_none()) {
            self.cuts.push((outermost.block, reason));
        }
    }

    /// The executions that were not followed, with the blocks of the outermost activation in which they stood.
    pub(crate) fn cuts(&self) -> &[(BlockId, CutReason)] {
        &self.cuts
    }

    /// Why an execution was not followed that had reached a goal, if there is one.
    pub(crate) fn passed(&self, goal: usize) -> Option<&CutReason> {
        self.passed.get(&goal)
    }

    /// Puts on record that executions are left out because of what is assumed of the input: the goals that they have
    /// passed rest on it. Where they were cut, so do all goals that control can get to from there, since it is not known
    /// which of them they would have passed.
    pub(crate) fn exclude(&mut self, state: &State, assumptions: &BTreeSet<Assumption>, end: &PathEnd) {
        for goal in state.passed.at_all() {
            self.excluded.entry(*goal).or_default().extend(assumptions.iter().cloned());
        }
        if matches!(end, PathEnd::Cut(_)) {
            assumptions.iter().for_each(|assumption| self.assume_at(state, assumption.clone()));
        }
    }

    /// What makes the executions impossible that have passed a goal and were left out.
    pub(crate) fn excluded(&self, goal: usize) -> impl Iterator<Item = &Assumption> {
        self.excluded.get(&goal).into_iter().flatten()
    }

    /// Puts on record that an execution got to the first instruction of the method under test.
    pub(crate) fn begin_method(&mut self) {
        self.has_begun = true;
    }

    /// Whether some execution did.
    pub(crate) fn has_begun(&self) -> bool {
        self.has_begun
    }

    /// The ledger as it is, for [`Ledger::restore`].
    pub(crate) fn snapshot(&self) -> Snapshot {
        Snapshot {
            assumptions: self.assumptions.clone(),
            cuts: self.cuts.len(),
            passed: self.passed.clone(),
            excluded: self.excluded.clone(),
            endings: self.endings.clone(),
            account: self.account,
            has_begun: self.has_begun,
        }
    }

    /// Forgets everything since a snapshot.
    pub(crate) fn restore(&mut self, snapshot: Snapshot) {
        let Self { assumptions, cuts, passed, excluded, endings, account, has_begun } = self;
        cuts.truncate(snapshot.cuts);
        *assumptions = snapshot.assumptions;
        *passed = snapshot.passed;
        *excluded = snapshot.excluded;
        *endings = snapshot.endings;
        *account = snapshot.account;
        *has_begun = snapshot.has_begun;
    }

    /// Records that from here on executions are left out which break an assumption.
    pub(crate) fn assume_at(&mut self, state: &State, assumption: Assumption) {
        if assumption.is_universal() {
            return self.assume_everywhere(assumption);
        }
        match (initializing(state), state.frames.first()) {
            (Some(class), _) => self.assume_of_class(class, assumption),
            (None, Some(outermost)) => {
                self.assumptions.placed.entry(outermost.block).or_default().insert(assumption);
            }
            (None, None) => self.assume_everywhere(assumption),
        }
    }

    /// Records that from here on an execution rests on what the initialization of a class computed, which has those of its
    /// supertypes initialized that are the program's.
    pub(crate) fn rest_on_initialization(&mut self, world: &World, state: &State, class: ClassId) {
        if self.assumptions.of_classes.is_empty() {
            return;
        }
        let mut waiting = vec![class];
        let mut seen: Vec<ClassId> = Vec::new();
        while let Some(class) = waiting.pop() {
            if seen.contains(&class) {
                continue;
            }
            seen.push(class);
            let info = world.class(class);
            if info.provenance != Provenance::Jdk {
                waiting.extend(info.superclass.iter().chain(&info.interfaces).copied());
            }
            for assumption in self.made_by_initialization_of(class).cloned().unwrap_or_default() {
                self.assume_at(state, assumption);
            }
        }
    }

    /// The same of all classes of the program that are initialized: it is not known which of them left what is used.
    pub(crate) fn rest_on_all_initialization(&mut self, world: &World, state: &State) {
        let of_program = |class: &&ClassId| world.class(**class).provenance != Provenance::Jdk;
        let initialized = |class: &&ClassId| state.globals.initialization.status.contains_key(*class);
        let mut classes: Vec<ClassId> =
            self.assumptions.of_classes.keys().filter(initialized).filter(of_program).copied().collect();
        classes.sort_unstable();
        classes.into_iter().for_each(|class| self.rest_on_initialization(world, state, class));
    }

    /// The classes whose initialization rests on the order in which classes are initialized, or on what others may have changed.
    pub(crate) fn order_matters(&self) -> FastSet<ClassId> {
        let hangs_on_order = |assumption: &Assumption| {
            matches!(assumption, Assumption::InitializationOrder(_) | Assumption::InitialStatics(_))
        };
        let classes = self.assumptions.of_classes.keys().copied();
        classes.filter(|class| self.rests_on(*class, hangs_on_order)).collect()
    }

    /// Whether the initialization of a class rests on an assumption that satisfies the predicate.
    pub(crate) fn rests_on(&self, class: ClassId, is_meant: impl Fn(&Assumption) -> bool) -> bool {
        self.assumptions.of_classes.get(&class).is_some_and(|assumptions| assumptions.iter().any(is_meant))
    }
}

/// The class whose initializer runs, the innermost of several.
pub(crate) fn initializing(state: &State) -> Option<ClassId> {
    state.frames.iter().rev().find_map(|frame| match frame.on_return {
        OnReturn::Initialized(class) => Some(class),
        _ => None,
    })
}
