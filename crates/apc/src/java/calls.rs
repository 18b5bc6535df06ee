//! Calls of the JDK of which it is known what they do.

use super::lower::{Lowering, binary, bounds, lowered};
use crate::flowgraph::Action;
use clew_ir::{BinaryOp, BlockId, Expr, MethodRef, Reg, UnaryOp, Unwind};

impl Lowering<'_> {
    /// Calls of which it is known what they do; whether this is one.
    pub(super) fn known(
        &mut self,
        id: BlockId,
        dst: Reg,
        method: &MethodRef,
        args: &[Expr],
        (normal, unwind): (BlockId, Option<Unwind>),
        actions: &[Action],
    ) -> bool {
        let mut actions = actions.to_vec();
        let args: Vec<Expr> = args.iter().map(lowered).collect();
        let zero = || Expr::bv32(0);
        match (&*method.class, &*method.name, &*method.descriptor, args.as_slice()) {
            ("java/lang/String", "length", "()I", [text]) => {
                actions.push(Action::Load(dst, self.memory.text_lengths, vec![text.clone()]));
            }
            ("java/lang/String", "charAt", "(I)C", [text, index]) => {
                let length = self.memory.scratch[0];
                actions.push(Action::Load(length, self.memory.text_lengths, vec![text.clone()]));
                let is_within = bounds(index.clone(), Expr::Reg(length));
                let mut fails = actions.clone();
                fails.push(Action::Refute(is_within.clone()));
                self.unwind(id, unwind, fails);
                actions.push(Action::Assume(is_within));
                actions.push(Action::Load(dst, self.memory.texts, vec![text.clone(), index.clone()]));
            }
            ("java/lang/Math", name @ ("max" | "min"), "(II)I" | "(JJ)J", [left, right]) => {
                let op = if name == "max" { BinaryOp::Lt } else { BinaryOp::Gt };
                let takes_right = binary(op, left.clone(), right.clone());
                let value = Expr::Ite(Box::new(takes_right), Box::new(right.clone()), Box::new(left.clone()));
                actions.push(Action::Assign(dst, value));
            }
            ("java/lang/Math", "abs", "(I)I", [value]) => {
                let is_negative = binary(BinaryOp::Lt, value.clone(), zero());
                let negated = Expr::unary(UnaryOp::Neg, value.clone());
                actions.push(Action::Assign(
                    dst,
                    Expr::Ite(Box::new(is_negative), Box::new(negated), Box::new(value.clone())),
                ));
            }
            _ => return false,
        }
        self.edge(id, 0, normal, actions);
        true
    }
}
