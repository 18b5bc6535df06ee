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
use std::sync::Arc;
use std::time::Instant;

/// The program or the options are at fault; a line that says why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(pub String);

/// Decides whether an execution of a verified program of the block language gets to a place.
///
/// # Errors
/// The program has no such procedure or label.
pub fn reach(program: &Program, options: &ReachOptions, cancel: &CancelToken) -> Result<ReachFacts, Failure> {
    reach_with(program, options, Beyond::default(), cancel)
}

/// The same with some of what goes beyond the paper left out.
///
/// # Errors
/// As for [`reach`].
pub fn reach_with(
    program: &Program,
    options: &ReachOptions,
    beyond: Beyond,
    cancel: &CancelToken,
) -> Result<ReachFacts, Failure> {
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
    let task = Task { program, procedure, goal };
    let mut builder = Builder::new(&graph, &procedure.body.regs, FastMap::default(), limits);
    builder.beyond = beyond;
    let asked = Question { method: options.method, unfold: options.unfold };
    let decision = asked.decide(&mut builder, &|_| vec![Vec::new()], &mut |builder, model| task.run(builder, model));
    let mut facts = facts(decision);
    facts.stats.queries += builder.solver.statistics().queries;
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
}

impl Task<'_> {
    /// Runs the inputs that a model names.
    fn run(&self, builder: &Builder<'_>, model: &Model) -> Option<CoverTest> {
        reaches(self.program, &self.procedure.name, self.goal, &inputs(builder, self.procedure, model))
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
