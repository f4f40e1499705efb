//! The counterexample of several threads: one column per thread, one row per visible operation.
//!
//! Local work is folded away unless the full trace is asked for. Consecutive steps of one thread on one line share the
//! source text, and what one does several times in a row is told once. When the threads do not fit side by side, the same rows become a list that names the thread.

use raddle_findings::{Finding, TraceStep};

use crate::file_inputs::step_text;
use crate::paint::{Paint, Role};
use crate::short;
use crate::sources::Sources;
use crate::text::{cut, pad, printable, width, wrap};
use crate::text_options::TextOptions;

/// Narrower columns cannot hold a statement.
const NARROWEST_COLUMN: usize = 20;
const WIDEST_COLUMN: usize = 44;
/// Longer names of threads are cut, where there is no room for columns.
const WIDEST_NAME: usize = 16;
/// Blanks between columns.
const GAP: usize = 2;
/// What happened is wrapped over at most so many lines.
const NOTE_LINES: usize = 4;
/// Which write a read of something old saw, and which it did not see, is told to the end.
const VIEW_LINES: usize = 10;

/// One operation, ready to be laid out.
struct Row {
    thread: u32,
    /// `12`, or `file.c:12` when several files take part.
    place: String,
    source: String,
    text: String,
    is_fault: bool,
}

pub(crate) fn column_trace(
    finding: &Finding,
    sources: &Sources,
    paint: Paint,
    options: &TextOptions,
) -> String {
    let steps = steps(&finding.trace, options.full_trace);
    let mut kept = short::kept(&steps, finding, options.full_trace);
    let mut rows = rows(&steps, several_files(&finding.trace), sources);
    if !options.full_trace {
        tell_once(&mut rows, &mut kept);
    }
    let named = |thread| Column { thread, name: printable(&finding.thread_name(thread)) };
    let columns: Vec<Column> = threads(&rows).into_iter().map(named).collect();
    let place_width = rows.iter().map(|row| width(&row.place)).max().unwrap_or(0).max(4);
    let room = options.width.saturating_sub(4 + place_width);
    let column = room / columns.len().max(1);
    let layout = if column >= NARROWEST_COLUMN + GAP {
        Layout::Columns { columns, width: (column - GAP).min(WIDEST_COLUMN) }
    } else {
        let names = columns.iter().map(|column| width(&column.name)).max().unwrap_or(0);
        let names = names.clamp(4, WIDEST_NAME) + GAP;
        Layout::List { columns, names, room: room.saturating_sub(names + 2).max(40) }
    };
    let mut text = layout.header(place_width, paint);
    let mut previous: Option<&Row> = None;
    let mut told_how = false;
    for (index, row) in rows.iter().enumerate() {
        if !kept[index] {
            if index > 0 && kept[index - 1] {
                let gap = kept[index..].iter().take_while(|&&kept| !kept).count();
                let how = if told_how { "" } else { " (--trace-full shows all)" };
                text.push_str(&format!("    … {}{how}\n", counted(gap)));
                told_how = true;
                previous = None;
            }
            continue;
        }
        let continues = previous.is_some_and(|before| same_statement(before, row));
        text.push_str(&layout.row(row, continues, place_width, paint));
        previous = Some(row);
    }
    text
}

/// What is told several times in a row is told once, with how often it happened.
fn tell_once(rows: &mut Vec<Row>, kept: &mut Vec<bool>) {
    let mut times = vec![1usize; rows.len()];
    let mut first = 0;
    for index in 1..rows.len() {
        let same = same_statement(&rows[first], &rows[index])
            && rows[first].text == rows[index].text
            && !rows[index].is_fault
            && kept[first] == kept[index];
        if same && kept[index] {
            times[first] += 1;
            times[index] = 0;
        } else {
            first = index;
        }
    }
    for (row, &times) in rows.iter_mut().zip(&times) {
        if times > 1 && !row.text.is_empty() {
            row.text.push_str(&format!(" ({times} times)"));
        }
    }
    let mut told = times.iter().map(|&times| times > 0);
    kept.retain(|_| told.next().unwrap_or(true));
    let mut told = times.iter().map(|&times| times > 0);
    rows.retain(|_| told.next().unwrap_or(true));
}

/// Visible operations, inputs and the fault; everything when the full trace is wanted.
fn steps(trace: &[TraceStep], full: bool) -> Vec<&TraceStep> {
    let wanted =
        |step: &&TraceStep| full || step.visible || matches!(step.kind.as_str(), "input" | "fault");
    trace.iter().filter(wanted).collect()
}

fn rows(steps: &[&TraceStep], several_files: bool, sources: &Sources) -> Vec<Row> {
    steps.iter().map(|step| row(step, several_files, sources)).collect()
}

fn counted(steps: usize) -> String {
    if steps == 1 { "1 step left out".to_owned() } else { format!("{steps} steps left out") }
}

fn several_files(trace: &[TraceStep]) -> bool {
    let mut files = trace.iter().filter_map(|step| step.location.as_ref()).map(|place| &place.file);
    let first = files.next();
    files.any(|file| Some(file) != first)
}

fn row(step: &TraceStep, with_file: bool, sources: &Sources) -> Row {
    let location = step.location.as_ref();
    let place = location.map(|place| {
        let name = printable(place.file.rsplit('/').next().unwrap_or(&place.file));
        if with_file { format!("{name}:{}", place.line) } else { place.line.to_string() }
    });
    Row {
        thread: step.thread,
        place: place.unwrap_or_default(),
        source: location.and_then(|place| sources.statement(place)).unwrap_or_default(),
        text: printable(&step_text(step)),
        is_fault: step.kind == "fault",
    }
}

fn threads(rows: &[Row]) -> Vec<u32> {
    let mut threads: Vec<u32> = rows.iter().map(|row| row.thread).collect();
    threads.sort_unstable();
    threads.dedup();
    threads
}

fn same_statement(before: &Row, row: &Row) -> bool {
    before.thread == row.thread && before.place == row.place && before.source == row.source
}

/// A thread, and what it is called.
struct Column {
    thread: u32,
    name: String,
}

enum Layout {
    Columns { columns: Vec<Column>, width: usize },
    List { columns: Vec<Column>, names: usize, room: usize },
}

impl Layout {
    fn header(&self, place_width: usize, paint: Paint) -> String {
        match self {
            Layout::Columns { columns, width: column } => {
                let name = |shown: &Column| pad(&cut(&shown.name, *column), column + GAP);
                let names: String = columns.iter().map(name).collect();
                let line = format!("    {}  {}", pad("line", place_width), names.trim_end());
                let rule = "─".repeat(width(&line).max(40) - 4);
                let line = paint.text(Role::Heading, &line);
                format!("{line}\n    {}\n", paint.text(Role::Faint, &rule))
            }
            Layout::List { .. } => String::new(),
        }
    }

    /// The source text (once per statement) and, below it, what happened.
    fn row(&self, row: &Row, continues: bool, place_width: usize, paint: Paint) -> String {
        let mut text = String::new();
        let place = pad(&row.place, place_width);
        if !continues && !row.source.is_empty() {
            text.push_str(&self.cell(row, &place, &row.source, None, paint));
        }
        let place = if text.is_empty() && !continues { place } else { pad("", place_width) };
        let role = if row.is_fault { Role::Bad } else { Role::Value };
        if !row.text.is_empty() && row.text != row.source {
            let room = self.note_room();
            let lines = if row.text.contains("; sees ") { VIEW_LINES } else { NOTE_LINES };
            for (index, piece) in wrap(&row.text, room).iter().take(lines).enumerate() {
                let place = if index == 0 { place.clone() } else { pad("", place_width) };
                text.push_str(&self.cell(row, &place, &format!("  {piece}"), Some(role), paint));
            }
        }
        text
    }

    /// Columns that what happened may fill; it is indented below the source text.
    fn note_room(&self) -> usize {
        match self {
            Layout::Columns { width, .. } => width - 2,
            Layout::List { room, .. } => room - 2,
        }
    }

    fn cell(
        &self,
        row: &Row,
        place: &str,
        content: &str,
        role: Option<Role>,
        paint: Paint,
    ) -> String {
        let painted =
            |text: &str| role.map_or_else(|| text.to_owned(), |role| paint.text(role, text));
        let place = paint.text(Role::Faint, place);
        match self {
            Layout::Columns { columns, width: column } => {
                let position = columns.iter().position(|column| column.thread == row.thread);
                let indent = " ".repeat(position.unwrap_or(0) * (column + GAP));
                let line = format!("    {place}  {indent}{}", painted(&cut(content, *column)));
                format!("{}\n", line.trim_end())
            }
            Layout::List { columns, names, room } => {
                let own = columns.iter().find(|column| column.thread == row.thread);
                let name = own.map_or("", |column| column.name.as_str());
                let name = pad(&cut(name, *names - GAP), *names);
                format!("    {place}  {name}{}\n", painted(&cut(content, *room)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Row, tell_once};

    #[test]
    fn what_is_done_again_and_again_is_told_once() {
        let row = |text: &str| Row {
            thread: 0,
            place: "3".to_owned(),
            source: "a[i] = 0;".to_owned(),
            text: text.to_owned(),
            is_fault: false,
        };
        let mut rows: Vec<Row> =
            ["reads a", "reads a", "reads a", "writes a", "reads a", "reads a"]
                .map(row)
                .into_iter()
                .collect();
        // The last one is not shown.
        let mut kept = vec![true, true, true, true, true, false];
        tell_once(&mut rows, &mut kept);
        let texts: Vec<&str> = rows.iter().map(|row| row.text.as_str()).collect();
        assert_eq!(texts, ["reads a (3 times)", "writes a", "reads a", "reads a"]);
        assert_eq!(kept, [true, true, true, false]);
    }
}
