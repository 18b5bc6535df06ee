//! Concatenations of strings and numbers (`StringConcatFactory`). Most are printed or thrown and never looked into, and to follow how
//! a number becomes text takes a path for each number of digits. So the text of an unknown value is put together where somebody
//! first looks into it. It can be done then as well as before, because strings and numbers never change. The same goes for formatted
//! texts, unless the default locale may have been set in between.

use crate::core::Core;
use crate::flow::{Flow, Site, Step, Stop, is_joining, known};
use crate::machine::Machine;
use crate::models::{secrets, text};
use crate::state::{Joined, OnReturn, State};
use crate::strings;
use clew_heap::{Named, ObjectId, Ref, Value};
use clew_jvm::MethodId;
use clew_term::{BinaryOp, Node, Term};

impl Machine<'_> {
    /// Calls the method that puts strings and primitive values together.
    pub(super) fn join(&mut self, mut state: State, method: MethodId, args: Vec<Value>, site: Site) -> Step {
        if is_joining(&state) || args.iter().all(|arg| text::is_constant(self, &state, *arg)) {
            return self.call_code(state, method, args, site);
        }
        let whole = known!(state, strings::unknown(self, &mut state, secrets::SYMBOLIC_TEXT));
        if args.iter().all(|arg| !matches!(arg, Value::Opaque(_))) {
            state.globals.texts.joined.insert(whole, Joined { method, args: args.into(), in_locale: false });
        }
        if let Some(dst) = site.dst {
            state.set(dst, Value::Ref(Ref::Object(whole)));
        }
        self.jump(state, site.normal)
    }

    /// Puts the text of one of the objects together, if that has been left for later; then the instruction runs again that looks.
    pub(super) fn put_together(&mut self, mut state: State, names: &[Named]) -> Result<State, Step> {
        let waits = |named: &&Named| state.globals.texts.joined.contains_key(&named.object);
        let Some(object) = names.iter().find(waits).map(|named| named.object) else { return Ok(state) };
        let Some(Joined { method, args, in_locale }) = state.globals.texts.joined.remove(&object) else {
            return Ok(state);
        };
        if in_locale && state.globals.initialization.changed_process {
            return Ok(state);
        }
        let code = match self.code(method) {
            Ok(code) => code,
            Err(error) => return Err(Err(Stop::unsupported(state, error.to_string()))),
        };
        let args = args.iter().map(|arg| self.on_path(&state, *arg)).collect();
        Err(match self.push_frame(&mut state, code, args, OnReturn::Joined(object)) {
            Ok(()) => Ok(Flow::Next(state)),
            Err(reason) => Err(Stop::cut(state, reason)),
        })
    }
}

impl Core<'_> {
    /// The constant that a value is on a path which has compared it with that.
    fn on_path(&self, state: &State, value: Value) -> Value {
        let Value::Term(term) = value else { return value };
        let is_it = |condition: &Term| match *self.pool.node(*condition) {
            Node::Binary(BinaryOp::Eq, compared, constant) if compared == term => {
                self.pool.is_const(constant).then_some(constant)
            }
            _ => None,
        };
        Value::Term(state.path.known.iter().find_map(is_it).unwrap_or(term))
    }

    /// A text is put together: the object that stands for it holds it now.
    pub(super) fn joined(&mut self, mut state: State, object: ObjectId, value: Option<Value>) -> Step {
        let Some(Value::Ref(Ref::Object(text))) = value.map(|value| self.decided(&state, value)) else {
            return Err(Stop::unsupported(state, "a concatenation that gives no string"));
        };
        state.frames.pop();
        let content = state.heap.object(text).content.clone();
        state.heap.object_mut(object).content = content;
        Ok(Flow::Next(state))
    }
}
