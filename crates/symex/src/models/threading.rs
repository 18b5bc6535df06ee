//! What the running thread does with itself and with monitors: it sleeps, waits, parks, and asks whether it was interrupted.
//!
//! Whether it is interrupted when the method under test is called is an input, as a test can interrupt its own thread. Nobody else
//! runs: a wait that only another thread can end is not followed.

use crate::core::Core;
use crate::flow::{Stop, known};
use crate::machine::Machine;
use crate::models::modelled::{Decided, Model, ModelResult, Modelled, decided, returns};
use crate::state::{Interruption, State};
use crate::touch::Holding;
use clew_facts::{Assumption, CutReason};
use clew_heap::{Kind, Ref, Value};
use clew_term::Term;

const THREAD: &str = "java/lang/Thread";
const INTERRUPTED: &str = "java/lang/InterruptedException";
const REFUSED: &str = "java/lang/IllegalArgumentException";
const NOT_OWNER: &str = "java/lang/IllegalMonitorStateException";
const ENDLESS: &str = "a wait that only another thread ends";
const OF_CALLER: &str = "a monitor that the caller may hold";

pub(super) fn model_of(class: &str, name: &str, descriptor: &str) -> Option<Model> {
    Some(match (class, name, descriptor) {
        (THREAD, "interrupted", "()Z") => |machine, state, _| take_status(machine, state),
        (THREAD, "isInterrupted", "()Z") => is_interrupted,
        (THREAD, "getAndClearInterrupt", "()Z") => |machine, state, args| match is_running_thread(&state, args) {
            true => take_status(machine, state),
            false => Ok(Modelled::Code(state)),
        },
        (THREAD, "interrupt", "()V") => interrupt,
        (THREAD, "sleep", "(J)V") => sleep,
        (THREAD, "yield" | "yield0", "()V") => super::platform::nothing,
        ("java/lang/Object", "notify" | "notifyAll", "()V") => notify,
        ("java/lang/Object", "wait" | "wait0", "(J)V") => wait,
        ("jdk/internal/misc/Unsafe", "park", "(ZJ)V") => park,
        ("jdk/internal/misc/Unsafe", "unpark", _) => super::platform::nothing,
        _ => return None,
    })
}

/// The sign of a time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Negative,
    Zero,
    Positive,
}

/// The sign of a time in 64 bits, or lets the call run again.
macro_rules! sign {
    ($machine:expr, $state:expr, $time:expr) => {{
        let Value::Term(time) = $time else { return Err(Stop::unsupported($state, "how long a wait takes")) };
        let zero = $machine.pool.bv64(0);
        let is_negative = $machine.pool.slt(time, zero);
        let (state, is_negative) = decided!($machine, $state, is_negative);
        let is_zero = $machine.pool.eq(time, zero);
        let (state, is_zero) = decided!($machine, state, is_zero);
        let sign = match (is_negative, is_zero) {
            (true, _) => Sign::Negative,
            (false, true) => Sign::Zero,
            (false, false) => Sign::Positive,
        };
        (state, sign)
    }};
}

fn is_running_thread(state: &State, args: &[Value]) -> bool {
    matches!(args.first(), Some(Value::Ref(Ref::Object(object))) if state.globals.threads.current == Some(*object))
}

/// Whether the thread is interrupted, as a truth value. Once that was asked, others may have interrupted it since.
fn status(machine: &mut Machine<'_>, state: &mut State) -> Result<Term, CutReason> {
    if let Some(interruption) = state.globals.threads.interruption {
        if !interruption.is_being_decided {
            machine.ledger.assume_at(state, Assumption::SingleThread);
        }
        return Ok(interruption.now);
    }
    if !machine.is_under_test(state) {
        return Err(CutReason::Unsupported("whether the thread is interrupted before the call".to_owned()));
    }
    let unknown = Kind::Boolean.unknown(&mut machine.pool, "interrupted");
    let at_entry = unknown.unwrap_or_else(|| machine.pool.bv32(0));
    state.globals.threads.interruption = Some(Interruption::at_entry(at_entry));
    Ok(at_entry)
}

fn set_status(machine: &mut Core<'_>, state: &mut State, holds: bool) {
    let now = machine.pool.bv32(i32::from(holds));
    let at_entry = state.globals.threads.interruption.and_then(|before| before.at_entry);
    state.globals.threads.interruption = Some(Interruption { at_entry, now, is_being_decided: false });
}

/// Decides whether the thread is interrupted.
fn decide_status(machine: &mut Machine<'_>, mut state: State) -> Result<Decided, Stop> {
    let now = known!(state, status(machine, &mut state));
    let zero = machine.pool.bv32(0);
    let is_clear = machine.pool.eq(now, zero);
    let is_set = machine.pool.not(is_clear);
    mark(&mut state, true);
    let mut decided = super::modelled::decide(machine, state, is_set);
    if let Decided::Known(state, _) = &mut decided {
        mark(state, false);
    }
    Ok(decided)
}

fn mark(state: &mut State, is_being_decided: bool) {
    if let Some(interruption) = &mut state.globals.threads.interruption {
        interruption.is_being_decided = is_being_decided;
    }
}

/// Whether the thread is interrupted, or lets the call run again.
macro_rules! interrupted {
    ($machine:expr, $state:expr) => {
        match decide_status($machine, $state)? {
            Decided::Known(state, holds) => (state, holds),
            Decided::Split(flow) => return Ok(Modelled::Again(flow)),
        }
    };
}

/// Whether the thread is interrupted; it is not any more afterwards.
fn take_status(machine: &mut Machine<'_>, mut state: State) -> ModelResult {
    let now = known!(state, status(machine, &mut state));
    set_status(machine, &mut state, false);
    returns(state, now)
}

fn is_interrupted(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    if !is_running_thread(&state, args) {
        return Ok(Modelled::Code(state));
    }
    let now = known!(state, status(machine, &mut state));
    returns(state, now)
}

fn interrupt(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    if !is_running_thread(&state, args) {
        return Ok(Modelled::Code(state));
    }
    set_status(machine, &mut state, true);
    Ok(Modelled::Returns(state, None))
}

/// An interrupted thread does not wait: it throws, and is not interrupted any more.
fn throw_interrupted(machine: &mut Core<'_>, mut state: State) -> ModelResult {
    set_status(machine, &mut state, false);
    Ok(Modelled::Throws(state, INTERRUPTED))
}

/// `Thread.sleep(long)`.
fn sleep(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let (state, sign) = sign!(machine, state, args[0]);
    if sign == Sign::Negative {
        return Ok(Modelled::Throws(state, REFUSED));
    }
    let (state, is_interrupted) = interrupted!(machine, state);
    match is_interrupted {
        true => throw_interrupted(machine, state),
        false => Ok(Modelled::Returns(state, None)),
    }
}

/// `Object.wait(long)`. The time may always be over before another thread notifies this one.
fn wait(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let (state, sign) = sign!(machine, state, args[1]);
    if sign == Sign::Negative {
        return Ok(Modelled::Throws(state, REFUSED));
    }
    if let Some(thrown) = without_monitor(machine, &state, args[0])? {
        return Ok(Modelled::Throws(state, thrown));
    }
    let (state, is_interrupted) = interrupted!(machine, state);
    match (is_interrupted, sign) {
        (true, _) => throw_interrupted(machine, state),
        (false, Sign::Positive) => Ok(Modelled::Returns(state, None)),
        (false, _) => Err(Stop::unsupported(state, ENDLESS)),
    }
}

/// `Object.notify` and `notifyAll`: nobody waits.
fn notify(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    match without_monitor(machine, &state, args[0])? {
        Some(thrown) => Ok(Modelled::Throws(state, thrown)),
        None => Ok(Modelled::Returns(state, None)),
    }
}

/// What is thrown where the thread does not hold a monitor. Where the caller of the method under test may hold it, executions are
/// left out in which it does.
fn without_monitor(machine: &mut Machine<'_>, state: &State, lock: Value) -> Result<Option<&'static str>, Stop> {
    match machine.holding(state, lock) {
        Holding::Held => Ok(None),
        Holding::Free => Ok(Some(NOT_OWNER)),
        Holding::ByCaller => {
            machine.ledger.record_cut(state, CutReason::Unsupported(OF_CALLER.to_owned()));
            Ok(Some(NOT_OWNER))
        }
        Holding::Unknown => Err(Stop::unsupported(state.clone(), "which monitors the thread holds")),
    }
}

/// `Unsafe.park(boolean, long)`: it may return at any time, and does so at once where the thread is interrupted.
fn park(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let zero = machine.pool.bv32(0);
    let is_relative = match args[1] {
        Value::Term(flag) => machine.pool.eq(flag, zero),
        Value::Ref(_) | Value::Opaque(_) => return Err(Stop::unsupported(state, ENDLESS)),
    };
    let (state, is_relative) = decided!(machine, state, is_relative);
    let (state, sign) = sign!(machine, state, args[2]);
    if sign != Sign::Zero || !is_relative {
        return Ok(Modelled::Returns(state, None));
    }
    let (state, is_interrupted) = interrupted!(machine, state);
    match is_interrupted {
        true => Ok(Modelled::Returns(state, None)),
        false => Err(Stop::unsupported(state, ENDLESS)),
    }
}
