//! Random small programs: conditions against all states of their boolean program, and against executions.

mod support;

use clew_base::OrderedMap;
use clew_ir::{Outcome, ProcedureId, Program, Value, interpret, print_program};
use clew_unverified::{Conditions, Instrumentation, Property, Reasoning, Unit, encode, instrument};
use fastrand::Rng;
use std::sync::Arc;
use support::boolean::{fates, is_true};
use support::follow::{End, Event, follow};
use support::generate;

const PROGRAMS: u64 = 3000;
/// How many executions of a program are followed.
const EXECUTIONS: usize = 150;
const STEPS: usize = 60;
/// Enough for what an instrumented program does in [`STEPS`] steps of the annotated one.
const GUIDED_STEPS: u64 = 1000;

fn unit(reasoning: Reasoning) -> Unit {
    Unit { procedure: "main".into(), reasoning }
}

fn random_programs(reasoning: Reasoning) -> impl Iterator<Item = Program> {
    (0..PROGRAMS).map(move |seed| generate::program(&mut Rng::with_seed(seed), reasoning))
}

/// The conditions are the weakest ones with their properties in the boolean program (sections 3.2 and 3.3).
fn conditions_are_exact(reasoning: Reasoning) {
    let (mut known, mut all) = (0, 0);
    for program in random_programs(reasoning) {
        let conditions = Conditions::infer(&program, &unit(reasoning)).expect("the annotations make sense");
        let (states, fates) = fates(conditions.abstraction());
        for (point, values) in states {
            let found = [Property::Verified, Property::MustAll, Property::MustAssert]
                .map(|property| conditions.sufficient(point, property).holds(|identifier| is_true(values, identifier)));
            let state = (point, values);
            let sets = [&fates.unverified, &fates.verified, &fates.without];
            let expected = sets.map(|set| !set.contains(&state));
            assert_eq!(found, expected, "{point:?}, {values:b}\n{}", print_program(conditions.program()));
            let verified = |identifier| is_true(values, identifier);
            assert_eq!(conditions.may_unverified(point).holds(verified), !expected[0]);
            assert_eq!(conditions.must_unverified(point).holds(verified), expected[1] && expected[2]);
            known += usize::from(expected[0] || expected[1]);
            all += 1;
        }
    }
    assert!(known > all / 20 && known < all, "{known} of {all}");
}

#[test]
fn conditions_of_procedures_are_exact() {
    conditions_are_exact(Reasoning::Modular);
}

#[test]
fn conditions_of_whole_programs_are_exact() {
    conditions_are_exact(Reasoning::WholeProgram);
}

/// An execution by what is chosen in it.
struct Run<'r> {
    inputs: [(&'r str, i32); 3],
    choices: Vec<usize>,
}

/// Calls `each` for executions of a program on all small inputs, with its events.
fn executions(program: &Program, reasoning: Reasoning, each: &mut dyn FnMut(&Run<'_>, &[Event], End)) {
    for input in 0..8 {
        let inputs = [("x", input & 1), ("y", input >> 1 & 1), ("g", input >> 2)];
        let mut prefix = Vec::new();
        for _ in 0..EXECUTIONS / 8 {
            let mut taken: Vec<(usize, usize)> = Vec::new();
            let mut choose = |count| {
                let choice = prefix.get(taken.len()).copied().unwrap_or(0);
                taken.push((choice, count));
                choice
            };
            let (events, end) = follow(program, reasoning, &inputs, &mut choose, STEPS);
            each(&Run { inputs, choices: taken.iter().map(|(choice, _)| *choice).collect() }, &events, end);
            while taken.last().is_some_and(|(choice, count)| choice + 1 == *count) {
                taken.pop();
            }
            let Some((last, before)) = taken.split_last() else { break };
            prefix = before.iter().map(|(choice, _)| *choice).chain([last.0 + 1]).collect();
        }
    }
}

/// An assertion that counts: what its premise was.
fn counted(event: &Event, reasoning: Reasoning, main: ProcedureId) -> Option<bool> {
    match event {
        Event::Assert { fully_verified: false, premise, procedure, .. }
            if reasoning == Reasoning::WholeProgram || *procedure == main =>
        {
            Some(*premise)
        }
        Event::Assert { .. } | Event::At { .. } => None,
    }
}

/// Figure 3: executions that must be unverified are, and those that are may be.
fn executions_agree(reasoning: Reasoning) {
    let (mut verified, mut unverified) = (0, 0);
    for program in random_programs(reasoning) {
        let conditions = Conditions::infer(&program, &unit(reasoning)).expect("the annotations make sense");
        let program = conditions.program();
        let main = conditions.abstraction().unit;
        executions(program, reasoning, &mut |run, events, end| {
            for (position, event) in events.iter().enumerate() {
                let Event::At { point, depth, failed } = event else { continue };
                if reasoning == Reasoning::Modular && *depth > 0 {
                    continue;
                }
                let regs = &program.procedures[point.procedure].body.regs;
                let holds = |identifier| {
                    let variable = conditions.variable(point.procedure, identifier).expect("it is declared");
                    !failed.contains(&regs[variable].name)
                };
                let mut premises = events[position..].iter().filter_map(|event| counted(event, reasoning, main));
                let context = || format!("{point:?} {:?} {:?}\n{}", run.inputs, run.choices, print_program(program));
                if !conditions.may_unverified(*point).holds(holds) {
                    assert!(premises.all(|premise| premise), "{}", context());
                    verified += 1;
                } else if conditions.must_unverified(*point).holds(holds) {
                    let asserts = premises.clone().count();
                    assert!(premises.all(|premise| !premise), "{}", context());
                    assert!(asserts > 0 || end != End::Finished, "{}", context());
                    unverified += 1;
                }
            }
        });
    }
    assert!(verified > 1000 && unverified > 1000, "{verified} verified, {unverified} unverified");
}

#[test]
fn executions_of_procedures_agree() {
    executions_agree(Reasoning::Modular);
}

#[test]
fn executions_of_whole_programs_agree() {
    executions_agree(Reasoning::WholeProgram);
}

/// How an instrumented program ends: where it failed, or nothing.
fn failure(program: &Program, run: &Run<'_>) -> (Outcome, Option<(ProcedureId, Arc<str>, usize)>) {
    let inputs = OrderedMap::from_iter(run.inputs.map(|(name, number)| (Arc::from(name), Value::int(number))));
    let mut choices = run.choices.iter();
    let mut choose = |_: usize| choices.next().copied().unwrap_or(0);
    let outcome = interpret(program, "main", &inputs, &mut choose, GUIDED_STEPS).outcome;
    let Outcome::AssertFailed { procedure, block, position } = &outcome else { return (outcome, None) };
    let block = &program.procedures[*procedure].body.blocks[*block];
    let asserts = block.stmts[..*position].iter().filter(|stmt| matches!(stmt.inst, clew_ir::Inst::Assert { .. }));
    let place = (*procedure, Arc::clone(&block.label), asserts.count());
    (outcome, Some(place))
}

/// No instrumentation loses an execution that fails an assertion whose premise is false, and none adds one.
fn no_failure_is_lost(reasoning: Reasoning) {
    let (mut failures, mut pruned) = (0, 0);
    for program in random_programs(reasoning) {
        let encoded = encode(&program, &unit(reasoning)).expect("the annotations make sense");
        let guided = [Instrumentation::May, Instrumentation::Must, Instrumentation::MayMust]
            .map(|which| instrument(&program, &unit(reasoning), which).expect("the annotations make sense"));
        let main = program.procedure("main").expect("there is a main procedure").0;
        executions(&program, reasoning, &mut |run, events, end| {
            if end == End::Cut {
                return;
            }
            let last = events.iter().rfind(|event| matches!(event, Event::Assert { .. }));
            let is_unverified = matches!(last, Some(Event::Assert { premise: false, .. })) && end == End::Failed;
            let (plain, failed) = failure(&encoded, run);
            let context = || format!("{:?} {:?}\n{}", run.inputs, run.choices, print_program(&program));
            assert_eq!(failed.is_some(), is_unverified, "{}", context());
            let [may, must, both] = [0, 1, 2].map(|which| failure(&guided[which], run));
            assert_eq!(must.1, failed, "{}", context());
            let counts = failed
                .as_ref()
                .is_some_and(|(procedure, ..)| reasoning == Reasoning::WholeProgram || *procedure == main);
            for found in [&may.1, &both.1] {
                assert!(*found == failed || !counts && found.is_none(), "{found:?}, {failed:?}, {}", context());
            }
            failures += usize::from(counts);
            pruned += usize::from(may.0 == Outcome::Blocked && plain != Outcome::Blocked);
        });
    }
    assert!(failures > 1000 && pruned > 1000, "{failures} failures, {pruned} pruned");
}

#[test]
fn no_failure_of_procedures_is_lost() {
    no_failure_is_lost(Reasoning::Modular);
}

#[test]
fn no_failure_of_whole_programs_is_lost() {
    no_failure_is_lost(Reasoning::WholeProgram);
}
