//! The methods of records: `ObjectMethods`.

use super::assembler::{Assembler, Jump};
use super::convert::box_of;
use super::{LinkError, Linked, OBJECT, Site};
use crate::op::{Code, Op, Sameness};
use crate::world::MethodId;
use clew_ir::{BinaryOp, FieldRef, Handle, InvokeKind, StaticArg, Type};
use std::sync::Arc;

/// `bootstrap`: `equals`, `hashCode` or `toString` of a record.
pub(super) fn method(site: &Site<'_>) -> Linked<MethodId> {
    let [StaticArg::Class(record), StaticArg::String(names), getters @ ..] = site.args() else {
        return Err(LinkError::Unsupported("a record method with unusual arguments"));
    };
    let fields = getters
        .iter()
        .map(|getter| match getter {
            StaticArg::Handle(Handle::GetField(field)) => Ok(field),
            _ => Err(LinkError::Unsupported("a record component that is no field")),
        })
        .collect::<Linked<Vec<_>>>()?;
    let code = match &*site.site.name {
        "equals" => equals(record, &fields)?,
        "hashCode" => hash_code(&fields)?,
        "toString" => to_string(&simple_name(site, record), &String::from_utf16_lossy(names), &fields)?,
        _ => return Err(LinkError::Unsupported("an unknown method of records")),
    };
    site.make_method(code)
}

/// The last component is compared first, as the JDK does.
fn equals(record: &Arc<str>, fields: &[&Arc<FieldRef>]) -> Linked<Code> {
    let mut code = Assembler::default();
    code.load(0, OBJECT)?;
    code.load(1, OBJECT)?;
    let different = code.jump(|to| Op::IfRefs(Sameness::Different, to));
    code.int(1);
    code.give(Some("Z"))?;
    code.land(different);
    code.load(1, OBJECT)?;
    code.emit(Op::InstanceOf(Arc::clone(record)));
    let mut unequal = vec![code.jump(|to| Op::IfZero(BinaryOp::Eq, to))];
    code.load(1, OBJECT)?;
    code.emit(Op::CheckCast(Arc::clone(record)));
    code.emit(Op::Store(Type::Ref, 1));
    for field in fields.iter().rev() {
        for slot in [0, 1] {
            code.load(slot, OBJECT)?;
            code.emit(Op::GetField(Arc::clone(field)));
        }
        unequal.push(unless_equal(&mut code, &field.descriptor));
    }
    code.int(1);
    code.give(Some("Z"))?;
    unequal.into_iter().for_each(|jump| code.land(jump));
    code.int(0);
    code.give(Some("Z"))?;
    Ok(code.finish())
}

/// Jumps if the two values on top of the stack are not the same component.
fn unless_equal(code: &mut Assembler, descriptor: &str) -> Jump {
    match descriptor {
        "Z" | "B" | "C" | "S" | "I" => return code.jump(|to| Op::IfInts(BinaryOp::Ne, to)),
        "J" => code.emit(Op::Compare(BinaryOp::CompareLong, Type::Bv64)),
        "F" => code.call(InvokeKind::Static, "java/lang/Float", "compare", "(FF)I"),
        "D" => code.call(InvokeKind::Static, "java/lang/Double", "compare", "(DD)I"),
        _ => {
            code.call(InvokeKind::Static, "java/util/Objects", "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z");
            return code.jump(|to| Op::IfZero(BinaryOp::Eq, to));
        }
    }
    code.jump(|to| Op::IfZero(BinaryOp::Ne, to))
}

fn hash_code(fields: &[&Arc<FieldRef>]) -> Linked<Code> {
    let mut code = Assembler::default();
    code.int(0);
    for field in fields {
        code.int(31);
        code.emit(Op::Arithmetic(BinaryOp::Mul, Type::Bv32));
        code.load(0, OBJECT)?;
        code.emit(Op::GetField(Arc::clone(field)));
        let (class, taken) = match box_of(&field.descriptor) {
            Some(class) => (class, &*field.descriptor),
            None => ("java/util/Objects", OBJECT),
        };
        code.call(InvokeKind::Static, class, "hashCode", &format!("({taken})I"));
        code.emit(Op::Arithmetic(BinaryOp::Add, Type::Bv32));
    }
    code.give(Some("I"))?;
    Ok(code.finish())
}

/// The name of the record in the source.
fn simple_name(site: &Site<'_>, record: &str) -> String {
    let nesting = site.world.load(record).ok().and_then(|id| site.world.class(id).nesting.clone());
    match nesting.and_then(|nesting| nesting.simple_name) {
        Some(name) => name.to_string(),
        None => record.rsplit_once('/').map_or(record, |(_, name)| name).to_owned(),
    }
}

/// `Name[a=1, b=2]`, put together by a call site of its own.
fn to_string(simple_name: &str, names: &str, fields: &[&Arc<FieldRef>]) -> Linked<Code> {
    let names: Vec<&str> = if names.is_empty() { Vec::new() } else { names.split(';').collect() };
    if names.len() != fields.len() {
        return Err(LinkError::Unsupported("a record method with unusual arguments"));
    }
    let mut code = Assembler::default();
    let mut parameters = String::new();
    for field in fields {
        code.load(0, OBJECT)?;
        code.emit(Op::GetField(Arc::clone(field)));
        parameters.push_str(&field.descriptor);
    }
    let components: Vec<String> = names.iter().map(|name| format!("{name}=\u{1}")).collect();
    let recipe = format!("{simple_name}[{}]", components.join(", "));
    let recipe: Vec<u16> = recipe.encode_utf16().collect();
    code.emit(Op::InvokeDynamic(Arc::new(super::concat::call_site(&recipe, &parameters))));
    code.give(Some("Ljava/lang/String;"))?;
    Ok(code.finish())
}
