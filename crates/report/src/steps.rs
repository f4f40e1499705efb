//! The counterexample of one thread: its decisive steps as a list of place, source text and what happened.

use raddle_findings::TraceStep;

use crate::SHORT_TRACE_ROWS;
use crate::file_inputs::step_text;
use crate::paint::{Paint, Role};
use crate::sources::Sources;
use crate::text::{cut, pad, printable, width, wrap};
use crate::text_options::TextOptions;

/// Steps of one line that are told in full.
const SHORT_ROW_TEXTS: usize = 12;

/// One line of the list: consecutive steps of one source line.
struct Row {
    place: String,
    source: String,
    texts: Vec<String>,
    is_fault: bool,
}

pub(crate) fn step_list(
    trace: &[TraceStep],
    sources: &Sources,
    paint: Paint,
    options: &TextOptions,
) -> String {
    let rows = rows(trace, sources, options.full_trace);
    let place_width = rows.iter().map(|row| width(&row.place)).max().unwrap_or(0).min(28);
    let room = options.width.saturating_sub(4 + place_width + 2 + 2).max(30);
    let source_width = rows.iter().map(|row| width(&row.source)).max().unwrap_or(0).min(room / 2);
    let layout = Layout { place_width, source_width, text_width: (room - source_width).max(16) };
    let mut text = String::new();
    for (index, row) in rows.iter().enumerate() {
        if let Some(gap) = gap_before(index, rows.len(), options.full_trace) {
            text.push_str(&format!("    … {gap} steps left out (--trace-full shows all)\n"));
        }
        if !is_left_out(index, rows.len(), options.full_trace) {
            text.push_str(&layout.lines(row, paint, options.full_trace));
        }
    }
    text
}

/// Decisive steps, or all; steps of one source line that follow each other share a row.
fn rows(trace: &[TraceStep], sources: &Sources, full: bool) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for step in trace.iter().filter(|step| full || is_decisive(step)) {
        let row = row(step, sources);
        match rows.last_mut() {
            Some(last) if last.place == row.place && !row.place.is_empty() => last.absorb(row),
            _ => rows.push(row),
        }
    }
    rows
}

/// What was read shows in what is done with it; a return shows in where the run goes on.
fn is_decisive(step: &TraceStep) -> bool {
    !matches!(step.kind.as_str(), "read" | "return")
}

fn row(step: &TraceStep, sources: &Sources) -> Row {
    let location = step.location.as_ref();
    Row {
        place: location.map(short_place).unwrap_or_default(),
        source: location.and_then(|place| sources.statement(place)).unwrap_or_default(),
        texts: Some(printable(&step_text(step)))
            .filter(|text| !text.is_empty())
            .into_iter()
            .collect(),
        is_fault: step.kind == "fault",
    }
}

impl Row {
    /// Adds the steps of a row of the same line. A condition of several parts is told once.
    fn absorb(&mut self, row: Row) {
        self.is_fault |= row.is_fault;
        for text in row.texts {
            if self.texts.last() != Some(&text) && !text.is_empty() {
                self.texts.push(text);
            }
        }
    }
}

/// `name.c:12`: the directory is in the excerpt above.
fn short_place(location: &raddle_findings::Location) -> String {
    let name = printable(location.file.rsplit('/').next().unwrap_or(&location.file));
    format!("{name}:{}", location.line)
}

/// Widths of the three columns.
struct Layout {
    place_width: usize,
    source_width: usize,
    text_width: usize,
}

impl Layout {
    /// The place and the source once, beside them what happened, wrapped.
    fn lines(&self, row: &Row, paint: Paint, full: bool) -> String {
        let role = if row.is_fault { Role::Bad } else { Role::Value };
        let mut text = String::new();
        let told = if full { row.texts.join(", ") } else { shortened(&row.texts) };
        for (index, piece) in wrap(&told, self.text_width).iter().enumerate() {
            let (place, source) = if index == 0 { (&*row.place, &*row.source) } else { ("", "") };
            let place = pad(&cut(place, self.place_width), self.place_width);
            let source = pad(&cut(source, self.source_width), self.source_width);
            let piece = paint.text(role, &cut(piece, self.text_width));
            let line = format!("    {}  {source}  {piece}", paint.text(Role::Faint, &place));
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

/// One line can do a lot, if it is a loop or calls itself: the first and the last of it are told.
fn shortened(texts: &[String]) -> String {
    if texts.len() <= SHORT_ROW_TEXTS {
        return texts.join(", ");
    }
    let kept = SHORT_ROW_TEXTS / 2;
    let (head, tail) = (&texts[..kept], &texts[texts.len() - kept..]);
    let gap = texts.len() - 2 * kept;
    format!("{}, … ({gap} steps left out) …, {}", head.join(", "), tail.join(", "))
}

/// A long list keeps its beginning and, more important, its end.
fn is_left_out(index: usize, rows: usize, full: bool) -> bool {
    !full && rows > SHORT_TRACE_ROWS && left_out_range(rows).contains(&index)
}

/// How many rows are missing, at the row where the gap begins.
fn gap_before(index: usize, rows: usize, full: bool) -> Option<usize> {
    let starts_gap = is_left_out(index, rows, full) && index == left_out_range(rows).start;
    starts_gap.then(|| left_out_range(rows).len())
}

fn left_out_range(rows: usize) -> std::ops::Range<usize> {
    let head = SHORT_TRACE_ROWS / 3;
    let tail = SHORT_TRACE_ROWS - head;
    head..rows.saturating_sub(tail)
}
