//! What is known of the type of an object.

use crate::Kind;
use clew_base::define_id;
use std::rc::Rc;

define_id! {
    /// A class, interface or array type.
    pub struct TypeId = "T"
}

/// What is known of the class of an object of the input: it is a subtype of all of `upper` and of none of `not`, and if
/// `among` is given, one of these classes. Every list is without repetitions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TypeConstraint {
    /// Types it is a subtype of.
    pub upper: Vec<TypeId>,
    /// Types it is no subtype of.
    pub not: Vec<TypeId>,
    /// The classes it can be, where that has been narrowed down.
    pub among: Option<Rc<[TypeId]>>,
}

impl TypeConstraint {
    /// Any subtype of `ty`.
    pub fn subtype_of(ty: TypeId) -> Self {
        Self { upper: vec![ty], ..Self::default() }
    }

    /// Exactly the class `ty`.
    pub fn exactly(ty: TypeId) -> Self {
        Self { upper: vec![ty], not: Vec::new(), among: Some(Rc::from([ty])) }
    }

    /// The class, if only one is left by what has been stated.
    pub fn exact(&self) -> Option<TypeId> {
        match self.among.as_deref() {
            Some([only]) => Some(*only),
            _ => None,
        }
    }

    /// What satisfies both constraints.
    pub fn and(&self, other: &TypeConstraint, oracle: &dyn TypeOracle) -> TypeConstraint {
        let mut both = self.clone();
        for ty in &other.upper {
            if !both.upper.contains(ty) {
                both.upper.push(*ty);
            }
        }
        for ty in &other.not {
            if !both.not.contains(ty) {
                both.not.push(*ty);
            }
        }
        both.among = match (&self.among, &other.among) {
            (None, None) => None,
            (Some(one), None) | (None, Some(one)) => Some(Rc::clone(one)),
            (Some(one), Some(two)) => Some(one.iter().filter(|ty| two.contains(ty)).copied().collect()),
        };
        both.among =
            both.among.take().map(|among| among.iter().filter(|ty| both.admits(**ty, oracle)).copied().collect());
        both
    }

    /// Whether an object of exactly the class `ty` satisfies the constraint.
    pub fn admits(&self, ty: TypeId, oracle: &dyn TypeOracle) -> bool {
        self.upper.iter().all(|upper| oracle.is_subtype(ty, *upper))
            && !self.not.iter().any(|not| oracle.is_subtype(ty, *not))
            && self.among.as_ref().is_none_or(|among| among.contains(&ty))
    }
}

/// How types are related.
///
/// Laws: `is_subtype` is reflexive and transitive; `may_be_inhabited` is true of every constraint that some class of
/// the running program satisfies (it may be true of others).
pub trait TypeOracle {
    /// Whether every object of type `sub` is one of type `sup`.
    fn is_subtype(&self, sub: TypeId, sup: TypeId) -> bool;
    /// What the elements are, if objects of the type are arrays.
    fn array_element(&self, ty: TypeId) -> Option<Kind>;
    /// Whether some class may satisfy the constraint.
    fn may_be_inhabited(&self, constraint: &TypeConstraint) -> bool;
    /// Whether as many different objects that satisfy the constraint can be made as one likes. Of others (the constants
    /// of an enumeration) it has to be decided which they are before they are compared.
    fn is_freely_made(&self, constraint: &TypeConstraint) -> bool {
        let _ = constraint;
        true
    }
}
