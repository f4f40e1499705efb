//! The guide shows what is printed: every command in it that begins with `$ raddle` is run, in a copy of its programs, and prints what stands below it. Counts and
//! times of statistics may differ. `RADDLE_BLESS=1` rewrites the pages.

use std::path::{Path, PathBuf};
use std::process::Command;

fn guide() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide")
}

/// A copy of the programs that only one page uses.
fn programs(page: &str) -> PathBuf {
    let copy = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")).join(page);
    let _ = std::fs::remove_dir_all(&copy);
    std::fs::create_dir_all(&copy).expect("the directory can be made");
    for entry in std::fs::read_dir(guide().join("programs")).expect("the guide has programs") {
        let entry = entry.expect("the directory can be read");
        if entry.path().is_file() {
            std::fs::copy(entry.path(), copy.join(entry.file_name())).expect("files can be copied");
        }
    }
    copy
}

fn printed(command: &str, directory: &Path) -> Vec<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_raddle"))
        .args(command.split_whitespace())
        .current_dir(directory)
        .output()
        .expect("raddle can be started");
    assert_ne!(output.status.code(), Some(101), "{command}");
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text += &String::from_utf8_lossy(&output.stderr);
    text.lines().map(|line| line.trim_end().to_owned()).collect()
}

/// A page with the output of each command replaced by what is printed now.
fn rewritten(page: &str, name: &str) -> String {
    const PROMPT: &str = "$ raddle ";
    let directory = programs(name);
    let mut lines = Vec::new();
    let mut block: Option<String> = None;
    for line in page.lines() {
        let indent = &line[..line.len() - line.trim_start().len()];
        match &block {
            None => {
                if line.trim_start() == "```console" {
                    block = Some(indent.to_owned());
                }
                lines.push(line.to_owned());
            }
            Some(_) if line.trim_start() == "```" => {
                block = None;
                lines.push(line.to_owned());
            }
            Some(indent) => {
                if let Some(command) = line.trim_start().strip_prefix(PROMPT) {
                    lines.push(line.to_owned());
                    let output = printed(command, &directory);
                    lines.extend(output.iter().map(|text| {
                        if text.is_empty() { String::new() } else { format!("{indent}{text}") }
                    }));
                }
            }
        }
    }
    lines.join("\n") + "\n"
}

/// Pages in Markdown; pictures are in a directory.
fn pages(source: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(source).expect("the guide has pages");
    let paths = entries.map(|entry| entry.expect("the directory can be read").path());
    paths.filter(|path| path.extension().is_some_and(|ending| ending == "md")).collect()
}

/// Statistics without their numbers.
fn comparable(page: &str) -> Vec<String> {
    let is_statistics = |line: &str| {
        [" · ", " states, ", " % of the states "].iter().any(|mark| line.contains(mark))
    };
    let without_numbers = |line: &str| {
        let words = line.split(|c: char| c.is_ascii_digit() || ".,".contains(c));
        words
            .collect::<String>()
            .replace("queries", "query")
            .replace("runs", "run")
            .replace("states", "state")
    };
    // What a doctor says depends on the machine.
    let is_of_machine = |line: &str| line.starts_with("ok       ");
    let of_machine = |line: &str| line.chars().take(20).collect();
    page.lines()
        .map(|line| match line {
            line if is_statistics(line) => without_numbers(line),
            line if is_of_machine(line) => of_machine(line),
            line => line.to_owned(),
        })
        .collect()
}

#[test]
fn the_guide_shows_what_is_printed() {
    let bless = std::env::var_os("RADDLE_BLESS").is_some();
    let source = guide().join("src");
    let summary = std::fs::read_to_string(source.join("SUMMARY.md")).expect("there is a summary");
    let mut commands = 0;
    let mut wrong = Vec::new();
    for path in pages(&source) {
        let name = path.file_name().expect("files have names").to_string_lossy().into_owned();
        assert!(name == "SUMMARY.md" || summary.contains(&name), "{name} is in no summary");
        let page = std::fs::read_to_string(&path).expect("pages can be read");
        commands += page.matches("$ raddle ").count();
        let now = rewritten(&page, &name);
        if bless {
            std::fs::write(&path, now).expect("pages can be written");
        } else if comparable(&page) != comparable(&now) {
            let (page, now) = (comparable(&page), comparable(&now));
            let differs = page.iter().zip(&now).find(|(shown, printed)| shown != printed);
            wrong.push(format!("{name}: {differs:?}"));
        }
    }
    assert!(commands >= 20, "{commands} commands");
    assert!(wrong.is_empty(), "RADDLE_BLESS=1 would change {wrong:#?}");
}

#[test]
fn links_of_the_guide_lead_somewhere() {
    let source = guide().join("src");
    for path in pages(&source) {
        let page = std::fs::read_to_string(&path).expect("pages can be read");
        for link in page.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let is_local = !link.starts_with("http");
            assert!(!is_local || source.join(link).exists(), "{}: {link}", path.display());
        }
    }
}
