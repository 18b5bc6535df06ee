//! Call sites that are linked at run time: what the JDK's bootstrap methods would make of them, as code.
//!
//! The bootstrap methods that compilers use are known here. Each gives a static method in a class that is made for the call
//! site, written in bytecode instructions as a compiler would write them, so that everything else treats it as any other
//! code: checks, class initialization and exceptions included.

mod assembler;
pub(crate) mod concat;
mod constants;
mod convert;
mod lambda;
mod record;
mod switches;

pub(crate) use concat::JOIN;

use crate::descriptor::{MethodShape, class_of_descriptor, keyword, parse_method_descriptor};
use crate::world::{ClassId, MadeClass, MadeMethod, MethodId, World};
use crate::{LoadError, ResolveError, op::Code};
use clew_ir::{CallSite, Handle, InvokeKind, MethodRef, StaticArg};
use std::sync::Arc;
use thiserror::Error;

/// Why a call site cannot be linked here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LinkError {
    /// Nothing is known of its bootstrap method.
    #[error("invokedynamic by {0}")]
    UnknownBootstrap(String),
    /// The bootstrap method is known, but not what it does with these arguments.
    #[error("invokedynamic: {0}")]
    Unsupported(&'static str),
    /// A class that it needs cannot be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// What it names does not link.
    #[error("invokedynamic: {0}")]
    Reference(#[from] ResolveError),
}

impl LinkError {
    /// The class, in internal form, of the error that the JVM throws in this case; `None` where that is not certain, and where it may
    /// well link.
    pub fn throws(&self) -> Option<&'static str> {
        match self {
            LinkError::Reference(error) => error.throws(),
            LinkError::UnknownBootstrap(_) | LinkError::Unsupported(_) | LinkError::Load(_) => None,
        }
    }
}

type Linked<T> = Result<T, LinkError>;

/// The class whose methods the JVM calls to link what code names; here, none of what those methods give is followed.
pub(crate) const LINKER: &str = "java/lang/invoke/MethodHandleNatives";
/// The method of [`LINKER`] that makes a method handle constant.
pub(crate) const METHOD_HANDLE: &str = "linkMethodHandleConstant";
/// The method of [`LINKER`] that makes a method type constant.
pub(crate) const METHOD_TYPE: &str = "findMethodHandleType";
/// The method of [`LINKER`] that has a dynamic constant computed.
pub(crate) const DYNAMIC_CONSTANT: &str = "linkDynamicConstant";
/// The method of [`LINKER`] that links a call site.
pub(crate) const CALL_SITE: &str = "linkCallSite";

/// The descriptor of `java/lang/Object`.
const OBJECT: &str = "Ljava/lang/Object;";

/// The name of the method that does what a call site does.
const ENTRY: &str = "link";

/// Links a call site in code of the class `caller`.
pub(crate) fn link(world: &World, caller: ClassId, site: &CallSite) -> Linked<MethodId> {
    let bootstrap = &site.bootstrap;
    let site = Site { world, caller, site, shape: shape(&site.descriptor)? };
    site.check_arguments()?;
    match (&*bootstrap.class, &*bootstrap.name) {
        ("java/lang/invoke/LambdaMetafactory", "metafactory") => lambda::plain(&site),
        ("java/lang/invoke/LambdaMetafactory", "altMetafactory") => lambda::with_options(&site),
        ("java/lang/invoke/StringConcatFactory", "makeConcat") => concat::plain(&site),
        ("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants") => concat::with_recipe(&site),
        ("java/lang/runtime/ObjectMethods", "bootstrap") => record::method(&site),
        ("java/lang/runtime/SwitchBootstraps", "typeSwitch") => switches::on_type(&site),
        ("java/lang/runtime/SwitchBootstraps", "enumSwitch") => switches::on_enum(&site),
        (LINKER, METHOD_HANDLE) => Err(LinkError::Unsupported("a method handle constant")),
        (LINKER, METHOD_TYPE) => Err(LinkError::Unsupported("a method type constant")),
        (LINKER, DYNAMIC_CONSTANT) => {
            Err(LinkError::Unsupported("a dynamic constant without a usual bootstrap method"))
        }
        (LINKER, CALL_SITE) => Err(LinkError::Unsupported("a call site without a usual bootstrap method")),
        _ if site.is_constant() => constants::constant(&site),
        _ => {
            let class = bootstrap.class.replace('/', ".");
            Err(LinkError::UnknownBootstrap(format!("{class}#{}", bootstrap.name)))
        }
    }
}

/// A call site that is being linked.
struct Site<'a> {
    world: &'a World,
    /// The class whose code it is in.
    caller: ClassId,
    site: &'a CallSite,
    /// The parameters and the result of the call site.
    shape: MethodShape,
}

impl Site<'_> {
    /// Whether the class of the call site may use what the arguments name. Where it may not, the JVM throws the error that another
    /// instruction would throw that names it, before the bootstrap method runs.
    fn check_arguments(&self) -> Linked<()> {
        let errors = self.site.args.iter().filter_map(|arg| self.check(arg).err());
        let errors: Vec<ResolveError> = errors.chain(self.check_type(&self.site.descriptor).err()).collect();
        let Some(first) = errors.first() else { return Ok(()) };
        // Another error may come first: that of the bootstrap method, or of a constant that is computed.
        let is_settled = self.world.load(&self.site.bootstrap.class).is_ok_and(|class| {
            let is_computed = |arg: &StaticArg| matches!(arg, StaticArg::Dynamic(_));
            self.world.is_of_jdk(&self.world.class(class)) && !self.site.args.iter().any(is_computed)
        });
        let is_certain = is_settled && errors.iter().all(|error| error.throws() == first.throws());
        Err(LinkError::Reference(if is_certain { first.clone() } else { first.clone().into_open() }))
    }

    /// Whether the class of the call site may use the classes of a method descriptor.
    fn check_type(&self, descriptor: &str) -> Result<(), ResolveError> {
        let Some((parameters, returns)) = parse_method_descriptor(descriptor) else { return Ok(()) };
        let types = parameters.iter().chain(&returns).map(|ty| class_of_descriptor(ty));
        types.filter(|ty| keyword(ty).is_none()).try_for_each(|ty| self.world.link_class(self.caller, ty).map(drop))
    }

    /// Whether the class of the call site may use what an argument names.
    fn check(&self, arg: &StaticArg) -> Result<(), ResolveError> {
        let (world, caller) = (self.world, self.caller);
        match arg {
            StaticArg::Handle(Handle::Invoke(kind, method)) => drop(world.link_method(caller, method, *kind)?),
            StaticArg::Handle(Handle::New(constructor)) => {
                world.link_method(caller, constructor, InvokeKind::Special)?;
                // That there are no objects of the class is found when one is to be made.
                world.link_new(caller, &constructor.class).map_err(ResolveError::into_open)?;
            }
            StaticArg::MethodType(descriptor) => self.check_type(descriptor)?,
            StaticArg::Class(class) if keyword(class).is_none() => drop(world.link_class(caller, class)?),
            StaticArg::Handle(
                Handle::GetField(_) | Handle::GetStatic(_) | Handle::PutField(_) | Handle::PutStatic(_),
            )
            | StaticArg::Class(_)
            | StaticArg::Number(_)
            | StaticArg::String(_)
            | StaticArg::Dynamic(_) => {}
        }
        Ok(())
    }

    fn args(&self) -> &[StaticArg] {
        &self.site.args
    }

    /// Whether it stands for a dynamic constant: only bootstrap methods of constants get a class where others get a method type.
    fn is_constant(&self) -> bool {
        let bootstrap = shape(&self.site.bootstrap.descriptor);
        bootstrap.is_ok_and(|(parameters, _)| parameters.get(2).is_some_and(|ty| &**ty == "Ljava/lang/Class;"))
    }

    /// Makes a class with only the method that does what the call site does.
    fn make_method(&self, code: Code) -> Linked<MethodId> {
        let name = self.world.fresh_name(self.caller);
        self.make(&name, MadeClass::of(vec![self.entry(code)]))
    }

    /// The method that does what the call site does.
    fn entry(&self, code: Code) -> MadeMethod {
        MadeMethod { name: ENTRY.into(), descriptor: Arc::clone(&self.site.descriptor), is_static: true, code }
    }

    /// Makes a class that has an [entry](Site::entry), and gives that.
    fn make(&self, name: &Arc<str>, class: MadeClass) -> Linked<MethodId> {
        let class = self.world.make(self.caller, name, class)?;
        let entry = self.world.find_method(class, ENTRY, &self.site.descriptor);
        entry.ok_or(LinkError::Unsupported("a class without its entry"))
    }
}

fn shape(descriptor: &str) -> Linked<MethodShape> {
    parse_method_descriptor(descriptor).ok_or(LinkError::Unsupported("a malformed descriptor"))
}

/// A reference to a method of a class, which is no interface.
fn method(class: &str, name: &str, descriptor: &str) -> Arc<MethodRef> {
    Arc::new(MethodRef { class: class.into(), interface: false, name: name.into(), descriptor: descriptor.into() })
}

/// The parameters that a method takes as a call of this kind passes them: the receiver, if any, comes first.
fn passed(kind: InvokeKind, method: &MethodRef) -> Linked<MethodShape> {
    let (mut parameters, returned) = shape(&method.descriptor)?;
    if kind != InvokeKind::Static {
        parameters.insert(0, crate::descriptor::descriptor_of_class(&method.class).into());
    }
    Ok((parameters, returned))
}
