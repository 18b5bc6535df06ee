//! Which classes the verifier refuses.

mod common;

use clew_jvm::{ClassPath, World};
use common::jdk;
use std::path::PathBuf;

#[test]
fn probe() {
    let paths = |name: &str| -> Vec<PathBuf> {
        std::env::var_os(name).map(|it| std::env::split_paths(&it).collect()).unwrap_or_default()
    };
    let (path, problems) = ClassPath::open(&jdk(), &paths("IN"), &paths("LIBS"));
    problems.iter().for_each(|problem| println!("{problem}"));
    let world = World::new(path);
    let start = std::time::Instant::now();
    let mut loaded = Vec::new();
    for name in world.input_classes() {
        match world.load(&name) {
            Ok(id) => loaded.push((name, id)),
            Err(error) => println!("load {name} {error}"),
        }
    }
    let after = start.elapsed();
    for (name, id) in &loaded {
        if let Err(error) = world.link_for_use(*id) {
            println!("refused {name} {:?} {error}", error.throws());
        }
    }
    println!("loaded {} in {after:?}, verified in {:?}", loaded.len(), start.elapsed() - after);
}
