//! Objects for references that are not null and that nobody looked at: any will do.

use super::{Extractor, FactId, FactObject, HeapObject, NoTest};
use crate::plain_calls::{JdkObject, PlainCalls};
use crate::state::State;
use crate::types::{class_of, display_name, type_of};
use clew_base::OrderedMap;
use clew_facts::{Maker as By, Value as Fact};
use clew_heap::{Ref, RefVar, TypeConstraint, TypeId, TypeOracle, Value};

/// Concrete classes of the library that stand in for its interfaces, each with a public constructor without parameters.
const STAND_INS: [&str; 8] = [
    "java/lang/Object",
    "java/util/ArrayList",
    "java/util/HashMap",
    "java/util/HashSet",
    "java/util/TreeMap",
    "java/util/ArrayDeque",
    "java/util/Random",
    "java/lang/StringBuilder",
];

/// Constants of the library that stand in for what no constructor without parameters makes: the type, the class that declares them, and
/// their names. No two are one object.
const CONSTANT_STAND_INS: [(&str, &str, [&str; 3]); 11] = [
    ("java/time/LocalDate", "java/time/LocalDate", ["EPOCH", "MIN", "MAX"]),
    ("java/time/LocalTime", "java/time/LocalTime", ["NOON", "MIDNIGHT", "MAX"]),
    ("java/time/LocalDateTime", "java/time/LocalDateTime", ["MIN", "MAX", ""]),
    ("java/time/Instant", "java/time/Instant", ["EPOCH", "MIN", "MAX"]),
    ("java/time/Duration", "java/time/Duration", ["ZERO", "", ""]),
    ("java/time/Period", "java/time/Period", ["ZERO", "", ""]),
    ("java/time/ZoneId", "java/time/ZoneOffset", ["UTC", "MIN", "MAX"]),
    ("java/time/ZoneOffset", "java/time/ZoneOffset", ["UTC", "MIN", "MAX"]),
    ("java/math/BigInteger", "java/math/BigInteger", ["ONE", "TEN", "ZERO"]),
    ("java/math/BigDecimal", "java/math/BigDecimal", ["ONE", "TEN", "ZERO"]),
    ("java/nio/charset/Charset", "java/nio/charset/StandardCharsets", ["UTF_8", "US_ASCII", "ISO_8859_1"]),
];

impl Extractor<'_, '_> {
    /// An object of a type that satisfies what is known of the reference.
    pub(super) fn open(&mut self, state: &State, variable: RefVar) -> Result<HeapObject, NoTest> {
        let types = state.heap.variable(variable).types.clone();
        if let Some((class, object)) = self.library_value(&types) {
            return Ok(HeapObject { class: class.to_owned(), object });
        }
        // A date is one of our years, where it can be made; other values of the JDK have constants that people write.
        let is_time = types.upper.iter().any(|ty| self.machine.types.class(*ty).name.starts_with("java/time/"));
        let made = if is_time { self.made_of_plain(variable, &types) } else { None };
        if let Some(found) = made.or_else(|| self.constant_stand_in(&types)) {
            return Ok(found);
        }
        let is_array = |ty: &&TypeId| self.machine.types.array_element(**ty).is_some();
        if types.upper.iter().any(|ty| is_array(&ty)) {
            let mut arrays = types.upper.iter().filter(is_array);
            let array = arrays.find(|ty| types.admits(**ty, &self.machine.types));
            let array = array.ok_or_else(|| self.no_class(&types))?;
            let class = display_name(&self.machine.types.class(*array).name);
            return Ok(HeapObject { class, object: FactObject::Array { elements: Vec::new() } });
        }
        if let Some(constant) = self.first_enum_constant(state, &types) {
            return Ok(constant);
        }
        let candidates = self.machine.types.candidates(&types);
        let can_be = |ty: &TypeId| self.machine.types.can_be_input(class_of(*ty));
        let (stubs, own): (Vec<TypeId>, Vec<TypeId>) = candidates
            .classes
            .iter()
            .filter(|ty| can_be(ty))
            .partition(|ty| self.machine.types.is_open(class_of(**ty)));
        let own = self.easiest(own.iter().copied()).or_else(|| self.stand_in(&types));
        let Some(chosen) = own.or(stubs.first().copied()) else {
            return self.made_of_plain(variable, &types).ok_or_else(|| self.no_class(&types));
        };
        let class = display_name(&self.machine.types.class(chosen).name);
        Ok(HeapObject { class, object: FactObject::Instance { fields: OrderedMap::default() } })
    }

    /// An object of the JDK that a call makes of plain arguments, and that no other reference of the test names.
    fn made_of_plain(&mut self, variable: RefVar, types: &TypeConstraint) -> Option<HeapObject> {
        if !self.plain.contains_key(&variable) {
            let made = self.new_of_plain(types)?;
            self.plain.insert(variable, made);
        }
        let (object, passed) = &self.plain[&variable];
        self.objects.extend(passed.iter().map(|(id, object)| (*id, object.clone())));
        Some(object.clone())
    }

    /// Such an object, with what is passed to the calls that make it.
    fn new_of_plain(&mut self, types: &TypeConstraint) -> Option<(HeapObject, OrderedMap<FactId, HeapObject>)> {
        let upper = types.upper.last().filter(|_| types.not.is_empty() && types.among.is_none())?;
        let class = self.machine.types.class(*upper);
        if class.provenance != clew_jvm::Provenance::Jdk || types.upper.len() > 1 {
            return None;
        }
        let (mut passed, mut next) = (OrderedMap::default(), self.next);
        let mut add = |object| {
            let id = next;
            next = FactId(id.0 + 1);
            passed.insert(id, object);
            id
        };
        let known = &self.objects;
        let may_be = |candidate: JdkObject<'_>| is_apart(known, candidate);
        let object = PlainCalls::of(self.machine).of_jdk(&mut add, &class.name, &may_be)?;
        self.next = next;
        Some((object, passed))
    }

    /// The first class of which an object can be made that holds anything; the first of all, if there is none. Other records reject
    /// zero, or `null`.
    pub(super) fn easiest(&self, classes: impl Iterator<Item = TypeId> + Clone) -> Option<TypeId> {
        let types = &self.machine.types;
        let is_easy = |ty: &TypeId| {
            let class = types.class(*ty);
            let mut constructors = class.methods.iter().filter(|method| types.world.method(**method).is_constructor());
            !class.record || !constructors.any(|constructor| types.looks_at_arguments(*constructor))
        };
        classes.clone().find(is_easy).or_else(|| classes.clone().next())
    }

    fn no_class(&self, types: &TypeConstraint) -> NoTest {
        let name = types.upper.last().map(|ty| display_name(&self.machine.types.class(*ty).name));
        format!("no way to make an input of type {}", name.unwrap_or_default())
    }

    fn admits(&self, types: &TypeConstraint, class: &str) -> Option<TypeId> {
        let ty = type_of(self.machine.world.load(class).ok()?);
        types.admits(ty, &self.machine.types).then_some(ty)
    }

    /// A class that has a public constructor without parameters: of the type itself, else a well-known one.
    fn stand_in(&self, types: &TypeConstraint) -> Option<TypeId> {
        let own =
            types.upper.iter().copied().find(|ty| types.admits(*ty, &self.machine.types) && self.is_made_by_new(*ty));
        own.or_else(|| STAND_INS.iter().find_map(|class| self.admits(types, class)))
    }

    fn is_made_by_new(&self, ty: TypeId) -> bool {
        let class = self.machine.types.class(ty);
        let constructor = self.machine.world.find_method(class.id, "<init>", "()V");
        let public = constructor.is_some_and(|constructor| self.machine.world.method(constructor).is_public());
        class.is_concrete() && class.is_public() && public
    }

    /// A string, a class or a box, where the type asks for one.
    fn library_value(&self, types: &TypeConstraint) -> Option<(&'static str, FactObject)> {
        let object = self.machine.world.load("java/lang/Object").ok().map(type_of);
        if types.upper.iter().all(|ty| Some(*ty) == object) {
            return None;
        }
        let values: [(&str, &'static str, FactObject); 10] = [
            ("java/lang/String", "java.lang.String", FactObject::String(Vec::new())),
            ("java/lang/Integer", "java.lang.Integer", FactObject::Boxed(Fact::Int(0))),
            ("java/lang/Long", "java.lang.Long", FactObject::Boxed(Fact::Long(0))),
            ("java/lang/Boolean", "java.lang.Boolean", FactObject::Boxed(Fact::Boolean(false))),
            ("java/lang/Character", "java.lang.Character", FactObject::Boxed(Fact::Char(b'a'.into()))),
            ("java/lang/Byte", "java.lang.Byte", FactObject::Boxed(Fact::Byte(0))),
            ("java/lang/Short", "java.lang.Short", FactObject::Boxed(Fact::Short(0))),
            ("java/lang/Float", "java.lang.Float", FactObject::Boxed(Fact::Float(0))),
            ("java/lang/Double", "java.lang.Double", FactObject::Boxed(Fact::Double(0))),
            ("java/lang/Class", "java.lang.Class", FactObject::Class("java.lang.Object".to_owned())),
        ];
        values
            .into_iter()
            .find(|(class, ..)| self.admits(types, class).is_some())
            .map(|(_, name, object)| (name, object))
    }

    /// A constant of the library, where the type is one of which there are some: one that no other reference of the test names, because
    /// the path may tell the two apart.
    fn constant_stand_in(&self, types: &TypeConstraint) -> Option<HeapObject> {
        let world = self.machine.world;
        let is_asked = |ty: &str| types.upper.iter().any(|upper| *self.machine.types.class(*upper).name == *ty);
        let (_, owner, names) = CONSTANT_STAND_INS.into_iter().find(|(ty, ..)| is_asked(ty) && types.not.is_empty())?;
        let class = world.class(world.load(owner).ok()?);
        let fields: Vec<_> = class.fields.iter().map(|field| world.field(*field)).collect();
        names.into_iter().find_map(|name| {
            let field = fields.iter().find(|field| *field.name == *name && field.is_static())?;
            let class = field.descriptor.strip_prefix('L')?.strip_suffix(';')?;
            let object = FactObject::OfStatic(self.key(field));
            let is_named = self.objects.values().any(|known| known.object == object);
            (!is_named).then(|| HeapObject { class: display_name(class), object })
        })
    }

    /// The first constant that is of a class which the reference may name.
    fn first_enum_constant(&self, state: &State, types: &TypeConstraint) -> Option<HeapObject> {
        let class = self.machine.world.class(self.machine.enum_among(types)?);
        let mut fields = class.fields.iter().map(|field| self.machine.world.field(*field));
        let constant = fields.find(|field| {
            let class = match state.globals.statics.values.get(&field.id) {
                Some(Value::Ref(Ref::Object(constant))) => state.heap.object(*constant).exact_type(),
                // Nobody has looked at one, so that nothing is known but that it is one.
                _ => types.among.is_none().then(|| type_of(class.id)),
            };
            field.is_enum_constant() && class.is_some_and(|ty| types.admits(ty, &self.machine.types))
        })?;
        Some(HeapObject {
            class: display_name(&class.name),
            object: FactObject::EnumConstant(constant.name.to_string()),
        })
    }
}

/// Whether an object of the JDK is none of these. What a constructor makes is new; other calls may return the same each time.
fn is_apart(known: &OrderedMap<FactId, HeapObject>, candidate: JdkObject<'_>) -> bool {
    let is_it = |object: &FactObject| match (candidate, object) {
        (JdkObject::Constant(field), FactObject::OfStatic(known)) => field == known,
        (JdkObject::Made(maker), FactObject::Made(made)) => {
            maker.by != By::Constructor && maker.first.method() == made.first.method
        }
        _ => false,
    };
    !known.values().any(|known| is_it(&known.object))
}
