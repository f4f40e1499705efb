//! `cargo xtask bench bound`: the programs of `tests/bound/bench` with their bounds, states and times, the same without
//! using any summary twice and by implicit path enumeration, and how the number of states grows with the size parameter; interpolants by precondition
//! and by constraint deletion; and what it takes to check the proofs.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::Context;
use serde_json::Value;

use crate::shell::{print, root};

/// Programs with the sizes they are measured at; without sizes once, as they are.
const PROGRAMS: &[(&str, &[u64])] = &[
    ("bubblesort", &[25, 50, 100]),
    ("expint", &[]),
    ("fft1", &[8, 16, 32, 64]),
    ("fir", &[36, 72, 144]),
    ("insertsort", &[25, 50, 100]),
    ("j_complex", &[]),
    ("ns", &[5, 10, 20]),
    ("nsichneu", &[]),
    ("ud", &[6, 12, 24]),
    ("amortised", &[50, 100, 200]),
    ("two_shapes", &[50, 100, 200]),
    ("non_deter", &[25, 50, 100]),
    ("tcas", &[]),
    ("crc", &[40, 80]),
    ("matmult", &[10, 20, 40]),
    ("statemate", &[]),
];

/// Time for one answer without summaries, which is not expected to end for the larger ones.
const WITHOUT_LIMIT: &str = "20";

pub(crate) fn measure(raddle: &Path) -> anyhow::Result<()> {
    with_and_without_summaries(raddle)?;
    interpolants(raddle)?;
    proofs(raddle)
}

/// Names and sizes, in order.
fn programs() -> impl Iterator<Item = (&'static str, Vec<Option<u64>>)> {
    PROGRAMS.iter().map(|&(name, sizes)| match sizes.is_empty() {
        true => (name, vec![None]),
        false => (name, sizes.iter().copied().map(Some).collect()),
    })
}

fn shown(size: Option<u64>) -> String {
    size.map_or_else(|| "-".to_owned(), |size| size.to_string())
}

fn with_and_without_summaries(raddle: &Path) -> anyhow::Result<()> {
    print(
        "\nbound        size        bound  exact   states  reused  seconds | without summaries: bound    states  seconds | path enumeration: bound",
    );
    let counted = &["--method", "ipet", "--time", WITHOUT_LIMIT];
    let without = &["--method", "iteration-abstraction", "--no-witness", "--time", WITHOUT_LIMIT];
    for (name, sizes) in programs() {
        let mut points = Vec::new();
        for size in sizes {
            let with = ask(raddle, name, size, &["--time", "120"])?;
            let without = ask(raddle, name, size, without)?;
            let counted = ask(raddle, name, size, counted)?;
            if let Some(size) = size {
                points.push((size as f64, with.states as f64));
            }
            print(&format!(
                "{name:<12} {:>4} {:>12} {:>6} {:>8} {:>7} {:>8.2} | {:>24} {:>9} {:>8.2} | {:>23}",
                shown(size),
                with.bound,
                with.exact,
                with.states,
                with.reused,
                with.seconds,
                without.bound,
                without.states,
                without.seconds,
                counted.bound
            ));
        }
        if let Some((slope, start, error)) = fit(&points) {
            print(&format!(
                "{:<12} states = {slope:.2} n + {start:.1}, off by at most {error:.1}; they grow like n^{:.2}",
                "",
                growth(&points)
            ));
        }
    }
    Ok(())
}

/// The largest size of each program with both ways of finding interpolants.
fn interpolants(raddle: &Path) -> anyhow::Result<()> {
    print(
        "\ninterpolants size | precondition: bound    states  reused  seconds | constraint deletion: bound    states  reused  seconds",
    );
    for (name, sizes) in programs() {
        let size = sizes.last().copied().flatten();
        let figures = |method: &str| {
            let flags = ["--interpolants", method, "--no-witness", "--time", WITHOUT_LIMIT];
            ask(raddle, name, size, &flags)
        };
        let (precondition, deletion) = (figures("precondition")?, figures("deletion")?);
        print(&format!(
            "{name:<12} {:>4} | {:>19} {:>9} {:>7} {:>8.2} | {:>26} {:>9} {:>7} {:>8.2}",
            shown(size),
            precondition.bound,
            precondition.states,
            precondition.reused,
            precondition.seconds,
            deletion.bound,
            deletion.states,
            deletion.reused,
            deletion.seconds
        ));
    }
    Ok(())
}

/// The smallest size of each program, proved and checked.
fn proofs(raddle: &Path) -> anyhow::Result<()> {
    print("\nproofs       size        bound |   claims  questions     bytes  seconds to check");
    let proof = std::env::temp_dir().join(format!("raddle-bench-{}.proof", std::process::id()));
    let file = proof.display().to_string();
    for (name, sizes) in programs() {
        let size = sizes.first().copied().flatten();
        let found = ask(raddle, name, size, &["--no-witness", "--time", "120", "--proof", &file])?;
        if found.bound == "unknown" {
            print(&format!("{name:<12} {:>4} {:>12} |", shown(size), found.bound));
            continue;
        }
        let bytes = std::fs::metadata(&proof).map_or(0, |data| data.len());
        let start = Instant::now();
        let report = report(raddle, name, size, &["--time", "120", "--check-proof", &file])?;
        let number = |name: &str| report[name].as_u64().unwrap_or_default();
        let bound = match report["bound"].as_i64() {
            Some(bound) => bound.to_string(),
            None => report["why"].as_str().unwrap_or("rejected").to_owned(),
        };
        print(&format!(
            "{name:<12} {:>4} {bound:>12} | {:>8} {:>10} {bytes:>9} {:>8.2}",
            shown(size),
            number("claims"),
            number("queries"),
            start.elapsed().as_secs_f64()
        ));
    }
    drop(std::fs::remove_file(&proof));
    Ok(())
}

struct Figures {
    bound: String,
    exact: &'static str,
    states: u64,
    reused: u64,
    seconds: f64,
}

fn ask(raddle: &Path, name: &str, size: Option<u64>, flags: &[&str]) -> anyhow::Result<Figures> {
    let start = Instant::now();
    let report = report(raddle, name, size, flags)?;
    let seconds = start.elapsed().as_secs_f64();
    let number = |name: &str| report["stats"][name].as_u64().unwrap_or_default();
    Ok(Figures {
        bound: report["bound"]
            .as_i64()
            .map_or_else(|| "unknown".to_owned(), |bound| bound.to_string()),
        exact: if report["exact"] == true { "yes" } else { "no" },
        states: number("states"),
        reused: number("reused"),
        seconds,
    })
}

fn report(raddle: &Path, name: &str, size: Option<u64>, flags: &[&str]) -> anyhow::Result<Value> {
    let file = root().join("tests/bound/bench").join(format!("{name}.c"));
    let mut command = Command::new(raddle);
    command.args(["bound", "--format", "json"]).arg(&file).args(flags);
    if let Some(size) = size {
        command.arg(format!("-DN={size}"));
    }
    let output = command.output().context("cannot start raddle")?;
    serde_json::from_slice(&output.stdout).with_context(|| {
        format!("{}: no report: {}", file.display(), String::from_utf8_lossy(&output.stderr))
    })
}

/// The exponent of the power of n that leads from the first point to the last.
fn growth(points: &[(f64, f64)]) -> f64 {
    match (points.first(), points.last()) {
        (Some(first), Some(last)) => (last.1 / first.1).ln() / (last.0 / first.0).ln(),
        _ => f64::NAN,
    }
}

/// The line of least squares, and how far the worst point is from it.
fn fit(points: &[(f64, f64)]) -> Option<(f64, f64, f64)> {
    if points.len() < 3 {
        return None;
    }
    let count = points.len() as f64;
    let (sum_x, sum_y) = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0, y + point.1));
    let (mean_x, mean_y) = (sum_x / count, sum_y / count);
    let (mut above, mut below) = (0.0, 0.0);
    for (x, y) in points {
        above += (x - mean_x) * (y - mean_y);
        below += (x - mean_x) * (x - mean_x);
    }
    let slope = above / below;
    let start = mean_y - slope * mean_x;
    let error = points.iter().map(|(x, y)| (y - (slope * x + start)).abs()).fold(0.0, f64::max);
    Some((slope, start, error))
}
