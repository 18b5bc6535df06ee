// open
// clew: --budget 1s
// Pins: check digits, digits one by one, and hash buckets.
package corpus.everyday;

public final class Digits {
    private Digits() {
    }

    static int crossSum(int number) {
        if (number < 0 || number > 99_999) {
            return -1; // expect: reached
        }
        int sum = number / 10_000 + number / 1_000 % 10 + number / 100 % 10 + number / 10 % 10 + number % 10;
        if (sum > 45) {
            return -2; // expect: unreachable
        }
        if ((number - sum) % 9 != 0) {
            return -3; // expect: unreachable
        }
        return sum == 45 ? 1 : 0; // expect: true reached, false reached
    }

    static int luhn(int number) {
        if (number < 0 || number > 9_999) {
            return -1; // expect: reached
        }
        int doubled = number / 10 % 10 * 2;
        int first = number / 1_000 * 2;
        int sum = number % 10 + doubled / 10 + doubled % 10 + number / 100 % 10 + first / 10 + first % 10;
        int digit = (10 - sum % 10) % 10;
        if (digit < 0 || digit > 9) {
            return -2; // expect: unreachable
        }
        if ((sum + digit) % 10 != 0) {
            return -3; // expect: unreachable
        }
        return digit == 7 ? 1 : 0; // expect: true reached, false reached
    }

    static int reversed(int number) {
        if (number < 100 || number > 999) {
            return 0; // expect: reached
        }
        int reversed = number % 10 * 100 + number / 10 % 10 * 10 + number / 100;
        if (reversed > 999) {
            return -1; // expect: unreachable
        }
        if ((number - reversed) % 99 != 0) {
            return -2; // expect: unreachable
        }
        return reversed == number ? 1 : 2; // expect: true reached, false reached
    }

    static int bucket(int hash, int size) {
        if (size <= 0) {
            throw new IllegalArgumentException("size " + size); // expect: reached
        }
        int bucket = hash % size;
        if (bucket < 0) {
            bucket += size;
        }
        if (bucket < 0 || bucket >= size) {
            return -1; // expect: unreachable
        }
        if (hash >= 0 && bucket > hash) {
            return -2; // expect: unreachable
        }
        return bucket == 12 ? 1 : 0; // expect: true reached, false reached
    }

    static int iban(int bank, int account) {
        if (bank < 0 || bank > 9_999 || account < 0 || account > 999_999) {
            return -1; // expect: reached
        }
        long number = bank * 1_000_000L + account;
        int check = 98 - (int) (number * 100 % 97);
        if (check < 2 || check > 98) {
            return -2; // expect: unreachable
        }
        if ((number * 100 + check) % 97 != 1) {
            return -3; // expect: unreachable
        }
        return check == 42 ? 1 : 0; // expect: true reached, false reached
    }
}
