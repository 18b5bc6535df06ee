//! What the tests share: compiling Java sources and opening worlds over the result.
#![allow(dead_code, reason = "each test file uses a part")]

use clew_ir::{Body, InvokeKind, MethodRef};
use clew_jvm::{ClassPath, Jdk, MethodCode, MethodId, World};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use tempfile::TempDir;

/// The newer JDK that is used too where it is installed.
pub const NEWER_JDK: &str = "/usr/lib/jvm/temurin-25-jdk-amd64";

pub fn jdk() -> Jdk {
    Jdk::locate(None).expect("a JDK is installed")
}

/// Compiles the sources, each a file name and its text.
pub fn compile(sources: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    compile_into(folder.path(), sources, &["-g"]);
    folder
}

pub fn compile_into(folder: &Path, sources: &[(&str, &str)], flags: &[&str]) {
    let source_folder = tempfile::tempdir().expect("a temporary folder");
    let files: Vec<PathBuf> = sources
        .iter()
        .map(|(name, text)| {
            let file = source_folder.path().join(name);
            std::fs::create_dir_all(file.parent().expect("a parent")).expect("a folder");
            std::fs::write(&file, text).expect("a source");
            file
        })
        .collect();
    let output = Command::new(jdk().home.join("bin/javac"))
        .args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-proc:none"])
        .args(flags)
        .arg("-cp")
        .arg(folder)
        .arg("-d")
        .arg(folder)
        .args(files)
        .output()
        .expect("javac runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

pub fn world_of(folder: &Path) -> World {
    let (path, problems) = ClassPath::open(&jdk(), &[folder.to_owned()], &[]);
    assert_eq!(problems, []);
    World::new(path)
}

pub fn method(world: &World, class: &str, name: &str) -> MethodId {
    let class = world.class(world.load(class).expect("the class loads"));
    *class.methods.iter().find(|id| &*world.method(**id).name == name).expect("the method")
}

pub fn code(world: &World, class: &str, name: &str) -> Rc<MethodCode> {
    world.code(method(world, class, name)).expect("the code translates")
}

pub fn method_ref(class: &str, interface: bool, name: &str, descriptor: &str) -> MethodRef {
    MethodRef { class: class.into(), interface, name: name.into(), descriptor: descriptor.into() }
}

/// Class and name of the method that a reference resolves to and that then runs on an object of the class `receiver`.
pub fn selected(world: &World, reference: &MethodRef, kind: InvokeKind, receiver: &str) -> String {
    let resolved = world.resolve_method(reference, kind).expect("it resolves");
    match world.select(world.load(receiver).expect("it loads"), resolved) {
        Ok(id) => world.class(world.method(id).class).name.to_string(),
        Err(error) => error.throws().to_owned(),
    }
}

/// A compact rendering of a body, one line for each instruction.
pub fn show(body: &Body) -> String {
    let mut text = String::new();
    for block in body.blocks.values() {
        text.push_str(&format!("{}:\n", block.label));
        for stmt in &block.stmts {
            text.push_str(&format!("  {}\n", name_things(body, &format!("{:?}", stmt.inst))));
        }
        text.push_str(&format!("  {}\n", name_things(body, &format!("{:?}", block.terminator))));
    }
    text
}

/// Puts names for the ids of registers and blocks.
fn name_things(body: &Body, text: &str) -> String {
    let mut named = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let starts_word = !named.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '/' || c == '"');
        let digits = rest[first.len_utf8()..].chars().take_while(char::is_ascii_digit).count();
        let number: usize = rest[first.len_utf8()..][..digits].parse().unwrap_or(usize::MAX);
        let name = match first {
            'r' if starts_word && digits > 0 => body.regs.values().nth(number).map(|reg| reg.name.to_string()),
            'b' if starts_word && digits > 0 => body.blocks.values().nth(number).map(|block| block.label.to_string()),
            _ => None,
        };
        match name {
            Some(name) => {
                named.push_str(&name);
                rest = &rest[1 + digits..];
            }
            None => {
                named.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    named
}
