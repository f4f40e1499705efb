//! Runs a generated program natively, and asks Raddle about the number that it printed.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::{Family, generate};
use crate::sequential::compare::Tools;

const NATIVE_LIMIT: Duration = Duration::from_secs(10);
/// Seconds for one check. A check that needs more says nothing.
const RADDLE_TIME: &str = "30s";
/// Native runs of a program whose threads may take different ways.
const RUNS: u32 = 6;

/// What came of a comparison that found nothing wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    Agreed,
    /// Raddle did not decide, for this many of the questions.
    Undecided(u32),
}

/// Compares one program. It stays in the directory if something is wrong.
pub fn compare(tools: &Tools, family: Family, seed: u64) -> Result<Comparison, String> {
    let name = format!("{}-{seed}", family.name());
    let scratch = tools.directory.join(&name);
    let failed = |doing: &str, cause: String| format!("{name}: cannot {doing}: {cause}");
    std::fs::create_dir_all(&scratch).map_err(|error| failed("create", error.to_string()))?;
    let file = scratch.join("program.c");
    std::fs::write(&file, generate(family, seed))
        .map_err(|error| failed("write", error.to_string()))?;
    let numbers = native_numbers(tools, family, &scratch, &file)
        .map_err(|cause| failed("run natively", cause))?;
    let mut undecided = 0;
    let mut ask = |define: String, expected: i32| match check(&tools.raddle, &file, &define) {
        Ok(code) if code == expected => Ok(()),
        Ok(3) => {
            undecided += 1;
            Ok(())
        }
        Ok(code) => Err(format!(
            "{name}: raddle check -D{define} {} has exit code {code} instead of {expected}",
            file.display()
        )),
        Err(message) => Err(format!("{name}: -D{define}: {message}")),
    };
    for number in &numbers {
        ask(format!("NEVER={number}ull"), 1)?;
    }
    if family.is_deterministic() {
        for number in &numbers {
            ask(format!("ONLY={number}ull"), 0)?;
        }
    }
    let _ = std::fs::remove_dir_all(&scratch);
    Ok(if undecided == 0 { Comparison::Agreed } else { Comparison::Undecided(undecided) })
}

/// The numbers that native runs print.
fn native_numbers(
    tools: &Tools,
    family: Family,
    scratch: &Path,
    file: &Path,
) -> Result<BTreeSet<String>, String> {
    let binary = scratch.join("program");
    let mut compiler = Command::new(&tools.compiler);
    compiler.args(["-DNATIVE", "-O1", "-w", "-ffp-contract=off", "-pthread", "-o"]);
    compiler.arg(&binary).arg(file).arg("-lm");
    let output = compiler.output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let mut numbers = BTreeSet::new();
    for round in 0..if family.is_deterministic() { 1 } else { RUNS } {
        let mut command = Command::new(&binary);
        command.env("LINGER", (round * round * 20).to_string()).current_dir(scratch);
        numbers.insert(printed(&mut command)?);
    }
    Ok(numbers)
}

fn printed(command: &mut Command) -> Result<String, String> {
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let start = Instant::now();
    while child.try_wait().map_err(|error| error.to_string())?.is_none() {
        if start.elapsed() > NATIVE_LIMIT {
            let _ = child.kill();
            let _ = child.wait();
            return Err("it does not end".to_owned());
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    match output.status.success() && text.parse::<u64>().is_ok() {
        true => Ok(text),
        false => Err(format!("it printed `{text}` and ended with {}", output.status)),
    }
}

/// The exit code of a check for failed assertions.
fn check(raddle: &Path, file: &Path, define: &str) -> Result<i32, String> {
    let mut command = Command::new(raddle);
    command.args(["check", "--no-config", "--format", "json", "--property", "assert"]);
    command.args(["--time", RADDLE_TIME]).arg(format!("-D{define}")).arg(file);
    command.stdin(Stdio::null());
    let output = command.output().map_err(|error| error.to_string())?;
    match output.status.code() {
        Some(code @ 0..=3) if code != 2 => Ok(code),
        _ => Err(format!(
            "{}: {}{}",
            output.status,
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}
