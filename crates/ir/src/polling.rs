//! Conditions that a loop asks of memory alone.
//!
//! A loop *polls* where a jump of the program depends on values that every round reads anew from fields or arrays, and on
//! nothing else that changes: `while (!done)`, `for (…) if (phase == 2) return`. If the loop writes none of these places the
//! answer stays the same, unless another thread changes it. Checks of the virtual machine, such as that for `null`, poll
//! nothing.

use crate::inst::{BranchKind, Callee, FieldRef, Inst, Terminator};
use crate::{BlockId, Body, Cfg, Expr, LoopId, Loops, Place, Reg};
use clew_base::FastSet;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The greatest number of blocks of a method that only answers from memory.
const MAX_BLOCKS_OF_ANSWER: usize = 20;

/// A place that is read again in each round.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Polled {
    /// A field of an object.
    Field(Arc<FieldRef>),
    /// A static field.
    Static(Arc<FieldRef>),
    /// An element of some array.
    Element,
    /// What a collection of the JDK holds.
    Contents,
}

impl Polled {
    fn of(place: Place<'_>) -> Option<Polled> {
        match place {
            Place::Field { field, .. } => Some(Polled::Field(Arc::clone(field))),
            Place::StaticField(field) => Some(Polled::Static(Arc::clone(field))),
            Place::Element { .. } => Some(Polled::Element),
            Place::Nothing | Place::Map(_) | Place::Monitor(_) | Place::Anything => None,
        }
    }
}

/// A jump that polls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Poll {
    /// The block that ends with the jump.
    pub block: BlockId,
    /// The loop that asks again.
    pub of_loop: LoopId,
    /// The registers that the condition names.
    pub registers: Vec<Reg>,
    /// The places that the answer comes from; at least one.
    pub places: Vec<Polled>,
    /// Whether calls read some of them.
    pub by_calls: bool,
}

/// The places that a call answers from, if it does nothing else; see [`answered_from`].
pub type Answers<'a> = dyn Fn(&Callee) -> Option<Vec<Polled>> + 'a;

/// The jumps of a body that poll.
pub fn polls(body: &Body, cfg: &Cfg, loops: &Loops, answers: &Answers<'_>) -> Vec<Poll> {
    let mut found = Vec::new();
    for (id, of_loop) in loops.iter() {
        for block in &of_loop.blocks {
            let Some(condition) = jumps_on(&body.blocks[*block].terminator) else { continue };
            let mut slice = Slice {
                body,
                cfg,
                within: &of_loop.blocks,
                answers,
                known: FastSet::default(),
                places: Vec::new(),
                by_calls: false,
            };
            let end = body.blocks[*block].stmts.len();
            if slice.reads_memory_alone(condition, (*block, end), &mut Vec::new()) && !slice.places.is_empty() {
                let registers = registers_of(condition);
                let Slice { places, by_calls, .. } = slice;
                found.push(Poll { block: *block, of_loop: id, registers, places, by_calls });
            }
        }
    }
    found
}

/// The places that a method answers from, if it has no loop, writes nothing, and calls only such methods.
pub fn answered_from(body: &Body, answers: &Answers<'_>) -> Option<Vec<Polled>> {
    let cfg = Cfg::compute(body);
    if body.blocks.len() > MAX_BLOCKS_OF_ANSWER || !cfg.retreating_edges().is_empty() {
        return None;
    }
    let mut places = Vec::new();
    for block in cfg.reverse_post_order().iter().map(|block| &body.blocks[*block]) {
        for effects in block.stmts.iter().map(|stmt| stmt.inst.effects()) {
            if effects.writes != Place::Nothing {
                return None;
            }
            places.extend(Polled::of(effects.reads));
        }
        match &block.terminator {
            Terminator::Invoke { callee, .. } => places.extend(answers(callee)?),
            Terminator::Unsupported(_) => return None,
            Terminator::Goto(_)
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::InitClass { .. }
            | Terminator::Return(_)
            | Terminator::Throw(_) => {}
        }
    }
    Some(places)
}

/// The blocks that control may get to after one of these.
pub fn blocks_behind(cfg: &Cfg, blocks: impl IntoIterator<Item = BlockId>) -> FastSet<BlockId> {
    let mut behind = FastSet::default();
    let mut waiting: Vec<BlockId> = blocks.into_iter().collect();
    while let Some(block) = waiting.pop() {
        waiting.extend(cfg.successors(block).iter().filter(|next| behind.insert(**next)));
    }
    behind
}

/// What a jump of the program depends on.
fn jumps_on(terminator: &Terminator) -> Option<&Expr> {
    match terminator {
        Terminator::Branch { kind: BranchKind::Source, condition, .. } => Some(condition),
        Terminator::Switch { value, .. } => Some(value),
        Terminator::Branch { .. }
        | Terminator::Goto(_)
        | Terminator::Invoke { .. }
        | Terminator::InitClass { .. }
        | Terminator::Return(_)
        | Terminator::Throw(_)
        | Terminator::Unsupported(_) => None,
    }
}

fn registers_of(expr: &Expr) -> Vec<Reg> {
    let mut registers = Vec::new();
    expr.for_each_register(&mut |reg| registers.push(reg));
    registers
}

/// Where a register gets a value: a position in a block, the terminator if it is past the last instruction.
type Definition = (BlockId, usize);

/// What a condition depends on, within the blocks of a loop.
struct Slice<'a> {
    body: &'a Body,
    cfg: &'a Cfg,
    within: &'a [BlockId],
    answers: &'a Answers<'a>,
    /// Definitions that were looked at.
    known: FastSet<Definition>,
    places: Vec<Polled>,
    by_calls: bool,
}

impl Slice<'_> {
    /// Whether what an expression depends on at a position changes in the loop by what is read from memory alone.
    fn reads_memory_alone(&mut self, expr: &Expr, at: Definition, under_way: &mut Vec<Definition>) -> bool {
        registers_of(expr).into_iter().all(|reg| self.is_of_memory(reg, at, under_way))
    }

    fn is_of_memory(&mut self, reg: Reg, at: Definition, under_way: &mut Vec<Definition>) -> bool {
        self.reaching(reg, at).into_iter().all(|definition| {
            // What depends on itself counts the rounds.
            if under_way.contains(&definition) {
                return false;
            }
            if !self.known.insert(definition) {
                return true;
            }
            under_way.push(definition);
            let is_of_memory = self.defines_by_memory(definition, under_way);
            under_way.pop();
            is_of_memory
        })
    }

    fn defines_by_memory(&mut self, at: Definition, under_way: &mut Vec<Definition>) -> bool {
        let body = self.body;
        let block = &body.blocks[at.0];
        let Some(stmt) = block.stmts.get(at.1) else {
            let Terminator::Invoke { callee, args, .. } = &block.terminator else { return false };
            let Some(places) = (self.answers)(callee) else { return false };
            self.places.extend(places);
            self.by_calls = true;
            return args.iter().all(|arg| self.reads_memory_alone(arg, at, under_way));
        };
        match &stmt.inst {
            Inst::Assign { .. }
            | Inst::GetField { .. }
            | Inst::GetStatic { .. }
            | Inst::ArrayLoad { .. }
            | Inst::ArrayLength { .. }
            | Inst::CanStore { .. }
            | Inst::RefEq { .. }
            | Inst::InstanceOf { .. }
            | Inst::LoadString { .. }
            | Inst::LoadClass { .. } => {
                self.places.extend(Polled::of(stmt.inst.effects().reads));
                let mut read = Vec::new();
                stmt.inst.for_each_read(&mut |reg| read.push(reg));
                read.into_iter().all(|reg| self.is_of_memory(reg, at, under_way))
            }
            Inst::Line(_)
            | Inst::MapStore { .. }
            | Inst::Assume(_)
            | Inst::Assert { .. }
            | Inst::Assumed { .. }
            | Inst::TryFirst(_)
            | Inst::Call { .. }
            | Inst::Havoc { .. }
            | Inst::PutField { .. }
            | Inst::PutStatic { .. }
            | Inst::New { .. }
            | Inst::NewThrowable { .. }
            | Inst::NewArray { .. }
            | Inst::NewMultiArray { .. }
            | Inst::ArrayStore { .. }
            | Inst::Monitor { .. } => false,
        }
    }

    /// The definitions in the loop from which a register may have its value at a position.
    fn reaching(&self, reg: Reg, at: Definition) -> BTreeSet<Definition> {
        let mut found = BTreeSet::new();
        let mut seen = FastSet::default();
        let mut waiting = vec![at];
        while let Some((block, before)) = waiting.pop() {
            let stmts = self.body.blocks[block].stmts.iter().take(before);
            if let Some(position) = stmts.into_iter().rposition(|stmt| stmt.inst.written() == Some(reg)) {
                found.insert((block, position));
                continue;
            }
            if !seen.insert(block) {
                continue;
            }
            for from in self.cfg.predecessors(block).iter().filter(|from| self.within.binary_search(from).is_ok()) {
                let end = self.body.blocks[*from].stmts.len();
                match self.body.blocks[*from].terminator.written_on_edges().contains(&(block, Some(reg))) {
                    true => _ = found.insert((*from, end)),
                    false => waiting.push((*from, end)),
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_body;

    fn found(text: &str) -> Vec<(String, usize)> {
        let (_, body) = parse_body("polling", text).expect("the text is well-formed");
        let (cfg, loops) = (Cfg::compute(&body), Loops::compute(&body));
        let polls = polls(&body, &cfg, &loops, &|_| None);
        polls.iter().map(|poll| (body.blocks[poll.block].label.to_string(), poll.places.len())).collect()
    }

    #[test]
    fn a_loop_polls_what_it_reads_anew_and_never_counts() {
        let text = r#"method "m"(this: ref) returns bv32
          vars i: bv32, s: bv32, n: bv32;
        {
          start: i := 0; goto head;
          head: s := this.field A#done:Z; branch source s != 0 then end else body;
          body: n := this.field A#n:I; branch source i < n then next else end;
          next: i := i + 1; branch source i == 7 then head else head;
          end: return i;
        }"#;
        assert_eq!(found(text), [("head".to_owned(), 1)]);
    }
}
