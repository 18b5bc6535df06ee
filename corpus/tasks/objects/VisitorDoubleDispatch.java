// A visitor meets the class of the object.
// task: safe
package tasks.objects;

import tasks.Input;

public class VisitorDoubleDispatch {
    public static void main(String[] args) {
        Animal animal = Input.nextBoolean() ? new Cat() : new Dog();
        String sound = animal.accept(new Sounds());
        assert sound.equals(animal instanceof Cat ? "meow" : "woof");
    }

    interface Visitor<R> {
        R cat(Cat cat);

        R dog(Dog dog);
    }

    interface Animal {
        <R> R accept(Visitor<R> visitor);
    }

    static class Cat implements Animal {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.cat(this);
        }
    }

    static class Dog implements Animal {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.dog(this);
        }
    }

    static class Sounds implements Visitor<String> {
        @Override
        public String cat(Cat cat) {
            return "meow";
        }

        @Override
        public String dog(Dog dog) {
            return "woof";
        }
    }
}
