//! Which classes the verifier refuses: none of those that fit together.

mod common;

use clew_jvm::{ClassPath, World};
use common::{compile, compile_into, jdk};
use std::path::{Path, PathBuf};

/// The folders with jars, below that with what `./setup` fetches; the last ones need not be there.
const FOLDERS: [&str; 3] = ["samples", "more-samples", "needed"];

fn jars(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.deps").join(folder);
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut jars: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    jars.retain(|path| path.extension().is_some_and(|extension| extension == "jar"));
    jars.sort();
    jars
}

#[test]
fn no_class_of_the_sample_jars_is_refused() {
    let all: Vec<PathBuf> = FOLDERS.into_iter().flat_map(jars).collect();
    let mut linked = 0;
    for jar in ["samples", "more-samples"].into_iter().flat_map(jars) {
        let libraries: Vec<PathBuf> = all.iter().filter(|other| **other != jar).cloned().collect();
        let (path, problems) = ClassPath::open(&jdk(), std::slice::from_ref(&jar), &libraries);
        assert_eq!(problems, []);
        let world = World::new(path);
        for name in world.input_classes() {
            // Some have a superclass in a jar that is optional.
            let Ok(class) = world.load(&name) else { continue };
            assert_eq!(world.link_for_use(class), Ok(()), "{name} of {}", jar.display());
            linked += 1;
        }
    }
    assert!(linked > 1000, "{linked}");
}

/// The frames of code as compilers write it, and as they wrote it before there were stack maps.
#[test]
fn neighbours_that_are_no_longer_related_are_found_with_and_without_stack_maps() {
    let neighbours = |head: &str| format!("public class Left {head} {{}}");
    let user = "public class User {
        static Base f;
        static Base v(Left s, Base t, int n) { Base x = t; while (n-- > 0) { x = s; } return x; }
    }";
    let fine = "public class Fine { static Left v(Left s, Base t, int n) { Object x = t; if (n > 0) x = s; return (Left) x; } }";
    let folder = compile(&[
        ("Base.java", "public class Base {}"),
        ("Left.java", &neighbours("extends Base")),
        ("User.java", user),
        ("Fine.java", fine),
    ]);
    let user_file = folder.path().join("User.class");
    let compiled = std::fs::read(&user_file).expect("it was compiled");
    compile_into(folder.path(), &[("Left.java", &neighbours(""))], &[]);
    let refused = |major: u8| {
        let mut bytes = compiled.clone();
        bytes[7] = major;
        std::fs::write(&user_file, &bytes).expect("the class");
        let world = common::world_of(folder.path());
        assert_eq!(world.link_for_use(world.load("Fine").expect("it loads")), Ok(()));
        world.link_for_use(world.load("User").expect("it loads")).map_err(|error| error.throws())
    };
    assert_eq!(refused(61), Err(Some("java/lang/VerifyError")));
    assert_eq!(refused(51), Err(Some("java/lang/VerifyError")));
    // Without stack maps what is found is not certain.
    assert_eq!(refused(50), Err(None));
    assert_eq!(refused(49), Err(None));
}
