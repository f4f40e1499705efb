//! Times that the program hands to the library: a `struct timespec` is two words, seconds and nanoseconds.
//!
//! Which of them are refused, and when, is what glibc does: POSIX lets a library refuse a wrong time also where
//! the wait would be over at once.

use raddle_ir::{CompareOp, Type};

use crate::library_call::Call;
use crate::machine::Machine;
use crate::models::sync::known_value;
use crate::place::Direction;
use crate::state::State;
use crate::stop::Exec;
use crate::value::Value;

/// When a timed wait is over: the parameter with the time, and the one with the clock, if the caller chooses it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline {
    clock: Option<usize>,
    time: usize,
}

impl Deadline {
    pub const fn at(time: usize) -> Deadline {
        Deadline { clock: None, time }
    }

    /// The time follows the clock.
    pub const fn on_clock(clock: usize) -> Deadline {
        Deadline { clock: Some(clock), time: clock + 1 }
    }

    /// The pointer to the time.
    pub fn time(self, call: &Call) -> Value {
        call.arg(self.time)
    }

    /// Whether waits can be measured by the clock.
    pub fn has_clock(self, machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<bool> {
        let Some(clock) = self.clock else { return Ok(true) };
        is_wait_clock(machine, st, call, call.arg(clock))
    }

    /// Whether the nanoseconds are a part of a second. A time before 1970 is over, not wrong.
    pub fn has_time(self, machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<bool> {
        has_nanoseconds(machine, st, call, self.time(call))
    }

    /// Whether the time lies before 1970.
    pub fn is_ancient(self, machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<bool> {
        is_negative(machine, st, call, self.time(call))
    }

    pub fn is_valid(self, machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<bool> {
        Ok(self.has_clock(machine, st, call)? && self.has_time(machine, st, call)?)
    }
}

/// `CLOCK_REALTIME` and `CLOCK_MONOTONIC`
pub(super) fn is_wait_clock(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    clock: Value,
) -> Exec<bool> {
    let known = machine.compare(CompareOp::Ule, 32, clock, Value::Word(1));
    machine.decide(st, call.thread, known)
}

/// Whether a `struct timespec` says how long to sleep.
pub(super) fn is_duration(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    pointer: Value,
) -> Exec<bool> {
    Ok(!is_negative(machine, st, call, pointer)? && has_nanoseconds(machine, st, call, pointer)?)
}

fn is_negative(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    pointer: Value,
) -> Exec<bool> {
    let seconds = word(machine, st, call, pointer, 0)?;
    let bits = machine.facts.pointer_bits;
    let negative = machine.compare(CompareOp::Slt, bits, seconds, Value::Word(0));
    machine.decide(st, call.thread, negative)
}

fn has_nanoseconds(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    pointer: Value,
) -> Exec<bool> {
    const SECOND: u64 = 1_000_000_000;
    let nanoseconds = word(machine, st, call, pointer, 1)?;
    let bits = machine.facts.pointer_bits;
    let possible = machine.compare(CompareOp::Ult, bits, nanoseconds, Value::Word(SECOND));
    machine.decide(st, call.thread, possible)
}

fn word(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    pointer: Value,
    index: u64,
) -> Exec<Value> {
    let long = Type::Int(machine.facts.pointer_bits as u16);
    let size = u64::from(machine.facts.pointer_bits / 8);
    let pointer = machine.offset_pointer(pointer, index * size);
    let place = machine.place(st, call.thread, pointer, size, Direction::Read)?;
    let content = machine.load(st, call.thread, place, long)?;
    let content = machine.defined_or_marked(st, call.thread, content, long);
    machine.demand_defined(st, call.thread, content, "a time")?;
    Ok(content)
}

/// How far a clock can be slept by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SleepClock {
    Usable,
    /// It is a clock, but nobody can sleep by it.
    NotForSleeping,
    NoClock,
    /// That depends on the machine.
    Unclear,
}

pub(super) fn sleep_clock(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    clock: Value,
) -> Exec<SleepClock> {
    Ok(match known_value(machine, st, call, clock)? as u32 as i32 {
        // Real time, monotonic, of the process, since boot, atomic time.
        0 | 1 | 2 | 7 | 11 => SleepClock::Usable,
        // Raw and coarse clocks.
        4..=6 => SleepClock::NotForSleeping,
        // Clocks that wake a sleeping machine up, and clocks of processes and devices.
        8 | 9 | ..=-2 => SleepClock::Unclear,
        _ => SleepClock::NoClock,
    })
}
