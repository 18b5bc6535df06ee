//! A class whose code is made from choices, nearly always well typed: what the translation and the step rules see most of.
//!
//! Instructions are appended one by one. The kinds of what is on the operand stack are known at every point; operands that
//! an instruction needs and that are not there are loaded first. Jumps go to places where the stack is empty. Now and then
//! an instruction is appended whatever the stack holds, because code that no compiler makes must be answered, too.

mod pool;

use crate::explore;
use arbitrary::Unstructured;
use pool::{Names, Pool};

/// The greatest number of choices of instructions.
const INSTRUCTIONS: usize = 60;
/// How many of 256 instructions are appended without regard to the stack.
const ILL_TYPED: u8 = 6;
/// The greatest number of exception handlers.
const MAX_HANDLERS: usize = 4;
/// The local variables, by kind: the parameters of the method `(IJFD[ILFuzz;Ljava/lang/Object;)I`, with their slots.
const PARAMETERS: [(Kind, u8); 7] = [
    (Kind::Int, 0),
    (Kind::Long, 1),
    (Kind::Float, 3),
    (Kind::Double, 4),
    (Kind::Array, 6),
    (Kind::Own, 7),
    (Kind::Any, 8),
];
const MAX_LOCALS: u16 = 12;
const MAX_STACK: u16 = 200;

/// What a place of the operand stack holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Int,
    Long,
    Float,
    Double,
    /// An array of `int`.
    Array,
    /// An object of the class itself.
    Own,
    /// Any object.
    Any,
}

/// What follows an opcode.
#[derive(Clone, Copy, Debug)]
enum Operand {
    Nothing,
    /// A byte of choice.
    Byte,
    /// A member or class, two bytes.
    Constant(fn(&Names) -> u16),
    /// A slot and an increment.
    Increment,
    /// The kind of a primitive array: that of `int`.
    IntArray,
}

/// An instruction: opcode, what it takes (the top last), what it leaves, what follows the opcode.
type Template = (u8, &'static [Kind], &'static [Kind], Operand);

use Kind::{Any, Array, Double, Float, Int, Long, Own};
use Operand::{Byte, Constant, Increment, IntArray, Nothing};

const TEMPLATES: [Template; 97] = [
    (0x60, &[Int, Int], &[Int], Nothing),
    (0x64, &[Int, Int], &[Int], Nothing),
    (0x68, &[Int, Int], &[Int], Nothing),
    (0x6c, &[Int, Int], &[Int], Nothing),
    (0x70, &[Int, Int], &[Int], Nothing),
    (0x74, &[Int], &[Int], Nothing),
    (0x78, &[Int, Int], &[Int], Nothing),
    (0x7a, &[Int, Int], &[Int], Nothing),
    (0x7c, &[Int, Int], &[Int], Nothing),
    (0x7e, &[Int, Int], &[Int], Nothing),
    (0x80, &[Int, Int], &[Int], Nothing),
    (0x82, &[Int, Int], &[Int], Nothing),
    (0x61, &[Long, Long], &[Long], Nothing),
    (0x65, &[Long, Long], &[Long], Nothing),
    (0x69, &[Long, Long], &[Long], Nothing),
    (0x6d, &[Long, Long], &[Long], Nothing),
    (0x71, &[Long, Long], &[Long], Nothing),
    (0x75, &[Long], &[Long], Nothing),
    (0x79, &[Long, Int], &[Long], Nothing),
    (0x7b, &[Long, Int], &[Long], Nothing),
    (0x7d, &[Long, Int], &[Long], Nothing),
    (0x7f, &[Long, Long], &[Long], Nothing),
    (0x81, &[Long, Long], &[Long], Nothing),
    (0x83, &[Long, Long], &[Long], Nothing),
    (0x62, &[Float, Float], &[Float], Nothing),
    (0x66, &[Float, Float], &[Float], Nothing),
    (0x6a, &[Float, Float], &[Float], Nothing),
    (0x6e, &[Float, Float], &[Float], Nothing),
    (0x72, &[Float, Float], &[Float], Nothing),
    (0x76, &[Float], &[Float], Nothing),
    (0x63, &[Double, Double], &[Double], Nothing),
    (0x67, &[Double, Double], &[Double], Nothing),
    (0x6b, &[Double, Double], &[Double], Nothing),
    (0x6f, &[Double, Double], &[Double], Nothing),
    (0x73, &[Double, Double], &[Double], Nothing),
    (0x77, &[Double], &[Double], Nothing),
    (0x84, &[], &[], Increment),
    (0x85, &[Int], &[Long], Nothing),
    (0x86, &[Int], &[Float], Nothing),
    (0x87, &[Int], &[Double], Nothing),
    (0x88, &[Long], &[Int], Nothing),
    (0x89, &[Long], &[Float], Nothing),
    (0x8a, &[Long], &[Double], Nothing),
    (0x8b, &[Float], &[Int], Nothing),
    (0x8c, &[Float], &[Long], Nothing),
    (0x8d, &[Float], &[Double], Nothing),
    (0x8e, &[Double], &[Int], Nothing),
    (0x8f, &[Double], &[Long], Nothing),
    (0x90, &[Double], &[Float], Nothing),
    (0x91, &[Int], &[Int], Nothing),
    (0x92, &[Int], &[Int], Nothing),
    (0x93, &[Int], &[Int], Nothing),
    (0x94, &[Long, Long], &[Int], Nothing),
    (0x95, &[Float, Float], &[Int], Nothing),
    (0x96, &[Float, Float], &[Int], Nothing),
    (0x97, &[Double, Double], &[Int], Nothing),
    (0x98, &[Double, Double], &[Int], Nothing),
    (0x10, &[], &[Int], Byte),
    (0x01, &[], &[Any], Nothing),
    (0x01, &[], &[Own], Nothing),
    (0x01, &[], &[Array], Nothing),
    (0x0a, &[], &[Long], Nothing),
    (0x0d, &[], &[Float], Nothing),
    (0x0f, &[], &[Double], Nothing),
    (0x2e, &[Array, Int], &[Int], Nothing),
    (0x4f, &[Array, Int, Int], &[], Nothing),
    (0xbe, &[Array], &[Int], Nothing),
    (0xbc, &[Int], &[Array], IntArray),
    (0xb2, &[], &[Int], Constant(|names| names.static_int)),
    (0xb3, &[Int], &[], Constant(|names| names.static_int)),
    (0xb2, &[], &[Own], Constant(|names| names.static_own)),
    (0xb3, &[Own], &[], Constant(|names| names.static_own)),
    (0xb4, &[Own], &[Int], Constant(|names| names.int_field)),
    (0xb5, &[Own, Int], &[], Constant(|names| names.int_field)),
    (0xb4, &[Own], &[Own], Constant(|names| names.own_field)),
    (0xb5, &[Own, Own], &[], Constant(|names| names.own_field)),
    (0xb4, &[Own], &[Any], Constant(|names| names.any_field)),
    (0xb5, &[Own, Any], &[], Constant(|names| names.any_field)),
    (0xb4, &[Own], &[Double], Constant(|names| names.double_field)),
    (0xb5, &[Own, Double], &[], Constant(|names| names.double_field)),
    (0xb6, &[Own, Int], &[Int], Constant(|names| names.virtual_call)),
    (0xb6, &[Any, Any], &[Int], Constant(|names| names.equals)),
    (0xb8, &[Int, Int], &[Int], Constant(|names| names.math_max)),
    (0xc0, &[Any], &[Own], Constant(|names| names.own_class)),
    (0xc0, &[Any], &[Array], Constant(|names| names.array_class)),
    (0xc1, &[Any], &[Int], Constant(|names| names.own_class)),
    (0xc1, &[Any], &[Int], Constant(|names| names.string_class)),
    (0x13, &[], &[Any], Constant(|names| names.string)),
    (0x13, &[], &[Any], Constant(|names| names.own_class)),
    (0x13, &[], &[Float], Constant(|names| names.float)),
    (0x14, &[], &[Long], Constant(|names| names.long)),
    (0x14, &[], &[Double], Constant(|names| names.double)),
    (0x57, &[Int], &[], Nothing),
    (0x58, &[Long], &[], Nothing),
    (0x5c, &[Long], &[Long, Long], Nothing),
    (0x59, &[Own], &[Own, Own], Nothing),
    (0x5f, &[Int, Float], &[Float, Int], Nothing),
];

/// Jumps, each with what it takes.
const JUMPS: [(u8, &[Kind]); 17] = [
    (0xa7, &[]),
    (0x99, &[Int]),
    (0x9a, &[Int]),
    (0x9b, &[Int]),
    (0x9c, &[Int]),
    (0x9d, &[Int]),
    (0x9e, &[Int]),
    (0x9f, &[Int, Int]),
    (0xa0, &[Int, Int]),
    (0xa1, &[Int, Int]),
    (0xa2, &[Int, Int]),
    (0xa3, &[Int, Int]),
    (0xa4, &[Int, Int]),
    (0xa5, &[Any, Own]),
    (0xa6, &[Own, Own]),
    (0xc6, &[Own]),
    (0xc7, &[Array]),
];

/// Explores a method with the code that the bytes choose.
pub(crate) fn run(bytes: &[u8]) {
    let mut choices = Unstructured::new(bytes);
    let mut pool = Pool::new();
    let names = Names::add(&mut pool);
    let mut writer =
        Writer { code: Vec::new(), stack: Vec::new(), empty_at: Vec::new(), jumps: Vec::new(), names: &names };
    for _ in 0..INSTRUCTIONS {
        if choices.is_empty() || writer.step(&mut choices).is_err() {
            break;
        }
    }
    let caught_at = writer.finish(&mut choices);
    let handlers = handlers(&mut choices, &writer, caught_at, &names);
    let class = pool::class(pool, &names, &writer.code, (MAX_STACK, MAX_LOCALS), &handlers);
    explore::class(&class, 1);
}

/// Code under way.
struct Writer<'a> {
    code: Vec<u8>,
    /// What is on the operand stack here.
    stack: Vec<Kind>,
    /// Where instructions start at which the operand stack is empty.
    empty_at: Vec<usize>,
    /// Where jumps are whose offset is not known yet, with the choice of their target.
    jumps: Vec<(usize, u8)>,
    names: &'a Names,
}

impl Writer<'_> {
    /// Appends what one choice says.
    fn step(&mut self, choices: &mut Unstructured<'_>) -> arbitrary::Result<()> {
        if self.stack.is_empty() {
            self.empty_at.push(self.code.len());
        }
        let (kind, which): (u8, u8) = choices.arbitrary()?;
        match kind {
            0..ILL_TYPED => {
                self.stack.clear();
                self.code.push(which);
                return Ok(());
            }
            ILL_TYPED..60 => self.jump(usize::from(which), choices.arbitrary()?),
            60..90 => self.store(usize::from(which)),
            90..120 => self.load(PARAMETERS[usize::from(which) % PARAMETERS.len()].0),
            120..126 => self.new_object(),
            126..132 => self.leave(which),
            132.. => {
                let (opcode, takes, leaves, operand) = TEMPLATES[usize::from(which) % TEMPLATES.len()];
                self.take(takes);
                self.code.push(opcode);
                self.operand(operand, choices)?;
                self.stack.extend(leaves);
            }
        }
        Ok(())
    }

    fn operand(&mut self, operand: Operand, choices: &mut Unstructured<'_>) -> arbitrary::Result<()> {
        match operand {
            Nothing => {}
            Byte => self.code.push(choices.arbitrary()?),
            Constant(of) => self.code.extend(of(self.names).to_be_bytes()),
            Increment => self.code.extend([0, choices.arbitrary()?]),
            IntArray => self.code.push(10),
        }
        Ok(())
    }

    /// Sees that these kinds are on top of the stack, and takes them off.
    fn take(&mut self, kinds: &[Kind]) {
        let fits = self.stack.len() >= kinds.len()
            && self.stack[self.stack.len() - kinds.len()..].iter().zip(kinds).all(|(has, needs)| has.serves_as(*needs));
        if !fits {
            kinds.iter().for_each(|kind| self.load(*kind));
        }
        self.stack.truncate(self.stack.len() - kinds.len());
    }

    fn load(&mut self, kind: Kind) {
        let (_, slot) = PARAMETERS[PARAMETERS.iter().position(|(of, _)| *of == kind).unwrap_or(0)];
        let opcode = match kind {
            Int => 0x15,
            Long => 0x16,
            Float => 0x17,
            Double => 0x18,
            Array | Own | Any => 0x19,
        };
        self.code.extend([opcode, slot]);
        self.stack.push(kind);
    }

    /// Stores the top of the stack to a parameter of its kind, which may have another parameter's slot.
    fn store(&mut self, which: usize) {
        let kind = self.stack.last().copied().unwrap_or(Int);
        self.take(&[kind]);
        let fitting: Vec<u8> = PARAMETERS.iter().filter(|(of, _)| kind.serves_as(*of)).map(|(_, slot)| *slot).collect();
        let opcode = match kind {
            Int => 0x36,
            Long => 0x37,
            Float => 0x38,
            Double => 0x39,
            Array | Own | Any => 0x3a,
        };
        self.code.extend([opcode, fitting[which % fitting.len()]]);
    }

    fn new_object(&mut self) {
        self.code.push(0xbb);
        self.code.extend(self.names.own_class.to_be_bytes());
        self.code.extend([0x59, 0xb7]);
        self.code.extend(self.names.constructor.to_be_bytes());
        self.stack.push(Own);
    }

    /// Empties the stack, then jumps.
    fn jump(&mut self, which: usize, target: u8) {
        let (opcode, takes) = JUMPS[which % JUMPS.len()];
        self.empty();
        takes.iter().for_each(|kind| self.load(*kind));
        self.stack.clear();
        self.jumps.push((self.code.len(), target));
        self.code.extend([opcode, 0, 0]);
    }

    /// Returns or throws; what follows is reached by a jump or not at all.
    fn leave(&mut self, which: u8) {
        self.empty();
        if which.is_multiple_of(2) {
            self.load(Int);
            self.code.push(0xac);
        } else {
            // A cast to `RuntimeException` first.
            self.load(Any);
            self.code.push(0xc0);
            self.code.extend(self.names.exception_class.to_be_bytes());
            self.code.push(0xbf);
        }
        self.stack.clear();
    }

    fn empty(&mut self) {
        while let Some(kind) = self.stack.pop() {
            self.code.push(if matches!(kind, Long | Double) { 0x58 } else { 0x57 });
        }
    }

    /// Returns at the end, catches what is thrown, and puts in the offsets of jumps. Gives where exceptions are caught.
    fn finish(&mut self, choices: &mut Unstructured<'_>) -> usize {
        self.empty();
        self.empty_at.push(self.code.len());
        self.load(Int);
        self.code.push(0xac);
        let handler = self.code.len();
        self.code.extend([0x3a, 8]);
        self.jumps.push((self.code.len(), choices.arbitrary().unwrap_or(0)));
        self.code.extend([0xa7, 0, 0]);
        for (at, target) in std::mem::take(&mut self.jumps) {
            let target = self.empty_at[usize::from(target) % self.empty_at.len()];
            // The code is far shorter than offsets can be.
            let offset = (target as i32 - at as i32) as i16;
            self.code[at + 1..at + 3].copy_from_slice(&offset.to_be_bytes());
        }
        // One byte that is nobody's instruction, at times.
        if choices.arbitrary::<u8>().is_ok_and(|choice| choice > 250) {
            self.code.push(0xfe);
        }
        handler
    }
}

impl Kind {
    fn serves_as(self, needed: Kind) -> bool {
        self == needed || (needed == Any && matches!(self, Own | Array))
    }
}

/// An entry of the exception table, as in the file: start, end, handler, class.
type Handler = [u16; 4];

/// Exception handlers. Most start where exceptions are caught, some where the stack must be empty.
fn handlers(choices: &mut Unstructured<'_>, writer: &Writer<'_>, caught_at: usize, names: &Names) -> Vec<Handler> {
    let mut handlers = Vec::new();
    let place = |choice: u8| writer.empty_at[usize::from(choice) % writer.empty_at.len()] as u16;
    while handlers.len() < MAX_HANDLERS {
        let Ok((true, start, end, at)) = choices.arbitrary::<(bool, u8, u8, u8)>() else { break };
        let class = if at.is_multiple_of(2) { names.exception_class } else { 0 };
        let handler = if at > 250 { place(at) } else { caught_at as u16 };
        handlers.push([place(start), place(end), handler, class]);
    }
    handlers
}
