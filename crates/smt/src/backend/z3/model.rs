//! Values out of a Z3 model.
//!
//! Whatever can't be read exactly gives nothing, and the caller checks what was read by evaluation.

use super::encode::{Encoder, bits_of_float};
use clew_term::{ArraySort, ArrayValue, Assignment, Sort, SymbolId, TermPool, Value};
use num_bigint::BigInt;
use std::str::FromStr;
use z3::ast::{Ast, Dynamic};
use z3::{DeclKind, FuncInterp, Model};

/// How many layers of stores and aliases of one array are followed before the reading is given up.
const MAX_ARRAY_LAYERS: usize = 1_000_000;

/// The values of these symbols, if all can be read.
pub(super) fn read(model: &Model, encoder: &Encoder, pool: &TermPool, symbols: &[SymbolId]) -> Option<Assignment> {
    let mut assignment = Assignment::new();
    for symbol in symbols {
        assignment.insert(*symbol, value_of_symbol(model, encoder, pool, *symbol)?);
    }
    Some(assignment)
}

/// The value of a symbol, if it can be read.
pub(super) fn value_of_symbol(model: &Model, encoder: &Encoder, pool: &TermPool, symbol: SymbolId) -> Option<Value> {
    let sort = pool.symbol_sort(symbol);
    match encoder.symbol(pool, symbol) {
        Some(constant) => value_of(model, &model.eval(constant, true)?, sort),
        // Simplified away before it was encoded; any value will do.
        None => Some(Value::default_of(sort)),
    }
}

/// The value that a Z3 expression without variables is.
fn value_of(model: &Model, expression: &Dynamic, sort: Sort) -> Option<Value> {
    Some(match sort {
        Sort::Bool => Value::Bool(expression.as_bool()?.as_bool()?),
        Sort::Int => Value::Int(integer(expression)?),
        Sort::Bv(width) => Value::bv(width, expression.as_bv()?.as_u64()?),
        Sort::F32 => {
            let bits = model.eval(&bits_of_float(&expression.as_float()?, sort), true)?.as_u64()?;
            Value::from_f32(f32::from_bits(u32::try_from(bits).ok()?))
        }
        Sort::F64 => {
            let bits = model.eval(&bits_of_float(&expression.as_float()?, sort), true)?.as_u64()?;
            Value::from_f64(f64::from_bits(bits))
        }
        Sort::Array(array) => Value::Array(array_of(model, expression.clone(), array)?),
    })
}

/// Z3 writes a negative number as `(- 5)`.
fn integer(expression: &Dynamic) -> Option<BigInt> {
    if let Some(small) = expression.as_int()?.as_i64() {
        return Some(BigInt::from(small));
    }
    let text = expression.to_string();
    match text.strip_prefix("(- ").and_then(|rest| rest.strip_suffix(')')) {
        Some(magnitude) => BigInt::from_str(magnitude).ok().map(|value| -value),
        None => BigInt::from_str(&text).ok(),
    }
}

/// The array that an expression of stores over a constant array or over a function's graph is.
fn array_of(model: &Model, expression: Dynamic, sort: ArraySort) -> Option<ArrayValue> {
    let element = Sort::from(sort.element);
    let mut stores: Vec<(Vec<Value>, Value)> = Vec::new();
    let mut base = expression;
    for _ in 0..MAX_ARRAY_LAYERS {
        let array = base.as_array()?;
        if let Some(function) = array.as_array_func_decl() {
            let graph = graph_of(model, &model.get_func_interp(&function)?, sort)?;
            return Some(with_stores(graph, stores));
        }
        if !base.is_app() {
            return None;
        }
        let children = base.children();
        match base.safe_decl().ok()?.kind() {
            DeclKind::ConstArray => {
                let everywhere = value_of(model, children.first()?, element)?;
                return Some(with_stores(ArrayValue::new(everywhere), stores));
            }
            DeclKind::Store => {
                let (value, rest) = children.split_last()?;
                let (below, index) = rest.split_first()?;
                stores.push((index_of(model, index, sort)?, value_of(model, value, element)?));
                base = below.clone();
            }
            _ => return None,
        }
    }
    None
}

/// The latest store was met first.
fn with_stores(mut array: ArrayValue, stores: Vec<(Vec<Value>, Value)>) -> ArrayValue {
    for (index, value) in stores.into_iter().rev() {
        array.set(index, value);
    }
    array
}

fn index_of(model: &Model, index: &[Dynamic], sort: ArraySort) -> Option<Vec<Value>> {
    if index.len() != sort.index.arity() {
        return None;
    }
    index.iter().map(|component| value_of(model, component, sort.index.component())).collect()
}

fn graph_of(model: &Model, graph: &FuncInterp, sort: ArraySort) -> Option<ArrayValue> {
    let element = Sort::from(sort.element);
    let mut array = ArrayValue::new(value_of(model, &graph.get_else()?, element)?);
    for entry in graph.get_entries() {
        let index = index_of(model, &entry.get_args(), sort)?;
        array.set(index, value_of(model, &entry.get_value(), element)?);
    }
    Some(array)
}
