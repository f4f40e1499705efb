//! Running commands and talking to the terminal.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

/// The profile in which everything is tested: optimised, with debug assertions. One profile means one build.
pub(crate) const TEST_PROFILE: &str = "checked";

pub(crate) fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().unwrap_or(manifest).to_owned()
}

/// The cargo that started us.
pub(crate) fn cargo() -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

/// Runs a command with our own input and output; failure is an error that names it.
pub(crate) fn run(command: &mut Command) -> anyhow::Result<()> {
    let line = describe(command);
    say(&format!("$ {line}"));
    let status = command.status().with_context(|| format!("cannot start `{line}`"))?;
    if !status.success() {
        bail!("`{line}` failed ({status})");
    }
    Ok(())
}

fn describe(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(command.get_program());
    let mut words = vec![name.to_string_lossy().into_owned()];
    words.extend(command.get_args().map(|argument| argument.to_string_lossy().into_owned()));
    words.join(" ")
}

/// Progress of a task goes to standard error; a reader that went away does not matter.
pub(crate) fn say(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// Results go to standard output.
pub(crate) fn print(text: &str) {
    let _ = writeln!(std::io::stdout().lock(), "{text}");
}

/// Where cargo puts what it builds.
pub(crate) fn target_directory() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Builds the `raddle` binary and says where it is.
pub(crate) fn build_raddle(profile: &str) -> anyhow::Result<PathBuf> {
    run(cargo().args(["build", "--quiet", "--package", "raddle-cli", "--profile", profile]))?;
    let directory = if profile == "dev" { "debug" } else { profile };
    let binary = target_directory().join(directory).join("raddle");
    if !binary.exists() {
        bail!("{} was not built", binary.display());
    }
    Ok(binary)
}

/// Whether crates that link Z3 can be built here.
pub(crate) fn z3_is_installed() -> bool {
    let found = Command::new("pkg-config").args(["--exists", "z3"]).status();
    found.is_ok_and(|status| status.success()) || Path::new("/usr/include/z3.h").exists()
}

/// CPU seconds of all children that have ended.
pub(crate) fn cpu_of_children() -> anyhow::Result<f64> {
    /// What the kernel counts in, on every system it is built for.
    const TICKS_A_SECOND: f64 = 100.0;
    let text = std::fs::read_to_string("/proc/self/stat").context("no /proc to read times from")?;
    // The name, in parentheses, may have blanks in it; the third field comes behind it.
    let fields = text.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks = fields.split_whitespace().skip(13).take(2).filter_map(|it| it.parse::<f64>().ok());
    Ok(ticks.sum::<f64>() / TICKS_A_SECOND)
}
