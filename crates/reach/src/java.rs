//! Methods of Java as one formula (`bounded-infeasible-code`): which places no beginning of an execution gets to.
//!
//! In one formula are: numbers, as the machine has them; references; fields and elements of arrays, which are maps; lengths of
//! arrays; and of what class objects are, as far as the class path tells. Calls are replaced by what they call where that is certain
//! and small. What other code does is any that it could do, and what rounds of a loop have done before any that keeps what is found
//! to hold of all rounds. So the formula has all executions of the method, and others: what it has none of is
//! infeasible, without a bound, and what it has one of is open.

mod classes;
mod inline;
mod invariants;
mod memory;
mod passive;
mod polling;
mod rounds;
mod statements;
mod values;

use crate::loop_facts::LoopSummary;
use clew_ir::{BlockId, Body, Cfg, Spot};
use clew_jvm::{Method, World};
use clew_smt::{Answer, Incremental, QueryLimits};
use clew_term::{Sort, Term, TermPool, Value};
pub use inline::with_calls_replaced;
use invariants::keep_unbroken;
use passive::{Evaluation, Formula, final_fields_read};
pub use polling::blocks_behind_polls;
pub use values::{is_followed, is_harmless, is_harmlessly_initialized, is_volatile};

/// The greatest number of blocks of a method that is put in a formula.
const MAX_BLOCKS: usize = 4_000;

/// What is wanted of a method, and what it may cost.
pub struct Wanted<'a> {
    /// Goals: each is reached at any of some spots.
    pub goals: &'a [Vec<Spot>],
    /// Whether calls are replaced by the code they run; else they do anything.
    pub replaces_calls: bool,
    /// Whether code that is not followed leaves final instance fields as they are; else it may change them as well.
    pub keeps_final_fields: bool,
    /// What one query may cost.
    pub query: QueryLimits,
    /// What all queries together may cost, in the solver's units.
    pub work: u64,
    /// Tells what loops of a body make of registers. It is asked where goals are open without that.
    pub summaries: &'a dyn Fn(&Body) -> Vec<LoopSummary>,
}

/// What the formula says of a goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Feasibility {
    /// No execution of the method gets there.
    Infeasible,
    /// The formula has an execution that gets there; the method may have none.
    Open,
    /// It was not found out, within what it may cost.
    #[default]
    Unknown,
}

/// What the formula of a method says of each goal.
///
/// Calls are replaced, and summaries of loops are asked for, only for goals that are open without that. The code may have loops
/// of any shape. Of code that this version cannot follow nothing is said.
pub fn feasibility(world: &World, method: &Method, body: &Body, wanted: &Wanted<'_>) -> Vec<Feasibility> {
    let mut answer = vec![Feasibility::Unknown; wanted.goals.len()];
    ask((world, method), body, &[], wanted, &mut answer);
    if answer.iter().all(|it| *it == Feasibility::Infeasible) || !has_budget(wanted) {
        return answer;
    }
    let replaced = if wanted.replaces_calls { with_calls_replaced(world, method, body) } else { None };
    let summaries = (wanted.summaries)(replaced.as_ref().unwrap_or(body));
    if replaced.is_some() || !summaries.is_empty() {
        ask((world, method), replaced.as_ref().unwrap_or(body), &summaries, wanted, &mut answer);
    }
    answer
}

/// Asks the formula of this code for goals that are not known to be infeasible.
fn ask(
    method: (&World, &Method),
    body: &Body,
    summaries: &[LoopSummary],
    wanted: &Wanted<'_>,
    answer: &mut [Feasibility],
) {
    let cfg = Cfg::compute(body);
    let is_followed = |block: &BlockId| is_followed(method.0, &body.blocks[*block]);
    if body.blocks.len() > MAX_BLOCKS || !cfg.reverse_post_order().iter().all(is_followed) {
        return;
    }
    let mut pool = TermPool::new();
    let formula = Evaluation::formula(method, (body, &cfg), summaries, wanted.keeps_final_fields, &mut pool);
    let left: Vec<usize> = (0..answer.len()).filter(|goal| answer[*goal] != Feasibility::Infeasible).collect();
    for (goal, found) in Cover::new(formula, wanted, &left, &mut pool).run() {
        answer[goal] = found;
    }
}

/// Whether code reads a final instance field of objects that it does not construct.
pub fn reads_final_fields(world: &World, method: &Method, body: &Body) -> bool {
    !final_fields_read(world, method, body).is_empty()
}

fn has_budget(wanted: &Wanted<'_>) -> bool {
    wanted.query.meter.total() < wanted.work && !wanted.query.cancel.is_cancelled()
}

/// An enabling clause: a symbol that demands one of these terms where it is assumed.
fn enabling(terms: &[Term], solver: &mut Incremental, pool: &mut TermPool) -> Term {
    let some = pool.or_all(terms);
    let enabling = pool.fresh("enabling", Sort::Bool);
    solver.assert(pool.implies(enabling, some));
    enabling
}

/// Whether a symbol, or a constant, is true in the last model.
fn is_true(term: Term, solver: &Incremental, pool: &TermPool) -> bool {
    match pool.as_symbol(term) {
        Some(symbol) => solver.value(pool, symbol) == Some(Value::Bool(true)),
        None => pool.as_bool(term) == Some(true),
    }
}

/// The statement cover of section 5, `sc`: each model rules out the goals it passes, and what is left when there is no model that
/// passes another is infeasible.
struct Cover<'a> {
    pool: &'a mut TermPool,
    wanted: &'a Wanted<'a>,
    solver: Incremental,
    /// The goals that no model passes so far.
    open: Vec<Goal>,
}

/// A goal in the formula.
struct Goal {
    index: usize,
    /// The blocks and edges where it is passed: whether an execution is there.
    spots: Vec<Term>,
    /// Demands that it is passed.
    symbol: Term,
}

impl<'a> Cover<'a> {
    fn new(formula: Formula, wanted: &'a Wanted<'a>, goals: &[usize], pool: &'a mut TermPool) -> Cover<'a> {
        let mut solver = Incremental::new();
        formula.facts.iter().for_each(|fact| solver.assert(*fact));
        keep_unbroken(formula.candidates, &mut solver, pool, &wanted.query, wanted.work / 2);
        let mut open = Vec::with_capacity(goals.len());
        for index in goals.iter().copied() {
            let spots = wanted.goals[index].iter().filter_map(|spot| match spot {
                Spot::Block(block) => formula.reached.get(block).copied(),
                Spot::Edge(block, at) => formula.taken.get(&(*block, *at)).copied(),
            });
            let spots: Vec<Term> = spots.collect();
            let symbol = pool.fresh("goal", Sort::Bool);
            let passed = pool.or_all(&spots);
            solver.assert(pool.implies(symbol, passed));
            open.push(Goal { index, spots, symbol });
        }
        Cover { pool, wanted, solver, open }
    }

    /// What is found out, as far as the budget goes.
    fn run(mut self) -> Vec<(usize, Feasibility)> {
        let mut decided = Vec::new();
        while !self.open.is_empty() && has_budget(self.wanted) {
            let goals: Vec<Term> = self.open.iter().map(|goal| goal.symbol).collect();
            let enabling = enabling(&goals, &mut self.solver, self.pool);
            match self.solver.check(self.pool, &[enabling], &self.wanted.query) {
                Answer::Unsat(_) => {
                    decided.extend(self.open.drain(..).map(|goal| (goal.index, Feasibility::Infeasible)));
                }
                Answer::Sat => {
                    let passed = self.passed();
                    if passed.is_empty() {
                        return decided;
                    }
                    decided.extend(passed.into_iter().map(|goal| (goal, Feasibility::Open)));
                }
                Answer::Unknown(_) => {
                    decided.extend(self.one_by_one());
                    break;
                }
            }
        }
        decided
    }

    /// Takes out the open goals that the last model passes. Where `R` of a block is true in a model, so is a way to it.
    fn passed(&mut self) -> Vec<usize> {
        let (pool, solver) = (&*self.pool, &self.solver);
        let is_passed = |goal: &mut Goal| goal.spots.iter().any(|spot| is_true(*spot, solver, pool));
        self.open.extract_if(.., is_passed).map(|goal| goal.index).collect()
    }

    /// Asks for each open goal alone.
    fn one_by_one(&mut self) -> Vec<(usize, Feasibility)> {
        let mut decided = Vec::new();
        for goal in std::mem::take(&mut self.open) {
            if !has_budget(self.wanted) {
                break;
            }
            match self.solver.check(self.pool, &[goal.symbol], &self.wanted.query) {
                Answer::Unsat(_) => decided.push((goal.index, Feasibility::Infeasible)),
                Answer::Sat => decided.push((goal.index, Feasibility::Open)),
                Answer::Unknown(_) => {}
            }
        }
        decided
    }
}
