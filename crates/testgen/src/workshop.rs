//! Makes test classes: writes the tests that are asked for, compiles them, and gives up on single tests, never on a class.

use crate::classes::Classes;
use crate::conditions::comment;
use crate::effects::EffectCache;
use crate::file::{SourceFile, Throws, WrittenTest, description, disabling_annotation, source_file, test_annotation};
use crate::fixture::Fixture;
use crate::form::Form;
use crate::helpers::Helper;
use crate::home::Home;
use crate::looks::Sight;
use crate::marks::Marks;
use crate::method::{Manner, parameter_of, write_test};
use crate::names::TestName;
use crate::options::{Inputs, JUnit, Replaying};
use crate::replay::{CompileError, ReplayServer};
use crate::reports::StateBy;
use crate::scope::{Scope, Style};
use crate::shared::HelpersClass;
use crate::suite_error::SuiteError;
use crate::target::Target;
use clew_cage::Scratch;
use clew_facts::{MethodKey, Outcome, TestCase};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A test on its way.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub(crate) key: MethodKey,
    pub(crate) case: TestCase,
    pub(crate) style: Style,
    /// How the objects of its input come into their state.
    pub(crate) state_by: StateBy,
    /// What it declares to throw, at least.
    pub(crate) throws: Throws,
    /// What the Java compiler said of it in the direct style.
    pub(crate) refused: Option<String>,
    /// Why it can't be had in any style.
    pub(crate) failed: Option<String>,
    /// Why its users must not run it unawares.
    pub(crate) disabled: Option<String>,
    /// What it does beside the call, so that it passes wherever it runs.
    pub(crate) marks: Marks,
    /// What was seen when its call had ended, and lasts.
    pub(crate) sights: Vec<Sight>,
}

/// A test class that was compiled.
pub(crate) struct Built {
    pub(crate) source: SourceFile,
    /// The jobs that are in it, each with the name of its method.
    pub(crate) tests: Vec<(usize, String)>,
    pub(crate) class: String,
    /// The folder of the compiled classes; it goes away with this value.
    pub(crate) folder: Scratch,
}

/// What stays the same for all tests of a class.
pub(crate) struct Workshop<'a> {
    pub(crate) classes: &'a dyn Classes,
    pub(crate) cache: EffectCache,
    pub(crate) home: Home,
    /// The class of the helpers that the tests of the package share.
    pub(crate) helpers: HelpersClass,
    /// The helpers for which the libraries are there.
    pub(crate) at_hand: BTreeSet<Helper>,
    pub(crate) tested: String,
    pub(crate) junit: JUnit,
    pub(crate) replay: Replaying,
    pub(crate) inputs: Inputs,
    /// What the compiler may use: the classes under test and JUnit.
    pub(crate) class_path: Vec<PathBuf>,
}

impl Workshop<'_> {
    /// Writes and compiles the chosen jobs. Jobs that can't be written or compiled get a reason and are left out; `None` if
    /// none is left.
    ///
    /// # Errors
    /// The compiler or the file system does not work.
    pub(crate) fn build(
        &self,
        server: &mut ReplayServer,
        jobs: &mut [Job],
        chosen: &[usize],
        form: Form,
    ) -> Result<Option<Built>, SuiteError> {
        loop {
            let (source, tests) = self.write(jobs, chosen, form);
            if tests.is_empty() {
                return Ok(None);
            }
            let folder = Scratch::make().map_err(SuiteError::scratch)?;
            match self.compile(server, &source, folder.path())? {
                Ok(()) => return Ok(Some(Built { source, tests, class: self.home.binary_name(), folder })),
                Err(errors) => refuse(jobs, &source, &tests, &errors),
            }
        }
    }

    fn compile(
        &self,
        server: &mut ReplayServer,
        source: &SourceFile,
        folder: &Path,
    ) -> Result<Result<(), Vec<CompileError>>, SuiteError> {
        let file = folder.join(format!("{}.java", self.home.class));
        std::fs::write(&file, &source.text).map_err(SuiteError::scratch)?;
        let out = folder.join("classes");
        let mut class_path = vec![out.clone()];
        class_path.extend(self.class_path.iter().cloned());
        let mut sources = vec![file];
        if !self.helpers.used_in(&source.text).is_empty() {
            // With all helpers, so that the classes of several test classes can come together.
            let file = folder.join(format!("{}.java", self.helpers.home.class));
            std::fs::write(&file, self.helpers.source(&self.at_hand)).map_err(SuiteError::scratch)?;
            sources.push(file);
        }
        let compiled = server.compile(&out, &class_path, &sources)?;
        // An error elsewhere is in none of the tests.
        let of_tests = |error: CompileError| match &error.file {
            Some(file) if *file != sources[0] => CompileError { line: None, ..error },
            Some(_) | None => error,
        };
        Ok(compiled.map_err(|errors| errors.into_iter().map(of_tests).collect()))
    }

    /// The source with those of the chosen jobs that can be written.
    pub(crate) fn write(&self, jobs: &mut [Job], chosen: &[usize], form: Form) -> (SourceFile, Vec<(usize, String)>) {
        let mut scope = Scope::new(self.classes, &self.home, &self.helpers, self.inputs);
        test_annotation(&mut scope, self.junit);
        let mut used: Names = Fixture::METHODS.into_iter().map(|name| (name.to_owned(), Vec::new())).collect();
        // A fixture initializes the classes of the fields that it saves, before any test begins.
        let hangs_on_order = chosen.iter().any(|job| !jobs[*job].case.initialized_first.is_empty());
        if matches!(form, Form::Asserting(_)) && !hangs_on_order {
            scope.fixture = Some(Fixture::default());
        }
        let mut written = Vec::new();
        let mut tests = Vec::new();
        for &index in chosen {
            let job = &mut jobs[index];
            if job.failed.is_some() {
                continue;
            }
            let mut attempt = scope.clone();
            attempt.style = job.style;
            attempt.state_by = StateBy::Calls;
            let lines = Target::new(&attempt, &job.key).and_then(|target| {
                let manner = Manner { form, marks: &job.marks, sights: &job.sights };
                Ok((write_test(&mut attempt, &self.cache, &target, &job.case, manner)?, target))
            });
            match lines {
                Ok((lines, target)) => {
                    let throws = job.throws.max(self.throws(&target, &job.case, form, &lines));
                    job.state_by = attempt.state_by;
                    scope = attempt;
                    if job.disabled.is_some() {
                        disabling_annotation(&mut scope, self.junit);
                    }
                    let name = unique(
                        &TestName::of(&job.key, &job.case, &|call, at| parameter_of(self.classes, call, at)),
                        &mut used,
                    );
                    let comment = comment(&job.case, &name);
                    tests.push((index, name.clone()));
                    let uses_fixture = !job.case.statics.is_empty() || job.marks.puts_back();
                    let disabled = job.disabled.clone();
                    written.push(WrittenTest { name, comment, disabled, throws, lines, uses_fixture });
                }
                Err(reason) => {
                    job.failed = Some(match &job.refused {
                        Some(message) => {
                            format!("the Java compiler refuses the test: {message}; by reflection, {reason}")
                        }
                        None => reason,
                    });
                }
            }
        }
        (source_file(&mut scope, &self.home, &description(&self.tested, self.replay), self.junit, &written), tests)
    }
}

impl Workshop<'_> {
    /// What a test of these lines has to declare, as far as that is known before it is compiled.
    fn throws(&self, target: &Target, case: &TestCase, form: Form, lines: &[String]) -> Throws {
        let helpers = format!("{}.", self.helpers.home.class);
        let is_compiled = self.replay == Replaying::On && matches!(form, Form::Asserting(_));
        if !is_compiled || lines.iter().any(|line| line.contains(&helpers)) {
            return Throws::Throwable;
        }
        let is_caught = matches!(case.outcome, Outcome::Throws { .. } | Outcome::Open);
        if target.method.declares_exceptions && !is_caught { Throws::Exception } else { Throws::Nothing }
    }
}

/// The names in use, each with what else is known about the inputs of its test.
type Names = BTreeMap<String, Vec<String>>;

/// The name; where it is taken, the name with what the other test has not, or with two things that are known about the inputs.
fn unique(name: &TestName, used: &mut Names) -> String {
    let is_free = |text: &String| !used.contains_key(text);
    let base = name.text(&[]);
    let others = used.get(&base);
    let (telling, common): (Vec<&str>, Vec<&str>) = name
        .details
        .iter()
        .map(String::as_str)
        .partition(|detail| others.is_none_or(|others| !others.iter().any(|other| other == detail)));
    let one = telling.iter().map(|detail| name.text(&[*detail]));
    let two = telling.iter().flat_map(|first| {
        let others = telling.iter().chain(&common).filter(move |second| *second != first);
        others.map(|second| name.text(&[*first, *second]))
    });
    // Tests whose inputs nothing tells apart are told apart by a letter.
    let letter = (1..).map(|count| format!("{base}_variant{}", letters(count)));
    let free =
        std::iter::once(base.clone()).chain(one).chain(two).chain(letter).find(is_free).unwrap_or_else(|| base.clone());
    used.insert(free.clone(), name.details.clone());
    free
}

/// The letters of a number: A, B, ... Z, AA, AB, ...
fn letters(mut number: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.insert(0, char::from(b'A' + (number % 26) as u8));
        match (number / 26).checked_sub(1) {
            Some(rest) => number = rest,
            None => return letters.into_iter().collect(),
        }
    }
}

/// What the Java compiler's message starts with where a method has to declare an exception.
const UNDECLARED: &str = "unreported exception";

/// Sends the tests with errors in them to the next style, or away. Errors that are in no test are laid to all of them.
fn refuse(jobs: &mut [Job], source: &SourceFile, tests: &[(usize, String)], errors: &[CompileError]) {
    let mut refused: Vec<(usize, &str)> = Vec::new();
    for error in errors {
        let places = error.line.map(|line| source.tests_at(line)).unwrap_or_default();
        for (job, _) in places.into_iter().filter_map(|place| tests.get(place)) {
            if !refused.iter().any(|(known, _)| known == job) {
                refused.push((*job, &error.message));
            }
        }
    }
    if refused.is_empty() {
        // The class as a whole is refused, for example because it is too large: its second half has to go.
        let message = errors.first().map_or("the compiler gave no reason", |error| &error.message);
        let kept = tests.len() / 2;
        for (job, _) in &tests[kept..] {
            let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
            jobs[*job].failed = Some(format!("the Java compiler refuses the test class: {message}"));
        }
        return;
    }
    for (job, message) in refused {
        let job = &mut jobs[job];
        if message.starts_with(UNDECLARED)
            && let Some(throws) = job.throws.next()
        {
            job.throws = throws;
            continue;
        }
        match job.style {
            Style::Typed => job.style = Style::Direct,
            Style::Direct => job.style = Style::Raw,
            Style::Raw => {
                job.style = Style::Reflective;
                job.refused = Some(message.to_owned());
            }
            Style::Reflective => job.failed = Some(format!("the Java compiler refuses the test: {message}")),
        }
    }
}

/// What makes two tests the same: the call and the input.
pub(crate) fn input_text(method: usize, case: &TestCase) -> String {
    let input = TestCase {
        outcome: Outcome::NotPredicted,
        heap_after: Default::default(),
        observed: Vec::new(),
        taken: Vec::new(),
        message: None,
        null_argument: None,
        thrown_by: None,
        constraint: String::new(),
        goals: Vec::new(),
        trace: Default::default(),
        ..case.clone()
    };
    // Every part of a test case has a text form, so that the error can't come; two tests then just don't count as equal.
    serde_json::to_string(&(method, &input)).unwrap_or_else(|_| format!("{method} {input:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_facts::{Argument, HeapObject, Object, ObjectId, Outcome, Value};

    fn name(elements: &[i32], descriptor: &str) -> TestName {
        let key = MethodKey { class: "demo.A".into(), method: "sum".into(), descriptor: descriptor.into() };
        let elements = elements.iter().map(|element| Value::Int(*element)).collect();
        let array = HeapObject { class: "[I".into(), object: Object::Array { elements } };
        let arguments = vec![Argument { name: "a".into(), descriptor: "[I".into(), value: Value::Ref(ObjectId(1)) }];
        let input = TestCase::of_input(None, arguments, [(ObjectId(1), array)].into_iter().collect());
        let case = TestCase { outcome: Outcome::Returns(Some(Value::Int(7))), ..input };
        TestName::of(&key, &case, &|_, _| None)
    }

    #[test]
    fn a_taken_name_gets_the_input_that_tells_it_apart() {
        let mut used = Names::default();
        let mut names = |elements: &[i32]| unique(&name(elements, "([I)I"), &mut used);
        assert_eq!(names(&[3, 4]), "sum_aLength2_returns7");
        assert_eq!(names(&[3, 5]), "sum_aLength2_aAt1Is5_returns7");
        assert_eq!(names(&[3, 5]), "sum_aLength2_aAt1Is5_aAt0Is3_returns7");
        assert_eq!(names(&[3, 6]), "sum_aLength2_aAt1Is6_returns7");
        assert_eq!([0, 1, 25, 26, 27, 702].map(letters).join(" "), "A B Z AA AB AAA");
        assert_eq!(unique(&name(&[3, 4], "([IJ)I"), &mut used), "sum_aLength2_ofIntsLong_returns7");
    }
}
