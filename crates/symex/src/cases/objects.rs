//! The values and objects of a case.

use super::condition::Condition;
use super::number_text;
use crate::flow::PathEnd;
use crate::inputs::Inputs;
use crate::machine::Machine;
use crate::state::State;
use crate::strings::units_by;
use crate::tests::shown::name_of;
use crate::types::{class_of, display_name};
use clew_base::{Id, OrderedMap};
use clew_facts::{CaseEnd, CaseObject, NamedValue};
use clew_heap::{Array, ArrayData, Content, Kind, Object, ObjectId, Provenance, Ref, Target, TypeId, Value};
use clew_jvm::{FieldId, Provenance as Origin, keyword};
use clew_term::{Node, Term};

/// Which state of the objects is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moment {
    Before,
    After,
}

/// Tells the objects of a final state under the names that they get when one first meets them.
pub(super) struct Objects<'m, 'w, 's> {
    machine: &'m mut Machine<'w>,
    state: &'s State,
    condition: Condition,
    names: OrderedMap<ObjectId, String>,
    /// How many of the names were there at entry.
    at_entry: usize,
}

impl<'m, 'w, 's> Objects<'m, 'w, 's> {
    pub(super) fn new(machine: &'m mut Machine<'w>, state: &'s State, condition: Condition) -> Self {
        Self { machine, state, condition, names: OrderedMap::default(), at_entry: 0 }
    }

    /// The receiver and the arguments.
    pub(super) fn arguments(&mut self, inputs: &Inputs) -> Vec<NamedValue> {
        let receiver_kind = Kind::Ref(crate::types::type_of(self.machine.world.method(self.machine.target).class));
        let receiver = inputs.receiver.map(|value| ("this", value, receiver_kind));
        let parameters = inputs.parameters.iter().map(|given| (given.name.as_str(), given.value, given.kind));
        let all: Vec<(&str, Value, Kind)> = receiver.into_iter().chain(parameters).collect();
        all.into_iter().map(|(name, value, kind)| self.named(name, value, kind)).collect()
    }

    /// The static fields that hold anything at entry.
    pub(super) fn statics_in(&mut self) -> Vec<NamedValue> {
        let held: Vec<(FieldId, (Value, Kind))> =
            self.state.input.statics.iter().map(|(field, held)| (*field, *held)).collect();
        held.into_iter().map(|(field, (value, kind))| self.named(&self.static_name(field), value, kind)).collect()
    }

    /// The static fields of the program that were written.
    pub(super) fn statics_out(&mut self) -> Vec<NamedValue> {
        let written: Vec<FieldId> = self.state.globals.statics.overwritten.keys().copied().collect();
        let mut told = Vec::new();
        for field in written {
            let descriptor = &self.machine.world.field(field).descriptor;
            let Ok(kind) = self.machine.types.kind(descriptor) else { continue };
            let Some(value) = self.state.globals.statics.values.get(&field).copied() else { continue };
            told.push(self.named(&self.static_name(field), value, kind));
        }
        told
    }

    fn static_name(&self, field: FieldId) -> String {
        let field = self.machine.world.field(field);
        format!("{}.{}", display_name(&self.machine.world.class(field.class).name), field.name)
    }

    /// How the path ends. A constructor returns the object that it constructs.
    pub(super) fn end(&mut self, inputs: &Inputs, end: &PathEnd) -> CaseEnd {
        let method = self.machine.world.method(self.machine.target);
        match *end {
            PathEnd::Return(value) => {
                let kind = method.returns.as_deref().and_then(|returns| self.machine.types.kind(returns).ok());
                let kind = kind.unwrap_or(Kind::Ref(crate::types::type_of(method.class)));
                let value = value.or(inputs.constructed);
                CaseEnd::Returns(value.map(|value| self.value(value, kind)))
            }
            PathEnd::Throw(value) => {
                let any = Kind::Ref(crate::types::type_of(method.class));
                let exception = self.value(value, any);
                let class = match self.object_of(value) {
                    Some(object) => self.class_text(self.state.heap.object(object)),
                    None => "java.lang.Throwable+".to_owned(),
                };
                CaseEnd::Throws { exception, class }
            }
            PathEnd::Exit | PathEnd::Excluded | PathEnd::Cut(_) => CaseEnd::Exits,
        }
    }

    fn named(&mut self, name: &str, value: Value, kind: Kind) -> NamedValue {
        NamedValue { name: name.to_owned(), value: self.value(value, kind) }
    }

    fn value(&mut self, value: Value, kind: Kind) -> String {
        match value {
            Value::Opaque(why) => format!("? ({why})"),
            Value::Term(term) => {
                let term = kind.pass_through(&mut self.machine.pool, term);
                let term = self.condition.value(self.machine, self.state, term);
                number_text(self.machine, term, kind)
            }
            Value::Ref(Ref::Null) => "null".to_owned(),
            Value::Ref(Ref::Object(_)) => self.object_name(value),
            Value::Ref(Ref::Var(variable)) => {
                let info = self.state.heap.variable(variable);
                let is_null = self.machine.pool.not(info.non_null);
                match info.target {
                    Target::Object(_) | Target::Named(_) => self.object_name(value),
                    Target::Null => "null".to_owned(),
                    Target::Open if self.state.path.known.contains(&is_null) => "null".to_owned(),
                    Target::Same(other) => self.state.heap.variable(other).name.to_string(),
                    Target::Open | Target::NonNull => info.name.to_string(),
                }
            }
        }
    }

    fn object_of(&self, value: Value) -> Option<ObjectId> {
        let Value::Ref(reference) = value else { return None };
        crate::flow::object_of(self.state, reference).map(|object| self.state.heap.representative(object))
    }

    /// The name of a known object: a literal, a static field that holds it, or `r0` and so on.
    fn object_name(&mut self, value: Value) -> String {
        let Some(id) = self.object_of(value) else { return "?".to_owned() };
        if let Some(units) = units_by(self.machine, self.state, id, |term| self.machine.pool.as_i32(term)) {
            return format!("{:?}", String::from_utf16_lossy(&units));
        }
        if let Some(name) = self.state.globals.classes.names.get(&id) {
            return format!("{}.class", name.shown());
        }
        if self.state.heap.object(id).provenance == Provenance::Initialization {
            return name_of(self.machine, self.state, id);
        }
        let next = format!("r{}", self.names.len());
        self.names.entry(id).or_insert(next).clone()
    }

    /// The objects at entry, as far as the path read them.
    pub(super) fn heap_in(&mut self) -> Vec<CaseObject> {
        let mut told = Vec::new();
        let mut at = 0;
        while let Some(id) = self.names.get_index(at).map(|(id, _)| *id) {
            told.push(self.object(id, Moment::Before));
            at += 1;
        }
        self.at_entry = at;
        told
    }

    /// The objects at the end that were made or changed, and lead there.
    pub(super) fn heap_out(&mut self) -> Vec<CaseObject> {
        let mut told = Vec::new();
        let mut at = 0;
        while let Some(id) = self.names.get_index(at).map(|(id, _)| *id) {
            let after = self.object(id, Moment::After);
            if at >= self.at_entry || self.is_changed(self.state.heap.object(id)) {
                told.push(after);
            }
            at += 1;
        }
        told
    }

    fn object(&mut self, id: ObjectId, moment: Moment) -> CaseObject {
        let object = self.state.heap.object(id).clone();
        let holds = match &object.content {
            Content::Array(array) => self.elements(&object, array, moment),
            Content::Fields { current, initial } => match moment {
                Moment::Before if object.provenance == Provenance::Input => self.fields(&object, initial),
                Moment::Before | Moment::After => self.fields(&object, current),
            },
        };
        CaseObject { name: self.names.get(&id).cloned().unwrap_or_default(), class: self.class_text(&object), holds }
    }

    fn class_text(&self, object: &Object) -> String {
        let name = |ty: &TypeId| class_name(&self.machine.types.class(*ty).name);
        match (&object.types.among, object.types.upper.first()) {
            (Some(among), _) => among.iter().map(name).collect::<Vec<_>>().join("|"),
            (None, Some(upper)) if self.machine.types.is_leaf(*upper) => name(upper),
            (None, Some(upper)) => format!("{}+", name(upper)),
            (None, None) => "java.lang.Object+".to_owned(),
        }
    }

    /// Fields that the program declares. An object that the path made holds defaults where nothing was written.
    fn fields(&mut self, object: &Object, listed: &[(clew_heap::FieldId, Value)]) -> Vec<NamedValue> {
        let Some(class) = object.exact_type().or_else(|| object.types.upper.first().copied()) else {
            return Vec::new();
        };
        let mut told = Vec::new();
        for id in self.machine.world.instance_fields(class_of(class)).iter() {
            let field = self.machine.world.field(*id);
            let Ok(kind) = self.machine.types.kind(&field.descriptor) else { continue };
            let is_of_jdk = self.machine.world.class(field.class).provenance == Origin::Jdk;
            let known = listed.iter().find(|(listed, _)| listed.index() == id.index()).map(|(_, value)| *value);
            let value = match known {
                _ if is_of_jdk && !crate::types::is_box(&self.machine.world.class(field.class).name) => continue,
                Some(value) => value,
                None if object.provenance == Provenance::Input => continue,
                None => kind.default_value(&mut self.machine.pool),
            };
            told.push(self.named(&field.name, value, kind));
        }
        told
    }

    fn elements(&mut self, object: &Object, array: &Array, moment: Moment) -> Vec<NamedValue> {
        let is_before = moment == Moment::Before && object.provenance == Provenance::Input;
        let mut told = vec![self.named("length", Value::Term(array.length), Kind::Int)];
        match &array.data {
            ArrayData::Dense(elements) => {
                let length = self.condition.value(self.machine, self.state, array.length);
                let length = self.machine.pool.as_i32(length).and_then(|length| usize::try_from(length).ok());
                for (at, value) in elements.iter().take(length.unwrap_or(usize::MAX)).enumerate() {
                    told.push(self.named(&format!("[{at}]"), *value, array.kind));
                }
            }
            ArrayData::Map { current, initial } => {
                let map = if is_before { initial.unwrap_or(*current) } else { *current };
                self.stored(map, array.kind, &mut told);
            }
            ArrayData::Cells { constant, symbolic, initial, .. } => {
                let constant = constant.iter().map(|(at, cell)| (self.machine.pool.bv32(*at), *cell));
                let current: Vec<(Term, Ref)> = constant.chain(symbolic.iter().copied()).collect();
                let cells = if is_before { initial.iter().copied().collect() } else { current };
                for (at, cell) in cells {
                    let at = self.value(Value::Term(at), Kind::Int);
                    told.push(self.named(&format!("[{at}]"), Value::Ref(cell), array.kind));
                }
            }
            ArrayData::Stacked(_) => {}
        }
        told
    }

    /// The elements that were stored in a map, the last stored first.
    fn stored(&mut self, mut map: Term, kind: Kind, told: &mut Vec<NamedValue>) {
        loop {
            match *self.machine.pool.node(map) {
                Node::Store(below, index, value) => {
                    let at = self.machine.pool.index_terms(index)[0];
                    let at = self.value(Value::Term(at), Kind::Int);
                    let value = kind.widen(&mut self.machine.pool, value);
                    told.push(self.named(&format!("[{at}]"), Value::Term(value), kind));
                    map = below;
                }
                Node::ConstArray(_, value) => {
                    let value = kind.widen(&mut self.machine.pool, value);
                    return told.push(self.named("[…]", Value::Term(value), kind));
                }
                Node::Symbol(_) => return,
                _ => {
                    let value = self.machine.pool.display(map).to_string();
                    return told.push(NamedValue { name: "[…]".to_owned(), value });
                }
            }
        }
    }

    /// Whether an object that was there at entry holds something else at the end, as far as the path looked.
    fn is_changed(&self, object: &Object) -> bool {
        let array = match &object.content {
            _ if object.provenance != Provenance::Input => return true,
            Content::Fields { current, initial } => return current != initial,
            Content::Array(array) => array,
        };
        match &array.data {
            ArrayData::Map { current, initial } => initial.is_some_and(|initial| initial != *current),
            ArrayData::Cells { constant, symbolic, initial, .. } => {
                let number = |at: &Term| self.machine.pool.as_i32(*at);
                let same = |at: &i32, cell: &Ref| {
                    initial.iter().any(|(index, held)| number(index) == Some(*at) && held == cell)
                };
                let is_same = constant.iter().all(|(at, cell)| same(at, cell));
                !is_same || !symbolic.iter().all(|cell| initial.contains(cell))
            }
            ArrayData::Dense(_) | ArrayData::Stacked(_) => true,
        }
    }
}

/// The name of a class as Java writes it (`demo.Node`, `int[][]`).
fn class_name(internal: &str) -> String {
    let element = internal.trim_start_matches('[');
    let brackets = "[]".repeat(internal.len() - element.len());
    if brackets.is_empty() {
        return display_name(internal);
    }
    let class = element.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
    let element = class.map_or_else(|| keyword(element).unwrap_or(element).to_owned(), display_name);
    format!("{element}{brackets}")
}
