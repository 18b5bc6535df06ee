//! Which checks of a method never fail.

use crate::assumption::{Assumption, Assumptions, subsets};
use crate::fixpoint::Analysis;
use crate::frame::Frame;
use crate::summary::{DEPTH, Summaries};
use clew_ir::{BlockId, Terminator};
use clew_jvm::{CheckSite, MethodCode, MethodId, TranslateError};
use std::collections::BTreeSet;

/// What is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CheckKind {
    /// An `assert` statement.
    Assert,
    /// The check of an instruction that throws an exception of this class, in internal form, where it fails.
    Exception(&'static str),
}

/// What is known of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It never fails.
    Verified,
    /// It never fails in executions that keep all these assumptions wherever they were made.
    VerifiedIf(Assumptions),
    /// It may fail.
    Open,
}

/// A check of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Its source line; 0 where it is not known.
    pub line: u32,
    /// The byte offset of the instruction.
    pub offset: u32,
    /// What is checked.
    pub kind: CheckKind,
    /// What is known of it.
    pub verdict: Verdict,
}

/// What is known of the checks of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The checks, by line and offset.
    pub checks: Vec<Check>,
    /// Whether the code could be followed; otherwise all checks are open.
    pub followed: bool,
    /// The lines at which each assumption was made, of those that a verdict names.
    pub assumed: BTreeSet<(Assumption, u32)>,
}

/// Judges all checks of a method. Verdicts may rest on the assumptions that are allowed; each names as few of them as
/// will do.
///
/// # Errors
/// The code of the method cannot be translated.
pub fn verify(summaries: &Summaries<'_>, method: MethodId, allowed: &Assumptions) -> Result<Report, TranslateError> {
    let code = summaries.world().code(method)?;
    let mut report = Report { checks: checks(&code), followed: false, assumed: BTreeSet::new() };
    let blocks = blocks_of_checks(&code);
    let everything = Judgement::under(summaries, method, &code, allowed);
    // What cannot be verified with all assumptions cannot be with fewer.
    let mut left: Vec<usize> = (0..blocks.len()).filter(|check| everything.holds(blocks[*check])).collect();
    report.followed = everything.complete;
    for assumptions in subsets(allowed) {
        if left.is_empty() {
            break;
        }
        let judged = Judgement::under(summaries, method, &code, &assumptions);
        let (verified, rest): (Vec<usize>, Vec<usize>) =
            left.into_iter().partition(|check| judged.holds(blocks[*check]));
        left = rest;
        if !verified.is_empty() {
            report.assumed.extend(judged.made);
        }
        for check in verified {
            report.checks[check].verdict =
                if assumptions.is_empty() { Verdict::Verified } else { Verdict::VerifiedIf(assumptions.clone()) };
        }
    }
    report.checks.sort_by_key(|check| (check.line, check.offset, check.kind));
    Ok(report)
}

/// Where a check fails.
#[derive(Clone, Copy)]
enum Failure {
    /// By the second edge of this block.
    Edge(BlockId),
    /// In this block.
    Block(BlockId),
}

/// The checks of a method, all open.
fn checks(code: &MethodCode) -> Vec<Check> {
    let of_instructions = code.checks.iter().filter_map(|site| {
        let kind = CheckKind::Exception(site.kind.throws()?);
        Some(Check { line: site.line, offset: site.offset, kind, verdict: Verdict::Open })
    });
    let of_assertions = code.assertions.iter().map(|site| Check {
        line: site.line,
        offset: site.offset,
        kind: CheckKind::Assert,
        verdict: Verdict::Open,
    });
    of_instructions.chain(of_assertions).collect()
}

/// Where each check fails, in the same order.
fn blocks_of_checks(code: &MethodCode) -> Vec<Failure> {
    let of_instructions =
        code.checks.iter().filter(|site| site.kind.throws().is_some()).map(|site| Failure::Edge(site.block));
    let of_assertions = code.assertions.iter().map(|site| Failure::Block(site.block));
    of_instructions.chain(of_assertions).collect()
}

/// What one analysis says.
struct Judgement {
    complete: bool,
    /// The ends of blocks from which the failing side may be taken.
    failing: BTreeSet<BlockId>,
    reached: BTreeSet<BlockId>,
    made: BTreeSet<(Assumption, u32)>,
}

impl Judgement {
    fn under(summaries: &Summaries<'_>, method: MethodId, code: &MethodCode, assumptions: &Assumptions) -> Judgement {
        let method = summaries.world().method(method);
        let frame = Frame::new(summaries, method, &code.body, assumptions, DEPTH);
        let analysis = Analysis::of(&frame, code);
        let fails = |site: &&CheckSite| match &code.body.blocks[site.block].terminator {
            Terminator::Branch { kind, .. } if *kind == site.kind => analysis.may_take(&frame, site.block, 1),
            // Of a check that is no branch nothing is known.
            Terminator::Branch { .. }
            | Terminator::Goto(_)
            | Terminator::Switch { .. }
            | Terminator::Invoke { .. }
            | Terminator::InitClass { .. }
            | Terminator::Return(_)
            | Terminator::Throw(_)
            | Terminator::Unsupported(_) => true,
        };
        let failing = code.checks.iter().filter(fails).map(|site| site.block).collect();
        let reached = code.body.blocks.ids().filter(|block| analysis.is_reached(*block)).collect();
        Judgement { complete: analysis.complete, failing, reached, made: frame.made() }
    }

    fn holds(&self, failure: Failure) -> bool {
        self.complete
            && match failure {
                Failure::Edge(block) => !self.failing.contains(&block),
                Failure::Block(block) => !self.reached.contains(&block),
            }
    }
}
