// A cookie that is not marked as safe is not shown.
// task: safe
package tasks.taint;

import java.util.ArrayList;
import java.util.List;
import tasks.Input;

public class CookieCopied {
    public static void main(String[] args) {
        List<Cookie> cookies = new ArrayList<>();
        cookies.add(new Cookie("id", Input.nextInt(), true));
        cookies.add(new Cookie("lang", 2, false));
        int shown = 0;
        for (Cookie cookie : cookies) {
            if (!cookie.tainted()) {
                shown += cookie.value();
            }
        }
        assert shown == 2;
    }

    record Cookie(String name, int value, boolean tainted) {}
}
