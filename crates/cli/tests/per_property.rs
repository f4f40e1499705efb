//! `raddle check --per-property`: the same answers as one check of all, what that one hides, and what is left after a kill.

#[path = "../../report/tests/common/validator.rs"]
mod validator;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace")
}

fn directory(name: &str) -> PathBuf {
    let directory =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")).join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).expect("the directory can be made");
    directory
}

fn project(name: &str, program: &str) -> PathBuf {
    let directory = directory(name);
    std::fs::write(directory.join("p.c"), program).expect("the file can be written");
    directory
}

fn command(directory: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.args(line.split(' ')).current_dir(directory).stdin(Stdio::null());
    command
}

fn raddle(directory: &Path, line: &str) -> Output {
    command(directory, line).output().expect("raddle can be started")
}

fn report(directory: &Path, line: &str) -> Value {
    let output = raddle(directory, line);
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text).unwrap_or_else(|error| {
        panic!("{line}: {error}\n{text}{}", String::from_utf8_lossy(&output.stderr))
    })
}

/// Codes and lines of findings.
fn places(report: &Value) -> BTreeSet<(String, u64)> {
    let findings = report["findings"].as_array().into_iter().flatten();
    let place = |finding: &Value| {
        (
            finding["code"].as_str().unwrap_or("").to_owned(),
            finding["location"]["line"].as_u64().unwrap_or(0),
        )
    };
    findings.map(place).collect()
}

const HIDDEN: &str = "#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x != 7);
    assert(x != 9);
    if (x == 7)
        assert(x > 7);
    return 0;
}
";

#[test]
fn an_assertion_that_holds_is_reached_and_one_behind_a_contradiction_is_not() {
    let program = "#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 5)
        assert(x > 4);
    if (x > 5 && x < 5)
        assert(x == 0);
    return 0;
}
";
    let directory = project("reached", program);
    let report = report(&directory, "check --per-property --format json --property assert p.c");
    assert_eq!(report["verdict"], "safe");
    let lines: Vec<u64> = report["vacuous"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|place| place["line"].as_u64())
        .collect();
    assert_eq!(lines, [8]);
}

#[test]
fn a_shallow_failure_does_not_hide_a_deep_one() {
    let directory = project("hidden", HIDDEN);
    let at_once = report(&directory, "check --format json --property assert p.c");
    assert_eq!(places(&at_once), BTreeSet::from([("R0101".into(), 5), ("R0101".into(), 6)]));
    let one_by_one =
        report(&directory, "check --per-property --format json --out o --property assert p.c");
    let all = BTreeSet::from([("R0101".into(), 5), ("R0101".into(), 6), ("R0101".into(), 8)]);
    assert_eq!(places(&one_by_one), all);
    assert_eq!(one_by_one["vacuous"], serde_json::json!([]), "all three are reached");
    let wrong = validator::Validator::validate(&one_by_one.to_string());
    assert_eq!(wrong, Vec::<String>::new());
    let findings = one_by_one["findings"].as_array().expect("findings");
    let by_property = one_by_one["by_property"].as_array().expect("properties");
    for (finding, index) in findings.iter().zip(1..) {
        let behind = finding["behind"].as_array().map_or(&[][..], Vec::as_slice);
        if finding["location"]["line"] == 8 {
            assert_eq!(
                behind,
                [by_property[0]["id"].clone()],
                "behind the assertion in line 5 only"
            );
        } else {
            assert!(behind.is_empty(), "{finding}");
        }
        let output = raddle(&directory, &format!("replay o/p/finding-{index}.json"));
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            text.contains("\nconfirmed: "),
            "{text}{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

#[test]
fn ids_survive_edits_elsewhere() {
    let directory = project("ids", HIDDEN);
    let ids = |directory: &Path| -> Vec<String> {
        let listed = report(directory, "properties --format json --property assert p.c");
        let all = listed.as_array().expect("an array").iter();
        all.map(|one| one["id"].as_str().expect("an id").to_owned()).collect()
    };
    let before = ids(&directory);
    assert_eq!(before.len(), 3);
    assert_eq!(before.iter().collect::<BTreeSet<_>>().len(), 3);
    let edited = format!("int unrelated(int x) {{ return x; }}\n\n{HIDDEN}");
    std::fs::write(directory.join("p.c"), edited).expect("the file can be written");
    assert_eq!(ids(&directory), before);
}

/// What an asserted expression reads is part of the program, whichever assertions are removed.
#[test]
fn a_race_with_an_assertion_is_found() {
    let program = "#include <assert.h>
#include <pthread.h>
int value;
static void *work(void *argument) { value = 5; return argument; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    assert(value != 7);
    return 0;
}
";
    let directory = project("race", program);
    let one_by_one = report(&directory, "check --per-property --format json p.c");
    let race = one_by_one["by_property"].as_array().into_iter().flatten();
    let mut race = race.filter(|one| one["kind"] == "race");
    assert_eq!(
        race.next().map(|one| one["verdict"].clone()),
        Some("unsafe".into()),
        "{one_by_one}"
    );
}

/// The time limit is for each property: one that needs longer is unknown, the others are decided.
#[test]
fn one_time_out_does_not_hold_back_the_rest() {
    let endless = "#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), sum = 0;
    assert(x != 5);
    if (x == 3) {
        for (;;) {
            if (__VERIFIER_nondet_int())
                sum++;
            assert(sum >= 0);
        }
    }
    assert(x != 4);
    return 0;
}
";
    let directory = project("time", endless);
    let report =
        report(&directory, "check --per-property --time 1s --format json --property assert p.c");
    let verdicts: Vec<&str> = report["by_property"]
        .as_array()
        .expect("properties")
        .iter()
        .filter_map(|one| one["verdict"].as_str())
        .collect();
    assert_eq!(verdicts, ["unsafe", "unknown", "unsafe"], "{}", report["by_property"]);
}

/// Programs of the corpus on which one check of all and one for each must agree.
const AGREE: &[&str] = &[
    "threads/classic/peterson_ok.c",
    "threads/classic/peterson_bad.c",
    "threads/slice/last_write_bad.c",
    "threads/slice/destructor_bad.c",
    "threads/deadlock/semaphore_cycle_bad.c",
    "threads/race/out_of_bounds_by_schedule_bad.c",
    "threads/life/created_by_thread_bad.c",
    "seq/bad_input/infinite_recursion_bad.c",
    "lib/exit_handlers_ok.c",
    "lib/scanf_number_bad.c",
    "seq/constructs/missing_return_bad.c",
    "seq/memory",
    "seq/assert",
];

#[test]
fn the_answers_are_those_of_one_check() {
    let everything = std::env::var_os("RADDLE_AGREE").is_some_and(|value| value == "all");
    let corpus = root().join("tests/corpus");
    let mut programs = Vec::new();
    let wanted: &[&str] = if everything { &["threads", "lib", "seq"] } else { AGREE };
    wanted.iter().for_each(|name| collect(&corpus.join(name), &mut programs));
    let limit = if everything { usize::MAX } else { 40 };
    let out = directory("agree");
    let mut disagreements = Vec::new();
    for program in programs.iter().take(limit) {
        let name = program.strip_prefix(root()).expect("below the workspace").display().to_string();
        let text = std::fs::read_to_string(program).unwrap_or_default();
        // Settings of their own, several sizes or sources: not for this comparison.
        let plain = |line: &str| {
            !line.starts_with("//@")
                || line.starts_with("//@ verdict")
                || line.starts_with("//@ property")
        };
        if !text.contains("//@ verdict: ") || !text.lines().all(plain) {
            continue;
        }
        let line = text.lines().find_map(|line| line.strip_prefix("//@ property: "));
        let classes: String = line
            .into_iter()
            .flat_map(str::split_whitespace)
            .fold(String::new(), |all, class| format!("{all} --property {class}"));
        let flags = format!("--no-config --time 20s --format json{classes}");
        let at_once = report(root(), &format!("check {flags} {name}"));
        let one_by_one = report(
            root(),
            &format!("check --per-property --quiet --out {} {flags} {name}", out.display()),
        );
        let (few, many) = (places(&at_once), places(&one_by_one));
        let findings = one_by_one["findings"].as_array().into_iter().flatten();
        // A failing assertion that nobody asked about ends runs as well; one by one, what is behind it is found.
        let behind_only = findings.clone().count() > 0
            && findings
                .clone()
                .all(|finding| finding["behind"].as_array().is_some_and(|ids| !ids.is_empty()));
        let verdicts = (at_once["verdict"].as_str(), one_by_one["verdict"].as_str());
        let same = match verdicts {
            (Some("safe"), Some("unsafe")) => behind_only,
            (Some("safe" | "unsafe"), _) => verdicts.0 == verdicts.1,
            _ => true,
        };
        if !same || !few.is_subset(&many) {
            disagreements.push(format!("{name}: {verdicts:?}, {few:?} and one by one {many:?}"));
        }
    }
    assert!(disagreements.is_empty(), "{}", disagreements.join("\n"));
}

fn collect(path: &Path, into: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let entries = std::fs::read_dir(path).expect("the corpus can be read");
        let mut entries: Vec<PathBuf> =
            entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        entries.sort();
        entries.iter().for_each(|entry| collect(entry, into));
    } else if path.extension().is_some_and(|ending| ending == "c") {
        into.push(path.to_owned());
    }
}

/// What must not depend on what happened on the way. (How many states it takes does: a question to the solver that takes
/// too long on a busy machine is given up, and nothing is pruned then.)
fn essence(report: &Value) -> Value {
    let properties =
        report["by_property"].as_array().into_iter().flatten().map(|one| {
            serde_json::json!([one["id"], one["verdict"], one["findings"], one["reasons"]])
        });
    let findings = report["findings"].as_array().into_iter().flatten().map(|finding| {
        serde_json::json!([
            finding["id"],
            finding["location"],
            finding["inputs"],
            finding["schedule"],
            finding["behind"]
        ])
    });
    serde_json::json!([
        report["verdict"],
        properties.collect::<Vec<_>>(),
        findings.collect::<Vec<_>>()
    ])
}

/// Xorshift: good enough to choose, and the same everywhere.
fn random(seed: &mut u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    *seed
}

/// Processes whose parent is this one.
fn children(parent: u32) -> Vec<u32> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let ids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok());
    let is_child = |id: &u32| {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        let after = stat.rsplit(") ").next().unwrap_or_default().to_owned();
        after.split(' ').nth(1).and_then(|parent| parent.parse().ok()) == Some(parent)
    };
    ids.filter(is_child).collect()
}

fn kill(id: u32) {
    let _ = Command::new("kill").args(["-9", &id.to_string()]).status();
}

/// Starts a check, lets it work for a while, and kills it or one of its workers; whether it was still running.
fn disturb(child: &mut Child, pause: Duration, worker: bool) -> bool {
    std::thread::sleep(pause);
    let running = child.try_wait().expect("the process is ours").is_none();
    if running && worker {
        children(child.id()).into_iter().take(1).for_each(kill);
    } else if running {
        kill(child.id());
    }
    running
}

/// Workers and the coordinator are killed at random points; after `--resume` all is as if nothing had happened. `RADDLE_KILLS` says
/// how many times (`cargo xtask kills`).
#[test]
fn kills_change_nothing() {
    let kills: u64 =
        std::env::var("RADDLE_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(6);
    let program = root().join("benches/properties/wbs.c").display().to_string();
    let directory = directory("kills");
    let line = format!(
        "check --per-property --jobs 2 --no-config --quiet --format json --out o --property assert {program}"
    );
    let undisturbed = report(&directory, &line);
    let whole =
        Duration::from_secs_f64(undisturbed["stats"]["seconds"].as_f64().unwrap_or(1.0) + 1.0);
    let (mut seed, mut done, mut rounds) = (0x9e37_79b9_7f4a_7c15, 0, 0);
    while done < kills {
        rounds += 1;
        let _ = std::fs::remove_dir_all(directory.join("o"));
        // Up to four kills of one check, each in a part of what it needs as a whole.
        for attempt in 0..4 {
            let resume = if attempt == 0 { "" } else { " --resume" };
            let mut child = command(&directory, &format!("{line}{resume}"))
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("raddle can be started");
            let pause = whole.mul_f64((random(&mut seed) % 1000) as f64 / 1000.0 / 2.0);
            let worker = random(&mut seed).is_multiple_of(3);
            done += u64::from(disturb(&mut child, pause, worker));
            if !worker {
                let _ = child.kill();
            }
            let _ = child.wait();
        }
        let after = report(&directory, &format!("{line} --resume"));
        assert_eq!(essence(&after), essence(&undisturbed), "after {done} kills");
        assert!(rounds <= kills * 4 + 10, "the checks end before they can be killed");
    }
}

/// Both threads may see old values, which no order of all operations shows.
#[test]
fn the_memory_model_is_that_of_one_check() {
    let program = root().join("tests/litmus/sb/rlx.c").display().to_string();
    let directory = directory("model");
    let line = format!("check --no-config --quiet --format json --time 60s {program}");
    let whole = report(&directory, &line);
    let alone = report(&directory, &format!("{line} --per-property"));
    assert_eq!(whole["verdict"], "unsafe", "{whole:#}");
    for field in ["verdict", "memory_model", "assumptions"] {
        assert_eq!(alone[field], whole[field], "{field}");
    }
}

/// Parts of one search in several processes: the same findings and runs as with one.
#[test]
fn jobs_change_nothing() {
    let program = root().join("benches/properties/test_loop.c").display().to_string();
    let directory = directory("jobs");
    let line = format!(
        "check --no-config --quiet --format json --summaries off --property assert -DROUNDS=9 {program}"
    );
    let alone = report(&directory, &line);
    let together = report(&directory, &format!("{line} --jobs 3 --share-eagerly"));
    assert!(together["stats"]["counters"]["tasks explored by others"].as_u64() > Some(0));
    assert_eq!(places(&together), places(&alone));
    for field in ["verdict", "reasons", "vacuous"] {
        assert_eq!(together[field], alone[field], "{field}");
    }
    assert_eq!(together["stats"]["runs"], alone["stats"]["runs"]);
}
