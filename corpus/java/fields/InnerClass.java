// Pins: an inner object reads and writes the fields of its outer object.
package corpus.fields;

public class InnerClass {
    private int total;

    class Adder {
        private int step = 3;

        void add() {
            total += step;
        }
    }

    public int run(int start) {
        total = start;
        Adder adder = new Adder();
        adder.add();
        adder.add();
        if (total != start + 6) {
            return 1; // expect: unreachable(strict)
        }
        if (total < start) {
            return 2; // expect: reached
        }
        return 0; // expect: reached
    }

    public int other(Adder adder) {
        if (adder == null) {
            return -1; // expect: reached
        }
        int before = total;
        if (adder.step != 3) {
            return 1; // expect: unreachable(if class_invariant:corpus.fields.InnerClass$Adder)
        }
        adder.add();
        if (total == before) {
            return 2; // expect: reached
        }
        return 3; // expect: reached
    }
}
