//! Every constructor of terms against the meaning of its operator: terms are built bottom-up from choices, and after each
//! step the term's value must be the operator's value on its operands' values.

use clew_term::{
    ArraySort, ArrayValue, Assignment, BinaryOp, Evaluator, FloatConversion, Node, Rounding, Sort, SymbolId, Term,
    TermPool, UnaryOp, Value, semantics,
};
use num_bigint::BigInt;

/// How many assignments each term is evaluated under.
const ASSIGNMENTS: usize = 4;

/// A choice among the possible next steps, made into one when the terms so far are known.
pub type Step = (u8, u16, u16, u16);

/// Terms by sort, with their values under each assignment by direct application of the operators.
pub struct Builder {
    /// The pool of the terms.
    pub pool: TermPool,
    /// An evaluator for each assignment.
    pub evaluators: Vec<Evaluator>,
    /// Each term with its sort and its value under each assignment.
    pub terms: Vec<(Term, Sort, Vec<Value>)>,
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

/// Sorts of which most occur in Java code.
pub const SCALARS: [Sort; 9] =
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
                let values = assignments
                    .iter()
                    .map(|assignment| assignment.get(*symbol).expect("every symbol has a value").clone())
                    .collect();
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
        let term = self.pool.constant(&value).expect("a value of a scalar is a constant");
        self.push(term, sort, vec![value; ASSIGNMENTS], "constant");
    }

    /// Builds one more term of a sort near the given one.
    fn step(&mut self, sort: Sort, (kind, a, b, c): Step) {
        let (Some(x), Some(y)) = (self.pick(sort, a), self.pick(sort, b)) else { return };
        if kind < 40 && sort.array().is_none() {
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
            Sort::Array(array) => self.array_step(array, x, (a, b, c)),
        }
    }

    /// Reads an array, or makes another one.
    fn array_step(&mut self, sort: ArraySort, array: usize, (a, b, c): (u16, u16, u16)) {
        let index: Option<Vec<usize>> = [a, b]
            .into_iter()
            .take(sort.index.arity())
            .map(|choice| self.pick(sort.index.component(), choice))
            .collect();
        let element = self.pick(Sort::from(sort.element), c);
        let (Some(index), Some(element)) = (index, element) else { return };
        match c % 8 {
            0 => self.everywhere(sort, element),
            1..=3 => self.select(array, &index),
            _ => self.store(array, &index, element),
        }
    }

    fn everywhere(&mut self, sort: ArraySort, element: usize) {
        let (term, _, values) = self.terms[element].clone();
        let expected = values.into_iter().map(|value| Value::Array(ArrayValue::new(value))).collect();
        let built = self.pool.const_array(sort, term);
        self.push(built, Sort::Array(sort), expected, "an array of one value");
    }

    fn select(&mut self, array: usize, index: &[usize]) {
        let (base, sort, arrays) = self.terms[array].clone();
        let places: Vec<Term> = index.iter().map(|at| self.terms[*at].0).collect();
        let read = |(position, array): (usize, &Value)| {
            array
                .as_array()
                .expect("a term of array sort has arrays as values")
                .get(&self.place(index, position))
                .clone()
        };
        let expected: Vec<Value> = arrays.iter().enumerate().map(read).collect();
        let element = sort.array().expect("the sort is that of an array").element;
        let what = format!("an element of {}", self.pool.display(base));
        let built = self.pool.select(base, &places);
        self.push(built, Sort::from(element), expected, &what);
    }

    fn store(&mut self, array: usize, index: &[usize], element: usize) {
        let (base, sort, arrays) = self.terms[array].clone();
        let (value, _, values) = self.terms[element].clone();
        let places: Vec<Term> = index.iter().map(|at| self.terms[*at].0).collect();
        let written = |(position, array): (usize, &Value)| {
            let mut array = array.as_array().expect("a term of array sort has arrays as values").clone();
            array.set(self.place(index, position), values[position].clone());
            Value::Array(array)
        };
        let expected: Vec<Value> = arrays.iter().enumerate().map(written).collect();
        let what = format!("{} with another element", self.pool.display(base));
        let built = self.pool.store(base, &places, value);
        self.push(built, sort, expected, &what);
    }

    /// The values of an index under one assignment.
    fn place(&self, index: &[usize], assignment: usize) -> Vec<Value> {
        index.iter().map(|at| self.terms[*at].2[assignment].clone()).collect()
    }

    /// Two comparisons of one term, with constants that lie near each other or with another term, and a connective on top.
    fn related_comparisons(&mut self, sort: Sort, x: usize, y: usize, choice: u16) {
        let first = self.terms.len();
        let near = u64::from(choice >> 8) % 5;
        for offset in [near, near + u64::from(choice) % 3] {
            let value = match sort {
                Sort::Int => Value::Int(BigInt::from(offset)),
                _ => Value::bv(
                    sort.width().expect("the other sort with an order is that of vectors"),
                    offset.wrapping_sub(2),
                ),
            };
            let constant = self.pool.constant(&value).expect("a value of a scalar is a constant");
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
        let constant = self.pool.constant(&value).expect("a value of a scalar is a constant");
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
            0 => {
                let [down, up, even] = [Rounding::Down, Rounding::Up, Rounding::Even].map(UnaryOp::FRound);
                let ops = [UnaryOp::FNeg, UnaryOp::FSqrt, down, up, even];
                self.unary(ops[choice / 14 % ops.len()], x);
            }
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

/// Builds terms of these sorts in steps, each with the position of its sort. The seed makes the values of the symbols.
///
/// # Panics
/// A term's value is not that of its operator, or a term is not in the form that its node promises.
pub fn build(sorts: &[Sort], seed: u64, steps: &[(u8, Step)]) -> Builder {
    let mut builder = Builder::new(sorts, seed);
    for (sort, step) in steps {
        builder.step(sorts[usize::from(*sort) % sorts.len()], *step);
    }
    builder
}
