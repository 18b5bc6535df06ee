//! What is said of floats: proofs and models without the backend, against the evaluator and against Z3.
#![allow(clippy::unwrap_used)]

use clew_smt::{Floats, QueryLimits, SatResult, Solver, Statistics, UnknownReason, Z3};
use clew_term::{
    Assignment, BinaryOp, Evaluator, FloatConversion, Rounding, Sort, SymbolId, Term, TermPool, UnaryOp, Value,
};
use proptest::prelude::*;

/// Knows nothing, so that an answer is one of the decorator's own.
struct Nobody;

impl Solver for Nobody {
    fn check(&mut self, _: &mut TermPool, _: &[Term], _: &QueryLimits) -> SatResult {
        SatResult::Unknown(UnknownReason::WorkLimit)
    }

    fn statistics(&self) -> Statistics {
        Statistics::default()
    }
}

/// The answer without a backend, with its laws checked.
fn answer(pool: &mut TermPool, constraints: &[Term], work: u64) -> SatResult {
    let limits = QueryLimits { work: Some(work), ..QueryLimits::default() };
    let answer = Floats::new(Box::new(Nobody)).check(pool, constraints, &limits);
    match &answer {
        SatResult::Sat(model) => {
            assert!(model.satisfies(pool, constraints));
            for constraint in constraints {
                assert!(pool.symbols(*constraint).iter().all(|symbol| model.get(*symbol).is_some()));
            }
        }
        SatResult::Unsat(core) => {
            assert!(core.constraints().iter().all(|named| constraints.contains(named)));
        }
        SatResult::Unknown(_) => {}
    }
    assert!(limits.meter.total() <= work, "more work than allowed");
    answer
}

/// A pool with some `double` symbols.
fn doubles<const N: usize>() -> (TermPool, [Term; N]) {
    let mut pool = TermPool::new();
    let symbols = std::array::from_fn(|at| pool.fresh(["x", "y", "z", "u"][at % 4], Sort::F64));
    (pool, symbols)
}

#[test]
fn a_sum_and_a_product() {
    for (product, sum) in [(6.25, 5.0), (6.0, 5.0), (-6.0, 1.0), (1e10, 2e5), (0.01, 0.2)] {
        let (mut pool, [x, y]) = doubles();
        let (product, sum) = (pool.f64(f64::to_bits(product)), pool.f64(f64::to_bits(sum)));
        let (times, plus) = (pool.fmul(x, y), pool.fadd(x, y));
        let constraints = [pool.feq(times, product), pool.feq(plus, sum)];
        let answer = answer(&mut pool, &constraints, 1_000_000);
        assert!(answer.is_sat(), "{product:?} {sum:?} {answer:?}");
    }
}

#[test]
fn squares_are_not_negative() {
    let (mut pool, [x, y]) = doubles();
    let zero = pool.f64(0);
    let (xx, yy) = (pool.fmul(x, x), pool.fmul(y, y));
    let sum = pool.fadd(xx, yy);
    let root = pool.fsqrt(sum);
    for float in [xx, sum, root] {
        let negative = pool.flt(float, zero);
        let other = pool.feq(x, y);
        match answer(&mut pool, &[other, negative], 1_000_000) {
            SatResult::Unsat(core) => assert_eq!(core.constraints(), [negative]),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_polynomial_has_bounds_where_its_argument_has() {
    let (mut pool, [x]) = doubles();
    let [zero, two, three, ten] = [0.0, 2.0, 3.0, 10.0f64].map(|number| pool.f64(number.to_bits()));
    let [low, high] = [-0.26, 72.5f64].map(|number| pool.f64(number.to_bits()));
    let (square, triple) = (pool.fmul(x, x), pool.fmul(three, x));
    let difference = pool.fsub(square, triple);
    let value = pool.fadd(difference, two);
    let within = [pool.fle(zero, x), pool.fle(x, ten)];
    let (below, above) = (pool.flt(value, low), pool.flt(high, value));
    assert!(answer(&mut pool, &[within[0], within[1], below], 10_000_000).is_unsat());
    assert!(answer(&mut pool, &[within[0], within[1], above], 10_000_000).is_unsat());
    let found = pool.feq(value, two);
    assert!(answer(&mut pool, &[within[0], within[1], found], 1_000_000).is_sat());
}

#[test]
fn conversions_there_and_back() {
    let (mut pool, [x]) = doubles();
    let ten = pool.f64(10f64.to_bits());
    let scaled = pool.fmul(x, ten);
    let whole = pool.convert(FloatConversion::D2I, scaled);
    let answer_of = |pool: &mut TermPool, number: i32| {
        let wanted = pool.bv32(number);
        let same = pool.eq(whole, wanted);
        answer(pool, &[same], 1_000_000)
    };
    for number in [42, -7, 0, i32::MAX, i32::MIN] {
        assert!(answer_of(&mut pool, number).is_sat(), "{number}");
    }
    let n = pool.fresh("n", Sort::Bv(64));
    let there = pool.convert(FloatConversion::L2D, n);
    let back = pool.convert(FloatConversion::D2L, there);
    let same = pool.eq(back, n);
    let lost = pool.not(same);
    assert!(answer(&mut pool, &[lost], 1_000_000).is_sat(), "a long that is no double");
}

#[test]
fn a_remainder_is_less_than_its_divisor() {
    let (mut pool, [x]) = doubles();
    let [three, half] = [3.0, 1.5f64].map(|number| pool.f64(number.to_bits()));
    let rest = pool.frem(x, three);
    let (same, too_large) = (pool.feq(rest, half), pool.fle(three, rest));
    assert!(answer(&mut pool, &[same], 1_000_000).is_sat());
    assert!(answer(&mut pool, &[too_large], 1_000_000).is_unsat());
}

#[test]
fn a_triangle_with_a_given_area() {
    let (mut pool, [a, b, c]) = doubles();
    let [zero, two, six] = [0.0, 2.0, 6.0f64].map(|number| pool.f64(number.to_bits()));
    let mut constraints = Vec::new();
    for (x, y, z) in [(a, b, c), (b, c, a), (c, a, b)] {
        constraints.push(pool.flt(zero, x));
        let (sum, same) = (pool.fadd(x, y), pool.feq(x, y));
        constraints.extend([pool.flt(z, sum), pool.not(same)]);
    }
    let sum = pool.fadd(a, b);
    let whole = pool.fadd(sum, c);
    let s = pool.fdiv(whole, two);
    let product = [a, b, c].into_iter().fold(s, |product, side| {
        let rest = pool.fsub(s, side);
        pool.fmul(product, rest)
    });
    let area = pool.fsqrt(product);
    constraints.push(pool.feq(area, six));
    assert!(answer(&mut pool, &constraints, 3_000_000).is_sat());
}

#[test]
fn orders_contradict_each_other_whatever_the_numbers() {
    let (mut pool, [x, low, high]) = doubles();
    let (floor, ceil) = (pool.fround(Rounding::Down, x), pool.fround(Rounding::Up, x));
    let above = pool.flt(ceil, floor);
    assert!(answer(&mut pool, &[above], 1_000_000).is_unsat());
    let cycle = [pool.flt(x, low), pool.fle(low, high), pool.fle(high, x)];
    assert!(answer(&mut pool, &cycle, 1_000_000).is_unsat());
    let ordered = pool.fle(low, high);
    let at_most = pool.fle(high, x);
    let smaller = pool.ite(at_most, high, x);
    let at_least = pool.fle(smaller, low);
    let clamped = pool.ite(at_least, low, smaller);
    let (below, beyond) = (pool.flt(clamped, low), pool.flt(high, clamped));
    assert!(answer(&mut pool, &[ordered, below], 1_000_000).is_unsat());
    assert!(answer(&mut pool, &[ordered, beyond], 1_000_000).is_unsat());
}

#[test]
fn differences_and_quotients_of_what_is_ordered() {
    let (mut pool, [x, y]) = doubles();
    let [zero, one, hundred] = [0.0, 1.0, 100.0f64].map(|number| pool.f64(number.to_bits()));
    let floor = pool.fround(Rounding::Down, x);
    let rest = pool.fsub(x, floor);
    let (negative, above) = (pool.flt(rest, zero), pool.flt(one, rest));
    assert!(answer(&mut pool, &[negative], 1_000_000).is_unsat());
    assert!(answer(&mut pool, &[above], 1_000_000).is_unsat());
    let ordered = [pool.fle(zero, x), pool.fle(x, y), pool.flt(zero, y)];
    let quotient = pool.fdiv(x, y);
    let percent = pool.fmul(quotient, hundred);
    let too_many = pool.flt(hundred, percent);
    assert!(answer(&mut pool, &[ordered[0], ordered[1], ordered[2], too_many], 1_000_000).is_unsat());
    let whole = pool.convert(FloatConversion::D2I, x);
    let back = pool.convert(FloatConversion::I2D, whole);
    let grown = pool.flt(x, back);
    assert!(answer(&mut pool, &[ordered[0], grown], 1_000_000).is_unsat());
    assert!(answer(&mut pool, &[grown], 1_000_000).is_sat());
}

/// One step of building a random query: what to build and from which earlier terms.
type Step = (u8, u8, u8, u8);

/// A random query over two floats of one sort and a word.
struct Formula {
    pool: TermPool,
    symbols: Vec<SymbolId>,
    constraints: Vec<Term>,
}

const SPECIAL: [f64; 24] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    2.0,
    0.5,
    3.0,
    -7.25,
    0.1,
    1e10,
    -1e-10,
    1.0000000000000002,
    0.9999999999999999,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::MIN_POSITIVE,
    5e-324,
    -5e-324,
    f64::MAX,
    f64::MIN,
    2147483648.0,
    -9.3e18,
    1e-45,
];

fn special(sort: Sort, at: usize) -> Value {
    let number = SPECIAL[at % SPECIAL.len()];
    match sort {
        Sort::F32 => Value::from_f32(number as f32),
        Sort::F64 => Value::from_f64(number),
        Sort::Bv(width) => Value::bv(width, number as i64 as u64),
        other => Value::default_of(other),
    }
}

fn formula(sort: Sort, steps: &[Step]) -> Formula {
    use BinaryOp::*;
    use FloatConversion::*;
    let mut pool = TermPool::new();
    let width = if sort == Sort::F32 { 32 } else { 64 };
    let symbols: Vec<SymbolId> =
        [sort, sort, Sort::Bv(width)].iter().map(|sort| pool.fresh_symbol("x", *sort)).collect();
    let mut floats: Vec<Term> = symbols[..2].iter().map(|symbol| pool.symbol_term(*symbol)).collect();
    let mut words = vec![pool.symbol_term(symbols[2])];
    let mut truths = Vec::new();
    for (kind, a, b, c) in steps {
        let pick = |terms: &[Term], at: u8| terms[usize::from(at) % terms.len()];
        let (x, y, w, v) = (pick(&floats, *a), pick(&floats, *b), pick(&words, *a), pick(&words, *b));
        let single = sort == Sort::F32;
        match kind % 11 {
            0 => floats.push(pool.constant(&special(sort, usize::from(*c))).unwrap()),
            1..=3 => floats.push(pool.binary([FAdd, FSub, FMul, FDiv, FRem][usize::from(*c) % 5], x, y)),
            4 => {
                let rounding = [Rounding::Down, Rounding::Up, Rounding::Even].map(UnaryOp::FRound);
                let ops = [UnaryOp::FNeg, UnaryOp::FSqrt, rounding[0], rounding[1], rounding[2]];
                floats.push(pool.unary(ops[usize::from(*c) % 5], x));
            }
            5 if !truths.is_empty() => floats.push(pool.ite(pick(&truths, *c), x, y)),
            6 => words.push(match c % 4 {
                0 => pool.float_to_bits(x),
                1 => pool.convert(if single { F2I } else { D2L }, x),
                2 => pool.constant(&special(Sort::Bv(width), usize::from(*a))).unwrap(),
                _ => pool.binary([Add, Sub, Mul, BitAnd, SRem, AShr][usize::from(*c) / 4 % 6], w, v),
            }),
            7 if c % 3 == 0 => floats.push(pool.bits_to_float(w)),
            7 if c % 3 == 1 => {
                let whole = pool.convert(if single { F2I } else { D2L }, x);
                floats.push(pool.convert(if single { I2F } else { L2D }, whole));
            }
            7 => floats.push(pool.convert(if single { I2F } else { L2D }, w)),
            8 if c % 4 == 0 => {
                let both = pool.binary(if c % 8 == 0 { FSub } else { FDiv }, x, y);
                let meeting = pool.constant(&special(sort, usize::from(*a) % 3)).unwrap();
                truths.extend([pool.flt(both, meeting), pool.flt(meeting, both), pool.fle(x, y), pool.fle(y, x)]);
            }
            8 => truths.push(pool.binary([SLt, SLe, Eq, ULt][usize::from(*c) % 4], w, v)),
            _ => {
                let truth = pool.binary([FLt, FLe, FEq, Eq][usize::from(*c) % 4], x, y);
                let negated = pool.not(truth);
                let earlier = truths.last().copied().unwrap_or(truth);
                truths.push(match c / 4 % 4 {
                    0 => truth,
                    1 => negated,
                    2 => pool.or(truth, earlier),
                    _ => pool.iff(negated, earlier),
                });
            }
        }
    }
    let kept: Vec<Term> = truths.into_iter().rev().filter(|truth| !pool.is_const(*truth)).take(6).collect();
    Formula { pool, symbols, constraints: kept }
}

impl Formula {
    /// Whether these values make all of some constraints hold.
    fn holds(&self, constraints: &[Term], values: &[Value]) -> bool {
        let assignment: Assignment = self.symbols.iter().copied().zip(values.iter().cloned()).collect();
        let mut evaluator = Evaluator::new(assignment);
        constraints.iter().all(|constraint| evaluator.holds(&self.pool, *constraint))
    }

    /// Values of the symbols: special ones, their neighbours, and any.
    fn values(&self, random: &mut fastrand::Rng) -> Vec<Value> {
        let value = |symbol: &SymbolId| {
            let sort = self.pool.symbol_sort(*symbol);
            match (sort, random.u8(..8)) {
                (Sort::F32, 0) => Value::from_f32(f32::from_bits(random.u32(..))),
                (Sort::F64, 0) => Value::from_f64(f64::from_bits(random.u64(..))),
                (Sort::F32, 1) => Value::from_f32(random.i32(-64..64) as f32 / 4.0),
                (Sort::F64, 1) => Value::from_f64(f64::from(random.i32(-64..64)) / 4.0),
                (Sort::Bv(width), 0..=2) => Value::bv(width, random.u64(..) >> random.u32(..64)),
                _ => special(sort, random.usize(..)),
            }
        };
        self.symbols.iter().map(value).collect()
    }
}

/// How many assignments every proof is held against.
const ATTACKS: usize = 3_000;

fn check_against_values(sort: Sort, steps: &[Step]) -> Result<(), TestCaseError> {
    let mut formula = formula(sort, steps);
    let constraints = formula.constraints.clone();
    if let SatResult::Unsat(core) = answer(&mut formula.pool, &constraints, 200_000) {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..ATTACKS {
            let values = formula.values(&mut random);
            prop_assert!(!formula.holds(core.constraints(), &values), "{:?} is a model", values);
        }
    }
    Ok(())
}

/// Takes the negation of every constraint that fails under some values, so that the values are a model: none may be refuted.
fn check_with_model(sort: Sort, steps: &[Step], seed: u64) -> Result<(), TestCaseError> {
    let mut formula = formula(sort, steps);
    let mut random = fastrand::Rng::with_seed(seed);
    for _ in 0..MODELS {
        let values = formula.values(&mut random);
        let mut constraints = formula.constraints.clone();
        for constraint in &mut constraints {
            if !formula.holds(&[*constraint], &values) {
                *constraint = formula.pool.not(*constraint);
            }
        }
        prop_assert!(formula.holds(&constraints, &values));
        let answer = answer(&mut formula.pool, &constraints, 3_000);
        let shown: Vec<String> = constraints.iter().map(|term| formula.pool.display(*term).to_string()).collect();
        prop_assert!(!answer.is_unsat(), "{:?} is a model of {:?}", values, shown);
    }
    Ok(())
}

/// How many models every query gets.
const MODELS: usize = 16;

fn steps() -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec(any::<Step>(), 3..24)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn no_values_contradict_a_proof_about_doubles(steps in steps()) {
        check_against_values(Sort::F64, &steps)?;
    }

    #[test]
    fn no_values_contradict_a_proof_about_floats(steps in steps()) {
        check_against_values(Sort::F32, &steps)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, ..ProptestConfig::default() })]

    #[test]
    fn what_has_a_model_is_not_refuted(steps in steps(), single: bool, seed: u64) {
        check_with_model(if single { Sort::F32 } else { Sort::F64 }, &steps, seed)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn answers_are_those_of_z3(steps in prop::collection::vec(any::<Step>(), 3..10)) {
        let mut formula = formula(Sort::F32, &steps);
        let constraints = formula.constraints.clone();
        let limits = QueryLimits { work: Some(1_000_000), ..QueryLimits::default() };
        let own = answer(&mut formula.pool, &constraints, 1_000_000);
        let expected = Z3::new().check(&mut formula.pool, &constraints, &limits);
        prop_assert!(!(own.is_sat() && expected.is_unsat() || own.is_unsat() && expected.is_sat()));
        if let SatResult::Unsat(core) = own {
            let again = Z3::new().check(&mut formula.pool, core.constraints(), &limits);
            prop_assert!(!again.is_sat(), "not a core");
        }
    }
}
