//! What was read of the class path, question by question, and what the answers are.
//!
//! Whoever works with a world is told the same where all questions that it asked have the same answers. The questions are about
//! classes outside the JDK: it answers for its own.

use super::{ClassId, MethodId, Slot, Source, World};
use crate::classfile::{FieldInfo, HeaderInfo, MethodInfo};
use crate::op::Op;
use crate::{LoadError, Provenance};
use clew_base::{ClassPathQuestion, ClassPathReading, Digest, FastMap, FastSet};
use std::cell::{OnceCell, RefCell};
use std::hash::Hash;
use std::sync::Arc;

/// The name and the descriptor of methods.
type Signature = (Arc<str>, Arc<str>);

/// The questions so far.
#[derive(Default)]
pub(super) struct Questions {
    asked: RefCell<FastSet<ClassPathQuestion>>,
    /// What classes outside the JDK declare.
    declared: RefCell<FastMap<ClassId, Digest>>,
    /// The callers that a search for them has found.
    callers: RefCell<FastMap<Signature, Digest>>,
    /// All callers, for whoever asks about many methods.
    all_callers: OnceCell<FastMap<Signature, Vec<MethodId>>>,
}

impl World {
    /// Notes that a question about the class path was asked.
    pub(super) fn ask(&self, question: ClassPathQuestion) {
        self.questions.asked.borrow_mut().insert(question);
    }

    /// The same about a class, by its name; the JDK's own are left out.
    pub(super) fn ask_of_class(&self, class: ClassId, question: impl FnOnce(Arc<str>) -> ClassPathQuestion) {
        let class = self.class(class);
        if class.provenance != Provenance::Jdk {
            self.ask(question(Arc::clone(&class.name)));
        }
    }

    /// Notes what a class outside the JDK declares.
    pub(super) fn note_declared(
        &self,
        class: ClassId,
        file: (&HeaderInfo, &[FieldInfo], &[MethodInfo]),
        place: (Provenance, &str),
    ) {
        if place.0 != Provenance::Jdk {
            let digest = Digest::of_value(&Declared { file, place });
            self.questions.declared.borrow_mut().insert(class, digest);
        }
    }

    /// Notes which callers a search for those of a method has found.
    pub(super) fn note_callers(&self, signature: Signature, found: &[MethodId]) {
        let digest = self.digest_of_methods(found);
        self.ask(ClassPathQuestion::Callers(Arc::clone(&signature.0), Arc::clone(&signature.1)));
        self.questions.callers.borrow_mut().insert(signature, digest);
    }

    /// All questions about classes outside the JDK that were asked of this world, sorted, with the answers that it gave.
    pub fn readings(&self) -> Vec<ClassPathReading> {
        let asked = self.questions.asked.borrow().clone();
        let mut questions: Vec<ClassPathQuestion> = asked
            .into_iter()
            .filter(|question| match question {
                ClassPathQuestion::Class(name) => !self.is_answered_by_jdk(name),
                ClassPathQuestion::Names
                | ClassPathQuestion::Hierarchy
                | ClassPathQuestion::Code(..)
                | ClassPathQuestion::Linking(_)
                | ClassPathQuestion::Callers(..) => true,
            })
            .collect();
        questions.sort();
        questions.into_iter().map(|question| ClassPathReading { answer: self.answer(&question), question }).collect()
    }

    /// Whether the JDK has the class, and answers for it.
    fn is_answered_by_jdk(&self, name: &str) -> bool {
        let slot = self.by_name.borrow().get(name).cloned();
        match slot {
            Some(Slot::Loaded(id)) => self.class(id).provenance == Provenance::Jdk && !self.path.is_jdk_input(name),
            Some(Slot::Failed(_) | Slot::Loading) | None => false,
        }
    }

    /// The digest of the answer to a question about the class path; nothing where a file cannot be read, or the answer is not known.
    pub fn answer(&self, question: &ClassPathQuestion) -> Option<Digest> {
        match question {
            ClassPathQuestion::Names => Some(self.digest_of_names()),
            ClassPathQuestion::Hierarchy => Some(self.path.outline().digest_of_hierarchy()),
            ClassPathQuestion::Class(name) => self.declared(name),
            ClassPathQuestion::Code(class, index) => self.digest_of_code(class, *index),
            ClassPathQuestion::Linking(class) => {
                let class = self.load(class).ok()?;
                Some(Digest::of_debug(&self.link_for_use(class)))
            }
            ClassPathQuestion::Callers(name, descriptor) => {
                let signature = (Arc::clone(name), Arc::clone(descriptor));
                let known = self.questions.callers.borrow().get(&signature).copied();
                known.or_else(|| Some(self.digest_of_all_callers(&signature)))
            }
        }
    }

    fn digest_of_names(&self) -> Digest {
        let inputs = self.path.input_classes();
        Digest::of_value(&(inputs, self.path.classes_outside_jdk()))
    }

    /// The digest of what a class declares, or of why it cannot be loaded.
    fn declared(&self, name: &str) -> Option<Digest> {
        match self.load(name) {
            // What the JDK has is its own answer, whatever it is.
            Ok(id) => Some(self.questions.declared.borrow().get(&id).copied().unwrap_or_else(|| Digest::of(b"JDK"))),
            Err(LoadError::Io { .. }) => None,
            Err(error) => Some(Digest::of_debug(&error)),
        }
    }

    fn digest_of_code(&self, class: &str, index: usize) -> Option<Digest> {
        let id = self.load(class).ok()?;
        let source = self.classes.borrow()[id].source.clone();
        match source {
            Source::File(file) => Some(Digest::of_debug(&file.code(index))),
            Source::None | Source::Made(_) => None,
        }
    }

    fn digest_of_all_callers(&self, signature: &Signature) -> Digest {
        let all = self.questions.all_callers.get_or_init(|| self.find_all_callers());
        self.digest_of_methods(all.get(signature).map_or(&[], Vec::as_slice))
    }

    fn digest_of_methods(&self, methods: &[MethodId]) -> Digest {
        let name = |id: &MethodId| {
            let method = self.method(*id);
            (Arc::clone(&self.class(method.class).name), method.index)
        };
        Digest::of_value(&methods.iter().map(name).collect::<Vec<_>>())
    }

    /// For each method that code outside the JDK calls, the methods that do, in the order in which a search finds them.
    fn find_all_callers(&self) -> FastMap<Signature, Vec<MethodId>> {
        let mut all: FastMap<Signature, Vec<MethodId>> = FastMap::default();
        for name in self.path.classes_outside_jdk() {
            let Ok(class) = self.load(&name) else { continue };
            let source = self.classes.borrow()[class].source.clone();
            let Source::File(file) = source else { continue };
            for id in self.class(class).methods.iter().copied() {
                let Some(code) = file.code(self.method(id).index) else { continue };
                for (_, op) in &code.ops {
                    let Op::Invoke(_, called) = op else { continue };
                    let callers = all.entry((Arc::clone(&called.name), Arc::clone(&called.descriptor))).or_default();
                    if callers.last() != Some(&id) {
                        callers.push(id);
                    }
                }
            }
        }
        all
    }
}

/// What a class file declares, and where it lies.
#[derive(Hash)]
struct Declared<'a> {
    file: (&'a HeaderInfo, &'a [FieldInfo], &'a [MethodInfo]),
    place: (Provenance, &'a str),
}
