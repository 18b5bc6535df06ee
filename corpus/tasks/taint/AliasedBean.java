// A bean that is cleaned was copied by reference, and changed later.
// task: unsafe
// inputs: 7
package tasks.taint;

import tasks.Input;

public class AliasedBean {
    public static void main(String[] args) {
        Bean bean = new Bean();
        bean.id = 1;
        Bean copy = bean;
        bean.id = Input.nextInt();
        assert copy.id != 7;
    }

    static class Bean {
        int id;
    }
}
