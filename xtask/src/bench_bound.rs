//! `cargo xtask bench bound`: the programs of `tests/bound/bench` with their bounds, states and times, the same without
//! using any summary twice, and how the number of states grows with the size parameter.

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
    print(
        "\nbound        size        bound  exact   states  reused  seconds | without summaries: bound    states  seconds",
    );
    for &(name, sizes) in PROGRAMS {
        let mut points = Vec::new();
        let all: Vec<Option<u64>> =
            if sizes.is_empty() { vec![None] } else { sizes.iter().copied().map(Some).collect() };
        for size in all {
            let with = ask(raddle, name, size, &["--time", "60"])?;
            let without = ask(
                raddle,
                name,
                size,
                &["--method", "iteration-abstraction", "--no-witness", "--time", WITHOUT_LIMIT],
            )?;
            if let Some(size) = size {
                points.push((size as f64, with.states as f64));
            }
            let size = size.map_or_else(|| "-".to_owned(), |size| size.to_string());
            print(&format!(
                "{name:<12} {size:>4} {:>12} {:>6} {:>8} {:>7} {:>8.2} | {:>24} {:>9} {:>8.2}",
                with.bound,
                with.exact,
                with.states,
                with.reused,
                with.seconds,
                without.bound,
                without.states,
                without.seconds
            ));
        }
        if let Some((slope, start, error)) = fit(&points) {
            print(&format!(
                "{:<12} states = {slope:.2} n + {start:.1}, off by at most {error:.1}",
                ""
            ));
        }
    }
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
    let file = root().join("tests/bound/bench").join(format!("{name}.c"));
    let mut command = Command::new(raddle);
    command.args(["bound", "--format", "json"]).arg(&file).args(flags);
    if let Some(size) = size {
        command.arg(format!("-DN={size}"));
    }
    let start = Instant::now();
    let output = command.output().context("cannot start raddle")?;
    let seconds = start.elapsed().as_secs_f64();
    let report: Value = serde_json::from_slice(&output.stdout).with_context(|| {
        format!("{}: no report: {}", file.display(), String::from_utf8_lossy(&output.stderr))
    })?;
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
