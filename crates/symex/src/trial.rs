//! Tests on inputs that another engine names: what happens on them, by a concrete run.

use crate::goals::GoalMap;
use crate::machine::Machine;
use crate::rerun;
use crate::trace::{Extent, tell};
use clew_base::CancelToken;
use clew_facts::{Object, Options, TestCase};
use clew_ir::Loops;
use clew_jvm::{MethodId, World};

/// Runs of one method on inputs that are named from outside.
pub struct Trials<'w> {
    machine: Machine<'w>,
}

impl<'w> Trials<'w> {
    /// Runs of this method, which stop where the token is cancelled. Nothing where its code cannot be translated.
    pub fn new(world: &'w World, method: MethodId, options: &'w Options, cancel: &CancelToken) -> Option<Self> {
        let mut machine = Machine::new(world, method, options, cancel);
        let code = machine.code(method).ok()?;
        machine.goals = GoalMap::of(&code.code, &Loops::compute(&code.code.body));
        Some(Self { machine })
    }

    /// The test on an input, with its outcome and the goals that it reaches. Nothing where the run cannot be followed to its end,
    /// or where an object of it breaks an invariant of its class.
    pub fn test(&mut self, input: TestCase) -> Option<TestCase> {
        let cannot_be_given =
            self.hangs_on_order(&input) || !self.can_have_any_state(&input) || !self.machine.keeps_invariants(&input);
        if self.machine.limits.cancel.is_cancelled() || cannot_be_given {
            return None;
        }
        let ran = rerun::run(&mut self.machine, &input).ok()?;
        if ran.large.is_some() {
            return None;
        }
        Some(TestCase {
            calls: ran.calls,
            thread_after: ran.thread_after,
            pinned: ran.pinned,
            outcome: ran.outcome,
            heap_after: ran.heap_after,
            observed: ran.observed,
            taken: ran.taken,
            message: ran.message,
            goals: ran.reached.iter().copied().collect(),
            trace: tell(self.machine.world, &ran.trace, Extent::Whole),
            ..input
        })
    }

    /// How many instructions all runs together have taken.
    pub fn steps(&self) -> u64 {
        self.machine.run.steps_aside
    }

    /// Whether all objects of the input can be given any state.
    fn can_have_any_state(&self, input: &TestCase) -> bool {
        let mut instances = input.heap.values().filter(|object| matches!(object.object, Object::Instance { .. }));
        instances.all(|object| {
            let class = self.machine.world.load(&object.class.replace('.', "/"));
            class.is_ok_and(|class| self.machine.types.can_be_input(class))
        })
    }

    /// Whether an object of the input has a class initialized beside that of the method: in another order its fields might hold
    /// something else.
    fn hangs_on_order(&self, input: &TestCase) -> bool {
        let own = self.machine.world.method(self.machine.target).class;
        input.heap.values().any(|object| {
            let class = self.machine.world.load(&object.class.replace('.', "/"));
            class.is_ok_and(|class| class != own && self.machine.world.has_initializer_of_program(class))
        })
    }
}
