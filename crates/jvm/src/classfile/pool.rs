//! A walk over the raw constant pool of a class file, for the few facts that the class-file library does not give out.

use std::collections::BTreeSet;

/// The most consecutive `[` a constant may hold: the JVM allows an array 255 dimensions, and the class-file library
/// recurses once for each.
const MAX_DIMENSIONS: usize = 255;

/// A method reference as the pool holds it: class, name and descriptor, each in the JVM's own encoding.
pub(super) type RawMethodRef = (Vec<u8>, Vec<u8>, Vec<u8>);

/// The parts of a raw constant pool that are read here.
pub(super) struct RawPool<'a> {
    entries: Vec<Entry<'a>>,
    /// What follows the pool in the file.
    rest: &'a [u8],
}

#[derive(Clone, Copy)]
enum Entry<'a> {
    Utf8(&'a [u8]),
    Class(u16),
    NameAndType(u16, u16),
    InterfaceMethod(u16, u16),
    Other,
}

impl<'a> RawPool<'a> {
    /// Reads the pool of a class file, or gives nothing if the file ends inside it or holds an unknown tag.
    pub(super) fn read(file: &'a [u8]) -> Option<Self> {
        let count = u16_at(file, 8)?;
        let mut rest = file.get(10..)?;
        let mut entries = vec![Entry::Other];
        while entries.len() < usize::from(count) {
            let (&tag, after) = rest.split_first()?;
            let length = match tag {
                1 => 2 + usize::from(u16_at(after, 0)?),
                3 | 4 | 9 | 10 | 11 | 12 | 17 | 18 => 4,
                5 | 6 => 8,
                7 | 8 | 16 | 19 | 20 => 2,
                15 => 3,
                _ => return None,
            };
            let (body, next) = after.split_at_checked(length)?;
            entries.push(match tag {
                1 => Entry::Utf8(&body[2..]),
                7 => Entry::Class(u16_at(body, 0)?),
                11 => Entry::InterfaceMethod(u16_at(body, 0)?, u16_at(body, 2)?),
                12 => Entry::NameAndType(u16_at(body, 0)?, u16_at(body, 2)?),
                _ => Entry::Other,
            });
            if matches!(tag, 5 | 6) {
                entries.push(Entry::Other);
            }
            rest = next;
        }
        Some(Self { entries, rest })
    }

    /// The name of the class that the file defines, in the JVM's own encoding.
    pub(super) fn this_class(&self) -> Option<&'a [u8]> {
        self.class_name(u16_at(self.rest, 2)?)
    }

    /// Every method reference that names an interface.
    pub(super) fn interface_methods(&self) -> BTreeSet<RawMethodRef> {
        let read = |class: u16, name_and_type: u16| {
            let class = self.class_name(class)?;
            let Some(Entry::NameAndType(name, descriptor)) = self.entry(name_and_type) else { return None };
            Some((class.to_vec(), self.utf8(name)?.to_vec(), self.utf8(descriptor)?.to_vec()))
        };
        self.entries
            .iter()
            .filter_map(|entry| match entry {
                Entry::InterfaceMethod(class, name_and_type) => read(*class, *name_and_type),
                _ => None,
            })
            .collect()
    }

    /// Whether some constant could be a descriptor of more dimensions than the JVM allows.
    pub(super) fn has_too_many_dimensions(&self) -> bool {
        self.entries.iter().any(|entry| match entry {
            Entry::Utf8(text) => text.split(|byte| *byte != b'[').any(|run| run.len() > MAX_DIMENSIONS),
            _ => false,
        })
    }

    fn entry(&self, index: u16) -> Option<Entry<'a>> {
        self.entries.get(usize::from(index)).copied()
    }

    fn utf8(&self, index: u16) -> Option<&'a [u8]> {
        match self.entry(index)? {
            Entry::Utf8(text) => Some(text),
            _ => None,
        }
    }

    fn class_name(&self, index: u16) -> Option<&'a [u8]> {
        match self.entry(index)? {
            Entry::Class(name) => self.utf8(name),
            _ => None,
        }
    }
}

/// The big-endian number of two bytes at `position`.
pub(super) fn u16_at(bytes: &[u8], position: usize) -> Option<u16> {
    let pair = bytes.get(position..position + 2)?;
    Some(u16::from_be_bytes([pair[0], pair[1]]))
}
