//! `raddle from` on the programs of `tests/from`. Their first comments say what they show:
//!
//! ```text
//! // from: --at T1=@here --at T2=@there     a context, and flags; @NAME is the line that ends in `// @NAME`
//! // verdict: safe|unsafe|unknown|impossible  impossible: no state of the program is such a context
//! // finding: CODE @NAME [confirmed]        what is found, among others; possible if nothing else is said
//! ```

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/from")
}

fn raddle(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_raddle"))
        .current_dir(directory())
        .args(words)
        .output()
        .expect("raddle runs")
}

fn text_of(name: &str) -> String {
    std::fs::read_to_string(directory().join(name)).expect("the program exists")
}

/// Replaces `@NAME` by the number of the line that ends in it.
fn with_lines(program: &str, words: &str) -> String {
    let number = |name: &str| {
        let mark = format!("// @{name}");
        let line = program.lines().position(|line| line.trim_end().ends_with(&mark));
        line.unwrap_or_else(|| panic!("no line ends in `{mark}`")) + 1
    };
    let mut replaced = String::new();
    let mut parts = words.split('@');
    replaced += parts.next().unwrap_or("");
    for part in parts {
        let end = part.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(part.len());
        replaced += &number(&part[..end]).to_string();
        replaced += &part[end..];
    }
    replaced
}

#[derive(Default)]
struct Case {
    flags: String,
    verdict: String,
    /// Code, line and certainty.
    findings: Vec<(String, u64, String)>,
}

fn cases(program: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in program.lines().take_while(|line| line.starts_with("//")) {
        let Some((key, rest)) = line.trim_start_matches("// ").split_once(": ") else { continue };
        let rest = with_lines(program, rest.trim());
        let last = cases.last_mut();
        match (key, last) {
            ("from", _) => cases.push(Case { flags: rest, ..Case::default() }),
            ("verdict", Some(case)) => case.verdict = rest,
            ("finding", Some(case)) => {
                let words: Vec<&str> = rest.split(' ').collect();
                let certainty = words.get(2).copied().unwrap_or("possible").to_owned();
                let line = words[1].parse().expect("a code and a line");
                case.findings.push((words[0].to_owned(), line, certainty));
            }
            _ => {}
        }
    }
    cases
}

fn report(name: &str, flags: &str) -> (Option<i32>, Value) {
    let mut words = vec!["from", name, "--format", "json", "--no-config", "--time", "60s"];
    words.extend(flags.split_whitespace());
    let output = raddle(&words);
    let text = String::from_utf8_lossy(&output.stdout);
    let report = serde_json::from_str(&text).unwrap_or_else(|error| {
        panic!("{name} {flags}: {error}\n{text}\n{}", String::from_utf8_lossy(&output.stderr))
    });
    (output.status.code(), report)
}

fn shortened(report: &Value) -> String {
    let findings = report["findings"].as_array().into_iter().flatten();
    let findings: Vec<String> = findings
        .map(|one| format!("{} {} {}", one["code"], one["location"]["line"], one["message"]))
        .collect();
    format!("{}\n{}\n{:#}", report["verdict"], findings.join("\n"), report["reasons"])
}

#[test]
fn programs_get_the_verdicts_they_say() {
    let mut names: Vec<String> = std::fs::read_dir(directory())
        .expect("the directory exists")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".c"))
        .collect();
    names.sort();
    assert!(names.len() >= 10);
    for name in names {
        let program = text_of(&name);
        let cases = cases(&program);
        assert!(!cases.is_empty(), "{name} says nothing");
        for case in cases {
            if case.verdict == "impossible" {
                refuses(&name, &case.flags);
                continue;
            }
            let (code, report) = report(&name, &case.flags);
            let what = format!("{name}: {}\n{}", case.flags, shortened(&report));
            assert_eq!(report["verdict"], case.verdict.as_str(), "{what}");
            let reasons = report["reasons"].as_array().expect("a list");
            assert!(reasons.iter().all(|one| one["code"] != "U0402"), "{what}");
            let expected = match case.verdict.as_str() {
                "safe" => 0,
                "unsafe" => 1,
                _ => 3,
            };
            assert_eq!(code, Some(expected), "{what}");
            let own = report["findings"].to_string().contains("raddle.gates");
            assert!(!own, "a finding speaks of what Raddle adds: {what}");
            let found = report["findings"].as_array().expect("a list");
            for (code, line, certainty) in &case.findings {
                let is_it = |one: &Value| {
                    one["code"] == code.as_str()
                        && one["location"]["line"] == *line
                        && one["certainty"] == certainty.as_str()
                };
                assert!(found.iter().any(is_it), "{code} at {line}, {certainty}: {what}");
            }
            for one in found {
                assert!(one["certainty"].is_string(), "{what}");
                assert_eq!(one["replayed"], true, "{what}");
                assert_eq!(one["context"], report["context"], "{what}");
            }
            let assumptions = report["assumptions"].as_array().expect("a list");
            for code in ["A0380", "A0381"] {
                assert!(assumptions.iter().any(|one| one["code"] == code), "{code}: {what}");
            }
        }
    }
}

/// Who was left out of the context and might end a deadlock is named beside it.
#[test]
fn threads_that_were_not_named_are_spoken_of() {
    let program = text_of("signal_bad.c");
    let join =
        program.lines().position(|line| line.contains("pthread_join(a")).expect("a join") + 1;
    let places = with_lines(&program, "--waiting consumer=@wait --at producer=@produce");
    for (places, is_told) in [(places.clone(), true), (format!("{places} --at main={join}"), false)]
    {
        let (_, report) = report("signal_bad.c", &format!("-p deadlock {places}"));
        let told = report["findings"][0]["related"].to_string();
        assert!(report["verdict"] == "unsafe", "{}", shortened(&report));
        assert_eq!(told.contains("`main` are not part of the context"), is_told, "{told}");
    }
}

/// What is kept is replayed: from the context that the finding names, or from main where that is what was found.
#[test]
fn findings_are_replayed_from_where_they_start() {
    let here = std::env::temp_dir().join(format!("raddle-from-{}", std::process::id()));
    let program = text_of("bank_bad.c");
    let places = with_lines(&program, "--at T1=@second,@there --at T2=@second,@back");
    for confirm in [None, Some("--confirm")] {
        let out = here.to_str().expect("a path");
        let mut words = vec!["from", "bank_bad.c", "-q", "-p", "deadlock", "--out", out];
        words.extend(places.split_whitespace());
        words.extend(confirm);
        assert_eq!(raddle(&words).status.code(), Some(1));
        let file = finding(&here.join("bank_bad"), "R0501");
        let file = file.to_str().expect("a path");
        let again = raddle(&["replay", file]);
        let text = String::from_utf8_lossy(&again.stdout);
        assert_eq!(
            again.status.code(),
            Some(1),
            "{text}{}",
            String::from_utf8_lossy(&again.stderr)
        );
        assert!(text.contains("waits for mutex"), "{text}");
        if confirm.is_none() {
            let native = raddle(&["replay", "--native", file]);
            assert_eq!(native.status.code(), Some(2));
            let text = String::from_utf8_lossy(&native.stderr);
            assert!(text.contains("`raddle from --confirm` looks for a run from main"), "{text}");
        }
    }
    let _ = std::fs::remove_dir_all(&here);
}

/// The file with a finding of this code.
fn finding(directory: &Path, code: &str) -> PathBuf {
    let files = std::fs::read_dir(directory).expect("findings are kept").flatten();
    let mut files = files.map(|entry| entry.path());
    let has_code = |file: &PathBuf| {
        let text = std::fs::read_to_string(file).expect("a finding");
        let read: Value = serde_json::from_str(&text).expect("JSON");
        read["finding"]["code"] == code
    };
    files.find(has_code).expect("there is one")
}

#[test]
fn reports_say_that_findings_are_possible() {
    let program = text_of("own_bad.c");
    let flags = with_lines(&program, "--at T1=@count --at T2=@count --until 2 -p race");
    let mut words = vec!["from", "own_bad.c"];
    words.extend(flags.split_whitespace());
    let html = std::env::temp_dir().join(format!("raddle-from-{}.html", std::process::id()));
    let target = format!("html={}", html.display());
    let out = std::env::temp_dir().join(format!("raddle-from-out-{}", std::process::id()));
    words.extend(["--report", &target, "--out", out.to_str().expect("a path")]);
    let output = raddle(&words);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("possible data race"), "{text}");
    let words: Vec<&str> = text.split_whitespace().collect();
    assert!(words.join(" ").contains("whether the program comes there in such a state"), "{text}");
    let page = std::fs::read_to_string(&html).expect("a page");
    assert!(page.contains("\"certainty\":\"possible\""));
    let _ = (std::fs::remove_file(&html), std::fs::remove_dir_all(&out));
}

#[test]
fn threads_are_called_what_the_context_calls_them() {
    let program = text_of("own_bad.c");
    let flags = with_lines(&program, "--at other=@count --at T1=@count --until 2 -p race");
    let mut words = vec!["from", "own_bad.c"];
    words.extend(flags.split_whitespace());
    let out = std::env::temp_dir().join(format!("raddle-from-names-{}", std::process::id()));
    words.extend(["--out", out.to_str().expect("a path")]);
    let text = String::from_utf8_lossy(&raddle(&words).stdout).into_owned();
    let header = text.lines().find(|line| line.trim_start().starts_with("line "));
    let names: Vec<&str> = header.expect("columns").split_whitespace().skip(1).collect();
    let names = names.join(" ");
    assert!(names.contains("T1 T2 (other)"), "{text}");
    assert!(!names.contains("main"), "{text}");
    assert!(text.contains("where T1 stands at"), "{text}");
    let _ = std::fs::remove_dir_all(&out);
}

/// Programs in `library` say `// library: FLAGS`, and then `// combination: F G VERDICT [CODE]` for rows of the table.
#[test]
fn calls_of_a_library_are_checked_in_combinations() {
    for entry in std::fs::read_dir(directory().join("library")).expect("the directory").flatten() {
        let name = entry.file_name().into_string().expect("a name");
        let file = format!("library/{name}");
        let mut report = Value::Null;
        let mut rows = 0;
        for line in text_of(&file).lines().take_while(|line| line.starts_with("//")) {
            if let Some(flags) = line.strip_prefix("// library: ") {
                let mut words = vec!["from", "--library", &file, "--format", "json"];
                words.extend(flags.split_whitespace());
                let output = raddle(&words);
                report = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
                    panic!("{file} {flags}: {error}\n{}", String::from_utf8_lossy(&output.stderr))
                });
            }
            let Some(row) = line.strip_prefix("// combination: ") else { continue };
            rows += 1;
            let words: Vec<&str> = row.split(' ').collect();
            let found = report["combinations"].as_array().expect("a list").iter().find(|one| {
                let calls = one["calls"].as_array().expect("a list");
                calls.iter().zip(&words).all(|(call, word)| call == word)
            });
            let found = found.unwrap_or_else(|| panic!("{file}: no combination {row}"));
            assert_eq!(found["verdict"], words[2], "{file}: {row}\n{found:#}");
            let codes = found["report"]["findings"].as_array().expect("a list");
            let codes: Vec<&str> = codes.iter().filter_map(|one| one["code"].as_str()).collect();
            assert_eq!(codes, words[3..], "{file}: {row}");
        }
        assert!(rows > 0, "{file} says nothing");
    }
    let refused = raddle(&["from", "--library", "library/counter.c", "--init", "nothing"]);
    assert_eq!(refused.status.code(), Some(2));
    let text = String::from_utf8_lossy(&refused.stderr);
    assert!(text.contains("the library defines no function `nothing`"), "{text}");
    let refused = raddle(&["from", "--library", "library/mean.c", "--where", "!null(ot)"]);
    assert_eq!(refused.status.code(), Some(2));
    let text = String::from_utf8_lossy(&refused.stderr);
    assert!(text.contains("no function of the library has a parameter `ot`"), "{text}");
}

fn json_of(words: &[&str]) -> Value {
    let output = raddle(words);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{words:?}: {error}\n{}", String::from_utf8_lossy(&output.stderr))
    })
}

/// The row of a table with these calls, in any order.
fn row_of<'t>(table: &'t Value, calls: &[String]) -> Option<&'t Value> {
    let sorted = |mut calls: Vec<String>| {
        calls.sort();
        calls
    };
    let is_it = |row: &&Value| {
        let own = row["calls"].as_array().expect("a list").iter();
        let own: Vec<String> = own.filter_map(|call| Some(call.as_str()?.to_owned())).collect();
        sorted(own) == sorted(calls.to_vec())
    };
    table["combinations"].as_array().expect("a list").iter().find(is_it)
}

/// `put@here` as `put@FILE:LINE`: a line of the caller, or of the library.
fn named_call(caller: &str, library: &str, name: &str) -> String {
    let (function, mark) = name.split_once('@').expect("a call");
    let mark = format!("// @{mark}");
    for file in [caller, library] {
        let text = text_of(&format!("callers/{file}"));
        if let Some(line) = text.lines().position(|line| line.ends_with(&mark)) {
            return format!("{function}@{file}:{}", line + 1);
        }
    }
    panic!("no line of {caller} ends in `{mark}`")
}

/// Programs in `callers` say `// callers: LIBRARY FLAGS`, and then of its answer:
///
/// ```text
/// // combination: F@MARK G@MARK VERDICT [CODE…] [confirmed]   a row of the table, with what is found among others
/// // apart: F@MARK G@MARK                                     no row
/// // verdict: safe|unsafe|unknown                             of the whole table
/// // alone: F G VERDICT                                       what is said of these functions without the program
/// ```
#[test]
fn calls_of_a_program_are_checked_in_combinations() {
    let mut programs = 0;
    for entry in std::fs::read_dir(directory().join("callers")).expect("the directory").flatten() {
        let name = entry.file_name().into_string().expect("a name");
        let caller = format!("callers/{name}");
        if !name.ends_with(".c") || !text_of(&caller).starts_with("// callers: ") {
            continue;
        }
        let (mut library, mut table) = (String::new(), Value::Null);
        for line in text_of(&caller).lines().take_while(|line| line.starts_with("// ")) {
            let Some((key, rest)) = line.trim_start_matches("// ").split_once(": ") else {
                continue;
            };
            let words: Vec<&str> = rest.split(' ').collect();
            let what = format!("{caller}: {line}");
            if key == "callers" {
                programs += 1;
                library = words[0].to_owned();
                let file = format!("callers/{library}");
                let mut all = vec!["from", "--library", &file, "--caller", &caller, "--no-config"];
                all.extend(["--format", "json"]);
                all.extend(&words[1..]);
                table = json_of(&all);
                continue;
            }
            let calls = words.iter().filter(|word| word.contains('@'));
            let calls: Vec<String> = calls.map(|call| named_call(&name, &library, call)).collect();
            let row = row_of(&table, &calls);
            match key {
                "apart" => assert!(row.is_none(), "{what}"),
                "verdict" => assert_eq!(table["verdict"], rest, "{what}"),
                "alone" => {
                    let file = format!("callers/{library}");
                    let alone =
                        json_of(&["from", "--library", &file, "--no-config", "--format", "json"]);
                    let functions = words[..2].iter().map(|&name| name.to_owned());
                    let row = row_of(&alone, &functions.collect::<Vec<String>>());
                    assert_eq!(row.expect("a row")["verdict"], words[2], "{what}");
                }
                "combination" => {
                    let row = row.unwrap_or_else(|| panic!("{what}: there is no such row"));
                    is_as_said(row, &words[calls.len()..], &what);
                }
                _ => {}
            }
        }
    }
    assert!(programs >= 5);
}

fn is_as_said(row: &Value, said: &[&str], what: &str) {
    let verdict = if row["impossible"] == true { "impossible" } else { said[0] };
    assert_eq!(said[0], verdict, "{what}");
    let report = &row["report"];
    if verdict != "impossible" {
        assert_eq!(row["verdict"], verdict, "{what}\n{report:#}");
    }
    let certainty = if said.contains(&"confirmed") { "confirmed" } else { "possible" };
    for code in said[1..].iter().filter(|word| **word != "confirmed") {
        let found = report["findings"].as_array().expect("a list").iter();
        let mut found = found.filter(|one| one["code"] == *code);
        assert!(found.any(|one| one["certainty"] == certainty), "{what}\n{report:#}");
    }
    if verdict == "safe" {
        let assumptions = report["assumptions"].to_string();
        for code in ["A0380", "A0383"] {
            assert!(assumptions.contains(code), "{what}: {assumptions}");
        }
    }
}

/// One combination is shown in full, kept, and replayed; so is what the table keeps.
#[test]
fn findings_of_calls_of_a_program_are_replayed() {
    let here = std::env::temp_dir().join(format!("raddle-callers-{}", std::process::id()));
    let out = here.to_str().expect("a path");
    let call = |name| named_call("server_bad.c", "ring.c", name);
    let only = format!("--only={},{}", call("ring_put@put"), call("ring_used@used"));
    for more in [&[][..], &[only.as_str()], &[only.as_str(), "--confirm"]] {
        let mut words = vec!["from", "--library", "callers/ring.c"];
        words.extend(["--caller", "callers/server_bad.c", "-q", "--no-config", "--out", out]);
        words.extend(more);
        assert_eq!(raddle(&words).status.code(), Some(1), "{words:?}");
        let file = finding(&here.join("callers/ring"), "R0401");
        let again = raddle(&["replay", file.to_str().expect("a path")]);
        let text = String::from_utf8_lossy(&again.stdout);
        assert_eq!(again.status.code(), Some(1), "{words:?}: {text}");
        assert!(text.contains("confirmed"), "{words:?}: {text}");
    }
    let _ = std::fs::remove_dir_all(&here);
}

#[test]
fn what_is_no_call_of_a_program_is_refused_with_a_reason() {
    let cases: &[(&[&str], &str)] = &[
        (&["--init", "ring_clear"], "--init has no meaning with --caller"),
        (&["--where", "index < 4"], "--where has no meaning with --caller"),
        (&["--only", "ring_put"], "a call is named FUNCTION@FILE:LINE"),
        (&["--only", "ring_put@server_bad.c:1"], "is no call of the library"),
        (&["--caller", "callers/ring.h"], "unknown kind of file"),
        (&["--caller", "callers/nothing.c"], "callers/nothing.c"),
    ];
    for (flags, message) in cases {
        let words = ["from", "--library", "callers/ring.c", "--caller", "callers/server_bad.c"];
        let output = raddle(&[&words[..], &["--no-config"], flags].concat());
        let text = String::from_utf8_lossy(&output.stderr).replace('\n', " ");
        assert_eq!(output.status.code(), Some(2), "{flags:?}: {text}");
        assert!(text.contains(message), "{flags:?}: {text}");
        assert!(!text.contains("panicked"), "{flags:?}: {text}");
    }
    let alone = raddle(&["from", "--library", "callers/ring.c", "--confirm"]);
    assert_eq!(alone.status.code(), Some(2));
    let text = String::from_utf8_lossy(&alone.stderr);
    assert!(text.contains("name a program that uses it with --caller"), "{text}");
    let alone = raddle(&["from", "callers/ring.c", "--caller", "callers/server_bad.c"]);
    assert_eq!(alone.status.code(), Some(2));
}

#[test]
fn what_is_no_context_is_refused_with_a_reason() {
    let cases: &[(&[&str], &str)] = &[
        (&[], "the context has no threads"),
        (&["--at", "T1"], "says nothing of a thread"),
        (&["--at", "T1=bank_bad.c"], "is no place"),
        (&["--at", "T1=3"], "has no code that is executed"),
        (&["--at", "T1=other.c:3"], "has no file `other.c`"),
        (&["--at", "T1=21", "--at", "T1=22"], "thread T1 is named twice"),
        (&["--at", "T1=21,35"], "has no code that is executed"),
        (&["--at", "T1=21,22"], "does not call `transfer`"),
        (
            &["--at", "T1=21,43"],
            "does not call `transfer`, where its next inner frame is; it calls pthread_create",
        ),
        (&["--waiting", "T1=22"], "nothing on bank_bad.c:22 waits"),
        (&["--at", "T1=21", "--until", "soon"], "write return, backedge or a number of branches"),
        (&["--at", "T1=21", "--function", "main"], "--function has no meaning"),
        (&["--at", "T1=21", "-p", "memory:leak"], "memory:leak has no meaning"),
        (&["--context", "nowhere.toml"], "nowhere.toml"),
        (&["--backtrace", "bank_bad.toml"], "the text has no frames"),
        (&["--backtrace", "other.bt"], "is this the program that the backtrace is of?"),
        (&["--at", "T1=21", "--init", "main"], "--init is for `raddle from --library`"),
        (&["--at", "T1=21", "--only", "main"], "--only is for `raddle from --library`"),
        (&["--at", "T1=21", "--calls", "3"], "--calls is for `raddle from --library`"),
        (&["--piecewise", "--backtrace-values"], "--backtrace-values is for --backtrace"),
        (&["--piecewise", "--log-queries", "queries"], "--log-queries is for one search"),
        (&["--library", "--report", "a.html"], "--report is for one search"),
        (&["--library", "--tree", "a.html"], "--tree is for one search"),
        (&["--library", "--slice", "on"], "--slice on is for one search"),
    ];
    for (flags, message) in cases {
        let words = [&["from", "bank_bad.c", "--no-config"][..], flags].concat();
        let output = raddle(&words);
        let text = String::from_utf8_lossy(&output.stderr).replace("\n", " ");
        assert_eq!(output.status.code(), Some(2), "{flags:?}: {text}");
        assert!(text.contains(message), "{flags:?}: {text}");
        assert!(!text.contains("panicked"), "{flags:?}: {text}");
    }
    let dead = raddle(&["from", "dead.ignored", "--at", "T1=1"]);
    assert_eq!(dead.status.code(), Some(2));
}

/// That nothing fails where a context contradicts itself is no answer.
fn refuses(name: &str, flags: &str) {
    let mut words = vec!["from", name, "--no-config"];
    words.extend(flags.split_whitespace());
    let output = raddle(&words);
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{name} {flags}: {text}");
    assert!(text.contains("in no state in which its threads stand like this"), "{text}");
}

/// Two threads cannot both be where each holds the same lock.
#[test]
fn a_context_that_contradicts_itself_is_refused() {
    refuses("excluded_bad.c", "--at T1=13 --at T2=13");
}

#[test]
fn dead_code_is_no_place_to_stand() {
    let file = std::env::temp_dir().join(format!("raddle-from-dead-{}.c", std::process::id()));
    let text =
        "int x;\nvoid never(void) { x = 1; }\nint main(void)\n{\n    return x;\n    x = 2;\n}\n";
    std::fs::write(&file, text).expect("a file");
    let name = file.to_str().expect("a path");
    for (place, message) in [("T1=2", "which nothing that starts in main comes to"), ("T1=6", "")] {
        let output = raddle(&["from", name, "--at", place]);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{place}: {text}");
        assert!(text.contains(message), "{place}: {text}");
    }
    let _ = std::fs::remove_file(&file);
}

/// All that runs from main do behind a context is among what a check from it explores, and where threads are in lock-step it is all of it.
#[test]
fn feasible_paths_are_explored() {
    for (name, at, outer, branches) in [
        ("kernels/lu.c", "diagonal", "work", "4"),
        ("kernels/streamcluster.c", "decide", "work", "4"),
        ("kernels/fft.c", "stage", "work", "2"),
    ] {
        let words = format!(
            "--at T1=@{at},@{outer} --at T2=@{at},@{outer} -p deadlock --until {branches} --feasible --time 60s"
        );
        let words = with_lines(&text_of(name), &words);
        let mut all = vec!["from", name, "--format", "json", "--no-config"];
        all.extend(words.split(' '));
        let output = raddle(&all);
        let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
        let count = |name: &str| report["stats"]["counters"][name].as_u64();
        assert_eq!(count("feasible paths that were missed"), Some(0), "{name}");
        assert_eq!(count("all feasible paths were counted"), Some(1), "{name}");
        assert!(count("feasible paths") > Some(0), "{name}");
        assert_eq!(count("paths"), count("feasible paths"), "{name}");
    }
}

/// A thread that wakes up for no reason and comes back to its wait is one that does, also if which mutex that is depends on inputs.
#[test]
fn spurious_wakeups_from_waits_of_unknown_mutexes_are_found_again() {
    let name = "kernels/dedup.c";
    let words = "--at hasher=@put,@hashed --waiting writer=@empty,@writer -p deadlock --until 4 --precision naive";
    let (_, report) = report(name, &with_lines(&text_of(name), words));
    let reasons = report["reasons"].as_array().expect("a list");
    assert!(reasons.iter().all(|reason| reason["code"] != "U0402"), "{}", shortened(&report));
}
