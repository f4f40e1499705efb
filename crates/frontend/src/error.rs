//! Everything that can go wrong between a file name and a program.

use std::path::PathBuf;

use crate::names::shown_path;

/// What clang says about GNU's nested functions.
const NESTED_FUNCTION: &str = "function definition is not allowed here";

#[derive(Debug, thiserror::Error)]
pub enum FrontendError {
    #[error("no input file given")]
    NoInput,
    #[error("cannot read {}: {message}", shown_path(path))]
    Unreadable { path: PathBuf, message: String },
    #[error("cannot read {}: it is a directory", shown_path(path))]
    Directory { path: PathBuf },
    #[error("{} is empty: there is nothing to check", shown_path(path))]
    Empty { path: PathBuf },
    #[error("{}: unknown kind of file; expected .c, .i, .cpp or .ll", shown_path(path))]
    UnknownKind { path: PathBuf },
    #[error(
        "no clang found on PATH, which is needed to read C sources; install it (Debian/Ubuntu: \
         `apt-get install clang`) or name one with --clang PATH"
    )]
    NoClang,
    #[error("cannot run the compiler {}: {message}", shown_path(clang))]
    ClangUnusable { clang: PathBuf, message: String },
    #[error("{} does not compile:\n{message}", shown_path(path))]
    ClangFailed { path: PathBuf, message: String },
    #[error("cannot make a temporary directory: {message}")]
    TemporaryDirectory { message: String },
    #[error("there was no time or memory left to read the program")]
    Spent,
    #[error("{}:{line}:{column}: {message}", shown_path(path))]
    Parse { path: PathBuf, line: u32, column: u32, message: String },
    #[error("{}:{line}: {message}", shown_path(path))]
    Malformed { path: PathBuf, line: u32, message: String },
    #[error("{}: the IR is not consistent: {message}", shown_path(path))]
    Inconsistent { path: PathBuf, message: String },
    #[error("{}: {message}", shown_path(path))]
    Target { path: PathBuf, message: String },
    #[error(
        "{} was compiled for {first_bits}-bit pointers but {} for {second_bits}-bit ones",
        shown_path(first_path),
        shown_path(second_path)
    )]
    PointerWidths { first_path: PathBuf, first_bits: u32, second_path: PathBuf, second_bits: u32 },
    #[error(
        "'{symbol}' is defined in both {} and {}",
        shown_path(first_path),
        shown_path(second_path)
    )]
    DuplicateDefinition { symbol: String, first_path: PathBuf, second_path: PathBuf },
    #[error(
        "'{symbol}' is a function in one file and a variable in the other: {} and {}",
        shown_path(first_path),
        shown_path(second_path)
    )]
    SymbolKinds { symbol: String, first_path: PathBuf, second_path: PathBuf },
}

impl FrontendError {
    /// What to do next, where the message does not say it.
    pub fn help(&self) -> Option<&'static str> {
        match self {
            FrontendError::Directory { .. } => {
                Some("name the C files in it, for instance all of them: DIRECTORY/*.c")
            }
            FrontendError::ClangFailed { message, .. } if message.contains(NESTED_FUNCTION) => {
                Some(
                    "a function inside of a function is an extension of gcc that clang does not have: move it out, and hand it \
                 what it uses of the function around it",
                )
            }
            FrontendError::ClangFailed { .. } => Some(
                "-I, -D and -std are handed to the compiler, and so is everything behind `--`; \
                 `--clang PATH` uses another one",
            ),
            FrontendError::ClangUnusable { .. } => {
                Some("leave out --clang to use the newest clang on PATH")
            }
            FrontendError::Parse { .. }
            | FrontendError::Malformed { .. }
            | FrontendError::Inconsistent { .. } => Some(
                "the file is damaged or comes from a compiler Raddle does not know; write it again with \
                 `clang -O0 -g -S -emit-llvm` (14 to 22), or hand over the C source",
            ),
            FrontendError::PointerWidths { .. } => {
                Some("compile all files for the same target; -m32 applies to all C sources")
            }
            FrontendError::NoInput
            | FrontendError::Unreadable { .. }
            | FrontendError::Empty { .. }
            | FrontendError::UnknownKind { .. }
            | FrontendError::NoClang
            | FrontendError::Spent
            | FrontendError::TemporaryDirectory { .. }
            | FrontendError::Target { .. }
            | FrontendError::DuplicateDefinition { .. }
            | FrontendError::SymbolKinds { .. } => None,
        }
    }
}
