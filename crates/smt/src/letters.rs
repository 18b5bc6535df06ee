//! Models by other letters: changes a character of a text, or the length of a text and the character that it gains.
//!
//! Conditions on hash codes of texts, such as that two of them lie in different buckets, have many models, and a solver takes long for
//! each because every character goes through the same arithmetic. Sixteen letters in a row give a hash code all the values that its
//! last four bits can have, and with their capitals each of these twice, so one of them is a model, most often.

use clew_term::{Evaluator, Sort, SymbolId, Term, TermPool, Value};

/// The width of a character.
const CHARACTER_BITS: u8 = 16;
/// The letters that are tried.
const LETTERS: &[u8; 32] = b"abcdefghijklmnopABCDEFGHIJKLMNOP";
/// The most characters of a condition that are changed alone.
const MAX_CHARACTERS: usize = 6;
/// The most numbers of a condition that are changed, as lengths of texts.
const MAX_LENGTHS: usize = 4;
/// The most characters that are changed behind one change of a length.
const MAX_GAINED: usize = 2;

/// Finds a model of the constraints and the condition that differs from these values, which satisfy the constraints, in a character,
/// or in a length and a character. Whether one was found; if so, its values are on trial, else nothing is, and that says nothing
/// about whether there is one.
pub fn change_letters<'a, C>(pool: &mut TermPool, values: &mut Evaluator, constraints: C, condition: Term) -> bool
where
    C: Iterator<Item = &'a Term> + Clone + DoubleEndedIterator,
{
    let symbols = pool.symbols(condition);
    let is_character = |pool: &TermPool, symbol: &SymbolId| pool.symbol_sort(*symbol) == Sort::Bv(CHARACTER_BITS);
    let (characters, numbers): (Vec<SymbolId>, Vec<SymbolId>) =
        symbols.iter().rev().copied().partition(|symbol| is_character(pool, symbol));
    if characters.is_empty() {
        return false;
    }
    let mut search = Search { values, constraints, condition };
    let (used, unused): (Vec<SymbolId>, Vec<SymbolId>) =
        characters.into_iter().partition(|symbol| search.values.may_depend(pool, condition, *symbol));
    if used.into_iter().take(MAX_CHARACTERS).any(|character| search.change(pool, character)) {
        return true;
    }
    let lengths = numbers.into_iter().filter(|symbol| matches!(pool.symbol_sort(*symbol), Sort::Bv(_)));
    for length in lengths.collect::<Vec<_>>().into_iter().take(MAX_LENGTHS) {
        if search.lengthen(pool, length, &unused) {
            return true;
        }
    }
    false
}

struct Search<'e, C> {
    values: &'e mut Evaluator,
    constraints: C,
    condition: Term,
}

impl<'a, C: Iterator<Item = &'a Term> + Clone + DoubleEndedIterator> Search<'_, C> {
    /// Whether the values are a model.
    fn is_model(&mut self, pool: &TermPool) -> bool {
        // The condition and the newest constraints fail most often.
        self.values.holds(pool, self.condition)
            && self.constraints.clone().rev().all(|constraint| self.values.holds(pool, *constraint))
    }

    /// Tries the letters for a character.
    fn change(&mut self, pool: &TermPool, character: SymbolId) -> bool {
        let before = self.values.tried();
        LETTERS.iter().any(|letter| {
            self.values.try_value(character, Value::bv(CHARACTER_BITS, u64::from(*letter)));
            let found = self.is_model(pool);
            if !found {
                self.values.take_back(before);
            }
            found
        })
    }

    /// Makes a text longer by one character, and tries the letters for characters that matter then.
    fn lengthen(&mut self, pool: &TermPool, length: SymbolId, unused: &[SymbolId]) -> bool {
        if !self.values.may_depend(pool, self.condition, length) {
            return false;
        }
        let Sort::Bv(width) = pool.symbol_sort(length) else { return false };
        let now = self.values.assignment().get(length).and_then(Value::as_signed).unwrap_or_default();
        self.values.try_value(length, Value::bv(width, now.wrapping_add(1) as u64));
        if self.is_model(pool) {
            return true;
        }
        let gained = |search: &mut Self, symbol: &SymbolId| search.values.may_depend(pool, search.condition, *symbol);
        let gained: Vec<SymbolId> =
            unused.iter().copied().filter(|symbol| gained(self, symbol)).take(MAX_GAINED).collect();
        let found = gained.into_iter().any(|character| self.change(pool, character));
        if !found {
            self.values.take_back(0);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_term::Assignment;

    /// The hash code of a text of at most two characters.
    fn hash(pool: &mut TermPool, length: Term, units: [Term; 2]) -> Term {
        let (mut hash, factor) = (pool.bv32(0), pool.bv32(31));
        for (at, unit) in units.into_iter().enumerate() {
            let at = pool.bv32(at as i32);
            let (is_there, unit) = (pool.slt(at, length), pool.zero_extend(unit, 32));
            let product = pool.mul(hash, factor);
            let sum = pool.add(product, unit);
            hash = pool.ite(is_there, sum, hash);
        }
        hash
    }

    #[test]
    fn a_text_grows_into_another_bucket() {
        let mut pool = TermPool::new();
        let length = pool.fresh("length", Sort::Bv(32));
        let units = ["first", "second"].map(|name| pool.fresh(name, Sort::Bv(16)));
        let code = hash(&mut pool, length, units);
        let (fifteen, nine, two) = (pool.bv32(15), pool.bv32(9), pool.bv32(2));
        let bucket = pool.bit_and(code, fifteen);
        let is_ninth = pool.eq(bucket, nine);
        let is_short = pool.sle(length, two);
        let mut values = Evaluator::new(Assignment::new());
        assert!(!values.holds(&pool, is_ninth), "the empty text is in the first bucket");
        assert!(change_letters(&mut pool, &mut values, [is_short].iter(), is_ninth));
        assert!(values.holds(&pool, is_ninth) && values.holds(&pool, is_short));
        let zero = pool.bv32(0);
        let is_empty = pool.eq(length, zero);
        let mut values = Evaluator::new(Assignment::new());
        assert!(!change_letters(&mut pool, &mut values, [is_empty].iter(), is_ninth), "no other text is empty");
        assert_eq!(values.tried(), 0, "what was tried is taken back");
    }
}
