package clew.replay;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassVisitor;

/**
 * Loads the classes of one run afresh, so that no run sees the static state of another.
 *
 * <p>A class is looked for in the JDK, then in the given class path, then among the libraries this JVM was started with
 * (JUnit). Of the harness nothing is found. Assertions are enabled.
 */
class TestLoader extends URLClassLoader {
    private static final ClassLoader LIBRARIES = TestLoader.class.getClassLoader();
    private static final ClassLoader JDK = ClassLoader.getSystemClassLoader().getParent();

    /** The packages of the harness and of what it needs: the code under test may have others of the same names. */
    private static final Set<String> HIDDEN = hidden();

    TestLoader(List<String> classPath) throws MalformedURLException {
        super(urls(classPath), JDK);
        setDefaultAssertionStatus(true);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        try {
            return super.findClass(name);
        } catch (ClassNotFoundException notInClassPath) {
            if (isHidden(name)) {
                throw notInClassPath;
            }
            return LIBRARIES.loadClass(name);
        }
    }

    /** Even the JDK's loader would find the harness, because it knows the packages of all modules. */
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!isHidden(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }

    /** A run is over that began when this was as noted. */
    void ended(Globals before) {}

    private static boolean isHidden(String name) {
        return HIDDEN.contains(name.substring(0, Math.max(0, name.lastIndexOf('.'))));
    }

    private static Set<String> hidden() {
        Set<String> packages = new HashSet<>(TestLoader.class.getModule().getPackages());
        packages.addAll(ClassVisitor.class.getModule().getPackages());
        return packages;
    }

    /**
     * The places that class path entries stand for. An exclamation mark in a path is escaped, because in the place of a class in
     * a jar it ends the path of the jar.
     */
    static URL[] urls(List<String> classPath) throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (String entry : classPath) {
            urls.add(new URL(new File(entry).toURI().toString().replace("!", "%21")));
        }
        return urls.toArray(new URL[0]);
    }
}
