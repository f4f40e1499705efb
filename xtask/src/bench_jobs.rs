//! `cargo xtask bench jobs`: one search in two processes against one.
//!
//! Programs with one thread and with several, with and without summaries, each of which needs some seconds alone; the findings must be the
//! same. Wall time is for quiet machines; work, idleness and what is to be expected of two quiet cores (`recorded.rs`) are printed beside it. Alone for half a second, a check of five seconds can become
//! 1.8 times as fast at best. Symmetry is off: what is used under other names is not sent, so two processes would explore more than one.

use std::path::Path;

use anyhow::bail;

use crate::recorded::{COMPARED, Program, check, name};
use crate::shell::print;

/// What two cores are to bring.
const TARGET: f64 = 1.7;
/// States in total against one process.
pub(crate) const MOST_STATES: f64 = 1.3;

pub(crate) const PROGRAMS: &[Program] = &[
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
    print(&format!("\n{:<36} {:>7} | --jobs 2: {COMPARED} of {TARGET}", "jobs", "one, s"));
    for &program in PROGRAMS {
        let alone = check(raddle, program, &[], None)?;
        let both = check(raddle, program, &["--jobs", "2"], None)?;
        if alone.places != both.places {
            bail!("{}: {:?} and with two {:?}", name(program), alone.places, both.places);
        }
        print(&format!(
            "{:<36} {:>7.2} |           {} {:>6.2}",
            name(program),
            alone.seconds,
            both.compared(&alone, MOST_STATES),
            alone.seconds / both.seconds / TARGET,
        ));
    }
    Ok(())
}
