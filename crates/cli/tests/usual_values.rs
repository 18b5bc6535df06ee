//! Tests of code whose tables have keys without a hash code of their own, such as constants of enums.

mod support;

use support::Project;

#[test]
fn tables_of_enum_constants_are_filled_by_calls() {
    let project = Project::compile(&[("demo/Stock.java", include_str!("made/Stock.java"))]);
    let run = project.clew(&["generate", "classes", "--format", "json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let document = run.json();
    assert_eq!(document["totals"]["replay_mismatches"], 0, "{document}");
    let path = project.path("clew-tests/demo/StockClewTest.java");
    let all = std::fs::read_to_string(path).expect("the tests");
    assert!(!all.contains("Reflection"), "{all}");
    // How the tables keep their keys differs from run to run; what they give does not.
    assert!(!all.contains("catch (Throwable"), "{all}");
    for asserted in ["assertTrue(stock.has(item))", "stock.add(", "assertSame(", "result.get(Stock.Kind."] {
        assert!(all.contains(asserted), "{asserted} is not in\n{all}");
    }
}
