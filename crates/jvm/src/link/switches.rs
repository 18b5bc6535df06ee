//! Switches over types, strings and enum constants with patterns: `SwitchBootstraps`.
//!
//! The method takes the value and the label to start at, because a guard may have refused an earlier one. It gives the
//! number of the first label that matches, the number of labels where none does, and −1 for null.

use super::assembler::{Assembler, Jump};
use super::{LinkError, Linked, OBJECT, Site};
use crate::op::{Nullness, Op, Sameness};
use crate::world::MethodId;
use clew_ir::{BinaryOp, CallSite, Const, FieldRef, InvokeKind, StaticArg};
use std::sync::Arc;

/// What a label asks of the value.
enum Label<'a> {
    /// To be an instance of the class.
    Instance(&'a Arc<str>),
    /// To be the string.
    String(&'a Arc<[u16]>),
    /// To be a box of the number.
    Number(i32),
    /// To be what the static field holds: an enum constant.
    Constant(FieldRef),
    /// Nothing can match it.
    Nothing,
}

/// `typeSwitch`.
pub(super) fn on_type(site: &Site<'_>) -> Linked<MethodId> {
    let labels = site.args().iter().map(|arg| match arg {
        StaticArg::Class(class) => Ok(Label::Instance(class)),
        StaticArg::String(units) => Ok(Label::String(units)),
        StaticArg::Number(Const::Bv32(number)) => Ok(Label::Number(*number)),
        StaticArg::Dynamic(constant) => enum_constant(site, constant),
        _ => Err(LinkError::Unsupported("a switch with an unusual label")),
    });
    choose(site, &labels.collect::<Linked<Vec<_>>>()?)
}

/// `enumSwitch`: a string is the name of a constant of the value's class.
pub(super) fn on_enum(site: &Site<'_>) -> Linked<MethodId> {
    let class = site.shape.0.first().and_then(|it| it.strip_prefix('L')?.strip_suffix(';'));
    let class = class.ok_or(LinkError::Unsupported("an enum switch over no enum"))?;
    let labels = site.args().iter().map(|arg| match arg {
        StaticArg::Class(class) => Ok(Label::Instance(class)),
        StaticArg::String(name) => named_constant(site, class, &String::from_utf16_lossy(name)),
        _ => Err(LinkError::Unsupported("a switch with an unusual label")),
    });
    choose(site, &labels.collect::<Linked<Vec<_>>>()?)
}

/// The constant of this name, if the enum has it.
fn named_constant<'a>(site: &Site<'_>, class: &str, name: &str) -> Linked<Label<'a>> {
    let id = site.world.load(class)?;
    let fields = site.world.class(id).fields.clone();
    let found =
        fields.into_iter().map(|field| site.world.field(field)).find(|it| it.is_enum_constant() && *it.name == *name);
    Ok(found.map_or(Label::Nothing, |field| {
        Label::Constant(FieldRef {
            class: class.into(),
            name: Arc::clone(&field.name),
            descriptor: Arc::clone(&field.descriptor),
        })
    }))
}

/// The enum constant that a compiler describes by `EnumDesc.of(ClassDesc.of("a.Color"), "RED")`.
fn enum_constant<'a>(site: &Site<'_>, constant: &CallSite) -> Linked<Label<'a>> {
    let unusual = || LinkError::Unsupported("a switch with an unusual label");
    let (description, args) = invoked(constant).ok_or_else(unusual)?;
    let ("java/lang/Enum$EnumDesc", [StaticArg::Dynamic(class), StaticArg::String(name)]) = (description, args) else {
        return Err(unusual());
    };
    let Some(("java/lang/constant/ClassDesc", [StaticArg::String(class)])) = invoked(class) else {
        return Err(unusual());
    };
    let class = String::from_utf16_lossy(class).replace('.', "/");
    named_constant(site, &class, &String::from_utf16_lossy(name))
}

/// The class whose static method `of` a constant calls, and the arguments.
fn invoked(constant: &CallSite) -> Option<(&str, &[StaticArg])> {
    let bootstrap = &constant.bootstrap;
    if (&*bootstrap.class, &*bootstrap.name) != ("java/lang/invoke/ConstantBootstraps", "invoke") {
        return None;
    }
    match constant.args.as_slice() {
        [StaticArg::Handle(clew_ir::Handle::Invoke(InvokeKind::Static, method)), args @ ..]
            if &*method.name == "of" =>
        {
            Some((&method.class, args))
        }
        _ => None,
    }
}

fn choose(site: &Site<'_>, labels: &[Label<'_>]) -> Linked<MethodId> {
    let count = i32::try_from(labels.len()).map_err(|_| LinkError::Unsupported("a switch with too many labels"))?;
    let mut code = Assembler::default();
    code.load(1, "I")?;
    code.int(count.saturating_add(1));
    code.call(InvokeKind::Static, "java/util/Objects", "checkIndex", "(II)I");
    super::convert::drop_value(&mut code, "I");
    code.load(0, OBJECT)?;
    let there = code.jump(|to| Op::IfNull(Nullness::NonNull, to));
    code.int(-1);
    code.give(Some("I"))?;
    code.land(there);
    code.load(1, "I")?;
    let start = code.jump(|to| Op::Switch { cases: (0..count).map(|key| (key, to)).collect(), default: to });
    for (at, label) in labels.iter().enumerate() {
        code.land_case(&start, at);
        let refused = unless_matching(&mut code, label)?;
        code.int(at as i32);
        code.give(Some("I"))?;
        refused.into_iter().for_each(|jump| code.land(jump));
    }
    code.land_default(start);
    code.int(count);
    code.give(Some("I"))?;
    site.make_method(code.finish())
}

/// Jumps if the value does not match the label.
fn unless_matching(code: &mut Assembler, label: &Label<'_>) -> Linked<Vec<Jump>> {
    match label {
        Label::Instance(class) => {
            code.load(0, OBJECT)?;
            code.emit(Op::InstanceOf(Arc::clone(class)));
            Ok(vec![code.jump(|to| Op::IfZero(BinaryOp::Eq, to))])
        }
        Label::String(units) => {
            code.emit(Op::LoadString(Arc::clone(units)));
            code.load(0, OBJECT)?;
            code.call(InvokeKind::Virtual, "java/lang/String", "equals", "(Ljava/lang/Object;)Z");
            Ok(vec![code.jump(|to| Op::IfZero(BinaryOp::Eq, to))])
        }
        Label::Number(number) => unless_number(code, *number),
        Label::Constant(field) => {
            code.load(0, OBJECT)?;
            code.emit(Op::GetStatic(Arc::new(field.clone())));
            Ok(vec![code.jump(|to| Op::IfRefs(Sameness::Different, to))])
        }
        Label::Nothing => {
            code.int(0);
            Ok(vec![code.jump(|to| Op::IfZero(BinaryOp::Eq, to))])
        }
    }
}

/// Jumps if the value is neither a number nor a character of this value.
fn unless_number(code: &mut Assembler, number: i32) -> Linked<Vec<Jump>> {
    let mut refused = Vec::new();
    let mut found = Vec::new();
    for (class, read, descriptor) in
        [("java/lang/Number", "intValue", "()I"), ("java/lang/Character", "charValue", "()C")]
    {
        code.load(0, OBJECT)?;
        code.emit(Op::InstanceOf(class.into()));
        let other = code.jump(|to| Op::IfZero(BinaryOp::Eq, to));
        code.load(0, OBJECT)?;
        code.emit(Op::CheckCast(class.into()));
        code.call(InvokeKind::Virtual, class, read, descriptor);
        code.int(number);
        found.push(code.jump(|to| Op::IfInts(BinaryOp::Eq, to)));
        code.land(other);
    }
    code.int(0);
    refused.push(code.jump(|to| Op::IfZero(BinaryOp::Eq, to)));
    found.into_iter().for_each(|jump| code.land(jump));
    Ok(refused)
}
