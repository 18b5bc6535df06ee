//! Calls every method of a jar once with default arguments, turns what happens into tests, and says what became of them.
//!
//! `cargo run -p clew-testgen --example observe_jar -- some.jar out-folder junit.jar`

use clew_facts::{Argument, HeapObject, MethodFacts, MethodKey, Object, ObjectId, TestCase, Value};
use clew_jvm::{ClassPath, Jdk, World, flags};
use clew_testgen::{Replay, Suite, SuiteOptions};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Replay starts this program anew as the supervisor of its cage.
    if std::env::args().nth(1).as_deref() == Some("cage") {
        std::process::exit(i32::from(
            clew_cage::main(&std::env::args_os().skip(2).collect::<Vec<_>>()) != ExitCode::SUCCESS,
        ));
    }
    let args: Vec<PathBuf> = std::env::args().skip(1).map(PathBuf::from).collect();
    let [jar, out, junit @ ..] = &args[..] else { return Err("usage: observe_jar JAR OUT JUNIT_JAR…".into()) };
    let (path, _) = ClassPath::open(&Jdk::locate(None)?, std::slice::from_ref(jar), &[]);
    let world = World::new(path);
    let mut suite = Suite::new(SuiteOptions {
        out: Some(out.clone()),
        class_path: vec![jar.clone()],
        junit_jars: junit.to_vec(),
        test_timeout: Duration::from_secs(2),
        ..SuiteOptions::default()
    })?;
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let start = Instant::now();
    for name in world.input_classes() {
        let methods = facts(&world, &name);
        let report = suite.process_class(&world, &name.replace('/', "."), &methods)?;
        for test in report.tests {
            let verdict = match &test.replay {
                Replay::CannotBuild { reason } => format!("cannot build: {reason}"),
                other => format!("{other:?}"),
            };
            if test.replay != Replay::Confirmed {
                println!("{} {verdict}", methods[test.method].key);
            }
            let kind: String = verdict.chars().take(60).collect();
            *counts.entry(kind).or_default() += 1;
        }
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (kind, count) in counts.iter().take(25) {
        println!("{count:6} {kind}");
    }
    println!("{:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

fn facts(world: &World, class: &str) -> Vec<MethodFacts> {
    let Ok(id) = world.load(class) else { return Vec::new() };
    let class = world.class(id);
    let mut all = Vec::new();
    for method in &class.methods {
        let method = world.method(*method);
        let is_static = method.flags & flags::STATIC != 0;
        let needs_receiver = !is_static && &*method.name != "<init>";
        if !method.has_code || &*method.name == "<clinit>" || (needs_receiver && !class.is_concrete()) {
            continue;
        }
        let binary = class.name.replace('/', ".");
        let receiver = needs_receiver.then_some(Value::Ref(ObjectId(0)));
        let mut case = TestCase::of_input(receiver, Vec::new(), Default::default());
        if needs_receiver {
            let object = Object::Instance { fields: Default::default() };
            case.heap.insert(ObjectId(0), HeapObject { class: binary.clone(), object });
        }
        for (position, descriptor) in method.parameters.iter().enumerate() {
            let value = if descriptor.starts_with(['L', '[']) { Value::Null } else { Value::Unknown };
            case.arguments.push(Argument { name: format!("arg{position}"), descriptor: descriptor.to_string(), value });
        }
        let key =
            MethodKey { class: binary, method: method.name.to_string(), descriptor: method.descriptor.to_string() };
        all.push(MethodFacts { is_static, paths: 1, tests: vec![case], ..MethodFacts::unexplored(key) });
    }
    all
}
