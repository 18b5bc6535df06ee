//! Inputs by chance for methods with findings. Their executions are recorded as those of all tests are: what one of them reaches
//! is no finding, and where that contradicts a proof without assumptions, Clew is wrong and says so.

use clew_absint::{ClassInvariants, Holds};
use clew_chance::{ByChance, DEPTH, NUMBERS, Objects, chance_of, input, number_of};
use clew_facts::{Assumption, GoalVerdict, MethodFacts, Object, Proof, TestCase, Value};
use clew_findings::{Wanted, findings};
use clew_jvm::{ClassId, Field, World};
use fastrand::Rng;

/// The choices of `clew check` have no seed that a user sets.
pub(super) const SEED: u64 = 0;

/// How many inputs each method with a finding gets.
const INPUTS: usize = 16;
/// How many elements an array has at most.
const ELEMENTS: usize = 5;
/// How often a value is asked for that is not null.
const TRIES: usize = 8;
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
    let mut chance = chance_of(&facts.key, SEED);
    let mut cases = Vec::new();
    for _ in 0..INPUTS {
        let heap = Heap { objects: Objects::new(world, &mut chance), kept };
        cases.push(input(&method, &names, heap)?);
    }
    cases.dedup();
    Some(cases)
}

/// Whether a proof assumes that objects keep the invariants of their classes.
fn rests_on_invariants(facts: &MethodFacts) -> bool {
    let is_one = |assumption: &Assumption| matches!(assumption, Assumption::ClassInvariant(_));
    facts.goals.iter().filter_map(GoalVerdict::proof).flat_map(Proof::assumptions).any(is_one)
}

/// The values of an input under construction.
struct Heap<'a> {
    objects: Objects<'a>,
    /// Gives the invariants of classes that objects are to keep, if they are.
    kept: Option<&'a ClassInvariants<'a>>,
}

impl<'a> ByChance<'a> for Heap<'a> {
    fn objects(&mut self) -> &mut Objects<'a> {
        &mut self.objects
    }

    fn number(&mut self, descriptor: &str) -> Option<Value> {
        number(descriptor, self.objects.chance)
    }

    fn reference(&mut self, descriptor: &str, depth: u32) -> Option<Value> {
        if depth == 0 || self.objects.chance.usize(..4) == 0 {
            return None;
        }
        if let Some(known) = self.objects.known(descriptor) {
            return Some(known);
        }
        if let Some(element) = descriptor.strip_prefix('[') {
            let count = self.objects.chance.usize(..=ELEMENTS);
            let elements = (0..count).map(|_| self.value(element, depth - 1)).collect();
            return Some(self.objects.add(descriptor.replace('/', "."), Object::Array { elements }));
        }
        match descriptor {
            "Ljava/lang/String;" | "Ljava/lang/Object;" | "Ljava/lang/CharSequence;" | "Ljava/lang/Comparable;" => {
                let text = TEXTS[self.objects.chance.usize(..TEXTS.len())].encode_utf16().collect();
                Some(self.objects.add("java.lang.String".to_owned(), Object::String(text)))
            }
            other => {
                let name = other.strip_prefix('L')?.strip_suffix(';')?;
                let class = self.objects.world.load(name).ok()?;
                self.object(class, depth)
            }
        }
    }

    fn receiver(&mut self, class: ClassId) -> Option<Value> {
        self.object(class, DEPTH)
    }

    fn field(&mut self, field: &Field, depth: u32) -> Option<Value> {
        let value = self.value(&field.descriptor, depth);
        self.as_kept(field, value, depth)
    }
}

impl Heap<'_> {
    /// The value, or another one if the class of the field excludes it; `None` where none is found.
    fn as_kept(&mut self, field: &Field, value: Value, depth: u32) -> Option<Value> {
        let Some(kept) = self.kept else { return Some(value) };
        let invariants = kept.of(field.class);
        // Collections of the JDK are not made here.
        let is_of_value = |holds: &Holds| matches!(holds, Holds::NotNull | Holds::Within { .. });
        let mut of_field = invariants.iter().filter(|it| it.field == field.id && is_of_value(&it.holds));
        let Some(invariant) = of_field.next() else { return Some(value) };
        let within = |number: i64| match invariant.holds {
            Holds::Within { low, high } => number.clamp(low, high),
            Holds::NotNull | Holds::Length { .. } | Holds::Full(_) | Holds::OfClass(_) => number,
        };
        Some(match value {
            Value::Null => {
                let tries = 0..TRIES;
                return tries.into_iter().find_map(|_| self.reference(&field.descriptor, depth));
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
}

/// A number of a type, if it is one of numbers.
pub(super) fn number(descriptor: &str, chance: &mut Rng) -> Option<Value> {
    let number = NUMBERS[chance.usize(..NUMBERS.len())];
    number_of(descriptor, number)
}
