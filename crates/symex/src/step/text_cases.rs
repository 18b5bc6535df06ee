//! A `switch` over strings, decided by the text instead of its hash code.
//!
//! Which texts have the hash code of a case is a hard question, and nobody asks it: behind the case the text is compared with constants,
//! and a text that is none of them goes on at the default. So the case is taken by the constants alone. What is left of the hash code is
//! one edge: a text with the code of a case does not take the edge of the default before it gets there.

use crate::core::Core;
use crate::machine::Machine;
use crate::models::hashes::hash_of;
use crate::state::State;
use crate::string_switch::{SwitchByText, comparisons};
use crate::texts::terms;
use clew_base::{Id, OrderedMap};
use clew_heap::{Ref, Value};
use clew_ir::BlockId;
use clew_smt::Model;
use clew_term::Term;
use std::rc::Rc;

impl Machine<'_> {
    /// Where code switches over the hash code of a text and each case compares the text with constants: for each case, the condition that
    /// the text is one of its constants. A text that only has the hash code of one goes the way of the default. `None` for any other
    /// switch.
    pub(crate) fn texts_of_cases(
        &mut self,
        state: &State,
        code: Term,
        cases: &[(i32, BlockId)],
        default: BlockId,
    ) -> Option<Vec<Term>> {
        let text = *state.globals.texts.hashed.get(&code)?;
        let text = self.text_of_string(state, text)?;
        let running = Rc::clone(&state.top().code);
        let body = &running.code.body;
        let line = body.blocks[state.top().block].terminator_origin.line;
        let mut conditions = Vec::with_capacity(cases.len());
        for (key, case) in cases {
            let compared = comparisons(body, line, *case, default)?;
            for reg in compared.texts {
                match self.decided(state, state.top().regs[reg.index()]) {
                    Value::Ref(Ref::Object(object)) if self.known_code(state, object) == Some(code) => {}
                    Value::Ref(_) | Value::Term(_) | Value::Opaque(_) => return None,
                }
            }
            let with_code = compared.constants.iter().filter(|constant| hash_of(constant) == *key);
            let same: Vec<Term> = with_code.map(|it| terms::has_units(&mut self.pool, &text, it)).collect();
            conditions.push(self.pool.or_all(&same));
        }
        Some(conditions)
    }
}

impl Core<'_> {
    /// Takes from the goals that a path has reached those of defaults which the texts of a model do not get to: each has the hash code of a
    /// case. See [`Machine::texts_of_cases`].
    pub(crate) fn miss_defaults(&mut self, state: &mut State, model: &Rc<Model>) {
        let mut takes_case = OrderedMap::<usize, bool>::default();
        for SwitchByText { code, keys, default } in &state.passed.by_text {
            let code = self.value_in(model, *code).as_i32();
            let is_key = code.is_some_and(|code| keys.contains(&code));
            takes_case.entry(*default).and_modify(|all| *all &= is_key).or_insert(is_key);
        }
        for (goal, _) in takes_case.into_iter().filter(|(_, takes_case)| *takes_case) {
            state.passed.reached.remove(&goal);
            if let Some(choice) = &mut state.guesses.choice {
                Rc::make_mut(choice).reached.remove(&goal);
            }
        }
    }
}
