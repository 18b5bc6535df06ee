//! A class file as Clew takes it in: from its bytes to one exploration.

use clew_base::CancelToken;
use clew_ir::verify_body;
use clew_jvm::{ClassPath, Jdk, MethodId, World};
use clew_symex::{Options, explore};
use std::cell::OnceCell;
use tempfile::TempDir;

/// The greatest number of instructions of one exploration.
const STEPS: u64 = 400;
/// What one query may cost, in the solver's units: about 20 ms.
const QUERY_WORK: u64 = 20_000;
/// The greatest number of states that wait.
const STATES: usize = 100;

thread_local! {
    /// The JDK, and a folder for the one class file.
    static PLACE: OnceCell<(Jdk, TempDir)> = const { OnceCell::new() };
}

/// Reads a class file, translates and verifies every method, and explores one of them, which `choice` picks.
pub(crate) fn class(bytes: &[u8], choice: usize) {
    PLACE.with(|place| {
        let (jdk, folder) = place.get_or_init(|| {
            let jdk = Jdk::locate(None).expect("a JDK is installed");
            (jdk, tempfile::tempdir().expect("a temporary folder can be made"))
        });
        let file = folder.path().join("Input.class");
        std::fs::write(&file, bytes).expect("a temporary file can be written");
        let (class_path, _) = ClassPath::open(jdk, &[file], &[]);
        look_at(&World::new(class_path), choice);
    });
}

fn look_at(world: &World, choice: usize) {
    let mut with_code: Vec<MethodId> = Vec::new();
    for name in world.input_classes() {
        let Ok(class) = world.load(&name) else { continue };
        for id in world.class(class).methods.iter().copied() {
            if let Ok(code) = world.code(id) {
                assert_eq!(verify_body(&code.body), Ok(()), "the code of {}", world.method(id).name);
                with_code.push(id);
            }
        }
    }
    if let Some(id) = with_code.get(choice % with_code.len().max(1)) {
        let options = Options {
            max_steps: STEPS,
            rerun_steps: STEPS,
            query_work: QUERY_WORK,
            max_states: STATES,
            ..Options::default()
        };
        // That it cannot be explored is an answer, too.
        let _ = explore(world, *id, &options, &CancelToken::new(), &mut ());
    }
}
