//! What a job read of the class path, so that its result can be told to hold still.

use crate::Digest;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A question about the classes outside the JDK.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ClassPathQuestion {
    /// Which classes there are.
    Names,
    /// Which classes extend or implement which.
    Hierarchy,
    /// What the class of this internal name declares, or why it cannot be loaded; that there is no such class is an answer too.
    Class(Arc<str>),
    /// The code of the method at this position in its class.
    Code(Arc<str>, usize),
    /// Whether the JVM links the class of this internal name.
    Linking(Arc<str>),
    /// Which methods call one of this name and descriptor.
    Callers(Arc<str>, Arc<str>),
}

/// A question about the class path that a job asked, and the digest of the answer that it got.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClassPathReading {
    /// What was asked.
    pub question: ClassPathQuestion,
    /// What the answer was; `None` where it need not be the same when it is asked again, because a file could not be read.
    pub answer: Option<Digest>,
}
