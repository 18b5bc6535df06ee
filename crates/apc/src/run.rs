//! Runs inputs on the concrete interpreter, which shares nothing with the conditions.

use crate::flowgraph::Goal;
use clew_base::OrderedMap;
use clew_facts::{CoverTest, CoverValue};
use clew_ir::{BlockId, Choices, Outcome, Procedure, Program, RegInfo, Value, Visit, interpret};
use std::sync::Arc;

/// How many statements one execution may take.
const MAX_STEPS: u64 = 200_000;
/// How many executions are tried for one input, where it can go several ways.
const MAX_RUNS: usize = 3_000;
/// How many statements all executions for one input may take.
const MAX_STEPS_OF_INPUT: u64 = 3_000_000;

/// Values by name.
pub(crate) type Inputs = OrderedMap<Arc<str>, Value>;

/// Looks for an execution on these inputs that gets to the goal, over all choices among targets.
pub(crate) fn reaches(program: &Program, entry: &str, goal: Goal, inputs: &Inputs) -> Option<CoverTest> {
    let mut prefix: Vec<(usize, usize)> = Vec::new();
    let mut steps = 0;
    for _ in 0..MAX_RUNS {
        let mut chooser = Chooser { prefix, at: 0, asked: OrderedMap::default(), inputs };
        let run = interpret(program, entry, &OrderedMap::default(), &mut chooser, MAX_STEPS);
        let is_there = match goal {
            Goal::Block(block) => run.trace.iter().position(|visit: &Visit| visit.depth == 0 && visit.block == block),
            Goal::Failure => matches!(run.outcome, Outcome::AssertFailed { .. }).then_some(run.trace.len()),
        };
        if let Some(position) = is_there {
            let mut run = run;
            run.trace.truncate(position + 1);
            let inputs = chooser.asked.iter().filter_map(|(name, value)| Some((name.to_string(), fact(value)?)));
            return Some(CoverTest { inputs: inputs.collect(), blocks: run.labels(program) });
        }
        steps += run.steps;
        prefix = chooser.prefix;
        // The last choice that has another way.
        while prefix.last().is_some_and(|(choice, count)| choice + 1 >= *count) {
            prefix.pop();
        }
        match prefix.last_mut() {
            Some((choice, _)) if steps < MAX_STEPS_OF_INPUT => *choice += 1,
            _ => return None,
        }
    }
    None
}

fn fact(value: &Value) -> Option<CoverValue> {
    Some(match value {
        Value::Bool(value) => CoverValue::Bool(*value),
        Value::Int(value) => CoverValue::Int(value.clone()),
        Value::Bv32(value) => CoverValue::Int((*value).into()),
        Value::Bv64(value) => CoverValue::Int((*value).into()),
        Value::Map(map) => {
            let entries = map.entries().map(|(index, value)| (index.to_vec(), value.clone()));
            CoverValue::Map(entries.collect(), map.default_value().clone())
        }
        Value::F32(_) | Value::F64(_) | Value::Ref(_) => return None,
    })
}

/// Makes the choices of a prefix, and the first one everywhere behind it.
struct Chooser<'a> {
    /// Each choice with how many ways there are.
    prefix: Vec<(usize, usize)>,
    at: usize,
    asked: Inputs,
    inputs: &'a Inputs,
}

impl Choices for Chooser<'_> {
    fn choose(&mut self, count: usize) -> usize {
        if self.at == self.prefix.len() {
            self.prefix.push((0, count));
        }
        self.at += 1;
        self.prefix[self.at - 1].0
    }

    fn choose_target(&mut self, _procedure: &Procedure, _block: BlockId, targets: &[BlockId]) -> usize {
        self.choose(targets.len())
    }

    fn unwritten(&mut self, depth: usize, _procedure: &Procedure, variable: &RegInfo) -> Value {
        let is_input = depth == 0 || variable.global.is_some();
        let known = self.inputs.get(&variable.name).filter(|value| is_input && value.ty() == variable.ty);
        let value = known.cloned().unwrap_or_else(|| Value::zero(variable.ty));
        if is_input {
            self.asked.entry(Arc::clone(&variable.name)).or_insert_with(|| value.clone());
        }
        value
    }
}
