//! Verification: whether the JVM refuses a class when it links it, because its code takes classes for related that no longer are
//! (JVMS 4.10), as HotSpot does it.
//!
//! It is taken for granted that a compiler made the code. So what counts is which class passes for which one; other code that
//! does not verify is noticed, but not named.

mod checks;
mod inferred;
mod step;
mod types;
mod value;

pub(crate) use value::{Frame, Value};

use crate::classfile::{ClassFile, FrameReader};
use crate::op::Code;
use crate::world::{Class, Method};
use crate::{ResolveError, World};
use checks::{Checker, Done, Odd};
use std::rc::Rc;
use types::Purpose;

/// The first version of class files whose code has stack maps.
const HAS_STACK_MAPS: u16 = 50;

/// The last version of class files for which the JVM tries without stack maps where it refuses a class with them.
const MAY_FAIL_OVER: u16 = 50;

const VERIFY_ERROR: &str = "java/lang/VerifyError";

/// Whether the JVM takes the code of a class. `bytes` are those of the class file.
///
/// # Errors
/// The JVM throws an error when it links the class; one without [`ResolveError::throws`] where it is not certain whether it does.
pub(crate) fn verify(world: &World, class: &Rc<Class>, file: &ClassFile, bytes: &[u8]) -> Result<(), ResolveError> {
    let Some(reader) = FrameReader::new(bytes) else { return Err(undecided(class, Odd("the class file is damaged"))) };
    let methods: Vec<Rc<Method>> = class.methods.iter().map(|id| world.method(*id)).collect();
    let mut problems: Vec<ResolveError> = Vec::new();
    let mut odd = None;
    for method in methods {
        let Some(code) = file.code(method.index) else { continue };
        let mut checker = Checker::new(world, Rc::clone(class), Rc::clone(&method));
        let done = check_method(&mut checker, &code, file, &reader);
        odd = odd.or(done.err());
        problems.extend(checker.problems);
    }
    match (problems.as_slice(), odd) {
        ([], None) => Ok(()),
        ([], Some(odd)) => Err(undecided(class, odd)),
        // The JVM goes through the methods in an order of its own.
        ([first, others @ ..], odd) => {
            let throws = first.throws();
            let unknown = problems.iter().find(|problem| problem.throws().is_none());
            match unknown {
                Some(unknown) => Err(unknown.clone()),
                None if odd.is_none() && others.iter().all(|other| other.throws() == throws) => Err(first.clone()),
                None => Err(first.clone().into_open()),
            }
        }
    }
}

/// Nobody knows whether the JVM refuses it.
fn undecided(class: &Class, odd: Odd) -> ResolveError {
    let what = format!("{} may not verify: {}", class.name, odd.0);
    ResolveError::Open { what: what.into(), throws: VERIFY_ERROR }
}

fn check_method(checker: &mut Checker<'_>, code: &Code, file: &ClassFile, reader: &FrameReader<'_>) -> Done {
    let major = checker.class.major_version;
    if major < HAS_STACK_MAPS {
        return inferred::check(checker, code);
    }
    let locals = locals_at_entry(checker)?;
    let frames = file.frames(checker.method.index, reader, locals.clone());
    let done = match frames {
        Some(frames) => check_with_frames(checker, code, &Frame::new(&locals, Vec::new()), &frames),
        None => Err(Odd("a malformed stack map")),
    };
    let is_loaded = |problem: &ResolveError| !matches!(problem, ResolveError::Load(_));
    let is_fine = done.is_ok() && checker.problems.is_empty();
    if is_fine || major > MAY_FAIL_OVER || !checker.problems.iter().all(is_loaded) {
        return done;
    }
    checker.problems.clear();
    inferred::check(checker, code)
}

/// The values in the local variables when the method begins, one after the other.
fn locals_at_entry(checker: &Checker<'_>) -> Result<Vec<Value>, Odd> {
    let method = &checker.method;
    let receiver = match (method.is_static(), method.is_constructor() && &*checker.class.name != types::OBJECT) {
        (true, _) => None,
        (false, true) => Some(Value::This),
        (false, false) => Some(Value::of_class(&checker.class.name)),
    };
    let parameters = method.parameters.iter().map(|it| Value::of_descriptor(it).ok_or(Odd("malformed descriptor")));
    receiver.into_iter().map(Ok).chain(parameters).collect()
}

/// Checks that what handlers catch can be thrown.
fn check_catches(checker: &mut Checker<'_>, code: &Code) {
    for catch in code.handlers.iter().filter_map(|handler| handler.catch.as_ref()) {
        checker.check(catch, "java/lang/Throwable", Purpose::Passing);
    }
}

/// Goes through the code once, from one frame of the stack map to the next.
fn check_with_frames(checker: &mut Checker<'_>, code: &Code, entry: &Frame, frames: &[(u32, Frame)]) -> Done {
    let frame_at = |at: u32| {
        let index = frames.binary_search_by_key(&at, |(offset, _)| *offset);
        index.ok().map(|index| &frames[index].1)
    };
    let target = |at: u32| frame_at(at).ok_or(Odd("a jump to a place without a frame"));
    check_catches(checker, code);
    let mut current = Some(entry.clone());
    // Whether handlers have not seen yet what the local variables hold.
    let mut has_news = true;
    for (at, op) in &code.ops {
        if let Some(frame) = frame_at(*at) {
            if let Some(current) = &current {
                checker.flow(current, frame)?;
            }
            current = Some(frame.clone());
            has_news = true;
        }
        let Some(frame) = &mut current else { return Err(Odd("code without a frame")) };
        for handler in code.handlers.iter().filter(|it| (it.start..it.end).contains(at)) {
            if has_news || handler.start == *at {
                let exception = handler.catch.as_ref().map_or_else(|| checker.known.throwable.clone(), Value::of_class);
                checker.flow(&frame.caught(exception), target(handler.target)?)?;
            }
        }
        has_news = matches!(op, crate::op::Op::Store(..) | crate::op::Op::Invoke(..));
        checker.step(*at, op, frame)?;
        let mut targets = Vec::new();
        op.targets(|to| targets.push(to));
        targets.into_iter().try_for_each(|to| checker.flow(frame, target(to)?))?;
        if !op.falls_through() {
            current = None;
        }
    }
    Ok(())
}
