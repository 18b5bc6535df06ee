//! Calls with plain arguments that make objects, as people write them where it matters little what an object holds.

use crate::accepted::{Accepted, AcceptedList};
use crate::factories::{Factories, Factory};
use crate::machine::Machine;
use crate::makers::{ALL, Argument, CONSTANTS, Constants, Maker};
use crate::stubs::may_be_implemented;
use crate::tests::readable::is_unnamed;
use crate::types::display_name;
use clew_base::{FastMap, OrderedMap};
use clew_facts::{Call, FieldKey, HeapObject, InputsByCalls, Made, Maker as By, Object, ObjectId, Value, usual_text};
use clew_jvm::{Class, ClassId, Method, MethodId, Provenance, World, parse_method_descriptor};
use std::rc::Rc;

/// How deep objects are made that are passed to constructors.
const DEPTH: usize = 5;
/// How many objects of the program are made for one of these.
const MAX_OBJECTS: usize = 24;
/// What is passed for a number.
const NUMBER: i8 = 1;
/// What is passed for a character.
const LETTER: u16 = b'a' as u16;
/// What is passed for a text where the parameter has no name.
const TEXT: &str = "a";

/// Adds an object to the input of a test and returns its id.
pub(crate) type Add<'a> = &'a mut dyn FnMut(HeapObject) -> ObjectId;

/// An object of the JDK that may be passed.
#[derive(Clone, Copy)]
pub(crate) enum JdkObject<'a> {
    /// What a static field holds.
    Constant(&'a FieldKey),
    /// What a call makes.
    Made(&'a Maker),
}

/// What makes objects by calls.
pub(crate) struct PlainCalls<'w> {
    world: &'w World,
    pub factories: Factories,
    accepted: Option<Rc<Accepted<'w>>>,
    /// How many objects of the program may be made yet.
    left: usize,
}

impl<'w> PlainCalls<'w> {
    /// The calls that tests of the method under test may write.
    pub(crate) fn of(machine: &Machine<'w>) -> Self {
        let access = match machine.core.options.inputs_by_calls {
            InputsByCalls::Off => InputsByCalls::Package,
            access => access,
        };
        let world = machine.core.world;
        let factories = Factories::new(world, machine.core.target, access);
        Self { world, factories, accepted: machine.caches.accepted.clone(), left: MAX_OBJECTS }
    }

    /// The object that a constructor or factory makes of plain arguments; these are added to the test.
    pub(crate) fn made_by(&mut self, add: Add<'_>, maker: Factory) -> Option<HeapObject> {
        self.left = MAX_OBJECTS;
        self.made_within(add, maker, DEPTH)
    }

    /// Something to pass for a parameter of this type: a plain value, an object that plain calls make, or a stub; else `null`. A text is
    /// the name of the parameter, where that is not empty.
    pub(crate) fn argument(&mut self, add: Add<'_>, ty: &str, name: &str) -> Value {
        self.left = MAX_OBJECTS;
        self.argument_within(add, (ty, name), DEPTH)
    }

    /// The call of a method with plain arguments.
    pub(crate) fn plain_call(&mut self, add: Add<'_>, method: MethodId) -> Call {
        self.left = MAX_OBJECTS;
        self.call(add, method, DEPTH)
    }

    fn made_within(&mut self, add: Add<'_>, Factory { method, by }: Factory, depth: usize) -> Option<HeapObject> {
        self.left = self.left.checked_sub(1)?;
        let called = self.world.method(method);
        let class = match by {
            By::Constructor => display_name(&self.world.class(called.class).name),
            By::Factory | By::Other => {
                called.returns.as_deref()?.strip_prefix('L')?.strip_suffix(';')?.replace('/', ".")
            }
        };
        let receiver = match by {
            By::Other => Some(self.owner(add, &called, depth)?),
            By::Constructor | By::Factory => None,
        };
        let arguments = receiver.into_iter().chain(self.arguments(add, &called, depth)).collect();
        let first = Call::new(crate::trace::key(self.world, method), arguments);
        let made = Made { by, first, then: Vec::new(), fields: OrderedMap::default() };
        Some(HeapObject { class, object: Object::Made(made) })
    }

    /// Whether a method makes what it is declared to return, as that of a builder does.
    pub(crate) fn is_builder(&mut self, method: &Method) -> bool {
        let Some(returned) = method.returns.as_deref().and_then(|ty| self.world.class_of(ty)) else { return false };
        self.factories.of(self.world, returned).makers.iter().any(|maker| maker.method == method.id)
    }

    /// The object on which a method makes another. On a builder each call is made once that changes it, but the one that ends it.
    fn owner(&mut self, add: Add<'_>, method: &Method, depth: usize) -> Option<Value> {
        let maker = if depth > 0 { self.first_maker(method.class)? } else { return None };
        let mut owner = self.made_within(add, maker, depth - 1)?;
        if self.is_builder(method)
            && let Object::Made(made) = &mut owner.object
        {
            let changers = self.factories.of(self.world, method.class).changers.clone();
            let fill = changers.into_iter().filter(|changer| *changer != method.id);
            made.then = fill.map(|changer| self.call(add, changer, depth - 1)).collect();
        }
        Some(Value::Ref(add(owner)))
    }

    fn call(&mut self, add: Add<'_>, method: MethodId, depth: usize) -> Call {
        let arguments = self.arguments(add, &self.world.method(method), depth);
        Call::new(crate::trace::key(self.world, method), arguments)
    }

    /// Lists of arguments that a method accepts which checks them; none for other methods.
    pub(crate) fn accepted_by(&self, method: MethodId) -> Rc<[AcceptedList]> {
        self.accepted.as_ref().map_or_else(Rc::default, |accepted| accepted.by(method))
    }

    /// The arguments of such a list. Objects of the program are made by plain calls.
    pub(crate) fn of_list(&mut self, add: Add<'_>, list: &AcceptedList, method: &Method) -> Vec<Value> {
        self.left = MAX_OBJECTS;
        self.of_list_within(add, list, method, DEPTH)
    }

    fn of_list_within(&mut self, add: Add<'_>, list: &AcceptedList, method: &Method, depth: usize) -> Vec<Value> {
        let mut moved = FastMap::default();
        let mut arguments = Vec::new();
        for (value, ty) in list.arguments.iter().zip(&method.parameters) {
            let accepted = self.moved(&mut *add, (value, list, ty), &mut moved, depth);
            arguments.push(accepted.unwrap_or_else(|| self.argument_within(&mut *add, (ty, ""), depth)));
        }
        arguments
    }

    /// A value of a list with the objects that it leads to. `None` where that is an object which no call makes.
    fn moved(
        &mut self,
        add: Add<'_>,
        (value, list, ty): (&Value, &AcceptedList, &str),
        moved: &mut FastMap<ObjectId, ObjectId>,
        depth: usize,
    ) -> Option<Value> {
        let Value::Ref(id) = value else { return Some(value.clone()) };
        if let Some(known) = moved.get(id) {
            return Some(Value::Ref(*known));
        }
        let mut object = list.heap.get(id)?.clone();
        if matches!(object.object, Object::Instance { .. }) {
            return None;
        }
        let of = ty.strip_prefix('[');
        for value in object.object.values_mut() {
            let accepted = self.moved(&mut *add, (value, list, of.unwrap_or_default()), moved, depth);
            *value = accepted.or_else(|| of.map(|of| self.argument_within(&mut *add, (of, ""), depth)))?;
        }
        let added = add(object);
        moved.insert(*id, added);
        Some(Value::Ref(added))
    }

    /// Arguments for a method that it accepts, plain ones where it does not check them.
    fn arguments(&mut self, add: Add<'_>, method: &Method, depth: usize) -> Vec<Value> {
        if let Some(list) = self.accepted_by(method.id).first() {
            return self.of_list_within(add, list, method, depth);
        }
        let names = self.world.parameter_names(method);
        let parameters = method.parameters.iter().zip(&names);
        parameters.map(|(ty, name)| self.argument_within(add, (ty, name), depth)).collect()
    }

    fn argument_within(&mut self, add: Add<'_>, (ty, name): (&str, &str), depth: usize) -> Value {
        let object = match ty {
            "Z" => return Value::Boolean(false),
            "B" => return Value::Byte(NUMBER),
            "C" => return Value::Char(LETTER),
            "S" => return Value::Short(NUMBER.into()),
            "I" => return Value::Int(NUMBER.into()),
            "J" => return Value::Long(NUMBER.into()),
            "F" => return Value::Float(f32::from(NUMBER).to_bits()),
            "D" => return Value::Double(f64::from(NUMBER).to_bits()),
            "Ljava/lang/String;" | "Ljava/lang/CharSequence;" | "Ljava/lang/Object;" => Some(string(text_for(name))),
            "Ljava/lang/Integer;" | "Ljava/lang/Number;" => {
                let boxed = Object::Boxed(Value::Int(NUMBER.into()));
                Some(HeapObject { class: "java.lang.Integer".into(), object: boxed })
            }
            "Ljava/lang/Long;" => {
                let boxed = Object::Boxed(Value::Long(NUMBER.into()));
                Some(HeapObject { class: "java.lang.Long".into(), object: boxed })
            }
            array if array.starts_with('[') => {
                Some(HeapObject { class: array.replace('/', "."), object: Object::Array { elements: Vec::new() } })
            }
            class => self.object(add, class.trim_start_matches('L').trim_end_matches(';'), depth),
        };
        object.map_or(Value::Null, |object| Value::Ref(add(object)))
    }

    /// An object of a class.
    fn object(&mut self, add: Add<'_>, name: &str, depth: usize) -> Option<HeapObject> {
        let id = self.world.load(name).ok()?;
        let class = self.world.class(id);
        if class.is_enum() {
            return enum_constants(self.world, &class).next();
        }
        if class.provenance == Provenance::Jdk {
            return self.of_jdk_within(add, name, &|_| true, depth);
        }
        match self.first_maker(id) {
            Some(maker) if depth > 0 => self.made_within(add, maker, depth - 1),
            None if may_be_implemented(self.world, &class) => {
                let stub = Object::Instance { fields: OrderedMap::default() };
                Some(HeapObject { class: display_name(&class.name), object: stub })
            }
            _ => None,
        }
    }

    /// An object of a class of the JDK, as inputs of it are made first. `may_be` is asked of constants, and of the first calls in the
    /// making of others.
    pub(crate) fn of_jdk(
        &mut self,
        add: Add<'_>,
        name: &str,
        may_be: &dyn Fn(JdkObject<'_>) -> bool,
    ) -> Option<HeapObject> {
        self.of_jdk_within(add, name, may_be, DEPTH)
    }

    fn of_jdk_within(
        &mut self,
        add: Add<'_>,
        name: &str,
        may_be: &dyn Fn(JdkObject<'_>) -> bool,
        depth: usize,
    ) -> Option<HeapObject> {
        let constants = CONSTANTS.iter().filter(|constants| constants.ty == name);
        let mut constants = constants
            .flat_map(|Constants { owner, names, .. }| names.iter().filter_map(|name| self.constant(owner, name)));
        let constant = constants.find(|constant| match &constant.object {
            Object::OfStatic(field) => may_be(JdkObject::Constant(field)),
            _ => false,
        });
        if constant.is_some() {
            return constant;
        }
        let mut makers = ALL.iter().filter(|maker| depth > 0 && maker.serves(name));
        let Maker { class, by, first, .. } = makers.find(|maker| may_be(JdkObject::Made(maker)))?;
        let receiver = (*by == By::Other).then(|| format!("L{};", first.owner));
        let parameters = parse_method_descriptor(first.descriptor)?.0;
        let types = receiver.into_iter().chain(parameters.iter().map(ToString::to_string));
        let mut arguments = Vec::new();
        for (ty, argument) in types.zip(first.arguments) {
            match self.usual(add, &ty, argument, depth - 1) {
                Value::Null => return None,
                usual => arguments.push(usual),
            }
        }
        let made = Made {
            by: *by,
            first: Call::new(first.method(), arguments),
            then: Vec::new(),
            fields: OrderedMap::default(),
        };
        Some(HeapObject { class: display_name(class), object: Object::Made(made) })
    }

    /// The object that a static field of the JDK holds.
    fn constant(&self, owner: &str, name: &str) -> Option<HeapObject> {
        let class = self.world.class(self.world.load(owner).ok()?);
        let fields = class.fields.iter().map(|field| self.world.field(*field));
        let field = fields.into_iter().find(|field| field.is_static() && &*field.name == name)?;
        let of = field.descriptor.strip_prefix('L')?.strip_suffix(';')?;
        let key = FieldKey::of_internal(owner, name, &field.descriptor);
        Some(HeapObject { class: display_name(of), object: Object::OfStatic(key) })
    }

    /// What people pass for a parameter of a method of the JDK.
    fn usual(&mut self, add: Add<'_>, ty: &str, argument: &Argument<'_>, depth: usize) -> Value {
        if let Some(text) = argument.text {
            return Value::Ref(add(string(text)));
        }
        match (ty, argument.usual.first(), argument.class) {
            ("I", Some(usual), _) => Value::Int((*usual).into()),
            ("J", Some(usual), _) => Value::Long((*usual).into()),
            (_, _, Some(class)) => self.argument_within(add, (&format!("L{class};"), ""), depth),
            _ => self.argument_within(add, (ty, ""), depth),
        }
    }

    /// The first constructor or factory of a class, or of the first class of the program that implements or extends it.
    fn first_maker(&mut self, class: ClassId) -> Option<Factory> {
        let mut first = |class| self.factories.of(self.world, class).makers.first().copied();
        if self.world.class(class).is_concrete() {
            return first(class);
        }
        let subtypes = self.world.subtypes(class);
        let is_of_program = |class: &&ClassId| self.world.class(**class).provenance != Provenance::Jdk;
        first(class).or_else(|| subtypes.iter().filter(is_of_program).find_map(|class| first(*class)))
    }
}

/// The constants of an enum, in order.
pub(crate) fn enum_constants<'c>(world: &'c World, class: &'c Class) -> impl Iterator<Item = HeapObject> + 'c {
    let constants = class.fields.iter().map(|field| world.field(*field)).filter(|field| field.is_enum_constant());
    constants.map(|constant| HeapObject {
        class: display_name(&class.name),
        object: Object::EnumConstant(constant.name.to_string()),
    })
}

/// What is passed for a text to a parameter of this name.
pub(crate) fn text_for(name: &str) -> &str {
    match usual_text(name) {
        Some(usual) => usual,
        None if name.is_empty() || is_unnamed(name) => TEXT,
        None => name,
    }
}

/// A string.
pub(crate) fn string(text: &str) -> HeapObject {
    HeapObject { class: "java.lang.String".into(), object: Object::String(text.encode_utf16().collect()) }
}
