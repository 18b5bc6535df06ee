//! Whether code gives back each monitor that it takes, as compilers have it.
//!
//! Where it does not, the JVM throws `IllegalMonitorStateException`: where a monitor is given back that is not held, and where the
//! method ends while it holds one.

use clew_base::Id;
use clew_ir::{BlockId, Body, Expr, Inst, MonitorOp, Reg, Terminator};

/// What a register holds, by the place where it was written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// What it held at the beginning.
    Entry(Reg),
    /// What the statement at this position of a block wrote.
    Written(BlockId, usize),
    /// One of several values, since control comes to the block in several ways.
    Met(BlockId, Reg),
}

/// What is known at a place.
#[derive(Clone, PartialEq, Eq)]
struct State {
    registers: Vec<Source>,
    /// The objects whose monitors are held, the last taken last.
    held: Vec<Source>,
}

/// The code takes or gives back a monitor where it should not.
struct Unbalanced;

/// Whether the monitors that the code takes are given back in reverse order on every way to its ends, and no others.
pub(super) fn are_balanced(body: &Body) -> bool {
    let has_monitors = |stmt: &clew_ir::Stmt| matches!(stmt.inst, Inst::Monitor { .. });
    !body.blocks.values().any(|block| block.stmts.iter().any(has_monitors)) || follow(body).is_ok()
}

fn follow(body: &Body) -> Result<(), Unbalanced> {
    let mut states: Vec<Option<State>> = vec![None; body.blocks.len()];
    let registers = body.regs.ids().map(Source::Entry).collect();
    states[body.entry.index()] = Some(State { registers, held: Vec::new() });
    let mut waiting = vec![body.entry];
    while let Some(id) = waiting.pop() {
        let Some(mut state) = states[id.index()].clone() else { continue };
        for (position, stmt) in body.blocks[id].stmts.iter().enumerate() {
            state.step(id, position, &stmt.inst)?;
        }
        for (target, arriving) in state.leave(id, &body.blocks[id].terminator)? {
            let known = &mut states[target.index()];
            let met = match known {
                None => arriving,
                Some(known) => known.meet(&arriving, target)?,
            };
            if known.as_ref() != Some(&met) {
                *known = Some(met);
                waiting.push(target);
            }
        }
    }
    Ok(())
}

impl State {
    fn step(&mut self, block: BlockId, position: usize, inst: &Inst) -> Result<(), Unbalanced> {
        match inst {
            Inst::Assign { dst, value: Expr::Reg(from) } => self.registers[dst.index()] = self.registers[from.index()],
            Inst::Monitor { op: MonitorOp::Enter, object } => self.held.push(self.registers[object.index()]),
            Inst::Monitor { op: MonitorOp::Exit, object } => {
                if self.held.pop() != Some(self.registers[object.index()]) {
                    return Err(Unbalanced);
                }
            }
            _ => {
                if let Some(dst) = inst.written() {
                    self.write(dst, Source::Written(block, position))?;
                }
            }
        }
        Ok(())
    }

    /// A register is written. While a monitor is held, what it was taken from is not made anew.
    fn write(&mut self, dst: Reg, source: Source) -> Result<(), Unbalanced> {
        self.registers[dst.index()] = source;
        if self.held.contains(&source) { Err(Unbalanced) } else { Ok(()) }
    }

    /// What is known where control goes from the end of a block.
    fn leave(self, block: BlockId, terminator: &Terminator) -> Result<Vec<(BlockId, State)>, Unbalanced> {
        let is_end = matches!(terminator, Terminator::Return(_) | Terminator::Throw(_));
        if is_end && !self.held.is_empty() {
            return Err(Unbalanced);
        }
        let leaves_by_exception =
            matches!(terminator, Terminator::Invoke { unwind: None, .. } | Terminator::InitClass { unwind: None, .. });
        if leaves_by_exception && !self.held.is_empty() {
            return Err(Unbalanced);
        }
        let mut ways = Vec::new();
        for (edge, (target, written)) in terminator.written_on_edges().into_iter().enumerate() {
            let mut state = self.clone();
            if let Some(reg) = written {
                state.write(reg, Source::Written(block, usize::MAX - edge))?;
            }
            ways.push((target, state));
        }
        Ok(ways)
    }

    /// What is known of two ways to a block.
    fn meet(&self, other: &State, block: BlockId) -> Result<State, Unbalanced> {
        if self.held != other.held {
            return Err(Unbalanced);
        }
        let mut met = self.clone();
        for (reg, (one, two)) in self.registers.iter().zip(&other.registers).enumerate() {
            if one != two {
                met.registers[reg] = Source::Met(block, Reg::from_index(reg));
            }
        }
        Ok(met)
    }
}
