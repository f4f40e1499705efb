//! `cargo xtask bench contexts`: paths from contexts in the middle of kernels (`tests/from/kernels`), with all, some and none of the analyses of the state
//! that they start in, beside what was published for programs of the same shape (Bergan, Grossman and Ceze, *Symbolic execution of multithreaded programs from
//! arbitrary program contexts*, Table 1: 20, 10, 12, 18, 18 and 11 branches).

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::Context;
use serde_json::Value;

use crate::shell::{print, root};

/// A context: the flag, the name of a thread, and the marks of its places, innermost first.
type Thread = (&'static str, &'static str, &'static [&'static str]);

struct Row {
    name: &'static str,
    program: &'static str,
    threads: &'static [Thread],
    /// Conditional branches of each thread.
    branches: &'static str,
    /// The same for measuring speed: enough of them for what the analyses before the search cost not to count.
    many: &'static str,
    /// Published paths: with everything, and with nothing.
    published: Option<(u64, u64)>,
}

const ROWS: &[Row] = &[
    Row {
        name: "blackscholes",
        program: "blackscholes.c",
        // Threads do not synchronise: one shows what all do.
        threads: &[("--at", "T1", &["price", "work"])],
        branches: "7",
        many: "7",
        published: Some((763, 1087)),
    },
    Row {
        name: "dedup-1",
        program: "dedup.c",
        threads: &[
            ("--at", "reader", &["put", "reader"]),
            ("--waiting", "hasher", &["empty", "hasher"]),
        ],
        branches: "3",
        many: "8",
        published: Some((103, 971)),
    },
    Row {
        name: "dedup-2",
        program: "dedup.c",
        threads: &[
            ("--at", "hasher", &["put", "hashed"]),
            ("--waiting", "writer", &["empty", "writer"]),
        ],
        branches: "3",
        many: "8",
        published: Some((458, 1904)),
    },
    Row {
        name: "lu",
        program: "lu.c",
        threads: &[("--at", "T1", &["diagonal", "work"]), ("--at", "T2", &["diagonal", "work"])],
        branches: "4",
        many: "10",
        published: Some((554, 4680)),
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
        published: Some((246, 3785)),
    },
    Row {
        name: "streamcluster",
        program: "streamcluster.c",
        threads: &[("--at", "T1", &["decide", "work"]), ("--at", "T2", &["decide", "work"])],
        branches: "4",
        many: "12",
        published: Some((60, 1004)),
    },
    Row {
        name: "fft",
        program: "fft.c",
        threads: &[("--at", "T1", &["stage", "work"]), ("--at", "T2", &["stage", "work"])],
        branches: "3",
        many: "3",
        published: None,
    },
];

const PRECISIONS: [&str; 4] = ["full", "no-definitions", "no-invariants", "naive"];
/// What each cell of the table is given.
const LIMIT: &str = "30s";
/// The same where all states of the whole program are visited, too, which ends after some work.
const WHOLE_LIMIT: &str = "120s";

pub(crate) fn run(raddle: &Path) -> anyhow::Result<()> {
    print(
        "\ncontexts: runs by what is known of the state they start in (* the time was over); different sides of branches that threads take in full, \
         and in runs of the whole program (+ at least: not all of its states were visited)",
    );
    print(&format!(
        "{:<14} {:>8} {:>9} {:>9} {:>9} {:>9} {:>7} {:>13} {:>7} {:>9} {:>12}",
        "context",
        "branches",
        "full",
        "-RD",
        "-SI",
        "naive",
        "ratio",
        "published",
        "sides",
        "feasible",
        "instr./s"
    ));
    for row in ROWS {
        let mut cells = Vec::new();
        let mut paths = Vec::new();
        let (mut sides, mut feasible) = (String::new(), String::new());
        for precision in PRECISIONS {
            let more: &[&str] = match precision {
                "full" => &["--feasible", "--time", WHOLE_LIMIT],
                _ => &["--time", LIMIT],
            };
            let report = from(raddle, row, precision, row.branches, more)?;
            if precision == "full" {
                let count = |name: &str| report["stats"]["counters"][name].as_u64().unwrap_or(0);
                let missed = count("feasible paths that were missed");
                anyhow::ensure!(missed == 0, "{}: {missed} feasible paths were missed", row.name);
                let open = if count("all feasible paths were counted") == 1 { "" } else { "+" };
                sides = count("paths").to_string();
                feasible = format!("{}{open}", count("feasible paths"));
            }
            let runs = report["stats"]["runs"].as_u64().unwrap_or_default();
            let reasons = report["reasons"].as_array().into_iter().flatten();
            let is_over = reasons.clone().any(|reason| reason["code"] == "U0103");
            cells.push(format!("{runs}{}", if is_over { "*" } else { "" }));
            paths.push(runs);
        }
        let stats = &from(raddle, row, "full", row.many, &["--time", LIMIT])?["stats"];
        let seconds = stats["seconds"].as_f64().unwrap_or_default().max(1e-9);
        let speed = stats["instructions"].as_f64().unwrap_or_default() / seconds;
        let ratio = paths[3] as f64 / paths[0].max(1) as f64;
        let published = row.published.map_or("–".to_owned(), |(full, naive)| {
            format!("{naive}/{full} {:.1}", naive as f64 / full as f64)
        });
        print(&format!(
            "{:<14} {:>8} {:>9} {:>9} {:>9} {:>9} {ratio:>7.1} {published:>13} {sides:>7} {feasible:>9} {speed:>12.0}",
            row.name, row.branches, cells[0], cells[1], cells[2], cells[3]
        ));
    }
    pieces(raddle)?;
    schedules(raddle)
}

/// Kernels whose schedules were counted, with the published numbers for programs of the same shape: with everything that is known, and with nothing.
const SCHEDULES: &[(&str, &str)] =
    &[("fft.c", "2/2"), ("lu.c", "3/1976"), ("pfscan.c", "455/2273")];

fn schedules(raddle: &Path) -> anyhow::Result<()> {
    print(&format!(
        "\nschedules that cover all inputs, in {LIMIT} (* not all were found). Ours are counted over all epochs with the threads of our kernels (2), from main on; published are \
         those of 2 to 4 threads of the programs themselves, so numbers compare by ratio only"
    ));
    print(&format!(
        "{:<14} {:>8} {:>8} {:>8} {:>8} {:>7} {:>13}",
        "program", "full", "-RD", "-SI", "naive", "ratio", "published"
    ));
    for (name, published) in SCHEDULES {
        let path = root().join("tests/from/kernels").join(name);
        let mut cells = Vec::new();
        let mut counts = Vec::new();
        for precision in PRECISIONS {
            let mut command = Command::new(raddle);
            command.args(["schedules", "--format", "json", "--no-config", "--time", LIMIT]);
            command.args(["--jobs", "2", "--symbolic-args", "3,1", "--precision", precision]);
            let output = command.arg(&path).stderr(Stdio::null()).output();
            let output = output.context("cannot run raddle")?;
            let found: Value =
                serde_json::from_slice(&output.stdout).context("raddle printed no JSON")?;
            let count = found["schedules"].as_u64().unwrap_or_default();
            let open = if found["complete"] == true { "" } else { "*" };
            cells.push(format!("{count}{open}"));
            counts.push(count);
        }
        let ratio = counts[3] as f64 / counts[0].max(1) as f64;
        print(&format!(
            "{name:<14} {:>8} {:>8} {:>8} {:>8} {ratio:>7.1} {published:>13}",
            cells[0], cells[1], cells[2], cells[3]
        ));
    }
    Ok(())
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
