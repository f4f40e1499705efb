//! `cargo xtask bench models`: execution graphs under c11, how many and how fast. Programs are in `benches/models/`.
//!
//! The numbers of graphs are published or follow from a formula; a brute-force oracle confirms the small ones (`crates/fuzz/tests/models.rs`).
//! With seq_cst accesses they are the numbers of Mazurkiewicz traces of `bench threads`. A different number is an error.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, bail};
use serde_json::Value;

use crate::shell::{print, root};

/// Graphs per second that we hold ourselves to.
const TARGET: f64 = 20_000.0;

/// A program, its size, the order of its accesses (where it has a choice), and its number of graphs.
const PROGRAMS: &[(&str, u32, Option<&str>, u64)] = &[
    // N!
    ("ainc", 4, None, 24),
    ("ainc", 5, None, 120),
    ("ainc", 6, None, 720),
    ("ainc", 7, None, 5_040),
    // (N!)²
    ("ninc", 3, None, 36),
    ("ninc", 4, None, 576),
    ("ninc", 5, None, 14_400),
    // Published.
    ("casrot", 4, None, 14),
    ("casrot", 6, None, 144),
    ("casrot", 8, None, 2_048),
    ("casrot", 9, None, 8_597),
    // 2^N
    ("readers", 8, Some("relaxed"), 256),
    ("readers", 10, Some("seq_cst"), 1_024),
    ("readers", 12, Some("relaxed"), 4_096),
    // (N + 3) 2^(N-2), and without orders (N + 1) 2^(N-1)
    ("lastzero", 5, Some("seq_cst"), 64),
    ("lastzero", 8, Some("seq_cst"), 704),
    ("lastzero", 10, Some("seq_cst"), 3_328),
    ("lastzero", 8, Some("relaxed"), 1_152),
    ("lastzero", 10, Some("relaxed"), 5_632),
    // 8^(N-11)
    ("indexer", 12, None, 8),
    ("indexer", 13, None, 64),
    ("indexer", 14, None, 512),
    // Published for seq_cst; the oracle's for relaxed.
    ("fib_bench", 3, Some("seq_cst"), 141),
    ("fib_bench", 4, Some("seq_cst"), 1_107),
    ("fib_bench", 5, Some("seq_cst"), 8_953),
    ("fib_bench", 3, Some("relaxed"), 175),
];

pub(crate) fn run(raddle: &Path) -> anyhow::Result<()> {
    print(
        "\nmodels (c11)                    known    graphs   blocked   seconds    graphs/s  of target",
    );
    let mut wrong = 0;
    for &(program, size, order, known) in PROGRAMS {
        let figures = check(raddle, program, size, order)?;
        let rate = figures.graphs as f64 / figures.seconds.max(1e-9);
        let name = format!("{program} {size} {}", order.unwrap_or_default());
        let agrees = figures.graphs == known && figures.verdict == "safe";
        wrong += u32::from(!agrees);
        print(&format!(
            "{name:<28} {known:>8}  {:>8}  {:>8}  {:>8.3}  {rate:>10.0}  {:>8.2}x{}",
            figures.graphs,
            figures.blocked,
            figures.seconds,
            rate / TARGET,
            if agrees { String::new() } else { format!("  WRONG ({})", figures.verdict) },
        ));
    }
    if wrong > 0 {
        bail!("{wrong} programs have another number of graphs or are not safe");
    }
    Ok(())
}

struct Figures {
    verdict: String,
    graphs: u64,
    blocked: u64,
    /// Of the whole command, with the compiler.
    seconds: f64,
}

fn check(raddle: &Path, program: &str, size: u32, order: Option<&str>) -> anyhow::Result<Figures> {
    let mut command = Command::new(raddle);
    command
        .args(["check", "--no-config", "--quiet", "--memory-model", "c11", "--format", "json"])
        .arg(format!("-DN={size}"))
        .args(order.map(|order| format!("-DORDER=memory_order_{order}")))
        .arg(root().join(format!("benches/models/{program}.c")));
    let start = Instant::now();
    let output = command.output().context("cannot start raddle")?;
    let elapsed = start.elapsed().as_secs_f64();
    let report: Value = serde_json::from_slice(&output.stdout).with_context(|| {
        format!("{program}: no report: {}", String::from_utf8_lossy(&output.stderr))
    })?;
    let stats = &report["stats"];
    Ok(Figures {
        verdict: report["verdict"].as_str().unwrap_or("?").to_owned(),
        graphs: stats["graphs"].as_u64().unwrap_or(0),
        blocked: stats["blocked_graphs"].as_u64().unwrap_or(0),
        seconds: stats["seconds"].as_f64().unwrap_or(elapsed),
    })
}
