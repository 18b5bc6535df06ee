//! The choice of methods: by a hash of their names, so that nobody picks what suits him.

use crate::generation;
use anyhow::Result;
use clew_facts::MethodKey;
use clew_jvm::{ClassPath, Jdk, World};
use std::path::Path;

/// The methods that `clew generate` takes by itself: non-private ones with code that no compiler made.
pub fn methods(jar: &Path) -> Result<Vec<MethodKey>> {
    let jar = std::path::absolute(jar)?;
    let needs = generation::needs(&generation::name_of(&jar)?)?;
    let (path, problems) = ClassPath::open(&Jdk::locate(None)?, &[jar], &needs);
    problems.iter().for_each(|problem| eprintln!("xtask: {problem}"));
    let names: Vec<String> = path.input_classes().iter().map(ToString::to_string).collect();
    let world = World::new(path);
    let classes = names.iter().filter_map(|name| world.load(name).ok()).map(|id| world.class(id));
    Ok(classes
        .filter(|class| !class.is_synthetic())
        .flat_map(|class| {
            let methods = class.methods.iter().map(|id| world.method(*id));
            let meant = methods.filter(|method| {
                method.has_code
                    && !world.is_for_machine_only(method)
                    && !method.is_private()
                    && !method.is_synthetic()
                    && !method.is_bridge()
            });
            let key = |name: &str, descriptor: &str| MethodKey::of_internal(&class.name, name, descriptor);
            meant.map(|method| key(&method.name, &method.descriptor)).collect::<Vec<MethodKey>>()
        })
        .collect())
}

/// As many methods as asked for, those with the smallest hashes, by name.
pub fn by_hash<'a>(methods: &'a [MethodKey], count: usize, salt: &str) -> Vec<&'a MethodKey> {
    let mut hashed: Vec<(u32, &MethodKey)> =
        methods.iter().map(|method| (crc32fast::hash(format!("{salt} {method}").as_bytes()), method)).collect();
    hashed.sort();
    let mut chosen: Vec<&MethodKey> = hashed.into_iter().take(count).map(|(_, method)| method).collect();
    chosen.sort();
    chosen
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn the_salt_decides_and_the_order_of_classes_does_not() {
        let key = |at: u32| MethodKey { class: format!("C{at}"), method: "m".to_owned(), descriptor: "()V".to_owned() };
        let methods: Vec<MethodKey> = (0..100).map(key).collect();
        let reversed: Vec<MethodKey> = methods.iter().rev().cloned().collect();
        let chosen = by_hash(&methods, 10, "a");
        assert_eq!(chosen.len(), 10);
        assert_eq!(chosen, by_hash(&reversed, 10, "a"));
        assert_ne!(chosen, by_hash(&methods, 10, "b"));
    }
}
