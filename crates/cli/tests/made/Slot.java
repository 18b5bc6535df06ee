package demo;

import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;

public record Slot(LocalDate day, LocalTime from) {
    public LocalDateTime start() {
        return LocalDateTime.of(day, from);
    }

    public static LocalDate dayAfter(LocalDate day) {
        return day.plusDays(1);
    }

    public static LocalTime later(LocalTime time) {
        return time.plusMinutes(30);
    }

    public static Duration hours(int count) {
        return Duration.ofHours(count);
    }

    public static List<LocalDate> both(LocalDate day) {
        List<LocalDate> days = new ArrayList<>();
        days.add(day);
        days.add(day.plusDays(1));
        return days;
    }

    public static boolean isOne(Integer[] numbers) {
        return numbers[0] == numbers[1] && numbers[0] > 200;
    }
}
