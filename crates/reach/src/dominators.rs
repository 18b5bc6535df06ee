//! The subgraph of complete executions, with the dominators and postdominators of its nodes.

use crate::passive::Passive;
use crate::unwind::{NodeId, Unwound};
use clew_base::FastMap;

/// The index of a node in the topological order of [`Dominators`].
pub(crate) type TopoIndex = usize;

/// The nodes on paths from the entry to an end, the edges between them, and their dominators.
pub(crate) struct Dominators {
    /// The nodes in topological order; the entry is first if there is one at all.
    pub nodes: Vec<NodeId>,
    /// The edges into each node, by their positions in the passive program, with where they come from.
    pub incoming: Vec<Vec<(usize, TopoIndex)>>,
    /// The edges out of each node, with where they lead.
    pub outgoing: Vec<Vec<(usize, TopoIndex)>>,
    /// For each node the first node that lies on the same paths.
    pub leader: Vec<TopoIndex>,
    /// The immediate dominator of each node: the closest node before it on all paths to it.
    pub dominator: Vec<Option<TopoIndex>>,
    /// The immediate postdominator of each node: the closest node behind it on all paths from it to an end.
    pub postdominator: Vec<Option<TopoIndex>>,
}

impl Dominators {
    pub(crate) fn of(unwound: &Unwound, passive: &Passive) -> Dominators {
        let mut ends: FastMap<NodeId, bool> = FastMap::default();
        for (id, node) in passive.nodes.iter().rev() {
            // A node without ways out whose facts are false passes nothing on; one at which an execution ends may.
            let finishes = unwound.is_end(*id) && !node.is_blocked;
            let goes_on = node.outgoing.iter().any(|edge| ends.get(&passive.edges[*edge].to).copied() == Some(true));
            ends.insert(*id, finishes || goes_on);
        }
        let nodes: Vec<NodeId> = passive.nodes.keys().copied().filter(|id| ends[id]).collect();
        let places: FastMap<NodeId, TopoIndex> = nodes.iter().enumerate().map(|(place, id)| (*id, place)).collect();
        let ways = |edges: &[usize], end: &dyn Fn(usize) -> NodeId| -> Vec<(usize, TopoIndex)> {
            edges.iter().filter_map(|edge| Some((*edge, *places.get(&end(*edge))?))).collect()
        };
        let incoming: Vec<_> =
            nodes.iter().map(|id| ways(&passive.nodes[id].incoming, &|edge| passive.edges[edge].from)).collect();
        let outgoing: Vec<_> =
            nodes.iter().map(|id| ways(&passive.nodes[id].outgoing, &|edge| passive.edges[edge].to)).collect();
        let forwards: Vec<Vec<TopoIndex>> =
            incoming.iter().map(|ways: &Vec<(usize, TopoIndex)>| sources(ways)).collect();
        let dominator = dominators(&forwards, 0..nodes.len());
        let postdominator = postdominators(&outgoing);
        let leader = leaders(&dominator, &postdominator);
        Dominators { nodes, incoming, outgoing, leader, dominator, postdominator }
    }
}

fn sources(ways: &[(usize, TopoIndex)]) -> Vec<TopoIndex> {
    ways.iter().map(|(_, place)| *place).collect()
}

/// The closest common dominator of the places that lead to each, in an order in which those come first. A place to which
/// nothing leads has none.
fn dominators(leading: &[Vec<TopoIndex>], order: impl Iterator<Item = TopoIndex>) -> Vec<Option<TopoIndex>> {
    let mut depth = vec![0_usize; leading.len()];
    let mut dominator: Vec<Option<TopoIndex>> = vec![None; leading.len()];
    for place in order {
        let mut common: Option<TopoIndex> = leading[place].first().copied();
        for other in leading[place].iter().skip(1) {
            let mut other = Some(*other);
            while let (Some(a), Some(b)) = (common, other) {
                if a == b {
                    break;
                }
                if depth[a] >= depth[b] {
                    common = dominator[a];
                }
                if depth[b] >= depth[a] {
                    other = dominator[b];
                }
            }
            common = common.and(other);
        }
        dominator[place] = common;
        depth[place] = common.map_or(0, |common| depth[common] + 1);
    }
    dominator
}

/// The same from the ends. Several ends have nothing in common but what comes after all of them, which is no node.
fn postdominators(outgoing: &[Vec<(usize, TopoIndex)>]) -> Vec<Option<TopoIndex>> {
    let behind: Vec<Vec<TopoIndex>> = outgoing.iter().map(|ways| sources(ways)).collect();
    dominators(&behind, (0..outgoing.len()).rev())
}

/// A node goes with the closest that dominates it if it postdominates that one.
fn leaders(dominator: &[Option<TopoIndex>], postdominator: &[Option<TopoIndex>]) -> Vec<TopoIndex> {
    let mut leader: Vec<TopoIndex> = (0..dominator.len()).collect();
    for place in 0..dominator.len() {
        if let Some(before) = dominator[place]
            && is_ancestor(postdominator, place, before)
        {
            leader[place] = leader[before];
        }
    }
    leader
}

/// Whether `ancestor` is `place` or among those that the links lead to from there. Links lead all in one direction.
pub(crate) fn is_ancestor(links: &[Option<TopoIndex>], ancestor: TopoIndex, place: TopoIndex) -> bool {
    let mut chain = std::iter::successors(Some(place), |at| links[*at]);
    let nearer = |at: &TopoIndex| at.abs_diff(place) <= ancestor.abs_diff(place);
    chain.by_ref().take_while(nearer).any(|at| at == ancestor)
}
