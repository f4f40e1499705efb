//! `raddle from --piecewise` on the programs of `tests/from/pieces`. Their first comments say what they show:
//!
//! ```text
//! // flags: -p race            besides --piecewise
//! // verdict: safe|unsafe
//! // finding: CODE             what is found, among others
//! // fragments: N              how many there are
//! ```

#[path = "../../report/tests/common/validator.rs"]
mod validator;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use serde_json::Value;

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/from/pieces")
}

fn raddle(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_raddle"))
        .current_dir(directory())
        .args(words)
        .output()
        .expect("raddle runs")
}

fn report(name: &str, flags: &[&str]) -> (Option<i32>, Value) {
    let mut words = vec!["from", "--piecewise", name, "--format", "json", "--no-config"];
    words.extend(["--time", "60s"]);
    words.extend(flags);
    let output = raddle(&words);
    let text = String::from_utf8_lossy(&output.stdout);
    let report = serde_json::from_str(&text).unwrap_or_else(|error| {
        panic!("{name} {flags:?}: {error}\n{text}\n{}", String::from_utf8_lossy(&output.stderr))
    });
    let wrong = validator::Validator::validate(&text);
    assert_eq!(wrong, Vec::<String>::new(), "{name} {flags:?}");
    (output.status.code(), report)
}

fn codes(list: &Value) -> Vec<String> {
    let list = list.as_array().into_iter().flatten();
    list.map(|one| one["code"].as_str().unwrap_or("").to_owned()).collect()
}

fn said<'t>(program: &'t str, key: &str) -> Option<&'t str> {
    let start = format!("// {key}: ");
    program.lines().find_map(|line| line.strip_prefix(start.as_str()))
}

fn programs() -> Vec<(String, String)> {
    let names = std::fs::read_dir(directory()).expect("the directory exists");
    let names = names.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".c")).collect();
    names.sort();
    assert!(names.len() >= 8);
    let text = |name: String| {
        let text = std::fs::read_to_string(directory().join(&name)).expect("it can be read");
        (name, text)
    };
    names.into_iter().map(text).collect()
}

#[test]
fn programs_get_the_verdicts_they_say() {
    for (name, program) in programs() {
        let flags: Vec<&str> = said(&program, "flags").unwrap_or("").split_whitespace().collect();
        let (code, report) = report(&name, &flags);
        let verdict = said(&program, "verdict").expect("each says its verdict");
        let met = (codes(&report["findings"]), codes(&report["reasons"]));
        assert_eq!(report["verdict"], verdict, "{name}: {met:?}");
        assert_eq!(code, Some(if verdict == "safe" { 0 } else { 1 }), "{name}");
        if let Some(finding) = said(&program, "finding") {
            assert!(met.0.iter().any(|code| code == finding), "{name}: {met:?}");
        }
        let fragments = report["fragments"].as_array().expect("there are fragments");
        if let Some(count) = said(&program, "fragments") {
            assert_eq!(fragments.len().to_string(), count, "{name}");
        }
        let explored = |one: &Value| one["verdict"].is_string();
        assert!(verdict != "safe" || fragments.iter().all(explored), "{name}");
        let assumptions = codes(&report["assumptions"]);
        for fulfilled in ["A0380", "A0382"] {
            assert!(!assumptions.iter().any(|code| code == fulfilled), "{name}: {assumptions:?}");
        }
    }
}

/// A loop that no run from main gets through in time does not hide what is behind it.
#[test]
fn lines_are_reached_that_a_check_does_not_reach() {
    let lines = |report: &Value| report["coverage"]["lines_covered"].as_u64().expect("a number");
    let (_, pieces) = report("deep_bad.c", &["-p", "deadlock"]);
    let words = ["check", "deep_bad.c", "-p", "deadlock", "--time", "2s", "--format", "json"];
    let checked = raddle(&[&words[..], &["--no-config"]].concat());
    let checked = serde_json::from_slice(&checked.stdout).expect("a report");
    assert!(lines(&pieces) >= 2 * lines(&checked), "{} {}", lines(&pieces), lines(&checked));
    assert_eq!(pieces["coverage"]["lines_covered"], pieces["coverage"]["lines_total"]);
}

/// However short the fragments are, and whoever explores them, nothing is lost.
#[test]
fn mistakes_are_found_in_the_shortest_fragments_and_by_several() {
    for (name, program) in programs() {
        if said(&program, "verdict") != Some("unsafe") {
            continue;
        }
        for flags in [&["--piece-rounds", "1"][..], &["--jobs", "3"]] {
            let (_, report) = report(&name, flags);
            assert_eq!(report["verdict"], "unsafe", "{name} {flags:?}");
        }
    }
}

#[test]
fn findings_are_replayed_from_where_their_fragment_begins() {
    let here = std::env::temp_dir().join(format!("raddle-pieces-{}", std::process::id()));
    let out = here.to_str().expect("a plain path");
    let found = raddle(&["from", "--piecewise", "--no-config", "--out", out, "later_round_bad.c"]);
    let text = String::from_utf8_lossy(&found.stdout);
    assert!(text.contains("possible assertion failed"), "{text}");
    assert!(text.contains("fragment  verdict") && text.contains("of 13 lines"), "{text}");
    let finding = here.join("later_round_bad/finding-1.json");
    let replayed = raddle(&["replay", finding.to_str().expect("a plain path")]);
    let text = String::from_utf8_lossy(&replayed.stdout);
    assert!(text.contains("confirmed: assertion"), "{text}");
    // A place that is gone is said to be.
    let damaged = std::fs::read_to_string(&finding).expect("it is there");
    let damaged = damaged.replace("work:1:0", "work:99:0");
    std::fs::write(&finding, damaged).expect("it can be written");
    let replayed = raddle(&["replay", finding.to_str().expect("a plain path")]);
    assert_eq!(replayed.status.code(), Some(2));
    let error = String::from_utf8_lossy(&replayed.stderr);
    assert!(error.contains("no operation work:99:0 any more"), "{error}");
    let _ = std::fs::remove_dir_all(&here);
}

/// The first fragment begins in main, which needs no context.
#[test]
fn findings_of_the_first_fragment_are_replayed() {
    let here = std::env::temp_dir().join(format!("raddle-first-piece-{}", std::process::id()));
    std::fs::create_dir_all(&here).expect("a directory");
    let file = here.join("first.c");
    let program = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nstatic int sum;\n\
        int main(void) {\n    int n = __VERIFIER_nondet_int();\n    assert(n != 77);\n\
        while (n-- > 0)\n        sum ^= n;\n    return 0;\n}\n";
    std::fs::write(&file, program).expect("it can be written");
    let (out, file) = (here.join("out"), file.display().to_string());
    let shown = out.display().to_string();
    raddle(&["from", "--piecewise", "--no-config", "--time", "30s", "--out", &shown, &file]);
    let entries = std::fs::read_dir(&out).expect("findings are kept");
    let kept = entries.filter_map(|entry| Some(entry.ok()?.path().join("finding-1.json")));
    let finding = kept.into_iter().find(|path| path.exists()).expect("there is a finding");
    let replayed = raddle(&["replay", &finding.display().to_string()]);
    let text = String::from_utf8_lossy(&replayed.stdout);
    assert!(text.contains("confirmed: assertion"), "{text}");
    let _ = std::fs::remove_dir_all(&here);
}

#[test]
fn time_that_is_over_leaves_fragments_unexplored() {
    let program = "#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int cells[4];
static pthread_mutex_t locks[4] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static void step(int n) { while (n-- > 0) { int k = __VERIFIER_nondet_int() & 3; pthread_mutex_lock(&locks[k]); cells[k]++; pthread_mutex_unlock(&locks[k]); } }
static void *work(void *u) { step(__VERIFIER_nondet_int()); step(__VERIFIER_nondet_int()); return u; }
int main(void) { pthread_t t[3]; for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, work, 0); for (int i = 0; i < 3; i++) pthread_join(t[i], 0); }
";
    let path = std::env::temp_dir().join(format!("raddle-pieces-{}.c", std::process::id()));
    std::fs::write(&path, program).expect("it can be written");
    let file = path.to_str().expect("a plain path");
    let begun = Instant::now();
    let words = ["from", "--piecewise", "--no-config", "--time", "2s", "--jobs", "2", "-q", file];
    let output = raddle(&words);
    assert!(begun.elapsed() < Duration::from_secs(10));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("the time limit was reached") || text.starts_with("unsafe"), "{text}");
    assert_ne!(output.status.code(), Some(0));
    let _ = std::fs::remove_file(&path);
}

#[test]
fn what_has_no_meaning_is_refused() {
    let cases: [(&[&str], &str); 4] = [
        (&["--at", "T1=3"], "cannot be used with"),
        (&["--strategy", "bfs"], "--strategy is for one search"),
        (&["--function", "work"], "--function has no meaning"),
        (&["--until", "backedge"], "cannot be used with"),
    ];
    for (flags, message) in cases {
        let mut words = vec!["from", "--piecewise", "counter_ok.c"];
        words.extend(flags);
        let output = raddle(&words);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(message), "{flags:?}: {error}");
    }
}

fn schedules(name: &str, flags: &[&str]) -> (Option<i32>, Value) {
    let mut words = vec!["schedules", name, "--format", "json", "--no-config", "--time", "60s"];
    words.extend(flags);
    let output = raddle(&words);
    let text = String::from_utf8_lossy(&output.stdout);
    let found = serde_json::from_str(&text).unwrap_or_else(|error| {
        panic!("{name}: {error}\n{text}\n{}", String::from_utf8_lossy(&output.stderr))
    });
    (output.status.code(), found)
}

#[test]
fn schedules_cover_all_inputs_of_each_epoch() {
    let (code, found) = schedules("counter_ok.c", &[]);
    assert_eq!((code, &found["complete"]), (Some(0), &Value::Bool(true)));
    let first = found["epochs"][0]["schedules"].as_array().expect("there are some");
    // The loops are entered, or they are not.
    assert_eq!(first.len(), 2, "{first:#?}");
    let conditions: Vec<String> = first.iter().map(|one| one["conditions"].to_string()).collect();
    assert!(conditions.iter().any(|text| text.contains("(0 < nondet_int#0)")), "{conditions:?}");
    assert!(conditions.iter().any(|text| text.contains("(0 >= nondet_int#0)")), "{conditions:?}");
    let epochs = found["epochs"].as_array().expect("there are some");
    for epoch in epochs {
        let schedules = epoch["schedules"].as_array().expect("a list");
        assert!(!schedules.is_empty(), "{epoch:#}");
        for operation in schedules.iter().flat_map(|one| one["operations"].as_array()).flatten() {
            let name = operation["operation"].as_str().expect("a name");
            assert!(!name.starts_with("raddle"), "{operation:#}");
            assert!(operation["location"]["line"].is_u64(), "{operation:#}");
        }
    }
}

/// Without inputs there is one schedule; knowing less never makes fewer.
#[test]
fn schedules_are_as_many_as_inputs_tell_apart() {
    let (_, found) = schedules("known_ok.c", &[]);
    assert_eq!(found["schedules"], 1);
    let operations = found["epochs"][0]["schedules"][0]["operations"].as_array().expect("a list");
    let locks = operations.iter().filter(|one| one["operation"] == "pthread_mutex_lock").count();
    assert_eq!(locks, 6);
    // The first thread is created before anybody has a choice.
    let created: Vec<&Value> =
        operations.iter().filter(|one| one["operation"] == "pthread_create").collect();
    let objects: Vec<&str> = created.iter().filter_map(|one| one["object"].as_str()).collect();
    assert_eq!(objects.first(), Some(&"thread T1"), "{operations:#?}");
    assert!(objects.contains(&"thread T2"), "{operations:#?}");
    let count = |precision: &str| {
        let (_, found) = schedules("lock_step_ok.c", &["--precision", precision]);
        found["schedules"].as_u64().expect("a number")
    };
    assert!(count("full") <= count("naive"));
    let output = raddle(&["schedules", "--function", "work", "known_ok.c"]);
    assert_eq!(output.status.code(), Some(2));
}

/// The real binary follows the schedules, whatever its inputs are; where they end too early, it is said that it leaves them.
#[test]
fn the_binary_follows_schedules() {
    let directory = std::env::temp_dir().join(format!("raddle-schedules-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let written = |name: &str, schedules: &Value| {
        let path = directory.join(name);
        std::fs::write(&path, schedules.to_string()).expect("written");
        path.display().to_string()
    };
    let follow = |path: &str, flags: &[&str]| {
        let mut words = vec!["replay", "--native", "--schedule", path, "--time", "60s"];
        words.extend(flags);
        let output = raddle(&words);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), text + &String::from_utf8_lossy(&output.stderr))
    };
    // Rounds, and how many operations of the program a round has at least.
    for (name, least) in [("queue_ok.c", 6), ("counter_ok.c", 4), ("lock_step_ok.c", 6)] {
        let (_, mut found) = schedules(name, &[]);
        let path = written("all.json", &found);
        for rounds in [0, 1, 2, 5, 20] {
            let (code, text) = follow(&path, &["--value", &format!("nondet_int={rounds}")]);
            assert_eq!(code, Some(0), "{name}, {rounds} rounds: {text}");
            let done = text.split("schedules: ").nth(1).and_then(|text| text.split(' ').next());
            let done: u64 = done.and_then(|text| text.parse().ok()).expect("a number");
            assert!(done >= least * rounds, "{name}, {rounds} rounds: {text}");
        }
        found["epochs"].as_array_mut().expect("a list").truncate(1);
        let (code, text) = follow(&written("first.json", &found), &["--value", "nondet_int=9"]);
        assert_eq!(code, Some(3), "{name}: {text}");
        assert!(text.contains("left the schedules"), "{name}: {text}");
    }
    let (code, text) = follow(&written("none.json", &Value::Null), &[]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("is not what `raddle schedules --format json` writes"), "{text}");
    let (code, text) = follow("nowhere.json", &["--value", "nondet_int=x"]);
    assert_eq!(code, Some(2), "{text}");
    std::fs::remove_dir_all(&directory).expect("removed");
}
