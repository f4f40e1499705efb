//! What library functions do to threads and locks. Numbers are arguments. The facts are in the table of the crate `library`.

use raddle_library::{Deed, Sort};

/// How a lock is taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mode {
    Read,
    Write,
}

/// What kind of thing is taken and given back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Family {
    Mutex,
    ReadWrite,
    Spin,
    Semaphore,
    Once,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SyncOp {
    Lock {
        family: Family,
        mode: Mode,
    },
    /// Taken if the result is 0.
    TryLock {
        family: Family,
        mode: Mode,
    },
    Unlock {
        family: Family,
    },
    MutexInit,
    RecursiveAttribute,
    C11MutexInit,
    SemaphoreInit,
    Wait,
    Signal {
        all: bool,
    },
    BarrierInit,
    BarrierWait,
    Create {
        handle: usize,
        function: usize,
    },
    Join,
    ThreadEnd,
    Once,
    SectionBegin,
    SectionEnd,
    Await,
    /// Initialises or destroys a synchronisation object.
    Making,
    /// It touches nothing that a race could be about.
    Nothing,
}

/// `None`: a function like any other.
pub fn sync_op(name: &str) -> Option<SyncOp> {
    Some(match raddle_library::deed(name) {
        Deed::Lock { of, mode } => SyncOp::Lock { family: family(of)?, mode: mode_of(mode) },
        Deed::TryLock { of, mode, .. } => {
            SyncOp::TryLock { family: family(of)?, mode: mode_of(mode) }
        }
        Deed::Unlock { of } => SyncOp::Unlock { family: family(of)? },
        Deed::Init { of } => match of {
            Sort::Mutex => SyncOp::MutexInit,
            Sort::Semaphore => SyncOp::SemaphoreInit,
            Sort::Barrier => SyncOp::BarrierInit,
            Sort::ReadWriteLock | Sort::Spinlock | Sort::Condition => SyncOp::Making,
        },
        Deed::InitWithKind => SyncOp::C11MutexInit,
        Deed::Destroy { .. } => SyncOp::Making,
        Deed::MutexKind => SyncOp::RecursiveAttribute,
        Deed::Wait { .. } => SyncOp::Wait,
        Deed::Signal { all } => SyncOp::Signal { all },
        Deed::BarrierWait => SyncOp::BarrierWait,
        Deed::Create { handle, function } => SyncOp::Create { handle, function },
        Deed::Join => SyncOp::Join,
        Deed::EndThread => SyncOp::ThreadEnd,
        Deed::Once => SyncOp::Once,
        Deed::BeginSection => SyncOp::SectionBegin,
        Deed::EndSection => SyncOp::SectionEnd,
        Deed::Await => SyncOp::Await,
        Deed::Attribute => SyncOp::Nothing,
        Deed::Plain
        | Deed::Other
        | Deed::CallAtEnd
        | Deed::Assume
        | Deed::Check
        | Deed::Input
        | Deed::Idle
        | Deed::Sleep
        | Deed::EndRun
        | Deed::Fail => return None,
    })
}

fn family(of: Sort) -> Option<Family> {
    match of {
        Sort::Mutex => Some(Family::Mutex),
        Sort::ReadWriteLock => Some(Family::ReadWrite),
        Sort::Spinlock => Some(Family::Spin),
        Sort::Semaphore => Some(Family::Semaphore),
        Sort::Condition | Sort::Barrier => None,
    }
}

fn mode_of(mode: raddle_library::Mode) -> Mode {
    match mode {
        raddle_library::Mode::Alone => Mode::Write,
        raddle_library::Mode::Reading => Mode::Read,
    }
}

/// Whether a function ends the process or the thread, so that control does not come back.
pub fn ends_process(name: &str) -> bool {
    matches!(raddle_library::deed(name), Deed::EndRun | Deed::Fail)
}
