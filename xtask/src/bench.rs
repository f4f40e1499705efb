//! `cargo xtask bench`: how fast, compared with what we hold ourselves to. Programs are in `benches/`.
//!
//! * `concrete`: instructions per second of programs without inputs, target 10 million;
//! * `branching`: completed paths per second over one symbolic input;
//! * `growth`: what each doubling of the number of paths costs (2.0 is linear);
//! * `solver`: recorded and generated queries per second of each backend.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};
use serde_json::Value;

use crate::shell::{self, build_raddle, cargo, print, root};

/// Instructions per second we hold ourselves to.
const CONCRETE_TARGET: f64 = 10e6;

/// A measurement: its name and the function that prints its table.
type Measurement = (&'static str, fn(&Path) -> anyhow::Result<()>);

const MEASUREMENTS: &[Measurement] =
    &[("concrete", concrete), ("branching", branching), ("growth", growth), ("solver", solver)];

pub(crate) fn run(names: &[String]) -> anyhow::Result<()> {
    if let Some(unknown) =
        names.iter().find(|name| MEASUREMENTS.iter().all(|(known, _)| known != name))
    {
        let known: Vec<&str> = MEASUREMENTS.iter().map(|(name, _)| *name).collect();
        bail!("`{unknown}` is none of {}", known.join(", "));
    }
    let raddle = build_raddle("release")?;
    for (name, measure) in MEASUREMENTS {
        if names.is_empty() || names.iter().any(|wanted| wanted == name) {
            measure(&raddle)?;
        }
    }
    Ok(())
}

fn concrete(raddle: &Path) -> anyhow::Result<()> {
    print("\nconcrete             instructions    seconds   million/s   of target   peak MiB");
    for name in ["sieve", "matrix", "hash"] {
        let stats = check(raddle, name, &[])?;
        let rate = stats.instructions / stats.seconds;
        print(&format!(
            "{name:<20} {:>12} {:>10.3} {:>11.1} {:>10.2}x {:>10.1}",
            stats.instructions,
            stats.seconds,
            rate / 1e6,
            rate / CONCRETE_TARGET,
            stats.peak_mebibytes
        ));
    }
    Ok(())
}

fn branching(raddle: &Path) -> anyhow::Result<()> {
    print("\nbranching                   paths    seconds     paths/s    queries   peak MiB");
    let stats = check(raddle, "branching", &["-DBITS=16"])?;
    print(&format!(
        "2^16 paths           {:>12} {:>10.3} {:>11.0} {:>10} {:>10.1}",
        stats.runs,
        stats.seconds,
        stats.runs / stats.seconds,
        stats.queries,
        stats.peak_mebibytes
    ));
    Ok(())
}

fn growth(raddle: &Path) -> anyhow::Result<()> {
    print("\ngrowth                      paths    seconds   cost ratio   peak MiB");
    let mut previous: Option<f64> = None;
    for bits in 10..=17 {
        let stats = check(raddle, "branching", &[&format!("-DBITS={bits}")])?;
        let ratio = previous
            .map_or_else(|| "-".to_owned(), |before| format!("{:.2}", stats.seconds / before));
        print(&format!(
            "2^{bits:<18} {:>12} {:>10.3} {ratio:>12} {:>10.1}",
            stats.runs, stats.seconds, stats.peak_mebibytes
        ));
        previous = Some(stats.seconds);
    }
    Ok(())
}

/// The solver measures itself; with Z3 beside it where that is installed.
fn solver(_raddle: &Path) -> anyhow::Result<()> {
    let mut command = cargo();
    command.args([
        "run",
        "--quiet",
        "--release",
        "--package",
        "raddle-solver",
        "--example",
        "solver_bench",
    ]);
    if shell::z3_is_installed() {
        command.args(["--features", "z3"]);
    } else {
        print("\nsolver: libz3 is not installed, so only the built-in solver is measured");
    }
    shell::run(&mut command)
}

/// The figures of a report.
struct Figures {
    runs: f64,
    queries: f64,
    instructions: f64,
    seconds: f64,
    peak_mebibytes: f64,
}

fn check(raddle: &Path, name: &str, flags: &[&str]) -> anyhow::Result<Figures> {
    let file = root().join("benches").join(format!("{name}.c"));
    let mut command = Command::new(raddle);
    command.args(["check", "--format", "json"]).args(flags).arg(&file);
    let output = command.output().context("cannot start raddle")?;
    let report: Value = serde_json::from_slice(&output.stdout).with_context(|| {
        format!("{}: no report: {}", file.display(), String::from_utf8_lossy(&output.stderr))
    })?;
    if report["verdict"] != "safe" {
        bail!("{} is not safe: {}", file.display(), report["reasons"]);
    }
    let number = |name: &str| report["stats"][name].as_f64().unwrap_or_default();
    Ok(Figures {
        runs: number("runs"),
        queries: number("queries"),
        instructions: number("instructions"),
        seconds: number("seconds").max(1e-6),
        peak_mebibytes: number("peak_memory") / f64::from(1 << 20),
    })
}
