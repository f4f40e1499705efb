//! One property on its own: the program without the other assertions, guided to what is left (Wen and Yang, Algorithm 1).
//!
//! With one thread, or all interleavings, sides of branches that cannot lead to the property are not taken. Under partial-order reduction a
//! run must not end early, because later operations show which earlier ones have to be tried in another order; there the slice of
//! the one property does the work (its events outside are independent of all others).
//!
//! A violation that was found without the other assertions may be out of reach with them. So it is run again with all of them; if one
//! of them fails first, a way around is looked for; and if there is none, the finding says what it is *behind*.

use std::sync::Arc;

use raddle_budget::Budget;
use raddle_findings::{Finding, Report};
use raddle_ir::Program;
use raddle_machine::{
    Config, FaultKind, Focus, OF_MEMORY, OF_VARIABLE, Property as Class, SetupError,
};
use raddle_properties::{Asked, Guide, Property, PropertyKind, only, properties};

use crate::assemble::finding_kind;
use crate::ledger::property_name;
use crate::options::{Aim, Observer, Options, Reduce, Slicing, Strategy};
use crate::replay::{replay_finding, replay_towards};
use crate::search::{self, default_properties, uses_threads};
use crate::slicing::{analysis_expired, entry_function};

/// Which properties a request asks about.
pub fn asked(program: &Program, options: &Options) -> Asked {
    let classes = options.properties.clone().unwrap_or_else(|| default_properties(program));
    Asked {
        assert: classes.contains(&Class::Assert),
        memory: classes.contains(&Class::Memory),
        leak: classes.contains(&Class::Leak),
        overflow: classes.contains(&Class::Overflow),
        race: classes.contains(&Class::Race),
        deadlock: classes.contains(&Class::Deadlock),
    }
}

/// The place of a property in the form of reports.
pub fn located(program: &Program, property: &Property) -> Option<raddle_findings::Location> {
    property.loc.get().map(|place| raddle_findings::Location {
        file: program.files[place.file].path.clone(),
        line: place.line,
        column: place.column,
        function: property.func.map(|func| program.functions[func].name.clone()),
    })
}

/// The program without the assertions that were removed when a finding was made, as its replay needs it.
pub fn without(program: &Program, finding: &Finding) -> Program {
    let ids = &finding.without;
    let all = properties(program, Asked { assert: true, ..Asked::default() });
    let kept: Vec<&Property> = all.iter().filter(|property| !ids.contains(&property.id)).collect();
    only(program, &kept, finding.property != "assert")
}

/// Checks one of the properties that `raddle_properties::properties` lists; `guided`: skip what cannot come there.
pub fn check_property(
    program: &Program,
    options: &Options,
    property: &Property,
    guided: bool,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Report, SetupError> {
    let kept: &[&Property] = if property.kind.is_call() { &[property] } else { &[] };
    let version = only(program, kept, keeps_expressions(property.kind));
    let mut request = aimed(&version, options, property, guided, budget)?;
    request.emit_tests = false;
    let mut report = search::check(&version, &request, budget, observer)?;
    for finding in &mut report.findings {
        place_behind(program, options, property, finding, budget)?;
    }
    // What was removed was not reached either.
    let own = located(program, property);
    report.vacuous.retain(|place| {
        own.as_ref().is_some_and(|own| (own.line, own.column) == (place.line, place.column))
    });
    Ok(report)
}

/// The request for one property in a version of the program.
fn aimed(
    version: &Program,
    options: &Options,
    property: &Property,
    guided: bool,
    budget: &Budget,
) -> Result<Options, SetupError> {
    let expired = || analysis_expired(budget);
    let entry = entry_function(version, options.function.as_deref())?;
    // Removing others has moved what is left.
    let listed = properties(version, all_asked());
    let here = listed.iter().find(|other| other.id == property.id);
    let targets = here.map_or(&[][..], |property| &property.targets);
    let reducing = uses_threads(version) && options.reduce == Reduce::Dpor;
    let directed = !targets.is_empty();
    let guide = directed.then(|| Guide::new(version, entry, targets, &expired)).flatten();
    let guide = guide.map(Arc::new);
    Ok(Options {
        properties: Some(vec![class(property.kind)]),
        aim: Some(Aim { focus: focus(property), guide, skip: guided && !reducing }),
        slice: if guided && reducing && directed { Slicing::On } else { options.slice },
        ..options.clone()
    })
}

/// Whether what other assertions access can violate the property.
fn keeps_expressions(kind: PropertyKind) -> bool {
    class(kind) != Class::Assert
}

fn all_asked() -> Asked {
    Asked { assert: true, memory: true, leak: true, overflow: true, race: true, deadlock: true }
}

fn class(kind: PropertyKind) -> Class {
    match kind {
        PropertyKind::Assertion
        | PropertyKind::ReachError
        | PropertyKind::Check
        | PropertyKind::Target
        | PropertyKind::Trap => Class::Assert,
        PropertyKind::Memory => Class::Memory,
        PropertyKind::Overflow => Class::Overflow,
        PropertyKind::Leak => Class::Leak,
        PropertyKind::Race => Class::Race,
        PropertyKind::Deadlock => Class::Deadlock,
    }
}

fn focus(property: &Property) -> Focus {
    let grouped = matches!(property.kind, PropertyKind::Memory | PropertyKind::Overflow);
    Focus { kinds: fault_kinds(property.kind), func: property.func.filter(|_| grouped) }
}

/// What can go wrong with a kind of property.
pub(crate) fn fault_kinds(kind: PropertyKind) -> Vec<FaultKind> {
    match kind {
        PropertyKind::Assertion => vec![FaultKind::Assertion],
        PropertyKind::ReachError => vec![FaultKind::ReachError],
        PropertyKind::Check => vec![FaultKind::Check, FaultKind::Invariant],
        PropertyKind::Target => vec![FaultKind::Target],
        PropertyKind::Trap => vec![FaultKind::Trap, FaultKind::Abort, FaultKind::Unreachable],
        PropertyKind::Memory
        | PropertyKind::Overflow
        | PropertyKind::Leak
        | PropertyKind::Race
        | PropertyKind::Deadlock => {
            let class = class(kind);
            FaultKind::ALL.iter().copied().filter(|kind| kind.property() == class).collect()
        }
    }
}

/// Finds out whether a violation can be met with all assertions in place, and what it is behind if not.
fn place_behind(
    program: &Program,
    options: &Options,
    property: &Property,
    finding: &mut Finding,
    budget: &Budget,
) -> Result<(), SetupError> {
    let class = Some(vec![class(property.kind)]);
    let plain = Options { properties: class, aim: None, ..options.clone() };
    if replay_finding(program, &plain, budget, finding)?.confirmed {
        return place_behind_memory(program, options, property, budget, finding);
    }
    let all = properties(program, Asked { assert: true, ..Asked::default() });
    let others: Vec<&Property> =
        all.iter().filter(|other| other.kind.is_call() && other.id != property.id).collect();
    // Around the others, if there is a way: they stay, and only the property counts.
    let mut around = aimed(program, options, property, true, budget)?;
    around.first = true;
    let found = search::check(program, &around, budget, &mut ())?;
    let same = |other: &&Finding| other.code == finding.code && other.location == finding.location;
    if let Some(free) = found.findings.iter().find(same) {
        *finding = free.clone();
        return Ok(());
    }
    finding.without = others.iter().map(|other| other.id.clone()).collect();
    for &other in &others {
        let mut kept = vec![other];
        kept.extend(property.kind.is_call().then_some(property));
        let version = only(program, &kept, keeps_expressions(property.kind));
        let own_class = Some(vec![Class::Assert, self::class(property.kind)]);
        let request = Options { properties: own_class, aim: None, ..options.clone() };
        let place = located(program, other);
        let met = replay_towards(&version, &request, budget, finding, &mut |_, at| {
            at.zip(place.as_ref()).is_some_and(|(at, place)| {
                (at.line, at.column, &at.file) == (place.line, place.column, &place.file)
            })
        })?;
        if met.confirmed {
            finding.behind.push(other.id.clone());
        }
    }
    Ok(())
}

/// What depends on memory that nobody wrote is behind that use of memory, if memory is looked at by another check.
fn place_behind_memory(
    program: &Program,
    options: &Options,
    property: &Property,
    budget: &Budget,
    finding: &mut Finding,
) -> Result<(), SetupError> {
    let uninitialised = |input: &raddle_findings::Input| {
        input.name.starts_with(OF_MEMORY) || input.name.starts_with(OF_VARIABLE)
    };
    if !asked(program, options).memory || !finding.inputs.iter().any(uninitialised) {
        return Ok(());
    }
    let both = Some(vec![Class::Memory, class(property.kind)]);
    let request = Options { properties: both, aim: None, ..options.clone() };
    let own = finding_kind(FaultKind::Uninitialised).code();
    let mut within = None;
    let met = replay_towards(program, &request, budget, finding, &mut |code, at| {
        within = at.and_then(|at| at.function.clone());
        code == own
    })?;
    if met.confirmed {
        let memory = properties(program, Asked { memory: true, ..Asked::default() });
        let named = |other: &&Property| {
            let func = other.func.map(|func| &program.functions[func]);
            let name = func.map(|func| func.source_name.as_ref().unwrap_or(&func.name));
            within.is_some() && name == within.as_ref()
        };
        finding.behind.extend(memory.iter().find(named).map(|other| other.id.clone()));
    }
    Ok(())
}

/// Puts the way to what is looked for into the machine's request.
pub(crate) fn guide(
    program: &Program,
    options: &Options,
    classes: &[Class],
    config: &mut Config,
) -> Result<(), SetupError> {
    config.guide_orders = options.strategy == Strategy::Distance;
    if let Some(aim) = &options.aim {
        config.guide.clone_from(&aim.guide);
        config.guide_cuts = aim.skip && aim.guide.is_some();
    } else if config.guide_orders {
        let request = Options { properties: Some(classes.to_vec()), ..options.clone() };
        let all = properties(program, asked(program, &request));
        let targets: Vec<_> = all.iter().flat_map(|one| one.targets.iter().copied()).collect();
        let entry = entry_function(program, options.function.as_deref())?;
        let expired = || analysis_expired(&config.budget);
        let guide =
            (!targets.is_empty()).then(|| Guide::new(program, entry, &targets, &expired)).flatten();
        config.guide = guide.map(Arc::new);
    }
    Ok(())
}

/// The report of a check with nothing to check.
pub fn empty_report(program: &Program, options: &Options) -> Report {
    Report {
        schema_version: raddle_findings::SCHEMA_VERSION,
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        files: Vec::new(),
        properties: property_names(program, options),
        verdict: raddle_findings::Verdict::Safe,
        reasons: Vec::new(),
        assumptions: Vec::new(),
        findings: Vec::new(),
        vacuous: Vec::new(),
        coverage: raddle_findings::Coverage::default(),
        stats: raddle_findings::Stats::default(),
        by_property: Vec::new(),
        fragments: Vec::new(),
        context: Vec::new(),
        tree: None,
    }
}

/// The classes of properties that a request is about, as reports call them.
pub fn property_names(program: &Program, options: &Options) -> Vec<String> {
    let classes = options.properties.clone().unwrap_or_else(|| default_properties(program));
    classes.into_iter().map(|class| property_name(class).to_owned()).collect()
}
