//! How the trace of a fault ends that no single thread commits: with the two accesses of a data race and what each thread
//! held there, or with the operations in which the threads of a deadlock wait.

use std::rc::Rc;

use raddle_machine::{
    Event, Fault, FaultKind, Machine, StackEntry, State, ThreadId, TraceEvent, TraceKind,
};
use raddle_reduce::{DataRace, RacyAccess, Trace};

/// What a report tells of a data race beside the places of the accesses.
#[derive(Clone, Debug)]
pub struct RaceDetails {
    /// The access the race is reported at, and the other one.
    pub shown: RaceSide,
    pub other: RaceSide,
}

/// One access of a race.
#[derive(Clone, Debug)]
pub struct RaceSide {
    pub thread: ThreadId,
    /// Names of the locks its thread held.
    pub held: Vec<String>,
    /// Innermost first.
    pub stack: Vec<StackEntry>,
}

/// A transition of a replayed run.
#[derive(Clone, Debug)]
pub struct Transition {
    pub thread: ThreadId,
    pub event: Rc<Event>,
    /// Names of the locks the thread held when it began.
    pub held: Vec<String>,
}

/// The locks a thread holds, by name.
pub fn held_locks(machine: &Machine<'_>, state: &State, thread: ThreadId) -> Vec<String> {
    let Some(at) = state.position(thread) else { return Vec::new() };
    let held = state.threads[at].held.iter();
    held.map(|&(object, offset, _)| machine.lock_name(object, offset)).collect()
}

/// Lets the trace of a race end with its two accesses, and says what is known about them.
pub fn end_race(
    machine: &Machine<'_>,
    fault: &Fault,
    transitions: &[Transition],
    rows: &mut Vec<TraceEvent>,
) -> Option<RaceDetails> {
    let race = race_behind(fault, transitions)?;
    let newest = race.later.step as u64 + 1;
    // What else goes wrong in the last transition is a finding of its own.
    rows.retain(|row| row.transition < newest || row.kind != TraceKind::Fault);
    let start = race.earlier.access.start.max(race.later.access.start);
    let earlier = row_of(machine, rows, &race.earlier, start);
    let later = row_of(machine, rows, &race.later, start);
    rows.truncate(later + 1);
    let side = |racy: &RacyAccess, row: usize| RaceSide {
        thread: racy.thread,
        held: transitions[racy.step].held.clone(),
        stack: stack_at(rows, row, racy),
    };
    let (first, second) = (side(&race.earlier, earlier), side(&race.later, later));
    let line = rows[earlier].loc.get().map_or(0, |place| place.line);
    let (who, verb) = (race.earlier.thread, verb(&race.earlier));
    let text = format!("races with {who}, which {verb} it in line {line}");
    rows.push(TraceEvent { kind: TraceKind::Fault, text, cell: None, ..rows[later].clone() });
    let shows_later = race.later.thread == fault.thread;
    let (shown, other) = if shows_later { (second, first) } else { (first, second) };
    Some(RaceDetails { shown, other })
}

/// The race a fault tells of.
fn race_behind(fault: &Fault, transitions: &[Transition]) -> Option<DataRace> {
    if fault.kind != FaultKind::DataRace {
        return None;
    }
    let mut trace = Trace::default();
    for transition in transitions {
        trace.push(transition.thread, transition.event.clone());
    }
    let shown = fault.stack.first()?.loc;
    let other = fault.related.first()?.1;
    trace.data_races().into_iter().find(|race| {
        let (a, b) = (race.earlier.access.at.loc, race.later.access.at.loc);
        (a, b) == (shown, other) || (b, a) == (shown, other)
    })
}

fn verb(racy: &RacyAccess) -> &'static str {
    if racy.access.modifies() { "writes" } else { "reads" }
}

/// The row that shows an access. Operations on whole blocks of memory leave none: then it is added.
fn row_of(
    machine: &Machine<'_>,
    rows: &mut Vec<TraceEvent>,
    racy: &RacyAccess,
    start: u64,
) -> usize {
    let transition = racy.step as u64 + 1;
    let shows = |row: &TraceEvent| {
        row.transition == transition
            && row.thread == racy.thread
            && row.loc == racy.access.at.loc
            && match row.kind {
                TraceKind::Read => !racy.access.write,
                TraceKind::Write => racy.access.write,
                TraceKind::Free | TraceKind::Synchronise => true,
                TraceKind::Call
                | TraceKind::Return
                | TraceKind::Branch
                | TraceKind::Input
                | TraceKind::Output
                | TraceKind::Allocate
                | TraceKind::Fault => false,
            }
    };
    if let Some(at) = rows.iter().position(shows) {
        rows[at].visible = true;
        return at;
    }
    // Behind what else is known of the operation. A transition begins with what others can see, and local work follows.
    let of_operation = |row: &TraceEvent| {
        row.transition == transition && row.thread == racy.thread && row.loc == racy.access.at.loc
    };
    let begins = || rows.iter().position(|row| row.transition >= transition);
    let at = rows.iter().rposition(of_operation).map(|at| at + 1).or_else(begins);
    let at = at.unwrap_or(rows.len());
    let name = machine.cell_name(racy.access.object, start);
    let row = TraceEvent {
        thread: racy.thread,
        kind: if racy.access.write { TraceKind::Write } else { TraceKind::Read },
        func: racy.access.at.func,
        loc: racy.access.at.loc,
        text: format!("{} {name}", verb(racy)),
        visible: true,
        transition,
        cell: None,
        condition: None,
    };
    rows.insert(at, row);
    at
}

/// The call stack of an access, from the calls and returns before its row.
fn stack_at(rows: &[TraceEvent], row: usize, racy: &RacyAccess) -> Vec<StackEntry> {
    let mut callers: Vec<StackEntry> = Vec::new();
    for row in rows[..row].iter().filter(|row| row.thread == racy.thread) {
        match row.kind {
            TraceKind::Call => callers.push(StackEntry { func: row.func, loc: row.loc }),
            TraceKind::Return => drop(callers.pop()),
            TraceKind::Branch
            | TraceKind::Input
            | TraceKind::Read
            | TraceKind::Write
            | TraceKind::Output
            | TraceKind::Allocate
            | TraceKind::Free
            | TraceKind::Fault
            | TraceKind::Synchronise => {}
        }
    }
    // A call of the operation itself is the access.
    if callers.last().is_some_and(|caller| caller.loc == racy.access.at.loc) {
        callers.pop();
    }
    std::iter::once(racy.access.at).chain(callers.into_iter().rev()).collect()
}

/// A sentence about the locks held at a race, if there are any.
pub fn held_sentence(race: &RaceDetails) -> String {
    if race.shown.held.is_empty() && race.other.held.is_empty() {
        return String::new();
    }
    let holds = |side: &RaceSide| match side.held.as_slice() {
        [] => format!("{} holds no lock", side.thread),
        held => format!("{} holds {}", side.thread, held.join(", ")),
    };
    format!("; {}, {}", holds(&race.shown), holds(&race.other))
}

/// Records where the threads of a deadlock wait, the one it is reported at last.
pub fn record_waits(machine: &mut Machine<'_>, state: &State, reported: ThreadId) {
    let mut threads: Vec<ThreadId> =
        state.threads.iter().filter(|thread| thread.is_running()).map(|thread| thread.id).collect();
    threads.sort_by_key(|&thread| thread == reported);
    for thread in threads {
        let Some(wait) = machine.blocked_on(state, thread) else { continue };
        let kind = if thread == reported { TraceKind::Fault } else { TraceKind::Synchronise };
        if let Some(recorder) = machine.recorder_mut() {
            recorder.push(TraceEvent {
                thread,
                kind,
                func: wait.at.func,
                loc: wait.at.loc,
                text: wait.text,
                visible: true,
                transition: state.decisions.len(),
                cell: None,
                condition: None,
            });
        }
    }
}
