//! Lambdas and method references: `LambdaMetafactory`.

use super::assembler::Assembler;
use super::convert::drop_value;
use super::{LinkError, Linked, OBJECT, Site, passed, shape};
use crate::descriptor::MethodShape;
use crate::op::{Code, Op, StackOp};
use crate::world::{ClassId, MadeClass, MadeMethod, MethodId};
use clew_ir::{Const, FieldRef, Handle, InvokeKind, StaticArg};
use std::sync::Arc;

/// Of the options of `altMetafactory`: the object can be serialized.
const SERIALIZABLE: i32 = 1;
/// Of the options of `altMetafactory`: further interfaces follow.
const MARKERS: i32 = 2;
/// Of the options of `altMetafactory`: further method types follow.
const BRIDGES: i32 = 4;

/// What the object of a lambda is to be.
struct Lambda<'a> {
    /// The types of the interface method and of its bridges, erased.
    method_types: Vec<&'a Arc<str>>,
    /// The type of the interface method for this call site.
    specific: MethodShape,
    implementation: &'a Handle,
    interfaces: Vec<ClassId>,
}

/// `metafactory`: an object of one interface.
pub(super) fn plain(site: &Site<'_>) -> Linked<MethodId> {
    let [StaticArg::MethodType(erased), StaticArg::Handle(implementation), StaticArg::MethodType(specific)] =
        site.args()
    else {
        return Err(LinkError::Unsupported("a lambda with unusual arguments"));
    };
    let lambda = Lambda {
        method_types: vec![erased],
        specific: shape(specific)?,
        implementation,
        interfaces: vec![interface(site)?],
    };
    make(site, &lambda)
}

/// `altMetafactory`: an object of several interfaces, or with bridges.
pub(super) fn with_options(site: &Site<'_>) -> Linked<MethodId> {
    let [
        StaticArg::MethodType(erased),
        StaticArg::Handle(implementation),
        StaticArg::MethodType(specific),
        StaticArg::Number(Const::Bv32(options)),
        rest @ ..,
    ] = site.args()
    else {
        return Err(LinkError::Unsupported("a lambda with unusual arguments"));
    };
    let mut rest = rest.iter();
    let mut interfaces = vec![interface(site)?];
    if options & MARKERS != 0 {
        for marker in counted(&mut rest)? {
            let StaticArg::Class(name) = marker else {
                return Err(LinkError::Unsupported("a lambda with unusual arguments"));
            };
            interfaces.push(site.world.load(name)?);
        }
    }
    let mut method_types = vec![erased];
    if options & BRIDGES != 0 {
        for bridge in counted(&mut rest)? {
            let StaticArg::MethodType(bridge) = bridge else {
                return Err(LinkError::Unsupported("a lambda with unusual arguments"));
            };
            method_types.push(bridge);
        }
    }
    if options & SERIALIZABLE != 0 {
        interfaces.push(site.world.load("java/io/Serializable")?);
    }
    make(site, &Lambda { method_types, specific: shape(specific)?, implementation, interfaces })
}

/// As many of the arguments as the next one says.
fn counted<'a>(rest: &mut std::slice::Iter<'a, StaticArg>) -> Linked<Vec<&'a StaticArg>> {
    let Some(StaticArg::Number(Const::Bv32(count))) = rest.next() else {
        return Err(LinkError::Unsupported("a lambda with unusual arguments"));
    };
    let count = usize::try_from(*count).unwrap_or(usize::MAX);
    let taken: Vec<&StaticArg> = rest.by_ref().take(count).collect();
    if taken.len() == count { Ok(taken) } else { Err(LinkError::Unsupported("a lambda with unusual arguments")) }
}

/// The interface that the object of the call site implements.
fn interface(site: &Site<'_>) -> Linked<ClassId> {
    let returned = site.shape.1.as_deref().and_then(|it| it.strip_prefix('L')?.strip_suffix(';'));
    let id = site.world.load(returned.ok_or(LinkError::Unsupported("a lambda of no interface"))?)?;
    if site.world.class(id).is_interface() { Ok(id) } else { Err(LinkError::Unsupported("a lambda of no interface")) }
}

/// Makes the class of the object, with its factory.
fn make(site: &Site<'_>, lambda: &Lambda<'_>) -> Linked<MethodId> {
    let name = site.world.fresh_name(site.caller);
    let captured = &site.shape.0;
    let mut methods = vec![site.entry(factory(site, &name)?)];
    for method_type in &lambda.method_types {
        let code = method(site, &name, lambda, &shape(method_type)?)?;
        let descriptor = Arc::clone(method_type);
        methods.push(MadeMethod { name: Arc::clone(&site.site.name), descriptor, is_static: false, code });
    }
    site.make(
        &name,
        MadeClass { interfaces: lambda.interfaces.clone(), fields: captured.clone(), ..MadeClass::of(methods) },
    )
}

fn field(class: &Arc<str>, at: usize, descriptor: &Arc<str>) -> Arc<FieldRef> {
    let name = MadeClass::field_name(at);
    Arc::new(FieldRef { class: Arc::clone(class), name, descriptor: Arc::clone(descriptor) })
}

/// Code that makes the object of the values it captures.
fn factory(site: &Site<'_>, class: &Arc<str>) -> Linked<Code> {
    let mut code = Assembler::default();
    code.emit(Op::New(Arc::clone(class)));
    let mut slot = 0;
    for (at, descriptor) in site.shape.0.iter().enumerate() {
        code.emit(Op::Stack(StackOp::Dup));
        slot = code.load(slot, descriptor)?;
        code.emit(Op::PutField(field(class, at, descriptor)));
    }
    code.give(site.shape.1.as_deref())?;
    Ok(code.finish())
}

/// Code of the interface method, or of a bridge to it.
fn method(site: &Site<'_>, class: &Arc<str>, lambda: &Lambda<'_>, own: &MethodShape) -> Linked<Code> {
    let mut code = Assembler::default();
    let (wanted, result, call) = match lambda.implementation {
        Handle::Invoke(kind, method) => {
            let (parameters, returned) = passed(*kind, method)?;
            (parameters, returned, Op::Invoke(*kind, Arc::clone(method)))
        }
        Handle::New(constructor) => {
            code.new_object(&constructor.class);
            let (parameters, _) = shape(&constructor.descriptor)?;
            let made = format!("L{};", constructor.class).into();
            (parameters, Some(made), Op::Invoke(InvokeKind::Special, Arc::clone(constructor)))
        }
        Handle::GetField(_) | Handle::GetStatic(_) | Handle::PutField(_) | Handle::PutStatic(_) => {
            return Err(LinkError::Unsupported("a lambda that is a field"));
        }
    };
    let captured = &site.shape.0;
    let (specific, _) = &lambda.specific;
    if wanted.len() != captured.len() + own.0.len() || specific.len() != own.0.len() {
        return Err(LinkError::Unsupported("a lambda of another number of arguments"));
    }
    for (at, descriptor) in captured.iter().enumerate() {
        code.load(0, OBJECT)?;
        code.emit(Op::GetField(field(class, at, descriptor)));
        site.convert(&mut code, descriptor, descriptor, &wanted[at])?;
    }
    let mut slot = 1;
    for ((descriptor, known), wanted) in own.0.iter().zip(specific).zip(&wanted[captured.len()..]) {
        slot = code.load(slot, descriptor)?;
        let known = if descriptor.starts_with(['L', '[']) { known } else { descriptor };
        site.convert(&mut code, descriptor, known, wanted)?;
    }
    code.emit(call);
    match (&result, &own.1) {
        (Some(result), Some(returned)) => site.convert(&mut code, result, result, returned)?,
        (Some(result), None) => drop_value(&mut code, result),
        (None, None) => {}
        (None, Some(_)) => return Err(LinkError::Unsupported("a lambda without the result that it should have")),
    }
    code.give(own.1.as_deref())?;
    Ok(code.finish())
}
