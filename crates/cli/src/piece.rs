//! One fragment of a program (`pieces.rs`), explored on its own: what is found in it, and where threads stand when it ends.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use anyhow::Context as _;
use raddle_budget::Budget;
use raddle_context::{Context, ThreadAt, facts};
use raddle_explore::{
    InputCondition, Observer, Options, ScheduledRun, Slicing, Symmetry, Whereabouts,
};
use raddle_findings::codes::AssumptionKind;
use raddle_findings::{Certainty, Report, Schedule, ScheduleOperation, Verdict};
use raddle_fragment::{Origins, Until, fragment, parse_position, position_text};
use raddle_ir::Program;
use raddle_pointsto::PointsTo;
use serde::{Deserialize, Serialize};

use crate::from_arguments::PrecisionName;
use crate::from_context;
use crate::setup_help::with_help;

/// A fragment to be explored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PieceErrand {
    /// Where it begins; nobody stands anywhere at the start of the program.
    pub(crate) threads: Vec<Standing>,
    pub(crate) precision: PrecisionName,
    /// How often a thread goes round a loop of known length.
    pub(crate) rounds: u32,
    /// Threads go on as long as they can.
    pub(crate) one_schedule: bool,
}

/// A thread of a context, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Standing {
    name: String,
    frames: Vec<String>,
    waiting: bool,
    woken: bool,
}

/// What came of a fragment.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct PieceOutcome {
    pub(crate) report: Report,
    pub(crate) impossible: bool,
    pub(crate) successors: Vec<Vec<Standing>>,
    /// Why no fragment can begin where some runs ended.
    pub(crate) lost: BTreeSet<String>,
    /// Schedules, and where they lead.
    pub(crate) schedules: Vec<(Schedule, Option<Vec<Standing>>)>,
    /// Its time was not enough.
    pub(crate) needs_time: bool,
}

impl PieceOutcome {
    pub(crate) fn cut_short(report: Report) -> PieceOutcome {
        PieceOutcome {
            report,
            impossible: false,
            successors: Vec::new(),
            lost: BTreeSet::new(),
            schedules: Vec::new(),
            needs_time: true,
        }
    }
}

/// A context as text.
pub(crate) fn standings(program: &Program, context: &Context) -> Vec<Standing> {
    let text = |thread: &ThreadAt| Standing {
        name: thread.name.clone(),
        frames: thread.frames.iter().map(|&at| position_text(program, at)).collect(),
        waiting: thread.waiting,
        woken: thread.woken,
    };
    context.threads.iter().map(text).collect()
}

/// The context, if the program has such places.
pub(crate) fn context_of(program: &Program, threads: &[Standing]) -> anyhow::Result<Context> {
    let mut context = Context::default();
    for Standing { name, frames, waiting, woken } in threads {
        let frames: Option<Vec<_>> =
            frames.iter().map(|text| parse_position(program, text)).collect();
        let frames = frames.filter(|frames| !frames.is_empty());
        let frames = frames.context("the program has no such place")?;
        context.threads.push(ThreadAt {
            name: name.clone(),
            frames,
            waiting: *waiting,
            woken: *woken,
        });
    }
    Ok(context)
}

/// How fragments are explored where a program is checked like this.
pub(crate) fn options_of_pieces(options: &Options, rounds: u32, one_schedule: bool) -> Options {
    let mut options = options.clone();
    options.pieces = Some(rounds);
    options.one_schedule = one_schedule;
    options.summaries = None;
    options.symmetry = Symmetry::Off;
    options.slice = Slicing::Off;
    from_context::ask_everything(&mut options);
    options
}

pub(crate) fn explore(
    program: &Program,
    points_to: &Arc<PointsTo>,
    options: &Options,
    errand: &PieceErrand,
    budget: &Budget,
) -> anyhow::Result<PieceOutcome> {
    let mut context = context_of(program, &errand.threads)?;
    context.whole = !options.calls_may_fail;
    context.in_order = true;
    let mut options = options_of_pieces(options, errand.rounds, errand.one_schedule);
    let explorer = Explorer { program, points_to };
    let mut met = Met::default();
    if context.threads.is_empty() {
        let mut report = raddle_explore::check(program, &options, budget, &mut met)
            .map_err(|error| with_help(error, program))?;
        for finding in &mut report.findings {
            // A run from main shows it.
            finding.certainty = Some(Certainty::Confirmed);
        }
        let needs_time = budget.spent().is_some();
        return Ok(explorer.explored(report, needs_time, &Origins::default(), &context, met));
    }
    let precision = errand.precision.precision();
    let known = match facts(program, points_to, &context, precision, budget) {
        Ok(known) => known,
        Err(error) => {
            // What is met on the way may be more than what is possible.
            anyhow::ensure!(error.is_impossible(), error);
            let empty = raddle_explore::empty_report(program, &options);
            let report = Report { verdict: Verdict::Safe, ..empty };
            let explored = explorer.explored(report, false, &Origins::default(), &context, met);
            return Ok(PieceOutcome { impossible: true, ..explored });
        }
    };
    let mut made = fragment(program, Some(points_to), &context, &known, Until::Piece);
    options.symbolic_args = None;
    options.args = Vec::new();
    let started = from_context::start(&mut made, &mut options);
    let mut report = raddle_explore::check(&started, &options, budget, &mut met)
        .map_err(|error| with_help(error, &started))?;
    raddle_report::tell_conditions(&mut report.findings, &started.source_names());
    let places = from_context::shown_exactly(program, &context);
    for finding in &mut report.findings {
        finding.context.clone_from(&places);
        finding.certainty = Some(Certainty::Possible);
    }
    // Where nothing starts, nothing goes wrong.
    let impossible = report.verdict == Verdict::Safe && report.stats.runs == 0;
    let needs_time = budget.spent().is_some();
    let explored = explorer.explored(report, needs_time, &made.origins, &context, met);
    Ok(PieceOutcome { impossible, ..explored })
}

struct Explorer<'e> {
    program: &'e Program,
    points_to: &'e PointsTo,
}

impl Explorer<'_> {
    fn explored(
        &self,
        mut report: Report,
        needs_time: bool,
        origins: &Origins,
        context: &Context,
        met: Met,
    ) -> PieceOutcome {
        // What follows is explored, and all threads are there.
        let fulfilled = [AssumptionKind::FragmentOnly, AssumptionKind::OnlyThese];
        report.assumptions.retain(|one| !fulfilled.iter().any(|kind| kind.code() == one.code));
        let follows = |threads: &[Whereabouts]| {
            let next = origins.successor(self.program, self.points_to, context, threads);
            next.map(|next| standings(self.program, &next)).map_err(|why| why.to_string())
        };
        let mut successors = Vec::new();
        let mut lost = BTreeSet::new();
        for threads in met.threads {
            match follows(&threads) {
                Ok(context) => successors.push(context),
                Err(why) => {
                    lost.insert(why);
                }
            }
        }
        let mut schedules: Vec<(Schedule, Option<Vec<Standing>>)> = Vec::new();
        let mut alternatives: Vec<Vec<Vec<InputCondition>>> = Vec::new();
        for mut run in without_what_always_holds(met.runs) {
            leave_out_waits_of(context, &mut run.operations);
            let next = match run.ends.as_deref().map(follows).transpose() {
                Ok(next) => next,
                Err(why) => {
                    lost.insert(why);
                    None
                }
            };
            let same = |(known, after): &(Schedule, Option<Vec<Standing>>)| {
                *after == next && same_order(&known.operations, &run.operations)
            };
            let number = match schedules.iter().position(same) {
                Some(number) => number,
                None => {
                    let (conditions, operations) = (Vec::new(), run.operations);
                    schedules.push((Schedule { conditions, operations, next: None }, next));
                    alternatives.push(Vec::new());
                    schedules.len() - 1
                }
            };
            alternatives[number].push(run.conditions);
        }
        for ((schedule, _), alternatives) in schedules.iter_mut().zip(alternatives) {
            let texts = |all: Vec<InputCondition>| all.into_iter().map(|one| one.text).collect();
            schedule.conditions = merged(alternatives).into_iter().map(texts).collect();
        }
        PieceOutcome { report, impossible: false, successors, lost, schedules, needs_time }
    }
}

/// Where threads stood when a fragment ended.
#[derive(Default)]
struct Met {
    threads: Vec<Vec<Whereabouts>>,
    runs: Vec<ScheduledRun>,
}

/// Threads that wait where a fragment begins come to their waits in it; in the program they have done so before.
fn leave_out_waits_of(context: &Context, operations: &mut Vec<ScheduleOperation>) {
    for thread in context.threads.iter().filter(|thread| thread.waiting) {
        if let Some(first) = operations.iter().position(|one| one.thread == thread.name) {
            operations.remove(first);
        }
    }
}

/// Conditions that hold in every run of a fragment tell nothing of them apart: they are what is known where it begins.
fn without_what_always_holds(mut runs: Vec<ScheduledRun>) -> Vec<ScheduledRun> {
    let Some((first, others)) = runs.split_first() else { return runs };
    let mut always: BTreeSet<InputCondition> = first.conditions.iter().cloned().collect();
    for run in others {
        always.retain(|condition| run.conditions.contains(condition));
    }
    for run in &mut runs {
        run.conditions.retain(|condition| !always.contains(condition));
    }
    runs
}

/// Fewer alternatives that say the same: what does not matter because it may hold or not is left out, and so is what another one covers.
fn merged(mut alternatives: Vec<Vec<InputCondition>>) -> Vec<Vec<InputCondition>> {
    while let Some((one, other, without)) = find_merge(&alternatives) {
        alternatives.remove(other);
        alternatives[one] = without;
    }
    alternatives
}

/// Two alternatives that one can stand for: the first one, the second one, and what stands for both.
fn find_merge(all: &[Vec<InputCondition>]) -> Option<(usize, usize, Vec<InputCondition>)> {
    let covers = |weak: &[InputCondition], strong: &[InputCondition]| {
        weak.iter().all(|condition| strong.contains(condition))
    };
    for (first, one) in all.iter().enumerate() {
        for (second, other) in all.iter().enumerate().skip(first + 1) {
            if covers(one, other) {
                return Some((first, second, one.clone()));
            }
            if covers(other, one) {
                return Some((first, second, other.clone()));
            }
            let opposite = one.iter().position(|a| other.iter().any(|b| a.is_opposite_of(b)));
            let Some(at) = opposite else { continue };
            let mut rest = one.clone();
            let condition = rest.remove(at);
            let others: Vec<_> =
                other.iter().filter(|b| !condition.is_opposite_of(b)).cloned().collect();
            if covers(&rest, &others) && covers(&others, &rest) {
                return Some((first, second, rest));
            }
        }
    }
    None
}

/// Whether two orders are the same but for operations that nothing orders: each object and each thread sees the same.
fn same_order(a: &[ScheduleOperation], b: &[ScheduleOperation]) -> bool {
    fn by<'o>(
        operations: &'o [ScheduleOperation],
        key: impl Fn(&'o ScheduleOperation) -> &'o str,
    ) -> BTreeMap<&'o str, Vec<&'o ScheduleOperation>> {
        let mut lists: BTreeMap<&str, Vec<&ScheduleOperation>> = BTreeMap::new();
        for operation in operations {
            lists.entry(key(operation)).or_default().push(operation);
        }
        lists
    }
    a.len() == b.len()
        && by(a, |one| &one.object) == by(b, |one| &one.object)
        && by(a, |one| &one.thread) == by(b, |one| &one.thread)
}

impl Observer for Met {
    fn successor(&mut self, threads: Vec<Whereabouts>) {
        if !self.threads.contains(&threads) {
            self.threads.push(threads);
        }
    }

    fn scheduled(&mut self, run: ScheduledRun) {
        self.runs.push(run);
    }
}

#[cfg(test)]
mod tests {
    use super::{InputCondition, merged};

    /// `a -b`: a holds, and b does not.
    fn conditions(text: &str) -> Vec<InputCondition> {
        let one = |word: &str| InputCondition {
            term: word.trim_start_matches('-').to_owned(),
            holds: !word.starts_with('-'),
            text: word.to_owned(),
        };
        text.split_whitespace().map(one).collect()
    }

    fn texts(alternatives: &[&str]) -> Vec<String> {
        let all = alternatives.iter().map(|one| conditions(one)).collect();
        let text = |one: Vec<InputCondition>| {
            one.into_iter().map(|condition| condition.text).collect::<Vec<_>>().join(" ")
        };
        merged(all).into_iter().map(text).collect()
    }

    #[test]
    fn what_may_hold_or_not_is_left_out() {
        assert_eq!(texts(&["a b", "a -b"]), ["a"]);
        assert_eq!(texts(&["a b", "a -b", "-a"]), [""]);
        assert_eq!(texts(&["a b c", "a -c b", "-a b"]), ["b"]);
    }

    #[test]
    fn what_another_alternative_covers_is_left_out() {
        assert_eq!(texts(&["a b", "a"]), ["a"]);
        assert_eq!(texts(&["a", "b a"]), ["a"]);
    }

    #[test]
    fn different_alternatives_stay() {
        assert_eq!(texts(&["a b", "-a -b"]), ["a b", "-a -b"]);
        assert_eq!(texts(&["a", "b"]), ["a", "b"]);
        assert_eq!(texts(&["a b", "-b c"]), ["a b", "-b c"]);
    }
}
