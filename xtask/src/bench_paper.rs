//! `cargo xtask bench paper`: the programs of the literature on summaries, every technique beside the published figures.
//!
//! *Runs* are compared with Guo, Kusano, Wang, Yang, Gupta, "Assertion Guided Symbolic Execution of Multithreaded Programs" (2015),
//! *states* with Chu, "Interpolation Methods for Symbolic Execution" (2012), chapters 5 and 6. The programs are our own versions:
//! where the number of runs without any technique is not theirs, compare the ratio of the columns instead. Whatever the figures
//! are, all techniques must give the same verdict and findings; a difference ends the benchmark with an error.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};
use serde_json::Value;

use crate::shell::{print, root};

/// Seconds after which a technique is given up on one program.
const PATIENCE: u32 = 20;

/// The columns: their title, and how `raddle check` is told.
const TECHNIQUES: [(&str, &[&str]); 4] = [
    ("none", &["--reduce=none", "--summaries=off"]),
    ("dpor", &["--reduce=dpor", "--summaries=off"]),
    ("summaries", &["--reduce=none", "--summaries=on"]),
    ("dpor+summaries", &["--reduce=dpor", "--summaries=on"]),
];

/// Keeps conditions exact, as the thesis does.
const EXACT: &[&str] = &["--summary-size=1000"];

/// A program at one size, and what was published about it.
struct Entry {
    title: &'static str,
    /// Below `tests/corpus/threads`.
    file: &'static str,
    size: Option<u32>,
    flags: &'static [&'static str],
    published: &'static str,
}

const fn entry(
    title: &'static str,
    file: &'static str,
    size: u32,
    flags: &'static [&'static str],
    published: &'static str,
) -> Entry {
    let size = if size == 0 { None } else { Some(size) };
    Entry { title, file, size, flags, published }
}

/// A table: its title, what the last column says, and its rows.
type Table = (&'static str, &'static str, &'static [Entry]);

const TABLES: &[Table] = &[
    (
        "examples and tables of the thesis",
        "states in the thesis",
        &[
            entry(
                "Ex. 5.2 coupled",
                "paper/coupled_ok.c",
                0,
                EXACT,
                "none 19, summaries 13 (4 subsumed)",
            ),
            entry("Ex. 5.3 two producers", "paper/producers3_ok.c", 0, EXACT, "none 16"),
            entry(
                "Table 5.1 producers",
                "paper/producers_ok.c",
                2,
                EXACT,
                "summaries 514, with persistent sets 85",
            ),
            entry(
                "Table 5.1 producers",
                "paper/producers_ok.c",
                3,
                EXACT,
                "summaries 6562, with persistent sets 455",
            ),
            entry(
                "Table 5.1 producers",
                "paper/producers_ok.c",
                4,
                EXACT,
                "summaries 76546, with persistent sets 2313",
            ),
            entry("Table 5.2 sum of ids", "paper/sum_of_ids_ok.c", 6, &[], "summaries 193"),
            entry("Table 5.2 sum of ids", "paper/sum_of_ids_ok.c", 8, &[], "summaries 1025"),
            entry("Table 5.2 sum of ids", "paper/sum_of_ids_ok.c", 10, &[], "summaries 5121"),
            entry(
                "Table 6.1 philosophers",
                "paper/dining_ok.c",
                3,
                &[],
                "summaries 190 (79 subsumed)",
            ),
            entry(
                "Table 6.1 philosophers",
                "paper/dining_ok.c",
                4,
                &[],
                "summaries 1245 (702 subsumed)",
            ),
            entry(
                "Table 6.1 philosophers",
                "paper/dining_ok.c",
                5,
                &[],
                "summaries 7516 (4893 subsumed)",
            ),
            entry(
                "Table 6.1 philosophers",
                "paper/dining_ok.c",
                6,
                &[],
                "summaries 43579 (30908 subsumed)",
            ),
        ],
    ),
    (
        "figures of assertion guided symbolic execution",
        "runs in the paper: none / dpor / dpor+summaries",
        &[
            entry("Fig. 2", "paper/fig2_ok.c", 0, &[], "6 / 6 / 1 full + 4 partial"),
            entry("Fig. 3", "paper/fig3_ok.c", 3, &[], "8 / 8 / 4"),
            entry("Fig. 3", "paper/fig3_ok.c", 10, &[], "1024 / 1024 / 11"),
            entry("Fig. 3", "paper/fig3_ok.c", 20, &[], "2^20 / 2^20 / 21"),
            entry(
                "Fig. 4 and Table 1",
                "paper/fig4_ok.c",
                0,
                EXACT,
                "54 / 34 / 13; summaries alone 18",
            ),
            entry("Fig. 9: 2 threads", "paper/reorder_bad.c", 1, &[], "7 / 3 / 3"),
            entry("Fig. 9: 3 threads", "paper/reorder_bad.c", 2, &[], "91 / 26 / 9"),
            entry("Fig. 9: 4 threads", "paper/reorder_bad.c", 3, &[], "2421 / 205 / 39"),
            entry("Fig. 9: 5 threads", "paper/reorder_bad.c", 4, &[], "-"),
            entry("Fig. 9: 6 threads", "paper/reorder_bad.c", 5, &[], "-"),
            entry("Fig. 9: 7 threads", "paper/reorder_bad.c", 6, &[], "-"),
            entry("Fig. 9: 8 threads", "paper/reorder_bad.c", 7, &[], "-"),
        ],
    ),
    (
        "Table 2 of assertion guided symbolic execution: our versions of its programs",
        "runs in the paper: none / dpor / dpor+summaries",
        &[
            entry("fibbenchfalse1", "counts/fib_bad.c", 2, &[], "924 / 48 / 15"),
            entry("fibbenchfalse2", "counts/fib_bad.c", 4, &[], "- / 628 / 34"),
            entry("fibbenchfalse3", "counts/fib_bad.c", 5, &[], "- / 8704 / 378"),
            entry("indexertrue", "counts/indexer.c", 13, &[], "- / 81 / 24"),
            entry("lazy01false", "classic/lazy01_bad.c", 0, &[], "11 / 3 / 3"),
            entry("reorder2false1a", "classic/reorder_bad.c", 1, &[], "7 / 3 / 3"),
            entry("reorder2false1b", "classic/reorder_bad.c", 2, &[], "91 / 26 / 9"),
            entry("reorder2false1c", "classic/reorder_bad.c", 3, &[], "2421 / 205 / 39"),
            entry("sigmafalse1", "classic/sigma_bad.c", 2, &[], "12 / 6 / 2"),
            entry("sigmafalse2", "classic/sigma_bad.c", 3, &[], "180 / 50 / 2"),
            entry("sigmafalse3", "classic/sigma_bad.c", 4, &[], "4830 / 862 / 2"),
            entry("singletonfalse", "classic/singleton_bad.c", 0, &[], "60 / 24 / 19"),
            entry("stackfalse", "classic/stack_bad.c", 3, &[], "527 / 236 / 49"),
            entry("stateful01true", "classic/stateful_ok.c", 0, &[], "6 / 6 / 5"),
            entry("twostage3false", "classic/two_stage_bad.c", 0, &[], "4862 / 88 / 34"),
            entry("dekkertrue", "classic/dekker_ok.c", 0, &[], "- / 280 / 6"),
            entry("petersontrue1", "classic/peterson_ok.c", 0, &[], "- / 1052 / 64"),
            entry("readwriteltrue1", "classic/read_write_lock_ok.c", 0, &[], "24 / 4 / 4"),
            entry("timevarmutextrue", "classic/time_var_mutex_ok.c", 0, &[], "41 / 4 / 2"),
            entry("szymanskitrue", "classic/szymanski_ok.c", 0, &[], "- / - / 6"),
            entry("bluetoothbad", "classic/bluetooth_bad.c", 0, &[], "- / 1789 / 95"),
            entry("tickettrue", "classic/ticket_lock_ok.c", 0, &[], "1062 / 274 / 44"),
            entry("accountbad", "classic/account_bad.c", 0, &[], "8 / 8 / 8"),
            entry("circularbufbad1", "classic/circular_buffer_bad.c", 2, &[], "118 / 118 / 58"),
            entry("circularbufbad2", "classic/circular_buffer_bad.c", 3, &[], "358 / 358 / 132"),
            entry("readreadwrite", "classic/read_read_write_ok.c", 0, &[], "96 / 19 / 3"),
            entry("queuefalse", "classic/queue_bad.c", 2, &[], "252 / 252 / 26"),
        ],
    ),
];

/// Programs whose number of traces explodes: title, file, and the sizes at which summaries are measured.
const CURVES: &[(&str, &str, &[u32])] = &[
    ("growth of fib", "paper/fib_ok.c", &[4, 5, 6, 7, 8, 9, 10]),
    ("growth of fib with a symbolic limit", "paper/fib_symbolic_ok.c", &[1, 2, 3, 4]),
];

pub(crate) fn run(raddle: &Path) -> anyhow::Result<()> {
    for (title, published, entries) in TABLES {
        print(&format!("\n{title} (runs, states, seconds; > means given up after {PATIENCE} s)"));
        print(&row("program", TECHNIQUES.map(|(name, _)| name.to_owned()), published));
        for entry in *entries {
            print_entry(raddle, entry)?;
        }
    }
    for (title, file, sizes) in CURVES {
        print_curve(raddle, title, file, sizes)?;
    }
    Ok(())
}

fn row(title: &str, cells: [String; 4], published: &str) -> String {
    let [none, dpor, summaries, both] = cells;
    format!("{title:<28} {none:>25} {dpor:>25} {summaries:>25} {both:>25}  {published}")
}

fn print_entry(raddle: &Path, entry: &Entry) -> anyhow::Result<()> {
    let mut measured = Vec::new();
    for (_, technique) in &TECHNIQUES {
        let flags: Vec<&str> = technique.iter().chain(entry.flags).copied().collect();
        measured.push(measure(raddle, entry.file, entry.size, &flags)?);
    }
    let title = entry
        .size
        .map_or_else(|| entry.title.to_owned(), |size| format!("{}, N={size}", entry.title));
    disagreement(&measured).map_or(Ok(()), |text| bail!("{title} ({}): {text}", entry.file))?;
    let cells: Vec<String> = measured.iter().map(Measured::cell).collect();
    let cells: [String; 4] = cells.try_into().unwrap_or_default();
    print(&row(&title, cells, entry.published));
    Ok(())
}

/// What one technique made of one program.
struct Measured {
    verdict: String,
    /// Kind and place of each finding.
    findings: BTreeSet<String>,
    runs: f64,
    states: f64,
    seconds: f64,
    /// Something was left out, so the figures are lower bounds and findings may be missing.
    given_up: bool,
}

impl Measured {
    fn cell(&self) -> String {
        let sign = if self.given_up { ">" } else { "" };
        format!("{sign}{} {} {:.2}", self.runs, self.states, self.seconds)
    }
}

/// How techniques that came to their end contradict each other, if they do.
fn disagreement(measured: &[Measured]) -> Option<String> {
    let mut finished = TECHNIQUES.iter().zip(measured).filter(|(_, one)| !one.given_up);
    let ((first_name, _), first) = finished.next()?;
    let ((name, _), other) =
        finished.find(|(_, one)| one.verdict != first.verdict || one.findings != first.findings)?;
    Some(format!(
        "{first_name} says {} {:?}, {name} says {} {:?}",
        first.verdict, first.findings, other.verdict, other.findings
    ))
}

fn measure(
    raddle: &Path,
    file: &str,
    size: Option<u32>,
    flags: &[&str],
) -> anyhow::Result<Measured> {
    let path = root().join("tests/corpus/threads").join(file);
    let mut command = Command::new(raddle);
    command.args(["check", "--format", "json", "--no-config", "--property", "assert"]);
    command.args(["--time", &PATIENCE.to_string()]).args(flags);
    command.args(size.map(|size| format!("-DN={size}"))).arg(&path);
    let output = command.output().context("cannot start raddle")?;
    let report: Value = serde_json::from_slice(&output.stdout).with_context(|| {
        format!("{}: no report: {}", path.display(), String::from_utf8_lossy(&output.stderr))
    })?;
    let number = |name: &str| report["stats"][name].as_f64().unwrap_or_default();
    let list = |name: &str| report[name].as_array().map(Vec::as_slice).unwrap_or_default();
    Ok(Measured {
        verdict: report["verdict"].as_str().unwrap_or_default().to_owned(),
        findings: list("findings").iter().map(describe_finding).collect(),
        runs: number("runs"),
        states: number("states"),
        seconds: number("seconds"),
        given_up: !list("reasons").is_empty(),
    })
}

fn describe_finding(finding: &Value) -> String {
    let location = &finding["location"];
    format!("{} at {}:{}", finding["kind"], location["file"], location["line"])
}

/// One line per size, and the exponents e with which states and seconds grow as N^e.
fn print_curve(raddle: &Path, title: &str, file: &str, sizes: &[u32]) -> anyhow::Result<()> {
    print(&format!("\n{title} (runs, states, seconds)"));
    for (name, technique) in TECHNIQUES.iter().filter(|(name, _)| name.contains("summaries")) {
        let mut points = Vec::new();
        for &size in sizes {
            let measured = measure(raddle, file, Some(size), technique)?;
            print(&format!("{name:<16} N={size:<4} {:>28}", measured.cell()));
            if measured.given_up {
                break;
            }
            points.push((f64::from(size), measured.states, measured.seconds));
        }
        let states = exponent(points.iter().map(|&(size, states, _)| (size, states)));
        let seconds = exponent(points.iter().map(|&(size, _, seconds)| (size, seconds)));
        let shown = |e: Option<f64>| e.map_or_else(|| "-".to_owned(), |e| format!("N^{e:.1}"));
        print(&format!("{name:<16} states ~ {}, seconds ~ {}", shown(states), shown(seconds)));
    }
    Ok(())
}

/// The slope of the line through the points in a double logarithmic plot, by least squares.
fn exponent(points: impl Iterator<Item = (f64, f64)>) -> Option<f64> {
    let logarithms: Vec<(f64, f64)> = points.map(|(x, y)| (x.ln(), y.max(1e-3).ln())).collect();
    if logarithms.len() < 3 {
        return None;
    }
    let count = logarithms.len() as f64;
    let mean_x = logarithms.iter().map(|(x, _)| x).sum::<f64>() / count;
    let mean_y = logarithms.iter().map(|(_, y)| y).sum::<f64>() / count;
    let covariance: f64 = logarithms.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    let variance: f64 = logarithms.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
    Some(covariance / variance)
}

#[cfg(test)]
mod tests {
    use super::{Measured, disagreement, exponent};

    fn measured(verdict: &str, given_up: bool) -> Measured {
        let findings = Default::default();
        let verdict = verdict.to_owned();
        Measured { verdict, findings, runs: 1.0, states: 1.0, seconds: 0.0, given_up }
    }

    #[test]
    fn a_cube_grows_with_exponent_three() {
        let slope = exponent([2.0, 4.0, 8.0].into_iter().map(|x: f64| (x, 5.0 * x.powi(3))));
        assert!(slope.is_some_and(|slope| (slope - 3.0).abs() < 1e-9));
    }

    #[test]
    fn two_points_give_no_exponent() {
        assert_eq!(exponent([(1.0, 1.0), (2.0, 4.0)].into_iter()), None);
    }

    #[test]
    fn finished_techniques_must_agree() {
        assert!(disagreement(&[measured("safe", false), measured("unsafe", false)]).is_some());
        assert!(disagreement(&[measured("safe", false), measured("unknown", true)]).is_none());
    }
}
