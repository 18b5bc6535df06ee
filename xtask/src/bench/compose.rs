//! `xtask bench compose`: exploration as it is against composition, on classes of the kinds of Table 3.5 of the thesis and on programs
//! of the shape of its three case studies (section 3.3.9).
//!
//! Each row is all methods of one class. The criterion `paths` asks for every path, so that both must find the same number; the
//! criterion `branches` leaves composition free to join paths.

use super::cases::Case;
use super::{classes, measure};
use crate::markdown::{grouped, seconds, table};
use anyhow::{Context, Result, anyhow, ensure};
use clew_jvm::{ClassPath, Jdk, World};
use clew_symex::{Composition, Criterion};
use std::time::Duration;

/// The bounds on blocks of the thesis.
const BLOCK_KS: [u32; 2] = [2, 3];

/// Classes of the kinds of Table 3.5, with the name that the thesis has for the kind and its gain at block-2 and block-3.
const KINDS: [(&str, &str, [f64; 2]); 10] = [
    ("NodeStack", "composed/NodeStack", [0.65, 1.00]),
    ("ArrayStack", "composed/ArrayStack", [1.00, 1.03]),
    ("NodeQueue", "composed/NodeQueue", [0.79, 0.78]),
    ("NodeList", "containers/Sequence", [1.16, 1.18]),
    ("DoublyLinkedList", "containers/DoublyLinkedList", [1.23, 1.25]),
    ("SortedListInt", "bench/SortedList", [1.73, 2.47]),
    ("SLPriorityQueue", "containers/SortedListQueue", [0.94, 0.92]),
    ("BinarySearchTree", "containers/BinarySearchTree", [0.98, 1.03]),
    ("SLIntMaxNode", "composed/MaxNode", [1.30, 1.38]),
    ("SearchTreeInt", "bench/SearchTree", [1.96, 2.22]),
];

/// The case studies of section 3.3.9.
const STUDIES: [(&str, &str); 3] =
    [("Rational", "composed/Rational"), ("Foo", "composed/Sums"), ("NodePositionList", "composed/Positions")];

/// What all methods of a class took together.
#[derive(Clone, Copy, Debug, Default)]
struct Total {
    seconds: f64,
    instructions: u64,
    paths: u64,
    decided: usize,
    goals: usize,
    states: u64,
    is_cut: bool,
}

/// One row: a class under a bound and a criterion.
struct Row {
    name: String,
    published: Option<f64>,
    plain: Total,
    composed: Total,
}

/// The tables, as Markdown.
pub fn run(runs: u32, time: Duration, wanted: impl Fn(&str) -> bool) -> Result<String> {
    let mut text = String::new();
    for criterion in [Criterion::Paths, Criterion::Branches] {
        let mut rows = Vec::new();
        for (at, bound) in BLOCK_KS.into_iter().enumerate() {
            for (kind, class, gains) in KINDS {
                rows.extend(row(runs, time, (kind, class), bound, criterion, Some(gains[at]), &wanted)?);
            }
            for study in STUDIES {
                rows.extend(row(runs, time, study, bound, criterion, None, &wanted)?);
            }
        }
        let name = if criterion == Criterion::Paths { "paths" } else { "branches" };
        text += &format!("### `--criterion {name}`\n\n{}\n\n", shown(&rows));
    }
    Ok(text)
}

fn row(
    runs: u32,
    time: Duration,
    (kind, class): (&str, &str),
    bound: u32,
    criterion: Criterion,
    published: Option<f64>,
    wanted: &impl Fn(&str) -> bool,
) -> Result<Option<Row>> {
    let name = format!("{kind} block-{bound}");
    if !wanted(&name) {
        return Ok(None);
    }
    eprintln!("xtask: {name}, {criterion:?}");
    let measured = |composition| total(runs, time, class, bound, criterion, composition);
    let (plain, composed) = (measured(Composition::Off)?, measured(Composition::Pays)?);
    let is_same = criterion != Criterion::Paths || plain.paths == composed.paths || plain.is_cut || composed.is_cut;
    ensure!(is_same, "{name}: {} paths without summaries and {} with them", plain.paths, composed.paths);
    ensure!(composed.decided >= plain.decided, "{name}: fewer goals are decided with summaries");
    Ok(Some(Row { name, published, plain, composed }))
}

/// Explores all methods of a class.
fn total(
    runs: u32,
    time: Duration,
    class: &str,
    bound: u32,
    criterion: Criterion,
    composition: Composition,
) -> Result<Total> {
    let mut total = Total::default();
    for method in methods_of(class)? {
        let mut case = Case::on_heap(class, &method, bound);
        case.options.criterion = criterion;
        case.options.composition = composition;
        case.options.loop_k = None;
        case.options.block_k = Some(bound);
        let figures = measure::median(&case, runs, time)?;
        total.seconds += figures.seconds.median;
        total.instructions += figures.facts.stats.instructions;
        total.paths += figures.facts.paths;
        total.goals += figures.facts.goals.len();
        total.decided += figures.facts.goals.iter().filter(|goal| goal.verdict.name() != "undecided").count();
        total.states = total.states.max(figures.facts.stats.peak_states);
        total.is_cut |= figures.is_cut;
    }
    Ok(total)
}

/// The methods of a class that have code, with their descriptors.
fn methods_of(class: &str) -> Result<Vec<String>> {
    let jdk = Jdk::locate(None)?;
    let (class_path, _) = ClassPath::open(&jdk, &[classes()], &[]);
    let world = World::new(class_path);
    let id = world.load(class).map_err(|error| anyhow!("{error}")).with_context(|| class.to_owned())?;
    let methods = world.class(id).methods.clone();
    let methods = methods.into_iter().map(|id| world.method(id));
    let methods =
        methods.filter(|method| method.has_code && !method.is_constructor() && !method.is_class_initializer());
    Ok(methods.map(|method| format!("{}{}", method.name, method.descriptor)).collect())
}

fn shown(rows: &[Row]) -> String {
    let header = [
        "class",
        "time, plain",
        "time, composed",
        "gain",
        "gain in the thesis",
        "instructions, plain",
        "composed",
        "paths, plain",
        "composed",
        "waiting states, plain",
        "composed",
        "goals decided, plain",
        "composed",
    ];
    let cut = |total: &Total, text: String| if total.is_cut { format!("{text} (cut)") } else { text };
    let cells = rows.iter().map(|Row { name, published, plain, composed }| {
        vec![
            name.clone(),
            cut(plain, seconds(plain.seconds)),
            cut(composed, seconds(composed.seconds)),
            format!("{:.2}", plain.seconds / composed.seconds.max(f64::EPSILON)),
            published.map_or_else(|| "–".to_owned(), |gain| format!("{gain:.2}")),
            grouped(plain.instructions),
            grouped(composed.instructions),
            grouped(plain.paths),
            grouped(composed.paths),
            grouped(plain.states),
            grouped(composed.states),
            format!("{} of {}", plain.decided, plain.goals),
            format!("{} of {}", composed.decided, composed.goals),
        ]
    });
    table(&header, cells)
}
