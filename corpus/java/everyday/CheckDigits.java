// open
// clew: --budget 1s
// Pins: check digits of cards, accounts and books.
package corpus.everyday;

public final class CheckDigits {
    private CheckDigits() {
    }

    static int luhn(String number) {
        int sum = 0;
        boolean twice = false;
        for (int i = number.length() - 1; i >= 0; i--) {
            char c = number.charAt(i);
            if (c < '0' || c > '9') {
                return -1; // expect: reached
            }
            int digit = c - '0';
            if (twice) {
                digit *= 2;
                if (digit > 9) {
                    digit -= 9; // expect: reached
                }
            }
            if (digit > 9) {
                return -2; // expect: unreachable
            }
            sum += digit;
            twice = !twice;
        }
        if (sum % 10 == 0) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int account(String country, int check) {
        if (country == null || country.length() != 2) {
            return -1; // expect: reached
        }
        char a = country.charAt(0);
        char b = country.charAt(1);
        if (a < 'A' || a > 'Z' || b < 'A' || b > 'Z') {
            return -2; // expect: reached
        }
        if (check < 0 || check > 99) {
            return -3; // expect: reached
        }
        int number = (a - 'A' + 10) * 100 + (b - 'A' + 10);
        if (number > 3535) {
            return -4; // expect: unreachable
        }
        return (number * 100 + check) % 97 == 1 ? 1 : 0; // expect: true reached, false reached
    }

    static boolean book(int a, int b, int c, int check) {
        if (a < 0 || a > 9 || b < 0 || b > 9 || c < 0 || c > 9) {
            throw new IllegalArgumentException("no digits"); // expect: reached
        }
        int sum = 4 * a + 3 * b + 2 * c;
        int digit = (11 - sum % 11) % 11;
        if (digit < 0 || digit > 10) {
            throw new IllegalStateException(); // expect: unreachable
        }
        if ((sum + digit) % 11 != 0) {
            throw new IllegalStateException(); // expect: unreachable
        }
        return digit == check; // expect: reached
    }

    static char letter(int number) {
        if (number < 0) {
            return '?'; // expect: reached
        }
        char letter = "ABCDEFG".charAt(number % 7);
        if (letter > 'G') {
            return '!'; // expect: unreachable
        }
        if (letter == 'D') {
            return 'd'; // expect: reached
        }
        return letter; // expect: reached
    }
}
