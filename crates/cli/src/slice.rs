//! `raddle slice`: the source with the lines marked that can matter to the properties.
//!
//! `*` marks a line with something in the slice, `-` one whose code is all outside of it; other lines hold no
//! code that can be executed.

use std::collections::BTreeMap;
use std::fmt::Write;

use raddle_budget::Spent;
use raddle_ir::{FileId, Loc, Program};
use raddle_pointsto::{PointsTo, Position, Reach, Sharing, positions_of};
use raddle_slice::Slice;

use crate::arguments::SliceArguments;
use crate::limits::nothing_to_say;
use crate::load::load_program;
use crate::outcome::Outcome;
use crate::output::print;
use crate::paths::shown;

pub(crate) fn slice(arguments: &SliceArguments) -> anyhow::Result<Outcome> {
    let (budget, watchdog) = arguments.limits.begin_silently();
    let expired = || raddle_explore::analysis_expired(&budget);
    let program = load_program(&arguments.input, &budget)?;
    let entry = raddle_explore::entry_function(&program, arguments.function.as_deref())?;
    let properties = arguments.properties();
    let question = raddle_explore::slice_question(&program, properties.as_deref());
    // Part of a slice would be none: what is missing in it would look as if it did not matter.
    let unfinished = || nothing_to_say(budget.look().unwrap_or(Spent::Time));
    let points_to = PointsTo::new(&program, entry, &expired);
    let Some(points_to) = points_to else { return Ok(unfinished()) };
    let sharing = Sharing::new(&program, &points_to, &expired);
    let Some(sharing) = sharing else { return Ok(unfinished()) };
    let slice = Slice::new(&program, &points_to, &sharing, question, &expired);
    let Some(slice) = slice else { return Ok(unfinished()) };
    let mut text = marked_source(&program, &slice);
    if sharing.has_threads {
        text += &shared_accesses(&program, &points_to, &sharing, &slice);
    }
    watchdog.answer(Outcome::DONE);
    print(&text)?;
    Ok(Outcome::DONE)
}

/// How many accesses to memory other threads may notice.
fn shared_accesses(
    program: &Program,
    points_to: &PointsTo,
    sharing: &Sharing,
    slice: &Slice,
) -> String {
    let (mut private, mut published, mut shared) = (0, 0, 0);
    for func in program.functions.keys().filter(|&func| slice.is_reachable(func)) {
        for at in positions_of(program, func).filter(|&at| is_users(program, at)) {
            match sharing.reach(&points_to.accesses(program, at)) {
                Some(Reach::Private) => private += 1,
                Some(Reach::Published) => published += 1,
                Some(Reach::Shared) => shared += 1,
                None => {}
            }
        }
    }
    format!(
        "{shared} of {} accesses are to memory that several threads access, {published} to memory that \
         several could reach\n",
        private + published + shared
    )
}

fn is_users(program: &Program, at: Position) -> bool {
    program.is_of_user(location(program, at))
}

/// Lines of each file with code: whether something on the line is in the slice.
type Lines = BTreeMap<FileId, BTreeMap<u32, bool>>;

fn marked_source(program: &Program, slice: &Slice) -> String {
    let mut lines = Lines::new();
    let (mut all, mut kept) = (0, 0);
    for func in program.functions.keys().filter(|&func| slice.is_reachable(func)) {
        for at in positions_of(program, func) {
            let Some(location) = location(program, at).get() else { continue };
            if program.files[location.file].is_of_runtime() {
                continue;
            }
            let keeps = slice.contains(at);
            all += 1;
            kept += usize::from(keeps);
            *lines.entry(location.file).or_default().entry(location.line).or_default() |= keeps;
        }
    }
    let mut text = String::new();
    for (file, lines) in &lines {
        let path = &program.files[*file].path;
        match raddle_report::source_text(path) {
            Some(source) => write_file(&mut text, &shown(path), &source, lines),
            None => write_numbers(&mut text, &shown(path), lines),
        }
    }
    let _ = writeln!(text, "{kept} of {all} instructions are in the slice");
    text
}

fn location(program: &Program, at: Position) -> Loc {
    let data = at.data(program);
    data.insts.get(at.inst as usize).map_or(data.terminator_loc, |inst| inst.loc)
}

/// Lines of the file around those with code of the slice.
fn write_file(text: &mut String, path: &str, source: &str, lines: &BTreeMap<u32, bool>) {
    const CONTEXT: u32 = 2;
    let _ = writeln!(text, "{path}");
    let width = source.lines().count().to_string().len();
    let is_near = |number: u32| {
        let around = number.saturating_sub(CONTEXT)..=number + CONTEXT;
        lines.range(around).any(|(_, &keeps)| keeps)
    };
    let mut left_out = false;
    for (number, line) in (1..).zip(source.lines()) {
        if !is_near(number) {
            left_out = true;
            continue;
        }
        if std::mem::take(&mut left_out) {
            let _ = writeln!(text, "{:>width$} …", "");
        }
        let marked = format!("{number:>width$} {} {line}", mark(lines.get(&number)));
        let _ = writeln!(text, "{}", marked.trim_end());
    }
}

/// Without the source, the numbers of its lines have to do.
fn write_numbers(text: &mut String, path: &str, lines: &BTreeMap<u32, bool>) {
    let _ = writeln!(text, "{path} (cannot be read)");
    for (number, keeps) in lines {
        let _ = writeln!(text, "{number} {}", mark(Some(keeps)));
    }
}

fn mark(keeps: Option<&bool>) -> char {
    match keeps {
        Some(true) => '*',
        Some(false) => '-',
        None => ' ',
    }
}
