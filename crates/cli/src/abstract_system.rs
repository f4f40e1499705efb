//! The abstract system of a hunt for people: as data of the report, and as a graph in the language of Graphviz.

use std::fmt::Write;

use raddle_findings::{AbstractElement, AbstractSystem, AbstractTrace, Location, TraceStep};
use raddle_ir::Program;
use raddle_report::printable;
use raddle_target::{Element, ElementKind, System, Trace};

use crate::paths;

/// The system of some targets in words. `trace` is the run that was found, if one was.
pub(crate) fn told(
    program: &Program,
    system: &System,
    targets: &[String],
    trace: &[TraceStep],
) -> AbstractSystem {
    let traced = |one: &Trace| AbstractTrace { target: one.target, elements: one.elements.clone() };
    AbstractSystem {
        targets: targets.to_vec(),
        finding: None,
        elements: system.elements.iter().map(|one| element(program, one, trace)).collect(),
        edges: system.edges.clone(),
        turns: system.turns.clone(),
        traces: system.traces.iter().map(traced).collect(),
        complete: !system.cut,
    }
}

/// Elements in the order in which the run served them, then the others.
pub(crate) fn in_order(system: &AbstractSystem) -> Vec<AbstractElement> {
    let mut elements = system.elements.clone();
    elements.sort_by_key(|one| (one.step.unwrap_or(u32::MAX), one.kind != "start"));
    elements
}

/// A graph, function by function. What the run did is filled, abstract traces are bold, writes elsewhere lead to their branches by dashed edges.
pub(crate) fn dot(system: &AbstractSystem) -> String {
    let mut text = String::from("digraph abstract {\n  node [fontname=\"monospace\"];\n");
    let function = |element: &AbstractElement| {
        element.location.as_ref().and_then(|at| at.function.clone()).unwrap_or_default()
    };
    let mut functions: Vec<String> = system.elements.iter().map(function).collect();
    functions.sort_unstable();
    functions.dedup();
    for (number, name) in functions.iter().enumerate() {
        let label = quoted(name);
        let _ = writeln!(text, "  subgraph cluster_{number} {{\n    label=\"{label}\";");
        let own = system.elements.iter().enumerate().filter(|(_, one)| function(one) == *name);
        for (index, element) in own {
            let _ = writeln!(text, "    {}", node(index, element));
        }
        text += "  }\n";
    }
    let is_traced = |edge: &(usize, usize)| {
        let mut pairs = system.traces.iter().flat_map(|one| one.elements.windows(2));
        pairs.any(|pair| pair == [edge.0, edge.1])
    };
    for edge in &system.edges {
        let style = if is_traced(edge) { " [style=bold]" } else { "" };
        let _ = writeln!(text, "  e{} -> e{}{style};", edge.0, edge.1);
    }
    for (from, to) in &system.turns {
        let _ = writeln!(text, "  e{from} -> e{to} [style=dashed];");
    }
    text + "}\n"
}

fn node(index: usize, element: &AbstractElement) -> String {
    let shape = match &*element.kind {
        "target" => "doubleoctagon",
        "branch" => "diamond",
        "definition" | "elsewhere" => "ellipse",
        "acquire" | "release" => "hexagon",
        "start" => "oval",
        _ => "box",
    };
    let place = element.location.as_ref();
    let place = place.map(|at| format!("{}:{}", at.file, at.line)).unwrap_or_default();
    let label = quoted(&format!("{} ({place})", element.text));
    let style = if element.step.is_some() { ", style=filled" } else { "" };
    format!("e{index} [shape={shape}, label=\"{label}\"{style}];")
}

fn quoted(text: &str) -> String {
    printable(text).replace(['"', '\\'], "'")
}

/// An element in words, with the first step of a run that is it.
fn element(program: &Program, element: &Element, trace: &[TraceStep]) -> AbstractElement {
    let data = element.at.data(program);
    let function = &program.functions[element.at.func];
    let loc = match (element.kind, data.insts.get(element.at.inst as usize)) {
        (ElementKind::Start, _) => function.loc,
        (_, Some(inst)) => inst.loc,
        (_, None) => data.terminator_loc,
    };
    let location = loc.get().map(|place| Location {
        file: paths::shown(&program.files[place.file].path),
        line: place.line,
        column: place.column,
        function: Some(function.name.clone()),
    });
    let name = |func| &program.functions[func].name;
    let (kind, text) = match element.kind {
        ElementKind::Start => ("start", format!("start of {}", function.name)),
        ElementKind::Target => ("target", "the target".to_owned()),
        ElementKind::Call(func) => ("call", format!("call of {}", name(func))),
        ElementKind::Creation(func) => ("creation", format!("thread that runs {}", name(func))),
        ElementKind::Branch(Some(true)) => ("branch", "a condition that has to hold".to_owned()),
        ElementKind::Branch(Some(false)) => ("branch", "a condition that must not hold".to_owned()),
        ElementKind::Branch(None) => ("branch", "a branch that decides about it".to_owned()),
        ElementKind::Definition => ("definition", "a write that a branch depends on".to_owned()),
        ElementKind::Elsewhere => ("elsewhere", "a write that may turn a branch".to_owned()),
        ElementKind::Acquire => ("acquire", "a lock is taken".to_owned()),
        ElementKind::Release => ("release", "a lock is given back".to_owned()),
    };
    let step = location.as_ref().and_then(|at| step(kind, at, trace));
    AbstractElement { kind: kind.to_owned(), text, location, step }
}

/// The first step of a run that is an element of this kind at this place.
fn step(kind: &str, place: &Location, trace: &[TraceStep]) -> Option<u32> {
    let steps = || (0u32..).zip(trace);
    let at = |step: &TraceStep| step.location.clone();
    if kind == "start" {
        let is_inside = |step: &TraceStep| at(step).is_some_and(|at| at.function == place.function);
        return steps().find(|(_, step)| is_inside(step)).map(|(index, _)| index);
    }
    let is_here = |step: &TraceStep| {
        at(step).is_some_and(|at| (&at.file, at.line) == (&place.file, place.line))
    };
    let fits = |step: &TraceStep| match kind {
        "branch" => step.kind == "branch",
        "definition" | "elsewhere" => {
            matches!(&*step.kind, "write" | "update" | "input" | "call")
        }
        _ => true,
    };
    let is_write = matches!(kind, "definition" | "elsewhere");
    let first = steps().find(|(_, step)| is_here(step) && fits(step));
    let first = first.or_else(|| steps().find(|(_, step)| is_here(step)).filter(|_| !is_write));
    first.map(|(index, _)| index)
}
