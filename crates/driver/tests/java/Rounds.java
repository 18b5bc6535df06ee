class Rounds {
    static int even(int n) {
        int i = 0;
        while (i < n) i += 2;
        if (i == 15) {
            return 1; // infeasible
        }
        if (i == 14) {
            return 2; // feasible
        }
        return i;
    }

    static int together(int n) {
        int i = 7;
        int j = 0;
        for (; i < n; i++) j += 3;
        if (j != (i - 7) * 3) {
            return 1; // infeasible
        }
        return j == 6 ? 2 : 3; // feasible
    }

    static long wide(long n) {
        long i = 0;
        int rounds = 0;
        while (i != n) {
            i++;
            rounds++;
        }
        if ((int) i != rounds) {
            return 1; // infeasible
        }
        return rounds == 3 ? i : n; // feasible
    }

    static int nested(int n, int m) {
        int odd = 1;
        for (int i = 0; i < n; i++) {
            int before = odd;
            for (int j = i; j < m; j += 3) odd += 2;
            if (((odd ^ before) & 1) == 1) {
                return 1; // infeasible
            }
        }
        return odd; // feasible
    }

    static int chosen(int[] a) {
        int last = -2;
        for (int i = 0; i < a.length; i++) {
            if (a[i] > 7) last = 5;
        }
        if (last != -2 && last != 5) {
            return 1; // infeasible
        }
        return last == 5 ? 2 : 3; // feasible
    }
}
