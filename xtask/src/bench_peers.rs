//! `cargo xtask bench peers`: what others are measured by, side by side with whichever of them is installed, in CPU seconds.
//!
//! A peer takes part where it is on the path and can say something about the row: explorers of interleavings on programs without
//! inputs, and those who know inputs but no threads on sequential ones. Every cell is one run, in turns, with the same limit. A run that
//! is not at its end by then, by its CPU time or by three times as much of the clock's, or says anything but that nothing can fail, has no figure. The last column is Raddle's time by that of the best peer;
//! without peers there is Raddle's column alone. Times are CPU seconds of the command and of what it started, to a hundredth.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context;

use crate::shell::{cpu_of_children, print, root};

/// CPU seconds that one cell may take, and how many times as long it may take by the clock: a busy machine gives it less.
const LIMIT: u64 = 12;
const PATIENCE: u64 = 3;

/// What a program asks of whoever checks it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Threads, and no inputs.
    Threads,
    /// Threads, and inputs.
    Both,
    /// Inputs, and no threads.
    Inputs,
}

struct Row {
    /// Below the root of the repository.
    file: &'static str,
    kind: Kind,
    sizes: &'static [u32],
    defines: &'static [&'static str],
    /// Flags of Raddle.
    flags: &'static [&'static str],
}

const fn row(file: &'static str, kind: Kind, sizes: &'static [u32]) -> Row {
    Row { file, kind, sizes, defines: &[], flags: &[] }
}

const ROWS: &[Row] = &[
    Row {
        defines: &["-DROUNDS=2"],
        ..row("benches/learning/counter.c", Kind::Threads, &[4, 6, 8, 10, 20])
    },
    Row {
        defines: &["-DROUNDS=5"],
        ..row("benches/learning/counter.c", Kind::Threads, &[3, 4, 5, 6, 10, 20])
    },
    row("benches/learning/queue.c", Kind::Threads, &[7, 8, 9, 10, 12, 20]),
    row("benches/learning/bounded_buffer.c", Kind::Threads, &[1, 2, 3]),
    row("benches/learning/readers_writer.c", Kind::Threads, &[1, 2, 3]),
    row("benches/learning/sum.c", Kind::Both, &[4, 7, 8, 12, 16]),
    row("benches/learning/barrier.c", Kind::Threads, &[8, 10, 12]),
    row("benches/learning/prefix_sum.c", Kind::Threads, &[4, 5, 6]),
    row("benches/learning/cas_counter.c", Kind::Threads, &[6, 7, 8, 10]),
    row("benches/learning/checker.c", Kind::Threads, &[10, 20, 50]),
    row("benches/learning/latch.c", Kind::Threads, &[4, 8, 12, 16]),
    row("benches/learning/list.c", Kind::Threads, &[4, 6, 8, 12]),
    row("benches/learning/flags.c", Kind::Threads, &[4, 8, 12, 16]),
    row("tests/corpus/threads/counts/inodes.c", Kind::Threads, &[14, 16, 18, 20]),
    row("tests/corpus/threads/counts/indexer.c", Kind::Threads, &[12, 13, 14]),
    Row { flags: &["-p", "assert"], ..row("benches/peers/readers.c", Kind::Threads, &[8, 10, 12]) },
    row("benches/peers/array_paths.c", Kind::Inputs, &[10, 12, 14, 16]),
    row("benches/peers/bubble_sort.c", Kind::Inputs, &[5, 6, 7]),
    row("benches/peers/string_to_int.c", Kind::Inputs, &[3, 5, 7]),
    row("benches/peers/gcd.c", Kind::Inputs, &[16, 32, 64]),
    row("benches/peers/hash_table.c", Kind::Inputs, &[2, 3]),
    row("benches/peers/digits.c", Kind::Inputs, &[3, 4, 5]),
    row("benches/peers/binary_search.c", Kind::Inputs, &[8, 16, 32]),
    row("benches/peers/extremes.c", Kind::Inputs, &[8, 16, 32]),
    row("benches/peers/quotients.c", Kind::Inputs, &[8, 16, 24]),
    row("benches/peers/halves.c", Kind::Inputs, &[8, 16, 24]),
    row("benches/peers/words.c", Kind::Inputs, &[8, 12, 16]),
];

/// One of whom it is known how to ask.
struct Peer {
    name: &'static str,
    /// What has to be on the path.
    program: &'static str,
    kinds: &'static [Kind],
    command: fn(&Path, &[String], &Path) -> Option<Command>,
    /// What its output has if nothing can fail.
    safe: &'static str,
}

const PEERS: &[Peer] = &[
    Peer {
        name: "nidhugg",
        program: "nidhuggc",
        kinds: &[Kind::Threads],
        command: nidhugg,
        safe: "No errors were detected",
    },
    Peer {
        name: "genmc",
        program: "genmc",
        kinds: &[Kind::Threads],
        command: genmc,
        safe: "No errors were detected",
    },
    Peer {
        name: "deagle",
        program: "deagle",
        kinds: &[Kind::Threads, Kind::Both],
        command: deagle,
        safe: "VERIFICATION SUCCESSFUL",
    },
    Peer {
        name: "cbmc",
        program: "cbmc",
        kinds: &[Kind::Threads, Kind::Both, Kind::Inputs],
        command: cbmc,
        safe: "VERIFICATION SUCCESSFUL",
    },
    Peer {
        name: "klee",
        program: "klee",
        kinds: &[Kind::Inputs],
        command: klee,
        safe: "KLEE: done: completed paths",
    },
];

fn nidhugg(file: &Path, defines: &[String], _: &Path) -> Option<Command> {
    let mut command = Command::new("nidhuggc");
    command.args(defines).args(["--", "--sc", "--optimal"]).arg(file);
    Some(command)
}

fn genmc(file: &Path, defines: &[String], _: &Path) -> Option<Command> {
    let mut command = Command::new("genmc");
    command.args(["--sc", "--"]).args(defines).arg(file);
    Some(command)
}

fn deagle(file: &Path, defines: &[String], _: &Path) -> Option<Command> {
    let mut command = Command::new("deagle");
    command.args(defines).args(["--unwind", "65", "--no-unwinding-assertions"]).arg(file);
    Some(command)
}

fn cbmc(file: &Path, defines: &[String], _: &Path) -> Option<Command> {
    let mut command = Command::new("cbmc");
    command.args(defines).args(["--unwind", "65", "--unwinding-assertions"]).arg(file);
    Some(command)
}

/// Its programs are compiled before, which is not counted.
fn klee(file: &Path, defines: &[String], scratch: &Path) -> Option<Command> {
    let bitcode = scratch.join("program.bc");
    let mut clang = Command::new("clang");
    clang.args(["-c", "-g", "-O0", "-Xclang", "-disable-O0-optnone", "-emit-llvm", "-DKLEE"]);
    clang.args(defines).arg("-o").arg(&bitcode).arg(file);
    clang.stdout(Stdio::null()).stderr(Stdio::null());
    let compiled = clang.status().is_ok_and(|status| status.success());
    let mut command = Command::new("klee");
    command.args(["--exit-on-error", "--libc=none", "--write-no-tests"]);
    command.arg(format!("--output-dir={}", scratch.join("out").display())).arg(&bitcode);
    compiled.then_some(command)
}

fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|directory| directory.join(program).is_file())
}

pub(crate) fn run(raddle: &Path) -> anyhow::Result<()> {
    let peers: Vec<&Peer> = PEERS.iter().filter(|peer| is_installed(peer.program)).collect();
    let missing = PEERS.iter().filter(|peer| !is_installed(peer.program)).map(|peer| peer.name);
    let missing: Vec<&str> = missing.collect();
    let mut heading = format!("\n{:<30} {:>9} {:>10}", "peers: CPU seconds", "raddle", "states");
    for peer in &peers {
        heading += &format!(" {:>9}", peer.name);
    }
    print(&format!("{heading}     ratio"));
    let scratch = Scratch::new()?;
    for row in ROWS {
        for &size in row.sizes {
            one_size(raddle, &peers, row, size, &scratch.0)?;
        }
    }
    if !missing.is_empty() {
        print(&format!("not on the path: {}", missing.join(", ")));
    }
    Ok(())
}

fn one_size(
    raddle: &Path,
    peers: &[&Peer],
    row: &Row,
    size: u32,
    scratch: &Path,
) -> anyhow::Result<()> {
    let file = root().join(row.file);
    let mut defines = vec![format!("-DN={size}")];
    defines.extend(row.defines.iter().map(|&define| define.to_owned()));
    let mut command = Command::new(raddle);
    command.args(["check", "--time", &format!("{}s", LIMIT * PATIENCE), "--format", "json"]);
    command.args(row.flags).args(&defines).arg(&file);
    let own = measured(command, scratch)?;
    // What is told beside the report comes behind it.
    let mut values = serde_json::Deserializer::from_str(&own.output).into_iter();
    let report: Option<serde_json::Value> = values.next().and_then(Result::ok);
    let report =
        report.with_context(|| format!("{}: no report: {}", file.display(), own.output))?;
    let own_seconds = own.seconds.filter(|_| report["verdict"] == "safe");
    let states = report["stats"]["states"].as_u64().unwrap_or_default();
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let what = format!("{name} {size} {}", row.defines.join(" ").replace("-D", ""));
    let mut line = format!("{what:<30} {:>9} {states:>10}", shown(own_seconds));
    let mut best: Option<f64> = None;
    for peer in peers {
        let seconds = match peer.kinds.contains(&row.kind) {
            true => ask(peer, &file, &defines, scratch)?,
            false => None,
        };
        best = [best, seconds].into_iter().flatten().reduce(f64::min);
        line += &format!(" {:>9}", shown(seconds));
    }
    let ratio = own_seconds.zip(best).map(|(own, best)| own / best.max(0.01));
    let ratio = ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.2}"));
    print(&format!("{line} {ratio:>9}"));
    Ok(())
}

fn shown(seconds: Option<f64>) -> String {
    seconds.map_or_else(|| "-".to_owned(), |seconds| format!("{seconds:.2}"))
}

/// The seconds of a peer, if it was at its end and found nothing.
fn ask(
    peer: &Peer,
    file: &Path,
    defines: &[String],
    scratch: &Path,
) -> anyhow::Result<Option<f64>> {
    let _ = std::fs::remove_dir_all(scratch.join("out"));
    let Some(command) = (peer.command)(file, defines, scratch) else { return Ok(None) };
    let measured = measured(command, scratch)?;
    Ok(measured.seconds.filter(|_| measured.output.contains(peer.safe)))
}

struct Measured {
    /// `None`: it was not at its end in time.
    seconds: Option<f64>,
    output: String,
}

/// Runs a command for so long as it may take, and a little more for its own end.
fn measured(mut command: Command, scratch: &Path) -> anyhow::Result<Measured> {
    let output = scratch.join("output");
    let file = std::fs::File::create(&output)?;
    let before = cpu_of_children()?;
    command.stdin(Stdio::null()).stdout(file.try_clone()?).stderr(file);
    let mut child = command.spawn().with_context(|| format!("cannot start {command:?}"))?;
    let started = Instant::now();
    let limit = Duration::from_secs(LIMIT * PATIENCE + 2);
    let ended = loop {
        if child.try_wait()?.is_some() {
            break true;
        }
        if started.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            break false;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let seconds = cpu_of_children()? - before;
    let output = String::from_utf8_lossy(&std::fs::read(&output)?).into_owned();
    let in_time = ended && seconds <= LIMIT as f64;
    Ok(Measured { seconds: in_time.then_some(seconds), output })
}

/// A directory that is gone afterwards.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> anyhow::Result<Scratch> {
        let path = std::env::temp_dir().join(format!("raddle-peers-{}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        Ok(Scratch(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
