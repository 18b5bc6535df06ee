package clew.replay;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads the classes of one test run afresh, so that no run sees the static state of another.
 *
 * <p>A class is looked for in the JDK, then in the given class path, then among the libraries this JVM was started with
 * (JUnit). Assertions are enabled.
 */
final class TestLoader extends URLClassLoader {
    private static final ClassLoader LIBRARIES = TestLoader.class.getClassLoader();
    private static final ClassLoader JDK = ClassLoader.getSystemClassLoader().getParent();

    TestLoader(List<String> classPath) throws MalformedURLException {
        super(urls(classPath), JDK);
        setDefaultAssertionStatus(true);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        try {
            return super.findClass(name);
        } catch (ClassNotFoundException notInClassPath) {
            return LIBRARIES.loadClass(name);
        }
    }

    private static URL[] urls(List<String> classPath) throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (String entry : classPath) {
            urls.add(new File(entry).toURI().toURL());
        }
        return urls.toArray(new URL[0]);
    }
}
