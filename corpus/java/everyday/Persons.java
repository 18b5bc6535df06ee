// open
// clew: --budget 1s
// Pins: equals, hashCode, compareTo and toString of an ordinary class.
package corpus.everyday;

import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

public final class Persons {
    private Persons() {
    }

    static final class Person implements Comparable<Person> {
        private final String name;
        private final int age;

        Person(String name, int age) {
            this.name = Objects.requireNonNull(name);
            this.age = Math.max(0, age);
        }

        @Override
        public boolean equals(Object other) {
            if (this == other) {
                return true; // expect: reached
            }
            if (!(other instanceof Person)) {
                return false; // expect: reached
            }
            Person that = (Person) other;
            if (that == this) {
                throw new IllegalStateException(); // expect: unreachable
            }
            return age == that.age && name.equals(that.name); // expect: reached
        }

        @Override
        public int hashCode() {
            return 31 * name.hashCode() + age; // expect: reached
        }

        @Override
        public int compareTo(Person other) {
            int order = name.compareTo(other.name);
            if (order != 0) {
                return order; // expect: reached
            }
            return Integer.compare(age, other.age); // expect: reached
        }

        @Override
        public String toString() {
            return name + " (" + age + ")"; // expect: reached
        }
    }

    static int same(String a, String b, int age) {
        Person one = new Person(a, age);
        Person two = new Person(b, age);
        if (one.equals(two)) {
            if (!a.equals(b)) {
                return -1; // expect: unreachable
            }
            if (one.hashCode() != two.hashCode()) {
                return -2; // expect: unreachable
            }
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int collected(int a, int b) {
        Set<Person> persons = new HashSet<>();
        persons.add(new Person("Ann", a));
        persons.add(new Person("Ann", b));
        if (persons.isEmpty() || persons.size() > 2) {
            return -1; // expect: unreachable
        }
        if (persons.size() == 1) {
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    static int order(int a, int b) {
        Person one = new Person("Ann", a);
        Person two = new Person("Bob", b);
        int order = one.compareTo(two);
        if (order >= 0) {
            return -1; // expect: unreachable
        }
        if (one.age < 0) {
            return -2; // expect: unreachable
        }
        return a == b ? 1 : 2; // expect: true reached, false reached
    }

    static int shown(String name, int age) {
        String text = new Person(name, age).toString();
        if (text.indexOf('-') >= 0 && name.isEmpty()) {
            return -1; // expect: unreachable
        }
        if (text.equals("Eve (30)")) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
