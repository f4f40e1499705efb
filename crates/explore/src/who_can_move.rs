//! Which threads can move in a node, as far as possible without trying.
//!
//! To know whether an operation that may wait is possible, it is tried. With many threads that would be most of the work: one thread moves, and all
//! others are tried again. But whether a transition is possible depends on what it accesses, and nothing else: that is what independence
//! means, and the whole reduction rests on it. So a thread that stands where it stood in the node above can move, or cannot, as it could there, unless
//! the event in between conflicts with what it accessed when it was tried. It is tried again when it is its turn.
//!
//! Threads that wait in a loop or gave up waiting before are always tried: for them the whole state matters.

use std::rc::Rc;

use raddle_machine::{Event, Machine, State, Thread, ThreadId};
use raddle_moves::{self as enabled, Tried};
use smallvec::SmallVec;

use crate::node::Node;

/// The node above, and the event that leads away from it.
pub(crate) struct Above<'a> {
    pub node: &'a Node,
    pub mover: ThreadId,
    pub event: &'a Event,
    /// A deliberate defect: nobody looks at the event.
    pub careless: bool,
}

/// What is known of a thread from the node above.
enum Known {
    Possible(Rc<Event>),
    Impossible(Event),
}

/// Finds out which threads of a node can move. The states it has to be split into, if that depends on inputs.
pub(crate) fn find(
    machine: &mut Machine<'_>,
    node: &mut Node,
    above: Option<Above<'_>>,
) -> Result<(), Vec<State>> {
    let running = node.state.threads.iter().filter(|thread| thread.is_running());
    let running: SmallVec<[Rc<Thread>; 8]> = running.cloned().collect();
    for standing in running {
        let thread = standing.id;
        if !enabled::has_to_be_tried(machine, &node.state, thread) {
            node.enabled.push(thread);
            continue;
        }
        match above.as_ref().and_then(|above| above.knows(&standing)) {
            Some(Known::Possible(event)) => {
                node.enabled.push(thread);
                node.trials.push((thread, event));
                continue;
            }
            Some(Known::Impossible(event)) => {
                node.blocked.push((thread, event));
                continue;
            }
            None => {}
        }
        match enabled::attempt(machine, &node.state, thread) {
            Tried::Possible(states) => {
                node.enabled.push(thread);
                node.trials.push((thread, Rc::new(accessed(&states))));
                node.tried.push((thread, states));
            }
            Tried::Impossible(event) => node.blocked.push((thread, event)),
            Tried::Depends(cases) => return Err(cases),
            // It is left as it is for whoever asks what is left.
            Tried::Unfinished => return Err(vec![node.state.clone()]),
        }
    }
    Ok(())
}

/// What the transition of a thread leads to that is known to be possible although it was not tried here.
pub(crate) fn try_after_all(
    machine: &mut Machine<'_>,
    node: &Node,
    thread: ThreadId,
) -> Option<Vec<State>> {
    node.trials.iter().find(|(known, _)| *known == thread)?;
    match enabled::attempt(machine, &node.state, thread) {
        Tried::Possible(states) => Some(states),
        Tried::Impossible(_) | Tried::Depends(_) | Tried::Unfinished => None,
    }
}

/// All that a transition accesses.
fn accessed(states: &[State]) -> Event {
    let mut all = Event::default();
    for Event { accesses, obscure, .. } in states.iter().map(|state| &state.event) {
        all.accesses.extend(accesses.iter().copied());
        all.obscure |= obscure;
    }
    all
}

impl Above<'_> {
    /// What is known of a thread that stands as it did there.
    fn knows(&self, standing: &Rc<Thread>) -> Option<Known> {
        let Above { node, mover, event, careless } = *self;
        let thread = standing.id;
        if thread == mover || node.state.rest.now || !is_simple(standing) {
            return None;
        }
        let before = &node.state.threads[node.state.position(thread)?];
        if !Rc::ptr_eq(before, standing) {
            return None;
        }
        let still = |trial: &Event| careless || !trial.conflicts(event);
        if let Some((_, trial)) = node.trials.iter().find(|(known, _)| *known == thread) {
            return still(trial).then(|| Known::Possible(trial.clone()));
        }
        let (_, trial) = node.blocked.iter().find(|(known, _)| *known == thread)?;
        still(trial).then(|| Known::Impossible(trial.clone()))
    }
}

/// Whether nothing but what its next transition accesses decides whether a thread can move.
fn is_simple(thread: &Thread) -> bool {
    thread.spin.waits.is_none() && thread.phase.given_up.is_empty()
}
