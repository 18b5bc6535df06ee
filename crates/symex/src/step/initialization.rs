//! Class initialization, run concretely and once on each path, in the order of the JVM specification (5.5).

use crate::core::{Bounds, Core};
use crate::flow::{Flow, Step, Stop, known};
use crate::ledger::initializing;
use crate::machine::Machine;
use crate::models::startup::is_service_of_machine;
use crate::state::{InitStatus, OnReturn, State};
use clew_base::{FastSet, Id};
use clew_facts::{Assumption, CutReason};
use clew_heap::{ArrayData, Content, Heap, ObjectId, Provenance as HeapProvenance, Ref, TypeOracle, Value};
use clew_ir::{BlockId, Unwind};
use clew_jvm::{Class, ClassId, Field, FieldId, Provenance};
use std::rc::Rc;

/// The greatest number of objects of one class's initializer that references of the input are tried to name.
const MAX_PUBLISHED: usize = 24;

/// Why it is not known which objects an initializer leaves to others.
const MUCH_COPIED: &str = "an array of an initializer into which elements were copied at once";

/// Classes of the JDK whose fields of array types hold arrays that nobody else has: they copy what they are passed and what they give, and
/// no subclass can name the fields. Most others may keep an array of their caller, as a list of `Arrays.asList` and a `LogRecord` do.
const KEEPING_ARRAYS: &[&str] = &[
    "java/lang/AbstractStringBuilder",
    "java/lang/String",
    "java/math/BigInteger",
    "java/util/ArrayDeque",
    "java/util/ArrayList",
    "java/util/BitSet",
    "java/util/EnumMap",
    "java/util/HashMap",
    "java/util/Hashtable",
    "java/util/IdentityHashMap",
    "java/util/ImmutableCollections$ListN",
    "java/util/ImmutableCollections$MapN",
    "java/util/ImmutableCollections$SetN",
    "java/util/PriorityQueue",
    "java/util/WeakHashMap",
    "java/util/concurrent/ArrayBlockingQueue",
    "java/util/concurrent/ConcurrentHashMap",
    "java/util/concurrent/CopyOnWriteArrayList",
    "java/util/concurrent/PriorityBlockingQueue",
];

impl Machine<'_> {
    pub(super) fn init_class(&mut self, state: State, class: &str, normal: BlockId, unwind: Option<Unwind>) -> Step {
        let class = match self.world.load(class) {
            Ok(class) => class,
            // Whether it is missing when the program runs for real is not ours to say.
            Err(error) => return Err(Stop::unsupported(state, error.to_string())),
        };
        match state.globals.initialization.status.get(&class) {
            Some(InitStatus::Done | InitStatus::Running) => {
                self.rest_on_use(&state, class);
                self.jump(state, normal)
            }
            Some(InitStatus::Failed) => {
                self.rest_on_use(&state, class);
                self.raise_new(state, "java/lang/NoClassDefFoundError", unwind)
            }
            None => self.initialize(state, class),
        }
    }

    /// Initializes the class of the method under test, whose activation stands at its beginning.
    pub(crate) fn initialize_at_entry(&mut self, state: State, class: ClassId) -> Flow {
        self.initialize(state, class).unwrap_or_else(Stop::into_flow)
    }

    /// Begins the initialization of a class: pushes the activations of its initializer and those of its superclasses, the
    /// topmost class last. The instruction that needed the class runs again afterwards.
    pub(crate) fn initialize(&mut self, mut state: State, class: ClassId) -> Step {
        if state.globals.initialization.status.get(&class) == Some(&InitStatus::Failed) {
            return self.raise_failed(state);
        }
        // A class that is refused is not marked: the next attempt fails again.
        if let Err(error) = self.world.link_for_use(class) {
            // Where no code runs yet, there is nobody to throw it at.
            let throws = error.throws().filter(|_| !state.frames.is_empty());
            let Some(throws) = throws else { return Err(Stop::unsupported(state, error.to_string())) };
            let unwind = self.pending_unwind(&state);
            return self.raise_new(state, throws, unwind);
        }
        if self.bounds == Bounds::Off {
            self.run.initialized.push(class);
        }
        let order = self.initialization_order(&state, class);
        let is_of_program = self.world.class(class).provenance != Provenance::Jdk;
        if is_of_program && !state.has_changed_something() && initializing(&state).is_none() {
            state.globals.initialization.in_order.push_back(class);
        }
        for class in order.iter().copied() {
            self.act(&mut state, class);
            self.expect_order_of_reads(&mut state, class);
        }
        for class in order.iter().copied() {
            let info = self.world.class(class);
            match info.has_clinit.filter(|_| !is_service_of_machine(&info.name)) {
                None => {
                    state.globals.initialization.status.insert(class, InitStatus::Done);
                }
                Some(initializer) => {
                    let code = match self.code(initializer) {
                        Ok(code) => code,
                        Err(error) => return Err(Stop::unsupported(state, error.to_string())),
                    };
                    state.globals.initialization.status.insert(class, InitStatus::Running);
                    known!(state, self.push_frame(&mut state, code, Vec::new(), OnReturn::Initialized(class)));
                    self.expect_order_of_supertypes(&state, &info, &order);
                }
            }
        }
        Ok(Flow::Next(state))
    }

    /// The initializer of a class is about to run while that of a supertype waits for it.
    fn expect_order_of_supertypes(&mut self, state: &State, class: &Class, order: &[ClassId]) {
        for supertype in class.superclass.iter().chain(&class.interfaces) {
            let waits = state.globals.initialization.status.get(supertype) == Some(&InitStatus::Running);
            if waits && !order.contains(supertype) {
                self.expect_order(state, *supertype);
            }
        }
    }

    /// Lets references of the input name the objects that the static fields of a class of the program hold now, directly or
    /// not. An input object that is known already might have been one of them: that is on record.
    pub(super) fn publish_statics(&mut self, state: &mut State, class: ClassId) {
        let info = self.world.class(class);
        if info.provenance == Provenance::Jdk {
            return;
        }
        let fields = info.fields.iter().map(|field| self.world.field(*field)).filter(|field| !field.is_synthetic());
        let held = fields.filter_map(|field| state.globals.statics.values.get(&field.id).copied());
        let mut waiting: Vec<Value> = held.collect();
        self.publish_initial(state, waiting.clone());
        let (mut published, mut seen, mut kept) = (Vec::new(), FastSet::default(), FastSet::default());
        while let Some(value) = waiting.pop() {
            let Value::Ref(Ref::Object(object)) = value else { continue };
            if self.is_sink(state, Some(&value)) || !seen.insert(object) {
                continue;
            }
            // An object of the JDK is no such input, but may hold some, as a collection does.
            if self.may_be_input_from_static(state, object) {
                published.push(object);
            }
            kept.extend(self.kept_arrays(state, object));
            match parts(&state.heap, object) {
                Some(parts) => waiting.extend(parts),
                None => self.ledger.record_cut(state, CutReason::Unsupported(MUCH_COPIED.to_owned())),
            }
        }
        published.retain(|object| !kept.contains(object));
        let known_inputs: Vec<ObjectId> =
            state.heap.candidates().filter(|id| state.heap.object(*id).provenance == HeapProvenance::Input).collect();
        published.sort_unstable();
        let most = self.types.at_most(MAX_PUBLISHED);
        if published.len() > most {
            published.truncate(most);
            let name = crate::types::display_name(&info.name);
            self.ledger.record_cut(state, CutReason::Bound(Assumption::FewShared(name)));
        }
        for object in published {
            let types = state.heap.object(object).types.clone();
            let mistaken = known_inputs
                .iter()
                .any(|input| self.types.may_be_inhabited(&state.heap.object(*input).types.and(&types, &self.types)));
            if mistaken && !self.initialize_early(class) {
                let name = crate::types::display_name(&info.name);
                self.ledger.record_cut(
                    state,
                    CutReason::Unsupported(format!("an input that may be an object of the initializer of {name}")),
                );
            }
            state.heap.publish(object);
        }
    }
}

impl Core<'_> {
    /// The arrays that an object of the JDK keeps to itself.
    fn kept_arrays(&self, state: &State, object: ObjectId) -> Vec<ObjectId> {
        let Content::Fields { current, .. } = &state.heap.object(object).content else { return Vec::new() };
        let held = current.iter().filter_map(|(field, value)| match value {
            Value::Ref(Ref::Object(held)) => Some((self.world.field(FieldId::from_index(field.index())), *held)),
            _ => None,
        });
        let keeps = |field: &Field| {
            field.descriptor.starts_with('[') && KEEPING_ARRAYS.contains(&&*self.world.class(field.class).name)
        };
        held.filter(|(field, _)| keeps(field)).map(|(_, held)| held).collect()
    }

    fn may_be_input_from_static(&self, state: &State, object: ObjectId) -> bool {
        state.heap.object(object).exact_type().is_some_and(|ty| {
            let class = self.types.class(ty);
            class.provenance != Provenance::Jdk || class.is_array() || &*class.name == "java/lang/Object"
        })
    }
}

impl Core<'_> {
    /// The classes to initialize for a class, itself first: then the superinterfaces with code for methods of objects, and its superclass
    /// with those of it. The last runs first.
    fn initialization_order(&self, state: &State, class: ClassId) -> Vec<ClassId> {
        let mut order = Vec::new();
        self.collect_uninitialized(state, class, &mut order);
        order
    }

    fn collect_uninitialized(&self, state: &State, class: ClassId, order: &mut Vec<ClassId>) {
        if state.globals.initialization.status.contains_key(&class) {
            return;
        }
        order.push(class);
        let info = self.world.class(class);
        if info.is_interface() {
            return;
        }
        for interface in info.interfaces.iter().rev() {
            self.collect_interfaces(state, *interface, order);
        }
        if let Some(superclass) = info.superclass {
            self.collect_uninitialized(state, superclass, order);
        }
    }

    /// Adds an interface and those above it, which run before it (Java Virtual Machine Specification, section 5.5). Initializing an
    /// interface alone initializes none above it, so these may be left.
    fn collect_interfaces(&self, state: &State, interface: ClassId, order: &mut Vec<ClassId>) {
        let info = self.world.class(interface);
        if has_methods_of_objects(self, &info) && !state.globals.initialization.status.contains_key(&interface) {
            // Where it is above several, it runs with the first, which is the last here.
            order.retain(|known| *known != interface);
            order.push(interface);
        }
        for above in info.interfaces.iter().rev() {
            self.collect_interfaces(state, *above, order);
        }
    }
}

/// What an object holds, if it can be told from the object.
pub(super) fn parts(heap: &Heap, object: ObjectId) -> Option<Vec<Value>> {
    Some(match &heap.object(object).content {
        Content::Fields { current, .. } => current.iter().map(|(_, value)| *value).collect(),
        Content::Array(array) => match &array.data {
            ArrayData::Dense(elements) => elements.iter().copied().collect(),
            ArrayData::Map { .. } => Vec::new(),
            ArrayData::Stacked(_) => return None,
            ArrayData::Cells { constant, symbolic, .. } => {
                constant.values().copied().chain(symbolic.iter().map(|(_, cell)| *cell)).map(Value::Ref).collect()
            }
        },
    })
}

/// Whether an interface has code for methods of objects, private ones too.
fn has_methods_of_objects(machine: &Core<'_>, interface: &Rc<Class>) -> bool {
    let mut methods = interface.methods.iter().map(|method| machine.world.method(*method));
    methods.any(|method| !method.is_abstract() && !method.is_static() && !method.is_class_initializer())
}
