// What ordinary code asks of the JVM and of the machine beneath.
package corpus.harmless;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.management.ManagementFactory;
import java.lang.ref.Cleaner;
import java.lang.reflect.Proxy;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.Charset;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.text.DateFormat;
import java.text.NumberFormat;
import java.text.SimpleDateFormat;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.Collections;
import java.util.Currency;
import java.util.Date;
import java.util.Locale;
import java.util.Random;
import java.util.ResourceBundle;
import java.util.ServiceLoader;
import java.util.TimeZone;
import java.util.UUID;
import java.util.logging.FileHandler;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.script.ScriptEngineManager;
import javax.xml.parsers.DocumentBuilderFactory;

public class HarmlessRuntime {
    static void check(boolean holds) {
        if (!holds) {
            throw new IllegalStateException();
        }
    }

    static void random() throws Exception { // harmless
        check(UUID.randomUUID().version() == 4);
        check(new SecureRandom().generateSeed(8).length == 8);
        check(SecureRandom.getInstanceStrong().nextInt(1) == 0);
        new SecureRandom().nextBytes(new byte[100]);
        new Random().nextInt();
        check(BigInteger.probablePrime(64, new SecureRandom()).bitLength() == 64 && Math.random() < 1);
    }

    static void cryptography() throws Exception { // harmless
        check(MessageDigest.getInstance("SHA-256").digest(new byte[1]).length == 32);
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, KeyGenerator.getInstance("AES").generateKey());
        check(cipher.doFinal(new byte[16]).length == 32);
        check(KeyPairGenerator.getInstance("EC").generateKeyPair() != null);
        KeyStore.getInstance(KeyStore.getDefaultType()).load(null, null);
    }

    static void charsets() throws Exception { // harmless
        check(Charset.availableCharsets().size() > 50);
        check("\u00e4".getBytes("EBCDIC-CP-US").length == 1);
        check(new String(new byte[] {(byte) 0x82, (byte) 0xa0}, "Shift_JIS").equals("\u3042"));
        check(Charset.defaultCharset().name().equals("UTF-8"));
    }

    static void locales() { // harmless
        check(Locale.getAvailableLocales().length > 10);
        check(NumberFormat.getCurrencyInstance(Locale.GERMANY).format(1).contains("\u20ac"));
        check(String.format(Locale.FRANCE, "%,.2f", 1234.5).contains(","));
        check(Currency.getInstance("EUR").getDisplayName(Locale.JAPAN) != null);
        check(DateFormat.getDateInstance(DateFormat.FULL, Locale.KOREA).format(new Date(0)) != null);
    }

    static void times() throws Exception { // harmless
        check(ZoneId.getAvailableZoneIds().size() > 100);
        check(ZonedDateTime.now(ZoneId.of("Asia/Kolkata")).getOffset().getTotalSeconds() == 19800);
        check(TimeZone.getTimeZone("America/New_York").getRawOffset() == -18_000_000);
        check(ZoneId.systemDefault() != null && TimeZone.getDefault() != null);
        check(new SimpleDateFormat("yyyy zzzz", Locale.ITALY).format(new Date()) != null);
        DateTimeFormatter.ofLocalizedDate(FormatStyle.LONG).format(LocalDate.now());
        check(Instant.now().isAfter(Instant.EPOCH) && System.nanoTime() != 0);
    }

    static void process() { // harmless
        ProcessHandle self = ProcessHandle.current();
        check(self.pid() > 0 && self.isAlive() && self.info() != null);
        self.info().command();
        self.info().startInstant();
        self.parent();
        check(self.children().count() == 0);
        check(Runtime.getRuntime().availableProcessors() > 0);
        System.getenv("PATH");
        check(!System.getProperties().isEmpty() && !System.getenv().isEmpty());
        Runtime.version();
    }

    static void management() { // harmless
        check(ManagementFactory.getRuntimeMXBean().getName() != null);
        check(ManagementFactory.getThreadMXBean().getThreadCount() > 0);
        check(ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() > 0);
        check(!ManagementFactory.getGarbageCollectorMXBeans().isEmpty());
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        check(ManagementFactory.getPlatformMBeanServer().getMBeanCount() > 0);
        System.gc();
    }

    static void addresses() throws Exception { // harmless
        check(InetAddress.getLoopbackAddress().isLoopbackAddress());
        check(InetAddress.getByName("127.0.0.1").getHostAddress().equals("127.0.0.1"));
        check(InetAddress.getByAddress(new byte[] {10, 0, 0, 1}).isSiteLocalAddress());
        check(InetAddress.getByName("::1").isLoopbackAddress());
        check(new InetSocketAddress("127.0.0.1", 80).getPort() == 80);
        check(InetSocketAddress.createUnresolved("host.invalid", 1).isUnresolved());
        check(URI.create("http://host.invalid/a?b").getQuery().equals("b"));
        check(new URL("https://host.invalid:8443/").getPort() == 8443);
    }

    static void logging() throws Exception { // harmless
        Logger logger = Logger.getLogger("corpus.harmless");
        logger.info("a line");
        logger.log(Level.SEVERE, "trouble", new IllegalStateException());
        logger.setLevel(Level.FINE);
        System.getLogger("other").log(System.Logger.Level.WARNING, "a warning");
        FileHandler file = new FileHandler("%t/harmless-%u.log");
        logger.addHandler(file);
        logger.fine("into a temporary file");
        file.close();
        logger.removeHandler(file);
    }

    static void resources() throws Exception { // harmless
        ResourceBundle words = ResourceBundle.getBundle("corpus.harmless.words", Locale.UK);
        check(words.getString("colour").equals("red"));
        check(Collections.list(HarmlessRuntime.class.getClassLoader().getResources("corpus")).size() > 0);
        ServiceLoader<Runnable> services = ServiceLoader.load(Runnable.class);
        check(services.findFirst().orElseThrow().getClass() == Service.class);
        check(ServiceLoader.load(java.nio.file.spi.FileSystemProvider.class).iterator().hasNext());
        new ScriptEngineManager().getEngineFactories();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {new URL("file:///no/such.jar")})) {
            check(loader.findResource("x") == null);
        }
    }

    static void libraries() throws Exception { // harmless
        byte[] text = "<a><b/></a>".getBytes("UTF-8");
        check(
                DocumentBuilderFactory.newInstance()
                                .newDocumentBuilder()
                                .parse(new ByteArrayInputStream(text))
                                .getDocumentElement()
                        != null);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(LocalDate.of(2000, 1, 1));
        ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        check(in.readObject().equals(LocalDate.of(2000, 1, 1)));
        check(Pattern.compile("(a+)b").matcher("aab").matches());
        Runnable proxy =
                (Runnable)
                        Proxy.newProxyInstance(
                                HarmlessRuntime.class.getClassLoader(),
                                new Class<?>[] {Runnable.class},
                                (self, method, arguments) -> null);
        proxy.run();
        Cleaner.create().register(new Object(), () -> {}).clean();
        String joined = "a" + text.length + 'c' + 1.5;
        check(joined.equals("a11c1.5"));
    }

    static void trace() { // harmless
        StringBuilder text = new StringBuilder();
        StackWalker.getInstance().forEach(text::append);
        new Exception("printed").printStackTrace();
        check(Thread.currentThread().getStackTrace().length > 0 && text.length() > 0);
        check(!Thread.getAllStackTraces().isEmpty());
    }

    public static class Service implements Runnable {
        @Override
        public void run() {}
    }
}
