//! Summaries of the procedures that an entry calls, from the models of their covers (`bounded-infeasible-code`, section 6).
//!
//! Procedures are covered from the callees up, each with the summaries of what it calls in place of its calls. Recursive ones are
//! covered again with what is known of them by then, as often as the bound allows. Where constants are handed to a
//! procedure for which its summary has nothing, it is covered once more under these constants.
//!
//! Every pair is an execution that was run, and so is every test: what comes out of summaries exists. What does not come out says
//! nothing. Procedures that are handed arrays have no summary, since an array as a whole is the same in no two executions;
//! their calls are inlined.

use crate::algorithms;
use crate::formula::Formula;
use crate::passive::{Variable, WeakestPrecondition};
use crate::scope::Scope;
use crate::search::{Cost, Internal, Search};
use crate::summary::{Pair, Summaries};
use crate::unwind::{ActivationId, Ends, Unwinding};
use clew_base::{FastSet, Id, OrderedMap};
use clew_facts::{CoverOptions, CoverTest};
use clew_ir::{ProcedureId, Program, Type, Value, Visit, called_from};
use clew_smt::QueryLimits;
use clew_term::TermPool;

/// How many tests of a procedure its pairs are chosen from, at most.
const MODELS: usize = 64;
/// How many of them are looked for where a caller asks for its constants.
const DEMANDED_MODELS: usize = 16;
/// How often a procedure is unwound anew because its calls asked for more.
const ROUNDS: usize = 4;
/// How many calls may ask for more in all.
const DEMANDS: usize = 200;

/// What summaries give.
pub(crate) struct Known {
    /// Tests of the entry, with what was executed.
    pub tests: Vec<(CoverTest, Pair)>,
    /// The summaries that they were found with.
    pub summaries: Summaries,
    /// What it took.
    pub cost: Cost,
}

/// Covers a procedure with the calls in it replaced by summaries.
pub(crate) fn known(
    program: &Program,
    scope: &Scope,
    options: &CoverOptions,
    limits: &QueryLimits,
) -> Result<Known, Internal> {
    let summaries = Summaries::default();
    let (demands, open, sizes, cost) = (Vec::new(), Vec::new(), OrderedMap::default(), Cost::default());
    let mut maker = Maker { program, options, limits, summaries, demands, open, sizes, cost };
    maker.summarize_all(scope)?;
    let mut tests = maker.models(scope, OrderedMap::default(), usize::MAX)?;
    // Two pairs of one path through a callee make two tests of one path.
    let mut seen: FastSet<Vec<Visit>> = FastSet::default();
    tests.retain(|(_, pair)| seen.insert(pair.visits.clone()));
    Ok(Known { tests, summaries: maker.summaries, cost: maker.cost })
}

struct Maker<'p> {
    program: &'p Program,
    options: &'p CoverOptions,
    limits: &'p QueryLimits,
    summaries: Summaries,
    /// What was asked for.
    demands: Vec<WeakestPrecondition>,
    /// The procedures that are being covered for a caller.
    open: Vec<ProcedureId>,
    /// How large each procedure is with its calls inlined.
    sizes: OrderedMap<ProcedureId, usize>,
    cost: Cost,
}

impl Maker<'_> {
    /// Makes summaries of all that is called, as often as recursion may go deeper.
    fn summarize_all(&mut self, scope: &Scope) -> Result<(), Internal> {
        let called = scope.called_by(scope.entry());
        let able = |id: &ProcedureId| called.contains(id) && !is_handed_arrays(self.program, *id);
        let order: Vec<ProcedureId> = scope.callees_first().into_iter().filter(able).collect();
        order.iter().for_each(|id| self.summaries.begin(*id));
        let mut changed = order.clone();
        for _ in 0..=self.options.unwind {
            let before = std::mem::take(&mut changed);
            for id in &order {
                let called = scope.called_by(*id);
                let is_first = !self.sizes.contains_key(id);
                let is_outdated = before.iter().chain(&changed).any(|id| called.contains(id));
                if (is_first || is_outdated) && self.summarize(*id)? {
                    changed.push(*id);
                }
            }
            if changed.is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// Makes a summary of a procedure, or adds to the one it has. True if it has something new.
    fn summarize(&mut self, procedure: ProcedureId) -> Result<bool, Internal> {
        let scope = Scope::of(self.program, procedure);
        let models = self.models(&scope, OrderedMap::default(), MODELS)?;
        let pairs = models.into_iter().map(|(_, pair)| pair).collect();
        Ok(self.summaries.extend(procedure, pairs, self.sizes.get(&procedure).copied().unwrap_or(0)))
    }

    /// Tests of a procedure on which these inputs have these values.
    fn models(
        &mut self,
        scope: &Scope,
        fixed: OrderedMap<Variable, Value>,
        enough: usize,
    ) -> Result<Vec<(CoverTest, Pair)>, Internal> {
        for round in 1..=ROUNDS {
            let mut pool = TermPool::new();
            let how = Unwinding { bound: self.options.unwind, summaries: Some(&self.summaries), ends: Ends::Finished };
            let Ok(formula) = Formula::of(self.program, scope, &how, fixed.clone(), &mut pool) else { break };
            let size = formula.size(|callee| self.sizes.get(&callee).copied().unwrap_or(0));
            let known = self.sizes.entry(scope.entry()).or_insert(0);
            *known = size.max(*known);
            if round < ROUNDS && self.meet(&formula.passive.demands)? {
                continue;
            }
            if formula.dominators.nodes.is_empty() {
                break;
            }
            let mut search = Search::new(self.program, scope, &formula, pool, self.limits.clone());
            search.stop_at(enough);
            algorithms::look(self.options.algorithm, &mut search)?;
            self.cost = self.cost + search.cost();
            return Ok(search.tests.into_iter().zip(search.pairs).collect());
        }
        Ok(Vec::new())
    }

    /// Covers procedures under the constants that calls hand them. True if that brought something new.
    fn meet(&mut self, demands: &[WeakestPrecondition]) -> Result<bool, Internal> {
        let mut is_new = false;
        for demand in demands {
            let active = self.open.iter().filter(|open| **open == demand.callee).count();
            if self.demands.contains(demand) || self.demands.len() >= DEMANDS || active > self.options.unwind as usize {
                continue;
            }
            self.demands.push(demand.clone());
            let entry = ActivationId::from_index(0);
            let params = demand.params.iter().map(|(param, value)| (Variable::Local(entry, *param), value.clone()));
            let globals = demand.globals.iter().map(|(global, value)| (Variable::Global(*global), value.clone()));
            self.open.push(demand.callee);
            let models =
                self.models(&Scope::of(self.program, demand.callee), params.chain(globals).collect(), DEMANDED_MODELS);
            self.open.pop();
            let pairs = models?.into_iter().map(|(_, pair)| pair).collect();
            is_new |= self.summaries.demand(demand.callee, pairs);
        }
        Ok(is_new)
    }
}

/// Whether a procedure is handed an array, or hands one back, as a parameter or in a global.
fn is_handed_arrays(program: &Program, procedure: ProcedureId) -> bool {
    let is_array = |ty: Type| matches!(ty, Type::Map(_));
    let in_globals = called_from(program, procedure).into_iter().any(|id| {
        let regs = program.procedures[id].body.regs.values();
        regs.into_iter().any(|reg| reg.global.is_some() && is_array(reg.ty))
    });
    let called = &program.procedures[procedure];
    let own = called.body.params.iter().chain(&called.result);
    in_globals || own.into_iter().any(|reg| is_array(called.body.regs[*reg].ty))
}
