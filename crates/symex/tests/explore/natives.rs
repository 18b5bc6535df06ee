//! The models of natives, held against the methods themselves on a JVM, over random arguments.

use crate::generate::Random;
use crate::java::jdk;
use clew_ir::{
    Completion, Environment, FieldRef, Inst, Memory, MethodModel, Object, Type, Value, execute, parse_models,
};
use clew_symex::NATIVE_MODELS;
use std::io::Write;
use std::process::{Command, Stdio};

const CALLER: &str = include_str!("natives/Natives.java");
/// Calls of each method.
const CALLS: u64 = 20;
/// Calls of each method that has a character for a parameter.
const CALLS_WITH_CHARACTERS: u64 = 1_000;
/// Statements of one run.
const STEPS: u64 = 1_000;
/// Packages of natives that are not open to all.
const OPENED: [&str; 4] = ["java.lang", "java.lang.ref", "java.util.concurrent.atomic", "jdk.internal.misc"];

/// A call, as the model and as the JVM make it.
struct Call<'m> {
    model: &'m MethodModel,
    text: String,
    /// What the model says comes of it; nothing where it leaves that open.
    expected: Option<String>,
}

/// The objects of a call.
struct Scene {
    memory: Memory,
    receiver: Object,
    a: Object,
    b: Object,
}

fn referent() -> FieldRef {
    let of = |text: &str| text.into();
    FieldRef { class: of("java/lang/ref/Reference"), name: of("referent"), descriptor: of("Ljava/lang/Object;") }
}

impl Scene {
    fn new(class: &str, referent_is_there: bool) -> Scene {
        let mut memory = Memory::new(STEPS);
        memory.add_class(class, &[]);
        let mut object = || memory.new_object(class).expect("a class of the memory");
        let (receiver, a, b) = (object(), object(), object());
        let held = Value::Ref(referent_is_there.then_some(a));
        memory.put_field(receiver, &referent(), held).expect("a field");
        Scene { memory, receiver, a, b }
    }

    fn told(&self, value: &Value) -> String {
        match value {
            Value::Ref(None) => "null".to_owned(),
            Value::Ref(Some(object)) if *object == self.receiver => "this".to_owned(),
            Value::Ref(Some(object)) if *object == self.a => "A".to_owned(),
            Value::Ref(Some(_)) => "B".to_owned(),
            Value::Bv32(value) => value.to_string(),
            Value::Bv64(value) => value.to_string(),
            other => panic!("no model gives {other:?}"),
        }
    }
}

fn call<'m>(model: &'m MethodModel, random: &mut Random) -> Call<'m> {
    let holds = random.below(2) == 0;
    let mut scene = Scene::new(&model.class, holds);
    let mut words = vec![model.class.replace('/', "."), model.name.clone(), model.descriptor.clone()];
    words.push(if holds { "A" } else { "null" }.to_owned());
    let mut values = Vec::new();
    for reg in &model.body.params {
        let info = model.body.regs.get(*reg).expect("a register of the body");
        let (value, word) = match info.ty {
            Type::Ref if &*info.name == "this" => {
                values.push(Value::Ref(Some(scene.receiver)));
                continue;
            }
            Type::Ref => match random.below(3) {
                0 => (Value::Ref(None), "null".to_owned()),
                1 => (Value::Ref(Some(scene.a)), "A".to_owned()),
                _ => (Value::Ref(Some(scene.b)), "B".to_owned()),
            },
            Type::F64 => {
                let bits = random.next();
                (Value::F64(bits), (bits as i64).to_string())
            }
            Type::Bv32 => {
                let number = match &*info.name {
                    // The tables of Latin-1 are asked for its characters only.
                    "ch" => random.below(256) as i32,
                    // Those from 2 to 36, and some that are none.
                    "radix" => random.below(45) as i32 - 3,
                    _ => random.next() as i32,
                };
                (Value::Bv32(number), number.to_string())
            }
            other => panic!("a parameter of type {other}: teach it to this test"),
        };
        values.push(value);
        words.push(word);
    }
    let is_open = model
        .body
        .blocks
        .iter()
        .any(|(_, block)| block.stmts.iter().any(|stmt| matches!(stmt.inst, Inst::Havoc { .. })));
    let ran = execute(&model.body, values, &mut scene.memory, STEPS);
    let Ok(Completion::Returned(value)) = ran else { panic!("{}: {ran:?}", words.join(" ")) };
    if is_open {
        return Call { model, text: words.join(" "), expected: None };
    }
    let mut told = value.map_or_else(|| "nothing".to_owned(), |value| scene.told(&value));
    if model.class.starts_with("java/lang/ref/") {
        let left = scene.memory.get_field(scene.receiver, &referent()).expect("a field");
        told = format!("{told} {}", scene.told(&left));
    }
    Call { model, text: words.join(" "), expected: Some(told) }
}

fn on_jvm(calls: &[Call<'_>]) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = folder.path().join("Natives.java");
    std::fs::write(&source, CALLER).expect("a file");
    let opened = OPENED.map(|package| format!("--add-opens=java.base/{package}=ALL-UNNAMED"));
    // The models are those of a virtual machine without an archive of classes.
    let mut java = Command::new(jdk().home.join("bin/java"));
    java.args(["-Xshare:off", "-Xlog:disable"]).args(opened).arg(source).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut java = java.spawn().expect("java runs");
    let input: String = calls.iter().map(|call| format!("{}\n", call.text)).collect();
    let mut stdin = java.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = java.wait_with_output().expect("java ends");
    writer.join().expect("the writer ends").expect("java reads its input");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("text").lines().map(str::to_owned).collect()
}

#[test]
fn every_model_of_a_native_does_what_the_method_does() {
    let models = parse_models("natives.clew", NATIVE_MODELS).unwrap_or_else(|faults| panic!("{}", faults[0]));
    let mut random = Random(5);
    let mut calls = Vec::new();
    for model in &models {
        let has_character = model.body.register_named("ch").is_some();
        let count = if has_character { CALLS_WITH_CHARACTERS } else { CALLS };
        calls.extend((0..count).map(|_| call(model, &mut random)));
    }
    let told = on_jvm(&calls);
    assert_eq!(told.len(), calls.len());
    let mut absent = Vec::new();
    for (call, told) in calls.iter().zip(&told) {
        match &call.expected {
            _ if told == "absent" => absent.push(&call.model.name),
            Some(expected) => assert_eq!(told, expected, "{}", call.text),
            None => assert!(!told.starts_with("throws"), "{}: {told}", call.text),
        }
    }
    absent.dedup();
    assert!(absent.len() * 4 < models.len(), "this JDK lacks too many of the methods: {absent:?}");
}
