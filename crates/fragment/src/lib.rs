//! A part of a program that starts in the middle, as a program.
//!
//! A *context* says where the threads of a program stand (crate `context`). Here it becomes a part of the program, made of operations
//! that reductions, replays and reports know already:
//!
//! ```text
//! raddle.context(unknown …)                  parameters: all that is not known, made like those of a function that is checked alone
//!     values that follow from what is not known, stores of what is known of memory, assumptions
//!     start(raddle.thread.1, values …)       one thread after the other comes to its place; nobody else moves meanwhile
//!     …
//!     opens the gate of all threads at once, and is gone: it is no thread of the context
//! raddle.thread.k(values …)
//!     takes the locks that the thread holds
//!     calls a version of its outermost function that begins in the middle, with the call of the next inner one, and so on
//!     where that returns, the fragment ends, unless the function is the one the thread was started with
//! ```
//!
//! Local variables in memory of open frames become variables of the program, so that pointers may point to them before any frame
//! runs; they are gone when the frame returns. Threads that stand in a wait have executed its first step.

mod backtrace;
mod build;
mod entries;
mod frame;
mod given;
mod handles;
mod place;
mod successor;

pub use backtrace::{BacktraceError, parse_backtrace};
pub use entries::{Entry, Part, entries};
pub use given::{Argument, ArgumentValue, add_arguments};
pub use place::{FrameSpec, PlacesError, Spec, is_wait, parse_spec, place_context};
pub use successor::{NoSuccessor, Origins, parse_position, position_text};

use std::sync::Arc;

use raddle_analysis::natural_loops;
use raddle_context::{Context, Facts, LeftLocks, ThreadAt};
use raddle_ir::{Body, FuncId, Program};
use raddle_machine::Surroundings;
use raddle_pointsto::{PointsTo, Position};

/// The function that a fragment starts in.
pub const ENTRY: &str = "raddle.context";

/// Where threads stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Until {
    /// Where the outermost function of the context returns.
    #[default]
    Return,
    /// There, or where a loop of a function of the context starts over.
    BackEdge,
    /// There, or after so many conditional branches.
    Branches(u64),
    /// Where the exploration says: all stacks are whole.
    Piece,
}

/// A program that starts in the middle.
#[derive(Clone, Debug)]
pub struct Fragment {
    pub program: Program,
    /// A thread stays where it is after so many conditional branches.
    pub branches: Option<u64>,
    pub surroundings: Surroundings,
    pub origins: Origins,
}

/// Calls of functions of a library, each by a thread of its own, in any state of the library, or in the one that its
/// initialisation leaves. Nothing is known of who calls them, so pointers may point wherever their types allow.
pub fn library_calls(
    program: &Program,
    calls: &[FuncId],
    initialise: Option<FuncId>,
    until: Until,
) -> (Context, Fragment) {
    let threads = calls.iter().enumerate().map(|(nth, &func)| ThreadAt {
        name: format!("T{}", nth + 1),
        frames: vec![Position { func, block: Body::ENTRY, inst: 0 }],
        waiting: false,
        woken: false,
    });
    let context = Context { threads: threads.collect(), ..Context::default() };
    // Whatever threads a caller names can be joined.
    let mut facts = Facts {
        locks_unknown: false,
        left: LeftLocks::default(),
        let_go: false,
        detached: false,
        ..Facts::naive(&context)
    };
    if initialise.is_some() {
        facts.unwritten = program.globals.keys().collect();
    }
    let builder = build::Builder::new(program, None, &context, &facts, until);
    let made = builder.after(initialise).build();
    (context, made)
}

/// The heads of the loops that the threads of a context stand in, innermost first, and of the others of their functions if there is none.
pub fn loops_around(program: &Program, context: &Context) -> Vec<Position> {
    let mut around = Vec::new();
    let mut beside = Vec::new();
    for at in context.threads.iter().flat_map(|thread| &thread.frames) {
        let Some(body) = &program.functions[at.func].body else { continue };
        for one in natural_loops(body) {
            let head = Position { func: at.func, block: one.header, inst: 0 };
            let found = if one.contains(at.block) { &mut around } else { &mut beside };
            if !found.contains(&head) {
                found.push(head);
            }
        }
    }
    if around.is_empty() { beside } else { around }
}

/// Makes a context a part of the program. Without a pointer analysis, pointers may point wherever their types allow.
pub fn fragment(
    program: &Program,
    points_to: Option<&Arc<PointsTo>>,
    context: &Context,
    facts: &Facts,
    until: Until,
) -> Fragment {
    build::Builder::new(program, points_to, context, facts, until).build()
}

/// The same for calls that threads are about to make: each stands at the beginning of its innermost function, and stops where that returns. What the frames around it
/// say of its arguments and of memory is known.
pub fn calls(
    program: &Program,
    points_to: &Arc<PointsTo>,
    context: &Context,
    facts: &Facts,
    until: Until,
) -> Fragment {
    build::Builder::new(program, Some(points_to), context, facts, until).calls_only().build()
}
