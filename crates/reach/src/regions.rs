//! The graph cut into regions, one behind the other, at places that every complete execution passes.

use crate::dominators::{Dominators, TopoIndex};
use crate::passive::Passive;
use clew_base::FastMap;
use clew_term::{SymbolId, Term, TermPool};
use std::ops::Range;

/// A region by its position; an execution passes all of them in this order.
pub(crate) type RegionIndex = usize;

/// Where the graph is cut. The first region is the entry alone.
pub(crate) struct Regions {
    /// The last place of each region. Every complete execution passes it, except that of the last region where there are
    /// several ends.
    ends: Vec<TopoIndex>,
    /// For each place its region.
    of: Vec<RegionIndex>,
    /// For each symbol that stands for a value where ways meet the region in which they do.
    meets: FastMap<SymbolId, RegionIndex>,
}

impl Regions {
    /// Cuts at every place that all executions pass and before which, since the last cut, ways met.
    pub(crate) fn of(passive: &Passive, dominators: &Dominators) -> Regions {
        let last = dominators.nodes.len().saturating_sub(1);
        let mut regions = Regions { ends: Vec::new(), of: Vec::new(), meets: FastMap::default() };
        let mut has_met = true;
        for place in 0..dominators.nodes.len() {
            has_met |= dominators.incoming[place].len() > 1;
            let region = regions.ends.len();
            regions.of.push(region);
            for (edge, _) in &dominators.incoming[place] {
                regions.meets.extend(passive.edges[*edge].values.iter().map(|(symbol, _)| (*symbol, region)));
            }
            if place == last || (has_met && dominators.leader[place] == 0) {
                regions.ends.push(place);
                has_met = false;
            }
        }
        regions
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The region of a place.
    pub(crate) fn of_place(&self, place: TopoIndex) -> RegionIndex {
        self.of[place]
    }

    /// The places of a region, in order.
    pub(crate) fn places(&self, region: RegionIndex) -> Range<TopoIndex> {
        self.start(region).map_or(0, |start| start + 1)..self.ends[region] + 1
    }

    /// The place from which control comes to a region; the first has none.
    pub(crate) fn start(&self, region: RegionIndex) -> Option<TopoIndex> {
        Some(self.ends[region.checked_sub(1)?])
    }

    /// The last region that the values of these terms come from.
    pub(crate) fn last_of(&self, terms: &[Term], pool: &mut TermPool) -> RegionIndex {
        let mut last = 0;
        for term in terms {
            for symbol in pool.symbols(*term).iter() {
                last = last.max(self.meets.get(symbol).copied().unwrap_or(0));
            }
        }
        last
    }
}
