//! May-unverified and must-unverified conditions (`unverified-executions`, sections 3.2 and 3.3).

use crate::abstraction::{AbstractProgram, abstraction};
use crate::condition::{Condition, Identifier};
use crate::constants::Constants;
use crate::declared::{Declared, Scope};
use crate::inference::{Property, infer};
use crate::points::{ByPoint, Flow, Point};
use crate::unit::{Fault, Unit};
use clew_base::Id;
use clew_ir::{ProcedureId, Program, Reg};

/// The conditions at the points of a boolean program.
pub struct Inferred {
    abstraction: AbstractProgram,
    verified: ByPoint<Condition>,
    must_assert: ByPoint<Condition>,
    must_all: ByPoint<Condition>,
    constants: Constants,
}

impl Inferred {
    /// Infers them.
    pub fn of(abstraction: AbstractProgram) -> Inferred {
        let constants = Constants::of(&abstraction, &Flow::of(&abstraction));
        Inferred {
            verified: infer(&abstraction, Property::Verified),
            must_assert: infer(&abstraction, Property::MustAssert),
            must_all: infer(&abstraction, Property::MustAll),
            abstraction,
            constants,
        }
    }

    /// The boolean program that they were inferred for.
    pub fn abstraction(&self) -> &AbstractProgram {
        &self.abstraction
    }

    /// A sufficient condition for all executions from the point onward to have the property.
    pub fn sufficient(&self, point: Point, property: Property) -> &Condition {
        match property {
            Property::Verified => self.verified.at(point),
            Property::MustAssert => self.must_assert.at(point),
            Property::MustAll => self.must_all.at(point),
        }
    }

    /// A necessary condition for some execution from the point onward to be unverified: to come to an assertion whose
    /// premise is false (section 3.2).
    pub fn may_unverified(&self, point: Point) -> Condition {
        self.verified.at(point).negated().unwrap_or_else(Condition::always)
    }

    /// A sufficient condition for each execution from the point onward that comes to the end of the unit to contain an
    /// assertion, and for the premises of all assertions to be false in each (section 3.3). Assertions that are fully
    /// verified do not count.
    pub fn must_unverified(&self, point: Point) -> Condition {
        self.must_assert.at(point).meet(self.must_all.at(point))
    }

    /// The must-unverified condition without the identifiers that are certainly true at the point.
    pub(crate) fn known_must_unverified(&self, point: Point) -> Condition {
        self.constants.simplified(point, &self.must_unverified(point))
    }

    /// Whether both conditions are known to say the same at the point.
    pub(crate) fn are_equivalent(&self, point: Point) -> bool {
        self.constants.simplified(point, &self.may_unverified(point)) == self.known_must_unverified(point)
    }

    /// Whether control may come to the point.
    pub(crate) fn is_reached(&self, point: Point) -> bool {
        self.constants.is_reached(point)
    }
}

/// The conditions at the points of a program.
pub struct Conditions {
    program: Program,
    /// By procedure.
    scopes: Vec<Scope>,
    inferred: Inferred,
}

impl Conditions {
    /// Infers the conditions for the tests of a unit.
    ///
    /// # Errors
    /// As for [`crate::encode`].
    pub fn infer(program: &Program, unit: &Unit) -> Result<Conditions, Fault> {
        Ok(Conditions::of(&Declared::new(program, unit)?))
    }

    pub(crate) fn of(declared: &Declared) -> Conditions {
        Conditions {
            program: declared.program.clone(),
            scopes: declared.scopes.clone(),
            inferred: Inferred::of(abstraction(declared)),
        }
    }

    /// The program that their points belong to: annotated, with a variable for each identifier, which is true at first.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The variable that the identifier has in the procedure; `None` if the procedure does not have it.
    pub fn variable(&self, procedure: ProcedureId, identifier: Identifier) -> Option<Reg> {
        self.scopes.get(procedure.index())?.variable(identifier)
    }
}

impl std::ops::Deref for Conditions {
    type Target = Inferred;
    fn deref(&self) -> &Inferred {
        &self.inferred
    }
}
