//! Members that a compiler adds to enums, records and anonymous classes without a flag that says so: `values` and `valueOf`, the
//! accessors, the constructor, `equals`, `hashCode` and `toString`.

use super::{Class, Method, World};
use crate::op::{Code, Op};

const OBJECT_METHODS: &str = "java/lang/runtime/ObjectMethods";
const RECORD: &str = "java/lang/Record";

impl World {
    /// Whether a method of an enum, a record or an anonymous class is one that the compiler adds. In a record these are told by their
    /// instructions, so a method that is written with just these counts as well. The constructor of an anonymous class is one where no
    /// field has an initializer.
    pub fn is_generated_member(&self, method: &Method) -> bool {
        let class = self.class(method.class);
        if method.is_constructor() && is_anonymous(&class) {
            return self.raw_code(method).is_some_and(|code| only_keeps_what_it_is_passed(&code));
        }
        if class.is_enum() {
            return is_of_enum(&class, method);
        }
        class.record && self.raw_code(method).is_some_and(|code| is_of_record(&class, method, &code))
    }
}

/// Whether a class has no name in source code. Nobody writes a constructor of such a class.
fn is_anonymous(class: &Class) -> bool {
    let has_number =
        |name: &str| name.rsplit_once('$').is_some_and(|(_, last)| last.bytes().all(|byte| byte.is_ascii_digit()));
    class.is_local() && has_number(&class.name)
}

/// Whether a constructor calls that of the superclass, stores what it is passed, and does nothing else.
fn only_keeps_what_it_is_passed(code: &Code) -> bool {
    code.ops.iter().all(|(_, op)| match op {
        Op::Nop | Op::Load(..) | Op::PutField(_) | Op::Return(_) => true,
        Op::Invoke(_, called) => *called.name == *"<init>",
        _ => false,
    })
}

/// `values()` and `valueOf(String)`, which cannot be declared with these signatures (Java language specification, 8.9.3).
fn is_of_enum(class: &Class, method: &Method) -> bool {
    let (name, descriptor) = (&*method.name, &*method.descriptor);
    method.is_static()
        && (name == "values" && descriptor == format!("()[L{};", class.name)
            || name == "valueOf" && descriptor == format!("(Ljava/lang/String;)L{};", class.name))
}

fn is_of_record(class: &Class, method: &Method, code: &Code) -> bool {
    let mut ops = code.ops.iter().map(|(_, op)| op).filter(|op| !matches!(op, Op::Nop));
    if method.is_constructor() {
        return is_canonical(class, method) && stores_parameters(ops);
    }
    let is_accessor = class.record_components.iter().any(|(name, descriptor)| {
        *name == method.name && method.parameters.is_empty() && method.returns.as_ref() == Some(descriptor)
    });
    if is_accessor {
        return matches!(
            (ops.next(), ops.next(), ops.next()),
            (Some(Op::Load(_, 0)), Some(Op::GetField(field)), Some(Op::Return(_))) if field.name == method.name
        );
    }
    ops.any(|op| matches!(op, Op::InvokeDynamic(site) if *site.bootstrap.class == *OBJECT_METHODS && site.name == method.name))
}

/// Whether a constructor has one parameter for each component.
fn is_canonical(class: &Class, method: &Method) -> bool {
    let components = class.record_components.iter().map(|(_, descriptor)| descriptor);
    components.eq(method.parameters.iter())
}

/// Whether a constructor calls that of `Record`, stores its parameters into fields, and does nothing else.
fn stores_parameters<'a>(ops: impl Iterator<Item = &'a Op>) -> bool {
    let mut ops = ops;
    let calls_super = matches!(
        (ops.next(), ops.next()),
        (Some(Op::Load(_, 0)), Some(Op::Invoke(_, called))) if *called.class == *RECORD
    );
    calls_super && ops.all(|op| matches!(op, Op::Load(..) | Op::PutField(_) | Op::Return(_)))
}
