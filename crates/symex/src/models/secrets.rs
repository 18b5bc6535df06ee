//! What only the running machine knows: values that another machine, or the next run, has otherwise.

use clew_facts::CutReason;

pub(crate) const IDENTITY_HASH: &str = "an identity hash code";
pub(crate) const CLASS_OF_LAMBDA: &str = "the class of a lambda";
pub(crate) const CLASS_OF_STUB: &str = "the class of a stub";
pub(crate) const STACK_TRACE: &str = "a stack trace";
pub(crate) const BITS_OF_NAN: &str = "the bits of a NaN";
pub(crate) const LAYOUT: &str = "the layout of objects in memory";
pub(crate) const MACHINE_SIZE: &str = "the processors and the memory of the machine";
pub(crate) const CLOCK: &str = "the clock";
pub(crate) const ENVIRONMENT: &str = "a property of the environment";

pub(crate) const COLLECTION: &str = "what the collector has done";

pub(crate) const LAST_DIGIT: &str = "the last digit of a transcendental function";

/// What a model in the block language leaves open, and calls by no name of this list.
pub(crate) const OF_MODEL: &str = "a value that a model leaves open";

pub(crate) const ALL: [&str; 12] = [
    IDENTITY_HASH,
    CLASS_OF_LAMBDA,
    CLASS_OF_STUB,
    STACK_TRACE,
    BITS_OF_NAN,
    LAYOUT,
    MACHINE_SIZE,
    CLOCK,
    ENVIRONMENT,
    COLLECTION,
    LAST_DIGIT,
    OF_MODEL,
];

/// A text that is put together of values that are not constant.
pub(crate) const SYMBOLIC_TEXT: &str = "the text of a symbolic value";

/// Whether a concrete run was cut at something that only the running machine knows. On concrete values a text that is not
/// known contains such a thing.
pub(crate) fn is_known_to_machine_only(reason: &CutReason) -> bool {
    matches!(reason, CutReason::Unsupported(why) if why == SYMBOLIC_TEXT || ALL.contains(&why.as_str()))
}
