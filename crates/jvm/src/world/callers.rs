//! Who calls a method with arguments that no compiler lets through.

use super::{Method, MethodId, Source, World};
use crate::op::Op;
use crate::translate::{Passing, passing};
use clew_base::FastSet;
use std::sync::Arc;

impl World {
    /// Whether code outside the JDK may call the method with an argument that its parameter's type does not have: a number too large
    /// for it, or a reference to what does not implement the interface.
    pub fn is_called_unfit(&self, method: MethodId) -> bool {
        let mut seen: FastSet<MethodId> = FastSet::default();
        let mut waiting = vec![method];
        while let Some(id) = waiting.pop() {
            let called = self.method(id);
            if !seen.insert(id) || !called.parameters.iter().any(|ty| self.is_unchecked(ty)) {
                continue;
            }
            for caller in self.callers(&called) {
                let Ok(code) = self.code(caller) else { continue };
                match passing(self, &self.method(caller), &code.body, &called) {
                    Passing::Unfit => return true,
                    Passing::FittingIfOwnFit => waiting.push(caller),
                    Passing::Fitting => {}
                }
            }
        }
        false
    }

    /// Whether the verifier lets values of other types through for a parameter with this descriptor.
    fn is_unchecked(&self, descriptor: &str) -> bool {
        let class = descriptor.strip_prefix('L').and_then(|rest| rest.strip_suffix(';'));
        match class {
            Some(class) => self.load(class).is_ok_and(|class| self.class(class).is_interface()),
            None => matches!(descriptor, "Z" | "B" | "S" | "C"),
        }
    }

    /// The methods outside the JDK that call one of this name and descriptor.
    pub fn callers(&self, called: &Method) -> Vec<MethodId> {
        let mut found = Vec::new();
        for class in self.path.outline().referring_to(&called.name, &called.descriptor) {
            let Ok(class) = self.load(&class) else { continue };
            let source = self.classes.borrow()[class].source.clone();
            let Source::File(file) = source else { continue };
            let calls = |op: &Op| match op {
                Op::Invoke(_, method) => method.name == called.name && method.descriptor == called.descriptor,
                _ => false,
            };
            let methods = self.class(class).methods.clone();
            found.extend(methods.into_iter().filter(|id| {
                let code = file.code(self.method(*id).index);
                code.is_some_and(|code| code.ops.iter().any(|(_, op)| calls(op)))
            }));
        }
        self.note_callers((Arc::clone(&called.name), Arc::clone(&called.descriptor)), &found);
        found
    }
}
