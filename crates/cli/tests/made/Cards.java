package demo;
import java.time.YearMonth;
import java.util.*;
/** A card, which its constructor checks, with a value of the JDK that no method looks into; and a desk that counts before it looks. */
public class Cards {
    public record Card(String number, YearMonth expires) {
        public Card {
            if (number.length() < 4) {
                throw new IllegalArgumentException("too short");
            }
            Objects.requireNonNull(expires);
        }
        public boolean isTest() {
            return number.charAt(0) == '0';
        }
    }
    private int seen;
    public int taken(Card card) {
        seen++;
        return card.number().length() > 6 ? 2 : 1;
    }
    public List<String> sizes(List<Integer> weights) {
        List<String> all = new ArrayList<>();
        weights.forEach(weight -> all.add(weight > 100 ? "heavy" : "light"));
        return all;
    }
    public static String grade(double score, String name) {
        if (score >= 90.0 && name.length() <= 8) {
            return "A";
        }
        return "B";
    }
}
