//! `raddle worker`: a process that does tasks of a check (`helper.rs` for parts of a search, here for properties).
//!
//! A process is a member of one check. Each property has a process of its own: one that runs out of memory, or meets a defect of Raddle, does not take the others
//! with it. The program comes as text in Raddle's own representation; a worker reads no file, runs no program, and needs no compiler. A worker whose coordinator is gone
//! ends.

use std::io::ErrorKind::{ConnectionAborted, UnexpectedEof};
use std::io::IsTerminal;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use raddle_budget::{Budget, Stage};
use raddle_explore::{Observer, Progress};
use raddle_findings::Report;
use raddle_ir::Program;
use raddle_pool::{Ending, Hash, Link, Membership, Next, Pipes, Speaker};

use crate::arguments::{Asked, WorkerArguments};
use crate::helper::{self, heard};
use crate::limits::default_memory;
use crate::messages::{Note, Pace, Setup, Work};
use crate::outcome::Outcome;
use crate::so_far::SoFar;
use crate::watchdog::{Watchdog, leave};
use crate::workers::{VERSION, joined};

/// Without an address, it was started by a check on this machine.
pub(crate) fn work(arguments: &WorkerArguments) -> anyhow::Result<Outcome> {
    let WorkerArguments { address, credentials, jobs, time, memory, once } = arguments;
    let own = Limits { time: *time, memory: *memory };
    let Some(address) = address else {
        anyhow::ensure!(
            !std::io::stdin().is_terminal(),
            "name where checks are that want help: raddle worker nats://host:4222"
        );
        // The one who started it decides when to stop: Ctrl-C reaches the whole group of processes.
        let _ = ctrlc::set_handler(|| {});
        join(Arc::new(Pipes::open()), own)?;
        return Ok(Outcome::DONE);
    };
    if *once {
        end_with_standard_input();
        join(joined(address, credentials.as_deref())?, own)?;
    } else {
        let server = Place { address, credentials: credentials.as_deref() };
        supervise(server, *jobs, own)?;
    }
    Ok(Outcome::DONE)
}

/// What a process may use on this machine, whatever a check allows.
#[derive(Clone, Copy)]
struct Limits {
    time: Option<Duration>,
    memory: Option<u64>,
}

impl Limits {
    fn lower(self, time: Option<Duration>, memory: Option<u64>) -> Limits {
        let least = |one: Option<Duration>, two| one.into_iter().chain(two).min();
        let least_memory = |one: Option<u64>, two| one.into_iter().chain(two).min();
        Limits { time: least(self.time, time), memory: least_memory(self.memory, memory) }
    }
}

/// So long until a process is started again that could not help.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// Where checks are.
#[derive(Clone, Copy)]
struct Place<'a> {
    address: &'a str,
    credentials: Option<&'a Path>,
}

/// Keeps processes going, each of which helps one check after the other: as a new process, so that nothing of one check is left for the next.
fn supervise(server: Place<'_>, jobs: usize, own: Limits) -> anyhow::Result<()> {
    let memory = own.memory.or_else(|| default_memory().map(|all| all / jobs as u64));
    std::thread::scope(|scope| {
        let keepers: Vec<_> = (0..jobs)
            .map(|_| scope.spawn(|| keep_going(server, Limits { memory, ..own })))
            .collect();
        let ended = keepers.into_iter().map(|keeper| keeper.join());
        ended.filter_map(Result::ok).collect::<anyhow::Result<()>>()
    })
}

fn keep_going(server: Place<'_>, own: Limits) -> anyhow::Result<()> {
    let mut pause = FIRST_PAUSE;
    loop {
        let program = std::env::current_exe().context("cannot find this program")?;
        let mut command = Command::new(program);
        command.args(["worker", "--once"]);
        if let Some(time) = own.time {
            command.arg(format!("--time={}ms", time.as_millis()));
        }
        if let Some(memory) = own.memory {
            command.arg(format!("--memory={memory}"));
        }
        if let Some(file) = server.credentials {
            command.arg("--credentials").arg(file);
        }
        // It ends with this process: nobody holds the other end of its standard input then.
        command.arg(server.address).stdin(Stdio::piped());
        let mut child = command.spawn().context("cannot start a worker")?;
        // (Waiting for it would let go of its standard input.)
        let leash = child.stdin.take();
        let ended = child.wait().context("cannot wait for a worker")?;
        drop(leash);
        if ended.success() {
            pause = FIRST_PAUSE;
        } else {
            std::thread::sleep(pause);
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }
}

/// Ends this process when nobody holds the other end of its standard input any more.
fn end_with_standard_input() {
    std::thread::spawn(|| {
        let _ = std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink());
        leave(0);
    });
}

fn join(link: Arc<dyn Link>, own: Limits) -> anyhow::Result<()> {
    let ending = |ending| match ending {
        Ending::Dismissed => leave(0),
        // Whoever would have wanted the answer is gone, which is no failure of this process.
        Ending::Lost => leave(0),
    };
    let name = format!("process {}", std::process::id());
    let (membership, setup) = match Membership::join(link, VERSION, &name, ending) {
        Ok(joined) => joined,
        // The check was over before it could let anybody in.
        Err(error) if matches!(error.kind(), UnexpectedEof | ConnectionAborted) => return Ok(()),
        Err(error) => return Err(error).context("the check does not let it in"),
    };
    let setup: Setup = serde_json::from_slice(&setup).context("the setup is damaged")?;
    let Setup { asked, program, time, memory, work } = setup;
    let Limits { time, memory } = own.lower(time, memory);
    let speaker = membership.speaker();
    let budget = || Budget::with_stall(time, memory, asked.search.stall.clone());
    match work {
        Work::Team(names) => {
            let budget = budget();
            budget.enter(Stage::Worker);
            let program = fetched(&membership, &program)?;
            helper::help(&program, &asked.options(), &names, &budget, membership)?;
        }
        Work::Properties => {
            let Next::Help(task, property) = membership.next(&[])? else { return Ok(()) };
            let property = String::from_utf8(property).context("the task is damaged")?;
            check_one(&membership, task, &property, &asked, &program, &budget());
        }
    }
    speaker.leave();
    Ok(())
}

/// The program with this hash.
fn fetched(membership: &Membership, hash: &str) -> anyhow::Result<Program> {
    let hash = Hash::from_text(hash).context("the setup is damaged")?;
    let text = membership.content(hash).context("cannot get the program")?;
    let text = String::from_utf8(text).context("the program is no text")?;
    let program = raddle_ir::parse_program(&text).context("the program is damaged")?;
    match raddle_ir::verify(&program) {
        Ok(()) => Ok(program),
        Err(errors) => {
            let first = errors.first().map(ToString::to_string).unwrap_or_default();
            anyhow::bail!("the program is damaged: {first}")
        }
    }
}

/// Checks a property, and says what came of it.
fn check_one(
    membership: &Membership,
    task: u64,
    property: &str,
    asked: &Asked,
    program: &str,
    budget: &Budget,
) {
    let (speaker, so_far) = (membership.speaker(), SoFar::new());
    let (known, voice) = (so_far.clone(), speaker.clone());
    let last_words = move |spent| {
        say_report(&voice, task, &known.report(spent));
        voice.leave();
        Outcome::DONE
    };
    let watchdog = Watchdog::start(budget, Box::new(last_words));
    let mut teller = Teller { so_far, speaker: speaker.clone(), property: property.to_owned() };
    let checked = fetched(membership, program)
        .and_then(|program| checked(&program, property, asked, budget, &mut teller));
    watchdog.answer(Outcome::DONE);
    match checked {
        Ok(report) => say_report(&speaker, task, &report),
        Err(error) => {
            let note = Note::Failed(format!("{error:#}"));
            heard(speaker.done(task, None, note.bytes()));
        }
    }
}

fn say_report(speaker: &Speaker, task: u64, report: &Report) {
    heard(speaker.done(task, serde_json::to_vec(report).ok(), Vec::new()));
}

fn checked(
    program: &Program,
    wanted: &str,
    asked: &Asked,
    budget: &Budget,
    teller: &mut Teller,
) -> anyhow::Result<Report> {
    budget.enter(Stage::Worker);
    let options = asked.options();
    teller.so_far.set(raddle_explore::empty_report(program, &options));
    let listed = raddle_properties::properties(program, raddle_explore::asked(program, &options));
    let property = listed.iter().find(|property| property.id == wanted);
    let property = property.with_context(|| format!("there is no property {wanted}"))?;
    let guided = !asked.search.unguided;
    let mut report =
        raddle_explore::check_property(program, &options, property, guided, budget, teller)?;
    raddle_report::tell_conditions(&mut report.findings, &program.source_names());
    Ok(report)
}

/// Tells the coordinator how it goes.
struct Teller {
    so_far: SoFar,
    speaker: Speaker,
    property: String,
}

impl Observer for Teller {
    fn found(&mut self, report: &Report) {
        self.so_far.set(report.clone());
    }
    fn progress(&mut self, progress: &Progress) {
        self.so_far.progress(progress);
        let pace = Pace {
            seconds: progress.seconds,
            runs: progress.runs,
            states: progress.states,
            pruned: progress.pruned,
            share: progress.share,
            findings: progress.findings,
        };
        heard(self.speaker.note(Note::Progress(self.property.clone(), pace).bytes()));
    }
}
