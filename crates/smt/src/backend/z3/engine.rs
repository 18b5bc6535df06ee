//! One Z3 solver with limits on what a check may cost.

use super::memory;
use crate::solver::{QueryLimits, UnknownReason};
use z3::ast::Bool;

/// A Z3 solver, and the limits that are set on it.
pub(super) struct Engine {
    pub(super) solver: z3::Solver,
    limits: Option<(u32, u32)>,
}

impl Engine {
    pub(super) fn new() -> Self {
        Self { solver: z3::Solver::new(), limits: None }
    }

    /// Whether what is asserted is satisfiable together with the assumptions. After a reason the solver must not be
    /// used again. Nobody interrupts it here: see [`super::interrupt`].
    pub(super) fn check(&mut self, assumptions: &[Bool], limits: &QueryLimits) -> Result<bool, UnknownReason> {
        self.limit(limits);
        let before = self.work();
        let answer = match assumptions {
            [] => self.solver.check(),
            _ => self.solver.check_assumptions(assumptions),
        };
        limits.meter.add(u64::from(self.work().wrapping_sub(before)));
        match answer {
            z3::SatResult::Sat => Ok(true),
            z3::SatResult::Unsat => Ok(false),
            z3::SatResult::Unknown => Err(self.reason(limits)),
        }
    }

    /// What Z3 has done on this thread so far, in its resource units; it starts again at zero after the greatest number.
    fn work(&self) -> u32 {
        match self.solver.get_statistics().value("rlimit count") {
            Some(z3::StatisticsValue::UInt(units)) => units,
            Some(z3::StatisticsValue::Double(_)) | None => 0,
        }
    }

    /// Sets Z3's limits where they differ from those set. Zero means none to Z3 for work, the greatest number for time.
    fn limit(&mut self, limits: &QueryLimits) {
        let work = limits.work.map_or(0, |work| u32::try_from(work.max(1)).unwrap_or(u32::MAX));
        let milliseconds =
            limits.time.map_or(u32::MAX, |time| u32::try_from(time.as_millis().max(1)).unwrap_or(u32::MAX));
        if self.limits == Some((work, milliseconds)) {
            return;
        }
        let mut parameters = z3::Params::new();
        parameters.set_u32("rlimit", work);
        parameters.set_u32("timeout", milliseconds);
        self.solver.set_params(&parameters);
        self.limits = Some((work, milliseconds));
    }

    fn reason(&self, limits: &QueryLimits) -> UnknownReason {
        if limits.cancel.is_cancelled() {
            return UnknownReason::Cancelled;
        }
        let words = self.solver.get_reason_unknown().unwrap_or_default();
        if memory::is_meant_by(&words) || (words.contains("cancel") && memory::is_short()) {
            UnknownReason::Memory
        } else if words.contains("resource") {
            UnknownReason::WorkLimit
        } else if words.contains("timeout") || (words.contains("cancel") && limits.time.is_some()) {
            UnknownReason::TimeLimit
        } else if words.contains("cancel") && limits.work.is_some() {
            UnknownReason::WorkLimit
        } else {
            UnknownReason::Backend(words)
        }
    }
}
