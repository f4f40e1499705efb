//! `cargo xtask bench warn`: how long `raddle warn` takes for generated programs of growing size, each with one race and one deadlock that must be among the
//! warnings, how much it warns of in programs of the corpus that are safe, and how many warnings of the corpus `--confirm` decides.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use raddle_fuzz::large::{LargeProgram, large_program};
use serde_json::Value;

use crate::shell::{print, root};

const SIZES: &[usize] = &[5_000, 10_000, 20_000, 50_000, 100_000];
const SEED: u64 = 1;

pub(crate) fn run(raddle: &Path) -> anyhow::Result<()> {
    let directory = root().join("target/bench-warn");
    std::fs::create_dir_all(&directory).context("cannot create a directory for programs")?;
    print("\nwarn: size");
    print(
        "   lines  seconds  processor  x per line  peak MiB  functions  threads  warnings  needle",
    );
    let mut per_line: Option<f64> = None;
    for &size in SIZES {
        let program = large_program(size, SEED);
        let path = directory.join(format!("large_{size}.c"));
        std::fs::write(&path, &program.text).context("cannot write a program")?;
        let measured = measure(raddle, &path)?;
        let found =
            race_found(&measured.report, &program) && deadlock_found(&measured.report, &program);
        let rate = measured.processor_seconds / f64::from(program.lines);
        let stats = &measured.report["stats"];
        print(&format!(
            "{:>8} {:>8.2} {:>10.2} {:>11.2} {:>9.0} {:>10} {:>8} {:>9}  {}",
            program.lines,
            measured.seconds,
            measured.processor_seconds,
            rate / *per_line.get_or_insert(rate),
            measured.peak_bytes / f64::from(1 << 20),
            stats["functions"].as_u64().unwrap_or_default(),
            stats["threads"].as_u64().unwrap_or_default(),
            measured.report["warnings"].as_array().map_or(0, Vec::len),
            if found { "found" } else { "missing" },
        ));
        if !found {
            bail!("the race or the deadlock of {} is not among the warnings", path.display());
        }
    }
    false_warnings(raddle)?;
    confirmations(raddle)
}

/// What `--confirm` is given for a program.
const CONFIRM_TIME: &str = "20s";

/// The share of all warnings of the corpus that is confirmed or refuted in time.
fn confirmations(raddle: &Path) -> anyhow::Result<()> {
    let mut programs = Vec::new();
    for directory in ["threads", "lib"] {
        collect(&root().join("tests/corpus").join(directory), &mut programs)?;
    }
    programs.sort();
    let out = root().join("target/bench-warn/confirmed");
    let names = ["confirmed", "refuted", "open"];
    let mut counts = [0u32; 3];
    let started = Instant::now();
    for path in &programs {
        let text = std::fs::read_to_string(path).context("cannot read the corpus")?;
        if !text.contains("pthread_create") && !text.contains("thrd_create") {
            continue;
        }
        let output = Command::new(raddle)
            .args(["warn", "--confirm", "--format", "json", "--time", CONFIRM_TIME, "--out"])
            .arg(&out)
            .args(flags(path, &text))
            .arg(path)
            .stderr(Stdio::null())
            .output()
            .context("cannot start raddle")?;
        let report: Value = serde_json::from_slice(&output.stdout)
            .with_context(|| format!("raddle printed no JSON for {}", path.display()))?;
        for warning in report["warnings"].as_array().into_iter().flatten() {
            let status = warning["confirmation"]["status"].as_str().unwrap_or("open");
            let index = names.iter().position(|name| *name == status).unwrap_or(2);
            counts[index] += 1;
            if index == 2 {
                let lines = lines_of(warning);
                print(&format!("  open: {} {lines:?} {}", path.display(), warning["message"]));
            }
        }
    }
    let all: u32 = counts.iter().sum();
    let decided = 100.0 * f64::from(counts[0] + counts[1]) / f64::from(all.max(1));
    print(&format!(
        "\nwarn --confirm, {CONFIRM_TIME} for a program: {} confirmed, {} refuted, {} open; {decided:.1} % decided, {:.0} s",
        counts[0],
        counts[1],
        counts[2],
        started.elapsed().as_secs_f64()
    ));
    if decided < 90.0 {
        bail!("less than nine in ten warnings are decided");
    }
    Ok(())
}

/// What a program of the corpus says about its size and its other files.
fn flags(path: &Path, text: &str) -> Vec<std::ffi::OsString> {
    let mut flags = Vec::new();
    for directive in text.lines().filter_map(|line| line.strip_prefix("//@ ")) {
        if let Some((name, sizes)) =
            directive.strip_prefix("family: ").and_then(|family| family.split_once('='))
        {
            let size = sizes.split(['.', ',']).rfind(|size| !size.is_empty()).unwrap_or("1");
            flags.push(format!("-D{name}={}", size.trim()).into());
        } else if let Some(given) = directive.strip_prefix("flags: ") {
            let defines = given.split_whitespace().filter(|flag| flag.starts_with("-D"));
            flags.extend(defines.map(Into::into));
        } else if let (Some(files), Some(directory)) =
            (directive.strip_prefix("files: "), path.parent())
        {
            flags.extend(files.split_whitespace().map(|file| directory.join(file).into()));
        }
    }
    flags
}

struct Measured {
    report: Value,
    seconds: f64,
    /// Of Raddle and the compiler it runs: unlike the time that passes, it does not depend on who else computes.
    processor_seconds: f64,
    peak_bytes: f64,
}

fn measure(raddle: &Path, program: &Path) -> anyhow::Result<Measured> {
    let output = program.with_extension("json");
    let started = Instant::now();
    let mut child = Command::new(raddle)
        .args(["warn", "--format", "json"])
        .arg(program)
        .stdout(std::fs::File::create(&output).context("cannot write the warnings")?)
        .stderr(Stdio::inherit())
        .spawn()
        .context("cannot start raddle")?;
    let mut peak_bytes = 0.0f64;
    let mut processor_seconds = 0.0f64;
    // The largest size so far is in the system's own account of the process.
    while child.try_wait()?.is_none() {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()));
        let line = status.unwrap_or_default();
        let peak = line.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kibi: Option<f64> = peak.and_then(|text| text.split_whitespace().next()?.parse().ok());
        peak_bytes = peak_bytes.max(kibi.unwrap_or_default() * 1024.0);
        processor_seconds = processor_seconds.max(processor_time(child.id()));
        std::thread::sleep(Duration::from_millis(5));
    }
    let seconds = started.elapsed().as_secs_f64();
    let text = std::fs::read_to_string(&output).context("cannot read the warnings")?;
    let report = serde_json::from_str(&text)
        .with_context(|| format!("raddle printed no JSON for {}", program.display()))?;
    Ok(Measured { report, seconds, processor_seconds, peak_bytes })
}

/// Seconds that a process and those it waited for have computed, from fields 14 to 17 of the system's account, in hundredths.
fn processor_time(process: u32) -> f64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name of the program, in parentheses, may contain blanks.
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(11).take(4).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

fn lines_of(warning: &Value) -> Vec<u64> {
    let places = warning["places"].as_array().into_iter().flatten();
    places.filter_map(|place| place["location"]["line"].as_u64()).collect()
}

fn names(report: &Value, code: &str, lines: (u32, u32)) -> bool {
    report["warnings"].as_array().into_iter().flatten().any(|warning| {
        let named = lines_of(warning);
        warning["code"] == code
            && named.contains(&u64::from(lines.0))
            && named.contains(&u64::from(lines.1))
    })
}

fn race_found(report: &Value, program: &LargeProgram) -> bool {
    names(report, "W0101", program.race)
}

fn deadlock_found(report: &Value, program: &LargeProgram) -> bool {
    names(report, "W0201", program.deadlock)
}

/// Programs of the corpus that are safe for all properties: what is there to warn of?
fn false_warnings(raddle: &Path) -> anyhow::Result<()> {
    let mut programs = Vec::new();
    collect(&root().join("tests/corpus/threads"), &mut programs)?;
    programs.sort();
    let (mut count, mut quiet) = (0u32, 0u32);
    let mut by_rank = [0u32; 3];
    for path in &programs {
        let text = std::fs::read_to_string(path).context("cannot read the corpus")?;
        if !text.contains("//@ verdict: safe")
            || text.contains("//@ property:")
            || text.contains("//@ family:")
            || text.contains("//@ files:")
        {
            continue;
        }
        let output = Command::new(raddle)
            .args(["warn", "--format", "json"])
            .arg(path)
            .output()
            .context("cannot start raddle")?;
        let report: Value = serde_json::from_slice(&output.stdout)
            .with_context(|| format!("raddle printed no JSON for {}", path.display()))?;
        count += 1;
        let warnings: Vec<&Value> = report["warnings"].as_array().into_iter().flatten().collect();
        quiet += u32::from(warnings.is_empty());
        for (index, rank) in ["high", "medium", "low"].iter().enumerate() {
            by_rank[index] += warnings.iter().filter(|one| one["rank"] == *rank).count() as u32;
        }
    }
    print(&format!(
        "\nwarn: {quiet} of {count} safe programs without a warning; false warnings: {} high, {} medium, {} low",
        by_rank[0], by_rank[1], by_rank[2]
    ));
    Ok(())
}

fn collect(directory: &Path, programs: &mut Vec<std::path::PathBuf>) -> anyhow::Result<()> {
    for entry in std::fs::read_dir(directory).context("cannot read the corpus")? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, programs)?;
        } else if path.extension().is_some_and(|ending| ending == "c") {
            programs.push(path);
        }
    }
    Ok(())
}
