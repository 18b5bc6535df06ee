//! Places of Java methods.
//!
//! The flowgraph of a method has its registers as variables, and memory as maps: objects are numbers, and of each field and each
//! kind of array elements there is one map from objects to values. So two parameters that may name one array do so in some
//! models. What is not followed (other calls, class initialization, monitors, volatile fields) may change all of memory. Objects
//! that the method itself makes are 1, 2, 3, …; null is 0, and all others are negative.

mod allocation;
mod calls;
mod inputs;
mod loops;
mod lower;
mod matrix;
mod memory;

use crate::builder::Builder;
use crate::decision::{Question, Reached};
use clew_base::CancelToken;
use clew_facts::{CutReason, ReachCondition, ReachMethod, ReachStats, TestCase};
use clew_ir::{Body, Cfg, Spot};
use clew_jvm::{Method, MethodCode, World};
use clew_reach::{is_followed, with_calls_replaced};
use clew_smt::QueryLimits;
use inputs::{Inputs, Rest};
pub use loops::loop_summaries;
use lower::{Variables, lowered_to};
use std::borrow::Cow;
use std::rc::Rc;
use std::time::Instant;

/// The greatest number of blocks of a method that a graph is made of.
const MAX_BLOCKS: usize = 2_000;

/// How many inputs are tried for one place.
const MAX_TRIALS: usize = 400;

/// How many elements arrays and texts have at most in the inputs that are tried first, and in those after them.
const FEW_ELEMENTS: [u32; 3] = [10, 32, 200];

/// What is to be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Any of these spots.
    Spots(Vec<Spot>),
    /// The failure of any assertion, in the method at these spots or in what it calls.
    Assertion(Vec<Spot>),
    /// The end of the method in an exception.
    Exception,
}

/// Whether calls are replaced by the code they run where that is certain and small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfCalls {
    /// They are; and of some of the JDK it is known what they do.
    Code,
    /// They do anything, also those of the JDK.
    Nothing,
}

/// A method with places that are asked about, and how they are decided.
pub struct JavaMethod<'a> {
    /// The class path.
    pub world: &'a World,
    /// The method.
    pub method: &'a Method,
    /// Its code.
    pub code: &'a MethodCode,
    /// How places are decided.
    pub decide: ReachMethod,
    /// Up to which number of iterations conditions are unfolded.
    pub unfold: u32,
    /// What is known of calls.
    pub calls: OfCalls,
    /// Ends the work.
    pub cancel: CancelToken,
}

/// Questions about places of one method, asked in turn. They share the summaries of loops and what the solver has learnt.
pub struct JavaPlaces<'a> {
    asked: &'a JavaMethod<'a>,
    /// `None` where some of the code is not followed.
    followed: Option<Followed<'a>>,
}

/// A method whose code is followed.
struct Followed<'a> {
    /// Its code, with calls replaced as far as that is wanted.
    body: Cow<'a, Body>,
    variables: Variables,
    builder: Builder,
}

/// What came of it.
pub struct JavaAnswer {
    /// The test that gets there, that no execution does, or why neither is known. A proof rests on there being no errors of the
    /// virtual machine and on the classes of the JDK being those installed.
    pub found: Result<Option<TestCase>, CutReason>,
    /// What decided it, if anything did.
    pub by: Option<&'static str>,
    /// The condition, if it was built.
    pub condition: Option<ReachCondition>,
    /// What it took.
    pub stats: ReachStats,
    /// What the solver's work cost, in its units.
    pub work: u64,
}

impl JavaAnswer {
    fn open(reason: &str) -> JavaAnswer {
        let found = Err(CutReason::Unsupported(reason.to_owned()));
        JavaAnswer { found, by: None, condition: None, stats: ReachStats::default(), work: 0 }
    }
}

impl<'a> JavaPlaces<'a> {
    /// Makes ready what all places need.
    pub fn of(asked: &'a JavaMethod<'a>) -> JavaPlaces<'a> {
        let followed = followed(asked).map(|body| {
            let variables = Variables::of(asked.world, &body, asked.calls);
            let limits = QueryLimits { cancel: asked.cancel.clone(), ..QueryLimits::default() };
            let (regs, ranges) = (Rc::clone(&variables.regs), variables.memory.ranges());
            Followed { body, builder: Builder::new(regs, ranges, limits), variables }
        });
        JavaPlaces { asked, followed }
    }

    /// Decides whether an execution gets to a place. `run` makes the test on an input, and tells it if it gets there. `work` is
    /// what the solver's work may cost, in its units; `None` where only time counts.
    pub fn ask(
        &mut self,
        place: &Place,
        work: Option<u64>,
        run: &mut dyn FnMut(TestCase) -> Option<TestCase>,
    ) -> JavaAnswer {
        let started = Instant::now();
        let JavaMethod { world, method, decide, unfold, .. } = *self.asked;
        let Some(Followed { body, variables, builder }) = &mut self.followed else {
            return JavaAnswer::open("code that the abstract path condition does not follow");
        };
        let before = (builder.limits.meter.total(), builder.solver.statistics().queries);
        builder.go_on_with(Rc::new(lowered_to(world, method, body, variables, place)));
        builder.budget = work.map(|work| before.0 + work);
        let inputs = Inputs::new(world, method, body, &variables.memory);
        let asked = Question { method: decide, unfold };
        let mut tried: Vec<TestCase> = Vec::new();
        let decision = asked.decide(
            builder,
            &|builder| FEW_ELEMENTS.map(|most| inputs.small(builder, most)).into(),
            &mut |builder, model| {
                [Rest::Plain, Rest::OfModel].into_iter().find_map(|rest| {
                    let input = inputs.of_model(builder, model, rest)?;
                    if tried.len() >= MAX_TRIALS || tried.iter().any(|other| other.has_input_of(&input)) {
                        return None;
                    }
                    tried.push(input.clone());
                    run(input)
                })
            },
        );
        let found = match decision.found {
            Reached::Yes(test) => Ok(Some(test)),
            Reached::Never => Ok(None),
            Reached::Open(reason) => Err(reason),
        };
        let queries = decision.stats.queries + builder.solver.statistics().queries - before.1;
        let stats = ReachStats { queries, seconds: started.elapsed().as_secs_f64(), ..decision.stats };
        let work = builder.limits.meter.total() - before.0;
        JavaAnswer { found, by: decision.by, condition: decision.condition, stats, work }
    }
}

/// The code of the method, with calls replaced as far as that is wanted; `None` where some of it is not followed.
fn followed<'a>(asked: &JavaMethod<'a>) -> Option<Cow<'a, Body>> {
    let own = &asked.code.body;
    let replaced = match asked.calls {
        OfCalls::Code => with_calls_replaced(asked.world, asked.method, own),
        OfCalls::Nothing => None,
    };
    let body = replaced.map_or(Cow::Borrowed(own), Cow::Owned);
    let cfg = Cfg::compute(&body);
    let is_followed = cfg.reverse_post_order().iter().all(|id| is_followed(asked.world, &body.blocks[*id]));
    (body.blocks.len() <= MAX_BLOCKS && is_followed).then_some(body)
}
