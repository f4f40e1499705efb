//! `cargo xtask bench contexts`: paths from contexts in the middle of kernels (`tests/from/kernels`), with all, some and none of the analyses of the state
//! that they start in, beside what was published for programs of the same shape (Bergan, Grossman and Ceze, *Symbolic execution of multithreaded programs from
//! arbitrary program contexts*, Table 1: 20, 10, 12, 18, 18 and 11 branches).

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::Context;
use serde_json::Value;

use crate::shell::{cpu_of_children, print, root};

/// A context: the flag, the name of a thread, and the marks of its places, innermost first.
type Thread = (&'static str, &'static str, &'static [&'static str]);

struct Row {
    name: &'static str,
    program: &'static str,
    threads: &'static [Thread],
    /// Conditional branches of each thread.
    branches: &'static str,
    /// The same for measuring speed: enough of them for what the analyses before the search cost not to count; and macros that make the program larger for that.
    many: &'static str,
    larger: &'static [&'static str],
    /// Published paths: with everything, and with nothing.
    published: Option<(u64, u64)>,
    /// Published numbers of schedules for the program, in the same way.
    schedules: Option<&'static str>,
}

const ROWS: &[Row] = &[
    Row {
        name: "blackscholes",
        program: "blackscholes.c",
        // Threads do not synchronise: one shows what all do.
        threads: &[("--at", "T1", &["price", "work"])],
        branches: "7",
        many: "200",
        larger: &["MOST=4"],
        published: Some((763, 1087)),
        schedules: None,
    },
    Row {
        name: "dedup-1",
        program: "dedup.c",
        threads: &[
            ("--at", "reader", &["put", "reader"]),
            ("--waiting", "hasher", &["empty", "hasher"]),
        ],
        branches: "3",
        many: "12",
        larger: &[],
        published: Some((103, 971)),
        schedules: None,
    },
    Row {
        name: "dedup-2",
        program: "dedup.c",
        threads: &[
            ("--at", "hasher", &["put", "hashed"]),
            ("--waiting", "writer", &["empty", "writer"]),
        ],
        branches: "3",
        many: "14",
        larger: &[],
        published: Some((458, 1904)),
        schedules: None,
    },
    Row {
        name: "lu",
        program: "lu.c",
        threads: &[("--at", "T1", &["diagonal", "work"]), ("--at", "T2", &["diagonal", "work"])],
        branches: "4",
        many: "10",
        larger: &[],
        published: Some((554, 4680)),
        schedules: Some("3/1976"),
    },
    Row {
        name: "pfscan",
        program: "pfscan.c",
        threads: &[
            ("--at", "main", &["feed"]),
            ("--at", "T1", &["taken", "take"]),
            ("--at", "T2", &["match"]),
        ],
        branches: "2",
        many: "4",
        larger: &[],
        published: Some((246, 3785)),
        schedules: Some("455/2273"),
    },
    Row {
        name: "streamcluster",
        program: "streamcluster.c",
        threads: &[("--at", "T1", &["decide", "work"]), ("--at", "T2", &["decide", "work"])],
        branches: "4",
        many: "12",
        larger: &[],
        published: Some((60, 1004)),
        schedules: None,
    },
    Row {
        name: "fft",
        program: "fft.c",
        threads: &[("--at", "T1", &["stage", "work"]), ("--at", "T2", &["stage", "work"])],
        branches: "3",
        many: "5",
        larger: &[],
        published: None,
        schedules: Some("2/2"),
    },
];

const PRECISIONS: [&str; 4] = ["full", "no-definitions", "no-invariants", "naive"];
/// What each cell of the table is given.
const LIMIT: &str = "15s";
/// The same where all states of the whole program are visited, too, which ends after some work.
const WHOLE_LIMIT: &str = "120s";

pub(crate) fn run(raddle: &Path) -> anyhow::Result<()> {
    print(
        "\ncontexts: runs by what is known of the state they start in (* the time was over), naive/full beside the published paths; different sides of branches that threads \
         take in full, and in runs of the whole program (+ at least: not all of its states were visited), and how many times more the former are; schedules that cover all inputs, full/naive \
         (* not all were found; ours of all epochs and 2 threads, published ones of 2 to 4 threads of the programs themselves); instructions for each second of CPU behind the start; \
         objects that unknown pointers may share, with types and the pointer analysis, and without",
    );
    print(&format!(
        "{:<14} {:>3} {:>6} {:>6} {:>6} {:>7} {:>6} {:>13} {:>6} {:>9} {:>6} {:>11} {:>9} {:>8} {:>9}",
        "context",
        "br",
        "full",
        "-RD",
        "-SI",
        "naive",
        "ratio",
        "published",
        "sides",
        "feasible",
        "times",
        "schedules",
        "published",
        "instr./s",
        "aliases"
    ));
    for row in ROWS {
        print(&line(raddle, row)?);
    }
    pieces(raddle)
}

/// A row of the table.
fn line(raddle: &Path, row: &Row) -> anyhow::Result<String> {
    let mut cells = Vec::new();
    let mut runs = Vec::new();
    for precision in PRECISIONS {
        let report = from(raddle, row, precision, row.branches, &["--time", LIMIT])?;
        let count = report["stats"]["runs"].as_u64().unwrap_or_default();
        let reasons = report["reasons"].as_array().into_iter().flatten();
        let is_over = reasons.clone().any(|reason| reason["code"] == "U0103");
        cells.push(format!("{count}{}", if is_over { "*" } else { "" }));
        runs.push(count);
    }
    let ratio = runs[3] as f64 / runs[0].max(1) as f64;
    let published = row.published.map_or("–".to_owned(), |(full, naive)| {
        format!("{naive}/{full} {:.1}", naive as f64 / full as f64)
    });
    let (sides, feasible, times) = feasible(raddle, row)?;
    let (schedules, published_schedules) = schedules(raddle, row)?;
    let (speed, aliases) = speed(raddle, row)?;
    Ok(format!(
        "{:<14} {:>3} {:>6} {:>6} {:>6} {:>7} {ratio:>6.1} {published:>13} {sides:>6} {feasible:>9} {times:>6} {schedules:>11} {published_schedules:>9} {speed:>8.0} {aliases:>9}",
        row.name, row.branches, cells[0], cells[1], cells[2], cells[3]
    ))
}

/// Sides of branches that threads can take from a context by what is known of it, those that they take in runs of the whole program, and how many times more the former are.
fn feasible(raddle: &Path, row: &Row) -> anyhow::Result<(u64, String, String)> {
    let more = ["--feasible", "--time", WHOLE_LIMIT];
    let report = from(raddle, row, "full", row.branches, &more)?;
    let count = |name: &str| report["stats"]["counters"][name].as_u64().unwrap_or(0);
    let missed = count("feasible paths that were missed");
    anyhow::ensure!(missed == 0, "{}: {missed} feasible paths were missed", row.name);
    let (sides, feasible) = (count("paths"), count("feasible paths"));
    if sides == 0 {
        // The time was over before all states were visited.
        return Ok((0, "?".to_owned(), "–".to_owned()));
    }
    let all = count("all feasible paths were counted") == 1;
    let times = match feasible {
        0 => "–".to_owned(),
        _ => format!("{}{:.2}", if all { "" } else { "<" }, sides as f64 / feasible as f64),
    };
    Ok((sides, format!("{feasible}{}", if all { "" } else { "+" }), times))
}

/// Instructions for each second of CPU, and objects that unknown pointers may share: with types and the pointer analysis, and without.
fn speed(raddle: &Path, row: &Row) -> anyhow::Result<(f64, String)> {
    let defines = row.larger.iter().flat_map(|define| ["-D", define]);
    let more: Vec<&str> = ["--time", LIMIT].into_iter().chain(defines).collect();
    let measured = |branches: &str| -> anyhow::Result<(Value, f64, f64)> {
        let cpu = cpu_of_children()?;
        let report = from(raddle, row, "full", branches, &more)?;
        let seconds = cpu_of_children()? - cpu;
        let instructions = report["stats"]["instructions"].as_f64().unwrap_or_default();
        Ok((report, instructions, seconds))
    };
    // What it takes to begin does not count: the compiler, and the analyses.
    let (_, first, start) = measured("0")?;
    let (report, instructions, seconds) = measured(row.many)?;
    let stats = &report["stats"];
    let speed = (instructions - first) / (seconds - start).max(0.01);
    let count = |name: &str| stats["counters"][name].as_u64();
    let limited = count("objects that unknown pointers may share");
    let all = count("the same without types and pointer analysis");
    let aliases = limited.zip(all).map_or("–".to_owned(), |(some, all)| format!("{some}/{all}"));
    Ok((speed, aliases))
}

/// How many schedules cover all inputs of the program of a row, with everything that is known and with nothing; and what was published.
fn schedules(raddle: &Path, row: &Row) -> anyhow::Result<(String, &'static str)> {
    let Some(published) = row.schedules else { return Ok(("–".to_owned(), "–")) };
    let path = root().join("tests/from/kernels").join(row.program);
    let mut cells = Vec::new();
    for precision in ["full", "naive"] {
        let mut command = Command::new(raddle);
        command.args(["schedules", "--format", "json", "--no-config", "--time", LIMIT]);
        command.args(["--jobs", "2", "--symbolic-args", "3,1", "--precision", precision]);
        let output = command.arg(&path).stderr(Stdio::null()).output();
        let output = output.context("cannot run raddle")?;
        let found: Value =
            serde_json::from_slice(&output.stdout).context("raddle printed no JSON")?;
        let count = found["schedules"].as_u64().unwrap_or_default();
        cells.push(format!("{count}{}", if found["complete"] == true { "" } else { "*" }));
    }
    Ok((cells.join("/"), published))
}

/// Programs that are explored from main and in pieces, each in the same time.
const WHOLE: &[&str] = &["stages.c", "lu.c", "pfscan.c"];
const PIECES_LIMIT: &str = "10s";

fn pieces(raddle: &Path) -> anyhow::Result<()> {
    print(&format!(
        "\npieces: lines executed in {PIECES_LIMIT}, from main and in fragments; how many fragments, and the verdicts"
    ));
    print(&format!(
        "{:<14} {:>6} {:>11} {:>11} {:>10}  {:<8} {}",
        "program", "lines", "from main", "in pieces", "fragments", "check", "pieces"
    ));
    for name in WHOLE {
        let path = root().join("tests/from/kernels").join(name);
        let run = |words: &[&str]| -> anyhow::Result<Value> {
            let mut command = Command::new(raddle);
            command.args(words).args(["--format", "json", "--no-config", "--time", PIECES_LIMIT]);
            command.args(["--symbolic-args", "1,1"]).arg(&path).stderr(Stdio::null());
            let output = command.output().context("cannot run raddle")?;
            serde_json::from_slice(&output.stdout).context("raddle printed no JSON")
        };
        let whole = run(&["check"])?;
        let pieces = run(&["from", "--piecewise", "--jobs", "2"])?;
        let lines =
            |report: &Value, which: &str| report["coverage"][which].as_u64().unwrap_or_default();
        let verdict = |report: &Value| report["verdict"].as_str().unwrap_or("?").to_owned();
        let fragments = pieces["fragments"].as_array().map_or(0, Vec::len);
        print(&format!(
            "{name:<14} {:>6} {:>11} {:>11} {fragments:>10}  {:<8} {}",
            lines(&whole, "lines_total"),
            lines(&whole, "lines_covered"),
            lines(&pieces, "lines_covered"),
            verdict(&whole),
            verdict(&pieces),
        ));
    }
    Ok(())
}

fn from(
    raddle: &Path,
    row: &Row,
    precision: &str,
    branches: &str,
    more: &[&str],
) -> anyhow::Result<Value> {
    let path = root().join("tests/from/kernels").join(row.program);
    let text = std::fs::read_to_string(&path).context("cannot read a kernel")?;
    let mut command = Command::new(raddle);
    command.args(["from", "--format", "json", "--no-config", "-p", "deadlock"]);
    command.args(["--until", branches, "--precision", precision]).args(more);
    for (flag, name, marks) in row.threads {
        let mut places = Vec::new();
        for mark in *marks {
            let end = format!("// @{mark}");
            let line = text.lines().position(|line| line.trim_end().ends_with(&end));
            let line = line.with_context(|| format!("{} has no {end}", row.program))? + 1;
            places.push(line.to_string());
        }
        command.arg(flag).arg(format!("{name}={}", places.join(",")));
    }
    let output = command.arg(&path).stderr(Stdio::null()).output().context("cannot run raddle")?;
    serde_json::from_slice(&output.stdout).context("raddle printed no JSON")
}
