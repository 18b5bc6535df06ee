//! Static fields of the JDK whose initializers cannot be followed, as virtual machines have told them.
//!
//! Where the initializer of a class of the JDK is left and the [`Snapshot`] has the class, its static fields hold what is told there.
//! It becomes part of the heap when a field is first read. Objects that the heap has already are not made again: constants of enums,
//! `Class` objects, what an initializer that was left has put into a static field, and what other classes hold in theirs, which
//! are initialized first. Any other object may have a second name in the heap, where code that was followed has made it as well: whether
//! two references name it is not known where that matters.

use super::entry::is_immutable;
use super::unfollowed::UNFOLLOWED;
use crate::class_name::ClassName;
use crate::core::Core;
use crate::machine::Machine;
use crate::state::{OnReturn, State, provenance_of_new};
use crate::strings;
use crate::types::{class_of, display_name, heap_field, type_of};
use clew_facts::{Assumption, CutReason};
use clew_heap::{
    Array, ArrayData, Content, Object, ObjectId, Provenance as HeapProvenance, Ref, TypeConstraint, Value,
};
use clew_jvm::{ClassId, Field, Known, KnownField, KnownObject, Provenance, Snapshot};
use std::rc::Rc;

/// A locale, what its parts are in, and their names there.
pub(crate) const LOCALE: &str = "java/util/Locale";
pub(crate) const BASE_LOCALE: &str = "sun/util/locale/BaseLocale";
pub(crate) const PARTS_OF_LOCALE: [&str; 4] = ["language", "script", "region", "variant"];

/// The property that says whose data of locales is used. It is asked for once, whoever needs data first.
pub(crate) const PROVIDERS: &str = "java.locale.providers";

/// The greatest number of objects that come into the heap at once.
const MAX_OBJECTS: usize = 20_000;

/// What is put into the heap.
struct Recalling<'s> {
    snapshot: &'s Snapshot,
    /// The class whose field is read.
    class: &'s str,
    /// Objects whose content is to be filled in.
    waiting: Vec<(u32, ObjectId)>,
    /// How many objects were made.
    made: usize,
    /// The locale that a call was passed, with its parts, where what is put into the heap is what the call returns.
    locale: Option<(&'s str, ObjectId)>,
}

impl<'w> Machine<'w> {
    /// Has a static field that was not followed hold what is told of it. `None` where nothing is; else the class that has to be
    /// initialized before, if there is one.
    pub(super) fn recall_static(&mut self, state: &mut State, field: &Field) -> Result<Option<ClassId>, CutReason> {
        let Some(before) = state.globals.recalled.waiting.get(&field.id).copied() else { return Ok(None) };
        let world = self.world;
        let class = world.class(field.class);
        let told = world
            .class_path()
            .snapshot()
            .and_then(|snapshot| Some((snapshot, snapshot.static_field(&class.name, &field.name)?)));
        let Some((snapshot, told)) = told else { return Ok(None) };
        let mut recalling = Recalling { snapshot, class: &class.name, waiting: Vec::new(), made: 0, locale: None };
        if let Some(needed) = self.class_to_initialize(state, &recalling, &told.value) {
            return Ok(Some(needed));
        }
        let value = self.recall(state, &mut recalling, told, before)?;
        while let Some((number, object)) = recalling.waiting.pop() {
            self.fill(state, &mut recalling, number, object)?;
        }
        state.globals.recalled.waiting.remove(&field.id);
        state.globals.statics.values.insert(field.id, value);
        Ok(None)
    }

    /// A class that is not initialized yet and that has an object which a value leads to.
    fn class_to_initialize(&self, state: &State, recalling: &Recalling<'_>, value: &Known) -> Option<ClassId> {
        let mut waiting = vec![value];
        let mut seen = clew_base::FastSet::default();
        let unready = |name: &str| {
            let class = self.world.load(name).ok()?;
            let is_open = !state.globals.initialization.status.contains_key(&class);
            is_open.then_some(class)
        };
        while let Some(value) = waiting.pop() {
            let number = match value {
                Known::Constant(class, _) => match unready(class) {
                    Some(class) => return Some(class),
                    None => continue,
                },
                Known::Object(number) if !state.globals.recalled.objects.contains_key(number) => *number,
                Known::Object(_) | Known::Unknown | Known::Null | Known::Number(_) | Known::Class(_) => continue,
            };
            if seen.len() > MAX_OBJECTS || !seen.insert(number) {
                continue;
            }
            if let Some(home) = recalling.home_elsewhere(number) {
                match unready(&home.0) {
                    Some(class) => return Some(class),
                    None if !self.is_recalled(state, &home.0) => continue,
                    None => {}
                }
            }
            match recalling.snapshot.object(number) {
                Some(KnownObject::Fields(_, fields)) => waiting.extend(fields.iter().map(|field| &field.value)),
                Some(KnownObject::Array(_, elements)) => waiting.extend(elements),
                Some(KnownObject::Text(_)) | None => {}
            }
        }
        None
    }

    /// A told value in the heap. `before` is what was in its place, which may be the same object.
    fn recall(
        &mut self,
        state: &mut State,
        recalling: &mut Recalling<'_>,
        field: &KnownField,
        before: Option<Value>,
    ) -> Result<Value, CutReason> {
        self.recall_value(state, recalling, &field.value, &field.descriptor, before)
    }

    fn recall_value(
        &mut self,
        state: &mut State,
        recalling: &mut Recalling<'_>,
        value: &Known,
        descriptor: &str,
        before: Option<Value>,
    ) -> Result<Value, CutReason> {
        Ok(match value {
            Known::Unknown => Value::Opaque(UNFOLLOWED),
            Known::Null => Value::NULL,
            Known::Number(number) => self.number(descriptor, *number),
            Known::Class(descriptor) => {
                let object = self.class_object(state, &ClassName::of_descriptor(descriptor))?;
                Value::Ref(Ref::Object(object))
            }
            Known::Constant(class, name) => self.held_by(state, class, name).unwrap_or(Value::Opaque(UNFOLLOWED)),
            Known::Object(number) => match self.recall_object(state, recalling, *number, before)? {
                Some(object) => Value::Ref(Ref::Object(object)),
                None => Value::Opaque(UNFOLLOWED),
            },
        })
    }

    fn number(&mut self, descriptor: &str, number: i64) -> Value {
        Value::Term(match descriptor {
            "J" => self.pool.bv64(number),
            "F" => self.pool.f32(number as u32),
            "D" => self.pool.f64(number as u64),
            _ => self.pool.bv32(number as i32),
        })
    }

    fn recall_object(
        &mut self,
        state: &mut State,
        recalling: &mut Recalling<'_>,
        number: u32,
        before: Option<Value>,
    ) -> Result<Option<ObjectId>, CutReason> {
        if let Some(known) = state.globals.recalled.objects.get(&number) {
            return Ok(Some(*known));
        }
        let Some(told) = recalling.snapshot.object(number) else { return Ok(None) };
        if let Some((parts, locale)) = recalling.locale
            && parts_of_locale(recalling.snapshot, number).as_deref() == Some(parts)
        {
            return Ok(Some(locale));
        }
        if let Some((class, field)) = recalling.home_elsewhere(number)
            && !self.is_recalled(state, &class)
        {
            let held = match self.held_by(state, &class, &field) {
                Some(Value::Ref(Ref::Object(object))) if self.is_like(state, object, told) => Some(object),
                _ => None,
            };
            if let Some(object) = held {
                state.globals.recalled.objects.insert(number, object);
            }
            return Ok(held);
        }
        let there = match before {
            Some(Value::Ref(Ref::Object(object)))
                if !state.globals.platform.environment.contains(&object) && self.is_like(state, object, told) =>
            {
                Some(object)
            }
            _ => None,
        };
        let is_whole = matches!(told, KnownObject::Text(_));
        let object = match there {
            Some(object) => object,
            None if recalling.made >= MAX_OBJECTS => return Ok(None),
            None => match self.bare(state, told, recalling.provenance(state))? {
                Some(object) => object,
                None => return Ok(None),
            },
        };
        recalling.made += 1;
        state.globals.recalled.objects.insert(number, object);
        state.globals.platform.environment.insert(object);
        state.globals.recalled.names.insert(object);
        if !is_whole {
            recalling.waiting.push((number, object));
        }
        Ok(Some(object))
    }

    /// A new object of the class that is told, without content unless it is a string.
    fn bare(
        &mut self,
        state: &mut State,
        told: &KnownObject,
        provenance: HeapProvenance,
    ) -> Result<Option<ObjectId>, CutReason> {
        Ok(Some(match told {
            KnownObject::Text(units) => strings::make(self, state, units, provenance)?,
            KnownObject::Fields(class, _) => {
                let Ok(class) = self.world.load(class) else { return Ok(None) };
                state.heap.allocate(Object::new(type_of(class), provenance))
            }
            KnownObject::Array(descriptor, elements) => {
                let (ty, kind) = self.element_kind_of(descriptor)?;
                let length = self.pool.bv32(elements.len() as i32);
                let data = ArrayData::Dense(std::iter::repeat_n(Value::Opaque(UNFOLLOWED), elements.len()).collect());
                state.heap.allocate(Object {
                    types: TypeConstraint::exactly(ty),
                    provenance,
                    name: Rc::from(""),
                    content: Content::Array(Array { kind, length, data }),
                })
            }
        }))
    }

    /// Gives an object the content that is told.
    fn fill(
        &mut self,
        state: &mut State,
        recalling: &mut Recalling<'_>,
        number: u32,
        object: ObjectId,
    ) -> Result<(), CutReason> {
        match recalling.snapshot.object(number) {
            Some(KnownObject::Fields(_, told)) => {
                let Some(class) = state.heap.object(object).exact_type().map(class_of) else { return Ok(()) };
                for id in self.world.instance_fields(class).iter() {
                    let field = self.world.field(*id);
                    let owner = self.world.class(field.class);
                    let is_it = |one: &&KnownField| *one.name == *field.name && *one.class == *owner.name;
                    let before = state.heap.object(object).field(heap_field(*id));
                    let value = match told.iter().find(is_it) {
                        Some(told) => self.recall(state, recalling, told, before)?,
                        None => Value::Opaque(UNFOLLOWED),
                    };
                    state.heap.object_mut(object).initialize_field(heap_field(*id), value);
                }
            }
            Some(KnownObject::Array(descriptor, told)) => {
                let of_elements = &descriptor[1..];
                let before = match state.heap.object(object).array().map(|array| &array.data) {
                    Some(ArrayData::Dense(elements)) if elements.len() == told.len() => elements.clone(),
                    _ => return Ok(()),
                };
                let mut elements = before.clone();
                for (at, value) in told.iter().enumerate() {
                    let value = self.recall_value(state, recalling, value, of_elements, before.get(at).copied())?;
                    elements.set(at, value);
                }
                if let Content::Array(array) = &mut state.heap.object_mut(object).content {
                    array.data = ArrayData::Dense(elements);
                }
            }
            Some(KnownObject::Text(_)) | None => {}
        }
        Ok(())
    }

    /// Whether an object can be the one that is told: one of that class, an array of that length, a string of that text.
    fn is_like(&self, state: &State, object: ObjectId, told: &KnownObject) -> bool {
        let held = state.heap.object(object);
        let Some(class) = held.exact_type().map(|ty| self.types.class(ty)) else { return false };
        match told {
            KnownObject::Text(units) => strings::units(self, state, object).is_some_and(|own| own == *units),
            KnownObject::Fields(name, _) => class.name == *name,
            KnownObject::Array(descriptor, elements) => {
                let length = match held.array().map(|array| &array.data) {
                    Some(ArrayData::Dense(elements)) => Some(elements.len()),
                    _ => None,
                };
                *class.name == **descriptor && length == Some(elements.len())
            }
        }
    }

    /// Before a static field is read that holds what is told of it: the system properties that its class's initializer asks for must
    /// be as they are by themselves, and nobody must have changed the field, or what it leads to.
    pub(super) fn assume_unchanged(&mut self, state: &State, field: &Field) {
        if !state.globals.recalled.classes.contains(&field.class) {
            return;
        }
        for name in self.told_class(field.class).map(|told| told.properties.clone()).unwrap_or_default() {
            self.ledger.assume_at(state, Assumption::Environment(name.to_string()));
        }
        if !(field.is_final() && is_immutable(&field.descriptor)) {
            let name = display_name(&self.world.class(field.class).name);
            self.ledger.assume_at(state, Assumption::InitialStatics(name));
        }
    }
}

impl Core<'_> {
    /// Notes that what a class leaves is taken from what is told, if it is. What its fields hold so far is kept, because an object may
    /// be the one that is told.
    pub(super) fn recall_class(&self, state: &mut State, class: ClassId) {
        let info = self.world.class(class);
        let Some(told) = self.told_class(class) else { return };
        state.globals.recalled.classes.insert(class);
        for field in info.fields.iter().map(|field| self.world.field(*field)).filter(|field| field.is_static()) {
            let is_told = told.fields.iter().any(|told| *told.name == *field.name && told.value != Known::Unknown);
            if is_told {
                let before = state.globals.statics.values.get(&field.id).copied();
                state.globals.recalled.waiting.insert(field.id, before);
            }
        }
    }

    fn told_class(&self, class: ClassId) -> Option<&clew_jvm::KnownClass> {
        let info = self.world.class(class);
        let is_of_jdk = info.provenance == Provenance::Jdk && !info.is_enum();
        let snapshot = self.world.class_path().snapshot().filter(|_| is_of_jdk)?;
        snapshot.class(&info.name).filter(|told| !told.is_early)
    }

    /// What a static field of a class that is initialized holds.
    pub(crate) fn held_by(&self, state: &State, class: &str, name: &str) -> Option<Value> {
        let class = self.world.load(class).ok()?;
        let fields = self.world.class(class).fields.clone();
        let mut fields = fields.iter().map(|field| self.world.field(*field));
        let field = fields.find(|field| field.is_static() && *field.name == *name)?;
        state.globals.statics.values.get(&field.id).copied()
    }

    /// Whether what a class of this name has left is taken from what is told.
    fn is_recalled(&self, state: &State, class: &str) -> bool {
        self.world.load(class).is_ok_and(|class| state.globals.recalled.classes.contains(&class))
    }
}

impl Machine<'_> {
    /// How deep the activation of the innermost initializer is of whose class is told what it leaves.
    pub(super) fn initializer_that_is_told(&self, state: &State) -> Option<usize> {
        let is_told = |frame: &Rc<crate::state::Frame>| match frame.on_return {
            OnReturn::Initialized(class) => self.told_class(class).is_some(),
            _ => false,
        };
        state.frames.iter().rposition(is_told).filter(|_| self.goes_on_behind_initializers())
    }

    /// What a call returns for arguments of this name, the parts of a locale first: a copy, as each call makes one. `into` is the
    /// object that gets the content of what is returned, if it is to be one that is there.
    ///
    /// # Errors
    /// What it rests on is not in the heap, and cannot be.
    pub(crate) fn recall_call(
        &mut self,
        state: &mut State,
        [call, arguments]: [&str; 2],
        locale: ObjectId,
        into: Option<ObjectId>,
    ) -> Result<Returned, CutReason> {
        let world = self.world;
        let told = world
            .class_path()
            .snapshot()
            .and_then(|snapshot| Some((snapshot, snapshot.class(call)?, snapshot.static_field(call, arguments)?)));
        let Some((snapshot, class, told)) = told.filter(|(_, _, told)| told.value != Known::Unknown) else {
            return Ok(Returned::Unknown);
        };
        let parts = arguments.split('/').next().unwrap_or(arguments);
        let locale = Some((parts, locale));
        let mut recalling = Recalling { snapshot, class: call, waiting: Vec::new(), made: 0, locale };
        if let Some(needed) = self.class_to_initialize(state, &recalling, &told.value) {
            return Ok(Returned::Needs(needed));
        }
        for name in class.properties.iter().map(|name| &**name).chain([PROVIDERS]) {
            self.ledger.assume_at(state, Assumption::Environment(name.to_owned()));
        }
        let before = state.globals.recalled.objects.clone();
        let value = self.recall(state, &mut recalling, told, into.map(|object| Value::Ref(Ref::Object(object))))?;
        while let Some((number, object)) = recalling.waiting.pop() {
            self.fill(state, &mut recalling, number, object)?;
        }
        // The next call makes another copy.
        state.globals.recalled.objects = before;
        if let Value::Ref(Ref::Object(object)) = value {
            state.globals.platform.environment.remove(&object);
            state.globals.recalled.names.remove(&object);
        }
        Ok(Returned::Value(value))
    }
}

/// What a call returns.
pub(crate) enum Returned {
    /// This.
    Value(Value),
    /// A class has to be initialized before.
    Needs(ClassId),
    /// Nobody has told.
    Unknown,
}

/// The parts of a locale that is told: language, script, region and variant. `None` of an object that is no locale, and of one with
/// extensions.
fn parts_of_locale(snapshot: &Snapshot, number: u32) -> Option<String> {
    let field = |number: u32, class: &str, name: &str| match snapshot.object(number)? {
        KnownObject::Fields(own, fields) if **own == *class => {
            fields.iter().find(|field| *field.name == *name).map(|field| &field.value)
        }
        _ => None,
    };
    let Known::Object(base) = field(number, LOCALE, "baseLocale")? else { return None };
    if *field(number, LOCALE, "localeExtensions")? != Known::Null {
        return None;
    }
    let mut parts = Vec::new();
    for part in PARTS_OF_LOCALE {
        let Known::Object(text) = field(*base, BASE_LOCALE, part)? else { return None };
        let KnownObject::Text(units) = snapshot.object(*text)? else { return None };
        parts.push(String::from_utf16(units).ok()?);
    }
    Some(parts.join("_"))
}

impl Recalling<'_> {
    /// Who has made what is put into the heap: initialization, or the call that returns it.
    fn provenance(&self, state: &State) -> HeapProvenance {
        match self.locale {
            Some(_) => provenance_of_new(state),
            None => HeapProvenance::Initialization,
        }
    }

    /// The static field of another class that holds an object itself.
    fn home_elsewhere(&self, number: u32) -> Option<(Rc<str>, Rc<str>)> {
        let (class, field) = self.snapshot.home(number)?;
        (*class.name != *self.class).then(|| (Rc::from(&*class.name), Rc::from(&*field.name)))
    }
}
