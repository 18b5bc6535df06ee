//! Inputs of Java methods by chance, the same in every run.
//!
//! Whoever wants such inputs says by [`ByChance`] which numbers, strings and collections they have. What all have in common is here:
//! objects of the program in any state, references that alias now and then, and the test case that comes of it.
//!
//! ```
//! use clew_chance::number_of;
//! use clew_facts::Value;
//!
//! assert_eq!(number_of("B", 257), Some(Value::Byte(1)));
//! assert_eq!(number_of("Ljava/lang/String;", 257), None);
//! ```

#![warn(clippy::print_stdout, clippy::print_stderr)]

use clew_base::{Digest, OrderedMap};
use clew_facts::{Argument, FieldKey, HeapObject, MethodKey, Object, ObjectId, TestCase, Value};
use clew_jvm::{Class, ClassId, Field, Method, Provenance, World};
use fastrand::Rng;

/// How deep objects hold objects.
pub const DEPTH: u32 = 3;

/// Numbers at which programs like to decide, and those at which they wrap.
pub const NUMBERS: [i64; 16] =
    [0, 1, -1, 2, 3, 5, 7, 10, 64, 100, -100, 1 << 20, i32::MAX as i64, i32::MIN as i64, i64::MAX, i64::MIN];

/// Repeatable choices, the same for a method in every run with this seed, whatever other methods there are.
pub fn chance_of(key: &MethodKey, seed: u64) -> Rng {
    let digest = Digest::of(key.to_string().as_bytes());
    let number = digest.as_bytes().iter().take(8).fold(0, |all: u64, byte| all << 8 | u64::from(*byte));
    Rng::with_seed(number ^ seed)
}

/// A number as a value of the type with this descriptor, cut to its size; `None` if it is no type of numbers.
pub fn number_of(descriptor: &str, number: i64) -> Option<Value> {
    Some(match descriptor {
        "Z" => Value::Boolean(number & 1 == 1),
        "B" => Value::Byte(number as i8),
        "C" => Value::Char(number as u16),
        "S" => Value::Short(number as i16),
        "I" => Value::Int(number as i32),
        "J" => Value::Long(number),
        "F" => Value::Float((number as f32 / 2.0).to_bits()),
        "D" => Value::Double((number as f64 / 2.0).to_bits()),
        _ => return None,
    })
}

/// Whether any state of an object of this class can come about: not of enum constants, nor of what classes of the library hold.
pub fn can_be_made(world: &World, class: &Class) -> bool {
    let is_own = |class: &Class| class.provenance != Provenance::Jdk || &*class.name == "java/lang/Object";
    let mut all = std::iter::successors(Some(class.id), |class| world.class(*class).superclass);
    class.is_concrete() && !class.is_enum() && !class.is_array() && all.all(|class| is_own(&world.class(class)))
}

/// The objects of an input under construction.
pub struct Objects<'a> {
    /// The program.
    pub world: &'a World,
    /// Whence choices come.
    pub chance: &'a mut Rng,
    made: OrderedMap<ObjectId, HeapObject>,
}

impl<'a> Objects<'a> {
    /// None so far.
    pub fn new(world: &'a World, chance: &'a mut Rng) -> Self {
        Objects { world, chance, made: OrderedMap::default() }
    }

    /// One more, of a class by its binary name or the descriptor of an array.
    pub fn add(&mut self, class: String, object: Object) -> Value {
        let id = ObjectId(u32::try_from(self.made.len()).unwrap_or(u32::MAX));
        self.made.insert(id, HeapObject { class, object });
        Value::Ref(id)
    }

    /// Now and then an object of this class that is there already, so that inputs alias.
    pub fn known(&mut self, descriptor: &str) -> Option<Value> {
        let class = descriptor.strip_prefix('L').and_then(|rest| rest.strip_suffix(';')).unwrap_or(descriptor);
        let class = class.replace('/', ".");
        let fitting: Vec<ObjectId> =
            self.made.iter().filter(|(_, object)| object.class == class).map(|(id, _)| *id).collect();
        if fitting.is_empty() || self.chance.usize(..3) > 0 {
            return None;
        }
        Some(Value::Ref(fitting[self.chance.usize(..fitting.len())]))
    }
}

/// Chooses the values of an input.
pub trait ByChance<'a> {
    /// The objects chosen so far.
    fn objects(&mut self) -> &mut Objects<'a>;

    /// A number of the type with this descriptor; `None` if it is no type of numbers.
    fn number(&mut self, descriptor: &str) -> Option<Value>;

    /// An object of a type; `None` for `null`.
    fn reference(&mut self, descriptor: &str, depth: u32) -> Option<Value>;

    /// The receiver of a method of this class; `None` if none can be made.
    fn receiver(&mut self, class: ClassId) -> Option<Value>;

    /// A value of a type.
    fn value(&mut self, descriptor: &str, depth: u32) -> Value {
        let number = self.number(descriptor);
        number.or_else(|| self.reference(descriptor, depth)).unwrap_or(Value::Null)
    }

    /// What a field of an object holds; `None` if no value that fits is found.
    fn field(&mut self, field: &Field, depth: u32) -> Option<Value> {
        Some(self.value(&field.descriptor, depth))
    }

    /// An object of exactly this class, if it is one of the program that can be made.
    fn object(&mut self, class: ClassId, depth: u32) -> Option<Value> {
        let world = self.objects().world;
        let class = world.class(class);
        if !can_be_made(world, &class) {
            return None;
        }
        let mut fields = OrderedMap::default();
        for field in world.instance_fields(class.id).iter().map(|field| world.field(*field)) {
            let key = FieldKey::of_internal(&world.class(field.class).name, &field.name, &field.descriptor);
            fields.insert(key, self.field(&field, depth.saturating_sub(1))?);
        }
        Some(self.objects().add(class.name.replace('/', "."), Object::Instance { fields }))
    }
}

/// An input of a method whose parameters have these names; `None` if no receiver can be made.
pub fn input<'a>(method: &Method, names: &[String], mut of: impl ByChance<'a>) -> Option<TestCase> {
    let receiver = match method.is_static() || method.is_constructor() {
        true => None,
        false => Some(of.receiver(method.class)?),
    };
    let arguments = method.parameters.iter().zip(names).map(|(descriptor, name)| Argument {
        name: name.clone(),
        descriptor: descriptor.to_string(),
        value: of.value(descriptor, DEPTH),
    });
    let arguments = arguments.collect();
    let heap = std::mem::take(&mut of.objects().made);
    let case = TestCase::of_input(receiver, arguments, heap);
    Some(TestCase { constraint: "an input by chance".to_owned(), ..case })
}
