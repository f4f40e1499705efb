//! The properties that a request is about, as people and reports know them.

use raddle_findings::Report;
use raddle_ir::Program;
use raddle_machine::FaultKind;
use raddle_plan::{Options, Property as Class, default_properties};
use raddle_properties::{Asked, Property, PropertyKind};

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

/// The class that a kind of property belongs to.
pub fn class(kind: PropertyKind) -> Class {
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

/// What can go wrong with a kind of property.
pub fn fault_kinds(kind: PropertyKind) -> Vec<FaultKind> {
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
        context: Vec::new(),
        memory_model: raddle_findings::sequential_consistency(),
        refuted: Vec::new(),
        fragments: Vec::new(),
        abstract_systems: Vec::new(),
        tree: None,
        unmodelled: Vec::new(),
    }
}

/// The classes of properties that a request is about, as reports call them.
pub fn property_names(program: &Program, options: &Options) -> Vec<String> {
    let classes = options.properties.clone().unwrap_or_else(|| default_properties(program));
    classes.into_iter().map(|class| class.name().to_owned()).collect()
}
