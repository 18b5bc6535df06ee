// A generic pair swapped twice is as before.
// task: safe
package tasks.objects;

import tasks.Input;

public class GenericPair {
    public static void main(String[] args) {
        Pair<Integer, String> pair = new Pair<>(Input.nextInt(), "right");
        Pair<Integer, String> again = pair.swap().swap();
        assert again.first.equals(pair.first);
        assert again.second == pair.second;
    }

    static class Pair<A, B> {
        final A first;
        final B second;

        Pair(A first, B second) {
            this.first = first;
            this.second = second;
        }

        Pair<B, A> swap() {
            return new Pair<>(second, first);
        }
    }
}
