//! Classes of libraries as inputs whose types are the JDK's: those that the code names are, and no others.

mod support;

use serde_json::Value as Json;
use support::Project;

const NEAR: &str = "package lib;
public class Near implements java.util.function.Supplier<String> {
    public String get() { return \"near\"; }
}
";

const FAR: &str = "package lib;
public class Far extends java.util.ArrayList<Object> implements java.util.function.Supplier<String> {
    public String get() { return \"far\"; }
}
";

const CLIENT: &str = "package demo;
import java.util.Collection;
import java.util.function.Supplier;
public class Client {
    static boolean isNear(Object any) { return any instanceof lib.Near; }
    static int ask(Supplier<String> supplier) {
        if (isNear(supplier)) return 1;
        return \"far\".equals(supplier.get()) ? 2 : 3;
    }
    static int count(Collection<String> all) { return all.isEmpty() ? 0 : 1; }
}
";

fn classes_of_inputs(method: &Json) -> Vec<&str> {
    let tests = method["tests"].as_array().into_iter().flatten();
    let heaps = tests.filter_map(|test| test["heap"].as_object());
    heaps.flat_map(|heap| heap.values()).filter_map(|object| object["class"].as_str()).collect()
}

#[test]
fn inputs_are_of_the_classes_of_libraries_that_the_code_names() {
    let library = Project::compile(&[("lib/Near.java", NEAR), ("lib/Far.java", FAR)]);
    let library = library.path("classes").display().to_string();
    let project = Project::compile_with(&["-cp", &library], &[("demo/Client.java", CLIENT)]);
    let run = project.clew(&["generate", "classes", "--classpath", &library, "--format", "json", "--no-cache"]);
    let document = run.json();
    let method = |name: &str| {
        let methods = document["methods"].as_array().expect("methods");
        methods.iter().find(|method| method["method"] == name).expect("the method").clone()
    };
    let [ask, count] = ["ask", "count"].map(method);
    let open: Vec<&Json> =
        ask["goals"].as_array().into_iter().flatten().filter(|goal| goal["verdict"] == "undecided").collect();
    assert!(open.is_empty(), "{open:?}");
    // A callee names this one.
    assert!(classes_of_inputs(&ask).contains(&"lib.Near"), "{ask}");
    for method in [&ask, &count] {
        assert!(!classes_of_inputs(method).contains(&"lib.Far"), "{method}");
    }
}
