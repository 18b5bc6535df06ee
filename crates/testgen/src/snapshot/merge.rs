//! What several JVMs agree on: they are gone through in step, from the static fields on.

use clew_base::FastMap;
use clew_jvm::{Known, KnownClass, KnownField, KnownObject, Snapshot};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Properties that differ from JVM to JVM: what all agree on does not hang on them.
const VARIED: [&str; 7] =
    ["file.encoding", "java.io.tmpdir", "user.country", "user.home", "user.language", "user.name", "user.timezone"];

/// What the JVMs agree on that tell what initializers leave. Where the JVM in which much was done before tells something else, that
/// was changed by what was done: it is kept only of a class that was not initialized before it was asked for.
pub(super) fn merge(fresh: &[Snapshot], used: &Snapshot) -> Snapshot {
    let mut merging = Merging::new(fresh, used);
    let Some(first) = fresh.first() else { return Snapshot::default() };
    let mut classes = Vec::new();
    for class in first.classes() {
        let others: Option<Vec<&KnownClass>> = fresh.iter().map(|one| one.class(&class.name)).collect();
        let Some(all) = others else { continue };
        let used = used.class(&class.name);
        // What initializes it first in one of them may be another class in the next.
        merging.is_early = all.iter().all(|one| one.is_early);
        let asked: BTreeSet<Arc<str>> = all.iter().flat_map(|one| one.properties.iter().cloned()).collect();
        let lists: Vec<&[KnownField]> = all.iter().map(|one| &*one.fields).collect();
        let fields = merging.fields(&lists, used.map(|class| &*class.fields));
        merging.work();
        let properties = asked.into_iter().filter(|name| !VARIED.contains(&&**name)).collect();
        classes.push(KnownClass { name: class.name.clone(), is_early: merging.is_early, properties, fields });
    }
    Snapshot::new(classes, merging.made)
}

/// The numbers of one object in all JVMs; none where the used one has another there.
struct Same {
    fresh: Vec<u32>,
    used: Option<u32>,
}

struct Merging<'a> {
    fresh: &'a [Snapshot],
    used: &'a Snapshot,
    /// For each JVM, the used one last: which of the merged objects each of its objects is.
    numbers: Vec<FastMap<u32, u32>>,
    /// Merged objects that wait for their content.
    waiting: Vec<(u32, Same)>,
    made: Vec<Option<KnownObject>>,
    /// Whether the class was initialized before it was asked for.
    is_early: bool,
}

impl<'a> Merging<'a> {
    fn new(fresh: &'a [Snapshot], used: &'a Snapshot) -> Self {
        let numbers = vec![FastMap::default(); fresh.len() + 1];
        Merging { fresh, used, numbers, waiting: Vec::new(), made: Vec::new(), is_early: false }
    }

    /// Fills all objects that wait.
    fn work(&mut self) {
        while let Some((number, same)) = self.waiting.pop() {
            let all: Option<Vec<&KnownObject>> =
                self.fresh.iter().zip(&same.fresh).map(|(one, object)| one.object(*object)).collect();
            let used = same.used.and_then(|object| self.used.object(object));
            let Some(all) = all else { continue };
            self.made[number as usize] = self.content(&all, used);
        }
    }

    /// The content of an object, whose class or length is the same in all.
    fn content(&mut self, all: &[&'a KnownObject], used: Option<&'a KnownObject>) -> Option<KnownObject> {
        Some(match all.first()? {
            KnownObject::Text(units) => KnownObject::Text(units.clone()),
            KnownObject::Fields(class, _) => {
                let lists: Option<Vec<&[KnownField]>> = all.iter().map(|one| fields_of(one)).collect();
                KnownObject::Fields(class.clone(), self.fields(&lists?, used.and_then(fields_of)))
            }
            KnownObject::Array(descriptor, elements) => {
                let lists: Option<Vec<&[Known]>> = all.iter().map(|one| elements_of(one)).collect();
                let (lists, used) = (lists?, used.and_then(elements_of));
                let merged = (0..elements.len()).map(|at| {
                    let values: Vec<&Known> = lists.iter().filter_map(|list| list.get(at)).collect();
                    self.value(&values, used.and_then(|list| list.get(at)))
                });
                KnownObject::Array(descriptor.clone(), merged.collect())
            }
        })
    }

    fn fields(&mut self, lists: &[&'a [KnownField]], used: Option<&'a [KnownField]>) -> Vec<KnownField> {
        let Some(first) = lists.first() else { return Vec::new() };
        let find = |list: &'a [KnownField], at: usize, field: &KnownField| {
            let is_it = |one: &KnownField| one.name == field.name && one.class == field.class;
            list.get(at).filter(|one| is_it(one)).or_else(|| list.iter().find(|one| is_it(one))).map(|one| &one.value)
        };
        let merged = first.iter().enumerate().map(|(at, field)| {
            let values: Option<Vec<&Known>> = lists.iter().map(|list| find(list, at, field)).collect();
            let value = values
                .map_or(Known::Unknown, |values| self.value(&values, used.and_then(|list| find(list, at, field))));
            KnownField { value, ..field.clone() }
        });
        merged.collect()
    }

    /// What all agree on, and the used one as well where what it tells counts.
    fn value(&mut self, values: &[&Known], used: Option<&Known>) -> Known {
        let Some((first, others)) = values.split_first() else { return Known::Unknown };
        let (merged, agrees) = match first {
            Known::Unknown => return Known::Unknown,
            Known::Object(_) => match self.object(values, used) {
                Some(found) => found,
                None => return Known::Unknown,
            },
            plain if others.iter().all(|other| other == first) => ((*plain).clone(), used == Some(*first)),
            _ => return Known::Unknown,
        };
        if agrees || !self.is_early { merged } else { Known::Unknown }
    }

    /// The merged object, and whether the used JVM has it as well.
    fn object(&mut self, values: &[&Known], used: Option<&Known>) -> Option<(Known, bool)> {
        let number = |value: &Known| match value {
            Known::Object(number) => Some(*number),
            _ => None,
        };
        let fresh: Vec<u32> = values.iter().map(|value| number(value)).collect::<Option<_>>()?;
        let used = used.and_then(number);
        let known: Vec<Option<u32>> =
            fresh.iter().zip(&self.numbers).map(|(number, numbers)| numbers.get(number).copied()).collect();
        let last = self.fresh.len();
        if let Some(Some(merged)) = known.first() {
            let is_one = known.iter().all(|one| *one == Some(*merged));
            let is_used = used.is_some_and(|number| self.numbers[last].get(&number) == Some(merged));
            return is_one.then_some((Known::Object(*merged), is_used));
        }
        let objects: Option<Vec<&KnownObject>> =
            self.fresh.iter().zip(&fresh).map(|(one, number)| one.object(*number)).collect();
        let (first, others) = objects.as_ref()?.split_first()?;
        if known.iter().any(Option::is_some) || !others.iter().all(|other| are_alike(first, other)) {
            return None;
        }
        let used = used.filter(|number| {
            let is_new = !self.numbers[last].contains_key(number);
            is_new && self.used.object(*number).is_some_and(|object| are_alike(first, object))
        });
        let merged = u32::try_from(self.made.len()).ok()?;
        for (number, numbers) in fresh.iter().copied().chain(used).zip(&mut self.numbers) {
            numbers.insert(number, merged);
        }
        self.made.push(None);
        let agrees = used.is_some();
        self.waiting.push((merged, Same { fresh, used }));
        Some((Known::Object(merged), agrees))
    }
}

fn fields_of(object: &KnownObject) -> Option<&[KnownField]> {
    match object {
        KnownObject::Fields(_, fields) => Some(fields),
        KnownObject::Array(..) | KnownObject::Text(_) => None,
    }
}

fn elements_of(object: &KnownObject) -> Option<&[Known]> {
    match object {
        KnownObject::Array(_, elements) => Some(elements),
        KnownObject::Fields(..) | KnownObject::Text(_) => None,
    }
}

/// Whether two objects have the same class, two arrays the same length, two strings the same text.
fn are_alike(one: &KnownObject, other: &KnownObject) -> bool {
    match (one, other) {
        (KnownObject::Text(one), KnownObject::Text(other)) => one == other,
        (KnownObject::Fields(one, _), KnownObject::Fields(other, _)) => one == other,
        (KnownObject::Array(one, own), KnownObject::Array(other, others)) => one == other && own.len() == others.len(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(fresh: &[&str], used: &str) -> String {
        let read = |text: &&str| Snapshot::read(text).expect("it is well formed");
        let fresh: Vec<Snapshot> = fresh.iter().map(read).collect();
        merge(&fresh, &read(&used)).write()
    }

    #[test]
    fn what_differs_is_unknown() {
        let one = "C a now\nF a x I i1\nF a y I i2\nF a o La; @7\nO 7 a\nF a z I i3\nF a w I i4\n";
        let two = "C a now\nF a x I i1\nF a y I i9\nF a o La; @3\nO 3 a\nF a z I i3\nF a w I i5\n";
        let expected = "C a now\nF a x I i1\nF a y I ?\nF a o La; @0\nO 0 a\nF a z I i3\nF a w I ?\n";
        assert_eq!(merged(&[one, two], one), expected);
    }

    #[test]
    fn what_is_one_object_in_one_is_one_in_all() {
        let shared = "C a now\nF a x La; @0\nF a y La; @0\nO 0 a\n";
        let several = "C a now\nF a x La; @0\nF a y La; @1\nO 0 a\nO 1 a\n";
        let expected = "C a now\nF a x La; @0\nF a y La; ?\nO 0 a\n";
        assert_eq!(merged(&[shared, several], shared), expected);
        assert_eq!(merged(&[several, shared], shared), expected);
    }

    #[test]
    fn what_use_changes_is_known_only_of_classes_that_were_fresh() {
        let text = |when: &str, value: &str| format!("C a {when}\nF a x I {value}\n");
        let [fresh, early] = ["now", "before"].map(|when| text(when, "i1"));
        assert_eq!(merged(&[&fresh, &fresh], &text("now", "i2")), fresh);
        assert_eq!(merged(&[&early, &early], &text("now", "i2")), text("before", "?"));
    }
}
