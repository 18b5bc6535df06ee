//! Exceptions that calls let out of the method under test: `text.substring(from)` throws one, and no instruction of the method does.
//!
//! The goals of a method tell the exceptions of its own instructions. What the methods throw that it calls has no goal, but people who
//! read the tests want to see it: the test that a refused order leaves the stock as it was, the text that is no number.

use crate::core::Core;
use crate::flow::PathEnd;
use crate::state::{LetThrough, State};
use crate::types::{class_of, display_name};
use clew_facts::{Outcome, TestCase, ThrowingCall};
use clew_heap::{ObjectId, Ref, Value};
use clew_jvm::Provenance;

/// The exceptions of these classes are seldom meant: states that cannot be, and types that code of others mixed up, lead to them.
const SELDOM_MEANT: [&str; 3] =
    ["java/lang/NullPointerException", "java/lang/ClassCastException", "java/lang/ArrayStoreException"];

/// An exception that a call lets out of the method under test.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Escape {
    call: ThrowingCall,
    /// The binary name of the class of the exception.
    class: String,
}

impl Escape {
    /// The exception that ends a path, if a test is to show it.
    pub(crate) fn of(core: &Core<'_>, state: &State, end: &PathEnd) -> Option<Escape> {
        let PathEnd::Throw(Value::Ref(Ref::Object(thrown))) = end else { return None };
        let call = throwing_call(core, state, end)?;
        let class = class_of(state.heap.object(*thrown).exact_type()?);
        let is_meant = !SELDOM_MEANT.contains(&&*core.world.class(class).name) || is_asked_for(state, *thrown);
        let exception = core.world.load("java/lang/Exception").ok()?;
        let is_told = is_meant && core.world.is_subtype(class, exception);
        is_told.then(|| Escape { call, class: display_name(&core.world.class(class).name) })
    }

    /// The exception that a test shows.
    pub(crate) fn told(test: &TestCase) -> Option<Escape> {
        let Outcome::Throws { class } = &test.outcome else { return None };
        let is_asked_for = test.null_argument.is_some_and(|null| null.is_refused);
        let is_meant = is_asked_for || SELDOM_MEANT.iter().all(|seldom| display_name(seldom) != *class);
        test.thrown_by.filter(|_| is_meant).map(|call| Escape { call, class: class.clone() })
    }

    /// Whether it ends an execution.
    pub(crate) fn ends(&self, outcome: &Outcome, thrown_by: Option<ThrowingCall>) -> bool {
        thrown_by == Some(self.call) && matches!(outcome, Outcome::Throws { class } if *class == self.class)
    }
}

/// Whether the program asks for the argument that is `null`: it means the exception.
fn is_asked_for(state: &State, thrown: ObjectId) -> bool {
    state.passed.null_pointer.is_some_and(|found| found.exception == thrown && found.is_asked_for)
}

/// The call of the method under test through which the exception comes that ends a path.
pub(crate) fn throwing_call(core: &Core<'_>, state: &State, end: &PathEnd) -> Option<ThrowingCall> {
    let PathEnd::Throw(thrown) = end else { return None };
    let LetThrough { at, class, .. } =
        state.passed.let_through.as_ref().filter(|through| through.exception == *thrown)?;
    let is_of_jdk = core.world.load(class).is_ok_and(|class| core.world.class(class).provenance == Provenance::Jdk);
    let is_fault = || matches!(thrown, Value::Ref(Ref::Object(object)) if is_fault(core, state, *object));
    Some(ThrowingCall { line: at.line, offset: at.offset, is_fault_in_jdk: is_of_jdk && is_fault() })
}

/// Whether code of the JDK made an exception that nobody has to catch.
fn is_fault(core: &Core<'_>, state: &State, thrown: ObjectId) -> bool {
    let class = state.heap.object(thrown).exact_type().map(class_of);
    let is = |class, name| core.world.load(name).is_ok_and(|unchecked| core.world.is_subtype(class, unchecked));
    let is_unchecked =
        class.is_some_and(|class| is(class, "java/lang/RuntimeException") || is(class, "java/lang/Error"));
    is_unchecked && !state.globals.identity.own_exceptions.contains(&thrown)
}
