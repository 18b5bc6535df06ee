//! What the tests share that run hostile code: what is expected of it, and what it would like to harm.

#![allow(dead_code)] // Each test program uses a part of it.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::net::{TcpListener, UdpSocket};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

pub type Checked = Result<(), Box<dyn Error>>;

/// The folder with the hostile code.
pub fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/hostile")
}

/// What is expected of a method.
#[derive(Debug, Default)]
pub struct Expectation {
    pub method: String,
    pub tried: BTreeSet<String>,
    /// Whether it may try more than that.
    pub more: bool,
    pub ends: Option<String>,
}

impl Expectation {
    /// Whether this is what the method may try.
    pub fn allows(&self, tried: &BTreeSet<String>) -> bool {
        if self.more { tried.is_superset(&self.tried) } else { *tried == self.tried }
    }
}

/// The expectations of a source, one for each method with a comment.
pub fn expectations(source: &str, folder: &Path) -> Vec<Expectation> {
    let read = |line: &str| {
        let (code, comment) = line.split_once(" // ").filter(|(code, _)| code.contains("static "))?;
        let method = code.split_once("()")?.0.rsplit_once(' ')?.1.to_owned();
        let mut found = Expectation { method, ..Expectation::default() };
        let mut about_ends = false;
        for item in comment.split("; ") {
            let item = match (item.strip_prefix("ends: "), item.strip_prefix("tried: ")) {
                (Some(item), _) => {
                    about_ends = true;
                    item
                }
                (None, Some(item)) => {
                    about_ends = false;
                    item
                }
                (None, None) => item,
            };
            match item {
                "nothing" => {}
                "..." => found.more = true,
                _ if about_ends => found.ends = Some(item.to_owned()),
                _ => {
                    found.tried.insert(item.replace("FOLDER", &folder.display().to_string()));
                }
            }
        }
        Some(found)
    };
    source.lines().filter_map(read).collect()
}

/// What the hostile code would like to harm.
pub struct Victims {
    folder: TempDir,
    tcp: TcpListener,
    udp: UdpSocket,
    /// A number of seconds that nothing else sleeps.
    seconds: String,
}

impl Victims {
    pub fn new() -> Result<Victims, Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        fs::write(folder.path().join("file"), "canary")?;
        fs::set_permissions(folder.path().join("file"), fs::Permissions::from_mode(0o640))?;
        fs::create_dir(folder.path().join("sub"))?;
        fs::write(folder.path().join("sub/deep"), "canary")?;
        let tcp = TcpListener::bind("127.0.0.1:0")?;
        tcp.set_nonblocking(true)?;
        let udp = UdpSocket::bind("127.0.0.1:0")?;
        udp.set_nonblocking(true)?;
        let seconds = format!("9{}.{}", udp.local_addr()?.port(), std::process::id());
        Ok(Victims { folder, tcp, udp, seconds })
    }

    pub fn place(&self) -> PathBuf {
        fs::canonicalize(self.folder.path()).expect("the folder is there")
    }

    /// The class that tells the hostile code where to strike.
    pub fn source(&self) -> Result<String, Box<dyn Error>> {
        Ok(format!(
            "package corpus.hostile;
            final class Targets {{
                static final String FOLDER = \"{}\";
                static final int TCP_PORT = {};
                static final int UDP_PORT = {};
                static final String SECONDS = \"{}\";
            }}",
            self.place().display(),
            self.tcp.local_addr()?.port(),
            self.udp.local_addr()?.port(),
            self.seconds
        ))
    }

    /// All that can be told of the files: kind, permissions, owner, links, times, contents.
    pub fn files(&self) -> Result<BTreeMap<PathBuf, String>, Box<dyn Error>> {
        let mut files = BTreeMap::new();
        let mut open = vec![self.place()];
        while let Some(path) = open.pop() {
            let metadata = fs::symlink_metadata(&path)?;
            let mut text = format!(
                "{:o} {} {} {} {}",
                metadata.mode(),
                metadata.uid(),
                metadata.nlink(),
                metadata.mtime_nsec(),
                metadata.mtime()
            );
            if metadata.is_dir() {
                open.extend(
                    fs::read_dir(&path)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>()?,
                );
            } else {
                write!(text, " {:?}", fs::read(&path)?)?;
            }
            files.insert(path, text);
        }
        Ok(files)
    }

    pub fn assert_unharmed(&self, before: &BTreeMap<PathBuf, String>) -> Checked {
        assert_eq!(&self.files()?, before);
        assert!(self.tcp.accept().is_err(), "somebody has connected");
        assert!(self.udp.recv(&mut [0]).is_err(), "somebody has sent something");
        for process in fs::read_dir("/proc")?.flatten() {
            let command = fs::read(process.path().join("cmdline")).unwrap_or_default();
            let command = String::from_utf8_lossy(&command).into_owned();
            assert!(!command.split('\0').any(|part| part == self.seconds), "a process was left: {command}");
        }
        Ok(())
    }
}
