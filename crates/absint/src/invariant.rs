//! Invariants of classes: what every constructor establishes of a field, and every write to it keeps.
//!
//! An object comes from a constructor of its class, and a private field is written by code of its nest alone, a final
//! one by constructors. So what all these writes have in common holds of the field at any time after the constructor,
//! and also before, if the constructor hands the object to nobody before it has written the field (`construction.rs`).
//! The argument is an induction over the writes of an execution: none of them rests on what the field held before.
//! What that proves by itself then serves as a lemma: a second look at the writes takes for granted what the first found of
//! the objects whose fields are copied, as a private constructor copies those of its builder, and that methods of the JDK
//! return what their contracts say.
//!
//! Reflection, deserialization and native code write private fields as well, a finalizer sees objects whose
//! constructor has failed, and so may another thread that is handed an object without synchronization. Whoever uses an
//! invariant assumes that none of these happened.

use crate::assumption::Assumptions;
use crate::construction::Construction;
use crate::contents;
use crate::domain::AbstractDomain;
use crate::fixpoint::Analysis;
use crate::frame::Frame;
use crate::holds::Holds;
use crate::nest::{CodeOf, nest_code};
use crate::number::Number;
use crate::passed::arguments_in_nest;
use crate::reference::Reference;
use crate::state::State;
use crate::summary::{DEPTH, Summaries, length_of};
use crate::trust::{Held, KnownInvariants, Trust, Trusted};
use crate::types::number_of;
use clew_base::FastMap;
use clew_ir::{BlockId, Const, Expr, Inst, Terminator};
use clew_jvm::{ClassId, Field, FieldId, MethodId, Provenance, World};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

/// An invariant of a class, about one of the fields that it declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    /// The field.
    pub field: FieldId,
    /// What holds of it.
    pub holds: Holds,
    /// The places that write the field, in the order of the classes of the nest and of their code.
    pub proof: Vec<Write>,
    /// What it rests on: the invariants of its own class first, those of others where a constructor copies the fields of a builder, and
    /// contracts of methods whose results are written.
    pub rests_on: Vec<Trusted>,
}

impl Invariant {
    pub(crate) fn new(field: &Field, holds: Holds, proof: Vec<Write>) -> Invariant {
        Invariant { field: field.id, holds, proof, rests_on: vec![Trusted::Invariants(field.class)] }
    }
}

/// A place that writes a field, or leaves it as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Write {
    /// The method.
    pub method: MethodId,
    /// The source line; 0 where it is not known.
    pub line: u32,
    /// What is known of the value there.
    pub value: Value,
}

/// What is known of a value that is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A reference.
    Reference(Reference),
    /// A whole number.
    Number(Number),
}

impl Value {
    /// What a field of a new object holds.
    fn default(descriptor: &str) -> Option<Value> {
        match descriptor.as_bytes().first()? {
            b'L' | b'[' => Some(Value::Reference(Reference::null())),
            _ => number_of(descriptor).map(|_| Value::Number(Number::constant(0))),
        }
    }

    fn join(&self, other: &Value) -> Option<Value> {
        match (self, other) {
            (Value::Reference(one), Value::Reference(two)) => Some(Value::Reference(one.join(two))),
            (Value::Number(one), Value::Number(two)) => Some(Value::Number(one.join(two))),
            (Value::Reference(_), Value::Number(_)) | (Value::Number(_), Value::Reference(_)) => None,
        }
    }

    /// What that says of a field of this type, if it says anything.
    fn holds(&self, descriptor: &str) -> Option<Holds> {
        match self {
            Value::Reference(reference) => (!reference.nullness().null).then_some(Holds::NotNull),
            Value::Number(number) => {
                let all = number_of(descriptor)?;
                let is_less = number.low() > all.low() || number.high() < all.high();
                is_less.then(|| Holds::Within { low: number.low(), high: number.high() })
            }
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Reference(reference) => {
                f.write_str(if reference.nullness().null { "possibly null" } else { "not null" })
            }
            Value::Number(number) => Holds::Within { low: number.low(), high: number.high() }.fmt(f),
        }
    }
}

/// The invariants of the classes of a world, inferred where they are first asked for.
pub struct ClassInvariants<'w> {
    summaries: Summaries<'w>,
    /// Those whose proofs take nothing for granted.
    plain: RefCell<FastMap<ClassId, Rc<[Invariant]>>>,
    known: RefCell<FastMap<ClassId, Rc<[Invariant]>>>,
}

/// The invariants whose proofs take nothing for granted.
struct Plain<'i, 'w>(&'i ClassInvariants<'w>);

impl<'w> ClassInvariants<'w> {
    /// No invariants so far.
    pub fn new(world: &'w World) -> ClassInvariants<'w> {
        ClassInvariants { summaries: Summaries::new(world), plain: RefCell::default(), known: RefCell::default() }
    }

    /// The summaries that the invariants are inferred with. They take nothing for granted.
    pub fn summaries(&self) -> &Summaries<'w> {
        &self.summaries
    }

    /// The invariants of a class, in the order of its fields, those of arrays and collections behind the others. They speak of the
    /// fields that it declares itself, and hold in objects of its subclasses too. Classes of the JDK, and whatever cannot
    /// be followed, have none.
    pub fn of(&self, class: ClassId) -> Rc<[Invariant]> {
        if let Some(known) = self.known.borrow().get(&class) {
            return Rc::clone(known);
        }
        let found = self.with_lemmas(class);
        self.known.borrow_mut().insert(class, Rc::clone(&found));
        found
    }

    fn plain(&self, class: ClassId) -> Rc<[Invariant]> {
        if let Some(known) = self.plain.borrow().get(&class) {
            return Rc::clone(known);
        }
        let found: Rc<[Invariant]> = proved(&self.summaries, class).unwrap_or_default().into();
        self.plain.borrow_mut().insert(class, Rc::clone(&found));
        found
    }

    /// The plain invariants of a class, and those whose proofs rest on plain ones.
    fn with_lemmas(&self, class: ClassId) -> Rc<[Invariant]> {
        let plain = self.plain(class);
        let lemmas = Plain(self);
        let summaries = Summaries::trusting(&self.summaries, Trust::in_invariants(&lemmas));
        let found = proved(&summaries, class).unwrap_or_default();
        let own = Trusted::Invariants(class);
        let others = summaries.trust().used().into_iter().filter(|trusted| *trusted != own);
        let rests_on: Vec<Trusted> = std::iter::once(own.clone()).chain(others).collect();
        let stated = |found: Invariant| {
            let known = plain.iter().find(|known| known.field == found.field && known.holds == found.holds);
            known.cloned().unwrap_or(Invariant { rests_on: rests_on.clone(), ..found })
        };
        found.into_iter().map(stated).collect()
    }
}

impl KnownInvariants for ClassInvariants<'_> {
    fn of_field(&self, class: ClassId, field: FieldId) -> Vec<Held> {
        held(&self.of(class), field)
    }
}

impl KnownInvariants for Plain<'_, '_> {
    fn of_field(&self, class: ClassId, field: FieldId) -> Vec<Held> {
        held(&self.0.plain(class), field)
    }
}

fn held(invariants: &[Invariant], field: FieldId) -> Vec<Held> {
    let of_field = invariants.iter().filter(|invariant| invariant.field == field);
    of_field.map(|it| Held { holds: it.holds.clone(), rests_on: it.rests_on.clone() }).collect()
}

fn proved(summaries: &Summaries<'_>, class: ClassId) -> Option<Vec<Invariant>> {
    let world = summaries.world();
    let info = world.class(class);
    if info.provenance == Provenance::Jdk || info.is_interface() || info.is_array() || info.is_hidden() {
        return None;
    }
    let mut about: BTreeMap<FieldId, About> = info
        .fields
        .iter()
        .map(|field| world.field(*field))
        .filter(|field| !field.is_static() && (field.is_private() || field.is_final()))
        .map(|field| (field.id, About::new(field)))
        .collect();
    if about.is_empty() {
        return None;
    }
    let nest = nest_code(world, &info)?;
    let construction = Construction::new(world);
    for code in &nest {
        writes_of(summaries, (code, &nest), &construction, &mut about);
    }
    for constructor in info.methods.iter().copied().filter(|method| world.method(*method).is_constructor()) {
        let written = construction.written_when_seen(constructor, class)?;
        about.values_mut().filter(|about| !written.contains(&about.field.id)).for_each(|about| {
            let value = Value::default(&about.field.descriptor);
            about.add(constructor, 0, value);
        });
    }
    let full: Vec<Invariant> =
        about.values().filter_map(|about| contents::invariant(summaries, &about.field, &nest)).collect();
    let of_class: Vec<Invariant> = about.values().filter_map(About::class_of_collection).collect();
    let of_length: Vec<Invariant> = about.values().filter_map(About::length_of_array).collect();
    Some(about.into_values().filter_map(About::invariant).chain(of_length).chain(full).chain(of_class).collect())
}

/// What is known of the writes to a field.
struct About {
    field: Rc<Field>,
    writes: Vec<Write>,
    /// All that it may hold; `None` where that is not known.
    value: Option<Option<Value>>,
    /// How many elements the arrays have that code assigns; `None` where that is not known.
    length: Option<Number>,
    /// Whether code assigns it.
    is_assigned: bool,
}

impl About {
    fn new(field: Rc<Field>) -> About {
        About { field, writes: Vec::new(), value: Some(None), length: Some(Number::bottom()), is_assigned: false }
    }

    /// A write of this value; of `None` nothing is known.
    fn add(&mut self, method: MethodId, line: u32, value: Option<Value>) {
        self.value = match (self.value.take(), &value) {
            (Some(None), Some(value)) => Some(Some(value.clone())),
            (Some(Some(before)), Some(value)) => before.join(value).map(Some),
            (None, _) | (_, None) => None,
        };
        self.writes.extend(value.map(|value| Write { method, line, value }));
    }

    /// How many elements the arrays have that the field names, where its writes say something of it.
    fn length_of_array(&self) -> Option<Invariant> {
        let length = self.length.as_ref().filter(|length| !length.is_bottom())?;
        let (low, high) = (i32::try_from(length.low()).ok()?.max(0), i32::try_from(length.high()).ok()?);
        let says_something = low > 0 || high < i32::MAX;
        let holds = Holds::Length { low, high };
        says_something.then(|| Invariant::new(&self.field, holds, self.writes.clone()))
    }

    /// The class of the collections that the field names, where all writes give it one of the same class, and its type says less.
    fn class_of_collection(&self) -> Option<Invariant> {
        let Some(Some(Value::Reference(reference))) = &self.value else { return None };
        let mut classes = reference.classes().exact()?.iter();
        let class = classes.next().filter(|class| contents::is_collection(class))?;
        let says_less = self.field.descriptor.strip_prefix('L').and_then(|ty| ty.strip_suffix(';')) != Some(&**class);
        let is_only = classes.next().is_none() && self.is_assigned && says_less;
        let holds = Holds::OfClass(Arc::clone(class));
        is_only.then(|| Invariant::new(&self.field, holds, self.writes.clone()))
    }

    fn invariant(self) -> Option<Invariant> {
        let holds = self.value??.holds(&self.field.descriptor)?;
        // What no code gives another value than a new object has gets its value by reflection, from a framework.
        if !self.is_assigned || holds == (Holds::Within { low: 0, high: 0 }) {
            return None;
        }
        Some(Invariant::new(&self.field, holds, self.writes))
    }
}

/// Adds the writes of a method of the nest.
fn writes_of(
    summaries: &Summaries<'_>,
    ((method, code), nest): (&CodeOf, &[CodeOf]),
    construction: &Construction<'_>,
    about: &mut BTreeMap<FieldId, About>,
) {
    let world = summaries.world();
    let written = |inst: &Inst| match inst {
        Inst::PutField { field, .. } => world.resolve_field(field).ok().filter(|field| about.contains_key(field)),
        _ => None,
    };
    let places: Vec<(BlockId, usize, FieldId)> = code
        .body
        .blocks
        .iter()
        .flat_map(|(id, block)| block.stmts.iter().enumerate().map(move |(at, stmt)| (id, at, stmt)))
        .filter_map(|(id, at, stmt)| Some((id, at, written(&stmt.inst)?)))
        .collect();
    if places.is_empty() {
        return;
    }
    let nothing = Assumptions::new();
    let passed = arguments_in_nest(summaries, nest, method);
    let frame = Frame::new(summaries, Rc::clone(method), &code.body, &nothing, DEPTH).with_arguments(passed);
    let analysis = Analysis::of(&frame, code);
    // Nobody sees the object before such a constructor returns, so that what it checks behind the write counts.
    let is_unseen = method.is_constructor() && construction.keeps_to_itself(method.id);
    for (block, at, field) in places {
        let stmts = &code.body.blocks[block].stmts;
        let Inst::PutField { value, .. } = &stmts[at].inst else { continue };
        let Some(about) = about.get_mut(&field) else { continue };
        about.is_assigned = true;
        let line = stmts[at].origin.line;
        let here = analysis.at_statement(&frame, block, at);
        let is_of_class = world.field(field).class == method.class;
        let states = match (here, value) {
            // Something comes here, and what is not known.
            (None, _) if analysis.is_reached(block) => None,
            // What returns tells more of it than what comes here.
            (Some(_), Expr::Reg(reg)) if is_unseen && is_of_class && frame.is_lasting_parameter(*reg) => {
                at_returns(&frame, &analysis)
            }
            (here, _) => Some(here.into_iter().collect()),
        };
        let Some(states) = states.filter(|_| analysis.complete) else {
            about.length = None;
            about.add(method.id, line, None);
            continue;
        };
        // Without a state no execution comes here, or none returns.
        for state in &states {
            about.length = about.length.take().and_then(|before| Some(before.join(&length(&frame, state, value)?)));
        }
        let values = states.iter().map(|state| value_of(&frame, state, value, &about.field.descriptor));
        if let Some(joined) = values.reduce(|one, two| one?.join(&two?)) {
            about.add(method.id, line, joined);
        }
    }
}

/// What holds where a method returns; `None` where something returns of which that is not known.
fn at_returns(frame: &Frame<'_>, analysis: &Analysis) -> Option<Vec<State>> {
    let blocks = frame.body.blocks.iter();
    let returns = blocks.filter(|(_, block)| matches!(block.terminator, Terminator::Return(_)));
    let reached = returns.filter(|(block, _)| analysis.is_reached(*block));
    reached.map(|(block, _)| analysis.at_end(frame, block)).collect()
}

/// How many elements an array has, none where it is `null`; `None` where that is not known, and of other objects.
fn length(frame: &Frame<'_>, state: &State, value: &Expr) -> Option<Number> {
    match value {
        Expr::Const(Const::Null) => Some(Number::bottom()),
        Expr::Reg(array) => length_of(frame, state, *array).map(|(length, _)| length),
        _ => None,
    }
}

/// What is known of a value that a field of this type is given, as far as the field can hold it.
fn value_of(frame: &Frame<'_>, state: &State, value: &Expr, descriptor: &str) -> Option<Value> {
    match number_of(descriptor) {
        Some(all) => {
            let number = frame.number(state, value)?;
            // The field keeps only some bits of others.
            Some(Value::Number(if all.includes(&number) { number } else { all }))
        }
        None if descriptor.starts_with(['L', '[']) => Some(Value::Reference(frame.reference(state, value))),
        None => None,
    }
}
