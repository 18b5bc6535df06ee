//! Examples 25 to 28 of the thesis, with the rules and domains that its text states, and what the text says of them.

mod support;

use clew_base::Id;
use clew_heap::{
    Aliasing, Heap, HeapModel, HeapSolver, Kind, Named, Object, ObjectId, Place, Provenance, Ref, RefVar, Rule, Value,
};
use clew_term::{Evaluator, Term, Value as Constant};
use support::{T, World};

/// The field `f` of the examples.
const F: usize = 0;

/// A method at work: references `x`, `y`, `z`, … of the input, none of them null.
struct Method {
    world: World<HeapSolver>,
    heap: Heap,
}

impl Method {
    fn new() -> Self {
        Self { world: World::solving(Aliasing::On), heap: Heap::new() }
    }

    /// A parameter that is not null, and that has been followed.
    fn parameter(&mut self, name: &str, ty: T) -> (RefVar, ObjectId) {
        let variable = self.world.reference(&mut self.heap, name, ty);
        let non_null = self.heap.variable(variable).non_null;
        self.learn(non_null);
        let object = self.follow(variable);
        (variable, object)
    }

    fn follow(&mut self, variable: RefVar) -> ObjectId {
        let (heap, object) = self.world.fresh(&self.heap, variable);
        self.heap = heap;
        object
    }

    fn learn(&mut self, condition: Term) {
        let (mut cx, model) = self.world.split();
        model.learn(&mut cx, &mut self.heap, condition);
    }

    fn simplified(&mut self, term: Term) -> Term {
        let (mut cx, model) = self.world.split();
        model.simplify(&mut cx, &self.heap, term)
    }

    fn set(&mut self, object: ObjectId, value: Value) {
        self.heap = self.world.set_field(&self.heap, object, F, Kind::Int, value);
    }

    fn get(&mut self, object: ObjectId) -> Term {
        let (heap, value) = self.world.get_field(&self.heap, object, F, Kind::Int);
        self.heap = heap;
        let Value::Term(term) = value else { panic!("{value:?} is no number") };
        term
    }

    fn rules(&mut self, object: ObjectId) -> Vec<Rule> {
        let (mut cx, model) = self.world.split();
        let field = clew_heap::FieldId::from_index(F);
        model.field_rules(&mut cx, &self.heap, object, field, Kind::Int).expect("a field can be read")
    }

    fn number(&mut self, value: i32) -> Value {
        Value::Term(self.world.pool.bv32(value))
    }

    /// The condition that two references are the same.
    fn same(&mut self, one: RefVar, two: RefVar) -> Term {
        let (mut cx, model) = self.world.split();
        let same = model.same(&mut cx, &self.heap, Place::Input(one), Place::Input(two));
        self.heap = same.heap;
        same.value
    }

    /// `if (one == two)` takes this branch.
    fn take(&mut self, one: RefVar, two: RefVar, equal: bool) {
        let same = self.same(one, two);
        let condition = if equal { same } else { self.world.pool.not(same) };
        self.learn(condition);
    }

    fn domain(&mut self, term: Term) -> Vec<i32> {
        let (mut cx, model) = self.world.split();
        let values = model.domain(&mut cx, &self.heap, term).expect("a few constants");
        let mut numbers: Vec<i32> = values.iter().map(|value| value.as_i32().expect("a number")).collect();
        numbers.sort_unstable();
        numbers
    }
}

/// `x.f = 1; z.f = -5; y.f = x.f + 1` of method `m` in Figure 6.1: the references, the objects, `Xf` and `Yf`.
fn method_m() -> (Method, [(RefVar, ObjectId); 3], Term, Term) {
    let mut method = Method::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| method.parameter(name, T::Node));
    let one = method.number(1);
    method.set(x.1, one);
    let minus_five = method.number(-5);
    method.set(z.1, minus_five);
    let xf = method.get(x.1);
    let one = method.world.pool.bv32(1);
    let yf = method.world.pool.add(xf, one);
    method.set(y.1, Value::Term(yf));
    (method, [x, y, z], xf, yf)
}

#[test]
fn example_25_keeps_the_choice_in_the_value() {
    let mut method = Method::new();
    let [x, _, z] = ["x", "y", "z"].map(|name| method.parameter(name, T::Node));
    let one = method.number(1);
    method.set(x.1, one);
    let minus_five = method.number(-5);
    method.set(z.1, minus_five);
    // R4 ≡ {X = Z → Xf = −5; X ≠ Z → Xf = 1}
    let rules = method.rules(x.1);
    let same = method.same(x.0, z.0);
    assert_eq!(
        rules,
        [
            Rule { equal: Some(same), unequal: vec![], value: minus_five },
            Rule { equal: None, unequal: vec![same], value: one }
        ]
    );
    let (mut method, _, xf, yf) = method_m();
    assert_eq!(method.domain(xf), [-5, 1], "dom(Xf)");
    assert_eq!(method.domain(yf), [-4, 2], "dom(Yf)");
}

#[test]
fn example_25_fixes_the_values_where_the_program_compares() {
    for (equal, xf_is, yf_is) in [(true, -5, -4), (false, 1, 2)] {
        let (mut method, [x, y, z], xf, yf) = method_m();
        method.take(x.0, z.0, equal);
        for (term, expected) in [(xf, xf_is), (yf, yf_is)] {
            let simplified = method.simplified(term);
            assert_eq!(method.world.pool.as_i32(simplified), Some(expected));
        }
        // getF(Y, f, −4, …): the latest write to Y.f is found at once.
        let read = method.get(y.1);
        assert_eq!(method.world.pool.as_i32(read), Some(yf_is), "call_c(y.f), call_d(y.f)");
    }
}

#[test]
fn example_25_with_a_new_object_makes_no_impossible_aliases() {
    let mut method = Method::new();
    let x = method.heap.allocate(Object::new(T::Node.id(), Provenance::New));
    let [y, z] = ["y", "z"].map(|name| method.parameter(name, T::Node));
    let one = method.number(1);
    method.set(x, one);
    let minus_five = method.number(-5);
    method.set(z.1, minus_five);
    assert_eq!(method.rules(x), [Rule { equal: None, unequal: vec![], value: one }]);
    for other in [y, z] {
        let never = method.world.compare(&method.heap, Ref::Object(x), Ref::Var(other.0));
        assert_eq!(never, support::Comparison::Known(method.world.pool.fls()));
    }
}

/// "int a=x.f; int b=y.f; int c=z.f": {Z = Y → Zf = Yf; Z = X → Zf = Xf}, and F where neither.
#[test]
fn reads_give_rules_with_one_equation_each() {
    let mut method = Method::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| method.parameter(name, T::Node));
    let (xf, yf) = (method.get(x.1), method.get(y.1));
    let rules = method.rules(z.1);
    let (same_y, same_x) = (method.same(z.0, y.0), method.same(z.0, x.0));
    assert_eq!(rules[0], Rule { equal: Some(same_y), unequal: vec![], value: Value::Term(yf) });
    assert_eq!(rules[1], Rule { equal: Some(same_x), unequal: vec![], value: Value::Term(xf) });
    assert!(matches!(&rules[2..], [Rule { equal: None, unequal, .. }] if unequal.is_empty()));
}

/// "int a=x.f; w.f=a; int b=y.f; int c=z.f":
/// {Z = Y → Zf = Yf; Z = W → Zf = Wf; Z ≠ W ∧ Z = X → Zf = Xf; Z ≠ W → Zf = F}.
#[test]
fn writes_give_rules_that_later_ones_exclude() {
    let mut method = Method::new();
    let [x, y, z, w] = ["x", "y", "z", "w"].map(|name| method.parameter(name, T::Node));
    let xf = method.get(x.1);
    method.set(w.1, Value::Term(xf));
    let yf = method.get(y.1);
    let rules = method.rules(z.1);
    let [same_y, same_w, same_x] = [y, w, x].map(|other| method.same(z.0, other.0));
    assert_eq!(rules[0], Rule { equal: Some(same_y), unequal: vec![], value: Value::Term(yf) });
    assert_eq!(rules[1], Rule { equal: Some(same_w), unequal: vec![], value: Value::Term(xf) });
    assert_eq!(rules[2], Rule { equal: Some(same_x), unequal: vec![same_w], value: Value::Term(xf) });
    assert!(matches!(&rules[3..], [Rule { equal: None, unequal, .. }] if *unequal == [same_w]));
}

/// `if (x.f == 1)`: Xf2 = Yf cannot be, so X ≠ Y; then Xf2 = Xf = 1, so X ≠ Z, and dom(Yf) = {2}.
#[test]
fn example_26_propagates_backwards() {
    let (mut method, [x, y, z], xf, yf) = method_m();
    let rules = method.rules(x.1);
    let same_y = method.same(x.0, y.0);
    assert_eq!(
        rules,
        [
            Rule { equal: Some(same_y), unequal: vec![], value: Value::Term(yf) },
            Rule { equal: None, unequal: vec![same_y], value: Value::Term(xf) }
        ]
    );
    let again = method.get(x.1);
    let one = method.world.pool.bv32(1);
    let condition = method.world.pool.eq(again, one);
    method.learn(condition);
    let (xy, xz) = (method.same(x.0, y.0), method.same(x.0, z.0));
    assert_eq!((method.world.pool.as_bool(xy), method.world.pool.as_bool(xz)), (Some(false), Some(false)));
    assert_eq!(method.domain(yf), [2]);
    let read = method.get(y.1);
    assert_eq!(method.world.pool.as_i32(read), Some(2), "call_c(y.f) is performed with that fixed value");
}

/// `x[k] = -1; x[i] = 2; x[j] = 5`: {K = J → 5; K ≠ J ∧ K = I → 2; K ≠ J ∧ K ≠ I → −1}; with k = i, dom is {5, 2}.
#[test]
fn example_27_treats_indices_as_references() {
    let mut method = Method::new();
    let (_, x) = method.parameter("x", T::Ints);
    let [k, i, j] = ["k", "i", "j"].map(|name| method.world.number(name));
    for (index, value) in [(k, -1), (i, 2), (j, 5)] {
        let value = method.number(value);
        method.heap = support::only(method.world.set(&method.heap, x, index, value).expect("it can be written")).0;
    }
    let rules = {
        let (mut cx, model) = method.world.split();
        model.element_rules(&mut cx, &method.heap, x, k).expect("it can be read")
    };
    let (is_j, is_i) = (method.world.pool.eq(k, j), method.world.pool.eq(k, i));
    let [five, two, minus_one] = [5, 2, -1].map(|value| method.number(value));
    assert_eq!(
        rules,
        [
            Rule { equal: Some(is_j), unequal: vec![], value: five },
            Rule { equal: Some(is_i), unequal: vec![is_j], value: two },
            Rule { equal: None, unequal: vec![is_j, is_i], value: minus_one }
        ]
    );
    let (heap, read) = support::only(method.world.get(&method.heap, x, k).expect("it can be read"));
    method.heap = heap;
    let Value::Term(read) = read else { panic!("a number") };
    assert_eq!(method.domain(read), [-1, 2, 5]);
    method.learn(is_i);
    assert_eq!(method.domain(read), [2, 5], "regardless of whether i = j or not");
}

/// `y.f == z && x.f = z && x == z.f`, where `f` holds references and `x` and `y` share nothing: the third conjunct fails.
/// `nonsharing(X, Yf)` comes from the first read, of Y, and `nonsharing(X, Zf)` from the read of Z.
#[test]
fn example_28_has_reads_of_the_initial_heap_to_build_on() {
    let mut method = Method::new();
    let reference = Kind::Ref(T::Node.id());
    let [(x, x_at), (y, y_at), (z, z_at)] = ["x", "y", "z"].map(|name| method.parameter(name, T::Node));
    let (heap, yf) = method.world.get_field(&method.heap, y_at, F, reference);
    method.heap = heap;
    let Value::Ref(Ref::Var(yf)) = yf else { panic!("{yf:?} is no unknown reference") };
    // track_get(∅, Y, f, Yf) → nonsharing(X, Yf) → X ≠ Yf.
    let tracked: Vec<_> = method.world.model.initial(&method.heap).cloned().collect();
    assert!(matches!(tracked.as_slice(), [read] if read.value == Value::Ref(Ref::Var(yf))));
    let non_null = method.heap.variable(yf).non_null;
    method.learn(non_null);
    method.take(x, yf, false);
    // The first conjunct: Yf = Z.
    method.take(yf, z, true);
    // The second: x.f = z, no read of the initial heap.
    method.heap = method.world.set_field(&method.heap, x_at, F, reference, Value::Ref(Ref::Var(z)));
    assert_eq!(method.world.model.initial(&method.heap).count(), 1);
    // The third: Z is Yf, so it is not X, the write is not seen, and what is read is of the initial heap.
    let same = method.same(x, z);
    assert_eq!(method.world.pool.as_bool(same), Some(false));
    let (heap, zf) = method.world.get_field(&method.heap, z_at, F, reference);
    method.heap = heap;
    let Value::Ref(zf) = zf else { panic!("{zf:?} is no reference") };
    // Zf is Yf, which is Z, if Z is Y, else what the input holds there.
    let Some(Value::Ref(Ref::Var(fresh))) = method.world.model.initial(&method.heap).last().map(|read| read.value)
    else {
        panic!("a reference was read")
    };
    for (equal, expected) in [(true, y), (false, fresh)] {
        let before = method.heap.clone();
        method.take(z, y, equal);
        let (mut cx, model) = method.world.split();
        let choices = model.choices(&mut cx, &method.heap, zf);
        assert_eq!(choices.iter().map(|choice| choice.reference).collect::<Vec<_>>(), [Ref::Var(expected)]);
        method.heap = before;
    }
    // nonsharing(X, Zf) → X ≠ Zf: `x == z.f` fails.
    let non_null = method.heap.variable(fresh).non_null;
    method.learn(non_null);
    method.take(x, fresh, false);
    let equal = method.world.compare(&method.heap, Ref::Var(x), zf);
    assert_eq!(equal, support::Comparison::Known(method.world.pool.fls()));
}

/// The gap of the text: after `x.f = new C()`, what `y.f` names may be the new object, and a write to `y.f.g` may reach it.
#[test]
fn a_read_may_find_a_made_object_and_a_write_reaches_it() {
    const G: usize = 1;
    let mut method = Method::new();
    let reference = Kind::Ref(T::Node.id());
    let [(x, x_at), (y, y_at)] = ["x", "y"].map(|name| method.parameter(name, T::Node));
    let made = method.heap.allocate(Object::new(T::Node.id(), Provenance::New));
    method.heap = method.world.set_field(&method.heap, x_at, F, reference, Value::Ref(Ref::Object(made)));
    let (heap, read) = method.world.get_field(&method.heap, y_at, F, reference);
    method.heap = heap;
    let Value::Ref(read) = read else { panic!("a reference") };
    let choices = {
        let (mut cx, model) = method.world.split();
        model.choices(&mut cx, &method.heap, read)
    };
    let same = method.same(x, y);
    let differ = method.world.pool.not(same);
    let [first, second] = choices.as_slice() else { panic!("{choices:?}") };
    assert_eq!((first.guard, first.reference), (same, Ref::Object(made)));
    assert_eq!(second.guard, differ);
    let Ref::Var(unknown) = second.reference else { panic!("{second:?}") };
    let other = method.follow(unknown);
    let names = [Named { guard: same, object: made }, Named { guard: differ, object: other }];
    let seven = method.number(7);
    let (mut cx, model) = method.world.split();
    let field = clew_heap::FieldId::from_index(G);
    let written = model.set_field(&mut cx, &method.heap, &names, field, Kind::Int, seven).expect("it can be written");
    method.heap = support::only(written).0;
    let (_, value) = method.world.get_field(&method.heap, made, G, Kind::Int);
    let Value::Term(value) = value else { panic!("a number") };
    for (equal, expected) in [(true, Some(7)), (false, Some(0))] {
        let mut branch = Method { world: World::solving(Aliasing::On), heap: method.heap.clone() };
        std::mem::swap(&mut branch.world, &mut method.world);
        branch.take(x, y, equal);
        let simplified = branch.simplified(value);
        assert_eq!(branch.world.pool.as_i32(simplified), expected);
        std::mem::swap(&mut branch.world, &mut method.world);
    }
}

#[test]
fn values_that_choose_nothing_alias_nothing() {
    let (mut method, [x, _, z], _, yf) = method_m();
    let mut values = clew_term::Assignment::new();
    for (variable, _) in [x, z] {
        method.world.assign(&mut values, method.heap.variable(variable).non_null, Constant::Bool(true));
    }
    assert_eq!(method.world.signed(yf, &values), 2, "x and z differ where nothing makes them equal");
    let (mut cx, model) = method.world.split();
    let solved = model.solve(&mut cx, &method.heap, &mut Evaluator::new(values)).expect("nothing conflicts");
    assert_ne!(solved.variable(x.0).target, solved.variable(z.0).target);
}
