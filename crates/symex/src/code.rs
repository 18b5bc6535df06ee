//! The code of a method with what the executor has worked out about it.

use clew_ir::Loops;
use clew_jvm::{Method, MethodCode, MethodId, Provenance};
use std::rc::Rc;

/// The code of a method.
#[derive(Debug)]
pub(crate) struct Code {
    pub id: MethodId,
    pub method: Rc<Method>,
    pub code: Rc<MethodCode>,
    pub loops: Loops,
    /// Whether the method belongs to the program rather than to the JDK, so that bounds are meant for it.
    pub provenance: Provenance,
}

impl Code {
    pub(crate) fn new(id: MethodId, method: Rc<Method>, code: Rc<MethodCode>, provenance: Provenance) -> Self {
        let loops = Loops::compute(&code.body);
        Self { id, method, code, loops, provenance }
    }
}
