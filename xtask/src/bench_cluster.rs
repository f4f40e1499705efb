//! `cargo xtask bench cluster`: what workers on a NATS server cost and bring.
//!
//! * Overhead: a task there and back, alone and with others on the way (`crates/nats/examples/overhead.rs`); less than a millisecond is wanted.
//! * Two processes on this machine, as `--jobs 2` and as a check with one worker of a server, against one process: time, states in total (at most 1.3 times as many),
//!   and which share of the time somebody waited. On a busy machine the time tells little; states and waiting tell what two quiet cores can bring (*at best*).
//! * Scaling: who had which task when is recorded with everything shared, and played again with more workers (`simulate`).

use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use anyhow::{Context, bail};
use serde::Deserialize;
use serde_json::Value;

use crate::bench_jobs::PROGRAMS;
use crate::shell::{cargo, print, root};

/// Programs of which tasks are recorded, small enough for that: with everything shared they take longer.
const RECORDED: &[(&str, &str, &str)] = &[
    ("benches/branching.c", "BITS=13", "--property assert --summaries off"),
    ("benches/properties/wbs.c", "ROUNDS=3", "--property assert --summaries off"),
    ("benches/orders.c", "N=6", "--property assert --summaries off"),
    ("tests/corpus/threads/counts/fib_large_ok.c", "N=4", "--summaries off"),
    ("tests/corpus/threads/counts/incr_locked_large_ok.c", "N=6", "--summaries off"),
    ("tests/corpus/threads/large/hash_table_ok.c", "N=2", "--summaries off"),
    ("tests/corpus/threads/paper/dining_large_ok.c", "N=5", "--symmetry off"),
    ("tests/corpus/threads/paper/producers_large_ok.c", "N=3", "--symmetry off"),
];

/// States in total against one process.
const MOST_STATES: f64 = 1.3;
/// Milliseconds for a task there and back.
const MOST_OVERHEAD: f64 = 1.0;

pub(crate) fn run(raddle: &Path) -> anyhow::Result<()> {
    let overhead = overhead()?;
    let ground = Ground::start(raddle)?;
    scaling(raddle, &ground, &overhead)?;
    two_processes(raddle, &ground)
}

/// Milliseconds per task.
#[derive(Deserialize)]
struct Overhead {
    alone_ms: f64,
    together_ms: f64,
}

fn overhead() -> anyhow::Result<Overhead> {
    let words = ["run", "--quiet", "-p", "raddle-nats", "--example", "overhead"];
    let output = cargo().args(words).output().context("cannot start cargo")?;
    let overhead: Overhead = serde_json::from_slice(&output.stdout)
        .with_context(|| String::from_utf8_lossy(&output.stderr).into_owned())?;
    print(&format!(
        "\ncluster: a task there and back {:.3} ms, {:.3} ms with 16 on their way ({} {MOST_OVERHEAD} ms)",
        overhead.alone_ms,
        overhead.together_ms,
        if overhead.alone_ms < MOST_OVERHEAD { "less than" } else { "NOT less than" },
    ));
    Ok(overhead)
}

/// A server with one worker.
struct Ground {
    up: Child,
    directory: PathBuf,
    address: String,
}

impl Ground {
    fn start(raddle: &Path) -> anyhow::Result<Ground> {
        let directory = std::env::temp_dir().join(format!("raddle-bench-{}", std::process::id()));
        let mut command = Command::new(raddle);
        command.args(["up", "--local", "1", "--dir"]).arg(&directory);
        let mut up = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
        let stdout = up.stdout.take().context("no output")?;
        let lines = std::io::BufRead::lines(std::io::BufReader::new(stdout));
        let address = lines.map_while(Result::ok).find_map(|line| {
            line.split_whitespace().find(|word| word.starts_with("nats://")).map(str::to_owned)
        });
        let address = address.context("`raddle up` does not start")?;
        Ok(Ground { up, directory, address })
    }
}

impl Drop for Ground {
    fn drop(&mut self) {
        let _ = Command::new("kill").args(["-INT", &self.up.id().to_string()]).status();
        let _ = self.up.wait();
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

fn two_processes(raddle: &Path, ground: &Ground) -> anyhow::Result<()> {
    print(
        "\ncluster                                                      one, s  --jobs 2, s (gain, states, waits, at best)   worker, s (gain, states, waits, at best)",
    );
    for &(program, size, flags) in PROGRAMS {
        let name = format!("{} {size}", program.rsplit('/').next().unwrap_or(program));
        let alone = check(raddle, program, size, flags, &[], None)?;
        let jobs = check(raddle, program, size, flags, &["--jobs", "2"], None)?;
        let words = ["--workers", &ground.address, "--name", "bench"];
        let worker = check(raddle, program, size, flags, &words, Some(ground))?;
        let mut columns = String::new();
        for both in [&jobs, &worker] {
            if both.places != alone.places {
                bail!("{name}: {:?}, and with two {:?}", alone.places, both.places);
            }
            let states = both.states as f64 / alone.states.max(1) as f64;
            columns += &format!(
                "  {:>7.2} ({:.2}x, {states:.2}{}, {:>3.0} %, {:.2}x)",
                both.seconds,
                alone.seconds / both.seconds,
                if states > MOST_STATES { " !" } else { "" },
                both.waits * 100.0,
                2.0 * (1.0 - both.waits) / states,
            );
        }
        print(&format!("{name:<58} {:>7.2}{columns}", alone.seconds));
    }
    Ok(())
}

struct Figures {
    seconds: f64,
    states: u64,
    /// Of the time of two processes, the share in which one of them had nothing to do.
    waits: f64,
    places: BTreeSet<String>,
    moments: Vec<Moment>,
}

fn check(
    raddle: &Path,
    program: &str,
    size: &str,
    flags: &str,
    more: &[&str],
    ground: Option<&Ground>,
) -> anyhow::Result<Figures> {
    let log = std::env::temp_dir().join(format!("raddle-bench-{}.json", std::process::id()));
    let _ = std::fs::remove_file(&log);
    let out = std::env::temp_dir().join(format!("raddle-bench-{}-out", std::process::id()));
    let mut command = Command::new(raddle);
    command.args(["check", "--no-config", "--quiet", "--format", "json"]);
    command.args(flags.split(' ')).args(more).arg("--log-tasks").arg(&log).arg("--out").arg(&out);
    if let Some(ground) = ground {
        command.env("RADDLE_NATS_CREDENTIALS", ground.directory.join("credentials"));
    }
    command.arg(format!("-D{size}")).arg(root().join(program));
    let start = Instant::now();
    let output = command.output().context("cannot start raddle")?;
    let seconds = start.elapsed().as_secs_f64();
    let _ = std::fs::remove_dir_all(&out);
    let report: Value = serde_json::from_slice(&output.stdout).with_context(|| {
        format!("{program}: no report: {}", String::from_utf8_lossy(&output.stderr))
    })?;
    let findings = report["findings"].as_array().into_iter().flatten();
    let place = |finding: &Value| format!("{} {}", finding["code"], finding["location"]["line"]);
    let moments: Vec<Moment> = match std::fs::read(&log) {
        Ok(text) => serde_json::from_slice(&text)?,
        Err(_) => Vec::new(),
    };
    let _ = std::fs::remove_file(&log);
    let end = moments.last().map_or(0, |moment| moment.at);
    let waited: u64 = waiting(&moments).values().flatten().map(|(from, to)| to - from).sum();
    Ok(Figures {
        seconds,
        states: report["stats"]["states"].as_u64().unwrap_or(0),
        waits: waited as f64 / (2 * end).max(1) as f64,
        places: findings.map(place).collect(),
        moments,
    })
}

/// What happened at a desk, as `--log-tasks` writes it.
#[derive(Clone, Debug, Deserialize)]
struct Moment {
    at: u64,
    who: u64,
    what: What,
    task: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum What {
    Offers,
    Begins,
    Ends,
    Waits,
    Goes,
}

/// From when to when each had nothing to do.
fn waiting(moments: &[Moment]) -> BTreeMap<u64, Vec<(u64, u64)>> {
    let mut since: BTreeMap<u64, u64> = BTreeMap::new();
    let mut all: BTreeMap<u64, Vec<(u64, u64)>> = BTreeMap::new();
    for moment in moments {
        match moment.what {
            What::Waits => {
                since.entry(moment.who).or_insert(moment.at);
            }
            // Whoever offers or ends something does not wait.
            What::Goes | What::Begins | What::Offers | What::Ends => {
                if let Some(from) = since.remove(&moment.who) {
                    all.entry(moment.who).or_default().push((from, moment.at));
                }
            }
        }
    }
    all
}

/// A task as it was recorded: its own work, in microseconds, and what it gave away after how much of that.
#[derive(Debug, Default)]
struct Work {
    own: u64,
    gives: Vec<(u64, usize)>,
}

/// The tasks of a search; the first one is that of whoever has the desk.
fn works(moments: &[Moment]) -> Vec<Work> {
    let mut numbers: BTreeMap<u64, usize> = BTreeMap::new();
    let mut works = vec![Work::default()];
    // What each is doing, the innermost last; and since when, unless it waits.
    let mut doing: BTreeMap<u64, (Vec<usize>, Option<u64>)> = BTreeMap::new();
    doing.insert(0, (vec![0], Some(0)));
    for moment in moments {
        let (stack, since) = doing.entry(moment.who).or_default();
        if let (Some(&work), Some(from)) = (stack.last(), *since) {
            works[work].own += moment.at - from;
        }
        *since = Some(moment.at);
        let task = moment.task.unwrap_or(0);
        match moment.what {
            What::Offers => {
                let number = works.len();
                works.push(Work::default());
                numbers.insert(task, number);
                if let Some(&giver) = stack.last() {
                    let after = works[giver].own;
                    works[giver].gives.push((after, number));
                }
            }
            What::Begins => stack.extend(numbers.get(&task)),
            What::Ends => {
                stack.pop();
            }
            What::Waits => *since = None,
            What::Goes => {}
        }
    }
    works
}

/// What a run with so many workers takes, in microseconds, and how long the desk was at it.
///
/// Whoever has nothing to do takes the task that was offered first. To give one away costs its giver nothing; to get one costs a way there and back, and an outcome the same.
/// The desk serves one message after the other. Whoever waits for outcomes of its own does something else meanwhile, as real workers do.
fn simulate(works: &[Work], workers: usize, way: u64, service: u64) -> (u64, u64) {
    // (when, which work): works that can go on from then, oldest first. A work is run in pieces, from one gift to the next.
    let mut ready: BinaryHeap<std::cmp::Reverse<(u64, usize)>> = BinaryHeap::new();
    let mut free: BinaryHeap<std::cmp::Reverse<u64>> =
        (0..workers).map(|_| std::cmp::Reverse(0)).collect();
    let (mut desk, mut busy, mut end) = (0u64, 0u64, 0u64);
    ready.push(std::cmp::Reverse((0, 0)));
    while let Some(std::cmp::Reverse((offered, work))) = ready.pop() {
        let Some(std::cmp::Reverse(idle)) = free.pop() else { break };
        let asked = offered.max(idle);
        let served = asked.max(desk) + service;
        if work != 0 {
            desk = served;
            busy += 2 * service;
        }
        let start = if work == 0 { 0 } else { served + way };
        let Work { own, gives } = &works[work];
        for &(after, child) in gives {
            ready.push(std::cmp::Reverse((start + after, child)));
        }
        let done = start + own;
        end = end.max(done + if work == 0 { 0 } else { way + service });
        free.push(std::cmp::Reverse(done));
    }
    (end.max(desk), busy)
}

/// The longest chain of work in which each piece needs the one before it.
fn critical_path(works: &[Work], way: u64) -> u64 {
    // Tasks come after their givers.
    let mut begins = vec![0; works.len()];
    let mut longest = 0;
    for (index, work) in works.iter().enumerate() {
        longest = longest.max(begins[index] + work.own);
        for &(after, child) in &work.gives {
            begins[child] = begins[index] + after + way;
        }
    }
    longest
}

fn scaling(raddle: &Path, ground: &Ground, overhead: &Overhead) -> anyhow::Result<()> {
    const WORKERS: [usize; 7] = [1, 2, 4, 8, 16, 32, 64];
    print("\nscaling, played from recorded tasks (everything shared with one worker of a server)");
    let head: Vec<String> = WORKERS.iter().map(|count| format!("{count:>6}")).collect();
    print(&format!(
        "{:<42} {:>7} {:>9} {}   limited by",
        "program",
        "tasks",
        "ms each",
        head.join(" ")
    ));
    let way = (overhead.alone_ms * 500.0) as u64;
    let service = (overhead.together_ms * 1000.0).max(1.0) as u64;
    for &(program, size, flags) in RECORDED {
        let flags = format!("{flags} --share-eagerly");
        let words = ["--workers", &ground.address, "--name", "bench"];
        let figures = check(raddle, program, size, &flags, &words, Some(ground))?;
        let works = works(&figures.moments);
        let all: u64 = works.iter().map(|work| work.own).sum();
        let mut curve = Vec::new();
        let mut last = (0, 0);
        for count in WORKERS {
            last = simulate(&works, count, way, service);
            curve.push(format!("{:>6.1}", all as f64 / last.0.max(1) as f64));
        }
        let path = critical_path(&works, way);
        let most = WORKERS[WORKERS.len() - 1] as u64;
        let bounds = [
            (all / most, "the number of workers"),
            (path, "the longest chain of tasks"),
            (last.1, "the desk, which serves one message after the other"),
        ];
        let limit = bounds.iter().max_by_key(|(time, _)| *time).map_or("", |(_, name)| name);
        print(&format!(
            "{:<42} {:>7} {:>9.2} {}   {limit}",
            format!("{} {size}", program.rsplit('/').next().unwrap_or(program)),
            works.len() - 1,
            all as f64 / 1000.0 / works.len() as f64,
            curve.join(" "),
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Moment, What, critical_path, simulate, waiting, works};

    fn moment(at: u64, who: u64, what: What, task: Option<u64>) -> Moment {
        Moment { at, who, what, task }
    }

    #[test]
    fn own_work_is_told_from_waiting() {
        let moments = [
            moment(10, 1, What::Waits, None),
            moment(100, 0, What::Offers, Some(7)),
            moment(100, 1, What::Begins, Some(7)),
            moment(100, 1, What::Goes, None),
            moment(150, 0, What::Waits, None),
            moment(300, 1, What::Ends, Some(7)),
            moment(301, 1, What::Waits, None),
            moment(301, 0, What::Goes, None),
            moment(321, 0, What::Waits, None),
        ];
        let works = works(&moments);
        assert_eq!(works.iter().map(|work| work.own).collect::<Vec<_>>(), [170, 200]);
        assert_eq!(works[0].gives, [(100, 1)]);
        assert_eq!(waiting(&moments)[&0], [(150, 301)]);
        assert_eq!(critical_path(&works, 0), 300);
        // One after the other, or side by side.
        assert_eq!(simulate(&works, 1, 0, 0).0, 370);
        assert_eq!(simulate(&works, 2, 0, 0).0, 300);
    }
}
