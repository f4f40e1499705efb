//! The techniques that a plan is made of, by name.

/// What an exploration can make use of. `docs/exploration.md` has a section on each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Technique {
    MemoryOrders,
    DynamicReduction,
    OptimalReversal,
    PersistentSets,
    SemiCommutation,
    PropertyDriven,
    LookAhead,
    Summaries,
    Symmetry,
    Parts,
    Rests,
    Joins,
    Circles,
    RenamedCircles,
    SecondSearch,
    Slice,
    Essence,
    SkippedSides,
    Probes,
    IdleValues,
}

impl Technique {
    pub fn name(self) -> &'static str {
        match self {
            Technique::MemoryOrders => "memory orders of C11",
            Technique::DynamicReduction => "dynamic partial-order reduction",
            Technique::OptimalReversal => "optimal reversal of races",
            Technique::PersistentSets => "static persistent sets",
            Technique::SemiCommutation => "property-driven reduction",
            Technique::PropertyDriven => "property-driven search of what takes long",
            Technique::LookAhead => "look-ahead by locksets",
            Technique::Summaries => "summaries",
            Technique::Symmetry => "symmetry",
            Technique::Parts => "states taken apart",
            Technique::Rests => "rests in local work",
            Technique::Joins => "joined sides of branches",
            Technique::Circles => "circles of states",
            Technique::RenamedCircles => "circles up to names of memory",
            Technique::SecondSearch => "second search without summaries",
            Technique::Slice => "slice",
            Technique::Essence => "only what assertions depend on",
            Technique::SkippedSides => "skipped sides of branches",
            Technique::Probes => "short probes",
            Technique::IdleValues => "values that nothing depends on",
        }
    }

    /// Whether it is about threads only.
    pub(crate) fn needs_threads(self) -> bool {
        match self {
            Technique::MemoryOrders
            | Technique::DynamicReduction
            | Technique::OptimalReversal
            | Technique::PersistentSets
            | Technique::SemiCommutation
            | Technique::PropertyDriven
            | Technique::LookAhead
            | Technique::Symmetry
            | Technique::Parts
            | Technique::Essence => true,
            Technique::Summaries
            | Technique::Rests
            | Technique::Joins
            | Technique::Circles
            | Technique::RenamedCircles
            | Technique::SecondSearch
            | Technique::Slice
            | Technique::SkippedSides
            | Technique::Probes
            | Technique::IdleValues => false,
        }
    }
}
