//! The calls that make the objects of a test's input, run in the order in which the test has them, and those that come behind them and
//! before the call under test.
//!
//! The order matters where calls count something in a static field. A test makes the receiver first, then the arguments from left to
//! right. Each object comes after what is passed to its first call, and what is passed to a further call comes before that call
//! alone. Where a test may write it otherwise, the order is not known.

use super::build::{Builder, method_called};
use super::{Lost, follow, initialize, selected_on, unbuilt};
use crate::code::Code;
use crate::flow::PathEnd;
use crate::inputs::Supplied;
use crate::machine::Machine;
use crate::state::made::MakingCalls;
use crate::state::{InitStatus, OnReturn, State};
use crate::types::display_name;
use clew_base::{FastSet, OrderedMap};
use clew_facts::{
    Assumption, Call, EarlierCall, Made, Maker, MethodKey, Object as FactObject, ObjectId as FactId, Value as Fact,
};
use clew_heap::{ObjectId, Ref, Value};
use clew_jvm::{ClassId, FieldId, MethodId, Provenance};
use imbl::OrdMap;
use std::rc::Rc;

/// Whether a test makes objects in the order in which they are made here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    AsWritten,
    Unknown,
}

/// A call that was run to make an object, or that was made on it.
struct MakingRun {
    object: FactId,
    order: Order,
    /// The static fields of the program that it wrote.
    written: Vec<FieldId>,
}

/// The calls that were run to make objects.
#[derive(Default)]
pub(super) struct Makings {
    /// The objects that were begun.
    begun: FastSet<FactId>,
    runs: Vec<MakingRun>,
    /// The static fields that the calls wrote, each with what it held before all of them.
    before: OrderedMap<FieldId, Value>,
}

impl Makings {
    /// The static fields that the calls wrote, each with what it held before all of them.
    pub(super) fn written(&self) -> impl Iterator<Item = (FieldId, Value)> {
        self.before.iter().map(|(field, before)| (*field, *before))
    }

    /// Whether the calls write the field in an order that a test need not have.
    pub(super) fn hangs_on_order(&self, field: FieldId) -> bool {
        let writing: Vec<(usize, &MakingRun)> =
            self.runs.iter().enumerate().filter(|(_, run)| run.written.contains(&field)).collect();
        let is_one = writing.windows(2).all(|two| two[0].1.object == two[1].1.object);
        // A test may have all calls on an object in the expression that makes it, behind all that is passed to them.
        let is_interrupted = |object: FactId| {
            let mut own = self.runs.iter().enumerate().filter(|(_, run)| run.object == object).map(|(at, _)| at);
            let first = own.next().unwrap_or(0);
            let last = own.next_back().unwrap_or(first);
            writing.iter().any(|(at, run)| (first..last).contains(at) && run.object != object)
        };
        !is_one && writing.iter().any(|(_, run)| run.order == Order::Unknown || is_interrupted(run.object))
    }
}

impl Builder<'_> {
    /// The objects that calls make, each when all is there that is passed to them. Calls that are inputs return what the test has
    /// for them, as far as that is there.
    pub(super) fn make_all(&mut self, machine: &mut Machine<'_>, mut state: State) -> Result<State, Lost> {
        let test = self.test;
        for value in test.receiver.iter().chain(test.arguments.iter().map(|argument| &argument.value)) {
            state = self.make_held(machine, state, (value, Order::AsWritten))?;
        }
        for id in test.heap.keys() {
            state = self.make_held(machine, state, (&Fact::Ref(*id), Order::Unknown))?;
        }
        Ok(state)
    }

    /// Makes the object that a value names, if calls make it, or those that it holds.
    fn make_held(
        &mut self,
        machine: &mut Machine<'_>,
        mut state: State,
        (value, order): (&Fact, Order),
    ) -> Result<State, Lost> {
        let Fact::Ref(id) = value else { return Ok(state) };
        if !self.makings.begun.insert(*id) {
            return Ok(state);
        }
        match self.test.heap.get(id).map(|object| &object.object) {
            Some(FactObject::Made(made)) => return self.make(machine, state, (*id, made, order)),
            Some(FactObject::Array { elements }) => {
                for element in elements {
                    state = self.make_held(machine, state, (element, Order::Unknown))?;
                }
            }
            Some(FactObject::Instance { fields }) => {
                for held in fields.values() {
                    state = self.make_held(machine, state, (held, Order::Unknown))?;
                }
            }
            _ => {}
        }
        Ok(state)
    }

    fn make(
        &mut self,
        machine: &mut Machine<'_>,
        mut state: State,
        (id, made, order): (FactId, &Made, Order),
    ) -> Result<State, Lost> {
        // The object that is asked may be made in passing.
        let order = if made.by == Maker::Other { Order::Unknown } else { order };
        state = self.make_passed(machine, state, (&made.first, order))?;
        let first = self.call(machine, &made.first, Some(made.by)).ok_or_else(unbuilt)?;
        let calls = MakingCalls { by: made.by, first, then: Vec::new() };
        let called = (machine.code_of_making(&calls), calls.arguments());
        let object;
        (state, object) = self.run_making(machine, state, (id, order), called)?;
        self.objects.insert(id, object);
        for group in made.groups() {
            for call in group {
                state = self.make_passed(machine, state, (call, order))?;
            }
            let calls = group.iter().map(|call| self.call(machine, call, None)).collect::<Option<Vec<_>>>();
            let Some(called) = machine.code_of_group(object, &calls.ok_or_else(unbuilt)?) else { continue };
            (state, _) = self.run_making(machine, state, (id, order), called)?;
        }
        Ok(state)
    }

    /// Makes what is passed to a call. It holds what it is to hold: the call may copy or change it.
    fn make_passed(
        &mut self,
        machine: &mut Machine<'_>,
        mut state: State,
        (call, order): (&Call, Order),
    ) -> Result<State, Lost> {
        for value in &call.arguments {
            state = self.make_held(machine, state, (value, order))?;
        }
        for id in self.held_by(call.arguments.iter()) {
            if !self.objects.contains_key(&id) {
                return Err(Lost::unsupported("objects of the JDK that hold each other"));
            }
            self.fill_once(machine, &mut state, id).ok_or_else(unbuilt)?;
        }
        Ok(state)
    }

    /// Runs a call that makes an object or is made on it, and returns the object.
    fn run_making(
        &mut self,
        machine: &mut Machine<'_>,
        mut state: State,
        (id, order): (FactId, Order),
        (code, arguments): (Rc<Code>, Vec<Value>),
    ) -> Result<(State, ObjectId), Lost> {
        let answers: Vec<(MethodKey, Supplied)> = self.answers(machine).map_while(|answer| answer).collect();
        // A call to which the test has no answer returns zero or null.
        let is_answered_later = answers.len() < self.test.calls.len();
        let answered = answers.len();
        machine.inputs.calls.supplied = Some(answers);
        machine.push_frame(&mut state, code, arguments, OnReturn::Entry).map_err(Lost)?;
        let (mut state, end) = follow(machine, state)?;
        state.frames.clear();
        if is_answered_later && state.input.calls.len() > answered {
            return Err(Lost::unsupported("a call that is an input and returns what is made later"));
        }
        let written = std::mem::take(&mut state.globals.statics.overwritten);
        self.makings.runs.push(MakingRun { object: id, order, written: written.keys().copied().collect() });
        for (field, before) in written {
            self.makings.before.entry(field).or_insert(before);
        }
        match end {
            Some(PathEnd::Return(Some(Value::Ref(Ref::Object(object))))) => Ok((state, object)),
            Some(PathEnd::Throw(Value::Ref(Ref::Object(object)))) => {
                let class = state.heap.object(object).exact_type().map(|ty| machine.types.class(ty));
                self.thrown = class.map(|class| display_name(&class.name));
                Err(unbuilt())
            }
            _ => Err(unbuilt()),
        }
    }
}

/// The classes that were initialized before earlier calls.
pub(super) struct Behind {
    /// Those without the classes of the methods that are called.
    others: OrdMap<ClassId, InitStatus>,
    /// All of them.
    all: OrdMap<ClassId, InitStatus>,
}

impl Behind {
    /// Whether the initializer of a class of the program may see what the calls did, or may rest on the order in which the classes of
    /// their methods were initialized. In another order of tests it runs before.
    pub(super) fn may_show_in_initializers(&self, machine: &Machine<'_>, state: &State) -> bool {
        let mut late = state.globals.initialization.status.keys().filter(|class| {
            !self.others.contains_key(*class) && machine.world.class(**class).provenance != Provenance::Jdk
        });
        late.any(|class| {
            machine.ledger.rests_on(*class, |assumption| match assumption {
                Assumption::InitializationOrder(_) => true,
                Assumption::InitialStatics(_) => !self.all.contains_key(class),
                _ => false,
            })
        })
    }
}

impl Builder<'_> {
    /// Runs the earlier calls of the test, when its objects are made.
    pub(super) fn call_earlier(
        &self,
        machine: &mut Machine<'_>,
        mut state: State,
    ) -> Result<(State, Option<Behind>), Lost> {
        let calls: Option<Vec<_>> = self.test.earlier.iter().map(|call| self.earlier(machine, call)).collect();
        let calls = calls.ok_or_else(unbuilt)?;
        if calls.is_empty() {
            return Ok((state, None));
        }
        let others = state.globals.initialization.status.clone();
        for (method, _) in &calls {
            state = initialize(machine, state, machine.world.method(*method).class)?;
        }
        let all = state.globals.initialization.status.clone();
        for (method, arguments) in calls {
            let run = match machine.world.method(method).is_static() {
                true => Some(method),
                false => selected_on(machine, &state, method, arguments.first()),
            };
            let code = machine.core.code(run.ok_or_else(unbuilt)?);
            let code = code.map_err(|error| Lost::unsupported(&error.to_string()))?;
            machine.push_frame(&mut state, code, arguments, OnReturn::Entry).map_err(Lost)?;
            let end;
            (state, end) = follow(machine, state)?;
            state.frames.clear();
            if !matches!(end, Some(PathEnd::Return(_))) {
                return Err(unbuilt());
            }
            // The fixture of the test class puts it back.
            state.globals.statics.overwritten = OrdMap::new();
        }
        Ok((state, Some(Behind { others, all })))
    }

    /// The method of an earlier call, and all that it is passed.
    fn earlier(&self, machine: &mut Machine<'_>, earlier: &EarlierCall) -> Option<(MethodId, Vec<Value>)> {
        let method = method_called(machine.world, &earlier.call)?;
        let passed = earlier.passed().map(|fact| self.value(machine, fact)).collect::<Option<_>>()?;
        Some((method, passed))
    }
}
