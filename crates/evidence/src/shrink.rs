//! Makes a finding as plain as possible: inputs zero where that still fails, else small; schedules with few
//! steps and few switches between threads. Whatever is changed is replayed before it is kept.

use std::rc::Rc;
use std::time::{Duration, Instant};

use raddle_budget::{Budget, Stage};
use raddle_expr::{Model, TermId};
use raddle_machine::{Fault, Machine, ThreadId, Value};
use raddle_solver::{Answer, Effort, Path};

use crate::replay::{Rerun, replay, same_fault};

/// The solver's work for making the inputs of one finding small, and the most that one question may take: some two seconds.
const EFFORT: Effort = Effort(50_000_000);
/// Time spent on the schedule of one finding.
const TIME: Duration = Duration::from_secs(2);

/// A model of the fault's path with small inputs.
pub fn shrink(machine: &mut Machine<'_>, fault: &Fault) -> Rc<Model> {
    let end = machine.solver.spent().plus(EFFORT);
    let mut path = fault.path.clone();
    let mut model = fault.model.clone();
    for record in fault.inputs.to_vec() {
        let Value::Term(term) = record.value else { continue };
        machine.config.budget.enter(Stage::Shrink);
        if machine.solver.spent() > end || machine.config.budget.look().is_some() {
            break;
        }
        shrink_one(machine, &mut path, &mut model, term);
    }
    model
}

fn shrink_one(machine: &mut Machine<'_>, path: &mut Path, model: &mut Rc<Model>, term: TermId) {
    let width = machine.terms.width(term);
    let zero = machine.terms.constant(width, 0);
    let is_zero = machine.terms.eq(term, zero);
    if restrict(machine, path, model, is_zero) {
        return;
    }
    // The smallest k with a solution among 0 ..= 2^k, else among -2^k ..= 2^k.
    for magnitude in [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 20, 24, 28, 30, 40, 62] {
        if magnitude + 1 >= width {
            return;
        }
        let bound = machine.terms.constant(width, 1 << magnitude);
        let small = machine.terms.ule(term, bound);
        if restrict(machine, path, model, small) {
            break;
        }
        let negated = machine.terms.neg(term);
        let small = machine.terms.ule(negated, bound);
        if restrict(machine, path, model, small) {
            break;
        }
    }
    let value = machine.terms.eval(term, model);
    let value = machine.terms.constant_bits(value);
    let fixed = machine.terms.eq(term, value);
    *path = path.and(fixed);
}

/// Adds a condition if it can hold.
fn restrict(
    machine: &mut Machine<'_>,
    path: &mut Path,
    model: &mut Rc<Model>,
    condition: TermId,
) -> bool {
    if !machine.terms.eval_bool(condition, model) {
        let Machine { solver, terms, .. } = machine;
        match solver.check_within(terms, path, &[condition], EFFORT) {
            Answer::Sat(found) => *model = found,
            Answer::Unsat(_) | Answer::Unknown(_) => return false,
        }
    }
    *path = path.and(condition);
    true
}

/// How long something may be made plainer.
pub(crate) struct Clock<'a> {
    start: Instant,
    time: Duration,
    budget: &'a Budget,
}

impl<'a> Clock<'a> {
    pub(crate) fn new(time: Duration, budget: &'a Budget) -> Clock<'a> {
        Clock { start: Instant::now(), time, budget }
    }

    pub(crate) fn goes_on(&self) -> bool {
        self.budget.enter(Stage::Shrink);
        self.start.elapsed() < self.time && self.budget.look().is_none()
    }
}

/// A schedule that still leads to the fault, with as few steps and switches as a greedy search finds.
pub fn shrink_schedule(
    rerun: &Rerun<'_>,
    mut schedule: Vec<ThreadId>,
    fault: &Fault,
) -> Vec<ThreadId> {
    let clock = Clock::new(TIME, &rerun.config.budget);
    let fails = |schedule: &[ThreadId]| {
        let expected = |_: &Machine<'_>, found: &Fault| same_fault(fault, found);
        replay(rerun, schedule, &expected, false).is_ok_and(|replayed| replayed.confirmed)
    };
    if schedule.len() < 2 || !fails(&schedule) {
        return schedule;
    }
    drop_steps(&mut schedule, &clock, &fails);
    join_blocks(&mut schedule, &clock, &fails);
    schedule
}

/// Leaves out steps, the last ones first, in shrinking portions.
fn drop_steps(
    schedule: &mut Vec<ThreadId>,
    clock: &Clock<'_>,
    fails: &dyn Fn(&[ThreadId]) -> bool,
) {
    let mut portion = schedule.len() / 2;
    while portion > 0 {
        let mut end = schedule.len();
        while end > 0 && clock.goes_on() {
            let from = end.saturating_sub(portion);
            let mut shorter = schedule.clone();
            shorter.drain(from..end);
            if fails(&shorter) {
                *schedule = shorter;
            }
            end = from;
        }
        portion /= 2;
    }
}

/// Moves a thread's next steps up to where it was last running, if that makes fewer switches.
fn join_blocks(
    schedule: &mut Vec<ThreadId>,
    clock: &Clock<'_>,
    fails: &dyn Fn(&[ThreadId]) -> bool,
) {
    let mut at = 1;
    while at < schedule.len() && clock.goes_on() {
        let running = schedule[at - 1];
        let next = (at..schedule.len()).find(|&index| schedule[index] == running);
        if schedule[at] != running
            && let Some(next) = next
        {
            let length = schedule[next..].iter().take_while(|&&thread| thread == running).count();
            let mut moved = schedule.clone();
            let block: Vec<ThreadId> = moved.drain(next..next + length).collect();
            moved.splice(at..at, block);
            if switches(&moved) < switches(schedule) && fails(&moved) {
                *schedule = moved;
            }
        }
        at += 1;
    }
}

fn switches(schedule: &[ThreadId]) -> usize {
    schedule.windows(2).filter(|pair| pair[0] != pair[1]).count()
}
