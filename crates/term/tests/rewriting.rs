//! Every constructor against the meaning of its operator: random terms are built bottom-up, and after each step the
//! term's value must be the operator's value on its operands' values.
#![allow(clippy::unwrap_used)]

use clew_term::{
    ArraySort, Assignment, BinaryOp, ElementSort, Evaluator, FloatConversion, IndexSort, Node, Sort, SymbolId, Term,
    TermPool, UnaryOp, Value, semantics,
};
use num_bigint::BigInt;
use proptest::prelude::*;

/// How many assignments each term is evaluated under.
const ASSIGNMENTS: usize = 4;

/// A choice among the possible next steps, made into one when the terms so far are known.
type Step = (u8, u16, u16, u16);

/// Terms by sort, with their values under each assignment by direct application of the operators.
struct Builder {
    pool: TermPool,
    evaluators: Vec<Evaluator>,
    terms: Vec<(Term, Sort, Vec<Value>)>,
}

/// Numbers near the places where arithmetic changes its behaviour.
fn interesting(width: u8, choice: u64) -> u64 {
    let bits = match choice % 12 {
        0 => 0,
        1 => 1,
        2 => u64::MAX,
        3 => 1 << (width - 1),
        4 => (1 << (width - 1)) - 1,
        5 => 2,
        6 => 0x7f,
        7 => 0x80,
        8 => 0xff,
        9 => choice / 12 % 64,
        _ => choice.wrapping_mul(0x9e37_79b9_7f4a_7c15),
    };
    semantics::truncate(width, bits)
}

fn interesting_double(choice: u64) -> f64 {
    match choice % 12 {
        0 => 0.0,
        1 => -0.0,
        2 => f64::NAN,
        3 => f64::INFINITY,
        4 => f64::NEG_INFINITY,
        5 => 1.0,
        6 => -1.5,
        7 => 2147483648.0,
        8 => -2147483649.0,
        9 => 1e300,
        10 => f64::from_bits(choice),
        _ => (choice % 1000) as f64 / 8.0,
    }
}

fn interesting_value(sort: Sort, choice: u64) -> Value {
    match sort {
        Sort::Bool => Value::Bool(choice % 2 == 1),
        Sort::Int => Value::Int(BigInt::from(interesting(8, choice) as i8)),
        Sort::Bv(width) => Value::bv(width, interesting(width, choice)),
        Sort::F32 => Value::from_f32(interesting_double(choice) as f32),
        Sort::F64 => Value::from_f64(interesting_double(choice)),
        Sort::Array(_) => Value::default_of(sort),
    }
}

const SCALARS: [Sort; 9] =
    [Sort::Bool, Sort::Bool, Sort::Int, Sort::Bv(3), Sort::Bv(8), Sort::Bv(16), Sort::Bv(32), Sort::Bv(64), Sort::F32];

impl Builder {
    fn new(sorts: &[Sort], seed: u64) -> Self {
        let mut pool = TermPool::new();
        let mut assignments = vec![Assignment::new(); ASSIGNMENTS];
        let mut symbols: Vec<(SymbolId, Sort)> = Vec::new();
        for sort in sorts {
            for name in ["x", "y", "z"] {
                symbols.push((pool.fresh_symbol(name, *sort), *sort));
            }
        }
        let mut choice = seed;
        for assignment in &mut assignments {
            for (symbol, sort) in &symbols {
                choice = choice.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                assignment.insert(*symbol, interesting_value(*sort, choice >> 20));
            }
        }
        let terms = symbols
            .iter()
            .map(|(symbol, sort)| {
                let values = assignments.iter().map(|assignment| assignment.get(*symbol).unwrap().clone()).collect();
                (pool.symbol_term(*symbol), *sort, values)
            })
            .collect();
        let evaluators = assignments.into_iter().map(Evaluator::new).collect();
        Self { pool, evaluators, terms }
    }

    fn pick(&self, sort: Sort, choice: u16) -> Option<usize> {
        let of_sort: Vec<usize> = (0..self.terms.len()).filter(|index| self.terms[*index].1 == sort).collect();
        // Later terms are the more complex ones.
        let offset = usize::from(choice) % of_sort.len().max(1);
        of_sort.get(offset).copied()
    }

    fn push(&mut self, term: Term, sort: Sort, expected: Vec<Value>, what: &str) {
        assert_eq!(self.pool.sort(term), sort, "{what}");
        for (evaluator, expected) in self.evaluators.iter_mut().zip(&expected) {
            let found = evaluator.value(&self.pool, term);
            assert_eq!(&found, expected, "{what} was built as {}", self.pool.display(term));
            if let (Some(value), Sort::Bv(_)) = (found.as_signed(), sort) {
                let range = self.pool.range(term);
                assert!(range.contains(value), "{what}: {value} not in {range:?} of {}", self.pool.display(term));
            }
        }
        check_canonical(&self.pool, term);
        self.terms.push((term, sort, expected));
    }

    fn unary(&mut self, op: UnaryOp, operand: usize) {
        let (term, _, values) = self.terms[operand].clone();
        let expected: Vec<Value> = values.iter().map(|value| semantics::unary(op, value)).collect();
        let what = format!("{op:?}({})", self.pool.display(term));
        let built = self.pool.unary(op, term);
        let sort = self.pool.sort(built);
        self.push(built, sort, expected, &what);
    }

    fn binary(&mut self, op: BinaryOp, left: usize, right: usize) {
        let (a, _, left_values) = self.terms[left].clone();
        let (b, _, right_values) = self.terms[right].clone();
        let pairs = left_values.iter().zip(&right_values);
        let expected: Vec<Value> = pairs.map(|(a, b)| semantics::binary(op, a, b)).collect();
        let what = format!("{op:?}({}, {})", self.pool.display(a), self.pool.display(b));
        let built = self.pool.binary(op, a, b);
        let sort = self.pool.sort(built);
        self.push(built, sort, expected, &what);
    }

    fn ite(&mut self, condition: usize, then: usize, otherwise: usize) {
        let (c, _, conditions) = self.terms[condition].clone();
        let (a, sort, then_values) = self.terms[then].clone();
        let (b, _, else_values) = self.terms[otherwise].clone();
        let expected: Vec<Value> = (0..ASSIGNMENTS)
            .map(|i| if conditions[i] == Value::Bool(true) { then_values[i].clone() } else { else_values[i].clone() })
            .collect();
        let (shown_c, shown_a, shown_b) = (self.pool.display(c), self.pool.display(a), self.pool.display(b));
        let what = format!("ite({shown_c}, {shown_a}, {shown_b})");
        let built = self.pool.ite(c, a, b);
        self.push(built, sort, expected, &what);
    }

    fn constant(&mut self, sort: Sort, choice: u16) {
        let value = interesting_value(sort, u64::from(choice));
        let term = self.pool.constant(&value).unwrap();
        self.push(term, sort, vec![value; ASSIGNMENTS], "constant");
    }

    /// Builds one more term of a sort near the given one.
    fn step(&mut self, sort: Sort, (kind, a, b, c): Step) {
        let (Some(x), Some(y)) = (self.pick(sort, a), self.pick(sort, b)) else { return };
        if kind < 40 {
            return self.constant(sort, c);
        }
        if kind < 60 {
            let Some(condition) = self.pick(Sort::Bool, c) else { return };
            return self.ite(condition, x, y);
        }
        match sort {
            Sort::Int | Sort::Bv(_) if kind < 90 => self.related_comparisons(sort, x, y, c),
            Sort::Bv(width) if kind < 110 => self.narrowed_and_widened(width, x, c),
            Sort::Bool => match c % 4 {
                0 => self.unary(UnaryOp::Not, x),
                1 => self.binary(BinaryOp::And, x, y),
                2 => self.binary(BinaryOp::Or, x, y),
                _ => self.binary(BinaryOp::Eq, x, y),
            },
            Sort::Int => {
                use BinaryOp::*;
                let ops = [Add, Sub, Mul, SDiv, SRem, SLt, SLe, Eq];
                match usize::from(c) % (ops.len() + 1) {
                    0 => self.unary(UnaryOp::Neg, x),
                    n => self.binary(ops[n - 1], x, y),
                }
            }
            Sort::Bv(width) => self.vector_step(width, x, y, c),
            Sort::F32 | Sort::F64 => self.float_step(sort, x, y, c),
            Sort::Array(_) => {}
        }
    }

    /// Two comparisons of one term, with constants that lie near each other or with another term, and a connective on top.
    fn related_comparisons(&mut self, sort: Sort, x: usize, y: usize, choice: u16) {
        let first = self.terms.len();
        let near = u64::from(choice >> 8) % 5;
        for offset in [near, near + u64::from(choice) % 3] {
            let value = match sort {
                Sort::Int => Value::Int(BigInt::from(offset)),
                _ => Value::bv(sort.width().unwrap(), offset.wrapping_sub(2)),
            };
            let constant = self.pool.constant(&value).unwrap();
            self.push(constant, sort, vec![value; ASSIGNMENTS], "constant");
        }
        let mut bits = usize::from(choice);
        for other in [first, first + 1] {
            use BinaryOp::*;
            let ops: &[BinaryOp] = if sort == Sort::Int { &[SLt, SLe, Eq] } else { &[SLt, SLe, Eq, ULt, ULe] };
            let other = if bits % 4 == 3 { y } else { other };
            let (left, right) = if bits % 2 == 0 { (x, other) } else { (other, x) };
            self.binary(ops[bits / 4 % ops.len()], left, right);
            if bits / 16 % 2 == 0 {
                self.unary(UnaryOp::Not, self.terms.len() - 1);
            }
            bits = bits / 3 + usize::from(choice % 7);
        }
        let last = self.terms.len() - 1;
        let before = (0..last).rev().find(|index| self.terms[*index].1 == Sort::Bool).unwrap_or(last);
        self.binary(if choice.is_multiple_of(3) { BinaryOp::Or } else { BinaryOp::And }, before, last);
    }

    /// A term brought near zero, narrowed, and widened again.
    fn narrowed_and_widened(&mut self, width: u8, x: usize, choice: u16) {
        let mask = self.terms.len();
        let small = [3u64, 7, 127, 128, 255, 300][usize::from(choice) % 6];
        let value = Value::bv(width, small);
        let constant = self.pool.constant(&value).unwrap();
        self.push(constant, Sort::Bv(width), vec![value; ASSIGNMENTS], "constant");
        let op = [BinaryOp::BitAnd, BinaryOp::SRem, BinaryOp::AShr, BinaryOp::LShr][usize::from(choice >> 4) % 4];
        self.binary(op, x, mask);
        if choice.is_multiple_of(2) {
            self.binary(BinaryOp::Sub, self.terms.len() - 1, mask);
        }
        let narrow: Vec<u8> = [3, 8, 16, 32].into_iter().filter(|to| *to < width).collect();
        if let Some(to) = narrow.get(usize::from(choice >> 6) % narrow.len().max(1)) {
            self.unary(UnaryOp::ExtractLow(*to), self.terms.len() - 1);
        }
        let op = if choice % 5 < 3 { UnaryOp::ZeroExtend(width) } else { UnaryOp::SignExtend(width) };
        self.unary(op, self.terms.len() - 1);
    }

    fn vector_step(&mut self, width: u8, x: usize, y: usize, choice: u16) {
        use BinaryOp::*;
        let ops = [
            Add, Add, Sub, Sub, Mul, SDiv, SRem, UDiv, URem, BitAnd, BitOr, BitXor, Shl, LShr, AShr, SLt, SLe, ULt,
            ULe, Eq, SLt, SLe, Eq,
        ];
        let choice = usize::from(choice);
        match choice % (ops.len() + 5) {
            0 => self.unary(UnaryOp::Neg, x),
            1 => self.unary(UnaryOp::BitNot, x),
            2 | 3 => {
                let wider: Vec<u8> = [8, 16, 32, 64].into_iter().filter(|to| *to > width).collect();
                if let Some(to) = wider.get(choice % wider.len().max(1)) {
                    let op = if choice % 2 == 0 { UnaryOp::SignExtend(*to) } else { UnaryOp::ZeroExtend(*to) };
                    self.unary(op, x);
                }
            }
            4 => {
                let narrower: Vec<u8> = [3, 8, 16, 32].into_iter().filter(|to| *to < width).collect();
                if let Some(to) = narrower.get(choice % narrower.len().max(1)) {
                    self.unary(UnaryOp::ExtractLow(*to), x);
                }
            }
            n => self.binary(ops[n - 5], x, y),
        }
    }

    fn float_step(&mut self, sort: Sort, x: usize, y: usize, choice: u16) {
        use BinaryOp::*;
        use FloatConversion::*;
        let ops = [FAdd, FSub, FMul, FDiv, FRem, FLt, FLe, FEq, Eq];
        let conversions = [F2I, F2L, F2D, D2I, D2L, D2F, I2F, I2D, L2F, L2D];
        let choice = usize::from(choice);
        match choice % (ops.len() + 5) {
            0 => self.unary(UnaryOp::FNeg, x),
            1 => self.unary(UnaryOp::FloatToBits, x),
            2..=4 => {
                let conversion = conversions[choice / 14 % conversions.len()];
                let (from, _) = conversion.sorts();
                if from == sort {
                    self.unary(UnaryOp::Convert(conversion), x);
                } else if let Some(operand) = self.pick(from, choice as u16) {
                    self.unary(UnaryOp::Convert(conversion), operand);
                }
            }
            n => self.binary(ops[n - 5], x, y),
        }
    }
}

/// The promises that `Node` documents, where they can be seen at one node.
fn check_canonical(pool: &TermPool, term: Term) {
    let is_const = |term| pool.is_const(term);
    let shown = || pool.display(term).to_string();
    match *pool.node(term) {
        Node::Unary(op, operand) => {
            assert!(!is_const(operand), "{}", shown());
            if op == UnaryOp::Not {
                use BinaryOp::{SLe, SLt, ULe, ULt};
                let below = pool.node(operand);
                assert!(!matches!(below, Node::Unary(UnaryOp::Not, _)), "{}", shown());
                assert!(!matches!(below, Node::Binary(SLt | SLe | ULt | ULe, ..)), "{}", shown());
            }
        }
        Node::Binary(op, left, right) => {
            assert!(!(is_const(left) && is_const(right)), "{}", shown());
            assert!(!op.is_commutative() || !is_const(left), "{}", shown());
            match op {
                BinaryOp::And | BinaryOp::Or => assert!(!is_const(right), "{}", shown()),
                BinaryOp::Sub => assert!(!is_const(right), "{}", shown()),
                BinaryOp::SLt | BinaryOp::ULt => assert!(!is_const(left), "{}", shown()),
                BinaryOp::SLe | BinaryOp::ULe => assert!(!is_const(right), "{}", shown()),
                _ => {}
            }
        }
        Node::Ite(condition, then, otherwise) => {
            assert!(!is_const(condition) && then != otherwise, "{}", shown());
            assert!(!matches!(pool.node(condition), Node::Unary(UnaryOp::Not, _)), "{}", shown());
            assert!(pool.sort(term) != Sort::Bool || !(is_const(then) || is_const(otherwise)), "{}", shown());
        }
        _ => {}
    }
}

fn steps() -> impl Strategy<Value = Vec<(u8, Step)>> {
    prop::collection::vec((any::<u8>(), (any::<u8>(), any::<u16>(), any::<u16>(), any::<u16>())), 1..60)
}

fn build(sorts: &[Sort], seed: u64, steps: &[(u8, Step)]) -> Builder {
    let mut builder = Builder::new(sorts, seed);
    for (sort, step) in steps {
        builder.step(sorts[usize::from(*sort) % sorts.len()], *step);
    }
    builder
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn booleans_and_integers(seed: u64, steps in steps()) {
        build(&[Sort::Bool, Sort::Int], seed, &steps);
    }

    #[test]
    fn narrow_vectors(seed: u64, steps in steps()) {
        build(&[Sort::Bv(3), Sort::Bool], seed, &steps);
    }

    #[test]
    fn java_vectors(seed: u64, steps in steps()) {
        build(&[Sort::Bv(8), Sort::Bv(16), Sort::Bv(32), Sort::Bv(64), Sort::Bool], seed, &steps);
    }

    #[test]
    fn one_bit_vectors(seed: u64, steps in steps()) {
        build(&[Sort::Bv(1), Sort::Bool], seed, &steps);
    }

    #[test]
    fn floats(seed: u64, steps in steps()) {
        build(&[Sort::F32, Sort::F64, Sort::Bv(32), Sort::Bv(64), Sort::Bool], seed, &steps);
    }

    #[test]
    fn everything(seed: u64, steps in steps()) {
        build(&SCALARS, seed, &steps);
    }

    #[test]
    fn substitution_keeps_the_meaning(seed: u64, steps in steps()) {
        let mut builder = build(&[Sort::Bool, Sort::Bv(8), Sort::Int], seed, &steps);
        let assignment = builder.evaluators[0].assignment().clone();
        let (term, _, values) = builder.terms.last().unwrap().clone();
        let constants: Vec<Option<Term>> =
            assignment.iter().map(|(_, value)| builder.pool.constant(value)).collect();
        let symbols: Vec<SymbolId> = assignment.iter().map(|(symbol, _)| symbol).collect();
        let ground = builder.pool.substitute(term, &|symbol| {
            symbols.iter().position(|found| *found == symbol).and_then(|index| constants[index])
        });
        prop_assert_eq!(builder.pool.as_const(ground), Some(values[0].clone()));
        prop_assert!(builder.pool.symbols(ground).is_empty());
    }

    #[test]
    fn arrays_read_what_was_written(
        writes in prop::collection::vec((0usize..6, any::<i8>()), 0..12),
        reads in prop::collection::vec(0usize..6, 1..6),
        x in -3i32..3, y in -3i32..3,
    ) {
        let mut pool = TermPool::new();
        let sort = ArraySort { index: IndexSort::Bv32, element: ElementSort::Bv(8) };
        let mut array = pool.fresh("a", Sort::Array(sort));
        let symbols = [pool.fresh("x", Sort::Bv(32)), pool.fresh("y", Sort::Bv(32))];
        let (one, two) = (pool.bv32(1), pool.bv32(2));
        let places = [
            symbols[0], symbols[1], pool.add(symbols[0], one), pool.add(symbols[1], two), one, two,
        ];
        let at = [x, y, x + 1, y + 2, 1, 2];
        let mut model = Assignment::new();
        model.insert(pool.as_symbol(symbols[0]).unwrap(), Value::from_i32(x));
        model.insert(pool.as_symbol(symbols[1]).unwrap(), Value::from_i32(y));
        let mut memory = std::collections::BTreeMap::new();
        for (place, value) in writes {
            let element = pool.bv(8, value as u64);
            array = pool.store(array, &[places[place]], element);
            memory.insert(at[place], Value::bv(8, value as u64));
        }
        for place in reads {
            let read = pool.select(array, &[places[place]]);
            let expected = memory.get(&at[place]).cloned().unwrap_or(Value::bv(8, 0));
            prop_assert_eq!(pool.eval(read, &model), expected);
        }
        let whole = pool.eval(array, &model);
        for (place, value) in &memory {
            prop_assert_eq!(whole.as_array().unwrap().get(&[Value::from_i32(*place)]), value);
        }
    }
}
