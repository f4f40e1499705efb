//! The arguments of `raddle from`: where threads stand. Both the command and the check that it starts read them.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use raddle_context::Precision;
use raddle_fragment::Until;
use serde::{Deserialize, Serialize};

use crate::arguments::CheckArguments;

const EXAMPLES: &str = "Examples:
  raddle from bank.c --at T1=bank.c:23 --at T2=bank.c:31,bank.c:60
  raddle from queue.c --at producer=40 --waiting consumer=71 --until backedge
  raddle from server.c --backtrace bt.txt --confirm --time 1m
  raddle from --library queue.c --calls 2 --jobs 4
  raddle from --library queue.c --caller server.c --calls 2 --jobs 4
  raddle from --piecewise server.c --jobs 4 --time 5m

A thread stands before the first operation of its line; further places are the calls of its outer frames, innermost first.
What is found is possible: the program need not come to the state that it starts from. --confirm looks for a run from main
through the context, or finds out that there is none.

Exit codes: 0 safe, 1 unsafe (possible or confirmed), 2 usage or input error, 3 unknown, 101 internal error.";

/// So many calls of a library run at the same time if nobody says.
pub(crate) const CALLS: u32 = 2;

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct FromArguments {
    #[command(flatten)]
    pub(crate) context: ContextArguments,
    #[command(flatten)]
    pub(crate) check: CheckArguments,
}

impl FromArguments {
    /// The program that uses a library is part of what is read.
    pub(crate) fn with_callers(mut self) -> FromArguments {
        self.context.library_files.clone_from(&self.check.input.files);
        self.check.input.files.extend(self.context.caller.iter().cloned());
        self
    }
}

/// Where threads stand.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Context")]
pub(crate) struct ContextArguments {
    /// A thread and where it stands: the line that comes next, and the calls of its outer frames as far as they are known; repeatable
    #[arg(long = "at", value_name = "NAME=FILE:LINE,…")]
    pub(crate) at: Vec<String>,
    /// The same for a thread that stands in a wait on that line: for a signal, at a barrier, for a lock, a semaphore or a thread
    #[arg(long, value_name = "NAME=FILE:LINE,…")]
    pub(crate) waiting: Vec<String>,
    /// Threads from a TOML file: tables called `thread` with name, at (a list of places, innermost first) and waiting
    #[arg(long = "context", value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Threads from what gdb prints for `thread apply all bt`
    #[arg(long, value_name = "FILE")]
    pub(crate) backtrace: Option<PathBuf>,
    /// Parameters hold what the backtrace shows: numbers, and addresses of variables
    #[arg(long, requires = "backtrace")]
    pub(crate) backtrace_values: bool,
    /// Where threads stop: where the outermost function that is named returns; also where a loop of a function that is named starts over
    /// (backedge); or after N conditional branches
    #[arg(long, value_name = "return|backedge|N", default_value = "return", value_parser = parse_until)]
    pub(crate) until: Until,
    /// Look for runs from main through the context that show what was found; half of --time is kept for that
    #[arg(long)]
    pub(crate) confirm: bool,
    /// Also count the paths that runs from main really take from there, by visiting all states of the whole program; with --until N, for research
    #[arg(long, conflicts_with_all = ["library", "piecewise"])]
    pub(crate) feasible: bool,
    /// Check the functions of a library instead: every combination of calls that may run at the same time, in any state of the library
    #[arg(long, conflicts_with_all = ["at", "waiting", "file", "backtrace"])]
    pub(crate) library: bool,
    /// A file of a program that uses the library; repeatable. Not all combinations of functions are checked then, but those of the program's calls of them that may run
    /// at the same time, with what is known there
    #[arg(long, value_name = "FILE", requires = "library")]
    pub(crate) caller: Vec<PathBuf>,
    /// The others, once they were told apart.
    #[arg(skip)]
    pub(crate) library_files: Vec<PathBuf>,
    /// Check the whole program in pieces: each ends where a loop of unknown length starts over, and the next begins there, in any state the
    /// program may be in; several at a time with --jobs
    #[arg(long, conflicts_with_all = ["at", "waiting", "file", "backtrace", "library", "until"])]
    pub(crate) piecewise: bool,
    /// How often a thread goes round a loop of known length within a piece
    #[arg(long, hide = true, value_name = "N", default_value_t = 64, requires = "piecewise", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) piece_rounds: u32,
    /// How many calls run at the same time
    #[arg(long, value_name = "N", default_value_t = CALLS, requires = "library", value_parser = clap::value_parser!(u32).range(1..=8))]
    pub(crate) calls: u32,
    /// The library is in the state that this function leaves, which is called first
    #[arg(long, value_name = "FUNCTION", requires = "library")]
    pub(crate) init: Option<String>,
    /// Only this combination of functions; with --caller, of calls: queue_put@server.c:31,queue_get@server.c:40
    #[arg(long, value_name = "FUNCTION,…", requires = "library", value_delimiter = ',')]
    pub(crate) only: Vec<String>,
    /// What to find out about the state that threads start in; for research
    #[arg(long, value_name = "HOW", default_value = "full")]
    pub(crate) precision: PrecisionName,
}

impl ContextArguments {
    /// A program in pieces.
    pub(crate) fn in_pieces(precision: PrecisionName) -> ContextArguments {
        ContextArguments { piecewise: true, precision, ..ContextArguments::nowhere() }
    }

    /// Calls that a program makes, wherever they are.
    pub(crate) fn of_calls(
        until: Until,
        precision: PrecisionName,
        confirm: bool,
    ) -> ContextArguments {
        ContextArguments { library: true, until, precision, confirm, ..ContextArguments::nowhere() }
    }

    /// Calls of these functions of a library.
    pub(crate) fn of_library(
        only: Vec<String>,
        init: Option<String>,
        until: Until,
    ) -> ContextArguments {
        ContextArguments { library: true, only, init, until, ..ContextArguments::nowhere() }
    }

    fn nowhere() -> ContextArguments {
        ContextArguments {
            at: Vec::new(),
            waiting: Vec::new(),
            file: None,
            backtrace: None,
            backtrace_values: false,
            until: Until::Return,
            confirm: false,
            feasible: false,
            library: false,
            caller: Vec::new(),
            library_files: Vec::new(),
            piecewise: false,
            piece_rounds: 64,
            calls: CALLS,
            init: None,
            only: Vec::new(),
            precision: PrecisionName::Full,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PrecisionName {
    /// All that is known
    Full,
    /// Nothing of values in registers and memory
    NoDefinitions,
    /// Nothing of locks and barriers
    NoInvariants,
    /// Nothing at all
    Naive,
}

impl PrecisionName {
    pub(crate) fn precision(self) -> Precision {
        match self {
            PrecisionName::Full => Precision::Full,
            PrecisionName::NoDefinitions => Precision::NoDefinitions,
            PrecisionName::NoInvariants => Precision::NoInvariants,
            PrecisionName::Naive => Precision::Naive,
        }
    }
}

/// How the flag spells it.
pub(crate) fn until_text(until: Until) -> String {
    match until {
        Until::BackEdge => "backedge".to_owned(),
        Until::Branches(number) => number.to_string(),
        // Pieces end where they end.
        Until::Return | Until::Piece => "return".to_owned(),
    }
}

pub(crate) fn parse_until(text: &str) -> Result<Until, String> {
    match text {
        "return" => Ok(Until::Return),
        "backedge" => Ok(Until::BackEdge),
        number => number
            .parse()
            .map(Until::Branches)
            .map_err(|_| "write return, backedge or a number of branches".to_owned()),
    }
}
