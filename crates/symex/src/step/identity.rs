//! Whether two references are the same. Of strings, boxes and lambdas the specification leaves open which are one object; most code
//! does not care.

use crate::core::Core;
use crate::flow::{Flow, Step, Stop, advance, known, object_of, reference, split_into};
use crate::machine::{Guards, Machine};
use crate::models::secrets;
use crate::state::State;
use crate::strings;
use crate::types::{class_of, heap_field, is_box};
use clew_facts::{Assumption, CutReason};
use clew_heap::{
    Alternative, Choice, FieldRead, Named, ObjectId, Provenance, Ref, RefVar, Target, TypeConstraint, Undecided, Value,
};
use clew_ir::{Expr, Reg};
use clew_jvm::{ClassId, is_thrown_again};
use clew_term::{Sort, Term};

/// The classes of the JDK, those nested in them included, that tell equal objects apart.
const BY_IDENTITY: [&str; 4] = [
    "java/util/IdentityHashMap",
    "java/util/concurrent/atomic/AtomicStampedReference",
    "java/util/concurrent/atomic/AtomicMarkableReference",
    "java/lang/ref/",
];

/// A class of the JDK that compares its texts as objects alone, because they are interned.
const COMPARES_INTERNED: &str = "sun/util/locale/BaseLocale";

impl Machine<'_> {
    pub(super) fn ref_eq(&mut self, mut state: State, dst: Reg, left: &Expr, right: &Expr) -> Step {
        let left = known!(state, reference(self.eval(&state, left)));
        let right = known!(state, reference(self.eval(&state, right)));
        let heap = state.heap.clone();
        let (mut cx, model) = self.heap_context();
        let same = match model.compare(&mut cx, &heap, left, right) {
            Ok(same) => same,
            Err(Undecided(variable)) if self.need_not_be_one(&state, [left, right], variable) => {
                let no = self.pool.fls();
                state.set(dst, Value::Term(no));
                return Ok(advance(state));
            }
            Err(Undecided(variable)) => return self.decide_side(state, [left, right], variable),
        };
        if self.pool.as_bool(same.value) != Some(true) && self.may_be_thrown_again(&state, [left, right]) {
            self.ledger.assume_at(&state, Assumption::FreshExceptions);
        }
        if [left, right].iter().all(|side| self.is_sink(&state, Some(&Value::Ref(*side)))) {
            return Err(Stop::unsupported(state, "the identity of a stream or a logger"));
        }
        let by_value = self.compares_by_value(&state);
        let as_objects = !by_value || &*self.world.class(state.top().code.method.class).name == COMPARES_INTERNED;
        let is_of_environment = as_objects && self.is_of_environment(&state, [left, right])
            || !as_objects && self.may_be_other_name(&state, [left, right]);
        if self.pool.as_bool(same.value) != Some(true) && is_of_environment {
            let same = match known!(state, self.is_one_interned(&mut state, [left, right])) {
                Some(same) => Value::Term(self.pool.bool(same)),
                None => Value::Opaque(secrets::ENVIRONMENT),
            };
            state.set(dst, same);
            return Ok(advance(state));
        }
        if self.pool.as_bool(same.value) != Some(true) && !by_value && self.are_boxes(&state, left, right) {
            return self.compare_boxes(state, dst, [left, right], same.value);
        }
        if self.pool.as_bool(same.value) != Some(true) && self.may_be_one_lambda(&state, left, right) {
            return Err(Stop::unsupported(state, "the identity of a lambda"));
        }
        if self.pool.as_bool(same.value) != Some(true) && !by_value {
            let mut plain = [left, right];
            for side in &mut plain {
                match self.choices(&state, *side).as_slice() {
                    [only] => *side = only.reference,
                    several if several.iter().any(|choice| self.is_text_object(&state, choice.reference)) => {
                        return self.branch_over(state, Value::Ref(*side), several);
                    }
                    _ => {}
                }
            }
            if let Some(string) = self.shared_text_to_read(&state, plain) {
                return Ok(self.with_characters(state, string)?.map_or_else(Flow::nowhere, Flow::Next));
            }
            if self.may_be_given_again(&state, plain) {
                return Err(Stop::unsupported(state, "the identity of the text of a float"));
            }
            match self.identity_of_texts(&state, plain[0], plain[1]) {
                TextIdentity::Settled => {}
                TextIdentity::OfLiteral(input, condition) => {
                    return Ok(self.compare_with_literal(state, dst, input, condition));
                }
                TextIdentity::OfComputed(condition) => return self.compare_with_computed(state, dst, condition),
            }
        }
        let complete = vec![same];
        Ok(self.complete(state, complete, |state, same| state.set(dst, Value::Term(same))))
    }

    /// Whether one of two references may name an object of the environment, and the other may be another name of it.
    fn is_of_environment(&mut self, state: &State, sides: [Ref; 2]) -> bool {
        if state.globals.platform.environment.is_empty() || sides.contains(&Ref::Null) {
            return false;
        }
        sides.into_iter().any(|side| {
            let mut objects =
                self.choices(state, side).into_iter().filter_map(|choice| object_of(state, choice.reference));
            objects.any(|object| state.globals.platform.environment.contains(&object))
        })
    }

    /// Whether [`COMPARES_INTERNED`] finds one object on both sides. Its texts are interned, so that equal ones are one object. Two of
    /// its own objects count as two: it compares their texts then. `None` where the texts are not known, and in any other class.
    fn is_one_interned(&mut self, state: &mut State, sides: [Ref; 2]) -> Result<Option<bool>, CutReason> {
        let [Some(one), Some(other)] = sides.map(|side| object_of(state, side)) else { return Ok(None) };
        let method = &state.top().code.method;
        if &*self.world.class(method.class).name != COMPARES_INTERNED {
            return Ok(None);
        }
        if [one, other].into_iter().all(|object| !strings::is_string(self, state, object)) {
            return Ok((&*method.name == "equals").then_some(false));
        }
        strings::pin(self, state, one)?;
        strings::pin(self, state, other)?;
        let texts = [one, other].map(|text| strings::units(self, state, text));
        Ok(match texts {
            [Some(one), Some(other)] => Some(one == other),
            _ => None,
        })
    }

    /// Whether code of the JDK may tell an object of its snapshot from another that stands for the same one: it does not where
    /// objects of the class are compared by what is in them.
    fn may_be_other_name(&self, state: &State, sides: [Ref; 2]) -> bool {
        let recalled = &state.globals.recalled.names;
        if recalled.is_empty() || sides.contains(&Ref::Null) {
            return false;
        }
        let objects = sides.map(|side| object_of(state, side));
        let is_recalled = objects.map(|object| object.is_some_and(|object| recalled.contains(&object)));
        let (one, other) = match (objects, is_recalled) {
            ([Some(one), other], [true, false]) | ([other, Some(one)], [false, true]) => (one, other),
            _ => return false,
        };
        let is_new = |other: ObjectId| state.heap.object(other).provenance == Provenance::New;
        let ty = state.heap.object(one).exact_type();
        let is_another = other.is_some_and(|other| is_new(other) || state.heap.object(other).exact_type() != ty);
        ty.is_some_and(|ty| !is_another && self.compares_as_object(class_of(ty)))
    }

    /// Whether objects of a class are equal only if they are one.
    fn compares_as_object(&self, class: ClassId) -> bool {
        let mut next = Some(class);
        while let Some(class) = next {
            let info = self.world.class(class);
            if self.world.find_method(class, "equals", "(Ljava/lang/Object;)Z").is_some() {
                return &*info.name == "java/lang/Object";
            }
            next = info.superclass;
        }
        true
    }

    /// Why it is not known whether two references, which are not known to be the same, name one object.
    pub(crate) fn unknown_identity(&mut self, state: &State, left: Ref, right: Ref) -> Option<&'static str> {
        if left == right {
            None
        } else if self.are_boxes(state, left, right) {
            Some("the identity of a box")
        } else if self.may_be_one_lambda(state, left, right) {
            Some("the identity of a lambda")
        } else if self.may_be_one_text(state, left, right) {
            Some("the identity of a string")
        } else {
            None
        }
    }

    /// The condition that a string of the input has the characters of one that class initialization has left, where two references
    /// name such strings. Once it is known that it does not hold, so is that they are two objects.
    pub(crate) fn same_as_shared_text(&mut self, state: &State, left: Ref, right: Ref) -> Option<Term> {
        match self.identity_of_texts(state, left, right) {
            TextIdentity::OfLiteral(_, condition) | TextIdentity::OfComputed(Some(condition)) => Some(condition),
            TextIdentity::OfComputed(None) | TextIdentity::Settled => None,
        }
    }

    /// Whether two references may name one string, which was not found.
    fn may_be_one_text(&mut self, state: &State, left: Ref, right: Ref) -> bool {
        let (left, right) = (self.choices(state, left), self.choices(state, right));
        let pairs = left.iter().flat_map(|one| right.iter().map(move |other| (one.reference, other.reference)));
        pairs.into_iter().any(|(one, other)| match self.identity_of_texts(state, one, other) {
            TextIdentity::Settled => false,
            TextIdentity::OfComputed(None) => true,
            TextIdentity::OfLiteral(_, same_text) | TextIdentity::OfComputed(Some(same_text)) => {
                let same_text = self.simplify(state, same_text);
                let differ = self.pool.not(same_text);
                self.pool.as_bool(differ) != Some(true) && !state.path.known.contains(&differ)
            }
        })
    }

    /// Whether a string of the input, which is known, and one that class initialization has left somewhere can be one
    /// object, though they were not found to be.
    fn identity_of_texts(&mut self, state: &State, left: Ref, right: Ref) -> TextIdentity {
        let (Some(left), Some(right)) = (object_of(state, left), object_of(state, right)) else {
            return TextIdentity::Settled;
        };
        let provenance = |object: ObjectId| state.heap.object(object).provenance;
        // Looked for only among strings: there can be many literals, and most comparisons are of other objects.
        let other = match (provenance(left), provenance(right)) {
            (Provenance::Input, Provenance::Initialization) if crate::strings::is_string(self, state, right) => right,
            (Provenance::Initialization, Provenance::Input) if crate::strings::is_string(self, state, left) => left,
            _ => return TextIdentity::Settled,
        };
        let input = if other == right { left } else { right };
        let types = &state.heap.object(input).types;
        let exact = state.heap.object(other).exact_type();
        if exact.is_some_and(|text| !types.admits(text, &self.types)) {
            return TextIdentity::Settled;
        }
        let is_literal = state.globals.texts.interned.values().any(|literal| *literal == other);
        match crate::models::text::same_text(self, state, left, right) {
            Some(condition) if is_literal => TextIdentity::OfLiteral(input, condition),
            condition => TextIdentity::OfComputed(condition),
        }
    }

    /// A string of the input with the characters of a literal may be that literal, as it is in a test, or another.
    fn compare_with_literal(&mut self, state: State, dst: Reg, input: ObjectId, same_text: Term) -> Flow {
        let (heap, before) = (state.heap.clone(), state.clone());
        let other = self.pool.not(same_text);
        let (yes, no) = (self.pool.tru(), self.pool.fls());
        let alternatives = vec![
            Alternative { guard: same_text, heap: heap.clone(), value: yes },
            Alternative { guard: other, heap, value: no },
        ];
        let mut may_be_another = false;
        let children = self.split(state, alternatives, Guards::Exhaustive, |state, same| {
            if same == yes {
                may_be_another = true;
                state.globals.texts.literals.insert(input);
            }
            state.set(dst, Value::Term(same));
            state.top_mut().stmt += 1;
        });
        if may_be_another {
            self.ledger.record_cut(&before, CutReason::Unsupported("the identity of a string".to_owned()));
        }
        split_into(children)
    }

    /// A string of the input with the characters of one that class initialization has computed may be that one or another.
    fn compare_with_computed(&mut self, mut state: State, dst: Reg, same_text: Option<Term>) -> Step {
        let unknown = |state| Err(Stop::unsupported(state, "the identity of a string"));
        let Some(same_text) = same_text else { return unknown(state) };
        match self.truth(&state, same_text) {
            Some(true) => unknown(state),
            Some(false) => {
                let no = self.pool.fls();
                state.set(dst, Value::Term(no));
                Ok(advance(state))
            }
            None => Ok(split_into(self.decide(state, same_text))),
        }
    }

    /// Equal boxes may or may not be one object: only where it is known that they are, it is followed. Boxes of different numbers are
    /// two objects.
    fn compare_boxes(&mut self, mut state: State, dst: Reg, sides: [Ref; 2], same: Term) -> Step {
        let differ = self.pool.not(same);
        let is_known = |condition: Term| state.path.known.contains(&condition);
        if is_known(same) {
            let yes = self.pool.tru();
            state.set(dst, Value::Term(yes));
            return Ok(advance(state));
        }
        if self.pool.as_bool(same) == Some(false) || is_known(differ) {
            return self.tell_boxes_apart(state, dst, sides);
        }
        Ok(split_into(self.decide(state, same)))
    }

    /// Boxes of different whole numbers are two objects.
    fn tell_boxes_apart(&mut self, state: State, dst: Reg, sides: [Ref; 2]) -> Step {
        let mut after = Alternative { guard: self.pool.tru(), heap: state.heap.clone(), value: () };
        let mut numbers = Vec::new();
        for object in sides.into_iter().filter_map(|side| object_of(&state, side)) {
            numbers.extend(known!(state, self.number_in(&mut after, object)));
        }
        let Some(mut state) = self.adopt(state, after) else { return Ok(Flow::nowhere()) };
        let equal = match numbers[..] {
            [one, other] if self.pool.sort(one) == self.pool.sort(other) => self.pool.eq(one, other),
            _ => return Err(Stop::unsupported(state, "the identity of a box")),
        };
        // A test makes two objects of equal large numbers. That they are one was followed before.
        let are_of_test = sides.into_iter().all(|side| is_of_input(&state, side));
        let shares = if are_of_test { self.is_shared_number(numbers[0]) } else { self.pool.tru() };
        let may_be_one = self.pool.and(equal, shares);
        match self.truth(&state, may_be_one) {
            Some(false) => {
                let no = self.pool.fls();
                state.set(dst, Value::Term(no));
                Ok(advance(state))
            }
            Some(true) => Err(Stop::unsupported(state, "the identity of a box")),
            None => Ok(split_into(self.decide(state, may_be_one))),
        }
    }

    /// The condition that there is one box of a number for all: `valueOf` keeps those of small numbers.
    fn is_shared_number(&mut self, number: Term) -> Term {
        let Sort::Bv(width) = self.pool.sort(number) else { return self.pool.tru() };
        let [least, greatest] = [-128_i64, 127].map(|bound| self.pool.bv(width, bound.cast_unsigned()));
        let (is_large_enough, is_small_enough) = (self.pool.sle(least, number), self.pool.sle(number, greatest));
        self.pool.and(is_large_enough, is_small_enough)
    }

    /// The whole number in a box, if that is what it holds.
    fn number_in(&mut self, after: &mut Alternative<()>, object: ObjectId) -> Result<Option<Term>, CutReason> {
        // Box classes are final, so a supertype that is one is the class.
        let types = after.heap.object(object).types.upper.iter().map(|ty| class_of(*ty));
        let class = types.into_iter().find(|class| is_box(&self.world.class(*class).name));
        let field = class.and_then(|class| self.world.instance_field(class, "value"));
        let Some(field) = field.map(|field| self.world.field(field)) else { return Ok(None) };
        let Ok(kind) = self.types.kind(&field.descriptor) else { return Ok(None) };
        let names = [Named { guard: self.pool.tru(), object }];
        let (mut cx, model) = self.heap_context();
        let read = FieldRead::new(heap_field(field.id), kind, &field.name);
        let read = model.get_field(&mut cx, &after.heap, &names, read);
        match self.only_result(after, read)? {
            Value::Term(number) if matches!(self.pool.sort(number), Sort::Bv(_)) => Ok(Some(number)),
            _ => Ok(None),
        }
    }

    /// Decides a reference of the input that is, or may be, one of two that are compared.
    fn decide_side(&mut self, state: State, sides: [Ref; 2], variable: RefVar) -> Step {
        for side in sides {
            let choices = self.choices(&state, side);
            let is_part = choices.iter().any(|choice| choice.reference == Ref::Var(variable));
            if is_part && choices.len() > 1 {
                return self.branch_over(state, Value::Ref(side), &choices);
            }
        }
        self.decide_compared(state, variable)
    }

    /// Decides a reference that is compared: first whether it is null, then what it names. The instruction runs again.
    fn decide_compared(&mut self, state: State, variable: RefVar) -> Step {
        let info = state.heap.variable(variable);
        if info.target == Target::NonNull {
            return self.decide_object(state, variable);
        }
        let non_null = info.non_null;
        let null = self.pool.not(non_null);
        let mut alternatives = Vec::new();
        for (guard, target) in [(non_null, Target::NonNull), (null, Target::Null)] {
            let mut heap = state.heap.clone();
            heap.decide_null(variable, target);
            alternatives.push(Alternative { guard, heap, value: () });
        }
        Ok(split_into(self.split(state, alternatives, Guards::Facts, |_, ()| {})))
    }
}

impl Core<'_> {
    /// Whether both references may name exceptions of which the virtual machine may have thrown one object twice.
    fn may_be_thrown_again(&mut self, state: &State, sides: [Ref; 2]) -> bool {
        state.passed.thrown_by_jvm.len() > 1
            && sides.iter().all(|side| {
                let choices = self.choices(state, *side);
                choices.iter().any(
                    |choice| matches!(choice.reference, Ref::Object(object) if self.is_of_failed_check(state, object)),
                )
            })
    }

    /// A string without characters yet of two references, one of which names what class initialization has left.
    pub(crate) fn shared_text_to_read(&self, state: &State, sides: [Ref; 2]) -> Option<ObjectId> {
        let objects: Vec<ObjectId> = sides.into_iter().filter_map(|side| object_of(state, side)).collect();
        let is_shared = |object: &ObjectId| state.heap.object(*object).provenance == Provenance::Initialization;
        let bare = objects.iter().copied().find(|object| self.is_bare_string(state, *object));
        bare.filter(|_| objects.iter().any(is_shared))
    }

    /// Whether it makes no difference that a reference of the input, into which nobody has looked, may name the string or the box
    /// with which it is compared: what is compared next is what is in them. Which classes the input may be of is left open so.
    fn need_not_be_one(&mut self, state: &State, sides: [Ref; 2], variable: RefVar) -> bool {
        !self.is_of_value(state.heap.types_of_variable(variable))
            && self.compares_by_value(state)
            && sides.into_iter().any(|side| self.names_values(state, side))
    }

    /// Whether all that a reference may name are objects of which only matters what is in them.
    fn names_values(&mut self, state: &State, reference: Ref) -> bool {
        let objects = self.choices(state, reference).into_iter().map(|choice| object_of(state, choice.reference));
        objects
            .into_iter()
            .all(|object| object.is_some_and(|object| self.is_of_value(&state.heap.object(object).types)))
    }

    /// Whether one of two strings is the text of a float: the JDK gives those of NaN and the infinities again.
    fn may_be_given_again(&self, state: &State, sides: [Ref; 2]) -> bool {
        let is_of_float = |side: Ref| {
            object_of(state, side).is_some_and(|object| state.globals.identity.float_texts.contains(&object))
        };
        sides.into_iter().all(|side| self.is_text_object(state, side)) && sides.into_iter().any(is_of_float)
    }

    /// Whether a plain reference is known to name a string.
    fn is_text_object(&self, state: &State, reference: Ref) -> bool {
        object_of(state, reference).is_some_and(|object| crate::strings::is_string(self, state, object))
    }

    /// Whether two references may name one lambda that the JVM shares: one names an object that a call site made, the
    /// other an object of the same call site or of the input.
    fn may_be_one_lambda(&mut self, state: &State, left: Ref, right: Ref) -> bool {
        let (left, right) = (self.choices(state, left), self.choices(state, right));
        let any = |choices: &[Choice], is: &dyn Fn(Ref) -> bool| choices.iter().any(|choice| is(choice.reference));
        let made_by = |reference: Ref| self.linked_class(state, reference);
        let shares = |one: Ref, other: Ref| made_by(one).is_some() && is_of_input(state, other);
        any(&left, &|one| any(&right, &|other| shares(one, other) || shares(other, one)))
    }

    /// Whether two references may name boxes that share an object if their values are equal. One of them is of the input,
    /// or was given by `valueOf` for a value that is not constant.
    fn are_boxes(&mut self, state: &State, left: Ref, right: Ref) -> bool {
        let (left, right) = (self.choices(state, left), self.choices(state, right));
        let object = |choice: &Choice| object_of(state, choice.reference);
        // Box classes are final, so a supertype that is one is the class.
        let boxed =
            |id: &ObjectId| state.heap.object(*id).types.upper.iter().any(|ty| is_box(&self.types.class(*ty).name));
        let input = |id: &ObjectId| {
            state.heap.object(*id).provenance == Provenance::Input || state.globals.identity.boxes.contains(id)
        };
        let left: Vec<ObjectId> = left.iter().filter_map(object).filter(boxed).collect();
        let right: Vec<ObjectId> = right.iter().filter_map(object).filter(boxed).collect();
        !left.is_empty() && !right.is_empty() && left.iter().chain(&right).any(input)
    }
}

impl Core<'_> {
    /// Whether an object is an exception of a failed check, which may be one that was thrown before.
    pub(super) fn is_of_failed_check(&self, state: &State, object: ObjectId) -> bool {
        let class = || state.heap.object(object).exact_type().map(|ty| self.types.class(ty));
        state.passed.thrown_by_jvm.contains(&object) && class().is_some_and(|class| is_thrown_again(&class.name))
    }

    /// Whether the running code compares strings and boxes as objects only to be faster than by what is in them, as the JDK's
    /// does, but for the classes whose task is to compare objects.
    fn compares_by_value(&self, state: &State) -> bool {
        let code = &state.top().code;
        let class = self.world.class(code.method.class);
        let by_identity = BY_IDENTITY.iter().any(|compares| class.name.starts_with(compares));
        code.provenance == clew_jvm::Provenance::Jdk && !by_identity
    }

    fn is_of_value(&self, types: &TypeConstraint) -> bool {
        self.is_text(types) || types.upper.iter().any(|ty| is_box(&self.types.class(*ty).name))
    }

    /// The class that was made for the call site which made this object, if one did.
    fn linked_class(&self, state: &State, reference: Ref) -> Option<ClassId> {
        let class = class_of(state.heap.object(object_of(state, reference)?).exact_type()?);
        self.world.class(class).is_hidden().then_some(class)
    }
}

/// What is known of whether two references name one string.
enum TextIdentity {
    /// It is known, or neither is a string.
    Settled,
    /// This one is of the input and the other is a literal: if they have the same characters, a test makes them one object.
    OfLiteral(ObjectId, Term),
    /// One of them was computed by class initialization; the condition, if it can be told, is that they have the same
    /// characters.
    OfComputed(Option<Term>),
}

/// Whether a plain reference names an object that was there before, if any.
fn is_of_input(state: &State, reference: Ref) -> bool {
    match object_of(state, reference) {
        Some(object) => state.heap.object(object).provenance == Provenance::Input,
        None => reference != Ref::Null,
    }
}
