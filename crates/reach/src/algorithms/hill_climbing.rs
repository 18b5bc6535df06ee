//! Hill climbing: changes the inputs of known executions so that the branch distance to a block falls.

use crate::branch_distance::{Approach, Distance};
use crate::dominators::TopoIndex;
use crate::goals::GoalIndex;
use crate::search::{Internal, Search, Status};
use clew_base::FastSet;
use clew_term::{Assignment, SymbolId, Value};
use fastrand::Rng;
use num_bigint::BigInt;

/// Consecutive random changes without gain before the search gives up.
const KICKS: usize = 24;

/// Tries to reach a block with at most `executions` executions, beginning with the samples.
pub(super) fn climb(
    search: &mut Search<'_>,
    goal: GoalIndex,
    samples: &[Assignment],
    executions: usize,
    random: &mut Rng,
) -> Result<(), Internal> {
    for clone in search.goals.clones(goal) {
        let approach = Approach::of(*clone, search.passive, search.dominators, &mut search.pool);
        let towards = approach.places().collect();
        let mut climber = Climber { search, goal, approach, towards, left: executions };
        let mut best: Option<(Distance, Assignment)> = None;
        for sample in samples {
            if climber.is_done() {
                break;
            }
            if let Some(distance) = climber.probe(sample)?
                && best.as_ref().is_none_or(|(known, _)| distance < *known)
            {
                best = Some((distance, sample.clone()));
            }
        }
        if let Some((distance, inputs)) = best {
            climber.climb(inputs, distance, random)?;
        }
    }
    Ok(())
}

struct Climber<'s, 'a> {
    search: &'s mut Search<'a>,
    goal: GoalIndex,
    approach: Approach,
    towards: FastSet<TopoIndex>,
    /// Executions that are left.
    left: usize,
}

impl Climber<'_, '_> {
    fn is_done(&self) -> bool {
        self.left == 0 || self.search.status[self.goal] != Status::Open || self.search.is_cancelled()
    }

    /// What an execution on these inputs lacks; `None` if there is none.
    fn probe(&mut self, inputs: &Assignment) -> Result<Option<Distance>, Internal> {
        self.left = self.left.saturating_sub(1);
        let path = self.search.run(inputs, &self.towards)?;
        Ok(path.map(|path| self.approach.distance(&path, &self.search.executor, &self.search.pool)))
    }

    fn climb(&mut self, mut inputs: Assignment, mut distance: Distance, random: &mut Rng) -> Result<(), Internal> {
        let symbols = self.search.input_symbols();
        while !self.is_done() {
            let before = distance.clone();
            for symbol in &symbols {
                self.along(*symbol, &mut inputs, &mut distance)?;
            }
            if distance == before && !self.kick(&symbols, &mut inputs, &mut distance, random)? {
                break;
            }
        }
        Ok(())
    }

    /// Changes one input as far as that helps.
    fn along(&mut self, symbol: SymbolId, inputs: &mut Assignment, distance: &mut Distance) -> Result<(), Internal> {
        for sign in [1, -1] {
            if self.is_done() {
                break;
            }
            let Some(next) = moved(inputs, symbol, &BigInt::from(sign)) else { break };
            let Some(one) = self.probe(&next)?.filter(|one| *one < *distance) else { continue };
            let gain = &distance.1 - &one.1;
            let same_stage = one.0 == distance.0;
            let lacking = distance.1.clone();
            let old = std::mem::replace(inputs, next);
            *distance = one;
            if !same_stage || gain <= BigInt::ZERO {
                break;
            }
            // Where nothing else changes, this many steps bring what is lacking; otherwise fewer may help.
            let mut steps: BigInt = (lacking + &gain - 1) / &gain;
            for _ in 0..4 {
                if steps <= BigInt::from(1) || self.is_done() {
                    break;
                }
                if let Some(far) = moved(&old, symbol, &(&steps * sign))
                    && let Some(there) = self.probe(&far)?
                    && there < *distance
                {
                    (*inputs, *distance) = (far, there);
                    break;
                }
                steps /= 4;
            }
            break;
        }
        Ok(())
    }

    /// Changes some inputs at random until that helps. Whether it did.
    fn kick(
        &mut self,
        symbols: &[SymbolId],
        inputs: &mut Assignment,
        distance: &mut Distance,
        random: &mut Rng,
    ) -> Result<bool, Internal> {
        for _ in 0..KICKS {
            if self.is_done() || symbols.is_empty() {
                return Ok(false);
            }
            let mut next = inputs.clone();
            for _ in 0..1 + random.usize(..3) {
                let reach = 1_i64 << random.u32(1..30);
                let by = BigInt::from(random.i64(-reach..=reach));
                let symbol = symbols[random.usize(..symbols.len())];
                next = moved(&next, symbol, &by).unwrap_or(next);
            }
            if let Some(there) = self.probe(&next)?
                && there < *distance
            {
                (*inputs, *distance) = (next, there);
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The inputs with one changed; `None` if it is no number.
fn moved(inputs: &Assignment, symbol: SymbolId, by: &BigInt) -> Option<Assignment> {
    let value = match inputs.get(symbol)? {
        Value::Int(number) => Value::Int(number + by),
        value @ Value::Bv { width, .. } => {
            let low: i64 = i64::try_from(by.clone()).ok()?;
            Value::bv(*width, value.as_signed()?.wrapping_add(low) as u64)
        }
        _ => return None,
    };
    let mut next = inputs.clone();
    next.insert(symbol, value);
    Some(next)
}
