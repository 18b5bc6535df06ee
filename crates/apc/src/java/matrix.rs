//! Arrays of arrays that one instruction makes.
//!
//! The instruction is a loop of the flowgraph that makes the inner arrays one after the other, so that the summary of
//! that loop tells which array is where.

use super::allocation::{At, Group};
use super::lower::{Lowering, binary, lowered};
use crate::flowgraph::Action;
use clew_ir::{BinaryOp, ElementKind, Expr, Reg};

impl Lowering<'_> {
    /// Makes an array of arrays. `actions` come before; returns those that come behind it.
    pub(super) fn matrix(&mut self, at: At, dst: Reg, lengths: &[Expr], mut actions: Vec<Action>) -> Vec<Action> {
        let group = self.memory.allocations.group(at);
        let Some((length, inner)) = lengths.split_first() else { return actions };
        self.make_array(dst, length, group, &mut actions);
        let groups = self.memory.allocations.inner_groups(at).to_vec();
        self.fill(Filling { array: dst, group, length, level: 0 }, inner, &groups, actions)
    }

    /// Makes the elements of an array.
    fn fill(&mut self, filled: Filling<'_>, inner: &[Expr], groups: &[Group], mut actions: Vec<Action>) -> Vec<Action> {
        let memory = self.memory;
        let Some((inner_length, deeper)) = inner.split_first() else { return actions };
        // Nobody reads the elements.
        let Some(elements) = memory.elements(filled.group, ElementKind::Ref) else { return actions };
        let (Some((row, index)), Some((group, groups))) =
            (memory.filling.get(filled.level).copied(), groups.split_first())
        else {
            // What others may see is not told: the elements are any arrays.
            actions.push(Action::Forget(elements.now));
            return actions;
        };
        let head = self.nodes.add("arrays of an array");
        actions.push(Action::Assign(index, Expr::bv32(0)));
        self.lead(head, actions);
        self.nodes.from = head;
        let is_left = binary(BinaryOp::Lt, Expr::Reg(index), lowered(filled.length));
        let mut round = vec![Action::Assume(is_left.clone())];
        self.make_array(row, inner_length, *group, &mut round);
        let filling = Filling { array: row, group: *group, length: inner_length, level: filled.level + 1 };
        let mut round = self.fill(filling, deeper, groups, round);
        let (at, next) =
            (vec![Expr::Reg(filled.array), Expr::Reg(index)], binary(BinaryOp::Add, Expr::Reg(index), Expr::bv32(1)));
        round.push(Action::Store(elements.now, at, Expr::Reg(row)));
        round.push(Action::Assign(index, next));
        self.lead(head, round);
        self.nodes.from = head;
        vec![Action::Refute(is_left)]
    }
}

/// An array whose elements are made.
struct Filling<'a> {
    array: Reg,
    group: Group,
    length: &'a Expr,
    /// How many arrays it is in.
    level: usize,
}
