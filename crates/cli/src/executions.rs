//! What the confirmed tests of a run execute, as the JVM has recorded it.

use clew_base::FastMap;
use clew_facts::{Edge, Elsewhere, Goal, GoalKind, MethodKey};
use clew_testgen::replay::{Point, Record};

/// The points of the program that confirmed tests execute.
#[derive(Default)]
pub struct Executions {
    /// The tests of which this is known, in the order of the run.
    tests: Vec<Elsewhere>,
    /// For each point of each method, the positions of the tests that execute it, ascending.
    points: FastMap<MethodKey, FastMap<Point, Vec<usize>>>,
}

impl Executions {
    /// Adds what a test executes; the tests come in the order of the run.
    pub fn add(&mut self, test: Elsewhere, record: Record) {
        for executed in record.executed {
            let points = self.points.entry(executed.method).or_default();
            for point in executed.points {
                points.entry(point).or_default().push(self.tests.len());
            }
        }
        self.tests.push(test);
    }

    /// The tests that execute a point of a method, in the order of the run.
    pub fn of(&self, method: &MethodKey, point: Point) -> impl Iterator<Item = &Elsewhere> {
        let tests = self.points.get(method).and_then(|points| points.get(&point));
        tests.into_iter().flatten().map(|test| &self.tests[*test])
    }

    /// The lines of a method that tests begin, in no order.
    pub fn lines(&self, method: &MethodKey) -> impl Iterator<Item = u32> {
        self.points.get(method).into_iter().flat_map(|points| points.keys()).filter_map(|point| match point {
            Point::Line(line) => Some(*line),
            _ => None,
        })
    }
}

/// The point at which a goal is reached, where a record can show it; `jumps` are those of the goal's method.
pub fn point_of(goal: &Goal, jumps: &[(u32, Edge)]) -> Option<Point> {
    let offset = goal.offset;
    match &goal.kind {
        GoalKind::Line => Some(Point::Line(goal.line)),
        GoalKind::Branch(Edge::Case(key)) => Some(Point::Case(offset, *key)),
        GoalKind::Branch(Edge::Default) => Some(Point::Default(offset)),
        GoalKind::Branch(edge) => {
            let mut done = jumps.iter().filter(|(at, _)| *at == offset).map(|(_, done)| done);
            // Code that is there twice may have a jump that means two things.
            match (done.next()?, done.next()) {
                (done, None) if done == edge => Some(Point::Jumped(offset)),
                (_, None) => Some(Point::Passed(offset)),
                (_, Some(_)) => None,
            }
        }
        GoalKind::Exception(_) | GoalKind::Assert => None,
    }
}
