//! A headless Chromium that tests drive over its DevTools protocol: as JSON, since the crates that have types for all of it
//! take minutes to build.

use serde_json::{Value as Json, json};
use std::cell::RefCell;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// Longer than anything in the browser takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);
/// How often something is looked at that changes in its own time.
const POLL: Duration = Duration::from_millis(20);

const FLAGS: [&str; 11] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--window-size=1500,950",
    "--remote-debugging-port=0",
];

/// What is heard of that nobody asked for: requests, complaints, exceptions, dialogs.
const NOISE: [&str; 5] = [
    "Network.requestWillBeSent",
    "Runtime.consoleAPICalled",
    "Runtime.exceptionThrown",
    "Log.entryAdded",
    "Page.javascriptDialogOpening",
];

/// A page in a browser of its own, which ends with it.
pub struct Tab {
    link: RefCell<Link>,
    browser: Child,
    _profile: TempDir,
}

/// The connection to the browser.
struct Link {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    session: Option<String>,
    last: u64,
    noise: Vec<Json>,
}

impl Tab {
    /// Starts a browser and opens a file in it.
    pub fn open(file: &Path) -> Tab {
        let profile = TempDir::new().expect("a temporary folder");
        let browser = Command::new(chromium())
            .args(FLAGS)
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("Chromium starts");
        let mut tab = Tab { link: RefCell::new(Link::to(profile.path())), browser, _profile: profile };
        tab.link.get_mut().attach();
        for domain in ["Page", "Runtime", "Log", "Network"] {
            tab.call(&format!("{domain}.enable"), json!({}));
        }
        tab.call("Page.navigate", json!({ "url": format!("file://{}", file.display()) }));
        tab.wait_for("document.readyState === 'complete' && location.protocol === 'file:'");
        tab
    }

    /// Sends a command and gives its result.
    pub fn call(&self, method: &str, params: Json) -> Json {
        self.link.borrow_mut().call(method, params)
    }

    /// The value of an expression in the page.
    pub fn get(&self, expression: &str) -> Json {
        let found = self.call("Runtime.evaluate", json!({ "expression": expression, "returnByValue": true }));
        assert!(found["exceptionDetails"].is_null(), "{expression}: {found}");
        found["result"]["value"].clone()
    }

    /// The text of the first element for a selector, as it is seen.
    pub fn text(&self, selector: &str) -> String {
        let text = format!("document.querySelector({}).innerText", json!(selector));
        // Lines that were not drawn yet have none.
        self.wait_for(&format!("{text} !== ''"));
        let text = self.get(&text);
        text.as_str().unwrap_or_else(|| panic!("no text: {selector}")).to_owned()
    }

    /// How many elements there are for a selector.
    pub fn count(&self, selector: &str) -> u64 {
        self.get(&format!("document.querySelectorAll({}).length", json!(selector))).as_u64().expect("a number")
    }

    /// Waits until an expression is true, since the browser handles input in its own time.
    pub fn wait_for(&self, expression: &str) {
        let started = Instant::now();
        while self.get(expression) != true {
            assert!(started.elapsed() < PATIENCE, "never true: {expression}");
            sleep(POLL);
        }
    }

    /// Clicks as a person does: with the mouse, in the middle of the element.
    pub fn click(&self, selector: &str) {
        let selector = json!(selector);
        self.wait_for(&format!("document.querySelector({selector}) !== null"));
        let middle = format!(
            "(() => {{ const element = document.querySelector({selector}); element.scrollIntoView({{block: 'nearest'}}); \
             const box = element.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        );
        let middle = self.get(&middle);
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
            let button = if kind == "mouseMoved" { "none" } else { "left" };
            let event = json!({ "type": kind, "x": middle[0], "y": middle[1], "button": button, "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    /// Presses a key: a letter, or one with a name.
    pub fn press(&self, key: &str) {
        let mut down = json!({ "type": "keyDown", "key": key });
        if key.chars().count() == 1 {
            down["text"] = json!(key);
        }
        self.call("Input.dispatchKeyEvent", down);
        self.call("Input.dispatchKeyEvent", json!({ "type": "keyUp", "key": key }));
    }

    /// A picture of what is seen, as PNG in base 64.
    pub fn picture(&self) -> String {
        let picture = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        picture["data"].as_str().expect("a picture").to_owned()
    }

    /// What was heard of so far that nobody asked for, but for the one request for the page itself.
    pub fn noise(&self) -> Vec<Json> {
        let is_page = |event: &Json| {
            event["params"]["type"] == "Document" && event["params"]["request"]["url"] == event["params"]["documentURL"]
        };
        self.link.borrow().noise.iter().filter(|event| !is_page(event)).cloned().collect()
    }
}

impl Drop for Tab {
    fn drop(&mut self) {
        // A browser that has ended by itself is no matter.
        let _ = self.browser.kill();
        let _ = self.browser.wait();
    }
}

impl Link {
    /// Connects to the browser with this profile, once it says where.
    fn to(profile: &Path) -> Link {
        let started = Instant::now();
        let place = profile.join("DevToolsActivePort");
        let (port, path) = loop {
            let told = std::fs::read_to_string(&place).unwrap_or_default();
            match told.split_once('\n') {
                Some((port, path)) if !path.is_empty() => break (port.to_owned(), path.trim().to_owned()),
                _ => assert!(
                    started.elapsed() < PATIENCE,
                    "Chromium does not start; try it by hand: chromium --headless"
                ),
            }
            sleep(POLL);
        };
        let (socket, _) = tungstenite::connect(format!("ws://127.0.0.1:{port}{path}")).expect("a connection");
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
        }
        Link { socket, session: None, last: 0, noise: Vec::new() }
    }

    /// Makes a page and speaks to that from now on.
    fn attach(&mut self) {
        let target = self.call("Target.createTarget", json!({ "url": "about:blank" }));
        let session = self.call("Target.attachToTarget", json!({ "targetId": target["targetId"], "flatten": true }));
        self.session = Some(session["sessionId"].as_str().expect("a session").to_owned());
    }

    fn call(&mut self, method: &str, params: Json) -> Json {
        self.last += 1;
        let mut command = json!({ "id": self.last, "method": method, "params": params });
        if let Some(session) = &self.session {
            command["sessionId"] = json!(session);
        }
        self.socket.send(Message::text(command.to_string())).expect("the browser listens");
        loop {
            let message = self.socket.read().unwrap_or_else(|error| panic!("no answer to {method}: {error}"));
            let Ok(text) = message.to_text() else { continue };
            let Ok(answer) = serde_json::from_str::<Json>(text) else { continue };
            if answer["id"] == self.last {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
            if NOISE.iter().any(|name| answer["method"] == *name) {
                self.noise.push(answer);
            }
        }
    }
}

/// The browser that is installed.
fn chromium() -> PathBuf {
    if let Some(chosen) = std::env::var_os("CLEW_CHROMIUM") {
        return PathBuf::from(chosen);
    }
    let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect();
    let names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
    let mut places = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    places.find(|place| place.is_file()).unwrap_or_else(|| {
        panic!(
            "there is no browser to look at the report with: none of {} is on the PATH; run ./setup --browser, or set \
             CLEW_CHROMIUM to one",
            names.join(", ")
        )
    })
}
