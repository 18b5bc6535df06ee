//! The exact meaning of a boolean program: all its states, one by one.

use clew_base::Id;
use clew_ir::{BlockId, ProcedureId};
use clew_unverified::{AbstractProgram, AbstractStatement, Identifier, Point};
use std::collections::{BTreeMap, BTreeSet};

/// A point, and the set of identifiers that are true there.
pub type State = (Point, u32);

/// What can happen from a state onward.
#[derive(Default)]
pub struct Fates {
    /// The states from which an assertion is reached whose premise is false.
    pub unverified: BTreeSet<State>,
    /// The states from which an assertion is reached whose premise holds.
    pub verified: BTreeSet<State>,
    /// The states from which the end of the unit is reached without an assertion.
    pub without: BTreeSet<State>,
}

/// All states, and what can happen from each. A call may return to whatever calls the procedure.
pub fn fates(program: &AbstractProgram) -> (Vec<State>, Fates) {
    let (mut states, mut before, mut fates) = (Vec::new(), BTreeMap::new(), Fates::default());
    let (mut unverified, mut verified, mut without) = (Vec::new(), Vec::new(), Vec::new());
    for point in points(program) {
        for values in 0..1 << program.identifiers {
            let state = (point, values);
            states.push(state);
            if let Some(AbstractStatement::Assert(premise)) = statement(program, point) {
                let holds = premise.holds(|identifier| is_true(values, identifier));
                if holds { verified.push(state) } else { unverified.push(state) }
            }
            if is_end(program, point) {
                without.push(state);
            }
            for next in successors(program, state) {
                before.entry(next).or_insert_with(Vec::new).push(state);
            }
        }
    }
    let passes = |state: &State| !matches!(statement(program, state.0), Some(AbstractStatement::Assert(_)));
    fates.unverified = leading_to(unverified, &before, |_| true);
    fates.verified = leading_to(verified, &before, |_| true);
    fates.without = leading_to(without, &before, passes);
    (states, fates)
}

pub fn is_true(values: u32, identifier: Identifier) -> bool {
    values >> identifier.index() & 1 == 1
}

/// The states that lead to one of these along states that pass.
fn leading_to(
    from: Vec<State>,
    before: &BTreeMap<State, Vec<State>>,
    passes: impl Fn(&State) -> bool,
) -> BTreeSet<State> {
    let mut found: BTreeSet<State> = from.iter().copied().collect();
    let mut open = from;
    while let Some(state) = open.pop() {
        for earlier in before.get(&state).into_iter().flatten() {
            if passes(earlier) && found.insert(*earlier) {
                open.push(*earlier);
            }
        }
    }
    found
}

pub fn points(program: &AbstractProgram) -> Vec<Point> {
    let mut points = Vec::new();
    for (procedure, code) in program.procedures.iter() {
        for (block, content) in code.blocks.iter() {
            points.extend((0..=content.statements.len()).map(|position| Point { procedure, block, position }));
        }
    }
    points
}

fn statement(program: &AbstractProgram, point: Point) -> Option<&AbstractStatement> {
    program.procedures[point.procedure].blocks[point.block].statements.get(point.position)
}

fn is_end(program: &AbstractProgram, point: Point) -> bool {
    let block = &program.procedures[point.procedure].blocks[point.block];
    point.procedure == program.unit && block.successors.is_empty() && point.position == block.statements.len()
}

fn successors(program: &AbstractProgram, (point, values): State) -> Vec<State> {
    let next = Point { position: point.position + 1, ..point };
    match statement(program, point) {
        Some(AbstractStatement::Initialize(identifier)) => vec![(next, values | 1 << identifier.index())],
        Some(AbstractStatement::Update(identifier)) => {
            vec![(next, values), (next, values & !(1 << identifier.index()))]
        }
        Some(AbstractStatement::Assert(_) | AbstractStatement::Skip) => vec![(next, values)],
        Some(AbstractStatement::Call(callee)) => {
            vec![(beginning(*callee, program.procedures[*callee].entry), values)]
        }
        None => {
            let targets = &program.procedures[point.procedure].blocks[point.block].successors;
            if targets.is_empty() {
                return returns(program, point.procedure).into_iter().map(|point| (point, values)).collect();
            }
            targets.iter().map(|target| (beginning(point.procedure, *target), values)).collect()
        }
    }
}

fn beginning(procedure: ProcedureId, block: BlockId) -> Point {
    Point { procedure, block, position: 0 }
}

/// The points behind the calls of a procedure.
fn returns(program: &AbstractProgram, callee: ProcedureId) -> Vec<Point> {
    let calls = |point: &Point| statement(program, *point) == Some(&AbstractStatement::Call(callee));
    let calls = points(program).into_iter().filter(calls);
    calls.map(|point| Point { position: point.position + 1, ..point }).collect()
}
