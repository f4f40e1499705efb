//! `raddle replay witness.yml`: runs the program as a violation witness says and looks whether it fails where the witness says.
//!
//! From the witness come the results of calls (`function_return`), the property and the places of the violation. Schedules, and
//! inputs that are no results of calls, are taken from the description of the producer, where Raddle's own witnesses have
//! them. Constraints of other kinds are not needed for a run on concrete inputs and are passed over.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::Parser;
use raddle_budget::Budget;
use raddle_explore::Replayed;
use raddle_findings::{Finding, Input, Location, ScheduleStep, ThreadPath, TraceStep, codes};
use raddle_frontend::shown_path;
use raddle_ir::Program;
use raddle_report::{HINTS_MARK, ReplayHints, specification_of};

use crate::arguments::CheckArguments;
use crate::command_line::{Command, CommandLine, compiler_spellings};
use crate::files;
use crate::load::load_program;
use crate::svcomp::{self, Question};
use crate::trust;
use crate::yaml::{self, Yaml};

/// Rounds of finding out which input is which; each settles at least one.
const MOST_ROUNDS: usize = 10_000;

/// What one entry of a witness claims.
#[derive(Debug)]
struct Claim {
    questions: Vec<Question>,
    targets: Vec<(String, u32)>,
    returns: Vec<Returned>,
    hints: ReplayHints,
    files: Vec<PathBuf>,
    bits32: bool,
}

/// A call returned a value.
#[derive(Clone, Debug)]
struct Returned {
    line: u32,
    value: String,
}

/// The outcome of one entry.
pub(crate) struct Witnessed {
    /// The violation as it was met, or none.
    pub(crate) finding: Option<Finding>,
    pub(crate) place: String,
}

/// Replays every entry of a witness.
pub(crate) fn replay_witness(
    path: &Path,
    trusted: bool,
    budget: &Budget,
) -> anyhow::Result<Vec<Witnessed>> {
    let text = files::read(path)?;
    let witness =
        yaml::parse(&text).with_context(|| format!("{} is no witness", shown_path(path)))?;
    let claims: Vec<Claim> = witness
        .items()
        .iter()
        .map(|entry| claim(entry, path))
        .collect::<anyhow::Result<_>>()
        .with_context(|| format!("{} cannot be replayed", shown_path(path)))?;
    claims.iter().map(|claim| replay_claim(claim, path, trusted, budget)).collect()
}

fn claim(entry: &Yaml, path: &Path) -> anyhow::Result<Claim> {
    match entry.text_at(&["entry_type"]) {
        Some("violation_sequence") => {}
        Some("invariant_set") => bail!(
            "it says that the program is correct, so there is nothing to run into\nhelp: `raddle check` checks the program"
        ),
        _ => bail!("it has no entry of type violation_sequence"),
    }
    let task = entry.get("metadata").and_then(|metadata| metadata.get("task"));
    let task = task.context("it does not say which program it is about")?;
    let specification = task.text_at(&["specification"]).context("it has no specification")?;
    let description = entry.text_at(&["metadata", "producer", "description"]).unwrap_or_default();
    let hints = match description.strip_prefix(HINTS_MARK) {
        Some(hints) => {
            serde_json::from_str(hints).context("the description of its producer is damaged")?
        }
        None => ReplayHints::default(),
    };
    let mut targets = Vec::new();
    let mut returns = Vec::new();
    let segments = entry.get("content").map_or(&[][..], Yaml::items);
    let waypoints = segments
        .iter()
        .filter_map(|segment| segment.get("segment"))
        .flat_map(Yaml::items)
        .filter_map(|point| point.get("waypoint"))
        .filter(|point| point.text_at(&["action"]) == Some("follow"));
    for point in waypoints {
        let line = point.text_at(&["location", "line"]).and_then(|line| line.parse().ok());
        let line = line.context("a waypoint has no line")?;
        match point.text_at(&["type"]) {
            Some("target") => {
                let file = point.text_at(&["location", "file_name"]).unwrap_or_default();
                targets.push((file.to_owned(), line));
            }
            Some("function_return") => {
                let value = point.text_at(&["constraint", "value"]).and_then(result_value);
                returns.extend(value.map(|value| Returned { line, value }));
            }
            _ => {}
        }
    }
    ensure!(!targets.is_empty(), "it has no target");
    Ok(Claim {
        questions: svcomp::questions(specification)?,
        targets,
        returns,
        hints,
        files: files(task, path)?,
        bits32: task.text_at(&["data_model"]) == Some("ILP32"),
    })
}

/// The value in `\result == 5`.
fn result_value(constraint: &str) -> Option<String> {
    let (left, right) = constraint.split_once("==")?;
    let value = match (left.trim(), right.trim()) {
        ("\\result", value) | (value, "\\result") => value,
        _ => return None,
    };
    Some(value.to_owned())
}

/// Names are relative to where the verifier ran, or to the witness.
fn files(task: &Yaml, witness: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let names = task.get("input_files").map_or(&[][..], Yaml::items).iter().filter_map(Yaml::text);
    let beside = witness.parent().unwrap_or(Path::new(""));
    let found = names.map(|name| {
        let places = [PathBuf::from(name), beside.join(name)];
        let by_name = Path::new(name).file_name().map(|name| beside.join(name));
        let place = places.into_iter().chain(by_name).find(|place| place.is_file());
        place.with_context(|| format!("the program {name} is not there"))
    });
    found.collect()
}

fn replay_claim(
    claim: &Claim,
    witness: &Path,
    trusted: bool,
    budget: &Budget,
) -> anyhow::Result<Witnessed> {
    let mut check = check_arguments(claim)?;
    trust::demand_harmless(&check.input, witness, trusted)?;
    // Nothing is written that only the witness asks for.
    check.output.log_queries = None;
    svcomp::prepare(&mut check)?;
    let program = load_program(&check.input, budget)?;
    let mut options = check.options();
    options.first = false;
    let mut values: BTreeMap<String, String> = claim.hints.inputs.clone();
    let mut finding = blank_finding(claim);
    for _ in 0..MOST_ROUNDS {
        finding.inputs = values.iter().map(|(name, bits)| input(name, bits)).collect();
        let mut met = None;
        let replayed = raddle_explore::replay_towards(
            &program,
            &options,
            budget,
            &finding,
            &mut |code, place| {
                let fits = claim.accepts(code, place);
                if fits {
                    met = Some((code, place.cloned()));
                }
                fits
            },
        )?;
        if let (true, Some((code, place))) = (replayed.confirmed, met) {
            let found = confirmed(&program, finding, replayed, code, place);
            return Ok(Witnessed { finding: Some(found), place: claim.place() });
        }
        let steps = raddle_explore::trace_steps(&program, &replayed);
        if budget.is_spent() || !assign(&steps, claim, &mut values) {
            break;
        }
    }
    Ok(Witnessed { finding: None, place: claim.place() })
}

/// The flags of the check: Raddle's own witnesses have them all, for others the task says enough.
fn check_arguments(claim: &Claim) -> anyhow::Result<CheckArguments> {
    let words: Vec<String> = if claim.hints.command.is_empty() {
        let files = claim.files.iter().map(|file| file.display().to_string());
        let bits = claim.bits32.then(|| "--m32".to_owned());
        let head = ["check", "--no-config"].map(str::to_owned);
        head.into_iter().chain(bits).chain(files).collect()
    } else {
        claim.hints.command.clone()
    };
    let words = std::iter::once("raddle".to_owned()).chain(words);
    let spelled = compiler_spellings(words.map(Into::into));
    let Command::Check(mut check) = CommandLine::try_parse_from(spelled)?.command else {
        bail!("the witness does not come from a check");
    };
    if claim.hints.command.is_empty() {
        check.question.properties = svcomp::properties(&claim.questions);
    }
    Ok(*check)
}

impl Claim {
    /// Whether a fault is the claimed one: of a kind the property is about, at a target.
    fn accepts(&self, code: &str, place: Option<&Location>) -> bool {
        let property = codes::by_code(code).map_or("", |info| info.property);
        let question = svcomp::questions(&specification_of(property, code)).unwrap_or_default();
        let asked = question.iter().any(|question| self.questions.contains(question));
        let name = |file: &str| file.rsplit('/').next().unwrap_or_default().to_owned();
        asked
            && place.is_some_and(|place| {
                self.targets.iter().any(|(file, line)| {
                    *line == place.line && (file.is_empty() || name(file) == name(&place.file))
                })
            })
    }

    fn place(&self) -> String {
        self.targets.first().map_or(String::new(), |(file, line)| format!("{file}:{line}"))
    }
}

/// Gives the inputs of a run the values of the witness, in order; whether anything became known.
fn assign(steps: &[TraceStep], claim: &Claim, values: &mut BTreeMap<String, String>) -> bool {
    let before = values.len();
    let mut returns = claim.returns.iter();
    let mut next = returns.next();
    for step in steps.iter().filter(|step| step.kind == "input") {
        let Some(returned) = next else { break };
        let name = step.text.split(" = ").next().unwrap_or_default();
        let line = step.location.as_ref().map_or(0, |place| place.line);
        if claim.hints.inputs.contains_key(name) || line != returned.line {
            continue;
        }
        if let Some(bits) = bits(name, &returned.value) {
            values.entry(name.to_owned()).or_insert(bits);
        }
        next = returns.next();
    }
    values.len() > before
}

/// A value of C as hexadecimal digits, least significant byte first.
fn bits(name: &str, value: &str) -> Option<String> {
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let value = value.trim_matches(['(', ')', ' ']);
    if name.starts_with("nondet_float") {
        return value
            .trim_end_matches(['f', 'F'])
            .parse::<f32>()
            .ok()
            .map(|value| hex(&value.to_le_bytes()));
    }
    if name.starts_with("nondet_double") {
        return value.parse::<f64>().ok().map(|value| hex(&value.to_le_bytes()));
    }
    let (digits, negative) =
        value.strip_prefix('-').map_or((value, false), |digits| (digits, true));
    let digits = digits.trim_end_matches(['u', 'U', 'l', 'L']);
    let magnitude = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(digits) => u128::from_str_radix(digits, 16).ok()?,
        None => digits.parse().ok()?,
    };
    let number = if negative { magnitude.wrapping_neg() } else { magnitude };
    Some(hex(&number.to_le_bytes()))
}

fn input(name: &str, bits: &str) -> Input {
    Input {
        name: name.to_owned(),
        ty: String::new(),
        value: String::new(),
        bits: bits.to_owned(),
        hidden: false,
        location: None,
    }
}

/// What a replay needs of a finding: inputs come later.
fn blank_finding(claim: &Claim) -> Finding {
    let schedule = claim.hints.schedule.iter();
    let threads = claim.hints.threads.iter();
    Finding {
        id: String::new(),
        code: String::new(),
        kind: String::new(),
        property: String::new(),
        message: String::new(),
        location: None,
        related: Vec::new(),
        stack: Vec::new(),
        inputs: Vec::new(),
        schedule: schedule.map(|&thread| ScheduleStep::of(thread)).collect(),
        threads: threads.map(|&(parent, nth)| ThreadPath { parent, nth }).collect(),
        replayed: true,
        behind: Vec::new(),
        heap: None,
        context: Vec::new(),
        certainty: None,
        without: Vec::new(),
        suppressed: None,
        known: false,
        trace: Vec::new(),
        elements: Vec::new(),
    }
}

fn confirmed(
    program: &Program,
    mut finding: Finding,
    replayed: Replayed,
    code: &str,
    place: Option<Location>,
) -> Finding {
    let info = codes::by_code(code);
    finding.trace = raddle_explore::trace_steps(program, &replayed);
    finding.message = replayed.message.unwrap_or_default();
    finding.code = code.to_owned();
    finding.kind = info.map_or("", |info| info.kind).to_owned();
    finding.property = info.map_or("", |info| info.property).to_owned();
    finding.location = place;
    // Their values are in the trace, with types and places that a witness does not have.
    finding.inputs = Vec::new();
    finding
}

#[cfg(test)]
mod tests {
    use super::{bits, result_value};

    #[test]
    fn values_of_c() {
        assert_eq!(
            bits("nondet_int#0", "-1").map(|bits| bits[..8].to_owned()).as_deref(),
            Some("ffffffff")
        );
        assert_eq!(
            bits("nondet_uint#0", "0x10U").map(|bits| bits[..4].to_owned()).as_deref(),
            Some("1000")
        );
        assert_eq!(bits("nondet_float#0", "1.0").as_deref(), Some("0000803f"));
        assert_eq!(bits("nondet_int#0", "x + 1"), None);
        assert_eq!(result_value("\\result == 5").as_deref(), Some("5"));
        assert_eq!(result_value("5==\\result").as_deref(), Some("5"));
        assert_eq!(result_value("x > 5"), None);
    }
}
