//! From a program and a place to a verdict.

use crate::builder::{Beyond, Builder};
use crate::decision::{Decision, Question, Reached};
use crate::flowgraph::{Flowgraph, Goal};
use crate::run::{Inputs, reaches};
use clew_base::{CancelToken, FastMap};
use clew_facts::{Assurance, CoverTest, EngineName, Proof, ReachFacts, ReachOptions, ReachTarget, Verdict};
use clew_ir::{MapValue, Procedure, Program, Type, Value};
use clew_smt::{Model, QueryLimits};
use clew_term::Value as TermValue;
use num_bigint::BigInt;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

/// The program or the options are at fault; a line that says why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(pub String);

/// Decides whether an execution of a verified program of the block language gets to a place.
///
/// # Errors
/// The program has no such procedure or label.
pub fn reach(
    program: &Program,
    target: &ReachTarget,
    options: &ReachOptions,
    cancel: &CancelToken,
) -> Result<ReachFacts, Failure> {
    reach_with(program, target, options, Beyond::default(), cancel)
}

/// The same with some of what goes beyond the paper left out.
///
/// # Errors
/// As for [`reach`].
pub fn reach_with(
    program: &Program,
    target: &ReachTarget,
    options: &ReachOptions,
    beyond: Beyond,
    cancel: &CancelToken,
) -> Result<ReachFacts, Failure> {
    Places::of(program, options, beyond)?.ask(target, cancel)
}

/// The same for several places in turn, which share the summaries of loops and what the solver has learnt. Each has the time
/// that the options give.
///
/// # Errors
/// As for [`reach`].
pub fn reach_each(
    program: &Program,
    targets: &[ReachTarget],
    options: &ReachOptions,
    cancel: &CancelToken,
) -> Result<Vec<ReachFacts>, Failure> {
    let mut places = Places::of(program, options, Beyond::default())?;
    targets.iter().map(|target| places.ask(target, cancel)).collect()
}

/// Places of one procedure.
struct Places<'a> {
    program: &'a Program,
    procedure: &'a Procedure,
    options: &'a ReachOptions,
    builder: Builder,
}

impl<'a> Places<'a> {
    fn of(program: &'a Program, options: &'a ReachOptions, beyond: Beyond) -> Result<Places<'a>, Failure> {
        let Some((_, procedure)) = program.procedure(&options.procedure) else {
            return Err(Failure(format!("there is no procedure `{}`", options.procedure)));
        };
        let regs = Rc::new(procedure.body.regs.clone());
        let mut builder = Builder::new(regs, FastMap::default(), QueryLimits::default());
        builder.beyond = beyond;
        Ok(Places { program, procedure, options, builder })
    }

    fn ask(&mut self, target: &ReachTarget, cancel: &CancelToken) -> Result<ReachFacts, Failure> {
        let started = Instant::now();
        let Places { program, procedure, options, ref mut builder } = *self;
        let goal = goal(procedure, target)?;
        builder.limits.cancel = match options.time.and_then(|time| started.checked_add(time)) {
            Some(deadline) => cancel.with_deadline(deadline),
            None => cancel.clone(),
        };
        builder.go_on_with(Rc::new(Flowgraph::of(&procedure.body, goal)));
        let queries = builder.solver.statistics().queries;
        let task = Task { program, procedure, goal };
        let asked = Question { method: options.method, unfold: options.unfold };
        let decision = asked.decide(builder, &|_| vec![Vec::new()], &mut |builder, model| task.run(builder, model));
        let mut facts = facts(decision);
        facts.stats.queries += builder.solver.statistics().queries - queries;
        facts.stats.seconds = started.elapsed().as_secs_f64();
        Ok(facts)
    }
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
}

impl Task<'_> {
    /// Runs the inputs that a model names.
    fn run(&self, builder: &Builder, model: &Model) -> Option<CoverTest> {
        reaches(self.program, &self.procedure.name, self.goal, &inputs(builder, self.procedure, model))
    }
}

/// The values of the variables before anything is done that a model names.
fn inputs(builder: &Builder, procedure: &Procedure, model: &Model) -> Inputs {
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

fn facts(decision: Decision<CoverTest>) -> ReachFacts {
    let Decision { found, by, condition, stats } = decision;
    let (verdict, execution) = match found {
        Reached::Yes(found) => (Verdict::Reached { test: 0 }, Some(found)),
        Reached::Never => match Proof::of(Assurance::issued_by(EngineName::PathCondition)) {
            Ok(proof) => (Verdict::Unreachable(proof), None),
            Err(dropped) => (Verdict::Undecided(dropped.0), None),
        },
        Reached::Open(why) => (Verdict::Undecided(vec![why]), None),
    };
    ReachFacts { verdict, execution, decided_by: by.map(str::to_owned), condition, stats }
}
