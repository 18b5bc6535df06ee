//! What is declared of references of the input.

use clew_jvm::ClassId;
use std::rc::Rc;

/// A class with the upper bounds of its type arguments, in order; `None` for an argument without one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Declared {
    pub class: ClassId,
    pub(crate) arguments: Rc<[Option<Declared>]>,
}
