//! Reads the frames of a `StackMapTable` attribute (JVMS 4.7.4).

use super::pool::{RawPool, u16_at};
use super::text;
use crate::verify::{Frame, Value};

/// The frames of a method by the offset at which they hold, increasing, or nothing if the attribute is malformed. `locals` are
/// the values with which the method begins.
pub(super) fn read(attribute: &[u8], pool: &RawPool<'_>, locals: Vec<Value>) -> Option<Vec<(u32, Frame)>> {
    let mut reader = Reader { bytes: attribute, pool };
    let mut locals = locals;
    let mut frames = Vec::new();
    let mut at: Option<u32> = None;
    for _ in 0..reader.number()? {
        let (delta, stack) = reader.frame(&mut locals)?;
        let offset = at.map_or(delta, |before| before + 1 + delta);
        at = Some(offset);
        frames.push((offset, Frame::new(&locals, stack)));
    }
    Some(frames)
}

struct Reader<'a> {
    bytes: &'a [u8],
    pool: &'a RawPool<'a>,
}

impl Reader<'_> {
    /// The distance to the frame before, and what is on the stack; changes the local variables to those of the frame.
    fn frame(&mut self, locals: &mut Vec<Value>) -> Option<(u32, Vec<Value>)> {
        let tag = self.byte()?;
        Some(match tag {
            0..=63 => (u32::from(tag), Vec::new()),
            64..=127 => (u32::from(tag - 64), vec![self.value()?]),
            247 => (self.delta()?, vec![self.value()?]),
            248..=250 => {
                let delta = self.delta()?;
                locals.truncate(locals.len().checked_sub(usize::from(251 - tag))?);
                (delta, Vec::new())
            }
            251 => (self.delta()?, Vec::new()),
            252..=254 => {
                let delta = self.delta()?;
                for _ in 251..tag {
                    locals.push(self.value()?);
                }
                (delta, Vec::new())
            }
            255 => {
                let delta = self.delta()?;
                *locals = self.values()?;
                (delta, self.values()?)
            }
            128..=246 => return None,
        })
    }

    fn values(&mut self) -> Option<Vec<Value>> {
        (0..self.number()?).map(|_| self.value()).collect()
    }

    fn value(&mut self) -> Option<Value> {
        Some(match self.byte()? {
            0 => Value::Top,
            1 => Value::Int,
            2 => Value::Float,
            3 => Value::Double,
            4 => Value::Long,
            5 => Value::null(),
            6 => Value::This,
            7 => Value::of_class(&text::name(self.pool.class_name(self.number()?)?)),
            8 => Value::New(u32::from(self.number()?)),
            _ => return None,
        })
    }

    fn delta(&mut self) -> Option<u32> {
        self.number().map(u32::from)
    }

    fn number(&mut self) -> Option<u16> {
        let number = u16_at(self.bytes, 0)?;
        self.bytes = &self.bytes[2..];
        Some(number)
    }

    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(*first)
    }
}
