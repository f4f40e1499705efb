//! Locks that a thread which is gone may have left locked.
//!
//! Nobody holds a lock at the start but the threads of the context: others that are there do not run, and it would never be free. But a thread that has ended will not give back what
//! it held then. It may have held what is held where its function returns, where it ends itself (`pthread_exit`), and in a program that cancels threads wherever one may end in a call.
//!
//! Of a kind of which the context has as many threads as there can ever be, none is gone.
//!
//! What it misses: clean-up handlers. In a program that cancels threads a lock counts as left although a handler gives it back.

use raddle_ir::FuncId;
use raddle_library::Cancellation;
use raddle_pointsto::{Object, ObjectId, Position, positions_of};
use raddle_warn::sync::{SyncOp, sync_op};

use crate::broken::Broken;
use crate::flow::{Analysis, Frame};
use crate::locksets::Taken;
use crate::values::Instance;
use crate::{HeldKind, LeftLocks};

impl Analysis<'_> {
    /// What threads may hold that are gone.
    pub(crate) fn left_locks(&mut self, executed: &dyn Fn(Position) -> bool) -> LeftLocks {
        let lost = std::mem::replace(&mut self.locks_lost, false);
        let mut left = LeftLocks::default();
        if self.world.broken != Some(Broken::EndedThreadsForgotten) {
            for kind in self.left_out.clone() {
                let kind = &self.world.kinds[kind];
                if kind.site.is_none_or(executed) {
                    let (start, is_first) = (kind.start, kind.site.is_none());
                    let mut runs: Vec<FuncId> = kind.runs.iter().copied().collect();
                    runs.sort_unstable();
                    self.add_left(start, is_first, &runs, executed, &mut left);
                }
            }
        }
        left.anything |= std::mem::replace(&mut self.locks_lost, lost);
        left
    }

    /// Adds what threads may hold that begin in a function, when they end.
    fn add_left(
        &mut self,
        start: FuncId,
        is_first: bool,
        runs: &[FuncId],
        executed: &dyn Fn(Position) -> bool,
        left: &mut LeftLocks,
    ) {
        // The return of the first thread ends the program.
        if !is_first {
            match self.summary(start) {
                Some(summary) => self.add_all(&summary.taken, left),
                None => left.anything |= runs.iter().any(|&func| self.takes_locks(func)),
            }
        }
        let cancels = self.world.program.function("pthread_cancel").is_some();
        for &func in runs {
            for at in positions_of(self.world.program, func) {
                if self.world.budget.is_spent() {
                    left.anything = true;
                    return;
                }
                if executed(at) && self.may_end_at(at, cancels) {
                    self.add_held_at(at, left);
                }
            }
        }
    }

    /// Whether a thread may come to its end in a call.
    fn may_end_at(&self, at: Position, cancels: bool) -> bool {
        let call = at.op(self.world.program).and_then(|op| self.world.library_call(op));
        call.is_some_and(|(name, _)| {
            let cancelled = cancels
                && raddle_library::find(name)
                    .is_none_or(|row| row.cancellation != Cancellation::Never);
            cancelled || sync_op(name) == Some(SyncOp::ThreadEnd)
        })
    }

    fn add_held_at(&mut self, at: Position, left: &mut LeftLocks) {
        let Some(summary) = self.summary(at.func) else {
            left.anything |= self.takes_locks(at.func);
            return;
        };
        let frame = Frame { func: at.func, instance: Instance::ONCE, kind: None };
        let above = self.taken_at_entry(&frame);
        self.add_all(summary.taken_at.get(&at).map_or(&[], Vec::as_slice), left);
        self.add_all(&above, left);
    }

    fn add_all(&self, taken: &[Taken], left: &mut LeftLocks) {
        for taken in taken.iter().filter(|taken| taken.most > 0) {
            let unknown = |object: ObjectId| {
                matches!(self.world.points_to.object(object), Object::Unknown | Object::Library)
            };
            left.anything |=
                taken.places.is_empty() || taken.places.iter().any(|place| unknown(place.object));
            for place in taken.places.iter() {
                let reads = left.objects.entry(place.object).or_insert(false);
                *reads |= taken.kind == HeldKind::Read;
            }
        }
    }

    fn takes_locks(&self, func: FuncId) -> bool {
        positions_of(self.world.program, func).any(|at| {
            let call = at.op(self.world.program).and_then(|op| self.world.library_call(op));
            call.is_some_and(|(name, _)| {
                matches!(
                    sync_op(name),
                    Some(SyncOp::Lock { .. } | SyncOp::TryLock { .. } | SyncOp::Wait)
                )
            })
        })
    }
}
