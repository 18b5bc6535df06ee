//! The parts of the JSON document of `clew generate` that expectations speak of.

use serde::Deserialize;
use serde_json::Value as Json;

#[derive(Deserialize)]
pub struct Document {
    pub sense: String,
    pub problems: Vec<String>,
    pub methods: Vec<Method>,
}

#[derive(Deserialize)]
pub struct Method {
    pub class: String,
    pub method: String,
    pub paths: u64,
    pub tests: Vec<Test>,
    pub goals: Vec<Goal>,
    pub error: Option<String>,
    pub undecided: Vec<Reason>,
}

#[derive(Deserialize)]
pub struct Reason {
    pub reason: String,
    pub count: u64,
}

#[derive(Deserialize)]
pub struct Test {
    pub name: Option<String>,
    pub inputs: Json,
    pub outcome: Json,
    pub replay: String,
    pub not_written: Option<String>,
}

#[derive(Deserialize)]
pub struct Goal {
    pub kind: String,
    pub line: u32,
    pub edge: Option<String>,
    pub exception: Option<String>,
    #[serde(flatten)]
    pub verdict: Verdict,
    pub unconditional: bool,
}

#[derive(Deserialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum Verdict {
    Reached { test: usize, test_of: Option<Json> },
    Unreachable { assumptions: Vec<String> },
    UnreachableWithin { assumptions: Vec<String> },
    Undecided { reasons: Vec<String> },
}
