//! A whole program of the block language. Java programs are read method by method from their class path instead.

use crate::{Body, Reg, Type};
use clew_base::{Arena, define_id};
use std::sync::Arc;

define_id! {
    /// A global variable.
    pub struct GlobalId = "g"
}

define_id! {
    /// A procedure.
    pub struct ProcedureId = "p"
}

/// A variable that all procedures share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Global {
    /// Its name.
    pub name: Arc<str>,
    /// Its type.
    pub ty: Type,
}

/// A procedure of the block language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Procedure {
    /// Its name.
    pub name: Arc<str>,
    /// The register whose value it returns when it ends, if it returns one.
    pub result: Option<Reg>,
    /// Its code. A final block ends with `Return(None)`: what is returned is what `result` then holds.
    pub body: Body,
}

/// A program of the block language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The global variables.
    pub globals: Arena<GlobalId, Global>,
    /// The procedures, in the order of the text.
    pub procedures: Arena<ProcedureId, Procedure>,
}

impl Program {
    /// The procedure of this name.
    pub fn procedure(&self, name: &str) -> Option<(ProcedureId, &Procedure)> {
        self.procedures.iter().find(|(_, procedure)| &*procedure.name == name)
    }

    /// The global variable of this name.
    pub fn global(&self, name: &str) -> Option<(GlobalId, &Global)> {
        self.globals.iter().find(|(_, global)| &*global.name == name)
    }

    /// The same program with all origins unknown: what two texts of one program have in common.
    pub fn without_origins(mut self) -> Program {
        self.procedures.iter_mut().for_each(|(_, procedure)| procedure.body.clear_origins());
        self
    }
}
