//! A program whose numbers are linear forms of its inputs, as far as they are.
//!
//! Along one way through such a program every value is a linear form of the inputs, and every condition compares one with
//! zero. That says more than single executions do: `line` follows all executions whose inputs lie on a line at once,
//! `flat` finds the inputs that a way and an equation on it leave over, `lattice` and `invariants` prove what no such
//! form can ever be, `forward` follows many ways at once with what is left of their executions (`affine_set`), and `backward`
//! looks for ways on which all conditions can hold.

mod affine_set;
pub(crate) mod backward;
pub(crate) mod flat;
pub(crate) mod forward;
mod image;
pub(crate) mod invariants;
pub(crate) mod lattice;
pub(crate) mod line;
mod modulo;
mod precondition;
mod short;
mod simplex;

use crate::dominators::Dominators;
use crate::passive::Passive;
use clew_base::{FastMap, FastSet};
use clew_term::{BinaryOp, Node, Sort, SymbolId, Term, TermPool, UnaryOp};

/// A symbol that stands for an integer, by its position.
pub(crate) type Column = usize;

/// Conditions that are nested deeper than this are not looked into.
const MAX_DEPTH: usize = 64;

/// A sum of multiples of symbols, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Form {
    /// The symbols in order, with factors other than zero.
    pub parts: Vec<(Column, i128)>,
    pub constant: i128,
}

impl Form {
    fn constant(constant: i128) -> Form {
        Form { parts: Vec::new(), constant }
    }

    /// This form and a multiple of the other; `None` if numbers get too large.
    fn plus(&self, factor: i128, other: &Form) -> Option<Form> {
        let constant = self.constant.checked_add(factor.checked_mul(other.constant)?)?;
        let mut parts = Vec::with_capacity(self.parts.len() + other.parts.len());
        let (mut left, mut right) = (self.parts.iter().peekable(), other.parts.iter().peekable());
        loop {
            let (column, sum) = match (left.peek(), right.peek()) {
                (None, None) => break,
                (Some((a, one)), Some((b, two))) if a == b => {
                    let sum = one.checked_add(factor.checked_mul(*two)?)?;
                    left.next();
                    right.next();
                    (*a, sum)
                }
                (Some((a, one)), None) => {
                    left.next();
                    (*a, *one)
                }
                (Some((a, one)), Some((b, _))) if a < b => {
                    left.next();
                    (*a, *one)
                }
                (_, Some((b, two))) => {
                    right.next();
                    (*b, factor.checked_mul(*two)?)
                }
            };
            if sum != 0 {
                parts.push((column, sum));
            }
        }
        Some(Form { parts, constant })
    }

    /// Its value without the constant, where `value` gives those of the symbols.
    pub(crate) fn slope(&self, value: impl Fn(Column) -> i128) -> Option<i128> {
        let mut sum = 0_i128;
        for (column, factor) in &self.parts {
            sum = sum.checked_add(factor.checked_mul(value(*column))?)?;
        }
        Some(sum)
    }

    /// Whether it is zero for some integers: if what divides its factors divides the constant.
    fn may_be_zero(&self) -> bool {
        let factors: Vec<i128> = self.parts.iter().map(|(_, factor)| *factor).collect();
        self.constant.checked_rem(divisor(&factors)).unwrap_or(self.constant) == 0
    }

    /// Its value.
    pub(crate) fn value(&self, value: impl Fn(Column) -> i128) -> Option<i128> {
        self.slope(value)?.checked_add(self.constant)
    }
}

/// A condition on linear forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    /// Zero or more.
    AtLeastZero(Form),
    Zero(Form),
    NotZero(Form),
    All(Vec<Fact>),
    Any(Vec<Fact>),
    /// A condition that speaks of something else.
    Unknown,
}

/// A program as linear forms.
pub(crate) struct Linear {
    /// How many symbols there are.
    pub columns: usize,
    /// The symbols that no edge gives a value.
    pub free: Vec<(SymbolId, Column)>,
    /// What must hold at each place.
    pub of_place: Vec<Vec<Fact>>,
    /// What must hold on each edge.
    pub of_edge: Vec<Vec<Fact>>,
    /// The values of symbols on each edge; `None` if that is no linear form.
    pub values: Vec<Vec<(Column, Option<Form>)>>,
    /// Whether that is all there is to the program.
    pub is_exact: bool,
}

impl Linear {
    pub(crate) fn of(passive: &Passive, dominators: &Dominators, pool: &TermPool) -> Linear {
        let mut reader = Reader { pool, columns: FastMap::default(), forms: FastMap::default(), is_exact: true };
        let edges = passive.edges.len();
        let (mut of_place, mut of_edge, mut values) = (Vec::new(), vec![Vec::new(); edges], vec![Vec::new(); edges]);
        for (place, node) in dominators.nodes.iter().enumerate() {
            of_place.push(reader.facts(&passive.nodes[node].facts));
            for (edge, _) in &dominators.incoming[place] {
                of_edge[*edge] = reader.facts(&passive.edges[*edge].facts);
                for (symbol, term) in &passive.edges[*edge].values {
                    match reader.column(*symbol) {
                        Some(column) => values[*edge].push((column, reader.form(*term))),
                        None => reader.is_exact = false,
                    }
                }
            }
        }
        let bound: FastSet<Column> = values.iter().flatten().map(|(column, _)| *column).collect();
        let mut free: Vec<(SymbolId, Column)> =
            reader.columns.iter().map(|(symbol, column)| (*symbol, *column)).collect();
        free.retain(|(_, column)| !bound.contains(column));
        free.sort_unstable_by_key(|(_, column)| *column);
        Linear { columns: reader.columns.len(), free, of_place, of_edge, values, is_exact: reader.is_exact }
    }
}

/// What divides all numbers; zero where all are zero.
fn divisor(numbers: &[i128]) -> i128 {
    numbers.iter().fold(0, |divisor, number| {
        let (mut divisor, mut rest) = (divisor, number.wrapping_abs());
        while rest != 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        divisor.wrapping_abs()
    })
}

struct Reader<'a> {
    pool: &'a TermPool,
    columns: FastMap<SymbolId, Column>,
    forms: FastMap<Term, Option<Form>>,
    is_exact: bool,
}

impl Reader<'_> {
    fn column(&mut self, symbol: SymbolId) -> Option<Column> {
        let next = self.columns.len();
        (self.pool.symbol_sort(symbol) == Sort::Int).then(|| *self.columns.entry(symbol).or_insert(next))
    }

    fn facts(&mut self, facts: &[Term]) -> Vec<Fact> {
        facts.iter().map(|fact| self.fact(*fact, true, 0)).collect()
    }

    /// What it means that a term is true, or false.
    fn fact(&mut self, term: Term, wanted: bool, depth: usize) -> Fact {
        if depth > MAX_DEPTH {
            return self.unknown();
        }
        match *self.pool.node(term) {
            Node::Bool(value) if value == wanted => Fact::All(Vec::new()),
            Node::Bool(_) => Fact::Any(Vec::new()),
            Node::Unary(UnaryOp::Not, inner) => self.fact(inner, !wanted, depth + 1),
            Node::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                let both = vec![self.fact(left, wanted, depth + 1), self.fact(right, wanted, depth + 1)];
                if (op == BinaryOp::And) == wanted { Fact::All(both) } else { Fact::Any(both) }
            }
            Node::Binary(op @ (BinaryOp::Eq | BinaryOp::SLt | BinaryOp::SLe), left, right)
                if self.pool.sort(left) == Sort::Int =>
            {
                self.comparison(op, left, right, wanted).unwrap_or_else(|| self.unknown())
            }
            _ => self.unknown(),
        }
    }

    fn unknown(&mut self) -> Fact {
        self.is_exact = false;
        Fact::Unknown
    }

    fn comparison(&mut self, op: BinaryOp, left: Term, right: Term, wanted: bool) -> Option<Fact> {
        let (left, right) = (self.form(left)?, self.form(right)?);
        let strictly = Form::constant(-1);
        Some(match (op, wanted) {
            (BinaryOp::SLt, true) => Fact::AtLeastZero(right.plus(-1, &left)?.plus(1, &strictly)?),
            (BinaryOp::SLt, false) => Fact::AtLeastZero(left.plus(-1, &right)?),
            (BinaryOp::SLe, true) => Fact::AtLeastZero(right.plus(-1, &left)?),
            (BinaryOp::SLe, false) => Fact::AtLeastZero(left.plus(-1, &right)?.plus(1, &strictly)?),
            (_, true) => Fact::Zero(left.plus(-1, &right)?),
            (_, false) => Fact::NotZero(left.plus(-1, &right)?),
        })
    }

    /// An integer term as a linear form; `None` if it is none.
    fn form(&mut self, term: Term) -> Option<Form> {
        let mut open = vec![(term, false)];
        while let Some((term, has_parts)) = open.pop() {
            if self.forms.contains_key(&term) {
                continue;
            }
            match *self.pool.node(term) {
                Node::Unary(_, part) if !has_parts => open.extend([(term, true), (part, false)]),
                Node::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, left, right) if !has_parts => {
                    open.extend([(term, true), (left, false), (right, false)]);
                }
                _ => {
                    let form = self.of_parts(term);
                    self.is_exact &= form.is_some();
                    self.forms.insert(term, form);
                }
            }
        }
        self.forms.get(&term).cloned().flatten()
    }

    /// The form of a term whose parts have theirs.
    fn of_parts(&mut self, term: Term) -> Option<Form> {
        if self.pool.sort(term) != Sort::Int {
            return None;
        }
        let known = |reader: &Self, part: Term| reader.forms.get(&part).cloned().flatten();
        match *self.pool.node(term) {
            Node::Int(id) => Some(Form::constant(i128::try_from(self.pool.int_value(id)).ok()?)),
            Node::Symbol(symbol) => Some(Form { parts: vec![(self.column(symbol)?, 1)], constant: 0 }),
            Node::Unary(UnaryOp::Neg, part) => Form::default().plus(-1, &known(self, part)?),
            Node::Binary(op, left, right) => {
                let (left, right) = (known(self, left)?, known(self, right)?);
                match op {
                    BinaryOp::Add => left.plus(1, &right),
                    BinaryOp::Sub => left.plus(-1, &right),
                    BinaryOp::Mul if left.parts.is_empty() => Form::default().plus(left.constant, &right),
                    BinaryOp::Mul if right.parts.is_empty() => Form::default().plus(right.constant, &left),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
