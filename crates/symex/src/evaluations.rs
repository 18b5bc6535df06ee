//! Values of terms under the models in use, each computed once.

use clew_smt::Model;
use clew_term::Evaluator;
use std::collections::VecDeque;
use std::rc::Rc;

/// How many models' values are kept.
const MAX_MODELS: usize = 16;
/// How many values of one model are kept before they are forgotten.
const MAX_VALUES: usize = 20_000;

/// An evaluator that remembers more values than this is not copied, because computing what is needed is cheaper.
const MAX_COPIED: usize = 2_000;

/// Evaluators of the models that were asked about last; of terms of one pool.
#[derive(Default)]
pub(crate) struct Evaluations {
    /// The latest first. A model is known by its place in memory, so it is kept as long as its values are.
    latest: VecDeque<(Rc<Model>, Evaluator)>,
}

impl Evaluations {
    /// The evaluator under a model.
    pub(crate) fn of(&mut self, model: &Rc<Model>) -> &mut Evaluator {
        let known = self.latest.iter().position(|(known, _)| Rc::ptr_eq(known, model));
        let (model, mut values) = match known.and_then(|at| self.latest.remove(at)) {
            Some(entry) => entry,
            None => (Rc::clone(model), Evaluator::new(model.assignment().clone())),
        };
        if values.computed_values() > MAX_VALUES {
            values.forget_values();
        }
        self.adopt(model, values);
        &mut self.latest[0].1
    }

    /// An evaluator under a model that can be changed.
    pub(crate) fn copy_of(&mut self, model: &Rc<Model>) -> Evaluator {
        copy(self.of(model))
    }

    /// The model that one is with what is on trial in its evaluator, where nothing is on trial any more then.
    pub(crate) fn keep_trial(&mut self, model: &Rc<Model>) -> Rc<Model> {
        let values = self.of(model);
        let mut kept = copy(values);
        kept.keep();
        values.take_back(0);
        let changed = Rc::new(Model::new(kept.assignment().clone()));
        self.adopt(Rc::clone(&changed), kept);
        changed
    }

    /// Keeps an evaluator under a model, whose values were computed elsewhere.
    pub(crate) fn adopt(&mut self, model: Rc<Model>, values: Evaluator) {
        self.latest.truncate(MAX_MODELS - 1);
        self.latest.push_front((model, values));
    }
}

/// The same evaluator, without values of terms if there are many.
fn copy(values: &Evaluator) -> Evaluator {
    if values.computed_values() > MAX_COPIED { Evaluator::new(values.assignment().clone()) } else { values.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_term::{Assignment, Sort, TermPool, Value};

    #[test]
    fn each_model_has_values_of_its_own() {
        let mut pool = TermPool::new();
        let number = pool.fresh("x", Sort::Bv(32));
        let next = pool.bv32(1);
        let next = pool.add(number, next);
        let symbol = pool.as_symbol(number).expect("a symbol");
        let model = |value| {
            let mut values = Assignment::new();
            values.insert(symbol, Value::from_i32(value));
            Rc::new(Model::new(values))
        };
        let models: Vec<_> = (0..20).map(model).collect();
        let mut evaluations = Evaluations::default();
        for round in 0..2 {
            for (value, model) in models.iter().enumerate() {
                let expected = value as i32 + 1;
                assert_eq!(evaluations.of(model).value(&pool, next).as_i32(), Some(expected), "round {round}");
            }
        }
        assert_eq!(evaluations.latest.len(), MAX_MODELS);
    }
}
