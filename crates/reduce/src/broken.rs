//! Deliberate defects of the reduction. A test makes each of them in turn and shows that the corpus notices: a corpus that
//! does not would not notice an accidental one either. Nothing but tests asks for a defect.

/// One thing done wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// Writes to different variables of one invariant count as independent.
    InvariantsIndependent,
    /// It makes no difference who arrives last at a barrier.
    LastArrivalsIndependent,
    /// There is always room for two posts of a semaphore.
    PostsAlwaysIndependent,
    /// The order that is left out is taken for the one explored when two steps are compared.
    SemiCommutationReversed,
    /// What the memory on which two orders differ flows into is ignored.
    DifferencesForgotten,
    /// Nobody looks whether counters can wrap around.
    WrappingOverlooked,
    /// What an order was left out for does not become part of what is learnt.
    TraceConditionDropped,
    /// A check that fails in the order explored stands for another one that fails in the order left out.
    ChecksConfused,
    /// A sleeping thread sleeps on although something it depends on happened.
    SleepersNeverWake,
    /// Operations that can block are not tried in another order.
    LocksNotReversed,
    /// Operations that wait are not tried where they were possible.
    WaitsNotReversed,
    /// A thread that waits from its birth on is not noticed.
    BirthsOverlooked,
    /// A thread counts as an initial of a sequence wherever in it it moves.
    OrderInSequencesIgnored,
    /// A thread without a move counts as an initial although the run is not complete.
    WeakInitialsOfPieces,
    /// Whether an operation was possible is judged by the state before the race alone.
    MeanwhileIgnored,
    /// Whoever waited for an object before a race is taken to wait for it in all other orders.
    TouchedMeanwhile,
    /// A transition is rehearsed without others that conflict with it.
    CompanyMissing,
    /// Nobody looks whether the optimal way is the right one.
    OptimalityTakenForGranted,
    /// With a bound on preemptions, the start of a turn is not tried.
    TurnsOverlooked,
    /// What a pruned part would have accessed is not tried in another order.
    PrunedAccessesForgotten,
    /// A summary is used although threads slept when it was made.
    SleepOfSummariesIgnored,
    /// What a pruned part would have accessed is not handed to the states above.
    AccessesNotHandedUp,
    /// An access counts as ordered behind one that it could not have come before.
    ImpossibleOrderTrusted,
    /// Where feasible paths are counted, an access that synchronises happens as soon as its thread is before it, too.
    AtomicsTakenForOrdinary,
    /// What others do before an access further down counts as independent of it.
    CompanyOnTheWayIgnored,
    /// A summary does not ask that what could not move still cannot.
    DisabledUnpinned,
    /// A summary does not ask that what moved still can.
    EnabledUnpinned,
    /// A summary does not ask that addresses are what they were.
    AddressesUnpinned,
    /// A summary is made of a part that a bound cut short.
    CutsIgnored,
    /// States count as alike although they have other objects.
    ObjectsNotInKey,
    /// A run ends where one thread halts.
    HaltEndsRun,
    /// A part is pruned although it may race with what came before.
    RacesPruned,
    /// A thread that goes round for ever hides the others.
    CirclesHideOthers,
    /// Local work counts as going round in a circle although memory has changed.
    MemoryOfCirclesIgnored,
    /// What was explored after a circle stands for states in which other conditions on inputs hold.
    ConditionsOfCirclesIgnored,
    /// A circle is closed by a state whose addresses lead somewhere else.
    AddressesAlike,
    /// A thread asleep where an order has to be reversed is left asleep, although something further down wakes it.
    WakersForgotten,
    /// A transition that rested in between is taken for several, each of which others can come before.
    RestsTakenForEnds,
    /// Of two outcomes of a transition, only the condition of one is asked for.
    OtherOutcomeForgotten,
    /// Guided to a property, the side of a branch that was not taken counts as leading nowhere whether it does or not.
    SidesLeadNowhere,
    /// Where a search without summaries begins again, what the search that learns had to leave out is forgotten.
    CutsOfTheOtherForgotten,
    /// The search that is at hand when its turn is over counts as having come to its end.
    PauseTakenForEnd,
    /// A state met again closes a circle although other accesses of the run may race with what follows.
    StandingIgnored,
    /// An access counts as coming after an event because its thread does anything at all before it.
    FollowersAssumed,
    /// Who holds a lock is neither compared nor renamed when threads change roles.
    OwnersNotRenamed,
    /// What a pruned part would have accessed is not renamed when threads change roles.
    ReachNotRenamed,
    /// Threads change roles although what was proved of one does not hold of the other.
    OddThreadsOverlooked,
    /// Threads change roles although another thread is joined then, or other memory freed or shown to others.
    ObjectsNotAskedFor,
    /// Threads that main is going to join change places although their order matters below some outcome.
    HandlesNeverFixed,
    /// What a transition accesses on some inputs only is where it was, whoever accesses it.
    OutcomesAnchored,
    /// Threads count as apart although one writes what another looks at.
    PartsMayInterfere,
    /// What other threads add to a counter is not looked at when threads are taken apart.
    OthersDoNotCount,
    /// Whoever decides by a cell is taken for one that waits for it.
    DecisionsTakenForWaits,
    /// What is left counts as free of races although it may race with what came before.
    AccessesBeforeForgotten,
    /// What threads do that are still to be created is not looked at.
    ThreadsToComeForgotten,
    /// Two threads that hold a lock for reading count as keeping each other out.
    ReadLocksExclude,
    /// A lock counts as held although a function that was called has given it back.
    CalleesReleasesForgotten,
    /// Output counts as harmless whatever its format asks for.
    FormatsUnchecked,
    /// What is left of a state counts as free of races because it was in another one with other values.
    LooksAheadUnpinned,
    /// What may still be accessed where nothing can go wrong is not tried before what was.
    LooksAheadUnreversed,
    /// Who waits with a lock is taken not to be in anybody's way.
    WaitsWithLocks,
    /// Who ends with a lock is taken to have given it back.
    EndsWithLocks,
    /// What several threads add to counts as added to by one after the other, whichever locks they hold.
    TalliesUnguarded,
    /// What a tally may hold while threads add to it is worked out with one of them.
    SpansOfOneAdder,
    /// What was read under a lock is what is there after the lock was given back and taken again.
    TalliesOutliveLocks,
    /// Who has not been joined counts as having added all it ever will.
    AddersNotAwaited,
    /// What a thread adds on one path is what it adds on any.
    TotalsOfOnePath,
    /// What is added to atomically by some, and in two steps under a lock by others, counts as a tally.
    AtomicsBesideLocks,
    /// What was added in rounds of a loop that are not followed does not count.
    RoundsUncounted,
    /// More rounds of a loop are left out than there are.
    RoundsBeyondTheEnd,
    /// The address of a local variable that may be gone counts as a number like any other where it is stored in a tally.
    AddressesTallied,
    /// Who looks again and again at what it updates atomically is taken not to wait.
    UpdatesTakenForCalm,
    /// Who goes round for ever, looking at what nobody changes, is taken not to wait.
    LoopsTakenForCalm,
    /// Only who reads from the very store that released is ordered after it.
    ReleaseSequencesForgotten,
    /// A relaxed store releases.
    RelaxedTakenForRelease,
    /// Fences order nothing.
    FencesIgnored,
    /// A state met again closes a circle although atomics, locks and fences hand on other order than before.
    StandingWithoutMessages,
    /// What was possible, or not, in the node above still is, whatever happened in between.
    TrialsOutlived,
    /// A bounded search that came to its end counts as the end of everything.
    ProbeTakenForEnd,
    /// In a graph, a seq_cst fence is one that acquires and releases.
    FullFencesWeakened,
    /// In a graph, seq_cst operations need no common order.
    SeqCstUnordered,
    /// A thread that has read a write may read an older one later.
    ReadsNotCoherent,
    /// Two read-modify-writes may read the same write.
    UpdatesTorn,
    /// A new write is read by the newest of the reads that were there before it only.
    RevisitsDropped,
    /// A revisit does not ask whether what it deletes comes back.
    DeletedAnyhow,
    /// A read-modify-write that was revisited revisits nothing itself.
    UpdatesRevisitNothing,
    /// A read that makes a loop go round again is not revisited.
    StuckForEver,
    /// Who reads twice at one place goes round in circles, whatever its variables hold.
    CountersOverlooked,
    /// Who reads twice at one place and makes a fence in between goes round in circles, whatever its variables hold.
    FencesEndLoops,
    /// What a thread writes while there is no other one is not among the writes to a location.
    WrittenAloneForgotten,
    /// A plain write changes a location only if it is one of all its bytes, and no others.
    OtherSizesForgotten,
    /// Under tso and pso a thread does not come after its creation.
    CreationForgotten,
    /// A lock is not tried in another order.
    OperationsInOneOrder,
    /// Who waits for a lock that another took before is not kept in mind.
    WaitingForgotten,
    /// Branches on inputs that a revisit deletes count as taken to the first side.
    SidesTakenForFirst,
    /// Stores leave the buffer of a processor in any order.
    FlushesOutOfOrder,
    /// A release store of pso does not wait for earlier stores.
    ReleaseLetsPass,
    /// A read-modify-write does not wait until the buffer of its processor is empty.
    UpdatesLeaveBuffers,
    /// A thread's own store is seen by it when others see it.
    OwnStoresUnseen,
    /// Plain accesses that race stay local work under tso and pso.
    RacyAccessesLocal,
    /// Atomic sections have no order.
    SectionsForgotten,
    /// An atomic section comes after what it does itself.
    SectionsAfterThemselves,
    /// Who looks whether it was cancelled waits until the buffer of its processor is empty.
    LooksDrain,
    /// What a step joins comes before threads that it created.
    JoinedBeforeCreated,
    /// What a graph does that is not followed is not told.
    CutsForgotten,
    /// Where sides of a branch are joined, each value is the one of the other side.
    JoinedTheWrongWay,
    /// What the first of two joined sides stored is there whichever was taken.
    UntakenStoreKept,
    /// What can go wrong in a side is not told, and the side is joined.
    FailingSideJoined,
    /// Where elements have an odd size, no product of an index and that size wraps around.
    StridesNeverWrap,
    /// Of the places that conditions leave of an array, the last is left out.
    LastPlaceLeftOut,
    /// Writes to tables at known indices are not remembered beside those at others.
    KnownWritesForgotten,
    /// Of several writes to a table the first counts.
    FirstWriteKept,
}

impl Broken {
    /// What can go wrong with summaries only.
    pub const OF_SUMMARIES: [Broken; 20] = [
        Broken::FollowersAssumed,
        Broken::PrunedAccessesForgotten,
        Broken::SleepOfSummariesIgnored,
        Broken::AccessesNotHandedUp,
        Broken::ImpossibleOrderTrusted,
        Broken::CompanyOnTheWayIgnored,
        Broken::DisabledUnpinned,
        Broken::EnabledUnpinned,
        Broken::AddressesUnpinned,
        Broken::CutsIgnored,
        Broken::ObjectsNotInKey,
        Broken::HaltEndsRun,
        Broken::RacesPruned,
        Broken::CirclesHideOthers,
        Broken::ConditionsOfCirclesIgnored,
        Broken::AddressesAlike,
        Broken::WakersForgotten,
        Broken::RestsTakenForEnds,
        Broken::OtherOutcomeForgotten,
        Broken::StandingIgnored,
    ];
    /// What can go wrong with summaries of explorations that are guided to a property.
    pub const OF_GUIDES: [Broken; 1] = [Broken::SidesLeadNowhere];
    /// What can go wrong where two searches take turns.
    pub const OF_TURNS: [Broken; 2] = [Broken::CutsOfTheOtherForgotten, Broken::PauseTakenForEnd];
    /// What can go wrong with short probes only.
    pub const OF_PROBES: [Broken; 1] = [Broken::ProbeTakenForEnd];
    /// What can go wrong with local work that never ends only.
    pub const OF_ENDLESS_WORK: [Broken; 1] = [Broken::MemoryOfCirclesIgnored];
    /// What can go wrong where sides of branches are joined.
    pub const OF_JOINS: [Broken; 3] =
        [Broken::JoinedTheWrongWay, Broken::UntakenStoreKept, Broken::FailingSideJoined];
    /// What can go wrong where accesses go to elements of an odd size, or of a part of an object.
    pub const OF_PLACES: [Broken; 2] = [Broken::StridesNeverWrap, Broken::LastPlaceLeftOut];
    /// What can go wrong with tables that are written at indices that depend on inputs.
    pub const OF_TABLES: [Broken; 2] = [Broken::KnownWritesForgotten, Broken::FirstWriteKept];
    /// What can go wrong with symmetry only.
    pub const OF_SYMMETRY: [Broken; 6] = [
        Broken::ObjectsNotAskedFor,
        Broken::HandlesNeverFixed,
        Broken::OwnersNotRenamed,
        Broken::ReachNotRenamed,
        Broken::OddThreadsOverlooked,
        Broken::OutcomesAnchored,
    ];
    /// What can go wrong where threads are taken apart only.
    pub const OF_PARTS: [Broken; 3] =
        [Broken::PartsMayInterfere, Broken::OthersDoNotCount, Broken::DecisionsTakenForWaits];
    /// What can go wrong with property-driven reduction only.
    pub const OF_SEMI_COMMUTATION: [Broken; 5] = [
        Broken::WrappingOverlooked,
        Broken::SemiCommutationReversed,
        Broken::DifferencesForgotten,
        Broken::TraceConditionDropped,
        Broken::ChecksConfused,
    ];
    /// What can go wrong with what is left out because of locks only.
    pub const OF_LOCKSETS: [Broken; 20] = [
        Broken::AccessesBeforeForgotten,
        Broken::ThreadsToComeForgotten,
        Broken::ReadLocksExclude,
        Broken::CalleesReleasesForgotten,
        Broken::FormatsUnchecked,
        Broken::LooksAheadUnpinned,
        Broken::LooksAheadUnreversed,
        Broken::WaitsWithLocks,
        Broken::EndsWithLocks,
        Broken::TalliesUnguarded,
        Broken::SpansOfOneAdder,
        Broken::TalliesOutliveLocks,
        Broken::AddersNotAwaited,
        Broken::TotalsOfOnePath,
        Broken::AtomicsBesideLocks,
        Broken::RoundsUncounted,
        Broken::RoundsBeyondTheEnd,
        Broken::AddressesTallied,
        Broken::UpdatesTakenForCalm,
        Broken::LoopsTakenForCalm,
    ];
    /// What can go wrong with graphs of memory models.
    pub const OF_GRAPHS: [Broken; 28] = [
        Broken::ReleaseSequencesForgotten,
        Broken::FencesIgnored,
        Broken::FullFencesWeakened,
        Broken::SeqCstUnordered,
        Broken::ReadsNotCoherent,
        Broken::UpdatesTorn,
        Broken::RevisitsDropped,
        Broken::DeletedAnyhow,
        Broken::UpdatesRevisitNothing,
        Broken::StuckForEver,
        Broken::CountersOverlooked,
        Broken::OperationsInOneOrder,
        Broken::WaitingForgotten,
        Broken::SidesTakenForFirst,
        Broken::FlushesOutOfOrder,
        Broken::ReleaseLetsPass,
        Broken::UpdatesLeaveBuffers,
        Broken::OwnStoresUnseen,
        Broken::RacyAccessesLocal,
        Broken::SectionsForgotten,
        Broken::FencesEndLoops,
        Broken::WrittenAloneForgotten,
        Broken::OtherSizesForgotten,
        Broken::CreationForgotten,
        Broken::SectionsAfterThemselves,
        Broken::LooksDrain,
        Broken::JoinedBeforeCreated,
        Broken::CutsForgotten,
    ];
    /// What can go wrong where feasible paths are counted only.
    pub const OF_FEASIBLE: [Broken; 1] = [Broken::AtomicsTakenForOrdinary];
    /// What can go wrong with weak orders only.
    pub const OF_ORDERS: [Broken; 4] = [
        Broken::ReleaseSequencesForgotten,
        Broken::RelaxedTakenForRelease,
        Broken::FencesIgnored,
        Broken::StandingWithoutMessages,
    ];
    pub const ALL: [Broken; 15] = [
        Broken::TrialsOutlived,
        Broken::InvariantsIndependent,
        Broken::LastArrivalsIndependent,
        Broken::PostsAlwaysIndependent,
        Broken::SleepersNeverWake,
        Broken::LocksNotReversed,
        Broken::WaitsNotReversed,
        Broken::BirthsOverlooked,
        Broken::OrderInSequencesIgnored,
        Broken::WeakInitialsOfPieces,
        Broken::MeanwhileIgnored,
        Broken::TouchedMeanwhile,
        Broken::CompanyMissing,
        Broken::OptimalityTakenForGranted,
        Broken::TurnsOverlooked,
    ];
}
