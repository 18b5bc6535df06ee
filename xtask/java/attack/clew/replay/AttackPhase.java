package clew.replay;

/** What a round does beside calls in a random order. */
enum AttackPhase {
    /** Nothing. */
    PLAIN,
    /** Static fields that anybody may write get other values, and methods that change statics are called. */
    STATICS,
    /** Other locales, time zones and system properties, also before classes are initialized. */
    ENVIRONMENT,
    /** Several threads call methods on the same objects. */
    THREADS,
    /** Objects are forgotten and collected between calls. */
    COLLECTION,
    /** Classes are initialized in a random order before the first call. */
    INITIALIZATION,
    /** Everything at once, but for further threads. */
    MIXED;

    boolean changesStatics() {
        return this == STATICS || this == MIXED || this == THREADS;
    }

    boolean changesEnvironment() {
        return this == ENVIRONMENT || this == MIXED;
    }

    boolean collects() {
        return this == COLLECTION || this == MIXED;
    }

    boolean ordersInitialization() {
        return this == INITIALIZATION || this == MIXED;
    }
}
