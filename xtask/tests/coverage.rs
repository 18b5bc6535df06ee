//! `cargo xtask coverage` from Java sources to its verdict, with the real instruments.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// An exception that leaves a block, a call below another, an enum, a `finally`, a `super` call, and dead code.
const SOURCE: &str = "package demo;
public class Shop {
    enum Kind { CHEAP, DEAR }
    static class Till {
        int sum(int price) {
            return price + 1;
        }
    }
    static class Discount extends Till {
        @Override
        int sum(int price) {
            return super.sum(price) / 2;
        }
    }
    private static int half(int number) {
        return number / 2;
    }
    public static int share(int total, int people) {
        int all = half(total) * 2;
        int each = all / people;
        return each;
    }
    public static Kind kind(int price) {
        if (price > 100) {
            return Kind.DEAR;
        }
        return Kind.CHEAP;
    }
    public static int guarded(int[] prices) {
        int sum = 0;
        try {
            sum += prices[0];
        } finally {
            sum += 1;
        }
        if (sum > 3 && sum < 2) {
            return -1;
        }
        return sum;
    }
}
";

/// The command. It is built with the features that the tests of the workspace have: a build of the package alone has others,
/// so that nearly every crate would be compiled once more.
fn clew() -> PathBuf {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments = ["test", "--quiet", "--workspace", "--no-run", "--test", "usage"];
    let built = Command::new(cargo).args(arguments).output().expect("cargo runs").status;
    assert!(built.success(), "clew can be built");
    Path::new(env!("CARGO_BIN_EXE_xtask")).with_file_name("clew")
}

fn compiled(folder: &Path, name: &str) -> PathBuf {
    let source = folder.join("Shop.java");
    fs::write(&source, SOURCE).expect("a file can be written");
    let classes = folder.join(name);
    let javac = Command::new("javac").arg("-g").arg("-d").arg(&classes).arg(&source).output().expect("javac runs");
    assert!(javac.status.success(), "{}", String::from_utf8_lossy(&javac.stderr));
    classes
}

fn coverage(classes: &Path, clew: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["coverage", "--max-steps", "5000", "--budget", "60s", "--differences", "--clew"])
        .args([clew, classes])
        .output()
        .expect("xtask runs")
}

/// The figure of a row of the summary.
fn figure<'t>(text: &'t str, row: &str) -> &'t str {
    let line =
        text.lines().find(|line| line.starts_with(&format!("| {row} "))).unwrap_or_else(|| panic!("{row}: {text}"));
    line.trim_matches('|').split('|').nth(1).map(str::trim).unwrap_or_default()
}

#[test]
fn what_clew_says_of_lines_is_what_the_instruments_see() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let output = coverage(&compiled(folder.path(), "coverage-right"), &clew());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(figure(&text, "– only executed, explored: in a call below the tested method"), "0", "{text}");
    assert_eq!(figure(&text, "reached for Clew, and never executed"), "0", "{text}");
    assert_eq!(figure(&text, "– of these executed all the same"), "0", "{text}");
    // `return -1` after the contradiction.
    assert_eq!(figure(&text, "line goals unreachable, or so within bounds, says Clew"), "1", "{text}");
    for how in ["in a call below the tested method", "while a class is initialized"] {
        assert_eq!(figure(&text, &format!("– only executed, not explored: {how}")), "0", "{text}");
    }
    let private: u64 = figure(&text, "– – in methods that are no targets").parse().expect("a number");
    assert!(private >= 1, "the private method is executed: {text}");
    let filtered: u64 =
        figure(&text, "reached for Clew, not covered: JaCoCo leaves the method out").parse().expect("a number");
    assert!(filtered >= 1, "JaCoCo leaves out the methods of enums: {text}");
}

#[test]
fn a_wrong_claim_is_found() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let liar = folder.path().join("liar");
    let script = format!(
        "#!/bin/sh\n'{}' \"$@\" | sed 's/\"verdict\": \"reached\"/\"verdict\": \"unreachable\"/'\n",
        clew().display()
    );
    fs::write(&liar, script).expect("a file can be written");
    fs::set_permissions(&liar, fs::Permissions::from_mode(0o755)).expect("a file can be made to run");
    let output = coverage(&compiled(folder.path(), "coverage-wrong"), &liar);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success());
    let line = 1 + SOURCE.lines().position(|line| line.contains("return Kind.CHEAP")).expect("the line is there");
    assert!(
        errors.contains(&format!("demo.Shop#kind(I)Ldemo/Shop$Kind;:{line} is unreachable"))
            && errors.contains("but an execution gets there, in demo.ShopClewTest#"),
        "{errors}"
    );
}
