package clew.replay;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A call of one test method on a new instance of its class.
 *
 * <p>Methods of the class itself that are to be run before and after each test are run, too. Expectations written into annotations
 * are not looked at.
 */
final class TestCall {
    /** How many frames of a stack trace are reported, counted from where the exception was made. */
    private static final int MAX_FRAMES = 12;

    /** How many characters of an exception's message are reported. */
    private static final int MAX_MESSAGE = 4000;

    private static final Set<String> SKIPPING_ANNOTATIONS =
            new HashSet<>(Arrays.asList("org.junit.jupiter.api.Disabled", "org.junit.Ignore"));
    private static final Set<String> SKIPPING_EXCEPTIONS =
            new HashSet<>(
                    Arrays.asList(
                            "org.opentest4j.TestAbortedException",
                            "org.opentest4j.TestSkippedException",
                            "org.junit.AssumptionViolatedException",
                            "org.junit.internal.AssumptionViolatedException"));

    private static final Set<String> BEFORE_ANNOTATIONS =
            new HashSet<>(Arrays.asList("org.junit.jupiter.api.BeforeEach", "org.junit.Before"));
    private static final Set<String> AFTER_ANNOTATIONS =
            new HashSet<>(Arrays.asList("org.junit.jupiter.api.AfterEach", "org.junit.After"));

    private TestCall() {}

    /** How the call ends: the last fields of an answer, as {@link ReplayServer} describes them. */
    static List<String> call(ClassLoader loader, String className, String methodName) throws IllegalAccessException {
        Constructor<?> constructor;
        Method method;
        try {
            Class<?> testClass = Class.forName(className, false, loader);
            method = findMethod(testClass, methodName);
            if (method == null) {
                return error("there is no method " + methodName + "() in " + className);
            }
            if (has(testClass, SKIPPING_ANNOTATIONS) || has(method, SKIPPING_ANNOTATIONS)) {
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
            Object test = constructor.newInstance();
            callAll(test, BEFORE_ANNOTATIONS);
            try {
                method.invoke(test);
            } finally {
                callAll(test, AFTER_ANNOTATIONS);
            }
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
    private static Method findMethod(Class<?> testClass, String methodName) {
        for (Class<?> owner = testClass; owner != null; owner = owner.getSuperclass()) {
            try {
                return owner.getDeclaredMethod(methodName);
            } catch (NoSuchMethodException lookFurther) {
                continue;
            }
        }
        return null;
    }

    /** Calls the methods of the class that have one of these annotations. */
    private static void callAll(Object test, Set<String> annotations)
            throws IllegalAccessException, InvocationTargetException {
        for (Method method : test.getClass().getDeclaredMethods()) {
            if (has(method, annotations)) {
                method.setAccessible(true);
                method.invoke(test);
            }
        }
    }

    private static boolean has(AnnotatedElement element, Set<String> annotations) {
        for (Annotation annotation : element.getAnnotations()) {
            if (annotations.contains(annotation.annotationType().getName())) {
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

    /** The answer where there is no such run. */
    static List<String> error(String message) {
        return Fields.list("error", message);
    }
}
