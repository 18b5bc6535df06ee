//! The reader: what it understands, and what it says about bad input.
#![allow(clippy::unwrap_used)]

use clew_ir::{Inst, Program, Terminator, Type, parse, print_program, verify_program};
use expect_test::{Expect, expect};

fn program(text: &str) -> Program {
    match parse("test.clew", text) {
        Ok(program) => program,
        Err(faults) => panic!("{}", messages(&faults)),
    }
}

fn messages(faults: &[clew_ir::Diagnostic]) -> String {
    faults.iter().map(|fault| format!("{fault}\n")).collect()
}

fn check_faults(text: &str, expected: Expect) {
    match parse("test.clew", text) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(faults) => expected.assert_eq(&messages(&faults)),
    }
}

#[test]
fn the_example_of_the_paper_is_read_and_printed() {
    let text = "
proc foo(x, y) returns z {
  l0:
      goto l1, l2;
  l1: assume y > 0;
      z := x + y;
      goto l3;
  l2: assume y <= 0;
      z := x - y;
      goto l3;
  l3:
}

proc main() {
  l0: r := call foo(0, 1);
}";
    let program = program(text);
    verify_program(&program).unwrap();
    expect![[r#"
        proc foo(x, y) returns z {
          l0:
            goto l1, l2;
          l1:
            assume y > 0;
            z := x + y;
            goto l3;
          l2:
            assume y <= 0;
            z := x - y;
            goto l3;
          l3:
        }

        proc main() vars r; {
          l0:
            r := call foo(0, 1);
        }
    "#]]
    .assert_eq(&print_program(&program));
}

#[test]
fn all_forms_are_read_and_printed() {
    let text = "
var g, h: bv32; // shared
var a: [int,int]int;
proc main(p: bool, n: bv64) returns r: bool vars m: [int]int, q: bv32; {
  start:
    m[a[1, i]] := -3 + - (4);
    q := if p then h else -2147483648;
    assert (p ==> q == 3 ==> p) && !p || g * 2 != 4 verified a1 && b || c;
    assert p verified true;
    assert p <==> true verified false;
    assumed n < 9223372036854775807 as overflow;
    tryfirst !p || q == 0;
    havoc g;
    q := q << 3 >>> 1 & 7 | 1 ^ q;
    r := ult(q, 5) == (n / 2 % 3 <= 1);
    call main(p, n);
    goto start, end;
  end:
}";
    let program = program(text);
    verify_program(&program).unwrap();
    let printed = print_program(&program);
    expect![[r#"
        var g;
        var h: bv32;
        var a: [int, int]int;

        proc main(p: bool, n: bv64) returns r: bool vars m: [int]int, q: bv32, i; {
          start:
            m[a[1, i]] := -3 + -(4);
            q := if p then h else -2147483648;
            assert (p ==> q == 3 ==> p) && !p || g * 2 != 4 verified a1 && b || c;
            assert p verified true;
            assert p == true verified false;
            assumed n < 9223372036854775807 as overflow;
            tryfirst !p || q == 0;
            havoc g;
            q := q << 3 >>> 1 & 7 | 1 ^ q;
            r := ult(q, 5) == n / 2 % 3 <= 1;
            call main(p, n);
            goto start, end;
          end:
        }
    "#]]
    .assert_eq(&printed);
    assert_eq!(parse("again.clew", &printed).unwrap().without_origins(), program.without_origins());
}

#[test]
fn tryfirst_is_not_reserved() {
    let text = "proc tryfirst(tryfirst: bool, a: [int]int) { b: tryfirst := !tryfirst; tryfirst tryfirst; tryfirst (a[0] > 1); \
                a := a; goto tryfirst; tryfirst: tryfirst !(tryfirst); }";
    let program = program(text);
    let stmts = program.procedures.values().flat_map(|it| it.body.blocks.values()).flat_map(|block| &block.stmts);
    assert_eq!(stmts.filter(|stmt| matches!(stmt.inst, Inst::TryFirst(_))).count(), 3);
    assert_eq!(parse("again.clew", &print_program(&program)).unwrap().without_origins(), program.without_origins());
}

#[test]
fn literals_take_the_type_of_their_context() {
    let program =
        program("proc main(x: bv32, y: bv64, z) { b: assume 1 < x; assume 2 + 3 == y; assume 1 < 2; z := 7; }");
    let block = program.procedures.values().next().unwrap().body.blocks.values().next().unwrap();
    let types: Vec<Type> = block
        .stmts
        .iter()
        .map(|stmt| match &stmt.inst {
            Inst::Assume(clew_ir::Expr::Binary(_, left, _)) => {
                left.ty(&program.procedures.values().next().unwrap().body.regs)
            }
            Inst::Assign { value, .. } => value.ty(&program.procedures.values().next().unwrap().body.regs),
            other => panic!("{other:?}"),
        })
        .map(Result::unwrap)
        .collect();
    assert_eq!(types, [Type::Bv32, Type::Bv64, Type::Int, Type::Int]);
    assert_eq!(block.terminator, Terminator::Return(None));
}

#[test]
fn origins_tell_offset_and_line() {
    let program = program("proc main() {\n  b:\n    x := 1;\n    goto b;\n}");
    let block = program.procedures.values().next().unwrap().body.blocks.values().next().unwrap();
    assert_eq!((block.stmts[0].origin.line, block.stmts[0].origin.offset), (3, 23));
    assert_eq!(block.terminator_origin.line, 4);
}

#[test]
fn syntax_faults_have_a_place() {
    check_faults(
        "proc main() { b: x = 1; }",
        expect![[r#"
        test.clew:1:20: error: the character `=` has no meaning here
        proc main() { b: x = 1; }
                           ^
    "#]],
    );
    check_faults(
        "proc main() { b: x := ; }",
        expect![[r#"
        test.clew:1:23: error: expected an expression, found `;`
        proc main() { b: x := ; }
                              ^
    "#]],
    );
    check_faults(
        "proc main() {\n\tb: x := 1 +\n}",
        expect![[r#"
        test.clew:3:1: error: expected an expression, found `}`
        }
        ^
    "#]],
    );
    check_faults(
        "proc main() { }",
        expect![[r#"
        test.clew:1:15: error: expected the label of a block, found `}`
        proc main() { }
                      ^
    "#]],
    );
    check_faults(
        "proc main() { b: goto b; x := 1; }",
        expect![[r#"
        test.clew:1:26: error: expected the label of the next block or `}` after the end of a block, found `x`
        proc main() { b: goto b; x := 1; }
                                 ^
    "#]],
    );
    check_faults(
        "proc main() { b: x := 1",
        expect![[r#"
        test.clew:1:24: error: expected `;`, found the end of the file
        proc main() { b: x := 1
                               ^
    "#]],
    );
    check_faults(
        "x := 1;",
        expect![[r#"
        test.clew:1:1: error: expected `var` or `proc`, found `x`
        x := 1;
        ^
    "#]],
    );
    check_faults(
        "proc main() { b: x := 1 § 2; }",
        expect![[r#"
        test.clew:1:25: error: the character `§` has no meaning here
        proc main() { b: x := 1 § 2; }
                                ^
    "#]],
    );
    check_faults(
        "var x: float; proc main() { b: }",
        expect![[r#"
        test.clew:1:8: error: expected a type, found `float`
        var x: float; proc main() { b: }
               ^~~~~
    "#]],
    );
    check_faults(
        "proc goto() { b: }",
        expect![[r#"
        test.clew:1:6: error: expected the name of a procedure, found `goto`
        proc goto() { b: }
             ^~~~
    "#]],
    );
    check_faults(
        "proc main() { b: x := throw(3); }",
        expect![[r#"
        test.clew:1:23: error: there is no operator `throw`
        proc main() { b: x := throw(3); }
                              ^~~~~
    "#]],
    );
    check_faults(
        "proc main() { b: goto c; } proc f( { b: }",
        expect![[r#"
        test.clew:1:36: error: expected the name of a variable, found `{`
        proc main() { b: goto c; } proc f( { b: }
                                           ^
    "#]],
    );
}

#[test]
fn faults_of_meaning_are_collected() {
    check_faults(
        "var g, g: bool;
proc f(x: bool) returns y: bv32 { b: }
proc f() { b: }
proc main(a: [int]int, a) vars q: bv32; {
  b: x := true;
    x := y && z;
    a[1, 2] := 3;
    a[g] := 3;
    x := x[1];
    q := 2147483648;
    q := call f(1);
    x := call f(true);
    call f();
    x := call main(a, 1);
    x := call nobody();
    assume 1;
    assume a == a;
    assume q < true;
    g := 1 + 2;
    q := q + x;
    goto c, d;
  b: goto e;
  d:
}",
        expect![[r#"
            test.clew:1:8: error: global variable `g` is declared twice
            var g, g: bool;
                   ^
            test.clew:3:6: error: procedure `f` is declared twice
            proc f() { b: }
                 ^
            test.clew:4:24: error: variable `a` is declared twice
            proc main(a: [int]int, a) vars q: bv32; {
                                   ^
            test.clew:5:11: error: this literal has type bool, but int is needed here
              b: x := true;
                      ^~~~
            test.clew:6:10: error: `&&` has type bool, but int is needed here
                x := y && z;
                     ^~~~~~
            test.clew:7:5: error: array `a` takes 1 indices, 2 are given
                a[1, 2] := 3;
                ^~~~~~~
            test.clew:9:10: error: `x` has type int, only an array has elements
                x := x[1];
                     ^~~~
            test.clew:10:10: error: this number needs more than 32 bits
                q := 2147483648;
                     ^~~~~~~~~~
            test.clew:11:17: error: this literal is a whole number, but bool is needed here
                q := call f(1);
                            ^
            test.clew:12:5: error: procedure `f` returns bv32, but `x` has type int
                x := call f(true);
                ^
            test.clew:13:5: error: procedure `f` takes 1 arguments, 0 are given
                call f();
                ^~~~~~~~
            test.clew:14:5: error: procedure `main` returns nothing
                x := call main(a, 1);
                ^~~~~~~~~~~~~~~~~~~~
            test.clew:15:15: error: there is no procedure `nobody`
                x := call nobody();
                          ^~~~~~
            test.clew:16:12: error: this literal is a whole number, but bool is needed here
                assume 1;
                       ^
            test.clew:17:12: error: `==` does not compare values of type [int]int
                assume a == a;
                       ^~~~~~
            test.clew:18:16: error: this literal has type bool, but bv32 is needed here
                assume q < true;
                           ^~~~
            test.clew:20:14: error: `x`, which is not declared, has type int, but bv32 is needed here
                q := q + x;
                         ^
            test.clew:21:10: error: no block has the label `c`
                goto c, d;
                     ^
            test.clew:22:3: error: two blocks have the label `b`
              b: goto e;
              ^
            test.clew:22:11: error: no block has the label `e`
              b: goto e;
                      ^
        "#]],
    );
}

#[test]
fn nesting_is_limited_without_exhausting_the_stack() {
    let deep = |open: &str, close: &str, depth: usize| {
        format!("proc main() {{ b: x := {}1{}; }}", open.repeat(depth), close.repeat(depth))
    };
    for (open, close) in
        [("(", ")"), ("- (", ")"), ("1 + (", ")"), ("if true then 1 else ", ""), ("a[", "]"), ("i2l(", ")")]
    {
        let faults = parse("deep.clew", &deep(open, close, 100_000)).unwrap_err();
        assert!(faults[0].message.contains("nested more than"), "{}", faults[0]);
    }
    let chain = format!("proc main() {{ b: x := 1{}; }}", " + 1".repeat(100_000));
    assert!(parse("long.clew", &chain).unwrap_err()[0].message.contains("on top of each other"));
    let high = program(&format!("proc main() {{ b: x := 1{}; }}", " + 1".repeat(999)));
    verify_program(&high).unwrap();
    assert_eq!(program(&print_program(&high)).without_origins(), high.without_origins());
    assert!(parse("fine.clew", &deep("(", ")", 300)).is_ok());
}

#[test]
fn the_first_fault_of_syntax_is_reported_alone() {
    check_faults(
        "proc main() { b: x := ; } proc f( { b: }",
        expect![[r#"
        test.clew:1:23: error: expected an expression, found `;`
        proc main() { b: x := ; } proc f( { b: }
                              ^
    "#]],
    );
    check_faults(
        "proc main() { b: call f(); goto proc f() { b: }",
        expect![[r#"
        test.clew:1:33: error: expected a label, found `proc`
        proc main() { b: call f(); goto proc f() { b: }
                                        ^~~~
    "#]],
    );
    let many = format!("proc main() {{ b: {} }}", "call nobody(); ".repeat(1000));
    assert_eq!(parse("many.clew", &many).unwrap_err().len(), 20);
}

#[test]
fn bytes_of_any_kind_are_answered() {
    for text in
        ["", "\u{feff}", "proc", "`", "\"", "`\\u12`", "proc main() { b: x := 99999999999999999999; }", "/", "// only"]
    {
        let _ = parse("odd.clew", text);
    }
    let digits = format!("proc main() {{ b: x := {}; }}", "9".repeat(20_000));
    assert!(parse("digits.clew", &digits).is_err());
}

/// The programs of the corpus: good ones are read, well-formed and survive printing; bad ones name their fault in their
/// first line, `// error: LINE:COLUMN: text`.
#[test]
fn the_corpus_is_understood() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/clew");
    if !folder.exists() {
        return;
    }
    let good = clew_files(&folder);
    assert!(!good.is_empty(), "the corpus folder holds no program");
    for path in good {
        let text = std::fs::read_to_string(&path).unwrap();
        let program =
            parse(&path.display().to_string(), &text).unwrap_or_else(|faults| panic!("{}", messages(&faults)));
        verify_program(&program).unwrap_or_else(|errors| panic!("{}: {errors:?}", path.display()));
        let again = parse("printed", &print_program(&program)).unwrap();
        assert_eq!(again.without_origins(), program.without_origins(), "{}", path.display());
    }
    for path in clew_files(&folder.join("bad")) {
        let text = std::fs::read_to_string(&path).unwrap();
        let expected = text.lines().next().and_then(|line| line.strip_prefix("// error: "));
        let expected = expected.unwrap_or_else(|| panic!("{} does not start with its error", path.display()));
        let Err(faults) = parse("bad", &text) else { panic!("{} is accepted", path.display()) };
        let (place, text) = expected.split_once(": ").unwrap_or((expected, ""));
        let fits = |fault: &clew_ir::Diagnostic| {
            format!("{}:{}", fault.line, fault.column) == place && fault.message.contains(text.trim())
        };
        assert!(faults.iter().any(fits), "{}: expected {expected}, found:\n{}", path.display(), messages(&faults));
    }
}

fn clew_files(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "clew"));
    files.sort();
    files
}
