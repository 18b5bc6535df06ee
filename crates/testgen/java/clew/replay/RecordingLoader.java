package clew.replay;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.JarURLConnection;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.security.CodeSource;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.Manifest;

/** Loads classes as {@link TestLoader} does, and those under test with probes in them. */
final class RecordingLoader extends TestLoader {
    /** What has been made in this JVM, by the place of the class file, which stays what it is while this JVM is up. */
    private static final Map<String, RecordedClass> MADE = new HashMap<>();

    /** The manifests of jars in use, by the place of the jar; {@code null} where there is none. */
    private static final Map<String, Manifest> MANIFESTS = new HashMap<>();

    /** The places of the code under test. */
    private final Set<String> roots = new HashSet<>();

    private final Map<String, RecordedClass> loaded = new TreeMap<>();
    private final Class<?> probe;

    /** How many runs are still to come in which these classes are used. */
    private int runs;

    /** For so many runs, one after the other. */
    RecordingLoader(List<String> classPath, List<String> roots, int runs)
            throws IOException, ReflectiveOperationException {
        super(classPath);
        for (URL root : urls(roots)) {
            this.roots.add(root.toString());
        }
        try (InputStream in = Probe.class.getResourceAsStream("Probe.class")) {
            byte[] bytes = in.readAllBytes();
            probe = defineClass(Probe.class.getName(), bytes, 0, bytes.length);
        }
        this.runs = runs;
    }

    /** A run begins, in which the threads do not count that were there before. */
    void begin() throws ReflectiveOperationException {
        probe.getMethod("begin", Set.class).invoke(null, new TestThreads().before());
    }

    /** Whether a run is still to come. */
    boolean isWanted() {
        return runs > 0;
    }

    /** The run is over. */
    @Override
    public void close() throws IOException {
        runs--;
        if (runs <= 0) {
            super.close();
        }
    }

    /**
     * What was executed: a field with what cannot be recorded of the classes that were loaded, a line each, then class, method,
     * descriptor and points of each method.
     */
    synchronized List<String> record() throws ReflectiveOperationException {
        Method executed = probe.getMethod("executed");
        boolean[] points = (boolean[]) executed.invoke(null);
        List<String> unrecorded = new ArrayList<>();
        List<String> fields = new ArrayList<>();
        for (RecordedClass made : loaded.values()) {
            unrecorded.addAll(made.unrecorded);
            fields.addAll(made.fields(points));
        }
        fields.add(0, String.join("\n", unrecorded));
        return fields;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        String path = name.replace('.', '/') + ".class";
        URL found = findResource(path);
        URL root = found == null ? null : root(found, path);
        if (root == null || !roots.contains(root.toString())) {
            return super.findClass(name);
        }
        try {
            RecordedClass made = made(name, found);
            definePackageOf(name, found, root);
            synchronized (this) {
                loaded.put(name, made);
            }
            return defineClass(name, made.bytes, 0, made.bytes.length, new CodeSource(root, (Certificate[]) null));
        } catch (IOException unreadable) {
            throw new ClassNotFoundException(name, unreadable);
        }
    }

    /** The class path entry that a class file was found in; {@code null} for one that is neither jar nor folder. */
    private static URL root(URL found, String path) throws ClassNotFoundException {
        String place = found.toString();
        int inJar = place.indexOf("!/");
        try {
            if (place.startsWith("jar:") && inJar > 0) {
                return new URL(place.substring("jar:".length(), inJar));
            }
            return place.endsWith(path) ? new URL(place.substring(0, place.length() - path.length())) : null;
        } catch (MalformedURLException impossible) {
            throw new ClassNotFoundException(place, impossible);
        }
    }

    private static RecordedClass made(String name, URL found) throws IOException {
        synchronized (MADE) {
            RecordedClass made = MADE.get(found.toString());
            if (made == null) {
                try (InputStream in = found.openStream()) {
                    made = Instrumenter.instrument(name, in.readAllBytes());
                }
                MADE.put(found.toString(), made);
            }
            return made;
        }
    }

    private void definePackageOf(String name, URL found, URL root) throws IOException {
        int end = name.lastIndexOf('.');
        if (end < 0 || getDefinedPackage(name.substring(0, end)) != null) {
            return;
        }
        Manifest manifest = manifest(found, root);
        try {
            if (manifest == null) {
                definePackage(name.substring(0, end), null, null, null, null, null, null, null);
            } else {
                definePackage(name.substring(0, end), manifest, root);
            }
        } catch (IllegalArgumentException anotherThreadWasQuicker) {
            return;
        }
    }

    private static Manifest manifest(URL found, URL root) throws IOException {
        synchronized (MANIFESTS) {
            if (!MANIFESTS.containsKey(root.toString())) {
                URLConnection connection = found.openConnection();
                boolean isInJar = connection instanceof JarURLConnection;
                MANIFESTS.put(
                        root.toString(), isInJar ? ((JarURLConnection) connection).getManifest() : null);
            }
            return MANIFESTS.get(root.toString());
        }
    }
}
