//! Constructors of terms against the meaning of their operators, on random terms.
#![allow(clippy::unwrap_used)]

use clew_fuzzing::terms::{SCALARS, Step, build};
use clew_term::{ArraySort, Assignment, ElementSort, IndexSort, Sort, SymbolId, Term, TermPool, Value};
use proptest::prelude::*;

fn steps() -> impl Strategy<Value = Vec<(u8, Step)>> {
    prop::collection::vec((any::<u8>(), (any::<u8>(), any::<u16>(), any::<u16>(), any::<u16>())), 1..60)
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
