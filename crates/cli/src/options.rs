//! The options of an exploration as the flags give them.

use crate::args::{
    AliasingArg, BoundArgs, BudgetArgs, CaseArgs, CheckArgs, ExplorationArgs, GenerateArgs, HeapArg, InputsArg,
    SearchArg,
};
use crate::criterion::CriterionArg;
use clew_engine::{Aliasing, Criterion, HeapPolicy, Options, Search, WORK_PER_STEP};
use clew_facts::{EngineName, InputsByCalls, ModelFile};
use clew_ir::parse_models;
use std::path::Path;
use std::time::Duration;

/// The time for each method where nothing is said.
const DEFAULT_TIME: Duration = Duration::from_secs(20);
/// The time for each method where a budget of work is asked for and none of time.
const GUARDING_TIME: Duration = Duration::from_secs(600);

/// The options that the flags of `clew generate` ask for.
///
/// # Errors
/// A line that names a flag this version has no answer to yet.
pub fn of_generate(args: &GenerateArgs) -> Result<Options, String> {
    check_input_calls(&args.input_call)?;
    let options = common(&args.exploration, &args.budget)?;
    let bounds = &args.bounds;
    Ok(Options {
        // Whoever asks for a bound means it.
        deepens: bounds.loop_k.is_none() && bounds.block_k.is_none(),
        input_calls: args.input_call.clone(),
        // Whoever asks for any input wants objects in any state.
        class_invariants: args.assume.keeps_class_invariants() && args.output.inputs != InputsArg::Any,
        generic_types: args.assume.keeps_generic_types(),
        inputs_by_calls: match args.output.inputs {
            InputsArg::Any => InputsByCalls::Off,
            InputsArg::PreferApi => InputsByCalls::Package,
            InputsArg::Api => InputsByCalls::Public,
        },
        attacks: args.output.attack_assumptions,
        ..within(bounds, options)
    })
}

/// The options with these bounds.
fn within(bounds: &BoundArgs, options: Options) -> Options {
    Options {
        // A bound on blocks is meant instead of the default one on loops.
        loop_k: match (bounds.loop_k, bounds.block_k) {
            (None, Some(_)) => None,
            (None, None) => options.loop_k,
            (given, _) => given,
        },
        block_k: bounds.block_k,
        recursion_k: bounds.recursion_k.unwrap_or(options.recursion_k),
        ..options
    }
}

/// The options of a summary: every path, from any arguments and any heap, each reference decided
/// where it is followed, so that a case has one heap.
pub fn of_cases(args: &CaseArgs) -> Options {
    let defaults = Options::default();
    let max_steps = args.budget.max_steps.unwrap_or(defaults.max_steps);
    let others = EngineName::PORTFOLIO.into_iter().filter(|engine| *engine != EngineName::Exploration);
    let options = Options {
        criterion: Criterion::Paths,
        heap: HeapPolicy::Lazy,
        aliasing: args.aliasing.into(),
        class_invariants: false,
        generic_types: false,
        search: Search::Dfs,
        max_steps,
        solver_work: max_steps.saturating_mul(WORK_PER_STEP),
        time: Some(time(&args.budget)),
        without_engines: others.collect(),
        free_statics: true,
        summarizes: true,
        ..defaults
    };
    within(&args.bounds, options)
}

/// Refuses patterns that can mean no method whose calls could be inputs.
///
/// # Errors
/// A line about the first of them.
pub fn check_input_calls(patterns: &[String]) -> Result<(), String> {
    patterns.iter().try_for_each(|text| check_input_call(text))
}

fn check_input_call(text: &str) -> Result<(), String> {
    let pattern = crate::pattern::of_flag("--input-call", text)?;
    match pattern.names_constructor() {
        true => Err(format!(
            "--input-call {text} names a constructor, and only calls of methods can be inputs; name the methods that the objects are asked"
        )),
        false => Ok(()),
    }
}

/// The options that the flags of `clew check` ask for.
///
/// # Errors
/// A line that names a flag this version has no answer to yet.
pub fn of_check(args: &CheckArgs) -> Result<Options, String> {
    let options = common(&args.exploration, &args.budget)?;
    Ok(Options {
        loop_k: Some(args.unwind),
        recursion_k: args.unwind,
        class_invariants: args.assume.keeps_class_invariants(),
        generic_types: args.assume.keeps_generic_types(),
        ..options
    })
}

fn common(exploration: &ExplorationArgs, budget: &BudgetArgs) -> Result<Options, String> {
    let defaults = Options::default();
    let max_steps = budget.max_steps.unwrap_or(defaults.max_steps);
    Ok(Options {
        criterion: criterion(&exploration.criterion)?,
        models: exploration.models.iter().map(|file| models(file)).collect::<Result<_, _>>()?,
        rep_ok_k: exploration.rep_ok_k,
        string_length: exploration.string_length,
        heap: match exploration.heap {
            HeapArg::Lazy => HeapPolicy::Lazy,
            HeapArg::Solver => HeapPolicy::Solver,
        },
        aliasing: exploration.aliasing.into(),
        search: match exploration.search {
            SearchArg::Dfs => Search::Dfs,
            SearchArg::Bfs => Search::Bfs,
            SearchArg::Random => Search::Random,
            SearchArg::Coverage => Search::Coverage,
        },
        seed: exploration.seed,
        without_engines: exploration.without_engine.clone(),
        max_steps,
        solver_work: max_steps.saturating_mul(WORK_PER_STEP),
        time: Some(time(budget)),
        ..defaults
    })
}

impl From<AliasingArg> for Aliasing {
    fn from(arg: AliasingArg) -> Aliasing {
        match arg {
            AliasingArg::On => Aliasing::On,
            AliasingArg::Off => Aliasing::Off,
        }
    }
}

/// A file of models that is without fault.
fn models(file: &Path) -> Result<ModelFile, String> {
    let name = file.display().to_string();
    let text = std::fs::read_to_string(file).map_err(|error| format!("cannot read the models in {name}: {error}"))?;
    match parse_models(&name, &text) {
        Ok(_) => Ok(ModelFile { name, text }),
        Err(faults) => Err(faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")),
    }
}

/// The time for each method. Where a budget of work is asked for, the clock only guards against work that is not counted.
pub fn time(budget: &BudgetArgs) -> Duration {
    budget.budget.unwrap_or(if budget.max_steps.is_some() { GUARDING_TIME } else { DEFAULT_TIME })
}

fn criterion(criterion: &CriterionArg) -> Result<Criterion, String> {
    let instead = "use branches, statements or paths";
    match criterion {
        CriterionArg::Branches => Ok(Criterion::Branches),
        CriterionArg::Statements => Ok(Criterion::Statements),
        CriterionArg::Paths => Ok(Criterion::Paths),
        CriterionArg::LocalPaths => Err(unavailable("--criterion local-paths", instead)),
        CriterionArg::Points(points) => Err(unavailable(&format!("--criterion points:{points}"), instead)),
    }
}

fn unavailable(flag: &str, instead: &str) -> String {
    format!("not available in this version: {flag}; {instead}")
}
