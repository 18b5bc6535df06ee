//! Looks for an execution to one place backwards, region by region, and learns on the way what holds at their borders.
//!
//! For the formula of one region with what is known at its beginning a solver is quick, where the formula of the whole program
//! is beyond it. So the question whether an execution comes to a place is put to the region of that place alone. Where it has no model,
//! none comes there, since the region's formula is a part of the whole. A model is a way through the region, and what must hold
//! at its beginning for an execution to take that way follows by substitution: this is what the region before is asked for. Where
//! that is impossible, the solver says which part of it is to blame, and from then on it is known not to hold at the border,
//! for this question and for all others. Where the first region is reached, there are inputs, which are run.
//!
//! Everything that is asserted follows from the formula of the whole program, so that *never* is a proof whatever led to the
//! question. What is asked for at a border is only a guess at what is worth asking: of what must hold, parts may be left out
//! (see [`Frames::enough`]), and regions that have no say in it are left out. So inputs that are found are a claim.

use crate::condition::{Condition, Path};
use crate::dominators::{Dominators, TopoIndex};
use crate::passive::Passive;
use crate::regions::{RegionIndex, Regions};
use clew_base::{FastMap, OrderedSet};
use clew_smt::{Answer, Incremental, QueryLimits, SatResult, Solver, Z3};
use clew_term::{Assignment, BinaryOp, Node, SymbolId, Term, TermPool};
use std::ops::Range;
use std::time::Duration;

/// What came of a search for an execution to a place.
pub(crate) enum Backward {
    /// These inputs are likely to lead there.
    Inputs(Assignment),
    /// No complete execution passes it.
    Never,
    /// A limit was hit.
    Unknown,
}

/// The regions' solvers, each with the formula of its region and what is known at its beginning.
pub(crate) struct Frames<'a> {
    passive: &'a Passive,
    dominators: &'a Dominators,
    condition: &'a Condition,
    regions: Regions,
    solvers: Vec<Option<Incremental>>,
    /// For the inputs, which the first region decides.
    values: Z3,
}

/// What is asked of a region.
struct Question {
    region: RegionIndex,
    /// That the execution passes the place that is looked for, in its region.
    passes: Option<Term>,
    /// What must hold at its end.
    wanted: Vec<Term>,
    /// How far the way through it is of interest.
    end: TopoIndex,
}

impl Question {
    fn terms(&self) -> Vec<Term> {
        self.passes.iter().chain(&self.wanted).copied().collect()
    }
}

impl<'a> Frames<'a> {
    pub(crate) fn new(passive: &'a Passive, dominators: &'a Dominators, condition: &'a Condition) -> Frames<'a> {
        let regions = Regions::of(passive, dominators);
        let solvers = (0..regions.len()).map(|_| None).collect();
        Frames { passive, dominators, condition, regions, solvers, values: Z3::new() }
    }

    /// Looks for inputs that lead to the block, with at most `questions` questions to regions.
    pub(crate) fn reach(
        &mut self,
        goal: TopoIndex,
        questions: usize,
        pool: &mut TermPool,
        limits: &QueryLimits,
    ) -> Backward {
        let passes = Some(self.condition.reached[goal]);
        let region = self.regions.of_place(goal);
        let mut open = vec![Question { region, passes, wanted: Vec::new(), end: goal }];
        for _ in 0..questions {
            let Some(question) = open.last() else { return Backward::Never };
            let (region, terms) = (question.region, question.terms());
            let answer = match region {
                0 => match self.inputs(&terms, pool, limits) {
                    SatResult::Sat(model) => return Backward::Inputs(model.assignment().clone()),
                    SatResult::Unsat(core) => Answer::Unsat(core.constraints().to_vec()),
                    SatResult::Unknown(reason) => Answer::Unknown(reason),
                },
                _ => self.solver(region, pool).check(pool, &terms, limits),
            };
            match answer {
                Answer::Unknown(_) => return Backward::Unknown,
                Answer::Unsat(core) => {
                    open.pop();
                    let blamed: Vec<Term> = terms.into_iter().filter(|term| core.contains(term)).collect();
                    let all = pool.and_all(&blamed);
                    let never = pool.not(all);
                    let asked_by = open.last().map_or(region, |question| question.region);
                    self.solver(asked_by, pool).assert(never);
                }
                Answer::Sat => {
                    let Some(way) = self.way(region, question.end, pool) else {
                        return Backward::Unknown;
                    };
                    let demands = self.before(&way, &question.wanted, pool);
                    let wanted = self.enough(region, &terms, demands, pool, limits);
                    let region = self.regions.last_of(&wanted, pool);
                    let end = self.regions.places(region).end - 1;
                    open.push(Question { region, passes: None, wanted, end });
                }
            }
        }
        Backward::Unknown
    }

    /// The solver of a region, made when it is first needed.
    fn solver(&mut self, region: RegionIndex, pool: &mut TermPool) -> &mut Incremental {
        let (regions, condition, passive, dominators) = (&self.regions, self.condition, self.passive, self.dominators);
        self.solvers[region].get_or_insert_with(|| {
            let mut solver = Incremental::new();
            let facts = formula(regions.places(region), condition, passive, dominators, pool);
            facts.into_iter().for_each(|fact| solver.assert(fact));
            solver
        })
    }

    /// The way that the last model takes through a region, as far as its end.
    fn way(&self, region: RegionIndex, end: TopoIndex, pool: &TermPool) -> Option<Path> {
        let solver = self.solvers[region].as_ref()?;
        let start = self.regions.start(region)?;
        self.condition.path_from(start, end, self.dominators, &|symbol| solver.value(pool, symbol))
    }

    /// What must hold where a region begins for an execution to take this way and come where `wanted` holds.
    fn before(&self, way: &Path, wanted: &[Term], pool: &mut TermPool) -> Vec<Term> {
        let mut bound: FastMap<SymbolId, Term> = FastMap::default();
        let mut demands: OrderedSet<Term> = OrderedSet::default();
        let mut demand = |terms: &[Term], bound: &FastMap<SymbolId, Term>, pool: &mut TermPool| {
            for term in pool.substitute_each(terms, &|symbol| bound.get(&symbol).copied()) {
                conjuncts(term, pool, &mut demands);
            }
        };
        for (place, way) in way {
            let Some((edge, next)) = self.dominators.outgoing[*place].get(*way) else { break };
            let edge = &self.passive.edges[*edge];
            demand(&edge.facts, &bound, pool);
            let terms: Vec<Term> = edge.values.iter().map(|(_, term)| *term).collect();
            let terms = pool.substitute_each(&terms, &|symbol| bound.get(&symbol).copied());
            bound.extend(edge.values.iter().zip(terms).map(|((symbol, _), term)| (*symbol, term)));
            demand(&self.passive.nodes[&self.dominators.nodes[*next]].facts, &bound, pool);
        }
        demand(wanted, &bound, pool);
        demands.into_iter().filter(|term| pool.as_bool(*term) != Some(true)).collect()
    }

    /// Those of the demands at the beginning of a region under which it can't be left but as wanted. So far as the region
    /// can be left at all then, they are enough; where it can't, that is noticed when inputs are run.
    fn enough(
        &mut self,
        region: RegionIndex,
        wanted: &[Term],
        demands: Vec<Term>,
        pool: &mut TermPool,
        limits: &QueryLimits,
    ) -> Vec<Term> {
        let as_wanted = pool.and_all(wanted);
        let mut asked = demands.clone();
        asked.push(pool.not(as_wanted));
        match self.solver(region, pool).check(pool, &asked, limits) {
            Answer::Unsat(core) => demands.into_iter().filter(|demand| core.contains(demand)).collect(),
            Answer::Sat | Answer::Unknown(_) => demands,
        }
    }

    /// Inputs with which this holds where the first region ends.
    fn inputs(&mut self, wanted: &[Term], pool: &mut TermPool, limits: &QueryLimits) -> SatResult {
        let mut all = formula(self.regions.places(0), self.condition, self.passive, self.dominators, pool);
        all.extend(wanted);
        self.values.check(pool, &all, limits)
    }

    /// How often one of the solvers was asked, and their time.
    pub(crate) fn cost(&self) -> (u64, Duration) {
        let all = self.solvers.iter().flatten().map(Incremental::statistics).chain([self.values.statistics()]);
        all.fold((0, Duration::ZERO), |(queries, time), one| (queries + one.queries, time + one.solver_time))
    }
}

/// What the formula of the program says of these places and the ways into them.
fn formula(
    places: Range<TopoIndex>,
    condition: &Condition,
    passive: &Passive,
    dominators: &Dominators,
    pool: &mut TermPool,
) -> Vec<Term> {
    let ways = condition.facts.iter().filter(|(place, _)| places.contains(place));
    let mut facts: Vec<Term> = ways.map(|(_, fact)| *fact).collect();
    facts.extend(condition.of_values(places, passive, dominators, pool));
    facts
}

/// The parts of a conjunction.
fn conjuncts(term: Term, pool: &TermPool, parts: &mut OrderedSet<Term>) {
    match *pool.node(term) {
        Node::Binary(BinaryOp::And, left, right) => {
            conjuncts(left, pool, parts);
            conjuncts(right, pool, parts);
        }
        _ => {
            parts.insert(term);
        }
    }
}
