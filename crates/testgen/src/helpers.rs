//! The helpers of tests that get nowhere without reflection: the tests of a package share them, each probe has its own.

/// A helper method, or class, in the order in which they appear in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Helper {
    /// Finds a class that source code can't name.
    ClassNamed,
    /// Makes an object without running a constructor.
    Allocate,
    /// Makes an object with no constructor run but one of a superclass.
    AllocateOn,
    /// Calls a constructor that source code can't call.
    Construct,
    /// Calls a method that source code can't call.
    Invoke,
    /// Reads a field that source code can't read.
    GetField,
    /// Writes a field that source code can't write.
    SetField,
    /// Puts an object, and what it leads to, back into the state that it has.
    StateOf,
    /// Answers calls that are inputs with the values given, in order.
    InputCalls,
    /// Makes objects of interfaces, and answers what they and subclasses of abstract classes are asked.
    Stubs,
    /// Describes a value on one line. Only probes use it, which are never kept.
    Show,
    /// Tells all of a value, or of the message of an exception. Only probes use it, too.
    Tell,
}

impl Helper {
    /// Those that tests share.
    pub(crate) const SHARED: [Helper; 10] = [
        Helper::ClassNamed,
        Helper::Allocate,
        Helper::AllocateOn,
        Helper::Construct,
        Helper::Invoke,
        Helper::GetField,
        Helper::SetField,
        Helper::StateOf,
        Helper::InputCalls,
        Helper::Stubs,
    ];

    /// Whether the tests of a package share it.
    pub(crate) fn is_shared(self) -> bool {
        Helper::SHARED.contains(&self)
    }

    /// The name of the method or the class.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Helper::ClassNamed => "classNamed",
            Helper::Allocate => "allocate",
            Helper::AllocateOn => "allocateOn",
            Helper::Construct => "construct",
            Helper::Invoke => "invoke",
            Helper::GetField => "getField",
            Helper::SetField => "setField",
            Helper::StateOf => "stateOf",
            Helper::InputCalls => "InputCalls",
            Helper::Stubs => "Stubs",
            Helper::Show => "clewShow",
            Helper::Tell => "clewTell",
        }
    }

    /// The source of the method or the class. Names of the JDK are written in full.
    pub(crate) fn source(self) -> &'static str {
        match self {
            Helper::ClassNamed => CLASS_NAMED,
            Helper::Allocate => ALLOCATE,
            Helper::AllocateOn => ALLOCATE_ON,
            Helper::Construct => CONSTRUCT,
            Helper::Invoke => INVOKE,
            Helper::GetField => GET_FIELD,
            Helper::SetField => SET_FIELD,
            Helper::StateOf => STATE_OF,
            Helper::InputCalls => INPUT_CALLS,
            Helper::Stubs => STUBS,
            Helper::Show => SHOW,
            Helper::Tell => TELL,
        }
    }
}

const CLASS_NAMED: &str = "    \
    static java.lang.Class<?> classNamed(java.lang.String name) throws java.lang.Exception {
        return java.lang.Class.forName(name, false, java.lang.invoke.MethodHandles.lookup().lookupClass().getClassLoader());
    }
";

const ALLOCATE: &str = "    \
    static java.lang.Object allocate(java.lang.Class<?> type) throws java.lang.Exception {
        java.lang.Class<?> factory = java.lang.Class.forName(\"sun.reflect.ReflectionFactory\");
        java.lang.reflect.Constructor<?> maker = (java.lang.reflect.Constructor<?>) factory
                .getMethod(\"newConstructorForSerialization\", java.lang.Class.class, java.lang.reflect.Constructor.class)
                .invoke(factory.getMethod(\"getReflectionFactory\").invoke(null), type,
                        java.lang.Object.class.getConstructor());
        return maker.newInstance();
    }
";

const ALLOCATE_ON: &str = "    \
    static java.lang.Object allocateOn(java.lang.Class<?> type, java.lang.Class<?> superclass,
            java.lang.Class<?>[] types, java.lang.Object... args) throws java.lang.Exception {
        java.lang.Class<?> factory = java.lang.Class.forName(\"sun.reflect.ReflectionFactory\");
        java.lang.reflect.Constructor<?> maker = (java.lang.reflect.Constructor<?>) factory
                .getMethod(\"newConstructorForSerialization\", java.lang.Class.class, java.lang.reflect.Constructor.class)
                .invoke(factory.getMethod(\"getReflectionFactory\").invoke(null), type,
                        superclass.getDeclaredConstructor(types));
        return maker.newInstance(args);
    }
";

const CONSTRUCT: &str = "    \
    static java.lang.Object construct(java.lang.Class<?> type, java.lang.Class<?>[] types, java.lang.Object[] args)
            throws java.lang.Throwable {
        java.lang.reflect.Constructor<?> constructor = type.getDeclaredConstructor(types);
        constructor.setAccessible(true);
        try {
            return constructor.newInstance(args);
        } catch (java.lang.reflect.InvocationTargetException e) {
            throw e.getCause();
        }
    }
";

const INVOKE: &str = "    \
    static java.lang.Object invoke(java.lang.Class<?> owner, java.lang.Object receiver, java.lang.String name,
            java.lang.Class<?> result, java.lang.Class<?>[] types, java.lang.Object[] args) throws java.lang.Throwable {
        for (java.lang.reflect.Method method : owner.getDeclaredMethods()) {
            if (method.getName().equals(name) && method.getReturnType() == result
                    && java.util.Arrays.equals(method.getParameterTypes(), types)) {
                method.setAccessible(true);
                try {
                    return method.invoke(receiver, args);
                } catch (java.lang.reflect.InvocationTargetException e) {
                    throw e.getCause();
                }
            }
        }
        throw new java.lang.NoSuchMethodException(owner.getName() + \".\" + name);
    }
";

const GET_FIELD: &str = "    \
    static java.lang.Object getField(java.lang.Class<?> owner, java.lang.Object target, java.lang.String name)
            throws java.lang.Exception {
        java.lang.reflect.Field field = owner.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(target);
    }
";

const SET_FIELD: &str = "    \
    static void setField(java.lang.Class<?> owner, java.lang.Object target, java.lang.String name,
            java.lang.Object value) throws java.lang.Exception {
        java.lang.reflect.Field field = owner.getDeclaredField(name);
        field.setAccessible(true);
        field.set(target, value);
    }
";

/// The end of both classes that give the values of a test: that they were taken, all of them and no more.
macro_rules! all_taken {
    () => {
        "
        /** Fails unless every value was asked for, and no more than those. */
        void assertAllTaken() {
            if (excess != null) {
                throw new java.lang.AssertionError(excess + \" is called more often than there are values for it\");
            }
            left.forEach((method, queue) -> {
                if (!queue.isEmpty()) {
                    throw new java.lang.AssertionError(method + \" is called too seldom: \" + queue.size() + \" values are left\");
                }
            });
        }
    }
"
    };
}

const STATE_OF: &str = "    \
    @java.lang.SuppressWarnings(\"unchecked\")
    static java.lang.Runnable stateOf(java.lang.Object object) throws java.lang.Exception {
        java.util.Set<java.lang.Object> seen =
                java.util.Collections.newSetFromMap(new java.util.IdentityHashMap<>());
        java.util.List<java.lang.Runnable> steps = new java.util.ArrayList<>();
        java.util.Deque<java.lang.Object> waiting = new java.util.ArrayDeque<>();
        if (object != null) {
            waiting.add(object);
        }
        while (!waiting.isEmpty()) {
            java.lang.Object next = waiting.remove();
            java.lang.Class<?> type = next.getClass();
            java.util.List<java.lang.Object> behind = new java.util.ArrayList<>();
            if (!seen.add(next)) {
                continue;
            } else if (type.isArray()) {
                int length = java.lang.reflect.Array.getLength(next);
                java.lang.Object saved = java.lang.reflect.Array.newInstance(type.getComponentType(), length);
                java.lang.System.arraycopy(next, 0, saved, 0, length);
                steps.add(() -> java.lang.System.arraycopy(saved, 0, next, 0, length));
                if (saved instanceof java.lang.Object[]) {
                    behind.addAll(java.util.Arrays.asList((java.lang.Object[]) saved));
                }
            } else if (isOfProgram(type)) {
                for (java.lang.Class<?> part = type; isOfProgram(part); part = part.getSuperclass()) {
                    for (java.lang.reflect.Field field : part.getDeclaredFields()) {
                        int modifiers = field.getModifiers();
                        if (!java.lang.reflect.Modifier.isStatic(modifiers)) {
                            field.setAccessible(true);
                            java.lang.Object held = field.get(next);
                            behind.add(field.getType().isPrimitive() ? null : held);
                            if (!java.lang.reflect.Modifier.isFinal(modifiers)) {
                                steps.add(() -> put(field, next, held));
                            }
                        }
                    }
                }
            }
            if (next instanceof java.util.Map && isKept(type)) {
                java.util.Map<java.lang.Object, java.lang.Object> map =
                        (java.util.Map<java.lang.Object, java.lang.Object>) next;
                java.util.List<java.lang.Object> keys = new java.util.ArrayList<>(map.keySet());
                java.util.List<java.lang.Object> values = new java.util.ArrayList<>(map.values());
                steps.add(() -> {
                    map.clear();
                    for (int at = 0; at < keys.size(); at++) {
                        map.put(keys.get(at), values.get(at));
                    }
                });
                behind.addAll(keys);
                behind.addAll(values);
            } else if (next instanceof java.util.Collection && isKept(type)) {
                java.util.Collection<java.lang.Object> collection = (java.util.Collection<java.lang.Object>) next;
                java.util.List<java.lang.Object> saved = new java.util.ArrayList<>(collection);
                steps.add(() -> {
                    if (collection instanceof java.util.List && collection.size() == saved.size()) {
                        for (int at = 0; at < saved.size(); at++) {
                            ((java.util.List<java.lang.Object>) collection).set(at, saved.get(at));
                        }
                    } else {
                        collection.clear();
                        collection.addAll(saved);
                    }
                });
                behind.addAll(saved);
            } else if (next instanceof java.util.concurrent.atomic.AtomicInteger) {
                int saved = ((java.util.concurrent.atomic.AtomicInteger) next).get();
                steps.add(() -> ((java.util.concurrent.atomic.AtomicInteger) next).set(saved));
            } else if (next instanceof java.util.concurrent.atomic.AtomicLong) {
                long saved = ((java.util.concurrent.atomic.AtomicLong) next).get();
                steps.add(() -> ((java.util.concurrent.atomic.AtomicLong) next).set(saved));
            } else if (next instanceof java.util.concurrent.atomic.AtomicBoolean) {
                boolean saved = ((java.util.concurrent.atomic.AtomicBoolean) next).get();
                steps.add(() -> ((java.util.concurrent.atomic.AtomicBoolean) next).set(saved));
            } else if (next instanceof java.util.concurrent.atomic.AtomicReference) {
                java.lang.Object saved = ((java.util.concurrent.atomic.AtomicReference<?>) next).get();
                steps.add(() -> ((java.util.concurrent.atomic.AtomicReference<java.lang.Object>) next).set(saved));
                behind.add(saved);
            }
            behind.removeIf(java.util.Objects::isNull);
            waiting.addAll(behind);
        }
        // Keys first, then what holds them.
        java.util.Collections.reverse(steps);
        return () -> steps.forEach(java.lang.Runnable::run);
    }

    private static boolean isOfProgram(java.lang.Class<?> type) {
        java.lang.ClassLoader loader = type.getClassLoader();
        boolean isOfJdk = loader == null || loader == java.lang.ClassLoader.getSystemClassLoader().getParent();
        return !isOfJdk && type.getName().indexOf('/') < 0;
    }

    private static boolean isKept(java.lang.Class<?> type) {
        java.lang.Class<?> part = type;
        for (; isOfProgram(part); part = part.getSuperclass()) {
            for (java.lang.reflect.Method method : part.getDeclaredMethods()) {
                if (USED.contains(method.getName())) {
                    return false;
                }
            }
        }
        java.lang.String name = part.getName();
        return name.startsWith(\"java.util.\")
                && (name.indexOf('$') < 0 || name.startsWith(\"java.util.Collections$Synchronized\") || OTHERS.contains(name));
    }

    /** The methods by which collections and maps are saved and restored. */
    private static final java.util.List<java.lang.String> USED =
            java.util.Arrays.asList(\"add\", \"addAll\", \"clear\", \"entrySet\", \"iterator\", \"keySet\", \"put\", \"set\", \"size\",
                    \"toArray\", \"values\");

    /** The classes inside others whose objects are no views. */
    private static final java.util.List<java.lang.String> OTHERS =
            java.util.Arrays.asList(\"java.util.Arrays$ArrayList\", \"java.util.Collections$SetFromMap\",
                    \"java.util.concurrent.ConcurrentHashMap$KeySetView\");

    private static void put(java.lang.reflect.Field field, java.lang.Object object, java.lang.Object value) {
        try {
            field.set(object, value);
        } catch (java.lang.IllegalAccessException impossible) {
            throw new java.lang.IllegalStateException(impossible);
        }
    }
";

const INPUT_CALLS: &str = concat!(
    "    \
    /** Has the calls of some methods return the values that a test gives, in order, and all others run as they are. */
    static final class InputCalls implements org.mockito.stubbing.Answer<java.lang.Object> {
        private final java.util.Map<java.lang.String, java.util.Deque<java.util.Optional<java.lang.Object>>> left =
                new java.util.TreeMap<>();
        private java.lang.String excess;

        /** The method is named with its class and the types of its parameters. */
        void returning(java.lang.String method, java.lang.Object... values) {
            java.util.Deque<java.util.Optional<java.lang.Object>> queue = new java.util.ArrayDeque<>();
            for (java.lang.Object value : values) {
                queue.add(java.util.Optional.ofNullable(value));
            }
            left.put(method, queue);
        }

        @java.lang.Override
        public java.lang.Object answer(org.mockito.invocation.InvocationOnMock call) throws java.lang.Throwable {
            java.lang.reflect.Method method = call.getMethod();
            java.util.StringJoiner name = new java.util.StringJoiner(\", \",
                    method.getDeclaringClass().getName() + '.' + method.getName() + '(', \")\");
            for (java.lang.Class<?> type : method.getParameterTypes()) {
                name.add(type.getTypeName());
            }
            java.util.Deque<java.util.Optional<java.lang.Object>> queue = left.get(name.toString());
            if (queue == null) {
                return call.callRealMethod();
            }
            if (queue.isEmpty()) {
                excess = name.toString();
                throw new java.lang.IllegalStateException(\"no value is left for \" + excess);
            }
            return queue.remove().orElse(null);
        }
",
    all_taken!()
);

const STUBS: &str = concat!(
    "    \
    /** Has the abstract methods of objects that stand for any implementation answer as a test says, in order. */
    static final class Stubs implements java.lang.reflect.InvocationHandler {
        /** How a call ends. */
        interface Answer {
            java.lang.Object give() throws java.lang.Throwable;
        }

        private final java.util.Map<java.lang.String, java.util.Deque<Answer>> left = new java.util.TreeMap<>();
        private java.lang.String excess;

        /** An object of the interface, whose default methods run as they are. */
        <T> T of(java.lang.Class<T> type) {
            java.lang.ClassLoader loader = type.getClassLoader() == null ? Stubs.class.getClassLoader() : type.getClassLoader();
            return type.cast(java.lang.reflect.Proxy.newProxyInstance(loader, new java.lang.Class<?>[] {type}, this));
        }

        /** The next calls of the method, which is named with the types of its parameters, return these values. */
        void returning(java.lang.String method, java.lang.Object... values) {
            for (java.lang.Object value : values) {
                answering(method, () -> value);
            }
        }

        /** The next call of the method throws the exception that is made then. */
        void throwing(java.lang.String method, java.util.concurrent.Callable<? extends java.lang.Throwable> exception) {
            answering(method, () -> {
                throw exception.call();
            });
        }

        private void answering(java.lang.String method, Answer answer) {
            left.computeIfAbsent(method, name -> new java.util.ArrayDeque<>()).add(answer);
        }

        /** What a call of the method returns. What it throws need not be declared where it is called. */
        @java.lang.SuppressWarnings(\"unchecked\")
        <E extends java.lang.Throwable> java.lang.Object next(java.lang.String method) throws E {
            java.util.Deque<Answer> queue = left.get(method);
            if (queue == null || queue.isEmpty()) {
                excess = method;
                throw new java.lang.IllegalStateException(\"no value is left for \" + method);
            }
            try {
                return queue.remove().give();
            } catch (java.lang.Throwable e) {
                throw (E) e;
            }
        }

        @java.lang.Override
        public java.lang.Object invoke(java.lang.Object stub, java.lang.reflect.Method method, java.lang.Object[] args)
                throws java.lang.Throwable {
            if (method.getDeclaringClass() == java.lang.Object.class) {
                switch (method.getName()) {
                    case \"equals\":
                        return stub == args[0];
                    case \"hashCode\":
                        return java.lang.System.identityHashCode(stub);
                    default:
                        return stub.getClass().getName() + '@' + java.lang.System.identityHashCode(stub);
                }
            }
            if (method.isDefault()) {
                try {
                    return java.lang.reflect.InvocationHandler.class.getMethod(\"invokeDefault\", java.lang.Object.class,
                            java.lang.reflect.Method.class, java.lang.Object[].class).invoke(null, stub, method, args);
                } catch (java.lang.reflect.InvocationTargetException e) {
                    throw e.getCause();
                }
            }
            java.util.StringJoiner name = new java.util.StringJoiner(\", \", method.getName() + '(', \")\");
            for (java.lang.Class<?> type : method.getParameterTypes()) {
                name.add(type.getTypeName());
            }
            return next(name.toString());
        }
",
    all_taken!()
);

const SHOW: &str = "    \
    private static java.lang.String clewShow(java.lang.Object value) {
        if (value == null) {
            return \"null\";
        }
        java.lang.String name = value.getClass().getName();
        if (value instanceof java.lang.String) {
            java.lang.StringBuilder text = new java.lang.StringBuilder(\"text\");
            java.lang.String string = (java.lang.String) value;
            for (int i = 0; i < string.length() && string.length() <= 500; i++) {
                text.append(' ').append((int) string.charAt(i));
            }
            return string.length() <= 500 ? text.toString() : \"object \" + name;
        } else if (value instanceof java.lang.Float) {
            return \"box \" + name + ' ' + java.lang.Float.floatToIntBits((java.lang.Float) value);
        } else if (value instanceof java.lang.Double) {
            return \"box \" + name + ' ' + java.lang.Double.doubleToLongBits((java.lang.Double) value);
        } else if (value instanceof java.lang.Character) {
            return \"box \" + name + ' ' + (int) (java.lang.Character) value;
        } else if (value instanceof java.lang.Boolean || value instanceof java.lang.Byte || value instanceof java.lang.Short
                || value instanceof java.lang.Integer || value instanceof java.lang.Long) {
            return \"box \" + name + ' ' + value;
        } else if (value instanceof java.lang.Enum) {
            return \"enum \" + ((java.lang.Enum<?>) value).getDeclaringClass().getName() + ' '
                    + ((java.lang.Enum<?>) value).name();
        }
        return value.getClass().isArray() ? \"array\" : \"object \" + name;
    }
";

const TELL: &str = include_str!("looks/Tell.java");
