//! The input of the method under test, how inputs come about, and what is assumed of them.

use crate::code::Code;
use crate::factories::Factories;
use crate::state::made::MakingCalls;
use crate::steps::MemoryGauge;
use clew_base::{CancelToken, FastMap};
use clew_facts::{CallPair, CutReason, MethodFacts, MethodKey, MethodPattern, Options, RealAnswer, SeenCalls};
use clew_heap::{Kind, Value};
use clew_jvm::{ClassId, MethodId, World};
use std::rc::Rc;

/// A parameter of the method under test with the unknown value that the exploration gave it.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    pub name: String,
    pub descriptor: String,
    pub kind: Kind,
    pub value: Value,
}

/// The input of the method under test.
#[derive(Clone, Debug)]
pub(crate) struct Inputs {
    pub receiver: Option<Value>,
    /// The object that a constructor under test constructs.
    pub constructed: Option<Value>,
    pub parameters: Vec<Parameter>,
}

/// How a call that is an input ends in a concrete run.
#[derive(Clone, Debug)]
pub(crate) enum Supplied {
    /// It returns this, or nothing.
    Returns(Option<Value>),
    /// It throws what this call makes.
    Throws(Rc<MakingCalls>),
}

/// Which methods' calls are inputs.
#[derive(Debug, Default)]
pub(crate) struct InputCalls {
    pub(crate) patterns: Vec<MethodPattern>,
    /// What has been found out of methods that were called.
    pub(crate) known: FastMap<MethodId, bool>,
    /// In a concrete run: how the calls end, in order; those after them return zero or null.
    pub supplied: Option<Vec<(MethodKey, Supplied)>>,
}

impl InputCalls {
    /// The methods that these patterns mean. A malformed pattern, which the command refuses, means none.
    pub(crate) fn new(patterns: &[String]) -> Self {
        let patterns = patterns.iter().filter_map(|text| MethodPattern::new(text).ok()).collect();
        Self { patterns, ..Self::default() }
    }

    /// In a concrete run: how the call at this position ends, counted from zero; `None` where the test does not say.
    ///
    /// # Errors
    /// The test says it of a call of another method.
    pub(crate) fn supplied_at(&self, at: usize, method: &MethodKey) -> Result<Option<&Supplied>, CutReason> {
        match self.supplied.as_ref().and_then(|supplied| supplied.get(at)) {
            None => Ok(None),
            Some((of, supplied)) if of == method => Ok(Some(supplied)),
            Some(_) => Err(CutReason::Unsupported("a call that is an input other than that of the test".to_owned())),
        }
    }

    /// Whether some call so far was one.
    pub(crate) fn are_made(&self) -> bool {
        self.known.values().any(|is_input| *is_input)
    }
}

/// An invariant that is assumed of the input.
#[derive(Clone, Debug)]
pub(crate) struct Precondition {
    /// Which argument of the method under test leads to the place.
    pub(crate) root: usize,
    /// The code that asks whether it holds, given that argument.
    pub(crate) code: Rc<Code>,
}

/// Explores a method: `None` where it cannot be explored.
pub(crate) type Explore = fn(&World, MethodId, &Options, &CancelToken, Option<MemoryGauge>) -> Option<MethodFacts>;

/// What stands for calls, as far as it is known yet.
#[derive(Debug)]
pub(crate) struct Summaries<'w> {
    pub(crate) explore: Explore,
    pub(crate) seen: &'w [SeenCalls],
    pub(crate) known: FastMap<MethodId, Option<Rc<[CallPair]>>>,
}

impl<'w> Summaries<'w> {
    /// The executions that were seen, and what explores the methods that are called.
    pub(crate) fn new(seen: &'w [SeenCalls], explore: Explore) -> Self {
        Self { explore, seen, known: FastMap::default() }
    }
}

/// How inputs come about, and what is assumed of them.
pub(crate) struct InputRules<'w> {
    /// The classes below that of the method which override it, so that no test calls it on an object of them.
    pub overriding: Vec<ClassId>,
    /// The methods whose calls are inputs.
    pub calls: InputCalls,
    /// The calls that make objects of the program's types, where no object of any state is followed.
    pub factories: Option<Factories>,
    /// The executions that stand for calls, where they do.
    pub summaries: Option<Summaries<'w>>,
    /// In concolic execution: what is known of calls that ran for real.
    pub answers: Option<FastMap<MethodKey, Rc<[RealAnswer]>>>,
    /// The invariants that are assumed of the input, in order.
    pub preconditions: Vec<Precondition>,
    /// Classes of the program of which the input may name objects though they were initialized late.
    pub early: Vec<ClassId>,
}
