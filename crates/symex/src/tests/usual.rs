//! Inputs that people would try first: texts that the code names, and objects that plain calls make.
//!
//! A condition on a text can be too hard for the solver, such as that its lower case is one of several constants. One of the texts that
//! the code names often gets there.

use super::complete;
use super::readable::add_object;
use super::shorten::drop_unused;
use crate::footprint::methods_near;
use crate::inputs::Inputs;
use crate::machine::Machine;
use crate::plain_calls::{PlainCalls, enum_constants, string};
use crate::rerun::{self, Ran};
use clew_base::{FastSet, OrderedMap};
use clew_facts::{Argument, HeapObject, Object, Outcome, TestCase, Value};
use clew_ir::{Callee, Const, Expr, Inst, Terminator};
use clew_jvm::{MethodId, Provenance, World};

const STRING: &str = "Ljava/lang/String;";

/// Texts that are tried after those of the code: numerals and a date.
const OTHERS: [&str; 3] = ["1", "1.5", "2024-03-15"];

/// How many texts of the code are tried.
const MAX_TEXTS: usize = 24;

/// Between how many separators of the code fields are put.
const MAX_SEPARATORS: usize = 3;

/// How many fields a line has that is tried.
const FIELDS: [usize; 4] = [2, 3, 4, 5];

/// How many methods of the program, nearest first, are looked through for texts.
const MAX_METHODS: usize = 12;

/// How many constants of an enum are tried.
const MAX_CONSTANTS: usize = 8;

/// The inputs to be tried, at most so many, in this order: plain ones, and with each argument in turn replaced; then so the tests that are
/// there.
pub(crate) fn usual_inputs(machine: &Machine<'_>, inputs: &Inputs, tests: &[TestCase], most: usize) -> Vec<TestCase> {
    let texts = texts_near(machine.world, machine.target);
    let plain = plain_input(machine, inputs);
    let mut found: Vec<TestCase> = plain.iter().cloned().collect();
    for base in plain.iter().chain(tests.iter().filter(|test| test.calls.is_empty())) {
        for (at, argument) in base.arguments.iter().enumerate() {
            let others = match argument.descriptor.as_str() {
                STRING => texts.iter().map(|text| string(text)).collect(),
                descriptor => enum_values(machine.world, descriptor),
            };
            let left = most.saturating_sub(found.len());
            found.extend(others.into_iter().take(left).map(|object| with_argument(base, at, object)));
        }
    }
    found
}

/// The test of an input, if the run of it shows something wanted and can be foretold.
pub(crate) fn test_of(
    machine: &mut Machine<'_>,
    mut input: TestCase,
    is_wanted: impl Fn(&Ran) -> bool,
) -> Option<TestCase> {
    if hangs_on_order(machine, &input) {
        return None;
    }
    let ran = rerun::run(machine, &input).ok()?;
    let ends = matches!(ran.outcome, Outcome::Returns(_) | Outcome::Throws { .. });
    if !ends || !is_wanted(&ran) || ran.calls.len() != input.calls.len() {
        return None;
    }
    complete(machine, &mut input, ran, None).ok()?;
    machine.keeps_invariants(&input).then_some(input)
}

/// Whether making an input may initialize classes of the program that the path initializes later, or in another order. Whether they are
/// initialized already hangs on the tests before.
pub(crate) fn hangs_on_order(machine: &Machine<'_>, input: &TestCase) -> bool {
    let world = machine.world;
    let target = world.method(machine.target).class;
    let initializes = |object: &HeapObject, others: bool| {
        // An earlier call is meant to change what its class holds.
        let is_shared = matches!(object.object, Object::EnumConstant(_) | Object::OfStatic(_));
        if is_shared && !input.earlier.is_empty() {
            return false;
        }
        let class = world.load(&object.class.replace('.', "/"));
        class.is_ok_and(|class| {
            let is_counted = others || class != target && !world.class(class).is_enum();
            is_counted && world.has_initializer_of_program(class)
        })
    };
    let order_matters = !machine.ledger.order_matters().is_empty();
    input.heap.values().any(|object| initializes(object, order_matters))
}

/// Arguments, and a receiver, that plain calls make; `None` where there are none for the receiver.
pub(crate) fn plain_input(machine: &Machine<'_>, inputs: &Inputs) -> Option<TestCase> {
    let mut calls = PlainCalls::of(machine);
    let mut test = TestCase::of_input(None, Vec::new(), OrderedMap::default());
    let method = machine.world.method(machine.target);
    if inputs.receiver.is_some() {
        let class = format!("L{};", machine.world.class(method.class).name);
        let receiver = calls.argument(&mut |object| add_object(&mut test, object), &class, "");
        if receiver == Value::Null {
            return None;
        }
        test.receiver = Some(receiver);
    }
    for parameter in &inputs.parameters {
        let value = calls.argument(&mut |object| add_object(&mut test, object), &parameter.descriptor, "");
        let (name, descriptor) = (parameter.name.clone(), parameter.descriptor.clone());
        test.arguments.push(Argument { name, descriptor, value });
    }
    Some(test)
}

/// An input with another argument. Nothing is known of its run.
fn with_argument(base: &TestCase, at: usize, object: HeapObject) -> TestCase {
    let mut heap = TestCase::of_input(base.receiver.clone(), base.arguments.clone(), base.heap.clone());
    let statics = base.statics.clone();
    let value = Value::Ref(add_object(&mut heap, object));
    let (initialized_first, earlier) = (base.initialized_first.clone(), base.earlier.clone());
    let mut changed = TestCase { statics, initialized_first, earlier, ..heap };
    changed.arguments[at].value = value;
    drop_unused(&mut changed);
    changed
}

/// The first constants of an enum of the program; nothing for other types.
pub(super) fn enum_values(world: &World, descriptor: &str) -> Vec<HeapObject> {
    let Some(class) = world.class_of(descriptor) else { return Vec::new() };
    let class = world.class(class);
    match class.is_enum() && class.provenance != Provenance::Jdk {
        true => enum_constants(world, &class).take(MAX_CONSTANTS).collect(),
        false => Vec::new(),
    }
}

/// The texts that a method and the methods of the program that it calls name, and then usual ones.
pub(super) fn texts_near(world: &World, target: MethodId) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    let mut searched: Vec<String> = Vec::new();
    for (_, code) in methods_near(world, target, MAX_METHODS) {
        searched.extend(code.body.blocks.values().filter_map(|block| searched_character(&block.terminator)));
        let stmts = code.body.blocks.values().flat_map(|block| &block.stmts);
        texts.extend(stmts.filter_map(|stmt| match &stmt.inst {
            Inst::LoadString { value, .. } => Some(String::from_utf16_lossy(value)),
            _ => None,
        }));
    }
    let mut known = FastSet::default();
    texts.retain(|text| known.insert(text.clone()));
    texts.truncate(MAX_TEXTS);
    texts.extend(lines_of_fields(texts.iter().cloned().chain(searched)));
    texts.extend(OTHERS.map(String::from));
    texts
}

/// The character that a call looks for in a text.
fn searched_character(terminator: &Terminator) -> Option<String> {
    let Terminator::Invoke { callee: Callee::Method { method, .. }, args, .. } = terminator else { return None };
    let is_search = &*method.class == "java/lang/String" && matches!(&*method.name, "indexOf" | "lastIndexOf");
    match args.get(1).filter(|_| is_search)? {
        Expr::Const(Const::Bv32(unit)) => u32::try_from(*unit).ok().and_then(char::from_u32).map(String::from),
        _ => None,
    }
}

/// Lines of a few fields, with the separators between them that are among these texts: `1;2;3`. A numeral serves as a name too.
fn lines_of_fields(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut separators: Vec<String> = Vec::new();
    for separator in texts.filter_map(|text| separator_of(&text)) {
        if !separators.contains(&separator) {
            separators.push(separator);
        }
    }
    separators.truncate(MAX_SEPARATORS);
    let line = |separator: &str, fields: usize| {
        let numerals: Vec<String> = (1..=fields).map(|numeral| numeral.to_string()).collect();
        numerals.join(separator)
    };
    separators.iter().flat_map(|separator| FIELDS.map(|fields| line(separator, fields))).collect()
}

/// The separator that a text of the code is, if it is one; or the one that a regular expression for it matches.
fn separator_of(text: &str) -> Option<String> {
    let plain = text.replace("\\s*", "").replace("\\s+", " ").replace('\\', "");
    let plain = plain.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(&plain);
    let is_separator = (1..=2).contains(&plain.len()) && plain.chars().all(|c| c.is_ascii() && !c.is_alphanumeric());
    is_separator.then(|| plain.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_the_separators_of_the_code() {
        let lines = |texts: &[&str]| lines_of_fields(texts.iter().map(ToString::to_string));
        assert_eq!(lines(&["3 fields expected: ", ";", "not a number"]), ["1;2", "1;2;3", "1;2;3;4", "1;2;3;4;5"]);
        assert_eq!(lines(&["\\|"])[..1], ["1|2"]);
        assert_eq!(lines(&["\\s*,\\s*", ", "])[..5], ["1,2", "1,2,3", "1,2,3,4", "1,2,3,4,5", "1, 2"]);
        assert!(lines(&["", "abc"]).is_empty());
    }
}
