//! Executions behind a call that cannot be followed.
//!
//! A path that ends at such a call is on record as cut, so nothing is proved of what lies behind. An input that takes the path gets
//! there all the same, and conditions on the input may decide where it goes next. So the path is followed further beside the
//! record, as if the call returned something that is not known and changed nothing. What it reaches counts once a recorded run
//! of its test has got there.

use crate::code::Code;
use crate::core::Bounds;
use crate::flow::{Flow, PathEnd};
use crate::machine::Machine;
use crate::state::{Frame, OnReturn, State};
use clew_facts::{Criterion, CutReason};
use clew_heap::{Ref, Value};
use clew_ir::{BlockId, Callee, Expr, Reg, Terminator};
use clew_jvm::Provenance;
use std::rc::Rc;

/// How often paths are followed behind one call.
const MOST_BEYOND: u32 = 4;

/// Why nothing is known of the execution behind such a call.
const BEYOND: &str = "a call that was not followed";

impl Machine<'_> {
    /// Ends a path at what cannot be followed. If a call of the program has led there, a second state goes on behind the call.
    /// In concolic execution the call is asked about instead, where it can run for real.
    pub(super) fn go_on_behind_call(&mut self, mut state: State, reason: CutReason) -> Flow {
        if self.asks_about_call(&mut state, &reason) {
            return Flow::End(state, PathEnd::Cut(reason));
        }
        let beyond = self.beyond(&state, &reason);
        let end = PathEnd::Cut(reason);
        let Some(beyond) = beyond else { return Flow::End(state, end) };
        self.ledger.fork(2);
        Flow::Split { live: vec![beyond], ended: vec![(state, end)] }
    }

    fn beyond(&mut self, state: &State, reason: &CutReason) -> Option<State> {
        let is_asked_for = self.bounds == Bounds::On
            && self.options.criterion != Criterion::Paths
            && self.inputs.factories.is_none()
            && self.inputs.summaries.is_none();
        let is_limit = self.is_limit_of_path(reason) && !matches!(reason, CutReason::Bound(_) | CutReason::Chosen(_));
        if !is_asked_for || !is_limit || !state.entry.begun || self.is_preparing(state) {
            return None;
        }
        let depth =
            state.frames.iter().take_while(|frame| frame.code.provenance != Provenance::Jdk).count().checked_sub(1)?;
        let is_called = |frame: &Rc<Frame>| matches!(frame.on_return, OnReturn::Resume { .. });
        if !state.frames.iter().skip(1).all(is_called) {
            return None;
        }
        let call = call_of(&state.frames[depth])?;
        let place = (state.frames[depth].code.id, state.frames[depth].block);
        let times = self.run.gone_beyond.entry(place).or_insert(0);
        if *times >= MOST_BEYOND {
            return None;
        }
        *times += 1;
        let mut beyond = state.clone();
        beyond.frames.truncate(depth + 1);
        if let Some(constructed) = call.constructed {
            self.forget_constructed(&mut beyond, constructed);
        }
        if let Some(dst) = call.dst {
            beyond.set(dst, Value::Opaque(BEYOND));
        }
        beyond.predict_no_further(BEYOND);
        beyond.guesses.for_tests.get_or_insert_with(|| Rc::new(reason.clone()));
        self.enter(&mut beyond, call.normal).ok()?;
        Some(beyond)
    }

    /// Forgets which object of the JDK the running activation has begun to make: nothing is known of what it holds.
    fn forget_constructed(&mut self, state: &mut State, constructed: &Expr) {
        let object = self.eval(state, constructed);
        let Value::Ref(Ref::Object(id)) = object else { return };
        let class = state.heap.object(id).exact_type().map(|ty| self.types.class(ty));
        if class.is_some_and(|class| class.provenance == Provenance::Jdk) {
            let registers = state.top_mut().regs.iter_mut().filter(|register| **register == object);
            registers.for_each(|register| *register = Value::Opaque(BEYOND));
        }
    }
}

/// A call at which an activation stands.
pub(super) struct Call<'c> {
    dst: Option<Reg>,
    normal: BlockId,
    pub(super) callee: &'c Callee,
    pub(super) args: &'c [Expr],
    /// The object that a constructor is called on.
    constructed: Option<&'c Expr>,
}

pub(super) fn call_of(frame: &Frame) -> Option<Call<'_>> {
    let code: &Code = &frame.code;
    let block = &code.code.body.blocks[frame.block];
    let Terminator::Invoke { dst, callee, args, normal, .. } = &block.terminator else { return None };
    let is_constructor = matches!(callee, Callee::Method { method, .. } if &*method.name == "<init>");
    let constructed = args.first().filter(|_| is_constructor);
    (frame.stmt >= block.stmts.len()).then_some(Call { dst: *dst, normal: *normal, callee, args, constructed })
}
