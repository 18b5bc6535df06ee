//! What compilers write for a `switch` over strings: a switch over the hash code, and behind each case a comparison with the constants
//! that have it.

use clew_base::{FastMap, FastSet, Id};
use clew_ir::{
    Block, BlockId, Body, BranchKind, Callee, Cfg, Expr, Inst, Reg, Stmt, Terminator, Value, eval_expr, live_registers,
};
use clew_jvm::MethodId;
use clew_term::Term;
use std::rc::Rc;
use std::sync::Arc;

/// Up to this many blocks lie between the switch and the last comparison of a case.
const NEARBY: usize = 16;

/// An edge, by its block and its position among the successors of the block.
pub(crate) type EdgeAt = (BlockId, usize);

/// The edges that are no branches of the source: the cases of hash codes, and those on which strings go on that only have the hash code
/// of a constant. A text that takes such an edge, and is none of the constants, means nothing to anybody.
pub(crate) fn unwritten_edges(body: &Body) -> FastSet<EdgeAt> {
    let has_switch = body.blocks.values().any(|block| matches!(block.terminator, Terminator::Switch { .. }));
    if !has_switch {
        return FastSet::default();
    }
    let cfg = Cfg::compute(body);
    let mut found = FastSet::default();
    for (id, block) in body.blocks.iter() {
        match &block.terminator {
            Terminator::Switch { cases, .. } if is_behind_call(body, &cfg, id, "hashCode") => {
                let line = block.terminator_origin.line;
                let compares = |to: BlockId| {
                    let first = &body.blocks[behind_jumps(body, to)];
                    first.terminator_origin.line == line && calls(&first.terminator, "equals")
                };
                let unwritten = cases.iter().enumerate().filter(|(_, (_, to))| compares(*to));
                found.extend(unwritten.map(|(at, _)| (id, at)));
            }
            Terminator::Branch { kind: BranchKind::Source, then, otherwise, .. } => {
                let unlike = unlike_all(body, &cfg, id);
                let edges = [*then, *otherwise].into_iter().enumerate();
                let is_taken = |to: BlockId| unlike == Some(behind_jumps(body, to));
                found.extend(edges.filter(|(_, to)| is_taken(*to)).map(|(at, _)| (id, at)));
            }
            _ => {}
        }
    }
    found
}

/// Where a string goes on that is none of the constants, if the block compares it with one of them.
fn unlike_all(body: &Body, cfg: &Cfg, id: BlockId) -> Option<BlockId> {
    if !is_behind_call(body, cfg, id, "equals") {
        return None;
    }
    let before = std::iter::successors(Some(id), |block| cfg.immediate_dominator(*block)).skip(1).take(NEARBY);
    let switch = before.map(|block| (block, &body.blocks[block])).find_map(|(at, block)| match &block.terminator {
        Terminator::Switch { default, .. } => Some((at, block.terminator_origin.line, *default)),
        _ => None,
    });
    let (at, line, default) = switch?;
    let is_of_strings = line == body.blocks[id].terminator_origin.line && is_behind_call(body, cfg, at, "hashCode");
    is_of_strings.then(|| behind_jumps(body, default))
}

/// Whether a block goes on behind a call of a method of strings.
fn is_behind_call(body: &Body, cfg: &Cfg, id: BlockId, name: &str) -> bool {
    cfg.predecessors(id).iter().any(|before| calls(&body.blocks[*before].terminator, name))
}

/// Whether a block ends in a call of a method of strings.
fn calls(terminator: &Terminator, name: &str) -> bool {
    match terminator {
        Terminator::Invoke { callee: Callee::Method { method, .. }, .. } => {
            (&*method.class, &*method.name) == ("java/lang/String", name)
        }
        _ => false,
    }
}

/// A switch over the hash code of a text that went by the text itself. A text with the code of a case goes there first, before it goes
/// the way of the default.
#[derive(Clone, Debug)]
pub(crate) struct SwitchByText {
    /// The hash code.
    pub code: Term,
    /// The hash codes of the cases.
    pub keys: Rc<[i32]>,
    /// The goal of the default.
    pub default: usize,
}

/// The switches over numbers of the methods that were run, by their blocks: of each case the comparisons behind it.
#[derive(Default)]
pub(crate) struct StringSwitches(FastMap<MethodId, Rc<CasesOfSwitches>>);

type CasesOfSwitches = FastMap<BlockId, Vec<Option<Comparisons>>>;

impl StringSwitches {
    /// The comparisons behind the cases of the switches of a method; `None` for a case that may not go by the text.
    pub(crate) fn of(&mut self, id: MethodId, body: &Body) -> Rc<CasesOfSwitches> {
        Rc::clone(self.0.entry(id).or_insert_with(|| Rc::new(cases_of_switches(body))))
    }
}

fn cases_of_switches(body: &Body) -> CasesOfSwitches {
    let live = live_registers(body, &Cfg::compute(body));
    let mut found = CasesOfSwitches::default();
    for (id, block) in body.blocks.iter() {
        if let Terminator::Switch { cases, default, .. } = &block.terminator {
            let line = block.terminator_origin.line;
            let is_read = |reg: &Reg| live[default.index()].contains(reg.index());
            let of_case =
                |case: usize| comparisons(body, line, (id, case), *default).filter(|way| !way.held.keys().any(is_read));
            found.insert(id, (0..cases.len()).map(|case| of_case(case).map(|way| way.found)).collect());
        }
    }
    found
}

/// The comparisons behind a case of a switch over the hash code of a text.
#[derive(Debug, Default)]
pub(crate) struct Comparisons {
    /// The constants, as UTF-16 units.
    pub constants: Vec<Arc<[u16]>>,
    /// The registers that hold the text before the case, one for each comparison.
    pub texts: Vec<Reg>,
    /// The edges that a text takes which is none of the constants, from the switch to the block of the default.
    pub unlike: Vec<EdgeAt>,
}

/// The way behind a case of a text that is none of the constants, if it comes to the default and passes no other line.
fn comparisons(body: &Body, line: u32, case: EdgeAt, default: BlockId) -> Option<UnlikeWay> {
    let mut way = UnlikeWay::default();
    let mut edge = case;
    for _ in 0..NEARBY {
        way.found.unlike.push(edge);
        let at = body.blocks[edge.0].terminator.successors()[edge.1];
        if at == default {
            return Some(way);
        }
        let block = &body.blocks[at];
        block.stmts.iter().try_for_each(|stmt| way.follow(stmt, line))?;
        edge = (at, way.leave(&block.terminator)?);
    }
    None
}

/// The way of a text that is none of the constants.
#[derive(Default)]
struct UnlikeWay {
    found: Comparisons,
    /// What the way has left in registers.
    held: FastMap<Reg, Held>,
}

/// What a register holds on the way.
#[derive(Clone)]
enum Held {
    /// What another register held before.
    Before(Reg),
    Text(Arc<[u16]>),
    Number(Value),
}

impl UnlikeWay {
    fn follow(&mut self, stmt: &Stmt, line: u32) -> Option<()> {
        match &stmt.inst {
            Inst::Line(passed) if *passed == line => {}
            Inst::LoadString { dst, value } => {
                self.held.insert(*dst, Held::Text(Arc::clone(value)));
            }
            Inst::Assign { dst, value } => {
                let value = self.value(value)?;
                self.held.insert(*dst, value);
            }
            _ => return None,
        }
        Some(())
    }

    /// The edge on which the way goes on, by its position: no text is equal to a constant.
    fn leave(&mut self, terminator: &Terminator) -> Option<usize> {
        match terminator {
            Terminator::Goto(targets) if targets.len() == 1 => Some(0),
            // The first edge is the one of the call that returns.
            Terminator::Invoke { args, dst: Some(dst), .. } if calls(terminator, "equals") => {
                let [text, constant] = args.as_slice() else { return None };
                let (Held::Before(text), Held::Text(constant)) = (self.value(text)?, self.value(constant)?) else {
                    return None;
                };
                self.found.texts.push(text);
                self.found.constants.push(constant);
                self.held.insert(*dst, Held::Number(Value::Bv32(0)));
                Some(0)
            }
            Terminator::Branch { condition, .. } => {
                let holds = eval_expr(condition, &mut |reg| self.number(reg)).ok()?;
                Some(usize::from(holds != Value::Bool(true)))
            }
            _ => None,
        }
    }

    fn value(&self, value: &Expr) -> Option<Held> {
        match value {
            Expr::Reg(reg) => Some(self.held.get(reg).cloned().unwrap_or(Held::Before(*reg))),
            _ => eval_expr(value, &mut |reg| self.number(reg)).ok().map(Held::Number),
        }
    }

    fn number(&self, reg: Reg) -> Option<Value> {
        match self.held.get(&reg) {
            Some(Held::Number(number)) => Some(number.clone()),
            Some(Held::Before(_) | Held::Text(_)) | None => None,
        }
    }
}

/// The first block from here on that does something.
fn behind_jumps(body: &Body, mut at: BlockId) -> BlockId {
    for _ in 0..body.blocks.len() {
        match &body.blocks[at] {
            Block { stmts, terminator: Terminator::Goto(targets), .. } if stmts.is_empty() && targets.len() == 1 => {
                at = targets[0];
            }
            _ => break,
        }
    }
    at
}
