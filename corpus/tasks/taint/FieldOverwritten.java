// A field is overwritten before it is shown.
// task: safe
package tasks.taint;

import tasks.Input;

public class FieldOverwritten {
    public static void main(String[] args) {
        Bean bean = new Bean();
        bean.setId(Input.nextInt());
        if (bean.getId() < 0 || bean.getId() > 9) {
            bean.setId(0);
        }
        assert bean.getId() >= 0 && bean.getId() <= 9;
    }

    static class Bean {
        private int id;

        int getId() {
            return id;
        }

        void setId(int id) {
            this.id = id;
        }
    }
}
