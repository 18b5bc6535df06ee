//! Declares a boolean variable for each assumption identifier (`unverified-executions`, section 2.1).
//!
//! The variables are true at first: locals of the procedure if reasoning is modular, globals that the unit initializes
//! if it is about the whole program. The annotations stay where they are.

use crate::condition::Identifier;
use crate::unit::{Fault, Reasoning, Unit};
use clew_base::{Id, OrderedMap, OrderedSet};
use clew_ir::{
    Block, BlockId, Body, Cfg, Const, Expr, Global, Inst, Origin, ProcedureId, Program, Reg, RegInfo, Stmt, Terminator,
    Type, called_from, callees,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The identifiers that a procedure may name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    by_name: OrderedMap<Arc<str>, Identifier>,
    variables: BTreeMap<Identifier, Reg>,
}

impl Scope {
    /// The identifier of this name, if the procedure names it.
    pub(crate) fn identifier(&self, name: &str) -> Option<Identifier> {
        self.by_name.get(name).copied()
    }

    /// The variable of the identifier, if the procedure has it.
    pub(crate) fn variable(&self, identifier: Identifier) -> Option<Reg> {
        self.variables.get(&identifier).copied()
    }

    /// The identifier that the variable stands for.
    pub(crate) fn identifier_in(&self, variable: Reg) -> Option<Identifier> {
        self.variables.iter().find(|(_, other)| **other == variable).map(|(identifier, _)| *identifier)
    }
}

/// A program in which each identifier has a variable.
#[derive(Clone, Debug)]
pub(crate) struct Declared {
    pub program: Program,
    pub unit: ProcedureId,
    pub reasoning: Reasoning,
    /// By procedure.
    pub scopes: Vec<Scope>,
    /// How many identifiers there are.
    pub identifiers: usize,
}

impl Declared {
    pub(crate) fn new(program: &Program, unit: &Unit) -> Result<Declared, Fault> {
        let no_procedure = || Fault::NoProcedure(Arc::clone(&unit.procedure));
        let (id, _) = program.procedure(&unit.procedure).ok_or_else(no_procedure)?;
        refuse_calls(program, id)?;
        refuse_unknown(program, unit.reasoning)?;
        let mut declared = Declared {
            program: program.clone(),
            unit: id,
            reasoning: unit.reasoning,
            scopes: vec![Scope::default(); program.procedures.len()],
            identifiers: 0,
        };
        match unit.reasoning {
            Reasoning::Modular => declared.declare_locals(),
            Reasoning::WholeProgram => declared.declare_globals(),
        }
        Ok(declared)
    }

    fn declare_locals(&mut self) {
        let globals: OrderedSet<Arc<str>> = self.program.globals.values().map(|it| Arc::clone(&it.name)).collect();
        for (procedure, scope) in self.program.procedures.iter_mut().map(|(_, it)| it).zip(&mut self.scopes) {
            let body = &mut procedure.body;
            let mut taken = globals.clone();
            taken.extend(body.regs.values().map(|info| Arc::clone(&info.name)));
            for name in assumed(body) {
                let identifier = Identifier::from_index(self.identifiers);
                self.identifiers += 1;
                let info = RegInfo { name: fresh(&name, &mut taken), ty: Type::Bool, global: None };
                scope.variables.insert(identifier, body.regs.push(info));
                scope.by_name.insert(name, identifier);
            }
            initialize(body, scope);
        }
    }

    fn declare_globals(&mut self) {
        let program = &mut self.program;
        let mut taken: OrderedSet<Arc<str>> = program.globals.values().map(|it| Arc::clone(&it.name)).collect();
        let regs = program.procedures.values().flat_map(|procedure| procedure.body.regs.values());
        taken.extend(regs.map(|info| Arc::clone(&info.name)));
        let names: OrderedSet<Arc<str>> = program.procedures.values().flat_map(|it| assumed(&it.body)).collect();
        self.identifiers = names.len();
        for (index, name) in names.into_iter().enumerate() {
            let identifier = Identifier::from_index(index);
            let variable = fresh(&name, &mut taken);
            let global = program.globals.push(Global { name: Arc::clone(&variable), ty: Type::Bool });
            for ((_, procedure), scope) in program.procedures.iter_mut().zip(&mut self.scopes) {
                let info = RegInfo { name: Arc::clone(&variable), ty: Type::Bool, global: Some(global) };
                scope.variables.insert(identifier, procedure.body.regs.push(info));
                scope.by_name.insert(Arc::clone(&name), identifier);
            }
        }
        initialize(&mut program.procedures[self.unit].body, &self.scopes[self.unit.index()]);
    }
}

/// Puts `a := true` for each identifier at the beginning of the procedure.
fn initialize(body: &mut Body, scope: &Scope) {
    if scope.variables.is_empty() {
        return;
    }
    if !Cfg::compute(body).predecessors(body.entry).is_empty() {
        enter_once(body);
    }
    let origin = Origin::default();
    let holds = Expr::Const(Const::Bool(true));
    let assign = |dst: &Reg| Stmt { inst: Inst::Assign { dst: *dst, value: holds.clone() }, origin };
    let first = scope.variables.values().map(assign).collect::<Vec<_>>();
    body.blocks[body.entry].stmts.splice(0..0, first);
}

/// Gives the body an entry that no edge leads to.
fn enter_once(body: &mut Body) {
    let entry = body.entry;
    let moved = body.blocks.push(body.blocks[entry].clone());
    let mut taken: OrderedSet<Arc<str>> = body.blocks.values().map(|block| Arc::clone(&block.label)).collect();
    for (_, block) in body.blocks.iter_mut() {
        block.terminator.map_blocks(&mut |target: BlockId| if target == entry { moved } else { target });
    }
    body.blocks[entry] = Block {
        label: fresh("init", &mut taken),
        stmts: Vec::new(),
        terminator: Terminator::Goto(vec![moved]),
        terminator_origin: Origin::default(),
    };
}

/// A name that is not taken, which is taken afterwards.
fn fresh(name: &str, taken: &mut OrderedSet<Arc<str>>) -> Arc<str> {
    let numbered = (1_u64..).map(|number| Arc::from(format!("{name}${number}")));
    let candidate = std::iter::once(Arc::from(name)).chain(numbered).find(|candidate| !taken.contains(candidate));
    let candidate = candidate.unwrap_or_else(|| Arc::from(name));
    taken.insert(Arc::clone(&candidate));
    candidate
}

/// The identifiers that the body introduces, in the order of the text.
fn assumed(body: &Body) -> OrderedSet<Arc<str>> {
    let stmts = body.blocks.values().flat_map(|block| &block.stmts);
    stmts
        .filter_map(|stmt| if let Inst::Assumed { name, .. } = &stmt.inst { Some(Arc::clone(name)) } else { None })
        .collect()
}

fn refuse_calls(program: &Program, unit: ProcedureId) -> Result<(), Fault> {
    for id in called_from(program, unit) {
        let cfg = Cfg::compute(&program.procedures[id].body);
        if callees(program, id, &cfg).contains(&unit) {
            return Err(Fault::UnitIsCalled(Arc::clone(&program.procedures[unit].name)));
        }
    }
    Ok(())
}

fn refuse_unknown(program: &Program, reasoning: Reasoning) -> Result<(), Fault> {
    let anywhere: OrderedSet<Arc<str>> = program.procedures.values().flat_map(|it| assumed(&it.body)).collect();
    for procedure in program.procedures.values() {
        let known = match reasoning {
            Reasoning::Modular => assumed(&procedure.body),
            Reasoning::WholeProgram => anywhere.clone(),
        };
        for stmt in procedure.body.blocks.values().flat_map(|block| &block.stmts) {
            let Inst::Assert { premise: Some(premise), .. } = &stmt.inst else { continue };
            if let Some(name) = premise.iter().flatten().find(|name| !known.contains(*name)) {
                let (procedure, identifier) = (Arc::clone(&procedure.name), Arc::clone(name));
                return Err(Fault::NotAssumed { procedure, identifier });
            }
        }
    }
    Ok(())
}
