//! Whether learning pays.
//!
//! A summary costs as much as several states that are merely explored, and where no state is met again it brings
//! nothing. So learning lives on credit, counted in states: what is made and looked up is paid for by its size, and a
//! state that is pruned pays what exploring it would have cost. Where summaries are of use this grows without bound. Where the
//! credit is used up, another search goes on for a while (`turns.rs`). Then learning gets credit for another attempt. It gets much if
//! this search will probably end first, little if the other one will, and as much as the other one if nobody can tell. Each attempt is
//! longer than the last, so that learning that begins to pay late is noticed, too.

/// Work is counted in parts of what it takes to explore a state.
pub const STATE: u64 = 24;

/// What learning may cost before it has brought anything: some hundredths of a second.
const CREDIT: i64 = 4_000;
/// No more is kept for worse times: a few seconds.
const MOST_CREDIT: i64 = 200_000;
/// What the first new attempt may cost.
const FIRST_ATTEMPT: i64 = 1_000;
/// If the other search will probably end first, it goes on for so many times the length of the next attempt.
const FAVOUR_PLAIN: i64 = 12;
/// If this search will probably end first, an attempt is so many times as long as usual. The pause after it is as long as two usual attempts.
const FAVOUR_LEARNING: i64 = 8;

/// Which search will probably be at its end first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Favour {
    Plain,
    Neither,
    Learning,
}

#[derive(Debug)]
pub struct Thrift {
    credit: i64,
    /// Parts of a state that were spent and are not in `spent` yet.
    parts: u64,
    /// What the next attempt may cost.
    attempt: i64,
    favour: Favour,
    /// Turns are short and stay so, whatever learning brings.
    strict: bool,
    pub spent: u64,
    pub saved: u64,
    pub pauses: u64,
    /// States that were to be explored without learning.
    pub unlearnt: u64,
}

impl Default for Thrift {
    fn default() -> Thrift {
        let (credit, attempt) = (CREDIT, FIRST_ATTEMPT);
        Thrift {
            credit,
            attempt,
            favour: Favour::Plain,
            strict: false,
            parts: 0,
            spent: 0,
            saved: 0,
            pauses: 0,
            unlearnt: 0,
        }
    }
}

impl Thrift {
    /// Attempts and pauses of a few states, for tests.
    pub fn of_little_credit() -> Thrift {
        Thrift { credit: 8, attempt: 4, strict: true, ..Thrift::default() }
    }

    pub fn has_credit(&self) -> bool {
        self.credit > 0
    }

    /// How many states are explored without learning now: as many as an attempt takes, and beyond that not more than are enough.
    pub fn begin_pause(&mut self, enough: u64) -> u64 {
        let times = match self.favour {
            Favour::Plain if !self.strict => FAVOUR_PLAIN as u64,
            Favour::Plain | Favour::Neither | Favour::Learning => 1,
        };
        let attempt = self.attempt as u64;
        let states = (attempt * times).min(enough.max(attempt));
        self.pauses += 1;
        self.unlearnt += states;
        states
    }

    pub fn try_again(&mut self, favour: Favour) {
        if self.strict {
            self.credit = self.attempt;
            return;
        }
        self.favour = favour;
        self.credit = match favour {
            Favour::Learning => self.attempt * FAVOUR_LEARNING,
            Favour::Plain | Favour::Neither => self.attempt,
        };
        self.attempt = (self.attempt * 2).min(MOST_CREDIT);
    }

    pub fn spend(&mut self, parts: u64) {
        let parts = self.parts + parts;
        self.parts = parts % STATE;
        self.spent += parts / STATE;
        self.credit -= (parts / STATE) as i64;
    }

    /// A state was pruned, below which there are so many.
    pub fn save(&mut self, states: u64) {
        self.saved = self.saved.saturating_add(states);
        if self.strict {
            return;
        }
        let states = i64::try_from(states).unwrap_or(MOST_CREDIT).min(MOST_CREDIT);
        self.credit = (self.credit + states).min(MOST_CREDIT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn learning_that_brings_nothing_takes_a_small_part() {
        let mut thrift = Thrift::default();
        for _ in 0..20 {
            while thrift.has_credit() {
                thrift.spend(8 * STATE);
            }
            thrift.begin_pause(u64::MAX);
            thrift.try_again(Favour::Plain);
        }
        assert!(thrift.spent < CREDIT as u64 + thrift.unlearnt / 4, "{thrift:?}");
    }

    #[test]
    fn learning_that_will_be_at_its_end_first_goes_on_for_most_of_the_time() {
        let mut thrift = Thrift::default();
        for _ in 0..10 {
            while thrift.has_credit() {
                thrift.spend(8 * STATE);
            }
            thrift.begin_pause(u64::MAX);
            thrift.try_again(Favour::Learning);
        }
        assert!(thrift.unlearnt < thrift.spent / 3, "{thrift:?}");
    }

    #[test]
    fn where_nobody_can_tell_each_search_gets_as_much() {
        let mut thrift = Thrift::default();
        for _ in 0..10 {
            while thrift.has_credit() {
                thrift.spend(8 * STATE);
            }
            thrift.begin_pause(u64::MAX);
            thrift.try_again(Favour::Neither);
        }
        let spent = thrift.spent - CREDIT as u64;
        assert!(thrift.unlearnt < spent * 3 && spent < thrift.unlearnt * 3, "{thrift:?}");
    }

    #[test]
    fn learning_that_pays_goes_on() {
        let mut thrift = Thrift::default();
        for _ in 0..100_000 {
            thrift.spend(8 * STATE);
            thrift.save(9);
            assert!(thrift.has_credit());
        }
    }

    #[test]
    fn what_pays_late_is_not_given_up_again() {
        let mut thrift = Thrift::default();
        thrift.spend(STATE * CREDIT as u64);
        assert!(!thrift.has_credit());
        assert_eq!(thrift.begin_pause(u64::MAX), (FIRST_ATTEMPT * FAVOUR_PLAIN) as u64);
        thrift.try_again(Favour::Plain);
        for _ in 0..100_000 {
            thrift.spend(8 * STATE);
            assert!(thrift.has_credit());
            thrift.save(u64::MAX);
        }
    }
}
