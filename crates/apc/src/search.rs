//! Symbolic execution of paths towards the target, which a necessary condition can prune (section 7), in the order that
//! the program asks for (`unverified-executions`, section 3.3).
//!
//! Where paths meet a `tryfirst` statement for the first time, they go on with its condition. What violates it is
//! interrupted, and taken up when nothing else is left. So the statement changes the order of paths, and leaves none out.

use crate::builder::Builder;
use crate::condition::Conjunct;
use crate::evaluate::State;
use crate::flowgraph::{Action, EdgeIndex, NodeIndex, TryFirst};
use clew_base::OrderedSet;
use clew_smt::{Model, SatResult};
use clew_term::Term;
use std::collections::VecDeque;
use std::rc::Rc;

/// How many states a search takes up.
const MAX_STATES: usize = 20_000;
/// How many paths a search interrupts; afterwards `tryfirst` statements have no effect.
const MAX_INTERRUPTIONS: usize = 16;
/// What one question of a search may cost.
const QUESTION_WORK: u64 = 3_000_000;

/// A state: where control is, the values there, and the path condition.
#[derive(Clone)]
struct Open {
    node: NodeIndex,
    state: State,
    path: Vec<Term>,
}

/// A wish on an edge: the position of the action that has it, and whether it is fulfilled or violated.
type Wish = (usize, bool);

/// What came of a search.
pub(crate) enum Found<T> {
    /// An execution gets there.
    Execution(T),
    /// All paths were followed to their ends, and none gets there.
    None,
    /// It was given up.
    Open,
}

/// Follows paths in turn, the shortest first. `necessary` is what must hold of the inputs; `run` tries the inputs of a model.
pub(crate) fn search<T>(
    builder: &mut Builder,
    necessary: Option<Term>,
    run: impl FnMut(&mut Builder, &Model) -> Option<T>,
) -> Found<T> {
    let start = Open { node: builder.graph.start, state: builder.initial.clone(), path: Vec::new() };
    let mut search = Search {
        builder,
        necessary,
        run,
        open: VecDeque::from([start]),
        interrupted: VecDeque::new(),
        interruptions: 0,
        met: OrderedSet::default(),
        taken: 0,
        is_complete: true,
    };
    search.all()
}

struct Search<'s, R> {
    builder: &'s mut Builder,
    necessary: Option<Term>,
    run: R,
    open: VecDeque<Open>,
    /// What waits until nothing is open: the rest of a path begins with an edge on which a wish is violated.
    interrupted: VecDeque<(Open, EdgeIndex, usize)>,
    interruptions: usize,
    /// The statements that paths have met.
    met: OrderedSet<TryFirst>,
    taken: usize,
    is_complete: bool,
}

impl<T, R: FnMut(&mut Builder, &Model) -> Option<T>> Search<'_, R> {
    fn all(&mut self) -> Found<T> {
        loop {
            let ended = if let Some(open) = self.open.pop_front() {
                self.edges(&open)
            } else if let Some((open, edge, position)) = self.interrupted.pop_front() {
                self.edge(&open, edge, Some((position, false)))
            } else {
                return if self.is_complete { Found::None } else { Found::Open };
            };
            if let Some(found) = ended {
                return found;
            }
        }
    }

    /// Follows all edges from a state; tells how the search ends if it does.
    fn edges(&mut self, open: &Open) -> Option<Found<T>> {
        let graph = Rc::clone(&self.builder.graph);
        let mut met = Vec::new();
        for edge in &graph.out[open.node] {
            let wish = self.wish(*edge);
            if let Some((position, statement)) = wish {
                self.interrupted.push_back((open.clone(), *edge, position));
                self.interruptions += 1;
                met.push(statement);
            }
            if let Some(found) = self.edge(open, *edge, wish.map(|(position, _)| (position, true))) {
                return Some(found);
            }
        }
        self.met.extend(met);
        None
    }

    /// The first wish on an edge that no path has met; none after too many interruptions.
    fn wish(&self, edge: EdgeIndex) -> Option<(usize, TryFirst)> {
        let actions = self.builder.graph.edges[edge].actions.iter().enumerate();
        let mut fresh = actions.filter_map(|(position, action)| match action {
            Action::TryFirst(statement, _) if !self.met.contains(statement) => Some((position, *statement)),
            _ => None,
        });
        fresh.next().filter(|_| self.interruptions < MAX_INTERRUPTIONS)
    }

    /// Follows an edge; tells how the search ends if it does.
    fn edge(&mut self, open: &Open, edge: EdgeIndex, wish: Option<Wish>) -> Option<Found<T>> {
        let graph = Rc::clone(&self.builder.graph);
        let edge = &graph.edges[edge];
        let (mut state, mut condition) = (open.state.clone(), Vec::new());
        for (position, action) in edge.actions.iter().enumerate() {
            match (action, wish) {
                (Action::TryFirst(_, wished), Some((at, holds))) if at == position => {
                    self.builder.assume(wished, holds, &state, &mut condition);
                }
                _ => self.builder.act(action, &mut state, &mut condition),
            }
        }
        let mut path = open.path.clone();
        path.extend(condition.iter().filter_map(|part| match part {
            Conjunct::Term(term) if self.builder.pool.as_bool(*term) != Some(true) => Some(*term),
            _ => None,
        }));
        self.taken += 1;
        let asked: Vec<Term> = path.iter().copied().chain(self.necessary).collect();
        match ask(self.builder, &asked, QUESTION_WORK) {
            SatResult::Unsat(_) => return None,
            SatResult::Sat(model) => {
                if let Some(found) = (self.run)(self.builder, &model) {
                    return Some(Found::Execution(found));
                }
            }
            SatResult::Unknown(_) => {}
        }
        if edge.to == graph.target {
            // Feasible as far as is known, and yet its inputs do not get there.
            self.is_complete = false;
        } else {
            self.open.push_back(Open { node: edge.to, state, path });
        }
        (self.builder.is_spent() || self.taken >= MAX_STATES).then_some(Found::Open)
    }
}

/// Whether the conditions of a path can hold together. The question may cost so much, in the solver's units.
pub(crate) fn ask(builder: &mut Builder, path: &[Term], work: u64) -> SatResult {
    let conjuncts: Vec<Conjunct> = path.iter().copied().map(Conjunct::Term).collect();
    let terms = builder.unfolding(0).run(&conjuncts);
    if terms.is_empty() {
        return SatResult::Sat(Rc::new(Model::default()));
    }
    let limits = builder.limits_of(work);
    builder.solver.check(&mut builder.pool, &terms, &limits)
}
