//! `cargo xtask bench`: how fast, compared with what we hold ourselves to, in one table. Programs are in `benches/`.
//!
//! * `concrete`: instructions per second of programs without inputs, target 10 million;
//! * `branching`: completed paths per second over one symbolic input;
//! * `growth`: what each doubling of the number of paths costs (2.0 is linear);
//! * `jobs`: one search in two processes (`bench_jobs.rs`);
//! * `cluster`: workers on a server: overhead, two processes, and how far it scales (`bench_cluster.rs`);
//! * `properties`: each assertion on its own, guided and prioritised (`bench_properties.rs`);
//! * `models`: execution graphs of C11 per second, and whether there are as many as known (`bench_models.rs`);
//! * `threads`: traces per second and how that scales (`bench_threads.rs`);
//! * `learning`: programs with threads in which states are met again, at growing sizes (`bench_learning.rs`);
//! * `peers`: what others are measured by, side by side with those who are installed (`bench_peers.rs`);
//! * `solver`: recorded and generated queries per second of each backend;
//! * `hunt`: states to targets, guided and exhaustive (`bench_hunt.rs`);
//! * `contexts`: paths from contexts in the middle of kernels, by what is known of the state they start in (`bench_contexts.rs`);
//! * `warn`: static warnings for programs of growing size, in tables of its own (`bench_warn.rs`);
//! * `paper`: published examples with and without reductions, in tables of its own (see [`crate::bench_paper`]);
//! * `thesis`: tables of the thesis on interpolation, likewise (see [`crate::bench_thesis`]).

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};
use serde_json::Value;

use crate::bench_bound;
use crate::bench_cluster;
use crate::bench_contexts;
use crate::bench_hunt;
use crate::bench_jobs;
use crate::bench_learning;
use crate::bench_models;
use crate::bench_paper;
use crate::bench_peers;
use crate::bench_properties;
use crate::bench_thesis;
use crate::bench_threads;
use crate::bench_warn;
use crate::shell::{self, build_raddle, cargo, print, root};

/// Instructions per second we hold ourselves to.
const CONCRETE_TARGET: f64 = 10e6;
/// How many times faster than Z3 the built-in solver should be on easy and on hard queries.
const EASY_TARGET: f64 = 3.0;
const HARD_TARGET: f64 = 5.0;
/// A measurement is repeated and its best time counts: other programs only make it slower.
const REPETITIONS: usize = 3;

/// A measurement: its name and the function that prints its rows.
type Measurement = (&'static str, fn(&Path) -> anyhow::Result<()>);

const MEASUREMENTS: &[Measurement] = &[
    ("concrete", concrete),
    ("branching", branching),
    ("growth", growth),
    ("threads", bench_threads::run),
    ("properties", bench_properties::run),
    ("solver", solver),
    ("bound", bench_bound::measure),
    ("models", bench_models::run),
    ("learning", bench_learning::run),
    ("peers", bench_peers::run),
    ("jobs", bench_jobs::run),
    ("cluster", bench_cluster::run),
    ("hunt", bench_hunt::run),
    ("contexts", bench_contexts::run),
    ("warn", bench_warn::run),
    ("paper", bench_paper::run),
    ("thesis", bench_thesis::run),
];

/// Those that print tables of their own, and come last.
const OWN_TABLES: &[&str] = &[
    "models", "learning", "peers", "jobs", "cluster", "hunt", "contexts", "warn", "paper", "thesis",
];

pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    let (names, binary) = match arguments.split_first() {
        Some((flag, [file, names @ ..])) if flag == "--raddle" => {
            (names, Some(PathBuf::from(file)))
        }
        _ => (arguments, None),
    };
    if let Some(unknown) =
        names.iter().find(|name| MEASUREMENTS.iter().all(|(known, _)| known != name))
    {
        let known: Vec<&str> = MEASUREMENTS.iter().map(|(name, _)| *name).collect();
        bail!("`{unknown}` is none of {}", known.join(", "));
    }
    let raddle = binary.map_or_else(|| build_raddle("release"), Ok)?;
    let wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| wanted == name);
    if MEASUREMENTS.iter().any(|(name, _)| !OWN_TABLES.contains(name) && wanted(name)) {
        print(&line("measured", "work", "seconds", "rate", "ratio", "peak MiB", "the ratio is"));
    }
    for (name, measure) in MEASUREMENTS {
        if wanted(name) {
            measure(&raddle)?;
        }
    }
    Ok(())
}

/// One line of the table.
struct Row<'a> {
    what: &'a str,
    amount: f64,
    unit: &'a str,
    seconds: f64,
    ratio: Option<f64>,
    peak_bytes: f64,
    /// What the ratio compares.
    meaning: &'a str,
}

impl Row<'_> {
    fn print(&self) {
        let rate = self.amount / self.seconds.max(1e-9);
        print(&line(
            self.what,
            &format!("{} {}", grouped(self.amount), self.unit),
            &format!("{:.3}", self.seconds),
            &format!("{}/s", grouped(rate)),
            &self.ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.2}x")),
            &format!("{:.1}", self.peak_bytes / f64::from(1 << 20)),
            self.meaning,
        ));
    }
}

fn line(
    what: &str,
    work: &str,
    seconds: &str,
    rate: &str,
    ratio: &str,
    peak: &str,
    meaning: &str,
) -> String {
    format!("{what:<44} {work:>24} {seconds:>9} {rate:>15} {ratio:>9} {peak:>9}  {meaning}")
        .trim_end()
        .to_owned()
}

/// A whole number with its digits in groups of three.
fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn concrete(raddle: &Path) -> anyhow::Result<()> {
    for name in ["sieve", "matrix", "hash"] {
        let figures = best_of(|| check(raddle, name, &[]))?;
        Row {
            what: &format!("concrete: {name}"),
            amount: figures.instructions,
            unit: "instructions",
            seconds: figures.seconds,
            ratio: Some(figures.instructions / figures.seconds / CONCRETE_TARGET),
            peak_bytes: figures.peak_bytes,
            meaning: "to the target of 10 million/s",
        }
        .print();
    }
    Ok(())
}

fn branching(raddle: &Path) -> anyhow::Result<()> {
    let figures = best_of(|| check(raddle, "branching", &["-DBITS=16"]))?;
    Row {
        what: "branching: 2^16 paths over one input",
        amount: figures.runs,
        unit: "paths",
        seconds: figures.seconds,
        ratio: Some(figures.queries / figures.runs),
        peak_bytes: figures.peak_bytes,
        meaning: "queries per path",
    }
    .print();
    Ok(())
}

fn growth(raddle: &Path) -> anyhow::Result<()> {
    let mut previous: Option<f64> = None;
    for bits in 10..=17 {
        let figures = best_of(|| check(raddle, "branching", &[&format!("-DBITS={bits}")]))?;
        Row {
            what: &format!("growth: 2^{bits} paths"),
            amount: figures.runs,
            unit: "paths",
            seconds: figures.seconds,
            ratio: previous.map(|before| figures.seconds / before),
            peak_bytes: figures.peak_bytes,
            meaning: "time to that of half the paths",
        }
        .print();
        previous = Some(figures.seconds);
    }
    Ok(())
}

/// The figures of a report.
struct Figures {
    runs: f64,
    queries: f64,
    instructions: f64,
    seconds: f64,
    peak_bytes: f64,
}

fn best_of(mut measure: impl FnMut() -> anyhow::Result<Figures>) -> anyhow::Result<Figures> {
    let mut best = measure()?;
    for _ in 1..REPETITIONS {
        let figures = measure()?;
        if figures.seconds < best.seconds {
            best = figures;
        }
    }
    Ok(best)
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
        peak_bytes: number("peak_memory"),
    })
}

/// The solvers compared, as the benchmark names them: ours, then Z3 in the ways it can be used.
const OURS: &str = "built-in, all layers";
const OTHERS: &[&str] = &["z3, all layers", "z3 incremental, alone", "z3 fresh, alone"];

/// One process per load and solver, so that peak memory is that of one of them.
fn solver(_raddle: &Path) -> anyhow::Result<()> {
    let with_z3 = shell::z3_is_installed();
    if !with_z3 {
        print("(libz3 is not installed, so only the built-in solver is measured)");
    }
    let benchmark = build_solver_benchmark(with_z3)?;
    let mut below = Vec::new();
    for load in loads()? {
        let ours = measure_solver(&benchmark, &load, OURS)?;
        let others: Vec<SolverFigures> = if with_z3 {
            let measured = OTHERS.iter().map(|name| measure_solver(&benchmark, &load, name));
            measured.collect::<anyhow::Result<_>>()?
        } else {
            Vec::new()
        };
        let alone = others.iter().filter(|figures| figures.solver.contains("alone"));
        let best_alone = alone
            .map(SolverFigures::rate)
            .fold(None, |best: Option<f64>, rate| Some(best.map_or(rate, |best| best.max(rate))));
        let ratio = best_alone.map(|rate| ours.rate() / rate);
        ours.print(ratio, "to the better way of using Z3 alone");
        for figures in &others {
            figures.print(Some(figures.rate() / ours.rate()), "to the built-in solver");
        }
        let target = if load.contains("easy") { EASY_TARGET } else { HARD_TARGET };
        if let Some(ratio) = ratio.filter(|&ratio| ratio < target) {
            below.push(format!("{load}: {ratio:.1}x of Z3, the target is {target}x"));
        }
    }
    for class in below {
        print(&format!(
            "below target: {class}; such queries escalate to Z3 when they run out of time"
        ));
    }
    Ok(())
}

fn build_solver_benchmark(with_z3: bool) -> anyhow::Result<PathBuf> {
    let mut command = cargo();
    command.args(["build", "--quiet", "--release", "--package", "raddle-solver"]);
    command.args(["--example", "solver_bench"]);
    if with_z3 {
        command.args(["--features", "z3"]);
    }
    shell::run(&mut command)?;
    Ok(shell::target_directory().join("release/examples/solver_bench"))
}

/// The generated loads and every recording, as the benchmark titles them.
fn loads() -> anyhow::Result<Vec<String>> {
    let directory = root().join("crates/solver/bench/recorded");
    let files = std::fs::read_dir(&directory)
        .with_context(|| format!("cannot read {}", directory.display()))?;
    let mut recorded: Vec<String> = files
        .filter_map(|file| file.ok()?.path().file_stem()?.to_str().map(str::to_owned))
        .map(|name| format!("recorded queries of {name}"))
        .collect();
    recorded.sort();
    let generated = ["easy generated load", "hard generated load"].map(str::to_owned);
    Ok(generated.into_iter().chain(recorded).collect())
}

/// What one solver made of one load.
struct SolverFigures {
    load: String,
    solver: String,
    queries: f64,
    seconds: f64,
    unknown: f64,
    peak_bytes: f64,
}

impl SolverFigures {
    fn rate(&self) -> f64 {
        self.queries / self.seconds.max(1e-9)
    }
    fn print(&self, ratio: Option<f64>, meaning: &str) {
        let load = self.load.replace("recorded queries of ", "").replace(" generated load", "");
        let unknown = match self.unknown {
            0.0 => String::new(),
            count => format!(", {count} unknown"),
        };
        Row {
            what: &format!("solver: {load}: {}", self.solver),
            amount: self.queries,
            unit: "queries",
            seconds: self.seconds,
            ratio,
            peak_bytes: self.peak_bytes,
            meaning: &format!("{meaning}{unknown}"),
        }
        .print();
    }
}

fn measure_solver(benchmark: &Path, load: &str, solver: &str) -> anyhow::Result<SolverFigures> {
    let output = Command::new(benchmark)
        .args(["--rows", "--load", load, "--solver", solver])
        .output()
        .with_context(|| format!("cannot start {}", benchmark.display()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let row = text.lines().next().unwrap_or_default();
    let fields: Vec<&str> = row.split('\t').collect();
    let [load, solver, queries, seconds, unknown, disagreements, peak] = fields.as_slice() else {
        bail!("{solver} on {load}: {}", String::from_utf8_lossy(&output.stderr));
    };
    let number = |text: &str| text.parse::<f64>().with_context(|| format!("`{row}`"));
    if number(disagreements)? != 0.0 {
        bail!("{solver} contradicts {disagreements} recorded answers of {load}");
    }
    Ok(SolverFigures {
        load: (*load).to_owned(),
        solver: (*solver).to_owned(),
        queries: number(queries)?,
        seconds: number(seconds)?,
        unknown: number(unknown)?,
        peak_bytes: number(peak)?,
    })
}
