//! A walk over the raw constant pool of a class file, for the few facts that the class-file library does not give out.

use std::borrow::Cow;
use std::collections::BTreeSet;

/// The most consecutive `[` a constant may hold: the JVM allows an array 255 dimensions, and the class-file library
/// recurses once for each.
const MAX_DIMENSIONS: usize = 255;

/// The attributes that nothing here needs. Annotations nest without limit, and the class-file library recurses into them;
/// the JVM does not look at them, nor refuses a class because of them, when it loads it.
const UNREAD_ATTRIBUTES: [&str; 8] = [
    "AnnotationDefault",
    "RuntimeInvisibleAnnotations",
    "RuntimeInvisibleParameterAnnotations",
    "RuntimeInvisibleTypeAnnotations",
    "RuntimeVisibleAnnotations",
    "RuntimeVisibleParameterAnnotations",
    "RuntimeVisibleTypeAnnotations",
    "StackMapTable",
];

/// What stands for the first letter of the name of an attribute that is not read: a control character, in no real name.
const MASK: u8 = 0x7f;

/// The text that a constant had in the file: a program may also use the name of an attribute as a string.
pub(super) fn unmasked(text: &[u8]) -> &[u8] {
    let masked = text.split_first().filter(|(first, _)| **first == MASK);
    match masked.and_then(|(_, tail)| UNREAD_ATTRIBUTES.iter().find(|name| &name.as_bytes()[1..] == tail)) {
        Some(name) => name.as_bytes(),
        None => text,
    }
}

/// A method reference as the pool holds it: class, name and descriptor, each in the JVM's own encoding.
pub(super) type RawMethodRef = (Vec<u8>, Vec<u8>, Vec<u8>);

/// The parts of a raw constant pool that are read here.
pub(super) struct RawPool<'a> {
    entries: Vec<Entry<'a>>,
    /// Where in the file the names of attributes are that are not read.
    unread: Vec<usize>,
    /// What follows the pool in the file.
    rest: &'a [u8],
}

#[derive(Clone, Copy)]
enum Entry<'a> {
    Utf8(&'a [u8]),
    Class(u16),
    NameAndType(u16, u16),
    InterfaceMethod(u16, u16),
    /// The name and descriptor of a call site that a bootstrap method links.
    Dynamic(u16),
    Other,
}

impl<'a> RawPool<'a> {
    /// Reads the pool of a class file, or gives nothing if the file ends inside it or holds an unknown tag.
    pub(super) fn read(file: &'a [u8]) -> Option<Self> {
        let count = u16_at(file, 8)?;
        let mut rest = file.get(10..)?;
        let mut entries = vec![Entry::Other];
        let mut unread = Vec::new();
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
            if tag == 1 && UNREAD_ATTRIBUTES.iter().any(|name| name.as_bytes() == &body[2..]) {
                unread.push(file.len() - after.len() + 2);
            }
            entries.push(match tag {
                1 => Entry::Utf8(&body[2..]),
                7 => Entry::Class(u16_at(body, 0)?),
                11 => Entry::InterfaceMethod(u16_at(body, 0)?, u16_at(body, 2)?),
                12 => Entry::NameAndType(u16_at(body, 0)?, u16_at(body, 2)?),
                18 => Entry::Dynamic(u16_at(body, 2)?),
                _ => Entry::Other,
            });
            if matches!(tag, 5 | 6) {
                entries.push(Entry::Other);
            }
            rest = next;
        }
        Some(Self { entries, unread, rest })
    }

    /// The file with the names of attributes that are not read masked, so that the class-file library takes them for
    /// attributes it does not know and leaves them alone.
    pub(super) fn without_unread_attributes(&self, file: &'a [u8]) -> Cow<'a, [u8]> {
        let mut file = Cow::Borrowed(file);
        for position in &self.unread {
            file.to_mut()[*position] = MASK;
        }
        file
    }

    /// What follows the pool in the file.
    pub(super) fn after(&self) -> &'a [u8] {
        self.rest
    }

    /// The name of the class that the file defines, in the JVM's own encoding.
    pub(super) fn this_class(&self) -> Option<&'a [u8]> {
        self.class_name(u16_at(self.rest, 2)?)
    }

    /// The names of the superclass, if there is one, and of the interfaces, in the JVM's own encoding.
    pub(super) fn supertypes(&self) -> Option<Vec<&'a [u8]>> {
        let superclass = match u16_at(self.rest, 4)? {
            0 => None,
            index => Some(self.class_name(index)?),
        };
        let count = usize::from(u16_at(self.rest, 6)?);
        let interfaces = (0..count).map(|at| self.class_name(u16_at(self.rest, 8 + 2 * at)?));
        superclass.map(Some).into_iter().chain(interfaces).collect()
    }

    /// Every name that stands with a descriptor, in the JVM's own encoding.
    pub(super) fn members(&self) -> impl Iterator<Item = (&'a [u8], &'a [u8])> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::NameAndType(name, descriptor) => Some((self.utf8(*name)?, self.utf8(*descriptor)?)),
            _ => None,
        })
    }

    /// The classes of what the call sites give that bootstrap methods link, in the JVM's own encoding. Lambda expressions are such.
    pub(super) fn linked_types(&self) -> impl Iterator<Item = &'a [u8]> {
        self.entries.iter().filter_map(|entry| {
            let Entry::Dynamic(site) = entry else { return None };
            let Entry::NameAndType(_, descriptor) = self.entry(*site)? else { return None };
            let descriptor = self.utf8(descriptor)?;
            let result = descriptor.iter().rposition(|byte| *byte == b')')?;
            descriptor[result + 1..].strip_prefix(b"L")?.strip_suffix(b";")
        })
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

    /// Every text of the pool with its index.
    pub(super) fn texts(&self) -> impl Iterator<Item = (u16, &'a [u8])> {
        (0..=u16::MAX).zip(&self.entries).filter_map(|(index, entry)| match entry {
            Entry::Utf8(text) => Some((index, *text)),
            _ => None,
        })
    }

    fn entry(&self, index: u16) -> Option<Entry<'a>> {
        self.entries.get(usize::from(index)).copied()
    }

    pub(super) fn utf8(&self, index: u16) -> Option<&'a [u8]> {
        match self.entry(index)? {
            Entry::Utf8(text) => Some(text),
            _ => None,
        }
    }

    /// The name that a class constant has, in the JVM's own encoding.
    pub(super) fn class_name(&self, index: u16) -> Option<&'a [u8]> {
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
