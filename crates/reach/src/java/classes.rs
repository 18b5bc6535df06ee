//! What objects are instances of: for each class that the method names a map from objects to whether they are.
//!
//! An object's class never changes, so these maps are the same all the time. Only what holds of all class hierarchies, and of that
//! on the class path between the classes named, is known of them.

use super::memory::of_objects;
use super::values::is_null;
use clew_base::OrderedMap;
use clew_ir::{Body, Inst};
use clew_jvm::{ClassId, World};
use clew_term::{ElementSort, Sort, Term, TermPool};
use std::sync::Arc;

/// A class that the method names.
struct Named {
    /// The class, if it can be loaded.
    class: Option<ClassId>,
    /// The map that tells its instances.
    instances: Term,
}

/// The classes that a method asks objects about.
pub(super) struct Classes<'w> {
    world: &'w World,
    named: OrderedMap<Arc<str>, Named>,
}

impl<'w> Classes<'w> {
    /// The classes that the code, and its parameters, name.
    pub(super) fn of(world: &'w World, body: &Body, parameters: &[Arc<str>], pool: &mut TermPool) -> Classes<'w> {
        let asked = body.blocks.values().flat_map(|block| &block.stmts).filter_map(|stmt| match &stmt.inst {
            Inst::InstanceOf { class, .. } => Some(Arc::clone(class)),
            _ => None,
        });
        let mut classes = Classes { world, named: OrderedMap::default() };
        for name in asked.chain(parameters.iter().cloned()) {
            classes.named.entry(name).or_insert_with_key(|name| {
                let sort = Sort::Array(of_objects(ElementSort::Bool));
                Named { class: world.load(name).ok(), instances: pool.fresh("instances", sort) }
            });
        }
        classes
    }

    /// Whether an object, which is not null, is an instance of a class; and what is known of it beside that.
    pub(super) fn is_instance(&self, object: Term, class: &str, pool: &mut TermPool) -> Option<(Term, Vec<Term>)> {
        let asked = self.named.get(class)?;
        let is = pool.select(asked.instances, &[object]);
        let mut known = Vec::new();
        for other in self.named.values() {
            let (Some(one), Some(two)) = (asked.class, other.class) else { continue };
            if one == two {
                continue;
            }
            let is_other = pool.select(other.instances, &[object]);
            if self.world.is_subtype(one, two) {
                known.push(pool.implies(is, is_other));
            } else if self.world.is_subtype(two, one) {
                known.push(pool.implies(is_other, is));
            } else if self.are_disjoint(one, two) {
                let both = pool.and(is, is_other);
                known.push(pool.not(both));
            }
        }
        Some((is, known))
    }

    /// Whether no object is an instance of both, of which neither is a subtype of the other: an object has one class, and that has one
    /// superclass.
    fn are_disjoint(&self, one: ClassId, two: ClassId) -> bool {
        let is_plain = |class: ClassId| {
            let class = self.world.class(class);
            !class.is_interface() && !class.is_array()
        };
        is_plain(one) && is_plain(two)
    }

    /// What a new object of this class is an instance of.
    pub(super) fn of_new(&self, object: Term, class: &str, pool: &mut TermPool) -> Vec<Term> {
        let Ok(exact) = self.world.load(class) else { return Vec::new() };
        let mut known = Vec::new();
        for named in self.named.values() {
            let Some(asked) = named.class else { continue };
            let is = pool.select(named.instances, &[object]);
            known.push(if self.world.is_subtype(exact, asked) { is } else { pool.not(is) });
        }
        known
    }

    /// What is known of an argument, or a receiver, of a declared type. Of interfaces the virtual machine checks nothing.
    pub(super) fn of_declared(&self, object: Term, class: &str, pool: &mut TermPool) -> Vec<Term> {
        let is_checked = self.world.load(class).is_ok_and(|id| {
            let class = self.world.class(id);
            !class.is_interface() && !class.is_array()
        });
        match self.is_instance(object, class, pool) {
            Some((is, known)) if is_checked => {
                let is_null = is_null(object, pool);
                known.into_iter().chain([pool.or(is_null, is)]).collect()
            }
            _ => Vec::new(),
        }
    }
}
