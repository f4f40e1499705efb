//! Everything that can go wrong between a file name and a program.

use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum FrontendError {
    #[error("no input file given")]
    NoInput,
    #[error("cannot read {}: {message}", path.display())]
    Unreadable { path: PathBuf, message: String },
    #[error("cannot read {}: it is a directory", path.display())]
    Directory { path: PathBuf },
    #[error("{} is empty: there is nothing to check", path.display())]
    Empty { path: PathBuf },
    #[error("{}: unknown kind of file; expected .c, .i, .cpp or .ll", path.display())]
    UnknownKind { path: PathBuf },
    #[error(
        "no clang found on PATH, which is needed to read C sources; install it (Debian/Ubuntu: \
         `apt-get install clang`) or name one with --clang PATH"
    )]
    NoClang,
    #[error("cannot run the compiler {}: {message}", clang.display())]
    ClangUnusable { clang: PathBuf, message: String },
    #[error("{} does not compile:\n{message}", path.display())]
    ClangFailed { path: PathBuf, message: String },
    #[error("cannot make a temporary directory: {message}")]
    TemporaryDirectory { message: String },
    #[error("there was no time or memory left to read the program")]
    Spent,
    #[error("{}:{line}:{column}: {message}", path.display())]
    Parse { path: PathBuf, line: u32, column: u32, message: String },
    #[error("{}:{line}: {message}", path.display())]
    Malformed { path: PathBuf, line: u32, message: String },
    #[error("{}: the IR is not consistent: {message}", path.display())]
    Inconsistent { path: PathBuf, message: String },
    #[error("{}: {message}", path.display())]
    Target { path: PathBuf, message: String },
    #[error(
        "{} was compiled for {first_bits}-bit pointers but {} for {second_bits}-bit ones",
        first_path.display(), second_path.display()
    )]
    PointerWidths { first_path: PathBuf, first_bits: u32, second_path: PathBuf, second_bits: u32 },
    #[error(
        "'{symbol}' is defined in both {} and {}", first_path.display(), second_path.display()
    )]
    DuplicateDefinition { symbol: String, first_path: PathBuf, second_path: PathBuf },
    #[error(
        "'{symbol}' is a function in one file and a variable in the other: {} and {}",
        first_path.display(), second_path.display()
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
