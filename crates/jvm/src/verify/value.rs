//! What the verifier knows of the values in local variables and on the operand stack (JVMS 4.10.1.2).

use clew_ir::Type;
use std::sync::Arc;

/// The verification type of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// Nothing that can be used.
    Top,
    Int,
    Long,
    Float,
    Double,
    /// A reference to an object of one of these classes, named as the constant pool names them, sorted; of none for null. Only
    /// where control flow is merged without a stack map are they more than one.
    Refs(Arc<[Arc<str>]>),
    /// The object that the `new` at this offset has made, before its constructor ran.
    New(u32),
    /// The receiver of a constructor before it has called another one.
    This,
}

impl Value {
    /// The null reference.
    pub(crate) fn null() -> Value {
        Value::Refs(Arc::from([]))
    }

    /// A reference to an object of a class.
    pub(crate) fn of_class(name: &Arc<str>) -> Value {
        Value::Refs(Arc::from([Arc::clone(name)]))
    }

    /// A value that was declared with a type descriptor; `None` if it is malformed.
    pub(crate) fn of_descriptor(descriptor: &Arc<str>) -> Option<Value> {
        Some(match descriptor.as_bytes().first()? {
            b'Z' | b'B' | b'C' | b'S' | b'I' => Value::Int,
            b'J' => Value::Long,
            b'F' => Value::Float,
            b'D' => Value::Double,
            b'L' => Value::of_class(&Arc::from(crate::descriptor::class_of_descriptor(descriptor))),
            b'[' => Value::of_class(descriptor),
            _ => return None,
        })
    }

    /// A value of a register type; `None` for references and for types that the JVM does not have.
    pub(crate) fn of_number(ty: Type) -> Option<Value> {
        match ty {
            Type::Bv32 => Some(Value::Int),
            Type::Bv64 => Some(Value::Long),
            Type::F32 => Some(Value::Float),
            Type::F64 => Some(Value::Double),
            Type::Bool | Type::Int | Type::Ref | Type::Map(_) => None,
        }
    }

    /// Whether it is a reference of any kind.
    pub(crate) fn is_reference(&self) -> bool {
        matches!(self, Value::Refs(_) | Value::New(_) | Value::This)
    }

    /// How many slots it takes.
    pub(crate) fn slots(&self) -> usize {
        if matches!(self, Value::Long | Value::Double) { 2 } else { 1 }
    }

    /// What is known where control comes with one value or the other.
    pub(crate) fn merge(&self, other: &Value) -> Value {
        match (self, other) {
            _ if self == other => self.clone(),
            (Value::Refs(ours), Value::Refs(theirs)) => {
                let mut all: Vec<Arc<str>> = ours.iter().chain(theirs.iter()).cloned().collect();
                all.sort_unstable();
                all.dedup();
                Value::Refs(all.into())
            }
            _ => Value::Top,
        }
    }
}

/// The values in the local variables and on the operand stack at one place of the code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Frame {
    /// By slot. What lies behind the end is [`Value::Top`], and so is the second slot of a value that takes two.
    locals: Vec<Value>,
    /// One entry for each value.
    pub stack: Vec<Value>,
}

impl Frame {
    /// The frame with values in the local variables one after the other, and values on the stack.
    pub(crate) fn new(locals: &[Value], stack: Vec<Value>) -> Frame {
        let mut frame = Frame { locals: Vec::with_capacity(locals.len()), stack };
        for value in locals {
            frame.locals.push(value.clone());
            if value.slots() == 2 {
                frame.locals.push(Value::Top);
            }
        }
        frame
    }

    /// What the local variable at a slot holds.
    pub(crate) fn local(&self, slot: usize) -> &Value {
        self.locals.get(slot).unwrap_or(&Value::Top)
    }

    /// How many slots may hold something.
    pub(crate) fn slots(&self) -> usize {
        self.locals.len()
    }

    /// Stores a value in a local variable.
    pub(crate) fn store(&mut self, slot: usize, value: Value) {
        let end = slot + value.slots();
        if self.locals.len() < end {
            self.locals.resize(end, Value::Top);
        }
        if let Some(before) = slot.checked_sub(1).filter(|before| self.locals[*before].slots() == 2) {
            self.locals[before] = Value::Top;
        }
        self.locals[slot + 1..end].fill(Value::Top);
        self.locals[slot] = value;
    }

    /// Replaces a value wherever it is.
    pub(crate) fn replace(&mut self, from: &Value, to: &Value) {
        for value in self.locals.iter_mut().chain(&mut self.stack).filter(|value| *value == from) {
            *value = to.clone();
        }
    }

    /// The frame with nothing but one value on the stack, as handlers begin.
    pub(crate) fn caught(&self, exception: Value) -> Frame {
        Frame { locals: self.locals.clone(), stack: vec![exception] }
    }

    /// Merges another frame into this one, if both have as many values on the stack; whether that changed it.
    pub(crate) fn merge(&mut self, other: &Frame) -> Option<bool> {
        if self.stack.len() != other.stack.len() {
            return None;
        }
        let mut changed = self.locals.len() > other.locals.len();
        self.locals.truncate(other.locals.len());
        let locals = self.locals.iter_mut().zip(&other.locals);
        for (ours, theirs) in locals.chain(self.stack.iter_mut().zip(&other.stack)) {
            if ours != theirs {
                let merged = ours.merge(theirs);
                changed |= merged != *ours;
                *ours = merged;
            }
        }
        Some(changed)
    }

    /// All values.
    pub(crate) fn values(&self) -> impl Iterator<Item = &Value> {
        self.locals.iter().chain(&self.stack)
    }
}
