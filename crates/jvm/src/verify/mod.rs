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
use crate::op::{Code, Op};
use crate::world::Class;
use crate::{ResolveError, World};
use checks::{Checker, Done, Odd};
use std::rc::Rc;
use types::Purpose;

/// The first version of class files whose code has stack maps.
const HAS_STACK_MAPS: u16 = 50;

/// The last version of class files for which the JVM tries without stack maps where it refuses a class with them.
const MAY_FAIL_OVER: u16 = 50;

const VERIFY_ERROR: &str = "java/lang/VerifyError";

/// By which rules code is verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rules {
    /// By the types that stack maps state.
    StackMaps,
    /// By types that are inferred.
    Inference,
}

/// What was found in a class.
#[derive(Default)]
struct Found {
    problems: Vec<ResolveError>,
    odd: Option<Odd>,
}

/// Whether the JVM takes the code of a class. `bytes` are those of the class file.
///
/// # Errors
/// The JVM throws an error when it links the class; one without [`ResolveError::throws`] where it is not certain whether it does.
pub(crate) fn verify(world: &World, class: &Rc<Class>, file: &ClassFile, bytes: &[u8]) -> Result<(), ResolveError> {
    let Some(reader) = FrameReader::new(bytes) else { return Err(undecided(class, Odd("the class file is damaged"))) };
    if class.major_version < HAS_STACK_MAPS {
        return judge(class, check_methods(world, class, file, &reader, Rules::Inference));
    }
    let found = check_methods(world, class, file, &reader, Rules::StackMaps);
    // What cannot be loaded is not tried again.
    let is_refusal = |problem: &ResolveError| !matches!(problem, ResolveError::Load(_));
    let is_fine = found.problems.is_empty() && found.odd.is_none();
    if !is_fine && class.major_version <= MAY_FAIL_OVER && found.problems.iter().all(is_refusal) {
        return judge(class, check_methods(world, class, file, &reader, Rules::Inference));
    }
    judge(class, found)
}

fn check_methods(world: &World, class: &Rc<Class>, file: &ClassFile, reader: &FrameReader<'_>, rules: Rules) -> Found {
    let mut found = Found::default();
    for method in class.methods.iter().map(|id| world.method(*id)) {
        let Some(code) = file.code(method.index) else { continue };
        let index = method.index;
        let mut checker = Checker::new(world, Rc::clone(class), method);
        let done = match rules {
            Rules::StackMaps => check_with_stack_map(&mut checker, &code, |locals| file.frames(index, reader, locals)),
            Rules::Inference => inferred::check(&mut checker, &code),
        };
        found.odd = found.odd.or(done.err());
        found.problems.extend(checker.problems);
    }
    found
}

/// The JVM goes through the methods in an order of its own. So which error it throws is certain only where all are the same.
fn judge(class: &Class, found: Found) -> Result<(), ResolveError> {
    let Some(first) = found.problems.first() else { return found.odd.map_or(Ok(()), |odd| Err(undecided(class, odd))) };
    if let Some(unknown) = found.problems.iter().find(|problem| problem.throws().is_none()) {
        return Err(unknown.clone());
    }
    let is_certain = found.odd.is_none() && found.problems.iter().all(|other| other.throws() == first.throws());
    Err(if is_certain { first.clone() } else { first.clone().into_open() })
}

/// Nobody knows whether the JVM refuses it.
fn undecided(class: &Class, odd: Odd) -> ResolveError {
    let what = format!("{} may not verify: {}", class.name, odd.0);
    ResolveError::Open { what: what.into(), throws: VERIFY_ERROR }
}

/// Checks a method by its stack map, which `frames` reads for the values with which the method begins.
fn check_with_stack_map(
    checker: &mut Checker<'_>,
    code: &Code,
    frames: impl FnOnce(Vec<Value>) -> Option<Vec<(u32, Frame)>>,
) -> Done {
    let locals = locals_at_entry(checker)?;
    let entry = Frame::new(&locals, Vec::new());
    check_with_frames(checker, code, &entry, &frames(locals).ok_or(Odd("a malformed stack map"))?)
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
        has_news = matches!(op, Op::Store(..) | Op::Invoke(..));
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
