package demo;

/** A fraction of two ints, kept in lowest terms by {@link #normalise}. */
public class Fraction {
    private int numerator;
    private int denominator;

    /** Makes a fraction; the denominator must not be zero. */
    public Fraction(int numerator, int denominator) {
        if (denominator == 0) {
            throw new IllegalArgumentException("denominator is zero");
        }
        this.numerator = numerator;
        this.denominator = denominator;
        normalise();
    }

    public int getNumerator() {
        return numerator;
    }

    public int getDenominator() {
        return denominator;
    }

    /** The greatest common divisor; negative only for the smallest int, whose absolute value has no room in an int. */
    public static int gcd(int a, int b) {
        while (b != 0) {
            int rest = a % b;
            a = b;
            b = rest;
        }
        return a < 0 ? -a : a;
    }

    /** Cancels common factors and moves the sign to the numerator. */
    final void normalise() {
        int common = gcd(numerator, denominator);
        numerator = numerator / common;
        denominator = denominator / common;
        if (denominator < 0) {
            numerator = -numerator;
            denominator = -denominator;
        }
    }

    /** Compares with another fraction: negative, zero or positive. */
    public int compareTo(Fraction other) {
        long left = (long) numerator * other.denominator;
        long right = (long) other.numerator * denominator;
        if (left < right) {
            return -1;
        }
        if (left > right) {
            return 1;
        }
        return 0;
    }

    /** What each of {@code people} gets of {@code amount}. The bug: nobody checked for zero people. */
    public static int share(int amount, int people) {
        if (amount < 0) {
            throw new IllegalArgumentException("amount is negative");
        }
        return amount / people;
    }
}
