//! Other threads. One thread runs here; where its code lets others in, and then reads what they may have changed meanwhile, every
//! proof says that they did not (`single_thread`).

use super::initialization::parts;
use crate::class_name::ClassName;
use crate::core::{Bounds, Core};
use crate::machine::Machine;
use crate::models::output::is_logger;
use crate::models::secrets;
use crate::sharing::{Ordered, Place, Written};
use crate::state::{Frame, OnReturn, State, provenance_of_new};
use crate::touch::{Effect, Holding, Touch, note_read, note_write};
use crate::types::class_of;
use clew_base::Id;
use clew_facts::Assumption;
use clew_heap::{Content, Kind, Named, ObjectId, Provenance, Ref, Value};
use clew_jvm::{ClassId, Field, FieldId, MethodId, is_of_collections};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Classes whose fields others never change in a way that can be seen: what they hold is constant, or found out again.
const CONSTANT: [&str; 4] = ["java/lang/String", "java/lang/Class", "java/lang/Enum", "java/lang/Record"];

impl Machine<'_> {
    /// Before a shared place is read: it may have changed. A volatile read lets others in first, who may change at once what the
    /// execution has given to them. A place of the input that was never looked at may as well have changed before the execution
    /// began.
    pub(crate) fn expect_change(&mut self, state: &mut State, names: &[Named], touch: Touch) {
        if touch.ordered == Ordered::Yes {
            state.globals.threads.sharing.let_others_in();
        }
        let may_have_changed = names.iter().any(|named| may_have_changed(state, named.object, touch));
        if may_have_changed && !is_own(state, names, touch) {
            self.ledger.assume_at(state, Assumption::SingleThread);
        }
        self.expect_finalizers(state);
    }

    /// Before something shared is read: a finalizer may have changed it.
    fn expect_finalizers(&mut self, state: &mut State) {
        let collection = &state.globals.collection;
        if collection.has_finalizers() {
            self.ledger.assume_at(state, Assumption::NoCollection);
            if collection.may_have_run() {
                state.predict_no_further(secrets::COLLECTION);
            }
        }
    }

    /// Before a static field is read: others may have changed it.
    pub(super) fn before_static_read(&mut self, state: &mut State, field: &Field) {
        if !self.may_change_static(state, field) {
            return;
        }
        let (place, sharing) = (Place::Static(field.id), &mut state.globals.threads.sharing);
        let mut has_changed =
            (sharing.has_acted() || sharing.has_waited()) && !sharing.is_own(Written::Static(field.id));
        if field.is_volatile() {
            sharing.let_others_in();
            has_changed |= sharing.is_stale(place);
        }
        sharing.note_read(place, &[]);
        if has_changed {
            self.ledger.assume_at(state, Assumption::SingleThread);
        }
        self.expect_finalizers(state);
    }

    /// Before a jump: a loop may ask again what only others can have changed.
    pub(super) fn expect_answer(&mut self, state: &mut State) {
        let code = Rc::clone(&state.top().code);
        let block = state.top().block;
        let polls = code.polls.at(block);
        if polls.is_empty() || !self.reckons_with_others(state) {
            return;
        }
        let world = self.world;
        let is_of_collections = |field: FieldId| is_of_collections(&world.class(world.field(field).class).name);
        for (position, poll) in polls.iter().enumerate() {
            let values = poll.registers.iter().map(|reg| state.get(*reg)).collect();
            let jump = (state.frames.len(), code.id, block, position);
            if state.globals.threads.sharing.asked.ask(jump, poll, values, is_of_collections) {
                self.ledger.assume_at(state, Assumption::SingleThread);
            }
        }
    }

    /// Before a model runs: it may read and write elements and fields without an instruction for each.
    pub(super) fn share_with_model(&mut self, state: &mut State, target: MethodId, args: &[Value]) {
        match (&*self.world.method(target).name, args) {
            ("arraycopy", [Value::Ref(Ref::Object(source)), _, Value::Ref(Ref::Object(copy)), ..]) => {
                self.share_elements(state, *source);
                let names = [Named { guard: self.pool.tru(), object: *copy }];
                if self.shares_stores(state, &names) {
                    match parts(&state.heap, *source) {
                        Some(parts) => parts.into_iter().for_each(|part| self.publish(state, part)),
                        None if is_of_numbers(state, *source) => {}
                        None => state.globals.threads.sharing.publish_all(),
                    }
                }
                if let Some(touch) = self.touch_of_elements(state, &names) {
                    note_write(state, &names, touch);
                }
            }
            // The look-up of a text goes through the whole table.
            ("getNode", [Value::Ref(Ref::Object(map)), _]) => self.share_fields(state, *map),
            ("clone", [Value::Ref(Ref::Object(original))]) => {
                self.share_elements(state, *original);
                self.share_fields(state, *original);
            }
            _ => {}
        }
    }

    /// All elements of an array are read, if it is one.
    fn share_elements(&mut self, state: &mut State, array: ObjectId) {
        let names = [Named { guard: self.pool.tru(), object: array }];
        if let Some(touch) = self.touch_of_elements(state, &names) {
            self.expect_change(state, &names, touch);
            note_read(state, &names, touch);
        }
    }

    /// All fields of an object are read.
    fn share_fields(&mut self, state: &mut State, object: ObjectId) {
        let names = [Named { guard: self.pool.tru(), object }];
        let Some(class) = state.heap.object(object).exact_type().map(class_of) else { return };
        let world = self.world;
        for field in world.instance_fields(class).iter().map(|field| world.field(*field)) {
            if self.may_change(state, &names, &field) {
                let touch = Touch::of_field(&field);
                self.expect_change(state, &names, touch);
                note_read(state, &names, touch);
            }
        }
    }

    /// What a call does besides what its code says.
    pub(super) fn take_effect(&mut self, state: &mut State, target: MethodId) {
        let effect = match self.caches.effects.get(&target) {
            Some(effect) => *effect,
            None => {
                let method = self.world.method(target);
                let effect = effect_of(&self.world.class(method.class).name, &method.name);
                self.caches.effects.insert(target, effect);
                effect
            }
        };
        match effect {
            Effect::None => {}
            Effect::Action if self.reckons_with_others(state) => state.globals.threads.sharing.wait_for_others(),
            Effect::Action => {}
            Effect::Collection => {
                state.globals.collection.request();
                state.globals.threads.sharing.wait_for_others();
                state.predict_no_further(secrets::COLLECTION);
            }
        }
    }
}

impl Core<'_> {
    /// A static field takes a value, which others can see from then on.
    pub(super) fn note_static_store(&mut self, state: &mut State, field: &Field, value: Value) {
        if !self.reckons_with_others(state) {
            return;
        }
        self.publish(state, value);
        let sharing = &mut state.globals.threads.sharing;
        sharing.note_write(Place::Static(field.id), &[], Some(Written::Static(field.id)));
        if field.is_volatile() {
            sharing.let_others_in();
        }
    }

    /// Others may know what a value names from now on, and all that can be reached from it.
    pub(crate) fn publish(&mut self, state: &mut State, value: Value) {
        for object in self.reached_from(state, vec![value], is_shared) {
            match state.heap.object(object).provenance {
                Provenance::New => state.globals.threads.sharing.publish(object),
                _ => state.globals.threads.sharing.publish_early(object),
            }
        }
    }

    /// Others may have known since before the execution began what these values name, and all that can be reached from them:
    /// what static fields hold after class initialization, and what the calls have made that stand for an input.
    pub(super) fn publish_initial(&mut self, state: &mut State, held: Vec<Value>) {
        for object in self.reached_from(state, held, |_, _| false) {
            state.globals.threads.sharing.publish_early(object);
        }
    }

    /// The objects that can be reached from values, and not only through objects where the search ends. Where that is not known,
    /// others may know all objects from now on.
    fn reached_from(
        &mut self,
        state: &mut State,
        mut waiting: Vec<Value>,
        ends_at: fn(&State, ObjectId) -> bool,
    ) -> BTreeSet<ObjectId> {
        let mut reached = BTreeSet::new();
        while let Some(value) = waiting.pop() {
            let Value::Ref(reference) = value else { continue };
            for choice in self.choices(state, reference) {
                let Value::Ref(Ref::Object(object)) = self.decided(state, Value::Ref(choice.reference)) else {
                    continue;
                };
                let is_end = ends_at(state, object) || crate::strings::is_string(self, state, object);
                if is_end || !reached.insert(object) {
                    continue;
                }
                match parts(&state.heap, object) {
                    Some(parts) => waiting.extend(parts),
                    None if is_of_numbers(state, object) => {}
                    None => state.globals.threads.sharing.publish_all(),
                }
            }
        }
        reached
    }

    /// A block enters a monitor: another thread may have left it, and changed what was read before. Those of initializers do not
    /// count, which may be left behind before they have left it.
    pub(super) fn enter_monitor(&mut self, state: &mut State, lock: Value) {
        if !self.is_under_test(state) {
            return;
        }
        if !self.holds(state, lock) {
            self.pass_monitor(state, lock, state.top().code.method.class);
        }
        state.globals.threads.sharing.enter(lock);
    }

    /// A block leaves a monitor: another thread may enter it.
    pub(super) fn leave_monitor(&mut self, state: &mut State, lock: Value) {
        if !self.is_under_test(state) {
            return;
        }
        state.globals.threads.sharing.leave(lock);
        if !self.holds(state, lock) {
            self.pass_monitor(state, lock, state.top().code.method.class);
        }
    }

    /// Lets others in where code of a class enters or leaves a monitor. What the JDK's own classes guard with objects that only
    /// the execution knows, such as a `StringBuffer`, lets nobody in.
    fn pass_monitor(&mut self, state: &mut State, lock: Value, class: ClassId) {
        let is_own = matches!(self.decided(state, lock), Value::Ref(Ref::Object(object))
            if state.heap.object(object).provenance == Provenance::New && !state.globals.threads.sharing.knows(object));
        match is_own {
            true => self.act(state, class),
            false if self.reckons_with_others(state) => state.globals.threads.sharing.wait_for_others(),
            false => {}
        }
    }

    /// Who holds the monitor of an object on which a method was called.
    pub(crate) fn holding(&mut self, state: &State, lock: Value) -> Holding {
        if !self.is_under_test(state) {
            return Holding::Unknown;
        }
        if self.holds(state, lock) {
            return Holding::Held;
        }
        let of_frames = state.frames.iter().filter_map(|frame| self.monitor_of(state, frame));
        let held: Vec<Value> = state.globals.threads.sharing.held().chain(of_frames).collect();
        for held in held {
            match self.are_same(state, lock, held) {
                Some(true) => return Holding::Held,
                Some(false) => {}
                None => return Holding::Unknown,
            }
        }
        match self.decided(state, lock) {
            Value::Ref(Ref::Object(lock)) if state.heap.object(lock).provenance == Provenance::New => Holding::Free,
            _ => Holding::ByCaller,
        }
    }

    /// Whether the thread holds a monitor.
    fn holds(&self, state: &State, lock: Value) -> bool {
        state.globals.threads.sharing.holds(lock)
            || state.frames.iter().any(|frame| self.monitor_of(state, frame) == Some(lock))
    }

    /// Before a method is called: it may be one that enters a monitor.
    pub(super) fn enter_synchronized(&mut self, state: &mut State, target: MethodId, args: &[Value]) {
        let method = self.world.method(target);
        if !method.is_synchronized() {
            return;
        }
        let lock = match method.is_static() {
            true => {
                let name = ClassName::reference(&self.world.class(method.class).name);
                self.class_object(state, &name).ok().map(|class| Value::Ref(Ref::Object(class)))
            }
            false => args.first().copied(),
        };
        if let Some(lock) = lock
            && !self.holds(state, lock)
        {
            self.pass_monitor(state, lock, method.class);
        }
    }

    /// After an activation has ended: it may have left a monitor.
    pub(super) fn leave_synchronized(&mut self, state: &mut State, ended: &Frame) {
        if let Some(lock) = self.monitor_of(state, ended)
            && !self.holds(state, lock)
        {
            self.pass_monitor(state, lock, ended.code.method.class);
        }
    }
}

impl Core<'_> {
    /// Whether what others may change is looked at now: by the method under test or what it calls, and not while a class is
    /// initialized or an input made, which may be long ago.
    fn reckons_with_others(&self, state: &State) -> bool {
        self.bounds == Bounds::On && self.is_under_test(state)
    }

    /// Whether the method under test runs, or what it calls, and no initializer and no call that makes an input.
    pub(crate) fn is_under_test(&self, state: &State) -> bool {
        let prepares = |frame: &Rc<Frame>| matches!(frame.on_return, OnReturn::Established | OnReturn::Made(_));
        state.entry.begun && provenance_of_new(state) == Provenance::New && !state.frames.iter().any(prepares)
    }

    /// Whether other threads may know one of the objects, and change a field of it.
    pub(crate) fn may_change(&self, state: &State, names: &[Named], field: &Field) -> bool {
        !field.is_final()
            && names.iter().any(|named| is_shared(state, named.object))
            && !CONSTANT.contains(&&*self.world.class(field.class).name)
            && self.reckons_with_others(state)
    }

    /// An access to elements of one of the objects, if other threads may know it.
    pub(crate) fn touch_of_elements(&self, state: &State, names: &[Named]) -> Option<Touch> {
        let mut arrays = names.iter().filter(|named| is_shared(state, named.object));
        let kind = arrays.find_map(|named| state.heap.object(named.object).array().map(|array| array.kind))?;
        self.reckons_with_others(state).then(|| Touch::of_element(kind))
    }

    /// Whether others come to know what is stored in one of the objects.
    pub(crate) fn shares_stores(&self, state: &State, names: &[Named]) -> bool {
        let leads_on = |object| state.heap.object(object).provenance != Provenance::New || is_shared(state, object);
        names.iter().any(|named| leads_on(named.object)) && self.reckons_with_others(state)
    }

    fn may_change_static(&self, state: &State, field: &Field) -> bool {
        !field.is_final()
            && !field.is_synthetic()
            && self.world.class(field.class).provenance != clew_jvm::Provenance::Jdk
            && self.reckons_with_others(state)
    }

    /// Before a field is accessed: where the program declares it volatile, that lets others in, whoever knows the object.
    pub(super) fn pass_volatile(&self, state: &mut State, field: &Field) {
        if field.is_volatile() {
            self.act(state, field.class);
        }
    }

    /// Lets others in at an action of a class of the program, such as its initialization, for which another thread may make this one
    /// wait.
    pub(super) fn act(&self, state: &mut State, class: ClassId) {
        let is_of_program = self.world.class(class).provenance != clew_jvm::Provenance::Jdk;
        if is_of_program && self.reckons_with_others(state) {
            state.globals.threads.sharing.let_others_in();
        }
    }

    /// Whether two references name the same object, where that is decided.
    fn are_same(&mut self, state: &State, one: Value, other: Value) -> Option<bool> {
        let (Value::Ref(one), Value::Ref(other)) = (one, other) else { return None };
        let (mut cx, model) = self.heap_context();
        let compared = model.compare(&mut cx, &state.heap, one, other).ok()?;
        let is_certain = self.pool.as_bool(compared.guard) == Some(true);
        let same = self.simplify(state, compared.value);
        self.pool.as_bool(same).filter(|_| is_certain)
    }

    /// The monitor that an activation holds from its beginning to its end.
    fn monitor_of(&self, state: &State, frame: &Frame) -> Option<Value> {
        let method = &frame.code.method;
        if !method.is_synchronized() {
            return None;
        }
        if method.is_static() {
            let name = ClassName::reference(&self.world.class(method.class).name);
            return state.globals.classes.objects.get(&name).map(|class| Value::Ref(Ref::Object(*class)));
        }
        let receiver = frame.code.code.body.params.first()?;
        frame.regs.get(receiver.index()).copied()
    }
}

fn effect_of(class: &str, name: &str) -> Effect {
    let acts = match class {
        "java/lang/Thread" => matches!(
            name,
            "start"
                | "start0"
                | "join"
                | "yield"
                | "yield0"
                | "sleep"
                | "sleep0"
                | "onSpinWait"
                | "interrupt"
                | "interrupted"
                | "isInterrupted"
                | "isAlive"
                | "getState"
        ),
        "java/io/PrintStream" => name != "<init>",
        "java/lang/Throwable" => name == "printStackTrace",
        _ if is_logger(class) => name != "<init>",
        "java/lang/Object" => matches!(name, "wait" | "wait0" | "notify" | "notifyAll"),
        "java/util/concurrent/locks/LockSupport" => name.starts_with("park") || name == "unpark",
        _ if class.starts_with("java/util/concurrent/locks/") => {
            matches!(name, "lock" | "lockInterruptibly" | "tryLock" | "unlock" | "await" | "signal" | "signalAll")
        }
        "jdk/internal/misc/Unsafe" => matches!(name, "park" | "unpark") || name.ends_with("Fence"),
        "java/lang/invoke/VarHandle" => name.ends_with("Fence"),
        "java/lang/Runtime" | "java/lang/System" if matches!(name, "gc" | "runFinalization") => {
            return Effect::Collection;
        }
        _ => false,
    };
    if acts { Effect::Action } else { Effect::None }
}

/// Whether other threads may know an object.
pub(crate) fn is_shared(state: &State, object: ObjectId) -> bool {
    match state.heap.object(object).provenance {
        Provenance::Input | Provenance::Made => true,
        Provenance::Initialization | Provenance::New => state.globals.threads.sharing.knows(object),
    }
}

/// Whether others were let in since the execution came to know what a place of a shared object holds.
fn may_have_changed(state: &State, object: ObjectId, touch: Touch) -> bool {
    let sharing = &state.globals.threads.sharing;
    match state.heap.object(object).provenance {
        // What was never looked at is unknown anyway, but it may be an object that the execution has given to others.
        Provenance::Input => sharing.is_stale(touch.place) || touch.holds_references && sharing.may_have_spread(),
        Provenance::Made => sharing.has_acted(),
        Provenance::Initialization | Provenance::New => sharing.is_exposed(object),
    }
}

/// Whether the execution itself wrote the place since it last let others in.
fn is_own(state: &State, names: &[Named], touch: Touch) -> bool {
    match (names, touch.place) {
        ([only], Place::Field(field)) => state.globals.threads.sharing.is_own(Written::Field(only.object, field)),
        _ => false,
    }
}

fn is_of_numbers(state: &State, object: ObjectId) -> bool {
    match &state.heap.object(object).content {
        Content::Array(array) => !matches!(array.kind, Kind::Ref(_)),
        Content::Fields { .. } => false,
    }
}
