//! The pool that owns all terms of a job.

use crate::node::{BinaryOp, IndexList, IntId, Node, UnaryOp};
use crate::range::SignedRange;
use crate::semantics::{CANONICAL_NAN_32, CANONICAL_NAN_64, signed, truncate};
use crate::sort::{ArraySort, MAX_WIDTH, Sort};
use crate::value::Value;
use clew_base::{Arena, FastMap, Id, define_id};
use hashbrown::HashTable;
use num_bigint::BigInt;
use rustc_hash::FxBuildHasher;
use std::fmt;
use std::hash::BuildHasher;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A term of one [`TermPool`]. Equal handles of one pool are the same term.
///
/// The order of handles is the order in which the pool first built the terms; an operand is always less than the term it
/// is part of.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term(u32);

impl Id for Term {
    fn from_index(index: usize) -> Self {
        assert!(u32::try_from(index).is_ok(), "more than 2^32 terms in one pool");
        Term(index as u32)
    }
    fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

define_id! {
    /// A free variable of a [`TermPool`]: it has a name for people and a sort.
    pub struct SymbolId = "s"
}

/// How many different terms a term is made of.
#[derive(Clone, Copy)]
pub(crate) enum Size {
    /// So many.
    Exactly(usize),
    /// So many or more.
    AtLeast(usize),
}

struct SymbolInfo {
    name: Box<str>,
    sort: Sort,
    term: Term,
}

/// All terms of one job, each shape once.
///
/// The constructors (in the modules under `build`) simplify; [`Node`] documents the forms they keep. They panic if the
/// sorts of the operands don't fit, which is a mistake in the caller and never in its input.
pub struct TermPool {
    identity: u64,
    nodes: Vec<Node>,
    sorts: Vec<Sort>,
    ranges: Vec<SignedRange>,
    /// Which terms have a float among their parts.
    floats: Vec<bool>,
    table: HashTable<Term>,
    integers: Arena<IntId, BigInt>,
    integer_ids: FastMap<BigInt, IntId>,
    index_lists: Arena<IndexList, Rc<[Term]>>,
    index_list_ids: FastMap<Rc<[Term]>, IndexList>,
    symbols: Arena<SymbolId, SymbolInfo>,
    pub(crate) symbol_sets: FastMap<Term, Rc<[SymbolId]>>,
    /// The sizes of terms that were asked for; one that is counted only up to a limit is at least this.
    pub(crate) sizes: FastMap<Term, Size>,
    /// The empty table in which the next replacement notes what becomes of parts.
    pub(crate) replaced: FastMap<Term, Term>,
}

static NEXT_IDENTITY: AtomicU64 = AtomicU64::new(0);
const FALSE: Term = Term(0);
const TRUE: Term = Term(1);

impl TermPool {
    /// A pool that holds only the two truth values.
    pub fn new() -> Self {
        let mut pool = Self {
            identity: NEXT_IDENTITY.fetch_add(1, Ordering::Relaxed),
            nodes: Vec::new(),
            sorts: Vec::new(),
            ranges: Vec::new(),
            floats: Vec::new(),
            table: HashTable::new(),
            integers: Arena::new(),
            integer_ids: FastMap::default(),
            index_lists: Arena::new(),
            index_list_ids: FastMap::default(),
            symbols: Arena::new(),
            symbol_sets: FastMap::default(),
            sizes: FastMap::default(),
            replaced: FastMap::default(),
        };
        pool.intern(Node::Bool(false), Sort::Bool);
        pool.intern(Node::Bool(true), Sort::Bool);
        pool
    }

    /// A number that no other pool of this process has, for caches that must not outlive their pool. It means nothing
    /// else and must not reach a result.
    pub fn identity(&self) -> u64 {
        self.identity
    }

    /// The number of terms.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no term; a pool is never empty, because it starts with the truth values.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The sort of a term.
    pub fn sort(&self, term: Term) -> Sort {
        self.sorts[term.index()]
    }

    /// The shape of a term.
    pub fn node(&self, term: Term) -> &Node {
        &self.nodes[term.index()]
    }

    /// Bounds on the value of a bit-vector term, read as signed; every value the term can have lies within. For terms of
    /// other sorts it means nothing.
    pub fn range(&self, term: Term) -> SignedRange {
        self.ranges[term.index()]
    }

    /// Whether a float is among the parts of a term, the term itself included. Arrays of floats are none.
    pub fn has_float(&self, term: Term) -> bool {
        self.floats[term.index()]
    }

    /// The width of a bit-vector term. Panics on a term of another sort.
    pub fn width(&self, term: Term) -> u8 {
        match self.sort(term) {
            Sort::Bv(width) => width,
            other => panic!("a bit-vector is needed where a term of sort {other} is given"),
        }
    }

    /// The one term of this shape, made if it is new. The only way in which terms come to be.
    pub(crate) fn intern(&mut self, node: Node, sort: Sort) -> Term {
        let hash = FxBuildHasher.hash_one(node);
        if let Some(term) = self.table.find(hash, |term| self.nodes[term.index()] == node) {
            return *term;
        }
        let term = Term::from_index(self.nodes.len());
        let range = SignedRange::of_node(self, &node, sort);
        self.nodes.push(node);
        self.sorts.push(sort);
        self.ranges.push(range);
        self.floats.push(sort.is_float());
        let mut in_operands = false;
        self.for_each_operand(term, |operand| in_operands |= self.floats[operand.index()]);
        self.floats[term.index()] |= in_operands;
        let nodes = &self.nodes;
        self.table.insert_unique(hash, term, |term| FxBuildHasher.hash_one(nodes[term.index()]));
        term
    }

    pub(crate) fn intern_unary(&mut self, op: UnaryOp, operand: Term, sort: Sort) -> Term {
        self.intern(Node::Unary(op, operand), sort)
    }

    /// The term of a binary operator as it stands, but with the operands of a commutative one in canonical order.
    pub(crate) fn intern_binary(&mut self, op: BinaryOp, left: Term, right: Term) -> Term {
        let sort = if op.is_predicate() { Sort::Bool } else { self.sort(left) };
        let swap = op.is_commutative() && (self.is_const(left), left.index()) > (self.is_const(right), right.index());
        let (left, right) = if swap { (right, left) } else { (left, right) };
        self.intern(Node::Binary(op, left, right), sort)
    }

    pub(crate) fn intern_index(&mut self, index: &[Term]) -> IndexList {
        if let Some(id) = self.index_list_ids.get(index) {
            return *id;
        }
        let list: Rc<[Term]> = index.into();
        let id = self.index_lists.push(Rc::clone(&list));
        self.index_list_ids.insert(list, id);
        id
    }

    /// The terms of an array index.
    pub fn index_terms(&self, index: IndexList) -> &[Term] {
        &self.index_lists[index]
    }

    /// The number that an integer constant stands for.
    pub fn int_value(&self, id: IntId) -> &BigInt {
        &self.integers[id]
    }
}

impl Default for TermPool {
    fn default() -> Self {
        Self::new()
    }
}

/// Symbols.
impl TermPool {
    /// A new symbol. Two calls with one name give two symbols; the name is for people only.
    pub fn fresh_symbol(&mut self, name: &str, sort: Sort) -> SymbolId {
        check_sort(sort);
        let id = self.symbols.next_id();
        let term = self.intern(Node::Symbol(id), sort);
        self.symbols.push(SymbolInfo { name: name.into(), sort, term })
    }

    /// The term that stands for a new symbol.
    pub fn fresh(&mut self, name: &str, sort: Sort) -> Term {
        let symbol = self.fresh_symbol(name, sort);
        self.symbols[symbol].term
    }

    /// The term that stands for a symbol.
    pub fn symbol_term(&self, symbol: SymbolId) -> Term {
        self.symbols[symbol].term
    }

    /// The name of a symbol.
    pub fn symbol_name(&self, symbol: SymbolId) -> &str {
        &self.symbols[symbol].name
    }

    /// The sort of a symbol.
    pub fn symbol_sort(&self, symbol: SymbolId) -> Sort {
        self.symbols[symbol].sort
    }

    /// The number of symbols.
    pub fn symbol_count(&self) -> usize {
        self.symbols.len()
    }

    /// The symbol that this term is, if it is one.
    pub fn as_symbol(&self, term: Term) -> Option<SymbolId> {
        match self.node(term) {
            Node::Symbol(symbol) => Some(*symbol),
            _ => None,
        }
    }
}

/// Panics on a sort that no value has.
pub(crate) fn check_sort(sort: Sort) {
    match sort {
        Sort::Bool | Sort::Int | Sort::F32 | Sort::F64 => {}
        Sort::Bv(width) => assert!((1..=MAX_WIDTH).contains(&width), "a bit-vector of {width} bits"),
        Sort::Array(ArraySort { index, element }) => {
            assert!(index.arity() > 0, "an array without an index");
            check_sort(Sort::from(element));
        }
    }
}

/// Constants.
impl TermPool {
    /// A truth value.
    pub fn bool(&self, value: bool) -> Term {
        if value { TRUE } else { FALSE }
    }

    /// True.
    pub fn tru(&self) -> Term {
        TRUE
    }

    /// False.
    pub fn fls(&self) -> Term {
        FALSE
    }

    /// An integer.
    pub fn int(&mut self, value: BigInt) -> Term {
        let id = match self.integer_ids.get(&value) {
            Some(id) => *id,
            None => {
                let id = self.integers.push(value.clone());
                self.integer_ids.insert(value, id);
                id
            }
        };
        self.intern(Node::Int(id), Sort::Int)
    }

    /// A bit-vector with the lowest `width` bits of `value`.
    pub fn bv(&mut self, width: u8, value: u64) -> Term {
        check_sort(Sort::Bv(width));
        self.intern(Node::Bv { width, bits: truncate(width, value) }, Sort::Bv(width))
    }

    /// A Java `int`.
    pub fn bv32(&mut self, value: i32) -> Term {
        self.bv(32, value as u64)
    }

    /// A Java `long`.
    pub fn bv64(&mut self, value: i64) -> Term {
        self.bv(64, value as u64)
    }

    /// A Java `float` from its bits, NaN made canonical.
    pub fn f32(&mut self, bits: u32) -> Term {
        let bits = if f32::from_bits(bits).is_nan() { CANONICAL_NAN_32 } else { bits };
        self.intern(Node::F32(bits), Sort::F32)
    }

    /// A Java `double` from its bits, NaN made canonical.
    pub fn f64(&mut self, bits: u64) -> Term {
        let bits = if f64::from_bits(bits).is_nan() { CANONICAL_NAN_64 } else { bits };
        self.intern(Node::F64(bits), Sort::F64)
    }

    /// The constant term of a value of any sort but an array's, for which there is none.
    pub fn constant(&mut self, value: &Value) -> Option<Term> {
        Some(match value {
            Value::Bool(value) => self.bool(*value),
            Value::Int(value) => self.int(value.clone()),
            Value::Bv { width, bits } => self.bv(*width, *bits),
            Value::F32(bits) => self.f32(*bits),
            Value::F64(bits) => self.f64(*bits),
            Value::Array(_) => return None,
        })
    }

    /// Whether the term is a constant. An array never is.
    pub fn is_const(&self, term: Term) -> bool {
        match self.node(term) {
            Node::Bool(_) | Node::Int(_) | Node::Bv { .. } | Node::F32(_) | Node::F64(_) => true,
            Node::Symbol(_)
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Ite(..)
            | Node::Select(..)
            | Node::Store(..)
            | Node::ConstArray(..) => false,
        }
    }

    /// The value of a constant.
    pub fn as_const(&self, term: Term) -> Option<Value> {
        match *self.node(term) {
            Node::Bool(value) => Some(Value::Bool(value)),
            Node::Int(id) => Some(Value::Int(self.integers[id].clone())),
            Node::Bv { width, bits } => Some(Value::Bv { width, bits }),
            Node::F32(bits) => Some(Value::F32(bits)),
            Node::F64(bits) => Some(Value::F64(bits)),
            Node::Symbol(_)
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Ite(..)
            | Node::Select(..)
            | Node::Store(..)
            | Node::ConstArray(..) => None,
        }
    }

    /// The truth value of a constant of sort `Bool`.
    pub fn as_bool(&self, term: Term) -> Option<bool> {
        match *self.node(term) {
            Node::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The value of a 32-bit constant.
    pub fn as_i32(&self, term: Term) -> Option<i32> {
        match *self.node(term) {
            Node::Bv { width: 32, bits } => Some(bits as u32 as i32),
            _ => None,
        }
    }

    /// The value of a 64-bit constant.
    pub fn as_i64(&self, term: Term) -> Option<i64> {
        match *self.node(term) {
            Node::Bv { width: 64, bits } => Some(bits as i64),
            _ => None,
        }
    }

    /// The bits of a bit-vector constant of any width.
    pub fn as_bits(&self, term: Term) -> Option<u64> {
        match *self.node(term) {
            Node::Bv { bits, .. } => Some(bits),
            _ => None,
        }
    }

    /// The signed value of a bit-vector constant of any width.
    pub fn as_signed(&self, term: Term) -> Option<i64> {
        match *self.node(term) {
            Node::Bv { width, bits } => Some(signed(width, bits)),
            _ => None,
        }
    }

    /// The value of an integer constant.
    pub fn as_int(&self, term: Term) -> Option<&BigInt> {
        match *self.node(term) {
            Node::Int(id) => Some(&self.integers[id]),
            _ => None,
        }
    }
}
