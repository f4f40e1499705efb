//! Deliberate defects of the analyses. A test makes each of them in turn and shows that a program notices. Nothing but tests asks for a defect.

/// One thing done wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// A lock that is held on some ways only is forgotten where ways come together.
    LocksOfSomeWaysForgotten,
    /// A lock that a called function takes and keeps is forgotten.
    LocksOfCalleesForgotten,
    /// What is known of memory outlives the moment from which others may write it.
    InterferenceIgnored,
    /// What is known of memory outlives a call that overwrites it.
    CalleesWritesIgnored,
    /// A register keeps its value around a loop that assigns it.
    LoopsIgnored,
    /// A thread counts as having passed a barrier once more than it has.
    BarriersOffByOne,
    /// A barrier counts as one for all its users although it waits for fewer.
    PartialBarriersTrusted,
    /// Creations in a loop count as having different arguments although the argument does not depend on the round.
    RoundsTakenForArguments,
    /// A place that may be executed several times counts as executed once.
    OnceAssumed,
    /// Handles of threads count as different although one is a copy of another.
    CopiedHandlesTrusted,
    /// Threads that begin in a function count as gone as soon as one was created.
    AllTakenForEnded,
    /// What only other threads than the first store does not count for the range of a variable.
    StoresOfOthersForgotten,
    /// A signal that wakes one of several counts as one that wakes all.
    SignalsTakenForBroadcasts,
    /// Who stores to a variable that others wait for counts as one of the context.
    WritersOverlooked,
    /// A store to a computed place of a variable counts as one that stays away from its other members.
    IndicesTrusted,
    /// What threads added to a variable that are gone does not count.
    StoresOfEndedForgotten,
    /// A context counts as one that has all threads although it leaves some out.
    OthersForgotten,
    /// A variable holds no handle of a thread whose creation writes to it.
    HandlesMixedUp,
    /// A thread counts as joined that is the next to be.
    JoinsOffByOne,
    /// The next creation counts as one that has written its handle.
    NextCreationTrusted,
    /// Threads at different places count as named in the order of their creation.
    OrderTrusted,
    /// A store counts as one beside the handles of an array.
    MembersTrusted,
    /// What joins a thread by a copy of its handle does not count.
    CopiesOverlooked,
    /// Where a loop starts over, the test counts as passed that is still to come.
    NextTestTrusted,
    /// A thread that has ended holds no lock.
    EndedThreadsForgotten,
    /// Where ways come together, a value counts as that of the other way.
    WaysMixedUp,
    /// A store to an array counts as one that misses what lies beside it, wherever its index is.
    SuppositionsTrusted,
    /// A store that all do alike counts as done before it is.
    SetTooEarly,
    /// What is stored behind a creation, in the same round, counts as stored before.
    LaterStoresForgotten,
    /// Threads that were created do not count for what a barrier waits for.
    CreatedForgotten,
    /// What the first thread stored counts only while it is there.
    FirstThreadForgotten,
    /// A semaphore counts as taken by who waits for it.
    UnitsTakenTooEarly,
    /// What a function of the library calls does nothing.
    CalledBackForgotten,
    /// A signal counts as given to what a store went to in an earlier round.
    OtherRoundsTrusted,
}

impl Broken {
    pub const ALL: [Broken; 34] = [
        Broken::LocksOfSomeWaysForgotten,
        Broken::LocksOfCalleesForgotten,
        Broken::InterferenceIgnored,
        Broken::CalleesWritesIgnored,
        Broken::LoopsIgnored,
        Broken::BarriersOffByOne,
        Broken::PartialBarriersTrusted,
        Broken::RoundsTakenForArguments,
        Broken::OnceAssumed,
        Broken::CopiedHandlesTrusted,
        Broken::AllTakenForEnded,
        Broken::StoresOfOthersForgotten,
        Broken::SignalsTakenForBroadcasts,
        Broken::WritersOverlooked,
        Broken::IndicesTrusted,
        Broken::StoresOfEndedForgotten,
        Broken::OthersForgotten,
        Broken::HandlesMixedUp,
        Broken::NextTestTrusted,
        Broken::JoinsOffByOne,
        Broken::NextCreationTrusted,
        Broken::OrderTrusted,
        Broken::MembersTrusted,
        Broken::CopiesOverlooked,
        Broken::EndedThreadsForgotten,
        Broken::WaysMixedUp,
        Broken::SuppositionsTrusted,
        Broken::SetTooEarly,
        Broken::LaterStoresForgotten,
        Broken::CreatedForgotten,
        Broken::FirstThreadForgotten,
        Broken::UnitsTakenTooEarly,
        Broken::CalledBackForgotten,
        Broken::OtherRoundsTrusted,
    ];
}
