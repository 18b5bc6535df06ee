//! Loops and backbones (section 2.1).

use crate::flowgraph::{Flowgraph, NodeIndex};
use clew_base::OrderedSet;
use std::rc::Rc;

/// How many backbones one program may have.
pub(crate) const MAX_BACKBONES: usize = 400;

/// A set of nodes, in order.
pub(crate) type Nodes = OrderedSet<NodeIndex>;

/// There are more than [`MAX_BACKBONES`] backbones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooMany;

/// A program: the whole graph, or what a loop induces, whose start and end are both its entry node.
#[derive(Clone, Debug)]
pub(crate) struct Induced {
    pub nodes: Rc<Nodes>,
    pub start: NodeIndex,
    pub target: NodeIndex,
}

impl Induced {
    /// The whole program.
    pub(crate) fn whole(graph: &Flowgraph) -> Induced {
        Induced { nodes: Rc::new((0..graph.names.len()).collect()), start: graph.start, target: graph.target }
    }

    /// Whether it is what a loop induces.
    pub(crate) fn is_loop(&self) -> bool {
        self.start == self.target
    }

    /// The loop that a path through `passed` enters at a node; `None` where it enters none.
    pub(crate) fn loop_at(&self, graph: &Flowgraph, passed: &Nodes, node: NodeIndex) -> Option<Induced> {
        let is_open = |other: NodeIndex| self.nodes.contains(&other) && !passed.contains(&other);
        let successors = |from: NodeIndex| graph.out[from].iter().map(|edge| graph.edges[*edge].to);
        let forward = closure(node, |from| successors(from).filter(|to| is_open(*to)).collect());
        // What leads back to the node, among what it leads to.
        let backward = closure(node, |to| {
            forward.iter().copied().filter(|from| successors(*from).any(|next| next == to)).collect()
        });
        let is_loop = backward.len() > 1 || successors(node).any(|next| next == node);
        let mut nodes = backward;
        nodes.sort_unstable();
        is_loop.then(|| Induced { nodes: Rc::new(nodes), start: node, target: node })
    }
}

fn closure(start: NodeIndex, next: impl Fn(NodeIndex) -> Vec<NodeIndex>) -> Nodes {
    let mut nodes: Nodes = std::iter::once(start).collect();
    let mut position = 0;
    while let Some(node) = nodes.get_index(position).copied() {
        position += 1;
        nodes.extend(next(node));
    }
    nodes
}
