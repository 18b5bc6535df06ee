//! Calls of the program's own that a test can write to make an object, or to bring it into another state.
//!
//! Which of the many methods of a class to call is a matter of taste: those come first that write what the method under test reads.

use crate::footprint::footprint;
use crate::types::is_box;
use clew_base::{FastMap, FastSet};
use clew_facts::{InputsByCalls, Maker as By};
use clew_ir::Inst;
use clew_jvm::{Class, ClassId, Method, MethodId, Provenance, World, flags, is_value_class, outermost_of, package_of};
use std::rc::Rc;
use std::sync::Arc;

/// The greatest number of constructors and factories of a class that make its objects.
const MAX_MAKERS: usize = 4;

/// The greatest number of methods of a class that return another object, each with one that changes it.
const MAX_LEADING: usize = 4;

/// How many of these are of the classes around at least, where such are looked for.
const LEAST_AROUND: usize = 2;

/// The greatest number of methods of a class that are called to change an object.
const MAX_CHANGERS: usize = 8;

/// The greatest number of methods by which an object is looked at, of those that take nothing, and of those that are passed something.
const MAX_OBSERVERS: [usize; 2] = [6, 3];

/// Methods that tell little of an object: what hangs on the machine, and how it compares with another.
const TELLING_LITTLE: [&str; 3] = ["hashCode", "equals", "compareTo"];

/// The greatest number of classes of a package that are searched for methods that make objects of another class.
const MAX_AROUND: usize = 60;

/// How deep values may hold others, so that objects of their class never change.
const MAX_DEPTH: u32 = 3;

/// A call that makes an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Factory {
    pub method: MethodId,
    pub by: By,
}

/// The calls that make and change the objects of a class.
#[derive(Debug, Default)]
pub(crate) struct ClassCalls {
    /// Constructors, or factories where there are none. Where there are none of these either, or where objects are never changed, also
    /// what the classes around have: factories, and methods of builders.
    pub makers: Vec<Factory>,
    /// Methods that change an object, the most promising first.
    pub changers: Vec<MethodId>,
    /// Those of them that change what a collection or an array of the object holds.
    pub adders: FastSet<MethodId>,
    /// Methods that only look, and return a number or a string.
    pub observers: Rc<[Observer]>,
    /// The first method that takes nothing, changes an object, and returns a number or a string.
    pub taker: Option<MethodId>,
}

/// A method that only looks at an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Observer {
    pub method: MethodId,
    /// What it is passed: parameters of the method under test, by their positions.
    pub parameters: Vec<usize>,
}

/// What calls make and change the objects of each class.
pub(crate) struct Factories {
    access: InputsByCalls,
    package: String,
    target: MethodId,
    known: FastMap<ClassId, Rc<ClassCalls>>,
    /// What is known of [`Factories::leading_changers`].
    leading: FastMap<ClassId, Rc<[[MethodId; 2]]>>,
    /// The names of the fields that the method under test reads.
    read: Option<Rc<FastSet<Arc<str>>>>,
}

impl Factories {
    /// Those that a test of a method may call.
    pub(crate) fn new(world: &World, target: MethodId, access: InputsByCalls) -> Self {
        let package = world.class(world.method(target).class).package().to_owned();
        Self { access, package, target, known: FastMap::default(), leading: FastMap::default(), read: None }
    }

    /// The calls that make and change objects of a class of the program.
    pub(crate) fn of(&mut self, world: &World, class: ClassId) -> Rc<ClassCalls> {
        if let Some(known) = self.known.get(&class) {
            return Rc::clone(known);
        }
        // A class that is needed to make its own objects has no calls at that point.
        self.known.insert(class, Rc::default());
        let calls = Rc::new(self.calls(world, class));
        self.known.insert(class, Rc::clone(&calls));
        calls
    }

    fn calls(&mut self, world: &World, id: ClassId) -> ClassCalls {
        let class = world.class(id);
        if class.provenance == Provenance::Jdk || class.is_enum() || class.is_abstract() {
            return ClassCalls::default();
        }
        let is_inner = class.nesting.as_ref().is_some_and(|nesting| !nesting.is_static());
        if is_inner || is_private(&class) {
            return self.calls_through_others(world, &class);
        }
        let methods: Vec<Rc<Method>> = class.methods.iter().map(|method| world.method(*method)).collect();
        let usable = |method: &&Rc<Method>| self.may_call(&class, method);
        let own = format!("L{};", class.name);
        let copies = |method: &Rc<Method>| method.parameters.iter().any(|parameter| **parameter == *own);
        let mut constructors: Vec<&Rc<Method>> =
            methods.iter().filter(|method| method.is_constructor()).filter(usable).collect();
        constructors.sort_by_key(|method| (copies(method), method.parameters.len()));
        let mut makers: Vec<Factory> =
            constructors.iter().map(|method| Factory { method: method.id, by: By::Constructor }).collect();
        if makers.is_empty() {
            let makes =
                |method: &&Rc<Method>| method.is_static() && method.returns.as_deref() == Some(&own) && !copies(method);
            let factories = methods.iter().filter(makes).filter(usable);
            makers.extend(factories.map(|method| Factory { method: method.id, by: By::Factory }));
        }
        let (changers, adders) = self.changers(world, id);
        let is_made_whole = is_of_final_fields(world, id) && makers.iter().all(|maker| maker.by == By::Factory);
        if makers.is_empty() || is_made_whole {
            let around = self.makers_around(world, &class);
            makers.truncate(MAX_MAKERS - around.len().min(LEAST_AROUND));
            makers.extend(around);
        }
        makers.truncate(MAX_MAKERS);
        let (observers, taker) = self.observers(world, id);
        ClassCalls { makers, changers, adders, observers: observers.into(), taker }
    }

    /// The calls for a class that a test cannot name, or whose objects belong to others: methods of the classes around make its objects, as
    /// `iterator()` does, and types that a test can name have the methods that are called on them.
    fn calls_through_others(&mut self, world: &World, class: &Class) -> ClassCalls {
        let mut makers = Vec::new();
        for other in classes_around(world, class) {
            let around = world.class(other);
            if outermost_of(&around.name) != outermost_of(&class.name) || !self.may_name(&around) {
                continue;
            }
            for method in around.methods.iter().map(|method| world.method(*method)) {
                let returned = method.returns.as_deref().and_then(|ty| world.class_of(ty));
                let is_of_type = returned.is_some_and(|ty| world.is_subtype(class.id, ty));
                if is_of_type && self.may_call(&around, &method) && creates(world, &method, &class.name) {
                    let by = if method.is_static() { By::Factory } else { By::Other };
                    makers.push(Factory { method: method.id, by });
                }
            }
        }
        makers.truncate(MAX_MAKERS);
        if makers.is_empty() {
            return ClassCalls::default();
        }
        let is_open = |method: &MethodId| is_declared_above(world, class, &world.method(*method));
        let (mut changers, adders) = self.changers(world, class.id);
        changers.retain(is_open);
        let (mut observers, taker) = self.observers(world, class.id);
        observers.retain(|observer| is_open(&observer.method));
        ClassCalls { makers, changers, adders, observers: observers.into(), taker: taker.filter(is_open) }
    }

    /// The methods of the other classes of a package that make objects of a class: static ones first, then those of classes nested with
    /// it, which builders mostly are.
    fn makers_around(&mut self, world: &World, class: &Class) -> Vec<Factory> {
        let own = format!("L{};", class.name);
        let mut found: Vec<((bool, bool, usize), Factory)> = Vec::new();
        for other in classes_around(world, class) {
            let around = world.class(other);
            let is_nested = outermost_of(&around.name) == outermost_of(&class.name);
            for method in around.methods.iter().map(|method| world.method(*method)) {
                let makes = method.returns.as_deref() == Some(&own) && !method.is_constructor();
                let takes_one = method.parameters.iter().any(|parameter| **parameter == *own);
                if !makes || takes_one || !self.may_name(&around) || !self.may_call(&around, &method) {
                    continue;
                }
                let by = if method.is_static() { By::Factory } else { By::Other };
                if by == By::Factory || !self.of(world, other).makers.is_empty() {
                    let factory = Factory { method: method.id, by };
                    found.push(((by == By::Other, !is_nested, method.parameters.len()), factory));
                }
            }
        }
        found.sort_by_key(|(rank, _)| *rank);
        found.into_iter().map(|(_, factory)| factory).collect()
    }

    /// The methods of a class and its superclasses that only look at an object, as far as their text shows it, and the first that takes
    /// nothing and changes it. They take nothing, or what the method under test takes.
    pub(crate) fn observers(&self, world: &World, id: ClassId) -> (Vec<Observer>, Option<MethodId>) {
        let is_told = |ty: &str| !ty.starts_with(['L', '[']) || ty == "Ljava/lang/String;";
        let (mut plain, mut asking) = (Vec::new(), Vec::new());
        let mut taker = None;
        let mut overridden: FastSet<(Arc<str>, Arc<str>)> = FastSet::default();
        for (class, method) in methods_of(world, id) {
            let is_new = overridden.insert((Arc::clone(&method.name), Arc::clone(&method.descriptor)));
            let tells = method.returns.as_deref().is_some_and(is_told);
            let tells_little = TELLING_LITTLE.contains(&&*method.name);
            if !is_new || !tells || tells_little || method.is_static() {
                continue;
            }
            if method.id == self.target || !self.may_call(&class, &method) {
                continue;
            }
            let Some(parameters) = self.parameters_for(world, &method) else { continue };
            let does = footprint(world, method.id);
            let only_looks = does.writes.is_empty() && !does.changes_contents;
            match (only_looks, parameters.is_empty()) {
                (true, true) => plain.push(Observer { method: method.id, parameters }),
                (true, false) => asking.push(Observer { method: method.id, parameters }),
                (false, true) if taker.is_none() => taker = Some(method.id),
                (false, _) => {}
            }
        }
        let [most_plain, most_asking] = MAX_OBSERVERS;
        plain.truncate(most_plain);
        asking.truncate(most_asking);
        plain.append(&mut asking);
        (plain, taker)
    }

    /// The parameters of the method under test that are passed to a method, each once; `None` where it takes something else.
    fn parameters_for(&self, world: &World, method: &Method) -> Option<Vec<usize>> {
        let target = world.method(self.target);
        let mut chosen = Vec::new();
        for wanted in &method.parameters {
            let mut fitting = (0..target.parameters.len()).filter(|at| target.parameters[*at] == *wanted);
            chosen.push(fitting.find(|at| !chosen.contains(at))?);
        }
        Some(chosen)
    }

    /// The methods of a class and its superclasses that change an object, and those of them that change what its collections hold.
    fn changers(&mut self, world: &World, id: ClassId) -> (Vec<MethodId>, FastSet<MethodId>) {
        let read = self.read_by_target(world);
        let own = format!("L{};", world.class(id).name);
        let is_never_set = is_of_final_fields(world, id);
        if is_never_set && is_of_values(world, id, MAX_DEPTH) {
            return (Vec::new(), FastSet::default());
        }
        let mut scored: Vec<(u32, usize, MethodId)> = Vec::new();
        let mut adders = FastSet::default();
        let mut overridden: FastSet<(Arc<str>, Arc<str>)> = FastSet::default();
        for (class, method) in methods_of(world, id) {
            let is_new = overridden.insert((Arc::clone(&method.name), Arc::clone(&method.descriptor)));
            if !is_new || method.is_static() || method.is_constructor() || !self.may_call(&class, &method) {
                continue;
            }
            let returns_other = || !world.code(method.id).is_ok_and(|code| code.body.returns_receiver());
            // It leaves this object as it is.
            if is_never_set && method.returns.as_deref() == Some(&own) && returns_other() {
                continue;
            }
            let does = footprint(world, method.id);
            let is_relevant = does.writes.iter().any(|field| read.contains(field));
            let score =
                4 * u32::from(is_relevant) + 2 * u32::from(does.changes_contents) + u32::from(!does.writes.is_empty());
            if score > 0 {
                scored.push((score, method.parameters.len(), method.id));
            }
            if does.changes_contents {
                adders.insert(method.id);
            }
        }
        scored.sort_by_key(|(score, parameters, _)| (std::cmp::Reverse(*score), *parameters));
        (scored.into_iter().map(|(_, _, method)| method).take(MAX_CHANGERS).collect(), adders)
    }

    /// The methods that change an object of a class which is there without any call.
    pub(crate) fn changers_of_shared(&mut self, world: &World, id: ClassId) -> Vec<MethodId> {
        let (mut changers, _) = self.changers(world, id);
        changers.retain(|changer| self.may_name(&world.class(world.method(*changer).class)));
        changers
    }

    /// The static methods of a class that change what its static fields hold, those that take least first.
    pub(crate) fn static_changers(&self, world: &World, id: ClassId) -> Vec<MethodId> {
        let class = world.class(id);
        let methods = class.methods.iter().map(|method| world.method(*method));
        let mut found: Vec<(usize, MethodId)> = methods
            .filter(|method| method.is_static() && !method.is_class_initializer() && &*method.name != "main")
            .filter(|method| self.may_name(&class) && self.may_call(&class, method))
            .filter(|method| {
                let does = footprint(world, method.id);
                does.changes_contents || !does.writes.is_empty()
            })
            .map(|method| (method.parameters.len(), method.id))
            .collect();
        found.sort_unstable();
        found.into_iter().map(|(_, method)| method).take(MAX_CHANGERS).collect()
    }

    /// The methods of a class that return another object of the program, each with a method that changes what the method under test
    /// reads of that object; at most [`MAX_LEADING`].
    pub(crate) fn leading_changers(&mut self, world: &World, id: ClassId) -> Rc<[[MethodId; 2]]> {
        if let Some(known) = self.leading.get(&id) {
            return Rc::clone(known);
        }
        let found: Rc<[[MethodId; 2]]> = self.find_leading_changers(world, id).into();
        self.leading.insert(id, Rc::clone(&found));
        found
    }

    fn find_leading_changers(&mut self, world: &World, id: ClassId) -> Vec<[MethodId; 2]> {
        let read = self.read_by_target(world);
        let mut found = Vec::new();
        for (class, method) in methods_of(world, id) {
            if method.is_static() || method.is_constructor() || !self.may_call(&class, &method) {
                continue;
            }
            let returned = method.returns.as_deref().and_then(|ty| world.class_of(ty));
            let Some(returned) = returned.filter(|returned| *returned != id) else { continue };
            let relevant =
                |changer: &&MethodId| footprint(world, **changer).writes.iter().any(|field| read.contains(field));
            let changers = self.of(world, returned);
            found.extend(changers.changers.iter().filter(relevant).map(|changer| [method.id, *changer]));
        }
        found.truncate(MAX_LEADING);
        found
    }

    fn read_by_target(&mut self, world: &World) -> Rc<FastSet<Arc<str>>> {
        let target = self.target;
        Rc::clone(self.read.get_or_insert_with(|| Rc::new(footprint(world, target).reads)))
    }

    /// Whether a test can name a class of the package of another whose objects it makes.
    fn may_name(&self, class: &Class) -> bool {
        let own = class.source_flags();
        match self.access {
            InputsByCalls::Off => false,
            InputsByCalls::Package => own & flags::PRIVATE == 0,
            InputsByCalls::Public => own & flags::PUBLIC != 0,
        }
    }

    /// Whether a test can write a call of a method of a class.
    fn may_call(&self, class: &Class, method: &Method) -> bool {
        let is_near = class.package() == self.package;
        let is_open = match self.access {
            InputsByCalls::Off => false,
            InputsByCalls::Package => method.is_public() || is_near && !method.is_private(),
            InputsByCalls::Public => method.is_public(),
        };
        is_open && method.has_code && !method.is_synthetic() && !method.is_bridge()
    }
}

/// Whether only the classes around may name a class, or nobody.
fn is_private(class: &Class) -> bool {
    class.source_flags() & flags::PRIVATE != 0 || class.is_local()
}

/// Whether a method makes an object of a class.
fn creates(world: &World, method: &Method, class: &str) -> bool {
    let Ok(code) = world.code(method.id) else { return false };
    let mut stmts = code.body.blocks.values().flat_map(|block| &block.stmts);
    stmts.any(|stmt| matches!(&stmt.inst, Inst::New { class: made, .. } if **made == *class))
}

/// Whether a type above a class that everybody may name has a method of this name with the same parameters.
fn is_declared_above(world: &World, class: &Class, method: &Method) -> bool {
    let mut waiting: Vec<ClassId> = class.interfaces.iter().copied().chain(class.superclass).collect();
    while let Some(id) = waiting.pop() {
        let above = world.class(id);
        let is_alike = |other: &MethodId| {
            let other = world.method(*other);
            other.name == method.name && other.parameters == method.parameters && other.is_public()
        };
        if above.source_flags() & flags::PUBLIC != 0 && above.methods.iter().any(is_alike) {
            return true;
        }
        waiting.extend(above.interfaces.iter().copied().chain(above.superclass));
    }
    false
}

/// Whether all fields of the objects of a class are final.
fn is_of_final_fields(world: &World, id: ClassId) -> bool {
    let mut fields =
        std::iter::successors(Some(world.class(id)), |class| class.superclass.map(|above| world.class(above)))
            .filter(|class| class.provenance != Provenance::Jdk)
            .flat_map(|class| class.fields.clone())
            .map(|field| world.field(field).flags);
    fields.all(|field| field & (flags::STATIC | flags::FINAL) != 0)
}

/// Whether the fields of the objects of a class hold nothing that can change: numbers, texts, constants, and other values.
fn is_of_values(world: &World, id: ClassId, depth: u32) -> bool {
    let is_value = |name: &str| {
        name == "java/lang/String"
            || is_box(name)
            || is_value_class(name)
            || world.load(name).is_ok_and(|held| {
                let class = world.class(held);
                let is_own = class.provenance != Provenance::Jdk && depth > 0;
                class.is_enum() || is_own && is_of_final_fields(world, held) && is_of_values(world, held, depth - 1)
            })
    };
    let fields = world.instance_fields(id);
    fields.iter().map(|field| world.field(*field)).all(|field| match field.descriptor.as_bytes().first() {
        Some(b'L') => is_value(&field.descriptor[1..field.descriptor.len() - 1]),
        first => first != Some(&b'['),
    })
}

/// The other classes of the input in the package of a class, those nested with it first, as far as they can be loaded.
fn classes_around(world: &World, class: &Class) -> Vec<ClassId> {
    let is_around = |name: &Arc<str>| package_of(name) == class.package() && **name != *class.name;
    let mut names: Vec<Arc<str>> = world.input_classes().into_iter().filter(is_around).collect();
    names.sort_by_key(|name| outermost_of(name) != outermost_of(&class.name));
    names.iter().take(MAX_AROUND).filter_map(|name| world.load(name).ok()).collect()
}

/// The methods of a class of the program and of its superclasses of the program, with the classes that declare them.
fn methods_of(world: &World, id: ClassId) -> impl Iterator<Item = (Rc<Class>, Rc<Method>)> {
    let of_program = move |id: ClassId| Some(world.class(id)).filter(|class| class.provenance != Provenance::Jdk);
    let classes = std::iter::successors(of_program(id), move |class| class.superclass.and_then(of_program));
    classes.flat_map(move |class| {
        let methods: Vec<_> = class.methods.iter().map(|method| (Rc::clone(&class), world.method(*method))).collect();
        methods
    })
}
