//! Runs what a model claims on the concrete interpreter, which shares nothing with the solver.

use crate::inputs::{Input, program_value};
use crate::passive::{Passive, Variable};
use crate::summary::{Pair, most_active};
use crate::unwind::{Activation, ActivationId, End, Node, NodeId, Unwound};
use clew_base::OrderedMap;
use clew_ir::{
    BlockId, Choices, GlobalId, Outcome, Procedure, Program, Reg, RegInfo, Run, Type, Value, Visit, interpret,
};
use clew_term::{SymbolId, Value as TermValue};
use std::collections::VecDeque;

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
    /// It takes this path, and ends as it should.
    Confirmed(Box<Followed>),
    /// A limit of the interpreter was hit.
    OutOfReach,
    /// It does something else; a line that says what.
    Refuted(String),
}

/// A run that went as claimed.
pub(crate) struct Followed {
    pub run: Run,
    asked: Asked,
}

/// The values that a run asked for.
#[derive(Default)]
struct Asked {
    params: OrderedMap<Reg, Value>,
    globals: OrderedMap<GlobalId, Value>,
    /// Those that are no inputs for a caller, in order.
    chosen: Vec<Value>,
}

impl Followed {
    /// What callers see of it; `None` if it did not come to its end.
    pub(crate) fn pair(self, program: &Program) -> Option<Pair> {
        let Outcome::Finished { globals, result } = self.run.outcome else { return None };
        let behind = globals.into_iter().filter_map(|(name, value)| Some((program.global(&name)?.0, value)));
        let Asked { params, globals, chosen } = self.asked;
        Some(Pair {
            params,
            globals,
            result,
            behind: behind.collect(),
            most_active: most_active(&self.run.trace),
            visits: self.run.trace,
            chosen,
            steps: self.run.steps,
        })
    }
}

impl Claim<'_> {
    /// Runs it. `value` gives the model's values of symbols.
    pub(crate) fn run(&self, value: &dyn Fn(SymbolId) -> Option<TermValue>) -> Replay {
        let visits = self.visits();
        let mut guide = Guide {
            claim: self,
            visits: &visits,
            entered: 0,
            activations: Vec::new(),
            to_choose: self.to_choose(),
            value,
            asked: Asked::default(),
        };
        let entry = self.unwound.procedure(self.unwound.entry);
        let (name, inputs) = (&self.program.procedures[entry].name, OrderedMap::default());
        let run = interpret(self.program, name, &inputs, &mut guide, self.steps());
        let expected: Vec<Visit> = visits.iter().map(|(visit, _)| *visit).collect();
        match &run.outcome {
            outcome if run.trace == expected && self.ends_so(outcome) => {
                Replay::Confirmed(Box::new(Followed { asked: guide.asked, run }))
            }
            Outcome::StepLimit if expected.starts_with(&run.trace) => Replay::OutOfReach,
            outcome => {
                let (went, claimed) = (run.labels(self.program).join(" "), self.labels(&expected).join(" "));
                Replay::Refuted(format!(
                    "a model claims the path {claimed}, but its execution goes {went}: {outcome:?}"
                ))
            }
        }
    }

    /// Whether a run that ends like this ends where the path does.
    fn ends_so(&self, outcome: &Outcome) -> bool {
        let Some(last) = self.path.last() else { return false };
        let node = &self.unwound.nodes[*last];
        match (outcome, &node.end) {
            (Outcome::Finished { .. }, End::Finish) => true,
            (Outcome::AssertFailed { procedure, block, position }, End::Fail(at)) => {
                (*procedure, *block, position) == (self.unwound.procedure(*last), node.block, at)
            }
            _ => false,
        }
    }

    /// How many statements and ends of blocks it executes at most.
    fn steps(&self) -> u64 {
        let nodes = self.path.iter().map(|id| &self.unwound.nodes[*id]);
        let steps = |node: &Node| (node.to - node.from) as u64 + 2 + node.pair.as_ref().map_or(0, |pair| pair.steps);
        1 + nodes.map(steps).sum::<u64>()
    }

    /// The blocks that control comes to, each with its activation; those inside an execution that a summary gave have none.
    fn visits(&self) -> Vec<(Visit, Option<ActivationId>)> {
        let mut visits = Vec::new();
        for node in self.path.iter().map(|id| &self.unwound.nodes[*id]) {
            let Activation { procedure, depth, .. } = self.unwound.activations[node.activation];
            if node.from == 0 {
                visits.push((Visit { depth, procedure, block: node.block }, Some(node.activation)));
            }
            let inside = node.pair.iter().flat_map(|pair| &pair.visits);
            visits.extend(inside.map(|visit| (Visit { depth: depth + 1 + visit.depth, ..*visit }, None)));
        }
        visits
    }

    /// What it chooses, in order.
    fn to_choose(&self) -> VecDeque<Chosen> {
        let mut all = VecDeque::new();
        for id in self.path {
            all.extend(self.passive.nodes[id].havocs.iter().map(|symbol| Chosen::Symbol(*symbol)));
            let inside = self.unwound.nodes[*id].pair.iter().flat_map(|pair| &pair.chosen);
            all.extend(inside.map(|value| Chosen::Value(value.clone())));
        }
        all
    }

    /// The value of an input; zero for one that there is none of.
    fn input(&self, variable: Variable, ty: Type) -> Value {
        let known = self.inputs.iter().find(|(input, _)| input.variable == variable);
        known.map_or_else(|| Value::zero(ty), |(_, value)| value.clone())
    }

    fn labels(&self, visits: &[Visit]) -> Vec<String> {
        let trace = visits.to_vec();
        Run { outcome: Outcome::Blocked, trace, steps: 0 }.labels(self.program)
    }
}

/// A value that an execution chooses.
enum Chosen {
    /// That of a symbol in the model.
    Symbol(SymbolId),
    /// That which an execution chose from which a summary was made.
    Value(Value),
}

/// Makes the choices of a claim, and notes what it was asked.
struct Guide<'a, 'c> {
    claim: &'a Claim<'c>,
    visits: &'a [(Visit, Option<ActivationId>)],
    entered: usize,
    /// The activations that are open; one that a summary stands for is not known.
    activations: Vec<Option<ActivationId>>,
    to_choose: VecDeque<Chosen>,
    value: &'a dyn Fn(SymbolId) -> Option<TermValue>,
    asked: Asked,
}

impl Guide<'_, '_> {
    fn value_of(&self, symbol: Option<SymbolId>, ty: Type) -> Value {
        let value = symbol.and_then(|symbol| (self.value)(symbol));
        value.and_then(|value| program_value(&value, ty)).unwrap_or_else(|| Value::zero(ty))
    }

    fn next_choice(&mut self, ty: Type) -> Value {
        match self.to_choose.pop_front() {
            Some(Chosen::Value(value)) => value,
            Some(Chosen::Symbol(symbol)) => self.value_of(Some(symbol), ty),
            None => Value::zero(ty),
        }
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
        let value = self.next_choice(variable.ty);
        self.asked.chosen.push(value.clone());
        value
    }

    fn unwritten(&mut self, depth: usize, procedure: &Procedure, variable: &RegInfo) -> Value {
        if let Some(global) = variable.global {
            let value = self.claim.input(Variable::Global(global), variable.ty);
            self.asked.globals.insert(global, value.clone());
            return value;
        }
        let reg = procedure.body.register_named(&variable.name);
        let activation = self.activations.get(depth).copied().flatten();
        let value = match activation.zip(reg) {
            Some((activation, reg)) if depth == 0 => {
                let value = self.claim.input(Variable::Local(activation, reg), variable.ty);
                if procedure.body.params.contains(&reg) {
                    self.asked.params.insert(reg, value.clone());
                    return value;
                }
                value
            }
            Some((activation, reg)) => {
                let symbol = self.claim.passive.unwritten.get(&Variable::Local(activation, reg)).copied();
                self.value_of(symbol, variable.ty)
            }
            None => self.next_choice(variable.ty),
        };
        self.asked.chosen.push(value.clone());
        value
    }

    fn entered(&mut self, visit: Visit) {
        self.activations.truncate(visit.depth);
        let activation = self.visits.get(self.entered).and_then(|(_, activation)| *activation);
        self.activations.push(activation);
        self.entered += 1;
    }
}
