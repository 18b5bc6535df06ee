//! Ways to make objects of the JDK's classes by public calls, for inputs of its types.
//!
//! An object of the JDK cannot be given any state, as one of the program can: tests have no access to its fields, and the JDK
//! counts on what its classes keep true. So an input of such a type is what a few calls make of unknown arguments, and the
//! calls run as code where the object is first looked at. Each way is a line of [`ALL`].

use clew_facts::{Maker as Kind, MethodKey};
use clew_jvm::{MethodId, World};

/// A call that makes an object or brings it into another state.
#[derive(Debug)]
pub(crate) struct Call {
    /// The class that declares the method, in internal form.
    pub owner: &'static str,
    pub name: &'static str,
    pub descriptor: &'static str,
    /// What is passed, the object first on which [`Kind::Other`] is called.
    pub arguments: &'static [Argument<'static>],
}

impl Call {
    /// Its method, as tests name it.
    pub(crate) fn method(&self) -> MethodKey {
        MethodKey::of_internal(self.owner, self.name, self.descriptor)
    }
}

/// What is passed.
#[derive(Debug)]
pub(crate) struct Argument<'n> {
    /// What a person calls it.
    pub name: &'n str,
    /// The class of which it is, in internal form, where that is narrower than the parameter's.
    pub class: Option<&'static str>,
    /// The string that it is, where any string would be followed at too great a cost.
    pub text: Option<&'n str>,
    /// The numbers that people pass, the likeliest first; none where all are alike.
    pub usual: &'static [u16],
}

/// The constructor of an exception with a message and a cause.
const CAUSED: &str = "(Ljava/lang/String;Ljava/lang/Throwable;)V";

/// A way to make objects.
#[derive(Debug)]
pub(crate) struct Maker {
    /// The class of what is made; the one that the call declares, where nobody can name the class.
    pub class: &'static str,
    /// The types of inputs for which such an object is made, beside its class.
    stands_for: &'static [&'static str],
    pub by: Kind,
    pub first: Call,
    /// The call that follows, and how often: each number is a way of its own.
    pub then: Option<(Call, std::ops::RangeInclusive<usize>)>,
}

impl Maker {
    /// Whether inputs of a type, in internal form, are made in this way.
    pub(crate) fn serves(&self, ty: &str) -> bool {
        self.class == ty || self.stands_for.contains(&ty)
    }

    /// The strings that are passed to its first call as they are.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &'static str> {
        self.first.arguments.iter().filter_map(|argument| argument.text)
    }

    /// How often the call that follows may be made.
    pub(crate) fn counts(&self) -> std::ops::RangeInclusive<usize> {
        self.then.as_ref().map_or(0..=0, |(_, counts)| counts.clone())
    }

    /// How often it may be made beyond that, where more calls are followed than usual.
    pub(crate) fn further_counts(&self) -> &'static [usize] {
        if self.then.is_some() { FURTHER_COUNTS } else { &[] }
    }
}

/// The call that puts an element or an entry into an object of this class, given in internal form.
pub(crate) fn addition_to(class: &str) -> Option<&'static Call> {
    let mut of_class = ALL.iter().filter(|maker| maker.class == class);
    of_class.find_map(|maker| maker.then.as_ref().map(|(call, _)| call))
}

/// Any value of the parameter's type.
pub(crate) const fn any(name: &str) -> Argument<'_> {
    Argument { name, class: None, text: None, usual: &[] }
}

const fn of(name: &'static str, class: &'static str) -> Argument<'static> {
    Argument { name, class: Some(class), text: None, usual: &[] }
}

const fn usually(name: &'static str, usual: &'static [u16]) -> Argument<'static> {
    Argument { name, class: None, text: None, usual }
}

const fn text(name: &'static str, text: &'static str) -> Argument<'static> {
    Argument { name, class: Some(STRING), text: Some(text), usual: &[] }
}

/// The arguments of the maker whose first call is this method; none if there is no such maker.
pub(crate) fn arguments_of(world: &World, method: MethodId) -> &'static [Argument<'static>] {
    let method = world.method(method);
    let owner = world.class(method.class);
    let is_of = |call: &Call| {
        call.owner == &*owner.name && call.name == &*method.name && call.descriptor == &*method.descriptor
    };
    ALL.iter().map(|maker| &maker.first).find(|call| is_of(call)).map_or(&[], |call| call.arguments)
}

const fn new(class: &'static str, descriptor: &'static str, arguments: &'static [Argument<'static>]) -> Maker {
    made(class, Kind::Constructor, Call { owner: class, name: "<init>", descriptor, arguments })
}

const fn made(class: &'static str, by: Kind, first: Call) -> Maker {
    Maker { class, stands_for: &[], by, first, then: None }
}

const fn factory(
    owner: &'static str,
    name: &'static str,
    descriptor: &'static str,
    arguments: &'static [Argument<'static>],
) -> Maker {
    made(owner, Kind::Factory, Call { owner, name, descriptor, arguments })
}

impl Maker {
    const fn for_inputs_of(self, stands_for: &'static [&'static str]) -> Self {
        Self { stands_for, ..self }
    }

    const fn then(
        self,
        name: &'static str,
        descriptor: &'static str,
        arguments: &'static [Argument<'static>],
        counts: std::ops::RangeInclusive<usize>,
    ) -> Self {
        let call = Call { owner: self.class, name, descriptor, arguments };
        Self { then: Some((call, counts)), ..self }
    }

    /// With any elements, or none.
    const fn of_anything(self) -> Self {
        self.then("add", ADD, ELEMENT, 0..=3)
    }

    /// With entries under strings, or none.
    const fn under_strings(self) -> Self {
        self.then("put", PUT, STRING_ENTRY, 0..=2)
    }

    /// With entries under numbers.
    const fn under_numbers(self) -> Self {
        self.then("put", PUT, NUMBER_ENTRY, 1..=2)
    }

    /// With strings as elements, or none.
    const fn of_strings(self) -> Self {
        self.then("add", ADD, STRING_ELEMENT, 0..=2)
    }

    /// With numbers as elements.
    const fn of_numbers(self) -> Self {
        self.then("add", ADD, NUMBER_ELEMENT, 1..=2)
    }
}

/// How many elements objects have that usual ways do not make: one more than most code expects, and more than collections begin with.
const FURTHER_COUNTS: &[usize] = &[4, 17];
const YEARS: &[u16] = &[2024, 2025, 2023, 2026, 2022, 2000];
const MONTHS: &[u16] = &[3, 6, 9, 12, 5];
const DAYS: &[u16] = &[15, 20, 10, 25, 1];
const HOURS: &[u16] = &[10, 14, 18, 8, 12];
const MINUTES: &[u16] = &[30, 45, 15, 40, 20, 50];
const ZERO: &[u16] = &[0];
const ADDRESS: &str = "https://example.org/a/b?c=d#e";
const STRING: &str = "java/lang/String";
const INTEGER: &str = "java/lang/Integer";
const ADD: &str = "(Ljava/lang/Object;)Z";
const PUT: &str = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
const ELEMENT: &[Argument] = &[any("element")];
const STRING_ELEMENT: &[Argument] = &[of("element", STRING)];
const NUMBER_ELEMENT: &[Argument] = &[of("element", INTEGER)];
const STRING_ENTRY: &[Argument] = &[of("key", STRING), any("value")];
const NUMBER_ENTRY: &[Argument] = &[of("key", INTEGER), any("value")];
const COMMON_LIST: &[&str] = &[
    "java/util/List",
    "java/util/Collection",
    "java/lang/Iterable",
    "java/util/AbstractList",
    "java/util/AbstractCollection",
];

/// Types of which an input is taken to be of one of a few classes that are followed anyway.
pub(crate) const NARROWER: &[(&str, &[&str])] = &[
    ("java/lang/CharSequence", &[STRING]),
    ("java/lang/Comparable", &[INTEGER, STRING]),
    ("java/lang/Number", &[INTEGER, "java/lang/Long", "java/lang/Double"]),
];

/// Constants that inputs of a type are.
#[derive(Debug)]
pub(crate) struct Constants {
    /// The type, in internal form.
    pub ty: &'static str,
    /// The class that declares them.
    pub owner: &'static str,
    pub names: &'static [&'static str],
}

/// All that there are.
pub(crate) const CONSTANTS: &[Constants] = &[
    Constants { ty: "java/util/Locale", owner: "java/util/Locale", names: &["ENGLISH", "ROOT", "GERMANY"] },
    Constants {
        ty: "java/nio/charset/Charset",
        owner: "java/nio/charset/StandardCharsets",
        names: &["UTF_8", "US_ASCII", "UTF_16BE"],
    },
    Constants {
        ty: "java/time/format/DateTimeFormatter",
        owner: "java/time/format/DateTimeFormatter",
        names: &["ISO_LOCAL_DATE", "ISO_LOCAL_DATE_TIME"],
    },
    Constants { ty: "java/time/ZoneId", owner: "java/time/ZoneOffset", names: &["UTC"] },
    Constants { ty: "java/util/Comparator", owner: "java/lang/String", names: &["CASE_INSENSITIVE_ORDER"] },
];

/// Whether a field is one of them.
pub(crate) fn is_constant_of_inputs(owner: &str, name: &str) -> bool {
    CONSTANTS.iter().any(|constants| constants.owner == owner && constants.names.contains(&name))
}

/// The classes that an input of type `Class` stands for.
pub(crate) const CLASSES: &[&str] = &[
    "java.lang.Object",
    "java.lang.String",
    "int",
    "java.lang.Integer",
    "java.lang.Runnable",
    "[Ljava.lang.String;",
    "[I",
    "java.lang.annotation.RetentionPolicy",
];

/// All ways that are calls, the likeliest first.
pub(crate) static ALL: &[Maker] = &[
    new("java/util/ArrayList", "()V", &[]).for_inputs_of(COMMON_LIST).of_anything(),
    new("java/util/LinkedList", "()V", &[]).for_inputs_of(&["java/util/AbstractSequentialList"]).of_anything(),
    new("java/util/Vector", "()V", &[]).of_anything(),
    new("java/util/Stack", "()V", &[]).of_anything(),
    new("java/util/ArrayDeque", "()V", &[]).for_inputs_of(&["java/util/Deque", "java/util/Queue"]).of_anything(),
    new("java/util/PriorityQueue", "()V", &[]).of_numbers(),
    new("java/util/PriorityQueue", "()V", &[]).of_strings(),
    new("java/util/HashMap", "()V", &[]).for_inputs_of(&["java/util/Map", "java/util/AbstractMap"]).under_strings(),
    new("java/util/HashMap", "()V", &[]).for_inputs_of(&["java/util/Map", "java/util/AbstractMap"]).under_numbers(),
    new("java/util/LinkedHashMap", "()V", &[]).under_strings(),
    new("java/util/LinkedHashMap", "()V", &[]).under_numbers(),
    new("java/util/TreeMap", "()V", &[])
        .for_inputs_of(&["java/util/SortedMap", "java/util/NavigableMap"])
        .under_strings(),
    new("java/util/TreeMap", "()V", &[])
        .for_inputs_of(&["java/util/SortedMap", "java/util/NavigableMap"])
        .under_numbers(),
    new("java/util/Hashtable", "()V", &[]).for_inputs_of(&["java/util/Dictionary"]).under_strings(),
    new("java/util/HashSet", "()V", &[]).for_inputs_of(&["java/util/Set", "java/util/AbstractSet"]).of_strings(),
    new("java/util/HashSet", "()V", &[]).for_inputs_of(&["java/util/Set", "java/util/AbstractSet"]).of_numbers(),
    new("java/util/LinkedHashSet", "()V", &[]).of_strings(),
    new("java/util/LinkedHashSet", "()V", &[]).of_numbers(),
    new("java/util/TreeSet", "()V", &[]).for_inputs_of(&["java/util/SortedSet", "java/util/NavigableSet"]).of_strings(),
    new("java/util/TreeSet", "()V", &[]).for_inputs_of(&["java/util/SortedSet", "java/util/NavigableSet"]).of_numbers(),
    new("java/util/BitSet", "()V", &[]).then("set", "(I)V", &[any("bit")], 0..=2),
    made(
        "java/util/Iterator",
        Kind::Other,
        Call {
            owner: "java/util/ArrayList",
            name: "iterator",
            descriptor: "()Ljava/util/Iterator;",
            arguments: &[of("list", "java/util/ArrayList")],
        },
    ),
    made(
        "java/util/ListIterator",
        Kind::Other,
        Call {
            owner: "java/util/ArrayList",
            name: "listIterator",
            descriptor: "()Ljava/util/ListIterator;",
            arguments: &[of("list", "java/util/ArrayList")],
        },
    ),
    made(
        "java/util/Enumeration",
        Kind::Other,
        Call {
            owner: "java/util/Vector",
            name: "elements",
            descriptor: "()Ljava/util/Enumeration;",
            arguments: &[of("vector", "java/util/Vector")],
        },
    ),
    new("java/util/AbstractMap$SimpleEntry", "(Ljava/lang/Object;Ljava/lang/Object;)V", &[any("key"), any("value")])
        .for_inputs_of(&["java/util/Map$Entry"]),
    factory("java/util/Optional", "empty", "()Ljava/util/Optional;", &[]),
    factory("java/util/Optional", "of", "(Ljava/lang/Object;)Ljava/util/Optional;", &[any("value")]),
    factory("java/util/OptionalInt", "empty", "()Ljava/util/OptionalInt;", &[]),
    factory("java/util/OptionalInt", "of", "(I)Ljava/util/OptionalInt;", &[any("value")]),
    factory("java/util/OptionalLong", "empty", "()Ljava/util/OptionalLong;", &[]),
    factory("java/util/OptionalLong", "of", "(J)Ljava/util/OptionalLong;", &[any("value")]),
    factory("java/util/OptionalDouble", "empty", "()Ljava/util/OptionalDouble;", &[]),
    factory("java/util/OptionalDouble", "of", "(D)Ljava/util/OptionalDouble;", &[any("value")]),
    new("java/util/concurrent/ConcurrentHashMap", "()V", &[])
        .for_inputs_of(&["java/util/concurrent/ConcurrentMap"])
        .under_strings(),
    new("java/util/concurrent/CopyOnWriteArrayList", "()V", &[]).of_anything(),
    new("java/util/concurrent/CopyOnWriteArraySet", "()V", &[]).of_strings(),
    new("java/util/concurrent/ConcurrentLinkedQueue", "()V", &[]).of_anything(),
    new("java/util/concurrent/ConcurrentLinkedDeque", "()V", &[]).of_anything(),
    new("java/util/concurrent/LinkedBlockingQueue", "()V", &[]).of_anything(),
    new("java/util/concurrent/LinkedBlockingDeque", "()V", &[]).of_anything(),
    new("java/util/concurrent/ArrayBlockingQueue", "(I)V", &[any("capacity")]),
    new("java/util/concurrent/PriorityBlockingQueue", "()V", &[]).of_numbers(),
    new("java/util/concurrent/ConcurrentSkipListMap", "()V", &[])
        .for_inputs_of(&["java/util/concurrent/ConcurrentNavigableMap"])
        .under_strings(),
    new("java/util/concurrent/ConcurrentSkipListSet", "()V", &[]).of_strings(),
    new("java/util/WeakHashMap", "()V", &[]).under_strings(),
    new("java/util/IdentityHashMap", "()V", &[]),
    new("java/util/EnumMap", "(Ljava/lang/Class;)V", &[any("keys")]).then(
        "put",
        "(Ljava/lang/Enum;Ljava/lang/Object;)Ljava/lang/Object;",
        &[any("key"), any("value")],
        0..=2,
    ),
    factory("java/util/EnumSet", "noneOf", "(Ljava/lang/Class;)Ljava/util/EnumSet;", &[any("elements")]).then(
        "add",
        ADD,
        ELEMENT,
        0..=2,
    ),
    factory("java/util/EnumSet", "allOf", "(Ljava/lang/Class;)Ljava/util/EnumSet;", &[any("elements")]),
    new("java/util/Properties", "()V", &[]).then(
        "setProperty",
        "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/Object;",
        &[any("key"), any("value")],
        0..=1,
    ),
    made(
        "java/util/stream/Stream",
        Kind::Other,
        Call {
            owner: "java/util/Collection",
            name: "stream",
            descriptor: "()Ljava/util/stream/Stream;",
            arguments: &[of("list", "java/util/ArrayList")],
        },
    ),
    factory("java/util/Comparator", "naturalOrder", "()Ljava/util/Comparator;", &[]),
    factory("java/util/Comparator", "reverseOrder", "()Ljava/util/Comparator;", &[]),
    new("java/util/concurrent/locks/ReentrantLock", "()V", &[]).for_inputs_of(&["java/util/concurrent/locks/Lock"]),
    new("java/util/concurrent/locks/ReentrantReadWriteLock", "()V", &[])
        .for_inputs_of(&["java/util/concurrent/locks/ReadWriteLock"]),
    new("java/util/concurrent/CountDownLatch", "(I)V", &[any("count")]),
    new("java/util/concurrent/Semaphore", "(I)V", &[any("permits")]),
    factory(
        "java/util/concurrent/CompletableFuture",
        "completedFuture",
        "(Ljava/lang/Object;)Ljava/util/concurrent/CompletableFuture;",
        &[any("value")],
    ),
    new("java/lang/ThreadLocal", "()V", &[]).then("set", "(Ljava/lang/Object;)V", &[any("value")], 0..=1),
    new("java/util/SimpleTimeZone", "(ILjava/lang/String;)V", &[any("offset"), any("id")])
        .for_inputs_of(&["java/util/TimeZone"]),
    new("java/text/ParsePosition", "(I)V", &[any("index")]),
    new("java/text/FieldPosition", "(I)V", &[any("field")]),
    new("java/util/Date", "(J)V", &[any("time")]),
    new("java/util/Random", "(J)V", &[any("seed")]),
    new("java/util/UUID", "(JJ)V", &[any("most"), any("least")]),
    new("java/util/StringTokenizer", "(Ljava/lang/String;)V", &[any("text")]),
    new("java/util/StringJoiner", "(Ljava/lang/CharSequence;)V", &[of("delimiter", STRING)]),
    new("java/util/Scanner", "(Ljava/lang/String;)V", &[any("text")]),
    factory(
        "java/util/regex/Pattern",
        "compile",
        "(Ljava/lang/String;)Ljava/util/regex/Pattern;",
        &[text("regex", "[a-z]+")],
    ),
    made(
        "java/util/regex/Matcher",
        Kind::Other,
        Call {
            owner: "java/util/regex/Pattern",
            name: "matcher",
            descriptor: "(Ljava/lang/CharSequence;)Ljava/util/regex/Matcher;",
            arguments: &[of("pattern", "java/util/regex/Pattern"), of("text", STRING)],
        },
    ),
    factory("java/net/URI", "create", "(Ljava/lang/String;)Ljava/net/URI;", &[text("text", ADDRESS)]),
    factory("java/net/URI", "create", "(Ljava/lang/String;)Ljava/net/URI;", &[text("text", "a/b")]),
    new("java/net/URL", "(Ljava/lang/String;)V", &[text("text", ADDRESS)]),
    factory("java/math/BigInteger", "valueOf", "(J)Ljava/math/BigInteger;", &[any("value")]),
    factory("java/math/BigDecimal", "valueOf", "(JI)Ljava/math/BigDecimal;", &[any("unscaled"), any("scale")]),
    new("java/lang/StringBuilder", "()V", &[]).for_inputs_of(&["java/lang/Appendable"]),
    new("java/lang/StringBuilder", "(Ljava/lang/String;)V", &[any("text")]).for_inputs_of(&["java/lang/Appendable"]),
    new("java/lang/StringBuffer", "()V", &[]),
    new("java/lang/StringBuffer", "(Ljava/lang/String;)V", &[any("text")]),
    new("java/io/StringReader", "(Ljava/lang/String;)V", &[any("text")])
        .for_inputs_of(&["java/io/Reader", "java/lang/Readable"]),
    new("java/io/StringWriter", "()V", &[]).for_inputs_of(&["java/io/Writer"]),
    new("java/io/ByteArrayInputStream", "([B)V", &[any("bytes")]).for_inputs_of(&["java/io/InputStream"]),
    new("java/io/ByteArrayOutputStream", "()V", &[]).for_inputs_of(&["java/io/OutputStream"]),
    new("java/io/BufferedReader", "(Ljava/io/Reader;)V", &[of("reader", "java/io/StringReader")]),
    new("java/io/PushbackReader", "(Ljava/io/Reader;)V", &[of("reader", "java/io/StringReader")]),
    new("java/io/LineNumberReader", "(Ljava/io/Reader;)V", &[of("reader", "java/io/StringReader")]),
    new(
        "java/io/InputStreamReader",
        "(Ljava/io/InputStream;Ljava/nio/charset/Charset;)V",
        &[of("stream", "java/io/ByteArrayInputStream"), any("charset")],
    ),
    new("java/io/CharArrayReader", "([C)V", &[any("characters")]),
    new("java/io/CharArrayWriter", "()V", &[]),
    new("java/io/BufferedWriter", "(Ljava/io/Writer;)V", &[of("writer", "java/io/StringWriter")]),
    new("java/io/BufferedInputStream", "(Ljava/io/InputStream;)V", &[of("stream", "java/io/ByteArrayInputStream")]),
    new("java/io/PushbackInputStream", "(Ljava/io/InputStream;)V", &[of("stream", "java/io/ByteArrayInputStream")]),
    new("java/io/BufferedOutputStream", "(Ljava/io/OutputStream;)V", &[of("stream", "java/io/ByteArrayOutputStream")])
        .for_inputs_of(&["java/io/FilterOutputStream"]),
    new("java/io/PrintStream", "(Ljava/io/OutputStream;)V", &[of("stream", "java/io/ByteArrayOutputStream")]),
    new("java/io/PrintWriter", "(Ljava/io/Writer;)V", &[of("writer", "java/io/StringWriter")]),
    new("java/io/DataInputStream", "(Ljava/io/InputStream;)V", &[of("stream", "java/io/ByteArrayInputStream")])
        .for_inputs_of(&["java/io/DataInput"]),
    new("java/io/DataOutputStream", "(Ljava/io/OutputStream;)V", &[of("stream", "java/io/ByteArrayOutputStream")])
        .for_inputs_of(&["java/io/DataOutput"]),
    new("java/io/File", "(Ljava/lang/String;)V", &[any("path")]),
    factory("java/nio/ByteBuffer", "wrap", "([B)Ljava/nio/ByteBuffer;", &[any("bytes")])
        .for_inputs_of(&["java/nio/Buffer"]),
    factory("java/nio/CharBuffer", "wrap", "([C)Ljava/nio/CharBuffer;", &[any("characters")]),
    made(
        "java/nio/charset/CharsetEncoder",
        Kind::Other,
        Call {
            owner: "java/nio/charset/Charset",
            name: "newEncoder",
            descriptor: "()Ljava/nio/charset/CharsetEncoder;",
            arguments: &[any("charset")],
        },
    ),
    made(
        "java/nio/charset/CharsetDecoder",
        Kind::Other,
        Call {
            owner: "java/nio/charset/Charset",
            name: "newDecoder",
            descriptor: "()Ljava/nio/charset/CharsetDecoder;",
            arguments: &[any("charset")],
        },
    ),
    new("java/util/concurrent/atomic/AtomicInteger", "(I)V", &[any("value")]),
    new("java/util/concurrent/atomic/AtomicLong", "(J)V", &[any("value")]),
    new("java/util/concurrent/atomic/AtomicBoolean", "(Z)V", &[any("value")]),
    new("java/util/concurrent/atomic/AtomicReference", "(Ljava/lang/Object;)V", &[any("value")]),
    new("java/util/concurrent/atomic/AtomicReferenceArray", "(I)V", &[any("length")]),
    new("java/util/concurrent/atomic/AtomicIntegerArray", "(I)V", &[any("length")]),
    new("java/util/concurrent/atomic/AtomicLongArray", "(I)V", &[any("length")]),
    new("java/lang/ref/ReferenceQueue", "()V", &[]),
    new("java/lang/ref/WeakReference", "(Ljava/lang/Object;)V", &[any("referent")])
        .for_inputs_of(&["java/lang/ref/Reference"]),
    factory("java/time/Duration", "ofSeconds", "(JJ)Ljava/time/Duration;", &[any("seconds"), usually("nanos", ZERO)]),
    factory("java/time/Instant", "ofEpochSecond", "(JJ)Ljava/time/Instant;", &[any("second"), usually("nanos", ZERO)]),
    factory(
        "java/time/LocalTime",
        "of",
        "(III)Ljava/time/LocalTime;",
        &[usually("hour", HOURS), usually("minute", MINUTES), usually("second", MINUTES)],
    ),
    factory(
        "java/time/LocalDateTime",
        "of",
        "(IIIIII)Ljava/time/LocalDateTime;",
        &[
            usually("year", YEARS),
            usually("month", MONTHS),
            usually("day", DAYS),
            usually("hour", HOURS),
            usually("minute", MINUTES),
            usually("second", MINUTES),
        ],
    ),
    factory(
        "java/time/OffsetDateTime",
        "of",
        "(Ljava/time/LocalDateTime;Ljava/time/ZoneOffset;)Ljava/time/OffsetDateTime;",
        &[any("time"), any("offset")],
    ),
    factory(
        "java/time/ZonedDateTime",
        "of",
        "(Ljava/time/LocalDateTime;Ljava/time/ZoneId;)Ljava/time/ZonedDateTime;",
        &[any("time"), any("zone")],
    ),
    factory("java/time/ZoneOffset", "ofHours", "(I)Ljava/time/ZoneOffset;", &[any("hours")]),
    factory("java/time/Period", "of", "(III)Ljava/time/Period;", &[any("years"), any("months"), any("days")]),
    factory("java/time/Year", "of", "(I)Ljava/time/Year;", &[usually("year", YEARS)]),
    factory(
        "java/time/YearMonth",
        "of",
        "(II)Ljava/time/YearMonth;",
        &[usually("year", YEARS), usually("month", MONTHS)],
    ),
    factory("java/time/MonthDay", "of", "(II)Ljava/time/MonthDay;", &[usually("month", MONTHS), usually("day", DAYS)]),
    factory(
        "java/time/Clock",
        "fixed",
        "(Ljava/time/Instant;Ljava/time/ZoneId;)Ljava/time/Clock;",
        &[any("instant"), any("zone")],
    ),
    factory(
        "java/time/LocalDate",
        "of",
        "(III)Ljava/time/LocalDate;",
        &[usually("year", YEARS), usually("month", MONTHS), usually("day", DAYS)],
    ),
    factory("java/util/Currency", "getInstance", "(Ljava/lang/String;)Ljava/util/Currency;", &[text("code", "EUR")]),
    factory("java/util/Currency", "getInstance", "(Ljava/lang/String;)Ljava/util/Currency;", &[text("code", "USD")]),
    factory(
        "java/util/logging/Logger",
        "getLogger",
        "(Ljava/lang/String;)Ljava/util/logging/Logger;",
        &[text("name", "test")],
    ),
    new(
        "java/util/GregorianCalendar",
        "(III)V",
        &[usually("year", YEARS), usually("month", MONTHS), usually("day", DAYS)],
    )
    .for_inputs_of(&["java/util/Calendar"]),
    new("java/sql/Timestamp", "(J)V", &[any("time")]),
    new("java/sql/Date", "(J)V", &[any("time")]),
    new("java/sql/Time", "(J)V", &[any("time")]),
    new("java/util/zip/CRC32", "()V", &[]).for_inputs_of(&["java/util/zip/Checksum"]),
    new("java/util/IntSummaryStatistics", "()V", &[]).then("accept", "(I)V", &[any("value")], 0..=2),
    new("java/util/LongSummaryStatistics", "()V", &[]).then("accept", "(J)V", &[any("value")], 0..=2),
    new("java/util/DoubleSummaryStatistics", "()V", &[]).then("accept", "(D)V", &[any("value")], 0..=2),
    new("java/text/DecimalFormat", "(Ljava/lang/String;)V", &[text("pattern", "0.00")])
        .for_inputs_of(&["java/text/NumberFormat"]),
    new("java/text/SimpleDateFormat", "(Ljava/lang/String;)V", &[text("pattern", "yyyy-MM-dd")])
        .for_inputs_of(&["java/text/DateFormat"]),
    new("java/lang/Exception", "(Ljava/lang/String;)V", &[any("message")]).for_inputs_of(&["java/lang/Throwable"]),
    new("java/lang/Exception", CAUSED, &[any("message"), any("cause")]).for_inputs_of(&["java/lang/Throwable"]),
    new("java/lang/RuntimeException", "(Ljava/lang/String;)V", &[any("message")]),
    new("java/lang/RuntimeException", CAUSED, &[any("message"), any("cause")]),
    new("java/io/IOException", "(Ljava/lang/String;)V", &[any("message")]),
    new("java/lang/IllegalArgumentException", "(Ljava/lang/String;)V", &[any("message")]),
    new("java/lang/IllegalStateException", "(Ljava/lang/String;)V", &[any("message")]),
];
