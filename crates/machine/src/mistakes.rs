//! Mistakes that are made on purpose, for tests of the tests.

/// A deliberate defect, for tests that show that it is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SummaryMistake {
    /// Values that have to be known are not asked to be what they were.
    AddressesUnpinned,
    /// Which objects there are is not part of a state's control.
    ObjectsNotInKey,
    /// Who holds a lock is a number like any other when threads change roles.
    OwnersNotRenamed,
    /// Which thread is joined, and which memory is freed or shown to others, is not asked for.
    ObjectsNotAskedFor,
    /// Where states are compared up to names of memory, one address is like another.
    AddressesAlike,
}

/// Deliberate mistakes where sides of a branch are joined, for a test that shows that they are noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JoinMistake {
    /// Each value is the one of the other side.
    GuardSwapped,
    /// What the first side stored is there whichever was taken.
    UntakenStoreKept,
    /// What can go wrong in a side is not told, and the side is joined.
    FailingSideJoined,
}

/// A deliberate mistake about where accesses go, for a test that shows that it is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessMistake {
    /// No product of an index and the size of an element wraps around.
    StridesNeverWrap,
    /// The last place that conditions leave is left out.
    LastLeftOut,
}

/// Deliberate mistakes with tables that are written at indices that depend on inputs, for a test that shows that they are noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableMistake {
    /// A write at a known index is not remembered.
    KnownWritesForgotten,
    /// Of several writes the first counts.
    FirstWriteKept,
}

/// Deliberate mistakes in the use of slices, to show that tests notice them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SliceMistake {
    /// The condition of a branch outside of the slice is remembered as if it had to hold.
    ConditionKept,
    /// Every branch counts as one outside of the slice.
    AllBranchesFree,
    /// A run ends when one thread, not all, can do nothing that matters.
    OneThreadEnds,
    /// Every value counts as one that nothing depends on.
    AllValuesIdle,
}

/// A deliberate defect, for a test that shows that it is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnknownMistake {
    /// Pointers never point to what other pointers point to.
    AliasDropped,
    /// What the pointer analysis says of a field is taken for what it says of the one before.
    FieldsMixedUp,
    /// No pointer from outside points to a `static` variable, whoever was told its address.
    StaticsHidden,
    /// Memory has elements only if a precondition speaks of it on the way that it was met first.
    SizedOnOneWay,
    /// Pointers that preconditions compare lead to elements, never behind the last one.
    EndsLeftOut,
    /// An array whose size a precondition speaks of has one element at least.
    EmptyLeftOut,
    /// A chain that ends under a condition always does.
    ChainsAlwaysEnd,
    /// An index that is decided for one object is the same in all others.
    FirstElementTaken,
}
