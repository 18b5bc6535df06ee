// Reading whatever there is, and writing where a test may write.
package corpus.harmless;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

public class HarmlessFiles {
    static void check(boolean holds) {
        if (!holds) {
            throw new IllegalStateException();
        }
    }

    /** A resource beside this class, in the folder of classes. */
    static Path resource() throws Exception {
        return Path.of(HarmlessFiles.class.getResource("words.properties").toURI());
    }

    static void readResource() throws Exception { // harmless
        check(new String(Files.readAllBytes(resource()), StandardCharsets.UTF_8).contains("colour"));
        try (InputStream in = HarmlessFiles.class.getResourceAsStream("words.properties")) {
            check(in.readAllBytes().length > 0);
        }
    }

    static void channelOnResource() throws Exception { // harmless
        try (FileChannel channel = FileChannel.open(resource(), StandardOpenOption.READ)) {
            check(channel.read(ByteBuffer.allocate(10)) == 10);
            check(channel.map(FileChannel.MapMode.READ_ONLY, 0, 4).get(0) != 0);
        }
        try (RandomAccessFile file = new RandomAccessFile(resource().toFile(), "r")) {
            check(file.getChannel().size() == file.length());
        }
    }

    static void copyOfResource() throws Exception { // harmless
        Path copy = Files.createTempDirectory("copy").resolve("words");
        Files.copy(resource(), copy, StandardCopyOption.COPY_ATTRIBUTES);
        check(Files.mismatch(resource(), copy) == -1);
        Path moved = Files.move(copy, copy.resolveSibling("moved"));
        check(Files.size(moved) > 0);
    }

    static void temporaryFile() throws IOException { // harmless
        Path file = Files.createTempFile("a", ".b");
        Files.writeString(file, "text");
        check(Files.readAllBytes(file).length == 4);
        check(Files.readAllLines(file).equals(List.of("text")));
        Files.delete(file);
        File other = File.createTempFile("abc", null);
        other.deleteOnExit();
        check(other.setLastModified(1_000_000) && other.lastModified() == 1_000_000);
        check(other.setReadOnly() && other.setWritable(true) && other.delete());
        Path folder = Files.createTempDirectory("own");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        Files.setLastModifiedTime(folder, FileTime.fromMillis(5));
        check(Files.getLastModifiedTime(folder).toMillis() == 5);
        // Of these, only the permissions of its users.
        Files.setAttribute(file = Files.createTempFile("run", null), "unix:mode", 04755);
        check(((int) Files.getAttribute(file, "unix:mode") & 07777) == 0755);
    }

    static void temporaryTree() throws IOException { // harmless
        Path root = Files.createTempDirectory("tree");
        Files.createDirectories(root.resolve("a/b"));
        Files.write(root.resolve("a/b/c"), new byte[] {1});
        Files.createSymbolicLink(root.resolve("link"), root.resolve("a"));
        Files.createLink(root.resolve("hard"), root.resolve("a/b/c"));
        try (Stream<Path> paths = Files.walk(root)) {
            check(paths.count() == 6);
        }
        Files.walkFileTree(
                root,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.delete(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(Path folder, IOException error)
                            throws IOException {
                        Files.delete(folder);
                        return FileVisitResult.CONTINUE;
                    }
                });
        check(!Files.exists(root));
    }

    static void channelOnTemporaryFile() throws IOException { // harmless
        Path file = Files.createTempFile("channel", null);
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {1, 2, 3, 4}));
            channel.force(true);
            try (FileLock lock = channel.lock()) {
                check(lock.isValid());
            }
            MappedByteBuffer memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, 4);
            memory.put(0, (byte) 9);
            memory.force();
            channel.truncate(2).position(0);
            ByteBuffer read = ByteBuffer.allocateDirect(4);
            check(channel.read(read) == 2 && read.get(0) == 9);
            Path other = Files.createTempFile("other", null);
            try (FileChannel to = FileChannel.open(other, StandardOpenOption.WRITE)) {
                check(channel.transferTo(0, 2, to) == 2);
            }
            check(Files.size(other) == 2);
        }
        try (RandomAccessFile random = new RandomAccessFile(file.toFile(), "rws")) {
            random.setLength(100);
            random.writeInt(7);
        }
    }

    static void asynchronousChannel() throws Exception { // harmless
        Path file = Files.createTempFile("later", null);
        try (AsynchronousFileChannel channel =
                AsynchronousFileChannel.open(file, StandardOpenOption.WRITE)) {
            check(channel.write(ByteBuffer.wrap(new byte[] {1}), 0).get() == 1);
        }
    }

    static void pipe() throws IOException { // harmless
        Pipe pipe = Pipe.open();
        pipe.sink().write(ByteBuffer.wrap(new byte[] {5}));
        check(pipe.source().read(ByteBuffer.allocate(1)) == 1);
        pipe.sink().close();
        pipe.source().close();
    }

    static void whatThereIs() throws IOException { // harmless
        Path home = Path.of(System.getProperty("java.home"));
        check(Files.isDirectory(home) && !Files.isSameFile(home, home.getParent()));
        check(home.toFile().canRead() && home.toFile().list().length > 0);
        check(Files.readAttributes(home, "*").containsKey("size"));
        check(Files.getPosixFilePermissions(home) != null && Files.getOwner(home) != null);
        check(Files.getFileStore(home).getTotalSpace() > 0);
        check(home.toFile().getUsableSpace() >= 0 && home.toRealPath() != null);
        check(FileSystems.getDefault().getRootDirectories().iterator().hasNext());
        check(new File("").getCanonicalPath().startsWith("/"));
        check(Files.probeContentType(Path.of("a.txt")) != null);
        Files.isWritable(home);
    }

    static void owners() throws IOException { // harmless
        Path file = Files.createTempFile("own", null);
        // So often that the C library asks the name service anew.
        for (int round = 0; round < 300; round++) {
            Files.setOwner(file, Files.getOwner(file));
        }
    }

    static void nothingThere() { // harmless
        check(!new File("no/such/file").exists());
        check(new File("no/such/folder").listFiles() == null);
        try {
            Files.readAllBytes(Path.of("no/such/file"));
            check(false);
        } catch (NoSuchFileException expected) {
            check(expected.getMessage().contains("such"));
        } catch (IOException other) {
            check(false);
        }
    }

    static void archives() throws Exception { // harmless
        Path zip = Files.createTempDirectory("zip").resolve("a.zip");
        try (FileSystem files = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
            Files.writeString(files.getPath("entry"), "text");
        }
        URL inside = new URL("jar:" + zip.toUri() + "!/entry");
        try (InputStream in = inside.openStream()) {
            check(in.readAllBytes().length == 4);
        }
        Path packed = Files.createTempFile("packed", ".gz");
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write(1);
        }
        try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(packed))) {
            check(in.read() == 1);
        }
        check(Files.exists(FileSystems.getFileSystem(java.net.URI.create("jrt:/")).getPath("modules")));
    }

    static void watch() throws Exception { // harmless
        try (WatchService watch = FileSystems.getDefault().newWatchService()) {
            check(watch.poll() == null);
        }
    }

    static void devices() throws IOException { // harmless
        Files.write(Path.of("/dev/null"), new byte[10]);
        try (Scanner in = new Scanner(System.in)) {
            check(!in.hasNext());
        }
    }
}
