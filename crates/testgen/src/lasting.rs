//! Whether what code does is the same on every machine, and whether it only looks: read off the code, without running it.
//!
//! Both are told of code in which nothing but known parts of the JDK is called. What is not known counts as differing.

use crate::classes::{Classes, Mutability, Origin, with_superclasses};
use crate::java::{JavaType, parse_method};
use clew_facts::{FieldKey, MethodKey};
use clew_ir::{Body, CallSite, Callee, Handle, InvokeKind, MethodRef, Place, StaticArg, Terminator};
use std::collections::BTreeSet;
use std::rc::Rc;

/// How many methods are looked at for one that only looks.
const MAX_METHODS: usize = 24;

/// Classes of the JDK (in internal form) all of whose methods do the same on every machine, and change nothing but their receiver.
const SAME_EVERYWHERE: &[&str] = &[
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/CharSequence",
    "java/lang/Character",
    "java/lang/Comparable",
    "java/lang/Double",
    "java/lang/Enum",
    "java/lang/Float",
    "java/lang/Integer",
    "java/lang/Iterable",
    "java/lang/Long",
    "java/lang/Number",
    "java/lang/Record",
    "java/lang/Short",
    "java/lang/String",
    "java/lang/StringBuilder",
    "java/math/BigDecimal",
    "java/math/BigInteger",
    "java/time/DayOfWeek",
    "java/time/Duration",
    "java/time/Instant",
    "java/time/LocalDate",
    "java/time/LocalDateTime",
    "java/time/LocalTime",
    "java/time/Month",
    "java/time/Period",
    "java/time/Year",
    "java/time/YearMonth",
    "java/time/ZoneOffset",
    "java/time/temporal/ChronoUnit",
    "java/util/AbstractCollection",
    "java/util/AbstractList",
    "java/util/AbstractMap",
    "java/util/AbstractSet",
    "java/util/ArrayDeque",
    "java/util/ArrayList",
    "java/util/Arrays",
    "java/util/BitSet",
    "java/util/Collection",
    "java/util/Collections",
    "java/util/Comparator",
    "java/util/Deque",
    "java/util/EnumMap",
    "java/util/EnumSet",
    "java/util/HashMap",
    "java/util/HashSet",
    "java/util/Iterator",
    "java/util/LinkedHashMap",
    "java/util/LinkedHashSet",
    "java/util/LinkedList",
    "java/util/List",
    "java/util/ListIterator",
    "java/util/Map",
    "java/util/Map$Entry",
    "java/util/NavigableMap",
    "java/util/NavigableSet",
    "java/util/Objects",
    "java/util/Optional",
    "java/util/OptionalDouble",
    "java/util/OptionalInt",
    "java/util/OptionalLong",
    "java/util/PriorityQueue",
    "java/util/Queue",
    "java/util/Set",
    "java/util/SortedMap",
    "java/util/SortedSet",
    "java/util/StringJoiner",
    "java/util/StringTokenizer",
    "java/util/TreeMap",
    "java/util/TreeSet",
    "java/util/concurrent/ConcurrentHashMap",
    "java/util/concurrent/ConcurrentMap",
    "java/util/concurrent/CopyOnWriteArrayList",
    "java/util/concurrent/atomic/AtomicBoolean",
    "java/util/concurrent/atomic/AtomicInteger",
    "java/util/concurrent/atomic/AtomicLong",
    "java/util/concurrent/atomic/AtomicReference",
    "java/util/regex/MatchResult",
    "java/util/regex/Matcher",
    "java/util/regex/Pattern",
    "java/util/stream/BaseStream",
    "java/util/stream/Collectors",
    "java/util/stream/IntStream",
    "java/util/stream/LongStream",
    "java/util/stream/Stream",
];

/// Methods of these classes that hang on the locale, the charset, the clock or chance, or that look at the machine otherwise.
const EXCEPT: &[(&str, &str)] = &[
    ("java/lang/Boolean", "getBoolean"),
    ("java/lang/Integer", "getInteger"),
    ("java/lang/Long", "getLong"),
    ("java/lang/String", "format"),
    ("java/lang/String", "formatted"),
    ("java/lang/String", "getBytes"),
    ("java/lang/String", "toLowerCase"),
    ("java/lang/String", "toUpperCase"),
    ("java/time/DayOfWeek", "getDisplayName"),
    ("java/time/Instant", "now"),
    ("java/time/LocalDate", "now"),
    ("java/time/LocalDateTime", "now"),
    ("java/time/LocalTime", "now"),
    ("java/time/Month", "getDisplayName"),
    ("java/time/Year", "now"),
    ("java/time/YearMonth", "now"),
    ("java/time/ZoneOffset", "getAvailableZoneIds"),
    ("java/time/ZoneOffset", "getDisplayName"),
    ("java/time/ZoneOffset", "systemDefault"),
    ("java/util/Arrays", "parallelPrefix"),
    ("java/util/Collection", "parallelStream"),
    ("java/util/Collections", "shuffle"),
    ("java/util/stream/BaseStream", "parallel"),
    ("java/util/stream/Collectors", "toUnmodifiableMap"),
    ("java/util/stream/Collectors", "toUnmodifiableSet"),
    ("java/util/stream/IntStream", "findAny"),
    ("java/util/stream/IntStream", "parallel"),
    ("java/util/stream/LongStream", "findAny"),
    ("java/util/stream/LongStream", "parallel"),
    ("java/util/stream/Stream", "findAny"),
    ("java/util/stream/Stream", "parallel"),
];

/// Methods that write to a log or a console, and tell their caller nothing. What they write is not looked at.
const WRITING: &[(&str, &[&str])] = &[
    ("java/io/PrintStream", &["print", "println", "printf", "flush"]),
    (
        "java/util/logging/Logger",
        &["getLogger", "getAnonymousLogger", "log", "severe", "warning", "info", "config", "fine", "finer", "finest"],
    ),
];

/// Methods of `java.lang.Math` whose last digit is the same on every machine.
const EXACT: &[&str] = &[
    "abs",
    "absExact",
    "addExact",
    "ceil",
    "decrementExact",
    "floor",
    "floorDiv",
    "floorMod",
    "incrementExact",
    "max",
    "min",
    "multiplyExact",
    "negateExact",
    "rint",
    "round",
    "signum",
    "sqrt",
    "subtractExact",
    "toIntExact",
];

/// What the names of methods start with that change the collection they are called on.
const CHANGING: &[&str] = &[
    "accumulate",
    "add",
    "append",
    "clear",
    "compareAnd",
    "compute",
    "decrement",
    "delete",
    "drain",
    "fill",
    "flip",
    "getAnd",
    "increment",
    "insert",
    "lazySet",
    "merge",
    "offer",
    "poll",
    "pop",
    "push",
    "put",
    "remove",
    "replaceAll",
    "retain",
    "reverse",
    "rotate",
    "set",
    "sort",
    "swap",
    "take",
    "update",
    "weakCompare",
];

/// The bootstrap methods whose call sites do nothing but make objects and texts, or choose a case.
const PLAIN_BOOTSTRAPS: &[&str] = &[
    "java/lang/invoke/LambdaMetafactory",
    "java/lang/invoke/StringConcatFactory",
    "java/lang/runtime/ObjectMethods",
    "java/lang/runtime/SwitchBootstraps",
];

/// Whether all these methods, which are all of the program that an execution ran, call only what is the same on every machine.
/// `has_libraries` says whether there may be code that was executed and is not among them.
pub(crate) fn is_lasting(classes: &dyn Classes, executed: &[&MethodKey], libraries: Libraries) -> bool {
    let known: BTreeSet<&str> = executed.iter().map(|method| method.class.as_str()).collect();
    let is_known = |method: &MethodRef| {
        let class = method.class.replace('/', ".");
        match classes.class(&class).map(|class| class.origin) {
            Some(Origin::Jdk) => is_same_everywhere(method),
            Some(Origin::User) => libraries == Libraries::None || known.contains(class.as_str()),
            None => class.starts_with('['),
        }
    };
    executed.iter().all(|method| {
        let body = classes.body(&method.class, &method.method, &method.descriptor);
        body.is_some_and(|body| calls(&body).is_some_and(|calls| calls.iter().all(|(_, method)| is_known(method))))
    })
}

/// Whether there are classes beside the program's and the JDK's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Libraries {
    None,
    Some,
}

/// Whether a method of the program, and all that it calls, stores nothing into objects that were there before, and does the same
/// on every machine.
pub(crate) fn only_looks(classes: &dyn Classes, method: MethodKey) -> bool {
    looking_code(classes, method).is_some()
}

/// The code of a method that only looks, as [`only_looks`] has it, and of the methods of the program that it calls. `None` for other methods.
fn looking_code(classes: &dyn Classes, method: MethodKey) -> Option<Vec<Rc<Body>>> {
    let mut seen = BTreeSet::from([method.clone()]);
    let mut work = vec![method];
    let mut bodies = Vec::new();
    while let Some(MethodKey { class, method, descriptor }) = work.pop() {
        let body = classes.body(&class, &method, &descriptor)?;
        let is_constructor = method == "<init>";
        if seen.len() > MAX_METHODS || !is_constructor && stores(&body) {
            return None;
        }
        for (kind, called) in calls(&body)? {
            let owner = classes.class(&called.class.replace('/', "."))?;
            match owner.origin {
                Origin::Jdk if is_same_everywhere(&called) && !changes(&called) => {}
                Origin::Jdk => return None,
                Origin::User => {
                    let chain = with_superclasses(classes, &owner.name);
                    let declares = |class: &str| classes.body(class, &called.name, &called.descriptor).is_some();
                    let of = chain.iter().find(|class| declares(&class.name))?;
                    if of.origin == Origin::Jdk || kind == InvokeKind::Interface {
                        return None;
                    }
                    let key = MethodKey {
                        class: of.name.clone(),
                        method: called.name.to_string(),
                        descriptor: called.descriptor.to_string(),
                    };
                    if seen.insert(key.clone()) {
                        work.push(key);
                    }
                }
            }
        }
        bodies.push(body);
    }
    Some(bodies)
}

/// Whether a method only looks, and of all static fields only at these and at constants.
pub(crate) fn tells_only_of(classes: &dyn Classes, method: &MethodKey, fields: &BTreeSet<&FieldKey>) -> bool {
    static_fields_seen(classes, method).is_some_and(|seen| seen.iter().all(|field| fields.contains(field)))
}

/// Whether a method only looks, and at a static field that is no constant.
pub(crate) fn looks_at_statics(classes: &dyn Classes, method: &MethodKey) -> bool {
    static_fields_seen(classes, method).is_some_and(|seen| !seen.is_empty())
}

/// The static fields at which a method looks, but for constants. `None` where it does more than look.
fn static_fields_seen(classes: &dyn Classes, method: &MethodKey) -> Option<BTreeSet<FieldKey>> {
    let bodies = looking_code(classes, method.clone())?;
    let statements = bodies.iter().flat_map(|body| body.blocks.iter()).flat_map(|(_, block)| &block.stmts);
    let mut seen = BTreeSet::new();
    for stmt in statements {
        match stmt.inst.effects().reads {
            Place::StaticField(read) => {
                seen.insert(FieldKey::of_internal(&read.class, &read.name, &read.descriptor));
            }
            Place::Nothing | Place::Field { .. } | Place::Element { .. } | Place::Map(_) => {}
            Place::Monitor(_) | Place::Anything => return None,
        }
    }
    seen.retain(|field| !is_constant(classes, field));
    Some(seen)
}

/// Whether a static field holds the same at all times: it is final, and of a type whose values do not change.
fn is_constant(classes: &dyn Classes, key: &FieldKey) -> bool {
    let Some(class) = classes.class(&key.class) else { return false };
    let field = class.fields.iter().find(|field| field.name == key.name && field.descriptor == key.descriptor);
    field.is_some_and(|field| {
        field.mutability == Mutability::Final
            && (!key.descriptor.starts_with(['L', '[']) || key.descriptor == "Ljava/lang/String;")
    })
}

fn is_same_everywhere(method: &MethodRef) -> bool {
    let (class, name) = (&*method.class, &*method.name);
    match class {
        // An exception's text is that of its maker.
        _ if class.ends_with("Exception") || class.ends_with("Error") => name == "<init>",
        "java/lang/Object" => name == "<init>" || name == "getClass" || name == "equals",
        "java/lang/Math" | "java/lang/StrictMath" => EXACT.contains(&name),
        _ if class.starts_with("java/util/function/") => true,
        _ if writes_output(method) => true,
        // The locale is passed. A call that asks for the default one is among those that differ.
        "java/lang/String" if method.descriptor.starts_with("(Ljava/util/Locale;") => !name.starts_with("format"),
        _ => SAME_EVERYWHERE.contains(&class) && !EXCEPT.contains(&(class, name)) && !writes_real(method),
    }
}

/// Whether a method makes text of a floating-point number, which is not the same text in every version of the JDK.
fn writes_real(method: &MethodRef) -> bool {
    let is_writing = matches!(&*method.name, "append" | "insert" | "toString" | "valueOf");
    let is_real = matches!(&*method.class, "java/lang/Double" | "java/lang/Float");
    let to_text = !is_real || &*method.name == "toString";
    is_writing && to_text && (is_real || has_real(&method.descriptor))
}

/// Whether a parameter is a `float` or `double`.
fn has_real(descriptor: &str) -> bool {
    let real = |ty: &JavaType| matches!(ty, JavaType::Primitive('F' | 'D'));
    parse_method(descriptor).is_none_or(|(parameters, _)| parameters.iter().any(real))
}

/// Whether a method writes to a log or a console. A text that a function makes is made only where the log is asked for it.
fn writes_output(method: &MethodRef) -> bool {
    let is_known = WRITING.iter().any(|(class, names)| *class == &*method.class && names.contains(&&*method.name));
    is_known && !method.descriptor.contains("Ljava/util/function/")
}

/// Whether a method of the JDK may change an object, or leaves a trace outside the program.
fn changes(method: &MethodRef) -> bool {
    // What text is put together of is new.
    let builds = matches!(&*method.class, "java/lang/StringBuilder" | "java/util/StringJoiner");
    let calls_back = method.class.starts_with("java/util/function/") || &*method.name == "forEach";
    calls_back || writes_output(method) || !builds && CHANGING.iter().any(|start| method.name.starts_with(start))
}

/// Whether code stores into objects or fields, or lets others in.
fn stores(body: &Body) -> bool {
    body.blocks.iter().flat_map(|(_, block)| &block.stmts).any(|stmt| {
        let effects = stmt.inst.effects();
        // What reads anything may have let others in.
        effects.writes != Place::Nothing || effects.reads == Place::Anything
    })
}

/// The methods that code calls or makes handles of; `None` where that cannot be told.
fn calls(body: &Body) -> Option<Vec<(InvokeKind, MethodRef)>> {
    let mut found = Vec::new();
    for (_, block) in body.blocks.iter() {
        match &block.terminator {
            Terminator::Invoke { callee: Callee::Method { kind, method }, .. } => {
                found.push((*kind, (**method).clone()))
            }
            Terminator::Invoke { callee: Callee::Dynamic(site), .. } => dynamic(site, &mut found)?,
            Terminator::Unsupported(_) => return None,
            Terminator::Goto(_)
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::InitClass { .. }
            | Terminator::Return(_)
            | Terminator::Throw(_) => {}
        }
    }
    Some(found)
}

fn dynamic(site: &CallSite, found: &mut Vec<(InvokeKind, MethodRef)>) -> Option<()> {
    let is_text = &*site.bootstrap.class == "java/lang/invoke/StringConcatFactory";
    if !PLAIN_BOOTSTRAPS.contains(&&*site.bootstrap.class) || is_text && has_real(&site.descriptor) {
        return None;
    }
    for argument in &site.args {
        match argument {
            StaticArg::Handle(Handle::Invoke(kind, method)) => found.push((*kind, (**method).clone())),
            StaticArg::Handle(Handle::New(method)) => found.push((InvokeKind::Special, (**method).clone())),
            StaticArg::Handle(Handle::PutField(_) | Handle::PutStatic(_)) | StaticArg::Dynamic(_) => return None,
            StaticArg::Handle(Handle::GetField(_) | Handle::GetStatic(_))
            | StaticArg::Number(_)
            | StaticArg::String(_)
            | StaticArg::Class(_)
            | StaticArg::MethodType(_) => {}
        }
    }
    Some(())
}
