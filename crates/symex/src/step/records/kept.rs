//! Whether a constructor only keeps what it is passed: it asks at most whether that is `null` and of which class it is, so that the state
//! of it makes no difference.

use clew_base::{FastMap, OrderedSet};
use clew_ir::{BlockId, Body, Callee, Expr, Inst, Reg, Stmt, Terminator, UnaryOp};

/// The registers that hold something of which the state must make no difference.
type Kept = OrderedSet<Reg>;

/// Whether a body does nothing with what these registers hold at entry but keep it in fields and ask whether it is `null` and of which class
/// it is. `is_constant` says whether values of a type have no state that changes; fields of other types are not read.
pub(super) fn only_keeps(
    body: &Body,
    registers: impl Iterator<Item = Reg>,
    is_constant: &dyn Fn(&str) -> bool,
) -> bool {
    let kept: Kept = registers.collect();
    if kept.is_empty() {
        return true;
    }
    let mut at_entry: FastMap<BlockId, Kept> = FastMap::default();
    at_entry.insert(body.entry, kept);
    let mut waiting = vec![body.entry];
    while let Some(block) = waiting.pop() {
        let mut kept = at_entry[&block].clone();
        let block = &body.blocks[block];
        let keeps = block.stmts.iter().all(|stmt| after(stmt, &mut kept, is_constant));
        let Some(edges) = keeps.then(|| edges(&block.terminator, &kept)).flatten() else { return false };
        for (next, kept) in edges {
            let known = at_entry.get(&next);
            let joined: Kept = known.into_iter().flatten().chain(&kept).copied().collect();
            if known.is_none_or(|known| known.len() < joined.len()) {
                at_entry.insert(next, joined);
                waiting.push(next);
            }
        }
    }
    true
}

/// Follows an instruction. Returns whether it keeps to the rule.
fn after(stmt: &Stmt, kept: &mut Kept, is_constant: &dyn Fn(&str) -> bool) -> bool {
    let keeps = match &stmt.inst {
        Inst::Assign { value: Expr::Reg(_), .. } | Inst::InstanceOf { .. } => true,
        Inst::Assign { value, .. } => asks_at_most(value, kept),
        Inst::PutField { object, .. } => !kept.contains(object),
        Inst::GetField { object, field, .. } => !kept.contains(object) && is_constant(&field.descriptor),
        inst => !reads_any(kept, |visit| inst.for_each_read(visit)),
    };
    if let Some(written) = stmt.inst.written() {
        let hands_on = matches!(&stmt.inst, Inst::Assign { value: Expr::Reg(from), .. } if kept.contains(from));
        if hands_on {
            kept.insert(written)
        } else {
            kept.shift_remove(&written)
        };
    }
    keeps
}

/// Where control goes at the end of a block, with what is kept there; `None` where the end does not keep to the rule.
fn edges(end: &Terminator, kept: &Kept) -> Option<Vec<(BlockId, Kept)>> {
    let mut returned = false;
    match end {
        Terminator::Branch { condition, .. } if asks_at_most(condition, kept) => {}
        Terminator::Invoke { callee, args, .. } if requires_it(callee) => {
            returned = matches!(args.first(), Some(Expr::Reg(reg)) if kept.contains(reg));
            if !args.iter().skip(1).all(|arg| asks_at_most(arg, kept)) {
                return None;
            }
        }
        other if reads_any(kept, |visit| other.for_each_read(visit)) => return None,
        _ => {}
    }
    let result = match end {
        Terminator::Invoke { dst, .. } => dst.filter(|_| returned),
        _ => None,
    };
    let after = |(next, written): (BlockId, Option<Reg>)| {
        let mut kept = kept.clone();
        if let Some(written) = written {
            if result == Some(written) {
                kept.insert(written)
            } else {
                kept.shift_remove(&written)
            };
        }
        (next, kept)
    };
    Some(end.written_on_edges().into_iter().map(after).collect())
}

/// Whether a call is one of those that refuse `null` and return what they are passed.
fn requires_it(callee: &Callee) -> bool {
    let Callee::Method { method, .. } = callee else { return false };
    let is_it = &*method.class == "java/util/Objects" && &*method.name == "requireNonNull";
    is_it && !method.descriptor.contains("Supplier")
}

/// Whether an expression asks of what the registers hold at most whether it is `null`.
fn asks_at_most(value: &Expr, kept: &Kept) -> bool {
    match value {
        Expr::Unary(UnaryOp::IsNull, asked) if matches!(**asked, Expr::Reg(_)) => true,
        Expr::Unary(UnaryOp::Not, inner) => asks_at_most(inner, kept),
        other => !reads_any(kept, |visit| other.for_each_register(visit)),
    }
}

/// Whether one of the registers is among those that are visited.
fn reads_any(kept: &Kept, for_each: impl FnOnce(&mut dyn FnMut(Reg))) -> bool {
    let mut is_read = false;
    for_each(&mut |reg| is_read |= kept.contains(&reg));
    is_read
}
