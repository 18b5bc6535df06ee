//! Runs a case several times and takes the medians.

use super::cases::Case;
use super::classes;
use anyhow::{Context, Result, anyhow, bail};
use clew_base::CancelToken;
use clew_facts::{CutReason, MethodFacts};
use clew_jvm::{ClassPath, Jdk, MethodId, World};
use clew_symex::{Observer, Options, explore};
use std::sync::Arc;
use std::time::Duration;

/// The median of a figure with its least and greatest value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The least.
    pub least: f64,
    /// The median; of two in the middle, the smaller.
    pub median: f64,
    /// The greatest.
    pub greatest: f64,
}

impl Spread {
    /// The spread of at least one value; all zero of none.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Spread {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        let at = |index: usize| values.get(index).copied().unwrap_or(0.0);
        Spread {
            least: at(0),
            median: at(values.len().saturating_sub(1) / 2),
            greatest: at(values.len().saturating_sub(1)),
        }
    }
}

/// The figures of a case.
#[derive(Clone, Debug)]
pub struct Figures {
    /// Wall time.
    pub seconds: Spread,
    /// Time in the solver's backend, the reading of its models included.
    pub solver_seconds: Spread,
    /// The facts of the last run; all runs agree in everything but times.
    pub facts: MethodFacts,
    /// Whether the time limit cut a run.
    pub is_cut: bool,
}

impl Figures {
    /// Instructions for each second of wall time.
    pub fn instructions_per_second(&self) -> f64 {
        self.facts.stats.instructions as f64 / self.seconds.median
    }
}

/// Explores the case `runs` times, each time in a new world.
///
/// A case that the time limit cuts is run only once, because its figures say no more than that.
///
/// # Errors
/// Where the case cannot be explored, or two runs that no clock cut do different work.
pub fn median(case: &Case, runs: u32, time: Duration) -> Result<Figures> {
    let options = Options { time: Some(time), ..case.options.clone() };
    let mut all: Vec<MethodFacts> = Vec::new();
    for _ in 0..runs {
        let facts = in_new_thread(|| Subject::open(case)?.explore(&options, &mut ()))?;
        if let Some(before) = all.last().filter(|before| !before.clock_bound && !facts.clock_bound)
            && work(before) != work(&facts)
        {
            bail!("two runs of {case} did different work: {:?} and {:?}", before.stats, facts.stats);
        }
        let is_cut = facts.clock_bound;
        all.push(facts);
        if is_cut {
            break;
        }
    }
    let seconds = Spread::of(all.iter().map(|facts| facts.stats.seconds));
    let solver_seconds = Spread::of(all.iter().map(|facts| facts.stats.solver_seconds));
    let facts = all.pop().context("a case is run at least once")?;
    let is_cut = facts.undecided.iter().any(|(reason, _)| matches!(reason, CutReason::Budget(_)));
    Ok(Figures { seconds, solver_seconds, facts, is_cut })
}

/// Runs work in a thread of its own, because the solver keeps what it has seen for each thread, and its answers depend
/// on that.
fn in_new_thread<T: Send>(work: impl FnOnce() -> Result<T> + Send) -> Result<T> {
    std::thread::scope(|scope| match scope.spawn(work).join() {
        Ok(result) => result,
        Err(panic) => std::panic::resume_unwind(panic),
    })
}

/// What two runs must agree in.
fn work(facts: &MethodFacts) -> (u64, u64, u64, u64, u64, usize) {
    let stats = &facts.stats;
    (stats.instructions, stats.queries, stats.backend_queries, stats.peak_states, facts.paths, facts.tests.len())
}

/// A world with the method of a case.
pub struct Subject {
    world: World,
    method: MethodId,
}

impl Subject {
    /// Opens a new world and finds the method.
    pub fn open(case: &Case) -> Result<Subject> {
        let jdk = Jdk::locate(None)?;
        let (mut class_path, problems) = ClassPath::open(&jdk, &[classes()], &[]);
        if let Some(problem) = problems.first() {
            bail!("{problem}");
        }
        if case.class.starts_with("java/util/") {
            let classes = class_path.jdk_module_classes("java.base").map_err(|reason| anyhow!(reason))?;
            let parts =
                classes.into_iter().filter(|name| is_part_of(name, &case.class)).map(Arc::from).collect::<Vec<_>>();
            class_path.analyse_jdk_classes(parts);
        }
        let world = World::new(class_path);
        let class = world.load(&case.class).map_err(|error| anyhow!("{error}"))?;
        let methods = world.class(class).methods.clone();
        let is_meant = |id: &MethodId| {
            let method = world.method(*id);
            *method.name == *case.method || format!("{}{}", method.name, method.descriptor) == case.method
        };
        let method = methods
            .into_iter()
            .find(is_meant)
            .with_context(|| format!("{} has no method {}", case.class, case.method))?;
        Ok(Subject { world, method })
    }

    /// Explores the method.
    pub fn explore(&self, options: &Options, observer: &mut dyn Observer) -> Result<MethodFacts> {
        Ok(explore(&self.world, self.method, options, &CancelToken::new(), observer)?)
    }
}

/// Whether a class of `java.util` is a container's own: it, one nested in it, or an abstract class that containers extend.
fn is_part_of(name: &str, container: &str) -> bool {
    let nested = name.strip_prefix(container).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'));
    nested || name.strip_prefix("java/util/Abstract").is_some_and(|rest| !rest.contains(['/', '$']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_one_of_the_values() {
        let spread = Spread::of([3.0, 1.0, 2.0, 10.0]);
        assert_eq!((spread.least, spread.median, spread.greatest), (1.0, 2.0, 10.0));
        assert_eq!(Spread::of([]).median, 0.0);
    }
}
