//! `clew ir`.

mod support;

use std::fs;
use support::Project;

#[test]
fn a_java_method_is_printed() {
    let project = Project::fraction();
    let run = project.clew(&["ir", "classes", "--method", "demo.Fraction#gcd"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(run.stdout.starts_with("// demo.Fraction#gcd(II)I\n"), "{}", run.stdout);
    assert_eq!(run.stdout.matches("// demo.Fraction#").count(), 1);
    assert!(run.stdout.contains("gcd(") && run.stdout.contains('%') && run.stdout.contains("goto "), "{}", run.stdout);
}

#[test]
fn every_method_with_code_is_printed_without_a_pattern() {
    let project = Project::fraction();
    let run = project.clew(&["ir", "classes/demo/Fraction.class"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    for method in ["<init>(II)V", "gcd(II)I", "sign(I)I", "same(Ldemo/Fraction;)Z", "secret(I)I"] {
        assert!(run.stdout.contains(&format!("// demo.Fraction#{method}\n")), "{method}");
    }
}

#[test]
fn a_block_language_file_is_checked_and_printed() {
    let project = Project::fraction();
    let text = "proc main(x) {\nstart:\n  assume x > 0;\n  goto a, b;\na:\n  x := x + 1;\nb:\n  assert x != 0;\n}\n";
    fs::write(project.path("p.clew"), text).expect("a file");
    let first = project.clew(&["ir", "p.clew"]);
    assert_eq!((first.code, first.stderr.as_str()), (Some(0), ""));
    assert!(first.stdout.contains("proc main(") && first.stdout.contains("goto a, b;"), "{}", first.stdout);
    fs::write(project.path("q.clew"), &first.stdout).expect("a file");
    assert_eq!(project.clew(&["ir", "q.clew"]).stdout, first.stdout, "what is printed reads back the same");
}

#[test]
fn a_faulty_block_language_file_is_explained() {
    let project = Project::fraction();
    fs::write(project.path("p.clew"), "proc main() {\nstart:\n  goto nowhere;\n}\n").expect("a file");
    let run = project.clew(&["ir", "p.clew"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.starts_with("p.clew:3:8: error: "), "{}", run.stderr);
    assert!(run.stderr.contains("\n  goto nowhere;\n       ^"), "{}", run.stderr);
    let missing = project.clew(&["ir", "none.clew"]);
    missing.assert_fails(
        2,
        "clew: cannot read the file: none.clew (No such file or directory (os error 2)); check the path\n",
    );
}

/// A program that a verifier left open where a sum overflows.
const ANNOTATED: &str = "proc main(x: bv32) vars y: bv32; {
  start:
    assumed x < 2147483647 as a;
    y := x + 1;
    goto end;
  end:
    assert y > x verified a;
}
";

#[test]
fn a_program_is_instrumented_for_what_is_not_verified() {
    let project = Project::fraction();
    fs::write(project.path("p.clew"), ANNOTATED).expect("a file");
    let run = project.clew(&["ir", "p.clew", "--unverified", "may-must", "--modular"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let expected = "proc main(x: bv32) vars y: bv32, a: bool; {\n  start:\n    a := true;\n    a := a && x < 2147483647;\n    \
                    assume !a;\n    y := x + 1;\n    goto end;\n  end:\n    assume a ==> y > x;\n    assert y > x;\n}\n";
    assert_eq!(run.stdout, expected);
    let must = project.clew(&["ir", "p.clew", "--unverified", "must"]);
    assert!(must.stdout.contains("    tryfirst !a;\n"), "{}", must.stdout);
    fs::write(project.path("q.clew"), &must.stdout).expect("a file");
    assert_eq!(project.clew(&["ir", "q.clew"]).stdout, must.stdout, "what is printed reads back the same");
    assert_eq!(project.clew(&["ir", "p.clew"]).stdout, ANNOTATED, "annotations stay without the flag");
}

#[test]
fn annotations_that_make_no_sense_are_refused() {
    let project = Project::fraction();
    fs::write(project.path("p.clew"), ANNOTATED.replace("as a", "as b")).expect("a file");
    let unknown = "clew: cannot instrument the program: p.clew (procedure `main` has an assertion that is verified under \
                   `a`, but nothing is assumed as `a`)\n";
    project.clew(&["ir", "p.clew", "--unverified", "may"]).assert_fails(2, unknown);
    let missing = "clew: cannot instrument the program: p.clew (there is no procedure `f`)\n";
    project.clew(&["ir", "p.clew", "--unverified", "may", "--proc", "f"]).assert_fails(2, missing);
    let java = "clew: `--unverified` is about programs of the block language; name a `.clew` file\n";
    project.clew(&["ir", "classes", "--unverified", "may"]).assert_fails(2, java);
}
