//! Faults that no single thread commits: data races and deadlocks.

use std::rc::Rc;

use raddle_expr::{Model, TermId};
use raddle_ir::Loc;
use raddle_machine::{
    Cut, CutKind, Event, Fault, FaultKind, Machine, ObjectName, Property, StackEntry, State, Sync,
    ThreadId, WaitInfo,
};
use raddle_moves::is_ending;
use raddle_reduce::{DataRace, KnownRaces, MissingOrder, RacyAccess, Trace};
use raddle_solver::Answer;

/// Reports races of the newest event with earlier ones, which are known then.
pub fn report_races(
    machine: &mut Machine<'_>,
    trace: &Trace,
    state: &State,
    known_races: &KnownRaces,
) {
    if !machine.config.properties.contains(Property::Race) || machine.is_too_early(state) {
        return;
    }
    for race in trace.data_races() {
        // Whether they touch the same bytes may depend on inputs.
        let condition = match machine.overlap(&race.earlier.access, &race.later.access) {
            None => None,
            Some(condition) => {
                match machine.solver.check(&mut machine.terms, &state.path, &[condition]) {
                    Answer::Sat(model) => Some((condition, model)),
                    Answer::Unsat(_) => continue,
                    Answer::Unknown(_) => {
                        machine.outbox.report_cut(undecided_overlap(&race));
                        continue;
                    }
                }
            }
        };
        if let Some(cut) = moved_load(machine, &race) {
            machine.outbox.report_cut(cut);
            continue;
        }
        let places = (race.earlier.access.at.loc, race.later.access.at.loc);
        // Who knows the race already does not need to be told what to do about it.
        let missing = match known_races.contain(places.0, places.1) {
            true => Vec::new(),
            false => trace.missing_orders(&race),
        };
        let mut fault = race_fault(machine, state, &race, &missing);
        if let Some((condition, model)) = condition {
            fault.path = state.path.and(condition);
            fault.model = model;
        }
        known_races.note(places.0, places.1);
        machine.outbox.report(fault);
    }
}

/// Reports conflicts of the newest event with earlier ones, whether they are ordered or not: in a run under a weak memory model
/// its order does not tell.
pub fn report_conflicts(machine: &mut Machine<'_>, trace: &Trace, state: &State) {
    let steps = trace.steps();
    let Some((last, earlier)) = steps.split_last() else { return };
    for (later, (nth, step)) in last
        .event
        .accesses
        .iter()
        .flat_map(|access| earlier.iter().enumerate().map(move |at| (access, at)))
    {
        for access in step.event.accesses.iter() {
            if step.thread != last.thread && access.races_with(later) {
                let racy = |thread, access: &raddle_machine::Access, step| RacyAccess {
                    thread,
                    access: *access,
                    step,
                };
                let race = DataRace {
                    earlier: racy(step.thread, access, nth),
                    later: racy(last.thread, later, earlier.len()),
                };
                report_race(machine, state, &race, None);
            }
        }
    }
}

/// Reports a race that somebody else has found.
pub fn report_race(
    machine: &mut Machine<'_>,
    state: &State,
    race: &DataRace,
    condition: Option<(TermId, Rc<Model>)>,
) {
    if let Some(cut) = moved_load(machine, race) {
        machine.outbox.report_cut(cut);
        return;
    }
    let mut fault = race_fault(machine, state, race, &[]);
    if let Some((condition, model)) = condition {
        fault.path = state.path.and(condition);
        fault.model = model;
    }
    machine.outbox.report(fault);
}

fn undecided_overlap(race: &DataRace) -> Cut {
    let at = race.later.access.at;
    Cut {
        kind: CutKind::SolverTimeout,
        message: "whether two accesses overlap was not decided in time".to_owned(),
        loc: at.loc,
        func: Some(at.func.0),
    }
}

/// A racing load that an optimiser may have moved: whether the source has a race is not known.
fn moved_load(machine: &Machine<'_>, race: &DataRace) -> Option<Cut> {
    let is_moved = |racy: &RacyAccess| racy.access.sync == Sync::Movable;
    let DataRace { earlier, later } = race;
    let (load, write) = if is_moved(earlier) { (earlier, later) } else { (later, earlier) };
    if !is_moved(load) {
        return None;
    }
    let access = &load.access;
    let cell = machine.cell_name(access.object, access.start.max(write.access.start));
    let (reader, writer) = (load.thread, write.thread);
    Some(Cut {
        kind: CutKind::MovedLoad,
        message: format!(
            "{reader} reads `{cell}` while {writer} writes it, and nothing orders the two; but an optimiser may have moved this load"
        ),
        loc: access.at.loc,
        func: Some(access.at.func.0),
    })
}

/// The function that several threads may use, if there is one.
fn instead_of(function: &str) -> String {
    let reentrant = format!("{function}_r");
    match raddle_library::find(&reentrant) {
        Some(_) => format!("; `{reentrant}` is"),
        None => String::new(),
    }
}

fn race_fault(
    machine: &Machine<'_>,
    state: &State,
    race: &DataRace,
    missing: &[MissingOrder],
) -> Fault {
    // Which access comes first depends on the interleaving; the report must not.
    let DataRace { earlier, later } = race;
    let in_order = later.access.at.loc <= earlier.access.at.loc;
    let (shown, other) = if in_order { (later, earlier) } else { (earlier, later) };
    let access = &shown.access;
    let start = access.start.max(other.access.start);
    let cell = machine.cell_name(access.object, start);
    let verb = |racy: &RacyAccess| if racy.access.modifies() { "writes" } else { "reads" };
    let hidden = machine.hidden_memory_of(access.object);
    let (mut message, elsewhere) = match hidden {
        Some(function) => (
            format!(
                "{} and {} use `{function}`, which is not thread-safe, and nothing orders the two{}",
                shown.thread,
                other.thread,
                instead_of(function),
            ),
            format!("{} uses it here", other.thread),
        ),
        None => (
            format!(
                "{} {} `{cell}` while {} {} it, and nothing orders the two",
                shown.thread,
                verb(shown),
                other.thread,
                verb(other),
            ),
            format!("{} {} it here", other.thread, verb(other)),
        ),
    };
    for (nth, link) in missing.iter().enumerate() {
        message.push_str(if nth == 0 { ": " } else { ", and " });
        message.push_str(&missing_order(machine, link, missing.len() == 1));
    }
    let mut related = vec![(elsewhere, other.access.at.loc)];
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
        views: state.views.clone(),
        unknowns: state.unknowns.clone(),
    }
}

/// What a link between two threads lacks: "line 3 stores `x` with memory_order_relaxed, where release would order them".
fn missing_order(machine: &Machine<'_>, link: &MissingOrder, alone: bool) -> String {
    let MissingOrder { write, read, release, acquire } = link;
    let line = |racy: &RacyAccess| racy.access.at.loc.get().map_or(0, |place| place.line);
    let (written, read_at) = (line(write), line(read));
    let verb = |racy: &RacyAccess, otherwise| match racy.access.sync {
        Sync::AtomicUpdate(_) => "updates",
        _ => otherwise,
    };
    let (stores, loads) = (verb(write, "stores"), verb(read, "loads"));
    let (stored, loaded) = link.orders();
    let (stored, loaded) = (stored.name(), loaded.name());
    let cell = machine.cell_name(write.access.object, write.access.start);
    let enough = if alone { "would order them" } else { "would help to order them" };
    match (release, acquire) {
        (true, true) => format!(
            "line {written} {stores} `{cell}` with {stored} and line {read_at} {loads} it with {loaded}, where release and acquire {enough}"
        ),
        (true, false) => {
            format!("line {written} {stores} `{cell}` with {stored}, where release {enough}")
        }
        _ => format!("line {read_at} {loads} `{cell}` with {loaded}, where acquire {enough}"),
    }
}

fn thread_creation(state: &State, thread: ThreadId) -> Option<StackEntry> {
    state.threads.iter().find(|other| other.id == thread)?.created_at
}

/// A loop that waits for ever reads again and again, which is no event of the run. Where deadlocks are looked for it is a finding. Where only races are, it is not known
/// whether these reads are in one.
pub fn report_reads_in_vain(
    machine: &mut Machine<'_>,
    state: &State,
    blocked: &[(ThreadId, Event)],
) {
    let properties = &machine.config.properties;
    let asked = properties.contains(Property::Race) && !properties.contains(Property::Deadlock);
    if !asked || is_ending(state) || machine.is_too_early(state) {
        return;
    }
    for (thread, event) in blocked {
        let is_plain = |access: &&raddle_machine::Access| access.sync == Sync::Plain;
        if let Some(read) = event.accesses.iter().find(is_plain)
            && state.threads.len() > 1
        {
            let cell = machine.cell_name(read.object, read.start);
            machine.outbox.report_cut(Cut {
                kind: CutKind::UndefinedBehaviour,
                message: format!(
                    "{thread} reads `{cell}` in a loop for ever; whether a write of another thread races with that is not decided"
                ),
                loc: read.at.loc,
                func: Some(read.at.func.0),
            });
        }
    }
}

/// Reports a deadlock if threads wait and the program has not ended. While others can still move, only
/// threads that wait for each other in a circle are in one.
pub fn report_deadlock(
    machine: &mut Machine<'_>,
    state: &State,
    blocked: &[(ThreadId, Event)],
    others_move: bool,
) {
    let asked = machine.config.properties.contains(Property::Deadlock);
    if !asked || blocked.is_empty() || is_ending(state) || machine.is_too_early(state) {
        return;
    }
    let waits: Vec<(ThreadId, Option<WaitInfo>)> =
        blocked.iter().map(|&(thread, _)| (thread, machine.blocked_on(state, thread))).collect();
    let (first, circle) = root_cause(machine, &waits);
    if others_move && circle.is_empty() {
        return;
    }
    let concerned = |thread: ThreadId| !others_move || circle.contains(&thread);
    let kind = deadlock_kind(machine, state, &waits, first);
    let texts: Vec<String> = waits
        .iter()
        .filter(|(thread, _)| concerned(*thread))
        .map(|(thread, wait)| match wait {
            Some(wait) => format!("{thread} {}", wait.text),
            None => format!("{thread} waits for others"),
        })
        .collect();
    let mut related: Vec<(String, Loc)> = Vec::new();
    for (thread, wait) in waits.iter().filter(|(thread, _)| concerned(*thread)) {
        if *thread != first {
            related.push((format!("{thread} waits here"), machine.user_location(state, *thread)));
        }
        related.extend(wait.iter().flat_map(|wait| wait.related.iter().cloned()));
    }
    let fault = Fault {
        kind,
        message: texts.join("; "),
        thread: first,
        stack: stack_of_wait(machine, state, first),
        related,
        path: state.path.clone(),
        model: state.model.clone(),
        inputs: state.inputs.clone(),
        decisions: state.decisions.clone(),
        views: state.views.clone(),
        unknowns: state.unknowns.clone(),
    };
    machine.outbox.report(fault);
}

/// Where a thread stands. One that goes round in a loop is shown where it looks at what others have to change.
fn stack_of_wait(machine: &Machine<'_>, state: &State, thread: ThreadId) -> Vec<StackEntry> {
    let mut stack = machine.stack(state, thread);
    let mut looks = state.thread(thread).spin.waits.iter().flat_map(|waits| waits.iter());
    let stands = stack.first().copied();
    let stands_there = looks.clone().any(|(access, _)| Some(access.at) == stands);
    if let Some((access, _)) = looks.next().filter(|_| !stands_there) {
        // It may have returned from where it looked.
        match stack.first_mut().filter(|top| top.func == access.at.func) {
            Some(top) => *top = access.at,
            None => stack.insert(0, access.at),
        }
    }
    stack
}

/// The thread a deadlock is shown at, and the circle of threads that wait for each other, if any: the thread
/// created first, those that wait to join another one not counted unless all do.
fn root_cause(
    machine: &Machine<'_>,
    waits: &[(ThreadId, Option<WaitInfo>)],
) -> (ThreadId, Vec<ThreadId>) {
    let circle = circle(waits);
    let concerned = waits.iter().filter(|(thread, _)| circle.is_empty() || circle.contains(thread));
    let first = concerned
        .min_by_key(|(thread, wait)| (waits_to_join(machine, wait), *thread))
        .map_or(waits[0].0, |(thread, _)| *thread);
    (first, circle)
}

fn waits_to_join(machine: &Machine<'_>, wait: &Option<WaitInfo>) -> bool {
    let object = wait.as_ref().and_then(|wait| wait.object);
    object.is_some_and(|(id, _)| matches!(machine.names.name(id), ObjectName::Thread(_)))
}

fn circle(waits: &[(ThreadId, Option<WaitInfo>)]) -> Vec<ThreadId> {
    let owner_of = |thread: ThreadId| {
        let (_, wait) = waits.iter().find(|(waiting, _)| *waiting == thread)?;
        let owners = &wait.as_ref()?.owners;
        owners.iter().copied().find(|owner| waits.iter().any(|(other, _)| other == owner))
    };
    for &(start, _) in waits {
        let mut path = vec![start];
        while let Some(next) = path.last().and_then(|&last| owner_of(last)) {
            if let Some(from) = path.iter().position(|&seen| seen == next) {
                return path.split_off(from);
            }
            path.push(next);
        }
    }
    Vec::new()
}

fn deadlock_kind(
    machine: &mut Machine<'_>,
    state: &State,
    waits: &[(ThreadId, Option<WaitInfo>)],
    first: ThreadId,
) -> FaultKind {
    let mut joins = 0;
    let in_loop = waits.iter().all(|(thread, wait)| {
        let joining = waits_to_join(machine, wait);
        joins += usize::from(joining);
        joining
            || state.thread(*thread).spin.waits.is_some()
            || machine.may_wait_in_loop(state, *thread)
    });
    let in_loop = in_loop && joins < waits.len();
    let lost = waits.iter().any(|(thread, wait)| {
        *thread == first && wait.as_ref().is_some_and(|wait| wait.lost_signal)
    });
    if in_loop {
        FaultKind::Livelock
    } else if lost {
        FaultKind::LostWakeup
    } else {
        FaultKind::Deadlock
    }
}
