//! `cargo xtask bench jobs`: one search in two processes against one. The machine should be quiet: two cores are measured.
//!
//! Programs with one thread and with several, with and without summaries, each of which needs some seconds alone; the findings must be the
//! same. Alone for a second, a check of five seconds can become 1.7 times as fast at best. Symmetry is off: what is used under other names is not
//! sent, so two processes would explore more than one.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, bail};
use serde_json::Value;

use crate::shell::{print, root};

/// What two cores are to bring.
const TARGET: f64 = 1.7;

/// A program, its size, and how it is explored.
pub(crate) const PROGRAMS: &[(&str, &str, &str)] = &[
    ("benches/branching.c", "BITS=19", "--property assert --summaries off"),
    ("benches/properties/test_loop.c", "ROUNDS=10", "--property assert --summaries off"),
    ("benches/properties/wbs.c", "ROUNDS=5", "--property assert --summaries off"),
    ("benches/orders.c", "N=8", "--property assert --summaries off"),
    ("tests/corpus/threads/counts/readers_large.c", "N=16", "--summaries off"),
    ("tests/corpus/threads/counts/fib_large_ok.c", "N=6", "--summaries off"),
    ("tests/corpus/threads/counts/incr_locked_large_ok.c", "N=8", "--summaries off"),
    ("tests/corpus/threads/large/hash_table_ok.c", "N=2", "--summaries off"),
    ("tests/corpus/threads/paper/dining_large_ok.c", "N=7", "--symmetry off"),
    ("tests/corpus/threads/paper/producers_large_ok.c", "N=5", "--symmetry off"),
];

pub(crate) fn run(raddle: &Path) -> anyhow::Result<()> {
    print(&format!(
        "\njobs                                                          states    one, s    two, s   speed-up   of {TARGET}"
    ));
    for &(program, size, flags) in PROGRAMS {
        let alone = check(raddle, program, size, flags, "1")?;
        let both = check(raddle, program, size, flags, "2")?;
        if alone.places != both.places {
            bail!("{program}: {:?} and with two {:?}", alone.places, both.places);
        }
        let gain = alone.seconds / both.seconds;
        print(&format!(
            "{:<58} {:>9} {:>9.2} {:>9.2} {gain:>9.2}x {:>7.2}",
            format!("{} {size} {flags}", program.rsplit('/').next().unwrap_or(program)),
            both.states,
            alone.seconds,
            both.seconds,
            gain / TARGET,
        ));
    }
    Ok(())
}

struct Figures {
    seconds: f64,
    states: u64,
    places: BTreeSet<String>,
}

fn check(
    raddle: &Path,
    program: &str,
    size: &str,
    flags: &str,
    jobs: &str,
) -> anyhow::Result<Figures> {
    let mut command = Command::new(raddle);
    command.args(["check", "--no-config", "--quiet", "--format", "json"]);
    command.args(flags.split(' ')).args(["--jobs", jobs]);
    command.arg(format!("-D{size}")).arg(root().join(program));
    let start = Instant::now();
    let output = command.output().context("cannot start raddle")?;
    let seconds = start.elapsed().as_secs_f64();
    let report: Value = serde_json::from_slice(&output.stdout).with_context(|| {
        format!("{program}: no report: {}", String::from_utf8_lossy(&output.stderr))
    })?;
    let findings = report["findings"].as_array().into_iter().flatten();
    let place = |finding: &Value| format!("{} {}", finding["code"], finding["location"]["line"]);
    Ok(Figures {
        seconds,
        states: report["stats"]["states"].as_u64().unwrap_or(0),
        places: findings.map(place).collect(),
    })
}
