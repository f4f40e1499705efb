//! One finding: the excerpt, the inputs, the call stack and the way there.

use annotate_snippets::Level;
use raddle_findings::{Certainty, ContextThread, Finding, Heap, HeapCell, Input, Location, codes};

use crate::columns::column_trace;
use crate::excerpt::{Excerpt, render};
use crate::file_inputs::{content, is_behind_the_end};
use crate::input_rows::rows;
use crate::paint::{Paint, Role};
use crate::sources::Sources;
use crate::steps::step_list;
use crate::text::{cut, escaped, pad, place, printable, width};
use crate::text_options::TextOptions;

/// So many inputs are shown with those that are zero.
const FEW_INPUTS: usize = 4;
/// Inputs beyond this are only counted.
const INPUTS_SHOWN: usize = 30;
/// Columns of an excerpt that line numbers and carets take.
const GUTTER: usize = 20;

/// The help for findings in which a read sees something old.
const OLDER: &str = "what a read may see depends on memory orders: release and acquire, fences or a lock between the two accesses keep it from seeing something older";

/// For runs in which a condition wait ends although nobody signalled.
const SPURIOUS: &str = "a condition wait may end although nobody signalled: test again in a loop, `while` instead of `if`";

pub(crate) fn finding_section(
    finding: &Finding,
    sources: &Sources,
    options: &TextOptions,
) -> String {
    let paint = Paint { color: options.color };
    let mut text = render(head(finding, options), sources, options);
    text.push('\n');
    match &finding.heap {
        Some(heap) => text.push_str(&heap_block(finding, heap, paint, options)),
        None => text.push_str(&inputs_block(&finding.inputs, paint, options)),
    }
    text.push_str(&stack_block("call stack", &finding.stack, paint));
    for related in &finding.related {
        text.push_str(&stack_block("call stack of the other access", &related.stack, paint));
    }
    text.push_str(&trace_block(finding, sources, paint, options));
    text
}

fn head<'a>(finding: &'a Finding, options: &TextOptions) -> Excerpt<'a> {
    let info = codes::by_code(&finding.code);
    let title = info.map_or(finding.kind.as_str(), |info| info.title);
    let title = match finding.certainty {
        Some(Certainty::Possible) => format!("possible {title}"),
        Some(Certainty::Confirmed) => format!("{title}, confirmed by a run from main"),
        None => title.to_owned(),
    };
    let mut notes: Vec<String> = placeless_relations(finding).collect();
    notes.extend(context_note(finding));
    if !finding.replayed {
        notes.push("this finding was not confirmed by replay".to_owned());
    }
    if !finding.behind.is_empty() {
        notes.push(format!(
            "only past {}, which fails on every way here",
            finding.behind.join(", ")
        ));
    }
    if goes_on_unsignalled(finding) {
        notes.push(SPURIOUS.to_owned());
    }
    // What exactly went wrong stands at the carets if there is room, else below.
    let fits = finding.location.as_ref().is_some_and(|place| {
        GUTTER + place.column as usize + width(&finding.message) <= options.width
    });
    let label = if fits { finding.message.clone() } else { String::new() };
    if !fits && !finding.message.is_empty() && finding.message != title {
        notes.insert(0, finding.message.clone());
    }
    Excerpt {
        level: Level::ERROR,
        code: &finding.code,
        title,
        location: finding.location.as_ref(),
        label,
        related: &finding.related,
        notes,
        help: match finding.schedule.iter().any(|step| step.saw.is_some()) {
            true => Some(OLDER),
            false => info.map(|info| info.help),
        },
    }
}

/// Whether a wait ended although nobody signalled, and its thread did not wait again.
fn goes_on_unsignalled(finding: &Finding) -> bool {
    let steps = finding.trace.iter().enumerate();
    let waits_again = |at: usize, thread: u32, condition: &str| {
        let waits = format!("waits for a signal on {condition}");
        finding.trace[at..].iter().any(|later| later.thread == thread && later.text == waits)
    };
    steps
        .filter_map(|(at, step)| {
            let condition = step.text.strip_prefix("wakes up spuriously from its wait on ")?;
            Some((at, step.thread, condition))
        })
        .any(|(at, thread, condition)| !waits_again(at, thread, condition))
}

/// Where threads stood, if the run does not start in main.
fn context_note(finding: &Finding) -> Option<String> {
    if finding.certainty != Some(Certainty::Possible) {
        return None;
    }
    let threads = finding.context.iter().enumerate().map(|(nth, thread)| {
        let name = finding.thread_name(nth as u32 + 1);
        printable(&format!("{name} {}", where_it_stands(thread)))
    });
    let threads: Vec<String> = threads.collect();
    Some(format!(
        "the run starts where {}; whether the program comes there in such a state is not known (--confirm looks for a run from main)",
        threads.join(", ")
    ))
}

/// Where a thread of a context stands, as the rest of a sentence.
pub fn where_it_stands(thread: &ContextThread) -> String {
    let places: Vec<String> = thread.frames.iter().map(place).collect();
    let verb = match (&thread.behind, thread.waiting, thread.woken) {
        (Some(called), ..) => format!("stands behind `{called}` at"),
        (None, _, true) => "was woken at".to_owned(),
        (None, true, false) => "waits at".to_owned(),
        (None, false, false) => "stands at".to_owned(),
    };
    format!("{verb} {}", places.join(" in the call at "))
}

fn placeless_relations(finding: &Finding) -> impl Iterator<Item = String> + '_ {
    let placeless = finding.related.iter().filter(|related| related.location.is_none());
    placeless.map(|related| related.label.clone())
}

/// What a function was called with, and what the program asked for later. Parts of the memory are inputs that have no number.
fn heap_block(finding: &Finding, heap: &Heap, paint: Paint, options: &TextOptions) -> String {
    let arguments: Vec<String> = heap.arguments.iter().map(|cell| cell.text()).collect();
    let title = if finding.context.is_empty() { "called with" } else { "starts with" };
    let mut text = heading(paint, title);
    let lines = arguments.into_iter().chain(heap.objects.iter().map(|object| object.text()));
    for (index, line) in lines.enumerate() {
        if index == INPUTS_SHOWN {
            text.push_str("    … and more (--format json lists all)\n");
            break;
        }
        let limit = if options.full_trace { usize::MAX } else { 4 * options.width };
        text.push_str(&format!("    {}\n", cut(&printable(&line), limit)));
    }
    let is_argument = |input: &Input| {
        let (name, number) = input.name.split_once('#').unwrap_or((&input.name, ""));
        number.is_empty() || heap.arguments.iter().any(|cell| is_part(cell, name))
    };
    let rest: Vec<Input> =
        finding.inputs.iter().filter(|input| !is_argument(input)).cloned().collect();
    text + &inputs_block(&rest, paint, options)
}

fn inputs_block(inputs: &[Input], paint: Paint, options: &TextOptions) -> String {
    let counts = |input: &&Input| !input.hidden && !is_behind_the_end(input, inputs);
    let told: Vec<Input> = inputs
        .iter()
        .filter(counts)
        .map(|input| match content(input, inputs) {
            Some(bytes) => Input {
                value: format!("\"{}\"", escaped(&bytes)),
                ty: format!("{} bytes, read", bytes.len()),
                ..input.clone()
            },
            None => input.clone(),
        })
        .collect();
    let inputs: Vec<&Input> = told.iter().collect();
    if inputs.is_empty() {
        return String::new();
    }
    let mut text = heading(paint, "inputs");
    let mut rows = rows(&inputs);
    let zeros = rows.iter().filter(|row| row.value == "0").count();
    let folds = !options.full_trace && rows.len() > FEW_INPUTS && zeros > 1 && zeros < rows.len();
    if folds {
        rows.retain(|row| row.value != "0");
    }
    let shown = &rows[..rows.len().min(INPUTS_SHOWN)];
    let widest = |texts: &mut dyn Iterator<Item = &String>, limit: usize| {
        texts.map(|text| width(&printable(text))).max().unwrap_or(0).min(limit)
    };
    let name_width = widest(&mut shown.iter().map(|row| &row.name), options.width / 3);
    let value_width = widest(&mut shown.iter().map(|row| &row.value), options.width / 3);
    for row in shown {
        let name = pad(&cut(&printable(&row.name), name_width), name_width);
        // A text is worth more than its column.
        let value = pad(&cut(&printable(&row.value), 4 * options.width), value_width);
        let origin = paint.text(Role::Faint, &row.origin);
        text.push_str(&format!("    {name} = {}  {origin}\n", paint.text(Role::Value, &value)));
    }
    if rows.len() > shown.len() {
        let hidden = rows.len() - shown.len();
        text.push_str(&format!("    … and {hidden} more (--format json lists all)\n"));
    }
    if folds {
        text.push_str(&format!("    the other {zeros} are 0\n"));
    }
    text
}

/// The innermost frame is the excerpt itself, so a stack is worth showing from two frames on.
fn stack_block(title: &str, stack: &[Location], paint: Paint) -> String {
    if stack.len() < 2 {
        return String::new();
    }
    let mut text = heading(paint, title);
    for (depth, frame) in stack.iter().enumerate() {
        if stack.len() > 20 && depth == 10 {
            text.push_str(&format!("    … {} more\n", stack.len() - 20));
        }
        if stack.len() > 20 && (10..stack.len() - 10).contains(&depth) {
            continue;
        }
        let function = frame.function.as_deref().unwrap_or("?");
        text.push_str(&format!("    {function}  {}\n", paint.text(Role::Faint, &place(frame))));
    }
    text
}

fn trace_block(
    finding: &Finding,
    sources: &Sources,
    paint: Paint,
    options: &TextOptions,
) -> String {
    if finding.trace.is_empty() {
        return String::new();
    }
    let several_threads = finding.trace.iter().any(|step| step.thread != finding.trace[0].thread);
    let rows = if several_threads {
        column_trace(finding, sources, paint, options)
    } else {
        step_list(&finding.trace, sources, paint, options)
    };
    heading(paint, "how it gets there") + &rows
}

fn heading(paint: Paint, text: &str) -> String {
    format!("  {}\n", paint.text(Role::Heading, text))
}

/// Whether an input is an argument, or a member of one that is a struct.
fn is_part(argument: &HeapCell, name: &str) -> bool {
    let rest = name.strip_prefix(argument.name.as_str());
    rest.is_some_and(|rest| {
        rest.is_empty() || rest.starts_with('.') && argument.value.starts_with('*')
    })
}
