//! What a check leaves on disk: findings by program and place, no stale ones, and no half of a file whatever the disk does.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const FAILING: &str = "#include <assert.h>\nint __VERIFIER_nondet_int(void);\n\
    int main(void) { int x = __VERIFIER_nondet_int(); assert(x != 7);\n    assert(x != 8); return 0; }\n";

fn directory(name: &str) -> PathBuf {
    let directory =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")).join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(directory.join("one")).expect("the directory can be made");
    std::fs::create_dir_all(directory.join("two")).expect("the directory can be made");
    for name in ["p.c", "one/p.c", "two/p.c"] {
        std::fs::write(directory.join(name), FAILING).expect("the file can be written");
    }
    directory
}

fn raddle(directory: &Path, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.args(line.split(' ')).current_dir(directory).stdin(Stdio::null());
    command.output().expect("raddle can be started")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Names of the findings that are kept.
fn kept(directory: &Path, place: &str) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(directory.join(place)) else { return Vec::new() };
    let name = |entry: std::fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    let mut names: Vec<String> = entries.flatten().map(name).collect();
    names.retain(|name| name.starts_with("finding"));
    names.sort();
    names
}

#[test]
fn programs_of_one_name_have_places_of_their_own() {
    let directory = directory("places");
    let two = ["finding-1.json", "finding-2.json"];
    for (file, place) in [
        ("p.c", "raddle-out/p"),
        ("one/p.c", "raddle-out/one/p"),
        ("./two/../two/p.c", "raddle-out/two/p"),
    ] {
        let output = raddle(&directory, &format!("check {file}"));
        let printed = text(&output.stdout);
        assert!(printed.contains(&format!("raddle replay {place}/finding-1.json ")), "{printed}");
        assert_eq!(kept(&directory, place), two);
    }
    // From elsewhere: the two have different names, and each has the same name again.
    for _ in 0..2 {
        raddle(&directory.join("one"), "check ../p.c");
        raddle(&directory.join("one"), "check ../two/p.c");
        let places = std::fs::read_dir(directory.join("one/raddle-out")).expect("it is there");
        assert_eq!(places.count(), 2);
    }
}

#[test]
fn findings_of_earlier_checks_go() {
    let directory = directory("stale");
    let place = "raddle-out/p";
    for flags in ["", "-q "] {
        std::fs::write(directory.join("p.c"), FAILING).expect("the file can be written");
        raddle(&directory, &format!("check {flags}p.c"));
        assert_eq!(kept(&directory, place).len(), 2, "{flags}");
        std::fs::write(directory.join("p.c"), FAILING.replace("x != 7", "1")).expect("written");
        raddle(&directory, &format!("check {flags}p.c"));
        assert_eq!(kept(&directory, place), ["finding-1.json"], "{flags}");
        std::fs::write(directory.join("p.c"), "int main(void) { return 0; }\n").expect("written");
        let output = raddle(&directory, &format!("check {flags}p.c"));
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(kept(&directory, place).len(), 0, "{flags}");
    }
    // Reports for programs leave everything as it is.
    raddle(&directory, "check -q one/p.c");
    std::fs::write(directory.join("one/p.c"), "int main(void) { return 0; }\n").expect("written");
    raddle(&directory, "check --format json one/p.c");
    assert_eq!(kept(&directory, "raddle-out/one/p").len(), 2);
}

/// With files of at most 32 kB, which the page is not, everything else is written.
#[test]
fn a_full_disk_leaves_no_half_of_a_report() {
    let directory = directory("full");
    std::fs::write(directory.join("r.html"), "an earlier report").expect("it can be written");
    let raddle = env!("CARGO_BIN_EXE_raddle");
    let line = format!(
        "trap '' XFSZ; ulimit -f 32; exec '{raddle}' check -q --report r.html --report r.json --report r.xml p.c"
    );
    let output = Command::new("bash").args(["-c", &line]).current_dir(&directory).output();
    let output = output.expect("bash can be started");
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(text(&output.stdout).starts_with("unsafe: 2 findings"), "the verdict is told");
    assert!(message.contains("cannot write r.html"), "{message}");
    let read = |name: &str| std::fs::read_to_string(directory.join(name)).expect("it is there");
    assert_eq!(read("r.html"), "an earlier report");
    assert!(read("r.json").ends_with("}\n") && read("r.xml").trim_end().ends_with('>'));
    assert_eq!(kept(&directory, "raddle-out/p").len(), 2);
    let entries = std::fs::read_dir(&directory).expect("it is there");
    let mut names = entries.flatten().map(|entry| entry.file_name());
    assert!(!names.any(|name| name.to_string_lossy().ends_with(".new")));
}

#[test]
fn output_that_goes_nowhere_does_not_lose_the_reports() {
    let directory = directory("nowhere");
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.args(["check", "--report", "r.json", "p.c"]).current_dir(&directory).stdout(full);
    let output = command.output().expect("raddle can be started");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("standard output"), "{}", text(&output.stderr));
    assert!(directory.join("r.json").is_file());
}

#[test]
fn a_directory_that_cannot_be_made_is_told() {
    let directory = directory("read-only");
    std::fs::write(directory.join("raddle-out"), "a file").expect("it can be written");
    let output = raddle(&directory, "check p.c");
    assert_eq!(output.status.code(), Some(1), "nobody asked for files");
    assert!(text(&output.stderr).contains("findings are not kept"), "{}", text(&output.stderr));
    assert!(!text(&output.stdout).contains("raddle replay"));
    let output = raddle(&directory, "check --out raddle-out --report r.json p.c");
    assert_eq!(output.status.code(), Some(2), "here somebody did");
    assert!(directory.join("r.json").is_file());
    let output = raddle(&directory, "check -q --per-property p.c");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("cannot be resumed"), "{}", text(&output.stderr));
    let output = raddle(&directory, "check -q --per-property --resume p.c");
    assert_eq!(output.status.code(), Some(2));
}
