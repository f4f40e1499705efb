//! Running a program once, on given inputs, as the processor would.

use raddle_budget::Budget;
use raddle_expr::Bits;
use raddle_ir::Program;
use raddle_machine::{Config, Halt, Machine, Settled, SetupError, Status};
use raddle_moves::FUEL;
use raddle_solver::{SolverConfig, default_solver};
use rustc_hash::FxHashMap;

use crate::assemble;

/// What a concrete run did.
#[derive(Clone, Debug)]
pub struct ConcreteRun {
    pub output: Vec<u8>,
    /// The exit code; `None` if the run aborted, failed or was cut.
    pub exit: Option<i32>,
    /// Faults and cuts, as messages with their codes.
    pub problems: Vec<(String, String)>,
    pub instructions: u64,
}

/// Executes `main` with the given arguments; inputs that are not given are zero.
pub fn run_concrete(
    program: &Program,
    args: &[String],
    inputs: FxHashMap<String, Bits>,
    budget: &Budget,
) -> Result<ConcreteRun, SetupError> {
    let config = Config { args: args.to_vec(), budget: budget.clone(), ..Config::default() };
    let solver = SolverConfig { budget: budget.clone(), ..SolverConfig::default() };
    let mut machine = Machine::new(program, config, default_solver(&solver))?;
    machine.give_inputs(inputs);
    let mut state = machine.initial_state()?;
    let mut forked = false;
    let state = loop {
        match machine.settle(state, FUEL) {
            Settled::Done(state) => break state,
            Settled::Blocked(_) => unreachable!("no operation was granted"),
            Settled::OutOfFuel(next) => state = next,
            // Only undefined memory can fork: any choice is a possible run.
            Settled::Forked(next, _) => {
                forked = true;
                state = next;
            }
        }
        if budget.look().is_some() {
            break state;
        }
    };
    let mut problems: Vec<(String, String)> = Vec::new();
    for fault in machine.outbox.faults() {
        problems
            .push((assemble::finding_kind(fault.kind).code().to_owned(), fault.message.clone()));
    }
    for cut in machine.outbox.cuts() {
        problems.push((assemble::reason_kind(cut.kind).code().to_owned(), cut.message.clone()));
    }
    if forked {
        problems.push(("R0207".to_owned(), "the run depends on uninitialised memory".to_owned()));
    }
    let exit = match state.threads[0].status {
        Status::Halted(Halt::Exit(code)) => Some(code),
        Status::Halted(_) | Status::Running | Status::Done => None,
    };
    let output = state.output.to_vec().into_iter().flat_map(|chunk| chunk.to_vec()).collect();
    Ok(ConcreteRun { output, exit, problems, instructions: machine.counters().instructions })
}
