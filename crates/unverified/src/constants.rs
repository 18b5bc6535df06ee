//! Which identifiers are certainly true at a point: constant propagation (`unverified-executions`, section 3.3).

use crate::abstraction::{AbstractProgram, AbstractStatement};
use crate::condition::{Condition, Identifier};
use crate::points::{ByPoint, Flow, Point};
use clew_base::Id;
use std::collections::BTreeSet;

/// The identifiers that may be false at each point. `None` where control does not come.
pub(crate) struct Constants {
    may_be_false: ByPoint<Option<BTreeSet<Identifier>>>,
    identifiers: usize,
}

impl Constants {
    pub(crate) fn of(program: &AbstractProgram, flow: &Flow<'_>) -> Constants {
        let mut constants = Constants { may_be_false: ByPoint::all(program, &None), identifiers: program.identifiers };
        let all = (0..program.identifiers).map(Identifier::from_index).collect();
        constants.may_be_false.set(flow.start(), Some(all));
        let points = flow.points();
        while points.iter().filter(|point| constants.visit(flow, **point)).count() > 0 {}
        constants
    }

    /// Adds what comes from the previous points, and says whether that changed anything.
    fn visit(&mut self, flow: &Flow<'_>, point: Point) -> bool {
        let mut here = self.may_be_false.at(point).clone();
        for previous in flow.previous(point) {
            let Some(mut there) = self.may_be_false.at(previous).clone() else { continue };
            match flow.between(previous, point) {
                AbstractStatement::Initialize(identifier) => {
                    there.remove(identifier);
                }
                AbstractStatement::Update(identifier) => {
                    there.insert(*identifier);
                }
                AbstractStatement::Assert(_) | AbstractStatement::Call(_) | AbstractStatement::Skip => {}
            }
            here.get_or_insert_default().extend(there);
        }
        let has_changed = here != *self.may_be_false.at(point);
        self.may_be_false.set(point, here);
        has_changed
    }

    /// Whether control may come to the point.
    pub(crate) fn is_reached(&self, point: Point) -> bool {
        self.may_be_false.at(point).is_some()
    }

    /// What the condition says at the point, where some identifiers are certainly true.
    pub(crate) fn simplified(&self, point: Point, condition: &Condition) -> Condition {
        let Some(may_be_false) = self.may_be_false.at(point) else { return condition.clone() };
        let identifiers = (0..self.identifiers).map(Identifier::from_index);
        let known = identifiers.filter(|identifier| !may_be_false.contains(identifier));
        known.fold(condition.clone(), |condition, identifier| condition.with(identifier, true))
    }
}
