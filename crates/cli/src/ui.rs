//! Lines on standard error: problems, and a progress line on a terminal.

use crate::status::Status;
use anstyle::{AnsiColor, Style};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::collections::BTreeMap;
use std::io::{ErrorKind, IsTerminal, Write};
use std::time::Duration;

const NAME: Style = AnsiColor::Red.on_default().bold();
/// How often the progress line is drawn anew.
const TICK: Duration = Duration::from_millis(200);

/// The parts of a bar: done, about to be, to come.
const BAR: &str = "━╸─";

/// Writes `clew: <line>` to standard error.
pub fn complain(line: impl std::fmt::Display) {
    // Without a standard error there is nobody to tell.
    let _ = writeln!(anstream::stderr(), "{NAME}clew:{NAME:#} {line}");
}

/// Writes a message that has its own layout to standard error.
pub fn diagnose(message: impl std::fmt::Display) {
    let _ = writeln!(anstream::stderr(), "{message}");
}

/// Writes text to standard output, and says in a line on standard error where that is not possible. A closed pipe is the
/// reader's choice and no error.
#[must_use]
pub fn print(text: &str) -> Status {
    let mut out = anstream::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            complain(format!("cannot write to standard output ({error}); free space there, or send it elsewhere"));
            Status::BadInput
        }
        Ok(()) | Err(_) => Status::Done,
    }
}

/// Whether progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShowProgress {
    /// On a terminal.
    OnTerminal,
    /// Never.
    Never,
}

impl ShowProgress {
    /// What `--quiet` asks for.
    pub fn unless(quiet: bool) -> ShowProgress {
        if quiet { ShowProgress::Never } else { ShowProgress::OnTerminal }
    }
}

/// The progress line of a run.
pub struct Progress {
    bar: ProgressBar,
    running: BTreeMap<usize, (u64, u64)>,
    done: (u64, u64),
    methods_done: u64,
    methods: u64,
    longest: Duration,
    workers: u32,
}

impl Progress {
    /// A line for a run of so many methods, each of which may take up to `budget`, on so many workers.
    pub fn new(show: ShowProgress, methods: usize, budget: Duration, workers: usize) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(methods as u64), target(show));
        if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len} methods · {msg} · {elapsed}") {
            bar.set_style(style.progress_chars(BAR));
        }
        if !bar.is_hidden() {
            bar.enable_steady_tick(TICK);
        }
        let workers = u32::try_from(workers).unwrap_or(u32::MAX).max(1);
        let methods = methods as u64;
        let mut progress = Progress {
            bar,
            running: BTreeMap::new(),
            done: (0, 0),
            methods_done: 0,
            methods,
            longest: budget,
            workers,
        };
        progress.draw();
        progress
    }

    /// A job is under way, with so many tests and decided goals.
    pub fn running(&mut self, job: usize, tests: u64, goals: u64) {
        self.running.insert(job, (tests, goals));
        self.draw();
    }

    /// A job has ended; its figures come with [`Progress::finished`].
    pub fn ended(&mut self) {
        self.methods_done += 1;
        self.bar.set_position(self.methods_done);
        self.draw();
    }

    /// The result of a job is there.
    pub fn finished(&mut self, job: usize, tests: u64, goals: u64) {
        self.running.remove(&job);
        self.done.0 += tests;
        self.done.1 += goals;
        self.draw();
    }

    /// Writes a complaint above the progress line.
    pub fn complain(&self, line: impl std::fmt::Display) {
        self.bar.suspend(|| complain(line));
    }

    /// Takes the line away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }

    fn draw(&mut self) {
        let (mut tests, mut goals) = self.done;
        for (running_tests, running_goals) in self.running.values() {
            tests += running_tests;
            goals += running_goals;
        }
        let left = u32::try_from(self.methods - self.methods_done.min(self.methods)).unwrap_or(u32::MAX);
        let left = self.longest.saturating_mul(left.div_ceil(self.workers));
        let left = humantime::format_duration(Duration::from_secs(left.as_secs()));
        self.bar.set_message(format!("{tests} tests · {goals} goals decided · at most {left} left"));
    }
}

/// The progress line of something that is counted.
pub struct CountProgress {
    bar: ProgressBar,
}

impl CountProgress {
    /// A line that counts up to `number` things; `what` names them in the plural.
    pub fn new(show: ShowProgress, what: &str, number: usize) -> CountProgress {
        let bar = ProgressBar::with_draw_target(Some(number as u64), target(show));
        if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len} {msg} · {elapsed}") {
            bar.set_style(style.progress_chars(BAR));
        }
        bar.set_message(what.to_owned());
        CountProgress { bar }
    }

    /// One more is done.
    pub fn next(&self) {
        self.bar.inc(1);
    }

    /// Takes the line away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// Where a progress line goes.
fn target(show: ShowProgress) -> ProgressDrawTarget {
    let visible = show == ShowProgress::OnTerminal && std::io::stderr().is_terminal();
    if visible { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() }
}
