//! Models that are written in the block language: those of natives that come with Clew, and those that a user gives.
//!
//! Such a model is code like any other. What it does not know it takes from `havoc`, whose value may be copied and never
//! looked at. The method under test always runs its own code, so that its goals are in it.

use super::secrets;
use crate::code::Code;
use crate::machine::Machine;
use crate::state::State;
use crate::types::display_name;
use clew_base::FastMap;
use clew_facts::{Assumption, ModelFile};
use clew_ir::{MethodModel, parse_models};
use clew_jvm::{MethodCode, MethodId};
use std::rc::Rc;

/// The models of natives that come with Clew, as a text of the block language.
pub const NATIVE_MODELS: &str = include_str!("natives.clew");

/// The class, the name and the descriptor of a method.
type Key = (String, String, String);

/// Whose model it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Author {
    /// It comes with Clew, and says what the specification says or what is not known.
    Clew,
    /// The user, on whose word a proof then rests.
    User,
}

type Models = FastMap<Key, Rc<MethodCode>>;

thread_local! {
    /// The models that come with Clew, which are the same for every job.
    static NATIVES: Rc<Models> = Rc::new(models("natives.clew", NATIVE_MODELS));
}

/// Reads the models that come with Clew for this thread, which the first exploration on it would do otherwise.
pub fn prepare() {
    NATIVES.with(|_| ());
}

/// The models of a file; a malformed one has none.
fn models(name: &str, text: &str) -> Models {
    let code =
        |MethodModel { class, name, descriptor, body }| ((class, name, descriptor), Rc::new(MethodCode::of_body(body)));
    parse_models(name, text).unwrap_or_default().into_iter().map(code).collect()
}

/// All models that are written in the block language.
#[derive(Debug)]
pub(crate) struct ModelFiles {
    natives: Rc<Models>,
    given: Models,
    /// What has been found out of methods that were called.
    known: FastMap<MethodId, Option<(Author, Rc<Code>)>>,
}

impl ModelFiles {
    /// The models of Clew and of these files, of which the last that speaks of a method counts. A file that is malformed,
    /// which the command refuses, has none.
    pub(crate) fn read(files: &[ModelFile]) -> Self {
        let given = files.iter().flat_map(|file| models(&file.name, &file.text)).collect();
        Self { natives: NATIVES.with(Rc::clone), given, known: FastMap::default() }
    }
}

impl Machine<'_> {
    /// The code that stands in for a method because the user says so; a proof then rests on it.
    pub(crate) fn code_of_user(&mut self, state: &State, target: MethodId) -> Option<Rc<Code>> {
        let (author, code) = self.model_file(target)?;
        if author == Author::Clew {
            return None;
        }
        let class = display_name(&self.world.class(code.method.class).name);
        self.ledger.assume_at(state, Assumption::Model(format!("{class}#{}", code.method.name)));
        Some(code)
    }

    /// The code that stands in for a method, if it has a model in the block language.
    pub(crate) fn code_of_model(&mut self, target: MethodId) -> Option<Rc<Code>> {
        self.model_file(target).map(|(_, code)| code)
    }

    fn model_file(&mut self, target: MethodId) -> Option<(Author, Rc<Code>)> {
        if target == self.target {
            return None;
        }
        if let Some(known) = self.caches.model_files.known.get(&target) {
            return known.clone();
        }
        let method = self.world.method(target);
        let class = self.world.class(method.class);
        let key = (class.name.to_string(), method.name.to_string(), method.descriptor.to_string());
        let ModelFiles { natives, given, .. } = &self.caches.model_files;
        let of_user = given.get(&key).map(|code| (Author::User, code));
        let found = of_user.or_else(|| natives.get(&key).map(|code| (Author::Clew, code))).filter(|(_, code)| {
            // One with the parameters of a static method does not fit another.
            code.body.params.len() == method.parameters.len() + usize::from(!method.is_static())
        });
        let found = found.map(|(author, code)| {
            let code = Code::new(target, Rc::clone(&method), Rc::clone(code), &class);
            (author, Rc::new(code))
        });
        self.caches.model_files.known.insert(target, found.clone());
        found
    }
}

/// What the value of a variable is that a model gives any value.
pub(crate) fn unknown(variable: &str) -> &'static str {
    secrets::ALL.into_iter().find(|known| *known == variable).unwrap_or(secrets::OF_MODEL)
}
