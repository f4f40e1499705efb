//! Runs all test programs of the workspace, several at a time.
//!
//! `cargo test` runs one after the other. Many of ours wait most of the time (for limits to be reached, for workers, for a browser), and while the
//! last long test of a program runs nothing else does: on two cores a third of the time was lost. `cargo nextest` would do as well, but is not on a fresh machine
//! and takes longer to build than it saves. Each program's output is printed when it has ended, as a whole. All are run, also after a failure. One that does not
//! end is killed, and what it printed tells which of its tests had ended.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde_json::Value;

use crate::shell::{TEST_PROFILE, cargo, print, say};

/// Begun first, so that none of them is left alone at the end. What they are called is all that is known of them: one that is gone does no harm.
const LONGEST: [&str; 9] = [
    "cli/corpus",
    "cli/native",
    "cli/cluster",
    "cli/subsets",
    "cli/broken",
    "cli/thread_fuzz",
    "cli/differential",
    "cli/hunt",
    "warn/corpus",
];

/// The longest takes six minutes on two cores.
const MOST: Duration = Duration::from_secs(20 * 60);

/// A program with tests, as cargo built it.
struct TestProgram {
    name: String,
    executable: PathBuf,
    /// Where cargo would run it.
    directory: PathBuf,
}

/// Runs all of them with these arguments.
pub(crate) fn run(arguments: &[&str]) -> anyhow::Result<()> {
    let programs = build()?;
    let at_once = std::thread::available_parallelism().map_or(2, usize::from);
    let next = AtomicUsize::new(0);
    let failed: Mutex<Vec<String>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(|| {
                while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(why) = run_one(program, arguments) {
                        let mut failed = failed.lock().unwrap_or_else(|poison| poison.into_inner());
                        failed.push(format!("{} ({why:#})", program.name));
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap_or_else(|poison| poison.into_inner());
    if !failed.is_empty() {
        bail!("{} of {} test programs failed: {}", failed.len(), programs.len(), failed.join(", "));
    }
    Ok(())
}

fn run_one(program: &TestProgram, arguments: &[&str]) -> anyhow::Result<()> {
    let start = Instant::now();
    // Not a pipe: what a program that is killed has started itself would keep that open.
    let file = program.executable.with_extension("output");
    let output = File::create(&file).with_context(|| format!("cannot write {}", file.display()))?;
    let mut child = Command::new(&program.executable)
        .args(arguments)
        .current_dir(&program.directory)
        .env("CARGO_MANIFEST_DIR", &program.directory)
        .stdout(output.try_clone()?)
        .stderr(output)
        .spawn()
        .with_context(|| format!("cannot start {}", program.executable.display()))?;
    let ended = ended_within(&mut child, MOST)?;
    let seconds = start.elapsed().as_secs_f64();
    let told = told(&file, ended.is_some_and(|status| status.success()))?;
    print(&format!("     Ran {} in {seconds:.0} s\n{told}", program.name));
    match ended {
        Some(status) if status.success() => Ok(()),
        Some(status) => bail!("{status}"),
        None => bail!("killed after {seconds:.0} s"),
    }
}

/// How it ended; nothing if it had to be killed.
fn ended_within(child: &mut Child, most: Duration) -> anyhow::Result<Option<ExitStatus>> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() > most {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// What it printed; of one that passed only how many tests there were.
fn told(file: &Path, passed: bool) -> anyhow::Result<String> {
    let text = std::fs::read(file)?;
    std::fs::remove_file(file)?;
    let text = String::from_utf8_lossy(&text);
    if !passed {
        return Ok(text.into_owned());
    }
    let results = text.lines().filter(|line| line.starts_with("test result:"));
    Ok(results.collect::<Vec<_>>().join("\n"))
}

/// Builds everything that has tests. Examples of the documentation have none to run: they are all text.
fn build() -> anyhow::Result<Vec<TestProgram>> {
    let mut command = cargo();
    command.args(["test", "--workspace", "--profile", TEST_PROFILE, "--no-run"]);
    command.args(["--lib", "--bins", "--tests", "--message-format", "json-render-diagnostics"]);
    say("$ cargo test --workspace --no-run");
    let output = command.stderr(std::process::Stdio::inherit()).output()?;
    if !output.status.success() {
        bail!("the tests cannot be built ({})", output.status);
    }
    let messages = String::from_utf8_lossy(&output.stdout);
    let mut programs: Vec<TestProgram> = messages.lines().filter_map(program).collect();
    programs.sort_by_key(|program| {
        LONGEST.iter().position(|name| *name == program.name).unwrap_or(LONGEST.len())
    });
    Ok(programs)
}

/// The program that a line of cargo's messages tells of.
fn program(line: &str) -> Option<TestProgram> {
    let message: Value = serde_json::from_str(line).ok()?;
    let is_test = message["profile"]["test"].as_bool()?;
    let executable = PathBuf::from(message["executable"].as_str().filter(|_| is_test)?);
    let mut directory = PathBuf::from(message["manifest_path"].as_str()?);
    directory.pop();
    let of = directory.file_name()?.to_string_lossy().into_owned();
    let name = format!("{of}/{}", message["target"]["name"].as_str()?);
    Some(TestProgram { name, executable, directory })
}

#[cfg(test)]
mod tests {
    use super::{ended_within, program};
    use std::process::Command;
    use std::time::Duration;

    #[test]
    fn programs_that_do_not_end_are_killed() {
        let mut child = Command::new("sleep").arg("60").spawn().expect("sleep is everywhere");
        let ended = ended_within(&mut child, Duration::from_millis(50)).expect("it can be killed");
        assert!(ended.is_none());
        let mut child = Command::new("true").spawn().expect("true is everywhere");
        let ended = ended_within(&mut child, Duration::from_secs(60)).expect("it ends");
        assert!(ended.is_some_and(|status| status.success()));
    }

    #[test]
    fn programs_are_read_from_messages() {
        let test = r#"{"reason":"compiler-artifact","manifest_path":"/r/crates/cli/Cargo.toml","target":{"name":"corpus"},"profile":{"test":true},"executable":"/t/corpus-1"}"#;
        let found = program(test).expect("it is a test program");
        assert_eq!(found.name, "cli/corpus");
        assert_eq!(found.directory, std::path::Path::new("/r/crates/cli"));
        assert!(program(&test.replace("\"test\":true", "\"test\":false")).is_none());
        assert!(program(r#"{"reason":"build-finished","success":true}"#).is_none());
    }
}
