//! What static fields of the JDK hold once its classes are initialized, made once for a JDK and kept in the cache.
//!
//! Several JVMs tell it, in a cage each, that differ in their time zone, locale, identity hash codes and memory, in when they are
//! started, and in the order in which classes are initialized; and one in which much has been done before. Only what all of them
//! agree on is kept.

mod merge;

use crate::output::write_at_once;
use crate::replay::{ReplayError, ReplayOptions, Teller};
use clew_jvm::Snapshot;
use std::path::PathBuf;

/// The classes that are initialized and read, by their binary names: what other classes need comes first.
const CLASSES: &str = include_str!("snapshot/classes.txt");

/// The flags of the JVMs that tell what the initializers leave.
const FRESH: [&[&str]; 3] = [
    &["-Duser.timezone=UTC", "-Duser.language=en", "-Duser.country=US", "-Duser.name=one"],
    &[
        "-Duser.timezone=Asia/Kolkata",
        "-Duser.language=tr",
        "-Duser.country=TR",
        "-Duser.name=two",
        "-XX:-CompactStrings",
    ],
    &[
        "-Duser.timezone=America/St_Johns",
        "-Duser.language=th",
        "-Duser.country=TH",
        "-Duser.name=three",
        "-esa",
        "-XX:-UseCompressedOops",
        "-XX:-UseCompressedClassPointers",
        "-XX:+IgnoreUnrecognizedVMOptions",
        "-XX:+UnlockExperimentalVMOptions",
        "-XX:hashCode=2",
        "-Dfile.encoding=ISO-8859-1",
    ],
];

/// The flags of the JVM in which much has been done before.
const USED: &[&str] = &[
    "-Duser.timezone=Pacific/Apia",
    "-Duser.language=ja",
    "-Duser.country=JP",
    "-Duser.name=four",
    "-XX:+IgnoreUnrecognizedVMOptions",
    "-XX:+UnlockExperimentalVMOptions",
    "-XX:hashCode=0",
];

/// The file with the snapshot of a JDK; it is made now where the cache does not have it.
///
/// # Errors
/// There is no JDK or no cage, the cache cannot be written, or a JVM does not answer.
pub fn snapshot_file(options: ReplayOptions) -> Result<PathBuf, ReplayError> {
    let teller = Teller::new(options)?;
    let file = teller.kept("snapshot", "txt", CLASSES.as_bytes());
    if file.is_file() {
        return Ok(file);
    }
    let snapshot = tell(&teller, CLASSES)?;
    let failed = |error| ReplayError::Harness(format!("{}: {error}", file.display()));
    write_at_once(&file, &snapshot.write()).map_err(failed)?;
    Ok(file)
}

/// What static fields of these classes hold, one to a line by its binary name; nothing is kept.
///
/// # Errors
/// There is no JDK or no cage, or a JVM does not answer.
pub fn snapshot_of(options: ReplayOptions, classes: &str) -> Result<Snapshot, ReplayError> {
    tell(&Teller::new(options)?, classes)
}

fn tell(teller: &Teller, classes: &str) -> Result<Snapshot, ReplayError> {
    let mut classes: Vec<&str> = classes.lines().filter(|line| !line.is_empty()).collect();
    let stopped = || ReplayError::Start("the JVM could not be asked".to_owned());
    let (fresh, used) = std::thread::scope(|scope| {
        let mut asked = Vec::new();
        for flags in FRESH {
            let order = classes.clone();
            asked.push(scope.spawn(move || ask(teller, flags, "nothing", &order)));
            // The next one initializes them in another order.
            classes.reverse();
        }
        let used = ask(teller, USED, "much", &classes);
        let fresh: Result<Vec<Snapshot>, ReplayError> =
            asked.into_iter().map(|one| one.join().map_err(|_| stopped())?).collect();
        (fresh, used)
    });
    Ok(merge::merge(&fresh?, &used?))
}

fn ask(teller: &Teller, flags: &[&str], before: &str, classes: &[&str]) -> Result<Snapshot, ReplayError> {
    let text = teller.tell(flags, before, classes)?;
    Snapshot::read(&text).ok_or_else(|| ReplayError::Protocol("what static fields hold".to_owned()))
}
