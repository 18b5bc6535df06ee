//! What is known on a path of the assumptions that verifiers made about the method under test.

use crate::guide::Place;
use clew_ir::BlockId;
use clew_term::Term;
use clew_unverified::Identifier;
use imbl::OrdMap;

/// The assumptions on a path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guided {
    /// Whether each has been kept so far, as a truth value; those that are missing have.
    pub kept: OrdMap<Identifier, Term>,
    /// The place at which the guide was asked last.
    pub at: Option<Place>,
    /// The block of the method under test that ends in the call which was begun last.
    pub calling: Option<BlockId>,
    /// Whether it has come to a check, an assertion or a call that is perhaps not verified.
    pub has_met_unverified: bool,
    /// Whether it has come to a check or an assertion that is not verified, as a truth value; `None` before the first.
    pub unverified: Option<Term>,
    /// Whether a check or an assertion has failed, or a call has thrown: how that goes on is never verified.
    pub has_failed: bool,
    /// Whether the path is to go before others.
    pub goes_first: bool,
}
