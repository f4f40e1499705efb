//! `raddle worker`: a process that does tasks of a check (`helper.rs` for parts of a search, `errands.rs` for the others).
//!
//! A process is a member of one check. Each property has a process of its own: one that runs out of memory, or meets a defect of Raddle, does not take the others
//! with it. Smaller errands share one, as long as it has memory left. The program comes as text in Raddle's own representation; a worker reads no file, runs no program, and needs no compiler. A worker whose coordinator is gone
//! ends.

use std::io::ErrorKind::{ConnectionAborted, PermissionDenied, UnexpectedEof};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use raddle_budget::{Budget, Stage, resident_bytes};
use raddle_explore::{Observer, Progress};
use raddle_findings::Report;
use raddle_ir::Program;
use raddle_pool::{Ending, Hash, Link, Membership, Next, Pipes, Speaker};

use crate::arguments::{Asked, WorkerArguments};
use crate::cache;
use crate::cluster;
use crate::errands::{Runner, Task};
use crate::helper::{self, heard};
use crate::limits::{Allowance, default_memory};
use crate::messages::{Note, Pace, Setup, Work};
use crate::outcome::Outcome;
use crate::so_far::SoFar;
use crate::watchdog::{Watchdog, leave};
use crate::workers::{VERSION, joined};

/// Without an address, it was started by a check on this machine.
pub(crate) fn work(arguments: &WorkerArguments) -> anyhow::Result<Outcome> {
    let WorkerArguments { address, credentials, jobs, time, memory, once, programs } = arguments;
    let cache = programs.as_deref();
    let own = Limits { time: *time, memory: *memory };
    let Some(address) = address else {
        anyhow::ensure!(
            !std::io::stdin().is_terminal(),
            "name where checks are that want help: raddle worker nats://host:4222"
        );
        // The one who started it decides when to stop: Ctrl-C reaches the whole group of processes.
        let _ = ctrlc::set_handler(|| {});
        join(Arc::new(Pipes::open()), own, None)?;
        return Ok(Outcome::DONE);
    };
    if *once {
        end_with_standard_input(programs.clone());
        join(joined(address, credentials.as_deref())?, own, cache)?;
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

    /// What is less than a check allows that allows so much memory.
    fn allowance(self, memory: Option<u64>) -> Allowance {
        let less = |own: &u64| memory.is_none_or(|memory| *own < memory);
        Allowance { time: self.time, memory: self.memory.filter(less) }
    }

    /// A budget that begins now, for something that may take so long.
    fn budget(self, time: Option<Duration>, asked: &Asked) -> Budget {
        let Limits { time, memory } = self.lower(time, None);
        Budget::with_stall(time, memory, asked.search.stall.clone())
    }

    /// Whether a process that has done something may do something else: what it left in memory counts there, too.
    fn has_room(self) -> bool {
        let most = self.memory.map_or(MOST_LEFT, |memory| MOST_LEFT.min(memory / 4));
        resident_bytes() < most
    }
}

/// Memory that may be in use when a process takes up the next errand.
const MOST_LEFT: u64 = 512 << 20;

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
    // A server that is not there yet is waited for; one that does not let us in would not later either.
    match raddle_nats::try_to_reach(&cluster::server(server.address, server.credentials)?) {
        Err(error) if error.kind() == PermissionDenied => return Err(error.into()),
        _ => {}
    }
    let memory = own.memory.or_else(|| default_memory().map(|all| all / jobs as u64));
    let programs = cache::create();
    let programs = programs.as_deref();
    std::thread::scope(|scope| {
        let keepers: Vec<_> = (0..jobs)
            .map(|_| scope.spawn(|| keep_going(server, Limits { memory, ..own }, programs)))
            .collect();
        let ended = keepers.into_iter().map(|keeper| keeper.join());
        ended.filter_map(Result::ok).collect::<anyhow::Result<()>>()
    })
}

fn keep_going(server: Place<'_>, own: Limits, programs: Option<&Path>) -> anyhow::Result<()> {
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
        if let Some(directory) = programs {
            command.arg("--programs").arg(directory);
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

/// Ends this process when nobody holds the other end of its standard input any more. Programs that were kept for it are of no use then.
fn end_with_standard_input(programs: Option<PathBuf>) {
    std::thread::spawn(move || {
        let _ = std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink());
        if let Some(directory) = programs {
            let _ = std::fs::remove_dir_all(directory);
        }
        leave(0);
    });
}

fn join(link: Arc<dyn Link>, own: Limits, cache: Option<&Path>) -> anyhow::Result<()> {
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
    let Setup { asked, program, time, memory, measured, work } = setup;
    if measured {
        membership.measure();
    }
    let allowed = own.allowance(memory);
    let own = own.lower(time, memory);
    let speaker = membership.speaker();
    let program = fetched(&membership, &program, cache)?;
    match work {
        Work::Team(names) => {
            let budget = own.budget(None, &asked);
            budget.enter(Stage::Worker);
            helper::help(&program, &asked.options(), &names, &budget, allowed, membership)?;
        }
        Work::Errands => {
            let runner = Runner::new(Arc::new(program), asked.options(), asked.search.unguided);
            let mut goes_on = true;
            while goes_on && let Next::Help(number, task) = membership.next(&[])? {
                let task = Task::read(&task).context("the task is damaged")?;
                let budget = own.budget(task.time, &asked);
                let time = allowed.time.filter(|own| task.time.is_none_or(|time| *own < time));
                let allowed = Allowance { time, ..allowed };
                run_errand(&membership, number, &task, &runner, &budget, allowed);
                goes_on = task.errand.shares_a_process() && own.has_room();
            }
        }
    }
    speaker.leave();
    Ok(())
}

/// The program with this hash.
fn fetched(membership: &Membership, hash: &str, cache: Option<&Path>) -> anyhow::Result<Program> {
    let hash = Hash::from_text(hash).context("the setup is damaged")?;
    let text = match cache::get(cache, hash) {
        Some(text) => text,
        None => {
            let text = membership.content(hash).context("cannot get the program")?;
            cache::put(cache, hash, &text);
            text
        }
    };
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

/// Does an errand, and says what came of it.
fn run_errand(
    membership: &Membership,
    number: u64,
    task: &Task,
    runner: &Runner,
    budget: &Budget,
    allowed: Allowance,
) {
    let (speaker, so_far) = (membership.speaker(), SoFar::new());
    so_far.set(runner.nothing_yet());
    let (known, voice, errand) = (so_far.clone(), speaker.clone(), task.errand.clone());
    let last_words = move |spent| {
        let mut report = known.report(spent);
        allowed.name(&mut report);
        let outcome = errand.cut_short(report);
        heard(voice.done(number, Some(outcome), Vec::new()));
        voice.leave();
        Outcome::DONE
    };
    let watchdog = Watchdog::start(budget, Box::new(last_words));
    let mut teller = Teller { so_far, speaker: speaker.clone(), task: task.name.clone() };
    let outcome = runner.run(&task.errand, budget, allowed, &mut teller);
    watchdog.dismiss();
    match outcome {
        Ok(outcome) => heard(speaker.done(number, Some(outcome), Vec::new())),
        Err(error) => {
            let note = Note::Failed(format!("{error:#}"));
            heard(speaker.done(number, None, note.bytes()));
        }
    }
}

/// Tells the coordinator how it goes.
struct Teller {
    so_far: SoFar,
    speaker: Speaker,
    /// What it does.
    task: String,
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
        heard(self.speaker.note(Note::Progress(self.task.clone(), pace).bytes()));
    }
}
