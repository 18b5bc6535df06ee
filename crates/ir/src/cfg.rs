//! Facts about the shape of a control-flow graph: predecessors, orders, dominators.
//!
//! Blocks that cannot be reached from the entry have no place in an order and no dominators.

use crate::{BlockId, Body};
use clew_base::Id;
use petgraph::algo::dominators::{Dominators, simple_fast};
use petgraph::graph::{DiGraph, NodeIndex};

/// The edges of a body and what follows from them. It is a snapshot: a body that changes needs a new one.
#[derive(Clone, Debug)]
pub struct Cfg {
    successors: Vec<Vec<BlockId>>,
    predecessors: Vec<Vec<BlockId>>,
    /// Reachable blocks in reverse post-order.
    order: Vec<BlockId>,
    /// The place of each block in `order`.
    places: Vec<Option<u32>>,
    /// Edges that lead back to a block that the depth-first search had not left.
    retreating: Vec<(BlockId, BlockId)>,
    dominators: Dominators<NodeIndex>,
}

impl Cfg {
    /// Computes the facts. Targets that are no blocks of the body are left out.
    pub fn compute(body: &Body) -> Cfg {
        let successors: Vec<Vec<BlockId>> = body.blocks.values().map(|block| distinct_targets(body, block)).collect();
        let mut predecessors = vec![Vec::new(); successors.len()];
        for (index, targets) in successors.iter().enumerate() {
            targets.iter().for_each(|target| predecessors[target.index()].push(BlockId::from_index(index)));
        }
        let search = search(&successors, body.entry);
        let mut places = vec![None; successors.len()];
        for (place, block) in search.order.iter().enumerate() {
            places[block.index()] = u32::try_from(place).ok();
        }
        let dominators = dominators(&successors, body.entry);
        Cfg { successors, predecessors, order: search.order, places, retreating: search.retreating, dominators }
    }

    /// The number of blocks, reachable or not.
    pub fn block_count(&self) -> usize {
        self.successors.len()
    }

    /// Where control may go from the block, each target once, in the order of its end.
    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        self.successors.get(block.index()).map_or(&[], Vec::as_slice)
    }

    /// From where control may come to the block, each source once, in the order of ids. Sources may be unreachable.
    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        self.predecessors.get(block.index()).map_or(&[], Vec::as_slice)
    }

    /// The reachable blocks in reverse post-order of a depth-first search that follows targets in their order: the entry
    /// is first, and without loops every block stands behind its predecessors.
    pub fn reverse_post_order(&self) -> &[BlockId] {
        &self.order
    }

    /// Whether there is a path of edges from the entry to the block.
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.place(block).is_some()
    }

    /// The place of the block in the reverse post-order.
    pub fn place(&self, block: BlockId) -> Option<u32> {
        self.places.get(block.index()).copied().flatten()
    }

    /// The edges that lead back to a block on the path of the depth-first search, in the order it finds them. Every cycle
    /// contains one.
    pub fn retreating_edges(&self) -> &[(BlockId, BlockId)] {
        &self.retreating
    }

    /// The closest block other than itself that every path from the entry to the block passes.
    pub fn immediate_dominator(&self, block: BlockId) -> Option<BlockId> {
        self.dominators.immediate_dominator(node(block)).map(|node| BlockId::from_index(node.index()))
    }

    /// Whether every path from the entry to `block` passes `dominator`; a reachable block dominates itself.
    pub fn dominates(&self, dominator: BlockId, block: BlockId) -> bool {
        if !self.is_reachable(block) {
            return false;
        }
        let mut current = Some(block);
        while let Some(candidate) = current {
            if candidate == dominator {
                return true;
            }
            // A dominator stands before the blocks it dominates.
            if self.place(candidate) < self.place(dominator) {
                return false;
            }
            current = self.immediate_dominator(candidate);
        }
        false
    }

    /// Whether every cycle is entered through one block: each retreating edge leads to a block that dominates its source.
    pub fn is_reducible(&self) -> bool {
        self.irreducible_edge().is_none()
    }

    /// The first retreating edge whose target does not dominate its source.
    pub fn irreducible_edge(&self) -> Option<(BlockId, BlockId)> {
        self.retreating.iter().copied().find(|(from, to)| !self.dominates(*to, *from))
    }
}

fn node(block: BlockId) -> NodeIndex {
    NodeIndex::new(block.index())
}

/// The targets of a block, each once.
fn distinct_targets(body: &Body, block: &crate::Block) -> Vec<BlockId> {
    let mut targets = Vec::new();
    for target in block.terminator.successors() {
        if body.blocks.get(target).is_some() && !targets.contains(&target) {
            targets.push(target);
        }
    }
    targets
}

struct Search {
    order: Vec<BlockId>,
    retreating: Vec<(BlockId, BlockId)>,
}

/// Depth-first search with a stack of its own, because a body may be a chain of many thousand blocks.
fn search(successors: &[Vec<BlockId>], entry: BlockId) -> Search {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; successors.len()];
    let mut order = Vec::new();
    let mut retreating = Vec::new();
    let mut stack = Vec::new();
    if let Some(mark) = marks.get_mut(entry.index()) {
        *mark = Mark::Open;
        stack.push((entry, 0));
    }
    while let Some((block, next)) = stack.pop() {
        let Some(target) = successors[block.index()].get(next).copied() else {
            marks[block.index()] = Mark::Done;
            order.push(block);
            continue;
        };
        stack.push((block, next + 1));
        match marks[target.index()] {
            Mark::New => {
                marks[target.index()] = Mark::Open;
                stack.push((target, 0));
            }
            Mark::Open => retreating.push((block, target)),
            Mark::Done => {}
        }
    }
    order.reverse();
    Search { order, retreating }
}

fn dominators(successors: &[Vec<BlockId>], entry: BlockId) -> Dominators<NodeIndex> {
    let mut graph: DiGraph<(), ()> = DiGraph::new();
    // The entry of a body without blocks is no node; one node more keeps the library from looking for it.
    (0..successors.len().max(entry.index() + 1)).for_each(|_| {
        graph.add_node(());
    });
    for (index, targets) in successors.iter().enumerate() {
        targets.iter().for_each(|target| {
            graph.add_edge(NodeIndex::new(index), node(*target), ());
        });
    }
    simple_fast(&graph, node(entry))
}
