//! How large a query is where every operation on numbers is a circuit.
//!
//! Z3 makes circuits of operations on vectors and floats before it begins to search, and counts no work while it does. A query with
//! some hundred divisions of 64 bits takes minutes and gigabytes then, whatever its limits say; so it is not asked.

use clew_base::FastMap;
use clew_term::{BinaryOp, Node, Sort, Term, TermPool, UnaryOp};

/// The largest queries that are asked, in units of one bit multiplied by one other: some sixteen divisions of 64 bits.
const LARGEST: u64 = 200_000;

/// How many units each constraint takes, remembered.
#[derive(Default)]
pub(super) struct Bulk {
    of: FastMap<Term, u64>,
}

impl Bulk {
    /// Whether these constraints together are more than may be asked. Only where they might be is it looked at what they share.
    pub(super) fn is_too_much(&mut self, pool: &TermPool, constraints: impl Iterator<Item = Term> + Clone) -> bool {
        let apart = constraints
            .clone()
            .map(|one| *self.of.entry(one).or_insert_with(|| together(pool, std::slice::from_ref(&one))));
        apart.sum::<u64>() > LARGEST && together(pool, &constraints.collect::<Vec<Term>>()) > LARGEST
    }
}

fn together(pool: &TermPool, constraints: &[Term]) -> u64 {
    pool.parts(constraints).into_iter().map(|part| units(pool, part)).sum()
}

/// The units of one operation, without those of its operands.
fn units(pool: &TermPool, term: Term) -> u64 {
    let constant = |term| u64::from(pool.is_const(term));
    match (*pool.node(term), pool.sort(term)) {
        (Node::Binary(op, left, right), Sort::Bv(width)) => {
            let square = u64::from(width) * u64::from(width);
            match op {
                BinaryOp::Mul => square >> (constant(left) + constant(right)),
                BinaryOp::SDiv | BinaryOp::SRem | BinaryOp::UDiv | BinaryOp::URem => 3 * square,
                _ => 0,
            }
        }
        (Node::Binary(op, ..), Sort::F32 | Sort::F64) => {
            let digits = significand(pool.sort(term));
            match op {
                BinaryOp::FMul => 4 * digits * digits,
                BinaryOp::FDiv => 3 * (3 * digits) * (3 * digits),
                BinaryOp::FAdd | BinaryOp::FSub => 32 * digits,
                _ => 0,
            }
        }
        (Node::Unary(op, _), sort @ (Sort::F32 | Sort::F64)) => match op {
            UnaryOp::FSqrt => 3 * (2 * significand(sort)) * (2 * significand(sort)),
            UnaryOp::FRound(_) | UnaryOp::Convert(_) => 32 * significand(sort),
            _ => 0,
        },
        (Node::Unary(UnaryOp::Convert(_), from), Sort::Bv(_)) => 32 * significand(pool.sort(from)),
        _ => 0,
    }
}

/// How many binary digits the numbers of a floating-point sort have.
fn significand(sort: Sort) -> u64 {
    if sort == Sort::F32 { 24 } else { 53 }
}
