//! What all jobs over a class path need, made before the first of them.
//!
//! It depends on the class path alone, and no job notices whether it was there: worlds, terms and solvers are its own.

use clew_engine::ClassPathSpec;
use clew_jvm::ClassPath;

/// How much of the class files outside the JDK is parsed ahead, in bytes. Parsed they take several times as much memory.
const AHEAD_BYTES: usize = 2 << 20;

/// Classes of the JDK of which many jobs load each: a quarter or more of those for a library.
const OFTEN_LOADED: &[&str] = &[
    "java/io/Closeable",
    "java/io/FilterInputStream",
    "java/io/FilterOutputStream",
    "java/io/Flushable",
    "java/io/IOException",
    "java/io/InputStream",
    "java/io/ObjectStreamField",
    "java/io/OutputStream",
    "java/io/PrintStream",
    "java/io/Serializable",
    "java/lang/AbstractStringBuilder",
    "java/lang/Appendable",
    "java/lang/ArrayIndexOutOfBoundsException",
    "java/lang/AssertionError",
    "java/lang/AutoCloseable",
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/CharSequence",
    "java/lang/Character",
    "java/lang/Class",
    "java/lang/Cloneable",
    "java/lang/Comparable",
    "java/lang/Double",
    "java/lang/Enum",
    "java/lang/Error",
    "java/lang/Exception",
    "java/lang/Float",
    "java/lang/IllegalArgumentException",
    "java/lang/IllegalStateException",
    "java/lang/IndexOutOfBoundsException",
    "java/lang/Integer",
    "java/lang/Iterable",
    "java/lang/Long",
    "java/lang/Math",
    "java/lang/NegativeArraySizeException",
    "java/lang/NullPointerException",
    "java/lang/Number",
    "java/lang/Object",
    "java/lang/OutOfMemoryError",
    "java/lang/RuntimeException",
    "java/lang/Short",
    "java/lang/StackTraceElement",
    "java/lang/String",
    "java/lang/String$CaseInsensitiveComparator",
    "java/lang/StringBuilder",
    "java/lang/StringLatin1",
    "java/lang/StringUTF16",
    "java/lang/System",
    "java/lang/Throwable",
    "java/lang/VirtualMachineError",
    "java/lang/constant/Constable",
    "java/lang/constant/ConstantDesc",
    "java/lang/invoke/TypeDescriptor",
    "java/lang/invoke/TypeDescriptor$OfField",
    "java/lang/reflect/AccessibleObject",
    "java/lang/reflect/AnnotatedElement",
    "java/lang/reflect/Field",
    "java/lang/reflect/GenericDeclaration",
    "java/lang/reflect/Member",
    "java/lang/reflect/Type",
    "java/nio/charset/Charset",
    "java/util/AbstractCollection",
    "java/util/AbstractList",
    "java/util/AbstractMap",
    "java/util/AbstractSet",
    "java/util/Arrays",
    "java/util/Collection",
    "java/util/Collections",
    "java/util/Collections$EmptyList",
    "java/util/Collections$EmptyMap",
    "java/util/Collections$EmptySet",
    "java/util/Comparator",
    "java/util/List",
    "java/util/Map",
    "java/util/Objects",
    "java/util/RandomAccess",
    "java/util/Set",
    "java/util/function/Supplier",
    "jdk/internal/misc/Unsafe",
    "jdk/internal/misc/UnsafeConstants",
    "jdk/internal/util/ArraysSupport",
];

/// Opens a class path, or nothing if it cannot be opened at all.
pub(crate) fn class_path(spec: &ClassPathSpec) -> Option<ClassPath> {
    let mut opened = super::open(spec).ok()?;
    opened.read_ahead(OFTEN_LOADED.iter().copied());
    opened.read_ahead_outside_jdk(AHEAD_BYTES);
    opened.read_outline();
    Some(opened)
}

/// Makes what the engines keep for a thread.
pub(crate) fn engines() {
    clew_symex::prepare();
    clew_smt::Z3::prepare();
}
