//! What the class files outside the JDK say of each other: which extend or implement which, and which members they refer to. It is read
//! from their constant pools, without loading a class.

use super::{ClassPath, Provenance};
use crate::classfile::Mentions;
use clew_base::{Digest, FastSet, OrderedMap, fast_hash};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What class files outside the JDK say of each other.
pub(crate) struct Outline {
    /// The classes outside the JDK, sorted.
    classes: Vec<Arc<str>>,
    /// The classes that name a type as their superclass or one of their interfaces, by the name of that type.
    below: OrderedMap<Arc<str>, Vec<Arc<str>>>,
    /// The hash of each name with a descriptor that a class refers to, and the position of the class; sorted.
    members: Vec<(u32, u32)>,
    /// The positions of the classes whose files cannot be read that far.
    unread: Vec<u32>,
    /// The types outside the JDK of which lambda expressions outside it give objects, sorted.
    lambdas: Vec<Arc<str>>,
    /// The digest of which class names which supertypes, and of the types of lambda expressions.
    digest: Digest,
}

impl Outline {
    fn of(path: &ClassPath) -> Self {
        let classes = path.classes_outside_jdk();
        let mut below: OrderedMap<Arc<str>, Vec<Arc<str>>> = OrderedMap::default();
        let (mut members, mut unread, mut lambdas) = (Vec::new(), Vec::new(), BTreeSet::new());
        let mut all: Vec<Option<Vec<Arc<str>>>> = Vec::with_capacity(classes.len());
        for (position, name) in (0..).zip(&classes) {
            let found = path.find(name).and_then(Result::ok);
            let mentions = found.as_ref().and_then(|found| Mentions::of(&found.bytes));
            match &mentions {
                Some(Mentions { supertypes, members: referred, linked_types }) => {
                    lambdas.extend(linked_types.iter().filter(|of| path.origin(of).is_some()).cloned());
                    supertypes.iter().for_each(|of| below.entry(Arc::clone(of)).or_default().push(Arc::clone(name)));
                    members.extend(referred.iter().map(|(name, descriptor)| (hash(name, descriptor), position)));
                }
                None => unread.push(position),
            }
            all.push(mentions.map(|mentions| mentions.supertypes));
        }
        members.sort_unstable();
        members.dedup();
        let lambdas: Vec<Arc<str>> = lambdas.into_iter().collect();
        let digest = Digest::of_value(&(&classes, all, &lambdas));
        Self { classes, below, members, unread, lambdas, digest }
    }

    /// The types that classes outside the JDK name as supertypes.
    pub(crate) fn supertypes(&self) -> impl Iterator<Item = &Arc<str>> {
        self.below.keys()
    }

    /// The types outside the JDK of which lambda expressions outside it give objects, sorted.
    pub(crate) fn lambdas(&self) -> &[Arc<str>] {
        &self.lambdas
    }

    /// The classes that may be subtypes of one of these types, the types themselves left out, sorted.
    pub(crate) fn below(&self, mut types: Vec<Arc<str>>) -> Vec<Arc<str>> {
        let mut seen: FastSet<Arc<str>> = FastSet::default();
        while let Some(name) = types.pop() {
            for class in self.below.get(&name).into_iter().flatten() {
                if seen.insert(Arc::clone(class)) {
                    types.push(Arc::clone(class));
                }
            }
        }
        seen.extend(self.unread.iter().map(|position| self.class(*position)));
        let mut found: Vec<Arc<str>> = seen.into_iter().collect();
        found.sort_unstable();
        found
    }

    /// The classes that may refer to a member of this name and descriptor, sorted.
    pub(crate) fn referring_to(&self, name: &str, descriptor: &str) -> Vec<Arc<str>> {
        // Other characters are coded otherwise in class files.
        if !name.is_ascii() || !descriptor.is_ascii() {
            return self.classes.clone();
        }
        let hash = hash(name.as_bytes(), descriptor.as_bytes());
        let from = self.members.partition_point(|(known, _)| *known < hash);
        let referring = self.members[from..].iter().take_while(|(known, _)| *known == hash);
        let mut positions: Vec<u32> = referring.map(|(_, position)| *position).chain(self.unread.clone()).collect();
        positions.sort_unstable();
        positions.into_iter().map(|position| self.class(position)).collect()
    }

    fn class(&self, position: u32) -> Arc<str> {
        Arc::clone(&self.classes[position as usize])
    }

    /// The digest of which class names which supertypes, and of the types of lambda expressions.
    pub(crate) fn digest_of_hierarchy(&self) -> Digest {
        self.digest
    }
}

/// The hash of a name and a descriptor.
fn hash(name: &[u8], descriptor: &[u8]) -> u32 {
    fast_hash((name, descriptor)) as u32
}

impl ClassPath {
    /// What the class files outside the JDK say of each other. The first call reads all of them.
    pub(crate) fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| Outline::of(self))
    }

    /// Reads now what the class files outside the JDK say of each other, and the classes of the JDK that they extend, for every world
    /// over this class path.
    pub fn read_outline(&mut self) {
        let of_jdk: Vec<Arc<str>> =
            self.outline().supertypes().filter(|name| self.origin(name).is_none()).cloned().collect();
        self.read_ahead(of_jdk.iter().map(|name| &**name));
    }

    /// Whether a class outside the JDK is one of the input.
    pub(crate) fn is_of_input(&self, name: &str) -> bool {
        self.index.get(name).is_some_and(|entry| self.entries[*entry].provenance == Provenance::Input)
    }
}
