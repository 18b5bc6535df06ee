//! `clew ir`: methods as the block language.

mod specialized;

use crate::args::{IrArgs, UnverifiedArgs};
use crate::input;
use crate::nothing;
use crate::pattern::Selection;
use crate::program;
use crate::select::{Scope, select};
use crate::status::Status;
use crate::ui::{complain, print};
use clew_facts::MethodKey;
use clew_ir::{print_body, print_program};
use clew_jvm::{ClassId, World};
use clew_unverified::instrument;
use std::path::Path;

/// Prints the methods that are meant, or a `.clew` file that was read and checked.
pub fn run(args: &IrArgs) -> Status {
    if args.input.extension().is_some_and(|extension| extension == "clew") {
        if args.specialized.specialized.is_some() {
            complain("`--specialized` is about methods of classes; name a class file, a folder or a jar");
            return Status::BadInput;
        }
        return block_language(&args.input, &args.unverified);
    }
    if args.unverified.unverified.is_some() {
        complain("`--unverified` is about programs of the block language; name a `.clew` file");
        return Status::BadInput;
    }
    let printed = match &args.specialized.specialized {
        Some(case) => specialized::print_case(args, case),
        None => java(args),
    };
    match printed {
        Ok(status) => status,
        Err(line) => {
            complain(line);
            Status::BadInput
        }
    }
}

fn block_language(file: &Path, unverified: &UnverifiedArgs) -> Status {
    let program = match program::read(file) {
        Ok(source) => source.program,
        Err(status) => return status,
    };
    let Some(which) = unverified.unverified else { return print(&print_program(&program)) };
    match instrument(&program, &unverified.unit(), which.into()) {
        Ok(guided) => print(&print_program(&guided)),
        Err(fault) => {
            complain(format!("cannot instrument the program: {} ({fault})", file.display()));
            Status::BadInput
        }
    }
}

fn java(args: &IrArgs) -> Result<Status, String> {
    let class_path = &args.class_path;
    let selection = Selection::new(&class_path.class, &class_path.method)?;
    let input = input::open(std::slice::from_ref(&args.input), class_path)?;
    let selected = select(&input.world, &selection, Scope::Everything);
    let problems: Vec<&String> = input.problems.iter().chain(&selected.problems).collect();
    problems.iter().for_each(complain);
    let mut status = if problems.is_empty() { Status::Done } else { Status::BadInput };
    let nothing = nothing::explain(&input.world, &selected, &class_path.class, &class_path.method);
    if let Some(line) = nothing.filter(|_| problems.is_empty()) {
        return Err(line);
    }
    let mut separator = "";
    for class in &selected.classes {
        for key in &class.methods {
            match body(&input.world, class.class, key) {
                Ok(text) => match print(&format!("{separator}// {key}\n{text}")) {
                    Status::Done => {}
                    lost => return Ok(lost),
                },
                Err(reason) => {
                    complain(format!("cannot translate: {key} ({reason}); rebuild the class"));
                    status.worsen(Status::BadInput);
                    continue;
                }
            }
            separator = "\n";
        }
    }
    Ok(status)
}

fn body(world: &World, class: ClassId, key: &MethodKey) -> Result<String, String> {
    let method = world.find_method(class, &key.method, &key.descriptor).ok_or("the class has no such method")?;
    let code = world.code(method).map_err(|error| error.to_string())?;
    Ok(print_body(&code.body, &key.method))
}
