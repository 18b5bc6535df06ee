//! The one place that knows the class-file library.
//!
//! It gives out owned, plain data in this crate's words. The library is pinned, because its interface changes often.

mod annotations;
mod decode;
mod frames;
pub(crate) mod places;
mod pool;
mod text;

use crate::op::Code;
use crate::verify::{Frame, Value};
use annotations::Annotations;
pub use annotations::Nullness;
use mokapot::jvm::errors::ParseErrorKind;
use mokapot::jvm::{Class, ConstantVal};
use mokapot::types::Descriptor;
use pool::{RawMethodRef, RawPool};
use std::collections::BTreeSet;
use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// The newest major version of class files that is read: that of Java 25.
pub const NEWEST_MAJOR: u16 = 69;

/// The attribute with the stack map of a method.
const STACK_MAP_TABLE: &[u8] = b"StackMapTable";

/// What the constant pool of a class file says of other classes.
pub(crate) struct Mentions<'a> {
    /// The names of the superclass and of the interfaces.
    pub supertypes: Vec<Arc<str>>,
    /// The names and descriptors of members, in the JVM's own encoding.
    pub members: Vec<(&'a [u8], &'a [u8])>,
    /// The names of the types of which lambda expressions, and other call sites that bootstrap methods link, give objects.
    pub linked_types: Vec<Arc<str>>,
}

impl<'a> Mentions<'a> {
    /// Reads them without parsing the rest; `None` where they cannot be read.
    pub(crate) fn of(file: &'a [u8]) -> Option<Self> {
        let pool = RawPool::read(file)?;
        let supertypes = pool.supertypes()?.into_iter().map(text::name).collect();
        let linked_types = pool.linked_types().map(text::name).collect();
        Some(Self { supertypes, members: pool.members().collect(), linked_types })
    }
}

/// A class file that has been parsed.
pub(crate) struct ClassFile {
    class: Class,
    interface_methods: BTreeSet<RawMethodRef>,
    annotations: Annotations,
}

/// Why bytes are not a class file that can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ParseFailure {
    Malformed(String),
    TooNew { major: u16 },
}

/// The value that a `ConstantValue` attribute gives a static field.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ConstantValue {
    /// An `int` or a narrower number.
    Int(i32),
    /// A `long`.
    Long(i64),
    /// The bits of a `float`.
    Float(u32),
    /// The bits of a `double`.
    Double(u64),
    /// The UTF-16 units of a string.
    String(Arc<[u16]>),
}

/// What a class file says of one of its fields.
#[derive(Clone, Hash)]
pub(crate) struct FieldInfo {
    pub flags: u16,
    pub name: Arc<str>,
    pub descriptor: Arc<str>,
    pub constant: Option<ConstantValue>,
    pub signature: Option<Arc<str>>,
}

/// What a class file says of one of its methods, without its code.
#[derive(Clone, Hash)]
pub(crate) struct MethodInfo {
    pub flags: u16,
    pub name: Arc<str>,
    pub descriptor: Arc<str>,
    pub has_code: bool,
    pub exceptions: Vec<Arc<str>>,
    pub signature: Option<Arc<str>>,
    pub parameter_names: Option<Vec<Arc<str>>>,
    pub assumed: Vec<Arc<str>>,
    pub nullness: Vec<Nullness>,
}

/// What a class file says of the class it holds, beyond names.
#[derive(Clone, Hash)]
pub(crate) struct HeaderInfo {
    pub name: Arc<str>,
    pub flags: u16,
    pub major_version: u16,
    pub superclass: Option<Arc<str>>,
    pub interfaces: Vec<Arc<str>>,
    pub source_file: Option<Arc<str>>,
    pub signature: Option<Arc<str>>,
    pub nest_host: Option<Arc<str>>,
    pub nest_members: Vec<Arc<str>>,
    pub permitted_subclasses: Vec<Arc<str>>,
    pub record_components: Option<Vec<(Arc<str>, Arc<str>)>>,
    pub nesting: Option<Nesting>,
}

/// How a class is nested in another one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Nesting {
    /// The class it is a member of; none for local and anonymous classes.
    pub outer: Option<Arc<str>>,
    /// The class whose code contains it, for local and anonymous classes.
    pub enclosing: Option<Arc<str>>,
    /// Its simple name; none for anonymous classes.
    pub simple_name: Option<Arc<str>>,
    /// Its flags as in the source: `private`, `protected` and `static` are only here.
    pub flags: u16,
}

impl Nesting {
    /// Whether instances have no enclosing instance because the source says `static` (or implies it).
    pub fn is_static(&self) -> bool {
        self.flags & 0x0008 != 0
    }
}

/// The name of the class that the bytes define, if they are a class file as far as that.
pub(crate) fn peek_name(bytes: &[u8]) -> Option<Arc<str>> {
    if !bytes.starts_with(&[0xca, 0xfe, 0xba, 0xbe]) {
        return None;
    }
    RawPool::read(bytes)?.this_class().map(text::name)
}

/// The major version of a class file, or nothing if it does not start as one does.
pub(crate) fn peek_major(bytes: &[u8]) -> Option<u16> {
    if !bytes.starts_with(&[0xca, 0xfe, 0xba, 0xbe]) {
        return None;
    }
    pool::u16_at(bytes, 6)
}

impl ClassFile {
    /// Parses a class file.
    pub(crate) fn parse(bytes: &[u8]) -> Result<Self, ParseFailure> {
        let malformed = |reason: &str| ParseFailure::Malformed(reason.to_owned());
        if !bytes.starts_with(&[0xca, 0xfe, 0xba, 0xbe]) {
            return Err(malformed("it does not start as a class file does"));
        }
        let major = pool::u16_at(bytes, 6).ok_or_else(|| malformed("the file ends too early"))?;
        if major > NEWEST_MAJOR {
            return Err(ParseFailure::TooNew { major });
        }
        let pool = RawPool::read(bytes).ok_or_else(|| malformed("the constant pool is damaged or cut off"))?;
        if pool.has_too_many_dimensions() {
            return Err(malformed("a constant names an array of over 255 dimensions"));
        }
        // The library keeps promises about its pool by `expect`; one that a damaged file breaks must stay an error.
        let readable = pool.without_unread_attributes(bytes);
        let parsed = catch_unwind(AssertUnwindSafe(|| Class::from_bytes(&readable)));
        match parsed {
            Ok(Ok(class)) => {
                let annotations = Annotations::of(&pool);
                Ok(Self { class, interface_methods: pool.interface_methods(), annotations })
            }
            Ok(Err(error)) => match error.kind() {
                ParseErrorKind::UnsupportedVersion { major, .. } => Err(ParseFailure::TooNew { major }),
                kind => Err(ParseFailure::Malformed(match error.source() {
                    Some(cause) => first_line(&format!("{kind}: {cause}")),
                    None => first_line(&kind.to_string()),
                })),
            },
            Err(_) => Err(malformed("the class-file reader gave up on it")),
        }
    }

    /// What the file says of the class itself.
    pub(crate) fn header(&self) -> HeaderInfo {
        let class = &self.class;
        let name = text::name(class.name().as_java_str().as_bytes());
        HeaderInfo {
            flags: class.access_flags.bits(),
            major_version: class.version.major(),
            superclass: class.super_class().map(|it| text::name(it.as_java_str().as_bytes())),
            interfaces: class.interfaces().map(|it| text::name(it.as_java_str().as_bytes())).collect(),
            source_file: class.source_file().map(|it| text::name(it.as_bytes())),
            signature: class.signature().map(|it| text::name(it.as_bytes())),
            nest_host: class.nest_host().map(|it| text::name(it.as_java_str().as_bytes())),
            nest_members: class.nest_members().map(|it| text::name(it.as_java_str().as_bytes())).collect(),
            permitted_subclasses: class
                .permitted_subclasses()
                .map(|it| text::name(it.as_java_str().as_bytes()))
                .collect(),
            record_components: class.record().map(|components| {
                components
                    .map(|it| {
                        let descriptor = it.component_type().descriptor();
                        (text::name(it.name().as_bytes()), text::name(descriptor.as_java_str().as_bytes()))
                    })
                    .collect()
            }),
            nesting: self.nesting(&name),
            name,
        }
    }

    fn nesting(&self, name: &str) -> Option<Nesting> {
        let entry = self
            .class
            .inner_classes()
            .find(|entry| *text::name(entry.inner_class().as_java_str().as_bytes()) == *name)?;
        Some(Nesting {
            outer: entry.outer_class().map(|it| text::name(it.as_java_str().as_bytes())),
            enclosing: self.class.enclosing_method().map(|it| text::name(it.class().as_java_str().as_bytes())),
            simple_name: entry.inner_name().map(|it| text::name(it.as_bytes())),
            flags: entry.access_flags().bits(),
        })
    }

    /// The fields, in the order of the file.
    pub(crate) fn fields(&self) -> Vec<FieldInfo> {
        self.class
            .fields()
            .map(|field| FieldInfo {
                flags: field.access_flags().bits(),
                name: text::name(field.name().as_bytes()),
                descriptor: text::name(field.field_type().descriptor().as_java_str().as_bytes()),
                constant: field.constant_value().and_then(constant_value),
                signature: field.signature().map(|it| text::name(it.as_bytes())),
            })
            .collect()
    }

    /// The methods, in the order of the file.
    pub(crate) fn methods(&self) -> Vec<MethodInfo> {
        self.class
            .methods()
            .map(|method| {
                let attributes = || method.other_attributes().map(|it| (text::name(it.name().as_bytes()), it.bytes()));
                let names: Option<Vec<_>> =
                    method.parameters().map(|it| it.name().map(|name| text::name(name.as_bytes()))).collect();
                let descriptor = text::name(method.descriptor().descriptor().as_java_str().as_bytes());
                let nullness = self.annotations.nullness(attributes(), &descriptor);
                MethodInfo {
                    flags: method.access_flags().bits(),
                    name: text::name(method.name().as_bytes()),
                    descriptor,
                    has_code: method.body().is_some(),
                    exceptions: method.exceptions().map(|it| text::name(it.as_java_str().as_bytes())).collect(),
                    signature: method.signature().map(|it| text::name(it.as_bytes())),
                    parameter_names: names.filter(|names| !names.is_empty()),
                    assumed: self.annotations.assumed(attributes()),
                    nullness,
                }
            })
            .collect()
    }

    /// The decoded code of the method at `index` in the order of the file, or nothing if it has none.
    pub(crate) fn code(&self, index: usize) -> Option<Code> {
        let body = self.class.methods().nth(index)?.body()?;
        Some(decode::code(&self.class, &self.interface_methods, body))
    }

    /// The frames that the stack map of the method at `index` has, by increasing offset, or nothing if it is malformed. `locals`
    /// are the values with which the method begins.
    pub(crate) fn frames(
        &self,
        index: usize,
        reader: &FrameReader<'_>,
        locals: Vec<Value>,
    ) -> Option<Vec<(u32, Frame)>> {
        let body = self.class.methods().nth(index)?.body()?;
        let table = body.other_attributes().find(|it| pool::unmasked(it.name().as_bytes()) == STACK_MAP_TABLE);
        table.map_or_else(|| Some(Vec::new()), |table| frames::read(table.bytes(), &reader.0, locals))
    }
}

/// What is needed of a class file to read the stack maps of its methods.
pub(crate) struct FrameReader<'a>(RawPool<'a>);

impl<'a> FrameReader<'a> {
    /// Reads the constant pool of a class file, or gives nothing if it is damaged.
    pub(crate) fn new(bytes: &'a [u8]) -> Option<Self> {
        RawPool::read(bytes).map(FrameReader)
    }
}

fn constant_value(value: ConstantVal<'_>) -> Option<ConstantValue> {
    match value {
        ConstantVal::Integer(value) => Some(ConstantValue::Int(value)),
        ConstantVal::Long(value) => Some(ConstantValue::Long(value)),
        ConstantVal::Float(value) => Some(ConstantValue::Float(value.to_bits())),
        ConstantVal::Double(value) => Some(ConstantValue::Double(value.to_bits())),
        ConstantVal::String(value) => Some(ConstantValue::String(text::utf16(value.as_bytes()).into())),
        ConstantVal::Null
        | ConstantVal::Class(_)
        | ConstantVal::Handle(_)
        | ConstantVal::MethodType(_)
        | ConstantVal::Dynamic(..) => None,
    }
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}
