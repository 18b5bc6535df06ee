//! What is put into programs in special cases, and what is refused.

use clew_ir::{Program, parse, print_program, verify_program};
use clew_unverified::{Fault, Instrumentation, MAX_CUBES, Reasoning, Unit, encode, instrument};
use expect_test::expect;

fn read(text: &str) -> Program {
    parse("test.clew", text).expect("the program is well-formed")
}

fn unit(reasoning: Reasoning) -> Unit {
    Unit { procedure: "main".into(), reasoning }
}

/// The program as it is printed with an instrumentation; it is well-typed.
fn guided(text: &str, reasoning: Reasoning, which: Instrumentation) -> String {
    let guided = instrument(&read(text), &unit(reasoning), which).expect("the annotations make sense");
    verify_program(&guided).expect("what is printed is well-typed");
    print_program(&guided)
}

fn refused(text: &str, reasoning: Reasoning) -> String {
    encode(&read(text), &unit(reasoning)).expect_err("the annotations make no sense").to_string()
}

#[test]
fn premises_that_are_trivial_need_no_variable() {
    let text = "proc main(x) { b: assert x > 1 verified true; assert x > 2 verified false; assert x > 3; }";
    let encoded = encode(&read(text), &unit(Reasoning::WholeProgram)).expect("there is nothing to refuse");
    expect![[r#"
        proc main(x) {
          b:
            assume x > 1;
            assert x > 1;
            assert x > 2;
            assert x > 3;
        }
    "#]]
    .assert_eq(&print_program(&encoded));
}

#[test]
fn names_of_variables_stay_apart() {
    let text = "var a$1; proc main(a) { b: assumed a > 0 as a; assert a$1 > a verified a; }";
    let modular = guided(text, Reasoning::Modular, Instrumentation::May);
    assert!(modular.contains("vars a$2: bool;") && modular.contains("a$2 := a$2 && a > 0;"), "{modular}");
    let whole = guided(text, Reasoning::WholeProgram, Instrumentation::May);
    assert!(whole.contains("var a$2: bool;") && whole.contains("assume !a$2;"), "{whole}");
}

/// A loop back to the first block must not make assumptions true again.
#[test]
fn assumptions_are_true_once() {
    let text = "proc main(x) { init: assumed x > 0 as a; x := x + 1; goto init, out; out: assert x > 1 verified a; }";
    expect![[r#"
        var a: bool;

        proc main(x) {
          init$1:
            a := true;
            goto init;
          out:
            assume a ==> x > 1;
            assert x > 1;
          init:
            a := a && x > 0;
            x := x + 1;
            goto init, out;
        }
    "#]]
    .assert_eq(&print_program(&encode(&read(text), &unit(Reasoning::WholeProgram)).expect("it makes sense")));
}

/// Section 4.2: "these methods are fully verified, and our may-unverified instrumentation prunes the entire search space".
#[test]
fn what_is_fully_verified_is_pruned_at_the_beginning() {
    let text = "proc main(x) { b: x := 1; assert x > 0 verified true; goto c, d; c: d: }";
    let may = guided(text, Reasoning::Modular, Instrumentation::May);
    assert!(may.contains("  b:\n    assume false;\n    x := 1;"), "{may}");
    let must = guided(text, Reasoning::Modular, Instrumentation::Must);
    assert!(!must.contains("tryfirst"), "{must}");
}

/// Section 3.2: `assume false` at the end of the unit is left out, one before something that takes time is not.
#[test]
fn what_follows_the_last_assertion_is_pruned_unless_it_is_the_end() {
    let text = "proc main(x) { b: assert x > 0; x := 2; CALL goto c; c: x := 3; } proc f() { b: }";
    let may = |call: &str| guided(&text.replace("CALL", call), Reasoning::Modular, Instrumentation::May);
    assert!(!may("").contains("assume"), "{}", may(""));
    let with_choice = guided(&text.replace("CALL goto c;", "goto c, b;"), Reasoning::Modular, Instrumentation::May);
    assert!(!with_choice.contains("assume"), "the loop leads to the assertion: {with_choice}");
    let whole = guided(&text.replace("CALL", "call f();"), Reasoning::WholeProgram, Instrumentation::May);
    assert!(whole.contains("assert x > 0;\n    assume false;\n    x := 2;"), "{whole}");
}

/// A call is followed: what is asserted in it counts, and its end is not the end of the unit.
#[test]
fn whole_programs_are_followed_into_calls() {
    let text =
        "proc main(x) { b: assumed x > 0 as a; call f(x); } proc f(y) { c: y := y + 1; assert y > 1 verified a; }";
    let whole = guided(text, Reasoning::WholeProgram, Instrumentation::May);
    assert!(whole.contains("a := a && x > 0;\n    assume !a;\n    call f(x);"), "{whole}");
    assert!(whole.contains("c:\n    y := y + 1;\n    assume a ==> y > 1;"), "{whole}");
}

/// What is assumed in a callee is guided there, and what is known at its call is not said again.
#[test]
fn whole_programs_are_guided_inside_of_calls() {
    let text = "proc main(x) { b: assumed x > 0 as a; call f(x); assert x > 1 verified a; } \
                proc f(y) { c: y := y + 1; assumed y > 2 as b; y := y - 1; assert y > 1 verified a && b; }";
    expect![[r#"
        var a: bool;
        var b: bool;

        proc main(x) {
          b:
            a := true;
            b := true;
            a := a && x > 0;
            call f(x);
            assume a ==> x > 1;
            assert x > 1;
        }

        proc f(y) {
          c:
            y := y + 1;
            b := b && y > 2;
            assume !a || !b;
            y := y - 1;
            assume a && b ==> y > 1;
            assert y > 1;
            assume !a;
        }
    "#]]
    .assert_eq(&guided(text, Reasoning::WholeProgram, Instrumentation::May));
}

/// The callee of a unit under modular reasoning is somebody else's unit.
#[test]
fn modular_reasoning_does_not_guide_inside_of_calls() {
    let text = "proc main(x) { b: call f(x); assert x > 3; } proc f(y) { c: assert y > 1 verified true; }";
    let may = guided(text, Reasoning::Modular, Instrumentation::May);
    assert_eq!(may.matches("assume").count(), 1, "{may}");
    assert!(may.contains("c:\n    assume y > 1;\n    assert y > 1;"), "{may}");
}

/// Conditions with too many cubes are given up: nothing is pruned.
#[test]
fn large_conditions_are_given_up() {
    let pairs = |count: usize| {
        let names: Vec<String> = (0..2 * count).map(|index| format!("a{index}")).collect();
        let assumed: String = names.iter().map(|name| format!("assumed x > 0 as {name}; ")).collect();
        let premise: Vec<String> = names.chunks(2).map(|pair| pair.join(" && ")).collect();
        format!("proc main(x) {{ b: {assumed} assert x > 7 verified {}; }}", premise.join(" || "))
    };
    let largest = MAX_CUBES.ilog2() as usize;
    let small = guided(&pairs(largest), Reasoning::Modular, Instrumentation::May);
    assert!(small.contains("a11 := a11 && x > 0;\n    assume !a0 && "), "{small}");
    let large = guided(&pairs(largest + 1), Reasoning::Modular, Instrumentation::MayMust);
    assert!(large.contains("a13 := a13 && x > 0;\n    assume a0 && a1 || "), "{large}");
}

#[test]
fn a_unit_must_exist_and_not_be_called() {
    let unknown = Unit { procedure: "other".into(), reasoning: Reasoning::Modular };
    let program = read("proc main() { b: call f(); } proc f() { b: call f(); }");
    assert_eq!(encode(&program, &unknown), Err(Fault::NoProcedure("other".into())));
    assert!(encode(&program, &unit(Reasoning::WholeProgram)).is_ok());
    let called = "proc main() { b: call f(); } proc f() { b: call main(); }";
    for reasoning in [Reasoning::Modular, Reasoning::WholeProgram] {
        expect!["procedure `main` is called, and only a procedure that is not called can be the unit under test"]
            .assert_eq(&refused(called, reasoning));
    }
}

#[test]
fn premises_name_what_is_assumed() {
    let text = "proc main(x) { b: call f(); assert x > 0 verified a; } proc f(y) { b: assumed y > 0 as a; }";
    let text = text.replace("call f()", "call f(x)");
    assert!(encode(&read(&text), &unit(Reasoning::WholeProgram)).is_ok());
    expect!["procedure `main` has an assertion that is verified under `a`, but nothing is assumed as `a`"]
        .assert_eq(&refused(&text, Reasoning::Modular));
}
