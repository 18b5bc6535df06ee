//! `xtask bench bounded`: the experiment of *Towards Bounded Infeasible Code Detection*, section 7.
//!
//! All algorithms get the same formula in the same solver set-up, each program anew.

use super::plot::{self, Line};
use crate::{markdown, paths};
use anyhow::{Result, anyhow};
use clew_base::CancelToken;
use clew_facts::{CoverAlgorithm, CoverCriterion, CoverFacts, CoverOptions, Verdict};
use clew_fuzzing::covers::{Family, diamonds};
use std::time::Duration;

/// The numbers of diamonds of the paper's programs.
const DIAMONDS: std::ops::RangeInclusive<usize> = 2..=9;
/// Programs for each number of diamonds.
const PROGRAMS: u64 = 10;
/// The numbers of diamonds beyond the paper's.
const FURTHER: [usize; 5] = [20, 50, 100, 150, 200];
/// What each of those may take, and each of the other families.
const LARGE_TIME: Duration = Duration::from_secs(10);
/// Diamonds of a program of the other families, and programs of each.
const FAMILY_DIAMONDS: usize = 100;
const FAMILY_PROGRAMS: u64 = 3;
/// What the paper reports: queries and seconds.
const PUBLISHED: [(CoverAlgorithm, &str, &str); 4] = [
    (CoverAlgorithm::Pc, "69,777", "13.12"),
    (CoverAlgorithm::Sc, "854", "11.81"),
    (CoverAlgorithm::Fm, "1,760", "145.45"),
    (CoverAlgorithm::Vstte, "512", "615.51"),
];

/// What the programs of one number of diamonds took together.
#[derive(Clone, Copy, Default)]
struct Taken {
    queries: u64,
    most_queries: u64,
    seconds: f64,
    tests: usize,
    infeasible: usize,
    undecided: usize,
}

impl Taken {
    fn of(facts: &CoverFacts) -> Taken {
        let count = |wanted: fn(&Verdict) -> bool| facts.goals.iter().filter(|goal| wanted(&goal.verdict)).count();
        Taken {
            queries: facts.stats.queries,
            most_queries: facts.stats.queries,
            seconds: facts.stats.seconds,
            tests: facts.tests.len(),
            infeasible: count(|verdict| matches!(verdict, Verdict::Unreachable(_))),
            undecided: count(|verdict| matches!(verdict, Verdict::Undecided(_))),
        }
    }

    fn add(&mut self, other: Taken) {
        self.queries += other.queries;
        self.most_queries = self.most_queries.max(other.most_queries);
        self.seconds += other.seconds;
        self.tests += other.tests;
        self.infeasible += other.infeasible;
        self.undecided += other.undecided;
    }
}

/// Runs the experiment; the tables as Markdown. Each cover may take `time`. The plots are drawn where they are wanted.
pub(super) fn run(time: Duration, plots: bool, wanted: impl Fn(&str) -> bool) -> Result<String> {
    let algorithms: Vec<CoverAlgorithm> =
        CoverAlgorithm::ALL.into_iter().filter(|algorithm| wanted(algorithm.name())).collect();
    let mut measured = Vec::new();
    for algorithm in &algorithms {
        let mut rows = Vec::new();
        for count in DIAMONDS {
            let mut taken = Taken::default();
            for seed in 0..PROGRAMS {
                taken.add(Taken::of(&cover(&diamonds(Family::Sums, count, seed), *algorithm, time)?));
            }
            eprintln!("xtask: {} on {count} diamonds: {:.2} s", algorithm.name(), taken.seconds);
            rows.push(taken);
        }
        measured.push((*algorithm, rows));
    }
    let mut text = totals(&measured);
    text += &by_diamonds("Seconds by the number of diamonds, ten programs each", &measured, |taken| {
        format!("{:.2}", taken.seconds)
    });
    text += &by_diamonds("Queries by the number of diamonds, ten programs each", &measured, |taken| {
        markdown::grouped(taken.queries)
    });
    if plots {
        text += &figures(&measured)?;
    }
    if wanted(CoverAlgorithm::Near.name()) {
        text += &further()?;
        text += &families()?;
    }
    Ok(text)
}

/// Draws the seconds and the queries of ten programs over the number of diamonds, as the paper's figures do.
fn figures(measured: &[(CoverAlgorithm, Vec<Taken>)]) -> Result<String> {
    let folder = paths::root().join("docs/pictures");
    let line = |(algorithm, rows): &(CoverAlgorithm, Vec<Taken>), figure: fn(&Taken) -> f64| Line {
        name: algorithm.name().to_owned(),
        points: DIAMONDS.zip(rows).map(|(count, taken)| (count as f64, figure(taken))).collect(),
    };
    let lines = |figure| measured.iter().map(|of| line(of, figure)).collect::<Vec<Line>>();
    let across = "diamonds (ten programs each)";
    plot::draw(&folder.join("bounded-seconds.svg"), "Seconds", across, "seconds", &lines(|taken| taken.seconds))?;
    plot::draw(
        &folder.join("bounded-queries.svg"),
        "Queries",
        across,
        "queries",
        &lines(|taken| taken.queries as f64),
    )?;
    Ok("![Seconds over the number of diamonds](../pictures/bounded-seconds.svg)\n![Queries over the number of diamonds](../pictures/bounded-queries.svg)\n\n".to_owned())
}

fn cover(text: &str, algorithm: CoverAlgorithm, time: Duration) -> Result<CoverFacts> {
    let program = clew_ir::parse("random.clew", text).map_err(|faults| anyhow!("{}", faults[0]))?;
    let criterion = if algorithm.covers_paths() { CoverCriterion::Paths } else { CoverCriterion::Statements };
    let options = CoverOptions { criterion, algorithm, time: Some(time), ..CoverOptions::default() };
    clew_reach::cover(&program, &options, &CancelToken::new()).map_err(|failure| anyhow!("{failure:?}"))
}

/// The paper's Table 1, with its figures beside ours.
fn totals(measured: &[(CoverAlgorithm, Vec<Taken>)]) -> String {
    let header = [
        "algorithm",
        "queries",
        "most for one",
        "seconds",
        "tests",
        "infeasible",
        "undecided",
        "paper: queries",
        "paper: seconds",
    ];
    let rows = measured.iter().map(|(algorithm, rows)| {
        let mut all = Taken::default();
        rows.iter().for_each(|taken| all.add(*taken));
        let published = PUBLISHED.iter().find(|(known, ..)| known == algorithm);
        vec![
            algorithm.name().to_owned(),
            markdown::grouped(all.queries),
            all.most_queries.to_string(),
            format!("{:.2}", all.seconds),
            markdown::grouped(all.tests as u64),
            all.infeasible.to_string(),
            all.undecided.to_string(),
            published.map_or("–", |(_, queries, _)| queries).to_owned(),
            published.map_or("–", |(.., seconds)| seconds).to_owned(),
        ]
    });
    format!("{}\n\n", markdown::table(&header, rows))
}

fn by_diamonds(title: &str, measured: &[(CoverAlgorithm, Vec<Taken>)], figure: impl Fn(&Taken) -> String) -> String {
    let mut header = vec!["diamonds"];
    header.extend(measured.iter().map(|(algorithm, _)| algorithm.name()));
    let rows = DIAMONDS.enumerate().map(|(row, count)| {
        let figures = measured.iter().map(|(_, rows)| figure(&rows[row]));
        std::iter::once(count.to_string()).chain(figures).collect()
    });
    format!("{title}:\n\n{}\n\n", markdown::table(&header, rows))
}

/// How the cost of a statement cover grows.
fn further() -> Result<String> {
    let mut rows = Vec::new();
    for count in FURTHER {
        let taken = Taken::of(&cover(&diamonds(Family::Sums, count, 0), CoverAlgorithm::Near, LARGE_TIME)?);
        eprintln!("xtask: near on {count} diamonds: {:.2} s", taken.seconds);
        rows.push(large(count.to_string(), taken));
    }
    let table = markdown::table(&["diamonds", "seconds", "queries", "tests", "infeasible", "undecided"], rows);
    Ok(format!(
        "One larger program each, statement cover by the default algorithm, at most ten seconds:\n\n{table}\n\n"
    ))
}

/// Programs of the same shape with other statements and conditions.
fn families() -> Result<String> {
    let mut rows = Vec::new();
    for family in Family::ALL {
        for seed in 0..FAMILY_PROGRAMS {
            let text = diamonds(family, FAMILY_DIAMONDS, seed);
            let taken = Taken::of(&cover(&text, CoverAlgorithm::Near, LARGE_TIME)?);
            eprintln!("xtask: near on {family:?}: {:.2} s", taken.seconds);
            rows.push(large(format!("{family:?} {seed}").to_lowercase(), taken));
        }
    }
    let table = markdown::table(&["program", "seconds", "queries", "tests", "infeasible", "undecided"], rows);
    Ok(format!(
        "Programs of {FAMILY_DIAMONDS} diamonds (901 blocks) of several families, in the same way:\n\n{table}\n"
    ))
}

fn large(name: String, taken: Taken) -> Vec<String> {
    let counts = [taken.queries, taken.tests as u64, taken.infeasible as u64, taken.undecided as u64];
    [name, format!("{:.2}", taken.seconds)].into_iter().chain(counts.map(markdown::grouped)).collect()
}
