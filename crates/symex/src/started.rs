//! A state in which classes are initialized and nothing else has happened.
//!
//! What initializers of the JDK leave is the same on every path, so runs that prove nothing begin behind them: thousands of runs do not
//! pay for the tables of the same initializers again and again, and an initializer may take more steps than a run.
//!
//! Initializers of the program run where a run needs them. Those that it needs [before all else](Beginning) leave the same in each run
//! that begins with them.

use crate::state::{Contents, Entry, Passed, State};
use clew_base::FastMap;
use clew_facts::CutReason;
use clew_jvm::ClassId;

/// The classes whose initializers are the first code of a run, in the order in which they run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Beginning {
    /// Classes that the input names before it is made.
    pub named: Vec<ClassId>,
    /// The class that the first call needs, if it needs one.
    pub called: Option<ClassId>,
    /// Whether what its initializer writes to static fields of others counts, as where calls make inputs.
    pub counts: bool,
}

/// A state in which some classes are initialized, each for its own sake.
pub(crate) struct Started {
    state: State,
    /// The classes whose initializers can't be followed to their end by themselves, and why.
    unable: FastMap<ClassId, CutReason>,
    /// The states of runs behind their beginnings, or why they do not get there.
    behind: FastMap<Beginning, Result<State, CutReason>>,
}

impl Started {
    /// The state before anything has run.
    pub(crate) fn new() -> Self {
        Self { state: State::new(Contents::default()), unable: FastMap::default(), behind: FastMap::default() }
    }

    /// The state.
    pub(crate) fn state(&self) -> State {
        self.state.clone()
    }

    /// Why a class could not be initialized.
    pub(crate) fn reason(&self, class: ClassId) -> Option<&CutReason> {
        self.unable.get(&class)
    }

    /// Whether a class is initialized, or cannot be.
    pub(crate) fn has_tried(&self, class: ClassId) -> bool {
        self.state.globals.initialization.status.contains_key(&class) || self.unable.contains_key(&class)
    }

    /// The state behind a beginning, or why no run gets there; `None` where that is not known yet.
    pub(crate) fn behind(&self, beginning: &Beginning) -> Option<Result<State, CutReason>> {
        self.behind.get(beginning).cloned()
    }

    /// Has later runs begin behind this.
    pub(crate) fn keep(&mut self, beginning: Beginning, behind: Result<State, CutReason>) {
        self.behind.insert(beginning, behind);
    }

    /// Takes over the state in which the run of an initializer ended. Whether that is one to begin with.
    pub(crate) fn take_over(&mut self, class: ClassId, ended: Result<State, CutReason>) -> bool {
        let reason = match ended {
            // What hangs on the machine would do so in every run, those that have nothing to do with the class as well.
            Ok(state) => match &state.guesses.choice {
                Some(choice) => CutReason::Unsupported(choice.what.to_owned()),
                None if !state.globals.initialization.unfollowed.is_empty() => {
                    CutReason::Unsupported("an initializer that is left".to_owned())
                }
                None => {
                    self.state = state;
                    self.behind.clear();
                    self.state.entry = Entry::default();
                    self.state.passed = Passed::default();
                    // What initializers of the JDK write is no change that another initializer could miss.
                    self.state.wrote_to_shared = false;
                    self.state.globals.initialization.changed_process = false;
                    self.state.globals.statics.overwritten.clear();
                    return true;
                }
            },
            Err(reason) => reason,
        };
        self.unable.insert(class, reason);
        false
    }
}
