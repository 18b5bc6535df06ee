//! Concrete values out of a state whose heap is solved and a model: the objects of a test case before and after the call.
//!
//! What the model leaves open becomes the smallest there is: `null`, zero, an array without elements. References whose
//! object was never looked at name objects of their own.

use crate::machine::Machine;
use crate::makers::is_constant_of_inputs;
use crate::state::State;
use crate::state::given::Given;
use crate::state::made::{MakingCall, MakingCalls};
use crate::types::{class_of, display_name, heap_field};
use clew_base::{Id, OrderedMap};
use clew_facts::{
    Call, FieldKey, HeapObject, Made, Object as FactObject, ObjectId as FactId, TOLD_AFTER_CALL, ThreadStatus,
    Value as Fact,
};
use clew_heap::{Array, ArrayData, Content, Kind, Object, ObjectId, Provenance, Ref, RefVar, Target, TypeId, Value};
use clew_jvm::{Class, Field, FieldId};
use clew_smt::Model;
use clew_term::{Term, Value as Constant};
use std::rc::Rc;

mod arrays;
mod choose;

/// The greatest length of an array in a test.
const MAX_ARRAY_LENGTH: i32 = 20_000;

/// The greatest length of a string in a test, which has it as a literal.
const MAX_TEXT_LENGTH: usize = 20_000;

/// The characters of a string behind those that the path knows.
const FILLER: u8 = b'a';

/// Why no test can be made of a path.
pub(crate) type NoTest = String;

/// An object as an extraction knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    /// An object of the heap.
    Known(ObjectId),
    /// The object of a reference that nobody looked at.
    Open(RefVar),
}

/// Which state of the objects is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moment {
    Before,
    After,
}

/// How objects are told that static fields hold since class initialization.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shared {
    /// By the field, as a test names them.
    ByField,
    /// By what they are, but for constants of enums.
    ByContent,
}

/// Extracts the objects of one test case.
pub(crate) struct Extractor<'m, 'w> {
    pub machine: &'m mut Machine<'w>,
    pub model: Rc<Model>,
    /// The number of each object in the test case.
    ids: OrderedMap<Node, FactId>,
    /// The number of the next object that has none. Objects that are one in the run may have had several before.
    next: FactId,
    moment: Moment,
    pub shared: Shared,
    objects: OrderedMap<FactId, HeapObject>,
    /// The characters of strings into which nobody has looked, where they are not the usual ones.
    open_texts: OrderedMap<FactId, Vec<u16>>,
    /// Objects of the JDK that calls make for references into whose object nobody has looked, each with what it is passed.
    plain: OrderedMap<RefVar, (HeapObject, OrderedMap<FactId, HeapObject>)>,
    waiting: Vec<Node>,
}

impl<'m, 'w> Extractor<'m, 'w> {
    /// An extraction in which these objects already have a number; others are numbered from `next` on.
    pub(crate) fn new(
        machine: &'m mut Machine<'w>,
        model: Rc<Model>,
        ids: OrderedMap<Node, FactId>,
        next: FactId,
    ) -> Self {
        let (moment, shared) = (Moment::Before, Shared::ByField);
        Self {
            machine,
            model,
            ids,
            next,
            moment,
            shared,
            objects: OrderedMap::default(),
            open_texts: OrderedMap::default(),
            plain: OrderedMap::default(),
            waiting: Vec::new(),
        }
    }

    /// An extraction of a test for the path of a state. Strings that the path takes to be literals have the first numbers: of several
    /// strings with the same characters a test writes the first as a literal, which is one object with the program's.
    pub(crate) fn of_state(machine: &'m mut Machine<'w>, model: Rc<Model>, state: &State) -> Self {
        let mut ids: OrderedMap<Node, FactId> = OrderedMap::default();
        for string in &state.globals.texts.literals {
            let next = FactId(ids.len() as u32);
            ids.entry(Node::Known(state.heap.representative(*string))).or_insert(next);
        }
        let next = FactId(ids.len() as u32);
        Self::new(machine, model, ids, next)
    }

    /// What a term of a kind is worth under the model.
    fn number(&mut self, term: Term, kind: Kind) -> Fact {
        match (self.machine.value_in(&self.model, term), kind) {
            (Constant::F32(bits), _) => Fact::Float(bits),
            (Constant::F64(bits), _) => Fact::Double(bits),
            (value, Kind::Long) => value.as_i64().map_or(Fact::Unknown, Fact::Long),
            (value, kind) => match (value.as_i32(), kind) {
                (Some(value), Kind::Boolean) => Fact::Boolean(value & 1 != 0),
                (Some(value), Kind::Byte) => Fact::Byte(value as i8),
                (Some(value), Kind::Char) => Fact::Char(value as u16),
                (Some(value), Kind::Short) => Fact::Short(value as i16),
                (Some(value), _) => Fact::Int(value),
                (None, _) => Fact::Unknown,
            },
        }
    }

    /// The status of the thread when the method under test is called.
    pub(crate) fn thread(&mut self, state: &State) -> ThreadStatus {
        let at_entry = state.globals.threads.interruption.and_then(|interruption| interruption.at_entry);
        match at_entry.map(|flag| self.number(flag, Kind::Boolean)) {
            Some(Fact::Boolean(true)) => ThreadStatus::Interrupted,
            _ => ThreadStatus::Usual,
        }
    }

    /// The status of the thread when the execution ends.
    pub(crate) fn thread_after(&mut self, state: &State) -> ThreadStatus {
        match state.globals.threads.interruption.map(|interruption| self.number(interruption.now, Kind::Boolean)) {
            Some(Fact::Boolean(true)) => ThreadStatus::Interrupted,
            _ => ThreadStatus::Usual,
        }
    }

    /// The concrete value, which may name an object that is extracted later.
    pub(crate) fn value(&mut self, state: &State, value: Value, kind: Kind) -> Fact {
        match value {
            Value::Opaque(_) => Fact::Unknown,
            Value::Term(term) => self.number(term, kind),
            Value::Ref(Ref::Null) => Fact::Null,
            Value::Ref(Ref::Object(object)) => {
                let object = state.heap.representative(object);
                if self.has_no_name(state, object) { Fact::Unknown } else { self.name(Node::Known(object)) }
            }
            Value::Ref(Ref::Var(variable)) => {
                let info = state.heap.variable(variable);
                match info.target {
                    Target::Object(object) => self.name(Node::Known(state.heap.representative(object))),
                    Target::Null => Fact::Null,
                    Target::NonNull => self.name(Node::Open(variable)),
                    Target::Same(other) => self.name(Node::Open(other)),
                    // A solved heap has none of these.
                    Target::Named(_) => Fact::Unknown,
                    Target::Open if self.machine.holds_in(&self.model, info.non_null) => {
                        self.name(Node::Open(variable))
                    }
                    Target::Open => Fact::Null,
                }
            }
        }
    }

    /// Whether a test can say nothing of an object: one that a call site made, or a string of unknown characters.
    fn has_no_name(&self, state: &State, id: ObjectId) -> bool {
        let Some(class) = state.heap.object(id).exact_type().map(|ty| self.machine.types.class(ty)) else {
            return false;
        };
        let held_by_static = || self.static_holder(state, id, &class).is_some();
        let is_lost_text = || &*class.name == "java/lang/String" && self.characters(state, id).is_none();
        (class.is_hidden() && self.shared == Shared::ByField || is_lost_text()) && !held_by_static()
    }

    fn name(&mut self, node: Node) -> Fact {
        let id = *self.ids.entry(node).or_insert(self.next);
        if id == self.next {
            self.next = FactId(id.0 + 1);
        }
        if !self.objects.contains_key(&id) && !self.waiting.contains(&node) {
            self.waiting.push(node);
        }
        Fact::Ref(id)
    }

    /// All objects that were named so far, as they were before the call.
    pub(crate) fn objects_before(&mut self, state: &State) -> Result<OrderedMap<FactId, HeapObject>, NoTest> {
        self.objects_at(state, Moment::Before)
    }

    /// All objects that were named so far, as they are after the call.
    pub(crate) fn objects_after(&mut self, state: &State) -> Result<OrderedMap<FactId, HeapObject>, NoTest> {
        let known: Vec<Node> = self.ids.keys().copied().collect();
        self.waiting = known;
        self.objects_at(state, Moment::After)
    }

    fn objects_at(&mut self, state: &State, moment: Moment) -> Result<OrderedMap<FactId, HeapObject>, NoTest> {
        self.moment = moment;
        self.objects.clear();
        while let Some(node) = self.waiting.pop() {
            let object = match node {
                Node::Known(object) => self.known(state, object)?,
                Node::Open(variable) => self.open(state, variable)?,
            };
            let id = self.ids[&node];
            self.objects.insert(id, object);
        }
        let mut objects = std::mem::take(&mut self.objects);
        objects.sort_keys();
        if moment == Moment::Before {
            self.tell_open_texts_apart(state, &objects);
        }
        for (id, text) in &self.open_texts {
            if let Some(object) = objects.get_mut(id) {
                object.object = FactObject::String(text.clone());
            }
        }
        Ok(objects)
    }

    /// Gives strings into which nobody has looked other characters than earlier strings have, so that each is a literal of its own.
    fn tell_open_texts_apart(&mut self, state: &State, objects: &OrderedMap<FactId, HeapObject>) {
        let text_of = |object: &HeapObject| match &object.object {
            FactObject::String(units) => Some(units.clone()),
            _ => None,
        };
        let is_open = |node: &Node| match node {
            Node::Open(_) => true,
            Node::Known(object) => {
                self.machine.is_bare_string(state, *object) && !state.globals.texts.glimpses.contains_key(object)
            }
        };
        let open: Vec<FactId> = self.ids.iter().filter(|(node, _)| is_open(node)).map(|(_, id)| *id).collect();
        let mut used: Vec<Vec<u16>> = objects.values().filter_map(text_of).collect();
        let mut seen: Vec<Vec<u16>> = Vec::new();
        for (id, object) in objects {
            let Some(text) = text_of(object) else { continue };
            if !open.contains(id) || !seen.contains(&text) {
                seen.push(text);
                continue;
            }
            let free = (b'a'..=b'z').map(|letter| vec![u16::from(letter)]).find(|text| !used.contains(text));
            let Some(free) = free else { return };
            used.push(free.clone());
            self.open_texts.insert(*id, free);
        }
    }

    fn known(&mut self, state: &State, id: ObjectId) -> Result<HeapObject, NoTest> {
        let object = state.heap.object(id).clone();
        let ty = self.class_of_input(&object)?;
        let class = self.machine.types.class(ty);
        let name = display_name(&class.name);
        if let Some(special) = self.special(state, id, &class) {
            if matches!(&special, FactObject::String(units) if units.len() > MAX_TEXT_LENGTH) {
                return Err(format!("a string of more than {MAX_TEXT_LENGTH} characters is too long for a test"));
            }
            return Ok(HeapObject { class: name, object: special });
        }
        if self.moment == Moment::Before && object.provenance == Provenance::Initialization {
            return Err(format!("an object of class {name} that a static field holds only indirectly"));
        }
        let object = match &object.content {
            Content::Array(array) => FactObject::Array { elements: self.elements(state, &object, array)? },
            Content::Fields { current, initial } => {
                let listed = if self.moment == Moment::Before { initial } else { current };
                let fields = self.fields(state, (id, &object), &class, listed);
                FactObject::Instance { fields }
            }
        };
        Ok(HeapObject { class: name, object })
    }

    /// The class of an object; one that was left open is the likeliest.
    fn class_of_input(&mut self, object: &Object) -> Result<TypeId, NoTest> {
        if let Some(ty) = object.exact_type() {
            return Ok(ty);
        }
        let candidates = self.machine.types.candidates(&object.types);
        let usable = candidates.classes.iter().copied().filter(|ty| self.machine.types.can_be_input(class_of(*ty)));
        self.easiest(usable).ok_or_else(|| "no class is known for an input object".to_owned())
    }

    /// The characters of a string under the model.
    pub(crate) fn characters(&self, state: &State, id: ObjectId) -> Option<Vec<u16>> {
        let number = |term: Term| self.machine.pool.eval(term, self.model.assignment()).as_i32();
        if self.machine.is_bare_string(state, id) {
            let Some(glimpse) = state.globals.texts.glimpses.get(&id) else { return Some(Vec::new()) };
            let value = |term: Term| self.machine.pool.eval(term, self.model.assignment()).as_unsigned();
            let length = value(glimpse.length)? as usize;
            let first = glimpse.units.iter().take(length).map(|unit| value(*unit).map(|unit| unit as u16));
            let mut units: Vec<u16> = first.collect::<Option<_>>()?;
            units.resize(length.min(MAX_TEXT_LENGTH + 1), u16::from(FILLER));
            return Some(units);
        }
        crate::strings::units_by(self.machine, state, id, number)
    }

    /// Objects that tests name rather than build.
    fn special(&mut self, state: &State, id: ObjectId, class: &Rc<Class>) -> Option<FactObject> {
        let is_told = self.moment == Moment::After && TOLD_AFTER_CALL.contains(&&*display_name(&class.name));
        if let Some(made) = state.input.made.iter().find(|made| made.object == id && !is_told) {
            return Some(FactObject::Made(self.made(state, &made.making.calls)));
        }
        if let Some(units) = self.characters(state, id) {
            return Some(FactObject::String(units));
        }
        if let Some(name) = state.globals.classes.names.get(&id) {
            return Some(FactObject::Class(name.shown()));
        }
        if let Some(field) = self.static_holder(state, id, class) {
            return Some(field);
        }
        self.boxed(state, id, class)
    }

    /// The calls that make an object of the input.
    fn made(&mut self, state: &State, MakingCalls { by, first, then }: &MakingCalls) -> Made {
        let mut call = |call: &MakingCall| self.making_call(state, call);
        let (first, then) = (call(first), then.iter().map(call).collect());
        Made { by: *by, first, then, fields: OrderedMap::default() }
    }

    /// A call that makes an object, with what it is passed.
    pub(crate) fn making_call(&mut self, state: &State, call: &MakingCall) -> Call {
        Call {
            method: self.machine.key(call.method),
            arguments: call.arguments.iter().map(|(value, kind)| self.value(state, *value, *kind)).collect(),
            on: call.on,
        }
    }

    /// The enum constant that an object is, or the static field of the program that holds an object since initialization.
    fn static_holder(&self, state: &State, id: ObjectId, class: &Class) -> Option<FactObject> {
        if state.heap.object(id).provenance != Provenance::Initialization {
            return None;
        }
        let world = self.machine.world;
        let holders = state.globals.statics.values.iter().filter(|(_, value)| **value == Value::Ref(Ref::Object(id)));
        let mut fields: Vec<Rc<Field>> = holders.map(|(field, _)| world.field(*field)).collect();
        fields.sort_by_key(|field| (!field.is_enum_constant(), !field.is_final(), field.id));
        let field = fields.first()?;
        if field.is_enum_constant() && (field.class == class.id || class.superclass == Some(field.class)) {
            return Some(FactObject::EnumConstant(field.name.to_string()));
        }
        if self.shared == Shared::ByContent {
            return None;
        }
        let field = fields.iter().find(|field| self.may_be_named(field, class))?;
        Some(FactObject::OfStatic(self.key(field)))
    }

    /// Whether a test may name a static field for an object of this class that it holds. What the JDK keeps is its own business,
    /// but for constants.
    fn may_be_named(&self, field: &Field, class: &Class) -> bool {
        let owner = self.machine.world.class(field.class);
        let is_constant = field.is_public() && field.is_final() && owner.is_public();
        let is_own = owner.id == class.id && owner.name.starts_with("java/");
        owner.provenance != clew_jvm::Provenance::Jdk
            || is_constant && (is_own || is_constant_of_inputs(&owner.name, &field.name))
    }

    fn boxed(&mut self, state: &State, id: ObjectId, class: &Class) -> Option<FactObject> {
        let kind = match &*class.name {
            "java/lang/Boolean" => Kind::Boolean,
            "java/lang/Byte" => Kind::Byte,
            "java/lang/Character" => Kind::Char,
            "java/lang/Short" => Kind::Short,
            "java/lang/Integer" => Kind::Int,
            "java/lang/Long" => Kind::Long,
            "java/lang/Float" => Kind::Float,
            "java/lang/Double" => Kind::Double,
            _ => return None,
        };
        let fields: Vec<Rc<Field>> = class.fields.iter().map(|field| self.machine.world.field(*field)).collect();
        let field = fields.iter().find(|field| !field.is_static() && &*field.name == "value")?;
        let default = kind.default_value(&mut self.machine.pool);
        let value = state.heap.field(id, heap_field(field.id)).unwrap_or(default);
        Some(FactObject::Boxed(self.value(state, value, kind)))
    }

    fn key(&self, field: &Field) -> FieldKey {
        FieldKey::of_internal(&self.machine.world.class(field.class).name, &field.name, &field.descriptor)
    }

    /// The fields of an object. A new object's fields that were never written hold their defaults.
    fn fields(
        &mut self,
        state: &State,
        (id, object): (ObjectId, &Object),
        class: &Class,
        listed: &[(clew_heap::FieldId, Value)],
    ) -> OrderedMap<FieldKey, Fact> {
        let base = self.machine.left_by_base(class.id);
        let passed: Vec<(FieldId, Value)> =
            self.given(state, id).map_or_else(Vec::new, |given| given.held_arguments().collect());
        let mut fields = OrderedMap::default();
        for id in self.machine.world.instance_fields(class.id).iter() {
            let field = self.machine.world.field(*id);
            // What an input has from a class of the JDK, that class's constructor gives it, of what it is passed.
            let is_given = object.provenance == Provenance::Input
                && self.moment == Moment::Before
                && self.machine.world.class(field.class).provenance == clew_jvm::Provenance::Jdk;
            let Ok(kind) = self.machine.types.kind(&field.descriptor) else { continue };
            let passed = passed.iter().find(|(held, _)| held == id).map(|(_, value)| *value);
            let is_argument = base.as_ref().is_some_and(|base| base.argument_in(*id).is_some());
            if is_given && !is_argument {
                continue;
            }
            let written = listed.iter().find(|(listed, _)| listed.index() == id.index()).map(|(_, value)| *value);
            let value = match written.or(passed.filter(|_| is_given)) {
                Some(value) => value,
                None if object.provenance == Provenance::Input => continue,
                None => kind.default_value(&mut self.machine.pool),
            };
            let fact = self.value(state, value, kind);
            fields.insert(self.key(&field), fact);
        }
        fields
    }

    /// What those fields of an object of the program hold that hold no objects.
    pub(crate) fn plain_fields(&mut self, state: &State, id: ObjectId) -> OrderedMap<FieldKey, Fact> {
        let object = state.heap.object(id).clone();
        let class = object.exact_type().map(|ty| self.machine.types.class(ty));
        let of_program = class.filter(|class| class.provenance != clew_jvm::Provenance::Jdk);
        let (Some(class), Content::Fields { current, .. }) = (of_program, &object.content) else {
            return OrderedMap::default();
        };
        self.moment = Moment::After;
        let mut fields = self.fields(state, (id, &object), &class, current);
        fields.retain(|_, value| !matches!(value, Fact::Ref(_) | Fact::Unknown));
        fields
    }

    /// What an object of the input has from a class of the JDK and no other has.
    fn given<'s>(&self, state: &'s State, object: ObjectId) -> Option<&'s Given> {
        let found = state.input.given.iter().find(|(known, _)| state.heap.representative(**known) == object);
        found.map(|(_, given)| given)
    }

    fn elements(&mut self, state: &State, object: &Object, array: &Array) -> Result<Vec<Fact>, NoTest> {
        let length = self.machine.value_in(&self.model, array.length).as_i32().unwrap_or(-1);
        if !(0..=MAX_ARRAY_LENGTH).contains(&length) {
            return Err(format!("an array of {length} elements is too long for a test"));
        }
        let before = self.moment == Moment::Before && object.provenance == Provenance::Input;
        Ok(match &array.data {
            ArrayData::Dense(elements) => {
                let elements: Vec<Value> = elements.iter().take(length as usize).copied().collect();
                elements.into_iter().map(|value| self.value(state, value, array.kind)).collect()
            }
            ArrayData::Map { current, initial } => {
                let map = if before { initial.unwrap_or(*current) } else { *current };
                self.numbers(map, array.kind, length)
            }
            ArrayData::Cells { constant, symbolic, initial, .. } => {
                let cells: Vec<(Term, Ref)> = if before {
                    initial.iter().copied().collect()
                } else {
                    let constant: Vec<_> = constant.iter().map(|(at, cell)| (*at, *cell)).collect();
                    let pool = &mut self.machine.pool;
                    let constant = constant.into_iter().map(|(at, cell)| (pool.bv32(at), cell));
                    constant.chain(symbolic.iter().copied()).collect()
                };
                self.references(state, &cells, array.kind, length)
            }
            ArrayData::Stacked(_) => return Err("an array of a heap that is not solved".to_owned()),
        })
    }
}
