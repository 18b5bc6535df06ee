package clew.replay;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import sun.misc.Unsafe;

/**
 * Tries to execute points of a program that are said to be out of reach, in rounds, for as long as {@link AttackPlan} says.
 *
 * <p>The answer is the message of the exception that {@link #run} ends with, a line for each thing, its words separated by tabs:
 *
 * <pre>
 * rounds N                                             how many were done
 * calls N                                              how many calls
 * methods HEX                                          the goals whose method was executed, a bit each
 * near HEX                                             those with the line before executed
 * stuck METHOD                                         it does not end, which has ended the attack
 * hit GOAL PHASE ROUND WORKER OPERATION KIND TEXT      KIND is again (the calls in TEXT get there), exhausted (only after the virtual
 *                                                      machine ran out of memory or stack) or once
 * </pre>
 */
public final class Attack {
    /** How long is looked for fewer operations that reach a goal, in nanoseconds. */
    private static final long SHRINK_NANOS = 3_000_000_000L;

    private static final int MAX_ANSWER = 3_900;
    private static final int MAX_TEXT = 1_200;

    private final AttackPlan plan = AttackPlan.read();
    private final AttackApi api = new AttackApi(plan);
    private final BitSet told = new BitSet();
    private final BitSet methods = new BitSet();
    private final BitSet near = new BitSet();
    private final List<String> lines = new ArrayList<>();
    private long calls;
    private String stuck;

    public Attack() throws IOException {}

    /** Opens packages of the JDK to all, as {@code --add-exports} does. */
    private void export() throws Throwable {
        if (plan.exports.isEmpty()) {
            return;
        }
        Field instance = Unsafe.class.getDeclaredField("theUnsafe");
        instance.setAccessible(true);
        Unsafe unsafe = (Unsafe) instance.get(null);
        Field all = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
        Object lookup = unsafe.getObject(unsafe.staticFieldBase(all), unsafe.staticFieldOffset(all));
        MethodType type = MethodType.methodType(void.class, String.class);
        MethodHandle export = ((MethodHandles.Lookup) lookup).findVirtual(Module.class, "implAddExports", type);
        for (String name : plan.exports) {
            export.invoke(Object.class.getModule(), name);
        }
    }

    /** Attacks. */
    public void run() throws Throwable {
        export();
        long start = System.nanoTime();
        long time = plan.number("millis") * 1_000_000;
        PrintStream out = System.out;
        PrintStream err = System.err;
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        long done = 0;
        try {
            System.setOut(nowhere);
            System.setErr(nowhere);
            while (done < plan.number("rounds")
                    && System.nanoTime() - start < time
                    && stuck == null
                    && told.cardinality() < plan.goals.size()) {
                round(plan.number("round") + done);
                done++;
            }
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
        throw new IllegalStateException("attack " + answer(done));
    }

    private String answer(long done) {
        StringBuilder answer = new StringBuilder("rounds\t" + done + "\ncalls\t" + calls);
        answer.append("\nmethods\t").append(hex(methods)).append("\nnear\t").append(hex(near));
        if (stuck != null) {
            answer.append("\nstuck\t").append(stuck);
        }
        for (String line : lines) {
            int rest = MAX_ANSWER - answer.length();
            if (rest > 100) {
                answer.append('\n').append(line, 0, Math.min(rest, line.length()));
            }
        }
        return answer.toString();
    }

    private static String hex(BitSet bits) {
        byte[] little = bits.toByteArray();
        byte[] big = new byte[little.length + 1];
        for (int at = 0; at < little.length; at++) {
            big[little.length - at] = little[at];
        }
        return new BigInteger(big).toString(16);
    }

    private void round(long number) throws Exception {
        AttackRound round = new AttackRound(plan, api, number, null, null, told);
        round.run();
        calls += round.calls();
        methods.or(round.seen.enteredMethods());
        near.or(round.seen.near());
        stuck = round.stuck;
        AttackRound.Hit last = null;
        for (AttackRound.Hit hit : new ArrayList<>(round.hits)) {
            told.set(hit.goal);
            boolean isSame = last != null && last.worker == hit.worker && last.operation == hit.operation;
            report(round, hit, isSame);
            last = hit;
        }
    }

    /** {@code isSame} says that the operation has reached another goal, which was told with the calls. */
    private void report(AttackRound round, AttackRound.Hit hit, boolean isSame) throws Exception {
        String kind = "once";
        String text = isSame ? "by the same calls as the goal before" : "in or after " + hit.call;
        if (round.isRepeatable() && stuck == null && plan.goals.get(hit.goal).isProved) {
            BitSet kept = new BitSet();
            kept.set(0, hit.operation + 1);
            kept.andNot(round.exhausted);
            boolean isAgain = reaches(round.number, kept, hit.goal);
            if (isAgain) {
                kind = "again";
                if (!isSame) {
                    shrink(round.number, kept, hit);
                    text = text(round.number, kept, text);
                }
            } else if (!round.exhausted.isEmpty()) {
                kind = "exhausted";
            }
        }
        lines.add(
                String.join(
                        "\t",
                        "hit",
                        String.valueOf(hit.goal),
                        round.phase.name().toLowerCase(java.util.Locale.ROOT),
                        String.valueOf(round.number),
                        String.valueOf(hit.worker),
                        String.valueOf(hit.operation),
                        kind,
                        text.replace('\t', ' ').replace('\n', ' ')));
    }

    /** Whether these operations reach the goal in a fresh loader. */
    private boolean reaches(long number, BitSet kept, int goal) throws Exception {
        AttackRound again = new AttackRound(plan, api, number, kept, null, new BitSet());
        again.run();
        stuck = stuck == null ? again.stuck : stuck;
        return again.hits.stream().anyMatch(hit -> hit.goal == goal);
    }

    /** Takes operations away that the goal does not need, as long as there is time. */
    private void shrink(long number, BitSet kept, AttackRound.Hit hit) throws Exception {
        long start = System.nanoTime();
        for (int size = Math.max(1, hit.operation); size >= 1; size /= 2) {
            for (int from = 0; from < hit.operation; from += size) {
                BitSet fewer = (BitSet) kept.clone();
                fewer.clear(from, Math.min(from + size, hit.operation));
                if (fewer.equals(kept)) {
                    continue;
                }
                if (System.nanoTime() - start > SHRINK_NANOS || stuck != null) {
                    return;
                }
                if (reaches(number, fewer, hit.goal)) {
                    kept.and(fewer);
                }
            }
        }
    }

    private String text(long number, BitSet kept, String otherwise) throws Exception {
        AttackLog log = new AttackLog();
        if (stuck != null) {
            return otherwise;
        }
        new AttackRound(plan, api, number, kept, log, new BitSet()).run();
        String all = String.join("; ", log.lines);
        return all.length() <= MAX_TEXT ? all : "… " + all.substring(all.length() - MAX_TEXT);
    }
}
