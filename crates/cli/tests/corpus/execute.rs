//! Runs `raddle check` on a test's program, with a time limit.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::cases::Case;
use crate::compiler::Compiled;

/// What a run left behind.
#[derive(Debug)]
pub struct Execution {
    pub command_line: String,
    pub exit: Option<i32>,
    /// The report as JSON.
    pub stdout: String,
    pub stderr: String,
    /// The report as text, if the test looks at it.
    pub text: Option<String>,
}

impl Execution {
    /// The end of what was printed, for a failure message.
    pub fn excerpt(&self) -> String {
        let shown = |name: &str, text: &str| {
            let lines: Vec<&str> = text.lines().collect();
            let tail = &lines[lines.len().saturating_sub(40)..];
            if tail.is_empty() {
                String::new()
            } else {
                format!("--- {name}\n{}\n", tail.join("\n"))
            }
        };
        shown("stderr", &self.stderr) + &shown("stdout", &self.stdout)
    }
}

pub fn check(root: &Path, compiled: &Path, case: &Case) -> Result<Execution, String> {
    let scratch = Scratch::new(&case.name)?;
    let arguments = arguments(root, case, &scratch.path);
    let output = run(root, compiled, "json", &arguments, case.time)?;
    let text = if case.expected.outputs.is_empty() {
        None
    } else {
        Some(run(root, compiled, "text", &arguments, case.time)?.stdout)
    };
    Ok(Execution { text, ..output })
}

/// Everything behind `raddle check --format …`.
fn arguments(root: &Path, case: &Case, scratch: &Path) -> Vec<String> {
    let relative = |path: &PathBuf| path.strip_prefix(root).unwrap_or(path).display().to_string();
    let directory = case.file.parent().unwrap_or(Path::new("."));
    let directory = directory.strip_prefix(root).unwrap_or(directory).display().to_string();
    let mut arguments: Vec<String> = Vec::new();
    for property in &case.properties {
        arguments.extend(["--property".to_owned(), property.clone()]);
    }
    arguments.extend(case.defines.iter().map(|define| format!("-D{define}")));
    arguments.push(relative(&case.file));
    arguments.extend(case.files.iter().map(relative));
    // Last, because they may contain `--`.
    arguments.extend(case.flags.iter().map(|flag| {
        flag.replace("{dir}", &directory).replace("{tmp}", &scratch.display().to_string())
    }));
    arguments
}

fn run(
    root: &Path,
    compiled: &Path,
    format: &str,
    arguments: &[String],
    limit: Duration,
) -> Result<Execution, String> {
    let prefix = ["check", "--format", format, "--color", "never"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.args(prefix);
    Compiled::use_in(compiled, &mut command);
    command.args(arguments).current_dir(root);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| format!("cannot start raddle: {error}"))?;
    let stdout = child.stdout.take().map(read_in_background);
    let stderr = child.stderr.take().map(read_in_background);
    let exit = wait(&mut child, limit);
    let text = |reader: Option<JoinHandle<Vec<u8>>>| {
        let bytes = reader.and_then(|reader| reader.join().ok()).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let execution = Execution {
        command_line: format!("raddle {} {}", prefix.join(" "), arguments.join(" ")),
        exit: exit.unwrap_or_default(),
        stdout: text(stdout),
        stderr: text(stderr),
        text: None,
    };
    match exit {
        Some(_) => Ok(execution),
        None => Err(format!(
            "no answer within {} s\ncommand: {}\n{}",
            limit.as_secs(),
            execution.command_line,
            execution.excerpt()
        )),
    }
}

fn read_in_background(mut stream: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        bytes
    })
}

/// The exit code (none when a signal ended it), or `None` after killing it at the limit.
fn wait(child: &mut Child, limit: Duration) -> Option<Option<i32>> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status.code());
        }
        if start.elapsed() > limit {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// A directory of the test's own, removed afterwards.
struct Scratch {
    path: PathBuf,
}

impl Scratch {
    fn new(name: &str) -> Result<Self, String> {
        let name: String =
            name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
        let path =
            PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")).join(name);
        std::fs::create_dir_all(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Scratch { path })
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}
