//! Errands over workers: goals of hunts, combinations of calls, fragments, warnings. The answers are the same as alone, with the same ids.
//!
//! Each errand is answered alone by whoever gets it, so even what is shown of a race is the same.

use crate::ground::{Answer, Ground, answer, number, report, within};

/// What is found, and what is not there to be found.
const ERRANDS: &[&str] = &[
    "hunt tests/hunt/reorder.c -DSETTERS=2 --target @inconsistent",
    "hunt tests/hunt/guarded.c --target @unequal",
    "hunt tests/hunt/guarded.c --target @before --target @inside",
    "hunt tests/hunt/guarded.c --target @inside --target @deeper",
    "hunt tests/hunt/element.c --target @large --search-with guided",
    "hunt tests/hunt/element.c --target @reset --search-with exhaustive",
    "hunt tests/hunt/old_values.c --target @both",
    "hunt tests/hunt/old_values.c --target @both -DFENCE",
    "from --library tests/from/library/counter.c",
    "from --library tests/from/library/counter.c --calls 3",
    "from --library tests/from/library/stack.c",
    "from --piecewise tests/from/pieces/counter_bad.c",
    "from --piecewise tests/from/pieces/counter_ok.c",
    "from --piecewise tests/from/pieces/lock_step_bad.c",
    "from --piecewise tests/from/pieces/lock_step_ok.c",
    "from --piecewise tests/from/pieces/queue_ok.c",
    "from --piecewise tests/from/kernels/pfscan.c",
    "warn --confirm tests/corpus/threads/race/address_by_bytes_bad.c",
    "warn --confirm tests/corpus/threads/classic/bluetooth_bad.c",
    "warn --confirm tests/hunt/stages.c",
];

/// A check of everything takes too long here, so that hunts decide some of the warnings: which ones is a question of time.
const CUT: &str = "warn --confirm tests/hunt/airline.c -DISSUED=7 --time 30s";

#[test]
fn errands_have_the_same_answers() {
    let ground = Ground::new("errands");
    let _workers = ground.workers(number("RADDLE_WORKERS", 2) as usize);
    for errand in ERRANDS {
        let (alone, together) = answers(&ground, errand);
        assert_eq!(together, alone, "{errand}");
        // What nobody finds out is the same for everybody.
        assert!(!alone.is_open(), "{errand}: {alone:?}");
    }
    let (alone, together) = answers(&ground, CUT);
    assert_eq!(together.verdicts_only(), alone.verdicts_only(), "{CUT}");
}

/// Alone and with workers.
fn answers(ground: &Ground, errand: &str) -> (Answer, Answer) {
    let line = format!("{} --no-config --quiet --format json --out o", within(errand, "120s"));
    let alone = answer(&report(&mut ground.raddle(&line)));
    let together = format!("{line} --workers ADDRESS --name errands");
    (alone, answer(&report(&mut ground.raddle(&together))))
}
