//! Which place of which Java method a target names.

use super::nearest;
use clew_facts::{JavaTarget, MethodKey};
use clew_jvm::{Class, Method, World};
use std::rc::Rc;

/// A target of a Java program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// As the command line names it.
    pub text: String,
    /// The method.
    pub method: MethodKey,
    /// What of it is to be reached.
    pub target: JavaTarget,
}

impl Place {
    /// The place that a text names. What is no line of a method is about the entry.
    ///
    /// # Errors
    /// A line that says what there is no such thing of, and what is near.
    pub fn find(world: &World, text: &str, entry: Option<&str>) -> Result<Place, String> {
        let whole = match text {
            "assert" => Some(JavaTarget::Assert),
            "exception" => Some(JavaTarget::Exception),
            _ => None,
        };
        if let Some(target) = whole {
            let Some(entry) = entry else {
                return Err(format!(
                    "--target {text} needs the method that it is about; name it with --entry pkg.Class#method"
                ));
            };
            let (class, methods) = named(world, entry)?;
            return match methods.as_slice() {
                [only] => Ok(Place { text: text.to_owned(), method: key(&class, only), target }),
                several => Err(format!("{entry} is more than one method; name one of {}", listed(&class, several))),
            };
        }
        let Some((method, line)) = text.rsplit_once(':').and_then(|(method, line)| Some((method, line.parse().ok()?)))
        else {
            return Err(format!("bad target: {text}; name pkg.Class#method:LINE, assert or exception"));
        };
        let (class, methods) = named(world, method)?;
        let method = of_line(world, &class, &methods, line, method)?;
        let place = Place { text: text.to_owned(), method: key(&class, &method), target: JavaTarget::Line(line) };
        match entry.map(|entry| named(world, entry)).transpose()? {
            Some((of, entries)) if !entries.iter().any(|entry| key(&of, entry) == place.method) => {
                Err(format!("--entry must name the method of the target {text} in this version: {}", place.method))
            }
            _ => Ok(place),
        }
    }
}

fn key(class: &Class, method: &Method) -> MethodKey {
    MethodKey::of_internal(&class.name, &method.name, &method.descriptor)
}

fn listed(class: &Class, methods: &[Rc<Method>]) -> String {
    methods.iter().map(|method| key(class, method).to_string()).collect::<Vec<_>>().join(", ")
}

/// The class and the methods with code that `pkg.Class#method` names, with or without a descriptor.
fn named(world: &World, text: &str) -> Result<(Rc<Class>, Vec<Rc<Method>>), String> {
    let Some((class_name, name)) = text.split_once('#') else {
        return Err(format!("no method is named by {text}; name it as pkg.Class#method"));
    };
    let known: Vec<String> = world.input_classes().iter().map(|name| name.replace('/', ".")).collect();
    if !known.iter().any(|known| known == class_name) {
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        return Err(format!(
            "no class {class_name} in the input; the nearest: {}",
            nearest(&known, class_name).join(", ")
        ));
    }
    let class = world
        .load(&class_name.replace('.', "/"))
        .map_err(|error| crate::input::explain_load(&class_name.replace('.', "/"), &error))?;
    let class = world.class(class);
    let all: Vec<Rc<Method>> = class.methods.iter().map(|id| world.method(*id)).collect();
    let (name, descriptor) = name.split_at(name.find('(').unwrap_or(name.len()));
    let is_meant =
        |method: &Rc<Method>| *method.name == *name && (descriptor.is_empty() || *method.descriptor == *descriptor);
    let meant: Vec<Rc<Method>> = all.iter().filter(|method| is_meant(method)).map(Rc::clone).collect();
    if meant.is_empty() {
        let same: Vec<Rc<Method>> = all.iter().filter(|method| *method.name == *name).map(Rc::clone).collect();
        let near = if same.is_empty() {
            let names: Vec<&str> = all.iter().map(|method| &*method.name).collect();
            nearest(&names, name).join(", ")
        } else {
            listed(&class, &same)
        };
        return Err(format!("no method {name}{descriptor} in {class_name}; the nearest: {near}"));
    }
    let with_code: Vec<Rc<Method>> = meant.into_iter().filter(|method| method.has_code).collect();
    if with_code.is_empty() {
        return Err(format!("{text} has no code: it is abstract or native"));
    }
    Ok((class, with_code))
}

/// The one of these methods that has code on a line.
fn of_line(world: &World, class: &Class, methods: &[Rc<Method>], line: u32, name: &str) -> Result<Rc<Method>, String> {
    let lines = |method: &Method| world.code(method.id).map(|code| code.lines.clone()).unwrap_or_default();
    let found: Vec<Rc<Method>> = methods.iter().filter(|method| lines(method).contains(&line)).map(Rc::clone).collect();
    match found.as_slice() {
        [only] => return Ok(Rc::clone(only)),
        [] => {}
        several => {
            return Err(format!("line {line} is of more than one method; name one of {}", listed(class, several)));
        }
    }
    let mut near: Vec<u32> = methods.iter().flat_map(|method| lines(method)).collect();
    if near.is_empty() {
        return Err(format!("the class file does not tell the lines of {name}; compile it with javac -g"));
    }
    near.sort_by_key(|known| (known.abs_diff(line), *known));
    near.dedup();
    near.truncate(super::NAMES_SHOWN);
    near.sort_unstable();
    let near: Vec<String> = near.iter().map(ToString::to_string).collect();
    let other = class.methods.iter().map(|id| world.method(*id)).find(|method| lines(method).contains(&line));
    Err(match other {
        Some(other) => format!(
            "line {line} is not of {name} but of {}; the nearest lines of {name} with code: {}",
            key(class, &other),
            near.join(", ")
        ),
        None => format!("no code of {name} on line {line}; the nearest lines with code: {}", near.join(", ")),
    })
}
