//! `cargo xtask bench hunt`: states and seconds to the targets of `tests/hunt`, by the guided and by the exhaustive search, beside what was published for
//! the same programs (Rungta, Mercer and Visser, Table 2); and how long it takes to find a needle in generated programs of growing size, which needs an input value
//! and two changes of threads.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, bail};
use raddle_fuzz::large::large_program;
use serde_json::Value;

use crate::shell::{print, root};

/// What was published for a program: states, refinements, elements of the abstract trace.
type Published = (u64, u64, u64);

/// Program, size, names of targets, what was published.
type Row = (&'static str, &'static [&'static str], &'static [&'static str], Option<Published>);

const ROWS: &[Row] = &[
    ("reorder.c", &["-DSETTERS=9"], &["inconsistent"], Some((205, 1, 13))),
    ("reorder.c", &["-DSETTERS=10"], &["inconsistent"], Some((239, 1, 13))),
    ("reorder.c", &["-DSETTERS=100"], &["inconsistent"], None),
    ("airline.c", &["-DISSUED=15", "-DCUSHION=3"], &["oversold"], Some((619, 13, 3))),
    ("airline.c", &["-DISSUED=20", "-DCUSHION=2"], &["oversold"], Some((1_230, 19, 3))),
    ("airline.c", &["-DISSUED=20", "-DCUSHION=1"], &["oversold"], Some((1_248, 20, 3))),
    ("airline.c", &["-DISSUED=200", "-DCUSHION=1"], &["oversold"], None),
    ("vectors.c", &[], &["append", "append"], Some((37, 1, 14))),
    ("vectors.c", &["-DDATA"], &["expected", "expected"], Some((294, 2, 15))),
    ("vectors.c", &[], &["removed"], Some((312, 1, 12))),
    ("element.c", &[], &["large"], None),
];

/// What the exhaustive search is given for a row.
const LIMIT: &str = "60s";
/// What a hunt in a large program may take on a busy machine.
const LONG: &str = "10m";

/// Published traces name every call and branch on the way, ours only operations of the plan, each as often as it has to happen.
pub(crate) fn run(raddle: &Path) -> anyhow::Result<()> {
    print("\nhunt: to the target (published / guided search), and the exhaustive search beside");
    print(&format!(
        "{:<48} {:>13} {:>9} {:>9} {:>7} {:>10} {:>7}",
        "program", "states", "refined", "trace", "seconds", "exhaustive", "seconds"
    ));
    for &(program, size, targets, published) in ROWS {
        let (guided, seconds) = hunt(raddle, program, size, targets, "guided")?;
        let name = format!("{program} {} {}", size.join(" "), targets.join(" + "));
        if guided["verdict"] != "reached" {
            bail!("the guided search does not reach {name}: {}", guided["verdict"]);
        }
        let (exhaustive, slow) = hunt(raddle, program, size, targets, "exhaustive")?;
        let found = match exhaustive["verdict"].as_str() {
            Some("reached") => exhaustive["stats"]["states"].to_string(),
            _ => "not found".to_owned(),
        };
        let count = |of: &str| guided["stats"][of].as_u64().unwrap_or_default();
        let (states, refined) = (count("guided_states"), count("refinements"));
        let beside = |published: Option<u64>, ours: u64| match published {
            Some(published) => format!("{published} / {ours}"),
            None => format!("– / {ours}"),
        };
        print(&format!(
            "{name:<48} {:>13} {:>9} {:>9} {seconds:>7.2} {found:>10} {slow:>7.2}",
            beside(published.map(|one| one.0), states),
            beside(published.map(|one| one.1), refined),
            beside(published.map(|one| one.2), count("trace_length")),
        ));
        if published.is_some_and(|one| states > one.0 || refined > one.1) {
            bail!("more than was published for {name}");
        }
    }
    size(raddle)
}

const SIZES: &[usize] = &[5_000, 10_000, 20_000, 50_000];
const SEED: u64 = 1;

/// Goals of a large program: the line behind the input value and deep calls, the race, as two threads that are about to access the same memory, and the deadlock, as
/// two threads that stand before the locks. The last two need changes of threads as well. A check of the smallest program is printed beside.
fn size(raddle: &Path) -> anyhow::Result<()> {
    let directory = root().join("target/bench-hunt");
    std::fs::create_dir_all(&directory).context("cannot create a directory for programs")?;
    print("\nhunt: a needle in programs of growing size");
    print("   lines  goal      seconds of the processor   states  refined  exponent");
    let mut before: [Option<(f64, f64)>; 3] = [None; 3];
    for &size in SIZES {
        let program = large_program(size, SEED);
        let path = directory.join(format!("large_{size}.c"));
        std::fs::write(&path, &program.text).context("cannot write a program")?;
        let (race, deadlock) = (program.race, program.deadlock);
        // Two lines in front of the first access the input was asked for.
        let goals = [
            ("input", vec![race.0 - 2], &[][..]),
            ("race", vec![race.0, race.1], &["--same-memory"]),
            ("deadlock", vec![deadlock.0, deadlock.1], &[]),
        ];
        for ((name, lines, flags), before) in goals.into_iter().zip(&mut before) {
            let mut command = Command::new(raddle);
            command.args(["hunt", "--format", "json", "--time", LONG]).args(flags);
            for line in lines {
                command.args(["--target", &format!("large_{size}.c:{line}")]);
            }
            // Unlike the time that passes, it does not depend on who else computes.
            let before_it = processor_time_of_children();
            let (report, _) = measured(command.arg(&path))?;
            let seconds = processor_time_of_children() - before_it;
            if report["verdict"] != "reached" {
                bail!("the {name} of {} is not found in {LONG}", path.display());
            }
            // Time grows with the size to this power.
            let lines = f64::from(program.lines);
            let exponent = before.map(|(l, s)| (seconds / s).ln() / (lines / l).ln());
            *before = Some((lines, seconds));
            print(&format!(
                "{:>8}  {name:<8} {seconds:>25.2} {:>8} {:>8} {:>9}",
                program.lines,
                report["stats"]["guided_states"].as_u64().unwrap_or_default(),
                report["stats"]["refinements"].as_u64().unwrap_or_default(),
                exponent.map_or("–".to_owned(), |exponent| format!("{exponent:.2}")),
            ));
        }
    }
    checked(raddle, &directory.join(format!("large_{}.c", SIZES[0])))
}

/// Seconds that the commands so far have computed, from fields 16 and 17 of the system's account, in hundredths.
fn processor_time_of_children() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program, in parentheses, may contain blanks.
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(13).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// What a check of everything finds of the needle.
fn checked(raddle: &Path, program: &Path) -> anyhow::Result<()> {
    let mut command = Command::new(raddle);
    command.args(["check", "--property", "race,deadlock", "--format", "json", "--time", LIMIT]);
    let (report, seconds) = measured(command.arg(program))?;
    let found = report["findings"].as_array().map_or(0, Vec::len);
    print(&format!(
        "a check of the smallest: {} in {seconds:.0} s, {found} findings",
        report["verdict"].as_str().unwrap_or("no verdict")
    ));
    Ok(())
}

fn hunt(
    raddle: &Path,
    program: &str,
    size: &[&str],
    targets: &[&str],
    search: &str,
) -> anyhow::Result<(Value, f64)> {
    let path = root().join("tests/hunt").join(program);
    let text = std::fs::read_to_string(&path).context("cannot read a program")?;
    let mut command = Command::new(raddle);
    command.args(["hunt", "--format", "json", "--time", LIMIT, "--search-with", search]);
    for target in targets {
        let mark = format!("target {target}");
        let line = text.lines().position(|line| line.trim_end().ends_with(&mark));
        let line = line.with_context(|| format!("{program} has no {mark}"))? + 1;
        command.args(["--target", &format!("{program}:{line}")]);
    }
    measured(command.args(size).arg(&path))
}

/// What raddle prints, and how long it takes.
fn measured(command: &mut Command) -> anyhow::Result<(Value, f64)> {
    let start = Instant::now();
    let output = command.stderr(Stdio::null()).output().context("cannot run raddle")?;
    let seconds = start.elapsed().as_secs_f64();
    let report = serde_json::from_slice(&output.stdout).context("raddle printed no JSON")?;
    Ok((report, seconds))
}
