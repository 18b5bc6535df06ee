//! Concolic execution (`unverified-executions`, section 4): executions behind calls that ran for real.
//!
//! One round explores with what is known of such calls, and tells which calls are to run for real next: those at which paths ended, with
//! the arguments that an input of the path gives them. It proves nothing.

use super::promise::Promise;
use super::{Exploration, ExploreError};
use crate::extract::Extractor;
use crate::flow::PathEnd;
use crate::solve::{Numbers, Solved, solve};
use crate::state::State;
use crate::state::concolic::Question;
use crate::steps::MemoryGauge;
use clew_base::{CancelToken, FastMap, FastSet, OrderedMap};
use clew_facts::{
    Concolic, HeapObject, MethodKey, Object, ObjectId, Options, RealAnswer, RealCall, RealValue, TestCase,
    Value as Fact,
};
use clew_heap::{Ref, Value};
use clew_jvm::{MethodId, World};
use std::rc::Rc;

/// How many calls a round asks for at most.
const MOST_QUESTIONS: usize = 24;
/// How many elements an array has at most that is passed to a call which runs for real.
const MOST_ELEMENTS: usize = 256;
/// How deep arrays are nested in each other at most that are passed to such a call.
const MOST_NESTED: u32 = 2;

/// What a round has found.
#[derive(Debug)]
pub struct Round {
    /// The method.
    pub key: MethodKey,
    /// Tests that may reach wanted goals.
    pub tests: Vec<TestCase>,
    /// The calls that are to run for real next.
    pub asked: Vec<RealCall>,
    /// Whether the clock has ended it.
    pub clock_bound: bool,
}

/// Looks for executions to the wanted goals behind calls that ran for real.
///
/// # Errors
/// As for [`crate::explore`].
pub fn concolic(
    world: &World,
    method: MethodId,
    options: &Options,
    told: &Concolic,
    cancel: &CancelToken,
    gauge: Option<MemoryGauge>,
) -> Result<Round, ExploreError> {
    let mut exploration = Exploration::new(world, method, options, cancel.clone(), gauge)?;
    exploration.machine.inputs.answers = Some(by_method(&told.answers));
    let others: Vec<usize> = (0..exploration.reached.tests.len()).filter(|goal| !told.wanted.contains(goal)).collect();
    for goal in &others {
        // Nothing is gained where one of them is reached.
        exploration.reached.tests[*goal] = Some(0);
    }
    exploration.settled = others.into_iter().collect::<FastSet<usize>>();
    exploration.is_deeper = true;
    exploration.run(&mut ());
    exploration.use_reserve();
    let clock_bound = exploration.clock_bound || exploration.cancel.is_cancelled();
    let asked = std::mem::take(&mut exploration.machine.run.asked);
    let key = exploration.machine.key(method);
    Ok(Round { key, tests: exploration.tests, asked, clock_bound })
}

fn by_method(answers: &[RealAnswer]) -> FastMap<MethodKey, Rc<[RealAnswer]>> {
    let mut by_method: OrderedMap<MethodKey, Vec<RealAnswer>> = OrderedMap::default();
    for answer in answers {
        by_method.entry(answer.call.method.clone()).or_default().push(answer.clone());
    }
    by_method.into_iter().map(|(method, answers)| (method, Rc::from(answers))).collect()
}

impl Exploration<'_> {
    /// Asks for the call in which a path ends, if goals are to be gained behind it. False if there is none, or it cannot run for real.
    pub(super) fn asks_for_real(&mut self, state: &State, end: &PathEnd) -> bool {
        let Some(question) = state.for_real.asked.clone() else { return false };
        if self.machine.run.asked.len() >= MOST_QUESTIONS || self.promise_of(state) == Promise::None {
            return true;
        }
        let Some(call) = self.call_of(state, end, &question) else { return false };
        if !self.machine.run.asked.contains(&call) {
            self.machine.run.asked.push(call);
        }
        true
    }

    /// The call with the arguments that an input of the path gives it.
    fn call_of(&mut self, state: &State, end: &PathEnd, question: &Question) -> Option<RealCall> {
        let solved = solve(&mut self.machine, &self.inputs, (state, end), Numbers::Unlike).ok()??;
        let Solved { state, model } = solved;
        let made = |value: Value| match value {
            Value::Ref(Ref::Object(object)) => state.for_real.made.get(&state.heap.representative(object)).cloned(),
            _ => None,
        };
        let mut extractor = Extractor::new(&mut self.machine, model, OrderedMap::default(), ObjectId(0));
        let mut passed = Vec::with_capacity(question.arguments.len());
        for (value, kind) in &question.arguments {
            passed.push(match made(*value) {
                Some(call) => Err(call),
                None => Ok(extractor.value(&state, *value, *kind)),
            });
        }
        let objects = extractor.objects_after(&state).ok()?;
        let arguments = passed.into_iter().map(|passed| match passed {
            Err(call) => Some(RealValue::Made(Box::new(RealCall::clone(&call)))),
            Ok(fact) => real_value(&fact, &objects, MOST_NESTED),
        });
        let arguments = arguments.collect::<Option<Vec<RealValue>>>()?;
        Some(RealCall { method: question.method.clone(), is_static: question.is_static, arguments })
    }
}

/// A value as it can be passed to a call that runs for real.
fn real_value(fact: &Fact, objects: &OrderedMap<ObjectId, HeapObject>, nested: u32) -> Option<RealValue> {
    let id = match fact {
        Fact::Unknown => return None,
        Fact::Null => return Some(RealValue::Null),
        Fact::Ref(id) => id,
        number => return Some(RealValue::Number(number.clone())),
    };
    let HeapObject { class, object } = objects.get(id)?;
    match object {
        Object::String(units) => Some(RealValue::Text(units.clone())),
        Object::Class(name) => Some(RealValue::Class(name.clone())),
        Object::Boxed(number) if *number != Fact::Unknown => Some(RealValue::Boxed(number.clone())),
        Object::Array { elements } if nested > 0 && elements.len() <= MOST_ELEMENTS => {
            let elements = elements.iter().map(|element| real_value(element, objects, nested - 1));
            Some(RealValue::Array { class: class.clone(), elements: elements.collect::<Option<_>>()? })
        }
        Object::Instance { .. } | Object::Array { .. } | Object::EnumConstant(_) => None,
        Object::Boxed(_) | Object::OfStatic(_) | Object::Made(_) => None,
    }
}
