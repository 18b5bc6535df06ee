//! Inputs by chance for methods with findings. Their executions are recorded as those of all tests are: what one of them reaches
//! is no finding, and where that contradicts a proof without assumptions, Clew is wrong and says so.

use clew_absint::{ClassInvariants, Holds};
use clew_base::OrderedMap;
use clew_facts::{
    Argument, Assumption, FieldKey, GoalVerdict, HeapObject, MethodFacts, MethodKey, Object, ObjectId, Proof, TestCase,
    Value,
};
use clew_findings::{Wanted, findings};
use clew_jvm::{Class, ClassId, Field, Provenance, World};
use fastrand::Rng;
use sha2::{Digest, Sha256};

/// How many inputs each method with a finding gets.
const INPUTS: usize = 16;
/// How deep objects hold objects.
const DEPTH: u32 = 3;
/// How many elements an array has at most.
const ELEMENTS: usize = 5;
/// How often a value is asked for that is not null.
const TRIES: usize = 8;
/// Numbers at which programs like to decide, and those at which they wrap.
const NUMBERS: [i64; 16] =
    [0, 1, -1, 2, 3, 5, 7, 10, 64, 100, -100, 1 << 20, i32::MAX as i64, i32::MIN as i64, i64::MAX, i64::MIN];
const TEXTS: [&str; 8] = ["", "a", "b", "0", "-1", "1.5", "true", "A b\u{e9}"];

/// Inputs by chance, if there is a finding that they might refute, under whatever assumptions.
pub fn inputs(world: &World, facts: &MethodFacts) -> Vec<TestCase> {
    make(world, facts).unwrap_or_default()
}

fn make(world: &World, facts: &MethodFacts) -> Option<Vec<TestCase>> {
    let class = world.load(&facts.key.class.replace('.', "/")).ok()?;
    let method = world.method(world.find_method(class, &facts.key.method, &facts.key.descriptor)?);
    let code = world.code(method.id).ok()?;
    if findings(facts, &code, Wanted::all()).is_empty() {
        return None;
    }
    let names = world.parameter_names(&method);
    let invariants = ClassInvariants::new(world);
    // Objects that no code makes refute only what is said of all objects.
    let kept = rests_on_invariants(facts).then_some(&invariants);
    let mut chance = chance_of(&facts.key);
    let mut cases = Vec::new();
    for _ in 0..INPUTS {
        let mut heap = Heap { world, kept, chance: &mut chance, objects: OrderedMap::default() };
        let receiver = match method.is_static() || method.is_constructor() {
            true => None,
            false => Some(heap.object(class, DEPTH)?),
        };
        let arguments = method.parameters.iter().zip(&names).map(|(descriptor, name)| Argument {
            name: name.clone(),
            descriptor: descriptor.to_string(),
            value: heap.value(descriptor, DEPTH),
        });
        let arguments = arguments.collect();
        let case = TestCase::of_input(receiver, arguments, heap.objects);
        cases.push(TestCase { constraint: "an input by chance".to_owned(), ..case });
    }
    cases.dedup();
    Some(cases)
}

/// Whether a proof assumes that objects keep the invariants of their classes.
fn rests_on_invariants(facts: &MethodFacts) -> bool {
    let is_one = |assumption: &Assumption| matches!(assumption, Assumption::ClassInvariant(_));
    facts.goals.iter().filter_map(GoalVerdict::proof).flat_map(Proof::assumptions).any(is_one)
}

/// The objects of an input under construction.
struct Heap<'a> {
    world: &'a World,
    /// Gives the invariants of classes that objects are to keep, if they are.
    kept: Option<&'a ClassInvariants<'a>>,
    chance: &'a mut Rng,
    objects: OrderedMap<ObjectId, HeapObject>,
}

impl Heap<'_> {
    fn value(&mut self, descriptor: &str, depth: u32) -> Value {
        let number = number(descriptor, self.chance);
        number.or_else(|| self.reference(descriptor, depth)).unwrap_or(Value::Null)
    }

    fn reference(&mut self, descriptor: &str, depth: u32) -> Option<Value> {
        if depth == 0 || self.chance.usize(..4) == 0 {
            return None;
        }
        if let Some(known) = self.known(descriptor) {
            return Some(known);
        }
        if let Some(element) = descriptor.strip_prefix('[') {
            let count = self.chance.usize(..=ELEMENTS);
            let elements = (0..count).map(|_| self.value(element, depth - 1)).collect();
            return Some(self.add(descriptor.replace('/', "."), Object::Array { elements }));
        }
        match descriptor {
            "Ljava/lang/String;" | "Ljava/lang/Object;" | "Ljava/lang/CharSequence;" | "Ljava/lang/Comparable;" => {
                let text = TEXTS[self.chance.usize(..TEXTS.len())].encode_utf16().collect();
                Some(self.add("java.lang.String".to_owned(), Object::String(text)))
            }
            other => {
                let name = other.strip_prefix('L')?.strip_suffix(';')?;
                let class = self.world.load(name).ok()?;
                self.object(class, depth)
            }
        }
    }

    /// Now and then an object of this class that is there already, so that inputs alias.
    fn known(&mut self, descriptor: &str) -> Option<Value> {
        let class = descriptor.trim_start_matches('L').trim_end_matches(';').replace('/', ".");
        let fitting: Vec<ObjectId> =
            self.objects.iter().filter(|(_, object)| object.class == class).map(|(id, _)| *id).collect();
        if fitting.is_empty() || self.chance.usize(..3) > 0 {
            return None;
        }
        Some(Value::Ref(fitting[self.chance.usize(..fitting.len())]))
    }

    /// An object of exactly this class, if it is one of the program that can be made.
    fn object(&mut self, class: ClassId, depth: u32) -> Option<Value> {
        let class = self.world.class(class);
        if !can_be_made(self.world, &class) {
            return None;
        }
        let mut fields = OrderedMap::default();
        for field in self.world.instance_fields(class.id).iter().map(|field| self.world.field(*field)) {
            let key = FieldKey::of_internal(&self.world.class(field.class).name, &field.name, &field.descriptor);
            let value = self.value(&field.descriptor, depth.saturating_sub(1));
            let value = self.as_kept(&field, value, depth)?;
            fields.insert(key, value);
        }
        Some(self.add(class.name.replace('/', "."), Object::Instance { fields }))
    }

    /// The value, or another one if the class of the field excludes it; `None` where none is found.
    fn as_kept(&mut self, field: &Field, value: Value, depth: u32) -> Option<Value> {
        let Some(kept) = self.kept else { return Some(value) };
        let invariants = kept.of(field.class);
        let Some(invariant) = invariants.iter().find(|it| it.field == field.id) else { return Some(value) };
        let within = |number: i64| match invariant.holds {
            Holds::Within { low, high } => number.clamp(low, high),
            Holds::NotNull => number,
        };
        Some(match value {
            Value::Null => {
                let tries = 0..TRIES;
                return tries.into_iter().find_map(|_| self.reference(&field.descriptor, depth.saturating_sub(1)));
            }
            Value::Boolean(value) => Value::Boolean(within(value.into()) != 0),
            Value::Byte(value) => Value::Byte(within(value.into()) as i8),
            Value::Char(value) => Value::Char(within(value.into()) as u16),
            Value::Short(value) => Value::Short(within(value.into()) as i16),
            Value::Int(value) => Value::Int(within(value.into()) as i32),
            Value::Long(value) => Value::Long(within(value)),
            other => other,
        })
    }

    fn add(&mut self, class: String, object: Object) -> Value {
        let id = ObjectId(u32::try_from(self.objects.len()).unwrap_or(u32::MAX));
        self.objects.insert(id, HeapObject { class, object });
        Value::Ref(id)
    }
}

/// Whether any state of an object of this class can come about: not of enum constants, nor of what classes of the library hold.
fn can_be_made(world: &World, class: &Class) -> bool {
    let is_own = |class: &Class| class.provenance != Provenance::Jdk || &*class.name == "java/lang/Object";
    let mut all = std::iter::successors(Some(class.id), |class| world.class(*class).superclass);
    class.is_concrete() && !class.is_enum() && !class.is_array() && all.all(|class| is_own(&world.class(class)))
}

/// A number of a type, if it is one of numbers.
pub(super) fn number(descriptor: &str, chance: &mut Rng) -> Option<Value> {
    let number = NUMBERS[chance.usize(..NUMBERS.len())];
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

/// Repeatable choices, the same for a method in every run, whatever other methods there are.
pub(super) fn chance_of(key: &MethodKey) -> Rng {
    let digest = Sha256::digest(key.to_string().as_bytes());
    Rng::with_seed(digest.iter().take(8).fold(0, |all, byte| all << 8 | u64::from(*byte)))
}
