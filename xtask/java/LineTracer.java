import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.Location;
import com.sun.jdi.Method;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.StackFrame;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.ListeningConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Runs a Java command under the debugger's interface of the JVM and records the first time that each line of each method is
 * begun, and by whom.
 *
 * <p>A second instrument beside JaCoCo: it changes no class, and it sees a line begin where JaCoCo sees that a block ended.
 * Arguments: the seconds that the command may take, a file with the names of the classes to watch, one a line, the file to write, then the
 * command. Its exit code is that of the command. Output, one line each, with tabs:
 *
 * <pre>
 * begun  CLASS  METHOD  DESCRIPTOR  LINE  TEST  FIRST  call|initializer
 * </pre>
 *
 * <p>TEST is {@code Class#method} of the outermost activation of a test class, FIRST the {@code Class#method+descriptor} of the first
 * activation above it in a watched class; both are empty where there is none. The last field tells whether a class was being
 * initialized on the way.
 */
final class LineTracer {
    private static final String TEST_SUFFIX = "ClewTest";

    /** How long the JVM of the command may take until it connects. */
    private static final String START_MILLIS = "60000";

    private final VirtualMachine vm;
    private final Process command;
    private final long deadline;
    private final Set<String> watched;
    private final PrintStream out;
    private final Set<String> begun = new HashSet<>();

    private LineTracer(
            VirtualMachine vm, Process command, long deadline, Set<String> watched, PrintStream out) {
        this.vm = vm;
        this.command = command;
        this.deadline = deadline;
        this.watched = watched;
        this.out = out;
    }

    public static void main(String[] arguments) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(arguments[0]));
        Set<String> watched = new HashSet<>(Files.readAllLines(Path.of(arguments[1])));
        List<String> words = Arrays.asList(arguments).subList(3, arguments.length);
        ListeningConnector connector =
                Bootstrap.virtualMachineManager().listeningConnectors().stream()
                        .filter(known -> known.name().equals("com.sun.jdi.SocketListen"))
                        .findFirst()
                        .orElseThrow(() -> new IOException("this JDK cannot listen on a socket"));
        Map<String, Connector.Argument> options = connector.defaultArguments();
        options.get("localAddress").setValue("127.0.0.1");
        options.get("timeout").setValue(START_MILLIS);
        String address = connector.startListening(options);
        Process command = start(words, address.substring(address.lastIndexOf(':') + 1));
        try (PrintStream out = new PrintStream(arguments[2], StandardCharsets.UTF_8)) {
            new LineTracer(connector.accept(options), command, deadline, watched, out).run();
        } finally {
            connector.stopListening(options);
        }
        System.exit(command.waitFor());
    }

    private static Process start(List<String> words, String port) throws IOException {
        List<String> all = new ArrayList<>(words);
        all.add(
                1,
                "-agentlib:jdwp=transport=dt_socket,server=n,suspend=y,address=127.0.0.1:" + port);
        return new ProcessBuilder(all).inheritIO().start();
    }

    private void run() throws InterruptedException {
        ClassPrepareRequest prepared = vm.eventRequestManager().createClassPrepareRequest();
        prepared.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
        for (String platform : new String[] {"java.*", "javax.*", "jdk.*", "sun.*", "org.junit.*"}) {
            prepared.addClassExclusionFilter(platform);
        }
        prepared.enable();
        vm.resume();
        try {
            while (true) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                EventSet events = vm.eventQueue().remove(Math.max(1, left));
                if (events == null) {
                    command.destroyForcibly();
                    System.err.println("the command takes too long under the debugger");
                    return;
                }
                for (Event event : events) {
                    if (event instanceof ClassPrepareEvent) {
                        watch(((ClassPrepareEvent) event).referenceType());
                    } else if (event instanceof BreakpointEvent) {
                        record((BreakpointEvent) event);
                    }
                }
                events.resume();
            }
        } catch (VMDisconnectedException ended) {
            out.flush();
        }
    }

    private void watch(ReferenceType type) {
        if (!watched.contains(type.name())) {
            return;
        }
        for (Method method : type.methods()) {
            for (Location location : lines(method)) {
                BreakpointRequest request = vm.eventRequestManager().createBreakpointRequest(location);
                request.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
                request.enable();
            }
        }
    }

    private static List<Location> lines(Method method) {
        try {
            return method.isAbstract() || method.isNative() ? Collections.emptyList() : method.allLineLocations();
        } catch (AbsentInformationException noLines) {
            return Collections.emptyList();
        }
    }

    private void record(BreakpointEvent event) {
        event.request().disable();
        Location location = event.location();
        String line = name(location.method()).replace('#', '\t').replace('+', '\t') + "\t" + location.lineNumber();
        if (begun.add(line)) {
            out.println("begun\t" + line + "\t" + through(event.thread()));
        }
    }

    private static String name(Method method) {
        return method.declaringType().name() + "#" + method.name() + "+" + method.signature();
    }

    private String through(ThreadReference thread) {
        try {
            List<StackFrame> frames = thread.frames();
            int at = frames.size() - 1;
            while (at >= 0 && !isTest(frames.get(at).location().declaringType())) {
                at--;
            }
            String test = "";
            if (at >= 0) {
                Method method = frames.get(at).location().method();
                test = method.declaringType().name() + "#" + method.name();
            }
            String first = "";
            String how = "call";
            for (at = at >= 0 ? at : frames.size() - 1; at >= 0; at--) {
                Method method = frames.get(at).location().method();
                if (watched.contains(method.declaringType().name())) {
                    first = first.isEmpty() ? name(method) : first;
                    how = method.isStaticInitializer() ? "initializer" : how;
                }
            }
            return test + "\t" + first + "\t" + how;
        } catch (IncompatibleThreadStateException impossible) {
            throw new IllegalStateException("a thread at a breakpoint is suspended", impossible);
        }
    }

    private static boolean isTest(ReferenceType type) {
        String name = type.name();
        return name.substring(name.lastIndexOf('.') + 1).contains(TEST_SUFFIX);
    }
}
