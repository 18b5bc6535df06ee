//! Which proofs make findings: those that rest on nothing that keeps a finding from being shown.

use clew_facts::{Assumption, Proof};

/// What a finding may rest on that keeps it from being shown unless it is asked for.
///
/// This is the one list of such kinds: flags, counts and texts are made from it. A new kind takes a variant, its place in
/// [`Premise::ALL`], its texts, and the assumptions that are of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Premise {
    /// The bounds of the exploration.
    Within,
    /// The static fields of a class hold at entry what its initializer gave them.
    InitialStatics,
    /// No other thread changes what a method reads that reckons with that.
    SingleThread,
    /// A property of the environment has the value it has here.
    Environment,
    /// The collector clears no reference and runs no finalizer.
    Collection,
}

impl Premise {
    /// All of them.
    pub const ALL: [Premise; 5] =
        [Premise::Within, Premise::InitialStatics, Premise::SingleThread, Premise::Environment, Premise::Collection];

    /// The name in documents; with hyphens, that of the flag.
    pub fn name(self) -> &'static str {
        match self {
            Premise::Within => "within",
            Premise::InitialStatics => "initial_statics",
            Premise::SingleThread => "single_thread",
            Premise::Environment => "environment",
            Premise::Collection => "collection",
        }
    }

    /// How a finding holds that rests on it, for text: `3 more within the bounds only`.
    pub fn holding(self) -> &'static str {
        match self {
            Premise::Within => "within the bounds only",
            Premise::InitialStatics => "while static fields keep their initial values",
            Premise::SingleThread => "while no other thread changes what is read",
            Premise::Environment => "while the environment is what it is here",
            Premise::Collection => "while the collector clears no reference and runs no finalizer",
        }
    }

    /// What the flag does, for help.
    pub fn help(self) -> &'static str {
        match self {
            Premise::Within => {
                "Also findings that hold only within the bounds: of loops, recursion, the lengths of arrays and strings"
            }
            Premise::InitialStatics => {
                "Also findings that hold only while static fields hold what class initialization gave them (`if (debug)`)"
            }
            Premise::SingleThread => {
                "Also findings that hold only while no other thread changes what a method reads that reckons with that (a \
                 second look at a field, in a `synchronized` block)"
            }
            Premise::Environment => {
                "Also findings that hold only while the environment is what it is here (an optional system property is not set)"
            }
            Premise::Collection => {
                "Also findings that hold only while the collector clears no reference and runs no finalizer (a second look into a `WeakReference`)"
            }
        }
    }

    /// The kind that an assumption is of; `None` where findings that rest on it are shown.
    fn of(assumption: &Assumption) -> Option<Premise> {
        let of_state = match assumption {
            // What public calls of the JDK set for the whole process belongs to the environment.
            Assumption::InitialStatics(class) if class.starts_with("java.") => Some(Premise::Environment),
            Assumption::InitialStatics(_) | Assumption::InitializationOrder(_) | Assumption::Initializer(_) => {
                Some(Premise::InitialStatics)
            }
            Assumption::SingleThread => Some(Premise::SingleThread),
            Assumption::Environment(_) => Some(Premise::Environment),
            Assumption::NoCollection => Some(Premise::Collection),
            Assumption::Loop(_)
            | Assumption::Block(_)
            | Assumption::Recursion(_)
            | Assumption::ArrayLength(_)
            | Assumption::StringLength(_)
            | Assumption::MadeInputs(_)
            | Assumption::FewClasses(_)
            | Assumption::StubInputs(_)
            | Assumption::FewShared(_)
            | Assumption::NoAlias
            | Assumption::RepOkRounds(_)
            | Assumption::Heap(_)
            | Assumption::ClosedWorld
            | Assumption::ClosedWorldJdk
            | Assumption::Model(_)
            | Assumption::Stub(_)
            | Assumption::Output(_)
            | Assumption::FreshExceptions
            | Assumption::FinalFields
            | Assumption::ClassInvariant(_)
            | Assumption::Contract(_)
            | Assumption::CompiledByJavac
            | Assumption::AssertionsEnabled
            | Assumption::NoVmErrors => None,
        };
        of_state.or(assumption.is_bound().then_some(Premise::Within))
    }
}

/// Which proofs make findings. The default takes those that rest on no [`Premise`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// For each premise, by its position in [`Premise::ALL`], whether a proof may rest on it.
    premises: [bool; Premise::ALL.len()],
}

impl Wanted {
    /// All proofs.
    pub fn all() -> Wanted {
        Wanted { premises: [true; Premise::ALL.len()] }
    }

    /// Also those that rest on this.
    #[must_use]
    pub fn and(mut self, premise: Premise) -> Wanted {
        self.premises[premise as usize] = true;
        self
    }

    /// Whether a proof may rest on this.
    pub fn has(self, premise: Premise) -> bool {
        self.premises[premise as usize]
    }

    /// Whether a proof makes findings.
    pub(crate) fn takes(self, proof: &Proof) -> bool {
        proof.assumptions().filter_map(Premise::of).all(|premise| self.has(premise))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_facts::{Assurance, EngineName};

    #[test]
    fn each_premise_has_its_place() {
        for (place, premise) in Premise::ALL.into_iter().enumerate() {
            assert_eq!(premise as usize, place, "{premise:?}");
        }
    }

    #[test]
    fn a_proof_is_taken_if_all_that_it_rests_on_is_wanted() {
        let proof = |assumptions: &[Assumption]| {
            let mut ledger = Assurance::issued_by(EngineName::Exploration);
            assumptions.iter().for_each(|assumption| ledger.assume(assumption.clone()));
            Proof::of(ledger).expect("nothing is dropped")
        };
        let environment = Assumption::Environment("demo.trace".to_owned());
        let shown = proof(&[Assumption::NoVmErrors, Assumption::ClosedWorld]);
        let hidden = proof(&[Assumption::NoVmErrors, environment.clone()]);
        let by_two = proof(&[environment, Assumption::Loop(2)]);
        let wanted = Wanted::default();
        assert!(wanted.takes(&shown) && !wanted.takes(&hidden) && !wanted.takes(&by_two));
        let wanted = wanted.and(Premise::Environment);
        assert!(wanted.takes(&shown) && wanted.takes(&hidden) && !wanted.takes(&by_two));
        assert!(wanted.and(Premise::Within).takes(&by_two) && Wanted::all().takes(&by_two));
    }
}
