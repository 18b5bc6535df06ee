//! Calls that run for real: what concolic execution (`unverified-executions`, section 4) asks a virtual machine, and what that answers.
//!
//! A call that no symbolic execution follows gives a known result for known arguments. Nothing is proved with such a result: it holds
//! for these arguments, on the machine that was asked.

use crate::{MethodKey, Value};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A value that is passed to a call that runs for real, or that it returns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RealValue {
    /// `null`.
    Null,
    /// A number, a character or a truth value.
    Number(Value),
    /// A box of `java.lang` that holds this.
    Boxed(Value),
    /// A `java.lang.String`, as UTF-16 units.
    Text(Vec<u16>),
    /// A `java.lang.Class`, by what its `getName` gives.
    Class(String),
    /// An array, by its descriptor (`[B`), with all its elements.
    Array {
        /// The descriptor, with binary names.
        class: String,
        /// The elements: numbers, strings and `null`.
        elements: Vec<RealValue>,
    },
    /// The object that another call returns or, as a constructor, makes. It is called anew each time.
    Made(Box<RealCall>),
}

/// A call of a method or constructor of the JDK with known arguments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RealCall {
    /// The method, as the call names it.
    pub method: MethodKey,
    /// Whether it has no receiver. A constructor has none here.
    pub is_static: bool,
    /// What is passed, the receiver first.
    pub arguments: Vec<RealValue>,
}

/// How a call ended that ran for real.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RealEnd {
    /// It returned this.
    Returned(RealValue),
    /// It returned, or made, an object of this class (a binary name), of which nothing else is known.
    Gave(String),
    /// It threw an exception of this class (a binary name).
    Threw(String),
}

/// A call that ran for real, with its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RealAnswer {
    /// The call.
    pub call: RealCall,
    /// Its end, the same in several runs.
    pub end: RealEnd,
}

/// What a round of concolic execution is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Concolic {
    /// The goals that executions are looked for to, by their positions.
    pub wanted: Vec<usize>,
    /// What is known of calls that ran for real.
    pub answers: Vec<RealAnswer>,
}

impl fmt::Display for RealCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}(", self.method.class, self.method.method)?;
        separated(f, &self.arguments)?;
        f.write_str(")")
    }
}

impl fmt::Display for RealValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RealValue::Null => f.write_str("null"),
            RealValue::Number(number) | RealValue::Boxed(number) => match number {
                Value::Boolean(value) => write!(f, "{value}"),
                Value::Byte(value) => write!(f, "{value}"),
                Value::Char(unit) => write!(f, "{:?}", char::from_u32(u32::from(*unit)).unwrap_or('\u{fffd}')),
                Value::Short(value) => write!(f, "{value}"),
                Value::Int(value) => write!(f, "{value}"),
                Value::Long(value) => write!(f, "{value}"),
                Value::Float(bits) => write!(f, "{:?}", f32::from_bits(*bits)),
                Value::Double(bits) => write!(f, "{:?}", f64::from_bits(*bits)),
                Value::Null | Value::Ref(_) | Value::Unknown => f.write_str("?"),
            },
            RealValue::Text(units) => write!(f, "{:?}", String::from_utf16_lossy(units)),
            RealValue::Class(name) => write!(f, "{name}.class"),
            RealValue::Array { elements, .. } => {
                f.write_str("{")?;
                separated(f, elements)?;
                f.write_str("}")
            }
            RealValue::Made(call) => write!(f, "{call}"),
        }
    }
}

fn separated(f: &mut fmt::Formatter<'_>, values: &[RealValue]) -> fmt::Result {
    for (position, value) in values.iter().enumerate() {
        if position > 0 {
            f.write_str(", ")?;
        }
        write!(f, "{value}")?;
    }
    Ok(())
}

impl fmt::Display for RealAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.end {
            RealEnd::Returned(value) => write!(f, "{} returns {value}", self.call),
            RealEnd::Gave(class) => write!(f, "{} gives an object of {class}", self.call),
            RealEnd::Threw(class) => write!(f, "{} throws {class}", self.call),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_told_as_one_writes_it() {
        let text = |text: &str| RealValue::Text(text.encode_utf16().collect());
        let parse =
            MethodKey::of_internal("java/time/LocalDate", "parse", "(Ljava/lang/CharSequence;)Ljava/time/LocalDate;");
        let date = RealCall { method: parse, is_static: true, arguments: vec![text("2007-12-03")] };
        let year = MethodKey::of_internal("java/time/LocalDate", "getYear", "()I");
        let call = RealCall { method: year, is_static: false, arguments: vec![RealValue::Made(Box::new(date))] };
        let answer = RealAnswer { call, end: RealEnd::Returned(RealValue::Number(Value::Int(2007))) };
        let told = "java.time.LocalDate#getYear(java.time.LocalDate#parse(\"2007-12-03\")) returns 2007";
        assert_eq!(answer.to_string(), told);
    }
}
