//! Mutants of a class: its class file with one small change, which good tests notice.
//!
//! A change keeps the length of the code, so that jumps, stack maps, exception tables and line tables stay valid. What a
//! compiler added to the source is not changed ([`made`]).

mod calls;
mod conditions;
mod made;
mod numbers;
mod returns;
mod view;

use crate::classfile::{ClassFile, places};
use crate::op::Op;
use crate::translate::{MethodCode, translate};
use crate::world::{ClassId, Method, MethodId, World};
use std::ops::Range;
use view::View;

/// What kind of change a mutant is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MutantOperator {
    /// `<` for `<=`, `>` for `>=`, and the contrary.
    Boundary,
    /// A condition for its contrary.
    Negation,
    /// An operator on numbers for another one.
    Math,
    /// The contrary of an increment.
    Increment,
    /// A constant for its neighbour.
    Constant,
    /// A value that every caller can get for the one that is returned.
    Return,
    /// A call of a `void` method less.
    Call,
}

impl MutantOperator {
    /// All of them, in the order of their declaration.
    pub const ALL: [MutantOperator; 7] = [
        MutantOperator::Boundary,
        MutantOperator::Negation,
        MutantOperator::Math,
        MutantOperator::Increment,
        MutantOperator::Constant,
        MutantOperator::Return,
        MutantOperator::Call,
    ];

    /// The name in documents.
    pub fn name(self) -> &'static str {
        match self {
            MutantOperator::Boundary => "boundary",
            MutantOperator::Negation => "negation",
            MutantOperator::Math => "math",
            MutantOperator::Increment => "increment",
            MutantOperator::Constant => "constant",
            MutantOperator::Return => "return",
            MutantOperator::Call => "call",
        }
    }
}

/// One mutant of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The method that is changed.
    pub method: MethodId,
    /// The source line; 0 where it is not known.
    pub line: u32,
    /// The byte offset of the instruction in the method's code.
    pub offset: u32,
    /// What kind of change it is.
    pub operator: MutantOperator,
    /// The change in words of the source, such as `< became <=`.
    pub change: String,
    /// Where bytes of the file are others, and which.
    patches: Vec<(usize, Vec<u8>)>,
}

/// The mutants of a class.
#[derive(Clone, Debug)]
pub struct Mutants {
    /// Its class file.
    file: Vec<u8>,
    /// The mutants, by method and offset.
    pub mutants: Vec<Mutant>,
}

impl Mutants {
    /// The class file without any change.
    pub fn unchanged(&self) -> &[u8] {
        &self.file
    }

    /// The class file of a mutant among these.
    pub fn class_file(&self, mutant: &Mutant) -> Vec<u8> {
        let mut file = self.file.clone();
        for (at, bytes) in &mutant.patches {
            if let Some(place) = file.get_mut(*at..*at + bytes.len()) {
                place.copy_from_slice(bytes);
            }
        }
        file
    }
}

/// A change of the code of a method.
struct Change {
    operator: MutantOperator,
    words: String,
    /// The position of the instruction among those of the method.
    at: usize,
    /// The bytes that the instruction has instead; the rest of it does nothing.
    bytes: Vec<u8>,
    /// How many more values the operand stack holds.
    deeper: u16,
}

/// The instruction that does nothing.
const NOP: u8 = 0;

impl World {
    /// The mutants of a class that these methods of it have; nothing for a class whose file is not there.
    pub fn mutants(&self, class: ClassId, methods: &[MethodId]) -> Option<Mutants> {
        let name = std::sync::Arc::clone(&self.class(class).name);
        let file = self.class_path().find(&name)?.ok()?.bytes.to_vec();
        let code = places::of_code(&file)?;
        let mut mutants = Vec::new();
        for id in methods {
            let method = self.method(*id);
            if let Some(Some(place)) = code.get(method.index) {
                self.add_mutants(&method, &file, place, &mut mutants);
            }
        }
        Some(Mutants { file, mutants })
    }

    /// The code of the method that a mutant changes, with the change. `None` where it cannot be translated.
    pub fn code_of_mutant(&self, mutants: &Mutants, mutant: &Mutant) -> Option<MethodCode> {
        let file = ClassFile::parse(&mutants.class_file(mutant)).ok()?;
        let method = self.method(mutant.method);
        translate(self, &method, &file.code(method.index)?).ok()
    }

    fn add_mutants(&self, method: &Method, file: &[u8], place: &Range<usize>, mutants: &mut Vec<Mutant>) {
        let Some(code) = self.raw_code(method).filter(|_| !self.is_generated_member(method)) else { return };
        let view = View::new(&code, &file[place.clone()], method);
        let made = made::made(&view);
        for at in (0..code.ops.len()).filter(|at| !made.contains(at)) {
            for change in changes(&view, at) {
                mutants.extend(mutant(&view, method.id, file, place, change));
            }
        }
    }
}

/// The changes of one instruction.
fn changes(view: &View<'_>, at: usize) -> Vec<Change> {
    let mut changes = match &view.ops[at].1 {
        Op::IfZero(..) | Op::IfInts(..) | Op::IfRefs(..) | Op::IfNull(..) => conditions::changes(view, at),
        Op::Arithmetic(..) | Op::Shift(..) | Op::Negate(_) => numbers::math(view, at).into_iter().collect(),
        Op::Increment(_, by) => numbers::increment(view, at, *by).into_iter().collect(),
        Op::Const(_) => numbers::constant(view, at).into_iter().collect(),
        Op::Invoke(kind, method) => calls::removed(view, at, *kind, method).into_iter().collect(),
        Op::Nop
        | Op::LoadString(_)
        | Op::LoadClass(_)
        | Op::Load(..)
        | Op::Store(..)
        | Op::ArrayLoad(_)
        | Op::ArrayStore(_)
        | Op::Stack(_)
        | Op::Convert(_)
        | Op::Compare(..)
        | Op::Goto(_)
        | Op::Switch { .. }
        | Op::Return(_)
        | Op::GetStatic(_)
        | Op::PutStatic(_)
        | Op::GetField(_)
        | Op::PutField(_)
        | Op::InvokeDynamic(_)
        | Op::New(_)
        | Op::NewArray(_)
        | Op::NewMultiArray(..)
        | Op::ArrayLength
        | Op::Throw
        | Op::CheckCast(_)
        | Op::InstanceOf(_)
        | Op::Monitor(_)
        | Op::Unsupported(_) => Vec::new(),
    };
    changes.extend(returns::changes(view, at));
    changes
}

/// The mutant with a change; nothing if the change does not fit into the instruction.
fn mutant(view: &View<'_>, method: MethodId, file: &[u8], place: &Range<usize>, change: Change) -> Option<Mutant> {
    let Change { operator, words, at, mut bytes, deeper } = change;
    let length = view.length(at);
    if bytes.len() > length {
        return None;
    }
    bytes.resize(length, NOP);
    let offset = view.ops[at].0;
    let start = place.start + usize::try_from(offset).ok()?;
    let mut patches = vec![(start, bytes)];
    if deeper > 0 {
        let at = place.start.checked_sub(places::STACK_DEPTH)?;
        let depth = u16::from_be_bytes([*file.get(at)?, *file.get(at + 1)?]).checked_add(deeper)?;
        patches.push((at, depth.to_be_bytes().to_vec()));
    }
    Some(Mutant { method, line: view.line(offset), offset, operator, change: words, patches })
}
