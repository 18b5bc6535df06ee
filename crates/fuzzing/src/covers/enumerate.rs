//! Every execution of a small program, one after another, on the concrete interpreter.
//!
//! Nothing here is shared with the engine: choices are tried like the positions of an odometer, and the bounds are counted
//! on the blocks that an execution comes to.

use clew_base::{OrderedMap, OrderedSet};
use clew_ir::{
    BlockId, Choices, LoopId, Loops, Outcome, Procedure, ProcedureId, Program, RegInfo, Run, Terminator, Type, Value,
    Visit, interpret,
};
use std::collections::BTreeSet;

/// Executions tried of one program at most.
const MAX_RUNS: usize = 60_000;
/// Statements of one execution.
const STEPS: u64 = 4_000;

/// The complete executions within the bounds.
#[derive(Clone, Debug, Default)]
pub struct Executions {
    /// The blocks passed, each with its procedure.
    pub passed: BTreeSet<(String, String)>,
    /// The paths, each once.
    pub paths: OrderedSet<Vec<Visit>>,
    /// The paths that end where an assertion fails, each once with the assertion: its procedure, its block and its position.
    pub failing: OrderedSet<(Vec<Visit>, (String, String, usize))>,
}

impl Executions {
    /// The paths as labels, sorted.
    pub fn labels(&self, program: &Program) -> Vec<Vec<String>> {
        let mut paths: Vec<Vec<String>> = self.paths.iter().map(|trace| labels(program, trace)).collect();
        paths.sort();
        paths
    }

    /// The same of those that violate assertions. Two of one path that fail at different assertions are there twice.
    pub fn failing_labels(&self, program: &Program) -> Vec<Vec<String>> {
        let mut paths: Vec<Vec<String>> = self.failing.iter().map(|(trace, _)| labels(program, trace)).collect();
        paths.sort();
        paths
    }
}

fn labels(program: &Program, trace: &[Visit]) -> Vec<String> {
    Run { outcome: Outcome::Blocked, trace: trace.to_vec(), steps: 0 }.labels(program)
}

/// Runs every execution of `main` whose inputs are of `domain`; `None` if there are too many.
pub fn enumerate(program: &Program, unwind: u32, domain: &[i64]) -> Option<Executions> {
    let loops: OrderedMap<ProcedureId, Loops> =
        program.procedures.iter().map(|(id, procedure)| (id, Loops::compute(&procedure.body))).collect();
    let mut found = Executions::default();
    let mut script: Vec<(usize, usize)> = Vec::new();
    for _ in 0..MAX_RUNS {
        let mut odometer = Odometer {
            program,
            loops: &loops,
            unwind,
            domain,
            script: std::mem::take(&mut script),
            position: 0,
            frames: Vec::new(),
            is_outside: false,
        };
        let run = interpret(program, "main", &OrderedMap::default(), &mut odometer, STEPS);
        let is_inside = !odometer.is_outside;
        script = odometer.script;
        match run.outcome {
            Outcome::Finished { .. } if is_inside => found.add(program, run.trace),
            Outcome::AssertFailed { procedure, block, position } if is_inside => {
                let (procedure, label) = names(program, procedure, block);
                found.failing.insert((run.trace, (procedure, label, position)));
            }
            Outcome::BadInput(message) if is_inside => panic!("the interpreter rejects a program: {message}"),
            Outcome::StepLimit if is_inside => return None,
            _ => {}
        }
        // The next position: the last choice that has another one.
        while script.last().is_some_and(|(chosen, count)| chosen + 1 == *count) {
            script.pop();
        }
        match script.last_mut() {
            Some((chosen, _)) => *chosen += 1,
            None => return Some(found),
        }
    }
    None
}

impl Executions {
    fn add(&mut self, program: &Program, trace: Vec<Visit>) {
        for visit in &trace {
            self.passed.insert(names(program, visit.procedure, visit.block));
        }
        self.paths.insert(trace);
    }
}

fn names(program: &Program, procedure: ProcedureId, block: BlockId) -> (String, String) {
    let procedure = &program.procedures[procedure];
    (procedure.name.to_string(), procedure.body.blocks[block].label.to_string())
}

/// An activation with how often its loops have gone round.
struct Frame {
    procedure: ProcedureId,
    block: BlockId,
    rounds: OrderedMap<LoopId, u32>,
}

struct Odometer<'a> {
    program: &'a Program,
    loops: &'a OrderedMap<ProcedureId, Loops>,
    unwind: u32,
    domain: &'a [i64],
    /// Each choice with the number of its possibilities.
    script: Vec<(usize, usize)>,
    position: usize,
    frames: Vec<Frame>,
    /// Whether the execution has left the bounds.
    is_outside: bool,
}

impl Odometer<'_> {
    fn pick(&mut self, count: usize) -> usize {
        if self.is_outside {
            // There is no such target, so the interpreter stops.
            return usize::MAX;
        }
        if self.position == self.script.len() {
            self.script.push((0, count));
        }
        self.position += 1;
        self.script[self.position - 1].0
    }

    fn call(&mut self, visit: Visit) {
        let open = self.frames.iter().filter(|frame| frame.procedure == visit.procedure).count();
        self.is_outside |= open > self.unwind as usize;
        let around = self.loops[&visit.procedure].around(visit.block);
        let rounds = around.into_iter().map(|id| (id, 0)).collect();
        self.frames.push(Frame { procedure: visit.procedure, block: visit.block, rounds });
    }

    /// Counts a move from one block to another: a loop that is entered starts anew, and an edge from inside a loop to its header
    /// is one more of its rounds.
    fn go(&mut self, to: BlockId) {
        let Some(frame) = self.frames.last_mut() else { return };
        let loops = &self.loops[&frame.procedure];
        for (id, inside) in loops.iter() {
            match (loops.contains(id, frame.block), loops.contains(id, to)) {
                (true, true) if to == inside.header => {
                    let round = frame.rounds.entry(id).or_insert(0);
                    *round += 1;
                    self.is_outside |= *round > self.unwind;
                }
                (false, true) => {
                    frame.rounds.insert(id, 0);
                }
                _ => {}
            }
        }
        frame.block = to;
    }
}

impl Choices for Odometer<'_> {
    fn choose(&mut self, count: usize) -> usize {
        self.pick(count)
    }

    fn havoc(&mut self, _procedure: &Procedure, variable: &RegInfo) -> Value {
        let count = if variable.ty == Type::Bool { 2 } else { self.domain.len() };
        let chosen = self.pick(count);
        let number = self.domain.get(chosen).copied().unwrap_or(0);
        match variable.ty {
            Type::Bool => Value::Bool(chosen == 1),
            Type::Int => Value::int(number),
            Type::Bv32 => Value::Bv32(number as i32),
            Type::Bv64 => Value::Bv64(number),
            other => Value::zero(other),
        }
    }

    fn entered(&mut self, visit: Visit) {
        let stands_in_it = self.frames.get(visit.depth).is_some_and(|frame| {
            // A block that ends its procedure goes nowhere, so what comes next is another call.
            let block = &self.program.procedures[frame.procedure].body.blocks[frame.block];
            frame.procedure == visit.procedure && !matches!(block.terminator, Terminator::Return(_))
        });
        if stands_in_it {
            self.frames.truncate(visit.depth + 1);
            self.go(visit.block);
        } else {
            self.frames.truncate(visit.depth);
            self.call(visit);
        }
    }
}
