//! The end of a path: values for everything, and with them a heap without choices.

use crate::core::Core;
use crate::extract::NoTest;
use crate::flow::PathEnd;
use crate::inputs::Inputs;
use crate::machine::Machine;
use crate::makers::arguments_of;
use crate::state::State;
use crate::state::made::MakingCalls;
use crate::state::text::Text;
use crate::types::is_box;
use clew_base::{FastSet, Id};
use clew_heap::{Array, ArrayData, Conflict, Content, FieldAtEntry, Kind, Provenance, Ref, Target, Value};
use clew_jvm::FieldId;
use clew_smt::{
    Model, SatResult, prefer_among, prefer_boundaries, prefer_default, prefer_distinct, prefer_greatest,
    prefer_near_zero, prefer_small, prefer_true,
};
use clew_term::{Evaluator, Node, Sort, SymbolId, Term, TermPool, UnaryOp, Value as TermValue};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::rc::Rc;

/// The characters that an open character becomes where it can, in this order.
const LETTERS: [u64; 6] = [b'a' as u64, b'b' as u64, b'A' as u64, b'0' as u64, b'1' as u64, b' ' as u64];

/// The number of letters from `a` to `z`.
const ALPHABET: u64 = 26;

/// The characters of ASCII that can be printed.
const PRINTABLE: RangeInclusive<u64> = 0x20..=0x7e;

/// Arrays are made no longer than this where that is possible.
const SHORT: i32 = 64;

/// The greatest number of numbers of an input that are made unlike.
const MAX_NUMBERS: usize = 24;

/// The numbers that objects hold, in order of preference: there is room for what is passed.
pub(crate) const HELD: &[u16] = &[10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 1];

/// The numbers that are passed, in order of preference.
pub(crate) const PASSED: &[u16] = &[2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 1];

/// How long a string may be made because a path compares its length. Shorter ones are no words.
const LONGEST: RangeInclusive<i64> = 3..=40;

/// The elements of an array that are among them.
const MAX_ELEMENTS: usize = 8;

/// How often values that no objects can have are replaced by others.
const MAX_CONFLICTS: usize = 50;

/// A state of which everything is decided.
pub(crate) struct Solved {
    /// The state, its heap solved under the model.
    pub state: State,
    /// Values for all terms.
    pub model: Rc<Model>,
}

/// Which numbers an input gets where the path leaves them open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Numbers {
    /// Unlike ones, so that a test notices when one is taken for another.
    Unlike,
    /// Zero, or what is next to it.
    Small,
}

/// Decides everything that a path leaves open: as few references as possible are the same, few are not null, and numbers are
/// small where that is cheap to have. Nothing comes of a path that no objects are possible for.
///
/// # Errors
/// Why it is not known whether some are.
pub(crate) fn solve(
    machine: &mut Machine<'_>,
    inputs: &Inputs,
    (state, end): (&State, &PathEnd),
    numbers: Numbers,
) -> Result<Option<Solved>, NoTest> {
    let numbers = match numbers {
        Numbers::Unlike => numbers_of_input(machine, inputs, state),
        Numbers::Small => Vec::new(),
    };
    let computed = match numbers.is_empty() {
        true => Vec::new(),
        false => computed_with(machine, state, end, &numbers),
    };
    let characters = characters_of_input(machine, inputs, state);
    let mut constraints: Vec<Term> = state.path.constraints.iter().copied().collect();
    let mut model = Rc::clone(&state.path.model);
    let lengths = lengths_in(machine, state);
    let mut shortened = false;
    for _ in 0..MAX_CONFLICTS {
        let mut values = machine.memo.evaluations.copy_of(&model);
        few_aliases(machine, &constraints, state, &mut values);
        few_objects(machine, &constraints, state, &mut values);
        objects_to_tell_apart(machine, &constraints, state, &mut values);
        small_numbers(machine, &constraints, &mut values);
        prefer_distinct(&mut machine.pool, &constraints, &numbers, &mut values);
        // What the calls ask for that make the input is not what the test is about.
        let compared = (constraints.as_slice(), state.entry.constraints_before);
        prefer_boundaries(&mut machine.pool, compared, &without_usual(&numbers), &mut values);
        // Zero is on the boundary of many comparisons, and hides what is computed with it.
        let is_zero = |symbol: SymbolId| values.assignment().get(symbol).and_then(TermValue::as_unsigned) == Some(0);
        let hidden: Vec<_> = computed.iter().copied().filter(|(symbol, _)| is_zero(*symbol)).collect();
        prefer_distinct(&mut machine.pool, &constraints, &hidden, &mut values);
        readable_text(machine, &constraints, &characters, &mut values);
        short_text(machine, &constraints, &lengths, &mut values);
        longest_texts(machine, &constraints, state, &mut values);
        equal_texts_are_one(machine, &constraints, inputs, state, &mut values);
        model = Rc::new(Model::new(values.assignment().clone()));
        if !shortened && lengths.iter().any(|length| values.value(&machine.pool, *length).as_i32() > Some(SHORT)) {
            shortened = true;
            if let Some(shorter) = with_short_arrays(machine, &constraints, &lengths) {
                model = shorter;
                continue;
            }
        }
        let kept = machine.violated_by(state, &model);
        let (mut cx, heap_model) = machine.heap_context();
        let solved = match kept {
            Some(excluded_by) => Err(Conflict { excluded_by }),
            None => heap_model.solve(&mut cx, &state.heap, &mut values),
        };
        match solved {
            Ok(heap) => {
                machine.memo.evaluations.adopt(Rc::clone(&model), values);
                let mut state = state.clone();
                state.heap = heap;
                return Ok(Some(Solved { state, model }));
            }
            Err(Conflict { excluded_by }) => constraints.push(excluded_by),
        }
        let limits = machine.limits.clone();
        match machine.core.solver.check(&mut machine.core.pool, &constraints, &limits) {
            SatResult::Sat(other) => (model, shortened) = (other, false),
            SatResult::Unsat(_) => return Ok(None),
            SatResult::Unknown(_) => break,
        }
    }
    Err("it is not known whether objects of fitting classes exist".to_owned())
}

/// The numbers that are passed, or that objects of the input hold, as far as they are free: a person gives unlike things unlike
/// numbers, so that a test notices when one is taken for the other.
fn numbers_of_input(machine: &mut Core<'_>, inputs: &Inputs, state: &State) -> Vec<(SymbolId, &'static [u16])> {
    let passed = inputs.parameters.iter().map(|parameter| (parameter.value, parameter.kind));
    let made: Vec<_> = state.input.made.iter().flat_map(|made| passed_to_make(machine, &made.making.calls)).collect();
    let mut held: Vec<(Value, Kind)> = Vec::new();
    for id in state.heap.ids() {
        let object = state.heap.object(id);
        if object.provenance != Provenance::Input {
            continue;
        }
        match &object.content {
            Content::Array(Array { kind, data: ArrayData::Dense(elements), .. }) => {
                held.extend(elements.iter().take(MAX_ELEMENTS).map(|element| (*element, *kind)));
            }
            Content::Fields { initial, .. } => held.extend(initial.iter().filter_map(|(field, value)| {
                let field = machine.world.field(FieldId::from_index(field.index()));
                Some((*value, machine.types.kind(&field.descriptor).ok()?))
            })),
            Content::Array(_) => {}
        }
    }
    let (mut cx, model) = machine.heap_context();
    let read = model.fields_at_entry(&mut cx, &state.heap);
    held.extend(read.into_iter().filter_map(|FieldAtEntry { field, value, .. }| {
        let field = machine.world.field(FieldId::from_index(field.index()));
        let is_of_box = is_box(&machine.world.class(field.class).name);
        Some((value, machine.types.kind(&field.descriptor).ok().filter(|_| is_of_box)?))
    }));
    let mut numbers: Vec<(SymbolId, &'static [u16])> = Vec::new();
    let held = held.into_iter().map(|(value, kind)| (value, kind, HELD));
    for (value, kind, wanted) in made.into_iter().chain(held).chain(passed.map(|(value, kind)| (value, kind, PASSED))) {
        if let Value::Term(term) = value
            && !matches!(kind, Kind::Boolean | Kind::Char | Kind::Ref(_))
            && let Some(symbol) = symbol_of(&machine.pool, term)
            && !numbers.iter().any(|(known, _)| *known == symbol)
        {
            numbers.push((symbol, wanted));
        }
    }
    numbers.truncate(MAX_NUMBERS);
    numbers
}

/// The symbol behind a number. A `byte` and a `short` are sign extensions of theirs.
fn symbol_of(pool: &TermPool, number: Term) -> Option<SymbolId> {
    match *pool.node(number) {
        Node::Unary(UnaryOp::SignExtend(_), narrow) => pool.as_symbol(narrow),
        _ => pool.as_symbol(number),
    }
}

/// The characters that are passed to the method, or to the calls that make its input, as far as they are free.
fn characters_of_input(machine: &mut Core<'_>, inputs: &Inputs, state: &State) -> Vec<SymbolId> {
    let passed = inputs.parameters.iter().map(|parameter| (parameter.value, parameter.kind));
    let made = state.input.made.iter().flat_map(|made| made.making.calls.passed());
    let mut characters = Vec::new();
    for (value, kind) in passed.chain(made) {
        // A symbol of sixteen bits, widened.
        if let (Value::Term(term), Kind::Char) = (value, kind) {
            characters.extend(machine.pool.symbols(term).iter().copied());
        }
    }
    characters
}

/// Those of the numbers for which people have no usual ones: the calls that take these compare them with the greatest there are.
fn without_usual(numbers: &[(SymbolId, &'static [u16])]) -> Vec<(SymbolId, &'static [u16])> {
    numbers.iter().copied().filter(|(_, wanted)| [HELD, PASSED].contains(wanted)).collect()
}

/// What is passed to the calls that make an object, with the numbers that people pass there.
fn passed_to_make(machine: &Core<'_>, calls: &MakingCalls) -> Vec<(Value, Kind, &'static [u16])> {
    let known = arguments_of(machine.world, calls.first.method);
    let first = calls.first.arguments.iter().enumerate().map(|(at, (value, kind))| {
        let usual = known.get(at).map(|argument| argument.usual).filter(|usual| !usual.is_empty());
        (*value, *kind, usual.unwrap_or(HELD))
    });
    let then = calls.then.iter().flat_map(|call| &call.arguments).map(|(value, kind)| (*value, *kind, HELD));
    first.chain(then).collect()
}

/// Those of the numbers of which the execution computes what it returns, or what it leaves in objects.
fn computed_with(
    machine: &mut Core<'_>,
    state: &State,
    end: &PathEnd,
    numbers: &[(SymbolId, &'static [u16])],
) -> Vec<(SymbolId, &'static [u16])> {
    let mut computed: Vec<Term> = Vec::new();
    if let PathEnd::Return(Some(Value::Term(returned))) = end {
        computed.push(*returned);
    }
    for id in state.heap.ids() {
        let Content::Fields { current, initial } = &state.heap.object(id).content else { continue };
        let changed = current.iter().filter(|held| !initial.contains(held));
        computed.extend(changed.filter_map(|(_, value)| match value {
            Value::Term(term) => Some(*term),
            Value::Ref(_) | Value::Opaque(_) => None,
        }));
    }
    let mut symbols: FastSet<SymbolId> = FastSet::default();
    for term in computed {
        symbols.extend(machine.pool.symbols(term).iter().copied());
    }
    numbers.iter().copied().filter(|(symbol, _)| symbols.contains(symbol)).collect()
}

/// The lengths of the arrays and strings that the path knows.
fn lengths_in(machine: &Core<'_>, state: &State) -> Vec<Term> {
    let arrays = state.heap.ids().filter_map(|object| state.heap.object(object).array()).map(|array| array.length);
    let strings = state.globals.texts.glimpses.values().map(|glimpse| glimpse.length);
    let lengths: BTreeSet<Term> =
        arrays.chain(strings).filter(|length| machine.pool.as_i32(*length).is_none()).collect();
    lengths.into_iter().collect()
}

/// Values under which no array is long. What an array holds depends on its length where elements are copied, so that making one
/// number after the other small does not find them.
fn with_short_arrays(machine: &mut Core<'_>, constraints: &[Term], lengths: &[Term]) -> Option<Rc<Model>> {
    let mut constraints = constraints.to_vec();
    let short = machine.pool.bv32(SHORT);
    constraints.extend(lengths.iter().map(|length| machine.pool.sle(*length, short)));
    let limits = machine.limits.clone();
    match machine.solver.check(&mut machine.pool, &constraints, &limits) {
        SatResult::Sat(model) => Some(model),
        SatResult::Unsat(_) | SatResult::Unknown(_) => None,
    }
}

/// Makes references null where the path does not need an object.
fn few_objects(machine: &mut Core<'_>, constraints: &[Term], state: &State, values: &mut Evaluator) {
    let symbols: Vec<SymbolId> =
        state.heap.variables().filter_map(|(_, info)| machine.pool.as_symbol(info.non_null)).collect();
    prefer_default(&machine.pool, constraints, &symbols, values);
}

/// Makes objects of what is passed to calls that make an object of the program, where anything may be passed: they can be told from
/// `null`, and from each other.
fn objects_to_tell_apart(machine: &mut Machine<'_>, constraints: &[Term], state: &State, values: &mut Evaluator) {
    if machine.inputs.factories.is_none() {
        return;
    }
    let mut symbols: Vec<SymbolId> = Vec::new();
    for (value, _) in state.input.made.iter().flat_map(|made| made.making.calls.passed()) {
        let Value::Ref(Ref::Var(variable)) = value else { continue };
        let info = state.heap.variable(variable);
        let is_any = info.types.upper.iter().all(|ty| &*machine.types.class(*ty).name == "java/lang/Object");
        if is_any && matches!(info.target, Target::Open) {
            symbols.extend(machine.pool.as_symbol(info.non_null));
        }
    }
    prefer_true(&machine.pool, constraints, &symbols, values);
}

/// Makes references the same only where the path needs it.
fn few_aliases(machine: &mut Core<'_>, constraints: &[Term], state: &State, values: &mut Evaluator) {
    let addresses = machine.heap_model.addresses(&machine.pool, &state.heap);
    let open = addresses.iter().filter(|address| !address.settled);
    let symbols: Vec<SymbolId> = open.map(|address| address.symbol).collect();
    prefer_default(&machine.pool, constraints, &symbols, values);
}

/// Makes strings that are not passed themselves the same as others with the same characters, where the path does not tell them apart:
/// a test would have to write `new String("a")` for the second.
fn equal_texts_are_one(
    machine: &mut Machine<'_>,
    constraints: &[Term],
    inputs: &Inputs,
    state: &State,
    values: &mut Evaluator,
) {
    let is_passed =
        |reference| inputs.parameters.iter().any(|parameter| parameter.value == Value::Ref(Ref::Var(reference)));
    let mut first: Vec<(Vec<TermValue>, Option<u64>, Text)> = Vec::new();
    for address in machine.heap_model.addresses(&machine.pool, &state.heap) {
        let info = state.heap.variable(address.reference);
        let (Target::Object(object) | Target::Named(object)) = info.target else { continue };
        if !values.holds(&machine.pool, info.non_null) {
            continue;
        }
        let Some(text) = machine.text_of_string(state, object) else { continue };
        let length = values.value(&machine.pool, text.length).as_i32().unwrap_or_default();
        let shown = text.units.iter().take(length.max(0) as usize);
        let shown: Vec<TermValue> = shown.map(|unit| values.value(&machine.pool, *unit)).collect();
        let Some((_, place, known)) = first.iter().find(|(known, ..)| *known == shown) else {
            first.push((shown, values.value(&machine.pool, address.term).as_unsigned(), text));
            continue;
        };
        if address.settled || is_passed(address.reference) {
            continue;
        }
        // An address is its symbol and a constant.
        let here = values.value(&machine.pool, address.term).as_unsigned();
        let symbol = values.assignment().get(address.symbol).and_then(TermValue::as_unsigned).unwrap_or_default();
        let (Sort::Bv(width), Some(place), Some(here)) = (machine.pool.symbol_sort(address.symbol), *place, here)
        else {
            continue;
        };
        let moved = symbol.wrapping_add(place).wrapping_sub(here);
        values.try_value(address.symbol, TermValue::bv(width, moved));
        // What lies behind the end of one lies behind that of the other.
        for (own, other) in text.units.iter().zip(&known.units) {
            if let Some(symbol) = machine.pool.as_symbol(*own) {
                let value = values.value(&machine.pool, *other);
                values.try_value(symbol, value);
            }
        }
        if constraints.iter().rev().all(|constraint| values.holds(&machine.pool, *constraint)) {
            values.keep();
        } else {
            values.take_back(0);
        }
    }
}

/// Makes numbers small where that is cheap to have.
fn small_numbers(machine: &mut Core<'_>, constraints: &[Term], values: &mut Evaluator) {
    let mut symbols: Vec<SymbolId> = Vec::new();
    let mut seen = clew_base::FastSet::default();
    for constraint in constraints {
        for symbol in machine.pool.symbols(*constraint).iter() {
            let is_number = match machine.pool.symbol_sort(*symbol) {
                Sort::Bv(width) => width != clew_heap::ADDRESS_BITS,
                _ => false,
            };
            if is_number && !machine.memo.letters.contains(symbol) && seen.insert(*symbol) {
                symbols.push(*symbol);
            }
        }
    }
    let limits = machine.limits.clone();
    prefer_small(&mut *machine.solver, &mut machine.pool, constraints, &symbols, values, &limits);
}

/// Makes strings short that a path needs for no other reason than that some character is in them: with letters everywhere, any
/// place will do.
fn short_text(machine: &Core<'_>, constraints: &[Term], lengths: &[Term], values: &mut Evaluator) {
    let symbols = lengths.iter().filter_map(|length| machine.pool.as_symbol(*length).map(|symbol| (symbol, *length)));
    let long = symbols.filter(|(_, length)| values.value(&machine.pool, *length).as_i32() > Some(1));
    let long: Vec<SymbolId> = long.map(|(symbol, _)| symbol).collect();
    prefer_near_zero(&machine.pool, constraints, &long, values);
}

/// Makes strings as long as the path lets them be, where it compares their lengths with a number: a test then notices another number.
fn longest_texts(machine: &Core<'_>, constraints: &[Term], state: &State, values: &mut Evaluator) {
    let lengths = state.globals.texts.glimpses.values().map(|glimpse| glimpse.length);
    let symbols: Vec<SymbolId> = lengths.filter_map(|length| machine.pool.as_symbol(length)).collect();
    let asked: Vec<Term> = constraints.iter().copied().filter(|it| !machine.is_bound_of_text(*it)).collect();
    prefer_greatest(&machine.pool, (constraints, &asked), &symbols, LONGEST, values);
}

/// Makes characters of strings and of the input letters, or at least such that can be printed, where that is cheap to have.
fn readable_text(machine: &mut Core<'_>, constraints: &[Term], characters: &[SymbolId], values: &mut Evaluator) {
    let mut symbols: Vec<SymbolId> = machine.memo.letters.iter().chain(characters).copied().collect();
    symbols.sort_unstable();
    symbols.dedup();
    let limits = machine.limits.clone();
    // Unlike strings have unlike letters where they can.
    let letters =
        |at: usize| std::iter::once(u64::from(b'a') + at as u64 % ALPHABET).chain(LETTERS).collect::<Vec<u64>>();
    let wanted = (letters, PRINTABLE);
    prefer_among(&mut *machine.solver, &mut machine.pool, constraints, &symbols, wanted, values, &limits);
}
