//! `xtask bench heap`: Table 6.1 of the thesis, repeated on containers written for this project and on the JDK's own.
//!
//! Every row explores one method completely under the criterion `paths`, once for each way to treat the heap of the input.

use super::cases::Case;
use super::measure::{self, Figures};
use crate::markdown::{grouped, seconds, table};
use anyhow::Result;
use clew_symex::{Aliasing, HeapPolicy};
use std::time::Duration;

/// The bounds on rounds of loops, and on recursion, of the thesis and one more.
const LOOP_KS: [u32; 2] = [1, 2];

/// A way to treat references of the input; the number is that of the thesis's columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// 1: lazy initialization, and no two references name one object.
    NoAliasing,
    /// 2: lazy initialization.
    Aliasing,
    /// 3: the heap solver.
    Solver,
}

const MODES: [Mode; 3] = [Mode::NoAliasing, Mode::Aliasing, Mode::Solver];

/// Times of a row of Table 6.1, in milliseconds; none where the thesis gave up after 30 s.
#[derive(Clone, Copy, Debug)]
struct Published {
    aliasing: Option<f64>,
    solver: f64,
}

/// A method that is measured.
#[derive(Clone, Copy, Debug)]
struct Row {
    name: &'static str,
    class: &'static str,
    method: &'static str,
    published: Option<Published>,
}

const fn thesis(
    name: &'static str,
    class: &'static str,
    method: &'static str,
    aliasing: Option<f64>,
    solver: f64,
) -> Row {
    Row { name, class, method, published: Some(Published { aliasing, solver }) }
}

const fn jdk(name: &'static str, class: &'static str, method: &'static str) -> Row {
    Row { name, class, method, published: None }
}

/// The methods of Table 6.1.
const THESIS: [Row; 12] = [
    thesis("DLL.add", "containers/DoublyLinkedList", "add", Some(177.0), 42.0),
    thesis("Seq.removeAt", "containers/Sequence", "removeAt", Some(116.0), 50.0),
    thesis("Seq.replaceAt", "containers/Sequence", "replaceAt", Some(47.0), 27.0),
    thesis("PQ.insert", "containers/SortedListQueue", "insert", Some(10672.0), 182.0),
    thesis("PQ.remove", "containers/SortedListQueue", "remove", Some(68.0), 15.0),
    thesis("BST.addAll", "containers/BinarySearchTree", "addAll", None, 2535.0),
    thesis("BST.find", "containers/BinarySearchTree", "find", Some(285.0), 98.0),
    thesis("BST.findAll", "containers/BinarySearchTree", "findAll", None, 2538.0),
    thesis("BST.insert", "containers/BinarySearchTree", "insert", None, 3924.0),
    thesis("BST.remove", "containers/BinarySearchTree", "remove", Some(5587.0), 725.0),
    thesis("HPQ.insert", "containers/HeapQueue", "insert", Some(638.0), 163.0),
    thesis("HPQ.remove", "containers/HeapQueue", "remove", None, 2378.0),
];

/// Methods of the JDK's containers.
const JDK: [Row; 15] = [
    jdk("ArrayList.add", "java/util/ArrayList", "add(ILjava/lang/Object;)V"),
    jdk("ArrayList.remove", "java/util/ArrayList", "remove(I)Ljava/lang/Object;"),
    jdk("ArrayList.set", "java/util/ArrayList", "set(ILjava/lang/Object;)Ljava/lang/Object;"),
    jdk("LinkedList.add", "java/util/LinkedList", "add(ILjava/lang/Object;)V"),
    jdk("LinkedList.remove", "java/util/LinkedList", "remove(I)Ljava/lang/Object;"),
    jdk("LinkedList.removeLast", "java/util/LinkedList", "removeLast()Ljava/lang/Object;"),
    jdk("TreeMap.firstEntry", "java/util/TreeMap", "firstEntry()Ljava/util/Map$Entry;"),
    jdk("TreeMap.pollFirstEntry", "java/util/TreeMap", "pollFirstEntry()Ljava/util/Map$Entry;"),
    jdk("HashMap.get", "java/util/HashMap", "get(Ljava/lang/Object;)Ljava/lang/Object;"),
    jdk("HashMap.put", "java/util/HashMap", "put(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"),
    jdk("HashMap.remove", "java/util/HashMap", "remove(Ljava/lang/Object;)Ljava/lang/Object;"),
    jdk("ArrayDeque.addFirst", "java/util/ArrayDeque", "addFirst(Ljava/lang/Object;)V"),
    jdk("ArrayDeque.pollLast", "java/util/ArrayDeque", "pollLast()Ljava/lang/Object;"),
    jdk("PriorityQueue.offer", "java/util/PriorityQueue", "offer(Ljava/lang/Object;)Z"),
    jdk("PriorityQueue.poll", "java/util/PriorityQueue", "poll()Ljava/lang/Object;"),
];

/// A row with its figures in each mode, in the order of [`MODES`].
type Measured = (Row, Vec<Figures>);

/// Measures all rows whose name `wanted` takes, and gives the tables as Markdown.
pub fn run(runs: u32, time: Duration, wanted: impl Fn(&str) -> bool) -> Result<String> {
    let mut parts = vec![format!(
        "Medians of {runs} runs; N tests, T wall time, U instructions executed; 1 lazy initialization without aliasing, 2 with \
         aliasing, 3 the heap solver; `>` stopped after {}. T2/T3 of the thesis in brackets.",
        humantime::format_duration(time)
    )];
    for (title, rows) in [("containers written for this project", &THESIS[..]), ("`java.util`", &JDK[..])] {
        for bound in LOOP_KS {
            let rows = rows.iter().filter(|row| wanted(row.name));
            let measured = rows.map(|row| measure_row(row, bound, runs, time)).collect::<Result<Vec<Measured>>>()?;
            if !measured.is_empty() {
                parts.push(format!("**{title}, loop-{bound}**\n\n{}", text(&measured)));
            }
        }
    }
    Ok(parts.join("\n\n"))
}

fn measure_row(row: &Row, bound: u32, runs: u32, time: Duration) -> Result<Measured> {
    let mut figures = Vec::new();
    for mode in MODES {
        eprint!("xtask: {} loop-{bound}, {mode:?} …", row.name);
        let measured = measure::median(&case(row, mode, bound), runs, time)?;
        eprintln!(" {}", seconds(measured.seconds.median));
        figures.push(measured);
    }
    Ok((*row, figures))
}

fn case(row: &Row, mode: Mode, bound: u32) -> Case {
    let mut case = Case::on_heap(row.class, row.method, bound);
    (case.options.heap, case.options.aliasing) = match mode {
        Mode::NoAliasing => (HeapPolicy::Lazy, Aliasing::Off),
        Mode::Aliasing => (HeapPolicy::Lazy, Aliasing::On),
        Mode::Solver => (HeapPolicy::Solver, Aliasing::On),
    };
    case
}

fn text(measured: &[Measured]) -> String {
    let header =
        ["method", "N1", "T1", "U1", "N2", "T2", "U2", "N3", "T3", "U3", "T3/T1", "T2/T3", "complete", "thesis T3"];
    table(&header, measured.iter().map(cells))
}

fn cells((row, figures): &Measured) -> Vec<String> {
    let mut cells = vec![format!("`{}`", row.name)];
    for one in figures {
        cells.extend([tests(one), duration(one), grouped(one.facts.stats.instructions)]);
    }
    let ratio = |of: usize, to: usize| figures[of].seconds.median / figures[to].seconds.median;
    let (over, gain) = (ratio(2, 0), ratio(1, 2));
    cells.push(format!("{over:.1}"));
    let least = if figures[1].is_cut { "> " } else { "" };
    let published = row.published.map_or(String::new(), |published| match published.aliasing {
        Some(aliasing) => format!(" ({:.1})", aliasing / published.solver),
        None => format!(" (> {:.1})", 30_000.0 / published.solver),
    });
    cells.push(format!("{least}{gain:.1}{published}"));
    let complete = |one: &Figures| if one.facts.complete { "+" } else { "–" };
    cells.push(figures.iter().map(complete).collect());
    cells.push(row.published.map_or("".to_owned(), |published| format!("{} ms", grouped(published.solver as u64))));
    cells
}

fn tests(figures: &Figures) -> String {
    grouped(figures.facts.tests.len() as u64)
}

fn duration(figures: &Figures) -> String {
    format!("{}{}", if figures.is_cut { "> " } else { "" }, seconds(figures.seconds.median))
}
