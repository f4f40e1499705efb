//! `raddle lsp`: the server of the protocol, with this program for its questions.

use std::io::BufReader;

use anyhow::Context;
use clap::Args;

#[derive(Args, Debug)]
pub(crate) struct LspArguments {
    /// Standard input and output, which is the only way; some editors say so
    #[arg(long, hide = true)]
    stdio: bool,
}

/// The exit code is the protocol's: 0 if the client said `shutdown` before `exit`, else 1.
pub(crate) fn lsp(_arguments: &LspArguments) -> anyhow::Result<i32> {
    let program = std::env::current_exe().context("cannot tell where this program is")?;
    let input = BufReader::new(std::io::stdin());
    let ended = raddle_lsp::serve(input, std::io::stdout(), program)
        .context("cannot make a directory for what the server writes")?;
    Ok(ended.0)
}
