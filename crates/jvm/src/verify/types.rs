//! Which types the verifier lets pass for which others (JVMS 4.10.1.2), as HotSpot does it: classes are loaded only where their
//! names differ, the target first.

use crate::descriptor::class_of_descriptor;
use crate::{LoadError, World};

pub(super) const OBJECT: &str = "java/lang/Object";

/// The two interfaces of arrays.
const OF_ARRAYS: [&str; 2] = ["java/lang/Cloneable", "java/io/Serializable"];

/// For which check a type has to pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A value is passed, stored or returned.
    Passing,
    /// A protected member of another package is used on the value (JVMS 4.10.1.8).
    ProtectedAccess,
}

/// Whether a value of one class passes for one of another; both as the constant pool names them.
///
/// # Errors
/// The class that had to be loaded for that cannot be.
pub(super) fn passes(world: &World, from: &str, to: &str, purpose: Purpose) -> Result<bool, LoadError> {
    if from == to || to == OBJECT {
        return Ok(true);
    }
    match (from.strip_prefix('['), to.strip_prefix('[')) {
        (Some(from), Some(to)) => element_passes(world, from, to, purpose),
        (None, Some(_)) => Ok(false),
        (array, None) => {
            let target = world.load(to)?;
            if world.class(target).is_interface() {
                let is_object = purpose == Purpose::ProtectedAccess && from == OBJECT;
                return Ok(if array.is_some() { OF_ARRAYS.contains(&to) } else { !is_object });
            }
            Ok(array.is_none() && world.is_subtype(world.load(from)?, target))
        }
    }
}

/// Whether what an array holds passes for what another one holds; both are descriptors.
fn element_passes(world: &World, from: &str, to: &str, purpose: Purpose) -> Result<bool, LoadError> {
    let is_primitive = |descriptor: &str| !descriptor.starts_with(['L', '[']);
    if from == to {
        return Ok(true);
    }
    if is_primitive(from) || is_primitive(to) {
        return Ok(false);
    }
    passes(world, class_of_descriptor(from), class_of_descriptor(to), purpose)
}

/// The class of what an array holds, as the constant pool names it; `None` if it is no array of references.
pub(super) fn element_class(array: &str) -> Option<&str> {
    array.strip_prefix('[').filter(|element| element.starts_with(['L', '['])).map(class_of_descriptor)
}
