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
