//! What is known of calls: the methods that run are looked into, to a certain depth, with any arguments.
//!
//! A summary is a postcondition: what is returned, and what holds of arguments where the method returns, whatever it
//! was given. One of depth `n` uses those of depth `n - 1` of what the method calls. So it is the same whoever asks,
//! and recursion comes to an end.

use crate::assumption::Assumptions;
use crate::constants::{self, Constants};
use crate::contracts::{contract, is_default_of, overriders};
use crate::evaluate::Linear;
use crate::fact::{Fact, both, either};
use crate::fixpoint::Analysis;
use crate::frame::Frame;
use crate::initialized::{Setting, setting_of};
use crate::library;
use crate::number::Number;
use crate::reference::Reference;
use crate::state::{State, Term, Var};

use crate::trust::{Trust, Trusted};
use clew_base::FastMap;
use clew_ir::{Callee, Expr, FieldRef, InvokeKind, MethodRef, Terminator, Type};
use clew_jvm::{ClassId, FieldId, Method, MethodId, Provenance, World};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// How deep calls are looked into.
pub(crate) const DEPTH: usize = 3;

/// The greatest number of blocks of a method that is looked into at a call.
const MAX_BLOCKS: usize = 300;

/// The greatest number of classes whose methods are looked into at a call.
const MAX_CLASSES: usize = 8;

/// What is known of a call that returns.
#[derive(Default)]
pub(crate) struct Known {
    /// The descriptor of what is returned.
    pub returns: Option<Arc<str>>,
    /// What is returned.
    pub value: Option<Fact>,
    /// The length of an array that is returned.
    pub length: Option<(Number, Option<Linear>)>,
    /// Whether it is a new array of objects without `null` among its elements.
    pub is_filled: bool,
    /// What then holds of arguments.
    pub arguments: Vec<Option<Fact>>,
}

/// What holds of a method where it returns.
#[derive(Clone, Debug, PartialEq)]
struct Summary {
    /// Whether it may return at all.
    returns: bool,
    value: Option<Fact>,
    arguments: Vec<Option<Fact>>,
}

/// A summary, if the code could be followed.
type Found = Option<Rc<Summary>>;

/// The summaries of the methods of a world, made where they are first asked for. They assume nothing but what they trust in.
pub struct Summaries<'a> {
    world: &'a World,
    trust: Trust<'a>,
    /// Those that serve for the code of the JDK; `None` if these do.
    of_jdk: Option<&'a Summaries<'a>>,
    nothing: Assumptions,
    known: RefCell<FastMap<(MethodId, usize), Found>>,
    constants: Constants,
    set_to_object: RefCell<FastMap<FieldId, bool>>,
    /// For each documented method of the JDK whether all methods outside the JDK keep its contract.
    kept: RefCell<FastMap<MethodId, bool>>,
}

impl<'a> Summaries<'a> {
    /// No summaries so far, of an analysis that takes nothing for granted.
    pub fn new(world: &'a World) -> Summaries<'a> {
        Summaries::with(world, Trust::default(), None)
    }

    /// No summaries so far, of an analysis that may take this for granted of code outside the JDK. What is known of the
    /// JDK's code, other summaries tell.
    pub(crate) fn trusting(of_jdk: &'a Summaries<'a>, trust: Trust<'a>) -> Summaries<'a> {
        Summaries::with(of_jdk.world, trust, Some(of_jdk))
    }

    fn with(world: &'a World, trust: Trust<'a>, of_jdk: Option<&'a Summaries<'a>>) -> Summaries<'a> {
        Summaries {
            world,
            trust,
            of_jdk,
            nothing: Assumptions::new(),
            known: RefCell::default(),
            constants: Constants::default(),
            set_to_object: RefCell::default(),
            kept: RefCell::default(),
        }
    }

    pub(crate) fn trust(&self) -> &Trust<'a> {
        &self.trust
    }

    /// Whether all methods outside the JDK keep a contract, as far as their code tells, and it may be taken for granted.
    ///
    /// While they are looked into, it is presumed: the first that broke it would have to do so without another that did.
    pub(crate) fn keep(&self, documented: MethodId) -> bool {
        if !self.trust.contracts() {
            return false;
        }
        let known = self.kept.borrow().get(&documented).copied();
        let keeps = known.unwrap_or_else(|| {
            self.kept.borrow_mut().insert(documented, true);
            let overriders = overriders(self.world, &self.world.method(documented));
            let keeps = overriders.is_some_and(|all| all.iter().all(|own| self.returns_object(*own)));
            if !keeps {
                // What was found meanwhile rests on it.
                self.known.borrow_mut().clear();
                self.set_to_object.borrow_mut().retain(|_, is_set| !*is_set);
                self.kept.borrow_mut().retain(|_, keeps| !*keeps);
                self.kept.borrow_mut().insert(documented, false);
            }
            keeps
        });
        keeps && self.trust.allows(Trusted::Contract(contract(self.world, documented)))
    }

    /// Whether a method returns no null, as far as its code tells.
    fn returns_object(&self, method: MethodId) -> bool {
        let is_object = |fact: &Fact| matches!(fact, Fact::Reference(reference) if !reference.nullness().null);
        let summary = self.summary(method, DEPTH - 1);
        summary.is_some_and(|summary| !summary.returns || summary.value.as_ref().is_some_and(is_object))
    }

    /// The classes that the methods are of.
    pub fn world(&self) -> &'a World {
        self.world
    }

    /// Whether a static field never reads as null.
    pub(crate) fn is_never_null(&self, field: &FieldRef) -> bool {
        let found = self.world.resolve_field(field);
        found.is_ok_and(|field| self.constants.is_never_null(self.world, field))
    }

    /// Whether a constant is set to an object once its class is initialized.
    pub(crate) fn is_set_to_object(&self, field: FieldId) -> bool {
        if let Some(known) = self.set_to_object.borrow().get(&field) {
            return *known;
        }
        // The initializer reads its own constants, too.
        self.set_to_object.borrow_mut().insert(field, false);
        let is_set = constants::is_of_public_api(self.world, field)
            || setting_of(self.world, field).is_some_and(|setting| self.sets_object(&setting));
        self.set_to_object.borrow_mut().insert(field, is_set);
        is_set
    }

    fn sets_object(&self, setting: &Setting) -> bool {
        let Setting { initializer, code, block, at, value } = setting;
        let frame = Frame::new(self, self.world.method(*initializer), &code.body, &self.nothing, DEPTH);
        let analysis = Analysis::of(&frame, code);
        let state = analysis.at_statement(&frame, *block, *at);
        analysis.complete && state.is_some_and(|state| !frame.reference(&state, value).nullness().null)
    }

    /// What holds where a call returns; `None` where it never does.
    pub(crate) fn of_call(&self, frame: &Frame<'_>, state: &State, callee: &Callee, args: &[Expr]) -> Option<Known> {
        let Callee::Method { kind, method } = callee else { return Some(library::linked(callee)) };
        let mut known = library::known(frame, state, *kind, method, args).unwrap_or_default();
        known.returns = method.descriptor.rsplit_once(')').map(|(_, returns)| Arc::from(returns));
        let Some(targets) = self.targets(frame, state, *kind, method, args).filter(|_| frame.depth > 0) else {
            return Some(known);
        };
        let summaries: Option<Vec<Rc<Summary>>> =
            targets.iter().map(|target| self.summary(*target, frame.depth - 1)).collect();
        let Some(summaries) = summaries else { return Some(known) };
        let joined = summaries.iter().map(|it| (**it).clone()).reduce(|one, two| joined(&one, &two))?;
        if !joined.returns {
            return None;
        }
        known.value = both(known.value, joined.value);
        if known.arguments.is_empty() {
            known.arguments = joined.arguments;
        }
        Some(known)
    }

    /// The methods that a call may run, where no class that is not on the class path could add to them.
    fn targets(
        &self,
        frame: &Frame<'_>,
        state: &State,
        kind: InvokeKind,
        method: &MethodRef,
        args: &[Expr],
    ) -> Option<Vec<MethodId>> {
        let resolved = self.world.resolve_method(method, kind).ok()?;
        let found = self.world.method(resolved);
        match kind {
            InvokeKind::Static => found.is_static().then(|| vec![resolved]),
            InvokeKind::Special => {
                self.world.special_target(frame.method.class, resolved).ok().map(|target| vec![target])
            }
            InvokeKind::Virtual | InvokeKind::Interface => {
                if found.is_private() || found.is_final() || self.world.class(found.class).is_final() {
                    return Some(vec![resolved]);
                }
                let receiver = frame.reference(state, args.first()?);
                let classes: Vec<ClassId> = match receiver.classes().exact() {
                    Some(exact) => exact.iter().map(|class| self.world.load(class).ok()).collect::<Option<_>>()?,
                    None => self.all_below(&method.class)?,
                };
                let targets = classes.iter().map(|class| self.world.select(*class, resolved).ok());
                let mut targets = targets.collect::<Option<Vec<_>>>()?;
                if receiver.classes().exact().is_none() {
                    targets.extend(self.defaults_below(&method.class, &found)?);
                }
                targets.sort_unstable();
                targets.dedup();
                Some(targets).filter(|targets| !targets.is_empty())
            }
        }
    }

    /// The methods with code of interfaces below a type of the program that override a method: a lambda expression may
    /// give an object of several interfaces.
    fn defaults_below(&self, class: &str, overridden: &Method) -> Option<Vec<MethodId>> {
        let below = self.world.interfaces_below(self.world.load(class).ok()?);
        let methods = below.iter().flat_map(|class| self.world.class(*class).methods.clone());
        Some(methods.filter(|own| is_default_of(&self.world.method(*own), overridden)).collect())
    }

    /// The classes of all objects of a type of the program, where those on the class path are all there are.
    fn all_below(&self, class: &str) -> Option<Vec<ClassId>> {
        if !self.trust.in_class_path() {
            return None;
        }
        let class = self.world.load(class).ok()?;
        let is_of_program = self.world.class(class).provenance != Provenance::Jdk;
        if !is_of_program || !self.world.interfaces_of_lambdas(class).is_empty() {
            return None;
        }
        let all = self.world.subtypes(class);
        (all.len() <= MAX_CLASSES && self.trust.allows(Trusted::ClosedWorld)).then(|| all.to_vec())
    }

    fn summary(&self, method: MethodId, depth: usize) -> Option<Rc<Summary>> {
        let is_of_jdk = || self.world.class(self.world.method(method).class).provenance == Provenance::Jdk;
        if let Some(of_jdk) = self.of_jdk.filter(|_| is_of_jdk()) {
            return of_jdk.summary(method, depth);
        }
        if let Some(known) = self.known.borrow().get(&(method, depth)) {
            return known.clone();
        }
        let made = self.make(method, depth).map(Rc::new);
        self.known.borrow_mut().insert((method, depth), made.clone());
        made
    }

    fn make(&self, method: MethodId, depth: usize) -> Option<Summary> {
        let method = self.world.method(method);
        if !method.has_code || self.world.is_join(method.id) {
            return None;
        }
        let code = self.world.code(method.id).ok()?;
        if code.body.blocks.len() > MAX_BLOCKS {
            return None;
        }
        let frame = Frame::new(self, method, &code.body, &self.nothing, depth);
        let analysis = Analysis::of(&frame, &code);
        analysis.complete.then(|| summarized(&frame, &analysis))
    }
}

/// What holds wherever a method returns.
fn summarized(frame: &Frame<'_>, analysis: &Analysis) -> Summary {
    let mut found: Option<Summary> = None;
    for (block, content) in frame.body.blocks.iter() {
        let Terminator::Return(value) = &content.terminator else { continue };
        let Some(state) = analysis.at_end(frame, block) else { continue };
        let here = Summary {
            returns: true,
            value: value.as_ref().and_then(|value| fact(frame, &state, value)),
            arguments: frame
                .body
                .params
                .iter()
                .map(|param| fact(frame, &state, &Expr::Reg(*param)).filter(|_| frame.is_lasting_parameter(*param)))
                .collect(),
        };
        found = Some(match found {
            None => here,
            Some(before) => joined(&before, &here),
        });
    }
    found.unwrap_or(Summary { returns: false, value: None, arguments: Vec::new() })
}

/// What is known of a value.
pub(crate) fn fact(frame: &Frame<'_>, state: &State, expr: &Expr) -> Option<Fact> {
    match expr {
        Expr::Reg(reg) if frame.shape.ty(Var::Reg(*reg)) == Type::Ref => {
            Some(Fact::Reference(frame.reference(state, expr)))
        }
        Expr::Const(clew_ir::Const::Null) => Some(Fact::Reference(Reference::null())),
        other => frame.number(state, other).map(Fact::Number),
    }
}

fn joined(one: &Summary, two: &Summary) -> Summary {
    if !one.returns || !two.returns {
        return if one.returns { one.clone() } else { two.clone() };
    }
    Summary {
        returns: true,
        value: either(one.value.as_ref(), two.value.as_ref()),
        arguments: one
            .arguments
            .iter()
            .zip(&two.arguments)
            .map(|(one, two)| either(one.as_ref(), two.as_ref()))
            .collect(),
    }
}

/// The length of the array in a register as a sum.
pub(crate) fn length_of(frame: &Frame<'_>, state: &State, array: clew_ir::Reg) -> Option<(Number, Option<Linear>)> {
    let term = Term::Length(Var::Reg(array));
    Some((state.number(&frame.shape, term)?, Some(Linear { term: Some(term), offset: 0 })))
}
