//! Class files that are parsed, and those that are parsed ahead of the worlds that will ask for them.

use super::{ClassPath, Found, Provenance};
use crate::LoadError;
use crate::classfile::{ClassFile, FieldInfo, HeaderInfo, MethodInfo, NEWEST_MAJOR, ParseFailure};
use clew_base::FastMap;
use std::rc::Rc;
use std::sync::Arc;

/// A class file that has been parsed. It says nothing of other classes, so it is the same for every world.
#[derive(Clone)]
pub(crate) struct Parsed {
    pub file: Rc<ClassFile>,
    pub header: HeaderInfo,
    pub fields: Vec<FieldInfo>,
    pub methods: Vec<MethodInfo>,
    pub provenance: Provenance,
    /// The file, and after `!` the entry in it.
    pub place: Arc<str>,
}

/// A class file that was read ahead.
struct Ready {
    found: Found,
    parsed: Rc<Parsed>,
}

/// The class files that were read ahead, by the name of their class.
#[derive(Default)]
pub(super) struct ReadAhead(FastMap<Arc<str>, Ready>);

impl ReadAhead {
    /// The file of this class, if it was read.
    pub(super) fn find(&self, name: &str) -> Option<&Found> {
        self.0.get(name).map(|ready| &ready.found)
    }
}

impl ClassPath {
    /// Reads and parses these classes now, so that every world over this class path, in this process or in one that is forked
    /// from it, has them at once. Worlds notice no difference. A class that cannot be read or parsed is left out: whoever asks
    /// for it finds out why.
    pub fn read_ahead<'a>(&mut self, names: impl IntoIterator<Item = &'a str>) {
        for name in names {
            let Some(Ok(found)) = self.find(name) else { continue };
            if let Ok(parsed) = parse(name, &found) {
                self.ahead.0.insert(name.into(), Ready { found, parsed: Rc::new(parsed) });
            }
        }
    }

    /// Reads as many classes of the input and the libraries ahead as have at most so many bytes in all, in the order of their
    /// names.
    pub fn read_ahead_outside_jdk(&mut self, bytes: usize) {
        let mut left = bytes;
        for name in self.classes_outside_jdk() {
            self.read_ahead([&*name]);
            let read = self.ahead.find(&name).map_or(0, |found| found.bytes.len());
            match left.checked_sub(read) {
                Some(rest) => left = rest,
                None => return,
            }
        }
    }

    /// The parsed file of a class.
    ///
    /// # Errors
    /// There is none, or it cannot be read or parsed.
    pub(crate) fn parsed(&self, name: &Arc<str>) -> Result<Parsed, LoadError> {
        if let Some(ready) = self.ahead.0.get(name) {
            return Ok((*ready.parsed).clone());
        }
        match self.find(name) {
            None => Err(LoadError::Missing { name: Arc::clone(name) }),
            Some(Err((place, reason))) => Err(LoadError::Io { name: Arc::clone(name), place, reason: reason.into() }),
            Some(Ok(found)) => parse(name, &found),
        }
    }
}

fn parse(name: &str, found: &Found) -> Result<Parsed, LoadError> {
    let (name, place) = (|| Arc::from(name), || Arc::clone(&found.place));
    let file = ClassFile::parse(&found.bytes).map_err(|failure| match failure {
        ParseFailure::Malformed(reason) => LoadError::Malformed { name: name(), place: place(), reason: reason.into() },
        ParseFailure::TooNew { major } => {
            LoadError::TooNew { name: name(), place: place(), major, newest: NEWEST_MAJOR }
        }
    })?;
    Ok(Parsed {
        header: file.header(),
        fields: file.fields(),
        methods: file.methods(),
        file: Rc::new(file),
        provenance: found.provenance,
        place: place(),
    })
}
