//! Programs of the block language run on concrete values.
#![allow(clippy::unwrap_used)]

use clew_base::OrderedMap;
use clew_ir::*;
use expect_test::expect;
use num_bigint::BigInt;
use std::sync::Arc;

fn run_choosing(text: &str, inputs: &[(&str, Value)], choices: &mut impl Choices) -> (Run, Vec<String>) {
    let program = parse("run.clew", text).unwrap_or_else(|faults| panic!("{}", faults[0]));
    verify_program(&program).unwrap();
    let inputs: OrderedMap<Arc<str>, Value> =
        inputs.iter().map(|(name, value)| (Arc::from(*name), value.clone())).collect();
    let run = interpret(&program, "main", &inputs, choices, 10_000);
    let labels = run.labels(&program);
    (run, labels)
}

/// Takes the first target whose block does not start with an assumption that fails: tries all ways in order.
fn run(text: &str, inputs: &[(&str, Value)]) -> Outcome {
    let mut ways = vec![Vec::new()];
    let mut last = Outcome::Blocked;
    while let Some(way) = ways.pop() {
        let mut taken: Vec<usize> = way.clone();
        let mut counts = Vec::new();
        let mut choose = |count: usize| {
            counts.push(count);
            if counts.len() > taken.len() {
                taken.push(0);
            }
            taken[counts.len() - 1]
        };
        last = run_choosing(text, inputs, &mut choose).0.outcome;
        if last != Outcome::Blocked {
            return last;
        }
        for position in (way.len()..taken.len()).rev() {
            for other in (1..counts[position]).rev() {
                let mut next = taken[..position].to_vec();
                next.push(other);
                ways.insert(0, next);
            }
        }
        ways.sort();
        ways.reverse();
    }
    last
}

fn result(outcome: Outcome) -> Value {
    match outcome {
        Outcome::Finished { result: Some(value), .. } => value,
        other => panic!("{other:?}"),
    }
}

const GCD: &str = "
proc main(a, b) returns a0 vars t; {
  head: goto body, done;
  body: assume b != 0;
    t := a % b;
    a := b;
    b := t;
    goto head;
  done: assume b == 0;
    a0 := a;
}";

#[test]
fn gcd_loops() {
    assert_eq!(result(run(GCD, &[("a", Value::int(12)), ("b", Value::int(18))])), Value::int(6));
    assert_eq!(result(run(GCD, &[("a", Value::int(7)), ("b", Value::int(0))])), Value::int(7));
}

#[test]
fn recursion_and_the_trace_of_callees() {
    let text = "
proc fact(n) returns r {
  start: goto zero, more;
  zero: assume n <= 0; r := 1; goto end;
  more: assume n > 0; r := call fact(n - 1); r := r * n; goto end;
  end:
}
proc main(n) returns r { m: r := call fact(n); }";
    let mut ways = [1, 1, 0].into_iter();
    let (run, labels) = run_choosing(text, &[("n", Value::int(2))], &mut |_: usize| ways.next().unwrap());
    assert_eq!(result(run.outcome), Value::int(2));
    assert_eq!(
        labels.join(" "),
        "m fact.start fact.more fact.start fact.more fact.start fact.zero fact.end fact.end fact.end"
    );
    assert_eq!(result(self::run(text, &[("n", Value::int(5))])), Value::int(120));
}

#[test]
fn endless_recursion_and_loops_are_cut() {
    assert_eq!(run("proc main() { b: call main(); }", &[]), Outcome::StepLimit);
    assert_eq!(run("proc main() { b: goto b; }", &[]), Outcome::StepLimit);
    assert_eq!(run("proc main() { a: x := 3; goto b; b: x := x * x; goto b; }", &[]), Outcome::StepLimit);
}

#[test]
fn arrays_are_total_maps() {
    let text = "
var a: [int, int]int;
proc main(m: [int]int, x) returns r {
  b: a[x, x + 1] := m[x] * 2; a[0, 0] := a[x, x + 1] + a[9, 9]; r := a[0, 0];
}";
    let mut map = MapValue::new(1, BigInt::from(5));
    map.set(vec![BigInt::from(3)], BigInt::from(10));
    let inputs = [("m", Value::from(map.clone())), ("x", Value::int(3))];
    let outcome = run(text, &inputs);
    let Outcome::Finished { globals, result } = outcome else { panic!() };
    assert_eq!(result, Some(Value::int(20)));
    expect!["{0,0: 20, 3,4: 20, else: 0}"].assert_eq(&globals["a"].to_string());
    map.set(vec![BigInt::from(3)], BigInt::from(5));
    assert_eq!(map, MapValue::new(1, BigInt::from(5)));
}

#[test]
fn machine_integers_wrap_and_integers_do_not() {
    let text = |ty: &str, value: &str| format!("proc main() returns r: {ty} {{ b: r := {value}; r := r + 1; }}");
    assert_eq!(result(run(&text("bv32", "2147483647"), &[])), Value::Bv32(i32::MIN));
    assert_eq!(result(run(&text("bv64", "9223372036854775807"), &[])), Value::Bv64(i64::MIN));
    assert_eq!(result(run(&text("int", "9223372036854775807"), &[])), Value::int(1i128 << 63));
    assert_eq!(result(run(&text("int", "-7 / 2 * 10 + -7 % 2"), &[])), Value::int(-30));
}

#[test]
fn blocking_failing_and_zero_divisors() {
    assert_eq!(run("proc main() { b: assume false; }", &[]), Outcome::Blocked);
    assert_eq!(run("proc main(x) { b: x := 1 / (x - x); }", &[]), Outcome::Blocked);
    assert_eq!(run("proc main(x: bv32) { b: x := 1 % (x - x); }", &[]), Outcome::Blocked);
    assert!(matches!(run("proc main(x) { b: assume x == 0 || 1 / x == 1; }", &[]), Outcome::Finished { .. }));
    let failed = run("proc main(x) { b: x := 1; assert x == 0 verified false; }", &[]);
    assert!(matches!(failed, Outcome::AssertFailed { position: 1, .. }));
    assert!(matches!(run("proc main(x) { b: assumed x == 1 as a; }", &[]), Outcome::Finished { .. }));
}

#[test]
fn inputs_are_checked_and_reach_locals_and_globals() {
    let text =
        "var g; proc main() returns r { b: r := g + unwritten; g := 4; call other(); } proc other() { b: g := g + 1; }";
    let outcome = run(text, &[("g", Value::int(1)), ("unwritten", Value::int(2))]);
    let Outcome::Finished { globals, result } = outcome else { panic!() };
    assert_eq!((result, &globals["g"]), (Some(Value::int(3)), &Value::int(5)));
    assert!(matches!(run(text, &[("nothing", Value::int(1))]), Outcome::BadInput(_)));
    assert!(matches!(run(text, &[("g", Value::Bv32(1))]), Outcome::BadInput(_)));
    let program = parse("run.clew", text).unwrap();
    let run = interpret(&program, "nobody", &OrderedMap::default(), &mut |_: usize| 0, 10);
    assert!(matches!(run.outcome, Outcome::BadInput(_)));
    let (run, _) = run_choosing("proc main() { b: goto b, c; c: }", &[], &mut |_: usize| 7);
    assert!(matches!(run.outcome, Outcome::BadInput(_)));
}

#[test]
fn havoc_asks() {
    struct Sevens;
    impl Choices for Sevens {
        fn choose(&mut self, _: usize) -> usize {
            0
        }
        fn havoc(&mut self, _: &Procedure, variable: &RegInfo) -> Value {
            match variable.ty {
                Type::Int => Value::int(7),
                other => Value::zero(other),
            }
        }
    }
    let text = "proc main() returns r { b: havoc x; r := x + unset + call_it; }";
    assert_eq!(result(run_choosing(text, &[], &mut Sevens).0.outcome), Value::int(21));
}

/// What is to be tried first is a matter of searches: a condition that is false, or has no value, stops nothing.
#[test]
fn tryfirst_does_nothing() {
    let text = "proc main(x) returns r { b: tryfirst x > 5; tryfirst 1 / (x - x) > 0; r := x; }";
    let run = run_choosing(text, &[("x", Value::int(3))], &mut |_: usize| 0).0;
    assert_eq!(result(run.outcome), Value::int(3));
}

/// An expression is evaluated without dividing by zero exactly where its condition of definedness holds.
#[test]
fn definedness_agrees_with_evaluation() {
    let expressions = [
        "1 / x == 1",
        "x != 0 && 1 / x == 1",
        "x == 0 || 1 / x % y == 1",
        "x != 0 ==> 1 / x == y / 3",
        "(if 1 % y == 0 then x / y else 1 / x) > 0",
        "a[1 / x] == 1 / (1 / (y - 1))",
        "!(x / y == 0) <==> (y == 0 && 2 / 0 == 1)",
    ];
    for expression in expressions {
        let text = format!("proc main(x, y, a: [int]int) {{ b: assume {expression}; }}");
        let program = parse("defined.clew", &text).unwrap();
        let body = &program.procedures.values().next().unwrap().body;
        let Inst::Assume(condition) = &body.blocks[body.entry].stmts[0].inst else { panic!() };
        let defined = condition.definedness(&body.regs);
        for (x, y) in (-3..4).flat_map(|x| (-3..4).map(move |y| (x, y))) {
            let mut value = |reg: Reg| match &*body.regs[reg].name {
                "x" => Some(Value::int(x)),
                "y" => Some(Value::int(y)),
                _ => Some(Value::zero(body.regs[reg].ty)),
            };
            let divides = eval_expr(condition, &mut value) == Err(EvalError::DivisionByZero);
            let holds = defined.as_ref().is_none_or(|defined| eval_expr(defined, &mut value) == Ok(Value::Bool(true)));
            assert_eq!(holds, !divides, "{expression} at {x}, {y}");
        }
    }
}
