//! What holds of a well-formed body or program, checked.
//!
//! Of a body: names of registers and labels are unique; parameters are distinct registers; every register and block named
//! exists; operands have the types their instruction takes; a `goto` has a target; the keys of a switch differ; values
//! returned have the declared type; exceptions are put into registers of type `ref`.
//!
//! Of a program besides: names of globals and procedures are unique; registers that stand for globals have their name and
//! type; calls fit the procedures they name; only instructions of the block language occur.

use crate::typing::{TypeError, check_indices, map_type};
use crate::{BlockId, Body, Callee, Expr, Inst, InvokeKind, Program, Reg, Terminator, Type, Unwind};
use clew_base::FastSet;
use std::sync::Arc;

/// What is wrong with a body, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{fault}", self.place())]
pub struct VerifyError {
    /// The procedure, if a program was checked.
    pub procedure: Option<Arc<str>>,
    /// The block, if the fault lies in one.
    pub block: Option<BlockId>,
    /// The position in the block; that of its end is the number of its statements.
    pub position: Option<usize>,
    /// What is wrong.
    pub fault: Fault,
}

impl VerifyError {
    fn place(&self) -> String {
        let mut place = String::new();
        if let Some(procedure) = &self.procedure {
            place.push_str(&format!("procedure {procedure}: "));
        }
        if let Some(block) = self.block {
            place.push_str(&format!("block {block}: "));
        }
        if let Some(position) = self.position {
            place.push_str(&format!("statement {position}: "));
        }
        place
    }
}

/// A rule that is broken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// An expression is not well-formed.
    #[error(transparent)]
    Type(#[from] TypeError),
    /// A value or register has another type than its place requires.
    #[error("{what} has type {found}, but {wanted} is needed")]
    WrongType {
        /// What has the type.
        what: &'static str,
        /// The type it has.
        found: Type,
        /// The type it must have.
        wanted: Type,
    },
    /// A map is stored into that is none, or takes another number of indices.
    #[error("a store with {indices} indices goes into a register of type {found}")]
    Store {
        /// The type of the register.
        found: Type,
        /// The number of indices.
        indices: usize,
    },
    /// The body has no blocks or its entry does not exist.
    #[error("the entry does not exist")]
    NoEntry,
    /// A block that the body does not have.
    #[error("target {0} does not exist")]
    UnknownTarget(BlockId),
    /// A `goto` without targets.
    #[error("a goto has no target")]
    NoTarget,
    /// A name is used twice.
    #[error("two {what} are called `{name}`")]
    Duplicate {
        /// What has the name.
        what: &'static str,
        /// The name.
        name: Arc<str>,
    },
    /// A register is a parameter twice.
    #[error("parameter {0} occurs twice")]
    DuplicateParameter(Reg),
    /// A switch has the same key twice.
    #[error("the switch has the key {0} twice")]
    DuplicateKey(i32),
    /// A value is returned although none is declared, or the other way round.
    #[error("the value returned does not agree with the declaration")]
    Returns,
    /// Arguments of a call do not agree with its descriptor.
    #[error("the arguments or the result of the call do not agree with `{0}`")]
    Descriptor(Arc<str>),
    /// A call names no procedure of the program.
    #[error("there is no procedure `{0}`")]
    UnknownProcedure(Arc<str>),
    /// A call has another number of arguments than its procedure.
    #[error("the call of `{0}` has the wrong number of arguments")]
    Arguments(Arc<str>),
    /// A register claims to stand for a global that does not exist or is different.
    #[error("register {0} does not agree with its global variable")]
    Global(Reg),
    /// A register is read that some path leaves unassigned.
    #[error("register {0} is read, but some path does not assign it")]
    Unassigned(Reg),
    /// An instruction that the block language does not have.
    #[error("the block language has no such instruction")]
    JavaOnly,
}

/// Checks a body. All faults are reported, in the order of the blocks.
pub fn verify_body(body: &Body) -> Result<(), Vec<VerifyError>> {
    finish(Verifier::new(body, None).run())
}

/// Checks a program of the block language. All faults are reported, procedure by procedure.
pub fn verify_program(program: &Program) -> Result<(), Vec<VerifyError>> {
    let mut errors = Vec::new();
    let mut note = |fault| errors.push(VerifyError { procedure: None, block: None, position: None, fault });
    if let Some(name) = first_duplicate(program.globals.values().map(|global| &global.name)) {
        note(Fault::Duplicate { what: "global variables", name });
    }
    if let Some(name) = first_duplicate(program.procedures.values().map(|procedure| &procedure.name)) {
        note(Fault::Duplicate { what: "procedures", name });
    }
    for procedure in program.procedures.values() {
        let mut verifier = Verifier::new(&procedure.body, Some(program));
        let result = procedure.result.and_then(|result| procedure.body.regs.get(result));
        if result.map(|info| info.ty) != procedure.body.returns || result.is_some() != procedure.result.is_some() {
            verifier.note(Fault::Returns);
        }
        errors.extend(
            verifier
                .run()
                .into_iter()
                .map(|error| VerifyError { procedure: Some(Arc::clone(&procedure.name)), ..error }),
        );
    }
    finish(errors)
}

fn finish(errors: Vec<VerifyError>) -> Result<(), Vec<VerifyError>> {
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

fn first_duplicate<'n>(names: impl Iterator<Item = &'n Arc<str>>) -> Option<Arc<str>> {
    let mut seen = FastSet::default();
    names.into_iter().find(|name| !seen.insert(Arc::clone(name))).cloned()
}

type Check = Result<(), Fault>;

struct Verifier<'b> {
    body: &'b Body,
    /// The program of a procedure; `None` for a Java body.
    program: Option<&'b Program>,
    block: Option<BlockId>,
    position: Option<usize>,
    errors: Vec<VerifyError>,
}

impl<'b> Verifier<'b> {
    fn new(body: &'b Body, program: Option<&'b Program>) -> Self {
        Verifier { body, program, block: None, position: None, errors: Vec::new() }
    }

    fn note(&mut self, fault: Fault) {
        self.errors.push(VerifyError { procedure: None, block: self.block, position: self.position, fault });
    }

    fn run(mut self) -> Vec<VerifyError> {
        self.names();
        for (id, block) in self.body.blocks.iter() {
            self.block = Some(id);
            for (position, stmt) in block.stmts.iter().enumerate() {
                self.position = Some(position);
                if let Err(fault) = self.inst(&stmt.inst) {
                    self.note(fault);
                }
            }
            self.position = Some(block.stmts.len());
            for target in block.terminator.successors() {
                if self.body.blocks.get(target).is_none() {
                    self.note(Fault::UnknownTarget(target));
                }
            }
            if let Err(fault) = self.terminator(&block.terminator) {
                self.note(fault);
            }
        }
        self.errors
    }

    fn names(&mut self) {
        let body = self.body;
        if body.blocks.get(body.entry).is_none() {
            self.note(Fault::NoEntry);
        }
        if let Some(name) = first_duplicate(body.regs.values().map(|info| &info.name)) {
            self.note(Fault::Duplicate { what: "registers", name });
        }
        if let Some(name) = first_duplicate(body.blocks.values().map(|block| &block.label)) {
            self.note(Fault::Duplicate { what: "blocks", name });
        }
        let mut seen = FastSet::default();
        for param in &body.params {
            if body.regs.get(*param).is_none() {
                self.note(Fault::Type(TypeError::UnknownRegister(*param)));
            } else if !seen.insert(*param) {
                self.note(Fault::DuplicateParameter(*param));
            }
        }
        for (reg, info) in body.regs.iter() {
            let agrees = match (info.global, self.program) {
                (None, _) => true,
                (Some(_), None) => false,
                (Some(id), Some(program)) => program
                    .globals
                    .get(id)
                    .is_some_and(|global| global.name == info.name && global.ty == info.ty && !seen.contains(&reg)),
            };
            if !agrees {
                self.note(Fault::Global(reg));
            }
        }
    }

    fn reg(&self, reg: Reg) -> Result<Type, Fault> {
        let info = self.body.regs.get(reg).ok_or(TypeError::UnknownRegister(reg))?;
        Ok(info.ty)
    }

    fn expr(&self, expr: &Expr) -> Result<Type, Fault> {
        Ok(expr.ty(&self.body.regs)?)
    }

    fn require_reg(&self, reg: Reg, wanted: Type, what: &'static str) -> Check {
        require(self.reg(reg)?, wanted, what)
    }

    fn require_expr(&self, expr: &Expr, wanted: Type, what: &'static str) -> Check {
        require(self.expr(expr)?, wanted, what)
    }

    fn inst(&self, inst: &Inst) -> Check {
        if self.program.is_some() && !is_block_language(inst) {
            return Err(Fault::JavaOnly);
        }
        match inst {
            Inst::Line(_) => Ok(()),
            Inst::Assign { dst, value } => self.require_expr(value, self.reg(*dst)?, "the value"),
            Inst::Havoc { dst } => self.reg(*dst).map(|_| ()),
            Inst::MapStore { map, index, value } => {
                let found = self.reg(*map)?;
                if index.is_empty() || found != map_type(index.len()) {
                    return Err(Fault::Store { found, indices: index.len() });
                }
                check_indices(index, &self.body.regs)?;
                self.require_expr(value, Type::Int, "the value")
            }
            Inst::Assume(condition)
            | Inst::Assert { condition, .. }
            | Inst::Assumed { condition, .. }
            | Inst::TryFirst(condition) => self.require_expr(condition, Type::Bool, "the condition"),
            Inst::Call { dst, procedure, args } => self.call(*dst, procedure, args),
            Inst::GetField { .. }
            | Inst::PutField { .. }
            | Inst::GetStatic { .. }
            | Inst::PutStatic { .. }
            | Inst::Monitor { .. } => self.field_inst(inst),
            Inst::New { dst, .. }
            | Inst::NewThrowable { dst, .. }
            | Inst::LoadString { dst, .. }
            | Inst::LoadClass { dst, .. } => self.require_reg(*dst, Type::Ref, "the result"),
            Inst::NewArray { .. }
            | Inst::NewMultiArray { .. }
            | Inst::ArrayLength { .. }
            | Inst::ArrayLoad { .. }
            | Inst::ArrayStore { .. }
            | Inst::CanStore { .. } => self.array_inst(inst),
            Inst::InstanceOf { dst, object, .. } => {
                self.require_reg(*object, Type::Ref, "the object")?;
                self.require_reg(*dst, Type::Bool, "the result")
            }
            Inst::RefEq { dst, left, right } => {
                self.require_expr(left, Type::Ref, "the left side")?;
                self.require_expr(right, Type::Ref, "the right side")?;
                self.require_reg(*dst, Type::Bool, "the result")
            }
        }
    }

    fn field_inst(&self, inst: &Inst) -> Check {
        match inst {
            Inst::GetField { dst, object, field } => {
                self.require_reg(*object, Type::Ref, "the object")?;
                self.require_reg(*dst, field_type(&field.descriptor)?, "the result")
            }
            Inst::PutField { object, field, value } => {
                self.require_reg(*object, Type::Ref, "the object")?;
                self.require_expr(value, field_type(&field.descriptor)?, "the value")
            }
            Inst::GetStatic { dst, field } => self.require_reg(*dst, field_type(&field.descriptor)?, "the result"),
            Inst::PutStatic { field, value } => self.require_expr(value, field_type(&field.descriptor)?, "the value"),
            Inst::Monitor { object, .. } => self.require_reg(*object, Type::Ref, "the object"),
            _ => Ok(()),
        }
    }

    fn array_inst(&self, inst: &Inst) -> Check {
        match inst {
            Inst::NewArray { dst, length, .. } => {
                self.require_expr(length, Type::Bv32, "the length")?;
                self.require_reg(*dst, Type::Ref, "the result")
            }
            Inst::NewMultiArray { dst, lengths, array } => {
                let dimensions = array.bytes().take_while(|byte| *byte == b'[').count();
                if lengths.is_empty() || lengths.len() > dimensions {
                    return Err(Fault::Descriptor(Arc::clone(array)));
                }
                lengths.iter().try_for_each(|length| self.require_expr(length, Type::Bv32, "the length"))?;
                self.require_reg(*dst, Type::Ref, "the result")
            }
            Inst::ArrayLength { dst, array } => {
                self.require_reg(*array, Type::Ref, "the array")?;
                self.require_reg(*dst, Type::Bv32, "the result")
            }
            Inst::ArrayLoad { dst, kind, array, index } => {
                self.require_reg(*array, Type::Ref, "the array")?;
                self.require_expr(index, Type::Bv32, "the index")?;
                self.require_reg(*dst, kind.ty(), "the result")
            }
            Inst::ArrayStore { kind, array, index, value } => {
                self.require_reg(*array, Type::Ref, "the array")?;
                self.require_expr(index, Type::Bv32, "the index")?;
                self.require_expr(value, kind.ty(), "the value")
            }
            Inst::CanStore { dst, array, value } => {
                self.require_reg(*array, Type::Ref, "the array")?;
                self.require_reg(*value, Type::Ref, "the value")?;
                self.require_reg(*dst, Type::Bool, "the result")
            }
            _ => Ok(()),
        }
    }

    fn call(&self, dst: Option<Reg>, name: &Arc<str>, args: &[Expr]) -> Check {
        let program = self.program.ok_or(Fault::UnknownProcedure(Arc::clone(name)))?;
        let (_, procedure) = program.procedure(name).ok_or_else(|| Fault::UnknownProcedure(Arc::clone(name)))?;
        if procedure.body.params.len() != args.len() {
            return Err(Fault::Arguments(Arc::clone(name)));
        }
        for (argument, param) in args.iter().zip(&procedure.body.params) {
            let wanted = procedure.body.regs.get(*param).ok_or(TypeError::UnknownRegister(*param))?.ty;
            self.require_expr(argument, wanted, "the argument")?;
        }
        match (dst, procedure.body.returns) {
            (None, _) => Ok(()),
            (Some(dst), Some(ty)) => self.require_reg(dst, ty, "the result"),
            (Some(_), None) => Err(Fault::Returns),
        }
    }

    fn terminator(&self, terminator: &Terminator) -> Check {
        match terminator {
            Terminator::Goto(targets) if targets.is_empty() => Err(Fault::NoTarget),
            Terminator::Goto(_) => Ok(()),
            Terminator::Branch { condition, .. } => self.require_expr(condition, Type::Bool, "the condition"),
            Terminator::Switch { value, cases, .. } => {
                let mut seen = FastSet::default();
                if let Some((key, _)) = cases.iter().find(|(key, _)| !seen.insert(*key)) {
                    return Err(Fault::DuplicateKey(*key));
                }
                self.require_expr(value, Type::Bv32, "the value")
            }
            Terminator::Unsupported(_) if self.program.is_none() => Ok(()),
            Terminator::Return(value) => match (value, self.body.returns, self.program) {
                (None, _, Some(_)) | (None, None, None) => Ok(()),
                (Some(value), Some(ty), None) => self.require_expr(value, ty, "the value returned"),
                _ => Err(Fault::Returns),
            },
            _ if self.program.is_some() => Err(Fault::JavaOnly),
            Terminator::Throw(exception) => self.require_reg(*exception, Type::Ref, "the exception"),
            Terminator::InitClass { unwind, .. } => self.unwind(*unwind),
            Terminator::Invoke { dst, callee, args, unwind, .. } => {
                self.invoke(*dst, callee, args)?;
                self.unwind(*unwind)
            }
            Terminator::Unsupported(_) => Ok(()),
        }
    }

    fn unwind(&self, unwind: Option<Unwind>) -> Check {
        unwind.map_or(Ok(()), |unwind| self.require_reg(unwind.exception, Type::Ref, "the exception"))
    }

    fn invoke(&self, dst: Option<Reg>, callee: &Callee, args: &[Expr]) -> Check {
        let (descriptor, receiver) = match callee {
            Callee::Method { kind, method } => (&method.descriptor, *kind != InvokeKind::Static),
            Callee::Dynamic(site) => (&site.descriptor, false),
        };
        let fault = || Fault::Descriptor(Arc::clone(descriptor));
        let (params, result) = parse_method_descriptor(descriptor).ok_or_else(fault)?;
        let wanted: Vec<Type> = receiver.then_some(Type::Ref).into_iter().chain(params).collect();
        if wanted.len() != args.len() {
            return Err(fault());
        }
        for (argument, ty) in args.iter().zip(wanted) {
            self.require_expr(argument, ty, "the argument")?;
        }
        match (dst, result) {
            (None, _) => Ok(()),
            (Some(dst), Some(ty)) => self.require_reg(dst, ty, "the result"),
            (Some(_), None) => Err(fault()),
        }
    }
}

fn require(found: Type, wanted: Type, what: &'static str) -> Check {
    if found == wanted { Ok(()) } else { Err(Fault::WrongType { what, found, wanted }) }
}

fn is_block_language(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Assign { .. }
            | Inst::MapStore { .. }
            | Inst::Assume(_)
            | Inst::Assert { .. }
            | Inst::Assumed { .. }
            | Inst::TryFirst(_)
            | Inst::Call { .. }
            | Inst::Havoc { .. }
    )
}

fn field_type(descriptor: &Arc<str>) -> Result<Type, Fault> {
    match parse_type_descriptor(descriptor) {
        Some((ty, "")) => Ok(ty),
        _ => Err(Fault::Descriptor(Arc::clone(descriptor))),
    }
}

/// The type of a value with the descriptor at the start of the text, and the rest.
fn parse_type_descriptor(text: &str) -> Option<(Type, &str)> {
    let element = text.trim_start_matches('[');
    let (ty, rest) = match element.as_bytes().first()? {
        b'B' | b'C' | b'I' | b'S' | b'Z' => (Type::Bv32, &element[1..]),
        b'J' => (Type::Bv64, &element[1..]),
        b'F' => (Type::F32, &element[1..]),
        b'D' => (Type::F64, &element[1..]),
        b'L' => (Type::Ref, &element[element.find(';')? + 1..]),
        _ => return None,
    };
    Some((if element.len() < text.len() { Type::Ref } else { ty }, rest))
}

/// The types of the parameters and of the result of a method descriptor.
pub(crate) fn parse_method_descriptor(descriptor: &str) -> Option<(Vec<Type>, Option<Type>)> {
    let mut rest = descriptor.strip_prefix('(')?;
    let mut params = Vec::new();
    while !rest.starts_with(')') {
        let (ty, behind) = parse_type_descriptor(rest)?;
        params.push(ty);
        rest = behind;
    }
    match &rest[1..] {
        "V" => Some((params, None)),
        result => match parse_type_descriptor(result)? {
            (ty, "") => Some((params, Some(ty))),
            _ => None,
        },
    }
}
