//! What abstract path conditions are built with: the terms, the symbols of variables, and a solver for side questions.

use crate::condition::{Conjunct, Range, Ranges, Unfolding};
use crate::evaluate::{State, evaluate, number, truth};
use crate::flowgraph::{Action, EdgeIndex, Flowgraph, NodeIndex};
use crate::loops::{Induced, MAX_BACKBONES, Nodes, TooMany};
use crate::small_values::satisfy;
use crate::summaries::Summaries;
use crate::summary::Summary;
use crate::value::{Num, Substitution, Value, exact, in_range, of_symbol, range, sort, width};
use clew_base::{Arena, FastMap, FastSet, Id, OrderedSet};
use clew_ir::{BinaryOp, Expr, Reg, RegInfo, UnaryOp};
use clew_smt::{ChainConfig, QueryLimits, SatResult, Solver, solver_chain};
use clew_term::{Sort, SymbolId, Term, TermPool};
use num_bigint::BigInt;
use std::rc::Rc;

/// What a side question may cost, in the solver's units: these are small.
const SIDE_WORK: u64 = 300_000;

/// What goes beyond the paper. All of it is on by default; to leave a part out shows what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beyond {
    /// Closed forms of sums of progressions.
    pub acceleration: bool,
    /// What holds of a variable whose value after a loop is unknown: the values that it can have, and that it only grows or shrinks.
    pub invariants: bool,
    /// Which iteration wrote an element of an array, where that is told.
    pub fills: bool,
    /// Inputs beside those that models name.
    pub neighbours: bool,
    /// Questions with quantifiers, beside the unfolding. These are the paper's; its own tool asked about the unfolding alone.
    pub quantifiers: bool,
}

impl Default for Beyond {
    fn default() -> Beyond {
        Beyond { acceleration: true, invariants: true, fills: true, neighbours: true, quantifiers: true }
    }
}

/// Builds conditions about the places of one program, one flowgraph after the other.
pub(crate) struct Builder {
    pub pool: TermPool,
    pub graph: Rc<Flowgraph>,
    /// The variables.
    pub regs: Rc<Arena<Reg, RegInfo>>,
    pub ranges: Ranges,
    /// The ranges of the elements of maps that have one.
    elements: FastMap<Reg, Range>,
    /// The variables before anything is done: a symbol each.
    pub initial: State,
    pub symbols: Vec<Option<SymbolId>>,
    pub solver: Box<dyn Solver>,
    pub limits: QueryLimits,
    /// What all questions together may cost, in the solver's units; `None` where only the limits of each count.
    pub budget: Option<u64>,
    pub beyond: Beyond,
    /// The symbols that were made since somebody asked.
    pub made: Vec<SymbolId>,
    /// For each node the variables whose values matter there.
    live: Vec<OrderedSet<Reg>>,
    pub summaries: Summaries,
    /// What holds of all executions, whatever the program does.
    pub given: FastSet<Term>,
    /// Whether backbones are executed: conditions then are all that is known.
    is_executing: bool,
}

/// A loop that a backbone passes, with the names that its counters have there.
#[derive(Clone, Debug)]
pub(crate) struct Passed {
    pub counters: Vec<SymbolId>,
    /// Whether it has loops in it.
    pub has_inner: bool,
}

/// The beginning of a backbone.
#[derive(Clone, Debug)]
struct Beginning {
    node: NodeIndex,
    passed: Nodes,
    executed: Executed,
}

/// How many edges are taken while the backbones of one program are looked for.
const MAX_STEPS: usize = MAX_BACKBONES * 100;

/// What executing a backbone gives.
#[derive(Clone, Debug, Default)]
pub(crate) struct Executed {
    pub path: Vec<EdgeIndex>,
    pub state: State,
    pub condition: Vec<Conjunct>,
    /// The symbols that stand for something in this one execution.
    pub locals: Vec<SymbolId>,
    pub loops: Vec<Passed>,
    /// Counters of loops that are passed, with what they are in terms of other counters and the variables before.
    pub sums: Vec<(SymbolId, Term)>,
}

impl Builder {
    /// What all targets share; [`Builder::go_on_with`] begins with the first. `elements` has the ranges of the elements of maps that
    /// have one: all that is stored in them is within it.
    pub(crate) fn new(regs: Rc<Arena<Reg, RegInfo>>, elements: FastMap<Reg, Range>, limits: QueryLimits) -> Builder {
        let mut builder = Builder {
            pool: TermPool::new(),
            graph: Rc::default(),
            regs: Rc::clone(&regs),
            ranges: Ranges::default(),
            elements,
            initial: State::new(),
            symbols: Vec::new(),
            solver: solver_chain(&ChainConfig::default()),
            limits,
            budget: None,
            beyond: Beyond::default(),
            made: Vec::new(),
            live: Vec::new(),
            summaries: Summaries::default(),
            given: FastSet::default(),
            is_executing: false,
        };
        for (reg, info) in regs.iter() {
            let symbol = builder.symbol(reg, &info.name);
            let value = match symbol {
                Some(symbol) => of_symbol(info.ty, builder.pool.symbol_term(symbol)),
                None => Value::Opaque,
            };
            builder.symbols.push(symbol);
            builder.initial.push(value);
        }
        builder.made.clear();
        builder
    }

    /// A new symbol for what a variable holds.
    fn symbol(&mut self, reg: Reg, name: &str) -> Option<SymbolId> {
        let ty = self.regs[reg].ty;
        let symbol = self.pool.fresh_symbol(name, sort(ty)?);
        if let Some(range) = width(ty).map(range).or_else(|| self.elements.get(&reg).cloned()) {
            self.ranges.insert(symbol, range);
        }
        self.made.push(symbol);
        Some(symbol)
    }

    /// Whether no more questions may be asked.
    pub(crate) fn is_spent(&self) -> bool {
        self.limits.cancel.is_cancelled() || self.budget.is_some_and(|budget| self.limits.meter.total() >= budget)
    }

    /// The limits of a question that may cost so much, and no more than is left for all.
    pub(crate) fn limits_of(&self, most: u64) -> QueryLimits {
        let left = self.budget.map_or(most, |budget| budget.saturating_sub(self.limits.meter.total()));
        QueryLimits { work: Some(most.min(left).max(1)), ..self.limits.clone() }
    }

    /// The variables that matter at a node.
    pub(crate) fn live_at(&self, node: NodeIndex) -> OrderedSet<Reg> {
        self.live[node].clone()
    }

    /// Whether the value that a variable has at a node is read behind it.
    pub(crate) fn is_live(&self, node: NodeIndex, variable: usize) -> bool {
        self.live[node].contains(&Reg::from_index(variable))
    }

    /// A new counter.
    pub(crate) fn counter(&mut self, name: &str) -> (SymbolId, Term) {
        let symbol = self.pool.fresh_symbol(name, Sort::Int);
        self.made.push(symbol);
        (symbol, self.pool.symbol_term(symbol))
    }

    /// Any value of a variable's type.
    pub(crate) fn unknown(&mut self, reg: Reg) -> Value {
        let (ty, name) = (self.regs[reg].ty, Rc::<str>::from(format!("{}?", self.regs[reg].name)));
        match self.symbol(reg, &name) {
            Some(symbol) => of_symbol(ty, self.pool.symbol_term(symbol)),
            None => Value::Opaque,
        }
    }

    /// A map whose elements are all zero.
    fn zeros(&mut self, map: Reg) -> Value {
        match sort(self.regs[map].ty) {
            Some(Sort::Array(sort)) => {
                let zero = self.pool.int(BigInt::ZERO);
                Value::Map(self.pool.const_array(sort, zero))
            }
            _ => self.unknown(map),
        }
    }

    fn is_true(&self, part: &Conjunct) -> bool {
        matches!(part, Conjunct::Term(term) if self.pool.as_bool(*term) == Some(true))
    }

    fn is_false(&self, part: &Conjunct) -> bool {
        matches!(part, Conjunct::Term(term) if self.pool.as_bool(*term) == Some(false))
    }

    /// Adds the summary of a loop, with new names for its counters.
    fn pass(&mut self, summary: &Summary, state: &mut State, condition: &mut Vec<Conjunct>) -> Passed {
        let mut by = Substitution::default();
        let names = summary.counters.iter().chain(&summary.locals).copied();
        crate::condition::fresh_names(&mut self.pool, &mut self.ranges, names, &mut by);
        self.made.extend(by.exact.values().filter_map(|term| self.pool.as_symbol(*term)));
        let counters = summary.counters.iter().filter_map(|counter| self.pool.as_symbol(by.exact[counter])).collect();
        self.bind_state(state, &mut by);
        condition.extend(summary.condition.iter().map(|part| part.substitute(&mut self.pool, &by)));
        *state = summary.state.iter().map(|value| by.value(&mut self.pool, value)).collect();
        let has_inner = summary.condition.iter().any(|part| match part {
            Conjunct::Rounds(rounds) => rounds.has_inner(),
            Conjunct::Term(_) | Conjunct::Filled(_) => false,
        });
        Passed { counters, has_inner }
    }

    /// Puts the values of a state in the place of the symbols of the variables.
    pub(crate) fn bind_state(&mut self, state: &State, by: &mut Substitution) {
        for (symbol, value) in self.symbols.iter().zip(state) {
            if let Some(symbol) = symbol {
                by.bind(&mut self.pool, *symbol, value);
            }
        }
    }

    /// Does what an edge says.
    pub(crate) fn act(&mut self, action: &Action, state: &mut State, condition: &mut Vec<Conjunct>) {
        match action {
            Action::Assign(dst, value) => {
                let value = evaluate(&mut self.pool, state, value);
                state[dst.index()] = value.unwrap_or_else(|| self.unknown(*dst));
            }
            Action::Store(map, index, value) => {
                let at = self.indices(index, state, condition);
                let value = number(&mut self.pool, state, value);
                let (Value::Map(array), Some(at)) = (state[map.index()].clone(), at) else {
                    state[map.index()] = self.unknown(*map);
                    return;
                };
                let value = match value {
                    Some(value) => exact(&mut self.pool, value),
                    None => self.element(*map),
                };
                state[map.index()] = Value::Map(self.pool.store(array, &at, value));
            }
            Action::Load(dst, map, index) => self.load(*dst, *map, index, state, condition),
            Action::Assume(guard) => self.assume(guard, true, state, condition),
            Action::Given(fact) => {
                let known = condition.len();
                self.assume(fact, true, state, condition);
                self.given.extend(condition[known..].iter().filter_map(Conjunct::as_term));
            }
            Action::Refute(guard) => self.assume(guard, false, state, condition),
            Action::Forget(dst) => state[dst.index()] = self.unknown(*dst),
            Action::Clear(map) => state[map.index()] = self.zeros(*map),
            // It does nothing to an execution.
            Action::TryFirst(..) => {}
        }
    }

    /// The values of indices. One that the condition of a backbone keeps in its range is told without wrapping.
    fn indices(&mut self, index: &[Expr], state: &State, condition: &[Conjunct]) -> Option<Vec<Term>> {
        let mut terms = Vec::new();
        for part in index {
            let num = number(&mut self.pool, state, part)?;
            let is_told = self.is_executing && self.is_in_range(num, condition);
            terms.push(if is_told { num.raw } else { exact(&mut self.pool, num) });
        }
        Some(terms)
    }

    /// Whether a number is its raw integer where a condition holds, without wrapping around.
    pub(crate) fn is_in_range(&mut self, num: Num, condition: &[Conjunct]) -> bool {
        let Some(width) = num.width.filter(|_| !num.fits) else { return true };
        let within = in_range(&mut self.pool, num.raw, width);
        let leaves = self.pool.not(within);
        self.is_refuted(condition, Some(leaves))
    }

    /// Any element of a map.
    fn element(&mut self, map: Reg) -> Term {
        let (symbol, term) = self.counter("?");
        if let Some(range) = self.elements.get(&map).cloned() {
            self.ranges.insert(symbol, range);
        }
        term
    }

    /// Reads an element of a map, all of whose elements are numbers of the variable's width.
    fn load(&mut self, dst: Reg, map: Reg, index: &[Expr], state: &mut State, condition: &mut Vec<Conjunct>) {
        let at = self.indices(index, state, condition);
        let (Value::Map(array), Some(at)) = (state[map.index()].clone(), at) else {
            state[dst.index()] = self.unknown(dst);
            return;
        };
        let element = self.pool.select(array, &at);
        let width = width(self.regs[dst].ty);
        if let Some(width) = width
            && !self.elements.contains_key(&map)
        {
            condition.push(Conjunct::Term(in_range(&mut self.pool, element, width)));
        }
        state[dst.index()] = Value::Num(Num { raw: element, width, fits: true });
    }

    /// Adds a guard, or its negation; parts that nothing is known of are left out.
    pub(crate) fn assume(&mut self, guard: &Expr, holds: bool, state: &State, condition: &mut Vec<Conjunct>) {
        match (guard, holds) {
            (Expr::Binary(BinaryOp::And, left, right), true) | (Expr::Binary(BinaryOp::Or, left, right), false) => {
                self.assume(left, holds, state, condition);
                self.assume(right, holds, state, condition);
            }
            (Expr::Binary(BinaryOp::Implies, left, right), false) => {
                self.assume(left, true, state, condition);
                self.assume(right, false, state, condition);
            }
            (Expr::Unary(UnaryOp::Not, inner), _) => self.assume(inner, !holds, state, condition),
            _ => {
                if let Some(term) = truth(&mut self.pool, state, guard) {
                    let term = if holds { term } else { self.pool.not(term) };
                    condition.push(Conjunct::Term(term));
                }
            }
        }
    }

    /// Goes on with another target: variables and what is known of loops stay.
    pub(crate) fn go_on_with(&mut self, graph: Rc<Flowgraph>) {
        self.live = graph.live();
        self.graph = graph;
        self.summaries.start_another();
    }

    /// The summary of a loop, made once.
    pub(crate) fn summary(&mut self, entered: &Induced) -> Rc<Summary> {
        if let Some(known) = self.summaries.of_loop(entered, &self.graph, &self.live) {
            return known;
        }
        let outside = std::mem::take(&mut self.made);
        let inner = self.summaries.count();
        let summary = Rc::new(self.process_loop(entered));
        self.made = outside;
        self.summaries.add(Rc::clone(&summary), inner, &self.graph, !self.is_spent());
        summary
    }

    /// Unfolds conditions up to a number of iterations.
    pub(crate) fn unfolding(&mut self, rounds: u32) -> Unfolding<'_> {
        Unfolding::new(&mut self.pool, &mut self.ranges, rounds, &self.limits.meter)
    }

    /// Whether a condition cannot hold, as far as a small question tells. What is quantified is looked at in the last iteration
    /// only.
    pub(crate) fn is_refuted(&mut self, condition: &[Conjunct], with: Option<Term>) -> bool {
        if self.is_spent() {
            return false;
        }
        let mut terms = self.unfolding(0).run(condition);
        if let Some(term) = with {
            let own = self.unfolding(0).run(&[Conjunct::Term(term)]);
            terms.extend(own);
        }
        if satisfy(&self.pool, &terms) {
            return false;
        }
        let limits = self.limits_of(SIDE_WORK);
        matches!(self.solver.check(&mut self.pool, &terms, &limits), SatResult::Unsat(_))
    }

    /// The backbones of a program that can be executed at all, with what executing them gives: summaries are in the place of loops
    /// (Algorithm 1). A beginning that cannot be executed is not followed.
    ///
    /// # Errors
    /// There are too many.
    pub(crate) fn executed(&mut self, program: &Induced) -> Result<Vec<Executed>, TooMany> {
        let outside = std::mem::take(&mut self.made);
        let was_executing = std::mem::replace(&mut self.is_executing, true);
        let found = self.backbones(program);
        self.is_executing = was_executing;
        self.made = outside;
        found
    }

    fn backbones(&mut self, program: &Induced) -> Result<Vec<Executed>, TooMany> {
        let graph = Rc::clone(&self.graph);
        let mut found = Vec::new();
        let executed = Executed { state: self.initial.clone(), ..Executed::default() };
        let mut waiting =
            vec![Beginning { node: program.start, passed: std::iter::once(program.start).collect(), executed }];
        let mut steps = 0;
        while let Some(before) = waiting.pop() {
            let is_open =
                |to: NodeIndex| to == program.target || program.nodes.contains(&to) && !before.passed.contains(&to);
            let edges: Vec<EdgeIndex> =
                graph.out[before.node].iter().copied().filter(|edge| is_open(graph.edges[*edge].to)).collect();
            let mut next = Vec::new();
            for edge in &edges {
                steps += 1;
                if steps > MAX_STEPS || found.len() > MAX_BACKBONES || self.is_spent() {
                    return Err(TooMany);
                }
                let to = graph.edges[*edge].to;
                let mut after = before.clone();
                self.take(*edge, &mut after.executed);
                // Behind loops only the whole path is worth a question.
                let is_asked = match to == program.target {
                    true => program.is_loop() || !found.is_empty(),
                    false => edges.len() > 1 && after.executed.loops.is_empty(),
                };
                let condition = &after.executed.condition;
                if condition.iter().any(|part| self.is_false(part)) || is_asked && self.is_refuted(condition, None) {
                    continue;
                }
                if to == program.target {
                    found.push(after.executed);
                    continue;
                }
                if let Some(entered) = program.loop_at(&graph, &after.passed, to) {
                    self.made = std::mem::take(&mut after.executed.locals);
                    let summary = self.summary(&entered);
                    let Executed { state, condition, loops, .. } = &mut after.executed;
                    loops.push(self.pass(&summary, state, condition));
                    after.executed.locals = std::mem::take(&mut self.made);
                }
                after.passed.insert(to);
                next.push(Beginning { node: to, ..after });
            }
            // The first is followed first.
            waiting.extend(next.into_iter().rev());
        }
        // Where a whole program has one backbone only, nothing is gained: the next question is whether that can be executed.
        if found.len() > 1 && !program.is_loop() && self.is_refuted(&found[0].condition, None) {
            found.remove(0);
        }
        Ok(found)
    }

    /// Does what an edge says at the end of a path.
    fn take(&mut self, edge: EdgeIndex, executed: &mut Executed) {
        let graph = Rc::clone(&self.graph);
        self.made = std::mem::take(&mut executed.locals);
        let Executed { state, condition, .. } = executed;
        graph.edges[edge].actions.iter().for_each(|action| self.act(action, state, condition));
        let mut known = OrderedSet::default();
        executed.condition.retain(|part| !self.is_true(part) && part.as_term().is_none_or(|term| known.insert(term)));
        executed.locals = std::mem::take(&mut self.made);
        executed.path.push(edge);
    }
}
