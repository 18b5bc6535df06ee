//! The tests of a whole run, one class after the other.

use crate::classes::Classes;
use crate::effects::EffectCache;
use crate::helpers::Helper;
use crate::home::Home;
use crate::options::{Replaying, SuiteOptions};
use crate::output::{self, Present};
use crate::replay::ReplayServer;
use crate::reports::ClassReport;
use crate::servers::Servers;
use crate::session::Session;
use crate::shared::{self, HelpersClass, PresentHelpers};
use crate::suite_error::SuiteError;
use crate::together::{Company, LeftOut, Member};
use crate::upkeep::{TestFile, Upkeep};
use crate::workshop::Workshop;
use crate::world::WorldClasses;
use clew_facts::MethodFacts;
use clew_jvm::World;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Makes and replays the tests of a run.
pub struct Suite {
    pub(crate) options: SuiteOptions,
    /// The JVMs, once there is something to run or to compile.
    servers: Option<Servers>,
    /// The test classes written so far, in lower case.
    written: BTreeSet<String>,
    /// For each package with tests, the class of the helpers that these share.
    helpers: BTreeMap<String, HelpersClass>,
    /// The tests that were replayed and written.
    company: Option<Company>,
    /// The same, once they were run together.
    pub(crate) settled: Option<Company>,
    /// What changes in the folder of the tests.
    pub(crate) upkeep: Upkeep,
}

impl Suite {
    /// A suite without tests. Where tests are run, the JVM is started.
    ///
    /// # Errors
    /// There is no working JDK, or the cage can't be built.
    pub fn new(options: SuiteOptions) -> Result<Self, SuiteError> {
        let mut suite = Suite::without_jvm(options);
        suite.start()?;
        Ok(suite)
    }

    /// A suite without tests. No JVM is started before there is something to compile or to run.
    pub fn without_jvm(options: SuiteOptions) -> Self {
        let upkeep = Upkeep::new(&options);
        Suite {
            options,
            servers: None,
            written: BTreeSet::new(),
            helpers: BTreeMap::new(),
            company: None,
            settled: None,
            upkeep,
        }
    }

    /// Starts the JVM, where tests are run and that has not been done yet.
    ///
    /// # Errors
    /// There is no working JDK, or the cage can't be built.
    pub fn start(&mut self) -> Result<(), SuiteError> {
        match self.options.replay {
            Replaying::On => self.servers().map(|_| ()),
            Replaying::Off => Ok(()),
        }
    }

    /// The files, below the folder for sources, that the tests of these classes (binary names) would be written to in this order;
    /// `None` if a class can't be read, or if the class of shared helpers can't have its usual name.
    pub fn places(&mut self, world: &World, classes: &[&str]) -> Option<Vec<PathBuf>> {
        let classes_of_world = WorldClasses::new(world);
        let before = self.written.clone();
        let files = classes.iter().map(|class| {
            let home = self.claim(&classes_of_world, class).ok()?;
            let is_usual = self.helpers_of(&classes_of_world, &home.package).home.class == shared::NAME;
            is_usual.then(|| home.file(Path::new("")))
        });
        let files: Option<Vec<PathBuf>> = files.collect();
        self.written = before;
        files
    }

    /// Writes the tests of a class again that an earlier run wrote, or takes away what there is where it wrote none. The text is the
    /// whole file. What somebody has edited stays.
    ///
    /// # Errors
    /// The class can't be read, or the file can't be written.
    pub fn restore(&mut self, world: &World, class: &str, text: Option<&str>) -> Result<(), SuiteError> {
        let home = self.claim(&WorldClasses::new(world), class)?;
        let helpers = self.helpers_of(&WorldClasses::new(world), &home.package);
        let Some(path) = self.options.out.as_ref().map(|out| home.file(out)) else { return Ok(()) };
        match (text, output::present(&path, class)) {
            (_, Present::Edited) => {
                self.upkeep.keep_edited(class, &path);
                Ok(())
            }
            (Some(text), Present::Ours | Present::Nothing | Present::Other) => {
                self.upkeep.share(&helpers, text)?;
                self.upkeep.restore(class, &path, text)
            }
            (None, Present::Ours) => self.upkeep.remove(class, &path),
            (None, Present::Nothing | Present::Other) => Ok(()),
        }
    }

    /// The JVMs, started where that has not been done yet.
    pub(crate) fn servers(&mut self) -> Result<&mut Servers, SuiteError> {
        let servers = match self.servers.take() {
            Some(servers) => servers,
            None => Servers::start(&self.options)?,
        };
        Ok(self.servers.insert(servers))
    }

    /// Makes the tests of one class (binary name) and replays them; the source file is written last, at once or not at all.
    ///
    /// # Errors
    /// The class can't be read, the JVM or the compiler does not work, or the source can't be written.
    pub fn process_class(
        &mut self,
        world: &World,
        class: &str,
        methods: &[MethodFacts],
    ) -> Result<ClassReport, SuiteError> {
        self.process(&WorldClasses::new(world), class, methods)
    }

    /// The JVM, and where the classes under test are and what they need.
    pub(crate) fn server(&mut self) -> Result<(&mut ReplayServer, Vec<PathBuf>), SuiteError> {
        let class_path = self.options.class_path.clone();
        Ok((&mut self.servers()?.usual, class_path))
    }

    /// As [`Suite::process_class`], wherever the classes come from.
    pub(crate) fn process(
        &mut self,
        classes: &dyn Classes,
        class: &str,
        methods: &[MethodFacts],
    ) -> Result<ClassReport, SuiteError> {
        let home = self.claim(classes, class)?;
        let mut class_path = self.options.class_path.clone();
        class_path.extend(self.options.libraries());
        let has_mockito = !self.options.mockito_jars.is_empty();
        let workshop = Workshop {
            classes,
            cache: EffectCache::default(),
            helpers: self.helpers_of(classes, &home.package),
            at_hand: Helper::SHARED.into_iter().filter(|helper| has_mockito || *helper != Helper::InputCalls).collect(),
            home,
            tested: class.into(),
            junit: self.options.junit,
            replay: self.options.replay,
            inputs: self.options.inputs,
            class_path,
        };
        Session::new(self, &workshop, methods).run()
    }

    /// Finds a name for the tests of a class that nothing else has.
    fn claim(&mut self, classes: &dyn Classes, class: &str) -> Result<Home, SuiteError> {
        let info = classes.class(class).ok_or_else(|| SuiteError::NoClass(class.into()))?;
        let mut home = Home::of(&info);
        let wanted = home.class.clone();
        let mut count = 1;
        while !self.written.insert(home.binary_name().to_lowercase()) || self.is_taken(classes, &home, class) {
            count += 1;
            home.class = Home::another(&wanted, count);
        }
        Ok(home)
    }

    /// The class of the helpers that the tests of a package share: one that is not there yet, or as Clew made it.
    fn helpers_of(&mut self, classes: &dyn Classes, package: &str) -> HelpersClass {
        if let Some(class) = self.helpers.get(package) {
            return class.clone();
        }
        let mut number = 1;
        let class = loop {
            let class = HelpersClass::of(classes, package, number);
            let has_class = || classes.has(&class.home.binary_name());
            let present = match self.options.out {
                Some(_) => self.upkeep.present_helpers(&class),
                None => PresentHelpers::Nothing,
            };
            match present {
                PresentHelpers::Ours => break class,
                PresentHelpers::Nothing if !has_class() => break class,
                PresentHelpers::Edited => self.upkeep.keep_edited_helpers(&class),
                PresentHelpers::Nothing | PresentHelpers::Other => {}
            }
            number += 1;
        };
        self.helpers.insert(package.to_owned(), class.clone());
        class
    }

    /// Has the files of the helpers that tests share hold what these use, at the end of a run.
    ///
    /// # Errors
    /// A file can't be written or removed.
    pub fn settle_helpers(&mut self) -> Result<(), SuiteError> {
        match self.options.out {
            Some(_) => self.upkeep.settle_helpers(),
            None => Ok(()),
        }
    }

    /// Takes the tests of a class in that were confirmed and written, with the folder that they were compiled in.
    pub(crate) fn gather(&mut self, member: Member, folder: &Path) -> Result<(), SuiteError> {
        let company = match self.company.take() {
            Some(company) => company,
            None => Company::new()?,
        };
        self.company.insert(company).add(member, folder)
    }

    /// Runs all tests that were confirmed and written together, on the same classes in one JVM, in several orders. What fails there,
    /// or makes others fail, is taken out of the files, until nothing fails; it is told, file by file.
    ///
    /// # Errors
    /// The JVM does not work, or a file can't be written.
    pub fn run_together(&mut self) -> Result<Vec<LeftOut>, SuiteError> {
        let Some(mut company) = self.company.take() else { return Ok(Vec::new()) };
        let SuiteOptions { class_path, test_timeout, .. } = self.options.clone();
        let reasons = company.part(&mut self.servers()?.usual, &class_path, test_timeout)?;
        let left_out = company.take_out(&reasons, &mut self.upkeep)?;
        self.settled = Some(company);
        Ok(left_out)
    }

    /// Takes away the files of classes that are gone, where the input has others of their packages, and those that were left when
    /// the name of a test class changed. `input` has the binary names of the classes of the input.
    ///
    /// # Errors
    /// A file can't be removed.
    pub fn tidy(&mut self, world: &World, input: &[String]) -> Result<(), SuiteError> {
        match self.options.out {
            Some(_) => self.upkeep.tidy(&WorldClasses::new(world), input),
            None => Ok(()),
        }
    }

    /// What becomes of the files of tests, in the order of their paths.
    pub fn files(&self) -> Vec<TestFile> {
        self.upkeep.report()
    }

    /// Whether the name of the tests belongs to something else: a class on the class path, which the tests would hide, or a file at
    /// their place. Where the file holds tests of this class by Clew, a class of the name is what an earlier run's were compiled to.
    fn is_taken(&self, classes: &dyn Classes, home: &Home, class: &str) -> bool {
        let file = self.options.out.as_ref().map(|out| home.file(out));
        match file.map_or(Present::Nothing, |file| output::present(&file, class)) {
            Present::Ours | Present::Edited => false,
            Present::Other => true,
            Present::Nothing => classes.has(&home.binary_name()),
        }
    }
}
