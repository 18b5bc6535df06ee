//! The objects of a test's input, made in a state as the test makes them.

use super::field_of;
use super::makings::Makings;
use crate::class_name::ClassName;
use crate::core::Core;
use crate::extract::Extractor;
use crate::inputs::Supplied;
use crate::machine::Machine;
use crate::state::given::Left;
use crate::state::made::{MakingCall, MakingCalls};
use crate::state::{InputCallMade, State};
use crate::types::{heap_field, type_of};
use clew_base::{FastSet, Id, OrderedMap};
use clew_facts::{
    Call, HeapObject, InputCall, Maker, MethodKey, Object as FactObject, ObjectId as FactId, TestCase, Value as Fact,
};
use clew_heap::{Content, Object, ObjectId, Provenance, Ref, Value};
use clew_jvm::{ClassId, FieldId, MethodId, World};
use imbl::Vector;
use std::rc::Rc;

fn is_made(object: &HeapObject) -> bool {
    matches!(object.object, FactObject::Made(_))
}

/// Builds the objects of a test's input in a state.
pub(super) struct Builder<'t> {
    pub(super) test: &'t TestCase,
    pub(super) objects: OrderedMap<FactId, ObjectId>,
    /// Objects that hold what they are to hold.
    pub(super) filled: FastSet<FactId>,
    /// The class of the exception with which a call ended that was to make an object.
    pub(super) thrown: Option<String>,
    /// The calls that made objects.
    pub(super) makings: Makings,
}

impl<'t> Builder<'t> {
    /// One that has built nothing.
    pub(super) fn new(test: &'t TestCase) -> Self {
        let (objects, filled, makings) = (OrderedMap::default(), FastSet::default(), Makings::default());
        Builder { test, objects, filled, thrown: None, makings }
    }
}

impl Builder<'_> {
    /// Classes whose initializers made objects that the input names, or holds because a constructor of the JDK put them there.
    pub(super) fn classes_to_initialize(&self, machine: &mut Machine<'_>) -> Vec<ClassId> {
        let names = self.test.heap.values().filter_map(|object| match &object.object {
            FactObject::EnumConstant(_) => Some(object.class.clone()),
            FactObject::OfStatic(field) => Some(field.class.clone()),
            _ => None,
        });
        let load = |name: &str| machine.world.load(&name.replace('.', "/")).ok();
        let mut classes: Vec<ClassId> = names.filter_map(|name| load(&name)).collect();
        let is_instance = |object: &&HeapObject| matches!(object.object, FactObject::Instance { .. });
        let own: Vec<ClassId> =
            self.test.heap.values().filter(is_instance).filter_map(|object| load(&object.class)).collect();
        classes.extend(own.iter().copied().filter(|class| machine.world.has_initializer_of_program(*class)));
        for leavings in own.into_iter().filter_map(|class| machine.left_by_base(class)) {
            classes.extend(leavings.fields.iter().filter_map(|(_, left)| match left {
                Left::Static(class, _) => Some(*class),
                _ => None,
            }));
        }
        classes
    }

    /// All objects but those that calls make; strings and boxes have their state.
    pub(super) fn allocate_all(&mut self, machine: &mut Machine<'_>, state: &mut State) -> Option<()> {
        for (id, object) in self.test.heap.iter().filter(|(_, object)| !is_made(object)) {
            let made = self.allocate(machine, state, object)?;
            self.objects.insert(*id, made);
            if matches!(object.object, FactObject::Boxed(_)) {
                self.fill_once(machine, state, *id)?;
            }
        }
        Some(())
    }

    /// The objects of the program that calls have made.
    pub(super) fn made_by_calls(&self, machine: &Core<'_>, state: &State) -> Vec<(FactId, ObjectId)> {
        let made = self.test.heap.iter().filter(|(_, object)| is_made(object));
        let made = made.filter_map(|(id, _)| Some((*id, *self.objects.get(id)?)));
        let is_of_program = |object: ObjectId| {
            let class = state.heap.object(object).exact_type().map(|ty| machine.types.class(ty));
            class.is_some_and(|class| class.provenance != clew_jvm::Provenance::Jdk)
        };
        made.filter(|(_, object)| is_of_program(*object)).collect()
    }

    /// The objects that these values name, and those that they hold, but what calls make holds what the calls put there.
    pub(super) fn held_by<'v>(&self, values: impl Iterator<Item = &'v Fact>) -> Vec<FactId> {
        let mut held = Vec::new();
        let mut waiting: Vec<&Fact> = values.collect();
        while let Some(value) = waiting.pop() {
            let Fact::Ref(id) = value else { continue };
            if held.contains(id) {
                continue;
            }
            held.push(*id);
            match self.test.heap.get(id).map(|object| &object.object) {
                Some(FactObject::Array { elements }) => waiting.extend(elements),
                Some(FactObject::Instance { fields }) => waiting.extend(fields.values()),
                _ => {}
            }
        }
        held
    }

    pub(super) fn fill_once(&mut self, machine: &mut Machine<'_>, state: &mut State, id: FactId) -> Option<()> {
        if !self.filled.insert(id) {
            return Some(());
        }
        self.fill(machine, state, id, self.test.heap.get(&id)?)
    }

    pub(super) fn call(&self, machine: &mut Machine<'_>, call: &Call, by: Option<Maker>) -> Option<MakingCall> {
        let method = method_called(machine.world, call)?;
        let kinds = machine.passed(method, by).ok()?;
        let values = call.arguments.iter().map(|fact| self.value(machine, fact));
        let arguments = values.zip(kinds).map(|(value, kind)| Some((value?, kind))).collect::<Option<_>>()?;
        Some(MakingCall { method, arguments, on: call.on })
    }

    pub(super) fn arguments(&mut self, machine: &mut Machine<'_>, state: &mut State) -> Option<Vec<Value>> {
        for id in self.test.heap.keys() {
            self.fill_once(machine, state, *id)?;
        }
        let method = machine.world.method(machine.target);
        let mut args = Vec::new();
        if method.is_constructor() {
            let object = Object::new(type_of(method.class), Provenance::New);
            args.push(Value::Ref(Ref::Object(state.heap.allocate(object))));
        } else if let Some(receiver) = &self.test.receiver {
            args.push(self.value(machine, receiver)?);
        }
        for argument in &self.test.arguments {
            args.push(self.value(machine, &argument.value)?);
        }
        Some(args)
    }

    /// How the calls of the test end that are inputs.
    pub(super) fn supplied(&self, machine: &mut Machine<'_>) -> Option<Vec<(MethodKey, Supplied)>> {
        self.answers(machine).collect()
    }

    /// How each call ends that is an input; `None` where an object is not there yet.
    pub(super) fn answers(&self, machine: &mut Machine<'_>) -> impl Iterator<Item = Option<(MethodKey, Supplied)>> {
        self.test.calls.iter().map(|call| {
            let supplied = match (&call.thrown, &call.returned) {
                (Some(thrown), _) => {
                    let first = self.call(machine, thrown, Some(Maker::Constructor))?;
                    Supplied::Throws(Rc::new(MakingCalls { by: Maker::Constructor, first, then: Vec::new() }))
                }
                (None, Some(returned)) => Supplied::Returns(Some(self.value(machine, returned)?)),
                (None, None) => Supplied::Returns(None),
            };
            Some((call.method.clone(), supplied))
        })
    }

    /// The calls that a run made which are inputs, those of the test first, as far as the run made them. `None` where one of these is on
    /// another object than in the test.
    pub(super) fn calls(&self, extractor: &mut Extractor<'_, '_>, state: &State) -> Option<Vec<InputCall>> {
        let receiver_of = |made: &InputCallMade| match made.receiver {
            None => Some(None),
            Some(Value::Ref(Ref::Object(receiver))) => {
                Some(Some(Fact::Ref(*self.objects.iter().find(|(_, known)| **known == receiver)?.0)))
            }
            Some(_) => None,
        };
        let further = state.input.calls.iter().skip(self.test.calls.len());
        let further = further.map(|made| {
            let receiver = receiver_of(made)?;
            let returned = made.returned.map(|(value, kind)| extractor.value(state, value, kind));
            // A run throws only what it is given.
            let thrown = None;
            let passed = extractor.passed(state, made);
            Some(InputCall { method: extractor.machine.key(made.method), receiver, passed, returned, thrown })
        });
        let further: Vec<InputCall> = further.collect::<Option<_>>()?;
        let of_test = self.test.calls.iter().zip(&state.input.calls);
        let of_test = of_test.map(|(call, made)| {
            let is_its = receiver_of(made)? == call.receiver;
            is_its.then(|| InputCall { passed: extractor.passed(state, made), ..call.clone() })
        });
        let of_test: Vec<InputCall> = of_test.collect::<Option<_>>()?;
        Some(of_test.into_iter().chain(further).collect())
    }

    pub(super) fn value(&self, machine: &mut Core<'_>, fact: &Fact) -> Option<Value> {
        match fact {
            Fact::Null => Some(Value::Ref(Ref::Null)),
            Fact::Ref(id) => Some(Value::Ref(Ref::Object(*self.objects.get(id)?))),
            number => machine.number(number).map(Value::Term),
        }
    }

    /// A string of the input. A test writes it as a literal, which is one object with those of the program, unless it has one with
    /// the same characters already.
    fn text(&self, machine: &mut Machine<'_>, state: &mut State, units: &[u16]) -> Option<ObjectId> {
        let is_same =
            |id: &FactId| matches!(&self.test.heap[id].object, FactObject::String(known) if **known == *units);
        match self.objects.keys().any(is_same) {
            true => crate::strings::make(machine, state, units, Provenance::New).ok(),
            false => crate::strings::intern(machine, state, units).ok(),
        }
    }

    fn allocate(&self, machine: &mut Machine<'_>, state: &mut State, object: &HeapObject) -> Option<ObjectId> {
        let internal = object.class.replace('.', "/");
        match &object.object {
            FactObject::String(units) => self.text(machine, state, units),
            FactObject::Class(name) => machine.class_object(state, &ClassName::of_shown(name)).ok(),
            FactObject::EnumConstant(name) => {
                // A constant with a body has a class of its own.
                let class = machine.world.enum_of(machine.world.load(&internal).ok()?)?;
                let holder = machine.world.class(class).name.clone();
                self.static_object(machine, state, &holder, name)
            }
            FactObject::OfStatic(field) => {
                self.static_object(machine, state, &field.class.replace('.', "/"), &field.name)
            }
            FactObject::Array { elements } => {
                let length = machine.pool.bv32(i32::try_from(elements.len()).ok()?);
                machine.make_array(state, &internal, length).ok()
            }
            FactObject::Made(_) => None,
            FactObject::Instance { .. } | FactObject::Boxed(_) => {
                let class = machine.world.load(&internal).ok()?;
                // A library object is made by a constructor, whose effect is not repeated here.
                let library = machine.world.class(class).provenance == clew_jvm::Provenance::Jdk;
                let plain = internal == "java/lang/Object"
                    || machine.types.is_open(class)
                    || matches!(object.object, FactObject::Boxed(_));
                // Whether two boxes are one object is known of those only that the execution makes.
                let provenance =
                    if matches!(object.object, FactObject::Boxed(_)) { Provenance::Input } else { Provenance::New };
                if library && !plain {
                    return Self::exception(machine, state, class, object);
                }
                let made = state.heap.allocate(Object::new(type_of(class), provenance));
                let base = machine.left_by_base(class);
                match base.filter(|base| base.has_arguments(&Self::listed(machine, object))) {
                    Some(base) => machine.give_base(state, made, &base)?,
                    None => machine.hide_base(state, made, class),
                }
                machine.hide_kept(state, (made, class), self.test);
                Some(made)
            }
        }
    }

    /// An exception of the JDK that no constructor makes, of which nothing is known but its class; `None` for other objects.
    fn exception(machine: &mut Core<'_>, state: &mut State, class: ClassId, object: &HeapObject) -> Option<ObjectId> {
        let top = machine.world.load("java/lang/Throwable").ok()?;
        let is_unknown = matches!(&object.object, FactObject::Instance { fields } if fields.is_empty());
        if !is_unknown || !machine.world.is_subtype(class, top) {
            return None;
        }
        let made = state.heap.allocate(Object::new(type_of(class), Provenance::New));
        for field in machine.world.instance_fields(class).iter() {
            let unknown = Value::Opaque("what an exception of the input holds");
            state.heap.object_mut(made).initialize_field(heap_field(*field), unknown);
        }
        Some(made)
    }

    /// The fields of an object of which the test says what they hold.
    fn listed(machine: &Core<'_>, object: &HeapObject) -> Vec<FieldId> {
        let FactObject::Instance { fields } = &object.object else { return Vec::new() };
        fields.keys().filter_map(|key| field_of(machine, key)).map(|field| field.id).collect()
    }

    fn static_object(&self, machine: &Core<'_>, state: &State, class: &str, name: &str) -> Option<ObjectId> {
        let class = machine.world.class(machine.world.load(class).ok()?);
        let field = class.fields.iter().map(|field| machine.world.field(*field)).find(|field| &*field.name == name)?;
        match state.globals.statics.values.get(&field.id) {
            Some(Value::Ref(Ref::Object(object))) => Some(*object),
            _ => None,
        }
    }

    fn fill(&self, machine: &mut Machine<'_>, state: &mut State, id: FactId, object: &HeapObject) -> Option<()> {
        let target = *self.objects.get(&id)?;
        match &object.object {
            FactObject::Array { elements } => {
                let values: Option<Vector<Value>> = elements.iter().map(|fact| self.value(machine, fact)).collect();
                if let Content::Array(array) = &mut state.heap.object_mut(target).content {
                    array.data = clew_heap::ArrayData::Dense(values?);
                }
            }
            FactObject::Instance { fields } => {
                let base = machine.world.load(&object.class.replace('.', "/")).ok();
                let base = base.and_then(|class| machine.left_by_base(class));
                for (key, fact) in fields {
                    let field = field_of(machine, key)?;
                    let value = self.value(machine, fact)?;
                    state.heap.object_mut(target).initialize_field(heap_field(field.id), value);
                    for other in base.iter().flat_map(|base| base.fields_with(field.id)) {
                        state.heap.object_mut(target).initialize_field(heap_field(other), value);
                    }
                }
            }
            FactObject::Boxed(fact) => {
                let class = machine.world.class(machine.world.load(&object.class.replace('.', "/")).ok()?);
                let field = class.fields.iter().map(|field| machine.world.field(*field));
                let field = field.into_iter().find(|field| !field.is_static() && &*field.name == "value")?;
                let value = self.value(machine, fact)?;
                state.heap.object_mut(target).initialize_field(heap_field(field.id), value);
            }
            FactObject::String(_)
            | FactObject::Class(_)
            | FactObject::EnumConstant(_)
            | FactObject::OfStatic(_)
            | FactObject::Made(_) => {}
        }
        debug_assert!(target.index() < state.heap.len());
        Some(())
    }
}

/// The method that a call names.
pub(super) fn method_called(world: &World, Call { method, .. }: &Call) -> Option<MethodId> {
    let class = world.load(&method.class.replace('.', "/")).ok()?;
    world.find_method(class, &method.method, &method.descriptor)
}
