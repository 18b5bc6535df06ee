//! Executions of the unwound program on machine words.
//!
//! The evaluator of terms takes values of any size and remembers all of them, which costs a hundred times as much as the
//! arithmetic. Here the terms of a program are put in a row once, and each has a slot for a number. Only numbers of 127 bits,
//! bit-vectors and truth values are known, and only the operators that programs mostly use: a program with others is not
//! compiled, and an execution on larger numbers is *lost*: it says nothing, and has to be run on terms.

use crate::dominators::{Dominators, TopoIndex, is_ancestor};
use crate::execution::Machine;
use crate::passive::Passive;
use clew_base::{FastMap, FastSet};
use clew_term::{Assignment, BinaryOp, Evaluator, Node, Sort, SymbolId, Term, TermPool, UnaryOp, Value};
use num_bigint::BigInt;
use std::ops::Range;

/// Where a number is kept.
type Slot = u32;

/// What is done with numbers.
#[derive(Clone, Copy, Debug)]
enum Action {
    Add,
    Sub,
    Mul,
    Quotient,
    Remainder,
    Equal,
    Less,
    AtMost,
    And,
    Or,
    /// One minus the first.
    Not,
    Neg,
    /// The first is a condition for the second, else the target stays as it is.
    CopyIf,
    /// The first.
    Copy,
    /// The execution does not go on unless the first is true.
    Check,
}

#[derive(Clone, Copy, Debug)]
struct Op {
    action: Action,
    /// The number of bits to which the result is cut, with its sign; 128 if it is not cut.
    bits: u8,
    to: Slot,
    left: Slot,
    right: Slot,
}

/// A program with the numbers of its last execution.
pub(crate) struct Numbers {
    ops: Vec<Op>,
    /// What must hold at each place.
    of_place: Vec<Range<usize>>,
    /// What must hold on each edge.
    of_edge: Vec<Range<usize>>,
    /// What each edge does with the values that meet at its end.
    taking: Vec<Range<usize>>,
    slots: Vec<i128>,
    of_symbol: FastMap<SymbolId, (Slot, Sort)>,
    /// The symbols that no edge gives a value.
    free: Vec<(SymbolId, Slot)>,
    is_lost: bool,
}

impl Numbers {
    /// The program compiled; `None` if it has an operator that is not known here.
    pub(crate) fn of(passive: &Passive, dominators: &Dominators, pool: &TermPool) -> Option<Numbers> {
        let numbers = Numbers {
            ops: Vec::new(),
            of_place: Vec::with_capacity(dominators.nodes.len()),
            of_edge: vec![0..0; passive.edges.len()],
            taking: vec![0..0; passive.edges.len()],
            slots: Vec::new(),
            of_symbol: FastMap::default(),
            free: Vec::new(),
            is_lost: false,
        };
        let mut compiler = Compiler {
            dominators,
            pool,
            numbers,
            slot_of: FastMap::default(),
            home: FastMap::default(),
            local: FastSet::default(),
        };
        for place in 0..dominators.nodes.len() {
            for (edge, from) in &dominators.incoming[place] {
                let alone = (dominators.incoming[place].len() == 1).then_some(place);
                let edge_of = &passive.edges[*edge];
                compiler.numbers.of_edge[*edge] = compiler.facts(&edge_of.facts, *from, alone)?;
                compiler.numbers.taking[*edge] = compiler.taking(&edge_of.values, *from, alone)?;
            }
            let facts = compiler.facts(&passive.nodes[&dominators.nodes[place]].facts, place, Some(place))?;
            compiler.numbers.of_place.push(facts);
        }
        let bound: FastSet<SymbolId> =
            passive.edges.iter().flat_map(|edge| &edge.values).map(|(symbol, _)| *symbol).collect();
        let mut numbers = compiler.numbers;
        let free = numbers.of_symbol.iter().filter(|(symbol, _)| !bound.contains(symbol));
        numbers.free = free.map(|(symbol, (slot, _))| (*symbol, *slot)).collect();
        Some(numbers)
    }

    /// Begins an execution on these values of the inputs.
    pub(crate) fn start(&mut self, inputs: &Assignment) {
        self.is_lost = false;
        for (symbol, slot) in &self.free {
            let number = inputs.get(*symbol).map_or(Some(0), number);
            self.is_lost |= number.is_none();
            self.slots[*slot as usize] = number.unwrap_or(0);
        }
    }

    /// Whether the last execution said nothing, since it came to numbers that are too large.
    pub(crate) fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// An evaluator with the values that these symbols had in the last execution.
    pub(crate) fn evaluator(&self, symbols: &[SymbolId]) -> Evaluator {
        let mut values = Assignment::new();
        for symbol in symbols {
            if let Some((slot, sort)) = self.of_symbol.get(symbol) {
                values.insert(*symbol, value(self.slots[*slot as usize], *sort));
            }
        }
        Evaluator::new(values)
    }

    /// False where a check fails, or the execution is lost.
    fn execute(&mut self, range: Range<usize>) -> bool {
        if self.is_lost {
            return false;
        }
        for op in &self.ops[range] {
            let (left, right) = (self.slots[op.left as usize], self.slots[op.right as usize]);
            let result = match op.action {
                Action::Add => left.checked_add(right),
                Action::Sub => left.checked_sub(right),
                Action::Mul => left.checked_mul(right),
                // By zero, values differ between sorts: that is left to terms.
                Action::Quotient => left.checked_div(right),
                Action::Remainder => left.checked_rem(right),
                Action::Equal => Some(i128::from(left == right)),
                Action::Less => Some(i128::from(left < right)),
                Action::AtMost => Some(i128::from(left <= right)),
                Action::And => Some(left & right),
                Action::Or => Some(left | right),
                Action::Not => Some(1 - left),
                Action::Neg => left.checked_neg(),
                Action::CopyIf if left == 0 => continue,
                Action::CopyIf => Some(right),
                Action::Copy => Some(left),
                Action::Check if left == 0 => return false,
                Action::Check => continue,
            };
            let Some(result) = result else {
                self.is_lost = true;
                return false;
            };
            let unused = 128 - u32::from(op.bits);
            self.slots[op.to as usize] = (result << unused) >> unused;
        }
        true
    }
}

impl Machine for Numbers {
    fn begins(&mut self) -> bool {
        self.execute(self.of_place.first().cloned().unwrap_or_default())
    }

    fn may_take(&mut self, edge: usize) -> bool {
        self.execute(self.of_edge[edge].clone())
    }

    fn take(&mut self, edge: usize, to: TopoIndex) -> bool {
        self.execute(self.taking[edge].clone()) && self.execute(self.of_place[to].clone())
    }
}

/// The number that a value is; `None` for a large one, and for an array.
fn number(value: &Value) -> Option<i128> {
    match value {
        Value::Bool(value) => Some(i128::from(*value)),
        Value::Int(value) => i128::try_from(value).ok(),
        Value::Bv { .. } => value.as_signed().map(i128::from),
        Value::F32(_) | Value::F64(_) | Value::Array(_) => None,
    }
}

fn value(number: i128, sort: Sort) -> Value {
    match sort {
        Sort::Bool => Value::Bool(number != 0),
        Sort::Bv(width) => Value::bv(width, number as u64),
        _ => Value::Int(BigInt::from(number)),
    }
}

/// Puts terms in a row.
///
/// A term is computed at each place that needs it, unless that was done at a place which every execution comes through before:
/// its home. Its value is the same there, since symbols have theirs once and for all on one way.
struct Compiler<'a> {
    dominators: &'a Dominators,
    pool: &'a TermPool,
    numbers: Numbers,
    slot_of: FastMap<Term, Slot>,
    home: FastMap<Term, TopoIndex>,
    /// What the code under way has computed itself.
    local: FastSet<Term>,
}

impl Compiler<'_> {
    /// The code that checks these facts, where `at` has been passed. What it computes is at home at `home`, if anywhere.
    fn facts(&mut self, facts: &[Term], at: TopoIndex, home: Option<TopoIndex>) -> Option<Range<usize>> {
        self.local.clear();
        let start = self.numbers.ops.len();
        for fact in facts {
            let slot = self.term(*fact, at, home)?;
            self.push(Action::Check, 128, slot, slot, slot);
        }
        Some(start..self.numbers.ops.len())
    }

    /// The code that gives symbols the values of terms.
    fn taking(&mut self, values: &[(SymbolId, Term)], at: TopoIndex, home: Option<TopoIndex>) -> Option<Range<usize>> {
        self.local.clear();
        let start = self.numbers.ops.len();
        let mut slots = Vec::with_capacity(values.len());
        for (_, term) in values {
            slots.push(self.term(*term, at, home)?);
        }
        for ((symbol, _), from) in values.iter().zip(slots) {
            let to = self.symbol(*symbol)?;
            self.push(Action::Copy, 128, to, from, from);
        }
        Some(start..self.numbers.ops.len())
    }

    fn push(&mut self, action: Action, bits: u8, to: Slot, left: Slot, right: Slot) {
        self.numbers.ops.push(Op { action, bits, to, left, right });
    }

    fn new_slot(&mut self, number: i128) -> Slot {
        self.numbers.slots.push(number);
        self.numbers.slots.len() as Slot - 1
    }

    fn symbol(&mut self, symbol: SymbolId) -> Option<Slot> {
        let sort = self.pool.symbol_sort(symbol);
        if !matches!(sort, Sort::Bool | Sort::Int | Sort::Bv(_)) {
            return None;
        }
        if let Some((slot, _)) = self.numbers.of_symbol.get(&symbol) {
            return Some(*slot);
        }
        let slot = self.new_slot(0);
        self.numbers.of_symbol.insert(symbol, (slot, sort));
        Some(slot)
    }

    /// Where the value of a term is behind the code that this makes.
    fn term(&mut self, term: Term, at: TopoIndex, home: Option<TopoIndex>) -> Option<Slot> {
        let mut open = vec![(term, false)];
        while let Some((term, has_parts)) = open.pop() {
            if self.is_known(term, at) {
                continue;
            }
            if has_parts {
                self.compute(term)?;
                self.local.insert(term);
                if let Some(home) = home {
                    self.home.entry(term).or_insert(home);
                }
                continue;
            }
            match *self.pool.node(term) {
                Node::Bool(value) => self.constant(term, i128::from(value)),
                Node::Int(id) => self.constant(term, i128::try_from(self.pool.int_value(id)).ok()?),
                Node::Bv { .. } => self.constant(term, i128::from(self.pool.as_signed(term)?)),
                Node::Symbol(symbol) => {
                    let slot = self.symbol(symbol)?;
                    self.slot_of.insert(term, slot);
                }
                Node::Unary(_, part) => open.extend([(term, true), (part, false)]),
                Node::Binary(_, left, right) => open.extend([(term, true), (left, false), (right, false)]),
                Node::Ite(condition, then, otherwise) => {
                    open.extend([(term, true), (condition, false), (then, false), (otherwise, false)]);
                }
                Node::F32(_) | Node::F64(_) | Node::Select(..) | Node::Store(..) | Node::ConstArray(..) => return None,
            }
        }
        self.slot_of.get(&term).copied()
    }

    /// Whether the slot of a term has its value where `at` has been passed.
    fn is_known(&self, term: Term, at: TopoIndex) -> bool {
        let is_leaf = matches!(self.pool.node(term), Node::Bool(_) | Node::Int(_) | Node::Bv { .. } | Node::Symbol(_));
        let is_home = |home: &TopoIndex| *home <= at && is_ancestor(&self.dominators.dominator, *home, at);
        self.slot_of.contains_key(&term)
            && (is_leaf || self.local.contains(&term) || self.home.get(&term).is_some_and(is_home))
    }

    fn constant(&mut self, term: Term, number: i128) {
        let slot = self.new_slot(number);
        self.slot_of.insert(term, slot);
    }

    /// Computes a term from its parts, which have their values.
    fn compute(&mut self, term: Term) -> Option<()> {
        let slot = |compiler: &Self, part: Term| compiler.slot_of.get(&part).copied();
        let to = match self.slot_of.get(&term) {
            Some(slot) => *slot,
            None => self.new_slot(0),
        };
        let bits = match self.pool.sort(term) {
            Sort::Bv(width) => width,
            Sort::Bool | Sort::Int => 128,
            Sort::F32 | Sort::F64 | Sort::Array(_) => return None,
        };
        match *self.pool.node(term) {
            Node::Unary(op, part) => {
                let part = slot(self, part)?;
                let action = match op {
                    UnaryOp::Not => Action::Not,
                    UnaryOp::Neg => Action::Neg,
                    _ => return None,
                };
                self.push(action, bits, to, part, part);
            }
            Node::Binary(op, left, right) => {
                let (left, right) = (slot(self, left)?, slot(self, right)?);
                self.push(action(op)?, bits, to, left, right);
            }
            Node::Ite(condition, then, otherwise) => {
                let (condition, then, otherwise) = (slot(self, condition)?, slot(self, then)?, slot(self, otherwise)?);
                self.push(Action::Copy, bits, to, otherwise, otherwise);
                self.push(Action::CopyIf, bits, to, condition, then);
            }
            _ => return None,
        }
        self.slot_of.insert(term, to);
        Some(())
    }
}

fn action(op: BinaryOp) -> Option<Action> {
    Some(match op {
        BinaryOp::And => Action::And,
        BinaryOp::Or => Action::Or,
        BinaryOp::Eq => Action::Equal,
        BinaryOp::Add => Action::Add,
        BinaryOp::Sub => Action::Sub,
        BinaryOp::Mul => Action::Mul,
        BinaryOp::SDiv => Action::Quotient,
        BinaryOp::SRem => Action::Remainder,
        BinaryOp::SLt => Action::Less,
        BinaryOp::SLe => Action::AtMost,
        _ => return None,
    })
}
