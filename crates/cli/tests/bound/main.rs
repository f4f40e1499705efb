//! The programs of `tests/bound`: each line `//@ run: FLAGS => EXPECTATIONS` is one test.
//!
//! Flags go to `raddle bound --format json`; `{dir}` is the directory of the program. Expectations are separated by
//! blanks: `exit=3`, or a place in the report and what must be there: `bound=49`, `exact=true`,
//! `stats.states<=140`, `loops.0.iterations=8`, `unknown.what~loop` (contains), `bound>=10`; `certified=true` has the bound proved and the
//! proof checked. See `tests/bound/README.md`.

#[path = "../shared/mod.rs"]
mod shared;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

use shared::{collect, split_words};

const PARALLEL_TESTS: usize = 2;

/// Where this test program writes, which no other one does.
fn home() -> PathBuf {
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME"));
    std::fs::create_dir_all(&home).expect("the directory can be made");
    home
}

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    arguments.test_threads.get_or_insert(PARALLEL_TESTS);
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = manifest.ancestors().nth(2).unwrap_or(manifest).to_owned();
    let mut programs = Vec::new();
    if let Err(error) = collect(&root.join("tests/bound"), &mut programs) {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    programs.sort();
    let trials = programs.iter().flat_map(|program| trials(&root, program)).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trials(root: &Path, program: &Path) -> Vec<Trial> {
    let relative = program.strip_prefix(root).unwrap_or(program).display().to_string();
    let text = std::fs::read_to_string(program).unwrap_or_default();
    let lines: Vec<&str> =
        text.lines().filter_map(|line| line.trim().strip_prefix("//@")).collect();
    if lines.is_empty() {
        return vec![Trial::test(relative, || {
            Err(Failed::from("the program has no `//@ run:` line"))
        })];
    }
    let test = |(index, line): (usize, &&str)| {
        let (root, file, line) = (root.to_owned(), relative.clone(), line.trim().to_owned());
        Trial::test(format!("{relative}#{}", index + 1), move || {
            run(&root, &file, &line).map_err(Failed::from)
        })
    };
    lines.iter().enumerate().map(test).collect()
}

fn run(root: &Path, file: &str, line: &str) -> Result<(), String> {
    let rest = line.strip_prefix("run:").ok_or_else(|| format!("unknown directive `{line}`"))?;
    let (flags, expectations) = rest.split_once("=>").ok_or("`=>` is missing")?;
    let directory = Path::new(file).parent().unwrap_or(Path::new(".")).display().to_string();
    let flags = split_words(&flags.replace("{dir}", &directory));
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.args(["bound", "--format", "json", file]).args(&flags).current_dir(root);
    if !flags.iter().any(|flag| flag == "--time") {
        command.args(["--time", "60"]);
    }
    let output = command.output().map_err(|error| format!("cannot start raddle: {error}"))?;
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let report: Value = serde_json::from_str(&stdout).unwrap_or(Value::Null);
    let context =
        || format!("raddle bound {file} {}\n{stderr}{}", flags.join(" "), excerpt(&stdout));
    let mut default_exit = 0;
    for expectation in split_words(expectations) {
        if let Some(code) = expectation.strip_prefix("exit=") {
            default_exit =
                code.parse().map_err(|_| format!("`{expectation}` is not an exit code"))?;
            continue;
        }
        if expectation == "certified=true" {
            certify(root, file, &flags)?;
            continue;
        }
        if let Some(text) = expectation.strip_prefix("stderr~") {
            if !stderr.contains(text) {
                return Err(format!("`{text}` is not in standard error\n{}", context()));
            }
            continue;
        }
        check(&report, &expectation).map_err(|message| format!("{message}\n{}", context()))?;
    }
    consistent(&report).map_err(|message| format!("{message}\n{}", context()))?;
    if output.status.code() != Some(default_exit) {
        return Err(format!(
            "exit code {:?}, expected {default_exit}\n{}",
            output.status.code(),
            context()
        ));
    }
    Ok(())
}

/// Has the bound proved, and the proof checked.
fn certify(root: &Path, file: &str, flags: &[String]) -> Result<(), String> {
    let name: String =
        format!("{file}{}", flags.concat()).chars().filter(|c| c.is_alphanumeric()).collect();
    let proof = home().join(format!("{name}.proof"));
    for mode in ["--proof", "--check-proof"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
        command.args(["bound", mode]).arg(&proof).arg(file).args(flags);
        let output = command.current_dir(root).output();
        let output = output.map_err(|error| format!("cannot start raddle: {error}"))?;
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(format!("{mode} {}: {text}{error}", proof.display()));
        }
    }
    std::fs::remove_file(&proof).map_err(|error| format!("{}: {error}", proof.display()))
}

/// What holds for every report: an exact bound was measured, no run costs more than the bound, and the lines of a run cost
/// as much as the run.
fn consistent(report: &Value) -> Result<(), String> {
    for entry in report["resources"].as_array().into_iter().flatten() {
        let (bound, cost) = (entry["bound"].as_i64(), entry["witness"]["cost"].as_i64());
        if entry["exact"] == Value::Bool(true) && (bound != cost || bound.is_none()) {
            return Err(format!("an exact bound {bound:?} with a run that costs {cost:?}"));
        }
        let lines = entry["witness"]["profile"].as_array().into_iter().flatten();
        let sum: i64 = lines.filter_map(|line| line["cost"].as_i64()).sum();
        if cost.is_some_and(|cost| cost != sum) {
            return Err(format!("a run costs {cost:?}, but its lines cost {sum}"));
        }
        let blocked = entry["reasons"].as_array().into_iter().flatten().any(|reason| {
            reason["text"].as_str().is_some_and(|text| text.contains("does not hold"))
        });
        if let (Some(bound), Some(cost)) = (bound, cost)
            && cost > bound
            && !blocked
        {
            return Err(format!("a run costs {cost}, more than the bound {bound}"));
        }
    }
    Ok(())
}

fn excerpt(text: &str) -> String {
    text.chars().take(3000).collect()
}

/// `path=value`, `path<=number`, `path>=number` or `path~text`.
fn check(report: &Value, expectation: &str) -> Result<(), String> {
    let at = expectation
        .find(['=', '<', '>', '~'])
        .ok_or_else(|| format!("`{expectation}` compares nothing"))?;
    let (path, rest) = expectation.split_at(at);
    let found = path.split('.').fold(report, |value, key| match key.parse::<usize>() {
        Ok(index) => &value[index],
        Err(_) => &value[key],
    });
    let number =
        |text: &str| text.parse::<i64>().map_err(|_| format!("`{expectation}` needs a number"));
    let holds = if let Some(limit) = rest.strip_prefix("<=") {
        let limit = number(limit)?;
        found.as_i64().is_some_and(|value| value <= limit)
    } else if let Some(limit) = rest.strip_prefix(">=") {
        let limit = number(limit)?;
        found.as_i64().is_some_and(|value| value >= limit)
    } else if let Some(text) = rest.strip_prefix('~') {
        found.as_str().is_some_and(|value| value.contains(text))
    } else {
        let wanted = rest.trim_start_matches('=');
        found.to_string().trim_matches('"') == wanted
    };
    if holds { Ok(()) } else { Err(format!("expected {expectation}, but {path} is {found}")) }
}
