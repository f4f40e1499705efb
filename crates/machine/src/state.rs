//! The state of a running program. Cloning shares everything; a change copies what it touches.

use std::rc::Rc;

use raddle_expr::Model;
use raddle_ir::{Block, FuncId, Loc, Reg, Type};
use raddle_solver::Path;
use smallvec::SmallVec;

use crate::branching::{Joined, Side};
use crate::event::{Event, Fence, Private};
use crate::history::{Decisions, InputRecord, List, StackEntry, View};
use crate::loop_ends::Rounds;
use crate::memory::Memory;
use crate::names::{ObjectId, ThreadId};
use crate::optimised::{Poison, Speculation};
use crate::spin_log::SpinLog;
use crate::unknown::Unknowns;
use crate::value::Value;

#[derive(Clone, Debug)]
pub struct State {
    /// Ordered by id.
    pub threads: Vec<Rc<Thread>>,
    pub memory: Memory,
    /// The condition on inputs under which this state is reached.
    pub path: Path,
    /// The same when the threads of a context had come to their places.
    pub given: Option<Path>,
    /// Values that satisfy `path`.
    pub model: Rc<Model>,
    /// Threads that still have local work to do before anything can be scheduled.
    pub unsettled: SmallVec<[ThreadId; 2]>,
    pub decisions: Decisions,
    /// What decisions saw and left that the order of decisions does not tell.
    pub views: List<View>,
    /// Something happened that is an event of the run.
    pub in_event: bool,
    /// The sides taken where inputs decided, and whether they are enough to come here again.
    pub sides: List<Side>,
    pub shareable: bool,
    pub inputs: List<InputRecord>,
    /// What the program wrote to its standard output.
    pub output: List<Rc<[u8]>>,
    /// Functions to run at exit, newest first, live in program memory; here only whether exit has begun.
    pub exiting: Option<i32>,
    /// Threads that were created and not joined yet. Without any, every access is local.
    pub unjoined: u32,
    /// The thread that may execute its visible operation now.
    pub granted: Option<ThreadId>,
    /// The operation at hand has used the grant.
    pub acting: bool,
    /// The thread inside an atomic section, and how deeply it is nested.
    pub atomic: Option<(ThreadId, u32)>,
    /// Jumps made by the transition at hand, counted only with a bound.
    pub jumps: u64,
    /// What the transition at hand has done so far.
    pub event: Event,
    /// A load of the transition at hand that nothing has used so far.
    pub speculation: Option<Speculation>,
    /// Results of operations of optimised code that must not be used; none where a transition ends.
    pub poison: SmallVec<[Poison; 1]>,
    pub rest: Rest,
    /// Where local work that takes long was a while ago.
    pub lap: Option<Rc<Lap>>,
    /// Memory that was there before the start, as far as it was met.
    pub unknowns: Unknowns,
}

/// Where local work stops although it could go on: see `rest.rs`.
#[derive(Clone, Debug, Default)]
pub struct Rest {
    /// The thread that works locally has stopped where branches come together.
    pub now: bool,
    /// Inputs decided a branch since work began.
    pub(crate) forked: bool,
    /// Places passed since then where branches come together.
    pub(crate) passed: u32,
    /// While generalising: stop after so many.
    pub(crate) after: Option<u32>,
    /// Branches whose sides were joined since work began.
    pub(crate) joined: List<Joined>,
    /// While generalising: those that were.
    pub(crate) to_join: List<Joined>,
}

/// The way of a thread into the wait that a context has it in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gate {
    /// The cell that says that it stands there.
    pub ready: Value,
    /// The cell that says that the others are ready, too.
    pub open: Value,
    /// Somebody has woken it.
    pub woken: bool,
}

#[derive(Clone, Debug)]
pub struct Thread {
    pub id: ThreadId,
    pub frames: Vec<Rc<Frame>>,
    pub status: Status,
    /// Objects made so far: part of the canonical name of the next.
    pub allocations: u64,
    pub inputs: u64,
    pub undefined: u64,
    pub created: u32,
    /// Bytes of call stack in use.
    pub stack_bytes: u64,
    /// Where it was created; nothing for the initial thread.
    pub created_at: Option<StackEntry>,
    /// Locks it holds, oldest first: object, offset, and where they were taken.
    pub held: SmallVec<[(ObjectId, u64, StackEntry); 2]>,
    /// How far an operation of several steps has come.
    pub phase: Phase,
    /// Conditional branches taken, or work done, counted only where that is bounded.
    pub branches: u64,
    /// Which sides those branches took, as a number that is another one for other sides.
    pub taken: u64,
    /// Of a thread of a context that stands in a wait.
    pub gate: Option<Gate>,
    /// Recent read-only transitions, to notice a loop that waits for others.
    pub spin: SpinLog,
}

/// Where a thread is within a library operation of several steps, such as a condition wait.
#[derive(Clone, Debug, Default)]
pub struct Phase {
    /// Zero: it has not begun.
    pub step: u32,
    /// What the operation will return.
    pub code: u32,
    /// States in which waits of this thread ended early, to notice that it goes round in circles.
    pub given_up: Rc<Vec<Snapshot>>,
}

/// Threads and memory of a state.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub threads: Vec<Rc<Thread>>,
    pub memory: Memory,
}

/// A state that local work was in, and how long ago that was: if it comes back to it, it never ends.
#[derive(Clone, Debug)]
pub struct Lap {
    pub start: Snapshot,
    /// How often the work was interrupted since then, and after how many times it is looked at anew.
    pub length: u64,
    pub most: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    Running,
    /// Its start function returned or it called `pthread_exit`.
    Done,
    /// Its next step would end the run (failed assertion, `exit`, `abort`) or be outside of it (a false
    /// assumption). The thread stays where it is, so that what others do before that step is seen too.
    Halted(Halt),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    Fault,
    Exit(i32),
    Abort,
    /// `assume` of something false.
    Assume,
    /// Not explored further: the cut was reported.
    Cut,
    /// At the end of a fragment of a program: what follows is not asked.
    End,
}

/// An argument that matches the `...` of a function.
#[derive(Clone, Copy, Debug)]
pub struct Vararg {
    pub ty: Type,
    pub value: Value,
    /// `Some((size, align))`: `value` points to the callee's copy of a struct.
    pub by_value: Option<(u64, u64)>,
}

#[derive(Clone, Debug)]
pub struct Frame {
    pub func: FuncId,
    pub block: Block,
    /// The next instruction; `insts.len()` is the terminator.
    pub inst: usize,
    pub regs: Box<[Value]>,
    /// Where the caller wants the results.
    pub results: SmallVec<[Reg; 1]>,
    pub locals: SmallVec<[ObjectId; 4]>,
    pub varargs: Rc<[Vararg]>,
    /// When it returns, the caller executes the instruction again that it stands behind.
    pub again: bool,
    /// Iterations of loops entered in this activation, kept only with an unwinding bound.
    pub iterations: SmallVec<[(Block, u64); 2]>,
    /// Rounds of its loops, kept only where loops end a piece of the program.
    pub rounds: SmallVec<[Rounds; 1]>,
}

impl State {
    /// What happens from here on is another event. What happened before the first one is none: its fences, private accesses and
    /// creations belong to the first one, and come before all that is in that.
    pub(crate) fn begin_event(&mut self, loc: Loc) {
        let before = std::mem::replace(&mut self.event, Event { loc, ..Event::default() });
        if std::mem::replace(&mut self.in_event, true) {
            return;
        }
        let fences_before = |place: usize| {
            let places = before.fences.iter().enumerate().map(|(nth, fence)| fence.after + nth);
            places.filter(|&fence| fence < place).count()
        };
        let private = before.private.iter();
        // A section may go on after it has created a thread. Whoever was created by then need not come after that.
        let behind = before.section_behind_creation().map(|at| {
            let (access, place) = (before.accesses[at], fences_before(before.place_of(at)));
            Private { by: ThreadId(0), access, place }
        });
        self.event.private = private
            .map(|private| Private { place: fences_before(private.place), ..*private })
            .chain(behind)
            .collect();
        self.event.born = before.born;
        self.event.fences =
            before.fences.iter().map(|&fence| Fence { after: 0, ..fence }).collect();
    }

    /// Whether something was accessed behind a creation before the first event: the run does not know of it yet.
    pub fn accessed_behind_creation(&self) -> bool {
        !self.in_event && self.event.section_behind_creation().next().is_some()
    }

    pub fn position(&self, thread: ThreadId) -> Option<usize> {
        // As long as no thread is gone, each stands where its number says.
        let at = thread.0 as usize;
        if self.threads.get(at).is_some_and(|found| found.id == thread) {
            return Some(at);
        }
        self.threads.binary_search_by_key(&thread, |t| t.id).ok()
    }
    pub fn thread(&self, thread: ThreadId) -> &Thread {
        let at = self.position(thread).expect("thread exists in this state");
        &self.threads[at]
    }
    pub fn thread_mut(&mut self, thread: ThreadId) -> &mut Thread {
        let at = self.position(thread).expect("thread exists in this state");
        Rc::make_mut(&mut self.threads[at])
    }
    /// No thread can ever move again because all are done or halted.
    pub fn is_over(&self) -> bool {
        self.threads.iter().all(|thread| thread.status != Status::Running)
    }
}

impl Thread {
    pub fn is_running(&self) -> bool {
        self.status == Status::Running
    }
    pub fn top(&self) -> &Frame {
        self.frames.last().expect("a running thread has a frame")
    }
    pub fn top_mut(&mut self) -> &mut Frame {
        Rc::make_mut(self.frames.last_mut().expect("a running thread has a frame"))
    }
}

/// What a compiled frame would take, roughly: spilled registers and the return address.
pub(crate) fn frame_bytes(frame: &Frame) -> u64 {
    48 + 8 * frame.regs.len() as u64
}

/// Cells of a thread's control block.
pub(crate) mod control {
    pub const SIZE: u64 = 72;
    /// 1 when the thread has ended.
    pub const DONE: u64 = 0;
    /// What its start function returned.
    pub const RESULT: u64 = 8;
    /// 1 when it was joined, 2 when it was detached.
    pub const CLAIMED: u64 = 16;
    /// The end of the cells that tell of a thread's life. Those below are about what it does.
    pub const LIFE: u64 = 24;
    /// Address of the condition variable or barrier in whose queue the thread is, or 0.
    pub const QUEUE: u64 = 24;
    /// 1 when the thread was taken out of that queue by another one.
    pub const SIGNALLED: u64 = 32;
    /// How many read-write locks it holds for reading, each as often as it took it.
    pub const READING: u64 = 40;
    /// Address of the newest clean-up handler's buffer, or 0.
    pub const CLEANUP: u64 = 48;
    /// What the thread asked for in case somebody cancels it.
    pub const CANCEL_STATE: u64 = 56;
    pub const CANCEL_TYPE: u64 = 60;
    /// How many of its condition waits in a row ended spuriously.
    pub const EARLY: u64 = 64;
}

pub(crate) fn in_atomic(st: &State, thread: ThreadId) -> bool {
    st.atomic.is_some_and(|(owner, _)| owner == thread)
}

/// The object behind handles of threads that have ended.
pub(crate) const ENDED: &str = "a thread that has ended";
