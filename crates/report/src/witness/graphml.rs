//! Witnesses in the GraphML format 1.0: an automaton whose edges are the decisive steps of one finding.

use raddle_findings::{Finding, Location, Report, TraceStep, Verdict};

use super::{Waypoint, WitnessTask, counted, hashed_files, route, specification_of};
use crate::sources::Sources;
use crate::xml::escaped;

/// Names of the data that graphs, nodes and edges carry.
const KEYS: &[(&str, &str, &str)] = &[
    ("graph", "string", "witness-type"),
    ("graph", "string", "sourcecodelang"),
    ("graph", "string", "producer"),
    ("graph", "string", "specification"),
    ("graph", "string", "programfile"),
    ("graph", "string", "programhash"),
    ("graph", "string", "architecture"),
    ("graph", "string", "creationtime"),
    ("node", "boolean", "entry"),
    ("node", "boolean", "violation"),
    ("edge", "string", "assumption"),
    ("edge", "string", "assumption.scope"),
    ("edge", "string", "assumption.resultfunction"),
    ("edge", "string", "enterFunction"),
    ("edge", "int", "startline"),
    ("edge", "int", "threadId"),
    ("edge", "int", "createThread"),
];

/// The witness of the first finding that counts, or of a safe program; `None` if there is nothing to witness.
pub fn graphml_witness(report: &Report, task: &WitnessTask) -> std::io::Result<Option<String>> {
    let finding = counted(report).next();
    let graph = match (report.verdict, finding) {
        (Verdict::Unsafe, Some(finding)) => violation(report, task, finding)?,
        (Verdict::Safe, _) => correctness(report, task)?,
        (Verdict::Unsafe, None) | (Verdict::Unknown, _) => return Ok(None),
    };
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n"
        .to_owned();
    for (element, ty, name) in KEYS {
        text.push_str(&format!(
            "  <key id=\"{name}\" attr.name=\"{name}\" attr.type=\"{ty}\" for=\"{element}\"/>\n"
        ));
    }
    Ok(Some(text + "  <graph edgedefault=\"directed\">\n" + &graph + "  </graph>\n</graphml>\n"))
}

fn head(
    report: &Report,
    task: &WitnessTask,
    kind: &str,
    otherwise: String,
) -> std::io::Result<String> {
    let files = hashed_files(report)?;
    let (file, hash) = files.first().map_or(("", ""), |(file, hash)| (*file, hash.as_str()));
    let specification =
        if task.specification.is_empty() { otherwise } else { task.specification.clone() };
    let data = [
        ("witness-type", kind),
        ("sourcecodelang", "C"),
        ("producer", &format!("Raddle {}", report.tool_version)),
        ("specification", &specification),
        ("programfile", file),
        ("programhash", hash),
        ("architecture", if task.bits32 { "32bit" } else { "64bit" }),
        ("creationtime", &task.created),
    ];
    Ok(data.iter().map(|(key, value)| format!("    {}\n", element(key, value))).collect())
}

fn element(key: &str, value: &str) -> String {
    format!("<data key=\"{key}\">{}</data>", escaped(value))
}

fn correctness(report: &Report, task: &WitnessTask) -> std::io::Result<String> {
    let property = report.properties.first().map_or("", String::as_str);
    let head = head(report, task, "correctness_witness", specification_of(property, ""))?;
    Ok(head + &node(0, "entry"))
}

fn node(number: usize, mark: &str) -> String {
    if mark.is_empty() {
        return format!("    <node id=\"N{number}\"/>\n");
    }
    format!("    <node id=\"N{number}\">{}</node>\n", element(mark, "true"))
}

fn violation(report: &Report, task: &WitnessTask, finding: &Finding) -> std::io::Result<String> {
    let specification = specification_of(&finding.property, &finding.code);
    let mut text = head(report, task, "violation_witness", specification)?;
    let sources = Sources::default();
    let route = route(finding, task, &sources);
    text.push_str(&node(0, "entry"));
    let mut edges = Edges { text, nodes: 0, threaded: route.threaded };
    let creations = finding.trace.iter().filter(|step| created(step).is_some());
    let mut creations = creations.peekable();
    for waypoint in &route.waypoints {
        // Threads are created before they first move.
        while let Some(step) = creations.next_if(|step| is_before(finding, step, waypoint)) {
            edges.creation(step);
        }
        edges.waypoint(waypoint);
    }
    Ok(edges.text)
}

/// Whether a step comes before the one a waypoint tells of.
fn is_before(finding: &Finding, step: &TraceStep, waypoint: &Waypoint<'_>) -> bool {
    let place =
        |wanted: &TraceStep| finding.trace.iter().position(|known| std::ptr::eq(known, wanted));
    match waypoint {
        Waypoint::Returned { step: other, .. } | Waypoint::Switch { step: other, .. } => {
            place(step) <= place(other)
        }
        Waypoint::Target { .. } => true,
    }
}

/// The thread that a step creates, and the function it runs: `creates T2 running worker`.
fn created(step: &TraceStep) -> Option<(u32, &str)> {
    let rest = step.text.strip_prefix("creates T")?;
    let (number, rest) = rest.split_once(" running ").unwrap_or((rest, ""));
    Some((number.parse().ok()?, rest))
}

struct Edges {
    text: String,
    nodes: usize,
    threaded: bool,
}

impl Edges {
    fn creation(&mut self, step: &TraceStep) {
        let (Some((thread, function)), Some(location)) = (created(step), &step.location) else {
            return;
        };
        self.edge(step.thread, location, &[("createThread", thread.to_string())], "");
        if !function.is_empty() {
            self.edge(thread, location, &[("enterFunction", function.to_owned())], "");
        }
    }

    fn waypoint(&mut self, waypoint: &Waypoint<'_>) {
        match waypoint {
            Waypoint::Returned { step, location, value } => {
                let function = step.text.split('#').next().unwrap_or_default();
                let scope = location.function.clone().unwrap_or_default();
                let data = [
                    ("assumption", format!("\\result == {value};")),
                    ("assumption.scope", scope),
                    ("assumption.resultfunction", format!("__VERIFIER_{function}")),
                ];
                self.edge(step.thread, location, &data, "");
            }
            Waypoint::Switch { step, location } => self.edge(step.thread, location, &[], ""),
            Waypoint::Target { step_thread, location, .. } => {
                self.edge(*step_thread, location, &[], "violation");
            }
        }
    }

    fn edge(&mut self, thread: u32, location: &Location, data: &[(&str, String)], mark: &str) {
        let (from, to) = (self.nodes, self.nodes + 1);
        self.nodes = to;
        self.text.push_str(&node(to, mark));
        self.text.push_str(&format!("    <edge source=\"N{from}\" target=\"N{to}\">\n"));
        self.text
            .push_str(&format!("      {}\n", element("startline", &location.line.to_string())));
        if self.threaded {
            self.text.push_str(&format!("      {}\n", element("threadId", &thread.to_string())));
        }
        for (key, value) in data {
            self.text.push_str(&format!("      {}\n", element(key, value)));
        }
        self.text.push_str("    </edge>\n");
    }
}
