//! The command line: which commands there are, each with its arguments.
//!
//! It is above the commands. The flags that they share are below them (`arguments.rs`).

use std::ffi::OsString;
use std::path::Path;

use clap::{Parser, Subcommand};

use crate::arguments::{
    CheckArguments, CompletionsArguments, DiffArguments, DoctorArguments, ExplainArguments,
    InitArguments, IrArguments, ManArguments, PropertiesArguments, ReplayArguments, RunArguments,
    SliceArguments, WorkerArguments,
};
use crate::bound::BoundArguments;
use crate::cc::CcArguments;
use crate::cluster::{CancelArguments, StatusArguments, UpArguments};
use crate::from_arguments::FromArguments;
use crate::hunt::HuntArguments;
use crate::lsp::LspArguments;
use crate::response::expanded;
use crate::schedules::SchedulesArguments;
use crate::warn_arguments::WarnArguments;

const EXIT_CODES: &str =
    "Exit codes: 0 safe, 1 unsafe, 2 usage or input error, 3 unknown, 101 internal error.";

/// Checks C programs over all inputs and interleavings, with inputs and schedules that show each finding.
#[derive(Debug, Parser)]
#[command(name = "raddle", version, after_help = EXIT_CODES, disable_help_subcommand = true)]
pub(crate) struct CommandLine {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Look for misbehaviour of a program over all its inputs and interleavings
    Check(Box<CheckArguments>),
    /// Drive the program to a line, or threads to several lines at once, or prove that there is no way
    Hunt(Box<HuntArguments>),
    /// Look for misbehaviour of a program whose threads stand at given places in its middle
    From(Box<FromArguments>),
    /// List schedules of a program that together cover all of its inputs, with the inputs that each is for
    Schedules(Box<SchedulesArguments>),
    /// Find the worst-case cost of any path of a sequential program
    Bound(Box<BoundArguments>),
    /// Run into a finding of an earlier check again, step by step
    Replay(ReplayArguments),
    /// Say what a code of the report means; without a code, list all
    Explain(ExplainArguments),
    /// Show what appeared, went and changed between two reports
    Diff(DiffArguments),
    /// Write a commented raddle.toml, and a first harness for a function
    Init(InitArguments),
    /// Say whether everything is there that checks need, and how to install what is missing
    Doctor(DoctorArguments),
    /// List the properties that `raddle check --per-property` checks one by one
    Properties(PropertiesArguments),
    /// Print a program in Raddle's own representation
    Ir(IrArguments),
    /// Print the source with the lines marked that can matter to the properties
    Slice(SliceArguments),
    /// Warn of possible races, deadlocks and misuse of locks by a look at the program, without executing it
    Warn(Box<WarnArguments>),
    /// Show findings in an editor: a language server on standard input and output (docs/editors.md)
    Lsp(LspArguments),
    /// Compile and link as a C compiler does, and record it for `raddle check`: make CC="raddle cc"
    #[command(disable_help_flag = true)]
    Cc(CcArguments),
    /// Print completions of commands and flags for a shell
    Completions(CompletionsArguments),
    /// Print the manual page, or write those of all commands
    Man(ManArguments),
    /// Show the checks that are open on a NATS server: who works on what, how far they are (docs/cluster.md)
    Status(StatusArguments),
    /// End a check that is open on a NATS server
    Cancel(CancelArguments),
    /// Start a NATS server and workers on this machine, to try them
    Up(UpArguments),
    /// Execute a program once, on concrete inputs
    #[command(hide = true)]
    Run(RunArguments),
    /// Help checks that other machines began with `raddle check --workers`
    Worker(WorkerArguments),
}

/// Arguments with response files (`@file`) replaced by the words in them. A compiler reads its own.
pub(crate) fn with_response_files(
    arguments: impl Iterator<Item = OsString>,
) -> impl Iterator<Item = OsString> {
    let words: Vec<OsString> = arguments.collect();
    let is_compiler = words.get(1).is_some_and(|command| command == "cc");
    let expand = |word: OsString| match word.into_string() {
        Ok(word) if !is_compiler => {
            let words = expanded(std::iter::once(word), Path::new("."));
            words.into_iter().map(OsString::from).collect::<Vec<_>>()
        }
        Ok(word) => vec![word.into()],
        Err(word) => vec![word],
    };
    words.into_iter().flat_map(expand).collect::<Vec<_>>().into_iter()
}

/// Compilers spell some flags with one dash and several letters. These are rewritten to what the table of flags knows,
/// up to `--`.
pub(crate) fn compiler_spellings(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut behind_separator = false;
    let rewrite = |argument: OsString| {
        behind_separator |= argument == "--";
        match argument.to_str() {
            Some(text) if !behind_separator && (text.starts_with("-std=") || text == "-m32") => {
                OsString::from(format!("-{text}"))
            }
            _ => argument,
        }
    };
    arguments.map(rewrite).collect()
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::{Command, CommandLine, compiler_spellings};

    fn parse(line: &str) -> Result<CommandLine, clap::Error> {
        let words = line.split(' ').map(Into::into);
        CommandLine::try_parse_from(compiler_spellings(words))
    }

    #[test]
    fn defaults_are_those_of_the_exploration() {
        let Command::Check(check) = parse("raddle check a.c").expect("it is right").command else {
            panic!("it is a check");
        };
        let defaults = format!("{:?}", raddle_explore::Options::default());
        assert_eq!(format!("{:?}", check.options()), defaults);
    }

    #[test]
    fn a_flag_that_is_given_asks_for_its_technique() {
        let asked = |line: &str| match parse(line).expect("it is right").command {
            Command::Check(check) => check.options().asked,
            _ => panic!("it is a check"),
        };
        assert_eq!(
            asked("raddle check --summaries=on a.c"),
            [raddle_explore::Technique::Summaries]
        );
        assert_eq!(asked("raddle check --summaries=off --symmetry=auto a.c"), []);
    }

    #[test]
    fn the_table_is_consistent() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn compiler_flags_are_understood() {
        let line = "raddle check -Iinc -I more -DN=3 -std=c99 -m32 a.c b.c -- -std=c11 -Wall";
        let Command::Check(arguments) = parse(line).expect("a valid line").command else {
            panic!("another command");
        };
        assert_eq!(arguments.input.files.len(), 2);
        assert_eq!(arguments.input.include_directories.len(), 2);
        assert_eq!(arguments.input.standard.as_deref(), Some("c99"));
        assert!(arguments.input.bits32);
        assert_eq!(arguments.input.compiler_arguments, ["-std=c11", "-Wall"]);
    }

    #[test]
    fn conflicting_flags_are_refused() {
        for line in [
            "raddle check",
            "raddle check --function f --arg x a.c",
            "raddle check --arg x --symbolic-args 1 a.c",
            "raddle check --quiet --stats a.c",
            "raddle check --property speed a.c",
            "raddle check --time soon a.c",
            "raddle check --nonsense a.c",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
