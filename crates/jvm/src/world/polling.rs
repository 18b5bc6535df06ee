//! Loops that wait for what other threads write.

use super::{Method, MethodId, World};
use crate::closed::{is_question_to_collection, is_value_class, stays_closed};
use clew_ir::{Body, Callee, Cfg, Loops, MethodRef, Poll, Polled, answered_from, polls};

/// How deep calls are looked into that only answer from memory.
const MAX_DEPTH: usize = 3;

impl World {
    /// The jumps of a method's code that poll places which can change after construction. The code may be that of the method with
    /// calls replaced by what they call.
    pub fn polls(&self, method: &Method, body: &Body) -> Vec<Poll> {
        let cfg = Cfg::compute(body);
        if cfg.retreating_edges().is_empty() {
            return Vec::new();
        }
        let answers = |callee: &Callee| self.answers(method, callee, MAX_DEPTH);
        let mut found = polls(body, &cfg, &Loops::of(&cfg), &answers);
        found.iter_mut().for_each(|poll| poll.places.retain(|place| self.can_change(place)));
        found.retain(|poll| !poll.places.is_empty());
        found
    }

    /// The places that a call answers from, if that is all it does where nobody overrides what it names.
    fn answers(&self, caller: &Method, callee: &Callee, depth: usize) -> Option<Vec<Polled>> {
        let Callee::Method { kind, method } = callee else { return None };
        if is_of_values(method) {
            return Some(Vec::new());
        }
        if is_question_to_collection(method) {
            return Some(vec![Polled::Contents]);
        }
        let called: MethodId = self.link_method(caller.class, method, *kind).ok()?;
        let called = self.method(called);
        if depth == 0 || !called.has_code {
            return None;
        }
        let code = self.code(called.id).ok()?;
        answered_from(&code.body, &|callee| self.answers(&called, callee, depth - 1))
    }

    fn can_change(&self, place: &Polled) -> bool {
        match place {
            Polled::Field(field) | Polled::Static(field) => !self.is_final_field(field),
            Polled::Element | Polled::Contents => true,
        }
    }
}

/// Whether a method of the JDK answers from what it is passed alone, which never changes: `"done".equals(status)`.
fn is_of_values(method: &MethodRef) -> bool {
    let is_closed = stays_closed(method) && &*method.class != "java/lang/StringBuilder";
    is_closed || is_value_class(&method.class) || matches!(&*method.class, "java/lang/Enum" | "java/util/Objects")
}
