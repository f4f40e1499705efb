//! Handles of threads that nobody copies.
//!
//! A handle comes from the creation of its thread, which is executed once for each thread. If nothing but creations writes to a variable, then each of its cells
//! holds the handle of the thread that was created last with it, and no two cells, of this or another such variable, hold that of the same thread. (What a cell held
//! before anything was written to it is no handle. Handles of threads that are gone might be used again for others: here they are not.)
//!
//! A creation makes threads of one kind. So a cell holds no handle of a thread whose kind no creation is of that writes there. If only one creation writes to a variable, to nothing else, and is executed
//! at most once, then the variable holds the handle of the thread of that kind as soon as there is one.
//!
//! What it misses: variables that are copied or passed on by value.

use raddle_ir::{FuncId, Intrinsic, Op, Operand, SlotId};
use raddle_pointsto::{Object, ObjectId, Position};
use raddle_warn::sync::{SyncOp, sync_op};

use crate::OwnHandles;
use crate::broken::Broken;
use crate::distinct::Met;
use crate::flow::Analysis;

/// Bytes of a handle.
const HANDLE: u64 = 8;

impl Analysis<'_> {
    /// Memory to which nothing but creations of threads writes.
    pub(crate) fn own_handles(&self, threads: &[Met]) -> Vec<OwnHandles> {
        let mut objects: Vec<ObjectId> = self.sharing.written().collect();
        objects.sort_unstable();
        let objects = objects.into_iter().filter(|&object| self.has_own_handles(object));
        objects.map(|object| self.handles_in(object, threads)).collect()
    }

    fn has_own_handles(&self, object: ObjectId) -> bool {
        let has_a_name = match self.world.points_to.object(object) {
            Object::Global(global) => !self.world.program.globals[global].thread_local,
            Object::Local(..) | Object::Heap(_) => true,
            _ => false,
        };
        let mut writers = self.sharing.writers(object);
        let lives = |at: Position| {
            let marks = [Intrinsic::LifetimeStart, Intrinsic::LifetimeEnd];
            let op = at.op(self.world.program);
            matches!(op, Some(Op::Intrinsic { intrinsic, .. }) if marks.contains(intrinsic))
        };
        has_a_name
            && match self.world.broken {
                Some(Broken::CopiedHandlesTrusted) => writers.any(|at| self.creates(at)),
                _ => writers.all(|at| self.creates(at) || lives(at)),
            }
    }

    fn creates(&self, at: Position) -> bool {
        let call = at.op(self.world.program).and_then(|op| self.world.library_call(op));
        matches!(call.and_then(|(name, _)| sync_op(name)), Some(SyncOp::Create { .. }))
    }

    /// Whose handles are in memory that only creations write to.
    fn handles_in(&self, object: ObjectId, threads: &[Met]) -> OwnHandles {
        let creations: Vec<Position> =
            self.sharing.writers(object).filter(|&at| self.creates(at)).collect();
        let made_here = |kind: &usize| {
            let site = self.world.kinds[*kind].site;
            let written = site.is_some_and(|site| creations.contains(&site));
            written != (self.world.broken == Some(Broken::HandlesMixedUp))
        };
        let may_be = |thread: &Met| thread.kinds.iter().any(made_here);
        let possible = (0..threads.len()).filter(|&nth| may_be(&threads[nth])).collect();
        let certain = self.only_cell_of(object, &creations);
        let certain = certain
            .and_then(|kind| threads.iter().position(|thread| thread.kinds == [kind]))
            .filter(|_| self.world.broken != Some(Broken::HandlesMixedUp));
        OwnHandles { object: self.world.points_to.object(object), threads: possible, certain }
    }

    /// The kind of the one thread whose creation writes to one cell, if it writes nowhere else.
    fn only_cell_of(&self, object: ObjectId, creations: &[Position]) -> Option<usize> {
        let &[at] = creations else { return None };
        let regions = self.world.points_to.accesses(self.world.program, at).writes;
        let one_cell = match self.world.points_to.object(object) {
            Object::Global(global) => self.world.program.globals[global].size <= HANDLE,
            Object::Local(func, slot) => self.is_one_handle(func, slot),
            _ => false,
        };
        let mut kinds =
            (0..self.world.kinds.len()).filter(|&kind| self.world.kinds[kind].site == Some(at));
        let (Some(kind), None) = (kinds.next(), kinds.next()) else { return None };
        let there = one_cell && regions.iter().all(|region| region.object == object);
        (there && self.world.kinds[kind].single).then_some(kind)
    }

    fn is_one_handle(&self, func: FuncId, wanted: SlotId) -> bool {
        let blocks = self.world.body(func).into_iter().flat_map(|body| body.blocks.values());
        blocks.flat_map(|block| &block.insts).any(|inst| match inst.op {
            Op::Alloca { slot, size, count: Operand::Const(count), .. } if slot == wanted => {
                size.checked_mul(count).is_some_and(|bytes| bytes <= HANDLE)
            }
            _ => false,
        })
    }
}
