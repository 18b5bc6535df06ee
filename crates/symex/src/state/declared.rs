//! What is declared of references of the input.

use clew_jvm::ClassId;
use std::rc::Rc;

/// A class with what its type arguments are at most, in order; nothing where one may be any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Declared {
    pub class: ClassId,
    pub(crate) arguments: Rc<[Option<Declared>]>,
}
