//! Fewer inputs for a fault of a program without threads: characters are left out, and numbers are zero, wherever it still fails in the same way.
//!
//! Shrinking (`shrink.rs`) keeps to the path on which the fault was met, with all inputs that this path looks at. Here the path may be another one: the
//! program is run on other inputs, and what counts is that it ends in the same fault (delta debugging: Zeller and Hildebrandt, 2002).

use std::time::{Duration, Instant};

use raddle_expr::Bits;
use raddle_machine::{CHARACTER, Config, Fault, InputRecord, Machine};
use rustc_hash::FxHashMap;

use crate::replay::{Rerun, replay, same_fault};
use crate::shrink::Clock;

/// Time spent on one finding.
const TIME: Duration = Duration::from_secs(1);
/// A run that does not fail is given up after this time, or after a few times as long as one that does.
const LEAST_PATIENCE: Duration = Duration::from_millis(20);
/// What a stream says at its end, as an `int`.
const END: u128 = 0xffff_ffff;

type Given = FxHashMap<String, Bits>;

/// Inputs that lead to the same fault, if there are plainer ones. `records` are those that the program asks for.
pub(crate) fn shorten(rerun: &Rerun<'_>, records: &[&InputRecord], fault: &Fault) -> Option<Given> {
    let clock = Clock::new(TIME, &rerun.config.budget);
    let fails_within = |given: &Given, time: Duration| {
        let budget = rerun.config.budget.part(Some(time));
        let config = Config { budget, ..rerun.config.clone() };
        let rerun = Rerun { inputs: given, config: &config, ..rerun.clone() };
        let expected = |_: &Machine<'_>, found: &Fault| same_fault(fault, found);
        clock.goes_on() && replay(&rerun, &[], &expected, false).is_ok_and(|run| run.confirmed)
    };
    let start = Instant::now();
    if !fails_within(rerun.inputs, TIME) {
        return None;
    }
    // On other inputs the program may run for ever.
    let patience = LEAST_PATIENCE.max(3 * start.elapsed());
    let fails = |given: &Given| fails_within(given, patience);
    let named = |wanted: &dyn Fn(&InputRecord) -> bool| -> Vec<String> {
        let records = records.iter().filter(|record| !record.hidden && wanted(record));
        records.map(|record| record.name.to_string()).collect()
    };
    let characters = named(&|record| record.ty == CHARACTER);
    let others = named(&|record| record.ty != CHARACTER);
    let mut given = rerun.inputs.clone();
    drop_characters(&mut given, &characters, &fails);
    make_letters(&mut given, &characters, &fails);
    make_zero(&mut given, &others, &fails);
    (given != *rerun.inputs).then_some(given)
}

/// Leaves out characters of the text that is read, in shrinking portions; the ones behind move up.
fn drop_characters(given: &mut Given, names: &[String], fails: &dyn Fn(&Given) -> bool) {
    let end = Bits::new(32, END);
    let values = names.iter().map(|name| given.get(name).cloned().unwrap_or_else(|| end.clone()));
    let mut text: Vec<Bits> = values.take_while(|value| *value != end).collect();
    let mut portion = text.len().div_ceil(2);
    while portion > 0 {
        let mut to = text.len();
        while to > 0 {
            let from = to.saturating_sub(portion);
            let mut shorter = text.clone();
            shorter.drain(from..to);
            let mut changed = given.clone();
            for (index, name) in names.iter().enumerate() {
                changed.insert(name.clone(), shorter.get(index).unwrap_or(&end).clone());
            }
            if fails(&changed) {
                (*given, text) = (changed, shorter);
            }
            to = from;
        }
        portion /= 2;
    }
}

/// Puts letters in place of characters that nobody can type, in shrinking portions.
fn make_letters(given: &mut Given, names: &[String], fails: &dyn Fn(&Given) -> bool) {
    let is_strange = |value: &Bits| {
        let code = value.to_u64().unwrap_or(0);
        u128::from(code) != END && !(b' '.into()..=b'~'.into()).contains(&code)
    };
    let strange = |name: &&String| given.get(*name).is_some_and(is_strange);
    let names: Vec<String> = names.iter().filter(strange).cloned().collect();
    replace(given, &names, &|_| Bits::new(32, u128::from(b'a')), fails);
}

/// Lets inputs be zero, in shrinking portions.
fn make_zero(given: &mut Given, names: &[String], fails: &dyn Fn(&Given) -> bool) {
    replace(given, names, &|value| Bits::new(value.width(), 0), fails);
}

/// Gives inputs other values, in shrinking portions.
fn replace(
    given: &mut Given,
    names: &[String],
    other: &dyn Fn(&Bits) -> Bits,
    fails: &dyn Fn(&Given) -> bool,
) {
    let mut portion = names.len();
    while portion > 0 {
        for names in names.chunks(portion) {
            let mut changed = given.clone();
            for name in names {
                if let Some(value) = changed.get_mut(name) {
                    *value = other(value);
                }
            }
            if changed != *given && fails(&changed) {
                *given = changed;
            }
        }
        portion /= 2;
    }
}
