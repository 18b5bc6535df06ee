//! All classes that have been loaded so far, and how references between them resolve.

mod access;
mod callers;
mod class;
mod declared;
mod extending;
pub mod flags;
mod generated;
mod linked;
mod load;
mod made;
mod places;
mod plain;
mod polling;
mod readings;
mod resolve;
mod select;
mod subtypes;
mod verification;

pub use access::FieldUse;
pub(crate) use access::SETTLED;
pub use class::{ArrayElement, Class, ClassId, ClassKind, Field, FieldId, Method, MethodId, outermost_of, package_of};
pub use declared::{Declared, Meaning};
pub(crate) use made::{MadeClass, MadeMethod};
pub use places::{Place, PlaceError};

use crate::classfile::ClassFile;
use crate::link::LinkError;
use crate::op::Code;
use crate::translate::{self, MethodCode};
use crate::{ClassPath, LoadError, ResolveError, SelectError, TranslateError};
use clew_base::{Arena, ClassPathQuestion, FastMap, FastSet};
use clew_ir::CallSite;
use readings::Questions;
use std::cell::RefCell;
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
    linked: RefCell<FastMap<(ClassId, Arc<CallSite>), Linked>>,
    selected: RefCell<FastMap<(ClassId, MethodId), Result<MethodId, SelectError>>>,
    instance_fields: RefCell<FastMap<ClassId, Rc<[FieldId]>>>,
    subtypes: RefCell<FastMap<ClassId, Rc<[ClassId]>>>,
    interfaces_of_lambdas: RefCell<FastMap<ClassId, Rc<[ClassId]>>>,
    interfaces_below: RefCell<FastMap<ClassId, Rc<[ClassId]>>>,
    verified: RefCell<FastMap<ClassId, Result<(), ResolveError>>>,
    questions: Questions,
}

/// What came of linking a call site in code of a class.
type Linked = Result<MethodId, LinkError>;

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
    source: Source,
    by_signature: Rc<Signatures>,
}

/// Where the code of a class's methods comes from.
#[derive(Clone)]
enum Source {
    /// Array classes have none.
    None,
    /// The parsed file.
    File(Rc<ClassFile>),
    /// The code of each method, of a class that was made here.
    Made(Rc<[Code]>),
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
            linked: RefCell::default(),
            selected: RefCell::default(),
            instance_fields: RefCell::default(),
            subtypes: RefCell::default(),
            interfaces_of_lambdas: RefCell::default(),
            interfaces_below: RefCell::default(),
            verified: RefCell::default(),
            questions: Questions::default(),
        }
    }

    /// The class path it loads from.
    pub fn class_path(&self) -> &ClassPath {
        &self.path
    }

    /// The internal names of the classes of the input, sorted; they need not be loaded.
    pub fn input_classes(&self) -> Vec<Arc<str>> {
        self.ask(ClassPathQuestion::Names);
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

    /// The first instance field of this name that an object of the class has, inherited ones first.
    pub fn instance_field(&self, class: ClassId, name: &str) -> Option<FieldId> {
        self.instance_fields(class).iter().copied().find(|field| *self.field(*field).name == *name)
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

    /// The enum class of whose constants the objects of a class are. The class of a constant with a body extends it, and has the
    /// flag of an enum class from some compilers.
    pub fn enum_of(&self, class: ClassId) -> Option<ClassId> {
        let is_enum = |class: &ClassId| self.class(*class).is_enum();
        self.class(class).superclass.filter(is_enum).or_else(|| Some(class).filter(is_enum))
    }

    /// Whether only the virtual machine calls a method: a class initializer, or a constructor of an enum.
    pub fn is_for_machine_only(&self, method: &Method) -> bool {
        method.is_class_initializer() || method.is_constructor() && self.enum_of(method.class).is_some()
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
        let source = self.classes.borrow()[method.class].source.clone();
        let translate = |code: &Code| translate::translate(self, &method, code).map(Rc::new);
        let result = match source {
            Source::None => Err(TranslateError::NoCode),
            Source::File(file) => {
                self.ask_of_class(method.class, |class| ClassPathQuestion::Code(class, method.index));
                file.code(method.index).map_or(Err(TranslateError::NoCode), |code| translate(&code))
            }
            Source::Made(codes) => codes.get(method.index).map_or(Err(TranslateError::NoCode), translate),
        };
        self.code.borrow_mut().insert(id, result.clone());
        result
    }

    /// The decoded code of a method that a class file holds.
    pub(crate) fn raw_code(&self, method: &Method) -> Option<Code> {
        match &self.classes.borrow()[method.class].source {
            Source::File(file) => file.code(method.index),
            Source::None | Source::Made(_) => None,
        }
    }

    /// The static method that does what a call site does which is linked at run time, in code of the class `caller`. It
    /// takes the arguments of the call site.
    pub fn link(&self, caller: ClassId, site: &Arc<CallSite>) -> Linked {
        let key = (caller, Arc::clone(site));
        if let Some(known) = self.linked.borrow().get(&key) {
            return known.clone();
        }
        let result = crate::link::link(self, caller, site);
        self.linked.borrow_mut().insert(key, result.clone());
        result
    }

    /// The static method that puts values of these types together, between them pieces of text: one more piece than values. `None` where
    /// a piece holds what stands for a value in a recipe of `StringConcatFactory`.
    pub fn concatenation(&self, caller: ClassId, pieces: &[Vec<u16>], parameters: &str) -> Option<MethodId> {
        use crate::link::concat::{ARGUMENT, CONSTANT, call_site};
        if pieces.iter().flatten().any(|unit| [ARGUMENT, CONSTANT].contains(unit)) {
            return None;
        }
        let recipe = pieces.join(&ARGUMENT);
        self.link(caller, &Arc::new(call_site(&recipe, parameters))).ok()
    }

    /// Whether a method is one by which a [linked](World::link) concatenation puts strings and primitive values, its
    /// arguments, together.
    pub fn is_join(&self, method: MethodId) -> bool {
        let method = self.method(method);
        &*method.name == crate::link::JOIN && self.class(method.class).is_hidden()
    }

    /// The class, its superclass, and so on up to `java/lang/Object`.
    pub(crate) fn superclasses(&self, class: ClassId) -> Vec<ClassId> {
        std::iter::successors(Some(class), |id| self.class(*id).superclass).collect()
    }
}

/// Classes with fewer methods than this are searched one by one, which needs no new strings.
const LINEAR_SEARCH_METHODS: usize = 24;
