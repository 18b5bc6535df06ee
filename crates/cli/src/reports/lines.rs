//! What the goals of a line say about the line.

use clew_facts::{Goal, Verdict};

/// The verdict on a source line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LineVerdict {
    /// It is reached, and so is every edge of its branches.
    Reached,
    /// It is reached, but not every edge of its branches.
    Partly,
    /// It is proved that no execution gets there, without assumptions of its own.
    Unreachable,
    /// The same, under assumptions that are no bounds.
    UnreachableIf,
    /// The same, within bounds.
    UnreachableWithin,
    /// Neither.
    Undecided,
}

impl LineVerdict {
    /// The short name that page and script share.
    pub fn code(self) -> &'static str {
        match self {
            LineVerdict::Reached => "reached",
            LineVerdict::Partly => "partly",
            LineVerdict::Unreachable => "unreachable",
            LineVerdict::UnreachableIf => "unreachable-if",
            LineVerdict::UnreachableWithin => "unreachable-within",
            LineVerdict::Undecided => "undecided",
        }
    }

    /// The verdict on one goal.
    pub fn of_goal(verdict: &Verdict) -> LineVerdict {
        match verdict {
            Verdict::Reached { .. } | Verdict::ReachedElsewhere(_) => LineVerdict::Reached,
            Verdict::Unreachable(proof) if proof.is_bounded() => LineVerdict::UnreachableWithin,
            Verdict::Unreachable(proof) if proof.is_unconditional() => LineVerdict::Unreachable,
            Verdict::Unreachable(_) => LineVerdict::UnreachableIf,
            Verdict::Undecided(_) => LineVerdict::Undecided,
        }
    }

    /// The verdict on a line with these goals: the line itself and the edges of its branches count. Whether one of its
    /// checks can fail is told beside it. Where no goal counts, all do; nothing for no goals.
    pub fn of_line<'g>(goals: impl Iterator<Item = (&'g Goal, &'g Verdict)> + Clone) -> Option<LineVerdict> {
        let counted: Vec<LineVerdict> =
            goals.clone().filter(|(goal, _)| goal.kind.is_code()).map(|(_, verdict)| Self::of_goal(verdict)).collect();
        let verdicts: Vec<LineVerdict> =
            if counted.is_empty() { goals.map(|(_, verdict)| Self::of_goal(verdict)).collect() } else { counted };
        // Of what is not reached, the least certain verdict counts for all.
        let worst = verdicts.iter().copied().max()?;
        let any_reached = verdicts.contains(&LineVerdict::Reached);
        Some(if any_reached && worst != LineVerdict::Reached { LineVerdict::Partly } else { worst })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_facts::{Assumption, Assurance, CutReason, Edge, EngineName, GoalKind, Proof};

    fn proof(assumption: Option<Assumption>) -> Verdict {
        let mut ledger = Assurance::issued_by(EngineName::Exploration);
        assumption.into_iter().for_each(|assumption| ledger.assume(assumption));
        Verdict::Unreachable(Proof::of(ledger).expect("a clean ledger"))
    }

    fn line(goals: &[(GoalKind, Verdict)]) -> Option<LineVerdict> {
        let goals: Vec<(Goal, Verdict)> = goals
            .iter()
            .map(|(kind, verdict)| (Goal { line: 1, offset: 0, kind: kind.clone() }, verdict.clone()))
            .collect();
        LineVerdict::of_line(goals.iter().map(|(goal, verdict)| (goal, verdict)))
    }

    #[test]
    fn the_least_certain_verdict_counts_where_nothing_is_reached() {
        let undecided = || Verdict::Undecided(vec![CutReason::Memory]);
        let reached = || Verdict::Reached { test: 0 };
        let branch = |edge| GoalKind::Branch(edge);
        let npe = || GoalKind::Exception("java.lang.NullPointerException".into());
        assert_eq!(line(&[]), None);
        assert_eq!(line(&[(GoalKind::Line, reached()), (npe(), undecided())]), Some(LineVerdict::Reached));
        assert_eq!(line(&[(GoalKind::Line, reached()), (branch(Edge::True), undecided())]), Some(LineVerdict::Partly));
        assert_eq!(line(&[(npe(), proof(None))]), Some(LineVerdict::Unreachable));
        let closed = || proof(Some(Assumption::ClosedWorld));
        let bounded = || proof(Some(Assumption::Loop(2)));
        assert_eq!(line(&[(GoalKind::Line, proof(None))]), Some(LineVerdict::Unreachable));
        assert_eq!(
            line(&[(GoalKind::Line, proof(None)), (GoalKind::Line, closed())]),
            Some(LineVerdict::UnreachableIf)
        );
        assert_eq!(
            line(&[(GoalKind::Line, bounded()), (GoalKind::Line, closed())]),
            Some(LineVerdict::UnreachableWithin)
        );
        assert_eq!(line(&[(GoalKind::Line, bounded()), (GoalKind::Line, undecided())]), Some(LineVerdict::Undecided));
    }
}
