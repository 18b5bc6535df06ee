//! A `switch` over strings, decided by the text instead of its hash code.
//!
//! Which texts have the hash code of a case is a hard question, and nobody asks it: behind the case the text is compared with constants,
//! and a text that is none of them goes on at the default. So the case is taken by the constants alone. What is left of the hash code is
//! one edge: a text with the code of a case does not take the edge of the default before it gets there.

use crate::core::Core;
use crate::machine::Machine;
use crate::models::hashes::hash_of;
use crate::state::State;
use crate::string_switch::{Comparisons, EdgeAt, SwitchByText};
use crate::texts::terms;
use clew_base::{Id, OrderedMap};
use clew_facts::Criterion;
use clew_heap::{Ref, Value};
use clew_ir::BlockId;
use clew_smt::Model;
use clew_term::Term;
use std::rc::Rc;

impl Machine<'_> {
    /// Where code switches over the hash code of a text: for each case that compares the text with constants and does nothing else, the
    /// condition that the text is one of them. A text that only has the hash code of one goes the way of the default. Empty for any other
    /// switch.
    pub(super) fn texts_of_cases(&mut self, state: &State, code: Term, cases: &[(i32, BlockId)]) -> Vec<Option<Term>> {
        // A path is one of the bytecode there, block by block.
        let tells_blocks = self.options.criterion == Criterion::Paths || self.options.block_k.is_some();
        let Some(text) = state.globals.texts.hashed.get(&code).copied() else { return Vec::new() };
        let Some(text) = self.text_of_string(state, text).filter(|_| !tells_blocks && !self.options.summarizes) else {
            return Vec::new();
        };
        let running = Rc::clone(&state.top().code);
        let switches = self.caches.string_switches.of(running.id, &running.code.body);
        let compared = switches.get(&state.top().block).into_iter().flatten();
        let of_case = |(compared, (key, _)): (&Option<Comparisons>, &(i32, BlockId))| {
            let compared = compared.as_ref().filter(|compared| self.goes_by_text(state, code, compared))?;
            let with_code = compared.constants.iter().filter(|constant| hash_of(constant) == *key);
            let same: Vec<Term> = with_code.map(|it| terms::has_units(&mut self.pool, &text, it)).collect();
            Some(self.pool.or_all(&same))
        };
        compared.zip(cases).map(of_case).collect()
    }

    /// Whether comparisons are of the text that has this hash code, and the way of other texts behind the case passes no goal: else a text
    /// that only has the code of the case may be all that gets there.
    fn goes_by_text(&mut self, state: &State, code: Term, compared: &Comparisons) -> bool {
        // The way begins at the switch, which every text gets to.
        let switch = state.top().block;
        let has_goal = |(block, edge): &EdgeAt| {
            self.goals.edge(*block, *edge).is_some() || *block != switch && !self.goals.entered(*block).is_empty()
        };
        if self.is_target(state) && compared.unlike.iter().any(has_goal) {
            return false;
        }
        compared.texts.iter().all(|reg| match self.decided(state, state.top().regs[reg.index()]) {
            Value::Ref(Ref::Object(object)) => self.known_code(state, object) == Some(code),
            Value::Ref(_) | Value::Term(_) | Value::Opaque(_) => false,
        })
    }

    /// Notes for [`Core::miss_defaults`] that cases of a switch go by the text.
    pub(super) fn note_switch_by_text(
        &self,
        state: &mut State,
        code: Term,
        cases: &[(i32, BlockId)],
        texts: &[Option<Term>],
    ) {
        let by_text = cases.iter().zip(texts).filter(|(_, text)| text.is_some());
        let keys: Rc<[i32]> = by_text.map(|((key, _), _)| *key).collect();
        if keys.is_empty() || !self.is_target(state) {
            return;
        }
        let default = self.goals.edge(state.top().block, cases.len());
        state.passed.by_text.extend(default.map(|default| SwitchByText { code, keys, default }));
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
