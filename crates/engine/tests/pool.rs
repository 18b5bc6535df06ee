//! The pool against workers that misbehave. This program is its own worker: started with the argument `worker` it serves
//! jobs, and the name of a job's method says what goes wrong.

use clew_base::CancelToken;
use clew_engine::{
    ClassPathSpec, CoverJob, CoverResult, Event, Explorer, Job, JobResult, Listener, Options, PoolOptions, Progress,
    ReachJob, ReachResult, WorkerCommand, WorkerStderr, pool,
};
use clew_facts::{
    Assumption, Assurance, AttackResult, CoverOptions, CutReason, EngineName, Goal, GoalKind, GoalVerdict, MethodFacts,
    MethodKey, Proof, Verdict,
};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than any test waits.
const FOREVER: Duration = Duration::from_secs(3600);

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some("worker") {
        return match clew_engine::serve_stdio(|| Misbehaving) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        };
    }
    let tests: [(&str, fn()); 13] = [
        ("results_come_in_order", results_come_in_order),
        ("a_crash_costs_one_job", a_crash_costs_one_job),
        ("an_attack_that_crashes_costs_no_proof", an_attack_that_crashes_costs_no_proof),
        ("why_a_worker_ended_is_told", why_a_worker_ended_is_told),
        ("a_panic_is_an_internal_error_of_its_job", a_panic_is_an_internal_error_of_its_job),
        ("a_worker_that_ignores_its_budget_is_killed", a_worker_that_ignores_its_budget_is_killed),
        ("cancelling_keeps_what_was_found", cancelling_keeps_what_was_found),
        ("a_cover_that_goes_wrong_is_told", a_cover_that_goes_wrong_is_told),
        ("a_worker_that_cannot_start_is_an_internal_error", a_worker_that_cannot_start_is_an_internal_error),
        ("a_job_sees_nothing_of_those_before_it", a_job_sees_nothing_of_those_before_it),
        ("for_many_jobs_a_worker_makes_ready_once", for_many_jobs_a_worker_makes_ready_once),
        ("what_goes_wrong_while_making_ready_costs_no_job", what_goes_wrong_while_making_ready_costs_no_job),
        ("a_job_ends_with_the_worker_that_forked_it", a_job_ends_with_the_worker_that_forked_it),
    ];
    for (name, test) in tests {
        test();
        println!("test {name} ... ok");
    }
    ExitCode::SUCCESS
}

struct Misbehaving;

/// How many jobs this process has begun.
static BEGUN: AtomicU64 = AtomicU64::new(0);

/// How many times this process, or one that it is a copy of, has made ready for jobs.
static PREPARED: AtomicU64 = AtomicU64::new(0);

impl Explorer for Misbehaving {
    fn prepare(&mut self, class_path: &ClassPathSpec) {
        match class_path.jdk.to_str() {
            Some("abort") => std::process::abort(),
            Some("panic") => panic!("nothing is ready"),
            _ => {}
        }
        PREPARED.fetch_add(1, Ordering::Relaxed);
    }

    fn explore(&mut self, job: &Job, cancel: &CancelToken, progress: &mut dyn Progress) -> JobResult {
        match job.key.method.as_str() {
            "abort" => std::process::abort(),
            "exit" => std::process::exit(7),
            "attacked" if job.options.attacks => std::process::abort(),
            "attacked" => return proved(job),
            "greedy" => drop(std::hint::black_box(vec![1u8; 1 << 45])),
            "deep" => drop(std::hint::black_box(deep(0))),
            "panic" => panic!("this job panics"),
            "hang" => loop {
                thread::sleep(FOREVER);
            },
            "endless" => {
                while !cancel.is_cancelled() {
                    progress.progress(1, 1, 1);
                    thread::sleep(Duration::from_millis(5));
                }
            }
            "slow" => thread::sleep(Duration::from_millis(200)),
            "begun" => return answer(job, BEGUN.fetch_add(1, Ordering::Relaxed) + 1),
            "prepared" => return answer(job, PREPARED.load(Ordering::Relaxed)),
            "orphaned" => kill_own_worker(&job.class_path.jdk),
            _ => {}
        }
        answer(job, 1)
    }

    fn outline(&mut self, job: &Job) -> JobResult {
        JobResult::Facts(Box::new(facts(&job.key, 0)))
    }

    fn cover(&mut self, job: &CoverJob, _cancel: &CancelToken) -> CoverResult {
        match job.text.as_str() {
            "panic" => panic!("this worker panics"),
            "exit" => std::process::exit(7),
            _ => CoverResult::Failed(job.text.clone()),
        }
    }

    fn reach(&mut self, job: &ReachJob, _cancel: &CancelToken) -> ReachResult {
        ReachResult::Failed(job.text.clone())
    }
}

/// Facts with a goal that is out of reach within a bound.
fn proved(job: &Job) -> JobResult {
    let mut ledger = Assurance::issued_by(EngineName::Exploration);
    ledger.cut(CutReason::Bound(Assumption::Loop(2)));
    let mut facts = facts(&job.key, 1);
    facts.goals[0].verdict = Verdict::Unreachable(Proof::of(ledger).expect("a bound allows a proof"));
    JobResult::Facts(Box::new(facts))
}

fn answer(job: &Job, paths: u64) -> JobResult {
    JobResult::Facts(Box::new(facts(&job.key, paths)))
}

/// Kills the process that has forked this one, which is noted in a file, and waits.
fn kill_own_worker(note: &Path) {
    std::fs::write(note, std::process::id().to_string()).expect("a file");
    let worker = std::os::unix::process::parent_id();
    let _ = Command::new("kill").args(["-KILL", &worker.to_string()]).status();
    thread::sleep(FOREVER);
}

/// Recurses until the stack is full.
fn deep(level: u64) -> u64 {
    let below = if std::hint::black_box(level) < u64::MAX { deep(level + 1) } else { 0 };
    std::hint::black_box(below) + level
}

fn facts(key: &MethodKey, paths: u64) -> MethodFacts {
    let goal = Goal { line: 1, offset: 0, kind: GoalKind::Line };
    let reason = CutReason::Budget("steps".into());
    MethodFacts {
        is_static: true,
        paths,
        complete: true,
        goals: vec![GoalVerdict { goal, verdict: Verdict::Undecided(vec![reason]), doomed: None }],
        ..MethodFacts::unexplored(key.clone())
    }
}

fn jobs(methods: &[&str], time: Option<Duration>) -> Vec<Job> {
    jobs_over(PathBuf::new(), methods, time)
}

fn jobs_over(jdk: PathBuf, methods: &[&str], time: Option<Duration>) -> Vec<Job> {
    let spec = ClassPathSpec { jdk, inputs: Vec::new(), libraries: Vec::new(), snapshot: None };
    let class_path = Arc::new(spec);
    let job = |method: &&str| Job {
        class_path: Arc::clone(&class_path),
        key: MethodKey { class: "A".into(), method: (*method).to_owned(), descriptor: "()V".into() },
        options: Options { time, ..Options::default() },
    };
    methods.iter().map(job).collect()
}

fn options(workers: usize) -> PoolOptions {
    let program = std::env::current_exe().expect("this program has a path");
    let command = WorkerCommand { program, args: vec!["worker".into()], stderr: WorkerStderr::Keep };
    PoolOptions { workers: NonZeroUsize::new(workers).expect("not zero"), command }
}

#[derive(Default)]
struct Collect {
    results: Vec<(usize, JobResult)>,
    cancel_at_progress: Option<CancelToken>,
}

impl Listener for Collect {
    fn event(&mut self, event: &Event) {
        if let (Event::Progress { .. }, Some(cancel)) = (event, &self.cancel_at_progress) {
            cancel.cancel();
        }
    }

    fn finished(&mut self, job: usize, result: JobResult) {
        self.results.push((job, result));
    }
}

fn run(jobs: &[Job], workers: usize) -> Vec<JobResult> {
    let mut collect = Collect::default();
    pool::run(jobs, &options(workers), &CancelToken::new(), &mut collect);
    let order: Vec<usize> = collect.results.iter().map(|(job, _)| *job).collect();
    assert_eq!(order, (0..jobs.len()).collect::<Vec<_>>(), "each result once, in order");
    collect.results.into_iter().map(|(_, result)| result).collect()
}

fn results_come_in_order() {
    let jobs = jobs(&["slow", "a", "b", "slow", "c"], None);
    let one = run(&jobs, 1);
    assert_eq!(one, run(&jobs, 3));
    for (job, result) in jobs.iter().zip(&one) {
        assert_eq!(result, &JobResult::Facts(Box::new(facts(&job.key, 1))));
    }
}

fn assert_lost(result: &JobResult, why: &str) {
    let JobResult::Crashed { what, facts } = result else { panic!("not a crash: {result:?}") };
    assert_eq!(what, why);
    let reason = CutReason::Budget(why.to_owned());
    assert_eq!(facts.goals.len(), 1, "the goals are named anyway");
    assert_eq!(facts.goals[0].verdict, Verdict::Undecided(vec![reason.clone()]));
    assert_eq!((facts.undecided.as_slice(), facts.complete, facts.paths), ([(reason, 1)].as_slice(), false, 0));
}

fn an_attack_that_crashes_costs_no_proof() {
    let mut all = jobs(&["attacked"], None);
    all[0].options.attacks = true;
    let results = run(&all, 1);
    let facts = results[0].facts().expect("facts");
    assert!(matches!(facts.goals[0].verdict, Verdict::Unreachable(_)) && facts.clock_bound);
    let [attacked] = &facts.attacked[..] else { panic!("{:?}", facts.attacked) };
    assert!(matches!(&attacked.attacks[0].result, AttackResult::NotAttacked(why) if why.contains("ended its worker")));
}

fn a_crash_costs_one_job() {
    let results = run(&jobs(&["a", "abort", "b", "exit", "c"], None), 1);
    assert_lost(&results[1], "worker crashed (signal 6, SIGABRT)");
    assert_lost(&results[3], "worker crashed (exit code 7)");
    for index in [0, 2, 4] {
        assert!(matches!(results[index], JobResult::Facts(_)), "{:?}", results[index]);
    }
}

fn why_a_worker_ended_is_told() {
    let results = run(&jobs(&["greedy", "deep", "a"], None), 2);
    let JobResult::Crashed { what, facts } = &results[0] else { panic!("not a crash: {:?}", results[0]) };
    assert_eq!(what, "worker ran out of memory");
    assert_eq!(facts.goals[0].verdict, Verdict::Undecided(vec![CutReason::Memory]));
    assert_lost(&results[1], "worker crashed (stack overflow)");
    assert!(matches!(results[2], JobResult::Facts(_)));
}

fn a_panic_is_an_internal_error_of_its_job() {
    let results = run(&jobs(&["panic", "a"], None), 1);
    let JobResult::Internal(message) = &results[0] else { panic!("not internal: {:?}", results[0]) };
    assert!(message.starts_with("this job panics at ") && message.contains("pool.rs:"), "{message}");
    assert!(matches!(results[1], JobResult::Facts(_)));
}

fn a_worker_that_ignores_its_budget_is_killed() {
    let started = Instant::now();
    let results = run(&jobs(&["hang", "a"], Some(Duration::from_millis(1))), 2);
    assert_lost(&results[0], "worker killed after 10 s");
    assert!(matches!(results[1], JobResult::Facts(_)));
    assert!(started.elapsed() < Duration::from_secs(30));
}

fn cancelling_keeps_what_was_found() {
    let jobs = jobs(&["a", "endless", "b"], None);
    let cancel = CancelToken::new();
    let mut collect = Collect { cancel_at_progress: Some(cancel.clone()), ..Collect::default() };
    pool::run(&jobs, &options(1), &cancel, &mut collect);
    let results: Vec<JobResult> = collect.results.into_iter().map(|(_, result)| result).collect();
    assert!(matches!(results[0], JobResult::Facts(_)));
    assert_eq!(results[1], JobResult::Facts(Box::new(facts(&jobs[1].key, 1))));
    assert_eq!(results[2], JobResult::NotStarted);
}

fn a_worker_that_cannot_start_is_an_internal_error() {
    let mut options = options(1);
    options.command.program = PathBuf::from("/nonexistent/clew");
    let mut collect = Collect::default();
    pool::run(&jobs(&["a"], None), &options, &CancelToken::new(), &mut collect);
    let JobResult::Internal(message) = &collect.results[0].1 else { panic!("{:?}", collect.results) };
    assert!(message.starts_with("cannot start a worker (/nonexistent/clew): "), "{message}");
}

fn a_cover_that_goes_wrong_is_told() {
    let cover = |text: &str| {
        let job = CoverJob { text: text.to_owned(), options: CoverOptions::default() };
        clew_engine::cover(&job, &options(1).command, &CancelToken::new())
    };
    assert_eq!(cover("no program"), CoverResult::Failed("no program".to_owned()));
    let CoverResult::Internal(message) = cover("panic") else { panic!("a panic is internal") };
    assert!(message.starts_with("this worker panics at "), "{message}");
    let CoverResult::Crashed(CutReason::Budget(what)) = cover("exit") else { panic!("an exit is a crash") };
    assert_eq!(what, "worker crashed (exit code 7)");
}

fn paths(results: &[JobResult]) -> Vec<u64> {
    results.iter().map(|result| result.facts().expect("facts").paths).collect()
}

fn a_job_sees_nothing_of_those_before_it() {
    for count in [2, 20] {
        assert_eq!(paths(&run(&jobs(&vec!["begun"; count], None), 2)), vec![1; count]);
    }
}

fn for_many_jobs_a_worker_makes_ready_once() {
    let once = u64::from(cfg!(target_os = "linux"));
    assert_eq!(paths(&run(&jobs(&["prepared"; 20], None), 2)), [once; 20]);
    assert_eq!(paths(&run(&jobs(&["prepared"; 2], None), 2)), [0; 2], "it would not pay");
}

fn what_goes_wrong_while_making_ready_costs_no_job() {
    for how in ["abort", "panic"] {
        assert_eq!(paths(&run(&jobs_over(how.into(), &["a"; 20], None), 2)), [1; 20], "{how}");
    }
}

fn a_job_ends_with_the_worker_that_forked_it() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let note = std::env::temp_dir().join(format!("clew-orphaned-{}", std::process::id()));
    let results = run(&jobs_over(note.clone(), &["a", "orphaned", "a", "a"], None), 1);
    assert_lost(&results[1], "worker crashed (signal 9, SIGKILL)");
    assert_eq!(paths(&[results[0].clone(), results[2].clone(), results[3].clone()]), [1; 3]);
    let job = std::fs::read_to_string(&note).expect("the job has told its process");
    std::fs::remove_file(&note).expect("a file");
    let has_ended = || {
        let status = std::fs::read_to_string(format!("/proc/{job}/stat")).unwrap_or_default();
        status.rsplit_once(") ").is_none_or(|(_, rest)| rest.starts_with(['Z', 'X']))
    };
    let start = Instant::now();
    while !has_ended() {
        assert!(start.elapsed() < Duration::from_secs(30), "process {job} goes on");
        thread::sleep(Duration::from_millis(5));
    }
}
