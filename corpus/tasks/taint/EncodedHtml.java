// An encoded text has no bracket.
// task: safe
package tasks.taint;

import tasks.Input;

public class EncodedHtml {
    public static void main(String[] args) {
        char[] raw = {Input.nextChar(), Input.nextChar()};
        StringBuilder out = new StringBuilder();
        for (char c : raw) {
            switch (c) {
                case '<':
                    out.append("&lt;");
                    break;
                case '>':
                    out.append("&gt;");
                    break;
                default:
                    out.append(c);
            }
        }
        String html = out.toString();
        assert html.indexOf('<') < 0 && html.indexOf('>') < 0;
    }
}
