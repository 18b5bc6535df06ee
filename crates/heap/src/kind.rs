//! The kinds of memory cells: what a field or an array element can hold.

use crate::{Ref, TypeId, Value};
use clew_term::{ArraySort, ElementSort, IndexSort, Sort, Term, TermPool};

/// What a field or an array element holds. A value that is narrower than `int` is extended to 32 bits when it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `boolean`: 0 or 1.
    Boolean,
    /// `byte`: 8 bits, signed.
    Byte,
    /// `char`: 16 bits, unsigned.
    Char,
    /// `short`: 16 bits, signed.
    Short,
    /// `int`.
    Int,
    /// `long`.
    Long,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// A reference to an object of this type or a subtype, or `null`.
    Ref(TypeId),
}

impl Kind {
    /// The kind of a primitive type, by its descriptor (`I`); `None` for references.
    pub fn of_primitive(descriptor: &str) -> Option<Self> {
        Some(match descriptor {
            "Z" => Kind::Boolean,
            "B" => Kind::Byte,
            "C" => Kind::Char,
            "S" => Kind::Short,
            "I" => Kind::Int,
            "J" => Kind::Long,
            "F" => Kind::Float,
            "D" => Kind::Double,
            _ => return None,
        })
    }

    /// The sort of the bits that are stored, of a kind that holds no references.
    fn stored(self) -> ElementSort {
        match self {
            Kind::Boolean => ElementSort::Bv(1),
            Kind::Byte => ElementSort::Bv(8),
            Kind::Char | Kind::Short => ElementSort::Bv(16),
            Kind::Int | Kind::Ref(_) => ElementSort::Bv(32),
            Kind::Long => ElementSort::Bv(64),
            Kind::Float => ElementSort::F32,
            Kind::Double => ElementSort::F64,
        }
    }

    /// The sort of a map from indices to stored elements.
    pub fn map_sort(self) -> ArraySort {
        ArraySort { index: IndexSort::Bv32, element: self.stored() }
    }

    /// What is stored, of a value as it stands in a register.
    pub fn narrow(self, pool: &mut TermPool, value: Term) -> Term {
        match self {
            Kind::Boolean => pool.extract_low(value, 1),
            Kind::Byte => pool.extract_low(value, 8),
            Kind::Char | Kind::Short => pool.extract_low(value, 16),
            Kind::Int | Kind::Long | Kind::Float | Kind::Double | Kind::Ref(_) => value,
        }
    }

    /// What is read, of stored bits.
    pub fn widen(self, pool: &mut TermPool, stored: Term) -> Term {
        match self {
            Kind::Boolean | Kind::Char => pool.zero_extend(stored, 32),
            Kind::Byte | Kind::Short => pool.sign_extend(stored, 32),
            Kind::Int | Kind::Long | Kind::Float | Kind::Double | Kind::Ref(_) => stored,
        }
    }

    /// What is read after `value` was stored.
    pub fn pass_through(self, pool: &mut TermPool, value: Term) -> Term {
        let stored = self.narrow(pool, value);
        self.widen(pool, stored)
    }

    /// What a read gives after `value` was stored.
    pub fn stored_value(self, pool: &mut TermPool, value: Value) -> Value {
        match value {
            Value::Term(term) => Value::Term(self.pass_through(pool, term)),
            Value::Ref(_) | Value::Opaque(_) => value,
        }
    }

    /// An unknown value of this kind, as it is read; `None` of references.
    pub fn unknown(self, pool: &mut TermPool, name: &str) -> Option<Term> {
        let sort = match self.stored() {
            _ if matches!(self, Kind::Ref(_)) => return None,
            ElementSort::Bv(width) => Sort::Bv(width),
            ElementSort::F32 => Sort::F32,
            ElementSort::F64 => Sort::F64,
            ElementSort::Bool => Sort::Bool,
            ElementSort::Int => Sort::Int,
        };
        let symbol = pool.fresh(name, sort);
        Some(self.widen(pool, symbol))
    }

    /// The value of a fresh cell.
    pub fn default_value(self, pool: &mut TermPool) -> Value {
        match self {
            Kind::Ref(_) => Value::Ref(Ref::Null),
            Kind::Long => Value::Term(pool.bv64(0)),
            Kind::Float => Value::Term(pool.f32(0)),
            Kind::Double => Value::Term(pool.f64(0)),
            Kind::Boolean | Kind::Byte | Kind::Char | Kind::Short | Kind::Int => Value::Term(pool.bv32(0)),
        }
    }
}
