//! Files that come with a program run nothing and write nowhere else by themselves; names of files are quoted and printable.

use std::ffi::OsStr;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const FAILING: &str = "#include <assert.h>\nint __VERIFIER_nondet_int(void);\n\
    int main(void) { int x = __VERIFIER_nondet_int(); assert(x != 7); return 0; }\n";

/// A project somebody else wrote, with a compiler of its own that leaves a trace when it runs.
struct Project(PathBuf);

impl Project {
    fn new(name: &str) -> Project {
        let directory =
            PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")).join(name);
        let _ = std::fs::remove_dir_all(&directory);
        std::fs::create_dir_all(&directory).expect("the directory can be made");
        let project = Project(directory);
        project.write("a.c", FAILING);
        let clang = raddle_frontend::find_clang().expect("clang is there");
        project.write("cc", &format!("#!/bin/sh\ntouch ran\nexec {} \"$@\"\n", clang.display()));
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(project.path("cc"), executable).expect("it is there");
        project
    }

    fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.join(name)
    }

    fn write(&self, name: impl AsRef<Path>, text: &str) {
        std::fs::write(self.path(name), text).expect("the file can be written");
    }

    fn raddle(&self, words: &[impl AsRef<OsStr>]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
        command.args(words).current_dir(&self.0).stdin(Stdio::null());
        command.output().expect("raddle can be started")
    }

    fn line(&self, line: &str) -> Output {
        self.raddle(&line.split(' ').collect::<Vec<_>>())
    }

    /// Whether the project's compiler ran since this was asked last.
    fn ran(&self) -> bool {
        std::fs::remove_file(self.path("ran")).is_ok()
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn refused(output: &Output, words: &[&str]) {
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(output.stdout.is_empty(), "{}", text(&output.stdout));
    for word in words {
        assert!(message.contains(word), "`{word}` is missing in: {message}");
    }
}

#[test]
fn a_configuration_does_not_choose_the_compiler() {
    let project = Project::new("clang");
    project.write("raddle.toml", "[check]\nclang = \"./cc\"\n");
    refused(&project.line("check a.c"), &["raddle.toml", "`clang`", "--trust"]);
    assert!(!project.ran());
    assert_eq!(project.line("check -q --trust a.c").status.code(), Some(1));
    assert!(project.ran());
    assert_eq!(project.line("check -q --no-config a.c").status.code(), Some(1));
    assert!(!project.ran());
    // What stands on the command line is the user's own, and takes the place of the file's.
    assert_eq!(project.line("check -q --clang ./cc a.c").status.code(), Some(1));
    assert!(project.ran());
    // To look at settings runs nothing.
    assert_eq!(project.line("check --print-config a.c").status.code(), Some(0));
    assert!(!project.ran());
    project.write("raddle.toml", "[check]\ntrust = true\n");
    refused(&project.line("check a.c"), &["`trust`"]);
}

#[test]
fn a_configuration_does_not_make_the_compiler_run_things() {
    let project = Project::new("arguments");
    for arguments in [
        "\"-fplugin=./x.so\"",
        "\"-Xclang\", \"-load\", \"-Xclang\", \"./x.so\"",
        "\"-B.\"",
        "\"--config\", \"x.cfg\"",
        "\"@x\"",
        "\"-include\", \"/etc/passwd\"",
        "\"-Wall\", \"-o\", \"/tmp/x\"",
    ] {
        project.write("raddle.toml", &format!("[check]\ncompiler-arguments = [{arguments}]\n"));
        refused(&project.line("check a.c"), &["`compiler-arguments`", "--trust"]);
    }
    project.write("raddle.toml", "[check]\ncompiler-arguments = [\"-Wall\", \"-DA=1\"]\n");
    assert_eq!(project.line("check -q a.c").status.code(), Some(1));
}

#[test]
fn a_configuration_writes_below_its_directory_only() {
    let project = Project::new("written");
    std::os::unix::fs::symlink("..", project.path("link")).expect("a link can be made");
    for (key, value) in [
        ("report", "../outside.html"),
        ("report", "text=/tmp/raddle-outside.txt"),
        ("report", "link/outside.html"),
        ("report", "text=.git/config"),
        ("tree", "../outside.html"),
        ("out", "../outside"),
        ("emit-tests", "../outside"),
        ("log-queries", "link/outside"),
    ] {
        project.write("raddle.toml", &format!("[check]\n{key} = \"{value}\"\n"));
        refused(&project.line("check a.c"), &[&format!("`{key}`"), "--trust"]);
    }
    assert!(!project.path("../outside").exists() && !project.path("../outside.html").exists());
    project.write("raddle.toml", "[check]\nreport = \"new/report.html\"\nout = \"kept\"\n");
    assert_eq!(project.line("check -q a.c").status.code(), Some(1));
    assert!(project.path("new/report.html").is_file());
    assert!(project.path("kept/a/finding-1.json").is_file());
}

#[test]
fn findings_and_witnesses_run_nothing_by_themselves() {
    let project = Project::new("findings");
    let output = project.line("check --clang ./cc --report w.yml a.c");
    assert!(project.ran());
    // The command that is printed is the one that works.
    let printed = text(&output.stdout);
    assert!(
        printed.contains("raddle replay --trust raddle-out/a/finding-1.json runs"),
        "{printed}"
    );
    for file in ["raddle-out/a/finding-1.json", "w.yml"] {
        refused(&project.line(&format!("replay {file}")), &[file, "./cc", "--trust"]);
        assert!(!project.ran(), "{file}");
        let output = project.line(&format!("replay --trust {file}"));
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
        assert!(project.ran(), "{file}");
    }
    project.line("check -q a.c -- -fplugin=./none.so");
    project.line("check -q a.c");
    let path = project.path("raddle-out/a/finding-1.json");
    let finding = std::fs::read_to_string(&path).expect("it was written");
    for (words, wanted) in [
        ("\"-q\", \"a.c\", \"--\", \"-fplugin=./x.so\"", "-fplugin=./x.so"),
        ("\"--clang=cc\", \"a.c\"", "cc"),
        ("\"--trust\", \"--clang\", \"./cc\", \"a.c\"", "./cc"),
    ] {
        let command = format!("\"command\": [\"check\", {words}]");
        let from = finding.find("\"command\"").expect("a command");
        let to = from + finding[from..].find(']').expect("its end") + 1;
        let changed = format!("{}{command}{}", &finding[..from], &finding[to..]);
        std::fs::write(&path, changed).expect("it can be written");
        let replay = project.line("replay --native raddle-out/a/finding-1.json");
        refused(&replay, &[wanted, "--trust"]);
        assert!(!project.ran());
    }
    // What a finding's command would write, a replay does not.
    let changed = finding.replacen("\"check\",", "\"check\", \"--log-queries\", \"queries\",", 1);
    std::fs::write(&path, changed).expect("it can be written");
    assert_eq!(project.line("replay raddle-out/a/finding-1.json").status.code(), Some(1));
    assert!(!project.path("queries").exists());
}

#[test]
fn words_that_begin_with_at_are_no_files_with_arguments() {
    let project = Project::new("response");
    project.write("@b.c", FAILING);
    assert_eq!(project.line("check -q @b.c").status.code(), Some(1));
    // Read as arguments, this would be an unknown one.
    project.write("@inc", "--no-such-argument");
    assert_eq!(project.line("check -q -I @inc a.c").status.code(), Some(1));
    assert_eq!(project.line("check -q -I@inc a.c").status.code(), Some(1));
}

#[test]
fn a_compiler_in_the_current_directory_is_not_found() {
    let project = Project::new("path");
    std::fs::copy(project.path("cc"), project.path("clang-40")).expect("it can be copied");
    let path = std::env::var("PATH").expect("there is a PATH");
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.args(["check", "-q", "a.c"]).current_dir(&project.0);
    let output = command.env("PATH", format!(".:{path}:")).output().expect("it can be started");
    assert_eq!(output.status.code(), Some(1));
    assert!(!project.ran());
}

/// Names that a shell or a terminal would take for something else.
const NAMES: &[&str] = &[
    "two words.c",
    "it's.c",
    "a$(touch ran).c",
    "-q.c",
    "line\nerror: break.c",
    "\u{1b}[31mred.c",
    "\u{202e}c.txt.c",
    "\"double\\.c",
];

#[test]
fn names_are_printable_and_commands_can_be_run_as_printed() {
    let project = Project::new("names");
    for name in NAMES {
        project.write(name, FAILING);
        let output = project.raddle(&[OsStr::new("check"), project.path(name).as_os_str()]);
        let printed = text(&output.stdout);
        let strange = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        assert!(!printed.contains(strange), "{printed:?}");
        assert!(!printed.contains("\nerror: break"), "{printed}");
        let replay = printed.lines().last().expect("a command");
        let command = replay.strip_suffix(" runs into the first finding again").expect(replay);
        let command = command.replacen("raddle", env!("CARGO_BIN_EXE_raddle"), 1);
        let run = Command::new("bash").args(["-c", &command]).current_dir(&project.0).output();
        let run = run.expect("bash can be started");
        assert_eq!(run.status.code(), Some(1), "{command}: {}", text(&run.stderr));
        assert!(!text(&run.stdout).contains(strange), "{:?}", text(&run.stdout));
        let gone = format!("gone {name}");
        let output = project.raddle(&["check", &gone]);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2));
        assert!(!message.contains(strange) && message.lines().count() == 1, "{message:?}");
    }
    assert!(!project.ran());
}
