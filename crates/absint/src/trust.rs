//! What an analysis may rest on of code that it does not look at.

use crate::contracts::Contract;
use crate::holds::Holds;
use clew_jvm::{ClassId, FieldId};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Something that an analysis takes for granted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trusted {
    /// Objects of a class keep its invariants ([`crate::ClassInvariants`]).
    Invariants(ClassId),
    /// Nothing runs while this class is being initialized.
    Initialized(ClassId),
    /// Objects hold what the type arguments of declarations say.
    GenericTypes,
    /// Every subtype of the program's types is on the class path.
    ClosedWorld,
    /// Every method that overrides one of the JDK's returns an object, as the documentation has it; those outside the
    /// JDK do as far as their code is on the class path.
    Contract(Contract),
}

/// What holds of a field in all objects of its class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// What holds.
    pub holds: Holds,
    /// What that rests on, the invariants of the field's class among it.
    pub rests_on: Vec<Trusted>,
}

/// Tells the invariants of classes.
pub trait KnownInvariants {
    /// What holds of a field of a class in all its objects.
    fn of_field(&self, class: ClassId, field: FieldId) -> Vec<Held>;
}

/// What may be taken for granted beside that the class path is all there is, and that the JDK does what its
/// documentation says.
#[derive(Clone, Copy, Default)]
pub struct Granted<'a> {
    /// The invariants of classes.
    pub invariants: Option<&'a dyn KnownInvariants>,
    /// What declarations say of type arguments.
    pub generic_types: bool,
    /// That no class is being initialized whose constants are read.
    pub initialized: bool,
}

/// What may be taken for granted, and what has been.
#[derive(Default)]
pub(crate) struct Trust<'a> {
    granted: Granted<'a>,
    whole_class_path: bool,
    contracts: bool,
    refused: BTreeSet<Trusted>,
    used: RefCell<BTreeSet<Trusted>>,
}

impl<'a> Trust<'a> {
    /// All contracts, that no code matters but that on the class path, and what is granted, but not what is `refused`.
    pub(crate) fn of(granted: Granted<'a>, refused: BTreeSet<Trusted>) -> Trust<'a> {
        Trust { granted, whole_class_path: true, contracts: true, refused, used: RefCell::default() }
    }

    /// The invariants of classes and all contracts.
    pub(crate) fn in_invariants(invariants: &'a dyn KnownInvariants) -> Trust<'a> {
        let granted = Granted { invariants: Some(invariants), ..Granted::default() };
        Trust { granted, contracts: true, ..Trust::default() }
    }

    /// The invariants of classes, if they may be taken for granted.
    pub(crate) fn invariants(&self) -> Option<&'a dyn KnownInvariants> {
        self.granted.invariants
    }

    /// Whether objects may be taken to hold what declarations say.
    pub(crate) fn generic_types(&self) -> bool {
        self.granted.generic_types
    }

    /// Whether classes whose constants are read may be taken to be initialized.
    pub(crate) fn initialized(&self) -> bool {
        self.granted.initialized
    }

    /// Whether the classes on the class path may be taken for all there are, and those of the JDK for what its
    /// documentation says of them.
    pub(crate) fn in_class_path(&self) -> bool {
        self.whole_class_path
    }

    /// Whether methods that override those of the JDK may be taken to keep their contracts.
    pub(crate) fn contracts(&self) -> bool {
        self.contracts
    }

    /// Whether something may be taken for granted. That it was is put on record.
    pub(crate) fn allows(&self, trusted: Trusted) -> bool {
        if self.refused.contains(&trusted) {
            return false;
        }
        self.used.borrow_mut().insert(trusted);
        true
    }

    /// Whether all of this may be taken for granted. Only then it is put on record.
    pub(crate) fn allows_all(&self, trusted: impl IntoIterator<Item = Trusted> + Clone) -> bool {
        let is_allowed = trusted.clone().into_iter().all(|one| !self.refused.contains(&one));
        is_allowed && trusted.into_iter().all(|one| self.allows(one))
    }

    /// What was taken for granted.
    pub(crate) fn used(&self) -> BTreeSet<Trusted> {
        self.used.borrow().clone()
    }
}
