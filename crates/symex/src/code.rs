//! The code of a method with what the executor has worked out about it.

use crate::polling::Polls;
use crate::template::Template;
use clew_ir::Loops;
use clew_jvm::{Class, Method, MethodCode, MethodId, Provenance, World};
use std::rc::Rc;

/// The code of a method.
#[derive(Debug)]
pub(crate) struct Code {
    pub id: MethodId,
    pub method: Rc<Method>,
    pub code: Rc<MethodCode>,
    pub loops: Loops,
    /// The jumps that poll. `None` are known of the JDK's code, which is no place to wait for the program's threads.
    pub polls: Polls,
    /// Whether the method belongs to the program or to the JDK.
    pub provenance: Provenance,
    /// Whether its loops go over the characters of strings, whose number has a bound of its own.
    pub goes_over_text: bool,
    /// The summary that the code begins with, if it does.
    pub summary: Option<Template>,
}

impl Code {
    /// The code of a method of the class with this name.
    pub(crate) fn new(id: MethodId, method: Rc<Method>, code: Rc<MethodCode>, class: &Class) -> Self {
        let loops = Loops::compute(&code.body);
        let goes_over_text = class.provenance == Provenance::Jdk && is_of_text(&class.name);
        Self {
            id,
            method,
            code,
            loops,
            provenance: class.provenance,
            goes_over_text,
            summary: None,
            polls: Polls::default(),
        }
    }

    /// The same code, with its jumps that poll, if it is the program's.
    pub(crate) fn with_polls(self, world: &World) -> Self {
        match self.provenance {
            Provenance::Jdk => self,
            _ => Self { polls: Polls::of(world, &self.method, &self.code), ..self },
        }
    }

    /// The same code, which begins with this summary.
    pub(crate) fn with_summary(self, summary: Template) -> Self {
        Self { summary: Some(summary), ..self }
    }
}

/// Whether the methods of a class of the JDK work on text.
fn is_of_text(class: &str) -> bool {
    let in_lang = class.strip_prefix("java/lang/");
    in_lang.is_some_and(|name| {
        name.starts_with("String")
            || name.starts_with("Character")
            || matches!(name, "AbstractStringBuilder" | "Integer" | "Long" | "Short" | "Byte" | "Boolean")
    }) || matches!(class, "jdk/internal/util/ArraysSupport" | "jdk/internal/util/DecimalDigits")
}
