//! An editor as far as the protocol knows one: it says what a test tells it to, answers what it is asked, and writes everything down.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Whatever is waited for takes less, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Client {
    pub(crate) server: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// The directory that the editor has open.
    pub(crate) root: PathBuf,
    requests: i64,
    /// Both sides, in the order of this side.
    pub(crate) record: Vec<(&'static str, Value)>,
}

/// What the client says that it can do; the server need not send anything else.
pub(crate) fn capabilities() -> Value {
    json!({
        "general": { "positionEncodings": ["utf-16"] },
        "textDocument": {
            "publishDiagnostics": { "relatedInformation": true, "codeDescriptionSupport": true },
            "hover": { "contentFormat": ["markdown"] },
        },
        "window": { "showDocument": { "support": true } },
    })
}

impl Client {
    /// A server, and a directory with a copy of the programs.
    pub(crate) fn start(test: &str) -> Client {
        let root =
            PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")).join(test);
        let _ = std::fs::remove_dir_all(&root);
        std::fs::create_dir_all(&root).expect("the directory can be made");
        let root = root.canonicalize().expect("it is there");
        let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lsp/programs");
        for entry in std::fs::read_dir(programs).expect("there are programs").flatten() {
            std::fs::copy(entry.path(), root.join(entry.file_name())).expect("files can be copied");
        }
        let mut server = Command::new(env!("CARGO_BIN_EXE_raddle"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let output = server.stdout.take().expect("it has an output");
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let input = server.stdin.take();
        Client { server, input, messages, root, requests: 0, record: Vec::new() }
    }

    /// The same after the usual beginning.
    pub(crate) fn ready(test: &str, capabilities: Value, options: Value) -> Client {
        let mut client = Client::start(test);
        client.initialize(capabilities, options);
        client
    }

    pub(crate) fn initialize(&mut self, capabilities: Value, options: Value) -> Value {
        let params = json!({
            "processId": null,
            "rootUri": self.uri(""),
            "capabilities": capabilities,
            "initializationOptions": options,
        });
        let result = self.request("initialize", params);
        self.notify("initialized", json!({}));
        result
    }

    pub(crate) fn uri(&self, name: &str) -> String {
        format!("file://{}", self.root.join(name).display()).trim_end_matches('/').to_owned()
    }

    pub(crate) fn send_text(&mut self, text: &str) {
        let input = self.input.as_mut().expect("it is open");
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server reads");
        input.flush().expect("the server reads");
    }

    pub(crate) fn take_input(&mut self) -> ChildStdin {
        self.input.take().expect("it is open")
    }

    fn send(&mut self, message: Value) {
        self.send_text(&message.to_string());
        self.record.push(("-->", message));
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.send(json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Asks without waiting; the id of the request.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> i64 {
        self.requests += 1;
        let id = self.requests;
        self.send(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// The whole answer, which may be an error.
    pub(crate) fn answer(&mut self, id: i64) -> Value {
        self.wait(&format!("the answer to {id}"), |message| {
            message["id"] == id && message.get("method").is_none()
        })
    }

    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        let answer = self.answer(id);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// The code of the error that a request is refused with, and the message.
    pub(crate) fn refused(&mut self, method: &str, params: Value) -> (i64, String) {
        let id = self.ask(method, params);
        let answer = self.answer(id);
        let error = &answer["error"];
        let code = error["code"].as_i64().unwrap_or_else(|| panic!("{method}: {answer}"));
        (code, error["message"].as_str().unwrap_or_default().to_owned())
    }

    /// Reads until a message comes, and answers what the server asks on the way.
    pub(crate) fn wait(&mut self, what: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        self.wait_until(Instant::now() + PATIENCE, is_it).unwrap_or_else(|| {
            let last = self.record.iter().rev().take(5).rev();
            panic!("{what} did not come; the last messages: {:#?}", last.collect::<Vec<_>>())
        })
    }

    fn wait_until(&mut self, until: Instant, is_it: impl Fn(&Value) -> bool) -> Option<Value> {
        loop {
            let message =
                match self.messages.recv_timeout(until.saturating_duration_since(Instant::now())) {
                    Ok(message) => message,
                    Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return None,
                };
            self.record.push(("<--", message.clone()));
            if let (Some(id), Some(method)) = (message.get("id"), message["method"].as_str()) {
                let result = match method {
                    "window/showDocument" => json!({ "success": true }),
                    _ => Value::Null,
                };
                self.send(json!({ "jsonrpc": "2.0", "id": id, "result": result }));
            }
            if is_it(&message) {
                return Some(message);
            }
        }
    }

    /// Whether a message comes within a time in which it should not.
    pub(crate) fn comes(&mut self, within: Duration, is_it: impl Fn(&Value) -> bool) -> bool {
        self.wait_until(Instant::now() + within, is_it).is_some()
    }

    pub(crate) fn wait_for(&mut self, method: &str) -> Value {
        self.wait(method, |message| message["method"] == method)["params"].clone()
    }

    /// The diagnostics of a file, when they change.
    pub(crate) fn diagnostics(&mut self, name: &str) -> Vec<Value> {
        let uri = self.uri(name);
        let published = self.wait(&format!("diagnostics of {name}"), |message| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == uri.as_str()
        });
        published["params"]["diagnostics"].as_array().cloned().unwrap_or_default()
    }

    /// The line of the log that ends a check.
    pub(crate) fn verdict(&mut self, name: &str) -> String {
        let start = format!("{name}: ");
        let line = self.wait(&format!("the end of the check of {name}"), |message| {
            let text = message["params"]["message"].as_str().unwrap_or_default();
            message["method"] == "window/logMessage" && text.starts_with(&start)
        });
        let text = line["params"]["message"].as_str().unwrap_or_default();
        text[start.len()..].to_owned()
    }

    pub(crate) fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.root.join(name)).expect("the file is there")
    }

    pub(crate) fn open(&mut self, name: &str) {
        let document = json!({ "uri": self.uri(name), "languageId": "c", "version": 1, "text": self.text(name) });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    pub(crate) fn edit(&mut self, name: &str, text: &str) {
        let document = json!({ "uri": self.uri(name), "version": 2 });
        self.notify(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [{ "text": text }] }),
        );
    }

    /// Writes the file, as editors do before they say so.
    pub(crate) fn save_as(&mut self, name: &str, text: &str) {
        std::fs::write(self.root.join(name), text).expect("it can be written");
        self.save(name);
    }

    pub(crate) fn save(&mut self, name: &str) {
        let params = json!({ "textDocument": { "uri": self.uri(name) } });
        self.notify("textDocument/didSave", params);
    }

    pub(crate) fn lenses(&mut self, name: &str) -> Vec<Value> {
        let params = json!({ "textDocument": { "uri": self.uri(name) } });
        self.request("textDocument/codeLens", params).as_array().cloned().unwrap_or_default()
    }

    pub(crate) fn hover_id(&mut self, name: &str, line: u32, character: u32) -> i64 {
        let position = json!({ "line": line, "character": character });
        let params = json!({ "textDocument": { "uri": self.uri(name) }, "position": position });
        self.ask("textDocument/hover", params)
    }

    /// The text of a hover; empty if there is none.
    pub(crate) fn hover(&mut self, name: &str, line: u32, character: u32) -> String {
        let id = self.hover_id(name, line, character);
        let answer = self.answer(id);
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"]["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    /// Executes the command of a lens.
    pub(crate) fn execute(&mut self, lens: &Value) -> Value {
        let command = &lens["command"];
        let params = json!({ "command": command["command"], "arguments": command["arguments"] });
        self.request("workspace/executeCommand", params)
    }

    /// The exit code after an orderly end.
    pub(crate) fn leave(mut self) -> Option<i32> {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        self.end()
    }

    /// Closes the input, and waits for the end.
    pub(crate) fn end(&mut self) -> Option<i32> {
        self.input = None;
        let started = Instant::now();
        loop {
            if let Some(status) = self.server.try_wait().expect("it can be waited for") {
                return status.code();
            }
            assert!(started.elapsed() < PATIENCE, "the server does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// How many processes of the server's work for this test's directory.
    pub(crate) fn children(&self) -> usize {
        let root = self.root.display().to_string();
        let parent = format!("{}", self.server.id());
        let Ok(entries) = std::fs::read_dir("/proc") else { return 0 };
        let is_child = |entry: &std::fs::DirEntry| {
            let is_process =
                entry.file_name().to_string_lossy().bytes().all(|byte| byte.is_ascii_digit());
            let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
            let line = String::from_utf8_lossy(&line).into_owned();
            is_process && entry.file_name() != parent.as_str() && line.contains(&root)
        };
        entries.flatten().filter(is_child).count()
    }

    /// Waits until the server has a child that checks, or none.
    pub(crate) fn wait_for_children(&self, wanted: bool) -> Duration {
        let started = Instant::now();
        while (self.children() > 0) != wanted {
            assert!(started.elapsed() < PATIENCE, "children: {}", self.children());
            std::thread::sleep(Duration::from_millis(2));
        }
        started.elapsed()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        if let Some(number) = line.strip_prefix("Content-Length: ") {
            length = number.parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}
