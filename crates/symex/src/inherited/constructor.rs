//! What the constructor that stands for all of a class of the JDK leaves in its objects
//! ([`clew_jvm::World::constructor_for_subclasses`]): it does the same with all arguments, so that one concrete run tells, with an
//! object of no use for each that is a reference.

use crate::core::Core;
use crate::flow::PathEnd;
use crate::machine::Machine;
use crate::rerun::{aside, empty_state, follow};
use crate::state::given::{Leavings, Left, Parameter};
use crate::state::{OnReturn, State};
use crate::types::{heap_field, type_of};
use clew_heap::{ArrayData, Content, Kind, Object, ObjectId, Provenance, Ref, Value};
use clew_jvm::{ClassId, Field, FieldId, MethodId};
use std::rc::Rc;

/// What one run of a constructor leaves.
struct Run {
    /// The fields of the object that do not hold their defaults.
    fields: Vec<(FieldId, Left)>,
    made: Vec<Object>,
}

impl Machine<'_> {
    /// What the constructor that stands for all of a class leaves in every object, whatever class extends it.
    pub(super) fn leavings_of(&mut self, base: ClassId) -> Option<Rc<Leavings>> {
        if let Some(known) = self.caches.leavings.get(&base) {
            return known.clone();
        }
        let has_fields = !self.world.instance_fields(base).is_empty();
        let constructor = has_fields.then(|| self.world.constructor_for_subclasses(base)).flatten();
        let leavings = constructor.and_then(|constructor| self.run_constructor(base, constructor));
        self.caches.leavings.insert(base, leavings.clone());
        leavings
    }

    fn run_constructor(&mut self, base: ClassId, constructor: MethodId) -> Option<Rc<Leavings>> {
        let kinds: Option<Vec<Kind>> = {
            let parameters = self.world.method(constructor).parameters.clone();
            parameters.iter().map(|parameter| self.types.kind(parameter).ok()).collect()
        };
        let kinds = kinds?;
        let Run { fields, made } = self.run_with(base, constructor, &kinds, &[])?;
        // What is left apart from the arguments themselves is the same with null for these.
        let leaves_the_same = |this: &mut Self, nulls: &[usize]| {
            let is_one = |left: &Left| matches!(left, Left::Argument(at) if nulls.contains(at));
            this.run_with(base, constructor, &kinds, nulls).is_some_and(|run| {
                let elsewhere = fields.iter().filter(|(_, left)| !is_one(left));
                run.fields.iter().eq(elsewhere) && are_same(&run.made, &made)
            })
        };
        let references: Vec<usize> = (0..kinds.len()).filter(|at| matches!(kinds[*at], Kind::Ref(_))).collect();
        let mut nulls: Vec<usize> = references.into_iter().filter(|at| leaves_the_same(self, &[*at])).collect();
        if nulls.len() > 1 && !leaves_the_same(self, &nulls) {
            nulls.clear();
        }
        let mut parameters = Vec::with_capacity(kinds.len());
        for (at, kind) in kinds.iter().enumerate() {
            let may_be_null = nulls.contains(&at);
            let is_held = fields.iter().any(|(_, left)| *left == Left::Argument(at));
            // Of what no field holds a test cannot know what to pass.
            if matches!(kind, Kind::Ref(_)) && !is_held && !may_be_null {
                return None;
            }
            parameters.push(Parameter { kind: *kind, may_be_null });
        }
        Some(Rc::new(Leavings { parameters, fields, made }))
    }

    /// One run, with null for some of the arguments and an object for every other that is a reference.
    fn run_with(&mut self, base: ClassId, constructor: MethodId, kinds: &[Kind], nulls: &[usize]) -> Option<Run> {
        let code = self.code(constructor).ok()?;
        let any = type_of(self.load("java/lang/Object").ok()?);
        let mut state = empty_state();
        // What is assumed of the input has nothing to do with this run.
        state.entry.begun = true;
        let object = state.heap.allocate(Object::new(type_of(base), Provenance::New));
        let mut args = vec![Value::Ref(Ref::Object(object))];
        for (at, kind) in kinds.iter().enumerate() {
            args.push(match kind {
                Kind::Ref(_) if !nulls.contains(&at) => {
                    Value::Ref(Ref::Object(state.heap.allocate(Object::new(any, Provenance::New))))
                }
                kind => kind.default_value(&mut self.pool),
            });
        }
        self.push_frame(&mut state, code, args.clone(), OnReturn::Entry).ok()?;
        let end = aside(self, |machine| follow(machine, state));
        let Ok((state, Some(PathEnd::Return(None)))) = end else { return None };
        // What only the running machine knows is no constant.
        if state.guesses.choice.is_some() || !state.guesses.pinned.is_empty() {
            return None;
        }
        let mut reader = Reader { state: &state, args: &args, names: vec![object], made: Vec::new() };
        let fields = reader.fields(self, object, base)?;
        Some(Run { fields, made: reader.made })
    }
}

/// Whether two runs made the same objects.
fn are_same(one: &[Object], other: &[Object]) -> bool {
    let is_same = |(one, other): (&Object, &Object)| {
        one.types == other.types
            && match (&one.content, &other.content) {
                (Content::Fields { current, .. }, Content::Fields { current: others, .. }) => current == others,
                (Content::Array(one), Content::Array(other)) => match (&one.data, &other.data) {
                    (ArrayData::Dense(one), ArrayData::Dense(other)) => one == other,
                    _ => false,
                },
                _ => false,
            }
    };
    one.len() == other.len() && one.iter().zip(other).all(is_same)
}

/// Reads what a run left behind.
struct Reader<'s> {
    state: &'s State,
    args: &'s [Value],
    /// The object itself, and behind it what the run made and the object holds: at `n + 1` what is made `n`th.
    names: Vec<ObjectId>,
    made: Vec<Object>,
}

impl Reader<'_> {
    /// What the fields of an object hold that do not hold their defaults.
    fn fields(&mut self, machine: &mut Core<'_>, object: ObjectId, class: ClassId) -> Option<Vec<(FieldId, Left)>> {
        let mut found = Vec::new();
        let world = machine.world;
        for field in world.instance_fields(class).iter().map(|id| world.field(*id)) {
            let Field { id, descriptor, .. } = &*field;
            let default = machine.types.kind(descriptor).ok()?.default_value(&mut machine.pool);
            match self.state.heap.field(object, heap_field(*id)) {
                Some(held) if held != default => found.push((*id, self.left(machine, held)?)),
                Some(_) | None => {}
            }
        }
        Some(found)
    }

    fn left(&mut self, machine: &mut Core<'_>, held: Value) -> Option<Left> {
        if let Some(at) = self.args.iter().skip(1).position(|arg| *arg == held && matches!(held, Value::Ref(_))) {
            return Some(Left::Argument(at));
        }
        match held {
            Value::Term(term) => machine.pool.as_const(term).map(|_| Left::Constant(held)),
            Value::Ref(Ref::Object(object)) => {
                if let Some(at) = self.names.iter().position(|known| *known == object) {
                    return Some(at.checked_sub(1).map_or(Left::Itself, Left::Made));
                }
                let holder = self.state.globals.statics.values.iter().find(|(_, value)| **value == held);
                if let Some((field, _)) = holder {
                    return Some(Left::Static(machine.world.field(*field).class, *field));
                }
                (self.state.heap.object(object).provenance == Provenance::New).then_some(())?;
                self.made(machine, object)
            }
            Value::Ref(_) | Value::Opaque(_) => None,
        }
    }

    /// An object that the run made. What it holds may be anything but references to others; arrays hold their defaults.
    fn made(&mut self, machine: &mut Core<'_>, id: ObjectId) -> Option<Left> {
        let object = self.state.heap.object(id);
        let is_default = |value: &Value| match value {
            Value::Term(term) => machine.pool.as_const(*term).is_some(),
            Value::Ref(reference) => *reference == Ref::Null,
            Value::Opaque(_) => false,
        };
        let is_simple = match &object.content {
            Content::Fields { current, .. } => current.iter().all(|(_, value)| is_default(value)),
            Content::Array(array) => match &array.data {
                ArrayData::Dense(elements) => elements.iter().all(is_default),
                ArrayData::Map { .. } | ArrayData::Cells { .. } | ArrayData::Stacked(_) => false,
            },
        };
        if !is_simple {
            return None;
        }
        self.names.push(id);
        self.made.push(object.clone());
        Some(Left::Made(self.made.len() - 1))
    }
}
