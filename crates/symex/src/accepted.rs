//! Arguments that constructors and factories accept which check what they are passed.
//!
//! Plain arguments do for most of them. Those that throw unless `age >= 18` holds, or the text has a colon in it, are explored by
//! themselves: what is passed on the executions that return is accepted.

use crate::footprint::methods_near;
use crate::steps::MemoryGauge;
use clew_base::{CancelToken, FastMap, OrderedMap};
use clew_facts::{Criterion, HeapObject, InputsByCalls, ObjectId, Options, Outcome, TestCase, Value, WORK_PER_STEP};
use clew_ir::Terminator;
use clew_jvm::{MethodCode, MethodId, World};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// How many instructions the exploration of one method may take.
const STEPS: u64 = 3_000;

/// How many times more it may take where that finds no list, as with dates that are compared.
const TIMES_MORE: u64 = 10;

/// How many methods may take that many for one method under test.
const MAX_THOROUGH: usize = 3;

/// How many methods are explored for one method under test.
const MAX_EXPLORED: usize = 12;

/// How many methods of the program, those that are called first, are looked through for exceptions.
const MAX_METHODS: usize = 8;

/// How many lists of arguments are kept for a method.
const MAX_LISTS: usize = 3;

/// Follows executions of a method: tests of them.
pub(crate) type Follow = fn(&World, MethodId, &Options, &CancelToken, Option<MemoryGauge>) -> Vec<TestCase>;

/// A list of arguments on which a method returns.
#[derive(Debug)]
pub(crate) struct AcceptedList {
    pub arguments: Vec<Value>,
    /// The objects that they name and lead to.
    pub heap: OrderedMap<ObjectId, HeapObject>,
}

/// What methods accept, as far as it was asked for.
pub(crate) struct Accepted<'w> {
    world: &'w World,
    options: Options,
    limits: (CancelToken, Option<MemoryGauge>),
    follow: Follow,
    known: RefCell<FastMap<MethodId, Rc<[AcceptedList]>>>,
    /// How many methods were explored with more steps.
    thorough: Cell<usize>,
}

impl<'w> Accepted<'w> {
    /// One that knows nothing yet. `options` are those of the exploration that asks.
    pub(crate) fn new(
        world: &'w World,
        options: &Options,
        limits: (CancelToken, Option<MemoryGauge>),
        follow: Follow,
    ) -> Self {
        let options = Options {
            criterion: Criterion::Branches,
            summaries: None,
            heap_assumptions: Vec::new(),
            inputs_by_calls: InputsByCalls::Off,
            verified: None,
            reach: None,
            concolic: None,
            attacks: false,
            free_statics: false,
            summarizes: false,
            time: None,
            ..options.clone()
        };
        Self { world, options, limits, follow, known: RefCell::default(), thorough: Cell::default() }
    }

    /// Lists of arguments that a method accepts, the first of which is to be preferred. None for a method that throws nothing of its own,
    /// or where none was found.
    pub(crate) fn by(&self, method: MethodId) -> Rc<[AcceptedList]> {
        if let Some(known) = self.known.borrow().get(&method) {
            return Rc::clone(known);
        }
        let may_explore = self.known.borrow().len() < MAX_EXPLORED && checks_arguments(self.world, method);
        let found: Rc<[AcceptedList]> = if may_explore { self.explored(method).into() } else { Rc::default() };
        self.known.borrow_mut().insert(method, Rc::clone(&found));
        found
    }

    fn explored(&self, method: MethodId) -> Vec<AcceptedList> {
        let found = self.explored_within(STEPS, method);
        if !found.is_empty() || self.thorough.get() >= MAX_THOROUGH {
            return found;
        }
        self.thorough.set(self.thorough.get() + 1);
        self.explored_within(STEPS * TIMES_MORE, method)
    }

    fn explored_within(&self, steps: u64, method: MethodId) -> Vec<AcceptedList> {
        let (cancel, gauge) = &self.limits;
        let max_steps = steps.min(self.options.max_steps);
        let solver_work = max_steps.saturating_mul(WORK_PER_STEP);
        let options = Options { max_steps, solver_work, ..self.options.clone() };
        let tests = (self.follow)(self.world, method, &options, cancel, *gauge);
        let returns = |test: &TestCase| {
            let is_plain = test.receiver.is_none() && test.calls.is_empty() && !test.changes_statics();
            is_plain && matches!(test.outcome, Outcome::Returns(_))
        };
        let list = |test: TestCase| AcceptedList {
            arguments: test.arguments.into_iter().map(|argument| argument.value).collect(),
            heap: test.heap,
        };
        let mut lists: Vec<AcceptedList> = tests.into_iter().filter(returns).map(list).collect();
        let nulls = |list: &AcceptedList| list.arguments.iter().filter(|value| **value == Value::Null).count();
        lists.sort_by_key(nulls);
        lists.truncate(MAX_LISTS);
        lists
    }
}

/// Whether a method that takes something throws an exception, or one of the program's does that it calls.
fn checks_arguments(world: &World, method: MethodId) -> bool {
    if world.method(method).parameters.is_empty() {
        return false;
    }
    let throws =
        |code: &MethodCode| code.body.blocks.values().any(|block| matches!(block.terminator, Terminator::Throw { .. }));
    methods_near(world, method, MAX_METHODS).iter().any(|(_, code)| throws(code))
}
