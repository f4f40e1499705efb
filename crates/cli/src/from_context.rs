//! The context that a check starts from, in place of the start of the program.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use anyhow::Context as _;
use raddle_budget::Budget;
use raddle_context::{Context, ThreadAt, facts};
use raddle_explore::{Feasible, Observer, Options, Property, Standpoint};
use raddle_findings::codes::AssumptionKind;
use raddle_findings::{
    Assumption, Certainty, ContextThread, Finding, Location, Related, Report, Verdict,
};
use raddle_fragment::{
    ENTRY, Fragment, FrameSpec, Spec, Until, add_arguments, calls, fragment, library_calls,
    loops_around, parse_backtrace, parse_position, parse_spec, place_context, position_text,
};
use raddle_frontend::shown_path;
use raddle_ir::{FuncId, Program};
use raddle_pointsto::{PointsTo, Position};
use raddle_target::{Place, through};
use toml::{Table, Value};

use crate::arguments::CheckArguments;
use crate::callers;
use crate::files;
use crate::from_arguments::{ContextArguments, PrecisionName};
use crate::library_conditions::of_calls;
use crate::merge;
use crate::paths;

/// The pointer analysis of the program that a context belongs to.
pub(crate) fn points_to(program: &Program, budget: &Budget) -> anyhow::Result<Arc<PointsTo>> {
    let main = program.function("main").filter(|&main| program.functions[main].body.is_some());
    let main = main.context("the program defines no function `main`, from which its threads would come to where they stand")?;
    let expired = || budget.is_spent();
    let points_to = PointsTo::new(program, main, &expired);
    Ok(Arc::new(points_to.context("the time was over before the program was analysed")?))
}

/// A function that the program defines.
pub(crate) fn defined(program: &Program, name: &String) -> anyhow::Result<FuncId> {
    let found = program.function(name).filter(|&func| program.functions[func].body.is_some());
    found.with_context(|| format!("the library defines no function `{name}`"))
}

/// Threads that are named by numbers (`T2`) have these numbers in reports, too; others take those that are left.
fn by_number(specs: Vec<Spec>) -> Vec<Spec> {
    let count = specs.len();
    let place = |spec: &Spec| {
        let number: usize = spec.name.strip_prefix('T')?.parse().ok()?;
        let canonical = spec.name == format!("T{number}") && (1..=count).contains(&number);
        canonical.then(|| number - 1)
    };
    let mut ordered: Vec<Option<Spec>> = vec![None; count];
    let mut others = Vec::new();
    for spec in specs {
        match place(&spec) {
            Some(nth) if ordered[nth].is_none() => ordered[nth] = Some(spec),
            _ => others.push(spec),
        }
    }
    let mut others = others.into_iter();
    ordered.into_iter().filter_map(|spec| spec.or_else(|| others.next())).collect()
}

/// The work for which the states of a whole program are visited, some ten seconds.
const FEASIBLE: u64 = 300_000_000;

/// A check from a context.
pub(crate) struct From {
    arguments: ContextArguments,
    /// Where threads stand, if the arguments do not say it.
    given: Option<Given>,
    /// The same in the words of reports, and where threads are that do not wait, once it is known.
    shown: OnceLock<Vec<ContextThread>>,
    /// Of the program that it is in.
    points_to: OnceLock<Arc<PointsTo>>,
    placed: OnceLock<Placed>,
    /// Loops that its threads stand in.
    loops: OnceLock<Vec<String>>,
    /// Functions that threads may run which were not named.
    left_out: OnceLock<Vec<String>>,
}

/// Where threads stand, by what a finding says, or somebody who has chosen calls.
enum Given {
    Lines(Vec<Spec>),
    Exactly(Vec<ContextThread>),
    Calls(Context),
}

/// A context that was found in the program.
#[derive(Clone)]
struct Placed {
    context: Context,
    specs: Vec<Spec>,
    until: Until,
    /// A backtrace may be read in other ways, too.
    chosen: bool,
}

impl From {
    pub(crate) fn new(arguments: ContextArguments) -> From {
        From {
            arguments,
            given: None,
            shown: OnceLock::new(),
            points_to: OnceLock::new(),
            placed: OnceLock::new(),
            loops: OnceLock::new(),
            left_out: OnceLock::new(),
        }
    }

    /// Threads that are about to make calls.
    pub(crate) fn of_calls(
        arguments: ContextArguments,
        context: Context,
        points_to: Arc<PointsTo>,
    ) -> From {
        let given = Some(Given::Calls(context));
        From { given, points_to: OnceLock::from(points_to), ..From::new(arguments) }
    }

    /// Whether functions of a library are called by nobody in particular.
    fn has_no_callers(&self) -> bool {
        self.arguments.library && self.arguments.caller.is_empty() && self.given.is_none()
    }

    /// The context that a finding started from.
    pub(crate) fn of_finding(
        arguments: &ContextArguments,
        finding: &Finding,
    ) -> anyhow::Result<From> {
        if arguments.library {
            return Ok(From::new(arguments.clone()));
        }
        anyhow::ensure!(
            !finding.context.is_empty(),
            "the finding does not say where threads stood"
        );
        if finding.context.iter().all(|thread| !thread.exact.is_empty()) {
            let given = Some(Given::Exactly(finding.context.clone()));
            return Ok(From { given, ..From::new(arguments.clone()) });
        }
        let frame = |location: &Location| FrameSpec {
            place: Place { file: Some(location.file.clone()), line: location.line },
            function: location.function.clone(),
            arguments: Vec::new(),
        };
        let specs = finding.context.iter().map(|thread| Spec {
            name: thread.name.clone(),
            frames: thread.frames.iter().map(frame).collect(),
            waiting: thread.waiting,
            woken: thread.woken,
            behind: thread.behind.clone(),
        });
        let given = Some(Given::Lines(specs.collect()));
        Ok(From { given, ..From::new(arguments.clone()) })
    }

    /// What to say of a search that goes on and on, if nothing bounds it.
    pub(crate) fn advice(&self) -> Option<String> {
        if self.arguments.until != Until::Return || self.arguments.library {
            return None;
        }
        let loops = self.loops.get()?;
        let which = match &loops[..] {
            [] => "it goes on".to_owned(),
            [one] => format!("the loop at {one} may go on"),
            all => format!("the loops at {} may go on", all.join(", ")),
        };
        Some(format!(
            "note: {which} without an end that is known; --until backedge stops where a loop starts over, --until N after N branches of each thread, --time after a time"
        ))
    }

    /// How a backtrace was read.
    pub(crate) fn reading(&self) -> Option<String> {
        self.arguments.backtrace.as_ref()?;
        let threads = self.shown.get()?.iter().map(|thread| {
            let frames = thread.frames.iter().map(|frame| Location {
                file: paths::shown(&frame.file).to_string(),
                ..frame.clone()
            });
            let thread = ContextThread { frames: frames.collect(), ..thread.clone() };
            format!("{} {}", thread.name, raddle_report::where_it_stands(&thread))
        });
        let threads: Vec<String> = threads.collect();
        Some(format!("note: the backtrace is read as: {}", threads.join("; ")))
    }

    /// Whether the whole program is checked in pieces.
    pub(crate) fn is_piecewise(&self) -> bool {
        self.arguments.piecewise
    }

    pub(crate) fn most_rounds(&self) -> u32 {
        self.arguments.piece_rounds
    }

    pub(crate) fn precision(&self) -> PrecisionName {
        self.arguments.precision
    }

    /// The program as it goes on from the context.
    pub(crate) fn enter(
        &self,
        program: &Program,
        options: &mut Options,
        budget: &Budget,
    ) -> anyhow::Result<Program> {
        if self.has_no_callers() {
            return self.enter_library(program, options);
        }
        let (points_to, readings) = self.readings(program, budget)?;
        let alone = readings.len() == 1;
        let mut refused = None;
        for placed in readings {
            match self.begin(program, &points_to, placed, options, budget) {
                Ok(begun) if alone || begun.has_runs(options, budget)? => {
                    return Ok(self.settle(begun, options));
                }
                Ok(_) => refused = refused.or_else(|| Some(no_such_state())),
                Err(error) => refused = refused.or(Some(error)),
            }
        }
        Err(refused.unwrap_or_else(no_such_state))
    }

    /// The program as it goes on from a context, and what is said of that.
    fn begin(
        &self,
        program: &Program,
        points_to: &Arc<PointsTo>,
        placed: anyhow::Result<Placed>,
        options: &Options,
        budget: &Budget,
    ) -> anyhow::Result<Begun> {
        let mut placed = placed?;
        placed.context.whole &= !options.calls_may_fail;
        let Placed { context, specs, until, .. } = &placed;
        let mut facts = facts(program, points_to, context, self.precision().precision(), budget)?;
        if self.arguments.backtrace_values {
            add_arguments(program, context, specs, &mut facts);
        }
        let name = |func: &FuncId| program.functions[*func].name.clone();
        let made = match self.arguments.library {
            true => calls(program, points_to, context, &facts, *until),
            false => fragment(program, Some(points_to), context, &facts, *until),
        };
        Ok(Begun {
            made,
            loops: loop_places(program, context),
            left_out: facts.left_out.iter().map(name).collect(),
            shown: shown_as_read(program, &placed),
            placed,
        })
    }

    /// Starts there.
    fn settle(&self, mut begun: Begun, options: &mut Options) -> Program {
        let program = start(&mut begun.made, options);
        let _ = self.loops.set(begun.loops);
        let _ = self.left_out.set(begun.left_out);
        let _ = self.shown.set(begun.shown);
        let _ = self.placed.set(begun.placed);
        program
    }

    /// Finds the places of the program at which the threads stand: in each way in which a backtrace may be read, the likeliest first.
    fn readings(
        &self,
        program: &Program,
        budget: &Budget,
    ) -> anyhow::Result<(Arc<PointsTo>, Vec<anyhow::Result<Placed>>)> {
        let points_to = match self.points_to.get() {
            Some(known) => known.clone(),
            None => points_to(program, budget)?,
        };
        let until = self.arguments.until;
        let alone =
            |context, until| vec![Ok(Placed { context, specs: Vec::new(), until, chosen: false })];
        let readings = match &self.given {
            Some(Given::Exactly(threads)) => alone(exact_context(program, threads)?, Until::Piece),
            Some(Given::Calls(context)) => alone(context.clone(), until),
            None if self.arguments.library => {
                alone(callers::named(program, &points_to, &self.arguments)?, until)
            }
            lines => {
                let all = match lines {
                    Some(Given::Lines(specs)) => vec![specs.clone()],
                    _ => self.specs(program)?,
                };
                let chosen = all.len() > 1;
                let place = |specs: Vec<Spec>| {
                    let context = place_context(program, &points_to, &specs)?;
                    Ok(Placed { context, specs, until, chosen })
                };
                all.into_iter().map(place).collect()
            }
        };
        Ok((points_to, readings))
    }

    /// The one that was taken.
    fn placed(&self, program: &Program, budget: &Budget) -> anyhow::Result<Placed> {
        if let Some(placed) = self.placed.get() {
            return Ok(placed.clone());
        }
        let (_, readings) = self.readings(program, budget)?;
        let placed = readings.into_iter().next().context("the context has no threads")??;
        Ok(self.placed.get_or_init(|| placed).clone())
    }

    /// The program from main, in which misbehaviour counts once the threads were where the context has them.
    fn through_context(&self, program: &Program, options: &mut Options) -> Program {
        let threads = self.placed.get().map_or(&[][..], |placed| &placed.context.threads);
        let stands = threads.iter().filter(|thread| !thread.waiting);
        let places: Vec<Position> =
            stands.filter_map(|thread| thread.frames.first().copied()).collect();
        if places.is_empty() {
            return program.clone();
        }
        let through = through(program, &places);
        options.counts_after = Some(through.passed);
        through.program
    }

    /// The same for a run that was found before.
    pub(crate) fn come_from_main(
        &self,
        program: &Program,
        options: &mut Options,
        budget: &Budget,
    ) -> anyhow::Result<Program> {
        self.placed(program, budget)?;
        Ok(self.through_context(program, options))
    }

    fn enter_library(&self, program: &Program, options: &mut Options) -> anyhow::Result<Program> {
        let named = |name: &String| defined(program, name);
        let calls: Vec<FuncId> =
            self.arguments.only.iter().map(named).collect::<anyhow::Result<_>>()?;
        let initialise = self.arguments.init.as_ref().map(named).transpose()?;
        let until = self.arguments.until;
        let (context, mut made) = library_calls(program, &calls, initialise, until);
        let known = of_calls(program, &made.program, &calls, &options.preconditions)?;
        options.preconditions = known;
        let _ = self.shown.set(shown(program, &context));
        Ok(start(&mut made, options))
    }

    /// The threads that the arguments name, in all ways in which they may be read.
    fn specs(&self, program: &Program) -> anyhow::Result<Vec<Vec<Spec>>> {
        let mut specs = Vec::new();
        for text in &self.arguments.at {
            specs.push(vec![parse_spec(text, false)?]);
        }
        for text in &self.arguments.waiting {
            specs.push(vec![parse_spec(text, true)?]);
        }
        if let Some(path) = &self.arguments.file {
            let read =
                read_context(path).with_context(|| format!("cannot use {}", shown_path(path)))?;
            specs.extend(read.into_iter().map(|spec| vec![spec]));
        }
        if let Some(path) = &self.arguments.backtrace {
            let text = files::read(path)?;
            let read = parse_backtrace(program, &text);
            specs.extend(read.with_context(|| format!("cannot use {}", shown_path(path)))?);
        }
        Ok(combinations(&specs).into_iter().map(by_number).collect())
    }

    /// Says in the report what it starts from.
    pub(crate) fn mark(&self, report: &mut Report) {
        let Some(context) = self.shown.get() else { return };
        report.context.clone_from(context);
        if self.arguments.library && !self.has_no_callers() {
            report.assumptions.push(callers::assumption(AssumptionKind::BeginTogether));
        }
        if self.placed.get().is_some_and(|placed| placed.chosen) {
            report.assumptions.push(callers::assumption(AssumptionKind::BacktraceReadSo));
        }
        for finding in &mut report.findings {
            finding.context.clone_from(context);
            finding.certainty = finding.certainty.or(Some(Certainty::Possible));
            finding.related.extend(self.who_else_may_move(finding));
        }
    }

    /// What to say of a deadlock that a thread may end which nobody named.
    fn who_else_may_move(&self, finding: &Finding) -> Option<Related> {
        let left_out = self.left_out.get().filter(|left_out| !left_out.is_empty())?;
        let waits = matches!(finding.kind.as_str(), "deadlock" | "lost-wakeup" | "livelock");
        if !waits || finding.certainty == Some(Certainty::Confirmed) {
            return None;
        }
        let names: Vec<String> = left_out.iter().map(|name| format!("`{name}`")).collect();
        let advice = match self.arguments.library {
            true => "look at more calls at the same time (--calls), or name all threads with --at",
            false => "name it with --at, too",
        };
        let label = format!(
            "threads in {} are not part of the context; where one of them would end this wait, {advice}",
            names.join(", ")
        );
        Some(Related { label, location: None, stack: Vec::new() })
    }

    /// Counts the paths that there really are, if anybody asked.
    pub(crate) fn count_feasible(
        &self,
        program: &Program,
        arguments: &CheckArguments,
        report: &mut Report,
        budget: &Budget,
    ) -> anyhow::Result<()> {
        let Until::Branches(branches) = self.arguments.until else { return Ok(()) };
        report.stats.counters.insert("paths".to_owned(), report.stats.paths.len() as u64);
        if !self.arguments.feasible {
            return Ok(());
        }
        let placed = self.placed(program, budget)?;
        let threads = placed.context.threads.into_iter();
        let context: Vec<Standpoint> = threads
            .map(|thread| Standpoint { frames: thread.frames, waiting: thread.waiting })
            .collect();
        let main = program.function("main").map(|main| &program.functions[main].params);
        let most = if main.is_some_and(Vec::is_empty) { 0 } else { branches + 2 };
        let mut all = Feasible { complete: true, ..Feasible::default() };
        for count in 0..=most {
            let mut options = arguments.options();
            options.args = (0..count).map(|_| "x".to_owned()).collect();
            let part = budget.part_of_work(FEASIBLE / (most + 1));
            let found = raddle_explore::feasible(program, &options, &context, branches, &part)?;
            all.paths.extend(found.paths);
            all.complete &= found.complete;
            all.states += found.states;
        }
        let missed = all.paths.difference(&report.stats.paths).count() as u64;
        let counters = &mut report.stats.counters;
        counters.insert("feasible paths".to_owned(), all.paths.len() as u64);
        counters.insert("feasible paths that were missed".to_owned(), missed);
        counters.insert("all feasible paths were counted".to_owned(), u64::from(all.complete));
        counters.insert("states of the whole program".to_owned(), all.states);
        Ok(())
    }

    /// What the search from the context may use. Whoever wants to have findings confirmed has half of the time left for that: a thread that goes round for ever would take all of it.
    pub(crate) fn for_search(&self, budget: &Budget) -> Budget {
        let half = budget.rest().filter(|_| self.arguments.confirm).map(|rest| rest / 2);
        half.map_or_else(|| budget.clone(), |half| budget.part(Some(half)))
    }

    /// Looks for runs from main that come through the context into what was found. If there is none, it is no finding.
    pub(crate) fn confirm(
        &self,
        program: &Program,
        mut options: Options,
        report: &mut Report,
        budget: &Budget,
    ) -> anyhow::Result<()> {
        if !self.arguments.confirm || report.findings.is_empty() {
            return Ok(());
        }
        options.first = false;
        options.properties = Some(properties_of(&report.findings));
        let program = &self.through_context(program, &mut options);
        let wanted: Vec<Key> = report.findings.iter().map(Key::of).collect();
        let own = budget.part(None);
        let mut observer = Confirming { wanted, budget: own.clone() };
        let whole = raddle_explore::check(program, &options, &own, &mut observer)?;
        // Other arguments than none are not tried.
        let main = program.function("main").map(|main| &program.functions[main].params);
        let is_complete = whole.reasons.is_empty() && main.is_some_and(Vec::is_empty);
        let mut kept = Vec::new();
        for finding in std::mem::take(&mut report.findings) {
            let key = Key::of(&finding);
            let exactly = whole.findings.iter().find(|other| Key::of(other) == key);
            let shown =
                exactly.or_else(|| whole.findings.iter().find(|other| is_same(&finding, other)));
            match shown {
                Some(shown) => {
                    let certainty = Some(Certainty::Confirmed);
                    kept.push(Finding { certainty, ..shown.clone() });
                }
                None if is_complete && !may_be_among(&finding, &whole.findings) => {
                    report.refuted.push(finding);
                }
                None => kept.push(finding),
            }
        }
        report.findings = kept;
        if !report.refuted.is_empty() {
            let new = |one: &Assumption| !report.assumptions.iter().any(|known| known == one);
            let new: Vec<Assumption> = whole.assumptions.into_iter().filter(new).collect();
            report.assumptions.extend(new);
            report.verdict = merge::verdict(report);
        }
        raddle_report::tell_conditions(&mut report.findings, &program.source_names());
        Ok(())
    }
}

/// A context that may be started in.
struct Begun {
    made: Fragment,
    placed: Placed,
    shown: Vec<ContextThread>,
    loops: Vec<String>,
    left_out: Vec<String>,
}

impl Begun {
    /// Whether any run starts there: what is known may contradict itself.
    fn has_runs(&self, options: &Options, budget: &Budget) -> anyhow::Result<bool> {
        /// Transitions in which threads come to their places, and somewhat further.
        const STEPS: u64 = 400;
        /// Half a second.
        const WORK: u64 = 15_000_000;
        let mut options = Options { max_steps: Some(STEPS), ..options.clone() };
        let mut made = self.made.clone();
        let program = start(&mut made, &mut options);
        options.branches = Some(0);
        let part = budget.part_of_work(WORK);
        let report = raddle_explore::check(&program, &options, &part, &mut ())?;
        Ok(!is_vacuous(&report))
    }
}

/// Whether nothing starts in a context, so that nothing goes wrong: that is no answer to what was asked.
pub(crate) fn is_vacuous(report: &Report) -> bool {
    report.verdict == Verdict::Safe && report.stats.runs == 0
}

/// What to say of a context that no state of the program is in.
pub(crate) fn no_such_state() -> anyhow::Error {
    anyhow::anyhow!(
        "the program is in no state in which its threads stand like this: what is known there contradicts itself, such as two threads that hold the same lock\nhelp: name other places, or fewer threads; `raddle hunt` with a --target for each place shows how it gets close"
    )
}

/// So many ways to read a backtrace are tried.
const READINGS: usize = 64;

/// One reading of each thread, those first that are the likeliest.
fn combinations(threads: &[Vec<Spec>]) -> Vec<Vec<Spec>> {
    let mut all: Vec<(usize, Vec<Spec>)> = vec![(0, Vec::new())];
    for readings in threads {
        let longer = |(unlikely, chosen): &(usize, Vec<Spec>)| {
            let extended = readings.iter().enumerate().map(|(nth, reading)| {
                (unlikely + nth, chosen.iter().chain([reading]).cloned().collect())
            });
            extended.collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
        all.sort_by_key(|(unlikely, _)| *unlikely);
        all.truncate(READINGS);
    }
    all.into_iter().map(|(_, chosen)| chosen).collect()
}

/// Lets a check start in a fragment.
pub(crate) fn start(made: &mut Fragment, options: &mut Options) -> Program {
    options.function = Some(ENTRY.to_owned());
    options.surroundings = Some(Arc::new(made.surroundings.clone()));
    options.branches = made.branches;
    ask_everything(options);
    std::mem::take(&mut made.program)
}

/// What is looked for if nobody says.
pub(crate) fn ask_everything(options: &mut Options) {
    if options.properties.is_none() {
        use Property::{Assert, Deadlock, Memory, Race};
        options.properties = Some(vec![Assert, Memory, Race, Deadlock]);
    }
}

/// The context that the words of a report name to the operation.
fn exact_context(program: &Program, threads: &[ContextThread]) -> anyhow::Result<Context> {
    let position = |text: &String| {
        parse_position(program, text).with_context(|| {
            format!("the program has changed since: there is no operation {text} any more")
        })
    };
    let mut context = Context { whole: true, in_order: true, ..Context::default() };
    for thread in threads {
        let frames = thread.exact.iter().map(position).collect::<anyhow::Result<_>>()?;
        context.threads.push(ThreadAt {
            name: thread.name.clone(),
            frames,
            waiting: thread.waiting,
            woken: thread.woken,
        });
    }
    Ok(context)
}

/// The same the other way round.
pub(crate) fn shown_exactly(program: &Program, context: &Context) -> Vec<ContextThread> {
    let mut threads = shown(program, context);
    for (thread, at) in threads.iter_mut().zip(&context.threads) {
        thread.exact = at.frames.iter().map(|&at| position_text(program, at)).collect();
    }
    threads
}

/// Whether two findings are of the same misbehaviour. Who waits first, and which of two accesses is told first, depends on the run.
fn is_same(one: &Finding, other: &Finding) -> bool {
    let kind = match one.property.as_str() {
        "deadlock" => one.property == other.property,
        _ => one.code == other.code,
    };
    let places = |finding: &Finding| -> Vec<(String, u32)> {
        let related = finding.related.iter().filter_map(|related| related.location.as_ref());
        let all = finding.location.iter().chain(related);
        all.map(|place| (place.file.clone(), place.line)).collect()
    };
    let known = places(other);
    kind && match one.property.as_str() {
        "deadlock" | "race" => places(one).iter().any(|place| known.contains(place)),
        _ => places(one).first() == known.first(),
    }
}

/// Whether a finding is perhaps one of those of another search: a deadlock of other threads may go before it.
fn may_be_among(finding: &Finding, others: &[Finding]) -> bool {
    finding.property == "deadlock" && others.iter().any(|other| other.property == "deadlock")
}

/// What makes two findings the same: what went wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Key {
    code: String,
    place: Option<(String, u32)>,
}

impl Key {
    fn of(finding: &Finding) -> Key {
        let place = finding.location.as_ref();
        let place = place.map(|place| (place.file.clone(), place.line));
        Key { code: finding.code.clone(), place }
    }
}

fn properties_of(findings: &[Finding]) -> Vec<Property> {
    use Property::{Assert, Deadlock, Leak, Memory, Overflow, Race};
    let all = [Assert, Memory, Leak, Overflow, Race, Deadlock];
    let asked =
        |property: &Property| findings.iter().any(|finding| finding.property == property.name());
    all.into_iter().filter(asked).collect()
}

/// Ends the search when everything is confirmed.
struct Confirming {
    wanted: Vec<Key>,
    budget: Budget,
}

impl Observer for Confirming {
    fn found(&mut self, report: &Report) {
        let met: Vec<Key> = report.findings.iter().map(Key::of).collect();
        if self.wanted.iter().all(|key| met.contains(key)) {
            self.budget.interrupt();
        }
    }
}

/// Loops that threads of a context stand in, as file and line.
fn loop_places(program: &Program, context: &Context) -> Vec<String> {
    const MOST: usize = 4;
    let mut places = Vec::new();
    for at in loops_around(program, context) {
        let data = at.data(program);
        let loc = data.insts.first().map_or(data.terminator_loc, |inst| inst.loc);
        let Some(place) = loc.get() else { continue };
        let text = format!("{}:{}", paths::shown(&program.files[place.file].path), place.line);
        if !places.contains(&text) {
            places.push(text);
        }
    }
    places.truncate(MOST);
    places
}

fn shown(program: &Program, context: &Context) -> Vec<ContextThread> {
    let location = |at: &Position| {
        let data = at.data(program);
        let loc = data.insts.get(at.inst as usize).map_or(data.terminator_loc, |inst| inst.loc);
        let function = &program.functions[at.func];
        let loc = if loc.is_none() { function.loc } else { loc };
        let name = function.source_name.clone().unwrap_or_else(|| function.name.clone());
        let place = loc.get();
        Location {
            file: place.map_or(String::new(), |place| program.files[place.file].path.clone()),
            line: place.map_or(0, |place| place.line),
            column: place.map_or(0, |place| place.column),
            function: Some(name),
        }
    };
    let threads = context.threads.iter().map(|thread| ContextThread {
        name: thread.name.clone(),
        frames: thread.frames.iter().map(location).collect(),
        waiting: thread.waiting,
        woken: thread.woken,
        behind: None,
        exact: Vec::new(),
    });
    threads.collect()
}

/// The same, with calls that threads have made in place of what comes next.
fn shown_as_read(program: &Program, placed: &Placed) -> Vec<ContextThread> {
    let mut context = placed.context.clone();
    for (thread, spec) in context.threads.iter_mut().zip(&placed.specs) {
        if let (Some(_), Some(at)) = (&spec.behind, thread.frames.first_mut()) {
            at.inst -= 1;
        }
    }
    let mut threads = shown(program, &context);
    for (thread, spec) in threads.iter_mut().zip(&placed.specs) {
        thread.behind.clone_from(&spec.behind);
    }
    threads
}

/// Threads from a file of tables `[[thread]]`.
fn read_context(path: &Path) -> anyhow::Result<Vec<Spec>> {
    let text = files::read(path)?;
    let table: Table = text.parse()?;
    let unknown = table.keys().find(|key| *key != "thread");
    anyhow::ensure!(
        unknown.is_none(),
        "there are tables [[thread]] only, not `{}`",
        unknown.map_or("", String::as_str)
    );
    let Some(Value::Array(threads)) = table.get("thread") else {
        anyhow::bail!("the file has no tables [[thread]]");
    };
    threads.iter().map(read_thread).collect()
}

fn read_thread(thread: &Value) -> anyhow::Result<Spec> {
    let Value::Table(thread) = thread else {
        anyhow::bail!("`thread` must be a table: [[thread]]")
    };
    for key in thread.keys() {
        let known = ["name", "at", "waiting"].contains(&key.as_str());
        anyhow::ensure!(known, "`{key}` is not known; a thread has name, at and waiting");
    }
    let Some(Value::String(name)) = thread.get("name") else {
        anyhow::bail!("a thread has no `name`");
    };
    let places: Vec<&str> = match thread.get("at") {
        Some(Value::String(place)) => vec![place],
        Some(Value::Array(places)) => places
            .iter()
            .map(|place| place.as_str().context("a place is a text: \"foo.c:11\""))
            .collect::<anyhow::Result<_>>()?,
        _ => anyhow::bail!(
            "thread {name} has no `at`: a place, or a list of places, innermost first"
        ),
    };
    let waiting = match thread.get("waiting") {
        None => false,
        Some(Value::Boolean(waiting)) => *waiting,
        Some(_) => anyhow::bail!("`waiting` of thread {name} must be true or false"),
    };
    Ok(parse_spec(&format!("{name}={}", places.join(",")), waiting)?)
}
