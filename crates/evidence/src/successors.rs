//! Where the pieces begin that follow a piece of a program.
//!
//! A piece ends for each thread on its own, where a loop starts over; the others go on. What follows starts with a *cut* of the run:
//! that thread at its end, and every other one as early as what the first has done allows, that is with the events alone
//! that happen before the end.
//!
//! These cuts are enough. Take a run of the program, and in it the first thread that comes to an end. What happened before that end can be executed before all the rest of
//! the run, since the rest does not depend on it in any other order; so the run is one of this piece up to the cut, and then one from the cut, with less left to do.
//! Whatever goes wrong in the run goes wrong in one of the pieces, and two accesses that race are in one of them: there is
//! a run in which they stand next to each other.
//!
//! The search must not leave out what follows a state because it knows it (no summaries): then ends would be missed.

use raddle_machine::{Halt, Machine, State, Status, ThreadId, Whereabouts};
use raddle_reduce::Trace;

/// Where threads have come to, event by event.
#[derive(Default)]
pub(crate) struct Successors {
    /// Before the first event.
    first: Vec<Record>,
    /// For each event: who came to another place by it. That is the thread that moved, those that it created, and those that it let out of a wait.
    moved: Vec<Vec<Record>>,
}

/// A thread, and where it stands unless it has ended.
type Record = (ThreadId, Option<Whereabouts>);

impl Successors {
    /// The contexts that follow from the threads that came to their end by the newest event.
    pub fn met(
        &mut self,
        machine: &mut Machine<'_>,
        trace: &Trace,
        state: &State,
    ) -> Vec<Vec<Whereabouts>> {
        let Some(last) = trace.steps().last() else {
            self.moved.clear();
            let all: Vec<ThreadId> = state.threads.iter().map(|thread| thread.id).collect();
            self.first = all.iter().map(|&thread| record(machine, state, thread)).collect();
            let ended = all.into_iter().filter(|&thread| is_at_end(state, thread));
            return ended.map(|_| self.cut(trace, |_| false)).collect();
        };
        let event = last.event.clone();
        let touched = |machine: &mut Machine<'_>, thread: ThreadId| {
            thread == last.thread
                || event.created.contains(&thread)
                || state.thread(thread).phase.step != 0 && machine.may_release(&event, thread)
        };
        let all = state.threads.iter().map(|thread| thread.id);
        let touched: Vec<ThreadId> = all.filter(|&thread| touched(machine, thread)).collect();
        self.moved.truncate(trace.len() - 1);
        self.moved.push(touched.iter().map(|&thread| record(machine, state, thread)).collect());
        let clock = trace.clock_of(last.thread);
        let before = |at: usize| clock.get(trace.steps()[at].thread) > at as u32;
        let own = |thread: &ThreadId| *thread == last.thread || event.created.contains(thread);
        let ended = touched.into_iter().filter(|thread| own(thread) && is_at_end(state, *thread));
        ended.map(|_| self.cut(trace, before)).collect()
    }

    /// Where everybody stands when no event has happened but some.
    fn cut(&self, trace: &Trace, happened: impl Fn(usize) -> bool) -> Vec<Whereabouts> {
        let mut standing: Vec<&Record> = self.first.iter().collect();
        for (at, records) in self.moved.iter().enumerate().take(trace.len()) {
            if !happened(at) {
                continue;
            }
            for record in records {
                standing.retain(|(thread, _)| *thread != record.0);
                standing.push(record);
            }
        }
        standing.into_iter().filter_map(|(_, place)| place.clone()).collect()
    }
}

fn is_at_end(state: &State, thread: ThreadId) -> bool {
    state.thread(thread).status == Status::Halted(Halt::End)
}

fn record(machine: &mut Machine<'_>, state: &State, thread: ThreadId) -> Record {
    let ended = state.thread(thread).status == Status::Done;
    (thread, (!ended).then(|| machine.whereabouts(state, thread)))
}
