//! Why a program could not be built or started natively.

use std::path::PathBuf;

use raddle_frontend::{FrontendError, shown_path};

#[derive(Debug, thiserror::Error)]
pub enum NativeError {
    #[error("cannot compile the program for a native run")]
    Frontend(#[from] FrontendError),
    #[error("no clang was found; install clang or name one with --clang")]
    NoClang,
    #[error("cannot {what} {path}: {error}", path = shown_path(path))]
    File { what: &'static str, path: PathBuf, error: std::io::Error },
    #[error("cannot run {program}: {error}")]
    Start { program: String, error: std::io::Error },
    #[error("{step} failed:\n{}", message.lines().take(20).collect::<Vec<_>>().join("\n"))]
    Tool { step: &'static str, message: String },
}
