//! Runs what a model claims on the concrete interpreter, which shares nothing with the solver.

use crate::inputs::{Input, program_value};
use crate::passive::{Passive, Variable};
use crate::unwind::{ActivationId, NodeId, Unwound};
use clew_base::OrderedMap;
use clew_ir::{BlockId, Choices, Outcome, Procedure, Program, RegInfo, Run, Type, Value, Visit, interpret};
use clew_term::{SymbolId, Value as TermValue};
use std::collections::VecDeque;
use std::sync::Arc;

/// An execution as a model has it.
pub(crate) struct Claim<'a> {
    pub program: &'a Program,
    pub unwound: &'a Unwound,
    pub passive: &'a Passive,
    /// The nodes that it passes, in order.
    pub path: &'a [NodeId],
    /// The values of its inputs, in their order.
    pub inputs: &'a [(Input, Value)],
}

/// What running it showed.
pub(crate) enum Replay {
    /// It takes this path, and ends.
    Confirmed(Run),
    /// A limit of the interpreter was hit.
    OutOfReach,
    /// It does something else; a line that says what.
    Refuted(String),
}

impl Claim<'_> {
    /// Runs it. `value` gives the model's values of symbols.
    pub(crate) fn run(&self, value: &dyn Fn(SymbolId) -> Option<TermValue>) -> Replay {
        let visits = self.visits();
        let mut steps = 1;
        for node in self.path {
            let part = &self.unwound.nodes[*node];
            steps += (part.to - part.from) as u64 + 2;
        }
        let mut guide = Guide {
            claim: self,
            visits: &visits,
            entered: 0,
            activations: Vec::new(),
            havocs: self.path.iter().flat_map(|node| &self.passive.nodes[node].havocs).copied().collect(),
            value,
        };
        let inputs: OrderedMap<Arc<str>, Value> =
            self.inputs.iter().map(|(input, value)| (Arc::clone(&input.name), value.clone())).collect();
        let entry = self.unwound.procedure(self.unwound.entry);
        let run = interpret(self.program, &self.program.procedures[entry].name, &inputs, &mut guide, steps);
        let expected: Vec<Visit> = visits.iter().map(|(visit, _)| *visit).collect();
        match &run.outcome {
            Outcome::Finished { .. } if run.trace == expected => Replay::Confirmed(run),
            Outcome::StepLimit if expected.starts_with(&run.trace) => Replay::OutOfReach,
            outcome => {
                let (went, claimed) = (run.labels(self.program).join(" "), self.labels(&expected).join(" "));
                Replay::Refuted(format!(
                    "a model claims the path {claimed}, but its execution goes {went}: {outcome:?}"
                ))
            }
        }
    }

    /// The blocks that control comes to, each with its activation.
    fn visits(&self) -> Vec<(Visit, ActivationId)> {
        let starts = self.path.iter().map(|id| &self.unwound.nodes[*id]).filter(|node| node.from == 0);
        let visit = |node: &crate::unwind::Node| {
            let activation = &self.unwound.activations[node.activation];
            let visit = Visit { depth: activation.depth, procedure: activation.procedure, block: node.block };
            (visit, node.activation)
        };
        starts.map(visit).collect()
    }

    fn labels(&self, visits: &[Visit]) -> Vec<String> {
        let trace = visits.to_vec();
        Run { outcome: Outcome::Blocked, trace, steps: 0 }.labels(self.program)
    }
}

/// Makes the choices of a claim.
struct Guide<'a, 'c> {
    claim: &'a Claim<'c>,
    visits: &'a [(Visit, ActivationId)],
    entered: usize,
    /// The activations that are open.
    activations: Vec<ActivationId>,
    havocs: VecDeque<SymbolId>,
    value: &'a dyn Fn(SymbolId) -> Option<TermValue>,
}

impl Guide<'_, '_> {
    fn value_of(&self, symbol: Option<SymbolId>, ty: Type) -> Value {
        let value = symbol.and_then(|symbol| (self.value)(symbol));
        value.and_then(|value| program_value(&value, ty)).unwrap_or_else(|| Value::zero(ty))
    }
}

impl Choices for Guide<'_, '_> {
    fn choose(&mut self, _count: usize) -> usize {
        0
    }

    fn choose_target(&mut self, _procedure: &Procedure, _block: BlockId, targets: &[BlockId]) -> usize {
        let next = self.visits.get(self.entered).map(|(visit, _)| visit.block);
        targets.iter().position(|target| Some(*target) == next).unwrap_or(0)
    }

    fn havoc(&mut self, _procedure: &Procedure, variable: &RegInfo) -> Value {
        let symbol = self.havocs.pop_front();
        self.value_of(symbol, variable.ty)
    }

    fn unwritten(&mut self, depth: usize, procedure: &Procedure, variable: &RegInfo) -> Value {
        let reg = procedure.body.register_named(&variable.name);
        let activation = self.activations.get(depth).copied();
        let symbol = reg
            .zip(activation)
            .and_then(|(reg, activation)| self.claim.passive.unwritten.get(&Variable::Local(activation, reg)).copied());
        self.value_of(symbol, variable.ty)
    }

    fn entered(&mut self, visit: Visit) {
        self.activations.truncate(visit.depth);
        let activation = self.visits.get(self.entered).map(|(_, activation)| *activation);
        self.activations.extend(activation);
        self.entered += 1;
    }
}
