//! Values of terms and assignments of values to symbols.

use crate::pool::SymbolId;
use crate::semantics::{CANONICAL_NAN_32, CANONICAL_NAN_64, signed, truncate};
use crate::sort::{ArraySort, Sort};
use num_bigint::BigInt;
use std::collections::BTreeMap;
use std::fmt;

/// The value of a term.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(BigInt),
    /// A bit-vector; bits above `width` are zero.
    Bv {
        /// Number of bits.
        width: u8,
        /// The bits.
        bits: u64,
    },
    /// The bits of a binary32 value.
    F32(u32),
    /// The bits of a binary64 value.
    F64(u64),
    /// An array.
    Array(ArrayValue),
}

/// The value of an array: an element everywhere but at finitely many indices.
///
/// [`ArrayValue::set`] leaves out entries that equal the default, so that over an infinite index sort equal arrays have
/// equal representations.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArrayValue {
    /// The element at every index without an entry.
    pub default: Box<Value>,
    /// The elements at the other indices; a key has as many values as the array has index terms.
    pub entries: BTreeMap<Vec<Value>, Value>,
}

impl ArrayValue {
    /// The array that holds `default` everywhere.
    pub fn new(default: Value) -> Self {
        Self { default: Box::new(default), entries: BTreeMap::new() }
    }

    /// The element at `index`.
    pub fn get(&self, index: &[Value]) -> &Value {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// Replaces the element at `index`.
    pub fn set(&mut self, index: Vec<Value>, value: Value) {
        if value == *self.default {
            self.entries.remove(&index);
        } else {
            self.entries.insert(index, value);
        }
    }
}

impl Value {
    /// A bit-vector with the lowest `width` bits of `bits`.
    pub fn bv(width: u8, bits: u64) -> Self {
        Value::Bv { width, bits: truncate(width, bits) }
    }

    /// A Java `int`.
    pub fn from_i32(value: i32) -> Self {
        Value::bv(32, value as u64)
    }

    /// A Java `long`.
    pub fn from_i64(value: i64) -> Self {
        Value::bv(64, value as u64)
    }

    /// A Java `float`, NaN made canonical.
    pub fn from_f32(value: f32) -> Self {
        Value::F32(if value.is_nan() { CANONICAL_NAN_32 } else { value.to_bits() })
    }

    /// A Java `double`, NaN made canonical.
    pub fn from_f64(value: f64) -> Self {
        Value::F64(if value.is_nan() { CANONICAL_NAN_64 } else { value.to_bits() })
    }

    /// The value a symbol of this sort has where nothing else is said: false, 0, +0.0, or the array of such elements.
    pub fn default_of(sort: Sort) -> Self {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Int => Value::Int(BigInt::ZERO),
            Sort::Bv(width) => Value::Bv { width, bits: 0 },
            Sort::F32 => Value::F32(0),
            Sort::F64 => Value::F64(0),
            Sort::Array(ArraySort { element, .. }) => {
                Value::Array(ArrayValue::new(Value::default_of(Sort::from(element))))
            }
        }
    }

    /// Whether this is a value of `sort`. Of an array, its default and all its entries are looked at.
    pub fn has_sort(&self, sort: Sort) -> bool {
        match (self, sort) {
            (Value::Bool(_), Sort::Bool)
            | (Value::Int(_), Sort::Int)
            | (Value::F32(_), Sort::F32)
            | (Value::F64(_), Sort::F64) => true,
            (Value::Bv { width, bits }, Sort::Bv(expected)) => *width == expected && truncate(*width, *bits) == *bits,
            (Value::Array(array), Sort::Array(expected)) => {
                let element = Sort::from(expected.element);
                array.default.has_sort(element)
                    && array.entries.iter().all(|(index, value)| {
                        value.has_sort(element)
                            && index.len() == expected.index.arity()
                            && index.iter().all(|component| component.has_sort(expected.index.component()))
                    })
            }
            _ => false,
        }
    }

    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The 32-bit vector as a Java `int`, if it is one.
    pub fn as_i32(&self) -> Option<i32> {
        match self {
            Value::Bv { width: 32, bits } => Some(*bits as u32 as i32),
            _ => None,
        }
    }

    /// The 64-bit vector as a Java `long`, if it is one.
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Value::Bv { width: 64, bits } => Some(*bits as i64),
            _ => None,
        }
    }

    /// The bit-vector of any width read as a signed number, if it is one.
    pub fn as_signed(&self) -> Option<i64> {
        match self {
            Value::Bv { width, bits } => Some(signed(*width, *bits)),
            _ => None,
        }
    }

    /// The bit-vector of any width read as an unsigned number, if it is one.
    pub fn as_unsigned(&self) -> Option<u64> {
        match self {
            Value::Bv { bits, .. } => Some(*bits),
            _ => None,
        }
    }

    /// The integer, if it is one.
    pub fn as_int(&self) -> Option<&BigInt> {
        match self {
            Value::Int(value) => Some(value),
            _ => None,
        }
    }

    /// The `float`, if it is one.
    pub fn as_f32(&self) -> Option<f32> {
        match self {
            Value::F32(bits) => Some(f32::from_bits(*bits)),
            _ => None,
        }
    }

    /// The `double`, if it is one.
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Value::F64(bits) => Some(f64::from_bits(*bits)),
            _ => None,
        }
    }

    /// The array, if it is one.
    pub fn as_array(&self) -> Option<&ArrayValue> {
        match self {
            Value::Array(array) => Some(array),
            _ => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => write!(f, "{value}"),
            Value::Int(value) => write!(f, "{value}"),
            Value::Bv { width, bits } => write!(f, "{}", signed(*width, *bits)),
            Value::F32(bits) => write!(f, "{}f", f32::from_bits(*bits)),
            Value::F64(bits) => write!(f, "{:?}", f64::from_bits(*bits)),
            Value::Array(array) => {
                f.write_str("[")?;
                for (index, value) in &array.entries {
                    let index: Vec<String> = index.iter().map(Value::to_string).collect();
                    write!(f, "{}: {value}, ", index.join(" "))?;
                }
                write!(f, "else: {}]", array.default)
            }
        }
    }
}

/// Values for some symbols. It is persistent: a copy with one value changed shares the others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assignment {
    values: imbl::OrdMap<SymbolId, Value>,
}

impl Assignment {
    /// The assignment of nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives a symbol a value in place of any earlier one.
    pub fn insert(&mut self, symbol: SymbolId, value: Value) {
        self.values.insert(symbol, value);
    }

    /// Takes a symbol's value back.
    pub fn remove(&mut self, symbol: SymbolId) {
        self.values.remove(&symbol);
    }

    /// The value of a symbol, if it has one.
    pub fn get(&self, symbol: SymbolId) -> Option<&Value> {
        self.values.get(&symbol)
    }

    /// All symbols that have a value, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (SymbolId, &Value)> {
        self.values.iter().map(|(symbol, value)| (*symbol, value))
    }

    /// How many symbols have a value.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether no symbol has a value.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

impl FromIterator<(SymbolId, Value)> for Assignment {
    fn from_iter<I: IntoIterator<Item = (SymbolId, Value)>>(items: I) -> Self {
        Self { values: items.into_iter().collect() }
    }
}

impl Extend<(SymbolId, Value)> for Assignment {
    fn extend<I: IntoIterator<Item = (SymbolId, Value)>>(&mut self, items: I) {
        self.values.extend(items);
    }
}
