package clew.replay;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One run of one test method on an instance of its class.
 *
 * <p>The method is called as it is: methods to be run before and after tests, and expectations written into annotations, are not
 * looked at.
 */
final class TestRun implements Runnable {
    /** How many frames of a stack trace are reported, counted from where the exception was made. */
    private static final int MAX_FRAMES = 12;

    /** How many characters of an exception's message are reported. */
    private static final int MAX_MESSAGE = 4000;

    /** How long the threads and shutdown hooks that a test leaves behind may go on, in nanoseconds. */
    private static final long GRACE_NANOS = 300_000_000L;

    /** How often it is looked at whether the time of a test is over, in nanoseconds. */
    private static final long STEP_NANOS = 100_000_000L;

    /** Nanoseconds of a millisecond. */
    private static final long NANOS = 1_000_000L;

    private static final Set<String> SKIPPING_ANNOTATIONS =
            new HashSet<>(Arrays.asList("org.junit.jupiter.api.Disabled", "org.junit.Ignore"));
    private static final Set<String> SKIPPING_EXCEPTIONS =
            new HashSet<>(
                    Arrays.asList(
                            "org.opentest4j.TestAbortedException",
                            "org.opentest4j.TestSkippedException",
                            "org.junit.AssumptionViolatedException",
                            "org.junit.internal.AssumptionViolatedException"));

    private final TestLoader loader;
    private final String className;
    private final String methodName;
    private volatile List<String> result;

    /** How much of its time the test has used, as {@link Effort} counts it, in nanoseconds. */
    private long used;

    private TestRun(TestLoader loader, String className, String methodName) {
        this.loader = loader;
        this.className = className;
        this.methodName = methodName;
    }

    /** Makes the loader of a run. */
    interface Loading {
        TestLoader loader() throws Exception;
    }

    /**
     * The rest of the answer, as {@link ReplayServer} describes it; it comes at the latest when the time and the time of grace
     * are over. The time is {@code millis} as {@link Effort} has it, and {@code clockMillis} of the clock.
     */
    static List<String> run(
            long millis,
            long clockMillis,
            Loading loading,
            String className,
            String methodName) {
        List<String> tried = new ArrayList<>();
        boolean isClean = false;
        long used = 0;
        List<String> result;
        try {
            TestRun run = new TestRun(loading.loader(), className, methodName);
            Globals globals = new Globals();
            Endings endings = new Endings();
            TestThreads threads = new TestThreads();
            Streams streams = new Streams();
            result = run.outcome(millis, clockMillis);
            used = run.used;
            try {
                tried.addAll(streams.complaints());
                tried.addAll(endings.complaints());
                long start = System.nanoTime();
                long deadline = start + GRACE_NANOS;
                // Both wait: a thread may add a hook, and a hook may leave a thread.
                isClean = threads.join(deadline) & endings.run(deadline) & threads.join(deadline);
                used += Math.min(System.nanoTime() - start, GRACE_NANOS);
                globals.restore();
                run.loader.close();
                isClean &= !isGuarded();
            } catch (Throwable broken) {
                // The test has changed the JVM so much that it does not serve any more.
                isClean = false;
            }
        } catch (Throwable problem) {
            result = error("the test could not be run: " + problem);
        }
        String state = isClean ? "clean" : "dirty";
        List<String> answer = Fields.list(String.join("\n", tried), state, Long.toString(used / NANOS));
        answer.addAll(result);
        return answer;
    }

    /** Whether a security manager was left behind, in a JDK that still has such. */
    private static boolean isGuarded() throws ReflectiveOperationException {
        try {
            return System.class.getMethod("getSecurityManager").invoke(null) != null;
        } catch (NoSuchMethodException withoutSuch) {
            return false;
        }
    }

    private List<String> outcome(long millis, long clockMillis) throws InterruptedException {
        ThreadGroup group = new ThreadGroup("clew-test");
        Thread thread = new Thread(group, this, "clew-test");
        thread.setDaemon(true);
        thread.setContextClassLoader(loader);
        Effort effort = new Effort();
        long start = System.nanoTime();
        thread.start();
        long left = millis * NANOS;
        while (thread.isAlive() && left > 0 && System.nanoTime() - start < clockMillis * NANOS) {
            long step = Math.min(left, STEP_NANOS);
            thread.join(1 + step / NANOS);
            used = effort.count(step);
            left = millis * NANOS - used;
        }
        List<String> seen = result;
        if (seen != null) {
            group.interrupt();
            return seen;
        }
        return thread.isAlive()
                ? Fields.list("timeout")
                : error("the thread of the test ended without a result");
    }

    @Override
    public void run() {
        try {
            result = call();
        } catch (Throwable problem) {
            result = error("the test could not be called: " + problem);
        }
    }

    private List<String> call() throws IllegalAccessException {
        Constructor<?> constructor;
        Method method;
        try {
            Class<?> testClass = Class.forName(className, false, loader);
            method = findMethod(testClass);
            if (method == null) {
                return error("there is no method " + methodName + "() in " + className);
            }
            if (isSkipped(testClass) || isSkipped(method)) {
                return Fields.list("skipped");
            }
            constructor = testClass.getDeclaredConstructor();
            constructor.setAccessible(true);
            method.setAccessible(true);
        } catch (ClassNotFoundException problem) {
            return error("the class " + className + " is not on the class path");
        } catch (NoSuchMethodException problem) {
            return error(className + " has no constructor without parameters");
        } catch (LinkageError problem) {
            return error("the class " + className + " cannot be loaded: " + problem);
        }
        try {
            method.invoke(constructor.newInstance());
            return Fields.list("passed");
        } catch (InvocationTargetException wrapper) {
            return failure(wrapper.getCause());
        } catch (InstantiationException problem) {
            return error(className + " is abstract");
        } catch (Error problem) {
            return failure(problem);
        }
    }

    /** The method without parameters, of the class itself or else of its nearest superclass that has one. */
    private Method findMethod(Class<?> testClass) {
        for (Class<?> owner = testClass; owner != null; owner = owner.getSuperclass()) {
            try {
                return owner.getDeclaredMethod(methodName);
            } catch (NoSuchMethodException lookFurther) {
                continue;
            }
        }
        return null;
    }

    private static boolean isSkipped(AnnotatedElement element) {
        for (Annotation annotation : element.getAnnotations()) {
            if (SKIPPING_ANNOTATIONS.contains(annotation.annotationType().getName())) {
                return true;
            }
        }
        return false;
    }

    /** Made on the thread of the test, because the exception's own methods may be code under test. */
    private static List<String> failure(Throwable exception) {
        String name = exception.getClass().getName();
        if (SKIPPING_EXCEPTIONS.contains(name)) {
            return Fields.list("skipped");
        }
        return Fields.list("failed", name, message(exception), trace(exception));
    }

    private static String message(Throwable exception) {
        try {
            String message = exception.getMessage();
            if (message == null) {
                return "";
            }
            return message.length() <= MAX_MESSAGE ? message : message.substring(0, MAX_MESSAGE);
        } catch (Throwable problem) {
            return "(its message cannot be had: " + problem.getClass().getName() + ")";
        }
    }

    private static String trace(Throwable exception) {
        try {
            StringBuilder text = new StringBuilder();
            StackTraceElement[] frames = exception.getStackTrace();
            for (int i = 0; i < Math.min(frames.length, MAX_FRAMES); i++) {
                text.append(i == 0 ? "" : "\n").append(frames[i]);
            }
            return text.toString();
        } catch (Throwable problem) {
            return "";
        }
    }

    private static List<String> error(String message) {
        return Fields.list("error", message);
    }
}
