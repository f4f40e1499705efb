//! Draws programs, asks the oracle and the raddle binary, and keeps what they disagree on.
//!
//! A program is compiled once (most of the time of a program is the start of the compiler) and its LLVM text is
//! checked in every mode. A disagreement is shrunk with the same question and written to a directory, with the
//! expected answer and the differences as a comment behind the code, where it does not move any line.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use thiserror::Error;

use crate::campaign::{Campaign, Extent, Mismatch, Tried, campaign};
use crate::random::Random;

use super::compare::{Claim, Counting, Expected, compare, compare_reports};
use super::generate::{Shape, generate};
use super::oracle::{Answer, Counts, Limits, Problem, answer, count};
use super::print_c::{print, with_labels_of_lines};
use super::program::{End, MAIN, Program, Stmt};
use super::shrink::{map_bodies, shrink};

/// One way of calling raddle.
#[derive(Clone, Debug)]
pub struct Mode {
    pub name: String,
    pub arguments: Vec<String>,
    pub counting: Counting,
}

#[derive(Clone, Debug)]
pub struct Config {
    pub seed: u64,
    /// Stop after so many programs, or so much time, whichever comes first.
    pub programs: u64,
    pub time: Duration,
    pub shape: Shape,
    pub limits: Limits,
    pub modes: Vec<Mode>,
    /// Pairs of modes that are compared with each other only.
    pub twins: Vec<[Mode; 2]>,
    /// Twins check the program with an invariant.
    pub invariants: bool,
    /// Turns C into LLVM text: the program and its arguments before `file.c -o file.ll`. Without it raddle compiles the C file itself, in
    /// every mode anew.
    pub compiler: Option<(PathBuf, Vec<String>)>,
    /// What one check may take.
    pub patience: Duration,
    /// Where disagreements go.
    pub mismatches: PathBuf,
    /// Programs tried to shrink one disagreement.
    pub shrink_tries: usize,
}

/// The newest clang that can be started.
pub fn installed_clang() -> Option<PathBuf> {
    let names = (14..40).rev().map(|version| format!("clang-{version}"));
    let starts = |name: &String| {
        let started = Command::new(name)
            .arg("--version")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        started.is_ok_and(|status| status.success())
    };
    names.chain(["clang".to_string()]).find(starts).map(PathBuf::from)
}

/// The interpreter knows one order of all operations. What else C11 allows is compared in `models`.
pub(super) const SC: [&str; 2] = ["--memory-model", "sc"];

impl Config {
    /// `none` and `dpor` without summaries, which count exactly, persistent sets and slices; or all of these with summaries, for all
    /// properties and for some alone (then more is pruned), and as users call it.
    pub fn modes(summaries: bool) -> Vec<Mode> {
        let mode = |name: &str, arguments: &[&str], counting| Mode {
            name: name.to_string(),
            arguments: arguments.iter().map(ToString::to_string).collect(),
            counting,
        };
        if summaries {
            let on = "--summaries=on";
            let assert = "--property=assert";
            return vec![
                mode("default", &[], Counting::Nothing),
                mode("race", &["--property=race"], Counting::Nothing),
                mode("deadlock", &["--property=deadlock"], Counting::Nothing),
                mode("summaries", &["--reduce=dpor", on], Counting::Nothing),
                mode("states", &["--reduce=none", on], Counting::Nothing),
                mode("assert-summaries", &["--reduce=dpor", on, assert], Counting::Nothing),
                mode("assert-states", &["--reduce=none", on, assert], Counting::Nothing),
                mode("persistent-summaries", &["--reduce=persistent", on], Counting::Nothing),
                mode("slice-summaries", &["--slice=on", on], Counting::Nothing),
            ];
        }
        vec![
            mode("none", &["--reduce=none", "--summaries=off"], Counting::Runs),
            mode("dpor", &["--reduce=dpor", "--summaries=off"], Counting::Traces),
            mode("slice", &["--summaries=off", "--slice=on"], Counting::Nothing),
            mode("persistent", &["--summaries=off", "--reduce=persistent"], Counting::Nothing),
        ]
    }

    /// The same with summaries that are used for threads in changed roles, too.
    pub fn modes_with_symmetry() -> Vec<Mode> {
        let mut modes = Config::modes(true);
        for mode in &mut modes {
            mode.name.push_str(" with symmetry");
            mode.arguments.push("--symmetry=on".to_string());
        }
        modes
    }

    /// The same with searches that take turns after a few states.
    pub fn modes_with_turns() -> Vec<Mode> {
        let mut modes = Config::modes(true);
        modes.retain(|mode| {
            !mode
                .arguments
                .iter()
                .any(|argument| argument.starts_with("--reduce=") && argument != "--reduce=dpor")
        });
        for mode in &mut modes {
            mode.name.push_str(" in turns");
            mode.arguments.push("--turns-eagerly".to_string());
        }
        modes
    }

    /// Property-driven reduction, which depends on what is asked.
    pub fn modes_with_pdpor() -> Vec<Mode> {
        let mode = |name: &str, arguments: &[&str]| {
            let arguments = ["--reduce=pdpor"].iter().chain(arguments).map(ToString::to_string);
            let (name, arguments) = (name.to_string(), arguments.collect());
            Mode { name, arguments, counting: Counting::Nothing }
        };
        let (assert, deadlock) = ("--property=assert", "--property=deadlock");
        let race = "--property=race";
        vec![
            mode("pdpor", &["--summaries=off", assert]),
            mode("pdpor-summaries", &["--summaries=on", assert]),
            mode("pdpor-deadlock", &["--summaries=on", assert, deadlock]),
            mode("pdpor-all", &["--summaries=on"]),
            mode("pdpor-race", &["--summaries=off", race]),
            mode("pdpor-race-summaries", &["--summaries=on", race]),
        ]
    }

    /// Ways to check a program with an invariant, which the oracle does not know, against all interleavings.
    pub fn twins_with_invariants() -> Vec<[Mode; 2]> {
        let mode = |name: &str, arguments: &[&str]| Mode {
            name: format!("{name} with an invariant"),
            arguments: arguments.iter().map(ToString::to_string).collect(),
            counting: Counting::Nothing,
        };
        let assert = "--property=assert";
        let others = [
            mode("dpor", &["--reduce=dpor", "--summaries=off", assert]),
            mode("dpor-summaries", &["--reduce=dpor", "--summaries=on", assert]),
            mode("persistent", &["--reduce=persistent", "--summaries=on", assert]),
            mode("slice", &["--slice=on", assert]),
            mode("pdpor", &["--reduce=pdpor", "--summaries=off", assert]),
            mode("pdpor-summaries", &["--reduce=pdpor", "--summaries=on", assert]),
        ];
        let all = || mode("none", &["--reduce=none", "--summaries=off", assert]);
        others.map(|other| [all(), other]).into()
    }

    /// With and without summaries and reduction, in several processes that give away whatever they can.
    pub fn modes_with_jobs() -> Vec<Mode> {
        let ways = [("dpor", "off"), ("dpor", "on"), ("none", "off"), ("none", "on")];
        let mode = |(reduce, summaries): (&str, &str)| Mode {
            name: format!("{reduce}, summaries {summaries}, in parts"),
            arguments: vec![
                format!("--reduce={reduce}"),
                format!("--summaries={summaries}"),
                "--jobs=2".to_string(),
                "--share-eagerly".to_string(),
            ],
            counting: Counting::Nothing,
        };
        ways.into_iter().map(mode).collect()
    }

    /// All interleavings and reduced ones with few preemptions.
    pub fn bounded_twins() -> Vec<[Mode; 2]> {
        let twins = |bound: &str| {
            ["none", "dpor"].map(|reduce| Mode {
                name: format!("{reduce}, {bound} preemptions"),
                arguments: vec![format!("--reduce={reduce}"), format!("--preemptions={bound}")],
                counting: Counting::Nothing,
            })
        };
        vec![twins("0"), twins("1")]
    }

    /// Lets `clang` compile every program once, as raddle would; `headers` is the directory of `raddle.h`.
    pub fn compile_with(&mut self, clang: PathBuf, headers: &Path) {
        let mut arguments: Vec<String> =
            ["-S", "-emit-llvm", "-O0", "-g", "-w", "-Xclang", "-disable-O0-optnone", "-I"]
                .map(ToString::to_string)
                .into();
        arguments.push(headers.display().to_string());
        self.compiler = Some((clang, arguments));
    }

    /// The same with the newest clang that can be started; without one raddle compiles by itself.
    pub fn compile_with_installed_clang(&mut self, headers: &Path) {
        if let Some(clang) = installed_clang() {
            self.compile_with(clang, headers);
        }
    }

    pub fn new(mismatches: PathBuf) -> Config {
        Config {
            seed: 1,
            programs: u64::MAX,
            time: Duration::from_secs(60),
            shape: Shape::default(),
            limits: Limits { states: 30_000, runs: 3_000, steps: None },
            modes: Config::modes(false),
            twins: Config::bounded_twins(),
            invariants: false,
            compiler: None,
            patience: Duration::from_secs(20),
            mismatches,
            shrink_tries: 400,
        }
    }
}

/// What programs can do.
#[derive(Clone, Debug, Default)]
pub struct Kinds {
    pub failing: u64,
    pub deadlocking: u64,
    pub racy: u64,
    pub clean: u64,
}

impl std::fmt::Display for Kinds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Kinds { failing, deadlocking, racy, clean } = self;
        write!(f, "{failing} failing, {deadlocking} deadlocking, {racy} racy, {clean} clean")
    }
}

#[derive(Debug, Error)]
pub enum DriveError {
    #[error("cannot write {0}: {1}")]
    Write(PathBuf, io::Error),
    #[error("cannot start {0}: {1}; give the path of a program that exists")]
    Start(PathBuf, io::Error),
}

/// Compares until the programs or the time run out; `progress` is told the state now and then.
pub fn run(
    config: &Config,
    raddle: &Path,
    progress: impl FnMut(&Campaign<Kinds>),
) -> Result<Campaign<Kinds>, DriveError> {
    run_cases::<Expected>(config, raddle, progress)
}

/// A program with a question about it, and the oracle's answer.
pub(super) trait Case: Sized {
    type Counts: Default;
    /// What files of mismatches are called.
    const NAME: &'static str;

    /// `None` if the oracle cannot judge the program.
    fn new(program: &Program, seed: u64, session: &Session<'_>) -> Option<Self>;

    /// In words; empty if Raddle answers as the oracle does.
    fn differences(
        &self,
        session: &Session<'_>,
        counts: &mut Self::Counts,
    ) -> Result<Vec<String>, DriveError>;

    /// The oracle's answer, for whoever reads a mismatch.
    fn expected(&self) -> String {
        String::new()
    }
}

pub(super) fn run_cases<K: Case>(
    config: &Config,
    raddle: &Path,
    progress: impl FnMut(&Campaign<K::Counts>),
) -> Result<Campaign<K::Counts>, DriveError> {
    let session = Session::new(config, raddle)?;
    let Config { seed, programs, time, .. } = *config;
    let try_one = |own_seed: u64, number: u64, counts: &mut K::Counts| {
        let program = generate(&mut Random::new(own_seed), &config.shape);
        let Some(case) = K::new(&program, own_seed, &session) else { return Ok(Tried::Rejected) };
        let differences = case.differences(&session, counts)?;
        if differences.is_empty() {
            return Ok(Tried::Compared(None));
        }
        // A program that takes too long is kept as it is: shrinking would take longer still.
        let slow = differences.iter().all(|text| text.contains(NO_ANSWER));
        let tries = if slow { 0 } else { config.shrink_tries };
        let file = config.mismatches.join(format!("{}{seed}_{number}.c", K::NAME));
        let mismatch = session.keep_small::<K>(&program, own_seed, tries, file, differences)?;
        Ok(Tried::Compared(Some(mismatch)))
    };
    campaign(Extent { seed, programs, time }, try_one, progress)
}

const NO_ANSWER: &str = "no answer";

/// Asking raddle about programs.
pub(super) struct Session<'a> {
    pub(super) config: &'a Config,
    raddle: &'a Path,
    /// Scratch files, under the directory of the mismatches.
    scratch: PathBuf,
}

impl Session<'_> {
    pub(super) fn new<'a>(config: &'a Config, raddle: &'a Path) -> Result<Session<'a>, DriveError> {
        let scratch = config.mismatches.join(format!("scratch-{}", std::process::id()));
        fs::create_dir_all(&scratch).map_err(|error| DriveError::Write(scratch.clone(), error))?;
        Ok(Session { config, raddle, scratch })
    }

    /// How many runs there are; `None` if there are too many.
    fn counts(&self, program: &Program) -> Option<Counts> {
        let limits = &self.config.limits;
        let mut loops = false;
        program.each_stmt(&mut |_, stmt| loops |= matches!(stmt, Stmt::While { .. }));
        if loops {
            // There may be endless runs; those with one round of every loop tell whether trying all is bearable.
            let bearable = count(&with_single_rounds(program), limits) != Err(Problem::TooLarge);
            bearable.then(Counts::default)
        } else {
            count(program, limits).ok()
        }
    }

    /// The file to check, or what the compiler said.
    pub(super) fn compile(&self, text: &str) -> Result<Result<PathBuf, String>, DriveError> {
        let source = self.scratch.join("case.c");
        write(&source, text)?;
        let Some((program, arguments)) = &self.config.compiler else { return Ok(Ok(source)) };
        let target = self.scratch.join("case.ll");
        let output = Command::new(program)
            .args(arguments)
            .arg(&source)
            .arg("-o")
            .arg(&target)
            .output()
            .map_err(|error| DriveError::Start(program.clone(), error))?;
        if output.status.success() {
            Ok(Ok(target))
        } else {
            Ok(Err(String::from_utf8_lossy(&output.stderr).into_owned()))
        }
    }

    fn check(&self, file: &Path, mode: &Mode) -> Result<Result<Value, String>, DriveError> {
        let file = file.display().to_string();
        let words = ["check", "--format", "json"].into_iter().chain(SC).map(ToString::to_string);
        let words: Vec<String> =
            words.chain(mode.arguments.iter().cloned()).chain([file]).collect();
        self.ask(&words, self.config.patience)
    }

    /// A file for raddle to read.
    pub(super) fn write(&self, name: &str, text: &str) -> Result<PathBuf, DriveError> {
        let path = self.scratch.join(name);
        write(&path, text)?;
        Ok(path)
    }

    /// What raddle prints as JSON, or what went wrong.
    pub(super) fn ask(
        &self,
        words: &[String],
        patience: Duration,
    ) -> Result<Result<Value, String>, DriveError> {
        let (stdout, stderr) = (self.scratch.join("report.json"), self.scratch.join("errors"));
        let create = |path: &Path| {
            fs::File::create(path).map_err(|error| DriveError::Write(path.into(), error))
        };
        let child = Command::new(self.raddle)
            .args(words)
            .stdin(Stdio::null())
            .stdout(create(&stdout)?)
            .stderr(create(&stderr)?)
            .spawn()
            .map_err(|error| DriveError::Start(self.raddle.into(), error))?;
        if !finished_in(child, patience) {
            return Ok(Err(format!("{NO_ANSWER} in {patience:?}")));
        }
        let text = fs::read_to_string(&stdout).unwrap_or_default();
        Ok(serde_json::from_str(&text).map_err(|error| {
            let errors = fs::read_to_string(&stderr).unwrap_or_default();
            format!("no report ({error}): {}", errors.trim())
        }))
    }

    /// Shrinks a program that a question about it is answered wrongly, and writes it down with what is wrong.
    fn keep_small<K: Case>(
        &self,
        program: &Program,
        seed: u64,
        tries: usize,
        file: PathBuf,
        first: Vec<String>,
    ) -> Result<Mismatch, DriveError> {
        let ask = |candidate: &Program| {
            let case = K::new(candidate, seed, self)?;
            // An error of the file system would come back below.
            let differences = case.differences(self, &mut K::Counts::default()).ok()?;
            Some((case, differences))
        };
        let small = shrink(program, tries, |candidate| {
            ask(candidate).is_some_and(|(_, differences)| !differences.is_empty())
        });
        let mut text = print(&with_labels_of_lines(&small)).text;
        let mut differences = Vec::new();
        if let Some((case, again)) = ask(&small) {
            text.push_str(&case.expected());
            differences = again;
        }
        if differences.is_empty() {
            // What depends on time or on processes does not come again every time.
            differences = first.into_iter().map(|text| format!("once: {text}")).collect();
        }
        for difference in &differences {
            text.push_str(&format!("// {}\n", difference.replace('\n', "\n//   ")));
        }
        write(&file, &text)?;
        Ok(Mismatch { file, differences })
    }
}

impl Kinds {
    fn add(&mut self, answer: &Answer) {
        self.failing += u64::from(!answer.failing.is_empty());
        self.deadlocking += u64::from(answer.deadlock);
        self.racy += u64::from(!answer.racy.is_empty());
        self.clean +=
            u64::from(answer.failing.is_empty() && answer.racy.is_empty() && !answer.deadlock);
    }
}

impl Case for Expected {
    type Counts = Kinds;
    const NAME: &'static str = "seed";

    fn new(program: &Program, _seed: u64, session: &Session<'_>) -> Option<Expected> {
        program.validate().ok()?;
        let program = &with_labels_of_lines(program);
        let answer = answer(program, &session.config.limits).ok()?;
        let counts = session.counts(program)?;
        let claim = claim(program, &answer);
        Some(Expected { printed: print(program), answer, counts, claim })
    }

    fn differences(
        &self,
        session: &Session<'_>,
        counts: &mut Kinds,
    ) -> Result<Vec<String>, DriveError> {
        counts.add(&self.answer);
        let file = match session.compile(&self.printed.text)? {
            Ok(file) => file,
            Err(message) => return Ok(vec![format!("does not compile: {message}")]),
        };
        let mut all = Vec::new();
        for mode in &session.config.modes {
            let differences = match session.check(&file, mode)? {
                Ok(report) => compare(self, &report, mode.counting),
                Err(message) => vec![message],
            };
            all.extend(differences.into_iter().map(|text| format!("[{}] {text}", mode.name)));
        }
        let file = if session.config.invariants && !session.config.twins.is_empty() {
            match session.compile(&with_invariant(&self.printed.text))? {
                Ok(file) => file,
                Err(message) => return Ok(vec![format!("does not compile: {message}")]),
            }
        } else {
            file
        };
        // Twins often have one side in common.
        let mut known: Option<(&[String], Result<Value, String>)> = None;
        for [one, other] in &session.config.twins {
            let first = match known.take() {
                Some((arguments, report)) if *arguments == one.arguments[..] => report,
                _ => session.check(&file, one)?,
            };
            let differences = match (&first, session.check(&file, other)?) {
                (Ok(first), Ok(second)) => compare_reports(self, first, &second),
                (Err(message), _) => vec![message.clone()],
                (Ok(_), Err(message)) => vec![message],
            };
            known = Some((&one.arguments, first));
            all.extend(differences.into_iter().map(|text| format!("[{}] {text}", other.name)));
        }
        Ok(all)
    }

    fn expected(&self) -> String {
        describe(self)
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        // Left-over scratch files harm nobody.
        let _ = fs::remove_dir_all(&self.scratch);
    }
}

/// The program with an invariant over its first two variables, declared when `main` begins. No line moves; which bound it states is decided by the text.
fn with_invariant(text: &str) -> String {
    let bound = text.len() % 7 + 1;
    let condition = if text.len().is_multiple_of(3) { "x0" } else { "x0 + x1" };
    let function = format!(
        "static int raddle_bound(void) {{ return {condition} <= {bound}; }} int main(void)"
    );
    let (before, after) = text.rsplit_once("int main(void)").unwrap_or((text, ""));
    let begun = after.replacen('{', "{ raddle_invariant(raddle_bound);", 1);
    format!("{before}{function}{begun}")
}

fn with_single_rounds(program: &Program) -> Program {
    let mut program = program.clone();
    for thread in &mut program.threads {
        thread.body = single_rounds(std::mem::take(&mut thread.body));
    }
    program
}

fn single_rounds(body: Vec<Stmt>) -> Vec<Stmt> {
    body.into_iter()
        .map(|stmt| match map_bodies(stmt, &mut single_rounds) {
            Stmt::While { condition, body } => {
                Stmt::If { condition, then: body, otherwise: Vec::new() }
            }
            other => other,
        })
        .collect()
}

fn claim(program: &Program, answer: &Answer) -> Claim {
    // Accesses to a node that nobody else knows are no steps for Raddle.
    let mut divided = program.conditions > 0 || answer.self_lock || program.has_nodes();
    let mut cut = program.threads[MAIN.0].end == End::Process;
    program.each_stmt(&mut |_, stmt| {
        divided |= matches!(stmt, Stmt::TryLock { .. } | Stmt::While { .. });
        cut |= matches!(stmt, Stmt::Assert { .. });
    });
    // Arrivals at a barrier that never opens commute, which only who has seen all of them knows.
    let is_exact = program.inputs.is_empty() && program.barriers.is_empty();
    match (divided || cut, is_exact) {
        (true, _) => Claim::Nothing,
        (false, true) => Claim::Exact,
        (false, false) => Claim::RunsAtMost,
    }
}

fn describe(expected: &Expected) -> String {
    let answer = &expected.answer;
    let mut text = String::from("// Expected:\n");
    for (line, label) in &expected.printed.checks {
        if answer.failing.contains(label) {
            text.push_str(&format!("//   line {line} fails\n"));
        }
    }
    text.push_str(&format!("//   deadlock: {}, racy: {:?}\n", answer.deadlock, answer.racy));
    text.push_str(&format!(
        "//   {} runs, {} traces\n",
        expected.counts.runs, expected.counts.traces
    ));
    text
}

fn write(path: &Path, text: &str) -> Result<(), DriveError> {
    fs::write(path, text).map_err(|error| DriveError::Write(path.into(), error))
}

/// Waits; a child that takes too long is ended.
fn finished_in(mut child: Child, patience: Duration) -> bool {
    let started = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(_)) => return true,
            Ok(None) if started.elapsed() < patience => {
                std::thread::sleep(Duration::from_millis(1));
            }
            Ok(None) | Err(_) => {
                let _ = child.kill();
                let _ = child.wait();
                return false;
            }
        }
    }
}
