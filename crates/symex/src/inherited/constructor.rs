//! Which constructor of a class of the JDK stands for what the objects of its subclasses begin with, and what it leaves in them.
//!
//! It has to do the same in every subclass and with all arguments: no call that a subclass may override, and of its reference
//! parameters it only asks whether they are null. Then one concrete run tells all, with an object of no use for each of them.

use super::{Leavings, Left, Parameter};
use crate::machine::Machine;
use crate::rerun::{aside, empty_state, follow};
use crate::state::{OnReturn, State};
use crate::step::{PathEnd, heap_field};
use crate::types::type_of;
use clew_heap::{ArrayData, Content, Kind, Object, ObjectId, Provenance, Ref, Value};
use clew_jvm::{ClassId, Field, FieldId, Method, MethodId};
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
        if let Some(known) = self.leavings.get(&base) {
            return known.clone();
        }
        let candidates = match self.world.instance_fields(base).is_empty() {
            true => Vec::new(),
            false => self.constructors_for_subclasses(base),
        };
        let leavings = candidates.into_iter().find_map(|constructor| self.run_constructor(base, constructor));
        self.leavings.insert(base, leavings.clone());
        leavings
    }

    /// The constructor without parameters if subclasses may call it, else all that they may call, those with few parameters
    /// first: a test's maker chooses in the same way.
    fn constructors_for_subclasses(&self, base: ClassId) -> Vec<MethodId> {
        let class = self.world.class(base);
        let methods = class.methods.iter().map(|id| self.world.method(*id));
        let mut open: Vec<Rc<Method>> =
            methods.filter(|method| method.is_constructor() && !method.is_private()).collect();
        open.sort_by_key(|method| method.parameters.len());
        if open.first().is_some_and(|first| first.parameters.is_empty()) {
            open.truncate(1);
        }
        open.iter().map(|method| method.id).collect()
    }

    fn run_constructor(&mut self, base: ClassId, constructor: MethodId) -> Option<Rc<Leavings>> {
        if !self.is_plain(constructor, base, &mut Vec::new()) {
            return None;
        }
        let kinds: Option<Vec<Kind>> = {
            let parameters = self.world.method(constructor).parameters.clone();
            parameters.iter().map(|parameter| self.types.kind(parameter).ok()).collect()
        };
        let kinds = kinds?;
        let Run { fields, made } = self.run_with(base, constructor, &kinds, None)?;
        let mut parameters = Vec::with_capacity(kinds.len());
        for (at, kind) in kinds.iter().enumerate() {
            let may_be_null = matches!(kind, Kind::Ref(_))
                && self.run_with(base, constructor, &kinds, Some(at)).is_some_and(|with_null| {
                    let elsewhere = fields.iter().filter(|(_, left)| *left != Left::Argument(at));
                    with_null.fields.iter().eq(elsewhere)
                });
            let is_held = fields.iter().any(|(_, left)| *left == Left::Argument(at));
            // Of what no field holds a test cannot know what to pass.
            if matches!(kind, Kind::Ref(_)) && !is_held && !may_be_null {
                return None;
            }
            parameters.push(Parameter { kind: *kind, may_be_null });
        }
        Some(Rc::new(Leavings { parameters, fields, made }))
    }

    /// One run, with null for one of the arguments and an object for every other that is a reference.
    fn run_with(&mut self, base: ClassId, constructor: MethodId, kinds: &[Kind], null: Option<usize>) -> Option<Run> {
        let code = self.code(constructor).ok()?;
        let any = type_of(self.load("java/lang/Object").ok()?);
        let mut state = empty_state();
        // What is assumed of the input has nothing to do with this run.
        state.begun = true;
        let object = state.heap.allocate(Object::new(type_of(base), Provenance::New));
        let mut args = vec![Value::Ref(Ref::Object(object))];
        for (at, kind) in kinds.iter().enumerate() {
            args.push(match kind {
                Kind::Ref(_) if null != Some(at) => {
                    Value::Ref(Ref::Object(state.heap.allocate(Object::new(any, Provenance::New))))
                }
                kind => kind.default_value(&mut self.pool),
            });
        }
        self.push_frame(&mut state, code, args.clone(), OnReturn::Entry).ok()?;
        let end = aside(self, |machine| follow(machine, state));
        let Ok((state, Some(PathEnd::Return(None)))) = end else { return None };
        let mut reader = Reader { state: &state, args: &args, names: vec![object], made: Vec::new() };
        let fields = reader.fields(self, object, base)?;
        Some(Run { fields, made: reader.made })
    }
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
    fn fields(&mut self, machine: &mut Machine<'_>, object: ObjectId, class: ClassId) -> Option<Vec<(FieldId, Left)>> {
        let mut found = Vec::new();
        for field in machine.world.instance_fields(class).iter().map(|id| machine.world.field(*id)) {
            let Field { id, descriptor, .. } = &*field;
            let default = machine.types.kind(descriptor).ok()?.default_value(&mut machine.pool);
            match self.state.heap.field(object, heap_field(*id)) {
                Some(held) if held != default => found.push((*id, self.left(machine, held)?)),
                Some(_) | None => {}
            }
        }
        Some(found)
    }

    fn left(&mut self, machine: &mut Machine<'_>, held: Value) -> Option<Left> {
        if let Some(at) = self.args.iter().skip(1).position(|arg| *arg == held && matches!(held, Value::Ref(_))) {
            return Some(Left::Argument(at));
        }
        match held {
            Value::Term(term) => machine.pool.as_const(term).map(|_| Left::Constant(held)),
            Value::Ref(Ref::Object(object)) => {
                if let Some(at) = self.names.iter().position(|known| *known == object) {
                    return Some(at.checked_sub(1).map_or(Left::Itself, Left::Made));
                }
                let holder = self.state.globals.statics.iter().find(|(_, value)| **value == held);
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
    fn made(&mut self, machine: &mut Machine<'_>, id: ObjectId) -> Option<Left> {
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
                ArrayData::Map { .. } | ArrayData::Cells { .. } => false,
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
