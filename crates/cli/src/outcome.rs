//! How a command ended. Everything that may have to end it knows these, so they are below all commands.

use std::process::ExitCode;

/// How a command ended. The numbers are part of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Safe, or nothing to complain about.
    Safe,
    Unsafe,
    InputError,
    Unknown,
    InternalError,
    /// The exit code of a program that was run.
    Program(i32),
}

impl Outcome {
    /// For commands that have no verdict.
    pub(crate) const DONE: Outcome = Outcome::Safe;

    pub(crate) fn exit_code(self) -> ExitCode {
        ExitCode::from(self.byte())
    }

    /// The same for a process that ends in the middle of its work.
    pub(crate) fn number(self) -> i32 {
        self.byte().into()
    }

    fn byte(self) -> u8 {
        match self {
            Outcome::Safe => 0,
            Outcome::Unsafe => 1,
            Outcome::InputError => 2,
            Outcome::Unknown => 3,
            Outcome::InternalError => 101,
            // What is left of an exit code after the system took its eight bits.
            Outcome::Program(code) => code.to_le_bytes()[0],
        }
    }
}
