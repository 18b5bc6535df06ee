//! Reads the annotations that mean something here from the bytes of a method's attributes: `ClewAssume`, and what tools of all kinds
//! say of parameters that may or may not be `null`.
//!
//! The class-file library is kept away from annotations because it recurses into them; this reader bounds its depth.

use super::pool::{RawPool, u16_at};
use super::text;
use crate::descriptor::parse_method_descriptor;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What annotations say of whether a parameter may be `null`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nullness {
    /// Nothing.
    Unsaid,
    /// It may: `@Nullable`.
    MayBeNull,
    /// It never is: `@NonNull`, `@NotNull`.
    NeverNull,
}

/// The simple name of the annotation, which a program declares itself, in any package.
const ASSUME: &str = "ClewAssume";
/// The attributes that hold the annotations of a method.
const ATTRIBUTES: [&str; 2] = ["RuntimeVisibleAnnotations", "RuntimeInvisibleAnnotations"];
/// The attributes that hold the annotations of a method's parameters.
const OF_PARAMETERS: [&str; 2] = ["RuntimeVisibleParameterAnnotations", "RuntimeInvisibleParameterAnnotations"];
/// The attributes that hold the annotations of the types in a method's declaration.
const OF_TYPES: [&str; 2] = ["RuntimeVisibleTypeAnnotations", "RuntimeInvisibleTypeAnnotations"];
/// The simple names of annotations of what may be `null`; each of several packages has one of its own.
const MAY_BE_NULL: [&str; 4] = ["Nullable", "CheckForNull", "NullableDecl", "PossiblyNull"];
/// The simple names of annotations of what is never `null`.
const NEVER_NULL: [&str; 4] = ["NonNull", "NotNull", "Nonnull", "NonNullDecl"];
/// How deep values of annotations may nest before the rest of the attribute is left unread.
const MAX_DEPTH: u32 = 32;

/// The texts of a constant pool; empty for a class file that never names the annotation.
#[derive(Default)]
pub(super) struct Annotations {
    texts: BTreeMap<u16, Arc<str>>,
}

impl Annotations {
    /// What is needed of the pool to read annotations later.
    pub(super) fn of(pool: &RawPool<'_>) -> Self {
        let is_meant = |name: &str| is_assume(name) || nullness_of(name).is_some();
        let is_named = pool.texts().any(|(_, bytes)| std::str::from_utf8(bytes).is_ok_and(is_meant));
        let texts = is_named.then(|| pool.texts().map(|(index, bytes)| (index, text::name(bytes))).collect());
        Annotations { texts: texts.unwrap_or_default() }
    }

    /// What the annotation says, of a method with these attributes: its `value`, a string or an array of strings.
    pub(super) fn assumed<'a>(&self, attributes: impl Iterator<Item = (Arc<str>, &'a [u8])>) -> Vec<Arc<str>> {
        if self.texts.is_empty() {
            return Vec::new();
        }
        let mut assumed = Vec::new();
        for (_, bytes) in attributes.filter(|(name, _)| ATTRIBUTES.contains(&&**name)) {
            let mut reader = Reader { bytes, texts: &self.texts, assumed: Some(&mut assumed) };
            // What is damaged ends the reading: an assumption less, which is never wrong.
            let _ = reader.annotations();
        }
        assumed
    }

    /// What annotations say of each of the parameters, of a method with this descriptor and these attributes.
    pub(super) fn nullness<'a>(
        &self,
        attributes: impl Iterator<Item = (Arc<str>, &'a [u8])>,
        descriptor: &str,
    ) -> Vec<Nullness> {
        if self.texts.is_empty() {
            return Vec::new();
        }
        let Some((parameters, _)) = parse_method_descriptor(descriptor) else { return Vec::new() };
        let mut found = vec![Nullness::Unsaid; parameters.len()];
        for (name, bytes) in attributes {
            let mut reader = Reader { bytes, texts: &self.texts, assumed: None };
            // What is damaged ends the reading: less is said then.
            let _ = match &*name {
                name if OF_PARAMETERS.contains(&name) => reader.of_parameters(&mut found),
                name if OF_TYPES.contains(&name) => reader.of_types(&mut found),
                _ => Some(()),
            };
        }
        match found.iter().all(|nullness| *nullness == Nullness::Unsaid) {
            true => Vec::new(),
            false => found,
        }
    }
}

/// The simple name of the class with this descriptor.
fn simple_name(descriptor: &str) -> Option<&str> {
    let name = descriptor.strip_prefix('L')?.strip_suffix(';')?;
    name.rsplit(['/', '$']).next()
}

fn is_assume(descriptor: &str) -> bool {
    simple_name(descriptor) == Some(ASSUME)
}

/// What an annotation says of `null`.
fn nullness_of(descriptor: &str) -> Option<Nullness> {
    let name = simple_name(descriptor)?;
    if MAY_BE_NULL.contains(&name) {
        Some(Nullness::MayBeNull)
    } else {
        NEVER_NULL.contains(&name).then_some(Nullness::NeverNull)
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    texts: &'a BTreeMap<u16, Arc<str>>,
    /// Takes what `ClewAssume` says.
    assumed: Option<&'a mut Vec<Arc<str>>>,
}

impl Reader<'_> {
    fn annotations(&mut self) -> Option<()> {
        for _ in 0..self.number()? {
            self.annotation(0)?;
        }
        Some(())
    }

    /// Reads an annotation and returns its type's descriptor.
    fn annotation(&mut self, depth: u32) -> Option<Arc<str>> {
        let name = self.text()?;
        let counts = depth == 0 && is_assume(&name);
        for _ in 0..self.number()? {
            let element = self.text()?;
            self.value(depth, counts && &*element == "value")?;
        }
        Some(name)
    }

    /// Reads what annotations of parameters say of those at the end of the list: compilers may leave out the ones that they have added
    /// before them.
    fn of_parameters(&mut self, found: &mut [Nullness]) -> Option<()> {
        let count = usize::from(self.byte()?);
        let first = found.len().checked_sub(count)?;
        for parameter in &mut found[first..] {
            for _ in 0..self.number()? {
                if let Some(nullness) = nullness_of(&self.annotation(0)?) {
                    *parameter = nullness;
                }
            }
        }
        Some(())
    }

    /// Reads what annotations of types say of the types of parameters themselves, not of parts of them.
    fn of_types(&mut self, found: &mut [Nullness]) -> Option<()> {
        for _ in 0..self.number()? {
            let parameter = match self.byte()? {
                0x16 => Some(usize::from(self.byte()?)),
                0x13..=0x15 => None,
                0x01 => {
                    self.byte()?;
                    None
                }
                0x12 | 0x17 => {
                    self.number()?;
                    None
                }
                _ => return None,
            };
            let path = usize::from(self.byte()?);
            self.bytes = self.bytes.get(2 * path..)?;
            let nullness = nullness_of(&self.annotation(0)?);
            let place = parameter.filter(|_| path == 0).and_then(|parameter| found.get_mut(parameter));
            if let (Some(place), Some(nullness)) = (place, nullness) {
                *place = nullness;
            }
        }
        Some(())
    }

    /// Reads a value; if it `counts`, its strings are assumptions.
    fn value(&mut self, depth: u32, counts: bool) -> Option<()> {
        if depth > MAX_DEPTH {
            return None;
        }
        match self.byte()? {
            b's' => {
                let text = self.text()?;
                if let Some(assumed) = self.assumed.as_deref_mut().filter(|_| counts) {
                    assumed.push(text);
                }
            }
            b'e' => {
                self.number()?;
                self.number()?;
            }
            b'@' => {
                self.annotation(depth + 1)?;
            }
            b'[' => {
                for _ in 0..self.number()? {
                    self.value(depth + 1, counts)?;
                }
            }
            _ => {
                self.number()?;
            }
        }
        Some(())
    }

    fn byte(&mut self) -> Option<u8> {
        let (byte, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(*byte)
    }

    fn number(&mut self) -> Option<u16> {
        let number = u16_at(self.bytes, 0)?;
        self.bytes = &self.bytes[2..];
        Some(number)
    }

    fn text(&mut self) -> Option<Arc<str>> {
        let index = self.number()?;
        self.texts.get(&index).cloned()
    }
}
