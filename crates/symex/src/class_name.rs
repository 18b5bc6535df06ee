//! What a `Class` object stands for.

use crate::types::display_name;
use std::rc::Rc;

/// The class that a `Class` object stands for. A primitive type is told apart by more than its letter, because a class without
/// a package may be called `I`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ClassName {
    /// A primitive type or `void`, by its keyword.
    Primitive(&'static str),
    /// A class, an interface or an array, by its name in internal form.
    Reference(Rc<str>),
}

/// The descriptors of the primitive types and of `void`.
const PRIMITIVES: [&str; 9] = ["Z", "B", "C", "S", "I", "J", "F", "D", "V"];

impl ClassName {
    /// The class, interface or array of this name in internal form.
    pub(crate) fn reference(internal: &str) -> Self {
        Self::Reference(Rc::from(internal))
    }

    /// The primitive type with this keyword, or `void`; none if the word is no such keyword.
    pub(crate) fn of_keyword(keyword: &str) -> Option<Self> {
        PRIMITIVES.into_iter().filter_map(clew_jvm::keyword).find(|known| *known == keyword).map(Self::Primitive)
    }

    /// The type of a value with this descriptor, or `void`.
    pub(crate) fn of_descriptor(descriptor: &str) -> Self {
        if let Some(keyword) = clew_jvm::keyword(descriptor) {
            return Self::Primitive(keyword);
        }
        let name = descriptor.strip_prefix('L').and_then(|rest| rest.strip_suffix(';'));
        Self::reference(name.unwrap_or(descriptor))
    }

    /// The name in internal form of what is no primitive type.
    pub(crate) fn as_reference(&self) -> Option<&str> {
        match self {
            Self::Primitive(_) => None,
            Self::Reference(name) => Some(name),
        }
    }

    /// The type of the elements, if this is an array.
    pub(crate) fn component(&self) -> Option<Self> {
        self.as_reference()?.strip_prefix('[').map(Self::of_descriptor)
    }

    /// The name in internal form of the array with elements of this type; there is none of `void`.
    pub(crate) fn array(&self) -> Option<String> {
        match self {
            Self::Primitive("void") => None,
            Self::Primitive(keyword) => {
                let letter = PRIMITIVES.into_iter().find(|letter| clew_jvm::keyword(letter) == Some(keyword))?;
                Some(format!("[{letter}"))
            }
            Self::Reference(name) if name.starts_with('[') => Some(format!("[{name}")),
            Self::Reference(name) => Some(format!("[L{name};")),
        }
    }

    /// The class of which `Class.getName` gives this.
    pub(crate) fn of_shown(name: &str) -> Self {
        Self::of_keyword(name).unwrap_or_else(|| Self::reference(&name.replace('.', "/")))
    }

    /// What `Class.getName` gives.
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::Primitive(keyword) => (*keyword).to_owned(),
            Self::Reference(name) => display_name(name),
        }
    }
}
