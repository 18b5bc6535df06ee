//! A query as a list of its parts.

use clew_base::FastMap;
use clew_term::{BinaryOp, Node, Sort, SymbolId, Term, TermPool, UnaryOp, Value};

/// Queries with more parts than this are left to the wrapped solver.
const MAX_PARTS: usize = 3_000;
/// Queries with more symbols than this are left to the wrapped solver.
const MAX_SYMBOLS: usize = u64::BITS as usize;

/// A part of a query, by its place in [`Problem::parts`].
pub(super) type Place = usize;

/// What a part is made of.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// A constant.
    Constant(Value),
    /// A symbol, by its place in [`Problem::symbols`].
    Symbol(usize),
    /// An operator on one part.
    Unary(UnaryOp, Place),
    /// An operator on two parts.
    Binary(BinaryOp, Place, Place),
    /// If the first holds the second, else the third.
    Choice(Place, Place, Place),
    /// What is not looked into: arrays, their elements, and integers without bounds.
    Opaque,
}

/// A part of a query.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// What it is made of.
    pub(super) kind: Kind,
    /// Its sort.
    pub(super) sort: Sort,
    /// The symbols it depends on, a bit for each by its place in [`Problem::symbols`].
    pub(super) symbols: u64,
}

/// A symbol of a query.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unknown {
    /// Which.
    pub(super) id: SymbolId,
    /// Where it is.
    pub(super) place: Place,
}

/// A query as a list of its parts, operands first.
pub(super) struct Problem {
    /// All parts.
    pub(super) parts: Vec<Part>,
    /// The constraints, in the order of the query.
    pub(super) roots: Vec<Place>,
    /// The symbols.
    pub(super) symbols: Vec<Unknown>,
    /// For each symbol the parts that depend on it, operands first.
    pub(super) dependents: Vec<Vec<Place>>,
    /// The comparisons of floats.
    pub(super) comparisons: Vec<Place>,
}

impl Problem {
    /// The parts of these constraints, if there are not too many.
    pub(super) fn new(pool: &TermPool, constraints: &[Term]) -> Option<Self> {
        let terms = pool.parts(constraints);
        if terms.len() > MAX_PARTS {
            return None;
        }
        let places: FastMap<Term, Place> = terms.iter().enumerate().map(|(place, term)| (*term, place)).collect();
        let roots = constraints.iter().filter_map(|constraint| places.get(constraint).copied()).collect();
        let mut problem = Self {
            parts: Vec::with_capacity(terms.len()),
            roots,
            symbols: Vec::new(),
            dependents: Vec::new(),
            comparisons: Vec::new(),
        };
        for term in &terms {
            let kind = problem.kind(pool, *term, &places);
            problem.add(kind, pool.sort(*term));
        }
        (problem.symbols.len() <= MAX_SYMBOLS).then_some(problem)
    }

    fn kind(&mut self, pool: &TermPool, term: Term, places: &FastMap<Term, Place>) -> Kind {
        let place = |term: Term| places.get(&term).copied();
        let known = match *pool.node(term) {
            _ if matches!(pool.sort(term), Sort::Int | Sort::Array(_)) => None,
            Node::Symbol(id) => {
                self.symbols.push(Unknown { id, place: self.parts.len() });
                Some(Kind::Symbol(self.symbols.len() - 1))
            }
            Node::Unary(op, operand) => place(operand).map(|operand| Kind::Unary(op, operand)),
            Node::Binary(op, left, right) => {
                let unbounded = matches!(pool.sort(left), Sort::Int | Sort::Array(_));
                let operands = place(left).zip(place(right)).filter(|_| !unbounded);
                operands.map(|(left, right)| Kind::Binary(op, left, right))
            }
            Node::Ite(condition, then, otherwise) => match (place(condition), place(then), place(otherwise)) {
                (Some(condition), Some(then), Some(otherwise)) => Some(Kind::Choice(condition, then, otherwise)),
                _ => None,
            },
            _ => pool.as_const(term).map(Kind::Constant),
        };
        known.unwrap_or(Kind::Opaque)
    }

    fn add(&mut self, kind: Kind, sort: Sort) {
        let of = |place: &Place| self.parts[*place].symbols;
        let symbols = match &kind {
            Kind::Constant(_) | Kind::Opaque => 0,
            // Where there are too many for the bits, the whole problem is given up.
            Kind::Symbol(symbol) => 1u64.checked_shl(*symbol as u32).unwrap_or(0),
            Kind::Unary(_, operand) => of(operand),
            Kind::Binary(_, left, right) => of(left) | of(right),
            Kind::Choice(condition, then, otherwise) => of(condition) | of(then) | of(otherwise),
        };
        if let Kind::Binary(op, left, _) = &kind
            && op.is_predicate()
            && self.parts[*left].sort.is_float()
        {
            self.comparisons.push(self.parts.len());
        }
        self.dependents.resize(self.symbols.len(), Vec::new());
        for (symbol, dependents) in self.dependents.iter_mut().enumerate().take(MAX_SYMBOLS) {
            if symbols >> symbol & 1 == 1 {
                dependents.push(self.parts.len());
            }
        }
        self.parts.push(Part { kind, sort, symbols });
    }

    /// Whether every part is looked into, so that the values of the symbols tell whether the constraints hold.
    pub(super) fn is_complete(&self) -> bool {
        !self.parts.iter().any(|part| matches!(part.kind, Kind::Opaque))
    }

    /// Whether floats are only compared, chosen and told by their bits, not computed.
    pub(super) fn is_plain(&self) -> bool {
        let is_plain = |part: &Part| match part.kind {
            Kind::Unary(UnaryOp::FNeg | UnaryOp::FloatToBits | UnaryOp::BitsToFloat, _) => true,
            Kind::Unary(UnaryOp::Convert(_), _) => false,
            Kind::Unary(..) | Kind::Binary(..) => !part.sort.is_float(),
            Kind::Constant(_) | Kind::Symbol(_) | Kind::Choice(..) | Kind::Opaque => true,
        };
        self.parts.iter().all(is_plain)
    }

    /// Whether a part depends on a symbol.
    pub(super) fn depends(&self, place: Place, symbol: usize) -> bool {
        self.parts[place].symbols >> symbol & 1 == 1
    }

    /// The sort of a symbol.
    pub(super) fn symbol_sort(&self, symbol: usize) -> Sort {
        self.parts[self.symbols[symbol].place].sort
    }
}
