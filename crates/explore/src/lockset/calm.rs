//! Whether threads can always go on: no deadlock can come.
//!
//! Suppose that nobody can move although somebody waits. Nobody ends, or has ended, with a lock, and nobody waits while it holds one. So whoever holds a lock
//! does not wait, and could move; hence no lock is held, and nobody waits for one. All that wait, wait for the end of another thread that
//! waits itself; following them leads into a circle, and there is none. Loops that wait for others by looking again and again are seen as waits by the
//! search, so nothing that others may change is looked at without a lock: what atomic operations find decides nothing, and who looks at what nobody
//! changes any more comes to an end (`updates.rs`).

use std::collections::BTreeSet;

use raddle_ir::Loc;
use raddle_machine::{Assumed, Property, Status};
use raddle_reduce::Broken;

use super::path::{Path, Who};
use super::survey::{Manner, Survey, Users};

impl Survey<'_, '_> {
    /// A thread waits for a lock, or for the end of another one.
    pub fn wait_calmly(&self, path: &Path) -> Option<()> {
        let burdened = !path.locks.is_empty() && !self.is_broken(Broken::WaitsWithLocks);
        let calm = !burdened && path.sections == 0;
        (calm || !self.looks_for(Property::Deadlock)).then_some(())
    }

    /// A thread waits for something else, or looks whether it has to wait.
    pub fn poll_calmly(&self) -> Option<()> {
        (!self.looks_for(Property::Deadlock)).then_some(())
    }

    /// Whether no deadlock can come, if that is asked.
    pub fn is_calm(&self) -> bool {
        if !self.looks_for(Property::Deadlock) {
            return true;
        }
        let gone_with_locks = self.state.threads.iter().any(|thread| match thread.status {
            Status::Running => false,
            Status::Done => !thread.held.is_empty(),
            Status::Halted(_) => true,
        });
        let ends_with_locks =
            !self.held_at_end.is_empty() && !self.is_broken(Broken::EndsWithLocks);
        !gone_with_locks && !ends_with_locks && self.joins_end()
    }

    /// Whether nobody waits for the end of somebody who waits for its own.
    fn joins_end(&self) -> bool {
        self.joins.keys().all(|&joined| {
            let mut met: BTreeSet<Who> = BTreeSet::from([joined]);
            let mut at = joined;
            while let Some(&joiner) = self.joins.get(&at) {
                if !met.insert(joiner) {
                    return false;
                }
                at = joiner;
            }
            true
        })
    }

    /// The next instruction computes with what is not known. Where more than races is looked for it is explored whether that goes well.
    pub fn note_unclear(&mut self, path: &Path, shifts: bool) -> Option<()> {
        let frame = path.top();
        let body = self.program.functions[frame.func].body.as_ref()?;
        let loc = body.blocks[frame.block].insts.get(frame.inst)?.loc;
        let what = if shifts { Assumed::MaskedShifts } else { Assumed::Wrapping };
        self.unclear.insert((what, loc));
        self.looks_for_races_only().then_some(())
    }

    /// What an exploration would have taken for granted, too, or might have.
    pub fn name_assumptions(&mut self) {
        for &(what, at) in &self.unclear {
            self.machine.outbox.assume(what, at);
        }
        let shared = |manner: Manner, users: Option<&Users>| {
            manner == Manner::Plain && users == Some(&Users::Several)
        };
        let plain =
            self.touches.iter().any(|touch| shared(touch.manner, self.users.get(&touch.memory)));
        if plain && !self.looks_for(Property::Race) {
            self.machine.outbox.assume(Assumed::NoRaces, Loc::NONE);
        }
    }
}
