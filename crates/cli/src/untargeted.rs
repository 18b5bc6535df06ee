//! Methods that are no targets unless they are named: private ones, those that compilers make, class initializers, and
//! constructors of enums. They have no goals; what confirmed tests execute of them is told all the same.

use crate::executions::Executions;
use clew_facts::{Elsewhere, MethodKey};
use clew_jvm::World;
use clew_testgen::replay::Point;
use std::collections::BTreeSet;

/// A method that is no target, with code whose lines are known.
pub struct Untargeted {
    /// Which method.
    pub key: MethodKey,
    /// Its source lines, ascending; at least one.
    pub lines: Vec<u32>,
}

impl Untargeted {
    /// The methods with these keys, without those that have no lines.
    pub fn of(world: &World, keys: Vec<MethodKey>, executions: &Executions) -> Vec<Untargeted> {
        let untargeted = |key: MethodKey| {
            let mut lines: BTreeSet<u32> = executions.lines(&key).collect();
            lines.extend(lines_of(world, &key));
            (!lines.is_empty()).then(|| Untargeted { key, lines: lines.into_iter().collect() })
        };
        keys.into_iter().filter_map(untargeted).collect()
    }

    /// The confirmed tests that go through a line, in the order of the run.
    pub fn tests<'e>(&self, executions: &'e Executions, line: u32) -> impl Iterator<Item = &'e Elsewhere> {
        executions.of(&self.key, Point::Line(line))
    }

    /// How many lines tests go through.
    pub fn reached(&self, executions: &Executions) -> usize {
        self.lines.iter().filter(|line| self.tests(executions, **line).next().is_some()).count()
    }
}

/// The lines of a method, as far as its code can be read.
fn lines_of(world: &World, key: &MethodKey) -> Vec<u32> {
    let class = world.load(&key.class.replace('.', "/")).ok();
    let method = class.and_then(|class| world.find_method(class, &key.method, &key.descriptor));
    let code = method.and_then(|method| world.code(method).ok());
    code.map(|code| code.lines.clone()).unwrap_or_default()
}
