//! Terms as Z3 expressions.
//!
//! Every operator is encoded with the meaning that `clew_term::semantics` gives it, so that an unsatisfiable answer is one
//! about our terms: division by zero, the saturating conversions and the canonical NaN are spelled out where Z3's own
//! operator differs or leaves a choice.

use super::raw;
use crate::solver::UnknownReason;
use clew_base::FastMap;
use clew_term::{
    ArraySort, BinaryOp, ElementSort, FloatConversion, IndexList, IndexSort, Node, Rounding, Sort, SymbolId, Term,
    TermPool, UnaryOp,
};
use std::str::FromStr;
use z3::ast::{Array, Ast, BV, Bool, Dynamic, Float, Int, RoundingMode};

/// What can't be encoded, as an answer.
type Encoded<T> = Result<T, UnknownReason>;

/// Remembers the encodings of the terms of one pool.
pub(super) struct Encoder {
    encoded: FastMap<Term, Dynamic>,
}

impl Encoder {
    pub(super) fn new() -> Self {
        Self { encoded: FastMap::default() }
    }

    /// How many terms have been encoded.
    pub(super) fn len(&self) -> usize {
        self.encoded.len()
    }

    /// The encoding of a symbol that occurs in an encoded term.
    pub(super) fn symbol(&self, pool: &TermPool, symbol: SymbolId) -> Option<&Dynamic> {
        self.encoded.get(&pool.symbol_term(symbol))
    }

    /// The encoding of a term of sort `Bool`.
    pub(super) fn bool(&mut self, pool: &TermPool, term: Term) -> Encoded<Bool> {
        self.encode(pool, term)?;
        self.as_bool(term)
    }

    /// Encodes all parts of a term, operands first and without recursion.
    fn encode(&mut self, pool: &TermPool, term: Term) -> Encoded<()> {
        let mut stack = vec![(term, false)];
        while let Some((term, operands_done)) = stack.pop() {
            if self.encoded.contains_key(&term) {
                continue;
            }
            if operands_done {
                let encoding = self.encode_node(pool, term)?;
                self.encoded.insert(term, encoding);
                continue;
            }
            stack.push((term, true));
            pool.for_each_operand(term, |operand| {
                if !self.encoded.contains_key(&operand) {
                    stack.push((operand, false));
                }
            });
        }
        Ok(())
    }

    fn encode_node(&self, pool: &TermPool, term: Term) -> Encoded<Dynamic> {
        Ok(match *pool.node(term) {
            Node::Bool(value) => Bool::from_bool(value).into(),
            Node::Int(id) => integer(&pool.int_value(id).to_string())?.into(),
            Node::Bv { width, bits } => BV::from_u64(bits, u32::from(width)).into(),
            Node::F32(bits) => match f32::from_bits(bits) {
                value if value.is_nan() => Float::nan32().into(),
                value => Float::from_f32(value).into(),
            },
            Node::F64(bits) => match f64::from_bits(bits) {
                value if value.is_nan() => Float::nan64().into(),
                value => Float::from_f64(value).into(),
            },
            Node::Symbol(symbol) => symbol_constant(symbol, pool.symbol_sort(symbol))?,
            Node::Unary(op, operand) => self.unary(pool, op, operand)?,
            Node::Binary(op, left, right) => self.binary(pool, op, left, right)?,
            Node::Ite(condition, then, otherwise) => {
                self.as_bool(condition)?.ite(self.any(then)?, self.any(otherwise)?)
            }
            Node::Select(array, index) => {
                let index = self.index(pool, index)?;
                let index: Vec<&dyn Ast> = index.iter().map(|component| component as &dyn Ast).collect();
                self.as_array(array)?.select_n(&index)
            }
            Node::Store(array, index, value) => {
                raw::store(&self.as_array(array)?, &self.index(pool, index)?, self.any(value)?).ok_or_else(broken)?
            }
            Node::ConstArray(sort, value) => constant_array(sort, self.any(value)?),
        })
    }

    fn index(&self, pool: &TermPool, index: IndexList) -> Encoded<Vec<Dynamic>> {
        pool.index_terms(index).iter().map(|term| self.any(*term).cloned()).collect()
    }

    fn unary(&self, pool: &TermPool, op: UnaryOp, operand: Term) -> Encoded<Dynamic> {
        let width = pool.sort(operand).width().map_or(0, u32::from);
        Ok(match op {
            UnaryOp::Not => self.as_bool(operand)?.not().into(),
            UnaryOp::Neg if pool.sort(operand) == Sort::Int => self.as_int(operand)?.unary_minus().into(),
            UnaryOp::Neg => self.as_bv(operand)?.bvneg().into(),
            UnaryOp::BitNot => self.as_bv(operand)?.bvnot().into(),
            UnaryOp::SignExtend(to) => self.as_bv(operand)?.sign_ext(u32::from(to) - width).into(),
            UnaryOp::ZeroExtend(to) => self.as_bv(operand)?.zero_ext(u32::from(to) - width).into(),
            UnaryOp::ExtractLow(to) => self.as_bv(operand)?.extract(u32::from(to) - 1, 0).into(),
            UnaryOp::FNeg => self.as_float(operand)?.unary_neg().into(),
            UnaryOp::FSqrt => {
                self.as_float(operand)?.sqrt_with_rounding_mode(&RoundingMode::round_nearest_ties_to_even()).into()
            }
            UnaryOp::FRound(to) => {
                let mode = match to {
                    Rounding::Down => RoundingMode::round_towards_negative(),
                    Rounding::Up => RoundingMode::round_towards_positive(),
                    Rounding::Even => RoundingMode::round_nearest_ties_to_even(),
                };
                self.as_float(operand)?.round_to_integral_with_rounding_mode(&mode).into()
            }
            UnaryOp::Convert(conversion) => self.convert(conversion, operand)?,
            UnaryOp::FloatToBits => bits_of_float(&self.as_float(operand)?, pool.sort(operand)).into(),
            UnaryOp::BitsToFloat => {
                let sort = if width == 32 { z3::Sort::float32() } else { z3::Sort::double() };
                raw::float_of_bits(&self.as_bv(operand)?, &sort).ok_or_else(broken)?.into()
            }
        })
    }

    fn convert(&self, conversion: FloatConversion, operand: Term) -> Encoded<Dynamic> {
        use FloatConversion::*;
        let (single, double) = (z3::Sort::float32(), z3::Sort::double());
        let nearest = RoundingMode::round_nearest_ties_to_even();
        Ok(match conversion {
            I2F | L2F => raw::float_of_signed(&self.as_bv(operand)?, &single).ok_or_else(broken)?.into(),
            I2D | L2D => raw::float_of_signed(&self.as_bv(operand)?, &double).ok_or_else(broken)?.into(),
            F2D => self.as_float(operand)?.to_fp_with_rounding_mode(&nearest, &double).into(),
            D2F => self.as_float(operand)?.to_fp_with_rounding_mode(&nearest, &single).into(),
            F2I => saturated(&self.as_float(operand)?, Float::from_f32(2f32.powi(31)), 32).into(),
            F2L => saturated(&self.as_float(operand)?, Float::from_f32(2f32.powi(63)), 64).into(),
            D2I => saturated(&self.as_float(operand)?, Float::from_f64(2f64.powi(31)), 32).into(),
            D2L => saturated(&self.as_float(operand)?, Float::from_f64(2f64.powi(63)), 64).into(),
        })
    }

    fn binary(&self, pool: &TermPool, op: BinaryOp, left: Term, right: Term) -> Encoded<Dynamic> {
        match op {
            BinaryOp::And => Ok(Bool::and(&[self.as_bool(left)?, self.as_bool(right)?]).into()),
            BinaryOp::Or => Ok(Bool::or(&[self.as_bool(left)?, self.as_bool(right)?]).into()),
            BinaryOp::Eq => Ok(self.any(left)?.eq(self.any(right)?).into()),
            _ => match pool.sort(left) {
                Sort::Bv(_) => vector_operation(op, &self.as_bv(left)?, &self.as_bv(right)?),
                Sort::Int => integer_operation(op, &self.as_int(left)?, &self.as_int(right)?),
                Sort::F32 | Sort::F64 => float_operation(op, &self.as_float(left)?, &self.as_float(right)?),
                Sort::Bool | Sort::Array(_) => Err(broken()),
            },
        }
    }

    fn any(&self, term: Term) -> Encoded<&Dynamic> {
        self.encoded.get(&term).ok_or_else(broken)
    }

    fn as_bool(&self, term: Term) -> Encoded<Bool> {
        self.any(term)?.as_bool().ok_or_else(broken)
    }

    fn as_bv(&self, term: Term) -> Encoded<BV> {
        self.any(term)?.as_bv().ok_or_else(broken)
    }

    fn as_int(&self, term: Term) -> Encoded<Int> {
        self.any(term)?.as_int().ok_or_else(broken)
    }

    fn as_float(&self, term: Term) -> Encoded<Float> {
        self.any(term)?.as_float().ok_or_else(broken)
    }

    fn as_array(&self, term: Term) -> Encoded<Array> {
        self.any(term)?.as_array().ok_or_else(broken)
    }
}

/// Z3 refused an expression that has an encoding, or the encoder lost one.
fn broken() -> UnknownReason {
    UnknownReason::Backend("Z3 refused an expression".to_owned())
}

fn unsupported(what: &str) -> UnknownReason {
    UnknownReason::Unsupported(what.to_owned())
}

fn integer(decimal: &str) -> Encoded<Int> {
    Int::from_str(decimal).map_err(|()| broken())
}

fn symbol_constant(symbol: SymbolId, sort: Sort) -> Encoded<Dynamic> {
    let name = symbol.to_string();
    if let Sort::Array(ArraySort { index: IndexSort::Ints(arity), element }) = sort
        && arity > 1
    {
        let domain = vec![z3::Sort::int(); usize::from(arity)];
        return raw::array_constant(&name, &domain, &sort_of_element(element)).ok_or_else(broken);
    }
    Ok(Dynamic::new_const(name.as_str(), &z3_sort(sort)))
}

/// The sort of anything but an array with several indices.
fn z3_sort(sort: Sort) -> z3::Sort {
    match sort {
        Sort::Bool => z3::Sort::bool(),
        Sort::Int => z3::Sort::int(),
        Sort::Bv(width) => z3::Sort::bitvector(u32::from(width)),
        Sort::F32 => z3::Sort::float32(),
        Sort::F64 => z3::Sort::double(),
        Sort::Array(array) => z3::Sort::array(&z3_sort(array.index.component()), &sort_of_element(array.element)),
    }
}

fn sort_of_element(element: ElementSort) -> z3::Sort {
    z3_sort(Sort::from(element))
}

/// The array that holds a value everywhere; with several indices a function that ignores its arguments.
fn constant_array(sort: ArraySort, value: &Dynamic) -> Dynamic {
    let component = z3_sort(sort.index.component());
    if sort.index.arity() == 1 {
        return Array::const_array(&component, value).into();
    }
    let arguments: Vec<Dynamic> = (0..sort.index.arity())
        .map(|position| Dynamic::new_const(format!("index!{position}").as_str(), &component))
        .collect();
    let arguments: Vec<&dyn Ast> = arguments.iter().map(|argument| argument as &dyn Ast).collect();
    z3::ast::lambda_const(&arguments, value).into()
}

fn vector_operation(op: BinaryOp, a: &BV, b: &BV) -> Encoded<Dynamic> {
    Ok(match op {
        BinaryOp::Add => a.bvadd(b).into(),
        BinaryOp::Sub => a.bvsub(b).into(),
        BinaryOp::Mul => a.bvmul(b).into(),
        BinaryOp::SDiv => a.bvsdiv(b).into(),
        BinaryOp::SRem => a.bvsrem(b).into(),
        BinaryOp::UDiv => a.bvudiv(b).into(),
        BinaryOp::URem => a.bvurem(b).into(),
        BinaryOp::BitAnd => a.bvand(b).into(),
        BinaryOp::BitOr => a.bvor(b).into(),
        BinaryOp::BitXor => a.bvxor(b).into(),
        BinaryOp::Shl => a.bvshl(b).into(),
        BinaryOp::LShr => a.bvlshr(b).into(),
        BinaryOp::AShr => a.bvashr(b).into(),
        BinaryOp::SLt => a.bvslt(b).into(),
        BinaryOp::SLe => a.bvsle(b).into(),
        BinaryOp::ULt => a.bvult(b).into(),
        BinaryOp::ULe => a.bvule(b).into(),
        _ => return Err(unsupported(&format!("{op:?} on bit-vectors"))),
    })
}

/// Z3's integer division rounds so that the remainder is not negative; ours truncates, so the dividend's magnitude is
/// divided and the sign put back.
fn integer_operation(op: BinaryOp, a: &Int, b: &Int) -> Encoded<Dynamic> {
    let zero = Int::from_i64(0);
    Ok(match op {
        BinaryOp::Add => Int::add(&[a.clone(), b.clone()]).into(),
        BinaryOp::Sub => Int::sub(&[a.clone(), b.clone()]).into(),
        BinaryOp::Mul => Int::mul(&[a.clone(), b.clone()]).into(),
        BinaryOp::SDiv => {
            let truncated = a.ge(&zero).ite(&a.div(b), &a.unary_minus().div(b).unary_minus());
            b.eq(&zero).ite(&zero, &truncated).into()
        }
        BinaryOp::SRem => {
            let truncated = a.ge(&zero).ite(&a.modulo(b), &a.unary_minus().modulo(b).unary_minus());
            b.eq(&zero).ite(a, &truncated).into()
        }
        BinaryOp::SLt => a.lt(b).into(),
        BinaryOp::SLe => a.le(b).into(),
        _ => return Err(unsupported(&format!("{op:?} on integers"))),
    })
}

fn float_operation(op: BinaryOp, a: &Float, b: &Float) -> Encoded<Dynamic> {
    let nearest = RoundingMode::round_nearest_ties_to_even();
    Ok(match op {
        BinaryOp::FAdd => a.add_with_rounding_mode(b, &nearest).into(),
        BinaryOp::FSub => a.sub_with_rounding_mode(b, &nearest).into(),
        BinaryOp::FMul => a.mul_with_rounding_mode(b, &nearest).into(),
        BinaryOp::FDiv => a.div_with_rounding_mode(b, &nearest).into(),
        BinaryOp::FLt => a.lt(b).into(),
        BinaryOp::FLe => a.le(b).into(),
        BinaryOp::FEq => a.eq_fpa(b).into(),
        // IEEE's remainder, which Z3 has, is another function.
        BinaryOp::FRem => return Err(unsupported("the remainder of floats")),
        _ => return Err(unsupported(&format!("{op:?} on floats"))),
    })
}

/// The IEEE bits, where Z3 leaves those of NaN open.
pub(super) fn bits_of_float(float: &Float, sort: Sort) -> BV {
    let nan = match sort {
        Sort::F32 => BV::from_u64(u64::from(clew_term::semantics::CANONICAL_NAN_32), 32),
        _ => BV::from_u64(clew_term::semantics::CANONICAL_NAN_64, 64),
    };
    float.is_nan().ite(&nan, &float.to_ieee_bv())
}

/// The conversion to a signed vector as Java does it; `limit` is the power of two just above its greatest value.
fn saturated(float: &Float, limit: Float, width: u32) -> BV {
    let zero = BV::from_u64(0, width);
    let least = BV::from_u64(1u64 << (width - 1), width);
    let greatest = BV::from_u64((1u64 << (width - 1)) - 1, width);
    let inner = float.to_sbv_with_rounding_mode(&RoundingMode::round_towards_zero(), width);
    let low_or_inner = float.lt(limit.unary_neg()).ite(&least, &inner);
    let number = float.ge(limit).ite(&greatest, &low_or_inner);
    float.is_nan().ite(&zero, &number)
}
