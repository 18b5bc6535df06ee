//! What verifiers have shown of the input, for tests of what they have not: `--verified FILE`.
//!
//! Files are about lines. Within one file, an entry is about all checks of its kind in the line, and of several entries all
//! have to hold; the results of several files are joined by disjunction, and each file has assumptions of its own.

mod calls;
mod document;
mod frozen;
mod quiet;

use clew_base::Id;
use clew_facts::{Assumed, Guidance, MethodKey, Verified, VerifiedCheck};
use clew_jvm::{MethodCode, MethodId, World};
use clew_unverified::{Condition, Cube, Identifier};
use document::{Document, Place};
use frozen::Frozen;
use quiet::Quiet;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What is checked at a line: the line, and the class of the exception, in internal form; `None` for an `assert` statement.
type Kind = (u32, Option<String>);

/// The results of verifiers.
pub struct Results<'w> {
    world: &'w World,
    by: String,
    guidance: Guidance,
    methods: BTreeMap<MethodId, OfMethod>,
    quiet: Quiet<'w>,
    frozen: Frozen<'w>,
}

/// Those of one method, from all files.
#[derive(Default)]
struct OfMethod {
    identifiers: usize,
    assumed: BTreeSet<Assumed>,
    checks: BTreeMap<Kind, Condition>,
    /// For messages: where the files speak of lines of the method, and which file it is.
    places: Vec<(PathBuf, Place, Option<Kind>)>,
}

impl<'w> Results<'w> {
    /// Reads files about the methods of a world.
    ///
    /// # Errors
    /// A line that says which file cannot be used, and why.
    pub fn read(files: &[PathBuf], guidance: Guidance, world: &'w World) -> Result<Results<'w>, String> {
        let mut methods = BTreeMap::new();
        for file in files {
            add(&mut methods, world, file, Document::read(file)?)?;
        }
        let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
        let quiet = Quiet::new(world, verified(&methods));
        Ok(Results { world, by: names.join(", "), guidance, methods, quiet, frozen: Frozen::new(world) })
    }

    /// What is known of a method; `None` if no file speaks of it.
    ///
    /// # Errors
    /// A line about the first place that the method does not have.
    pub fn of(&mut self, key: &MethodKey) -> Result<Option<Verified>, String> {
        let class = self.world.load(&key.class.replace('.', "/")).ok();
        let method = class.and_then(|class| self.world.find_method(class, &key.method, &key.descriptor));
        let Some((method, of_method)) = method.and_then(|method| Some((method, self.methods.get(&method)?))) else {
            return Ok(None);
        };
        // What cannot be translated is told by the exploration.
        let Ok(code) = self.world.code(method) else { return Ok(None) };
        for (file, place, kind) in &of_method.places {
            if let Some(what) = missing(&code, place.line, kind.as_ref()) {
                return Err(misfit(file, place, &what, VERIFY_AGAIN));
            }
        }
        let literals = |cube: &Cube| cube.keys().map(|identifier| identifier.index()).collect();
        let check = |((line, throws), under): (&Kind, &Condition)| VerifiedCheck {
            line: *line,
            throws: throws.clone(),
            under: under.cubes().map(literals).collect(),
        };
        Ok(Some(Verified {
            by: self.by.clone(),
            guidance: self.guidance,
            identifiers: of_method.identifiers,
            assumed: of_method.assumed.iter().cloned().collect(),
            checks: of_method.checks.iter().map(check).collect(),
            quiet: self.quiet.offsets(method, &code),
            frozen: self.frozen.offsets(method, &code),
        }))
    }
}

/// Adds what a file says.
fn add(
    methods: &mut BTreeMap<MethodId, OfMethod>,
    world: &World,
    file: &Path,
    document: Document,
) -> Result<(), String> {
    let mut identifiers: BTreeMap<(MethodId, String), usize> = BTreeMap::new();
    for assumed in document.assumed {
        let id = meant(world, file, &assumed.place)?;
        let method = methods.entry(id).or_default();
        let identifier = *identifiers.entry((id, assumed.identifier)).or_insert_with(|| {
            method.identifiers += 1;
            method.identifiers - 1
        });
        method.assumed.insert(Assumed { line: assumed.place.line, premise: assumed.premise, identifier });
        method.places.push((file.to_owned(), assumed.place, None));
    }
    let mut checks: BTreeMap<(MethodId, Kind), Condition> = BTreeMap::new();
    for check in document.checks {
        let id = meant(world, file, &check.place)?;
        let literal = |name: &String| match identifiers.get(&(id, name.clone())) {
            Some(identifier) => Ok((Identifier::from_index(*identifier), true)),
            None => Err(name.clone()),
        };
        let mut under = Condition::never();
        for names in &check.under {
            match names.iter().map(literal).collect::<Result<Cube, String>>() {
                Ok(cube) => under = Condition::any_of(under.cubes().cloned().chain([cube])),
                Err(name) if check.names_assumed => {
                    let what = format!("nothing is assumed as `{name}` in this method");
                    let remedy = "list it under `assumed`, with a line of the method";
                    return Err(misfit(file, &check.place, &what, remedy));
                }
                // Where it was assumed is not known, so it may be broken anywhere.
                Err(_) => {}
            }
        }
        let kind = (check.place.line, check.throws);
        let all = checks.entry((id, kind.clone())).or_insert_with(Condition::always);
        *all = all.and(&under).unwrap_or_else(Condition::never);
        methods.entry(id).or_default().places.push((file.to_owned(), check.place, Some(kind)));
    }
    for ((id, kind), under) in checks {
        let any = methods.entry(id).or_default().checks.entry(kind).or_insert_with(Condition::never);
        *any = Condition::any_of(any.cubes().chain(under.cubes()).cloned());
    }
    Ok(())
}

/// The method that an entry of a file speaks of.
fn meant(world: &World, file: &Path, place: &Place) -> Result<MethodId, String> {
    let Place { key, .. } = place;
    let no_class = |_| misfit(file, place, &format!("there is no class {}", key.class), VERIFY_AGAIN);
    let class = world.load(&key.class.replace('.', "/")).map_err(no_class)?;
    let method = world.find_method(class, &key.method, &key.descriptor);
    method.ok_or_else(|| misfit(file, place, &format!("there is no method {key}"), VERIFY_AGAIN))
}

/// What helps where a file is about other classes.
const VERIFY_AGAIN: &str = "give the results for the classes as they are now";

fn misfit(file: &Path, place: &Place, what: &str, remedy: &str) -> String {
    format!(
        "results of a verifier do not fit: {}, {} ({what}; {}#{}:{}); {remedy}",
        file.display(),
        place.entry,
        place.key.class,
        place.key.method,
        place.line
    )
}

/// The checks of each method that never fail, whatever is assumed.
fn verified(methods: &BTreeMap<MethodId, OfMethod>) -> BTreeMap<MethodId, BTreeSet<Kind>> {
    let never_fail = |of_method: &OfMethod| {
        let always = of_method.checks.iter().filter(|(_, under)| under.is_always());
        always.map(|(kind, _)| kind.clone()).collect()
    };
    methods.iter().map(|(method, of_method)| (*method, never_fail(of_method))).collect()
}

/// What a method does not have of what a file says of it.
fn missing(code: &MethodCode, line: u32, kind: Option<&Kind>) -> Option<String> {
    if line != 0 && !code.lines.contains(&line) {
        return Some(format!("the method has no code in line {line}"));
    }
    let (_, throws) = kind?;
    let has_it = match throws {
        None => code.assertions.iter().any(|site| site.line == line),
        Some(class) => code.checks.iter().any(|site| site.line == line && site.kind.throws() == Some(class)),
    };
    (!has_it).then(|| match throws {
        None => format!("line {line} has no assert statement"),
        Some(class) => format!("nothing in line {line} is checked that throws {}", class.replace('/', ".")),
    })
}
