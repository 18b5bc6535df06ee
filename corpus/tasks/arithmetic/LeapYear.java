// A leap year is divisible by four.
// task: safe
package tasks.arithmetic;

import tasks.Input;

public class LeapYear {
    public static void main(String[] args) {
        int year = Input.nextInt();
        if (year < 1) {
            return;
        }
        boolean leap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0;
        assert !leap || year % 4 == 0;
    }
}
