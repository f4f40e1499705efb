//! `cargo xtask bench threads`: how many traces a second, and whether it scales. No summaries, one core.
//!
//! * `counts`: programs whose number of Mazurkiewicz traces is known, with the oldest and the newest thread tried
//!   first: runs that end because everything left is asleep depend on that order;
//! * `memory`: what stays in memory while the number of traces grows;
//! * `length`: what a trace costs when it gets longer (a ratio of 2.0 for twice the length is linear), the best of some
//!   repetitions, and the power of the length that fits best;
//! * `apart`: threads that do not interfere, which is one run.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};
use serde_json::Value;

use crate::shell::{print, root};

/// Traces per second that leading explorers without symbolic inputs reach on `fib`.
const TRACES_TARGET: f64 = 14_000.0;

/// How often a length is measured.
const REPETITIONS: u32 = 3;

/// A program of the corpus, its size, and its number of traces.
const COUNTS: &[(&str, u32, u64)] = &[
    ("fib_large_ok", 3, 141),
    ("fib_large_ok", 4, 1_107),
    ("fib_large_ok", 5, 8_953),
    ("fib_large_ok", 6, 73_789),
    ("lastzero_large", 5, 64),
    ("lastzero_large", 8, 704),
    ("lastzero_large", 10, 3_328),
    ("indexer", 12, 8),
    ("indexer", 13, 64),
    ("inodes", 14, 2),
    ("inodes", 16, 8),
    ("inodes", 18, 32),
    ("readers_large", 4, 16),
    ("readers_large", 8, 256),
    ("readers_large", 10, 1_024),
    ("incr_locked_large_ok", 4, 24),
    ("incr_locked_large_ok", 5, 120),
    ("incr_locked_large_ok", 6, 720),
];

pub(crate) fn run(raddle: &Path) -> anyhow::Result<()> {
    counts(raddle)?;
    memory(raddle)?;
    length(raddle)?;
    apart(raddle)
}

fn counts(raddle: &Path) -> anyhow::Result<()> {
    print("\nthreads: counts          known   oldest first       newest first");
    print(
        "                        traces  traces  blocked   traces  blocked    seconds   traces/s",
    );
    for &(name, size, known) in COUNTS {
        let file = corpus(name);
        let oldest = check(raddle, &file, size, &["--property", "assert"])?;
        let newest = check(raddle, &file, size, &["--property", "assert", "--descending"])?;
        print(&format!(
            "{:<21} {known:>8} {:>7} {:>8} {:>8} {:>8} {:>10.3} {:>10.0}",
            format!("{} {size}", name.trim_end_matches("_ok").trim_end_matches("_large")),
            oldest.traces,
            oldest.blocked,
            newest.traces,
            newest.blocked,
            oldest.seconds,
            oldest.traces as f64 / oldest.seconds,
        ));
        if oldest.traces != known || newest.traces != known {
            bail!("{name} has {known} traces for N={size}");
        }
    }
    Ok(())
}

fn memory(raddle: &Path) -> anyhow::Result<()> {
    print(&format!(
        "\nthreads: memory         traces   peak MiB    seconds   traces/s   of {TRACES_TARGET}"
    ));
    for size in 3..=6 {
        let figures = check(raddle, &corpus("fib_large_ok"), size, &["--property", "assert"])?;
        let rate = figures.traces as f64 / figures.seconds;
        print(&format!(
            "{:<21} {:>8} {:>10.1} {:>10.3} {rate:>10.0} {:>9.2}x",
            format!("fib {size}"),
            figures.traces,
            figures.peak_mebibytes,
            figures.seconds,
            rate / TRACES_TARGET,
        ));
    }
    Ok(())
}

fn length(raddle: &Path) -> anyhow::Result<()> {
    print("\nthreads: length         states   peak MiB    seconds      ratio   us/state");
    let mut points: Vec<(f64, f64)> = Vec::new();
    for size in [1_000, 2_000, 4_000, 8_000, 16_000, 32_000] {
        let file = root().join("benches/length.c");
        let mut best = check(raddle, &file, size, &["--property", "assert"])?;
        for _ in 1..REPETITIONS {
            let again = check(raddle, &file, size, &["--property", "assert"])?;
            best.seconds = best.seconds.min(again.seconds);
        }
        let before = points.last().map(|&(_, seconds)| seconds);
        let ratio = before.map_or_else(|| "-".to_owned(), |it| format!("{:.2}", best.seconds / it));
        print(&format!(
            "{:<21} {:>8} {:>10.1} {:>10.3} {ratio:>10} {:>10.2}",
            format!("two traces, {size}"),
            best.states,
            best.peak_mebibytes,
            best.seconds,
            best.seconds * 1e6 / best.states as f64,
        ));
        points.push((best.states as f64, best.seconds));
    }
    print(&format!("fit: seconds grow as length^{:.2}", exponent(&points)));
    Ok(())
}

/// The slope of the line of least squares through the logarithms of points.
fn exponent(points: &[(f64, f64)]) -> f64 {
    let logs: Vec<(f64, f64)> = points.iter().map(|&(x, y)| (x.ln(), y.ln())).collect();
    let count = logs.len() as f64;
    let mean = |pick: fn(&(f64, f64)) -> f64| logs.iter().map(pick).sum::<f64>() / count;
    let (x_mean, y_mean) = (mean(|point| point.0), mean(|point| point.1));
    let together: f64 = logs.iter().map(|(x, y)| (x - x_mean) * (y - y_mean)).sum();
    let spread: f64 = logs.iter().map(|(x, _)| (x - x_mean) * (x - x_mean)).sum();
    together / spread
}

fn apart(raddle: &Path) -> anyhow::Result<()> {
    print("\nthreads: apart            runs     states    seconds");
    for size in [20, 50, 100, 200, 400] {
        let figures = check(raddle, &corpus("independent"), size, &[])?;
        print(&format!(
            "{:<21} {:>8} {:>10} {:>10.3}",
            format!("{size} threads"),
            figures.traces + figures.blocked,
            figures.states,
            figures.seconds,
        ));
    }
    Ok(())
}

fn corpus(name: &str) -> PathBuf {
    root().join("tests/corpus/threads/counts").join(format!("{name}.c"))
}

struct Figures {
    traces: u64,
    blocked: u64,
    states: u64,
    seconds: f64,
    peak_mebibytes: f64,
}

fn check(raddle: &Path, file: &Path, size: u32, flags: &[&str]) -> anyhow::Result<Figures> {
    let mut command = Command::new(raddle);
    command.args(["check", "--format", "json", "--reduce=dpor", "--summaries=off"]);
    command.arg(format!("-DN={size}")).args(flags).arg(file);
    let output = command.output().context("cannot start raddle")?;
    let report: Value = serde_json::from_slice(&output.stdout).with_context(|| {
        format!("{}: no report: {}", file.display(), String::from_utf8_lossy(&output.stderr))
    })?;
    if report["verdict"] != "safe" {
        bail!("{} is not safe: {}", file.display(), report["reasons"]);
    }
    let number = |name: &str| report["stats"][name].as_f64().unwrap_or_default();
    Ok(Figures {
        traces: number("full_runs") as u64,
        blocked: number("blocked_runs") as u64,
        states: number("states") as u64,
        seconds: number("seconds").max(1e-6),
        peak_mebibytes: number("peak_memory") / f64::from(1 << 20),
    })
}
