//! Prints the verdict of every goal of one class: `verdicts FOLDER_OR_JAR CLASS`.

use clew_base::CancelToken;
use clew_engine::{ClassPathSpec, Explorer, Job, JobResult, Progress};
use clew_facts::{MethodKey, Options};
use clew_jvm::{ClassPath, Jdk, World};
use clew_worker::ClassPathExplorer;
use std::{path::PathBuf, sync::Arc};

/// Hears how a job gets on, and does nothing with it.
struct Silent;

impl Progress for Silent {
    fn progress(&mut self, _steps: u64, _tests: u64, _goals_decided: u64) {}
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [input, class] = args.as_slice() else { return Err("verdicts FOLDER_OR_JAR CLASS".into()) };
    let jdk = Jdk::locate(None)?;
    let inputs = vec![PathBuf::from(input)];
    let world = World::new(ClassPath::open(&jdk, &inputs, &[]).0);
    let methods = world.class(world.load(&class.replace('.', "/"))?).methods.clone();
    let class_path = Arc::new(ClassPathSpec { jdk: jdk.home.clone(), inputs, libraries: Vec::new(), snapshot: None });
    let mut explorer = ClassPathExplorer::new(clew_worker::solver_memory);
    for method in methods.into_iter().map(|id| world.method(id)).filter(|method| method.has_code) {
        let key = MethodKey::of_internal(class, &method.name, &method.descriptor);
        let job = Job { class_path: class_path.clone(), key, options: Options::default() };
        match explorer.explore(&job, &CancelToken::new(), &mut Silent) {
            JobResult::Facts(facts) => facts.goals.iter().for_each(|it| {
                println!("{}:{} {:?}: {}", facts.key, it.goal.line, it.goal.kind, it.verdict.name());
            }),
            other => println!("{}: {other:?}", job.key),
        }
    }
    Ok(())
}
