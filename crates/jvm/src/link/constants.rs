//! Constants that a bootstrap method computes where they are first loaded (JVMS 5.4.3.6). Such a constant is a call site without
//! arguments: those of `ConstantBootstraps` that are the same object each time are just that, and the value of another is kept in
//! a static field once it was computed.

use super::assembler::{Assembler, type_of};
use super::convert::box_of;
use super::{LinkError, Linked, OBJECT, Site};
use crate::op::{Code, HandlerEntry, Op};
use crate::world::{Field, MadeClass, MethodId};
use clew_ir::{BinaryOp, CallSite, Const, FieldRef, InvokeKind, MethodRef, StaticArg, Type};
use std::sync::Arc;

const LOOKUP: &str = "Ljava/lang/invoke/MethodHandles$Lookup;";
const CLASS: &str = "Ljava/lang/Class;";
const STRING: &str = "Ljava/lang/String;";

/// The constant of a call site, if it is one of a constant.
pub(super) fn constant(site: &Site<'_>) -> Linked<MethodId> {
    let ([], Some(ty)) = (&*site.shape.0, &site.shape.1) else { return Err(unusual()) };
    let bootstrap = &site.site.bootstrap;
    if &*bootstrap.class != "java/lang/invoke/ConstantBootstraps" {
        return computed(site, ty);
    }
    let mut code = Assembler::default();
    match (&*bootstrap.name, site.args()) {
        ("nullConstant", []) if is_reference(ty) => code.emit(Op::Const(Const::Null)),
        ("primitiveClass", []) if &**ty == CLASS => load_class(&mut code, &site.site.name)?,
        ("enumConstant", []) => code.emit(Op::GetStatic(known_field(site, class_of(ty)?, ty)?)),
        ("getStaticFinal", []) => {
            let owner = match box_of(ty) {
                Some(owner) => owner,
                None => class_of(ty)?,
            };
            code.emit(Op::GetStatic(known_field(site, owner, ty)?));
        }
        ("getStaticFinal", [StaticArg::Class(owner)]) => code.emit(Op::GetStatic(known_field(site, owner, ty)?)),
        ("invoke", [StaticArg::Handle(clew_ir::Handle::Invoke(InvokeKind::Static, method)), args @ ..]) => {
            return kept(site, ty, |code| call(code, method, args, &[], ty));
        }
        _ => return computed(site, ty),
    }
    code.give(Some(ty))?;
    site.make_method(code.finish())
}

/// A constant that its bootstrap method computes.
fn computed(site: &Site<'_>, ty: &str) -> Linked<MethodId> {
    kept(site, ty, |code| {
        code.call(InvokeKind::Static, "java/lang/invoke/MethodHandles", "lookup", &format!("(){LOOKUP}"));
        code.emit(Op::LoadString(site.site.name.encode_utf16().collect()));
        load_class(code, ty)?;
        call(code, &site.site.bootstrap, site.args(), &[LOOKUP, STRING, CLASS], ty)
    })
}

/// Calls a static method with what is on the stack and these arguments, and leaves a value of the type.
fn call(code: &mut Assembler, method: &MethodRef, args: &[StaticArg], before: &[&str], ty: &str) -> Linked<()> {
    let (parameters, returned) = super::shape(&method.descriptor)?;
    let returned = returned.ok_or_else(unusual)?;
    let fits = parameters.len() == before.len() + args.len()
        && before.iter().zip(&parameters).all(|(passed, parameter)| **passed == **parameter);
    if !fits {
        return Err(unusual());
    }
    for (arg, parameter) in args.iter().zip(&parameters[before.len()..]) {
        let passed = push(code, arg)?;
        let is_wider = is_reference(&passed) && &**parameter == OBJECT;
        if *passed != **parameter && !is_wider {
            return Err(unusual());
        }
    }
    code.emit(Op::Invoke(InvokeKind::Static, Arc::new(method.clone())));
    match (&*returned == ty, is_reference(&returned) && is_reference(ty)) {
        (true, _) => {}
        (false, true) => code.emit(Op::CheckCast(reference_of(ty))),
        (false, false) => return Err(unusual()),
    }
    Ok(())
}

/// Pushes a static argument; gives its type.
fn push(code: &mut Assembler, arg: &StaticArg) -> Linked<Arc<str>> {
    Ok(match arg {
        StaticArg::Number(number) => {
            code.emit(Op::Const(number.clone()));
            match number {
                Const::Bv32(_) => "I".into(),
                Const::Bv64(_) => "J".into(),
                Const::F32(_) => "F".into(),
                Const::F64(_) => "D".into(),
                _ => return Err(unusual()),
            }
        }
        StaticArg::String(units) => {
            code.emit(Op::LoadString(Arc::clone(units)));
            STRING.into()
        }
        StaticArg::Class(class) => {
            code.emit(Op::LoadClass(Arc::clone(class)));
            CLASS.into()
        }
        StaticArg::Dynamic(constant) => {
            let ty = Arc::clone(&constant.descriptor);
            let descriptor = format!("(){ty}").into();
            code.emit(Op::InvokeDynamic(Arc::new(CallSite { descriptor, ..(**constant).clone() })));
            ty
        }
        StaticArg::MethodType(_) | StaticArg::Handle(_) => return Err(unusual()),
    })
}

/// A method that computes a value once and keeps it. Where that fails, it would fail in the same way for ever, in an error of its
/// own; that is not followed.
fn kept(site: &Site<'_>, ty: &str, compute: impl FnOnce(&mut Assembler) -> Linked<()>) -> Linked<MethodId> {
    let name = site.world.fresh_name(site.caller);
    let statics: Vec<Arc<str>> = vec!["I".into(), ty.into()];
    let field = |at: usize| {
        let (class, descriptor) = (Arc::clone(&name), Arc::clone(&statics[at]));
        Arc::new(FieldRef { class, name: MadeClass::static_name(at), descriptor })
    };
    let mut code = Assembler::default();
    code.emit(Op::GetStatic(field(0)));
    let is_there = code.jump(|to| Op::IfZero(BinaryOp::Ne, to));
    let start = code.here();
    compute(&mut code)?;
    let end = code.here();
    code.emit(Op::PutStatic(field(1)));
    code.int(1);
    code.emit(Op::PutStatic(field(0)));
    code.land(is_there);
    code.emit(Op::GetStatic(field(1)));
    code.give(Some(ty))?;
    let target = code.here();
    code.emit(Op::Unsupported("a dynamic constant whose computation fails"));
    let handlers = vec![HandlerEntry { start, end, target, catch: None }];
    let code = Code { handlers, ..code.finish() };
    site.make(&name, MadeClass { statics, ..MadeClass::of(vec![site.entry(code)]) })
}

/// The `Class` object of a type.
fn load_class(code: &mut Assembler, ty: &str) -> Linked<()> {
    match (box_of(ty), ty) {
        (_, "V") => type_field(code, "java/lang/Void"),
        (Some(owner), _) => type_field(code, owner),
        (None, _) if is_reference(ty) => code.emit(Op::LoadClass(reference_of(ty))),
        (None, _) => return Err(unusual()),
    }
    Ok(())
}

fn type_field(code: &mut Assembler, owner: &str) {
    let field = FieldRef { class: owner.into(), name: "TYPE".into(), descriptor: CLASS.into() };
    code.emit(Op::GetStatic(Arc::new(field)));
}

/// The static final field that the constant is called after.
fn known_field(site: &Site<'_>, owner: &str, ty: &str) -> Linked<Arc<FieldRef>> {
    let class = site.world.class(site.world.load(owner)?);
    let name = &site.site.name;
    let is_it = |field: &Field| {
        let named = field.name == *name && *field.descriptor == *ty && field.is_static() && field.is_final();
        named && site.world.is_open_to(field, site.caller)
    };
    if !class.fields.iter().any(|field| is_it(&site.world.field(*field))) {
        return Err(unusual());
    }
    Ok(Arc::new(FieldRef { class: owner.into(), name: Arc::clone(name), descriptor: ty.into() }))
}

/// The name of the class of a descriptor.
fn class_of(ty: &str) -> Linked<&str> {
    ty.strip_prefix('L').and_then(|name| name.strip_suffix(';')).ok_or_else(unusual)
}

/// A reference type as instructions name it.
fn reference_of(ty: &str) -> Arc<str> {
    class_of(ty).unwrap_or(ty).into()
}

fn is_reference(ty: &str) -> bool {
    type_of(ty).is_ok_and(|ty| ty == Type::Ref)
}

fn unusual() -> LinkError {
    LinkError::Unsupported("a dynamic constant with unusual arguments")
}
