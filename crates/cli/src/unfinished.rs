//! Whether a run came to its end: a gate that was not asked about all methods must not pass.

use crate::report::MethodEntry;
use crate::status::Status;
use crate::ui::complain;
use std::fmt;

/// What a run left undone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unfinished {
    interrupted: bool,
    /// Methods that were not explored: their turn did not come, their worker died, or they could not be processed.
    unexplored: usize,
    /// Methods that ran out of time or memory.
    cut_short: usize,
    /// All methods.
    methods: usize,
}

impl Unfinished {
    /// What was left undone of these methods, if anything. Methods that ran out of time or memory count where `strict` says so.
    pub fn of(methods: &[MethodEntry], interrupted: bool, strict: bool) -> Option<Unfinished> {
        let count = |is_meant: &dyn Fn(&MethodEntry) -> bool| methods.iter().filter(|method| is_meant(method)).count();
        let ran_out = |method: &MethodEntry| {
            let facts = method.facts.as_ref().filter(|_| method.trouble.is_none());
            facts.is_some_and(|facts| facts.clock_bound || facts.memory_bound())
        };
        let found = Unfinished {
            interrupted,
            unexplored: count(&|method| method.trouble.is_some()),
            cut_short: if strict { count(&ran_out) } else { 0 },
            methods: methods.len(),
        };
        (interrupted || found.unexplored > 0 || found.cut_short > 0).then_some(found)
    }
}

impl fmt::Display for Unfinished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if self.interrupted {
            parts.push("the run was interrupted".to_owned());
        }
        if self.unexplored > 0 {
            parts.push(format!("{} of {} methods not explored", self.unexplored, self.methods));
        }
        if self.cut_short > 0 {
            parts.push(format!("{} of {} methods ran out of time or memory", self.cut_short, self.methods));
        }
        f.write_str(&parts.join(", "))
    }
}

/// What the run of a gate ends with, which `--fail-on` makes of a command: whether a verdict that it names was found, and what was
/// left undone.
pub fn gate(is_gate: bool, matched: bool, undone: Option<impl fmt::Display>) -> Status {
    match undone {
        _ if matched => Status::FailOn,
        Some(undone) if is_gate => {
            complain(format!("not finished: {undone}; what --fail-on asks is not answered"));
            Status::Unfinished
        }
        Some(_) | None => Status::Done,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Trouble;
    use clew_facts::MethodKey;

    fn entry(trouble: Option<Trouble>) -> MethodEntry {
        let key = MethodKey::of_internal("demo/A", "m", "()V");
        MethodEntry { key, facts: None, trouble, tests: Vec::new(), not_written: 0 }
    }

    #[test]
    fn what_was_not_explored_is_undone() {
        assert_eq!(Unfinished::of(&[entry(None)], false, true), None);
        let died = entry(Some(Trouble::Crashed("a worker ended".to_owned())));
        let undone = Unfinished::of(&[entry(None), died, entry(Some(Trouble::NotStarted))], true, false);
        let told = undone.map(|undone| undone.to_string());
        assert_eq!(told.as_deref(), Some("the run was interrupted, 2 of 3 methods not explored"));
    }

    #[test]
    fn only_a_gate_that_did_not_match_is_unfinished() {
        assert_eq!(gate(true, false, Some("why")), Status::Unfinished);
        assert_eq!(gate(true, true, Some("why")), Status::FailOn);
        assert_eq!(gate(false, false, Some("why")), Status::Done);
        assert_eq!(gate(true, false, None::<&str>), Status::Done);
    }
}
