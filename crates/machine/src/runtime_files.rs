//! How source files of the linked run-time library are told from the user's.

/// Marks source files of the linked run-time library.
pub const RUNTIME_PREFIX: &str = "<raddle>";
