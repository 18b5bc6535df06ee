// open
// clew: --budget 1s
// Pins: rules about dates: what a day, a month, a year can be, and what is rejected.
package corpus.everyday;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Calendar;
import java.util.GregorianCalendar;

public final class Dates {
    private Dates() {
    }

    static int day(int year, int month, int day) {
        LocalDate date;
        try {
            date = LocalDate.of(year, month, day);
        } catch (DateTimeException invalid) {
            return -1; // expect: reached
        }
        if (date.getMonthValue() != month || day > 31) {
            return -2; // expect: unreachable
        }
        if (date.getDayOfWeek() == DayOfWeek.SUNDAY) {
            return 7; // expect: reached
        }
        return 0; // expect: reached
    }

    static boolean leap(int year) {
        if (year % 400 == 0) {
            return true; // expect: reached
        }
        if (year % 100 == 0) {
            return false; // expect: reached
        }
        if (year % 4 == 0) {
            if (year % 2 != 0) {
                throw new IllegalStateException(); // expect: unreachable
            }
            return true; // expect: reached
        }
        return false; // expect: reached
    }

    static int february(int year) {
        if (year < 1 || year > 9999) {
            return 0; // expect: reached
        }
        LocalDate last = LocalDate.of(year, 3, 1).minusDays(1);
        if (last.getDayOfMonth() == 29) {
            if (year % 4 != 0) {
                return -1; // expect: unreachable
            }
            return 29; // expect: reached
        }
        if (last.getDayOfMonth() != 28) {
            return -2; // expect: unreachable
        }
        return 28; // expect: reached
    }

    static int parsed(String text) {
        try {
            LocalDate date = LocalDate.parse(text);
            if (date.getMonthValue() > 12) {
                return -2; // expect: unreachable
            }
            return date.getYear() > 2000 ? 1 : 2; // expect: true reached, false reached
        } catch (DateTimeParseException malformed) {
            return -1; // expect: reached
        }
    }

    static int overdue(int days) {
        LocalDate bill = LocalDate.of(2024, 1, 31);
        LocalDate due = bill.plusDays(days);
        if (days > 0 && !due.isAfter(bill)) {
            return -1; // expect: unreachable
        }
        if (due.equals(LocalDate.of(2024, 2, 29))) {
            return 1; // expect: reached
        }
        return due.isBefore(bill) ? 2 : 0; // expect: true reached, false reached
    }

    static int calendar(int days) {
        Calendar calendar = new GregorianCalendar(2024, Calendar.MARCH, 1);
        calendar.add(Calendar.DAY_OF_MONTH, days);
        int month = calendar.get(Calendar.MONTH);
        if (month < Calendar.JANUARY || month > Calendar.DECEMBER) {
            return -1; // expect: unreachable
        }
        if (month == Calendar.APRIL) {
            return 4; // expect: reached
        }
        return 0; // expect: reached
    }
}
