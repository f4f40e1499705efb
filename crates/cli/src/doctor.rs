//! `raddle doctor`: whether everything is there that checks need, and how to get what is missing.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::Command;

use raddle_budget::{Budget, machine_memory};
use raddle_frontend::{FrontendOptions, find_clang, shown_path};

use crate::arguments::DoctorArguments;
use crate::files;
use crate::limits::default_memory;
use crate::outcome::Outcome;
use crate::output::{print, wants_color};

/// The oldest compiler whose output is read.
const OLDEST_CLANG: u32 = 14;
/// The oldest NATS server that workers can meet at.
const OLDEST_NATS: (u32, u32) = (2, 9);
/// With less memory than this, checks end early.
const LITTLE_MEMORY: u64 = 2 << 30;
const INCLUDES: &str = "#include <assert.h>\n#include <pthread.h>\n#include <raddle.h>\n#include <stdatomic.h>\n#include <stdio.h>\n#include <stdlib.h>\n\
    int main(void) { return 0; }\n";

/// What was looked at.
struct Finding {
    what: &'static str,
    state: State,
    text: String,
    /// What to do about it.
    help: Option<String>,
}

enum State {
    Good,
    /// Some things will not work.
    Doubtful,
    /// Nothing will.
    Missing,
}

/// Exit code 3 if something is missing that every check of a C program needs.
pub(crate) fn doctor(arguments: &DoctorArguments) -> anyhow::Result<Outcome> {
    let scratch = std::env::temp_dir().join(format!("raddle-{}-doctor", std::process::id()));
    let clang = arguments.clang.clone().or_else(find_clang);
    let mut findings = vec![compiler(clang.as_deref())];
    let temporary = temporary(&scratch);
    if let (Some(clang), State::Good) = (&clang, &temporary.state) {
        findings.push(headers(clang, &scratch));
        findings.push(linking(clang, &scratch));
    }
    findings.extend([temporary, memory(), here(), terminal(), solver(), machines()]);
    // It may not have been made.
    let _ = std::fs::remove_dir_all(&scratch);
    let mut text = String::new();
    for Finding { what, state, text: told, help } in &findings {
        let mark = match state {
            State::Good => "ok     ",
            State::Doubtful => "note   ",
            State::Missing => "missing",
        };
        text.push_str(&format!("{mark}  {what:<10} {told}\n"));
        if let Some(help) = help {
            text.push_str(&format!("         {:<10} → {help}\n", ""));
        }
    }
    let missing = findings.iter().filter(|one| matches!(one.state, State::Missing)).count();
    text.push_str(&match missing {
        0 => "everything that checks need is there\n".to_owned(),
        1 => "one thing is missing that checks need\n".to_owned(),
        more => format!("{more} things are missing that checks need\n"),
    });
    print(&text)?;
    Ok(if missing == 0 { Outcome::DONE } else { Outcome::Unknown })
}

fn good(what: &'static str, text: String) -> Finding {
    Finding { what, state: State::Good, text, help: None }
}

fn compiler(clang: Option<&Path>) -> Finding {
    let what = "compiler";
    let help = Some(install(&["clang", "clang", "clang", "clang", "clang", "llvm"]));
    let missing = |text: String| Finding { what, state: State::Missing, text, help: help.clone() };
    let Some(clang) = clang else { return missing("no clang on PATH".to_owned()) };
    let path = shown_path(clang);
    let output = Command::new(clang).arg("--version").output();
    let text = match output {
        Ok(output) if output.status.success() => {
            String::from_utf8_lossy(&output.stdout).into_owned()
        }
        Ok(output) => return missing(format!("{path} does not work ({})", output.status)),
        Err(error) => return missing(format!("{path} cannot be started: {error}")),
    };
    match version(&text) {
        Some((major, _)) if major < OLDEST_CLANG => {
            missing(format!("{path} is version {major}; {OLDEST_CLANG} is the oldest that will do"))
        }
        Some((_, version)) => good(what, format!("clang {version} ({path})")),
        None => missing(format!("{path} is no clang")),
    }
}

/// From `Ubuntu clang version 18.1.3 (1ubuntu1)`.
fn version(text: &str) -> Option<(u32, &str)> {
    let rest = text.split("clang version ").nth(1)?;
    let version = rest.split([' ', '\n', '-']).next()?;
    Some((version.split('.').next()?.parse().ok()?, version))
}

/// Reads a small program as a check would.
fn headers(clang: &Path, scratch: &Path) -> Finding {
    let what = "headers";
    let path = scratch.join("headers.c");
    let options = FrontendOptions {
        clang: Some(clang.to_owned()),
        provided: Some(raddle_explore::is_library_function),
        budget: Budget::default(),
        ..FrontendOptions::default()
    };
    let loaded = files::write(&path, INCLUDES)
        .and_then(|()| Ok(raddle_frontend::load(&[path], &options).map(drop)?));
    match loaded {
        Ok(()) => good(what, "<stdio.h>, <pthread.h>, <stdatomic.h>, <raddle.h>".to_owned()),
        Err(error) => {
            let help =
                install(&["libc6-dev", "glibc-devel", "glibc", "musl-dev", "glibc-devel", "llvm"]);
            Finding { what, state: State::Missing, text: one_line(&error), help: Some(help) }
        }
    }
}

/// Native replays link programs.
fn linking(clang: &Path, scratch: &Path) -> Finding {
    let what = "linking";
    let (source, program) = (scratch.join("linked.c"), scratch.join("linked"));
    let text = "#include <math.h>\n#include <pthread.h>\nint main(void) { return 0; }\n";
    let linked = files::write(&source, text).and_then(|()| {
        let mut command = Command::new(clang);
        command.arg(&source).args(["-pthread", "-lm", "-o"]).arg(&program);
        let output = command.output()?;
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        anyhow::ensure!(output.status.success(), "{}", message.trim());
        Ok(())
    });
    match linked {
        Ok(()) => {
            good(what, "programs can be built: raddle replay --native, --emit-test".to_owned())
        }
        Err(error) => {
            let packages = ["gcc libc6-dev", "gcc", "gcc", "gcc musl-dev", "gcc", "llvm"];
            let text = format!("raddle replay --native will not work: {}", one_line(&error));
            Finding { what, state: State::Doubtful, text, help: Some(install(&packages)) }
        }
    }
}

fn one_line(error: &anyhow::Error) -> String {
    let text = format!("{error:#}");
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    // The compiler's own message, if there is one, says more than ours.
    let lines: Vec<&str> = lines.collect();
    let told = lines.iter().find(|line| line.contains("error:")).or(lines.first());
    raddle_report::printable(told.unwrap_or(&""))
}

/// Only `raddle up` and servers of workers need it.
fn machines() -> Finding {
    let what = "NATS";
    let server = raddle_nats::find_server(std::env::var_os("PATH").as_deref());
    let Ok(server) = server else {
        return Finding {
            what,
            state: State::Doubtful,
            text: "no nats-server here: workers on other machines need one somewhere".to_owned(),
            help: Some(install(&["nats-server"; 6])),
        };
    };
    let path = shown_path(&server);
    let output = Command::new(&server).arg("--version").output().map(|output| output.stdout);
    let text = String::from_utf8_lossy(&output.unwrap_or_default()).into_owned();
    let version = text.trim().rsplit([' ', 'v']).next().unwrap_or_default().to_owned();
    let numbers: Vec<u32> = version.split('.').map_while(|part| part.parse().ok()).collect();
    match numbers[..] {
        [major, minor, ..] if (major, minor) >= OLDEST_NATS => {
            good(what, format!("nats-server {version} ({path}): raddle up, --workers"))
        }
        _ => Finding {
            what,
            state: State::Doubtful,
            text: format!("{path} is not a nats-server of version 2.9 or later"),
            help: Some(install(&["nats-server"; 6])),
        },
    }
}

fn temporary(scratch: &Path) -> Finding {
    let what = "temporary";
    let shown = shown_path(&std::env::temp_dir());
    match files::write(&scratch.join("probe"), "text") {
        Ok(()) => good(what, format!("files can be written below {shown}")),
        Err(error) => Finding {
            what,
            state: State::Missing,
            text: one_line(&error),
            help: Some("name a directory with TMPDIR".to_owned()),
        },
    }
}

fn memory() -> Finding {
    let what = "memory";
    let gigabytes = |bytes: u64| format!("{:.1} GiB", bytes as f64 / f64::from(1 << 30));
    match (machine_memory(), default_memory()) {
        (Some(all), Some(limit)) => {
            let text = format!("{}; a check uses up to {}", gigabytes(all), gigabytes(limit));
            match all < LITTLE_MEMORY {
                false => good(what, text),
                true => Finding {
                    what,
                    state: State::Doubtful,
                    text,
                    help: Some("checks may end early: --memory, a smaller program".to_owned()),
                },
            }
        }
        _ => Finding {
            what,
            state: State::Doubtful,
            text: "how much there is is not known; nothing limits a check".to_owned(),
            help: Some("--memory 4G sets a limit".to_owned()),
        },
    }
}

/// Findings are kept below the directory at hand.
fn here() -> Finding {
    let what = "findings";
    let probe = PathBuf::from(format!(".raddle-doctor-{}", std::process::id()));
    match std::fs::write(&probe, "") {
        Ok(()) => {
            let _ = std::fs::remove_file(&probe);
            good(what, "are kept below ./raddle-out".to_owned())
        }
        Err(error) => Finding {
            what,
            state: State::Doubtful,
            text: format!("cannot be kept in this directory: {error}"),
            help: Some("--out DIR keeps them elsewhere".to_owned()),
        },
    }
}

fn terminal() -> Finding {
    let what = "terminal";
    if !std::io::stdout().is_terminal() {
        return good(what, "none: no colours, 100 columns, no progress".to_owned());
    }
    let width = terminal_size::terminal_size().map_or(100, |(width, _)| width.0);
    let colors = if wants_color() { "colours" } else { "no colours" };
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    let unicode = locale.is_none_or(|value| {
        let value = value.to_ascii_lowercase();
        value.contains("utf-8") || value.contains("utf8")
    });
    let text = format!("{width} columns, {colors}");
    match unicode {
        true => good(what, text),
        false => Finding {
            what,
            state: State::Doubtful,
            text: format!("{text}, perhaps without the characters · – ─ of reports"),
            help: Some("export LC_ALL=C.UTF-8".to_owned()),
        },
    }
}

fn solver() -> Finding {
    let text = match cfg!(feature = "z3") {
        true => "Raddle's own, and Z3 for what it cannot decide in time",
        false => "Raddle's own (a build with --features z3 has Z3 for hard products and quotients)",
    };
    good("solver", text.to_owned())
}

/// Package managers with how they install, in the order in which packages are named.
const MANAGERS: &[(&str, &str)] = &[
    ("apt-get", "apt-get install"),
    ("dnf", "dnf install"),
    ("pacman", "pacman -S"),
    ("apk", "apk add"),
    ("zypper", "zypper install"),
    ("brew", "brew install"),
];

/// The command that installs a package here.
fn install(packages: &[&str; MANAGERS.len()]) -> String {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let is_there = |name: &str| std::env::split_paths(&path).any(|at| at.join(name).is_file());
    let found = MANAGERS.iter().zip(packages).find(|((name, _), _)| is_there(name));
    match found {
        Some(((_, command), package)) => format!("{command} {package}"),
        None => format!("install {} with your system's tools", packages[0]),
    }
}

#[cfg(test)]
mod tests {
    use super::version;

    #[test]
    fn versions_are_read() {
        let debian = "Debian clang version 14.0.6\nTarget: x86_64-pc-linux-gnu\n";
        assert_eq!(version(debian), Some((14, "14.0.6")));
        let ubuntu = "Ubuntu clang version 22.1.3 (++20260401)\n";
        assert_eq!(version(ubuntu), Some((22, "22.1.3")));
        assert_eq!(version("gcc (Debian) 12.2.0"), None);
    }
}
