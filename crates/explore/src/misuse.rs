//! Faults that no single thread commits: data races and deadlocks.

use raddle_ir::Loc;
use raddle_machine::{Event, Fault, FaultKind, Machine, Property, StackEntry, State, ThreadId};
use raddle_reduce::{DataRace, RacyAccess, Trace};

use crate::enabled::is_ending;

/// Reports races of the newest event with earlier ones.
pub(crate) fn report_races(machine: &mut Machine<'_>, trace: &Trace, state: &State) {
    if !machine.config.properties.contains(Property::Race) {
        return;
    }
    for race in trace.data_races() {
        let fault = race_fault(machine, state, &race);
        machine.faults.push(fault);
    }
}

fn race_fault(machine: &Machine<'_>, state: &State, race: &DataRace) -> Fault {
    // Which access comes first depends on the interleaving; the report must not.
    let DataRace { earlier, later } = race;
    let in_order = later.access.at.loc <= earlier.access.at.loc;
    let (shown, other) = if in_order { (later, earlier) } else { (earlier, later) };
    let access = &shown.access;
    let start = access.start.max(other.access.start);
    let size = access.end.min(other.access.end) - start;
    let cell = machine.cell_name(access.object, start, size);
    let verb = |racy: &RacyAccess| if racy.access.write { "writes" } else { "reads" };
    let message = format!(
        "{} {} `{cell}` while {} {} it, and nothing orders the two",
        shown.thread,
        verb(shown),
        other.thread,
        verb(other),
    );
    let mut related = vec![(
        format!(
            "{} {} it here{}",
            other.thread,
            verb(other),
            held_text(machine, state, other.thread)
        ),
        other.access.at.loc,
    )];
    for racy in [other, shown] {
        if let Some(at) = thread_creation(state, racy.thread) {
            related.push((format!("{} is created here", racy.thread), at.loc));
        }
    }
    Fault {
        kind: FaultKind::DataRace,
        message,
        thread: shown.thread,
        stack: vec![access.at],
        related,
        path: state.path.clone(),
        model: state.model.clone(),
        inputs: state.inputs.clone(),
        decisions: state.decisions.clone(),
    }
}

fn thread_creation(state: &State, thread: ThreadId) -> Option<StackEntry> {
    state.threads.iter().find(|other| other.id == thread)?.created_at
}

fn held_text(machine: &Machine<'_>, state: &State, thread: ThreadId) -> String {
    let Some(thread) = state.threads.iter().find(|other| other.id == thread) else {
        return String::new();
    };
    let held: Vec<String> = thread
        .held
        .iter()
        .map(|&(object, offset, _)| machine.cell_name(object, offset, 1))
        .collect();
    if held.is_empty() { String::new() } else { format!(", holding {}", held.join(", ")) }
}

/// Reports a deadlock if threads wait, nobody can move and the program has not ended.
pub(crate) fn report_deadlock(
    machine: &mut Machine<'_>,
    state: &State,
    blocked: &[(ThreadId, Event)],
) {
    if blocked.is_empty()
        || is_ending(state)
        || !machine.config.properties.contains(Property::Deadlock)
    {
        return;
    }
    let spinning = |thread: ThreadId| state.thread(thread).spin.waits.is_some();
    let kind = if blocked
        .iter()
        .all(|&(thread, _)| spinning(thread) || machine.may_wait_in_loop(state, thread))
    {
        FaultKind::Livelock
    } else {
        FaultKind::Deadlock
    };
    let (first, _) = blocked[0];
    let mut related: Vec<(String, Loc)> = Vec::new();
    for &(thread, _) in blocked {
        let loc = machine.user_location(state, thread);
        if thread != first {
            related.push((format!("{thread} waits here"), loc));
        }
        for &(object, offset, at) in &state.thread(thread).held {
            let lock = machine.cell_name(object, offset, 1);
            related.push((format!("{thread} took {lock} here"), at.loc));
        }
    }
    let who: Vec<String> = blocked.iter().map(|(thread, _)| thread.to_string()).collect();
    let message = match kind {
        FaultKind::Livelock => {
            format!("{} wait in loops for something nobody will do", who.join(", "))
        }
        _ => format!("no thread can move: {} wait for each other or for nobody", who.join(", ")),
    };
    let fault = Fault {
        kind,
        message,
        thread: first,
        stack: machine.stack(state, first),
        related,
        path: state.path.clone(),
        model: state.model.clone(),
        inputs: state.inputs.clone(),
        decisions: state.decisions.clone(),
    };
    machine.faults.push(fault);
}
