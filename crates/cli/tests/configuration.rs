//! `raddle.toml`, suppressions and baselines as a user meets them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use raddle_findings::Report;

const FAILING: &str = "#include <assert.h>\nint __VERIFIER_nondet_int(void);\n\
    int main(void) { int x = __VERIFIER_nondet_int(); assert(x != 7); return 0; }\n";
const TWICE: &str = "#include <assert.h>\nint __VERIFIER_nondet_int(void);\n\
    int main(void) { int x = __VERIFIER_nondet_int(); assert(x != 7);\n    assert(x != 8); return 0; }\n";

/// A directory of its own for each test, with files.
struct Project(PathBuf);

impl Project {
    fn new(name: &str, files: &[(&str, &str)]) -> Project {
        let directory =
            PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")).join(name);
        let _ = std::fs::remove_dir_all(&directory);
        let project = Project(directory);
        for (name, text) in files {
            project.write(name, text);
        }
        project
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("a directory")).expect("it can be made");
        std::fs::write(path, text).expect("the file can be written");
    }

    fn raddle(&self, line: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
        command.args(line.split(' ')).current_dir(&self.0).stdin(Stdio::null());
        command.output().expect("raddle can be started")
    }

    fn report(&self, line: &str) -> Report {
        serde_json::from_slice(&self.raddle(line).stdout).expect("a report")
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn exists(path: &Path) -> bool {
    path.is_file()
}

/// What the program is does not depend on the command; what is asked of it does.
#[test]
fn every_command_reads_the_program_as_the_file_says() {
    let source =
        "#include \"n.h\"\n#include <assert.h>\nint main(void) { assert(N == K); return 0; }\n";
    let file = "[check]\ninclude = [\"include\"]\ndefine = [\"K=2\"]\nproperty = [\"overflow\"]\nreport = \"r.json\"\n";
    let files = [("p.c", source), ("include/n.h", "#define N 2\n"), ("raddle.toml", file)];
    let project = Project::new("commands", &files);
    let limits = "--time 20s p.c";
    for (line, code) in [
        (format!("hunt --target 3 {limits}"), 1),
        (format!("from --at T0=p.c:3 {limits}"), 0),
        (format!("schedules {limits}"), 0),
        (format!("warn {limits}"), 0),
        (format!("bound {limits}"), 0),
        (format!("properties {limits}"), 0),
        (format!("slice {limits}"), 0),
        (format!("ir {limits}"), 0),
    ] {
        let output = project.raddle(&line);
        assert_eq!(output.status.code(), Some(code), "{line}: {}", text(&output.stderr));
        let output = project.raddle(&format!("{line} --no-config"));
        assert_eq!(output.status.code(), Some(2), "{line}: {}", text(&output.stdout));
    }
    assert!(!exists(&project.path("r.json")));
    let listed = text(&project.raddle("warn --print-config p.c").stdout);
    assert!(listed.contains("define = [\"K=2\"]") && !listed.contains("property"), "{listed}");
}

#[test]
fn the_nearest_file_above_applies_and_flags_override() {
    let project = Project::new(
        "above",
        &[
            (
                "raddle.toml",
                "[check]\nproperty = [\"overflow\"]\nreport = [\"out/report.sarif\"]\n",
            ),
            ("src/deep/a.c", FAILING),
        ],
    );
    let report = project.report("check --format json src/deep/a.c");
    assert_eq!(report.properties, ["overflow"]);
    assert!(exists(&project.path("out/report.sarif")), "paths are relative to the file");
    let report = project.report("check --format json --property assert src/deep/a.c");
    assert_eq!(report.properties, ["assert"]);
    assert_eq!(project.report("check --format json --no-config src/deep/a.c").properties.len(), 2);
    project.write("src/raddle.toml", "[check]\nproperty = \"memory\"\n");
    assert_eq!(project.report("check --format json src/deep/a.c").properties, ["memory"]);
    let report = project.report("check --format json --config raddle.toml src/deep/a.c");
    assert_eq!(report.properties, ["overflow"]);
}

#[test]
fn settings_are_printed_with_their_origin() {
    let project = Project::new(
        "print",
        &[
            (
                "raddle.toml",
                "[check]\nunwind = 5\ndefine = [\"A=1\"]\n[[suppress]]\nid = \"R0101-1\"\nreason = \"why \\\"not\\\"\"\n",
            ),
            ("a.c", FAILING),
        ],
    );
    let output = project.raddle("check --time 5s --print-config a.c");
    let printed = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    for (setting, origin) in [
        ("unwind = 5", "# raddle.toml"),
        ("define = [\"A=1\"]", "# raddle.toml"),
        ("time = \"5s\"", "# command line"),
        ("strategy = \"dfs\"", "# default"),
    ] {
        let line = printed.lines().find(|line| line.starts_with(setting));
        assert!(line.is_some_and(|line| line.ends_with(origin)), "{setting}: {printed}");
    }
    // What is printed is a configuration again.
    project.write("again.toml", &printed);
    let again = project.raddle("check --config again.toml --print-config a.c");
    let settings = |text: &str| -> Vec<String> {
        text.lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| line.split(" #").next().unwrap_or_default().trim().to_owned())
            .collect()
    };
    assert_eq!(settings(&text(&again.stdout)), settings(&printed), "{}", text(&again.stderr));
}

#[test]
fn wrong_files_are_input_errors() {
    for (name, file, word) in [
        ("key", "[check]\nspeed = 1\n", "speed"),
        ("typo", "[check]\nproprty = \"assert\"\n", "did you mean `property`?"),
        ("spelling", "[check]\ncalls_may_fail = true\n", "did you mean `calls-may-fail`?"),
        ("table", "[chekc]\nunwind = 1\n", "did you mean `check`?"),
        ("value", "[check]\nunwind = \"many\"\n", "unwind"),
        ("syntax", "[check\n", "raddle.toml"),
        ("reason", "[[suppress]]\nid = \"R0101-1\"\n", "reason"),
    ] {
        let project =
            Project::new(&format!("wrong-{name}"), &[("raddle.toml", file), ("a.c", FAILING)]);
        let output = project.raddle("check a.c");
        assert_eq!(output.status.code(), Some(2), "{name}");
        let message = text(&output.stderr);
        assert!(message.contains(word) && message.contains("raddle.toml"), "{name}: {message}");
    }
}

#[test]
fn suppressed_findings_do_not_count_but_stay_visible() {
    let project = Project::new("suppress", &[("a.c", FAILING)]);
    let id = project.report("check --format json a.c").findings[0].id.clone();
    project.write(
        "raddle.toml",
        &format!("[[suppress]]\nid = \"{id}\"\nreason = \"seven is fine\"\n"),
    );
    let output = project.raddle("check --report r.json a.c");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains("suppressed: seven is fine"), "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains("all of them set aside"), "{}", text(&output.stdout));
    let report: Report =
        serde_json::from_slice(&std::fs::read(project.path("r.json")).expect("written"))
            .expect("a report");
    assert_eq!(report.findings[0].suppressed.as_deref(), Some("seven is fine"));
    project.write("raddle.toml", "[[suppress]]\nid = \"R0101-0\"\nreason = \"gone\"\n");
    let output = project.raddle("check a.c");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("R0101-0"), "{}", text(&output.stderr));
}

#[test]
fn only_new_findings_fail_against_a_baseline() {
    let project = Project::new("baseline", &[("a.c", FAILING)]);
    assert_eq!(project.raddle("check --report old.json a.c").status.code(), Some(1));
    let output = project.raddle("check --baseline old.json a.c");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains("known from the baseline"));
    project.write("a.c", TWICE);
    let report = project.report("check --format json --baseline old.json a.c");
    let known: Vec<bool> = report.findings.iter().map(|finding| finding.known).collect();
    assert_eq!(known, [true, false]);
    assert_eq!(project.raddle("check --baseline old.json a.c").status.code(), Some(1));
    // A known finding does not make an incomplete check complete.
    project.raddle("check --report both.json a.c");
    let output = project.raddle("check --first --baseline both.json a.c");
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stdout));
    project.write("old.json", "{}");
    assert_eq!(project.raddle("check --baseline old.json a.c").status.code(), Some(2));
}

#[test]
fn findings_remember_the_settings_of_the_file() {
    let project = Project::new(
        "replay",
        &[
            ("raddle.toml", "[check]\ndefine = [\"LIMIT=7\"]\n"),
            ("a.c", &FAILING.replace("x != 7", "x != LIMIT")),
        ],
    );
    assert_eq!(project.raddle("check a.c").status.code(), Some(1));
    std::fs::remove_file(project.path("raddle.toml")).expect("it was there");
    let output = project.raddle("replay raddle-out/a/finding-1.json");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
}

#[test]
fn ids_of_findings_are_explained() {
    let project = Project::new("explain", &[]);
    std::fs::create_dir_all(project.path("")).expect("it can be made");
    let by_id = project.raddle("explain R0101-0123456789");
    assert_eq!(by_id.stdout, project.raddle("explain R0101").stdout);
    assert_eq!(project.raddle("explain r0101").stdout, by_id.stdout);
    let wrong = project.raddle("explain r202");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("did you mean R0202"), "{}", text(&wrong.stderr));
}
