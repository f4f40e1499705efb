//! Compiles an instrumented program, links it with the run-time, and runs it.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use raddle_budget::{Budget, Stage};
use raddle_findings::{Choreography, Finding, Location};
use raddle_frontend::{FrontendError, FrontendOptions, find_clang, ir_text, run_tool, shown_path};

use crate::error::NativeError;
use crate::instrument::{Sites, instrument};
use crate::judge::{self, Confirmation, Happened};
use crate::tables::{Hooks, tables, targets};
use crate::undefined::{Declared, declarations, definitions, missing};
use crate::{TURNS, replaced_functions, runtime};

/// Lets the compiler insert hooks at every access that another thread could notice, reads of a variable that is written next
/// included.
pub(crate) const INSTRUMENT: &[&str] = &[
    "-fsanitize=thread",
    "-mllvm",
    "-tsan-instrument-read-before-write=1",
    "-mllvm",
    "-tsan-instrument-func-entry-exit=0",
];
const LINKING: &str = "linking the instrumented program";
/// How the front end compiles programs, as far as it changes what they do.
pub(crate) const AS_CHECKED: &[&str] =
    &["-O0", "-fno-builtin", "-D__NO_CTYPE", "-ffp-contract=off", "-fno-strict-aliasing"];
/// The run-time ends a run by itself sooner.
const TIME_LIMIT: Duration = Duration::from_secs(20);
/// Bytes of the program's output that are kept.
const OUTPUT_LIMIT: usize = 64 * 1024;

/// A thread that is to come to a line and stay there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    pub thread: u32,
    pub location: Location,
    /// It comes to the access there, which is to meet that of another thread.
    pub access: bool,
}

/// What to show natively.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    pub files: &'a [PathBuf],
    pub compile: &'a FrontendOptions,
    pub finding: &'a Finding,
    pub choreography: &'a Choreography,
    /// Where threads are to come to, if that is what the finding is about.
    pub arrivals: &'a [Arrival],
    /// Command-line arguments of the program; those that were inputs are added.
    pub arguments: &'a [String],
}

/// What the real binary did.
#[derive(Clone, Debug)]
pub struct Native {
    pub confirmation: Confirmation,
    pub stdout: String,
    pub stderr: String,
    pub(crate) hooks: Hooks,
    /// Names that the program defines itself.
    pub(crate) defined: Vec<String>,
    pub(crate) undefined: Vec<Declared>,
    /// The compiler that was used.
    pub(crate) clang: PathBuf,
}

/// Compiles and runs the program along the recorded run.
pub fn run(request: &Request<'_>) -> Result<Native, NativeError> {
    let budget = &request.compile.budget;
    budget.enter(Stage::Native);
    let directory = Directory::new()?;
    let clang = compiler(request.compile)?;
    let mut options = request.compile.clone();
    options.extra_args.extend(INSTRUMENT.iter().map(|&argument| argument.to_owned()));
    options.extra_args.extend(traps_for(&request.finding.code).iter().map(|&flag| flag.to_owned()));
    let Compiled { sites, objects, declared, defined } =
        compile_all(request.files, &options, &targets(request.arrivals), &clang, &directory)?;
    let choreography = request.choreography;
    let tables = tables(request, Some(&sites), &Hooks::default());
    let runtime = runtime(&tables, TURNS);
    let (binary, undefined) =
        complete(&clang, &directory.path, objects, &runtime, &declared, budget)?;
    let run = execute(&binary, &directory.path, Outside::Nothing, budget)?;
    let happened = Happened::read(&run.report, run.status);
    let confirmation = judge::judge(request.finding, choreography, &happened);
    let hooks = happened.hooks(choreography.steps.len());
    let (stdout, stderr) = (run.stdout, run.stderr);
    Ok(Native { confirmation, stdout, stderr, hooks, defined, undefined, clang })
}

/// A program with hooks that know their places.
pub(crate) struct Compiled {
    pub sites: Sites,
    pub objects: Vec<PathBuf>,
    pub declared: Vec<Declared>,
    pub defined: Vec<String>,
}

pub(crate) fn compile_all(
    files: &[PathBuf],
    options: &FrontendOptions,
    targets: &[String],
    clang: &Path,
    directory: &Directory,
) -> Result<Compiled, NativeError> {
    let mut compiled = Compiled {
        sites: Sites::new(),
        objects: Vec::new(),
        declared: Vec::new(),
        defined: Vec::new(),
    };
    let replaceable = replaced_functions();
    for (index, file) in files.iter().enumerate() {
        let text = ir_text(file, options)?;
        let module = instrument(&text, &replaceable, targets, &mut compiled.sites);
        let source = directory.path.join(format!("module{index}.ll"));
        write(&source, &module.text)?;
        let flags = ["-O0", "-Wno-override-module"];
        compiled.objects.push(compile(clang, &source, &flags, &options.budget)?);
        compiled.defined.extend(module.defined);
        compiled.declared.extend(declarations(&module.text));
    }
    Ok(compiled)
}

/// Links the program with the run-time, which also defines what nobody else does. What that is, the linker knows.
pub(crate) fn complete(
    clang: &Path,
    directory: &Path,
    program: Vec<PathBuf>,
    runtime: &str,
    declared: &[Declared],
    budget: &Budget,
) -> Result<(PathBuf, Vec<Declared>), NativeError> {
    let (source, binary) = (directory.join("runtime.c"), directory.join("program"));
    let mut undefined: Vec<Declared> = Vec::new();
    loop {
        write(&source, &format!("{runtime}{}", definitions(&undefined)))?;
        let mut objects = program.clone();
        objects.push(compile(clang, &source, &["-std=gnu11", "-O0", "-w"], budget)?);
        let message = match link(clang, &objects, &binary, budget) {
            Ok(()) => return Ok((binary, undefined)),
            Err(NativeError::Tool { message, .. }) if undefined.is_empty() => message,
            Err(other) => return Err(other),
        };
        for name in missing(&message) {
            undefined.extend(declared.iter().find(|one| one.name == name).cloned());
        }
        if undefined.is_empty() {
            return Err(NativeError::Tool { step: LINKING, message });
        }
    }
}

/// Undefined behaviour that the processor does not notice: the compiler lets it end in a trap, without any run-time.
pub(crate) fn traps_for(code: &str) -> &'static [&'static str] {
    match code {
        "R0201" => &["-fsanitize=array-bounds", "-fsanitize-trap=array-bounds"],
        "R0301" => {
            &["-fsanitize=signed-integer-overflow", "-fsanitize-trap=signed-integer-overflow"]
        }
        "R0303" => &["-fsanitize=shift", "-fsanitize-trap=shift"],
        "R0702" => &["-fsanitize=unreachable", "-fsanitize-trap=unreachable"],
        _ => &[],
    }
}

pub(crate) fn compiler(options: &FrontendOptions) -> Result<PathBuf, NativeError> {
    options.clang.clone().or_else(find_clang).ok_or(NativeError::NoClang)
}

fn compile(
    clang: &Path,
    source: &Path,
    flags: &[&str],
    budget: &Budget,
) -> Result<PathBuf, NativeError> {
    let object = source.with_extension("o");
    let mut command = Command::new(clang);
    command.args(flags).arg("-c").arg("-o").arg(&object).arg(source);
    tool("compiling the instrumented program", clang, &mut command, budget)?;
    Ok(object)
}

pub(crate) fn link(
    clang: &Path,
    objects: &[PathBuf],
    binary: &Path,
    budget: &Budget,
) -> Result<(), NativeError> {
    let mut command = Command::new(clang);
    command.args(objects).args(["-pthread", "-lm", "-o"]).arg(binary);
    tool(LINKING, clang, &mut command, budget)
}

pub(crate) fn tool(
    step: &'static str,
    clang: &Path,
    command: &mut Command,
    budget: &Budget,
) -> Result<(), NativeError> {
    let start = |error| NativeError::Start { program: shown_path(clang), error };
    let ended = run_tool(command, budget).map_err(start)?;
    let (status, message) = ended.ok_or(FrontendError::Spent)?;
    if status.success() {
        return Ok(());
    }
    Err(NativeError::Tool { step, message })
}

pub(crate) fn write(path: &Path, text: &str) -> Result<(), NativeError> {
    let failed = |error| NativeError::File { what: "write", path: path.to_owned(), error };
    std::fs::write(path, text).map_err(failed)
}

pub(crate) struct Run {
    pub status: Option<ExitStatus>,
    pub report: String,
    pub stdout: String,
    pub stderr: String,
}

/// What a binary gets from where Raddle was started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outside {
    /// Nothing, an empty directory, and little time.
    Nothing,
    /// Standard input, and all the time that there is.
    Input,
}

/// Runs a binary; output goes through files, so that nobody waits for anybody.
pub(crate) fn execute(
    binary: &Path,
    directory: &Path,
    outside: Outside,
    budget: &Budget,
) -> Result<Run, NativeError> {
    let create = |name: &str| {
        let path = directory.join(name);
        let failed = |error| NativeError::File { what: "create", path: path.clone(), error };
        std::fs::File::create(&path).map_err(failed)
    };
    let report = directory.join("report");
    let mut command = Command::new(binary);
    if outside == Outside::Nothing {
        // There are no files but those that the run-time lays out.
        let files = directory.join("files");
        let failed = |error| NativeError::File { what: "create", path: files.clone(), error };
        std::fs::create_dir_all(&files).map_err(failed)?;
        command.current_dir(files);
    }
    command
        .env("RADDLE_NATIVE_REPORT", &report)
        .stdin(match outside {
            Outside::Nothing => std::process::Stdio::null(),
            Outside::Input => std::process::Stdio::inherit(),
        })
        .stdout(create("stdout")?)
        .stderr(create("stderr")?);
    let start = |error| NativeError::Start { program: shown_path(binary), error };
    let mut child = command.spawn().map_err(start)?;
    let limit = (outside == Outside::Nothing).then_some(TIME_LIMIT);
    let status = wait(&mut child, limit, budget);
    if budget.look().is_some() {
        return Err(FrontendError::Spent.into());
    }
    let text = |name: &str| {
        let bytes = std::fs::read(directory.join(name)).unwrap_or_default();
        String::from_utf8_lossy(&bytes[..bytes.len().min(OUTPUT_LIMIT)]).into_owned()
    };
    let report = std::fs::read(&report).unwrap_or_default();
    Ok(Run {
        status,
        report: String::from_utf8_lossy(&report).into_owned(),
        stdout: text("stdout"),
        stderr: text("stderr"),
    })
}

/// How the process ended; `None` if it had to be ended.
fn wait(
    child: &mut std::process::Child,
    limit: Option<Duration>,
    budget: &Budget,
) -> Option<ExitStatus> {
    let start = Instant::now();
    loop {
        let in_time = limit.is_none_or(|limit| start.elapsed() < limit);
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if in_time && budget.look().is_none() => {
                std::thread::sleep(Duration::from_millis(5));
            }
            Ok(None) | Err(_) => {
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
        }
    }
}

/// A directory that disappears with this value.
pub(crate) struct Directory {
    pub path: PathBuf,
}

impl Directory {
    pub fn new() -> Result<Directory, NativeError> {
        static COUNTER: AtomicU32 = AtomicU32::new(0);
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let name = format!("raddle-{}-native-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let failed = |error| NativeError::File { what: "create", path: path.clone(), error };
        std::fs::create_dir(&path).map_err(failed)?;
        Ok(Directory { path })
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        // Nothing to be done about a directory that cannot be removed.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

impl std::fmt::Debug for Directory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.path.fmt(f)
    }
}
