//! A whole session, recorded: what both sides say, from the first word to the last. `RADDLE_BLESS=1` writes it down anew.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::client::{Client, capabilities};
use crate::with_title;

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lsp/session.txt")
}

/// Without what differs from run to run and from machine to machine.
fn recorded(client: &Client) -> String {
    let mut text = String::new();
    for (side, message) in &client.record {
        let message = stable(message.clone());
        let message = serde_json::to_string_pretty(&message).expect("it is JSON");
        text.push_str(&format!("{side} {message}\n"));
    }
    let text = text.replace(&client.root.display().to_string(), "$ROOT");
    let scratch = std::env::temp_dir().join(format!("raddle-lsp-{}-0", client.server.id()));
    text.replace(&scratch.display().to_string(), "$SCRATCH")
}

/// A message with only the ends of long texts, and without counts of instructions: those are the engine's and the compiler's.
fn stable(mut message: Value) -> Value {
    for pointer in ["/result", "/params/message", "/result/contents/value"] {
        if let Some(Value::String(text)) = message.pointer_mut(pointer) {
            let lines: Vec<&str> = text.lines().collect();
            let is_output = text.starts_with("error[") || text.starts_with("raddle check of");
            if let (true, [first, .., last]) = (is_output, lines.as_slice()) {
                *text = format!("{first} … {last}");
            }
            if let Some((before, behind)) = text.split_once("at most ") {
                let behind = behind.trim_start_matches(|c: char| c.is_ascii_digit());
                *text = format!("{before}at most N{behind}");
            }
        }
    }
    message
}

/// Messages can overtake each other where the machine is busy, so a session that differs is held again.
#[test]
fn a_session_is_as_recorded() {
    let now = session();
    if std::env::var_os("RADDLE_BLESS").is_some() {
        std::fs::write(golden(), now).expect("it can be written");
        return;
    }
    let before = std::fs::read_to_string(golden()).expect("there is a recorded session");
    let sessions = std::iter::once(now).chain(std::iter::repeat_with(session));
    let mut differences = Vec::new();
    for now in sessions.take(3) {
        if now == before {
            return;
        }
        let lines = before.lines().zip(now.lines()).enumerate();
        let differs = lines.into_iter().find(|(_, (then, now))| then != now);
        differences.push(match differs {
            Some((line, (then, now))) => format!("line {}: `{then}`, `{now}`", line + 1),
            None => format!("{} and {} lines", before.lines().count(), now.lines().count()),
        });
    }
    panic!("RADDLE_BLESS=1 would change {differences:?}");
}

/// What is said from the first word to the last.
fn session() -> String {
    let mut client = Client::start("session");
    client.initialize(capabilities(), json!({ "time": "60s" }));
    // A program with two findings.
    client.open("lost.c");
    client.save("lost.c");
    assert_eq!(client.verdict("lost.c"), "unsafe: 2 findings");
    let lenses = client.lenses("lost.c");
    assert!(client.hover("lost.c", 22, 6).contains("amount"));
    assert!(client.hover("lost.c", 6, 15).contains("1 finding here"));
    assert!(
        client
            .execute(with_title(&lenses, "run into it (R0101)"))
            .to_string()
            .contains("confirmed")
    );
    client.execute(with_title(&lenses, "open the trace"));
    client.wait_for("window/showDocument");
    // Findings move with the text, and their hovers too.
    let text = client.text("lost.c");
    client.edit("lost.c", &format!("// repaired\n{text}"));
    assert!(client.hover("lost.c", 23, 6).contains("amount"));
    // The program is repaired, and the findings go.
    let repaired = text.replace("static int balance", "static _Atomic int balance");
    client.edit("lost.c", &repaired);
    client.save_as("lost.c", &repaired);
    assert_eq!(client.verdict("lost.c"), "safe");
    assert!(client.hover("lost.c", 12, 5).contains("safe"));
    // A file without main has functions.
    client.open("put.c");
    client.save("put.c");
    client.verdict("put.c");
    let lenses = client.lenses("put.c");
    client.execute(&lenses[1]);
    assert_eq!(client.verdict("twice of put.c"), "safe");
    assert!(client.hover("put.c", 8, 5).contains("at most"));
    // A text that does not compile.
    client.save_as("put.c", "int put(void) { return 1 }\n");
    client.verdict("put.c");
    client
        .notify("textDocument/didClose", json!({ "textDocument": { "uri": client.uri("put.c") } }));
    assert!(client.diagnostics("put.c").is_empty());
    client.request("shutdown", Value::Null);
    client.notify("exit", Value::Null);
    assert_eq!(client.end(), Some(0));
    recorded(&client)
}
