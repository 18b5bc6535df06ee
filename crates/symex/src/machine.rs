//! What a step works with: the core, the ledger, the goals, the caches, what is known of the input, and the count of steps.

use crate::accepted::Accepted;
use crate::core::{Assumed, Core};
use crate::factories::Observer;
use crate::goals::GoalMap;
use crate::guide::Guide;
use crate::hashing::Hashes;
use crate::helpers::Helpers;
use crate::inputs::{InputCalls, InputRules};
use crate::ledger::{Closing, Ledger};
use crate::models::files::ModelFiles;
use crate::models::modelled::Model as MethodModel;
use crate::regions::Regions;
use crate::started::Started;
use crate::state::State;
use crate::state::given::Leavings;
use crate::steps::{MemoryGauge, Steps};
use crate::string_switch::StringSwitches;
use crate::template::Composer;
use crate::tests::shown::ShownBefore;
use crate::touch::Effect;
use clew_absint::ClassInvariants;
use clew_base::{CancelToken, FastMap, FastSet};
use clew_facts::{Aliasing, Assumption, CutReason, Options, RealCall};
use clew_heap::{Alternative, Guarded, Kind};
use clew_ir::{BlockId, FieldRef};
use clew_jvm::{ClassId, Field, MethodId, World};
use clew_term::Term;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;

/// How many instructions pass between two looks at the memory in use.
const MEMORY_EVERY: u64 = 128;

/// What a step works with. It belongs to one job.
///
/// It dereferences to its core, which most rules need alone: they take [`Core`], and whoever has a machine passes it.
pub(crate) struct Machine<'w> {
    pub core: Core<'w>,
    /// What the exploration gave up, and what it rests on.
    pub ledger: Ledger,
    /// The goals of the method under test.
    pub goals: GoalMap,
    /// What tests are to show of the private code that it calls.
    pub helpers: Helpers,
    /// What verifiers have shown of the method under test, where tests are for what they have not.
    pub guide: Option<Rc<Guide>>,
    pub caches: Caches<'w>,
    pub inputs: InputRules<'w>,
    pub run: Run,
}

/// What was worked out once and holds for the whole job.
pub(crate) struct Caches<'w> {
    /// What field references resolved to.
    pub fields: FastMap<FieldRef, (Rc<Field>, Kind)>,
    /// The model of each method that was called, if it has one.
    pub models: FastMap<MethodId, Option<MethodModel>>,
    /// The models that are written in the block language.
    pub model_files: ModelFiles,
    /// What calls of each method do besides what its code says.
    pub effects: FastMap<MethodId, Effect>,
    /// What the constructors of classes of the JDK leave in objects of the program, where that is known.
    pub leavings: FastMap<ClassId, Option<Rc<Leavings>>>,
    /// What constructors and factories accept that check their arguments, where that may be found out.
    pub accepted: Option<Rc<Accepted<'w>>>,
    /// The methods by which a test may look at objects of a class that it constructs.
    pub observers: FastMap<ClassId, Rc<[Observer]>>,
    /// What concrete runs begin with.
    pub started: Started,
    /// The invariants of classes.
    pub invariants: ClassInvariants<'w>,
    /// Conditions as they were shown.
    pub shown: ShownBefore,
    /// The summaries of methods that are called.
    pub composer: Composer,
    /// The regions of methods.
    pub regions: Regions,
    /// The switches of methods that may be over strings.
    pub string_switches: StringSwitches,
}

/// What was executed so far.
#[derive(Default)]
pub(crate) struct Run {
    /// Instructions executed.
    pub steps: Steps,
    /// The instructions of concrete runs, which are not among these.
    pub steps_aside: u64,
    /// How many instructions a concrete run may take.
    pub rerun_steps: u64,
    /// Who counts the memory in use, if somebody does.
    pub memory_gauge: Option<MemoryGauge>,
    /// How often paths were followed behind a call that cannot be followed, by its method and its block.
    pub gone_beyond: FastMap<(MethodId, BlockId), u32>,
    /// The exceptions of stubs with which a path has left the method under test.
    pub left_by: FastSet<ClassId>,
    /// How often calls have thrown exceptions of stubs, by the method and the block of the call.
    pub thrown_at: FastMap<(MethodId, BlockId, ClassId), u32>,
    /// How often executions were divided so that unverified ones can go first.
    pub interruptions: u32,
    /// The classes that concrete runs began to initialize, in that order.
    pub initialized: Vec<ClassId>,
    /// Whether the method under test was called since this was last set to false.
    pub enters_target: bool,
    /// In a concrete run: the identity hash codes of objects.
    pub hashes: Option<Hashes>,
    /// In concolic execution: the calls that are to run for real next.
    pub asked: Vec<RealCall>,
}

/// What the guards of alternatives are to the path condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guards {
    /// One of them holds on every execution of the path: they divide what is known already.
    Exhaustive,
    /// They may state something about what has just come into being, such as that a length is not negative.
    Facts,
}

impl Run {
    /// Counts the steps since `before` among those of concrete runs.
    pub(crate) fn set_aside(&mut self, before: Steps) {
        self.steps_aside += self.steps.all - before.all;
        self.steps = before;
    }
}

impl<'w> Deref for Machine<'w> {
    type Target = Core<'w>;
    fn deref(&self) -> &Core<'w> {
        &self.core
    }
}

impl DerefMut for Machine<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.core
    }
}

impl<'w> Machine<'w> {
    pub(crate) fn new(world: &'w World, target: MethodId, options: &'w Options, cancel: &CancelToken) -> Self {
        let mut ledger = Ledger::new();
        ledger.assume_everywhere(Assumption::NoVmErrors);
        if options.aliasing == Aliasing::Off {
            ledger.assume_everywhere(Assumption::NoAlias);
        }
        Self {
            core: Core::new(world, target, options, cancel),
            ledger,
            goals: GoalMap::default(),
            helpers: Helpers::default(),
            guide: None,
            caches: Caches {
                fields: FastMap::default(),
                models: FastMap::default(),
                model_files: ModelFiles::read(&options.models),
                effects: FastMap::default(),
                leavings: FastMap::default(),
                accepted: None,
                observers: FastMap::default(),
                started: Started::new(),
                invariants: ClassInvariants::new(world),
                shown: ShownBefore::default(),
                composer: Composer::default(),
                regions: Regions::default(),
                string_switches: StringSwitches::default(),
            },
            inputs: InputRules {
                overriding: Vec::new(),
                calls: InputCalls::new(&options.input_calls),
                factories: None,
                summaries: None,
                answers: None,
                preconditions: Vec::new(),
                early: Vec::new(),
            },
            run: Run { rerun_steps: options.rerun_steps, ..Run::default() },
        }
    }

    /// Whether more memory is in use than allowed, where it is time to look.
    pub(crate) fn is_over_memory(&self) -> bool {
        let (Some(limit), Some(gauge)) = (self.options.memory, self.run.memory_gauge) else { return false };
        self.run.steps.all.is_multiple_of(MEMORY_EVERY) && gauge() > limit
    }

    /// The states in which a condition holds, and in which it does not; each knows which.
    pub(crate) fn decide(&mut self, state: State, condition: Term) -> Vec<State> {
        let negation = self.pool.not(condition);
        let alternatives = [condition, negation]
            .map(|guard| Alternative { guard, heap: state.heap.clone(), value: guard })
            .into_iter()
            .collect();
        self.split(state, alternatives, Guards::Exhaustive, |child, guard| {
            child.path.known.insert(guard);
        })
    }

    /// Makes of a state its children, one for each alternative that some execution takes. `apply` completes a child.
    ///
    /// Every alternative is accounted for: it becomes a child, is infeasible, or is put on record as cut. It counts as a
    /// decision of the path even if only one is left, since the question depended on the input.
    pub(crate) fn split<T>(
        &mut self,
        state: State,
        alternatives: Guarded<T>,
        guards: Guards,
        mut apply: impl FnMut(&mut State, T),
    ) -> Vec<State> {
        let total = alternatives.len();
        self.ledger.fork(total);
        let constraints = state.path.constraints.clone();
        let mut parent = Some(state);
        let mut feasible = Vec::with_capacity(total);
        let mut dropped = 0;
        let mut excluded = 0;
        let mut classless = 0;
        for (at, Alternative { guard, heap, value }) in alternatives.into_iter().enumerate() {
            // The last child takes the state over, unless nothing would be left of it for the record.
            let last = at + 1 == total && !feasible.is_empty();
            let Some(child) = (if last { parent.take() } else { parent.clone() }) else { break };
            let guard = self.core.memo.tabulation.restate(&mut self.core.pool, guard);
            match self.follow(child, guard, heap) {
                Assumed::Feasible(child) => feasible.push((child, value)),
                Assumed::Infeasible(child) => {
                    self.ledger.close(child, Closing::Infeasible);
                }
                Assumed::Classless(child) => {
                    classless += 1;
                    self.ledger.close(child, Closing::Infeasible);
                }
                Assumed::Excluded(child) => {
                    excluded += 1;
                    self.ledger.close(child, Closing::Infeasible);
                }
                Assumed::Unknown(child, reason) => {
                    dropped += 1;
                    self.ledger.close(child, Closing::Cut(reason));
                }
            }
        }
        let assumes_nothing = self.entry_assumptions.is_empty();
        if let ([(only, _)], 0, Guards::Exhaustive, true) =
            (feasible.as_mut_slice(), dropped + classless, guards, assumes_nothing)
        {
            // The others are impossible, so the condition of this one follows from the path's and need not be kept.
            only.path.constraints = constraints;
        }
        let mut children = Vec::with_capacity(feasible.len());
        for (mut child, value) in feasible {
            apply(&mut child, value);
            children.push(child);
        }
        if children.is_empty()
            && dropped + excluded == 0
            && let Some(state) = &parent
        {
            let why = match classless {
                0 => "an internal error: no alternative is possible",
                _ => "an input of a type without known classes",
            };
            self.ledger.record_cut(state, CutReason::Unsupported(why.to_owned()));
        }
        children.iter_mut().for_each(|child| child.decisions += 1);
        children
    }
}
