//! `cargo xtask supported`: writes `docs/supported.md`, the list of library functions, from the table in `crates/library`.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use raddle_library::{By, Cancellation, Native, Refused, Row, SECTIONS, StandIn};

use crate::shell::{root, say};

pub(crate) fn run(_arguments: &[String]) -> anyhow::Result<()> {
    let path = page(&root());
    fs::write(&path, text()).with_context(|| format!("cannot write {}", path.display()))?;
    say(&format!("wrote {}", path.display()));
    Ok(())
}

/// What is wrong with the page that there is.
pub(crate) fn complaint(root: &Path) -> Option<String> {
    let current = fs::read_to_string(page(root)).is_ok_and(|found| found == text());
    (!current)
        .then(|| "docs/supported.md is not what the table says: cargo xtask supported".to_owned())
}

fn page(root: &Path) -> PathBuf {
    root.join("docs").join("supported.md")
}

const INTRODUCTION: &str = "\
# Library functions

Made by `cargo xtask supported` from the table in `crates/library`; edit the rows there.

A function that a program calls and does not define is executed by a *model* of the machine, or by *C* text that is linked with the program.
What is in neither ends its path as *unknown*, with a reason that names the function and the place.

Notes: **fails**: with `--calls-may-fail` the system may refuse the call, without it that it succeeds is an assumption.
**unsafe**: it need not be thread-safe, so calls of several threads race. **native**: native replays have their own version, which obeys the schedule.
**cancels**: a thread that somebody cancelled ends there.
";

fn text() -> String {
    let mut text = INTRODUCTION.to_owned();
    for section in SECTIONS {
        let _ = write!(text, "\n## {}\n\n", section.title);
        text.push_str("| functions | executed by | what is covered | notes |\n|---|---|---|---|\n");
        for row in section.rows {
            let names: Vec<String> = public_names(row).map(|name| format!("`{name}`")).collect();
            if !names.is_empty() {
                let (by, notes) = (executed_by(row.by), notes(row));
                let _ = writeln!(text, "| {} | {by} | {} | {notes} |", names.join(" "), row.about);
            }
        }
    }
    text
}

fn public_names(row: &'static Row) -> impl Iterator<Item = &'static str> {
    row.names.iter().copied().filter(|name| Row::is_public(name))
}

fn executed_by(by: By) -> &'static str {
    match by {
        By::Machine(_) => "model",
        By::C(_) => "C",
        By::Either(..) => "model or C",
        By::Nobody(StandIn::AnyResult) => "`--havoc-externals`",
        By::Nobody(StandIn::Nothing) => "–",
        By::Frontend => "front end",
    }
}

fn notes(row: &Row) -> String {
    let notes = [
        (row.refused != Refused::Never, "fails"),
        (row.hidden.is_some(), "unsafe"),
        (row.native == Native::Wrapped, "native"),
        (row.cancellation == Cancellation::Always, "cancels"),
    ];
    let notes: Vec<&str> =
        notes.iter().filter(|(holds, _)| *holds).map(|&(_, note)| note).collect();
    notes.join(", ")
}
