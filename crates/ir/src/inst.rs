//! Instructions and the ends of blocks.

use crate::{BlockId, CallSite, Expr, Reg, Type};
use std::sync::Arc;

/// A field as a class file names it; which field that is depends on resolution.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FieldRef {
    /// The class in which resolution starts, in internal form (`java/lang/String`).
    pub class: Arc<str>,
    /// The field's name.
    pub name: Arc<str>,
    /// The field's type descriptor.
    pub descriptor: Arc<str>,
}

/// A method as a class file names it; which method that is depends on resolution and, if virtual, on the receiver.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MethodRef {
    /// The class in which resolution starts, in internal form, or an array descriptor.
    pub class: Arc<str>,
    /// Whether the class file says that `class` is an interface.
    pub interface: bool,
    /// The method's name.
    pub name: Arc<str>,
    /// The method's descriptor.
    pub descriptor: Arc<str>,
}

/// How a method is chosen at a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InvokeKind {
    /// `invokestatic`: no receiver. Initialization of the class comes before, as a [`Terminator::InitClass`].
    Static,
    /// `invokespecial`: constructors, private methods and `super` calls.
    Special,
    /// `invokevirtual`.
    Virtual,
    /// `invokeinterface`.
    Interface,
}

/// What a call names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Callee {
    /// A Java method. The first argument is the receiver unless the kind is `Static`; it has been checked for null.
    Method {
        /// How the method is chosen.
        kind: InvokeKind,
        /// The method named.
        method: Arc<MethodRef>,
    },
    /// A call site that a bootstrap method links at run time (`invokedynamic`).
    Dynamic(Arc<CallSite>),
}

/// The kind of the elements that an array instruction accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ElementKind {
    /// `byte` or `boolean`: the JVM has one instruction for both.
    Byte,
    /// `char`.
    Char,
    /// `short`.
    Short,
    /// `int`.
    Int,
    /// `long`.
    Long,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// References.
    Ref,
}

impl ElementKind {
    /// The type of a register that holds such an element.
    pub fn ty(self) -> Type {
        match self {
            ElementKind::Byte | ElementKind::Char | ElementKind::Short | ElementKind::Int => Type::Bv32,
            ElementKind::Long => Type::Bv64,
            ElementKind::Float => Type::F32,
            ElementKind::Double => Type::F64,
            ElementKind::Ref => Type::Ref,
        }
    }
}

/// Which monitor operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MonitorOp {
    /// `monitorenter`.
    Enter,
    /// `monitorexit`.
    Exit,
}

/// An instruction that does not end a block.
///
/// Every instruction that takes an object or an array requires it not to be null, and every array access an index
/// within bounds: the branches before it see to that.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Inst {
    /// `dst := value`.
    Assign {
        /// Receives the result.
        dst: Reg,
        /// The value.
        value: Expr,
    },
    /// Marks the first instruction of a source line, where a `line` goal is reached.
    Line(u32),
    /// `map[index…] := value` in the block language.
    MapStore {
        /// The map changed.
        map: Reg,
        /// Which element: one number for each dimension.
        index: Vec<Expr>,
        /// The value.
        value: Expr,
    },
    /// Blocks the execution unless the condition holds (block language).
    Assume(Expr),
    /// Ends the execution as failed unless the condition holds (block language). `premise` is the disjunctive normal form
    /// over assumption names under which a verifier has proved it: `None` where it is not marked, `Some(vec![])` for
    /// `verified false`, `Some(vec![vec![]])` for `verified true`.
    Assert {
        /// What must hold.
        condition: Expr,
        /// Under which assumptions it is proved.
        premise: Option<Vec<Vec<Arc<str>>>>,
    },
    /// States under which name a verifier assumed the condition (block language).
    Assumed {
        /// What must hold.
        condition: Expr,
        /// The name of the assumption.
        name: Arc<str>,
    },
    /// Asks a search for executions on which the condition holds to be tried before all others (block language;
    /// `unverified-executions`, section 3.3). An execution goes on whether or not it holds.
    TryFirst(Expr),
    /// Calls a procedure of the block language.
    Call {
        /// Receives what the procedure returns.
        dst: Option<Reg>,
        /// The procedure called.
        procedure: Arc<str>,
        /// The arguments, in order.
        args: Vec<Expr>,
    },
    /// Gives `dst` an arbitrary value of its type.
    Havoc {
        /// The register changed.
        dst: Reg,
    },
    /// `dst := object.field`.
    GetField {
        /// Receives the result.
        dst: Reg,
        /// The object, not null.
        object: Reg,
        /// The field.
        field: Arc<FieldRef>,
    },
    /// `object.field := value`, narrowed to the type of the field.
    PutField {
        /// The object, not null.
        object: Reg,
        /// The field.
        field: Arc<FieldRef>,
        /// The value.
        value: Expr,
    },
    /// `dst := field`. The class is initialized.
    GetStatic {
        /// Receives the result.
        dst: Reg,
        /// The field.
        field: Arc<FieldRef>,
    },
    /// `field := value`, narrowed to the type of the field. The class is initialized.
    PutStatic {
        /// The field.
        field: Arc<FieldRef>,
        /// The value.
        value: Expr,
    },
    /// `dst :=` a new object with default field values. The class is initialized and can be instantiated.
    New {
        /// Receives the result.
        dst: Reg,
        /// The class, in internal form.
        class: Arc<str>,
    },
    /// `dst :=` a new throwable of a class of the JVM's own choice, as a failing check makes it: its message is the
    /// JVM's and not known here.
    NewThrowable {
        /// Receives the result.
        dst: Reg,
        /// The class, in internal form.
        class: Arc<str>,
    },
    /// `dst :=` a new array with default elements. `array` is its class as a descriptor (`[I`); the length is not negative.
    NewArray {
        /// Receives the result.
        dst: Reg,
        /// The class of the array, as a descriptor.
        array: Arc<str>,
        /// The number of elements.
        length: Expr,
    },
    /// `dst :=` a new array of arrays. `array` is the class of the outermost; the lengths are not negative.
    NewMultiArray {
        /// Receives the result.
        dst: Reg,
        /// The class of the outermost array, as a descriptor.
        array: Arc<str>,
        /// The number of elements of each dimension, outermost first.
        lengths: Vec<Expr>,
    },
    /// `dst := array.length`.
    ArrayLength {
        /// Receives the result.
        dst: Reg,
        /// The array, not null.
        array: Reg,
    },
    /// `dst := array[index]`, extended to the type of the register.
    ArrayLoad {
        /// Receives the result.
        dst: Reg,
        /// Of what kind.
        kind: ElementKind,
        /// The array, not null.
        array: Reg,
        /// Which element.
        index: Expr,
    },
    /// `array[index] := value`, narrowed to the kind of the elements.
    ArrayStore {
        /// Of what kind.
        kind: ElementKind,
        /// The array, not null.
        array: Reg,
        /// Which element.
        index: Expr,
        /// The value.
        value: Expr,
    },
    /// `dst :=` whether the object is an instance of the class (internal name or array descriptor). `dst` is `Bool`.
    InstanceOf {
        /// Receives the result.
        dst: Reg,
        /// The reference tested.
        object: Reg,
        /// The class, in internal form or as a descriptor.
        class: Arc<str>,
    },
    /// `dst :=` whether the value, which is not null, may be stored in the array of references. `dst` is `Bool`.
    CanStore {
        /// Receives the result.
        dst: Reg,
        /// The array, not null.
        array: Reg,
        /// The reference, not null.
        value: Reg,
    },
    /// `dst :=` whether two references are the same. `dst` is `Bool`.
    RefEq {
        /// Receives the result.
        dst: Reg,
        /// One side.
        left: Expr,
        /// The other side.
        right: Expr,
    },
    /// `dst :=` the interned string of these UTF-16 units.
    LoadString {
        /// Receives the result.
        dst: Reg,
        /// The UTF-16 units.
        value: Arc<[u16]>,
    },
    /// `dst :=` the `java.lang.Class` object of a class (internal name or descriptor of an array or primitive type).
    LoadClass {
        /// Receives the result.
        dst: Reg,
        /// The class, in internal form or as a descriptor.
        class: Arc<str>,
    },
    /// Enters or leaves a monitor; single-threaded meaning.
    Monitor {
        /// Which operation.
        op: MonitorOp,
        /// The object, not null.
        object: Reg,
    },
}

/// Why a block branches, which says what kind of goal its edges are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BranchKind {
    /// A conditional jump of the program: both edges are goals of kind `branch`.
    Source,
    /// The check for `null`: `otherwise` throws `NullPointerException`.
    NullCheck,
    /// The check of an array index: `otherwise` throws `ArrayIndexOutOfBoundsException`.
    BoundsCheck,
    /// The check of an array length: `otherwise` throws `NegativeArraySizeException`.
    SizeCheck,
    /// The check of a divisor: `otherwise` throws `ArithmeticException`.
    DivisorCheck,
    /// The check of a cast: `otherwise` throws `ClassCastException`.
    CastCheck,
    /// The check of a store into an array of references: `otherwise` throws `ArrayStoreException`.
    StoreCheck,
    /// The choice of an exception handler: no goal.
    HandlerTest,
    /// Part of the meaning of one instruction: no goal.
    Internal,
}

impl BranchKind {
    /// The class, in internal form, that the failing side of a check throws.
    pub fn throws(self) -> Option<&'static str> {
        match self {
            BranchKind::NullCheck => Some("java/lang/NullPointerException"),
            BranchKind::BoundsCheck => Some("java/lang/ArrayIndexOutOfBoundsException"),
            BranchKind::SizeCheck => Some("java/lang/NegativeArraySizeException"),
            BranchKind::DivisorCheck => Some("java/lang/ArithmeticException"),
            BranchKind::CastCheck => Some("java/lang/ClassCastException"),
            BranchKind::StoreCheck => Some("java/lang/ArrayStoreException"),
            BranchKind::Source | BranchKind::HandlerTest | BranchKind::Internal => None,
        }
    }
}

/// Where an exception goes that arises in a block's end: the handler dispatch of the method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unwind {
    /// The block that looks for a handler.
    pub block: BlockId,
    /// The register in which that block expects the exception.
    pub exception: Reg,
}

/// The end of a block.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Terminator {
    /// Goes to one of the targets, chosen without a reason; Java code has exactly one. At least one target.
    Goto(Vec<BlockId>),
    /// Goes to `then` where the condition holds, else to `otherwise`. Of a check, `then` is the side that goes on.
    Branch {
        /// Of what kind.
        kind: BranchKind,
        /// What decides.
        condition: Expr,
        /// Where control goes if the condition holds.
        then: BlockId,
        /// Where control goes if it does not.
        otherwise: BlockId,
    },
    /// Goes where the value says. Keys are distinct. Every case and the default are goals of kind `branch`.
    Switch {
        /// What decides, a `Bv32`.
        value: Expr,
        /// Keys and where they lead.
        cases: Vec<(i32, BlockId)>,
        /// Where every other value leads.
        default: BlockId,
    },
    /// Calls a method. Without `unwind`, an exception leaves this method too.
    Invoke {
        /// Receives what the method returns.
        dst: Option<Reg>,
        /// What is called.
        callee: Callee,
        /// The arguments, in order.
        args: Vec<Expr>,
        /// Where control goes afterwards.
        normal: BlockId,
        /// Where an exception goes.
        unwind: Option<Unwind>,
    },
    /// Sees to it that a class is initialized. Without `unwind`, an exception leaves this method too.
    InitClass {
        /// The class, in internal form.
        class: Arc<str>,
        /// Where control goes afterwards.
        normal: BlockId,
        /// Where an exception goes.
        unwind: Option<Unwind>,
    },
    /// Ends the activation normally.
    Return(Option<Expr>),
    /// Ends the activation with the exception in the register, which is not null.
    Throw(Reg),
    /// An instruction this version cannot follow; the text is the reason that reports show, without a prefix.
    Unsupported(Arc<str>),
}

impl Terminator {
    /// All blocks that control may go to within the activation, in a fixed order, with repetitions.
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            Terminator::Goto(targets) => targets.clone(),
            Terminator::Branch { then, otherwise, .. } => vec![*then, *otherwise],
            Terminator::Switch { cases, default, .. } => {
                cases.iter().map(|(_, block)| *block).chain([*default]).collect()
            }
            Terminator::Invoke { normal, unwind, .. } | Terminator::InitClass { normal, unwind, .. } => {
                std::iter::once(*normal).chain(unwind.map(|unwind| unwind.block)).collect()
            }
            Terminator::Return(_) | Terminator::Throw(_) | Terminator::Unsupported(_) => Vec::new(),
        }
    }
}
