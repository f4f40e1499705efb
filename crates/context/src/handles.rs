//! Handles of threads that nobody copies.
//!
//! A handle comes from the creation of its thread, which is executed once for each thread. If nothing but creations writes to a variable, then each of its cells
//! holds the handle of the thread that was created last with it, and no two cells, of this or another such variable, hold that of the same thread. (What a cell held
//! before anything was written to it is no handle. Handles of threads that are gone might be used again for others: here they are not.)
//!
//! What it misses: variables that are copied or passed on by value.

use raddle_ir::{Intrinsic, Op};
use raddle_pointsto::{Object, ObjectId, Position};
use raddle_warn::sync::{SyncOp, sync_op};

use crate::broken::Broken;
use crate::flow::Analysis;

impl Analysis<'_> {
    /// Memory to which nothing but creations of threads writes.
    pub(crate) fn own_handles(&self) -> Vec<Object> {
        let mut objects: Vec<ObjectId> = self.sharing.written().collect();
        objects.sort_unstable();
        let objects = objects.into_iter().filter(|&object| self.has_own_handles(object));
        objects.map(|object| self.world.points_to.object(object)).collect()
    }

    fn has_own_handles(&self, object: ObjectId) -> bool {
        let has_a_name = match self.world.points_to.object(object) {
            Object::Global(global) => !self.world.program.globals[global].thread_local,
            Object::Local(..) | Object::Heap(_) => true,
            _ => false,
        };
        let mut writers = self.sharing.writers(object);
        let creates = |at: Position| {
            let Some(op) = at.op(self.world.program) else { return false };
            let name = self.world.library_call(op).map(|(name, _)| name);
            let lives = Intrinsic::LifetimeStart;
            let ends = Intrinsic::LifetimeEnd;
            matches!(op, Op::Intrinsic { intrinsic, .. } if [lives, ends].contains(intrinsic))
                || matches!(name.and_then(sync_op), Some(SyncOp::Create { .. }))
        };
        has_a_name
            && match self.world.broken {
                Some(Broken::CopiedHandlesTrusted) => writers.any(creates),
                _ => writers.all(creates),
            }
    }
}
