//! Getting IR text: reading `.ll` files, and running clang on sources.
//!
//! Sources are compiled without optimisation, so that no shared read is merged or hoisted away, but
//! not marked `optnone`; value names are kept for readability and floating-point contraction is off,
//! so that arithmetic means what the source says. Each compilation has its own temporary directory,
//! removed when it is done.

use std::ffi::OsString;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use std::{env, fs, io, process};

use raddle_budget::{Budget, Stage};

use crate::cancellation::BrokenChecks;
use crate::error::FrontendError;
use crate::{RADDLE_HEADER, old_c, volatile};

/// How sources are compiled. The default suits a 64-bit program without special needs.
#[derive(Clone, Debug, Default)]
pub struct FrontendOptions {
    /// The compiler to run; `None` takes the newest clang on `PATH`.
    pub clang: Option<PathBuf>,
    /// `-I`
    pub include_dirs: Vec<PathBuf>,
    /// `-D`, as `NAME` or `NAME=VALUE`
    pub defines: Vec<String>,
    /// `-std`, e.g. `c11`
    pub std: Option<String>,
    /// Compile for 32-bit pointers.
    pub m32: bool,
    /// What single files are compiled with besides.
    pub file_arguments: Vec<FileArguments>,
    /// Passed to the compiler as they are, after everything else.
    pub extra_args: Vec<String>,
    /// Volatile accesses are atomic: loads acquire, stores release.
    pub volatile_is_atomic: bool,
    /// Let every instruction of the input leave a mark (a call of `raddle.cost.<opcode>`).
    pub count_instructions: bool,
    /// Whether somebody else has a function: the program need not define it. Without it nobody does.
    pub provided: Option<fn(&str) -> bool>,
    /// Told what is doubtful about a source that compiles all the same.
    pub warn: Option<fn(&str)>,
    /// A deliberate mistake about cancellation at any moment.
    pub broken_checks: Option<BrokenChecks>,
    /// When it is spent the compiler is ended, and reading as well.
    pub budget: Budget,
}

/// How a build compiles one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileArguments {
    pub file: PathBuf,
    /// Where the compiler runs: paths in the arguments are relative to it.
    pub directory: PathBuf,
    pub arguments: Vec<String>,
}

/// Which definitions a compilation leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InlineCopies {
    /// As C has it: `inline` alone defines no function, only a copy that may be used in place of it.
    LeftOut,
    Kept,
}

/// The oldest clang whose output we promise to read.
pub const OLDEST_CLANG: u32 = 14;
/// Names tried on `PATH`, newest first, end here.
const NEWEST_CLANG: u32 = 40;
/// Lines of compiler messages passed on.
const MAX_MESSAGE_LINES: usize = 40;

/// The IR text of an input file.
pub fn ir_text(path: &Path, options: &FrontendOptions) -> Result<String, FrontendError> {
    text_of(path, options).map(|text| as_meant(text, options))
}

/// Volatile accesses are what the program means by them.
fn as_meant(text: String, options: &FrontendOptions) -> String {
    if options.volatile_is_atomic { volatile::make_atomic(&text) } else { text }
}

fn text_of(path: &Path, options: &FrontendOptions) -> Result<String, FrontendError> {
    let unreadable = |message: String| FrontendError::Unreadable { path: path.to_owned(), message };
    let metadata = fs::metadata(path).map_err(|error| unreadable(describe(&error)))?;
    if metadata.is_dir() {
        return Err(FrontendError::Directory { path: path.to_owned() });
    }
    match extension(path) {
        "ll" => {
            let bytes = fs::read(path).map_err(|error| unreadable(describe(&error)))?;
            if bytes.iter().all(u8::is_ascii_whitespace) {
                return Err(FrontendError::Empty { path: path.to_owned() });
            }
            // Damaged bytes become replacement characters, which the lexer refuses where they matter.
            Ok(match String::from_utf8(bytes) {
                Ok(text) => text,
                Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
            })
        }
        "c" | "i" | "cc" | "cpp" | "cxx" | "ii" => {
            fs::File::open(path).map_err(|error| unreadable(describe(&error)))?;
            if metadata.is_file() && metadata.len() == 0 {
                return Err(FrontendError::Empty { path: path.to_owned() });
            }
            compile(path, InlineCopies::LeftOut, options)
        }
        _ => Err(FrontendError::UnknownKind { path: path.to_owned() }),
    }
}

fn extension(path: &Path) -> &str {
    path.extension().and_then(|extension| extension.to_str()).unwrap_or("")
}

fn describe(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

/// The IR text of a source in which every function with `inline` alone has its body, too.
pub(crate) fn text_with_inline_copies(
    path: &Path,
    options: &FrontendOptions,
) -> Result<String, FrontendError> {
    let quiet = FrontendOptions { warn: None, ..options.clone() };
    // The flag that makes the compiler keep them is one for optimised code, but nothing was optimised.
    compile(path, InlineCopies::Kept, &quiet)
        .map(|text| as_meant(text, options))
        .map(|text| as_meant(text.replace("isOptimized: true", "isOptimized: false"), options))
}

/// Whether a file goes through the compiler.
pub(crate) fn is_source(path: &Path) -> bool {
    extension(path) != "ll"
}

fn compile(
    path: &Path,
    copies: InlineCopies,
    options: &FrontendOptions,
) -> Result<String, FrontendError> {
    let clang = match &options.clang {
        Some(clang) => clang.clone(),
        None => find_clang().ok_or(FrontendError::NoClang)?,
    };
    let directory = TemporaryDirectory::new()?;
    let cannot =
        |error: io::Error| FrontendError::TemporaryDirectory { message: error.to_string() };
    write_headers(&directory.path).map_err(cannot)?;
    let output = directory.path.join("out.ll");
    let unusable = |error: io::Error| FrontendError::ClangUnusable {
        clang: clang.clone(),
        message: describe(&error),
    };
    let run_with = |more: &[OsString]| {
        let mut command = Command::new(&clang);
        command.args(arguments(path, &directory.path, &output, copies, options, more));
        if let Some(own) = options.file_arguments.iter().find(|own| own.file == path) {
            command.current_dir(&own.directory);
        }
        run(&mut command, &options.budget).map_err(unusable)?.ok_or(FrontendError::Spent)
    };
    let (status, mut messages) = run_with(&[])?;
    if !status.success() {
        let message = trimmed(&messages);
        return Err(FrontendError::ClangFailed { path: path.to_owned(), message });
    }
    if let Some(prototypes) = old_c::prototypes(&messages) {
        let header = directory.path.join("undeclared.h");
        fs::write(&header, prototypes).map_err(cannot)?;
        let (status, with_prototypes) = run_with(&["-include".into(), header.into()])?;
        if status.success() {
            messages = old_c::undeclared(&messages) + &with_prototypes;
        } else {
            // They contradict the program: its own view is taken.
            run_with(&[])?;
        }
    }
    if let Some(warn) = options.warn {
        old_c::warnings(&messages).iter().for_each(|warning| warn(warning));
    }
    let bytes = fs::read(&output).map_err(|error| FrontendError::ClangUnusable {
        clang,
        message: format!("it wrote no LLVM IR ({})", describe(&error)),
    })?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn run(command: &mut Command, budget: &Budget) -> io::Result<Option<(ExitStatus, String)>> {
    budget.enter(Stage::Compile);
    run_tool(command, budget)
}

/// Runs a tool: how it ended, and its messages. `None` if the budget was spent before: then it was ended.
pub fn run_tool(
    command: &mut Command,
    budget: &Budget,
) -> io::Result<Option<(ExitStatus, String)>> {
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
    let mut stderr = child.stderr.take();
    // Somebody has to listen, or a compiler with many messages would wait for ever.
    let listener = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(stderr) = &mut stderr {
            // What was read before an error is better than nothing.
            let _ = stderr.read_to_end(&mut bytes);
        }
        bytes
    });
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if budget.look().is_some() {
            // The listener is left alone: a process that the compiler started may keep its end open.
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    let bytes = listener.join().unwrap_or_default();
    Ok(Some((status, String::from_utf8_lossy(&bytes).into_owned())))
}

/// `raddle.h`, and a stand-in for a header that only 32-bit development packages have.
fn write_headers(directory: &Path) -> io::Result<()> {
    fs::write(directory.join("raddle.h"), RADDLE_HEADER)?;
    fs::create_dir_all(directory.join("m32/gnu"))?;
    fs::write(directory.join("m32/gnu/stubs-32.h"), "")
}

/// The IR text of a part of the run-time library, for the target of the program. `None` if there is no
/// clang: a program given as IR goes without it.
pub fn library_text(
    source: &str,
    triple: &str,
    options: &FrontendOptions,
) -> Result<Option<String>, FrontendError> {
    let Some(clang) = options.clang.clone().or_else(find_clang) else { return Ok(None) };
    let directory = TemporaryDirectory::new()?;
    let cannot =
        |error: io::Error| FrontendError::TemporaryDirectory { message: error.to_string() };
    let input = directory.path.join("library.c");
    fs::write(&input, source).map_err(cannot)?;
    let output = directory.path.join("library.ll");
    let mut command = Command::new(&clang);
    // The user's options are for the user's sources; the target is all that both must agree on.
    command.args([
        "-S",
        "-emit-llvm",
        "-O0",
        "-gline-tables-only",
        "-Xclang",
        "-disable-O0-optnone",
    ]);
    command.args(["-fno-builtin", "-nostdinc", "-ffp-contract=off", "-std=c11", "-w"]);
    if !triple.is_empty() {
        command.arg(format!("--target={triple}"));
    }
    command.arg("-o").arg(&output).arg(&input);
    let unusable = |message: String| FrontendError::ClangUnusable { clang: clang.clone(), message };
    let result = run(&mut command, &options.budget).map_err(|error| unusable(describe(&error)))?;
    let (status, messages) = result.ok_or(FrontendError::Spent)?;
    if !status.success() {
        let message = trimmed(&messages);
        return Err(unusable(format!("it does not compile the run-time library:\n{message}")));
    }
    fs::read_to_string(&output).map(Some).map_err(|error| unusable(describe(&error)))
}

fn arguments(
    path: &Path,
    header_directory: &Path,
    output: &Path,
    copies: InlineCopies,
    options: &FrontendOptions,
    more: &[OsString],
) -> Vec<OsString> {
    let mut args: Vec<OsString> = Vec::new();
    match copies {
        InlineCopies::LeftOut => args.push("-O0".into()),
        // Only an optimising compiler writes them down; it is stopped before it optimises, and headers are told that it does not.
        InlineCopies::Kept => {
            let flags =
                ["-O1", "-Xclang", "-disable-llvm-passes", "-U__OPTIMIZE__", "-D__NO_INLINE__"];
            args.extend(flags.map(OsString::from));
        }
    }
    for fixed in [
        "-S",
        "-emit-llvm",
        "-g",
        "-Xclang",
        "-disable-O0-optnone",
        "-fno-discard-value-names",
        // Library functions have models; what the compiler makes of them instead varies by version.
        "-fno-builtin",
        // glibc's <ctype.h> then declares functions instead of looking into tables.
        "-D__NO_CTYPE",
        // Marks where the life of each local begins and ends, without any sanitizer.
        "-Xclang",
        "-fsanitize-address-use-after-scope",
        "-ffp-contract=off",
        "-fno-strict-aliasing",
        "-fno-color-diagnostics",
    ] {
        args.push(fixed.into());
    }
    args.extend(old_c::FLAGS.iter().map(OsString::from));
    args.extend_from_slice(more);
    if options.m32 {
        args.push("-m32".into());
        // Debian's 64-bit headers also serve 32-bit programs, except for one file of no consequence.
        for directory in ["/usr/include/x86_64-linux-gnu".into(), header_directory.join("m32")] {
            args.push("-idirafter".into());
            args.push(directory.into());
        }
    }
    if let Some(std) = &options.std {
        args.push(format!("-std={std}").into());
    }
    // In one word: the compiler takes any word that begins with `@` for the name of a file with more arguments.
    // The compiler may run elsewhere than this process does.
    for directory in &options.include_dirs {
        let absolute = std::path::absolute(directory).unwrap_or_else(|_| directory.clone());
        args.push(joined("-I", &absolute));
    }
    for own in options.file_arguments.iter().filter(|own| own.file == path) {
        args.extend(own.arguments.iter().map(Into::into));
    }
    // After the user's directories: a project may bring its own raddle.h.
    args.push(joined("-I", header_directory));
    for define in &options.defines {
        args.push(format!("-D{define}").into());
    }
    args.extend(options.extra_args.iter().map(Into::into));
    args.push("-o".into());
    args.push(output.into());
    args.push("--".into());
    args.push(if starts_with_at(path) { Path::new(".").join(path).into() } else { path.into() });
    args
}

fn joined(flag: &str, path: &Path) -> OsString {
    let mut word = OsString::from(flag);
    word.push(path);
    word
}

fn starts_with_at(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().starts_with(b"@")
}

/// The newest `clang-N` on `PATH`, else plain `clang`. Directories that depend on where the command is run do not count: a program
/// that is checked must not bring its compiler along.
pub fn find_clang() -> Option<PathBuf> {
    let directories: Vec<PathBuf> =
        env::var_os("PATH").map(|path| env::split_paths(&path).collect()).unwrap_or_default();
    let directories: Vec<PathBuf> =
        directories.into_iter().filter(|directory| directory.is_absolute()).collect();
    let find = |name: &str| {
        directories.iter().map(|directory| directory.join(name)).find(|path| path.is_file())
    };
    (OLDEST_CLANG..=NEWEST_CLANG)
        .rev()
        .find_map(|version| find(&format!("clang-{version}")))
        .or_else(|| find("clang"))
}

/// The first lines of the compiler's messages; the rest rarely helps.
fn trimmed(message: &str) -> String {
    let lines: Vec<&str> = message.trim_end().lines().collect();
    let mut text = lines[..lines.len().min(MAX_MESSAGE_LINES)].join("\n");
    if lines.len() > MAX_MESSAGE_LINES {
        text.push_str(&format!("\n... {} more lines", lines.len() - MAX_MESSAGE_LINES));
    }
    text
}

/// A directory of our own that disappears with this value.
struct TemporaryDirectory {
    path: PathBuf,
}

impl TemporaryDirectory {
    fn new() -> Result<Self, FrontendError> {
        static COUNTER: AtomicU64 = AtomicU64::new(0);
        let mut last = None;
        for _ in 0..100 {
            let number = COUNTER.fetch_add(1, Ordering::Relaxed);
            let name = format!("raddle-{}-{number}", process::id());
            let path = env::temp_dir().join(name);
            match fs::create_dir(&path) {
                Ok(()) => return Ok(TemporaryDirectory { path }),
                Err(error) => last = Some(error),
            }
        }
        let message = last.map_or_else(String::new, |error| error.to_string());
        Err(FrontendError::TemporaryDirectory { message })
    }
}

impl Drop for TemporaryDirectory {
    fn drop(&mut self) {
        // Nothing to be done about a directory that cannot be removed.
        let _ = fs::remove_dir_all(&self.path);
    }
}
