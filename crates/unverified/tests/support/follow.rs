//! Executions of an annotated program, with the meaning of annotations written down once more.

use clew_base::Id;
use clew_ir::{BlockId, Inst, ProcedureId, Program, Reg, Terminator, Value, eval_expr};
use clew_unverified::{Point, Reasoning};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What happens in an execution.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Control is at a point of the activation in which so many calls are open. These assumptions have failed.
    At { point: Point, depth: usize, failed: BTreeSet<Arc<str>> },
    /// An assertion is evaluated in a procedure.
    Assert { procedure: ProcedureId, fully_verified: bool, premise: bool, holds: bool },
}

/// How an execution ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum End {
    Finished,
    /// At an assumption.
    Blocked,
    /// At an assertion.
    Failed,
    /// After too many steps.
    Cut,
}

struct Frame {
    procedure: ProcedureId,
    locals: Vec<Option<Value>>,
    block: BlockId,
    position: usize,
    /// The assumptions that have failed: in the activation if reasoning is modular, else in the execution.
    failed: BTreeSet<Arc<str>>,
}

/// Follows an execution of an annotated program. Unwritten variables are zero.
pub fn follow(
    program: &Program,
    reasoning: Reasoning,
    inputs: &[(&str, i32)],
    choices: &mut dyn FnMut(usize) -> usize,
    steps: usize,
) -> (Vec<Event>, End) {
    let mut globals: Vec<Option<Value>> = vec![None; program.globals.len()];
    let (main, _) = program.procedure("main").expect("there is a main procedure");
    let mut frames = vec![open(program, main)];
    for (name, number) in inputs {
        match program.global(name) {
            Some((id, _)) => globals[id.index()] = Some(Value::int(*number)),
            None => {
                let reg = program.procedures[main].body.register_named(name).expect("the variable exists");
                frames[0].locals[reg.index()] = Some(Value::int(*number));
            }
        }
    }
    let mut events = Vec::new();
    for _ in 0..steps {
        let depth = frames.len() - 1;
        let Some(frame) = frames.last_mut() else { break };
        let body = &program.procedures[frame.procedure].body;
        let value = |frame: &Frame, globals: &[Option<Value>], reg: Reg| {
            let info = &body.regs[reg];
            let held = match info.global {
                Some(global) => globals[global.index()].clone(),
                None => frame.locals[reg.index()].clone(),
            };
            held.unwrap_or_else(|| Value::zero(info.ty))
        };
        let point = Point { procedure: frame.procedure, block: frame.block, position: frame.position };
        events.push(Event::At { point, depth, failed: frame.failed.clone() });
        let block = &body.blocks[frame.block];
        let evaluate = |expr| eval_expr(expr, &mut |reg| Some(value(frame, &globals, reg))).expect("it has a value");
        let truth = |expr| evaluate(expr) == Value::Bool(true);
        let mut write = None;
        match block.stmts.get(frame.position).map(|stmt| &stmt.inst) {
            Some(Inst::Assign { dst, value }) => write = Some((*dst, evaluate(value))),
            Some(Inst::Assume(condition)) if !truth(condition) => return (events, End::Blocked),
            Some(Inst::Assumed { condition, name }) if !truth(condition) => {
                frame.failed.insert(Arc::clone(name));
            }
            Some(Inst::Assume(_) | Inst::Assumed { .. }) => {}
            Some(Inst::Assert { condition, premise }) => {
                let cubes = premise.as_deref().unwrap_or_default();
                let premise = cubes.iter().any(|cube| cube.iter().all(|name| !frame.failed.contains(name)));
                let (fully_verified, holds) = (cubes.iter().any(Vec::is_empty), truth(condition));
                events.push(Event::Assert { procedure: frame.procedure, fully_verified, premise, holds });
                if !holds {
                    return (events, End::Failed);
                }
            }
            Some(Inst::Call { procedure, args, .. }) => {
                let (callee, _) = program.procedure(procedure).expect("the procedure exists");
                let mut called = open(program, callee);
                for (param, argument) in program.procedures[callee].body.params.iter().zip(args) {
                    called.locals[param.index()] = Some(evaluate(argument));
                }
                if reasoning == Reasoning::WholeProgram {
                    called.failed = frame.failed.clone();
                }
                frame.position += 1;
                frames.push(called);
                continue;
            }
            Some(other) => panic!("{other:?} is not generated"),
            None => {
                match &block.terminator {
                    Terminator::Goto(targets) => {
                        let choice = if targets.len() == 1 { 0 } else { choices(targets.len()) };
                        (frame.block, frame.position) = (targets[choice], 0);
                    }
                    Terminator::Return(_) if depth == 0 => return (events, End::Finished),
                    Terminator::Return(_) => {
                        let returned = frames.pop();
                        if let (Reasoning::WholeProgram, Some(from), Some(to)) =
                            (reasoning, returned, frames.last_mut())
                        {
                            to.failed = from.failed;
                        }
                    }
                    other => panic!("{other:?} is not generated"),
                }
                continue;
            }
        }
        frame.position += 1;
        if let Some((reg, value)) = write {
            match body.regs[reg].global {
                Some(global) => globals[global.index()] = Some(value),
                None => frame.locals[reg.index()] = Some(value),
            }
        }
    }
    (events, End::Cut)
}

fn open(program: &Program, procedure: ProcedureId) -> Frame {
    let body = &program.procedures[procedure].body;
    let locals = vec![None; body.regs.len()];
    Frame { procedure, locals, block: body.entry, position: 0, failed: BTreeSet::new() }
}
