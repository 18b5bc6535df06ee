//! Verification of code without stack maps (JVMS 4.10.2): what values may be is collected along control flow.

use super::checks::{Checker, Done, Odd, Pass};
use super::types::OBJECT;
use super::{Frame, Value, check_catches, locals_at_entry};
use crate::ResolveError;
use crate::descriptor::{class_of_descriptor, parse_method_descriptor, register_type};
use crate::op::{Code, Op};
use crate::world::ClassId;
use clew_ir::Type;

/// Checks a method. What it finds may be more than what the JVM does; so what hangs on it is not certain.
pub(super) fn check(checker: &mut Checker<'_>, code: &Code) -> Done {
    // Values are not followed through subroutines.
    if code.ops.iter().any(|(_, op)| matches!(op, Op::Unsupported(_))) && names_settled_only(checker, code) {
        return Ok(());
    }
    let before = checker.problems.len();
    let done = infer(checker, code);
    checker.mode = Pass::Checks;
    let open = checker.problems.split_off(before).into_iter().map(ResolveError::into_open);
    checker.problems.extend(open);
    done
}

fn infer(checker: &mut Checker<'_>, code: &Code) -> Done {
    let locals = locals_at_entry(checker)?;
    let mut flow = Flow { code, frames: vec![None; code.ops.len()], waiting: Vec::new() };
    flow.enter(0, &Frame::new(&locals, Vec::new()))?;
    checker.mode = Pass::Flow;
    while let Some(index) = flow.waiting.pop() {
        flow.follow(checker, index)?;
    }
    checker.mode = Pass::Checks;
    check_catches(checker, code);
    for (index, (at, op)) in code.ops.iter().enumerate() {
        // Code that control does not get to is not verified.
        if let Some(frame) = &mut flow.frames[index] {
            check_merges(checker, frame);
            checker.step(*at, op, frame)?;
        }
    }
    Ok(())
}

/// Whether a method names no classes but its own and those of the JDK, and extends no other: then it never passes one for another
/// whose relation may have changed.
fn names_settled_only(checker: &Checker<'_>, code: &Code) -> bool {
    let world = checker.world;
    let is_of_jdk = |class: ClassId| world.is_of_jdk(&world.class(class));
    let is_settled = |name: &str| {
        let name = class_of_descriptor(name.trim_start_matches('['));
        name == &*checker.class.name
            || register_type(name).is_some_and(|ty| ty != Type::Ref) && name.len() == 1
            || world.load(name).is_ok_and(is_of_jdk)
    };
    let is_settled_method = |descriptor: &str| {
        parse_method_descriptor(descriptor)
            .is_some_and(|(parameters, returns)| parameters.iter().chain(&returns).all(|ty| is_settled(ty)))
    };
    let names_settled = |op: &Op| match op {
        Op::GetStatic(field) | Op::PutStatic(field) | Op::GetField(field) | Op::PutField(field) => {
            is_settled(&field.class) && is_settled(&field.descriptor)
        }
        Op::Invoke(_, method) => is_settled(&method.class) && is_settled_method(&method.descriptor),
        Op::InvokeDynamic(site) => is_settled_method(&site.descriptor),
        Op::New(class) | Op::NewArray(class) | Op::NewMultiArray(class, _) | Op::CheckCast(class) => is_settled(class),
        _ => true,
    };
    checker.class.superclass.is_none_or(is_of_jdk)
        && is_settled_method(&checker.method.descriptor)
        && code.handlers.iter().filter_map(|handler| handler.catch.as_ref()).all(|catch| is_settled(catch))
        && code.ops.iter().all(|(_, op)| names_settled(op))
}

/// The frames at each instruction, as far as they are known.
struct Flow<'c> {
    code: &'c Code,
    frames: Vec<Option<Frame>>,
    waiting: Vec<usize>,
}

impl Flow<'_> {
    /// Follows one instruction to those that may come next.
    fn follow(&mut self, checker: &mut Checker<'_>, index: usize) -> Done {
        let (at, op) = &self.code.ops[index];
        let Some(mut frame) = self.frames[index].clone() else { return Ok(()) };
        for handler in self.code.handlers.iter().filter(|it| (it.start..it.end).contains(at)) {
            let exception = handler.catch.as_ref().map_or_else(|| checker.known.throwable.clone(), Value::of_class);
            self.jump(handler.target, &frame.caught(exception))?;
        }
        checker.step(*at, op, &mut frame)?;
        let mut targets = Vec::new();
        op.targets(|to| targets.push(to));
        targets.into_iter().try_for_each(|to| self.jump(to, &frame))?;
        if op.falls_through() {
            return self.enter(index + 1, &frame);
        }
        Ok(())
    }

    fn jump(&mut self, to: u32, frame: &Frame) -> Done {
        let index = self.code.ops.binary_search_by_key(&to, |(at, _)| *at);
        self.enter(index.map_err(|_| Odd("a jump into an instruction"))?, frame)
    }

    fn enter(&mut self, index: usize, frame: &Frame) -> Done {
        let known = self.frames.get_mut(index).ok_or(Odd("control runs off the end of the code"))?;
        let changed = match known {
            Some(known) => known.merge(frame).ok_or(Odd("control comes with different operand stacks"))?,
            None => {
                *known = Some(frame.clone());
                true
            }
        };
        if changed && !self.waiting.contains(&index) {
            self.waiting.push(index);
        }
        Ok(())
    }
}

/// Where values of several classes come together, the JVM loads them to find out what they have in common.
fn check_merges(checker: &mut Checker<'_>, frame: &Frame) {
    for value in frame.values() {
        let Value::Refs(names) = value else { continue };
        if names.len() < 2 || names.iter().any(|name| &**name == OBJECT) {
            continue;
        }
        for name in names.iter() {
            if let Err(error) = checker.world.load(name) {
                let problem = ResolveError::Load(error);
                if !checker.problems.contains(&problem) {
                    checker.problems.push(problem);
                }
            }
        }
    }
}
