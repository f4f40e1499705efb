//! Each file is compiled once, not once per revision: tests hand `raddle` this very program as its compiler, which knows what it compiled
//! before in this run of the tests. So `raddle` calls a compiler as it does for a user.
//!
//! What a compilation depends on is its key: the arguments, the directory, and the files that `raddle` wrote for it. Sources do not change
//! while tests run.

use std::ffi::OsString;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Where compilations are kept. It tells the program that it is called as a compiler.
const CACHE: &str = "RADDLE_CORPUS_COMPILED";

/// The exit code, if this process is a compiler.
pub fn serve() -> Option<ExitCode> {
    let cache = PathBuf::from(std::env::var_os(CACHE)?);
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    Some(match compile(&cache, &arguments) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            let _ = writeln!(io::stderr(), "the compiler of the corpus: {error}");
            ExitCode::FAILURE
        }
    })
}

/// The compilations of this run of the tests; they are removed with it.
#[derive(Debug)]
pub struct Compiled {
    directory: PathBuf,
}

impl Compiled {
    pub fn new() -> io::Result<Compiled> {
        let name = format!("compiled-{}", std::process::id());
        let directory =
            PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")).join(name);
        fs::create_dir_all(&directory)?;
        Ok(Compiled { directory })
    }

    /// Lets a call of `raddle check` compile here.
    pub fn use_in(directory: &Path, command: &mut Command) {
        if let Ok(this) = std::env::current_exe() {
            command.arg("--clang").arg(this).env(CACHE, directory);
        }
    }

    pub fn directory(&self) -> &Path {
        &self.directory
    }
}

impl Drop for Compiled {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.directory);
    }
}

fn compile(cache: &Path, arguments: &[OsString]) -> io::Result<u8> {
    let Some(output) = output_of(arguments) else { return Ok(call(arguments)?.0) };
    let key = key(arguments, &output)?;
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    let entry = cache.join(format!("{:016x}", hasher.finish()));
    if let Some(code) = take(&entry, &key, &output)? {
        return Ok(code);
    }
    let (code, messages) = call(arguments)?;
    keep(&entry, &key, &output, code, &messages)?;
    Ok(code)
}

fn output_of(arguments: &[OsString]) -> Option<PathBuf> {
    let at = arguments.iter().position(|argument| argument == "-o")?;
    arguments.get(at + 1).map(PathBuf::from)
}

/// Everything that decides what the compiler does. The directory of `raddle` has another name each time.
fn key(arguments: &[OsString], output: &Path) -> io::Result<String> {
    let scratch = output.parent().unwrap_or(Path::new("")).display().to_string();
    let mut key = format!("{}\n", std::env::current_dir()?.display());
    for argument in arguments {
        let text = argument.to_string_lossy();
        key.push_str(&text.replace(&scratch, "…"));
        key.push('\n');
        let path = Path::new(argument);
        if path.starts_with(&scratch) && path != output && path.is_file() {
            key.push_str(&fs::read_to_string(path)?);
        }
    }
    Ok(key)
}

/// Does what the real compiler did before. `None` if there was no such call.
fn take(entry: &Path, key: &str, output: &Path) -> io::Result<Option<u8>> {
    if !fs::read_to_string(entry.join("key")).is_ok_and(|known| known == key) {
        return Ok(None);
    }
    let code = fs::read_to_string(entry.join("code"))?.parse().unwrap_or(1);
    io::stderr().write_all(&fs::read(entry.join("messages"))?)?;
    let kept = entry.join("output");
    if kept.exists() {
        fs::copy(kept, output)?;
    }
    Ok(Some(code))
}

fn keep(entry: &Path, key: &str, output: &Path, code: u8, messages: &[u8]) -> io::Result<()> {
    // Made elsewhere and moved at once: another test may be at it.
    let new = entry.with_extension(std::process::id().to_string());
    fs::create_dir_all(&new)?;
    fs::write(new.join("key"), key)?;
    fs::write(new.join("code"), code.to_string())?;
    fs::write(new.join("messages"), messages)?;
    if output.exists() {
        fs::copy(output, new.join("output"))?;
    }
    if fs::rename(&new, entry).is_err() {
        fs::remove_dir_all(new)?;
    }
    Ok(())
}

fn call(arguments: &[OsString]) -> io::Result<(u8, Vec<u8>)> {
    let Some(clang) = raddle_frontend::find_clang() else {
        return Err(io::Error::other("there is no clang"));
    };
    let result = Command::new(clang).args(arguments).env_remove(CACHE).output()?;
    io::stderr().write_all(&result.stderr)?;
    io::stdout().write_all(&result.stdout)?;
    let code = result.status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1);
    Ok((code, result.stderr))
}
