//! Reads the one annotation that means something here, `ClewAssume`, from the bytes of a method's attributes.
//!
//! The class-file library is kept away from annotations because it recurses into them; this reader bounds its depth.

use super::pool::{RawPool, u16_at};
use super::text;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The simple name of the annotation, which a program declares itself, in any package.
const ASSUME: &str = "ClewAssume";
/// The attributes that hold the annotations of a method.
const ATTRIBUTES: [&str; 2] = ["RuntimeVisibleAnnotations", "RuntimeInvisibleAnnotations"];
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
        let is_named = pool.texts().any(|(_, bytes)| bytes.ends_with(b"ClewAssume;") && is_assume(&text::name(bytes)));
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
            let mut reader = Reader { bytes, texts: &self.texts, assumed: &mut assumed };
            // What is damaged ends the reading: an assumption less, which is never wrong.
            let _ = reader.annotations();
        }
        assumed
    }
}

fn is_assume(descriptor: &str) -> bool {
    let name = descriptor.strip_prefix('L').and_then(|rest| rest.strip_suffix(';'));
    name.and_then(|name| name.rsplit(['/', '$']).next()) == Some(ASSUME)
}

struct Reader<'a> {
    bytes: &'a [u8],
    texts: &'a BTreeMap<u16, Arc<str>>,
    assumed: &'a mut Vec<Arc<str>>,
}

impl Reader<'_> {
    fn annotations(&mut self) -> Option<()> {
        for _ in 0..self.number()? {
            self.annotation(0)?;
        }
        Some(())
    }

    fn annotation(&mut self, depth: u32) -> Option<()> {
        let name = self.text()?;
        let counts = depth == 0 && is_assume(&name);
        for _ in 0..self.number()? {
            let element = self.text()?;
            self.value(depth, counts && &*element == "value")?;
        }
        Some(())
    }

    /// Reads a value; if it `counts`, its strings are assumptions.
    fn value(&mut self, depth: u32, counts: bool) -> Option<()> {
        if depth > MAX_DEPTH {
            return None;
        }
        let (tag, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        match tag {
            b's' => {
                let text = self.text()?;
                if counts {
                    self.assumed.push(text);
                }
            }
            b'e' => {
                self.number()?;
                self.number()?;
            }
            b'@' => self.annotation(depth + 1)?,
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
