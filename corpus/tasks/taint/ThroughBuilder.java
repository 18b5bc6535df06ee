// A quote goes through a builder into a query.
// task: unsafe
// inputs: a'b
package tasks.taint;

import tasks.Input;

public class ThroughBuilder {
    public static void main(String[] args) {
        String name = Input.nextString();
        if (name == null || name.length() > 3) {
            return;
        }
        StringBuilder query = new StringBuilder();
        query.append("name=").append(name);
        assert query.toString().indexOf('\'') < 0;
    }
}
