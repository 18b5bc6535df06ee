//! What terms look like after construction, and as text.
#![allow(clippy::unwrap_used)]

use clew_term::{ArraySort, Assignment, ElementSort, FloatConversion, IndexSort, Node, Sort, Term, TermPool, Value};
use num_bigint::BigInt;

struct Fixture {
    pool: TermPool,
    x: Term,
    y: Term,
    b: Term,
    c: Term,
    p: Term,
    q: Term,
}

fn fixture() -> Fixture {
    let mut pool = TermPool::new();
    let (x, y) = (pool.fresh("x", Sort::Bv(32)), pool.fresh("y", Sort::Bv(32)));
    let (b, c) = (pool.fresh("b", Sort::Bv(8)), pool.fresh("c", Sort::Bv(16)));
    let (p, q) = (pool.fresh("p", Sort::Bool), pool.fresh("q", Sort::Bool));
    Fixture { pool, x, y, b, c, p, q }
}

impl Fixture {
    fn shown(&self, term: Term) -> String {
        self.pool.display(term).to_string()
    }

    fn number(&mut self, value: i32) -> Term {
        self.pool.bv32(value)
    }
}

#[test]
fn a_node_is_small() {
    assert!(size_of::<Node>() <= 16);
    assert_eq!(size_of::<Term>(), 4);
}

#[test]
fn equal_shapes_are_one_term() {
    let mut f = fixture();
    let (left, right) = (f.pool.add(f.x, f.y), f.pool.add(f.y, f.x));
    assert_eq!(left, right);
    let before = f.pool.len();
    f.pool.add(f.x, f.y);
    assert_eq!(f.pool.len(), before);
}

#[test]
fn sums_collect_their_constants() {
    let mut f = fixture();
    let (one, two, ten) = (f.number(1), f.number(2), f.number(10));
    let sum = f.pool.add(f.x, one);
    let sum = f.pool.add(two, sum);
    assert_eq!(f.shown(sum), "x + 3");
    let equal = f.pool.eq(sum, ten);
    assert_eq!(f.shown(equal), "x == 7");
    let less = f.pool.sub(sum, ten);
    assert_eq!(f.shown(less), "x - 7");
    assert_eq!(f.pool.sub(sum, f.x), f.number(3));
    let both = f.pool.add(sum, f.y);
    assert_eq!(f.shown(both), "x + y + 3");
    let back = f.pool.sub(both, f.y);
    assert_eq!(back, sum);
}

#[test]
fn comparisons_have_one_form() {
    let mut f = fixture();
    let (zero, five, six) = (f.number(0), f.number(5), f.number(6));
    let (a, b) = (f.pool.sle(f.x, five), f.pool.slt(f.x, six));
    assert_eq!(a, b);
    let negated = f.pool.not(a);
    let greater = f.pool.sgt(f.x, five);
    assert_eq!(negated, greater);
    assert_eq!(f.shown(greater), "x >= 6");
    let positive = f.pool.sgt(f.x, zero);
    assert_eq!(f.shown(positive), "x > 0");
    let not_positive = f.pool.not(positive);
    assert_eq!(f.shown(not_positive), "x <= 0");
    let opposite = f.pool.and(positive, not_positive);
    assert_eq!(opposite, f.pool.fls());
}

#[test]
fn narrow_values_are_compared_in_their_width() {
    let mut f = fixture();
    let wide = f.pool.sign_extend(f.b, 32);
    let unsigned = f.pool.zero_extend(f.c, 32);
    let (zero, five, large) = (f.number(0), f.number(5), f.number(200));
    assert_eq!(f.pool.slt(unsigned, zero), f.pool.fls());
    assert_eq!(f.pool.slt(wide, large), f.pool.tru());
    assert_eq!(f.pool.eq(wide, large), f.pool.fls());
    let less = f.pool.slt(wide, five);
    assert_eq!(f.shown(less), "b < 5");
    let sum = f.pool.add(wide, five);
    let in_range = f.pool.slt(sum, large);
    assert_eq!(in_range, f.pool.tru());
    assert_eq!(f.pool.extract_low(wide, 8), f.b);
    let narrowed = f.pool.extract_low(f.x, 8);
    let cast = f.pool.sign_extend(narrowed, 32);
    assert_eq!(f.shown(cast), "(byte) x");
    let narrowed = f.pool.extract_low(f.x, 16);
    let cast = f.pool.zero_extend(narrowed, 32);
    assert_eq!(f.shown(cast), "(char) x");
    let doubled = f.pool.sign_extend(f.x, 64);
    let sum = f.pool.add(doubled, doubled);
    assert_eq!(f.shown(sum), "x + x");
    let wide_sum = f.pool.add(f.x, f.y);
    let wide_sum = f.pool.sign_extend(wide_sum, 64);
    assert_eq!(f.shown(wide_sum), "(long) (x + y)");
}

#[test]
fn three_way_comparisons_dissolve() {
    let mut f = fixture();
    let (minus_one, zero, one) = (f.number(-1), f.number(0), f.number(1));
    let (less, equal) = (f.pool.slt(f.x, f.y), f.pool.eq(f.x, f.y));
    let rest = f.pool.ite(equal, zero, one);
    let compared = f.pool.ite(less, minus_one, rest);
    assert_eq!(f.pool.slt(compared, zero), less);
    assert_eq!(f.pool.eq(compared, zero), equal);
    let at_most = f.pool.sle(compared, zero);
    assert_eq!(f.shown(at_most), "x <= y");
    let greater = f.pool.sgt(compared, zero);
    assert_eq!(f.shown(greater), "y < x");
    let (d, e) = (f.pool.fresh("d", Sort::F64), f.pool.fresh("e", Sort::F64));
    let compared = f.pool.compare_less(d, e);
    let at_least = f.pool.sge(compared, zero);
    assert_eq!(f.shown(at_least), "e <= d");
    let greater = f.pool.sgt(compared, zero);
    assert_eq!(f.shown(greater), "e < d");
    let below = f.pool.slt(compared, zero);
    assert_eq!(f.shown(below), "!(e <= d)");
    let (equal, compared_greater) = (f.pool.feq(d, e), f.pool.compare_greater(d, e));
    for compared in [compared, compared_greater] {
        let is_equal = f.pool.eq(compared, zero);
        assert_eq!(is_equal, equal);
    }
}

/// Against the comparison of the doubles that they are converted to.
#[test]
fn converted_integers_are_compared_as_integers() {
    let mut f = fixture();
    let x = f.pool.as_symbol(f.x).unwrap();
    let converted = f.pool.convert(FloatConversion::I2D, f.x);
    let constants = [0.0, -0.0, 2.0, 2.5, -2.5, -3.0, 1e10, -1e10, 2147483647.0, 2147483647.5, 2147483648.0];
    let more = [-2147483648.0, -2147483648.5, -2147483649.0, f64::INFINITY, f64::NEG_INFINITY, f64::MIN_POSITIVE];
    let numbers = [0, 1, 2, 3, -1, -2, -3, -4, i32::MAX, i32::MAX - 1, i32::MIN, i32::MIN + 1];
    for constant in constants.into_iter().chain(more) {
        let bound = f.pool.f64(constant.to_bits());
        let comparisons = [
            (f.pool.flt(converted, bound), f.pool.flt(bound, converted)),
            (f.pool.fle(converted, bound), f.pool.fle(bound, converted)),
            (f.pool.feq(converted, bound), f.pool.feq(bound, converted)),
        ];
        for number in numbers {
            let assignment: Assignment = [(x, Value::bv(32, u64::from(number as u32)))].into_iter().collect();
            let number = f64::from(number);
            let expected = [
                (number < constant, constant < number),
                (number <= constant, constant <= number),
                (number == constant, constant == number),
            ];
            for (term, expected) in comparisons.iter().zip(expected) {
                assert!(!f.pool.has_float(term.0) && !f.pool.has_float(term.1));
                let found = [term.0, term.1].map(|term| f.pool.eval(term, &assignment));
                assert_eq!(found, [Value::Bool(expected.0), Value::Bool(expected.1)], "{number} and {constant}");
            }
        }
    }
}

#[test]
fn only_zeros_of_different_bits_are_equal() {
    let mut f = fixture();
    let d = f.pool.fresh("d", Sort::F64);
    let [zero, two] = [0.0f64, 2.0].map(|value| f.pool.f64(value.to_bits()));
    let (of_zero, of_two) = (f.pool.feq(d, zero), f.pool.feq(d, two));
    assert_eq!(of_two, f.pool.eq(d, two));
    assert_ne!(of_zero, f.pool.eq(d, zero));
}

/// `score >= 90.0` of a double, as `dcmpl` and a jump say it.
#[test]
fn comparisons_of_floats_with_constants_are_orders() {
    let mut f = fixture();
    let d = f.pool.fresh("d", Sort::F64);
    let x = f.pool.as_symbol(d).unwrap();
    let zero = f.number(0);
    for constant in [90.0f64, -2.5, 0.0] {
        let bound = f.pool.f64(constant.to_bits());
        let compared = f.pool.compare_less(d, bound);
        let (below, at_least) = (f.pool.slt(compared, zero), f.pool.sle(zero, compared));
        let order = f.pool.fle(bound, d);
        assert_eq!(at_least, order);
        assert_eq!(below, f.pool.not(order));
        for value in [constant, -constant, 100.0, -100.0, f64::NAN] {
            let assignment: Assignment = [(x, Value::F64(value.to_bits()))].into_iter().collect();
            assert_eq!(f.pool.eval(at_least, &assignment), Value::Bool(value >= constant), "{value} and {constant}");
        }
    }
}

/// `compareTo` of two texts is a choice between differences of characters and of lengths.
#[test]
fn orders_by_differences_are_orders_of_what_differs() {
    let mut f = fixture();
    let (zero, one) = (f.number(0), f.number(1));
    let [c, d] = ["c", "d"].map(|name| f.pool.fresh(name, Sort::Bv(16)));
    let [m, n] = ["m", "n"].map(|name| f.pool.fresh(name, Sort::Bv(3)));
    let [wide_c, wide_d, wide_m, wide_n] = [c, d, m, n].map(|term| f.pool.zero_extend(term, 32));
    let (of_units, of_lengths) = (f.pool.sub(wide_c, wide_d), f.pool.sub(wide_m, wide_n));
    let differ = f.pool.ne(c, d);
    let compared = f.pool.ite(differ, of_units, of_lengths);
    let before = f.pool.slt(compared, zero);
    assert_eq!(f.shown(before), "c == d ? m < n : lessUnsigned(c, d)");
    let after = f.pool.sle(one, compared);
    assert_eq!(f.shown(after), "c == d ? n < m : lessUnsigned(d, c)");
    let same = f.pool.eq(compared, zero);
    assert_eq!(f.shown(same), "c == d && m == n");
    // A difference that wraps around says nothing of the order.
    let difference = f.pool.sub(f.x, f.y);
    let below = f.pool.slt(difference, zero);
    assert_eq!(f.shown(below), "x - y < 0");
}

#[test]
fn counts_have_no_sign() {
    let mut f = fixture();
    let length = f.pool.fresh("length", Sort::Bv(3));
    let [one, five] = [1, 5].map(|value| f.pool.bv(3, value));
    let (some, few, full) = (f.pool.ule(one, length), f.pool.ult(length, five), f.pool.eq(length, five));
    assert_eq!([some, few, full].map(|term| f.shown(term)), ["length > 0", "length < 5", "length == 5"]);
}

#[test]
fn booleans_as_numbers_dissolve() {
    let mut f = fixture();
    let (zero, one) = (f.number(0), f.number(1));
    let number = f.pool.ite(f.p, one, zero);
    assert_eq!(f.pool.eq(number, one), f.p);
    let is_zero = f.pool.eq(number, zero);
    assert_eq!(f.shown(is_zero), "!p");
    assert_eq!(f.pool.slt(number, zero), f.pool.fls());
    let same = f.pool.iff(f.p, f.q);
    assert_eq!(f.shown(same), "p == q");
    let implied = f.pool.implies(f.p, f.q);
    assert_eq!(f.shown(implied), "q || !p");
}

#[test]
fn arrays_forget_what_is_overwritten() {
    let mut f = fixture();
    let sort = ArraySort { index: IndexSort::Bv32, element: ElementSort::Bv(32) };
    let a = f.pool.fresh("a", Sort::Array(sort));
    let one = f.number(1);
    let next = f.pool.add(f.x, one);
    let stored = f.pool.store(a, &[f.x], f.y);
    let stored = f.pool.store(stored, &[next], one);
    assert_eq!(f.pool.select(stored, &[f.x]), f.y);
    assert_eq!(f.pool.select(stored, &[next]), one);
    let again = f.pool.store(stored, &[next], f.y);
    let direct = f.pool.store(a, &[f.x], f.y);
    let direct = f.pool.store(direct, &[next], f.y);
    assert_eq!(again, direct);
    let read = f.pool.select(a, &[f.x]);
    assert_eq!(f.pool.store(a, &[f.x], read), a);
    assert_eq!(f.shown(read), "a[x]");
    assert_eq!(f.shown(stored), "a{x: y}{x + 1: 1}");
}

#[test]
fn text_has_no_needless_parentheses() {
    let mut f = fixture();
    let (two, three) = (f.number(2), f.number(-3));
    let sum = f.pool.add(f.x, f.y);
    let product = f.pool.mul(sum, two);
    assert_eq!(f.shown(product), "(x + y) * 2");
    let product = f.pool.mul(f.x, f.y);
    let sum = f.pool.add(product, two);
    assert_eq!(f.shown(sum), "x * y + 2");
    let difference = f.pool.sub(f.x, product);
    assert_eq!(f.shown(difference), "x - x * y");
    let shifted = f.pool.java_shl(f.x, f.y);
    assert_eq!(f.shown(shifted), "x << (y & 31)");
    let rest = f.pool.srem(f.x, three);
    assert_eq!(f.shown(rest), "x % -3");
    let unequal = f.pool.ne(rest, two);
    let both = f.pool.and(unequal, f.p);
    let either = f.pool.or(both, f.q);
    assert_eq!(f.shown(either), "q || p && x % -3 != 2");
    let negated = f.pool.not(either);
    assert_eq!(f.shown(negated), "!(q || p && x % -3 != 2)");
    let chosen = f.pool.ite(f.p, f.x, f.y);
    assert_eq!(f.shown(chosen), "p ? x : y");
    let d = f.pool.convert(FloatConversion::I2D, f.x);
    assert_eq!(f.shown(d), "(double) x");
    let half = f.pool.f64(0.5f64.to_bits());
    let sum = f.pool.fadd(d, half);
    assert_eq!(f.shown(sum), "(double) x + 0.5");
    let negative = f.pool.neg(f.x);
    let n = f.pool.int(BigInt::from(-7));
    assert_eq!((f.shown(negative), f.shown(n)), ("-x".to_owned(), "-7".to_owned()));
}

#[test]
#[should_panic(expected = "operands of sorts")]
fn sorts_are_checked() {
    let mut f = fixture();
    f.pool.add(f.x, f.b);
}

#[test]
fn symbols_of_long_chains_are_found() {
    let mut pool = TermPool::new();
    let terms: Vec<Term> = (0..20_000).map(|_| pool.fresh("p", Sort::Bool)).collect();
    let all = pool.and_all(&terms);
    assert_eq!(pool.symbols(all).len(), terms.len());
    let (first, last) = (pool.as_symbol(terms[0]).unwrap(), pool.as_symbol(terms[19_999]).unwrap());
    let pair = pool.or(terms[19_999], terms[0]);
    assert_eq!(*pool.symbols(pair), [first, last]);
}

#[test]
fn bytes_put_together_are_what_they_were_taken_from() {
    let mut f = fixture();
    let wide = f.pool.zero_extend(f.c, 32);
    let (low, eight, sixteen, byte) = (f.number(0), f.number(8), f.number(16), f.number(255));
    for (number, from) in [(wide, [low, eight]), (f.x, [low, eight])] {
        let bytes = from.map(|by| {
            let shifted = f.pool.lshr(number, by);
            let byte = f.pool.extract_low(shifted, 8);
            f.pool.sign_extend(byte, 32)
        });
        let bytes = bytes.map(|signed| f.pool.bit_and(signed, byte));
        let high = f.pool.shl(bytes[1], eight);
        let joined = f.pool.bit_or(high, bytes[0]);
        let half = f.pool.extract_low(number, 16);
        assert_eq!(joined, f.pool.zero_extend(half, 32));
        // The other way round they are another number.
        let high = f.pool.shl(bytes[0], eight);
        let turned = f.pool.bit_or(high, bytes[1]);
        assert_ne!(turned, joined);
        let high = f.pool.shl(bytes[1], sixteen);
        let apart = f.pool.bit_or(high, bytes[0]);
        assert_ne!(apart, joined);
    }
    assert_eq!(f.pool.zero_extend(f.c, 32), wide);
}

#[test]
fn what_is_never_nan_equals_itself() {
    let mut f = fixture();
    let double = |pool: &mut TermPool, number: Term| pool.convert(FloatConversion::I2D, number);
    let (x, y) = (double(&mut f.pool, f.x), double(&mut f.pool, f.y));
    let unknown = f.pool.fresh("d", Sort::F64);
    let [zero, one, large] = [0.0, 1.5, f64::MAX].map(|number: f64| f.pool.f64(number.to_bits()));
    let operands = [x, y, unknown, zero, one, large];
    let values = [i32::MIN, -1, 0, 1, i32::MAX];
    let doubles = [0.0, -0.0, 1.0, f64::MIN_POSITIVE, f64::MAX, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    let mut terms = operands.to_vec();
    for (a, b) in operands.into_iter().flat_map(|a| operands.map(|b| (a, b))) {
        let pool = &mut f.pool;
        terms.extend([pool.fadd(a, b), pool.fsub(a, b), pool.fmul(a, b), pool.fdiv(a, b), pool.frem(a, b)]);
    }
    let nested: Vec<Term> = terms.iter().map(|term| f.pool.fdiv(one, *term)).collect();
    terms.extend(nested);
    let (mut settled, yes) = (0, f.pool.tru());
    for term in terms {
        let equals_itself = f.pool.feq(term, term);
        if equals_itself != yes {
            continue;
        }
        settled += 1;
        for ((one, two), three) in
            values.into_iter().flat_map(|a| values.map(|b| (a, b))).flat_map(|ab| doubles.map(|d| (ab, d)))
        {
            let mut assignment = Assignment::new();
            assignment.insert(f.pool.as_symbol(f.x).unwrap(), Value::from_i32(one));
            assignment.insert(f.pool.as_symbol(f.y).unwrap(), Value::from_i32(two));
            assignment.insert(f.pool.as_symbol(unknown).unwrap(), Value::F64(three.to_bits()));
            let Value::F64(number) = f.pool.eval(term, &assignment) else { panic!("a double") };
            assert!(!f64::from_bits(number).is_nan(), "{} for {one}, {two}, {three}", f.shown(term));
        }
    }
    assert!(settled > 20, "only {settled}");
    let (quotient, remainder) = (f.pool.fdiv(one, x), f.pool.frem(one, x));
    assert_eq!(f.pool.feq(quotient, quotient), yes);
    assert_ne!(f.pool.feq(remainder, remainder), yes);
}

#[test]
fn masks_of_bits_that_are_zero_give_zero() {
    let mut f = fixture();
    let wide = f.pool.sign_extend(f.x, 64);
    let (two, sixteen, three, seven) = (f.pool.bv64(2), f.pool.bv64(16), f.pool.bv64(3), f.pool.bv64(7));
    let scaled = f.pool.shl(wide, two);
    let offset = f.pool.add(scaled, sixteen);
    let within = f.pool.bit_and(offset, three);
    assert_eq!(f.shown(within), "0");
    let beyond = f.pool.bit_and(offset, seven);
    assert!(f.pool.as_i64(beyond).is_none(), "the third bit is not known");
}

#[test]
fn a_shift_there_and_back_that_loses_nothing_is_none() {
    let mut f = fixture();
    let (two, number) = (f.pool.bv64(2), f.number(2));
    let wide = f.pool.sign_extend(f.x, 64);
    let scaled = f.pool.shl(wide, two);
    assert_eq!(f.pool.ashr(scaled, two), wide);
    let narrow = f.pool.shl(f.x, number);
    assert_ne!(f.pool.ashr(narrow, number), f.x, "two bits are lost");
    let zeros = f.pool.zero_extend(f.b, 32);
    let moved = f.pool.shl(zeros, number);
    assert_eq!(f.pool.lshr(moved, number), zeros);
}
