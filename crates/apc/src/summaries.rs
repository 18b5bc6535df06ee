//! The summaries of loops that are known, of one target and of those before it.
//!
//! A summary tells what iterations of a loop do, whatever comes behind the loop. It depends on the target only through the
//! edges that are left of the loop when the graph is cut to what leads there, and through the variables that matter behind it.
//! So a summary serves every target for which the loop has the same edges, and no more variables matter.

use crate::flowgraph::{Edge, Flowgraph, NodeIndex};
use crate::loops::Induced;
use crate::summary::Summary;
use clew_base::{FastMap, FastSet, OrderedSet};
use clew_ir::Reg;
use std::rc::Rc;

/// The summaries of the loops of one program.
#[derive(Debug, Default)]
pub(crate) struct Summaries {
    /// Those of the present target.
    of_target: FastMap<(NodeIndex, Vec<NodeIndex>), Rc<Summary>>,
    /// The same in the order in which they were asked for, inner loops before outer ones.
    order: Vec<Rc<Summary>>,
    /// The names of these.
    names: FastSet<String>,
    /// Those of all targets.
    kept: Vec<Kept>,
}

/// A summary with what it depends on.
#[derive(Debug)]
struct Kept {
    summary: Rc<Summary>,
    /// The loops in it, inner ones first.
    inner: Vec<Rc<Summary>>,
    /// The edges within the loop.
    edges: Vec<Edge>,
}

impl Summaries {
    /// Begins with another target.
    pub(crate) fn start_another(&mut self) {
        self.of_target.clear();
        self.order.clear();
        self.names.clear();
    }

    /// Those that the present target needs, inner loops before outer ones.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = &Summary> {
        self.order.iter().map(|summary| &**summary)
    }

    /// How many the present target needs until now.
    pub(crate) fn count(&self) -> usize {
        self.order.len()
    }

    /// A name that no loop of the present target has.
    pub(crate) fn new_name(&mut self, wanted: &str) -> String {
        let numbered = |number: u32| if number == 1 { wanted.to_owned() } else { format!("{wanted}.{number}") };
        let name = (1..).map(numbered).find(|name| !self.names.contains(name)).unwrap_or_default();
        self.names.insert(name.clone());
        name
    }

    /// The summary of a loop, if one that is known fits. `live` has the variables that matter at each node.
    pub(crate) fn of_loop(
        &mut self,
        entered: &Induced,
        graph: &Flowgraph,
        live: &[OrderedSet<Reg>],
    ) -> Option<Rc<Summary>> {
        if let Some(known) = self.of_target.get(&key(entered)) {
            return Some(Rc::clone(known));
        }
        let fits = |kept: &&Kept| {
            let program = &kept.summary.program;
            program.start == entered.start
                && program.nodes == entered.nodes
                && kept.all().all(|summary| summary.tells_all_of(live))
                && edges_within(entered, graph).eq(&kept.edges)
                && kept
                    .all()
                    .filter(|summary| !self.is_used(summary))
                    .all(|summary| !self.names.contains(&summary.name))
        };
        let kept = self.kept.iter().find(fits)?;
        let (summary, all) = (Rc::clone(&kept.summary), kept.all().cloned().collect::<Vec<_>>());
        for one in all {
            self.use_one(one);
        }
        Some(summary)
    }

    /// Adds the summary of a loop of the present target. Those asked for since there were `inner` of them are of loops in it.
    /// It serves other targets if `is_whole`, so that nothing was left out for want of time.
    pub(crate) fn add(&mut self, summary: Rc<Summary>, inner: usize, graph: &Flowgraph, is_whole: bool) {
        if is_whole {
            let edges = edges_within(&summary.program, graph).cloned().collect();
            let inner = self.order[inner..].to_vec();
            self.kept.push(Kept { summary: Rc::clone(&summary), inner, edges });
        }
        self.use_one(summary);
    }

    fn is_used(&self, summary: &Rc<Summary>) -> bool {
        self.order.iter().any(|other| Rc::ptr_eq(other, summary))
    }

    fn use_one(&mut self, summary: Rc<Summary>) {
        if !self.is_used(&summary) {
            self.names.extend(Some(summary.name.clone()).filter(|name| !name.is_empty()));
            self.of_target.insert(key(&summary.program), Rc::clone(&summary));
            self.order.push(summary);
        }
    }
}

impl Kept {
    /// The loops in it and its own, inner ones first.
    fn all(&self) -> impl Iterator<Item = &Rc<Summary>> {
        self.inner.iter().chain([&self.summary])
    }
}

fn key(program: &Induced) -> (NodeIndex, Vec<NodeIndex>) {
    (program.start, program.nodes.iter().copied().collect())
}

fn edges_within<'g>(program: &'g Induced, graph: &'g Flowgraph) -> impl Iterator<Item = &'g Edge> {
    graph.edges.iter().filter(|edge| program.nodes.contains(&edge.from) && program.nodes.contains(&edge.to))
}
