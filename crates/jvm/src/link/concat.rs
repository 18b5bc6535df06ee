//! Concatenation of strings: `StringConcatFactory`.
//!
//! Every object becomes a string first, in order, by `String.valueOf`; then the method [`JOIN`] puts strings and primitive
//! values together.

use super::assembler::{Assembler, type_of};
use super::{LinkError, Linked, Site};
use crate::descriptor::slots;
use crate::op::{Code, Nullness, Op};
use crate::world::{MadeClass, MadeMethod, MethodId};
use clew_ir::{CallSite, Const, InvokeKind, MethodRef, StaticArg, Type};
use std::sync::Arc;

const BUILDER: &str = "java/lang/StringBuilder";
const STRING: &str = "Ljava/lang/String;";

/// The name of the method that puts strings and primitive values together.
pub(crate) const JOIN: &str = "join";

/// In a recipe, where the next argument goes.
pub(crate) const ARGUMENT: u16 = 1;
/// In a recipe, where the next constant goes.
pub(crate) const CONSTANT: u16 = 2;

/// A part of the result.
enum Part {
    /// These UTF-16 units.
    Text(Vec<u16>),
    /// The next argument.
    Argument,
}

/// The call site that javac makes of a concatenation: a recipe, with 1 for each argument, and the descriptors of these.
pub(crate) fn call_site(recipe: &[u16], parameters: &str) -> CallSite {
    CallSite {
        bootstrap: Arc::new(MethodRef {
            class: "java/lang/invoke/StringConcatFactory".into(),
            interface: false,
            name: "makeConcatWithConstants".into(),
            descriptor: "".into(),
        }),
        name: "makeConcatWithConstants".into(),
        descriptor: format!("({parameters}){STRING}").into(),
        args: vec![StaticArg::String(recipe.into())],
    }
}

/// `makeConcat`: all arguments, nothing between them.
pub(super) fn plain(site: &Site<'_>) -> Linked<MethodId> {
    let parts: Vec<Part> = site.shape.0.iter().map(|_| Part::Argument).collect();
    concatenate(site, &parts)
}

/// `makeConcatWithConstants`: as a recipe says.
pub(super) fn with_recipe(site: &Site<'_>) -> Linked<MethodId> {
    let [StaticArg::String(recipe), constants @ ..] = site.args() else {
        return Err(LinkError::Unsupported("a concatenation without a recipe"));
    };
    let mut constants = constants.iter();
    let mut parts = Vec::new();
    let mut text: Vec<u16> = Vec::new();
    for unit in recipe.iter() {
        match *unit {
            ARGUMENT => {
                end_text(&mut parts, &mut text);
                parts.push(Part::Argument);
            }
            CONSTANT => {
                let constant = constants.next().ok_or(LinkError::Unsupported("a recipe without its constants"))?;
                text.extend(text_of(constant)?);
            }
            other => text.push(other),
        }
    }
    end_text(&mut parts, &mut text);
    concatenate(site, &parts)
}

fn end_text(parts: &mut Vec<Part>, text: &mut Vec<u16>) {
    if !text.is_empty() {
        parts.push(Part::Text(std::mem::take(text)));
    }
}

fn text_of(constant: &StaticArg) -> Linked<Vec<u16>> {
    match constant {
        StaticArg::String(units) => Ok(units.to_vec()),
        StaticArg::Number(Const::Bv32(value)) => Ok(value.to_string().encode_utf16().collect()),
        StaticArg::Number(Const::Bv64(value)) => Ok(value.to_string().encode_utf16().collect()),
        _ => Err(LinkError::Unsupported("a recipe with a constant that is neither a string nor an integer")),
    }
}

fn concatenate(site: &Site<'_>, parts: &[Part]) -> Linked<MethodId> {
    let (parameters, _) = &site.shape;
    if parts.iter().filter(|part| matches!(part, Part::Argument)).count() != parameters.len() {
        return Err(LinkError::Unsupported("a recipe for another number of arguments"));
    }
    let name = site.world.fresh_name(site.caller);
    let texts: Vec<Arc<str>> = parameters
        .iter()
        .map(|descriptor| if is_reference(descriptor) { STRING.into() } else { Arc::clone(descriptor) })
        .collect();
    let descriptor: Arc<str> = format!("({}){STRING}", texts.concat()).into();
    let mut entry = Assembler::default();
    let mut slot = 0;
    for parameter in parameters {
        slot = stringify(&mut entry, slot, parameter)?;
    }
    texts.iter().try_fold(0, |slot, text| entry.load(slot, text))?;
    entry.call(InvokeKind::Static, &name, JOIN, &descriptor);
    entry.give(Some(STRING))?;
    let join = MadeMethod { name: JOIN.into(), descriptor, is_static: true, code: join(parts, &texts)? };
    let methods = vec![site.entry(entry.finish()), join];
    site.make(&name, MadeClass::of(methods))
}

/// Puts the string that an object becomes in its place; gives the slot behind it.
fn stringify(code: &mut Assembler, slot: u16, descriptor: &str) -> Linked<u16> {
    if !is_reference(descriptor) {
        return Ok(slot + slots(type_of(descriptor)?));
    }
    let next = code.load(slot, descriptor)?;
    if descriptor == STRING {
        // Nothing has to be looked up in a string.
        let there = code.jump(|to| Op::IfNull(Nullness::NonNull, to));
        code.emit(Op::LoadString("null".encode_utf16().collect()));
        code.emit(Op::Store(Type::Ref, slot));
        code.land(there);
    } else {
        code.call(InvokeKind::Static, "java/lang/String", "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;");
        code.emit(Op::Store(Type::Ref, slot));
    }
    Ok(next)
}

/// Code that puts strings and primitive values, its parameters, together.
fn join(parts: &[Part], parameters: &[Arc<str>]) -> Linked<Code> {
    let are_strings = parameters.iter().all(|parameter| **parameter == *STRING);
    let may_be_empty = are_strings && parts.iter().all(|part| matches!(part, Part::Argument));
    let mut code = Assembler::default();
    code.new_object(BUILDER);
    code.call(InvokeKind::Special, BUILDER, "<init>", "()V");
    let mut slot = 0;
    let mut parameters = parameters.iter();
    for part in parts {
        match part {
            Part::Argument => {
                let Some(parameter) = parameters.next() else { break };
                slot = code.load(slot, parameter)?;
                append(&mut code, parameter);
            }
            Part::Text(units) => {
                code.emit(Op::LoadString(Arc::from(units.as_slice())));
                append(&mut code, STRING);
            }
        }
    }
    code.call(InvokeKind::Virtual, BUILDER, "toString", "()Ljava/lang/String;");
    if may_be_empty {
        copy(&mut code, slot);
    }
    code.give(Some(STRING))?;
    Ok(code.finish())
}

/// Makes a new string of the one on the stack: builders have one object for all empty strings, and a concatenation is a new object (JLS
/// 15.18.1). The slot is free.
fn copy(code: &mut Assembler, slot: u16) {
    code.emit(Op::Store(Type::Ref, slot));
    code.new_object("java/lang/String");
    code.emit(Op::Load(Type::Ref, slot));
    code.call(InvokeKind::Special, "java/lang/String", "<init>", "(Ljava/lang/String;)V");
}

/// Appends what is on the stack. A float becomes a string first: for that the JDK has one method, which is modelled.
fn append(code: &mut Assembler, descriptor: &str) {
    let taken = match descriptor {
        "B" | "S" => "I",
        "F" | "D" => {
            code.call(InvokeKind::Static, "java/lang/String", "valueOf", &format!("({descriptor}){STRING}"));
            STRING
        }
        _ => descriptor,
    };
    code.call(InvokeKind::Virtual, BUILDER, "append", &format!("({taken})Ljava/lang/StringBuilder;"));
}

fn is_reference(descriptor: &str) -> bool {
    descriptor.starts_with(['L', '['])
}
