//! Classes, fields and methods that have been loaded.

use super::flags;
use crate::{ConstantValue, Nesting, Nullness, Provenance};
use clew_base::define_id;
use std::sync::Arc;

define_id! {
    /// A class, interface or array class of one [`World`](crate::World).
    pub struct ClassId = "class"
}

define_id! {
    /// A field of one [`World`](crate::World).
    pub struct FieldId = "field"
}

define_id! {
    /// A method of one [`World`](crate::World).
    pub struct MethodId = "method"
}

/// A class, an interface or an array class.
#[derive(Clone, Debug)]
pub struct Class {
    /// Its id.
    pub id: ClassId,
    /// Its internal name (`java/lang/String`), or its descriptor if it is an array class (`[I`).
    pub name: Arc<str>,
    /// Whether it is an array class, and of what.
    pub kind: ClassKind,
    /// Its access flags; see [`flags`].
    pub flags: u16,
    /// Its direct superclass; only `java/lang/Object` has none. That of an interface is `java/lang/Object`.
    pub superclass: Option<ClassId>,
    /// Its direct superinterfaces, in the order of the class file.
    pub interfaces: Vec<ClassId>,
    /// The fields it declares, in the order of the class file.
    pub fields: Vec<FieldId>,
    /// The methods it declares, in the order of the class file.
    pub methods: Vec<MethodId>,
    /// Where it was found. An array class is where its elements are.
    pub provenance: Provenance,
    /// The file it was found in, and after `!` the entry in it; empty for array classes.
    pub place: Arc<str>,
    /// The name of its source file, without folders.
    pub source_file: Option<Arc<str>>,
    /// The major version of its class file; 0 for array classes.
    pub major_version: u16,
    /// Whether it is a record.
    pub record: bool,
    /// The name and the descriptor of each component of a record, in order.
    pub record_components: Vec<(Arc<str>, Arc<str>)>,
    /// How it is nested in another class, if it is.
    pub nesting: Option<Nesting>,
    /// The class that hosts its nest, if that is another one.
    pub nest_host: Option<Arc<str>>,
    /// The other classes of the nest that it hosts.
    pub nest_members: Vec<Arc<str>>,
    /// Its generic signature.
    pub signature: Option<Arc<str>>,
    /// The classes that a sealed class permits to extend it.
    pub permitted_subclasses: Vec<Arc<str>>,
    /// Its static initializer.
    pub has_clinit: Option<MethodId>,
}

/// Whether a class is an array class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassKind {
    /// A class or interface with a class file.
    Ordinary,
    /// A class that was made to link a call site; the JVM has one in its place that cannot be named.
    Hidden,
    /// An array class.
    Array {
        /// What an element is: for `[[I` that is the class `[I`.
        element: ArrayElement,
    },
}

/// What the elements of an array are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArrayElement {
    /// Values of the primitive type with this descriptor.
    Primitive(char),
    /// References to instances of this class, or null.
    Class(ClassId),
}

impl Class {
    /// Whether it is an interface.
    pub fn is_interface(&self) -> bool {
        self.flags & flags::INTERFACE != 0
    }

    /// Whether it is abstract; interfaces are.
    pub fn is_abstract(&self) -> bool {
        self.flags & flags::ABSTRACT != 0
    }

    /// Whether nothing can extend it.
    pub fn is_final(&self) -> bool {
        self.flags & flags::FINAL != 0
    }

    /// Whether the class itself is public; for a nested class the source may say less, see [`Class::source_flags`].
    pub fn is_public(&self) -> bool {
        self.flags & flags::PUBLIC != 0
    }

    /// The class after which its nest is called: those of a nest may use each other's private members.
    pub fn nest(&self) -> &Arc<str> {
        self.nest_host.as_ref().unwrap_or(&self.name)
    }

    /// Whether it has the flag of an enum class; see [`World::enum_of`](crate::World::enum_of).
    pub fn is_enum(&self) -> bool {
        self.flags & flags::ENUM != 0
    }

    /// Whether it is an annotation interface.
    pub fn is_annotation(&self) -> bool {
        self.flags & flags::ANNOTATION != 0
    }

    /// Whether the compiler made it.
    pub fn is_synthetic(&self) -> bool {
        self.flags & flags::SYNTHETIC != 0
    }

    /// Whether it is an array class.
    pub fn is_array(&self) -> bool {
        matches!(self.kind, ClassKind::Array { .. })
    }

    /// Whether it was made to link a call site: the JVM has one in its place whose name and identity are its own.
    pub fn is_hidden(&self) -> bool {
        self.kind == ClassKind::Hidden
    }

    /// Whether it is anonymous or local: its source is within a method or an initializer, and no code outside can name it.
    pub fn is_local(&self) -> bool {
        self.nesting.as_ref().is_some_and(|nesting| nesting.outer.is_none())
    }

    /// Whether objects of exactly this class can exist.
    pub fn is_concrete(&self) -> bool {
        !self.is_interface() && !self.is_abstract()
    }

    /// The access flags as the source has them: those of the nested class if it is one.
    pub fn source_flags(&self) -> u16 {
        self.nesting.as_ref().map_or(self.flags, |nesting| nesting.flags)
    }

    /// Its package in internal form (`java/lang`), empty for the unnamed one.
    pub fn package(&self) -> &str {
        package_of(&self.name)
    }

    /// The class it is a member of or whose code contains it.
    pub fn outer(&self) -> Option<&Arc<str>> {
        let nesting = self.nesting.as_ref()?;
        nesting.outer.as_ref().or(nesting.enclosing.as_ref())
    }
}

/// The package of a class by its internal name.
pub fn package_of(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(package, _)| package)
}

/// The class within which a class is nested, by internal names as compilers write them; the class itself where it is not nested.
pub fn outermost_of(name: &str) -> &str {
    name.split('$').next().unwrap_or(name)
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its id.
    pub id: FieldId,
    /// The class that declares it.
    pub class: ClassId,
    /// Its name.
    pub name: Arc<str>,
    /// Its type descriptor.
    pub descriptor: Arc<str>,
    /// Its access flags; see [`flags`].
    pub flags: u16,
    /// The value it has before static initialization runs, if the class file gives one and the field is static.
    pub constant: Option<ConstantValue>,
    /// Its generic signature.
    pub signature: Option<Arc<str>>,
}

/// A method, a constructor (`<init>`) or a static initializer (`<clinit>`).
#[derive(Clone, Debug)]
pub struct Method {
    /// Its id.
    pub id: MethodId,
    /// The class that declares it.
    pub class: ClassId,
    /// Its name.
    pub name: Arc<str>,
    /// Its descriptor.
    pub descriptor: Arc<str>,
    /// Its access flags; see [`flags`].
    pub flags: u16,
    /// The type descriptors of its parameters, without the receiver.
    pub parameters: Vec<Arc<str>>,
    /// The type descriptor of what it returns; `None` for `void`.
    pub returns: Option<Arc<str>>,
    /// Whether the class file holds code for it.
    pub has_code: bool,
    /// The exceptions it declares.
    pub exceptions: Vec<Arc<str>>,
    /// Its generic signature.
    pub signature: Option<Arc<str>>,
    /// The names of its parameters from its `MethodParameters`, which few class files have. Names from debug information
    /// are those of the parameter registers of its code.
    pub parameter_names: Option<Vec<Arc<str>>>,
    /// What an annotation `ClewAssume` on it says, one text for each assumption.
    pub assumed: Vec<Arc<str>>,
    /// What annotations say of each parameter. Empty where no parameter has such an annotation.
    pub nullness: Vec<Nullness>,
    /// Its place among the methods of its class file.
    pub(crate) index: usize,
}

macro_rules! flag_helpers {
    ($owner:ident { $($(#[$meta:meta])* $name:ident = $flag:ident;)* }) => {
        impl $owner {
            $(
                $(#[$meta])*
                pub fn $name(&self) -> bool {
                    self.flags & flags::$flag != 0
                }
            )*
        }
    };
}

flag_helpers!(Field {
    /// Whether it is public.
    is_public = PUBLIC;
    /// Whether it is private.
    is_private = PRIVATE;
    /// Whether it is protected.
    is_protected = PROTECTED;
    /// Whether it is static.
    is_static = STATIC;
    /// Whether it is final.
    is_final = FINAL;
    /// Whether it is volatile.
    is_volatile = VOLATILE;
    /// Whether the compiler made it.
    is_synthetic = SYNTHETIC;
    /// Whether it is an enum constant.
    is_enum_constant = ENUM;
});

flag_helpers!(Method {
    /// Whether it is public.
    is_public = PUBLIC;
    /// Whether it is private.
    is_private = PRIVATE;
    /// Whether it is protected.
    is_protected = PROTECTED;
    /// Whether it is static.
    is_static = STATIC;
    /// Whether it is final.
    is_final = FINAL;
    /// Whether it is synchronized.
    is_synchronized = SYNCHRONIZED;
    /// Whether it is a bridge that the compiler made.
    is_bridge = BRIDGE;
    /// Whether its last parameter is of variable arity.
    is_varargs = VARARGS;
    /// Whether it is native.
    is_native = NATIVE;
    /// Whether it is abstract.
    is_abstract = ABSTRACT;
    /// Whether the compiler made it.
    is_synthetic = SYNTHETIC;
});

impl Method {
    /// Whether it is a constructor.
    pub fn is_constructor(&self) -> bool {
        &*self.name == "<init>"
    }

    /// Whether it is a static initializer.
    pub fn is_class_initializer(&self) -> bool {
        &*self.name == "<clinit>"
    }
}
