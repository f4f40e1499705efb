//! The abstract system of a hunt for people: as elements of a finding, as JSON, and as a graph in the language of Graphviz.

use std::fmt::Write;

use raddle_budget::Budget;
use raddle_findings::{AbstractElement, Location, TraceStep};
use raddle_ir::Program;
use raddle_pointsto::PointsTo;
use raddle_report::printable;
use raddle_target::{Element, ElementKind, Resolved, System, system};
use serde_json::{Value, json};

use crate::paths;

/// The system of some targets, and its elements in words.
pub(crate) struct Shown {
    system: System,
    pub(crate) elements: Vec<AbstractElement>,
}

impl Shown {
    /// `trace` is the run that was found, if one was.
    pub(crate) fn new(
        program: &Program,
        entry: Option<&str>,
        targets: &[Resolved],
        trace: &[TraceStep],
        budget: &Budget,
    ) -> Option<Shown> {
        let entry = program.function(entry.unwrap_or("main"))?;
        let positions: Vec<_> =
            targets.iter().flat_map(|target| target.positions.iter().copied()).collect();
        let expired = || raddle_explore::analysis_expired(budget);
        let system = system(program, &PointsTo::new(program, entry, &expired)?, &positions);
        let told = |element: &Element| told(program, element, trace);
        let elements = system.elements.iter().map(told).collect();
        Some(Shown { system, elements })
    }

    /// Elements in the order in which the run served them, then the others.
    pub(crate) fn in_order(&self) -> Vec<AbstractElement> {
        let mut elements = self.elements.clone();
        elements.sort_by_key(|element| element.step.unwrap_or(u32::MAX));
        elements
    }

    pub(crate) fn json(&self) -> Value {
        json!({ "elements": self.elements, "edges": self.system.edges, "complete": !self.system.cut })
    }

    /// A graph; what the run did of it is filled.
    pub(crate) fn dot(&self) -> String {
        let mut text = String::from("digraph abstract {\n  node [fontname=\"monospace\"];\n");
        for (index, element) in self.elements.iter().enumerate() {
            let shape = match &*element.kind {
                "target" => "doubleoctagon",
                "branch" => "diamond",
                "definition" => "ellipse",
                _ => "box",
            };
            let place = element.location.as_ref();
            let place = place.map(|at| format!("{}:{}", at.file, at.line)).unwrap_or_default();
            let label = printable(&format!("{} ({place})", element.text)).replace(['"', '\\'], "'");
            let style = if element.step.is_some() { ", style=filled" } else { "" };
            let _ = writeln!(text, "  e{index} [shape={shape}, label=\"{label}\"{style}];");
        }
        for (from, to) in &self.system.edges {
            let _ = writeln!(text, "  e{from} -> e{to};");
        }
        text + "}\n"
    }
}

/// An element in words, with the first step of a run that is it.
fn told(program: &Program, element: &Element, trace: &[TraceStep]) -> AbstractElement {
    let data = element.at.data(program);
    let loc = data.insts.get(element.at.inst as usize).map_or(data.terminator_loc, |inst| inst.loc);
    let location = loc.get().map(|place| Location {
        file: paths::shown(&program.files[place.file].path),
        line: place.line,
        column: place.column,
        function: Some(program.functions[element.at.func].name.clone()),
    });
    let (kind, text) = match element.kind {
        ElementKind::Target => ("target", "the target".to_owned()),
        ElementKind::Call(func) => {
            ("call", format!("call or start of {}", program.functions[func].name))
        }
        ElementKind::Branch(Some(true)) => ("branch", "a condition that has to hold".to_owned()),
        ElementKind::Branch(Some(false)) => ("branch", "a condition that must not hold".to_owned()),
        ElementKind::Branch(None) => ("branch", "a branch that decides about it".to_owned()),
        ElementKind::Definition => ("definition", "a write that may turn a branch".to_owned()),
    };
    let is_here = |step: &&TraceStep| {
        let at = step.location.as_ref().zip(location.as_ref());
        at.is_some_and(|(one, other)| (&one.file, one.line) == (&other.file, other.line))
    };
    let fits = |step: &TraceStep| match kind {
        "branch" => step.kind == "branch",
        "definition" => matches!(&*step.kind, "write" | "update" | "input" | "call"),
        _ => true,
    };
    let here = || (0u32..).zip(trace).filter(|(_, step)| is_here(step));
    let step = here()
        .find(|(_, step)| fits(step))
        .or_else(|| here().next().filter(|_| kind != "definition"));
    let step = step.map(|(index, _)| index);
    AbstractElement { kind: kind.to_owned(), text, location, step }
}
