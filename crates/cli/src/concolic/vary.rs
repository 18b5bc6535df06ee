//! Other arguments for calls that run for real: what the code of the method names, and what programs often pass.

use clew_base::OrderedSet;
use clew_chance::{NUMBERS, number_of};
use clew_facts::{MethodKey, RealCall, RealValue, Value};
use clew_ir::{Const, Inst};
use clew_jvm::World;

/// How many of its literals a method lends to calls at most.
const MOST_LITERALS: usize = 24;

/// Texts that one of the JDK's readers of texts takes, or none of them.
const TEXTS: [&str; 25] = [
    "",
    "a",
    "0",
    "-1",
    "1.5",
    "true",
    "2007-12-03",
    "10:15:30",
    "2007-12-03T10:15:30",
    "2007-12-03T10:15:30Z",
    "P1DT2H",
    "UTC",
    "en",
    "UTF-8",
    "SHA-256",
    "java.lang.String",
    "java.util.List",
    "http://example.com/a?b=c#d",
    "a,b",
    "[a-z]+",
    "yyyy-MM-dd",
    "%d",
    "EUR",
    "00000000-0000-0001-0000-000000000002",
    "127.0.0.1",
];

/// What a method may pass to calls.
pub struct Words {
    texts: Vec<Vec<u16>>,
    numbers: Vec<i64>,
    /// Floats that the code names, by their bits as doubles.
    floats: Vec<u64>,
}

impl Words {
    /// The literals of the method's code first.
    pub fn of(world: &World, key: &MethodKey) -> Words {
        let mut literals = Literals::default();
        literals.collect(world, key);
        let usual = TEXTS.iter().map(|text| text.encode_utf16().collect());
        let texts: OrderedSet<Vec<u16>> = literals.texts.into_iter().take(MOST_LITERALS).chain(usual).collect();
        let numbers: OrderedSet<i64> = literals.numbers.into_iter().take(MOST_LITERALS).chain(NUMBERS).collect();
        Words {
            texts: texts.into_iter().collect(),
            numbers: numbers.into_iter().collect(),
            floats: literals.floats.into_iter().take(MOST_LITERALS).collect(),
        }
    }

    /// Calls like this one with one argument changed, a change of each argument in turn.
    pub fn variations(&self, call: &RealCall) -> Vec<RealCall> {
        let changed: Vec<Vec<RealValue>> = call.arguments.iter().map(|argument| self.instead_of(argument)).collect();
        let longest = changed.iter().map(Vec::len).max().unwrap_or(0);
        let mut calls = Vec::new();
        for turn in 0..longest {
            for (position, values) in changed.iter().enumerate() {
                let Some(value) = values.get(turn) else { continue };
                let mut arguments = call.arguments.clone();
                arguments[position] = value.clone();
                calls.push(RealCall { arguments, ..call.clone() });
            }
        }
        calls
    }

    fn instead_of(&self, argument: &RealValue) -> Vec<RealValue> {
        match argument {
            RealValue::Text(_) => self.texts.iter().cloned().map(RealValue::Text).collect(),
            RealValue::Number(number) => self.numbers_like(number).into_iter().map(RealValue::Number).collect(),
            RealValue::Boxed(number) => self.numbers_like(number).into_iter().map(RealValue::Boxed).collect(),
            RealValue::Null | RealValue::Class(_) | RealValue::Array { .. } | RealValue::Made(_) => Vec::new(),
        }
    }

    fn numbers_like(&self, number: &Value) -> Vec<Value> {
        let descriptor = match number {
            Value::Boolean(_) => "Z",
            Value::Byte(_) => "B",
            Value::Char(_) => "C",
            Value::Short(_) => "S",
            Value::Int(_) => "I",
            Value::Long(_) => "J",
            Value::Float(_) => "F",
            Value::Double(_) => "D",
            Value::Null | Value::Ref(_) | Value::Unknown => return Vec::new(),
        };
        let floats = self.floats.iter().filter_map(|bits| match descriptor {
            "F" => Some(Value::Float((f64::from_bits(*bits) as f32).to_bits())),
            "D" => Some(Value::Double(*bits)),
            _ => None,
        });
        floats.chain(self.numbers.iter().filter_map(|number| number_of(descriptor, *number))).collect()
    }
}

/// What the code of a method names.
#[derive(Default)]
struct Literals {
    texts: OrderedSet<Vec<u16>>,
    numbers: OrderedSet<i64>,
    floats: OrderedSet<u64>,
}

impl Literals {
    fn collect(&mut self, world: &World, key: &MethodKey) {
        let Ok(class) = world.load(&key.class.replace('.', "/")) else { return };
        let Some(method) = world.find_method(class, &key.method, &key.descriptor) else { return };
        let Ok(code) = world.code(method) else { return };
        for block in code.body.blocks.iter().map(|(_, block)| block) {
            for stmt in &block.stmts {
                if let Inst::LoadString { value, .. } = &stmt.inst {
                    self.texts.insert(value.to_vec());
                }
            }
        }
        code.body.for_each_literal(&mut |literal| self.add(literal));
    }

    fn add(&mut self, literal: &Const) {
        match literal {
            Const::Bv32(number) => _ = self.numbers.insert(i64::from(*number)),
            Const::Bv64(number) => _ = self.numbers.insert(*number),
            Const::F32(bits) => _ = self.floats.insert(f64::from(f32::from_bits(*bits)).to_bits()),
            Const::F64(bits) => _ = self.floats.insert(*bits),
            Const::Bool(_) | Const::Int(_) | Const::Null => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_argument_changes_at_a_time() {
        let words = Words { texts: vec![vec![65], vec![66]], numbers: vec![7], floats: vec![] };
        let method = MethodKey::of_internal("a/A", "m", "(Ljava/lang/String;B)V");
        let arguments = vec![RealValue::Text(Vec::new()), RealValue::Number(Value::Byte(0))];
        let varied = words.variations(&RealCall { method, is_static: true, arguments });
        let told: Vec<String> = varied.iter().map(ToString::to_string).collect();
        assert_eq!(told, ["a.A#m(\"A\", 0)", "a.A#m(\"\", 7)", "a.A#m(\"B\", 0)"]);
    }
}
