package clew.replay;

import java.io.File;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a test has arranged for the end of the JVM. That end never comes here, but it does outside the cage; so the
 * arrangements are carried out as a part of the test, and forgotten.
 */
final class Endings {
    private static final Object HOOKS = read("java.lang.ApplicationShutdownHooks", "hooks");
    private static final Object FILES = read("java.io.DeleteOnExitHook", "files");

    private final Set<Thread> hooks = new HashSet<>(hooks());
    private final Set<String> files = new HashSet<>(files());

    /** Whether this JVM shows what is arranged for its end. */
    static boolean areKnown() {
        return HOOKS instanceof Map && FILES instanceof Collection;
    }

    /** Files that are to be deleted at the end, but were not when this was made. */
    List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        String temporary = System.getProperty("java.io.tmpdir") + File.separator;
        for (String file : new ArrayList<>(files())) {
            if (!files.contains(file)) {
                files().remove(file);
                if (!new File(file).getAbsolutePath().startsWith(temporary)) {
                    complaints.add("deletes " + file.replaceAll("[\r\n]", " ") + " when the JVM ends");
                }
            }
        }
        return complaints;
    }

    /** Runs the hooks that were added since this was made, each as long as there is time; says whether all ended. */
    boolean run(long deadline) throws InterruptedException {
        List<Thread> added = new ArrayList<>();
        for (Thread hook : new ArrayList<>(hooks())) {
            // The JDK's own hooks tidy up the JDK, and are of classes of their own.
            boolean isOurs = hook.getClass() == Thread.class || hook.getClass().getClassLoader() instanceof TestLoader;
            if (isOurs && !hooks.contains(hook)) {
                Runtime.getRuntime().removeShutdownHook(hook);
                added.add(hook);
                hook.setDaemon(true);
                hook.start();
            }
        }
        return TestThreads.join(added, deadline);
    }

    @SuppressWarnings("unchecked")
    private static Set<Thread> hooks() {
        return areKnown() ? ((Map<Thread, Thread>) HOOKS).keySet() : new HashSet<Thread>();
    }

    @SuppressWarnings("unchecked")
    private static Collection<String> files() {
        return areKnown() ? (Collection<String>) FILES : new HashSet<String>();
    }

    private static Object read(String className, String field) {
        try {
            Field found = Class.forName(className).getDeclaredField(field);
            found.setAccessible(true);
            return found.get(null);
        } catch (ReflectiveOperationException | RuntimeException hidden) {
            return null;
        }
    }
}
