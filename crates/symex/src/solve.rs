//! The end of a path: values for everything, and with them a heap without choices.

use crate::extract::NoTest;
use crate::machine::Machine;
use crate::state::State;
use clew_heap::Conflict;
use clew_smt::{Model, SatResult, prefer_among, prefer_default, prefer_small};
use clew_term::{Evaluator, Sort, SymbolId, Term};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::rc::Rc;

/// The characters that an open character becomes where it can, in this order.
const LETTERS: [u64; 6] = [b'a' as u64, b'b' as u64, b'A' as u64, b'0' as u64, b'1' as u64, b' ' as u64];

/// The characters of ASCII that can be printed.
const PRINTABLE: RangeInclusive<u64> = 0x20..=0x7e;

/// Arrays are made no longer than this where that is possible.
const SHORT: i32 = 64;

/// How often values that no objects can have are replaced by others.
const MAX_CONFLICTS: usize = 50;

/// A state of which everything is decided.
pub(crate) struct Solved {
    /// The state, its heap solved under the model.
    pub state: State,
    /// Values for all terms.
    pub model: Rc<Model>,
}

/// Decides everything that a path leaves open: as few references as possible are the same, few are not null, and numbers are
/// small where that is cheap to have. Nothing comes of a path that no objects are possible for.
///
/// # Errors
/// Why it is not known whether some are.
pub(crate) fn solve(machine: &mut Machine<'_>, state: &State) -> Result<Option<Solved>, NoTest> {
    let mut constraints: Vec<Term> = state.path.constraints.iter().copied().collect();
    let mut model = Rc::clone(&state.path.model);
    let lengths = lengths_in(machine, state);
    let mut shortened = false;
    for _ in 0..MAX_CONFLICTS {
        let mut values = machine.evaluations.copy_of(&model);
        few_aliases(machine, &constraints, state, &mut values);
        few_objects(machine, &constraints, state, &mut values);
        small_numbers(machine, &constraints, &mut values);
        readable_text(machine, &constraints, &mut values);
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
                machine.evaluations.adopt(Rc::clone(&model), values);
                let mut state = state.clone();
                state.heap = heap;
                return Ok(Some(Solved { state, model }));
            }
            Err(Conflict { excluded_by }) => constraints.push(excluded_by),
        }
        let limits = machine.limits.clone();
        match machine.solver.check(&mut machine.pool, &constraints, &limits) {
            SatResult::Sat(other) => (model, shortened) = (other, false),
            SatResult::Unsat(_) => return Ok(None),
            SatResult::Unknown(_) => break,
        }
    }
    Err("it is not known whether objects of fitting classes exist".to_owned())
}

/// The lengths of the arrays and strings that the path knows.
fn lengths_in(machine: &Machine<'_>, state: &State) -> Vec<Term> {
    let arrays = state.heap.ids().filter_map(|object| state.heap.object(object).array()).map(|array| array.length);
    let strings = state.globals.glimpses.values().map(|glimpse| glimpse.length);
    let lengths: BTreeSet<Term> =
        arrays.chain(strings).filter(|length| machine.pool.as_i32(*length).is_none()).collect();
    lengths.into_iter().collect()
}

/// Values under which no array is long. What an array holds depends on its length where elements are copied, so that making one
/// number after the other small does not find them.
fn with_short_arrays(machine: &mut Machine<'_>, constraints: &[Term], lengths: &[Term]) -> Option<Rc<Model>> {
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
fn few_objects(machine: &mut Machine<'_>, constraints: &[Term], state: &State, values: &mut Evaluator) {
    let symbols: Vec<SymbolId> =
        state.heap.variables().filter_map(|(_, info)| machine.pool.as_symbol(info.non_null)).collect();
    prefer_default(&machine.pool, constraints, &symbols, values);
}

/// Makes references the same only where the path needs it.
fn few_aliases(machine: &mut Machine<'_>, constraints: &[Term], state: &State, values: &mut Evaluator) {
    let addresses = machine.heap_model.addresses(&machine.pool, &state.heap);
    let open = addresses.iter().filter(|address| !address.settled);
    let symbols: Vec<SymbolId> = open.map(|address| address.symbol).collect();
    prefer_default(&machine.pool, constraints, &symbols, values);
}

/// Makes numbers small where that is cheap to have.
fn small_numbers(machine: &mut Machine<'_>, constraints: &[Term], values: &mut Evaluator) {
    let mut symbols: Vec<SymbolId> = Vec::new();
    let mut seen = clew_base::FastSet::default();
    for constraint in constraints {
        for symbol in machine.pool.symbols(*constraint).iter() {
            let is_number = match machine.pool.symbol_sort(*symbol) {
                Sort::Bv(width) => width != clew_heap::ADDRESS_BITS,
                _ => false,
            };
            if is_number && !machine.letters.contains(symbol) && seen.insert(*symbol) {
                symbols.push(*symbol);
            }
        }
    }
    let limits = machine.limits.clone();
    prefer_small(&mut *machine.solver, &mut machine.pool, constraints, &symbols, values, &limits);
}

/// Makes characters of strings letters, or at least such that can be printed, where that is cheap to have.
fn readable_text(machine: &mut Machine<'_>, constraints: &[Term], values: &mut Evaluator) {
    let mut symbols: Vec<SymbolId> = machine.letters.iter().copied().collect();
    symbols.sort_unstable();
    let limits = machine.limits.clone();
    let wanted = (LETTERS.as_slice(), PRINTABLE);
    prefer_among(&mut *machine.solver, &mut machine.pool, constraints, &symbols, wanted, values, &limits);
}
