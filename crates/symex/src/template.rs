//! Summaries of callees as their code carries them, and those that an exploration has made. `compose.rs` says what they are for.

use crate::code::Code;
use clew_base::FastMap;
use clew_facts::Assumption;
use clew_heap::Kind;
use clew_ir::{BlockId, Reg};
use clew_jvm::MethodId;
use clew_term::{SymbolId, Term};
use std::rc::Rc;

/// A summary as calls use it.
#[derive(Debug)]
pub(crate) struct Template {
    /// The block whose end chooses between the cases.
    pub at: BlockId,
    /// Where the callee's own code begins.
    pub original: BlockId,
    /// What the symbols stand for.
    pub formals: Vec<(SymbolId, Formal)>,
    pub groups: Vec<Group>,
    /// Whether the groups tell what happens on every execution that gets to the choice.
    pub is_complete: bool,
    /// What the summary rests on.
    pub assumptions: Vec<Assumption>,
}

/// Cases that are one choice.
#[derive(Debug)]
pub(crate) struct Group {
    /// Where one of them holds.
    pub guard: Term,
    /// What registers get.
    pub sets: Vec<(Reg, Term)>,
    /// The block that writes and returns.
    pub to: BlockId,
}

/// What a symbol of a summary stands for at a call.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Formal {
    /// What a register holds, as stored.
    Stored(Reg, Kind),
    /// That the reference in a register is not null.
    NonNull(Reg),
}

impl Formal {
    pub(crate) fn register(self) -> Reg {
        match self {
            Formal::Stored(reg, _) | Formal::NonNull(reg) => reg,
        }
    }
}

/// The summaries of an exploration.
#[derive(Default)]
pub(crate) struct Composer {
    pub known: FastMap<MethodId, Known>,
    /// The steps that went into summaries.
    pub spent: u64,
}

/// What is known of a method that is called.
pub(crate) enum Known {
    /// It was called so often, and gets a summary when there are so many steps for it.
    Called(u32, u64),
    /// Its calls are followed into the code.
    Refused,
    /// The code with its summary.
    Summarized(Rc<Code>),
}
