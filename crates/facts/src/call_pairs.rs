//! Executions of a method by what goes in and what comes out (`bounded-infeasible-code`, section 6).

use crate::{MethodKey, Value};
use serde::{Deserialize, Serialize};

/// One execution of a static method of numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallPair {
    /// What was passed.
    pub arguments: Vec<Value>,
    /// What it returned.
    pub returned: Value,
}

/// What calls of a method whose code is not there were seen to return.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenCalls {
    /// The method.
    pub method: MethodKey,
    /// The calls.
    pub pairs: Vec<CallPair>,
}
