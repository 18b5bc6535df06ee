//! The methods that are compared, and how the objects are made on which they are called.

use super::inputs;
use clew_facts::{Maker, MethodKey};
use clew_jvm::{Class, ClassId, Method, MethodId, Provenance, World};
use std::rc::Rc;

/// On objects of how many classes a method is called that its own class leaves to others.
const MAX_CLASSES: usize = 4;

/// What a method is called on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Static,
    Constructor,
    Instance,
}

/// A method that is compared.
pub struct Subject {
    pub method: MethodId,
    pub kind: Kind,
    pub key: MethodKey,
    /// The descriptors of its parameters.
    pub parameters: Vec<String>,
    /// The classes of objects on which it is called; of an instance method only, which has one at least.
    pub receivers: Vec<Rc<Receiver>>,
}

/// The objects of a class on which methods are called.
pub struct Receiver {
    /// The binary name of the class.
    pub class: String,
    /// The ways to make one; there is one at least.
    pub ways: Vec<Way>,
    /// The methods that may be called on it before.
    pub then: Vec<Callable>,
}

/// How an object is made.
pub enum Way {
    /// It is a constant of an enum.
    Constant(String),
    /// A call gives it.
    Call(Maker, Callable),
}

/// A method whose arguments can be made.
pub struct Callable {
    pub key: MethodKey,
    pub parameters: Vec<String>,
}

/// What there is to compare in a class.
#[derive(Default)]
pub struct Subjects {
    pub all: Vec<Subject>,
    /// How many instance methods have arguments that can be made, and no object on which to call them.
    pub without_receiver: u64,
}

/// The methods of a class that are compared, of these classes the objects.
pub fn subjects(world: &World, class: ClassId, among: &[ClassId]) -> Subjects {
    let class = world.class(class);
    let mut subjects = Subjects::default();
    let mut own = None;
    for method in class.methods.iter().map(|method| world.method(*method)) {
        if !is_callable(&class, &method) || !method.has_code {
            continue;
        }
        let kind = match (method.is_static(), method.is_constructor()) {
            (true, _) => Kind::Static,
            (false, true) if class.is_abstract() || class.is_enum() => continue,
            (false, true) => Kind::Constructor,
            (false, false) => Kind::Instance,
        };
        let mut receivers = Vec::new();
        if kind == Kind::Instance {
            let own = own.get_or_insert_with(|| receivers_below(world, &class, among));
            let runs_it = |(below, _): &&(ClassId, Rc<Receiver>)| {
                method.is_private() || world.select(*below, method.id).is_ok_and(|selected| selected == method.id)
            };
            receivers.extend(own.iter().filter(runs_it).map(|(_, receiver)| Rc::clone(receiver)).take(MAX_CLASSES));
            if receivers.is_empty() {
                subjects.without_receiver += 1;
                continue;
            }
        }
        let Callable { key, parameters } = callable(&class, &method);
        subjects.all.push(Subject { method: method.id, kind, key, parameters, receivers });
    }
    subjects
}

/// Whether a call of the method can be written down: its arguments can be made, and of the JDK it is open to all.
fn is_callable(class: &Class, method: &Method) -> bool {
    let open = class.provenance != Provenance::Jdk || class.is_public() && method.is_public();
    let made = method.parameters.iter().all(|parameter| inputs::is_made(parameter));
    open && made && !method.is_synthetic() && !method.is_class_initializer()
}

fn callable(class: &Class, method: &Method) -> Callable {
    Callable {
        key: MethodKey::of_internal(&class.name, &method.name, &method.descriptor),
        parameters: method.parameters.iter().map(ToString::to_string).collect(),
    }
}

/// Objects of the class itself; where it leaves something open, of those that extend or implement it.
fn receivers_below(world: &World, class: &Class, among: &[ClassId]) -> Vec<(ClassId, Rc<Receiver>)> {
    let candidates: Vec<ClassId> = match class.is_concrete() && !class.is_enum() {
        true => vec![class.id],
        false => among.iter().copied().filter(|below| world.is_subtype(*below, class.id)).collect(),
    };
    candidates.into_iter().filter_map(|below| Some((below, Rc::new(receiver(world, below)?)))).collect()
}

fn receiver(world: &World, class: ClassId) -> Option<Receiver> {
    let class = world.class(class);
    let ways = if class.is_enum() { constants(world, &class) } else { calls(world, &class) };
    let is_open = class.provenance != Provenance::Jdk || class.is_public();
    (is_open && !ways.is_empty()).then(|| Receiver {
        class: class.name.replace('/', "."),
        ways,
        then: followers(world, &class),
    })
}

fn constants(world: &World, class: &Class) -> Vec<Way> {
    let fields = class.fields.iter().map(|field| world.field(*field));
    fields.filter(|field| field.is_enum_constant()).map(|field| Way::Constant(field.name.to_string())).collect()
}

/// Constructors, and static methods that return the class.
fn calls(world: &World, class: &Class) -> Vec<Way> {
    let own = format!("L{};", class.name);
    let methods = class.methods.iter().map(|method| world.method(*method));
    let usable = methods.filter(|method| is_callable(class, method) && !method.is_private());
    usable
        .filter_map(|method| match (method.is_constructor(), method.is_static()) {
            (true, _) if class.is_concrete() => Some(Way::Call(Maker::Constructor, callable(class, &method))),
            (false, true) if class.is_concrete() && method.returns.as_deref() == Some(own.as_str()) => {
                Some(Way::Call(Maker::Factory, callable(class, &method)))
            }
            _ => None,
        })
        .collect()
}

/// The methods that an object of the class has, each as its class or the nearest superclass declares it.
fn followers(world: &World, class: &Class) -> Vec<Callable> {
    let mut found: Vec<Callable> = Vec::new();
    let mut next = (!class.is_enum()).then_some(class.id);
    while let Some(class) = next.map(|class| world.class(class)).filter(|class| &*class.name != "java/lang/Object") {
        for method in class.methods.iter().map(|method| world.method(*method)) {
            let called = !method.is_static() && !method.is_constructor() && !method.is_private();
            let is_new =
                |known: &Callable| known.key.method != *method.name || known.key.descriptor != *method.descriptor;
            if called && is_callable(&class, &method) && found.iter().all(is_new) {
                found.push(callable(&class, &method));
            }
        }
        next = class.superclass;
    }
    found
}
