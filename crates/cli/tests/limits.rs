//! Limits hold: whatever a command is doing when its time is up, or when it is told to end, it ends soon and with an answer.
//!
//! How soon is not measured here, only that it is soon: the machine may be busy with other things.

#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use raddle_findings::{Report, Verdict};

/// "Soon": without limits, everything here would take for ever.
const SOON: Duration = Duration::from_secs(20);
/// Processes at once.
const AT_ONCE: usize = 4;

const STAGES: &str = "stages.c";

/// A stage, and a check that comes to it.
const CHECKS: &[(&str, &str, &[&str])] = &[
    ("compile", STAGES, &[]),
    ("read", STAGES, &[]),
    ("analyse", STAGES, &[]),
    ("step", STAGES, &[]),
    ("resolve", "tree.c", &["--function", "insert"]),
    ("blast", STAGES, &[]),
    ("sat", STAGES, &[]),
    ("summaries", STAGES, &[]),
    ("symmetry", STAGES, &["--symmetry", "on"]),
    ("lockset", STAGES, &["--property", "race", "--reduce", "pdpor"]),
    ("replay", STAGES, &[]),
    ("shrink", STAGES, &[]),
    ("report", STAGES, &[]),
    ("worker", STAGES, &["--jobs", "2", "--share-eagerly"]),
];

/// Where this test program writes, which no other one does.
fn home() -> PathBuf {
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME"));
    std::fs::create_dir_all(&home).expect("the directory can be made");
    home
}

fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/limits").join(name)
}

fn raddle(arguments: &[&str], file: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.args(arguments).arg(program(file)).current_dir(home());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Lets a command run, and fails if that takes too long.
fn run(arguments: &[&str], file: &str) -> Output {
    let start = Instant::now();
    let child = raddle(arguments, file).spawn().expect("raddle can be started");
    let output = ended(child);
    assert!(start.elapsed() < SOON, "{arguments:?} {file} took {:?}", start.elapsed());
    output
}

/// What a process says. One that does not end is killed, so that it does not outlive the test.
fn ended(child: Child) -> Output {
    let id = child.id().to_string();
    let (over, is_over) = std::sync::mpsc::channel::<()>();
    let guard = std::thread::spawn(move || {
        if is_over.recv_timeout(2 * SOON).is_err() {
            let _ = Command::new("kill").args(["-KILL", &id]).status();
        }
    });
    let output = child.wait_with_output().expect("raddle can be waited for");
    let _ = over.send(());
    guard.join().expect("the guard ends");
    output
}

/// The report of a check that did not come to its end.
fn unfinished(output: &Output, what: &str) -> Report {
    let (stdout, stderr) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let report: Report = serde_json::from_str(&stdout)
        .unwrap_or_else(|error| panic!("{what}: {error}: {stdout}\n{stderr}"));
    let expected = match report.verdict {
        Verdict::Unsafe => 1,
        Verdict::Unknown => 3,
        Verdict::Safe => panic!("{what}: it cannot know that"),
    };
    assert_eq!(output.status.code(), Some(expected), "{what}: {stderr}");
    assert_eq!(report.verdict == Verdict::Unsafe, !report.findings.is_empty(), "{what}");
    assert!(report.findings.iter().all(|finding| finding.replayed), "{what}");
    report
}

fn has_reason(report: &Report, code: &str) -> bool {
    report.reasons.iter().any(|reason| reason.code == code)
}

/// Calls a function for each element, a few at once.
fn for_each<T: Sync>(elements: &[T], call: impl Fn(&T) + Sync) {
    for few in elements.chunks(AT_ONCE) {
        std::thread::scope(|scope| {
            few.iter().for_each(|element| {
                scope.spawn(|| call(element));
            });
        });
    }
}

#[test]
fn a_stage_that_never_ends_is_ended() {
    for_each(CHECKS, |(stage, file, flags)| {
        let mut arguments =
            vec!["check", "--format", "json", "--no-config", "--time", "2s", "--stall", stage];
        arguments.extend(*flags);
        let report = unfinished(&run(&arguments, file), stage);
        assert!(has_reason(&report, "U0103"), "{stage}: {:?}", report.reasons);
    });
}

#[test]
fn a_slow_stage_is_ended() {
    for_each(CHECKS, |(stage, file, flags)| {
        let slow = format!("slow-{stage}");
        let mut arguments =
            vec!["check", "--format", "json", "--no-config", "--time", "2s", "--stall", &slow];
        arguments.extend(*flags);
        let output = run(&arguments, file);
        // A stage that comes once does not take long.
        let text = String::from_utf8_lossy(&output.stdout);
        let report: Report =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{slow}: {error}: {text}"));
        assert_ne!(report.verdict, Verdict::Safe, "{slow}");
    });
}

#[test]
fn a_stage_that_never_ends_hears_signals() {
    for_each(CHECKS, |(stage, file, flags)| {
        // Its worker waits for the work that comes after the check alone.
        if *stage == "worker" {
            return;
        }
        let mut arguments = vec!["check", "--format", "json", "--no-config", "--stall", stage];
        arguments.extend(*flags);
        let child = raddle(&arguments, file).spawn().expect("raddle can be started");
        wait_for_handler(&child);
        std::thread::sleep(Duration::from_millis(500));
        let start = Instant::now();
        signal(&child, "-TERM");
        let report = unfinished(&ended(child), stage);
        assert!(start.elapsed() < SOON, "{stage} took {:?}", start.elapsed());
        assert!(has_reason(&report, "U0105"), "{stage}: {:?}", report.reasons);
    });
}

#[test]
fn a_second_signal_ends_at_once() {
    let arguments = ["check", "--stall", "step"];
    let child = raddle(&arguments, STAGES).spawn().expect("raddle can be started");
    wait_for_handler(&child);
    signal(&child, "-INT");
    std::thread::sleep(Duration::from_millis(200));
    signal(&child, "-INT");
    // 3 where the machine was too busy to send the second one in time.
    assert!(matches!(ended(child).status.code(), Some(130 | 3)));
}

/// Before it listens, a signal simply ends it.
fn wait_for_handler(child: &Child) {
    const TERM: u64 = 1 << 14;
    let path = format!("/proc/{}/status", child.id());
    let start = Instant::now();
    while start.elapsed() < SOON {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        if caught.is_some_and(|mask| mask & TERM != 0) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn signal(child: &Child, which: &str) {
    let sent = Command::new("kill").args([which, &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
}

#[test]
fn programs_that_went_on_for_ever_end() {
    let programs: [(&str, &[&str]); 5] = [
        ("spin.c", &[]),
        ("tree.c", &["--function", "insert"]),
        ("date.c", &[]),
        ("driver.c", &["--preemptions", "2"]),
        ("driver.c", &["--jobs", "2", "--share-eagerly"]),
    ];
    for_each(&programs, |(file, flags)| {
        let mut arguments = vec!["check", "--format", "json", "--no-config", "--time", "2s"];
        arguments.extend(*flags);
        let report = unfinished(&run(&arguments, file), file);
        assert!(has_reason(&report, "U0103"), "{file}: {:?}", report.reasons);
    });
}

#[test]
fn what_was_found_is_told() {
    let arguments =
        ["check", "--format", "json", "--no-config", "--stall", "report", "--time", "4s"];
    let output = run(&arguments, "long_trace.c");
    let report = unfinished(&output, "found before");
    assert_eq!(report.verdict, Verdict::Unsafe);
    assert_eq!(report.findings.len(), 1);
}

#[test]
fn properties_on_their_own_have_limits_of_their_own() {
    let arguments = [
        "check",
        "--format",
        "json",
        "--no-config",
        "--per-property",
        "--time",
        "1s",
        "--stall",
        "worker",
        "--jobs",
        "4",
    ];
    let report = unfinished(&run(&arguments, STAGES), "per property");
    assert!(!report.by_property.is_empty());
    assert!(report.by_property.iter().all(|one| one.verdict == Verdict::Unknown));
}

#[test]
fn bounds_have_limits() {
    for stall in ["compile", "read", "bound"] {
        let arguments = ["bound", "--format", "json", "--time", "1s", "--stall", stall];
        let output = run(&arguments, "date.c");
        assert_eq!(output.status.code(), Some(3), "{stall}");
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
        assert_eq!(report["verdict"], "unknown", "{stall}");
    }
}

/// A command, a stage that it comes to, and how its answer begins.
const OTHERS: &[(&[&str], &str, &str)] = &[
    (&["slice"], "compile", ""),
    (&["slice"], "read", ""),
    (&["slice"], "analyse", ""),
    (&["slice"], "slow-analyse", ""),
    (&["properties"], "compile", ""),
    (&["properties"], "analyse", ""),
    (&["ir"], "read", ""),
    (&["warn"], "read", "no warnings; time ran out"),
    (&["warn"], "warn", "no warnings; time ran out"),
    (&["warn"], "slow-warn", "no warnings; time ran out"),
    (&["hunt", "--target", "stages.c:23"], "read", "unknown: the time limit"),
    (&["hunt", "--target", "stages.c:23"], "analyse", "unknown: "),
    (&["hunt", "--target", "stages.c:23"], "slow-analyse", "unknown: "),
    (&["hunt", "--target", "stages.c:23"], "step", "unknown: "),
    (&["hunt", "--target", "stages.c:23", "--search-with", "guided"], "hunt", "unknown: "),
];

#[test]
fn commands_without_a_verdict_have_limits() {
    for_each(OTHERS, |(command, stall, answer)| {
        let what = format!("{command:?} {stall}");
        let mut arguments = command.to_vec();
        arguments.extend(["--time", "1s", "--stall", stall]);
        let output = run(&arguments, STAGES);
        assert_eq!(output.status.code(), Some(3), "{what}");
        let text = String::from_utf8_lossy(&output.stdout).replace(env!("CARGO_MANIFEST_DIR"), "");
        assert!(text.starts_with(answer), "{what}: {text}");
        assert_eq!(text.is_empty(), answer.is_empty(), "{what}: {text}");
    });
}

#[test]
fn targets_that_are_left_are_told_as_unknown() {
    let arguments = ["hunt", "--format", "json", "--target", "stages.c:23", "--time", "1s"];
    let output = run(&[&arguments[..], &["--stall", "step"]].concat(), STAGES);
    assert_eq!(output.status.code(), Some(3));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
    assert_eq!(report["verdict"], "unknown");
    let target = report["targets"][0].as_str().expect("a target");
    assert!(target.ends_with("stages.c:23"), "{target}");
}

#[test]
fn a_replay_has_limits() {
    let directory = home().join("replay");
    let out = directory.display().to_string();
    run(&["check", "-q", "--no-config", "--out", &out], "long_trace.c");
    let finding = directory.join("long_trace");
    let finding = std::fs::read_dir(&directory)
        .expect("it was written")
        .filter_map(|entry| Some(entry.ok()?.path().join("finding-1.json")))
        .chain([finding.join("finding-1.json")])
        .find(|path| path.is_file())
        .expect("there is a finding");
    let stalls = [
        ("compile", false),
        ("read", false),
        ("replay", false),
        ("native", true),
        ("replay", true),
    ];
    for_each(&stalls, |(stall, native)| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
        command.arg("replay").arg(&finding).args(["--time", "1s", "--stall", stall]);
        command.args(native.then_some("--native"));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let start = Instant::now();
        let output = ended(command.spawn().expect("raddle can be started"));
        assert!(start.elapsed() < SOON, "{stall} took {:?}", start.elapsed());
        assert_eq!(output.status.code(), Some(3), "{stall}");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.starts_with("not confirmed: the time limit"), "{stall}: {text}");
    });
}

/// Files that never come to an end, or from which nothing ever comes.
#[test]
fn a_file_that_never_ends_is_not_waited_for() {
    let directory = home().join("endless");
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).expect("the directory can be made");
    let place = |name: &str| directory.join(name).display().to_string();
    let made = Command::new("mkfifo").arg(place("pipe")).status();
    assert!(made.is_ok_and(|status| status.success()));
    for ending in ["ll", "c", "json", "yml", "toml", "txt"] {
        std::os::unix::fs::symlink("/dev/zero", place(&format!("zero.{ending}"))).expect("a link");
        std::os::unix::fs::symlink("pipe", place(&format!("pipe.{ending}"))).expect("a link");
    }
    let stages = program(STAGES).display().to_string();
    let mut lines = Vec::new();
    for what in ["zero", "pipe"] {
        let file = |ending: &str| place(&format!("{what}.{ending}"));
        lines.extend([
            vec!["check".to_owned(), file("ll")],
            vec!["check".to_owned(), file("c")],
            vec!["replay".to_owned(), file("json")],
            vec!["replay".to_owned(), file("yml")],
            vec!["hunt".to_owned(), stages.clone(), "--targets".to_owned(), file("txt")],
            vec!["check".to_owned(), stages.clone(), "--baseline".to_owned(), file("json")],
            vec!["bound".to_owned(), stages.clone(), "--cost".to_owned(), file("toml")],
            vec!["check".to_owned(), stages.clone(), "--config".to_owned(), file("toml")],
        ]);
    }
    for_each(&lines, |line| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
        command.args(line).args(["--time", "1s", "--memory", "1G"]).current_dir(&directory);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let start = Instant::now();
        let output = ended(command.spawn().expect("raddle can be started"));
        assert!(start.elapsed() < SOON, "{line:?} took {:?}", start.elapsed());
        assert!(matches!(output.status.code(), Some(2 | 3)), "{line:?}: {:?}", output.status);
    });
}

#[test]
fn a_compiler_that_never_ends_is_ended() {
    use std::os::unix::fs::PermissionsExt;
    let directory = home();
    let (script, note) = (directory.join("endless-clang"), directory.join("process"));
    let text = format!("#!/bin/sh\necho $$ > {}\nexec sleep 1000\n", note.display());
    std::fs::write(&script, text).expect("the file can be written");
    std::fs::set_permissions(&script, PermissionsExt::from_mode(0o755)).expect("it is ours");
    let clang = script.display().to_string();
    let arguments = ["check", "--format", "json", "--no-config", "--time", "2s", "--clang", &clang];
    let report = unfinished(&run(&arguments, STAGES), "clang");
    assert!(has_reason(&report, "U0103"), "{:?}", report.reasons);
    let process = std::fs::read_to_string(&note).expect("it was started");
    assert!(!Path::new(&format!("/proc/{}", process.trim())).exists(), "it is still there");
}

#[test]
fn somebody_who_does_not_read_keeps_nothing_alive() {
    let start = Instant::now();
    let arguments = ["check", "--format", "json", "--no-config", "--time", "4s"];
    let mut child = raddle(&arguments, "long_trace.c").spawn().expect("raddle can be started");
    let unread = child.stdout.take();
    let output = ended(child);
    drop(unread);
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
    assert!(matches!(output.status.code(), Some(1 | 3)), "{:?}", output.status);
}

#[test]
fn the_memory_limit_is_told() {
    let arguments = ["check", "--format", "json", "--no-config", "--memory", "2M"];
    let report = unfinished(&run(&arguments, STAGES), "memory");
    let reason = report.reasons.iter().find(|reason| reason.code == "U0104");
    let reason = reason.expect("the memory limit is the reason");
    assert!(reason.message.contains("2 MiB"), "{}", reason.message);
}
