//! What a thread is given and nobody changes any more: `args[i].from = …; pthread_create(&t[i], 0, work, &args[i]);`.
//!
//! The creator goes on writing to the array, so by the pointer analysis it may still change what it wrote for this thread. It does not, if each of its stores either cannot come behind the
//! creation, or goes to another element in every round of the loop around both, and behind the creation only in later rounds. Other members may be written by anybody, where every address is a multiple
//! of the length of an element away from the array plus the offset of such a member.
//!
//! **Why it holds.** The function of the creation is executed once, so a round of its loop is executed once. The store that wrote for this thread belongs to the round of the creation and lies before it; in any
//! other round it writes at another address, since addresses grow by at least the size of what is stored (`handles.rs`, `row`). What was written before the creation is seen by the thread: no absence of data races is needed.
//!
//! What it misses: nested loops, copies of whole structs, memory that is freed while the thread may be there.

use raddle_ir::{Block, Op, Type};
use raddle_pointsto::{Position, Region};
use rustc_hash::FxHashSet;

use crate::broken::Broken;
use crate::flow::Analysis;
use crate::handles::MOST_WRITERS;
use crate::memory::{Entry, Memory};
use crate::stack::Before;
use crate::values::Val;

impl Analysis<'_> {
    /// What a new thread knows of memory, when nobody changes some of it any more. `None` if the budget is spent.
    pub(crate) fn given(
        &mut self,
        mut memory: Memory,
        site: Position,
        rounds: Option<&[Val]>,
        executed: &dyn Fn(Position) -> bool,
    ) -> Option<Memory> {
        let Some(rounds) = rounds.filter(|_| self.world.is_once(site.func)) else {
            return Some(memory);
        };
        // What other stores go to is asked for in the same way.
        if std::mem::replace(&mut self.giving, true) {
            return Some(memory);
        }
        for entry in &mut memory.entries {
            if entry.exposed && self.is_given(entry, site, rounds, executed)? {
                entry.exposed = false;
            }
        }
        self.giving = false;
        Some(memory)
    }

    fn is_given(
        &mut self,
        entry: &Entry,
        site: Position,
        rounds: &[Val],
        executed: &dyn Fn(Position) -> bool,
    ) -> Option<bool> {
        let regions = entry.regions.clone();
        for region in regions.iter() {
            let mut writes = self.later_writes(region);
            writes.sort_unstable();
            writes.dedup();
            if writes.len() > MOST_WRITERS {
                return Some(false);
            }
            for at in writes {
                let over = at.func == site.func && !self.may_follow(site, at, None);
                if over || self.marks_life(at) {
                    continue;
                }
                if !self.stays_away(entry, region, at, site, rounds, executed)? {
                    return Some(false);
                }
            }
        }
        Some(true)
    }

    /// Whether a store never changes an entry behind a creation.
    fn stays_away(
        &mut self,
        entry: &Entry,
        region: &Region,
        at: Position,
        site: Position,
        rounds: &[Val],
        executed: &dyn Fn(Position) -> bool,
    ) -> Option<bool> {
        let Some(Op::Store { ty, ptr, .. }) = at.op(self.world.program).cloned() else {
            return Some(false);
        };
        let (Some(row), [round]) = (self.row(entry.address, rounds), rounds) else {
            return Some(false);
        };
        let (size, bytes) = (self.bytes_of(entry.ty), self.bytes_of(ty));
        if at.func == site.func && self.loops_at(at) == self.loops_at(site) {
            let store = match self.rows.get(&at) {
                Some(&known) => known,
                None => {
                    let kind = self.world.certain_kind(at.func, executed);
                    let Before { frame, state, own, .. } =
                        self.state_before(at, kind, executed, 0)?;
                    let rounds = self.rounds_around(at, &frame, &own, executed);
                    let address = state.and_then(|state| self.eval(&state, ptr, Type::Ptr));
                    let found = address.zip(rounds).and_then(|(a, rounds)| self.row(a, &rounds));
                    self.rows.insert(at, found);
                    found
                }
            };
            let there =
                store.and_then(|store| Some((store.stride, self.in_round(&store, *round)?)));
            if let Some((stride, address)) = there.filter(|(stride, _)| *stride == row.stride) {
                let (root, begin) = self.values.distance(row.address);
                let (other, start) = self.values.distance(address);
                let distance = start.wrapping_sub(begin);
                let header = self.loops_at(site)[0];
                let again = self.may_follow(site, at, Some(header))
                    && self.world.broken != Some(Broken::LaterStoresForgotten);
                if root == other && distance == 0 && size.max(bytes) <= stride && !again {
                    return Some(true);
                }
            }
        }
        let Some(first) = self.offset_in(region.object, row.address, row.stride) else {
            return Some(false);
        };
        if first + size > row.stride {
            return Some(false);
        }
        let kind = self.world.certain_kind(at.func, executed);
        let Some(state) = self.state_before(at, kind, executed, 0)?.state else {
            return Some(true);
        };
        Some(self.is_beside(region.object, &state, at, (first, size), row.stride))
    }

    fn bytes_of(&self, ty: Type) -> u64 {
        ty.bytes(&self.world.program.target)
    }

    fn loops_at(&self, at: Position) -> Vec<Block> {
        let shape = self.world.shape(at.func);
        shape.loops_around(at.block).map(|around| around.header).collect()
    }

    /// Whether control may come from behind one place to another of the same function, without coming by a block in between.
    fn may_follow(&self, from: Position, to: Position, without: Option<Block>) -> bool {
        if from.block == to.block && from.inst < to.inst {
            return true;
        }
        let Some(body) = self.world.body(from.func) else { return true };
        let mut seen: FxHashSet<Block> = FxHashSet::default();
        let mut open = vec![from.block];
        while let Some(block) = open.pop() {
            for next in raddle_analysis::successors(&body.blocks[block].terminator) {
                if Some(next) != without && seen.insert(next) {
                    open.push(next);
                }
            }
        }
        seen.contains(&to.block)
    }
}
