//! Methods of the JDK that its documentation has return an object, never null. `data/never_null.txt` lists them.

use clew_base::{FastMap, FastSet};
use clew_jvm::{Class, ClassId, Method, MethodId, Provenance, World};
use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

const LIST: &str = include_str!("../data/never_null.txt");

/// A method of the JDK, by the class that documents it and by name, that returns an object.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Contract {
    /// The internal name of the class.
    pub class: Arc<str>,
    /// The name of the method.
    pub method: Arc<str>,
}

/// The contract that a method has to keep: its own, or that of one of the JDK's that it overrides.
pub fn contract_of(world: &World, method: &Method) -> Option<Contract> {
    if !returns_object(&method.descriptor) {
        return None;
    }
    let overrides_none = method.is_static() || method.is_private();
    let mut waiting = VecDeque::from([method.class]);
    let mut seen: FastSet<ClassId> = FastSet::default();
    while let Some(id) = waiting.pop_front() {
        let class = world.class(id);
        if names_of(&class.name).contains(&&*method.name) && declares(world, &class, method) {
            return Some(Contract { class: Arc::clone(&class.name), method: Arc::clone(&method.name) });
        }
        if overrides_none {
            return None;
        }
        let above = class.superclass.into_iter().chain(class.interfaces.iter().copied());
        waiting.extend(above.filter(|class| seen.insert(*class)));
    }
    None
}

/// Whether a call that resolves to this method runs no other, so that its contract is a fact about the JDK's own code.
pub(crate) fn is_settled(world: &World, method: &Method) -> bool {
    let class = world.class(method.class);
    let is_last = method.is_static() || method.is_private() || method.is_final() || class.is_final();
    is_last && class.provenance == Provenance::Jdk
}

/// Every name of the list, with its class by internal name.
pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = LIST.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .filter_map(|line| line.split_once(": "))
        .flat_map(|(class, names)| names.split(' ').map(move |name| (class, name)))
}

/// The names of the methods of a class that have a contract.
fn names_of(class: &str) -> &'static [&'static str] {
    static NAMES: OnceLock<FastMap<String, Vec<&'static str>>> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        let mut names: FastMap<String, Vec<&'static str>> = FastMap::default();
        all().for_each(|(class, name)| names.entry(class.replace('.', "/")).or_default().push(name));
        names
    });
    names.get(class).map_or(&[], Vec::as_slice)
}

/// Whether a class declares this method, or one that it overrides.
fn declares(world: &World, class: &Class, method: &Method) -> bool {
    let is_it = |id: &MethodId| {
        let own = world.method(*id);
        let is_overridden = !own.is_static()
            && !own.is_private()
            && own.name == method.name
            && parameters(&own.descriptor) == parameters(&method.descriptor);
        own.id == method.id || is_overridden
    };
    class.methods.iter().any(is_it)
}

fn parameters(descriptor: &str) -> &str {
    descriptor.rsplit_once(')').map_or("", |(parameters, _)| parameters)
}

fn returns_object(descriptor: &str) -> bool {
    descriptor.rsplit_once(')').is_some_and(|(_, returns)| returns.starts_with(['L', '[']))
}
