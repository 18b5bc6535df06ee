//! Solvers against each other, against the evaluator, and against all assignments where there are few.
#![allow(clippy::unwrap_used)]

use clew_smt::{ChainConfig, QueryLimits, Reuse, SatResult, Simplify, Slice, Solver, Z3, solver_chain};
use clew_term::{
    ArraySort, Assignment, BinaryOp, ElementSort, Evaluator, FloatConversion, IndexSort, Rounding, Sort, SymbolId,
    Term, TermPool, UnaryOp, Value, semantics,
};
use num_bigint::BigInt;
use proptest::prelude::*;

const WIDTH: u8 = 3;

/// One step of building a random formula: what to build and from which earlier terms.
type Step = (u8, u8, u8, u8);

/// Random constraints over three narrow vectors, two truth values and an array.
struct Formula {
    pool: TermPool,
    vectors: Vec<SymbolId>,
    bools: Vec<SymbolId>,
    constraints: Vec<Term>,
}

fn formula(steps: &[Step], with_array: bool) -> Formula {
    let mut pool = TermPool::new();
    let vectors: Vec<SymbolId> = ["x", "y", "z"].iter().map(|name| pool.fresh_symbol(name, Sort::Bv(WIDTH))).collect();
    let bools: Vec<SymbolId> = ["p", "q"].iter().map(|name| pool.fresh_symbol(name, Sort::Bool)).collect();
    let sort = ArraySort { index: IndexSort::Bv32, element: ElementSort::Bv(WIDTH) };
    let mut array = pool.fresh("a", Sort::Array(sort));
    let mut numbers: Vec<Term> = vectors.iter().map(|symbol| pool.symbol_term(*symbol)).collect();
    let mut truths: Vec<Term> = bools.iter().map(|symbol| pool.symbol_term(*symbol)).collect();
    let mut constraints = Vec::new();
    for (kind, a, b, c) in steps {
        use BinaryOp::*;
        let x = numbers[usize::from(*a) % numbers.len()];
        let y = numbers[usize::from(*b) % numbers.len()];
        let p = truths[usize::from(*a) % truths.len()];
        let q = truths[usize::from(*b) % truths.len()];
        let arithmetic = [Add, Sub, Mul, SDiv, SRem, UDiv, URem, BitAnd, BitOr, BitXor, Shl, LShr, AShr];
        match kind % 10 {
            0 => numbers.push(pool.bv(WIDTH, u64::from(*c))),
            1 | 2 => numbers.push(pool.binary(arithmetic[usize::from(*c) % arithmetic.len()], x, y)),
            3 => numbers.push(pool.ite(p, x, y)),
            4 | 5 => truths.push(pool.binary([SLt, SLe, ULt, ULe, Eq][usize::from(*c) % 5], x, y)),
            6 => truths.push(match c % 4 {
                0 => pool.not(p),
                1 => pool.and(p, q),
                2 => pool.or(p, q),
                _ => pool.iff(p, q),
            }),
            7 if with_array => {
                let index = pool.zero_extend(x, 32);
                if c % 2 == 0 {
                    array = pool.store(array, &[index], y);
                } else {
                    numbers.push(pool.select(array, &[index]));
                }
            }
            7 => {
                let wide = pool.sign_extend(x, 8);
                let shift = pool.bv(8, u64::from(*c));
                let sum = pool.add(wide, shift);
                numbers.push(pool.extract_low(sum, WIDTH));
            }
            _ => constraints.push(*truths.last().unwrap_or(&p)),
        }
    }
    constraints.extend(truths.iter().rev().take(2));
    Formula { pool, vectors, bools, constraints }
}

/// Whether some assignment satisfies the constraints, by trying all.
fn satisfiable_by_trying(formula: &Formula, constraints: &[Term]) -> bool {
    let values = 1u64 << WIDTH;
    let assignments = values.pow(formula.vectors.len() as u32) << formula.bools.len();
    (0..assignments).any(|mut code| {
        let mut assignment = Assignment::new();
        for symbol in &formula.vectors {
            assignment.insert(*symbol, Value::bv(WIDTH, code % values));
            code /= values;
        }
        for symbol in &formula.bools {
            assignment.insert(*symbol, Value::Bool(code % 2 == 1));
            code /= 2;
        }
        let mut evaluator = Evaluator::new(assignment);
        constraints.iter().all(|constraint| evaluator.holds(&formula.pool, *constraint))
    })
}

/// Asks about growing and then shrinking prefixes, as a search does, and checks the laws of `Solver` on every answer.
fn compare(mut formula: Formula, mut solvers: Vec<Box<dyn Solver>>, try_all: bool) {
    let limits = QueryLimits::default();
    let all = formula.constraints.clone();
    let lengths = (1..=all.len()).chain((0..all.len()).rev());
    for length in lengths {
        let constraints = &all[..length];
        let mut expected = try_all.then(|| satisfiable_by_trying(&formula, constraints));
        for solver in &mut solvers {
            let answer = solver.check(&mut formula.pool, constraints, &limits);
            let found = match &answer {
                SatResult::Sat(model) => {
                    assert!(model.satisfies(&formula.pool, constraints));
                    for constraint in constraints {
                        for symbol in formula.pool.symbols(*constraint).iter() {
                            assert!(model.get(*symbol).is_some(), "{symbol} has no value");
                        }
                    }
                    true
                }
                SatResult::Unsat(core) => {
                    assert!(core.constraints().iter().all(|term| constraints.contains(term)));
                    assert!(!try_all || !satisfiable_by_trying(&formula, core.constraints()), "not a core");
                    let again = Z3::new().check(&mut formula.pool, core.constraints(), &limits);
                    assert!(again.is_unsat(), "not a core");
                    false
                }
                SatResult::Unknown(reason) => panic!("{reason}"),
            };
            assert_eq!(*expected.get_or_insert(found), found, "{constraints:?}");
        }
    }
}

fn each_decorator() -> Vec<Box<dyn Solver>> {
    vec![
        Box::new(Z3::new()),
        Box::new(Simplify::new(Box::new(Z3::new()))),
        Box::new(Slice::new(Box::new(Z3::new()))),
        Box::new(Reuse::new(Box::new(Z3::new()))),
        solver_chain(&ChainConfig::default()),
    ]
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec(any::<Step>(), 5..40)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn solvers_agree_with_trying_everything(steps in steps()) {
        compare(formula(&steps, false), each_decorator(), true);
    }

    #[test]
    fn solvers_agree_on_arrays(steps in steps()) {
        compare(formula(&steps, true), each_decorator(), false);
    }

    #[test]
    fn operators_on_vectors_mean_the_same_to_z3(op in 0usize..18, width in 1u8..=64, a: u64, b: u64, small: bool) {
        use BinaryOp::*;
        let ops = [
            Add, Sub, Mul, SDiv, SRem, UDiv, URem, BitAnd, BitOr, BitXor, Shl, LShr, AShr, SLt, SLe, ULt, ULe, Eq,
        ];
        let b = if small { b % 70 } else { b };
        same_to_z3(|pool, operands| pool.binary(ops[op], operands[0], operands[1]),
            |values| semantics::binary(ops[op], &values[0], &values[1]),
            &[Value::bv(width, a), Value::bv(width, b)]);
    }

    #[test]
    fn operators_on_integers_mean_the_same_to_z3(op in 0usize..8, a in -40i64..40, b in -6i64..7, large: bool) {
        use BinaryOp::*;
        let ops = [Add, Sub, Mul, SDiv, SRem, SLt, SLe, Eq];
        let scale = if large { BigInt::from(10).pow(25) } else { BigInt::from(1) };
        let operands = [Value::Int(BigInt::from(a) * &scale), Value::Int(BigInt::from(b))];
        same_to_z3(|pool, operands| pool.binary(ops[op], operands[0], operands[1]),
            |values| semantics::binary(ops[op], &values[0], &values[1]), &operands);
    }

    #[test]
    fn conversions_mean_the_same_to_z3(op in 0usize..14, a in float(), bits: u64) {
        use FloatConversion::*;
        let conversions = [I2F, I2D, L2F, L2D, F2I, F2L, F2D, D2I, D2L, D2F];
        let unary = match op {
            0 => UnaryOp::FNeg,
            1 => UnaryOp::FloatToBits,
            2 => UnaryOp::BitsToFloat,
            n => UnaryOp::Convert(conversions[(n - 3) % conversions.len()]),
        };
        let from = match unary {
            UnaryOp::Convert(conversion) => conversion.sorts().0,
            UnaryOp::BitsToFloat => Sort::Bv(32),
            _ => Sort::F32,
        };
        let value = match from {
            Sort::Bv(width) => Value::bv(width, bits),
            Sort::F32 => Value::from_f32(a),
            _ => Value::from_f64(f64::from(a) * 1.000000001),
        };
        same_to_z3(|pool, operands| pool.unary(unary, operands[0]), |values| semantics::unary(unary, &values[0]),
            &[value]);
    }
}

proptest! {
    // Division of floats as circuits takes seconds.
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn roundings_mean_the_same_to_z3(to in prop::sample::select(vec![Rounding::Down, Rounding::Up, Rounding::Even]),
            a in float()) {
        let unary = UnaryOp::FRound(to);
        same_to_z3(|pool, operands| pool.unary(unary, operands[0]), |values| semantics::unary(unary, &values[0]),
            &[Value::from_f32(a)]);
    }

    #[test]
    fn operators_on_floats_mean_the_same_to_z3(op in 0usize..8, a in float(), b in float()) {
        use BinaryOp::*;
        let ops = [FAdd, FSub, FMul, FDiv, FLt, FLe, FEq, Eq];
        same_to_z3(|pool, operands| pool.binary(ops[op], operands[0], operands[1]),
            |values| semantics::binary(ops[op], &values[0], &values[1]),
            &[Value::from_f32(a), Value::from_f32(b)]);
    }
}

#[test]
fn roots_mean_the_same_to_z3() {
    // Roots as circuits take longer still.
    for value in [2.25, -0.0, -1.0, f32::INFINITY] {
        same_to_z3(
            |pool, operands| pool.fsqrt(operands[0]),
            |values| semantics::unary(UnaryOp::FSqrt, &values[0]),
            &[Value::from_f32(value)],
        );
    }
}

fn float() -> impl Strategy<Value = f32> {
    let special = [
        0.0,
        -0.0,
        1.0,
        -1.5,
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::MIN_POSITIVE,
        1e-45,
        f32::MAX,
        2147483648.0,
        -2147483904.0,
        9.223372e18,
        16777217.0,
    ];
    prop_oneof![
        prop::sample::select(special.to_vec()),
        any::<u32>().prop_map(f32::from_bits),
        (-1000i32..1000).prop_map(|n| n as f32 / 8.0)
    ]
}

/// With its operands fixed from outside the term, Z3 must not be able to give the operator another value than ours.
fn same_to_z3(build: impl Fn(&mut TermPool, &[Term]) -> Term, meaning: impl Fn(&[Value]) -> Value, operands: &[Value]) {
    let mut pool = TermPool::new();
    let mut constraints = Vec::new();
    let mut symbols = Vec::new();
    for value in operands {
        let sort = match value {
            Value::Int(_) => Sort::Int,
            Value::Bv { width, .. } => Sort::Bv(*width),
            Value::F32(_) => Sort::F32,
            _ => Sort::F64,
        };
        let symbol = pool.fresh("x", sort);
        let constant = pool.constant(value).unwrap();
        constraints.push(pool.eq(symbol, constant));
        symbols.push(symbol);
    }
    let term = build(&mut pool, &symbols);
    let expected = pool.constant(&meaning(operands)).unwrap();
    let same = pool.eq(term, expected);
    let differs = pool.not(same);
    let mut solver = Z3::new();
    let limits = QueryLimits { work: None, ..QueryLimits::default() };
    constraints.push(differs);
    let answer = solver.check(&mut pool, &constraints, &limits);
    assert!(answer.is_unsat(), "{answer:?} on {operands:?} of {}", pool.display(term));
    constraints.pop();
    constraints.push(same);
    let answer = solver.check(&mut pool, &constraints, &limits);
    assert!(answer.is_sat(), "{answer:?} on {operands:?} of {}", pool.display(term));
}
