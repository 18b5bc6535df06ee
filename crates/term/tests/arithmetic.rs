//! Rewrites of arithmetic, on all numbers of a few bits.

use clew_term::{Assignment, BinaryOp, Evaluator, Node, Sort, SymbolId, Term, TermPool, UnaryOp, Value};

const WIDTH: u8 = 4;

/// A pool with two numbers.
fn numbers() -> (TermPool, [Term; 2], [SymbolId; 2]) {
    let mut pool = TermPool::new();
    let symbols = ["x", "y"].map(|name| pool.fresh_symbol(name, Sort::Bv(WIDTH)));
    let terms = symbols.map(|symbol| pool.symbol_term(symbol));
    (pool, terms, symbols)
}

/// The values of two terms are the same whatever the numbers are.
fn assert_same(pool: &TermPool, symbols: [SymbolId; 2], given: Term, made: impl Fn(&[Value; 2]) -> Value) {
    for (bits, assignment) in assignments(symbols) {
        let values = bits.map(|bits| Value::bv(WIDTH, bits));
        assert_eq!(pool.eval(given, &assignment), made(&values), "{} at {values:?}", pool.display(given));
    }
}

fn computed(op: BinaryOp, x: &Value, y: &Value) -> Value {
    clew_term::semantics::binary(op, x, y)
}

/// The remainder of two numbers.
fn remainder([x, y]: &[Value; 2]) -> Value {
    computed(BinaryOp::SRem, x, y)
}

#[test]
fn what_a_multiple_leaves_is_a_remainder() {
    let (mut pool, [x, y], symbols) = numbers();
    let quotient = pool.sdiv(x, y);
    let multiple = pool.mul(y, quotient);
    let left = pool.sub(x, multiple);
    assert!(matches!(pool.node(left), Node::Binary(BinaryOp::SRem, ..)));
    assert_same(&pool, symbols, left, remainder);
    let opposite = pool.sub(multiple, x);
    assert!(matches!(pool.node(opposite), Node::Unary(UnaryOp::Neg, _)));
    let negated = |value: Value| clew_term::semantics::unary(UnaryOp::Neg, &value);
    assert_same(&pool, symbols, opposite, |values| negated(remainder(values)));
    let rest = pool.srem(x, y);
    assert_eq!(pool.add(rest, multiple), x);
    assert_eq!(pool.add(multiple, rest), x);
}

#[test]
fn digits_of_negated_numbers_are_remainders() {
    let (mut pool, [x, _], symbols) = numbers();
    let negated = pool.neg(x);
    let three = pool.bv(WIDTH, 3);
    let quotient = pool.sdiv(negated, three);
    let multiple = pool.mul(quotient, three);
    let digit = pool.sub(multiple, negated);
    assert!(matches!(pool.node(digit), Node::Unary(UnaryOp::Neg, _)), "{}", pool.display(digit));
    assert_same(&pool, symbols, digit, |[x, _]| {
        let negated = clew_term::semantics::unary(UnaryOp::Neg, x);
        let rest = computed(BinaryOp::SRem, &negated, &Value::bv(WIDTH, 3));
        clew_term::semantics::unary(UnaryOp::Neg, &rest)
    });
}

#[test]
fn signs_of_combined_bits_are_combined_signs() {
    let (mut pool, [x, y], symbols) = numbers();
    let zero = pool.bv(WIDTH, 0);
    let nothing = Value::bv(WIDTH, 0);
    for op in [BinaryOp::BitXor, BinaryOp::BitAnd, BinaryOp::BitOr] {
        let bits = pool.binary(op, x, y);
        let (negative, not_negative) = (pool.slt(bits, zero), pool.sle(zero, bits));
        assert!(!pool.parts(&[negative, not_negative]).contains(&bits));
        assert_same(&pool, symbols, negative, |[x, y]| computed(BinaryOp::SLt, &computed(op, x, y), &nothing));
        assert_same(&pool, symbols, not_negative, |[x, y]| computed(BinaryOp::SLe, &nothing, &computed(op, x, y)));
    }
}

#[test]
fn a_mixed_number_is_told_by_what_it_is_mixed_to() {
    let (mut pool, [x, _], symbols) = numbers();
    for amount in 1..u64::from(WIDTH) {
        let by = pool.bv(WIDTH, amount);
        let shifted = pool.lshr(x, by);
        let mixed = pool.bit_xor(x, shifted);
        for constant in 0..1 << WIDTH {
            let wanted = pool.bv(WIDTH, constant);
            let same = pool.eq(mixed, wanted);
            assert!(matches!(*pool.node(same), Node::Binary(BinaryOp::Eq, left, _) if left == x));
            assert_same(&pool, symbols, same, |[x, _]| {
                let shifted = computed(BinaryOp::LShr, x, &Value::bv(WIDTH, amount));
                Value::Bool(computed(BinaryOp::BitXor, x, &shifted) == Value::bv(WIDTH, constant))
            });
        }
    }
}

/// Bounds are kept by all operators on constants and symbols.
#[test]
fn quotients_lie_within_their_bounds() {
    let (mut pool, [x, y], symbols) = numbers();
    let ops = [BinaryOp::SDiv, BinaryOp::SRem, BinaryOp::BitAnd, BinaryOp::LShr];
    let mut terms = vec![x, y];
    for constant in [3, 11] {
        let constant = pool.bv(WIDTH, constant);
        let of_x: Vec<Term> =
            ops.into_iter().flat_map(|op| [pool.binary(op, x, constant), pool.binary(op, constant, y)]).collect();
        terms.extend(of_x);
    }
    let operands = terms.clone();
    for one in &operands {
        for two in &operands {
            terms.extend(ops.map(|op| pool.binary(op, *one, *two)));
        }
    }
    for bits in 0..1u64 << (2 * WIDTH) {
        let values = [bits >> WIDTH, bits & 15].map(|bits| Value::bv(WIDTH, bits));
        let mut evaluator = Evaluator::new(symbols.into_iter().zip(values).collect());
        for term in &terms {
            let value = evaluator.value(&pool, *term).as_signed();
            assert!(value.is_some_and(|value| pool.range(*term).contains(value)), "{}", pool.display(*term));
        }
    }
}

/// Comparisons with 0, 1 and -1 of differences that do not wrap around, and of choices between them.
#[test]
fn orders_by_differences_hold_of_all_numbers() {
    let (mut pool, [x, y], symbols) = numbers();
    let wide = [x, y].map(|term| (pool.zero_extend(term, 8), pool.sign_extend(term, 8)));
    let unsigned = pool.sub(wide[0].0, wide[1].0);
    let signed = pool.sub(wide[1].1, wide[0].1);
    let wrapping = pool.sub(x, y);
    let wrapping = pool.sign_extend(wrapping, 8);
    let five = pool.bv(8, 5);
    let is_small = pool.slt(wide[0].1, five);
    let of_all = pool.ite(is_small, five, signed);
    let chosen = pool.ite(is_small, unsigned, signed);
    let with_constant = pool.ite(is_small, of_all, unsigned);
    let with_wrapping = pool.ite(is_small, wrapping, unsigned);
    for compared in [unsigned, signed, wrapping, chosen, with_constant, with_wrapping] {
        for bound in [-1i64, 0, 1] {
            let bits = (bound as u64) & 0xff;
            let constant = pool.bv(8, bits);
            for op in [BinaryOp::SLt, BinaryOp::SLe, BinaryOp::Eq] {
                for is_first in [true, false] {
                    let (left, right) = if is_first { (compared, constant) } else { (constant, compared) };
                    let given = pool.binary(op, left, right);
                    for (values, assignment) in assignments(symbols) {
                        let compared = pool.eval(compared, &assignment);
                        let bound = Value::bv(8, bits);
                        let (left, right) = if is_first { (compared, bound) } else { (bound, compared) };
                        assert_eq!(pool.eval(given, &assignment), computed(op, &left, &right), "{values:?}");
                    }
                }
            }
        }
    }
}

/// All values of two numbers.
fn assignments(symbols: [SymbolId; 2]) -> impl Iterator<Item = ([u64; 2], Assignment)> {
    let all = (0..1u64 << WIDTH).flat_map(|x| (0..1 << WIDTH).map(move |y| [x, y]));
    all.map(move |values| (values, symbols.into_iter().zip(values.map(|bits| Value::bv(WIDTH, bits))).collect()))
}
