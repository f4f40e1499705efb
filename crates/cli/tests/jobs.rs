//! `raddle check --jobs N` for programs with threads: the same answers as with one process, whoever explores what, and whoever is killed.
//!
//! `--share-eagerly` makes processes give away all that they can, at once, and wait for it, so that small programs are shared, too.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

/// Where this test program writes, which no other one does.
fn home() -> PathBuf {
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME"));
    std::fs::create_dir_all(&home).expect("the directory can be made");
    home
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace")
}

fn command(flags: &str, program: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.args(["check", "--no-config", "--quiet", "--format", "json"]);
    command.args(flags.split_whitespace());
    command.arg(root().join("tests/corpus/threads").join(program));
    command.current_dir(home()).stdin(Stdio::null());
    command
}

fn read(what: &str, output: &Output) -> Value {
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text).unwrap_or_else(|error| {
        panic!("{what}: {error}\n{text}{}", String::from_utf8_lossy(&output.stderr))
    })
}

fn report(flags: &str, program: &str) -> Value {
    let output = command(flags, program).output().expect("raddle can be started");
    read(&format!("{program} {flags}"), &output)
}

/// What must not depend on who explored what.
fn essence(report: &Value) -> (String, BTreeSet<String>, BTreeSet<String>) {
    let list = |name: &str| report[name].as_array().cloned().unwrap_or_default().into_iter();
    let place = |finding: Value| {
        let location = &finding["location"];
        format!("{} {} {}", finding["code"], finding["property"], location["line"])
    };
    let verdict = report["verdict"].as_str().unwrap_or_default().to_owned();
    let reasons = list("reasons").map(|reason| reason["code"].to_string());
    (verdict, list("findings").map(place).collect(), reasons.collect())
}

fn count(report: &Value, name: &str) -> u64 {
    report["stats"]["counters"][name].as_u64().unwrap_or(0)
}

/// Programs of which parts are explored elsewhere.
const SHARED: &[(&str, &str)] = &[
    ("counts/fib_bad.c", "-DN=2"),
    ("counts/lastzero.c", "-DN=3 --property assert"),
    ("classic/dekker_ok.c", ""),
    ("classic/peterson_bad.c", ""),
    ("classic/bluetooth_bad.c", ""),
    ("classic/queue_ok.c", "-DN=2"),
    ("classic/stack_bad.c", "-DN=2"),
    ("classic/ticket_lock_ok.c", "-DN=2"),
    ("paper/dining_ok.c", "-DN=2"),
    ("paper/fib_symbolic_bad.c", "-DN=2"),
    ("paper/reorder_bad.c", "-DN=2"),
    ("large/skip_list_ok.c", "-DN=1"),
];

/// The same, with few enough interleavings to explore them all.
const SMALL: &[(&str, &str)] = &[
    ("counts/fib_bad.c", "-DN=1"),
    ("classic/peterson_bad.c", ""),
    ("classic/bluetooth_bad.c", ""),
    ("classic/account_bad.c", ""),
    ("paper/reorder_bad.c", "-DN=1"),
];

/// The reports of several processes, which say what one says.
fn several_agree(programs: &[(&str, &str)], how: &str) -> Vec<Value> {
    let mut reports = Vec::new();
    for (program, size) in programs {
        let flags = format!("{how} {size}");
        let alone = report(&flags, program);
        for jobs in [2, 3] {
            let together = report(&format!("{flags} --jobs {jobs} --share-eagerly"), program);
            assert_eq!(essence(&together), essence(&alone), "{program} {flags} --jobs {jobs}");
            reports.push(together);
        }
    }
    let used = reports.iter().map(|report| count(report, "tasks explored by others")).sum::<u64>();
    assert!(used > 20, "only {used} tasks were explored by others");
    reports
}

#[test]
fn several_find_what_one_finds_without_summaries() {
    several_agree(SHARED, "--summaries off");
}

#[test]
fn several_find_what_one_finds() {
    let shared = several_agree(SHARED, "--summaries on");
    let sent = shared.iter().map(|report| count(report, "summaries received")).sum::<u64>();
    assert!(sent > 20, "only {sent} summaries were received");
}

#[test]
fn several_find_what_one_finds_without_reduction() {
    several_agree(SMALL, "--summaries off --reduce none");
    several_agree(SMALL, "--summaries on --reduce none");
}

/// A program without threads, whose paths are shared with and without summaries.
#[test]
fn a_program_with_one_thread_is_shared_as_well() {
    for summaries in ["on", "off"] {
        let flags = format!("--property assert --summaries {summaries} -DROUNDS=3");
        let program = "../../../benches/properties/test_loop.c";
        let alone = report(&flags, program);
        let together = report(&format!("{flags} --jobs 2 --share-eagerly"), program);
        assert_eq!(essence(&together), essence(&alone), "--summaries {summaries}");
        assert!(count(&together, "tasks explored by others") > 0, "--summaries {summaries}");
    }
}

/// Worker processes whose parent is this one.
fn workers(parent: u32) -> Vec<u32> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let ids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok());
    let is_child = |id: &u32| {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        let after = stat.rsplit(") ").next().unwrap_or_default().to_owned();
        after.split(' ').nth(1).and_then(|parent| parent.parse().ok()) == Some(parent)
    };
    let is_worker = |id: &u32| {
        let words = std::fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        words.split(|&byte| byte == 0).nth(1) == Some(b"worker")
    };
    ids.filter(is_child).filter(is_worker).collect()
}

/// Workers are killed again and again while they explore.
#[test]
fn a_worker_that_is_killed_loses_nothing() {
    kill_workers("counts/fib_bad.c", "--summaries off -DN=4");
    kill_workers("paper/dining_ok.c", "--summaries on -DN=5");
}

fn kill_workers(program: &str, flags: &str) {
    let alone = report(flags, program);
    let line = format!("{flags} --jobs 3 --share-eagerly");
    let mut killed = 0;
    for pause in [0, 5, 20, 60] {
        let child = command(&line, program).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut child = child.expect("raddle can be started");
        let mut left = 3;
        while left > 0 && child.try_wait().is_ok_and(|status| status.is_none()) {
            let Some(worker) = workers(child.id()).first().copied() else {
                std::thread::sleep(Duration::from_millis(1));
                continue;
            };
            std::thread::sleep(Duration::from_millis(pause));
            let status = Command::new("kill").args(["-9", &worker.to_string()]).status();
            killed += u32::from(status.is_ok_and(|status| status.success()));
            left -= 1;
        }
        let together = read(program, &child.wait_with_output().expect("it ends"));
        assert_eq!(essence(&together), essence(&alone), "killed after {pause} ms");
    }
    assert!(killed > 0, "nobody was there to be killed");
}

/// The limit may be reached in any of the processes: what the others found is kept, and nothing is called safe.
#[test]
fn memory_that_runs_out_loses_no_findings() {
    let mut ran_out = 0;
    for (program, flags) in
        [("counts/fib_bad.c", "--summaries off -DN=4"), ("paper/dining_ok.c", "-DN=5")]
    {
        let (verdict, findings, _) = essence(&report(flags, program));
        for limit in [8, 12, 16] {
            let flags = format!("{flags} --jobs 3 --share-eagerly --memory {limit}M");
            let limited = report(&flags, program);
            let (limited_verdict, limited_findings, reasons) = essence(&limited);
            let what = format!("{program} with {limit} MiB");
            assert!(limited_findings.is_subset(&findings), "{what}: {limited_findings:?}");
            if reasons.contains("\"U0104\"") {
                ran_out += 1;
                assert_ne!(limited_verdict, "safe", "{what}");
            } else {
                assert_eq!((&limited_verdict, &limited_findings), (&verdict, &findings), "{what}");
            }
        }
    }
    assert!(ran_out > 1, "the limit was never reached");
}

/// A check that is killed in the middle goes on with what came of tasks before, and says the same in the end.
#[test]
fn a_check_that_is_killed_is_resumed() {
    let mut known = 0;
    for (program, flags) in [
        ("counts/fib_bad.c", "--summaries off -DN=4"),
        ("paper/dining_ok.c", "--summaries on -DN=5"),
        ("classic/bluetooth_bad.c", ""),
    ] {
        let alone = report(flags, program);
        let name = program.replace('/', "-");
        let line = format!("{flags} --jobs 3 --share-eagerly --resume --out resumed-{name}");
        let out = home().join(format!("resumed-{name}"));
        for pause in [100, 300] {
            let _ = std::fs::remove_dir_all(&out);
            let mut child = command(&line, program)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("raddle can be started");
            // In the middle: something was done.
            let begun = std::time::Instant::now();
            while outcomes(&out) == 0 && begun.elapsed() < Duration::from_secs(30) {
                std::thread::sleep(Duration::from_millis(5));
            }
            std::thread::sleep(Duration::from_millis(pause));
            let _ = child.kill();
            let _ = child.wait();
            let resumed = report(&line, program);
            assert_eq!(essence(&resumed), essence(&alone), "{program}, killed after {pause} ms");
            known += count(&resumed, "tasks known from an earlier run");
        }
    }
    assert!(known > 0, "nothing was known from before");
}

/// Outcomes in the journal below this directory.
fn outcomes(directory: &Path) -> usize {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let journals = entries.map(|entry| entry.path().join("journal.jsonl"));
    let texts = journals.filter_map(|journal| std::fs::read_to_string(journal).ok());
    texts.map(|text| text.lines().filter(|line| line.starts_with("{\"outcome\"")).count()).sum()
}
