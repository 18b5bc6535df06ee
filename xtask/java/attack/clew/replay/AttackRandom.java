package clew.replay;

import java.util.List;

/** Random choices that the seed, the round, the thread and the number of the operation fix. */
final class AttackRandom {
    private long state;

    AttackRandom(long... seeds) {
        for (long seed : seeds) {
            state = next() ^ seed * 0x9E3779B97F4A7C15L;
        }
    }

    private long next() {
        state += 0x9E3779B97F4A7C15L;
        long mixed = (state ^ state >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }

    long bits() {
        return next();
    }

    /** A number from 0 to one below {@code bound}. */
    int below(int bound) {
        return (int) ((next() >>> 1) % bound);
    }

    /** Whether an event happens that happens so often in a hundred times. */
    boolean percent(int often) {
        return below(100) < often;
    }

    <T> T of(List<T> choices) {
        return choices.get(below(choices.size()));
    }

    @SafeVarargs
    final <T> T of(T... choices) {
        return choices[below(choices.length)];
    }
}
