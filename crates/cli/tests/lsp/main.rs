//! The language server as an editor meets it: a real process, and the protocol on its streams.

#![cfg(target_os = "linux")]

mod client;
mod session;

use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Client, capabilities};

/// Longer than any test: what ends sooner was ended.
const LONG: &str = "10m";
/// A check that is ended is gone this soon; the machine may be busy.
const SOON: Duration = Duration::from_secs(5);

fn titles(lenses: &[Value]) -> Vec<&str> {
    lenses.iter().filter_map(|lens| lens["command"]["title"].as_str()).collect()
}

fn with_title<'a>(lenses: &'a [Value], title: &str) -> &'a Value {
    let found = lenses.iter().find(|lens| lens["command"]["title"] == title);
    found.unwrap_or_else(|| panic!("no lens `{title}`: {:?}", titles(lenses)))
}

fn messages(diagnostics: &[Value]) -> Vec<&str> {
    diagnostics.iter().filter_map(|one| one["message"].as_str()).collect()
}

#[test]
fn an_edit_ends_a_check_and_a_save_starts_it_again() {
    let mut client = Client::ready("edit", capabilities(), json!({ "time": LONG }));
    client.open("long.c");
    client.save("long.c");
    client.wait_for_children(true);
    let text = client.text("long.c");
    client.edit("long.c", &format!("{text}\n"));
    let gone = client.wait_for_children(false);
    assert!(gone < SOON, "{gone:?}");
    assert_eq!(client.verdict("long.c"), "ended");
    // What an edit of an included file ends goes on when that file is saved.
    std::fs::write(client.root.join("long.h"), "int x;\n").expect("it can be written");
    client.open("long.h");
    client.save_as("long.c", &format!("#include \"long.h\"\n{text}"));
    client.wait_for_children(true);
    // It is known what a check reads as soon as the real check runs.
    std::thread::sleep(Duration::from_millis(500));
    client.edit("long.h", "int y;\n");
    assert_eq!(client.verdict("long.c"), "ended");
    client.save("long.h");
    client.wait_for_children(true);
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn the_end_of_the_server_is_the_end_of_its_children() {
    let start = |test: &str| {
        let mut client = Client::ready(test, capabilities(), json!({ "time": LONG }));
        client.open("long.c");
        client.save("long.c");
        client.wait_for_children(true);
        client
    };
    // In order.
    let mut client = start("shutdown");
    let scratch = std::env::temp_dir().join(format!("raddle-lsp-{}-0", client.server.id()));
    assert!(scratch.is_dir());
    client.request("shutdown", Value::Null);
    assert!(!scratch.exists());
    client.wait_for_children(false);
    assert_eq!(client.refused("textDocument/hover", json!({})).0, -32600);
    client.notify("exit", Value::Null);
    assert_eq!(client.end(), Some(0));
    // Without a word before.
    let mut client = start("exit");
    client.notify("exit", Value::Null);
    assert_eq!(client.end(), Some(1));
    client.wait_for_children(false);
    // An editor that crashed.
    let mut client = start("crash");
    assert_eq!(client.end(), Some(1));
    client.wait_for_children(false);
}

#[test]
fn nonsense_is_answered_and_the_server_goes_on() {
    let mut client = Client::start("nonsense");
    assert_eq!(client.refused("textDocument/hover", json!({})).0, -32002);
    assert_eq!(client.refused("initialize", json!([])).0, -32602);
    client.initialize(json!("no capabilities"), json!({ "time": {}, "sped": 1 }));
    let first = client.wait_for("window/showMessage")["message"].to_string();
    let second = client.wait_for("window/showMessage")["message"].to_string();
    let complaints = first + &second;
    assert!(
        complaints.contains("`time` must be a text") && complaints.contains("`sped` is not known"),
        "{complaints}"
    );
    assert_eq!(client.refused("initialize", json!({})).0, -32600);
    for text in ["", "{", "[]", "7", "{\"id\":{}}", "\u{0}"] {
        client.send_text(text);
        let answer = client
            .wait("an error", |message| message["id"].is_null() && message.get("error").is_some());
        assert_eq!(answer["error"]["code"], -32700, "{text}");
    }
    assert_eq!(client.refused("textDocument/rename", json!({})).0, -32601);
    for params in [
        json!(null),
        json!({}),
        json!({ "textDocument": 7 }),
        json!({ "textDocument": { "uri": "x" } }),
    ] {
        assert_eq!(client.refused("textDocument/hover", params.clone()).0, -32602, "{params}");
        for method in [
            "textDocument/didOpen",
            "textDocument/didChange",
            "textDocument/didSave",
            "textDocument/didClose",
            "$/cancelRequest",
        ] {
            client.notify(method, params.clone());
        }
    }
    client.notify("$/whatever", json!({}));
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn a_broken_header_ends_the_conversation() {
    use std::io::Write;
    let mut client = Client::start("header");
    client.send_text("{}");
    client.wait("an error", |message| message["error"]["code"] == -32700);
    let mut input = client.take_input();
    write!(input, "Content-Length: 99999999999999\r\n\r\n").expect("the server reads");
    client.wait("an error", |message| {
        message["error"]["message"].to_string().contains("no length of a message")
    });
    assert_eq!(client.end(), Some(1));
}

#[test]
fn what_is_no_program_is_left_alone() {
    let mut client = Client::ready("others", capabilities(), json!({ "checkOnOpen": true }));
    std::fs::write(client.root.join("notes.txt"), "int main(void) {").expect("it can be written");
    client.open("notes.txt");
    client.save("notes.txt");
    assert!(client.lenses("notes.txt").is_empty() && client.lenses("nowhere.c").is_empty());
    assert_eq!(client.hover("nowhere.c", 3, 3), "");
    let document = json!({ "uri": "untitled:Untitled-1", "languageId": "c", "version": 1, "text": "int main(void) { return 1/0; }" });
    client.notify("textDocument/didOpen", json!({ "textDocument": document }));
    let execute = |client: &mut Client, argument: Value| {
        let params = json!({ "command": "raddle.check", "arguments": [argument] });
        client.refused("workspace/executeCommand", params).1
    };
    let uri = client.uri("notes.txt");
    assert!(execute(&mut client, json!({ "uri": uri })).contains("neither C"));
    let uri = client.uri("nowhere.c");
    assert!(execute(&mut client, json!({ "uri": uri })).contains("there is no file"));
    assert!(
        execute(&mut client, json!({ "uri": "untitled:Untitled-1" })).contains("save the buffer")
    );
    assert!(execute(&mut client, json!({ "url": 3 })).contains("url"));
    let wrong = json!({ "command": "raddle.run" });
    assert!(client.refused("workspace/executeCommand", wrong).1.contains("raddle.check"));
    // A file that is gone when it is checked.
    client.open("lost.c");
    assert_eq!(client.verdict("lost.c"), "unsafe: 2 findings");
    std::fs::remove_file(client.root.join("lost.c")).expect("it is there");
    client.save("lost.c");
    let shown = client.diagnostics("lost.c");
    assert!(messages(&shown)[0].starts_with("not checked: cannot read"), "{shown:?}");
    let change = json!({ "uri": client.uri("lost.c"), "type": 3 });
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [change] }));
    assert!(client.diagnostics("lost.c").is_empty());
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn progress_is_shown_and_can_be_cancelled() {
    let mut can = capabilities();
    can["window"]["workDoneProgress"] = json!(true);
    let mut client = Client::ready("progress", can, json!({ "time": LONG }));
    client.open("long.c");
    client.save("long.c");
    let begin = client.wait_for("$/progress");
    assert_eq!(
        begin["value"],
        json!({ "kind": "begin", "title": "checking long.c", "cancellable": true })
    );
    client.notify("window/workDoneProgress/cancel", json!({ "token": begin["token"] }));
    let end = client.wait_for("$/progress");
    assert_eq!((&end["token"], &end["value"]["kind"]), (&begin["token"], &json!("end")));
    client.wait_for_children(false);
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn warnings_come_while_somebody_types() {
    let mut client = Client::ready("typed", capabilities(), json!({ "warnOnType": true }));
    client.open("locks.c");
    let text = client.text("locks.c");
    // Only the buffer has the lines above.
    client.edit("locks.c", &format!("\n\n\n{text}"));
    let shown = client.diagnostics("locks.c");
    assert_eq!((&shown[0]["code"], &shown[0]["severity"]), (&json!("W0201"), &json!(2)));
    assert_eq!(shown[0]["range"]["start"], json!({ "line": 11, "character": 4 }));
    assert!(client.hover("locks.c", 11, 8).contains("W0201: possible deadlock"));
    // What decides it reads the file.
    assert!(!titles(&client.lenses("locks.c")).contains(&"run into it (W0201)"));
    // A text that does not compile changes nothing.
    client.edit("locks.c", "int main(void) {");
    assert!(!client.comes(Duration::from_secs(2), |message| message["method"]
        == "textDocument/publishDiagnostics"));
    // The check decides, and says where it is in the file.
    client.save("locks.c");
    let shown = client.diagnostics("locks.c");
    assert_eq!((shown.len(), &shown[0]["code"]), (1, &json!("R0501")));
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn what_is_unknown_is_warned_of_and_can_be_hunted() {
    let options = json!({ "arguments": ["--max-steps", "3"] });
    let mut client = Client::ready("hunted", capabilities(), options);
    client.open("lost.c");
    client.save("lost.c");
    let unknown = client.wait("a warning", |message| {
        message["params"]["diagnostics"].to_string().contains("W0101")
    });
    assert!(unknown["params"]["diagnostics"].to_string().contains("\"severity\":3"), "{unknown}");
    let lenses = client.lenses("lost.c");
    let text = client.execute(with_title(&lenses, "run into it (W0101)"));
    assert!(text.as_str().is_some_and(|text| text.contains("reached")), "{text}");
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn programs_follow_the_files_that_they_are_made_of() {
    let mut client = Client::ready("parts", capabilities(), Value::Null);
    let entry = |file: &str| json!({ "directory": client.root, "file": file, "arguments": ["cc", "-c", file] });
    let database = json!([entry("put.c"), entry("put_test.c")]);
    std::fs::create_dir(client.root.join("build")).expect("it can be made");
    std::fs::write(client.root.join("build/compile_commands.json"), database.to_string())
        .expect("it can be written");
    client.open("put.c");
    client.open("put_test.c");
    client.save("put_test.c");
    // The finding is in another file than the one that was saved.
    let shown = client.diagnostics("put.c");
    assert_eq!(shown[0]["code"], "R0201", "{shown:?}");
    let related = shown[0]["relatedInformation"].to_string();
    assert!(related.contains("put_test.c"), "{related}");
    assert_eq!(client.verdict("put_test.c"), "unsafe: 1 finding");
    let repaired = client.text("put.c").replace("slots[count]", "if (count < 2) slots[count]");
    client.edit("put.c", &repaired);
    client.save_as("put.c", &repaired);
    assert_eq!(client.verdict("put.c"), "no `main`: functions can be checked on their own");
    assert_eq!(client.verdict("put_test.c"), "safe");
    assert!(client.record.iter().rev().any(|(_, message)| {
        message["params"]["uri"] == client.uri("put.c").as_str()
            && message["params"]["diagnostics"] == json!([])
    }));
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn the_project_says_how_it_is_checked() {
    let mut client = Client::ready("project", capabilities(), Value::Null);
    std::fs::write(
        client.root.join("raddle.toml"),
        "[check]\ndefine = [\"LIMIT=3\"]\nfunction = \"half\"\n",
    )
    .expect("it can be written");
    std::fs::write(
        client.root.join("half.c"),
        "int half(int x) { int by = LIMIT - 3; return x / by; }\n",
    )
    .expect("it can be written");
    client.open("half.c");
    let change = json!({ "raddle": { "properties": ["overflow"] } });
    client.notify("workspace/didChangeConfiguration", json!({ "settings": change }));
    client.save("half.c");
    let shown = client.diagnostics("half.c");
    assert!(messages(&shown)[0].contains("division by zero"), "{shown:?}");
    // The macro of raddle.toml counts for bounds, too.
    let hover = client.hover("half.c", 0, 5);
    assert!(hover.contains("**`half`**") && hover.contains("instructions"), "{hover}");
    std::fs::write(client.root.join("raddle.toml"), "[check]\nclang = \"./evil\"\n")
        .expect("it can be written");
    client.save("half.c");
    let shown = client.diagnostics("half.c");
    assert!(messages(&shown)[0].contains("asks for what needs your consent"), "{shown:?}");
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn a_client_that_can_do_little_is_served() {
    let mut client = Client::ready("plain", json!({}), json!({ "terminal": true }));
    client.open("lost.c");
    client.save("lost.c");
    let shown = client.diagnostics("lost.c");
    assert!(
        shown
            .iter()
            .all(|one| one.get("relatedInformation").is_none()
                && one.get("codeDescription").is_none())
    );
    let lenses = client.lenses("lost.c");
    let run = with_title(&lenses, "run into it (R0401)");
    assert_eq!(run["command"]["command"], "raddle.runInTerminal");
    let words = &run["command"]["arguments"][0]["command"];
    let words: Vec<&str> =
        words.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    // The exact command line runs into the finding.
    let cwd = run["command"]["arguments"][0]["cwd"].as_str().expect("there is one");
    let output = std::process::Command::new(words[0])
        .args(&words[1..])
        .current_dir(cwd)
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    // Without an argument a command is about the document that was used last, and its first finding.
    let text = client.request("workspace/executeCommand", json!({ "command": "raddle.replay" }));
    assert!(text.to_string().contains("R0401"), "{text}");
    // A page that cannot be opened is named.
    let page = client.execute(with_title(&lenses, "open the trace"));
    let message = client.wait_for("window/showMessage")["message"].to_string();
    assert!(message.contains(page.as_str().expect("a path")), "{message}");
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn questions_can_be_cancelled() {
    let mut client = Client::ready("cancelled", capabilities(), json!({ "checkOnSave": false }));
    client.open("long.c");
    let id = client.hover_id("long.c", 3, 5);
    client.notify("$/cancelRequest", json!({ "id": id }));
    assert_eq!(client.answer(id)["error"]["code"], -32800);
    // A bound that takes long does not keep a hover for ever.
    assert!(client.hover("long.c", 3, 5).contains("still being looked for"));
    assert_eq!(client.leave(), Some(0));
}
