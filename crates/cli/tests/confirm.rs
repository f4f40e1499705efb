//! `raddle warn --confirm` on programs of the corpus: what the programs are annotated with is confirmed by a finding that replays, and what does not happen is refuted.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn corpus(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/threads").join(name)
}

fn directory(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("raddle-confirm-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&path).expect("a directory");
    path
}

fn confirm(name: &str, out: &Path, flags: &[&str]) -> (Option<i32>, Value) {
    let output = Command::new(env!("CARGO_BIN_EXE_raddle"))
        .args(["warn", "--confirm", "--time", "20s", "--out"])
        .arg(out)
        .args(if flags.contains(&"--format") { &[][..] } else { &["--format", "json"] })
        .args(flags)
        .arg(corpus(name))
        .output()
        .expect("raddle runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let report = serde_json::from_str(&text).unwrap_or_else(|error| {
        panic!("{name}: {error}\n{text}\n{}", String::from_utf8_lossy(&output.stderr))
    });
    (output.status.code(), report)
}

/// Code and status of each warning, sorted.
fn statuses(report: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let warnings = report["warnings"].as_array().expect("warnings");
    let mut all: Vec<(String, String)> = warnings
        .iter()
        .map(|one| (text(&one["code"]), text(&one["confirmation"]["status"])))
        .collect();
    all.sort();
    all
}

#[test]
fn what_comes_true_is_confirmed_by_a_finding_that_replays() {
    let out = directory("true");
    for (name, code, kind) in [
        ("deadlock/ab_ba_bad.c", "W0201", "deadlock"),
        ("race/address_as_distance_bad.c", "W0101", "data-race"),
        ("condvar/lost_wakeup_bad.c", "W0302", "lost-wakeup"),
        ("barrier/destroy_in_use_bad.c", "W0101", "uninitialised-sync"),
    ] {
        let (exit, report) = confirm(name, &out, &["--jobs", "2"]);
        assert_eq!(exit, Some(1), "{name}: {report:#}");
        let expected = (code.to_owned(), "confirmed".to_owned());
        assert!(statuses(&report).contains(&expected), "{name}: {report:#}");
        let warnings = report["warnings"].as_array().expect("warnings");
        let confirmed = warnings.iter().find(|one| one["confirmation"]["file"].is_string());
        let file = confirmed.expect("a file")["confirmation"]["file"].as_str().expect("a name");
        let replay = Command::new(env!("CARGO_BIN_EXE_raddle"))
            .args(["replay", file])
            .output()
            .expect("raddle runs");
        let text = String::from_utf8_lossy(&replay.stdout);
        assert_eq!(replay.status.code(), Some(1), "{name}: {text}");
        let kept: Value = serde_json::from_str(&std::fs::read_to_string(file).expect("it is kept"))
            .expect("JSON");
        assert_eq!(kept["finding"]["kind"], kind, "{name}");
    }
    let _ = std::fs::remove_dir_all(&out);
}

#[test]
fn what_does_not_happen_is_refuted() {
    let out = directory("false");
    // One of two pairs of lines races, the other one never does.
    let (exit, report) = confirm("race/address_by_bytes_bad.c", &out, &[]);
    let statuses = statuses(&report);
    let of = |status: &str| statuses.iter().filter(|one| one.1 == status).count();
    assert_eq!((exit, of("confirmed"), of("refuted")), (Some(1), 1, 1), "{report:#}");
    // All are refuted: that is as good as no warning.
    let (exit, report) = confirm("deadlock/trylock_backoff_ok.c", &out, &[]);
    assert_eq!(exit, Some(0), "{report:#}");
    let (exit, log) = confirm("race/address_by_bytes_bad.c", &out, &["--format", "sarif"]);
    let results = log["runs"][0]["results"].as_array().expect("results");
    let mut kinds: Vec<&str> = results.iter().filter_map(|one| one["kind"].as_str()).collect();
    kinds.sort_unstable();
    assert_eq!((exit, kinds), (Some(1), vec!["fail", "pass"]), "{log:#}");
    let _ = std::fs::remove_dir_all(&out);
}
