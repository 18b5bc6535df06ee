//! Paths beside those that the inputs of models take (section 7).
//!
//! The condition is necessary only, so the input of a model may leave the way to the target. What it takes is executed
//! symbolically. Then inputs are asked for that take the same path up to a branch and go the other way there, the last
//! branch first: a generational search that starts deep in loops, where the condition has led it.

use crate::builder::Builder;
use crate::condition::Conjunct;
use crate::flowgraph::{Flowgraph, NodeIndex};
use crate::search::ask;
use clew_smt::{Model, SatResult};
use clew_term::{Evaluator, Term};
use std::rc::Rc;

/// How many edges of a path are followed.
const MAX_EDGES: usize = 3_000;

/// How many branches of one path are turned, the last ones.
const MAX_TURNS: usize = 6;

/// How many questions are asked for one model.
const MAX_QUESTIONS: usize = 40;

/// What one question may cost, in the solver's units.
const WORK: u64 = 1_000_000;

/// The path of an input.
struct Walk {
    path: Vec<Term>,
    turns: Vec<Turn>,
}

/// A way that the input does not go: the length of the path before, and what holds of inputs that go there.
struct Turn {
    length: usize,
    condition: Vec<Term>,
}

/// An input to look beside, and the length of the path that is kept.
struct Waiting {
    model: Rc<Model>,
    kept: usize,
}

/// Looks for an execution that gets to the target beside the path of a model's input. `necessary` is what holds of inputs
/// that are tried; `wishes` are asked for besides if they can hold.
pub(crate) fn beside<T>(
    builder: &mut Builder,
    model: &Rc<Model>,
    necessary: &[Term],
    wishes: &[Term],
    run: &mut dyn FnMut(&mut Builder, &Model) -> Option<T>,
) -> Option<T> {
    let mut waiting = vec![Waiting { model: Rc::clone(model), kept: 0 }];
    let mut questions = 0;
    // Where the block language chooses a block, the condition that the block begins with tells which.
    let mut graph = (*builder.graph).clone();
    graph.contract();
    while let Some(Waiting { model, kept }) = waiting.pop() {
        let Walk { path, turns } = walk(builder, &graph, &model);
        let mut next = Vec::new();
        for turn in turns.iter().filter(|turn| turn.length >= kept).rev().take(MAX_TURNS) {
            if questions >= MAX_QUESTIONS || builder.is_spent() {
                return None;
            }
            questions += 1;
            let mut asked = path[..turn.length].to_vec();
            asked.extend(turn.condition.iter().chain(necessary));
            let Some(model) = model_of(builder, &asked, wishes) else { continue };
            if let Some(found) = run(builder, &model) {
                return Some(found);
            }
            next.push(Waiting { model, kept: turn.length + 1 });
        }
        // What turned last is looked at first.
        waiting.extend(next.into_iter().rev());
    }
    None
}

fn model_of(builder: &mut Builder, path: &[Term], wishes: &[Term]) -> Option<Rc<Model>> {
    let with_wishes = [path, wishes].concat();
    let mut answer = ask(builder, &with_wishes, WORK);
    if answer.is_unsat() && !wishes.is_empty() {
        answer = ask(builder, path, WORK);
    }
    match answer {
        SatResult::Sat(model) => Some(model),
        SatResult::Unsat(_) | SatResult::Unknown(_) => None,
    }
}

/// Executes the path of an input symbolically, as far as the graph goes.
fn walk(builder: &mut Builder, graph: &Flowgraph, model: &Model) -> Walk {
    let mut evaluator = Evaluator::new(model.assignment().clone());
    let mut walk = Walk { path: Vec::new(), turns: Vec::new() };
    let (mut node, mut state): (NodeIndex, _) = (graph.start, builder.initial.clone());
    for _ in 0..MAX_EDGES {
        let mut taken = None;
        for edge in &graph.out[node] {
            let edge = &graph.edges[*edge];
            let (mut after, mut condition) = (state.clone(), Vec::new());
            edge.actions.iter().for_each(|action| builder.act(action, &mut after, &mut condition));
            let terms: Vec<Term> = condition.iter().filter_map(Conjunct::as_term).collect();
            if taken.is_none() && terms.iter().all(|term| evaluator.holds(&builder.pool, *term)) {
                taken = Some((edge.to, after, terms));
            } else if terms.iter().all(|term| builder.pool.as_bool(*term) != Some(false)) {
                walk.turns.push(Turn { length: walk.path.len(), condition: terms });
            }
        }
        let Some((to, after, terms)) = taken else { break };
        walk.path.extend(terms.into_iter().filter(|term| builder.pool.as_bool(*term) != Some(true)));
        (node, state) = (to, after);
        if node == graph.target || builder.is_spent() {
            break;
        }
    }
    walk
}
