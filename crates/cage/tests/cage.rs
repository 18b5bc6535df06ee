//! A shell in the cage: what it may do, what it may not, and what is told of it.

use clew_cage::{Confinement, Limits, Message, SUPERVISE, Scratch, Spec};
use std::error::Error;
use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

type Checked = Result<(), Box<dyn Error>>;

const CAGE: &str = env!("CARGO_BIN_EXE_clew-cage");

/// What a script in a cage leads to. It reads requests from descriptor 8 and writes answers to 9.
fn run(script: &str, confinement: Confinement) -> Result<Vec<Message>, Box<dyn Error>> {
    run_with(script, confinement, Limits::default())
}

fn run_with(script: &str, confinement: Confinement, limits: Limits) -> Result<Vec<Message>, Box<dyn Error>> {
    let scratch = Scratch::make()?;
    // The first answer ends the time in which nothing is told.
    let script = format!("exec 8< $1 9> $2; echo ready >&9; read go <&8\n{script}\n");
    let spec = Spec {
        program: "/bin/sh".into(),
        arguments: ["-c", &script, "sh"].map(OsString::from).to_vec(),
        confinement,
        scratch: scratch.path().into(),
        limits,
        entry: vec![CAGE.into()],
    };
    let mut supervisor = Command::new(CAGE)
        .arg(SUPERVISE)
        .arg(serde_json::to_string(&spec)?)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut requests = supervisor.stdin.take().ok_or("no standard input")?;
    let output = BufReader::new(supervisor.stdout.take().ok_or("no standard output")?);
    let mut messages = Vec::new();
    for line in output.lines() {
        if messages.is_empty() {
            requests.write_all(b"go\na request\n")?;
        }
        messages.push(Message::read(&line?).ok_or("not a message")?);
    }
    assert!(supervisor.wait()?.success());
    assert!(!scratch.path().exists(), "the supervisor removes the folder");
    assert_eq!(messages.first(), Some(&Message::Answer("ready".into())), "{messages:?}");
    Ok(messages.split_off(1))
}

/// What a caged script tried.
fn tried(script: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let mut all = Vec::new();
    for message in run(script, Confinement::Full)? {
        if let Message::Tried(tried) = message {
            all.push(tried);
        }
    }
    Ok(all)
}

#[test]
fn requests_come_in_and_answers_go_out() -> Checked {
    let messages = run("read line <&8; echo got $line >&9; read more || echo none >&9", Confinement::Full)?;
    let answers: Vec<&Message> = messages.iter().filter(|message| matches!(message, Message::Answer(_))).collect();
    let answer = |text: &str| Message::Answer(text.into());
    assert_eq!(answers, [&answer("got a request"), &answer("none")], "standard input is empty");
    Ok(())
}

#[test]
fn files_outside_are_not_changed() -> Checked {
    let outside = tempfile::tempdir()?;
    let place = fs::canonicalize(outside.path())?;
    let place = place.display();
    fs::write(outside.path().join("kept"), "kept")?;
    let tried = tried(&format!(
        "echo no > {place}/kept; echo no > {place}/new; echo no >> {place}/kept; echo no > here; echo no > ~/there; exit 3"
    ))?;
    let expected = [
        format!("writes {place}/kept"),
        format!("creates {place}/new"),
        "creates here".to_owned(),
        "creates user.home/there".to_owned(),
        "ends the JVM with status 3".to_owned(),
    ];
    assert_eq!(tried, expected);
    assert_eq!(fs::read_dir(outside.path())?.count(), 1);
    assert_eq!(fs::read_to_string(outside.path().join("kept"))?, "kept");
    Ok(())
}

#[test]
fn temporary_files_are_free() -> Checked {
    let messages = run(
        "echo text > $TMPDIR/file; read line < $TMPDIR/file; echo $line >&9; echo gone > /dev/null",
        Confinement::Full,
    )?;
    let told: Vec<String> = messages.iter().map(Message::to_string).collect();
    assert_eq!(told, ["answer text", "tried ends the JVM with status 0", "ended exit status: 0"]);
    Ok(())
}

#[test]
fn nothing_is_started_or_signalled() -> Checked {
    let own = std::process::id();
    assert_eq!(
        tried(&format!("kill -9 {own}; kill -9 $PPID; exec /bin/true"))?,
        ["sends a signal to another process", "executes /usr/bin/true", "ends the JVM with status 126"]
    );
    assert_eq!(tried("/bin/true")?[0], "starts a process");
    Ok(())
}

#[test]
fn a_link_does_not_lead_out() -> Checked {
    let outside = tempfile::tempdir()?;
    let file = fs::canonicalize(outside.path())?.join("kept");
    fs::write(&file, "kept")?;
    let tried = tried(&format!(
        "echo no > /proc/self/root{}; echo no > $TMPDIR/../../../..{}",
        file.display(),
        file.display()
    ))?;
    assert_eq!(tried[0], format!("writes {}", file.display()));
    assert_eq!(fs::read_to_string(&file)?, "kept");
    Ok(())
}

#[test]
fn the_disk_is_not_filled() -> Checked {
    let limits = Limits { disk: 4 << 20, ..Limits::default() };
    let endless = "x=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; while :; do echo $x$x$x$x$x$x >> $TMPDIR/file; done";
    let messages = run_with(endless, Confinement::Full, limits)?;
    assert_eq!(messages[0], Message::Tried("fills the disk".into()));
    let limits = Limits { files: 100, ..Limits::default() };
    let many = "i=0; while :; do i=$((i+1)); echo > $TMPDIR/$i; done";
    assert_eq!(run_with(many, Confinement::Full, limits)?[0], Message::Tried("fills the disk".into()));
    Ok(())
}

#[test]
fn without_a_cage_all_is_as_usual() -> Checked {
    let outside = tempfile::tempdir()?;
    let file = outside.path().join("new");
    let messages = run(&format!("echo yes > {}; /bin/true; echo $? >&9", file.display()), Confinement::None)?;
    assert_eq!(messages[0], Message::Answer("0".into()));
    assert_eq!(fs::read_to_string(file)?, "yes\n");
    Ok(())
}

#[test]
fn the_program_dies_with_its_client() -> Checked {
    let scratch = Scratch::make()?;
    let spec = Spec {
        program: "/bin/sh".into(),
        arguments: ["-c", "echo $$ > $2; while :; do :; done", "sh"].map(OsString::from).to_vec(),
        confinement: Confinement::Full,
        scratch: scratch.path().into(),
        limits: Limits::default(),
        entry: vec![CAGE.into()],
    };
    let mut supervisor = Command::new(CAGE)
        .arg(SUPERVISE)
        .arg(serde_json::to_string(&spec)?)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut output = BufReader::new(supervisor.stdout.take().ok_or("no standard output")?);
    let mut line = String::new();
    output.read_line(&mut line)?;
    let process = line.trim().strip_prefix("answer ").ok_or("no process")?;
    assert!(Path::new("/proc").join(process).exists());
    drop(supervisor.stdin.take());
    assert!(supervisor.wait()?.success());
    assert!(!Path::new("/proc").join(process).exists());
    Ok(())
}

#[test]
fn what_cannot_be_started_is_told() -> Checked {
    let scratch = Scratch::make()?;
    let spec = Spec {
        program: "/no/such/program".into(),
        arguments: Vec::new(),
        confinement: Confinement::Full,
        scratch: scratch.path().into(),
        limits: Limits::default(),
        entry: vec![CAGE.into()],
    };
    let mut supervisor = Command::new(CAGE)
        .arg(SUPERVISE)
        .arg(serde_json::to_string(&spec)?)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let _requests = supervisor.stdin.take();
    let told = std::io::read_to_string(supervisor.stdout.take().ok_or("no standard output")?)?;
    supervisor.wait()?;
    assert!(told.starts_with("ended /no/such/program: No such file"), "{told}");
    Ok(())
}
