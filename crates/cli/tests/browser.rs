//! The HTML report as a reader sees it, in headless Chromium.

mod support;

use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::json;
use std::path::PathBuf;
use support::Project;
use support::browser::Tab;

/// Set to a folder to get a picture of every page that these tests look at.
const PICTURES_ENV: &str = "CLEW_TEST_PICTURES";

const QUEUE: &str = "package demo;
/** </script><script>document.title = 'taken'</script> <img src=x onerror=\"document.title='taken'\"> */
public class Queue {
    int size;
    Queue next;
    public static int second(Queue queue) {
        int more = next(queue);
        if (more > 2)
            return more;
        return 0;
    }
    static int next(Queue queue) {
        return queue.next.size;
    }
    public static String never(int x) {
        if (x > 0 && x < 0)
            return \"</script><b>\";
        return \"&lt;\";
    }
}
";

/// A report in a browser.
struct Page {
    tab: Tab,
    _project: Project,
}

impl std::ops::Deref for Page {
    type Target = Tab;
    fn deref(&self) -> &Tab {
        &self.tab
    }
}

impl Page {
    /// Makes the report of `Queue` and opens it.
    fn open() -> Page {
        let project = Project::compile(&[("demo/Queue.java", QUEUE)]);
        let run = project.clew(&["generate", "classes", "--quiet", "--html", "report.html"]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        Page { tab: Tab::open(&project.path("report.html")), _project: project }
    }

    /// Keeps a picture where somebody wants to see one.
    fn keep_picture(&self, name: &str) {
        let Some(folder) = std::env::var_os(PICTURES_ENV) else { return };
        let bytes = BASE64_STANDARD.decode(self.picture()).expect("base 64");
        std::fs::write(PathBuf::from(folder).join(format!("{name}.png")), bytes).expect("a folder for pictures");
    }

    /// Asserts that nothing was complained about and nobody was asked for anything.
    fn assert_quiet(&self) {
        let noise = self.noise();
        assert!(noise.is_empty(), "{noise:#?}");
    }
}

#[test]
fn a_line_shows_its_verdict_and_what_it_rests_on() {
    let page = Page::open();
    assert_eq!(page.text("details.file .name"), "demo/Queue.java");
    page.keep_picture("overview");
    page.click("nav a");
    page.wait_for("!document.querySelector('#source').hidden");
    let line =
        |number: u32| page.get(&format!("document.querySelector('#l{number}').className")).as_str().map(str::to_owned);
    assert_eq!(line(6).as_deref(), Some("ln"), "no code");
    assert_eq!(line(8).as_deref(), Some("ln v-reached"));
    assert_eq!(line(16).as_deref(), Some("ln v-partly"));
    assert_eq!(line(17).as_deref(), Some("ln v-unreachable"));
    assert_eq!(page.text("#l8 .chips"), "T\nF");

    page.click("#l9 .no");
    page.wait_for("document.querySelector('#detail h2')?.innerText === 'Line 9 reached'");
    page.wait_for("document.querySelector('#l7').classList.contains('trail')");
    assert!(page.text("#answer select").contains("second_"), "the name of the test");
    assert!(page.text("#test .badge").contains("confirmed by a JVM"));
    assert_eq!(page.count("#test .heap .node.object"), 2, "two objects");
    assert_eq!(page.count("#test .heap .edge"), 2, "from the variable, and from one to the other");
    let steps = page.text("#test .trace");
    let steps: Vec<&str> = steps.lines().filter(|line| line.parse::<u32>().is_ok()).collect();
    assert_eq!(steps, ["7", "13", "8", "9"]);
    assert!(page.text("#test .java").contains("@Test\nvoid second_"), "{}", page.text("#test .java"));
    page.keep_picture("test");

    page.click("#l17");
    page.wait_for("document.querySelector('#detail h2')?.innerText === 'Line 17 unreachable'");
    let proof = page.text("#answer");
    assert!(proof.starts_with("Proved for every input."), "{proof}");
    assert!(proof.contains("no_vm_errors\nThe virtual machine runs out of neither memory nor stack."), "{proof}");
    page.keep_picture("proof");
    page.assert_quiet();
}

#[test]
fn texts_of_the_program_do_nothing() {
    let page = Page::open();
    page.click("nav a");
    page.wait_for("!document.querySelector('#source').hidden");
    assert_eq!(page.get("document.title"), "demo/Queue.java · Clew");
    assert!(page.text("#l2").contains("</script><script>document.title = 'taken'</script> <img src=x"));
    assert_eq!(page.count("#source img, #source b"), 0);
    page.click("#l18");
    page.wait_for("document.querySelector('#test .java') !== null");
    assert!(page.text("#test .java").contains("\"&lt;\""));
    page.assert_quiet();
    // What is asked for is heard, and refused.
    page.get("void fetch('https://clew.invalid/').catch(() => { document.title = 'refused'; })");
    page.wait_for("document.title === 'refused'");
    let noise = page.noise();
    assert!(noise.iter().any(|event| event.to_string().contains("Content Security Policy")), "{noise:#?}");
    assert!(noise.iter().all(|event| event["method"] != "Network.requestWillBeSent"), "{noise:#?}");
}

#[test]
fn keys_and_the_filter_lead_about() {
    let page = Page::open();
    page.press("/");
    page.call("Input.insertText", json!({ "text": "never" }));
    page.wait_for("document.querySelectorAll('details.file tbody tr:not([hidden])').length === 1");
    assert_eq!(page.text("details.file tbody tr:not([hidden]) a"), "Queue.never(int)");
    page.click("details.file tbody tr:not([hidden]) a");
    page.wait_for("document.querySelector('#detail h2')?.innerText.startsWith('Line 16 ')");
    page.press("n");
    page.wait_for("document.querySelector('#detail h2').innerText === 'Line 17 unreachable'");
    page.press("k");
    page.wait_for("document.querySelector('#detail h2').innerText.startsWith('Line 16 ')");
    page.press("Escape");
    page.wait_for("document.querySelector('#detail').hidden && !document.querySelector('#source').hidden");
    page.press("Escape");
    page.wait_for("!document.querySelector('#overview').hidden");
    page.assert_quiet();
}

#[test]
fn dark_and_narrow_screens_are_thought_of() {
    let page = Page::open();
    let paper = "getComputedStyle(document.body).backgroundColor";
    assert_eq!(page.get(paper), "rgb(255, 255, 255)");
    let dark = json!({ "features": [{ "name": "prefers-color-scheme", "value": "dark" }] });
    page.call("Emulation.setEmulatedMedia", dark);
    page.wait_for("getComputedStyle(document.body).backgroundColor === 'rgb(20, 23, 27)'");
    page.click("nav a");
    page.click("#l9");
    page.wait_for("document.querySelector('#test .heap') !== null");
    page.keep_picture("dark");
    let narrow = json!({ "width": 420, "height": 900, "deviceScaleFactor": 1, "mobile": false });
    page.call("Emulation.setDeviceMetricsOverride", narrow);
    page.keep_picture("narrow");
    assert_eq!(page.get("document.documentElement.scrollWidth <= window.innerWidth"), true, "nothing sticks out");
    page.assert_quiet();
}
