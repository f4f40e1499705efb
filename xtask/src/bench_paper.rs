//! `cargo xtask bench paper`: the programs of the literature on summaries, every technique beside the published figures.
//!
//! *Runs* are compared with Guo, Kusano, Wang, Yang, Gupta, "Assertion Guided Symbolic Execution of Multithreaded Programs" (2015),
//! *states* with Chu, "Interpolation Methods for Symbolic Execution" (2012), chapters 5 and 6. The programs are our own versions, see
//! `tables.rs`; `compare.rs` says what of a row can be compared. Whatever the figures
//! are, all techniques must give the same verdict and findings; a difference ends the benchmark with an error.

mod compare;
mod tables;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};
use serde_json::Value;

use self::compare::{Comparison, Published};
use self::tables::{CURVES, Curve, Entry, TABLES};
use crate::shell::{print, root};

/// Seconds after which a technique is given up on one program.
const PATIENCE: u32 = 10;

/// The columns: their title, and how `raddle check` is told.
const TECHNIQUES: [(&str, &[&str]); 4] = [
    ("none", &["--reduce=none", "--summaries=off"]),
    ("dpor", &["--reduce=dpor", "--summaries=off"]),
    ("summaries", &["--reduce=none", "--summaries=on"]),
    ("dpor+summaries", &["--reduce=dpor", "--summaries=on"]),
];

/// The run with the first finding is not counted among the runs that came to an end.
const STOP_AT_A_FINDING: &[&str] = &["--first"];

/// Columns without and with summaries that differ in nothing else.
const WITHOUT_AND_WITH: [(usize, usize); 2] = [(0, 2), (1, 3)];

/// Summaries may cost this much time before it is worth a line: a part of the time without, and seconds.
const SLOWER_BY_PART: f64 = 0.2;
const SLOWER_BY_SECONDS: f64 = 0.05;
/// How often what seems slower is measured again: other programs only make it slower.
const SECOND_LOOKS: usize = 2;

pub(crate) fn run(raddle: &Path) -> anyhow::Result<()> {
    let mut notes = Notes::default();
    for table in TABLES {
        let title = table.title;
        print(&format!("\n{title} (runs, states, seconds; > means given up after {PATIENCE} s)"));
        print(&row("program", TECHNIQUES.map(|(name, _)| name.to_owned()), table.last_column));
        for entry in table.entries {
            print_entry(raddle, entry, &mut notes)?;
        }
    }
    for curve in CURVES {
        print_curve(raddle, curve)?;
    }
    notes.print();
    Ok(())
}

/// What is said at the end about single rows.
#[derive(Default)]
struct Notes {
    /// Rows that can be compared, and how many of them come out well.
    counts: (usize, usize),
    ratios: (usize, usize),
    not_met: Vec<String>,
    not_compared: Vec<String>,
    more_runs: Vec<String>,
    slower: Vec<String>,
}

impl Notes {
    fn compared(&mut self, title: &str, comparison: &Comparison) {
        let tally = match comparison {
            Comparison::Count(..) => &mut self.counts,
            Comparison::Ratio(..) => &mut self.ratios,
            Comparison::Nothing => return self.not_compared.push(title.to_owned()),
        };
        tally.0 += 1;
        if comparison.is_met() == Some(true) {
            tally.1 += 1;
        } else {
            self.not_met.push(format!("{title}: {}", comparison.words()));
        }
    }

    fn print(&self) {
        let (counts, counts_met) = self.counts;
        let (ratios, ratios_met) = self.ratios;
        print(&format!(
            "\nTable 2: {counts_met} of {counts} counts and {ratios_met} of {ratios} ratios are met"
        ));
        print_list("not met", &self.not_met);
        print_list("nothing to compare", &self.not_compared);
        print_list("more runs with summaries than without", &self.more_runs);
        let slower = format!(
            "slower with summaries than without by more than {:.0} % and {:.0} ms",
            SLOWER_BY_PART * 100.0,
            SLOWER_BY_SECONDS * 1000.0
        );
        print_list(&slower, &self.slower);
    }
}

fn print_list(title: &str, lines: &[String]) {
    print(&format!("\n{title}: {}", lines.len()));
    for line in lines {
        print(&format!("  {line}"));
    }
}

fn row(title: &str, cells: [String; 4], last: &str) -> String {
    let [none, dpor, summaries, both] = cells;
    format!("{title:<28} {none:>25} {dpor:>25} {summaries:>25} {both:>25}  {last}")
}

fn print_entry(raddle: &Path, entry: &Entry, notes: &mut Notes) -> anyhow::Result<()> {
    let measure_with = |technique: &[&str]| {
        let flags: Vec<&str> = technique.iter().chain(entry.flags).copied().collect();
        measure(raddle, entry.file, entry.size, &flags)
    };
    let mut measured = Vec::new();
    for (_, technique) in &TECHNIQUES {
        measured.push(measure_with(technique)?);
    }
    let title = entry.full_title();
    disagreement(&measured).map_or(Ok(()), |text| bail!("{title} ({}): {text}", entry.file))?;
    for (without, with) in WITHOUT_AND_WITH {
        for _ in 0..SECOND_LOOKS {
            if is_slower(&measured[without], &measured[with]) {
                for column in [without, with] {
                    measured[column].look_again(&measure_with(TECHNIQUES[column].1)?);
                }
            }
        }
        note_costs(notes, &title, TECHNIQUES[with].0, &measured[without], &measured[with]);
    }
    let mut last = entry.published.words();
    if let Published::Runs { none, dpor, both } = entry.published {
        let ours = [&measured[0], &measured[1], &measured[3]];
        let comparison = Comparison::new(none, dpor, both, ours);
        notes.compared(&title, &comparison);
        last += &format!("; {} ({} full)", comparison.words(), measured[3].full_runs);
        if measured[3].verdict == "unsafe" {
            let found = measure_with(&[TECHNIQUES[3].1, STOP_AT_A_FINDING].concat())?;
            last += &format!(", first finding in run {}", found.runs + 1.0);
        }
    }
    let cells: Vec<String> = measured.iter().map(Measured::cell).collect();
    print(&row(&title, cells.try_into().unwrap_or_default(), &last));
    Ok(())
}

fn note_costs(notes: &mut Notes, title: &str, name: &str, without: &Measured, with: &Measured) {
    if !without.given_up && with.runs > without.runs {
        notes.more_runs.push(format!("{title}, {name}: {} instead of {}", with.runs, without.runs));
    }
    if is_slower(without, with) {
        let (with, without) = (with.seconds, without.seconds);
        notes.slower.push(format!("{title}, {name}: {with:.2} s instead of {without:.2} s"));
    }
}

/// Whether summaries cost more time than we accept.
fn is_slower(without: &Measured, with: &Measured) -> bool {
    !without.given_up
        && (with.given_up
            || (with.seconds > without.seconds * (1.0 + SLOWER_BY_PART)
                && with.seconds > without.seconds + SLOWER_BY_SECONDS))
}

/// What one technique made of one program.
#[derive(Default)]
pub(crate) struct Measured {
    pub verdict: String,
    /// Kind and place of each finding.
    pub findings: BTreeSet<String>,
    runs: f64,
    full_runs: f64,
    pub states: f64,
    pub subsumed: f64,
    pub seconds: f64,
    /// Something was left out, so the figures are lower bounds and findings may be missing.
    pub given_up: bool,
}

impl Measured {
    fn cell(&self) -> String {
        let sign = if self.given_up { ">" } else { "" };
        format!("{sign}{} {} {:.2}", self.runs, self.states, self.seconds)
    }

    /// Takes over the time of another measurement of the same if that is better.
    fn look_again(&mut self, other: &Measured) {
        self.seconds = self.seconds.min(other.seconds);
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

pub(crate) fn measure(
    raddle: &Path,
    file: &str,
    size: Option<u32>,
    flags: &[&str],
) -> anyhow::Result<Measured> {
    let path = root().join("tests/corpus/threads").join(file);
    let mut command = Command::new(raddle);
    command.args(["check", "--format", "json", "--no-config"]);
    if !flags.iter().any(|flag| flag.starts_with("--property")) {
        command.args(["--property", "assert"]);
    }
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
        full_runs: number("full_runs"),
        states: number("states"),
        subsumed: number("subsumed"),
        seconds: number("seconds"),
        given_up: !list("reasons").is_empty(),
    })
}

fn describe_finding(finding: &Value) -> String {
    let location = &finding["location"];
    format!("{} at {}:{}", finding["kind"], location["file"], location["line"])
}

/// One line per size until a technique is given up, and the exponents e with which states and seconds grow as N^e.
fn print_curve(raddle: &Path, curve: &Curve) -> anyhow::Result<()> {
    print(&format!("\n{} (runs, states, seconds)", curve.title));
    for (name, technique) in TECHNIQUES.iter().filter(|(name, _)| curve.techniques.contains(name)) {
        let mut points = Vec::new();
        for &size in curve.sizes {
            let measured = measure(raddle, curve.file, Some(size), technique)?;
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
pub(crate) fn exponent(points: impl Iterator<Item = (f64, f64)>) -> Option<f64> {
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
    use super::{Measured, disagreement, exponent, is_slower};

    fn measured(verdict: &str, given_up: bool) -> Measured {
        Measured { verdict: verdict.to_owned(), given_up, ..Measured::default() }
    }

    fn seconds(seconds: f64) -> Measured {
        Measured { seconds, ..Measured::default() }
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

    #[test]
    fn slower_means_by_a_part_and_by_some_time() {
        assert!(is_slower(&seconds(1.0), &seconds(1.3)));
        assert!(!is_slower(&seconds(1.0), &seconds(1.1)));
        assert!(!is_slower(&seconds(0.01), &seconds(0.04)));
        assert!(is_slower(&seconds(1.0), &measured("unknown", true)));
        assert!(!is_slower(&measured("unknown", true), &seconds(9.0)));
    }
}
