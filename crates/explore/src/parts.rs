//! A part of the search: the states that take given sides where inputs decide, and handing on parts of what is left to others.
//!
//! Only for programs with one thread: there nothing that is found in one part has to be known in another. With several, races that
//! are seen in a part tell what has to be tried outside of it.

use raddle_budget::{Budget, Stage};
use raddle_evidence::Entry;
use raddle_evidence::Ledger;
use raddle_evidence::Observer;
use raddle_findings::Report;
use raddle_ir::{Block, FuncId, Program};
use raddle_machine::{Machine, Settled, SetupError, State, Turn as Side};
use raddle_moves as enabled;
use raddle_moves::FUEL;
use raddle_plan::{Facts, Options, Plan, Slices, machine_config};
use raddle_solver::{SolverConfig, default_solver};

use crate::guide;
use crate::slicing;

/// A part of the search, in a form that can be sent: sides taken, as text. The empty text is all of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Part(String);

impl Part {
    pub fn from_text(text: &str) -> Part {
        Part(text.to_owned())
    }
    pub fn text(&self) -> &str {
        &self.0
    }
    fn of(state: &State) -> Part {
        let sides = state.turns.to_vec().into_iter().map(|taken| {
            let side = if taken.holds { 'y' } else { 'n' };
            format!("{side}{}.{}.{}", taken.func.0, taken.block.0, taken.conditions)
        });
        Part(sides.collect::<Vec<_>>().join(" "))
    }
    /// `None` if the text is damaged.
    fn sides(&self) -> Option<Vec<Side>> {
        self.0.split_whitespace().map(side).collect()
    }
}

fn side(word: &str) -> Option<Side> {
    let holds = match word.chars().next()? {
        'y' => true,
        'n' => false,
        _ => return None,
    };
    let mut numbers = word[1..].split('.').map(|number| number.parse::<u32>().ok());
    let (func, block, conditions) = (numbers.next()??, numbers.next()??, numbers.next()??);
    Some(Side { holds, func: FuncId(func), block: Block(block), conditions })
}

/// Takes parts of a search that somebody else is to explore.
pub trait Sharing {
    /// Whether somebody has nothing to do.
    fn wants_work(&mut self) -> bool;
    /// This is not explored here.
    fn give(&mut self, part: Part);
}

/// Explores a part of the search, except for what is given away.
pub fn check_part(
    program: &Program,
    options: &Options,
    part: &Part,
    sharing: &mut dyn Sharing,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Report, SetupError> {
    let facts = Facts::of(program, options);
    let plan = Plan::resolve(&facts, options)?;
    let properties = &facts.properties;
    let solver = default_solver(&SolverConfig {
        query_time: options.query_time,
        log_queries: options.log_queries.clone(),
        budget: budget.clone(),
        ..SolverConfig::default()
    });
    let mut config = machine_config(options, properties, budget);
    budget.enter(Stage::Analyse);
    if plan.slices == Slices::AtOnce {
        config.indifferent = slicing::facts(program, options, budget)?.map(std::rc::Rc::new);
    }
    guide::towards(program, options, properties, &mut config)?;
    config.only_toward_goal = plan.skips_sides;
    let mut machine = Machine::new(program, config, solver)?;
    machine.give_turns(part.sides().unwrap_or_default());
    let initial = Entry::of(options).initial_state(&mut machine)?;
    let mut ledger = Ledger::new(program, options, properties, budget, observer);
    ledger.follow(&plan, &facts);
    // The first state of a part was counted where it was given away.
    if part == &Part::default() {
        ledger.count_state();
    }
    explore(&mut machine, initial, sharing, &mut ledger);
    ledger.collect(&mut machine);
    Ok(ledger.report(&machine))
}

/// Depth first; what is given away is what was left behind first, because most lies below it.
fn explore(
    machine: &mut Machine<'_>,
    initial: State,
    sharing: &mut dyn Sharing,
    ledger: &mut Ledger<'_, '_>,
) {
    let mut left = std::collections::VecDeque::from([initial]);
    while let Some(state) = left.pop_back() {
        let depth = u64::from(state.path.len());
        if ledger.collect(machine) || ledger.out_of_budget(machine, depth, left.len() as u64) {
            return;
        }
        if !left.is_empty() && sharing.wants_work() {
            let at = left.iter().position(|state| state.shareable && past(machine, state));
            if let Some(given) = at.and_then(|at| left.remove(at)) {
                sharing.give(Part::of(&given));
            }
        }
        match machine.settle(state, FUEL) {
            Settled::OutOfFuel(state) => left.push_back(state),
            Settled::Forked(first, second) => {
                ledger.count_state();
                left.push_back(second);
                left.push_back(first);
            }
            Settled::Done(state) => {
                if let Some(blocked) = enabled::all_blocked(machine, &state) {
                    raddle_evidence::report_deadlock(machine, &state, &blocked, false);
                    ledger.count_run(machine, &state);
                } else {
                    let running = state.threads.iter().filter(|thread| thread.is_running());
                    let running: Vec<_> = running.map(|thread| thread.id).collect();
                    for thread in running {
                        ledger.count_state();
                        left.push_back(machine.grant(state.clone(), thread));
                    }
                }
            }
            Settled::Blocked(_) => {}
        }
    }
}

/// Whether a state has taken all the sides it was told to take.
fn past(machine: &Machine<'_>, state: &State) -> bool {
    state.turns.len() as usize >= machine.given_turns().len()
}

#[cfg(test)]
mod tests {
    use super::Part;

    #[test]
    fn parts_round_trip_as_text() {
        let part = Part::from_text("y3.14.1 n0.2.15");
        let sides = part.sides().expect("it is well-formed");
        assert_eq!(sides.len(), 2);
        assert!(sides[0].holds && !sides[1].holds);
        assert_eq!((sides[1].func.0, sides[1].block.0, sides[1].conditions), (0, 2, 15));
        assert_eq!(Part::default().sides(), Some(Vec::new()));
        for damaged in ["x1.2.3", "y1.2", "y1.2.z"] {
            assert_eq!(Part::from_text(damaged).sides(), None, "{damaged}");
        }
    }
}
