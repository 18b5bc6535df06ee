//! What the type arguments of declarations say of the input: the elements of a `List<String>` are strings.
//!
//! The virtual machine does not hold a program to it, compilers do, with a warning where they cannot. That references of the
//! input name only objects that hold what their declared types say is an assumption (`generic_types`), and one on the input
//! alone: what the execution itself puts into an object may be of any class.
//!
//! By default a path is followed whatever is in the fields of the program's objects, and one that has ended counts only if that
//! can be as declared ([`Machine::with_types_kept`]); so a proof that needs no declaration rests on none. What is passed to the
//! calls that make a collection, and what a stub returns, is as declared from the start: there proofs are within a bound anyway.
//! Where the user assumes it of a method (`--assume generic_types`), no other object is looked at in the first place.

mod kept;

use crate::core::Core;
use crate::machine::Machine;
use crate::makers::Argument;
use crate::state::State;
use crate::state::made::{Making, MakingCalls};
use crate::types::{class_of, type_of};
use clew_base::Id;
use clew_facts::{Assumption, CutReason, HeapAssumption, Maker as By};
use clew_heap::{AtEntry, Kind, Ref, RefVar, TypeId, TypeOracle, Value};
use clew_jvm::{
    ClassId, Declared, Field, GenericType, Meaning, Method, MethodId, parse_class_signature, parse_field_signature,
    parse_method_signature,
};
use std::sync::Arc;

/// How deep supertypes and type arguments are followed.
const MAX_DEPTH: usize = 12;

/// Of what classes something may be that is passed to a call.
pub(crate) enum Ingredient {
    Exactly(TypeId),
    AtMost(TypeId),
    /// Whatever the parameter takes.
    Any,
}

impl Machine<'_> {
    /// What a field that nobody has looked at may hold, in an object that a value names, and what is declared of that.
    pub(crate) fn narrowed(
        &mut self,
        state: &State,
        value: Value,
        field: &Field,
        kind: Kind,
    ) -> Option<(AtEntry, Declared)> {
        field.signature.as_ref().filter(|_| self.follows_declared_types())?;
        let Value::Ref(reference @ Ref::Var(variable)) = value else { return None };
        let leaves = self.choices(state, reference);
        let holder = match leaves.as_slice() {
            [only] => match only.reference {
                Ref::Var(leaf) => leaf,
                Ref::Null | Ref::Object(_) => return None,
            },
            _ => variable,
        };
        let uppers = state.heap.types_of_variable(holder).upper.clone();
        let declared = self.declared_in(state.input.declared.get(&holder), &uppers, field)?;
        let narrower = if self.assumes_generic_types() { self.narrower(state, kind, &declared) } else { None };
        let at_entry = narrower.map_or(AtEntry::Unknown, AtEntry::Of);
        Some((at_entry, declared))
    }

    /// The class that is declared, where it says more than the kind; that objects are as declared is on record then.
    pub(crate) fn narrower(&mut self, state: &State, kind: Kind, declared: &Declared) -> Option<TypeId> {
        let Kind::Ref(erased) = kind else { return None };
        let ty = type_of(declared.class);
        if ty == erased || !self.types.is_subtype(ty, erased) {
            return None;
        }
        self.assume_generic_types(state);
        Some(ty)
    }

    /// A new value of the input, of the class that is declared where that says more than the kind.
    pub(crate) fn new_as_declared(
        &mut self,
        state: &mut State,
        declared: Option<&Declared>,
        kind: Kind,
        make: impl FnOnce(&mut Self, &mut State, Kind) -> Value,
    ) -> Value {
        let narrower = declared.and_then(|declared| self.narrower(state, kind, declared));
        let known = state.heap.variable_count();
        let value = make(self, state, narrower.map_or(kind, Kind::Ref));
        if let Some(declared) = declared {
            declare_new(state, known, declared);
        }
        value
    }

    /// Puts on record that objects are left out which are not as declared: from here on, or wherever the user assumes it.
    pub(crate) fn assume_generic_types(&mut self, state: &State) {
        let assumption = Assumption::Heap(HeapAssumption::GenericTypes);
        match self.assumes_generic_types() {
            true => self.ledger.assume_everywhere(assumption),
            false => self.ledger.assume_at(state, assumption),
        }
    }

    /// The classes that an argument may be of: what the maker has in mind, unless the declaration says otherwise.
    ///
    /// # Errors
    /// The class that the maker has in mind is not there.
    pub(crate) fn class_of_ingredient(
        &mut self,
        state: &State,
        argument: &Argument,
        kind: Kind,
        declared: Option<&Declared>,
    ) -> Result<Ingredient, CutReason> {
        let meant = argument.class.map(|class| self.load(class)).transpose()?.map(type_of);
        let bound = declared.and_then(|declared| self.narrower(state, kind, declared));
        Ok(match (meant, bound) {
            (Some(meant), Some(bound)) if !self.types.is_subtype(meant, bound) => Ingredient::AtMost(bound),
            (Some(meant), _) => Ingredient::Exactly(meant),
            (None, Some(bound)) => Ingredient::AtMost(bound),
            (None, None) => Ingredient::Any,
        })
    }
}

impl Core<'_> {
    /// What the signature of a method says of its parameters, in the order of its descriptor.
    pub(crate) fn declared_parameters(&self, method: &Method) -> Vec<Option<Declared>> {
        match self.follows_declared_types() {
            true => self.world.declared_parameters(method),
            false => vec![None; method.parameters.len()],
        }
    }

    /// What is declared of what a field of an object holds, given what is declared of the object, if anything is, and its classes.
    pub(crate) fn declared_in(&self, holder: Option<&Declared>, uppers: &[TypeId], field: &Field) -> Option<Declared> {
        let signature = field.signature.as_deref().filter(|_| self.follows_declared_types())?;
        let ty = parse_field_signature(signature)?;
        let mut owners = self.declared_owners(holder, uppers, field.class);
        owners.find_map(|owner| self.world.declared_as(&ty, &self.world.meaning_of(&owner)))
    }

    /// What is declared of an object as one of a supertype: by what is declared of the object, if anything is, then by its
    /// classes.
    fn declared_owners(
        &self,
        holder: Option<&Declared>,
        uppers: &[TypeId],
        supertype: ClassId,
    ) -> impl Iterator<Item = Declared> {
        let of_classes = uppers.iter().map(|upper| Declared::raw(class_of(*upper)));
        let known = holder.cloned().into_iter().chain(of_classes);
        known.filter_map(move |declared| self.world.as_supertype(&declared, supertype))
    }

    /// What is declared of what a method returns that is called on an object.
    pub(crate) fn declared_result(&self, state: &State, receiver: Option<Value>, method: &Method) -> Option<Declared> {
        let signature = method.signature.as_deref().filter(|_| self.follows_declared_types())?;
        let signature = parse_method_signature(signature)?;
        let owner = match receiver {
            Some(Value::Ref(Ref::Var(variable))) => {
                let uppers = &state.heap.types_of_variable(variable).upper;
                self.declared_owners(state.input.declared.get(&variable), uppers, method.class).next()
            }
            _ => None,
        };
        let meaning = self.world.meaning_in(&signature.type_parameters, owner.as_ref());
        self.world.declared_as(&signature.result, &meaning)
    }

    /// What is declared of what is passed to a call in the making of an object of which this is declared, in the order of
    /// [`Machine::passed`].
    pub(crate) fn declared_ingredients(
        &self,
        whole: Option<&Declared>,
        method: MethodId,
        by: Option<By>,
        count: usize,
    ) -> Vec<Option<Declared>> {
        let nothing = || vec![None; count];
        let method = self.world.method(method);
        let found = || {
            let whole = whole?;
            let signature = parse_method_signature(method.signature.as_deref()?)?;
            let makes = match by {
                Some(By::Factory | By::Other) => signature.result.clone(),
                // A constructor makes an object of its class; what follows is called on that.
                Some(By::Constructor) | None => self.world.with_own_variables(method.class),
            };
            let inherited = || Some(self.world.meaning_of(&self.world.as_supertype(whole, method.class)?));
            let mut meaning = self.matched(&makes, whole).or_else(inherited)?;
            for parameter in &signature.type_parameters {
                if !meaning.iter().any(|(name, _)| *name == parameter.name) {
                    meaning.extend(self.world.bounds_of(std::slice::from_ref(parameter)));
                }
            }
            // What an iterator gives is of the type that the list holds which it is made of.
            let called_on = match by {
                Some(By::Other) => self.world.declared_as(&self.world.with_own_variables(method.class), &meaning),
                Some(By::Constructor | By::Factory) | None => None,
            };
            let receiver = std::iter::repeat_n(called_on, count.checked_sub(signature.parameters.len())?);
            let passed = signature.parameters.iter().map(|ty| self.world.declared_as(ty, &meaning));
            Some(receiver.chain(passed).collect())
        };
        found().unwrap_or_else(nothing)
    }

    /// Notes what is declared of what is passed to the calls that make an object.
    pub(crate) fn declare_ingredients(&self, state: &mut State, making: &Making) {
        let MakingCalls { by, first, then } = &making.calls;
        let declared = state.input.declared.get(&making.variable).cloned();
        let Some(whole) = declared.or_else(|| self.declared_by_constructor(first.method, *by)) else { return };
        for (call, by) in std::iter::once((first, Some(*by))).chain(then.iter().map(|call| (call, None))) {
            let declared = self.declared_ingredients(Some(&whole), call.method, by, call.arguments.len());
            for ((value, _), declared) in call.arguments.iter().zip(declared) {
                if let (Value::Ref(Ref::Var(variable)), Some(declared)) = (value, declared) {
                    state.input.declared.insert(*variable, declared);
                }
            }
        }
    }

    /// What a constructor makes of a class without type parameters: it is as if that was declared.
    fn declared_by_constructor(&self, method: MethodId, by: By) -> Option<Declared> {
        let class = self.world.method(method).class;
        let is_plain = by == By::Constructor && self.world.type_parameters(class).is_empty();
        (is_plain && self.follows_declared_types()).then(|| Declared::raw(class))
    }
}

impl Core<'_> {
    /// Whether no object of the input is looked at that is not as declared.
    pub(crate) fn assumes_generic_types(&self) -> bool {
        self.options.heap_assumptions.contains(&HeapAssumption::GenericTypes)
    }

    /// Whether it matters what is declared of references of the input.
    fn follows_declared_types(&self) -> bool {
        self.options.generic_types || self.assumes_generic_types()
    }

    /// Whether what a maker has in mind is what is declared.
    pub(crate) fn is_as_declared(&self, argument: &Argument, declared: Option<&Declared>) -> bool {
        let meant = argument.class.and_then(|class| self.world.load(class).ok());
        match (meant, declared) {
            (Some(meant), Some(declared)) => self.world.is_subtype(meant, declared.class),
            _ => true,
        }
    }

    pub(crate) fn is_object(&self, class: ClassId) -> bool {
        self.world.class(class).superclass.is_none()
    }

    /// What the type variables in a type stand for, if an object of it is one of which this is declared.
    fn matched(&self, ty: &GenericType, whole: &Declared) -> Option<Meaning> {
        let GenericType::Class { name, .. } = ty else { return None };
        let class = self.world.load(name).ok()?;
        let arguments = self.arguments_as(ty, class, whole.class, 0)?;
        let variables = arguments.iter().zip(whole.arguments.iter()).filter_map(|(argument, given)| match argument {
            Some(GenericType::Variable(name)) => Some((Arc::clone(name), given.clone())),
            _ => None,
        });
        Some(variables.collect())
    }

    /// The type arguments of a supertype, in the type variables that the type itself is written in.
    fn arguments_as(
        &self,
        ty: &GenericType,
        class: ClassId,
        wanted: ClassId,
        depth: usize,
    ) -> Option<Vec<Option<GenericType>>> {
        let GenericType::Class { arguments, .. } = ty else { return None };
        if class == wanted {
            return Some(arguments.clone());
        }
        if depth > MAX_DEPTH || !self.world.is_subtype(class, wanted) {
            return None;
        }
        let signature = parse_class_signature(self.world.class(class).signature.as_deref()?)?;
        let names: Vec<Arc<str>> = signature.parameters.iter().map(|parameter| Arc::clone(&parameter.name)).collect();
        signature.supertypes.iter().find_map(|above| {
            let above = substituted(above, &names, arguments)?;
            let GenericType::Class { name, .. } = &above else { return None };
            let class = self.world.load(name).ok()?;
            self.arguments_as(&above, class, wanted, depth + 1)
        })
    }
}

/// A type with arguments in the place of type variables.
fn substituted(ty: &GenericType, names: &[Arc<str>], by: &[Option<GenericType>]) -> Option<GenericType> {
    match ty {
        GenericType::Primitive(_) | GenericType::Array(_) => Some(ty.clone()),
        GenericType::Variable(name) => by.get(names.iter().position(|known| known == name)?).cloned().flatten(),
        GenericType::Class { name, arguments } => {
            let argument = |argument: &Option<GenericType>| substituted(argument.as_ref()?, names, by);
            let arguments = arguments.iter().map(argument).collect();
            Some(GenericType::Class { name: Arc::clone(name), arguments })
        }
    }
}

/// Notes what is declared of the references that became known since there were so many.
pub(crate) fn declare_new(state: &mut State, before: usize, declared: &Declared) {
    for variable in (before..state.heap.variable_count()).map(RefVar::from_index) {
        state.input.declared.insert(variable, declared.clone());
    }
}
