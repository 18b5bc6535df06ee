//! What JVMs tell of classes of the JDK, held against what following their initializers gives.

use clew_jvm::{ClassPath, Jdk, World};
use clew_symex::compare_with_snapshot;
use clew_testgen::replay::ReplayOptions;
use clew_testgen::snapshot_of;

/// How many steps an initializer may take, with those of the classes that it needs.
const STEPS: u64 = 3_000_000;

/// Classes whose initializers can be followed to their end, or some of them.
const CLASSES: &str = include_str!("snapshot/followed.txt");

#[test]
fn what_is_told_is_what_following_gives() {
    let options = || ReplayOptions {
        supervisor: vec![env!("CARGO_BIN_EXE_xtask").into(), "cage".into()],
        ..ReplayOptions::default()
    };
    let snapshot = snapshot_of(options(), CLASSES).expect("the JVMs tell");
    let jdk = Jdk::locate(None).expect("a JDK is installed");
    let (class_path, _) = ClassPath::open(&jdk, &[], &[]);
    let world = World::new(class_path);
    let math = world.load("java/lang/Math").expect("every JDK has this class");
    let method = world.find_method(math, "max", "(II)I").expect("the class has this method");
    let (mut compared, mut same) = (0, 0);
    let mut wrong = Vec::new();
    let mut lost = Vec::new();
    for name in CLASSES.lines().map(|name| name.replace('.', "/")) {
        let Ok(class) = world.load(&name) else { continue };
        match compare_with_snapshot(&world, &snapshot, class, method, STEPS) {
            Ok(found) => {
                compared += usize::from(found.same > 0);
                same += found.same;
                wrong.extend(found.differences.into_iter().map(|difference| format!("{name}: {difference}")));
            }
            Err(reason) => lost.push(format!("{name}: {reason:?}")),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(compared >= 30, "only {compared} classes were compared; not followed were {lost:#?}");
    assert!(same >= 2000, "only {same} values were compared");
}
