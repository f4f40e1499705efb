//! A check as it was measured: time, work and states, and from what `--log-tasks` wrote who had which task when.
//!
//! Wall time says little on a machine that others use. Three figures say more. *Inflation*: the time of cores that all processes used together, against one process alone. *Idle*: of the time of two
//! processes, the share in which one of them had nothing to do. *Expected gain*: tasks are played again with the time of a core that each of them took (`simulate`), so that waiting
//! for a core does not count; whatever belongs to no task, such as what a process did before it asked for help, is taken to be done by one after the other.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::Context;
use serde::Deserialize;
use serde_json::Value;

use crate::shell::root;

/// A program, its size, and how it is explored.
pub(crate) type Program = (&'static str, &'static str, &'static str);

pub(crate) fn name((program, size, _): Program) -> String {
    format!("{} {size}", program.rsplit('/').next().unwrap_or(program))
}

/// What came of a check, and what it took.
pub(crate) struct Figures {
    pub(crate) seconds: f64,
    /// Time of cores, of all processes.
    pub(crate) work: f64,
    pub(crate) states: u64,
    /// Of the time of two processes, the share in which one of them had nothing to do.
    pub(crate) idle: f64,
    pub(crate) places: BTreeSet<String>,
    pub(crate) works: Vec<Work>,
}

impl Figures {
    /// How much faster two quiet cores are at best.
    pub(crate) fn expected_gain(&self, one: &Figures) -> f64 {
        if self.works.len() <= 1 {
            return 1.0;
        }
        let shared: u64 = self.works.iter().map(|work| work.own).sum();
        let (both, _) = simulate(&self.works, 2, 0, 0);
        one.work / (self.work - shared as f64 / 1e6 + both as f64 / 1e6).max(0.001)
    }

    /// In one line: what two processes are against one.
    pub(crate) fn compared(&self, one: &Figures, most_states: f64) -> String {
        let states = self.states as f64 / one.states.max(1) as f64;
        format!(
            "{:>7.2} {:>5.2}x {states:>6.2}{} {:>6.2} {:>4.0} % {:>6.2}x",
            self.seconds,
            one.seconds / self.seconds,
            if states > most_states { "!" } else { " " },
            self.work / one.work.max(0.001),
            self.idle * 100.0,
            self.expected_gain(one),
        )
    }
}

/// The head of such columns.
pub(crate) const COMPARED: &str = "wall, s   gain states    work   idle  expect";

/// Credentials for a server, if it has one.
pub(crate) fn check(
    raddle: &Path,
    (program, size, flags): Program,
    more: &[&str],
    credentials: Option<&Path>,
) -> anyhow::Result<Figures> {
    let log = std::env::temp_dir().join(format!("raddle-bench-{}.json", std::process::id()));
    let _ = std::fs::remove_file(&log);
    let out = std::env::temp_dir().join(format!("raddle-bench-{}-out", std::process::id()));
    let mut command = Command::new(raddle);
    command.args(["check", "--no-config", "--quiet", "--format", "json"]);
    command.args(flags.split(' ')).args(more).arg("--log-tasks").arg(&log).arg("--out").arg(&out);
    command.envs(credentials.map(|file| ("RADDLE_NATS_CREDENTIALS", file)));
    command.arg(format!("-D{size}")).arg(root().join(program));
    let (start, before) = (Instant::now(), work_of_children());
    let output = command.output().context("cannot start raddle")?;
    let (seconds, after) = (start.elapsed().as_secs_f64(), work_of_children());
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
    // Workers of a server are no children of ours.
    let elsewhere = if credentials.is_some() { work_of_members(&moments) } else { 0.0 };
    Ok(Figures {
        seconds,
        work: after - before + elsewhere,
        states: report["stats"]["states"].as_u64().unwrap_or(0),
        idle: waited as f64 / (2 * end).max(1) as f64,
        places: findings.map(place).collect(),
        works: works(&moments),
    })
}

/// Seconds of cores that processes took that we waited for.
fn work_of_children() -> f64 {
    /// The unit of these numbers, on every Linux.
    const PER_SECOND: f64 = 100.0;
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name may have blanks; fields are counted behind it.
    let fields: Vec<&str> =
        text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let number =
        |index: usize| fields.get(index).and_then(|field| field.parse().ok()).unwrap_or(0.0);
    (number(13) + number(14)) / PER_SECOND
}

fn work_of_members(moments: &[Moment]) -> f64 {
    let of_members = moments.iter().filter(|moment| moment.who != 0);
    let last: BTreeMap<u64, u64> =
        of_members.filter_map(|moment| Some((moment.who, moment.spent?))).collect();
    last.values().sum::<u64>() as f64 / 1e6
}

/// What happened at a desk, as `--log-tasks` writes it.
#[derive(Clone, Debug, Deserialize)]
struct Moment {
    at: u64,
    who: u64,
    what: What,
    task: Option<u64>,
    /// Time of a core that it had used by then.
    spent: Option<u64>,
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
pub(crate) struct Work {
    pub(crate) own: u64,
    gives: Vec<(u64, usize)>,
}

/// The tasks of a search; the first one is that of whoever has the desk.
fn works(moments: &[Moment]) -> Vec<Work> {
    let mut numbers: BTreeMap<u64, usize> = BTreeMap::new();
    let mut works = vec![Work::default()];
    // What each is doing, the innermost last; and what it had used of a core when it was last heard of.
    let mut doing: BTreeMap<u64, (Vec<usize>, Option<u64>)> = BTreeMap::new();
    doing.insert(0, (vec![0], None));
    for moment in moments {
        let (stack, before) = doing.entry(moment.who).or_default();
        let spent = moment.spent.unwrap_or(0);
        if let (Some(&work), Some(before)) = (stack.last(), *before) {
            works[work].own += spent.saturating_sub(before);
        }
        *before = Some(spent);
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
            What::Waits | What::Goes => {}
        }
    }
    works
}

/// What a run with so many workers takes, in microseconds, and how long the desk was at it.
///
/// Whoever has nothing to do takes the task that was offered first. To give one away costs its giver nothing; to get one costs a way there and back, and an outcome the same.
/// The desk serves one message after the other. Whoever waits for outcomes of its own does something else meanwhile, as real workers do.
pub(crate) fn simulate(works: &[Work], workers: usize, way: u64, service: u64) -> (u64, u64) {
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
pub(crate) fn critical_path(works: &[Work], way: u64) -> u64 {
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

#[cfg(test)]
mod tests {
    use super::{Moment, What, critical_path, simulate, waiting, works};

    fn moment(at: u64, spent: u64, who: u64, what: What, task: Option<u64>) -> Moment {
        Moment { at, who, what, task, spent: Some(spent) }
    }

    /// On a busy machine: everything takes longer than it works.
    #[test]
    fn own_work_is_told_from_waiting() {
        let moments = [
            moment(0, 50, 0, What::Goes, None),
            moment(10, 5, 1, What::Waits, None),
            moment(400, 150, 0, What::Offers, Some(7)),
            moment(400, 5, 1, What::Begins, Some(7)),
            moment(400, 5, 1, What::Goes, None),
            moment(550, 200, 0, What::Waits, None),
            moment(900, 205, 1, What::Ends, Some(7)),
            moment(901, 205, 1, What::Waits, None),
            moment(901, 200, 0, What::Goes, None),
            moment(921, 220, 0, What::Waits, None),
        ];
        let works = works(&moments);
        assert_eq!(works.iter().map(|work| work.own).collect::<Vec<_>>(), [170, 200]);
        assert_eq!(works[0].gives, [(100, 1)]);
        assert_eq!(waiting(&moments)[&0], [(550, 901)]);
        assert_eq!(critical_path(&works, 0), 300);
        // One after the other, or side by side.
        assert_eq!(simulate(&works, 1, 0, 0).0, 370);
        assert_eq!(simulate(&works, 2, 0, 0).0, 300);
    }
}
