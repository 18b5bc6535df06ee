//! What collections hold that a class keeps to itself: whether there may be null among their elements, keys and values.
//!
//! A collection that only a private field names is changed by code of the nest alone, if that code hands it to nobody.
//! So what every call of that code adds is what such a collection holds, whenever an object of the class is looked at.
//! The argument is the one of [`crate::invariant`]: an induction over the changes of an execution.
//!
//! A collection counts as kept if each write of the field gives it a collection made there, or an immutable one, and if
//! the code does nothing with what it reads from the field but to call methods that hand out no way to change it.

use crate::assumption::Assumptions;
use crate::classes::ClassSet;
use crate::domain::AbstractDomain;
use crate::fixpoint::Analysis;
use crate::frame::Frame;
use crate::holds::{Full, Holds};
use crate::invariant::{Invariant, Value, Write};
use crate::nest::CodeOf;
use crate::reference::Reference;
use crate::summary::{DEPTH, Summaries};
use clew_ir::{Block, BlockId, Body, Callee, Cfg, Const, Expr, Inst, InvokeKind, MethodRef, Reg, Terminator};
use clew_jvm::{Field, FieldId, Provenance, answers_from_contents};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Classes of the JDK, in internal form, whose constructors make a collection that nobody else names. `LinkedList` is none of
/// them: what its `iterator` returns can set elements. Nor is `PriorityQueue`: its comparator may empty it while it adds an element.
const COLLECTIONS: [&str; 14] = [
    "java/util/ArrayDeque",
    "java/util/ArrayList",
    "java/util/EnumMap",
    "java/util/HashMap",
    "java/util/HashSet",
    "java/util/LinkedHashMap",
    "java/util/LinkedHashSet",
    "java/util/Stack",
    "java/util/TreeMap",
    "java/util/TreeSet",
    "java/util/Vector",
    "java/util/concurrent/ConcurrentHashMap",
    "java/util/concurrent/CopyOnWriteArrayList",
    "java/util/concurrent/LinkedBlockingQueue",
];

/// Other collections, of which nothing is known here but their class.
const FURTHER: [&str; 5] = [
    "java/util/LinkedList",
    "java/util/PriorityQueue",
    "java/util/concurrent/ConcurrentLinkedDeque",
    "java/util/concurrent/ConcurrentLinkedQueue",
    "java/util/concurrent/LinkedBlockingDeque",
];

/// Whether a class is one of the collections that may be changed, of which any is followed as input that a few calls make.
pub(crate) fn is_collection(class: &str) -> bool {
    COLLECTIONS.contains(&class) || FURTHER.contains(&class)
}

/// The descriptors of their constructors that make an empty one.
const OF_NOTHING: [&str; 7] = [
    "()V",
    "(I)V",
    "(IF)V",
    "(IFZ)V",
    "(Ljava/lang/Class;)V",
    "(Ljava/util/Comparator;)V",
    "(ILjava/util/Comparator;)V",
];

/// Factories of immutable collections without null.
const IMMUTABLE: [(&str, &[&str]); 4] = [
    ("java/util/List", &["of", "copyOf"]),
    ("java/util/Set", &["of", "copyOf"]),
    ("java/util/Map", &["of", "copyOf", "ofEntries"]),
    ("java/util/Collections", &["emptyList", "emptyMap", "emptySet"]),
];

/// Methods of collections, besides those that answer from what they hold, that add nothing, and return nothing by which something could
/// be added.
const ADDING_NOTHING: [&str; 23] = [
    "clear",
    "comparator",
    "descendingIterator",
    "descendingKeySet",
    "ensureCapacity",
    "equals",
    "forEach",
    "hashCode",
    "iterator",
    "keySet",
    "navigableKeySet",
    "parallelStream",
    "removeAllElements",
    "removeElement",
    "removeElementAt",
    "removeFirstOccurrence",
    "removeIf",
    "removeLastOccurrence",
    "stream",
    "toArray",
    "toString",
    "trimToSize",
    "values",
];

/// The method that gives a view of the entries of a map.
const ENTRY_SET: &str = "entrySet";

/// What a call adds to a collection.
struct Added<'e> {
    key: Option<&'e Expr>,
    value: Option<&'e Expr>,
    /// Whether it adds a value that is never null.
    is_computed: bool,
}

/// What a method adds, given what is passed behind the receiver; `None` where that is not known.
fn added<'e>(method: &MethodRef, args: &'e [Expr]) -> Option<Added<'e>> {
    let nothing = Added { key: None, value: None, is_computed: false };
    if answers_from_contents(&method.name) || ADDING_NOTHING.contains(&&*method.name) {
        return Some(nothing);
    }
    Some(match (&*method.name, args) {
        ("add" | "addElement" | "addFirst" | "addLast" | "offer" | "offerFirst" | "offerLast" | "push", [element]) => {
            Added { value: Some(element), ..nothing }
        }
        ("add" | "set", [_, element]) => Added { value: Some(element), ..nothing },
        ("put" | "putIfAbsent" | "replace", [key, value]) => Added { key: Some(key), value: Some(value), ..nothing },
        // Where the function returns null, the entry is removed or none is added.
        ("merge", [key, _, _]) | ("compute" | "computeIfAbsent" | "computeIfPresent", [key, _]) => {
            Added { key: Some(key), is_computed: true, ..nothing }
        }
        _ => return None,
    })
}

/// What a register may hold, of what matters for a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Held {
    /// What the field held.
    Field,
    /// The collection made by this instruction.
    Made(Place),
    /// An immutable collection without null.
    Immutable,
    /// A view of the entries of the map that the field held.
    Entries(View),
    /// One of these, or something else.
    Unclear,
}

/// By what code looks at the entries of a map. Only an entry itself can be given another value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum View {
    Set,
    Iterator,
    Entry,
}

impl View {
    /// What a method of it returns that is such a view too; `None` where it is nothing of the kind.
    fn view_of(self, method: &str) -> Option<View> {
        match (self, method) {
            (View::Set, "iterator") => Some(View::Iterator),
            (View::Iterator, "next") => Some(View::Entry),
            _ => None,
        }
    }

    /// Whether a method of it gives no entry another value, and hands out nothing that does beside another view.
    fn only_looks(self, method: &str) -> bool {
        let names: &[&str] = match self {
            View::Set => &["contains", "isEmpty", "iterator", "remove", "size"],
            View::Iterator => &["hasNext", "next", "remove"],
            View::Entry => &["equals", "getKey", "getValue", "hashCode", "toString"],
        };
        names.contains(&method)
    }
}

/// The registers that hold something of it.
type Registers = BTreeMap<Reg, Held>;

fn joined(one: &Registers, two: &Registers) -> Registers {
    let all: BTreeSet<Reg> = one.keys().chain(two.keys()).copied().collect();
    let both = |reg: &Reg| match (one.get(reg), two.get(reg)) {
        (Some(one), Some(two)) if one == two => *one,
        _ => Held::Unclear,
    };
    all.into_iter().map(|reg| (reg, both(&reg))).collect()
}

/// A call that adds to a collection.
struct Addition<'n> {
    code: &'n CodeOf,
    block: BlockId,
    added: Added<'n>,
}

/// What the code of a nest does with the collections of a field.
struct Kept<'x, 'w, 'n> {
    summaries: &'x Summaries<'w>,
    field: Rc<Field>,
    additions: Vec<Addition<'n>>,
    /// The places that give the field an immutable collection.
    immutable: Vec<Write>,
    /// Whether the field is given a collection that can be changed.
    is_changeable: bool,
    /// Whether others may change what the field names, if it can be changed.
    has_escaped: bool,
}

/// What the code of a method does with the collections that it makes.
#[derive(Default)]
struct Fates {
    /// Those that others may change.
    escaped: BTreeSet<Place>,
    /// Those that the field is given.
    stored: BTreeSet<Place>,
}

/// The place of an instruction.
type Place = (BlockId, usize);

/// What an instruction gives the field.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Given {
    /// Nothing, or what can be changed.
    Other,
    /// An immutable collection without null.
    Immutable,
}

/// The invariant that the collections of a private field hold no null, if the code of the nest shows it.
pub(crate) fn invariant(summaries: &Summaries<'_>, field: &Rc<Field>, nest: &[CodeOf]) -> Option<Invariant> {
    let world = summaries.world();
    // Where the JDK's own collections are the program, they are in any state.
    let is_of_jdk = |class| world.class(class).provenance == Provenance::Jdk;
    let has_library = world.load(COLLECTIONS[0]).is_ok_and(is_of_jdk);
    if !has_library || !field.is_private() || !field.descriptor.starts_with("Ljava/util/") {
        return None;
    }
    let mut kept = Kept {
        summaries,
        field: Rc::clone(field),
        additions: Vec::new(),
        immutable: Vec::new(),
        is_changeable: false,
        has_escaped: false,
    };
    nest.iter().try_for_each(|code| kept.code(code))?;
    let is_shared = kept.is_changeable && kept.has_escaped;
    if is_shared { None } else { kept.proved() }
}

impl<'n> Kept<'_, '_, 'n> {
    /// Adds what a method does; `None` where it gives the field something of which nothing is known.
    fn code(&mut self, code: &'n CodeOf) -> Option<()> {
        let (method, of_method) = code;
        let body = &of_method.body;
        if !self.concerns(body) {
            return Some(());
        }
        let at_beginning = self.registers(body);
        let mut fates = Fates::default();
        for (id, block) in body.blocks.iter() {
            let Some(mut held) = at_beginning.get(&id).cloned() else { continue };
            for (at, stmt) in block.stmts.iter().enumerate() {
                if self.statement(&stmt.inst, &held, &mut fates)? == Given::Immutable {
                    let value = Value::Reference(Reference::object(ClassSet::top()));
                    self.immutable.push(Write { method: method.id, line: stmt.origin.line, value });
                }
                self.written(&stmt.inst, (id, at), &mut held);
            }
            let added = self.end(block, &held, &mut fates);
            self.additions.extend(added.map(|added| Addition { code, block: id, added }));
        }
        self.has_escaped |= !fates.stored.is_disjoint(&fates.escaped);
        Some(())
    }

    /// The invariant, as far as what is added and given shows it.
    fn proved(self) -> Option<Invariant> {
        let given = (!self.immutable.is_empty()).then_some(true);
        let (mut keys, mut values, mut proof) = (given, given, self.immutable);
        let nothing = Assumptions::new();
        for additions in self.additions.chunk_by(|one, two| std::ptr::eq(one.code, two.code)) {
            let (method, code) = additions[0].code;
            let frame = Frame::new(self.summaries, Rc::clone(method), &code.body, &nothing, DEPTH);
            let analysis = Analysis::of(&frame, code);
            for Addition { block, added, .. } in additions {
                let state = analysis.at_end(&frame, *block).filter(|_| analysis.complete);
                let line = code.body.blocks[*block].terminator_origin.line;
                if added.is_computed {
                    values = Some(values.unwrap_or(true));
                    let value = Value::Reference(Reference::object(ClassSet::top()));
                    proof.push(Write { method: method.id, line, value });
                }
                for (part, expr) in [(&mut keys, added.key), (&mut values, added.value)] {
                    let Some(expr) = expr else { continue };
                    let reference = state.as_ref().map(|state| frame.reference(state, expr));
                    let not_null = reference.filter(|reference| !reference.nullness().null);
                    *part = Some(part.unwrap_or(true) && not_null.is_some());
                    let write = |it| Write { method: method.id, line, value: Value::Reference(it) };
                    proof.extend(not_null.map(write));
                }
            }
        }
        let full = Full { keys: keys == Some(true), values: values == Some(true) };
        let says_something = full.keys || full.values;
        says_something.then(|| Invariant::new(&self.field, Holds::Full(full), proof))
    }

    /// Whether code reads or writes the field.
    fn concerns(&self, body: &Body) -> bool {
        body.blocks.values().flat_map(|block| &block.stmts).any(|stmt| match &stmt.inst {
            Inst::GetField { field, .. } | Inst::PutField { field, .. } => self.is_field(field),
            _ => false,
        })
    }

    fn is_field(&self, field: &clew_ir::FieldRef) -> bool {
        *field.name == *self.field.name
            && self.summaries.world().resolve_field(field).is_ok_and(|found: FieldId| found == self.field.id)
    }

    /// What registers hold at the beginning of each block that control comes to.
    fn registers(&self, body: &Body) -> BTreeMap<BlockId, Registers> {
        let cfg = Cfg::compute(body);
        let mut before = BTreeMap::from([(body.entry, Registers::new())]);
        let mut changed = true;
        while changed {
            changed = false;
            for id in cfg.reverse_post_order() {
                let Some(mut held) = before.get(id).cloned() else { continue };
                let block = &body.blocks[*id];
                for (at, stmt) in block.stmts.iter().enumerate() {
                    self.written(&stmt.inst, (*id, at), &mut held);
                }
                let result = result(&block.terminator, &held);
                for (next, written) in block.terminator.written_on_edges() {
                    let mut after = held.clone();
                    if let Some(reg) = written {
                        after.remove(&reg);
                        after.extend(result.filter(|(to, _)| *to == reg));
                    }
                    let after = before.get(&next).map_or_else(|| after.clone(), |known| joined(known, &after));
                    if before.get(&next) != Some(&after) {
                        before.insert(next, after);
                        changed = true;
                    }
                }
            }
        }
        before
    }

    /// What registers hold behind an instruction.
    fn written(&self, inst: &Inst, at: Place, held: &mut Registers) {
        let Some(written) = inst.written() else { return };
        let now = match inst {
            Inst::Assign { value: Expr::Reg(from), .. } => held.get(from).copied(),
            Inst::GetField { field, .. } if self.is_field(field) => Some(Held::Field),
            Inst::New { class, .. } if COLLECTIONS.contains(&&**class) => Some(Held::Made(at)),
            _ => None,
        };
        held.remove(&written);
        held.extend(now.map(|now| (written, now)));
    }

    /// Notes what an instruction does with what registers hold. Returns what it gives the field; `None` where nothing is
    /// known of that.
    fn statement(&mut self, inst: &Inst, held: &Registers, fates: &mut Fates) -> Option<Given> {
        match inst {
            Inst::PutField { field, value, .. } if self.is_field(field) => return self.given(value, held, fates),
            Inst::Line(_)
            | Inst::Assign { value: Expr::Reg(_), .. }
            | Inst::InstanceOf { .. }
            | Inst::RefEq { .. }
            | Inst::Monitor { .. } => {}
            other => other.for_each_read(&mut |reg| self.escape(held.get(&reg), fates)),
        }
        Some(Given::Other)
    }

    /// Notes what the field is given.
    fn given(&mut self, value: &Expr, held: &Registers, fates: &mut Fates) -> Option<Given> {
        let Expr::Reg(reg) = value else { return (*value == Expr::Const(Const::Null)).then_some(Given::Other) };
        match held.get(reg)? {
            Held::Field => Some(Given::Other),
            Held::Immutable => Some(Given::Immutable),
            Held::Made(place) => {
                self.is_changeable = true;
                fates.stored.insert(*place);
                Some(Given::Other)
            }
            Held::Entries(_) | Held::Unclear => None,
        }
    }

    /// Notes that others may change what a register holds from here on.
    fn escape(&mut self, held: Option<&Held>, fates: &mut Fates) {
        match held {
            None | Some(Held::Immutable) => {}
            Some(Held::Made(place)) => {
                fates.escaped.insert(*place);
            }
            Some(Held::Field | Held::Entries(_) | Held::Unclear) => self.has_escaped = true,
        }
    }

    /// Notes what the end of a block does with what registers hold, and returns what it adds to a collection.
    fn end(&mut self, block: &'n Block, held: &Registers, fates: &mut Fates) -> Option<Added<'n>> {
        let end = &block.terminator;
        if let Terminator::Invoke { callee: Callee::Method { kind, method }, args, .. } = end
            && *kind != InvokeKind::Static
            && let Some((Expr::Reg(receiver), passed)) = args.split_first()
        {
            for argument in passed {
                argument.for_each_register(&mut |reg| self.escape(held.get(&reg), fates));
            }
            let held = held.get(receiver).filter(|held| **held != Held::Immutable)?;
            let is_look = match held {
                Held::Field => &*method.name == ENTRY_SET,
                Held::Entries(view) => view.only_looks(&method.name),
                _ => &*method.name == "<init>" && OF_NOTHING.contains(&&*method.descriptor),
            };
            if is_look {
                return None;
            }
            let added = added(method, passed).filter(|_| !matches!(held, Held::Entries(_)));
            if added.is_none() {
                self.escape(Some(held), fates);
            }
            return added;
        }
        if matches!(end, Terminator::Invoke { .. } | Terminator::Return(_) | Terminator::Throw(_)) {
            end.for_each_read(&mut |reg| self.escape(held.get(&reg), fates));
        }
        None
    }
}

/// The register that a call writes, with what it holds then that matters.
fn result(end: &Terminator, held: &Registers) -> Option<(Reg, Held)> {
    let Terminator::Invoke { dst: Some(dst), callee: Callee::Method { method, .. }, args, .. } = end else {
        return None;
    };
    let makes = IMMUTABLE.iter().any(|(class, names)| *class == &*method.class && names.contains(&&*method.name));
    let receiver = match args.first() {
        Some(Expr::Reg(receiver)) => held.get(receiver),
        _ => None,
    };
    let now = match receiver {
        _ if makes => Held::Immutable,
        Some(Held::Field) if &*method.name == ENTRY_SET => Held::Entries(View::Set),
        Some(Held::Entries(view)) => Held::Entries(view.view_of(&method.name)?),
        _ => return None,
    };
    Some((*dst, now))
}
