//! The inputs of a program, and values as the program and as the solver has them.

use crate::passive::Variable;
use crate::scope::Scope;
use crate::unwind::ActivationId;
use clew_base::Id;
use clew_facts::CoverValue;
use clew_ir::{MapValue, Program, Type, Value};
use clew_term::{Term, TermPool, Value as TermValue};
use num_bigint::BigInt;
use std::sync::Arc;

/// A variable to which a test gives a value.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    pub name: Arc<str>,
    pub ty: Type,
    pub variable: Variable,
}

/// The inputs of the entry procedure: its parameters, its variables that may be read before they are written, and the
/// globals, in this order.
pub(crate) fn inputs_of(program: &Program, scope: &Scope, entry: ActivationId) -> Vec<Input> {
    let procedure = &program.procedures[scope.entry()];
    let body = &procedure.body;
    let live = scope.live(scope.entry()).at(procedure, body.entry, 0);
    let others = body
        .regs
        .iter()
        .filter(|(reg, info)| live.contains(reg.index()) && info.global.is_none() && !body.params.contains(reg));
    let locals = body.params.iter().copied().chain(others.map(|(reg, _)| reg));
    let local = |reg| Input {
        name: Arc::clone(&body.regs[reg].name),
        ty: body.regs[reg].ty,
        variable: Variable::Local(entry, reg),
    };
    let globals = program.globals.iter().map(|(id, global)| Input {
        name: Arc::clone(&global.name),
        ty: global.ty,
        variable: Variable::Global(id),
    });
    locals.map(local).chain(globals).collect()
}

/// The value that a program works on; `None` if the solver's value is of another kind than the type says.
pub(crate) fn program_value(value: &TermValue, ty: Type) -> Option<Value> {
    Some(match ty {
        Type::Bool => Value::Bool(value.as_bool()?),
        Type::Int => Value::Int(value.as_int()?.clone()),
        Type::Bv32 => Value::Bv32(value.as_i32()?),
        Type::Bv64 => Value::Bv64(value.as_i64()?),
        Type::Map(arity) => {
            let array = value.as_array()?;
            let mut map = MapValue::new(arity, array.default.as_int()?.clone());
            for (index, element) in &array.entries {
                let index = index.iter().map(|part| part.as_int().cloned()).collect::<Option<Vec<BigInt>>>()?;
                map.set(index, element.as_int()?.clone());
            }
            Value::from(map)
        }
        Type::F32 | Type::F64 | Type::Ref => return None,
    })
}

/// The value as a term; an array has none.
pub(crate) fn term_of(pool: &mut TermPool, value: &Value) -> Option<Term> {
    Some(match value {
        Value::Bool(value) => pool.bool(*value),
        Value::Int(value) => pool.int(value.clone()),
        Value::Bv32(value) => pool.bv32(*value),
        Value::Bv64(value) => pool.bv64(*value),
        Value::Map(_) | Value::F32(_) | Value::F64(_) | Value::Ref(_) => return None,
    })
}

/// The value as a fact; `None` for values of types that only Java has.
pub(crate) fn fact(value: &Value) -> Option<CoverValue> {
    Some(match value {
        Value::Bool(value) => CoverValue::Bool(*value),
        Value::Int(value) => CoverValue::Int(value.clone()),
        Value::Bv32(value) => CoverValue::Int((*value).into()),
        Value::Bv64(value) => CoverValue::Int((*value).into()),
        Value::Map(map) => {
            let entries = map.entries().map(|(index, value)| (index.to_vec(), value.clone()));
            CoverValue::Map(entries.collect(), map.default_value().clone())
        }
        Value::F32(_) | Value::F64(_) | Value::Ref(_) => return None,
    })
}
