//! Which points of a method no execution reaches.

use crate::assumption::Assumptions;
use crate::fixpoint::Analysis;
use crate::frame::Frame;
use crate::summary::{DEPTH, Summaries};
use crate::trust::{Granted, Trust, Trusted};
use clew_ir::Spot;
use clew_jvm::{MethodCode, MethodId, TranslateError};
use std::collections::{BTreeMap, BTreeSet};

/// The greatest number of trusted things that are tried one by one, to find those that a goal needs.
const MAX_TRUSTED: usize = 8;

/// For each spot of a method whether no execution reaches it, whatever the inputs and whatever other code does. Nothing
/// is assumed, as under `clew verify --sound`.
///
/// # Errors
/// The code of the method cannot be translated.
pub fn excluded(summaries: &Summaries<'_>, method: MethodId, spots: &[Spot]) -> Result<Vec<bool>, TranslateError> {
    let code = summaries.world().code(method)?;
    Ok(excluded_of(summaries, method, &code, spots))
}

/// For each goal of a method, which stands for all its spots, what has to be taken for granted so that no execution
/// reaches it; `None` where contracts of the JDK and what is granted do not rule it out. The `plain` summaries, which take
/// nothing for granted, serve for the code of the JDK.
///
/// # Errors
/// The code of the method cannot be translated.
pub fn excluded_by_trust(
    plain: &Summaries<'_>,
    granted: Granted<'_>,
    method: MethodId,
    goals: &[&[Spot]],
) -> Result<Vec<Option<BTreeSet<Trusted>>>, TranslateError> {
    let code = plain.world().code(method)?;
    let trial = |refused: BTreeSet<Trusted>| Trial::of(plain, granted, method, &code, goals, refused);
    let all = trial(BTreeSet::new());
    let mut found: Vec<Option<BTreeSet<Trusted>>> =
        all.excluded.iter().map(|is| is.then(|| all.used.clone())).collect();
    if !all.excluded.contains(&true) || all.used.len() < 2 || all.used.len() > MAX_TRUSTED {
        return Ok(found);
    }
    let without: Vec<(Trusted, Trial)> =
        all.used.iter().map(|one| (one.clone(), trial(BTreeSet::from([one.clone()])))).collect();
    // What a goal is not ruled out without, it needs. As a rule that is all.
    let mut by_need: BTreeMap<BTreeSet<Trusted>, Vec<usize>> = BTreeMap::new();
    for goal in (0..goals.len()).filter(|goal| all.excluded[*goal]) {
        let needed = without.iter().filter(|(_, trial)| !trial.excluded[goal]).map(|(one, _)| one.clone()).collect();
        by_need.entry(needed).or_default().push(goal);
    }
    for (needed, of) in by_need {
        let only = trial(all.used.difference(&needed).cloned().collect());
        of.iter().filter(|goal| only.excluded[**goal]).for_each(|goal| found[*goal] = Some(only.used.clone()));
    }
    Ok(found)
}

/// One analysis that takes things for granted.
struct Trial {
    /// For each goal whether no execution reaches it.
    excluded: Vec<bool>,
    /// What was taken for granted.
    used: BTreeSet<Trusted>,
}

impl Trial {
    fn of(
        plain: &Summaries<'_>,
        granted: Granted<'_>,
        method: MethodId,
        code: &MethodCode,
        goals: &[&[Spot]],
        refused: BTreeSet<Trusted>,
    ) -> Trial {
        let summaries = Summaries::trusting(plain, Trust::of(granted, refused));
        let spots: Vec<Spot> = goals.iter().copied().flatten().copied().collect();
        let of_spots = excluded_of(&summaries, method, code, &spots);
        let mut left = &of_spots[..];
        let mut excluded = Vec::with_capacity(goals.len());
        for goal in goals {
            let (of_goal, rest) = left.split_at(goal.len());
            excluded.push(!of_goal.is_empty() && !of_goal.contains(&false));
            left = rest;
        }
        Trial { excluded, used: summaries.trust().used() }
    }
}

fn excluded_of(summaries: &Summaries<'_>, method: MethodId, code: &MethodCode, spots: &[Spot]) -> Vec<bool> {
    let nothing = Assumptions::new();
    let frame = Frame::new(summaries, summaries.world().method(method), &code.body, &nothing, DEPTH);
    let analysis = Analysis::of(&frame, code);
    let is_excluded = |spot: &Spot| match *spot {
        Spot::Block(block) => !analysis.is_reached(block),
        Spot::Edge(block, at) => !analysis.may_take(&frame, block, at),
    };
    spots.iter().map(|spot| analysis.complete && is_excluded(spot)).collect()
}
