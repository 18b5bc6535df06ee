//! Concrete values.

use crate::{Const, Type};
use num_bigint::BigInt;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// A value that a register can hold. Two values are equal if they have the same type and bits.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// A mathematical integer.
    Int(BigInt),
    /// A 32-bit number.
    Bv32(i32),
    /// A 64-bit number.
    Bv64(i64),
    /// The bits of a binary32 number.
    F32(u32),
    /// The bits of a binary64 number.
    F64(u64),
    /// An object, or `null` where there is none.
    Ref(Option<Object>),
    /// A map of the block language, shared until it changes.
    Map(Arc<MapValue>),
}

/// The identity of an object; what it is, an [`crate::Environment`] knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Object(pub u64);

/// A total map from tuples of integers to integers that has one value everywhere but at finitely many places.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MapValue {
    arity: u8,
    default: BigInt,
    /// Only places whose value is not the default, so that equal maps are equal structures.
    entries: BTreeMap<Vec<BigInt>, BigInt>,
}

impl MapValue {
    /// The map of this arity that is `default` everywhere.
    pub fn new(arity: u8, default: BigInt) -> MapValue {
        MapValue { arity, default, entries: BTreeMap::new() }
    }

    /// The number of indices.
    pub fn arity(&self) -> u8 {
        self.arity
    }

    /// The value at all places that [`MapValue::entries`] does not list.
    pub fn default_value(&self) -> &BigInt {
        &self.default
    }

    /// The places with another value than the default, in ascending order.
    pub fn entries(&self) -> impl Iterator<Item = (&[BigInt], &BigInt)> {
        self.entries.iter().map(|(index, value)| (index.as_slice(), value))
    }

    /// The value at a place.
    pub fn get(&self, index: &[BigInt]) -> &BigInt {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// Changes the value at a place. An index of another arity than the map's changes nothing.
    pub fn set(&mut self, index: Vec<BigInt>, value: BigInt) {
        if index.len() != usize::from(self.arity) {
            return;
        }
        if value == self.default {
            self.entries.remove(&index);
        } else {
            self.entries.insert(index, value);
        }
    }
}

impl Value {
    /// The type of a register that can hold the value.
    pub fn ty(&self) -> Type {
        match self {
            Value::Bool(_) => Type::Bool,
            Value::Int(_) => Type::Int,
            Value::Bv32(_) => Type::Bv32,
            Value::Bv64(_) => Type::Bv64,
            Value::F32(_) => Type::F32,
            Value::F64(_) => Type::F64,
            Value::Ref(_) => Type::Ref,
            Value::Map(map) => Type::Map(map.arity),
        }
    }

    /// `false`, zero, `null`, or the map that is zero everywhere.
    pub fn zero(ty: Type) -> Value {
        match ty {
            Type::Bool => Value::Bool(false),
            Type::Int => Value::Int(BigInt::ZERO),
            Type::Bv32 => Value::Bv32(0),
            Type::Bv64 => Value::Bv64(0),
            Type::F32 => Value::F32(0),
            Type::F64 => Value::F64(0),
            Type::Ref => Value::Ref(None),
            Type::Map(arity) => Value::Map(Arc::new(MapValue::new(arity, BigInt::ZERO))),
        }
    }

    /// The mathematical integer `value`.
    pub fn int(value: impl Into<BigInt>) -> Value {
        Value::Int(value.into())
    }
}

impl From<MapValue> for Value {
    fn from(map: MapValue) -> Value {
        Value::Map(Arc::new(map))
    }
}

impl From<&Const> for Value {
    fn from(literal: &Const) -> Value {
        match literal {
            Const::Bool(value) => Value::Bool(*value),
            Const::Int(value) => Value::Int(value.clone()),
            Const::Bv32(value) => Value::Bv32(*value),
            Const::Bv64(value) => Value::Bv64(*value),
            Const::F32(bits) => Value::F32(*bits),
            Const::F64(bits) => Value::F64(*bits),
            Const::Null => Value::Ref(None),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => write!(f, "{value}"),
            Value::Int(value) => write!(f, "{value}"),
            Value::Bv32(value) => write!(f, "{value}"),
            Value::Bv64(value) => write!(f, "{value}"),
            Value::F32(bits) => write!(f, "{:?}", f32::from_bits(*bits)),
            Value::F64(bits) => write!(f, "{:?}", f64::from_bits(*bits)),
            Value::Ref(None) => write!(f, "null"),
            Value::Ref(Some(Object(number))) => write!(f, "object {number}"),
            Value::Map(map) => {
                write!(f, "{{")?;
                for (index, value) in &map.entries {
                    let index: Vec<String> = index.iter().map(BigInt::to_string).collect();
                    write!(f, "{}: {value}, ", index.join(","))?;
                }
                write!(f, "else: {}}}", map.default)
            }
        }
    }
}
