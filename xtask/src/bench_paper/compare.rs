//! Our figures beside published ones: which comparison applies to a row, and whether it comes out well.
//!
//! Numbers of runs can be compared if our program is at least as large as the published one, that is, if it has at least as many
//! runs with the weakest technique that came to its end there. Otherwise what can be compared is the ratio of the
//! runs with summaries to the runs with reduction alone; so it is where our program, at the smallest size that is large enough, has more runs than
//! the published one with reduction alone and so with summaries.

use super::Measured;

/// The most runs with which reduction alone came to its end in Table 2 (`nbds-list`): what has more would have been given up there.
const MOST_FINISHED: f64 = 10274.0;

/// What was published about a program.
pub(super) enum Published {
    /// Something to be read beside our figures.
    Words(&'static str),
    /// Runs without any technique, with reduction, with reduction and summaries; nothing where the paper gave up.
    Runs { none: Option<u32>, dpor: Option<u32>, both: u32 },
}

/// How our figures compare with published ones.
#[derive(Debug, PartialEq)]
pub(super) enum Comparison {
    /// Our program is at least as large: ours, theirs.
    Count(f64, f64),
    /// Ours is smaller, or larger: summaries/dpor here and there.
    Ratio(f64, f64),
    /// Neither can be compared.
    Nothing,
}

impl Comparison {
    /// Chooses by our figures for none, dpor and dpor+summaries.
    pub fn new(
        none: Option<u32>,
        dpor: Option<u32>,
        both: u32,
        ours: [&Measured; 3],
    ) -> Comparison {
        let [our_none, our_dpor, our_both] = ours;
        if our_both.given_up {
            return Comparison::Nothing;
        }
        // What was given up has at least the runs that were counted.
        let as_large = match (none, dpor) {
            (Some(none), _) => our_none.runs >= f64::from(none),
            (None, Some(dpor)) => our_dpor.runs >= f64::from(dpor),
            (None, None) => our_dpor.given_up || our_dpor.runs >= MOST_FINISHED,
        };
        match dpor {
            Some(dpor)
                if as_large
                    && our_both.runs > f64::from(both)
                    && our_dpor.runs > f64::from(dpor)
                    && !our_dpor.given_up =>
            {
                Comparison::Ratio(our_both.runs / our_dpor.runs, f64::from(both) / f64::from(dpor))
            }
            _ if as_large => Comparison::Count(our_both.runs, f64::from(both)),
            Some(dpor) if !our_dpor.given_up => {
                Comparison::Ratio(our_both.runs / our_dpor.runs, f64::from(both) / f64::from(dpor))
            }
            _ => Comparison::Nothing,
        }
    }

    pub fn is_met(&self) -> Option<bool> {
        match self {
            Comparison::Count(ours, theirs) | Comparison::Ratio(ours, theirs) => {
                Some(ours <= theirs)
            }
            Comparison::Nothing => None,
        }
    }

    pub fn words(&self) -> String {
        let met = match self.is_met() {
            Some(true) => "met",
            Some(false) => "NOT MET",
            None => return "nothing to compare".to_owned(),
        };
        match self {
            Comparison::Ratio(ours, theirs) => format!("ratio {ours:.3} to {theirs:.3}, {met}"),
            Comparison::Count(ours, theirs) => format!("count {ours} to {theirs}, {met}"),
            Comparison::Nothing => String::new(),
        }
    }
}

impl Published {
    /// The published figures in words.
    pub fn words(&self) -> String {
        let shown =
            |runs: &Option<u32>| runs.map_or_else(|| "-".to_owned(), |runs| runs.to_string());
        match self {
            Published::Words(words) => (*words).to_owned(),
            Published::Runs { none, dpor, both } => {
                format!("{} / {} / {both}", shown(none), shown(dpor))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Comparison, Measured};

    fn runs(runs: f64, given_up: bool) -> Measured {
        Measured { runs, given_up, ..Measured::default() }
    }

    fn compare(
        none: Option<u32>,
        dpor: Option<u32>,
        both: u32,
        ours: [(f64, bool); 3],
    ) -> Comparison {
        let [a, b, c] = ours.map(|(count, given_up)| runs(count, given_up));
        Comparison::new(none, dpor, both, [&a, &b, &c])
    }

    #[test]
    fn ratios_of_larger_programs_are_compared() {
        let ours = [(9000.0, true), (146.0, false), (41.0, false)];
        let comparison = compare(None, Some(81), 24, ours);
        assert_eq!(comparison, Comparison::Ratio(41.0 / 146.0, 24.0 / 81.0));
        assert_eq!(comparison.is_met(), Some(true));
    }

    #[test]
    fn counts_of_programs_as_large_are_compared() {
        let ours = [(1000.0, false), (19.0, false), (15.0, false)];
        let comparison = compare(Some(924), Some(48), 15, ours);
        assert_eq!(comparison, Comparison::Count(15.0, 15.0));
        assert_eq!(comparison.is_met(), Some(true));
    }

    #[test]
    fn smaller_programs_are_compared_by_ratio() {
        let ours = [(10.0, false), (8.0, false), (6.0, false)];
        let comparison = compare(Some(924), Some(48), 12, ours);
        assert_eq!(comparison, Comparison::Ratio(0.75, 0.25));
        assert_eq!(comparison.is_met(), Some(false));
    }

    #[test]
    fn a_program_on_which_the_paper_gave_up_is_as_large_when_we_do_too() {
        let given_up = [(5.0, true), (5.0, true), (4.0, false)];
        assert_eq!(compare(None, None, 6, given_up), Comparison::Count(4.0, 6.0));
        let finished = [(5.0, true), (5.0, false), (4.0, false)];
        assert_eq!(compare(None, None, 6, finished), Comparison::Nothing);
    }

    #[test]
    fn what_was_given_up_with_summaries_is_not_compared() {
        let ours = [(1000.0, false), (19.0, false), (15.0, true)];
        assert_eq!(compare(Some(924), Some(48), 15, ours), Comparison::Nothing);
    }
}
