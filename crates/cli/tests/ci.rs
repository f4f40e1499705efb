//! What `ci/` hands to services: it parses, and its shell parts do on an example what they say. Services themselves are not here.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use yaml_rust2::{Yaml, YamlLoader};

const BAD: &str = "#include <assert.h>\nint __VERIFIER_nondet_int(void);\nint main(void) {\n    int x = __VERIFIER_nondet_int();\n    assert(x != 7);\n    return 0;\n}\n";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

fn yaml(file: &str) -> Yaml {
    let text = std::fs::read_to_string(root().join(file)).expect("the file is there");
    YamlLoader::load_from_str(&text).expect("it is YAML").remove(0)
}

fn text(yaml: &Yaml) -> String {
    yaml.as_str().unwrap_or_else(|| panic!("{yaml:?} is no text")).to_owned()
}

fn directory(name: &str) -> PathBuf {
    let directory =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")).join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(directory.join("src")).expect("the directory can be made");
    let good = BAD.replace("x != 7", "x != 7 || x > 0");
    for (file, text) in [("bad.c", BAD), ("src/bad.c", BAD), ("good.c", &good)] {
        std::fs::write(directory.join(file), text).expect("the file can be written");
    }
    directory
}

/// A shell in which `raddle` is the one that is tested.
fn bash(directory: &Path, script: &str) -> Command {
    let binary = Path::new(env!("CARGO_BIN_EXE_raddle"));
    let own = binary.parent().expect("it is in a directory").display();
    let path = format!("{own}:{}", std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new("bash");
    command.args(["-euc", script]).current_dir(directory).env("PATH", path).stdin(Stdio::null());
    command
}

fn run(command: &mut Command) -> (String, Option<i32>) {
    let Output { status, stdout, stderr } = command.output().expect("bash can be started");
    let told = String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr);
    (told, status.code())
}

fn script(directory: &Path, arguments: &str) -> (String, Option<i32>) {
    run(&mut bash(directory, &format!("'{}/ci/raddle.sh' {arguments}", root().display())))
}

#[test]
fn programs_are_checked_one_by_one() {
    let directory = directory("script");
    let (told, code) = script(&directory, "good.c bad.c src/bad.c -- --time 1m");
    assert_eq!(code, Some(1), "{told}");
    for name in ["good", "bad", "src_bad"] {
        for ending in ["json", "sarif", "xml", "md", "html"] {
            let path = directory.join(format!("raddle-reports/{name}.{ending}"));
            assert!(path.is_file(), "{}", path.display());
        }
    }
    // What is known does not fail, also if the reports replace those that were the baseline.
    for out in ["again", "raddle-reports"] {
        let line = format!("--out {out} --baseline raddle-reports good.c bad.c src/bad.c");
        let (told, code) = script(&directory, &line);
        assert_eq!(code, Some(0), "{told}");
    }
    let (told, code) = script(&directory, "good.c -- --max-steps 0 --unwind 0");
    assert!(code == Some(0) || code == Some(3), "{told}");
    for (line, expected) in
        [("", 2), ("missing.c", 2), ("--unknown maybe good.c", 2), ("--nonsense", 2), ("--out", 2)]
    {
        let (told, code) = script(&directory, line);
        assert_eq!(code, Some(expected), "{line}: {told}");
    }
}

#[test]
fn unknown_fails_unless_it_may_pass() {
    let directory = directory("unknown");
    let endless = "#include <stdio.h>\nint main(void) {\n    int c, n = 0;\n    while ((c = getchar()) != EOF) n += c;\n    return n > 0;\n}\n";
    std::fs::write(directory.join("endless.c"), endless).expect("it can be written");
    assert_eq!(script(&directory, "endless.c -- --unwind 2").1, Some(3));
    let (told, code) = script(&directory, "--unknown pass endless.c -- --unwind 2");
    assert_eq!(code, Some(0), "{told}");
}

/// The steps of the composite action that are shell.
#[test]
fn the_action_checks_an_example() {
    let action = yaml("ci/action.yml");
    assert_eq!(action["runs"]["using"].as_str(), Some("composite"));
    let steps = action["runs"]["steps"].as_vec().expect("there are steps");
    for step in steps {
        let shell = step["shell"].as_str();
        assert!(step["uses"].as_str().is_some() != (shell == Some("bash")), "{step:?}");
        if let Some(run) = step["run"].as_str() {
            // Whatever comes from outside comes by the environment, and is never a part of a script.
            assert!(!run.contains("${{"), "{run}");
            let syntax = Command::new("bash").args(["-nc", run]).output().expect("bash");
            assert!(syntax.status.success(), "{run}");
        }
    }
    let check = steps.iter().find(|step| step["id"].as_str() == Some("check")).expect("the check");
    let directory = directory("action");
    let mut command = bash(&directory, &text(&check["run"]));
    for (name, value) in check["env"].as_hash().expect("it has an environment") {
        let (name, value) = (text(name), text(value));
        let input = value.trim_start_matches("${{ inputs.").trim_end_matches(" }}");
        let given = match input {
            "programs" => "good.c bad.c".to_owned(),
            other => text(&action["inputs"][other]["default"]),
        };
        command.env(name, given);
    }
    command.env("GITHUB_ACTION_PATH", root().join("ci"));
    command.env("GITHUB_STEP_SUMMARY", directory.join("summary.md"));
    let (told, code) = run(&mut command);
    assert_eq!(code, Some(1), "{told}");
    let summary = std::fs::read_to_string(directory.join("summary.md")).expect("it was written");
    assert!(summary.contains("# Raddle: good.c\n\n**safe**"), "{summary}");
    assert!(summary.contains("# Raddle: bad.c\n\n**unsafe**"), "{summary}");
    assert!(directory.join("raddle-reports/bad.sarif").is_file());
}

#[test]
fn the_template_checks_an_example() {
    let template = yaml("ci/gitlab.yml");
    let job = &template[".raddle"];
    let directory = directory("template");
    let lines = |name: &str| -> String {
        let lines = job[name].as_vec().expect("it has lines").iter().map(text);
        lines.collect::<Vec<_>>().join("\n")
    };
    for (name, value) in job["artifacts"]["reports"].as_hash().expect("it has reports") {
        assert_eq!((name.as_str(), value.as_str()), (Some("junit"), Some("$RADDLE_REPORTS/*.xml")));
    }
    let script = format!("{}\n{}", lines("before_script"), lines("script"));
    let mut command = bash(&directory, &script);
    for (name, value) in job["variables"].as_hash().expect("it has variables") {
        command.env(text(name), text(value));
    }
    command.env("RADDLE_HOME", root()).env("CI_PROJECT_DIR", &directory);
    command.env("RADDLE_PROGRAMS", "bad.c good.c");
    let (told, code) = run(&mut command);
    assert_eq!(code, Some(1), "{told}");
    assert!(directory.join("raddle-reports/bad.xml").is_file(), "{told}");
}

#[test]
fn a_commit_with_findings_does_not_happen() {
    let hooks = yaml(".pre-commit-hooks.yaml");
    assert_eq!(hooks[0]["entry"].as_str(), Some("ci/pre-commit"));
    let directory = directory("hook");
    let hook = root().join("ci/pre-commit");
    let commit = |files: &str| {
        let script =
            format!("git add {files} && git -c user.name=a -c user.email=a@b commit -qm x");
        run(bash(&directory, &script).env("GIT_CONFIG_GLOBAL", "/dev/null"))
    };
    let made = format!(
        "git init -q . && mkdir -p .git/hooks && ln -sf '{}' .git/hooks/pre-commit",
        hook.display()
    );
    let (told, code) = run(&mut bash(&directory, &made));
    assert_eq!(code, Some(0), "{told}");
    let (told, code) = commit("good.c");
    assert_eq!(code, Some(0), "{told}");
    let (told, code) = commit("bad.c");
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("error[R0101]"), "{told}");
}

#[test]
fn a_binary_that_loads_libraries_is_no_release() {
    let line = format!("'{}/scripts/release.sh' --check \"$(command -v sh)\"", root().display());
    let (told, code) = run(&mut bash(&directory("release"), &line));
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("is not static"), "{told}");
}
