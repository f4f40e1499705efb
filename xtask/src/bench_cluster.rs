//! `cargo xtask bench cluster`: what workers on a NATS server cost and bring.
//!
//! * Overhead: a task there and back, alone and with others on the way (`crates/nats/examples/overhead.rs`); less than a millisecond is wanted.
//! * Two processes on this machine, as `--jobs 2` and as a check with one worker of a server, against one process: time, states in total (at most 1.3 times as many),
//!   work, idleness and what is to be expected of two quiet cores (`recorded.rs`).
//! * Scaling: a check is recorded with as many workers as the curve ends with, so that as many tasks are given as they would ask for, and played again with fewer (`simulate`).
//!   What a task takes is the time of a core, so that it does not matter that all of them share the cores of this machine.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, bail};
use serde::Deserialize;

use crate::bench_jobs::{MOST_STATES, PROGRAMS};
use crate::recorded::{COMPARED, Program, check, critical_path, name, simulate};
use crate::shell::{TEST_PROFILE, cargo, print};

/// Programs of which tasks are recorded: a second of work or more, so that there is something for many to do.
const RECORDED: &[Program] = &[
    ("benches/branching.c", "BITS=15", "--property assert --summaries off"),
    ("benches/properties/wbs.c", "ROUNDS=4", "--property assert --summaries off"),
    ("benches/orders.c", "N=7", "--property assert --summaries off"),
    ("tests/corpus/threads/counts/fib_large_ok.c", "N=5", "--summaries off"),
    ("tests/corpus/threads/counts/incr_locked_large_ok.c", "N=7", "--summaries off"),
    ("tests/corpus/threads/large/hash_table_ok.c", "N=2", "--summaries off"),
    ("tests/corpus/threads/paper/dining_large_ok.c", "N=6", "--symmetry off"),
    ("tests/corpus/threads/paper/producers_large_ok.c", "N=4", "--symmetry off"),
];

/// Where the curve has points. The last one is the number of workers that tasks are recorded with.
const WORKERS: [usize; 7] = [1, 2, 4, 8, 16, 32, 64];
/// Milliseconds for a task there and back.
const MOST_OVERHEAD: f64 = 1.0;

pub(crate) fn run(raddle: &Path) -> anyhow::Result<()> {
    let overhead = overhead()?;
    scaling(raddle, &overhead)?;
    two_processes(raddle)
}

/// Milliseconds per task.
#[derive(Deserialize)]
struct Overhead {
    alone_ms: f64,
    together_ms: f64,
}

fn overhead() -> anyhow::Result<Overhead> {
    let words =
        ["run", "--quiet", "--profile", TEST_PROFILE, "-p", "raddle-nats", "--example", "overhead"];
    let output = cargo().args(words).output().context("cannot start cargo")?;
    let overhead: Overhead = serde_json::from_slice(&output.stdout)
        .with_context(|| String::from_utf8_lossy(&output.stderr).into_owned())?;
    print(&format!(
        "\ncluster: a task there and back {:.3} ms, {:.3} ms with 16 on their way ({} {MOST_OVERHEAD} ms)",
        overhead.alone_ms,
        overhead.together_ms,
        if overhead.alone_ms < MOST_OVERHEAD { "less than" } else { "NOT less than" },
    ));
    Ok(overhead)
}

/// A server with workers.
struct Ground {
    up: Child,
    directory: PathBuf,
    address: String,
}

impl Ground {
    fn start(raddle: &Path, workers: usize) -> anyhow::Result<Ground> {
        let directory = std::env::temp_dir().join(format!("raddle-bench-{}", std::process::id()));
        let mut command = Command::new(raddle);
        command.args(["up", "--local", &workers.to_string(), "--dir"]).arg(&directory);
        let mut up = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
        let stdout = up.stdout.take().context("no output")?;
        let lines = std::io::BufRead::lines(std::io::BufReader::new(stdout));
        let address = lines.map_while(Result::ok).find_map(|line| {
            line.split_whitespace().find(|word| word.starts_with("nats://")).map(str::to_owned)
        });
        let address = address.context("`raddle up` does not start")?;
        Ok(Ground { up, directory, address })
    }

    fn credentials(&self) -> PathBuf {
        self.directory.join("credentials")
    }
}

impl Drop for Ground {
    fn drop(&mut self) {
        let _ = Command::new("kill").args(["-INT", &self.up.id().to_string()]).status();
        let _ = self.up.wait();
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

fn two_processes(raddle: &Path) -> anyhow::Result<()> {
    let ground = Ground::start(raddle, 1)?;
    print(&format!(
        "\n{:<36} {:>7} | --jobs 2: {COMPARED} | one worker: {COMPARED}",
        "cluster", "one, s"
    ));
    for &program in PROGRAMS {
        let alone = check(raddle, program, &[], None)?;
        let jobs = check(raddle, program, &["--jobs", "2"], None)?;
        let words = ["--workers", &ground.address, "--name", "bench"];
        let worker = check(raddle, program, &words, Some(&ground.credentials()))?;
        for both in [&jobs, &worker] {
            if both.places != alone.places {
                bail!("{}: {:?}, and with two {:?}", name(program), alone.places, both.places);
            }
        }
        print(&format!(
            "{:<36} {:>7.2} |           {} |             {}",
            name(program),
            alone.seconds,
            jobs.compared(&alone, MOST_STATES),
            worker.compared(&alone, MOST_STATES),
        ));
    }
    Ok(())
}

fn scaling(raddle: &Path, overhead: &Overhead) -> anyhow::Result<()> {
    let most = WORKERS[WORKERS.len() - 1];
    let ground = Ground::start(raddle, most)?;
    print(&format!(
        "\nscaling, played from tasks that were recorded with {most} workers of a server"
    ));
    let head: Vec<String> = WORKERS.iter().map(|count| format!("{count:>6}")).collect();
    print(&format!(
        "{:<36} {:>7} {:>7} {:>8} {:>8} {}   limited by",
        "program",
        "tasks",
        "ms each",
        "work, s",
        "chain, s",
        head.join(" ")
    ));
    let way = (overhead.alone_ms * 500.0) as u64;
    let service = (overhead.together_ms * 1000.0).max(1.0) as u64;
    for &program in RECORDED {
        let words = ["--share-eagerly", "--workers", &ground.address, "--name", "bench"];
        let works = check(raddle, program, &words, Some(&ground.credentials()))?.works;
        let all: u64 = works.iter().map(|work| work.own).sum();
        let mut curve = Vec::new();
        let mut last = (0, 0);
        for count in WORKERS {
            last = simulate(&works, count, way, service);
            curve.push(format!("{:>6.1}", all as f64 / last.0.max(1) as f64));
        }
        let path = critical_path(&works, way);
        let bounds = [
            (all / most as u64, "the number of workers"),
            (path, "the longest chain of tasks"),
            (last.1, "the desk, which serves one message after the other"),
        ];
        let limit = bounds.iter().max_by_key(|(time, _)| *time).map_or("", |(_, name)| name);
        // Tasks that their givers took back did no work.
        let done = works.iter().filter(|work| work.own > 0).count();
        print(&format!(
            "{:<36} {done:>7} {:>7.2} {:>8.2} {:>8.2} {}   {limit}",
            name(program),
            all as f64 / 1e3 / done.max(1) as f64,
            all as f64 / 1e6,
            path as f64 / 1e6,
            curve.join(" "),
        ));
    }
    Ok(())
}
