//! What rendering needs to know of classes, apart from where the knowledge comes from.

use crate::java::{JavaType, parse_method};
use clew_ir::Body;
use std::rc::Rc;

/// Who may use a class or a member from source code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Public,
    /// From the same package; subclasses don't matter here, so `protected` is the same.
    Package,
    /// From the class itself, or by no source code at all (synthetic members).
    Private,
}

/// Whether a member belongs to the class or to its instances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binding {
    Static,
    Instance,
}

/// Whether a field may be stored into after construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mutability {
    Variable,
    Final,
}

/// Whether a method has code of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Realization {
    Concrete,
    Abstract,
}

/// Who has a method be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Making {
    /// The source.
    Written,
    /// The compiler, so that calls by another signature get to a method of the source.
    Bridge,
}

/// What sort of class it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClassKind {
    Class,
    Abstract,
    Interface,
    Enum,
    Record,
}

/// Where a class is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Nesting {
    /// In a file of its own.
    TopLevel,
    /// As a member of another class, under a name of its own.
    Member { outer: String, simple_name: String, binding: Binding },
    /// In a method or without a name, so that no source elsewhere can name it.
    Local,
}

/// Who wrote a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    User,
    Jdk,
}

/// A field.
#[derive(Clone, Debug)]
pub(crate) struct FieldInfo {
    pub(crate) name: String,
    pub(crate) descriptor: String,
    pub(crate) access: Access,
    pub(crate) binding: Binding,
    pub(crate) mutability: Mutability,
}

/// A method or a constructor.
#[derive(Clone, Debug)]
pub(crate) struct MethodInfo {
    pub(crate) realization: Realization,
    pub(crate) name: String,
    pub(crate) descriptor: String,
    pub(crate) access: Access,
    pub(crate) binding: Binding,
    pub(crate) making: Making,
    /// Whether it declares exceptions.
    pub(crate) declares_exceptions: bool,
    /// Its generic signature, where it has one.
    pub(crate) signature: Option<Rc<str>>,
}

/// A class.
#[derive(Clone, Debug)]
pub(crate) struct ClassInfo {
    /// Binary name.
    pub(crate) name: String,
    /// As the source declares it, also for nested classes.
    pub(crate) access: Access,
    pub(crate) kind: ClassKind,
    pub(crate) nesting: Nesting,
    pub(crate) origin: Origin,
    /// Binary name.
    pub(crate) superclass: Option<String>,
    /// Binary names.
    pub(crate) interfaces: Vec<String>,
    /// Whether it has type parameters, so that naming it without them is a raw use.
    pub(crate) is_generic: bool,
    /// Its generic signature, where it has one.
    pub(crate) signature: Option<Rc<str>>,
    pub(crate) fields: Vec<FieldInfo>,
    pub(crate) methods: Vec<MethodInfo>,
}

impl ClassInfo {
    /// Whether instances need an instance of the class around.
    pub(crate) fn is_inner(&self) -> bool {
        matches!(self.nesting, Nesting::Member { binding: Binding::Instance, .. })
            && matches!(self.kind, ClassKind::Class | ClassKind::Abstract)
    }

    /// The field of this name and type that the class itself declares.
    pub(crate) fn field(&self, name: &str, descriptor: &str) -> Option<&FieldInfo> {
        self.fields.iter().find(|field| field.name == name && field.descriptor == descriptor)
    }

    /// The method of this name and descriptor that the class itself declares.
    pub(crate) fn method(&self, name: &str, descriptor: &str) -> Option<&MethodInfo> {
        self.methods.iter().find(|method| method.name == name && method.descriptor == descriptor)
    }
}

/// Gives classes and code. Two are in use: the classes a run has loaded, and hand-made ones in tests.
///
/// Law: the same question gets the same answer.
pub(crate) trait Classes {
    /// The class with the binary name, if there is one that can be read.
    fn class(&self, name: &str) -> Option<Rc<ClassInfo>>;

    /// Whether there is a class of this binary name, whether or not it can be read.
    fn has(&self, name: &str) -> bool;

    /// The code of the method that the class itself declares; `None` where it has none or can't be read.
    fn body(&self, class: &str, method: &str, descriptor: &str) -> Option<Rc<Body>>;

    /// The names that the source gives the parameters of a method which the class itself declares; `None` where they are not known.
    fn parameter_names(&self, class: &str, method: &str, descriptor: &str) -> Option<Vec<String>>;

    /// The descriptor of the constructor that stands for what the objects of the class's subclasses begin with
    /// ([`clew_jvm::World::constructor_for_subclasses`]).
    fn constructor_for_subclasses(&self, class: &str) -> Option<String>;
}

/// The class and those above it, nearest first. It ends early where a class can't be read.
pub(crate) fn with_superclasses(classes: &dyn Classes, name: &str) -> Vec<Rc<ClassInfo>> {
    let mut chain: Vec<Rc<ClassInfo>> = Vec::new();
    let mut next = classes.class(name);
    while let Some(class) = next {
        if chain.iter().any(|seen| seen.name == class.name) {
            break;
        }
        next = class.superclass.as_deref().and_then(|name| classes.class(name));
        chain.push(class);
    }
    chain
}

/// The class and all classes and interfaces above it. Those are missing that can't be read.
pub(crate) fn with_supertypes(classes: &dyn Classes, name: &str) -> Vec<Rc<ClassInfo>> {
    let mut found: Vec<Rc<ClassInfo>> = Vec::new();
    let mut left = vec![name.to_owned()];
    while let Some(name) = left.pop() {
        if found.iter().any(|seen| seen.name == name) {
            continue;
        }
        if let Some(class) = classes.class(&name) {
            left.extend(class.superclass.iter().chain(&class.interfaces).cloned());
            found.push(class);
        }
    }
    found
}

/// Whether `name` is `other`, or is below it.
pub(crate) fn is_subclass(classes: &dyn Classes, name: &str, other: &str) -> bool {
    other == "java.lang.Object"
        || with_superclasses(classes, name).iter().any(|class| {
            class.name == other || class.interfaces.iter().any(|interface| is_subclass(classes, interface, other))
        })
}

/// The package of a class; empty for the unnamed one.
pub(crate) fn package_of(class: &str) -> &str {
    class.rsplit_once('.').map_or("", |(package, _)| package)
}

/// The part of a binary name behind the package.
pub(crate) fn after_package(class: &str) -> &str {
    class.rsplit_once('.').map_or(class, |(_, name)| name)
}

/// The name of a class that a member of the class mentions and that is not there; `None` if all are there. Reflection looks all of them
/// up, whichever member is asked for, and fails where one is missing.
pub(crate) fn missing_for_reflection(classes: &dyn Classes, class: &ClassInfo) -> Option<String> {
    let of_fields = class.fields.iter().filter_map(|field| JavaType::parse(&field.descriptor));
    let of_methods = class.methods.iter().filter_map(|method| parse_method(&method.descriptor));
    let of_methods = of_methods.flat_map(|(parameters, result)| parameters.into_iter().chain(result));
    of_fields.chain(of_methods).find_map(|ty| match innermost(ty) {
        JavaType::Class(name) if classes.class(&name).is_none() => Some(name),
        _ => None,
    })
}

/// What the elements of an array are in the end; another type itself.
fn innermost(ty: JavaType) -> JavaType {
    match ty {
        JavaType::Array(element) => innermost(*element),
        other => other,
    }
}
