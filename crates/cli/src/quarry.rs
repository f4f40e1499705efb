//! What `raddle hunt` is asked to go to: flags, and what they mean in a program.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, ValueEnum};
use raddle_findings::Finding;
use raddle_ir::Program;
use raddle_pointsto::CallGraph;
use raddle_target::{
    Condition, Goal, Place, Resolved, accesses, resolve, with_conditions, with_encounter,
};

use crate::errands::{HuntErrand, HuntSearch, TargetText};
use crate::output::print_line_to_stderr;
use crate::paths;
use crate::suspicions;

/// What to hunt for.
#[derive(Args, Debug)]
#[command(next_help_heading = "Targets")]
pub(crate) struct QuarryArguments {
    // In front of the targets, whose places on the command line are gone once they are read.
    #[command(flatten)]
    conditions: Conditions,
    /// A line to be reached; given several times, distinct threads have to stand at each of them at once
    #[arg(long = "target", value_name = "FILE:LINE", display_order = 0)]
    targets: Vec<String>,
    /// The place of a property that `raddle properties` lists, as a target
    #[arg(long = "target-property", value_name = "ID")]
    target_properties: Vec<String>,
    /// Two targets are accesses to the same memory, one of them a write and one not atomic: a data race
    #[arg(long)]
    same_memory: bool,
    /// Targets from SARIF, from a report of ThreadSanitizer, or from warnings of a compiler; each is hunted on its own
    #[arg(long = "targets", value_name = "FILE")]
    suspicions: Vec<PathBuf>,
    /// Write what lies on the ways to the targets as a graph for Graphviz: calls, branches with the wanted side, writes that turn them
    #[arg(long, value_name = "FILE.dot")]
    pub(crate) show_abstract: Option<PathBuf>,
    /// Which of the two searches to use: both side by side, or one of them, for measurements
    #[arg(long, value_name = "WHICH", default_value = "both", hide = true)]
    pub(crate) search_with: SearchWith,
}

/// Conditions, each with the number of the `--target` in front of it.
#[derive(Clone, Debug, Default)]
struct Conditions(Vec<(Option<usize>, String)>);

const CONDITION: &str = "condition";

impl Args for Conditions {
    fn augment_args(command: clap::Command) -> clap::Command {
        let help = "What has to hold at the --target in front of it, when all threads are where they are to be: a C expression over variables that are known there";
        let argument = clap::Arg::new(CONDITION)
            .long(CONDITION)
            .value_name("CONDITION")
            .action(clap::ArgAction::Append)
            .requires("targets")
            .display_order(0)
            .help(help);
        command.arg(argument)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Conditions::augment_args(command)
    }
}

impl clap::FromArgMatches for Conditions {
    fn from_arg_matches(matches: &clap::ArgMatches) -> Result<Self, clap::Error> {
        let places = |name| matches.indices_of(name).into_iter().flatten();
        let targets: Vec<usize> = places("targets").collect();
        let texts = matches.get_many::<String>(CONDITION).into_iter().flatten();
        let mut all = Vec::new();
        for (at, text) in places(CONDITION).zip(texts) {
            let before = targets.iter().filter(|&&target| target < at).count();
            all.push((before.checked_sub(1), text.clone()));
        }
        Ok(Conditions(all))
    }

    fn update_from_arg_matches(&mut self, matches: &clap::ArgMatches) -> Result<(), clap::Error> {
        *self = Conditions::from_arg_matches(matches)?;
        Ok(())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SearchWith {
    Both,
    Guided,
    Exhaustive,
}

/// One thing to hunt for.
pub(crate) struct Quarry {
    pub(crate) resolved: Vec<Resolved>,
    /// For each of the first targets the condition there.
    pub(crate) conditions: Vec<Option<Condition>>,
    /// Two accesses that meet.
    pub(crate) same_memory: bool,
    /// What another tool says of it.
    pub(crate) message: Option<String>,
}

pub(crate) fn quarries(
    arguments: &QuarryArguments,
    program: &Program,
) -> anyhow::Result<Vec<Quarry>> {
    let mut all = Vec::new();
    let named = named(arguments, program)?;
    if !named.is_empty() {
        let conditions = conditions(&arguments.conditions, named.len())?;
        let same_memory = arguments.same_memory;
        let resolved = if same_memory { two_accesses(program, named)? } else { named };
        anyhow::ensure!(
            !same_memory || conditions.iter().all(Option::is_none),
            "--same-memory is a condition of its own; it cannot be combined with --condition"
        );
        all.push(Quarry { resolved, conditions, same_memory, message: None });
    }
    for path in &arguments.suspicions {
        let is_known = |place: &Place| resolve(program, place).is_ok();
        for suspicion in suspicions::read(path, &is_known)? {
            let resolved: Result<Vec<Resolved>, _> =
                suspicion.places.iter().map(|place| resolve(program, place)).collect();
            let (resolved, message) = (resolved?, Some(suspicion.message));
            all.push(Quarry { resolved, conditions: Vec::new(), same_memory: false, message });
        }
    }
    anyhow::ensure!(
        !all.is_empty(),
        "nothing to hunt for; name a line with --target FILE:LINE, a property with --target-property ID, or a report of another tool with --targets FILE"
    );
    Ok(all)
}

/// The targets named by flags, which are one goal.
fn named(arguments: &QuarryArguments, program: &Program) -> anyhow::Result<Vec<Resolved>> {
    let mut resolved: Vec<Resolved> = Vec::new();
    for text in &arguments.targets {
        let place = Place::parse(text)?;
        resolved.push(resolve(program, &place)?);
    }
    for id in &arguments.target_properties {
        resolved.push(place_of_property(program, id)?);
    }
    Ok(resolved)
}

/// Two lines as the accesses on them.
fn two_accesses(program: &Program, named: Vec<Resolved>) -> anyhow::Result<Vec<Resolved>> {
    anyhow::ensure!(
        named.len() == 2,
        "--same-memory needs two --target lines, not {}",
        named.len()
    );
    let of_line = |line: &Resolved| {
        accesses(program, line).with_context(|| {
            let file = paths::shown(&program.files[line.file].path);
            format!(
                "{file}:{} has no access to memory that --same-memory could be about",
                line.line
            )
        })
    };
    named.iter().map(of_line).collect()
}

/// The condition of each target; several at one are a conjunction.
fn conditions(given: &Conditions, targets: usize) -> anyhow::Result<Vec<Option<Condition>>> {
    let mut texts: Vec<Vec<&str>> = vec![Vec::new(); targets];
    for (target, text) in &given.0 {
        // Each on its own first: a mistake is shown where it is.
        Condition::parse(text).map_err(|error| anyhow::anyhow!("--condition: {error}"))?;
        let target = target.with_context(|| {
            format!("--condition \"{text}\" belongs behind the --target that it is about")
        })?;
        texts[target].push(text);
    }
    let together = |texts: Vec<&str>| match &texts[..] {
        [] => Ok(None),
        [one] => Condition::parse(one).map(Some),
        several => Condition::parse(&format!("({})", several.join(") && ("))).map(Some),
    };
    let all: Result<Vec<_>, _> = texts.into_iter().map(together).collect();
    all.map_err(|error| anyhow::anyhow!("--condition: {error}"))
}

impl Quarry {
    pub(crate) fn errand(&self, program: &Program, search: HuntSearch) -> HuntErrand {
        let text = |condition: &Condition| condition.text().to_owned();
        let conditions = self.conditions.iter().map(|one| one.as_ref().map(text)).collect();
        let targets = self.resolved.iter().map(|one| TargetText::of(program, one)).collect();
        HuntErrand { targets, conditions, same_memory: self.same_memory, search }
    }

    pub(crate) fn goal(&self, program: &Program) -> anyhow::Result<Goal> {
        if let (true, [one, other]) = (self.same_memory, &self.resolved[..]) {
            return Ok(with_encounter(program, &[one.clone(), other.clone()]));
        }
        with_conditions(program, &self.resolved, &self.conditions)
            .map_err(|error| anyhow::anyhow!("--condition: {error}"))
    }
}

pub(crate) fn names(program: &Program, quarry: &Quarry) -> Vec<String> {
    let name = |(index, target): (usize, &Resolved)| {
        let place = format!("{}:{}", paths::shown(&program.files[target.file].path), target.line);
        match quarry.conditions.get(index) {
            Some(Some(condition)) => format!("{place} with {}", condition.text()),
            _ => place,
        }
    };
    quarry.resolved.iter().enumerate().map(name).collect()
}

/// What a finding was hunted as, for its replay.
pub(crate) struct Pursued {
    /// The program with the goal in it.
    pub(crate) goal: Goal,
    pub(crate) targets: Vec<Resolved>,
    pub(crate) same_memory: bool,
    pub(crate) has_conditions: bool,
}

/// What a finding was hunted as.
pub(crate) fn pursued(
    arguments: &QuarryArguments,
    program: &Program,
    finding: &Finding,
) -> anyhow::Result<Pursued> {
    let quarries = quarries(arguments, program)?;
    let place = finding.location.as_ref();
    // The finding stands at one of its targets. Several goals may share it: the message tells them apart.
    let fits = |quarry: &&Quarry| {
        quarry.resolved.iter().any(|target| place.is_some_and(|place| place.line == target.line))
    };
    let quarry = quarries.iter().find(fits).or(quarries.first());
    let quarry = quarry.context("the hunt that made the finding has no targets any more")?;
    Ok(Pursued {
        goal: quarry.goal(program)?,
        targets: quarry.resolved.clone(),
        same_memory: quarry.same_memory,
        has_conditions: quarry.conditions.iter().any(Option::is_some),
    })
}

fn place_of_property(program: &Program, id: &str) -> anyhow::Result<Resolved> {
    use raddle_properties::{Asked, properties};
    let asked = Asked { assert: true, ..Asked::default() };
    let all = properties(program, asked);
    let found = all.iter().find(|property| property.id == id).with_context(|| {
        format!(
            "the program has no assertion, error or check `{id}`; `raddle properties` lists them"
        )
    })?;
    let place = found.loc.get().with_context(|| format!("`{id}` has no place of its own"))?;
    Ok(Resolved { file: place.file, line: place.line, positions: found.targets.clone() })
}

/// A target in code that nothing calls is unreachable, and probably a mistake.
pub(crate) fn note_if_never_called(program: &Program, target: &Resolved, calls: &CallGraph) {
    let reachable = calls.reachable();
    if target.positions.iter().any(|at| reachable.contains(&at.func)) {
        return;
    }
    let names: Vec<&str> =
        target.positions.iter().map(|at| &*program.functions[at.func].name).collect();
    let place = format!("{}:{}", paths::shown(&program.files[target.file].path), target.line);
    print_line_to_stderr(&format!(
        "note: {place} is in {}, which nothing calls",
        names.first().copied().unwrap_or("a function")
    ));
}

/// Several targets are for distinct threads; where only the main thread comes to each of them, that is probably a mistake.
pub(crate) fn note_if_one_thread(program: &Program, targets: &[Resolved], calls: &CallGraph) {
    let by_main = calls.reachable_from(calls.roots.iter().copied());
    let by_others = calls.reachable_from(calls.starts.iter().map(|start| start.0));
    let only_main = |target: &Resolved| {
        let functions = || target.positions.iter().map(|at| at.func);
        functions().any(|func| by_main.contains(&func))
            && !functions().any(|func| by_others.contains(&func))
    };
    if targets.len() > 1 && targets.iter().all(only_main) {
        let places = targets.iter().map(|target| {
            format!("{}:{}", paths::shown(&program.files[target.file].path), target.line)
        });
        let places: Vec<String> = places.collect();
        print_line_to_stderr(&format!(
            "note: only the main thread comes to {}; targets are for distinct threads, so they are not reached at once",
            places.join(" and ")
        ));
    }
}
