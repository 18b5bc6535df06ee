//! The values of `--fail-on`.

use std::str::FromStr;

/// The verdicts, as `spec` names them.
const VERDICTS: [&str; 4] = ["reached", "unreachable", "unreachable_within", "undecided"];

/// What `clew check` can fail on: verdicts of goals, verdicts of findings, and kinds of findings.
const OF_FINDINGS: [&str; 8] = [
    "reached",
    "undecided",
    "unreachable",
    "unreachable_within",
    "doomed",
    "doomed_within",
    "always_true",
    "always_false",
];

/// A verdict that makes the exit code 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailOn {
    verdict: &'static str,
    unconditional: Option<bool>,
}

impl FailOn {
    /// Whether a goal with this verdict is meant.
    pub fn matches(&self, verdict: &str, unconditional: bool) -> bool {
        self.verdict == verdict && self.unconditional.is_none_or(|wanted| wanted == unconditional)
    }
}

impl FromStr for FailOn {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        FailOn::parse(text, &VERDICTS)
    }
}

/// A verdict or a kind of finding that makes the exit code of `clew check` 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailOnFinding(FailOn);

impl FailOnFinding {
    /// Whether a finding or a goal is meant that has this among its names.
    pub fn matches(&self, name: &str, unconditional: bool) -> bool {
        self.0.matches(name, unconditional)
    }
}

impl FromStr for FailOnFinding {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        FailOn::parse(text, &OF_FINDINGS).map(FailOnFinding)
    }
}

impl FailOn {
    fn parse(text: &str, verdicts: &[&'static str]) -> Result<Self, String> {
        let (name, unconditional) = match text.split_once(':') {
            None => (text, None),
            Some((name, "conditional")) => (name, Some(false)),
            Some((name, "unconditional")) => (name, Some(true)),
            Some((_, other)) => return Err(format!("':{other}' is neither ':conditional' nor ':unconditional'")),
        };
        let verdict = verdicts.iter().copied().find(|verdict| *verdict == name);
        let verdict = verdict.ok_or_else(|| format!("a verdict is one of {}", verdicts.join(", ")))?;
        Ok(FailOn { verdict, unconditional })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_may_be_narrowed() {
        let any: FailOn = "unreachable".parse().expect("a verdict");
        assert!(any.matches("unreachable", true) && any.matches("unreachable", false));
        assert!(!any.matches("unreachable_within", true));
        let proved: FailOn = "unreachable:unconditional".parse().expect("a verdict");
        assert!(proved.matches("unreachable", true) && !proved.matches("unreachable", false));
        assert!("unknown".parse::<FailOn>().is_err() && "reached:maybe".parse::<FailOn>().is_err());
    }
}
