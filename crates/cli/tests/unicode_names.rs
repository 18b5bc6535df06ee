//! Names with characters outside ASCII: of packages, classes, members and parameters, in folders and jars, under any locale.

mod support;

use serde_json::Value as Json;
use std::process::Command;
use support::{Project, Run, command_in};

/// A class with such names everywhere.
const PLAIN: &str = r#"package größen;
public class Ünï {
    private int größe;
    public static int prüfe(int ñ) {
        if (ñ > 3) {
            return 1;
        }
        return 0;
    }
    public int zähle(int ñ) {
        if (größe == ñ) return 1;
        return größe;
    }
    public static class Ïnner {
        public static String suche(String ß) {
            if (ß.equals("ä")) return "ö";
            return ß;
        }
    }
}
"#;

/// Names beyond U+FFFF, of which Java has two characters and class files six bytes for each.
const BEYOND: &str = r#"package größen.𝒳;
public class 𝒴z implements Comparable<𝒴z> {
    enum Färbe { RÖT, GRÜN𝒢 }
    record Pünkt𝒫(int é, String ß) {}
    private int größe𝒳;
    public int compareTo(𝒴z anderes) { return größe𝒳 < anderes.größe𝒳 ? -1 : 1; }
    public static int 𝒵ahl(Färbe färbe) {
        switch (färbe) {
            case RÖT: return 1;
            default: return 2;
        }
    }
    public static int punkt(Pünkt𝒫 p) { return p.é() == 3 && p.ß().equals("ß𝒳") ? 1 : 0; }
    public static int lokal(int x) {
        class Örtlich𝒪 {
            int y() { return x + 1; }
        }
        return new Örtlich𝒪().y() == 5 ? 1 : 2;
    }
    public static int lambda(int x) {
        java.util.function.IntUnaryOperator ö = y -> y + x;
        return ö.applyAsInt(3) == 8 ? 1 : 2;
    }
}
"#;

fn project() -> Project {
    Project::compile(&[("größen/Ünï.java", PLAIN), ("größen/𝒳/𝒴z.java", BEYOND)])
}

/// Every branch is reached, every test confirmed and recorded, and nothing goes another way than predicted.
fn assert_followed(run: &Run) {
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{}", run.stdout);
    let document = run.json();
    let methods = document["methods"].as_array().expect("methods");
    let names = ["prüfe", "zähle", "suche", "compareTo", "𝒵ahl", "punkt", "lokal", "lambda"];
    for name in names {
        let method = methods.iter().find(|method| method["method"] == name).unwrap_or_else(|| panic!("no {name}"));
        let of = |kind: &'static str| method[kind].as_array().expect("a list").iter();
        let branches: Vec<&Json> = of("goals").filter(|goal| goal["kind"] == "branch").collect();
        assert!(branches.len() >= 2, "{name}: {method}");
        assert!(branches.iter().all(|goal| goal["verdict"] == "reached"), "{name}: {branches:?}");
        assert!(of("tests").all(|test| test["replay"] == "confirmed"), "{name}: {method}");
    }
}

#[test]
fn names_in_a_folder_are_followed_under_any_locale() {
    let project = project();
    for locale in ["C.UTF-8", "POSIX"] {
        let args = ["generate", "classes", "--format", "json", "--out", locale];
        let mut command = command_in(&project.path(""), &args);
        assert_followed(&Run::of(command.env("LC_ALL", locale).env("LANG", locale).output().expect("the binary runs")));
    }
}

#[test]
fn names_in_a_jar_are_followed() {
    let project = project();
    let (jar, classes) = (project.path("größen 𝒳.jar"), project.path("classes"));
    let mut make = Command::new("jar");
    make.env("LC_ALL", "C.UTF-8").arg("cf").arg(&jar).arg("-C").arg(&classes).arg(".");
    assert!(make.status().expect("jar on the PATH; ./setup says more").success());
    assert_followed(&project.clew(&["generate", "größen 𝒳.jar", "--format", "json", "--out", "tests"]));
}
