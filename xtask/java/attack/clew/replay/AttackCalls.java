package clew.replay;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Makes values and calls methods for one operation. Types and members are those of {@link AttackApi}. */
final class AttackCalls implements AttackOdd.Mood {
    private static final int MAX_DEPTH = 4;

    /** How many calls an operation may make with all that its values need, so that callbacks end. */
    private static final int MAX_CALLS = 60;

    boolean isExhausted;

    private final AttackRound round;
    private final AttackRound.Worker worker;
    private final AttackRandom random;
    private int depth;
    private int calls;

    /** What the code of the class mentions whose method is called. */
    private List<Object> mentioned = Collections.emptyList();

    AttackCalls(AttackRound round, AttackRound.Worker worker) {
        this.round = round;
        this.worker = worker;
        random = new AttackRandom(round.plan.number("seed"), round.number, worker.number, worker.operation);
    }

    @Override
    public AttackRandom random() {
        return random;
    }

    int operation() {
        return worker.operation;
    }

    /** A value of a type: for arguments, elements and results of callbacks. */
    Object make(Type type) {
        depth++;
        try {
            return depth > MAX_DEPTH ? shallow(raw(type)) : deep(type);
        } finally {
            depth--;
        }
    }

    private Object shallow(Class<?> type) {
        if (type.isPrimitive() || type == String.class || AttackStock.knows(type) && depth < 2 * MAX_DEPTH) {
            return deep(type);
        }
        return round.pick(round.type(type), random);
    }

    private Object deep(Type generic) {
        Class<?> type = raw(generic);
        if (type.isPrimitive()) {
            return primitive(type);
        }
        if (random.percent(7)) {
            return null;
        }
        if (type == String.class) {
            return text();
        }
        if (random.percent(type == Object.class ? 20 : 40)) {
            Object kept = round.pick(round.type(type), random);
            if (kept != null) {
                return kept;
            }
        }
        if (type.isArray()) {
            return array(type.getComponentType());
        }
        return reference(type, generic);
    }

    private Object reference(Class<?> type, Type generic) {
        if (type == Object.class) {
            return anything();
        }
        if (type == CharSequence.class || type == Comparable.class) {
            return random.percent(70) ? text() : random.percent(50) ? new AttackOdd.Text(this) : new StringBuilder(text());
        }
        if (type == Number.class && random.percent(30)) {
            return new AttackOdd.Quantity(this);
        }
        Class<?> primitive = unboxed(type);
        if (primitive != null) {
            return primitive(primitive);
        }
        if (type == List.class && random.percent(8)) {
            return new AttackOdd.Sequence(this);
        }
        if (type == java.util.Random.class && random.percent(40)) {
            return new AttackOdd.Numbers(this);
        }
        List<Member> makers = round.api.makers(type);
        if (AttackStock.knows(type) && (makers.isEmpty() || random.percent(60))) {
            Type[] parts = generic instanceof ParameterizedType ? ((ParameterizedType) generic).getActualTypeArguments() : new Type[0];
            return AttackStock.make(type, random, other -> make(parts.length == 0 || random.percent(15) ? other : random.of(parts)));
        }
        return made(type, makers);
    }

    private Object made(Class<?> type, List<Member> makers) {
        boolean isStub = type.isInterface() && Modifier.isPublic(type.getModifiers()) && random.percent(makers.isEmpty() ? 100 : 20);
        if (isStub) {
            return proxy(round.type(type));
        }
        if (type.isEnum()) {
            Object[] constants = round.type(type).getEnumConstants();
            return constants == null || constants.length == 0 ? null : random.of(constants);
        }
        for (int trial = 0; trial < 2 && !makers.isEmpty(); trial++) {
            Object made = use(random.of(makers));
            if (made != null) {
                return made;
            }
        }
        return makers.isEmpty() && round.api.classes.get(type.getName()) != type ? ofJdk(type) : null;
    }

    private Object proxy(Class<?> type) {
        try {
            ClassLoader loader = type.getClassLoader() == null ? AttackOdd.class.getClassLoader() : type.getClassLoader();
            return Proxy.newProxyInstance(loader, new Class<?>[] {type}, AttackOdd.behind(this));
        } catch (IllegalArgumentException sealedOrHidden) {
            return null;
        }
    }

    /** An object of a class of the JDK of which nothing more is known. */
    private Object ofJdk(Class<?> type) {
        List<Executable> ways = new ArrayList<>();
        if (!Modifier.isAbstract(type.getModifiers())) {
            ways.addAll(Arrays.asList(type.getConstructors()));
        }
        for (Method method : type.getMethods()) {
            if (Modifier.isStatic(method.getModifiers()) && method.getReturnType() == type) {
                ways.add(method);
            }
        }
        return ways.isEmpty() ? null : use(random.of(ways));
    }

    private Object anything() {
        switch (random.below(8)) {
            case 0:
                return new Object();
            case 1:
                return primitive(random.of(int.class, long.class, double.class, char.class, boolean.class, byte.class, short.class, float.class));
            case 2:
                return array(random.of(int.class, String.class, Object.class, byte.class, double.class));
            case 3:
                return new AttackOdd.Text(this);
            case 4:
                return make(random.of(List.class, java.util.Map.class, java.util.Date.class, Class.class, java.math.BigDecimal.class, Comparable.class));
            case 5:
                List<Executable> callables = round.api.callables;
                return depth > 2 || callables.isEmpty() ? text() : call(random.of(callables));
            default:
                return text();
        }
    }

    private Object array(Class<?> element) {
        int length = random.of(0, 1, 2, 2, 3, 4, 5, 8);
        Object array = Array.newInstance(round.type(element), length);
        for (int at = 0; at < length; at++) {
            Object value = make(element);
            try {
                Array.set(array, at, value);
            } catch (IllegalArgumentException ofAnotherLoader) {
                continue;
            }
        }
        return array;
    }

    String text() {
        Object word = mention(String.class);
        if (word == null || random.percent(50)) {
            return AttackStock.text(random);
        }
        switch (random.below(4)) {
            case 0:
                return word + AttackStock.text(random);
            case 1:
                return AttackStock.text(random) + word;
            default:
                return (String) word;
        }
    }

    /** Something that the code mentions, of a class; {@code null} where the choice did not find one. */
    private Object mention(Class<?> type) {
        List<Object> from = mentioned.isEmpty() || random.percent(20) ? round.api.mentioned : mentioned;
        for (int trial = 0; trial < 4 && !from.isEmpty(); trial++) {
            Object found = random.of(from);
            if (type.isInstance(found)) {
                return found;
            }
        }
        return null;
    }

    private Object primitive(Class<?> type) {
        if (type == boolean.class) {
            return random.percent(50);
        }
        if (type == float.class || type == double.class) {
            Object near = random.percent(25) ? mention(Number.class) : null;
            double value = near == null ? AttackStock.fraction(random) : ((Number) near).doubleValue() * random.of(1, 1, -1);
            return type == double.class ? (Object) value : (Object) (float) value;
        }
        if (type == void.class) {
            return null;
        }
        Object near = random.percent(30) ? mention(Integer.class) : null;
        long value = near == null ? AttackStock.integer(random) : (Integer) near + random.of(0, 0, 1, -1);
        if (type == long.class) {
            Object wide = random.percent(20) ? mention(Long.class) : null;
            return wide != null ? wide : random.percent(15) ? random.of(Long.MIN_VALUE, Long.MAX_VALUE, random.bits()) : (Object) value;
        }
        if (type == int.class) {
            return (int) value;
        }
        if (type == char.class) {
            return random.percent(70) ? (char) (32 + random.below(95)) : (char) value;
        }
        return type == byte.class ? (Object) (byte) value : (Object) (short) value;
    }

    private static Class<?> unboxed(Class<?> type) {
        if (type.getName().startsWith("java.lang.") && type != Void.class) {
            Class<?> primitive = java.lang.invoke.MethodType.methodType(type).unwrap().returnType();
            return primitive.isPrimitive() ? primitive : null;
        }
        return null;
    }

    static Class<?> raw(Type type) {
        if (type instanceof Class) {
            return (Class<?>) type;
        }
        if (type instanceof ParameterizedType) {
            return raw(((ParameterizedType) type).getRawType());
        }
        if (type instanceof WildcardType) {
            return raw(((WildcardType) type).getUpperBounds()[0]);
        }
        if (type instanceof java.lang.reflect.GenericArrayType) {
            return Array.newInstance(raw(((java.lang.reflect.GenericArrayType) type).getGenericComponentType()), 0).getClass();
        }
        return raw(((java.lang.reflect.TypeVariable<?>) type).getBounds()[0]);
    }

    /** What a maker gives. */
    private Object use(Member maker) {
        if (maker instanceof Executable) {
            return call((Executable) maker);
        }
        try {
            return ((Field) round.member(maker)).get(null);
        } catch (IllegalAccessException | LinkageError | IllegalStateException unusable) {
            return null;
        }
    }

    /** Calls a method or a constructor on values that are made for it; gives what it gives, {@code null} where it throws. */
    Object call(Executable callable) {
        boolean isOnObject = callable instanceof Method && !Modifier.isStatic(callable.getModifiers());
        Object receiver = isOnObject ? receiver(callable.getDeclaringClass()) : null;
        return isOnObject && receiver == null ? null : callOn(callable, receiver);
    }

    /** An object of a class, never {@code null} where one can be had. */
    Object receiver(Class<?> type) {
        Object receiver = random.percent(60) ? round.pick(round.type(type), random) : null;
        for (int trial = 0; trial < 3 && receiver == null && depth < MAX_DEPTH; trial++) {
            receiver = make(type);
        }
        return receiver == null ? round.pick(round.type(type), random) : receiver;
    }

    Object callOn(Executable callable, Object receiver) {
        String name = AttackApi.name(callable);
        if (calls++ > MAX_CALLS || round.plan.avoided.contains(name)) {
            return null;
        }
        List<Object> outer = mentioned;
        mentioned = round.api.mentions.getOrDefault(AttackApi.nest(callable.getDeclaringClass().getName()), outer);
        depth++;
        try {
            Type[] types = callable.getGenericParameterTypes();
            Class<?>[] plain = callable.getParameterTypes();
            Object[] arguments = new Object[plain.length];
            for (int at = 0; at < plain.length; at++) {
                arguments[at] = make(types.length == plain.length ? types[at] : plain[at]);
            }
            return invoke(name, callable, receiver, arguments);
        } finally {
            depth--;
            mentioned = outer;
        }
    }

    private Object invoke(String name, Executable callable, Object receiver, Object[] arguments) {
        Object result = null;
        Throwable thrown = null;
        worker.last = name;
        round.count();
        try {
            Object member = round.member(callable);
            result = member instanceof Method ? ((Method) member).invoke(receiver, arguments) : ((Constructor<?>) member).newInstance(arguments);
            round.keep(result);
        } catch (InvocationTargetException wrapper) {
            thrown = wrapper.getCause();
        } catch (ReflectiveOperationException | RuntimeException | LinkageError | StackOverflowError | OutOfMemoryError problem) {
            thrown = problem;
        }
        if (thrown != null) {
            isExhausted |= isOfVm(thrown);
            round.seen.thrown(thrown);
        }
        if (round.log != null) {
            round.log.call(name, receiver, arguments, result, thrown);
        }
        return result;
    }

    private static boolean isOfVm(Throwable thrown) {
        Throwable cause = thrown;
        for (int at = 0; at < 5 && cause != null; at++) {
            if (cause instanceof VirtualMachineError) {
                return true;
            }
            cause = cause instanceof Exception || cause instanceof Error ? cause(cause) : null;
        }
        return false;
    }

    private static Throwable cause(Throwable thrown) {
        try {
            return thrown.getCause();
        } catch (RuntimeException | Error itsOwn) {
            return null;
        }
    }

    /** Amid a callback: calls something on an object that is in use. */
    void interfere() {
        if (depth > MAX_DEPTH) {
            return;
        }
        Object object = round.pick(Object.class, random);
        if (object != null) {
            change(object);
        }
    }

    /** Calls any method on an object. */
    void change(Object object) {
        List<Executable> of = round.api.nests.get(AttackApi.nest(object.getClass().getName()));
        if (of == null) {
            if (object instanceof java.util.Collection && random.percent(50)) {
                collection((java.util.Collection<?>) object);
            }
            return;
        }
        Executable callable = random.of(of);
        if (callable instanceof Method && !Modifier.isStatic(callable.getModifiers()) && round.type(callable.getDeclaringClass()).isInstance(object)) {
            callOn(callable, object);
        }
    }

    @SuppressWarnings("unchecked")
    private void collection(java.util.Collection<?> collection) {
        try {
            if (random.percent(60)) {
                ((java.util.Collection<Object>) collection).add(make(Object.class));
            } else {
                collection.clear();
            }
        } catch (RuntimeException unmodifiable) {
            return;
        }
    }
}
