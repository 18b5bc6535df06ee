//! Symbolic execution of paths towards the target, which a necessary condition can prune (section 7).

use crate::builder::Builder;
use crate::condition::{Conjunct, Unfolding};
use crate::evaluate::State;
use crate::flowgraph::NodeIndex;
use clew_smt::{Model, SatResult, Solver};
use clew_term::Term;
use std::collections::VecDeque;
use std::rc::Rc;

/// How many states a search takes up.
const MAX_STATES: usize = 20_000;
/// What one question of a search may cost.
const QUESTION_WORK: u64 = 3_000_000;

/// A state: where control is, the values there, and the path condition.
struct Open {
    node: NodeIndex,
    state: State,
    path: Vec<Term>,
}

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
    builder: &mut Builder<'_>,
    necessary: Option<Term>,
    mut run: impl FnMut(&mut Builder<'_>, &Model) -> Option<T>,
) -> Found<T> {
    let (graph, mut is_complete) = (builder.graph, true);
    let start = Open { node: graph.start, state: builder.initial.clone(), path: Vec::new() };
    let mut open = VecDeque::from([start]);
    let mut taken = 0;
    while let Some(Open { node, state, path }) = open.pop_front() {
        for edge in &graph.out[node] {
            let edge = &graph.edges[*edge];
            let (mut state, mut condition) = (state.clone(), Vec::new());
            for action in &edge.actions {
                builder.act(action, &mut state, &mut condition);
            }
            let mut path = path.clone();
            path.extend(condition.iter().filter_map(|part| match part {
                Conjunct::Term(term) if builder.pool.as_bool(*term) != Some(true) => Some(*term),
                _ => None,
            }));
            taken += 1;
            match ask(builder, &path, necessary) {
                SatResult::Unsat(_) => continue,
                SatResult::Sat(model) => {
                    if let Some(found) = run(builder, &model) {
                        return Found::Execution(found);
                    }
                }
                SatResult::Unknown(_) => {}
            }
            if edge.to == graph.target {
                // Feasible as far as is known, and yet its inputs do not get there.
                is_complete = false;
            } else {
                open.push_back(Open { node: edge.to, state, path });
            }
            if builder.is_spent() || taken >= MAX_STATES {
                return Found::Open;
            }
        }
    }
    if is_complete { Found::None } else { Found::Open }
}

fn ask(builder: &mut Builder<'_>, path: &[Term], necessary: Option<Term>) -> SatResult {
    let conjuncts: Vec<Conjunct> = path.iter().copied().chain(necessary).map(Conjunct::Term).collect();
    let terms = Unfolding::new(&mut builder.pool, &mut builder.widths, 0).run(&conjuncts);
    if terms.is_empty() {
        return SatResult::Sat(Rc::new(Model::default()));
    }
    let limits = builder.limits_of(QUESTION_WORK);
    builder.solver.check(&mut builder.pool, &terms, &limits)
}
