//! The recorded run as C tables, in front of the run-time that follows them.

use raddle_findings::{Beat, BeatKind, Input};

use crate::build::{Arrival, Request};
use crate::instrument::Sites;
use crate::surroundings::Surroundings;

/// A site that no operation has.
const NOWHERE: u32 = u32::MAX;

/// For each transition and each standing thread, how many hooks the thread had met; unknown before a first run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hooks {
    pub steps: Vec<u32>,
    /// By thread.
    pub standing: Vec<(u32, u32)>,
}

pub(crate) const PRELUDE: &str = include_str!("../runtime/prelude.c");

/// The tables of a run. Places that no operation of the compiled program has can never be met.
pub(crate) fn tables(request: &Request<'_>, sites: Option<&Sites>, hooks: &Hooks) -> String {
    let Request { finding, choreography, .. } = request;
    let mut text = surroundings(&Surroundings::new(&finding.inputs, request.arguments));
    let steps = choreography.steps.iter().enumerate();
    let steps =
        steps.map(|(index, beat)| step(beat, sites, hooks.steps.get(index).copied().unwrap_or(0)));
    table(&mut text, "struct raddle_step", "step", steps);
    let standing = choreography.standing.iter().map(|beat| {
        let hook = hooks.standing.iter().find(|(thread, _)| *thread == beat.thread);
        step(beat, sites, hook.map_or(0, |&(_, hook)| hook))
    });
    table(&mut text, "struct raddle_step", "standing", standing);
    let rows = request.arrivals.iter().map(|one| arrival(one, request.arrivals, sites, hooks));
    table(&mut text, "struct raddle_arrival", "arrival", rows);
    let meets = u32::from(request.arrivals.iter().any(|one| one.access));
    text.push_str(&format!("enum {{ raddle_meets = {meets} }};\n"));
    let inputs = ordered_inputs(&finding.inputs);
    let inputs = inputs.iter().map(|input| {
        format!("{{{}, \"{}\", 0x{:x}u}}", input.thread, escaped(input.name), input.value)
    });
    table(&mut text, "struct raddle_input", "input", inputs);
    let paths =
        choreography.threads.iter().map(|path| format!("{{{}, {}}}", path.parent, path.nth));
    table(&mut text, "struct raddle_path", "path", paths);
    if let Some(sites) = sites {
        let names = sites.names().iter().map(|name| format!("\"{}\"", escaped(name)));
        table(&mut text, "char *const", "site", names);
    } else {
        text.push_str("enum { raddle_site_count = 0 };\n");
    }
    let place = finding.location.as_ref().map_or("an unknown place".to_owned(), |place| {
        format!("{}:{}:{}", file_name(&place.file), place.line, place.column)
    });
    text.push_str(&format!(
        "static const char raddle_recorded_place[] = \"{}\";\n",
        escaped(&place)
    ));
    let tells = |codes: &str| u32::from(finding.code.starts_with(codes));
    text.push_str(&format!(
        "enum {{ raddle_failing = {}, raddle_tells_leaks = {}, raddle_tells_races = {}, raddle_tells_stuck = {}, raddle_keeps_surroundings = 0 }};\n\n",
        choreography.failing,
        tells("R0209"),
        tells("R04"),
        tells("R05"),
    ));
    text
}

/// Standard input, arguments, environment and files.
pub(crate) fn surroundings(surroundings: &Surroundings) -> String {
    let Surroundings { arguments, environment, stdin, files } = surroundings;
    let mut text = format!(
        "static const char raddle_stdin[] = \"{}\";\nenum {{ raddle_stdin_size = {} }};\n",
        escaped_bytes(stdin),
        stdin.len()
    );
    let program = std::iter::once(&b"program"[..]);
    let arguments = program.chain(arguments.iter().map(Vec::as_slice));
    let arguments = arguments.map(|argument| format!("\"{}\"", escaped_bytes(argument)));
    table(&mut text, "char *const", "argument", arguments);
    let variables = environment.iter().map(|(name, value)| {
        format!("{{\"{}\", \"{}\"}}", escaped_bytes(name), escaped_bytes(value))
    });
    table(&mut text, "struct raddle_variable", "variable", variables);
    let files = files.iter().map(|(name, content)| {
        let (name, bytes) = (escaped_bytes(name), content.as_deref().unwrap_or_default());
        let size = content.as_ref().map_or(-1, |bytes| bytes.len() as i64);
        format!("{{\"{name}\", \"{}\", {size}}}", escaped_bytes(bytes))
    });
    table(&mut text, "struct raddle_given_file", "file", files);
    text
}

/// `static const TYPE raddle_NAMEs[] = {…};` and its length.
pub(crate) fn table(text: &mut String, ty: &str, name: &str, rows: impl Iterator<Item = String>) {
    let rows: Vec<String> = rows.collect();
    let plural = if name == "standing" { name.to_owned() } else { format!("{name}s") };
    text.push_str(&format!("static const {ty} raddle_{plural}[] = {{\n"));
    for row in &rows {
        text.push_str(&format!("    {row},\n"));
    }
    // C has no empty tables.
    let end = if ty.contains('*') { "0" } else { "{0}" };
    text.push_str(&format!("    {end}\n}};\nenum {{ raddle_{name}_count = {} }};\n", rows.len()));
}

fn step(beat: &Beat, sites: Option<&Sites>, hook: u32) -> String {
    let place = beat.location.as_ref();
    let site = sites
        .zip(place)
        .and_then(|(sites, place)| sites.find(&place.file, place.line, place.column));
    let kind = match beat.kind {
        BeatKind::Read => "RADDLE_READ",
        BeatKind::Write => "RADDLE_WRITE",
        BeatKind::Atomic => "RADDLE_ATOMIC",
        BeatKind::Block => "RADDLE_BLOCK",
        BeatKind::Call => "RADDLE_CALL",
    };
    let site = site.unwrap_or(if sites.is_some() { NOWHERE } else { 0 });
    let shown = place.map_or("an unknown place".to_owned(), |place| {
        // A test that others keep does not tell where the program was.
        let file = if sites.is_some() { &place.file } else { file_name(&place.file) };
        format!("{file}:{}:{}", place.line, place.column)
    });
    format!(
        "{{{}, {site}u, {kind}, {}, {hook}, \"{}\"}}",
        beat.thread,
        beat.occurrence,
        escaped(&shown)
    )
}

/// The lines that threads are to come to, `file:line`.
pub(crate) fn targets(arrivals: &[Arrival]) -> Vec<String> {
    let mut lines: Vec<String> = arrivals.iter().map(line).collect();
    lines.sort();
    lines.dedup();
    lines
}

fn line(arrival: &Arrival) -> String {
    format!("{}:{}", arrival.location.file, arrival.location.line)
}

fn arrival(one: &Arrival, all: &[Arrival], sites: Option<&Sites>, hooks: &Hooks) -> String {
    let Arrival { thread, location, .. } = one;
    let target = targets(all).iter().position(|known| *known == line(one)).unwrap_or_default();
    let site = sites.and_then(|known| known.find(&location.file, location.line, location.column));
    let hook = hooks.standing.iter().find(|(known, _)| known == thread).map_or(0, |one| one.1);
    let place = format!("{}:{}", file_name(&location.file), location.line);
    let site = site.unwrap_or(NOWHERE);
    format!("{{{thread}, {target}, {site}u, {hook}, \"{}\"}}", escaped(&place))
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// An input as the run-time wants it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NativeInput<'a> {
    pub thread: u32,
    /// Number of the input within its thread.
    count: u64,
    pub name: &'a str,
    pub value: u64,
}

/// Inputs in the order in which each thread takes them.
pub(crate) fn ordered_inputs(inputs: &[Input]) -> Vec<NativeInput<'_>> {
    let mut all: Vec<NativeInput<'_>> = inputs.iter().filter_map(native_input).collect();
    all.sort_by_key(|input| (input.thread, input.count));
    all
}

/// What memory held before anybody wrote it: nobody can hand that to a real program.
pub(crate) fn is_uninitialised(name: &str) -> bool {
    name.starts_with("uninitialised ")
}

/// Takes `nondet_int#3@t2` apart.
fn native_input(input: &Input) -> Option<NativeInput<'_>> {
    if is_uninitialised(&input.name) {
        return None;
    }
    let (name, number) = input.name.rsplit_once('#')?;
    let (count, thread) = number.split_once('@').unwrap_or((number, "0"));
    let thread = thread.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
    let mut value = 0u64;
    for (index, pair) in input.bits.as_bytes().chunks(2).take(8).enumerate() {
        let byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
        value |= u64::from(byte) << (8 * index);
    }
    Some(NativeInput { thread, count: count.parse().ok()?, name, value })
}

pub(crate) fn escaped(text: &str) -> String {
    escaped_bytes(text.as_bytes())
}

/// Bytes between the quotes of a C string.
fn escaped_bytes(bytes: &[u8]) -> String {
    let mut safe = String::with_capacity(bytes.len());
    for &byte in bytes {
        match byte {
            b'"' | b'\\' | b'?' => safe.push_str(&format!("\\{}", char::from(byte))),
            0x20..0x7f => safe.push(char::from(byte)),
            _ => safe.push_str(&format!("\\{byte:03o}")),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use raddle_findings::Input;

    use super::{escaped, ordered_inputs};

    #[test]
    fn inputs_are_taken_apart() {
        let input = |name: &str, bits: &str| Input {
            name: name.to_owned(),
            ty: "int".to_owned(),
            value: String::new(),
            bits: bits.to_owned(),
            hidden: false,
            location: None,
        };
        let all = [input("nondet_int#1", "ff000000"), input("x[0]#0", "0a"), input("a#0@t2", "01")];
        let all = ordered_inputs(&all);
        let shown: Vec<_> =
            all.iter().map(|input| (input.thread, input.name, input.value)).collect();
        assert_eq!(shown, [(0, "x[0]", 10), (0, "nondet_int", 255), (2, "a", 1)]);
    }

    #[test]
    fn strings_of_c() {
        assert_eq!(escaped("a\"b\\é"), "a\\\"b\\\\\\303\\251");
    }
}
