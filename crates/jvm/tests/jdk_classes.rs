//! Every kind of code that compilers make: the classes of the JDK itself.

mod common;

use clew_ir::{Terminator, verify_body, verify_definite_assignment};
use clew_jvm::{ClassPath, Jdk, TranslateError, World};
use common::{NEWER_JDK, jdk};
use std::path::Path;
use std::time::Instant;

/// One class in this many is translated, chosen by its name; `CLEW_ALL_CLASSES=1` takes all.
const SAMPLE: u32 = 6;

#[test]
fn java_base_of_the_default_jdk() {
    translate_module(&jdk(), "java.base");
}

#[test]
fn java_base_of_the_newer_jdk() {
    if let Some(jdk) = Jdk::at(Path::new(NEWER_JDK)) {
        assert_eq!(jdk.feature, 25);
        translate_module(&jdk, "java.base");
    }
}

#[test]
fn modules_other_than_java_base_are_found() {
    let (path, problems) = ClassPath::open(&jdk(), &[], &[]);
    assert_eq!(problems, []);
    let world = World::new(path);
    for name in ["java/sql/Driver", "java/util/logging/Logger", "javax/xml/parsers/SAXParser"] {
        let class = world.class(world.load(name).expect("it is in the JDK"));
        assert_eq!(&*class.name, name);
    }
    assert!(world.load("java/util/NoSuchClass").is_err());
    assert!(world.load("no/such/Class").is_err());
}

fn translate_module(jdk: &Jdk, module: &str) {
    let (path, problems) = ClassPath::open(jdk, &[], &[]);
    assert_eq!(problems, []);
    let names = path.jdk_module_classes(module).expect("the image lists its classes");
    assert!(names.len() > 5000, "{}", names.len());
    let all = std::env::var_os("CLEW_ALL_CLASSES").is_some();
    let world = World::new(path);
    let start = Instant::now();
    let (mut classes, mut methods, mut instructions) = (0, 0, 0);
    for name in names.iter().filter(|name| !name.ends_with("-info") && (all || hash(name).is_multiple_of(SAMPLE))) {
        let id = world.load(name).unwrap_or_else(|error| panic!("{error}"));
        classes += 1;
        for method in &world.class(id).methods {
            let info = world.method(*method);
            match world.code(*method) {
                Ok(code) => {
                    methods += 1;
                    instructions += code.body.blocks.values().map(|block| block.stmts.len() + 1).sum::<usize>();
                    let place = format!("{name}.{}{}", info.name, info.descriptor);
                    assert_eq!(verify_body(&code.body), Ok(()), "{place}");
                    assert_eq!(verify_definite_assignment(&code.body), Ok(()), "{place}");
                    for site in &code.checks {
                        let terminator = &code.body.blocks[site.block].terminator;
                        assert!(matches!(terminator, Terminator::Branch { kind, .. } if *kind == site.kind), "{place}");
                    }
                }
                Err(TranslateError::NoCode) => assert!(info.is_abstract() || info.is_native()),
                Err(error) => panic!("{name}.{}{}: {error}", info.name, info.descriptor),
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "JDK {}: {classes} classes, {methods} methods, {instructions} instructions in {seconds:.2} s: \
         {:.0} methods a second",
        jdk.feature,
        methods as f64 / seconds
    );
}

fn hash(name: &str) -> u32 {
    name.bytes().fold(17, |hash: u32, byte| hash.wrapping_mul(31).wrapping_add(u32::from(byte)))
}
