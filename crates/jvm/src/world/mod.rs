//! All classes that have been loaded so far, and how references between them resolve.

mod class;
pub mod flags;
mod load;
mod places;
mod resolve;
mod select;
mod subtypes;

pub use class::{ArrayElement, Class, ClassId, ClassKind, Field, FieldId, Method, MethodId};
pub use places::{Place, PlaceError};

use crate::classfile::ClassFile;
use crate::translate::{self, MethodCode};
use crate::{ClassPath, LoadError, SelectError, TranslateError};
use clew_base::{Arena, FastMap, FastSet};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// Classes, loaded lazily from a class path. It belongs to one thread; ids mean nothing in another world.
///
/// What is asked twice gives the same answer, failures included.
pub struct World {
    path: ClassPath,
    by_name: RefCell<FastMap<Arc<str>, Slot>>,
    classes: RefCell<Arena<ClassId, Loaded>>,
    fields: RefCell<Arena<FieldId, Rc<Field>>>,
    methods: RefCell<Arena<MethodId, Rc<Method>>>,
    code: RefCell<FastMap<MethodId, Result<Rc<MethodCode>, TranslateError>>>,
    selected: RefCell<FastMap<(ClassId, MethodId), Result<MethodId, SelectError>>>,
    instance_fields: RefCell<FastMap<ClassId, Rc<[FieldId]>>>,
    subtypes: OnceCell<FastMap<ClassId, Rc<[ClassId]>>>,
}

/// What is known of a class name.
#[derive(Clone)]
enum Slot {
    /// Its supertypes are being loaded.
    Loading,
    Loaded(ClassId),
    Failed(LoadError),
}

/// The methods of a class by name and descriptor.
type Signatures = FastMap<(Arc<str>, Arc<str>), MethodId>;

/// A loaded class with what only the world needs.
struct Loaded {
    class: Rc<Class>,
    /// The class itself and everything it extends or implements, directly or not.
    supertypes: Rc<FastSet<ClassId>>,
    /// The parsed file, from which code is translated; array classes have none.
    file: Option<Rc<ClassFile>>,
    by_signature: Rc<Signatures>,
}

impl World {
    /// A world without classes over a class path.
    pub fn new(path: ClassPath) -> World {
        World {
            path,
            by_name: RefCell::default(),
            classes: RefCell::default(),
            fields: RefCell::default(),
            methods: RefCell::default(),
            code: RefCell::default(),
            selected: RefCell::default(),
            instance_fields: RefCell::default(),
            subtypes: OnceCell::new(),
        }
    }

    /// The class path it loads from.
    pub fn class_path(&self) -> &ClassPath {
        &self.path
    }

    /// The internal names of the classes of the input, sorted; they need not be loaded.
    pub fn input_classes(&self) -> Vec<Arc<str>> {
        self.path.input_classes()
    }

    /// A loaded class.
    pub fn class(&self, id: ClassId) -> Rc<Class> {
        Rc::clone(&self.classes.borrow()[id].class)
    }

    /// A field of a loaded class.
    pub fn field(&self, id: FieldId) -> Rc<Field> {
        Rc::clone(&self.fields.borrow()[id])
    }

    /// A method of a loaded class.
    pub fn method(&self, id: MethodId) -> Rc<Method> {
        Rc::clone(&self.methods.borrow()[id])
    }

    /// The instance fields of an object of the class, inherited ones first.
    pub fn instance_fields(&self, class: ClassId) -> Rc<[FieldId]> {
        if let Some(known) = self.instance_fields.borrow().get(&class) {
            return Rc::clone(known);
        }
        let this = self.class(class);
        let mut fields = this.superclass.map_or_else(Vec::new, |superclass| self.instance_fields(superclass).to_vec());
        fields.extend(this.fields.iter().filter(|id| !self.field(**id).is_static()));
        let fields: Rc<[FieldId]> = fields.into();
        self.instance_fields.borrow_mut().insert(class, Rc::clone(&fields));
        fields
    }

    /// Whether a value of class `sub` is an instance of `sup`.
    pub fn is_subtype(&self, sub: ClassId, sup: ClassId) -> bool {
        let (element, wanted) = {
            let classes = self.classes.borrow();
            if classes[sub].supertypes.contains(&sup) {
                return true;
            }
            (classes[sub].class.kind, classes[sup].class.kind)
        };
        // Arrays of one primitive type are one class, which the set of supertypes has.
        let (
            ClassKind::Array { element: ArrayElement::Class(element) },
            ClassKind::Array { element: ArrayElement::Class(wanted) },
        ) = (element, wanted)
        else {
            return false;
        };
        self.is_subtype(element, wanted)
    }

    /// The method that the class itself declares with this name and descriptor.
    pub fn find_method(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        let index = Rc::clone(&self.classes.borrow()[class].by_signature);
        if index.len() < LINEAR_SEARCH_METHODS {
            return index.iter().find(|((n, d), _)| **n == *name && **d == *descriptor).map(|(_, id)| *id);
        }
        index.get(&(Arc::from(name), Arc::from(descriptor))).copied()
    }

    /// The translated code of a method.
    pub fn code(&self, id: MethodId) -> Result<Rc<MethodCode>, TranslateError> {
        if let Some(known) = self.code.borrow().get(&id) {
            return known.clone();
        }
        let method = self.method(id);
        let file = self.classes.borrow()[method.class].file.clone();
        let result = match file.and_then(|file| file.code(method.index)) {
            Some(code) => translate::translate(self, &method, &code).map(Rc::new),
            None => Err(TranslateError::NoCode),
        };
        self.code.borrow_mut().insert(id, result.clone());
        result
    }

    /// The class, its superclass, and so on up to `java/lang/Object`.
    pub(crate) fn superclasses(&self, class: ClassId) -> Vec<ClassId> {
        std::iter::successors(Some(class), |id| self.class(*id).superclass).collect()
    }
}

/// Classes with fewer methods than this are searched one by one, which needs no new strings.
const LINEAR_SEARCH_METHODS: usize = 24;
