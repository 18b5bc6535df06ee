//! Where the JDK is, and the harness compiled with it.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clew_cage::HeldFolder;

use super::error::ReplayError;

/// The harness: file names and texts.
const SOURCES: [(&str, &str); 27] = [
    ("ChangingLoader.java", include_str!("../../java/clew/replay/ChangingLoader.java")),
    ("Effort.java", include_str!("../../java/clew/replay/Effort.java")),
    ("Endings.java", include_str!("../../java/clew/replay/Endings.java")),
    ("Fields.java", include_str!("../../java/clew/replay/Fields.java")),
    ("Globals.java", include_str!("../../java/clew/replay/Globals.java")),
    ("HeldObjects.java", include_str!("../../java/clew/replay/HeldObjects.java")),
    ("Instrumenter.java", include_str!("../../java/clew/replay/Instrumenter.java")),
    ("KnownCalls.java", include_str!("../../java/clew/replay/KnownCalls.java")),
    ("MutantLoader.java", include_str!("../../java/clew/replay/MutantLoader.java")),
    ("MutantTests.java", include_str!("../../java/clew/replay/MutantTests.java")),
    ("Probe.java", include_str!("../../java/clew/replay/Probe.java")),
    ("ProbeWriter.java", include_str!("../../java/clew/replay/ProbeWriter.java")),
    ("RecordedClass.java", include_str!("../../java/clew/replay/RecordedClass.java")),
    ("RecordingLoader.java", include_str!("../../java/clew/replay/RecordingLoader.java")),
    ("ReplayServer.java", include_str!("../../java/clew/replay/ReplayServer.java")),
    ("Snapshot.java", include_str!("../../java/clew/replay/Snapshot.java")),
    ("SourceCompiler.java", include_str!("../../java/clew/replay/SourceCompiler.java")),
    ("StaticField.java", include_str!("../../java/clew/replay/StaticField.java")),
    ("Streams.java", include_str!("../../java/clew/replay/Streams.java")),
    ("Surroundings.java", include_str!("../../java/clew/replay/Surroundings.java")),
    ("TestCall.java", include_str!("../../java/clew/replay/TestCall.java")),
    ("TestLoader.java", include_str!("../../java/clew/replay/TestLoader.java")),
    ("TestRun.java", include_str!("../../java/clew/replay/TestRun.java")),
    ("TestThreads.java", include_str!("../../java/clew/replay/TestThreads.java")),
    ("Together.java", include_str!("../../java/clew/replay/Together.java")),
    ("WarmUp.java", include_str!("../../java/clew/replay/WarmUp.java")),
    ("module-info.java", include_str!("../../java/clew/replay/module-info.java")),
];

/// The library by which the harness puts probes into classes, a jar that `./setup` fetches. It is a part of this program, so that
/// an installation cannot lack it.
const ASM: &[u8] = include_bytes!("../../../../.deps/jars/asm-9.9.1.jar");

/// The module of the harness.
pub(super) const MODULE: &str = "clew.replay";

/// The main class of the harness.
pub(super) const MAIN_CLASS: &str = "clew.replay.ReplayServer";

/// Variables that would change how a JVM or its compiler behaves.
const JVM_VARIABLES: [&str; 4] = ["CLASSPATH", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"];

/// The programs of one JDK.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jdk {
    /// The launcher.
    pub java: PathBuf,
    /// The compiler.
    pub javac: PathBuf,
}

impl Jdk {
    /// The JDK at `home`, else the one in `JAVA_HOME`, else the one whose `javac` is on the `PATH`.
    ///
    /// # Errors
    ///
    /// There is none, or the named place has no `bin/java` or no `bin/javac`.
    pub fn find(home: Option<&Path>) -> Result<Self, ReplayError> {
        let named = home.map(Path::to_owned).or_else(|| {
            let value = env::var_os("JAVA_HOME").filter(|value| !value.is_empty())?;
            Some(PathBuf::from(value))
        });
        match named {
            Some(home) => Self::at(&home)
                .ok_or_else(|| ReplayError::NoJdk(format!("{} has no bin/java or no bin/javac", home.display()))),
            None => Self::on_path(),
        }
    }

    fn at(home: &Path) -> Option<Self> {
        let [java, javac] = ["java", "javac"].map(|name| home.join("bin").join(executable(name)));
        (java.is_file() && javac.is_file()).then_some(Self { java, javac })
    }

    fn on_path() -> Result<Self, ReplayError> {
        let find =
            |name: &str| program(name).ok_or_else(|| ReplayError::NoJdk(format!("there is no {name} on the PATH")));
        let javac = find("javac")?;
        // Behind the links of a packaging system lies the home of one JDK; its own launcher fits its compiler.
        let real = fs::canonicalize(&javac).unwrap_or_else(|_| javac.clone());
        match real.parent().and_then(Path::parent).and_then(Self::at) {
            Some(jdk) => Ok(jdk),
            None => Ok(Self { java: find("java")?, javac }),
        }
    }
}

fn executable(name: &str) -> String {
    format!("{name}{}", env::consts::EXE_SUFFIX)
}

fn program(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(executable(name))).find(|file| file.is_file())
}

/// The per-user cache: `CLEW_CACHE`, else `clew` in `XDG_CACHE_HOME` or in `~/.cache`, else in the folder for temporary files.
#[must_use]
pub fn default_cache_dir() -> PathBuf {
    let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    variable("CLEW_CACHE")
        .or_else(|| variable("XDG_CACHE_HOME").map(|folder| folder.join("clew")))
        .or_else(|| variable("HOME").map(|home| home.join(".cache").join("clew")))
        .unwrap_or_else(|| env::temp_dir().join("clew"))
}

/// The harness as a JVM finds it.
#[derive(Clone, Debug)]
pub(super) struct Harness {
    folder: PathBuf,
}

impl Harness {
    /// The places of its modules.
    pub(super) fn modules(&self) -> [PathBuf; 2] {
        [self.folder.join("classes"), self.folder.join("asm.jar")]
    }

    /// A file beside it, for what a JVM with it tells when it is asked for this.
    pub(super) fn beside(&self, name: &str, extension: &str, asked: &[u8]) -> PathBuf {
        let mut hasher = DefaultHasher::new();
        self.folder.file_name().hash(&mut hasher);
        asked.hash(&mut hasher);
        self.folder.with_file_name(format!("{name}-{:016x}.{extension}", hasher.finish()))
    }

    /// The value of the flag for its modules.
    pub(super) fn module_path(&self) -> Result<OsString, ReplayError> {
        env::join_paths(self.modules()).map_err(|error| ReplayError::Harness(format!("the path of the cache: {error}")))
    }
}

/// The harness, compiled by this JDK; compiled now where the cache does not have it.
pub(super) fn compiled(jdk: &Jdk, cache: &Path) -> Result<Harness, ReplayError> {
    let cache = super::error::absolute(cache)?;
    let target = cache.join(format!("harness-{:016x}", key(jdk)));
    let harness = Harness { folder: target.clone() };
    if target.is_dir() {
        return Ok(harness);
    }
    let broken = |error: std::io::Error| {
        ReplayError::Harness(format!("{}: {error}; set CLEW_CACHE to a folder you can write to", cache.display()))
    };
    fs::create_dir_all(&cache).map_err(broken)?;
    let work = HeldFolder::make(&cache, ".harness-").map_err(broken)?;
    let made = Harness { folder: work.path().join("made") };
    let [classes, library] = made.modules();
    fs::create_dir_all(&classes).map_err(broken)?;
    fs::write(&library, ASM).map_err(broken)?;
    for (name, text) in SOURCES {
        fs::write(work.path().join(name), text).map_err(broken)?;
    }
    compile(jdk, work.path(), &classes, &library)?;
    match fs::rename(&made.folder, &target) {
        Ok(()) => Ok(harness),
        // Another process was quicker.
        Err(_) if target.is_dir() => Ok(harness),
        Err(error) => Err(broken(error)),
    }
}

/// Differs for different harnesses and different JDKs, whose class files need not be readable by each other.
fn key(jdk: &Jdk) -> u64 {
    let mut hasher = DefaultHasher::new();
    SOURCES.hash(&mut hasher);
    ASM.hash(&mut hasher);
    jdk.javac.hash(&mut hasher);
    if let Ok(metadata) = fs::metadata(&jdk.javac) {
        metadata.len().hash(&mut hasher);
        metadata.modified().ok().hash(&mut hasher);
    }
    hasher.finish()
}

fn compile(jdk: &Jdk, sources: &Path, classes: &Path, library: &Path) -> Result<(), ReplayError> {
    let mut command = Command::new(&jdk.javac);
    command
        .args(["-nowarn", "-proc:none", "-g", "-encoding", "UTF-8", "-p"])
        .arg(library)
        .arg("-d")
        .arg(classes)
        .args(SOURCES.map(|(name, _)| sources.join(name)))
        .stdin(Stdio::null());
    for variable in JVM_VARIABLES {
        command.env_remove(variable);
    }
    let output = command.output().map_err(|error| ReplayError::NoJdk(format!("{}: {error}", jdk.javac.display())))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    Err(ReplayError::Harness(format!(
        "{} ended with {}: {}",
        jdk.javac.display(),
        output.status,
        text.lines().next().unwrap_or("no message")
    )))
}
