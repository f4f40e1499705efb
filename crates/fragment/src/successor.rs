//! From where threads came to in a fragment to the context that follows.

use std::collections::BTreeMap;

use raddle_context::{Context, ThreadAt};
use raddle_ir::{Block, Body, Callee, Entity, FuncId, Op, Program};
use raddle_machine::{FramePlace, VersionOf, Whereabouts};
use raddle_pointsto::{PointsTo, Position};

/// Threads of a context at most.
const MOST_THREADS: usize = 8;
/// Frames of a thread at most.
const MOST_FRAMES: usize = 32;

/// What the functions of a fragment are in the program that it is of. The default is for the program itself.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    /// Versions of functions that begin in the middle.
    pub(crate) versions: BTreeMap<FuncId, Version>,
    /// The function of the thread that makes the context.
    pub(crate) entry: Option<FuncId>,
    /// The functions that threads of the context start in.
    pub(crate) starts: Vec<FuncId>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Version {
    pub at: Position,
    /// It begins with the call of an inner frame.
    pub calls_inner: bool,
    pub shape: VersionOf,
}

/// Why no fragment can begin where threads have come to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum NoSuccessor {
    #[error("a function that the library called is under way")]
    Callback,
    #[error("there are more than {MOST_THREADS} threads")]
    Threads,
    #[error("a thread has more than {MOST_FRAMES} frames")]
    Frames,
}

impl Origins {
    /// The context that threads make which have come to these places; the same one for the same places. `from` is where the fragment began.
    pub fn successor(
        &self,
        program: &Program,
        points_to: &PointsTo,
        from: &Context,
        threads: &[Whereabouts],
    ) -> Result<Context, NoSuccessor> {
        let main = program.function("main");
        let mut found = Vec::new();
        for thread in threads {
            let outermost = thread.frames.last().map(|frame| frame.func);
            if outermost == self.entry && self.entry.is_some() {
                continue;
            }
            let nth = self.starts.iter().position(|&start| Some(start) == outermost);
            match nth.and_then(|nth| from.threads.get(nth)) {
                // It has not moved.
                Some(before) if thread.frames.len() == 1 => found.push(before.clone()),
                before => {
                    let known = thread.frames.len() - usize::from(before.is_some());
                    let frames = self.positions(program, points_to, &thread.frames[..known])?;
                    found.push(ThreadAt {
                        name: String::new(),
                        frames,
                        waiting: thread.waits,
                        woken: thread.woken,
                    });
                }
            }
        }
        if found.len() > MOST_THREADS {
            return Err(NoSuccessor::Threads);
        }
        let is_main = |thread: &ThreadAt| thread.frames.last().map(|frame| frame.func) == main;
        found.sort_by(|a, b| {
            let key = |thread: &ThreadAt| {
                let outermost_first: Vec<Position> = thread.frames.iter().rev().copied().collect();
                (!is_main(thread), outermost_first, thread.waiting, thread.woken)
            };
            key(a).cmp(&key(b))
        });
        name(program, &mut found);
        Ok(Context { threads: found, whole: true, in_order: true })
    }

    fn positions(
        &self,
        program: &Program,
        points_to: &PointsTo,
        frames: &[FramePlace],
    ) -> Result<Vec<Position>, NoSuccessor> {
        if frames.len() > MOST_FRAMES {
            return Err(NoSuccessor::Frames);
        }
        let mut positions: Vec<Position> = Vec::new();
        for frame in frames {
            let at = self.original(program, frame).ok_or(NoSuccessor::Callback)?;
            if let Some(inner) = positions.last()
                && !calls(program, points_to, at, inner.func)
            {
                return Err(NoSuccessor::Callback);
            }
            positions.push(at);
        }
        Ok(positions)
    }

    /// Where a place of the fragment is in the program.
    fn original(&self, program: &Program, place: &FramePlace) -> Option<Position> {
        let Some(version) = self.versions.get(&place.func) else {
            let FramePlace { func, block, inst } = *place;
            return Some(Position { func, block, inst });
        };
        let (at, shape) = (version.at, version.shape);
        let begun = at.inst + u32::from(version.calls_inner);
        let (block, inst) = match place.block {
            Body::ENTRY => (at.block, at.inst),
            block if block == shape.rest => (at.block, begun + place.inst),
            block if block == shape.entry => (Body::ENTRY, place.inst),
            block => (block, place.inst),
        };
        // Versions do more than their originals before they return, which nobody notices.
        let length = length(program, at.func, block)?;
        Some(Position { func: at.func, block, inst: inst.min(length) })
    }
}

/// Names threads after the functions that they started in.
fn name(program: &Program, threads: &mut [ThreadAt]) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for thread in threads {
        let start = thread.frames.last().map(|frame| &program.functions[frame.func]);
        let start =
            start.map_or("thread", |start| start.source_name.as_ref().unwrap_or(&start.name));
        let count = counts.entry(start.to_owned()).or_default();
        *count += 1;
        thread.name = match count {
            1 => start.to_owned(),
            more => format!("{start}-{more}"),
        };
    }
}

fn length(program: &Program, func: FuncId, block: Block) -> Option<u32> {
    Some(program.functions[func].body.as_ref()?.blocks.get(block)?.insts.len() as u32)
}

/// Whether an operation calls a function.
fn calls(program: &Program, points_to: &PointsTo, at: Position, callee: FuncId) -> bool {
    match at.op(program) {
        Some(Op::Call { callee: Callee::Direct(func), .. }) => *func == callee,
        Some(Op::Call { callee: Callee::Indirect(_), .. }) => {
            points_to.calls.called_at(at).any(|func| func == callee)
        }
        _ => false,
    }
}

/// A position as text: function, number of the block, number of the operation.
pub fn position_text(program: &Program, at: Position) -> String {
    format!("{}:{}:{}", program.functions[at.func].name, at.block.index(), at.inst)
}

/// The position that [`position_text`] wrote, if the program has it.
pub fn parse_position(program: &Program, text: &str) -> Option<Position> {
    let (rest, inst) = text.rsplit_once(':')?;
    let (name, block) = rest.rsplit_once(':')?;
    let func = program.function(name)?;
    let block = Block(block.parse().ok()?);
    let at = Position { func, block, inst: inst.parse().ok()? };
    (at.inst <= length(program, func, block)?).then_some(at)
}
