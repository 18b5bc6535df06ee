//! Java's types as the heap sees them: a heap type is a class of the world, under the same number.

use crate::nearness::{Nearness, put_first};
use clew_base::{FastMap, Id};
use clew_facts::Assumption;
use clew_heap::{FieldId as HeapField, Kind, TypeConstraint, TypeId, TypeOracle};
use clew_ir::Type;
use clew_jvm::{ArrayElement, Class, ClassId, ClassKind, FieldId, LoadError, MethodId, Provenance, World};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The heap type of a class.
pub(crate) fn type_of(class: ClassId) -> TypeId {
    TypeId::from_index(class.index())
}

/// The class of a heap type.
pub(crate) fn class_of(ty: TypeId) -> ClassId {
    ClassId::from_index(ty.index())
}

/// The classes of which an unknown object can be, as far as they are followed.
#[derive(Clone, Debug)]
pub(crate) struct Candidates {
    /// The classes, in a fixed order, the likeliest first.
    pub classes: Rc<[TypeId]>,
    /// Whether there are no others.
    pub exhaustive: Exhaustive,
}

/// Whether a list of classes is all there is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Exhaustive {
    /// It is.
    Always,
    /// It is, as far as the assumption holds.
    Under(Assumption),
    /// It is not: there are others, of this type, that are not followed.
    No(Rc<str>),
    /// It is not: besides there is the stub of this type, which stands for all others that could be.
    Stub(Rc<str>),
}

/// The supertypes of a constraint, and the types that it excludes.
type Bounds = (Vec<TypeId>, Vec<TypeId>);

/// The relations between the classes of a world.
pub(crate) struct Types<'w> {
    pub(crate) world: &'w World,
    /// The package of the tests, in internal form.
    pub(crate) package: String,
    /// What was found for each list of supertypes and list of types it is no subtype of.
    candidates: RefCell<FastMap<Bounds, Candidates>>,
    /// Whether some answer was "no" only because no class on the class path satisfies a constraint.
    relied_on_class_path: Cell<bool>,
    /// The method under test.
    pub(crate) target: MethodId,
    pub(crate) nearness: Nearness,
    /// [`clew_facts::Options::breadth`].
    breadth: usize,
}

impl<'w> Types<'w> {
    /// The types of a world, for tests of this method. So many times as many classes are followed as usual.
    pub(crate) fn new(world: &'w World, target: MethodId, breadth: u32) -> Self {
        Self {
            world,
            package: world.class(world.method(target).class).package().to_owned(),
            candidates: RefCell::default(),
            relied_on_class_path: Cell::new(false),
            target,
            nearness: Nearness::default(),
            breadth: breadth.max(1) as usize,
        }
    }

    /// Whether more classes, and more calls that make objects, are followed than usual.
    pub(crate) fn is_broad(&self) -> bool {
        self.breadth > 1
    }

    /// How many are followed of what so many are of as a rule.
    pub(crate) fn at_most(&self, usual: usize) -> usize {
        usual.saturating_mul(self.breadth)
    }

    /// Whether some answer so far holds only of the classes on the class path.
    pub(crate) fn relied_on_class_path(&self) -> bool {
        self.relied_on_class_path.get()
    }

    pub(crate) fn class(&self, ty: TypeId) -> Rc<Class> {
        self.world.class(class_of(ty))
    }

    /// What a field or element of this descriptor holds.
    pub(crate) fn kind(&self, descriptor: &str) -> Result<Kind, LoadError> {
        match Kind::of_primitive(descriptor) {
            Some(kind) => Ok(kind),
            None => Ok(Kind::Ref(type_of(self.load_descriptor(descriptor)?))),
        }
    }

    /// The class of a reference descriptor: `Ldemo/Node;` or `[I`.
    pub(crate) fn load_descriptor(&self, descriptor: &str) -> Result<ClassId, LoadError> {
        let name = descriptor.strip_prefix('L').and_then(|rest| rest.strip_suffix(';')).unwrap_or(descriptor);
        self.world.load(name)
    }

    /// What the elements of an array class hold, if it is one.
    pub(crate) fn element_kind(&self, class: &Class) -> Option<Kind> {
        match &class.kind {
            ClassKind::Array { element: ArrayElement::Primitive(letter) } => {
                self.kind(letter.to_string().as_str()).ok()
            }
            ClassKind::Array { element: ArrayElement::Class(class) } => Some(Kind::Ref(type_of(*class))),
            ClassKind::Ordinary | ClassKind::Hidden => None,
        }
    }

    /// The classes of which an object can be that satisfies the constraint.
    pub(crate) fn candidates(&self, constraint: &TypeConstraint) -> Candidates {
        if let Some(among) = &constraint.among {
            return Candidates { classes: Rc::clone(among), exhaustive: Exhaustive::Always };
        }
        let key = (constraint.upper.clone(), constraint.not.clone());
        if let Some(known) = self.candidates.borrow().get(&key) {
            return known.clone();
        }
        let found = self.find_candidates(constraint);
        self.candidates.borrow_mut().insert(key, found.clone());
        found
    }

    fn find_candidates(&self, constraint: &TypeConstraint) -> Candidates {
        let mut found = self.known_candidates(constraint);
        let stub = if self.are_enough(&found) { None } else { self.stub_among(constraint) };
        let lambdas = match found.exhaustive {
            Exhaustive::Under(_) => self.lambdas_among(constraint),
            _ => None,
        };
        // The bound speaks of all objects of a type that the reference has.
        let Some(bounded) = lambdas.as_ref().map(|(upper, _)| *upper).or(stub) else { return found };
        found.exhaustive = Exhaustive::Stub(Rc::from(display_name(&self.class(bounded).name)));
        let lambdas = lambdas.into_iter().flat_map(|(_, interfaces)| interfaces).filter(|ty| Some(*ty) != stub);
        found.classes = found.classes.iter().copied().chain(stub).chain(lambdas).collect();
        found
    }

    /// A type of the program that the constraint asks for, and those below it of which lambda expressions give objects that satisfy the
    /// constraint, if there are any. A stub stands for such an object: its class is on no class path.
    fn lambdas_among(&self, constraint: &TypeConstraint) -> Option<(TypeId, Vec<TypeId>)> {
        let of_program = |ty: &&TypeId| self.class(**ty).provenance != Provenance::Jdk;
        let upper = *constraint.upper.iter().find(of_program)?;
        let interfaces = self.world.interfaces_of_lambdas(class_of(upper));
        let types = interfaces.iter().copied().map(type_of);
        let interfaces: Vec<TypeId> = types.filter(|ty| constraint.admits(*ty, self)).collect();
        (!interfaces.is_empty()).then_some((upper, interfaces))
    }

    /// Whether no stub is needed beside some classes. Anybody implements an interface of the JDK, and where each class of the
    /// program needs another object of the same type, a first one is missing.
    fn are_enough(&self, found: &Candidates) -> bool {
        match found.exhaustive {
            Exhaustive::Always => found.classes.iter().any(|ty| self.can_be_input(class_of(*ty))),
            Exhaustive::No(_) | Exhaustive::Stub(_) => false,
            Exhaustive::Under(_) => {
                let classes: Vec<ClassId> = found.classes.iter().map(|ty| class_of(*ty)).collect();
                self.one_stands_alone(&classes)
            }
        }
    }

    fn known_candidates(&self, constraint: &TypeConstraint) -> Candidates {
        let filter = |classes: &[TypeId]| -> Rc<[TypeId]> {
            classes.iter().filter(|ty| constraint.admits(**ty, self)).copied().collect()
        };
        let uppers: Vec<Rc<Class>> = constraint.upper.iter().map(|ty| self.class(*ty)).collect();
        let closed = uppers.iter().filter(|class| class.is_final() || class.is_array());
        // The narrowest of them, if one is narrower than all.
        let narrowest =
            closed.clone().find(|class| constraint.admits(type_of(class.id), self)).or(closed.clone().next());
        if let Some(closed) = narrowest {
            let exhaustive = match self.element_kind(closed) {
                Some(Kind::Ref(element)) if !self.is_leaf(element) => {
                    Exhaustive::No(Rc::from(display_name(&closed.name)))
                }
                _ => Exhaustive::Always,
            };
            let mut classes = vec![type_of(closed.id)];
            if exhaustive != Exhaustive::Always {
                classes.extend(self.narrower_arrays(closed.id));
            }
            return Candidates { classes: filter(&classes), exhaustive };
        }
        let application = uppers.iter().find(|class| class.provenance != Provenance::Jdk);
        if let Some(upper) = application {
            let all: Vec<TypeId> = self.own_first(upper.id);
            let assumption = Assumption::ClosedWorld;
            return Candidates { classes: filter(&all), exhaustive: Exhaustive::Under(assumption) };
        }
        let Some(upper) = uppers.last() else {
            return Candidates { classes: Rc::from([]), exhaustive: Exhaustive::No(Rc::from("java.lang.Object")) };
        };
        let mut all = self.own_near(upper);
        if &*upper.name == "java/lang/Object" {
            put_first(&mut all, upper.id);
        }
        Candidates { classes: filter(&all), exhaustive: Exhaustive::No(Rc::from(display_name(&upper.name))) }
    }

    /// The classes of which an input of a type of the JDK can be: where there are others, only those of libraries that the code under
    /// test names or that are in its package. A class path has many, each of which would be a path of its own; that they are left
    /// out is on record with the other objects that anybody may make of such a type.
    fn own_near(&self, upper: &Class) -> Vec<TypeId> {
        if self.is_broad() {
            return self.own_first(upper.id);
        }
        let near = self.near_subtypes(upper.id);
        let has_others = || {
            let is_made = crate::makers::ALL.iter().any(|maker| maker.serves(&upper.name));
            is_made || self.may_be_stub(upper.id) || &*upper.name == "java/lang/Object"
        };
        if near.is_empty() && !has_others() { self.own_first(upper.id) } else { self.ordered(upper.id, &near) }
    }

    /// Whether a type has no other subtypes: a final class, or an array of such or of numbers.
    pub(crate) fn is_leaf(&self, ty: TypeId) -> bool {
        let class = self.class(ty);
        match self.element_kind(&class) {
            Some(Kind::Ref(element)) => self.is_leaf(element),
            Some(_) => true,
            None => class.is_final(),
        }
    }

    /// Whether objects of a class can be made as inputs with any state.
    pub(crate) fn can_be_input(&self, class: ClassId) -> bool {
        if self.is_open(class) {
            return self.may_be_stub(class);
        }
        let class = self.world.class(class);
        let library = class.provenance == Provenance::Jdk && !class.is_array();
        let plain_object = &*class.name == "java/lang/Object";
        let throwable = self.world.load("java/lang/Throwable").is_ok_and(|top| self.world.is_subtype(class.id, top));
        (!library || plain_object || is_box(&class.name)) && !class.is_enum() && !throwable
    }

    /// The concrete subtypes on the class path, the class itself first, or the nearest if they are many.
    fn own_first(&self, class: ClassId) -> Vec<TypeId> {
        self.ordered(class, &self.world.subtypes(class))
    }

    /// Classes below a class, the class itself first, or the nearest if they are many.
    fn ordered(&self, class: ClassId, classes: &[ClassId]) -> Vec<TypeId> {
        let mut all: Vec<TypeId> = classes.iter().map(|class| type_of(*class)).collect();
        all.sort_by_key(|ty| *ty != type_of(class));
        self.nearest_first(all)
    }
}

/// Whether a class is one of the boxes of `java.lang`, whose inputs `valueOf` makes.
pub(crate) fn is_box(class: &str) -> bool {
    matches!(
        class,
        "java/lang/Boolean"
            | "java/lang/Byte"
            | "java/lang/Character"
            | "java/lang/Short"
            | "java/lang/Integer"
            | "java/lang/Long"
            | "java/lang/Float"
            | "java/lang/Double"
    )
}

/// A class as a person names it: `demo.Outer$Inner`, or `[I` for an array.
pub(crate) fn display_name(internal: &str) -> String {
    internal.replace('/', ".")
}

impl TypeOracle for Types<'_> {
    fn is_subtype(&self, sub: TypeId, sup: TypeId) -> bool {
        self.world.is_subtype(class_of(sub), class_of(sup))
    }

    fn array_element(&self, ty: TypeId) -> Option<Kind> {
        self.element_kind(&self.class(ty))
    }

    fn is_freely_made(&self, constraint: &TypeConstraint) -> bool {
        let made = |ty: &TypeId| {
            let class = class_of(*ty);
            self.can_be_input(class) && !is_box(&self.world.class(class).name)
        };
        let special = constraint.upper.iter().any(|ty| {
            let class = self.class(*ty);
            class.is_enum() || is_box(&class.name)
        });
        // Calls may make the object, or it is one that they have made for another reference.
        let candidates = self.candidates(constraint).classes;
        let may_be_called_for = candidates.iter().any(|ty| self.class(*ty).record);
        let may_be_value = !self.named_values(constraint).is_empty();
        !special && !may_be_called_for && !may_be_value && candidates.iter().any(made)
    }

    fn may_be_inhabited(&self, constraint: &TypeConstraint) -> bool {
        if let Some(among) = &constraint.among {
            return among.iter().any(|ty| constraint.admits(*ty, self));
        }
        let candidates = self.candidates(constraint);
        if !candidates.classes.is_empty() {
            return true;
        }
        match candidates.exhaustive {
            Exhaustive::Always => false,
            Exhaustive::No(_) | Exhaustive::Stub(_) => self.compatible(constraint),
            Exhaustive::Under(_) => {
                if self.compatible(constraint) {
                    self.relied_on_class_path.set(true);
                }
                false
            }
        }
    }
}

impl Types<'_> {
    /// Whether no two of the types that the object must have exclude each other.
    fn compatible(&self, constraint: &TypeConstraint) -> bool {
        let uppers = &constraint.upper;
        let clash =
            uppers.iter().enumerate().any(|(at, one)| uppers[at + 1..].iter().any(|two| self.exclude(*one, *two)));
        let refused =
            constraint.upper.iter().any(|upper| constraint.not.iter().any(|not| self.is_subtype(*upper, *not)));
        !clash && !refused
    }

    /// Whether no object is of both types. Arrays are of both where their elements may be.
    fn exclude(&self, one: TypeId, two: TypeId) -> bool {
        if self.is_subtype(one, two) || self.is_subtype(two, one) {
            return false;
        }
        let (first, second) = (self.class(one), self.class(two));
        match (self.element_kind(&first), self.element_kind(&second)) {
            (Some(Kind::Ref(one)), Some(Kind::Ref(two))) => self.exclude(one, two),
            (Some(_), _) | (_, Some(_)) => true,
            (None, None) => first.is_final() || second.is_final() || !first.is_interface() && !second.is_interface(),
        }
    }
}

/// The heap's name of a field.
pub(crate) fn heap_field(field: FieldId) -> HeapField {
    HeapField::from_index(field.index())
}

pub(crate) fn register_type(kind: Kind) -> Type {
    match kind {
        Kind::Long => Type::Bv64,
        Kind::Float => Type::F32,
        Kind::Double => Type::F64,
        Kind::Ref(_) => Type::Ref,
        Kind::Boolean | Kind::Byte | Kind::Char | Kind::Short | Kind::Int => Type::Bv32,
    }
}
