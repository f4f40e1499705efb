//! What a check says before it begins: which functions it knows nothing about.

use raddle_explore::{Options, StandIn, Unmodelled};
use raddle_findings::UnmodelledFunction;
use raddle_ir::Program;

use crate::output::print_line_to_stderr;
use crate::paths::shown;

/// Functions that are named one by one.
const SHOWN: usize = 20;

/// The functions that a check of the program would stop at.
pub(crate) fn unmodelled(program: &Program, options: &Options) -> Vec<UnmodelledFunction> {
    let entry = raddle_explore::entry_function(program, options.function.as_deref());
    let Ok(entry) = entry else { return Vec::new() };
    let told = |Unmodelled { name, place, stand_in }| UnmodelledFunction {
        name,
        location: place,
        havoc: stand_in == StandIn::AnyResult,
    };
    let found = raddle_explore::unmodelled(program, entry).into_iter().map(told);
    found.filter(|one| !(one.havoc && options.havoc_externals)).collect()
}

/// Lists them.
pub(crate) fn tell_unmodelled(found: &[UnmodelledFunction]) {
    if found.is_empty() {
        return;
    }
    let mut text = match found.len() {
        1 => "note: nobody knows what this function does; a path that calls it ends as unknown"
            .to_owned(),
        count => format!(
            "note: nobody knows what these {count} functions do; a path that calls one ends as unknown"
        ),
    };
    for one in found.iter().take(SHOWN) {
        text.push_str(&format!("\n  {}", line(one)));
    }
    if found.len() > SHOWN {
        text.push_str(&format!("\n  ... and {} more", found.len() - SHOWN));
    }
    if found.iter().any(|one| one.havoc) {
        text.push_str(
            "\n  add the files that define them; --havoc-externals lets them return anything and change nothing",
        );
    }
    let lines: Vec<String> = text.split('\n').map(raddle_report::printable).collect();
    print_line_to_stderr(&lines.join("\n"));
}

fn line(one: &UnmodelledFunction) -> String {
    let place = match &one.location {
        Some(place) => format!(", {}:{}", shown(&place.file), place.line),
        None => String::new(),
    };
    let note = if one.havoc { "" } else { ", which no flag can stand in for" };
    format!("`{}`{place}{note}", one.name)
}
