//! How tests make the objects of their input: by calls where these reach the same, and only then by reflection.

mod support;

use serde_json::Value as Json;
use support::Project;

const SOURCES: [(&str, &str); 7] = [
    ("demo/Tree.java", include_str!("made/Tree.java")),
    ("demo/DList.java", include_str!("made/DList.java")),
    ("demo/Table.java", include_str!("made/Table.java")),
    ("demo/MinHeap.java", include_str!("made/MinHeap.java")),
    ("demo/Ring.java", include_str!("made/Ring.java")),
    ("demo/Account.java", include_str!("made/Account.java")),
    ("demo/Range.java", include_str!("made/Range.java")),
];

/// What `clew generate` says of the classes with this `--inputs`.
fn document(project: &Project, how: &str) -> Json {
    let run = project.clew(&["generate", "classes", "--inputs", how, "--max-steps", "6000", "--format", "json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    run.json()
}

fn methods(document: &Json) -> &[Json] {
    document["methods"].as_array().expect("methods")
}

fn list<'j>(value: &'j Json, key: &str) -> &'j [Json] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

/// The number of branches that a test reaches.
fn branches(document: &Json) -> usize {
    let goals = methods(document).iter().flat_map(|method| list(method, "goals"));
    goals.filter(|goal| goal["kind"] == "branch" && goal["verdict"] == "reached").count()
}

fn tests(document: &Json) -> impl Iterator<Item = &Json> {
    methods(document).iter().flat_map(|method| list(method, "tests"))
}

fn uses_reflection(test: &Json) -> bool {
    test["reflection"] == true
}

/// The text of a test class.
fn source(project: &Project, class: &str) -> String {
    let path = project.path(&format!("clew-tests/demo/{class}ClewTest.java"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn calls_reach_what_any_state_reaches() {
    let project = Project::compile(&SOURCES);
    let any = document(&project, "any");
    let by_calls = document(&project, "api");
    assert!(10 * branches(&by_calls) >= 9 * branches(&any), "{} of {}", branches(&by_calls), branches(&any));
    assert!(!tests(&by_calls).any(uses_reflection));
    for document in [&any, &by_calls] {
        assert_eq!(document["totals"]["replay_mismatches"], 0);
    }
}

#[test]
fn reflection_is_for_what_no_calls_were_found_for() {
    let project = Project::compile(&SOURCES);
    let document = document(&project, "prefer-api");
    // What has no constructor in its way is done by calls, so that a line or a branch seldom needs reflection.
    for method in methods(&document) {
        let all = list(method, "tests");
        for goal in list(method, "goals").iter().filter(|goal| goal["kind"] == "branch" && goal["verdict"] == "reached")
        {
            let test = &all[goal["test"].as_u64().expect("a test") as usize];
            let name = format!("{}.{}:{}", method["class"], method["method"], goal["line"]);
            let may_need_it = ["isBroken", "delete"].iter().any(|it| method["method"] == *it);
            assert!(may_need_it || !uses_reflection(test), "{name} by {test}");
        }
    }
    let account = source(&project, "Account");
    for line in [
        "        account.deposit(amount);\n\n        assertEquals(11L, account.getBalance());\n        assertEquals(1, account.entries());\n",
        "        Account account = new Account(\"a\", 10L);\n        account.freeze();\n",
    ] {
        assert!(account.contains(line), "{line}\nis not in\n{account}");
    }
}

#[test]
fn states_that_no_calls_make_are_told_apart() {
    let project = Project::compile(&SOURCES);
    let account = ["generate", "classes", "--class", "demo.Account", "--max-steps", "6000"];
    let run = project.clew(&[&account[..], &["--no-assume", "class_invariants"]].concat());
    let text = run.stdout;
    let doubtful = "in states for which no calls were found: see the tests that";
    assert!(text.contains(doubtful), "{text}");
    assert!(!text.contains("Account.freeze"), "{text}");
    assert!(text.contains("Account.canPay"), "{text}");
    // The class excludes these states.
    let run = project.clew(&[&account[..], &["--explain-invariants"]].concat());
    let text = run.stdout;
    assert!(!text.contains(doubtful), "{text}");
    assert!(text.contains("demo.Account.id is not null"), "{text}");
}

const RECORDS: [(&str, &str); 2] = [
    (
        "demo/Level.java",
        "package demo; public enum Level { LOW, HIGH; public boolean isHigh() { return this == HIGH; }
         public static Level values(int n) { return n > 3 ? HIGH : LOW; } }",
    ),
    (
        "demo/Span.java",
        "package demo; public record Span(int from, int to, Level level) {
         public Span { if (to < from) throw new IllegalArgumentException(\"to\"); }
         public int to() { return to < 0 ? 0 : to; }
         public String toString() { return level.name(); }
         record Pair(int one, String two) { public Pair(int one) { this(one, \"two\"); } } }",
    ),
];

fn names(document: &Json) -> Vec<String> {
    let name = |method: &Json| {
        let class = method["class"].as_str().unwrap_or_default().rsplit('.').next().unwrap_or_default();
        format!("{class}.{}", method["method"].as_str().unwrap_or_default())
    };
    methods(document).iter().map(name).collect()
}

#[test]
fn members_that_the_compiler_generates_are_no_targets_unless_asked_for() {
    let project = Project::compile(&RECORDS);
    let generate = |flags: &[&str]| {
        let common = ["generate", "classes", "--max-steps", "2000", "--no-replay", "--format", "json"];
        project.clew(&[&common[..], flags].concat()).json()
    };
    let written = ["Level.isHigh", "Level.values", "Span.<init>", "Span.to", "Span.toString", "Span$Pair.<init>"];
    assert_eq!(names(&generate(&[])), written);
    assert_eq!(generate(&[])["untargeted"].as_array().map(Vec::is_empty), Some(false));
    let all = names(&generate(&["--generated-members"]));
    for generated in ["Level.valueOf", "Span.from", "Span.level", "Span.equals", "Span$Pair.hashCode", "Span$Pair.two"]
    {
        assert!(all.iter().any(|name| name == generated), "{generated} is not in {all:?}");
    }
    assert_eq!(names(&generate(&["--method", "demo.Level#valueOf"])), ["Level.valueOf"]);
    let run = project.clew(&["generate", "classes", "--class", "demo.Span$P*", "--method", "two*"]);
    run.assert_fails(
        2,
        "clew: no method to test: those that match --method two*, such as demo.Span$Pair#two()Ljava/lang/String;, are \
         private, made by the compiler, class initializers or constructors of enums; name a private one without wildcards\n",
    );
}

#[test]
fn tests_look_as_people_write_them() {
    let project = Project::compile(&[("demo/Prices.java", include_str!("made/Prices.java"))]);
    let document = document(&project, "prefer-api");
    assert_eq!(document["totals"]["replay_mismatches"], 0);
    let text = source(&project, "Prices");
    for line in [
        "        ArrayList<Integer> prices = new ArrayList<>();\n",
        "        List<Integer> prices = null;\n",
        "        HashMap<String, CharSequence> labels = new HashMap<>();\n",
        "        ArrayList<String> one = new ArrayList<>();\n",
        "        Optional<String> result = Prices.code(n);\n",
        // Type variables are what bounds them.
        "        ArrayList<Object> all = new ArrayList<>();\n",
        // What a variable of the declared type could not hold has no type arguments.
        "        ArrayList rows = new ArrayList();\n",
        "        List result = Prices.numbers(n);\n",
    ] {
        assert!(text.contains(line), "{line}\nis not in\n{text}");
    }
    for other in ["ClewHelpers", "new String(", "mnopq"] {
        assert!(!text.contains(other), "{other} is in\n{text}");
    }
}

/// Static fields of the JDK's types and private tables are in most classes. What one method stores, others tell.
#[test]
fn objects_with_tables_and_loggers_are_made_by_calls() {
    let project = Project::compile(&[("demo/Shelf.java", include_str!("made/Shelf.java"))]);
    let document = document(&project, "prefer-api");
    assert!(!tests(&document).any(uses_reflection));
    let text = source(&project, "Shelf");
    for line in ["        shelf.set(item, price);\n", "        assertEquals(2L, shelf.priceOf(item));\n"] {
        assert!(text.contains(line), "{line}\nis not in\n{text}");
    }
    for other in ["ClewHelpers", "Class.forName", "LinkedHashMap"] {
        assert!(!text.contains(other), "{other} is in\n{text}");
    }
}

/// The class of the tests sets counters to their first value, so that a test names the number of an object and what is counted. What a
/// method returns may be changed, and the object that has it is in another state.
#[test]
fn objects_with_numbers_are_made_by_calls() {
    let counter = ("demo/Counter.java", include_str!("made/Counter.java"));
    let project = Project::compile(&[("demo/Ticket.java", include_str!("made/Ticket.java")), counter]);
    let document = document(&project, "prefer-api");
    assert!(!tests(&document).any(uses_reflection));
    assert_eq!(document["totals"]["replay_confirmed"], document["totals"]["tests"]);
    let text = source(&project, "Ticket") + &source(&project, "Counter");
    for line in [
        ").raise();\n\n        int result = counter.urgent();\n\n        assertEquals(1, result);\n",
        "    private Object savedCounter;\n    private Object savedOpened;\n\n    @BeforeEach\n",
        "        ClewHelpers.setField(Ticket.class, null, \"counter\", 1000L);\n",
        "    @AfterEach\n    void restoreStatics() throws Exception {\n",
        "        assertEquals(1000L, result);\n",
        "        assertEquals(1, Ticket.opened());\n",
        "        assertEquals(\"#01000\", result);\n",
        "        boolean result = ticket.isBefore(other);\n\n        assertTrue(result);\n",
    ] {
        assert!(text.contains(line), "{line}\nis not in\n{text}");
    }
}

/// A method whose result hangs on how often another was asked is not asked alone, as if it were asked behind that.
#[test]
fn what_is_seen_does_not_hang_on_what_else_is_looked_at() {
    let project = Project::compile(&[("demo/Looks.java", include_str!("made/Looks.java"))]);
    let document = document(&project, "prefer-api");
    let totals = &document["totals"];
    assert_eq!(totals["replay_mismatches"], 0);
    assert_eq!(totals["replay_confirmed"], totals["tests"]);
}

/// Which of the confirmed tests.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Confirmed {
    Written,
    LeftOut,
}

/// The names of confirmed tests, those of a null argument apart.
fn by_null_argument(document: &Json, which: Confirmed) -> (Vec<String>, Vec<String>) {
    let is_meant =
        |test: &&Json| test["replay"] == "confirmed" && test["left_out"].is_string() == (which == Confirmed::LeftOut);
    let meant: Vec<&Json> = tests(document).filter(is_meant).collect();
    let (null, other): (Vec<&Json>, Vec<&Json>) = meant.iter().partition(|test| test["null_argument"].is_string());
    let names = |tests: Vec<&Json>| tests.iter().filter_map(|test| test["name"].as_str().map(str::to_owned)).collect();
    (names(null), names(other))
}

/// A stub of one open method is what people write; one that returns nothing keeps what it is passed.
#[test]
fn stubs_of_one_open_method_are_lambda_expressions() {
    let project = Project::compile(&[("demo/Rates.java", include_str!("made/Rates.java"))]);
    let document = document(&project, "prefer-api");
    let text = source(&project, "Rates");
    let has = |line: &str| assert!(text.contains(line), "{line} in {text}");
    has("Rates.Rate rate = any -> 11;");
    has("Rates.Rate rate = any -> { throw new Exception(); };");
    has("Iterator<Integer> rateAnswers = Arrays.asList(4, 8).iterator();");
    has("Rates.Rate rate = any -> rateAnswers.next();");
    has("Function<String, List<String>> found = any -> arrayList;");
    has("Rates.Sink sink = any -> sinkCalls.add(any);");
    let names: Vec<&str> = tests(&document).filter_map(|test| test["name"].as_str()).collect();
    assert!(names.iter().any(|name| name.starts_with("both_rateGives4And8_")), "{names:?}");
    let again = methods(&document).iter().find(|method| method["method"] == "again").expect("a method");
    assert!(list(again, "goals").iter().all(|goal| goal["verdict"] == "reached"), "{again}");
}

/// What annotations and checks say of `null` decides whether its exception may be a bug.
#[test]
fn annotations_say_whether_a_null_argument_is_a_fault() {
    let project = Project::compile(&[("demo/Nullness.java", include_str!("made/Nullness.java"))]);
    let document = document(&project, "prefer-api");
    let null = |document: &Json, start: &str| {
        let is_it = |test: &&Json| {
            test["name"].as_str().is_some_and(|name| name.starts_with(start) && name.ends_with("_throwsNullPointer"))
        };
        let found = tests(document).find(is_it).unwrap_or_else(|| panic!("no test of {start}"));
        let name = found["null_argument"].as_str().unwrap_or("none").to_owned();
        (name, found["null_refused"] == true)
    };
    assert_eq!(null(&document, "length_"), ("none".to_owned(), false));
    assert_eq!(null(&document, "first_"), ("text".to_owned(), true));
    assert_eq!(null(&document, "unsaid_"), ("text".to_owned(), false));
    assert_eq!(null(&document, "count_"), ("texts".to_owned(), false));
    assert_eq!(null(&document, "newInner_"), ("text".to_owned(), true));
    let arguments = ["generate", "classes", "--method", "required", "--criterion", "paths", "--format", "json"];
    assert_eq!(null(&project.clew(&arguments).json(), "required_"), ("text".to_owned(), true));
    let shown = project.clew(&["generate", "classes", "--max-steps", "6000"]);
    let (_, bugs) = shown.stdout.split_once("(may be bugs)").expect("a list");
    let bugs = bugs.split("\n\n").next().unwrap_or_default();
    assert!(["length", "unsaid", "count"].iter().all(|method| bugs.contains(&format!(".{method}:"))), "{bugs}");
    assert!(["first", "required", "Inner"].iter().all(|method| !bugs.contains(method)), "{bugs}");
}

#[test]
fn null_arguments_have_one_test_for_each_parameter_at_the_end() {
    let project = Project::compile(&[("demo/Nulls.java", include_str!("made/Nulls.java"))]);
    let document = document(&project, "prefer-api");
    let (null, other) = by_null_argument(&document, Confirmed::Written);
    let has = |start: &str| null.iter().any(|name| name.starts_with(start) && name.ends_with("_throwsNullPointer"));
    assert!(has("size_textNull") && has("second_nodeNull") && null.len() == 4, "{null:?}");
    let missing = tests(&document).filter_map(|test| test["null_argument"].as_str());
    assert_eq!(missing.filter(|name| *name == "other").count(), 0, "what is closed may be null");
    let thrown = |start: &str| other.iter().any(|name| name.starts_with(start) && name.ends_with("throwsNullPointer"));
    assert!(thrown("checked_keyNull") && thrown("again_") && thrown("second_") && !thrown("size_"), "{other:?}");
    let (left_out, _) = by_null_argument(&document, Confirmed::LeftOut);
    assert_eq!(left_out.iter().filter(|name| name.starts_with("size_")).count(), 1, "{left_out:?}");
    let text = source(&project, "Nulls");
    let place = |name: &String| text.find(&format!(" void {name}()"));
    assert!(left_out.iter().all(|name| place(name).is_none()), "{text}");
    let last = other.iter().filter_map(place).max();
    assert!(last.is_some() && null.iter().all(|name| place(name) > last), "{text}");

    let arguments = ["generate", "classes", "--null-arguments", "off", "--max-steps", "6000", "--format", "json"];
    let without = project.clew(&arguments).json();
    assert_eq!(without["totals"]["reached"], document["totals"]["reached"]);
    assert_eq!(without["totals"]["replay_left_out"], null.len() + left_out.len());
    assert_eq!(by_null_argument(&without, Confirmed::Written).0, Vec::<String>::new());
    let text = source(&project, "Nulls");
    assert!(null.iter().all(|name| !text.contains(name.as_str())), "{text}");
    let unrun = project.clew(&[&arguments[..], &["--no-replay"]].concat()).json();
    assert_eq!(unrun["totals"]["replay_confirmed"], 0);
    let text = source(&project, "Nulls");
    assert!(null.iter().all(|name| !text.contains(name.as_str())) && text.contains(&other[0]), "{text}");
}

/// Objects that only a builder makes, and such that only methods of other classes make.
#[test]
fn builders_and_factories_of_the_classes_around_make_objects() {
    let project = Project::compile(&[
        ("demo/Message.java", include_str!("made/Message.java")),
        ("demo/Route.java", include_str!("made/Route.java")),
        ("demo/Routes.java", include_str!("made/Routes.java")),
    ]);
    let document = document(&project, "prefer-api");
    let totals = &document["totals"];
    assert_eq!(totals["replay_mismatches"], 0);
    assert_eq!(totals["replay_confirmed"], totals["tests"]);
    let message = source(&project, "Message");
    for line in [
        "        Message message = Message.builder().subject(\"a\").priority(8).to(\"to\").build();\n",
        "        Message message = Message.builder().to(\"to\").build();\n",
    ] {
        assert!(message.contains(line), "{line}\nis not in\n{message}");
    }
    let route = source(&project, "Route");
    for text in [message, route] {
        for other in ["allocate(", "setField", "Class.forName", "getClass()"] {
            assert!(!text.contains(other), "{other} is in\n{text}");
        }
    }
}

/// What a method answers is shown both ways, and open characters are letters.
#[test]
fn both_answers_of_one_path_are_shown() {
    let project = Project::compile(&[("demo/Initials.java", include_str!("made/Initials.java"))]);
    let document = document(&project, "prefer-api");
    assert_eq!(document["totals"]["replay_mismatches"], 0);
    let text = source(&project, "Initials");
    for method in ["isLong", "isVowel"] {
        for answer in ["returnsTrue", "returnsFalse"] {
            let of_it = |line: &&str| line.contains(&format!("void {method}_")) && line.contains(answer);
            assert!(text.lines().any(|line| of_it(&line)), "{method} {answer} is not in\n{text}");
        }
    }
    assert!(text.contains("char letter = 'a';"), "{text}");
    assert!(!text.contains("'\\0'") && !text.contains("\\u0000"), "{text}");
}

/// Texts and numbers are such as people choose, elements are out of order, and what streams make is asserted.
#[test]
fn values_are_such_as_people_choose() {
    let sorted = "package demo;
public class Sorted {
    public static java.util.List<String> sorted(java.util.List<String> names) {
        return names.stream().sorted().collect(java.util.stream.Collectors.toList());
    }
}
";
    let project = Project::compile(&[
        ("bank/Account.java", include_str!("../../../examples/src/main/java/bank/Account.java")),
        ("bank/Bank.java", include_str!("../../../examples/src/main/java/bank/Bank.java")),
        ("bank/Transaction.java", include_str!("../../../examples/src/main/java/bank/Transaction.java")),
        ("demo/Sorted.java", sorted),
    ]);
    let document = project.clew(&["generate", "classes", "--max-steps", "30000", "--format", "json"]).json();
    assert_eq!(document["totals"]["replay_mismatches"], 0);
    let bank = std::fs::read_to_string(project.path("clew-tests/bank/BankClewTest.java")).expect("tests of the bank");
    for line in ["String from = \"from\";", "assertTrue(result);", ", bank.getTransfers());"] {
        assert!(bank.contains(line), "{line}\nis not in\n{bank}");
    }
    let is_long = |word: &str| word.len() > 5 && word.chars().all(|c| c.is_ascii_digit());
    let long = bank.split(|c: char| !c.is_alphanumeric()).find(|word| is_long(word));
    assert_eq!(long, None, "{bank}");
    assert!(!bank.contains("\\u0") && !bank.contains("setField"), "{bank}");
    let sorted = source(&project, "Sorted");
    for line in ["names.add(\"b\");", "names.add(\"a\");", "assertEquals(Arrays.asList(\"a\", \"b\""] {
        assert!(sorted.contains(line), "{line}\nis not in\n{sorted}");
    }
}

/// Lines that only a null in a collection would reach which the class keeps to itself are unreachable under its invariants.
#[test]
fn collections_that_a_class_keeps_hold_no_null() {
    let full = include_str!("../../../corpus/java/fields/FullCollections.java");
    let of_full = [
        ("ofNames", true),
        ("ofCounts", true),
        ("ofGroups", true),
        ("ofFixed", true),
        ("ofLate", true),
        ("ofAnything", false),
        ("ofHandedOut", false),
        ("ofGiven", false),
        ("ofViewed", false),
    ];
    let entries = include_str!("../../../corpus/java/fields/EntryCollections.java");
    let of_entries =
        [("ofLooked", true), ("ofCleared", false), ("ofHandedOut", false), ("ofPassed", false), ("ofKept", false)];
    for (class, text, kept) in [("FullCollections", full, &of_full[..]), ("EntryCollections", entries, &of_entries)] {
        let project = Project::compile(&[(&format!("corpus/fields/{class}.java"), text)]);
        let document = document(&project, "prefer-api");
        assert_eq!(document["totals"]["replay_mismatches"], 0);
        let invariant = format!("class_invariant:corpus.fields.{class}");
        for (name, is_kept) in kept {
            let method = methods(&document).iter().find(|it| it["method"] == *name).expect("the method");
            let line = list(method, "goals").iter().rfind(|goal| {
                let text = text.lines().nth(goal["line"].as_u64().unwrap_or(0) as usize - 1);
                goal["kind"] == "line" && text.is_some_and(|text| text.contains("return -1;"))
            });
            let line = line.unwrap_or_else(|| panic!("{name} has the line"));
            let rests_on_it = list(line, "assumptions").iter().any(|assumption| *assumption == *invariant);
            assert_eq!(rests_on_it, *is_kept, "{name}: {line}");
            assert_eq!(line["verdict"] == "reached", !is_kept, "{name}: {line}");
        }
    }
}

/// A desk that lends copies: with a check in private code, what is taken out of it one by one, and dates.
const DESK: &str = "package demo;
import java.time.LocalDate;
public class Desk {
    private LocalDate closed;
    private int copies;
    private int visits;

    public Desk(int copies) {
        this.copies = copies;
    }
    public boolean take() {
        if (copies <= 0) {
            return false;
        }
        copies--;
        return true;
    }
    public void giveBack() {
        requireOpen();
        copies++;
    }
    public void visit() {
        requireOpen();
        visits++;
    }
    public void close(LocalDate day) {
        closed = day;
    }
    private void requireOpen() {
        if (closed != null) {
            throw new IllegalStateException(\"closed on \" + closed);
        }
    }
    public static int later(LocalDate one, LocalDate other) {
        return one.isBefore(other) ? 1 : 0;
    }
}
";

/// Each method has a test of the exception that leaves it from a private method, and no test rests on what a call before it shows.
#[test]
fn what_private_code_throws_has_a_test() {
    let project = Project::compile(&[("demo/Desk.java", DESK)]);
    let document = project.clew(&["generate", "classes", "--max-steps", "40000", "--format", "json"]).json();
    assert_eq!(document["totals"]["replay_mismatches"], 0);
    for method in ["giveBack", "visit"] {
        let of_method = methods(&document).iter().find(|it| it["method"] == method).expect("the method");
        let ends: Vec<&Json> = list(of_method, "tests").iter().map(|test| &test["outcome"]).collect();
        assert!(ends.iter().any(|end| end["throws"] == "java.lang.IllegalStateException"), "{method}: {ends:?}");
        assert!(ends.iter().any(|end| end["throws"].is_null()), "{method}: {ends:?}");
    }
    let source = source(&project, "Desk");
    assert!(source.contains("desk.close(day);") && !source.contains("setField"), "{source}");
    let years = source.split("LocalDate.of(").skip(1).filter_map(|rest| rest.split(',').next()?.parse::<i32>().ok());
    let odd: Vec<i32> = years.filter(|year| !(1900..=2100).contains(year)).collect();
    assert_eq!(odd, Vec::<i32>::new(), "{source}");
}

/// What is taken out of an object is asserted call by call, also where two calls in a row return the same.
#[test]
fn each_call_that_takes_something_out_is_asserted() {
    let copies = "package demo;
public class Copies {
    private int left;
    public Copies(int left) {
        if (left != 1) {
            throw new IllegalArgumentException(\"left\");
        }
        this.left = left;
    }
    public boolean take() {
        if (left == 0) {
            return false;
        }
        left--;
        return true;
    }
    public void giveBack() {
        left++;
    }
}
";
    let project = Project::compile(&[("demo/Copies.java", copies)]);
    let document = document(&project, "prefer-api");
    assert_eq!(document["totals"]["replay_mismatches"], 0);
    let text = source(&project, "Copies");
    let taken = ["assertTrue(copies.take());", "assertTrue(copies.take());", "assertFalse(copies.take());"];
    assert!(text.contains(&taken.join("\n        ")), "{text}");
}

#[test]
fn calls_that_make_a_state_may_be_passed_functions() {
    let project = Project::compile(&[("demo/Cache.java", include_str!("made/Cache.java"))]);
    let document = document(&project, "prefer-api");
    assert!(!tests(&document).any(uses_reflection), "{:?}", names(&document));
    let goals = methods(&document).iter().flat_map(|method| list(method, "goals"));
    let mut branches = goals.filter(|goal| goal["kind"] == "branch");
    assert!(branches.all(|goal| goal["verdict"] == "reached"), "{document}");
    let text = source_of_test(&project, "get_afterGet");
    assert!(text.contains("cache.get("), "{text}");
}

/// An object that never changes is what its factory makes, or what a builder makes.
#[test]
fn builders_make_what_a_factory_does_not() {
    let project = Project::compile(&[("demo/Layout.java", include_str!("made/Layout.java"))]);
    let document = document(&project, "prefer-api");
    assert!(!tests(&document).any(uses_reflection), "{:?}", names(&document));
    let all = source(&project, "Layout");
    let framed = "        Layout layout = new Layout.Builder().framed(true).build();\n\n        boolean result = layout.isFramed();\n";
    assert!(all.contains(framed), "{framed} is not in\n{all}");
}

#[test]
fn collections_are_asserted_by_what_they_contain() {
    let project = Project::compile(&[("demo/Rules.java", include_str!("made/Rules.java"))]);
    let document = document(&project, "prefer-api");
    assert!(tests(&document).all(|test| test["replay"] == "confirmed"), "{:?}", names(&document));
    let all = source(&project, "Rules");
    for asserted in [
        "assertEquals(Collections.singletonList(\"shorter than ",
        "assertEquals(Collections.singletonList(\"no x\"), result);",
        ", numbers);",
        "assertEquals(1, result.size());",
        "assertArrayEquals(new int[] {2, 3}, (int[]) result.get(0));",
        "assertEquals(2, result.size());",
        "result.get(\"off\")",
        "assertEquals(\"Hello name!\", out.toString());",
        "assertArrayEquals(new byte[] {1, 2}, out.toByteArray());",
    ] {
        assert!(all.contains(asserted), "{asserted} is not in\n{all}");
    }
}

#[test]
fn records_with_values_of_the_jdk_are_made() {
    let project = Project::compile(&[("demo/Cards.java", include_str!("made/Cards.java"))]);
    let document = document(&project, "prefer-api");
    assert_eq!(document["totals"]["replay_mismatches"], 0);
    let goals = || methods(&document).iter().flat_map(|method| list(method, "goals"));
    let open: Vec<&Json> = goals().filter(|goal| goal["kind"] == "branch" && goal["verdict"] != "reached").collect();
    assert!(open.is_empty(), "{open:#?}");
    let all = source(&project, "Cards");
    assert!(!all.contains("setField"), "{all}");
    // What a lambda expression does is shown by a call that returns, and a text is as long as it may be.
    assert!(all.contains("\"heavy\"") && all.contains("\"light\""), "{all}");
    assert!(all.contains("\"abcdefgh\""), "{all}");
    assert!(all.contains("// score < 90.0"), "{all}");
}

/// The text of the tests of `demo.Cache` whose names begin so.
fn source_of_test(project: &Project, start: &str) -> String {
    let all = source(project, "Cache");
    all.split("@Test").filter(|test| test.contains(&format!("void {start}"))).collect()
}
