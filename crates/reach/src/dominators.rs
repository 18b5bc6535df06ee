//! The part of the graph that complete executions lie in, and which of its nodes always go together.

use crate::passive::Passive;
use crate::unwind::{NodeId, Unwound};
use clew_base::FastMap;

/// A node by its position in the topological order of a [`Shape`].
pub(crate) type Place = usize;

/// The nodes on ways from the entry to an end, with the edges between them.
pub(crate) struct Shape {
    /// The nodes in topological order; the entry is first if there is one at all.
    pub nodes: Vec<NodeId>,
    /// The edges into each node, by their positions in the passive program, with where they come from.
    pub incoming: Vec<Vec<(usize, Place)>>,
    /// The edges out of each node, with where they lead.
    pub outgoing: Vec<Vec<(usize, Place)>>,
    /// For each node the first that is on all ways just if this one is.
    pub leader: Vec<Place>,
    /// The closest node before each that is on all ways to it.
    pub dominator: Vec<Option<Place>>,
    /// The closest node behind each that is on all ways from it to an end.
    pub postdominator: Vec<Option<Place>>,
}

impl Shape {
    pub(crate) fn of(unwound: &Unwound, passive: &Passive) -> Shape {
        let mut ends: FastMap<NodeId, bool> = FastMap::default();
        for (id, node) in passive.nodes.iter().rev() {
            // A node without ways out whose facts are false passes nothing on; one at which an execution ends may.
            let finishes = unwound.is_end(*id) && !node.is_blocked;
            let goes_on = node.outgoing.iter().any(|edge| ends.get(&passive.edges[*edge].to).copied() == Some(true));
            ends.insert(*id, finishes || goes_on);
        }
        let nodes: Vec<NodeId> = passive.nodes.keys().copied().filter(|id| ends[id]).collect();
        let places: FastMap<NodeId, Place> = nodes.iter().enumerate().map(|(place, id)| (*id, place)).collect();
        let ways = |edges: &[usize], end: &dyn Fn(usize) -> NodeId| -> Vec<(usize, Place)> {
            edges.iter().filter_map(|edge| Some((*edge, *places.get(&end(*edge))?))).collect()
        };
        let incoming: Vec<_> =
            nodes.iter().map(|id| ways(&passive.nodes[id].incoming, &|edge| passive.edges[edge].from)).collect();
        let outgoing: Vec<_> =
            nodes.iter().map(|id| ways(&passive.nodes[id].outgoing, &|edge| passive.edges[edge].to)).collect();
        let forwards: Vec<Vec<Place>> = incoming.iter().map(|ways: &Vec<(usize, Place)>| sources(ways)).collect();
        let dominator = dominators(&forwards, 0..nodes.len());
        let postdominator = postdominators(&outgoing);
        let leader = leaders(&dominator, &postdominator);
        Shape { nodes, incoming, outgoing, leader, dominator, postdominator }
    }
}

fn sources(ways: &[(usize, Place)]) -> Vec<Place> {
    ways.iter().map(|(_, place)| *place).collect()
}

/// The closest common dominator of the places that lead to each, in an order in which those come first. A place to which
/// nothing leads has none.
fn dominators(leading: &[Vec<Place>], order: impl Iterator<Item = Place>) -> Vec<Option<Place>> {
    let mut depth = vec![0_usize; leading.len()];
    let mut dominator: Vec<Option<Place>> = vec![None; leading.len()];
    for place in order {
        let mut common: Option<Place> = leading[place].first().copied();
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
fn postdominators(outgoing: &[Vec<(usize, Place)>]) -> Vec<Option<Place>> {
    let behind: Vec<Vec<Place>> = outgoing.iter().map(|ways| sources(ways)).collect();
    dominators(&behind, (0..outgoing.len()).rev())
}

/// A node goes with the closest that dominates it if it postdominates that one.
fn leaders(dominator: &[Option<Place>], postdominator: &[Option<Place>]) -> Vec<Place> {
    let mut leader: Vec<Place> = (0..dominator.len()).collect();
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
pub(crate) fn is_ancestor(links: &[Option<Place>], ancestor: Place, place: Place) -> bool {
    let mut chain = std::iter::successors(Some(place), |at| links[*at]);
    let nearer = |at: &Place| at.abs_diff(place) <= ancestor.abs_diff(place);
    chain.by_ref().take_while(nearer).any(|at| at == ancestor)
}
