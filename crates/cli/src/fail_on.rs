//! The values of `--fail-on`.

use std::str::FromStr;

/// The verdicts, as `spec` names them.
const VERDICTS: [&str; 4] = ["reached", "unreachable", "unreachable_within", "undecided"];

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
        let (name, unconditional) = match text.split_once(':') {
            None => (text, None),
            Some((name, "conditional")) => (name, Some(false)),
            Some((name, "unconditional")) => (name, Some(true)),
            Some((_, other)) => return Err(format!("':{other}' is neither ':conditional' nor ':unconditional'")),
        };
        let verdict = VERDICTS.into_iter().find(|verdict| *verdict == name);
        let verdict = verdict.ok_or_else(|| format!("a verdict is one of {}", VERDICTS.join(", ")))?;
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
