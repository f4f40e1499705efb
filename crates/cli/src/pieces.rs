//! `raddle from --piecewise`: a program checked in pieces (fragments).
//!
//! The first one starts with the program. Each ends where loops of unknown length start over; the contexts that threads have come to then are
//! queued, every one once, and each is a fragment of its own, from any state that the program may be in there. As many are explored at the same time as
//! `--jobs` says. One that takes long is put aside and explored again, with more time, when nothing else is left. When the queue is empty and nothing was cut, all runs of the program are covered (`evidence/src/successors.rs` says why).

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use raddle_budget::Budget;
use raddle_context::{Context, ContextError, ThreadAt, facts};
use raddle_explore::{
    InputCondition, Observer, Options, Property, ScheduledRun, Slicing, Symmetry, Whereabouts,
};
use raddle_findings::codes::{AssumptionKind, ReasonKind};
use raddle_findings::{
    Certainty, FragmentResult, Reason, Report, Schedule, ScheduleOperation, Verdict,
};
use raddle_fragment::{NoSuccessor, Origins, Until, fragment};
use raddle_ir::Program;
use raddle_pointsto::{PointsTo, Position};

use crate::arguments::CheckArguments;
use crate::from_context::{self, From};
use crate::lock::lock;
use crate::merge;
use crate::progress::ProgressLine;
use crate::setup_help::with_help;
use crate::so_far::{SoFar, add_spent};

/// What a fragment is given first. Each time that is not enough it gets twice as much, when the others had their turn.
const FIRST_TIME: Duration = Duration::from_secs(2);
/// How often somebody without work looks whether there is an end.
const PATIENCE: Duration = Duration::from_millis(50);
/// Between two reports of what is known so far.
const BETWEEN_REPORTS: Duration = Duration::from_secs(1);

pub(crate) fn check(
    program: &Program,
    arguments: &CheckArguments,
    from: &From,
    mut options: Options,
    budget: &Budget,
    so_far: &SoFar,
) -> anyhow::Result<Report> {
    options.pieces = Some(from.most_rounds());
    options.summaries = None;
    options.symmetry = Symmetry::Off;
    options.slice = Slicing::Off;
    from_context::ask_everything(&mut options);
    let empty = raddle_explore::empty_report(program, &options);
    so_far.set(empty.clone());
    let points_to = from_context::points_to(program, budget)?;
    let explorer = Explorer { program, points_to, options, from, budget, empty };
    let line = ProgressLine::new(!arguments.output.quiet);
    let queue = Queue::new(line);
    let shared = (Mutex::new(queue), Condvar::new());
    std::thread::scope(|scope| {
        for _ in 0..arguments.search.jobs {
            scope.spawn(|| explorer.work(&shared.0, &shared.1, so_far));
        }
    });
    let mut queue = lock(&shared.0);
    queue.line.clear();
    if let Some(error) = queue.failure.take() {
        return Err(error);
    }
    Ok(explorer.report(&queue))
}

/// What all workers share.
struct Queue {
    pieces: Vec<Piece>,
    known: HashMap<Vec<(Vec<Position>, bool)>, usize>,
    /// Those that nobody has begun with, and then those that need more time.
    waiting: std::collections::VecDeque<usize>,
    again: std::collections::VecDeque<usize>,
    at_work: usize,
    /// A finding was enough, or something failed.
    ended: bool,
    failure: Option<anyhow::Error>,
    reported: Instant,
    line: ProgressLine,
}

struct Piece {
    /// Nothing for the start of the program.
    context: Context,
    attempts: u32,
    report: Option<Report>,
    impossible: bool,
    successors: BTreeSet<usize>,
    lost: BTreeSet<NoSuccessor>,
    schedules: Vec<Schedule>,
}

impl Queue {
    fn new(line: ProgressLine) -> Queue {
        let mut queue = Queue {
            pieces: Vec::new(),
            known: HashMap::new(),
            waiting: [].into(),
            again: [].into(),
            at_work: 0,
            ended: false,
            failure: None,
            reported: Instant::now(),
            line,
        };
        queue.add(Context::default());
        queue
    }

    /// The number of a fragment, which is queued if it is new.
    fn add(&mut self, context: Context) -> usize {
        let place = |thread: &ThreadAt| (thread.frames.clone(), thread.waiting);
        let key = context.threads.iter().map(place).collect();
        if let Some(&number) = self.known.get(&key) {
            return number;
        }
        let number = self.pieces.len();
        self.known.insert(key, number);
        self.waiting.push_back(number);
        self.pieces.push(Piece {
            context,
            attempts: 0,
            report: None,
            impossible: false,
            successors: BTreeSet::new(),
            lost: BTreeSet::new(),
            schedules: Vec::new(),
        });
        number
    }

    fn take(&mut self) -> Option<usize> {
        let number = self.waiting.pop_front().or_else(|| self.again.pop_front())?;
        self.at_work += 1;
        Some(number)
    }
}

/// How the exploration of one fragment ended.
struct Explored {
    report: Report,
    impossible: bool,
    successors: Vec<Context>,
    lost: BTreeSet<NoSuccessor>,
    /// Schedules, and where they lead.
    schedules: Vec<(Schedule, Option<Context>)>,
}

struct Explorer<'e> {
    program: &'e Program,
    points_to: Arc<PointsTo>,
    options: Options,
    from: &'e From,
    budget: &'e Budget,
    empty: Report,
}

impl Explorer<'_> {
    /// Explores fragments until none is left, or the budget is spent.
    fn work(&self, queue: &Mutex<Queue>, changed: &Condvar, so_far: &SoFar) {
        let mut open = lock(queue);
        loop {
            if open.ended || self.budget.look().is_some() {
                break;
            }
            let Some(number) = open.take() else {
                if open.at_work == 0 {
                    break;
                }
                open = wait(changed, open);
                continue;
            };
            let (context, attempts) = {
                let piece = &open.pieces[number];
                (piece.context.clone(), piece.attempts)
            };
            drop(open);
            let part = self.budget.part(Some(FIRST_TIME * 2u32.saturating_pow(attempts)));
            let explored = self.explore(&context, &part);
            open = lock(queue);
            open.at_work -= 1;
            match explored {
                Ok(explored) => self.note(&mut open, number, explored, &part),
                Err(error) => {
                    open.ended = true;
                    open.failure = open.failure.take().or(Some(error));
                }
            }
            if open.reported.elapsed() >= BETWEEN_REPORTS {
                open.reported = Instant::now();
                so_far.set(self.report(&open));
            }
            changed.notify_all();
        }
        changed.notify_all();
    }

    fn note(&self, queue: &mut Queue, number: usize, explored: Explored, part: &Budget) {
        let successors: Vec<usize> =
            explored.successors.into_iter().map(|context| queue.add(context)).collect();
        let needs_time = part.spent().is_some() && self.budget.spent().is_none();
        if needs_time {
            queue.again.push_back(number);
        }
        let found = explored.report.verdict == Verdict::Unsafe;
        queue.ended |= self.options.first && found;
        let mut schedules = Vec::new();
        for (mut schedule, next) in explored.schedules {
            schedule.next = next.map(|context| queue.add(context) + 1);
            schedules.push(schedule);
        }
        let piece = &mut queue.pieces[number];
        piece.successors.extend(schedules.iter().filter_map(|one| Some(one.next? - 1)));
        piece.schedules = schedules;
        piece.successors.extend(successors);
        piece.attempts += 1;
        piece.lost.extend(explored.lost);
        piece.impossible = explored.impossible;
        piece.report = Some(explored.report);
        let done = queue.pieces.iter().filter(|piece| piece.report.is_some()).count();
        queue.line.say(&format!("{done} of {} fragments", queue.pieces.len()));
    }

    fn explore(&self, context: &Context, budget: &Budget) -> anyhow::Result<Explored> {
        let mut options = self.options.clone();
        if context.threads.is_empty() {
            let mut met = Met::default();
            let mut report = raddle_explore::check(self.program, &options, budget, &mut met)
                .map_err(|error| with_help(error, self.program))?;
            for finding in &mut report.findings {
                // A run from main shows it.
                finding.certainty = Some(Certainty::Confirmed);
            }
            return Ok(self.explored(report, false, &Origins::default(), context, met));
        }
        let known = facts(self.program, &self.points_to, context, self.from.precision(), budget);
        let known = match known {
            Ok(known) => known,
            Err(error) => {
                anyhow::ensure!(is_impossible(&error), error);
                let report = Report { verdict: Verdict::Safe, ..self.empty.clone() };
                let (origins, met) = (Origins::default(), Met::default());
                return Ok(self.explored(report, true, &origins, context, met));
            }
        };
        let points_to = Some(&self.points_to);
        let mut made = fragment(self.program, points_to, context, &known, Until::Piece);
        options.symbolic_args = None;
        options.args = Vec::new();
        let program = from_context::start(&mut made, &mut options);
        let mut met = Met::default();
        let mut report = raddle_explore::check(&program, &options, budget, &mut met)
            .map_err(|error| with_help(error, &program))?;
        raddle_report::tell_conditions(&mut report.findings, &program.source_names());
        let places = from_context::shown_exactly(self.program, context);
        for finding in &mut report.findings {
            finding.context.clone_from(&places);
            finding.certainty = Some(Certainty::Possible);
        }
        // Where nothing starts, nothing goes wrong.
        let impossible = report.verdict == Verdict::Safe && report.stats.runs == 0;
        Ok(self.explored(report, impossible, &made.origins, context, met))
    }

    fn explored(
        &self,
        mut report: Report,
        impossible: bool,
        origins: &Origins,
        context: &Context,
        met: Met,
    ) -> Explored {
        // What follows is explored, and all threads are there.
        let fulfilled = [AssumptionKind::FragmentOnly, AssumptionKind::OnlyThese];
        report.assumptions.retain(|one| !fulfilled.iter().any(|kind| kind.code() == one.code));
        let mut successors = Vec::new();
        let mut lost = BTreeSet::new();
        for threads in met.threads {
            match origins.successor(self.program, &self.points_to, context, &threads) {
                Ok(context) => successors.push(context),
                Err(why) => {
                    lost.insert(why);
                }
            }
        }
        let mut schedules: Vec<(Schedule, Option<Context>)> = Vec::new();
        let mut alternatives: Vec<Vec<Vec<InputCondition>>> = Vec::new();
        for mut run in without_what_always_holds(met.runs) {
            leave_out_waits_of(context, &mut run.operations);
            let next = run
                .ends
                .map(|threads| origins.successor(self.program, &self.points_to, context, &threads));
            let next = match next.transpose() {
                Ok(next) => next,
                Err(why) => {
                    lost.insert(why);
                    None
                }
            };
            let same = |(known, after): &(Schedule, Option<Context>)| {
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
        Explored { report, impossible, successors, lost, schedules }
    }

    /// One report of all fragments.
    fn report(&self, queue: &Queue) -> Report {
        let mut whole: Option<Report> = None;
        let mut rows = Vec::new();
        for (index, piece) in queue.pieces.iter().enumerate() {
            rows.push(self.row(index, piece));
            let Some(report) = &piece.report else { continue };
            let mut report = report.clone();
            for why in &piece.lost {
                let kind = ReasonKind::FragmentLost;
                let message = format!("fragment {} ends where none can begin: {why}", index + 1);
                let code = kind.code().to_owned();
                report.reasons.push(Reason { code, message, location: None, count: 1 });
            }
            match &mut whole {
                None => whole = Some(report),
                // One in which nothing was executed says nothing of what was reached.
                Some(_) if piece.impossible => {}
                Some(whole) => merge::add_part(whole, report),
            }
        }
        let mut report = whole.unwrap_or_else(|| self.empty.clone());
        report.fragments = rows;
        add_spent(&mut report, self.budget.spent());
        let open = !queue.waiting.is_empty() || !queue.again.is_empty() || queue.at_work > 0;
        if open && queue.ended && report.reasons.is_empty() {
            let kind = ReasonKind::FirstFinding;
            let (code, message) = (kind.code().to_owned(), kind.title().to_owned());
            report.reasons.push(Reason { code, message, location: None, count: 1 });
        }
        // The first race of a run would have been found with what is known before it.
        let races = self.options.properties.iter().flatten().any(|one| *one == Property::Race);
        if report.verdict == Verdict::Safe && races {
            let before = AssumptionKind::RaceFreeBefore;
            report.assumptions.retain(|one| one.code != before.code());
        }
        report
    }

    fn row(&self, index: usize, piece: &Piece) -> FragmentResult {
        let report = piece.report.as_ref();
        let mut codes: Vec<String> = Vec::new();
        for report in report.into_iter() {
            codes.extend(report.findings.iter().map(|finding| finding.code.clone()));
            codes.extend(report.reasons.iter().map(|reason| reason.code.clone()));
        }
        codes.extend(piece.lost.iter().map(|_| ReasonKind::FragmentLost.code().to_owned()));
        codes.sort();
        codes.dedup();
        let verdict = report.map(|report| match report.verdict {
            Verdict::Safe if !piece.lost.is_empty() => Verdict::Unknown,
            verdict => verdict,
        });
        FragmentResult {
            number: index + 1,
            begins: from_context::shown_exactly(self.program, &piece.context),
            verdict,
            impossible: piece.impossible,
            runs: report.map_or(0, |report| report.stats.runs),
            codes,
            ends: piece.successors.iter().map(|next| next + 1).collect(),
            schedules: piece.schedules.clone(),
        }
    }
}

fn wait<'q>(changed: &Condvar, queue: MutexGuard<'q, Queue>) -> MutexGuard<'q, Queue> {
    match changed.wait_timeout(queue, PATIENCE) {
        Ok((queue, _)) => queue,
        Err(poisoned) => poisoned.into_inner().0,
    }
}

/// Whether the program cannot be in such a state. What is met on the way may be more than what is possible.
fn is_impossible(error: &ContextError) -> bool {
    match error {
        ContextError::NeverCalled { .. }
        | ContextError::Unreachable { .. }
        | ContextError::NotCreatedYet { .. }
        | ContextError::TooManyThreads { .. } => true,
        ContextError::NoThreads
        | ContextError::NoPlace { .. }
        | ContextError::NoOperation { .. }
        | ContextError::NotCalled { .. } => false,
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
