// Pins: in class files of Java 8 a private member of a nested class is reached through a synthetic accessor.
// javac: --release 8
package corpus.fields;

public class OldNestedAccess {
    static class Vault {
        private int coins;

        private int half() {
            return coins / 2;
        }
    }

    public static int open(Vault vault, int x) {
        if (vault == null) {
            return -1; // expect: reached
        }
        vault.coins = x; // expect: reached
        vault.coins += 2; // expect: throws java.lang.NullPointerException unreachable
        if (vault.half() < 0) {
            return 1; // expect: reached
        }
        if (vault.coins != x + 2) {
            return 2; // expect: unreachable
        }
        return 0; // expect: reached
    }
}
