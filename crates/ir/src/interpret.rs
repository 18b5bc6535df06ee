//! Runs programs of the block language on concrete values: the oracle that engines are compared with.
//!
//! A variable that is read before it is written, be it a global, a local or the result, gets its value from the inputs if
//! it belongs to the entry procedure or is global, and otherwise from [`Choices::havoc`].

use crate::eval::{EvalError, eval_expr, eval_index};
use crate::{
    BlockId, Body, Expr, GlobalId, Inst, Procedure, ProcedureId, Program, Reg, RegInfo, Stmt, Terminator, Type, Value,
};
use clew_base::{Id, OrderedMap};
use std::sync::Arc;

/// How many activations may be open at once; a deeper recursion ends the run as [`Outcome::StepLimit`].
pub const MAX_CALL_DEPTH: usize = 100_000;

/// What a program leaves open. A closure that chooses among so many targets is one; it havocs with zeros.
pub trait Choices {
    /// The index of the target that a `goto` with `count` of them takes: less than `count`, which is at least 2.
    fn choose(&mut self, count: usize) -> usize;

    /// As [`Choices::choose`], with the targets told; the default does not look at them.
    fn choose_target(&mut self, procedure: &Procedure, block: BlockId, targets: &[BlockId]) -> usize {
        let _ = (procedure, block);
        self.choose(targets.len())
    }

    /// An arbitrary value of the variable's type; the default is zero.
    fn havoc(&mut self, procedure: &Procedure, variable: &RegInfo) -> Value {
        let _ = procedure;
        Value::zero(variable.ty)
    }

    /// The value of a variable that is read before it is written, in the activation below which `depth` calls are open. The
    /// default is that of [`Choices::havoc`].
    fn unwritten(&mut self, depth: usize, procedure: &Procedure, variable: &RegInfo) -> Value {
        let _ = depth;
        self.havoc(procedure, variable)
    }

    /// Hears that control comes to a block; the default does not listen.
    fn entered(&mut self, visit: Visit) {
        let _ = visit;
    }
}

impl<F: FnMut(usize) -> usize> Choices for F {
    fn choose(&mut self, count: usize) -> usize {
        self(count)
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The entry procedure came to its end.
    Finished {
        /// The final values of the globals, in the order of declaration; without those that were neither given, read nor
        /// written.
        globals: OrderedMap<Arc<str>, Value>,
        /// What the entry procedure returns, if it returns something.
        result: Option<Value>,
    },
    /// An assumption failed or a whole number was divided by zero.
    Blocked,
    /// An assertion failed.
    AssertFailed {
        /// The procedure it is in.
        procedure: ProcedureId,
        /// The block it is in.
        block: BlockId,
        /// Its position in the block.
        position: usize,
    },
    /// The limit of steps, of [`MAX_CALL_DEPTH`] or of the size of numbers was hit.
    StepLimit,
    /// The entry, an input, a choice or the program is not what it should be; the text says what.
    BadInput(String),
}

/// A block that control came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Visit {
    /// How many calls are open: 0 in the entry procedure.
    pub depth: usize,
    /// The procedure.
    pub procedure: ProcedureId,
    /// The block.
    pub block: BlockId,
}

/// A run and the way it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub outcome: Outcome,
    /// The blocks in the order in which control came to them.
    pub trace: Vec<Visit>,
    /// How many statements and ends of blocks were executed.
    pub steps: u64,
}

impl Run {
    /// The labels of the blocks passed; those of a procedure that was called as `procedure.label`.
    pub fn labels(&self, program: &Program) -> Vec<String> {
        let label = |visit: &Visit| {
            let procedure = program.procedures.get(visit.procedure)?;
            let label = &procedure.body.blocks.get(visit.block)?.label;
            Some(if visit.depth == 0 { label.to_string() } else { format!("{}.{label}", procedure.name) })
        };
        self.trace.iter().filter_map(label).collect()
    }
}

/// Runs the procedure `entry` for at most `step_limit` statements and ends of blocks. `inputs` gives values to its
/// parameters and locals and to globals, by name; a local hides a global of its name.
pub fn interpret(
    program: &Program,
    entry: &str,
    inputs: &OrderedMap<Arc<str>, Value>,
    choices: &mut impl Choices,
    step_limit: u64,
) -> Run {
    let mut machine = Machine {
        program,
        choices,
        globals: vec![None; program.globals.len()],
        frames: Vec::new(),
        trace: Vec::new(),
        steps: 0,
        step_limit,
    };
    let outcome = match machine.start(entry, inputs) {
        Ok(()) => machine.run(),
        Err(outcome) => outcome,
    };
    Run { outcome, trace: machine.trace, steps: machine.steps }
}

/// One activation.
struct Frame<'p> {
    id: ProcedureId,
    procedure: &'p Procedure,
    regs: Vec<Option<Value>>,
    block: BlockId,
    position: usize,
    /// Where the caller wants the result.
    result_to: Option<Reg>,
}

struct Machine<'p, 'c, C> {
    program: &'p Program,
    choices: &'c mut C,
    globals: Vec<Option<Value>>,
    frames: Vec<Frame<'p>>,
    trace: Vec<Visit>,
    steps: u64,
    step_limit: u64,
}

/// Goes on, or ends the run.
type Step<T = ()> = Result<T, Outcome>;

fn bad<T>(message: impl Into<String>) -> Step<T> {
    Err(Outcome::BadInput(message.into()))
}

impl<'p, C: Choices> Machine<'p, '_, C> {
    fn start(&mut self, entry: &str, inputs: &OrderedMap<Arc<str>, Value>) -> Step {
        let Some((id, procedure)) = self.program.procedure(entry) else {
            return bad(format!("there is no procedure `{entry}`"));
        };
        self.open(id, procedure, None)?;
        for (name, value) in inputs {
            let local = procedure.body.register_named(name).filter(|reg| procedure.body.regs[*reg].global.is_none());
            let ty = match (local, self.program.global(name)) {
                (Some(reg), _) => procedure.body.regs[reg].ty,
                (None, Some((_, global))) => global.ty,
                (None, None) => return bad(format!("there is no input `{name}`")),
            };
            if value.ty() != ty {
                return bad(format!("input `{name}` has type {ty}, not {}", value.ty()));
            }
            match (local, self.program.global(name)) {
                (Some(reg), _) => self.frames[0].regs[reg.index()] = Some(value.clone()),
                (None, Some((id, _))) => self.globals[id.index()] = Some(value.clone()),
                (None, None) => {}
            }
        }
        Ok(())
    }

    fn open(&mut self, id: ProcedureId, procedure: &'p Procedure, result_to: Option<Reg>) -> Step {
        if self.frames.len() >= MAX_CALL_DEPTH {
            return Err(Outcome::StepLimit);
        }
        let regs = vec![None; procedure.body.regs.len()];
        let frame = Frame { id, procedure, regs, block: procedure.body.entry, position: 0, result_to };
        self.visit(Visit { depth: self.frames.len(), procedure: id, block: frame.block });
        self.frames.push(frame);
        Ok(())
    }

    fn run(&mut self) -> Outcome {
        loop {
            if self.steps >= self.step_limit {
                return Outcome::StepLimit;
            }
            self.steps += 1;
            if let Err(outcome) = self.step() {
                return outcome;
            }
        }
    }

    fn step(&mut self) -> Step {
        let Some(frame) = self.frames.last_mut() else {
            return bad("no procedure is running");
        };
        let Some(block) = frame.procedure.body.blocks.get(frame.block) else {
            return bad(format!("block {} does not exist", frame.block));
        };
        let (body, id, position) = (&frame.procedure.body, frame.block, frame.position);
        frame.position += 1;
        match block.stmts.get(position) {
            Some(stmt) => self.statement(body, id, position, stmt),
            None => self.end(body, id, &block.terminator),
        }
    }

    fn statement(&mut self, body: &'p Body, block: BlockId, position: usize, stmt: &'p Stmt) -> Step {
        match &stmt.inst {
            Inst::Line(_) | Inst::Assumed { .. } | Inst::TryFirst(_) => Ok(()),
            Inst::Assign { dst, value } => {
                let value = self.value(value)?;
                self.write(*dst, value)
            }
            Inst::MapStore { map, index, value } => {
                let index = self.evaluate(|register| eval_index(index, register))?;
                let Value::Int(value) = self.value(value)? else {
                    return bad("an element of an array is not an int");
                };
                match self.read(*map) {
                    Some(Value::Map(mut entries)) => {
                        // Not shared while it is changed, so that a loop that fills an array stays linear.
                        self.forget(body, *map);
                        Arc::make_mut(&mut entries).set(index, value);
                        self.write(*map, Value::Map(entries))
                    }
                    _ => bad("a store goes into something that is no array"),
                }
            }
            Inst::Assume(condition) => {
                if self.holds(condition)? {
                    Ok(())
                } else {
                    Err(Outcome::Blocked)
                }
            }
            Inst::Assert { condition, .. } => {
                let procedure = self.frames.last().map_or(ProcedureId::from_index(0), |frame| frame.id);
                let failed = Outcome::AssertFailed { procedure, block, position };
                if self.holds(condition)? { Ok(()) } else { Err(failed) }
            }
            Inst::Call { dst, procedure, args } => self.call(*dst, procedure, args),
            Inst::Havoc { dst } => {
                let value = self.arbitrary(*dst)?;
                self.write(*dst, value)
            }
            _ => bad(format!("block `{}` holds an instruction of Java", body.blocks[block].label)),
        }
    }

    fn call(&mut self, dst: Option<Reg>, name: &str, args: &[Expr]) -> Step {
        let Some((id, procedure)) = self.program.procedure(name) else {
            return bad(format!("there is no procedure `{name}`"));
        };
        let values = args.iter().map(|argument| self.value(argument)).collect::<Step<Vec<_>>>()?;
        if values.len() != procedure.body.params.len() {
            return bad(format!("the call of `{name}` has the wrong number of arguments"));
        }
        self.open(id, procedure, dst)?;
        procedure.body.params.iter().zip(values).try_for_each(|(param, value)| self.write(*param, value))
    }

    fn end(&mut self, body: &'p Body, block: BlockId, terminator: &'p Terminator) -> Step {
        match terminator {
            Terminator::Goto(targets) => {
                let procedure = self.frames.last().map(|frame| frame.procedure);
                let index = match (targets.len(), procedure) {
                    (1, _) | (_, None) => 0,
                    (_, Some(procedure)) => self.choices.choose_target(procedure, block, targets),
                };
                match targets.get(index) {
                    Some(target) => self.enter(*target),
                    None => bad(format!("there is no target {index} to choose in `{}`", body.blocks[block].label)),
                }
            }
            Terminator::Branch { condition, then, otherwise, .. } => {
                let target = if self.holds(condition)? { *then } else { *otherwise };
                self.enter(target)
            }
            Terminator::Switch { value, cases, default } => {
                let Value::Bv32(value) = self.value(value)? else {
                    return bad("a switch is not over a bv32");
                };
                let target = cases.iter().find(|(key, _)| *key == value).map_or(*default, |(_, target)| *target);
                self.enter(target)
            }
            Terminator::Return(value) => self.leave(value.as_ref()),
            Terminator::Invoke { .. }
            | Terminator::InitClass { .. }
            | Terminator::Throw(_)
            | Terminator::Unsupported(_) => {
                bad(format!("block `{}` ends with an instruction of Java", body.blocks[block].label))
            }
        }
    }

    fn enter(&mut self, target: BlockId) -> Step {
        let depth = self.frames.len().saturating_sub(1);
        if let Some(frame) = self.frames.last_mut() {
            frame.block = target;
            frame.position = 0;
            let procedure = frame.id;
            self.visit(Visit { depth, procedure, block: target });
        }
        Ok(())
    }

    fn visit(&mut self, visit: Visit) {
        self.trace.push(visit);
        self.choices.entered(visit);
    }

    fn leave(&mut self, value: Option<&Expr>) -> Step {
        let result = match (value, self.frames.last().and_then(|frame| frame.procedure.result)) {
            (Some(value), _) => Some(self.value(value)?),
            (None, Some(reg)) => self.read(reg),
            (None, None) => None,
        };
        let Some(frame) = self.frames.pop() else {
            return bad("no procedure is running");
        };
        if self.frames.is_empty() {
            return Err(Outcome::Finished { globals: self.final_globals(), result });
        }
        match (frame.result_to, result) {
            (None, _) => Ok(()),
            (Some(dst), Some(value)) => self.write(dst, value),
            (Some(_), None) => bad(format!("procedure `{}` returns nothing", frame.procedure.name)),
        }
    }

    fn final_globals(&self) -> OrderedMap<Arc<str>, Value> {
        let value = |global: GlobalId| self.globals.get(global.index()).cloned().flatten();
        let globals = self.program.globals.iter();
        globals.filter_map(|(id, global)| Some((Arc::clone(&global.name), value(id)?))).collect()
    }

    fn holds(&mut self, condition: &Expr) -> Step<bool> {
        match self.value(condition)? {
            Value::Bool(value) => Ok(value),
            _ => bad("a condition is not a bool"),
        }
    }

    fn value(&mut self, expr: &Expr) -> Step<Value> {
        self.evaluate(|register| eval_expr(expr, register))
    }

    fn evaluate<T>(
        &mut self,
        evaluate: impl FnOnce(&mut dyn FnMut(Reg) -> Option<Value>) -> Result<T, EvalError>,
    ) -> Step<T> {
        evaluate(&mut |reg| self.read(reg)).map_err(|error| match error {
            EvalError::DivisionByZero => Outcome::Blocked,
            EvalError::TooLarge => Outcome::StepLimit,
            EvalError::Unset(_) | EvalError::Types(_) => Outcome::BadInput(error.to_string()),
        })
    }

    /// The value of a register of the running procedure, arbitrary if it has none yet.
    fn read(&mut self, reg: Reg) -> Option<Value> {
        if let Some(value) = self.slot(reg)?.clone() {
            return Some(value);
        }
        let depth = self.frames.len().saturating_sub(1);
        let procedure = self.frames.last()?.procedure;
        let value = self.choices.unwritten(depth, procedure, procedure.body.regs.get(reg)?);
        self.slot(reg)?.replace(value.clone());
        Some(value)
    }

    fn write(&mut self, reg: Reg, value: Value) -> Step {
        match self.slot(reg) {
            Some(slot) => {
                *slot = Some(value);
                Ok(())
            }
            None => bad(format!("register {reg} does not exist")),
        }
    }

    fn forget(&mut self, body: &Body, reg: Reg) {
        if body.regs.get(reg).is_some_and(|info| matches!(info.ty, Type::Map(_)))
            && let Some(slot) = self.slot(reg)
        {
            *slot = None;
        }
    }

    fn slot(&mut self, reg: Reg) -> Option<&mut Option<Value>> {
        let frame = self.frames.last_mut()?;
        match frame.procedure.body.regs.get(reg)?.global {
            Some(global) => self.globals.get_mut(global.index()),
            None => frame.regs.get_mut(reg.index()),
        }
    }

    fn arbitrary(&mut self, reg: Reg) -> Step<Value> {
        let Some(procedure) = self.frames.last().map(|frame| frame.procedure) else {
            return bad("no procedure is running");
        };
        match procedure.body.regs.get(reg) {
            Some(info) => Ok(self.choices.havoc(procedure, info)),
            None => bad(format!("register {reg} does not exist")),
        }
    }
}
