//! What can be wrong with the input, and how it is said.

use crate::jdk::OLDEST_JAVA;
use std::path::PathBuf;
use std::sync::Arc;
use thiserror::Error;

/// Why no JDK can be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JvmError {
    /// None of the usual places holds one.
    #[error("no JDK found: install JDK {OLDEST_JAVA} or newer, or name its folder with --jdk or JAVA_HOME")]
    NoJdk,
    /// The only one is too old.
    #[error("{place}: Java {version} is too old: install JDK {OLDEST_JAVA} or newer, or name it with {source_of_it}")]
    TooOld {
        /// The folder.
        place: PathBuf,
        /// Its version as it states it.
        version: String,
        /// Where another can be named.
        source_of_it: &'static str,
    },
    /// The folder named is not a JDK with an image of its classes.
    #[error("{place}: not a JDK (no lib/modules in it): name another folder with {source_of_it}")]
    NotAJdk {
        /// The folder.
        place: PathBuf,
        /// Where the folder was named.
        source_of_it: &'static str,
    },
}

/// Something wrong with one entry of the input; the other entries are still used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}: {what}: {remedy}", .place.display())]
pub struct InputProblem {
    /// The file or folder at fault.
    pub place: PathBuf,
    /// What is wrong, in a few words.
    pub what: String,
    /// What the user can do.
    pub remedy: String,
}

/// Why a class cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LoadError {
    /// The class is nowhere on the class path and not in the JDK.
    #[error("class {name} is missing: add the jar or folder that holds it to --classpath")]
    Missing {
        /// Its internal name.
        name: Arc<str>,
    },
    /// The class file is damaged, or breaks a rule of the format.
    #[error("{place}: class {name} cannot be read ({reason}): rebuild it or leave it out")]
    Malformed {
        /// The internal name of the class asked for.
        name: Arc<str>,
        /// Where it was found.
        place: Arc<str>,
        /// What is wrong.
        reason: Arc<str>,
    },
    /// The class file is of a version that came after this program.
    #[error(
        "{place}: class {name} is for Java {} (class file version {major}), but the newest this program reads is Java {} \
         (version {newest}): compile it with --release {}", feature_of(*.major), feature_of(*.newest), feature_of(*.newest)
    )]
    TooNew {
        /// The internal name of the class asked for.
        name: Arc<str>,
        /// Where it was found.
        place: Arc<str>,
        /// Its major version.
        major: u16,
        /// The newest major version that is read.
        newest: u16,
    },
    /// The file cannot be read.
    #[error("{place}: class {name} cannot be read: {reason}")]
    Io {
        /// The internal name of the class asked for.
        name: Arc<str>,
        /// Where it should be.
        place: Arc<str>,
        /// What the system says.
        reason: Arc<str>,
    },
    /// What the class extends or implements does not let it, as it is now.
    #[error("{place}: class {name} cannot be loaded ({reason}): rebuild it with the classes that it extends")]
    Incompatible {
        /// Its internal name.
        name: Arc<str>,
        /// Where it was found.
        place: Arc<str>,
        /// What is wrong.
        reason: Arc<str>,
    },
    /// The class may not use what it extends or implements.
    #[error("{place}: class {name} cannot be loaded ({reason}): rebuild it with the classes that it extends")]
    Inaccessible {
        /// Its internal name.
        name: Arc<str>,
        /// Where it was found.
        place: Arc<str>,
        /// What is wrong.
        reason: Arc<str>,
    },
    /// The class is its own superclass or superinterface.
    #[error("class {name} extends itself: rebuild it from its source")]
    Circular {
        /// Its internal name.
        name: Arc<str>,
    },
}

/// The Java version whose class files have this major version.
fn feature_of(major: u16) -> u16 {
    major.saturating_sub(44)
}

impl LoadError {
    /// The class, in internal form, of the error that the JVM throws in this case; `None` where the class may be another one, or
    /// be there at all, when the program runs.
    pub fn throws(&self) -> Option<&'static str> {
        match self {
            LoadError::Missing { .. }
            | LoadError::Io { .. }
            | LoadError::Malformed { .. }
            | LoadError::TooNew { .. }
            | LoadError::Circular { .. } => None,
            LoadError::Incompatible { .. } => Some("java/lang/IncompatibleClassChangeError"),
            LoadError::Inaccessible { .. } => Some("java/lang/IllegalAccessError"),
        }
    }
}

/// Why a reference to a field or method names nothing that can be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ResolveError {
    /// The class named cannot be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// There is no such field.
    #[error("no field {0}")]
    NoSuchField(Arc<str>),
    /// There is no such method.
    #[error("no method {0}")]
    NoSuchMethod(Arc<str>),
    /// The reference takes a class for an interface, an instance method for a static one, or the contrary.
    #[error("incompatible change: {0}")]
    IncompatibleClassChange(Arc<str>),
    /// What is named may not be used there.
    #[error("no access: {0}")]
    IllegalAccess(Arc<str>),
    /// There are no objects of the class, which is abstract or an interface.
    #[error("{0} is abstract")]
    Instantiation(Arc<str>),
    /// The verifier refuses the class.
    #[error("does not verify: {0}")]
    Verification(Arc<str>),
    /// The reference does not link here, but it may under another class loader or with another JDK.
    #[error("{what}")]
    Open {
        /// What is wrong.
        what: Arc<str>,
        /// The class of the error that the JVM throws where it does not link.
        throws: &'static str,
    },
}

impl ResolveError {
    /// The same error where it is not certain that the JVM throws it.
    pub(crate) fn into_open(self) -> Self {
        match self.throws() {
            Some(throws) => ResolveError::Open { what: self.to_string().into(), throws },
            None => self,
        }
    }

    /// The class, in internal form, of the error that the JVM throws in this case; `None` where that is not certain.
    pub fn throws(&self) -> Option<&'static str> {
        match self {
            ResolveError::Load(error) => error.throws(),
            ResolveError::NoSuchField(_) => Some("java/lang/NoSuchFieldError"),
            ResolveError::NoSuchMethod(_) => Some("java/lang/NoSuchMethodError"),
            ResolveError::IncompatibleClassChange(_) => Some("java/lang/IncompatibleClassChangeError"),
            ResolveError::IllegalAccess(_) => Some("java/lang/IllegalAccessError"),
            ResolveError::Instantiation(_) => Some("java/lang/InstantiationError"),
            ResolveError::Verification(_) => Some("java/lang/VerifyError"),
            ResolveError::Open { .. } => None,
        }
    }
}

/// Why a call on a receiver selects no method that can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SelectError {
    /// What is selected has no code: the JVM throws `AbstractMethodError`.
    #[error("the method selected is abstract")]
    Abstract,
    /// Several default methods conflict: the JVM throws `IncompatibleClassChangeError`.
    #[error("several default methods conflict")]
    IncompatibleClassChange,
    /// The method that stands for one of an interface is not public: the JVM throws `IllegalAccessError`.
    #[error("the method selected is not public")]
    IllegalAccess,
}

impl SelectError {
    /// The class, in internal form, of the error that the JVM throws in this case.
    pub fn throws(self) -> &'static str {
        match self {
            SelectError::Abstract => "java/lang/AbstractMethodError",
            SelectError::IncompatibleClassChange => "java/lang/IncompatibleClassChangeError",
            SelectError::IllegalAccess => "java/lang/IllegalAccessError",
        }
    }
}

/// Why the code of a method cannot be translated.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TranslateError {
    /// The method is abstract or native.
    #[error("the method has no code")]
    NoCode,
    /// The code breaks a rule that the JVM's verifier checks.
    #[error("malformed code at offset {offset}: {reason}")]
    Malformed {
        /// The byte offset of the instruction at fault.
        offset: u32,
        /// The rule it breaks.
        reason: Arc<str>,
    },
}
