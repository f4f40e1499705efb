//! Random programs that use what a process has around it: floats, files, signals, threads that are cancelled, condition variables. Each computes one
//! number, and what it computes natively is compared with what Raddle says it can compute.
//!
//! A program is compiled natively with `-DNATIVE` and prints its number. Raddle is asked twice: whether the number can be another one
//! (`-DONLY=N`, which must be safe) and whether it can be this one (`-DNEVER=N`, which must be unsafe). The first is asked only of programs
//! whose number is the same in every run; of the others each number that some native run came to must be possible. So an answer is checked against real
//! executions only, and against no idea of ours how the library works.
//!
//! Each family has a file; `compare` asks.

mod cancellation;
pub mod compare;
mod descriptors;
mod floats;
mod signals;
mod wakeups;

use crate::random::Random;

/// What a program is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    Floats,
    Descriptors,
    Signals,
    Cancellation,
    Wakeups,
}

impl Family {
    pub const ALL: [Family; 5] = [
        Family::Floats,
        Family::Descriptors,
        Family::Signals,
        Family::Cancellation,
        Family::Wakeups,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Family::Floats => "floats",
            Family::Descriptors => "descriptors",
            Family::Signals => "signals",
            Family::Cancellation => "cancellation",
            Family::Wakeups => "wakeups",
        }
    }

    /// Whether every run of a program computes the same.
    pub fn is_deterministic(self) -> bool {
        matches!(self, Family::Floats | Family::Descriptors | Family::Signals)
    }
}

/// The text of a random program; the same seed gives the same text.
pub fn generate(family: Family, seed: u64) -> String {
    let mut random = Random::new(seed);
    let body = match family {
        Family::Floats => floats::generate(&mut random),
        Family::Descriptors => descriptors::generate(&mut random),
        Family::Signals => signals::generate(&mut random),
        Family::Cancellation => cancellation::generate(&mut random),
        Family::Wakeups => wakeups::generate(&mut random),
    };
    format!("/* Generated from seed {seed}: {}. */\n{HEAD}{body}{TAIL}", family.name())
}

const HEAD: &str = r#"
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static unsigned long long sum;
static void add(unsigned long long value) {
    sum = sum * 31 + value;
}
"#;

const TAIL: &str = r#"
int main(void) {
    run();
#if defined NATIVE
    printf("%llu\n", sum);
#elif defined ONLY
    assert(sum == ONLY);
#else
    assert(sum != NEVER);
#endif
    return 0;
}
"#;

#[cfg(test)]
mod tests {
    use super::{Family, generate};

    #[test]
    fn the_same_seed_gives_the_same_program() {
        for family in Family::ALL {
            assert_eq!(generate(family, 7), generate(family, 7));
            assert_ne!(generate(family, 7), generate(family, 8));
        }
    }
}
