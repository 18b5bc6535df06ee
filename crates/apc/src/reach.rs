//! From a program and a place to a verdict.

use crate::builder::{Builder, Executed};
use crate::condition::Unfolding;
use crate::flowgraph::{Flowgraph, Goal};
use crate::loops::{Induced, TooMany};
use crate::run::{Inputs, reaches};
use crate::search::{Found, search};
use clew_base::CancelToken;
use clew_facts::{
    Assurance, CoverTest, CutReason, Proof, ReachCondition, ReachFacts, ReachMethod, ReachOptions, ReachStats,
    ReachTarget, Verdict,
};
use clew_ir::{MapValue, Procedure, Program, Type, Value};
use clew_smt::{Model, QueryLimits, SatResult, Solver};
use clew_term::{Term, Value as TermValue};
use num_bigint::BigInt;
use std::sync::Arc;
use std::time::Instant;

/// The program or the options are at fault; a line that says why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(pub String);

/// What one question about a whole condition may cost, in the solver's units.
const CONDITION_WORK: u64 = 30_000_000;

const BY_CONDITION: &str = "abstract-path-condition";
const BY_SEARCH: &str = "search";

/// Decides whether an execution of a verified program of the block language gets to a place.
///
/// # Errors
/// The program has no such procedure or label.
pub fn reach(program: &Program, options: &ReachOptions, cancel: &CancelToken) -> Result<ReachFacts, Failure> {
    let started = Instant::now();
    let cancel = match options.time.and_then(|time| started.checked_add(time)) {
        Some(deadline) => cancel.with_deadline(deadline),
        None => cancel.clone(),
    };
    let Some((_, procedure)) = program.procedure(&options.procedure) else {
        return Err(Failure(format!("there is no procedure `{}`", options.procedure)));
    };
    let goal = goal(procedure, &options.target)?;
    let graph = Flowgraph::of(&procedure.body, goal);
    let limits = QueryLimits { cancel, ..QueryLimits::default() };
    let mut task = Task { program, procedure, goal, options, builder: Builder::new(&graph, &procedure.body, limits) };
    let mut facts = task.decide();
    facts.stats.seconds = started.elapsed().as_secs_f64();
    Ok(facts)
}

fn goal(procedure: &Procedure, target: &ReachTarget) -> Result<Goal, Failure> {
    match target {
        ReachTarget::Assert => Ok(Goal::Failure),
        ReachTarget::Label(label) => match procedure.body.block_named(label) {
            Some(block) => Ok(Goal::Block(block)),
            None => Err(Failure(format!("there is no label `{label}`"))),
        },
    }
}

struct Task<'a> {
    program: &'a Program,
    procedure: &'a Procedure,
    goal: Goal,
    options: &'a ReachOptions,
    builder: Builder<'a>,
}

/// What the condition says.
struct Asked {
    condition: ReachCondition,
    /// The terms of the unfolded condition that could not be refuted, one for each backbone left.
    necessary: Vec<Term>,
    found: Option<CoverTest>,
}

impl Task<'_> {
    fn decide(&mut self) -> ReachFacts {
        let mut stats = ReachStats::default();
        let mut condition = None;
        let mut necessary = None;
        if self.options.method != ReachMethod::Search {
            match self.ask_condition(&mut stats) {
                Ok(asked) if asked.found.is_some() => {
                    return reached(asked.found, BY_CONDITION, Some(asked.condition), stats);
                }
                Ok(asked) if asked.necessary.is_empty() => {
                    return unreachable(BY_CONDITION, Some(asked.condition), stats);
                }
                Ok(asked) => {
                    necessary = Some(self.builder.pool.or_all(&asked.necessary));
                    condition = Some(asked.condition);
                }
                Err(TooMany) => {}
            }
        }
        let found = match self.options.method {
            ReachMethod::Abstract => Found::Open,
            ReachMethod::Search | ReachMethod::Both => self.search(necessary),
        };
        match found {
            Found::Execution(found) => reached(Some(found), BY_SEARCH, condition, stats),
            Found::None => unreachable(BY_SEARCH, condition, stats),
            Found::Open => {
                let why = match self.builder.limits.cancel.is_cancelled() {
                    true => "time",
                    false => "the condition can hold and no execution was found",
                };
                let verdict = Verdict::Undecided(vec![CutReason::Budget(why.to_owned())]);
                ReachFacts { verdict, execution: None, decided_by: None, condition, stats }
            }
        }
    }

    /// A search that the condition prunes, then one without it.
    fn search(&mut self, necessary: Option<Term>) -> Found<CoverTest> {
        let (program, procedure, goal) = (self.program, self.procedure, self.goal);
        let run = |builder: &mut Builder<'_>, model: &Model| {
            reaches(program, &procedure.name, goal, &inputs(builder, procedure, model))
        };
        if necessary.is_some() {
            match search(&mut self.builder, necessary, run) {
                Found::Open => {}
                decided => return decided,
            }
        }
        search(&mut self.builder, None, run)
    }

    fn ask_condition(&mut self, stats: &mut ReachStats) -> Result<Asked, TooMany> {
        let start = Instant::now();
        let program = Induced::whole(self.builder.graph);
        let backbones = self.builder.executed(&program)?;
        stats.build_seconds = start.elapsed().as_secs_f64();
        let mut condition = self.describe(&backbones);
        let (mut necessary, mut found, mut is_unknown) = (Vec::new(), None, false);
        for backbone in &backbones {
            match self.ask(backbone, stats) {
                (SatResult::Unsat(_), _) => {}
                (SatResult::Sat(model), terms) => {
                    necessary.push(self.builder.pool.and_all(&terms));
                    let inputs = inputs(&self.builder, self.procedure, &model);
                    found = reaches(self.program, &self.procedure.name, self.goal, &inputs);
                    if found.is_some() {
                        break;
                    }
                }
                (SatResult::Unknown(_), terms) => {
                    is_unknown = true;
                    necessary.push(self.builder.pool.and_all(&terms));
                }
            }
        }
        let answer = match (necessary.is_empty(), is_unknown && found.is_none()) {
            (true, _) => "unsat",
            (false, true) => "unknown",
            (false, false) => "sat",
        };
        condition.unfolded = Some(answer.to_owned());
        Ok(Asked { condition, necessary, found })
    }

    fn describe(&self, backbones: &[Executed]) -> ReachCondition {
        let counters = backbones.iter().flat_map(|backbone| &backbone.loops).map(|passed| passed.counters.len());
        ReachCondition {
            backbones: backbones.len() as u64,
            counters: counters.sum::<usize>() as u64,
            formula: self.builder.formula(backbones),
            quantified: None,
            unfolded: None,
            explanation: self.builder.explain(backbones),
        }
    }

    /// Asks about the condition of a backbone, unfolded.
    fn ask(&mut self, backbone: &Executed, stats: &mut ReachStats) -> (SatResult, Vec<Term>) {
        let start = Instant::now();
        let builder = &mut self.builder;
        let unfolding = Unfolding::new(&mut builder.pool, &mut builder.widths, self.options.unfold);
        let terms = unfolding.run(&backbone.condition);
        stats.unfold_seconds += start.elapsed().as_secs_f64();
        let start = Instant::now();
        let limits = QueryLimits { work: Some(CONDITION_WORK), ..builder.limits.clone() };
        let answer = builder.solver.check(&mut builder.pool, &terms, &limits);
        stats.solver_seconds += start.elapsed().as_secs_f64();
        (answer, terms)
    }
}

/// The values of the variables before anything is done that a model names.
fn inputs(builder: &Builder<'_>, procedure: &Procedure, model: &Model) -> Inputs {
    let mut inputs = Inputs::default();
    for ((_, info), symbol) in procedure.body.regs.iter().zip(&builder.symbols) {
        let value = symbol.and_then(|symbol| model.get(symbol)).and_then(|value| program_value(value, info.ty));
        if let Some(value) = value {
            inputs.insert(Arc::clone(&info.name), value);
        }
    }
    inputs
}

fn program_value(value: &TermValue, ty: Type) -> Option<Value> {
    Some(match ty {
        Type::Bool => Value::Bool(value.as_bool()?),
        Type::Int => Value::Int(value.as_int()?.clone()),
        Type::Bv32 => Value::Bv32(i32::try_from(value.as_int()?).ok()?),
        Type::Bv64 => Value::Bv64(i64::try_from(value.as_int()?).ok()?),
        Type::Map(arity) => {
            let array = value.as_array()?;
            let mut map = MapValue::new(arity, array.default.as_int()?.clone());
            for (index, element) in &array.entries {
                let index = index.iter().map(|part| part.as_int().cloned()).collect::<Option<Vec<BigInt>>>()?;
                map.set(index, element.as_int()?.clone());
            }
            Value::from(map)
        }
        Type::F32 | Type::F64 | Type::Ref => return None,
    })
}

fn reached(found: Option<CoverTest>, by: &str, condition: Option<ReachCondition>, stats: ReachStats) -> ReachFacts {
    ReachFacts {
        verdict: Verdict::Reached { test: 0 },
        execution: found,
        decided_by: Some(by.to_owned()),
        condition,
        stats,
    }
}

fn unreachable(by: &str, condition: Option<ReachCondition>, stats: ReachStats) -> ReachFacts {
    let verdict = match Proof::of(&Assurance::new()) {
        Ok(proof) => Verdict::Unreachable(proof),
        Err(dropped) => Verdict::Undecided(dropped.0),
    };
    ReachFacts { verdict, execution: None, decided_by: Some(by.to_owned()), condition, stats }
}
