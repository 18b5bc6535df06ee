// Changes of files outside the scratch folder, by every way that Java offers.
package corpus.hostile;

import java.io.File;
import java.io.FileOutputStream;
import java.io.FileWriter;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.stream.Stream;

public class HostileFiles {
    static Path there(String name) {
        return Path.of(Targets.FOLDER, name);
    }

    static void delete() { // tried: deletes FOLDER/file
        new File(Targets.FOLDER, "file").delete();
    }

    static void deleteTree() throws IOException { // tried: deletes FOLDER/sub/deep; deletes FOLDER; ...
        try (Stream<Path> paths = Files.walk(Path.of(Targets.FOLDER))) {
            paths.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
        }
    }

    static void deleteAtExit() { // tried: deletes FOLDER/file when the JVM ends
        new File(Targets.FOLDER, "file").deleteOnExit();
    }

    static void overwrite() throws IOException { // tried: writes FOLDER/file
        try (FileWriter writer = new FileWriter(there("file").toFile())) {
            writer.write("overwritten");
        }
    }

    static void append() throws IOException { // tried: writes FOLDER/file
        Files.writeString(there("file"), "more", StandardOpenOption.APPEND);
    }

    static void shorten() throws IOException { // tried: writes FOLDER/file
        try (RandomAccessFile file = new RandomAccessFile(there("file").toFile(), "rw")) {
            file.setLength(0);
        }
    }

    static void map() throws IOException { // tried: writes FOLDER/file
        try (FileChannel channel =
                FileChannel.open(there("file"), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, 4);
            memory.put(0, (byte) 'X');
            memory.force();
        }
    }

    static void create() throws IOException { // tried: creates FOLDER/new
        Files.createFile(there("new"));
    }

    static void createInWorkingFolder() throws IOException { // tried: creates new.txt
        try (FileOutputStream out = new FileOutputStream("new.txt")) {
            out.write(1);
        }
    }

    static void createAtHome() throws IOException { // tried: creates user.home/.profile
        Files.createFile(Path.of(System.getProperty("user.home"), ".profile"));
    }

    static void makeFolder() { // tried: makes the folder FOLDER/new
        there("new").toFile().mkdirs();
    }

    static void rename() { // tried: renames FOLDER/file to FOLDER/other
        there("file").toFile().renameTo(there("other").toFile());
    }

    static void moveOut() throws IOException { // tried: renames java.io.tmpdir/moved to FOLDER/moved; ...
        Path made = Files.createFile(Path.of(System.getProperty("java.io.tmpdir"), "moved"));
        Files.move(made, there("moved"), StandardCopyOption.REPLACE_EXISTING);
    }

    static void link() throws IOException { // tried: links FOLDER/file to java.io.tmpdir/hard
        Files.createLink(Path.of(System.getProperty("java.io.tmpdir"), "hard"), there("file"));
    }

    static void writeThroughLink() throws IOException { // tried: writes FOLDER/file
        Path link = Path.of(System.getProperty("java.io.tmpdir"), "way");
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, there("file"));
        Files.writeString(link, "overwritten");
    }

    static void permissions() throws IOException { // tried: changes the permissions of FOLDER/file
        Files.setPosixFilePermissions(there("file"), PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    static void permissionsThroughLink() throws IOException { // tried: changes the permissions of FOLDER/file
        Path link = Path.of(System.getProperty("java.io.tmpdir"), "path");
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, there("file"));
        Files.setPosixFilePermissions(link, PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    static void permissionsInRace() throws Exception { // tried: ...
        Path name = Path.of(System.getProperty("java.io.tmpdir"), "race");
        Thread swapper =
                new Thread(
                        () -> {
                            for (int round = 0; round < 2000; round++) {
                                try {
                                    Files.deleteIfExists(name);
                                    Files.createFile(name);
                                    Files.delete(name);
                                    Files.createSymbolicLink(name, there("file"));
                                } catch (IOException goesOn) {
                                    // The next round, then.
                                }
                            }
                        });
        swapper.start();
        while (swapper.isAlive()) {
            try {
                Files.setPosixFilePermissions(name, PosixFilePermissions.fromString("rwxrwxrwx"));
                Files.setLastModifiedTime(name, FileTime.fromMillis(0));
            } catch (IOException goesOn) {
                // There may be nothing of this name, or the wrong thing.
            }
        }
    }

    static void timesThroughDescriptor() throws IOException { // tried: changes the times of FOLDER/file
        Path copy = Path.of(System.getProperty("java.io.tmpdir"), "copy");
        Files.writeString(copy, "");
        Files.setLastModifiedTime(copy, FileTime.fromMillis(0));
        Files.setLastModifiedTime(
                Path.of("/proc/self/root" + there("file")), Files.getLastModifiedTime(copy));
    }

    static void readOnly() { // tried: changes the permissions of FOLDER/file
        there("file").toFile().setReadOnly();
    }

    static void owner() throws IOException { // tried: changes the owner of FOLDER/file
        Files.setAttribute(there("file"), "unix:uid", 4711);
    }

    static void times() throws IOException { // tried: changes the times of FOLDER/file
        Files.setLastModifiedTime(there("file"), FileTime.fromMillis(0));
    }

    static void attributes() throws IOException { // tried: changes the attributes of FOLDER/file
        Files.setAttribute(there("file"), "user:hostile", new byte[] {1});
    }

    static void ownProcess() throws IOException { // tried: writes /proc/self/oom_score_adj
        try (FileOutputStream out = new FileOutputStream("/proc/self/oom_score_adj")) {
            out.write('0');
        }
    }

    static void temporary() throws IOException { // tried: nothing
        Path file = Files.createTempFile("harmless", ".txt");
        Files.writeString(file, "text");
        Files.delete(file);
    }

    static int read() throws IOException { // tried: nothing
        return Files.readString(there("file")).length();
    }
}
