//! `cargo xtask fuzz`: random inputs for the built `raddle`, against independent answers.
//!
//! * `ir` damages LLVM IR files: any exit code but "internal error", no signal, no hang;
//! * `files` damages every other kind of file that somebody may hand over, and conditions on the command line (`fuzz_files.rs`);
//! * `casts` checks random programs that C leaves undefined in many ways: a verdict, no signal, no hang;
//! * `diff` compares the execution of random sequential programs with the native binary;
//! * `floats`, `descriptors`, `signals`, `cancellation` and `wakeups` compare what random programs that use these compute natively with what
//!   Raddle says they can compute;
//! * `threads` compares random concurrent programs with a brute-force interpreter;
//! * `hunts` compares where `raddle hunt` can go in the same programs with where threads can go;
//! * `contexts` compares what `raddle from` finds in the middle of them with what can go wrong from there;
//! * `models` compares outcomes and numbers of graphs under each memory model with those of all candidate graphs;
//! * `bound` compares bounds of random loop nests with the costs of 10,000 random runs each.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use raddle_fuzz::bounds::{self, Comparison};
use raddle_fuzz::campaign::Campaign;
use raddle_fuzz::casts;
use raddle_fuzz::models;
use raddle_fuzz::mutate::mutate;
use raddle_fuzz::random::Random;
use raddle_fuzz::sequential::compare::{Tools, compare};
use raddle_fuzz::surroundings::{self, Family};
use raddle_fuzz::threads::{contexts, drive, hunts};

use crate::fuzz_files;
use crate::shell::{TEST_PROFILE, build_raddle, print, root, say};

/// What all fuzzers are told.
pub(crate) struct Request {
    pub(crate) seconds: u64,
    pub(crate) seed: u64,
    /// Where to stop before the time is over; not `diff` and `bound`.
    pub(crate) programs: u64,
    /// How many of a hundred programs have a condition variable; `threads` only.
    conditions: Option<u64>,
    /// The same for a node on the heap.
    nodes: Option<u64>,
    /// The same for a barrier.
    barriers: u64,
    /// How to call it, and what for; `threads` only.
    modes: ThreadModes,
    /// A binary to fuzz instead of the one built now.
    raddle: Option<PathBuf>,
}

/// What random concurrent programs are checked with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ThreadModes {
    Plain,
    Summaries,
    /// Summaries and symmetry, on programs whose threads are alike or nearly so.
    Symmetry,
    /// Property-driven reduction and invariants, on programs with counters.
    Pdpor,
    Turns,
    /// In several processes.
    Jobs,
}

pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    let Some((what, rest)) = arguments.split_first() else {
        bail!("say what: {}", WHAT.join(", "));
    };
    let request = parse(rest)?;
    let raddle = match &request.raddle {
        Some(path) => path.clone(),
        None => build_raddle(TEST_PROFILE)?,
    };
    match what.as_str() {
        "ir" => fuzz_ir(&raddle, &request),
        "files" => fuzz_files::run(&raddle, &request),
        "casts" => fuzz_casts(&raddle, &request),
        "diff" => fuzz_diff(&raddle, &request),
        "threads" => fuzz_threads(&raddle, &request),
        "hunts" => fuzz_hunts(&raddle, &request),
        "contexts" => fuzz_contexts(&raddle, &request),
        "models" => fuzz_models(&raddle, &request),
        "bound" => fuzz_bound(&raddle, &request),
        other => match Family::ALL.into_iter().find(|family| family.name() == other) {
            Some(family) => fuzz_surroundings(&raddle, &request, family),
            None => bail!("`{other}` is none of {}", WHAT.join(", ")),
        },
    }
}

const WHAT: [&str; 13] = [
    "ir",
    "files",
    "casts",
    "diff",
    "floats",
    "descriptors",
    "signals",
    "cancellation",
    "wakeups",
    "threads",
    "hunts",
    "contexts",
    "models or bound",
];

fn fuzz_surroundings(raddle: &Path, request: &Request, family: Family) -> anyhow::Result<()> {
    let tools = Tools {
        raddle: raddle.to_owned(),
        compiler: PathBuf::from("cc"),
        directory: scratch("fuzz-surroundings")?,
    };
    let end = Instant::now() + Duration::from_secs(request.seconds);
    let (mut agreed, mut undecided, mut failed, mut seed) = (0_u64, 0_u64, 0_u64, request.seed);
    while Instant::now() < end && seed - request.seed < request.programs {
        match surroundings::compare::compare(&tools, family, seed) {
            Ok(surroundings::compare::Comparison::Agreed) => agreed += 1,
            Ok(surroundings::compare::Comparison::Undecided(_)) => undecided += 1,
            Err(failure) => {
                failed += 1;
                say(&failure);
            }
        }
        seed += 1;
    }
    print(&format!(
        "{}: {agreed} programs agree, {undecided} are not decided, {failed} do not agree (seeds {} to {})",
        family.name(),
        request.seed,
        seed - 1
    ));
    if failed > 0 {
        bail!("the programs are in {}", tools.directory.display());
    }
    Ok(())
}

fn parse(arguments: &[String]) -> anyhow::Result<Request> {
    let mut request = Request {
        seconds: 60,
        seed: 1,
        programs: u64::MAX,
        conditions: None,
        nodes: None,
        barriers: 15,
        modes: ThreadModes::Plain,
        raddle: None,
    };
    for pair in arguments.chunks(2) {
        let [flag, value] = pair else {
            bail!("`{}` needs a value", pair[0]);
        };
        let number = || -> anyhow::Result<u64> {
            value.parse().with_context(|| format!("`{flag} {value}` is not a number"))
        };
        match flag.as_str() {
            "--seconds" => request.seconds = number()?,
            "--seed" => request.seed = number()?,
            "--programs" => request.programs = number()?,
            "--conditions" => request.conditions = Some(number()?),
            "--nodes" => request.nodes = Some(number()?),
            "--barriers" => request.barriers = number()?,
            "--modes" => {
                request.modes = match value.as_str() {
                    "plain" => ThreadModes::Plain,
                    "summaries" => ThreadModes::Summaries,
                    "symmetry" => ThreadModes::Symmetry,
                    "pdpor" => ThreadModes::Pdpor,
                    "turns" => ThreadModes::Turns,
                    "jobs" => ThreadModes::Jobs,
                    other => {
                        bail!("`{other}` is none of plain, summaries, symmetry, pdpor, turns, jobs")
                    }
                }
            }
            "--raddle" => request.raddle = Some(PathBuf::from(value)),
            other => bail!(
                "`{other}` is none of --seconds, --seed, --programs, --conditions, --nodes, --barriers, --modes, --raddle"
            ),
        }
    }
    Ok(request)
}

/// Files of fuzzers that found something stay here.
pub(crate) fn scratch(name: &str) -> anyhow::Result<PathBuf> {
    let directory = root().join("raddle-out").join(name);
    std::fs::create_dir_all(&directory)
        .with_context(|| format!("cannot create {}", directory.display()))?;
    Ok(directory)
}

fn fuzz_diff(raddle: &Path, request: &Request) -> anyhow::Result<()> {
    let tools = Tools {
        raddle: raddle.to_owned(),
        compiler: PathBuf::from("cc"),
        directory: scratch("fuzz-diff")?,
    };
    let end = Instant::now() + Duration::from_secs(request.seconds);
    let (mut agreed, mut failed, mut seed) = (0_u64, 0_u64, request.seed);
    while Instant::now() < end {
        match compare(&tools, seed) {
            Ok(()) => agreed += 1,
            Err(disagreement) => {
                failed += 1;
                say(&disagreement.to_string());
            }
        }
        seed += 1;
    }
    print(&format!(
        "{agreed} programs agree, {failed} do not (seeds {} to {})",
        request.seed,
        seed - 1
    ));
    if failed > 0 {
        bail!("the programs are in {}", tools.directory.display());
    }
    Ok(())
}

fn fuzz_bound(raddle: &Path, request: &Request) -> anyhow::Result<()> {
    let tools = Tools {
        raddle: raddle.to_owned(),
        compiler: PathBuf::from("cc"),
        directory: scratch("fuzz-bound")?,
    };
    let header = root().join("crates/frontend/include");
    let end = Instant::now() + Duration::from_secs(request.seconds);
    let (mut exact, mut above, mut certified, mut unknown, mut failed, mut seed) =
        (0_u64, 0_u64, 0_u64, 0_u64, 0_u64, request.seed);
    while Instant::now() < end && seed - request.seed < request.programs {
        match bounds::compare(&tools, &header, seed) {
            Ok(Comparison::Bound { exact: is_exact, certified: is_certified, .. }) => {
                *(if is_exact { &mut exact } else { &mut above }) += 1;
                certified += u64::from(is_certified);
            }
            Ok(Comparison::Unknown) => unknown += 1,
            Err(failure) => {
                failed += 1;
                say(&failure);
            }
        }
        seed += 1;
    }
    print(&format!(
        "{exact} bounds exact, {above} upper bounds, {certified} of them certified, {unknown} unknown, {failed} wrong (seeds {} to {})",
        request.seed,
        seed - 1
    ));
    if failed > 0 {
        bail!("the programs are in {}", tools.directory.display());
    }
    Ok(())
}

fn fuzz_threads(raddle: &Path, request: &Request) -> anyhow::Result<()> {
    let mut config = thread_config("fuzz-threads", request)?;
    config.modes = match request.modes {
        ThreadModes::Plain => drive::Config::modes(false),
        ThreadModes::Summaries => drive::Config::modes(true),
        ThreadModes::Symmetry => drive::Config::modes_with_symmetry(),
        ThreadModes::Pdpor => drive::Config::modes_with_pdpor(),
        ThreadModes::Turns => drive::Config::modes_with_turns(),
        ThreadModes::Jobs => drive::Config::modes_with_jobs(),
    };
    if let Some(percent) = request.conditions {
        config.shape.condition_percent = percent.min(100) as u32;
    }
    if let Some(percent) = request.nodes {
        config.shape.node_percent = percent.min(100) as u32;
    }
    config.shape.barrier_percent = request.barriers.min(100) as u32;
    config.shape.alike = request.modes == ThreadModes::Symmetry;
    if request.modes != ThreadModes::Plain {
        // A bound on preemptions turns summaries off.
        config.twins.clear();
    }
    if request.modes == ThreadModes::Pdpor {
        config.shape.counters = true;
        config.invariants = true;
        config.twins = drive::Config::twins_with_invariants();
    }
    carry_out(&config.mismatches, |tell| drive::run(&config, raddle, tell))
}

/// So many programs after which it is told how it goes.
const EVERY: u64 = 100;

/// Tells how comparisons go, and what came of them.
fn carry_out<C: std::fmt::Display>(
    directory: &Path,
    run: impl FnOnce(&mut dyn FnMut(&Campaign<C>)) -> Result<Campaign<C>, drive::DriveError>,
) -> anyhow::Result<()> {
    let mut told = 0;
    let campaign = run(&mut |campaign| {
        for mismatch in &campaign.mismatches[told..] {
            say(&format!("{}: {}", mismatch.file.display(), mismatch.differences.join("; ")));
        }
        told = campaign.mismatches.len();
        if campaign.programs.is_multiple_of(EVERY) {
            say(&campaign.to_string());
        }
    })?;
    print(&campaign.to_string());
    if !campaign.mismatches.is_empty() {
        bail!("the programs are in {}", directory.display());
    }
    Ok(())
}

/// How far threads are compared, and with which compiler.
fn thread_config(directory: &str, request: &Request) -> anyhow::Result<drive::Config> {
    let mut config = drive::Config::new(scratch(directory)?);
    config.seed = request.seed;
    config.time = Duration::from_secs(request.seconds);
    config.programs = request.programs;
    config.compile_with_installed_clang(&root().join("crates/frontend/include"));
    Ok(config)
}

fn fuzz_contexts(raddle: &Path, request: &Request) -> anyhow::Result<()> {
    let config = thread_config("fuzz-contexts", request)?;
    carry_out(&config.mismatches, |tell| contexts::run(&config, raddle, tell))
}

fn fuzz_hunts(raddle: &Path, request: &Request) -> anyhow::Result<()> {
    let config = thread_config("fuzz-hunts", request)?;
    carry_out(&config.mismatches, |tell| hunts::run(&config, raddle, tell))
}

fn fuzz_models(raddle: &Path, request: &Request) -> anyhow::Result<()> {
    let headers = root().join("crates/frontend/include");
    let mut config = models::drive::Config::new(scratch("fuzz-models")?, headers);
    config.seed = request.seed;
    config.time = Duration::from_secs(request.seconds);
    config.programs = request.programs;
    let in_words = |summary: &models::drive::Summary| {
        let weak: Vec<String> =
            summary.weak.iter().map(|(model, count)| format!("{model} {count}")).collect();
        format!(
            "{} programs ({} racy, {} with generations of threads, {} with writes of other sizes, {} with condition variables or trylocks, {} checks of these unanswered, with weak outcomes {}), {} graphs, {} mismatches",
            summary.programs,
            summary.racy,
            summary.generations,
            summary.records,
            summary.uncounted,
            summary.unanswered,
            weak.join(", "),
            summary.graphs,
            summary.mismatches.len()
        )
    };
    let mut told = 0;
    let summary = models::drive::run(&config, raddle, |summary| {
        for mismatch in &summary.mismatches[told..] {
            say(&format!("{}: {}", mismatch.file.display(), mismatch.differences.join("; ")));
        }
        told = summary.mismatches.len();
        if summary.programs % 100 == 0 {
            say(&in_words(summary));
        }
    })?;
    print(&in_words(&summary));
    if !summary.mismatches.is_empty() {
        bail!("the programs are in {}", config.mismatches.display());
    }
    Ok(())
}

/// The limit given to the check, and how long it may overrun until it counts as a hang.
const CHECK_LIMIT: &str = "1s";
/// Far beyond the limit: what is measured is not how busy the machine is.
const HANG: Duration = Duration::from_secs(60);

fn fuzz_ir(raddle: &Path, request: &Request) -> anyhow::Result<()> {
    let mut originals = Vec::new();
    for directory in ["crates/frontend/tests", "tests/corpus"] {
        collect_ir(&root().join(directory), &mut originals)?;
    }
    let directory = scratch("fuzz-ir")?;
    originals.extend(compiled_programs(&directory.join("originals"))?);
    if originals.is_empty() {
        bail!("there are no .ll files to start from");
    }
    let end = Instant::now() + Duration::from_secs(request.seconds);
    let mut random = Random::new(request.seed);
    let (mut tried, mut read, mut failures) = (0_u64, 0_u64, 0_u64);
    while Instant::now() < end && tried < request.programs {
        let original = random.pick(&originals).clone();
        let text = mutate(&String::from_utf8_lossy(&std::fs::read(&original)?), &mut random);
        let file = directory.join(format!("{}-{tried}.ll", request.seed));
        std::fs::write(&file, text)?;
        match outcome(raddle, &file, &properties(&mut random))? {
            Ending::Refused => std::fs::remove_file(&file)?,
            Ending::Checked => {
                read += 1;
                std::fs::remove_file(&file)?;
            }
            Ending::Bad(how) => {
                say(&format!("{}: {how}", file.display()));
                failures += 1;
            }
        }
        tried += 1;
    }
    print(&format!("{tried} damaged files, {read} of them still readable, {failures} failures"));
    if failures == 0 { Ok(()) } else { bail!("the files are in {}", directory.display()) }
}

/// How many programs of the corpus are compiled to start from.
const COMPILED: usize = 120;

/// IR of some programs of the corpus, as the front end asks for it and optimised.
fn compiled_programs(directory: &Path) -> anyhow::Result<Vec<PathBuf>> {
    std::fs::create_dir_all(directory)?;
    let clang = drive::installed_clang().context("there is no clang")?;
    let mut programs = Vec::new();
    collect(&root().join("tests/corpus"), "c", &mut programs)?;
    let step = programs.len().div_ceil(COMPILED).max(1);
    let mut made = Vec::new();
    for (index, program) in programs.iter().step_by(step).enumerate() {
        let level = if index % 3 == 0 { "-O1" } else { "-O0" };
        let file = directory.join(format!("{index}.ll"));
        let mut command = Command::new(&clang);
        command
            .args([level, "-g", "-S", "-emit-llvm", "-w", "-DN=2", "-o"])
            .arg(&file)
            .arg(program);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        if command.status().is_ok_and(|status| status.success()) {
            made.push(file);
        }
    }
    Ok(made)
}

/// Some properties, or none for the default ones.
fn properties(random: &mut Random) -> Vec<&'static str> {
    const ALL: &[&str] = &["assert", "memory", "memory:leak", "overflow", "race", "deadlock"];
    if random.chance(30) {
        return Vec::new();
    }
    ALL.iter().copied().filter(|_| random.chance(40)).collect()
}

fn fuzz_casts(raddle: &Path, request: &Request) -> anyhow::Result<()> {
    let directory = scratch("fuzz-casts")?;
    let end = Instant::now() + Duration::from_secs(request.seconds);
    let (mut tried, mut refused, mut failures) = (0_u64, 0_u64, 0_u64);
    while Instant::now() < end && tried < request.programs {
        let seed = request.seed + tried;
        let file = directory.join(format!("{seed}.c"));
        std::fs::write(&file, casts::generate(seed))?;
        match outcome(raddle, &file, &properties(&mut Random::new(seed)))? {
            Ending::Refused => refused += 1,
            Ending::Checked => std::fs::remove_file(&file)?,
            Ending::Bad(how) => {
                say(&format!("{}: {how}", file.display()));
                failures += 1;
            }
        }
        tried += 1;
    }
    print(&format!("{tried} programs, {refused} refused, {failures} failures"));
    if failures == 0 && refused == 0 {
        Ok(())
    } else {
        bail!("the programs are in {}", directory.display())
    }
}

fn collect_ir(directory: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    collect(directory, "ll", files)
}

fn collect(directory: &Path, wanted: &str, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let Ok(entries) = std::fs::read_dir(directory) else {
        return Ok(());
    };
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, wanted, files)?;
        } else if path.extension().is_some_and(|extension| extension == wanted) {
            files.push(path);
        }
    }
    files.sort();
    Ok(())
}

pub(crate) enum Ending {
    /// An input error, as it should be.
    Refused,
    /// A verdict.
    Checked,
    Bad(String),
}

fn outcome(raddle: &Path, file: &Path, properties: &[&str]) -> anyhow::Result<Ending> {
    let mut command = Command::new(raddle);
    command
        .args(["check", "--quiet", "--time", CHECK_LIMIT, "--memory", "1G", "--query-time", "1s"])
        .args(properties.iter().flat_map(|property| ["--property", property]))
        .arg(file);
    ending(command)
}

/// How a command ends that must come to its end by itself.
pub(crate) fn ending(mut command: Command) -> anyhow::Result<Ending> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().context("cannot start raddle")?;
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(match status.code() {
                Some(2) => Ending::Refused,
                Some(0 | 1 | 3) => Ending::Checked,
                Some(code) => Ending::Bad(format!("exit code {code}")),
                None => Ending::Bad(format!("ended by {status}")),
            });
        }
        if start.elapsed() > HANG {
            child.kill()?;
            child.wait()?;
            return Ok(Ending::Bad(format!("no answer within {} s", HANG.as_secs())));
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}
