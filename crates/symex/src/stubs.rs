//! Stubs: objects of an interface or an abstract class of which no class is known that could be followed.
//!
//! Such an object is of a class that adds to the type only what it must. What the type has code for runs, and its fields are
//! unknown, as those of any input; each method that it leaves open returns a fresh unknown value and changes nothing, as a call does that
//! is an input ([`crate::input_calls`]), or throws what it declares ([`crate::stub_exceptions`]). That leaves executions out, so it
//! is a bound (`stub_inputs:T`). In the heap a stub is an object whose class is the type itself, of which there are no others.
//!
//! A test has a proxy for an interface and writes a subclass of an abstract class. So there are stubs only of types that anybody
//! may extend; of the JDK's only of interfaces, because its classes count on what they keep true of their fields.

use crate::core::Core;
use crate::flow::{Site, Step, Stop};
use crate::machine::Machine;
use crate::makers::{ALL, CONSTANTS, NARROWER};
use crate::state::State;
use crate::types::{Types, class_of};

use clew_facts::{CutReason, HeapObject, TestCase};
use clew_heap::{ObjectId, Ref, TypeConstraint, TypeId, Value};
use clew_jvm::flags::{PRIVATE, PROTECTED, PUBLIC};
use clew_jvm::{Class, ClassId, MethodId, Provenance, SelectError, World};
use std::rc::Rc;

/// What a proxy is an instance of besides, whatever its interface.
const OF_PROXIES: [&str; 2] = ["java/io/Serializable", "java/lang/reflect/Proxy"];

/// Whether everybody may implement an interface.
pub(crate) fn may_be_implemented(world: &World, class: &Class) -> bool {
    let is_open = class.is_interface() && class.permitted_subclasses.is_empty() && !class.is_hidden();
    is_open && (class.provenance != Provenance::Jdk || is_api(world, class))
}

/// Whether everybody may use a class of the JDK.
fn is_api(world: &World, class: &Class) -> bool {
    let is_public = class.source_flags() & PUBLIC != 0 && class.is_public();
    let around = class.nesting.as_ref().map(|nesting| nesting.outer.as_ref());
    let around_is_public = match around {
        None => true,
        Some(None) => false,
        Some(Some(outer)) => world.load(outer).is_ok_and(|outer| is_api(world, &world.class(outer))),
    };
    (class.name.starts_with("java/") || class.name.starts_with("javax/")) && is_public && around_is_public
}

impl Types<'_> {
    /// Whether an object of this class is a stub: no other has a class that leaves methods open.
    pub(crate) fn is_open(&self, class: ClassId) -> bool {
        let class = self.world.class(class);
        !class.is_concrete() && !class.is_array()
    }

    /// The type of which an object that satisfies the constraint can be a stub. There is none where the JDK's own objects of
    /// the type are made by public calls.
    pub(crate) fn stub_among(&self, constraint: &TypeConstraint) -> Option<TypeId> {
        let narrowest = constraint.upper.iter().copied().find(|ty| constraint.admits(*ty, self))?;
        let class = class_of(narrowest);
        let serves = |name: &str| constraint.upper.iter().any(|upper| *self.class(*upper).name == *name);
        let fits = |name: &str| self.world.load(name).is_ok_and(|made| self.world.is_subtype(made, class));
        let is_made = ALL.iter().any(|maker| {
            constraint.upper.iter().any(|upper| maker.serves(&self.class(*upper).name)) && fits(maker.class)
        });
        let is_narrowed =
            NARROWER.iter().any(|(upper, classes)| serves(upper) && classes.iter().any(|name| fits(name)));
        let is_constant = CONSTANTS.iter().any(|constants| serves(constants.ty));
        let is_no_proxy =
            constraint.not.iter().any(|ty| self.is_of_proxies(*ty)) && self.class(narrowest).is_interface();
        (!is_made && !is_narrowed && !is_constant && !is_no_proxy && self.may_be_stub(class)).then_some(narrowest)
    }

    /// Whether a proxy is of this type, though its interface is not.
    pub(crate) fn is_of_proxies(&self, ty: TypeId) -> bool {
        OF_PROXIES.contains(&&*self.class(ty).name)
    }

    /// Whether there are stubs of a type.
    pub(crate) fn may_be_stub(&self, class: ClassId) -> bool {
        if !self.is_open(class) {
            return false;
        }
        let class = self.world.class(class);
        if class.is_interface() {
            return may_be_implemented(self.world, &class);
        }
        let throwable = self.world.load("java/lang/Throwable").is_ok_and(|top| self.world.is_subtype(class.id, top));
        let may_be_extended =
            class.permitted_subclasses.is_empty() && !class.is_enum() && !class.is_hidden() && !throwable;
        may_be_extended && class.provenance != Provenance::Jdk && self.may_be_extended_by_test(&class)
    }

    /// Whether a test may name a class.
    pub(crate) fn is_within_reach(&self, class: &Class) -> bool {
        let is_near = class.package() == self.package;
        let is_within_reach = |flags: u16| flags & PUBLIC != 0 || is_near && flags & PRIVATE == 0;
        let mut next = Some(Rc::new(class.clone()));
        while let Some(class) = next {
            if !is_within_reach(class.source_flags()) {
                return false;
            }
            next = match class.nesting.as_ref().map(|nesting| &nesting.outer) {
                None => None,
                Some(Some(outer)) if let Ok(outer) = self.world.load(outer) => Some(self.world.class(outer)),
                Some(_) => return false,
            };
        }
        true
    }

    /// Whether a test may name an abstract class, call a constructor of it and define all that it leaves open.
    fn may_be_extended_by_test(&self, class: &Class) -> bool {
        let is_near = class.package() == self.package;
        if !self.is_within_reach(class) {
            return false;
        }
        let methods = || class.methods.iter().map(|method| self.world.method(*method));
        let is_inherited = |flags: u16| flags & (PUBLIC | PROTECTED) != 0 || is_near && flags & PRIVATE == 0;
        methods().any(|method| method.is_constructor() && is_inherited(method.flags))
            && methods().all(|method| !method.is_abstract() || is_inherited(method.flags))
    }
}

impl Machine<'_> {
    /// Calls a method that a stub leaves open.
    pub(crate) fn call_on_stub(&mut self, state: State, target: MethodId, args: &[Value], site: Site) -> Step {
        let constructed = self.constructed(&state).map(|object| Value::Ref(Ref::Object(object)));
        if constructed.is_some() && constructed.as_ref() == args.first() {
            return Err(Stop::unsupported(state, "an abstract method that is called while its object is constructed"));
        }
        self.answer_for_stub(state, target, args, site)
    }
}

impl Core<'_> {
    /// The method that a call selects on an object of this class, a stub's among them, or the error with which the call fails.
    /// `interface` is the interface that the call names, if it names one.
    ///
    /// # Errors
    /// It is not known what a stub has to do, or an object that a model made.
    pub(crate) fn selected(
        &self,
        ty: TypeId,
        resolved: MethodId,
        interface: Option<ClassId>,
    ) -> Result<Result<MethodId, SelectError>, CutReason> {
        let class = class_of(ty);
        if interface.is_some_and(|interface| !self.world.is_subtype(class, interface)) {
            return Ok(Err(SelectError::IncompatibleClassChange));
        }
        let selected = match self.types.is_open(class) {
            true => self.world.select_below(class, resolved),
            false => self.world.select(class, resolved),
        };
        let found = self.world.class(class);
        match selected {
            Err(error) if !found.is_concrete() || found.provenance == Provenance::Jdk => {
                Err(CutReason::Unsupported(error.to_string()))
            }
            selected => Ok(selected),
        }
    }

    /// Whether an object is a stub.
    pub(crate) fn is_stub(&self, state: &State, object: ObjectId) -> bool {
        state.heap.object(object).exact_type().is_some_and(|ty| self.types.is_open(class_of(ty)))
    }
}

impl Core<'_> {
    /// Whether a test has a stub among its objects.
    pub(crate) fn has_stub(&self, test: &TestCase) -> bool {
        let is_stub = |object: &HeapObject| {
            let class = self.world.load(&object.class.replace('.', "/"));
            class.is_ok_and(|class| self.types.is_open(class))
        };
        test.heap.values().any(is_stub)
    }
}
