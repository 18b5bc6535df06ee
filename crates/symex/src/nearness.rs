//! Which of the classes that an object of the input may be of are tried first, and which can be without another input of the same type.

use crate::types::{Types, class_of, type_of};
use clew_base::{FastMap, FastSet};
use clew_heap::{TypeConstraint, TypeId};
use clew_ir::{BranchKind, Callee, Expr, Inst, Link, MethodRef, Reg, Terminator};
use clew_jvm::{Class, ClassId, Field, MethodCode, MethodId, Provenance, outermost_of};
use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;

/// Up to this number of classes their order does not matter: all of them are followed wherever the class has to be known.
pub(crate) const MAX_CLASSES: usize = 16;

/// Classes of the JDK whose objects are values, the likeliest first.
const VALUES: [&str; 5] =
    ["java/lang/String", "java/lang/Integer", "java/lang/Long", "java/lang/Boolean", "java/lang/Double"];

/// The greatest number of these that an input of type `Object` is taken to be of.
const MAX_VALUES: usize = 3;

/// The classes of arrays that an input of type `Object` is taken to be of where the code asks for arrays.
const ARRAYS: [&str; 3] = ["[I", "[Ljava/lang/Object;", "[J"];

/// The greatest number of classes of arrays that an input of type `Object` is taken to be of because the code names them.
const MAX_ARRAYS: usize = 4;

/// The greatest number of classes of constants of enums that an input of a type of the JDK is taken to be of.
const MAX_NEAR_ENUMS: usize = 3;

/// How near such a class is at least: nested with the class of the method under test.
const MAX_DISTANCE_OF_ENUM: u32 = 2;

/// How deep calls of the program are looked into for code that asks for arrays.
const CALLS_INTO: u32 = 2;

/// How code names a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Naming {
    /// By a constant of the class.
    Constants,
    /// By a constant, or where it tests or casts an object.
    Tests,
}

/// What is found out once about the classes of the program.
#[derive(Default)]
pub(crate) struct Nearness {
    /// The classes that the code of the method under test names.
    named: OnceCell<FastSet<ClassId>>,
    /// The internal names of the classes that this code, or what it calls, names.
    named_within: OnceCell<FastSet<Arc<str>>>,
    /// Whether the code of the method under test, or what it calls, asks objects of any class whether they are arrays.
    asks_for_arrays: OnceCell<bool>,
    /// The classes of arrays of which the code of the method under test, or what it calls, has constants, in the order of the code.
    arrays: OnceCell<Vec<ClassId>>,
    /// The same, and those that it tests or casts objects for.
    tested_arrays: OnceCell<Vec<ClassId>>,
}

impl Types<'_> {
    /// The classes in the order in which they are tried where not all of them are: those that a test can make, and of these the
    /// class of the method under test, those that its code names, its subclasses and the classes nested with it, its package.
    pub(crate) fn nearest_first(&self, classes: Vec<TypeId>) -> Vec<TypeId> {
        if classes.len() > self.at_most(MAX_CLASSES) { self.by_distance(classes) } else { classes }
    }

    /// The same order, also of few classes.
    pub(crate) fn by_distance(&self, mut classes: Vec<TypeId>) -> Vec<TypeId> {
        let target = self.world.class(self.world.method(self.target).class);
        classes.sort_by_cached_key(|ty| self.distance(&target, class_of(*ty)));
        classes
    }

    fn distance(&self, target: &Class, class: ClassId) -> u32 {
        if self.can_be_input(class) { self.distance_of_any(target, class) } else { 5 }
    }

    fn distance_of_any(&self, target: &Class, class: ClassId) -> u32 {
        let named = self.named();
        let info = self.world.class(class);
        match () {
            () if class == target.id => 0,
            () if named.contains(&class) => 1,
            () if self.world.is_subtype(class, target.id) || outermost_of(&info.name) == outermost_of(&target.name) => {
                2
            }
            () if info.package() == target.package() => 3,
            () => 4,
        }
    }

    /// The classes of constants of enums among these that the method under test is likely to be about, the nearest first, few of them: its
    /// own class, those that its code names, and those nested with it.
    pub(crate) fn near_enums(&self, classes: &[TypeId]) -> Vec<TypeId> {
        let target = self.world.class(self.world.method(self.target).class);
        let code = self.world.code(self.target).ok();
        let is_read = |name: &str| {
            let mut stmts = code.iter().flat_map(|code| code.body.blocks.values()).flat_map(|block| &block.stmts);
            stmts.any(|stmt| matches!(stmt.inst.effects().links, Link::StaticField(field) if *field.class == *name))
        };
        let near = classes.iter().filter_map(|ty| {
            let of = self.world.enum_of(class_of(*ty))?;
            let distance = self.distance_of_any(&target, of).min(self.distance_of_any(&target, class_of(*ty)));
            let distance = if is_read(&self.world.class(of).name) { distance.min(1) } else { distance };
            (distance <= MAX_DISTANCE_OF_ENUM).then_some((distance, *ty))
        });
        let mut near: Vec<(u32, TypeId)> = near.collect();
        near.sort_by_key(|(distance, _)| *distance);
        near.into_iter().map(|(_, ty)| ty).take(MAX_NEAR_ENUMS).collect()
    }

    /// The concrete classes below a class that are of the program, and those of libraries that the code of the method under test, or
    /// what it calls, names, or that are in its package. Anonymous and local classes of other outermost classes are left out.
    pub(crate) fn near_subtypes(&self, class: ClassId) -> Vec<ClassId> {
        let named = self.nearness.named_within.get_or_init(|| {
            let codes = self.codes_within(self.target, CALLS_INTO);
            let classes = codes.iter().flat_map(|code| self.named_in(code));
            classes.map(|class| Arc::clone(&self.world.class(class).name)).collect()
        });
        let target = self.world.class(self.world.method(self.target).class);
        let is_in_package = |name: &str| name[..name.rfind('/').unwrap_or(0)] == *target.package();
        let mut near = self.world.subtypes_near(class, |name| is_in_package(name) || named.contains(name));
        near.retain(|class| !is_local_elsewhere(&self.world.class(*class), &target));
        near
    }

    /// The classes that the code of the method under test names.
    fn named(&self) -> &FastSet<ClassId> {
        self.nearness.named.get_or_init(|| match self.world.code(self.target) {
            Ok(code) => self.named_in(&code),
            Err(_) => FastSet::default(),
        })
    }

    /// The classes of strings, boxes and arrays that an input of these types may be of: the strings and boxes that the code of the
    /// method under test names, arrays where it asks for them, and those of whose class it has a constant (`Object[][].class`) or for
    /// which it tests (`o instanceof int[]`), where nothing is known of the object but that it is one.
    pub(crate) fn named_values(&self, types: &TypeConstraint) -> Vec<TypeId> {
        if !types.upper.iter().all(|ty| &*self.class(*ty).name == "java/lang/Object") {
            return Vec::new();
        }
        let classes = VALUES.iter().filter_map(|name| self.world.load(name).ok());
        let values = classes.filter(|class| self.named().contains(class)).take(self.at_most(MAX_VALUES));
        let asked = ARRAYS.iter().filter(|_| self.asks_for_arrays()).filter_map(|name| self.world.load(name).ok());
        let mut arrays: Vec<ClassId> = asked.collect();
        let most = arrays.len() + self.at_most(MAX_ARRAYS);
        for class in self.arrays().iter().chain(self.tested_arrays()) {
            if !arrays.contains(class) && arrays.len() < most {
                arrays.push(*class);
            }
        }
        values.chain(arrays).map(type_of).collect()
    }

    fn asks_for_arrays(&self) -> bool {
        *self.nearness.asks_for_arrays.get_or_init(|| {
            self.codes_within(self.target, CALLS_INTO).iter().flat_map(|code| called(code)).any(|called| {
                let asks = ["isArray", "getComponentType", "componentType"].contains(&&*called.name);
                &*called.class == "java/lang/reflect/Array" || (&*called.class == "java/lang/Class" && asks)
            })
        })
    }

    /// The classes of arrays that the code of the method under test, or what it calls, names, of which an array may be that is declared
    /// to be of the class `declared`, and not exactly of that.
    pub(crate) fn narrower_arrays(&self, declared: ClassId) -> Vec<TypeId> {
        let arrays = self.tested_arrays();
        let is_narrower = |class: &ClassId| *class != declared && self.world.is_subtype(*class, declared);
        arrays.iter().copied().filter(is_narrower).take(self.at_most(MAX_ARRAYS)).map(type_of).collect()
    }

    fn tested_arrays(&self) -> &[ClassId] {
        self.nearness.tested_arrays.get_or_init(|| self.arrays_named(Naming::Tests))
    }

    fn arrays(&self) -> &[ClassId] {
        self.nearness.arrays.get_or_init(|| self.arrays_named(Naming::Constants))
    }

    /// The classes of arrays that the code of the method under test, or what it calls, names, in the order of the code.
    fn arrays_named(&self, naming: Naming) -> Vec<ClassId> {
        let codes = self.codes_within(self.target, CALLS_INTO);
        let stmts = codes.iter().flat_map(|code| code.body.blocks.values()).flat_map(|block| &block.stmts);
        let named = stmts.filter_map(|stmt| match stmt.inst.effects().links {
            Link::Constant(class) => Some(class),
            Link::Class(class) if naming == Naming::Tests => Some(class),
            Link::Nothing | Link::Class(_) | Link::Array(_) | Link::Field(_) | Link::StaticField(_) => None,
        });
        let arrays = named.filter(|class| class.starts_with('[')).filter_map(|class| self.world.load(class).ok());
        arrays.fold(Vec::new(), |mut classes, class| {
            if !classes.contains(&class) {
                classes.push(class);
            }
            classes
        })
    }

    /// The code of a method and of what it calls of the program, as deep as `calls` says.
    fn codes_within(&self, method: MethodId, calls: u32) -> Vec<Rc<MethodCode>> {
        let Ok(code) = self.world.code(method) else { return Vec::new() };
        let mut codes = vec![Rc::clone(&code)];
        for called in called(&code).filter(|_| calls > 0) {
            let Ok(class) = self.world.load(&called.class) else { continue };
            let is_of_program = self.world.class(class).provenance != Provenance::Jdk;
            let found = self.world.find_method(class, &called.name, &called.descriptor).filter(|_| is_of_program);
            codes.extend(found.map(|found| self.codes_within(found, calls - 1)).unwrap_or_default());
        }
        codes
    }

    /// The classes that code names, that of strings where it has a constant one.
    fn named_in(&self, code: &MethodCode) -> FastSet<ClassId> {
        let insts = code.body.blocks.values().flat_map(|block| &block.stmts).filter_map(|stmt| {
            match stmt.inst.effects().links {
                Link::Class(class) | Link::Constant(class) => Some(class),
                Link::Field(field) => Some(&field.class),
                Link::Nothing | Link::Array(_) | Link::StaticField(_) => None,
            }
        });
        let mut stmts = code.body.blocks.values().flat_map(|block| &block.stmts);
        let has_text = stmts.any(|stmt| matches!(stmt.inst, Inst::LoadString { .. }));
        let text = has_text.then(|| self.world.load("java/lang/String").ok()).flatten();
        insts
            .chain(called(code).map(|method| &method.class))
            .filter_map(|name| self.world.load(name).ok())
            .chain(text)
            .collect()
    }

    /// Whether there can be an object of one of these classes of which calls come to an end without another object of a type that
    /// only classes implement which need one of it in turn: classes that do no more than hand calls on to another of their own type.
    pub(crate) fn one_stands_alone(&self, classes: &[ClassId]) -> bool {
        let classes: Vec<ClassId> = classes.iter().copied().filter(|class| self.is_made_by_test(*class)).collect();
        if classes.iter().any(|class| self.held_by(*class).is_empty()) {
            return true;
        }
        // The classes that can be without another object, of all that these need directly or not.
        let mut needs: Vec<(ClassId, Vec<Vec<ClassId>>)> = Vec::new();
        let mut waiting = classes.clone();
        while let Some(class) = waiting.pop() {
            if needs.iter().any(|(known, _)| *known == class) {
                continue;
            }
            let needed: Vec<Vec<ClassId>> = self
                .needed_by(class)
                .into_iter()
                .map(|ty| self.made_below(ty))
                .filter(|made| !made.is_empty())
                .collect();
            waiting.extend(needed.iter().flatten());
            needs.push((class, needed));
        }
        let mut alone: FastSet<ClassId> = FastSet::default();
        loop {
            let is_met = |needed: &Vec<ClassId>| needed.iter().any(|class| alone.contains(class));
            let is_new =
                |(class, needed): &&(ClassId, Vec<Vec<ClassId>>)| !alone.contains(class) && needed.iter().all(is_met);
            let more: Vec<ClassId> = needs.iter().filter(is_new).map(|(class, _)| *class).collect();
            if more.is_empty() {
                return classes.iter().any(|class| alone.contains(class));
            }
            alone.extend(more);
        }
    }

    fn is_made_by_test(&self, class: ClassId) -> bool {
        !self.is_open(class) && self.can_be_input(class)
    }

    /// The concrete classes below a type of which a test can make objects.
    fn made_below(&self, ty: ClassId) -> Vec<ClassId> {
        self.world.subtypes(ty).iter().copied().filter(|class| self.is_made_by_test(*class)).collect()
    }

    /// The fields of a class whose types are interfaces or abstract classes of the program, with these types.
    fn held_by(&self, class: ClassId) -> Vec<(Rc<Field>, ClassId)> {
        let fields = self.world.instance_fields(class);
        let held = |field: Rc<Field>| {
            let name = field.descriptor.strip_prefix('L').and_then(|rest| rest.strip_suffix(';'))?;
            let ty = self.world.load(name).ok()?;
            let is_of_program = self.world.class(ty).provenance != Provenance::Jdk;
            (is_of_program && self.may_be_stub(ty)).then_some((field, ty))
        };
        fields.iter().filter_map(|field| held(self.world.field(*field))).collect()
    }

    /// The types of the program that are interfaces or abstract, of which an object of a class holds another without asking whether it
    /// is null.
    fn needed_by(&self, class: ClassId) -> Vec<ClassId> {
        let held = self.held_by(class).into_iter();
        held.filter(|(field, _)| !self.asks_for_null(field.class, &field.name)).map(|(_, ty)| ty).collect()
    }

    /// Whether a method of a class compares what it has just read from a field with null.
    fn asks_for_null(&self, class: ClassId, field: &str) -> bool {
        let methods = self.world.class(class).methods.clone();
        methods.into_iter().filter(|id| self.world.method(*id).has_code).filter_map(|id| self.world.code(id).ok()).any(
            |code| {
                code.body.blocks.values().any(|block| {
                    let Terminator::Branch { kind: BranchKind::Source, condition, .. } = &block.terminator else {
                        return false;
                    };
                    let mut read: FastMap<Reg, bool> = FastMap::default();
                    for stmt in &block.stmts {
                        let Some(written) = stmt.inst.written() else { continue };
                        let is_read = match &stmt.inst {
                            Inst::GetField { field: read, .. } => &*read.name == field,
                            Inst::Assign { value: Expr::Reg(from), .. } => read.get(from) == Some(&true),
                            _ => false,
                        };
                        read.insert(written, is_read);
                    }
                    condition.null_test().is_some_and(|(reg, _)| read.get(&reg) == Some(&true))
                })
            },
        )
    }
}

/// Whether a class is anonymous or local, and in another outermost class than a second one: nobody there can name it.
fn is_local_elsewhere(class: &Class, other: &Class) -> bool {
    class.is_local() && outermost_of(&class.name) != outermost_of(&other.name)
}

/// The methods that code calls.
fn called(code: &MethodCode) -> impl Iterator<Item = &MethodRef> {
    code.body.blocks.values().filter_map(|block| match &block.terminator {
        Terminator::Invoke { callee: Callee::Method { method, .. }, .. } => Some(&**method),
        _ => None,
    })
}

/// The class of a heap type comes before all others of a list.
pub(crate) fn put_first(classes: &mut Vec<TypeId>, class: ClassId) {
    classes.retain(|ty| *ty != type_of(class));
    classes.insert(0, type_of(class));
}
