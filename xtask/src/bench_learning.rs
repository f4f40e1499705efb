//! `cargo xtask bench learning`: programs with threads in which states are met again, at growing sizes, as users run them: no cliff between a size and the next.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};
use serde_json::Value;

use crate::shell::{print, root};

/// A program of `benches/learning`, the sizes it is tried with, and more flags.
const ROWS: &[(&str, &[u32], &[&str])] = &[
    ("bounded_buffer", &[1, 2, 3], &[]),
    ("readers_writer", &[1, 2, 3], &[]),
    ("queue", &[7, 8, 9, 10, 12, 16, 20], &[]),
    ("counter", &[4, 6, 8, 10, 20], &["-DROUNDS=2"]),
    ("counter", &[3, 4, 5, 6, 10, 20, 40], &["-DROUNDS=5"]),
    ("sum", &[4, 6, 8, 12, 16], &[]),
    ("barrier", &[4, 8, 10, 12, 16, 24], &[]),
    ("prefix_sum", &[3, 4, 5, 6, 8], &[]),
    ("cas_counter", &[4, 6, 7, 8, 9, 10], &[]),
    ("checker", &[10, 20, 50, 100], &[]),
    ("latch", &[4, 8, 12, 16], &[]),
    ("list", &[4, 8, 12, 16], &[]),
    ("flags", &[4, 8, 12, 16], &[]),
];

/// Seconds that one size may take.
const LIMIT: &str = "30s";

pub(crate) fn run(raddle: &Path) -> anyhow::Result<()> {
    print("\nlearning                  states   summaries   peak MiB    seconds      ratio");
    for &(name, sizes, flags) in ROWS {
        let mut before = None;
        for &size in sizes {
            let figures = check(raddle, name, size, flags)?;
            let seconds = figures["seconds"].as_f64().unwrap_or_default();
            let ratio = before.map_or_else(|| "-".to_owned(), |it| format!("{:.2}", seconds / it));
            before = Some(seconds.max(1e-6));
            let number = |name: &str| figures[name].as_u64().unwrap_or_default();
            print(&format!(
                "{:<21} {:>10} {:>11} {:>10} {seconds:>10.3} {ratio:>10}",
                format!("{name} {size} {}", flags.join(" ").trim_start_matches("-D")),
                number("states"),
                figures["counters"]["summaries"].as_u64().unwrap_or_default(),
                number("peak_memory") >> 20,
            ));
        }
    }
    Ok(())
}

fn check(raddle: &Path, name: &str, size: u32, flags: &[&str]) -> anyhow::Result<Value> {
    let file = root().join("benches/learning").join(format!("{name}.c"));
    let mut command = Command::new(raddle);
    command.args(["check", "--format", "json", "--time", LIMIT]);
    command.arg(format!("-DN={size}")).args(flags).arg(&file);
    let output = command.output().context("cannot start raddle")?;
    let report: Value = serde_json::from_slice(&output.stdout).with_context(|| {
        format!("{}: no report: {}", file.display(), String::from_utf8_lossy(&output.stderr))
    })?;
    match report["verdict"].as_str() {
        Some("safe") => Ok(report["stats"].clone()),
        Some("unknown") => {
            print(&format!("{name} {size}: not within {LIMIT}"));
            Ok(report["stats"].clone())
        }
        _ => bail!("{} is not safe: {}", file.display(), report["findings"]),
    }
}
