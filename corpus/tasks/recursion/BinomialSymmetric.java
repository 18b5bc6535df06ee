// Binomial coefficients are symmetric.
// task: safe
package tasks.recursion;

import tasks.Input;

public class BinomialSymmetric {
    public static void main(String[] args) {
        int n = Input.nextInt();
        int k = Input.nextInt();
        if (n < 0 || n > 4 || k < 0 || k > n) {
            return;
        }
        assert choose(n, k) == choose(n, n - k);
    }

    static int choose(int n, int k) {
        return k == 0 || k == n ? 1 : choose(n - 1, k - 1) + choose(n - 1, k);
    }
}
