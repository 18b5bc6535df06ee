//! Callers that pass what no compiler lets through. No test does, so that what is proved of a method's inputs need not hold for them.

use clew_facts::{Assumption, MethodFacts, Verdict};
use clew_jvm::{MethodId, World};

/// Has the proofs say that they assume the arguments to be of the parameters' types, where code on the class path passes others.
pub(crate) fn reckon_with(world: &World, method: MethodId, facts: &mut MethodFacts) {
    let is_proved =
        |goal: &clew_facts::GoalVerdict| matches!(goal.verdict, Verdict::Unreachable(_)) || goal.doomed.is_some();
    let any_proof = facts.goals.iter().any(is_proved) || facts.targets.iter().any(|target| target.proof.is_some());
    if !any_proof || !world.is_called_unfit(method) {
        return;
    }
    for proof in facts.targets.iter_mut().filter_map(|target| target.proof.as_mut()) {
        *proof = proof.assuming(Assumption::CompiledByJavac);
    }
    for goal in &mut facts.goals {
        if let Verdict::Unreachable(proof) = &mut goal.verdict {
            *proof = proof.assuming(Assumption::CompiledByJavac);
        }
        if let Some(proof) = &mut goal.doomed {
            *proof = proof.assuming(Assumption::CompiledByJavac);
        }
    }
}
