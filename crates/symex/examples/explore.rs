//! Explores methods of a class folder and prints what was found: `explore FOLDER CLASS [METHOD] [flags…]`.
//!
//! Flags: `paths`, `noalias`, `lazy` (lazy initialization), `dfs`, `calls` (inputs that calls make), `loop=N` (and recursion),
//! `block=N`, `steps=N`.

use clew_base::CancelToken;
use clew_facts::InputsByCalls;
use clew_jvm::{ClassPath, Jdk, World};
use clew_symex::{Aliasing, Criterion, HeapPolicy, Options, Search, explore};
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [folder, class, rest @ ..] = args.as_slice() else {
        return Err("explore FOLDER CLASS [METHOD] [flags…]".into());
    };
    let mut options = Options::default();
    let mut only = None;
    for flag in rest {
        match flag.split_once('=') {
            Some(("loop", n)) => {
                options.loop_k = Some(n.parse()?);
                options.recursion_k = n.parse()?;
            }
            Some(("block", n)) => options.block_k = Some(n.parse()?),
            Some(("steps", n)) => options.max_steps = n.parse()?,
            _ => match flag.as_str() {
                "paths" => options.criterion = Criterion::Paths,
                "lazy" => options.heap = HeapPolicy::Lazy,
                "noalias" => options.aliasing = Aliasing::Off,
                "dfs" => options.search = Search::Dfs,
                "calls" => options.inputs_by_calls = InputsByCalls::Package,
                name => only = Some(name.to_owned()),
            },
        }
    }
    let jdk = Jdk::locate(None)?;
    let (class_path, problems) = ClassPath::open(&jdk, &[PathBuf::from(folder)], &[]);
    problems.iter().for_each(|problem| eprintln!("{problem}"));
    let world = World::new(class_path);
    let class = world.load(&class.replace('.', "/"))?;
    for id in world.class(class).methods.clone() {
        let method = world.method(id);
        if !method.has_code || only.as_ref().is_some_and(|name| *name != *method.name) {
            continue;
        }
        println!("== {}{}", method.name, method.descriptor);
        let facts = match explore(&world, id, &options, &CancelToken::new(), &mut ()) {
            Ok(facts) => facts,
            Err(error) => {
                println!("   {error}");
                continue;
            }
        };
        println!("   paths {} complete {} {:?}", facts.paths, facts.complete, facts.stats);
        for test in &facts.tests {
            let arguments: Vec<_> = test.arguments.iter().map(|a| format!("{}={:?}", a.name, a.value)).collect();
            println!(
                "   test {:?} {} -> {:?}   [{}]",
                test.receiver,
                arguments.join(" "),
                test.outcome,
                test.constraint
            );
            test.heap.iter().for_each(|(id, object)| println!("        {id:?} {} {:?}", object.class, object.object));
        }
        for goal in &facts.goals {
            println!("   {}@{} {:?}: {:?}", goal.goal.line, goal.goal.offset, goal.goal.kind, goal.verdict);
        }
        facts.undecided.iter().for_each(|(reason, count)| println!("   cut {count} × {reason}"));
    }
    Ok(())
}
