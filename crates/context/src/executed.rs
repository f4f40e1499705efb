//! What may have been executed before the context, as an over-approximation.
//!
//! Of a function that is executed at most once and is under way in the context, only what leads to its place; of whatever that calls, and of threads it may have
//! created, everything, unless they are under way in the context themselves and there is only one of them. Where the context does not say where the first thread stands,
//! it may have done everything.

use raddle_ir::{Block, FuncId};
use raddle_pointsto::{Position, positions_of};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::world::World;

/// Where the frames of a thread stand, the outermost first, down to where it began.
#[derive(Clone, Debug)]
pub(crate) struct Stack {
    /// The thread is the only one of its kind.
    pub(crate) kind: usize,
    pub(crate) places: Vec<Position>,
}

#[derive(Debug, Default)]
pub(crate) struct Executed {
    whole: FxHashSet<FuncId>,
    parts: FxHashMap<FuncId, Part>,
}

#[derive(Debug)]
struct Part {
    /// From where control comes to the place.
    blocks: FxHashSet<Block>,
    block: Block,
    /// What comes before this in its block.
    end: u32,
}

impl Part {
    fn contains(&self, at: Position) -> bool {
        self.blocks.contains(&at.block) || (at.block == self.block && at.inst < self.end)
    }
}

impl Executed {
    /// `stacks`: threads of which all is known that is under way. `None` if the budget is spent.
    pub(crate) fn new(world: &World<'_>, stacks: &[Stack]) -> Option<Executed> {
        let mut executed = Executed::default();
        let calls = &world.points_to.calls;
        let mut open: Vec<FuncId> = Vec::new();
        let mut begun = vec![false; world.kinds.len()];
        executed.begin(world, stacks, 0, &mut begun, &mut open);
        let first_is_known = stacks.iter().any(|stack| stack.kind == 0);
        for &root in &calls.roots {
            if root != calls.entry
                && (!first_is_known || world.program.constructors.contains(&root))
            {
                executed.whole.insert(root);
                open.push(root);
            }
        }
        for &func in &calls.by_any_thread {
            executed.whole.insert(func);
            open.push(func);
        }
        while let Some(func) = open.pop() {
            if world.budget.is_spent() {
                return None;
            }
            for at in positions_of(world.program, func) {
                if !executed.contains(at) {
                    continue;
                }
                for callee in calls.called_at(at) {
                    let under_way = executed.parts.contains_key(&callee);
                    if !under_way && executed.whole.insert(callee) {
                        open.push(callee);
                    }
                }
                for (index, kind) in world.kinds.iter().enumerate() {
                    if kind.site == Some(at) {
                        executed.begin(world, stacks, index, &mut begun, &mut open);
                    }
                }
            }
        }
        Some(executed)
    }

    /// Threads of a kind may have begun.
    fn begin(
        &mut self,
        world: &World<'_>,
        stacks: &[Stack],
        kind: usize,
        begun: &mut [bool],
        open: &mut Vec<FuncId>,
    ) {
        if std::mem::replace(&mut begun[kind], true) {
            return;
        }
        let known = stacks.iter().find(|stack| stack.kind == kind && world.kinds[kind].single);
        let Some(stack) = known else {
            if self.whole.insert(world.kinds[kind].start) {
                open.push(world.kinds[kind].start);
            }
            return;
        };
        let count = stack.places.len();
        for (index, &at) in stack.places.iter().enumerate() {
            open.push(at.func);
            if !world.is_once(at.func) {
                self.whole.insert(at.func);
                continue;
            }
            let shape = world.shape(at.func);
            let mut blocks: FxHashSet<Block> = FxHashSet::default();
            let mut before = vec![at.block];
            while let Some(block) = before.pop() {
                for &(source, _) in &shape.sources[block] {
                    if blocks.insert(source) {
                        before.push(source);
                    }
                }
            }
            // The call of the next frame has begun.
            let end = at.inst + u32::from(index + 1 < count);
            self.parts.insert(at.func, Part { blocks, block: at.block, end });
        }
    }

    pub(crate) fn contains(&self, at: Position) -> bool {
        self.whole.contains(&at.func)
            || self.parts.get(&at.func).is_some_and(|part| part.contains(at))
    }
}
