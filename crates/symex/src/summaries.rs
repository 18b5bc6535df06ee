//! Executions of a callee that stand for its calls (`bounded-infeasible-code`, section 6).
//!
//! Before a method is explored as it is, it is explored with calls that may only go as one of some known executions of the
//! callee did: `call(args)` becomes a choice between pairs of arguments and results. The pairs of a method with code are those of
//! the tests of an exploration of its own; those of one without code somebody has seen on a virtual machine. So an execution is
//! found through code that is too much to be followed for all inputs. That it is one, a concrete run along the code has to show
//! (`rerun.rs`); where that can't be made, the test counts for what it is recorded to do. Nothing of such an exploration but
//! its tests is ever used: what is unreachable, the exploration of the code alone decides.
//!
//! Pairs have no frame: they are of static methods of numbers. One that writes to a static field besides misleads the search and
//! nothing else.

use crate::code::Code;
use crate::core::{Bounds, Core};
use crate::flow::{Flow, PathEnd, Site, Stop};
use crate::machine::{Guards, Machine};
use crate::state::{OnReturn, State};
use clew_facts::{
    CallPair, Criterion, CutReason, MethodFacts, MethodKey, Options, Outcome, TestCase, Value as Fact, WORK_PER_STEP,
};
use clew_heap::{Alternative, Value};
use clew_ir::Terminator;
use clew_jvm::MethodId;
use clew_term::Term;
use std::rc::Rc;

/// How many instructions the exploration of a callee may take.
const STEPS: u64 = 2_000;
/// How many executions stand for a method at most. A formula of all of them may be larger than the method.
const MAX_PAIRS: usize = 12;
/// How many methods of one job have a summary.
const MAX_SUMMARIES: usize = 24;

const BY_SUMMARY: &str = "what a call does of which some executions are known";

/// What becomes of a call for which pairs stand.
pub(crate) enum ByPairs {
    /// It goes as one of them.
    Made(Flow),
    /// None of them is possible: its code has to run.
    Code(State),
}

impl Machine<'_> {
    /// The executions that stand for a call, if some do.
    pub(crate) fn pairs_of(&mut self, state: &State, target: MethodId, args: &[Value]) -> Option<Rc<[CallPair]>> {
        self.inputs.summaries.as_ref()?;
        let is_number = |arg: &Value| matches!(arg, Value::Term(_));
        if self.bounds == Bounds::Off || target == self.target || !args.iter().all(is_number) || !is_in_test(state) {
            return None;
        }
        // It is active where its code has to run after all; what it then calls of its own kind is a part of that.
        if state.frames.iter().any(|frame| frame.code.id == target) {
            return None;
        }
        if let Some(known) = self.inputs.summaries.as_ref()?.known.get(&target) {
            return known.clone();
        }
        let pairs = self.find_pairs(target);
        let pairs = pairs.filter(|pairs| !pairs.is_empty()).map(Rc::from);
        self.inputs.summaries.as_mut()?.known.insert(target, pairs.clone());
        pairs
    }

    fn find_pairs(&mut self, target: MethodId) -> Option<Vec<CallPair>> {
        let method = self.world.method(target);
        let is_of_numbers = |descriptor: &str| !descriptor.starts_with(['L', '[']);
        let returns_number = method.returns.as_deref().is_some_and(is_of_numbers);
        if !method.is_static() || !returns_number || !method.parameters.iter().all(|of| is_of_numbers(of)) {
            return None;
        }
        if !method.has_code || self.code_of_model(target).is_some() {
            return self.seen_pairs(&self.key(target));
        }
        let summaries = self.inputs.summaries.as_ref()?;
        if summaries.known.values().flatten().count() >= MAX_SUMMARIES {
            return None;
        }
        let code = self.code(target).ok()?;
        is_worth_it(&code).then(|| self.explored_pairs(target)).flatten()
    }

    fn seen_pairs(&self, key: &MethodKey) -> Option<Vec<CallPair>> {
        let seen = self.inputs.summaries.as_ref()?.seen.iter().find(|seen| seen.method == *key)?;
        Some(seen.pairs.iter().take(MAX_PAIRS).cloned().collect())
    }

    /// Executions of a method that together reach all of it that can be reached at this cost.
    fn explored_pairs(&mut self, target: MethodId) -> Option<Vec<CallPair>> {
        let steps = STEPS.min(self.options.max_steps.saturating_sub(self.run.steps.all));
        let options = Options {
            criterion: Criterion::Branches,
            summaries: None,
            heap_assumptions: Vec::new(),
            verified: None,
            max_steps: steps,
            solver_work: steps.saturating_mul(WORK_PER_STEP),
            time: None,
            ..self.options.clone()
        };
        let explore = self.inputs.summaries.as_ref()?.explore;
        let facts = explore(self.world, target, &options, &self.limits.cancel, self.run.memory_gauge)?;
        self.run.steps.all += facts.stats.instructions;
        Some(pairs(&facts))
    }

    /// Divides a call over the executions that stand for it. Where none of them is possible, and only there, its code runs:
    /// it is handed constants, or numbers of which too much is known.
    pub(crate) fn call_by_pairs(
        &mut self,
        mut state: State,
        pairs: &[CallPair],
        args: &[Value],
        site: Site,
    ) -> Result<ByPairs, Stop> {
        let guards: Vec<Term> = pairs.iter().map(|pair| self.passes(pair, args)).collect();
        let none = self.pool.or_all(&guards);
        let none = self.pool.not(none);
        if self.is_known(&state, none) {
            return Ok(ByPairs::Code(state));
        }
        if let Some((_, pair)) = guards.iter().zip(pairs).find(|(guard, _)| self.is_known(&state, **guard)) {
            // The pair need not say all that the call does.
            state.predict_no_further(BY_SUMMARY);
            if let (Some(dst), Some(returned)) = (site.dst, self.number(&pair.returned)) {
                state.set(dst, Value::Term(returned));
            }
            return self.jump(state, site.normal).map(ByPairs::Made);
        }
        let alternative = |guard: &Term| Alternative { guard: *guard, heap: state.heap.clone(), value: *guard };
        let alternatives = guards.iter().chain([&none]).map(alternative).collect();
        let live = self.split(state, alternatives, Guards::Exhaustive, |child, guard| {
            child.path.known.insert(guard);
        });
        let (others, live): (Vec<State>, Vec<State>) = live.into_iter().partition(|child| self.is_known(child, none));
        // The call runs again in each of them.
        if live.is_empty() {
            return Ok(ByPairs::Made(Flow::Split { live: others, ended: Vec::new() }));
        }
        let ended = others.into_iter().map(|child| (child, PathEnd::Cut(CutReason::Summary))).collect();
        Ok(ByPairs::Made(Flow::Split { live, ended }))
    }
}

impl Core<'_> {
    fn is_known(&self, state: &State, condition: Term) -> bool {
        self.pool.as_bool(condition).unwrap_or_else(|| state.path.known.contains(&condition))
    }

    /// The condition that a call passes the arguments of a pair.
    fn passes(&mut self, pair: &CallPair, args: &[Value]) -> Term {
        let mut equations = Vec::with_capacity(args.len());
        for (arg, wanted) in args.iter().zip(&pair.arguments) {
            let (Value::Term(arg), Some(wanted)) = (arg, self.number(wanted)) else { return self.pool.fls() };
            equations.push(self.pool.eq(*arg, wanted));
        }
        self.pool.and_all(&equations)
    }

    /// A number as registers hold it.
    pub(crate) fn number(&mut self, fact: &Fact) -> Option<Term> {
        let pool = &mut self.pool;
        Some(match fact {
            Fact::Boolean(value) => pool.bv32(i32::from(*value)),
            Fact::Byte(value) => pool.bv32(i32::from(*value)),
            Fact::Char(value) => pool.bv32(i32::from(*value)),
            Fact::Short(value) => pool.bv32(i32::from(*value)),
            Fact::Int(value) => pool.bv32(*value),
            Fact::Long(value) => pool.bv64(*value),
            Fact::Float(bits) => pool.f32(*bits),
            Fact::Double(bits) => pool.f64(*bits),
            Fact::Null | Fact::Ref(_) | Fact::Unknown => return None,
        })
    }
}

/// Whether the method under test runs, rather than a class initializer or what else prepares its input.
pub(crate) fn is_in_test(state: &State) -> bool {
    let runs = |on_return: &OnReturn| matches!(on_return, OnReturn::Entry | OnReturn::Resume { .. });
    state.entry.begun && state.frames.iter().all(|frame| runs(&frame.on_return))
}

/// Whether following the code costs more than choosing between pairs: it goes round, or calls others.
fn is_worth_it(code: &Code) -> bool {
    let body = &code.code.body;
    let calls = |id| matches!(body.blocks[id].terminator, Terminator::Invoke { .. });
    !code.loops.is_empty() || body.blocks.ids().any(calls)
}

/// The executions of a method's tests that return a number.
fn pairs(facts: &MethodFacts) -> Vec<CallPair> {
    let mut pairs: Vec<CallPair> = Vec::new();
    for pair in facts.tests.iter().filter_map(pair) {
        if pairs.len() < MAX_PAIRS && pairs.iter().all(|known| known.arguments != pair.arguments) {
            pairs.push(pair);
        }
    }
    pairs
}

fn pair(test: &TestCase) -> Option<CallPair> {
    match &test.outcome {
        Outcome::Returns(Some(returned)) if *returned != Fact::Unknown && test.calls.is_empty() => Some(CallPair {
            arguments: test.arguments.iter().map(|argument| argument.value.clone()).collect(),
            returned: returned.clone(),
        }),
        _ => None,
    }
}
