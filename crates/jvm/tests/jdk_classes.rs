//! Every kind of code that compilers make: the classes of the JDK itself.

mod common;

use clew_ir::{Terminator, verify_body, verify_definite_assignment};
use clew_jvm::{ClassPath, Jdk, LoadError, TranslateError, World};
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

/// Jars to try besides, separated as in a class path: `CLEW_JARS=a.jar:b.jar`. What does not load for want of another
/// jar is passed over.
#[test]
fn jars_that_the_environment_names() {
    let Some(jars) = std::env::var_os("CLEW_JARS") else { return };
    for jar in std::env::split_paths(&jars) {
        let (path, problems) = ClassPath::open(&jdk(), std::slice::from_ref(&jar), &[]);
        problems.iter().for_each(|problem| println!("{problem}"));
        let names: Vec<String> = path.input_classes().iter().map(ToString::to_string).collect();
        translate_all(&World::new(path), &names, &jar.display().to_string());
    }
}

fn translate_module(jdk: &Jdk, module: &str) {
    let (path, problems) = ClassPath::open(jdk, &[], &[]);
    assert_eq!(problems, []);
    let mut names = path.jdk_module_classes(module).expect("the image lists its classes");
    assert!(names.len() > 5000, "{}", names.len());
    let all = std::env::var_os("CLEW_ALL_CLASSES").is_some();
    names.retain(|name| !name.ends_with("-info") && (all || hash(name).is_multiple_of(SAMPLE)));
    let missing = translate_all(&World::new(path), &names, &format!("{module} of JDK {}", jdk.feature));
    assert_eq!(missing, 0);
}

/// Translates all methods of the classes; gives how many classes did not load because another one is missing.
fn translate_all(world: &World, names: &[String], what: &str) -> usize {
    let start = Instant::now();
    let (mut missing, mut methods, mut instructions) = (0, 0, 0);
    for name in names {
        let id = match world.load(name) {
            Ok(id) => id,
            Err(LoadError::Missing { .. }) => {
                missing += 1;
                continue;
            }
            Err(error) => panic!("{error}"),
        };
        for method in &world.class(id).methods {
            let info = world.method(*method);
            let place = format!("{name}.{}{}", info.name, info.descriptor);
            match world.code(*method) {
                Ok(code) => {
                    methods += 1;
                    instructions += code.body.blocks.values().map(|block| block.stmts.len() + 1).sum::<usize>();
                    assert_eq!(verify_body(&code.body), Ok(()), "{place}");
                    assert_eq!(verify_definite_assignment(&code.body), Ok(()), "{place}");
                    for site in &code.checks {
                        let terminator = &code.body.blocks[site.block].terminator;
                        assert!(matches!(terminator, Terminator::Branch { kind, .. } if *kind == site.kind), "{place}");
                    }
                }
                Err(TranslateError::NoCode) => assert!(info.is_abstract() || info.is_native()),
                Err(error) => panic!("{place}: {error}"),
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{what}: {} classes ({missing} miss another one), {methods} methods, {instructions} instructions in \
         {seconds:.2} s: {:.0} methods a second",
        names.len(),
        methods as f64 / seconds
    );
    missing
}

fn hash(name: &str) -> u32 {
    name.bytes().fold(17, |hash: u32, byte| hash.wrapping_mul(31).wrapping_add(u32::from(byte)))
}
