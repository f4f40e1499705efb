//! `raddle from --piecewise`: a program checked in pieces (fragments).
//!
//! The first one starts with the program. Each ends where loops of unknown length start over; the contexts that threads have come to then are
//! queued, every one once, and each is a fragment of its own, from any state that the program may be in there (`piece.rs`). As many are explored at the same time as
//! `--jobs` says, or as there are workers. One that takes long is put aside and explored again, with more time, when nothing else is left. When the queue is empty and nothing was cut, all runs of the program are covered (`evidence/src/successors.rs` says why).

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use raddle_budget::Budget;
use raddle_context::{Context, ThreadAt};
use raddle_explore::{Options, Property};
use raddle_findings::codes::{AssumptionKind, ReasonKind};
use raddle_findings::{FragmentResult, Reason, Report, Schedule, Verdict};
use raddle_ir::Program;
use raddle_machine::looks_without_order;
use raddle_pointsto::Position;

use crate::arguments::CheckArguments;
use crate::crew::{Came, Crew, MOST_REPLACED, Request};
use crate::errands::{Errand, Runner, Task};
use crate::from_context::{self, From};
use crate::merge;
use crate::piece::{PieceErrand, PieceOutcome, context_of, options_of_pieces, standings};
use crate::progress::ProgressLine;
use crate::so_far::{SoFar, add_spent};
use crate::workers::{asked_workers, first_file, local_workers};

/// What a fragment is given first. Each time that is not enough it gets twice as much, when the others had their turn.
const FIRST_TIME: Duration = Duration::from_secs(2);
/// Fragments on offer for each worker: it need not wait for its next one.
const AHEAD: usize = 2;
/// Between two reports of what is known so far.
const BETWEEN_REPORTS: Duration = Duration::from_secs(1);

pub(crate) fn check(
    program: &Program,
    arguments: &CheckArguments,
    from: &From,
    options: Options,
    budget: &Budget,
    so_far: &SoFar,
) -> anyhow::Result<Report> {
    let asked_for = options_of_pieces(&options, from.most_rounds(), options.one_schedule);
    let empty = raddle_explore::empty_report(program, &asked_for);
    so_far.set(empty.clone());
    // Mistakes show here, before somebody else meets them.
    from_context::points_to(program, budget)?;
    let mut crew = crew(program, arguments, &options, budget)?;
    let line = ProgressLine::new(!arguments.output.quiet);
    let mut pieces = Pieces {
        program,
        options: asked_for,
        from,
        budget,
        empty,
        pieces: Vec::new(),
        known: HashMap::new(),
        waiting: VecDeque::new(),
        again: VecDeque::new(),
        at_work: BTreeMap::new(),
        ended: false,
        line,
    };
    pieces.add(Context::default());
    let mut reported = Instant::now();
    while !pieces.ended && budget.look().is_none() && pieces.hand_out(&mut crew) {
        match crew.next(|_, _| ())? {
            Some(Came::Outcome(number, outcome)) => pieces.note(number, &outcome)?,
            Some(Came::Lost(number, why)) => pieces.give_up(number, &why),
            None => {}
        }
        if reported.elapsed() >= BETWEEN_REPORTS {
            reported = Instant::now();
            so_far.set(pieces.report());
        }
    }
    pieces.line.clear();
    Ok(pieces.report())
}

/// Who explores fragments: this process if nobody else is asked for.
fn crew(
    program: &Program,
    arguments: &CheckArguments,
    options: &Options,
    budget: &Budget,
) -> anyhow::Result<Crew> {
    let CheckArguments { helpers, input, search, .. } = arguments;
    let workers = asked_workers(helpers, &input.files, budget)?;
    if workers.is_none() && search.jobs == 1 {
        let runner = Runner::new(Arc::new(program.clone()), options.clone(), false);
        return Ok(Crew::here(runner, budget));
    }
    let request = Request {
        program,
        asked: arguments.asked(),
        memory: search.memory.or(budget.memory().filter(|_| workers.is_none())),
        about: first_file(&input.files),
        countable: false,
        talks: !arguments.output.quiet,
    };
    let replacements = MOST_REPLACED * search.jobs as u32;
    let transport = workers.unwrap_or_else(|| local_workers(search.jobs, replacements));
    Ok(Crew::others(transport, request, None))
}

/// All fragments that are known.
struct Pieces<'p> {
    program: &'p Program,
    options: Options,
    from: &'p From,
    budget: &'p Budget,
    empty: Report,
    pieces: Vec<Piece>,
    known: HashMap<Vec<(Vec<Position>, bool, bool)>, usize>,
    /// Those that nobody has begun with, and then those that need more time.
    waiting: VecDeque<usize>,
    again: VecDeque<usize>,
    /// By the numbers of their tasks.
    at_work: BTreeMap<u64, usize>,
    /// A finding was enough.
    ended: bool,
    line: ProgressLine,
}

struct Piece {
    /// Nothing for the start of the program.
    context: Context,
    attempts: u32,
    report: Option<Report>,
    impossible: bool,
    successors: BTreeSet<usize>,
    lost: BTreeSet<String>,
    schedules: Vec<Schedule>,
}

impl Pieces<'_> {
    /// The number of a fragment, which is queued if it is new.
    fn add(&mut self, context: Context) -> usize {
        let place = |thread: &ThreadAt| (thread.frames.clone(), thread.waiting, thread.woken);
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

    /// Offers as many as the crew can use; whether something is open.
    fn hand_out(&mut self, crew: &mut Crew) -> bool {
        let helpers = crew.helpers().max(1);
        while self.at_work.len() < helpers * AHEAD {
            // One that needs more time waits until somebody has nothing else to do.
            let mut next = self.waiting.pop_front();
            if next.is_none() && self.at_work.len() < helpers {
                next = self.again.pop_front();
            }
            let Some(piece) = next else { break };
            let task = self.task(piece);
            self.at_work.insert(crew.offer(task), piece);
        }
        !self.at_work.is_empty()
    }

    fn task(&self, number: usize) -> Task {
        let Piece { context, attempts, .. } = &self.pieces[number];
        let places: Vec<String> = from_context::shown_exactly(self.program, context)
            .iter()
            .filter_map(|thread| thread.frames.first())
            .map(|at| at.function.clone().unwrap_or_default())
            .collect();
        let places = if places.is_empty() { "the start".to_owned() } else { places.join(", ") };
        Task {
            name: format!("fragment {}: {places}", number + 1),
            time: Some(FIRST_TIME * 2u32.saturating_pow(*attempts)),
            errand: Errand::Piece(PieceErrand {
                threads: standings(self.program, context),
                precision: self.from.precision(),
                rounds: self.from.most_rounds(),
                one_schedule: self.options.one_schedule,
            }),
        }
    }

    /// Puts down what came of a fragment.
    fn note(&mut self, task: u64, outcome: &[u8]) -> anyhow::Result<()> {
        let Some(number) = self.at_work.remove(&task) else { return Ok(()) };
        let explored: PieceOutcome = serde_json::from_slice(outcome)
            .with_context(|| format!("what came of fragment {} is damaged", number + 1))?;
        let mut successors = Vec::new();
        for threads in &explored.successors {
            successors.push(self.add(context_of(self.program, threads)?));
        }
        if explored.needs_time && self.budget.spent().is_none() {
            self.again.push_back(number);
        }
        self.ended |= self.options.first && explored.report.verdict == Verdict::Unsafe;
        let mut schedules = Vec::new();
        for (mut schedule, next) in explored.schedules {
            let next = next.map(|threads| context_of(self.program, &threads)).transpose()?;
            schedule.next = next.map(|context| self.add(context) + 1);
            schedules.push(schedule);
        }
        let piece = &mut self.pieces[number];
        piece.successors.extend(schedules.iter().filter_map(|one| Some(one.next? - 1)));
        piece.schedules = schedules;
        piece.successors.extend(successors);
        piece.attempts += 1;
        piece.lost.extend(explored.lost);
        piece.impossible = explored.impossible;
        piece.report = Some(explored.report);
        let done = self.pieces.iter().filter(|piece| piece.report.is_some()).count();
        self.line.say(&format!("{done} of {} fragments", self.pieces.len()));
        Ok(())
    }

    /// A fragment that nobody can explore.
    fn give_up(&mut self, task: u64, why: &str) {
        let Some(number) = self.at_work.remove(&task) else { return };
        let kind = ReasonKind::WorkerLost;
        let message = format!("{} (fragment {}: {why})", kind.title(), number + 1);
        let reason = Reason { code: kind.code().to_owned(), message, location: None, count: 1 };
        let mut report = self.pieces[number].report.take().unwrap_or_else(|| self.empty.clone());
        report.reasons.push(reason);
        report.verdict = merge::verdict(&report);
        self.pieces[number].report = Some(report);
    }

    /// One report of all fragments.
    fn report(&self) -> Report {
        let mut whole: Option<Report> = None;
        let mut rows = Vec::new();
        for (index, piece) in self.pieces.iter().enumerate() {
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
        let open = !self.waiting.is_empty() || !self.again.is_empty() || !self.at_work.is_empty();
        if open && self.ended && report.reasons.is_empty() {
            let kind = ReasonKind::FirstFinding;
            let (code, message) = (kind.code().to_owned(), kind.title().to_owned());
            report.reasons.push(Reason { code, message, location: None, count: 1 });
        }
        // The first race of a run would have been found with what is known before it: its two accesses can follow each other in one piece, unless the second one is made because
        // its thread has seen, without an order, that the other one has come further.
        let races = self.options.properties.iter().flatten().any(|one| *one == Property::Race);
        if report.verdict == Verdict::Safe && races && !looks_without_order(self.program) {
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
