//! Litmus tests of memory models and small lock-free algorithms: the verdict of each model is in the header of each file.
//!
//! `tests/litmus/` is written from a list of families whose verdicts a brute-force oracle confirms (`crates/fuzz/tests/models.rs`), with the
//! number of consistent graphs under c11. `tests/models/` has algorithms, right ones and ones with one order weakened.
//! Each file is a test of its own: `cargo test -p raddle-cli --test litmus -- sb/` runs some.

#[path = "corpus/compiler.rs"]
mod compiler;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

use crate::compiler::Compiled;

/// The models that files are checked with, where their header has a verdict.
const MODELS: &[&str] = &["sc", "tso", "pso", "c11"];

fn main() -> ExitCode {
    if let Some(code) = compiler::serve() {
        return code;
    }
    let compiled = match Compiled::new() {
        Ok(compiled) => compiled,
        Err(error) => {
            eprintln!("nowhere to keep what is compiled: {error}");
            return ExitCode::FAILURE;
        }
    };
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut trials = Vec::new();
    for directory in ["litmus", "models"] {
        let mut files = Vec::new();
        collect(&tests.join(directory), &mut files);
        for file in files {
            let name = file.strip_prefix(&tests).unwrap_or(&file).display().to_string();
            let compiled = compiled.directory().to_owned();
            trials.push(Trial::test(name, move || check(&file, &compiled)));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            files.push(path);
        }
    }
    files.sort();
}

/// What the header says behind `//@ name:`.
fn directive<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let mark = format!("//@ {name}:");
    text.lines().find_map(|line| line.strip_prefix(&mark)).map(str::trim)
}

fn check(file: &Path, compiled: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(file)?;
    let mut wrong = Vec::new();
    if directive(&text, "c11").is_none() || directive(&text, "sc").is_none() {
        wrong.push("the header needs verdicts for `sc` and `c11`".to_owned());
    }
    for model in MODELS {
        let Some(verdict) = directive(&text, model) else { continue };
        let report = report(file, model, "20s", compiled)?;
        if report["verdict"] != verdict {
            wrong.push(format!(
                "{model}: {} instead of {verdict}, findings {}, reasons {}",
                report["verdict"],
                kinds(&report),
                report["reasons"]
            ));
        }
        let graphs = directive(&text, "graphs").filter(|_| *model == "c11");
        // A finding may end the exploration.
        if let Some(graphs) = graphs.filter(|_| verdict == "safe") {
            let explored = report["stats"]["graphs"].to_string();
            if explored != graphs {
                wrong.push(format!("{explored} graphs instead of {graphs}"));
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ").into()) }
}

fn report(file: &Path, model: &str, time: &str, compiled: &Path) -> Result<Value, Failed> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.args(["check", "--no-config", "--quiet", "--format", "json"]);
    Compiled::use_in(compiled, &mut command);
    let output = command.args(["--time", time, "--memory-model", model]).arg(file).output()?;
    serde_json::from_slice(&output.stdout)
        .map_err(|_| format!("no report: {}", String::from_utf8_lossy(&output.stderr)).into())
}

fn kinds(report: &Value) -> String {
    let findings = report["findings"].as_array().into_iter().flatten();
    let place = |finding: &Value| format!("{} {}", finding["kind"], finding["location"]["line"]);
    format!("[{}]", findings.map(place).collect::<Vec<_>>().join(", "))
}
