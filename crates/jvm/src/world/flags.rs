//! Access flags, as class files have them. Some bits mean different things on classes, fields and methods.

/// On anything: public.
pub const PUBLIC: u16 = 0x0001;
/// On members: private.
pub const PRIVATE: u16 = 0x0002;
/// On members: protected.
pub const PROTECTED: u16 = 0x0004;
/// On members: static.
pub const STATIC: u16 = 0x0008;
/// On anything: final.
pub const FINAL: u16 = 0x0010;
/// On methods: synchronized.
pub const SYNCHRONIZED: u16 = 0x0020;
/// On classes: set on all, and says nothing.
pub const SUPER: u16 = 0x0020;
/// On fields: volatile.
pub const VOLATILE: u16 = 0x0040;
/// On methods: a bridge.
pub const BRIDGE: u16 = 0x0040;
/// On methods: of variable arity.
pub const VARARGS: u16 = 0x0080;
/// On fields: transient.
pub const TRANSIENT: u16 = 0x0080;
/// On methods: native.
pub const NATIVE: u16 = 0x0100;
/// On classes: an interface.
pub const INTERFACE: u16 = 0x0200;
/// On classes and methods: abstract.
pub const ABSTRACT: u16 = 0x0400;
/// On anything: made by the compiler.
pub const SYNTHETIC: u16 = 0x1000;
/// On classes: an annotation interface.
pub const ANNOTATION: u16 = 0x2000;
/// On classes and fields: an enum class, an enum constant.
pub const ENUM: u16 = 0x4000;
