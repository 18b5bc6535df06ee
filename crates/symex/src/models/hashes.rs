//! Hash codes of texts that are not known, and what hash tables ask of them.
//!
//! Whether two unknown texts have one hash code is a hard question: the code is a function of all characters. The tables of the JDK
//! ask it only before they compare the keys themselves, so the answer decides nothing that the keys do not. Equal texts have one hash
//! code; of texts that differ the table does the same whether their codes do or not.

use super::text::same_text;
use crate::machine::Machine;
use crate::models::modelled::{Model, ModelResult, Modelled, object, returns, with_characters};
use crate::state::State;
use crate::strings::is_string;
use crate::texts::terms;
use clew_base::Id;
use clew_facts::Assumption;
use clew_heap::{ObjectId, Ref, Value};
use clew_ir::Reg;
use clew_jvm::Provenance;
use clew_term::{BinaryOp, Node, Term, UnaryOp};

/// The tables that compare hash codes for equality only where the keys are compared next, and do the same for codes that differ as for
/// keys that do.
const TABLES: [&str; 3] = ["java/util/HashMap", "java/util/concurrent/ConcurrentHashMap", "java/util/Hashtable"];

/// The entries of these tables, linked by a field `next`.
const ENTRIES: [&str; 5] = [
    "java/util/HashMap$Node",
    "java/util/HashMap$TreeNode",
    "java/util/LinkedHashMap$Entry",
    "java/util/concurrent/ConcurrentHashMap$Node",
    "java/util/Hashtable$Entry",
];

/// Whether a class, in internal form, is that of entries of a table that keeps them by their hash codes.
pub(crate) fn is_entry(class: &str) -> bool {
    ENTRIES.contains(&class)
}

/// What `ConcurrentHashMap` leaves of a hash code.
const BITS_OF_CONCURRENT: i32 = i32::MAX;

pub(super) fn model_of(class: &str, name: &str, descriptor: &str) -> Option<Model> {
    computes(class, name).then_some(hash_code as Model).filter(|_| descriptor == "()I")
}

/// Whether a method's answer for texts that are not known is given here.
pub(super) fn computes(class: &str, name: &str) -> bool {
    (class, name) == ("java/lang/String", "hashCode")
}

/// The hash code of a text that is not known, as a term: that of an equal text where one is known.
fn hash_code(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let (state, string) = object!(machine, state, args[0]);
    let mut state = with_characters!(machine, state, string);
    let text = machine.text_of_string(&state, string).filter(|text| !text.is_constant(&machine.pool));
    let Some(text) = text else { return Ok(Modelled::Code(state)) };
    machine.ledger.assume_everywhere(Assumption::ClosedWorldJdk);
    if let Some(code) = machine.known_code(&state, string) {
        return returns(state, code);
    }
    let code = terms::hash(&mut machine.pool, &text);
    state.globals.texts.hashed.insert(code, string);
    returns(state, code)
}

impl Machine<'_> {
    /// The hash code of a text that is not known, where it was asked for before, of this string or of one with the same characters.
    pub(crate) fn known_code(&mut self, state: &State, text: ObjectId) -> Option<Term> {
        let hashed: Vec<(Term, ObjectId)> =
            state.globals.texts.hashed.iter().map(|(code, string)| (*code, *string)).collect();
        let is_same = |(_, known): &(Term, ObjectId)| {
            *known == text
                || same_text(self, state, *known, text).is_some_and(|same| self.truth(state, same) == Some(true))
        };
        hashed.into_iter().find(is_same).map(|(code, _)| code)
    }

    /// Where a hash table compares the codes of two texts: whether it finds them equal, which is settled by the texts themselves, or the
    /// states in which that is known. `None` if the condition is another.
    pub(crate) fn compare_codes(&mut self, state: &State, condition: Term) -> Option<Compared> {
        if state.globals.texts.hashed.is_empty() {
            return None;
        }
        let code = &state.top().code;
        let class = &self.world.class(code.method.class).name;
        if code.provenance != Provenance::Jdk || !TABLES.contains(&&**class) {
            return None;
        }
        let (is_equality, one, other) = match *self.pool.node(condition) {
            Node::Binary(BinaryOp::Eq, one, other) => (true, one, other),
            Node::Unary(UnaryOp::Not, equality) => match *self.pool.node(equality) {
                Node::Binary(BinaryOp::Eq, one, other) => (false, one, other),
                _ => return None,
            },
            _ => return None,
        };
        let key = self.key_of_call(state)?;
        let codes = self.codes_of(state, key)?;
        let of_entry = match (codes.contains(&one), codes.contains(&other)) {
            (true, false) => other,
            (false, true) => one,
            (true, true) | (false, false) => return None,
        };
        let keys = self.keys_with_code(state, of_entry)?;
        self.ledger.assume_everywhere(Assumption::ClosedWorldJdk);
        let mut answers = Vec::with_capacity(keys.len());
        for known in keys {
            let Some(known) = known else {
                answers.push(false);
                continue;
            };
            let same = same_text(self, state, known, key)?;
            match self.truth(state, same) {
                Some(are_same) => answers.push(are_same),
                None => return Some(Compared::Open(same)),
            }
        }
        // Where an entry may be one of several, they have to agree.
        let are_same = *answers.first()?;
        answers.iter().all(|answer| *answer == are_same).then_some(Compared::Known(are_same == is_equality))
    }

    /// The string that the running method of a table looks up: its first argument that is an object.
    fn key_of_call(&mut self, state: &State) -> Option<ObjectId> {
        let frame = state.top();
        let body = &frame.code.code.body;
        let receiver = usize::from(!frame.code.method.is_static());
        let is_object = |reg: &&Reg| matches!(frame.regs[reg.index()], Value::Ref(_));
        let key = frame.regs[body.params.iter().skip(receiver).find(is_object)?.index()];
        match self.decided(state, key) {
            Value::Ref(Ref::Object(key)) if is_string(self, state, key) => Some(key),
            Value::Ref(_) | Value::Term(_) | Value::Opaque(_) => None,
        }
    }

    /// The hash code of a text, as it is and as tables keep it.
    fn codes_of(&mut self, state: &State, text: ObjectId) -> Option<[Term; 3]> {
        let code = match crate::strings::units(self, state, text) {
            Some(units) => self.pool.bv32(hash_of(&units)),
            None => self.known_code(state, text)?,
        };
        let sixteen = self.pool.bv32(16);
        let bits = self.pool.bv32(BITS_OF_CONCURRENT);
        let high = self.pool.java_ushr(code, sixteen);
        let spread = self.pool.bit_xor(code, high);
        Some([code, spread, self.pool.bit_and(spread, bits)])
    }

    /// The keys of the entries that have this hash code: a register of the running method names one of them. Objects of other classes
    /// than `String`, and `null`, which are `None` here, do not equal a string. `None` if a key is not known.
    fn keys_with_code(&mut self, state: &State, code: Term) -> Option<Vec<Option<ObjectId>>> {
        let mut keys = Vec::new();
        for value in &state.top().regs {
            let Value::Ref(reference) = self.decided(state, *value) else { continue };
            let Some(entries) = self.entries_with_code(state, reference, code) else { continue };
            for entry in entries {
                let key = self.only(state, entry, "key")?;
                match self.decided(state, key) {
                    Value::Ref(Ref::Null) => keys.push(None),
                    Value::Ref(Ref::Object(key)) if is_string(self, state, key) => keys.push(Some(key)),
                    Value::Ref(Ref::Object(key)) if state.heap.object(key).exact_type().is_some() => keys.push(None),
                    Value::Ref(_) | Value::Term(_) | Value::Opaque(_) => return None,
                }
            }
        }
        Some(keys)
    }

    /// The entries of a table that a reference may name, if the hash code of the one that it names is this one.
    fn entries_with_code(&mut self, state: &State, reference: Ref, code: Term) -> Option<Vec<ObjectId>> {
        let entries = self.entries_named(state, reference)?;
        let hash = self.read_of(state, reference, "hash")?;
        matches!(hash.as_slice(), [only] if only.value == Value::Term(code)).then_some(entries)
    }

    /// The objects that a reference may name, if all of them are entries of tables.
    fn entries_named(&mut self, state: &State, reference: Ref) -> Option<Vec<ObjectId>> {
        let mut entries = Vec::new();
        for choice in self.choices(state, reference) {
            match choice.reference {
                Ref::Null => {}
                Ref::Object(object) => {
                    let class = self.types.class(state.heap.object(object).exact_type()?);
                    entries.push(is_entry(&class.name).then_some(object)?);
                }
                Ref::Var(_) => return None,
            }
        }
        Some(entries)
    }
}

/// What `String.hashCode` gives for these characters.
pub(crate) fn hash_of(units: &[u16]) -> i32 {
    units.iter().fold(0, |code: i32, unit| code.wrapping_mul(31).wrapping_add(i32::from(*unit)))
}

/// How a comparison of hash codes ends.
pub(crate) enum Compared {
    /// The condition of the branch holds, or it does not, as far as what follows can tell.
    Known(bool),
    /// It depends on whether this holds: that the texts are the same.
    Open(Term),
}
