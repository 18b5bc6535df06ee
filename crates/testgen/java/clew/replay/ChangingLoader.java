package clew.replay;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.security.CodeSource;
import java.security.cert.Certificate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipFile;

/** Loads classes as {@link TestLoader} does, but some with other bytes than their files hold. */
abstract class ChangingLoader extends TestLoader {
    /** The manifests of jars in use, by the jar; {@code null} where there is none. */
    private static final Map<File, Manifest> MANIFESTS = new HashMap<>();

    /** The folders and jars whose classes may be changed, by their URLs. */
    private final Map<String, File> roots = new HashMap<>();

    /** With those entries of the class path whose classes may be changed. */
    ChangingLoader(List<String> classPath, List<String> roots) throws MalformedURLException {
        super(classPath);
        for (String root : roots) {
            this.roots.put(urls(List.of(root))[0].toString(), new File(root));
        }
    }

    /** The bytes of a class whose file is at a place below an entry of the class path; {@code null} for those of the file. */
    abstract byte[] changed(String name, URL found, File place) throws IOException;

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        String path = name.replace('.', '/') + ".class";
        URL found = findResource(path);
        URL root = found == null ? null : root(found, path);
        File place = root == null ? null : roots.get(root.toString());
        if (place == null) {
            return super.findClass(name);
        }
        try {
            byte[] bytes = changed(name, found, place);
            if (bytes == null) {
                return super.findClass(name);
            }
            definePackageOf(name, place, root);
            return defineClass(name, bytes, 0, bytes.length, new CodeSource(root, (Certificate[]) null));
        } catch (IOException unreadable) {
            throw new ClassNotFoundException(name, unreadable);
        }
    }

    /** The class path entry, a jar or a folder, that a class file was found in. */
    private static URL root(URL found, String path) throws ClassNotFoundException {
        String place = found.toString();
        int inJar = place.indexOf("!/");
        try {
            if (place.startsWith("jar:") && inJar > 0) {
                return new URL(place.substring("jar:".length(), inJar));
            }
            return new URL(withoutEnd(place, path));
        } catch (MalformedURLException impossible) {
            throw new ClassNotFoundException(place, impossible);
        }
    }

    /**
     * The URL of the folder below which a file has this path. The URL has the characters of the path escaped that are not ASCII,
     * so that only the number of names in it is the same.
     */
    private static String withoutEnd(String place, String path) {
        int end = place.length();
        for (int at = path.length(); at >= 0; at = path.lastIndexOf('/', at - 1)) {
            end = place.lastIndexOf('/', end - 1);
        }
        return place.substring(0, end + 1);
    }

    /** What a file holds. It is not read by its URL, which nobody can read where the path has characters beyond U+FFFF. */
    static byte[] bytes(String path, File root) throws IOException {
        if (root.isDirectory()) {
            return Files.readAllBytes(new File(root, path).toPath());
        }
        try (JarFile jar = open(root);
                InputStream in = jar.getInputStream(jar.getJarEntry(path))) {
            return in.readAllBytes();
        }
    }

    private static JarFile open(File jar) throws IOException {
        return new JarFile(jar, false, ZipFile.OPEN_READ, JarFile.runtimeVersion());
    }

    private void definePackageOf(String name, File place, URL root) throws IOException {
        int end = name.lastIndexOf('.');
        if (end < 0 || getDefinedPackage(name.substring(0, end)) != null) {
            return;
        }
        Manifest manifest = manifest(place);
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

    private static Manifest manifest(File root) throws IOException {
        synchronized (MANIFESTS) {
            if (!MANIFESTS.containsKey(root)) {
                Manifest manifest = null;
                if (!root.isDirectory()) {
                    try (JarFile jar = open(root)) {
                        manifest = jar.getManifest();
                    }
                }
                MANIFESTS.put(root, manifest);
            }
            return MANIFESTS.get(root);
        }
    }
}
