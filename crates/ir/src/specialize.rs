//! Code specialized to one path (thesis, section 3.3.5, Algorithm 2).
//!
//! The path condition says what the branches of a path decide, so the specialized code has none: it is the instructions of
//! the path in their order, without the computations that only branches needed. Algorithm 2 takes the operands of a branch off
//! the end of the code; over registers the same is a backward pass that keeps an instruction if a later one needs its result,
//! or if it changes the heap, a static field or a monitor.

use crate::{Block, BlockId, Body, Inst, Origin, Reg, Stmt, Terminator, Unwind};
use clew_base::{Arena, FastSet, Id, OrderedMap, OrderedSet};
use std::sync::Arc;

/// The body that does what `body` does on executions that pass these blocks, in this order from its entry to a return or a
/// throw. Only calls and initializations of classes end its blocks before the last. `None` where the blocks are no such path.
pub fn specialize(body: &Body, path: &[BlockId]) -> Option<Body> {
    let passed: Vec<&Block> = path.iter().map(|block| body.blocks.get(*block)).collect::<Option<_>>()?;
    let mut needed: FastSet<Reg> = FastSet::default();
    let mut blocks: Vec<Block> = Vec::new();
    for (at, block) in passed.iter().enumerate().rev() {
        let next = path.get(at + 1).copied();
        if let Some(terminator) = kept(&block.terminator, next, blocks.len())? {
            for (_, written) in block.terminator.written_on_edges() {
                written.iter().for_each(|reg| {
                    needed.remove(reg);
                });
            }
            terminator.for_each_read(&mut |reg| {
                needed.insert(reg);
            });
            let label = Arc::from("");
            blocks.push(Block { label, stmts: Vec::new(), terminator, terminator_origin: block.terminator_origin });
        }
        let stmts = &mut blocks.last_mut()?.stmts;
        for stmt in block.stmts.iter().rev().filter(|stmt| !matches!(stmt.inst, Inst::Line(_))) {
            let is_needed = stmt.inst.written().is_some_and(|reg| needed.contains(&reg));
            if is_needed || has_effect(&stmt.inst) {
                if let Some(written) = stmt.inst.written() {
                    needed.remove(&written);
                }
                stmt.inst.for_each_read(&mut |reg| {
                    needed.insert(reg);
                });
                stmts.push(Stmt { inst: stmt.inst.clone(), origin: Origin::default() });
            }
        }
    }
    Some(in_order(body, blocks))
}

/// The end of a block in the specialized code; `Some(None)` where the path condition decides where it goes. Blocks are built from the
/// last to the first: the one that follows is the last one built.
fn kept(terminator: &Terminator, next: Option<BlockId>, built: usize) -> Option<Option<Terminator>> {
    let follower = BlockId::from_index(built.saturating_sub(1));
    Some(match (terminator, next) {
        (Terminator::Return(_) | Terminator::Throw(_), None) => Some(terminator.clone()),
        (Terminator::Goto(_) | Terminator::Branch { .. } | Terminator::Switch { .. }, Some(_)) => None,
        (Terminator::Invoke { dst, callee, args, unwind, .. }, next) => {
            let is_thrown = |unwind: &Unwind| next == Some(unwind.block);
            let unwind = unwind.filter(is_thrown).map(|unwind| Unwind { block: follower, ..unwind });
            let (dst, callee, args) = (*dst, callee.clone(), args.clone());
            Some(Terminator::Invoke { dst, callee, args, normal: follower, unwind })
        }
        (Terminator::InitClass { class, unwind, .. }, next) => {
            let is_thrown = |unwind: &Unwind| next == Some(unwind.block);
            let unwind = unwind.filter(is_thrown).map(|unwind| Unwind { block: follower, ..unwind });
            Some(Terminator::InitClass { class: class.clone(), normal: follower, unwind })
        }
        _ => return None,
    })
}

/// Whether an instruction changes more than its register.
fn has_effect(inst: &Inst) -> bool {
    match inst {
        Inst::PutField { .. }
        | Inst::PutStatic { .. }
        | Inst::ArrayStore { .. }
        | Inst::MapStore { .. }
        | Inst::Monitor { .. }
        | Inst::Assume(_)
        | Inst::Assert { .. }
        | Inst::Assumed { .. }
        | Inst::Call { .. } => true,
        Inst::Assign { .. }
        | Inst::Line(_)
        | Inst::TryFirst(_)
        | Inst::Havoc { .. }
        | Inst::GetField { .. }
        | Inst::GetStatic { .. }
        | Inst::New { .. }
        | Inst::NewThrowable { .. }
        | Inst::NewArray { .. }
        | Inst::NewMultiArray { .. }
        | Inst::ArrayLength { .. }
        | Inst::ArrayLoad { .. }
        | Inst::InstanceOf { .. }
        | Inst::CanStore { .. }
        | Inst::RefEq { .. }
        | Inst::LoadString { .. }
        | Inst::LoadClass { .. } => false,
    }
}

/// The body of blocks that were built from the last to the first, with the registers that it uses and no others.
fn in_order(body: &Body, built: Vec<Block>) -> Body {
    let last = built.len() - 1;
    let mut used: OrderedSet<Reg> = body.params.iter().copied().collect();
    let mut blocks: Arena<BlockId, Block> = Arena::new();
    for (at, mut block) in built.into_iter().rev().enumerate() {
        block.label = Arc::from(format!("b{at}"));
        block.stmts.reverse();
        block.terminator.map_blocks(&mut |from_end| BlockId::from_index(last - from_end.index()));
        for stmt in &block.stmts {
            used.extend(stmt.inst.written());
            stmt.inst.for_each_read(&mut |reg| {
                used.insert(reg);
            });
        }
        block.terminator.for_each_read(&mut |reg| {
            used.insert(reg);
        });
        used.extend(block.terminator.written_on_edges().into_iter().filter_map(|(_, written)| written));
        blocks.push(block);
    }
    let mut regs = Arena::new();
    let mut renamed: OrderedMap<Reg, Reg> = OrderedMap::default();
    for reg in used {
        renamed.insert(reg, regs.push(body.regs[reg].clone()));
    }
    let mut rename = |reg: Reg| renamed[&reg];
    for (_, block) in blocks.iter_mut() {
        block.stmts.iter_mut().for_each(|stmt| stmt.inst.map_registers(&mut rename));
        block.terminator.map_registers(&mut rename);
    }
    let params = body.params.iter().map(|reg| rename(*reg)).collect();
    Body { regs, params, returns: body.returns, blocks, entry: BlockId::from_index(0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{print_body, verify_body};

    #[test]
    fn what_only_branches_needed_is_gone() {
        let text = "method \"main\"(x: bv32) returns bv32\n  vars y: bv32, z: bv32;\n{\n  start:\n    y := x + 1;\n    \
                    z := x * 2;\n    branch source y > 0 then high else low;\n  high:\n    return z;\n  low:\n    \
                    return x;\n}\n";
        let (_, body) = crate::text::parse_body("main", text).expect("a body");
        let body = &body;
        let block = |label: &str| body.block_named(label).expect("a block");
        let high = specialize(body, &[block("start"), block("high")]).expect("a path");
        verify_body(&high).expect("well-formed");
        let printed = print_body(&high, "main");
        assert!(printed.ends_with("{\n  b0:\n    z := x * 2;\n    return z;\n}\n"), "{printed}");
        assert_eq!(specialize(body, &[block("start")]), None, "the path has no end");
    }
}
