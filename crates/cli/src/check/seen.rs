//! Calls by chance of methods whose code is not there: what they return stands for their calls, under `--calls summaries`.

use super::attack::{SEED, number};
use clew_chance::chance_of;
use clew_facts::{MethodKey, Value};
use clew_jvm::{Class, Method, World};
use clew_testgen::CallsToSee;

/// How many calls are made of each method.
const CALLS: usize = 12;
/// Its functions of floats come from the virtual machine, which may give either of two neighbouring numbers.
const STRICT_MATH: &str = "java/lang/StrictMath";

/// The calls to make: of the static native methods of numbers that the program has, and of the functions of the library's.
pub fn calls(world: &World) -> Vec<CallsToSee> {
    let own = world.input_classes();
    let names = own.iter().map(AsRef::as_ref).chain([STRICT_MATH]);
    let classes = names.filter_map(|name| Some(world.class(world.load(name).ok()?)));
    classes.flat_map(|class| of_class(world, &class)).collect()
}

fn of_class(world: &World, class: &Class) -> Vec<CallsToSee> {
    let is_meant = |method: &Method| match &*class.name {
        STRICT_MATH => method.parameters.iter().all(|parameter| &**parameter == "D"),
        _ => method.is_native(),
    };
    let methods = class.methods.iter().map(|id| world.method(*id));
    methods
        .filter(|method| method.is_static() && is_meant(method))
        .filter_map(|method| of_method(class, &method))
        .collect()
}

fn of_method(class: &Class, method: &Method) -> Option<CallsToSee> {
    if method.parameters.is_empty() || method.returns.as_ref()?.starts_with(['L', '[']) {
        return None;
    }
    let key = MethodKey::of_internal(&class.name, &method.name, &method.descriptor);
    let mut chance = chance_of(&key, SEED);
    let mut arguments: Vec<Vec<Value>> = Vec::new();
    for _ in 0..CALLS {
        let of_call: Option<Vec<Value>> =
            method.parameters.iter().map(|descriptor| number(descriptor, &mut chance)).collect();
        let of_call = of_call?;
        if !arguments.contains(&of_call) {
            arguments.push(of_call);
        }
    }
    Some(CallsToSee { method: key, arguments })
}
