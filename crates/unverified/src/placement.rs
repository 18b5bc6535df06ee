//! Where `assume` and `tryfirst` statements belong (`unverified-executions`, sections 3.2 to 3.4).

use crate::condition::Condition;
use crate::conditions::Inferred;
use crate::points::{Flow, Point};

/// What is put into the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instrumentation {
    /// `assume` statements, which abort tests and prune searches where all that follows is verified (section 3.2).
    May,
    /// `tryfirst` statements, which prefer tests on which nothing that follows is verified (section 3.3).
    Must,
    /// Both, `tryfirst` first (section 3.4).
    MayMust,
}

/// What belongs at a point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placed {
    /// Executions on which this does not hold are given up.
    pub assume: Option<Condition>,
    /// Executions on which this holds are tried before others.
    pub try_first: Option<Condition>,
}

/// Says what belongs at the points of a boolean program.
pub struct Guide<'a> {
    inferred: &'a Inferred,
    flow: Flow<'a>,
}

impl<'a> Guide<'a> {
    /// The guide by these conditions.
    pub fn new(inferred: &'a Inferred) -> Guide<'a> {
        Guide { inferred, flow: Flow::of(inferred.abstraction()) }
    }

    /// What belongs at the point.
    pub fn at(&self, point: Point, which: Instrumentation) -> Placed {
        // Under modular reasoning, a procedure that is called is not reached.
        if !self.inferred.is_reached(point) {
            return Placed::default();
        }
        match which {
            Instrumentation::May => Placed { assume: self.assume(point), try_first: None },
            Instrumentation::Must => Placed { assume: None, try_first: self.try_first(point) },
            Instrumentation::MayMust => {
                // A test that is interrupted and made again would be aborted next.
                let try_first = self.try_first(point).filter(|_| !self.inferred.are_equivalent(point));
                Placed { assume: self.assume(point), try_first }
            }
        }
    }

    /// The may-unverified condition, unless it is trivial, or false at the end of the unit.
    pub fn may(&self, point: Point) -> Option<Condition> {
        let condition = self.inferred.may_unverified(point);
        let is_told = !condition.is_always() && !self.is_last(point) && self.inferred.is_reached(point);
        is_told.then_some(condition)
    }

    /// Whether nothing but the end of the unit follows, so that nothing is gained by giving up executions there.
    pub fn is_last(&self, point: Point) -> bool {
        self.inferred.may_unverified(point).is_never() && self.flow.is_at_end(point)
    }

    /// The must-unverified condition, also where it is trivial. Identifiers that are certainly true are left out of it.
    pub fn must(&self, point: Point) -> Condition {
        self.inferred.known_must_unverified(point)
    }

    /// Whether both conditions are known to say the same, so that what the one prefers the other leaves alone.
    pub fn are_equivalent(&self, point: Point) -> bool {
        self.inferred.are_equivalent(point)
    }

    /// The may-unverified condition, unless it is as at the previous point.
    fn assume(&self, point: Point) -> Option<Condition> {
        self.may(point).filter(|condition| !self.is_as_before(point, condition, Inferred::may_unverified))
    }

    /// The must-unverified condition, unless it is trivial or as at the previous point.
    fn try_first(&self, point: Point) -> Option<Condition> {
        let condition = self.must(point);
        let is_trivial = condition.is_always() || condition.is_never();
        let is_new = !is_trivial && !self.is_as_before(point, &condition, Inferred::known_must_unverified);
        is_new.then_some(condition)
    }

    /// Whether the condition is the same wherever control comes from.
    fn is_as_before(&self, point: Point, here: &Condition, at: fn(&Inferred, Point) -> Condition) -> bool {
        let previous: Vec<Point> =
            self.flow.previous(point).into_iter().filter(|point| self.inferred.is_reached(*point)).collect();
        !previous.is_empty() && previous.iter().all(|previous| at(self.inferred, *previous) == *here)
    }
}
