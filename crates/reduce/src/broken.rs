//! Deliberate defects of the reduction. A test makes each of them in turn and shows that the corpus notices: a corpus that
//! does not would not notice an accidental one either. Nothing but tests asks for a defect.

/// One thing done wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
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
    /// Nobody looks whether the optimal way is the right one.
    OptimalityTakenForGranted,
    /// With a bound on preemptions, the start of a turn is not tried.
    TurnsOverlooked,
    /// What a pruned part would have accessed is not tried in another order.
    PrunedAccessesForgotten,
    /// A summary is used although threads slept when it was made.
    SleepOfSummariesIgnored,
}

impl Broken {
    /// What can go wrong with summaries only.
    pub const OF_SUMMARIES: [Broken; 2] =
        [Broken::PrunedAccessesForgotten, Broken::SleepOfSummariesIgnored];
    pub const ALL: [Broken; 9] = [
        Broken::SleepersNeverWake,
        Broken::LocksNotReversed,
        Broken::WaitsNotReversed,
        Broken::BirthsOverlooked,
        Broken::OrderInSequencesIgnored,
        Broken::WeakInitialsOfPieces,
        Broken::MeanwhileIgnored,
        Broken::OptimalityTakenForGranted,
        Broken::TurnsOverlooked,
    ];
}
