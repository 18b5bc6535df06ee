//! Classes that are made here, without a class file.

use super::load::shapes;
use super::{Class, ClassId, ClassKind, Slot, Source, World, flags};
use crate::LoadError;
use crate::classfile::{FieldInfo, MethodInfo};
use crate::op::Code;
use std::rc::Rc;
use std::sync::Arc;

/// A class to be made. It extends `java/lang/Object`.
pub(crate) struct MadeClass {
    /// The interfaces it implements.
    pub interfaces: Vec<ClassId>,
    /// The descriptors of its instance fields, which [`MadeClass::field_name`] names.
    pub fields: Vec<Arc<str>>,
    /// The descriptors of its static fields, which [`MadeClass::static_name`] names.
    pub statics: Vec<Arc<str>>,
    /// Its methods.
    pub methods: Vec<MadeMethod>,
}

/// A method of a class to be made.
pub(crate) struct MadeMethod {
    pub name: Arc<str>,
    pub descriptor: Arc<str>,
    pub is_static: bool,
    pub code: Code,
}

impl MadeClass {
    /// A class with these methods and nothing else.
    pub(crate) fn of(methods: Vec<MadeMethod>) -> Self {
        Self { interfaces: Vec::new(), fields: Vec::new(), statics: Vec::new(), methods }
    }

    /// The name of the static field at this position.
    pub(crate) fn static_name(at: usize) -> Arc<str> {
        format!("kept{at}").into()
    }

    /// The name of the field at this position.
    pub(crate) fn field_name(at: usize) -> Arc<str> {
        format!("arg{at}").into()
    }

    fn field_infos(&self) -> Vec<FieldInfo> {
        let info = |flags: u16, name: Arc<str>, descriptor: &Arc<str>| FieldInfo {
            flags: flags::PRIVATE | flags,
            name,
            descriptor: Arc::clone(descriptor),
            constant: None,
            signature: None,
        };
        let own = flags::FINAL | flags::SYNTHETIC;
        let fields = self.fields.iter().enumerate().map(|(at, ty)| info(own, Self::field_name(at), ty));
        // What they hold is state of the program, as what other static fields hold is.
        let statics = self.statics.iter().enumerate().map(|(at, ty)| info(flags::STATIC, Self::static_name(at), ty));
        fields.chain(statics).collect()
    }

    fn method_infos(&self) -> Vec<MethodInfo> {
        let info = |method: &MadeMethod| MethodInfo {
            flags: flags::PUBLIC | flags::SYNTHETIC | if method.is_static { flags::STATIC } else { 0 },
            name: Arc::clone(&method.name),
            descriptor: Arc::clone(&method.descriptor),
            has_code: true,
            exceptions: Vec::new(),
            signature: None,
            parameter_names: None,
            assumed: Vec::new(),
            nullness: Vec::new(),
        };
        self.methods.iter().map(info).collect()
    }
}

impl World {
    /// A name that no class has and no class file can give, for a class made on behalf of `host`.
    pub(crate) fn fresh_name(&self, host: ClassId) -> Arc<str> {
        let number = self.classes.borrow().len();
        format!("{}$$Linked.{number}", self.class(host).name).into()
    }

    /// Makes a class under a [fresh name](World::fresh_name) on behalf of `host`, whose nest it belongs to.
    ///
    /// # Errors
    /// A descriptor is malformed.
    pub(crate) fn make(&self, host: ClassId, name: &Arc<str>, made: MadeClass) -> Result<ClassId, LoadError> {
        let (fields, methods) = (made.field_infos(), made.method_infos());
        let shapes = shapes(&methods).map_err(|reason| LoadError::Malformed {
            name: Arc::clone(name),
            place: Arc::clone(&self.class(host).place),
            reason: reason.into(),
        })?;
        let superclass = self.load("java/lang/Object")?;
        let host = self.class(host);
        let owner = self.classes.borrow().next_id();
        let members = self.add_members(owner, fields, methods, shapes);
        let class = |id| Class {
            id,
            name: Arc::clone(name),
            kind: ClassKind::Hidden,
            flags: flags::FINAL | flags::SYNTHETIC,
            superclass: Some(superclass),
            interfaces: made.interfaces,
            fields: members.fields,
            methods: members.methods,
            provenance: host.provenance,
            place: Arc::clone(&host.place),
            source_file: None,
            major_version: host.major_version,
            record: false,
            record_components: Vec::new(),
            nesting: None,
            nest_host: Some(Arc::clone(host.nest())),
            nest_members: Vec::new(),
            signature: None,
            permitted_subclasses: Vec::new(),
            has_clinit: None,
        };
        let codes: Rc<[Code]> = made.methods.into_iter().map(|method| method.code).collect();
        let id = self.add(class, Source::Made(codes), members.by_signature);
        self.by_name.borrow_mut().insert(Arc::clone(name), Slot::Loaded(id));
        Ok(id)
    }
}
