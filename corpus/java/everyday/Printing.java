// Pins: what is printed is evaluated as Java does, exceptions of toString() included, and then nothing happens; proofs say so.
package corpus.everyday;

public final class Printing {
    private Printing() {
    }

    static final class Money {
        final int cents;

        Money(int cents) {
            this.cents = cents;
        }

        @Override
        public String toString() {
            if (cents < 0) {
                throw new IllegalStateException("debt");
            }
            return "money";
        }
    }

    static int hello(int x) {
        System.out.println("hi");
        if (x == 3) {
            return 1; // expect: reached
        }
        if (x != x) {
            return 3; // expect: unreachable(strict)
        }
        return 2; // expect: reached
    }

    static int numbers(int x, double d, char c, boolean b) {
        System.out.print(x);
        System.out.print(d);
        System.err.println(c);
        System.err.print(b);
        System.out.println();
        System.out.flush();
        return x > 0 ? 1 : 2; // expect: true reached, false reached
    }

    static int objects(Money money, int x) {
        System.out.println(money);
        if (money != null && money.cents < 0) {
            return 1; // expect: unreachable(if output:java.lang.System.out)
        }
        if (x == 7) {
            return 2; // expect: reached
        }
        return 3; // expect: reached
    }

    static int caught(Money money) {
        try {
            System.out.println("owed: " + money);
            System.out.append("more").append('!').append("\n");
        } catch (IllegalStateException e) {
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    static int characters(char[] letters) {
        System.out.println(letters); // expect: throws java.lang.NullPointerException unreachable
        return letters.length; // expect: reached
    }

    static int formatted(int x, String name) {
        System.out.printf("%d %s%n", x, name);
        if (x == 5) {
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    static int traced(int x) {
        try {
            return 10 / x; // expect: reached
        } catch (ArithmeticException e) {
            e.printStackTrace();
            return -1; // expect: reached
        }
    }

    static int loop(int[] values) {
        int sum = 0;
        for (int value : values) {
            System.out.println("value " + value);
            sum += value;
        }
        System.out.println("sum: " + sum);
        if (sum == 42) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
