//! `--models`: code of the user's that stands in for that of methods.

mod support;

use support::Project;

const SENSOR: &str = "package demo;
public class Sensor {
    boolean broken;
    int read(int port) {
        if (broken) throw new IllegalStateException();
        int value = port;
        for (int i = 0; i < 1000; i++) value = value * 31 + port;
        for (int i = 0; i < 1000; i++) value = (value - port) * -1108378657;
        return value % 100;
    }
    static int high(Sensor sensor, int port) {
        try {
            return sensor.read(port) == 73 ? 1 : 0;
        } catch (IllegalStateException broken) {
            return -1;
        }
    }
}
";

/// The example of `docs/spec/language.md`.
fn documented() -> String {
    let text = include_str!("../../../docs/spec/language.md");
    let models = text.split_once("## Models of methods").expect("the section").1;
    models.split("```").nth(1).expect("an example").to_owned()
}

#[test]
fn a_model_stands_in_for_the_code_and_proofs_say_so() {
    let project = Project::compile(&[("demo/Sensor.java", SENSOR)]);
    std::fs::write(project.path("sensor.clew"), documented()).expect("a file");
    let args = ["generate", "classes", "--method", "high", "--models", "sensor.clew", "--format", "json"];
    let run = project.clew(&args);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let document = run.json();
    let method = &document["methods"][0];
    assert_eq!((&method["complete"], &document["totals"]["undecided"]), (&true.into(), &0.into()), "{document:#}");
    let returned: Vec<i64> = method["tests"]
        .as_array()
        .expect("tests")
        .iter()
        .filter_map(|test| {
            assert_eq!(test["replay"], "confirmed");
            test["outcome"]["returns"].as_i64()
        })
        .collect();
    assert!([1, 0, -1].iter().all(|value| returned.contains(value)), "{returned:?}");
}

#[test]
fn a_model_that_is_wrong_shows() {
    let project = Project::compile(&[("demo/Sensor.java", SENSOR)]);
    std::fs::write(project.path("sensor.clew"), documented().replace("% 100i", "% 50i")).expect("a file");
    let args = ["generate", "classes", "--method", "high", "--models", "sensor.clew", "--format", "json"];
    let document = project.clew(&args).json();
    let goals = document["methods"][0]["goals"].as_array().expect("goals");
    let of_model: Vec<_> = goals.iter().filter(|goal| goal["verdict"] == "unreachable").collect();
    assert!(!of_model.is_empty(), "{document:#}");
    for goal in of_model {
        let assumptions = goal["assumptions"].as_array().expect("assumptions");
        assert!(assumptions.contains(&"model:demo.Sensor#read".into()) && goal["unconditional"] == false, "{goal}");
    }
}

#[test]
fn a_malformed_file_is_refused_with_its_place() {
    let project = Project::compile(&[("demo/Sensor.java", SENSOR)]);
    let text = "method \"demo/Sensor#read(I)I\" (port: bv64) returns bv32 {\nstart:\n  return 1i;\n}\n";
    std::fs::write(project.path("sensor.clew"), text).expect("a file");
    let run = project.clew(&["generate", "classes", "--models", "sensor.clew"]);
    assert_eq!(run.code, Some(2));
    let wanted = "sensor.clew:1:1: error: the model of demo/Sensor#read(I)I: its parameters have to be (bv32)";
    assert!(run.stderr.contains(wanted), "{}", run.stderr);
    let run = project.clew(&["generate", "classes", "--models", "nothing.clew"]);
    assert!(run.code == Some(2) && run.stderr.contains("cannot read the models in nothing.clew"), "{}", run.stderr);
}
