//! Classes as a run of Clew has loaded them.

use crate::classes::{
    Access, Binding, ClassInfo, ClassKind, Classes, FieldInfo, Making, MethodInfo, Mutability, Nesting, Origin,
    Realization,
};
use clew_base::FastMap;
use clew_ir::Body;
use clew_jvm::{Class, Provenance, World, flags};
use std::cell::RefCell;
use std::rc::Rc;

/// Looks classes up in a [`World`].
pub(crate) struct WorldClasses<'a> {
    world: &'a World,
    known: RefCell<FastMap<String, Option<Rc<ClassInfo>>>>,
}

impl<'a> WorldClasses<'a> {
    pub(crate) fn new(world: &'a World) -> Self {
        WorldClasses { world, known: RefCell::default() }
    }

    fn load(&self, name: &str) -> Option<ClassInfo> {
        if name.starts_with('[') {
            return None;
        }
        let id = self.world.load(&name.replace('.', "/")).ok()?;
        let class = self.world.class(id);
        let binary = |name: &str| name.replace('/', ".");
        let superclass = class.superclass.map(|id| binary(&self.world.class(id).name));
        Some(ClassInfo {
            name: name.into(),
            access: access(class.source_flags()),
            kind: kind(&class),
            nesting: nesting(&class),
            origin: if class.provenance == Provenance::Jdk { Origin::Jdk } else { Origin::User },
            superclass,
            interfaces: class.interfaces.iter().map(|id| binary(&self.world.class(*id).name)).collect(),
            signature: class.signature.as_deref().map(Rc::from),
            is_generic: class.signature.as_ref().is_some_and(|signature| signature.starts_with('<')),
            fields: class.fields.iter().map(|id| self.field(*id)).collect(),
            methods: class.methods.iter().map(|id| self.method(*id)).collect(),
        })
    }

    fn field(&self, id: clew_jvm::FieldId) -> FieldInfo {
        let field = self.world.field(id);
        let mutability = if field.flags & flags::FINAL == 0 { Mutability::Variable } else { Mutability::Final };
        FieldInfo {
            name: field.name.to_string(),
            descriptor: field.descriptor.to_string(),
            access: access(field.flags),
            binding: binding(field.flags),
            mutability,
        }
    }

    fn method(&self, id: clew_jvm::MethodId) -> MethodInfo {
        let method = self.world.method(id);
        let is_abstract = method.flags & flags::ABSTRACT != 0;
        MethodInfo {
            declares_exceptions: !method.exceptions.is_empty(),
            realization: if is_abstract { Realization::Abstract } else { Realization::Concrete },
            name: method.name.to_string(),
            descriptor: method.descriptor.to_string(),
            access: access(method.flags),
            binding: binding(method.flags),
            making: if method.flags & flags::BRIDGE != 0 { Making::Bridge } else { Making::Written },
            signature: method.signature.as_deref().map(Rc::from),
        }
    }
}

impl Classes for WorldClasses<'_> {
    fn class(&self, name: &str) -> Option<Rc<ClassInfo>> {
        if let Some(known) = self.known.borrow().get(name) {
            return known.clone();
        }
        let loaded = self.load(name).map(Rc::new);
        self.known.borrow_mut().insert(name.into(), loaded.clone());
        loaded
    }

    fn has(&self, name: &str) -> bool {
        self.world.class_path().origin(&name.replace('.', "/")).is_some()
    }

    fn constructor_for_subclasses(&self, class: &str) -> Option<String> {
        let class = self.world.load(&class.replace('.', "/")).ok()?;
        let constructor = self.world.constructor_for_subclasses(class)?;
        Some(self.world.method(constructor).descriptor.to_string())
    }

    fn parameter_names(&self, class: &str, method: &str, descriptor: &str) -> Option<Vec<String>> {
        let class = self.world.load(&class.replace('.', "/")).ok()?;
        let method = self.world.method(self.world.find_method(class, method, descriptor)?);
        let names = self.world.parameter_names(&method);
        let is_made_up = |(at, name): (usize, &String)| *name == format!("arg{at}");
        (!names.iter().enumerate().any(is_made_up)).then_some(names)
    }

    fn body(&self, class: &str, method: &str, descriptor: &str) -> Option<Rc<Body>> {
        let class = self.world.load(&class.replace('.', "/")).ok()?;
        let method = self.world.find_method(class, method, descriptor)?;
        if self.world.method(method).flags & (flags::ABSTRACT | flags::NATIVE) != 0 {
            return None;
        }
        let code = self.world.code(method).ok()?;
        Some(Rc::new(code.body.clone()))
    }
}

fn access(flags: u16) -> Access {
    if flags & (flags::PRIVATE | flags::SYNTHETIC) != 0 {
        Access::Private
    } else if flags & flags::PUBLIC != 0 {
        Access::Public
    } else {
        Access::Package
    }
}

fn binding(flags: u16) -> Binding {
    if flags & flags::STATIC != 0 { Binding::Static } else { Binding::Instance }
}

fn kind(class: &Class) -> ClassKind {
    if class.is_interface() {
        ClassKind::Interface
    } else if class.is_enum() {
        ClassKind::Enum
    } else if class.is_abstract() {
        ClassKind::Abstract
    } else if class.record {
        ClassKind::Record
    } else {
        ClassKind::Class
    }
}

fn nesting(class: &Class) -> Nesting {
    match &class.nesting {
        None => Nesting::TopLevel,
        Some(nesting) => match (&nesting.outer, &nesting.simple_name) {
            (Some(outer), Some(simple_name)) => Nesting::Member {
                outer: outer.replace('/', "."),
                simple_name: simple_name.to_string(),
                binding: if nesting.is_static() { Binding::Static } else { Binding::Instance },
            },
            _ => Nesting::Local,
        },
    }
}
