//! Which methods of the input are meant.

use crate::input::{MAJOR_OF_JAVA_0, explain_load};
use crate::pattern::Selection;
use clew_facts::{Match, MethodKey};
use clew_jvm::{Class, ClassId, Jdk, Method, MethodId, World};
use std::collections::BTreeSet;

/// The methods of one class that are meant, in the order of the class file.
pub struct SelectedClass {
    /// The class.
    pub class: ClassId,
    /// Its methods.
    pub methods: Vec<MethodKey>,
}

/// What was found in the input.
#[derive(Default)]
pub struct Selected {
    /// Classes with at least one method that is meant, by name.
    pub classes: Vec<SelectedClass>,
    /// The methods, by class, that match and are left out for what they are.
    pub left_out: Vec<SelectedClass>,
    /// A line for each class that is meant and cannot be used.
    pub problems: Vec<String>,
}

/// Which methods without a pattern that names them are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Private ones, class initializers and those that the compiler made; members that it generates for enums and records
    /// unless they are asked for.
    Testable { generated_members: bool },
    /// Class initializers and those that the compiler made.
    Written,
    /// None.
    Everything,
}

/// Finds the methods with code that are meant, class by class in the order of their names.
pub fn select(world: &World, selection: &Selection, scope: Scope) -> Selected {
    let mut selected = Selected::default();
    let mut told = BTreeSet::new();
    for name in world.input_classes() {
        let binary = name.replace('/', ".");
        if !selection.class(&binary) {
            continue;
        }
        let class = match world.load(&name) {
            Ok(id) => world.class(id),
            Err(error) => {
                let line = explain_load(&name, &error);
                // One fault of a jar may be that of many classes.
                if told.insert(line.clone()) {
                    selected.problems.push(line);
                }
                continue;
            }
        };
        let (mut methods, mut left_out) = (Vec::new(), Vec::new());
        for method in class.methods.iter().map(|id| world.method(*id)).filter(|method| method.has_code) {
            match key(world, &class, &method, selection, scope) {
                (key, Fate::Meant) => methods.push(key),
                (key, Fate::LeftOut) => left_out.push(key),
                (_, Fate::NoMatch) => {}
            }
        }
        for (list, methods) in [(&mut selected.classes, methods), (&mut selected.left_out, left_out)] {
            if !methods.is_empty() {
                list.push(SelectedClass { class: class.id, methods });
            }
        }
    }
    selected
}

/// What becomes of a method.
enum Fate {
    /// It is a target.
    Meant,
    /// It would be, were it not private, made by the compiler, a class initializer or a constructor of an enum.
    LeftOut,
    /// It does not match.
    NoMatch,
}

/// The name of a method in documents and jobs.
pub fn key_of(world: &World, method: MethodId) -> MethodKey {
    let method = world.method(method);
    MethodKey::of_internal(&world.class(method.class).name, &method.name, &method.descriptor)
}

fn key(world: &World, class: &Class, method: &Method, selection: &Selection, scope: Scope) -> (MethodKey, Fate) {
    let key = MethodKey::of_internal(&class.name, &method.name, &method.descriptor);
    let is_made = method.is_synthetic() || method.is_bridge() || class.is_synthetic();
    let hidden = match scope {
        Scope::Testable { generated_members } => {
            is_made || method.is_private() || !generated_members && world.is_generated_member(method)
        }
        Scope::Written => is_made,
        Scope::Everything => false,
    };
    let fate = match (selection.method(&key), scope) {
        (Match::No, _) => Fate::NoMatch,
        (Match::Wanted | Match::Named, Scope::Everything) => Fate::Meant,
        // A class initializer runs once, before everything else, and makes the constants of an enum: nobody can call these.
        (Match::Wanted | Match::Named, _) if world.is_for_machine_only(method) => Fate::LeftOut,
        (Match::Wanted, _) if hidden => Fate::LeftOut,
        (Match::Wanted | Match::Named, _) => Fate::Meant,
    };
    (key, fate)
}

impl Selected {
    /// Leaves the classes out that the JDK is too old to run, and says so in one line.
    pub fn leave_out_newer(&mut self, world: &World, jdk: &Jdk) {
        let java =
            |class: &SelectedClass| u32::from(world.class(class.class).major_version.saturating_sub(MAJOR_OF_JAVA_0));
        let newest = self.classes.iter().map(java).max().unwrap_or(0);
        let newer = |class: &&SelectedClass| java(class) > jdk.feature;
        let count = self.classes.iter().filter(newer).count();
        let Some(first) = self.classes.iter().find(newer) else { return };
        let what = match count {
            1 => first.methods[0].class.clone(),
            _ => format!("{count} classes, such as {}", first.methods[0].class),
        };
        self.problems.push(format!(
            "class file too new for the JDK: {what} (compiled for Java {newest}, and the JDK in {} is {}); name a JDK {newest} \
             or newer with --jdk or JAVA_HOME",
            jdk.home.display(),
            jdk.version
        ));
        self.classes.retain(|class| java(class) <= jdk.feature);
        self.left_out.retain(|class| java(class) <= jdk.feature);
    }
}
