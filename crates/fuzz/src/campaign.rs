//! Programs are drawn one after the other, judged by an oracle and compared with Raddle, until they or the time run out.

use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How long it goes on.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    pub seed: u64,
    pub programs: u64,
    pub time: Duration,
}

/// How it went, with what a kind of comparison counts.
#[derive(Clone, Debug, Default)]
pub struct Campaign<C> {
    pub programs: u64,
    /// Drawn, but the oracle cannot judge them: not well defined, or too large.
    pub rejected: u64,
    pub counts: C,
    pub mismatches: Vec<Mismatch>,
}

/// A program about which Raddle and an oracle differ, as small as it could be made.
#[derive(Clone, Debug)]
pub struct Mismatch {
    pub file: PathBuf,
    pub differences: Vec<String>,
}

impl<C: fmt::Display> fmt::Display for Campaign<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Campaign { programs, counts, mismatches, .. } = self;
        write!(f, "{programs} programs ({counts}), {} mismatches", mismatches.len())
    }
}

/// What came of one program.
pub(crate) enum Tried {
    Rejected,
    Compared(Option<Mismatch>),
}

/// `try_one` draws the program of a seed, which is the so-manieth, and compares; `progress` is told the state after each program.
pub(crate) fn campaign<C: Default, E>(
    extent: Extent,
    mut try_one: impl FnMut(u64, u64, &mut C) -> Result<Tried, E>,
    mut progress: impl FnMut(&Campaign<C>),
) -> Result<Campaign<C>, E> {
    let started = Instant::now();
    let mut campaign = Campaign::default();
    let mut number = 0;
    while campaign.programs < extent.programs && started.elapsed() < extent.time {
        // Each program has a seed of its own, so that one can be drawn again without those before it.
        let seed = extent.seed.wrapping_mul(1_000_003).wrapping_add(number);
        match try_one(seed, number, &mut campaign.counts)? {
            Tried::Rejected => campaign.rejected += 1,
            Tried::Compared(mismatch) => {
                campaign.programs += 1;
                campaign.mismatches.extend(mismatch);
                progress(&campaign);
            }
        }
        number += 1;
    }
    Ok(campaign)
}
