//! The counterexample of one thread: its decisive steps as a list of place, source text and what happened.

use raddle_findings::TraceStep;

use crate::SHORT_TRACE_ROWS;
use crate::paint::{Paint, Role};
use crate::sources::Sources;
use crate::terminal::TextOptions;
use crate::text::{cut, pad, printable, width};

/// One line of the list.
struct Row {
    place: String,
    source: String,
    text: String,
    is_fault: bool,
}

pub(crate) fn step_list(
    trace: &[TraceStep],
    sources: &Sources,
    paint: Paint,
    options: &TextOptions,
) -> String {
    let rows: Vec<Row> = trace.iter().map(|step| row(step, sources)).collect();
    let place_width = rows.iter().map(|row| width(&row.place)).max().unwrap_or(0).min(28);
    let room = options.width.saturating_sub(4 + place_width + 2 + 2).max(30);
    let source_width = rows.iter().map(|row| width(&row.source)).max().unwrap_or(0).min(room / 2);
    let mut text = String::new();
    let mut previous = String::new();
    for (index, row) in rows.iter().enumerate() {
        if let Some(gap) = gap_before(index, rows.len(), options.full_trace) {
            text.push_str(&format!("    … {gap} steps left out (--trace-full shows all)\n"));
        }
        if is_left_out(index, rows.len(), options.full_trace) {
            continue;
        }
        let here = format!("{}{}", row.place, row.source);
        let repeated = here == previous && !row.place.is_empty();
        text.push_str(&line(row, repeated, place_width, source_width, room, paint));
        previous = here;
    }
    text
}

fn row(step: &TraceStep, sources: &Sources) -> Row {
    let location = step.location.as_ref();
    Row {
        place: location.map(short_place).unwrap_or_default(),
        source: location.and_then(|place| sources.statement(place)).unwrap_or_default(),
        text: printable(&step.text),
        is_fault: step.kind == "fault",
    }
}

/// `name.c:12`: the directory is in the excerpt above.
fn short_place(location: &raddle_findings::Location) -> String {
    let name = location.file.rsplit('/').next().unwrap_or(&location.file);
    format!("{name}:{}", location.line)
}

fn line(
    row: &Row,
    repeated: bool,
    place_width: usize,
    source_width: usize,
    room: usize,
    paint: Paint,
) -> String {
    let (place, source) =
        if repeated { ("", "") } else { (row.place.as_str(), row.source.as_str()) };
    let place = pad(&cut(place, place_width), place_width);
    let source = pad(&cut(source, source_width), source_width);
    let text = cut(&row.text, room.saturating_sub(source_width).max(16));
    let role = if row.is_fault { Role::Bad } else { Role::Value };
    let line =
        format!("    {}  {source}  {}", paint.text(Role::Faint, &place), paint.text(role, &text));
    format!("{}\n", line.trim_end())
}

/// A long list keeps its beginning and, more important, its end.
pub(crate) fn is_left_out(index: usize, rows: usize, full: bool) -> bool {
    !full && rows > SHORT_TRACE_ROWS && left_out_range(rows).contains(&index)
}

/// How many rows are missing, at the row where the gap begins.
pub(crate) fn gap_before(index: usize, rows: usize, full: bool) -> Option<usize> {
    let starts_gap = is_left_out(index, rows, full) && index == left_out_range(rows).start;
    starts_gap.then(|| left_out_range(rows).len())
}

fn left_out_range(rows: usize) -> std::ops::Range<usize> {
    let head = SHORT_TRACE_ROWS / 3;
    let tail = SHORT_TRACE_ROWS - head;
    head..rows.saturating_sub(tail)
}
