//! What declarations say of the type arguments of objects: the elements of a `List<String>` are strings.

use super::{ClassId, Method, World};
use crate::{GenericType, TypeParameter, parse_class_signature};
use std::rc::Rc;
use std::sync::Arc;

/// How deep supertypes and type arguments are followed.
const MAX_DEPTH: usize = 12;

/// A class with the upper bounds of its type arguments, in order; `None` for an argument without one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// The class.
    pub class: ClassId,
    /// The upper bounds of its type arguments. A raw type has none.
    pub arguments: Rc<[Option<Declared>]>,
}

impl Declared {
    /// A class of whose type arguments nothing is known.
    pub fn raw(class: ClassId) -> Declared {
        Declared { class, arguments: Rc::from([]) }
    }
}

/// What type variables stand for, as far as that is known.
pub type Meaning = Vec<(Arc<str>, Option<Declared>)>;

impl World {
    /// The type parameters of a class, in order.
    pub fn type_parameters(&self, class: ClassId) -> Vec<TypeParameter> {
        let class = self.class(class);
        let signature = class.signature.as_deref().and_then(parse_class_signature);
        signature.map_or_else(Vec::new, |signature| signature.parameters)
    }

    /// The class with its own type variables as arguments.
    pub fn with_own_variables(&self, class: ClassId) -> GenericType {
        let arguments = self.type_parameters(class).into_iter();
        let arguments = arguments.map(|parameter| Some(GenericType::Variable(parameter.name))).collect();
        GenericType::Class { name: Arc::clone(&self.class(class).name), arguments }
    }

    /// What type variables stand for of which no more is known than their bounds.
    pub fn bounds_of(&self, parameters: &[TypeParameter]) -> Meaning {
        let nothing = Meaning::new();
        let bound = |parameter: &TypeParameter| {
            let bound = parameter.bound.as_ref().and_then(|bound| self.declared_as(bound, &nothing));
            // A bound may speak of the variable itself, of which nothing is known.
            (Arc::clone(&parameter.name), bound.filter(|bound| self.class(bound.class).superclass.is_some()))
        };
        parameters.iter().map(bound).collect()
    }

    /// What the type variables of a class stand for in an object of which this is declared.
    pub fn meaning_of(&self, declared: &Declared) -> Meaning {
        let parameters = self.type_parameters(declared.class);
        let given = |at: usize| declared.arguments.get(at).cloned().flatten();
        let bounds = self.bounds_of(&parameters).into_iter().enumerate();
        bounds.map(|(at, (name, bound))| (name, given(at).or(bound))).collect()
    }

    /// What type variables stand for in the signature of a method that is called on an object, if it is, of which this is
    /// declared, as one of the class that has the method.
    pub fn meaning_in(&self, parameters: &[TypeParameter], owner: Option<&Declared>) -> Meaning {
        let mut meaning = self.bounds_of(parameters);
        meaning.extend(owner.iter().flat_map(|owner| self.meaning_of(owner)));
        meaning
    }

    /// What a type says, given what type variables stand for; `None` of what is no object of a class, or not known.
    pub fn declared_as(&self, ty: &GenericType, meaning: &Meaning) -> Option<Declared> {
        self.declared_to(ty, meaning, 0)
    }

    fn declared_to(&self, ty: &GenericType, meaning: &Meaning, depth: usize) -> Option<Declared> {
        if depth > MAX_DEPTH {
            return None;
        }
        match ty {
            GenericType::Primitive(_) | GenericType::Array(_) => None,
            GenericType::Variable(name) => meaning.iter().find(|(known, _)| known == name)?.1.clone(),
            GenericType::Class { name, arguments } => {
                let class = self.load(name).ok()?;
                let argument =
                    |argument: &Option<GenericType>| self.declared_to(argument.as_ref()?, meaning, depth + 1);
                Some(Declared { class, arguments: arguments.iter().map(argument).collect() })
            }
        }
    }

    /// The same as an object of a supertype; `None` where the class has no such supertype.
    pub fn as_supertype(&self, declared: &Declared, wanted: ClassId) -> Option<Declared> {
        self.as_supertype_to(declared, wanted, 0)
    }

    fn as_supertype_to(&self, declared: &Declared, wanted: ClassId, depth: usize) -> Option<Declared> {
        if declared.class == wanted {
            return Some(declared.clone());
        }
        if depth > MAX_DEPTH || !self.is_subtype(declared.class, wanted) {
            return None;
        }
        let class = self.class(declared.class);
        let Some(signature) = class.signature.as_deref().and_then(parse_class_signature) else {
            let above = class.superclass.into_iter().chain(class.interfaces.iter().copied());
            return above.map(Declared::raw).find_map(|above| self.as_supertype_to(&above, wanted, depth + 1));
        };
        let meaning = self.meaning_of(declared);
        let above = signature.supertypes.iter().filter_map(|ty| self.declared_as(ty, &meaning));
        above.into_iter().find_map(|above| self.as_supertype_to(&above, wanted, depth + 1))
    }

    /// What is declared of the parameters of a method, in the order of its descriptor, whatever object it is called on.
    pub fn declared_parameters(&self, method: &Method) -> Vec<Option<Declared>> {
        let signature = method.signature.as_deref().and_then(crate::parse_method_signature);
        let Some(signature) = signature.filter(|found| found.parameters.len() == method.parameters.len()) else {
            return vec![None; method.parameters.len()];
        };
        let mut meaning = self.bounds_of(&signature.type_parameters);
        meaning.extend(self.bounds_of(&self.type_parameters(method.class)));
        signature.parameters.iter().map(|ty| self.declared_as(ty, &meaning)).collect()
    }
}
