//! The value of `--criterion`.

use std::str::FromStr;

/// What tests are made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CriterionArg {
    /// Every branch edge.
    Branches,
    /// Every statement.
    Statements,
    /// Every path.
    Paths,
    /// Every path of the method's own code.
    LocalPaths,
    /// The points listed.
    Points(String),
}

impl FromStr for CriterionArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(match text {
            "branches" => CriterionArg::Branches,
            "statements" => CriterionArg::Statements,
            "paths" => CriterionArg::Paths,
            "local-paths" => CriterionArg::LocalPaths,
            _ => match text.strip_prefix("points:") {
                Some(points) => CriterionArg::Points(points.to_owned()),
                None => return Err("it is branches, statements, paths, local-paths or points:…".to_owned()),
            },
        })
    }
}
