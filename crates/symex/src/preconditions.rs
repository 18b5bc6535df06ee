//! Invariants that the user assumes of the input: `boolean repOk()` is executed symbolically on the heap at entry, before the
//! method under test begins, and only executions on which it returns true go on.
//!
//! Each invariant is code like any other, so every heap model and every bound treats it as such: [`body`] makes of a place
//! `a.f` the code `a != null && a.f != null ? a.f.repOk() : true`.
//! Assumption: the invariant only looks. One that writes to what was there before cuts the path ([`Machine::note_write`]).

use crate::body::{BodyBuilder, callee};
use crate::code::Code;
use crate::core::Core;
use crate::flow::{Flow, PathEnd, Step, Stop, known};
use crate::inputs::{Inputs, Precondition};
use crate::machine::Machine;
use crate::state::{OnReturn, State};
use crate::types::heap_field;
use clew_facts::{Assumption, HeapAssumption, HeapPath};
use clew_heap::{EntryAssumption, EntryPlace, Value};
use clew_ir::{BlockId, Body, BranchKind, Expr, FieldRef, Inst, Reg, Terminator, Type, UnaryOp};
use clew_jvm::{FieldId, MethodCode, MethodId, PlaceError, World};
use std::rc::Rc;
use std::sync::Arc;

impl Machine<'_> {
    /// Prepares what is assumed of the heap at entry of the method under test, which has these inputs.
    ///
    /// # Errors
    /// The method has no such place, or its class no invariant.
    pub(crate) fn read_heap_assumptions(&mut self, inputs: &Inputs) -> Result<(), PlaceError> {
        for assumption in &self.options.heap_assumptions {
            let entry = |path: &HeapPath| self.entry_place(inputs, path);
            match assumption {
                HeapAssumption::NonAliasing(one, other) => {
                    let assumed = EntryAssumption::NonAliasing(entry(one)?, entry(other)?);
                    self.entry_assumptions.push(assumed);
                }
                HeapAssumption::NonSharing(one, other) => {
                    let assumed = EntryAssumption::NonSharing(entry(one)?, entry(other)?);
                    self.entry_assumptions.push(assumed);
                }
                HeapAssumption::Acyclic(place) => {
                    let assumed = EntryAssumption::Acyclic(entry(place)?);
                    self.entry_assumptions.push(assumed);
                }
                HeapAssumption::RepOk(place) => self.read_invariant(place)?,
                // On record where it says more than the types in the code.
                HeapAssumption::GenericTypes => continue,
            }
            self.ledger.assume_everywhere(Assumption::Heap(assumption.clone()));
        }
        Ok(())
    }

    fn read_invariant(&mut self, path: &HeapPath) -> Result<(), PlaceError> {
        let place = self.world.find_place(self.target, &path.root, &path.fields)?;
        let invariant = self.world.rep_ok(&place)?;
        let code = MethodCode::of_body(body(self.world, &place.fields, invariant));
        let method = self.world.method(invariant);
        let class = self.world.class(method.class);
        let receiver = usize::from(!self.world.method(self.target).is_static());
        self.inputs.preconditions.push(Precondition {
            root: place.parameter.map_or(0, |at| at + receiver),
            code: Rc::new(Code::new(invariant, method, Rc::new(code), &class)),
        });
        Ok(())
    }

    /// Whether invariants of the input are still to be established.
    pub(crate) fn is_preparing(&self, state: &State) -> bool {
        !state.entry.begun && state.entry.established < self.inputs.preconditions.len()
    }

    /// Calls the next invariant. The activation of the method under test stands at its beginning.
    pub(crate) fn establish(&mut self, mut state: State) -> Step {
        let Precondition { root, code } = self.inputs.preconditions[state.entry.established].clone();
        let root = state.get(state.top().code.code.body.params[root]);
        known!(state, self.push_frame(&mut state, code, vec![root], OnReturn::Established));
        Ok(Flow::Next(state))
    }
}

impl Core<'_> {
    /// An invariant returned. The state goes on where it is true.
    pub(crate) fn established(&mut self, mut state: State, value: Option<Value>) -> Step {
        let Some(Value::Term(value)) = value else {
            return Err(Stop::unsupported(state, "an invariant whose value is not known"));
        };
        state.frames.pop();
        match self.pool.as_i32(value) {
            Some(0) => Ok(Flow::End(state, PathEnd::Excluded)),
            Some(_) => {
                state.entry.established += 1;
                Ok(Flow::Next(state))
            }
            // The code that calls the invariant branches on what it returns.
            None => Err(Stop::unsupported(state, "an invariant whose value is not known")),
        }
    }
}

impl Core<'_> {
    fn entry_place(&self, inputs: &Inputs, path: &HeapPath) -> Result<EntryPlace, PlaceError> {
        let place = self.world.find_place(self.target, &path.root, &path.fields)?;
        let value = match place.parameter {
            Some(at) => Some(inputs.parameters[at].value),
            None => inputs.receiver,
        };
        match value {
            Some(Value::Ref(root)) => {
                Ok(EntryPlace { root, fields: place.fields.into_iter().map(heap_field).collect() })
            }
            _ => Err(PlaceError::NotAReference(path.to_string())),
        }
    }
}

/// The code that asks whether the invariant holds of the place that these fields lead to from its parameter.
fn body(world: &World, fields: &[FieldId], invariant: MethodId) -> Body {
    let mut making = BodyBuilder::new();
    let root = making.register("root", Type::Ref);
    let valid = making.block("valid", Vec::new(), Terminator::Return(Some(Expr::bv32(1))));
    let invalid = making.block("invalid", Vec::new(), Terminator::Return(Some(Expr::bv32(0))));
    let holds = making.register("holds", Type::Bv32);
    let answered = {
        let condition = Expr::binary(clew_ir::BinaryOp::Ne, Expr::Reg(holds), Expr::bv32(0));
        making.block("answered", Vec::new(), branch(condition, valid, invalid))
    };
    // The way is made from its end: the call first, then what leads there.
    let places: Vec<Reg> = std::iter::once(root)
        .chain((0..fields.len()).map(|at| making.register(&format!("place{at}"), Type::Ref)))
        .collect();
    let end = places[places.len() - 1];
    let call = Terminator::Invoke {
        dst: Some(holds),
        callee: callee(world, invariant, None),
        args: vec![Expr::Reg(end)],
        normal: answered,
        unwind: None,
    };
    let mut next = making.block("call", Vec::new(), call);
    for (step, field) in fields.iter().enumerate().rev() {
        next = making.unless_null(&format!("test{}", step + 1), places[step + 1], next, valid);
        let field = world.field(*field);
        let read = Inst::GetField {
            dst: places[step + 1],
            object: places[step],
            field: Arc::new(FieldRef {
                class: Arc::clone(&world.class(field.class).name),
                name: Arc::clone(&field.name),
                descriptor: Arc::clone(&field.descriptor),
            }),
        };
        next = making.block(&format!("read{step}"), vec![read], Terminator::Goto(vec![next]));
    }
    let entry = making.unless_null("test0", places[0], next, valid);
    making.finish(vec![root], Type::Bv32, entry)
}

fn branch(condition: Expr, then: BlockId, otherwise: BlockId) -> Terminator {
    Terminator::Branch { kind: BranchKind::Internal, condition, then, otherwise }
}

impl BodyBuilder {
    fn unless_null(&mut self, label: &str, reg: Reg, then: BlockId, null: BlockId) -> BlockId {
        let condition = Expr::unary(UnaryOp::IsNull, Expr::Reg(reg));
        self.block(label, Vec::new(), branch(condition, null, then))
    }
}
