//! What to say where the patterns of `--class` and `--method` mean no method: which of them is at fault, and what would match.

use crate::select::Selected;
use clew_base::OrderedSet;
use clew_facts::{Match, MethodKey, MethodPattern, glob};
use clew_jvm::World;
use std::sync::Arc;

/// What methods are looked for where no pattern names one.
const OPEN_METHOD: &str = "non-private method with code that somebody wrote";
/// What can be done where only others are there.
const NAMED: &str = "a private method with --method; --generated-members adds those that the compiler made for enums, records and anonymous \
     classes";

/// How many names are suggested at most.
const SUGGESTED: usize = 3;

/// A line where nothing was selected; `None` where a method was, or where a class that matches has a line of its own.
pub fn explain(world: &World, selected: &Selected, classes: &[String], methods: &[String]) -> Option<String> {
    if !selected.classes.is_empty() || !selected.problems.is_empty() {
        return None;
    }
    let input = input_of(world);
    let meant = meant_by(&input, classes);
    Some(match (classes.is_empty(), methods.is_empty(), meant.is_empty()) {
        (true, true, _) => {
            format!("no method to test: the input has no class with a {OPEN_METHOD}; name other classes, or {NAMED}")
        }
        (false, _, true) => format!(
            "no class matches: --class {}; use binary names such as demo.Outer$Inner or org.example.*{}",
            classes.join(", "),
            would_match(classes.iter().flat_map(|text| similar_classes(&input, text)))
        ),
        (false, true, false) => format!(
            "no method to test: the classes that match --class {} have no {OPEN_METHOD}; name other classes, or {NAMED}",
            classes.join(", ")
        ),
        (_, false, _) => Methods { world, selected, input: &input, meant: &meant, classes }.explain(methods),
    })
}

/// The binary names of the classes of the input.
fn input_of(world: &World) -> Vec<String> {
    world.input_classes().into_iter().map(|name: Arc<str>| name.replace('/', ".")).collect()
}

/// Those that match `--class`.
fn meant_by<'n>(input: &'n [String], classes: &[String]) -> Vec<&'n str> {
    let globs: Vec<_> = classes.iter().filter_map(|text| glob(text).ok()).collect();
    let is_meant = |name: &&String| globs.is_empty() || globs.iter().any(|glob| glob.is_match(name));
    input.iter().filter(is_meant).map(String::as_str).collect()
}

/// A line for each pattern of `--method` that means none of the methods which the others mean.
pub fn unmatched(world: &World, selected: &Selected, classes: &[String], methods: &[String]) -> Vec<String> {
    let selected_by = |text: &&String| {
        let Ok(pattern) = MethodPattern::new(text) else { return true };
        let keys = selected.classes.iter().flat_map(|class| &class.methods);
        keys.into_iter().any(|key| pattern.matches(key) != Match::No)
    };
    let unmatched = methods.iter().filter(|text| !selected_by(text));
    let unmatched: Vec<&String> = unmatched.collect();
    if unmatched.is_empty() {
        return Vec::new();
    }
    let input = input_of(world);
    let meant = meant_by(&input, classes);
    let methods = Methods { world, selected, input: &input, meant: &meant, classes };
    unmatched.into_iter().map(|text| methods.explain(std::slice::from_ref(text))).collect()
}

/// The classes in which methods are looked for.
struct Methods<'a> {
    world: &'a World,
    selected: &'a Selected,
    /// The classes of the input.
    input: &'a [String],
    /// Those that match `--class`.
    meant: &'a [&'a str],
    /// The patterns of `--class`.
    classes: &'a [String],
}

impl Methods<'_> {
    fn explain(&self, patterns: &[String]) -> String {
        let mut lines: Vec<String> = Vec::new();
        let mut plain: Vec<&str> = Vec::new();
        for text in patterns {
            match self.fault(text) {
                Some(line) => lines.push(line),
                None => plain.push(text),
            }
        }
        if !plain.is_empty() {
            lines.push(format!(
                "no method matches: --method {}; use a name, name(descriptor) or Class#name, with wildcards if need be{}",
                plain.join(", "),
                would_match(plain.iter().flat_map(|text| self.similar_methods(text)))
            ));
        }
        lines.join("; ")
    }

    /// What is wrong with a pattern besides that no method has such a name.
    fn fault(&self, text: &str) -> Option<String> {
        let pattern = MethodPattern::new(text).ok()?;
        if !self.meant.iter().any(|class| pattern.class(class)) {
            let (class, method) = text.split_once('#')?;
            if self.input.iter().any(|class| pattern.class(class)) {
                let classes = self.classes.join(", ");
                return Some(format!("no class matches both --class {classes} and --method {text}"));
            }
            let classes = similar_classes(self.input, class);
            let qualified = classes.into_iter().map(|class| format!("{class}#{method}"));
            let found = qualified.filter(|text| !self.matching(text).is_empty());
            return Some(format!(
                "no class matches: {class} in --method {text}; use binary names such as demo.Outer$Inner or org.example.*{}",
                would_match(found)
            ));
        }
        let matching = self.matching(text);
        let key = matching.first()?;
        let is_left_out = self.selected.left_out.iter().any(|class| class.methods.contains(key));
        Some(match is_left_out {
            true => format!(
                "no method to test: those that match --method {text}, such as {key}, are private, made by the compiler, class \
                 initializers or constructors of enums; name a private one without wildcards"
            ),
            false => format!("no method to test: those that match --method {text}, such as {key}, have no code"),
        })
    }

    /// The methods that a pattern means, with or without code.
    fn matching(&self, text: &str) -> Vec<MethodKey> {
        let Ok(pattern) = MethodPattern::new(text) else { return Vec::new() };
        self.all().filter(|key| pattern.matches(key) != Match::No).collect()
    }

    /// Names of methods that differ from the pattern in their descriptor or in the case of letters only.
    fn similar_methods(&self, text: &str) -> Vec<String> {
        let (class, method) = text.split_once('#').map_or((None, text), |(class, method)| (Some(class), method));
        let name = method.split('(').next().unwrap_or(method);
        let Ok(pattern) = MethodPattern::new(&format!("{}#*", class.unwrap_or("*"))) else { return Vec::new() };
        let found = self.all().filter(|key| pattern.class(&key.class) && key.method.eq_ignore_ascii_case(name));
        let suggested = |key: MethodKey| {
            let place = class.map(|_| format!("{}#", key.class)).unwrap_or_default();
            format!("{place}{}{}", key.method, if method == name { "" } else { &key.descriptor })
        };
        found.map(suggested).collect()
    }

    /// All methods of the classes that match `--class`.
    fn all(&self) -> impl Iterator<Item = MethodKey> {
        let loaded = self.meant.iter().filter_map(|name| self.world.load(&name.replace('.', "/")).ok());
        loaded.flat_map(|class| {
            let class = self.world.class(class);
            let key = |id| {
                let method = self.world.method(id);
                MethodKey::of_internal(&class.name, &method.name, &method.descriptor)
            };
            class.methods.iter().copied().map(key).collect::<Vec<_>>()
        })
    }
}

/// The classes whose name without the package and the classes around it is that of the pattern, whatever the case of its letters.
fn similar_classes(input: &[String], pattern: &str) -> Vec<String> {
    let simple = |name: &str| name.rsplit(['.', '$', '/']).next().unwrap_or(name).to_lowercase();
    let wanted = simple(pattern);
    input.iter().filter(|name| simple(name) == wanted).cloned().collect()
}

/// A remark about names that match.
fn would_match(names: impl Iterator<Item = String>) -> String {
    let names: OrderedSet<String> = names.collect();
    let shown: Vec<&str> = names.iter().map(String::as_str).take(SUGGESTED).collect();
    match shown.is_empty() {
        true => String::new(),
        false => format!(" ({} would match)", shown.join(" or ")),
    }
}
