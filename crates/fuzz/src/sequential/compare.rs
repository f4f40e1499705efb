//! Runs one generated program natively and by `raddle run`, and compares output and exit code.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::program::generate;

/// Native programs end within milliseconds; Raddle may be a debug build.
const NATIVE_LIMIT: Duration = Duration::from_secs(10);
const RADDLE_LIMIT: Duration = Duration::from_secs(60);

/// What `raddle run` says of a program that calls `abort`.
const ABORTED: &str = "the run met R0105";

/// What is needed for a comparison.
#[derive(Clone, Debug)]
pub struct Tools {
    pub raddle: PathBuf,
    /// A C compiler that makes native programs.
    pub compiler: PathBuf,
    /// Where files may be written.
    pub directory: PathBuf,
}

/// What a program did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Behaviour {
    pub exit: Option<i32>,
    /// It called `abort`.
    pub aborted: bool,
    pub output: String,
}

/// A comparison that could not be made, or that failed.
#[derive(Debug, thiserror::Error)]
pub enum Disagreement {
    #[error("seed {seed}: cannot {doing}: {cause}")]
    Setup { seed: u64, doing: String, cause: String },
    #[error("seed {seed}: Raddle could not run {}: {message}", file.display())]
    Refused { seed: u64, file: PathBuf, message: String },
    #[error("seed {seed}: results differ for {}\nnative: {native:?}\nraddle: {raddle:?}", file.display())]
    Different { seed: u64, file: PathBuf, native: Behaviour, raddle: Behaviour },
}

/// The first seed of a range whose program behaves differently, or how many agreed.
pub fn compare_many(
    tools: &Tools,
    seeds: std::ops::Range<u64>,
    until: Option<Instant>,
) -> Result<u64, Disagreement> {
    let mut agreed = 0;
    for seed in seeds {
        if until.is_some_and(|end| Instant::now() >= end) {
            break;
        }
        compare(tools, seed)?;
        agreed += 1;
    }
    Ok(agreed)
}

/// Generates, compiles, runs twice, compares. The program stays in the directory if they disagree.
pub fn compare(tools: &Tools, seed: u64) -> Result<(), Disagreement> {
    let setup = |doing: &str| {
        let doing = doing.to_owned();
        move |cause: String| Disagreement::Setup { seed, doing, cause }
    };
    let file = tools.directory.join(format!("diff-{seed}.c"));
    let binary = tools.directory.join(format!("diff-{seed}"));
    std::fs::create_dir_all(&tools.directory)
        .map_err(|error| setup("create the directory")(error.to_string()))?;
    std::fs::write(&file, generate(seed))
        .map_err(|error| setup("write the program")(error.to_string()))?;
    compile(&tools.compiler, &file, &binary).map_err(setup("compile natively"))?;
    let native = run(&mut Command::new(&binary), NATIVE_LIMIT).map_err(setup("run natively"))?;
    let _ = std::fs::remove_file(&binary);
    let mut command = Command::new(&tools.raddle);
    let raddle = run(command.arg("run").arg(&file), RADDLE_LIMIT)
        .map_err(|message| Disagreement::Refused { seed, file: file.clone(), message })?;
    if native != raddle {
        return Err(Disagreement::Different { seed, file, native, raddle });
    }
    let _ = std::fs::remove_file(&file);
    Ok(())
}

fn compile(compiler: &Path, file: &Path, binary: &Path) -> Result<(), String> {
    let mut command = Command::new(compiler);
    // Contraction to fused operations would round differently.
    command.args(["-O1", "-w", "-ffp-contract=off", "-o"]).arg(binary).arg(file);
    let output = command.output().map_err(|error| error.to_string())?;
    if output.status.success() {
        Ok(())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// Runs a command to its end. Anything on standard error is a complaint, because the programs write none.
fn run(command: &mut Command, limit: Duration) -> Result<Behaviour, String> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let stdout = child.stdout.take().map(read_in_background);
    let stderr = child.stderr.take().map(read_in_background);
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            break status;
        }
        if start.elapsed() > limit {
            let _ = child.kill();
            let _ = child.wait();
            return Err(format!("no end within {} s", limit.as_secs()));
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let text = |reader: Option<std::thread::JoinHandle<String>>| {
        reader.and_then(|reader| reader.join().ok()).unwrap_or_default()
    };
    let (output, complaint) = (text(stdout), text(stderr));
    // A signal ends a native process; Raddle names the finding.
    if complaint.contains(ABORTED) || aborted_natively(status) {
        return Ok(Behaviour { exit: None, aborted: true, output });
    }
    if !complaint.is_empty() {
        return Err(complaint);
    }
    Ok(Behaviour { exit: status.code(), aborted: false, output })
}

#[cfg(unix)]
fn aborted_natively(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    const SIGABRT: i32 = 6;
    status.signal() == Some(SIGABRT)
}
#[cfg(not(unix))]
fn aborted_natively(_: ExitStatus) -> bool {
    false
}

fn read_in_background(mut stream: impl Read + Send + 'static) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}
