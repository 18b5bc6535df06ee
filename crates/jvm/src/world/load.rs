//! Loading of classes, with their supertypes.

use super::extending::{Extending, Refusal};
use super::{
    ArrayElement, Class, ClassId, ClassKind, Field, FieldId, Loaded, Method, MethodId, Signatures, Slot, Source, World,
    flags,
};
use crate::classfile::{FieldInfo, MethodInfo};
use crate::classpath::{Parsed, Provenance};
use crate::descriptor::{MethodShape, parse_method_descriptor, register_type, slots};
use crate::{LoadError, descriptor::descriptor_of_class};
use clew_base::{ClassPathQuestion, FastSet};
use std::rc::Rc;
use std::sync::Arc;

/// The most array dimensions that the JVM allows.
const MAX_DIMENSIONS: usize = 255;

/// What one class file declares.
pub(super) struct Members {
    pub fields: Vec<FieldId>,
    pub methods: Vec<MethodId>,
    pub by_signature: Signatures,
    pub clinit: Option<MethodId>,
}

impl World {
    /// The class of a descriptor such as `Lfoo/Bar;`. `None` for numbers, for arrays, and where the class cannot be loaded.
    pub fn class_of(&self, descriptor: &str) -> Option<ClassId> {
        self.load(descriptor.strip_prefix('L')?.strip_suffix(';')?).ok()
    }

    /// Loads a class by its internal name, or an array class by its descriptor (`[I`, `[Lfoo/Bar;`), with all its
    /// supertypes. Nothing is initialized.
    pub fn load(&self, name: &str) -> Result<ClassId, LoadError> {
        match self.by_name.borrow().get(name) {
            Some(Slot::Loaded(id)) => return Ok(*id),
            Some(Slot::Failed(error)) => return Err(error.clone()),
            Some(Slot::Loading) => return Err(LoadError::Circular { name: name.into() }),
            None => {}
        }
        let name: Arc<str> = name.into();
        self.by_name.borrow_mut().insert(Arc::clone(&name), Slot::Loading);
        let result = if name.starts_with('[') {
            self.load_array(&name)
        } else {
            self.ask(ClassPathQuestion::Class(Arc::clone(&name)));
            self.load_file(&name)
        };
        let slot = match &result {
            Ok(id) => Slot::Loaded(*id),
            Err(error) => Slot::Failed(error.clone()),
        };
        self.by_name.borrow_mut().insert(name, slot);
        result
    }

    /// The class of arrays whose elements are of the class.
    pub fn array_of(&self, element: ClassId) -> Result<ClassId, LoadError> {
        self.load(&format!("[{}", descriptor_of_class(&self.class(element).name)))
    }

    fn load_array(&self, name: &Arc<str>) -> Result<ClassId, LoadError> {
        let malformed = || LoadError::Malformed {
            name: Arc::clone(name),
            place: Arc::clone(name),
            reason: "not the descriptor of an array".into(),
        };
        let dimensions = name.bytes().take_while(|byte| *byte == b'[').count();
        if dimensions > MAX_DIMENSIONS {
            return Err(malformed());
        }
        let component = &name[1..];
        let element = match component.as_bytes().first() {
            Some(b'[') => ArrayElement::Class(self.load(component)?),
            Some(b'L') => {
                let class = component[1..].strip_suffix(';').ok_or_else(malformed)?;
                ArrayElement::Class(self.load(class)?)
            }
            Some(primitive) if component.len() == 1 && register_type(component).is_some() => {
                ArrayElement::Primitive(char::from(*primitive))
            }
            _ => return Err(malformed()),
        };
        let superclass = self.load("java/lang/Object")?;
        let interfaces = vec![self.load("java/lang/Cloneable")?, self.load("java/io/Serializable")?];
        let (access, provenance) = match element {
            ArrayElement::Primitive(_) => (flags::PUBLIC, Provenance::Jdk),
            ArrayElement::Class(id) => {
                let class = self.class(id);
                (class.flags & flags::PUBLIC, class.provenance)
            }
        };
        let class = |id| Class {
            id,
            name: Arc::clone(name),
            kind: ClassKind::Array { element },
            flags: access | flags::FINAL,
            superclass: Some(superclass),
            interfaces,
            fields: Vec::new(),
            methods: Vec::new(),
            provenance,
            place: "".into(),
            source_file: None,
            major_version: 0,
            record: false,
            record_components: Vec::new(),
            nesting: None,
            nest_host: None,
            nest_members: Vec::new(),
            signature: None,
            permitted_subclasses: Vec::new(),
            has_clinit: None,
        };
        Ok(self.add(class, Source::None, Signatures::default()))
    }

    fn load_file(&self, name: &Arc<str>) -> Result<ClassId, LoadError> {
        let parsed = self.path.parsed(name)?;
        let header = &parsed.header;
        let malformed = |reason: &str| LoadError::Malformed {
            name: Arc::clone(name),
            place: Arc::clone(&parsed.place),
            reason: reason.into(),
        };
        if header.name != *name {
            return Err(malformed(&format!("it holds class {} instead", header.name)));
        }
        let shapes = shapes(&parsed.methods).map_err(|reason| malformed(&reason))?;
        let superclass = header.superclass.as_ref().map(|superclass| self.load(superclass)).transpose()?;
        let interfaces: Result<Vec<ClassId>, LoadError> = header.interfaces.iter().map(|it| self.load(it)).collect();
        let interfaces = interfaces?;
        let is_of_jdk = parsed.provenance == Provenance::Jdk || self.path.is_jdk_input(name);
        let extending = Extending { world: self, header, is_of_jdk };
        let place = || (Arc::clone(name), Arc::clone(&parsed.place));
        extending.check(superclass, &interfaces, &parsed.methods).map_err(|refusal| {
            let (name, place) = place();
            match refusal {
                Refusal::Incompatible(reason) => LoadError::Incompatible { name, place, reason: reason.into() },
                Refusal::Inaccessible(reason) => LoadError::Inaccessible { name, place, reason: reason.into() },
                Refusal::ByJdk(reason) => LoadError::Malformed { name, place, reason: reason.into() },
            }
        })?;
        Ok(self.define(parsed, superclass, interfaces, shapes))
    }

    fn define(
        &self,
        parsed: Parsed,
        superclass: Option<ClassId>,
        interfaces: Vec<ClassId>,
        shapes: Vec<MethodShape>,
    ) -> ClassId {
        let Parsed { file, header, fields, methods, provenance, place } = parsed;
        let owner = self.classes.borrow().next_id();
        self.note_declared(owner, (&header, &fields, &methods), (provenance, &place));
        let members = self.add_members(owner, fields, methods, shapes);
        let class = |id| Class {
            id,
            name: header.name,
            kind: ClassKind::Ordinary,
            flags: header.flags,
            superclass,
            interfaces,
            fields: members.fields,
            methods: members.methods,
            provenance,
            place,
            source_file: header.source_file,
            major_version: header.major_version,
            record: header.record_components.is_some(),
            record_components: header.record_components.unwrap_or_default(),
            nesting: header.nesting,
            nest_host: header.nest_host,
            nest_members: header.nest_members,
            signature: header.signature,
            permitted_subclasses: header.permitted_subclasses,
            has_clinit: members.clinit,
        };
        self.add(class, Source::File(file), members.by_signature)
    }

    pub(super) fn add_members(
        &self,
        owner: ClassId,
        fields: Vec<FieldInfo>,
        methods: Vec<MethodInfo>,
        shapes: Vec<MethodShape>,
    ) -> Members {
        let mut members =
            Members { fields: Vec::new(), methods: Vec::new(), by_signature: Signatures::default(), clinit: None };
        for info in fields {
            let id = self.fields.borrow().next_id();
            let constant = info.constant.filter(|_| info.flags & flags::STATIC != 0);
            self.fields.borrow_mut().push(Rc::new(Field {
                id,
                class: owner,
                name: info.name,
                descriptor: info.descriptor,
                flags: info.flags,
                constant,
                signature: info.signature,
            }));
            members.fields.push(id);
        }
        for (index, (info, (parameters, returns))) in methods.into_iter().zip(shapes).enumerate() {
            let id = self.methods.borrow().next_id();
            members.by_signature.entry((Arc::clone(&info.name), Arc::clone(&info.descriptor))).or_insert(id);
            if &*info.name == "<clinit>" && &*info.descriptor == "()V" {
                members.clinit = Some(id);
            }
            self.methods.borrow_mut().push(Rc::new(Method {
                id,
                class: owner,
                name: info.name,
                descriptor: info.descriptor,
                flags: info.flags,
                parameters,
                returns,
                has_code: info.has_code,
                exceptions: info.exceptions,
                signature: info.signature,
                parameter_names: info.parameter_names,
                assumed: info.assumed,
                nullness: info.nullness,
                index,
            }));
            members.methods.push(id);
        }
        members
    }

    pub(super) fn add(
        &self,
        class: impl FnOnce(ClassId) -> Class,
        source: Source,
        by_signature: Signatures,
    ) -> ClassId {
        let mut classes = self.classes.borrow_mut();
        let id = classes.next_id();
        let class = class(id);
        let mut supertypes = FastSet::default();
        supertypes.insert(id);
        for direct in class.superclass.iter().chain(&class.interfaces) {
            supertypes.extend(classes[*direct].supertypes.iter().copied());
        }
        classes.push(Loaded {
            class: Rc::new(class),
            supertypes: Rc::new(supertypes),
            source,
            by_signature: Rc::new(by_signature),
        })
    }
}

/// Splits the descriptors of all methods, so that later no descriptor of a loaded method is malformed.
pub(super) fn shapes(methods: &[MethodInfo]) -> Result<Vec<MethodShape>, String> {
    methods
        .iter()
        .map(|method| {
            let shape = parse_method_descriptor(&method.descriptor)
                .ok_or_else(|| format!("method {} has a malformed descriptor", method.name))?;
            let taken: u32 = shape.0.iter().filter_map(|one| register_type(one)).map(|ty| u32::from(slots(ty))).sum();
            if taken > MAX_PARAMETER_SLOTS {
                return Err(format!("method {} has too many parameters", method.name));
            }
            Ok(shape)
        })
        .collect()
}

/// The most slots that the parameters of a method may take.
const MAX_PARAMETER_SLOTS: u32 = 255;
