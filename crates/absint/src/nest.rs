//! The code that may write the private fields of a class: that of its nest, unless it gives such access to others.

use clew_ir::{Callee, Handle, MethodRef, StaticArg, Terminator};
use clew_jvm::{Class, Method, MethodCode, World};
use std::rc::Rc;

/// The code of a method.
pub(crate) type CodeOf = (Rc<Method>, Rc<MethodCode>);

/// The code of all methods of a nest; `None` where more than that writes the private fields of its classes.
pub(crate) fn nest_code(world: &World, class: &Class) -> Option<Vec<CodeOf>> {
    let host = world.class(world.load(class.nest()).ok()?);
    let mut nest = vec![Rc::clone(&host)];
    for member in &host.nest_members {
        nest.push(world.class(world.load(member).ok()?));
    }
    let methods = nest.iter().flat_map(|class| &class.methods).map(|method| world.method(*method));
    let mut all = Vec::new();
    for method in methods {
        if method.is_native() {
            return None;
        }
        if method.has_code {
            let code = world.code(method.id).ok().filter(|code| !hands_out_access(code))?;
            all.push((method, code));
        }
    }
    Some(all)
}

/// Calls by which code gets access to private fields, or gives it to others.
const ACCESS: [(&str, &str); 4] = [
    ("java/lang/invoke/MethodHandles", "lookup"),
    ("java/util/concurrent/atomic/AtomicIntegerFieldUpdater", "newUpdater"),
    ("java/util/concurrent/atomic/AtomicLongFieldUpdater", "newUpdater"),
    ("java/util/concurrent/atomic/AtomicReferenceFieldUpdater", "newUpdater"),
];

/// The classes of the JDK that link the call sites of compilers. They keep the access that they are given to themselves.
const LINKERS: [&str; 4] = [
    "java/lang/invoke/LambdaMetafactory",
    "java/lang/invoke/StringConcatFactory",
    "java/lang/runtime/ObjectMethods",
    "java/lang/runtime/SwitchBootstraps",
];

/// Whether fields may be written by what no instruction of the code shows: by an object that it asks for, by a bootstrap
/// method, which is given the access of the class, or by an instruction that is not followed, such as one that loads a
/// method handle.
fn hands_out_access(code: &MethodCode) -> bool {
    code.body.blocks.values().any(|block| match &block.terminator {
        Terminator::Invoke { callee: Callee::Method { method, .. }, .. } => gives_access(method),
        Terminator::Invoke { callee: Callee::Dynamic(site), .. } => {
            !LINKERS.contains(&&*site.bootstrap.class) || site.args.iter().any(is_access)
        }
        Terminator::Unsupported(_) => true,
        Terminator::Goto(_)
        | Terminator::Branch { .. }
        | Terminator::Switch { .. }
        | Terminator::InitClass { .. }
        | Terminator::Return(_)
        | Terminator::Throw(_) => false,
    })
}

fn gives_access(method: &MethodRef) -> bool {
    ACCESS.iter().any(|(class, name)| *method.class == **class && *method.name == **name)
}

/// Whether a call site is given something that writes fields, or that gives access to them.
fn is_access(arg: &StaticArg) -> bool {
    match arg {
        StaticArg::Handle(Handle::Invoke(_, method)) => gives_access(method),
        StaticArg::Handle(Handle::PutField(_)) | StaticArg::Dynamic(_) => true,
        StaticArg::Handle(Handle::GetField(_) | Handle::GetStatic(_) | Handle::PutStatic(_) | Handle::New(_))
        | StaticArg::Number(_)
        | StaticArg::String(_)
        | StaticArg::Class(_)
        | StaticArg::MethodType(_) => false,
    }
}
