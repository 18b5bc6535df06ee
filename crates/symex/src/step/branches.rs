//! Jumps: conditions, switches, and the bounds on loops.

use crate::core::{Bounds, Core};
use crate::flow::{Flow, PathEnd, Step, Stop, known, split_into};
use crate::ledger::initializing;
use crate::machine::{Guards, Machine};
use crate::models::hashes::Compared;
use crate::state::{LoopCount, OnReturn, State};
use crate::trace::Visit;
use clew_facts::{Assumption, CutReason};
use clew_heap::{Alternative, Value};
use clew_ir::{BlockId, Body, BranchKind, Expr, Inst, Reg, Terminator};
use clew_jvm::Provenance;
use clew_term::{Sort, Term};
use std::rc::Rc;

/// The greatest number of rounds of a loop of the program in which the path takes no decision, for each entry. This is no bound of the
/// user's, so nothing is proved of what lies behind a loop that goes round more often.
const MAX_UNDECIDED_ROUNDS: u32 = 4_096;

/// The greatest number of rounds with a decision of a loop that runs while a class is initialized: the user's bounds are about the
/// method under test.
const MAX_ROUNDS_OF_INITIALIZER: u32 = 64;

/// A loop of a call that makes an object of the input may go round this often in any case, as one that checks each of ten digits does.
const LEAST_ROUNDS_OF_MAKING: u32 = 16;

/// The greatest number of decisions of a path on values that are not known.
const MAX_GUESSES: u32 = 8;

/// Whether a call is under way that makes an object of the input.
fn is_making(state: &State) -> bool {
    state.frames.iter().any(|frame| matches!(frame.on_return, OnReturn::Made(_)))
}

impl Machine<'_> {
    /// Goes to another block of the running activation, if the bounds allow.
    pub(crate) fn jump(&mut self, mut state: State, to: BlockId) -> Step {
        match self.enter(&mut state, to) {
            Ok(()) => Ok(Flow::Next(state)),
            Err(reason) => Err(Stop::cut(state, reason)),
        }
    }

    /// Moves the running activation to a block and counts.
    ///
    /// # Errors
    /// The bound that the move would break; the state stands where it stood.
    pub(crate) fn enter(&mut self, state: &mut State, to: BlockId) -> Result<(), CutReason> {
        self.count_round(state, to)?;
        let preparing = self.is_preparing(state);
        let own = self.has_bounds_of_program(state);
        let frame = state.top_mut();
        if let Some(bound) = self.options.block_k.filter(|_| own && !preparing) {
            let count = frame.block_counts.entry(to).or_insert(0);
            *count += 1;
            if *count > bound {
                return Err(CutReason::Bound(Assumption::Block(bound)));
            }
        }
        frame.block = to;
        frame.stmt = 0;
        self.note_block(state);
        if self.is_target(state) {
            state.passed.reached.extend(self.goals.entered(to).iter().copied());
            if self.goals.is_end(to) {
                state.passed.ends.insert((self.target, to));
            }
        }
        self.note_helper(state);
        Ok(())
    }

    /// Counts the round of a loop that ends with the move to a block, and forgets those of a loop that is entered.
    ///
    /// # Errors
    /// The bound on rounds that the move would break.
    fn count_round(&self, state: &mut State, to: BlockId) -> Result<(), CutReason> {
        let decisions = state.decisions;
        let bounded = self.bounds == Bounds::On;
        let own = self.has_bounds_of_program(state);
        let loop_bound = self.loop_bound(state).filter(|_| bounded);
        let frame = state.top_mut();
        let from = frame.block;
        for id in frame.code.loops.entered(from, to) {
            *loop_count(&mut frame.loops, id, decisions) = LoopCount { deciding: 0, all: 0, decisions };
        }
        let Some(id) = frame.code.loops.back_edge(from, to) else { return Ok(()) };
        let count = loop_count(&mut frame.loops, id, decisions);
        count.all += 1;
        if count.decisions != decisions {
            count.deciding += 1;
            count.decisions = decisions;
        }
        let LoopCount { deciding, all, .. } = *count;
        match loop_bound {
            Some((bound, _)) if deciding > bound && initializing(state).is_some() => {
                match deciding > bound.max(MAX_ROUNDS_OF_INITIALIZER) {
                    true => Err(CutReason::Budget("rounds of a class initializer".to_owned())),
                    false => Ok(()),
                }
            }
            Some((bound, assumption)) if deciding > bound => Err(CutReason::Bound(assumption)),
            // The bound on an invariant is on all rounds.
            Some((bound, assumption @ Assumption::RepOkRounds(_))) if all > bound.max(MAX_UNDECIDED_ROUNDS) => {
                Err(CutReason::Bound(assumption))
            }
            Some(_) if own && all > MAX_UNDECIDED_ROUNDS => Err(CutReason::Budget("rounds of a loop".to_owned())),
            Some(_) | None => Ok(()),
        }
    }

    /// How often loops go round, with what is assumed by that: an invariant of the input has a bound of its own.
    fn loop_bound(&self, state: &State) -> Option<(u32, Assumption)> {
        if state.top().code.goes_over_text {
            return None;
        }
        if self.is_preparing(state) {
            let bound = self.options.rep_ok_k;
            return Some((bound, Assumption::RepOkRounds(bound)));
        }
        let least = if is_making(state) { LEAST_ROUNDS_OF_MAKING } else { 0 };
        self.options.loop_k.map(|bound| (bound.max(least), Assumption::Loop(bound)))
    }

    /// Marks the goal of a line as reached, and puts it on the trace if it is one of the program.
    pub(super) fn reach_line(&mut self, state: &mut State, line: u32) {
        let code = &state.top().code;
        if code.provenance != Provenance::Jdk {
            let depth = u32::try_from(state.frames.len() - 1).unwrap_or(u32::MAX);
            let visit = Visit { method: code.id, depth, line, begun: state.entry.begun };
            state.passed.trace.push_back(visit);
        }
        if self.is_target(state)
            && let Some(goal) = self.goals.line(line)
        {
            state.passed.reached.insert(goal);
        }
    }

    /// Whether the running activation is one of the method under test. Calls of it that make an input do not test it.
    pub(super) fn is_target(&self, state: &State) -> bool {
        state.top().code.id == self.target && !self.is_preparing(state) && !is_making(state)
    }

    /// Notes that the running activation stands in a block of a helper that tests are to show.
    pub(crate) fn note_helper(&self, state: &mut State) {
        let frame = state.top();
        let place = (frame.code.id, frame.block);
        if self.helpers.show(place.0, place.1) && !self.is_preparing(state) && !is_making(state) {
            state.passed.ends.insert(place);
        }
    }

    fn reach_edge(&mut self, state: &mut State, edge: usize) {
        if self.is_target(state)
            && let Some(goal) = self.goals.edge(state.top().block, edge)
        {
            state.passed.reached.insert(goal);
        }
    }

    /// Takes the edge of the block that stands at position `edge` among its successors.
    fn take_edge(&mut self, state: &mut State, edge: usize, to: BlockId) -> Result<(), CutReason> {
        self.reach_edge(state, edge);
        note_null(state, edge);
        self.enter(state, to)
    }

    /// Takes the only edge that is possible.
    fn follow_edge(&mut self, mut state: State, edge: usize, to: BlockId) -> Step {
        match self.take_edge(&mut state, edge, to) {
            Ok(()) => Ok(Flow::Next(state)),
            Err(reason) => Err(Stop::cut(state, reason)),
        }
    }

    pub(super) fn branch(&mut self, mut state: State, condition: &Expr, then: BlockId, otherwise: BlockId) -> Step {
        self.expect_answer(&mut state);
        if let Value::Opaque(why) = self.eval(&state, condition) {
            return self.branch_on_unknown(state, why, then, otherwise);
        }
        let condition = known!(state, self.term(&state, condition));
        let condition = self.simplify(&state, condition);
        match self.pool.as_bool(condition) {
            Some(holds) => {
                let (edge, to) = if holds { (0, then) } else { (1, otherwise) };
                self.follow_edge(state, edge, to)
            }
            None => match self.compare_codes(&state, condition) {
                Some(Compared::Known(true)) => self.follow_edge(state, 0, then),
                Some(Compared::Known(false)) => self.follow_edge(state, 1, otherwise),
                Some(Compared::Open(same)) => Ok(split_into(self.decide(state, same))),
                None => match self.through_region(state) {
                    Ok(step) => step,
                    Err(state) => {
                        let negation = self.pool.not(condition);
                        self.choose(state, vec![(condition, 0, then), (negation, 1, otherwise)])
                    }
                },
            },
        }
    }

    /// A branch of which it is not known where it goes. If all it does is choose between constants, as a conditional
    /// expression of the JDK's own code does, what is chosen is not known; otherwise it may go both ways.
    fn branch_on_unknown(&mut self, mut state: State, why: &'static str, then: BlockId, otherwise: BlockId) -> Step {
        let code = Rc::clone(&state.top().code);
        // The method under test has goals on the edges and in the blocks.
        let is_passing = code.provenance == Provenance::Jdk && !self.is_target(&state);
        let (one, other) = (constants(&code.code.body, then), constants(&code.code.body, otherwise));
        match (one, other) {
            (Some((chosen, to)), Some((others, meeting))) if to == meeting && is_passing => {
                for reg in chosen.into_iter().chain(others) {
                    state.set(reg, Value::Opaque(why));
                }
                self.jump(state, to)
            }
            _ => {
                let condition = known!(state, self.unknown_decision(&mut state, why, Sort::Bool));
                let negation = self.pool.not(condition);
                self.choose(state, vec![(condition, 0, then), (negation, 1, otherwise)])
            }
        }
    }

    /// A value of its own for a decision on one that is not known. All ways are followed, also those that no input takes, and
    /// nothing is predicted of them.
    ///
    /// # Errors
    /// The path has had too many such decisions; or it is a concrete run, which has one way only; or the input is still being made, and
    /// nobody would see to it that it is as assumed; or it is taken in an initializer that the path goes on behind.
    pub(crate) fn unknown_decision(
        &mut self,
        state: &mut State,
        why: &'static str,
        sort: Sort,
    ) -> Result<Term, CutReason> {
        let is_left = self.initializer_to_leave(state).is_some();
        if is_left || self.bounds == Bounds::Off || state.guesses.decisions >= MAX_GUESSES || self.is_preparing(state) {
            return Err(CutReason::Unsupported(why.to_owned()));
        }
        state.guesses.decisions += 1;
        state.predict_no_further(why);
        Ok(self.pool.fresh(why, sort))
    }

    pub(super) fn switch(
        &mut self,
        mut state: State,
        value: &Expr,
        cases: &[(i32, BlockId)],
        default: BlockId,
    ) -> Step {
        self.expect_answer(&mut state);
        let value = match self.eval(&state, value) {
            Value::Opaque(why) => known!(state, self.unknown_decision(&mut state, why, Sort::Bv(32))),
            _ => known!(state, self.term(&state, value)),
        };
        let (code, texts) = (value, self.texts_of_cases(&state, value, cases));
        let value = self.simplify(&state, value);
        if let Some(key) = self.pool.as_i32(value) {
            let at = cases.iter().position(|(case, _)| *case == key);
            let to = at.map_or(default, |at| cases[at].1);
            return self.follow_edge(state, at.unwrap_or(cases.len()), to);
        }
        let mut none = self.pool.tru();
        let mut choices: Vec<Choice> = Vec::with_capacity(cases.len() + 1);
        for (edge, (key, to)) in cases.iter().enumerate() {
            let here = texts.get(edge).copied().flatten().unwrap_or_else(|| {
                let key = self.pool.bv32(*key);
                self.pool.eq(value, key)
            });
            let other = self.pool.not(here);
            none = self.pool.and(none, other);
            choices.push((here, edge, *to));
        }
        choices.push((none, cases.len(), default));
        self.note_switch_by_text(&mut state, code, cases, &texts);
        self.choose(state, choices)
    }

    /// Takes each of the edges under its condition.
    fn choose(&mut self, state: State, choices: Vec<Choice>) -> Step {
        let heap = state.heap.clone();
        let (choices, guards) = self.possible(&state, choices);
        let alternatives = choices
            .into_iter()
            .map(|(guard, edge, to)| Alternative { guard, heap: heap.clone(), value: (edge, to) })
            .collect();
        let mut targets = Vec::new();
        let children = self.split(state, alternatives, guards, |_, target| targets.push(target));
        let (mut live, mut ended) = (Vec::with_capacity(children.len()), Vec::new());
        for (mut child, (edge, to)) in children.into_iter().zip(targets) {
            match self.take_edge(&mut child, edge, to) {
                Ok(()) => live.push(child),
                Err(reason) => ended.push((child, PathEnd::Cut(reason))),
            }
        }
        Ok(Flow::Split { live, ended })
    }
}

impl Core<'_> {
    /// Whether the running activation is of code of the program to which bounds of the user's and on undecided rounds apply.
    fn has_bounds_of_program(&self, state: &State) -> bool {
        let code = &state.top().code;
        self.bounds == Bounds::On && code.provenance != Provenance::Jdk && !code.method.is_class_initializer()
    }
}

/// An edge with its condition, its position and where it goes.
type Choice = (Term, usize, BlockId);

impl Machine<'_> {
    /// The edges that no proof rules out, so that the solver is asked about fewer. The condition of one that is left
    /// alone is kept: the proof may know what the path does not. Where all are ruled out the path is one that the
    /// proof is not about, and all are followed.
    fn possible(&self, state: &State, choices: Vec<Choice>) -> (Vec<Choice>, Guards) {
        let block = state.top().block;
        let is_possible = |choice: &&Choice| !self.goals.rules_out(block, choice.1);
        if !self.is_target(state) || choices.iter().all(|choice| is_possible(&choice)) {
            return (choices, Guards::Exhaustive);
        }
        let left: Vec<Choice> = choices.iter().filter(is_possible).copied().collect();
        if left.is_empty() { (choices, Guards::Exhaustive) } else { (left, Guards::Facts) }
    }
}

/// Notes the reference that a path finds to be `null` where it takes an edge of the running block, and that a handler of the program
/// catches an exception.
fn note_null(state: &mut State, edge: usize) {
    let frame = state.top();
    let terminator = &frame.code.code.body.blocks[frame.block].terminator;
    let Terminator::Branch { condition, kind, .. } = terminator else { return };
    if *kind == BranchKind::HandlerTest && edge == 0 && frame.code.provenance != Provenance::Jdk {
        state.passed.null_pointer = None;
        return;
    }
    let holds = edge == 0;
    if let Some((tested, is_non_null)) = condition.null_test()
        && holds != is_non_null
    {
        state.passed.last_null = Some(state.get(tested));
    }
}

/// The registers that a block gives constants, and where it goes, if it does nothing else.
fn constants(body: &Body, block: BlockId) -> Option<(Vec<Reg>, BlockId)> {
    let block = &body.blocks[block];
    let Terminator::Goto(targets) = &block.terminator else { return None };
    let [to] = targets.as_slice() else { return None };
    let mut assigned = Vec::new();
    for stmt in &block.stmts {
        match &stmt.inst {
            Inst::Assign { dst, value: Expr::Const(_) } => assigned.push(*dst),
            Inst::Line(_) => {}
            _ => return None,
        }
    }
    Some((assigned, *to))
}

fn loop_count(loops: &mut Vec<(clew_ir::LoopId, LoopCount)>, id: clew_ir::LoopId, decisions: u32) -> &mut LoopCount {
    let at = loops.iter().position(|(known, _)| *known == id).unwrap_or_else(|| {
        loops.push((id, LoopCount { deciding: 0, all: 0, decisions }));
        loops.len() - 1
    });
    &mut loops[at].1
}
