// Boxes of equal numbers are equal, those of other types are not.
// task: safe
package tasks.objects;

import tasks.Input;

public class BoxEquals {
    public static void main(String[] args) {
        int x = Input.nextInt();
        Integer a = x;
        Integer b = x;
        Long c = (long) x;
        assert a.equals(b);
        assert !c.equals(a);
    }
}
