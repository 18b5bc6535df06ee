//! What a test method is written for.

use crate::options::JUnit;

/// What a test method is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// To say what the outcome is.
    Asserting(JUnit),
    /// To find out what the outcome is: it always throws, with what it saw as the message.
    Probing,
    /// To look at what there is before the call, and when it has ended: it always throws, too.
    Looking,
}
