//! What can be done against an assumption: how an exploration is set up so that executions may break it.

use crate::engine::Task;
use clew_facts::{Aliasing, Assumption, HeapAssumption, Options};
use clew_symex::has_settable_static;
use std::collections::BTreeSet;

/// How many times as great a bound is in each exploration as in the one before it.
const FACTOR: u32 = 4;

/// No loop is followed for more rounds.
const MOST_ROUNDS: u32 = 4_096;

/// No string has more characters, as for `--string-length`.
const MOST_CHARACTERS: u32 = 1_000;

/// What an exploration is set up for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Weapon {
    /// More rounds of loops, and longer arrays where their length has to be fixed.
    Rounds,
    /// Deeper recursion.
    Depth,
    /// Longer strings.
    Texts,
    /// Objects of further classes, and objects that further or more calls make.
    Inputs,
    /// More rounds of loops of an assumed `repOk()`.
    RepOkRounds,
    /// References that name one object.
    Aliasing,
    /// Objects that hold what no type argument lets them hold.
    GenericTypes,
    /// Heaps that are not as the user says.
    Heaps,
    /// Static fields that hold other values.
    Statics,
    /// Objects of the program in whatever state calls bring them.
    Calls,
}

impl Weapon {
    /// The one against an assumption of a proof of a method.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn against(task: &Task<'_>, assumption: &Assumption) -> Result<Weapon, &'static str> {
        match assumption {
            Assumption::InitialStatics(class) if !has_settable_static(task.world, task.method, class) => {
                Err(STATICS_LEFT_ALONE)
            }
            other => Weapon::by_kind(other),
        }
    }

    /// The one against assumptions of a kind.
    pub(super) fn by_kind(assumption: &Assumption) -> Result<Weapon, &'static str> {
        Err(match assumption {
            Assumption::Loop(_) | Assumption::Block(_) | Assumption::ArrayLength(_) => return Ok(Weapon::Rounds),
            Assumption::Recursion(_) => return Ok(Weapon::Depth),
            Assumption::StringLength(_) => return Ok(Weapon::Texts),
            Assumption::MadeInputs(_) | Assumption::FewClasses(_) | Assumption::FewShared(_) => {
                return Ok(Weapon::Inputs);
            }
            Assumption::RepOkRounds(_) => return Ok(Weapon::RepOkRounds),
            Assumption::NoAlias => return Ok(Weapon::Aliasing),
            Assumption::Heap(HeapAssumption::GenericTypes) => return Ok(Weapon::GenericTypes),
            Assumption::Heap(_) => return Ok(Weapon::Heaps),
            Assumption::ClassInvariant(_) => return Ok(Weapon::Calls),
            Assumption::Contract(_) => "it would take a class that breaks what the JDK's documentation says",
            Assumption::StubInputs(_) => "it would take an implementation that nobody has written",
            Assumption::ClosedWorld => "it would take a class that is not on the class path",
            Assumption::ClosedWorldJdk => "it would take another JDK",
            Assumption::Model(_) => "the model is all that the exploration has; tests run the method itself",
            Assumption::Stub(_) => "it would take code that the calls do not run",
            Assumption::Output(_) => "it would take another stream or logger, set for the whole process",
            Assumption::Environment(_) => "the property is set when the process starts",
            Assumption::InitialStatics(_) => return Ok(Weapon::Statics),
            Assumption::InitializationOrder(_) => "it would take classes that are initialized in another order",
            Assumption::Initializer(_) => "what the initializer does is not known",
            Assumption::FreshExceptions => "it would take compiled code that throws one object again",
            Assumption::SingleThread => "it would take another thread, and a test makes one call",
            Assumption::NoCollection => "it would take a collection at a certain point of the call",
            Assumption::FinalFields => "it would take reflection while the method runs",
            Assumption::CompiledByJavac => "it would take a caller that no compiler makes",
            Assumption::AssertionsEnabled => "tests run with assertions enabled",
            Assumption::NoVmErrors => "it would take a virtual machine that runs out of memory or stack",
        })
    }

    /// Whether an input alone can break what it breaks, so that inputs by chance may.
    pub(super) fn is_for_inputs(self) -> bool {
        !matches!(self, Weapon::Statics | Weapon::Calls)
    }

    /// How many explorations there are, each with less in its way than the one before it.
    pub(super) fn rungs(self) -> u32 {
        match self {
            Weapon::Rounds => 3,
            Weapon::Depth | Weapon::Texts => 2,
            Weapon::Inputs
            | Weapon::RepOkRounds
            | Weapon::Aliasing
            | Weapon::GenericTypes
            | Weapon::Heaps
            | Weapon::Statics
            | Weapon::Calls => 1,
        }
    }

    /// Sets an exploration up. Returns what takes the place of the assumptions; `None` if there is no greater bound.
    pub(super) fn load(self, options: &mut Options, assumptions: &BTreeSet<Assumption>, rung: u32) -> Option<String> {
        let factor = FACTOR.saturating_pow(rung + 1);
        match self {
            Weapon::Rounds => more_rounds(options, assumptions, factor),
            Weapon::Depth => {
                options.recursion_k = greater(greatest(assumptions, depth)?, factor, u32::MAX)?;
                Some(Assumption::Recursion(options.recursion_k).to_string())
            }
            Weapon::Texts => {
                options.string_length = greater(greatest(assumptions, characters)?, factor, MOST_CHARACTERS)?;
                Some(Assumption::StringLength(options.string_length).to_string())
            }
            Weapon::Inputs => {
                options.breadth = options.breadth.saturating_mul(factor);
                Some(format!("{} times as many classes, and further calls that make objects", options.breadth))
            }
            Weapon::RepOkRounds => {
                options.rep_ok_k = options.rep_ok_k.saturating_mul(factor);
                Some(Assumption::RepOkRounds(options.rep_ok_k).to_string())
            }
            Weapon::Aliasing => {
                options.aliasing = Aliasing::On;
                Some(String::new())
            }
            Weapon::GenericTypes => {
                options.generic_types = false;
                options.heap_assumptions.retain(|known| *known != HeapAssumption::GenericTypes);
                Some(String::new())
            }
            Weapon::Heaps => {
                options.heap_assumptions.retain(|known| !assumptions.contains(&Assumption::Heap(known.clone())));
                Some(String::new())
            }
            Weapon::Statics => {
                options.free_statics = true;
                Some("any numbers and truth values in static fields that tests can set".to_owned())
            }
            Weapon::Calls => {
                options.class_invariants = false;
                Some("objects that calls make".to_owned())
            }
        }
    }
}

/// Raises the bounds on rounds, and on lengths that are fixed.
fn more_rounds(options: &mut Options, assumptions: &BTreeSet<Assumption>, factor: u32) -> Option<String> {
    let mut instead = Vec::new();
    if let Some(most) = greatest(assumptions, rounds).and_then(|known| greater(known, factor, MOST_ROUNDS)) {
        options.loop_k = Some(most);
        instead.push(Assumption::Loop(most).to_string());
    }
    if let Some(most) = greatest(assumptions, times).and_then(|known| greater(known, factor, MOST_ROUNDS)) {
        options.block_k = Some(most);
        instead.push(Assumption::Block(most).to_string());
    }
    (!instead.is_empty()).then(|| instead.join(", "))
}

/// So many times as much, if that is more and not too much.
fn greater(known: u32, factor: u32, most: u32) -> Option<u32> {
    let wanted = known.max(1).saturating_mul(factor).min(most);
    (wanted > known).then_some(wanted)
}

fn greatest(assumptions: &BTreeSet<Assumption>, of: impl Fn(&Assumption) -> Option<u32>) -> Option<u32> {
    assumptions.iter().filter_map(of).max()
}

fn rounds(assumption: &Assumption) -> Option<u32> {
    match assumption {
        Assumption::Loop(bound) | Assumption::ArrayLength(bound) => Some(*bound),
        _ => None,
    }
}

fn times(assumption: &Assumption) -> Option<u32> {
    if let Assumption::Block(bound) = assumption { Some(*bound) } else { None }
}

fn depth(assumption: &Assumption) -> Option<u32> {
    if let Assumption::Recursion(bound) = assumption { Some(*bound) } else { None }
}

fn characters(assumption: &Assumption) -> Option<u32> {
    if let Assumption::StringLength(bound) = assumption { Some(*bound) } else { None }
}

/// Why static fields are left alone that no test can set.
const STATICS_LEFT_ALONE: &str =
    "tests set no static fields of the class: it has none of numbers or truth values that they may assign";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_grows_with_each_rung() {
        let within = BTreeSet::from([Assumption::Loop(2), Assumption::Block(5)]);
        let mut options = Options::default();
        let told = |options: &mut Options, rung| Weapon::Rounds.load(options, &within, rung);
        assert_eq!(told(&mut options, 0).as_deref(), Some("loop<=8, block<=20"));
        assert_eq!(told(&mut options, 2).as_deref(), Some("loop<=128, block<=320"));
        assert_eq!((options.loop_k, options.block_k), (Some(128), Some(320)));
    }

    #[test]
    fn there_is_an_end_to_what_is_tried() {
        let longest = BTreeSet::from([Assumption::StringLength(MOST_CHARACTERS)]);
        assert_eq!(Weapon::Texts.load(&mut Options::default(), &longest, 0), None);
    }

    #[test]
    fn what_every_verdict_rests_on_is_not_attacked() {
        for assumption in [Assumption::NoVmErrors, Assumption::ClosedWorldJdk] {
            assert!(assumption.is_universal() && Weapon::by_kind(&assumption).is_err());
        }
    }
}
