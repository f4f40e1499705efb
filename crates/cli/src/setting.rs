//! What commands know of the configuration. How it is found and read is said in `config.rs`, which knows all commands.

/// What a check is to know beside its flags.
#[derive(Debug)]
pub(crate) struct Setting {
    /// The arguments of an equivalent command without a configuration.
    pub(crate) words: Vec<String>,
    pub(crate) suppressions: Vec<Suppression>,
    /// What `--print-config` prints, if that was asked for.
    pub(crate) listing: Option<String>,
}

/// A finding that is not to count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Suppression {
    pub(crate) id: String,
    pub(crate) reason: String,
}
