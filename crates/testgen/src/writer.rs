//! Writes down the input of a test: the objects, in the wanted state, and the arguments.
//!
//! All objects are made first, then fields that no constructor could fill are set, so cycles need no special care.

use crate::classes::{ClassKind, Making, Mutability, Origin, with_supertypes};
use crate::effects::EffectCache;
use crate::helpers::Helper;
use crate::java::{
    JavaType, box_class, coerced, element_literal, letter_of, literal, names_like, parse_method, quoted,
    string_expression,
};
use crate::mockito::stand_in;
use crate::recipes::{Fix, Make, Others, Recipe, best_recipe};
use crate::replay::Change;
use crate::reports::StateBy;
use crate::scope::Scope;
use crate::typed::{Arguments, with_diamond};
use clew_base::OrderedMap;
use clew_facts::{FieldKey, HeapObject, Object, ObjectId, TestCase, Value};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// An array initializer has at most this many elements on one line.
const ELEMENTS_PER_LINE: usize = 20;
/// Arrays longer than this are written as single stores where most elements hold the default.
const MAX_DENSE_LENGTH: usize = 16;

/// An expression with its static type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct JavaExpr {
    pub(crate) text: String,
    pub(crate) ty: JavaType,
}

impl JavaExpr {
    pub(crate) fn new(text: impl Into<String>, ty: JavaType) -> Self {
        JavaExpr { text: text.into(), ty }
    }
}

/// Something to store once all objects are made.
enum Pending {
    Fix(ObjectId, Fix),
    Element(ObjectId, usize, Value),
}

impl Pending {
    /// The object that is stored into.
    fn object(&self) -> ObjectId {
        match self {
            Pending::Fix(object, _) | Pending::Element(object, ..) => *object,
        }
    }
}

/// Writes one test method.
pub(crate) struct Writer<'w, 'a> {
    pub(crate) scope: &'w mut Scope<'a>,
    pub(crate) cache: &'w EffectCache,
    pub(crate) test: &'w TestCase,
    /// The variable that holds what answers calls which are inputs, and the objects on which such are made.
    pub(crate) answering: Option<(String, BTreeSet<ObjectId>)>,
    /// The variable that holds what answers for stubs, if there are any.
    pub(crate) stubs: Option<String>,
    pub(crate) locals: BTreeSet<String>,
    /// How to write the objects that exist by now.
    pub(crate) objects: BTreeMap<ObjectId, JavaExpr>,
    /// The names that were chosen for objects.
    pub(crate) names: BTreeMap<ObjectId, String>,
    /// The type arguments of objects that are declared with some.
    pub(crate) types: BTreeMap<ObjectId, Arguments>,
    /// How to write the arguments of the method under test, and their types there.
    pub(crate) passed: Vec<(JavaExpr, JavaType)>,
    /// The stubs that keep what they are passed, each with the variable of the list in which.
    pub(crate) collected: BTreeMap<ObjectId, String>,
    in_progress: BTreeSet<ObjectId>,
    pending: VecDeque<Pending>,
    pub(crate) creations: Vec<String>,
    stores: Vec<String>,
    plain: Vec<String>,
}

/// What the search for a recipe may know of the other objects.
struct Known<'w> {
    test: &'w TestCase,
    in_progress: &'w BTreeSet<ObjectId>,
}

impl Others for Known<'_> {
    fn comes_first(&self, object: ObjectId) -> bool {
        !self.in_progress.contains(&object)
    }

    fn class(&self, object: ObjectId) -> Option<&str> {
        self.test.heap.get(&object).map(|object| &*object.class)
    }

    fn text(&self, object: ObjectId) -> Option<&[u16]> {
        match self.test.heap.get(&object).map(|object| &object.object) {
            Some(Object::String(units)) => Some(units),
            _ => None,
        }
    }
}

impl<'w, 'a> Writer<'w, 'a> {
    /// A writer that has written nothing.
    pub(crate) fn new(scope: &'w mut Scope<'a>, cache: &'w EffectCache, test: &'w TestCase) -> Self {
        Writer {
            scope,
            cache,
            test,
            answering: None,
            stubs: None,
            locals: BTreeSet::new(),
            objects: BTreeMap::new(),
            names: BTreeMap::new(),
            types: BTreeMap::new(),
            passed: Vec::new(),
            collected: BTreeMap::new(),
            in_progress: BTreeSet::new(),
            pending: VecDeque::new(),
            creations: Vec::new(),
            stores: Vec::new(),
            plain: Vec::new(),
        }
    }

    /// A name for a local variable that is not in use yet, `base` or something like it.
    pub(crate) fn fresh_local(&mut self, base: &str) -> String {
        let base = if self.scope.is_free_local(base) { base.to_owned() } else { format!("{base}Value") };
        let base = if self.scope.is_free_local(&base) { base } else { "value".to_owned() };
        let name = names_like(&base).find(|name| !self.locals.contains(name)).unwrap_or_else(|| base.clone());
        self.locals.insert(name.clone());
        name
    }

    /// The name of the variable that this is saved in, `base` or something like it.
    pub(crate) fn saved_name(&mut self, change: &Change, base: &str) -> String {
        match &self.scope.fixture {
            Some(fixture) => fixture.name(change, base),
            None => self.fresh_local(base),
        }
    }

    /// Everything that was written about objects up to now, in order.
    ///
    /// # Errors
    /// Why one of the objects cannot be built.
    pub(crate) fn finish_objects(&mut self) -> Result<Vec<String>, String> {
        while let Some(pending) = self.pending.pop_front() {
            self.store(pending)?;
        }
        let mut lines = std::mem::take(&mut self.creations);
        lines.append(&mut self.stores);
        lines.append(&mut self.plain);
        Ok(lines)
    }

    /// Declares a local variable among the creations.
    pub(crate) fn declare(&mut self, name: &str, ty: &JavaType, value: &str) -> JavaExpr {
        let (line, local) = self.declaration(name, ty, value);
        self.creations.push(line);
        local
    }

    /// Declares a local variable of a type with type arguments among the creations.
    pub(crate) fn declare_shown(&mut self, name: &str, ty: &JavaType, shown: &str, value: &str) -> JavaExpr {
        self.creations.push(format!("{shown} {name} = {value};"));
        JavaExpr::new(name, ty.clone())
    }

    /// Declares a local variable for a value that is no object, behind all that has to do with objects.
    pub(crate) fn declare_plain(&mut self, name: &str, ty: &JavaType, value: &str) -> JavaExpr {
        let (line, local) = self.declaration(name, ty, value);
        self.plain.push(line);
        local
    }

    /// As [`Writer::declare_plain`], of a type with type arguments.
    pub(crate) fn declare_plain_shown(&mut self, name: &str, ty: &JavaType, shown: &str, value: &str) -> JavaExpr {
        self.plain.push(format!("{shown} {name} = {value};"));
        JavaExpr::new(name, ty.clone())
    }

    fn declaration(&mut self, name: &str, ty: &JavaType, value: &str) -> (String, JavaExpr) {
        let ty = self.scope.nameable(ty);
        let shown = self.scope.type_name(&ty).unwrap_or_else(|| "Object".into());
        (format!("{shown} {name} = {value};"), JavaExpr::new(name, ty))
    }

    /// An expression for the value, to be used where the type is wanted.
    ///
    /// # Errors
    /// Why the object cannot be built.
    pub(crate) fn value(&mut self, value: &Value, ty: &JavaType) -> Result<JavaExpr, String> {
        match coerced(value, ty) {
            Value::Ref(object) => self.object(object),
            other => {
                let text = literal(&other).ok_or("a value that is not known")?;
                Ok(JavaExpr::new(text, letter_of(&other).map_or_else(|| ty.clone(), JavaType::Primitive)))
            }
        }
    }

    /// An expression for the object, which is made first if need be.
    ///
    /// # Errors
    /// Why it cannot be built.
    pub(crate) fn object(&mut self, id: ObjectId) -> Result<JavaExpr, String> {
        if let Some(known) = self.objects.get(&id) {
            return Ok(known.clone());
        }
        if !self.in_progress.insert(id) {
            return Err("an object that is needed to make itself".into());
        }
        let test = self.test;
        let HeapObject { class, object } = test.heap.get(&id).ok_or("an object that is not described")?;
        let made = self.make(id, class, object)?;
        self.in_progress.remove(&id);
        self.objects.insert(id, made.clone());
        Ok(made)
    }

    fn make(&mut self, id: ObjectId, class: &str, object: &Object) -> Result<JavaExpr, String> {
        match object {
            Object::Instance { fields } => self.instance(id, class, fields),
            Object::Made(made) => self.made(id, class, made),
            Object::Array { elements } => {
                let ty = JavaType::of_class(class).ok_or_else(|| format!("{class} is no class"))?;
                self.array(id, &ty, elements)
            }
            _ => {
                let simple = self.simple(id, class, object)?;
                // Where each use of the expression makes another object, those that name this one need a variable.
                let is_one = self.occurrences(id) > 1 && is_new_each_time(&simple.text, object);
                if is_one || self.names.contains_key(&id) {
                    let name = self.local_name(id, class);
                    return Ok(self.declare(&name, &simple.ty, &simple.text));
                }
                Ok(simple)
            }
        }
    }

    /// An object that one expression stands for.
    pub(crate) fn simple(&mut self, id: ObjectId, class: &str, object: &Object) -> Result<JavaExpr, String> {
        let ty = JavaType::Class(class.into());
        let text = match object {
            Object::String(units) => {
                let text = string_expression(units);
                let repeated = self.test.heap.iter().any(|(other, described)| {
                    *other < id && matches!(&described.object, Object::String(other) if other == units)
                });
                // Equal literals are one object.
                if repeated && text.starts_with('"') { format!("new String({text})") } else { text }
            }
            Object::Boxed(value) => {
                let letter = letter_of(value).ok_or("a box of no primitive value")?;
                let literal = literal(value).ok_or("a box of an unknown value")?;
                format!("{}.valueOf({literal})", box_class(letter))
            }
            Object::Class(name) => self.class_object(name)?,
            Object::EnumConstant(constant) => return self.enum_constant(class, constant),
            Object::OfStatic(field) => {
                let object = self.object_of_static(field);
                return object.ok_or_else(|| format!("{}.{} cannot be read", field.class, field.name));
            }
            Object::Instance { .. } | Object::Array { .. } | Object::Made(_) => {
                return Err("an object with a state of its own".into());
            }
        };
        Ok(JavaExpr::new(text, ty))
    }

    fn class_object(&mut self, name: &str) -> Result<String, String> {
        if name == "void" {
            return Ok("void.class".into());
        }
        let ty = JavaType::of_keyword(name).or_else(|| JavaType::of_class(name)).ok_or("an unknown class")?;
        Ok(self.scope.class_literal(&ty))
    }

    pub(crate) fn enum_constant(&mut self, class: &str, constant: &str) -> Result<JavaExpr, String> {
        let mut owner = self.scope.classes.class(class).ok_or_else(|| format!("{class} cannot be read"))?;
        if owner.superclass.as_deref().is_some_and(|above| above != "java.lang.Enum") {
            let above = owner.superclass.clone().unwrap_or_default();
            owner = self.scope.classes.class(&above).ok_or_else(|| format!("{above} cannot be read"))?;
        }
        let key = owner.fields.iter().find(|field| field.name == constant).map(|field| FieldKey {
            class: owner.name.clone(),
            name: field.name.clone(),
            descriptor: field.descriptor.clone(),
        });
        let key = key.ok_or_else(|| format!("{class} has no constant {constant}"))?;
        self.read_static(&key).ok_or_else(|| format!("{class}.{constant} cannot be read"))
    }

    /// An expression for the value of a static field.
    pub(crate) fn read_static(&mut self, key: &FieldKey) -> Option<JavaExpr> {
        let owner = self.scope.classes.class(&key.class)?;
        let field = owner.field(&key.name, &key.descriptor)?;
        let ty = JavaType::parse(&key.descriptor)?;
        if self.scope.can_make_by(&owner, field) {
            let class = self.scope.class_name(&key.class)?;
            return Some(JavaExpr::new(format!("{class}.{}", key.name), self.scope.nameable(&ty)));
        }
        self.scope.may_reflect_on(&owner).then(|| self.get_field(key, "null"))
    }

    /// Reads a field by reflection.
    pub(crate) fn get_field(&mut self, key: &FieldKey, target: &str) -> JavaExpr {
        let owner = self.scope.class_literal(&JavaType::Class(key.class.clone()));
        let helper = self.scope.helper(Helper::GetField);
        JavaExpr::new(format!("{helper}({owner}, {target}, {})", quoted(&key.name)), JavaType::object())
    }

    /// Writes a field by reflection.
    fn set_field(&mut self, key: &FieldKey, target: &str, value: &str) -> String {
        let owner = self.scope.class_literal(&JavaType::Class(key.class.clone()));
        let helper = self.scope.helper(Helper::SetField);
        format!("{helper}({owner}, {target}, {}, {value});", quoted(&key.name))
    }

    /// A statement that stores the value into a static field.
    ///
    /// # Errors
    /// Why it cannot be stored into.
    pub(crate) fn write_static(&mut self, key: &FieldKey, value: JavaExpr) -> Result<String, String> {
        let name = format!("{}.{}", key.class, key.name);
        let owner = self.scope.classes.class(&key.class).ok_or_else(|| format!("{name} cannot be read"))?;
        let field = owner.field(&key.name, &key.descriptor).ok_or_else(|| format!("there is no field {name}"))?;
        let ty = JavaType::parse(&key.descriptor).ok_or_else(|| format!("{name} has no type"))?;
        if field.mutability == Mutability::Final || owner.origin == Origin::Jdk {
            return Err(format!("{name} cannot be changed"));
        }
        if self.scope.can_use_field(&owner, field) {
            let class = self.scope.class_name(&key.class).unwrap_or_default();
            let value = self.fitted(value, &ty);
            return Ok(format!("{class}.{} = {value};", key.name));
        }
        Ok(self.set_field(key, "null", &value.text))
    }

    pub(crate) fn local_name(&mut self, id: ObjectId, class: &str) -> String {
        match self.names.get(&id) {
            Some(name) => name.clone(),
            None => {
                let base = crate::names::local_for_class(class);
                self.fresh_local(&base)
            }
        }
    }

    fn instance(
        &mut self,
        id: ObjectId,
        class: &str,
        fields: &OrderedMap<FieldKey, Value>,
    ) -> Result<JavaExpr, String> {
        let info = self.scope.classes.class(class).ok_or_else(|| format!("the class {class} cannot be read"))?;
        if info.kind == ClassKind::Interface {
            return self.proxy(id, class);
        }
        let known = Known { test: self.test, in_progress: &self.in_progress };
        let recipe = best_recipe(self.scope, self.cache, &info, fields, &known)?;
        let ty = JavaType::Class(class.into());
        if info.kind == ClassKind::Abstract {
            let made = self.stub(id, class, &recipe)?;
            self.pending.extend(recipe.fixes.into_iter().map(|fix| Pending::Fix(id, fix)));
            return Ok(made);
        }
        let text = self.creation(&info.name, &recipe)?;
        let name = self.local_name(id, class);
        let text = match recipe.make {
            Make::Constructor | Make::Factory(_) => text,
            Make::HiddenConstructor | Make::Allocate(_) => self.fitted(JavaExpr::new(text, JavaType::object()), &ty),
        };
        let text = match &self.answering {
            Some((calls, receivers)) if receivers.contains(&id) => stand_in(self.scope, &ty, &text, &calls.clone()),
            _ => text,
        };
        if recipe.reflects() {
            self.scope.state_by = StateBy::Reflection;
            let simple = crate::names::simple_name(class);
            self.creations.push(format!("// Reflection: no call was found that leads to this state of {simple}."));
        }
        let shown = self.types.get(&id).cloned().filter(|_| recipe.make == Make::Constructor);
        let made = match shown.and_then(|arguments| self.with_arguments(class, &arguments)) {
            Some(shown) => self.declare_shown(&name, &ty, &shown, &with_diamond(&text)),
            None => self.declare(&name, &ty, &text),
        };
        self.pending.extend(recipe.fixes.into_iter().map(|fix| Pending::Fix(id, fix)));
        Ok(made)
    }

    pub(crate) fn recipe_arguments(&mut self, recipe: &Recipe) -> Result<Vec<(JavaExpr, JavaType)>, String> {
        let arguments = recipe.arguments.iter();
        arguments.map(|(ty, value)| self.value(value, ty).map(|expr| (expr, ty.clone()))).collect()
    }

    pub(crate) fn creation(&mut self, class: &str, recipe: &Recipe) -> Result<String, String> {
        let ty = JavaType::Class(class.into());
        let values = self.recipe_arguments(recipe)?;
        Ok(match &recipe.make {
            Make::Constructor => self.new_expression(class, values),
            Make::HiddenConstructor => self.hidden_construction(class, values),
            Make::Factory(method) => {
                let args = self.arguments(class, method, values);
                format!("{}.{method}({args})", self.scope.class_name(class).unwrap_or_default())
            }
            Make::Allocate(base) => {
                let literal = self.scope.class_literal(&ty);
                self.allocation(&literal, base.as_ref(), values)
            }
        })
    }

    /// `new C(…)`, or `outer.new C(…)` where the first argument is the object around.
    pub(crate) fn new_expression(&mut self, class: &str, mut values: Vec<(JavaExpr, JavaType)>) -> String {
        let info = self.scope.classes.class(class);
        if info.is_some_and(|info| info.is_inner()) && !values.is_empty() {
            let (outer, outer_type) = values.remove(0);
            let outer = match &outer_type {
                JavaType::Class(name) => self.as_owner(outer, name),
                _ => outer.text,
            };
            let args = self.arguments(class, "<init>", values);
            let simple = class.rsplit(['.', '$']).next().unwrap_or(class);
            return format!("{outer}.new {simple}({args})");
        }
        let args = self.arguments(class, "<init>", values);
        format!("new {}({args})", self.scope.class_name(class).unwrap_or_default())
    }

    /// A call of a constructor by reflection.
    pub(crate) fn hidden_construction(&mut self, class: &str, values: Vec<(JavaExpr, JavaType)>) -> String {
        let literal = self.scope.class_literal(&JavaType::Class(class.into()));
        let (types, args) = self.reflective_arguments(values);
        format!("{}({literal},\n        {types},\n        {args})", self.scope.helper(Helper::Construct))
    }

    /// The arguments of a call, cast to the very types of the parameters where more than one method could be meant: one that takes
    /// as many.
    pub(crate) fn arguments(&mut self, class: &str, method: &str, values: Vec<(JavaExpr, JavaType)>) -> String {
        let owners = match method {
            "<init>" => self.scope.classes.class(class).into_iter().collect(),
            _ => with_supertypes(self.scope.classes, class),
        };
        let same_name = || owners.iter().flat_map(|owner| &owner.methods).filter(|other| other.name == method);
        // What a bridge leads on to stands for all that the bridge overrides.
        let bridges: BTreeSet<&str> =
            same_name().filter(|other| other.making == Making::Bridge).map(|other| &*other.descriptor).collect();
        let parameters = same_name().filter(|other| !bridges.contains(&*other.descriptor));
        let parameters =
            parameters.filter_map(|other| parse_method(&other.descriptor)).map(|(parameters, _)| parameters);
        // The object around comes before the rest in the descriptor.
        let around = method == "<init>" && self.scope.classes.class(class).is_some_and(|info| info.is_inner());
        let count = values.len() + usize::from(around);
        let overloads: BTreeSet<Vec<JavaType>> = parameters.filter(|parameters| parameters.len() == count).collect();
        let mut args = Vec::new();
        for (expr, ty) in values {
            args.push(if overloads.len() > 1 { self.exact(expr, &ty) } else { self.fitted(expr, &ty) });
        }
        args.join(", ")
    }

    /// The types and the values of arguments, as two arrays.
    pub(crate) fn reflective_arguments(&mut self, values: Vec<(JavaExpr, JavaType)>) -> (String, String) {
        let types: Vec<_> = values.iter().map(|(_, ty)| self.scope.class_literal(ty)).collect();
        let args: Vec<_> = values.into_iter().map(|(expr, _)| expr.text).collect();
        (format!("new Class<?>[] {{{}}}", types.join(", ")), format!("new Object[] {{{}}}", args.join(", ")))
    }

    fn array(&mut self, id: ObjectId, ty: &JavaType, elements: &[Value]) -> Result<JavaExpr, String> {
        let JavaType::Array(element) = ty else { return Err("an array without an array's class".into()) };
        let name = self.local_name(id, &ty.for_name());
        let default = element.default_value();
        let values: Vec<Value> = elements.iter().map(|value| coerced(value, element)).collect();
        let set = values.iter().filter(|value| **value != default).count();
        let sparse = values.len() > MAX_DENSE_LENGTH && set * 2 < values.len();
        let made = match self.scope.type_name(element) {
            Some(shown) if element.is_primitive() && !sparse && set > 0 => {
                let literals: Option<Vec<_>> = values.iter().map(element_literal).collect();
                let list = initializer(&literals.ok_or("an array of no primitive values")?);
                return Ok(self.declare(&name, ty, &format!("new {shown}[] {list}")));
            }
            Some(shown) => self.declare(&name, ty, &new_array(&shown, values.len())),
            None => {
                let literal = self.scope.class_literal(element);
                let array = self.scope.class_name("java.lang.reflect.Array");
                let array = array.unwrap_or_else(|| "java.lang.reflect.Array".into());
                let static_type = self.scope.nameable(ty);
                let made =
                    JavaExpr::new(format!("{array}.newInstance({literal}, {})", values.len()), JavaType::object());
                let text = self.cast(made, &static_type);
                self.declare(&name, ty, &text)
            }
        };
        for (index, value) in values.into_iter().enumerate() {
            if value != default {
                self.pending.push_back(Pending::Element(id, index, value));
            }
        }
        Ok(made)
    }

    /// Stores into these objects what they are to hold, before anything else is made.
    pub(crate) fn store_into(&mut self, objects: &BTreeSet<ObjectId>) -> Result<(), String> {
        let mut at = 0;
        while let Some(pending) = self.pending.get(at) {
            if !objects.contains(&pending.object()) {
                at += 1;
            } else if let Some(pending) = self.pending.remove(at) {
                let before = self.stores.len();
                self.store(pending)?;
                let line = self.stores.split_off(before);
                self.creations.extend(line);
            }
        }
        Ok(())
    }

    fn store(&mut self, pending: Pending) -> Result<(), String> {
        let line = match pending {
            Pending::Element(id, index, value) => {
                let array = self.object(id)?;
                let JavaType::Array(element) = array.ty.clone() else { return Err("an array without elements".into()) };
                let value = self.value(&value, &element)?;
                let value = self.fitted(value, &element);
                format!("{}[{index}] = {value};", array.text)
            }
            Pending::Fix(id, Fix::Assign(key, value)) => {
                let target = self.object(id)?;
                let ty = JavaType::parse(&key.descriptor).ok_or("a field without a type")?;
                let value = self.value(&value, &ty)?;
                let value = self.fitted(value, &ty);
                format!("{}.{} = {value};", self.as_owner(target, &key.class), key.name)
            }
            Pending::Fix(id, Fix::Setter { owner, name, parameter, value }) => {
                let target = self.object(id)?;
                let value = self.value(&value, &parameter)?;
                let value = self.exact(value, &parameter);
                format!("{}.{name}({value});", self.as_owner(target, &owner))
            }
            Pending::Fix(id, Fix::Reflect(key, value)) => {
                let target = self.object(id)?;
                let ty = JavaType::parse(&key.descriptor).ok_or("a field without a type")?;
                let value = self.value(&value, &ty)?;
                self.set_field(&key, &target.text, &value.text)
            }
        };
        self.stores.push(line);
        Ok(())
    }
}

/// `new T[n]`, also where `T` is an array type itself.
fn new_array(element: &str, length: usize) -> String {
    match element.find('[') {
        Some(bracket) => format!("new {}[{length}]{}", &element[..bracket], &element[bracket..]),
        None => format!("new {element}[{length}]"),
    }
}

/// An array initializer, on several lines where it is long.
pub(crate) fn initializer(literals: &[String]) -> String {
    if literals.len() <= ELEMENTS_PER_LINE {
        return format!("{{{}}}", literals.join(", "));
    }
    let lines: Vec<_> = literals.chunks(ELEMENTS_PER_LINE).map(|chunk| format!("    {}", chunk.join(", "))).collect();
    format!("{{\n{}\n}}", lines.join(",\n"))
}

/// Whether an expression for an object makes a new one each time. The JVM keeps the boxes of small numbers, as it keeps the objects of
/// literals.
fn is_new_each_time(text: &str, object: &Object) -> bool {
    match object {
        Object::Boxed(Value::Boolean(_) | Value::Byte(_)) => false,
        Object::Boxed(Value::Char(unit)) => *unit > 127,
        Object::Boxed(Value::Short(number)) => !(-128..=127).contains(number),
        Object::Boxed(Value::Int(number)) => !(-128..=127).contains(number),
        Object::Boxed(Value::Long(number)) => !(-128..=127).contains(number),
        Object::Boxed(_) => true,
        Object::String(_) => text.starts_with("new "),
        _ => false,
    }
}
