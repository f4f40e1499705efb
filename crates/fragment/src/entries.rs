//! Calls that enter a part of a program, such as a library, from the rest of it.
//!
//! Each entry is a function of that part, and the frames from there out to the first one of the rest. Functions that belong to nobody (those of the linked C library; `static` ones in
//! headers) are part of whoever calls them: their frames are in between, and what only the part itself calls through them is no entry. A thread that is
//! created with a function of the part enters it where the creation is.
//!
//! None is left out: whatever is not called by the part itself is an entry. Without a call that leads to it (destructors, handlers, what unknown
//! code calls back), it has no frames around it.

use raddle_ir::{Body, FuncId, Program};
use raddle_pointsto::{PointsTo, Position};
use rustc_hash::FxHashSet;

/// More frames in between are not followed.
const MOST_BETWEEN: usize = 8;

/// To what a function belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Inside,
    Outside,
    /// To whoever calls it.
    Callers,
}

/// A way into the part.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    pub func: FuncId,
    /// The call or the creation by the rest of the program, if that is known.
    pub from: Option<Position>,
    /// Innermost first: the beginning of the function, and the calls around it.
    pub frames: Vec<Position>,
}

/// All entries, in the order of the program's functions.
pub fn entries(
    program: &Program,
    points_to: &PointsTo,
    part_of: &dyn Fn(FuncId) -> Part,
) -> Vec<Entry> {
    let mut reachable: Vec<FuncId> = points_to.calls.reachable().into_iter().collect();
    reachable.sort_unstable();
    let mut search = Search { points_to, part_of, found: Vec::new() };
    for func in reachable {
        if program.functions[func].body.is_some() && part_of(func) == Part::Inside {
            let begins = Position { func, block: Body::ENTRY, inst: 0 };
            search.outward(func, &mut vec![begins]);
        }
    }
    let mut found = search.found;
    found.sort_unstable();
    // Of several ways from one call, what they have in common.
    found.dedup_by(|next, kept| {
        let same = (next.func, next.from) == (kept.func, kept.from);
        if same {
            let both = kept.frames.iter().zip(&next.frames).take_while(|(a, b)| a == b).count();
            kept.frames.truncate(both);
        }
        same
    });
    found
}

struct Search<'s> {
    points_to: &'s PointsTo,
    part_of: &'s dyn Fn(FuncId) -> Part,
    found: Vec<Entry>,
}

impl Search<'_> {
    /// Goes on from the outermost of some frames.
    fn outward(&mut self, entered: FuncId, frames: &mut Vec<Position>) {
        let func = frames[frames.len() - 1].func;
        let between = frames.len() - 1;
        let calls = &self.points_to.calls;
        if between > MOST_BETWEEN || (between > 0 && calls.is_recursive(func)) {
            self.callers_of(entered, frames, func);
            return;
        }
        if self.is_called_by_nobody(func) {
            self.found.push(Entry { func: entered, from: None, frames: frames.clone() });
        }
        for site in calls.callers(func).to_vec() {
            let part = (self.part_of)(site.at.func);
            let from = Some(site.at);
            if site.starts_with.is_some() {
                // Who creates a thread is no frame of it.
                if part != Part::Inside {
                    self.found.push(Entry { func: entered, from, frames: frames.clone() });
                }
                continue;
            }
            frames.push(site.at);
            match part {
                Part::Inside => {}
                Part::Outside => {
                    self.found.push(Entry { func: entered, from, frames: frames.clone() });
                }
                Part::Callers => self.outward(entered, frames),
            }
            frames.pop();
        }
    }

    /// Who may call a function, however many calls are in between: the frames are as far as they are known.
    fn callers_of(&mut self, entered: FuncId, frames: &[Position], func: FuncId) {
        let calls = &self.points_to.calls;
        let mut seen: FxHashSet<FuncId> = FxHashSet::default();
        let mut open = vec![func];
        while let Some(func) = open.pop() {
            if !seen.insert(func) {
                continue;
            }
            if self.is_called_by_nobody(func) {
                self.found.push(Entry { func: entered, from: None, frames: frames.to_vec() });
            }
            for site in calls.callers(func) {
                match (self.part_of)(site.at.func) {
                    Part::Inside => {}
                    Part::Callers if site.starts_with.is_none() => open.push(site.at.func),
                    Part::Callers | Part::Outside => {
                        let from = Some(site.at);
                        self.found.push(Entry { func: entered, from, frames: frames.to_vec() });
                    }
                }
            }
        }
    }

    fn is_called_by_nobody(&self, func: FuncId) -> bool {
        let calls = &self.points_to.calls;
        calls.by_any_thread.contains(&func) || calls.roots.contains(&func)
    }
}
