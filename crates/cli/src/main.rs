//! The `raddle` command: flags in, a report and an exit code out.
//!
//! Exit codes: 0 safe (or nothing to complain about), 1 unsafe, 2 usage or input error, 3 unknown, 101 internal error. The work
//! runs on a thread with a large stack behind one panic barrier, so that a defect of Raddle is told apart from
//! everything a program under check or a user can cause.

mod abstract_system;
mod announce;
mod arguments;
mod arrivals;
mod bound;
mod build_record;
mod cache;
mod callers;
mod cc;
mod check;
mod clock;
mod cluster;
mod command_line;
mod completions;
mod config;
mod confirm;
mod crew;
mod diff;
mod doctor;
mod errands;
mod explain;
mod files;
mod finding_files;
mod fnv;
mod from;
mod from_arguments;
mod from_context;
mod helper;
mod hunt;
mod hunt_result;
mod init;
mod interrupt;
mod journal;
mod library;
mod library_conditions;
mod limits;
mod load;
mod lock;
mod lsp;
mod merge;
mod messages;
mod native_replay;
mod nearest;
mod outcome;
mod output;
mod panic;
mod paths;
mod per_property;
mod piece;
mod pieces;
mod print_ir;
mod progress;
mod properties;
mod property_progress;
mod quarry;
mod replay;
mod reports;
mod response;
mod run;
mod scheduled;
mod schedules;
mod setting;
mod setup_help;
mod slice;
mod so_far;
mod status_page;
mod suspicions;
mod svcomp;
mod together;
mod triage;
mod trust;
mod units;
mod unmodelled;
mod warn;
mod warn_arguments;
mod watchdog;
mod witness_replay;
mod worker;
mod workers;
mod yaml;

/// Summaries are many small pieces of memory, made and dropped all the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

use std::process::ExitCode;

use raddle_frontend::FrontendError;

use crate::command_line::Command;
use crate::config::Configured;
use crate::outcome::Outcome;

fn main() -> ExitCode {
    let words =
        command_line::compiler_spellings(command_line::with_response_files(std::env::args_os()));
    let outcome = match config::configured(words) {
        Ok(configured) => panic::contain(move || dispatch(configured)),
        Err(error) => {
            output::print_error(&error);
            Outcome::InputError
        }
    };
    outcome.exit_code()
}

fn dispatch(configured: Configured) -> Outcome {
    let Configured { command_line, setting } = configured;
    if let Some(listing) = &setting.listing {
        let printed = output::print(listing).map(|()| Outcome::DONE);
        return printed.unwrap_or(Outcome::InputError);
    }
    let result = match command_line.command {
        Command::Hunt(arguments) => hunt::hunt(&arguments, &setting),
        Command::Check(arguments) => check::check(*arguments, setting),
        Command::From(arguments) => from::from(*arguments, setting),
        Command::Schedules(arguments) => schedules::schedules(*arguments, setting.words),
        Command::Bound(arguments) => bound::bound(*arguments),
        Command::Explain(arguments) => explain::explain(&arguments),
        Command::Diff(arguments) => diff::diff(&arguments),
        Command::Init(arguments) => init::init(&arguments),
        Command::Doctor(arguments) => doctor::doctor(&arguments),
        Command::Completions(arguments) => completions::completions(&arguments),
        Command::Man(arguments) => completions::man(&arguments),
        Command::Replay(arguments) => replay::replay(&arguments),
        Command::Properties(arguments) => properties::properties(&arguments),
        Command::Status(arguments) => cluster::status(&arguments),
        Command::Cancel(arguments) => cluster::cancel(&arguments),
        Command::Up(arguments) => cluster::up(&arguments),
        Command::Worker(arguments) => worker::work(&arguments),
        Command::Ir(arguments) => print_ir::print_ir(arguments),
        Command::Slice(arguments) => slice::slice(&arguments),
        Command::Warn(arguments) => warn::warn(*arguments),
        Command::Lsp(arguments) => lsp::lsp(&arguments).map(Outcome::Program),
        Command::Cc(arguments) => cc::cc(&arguments).map(Outcome::Program),
        Command::Run(arguments) => run::run(&arguments).map(Outcome::Program),
    };
    result.unwrap_or_else(|error| {
        output::print_error(&error);
        match error.downcast_ref() {
            Some(FrontendError::Spent) => Outcome::Unknown,
            _ => Outcome::InputError,
        }
    })
}
