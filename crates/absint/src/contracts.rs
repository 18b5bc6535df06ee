//! Methods of the JDK that its documentation has return an object, never null.
//!
//! `data/never_null.txt` lists those of which that is a fact, whatever the program does, `data/contracts.txt` those that
//! run code of the program or return what such code gave them, so that it is an assumption.

use clew_base::{FastMap, FastSet};
use clew_jvm::{Class, ClassId, Method, MethodId, Provenance, World};
use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, OnceLock};

const FACTS: &str = include_str!("../data/never_null.txt");
const CONTRACTS: &str = include_str!("../data/contracts.txt");

/// A method of the JDK, by the class that documents it and by name, that returns an object.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Contract {
    /// The internal name of the class.
    pub class: Arc<str>,
    /// The name of the method.
    pub method: Arc<str>,
}

impl fmt::Display for Contract {
    /// `java.util.Optional#of`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.class.replace('/', "."), self.method)
    }
}

/// The contract that a method has to keep: its own, or that of one of the JDK's that it overrides.
pub fn contract_of(world: &World, method: &Method) -> Option<Contract> {
    documented(world, method).map(|documented| contract(world, documented))
}

/// The contract of a method that is documented.
pub(crate) fn contract(world: &World, documented: MethodId) -> Contract {
    let method = world.method(documented);
    Contract { class: Arc::clone(&world.class(method.class).name), method: Arc::clone(&method.name) }
}

/// The method of the JDK that is documented to return an object, and that a method is, or overrides.
pub(crate) fn documented(world: &World, method: &Method) -> Option<MethodId> {
    if !returns_object(&method.descriptor) {
        return None;
    }
    let overrides_none = method.is_static() || method.is_private();
    let mut waiting = VecDeque::from([method.class]);
    let mut seen: FastSet<ClassId> = FastSet::default();
    while let Some(id) = waiting.pop_front() {
        let class = world.class(id);
        if names_of(&class.name).iter().any(|listed| listed.name == &*method.name)
            && let Some(documented) = overridden_in(world, &class, method)
        {
            return Some(documented);
        }
        if overrides_none {
            return None;
        }
        let above = class.superclass.into_iter().chain(class.interfaces.iter().copied());
        waiting.extend(above.filter(|class| seen.insert(*class)));
    }
    None
}

/// Whether no code can override the method.
pub(crate) fn is_last(world: &World, method: &Method) -> bool {
    method.is_static() || method.is_private() || method.is_final() || world.class(method.class).is_final()
}

/// Whether it is a fact that a documented method of the JDK returns an object, whatever the program does.
pub(crate) fn is_certain(world: &World, documented: &Method) -> bool {
    let class = world.class(documented.class);
    let is_listed = |listed: &Listed| listed.is_certain && listed.name == &*documented.name;
    class.provenance == Provenance::Jdk && is_last(world, documented) && names_of(&class.name).iter().any(is_listed)
}

/// Every name of the lists, with its class.
pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    names_in(FACTS).chain(names_in(CONTRACTS))
}

fn names_in(list: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let classes = lines.filter_map(|line| line.split_once(": "));
    classes.flat_map(|(class, names)| names.split(' ').map(move |name| (class, name)))
}

/// The name of a method that is on a list.
struct Listed {
    name: &'static str,
    /// Whether it is on that of facts.
    is_certain: bool,
}

/// The names of the methods of a class that are on a list.
fn names_of(class: &str) -> &'static [Listed] {
    static NAMES: OnceLock<FastMap<String, Vec<Listed>>> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        let mut names: FastMap<String, Vec<Listed>> = FastMap::default();
        for (list, is_certain) in [(FACTS, true), (CONTRACTS, false)] {
            for (class, name) in names_in(list) {
                names.entry(class.replace('.', "/")).or_default().push(Listed { name, is_certain });
            }
        }
        names
    });
    names.get(class).map_or(&[], Vec::as_slice)
}

/// The method of a class that is this one, or that it overrides.
fn overridden_in(world: &World, class: &Class, method: &Method) -> Option<MethodId> {
    let is_it = |id: &&MethodId| **id == method.id || is_overridden(&world.method(**id), method);
    class.methods.iter().find(is_it).copied()
}

fn is_overridden(own: &Method, by: &Method) -> bool {
    !own.is_static()
        && !own.is_private()
        && own.name == by.name
        && parameters(&own.descriptor) == parameters(&by.descriptor)
}

/// The greatest number of methods outside the JDK that are looked into for a contract.
const MAX_OVERRIDERS: usize = 64;

/// The methods outside the JDK that a call of a documented method may run, as far as the class path tells: those of
/// classes, and those of interfaces, which a lambda expression may give an object. `None` if there are too many.
pub(crate) fn overriders(world: &World, documented: &Method) -> Option<Vec<MethodId>> {
    if is_last(world, documented) {
        return Some(Vec::new());
    }
    let of_classes = world.subtypes(documented.class);
    let of_classes = of_classes.iter().filter_map(|class| world.select(*class, documented.id).ok());
    let below = world.interfaces_below(documented.class);
    let of_interfaces = below.iter().flat_map(|class| world.class(*class).methods.clone());
    let of_interfaces = of_interfaces.filter(|own| is_default_of(&world.method(*own), documented));
    let is_outside = |id: &MethodId| world.class(world.method(*id).class).provenance != Provenance::Jdk;
    let mut all: Vec<MethodId> = of_classes.chain(of_interfaces).filter(is_outside).collect();
    all.sort_unstable();
    all.dedup();
    (all.len() <= MAX_OVERRIDERS).then_some(all)
}

/// Whether a method of an interface has code and overrides another.
pub(crate) fn is_default_of(own: &Method, overridden: &Method) -> bool {
    own.has_code && is_overridden(own, overridden)
}

fn parameters(descriptor: &str) -> &str {
    descriptor.rsplit_once(')').map_or("", |(parameters, _)| parameters)
}

fn returns_object(descriptor: &str) -> bool {
    descriptor.rsplit_once(')').is_some_and(|(_, returns)| returns.starts_with(['L', '[']))
}
