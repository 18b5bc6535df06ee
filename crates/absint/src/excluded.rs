//! Which points of a method no execution reaches.

use crate::assumption::Assumptions;
use crate::fixpoint::Analysis;
use crate::frame::Frame;
use crate::summary::Summaries;
use crate::verify::DEPTH;
use clew_ir::Spot;
use clew_jvm::{MethodId, TranslateError};

/// For each spot of a method whether no execution reaches it, whatever the inputs and whatever other code does. Nothing
/// is assumed, as under `clew verify --sound`.
///
/// # Errors
/// The code of the method cannot be translated.
pub fn excluded(summaries: &Summaries<'_>, method: MethodId, spots: &[Spot]) -> Result<Vec<bool>, TranslateError> {
    let code = summaries.world().code(method)?;
    let nothing = Assumptions::new();
    let frame = Frame::new(summaries, summaries.world().method(method), &code.body, &nothing, DEPTH);
    let analysis = Analysis::of(&frame, &code);
    let is_excluded = |spot: &Spot| match *spot {
        Spot::Block(block) => !analysis.is_reached(block),
        Spot::Edge(block, at) => !analysis.may_take(&frame, block, at),
    };
    Ok(spots.iter().map(|spot| analysis.complete && is_excluded(spot)).collect())
}
