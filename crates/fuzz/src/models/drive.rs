//! Draws programs, asks the oracle and the raddle binary, and keeps what they disagree on, made smaller.
//!
//! Outcomes are put into groups by the models that allow them, some outcomes into groups of their own, and each group has a check that
//! fails when one of it happens: under each model exactly the checks of groups with an allowed outcome must be reported, and the number of graphs must be
//! the oracle's (sc is explored by interleavings, not by graphs). A racy program must be reported as such. Some programs are checked in a second
//! form, too, in which `main` asserts that the outcome is one of those the model allows: it must be safe. Those are checked under sc as well.
//!
//! Starting the compiler and the checker costs more than everything else. So many programs are compiled at a time, and are checked at a time: an input
//! chooses one of them. If what is found in all of them together is not what it should be, each is checked alone; so are racy programs, whose graphs
//! are not counted.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::random::Random;
use crate::threads::drive::{DriveError, installed_clang};

use super::generate::generate;
use super::model::Model;
use super::oracle::{Answer, Limits, answers, buffered};
use super::print_c::{Ending, MAIN_OF_ALL, main_of, print, print_together};
use super::program::Program;
use super::smaller::smaller;

#[derive(Clone, Debug)]
pub struct Config {
    pub seed: u64,
    /// Stop after so many programs, or so much time, whichever comes first.
    pub programs: u64,
    pub time: Duration,
    pub models: Vec<Model>,
    pub limits: Limits,
    /// Programs with more graphs under c11 are left out.
    pub graphs: u64,
    /// The directory of `raddle.h`.
    pub headers: PathBuf,
    /// Where disagreements go.
    pub mismatches: PathBuf,
    /// Programs tried to shrink one disagreement.
    pub shrink_tries: usize,
}

impl Config {
    pub fn new(mismatches: PathBuf, headers: PathBuf) -> Config {
        Config {
            seed: 1,
            programs: u64::MAX,
            time: Duration::from_secs(60),
            models: Model::ALL.into(),
            limits: Limits { states: 20_000, candidates: 50_000 },
            graphs: 2_000,
            headers,
            mismatches,
            shrink_tries: 60,
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Summary {
    pub programs: u64,
    /// Drawn but too large.
    pub rejected: u64,
    pub racy: u64,
    /// With condition variables or trylocks: their outcomes are compared, and not the numbers of their graphs.
    pub uncounted: u64,
    /// In which `main` does more than to create all threads and to join them.
    pub generations: u64,
    /// With plain writes of other sizes than those of atomic locations.
    pub records: u64,
    /// Checks of those that Raddle says it cannot finish under c11: what it found is compared, and not what it did not find.
    pub unanswered: u64,
    /// Programs with an outcome that is not sequentially consistent, by model.
    pub weak: BTreeMap<&'static str, u64>,
    /// Graphs under c11 of programs without races.
    pub graphs: u64,
    pub mismatches: Vec<Mismatch>,
}

#[derive(Clone, Debug)]
pub struct Mismatch {
    pub file: PathBuf,
    pub differences: Vec<String>,
}

/// Compares until the programs or the time run out; `progress` is told the state after each program.
pub fn run(
    config: &Config,
    raddle: &Path,
    mut progress: impl FnMut(&Summary),
) -> Result<Summary, DriveError> {
    let session = Session::new(config, raddle)?;
    let started = Instant::now();
    let mut summary = Summary::default();
    let mut number = 0;
    // Programs whose graphs are counted are checked together, and so are the others.
    let mut waiting: [Vec<Drawn>; 2] = Default::default();
    while summary.programs < config.programs && started.elapsed() < config.time {
        let wanted = BATCH.min((config.programs - summary.programs) as usize);
        let drawn = loop {
            if let Some(full) = waiting.iter_mut().find(|drawn| drawn.len() >= wanted) {
                break full.split_off(full.len() - wanted);
            }
            // Each program has a seed of its own, so that one can be drawn again without those before it.
            let seed = config.seed.wrapping_mul(1_000_003).wrapping_add(number);
            let program = generate(&mut Random::new(seed));
            number += 1;
            match session.expected(&program) {
                Some(expected) => {
                    let counted = usize::from(program.is_counted());
                    waiting[counted].push(Drawn { program, expected, number: number - 1 });
                }
                None => summary.rejected += 1,
            }
        };
        let differences = session.differences(&drawn)?;
        for (Drawn { program, expected, number }, differences) in drawn.into_iter().zip(differences)
        {
            summary.count(&program, &expected);
            summary.unanswered = session.unanswered.get();
            if !differences.is_empty() {
                summary.mismatches.push(session.keep(program, differences, number)?);
            }
            progress(&summary);
        }
    }
    Ok(summary)
}

impl Summary {
    fn count(&mut self, program: &Program, expected: &[Answer; 4]) {
        self.programs += 1;
        self.uncounted += u64::from(!program.is_counted());
        self.generations += u64::from(program.main().is_some());
        self.records += u64::from(program.has_record());
        let [sc, .., c11] = expected;
        self.racy += u64::from(c11.races);
        self.graphs += if c11.races { 0 } else { c11.graphs };
        for (model, answer) in Model::ALL.into_iter().zip(expected) {
            let weak = !answer.outcomes.is_subset(&sc.outcomes);
            *self.weak.entry(model.name()).or_default() += u64::from(weak);
        }
    }
}

/// Outcomes with a check of their own.
const SINGLE: usize = 4;
/// Programs that are compiled together.
const BATCH: usize = 16;
/// One in so many programs is checked under sc, and in its second form.
const SECOND_FORM: u64 = 16;

/// A program that is not too large, and what the oracle says of it.
struct Drawn {
    program: Program,
    expected: [Answer; 4],
    number: u64,
}

impl Drawn {
    fn has_second_form(&self) -> bool {
        self.number.is_multiple_of(SECOND_FORM)
    }
}

/// The checks of a program: the models that allow each group of outcomes, and its line.
#[derive(Clone, Copy)]
struct Checks<'a> {
    allowed: &'a [[bool; 4]],
    lines: &'a [u64],
}

impl Checks<'_> {
    /// The lines of the checks that fail under a model.
    fn failing(&self, model: usize) -> impl Iterator<Item = u64> {
        let groups = self.allowed.iter().zip(self.lines);
        groups.filter(move |(by, _)| by[model]).map(|(_, &line)| line)
    }
}

struct Session<'a> {
    config: &'a Config,
    raddle: &'a Path,
    clang: Option<PathBuf>,
    scratch: PathBuf,
    unanswered: Cell<u64>,
}

impl<'a> Session<'a> {
    fn new(config: &'a Config, raddle: &'a Path) -> Result<Session<'a>, DriveError> {
        let scratch = config.mismatches.join(format!("scratch-{}", std::process::id()));
        fs::create_dir_all(&scratch).map_err(|error| DriveError::Write(scratch.clone(), error))?;
        let (clang, unanswered) = (installed_clang(), Cell::new(0));
        Ok(Session { config, raddle, clang, scratch, unanswered })
    }

    /// `None` if the program is too large.
    fn expected(&self, program: &Program) -> Option<[Answer; 4]> {
        let expected = answers(program, &self.config.limits).ok()?;
        let values = expected.iter().flat_map(|answer| answer.outcomes.iter().flatten());
        let width = program.registers.len() + program.locations.len();
        let small = values.clone().min().is_none_or(|&least| least >= 0)
            && values.max().is_none_or(|&most| width as f64 * (most as f64 + 2.0).log2() < 62.0);
        let graphs = expected[3].graphs;
        let sound = expected.iter().all(|answer| !answer.stuck);
        (small && sound && graphs <= self.config.graphs).then_some(expected)
    }

    /// For each program in words; empty if Raddle and the two oracles agree.
    fn differences(&self, drawn: &[Drawn]) -> Result<Vec<Vec<String>>, DriveError> {
        let grouped: Vec<_> = drawn.iter().map(|drawn| grouped(&drawn.expected)).collect();
        let mut programs: Vec<(&Program, Ending)> = drawn
            .iter()
            .zip(&grouped)
            .map(|(drawn, (groups, _))| (&drawn.program, Ending::Groups(groups.clone())))
            .collect();
        let mut second_forms = vec![None; drawn.len()];
        for (at, one) in drawn.iter().enumerate().filter(|(_, one)| one.has_second_form()) {
            second_forms[at] = Some(programs.len());
            for answer in &one.expected {
                let allowed = answer.outcomes.iter().cloned().collect();
                programs.push((&one.program, Ending::OneOf(allowed)));
            }
        }
        let together = print_together(&programs, drawn.len());
        let all = self.compile("groups", &together.text)?;
        let checks: Vec<Checks<'_>> = (grouped.iter().zip(&together.lines))
            .map(|((_, allowed), lines)| Checks { allowed, lines })
            .collect();
        let is_racy = |drawn: &Drawn| drawn.expected.iter().any(|answer| answer.races);
        let of_all = if drawn.len() == 1 || drawn.iter().any(is_racy) {
            None
        } else {
            let file = self.single(&all, MAIN_OF_ALL, str::to_owned)?;
            Some(self.differences_of_all(drawn, &file, &checks)?)
        };
        let agrees = |model: Model| {
            let told = of_all.as_ref();
            told.is_some_and(|told| told.iter().all(|(other, _)| *other != model))
        };
        let unanswered = self.unanswered.get();
        let mut differences = Vec::new();
        for (at, one) in drawn.iter().enumerate() {
            let mut told = self.oracles_differ(one);
            // Interleavings take longer than graphs, and have a fuzzer of their own.
            let asked = |model: Model| match model {
                Model::Sc => one.has_second_form(),
                Model::Tso | Model::Pso | Model::C11 => !agrees(model),
            };
            if Model::ALL.into_iter().any(asked) {
                let file = self.single(&all, &main_of(at), |text| without_others(text, at))?;
                told.extend(self.differences_of(one, &file, checks[at], asked)?);
            }
            if let Some(first) = second_forms[at] {
                told.extend(self.differences_of_second(one, &all, first)?);
            }
            differences.push(told);
        }
        // Each alone is as it should be, but not all together. What is not known of one is not known of all.
        let told = of_all.into_iter().flatten();
        if differences.iter().all(Vec::is_empty) && self.unanswered.get() == unanswered {
            let told =
                told.map(|(model, text)| format!("of several programs, {}: {text}", model.name()));
            differences[0].extend(told);
        }
        Ok(differences)
    }

    /// Where the oracles themselves do not agree.
    fn oracles_differ(&self, drawn: &Drawn) -> Vec<String> {
        let mut differences = Vec::new();
        for (model, answer) in Model::ALL.into_iter().zip(&drawn.expected) {
            if model != Model::C11 {
                let stepwise = buffered(&drawn.program, model, &self.config.limits);
                if stepwise.is_ok_and(|outcomes| outcomes != answer.outcomes) {
                    differences.push(format!("{}: the oracles disagree", model.name()));
                }
            }
        }
        differences
    }

    /// In words, for programs without races of which an input chooses one.
    fn differences_of_all(
        &self,
        drawn: &[Drawn],
        file: &Path,
        checks: &[Checks<'_>],
    ) -> Result<Vec<(Model, String)>, DriveError> {
        let mut differences = Vec::new();
        for (place, model) in Model::ALL.into_iter().enumerate() {
            if !self.config.models.contains(&model) || model == Model::Sc {
                continue;
            }
            let graphs = drawn.iter().map(|drawn| drawn.expected[place].graphs).sum();
            let failing = checks.iter().flat_map(|checks| checks.failing(place)).collect();
            let report = self.check(file, model)?;
            let counted = drawn.iter().all(|drawn| drawn.program.is_counted());
            let answer = Answer { graphs, ..Answer::default() };
            let told = compare_groups(&answer, counted, &failing, &report, model);
            differences.extend(told.into_iter().map(|text| (model, text)));
        }
        Ok(differences)
    }

    /// In words, for one program and some of the models.
    fn differences_of(
        &self,
        drawn: &Drawn,
        file: &Path,
        checks: Checks<'_>,
        asked: impl Fn(Model) -> bool,
    ) -> Result<Vec<String>, DriveError> {
        let Drawn { program, expected, .. } = drawn;
        let mut differences = Vec::new();
        for (place, model) in Model::ALL.into_iter().enumerate() {
            if !self.config.models.contains(&model) || !asked(model) {
                continue;
            }
            let report = self.check(file, model)?;
            let failing: BTreeSet<u64> = checks.failing(place).collect();
            let counted = program.is_counted();
            if !counted && model == Model::C11 && self.is_unanswered(&report) {
                let wrong: Vec<u64> = lines(&report).difference(&failing).copied().collect();
                let told =
                    (!wrong.is_empty()).then(|| format!("checks that fail wrongly: {wrong:?}"));
                differences.extend(told);
                continue;
            }
            let told = compare_groups(&expected[place], counted, &failing, &report, model);
            differences.extend(told.into_iter().map(|text| format!("{}: {text}", model.name())));
        }
        Ok(differences)
    }

    /// The same for its second forms, one for each model, of which the first has this number.
    fn differences_of_second(
        &self,
        drawn: &Drawn,
        all: &Path,
        first: usize,
    ) -> Result<Vec<String>, DriveError> {
        let Drawn { program, expected, .. } = drawn;
        let mut differences = Vec::new();
        for (place, model) in Model::ALL.into_iter().enumerate() {
            if !self.config.models.contains(&model) {
                continue;
            }
            let at = first + place;
            let file = self.single(all, &main_of(at), |text| without_others(text, at))?;
            let report = self.check(&file, model)?;
            let counted = program.is_counted();
            if !counted && report["verdict"] == "unknown" && self.is_unanswered(&report) {
                continue;
            }
            let told = compare_allowed(&expected[place], program.is_counted(), &report, model);
            let form = format!("{}, second form", model.name());
            differences.extend(told.into_iter().map(|text| format!("{form}: {text}")));
        }
        Ok(differences)
    }

    /// Whether the answer is that something is not followed.
    fn is_unanswered(&self, report: &Value) -> bool {
        let has_reasons = report["reasons"].as_array().is_some_and(|reasons| !reasons.is_empty());
        self.unanswered.set(self.unanswered.get() + u64::from(has_reasons));
        has_reasons
    }

    /// A file in which this function is `main`, with what is left of the LLVM text.
    fn single(
        &self,
        all: &Path,
        main: &str,
        kept: impl Fn(&str) -> String,
    ) -> Result<PathBuf, DriveError> {
        let extension = all.extension().and_then(|extension| extension.to_str()).unwrap_or("c");
        let file = self.scratch.join(format!("single.{extension}"));
        let text =
            fs::read_to_string(all).map_err(|error| DriveError::Write(all.to_path_buf(), error))?;
        let text = match extension {
            "ll" => kept(&text).replace(&format!("@{main}("), "@main("),
            _ => format!("#define {main} main\n#line 1\n{text}"),
        };
        fs::write(&file, text).map_err(|error| DriveError::Write(file.clone(), error))?;
        Ok(file)
    }

    /// LLVM text, where there is a clang; otherwise the C file.
    fn compile(&self, name: &str, text: &str) -> Result<PathBuf, DriveError> {
        let file = self.scratch.join(format!("{name}.c"));
        fs::write(&file, text).map_err(|error| DriveError::Write(file.clone(), error))?;
        let Some(clang) = &self.clang else { return Ok(file) };
        let compiled = file.with_extension("ll");
        let mut command = Command::new(clang);
        command
            .args([
                "-S",
                "-emit-llvm",
                "-O0",
                "-gline-tables-only",
                "-w",
                "-Xclang",
                "-disable-O0-optnone",
                "-I",
            ])
            .arg(&self.config.headers)
            .arg(&file)
            .arg("-o")
            .arg(&compiled)
            .stdin(Stdio::null())
            .stderr(Stdio::null());
        let status = command.status().map_err(|error| DriveError::Start(clang.clone(), error))?;
        Ok(if status.success() { compiled } else { file })
    }

    fn check(&self, file: &Path, model: Model) -> Result<Value, DriveError> {
        let mut command = Command::new(self.raddle);
        command
            .args(["check", "--no-config", "--quiet", "--time", "60s", "--format", "json"])
            .args(["--memory-model", model.name()])
            .arg(file)
            .stdin(Stdio::null());
        let output = command
            .output()
            .map_err(|error| DriveError::Start(self.raddle.to_path_buf(), error))?;
        Ok(serde_json::from_slice(&output.stdout).unwrap_or_else(|_| {
            let said = String::from_utf8_lossy(&output.stderr);
            Value::String(format!("no report: {}", said.lines().last().unwrap_or("")))
        }))
    }

    /// Shrinks a mismatch and writes it down.
    fn keep(
        &self,
        program: Program,
        mut differences: Vec<String>,
        number: u64,
    ) -> Result<Mismatch, DriveError> {
        let mut program = program;
        let mut tries = self.config.shrink_tries;
        'smaller: loop {
            for candidate in smaller(&program) {
                if tries == 0 {
                    break 'smaller;
                }
                tries -= 1;
                let Some(expected) = self.expected(&candidate) else { continue };
                let drawn = [Drawn { program: candidate, expected, number: 0 }];
                let still = self.differences(&drawn)?.concat();
                if !still.is_empty() {
                    let [Drawn { program: candidate, .. }] = drawn;
                    (program, differences) = (candidate, still);
                    continue 'smaller;
                }
            }
            break;
        }
        let mut text = format!("// {program}\n");
        for difference in &differences {
            text.push_str(&format!("// {difference}\n"));
        }
        if let Some(expected) = self.expected(&program) {
            for (model, answer) in Model::ALL.into_iter().zip(&expected) {
                text.push_str(&format!(
                    "// {}: {} graphs{}, outcomes {:?}\n",
                    model.name(),
                    answer.graphs,
                    if answer.races { ", races" } else { "" },
                    answer.outcomes
                ));
            }
            let outcomes = expected[3].outcomes.iter().cloned().collect();
            text.push_str(&print(&program, &Ending::OneOf(outcomes)));
        }
        let file = self.config.mismatches.join(format!("{}-{number}.c", self.config.seed));
        fs::write(&file, text).map_err(|error| DriveError::Write(file.clone(), error))?;
        Ok(Mismatch { file, differences })
    }
}

/// LLVM text without the functions of other programs.
fn without_others(text: &str, program: usize) -> String {
    let own = format!("@p{program}_");
    let mut kept = String::new();
    let mut other = false;
    for line in text.lines() {
        let another = line.contains("@p") && !line.contains(&own) || line.contains(MAIN_OF_ALL);
        other |= line.starts_with("define ") && another;
        if !other {
            kept.push_str(line);
            kept.push('\n');
        }
        other &= line != "}";
    }
    kept
}

/// Groups of outcomes, and the models that allow each. Outcomes that few models allow come first when some get a group of their own.
fn grouped(expected: &[Answer; 4]) -> (Vec<Vec<Vec<i64>>>, Vec<[bool; 4]>) {
    let all: BTreeSet<&Vec<i64>> =
        expected.iter().flat_map(|answer| answer.outcomes.iter()).collect();
    let mut groups: BTreeMap<[bool; 4], Vec<Vec<i64>>> = BTreeMap::new();
    for outcome in all {
        let allowed = [0, 1, 2, 3].map(|place: usize| expected[place].outcomes.contains(outcome));
        groups.entry(allowed).or_default().push(outcome.clone());
    }
    let (mut outcomes, mut allowed) = (Vec::new(), Vec::new());
    let mut single = SINGLE;
    for (by, mut group) in groups {
        while single > 0 && group.len() > 1 {
            single -= 1;
            // The middle one: the first and the last are often all zeros and all final values.
            outcomes.push(vec![group.remove(group.len() / 2)]);
            allowed.push(by);
        }
        outcomes.push(group);
        allowed.push(by);
    }
    (outcomes, allowed)
}

fn compare_allowed(answer: &Answer, counted: bool, report: &Value, model: Model) -> Vec<String> {
    let mut told = Vec::new();
    if let Value::String(said) = report {
        return vec![said.clone()];
    }
    let verdict = if answer.races { "unsafe" } else { "safe" };
    if report["verdict"] != verdict {
        told.push(format!(
            "verdict {} instead of {verdict}, findings {}, reasons {}",
            report["verdict"],
            kinds(report),
            report["reasons"]
        ));
    }
    told.extend(compare_graphs(answer, report, model).filter(|_| counted));
    told
}

fn compare_graphs(answer: &Answer, report: &Value, model: Model) -> Option<String> {
    let (graphs, blocked) = (&report["stats"]["graphs"], &report["stats"]["blocked_graphs"]);
    let differ = model != Model::Sc && !answer.races && *graphs != answer.graphs;
    differ.then(|| format!("{graphs} graphs instead of {} ({blocked} blocked)", answer.graphs))
}

fn kinds(report: &Value) -> String {
    let findings = report["findings"].as_array().into_iter().flatten();
    let kinds = findings.map(|finding| finding["kind"].as_str().unwrap_or("?"));
    format!("[{}]", kinds.collect::<Vec<_>>().join(", "))
}

/// The lines of all findings.
fn lines(report: &Value) -> BTreeSet<u64> {
    let findings = report["findings"].as_array().into_iter().flatten();
    findings.filter_map(|finding| finding["location"]["line"].as_u64()).collect()
}

fn compare_groups(
    answer: &Answer,
    counted: bool,
    expected: &BTreeSet<u64>,
    report: &Value,
    model: Model,
) -> Vec<String> {
    if let Value::String(said) = report {
        return vec![said.clone()];
    }
    let mut findings = report["findings"].as_array().into_iter().flatten();
    if answer.races {
        let is_race = |finding: &Value| finding["kind"] == "data-race";
        let found = findings.any(is_race);
        return if found { Vec::new() } else { vec!["no race is reported".to_owned()] };
    }
    let lines = lines(report);
    let graphs = compare_graphs(answer, report, model).filter(|_| counted);
    if lines == *expected {
        return graphs.into_iter().collect();
    }
    let missing: Vec<_> = expected.difference(&lines).collect();
    let wrong: Vec<_> = lines.difference(expected).collect();
    vec![format!("checks that should fail: missing {missing:?}, wrong {wrong:?}")]
}
