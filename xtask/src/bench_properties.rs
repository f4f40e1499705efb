//! `cargo xtask bench properties`: the tables of "Parallel property checking with symbolic execution" for our own versions of its
//! programs and two with threads.
//!
//! Table I compares one check of all assertions with one guided check for each. Table II has a row for each version of a program with
//! one assertion: *regular* explores all of it, *guided* skips what cannot lead to the assertion, *prioritised* also
//! goes the nearer way first. `first` is how many states were explored when the first violation was found.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};
use serde_json::Value;

use crate::shell::{print, root};

const PROGRAMS: &[&str] = &["median", "test_loop", "trityp", "wbs", "tcas", "bank", "stages"];

pub(crate) fn run(raddle: &Path) -> anyhow::Result<()> {
    let mut rows = Vec::new();
    print(
        "\nproperties: I                one check of all               one guided check for each",
    );
    print(
        "             asserts   states places  runs seconds   MiB   states places  runs seconds   MiB  only there",
    );
    for &name in PROGRAMS {
        let whole = check(raddle, name, &[])?;
        let guided = check(raddle, name, &["--per-property"])?;
        table_one(name, &whole, &guided)?;
        let regular = check(raddle, name, &["--per-property", "--unguided"])?;
        let near = check(raddle, name, &["--per-property", "--strategy", "distance"])?;
        rows.push((name, regular, guided, near));
    }
    print(
        "\nproperties: II                             regular            guided       prioritised",
    );
    print(
        "                                    states   first    states   first    states   first   verdict",
    );
    let mut larger = Vec::new();
    for (name, regular, guided, near) in &rows {
        larger.extend(table_two(name, [regular, guided, near])?);
    }
    if !larger.is_empty() {
        bail!("guided checks explore more than regular ones: {}", larger.join(", "));
    }
    Ok(())
}

fn table_one(name: &str, whole: &Value, guided: &Value) -> anyhow::Result<()> {
    let asserts = guided["by_property"].as_array().map_or(0, Vec::len);
    let only_there = places(guided).iter().filter(|place| !places(whole).contains(place)).count();
    if let Some(lost) = places(whole).iter().find(|place| !places(guided).contains(place)) {
        bail!("{name}: the violation at line {lost} is only found by one check of all");
    }
    let violating: f64 = sum(guided, "violating_runs");
    let peak = guided["by_property"].as_array().into_iter().flatten();
    let peak = peak.filter_map(|one| one["peak_memory"].as_f64()).fold(0.0, f64::max);
    let mebi = f64::from(1 << 20);
    let stats = &whole["stats"];
    print(&format!(
        "{name:<12} {asserts:>7} {:>8} {:>6} {:>5} {:>7.2} {:>5.0} {:>8} {:>6} {violating:>5} {:>7.2} {:>5.0} {only_there:>11}",
        stats["states"],
        places(whole).len(),
        stats["counters"]["violating runs"].as_u64().unwrap_or(0),
        stats["seconds"].as_f64().unwrap_or_default(),
        stats["peak_memory"].as_f64().unwrap_or_default() / mebi,
        sum(guided, "states"),
        places(guided).len(),
        sum(guided, "seconds"),
        peak / mebi,
    ));
    Ok(())
}

/// Rows of one program; those in which the guided check explores more.
fn table_two(name: &str, modes: [&Value; 3]) -> anyhow::Result<Vec<String>> {
    let listed = modes[0]["by_property"].as_array().context("no properties")?;
    let mut larger = Vec::new();
    for (index, first) in listed.iter().enumerate() {
        let rows: Vec<&Value> = modes.iter().map(|mode| &mode["by_property"][index]).collect();
        let verdicts: Vec<&str> = rows.iter().filter_map(|row| row["verdict"].as_str()).collect();
        if verdicts.windows(2).any(|pair| pair[0] != pair[1]) {
            bail!("{name}: {} is {verdicts:?}", first["id"]);
        }
        let line = first["location"]["line"].as_u64().unwrap_or(0);
        let label = format!("{name}:{line}");
        let cell = |row: &Value| {
            let found = row["states_at_first_finding"].as_u64();
            let found = found.map_or_else(|| "-".to_owned(), |states| states.to_string());
            format!("{:>9} {found:>7}", row["states"].as_u64().unwrap_or(0))
        };
        let cells: Vec<String> = rows.iter().map(|row| cell(row)).collect();
        print(&format!("{label:<31} {}   {}", cells.join(" "), verdicts.first().unwrap_or(&"")));
        if rows[1]["states"].as_u64() > rows[0]["states"].as_u64() {
            larger.push(label);
        }
    }
    Ok(larger)
}

/// Lines of violated assertions.
fn places(report: &Value) -> Vec<u64> {
    let findings = report["findings"].as_array().into_iter().flatten();
    let mut lines: Vec<u64> =
        findings.filter_map(|finding| finding["location"]["line"].as_u64()).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

fn sum(report: &Value, field: &str) -> f64 {
    let rows = report["by_property"].as_array().into_iter().flatten();
    rows.filter_map(|row| row[field].as_f64()).sum()
}

fn check(raddle: &Path, name: &str, flags: &[&str]) -> anyhow::Result<Value> {
    let mut command = Command::new(raddle);
    let out = root().join("target/bench-properties");
    command.args(["check", "--no-config", "--quiet", "--format", "json", "--property", "assert"]);
    command.arg("--out").arg(out).args(["--time", "60s"]);
    command.args(flags).arg(root().join(format!("benches/properties/{name}.c")));
    let output = command.output().context("cannot start raddle")?;
    let report: Value = serde_json::from_slice(&output.stdout).with_context(|| {
        format!("{name}: no report: {}", String::from_utf8_lossy(&output.stderr))
    })?;
    Ok(report)
}
