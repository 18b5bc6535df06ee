//! Inputs that are objects which code has made: of the program's types constants of enums, and objects of classes that extend a class of
//! the JDK, filled by its public methods; of type `Object` strings and boxes.

use super::making::Way;
use crate::core::Core;
use crate::machine::Machine;
use crate::makers::{ALL, Maker};
use crate::state::State;
use crate::types::{class_of, type_of};
use clew_facts::Maker as By;
use clew_heap::{TypeConstraint, TypeId};
use clew_jvm::{ClassId, MethodId, Provenance};

/// The greatest number of classes of constants of enums of which a reference may name one whose type is an interface.
const MAX_ENUMS: usize = 12;

/// The greatest number of classes of which objects are made and then filled.
const MAX_FILLED: usize = 3;

impl Machine<'_> {
    /// What a reference of these types may name beside objects of any state, where its object can be of these classes.
    pub(super) fn further_ways(&self, state: &State, types: &TypeConstraint, classes: &[TypeId]) -> Vec<Way> {
        let is_of_program = |ty: &TypeId| self.types.class(*ty).provenance != Provenance::Jdk;
        if !types.upper.iter().any(is_of_program) {
            let values = self.types.named_values(types).into_iter().filter(|ty| types.admits(*ty, &self.types));
            return values.map(Way::Narrower).chain(self.near_enum_ways(classes)).collect();
        }
        let constants = self.enums_among(classes).into_iter().map(Way::Narrower);
        let filled = classes.iter().filter_map(|ty| self.filled(state, class_of(*ty))).take(MAX_FILLED);
        let filled = filled.flat_map(|(constructor, maker)| {
            let counts = maker.counts().filter(|count| *count > 0);
            counts.map(move |count| Way::Extended(constructor, maker, count))
        });
        constants.chain(filled).collect()
    }

    /// The constructor without parameters of a class of the program that extends one of the JDK, and how that is filled. The
    /// constructor and the call run before the execution begins, so they must do the same whenever they run.
    fn filled(&self, state: &State, class: ClassId) -> Option<(MethodId, &'static Maker)> {
        let info = self.world.class(class);
        if info.provenance == Provenance::Jdk || !self.types.is_within_reach(&info) || !self.is_begun(state, class) {
            return None;
        }
        if self.makes_by_calls() {
            return None;
        }
        let base = self.world.class(self.base_of_class(class)?);
        let fills = |maker: &&Maker| maker.class == &*base.name && maker.by == By::Constructor && maker.then.is_some();
        let maker = ALL.iter().filter(fills).find(|maker| maker.first.arguments.is_empty())?;
        let (call, _) = maker.then.as_ref()?;
        let method = self.method_of(call).ok()?;
        let selected = self.selected(type_of(class), method, None).ok()?.ok()?;
        let is_of_jdk = self.world.class(self.world.method(selected).class).provenance == Provenance::Jdk;
        let constructor = self.world.find_method(class, "<init>", "()V")?;
        let is_usable = is_of_jdk
            && !self.world.method(constructor).is_private()
            && self.world.does_the_same_always(class, constructor);
        is_usable.then_some((constructor, maker))
    }
}

impl Core<'_> {
    /// The ways in which a reference names a constant of one of the nearest enums, where its object can be of these classes, and its type
    /// is one of the JDK, which any class may have.
    pub(super) fn near_enum_ways(&self, classes: &[TypeId]) -> impl Iterator<Item = Way> + use<> {
        self.types.near_enums(classes).into_iter().map(Way::Narrower)
    }

    /// The classes of constants of enums among these; none where they are very many.
    fn enums_among(&self, classes: &[TypeId]) -> Vec<TypeId> {
        let is_enum = |ty: &&TypeId| self.world.enum_of(class_of(**ty)).is_some();
        let enums: Vec<TypeId> = classes.iter().filter(is_enum).copied().collect();
        if enums.len() > MAX_ENUMS { Vec::new() } else { enums }
    }

    /// Whether nothing of a class of the program, or of those above it, is left to initialize.
    fn is_begun(&self, state: &State, class: ClassId) -> bool {
        let mut next = Some(class);
        while let Some(class) = next {
            let info = self.world.class(class);
            if info.provenance != Provenance::Jdk && info.has_clinit.is_some() && !self.is_ready(state, class) {
                return false;
            }
            next = info.superclass;
        }
        true
    }
}
