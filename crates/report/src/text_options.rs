//! How the report for people is laid out. All parts of it read this: it is below them all.

/// How the terminal report is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextOptions {
    /// Columns of the terminal.
    pub width: usize,
    pub color: bool,
    /// The verdict line only.
    pub quiet: bool,
    /// All steps of counterexamples.
    pub full_trace: bool,
    /// All counters.
    pub statistics: bool,
    /// Every pair of accesses of a race; otherwise one for each variable or pair of functions.
    pub all_pairs: bool,
}

impl Default for TextOptions {
    fn default() -> Self {
        TextOptions {
            width: 100,
            color: false,
            quiet: false,
            full_trace: false,
            statistics: false,
            all_pairs: false,
        }
    }
}
