//! Classes of the JDK that keep to themselves: what runs no code but the JDK's, unless it is handed an object of others.

use clew_ir::MethodRef;

/// Classes of the JDK without subclasses whose methods run no code of others unless they are handed objects of others.
const CLOSED: [&str; 12] = [
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Double",
    "java/lang/Float",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Math",
    "java/lang/Short",
    "java/lang/StrictMath",
    "java/lang/String",
    "java/lang/StringBuilder",
];

/// Their methods that go to objects of the user, or wait for other threads: properties and charsets may be the user's.
const NOT_CLOSED: [&str; 8] =
    ["getBoolean", "getBytes", "getInteger", "getLong", "notify", "notifyAll", "random", "wait"];

/// Classes of the JDK whose objects never change, and neither does what they lead to.
const VALUES: [&str; 20] = [
    "java/math/BigDecimal",
    "java/math/BigInteger",
    "java/net/URI",
    "java/time/Duration",
    "java/time/Instant",
    "java/time/LocalDate",
    "java/time/LocalDateTime",
    "java/time/LocalTime",
    "java/time/MonthDay",
    "java/time/OffsetDateTime",
    "java/time/OffsetTime",
    "java/time/Period",
    "java/time/Year",
    "java/time/YearMonth",
    "java/time/ZoneOffset",
    "java/time/ZonedDateTime",
    "java/util/Currency",
    "java/util/Locale",
    "java/util/UUID",
    "java/util/regex/Pattern",
];

/// Methods by which collections and maps answer from what they hold. Some also take out the element that they return.
const QUESTIONS: [&str; 46] = [
    "ceiling",
    "ceilingEntry",
    "ceilingKey",
    "contains",
    "containsAll",
    "containsKey",
    "containsValue",
    "element",
    "elementAt",
    "empty",
    "first",
    "firstElement",
    "firstEntry",
    "firstKey",
    "floor",
    "floorEntry",
    "floorKey",
    "get",
    "getFirst",
    "getLast",
    "getOrDefault",
    "higher",
    "higherEntry",
    "higherKey",
    "indexOf",
    "isEmpty",
    "last",
    "lastElement",
    "lastEntry",
    "lastIndexOf",
    "lastKey",
    "lower",
    "lowerEntry",
    "peek",
    "peekFirst",
    "peekLast",
    "poll",
    "pollFirst",
    "pollFirstEntry",
    "pollLast",
    "pollLastEntry",
    "pop",
    "remove",
    "removeFirst",
    "removeLast",
    "size",
];

/// Further ones, of which no more is known than that.
const FURTHER_QUESTIONS: [&str; 3] = ["lowerKey", "remainingCapacity", "search"];

/// Whether a method of this name answers from what a collection or map holds, and adds nothing to it.
pub fn answers_from_contents(name: &str) -> bool {
    QUESTIONS.contains(&name)
}

/// Whether a collection or map of the JDK answers by this method from what it holds.
pub fn is_question_to_collection(method: &MethodRef) -> bool {
    let name = &*method.name;
    is_of_collections(&method.class) && (answers_from_contents(name) || FURTHER_QUESTIONS.contains(&name))
}

/// Whether a class of this name is in the packages of the JDK's collections, and none of the links by which these hold their elements.
pub fn is_of_collections(class: &str) -> bool {
    let name = class.strip_prefix("java/util/").map(|name| name.strip_prefix("concurrent/").unwrap_or(name));
    let is_link = |name: &str| name.ends_with("Node") || name.ends_with("$Entry");
    name.is_some_and(|name| !name.contains('/') && !is_link(name)) && !is_value_class(class)
}

/// Whether all objects of a class of this name are values that never change. Subclasses of it may differ.
pub fn is_value_class(class: &str) -> bool {
    VALUES.contains(&class)
}

/// Whether a class of this name is one of the JDK's whose methods run no code of others, but for a few.
pub fn is_closed(class: &str) -> bool {
    CLOSED.contains(&class)
}

/// Whether a method of one of these classes runs no code of others unless it is handed objects of others.
pub fn stays_closed(method: &MethodRef) -> bool {
    is_closed(&method.class) && !NOT_CLOSED.contains(&&*method.name)
}
