//! The figures of *Guiding Dynamic Symbolic Execution toward Unverified Program Executions*, in the block language.

use clew_base::OrderedMap;
use clew_ir::{Outcome, Program, Value, interpret, parse, print_program, verify_program};
use clew_unverified::{
    AbstractStatement, Condition, Conditions, Inferred, Instrumentation, Point, Reasoning, Unit, encode, instrument,
};
use expect_test::{Expect, expect};
use std::fmt::Write;

/// Figure 1: a deposit, whose addition may overflow. The outer `else` is the block `valid`.
const FIGURE_1: &str = "
var balance: bv32;
proc deposit(amount: bv32) vars before: bv32; {
  start:
    before := balance;
    goto invalid, valid;
  invalid:
    assume amount <= 0i || amount > 50000i;
    call reviewDeposit(amount);
    goto end;
  valid:
    assume amount > 0i && amount <= 50000i;
    ASSUMED
    balance := balance + amount;
    goto large, small;
  large:
    assume balance > 10000i;
    call suggestInvestment();
    goto end;
  small:
    assume balance <= 10000i;
    goto end;
  end:
    assert balance >= before VERIFIED;
    MORE
}
proc reviewDeposit(amount: bv32) { b: amount := 0i; }
proc suggestInvestment() { b: }
";

/// What the analyzer of figure 2 (dark boxes) assumed.
const NO_OVERFLOW: &str = "assumed i2l(balance) + i2l(amount) == i2l(balance + amount) as a;";

fn figure_1() -> Program {
    read(&FIGURE_1.replace("ASSUMED", "").replace("VERIFIED", "").replace("MORE", ""))
}

/// Figure 2 without its light boxes.
fn figure_2() -> Program {
    read(&FIGURE_1.replace("ASSUMED", NO_OVERFLOW).replace("VERIFIED", "verified a").replace("MORE", ""))
}

/// The variant of figure 5, with an assertion at the end that is not verified.
fn figure_5() -> Program {
    let more = "assert balance != 7i verified false;";
    read(&FIGURE_1.replace("ASSUMED", NO_OVERFLOW).replace("VERIFIED", "verified a").replace("MORE", more))
}

fn read(text: &str) -> Program {
    let program = parse("figure.clew", text).expect("the program is well-formed");
    verify_program(&program).expect("the program is well-typed");
    program
}

fn unit(reasoning: Reasoning) -> Unit {
    Unit { procedure: "deposit".into(), reasoning }
}

/// What is printed also reads back, as a program that is printed the same.
fn guided(program: &Program, reasoning: Reasoning, which: Instrumentation) -> String {
    let guided = instrument(program, &unit(reasoning), which).expect("the annotations make sense");
    let text = print_program(&guided);
    assert_eq!(print_program(&read(&text)), text);
    text
}

fn check(found: &str, expected: &Expect) {
    // The called procedures say nothing.
    expected.assert_eq(found.split("\n\nproc reviewDeposit").next().unwrap_or(found));
}

/// The boolean program of `deposit` with the conditions at its points, as the figures have it.
fn boolean_program(program: &Program, reasoning: Reasoning, at: fn(&Inferred, Point) -> Condition) -> String {
    let conditions = Conditions::infer(program, &unit(reasoning)).expect("the annotations make sense");
    let procedure = conditions.abstraction().unit;
    let code = &conditions.abstraction().procedures[procedure];
    let blocks = &conditions.program().procedures[procedure].body.blocks;
    let mut text = String::new();
    for (block, content) in code.blocks.iter() {
        let show = |position| shown(&at(&conditions, Point { procedure, block, position }));
        let _ = writeln!(text, "{}:\n    {}", blocks[block].label, show(0));
        for (position, statement) in content.statements.iter().enumerate() {
            let statement = match statement {
                AbstractStatement::Initialize(_) => "var a := true".to_owned(),
                AbstractStatement::Update(_) => "a := a && *".to_owned(),
                AbstractStatement::Assert(premise) => format!("assert * verified {}", shown(premise)),
                AbstractStatement::Call(callee) => format!("call {}", conditions.program().procedures[*callee].name),
                AbstractStatement::Skip => continue,
            };
            let _ = writeln!(text, "  {statement}\n    {}", show(position + 1));
        }
    }
    text
}

fn shown(condition: &Condition) -> String {
    let cube = |cube: &clew_unverified::Cube| {
        let literals: Vec<&str> = cube.values().map(|value| if *value { "a" } else { "!a" }).collect();
        if literals.is_empty() { "true".to_owned() } else { literals.join(" && ") }
    };
    let cubes: Vec<String> = condition.cubes().map(cube).collect();
    if cubes.is_empty() { "false".to_owned() } else { cubes.join(" || ") }
}

/// Only an addition that overflows fails the assertion of figure 1.
#[test]
fn figure_1_fails_where_the_addition_overflows() {
    let program = figure_1();
    for (balance, amount, fails) in [
        (0, 10, false),
        (0, -10, false),
        (i32::MAX, 10, true),
        (i32::MAX, 50001, false),
        (i32::MAX - 50000, 50000, false),
        (i32::MAX - 49999, 50000, true),
    ] {
        let run = |program: &Program| fails_with(program, balance, amount);
        assert_eq!(run(&program), fails, "{balance} + {amount}");
        for which in [Instrumentation::May, Instrumentation::Must, Instrumentation::MayMust] {
            let guided = instrument(&figure_2(), &unit(Reasoning::WholeProgram), which).expect("it makes sense");
            assert_eq!(run(&guided), fails, "{which:?}: {balance} + {amount}");
        }
    }
}

/// Whether some execution on the input fails an assertion.
fn fails_with(program: &Program, balance: i32, amount: i32) -> bool {
    let value = |number: i32| Value::Bv32(number);
    let inputs = OrderedMap::from_iter([("balance".into(), value(balance)), ("amount".into(), value(amount))]);
    (0..4_usize).any(|choices| {
        let mut taken = 0;
        let mut choose = |_: usize| {
            taken += 1;
            choices >> (taken - 1) & 1
        };
        let run = interpret(program, "deposit", &inputs, &mut choose, 100);
        assert!(!matches!(run.outcome, Outcome::BadInput(_)), "{:?}", run.outcome);
        matches!(run.outcome, Outcome::AssertFailed { .. })
    })
}

/// Section 2.1: what the annotations of figure 2 mean.
#[test]
fn the_annotations_of_figure_2_are_assignments_and_assumptions() {
    let program = encode(&figure_2(), &unit(Reasoning::Modular)).expect("the annotations make sense");
    check(
        &print_program(&program),
        &expect![[r#"
        var balance: bv32;

        proc deposit(amount: bv32) vars before: bv32, a: bool; {
          start:
            a := true;
            before := balance;
            goto invalid, valid;
          invalid:
            assume amount <= 0 || amount > 50000;
            call reviewDeposit(amount);
            goto end;
          valid:
            assume amount > 0 && amount <= 50000;
            a := a && i2l(balance) + i2l(amount) == i2l(balance + amount);
            balance := balance + amount;
            goto large, small;
          large:
            assume balance > 10000;
            call suggestInvestment();
            goto end;
          small:
            assume balance <= 10000;
            goto end;
          end:
            assume a ==> balance >= before;
            assert balance >= before;
        }"#]],
    );
}

#[test]
fn figure_2_has_two_assumptions() {
    check(
        &guided(&figure_2(), Reasoning::Modular, Instrumentation::May),
        &expect![[r#"
        var balance: bv32;

        proc deposit(amount: bv32) vars before: bv32, a: bool; {
          start:
            a := true;
            before := balance;
            goto invalid, valid;
          invalid:
            assume amount <= 0 || amount > 50000;
            assume !a;
            call reviewDeposit(amount);
            goto end;
          valid:
            assume amount > 0 && amount <= 50000;
            a := a && i2l(balance) + i2l(amount) == i2l(balance + amount);
            assume !a;
            balance := balance + amount;
            goto large, small;
          large:
            assume balance > 10000;
            call suggestInvestment();
            goto end;
          small:
            assume balance <= 10000;
            goto end;
          end:
            assume a ==> balance >= before;
            assert balance >= before;
        }"#]],
    );
}

/// Calls that assert nothing change nothing when they are followed.
#[test]
fn figure_2_is_the_same_for_the_whole_program() {
    let whole = guided(&figure_2(), Reasoning::WholeProgram, Instrumentation::May);
    let modular = guided(&figure_2(), Reasoning::Modular, Instrumentation::May);
    assert_eq!(whole.matches("assume !a;").count(), 2, "{whole}");
    assert_eq!(modular.matches("assume !a;").count(), 2, "{modular}");
    assert!(whole.starts_with("var balance: bv32;\nvar a: bool;\n"), "{whole}");
}

#[test]
fn figure_4_has_these_may_unverified_conditions() {
    check(
        &boolean_program(&figure_2(), Reasoning::Modular, Inferred::may_unverified),
        &expect![[r#"
        start:
            true
          var a := true
            true
        invalid:
            !a
        valid:
            true
          a := a && *
            !a
        large:
            !a
        small:
            !a
        end:
            !a
          assert * verified a
            false
    "#]],
    );
}

#[test]
fn figure_5_has_these_must_unverified_conditions() {
    check(
        &boolean_program(&figure_5(), Reasoning::Modular, Inferred::must_unverified),
        &expect![[r#"
        start:
            false
          var a := true
            !a
        invalid:
            !a
        valid:
            !a
          a := a && *
            !a
        large:
            !a
        small:
            !a
        end:
            !a
          assert * verified a
            true
          assert * verified false
            false
    "#]],
    );
}

/// "The may-unverified instrumentation yields true for all prior program points" (section 2.2).
#[test]
fn figure_5_has_no_assumption() {
    let may = guided(&figure_5(), Reasoning::Modular, Instrumentation::May);
    let encoded = encode(&figure_5(), &unit(Reasoning::Modular)).expect("the annotations make sense");
    assert_eq!(may, print_program(&encoded));
}

#[test]
fn figure_5_has_two_statements_to_try_first() {
    check(
        &guided(&figure_5(), Reasoning::Modular, Instrumentation::Must),
        &expect![[r#"
        var balance: bv32;

        proc deposit(amount: bv32) vars before: bv32, a: bool; {
          start:
            a := true;
            before := balance;
            goto invalid, valid;
          invalid:
            assume amount <= 0 || amount > 50000;
            call reviewDeposit(amount);
            goto end;
          valid:
            assume amount > 0 && amount <= 50000;
            a := a && i2l(balance) + i2l(amount) == i2l(balance + amount);
            tryfirst !a;
            balance := balance + amount;
            goto large, small;
          large:
            assume balance > 10000;
            call suggestInvestment();
            goto end;
          small:
            assume balance <= 10000;
            goto end;
          end:
            tryfirst !a;
            assume a ==> balance >= before;
            assert balance >= before;
            assert balance != 7;
        }"#]],
    );
}

/// Section 3.4: where both conditions say the same, `assume` alone is put in.
#[test]
fn no_statement_is_tried_first_where_it_is_assumed() {
    let both = guided(&figure_2(), Reasoning::Modular, Instrumentation::MayMust);
    assert_eq!(both, guided(&figure_2(), Reasoning::Modular, Instrumentation::May));
    let must = guided(&figure_2(), Reasoning::Modular, Instrumentation::Must);
    assert!(must.contains("tryfirst !a;"), "{must}");
}
