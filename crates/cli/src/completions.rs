//! `raddle completions` and `raddle man`: what shells and manual readers know of the flags, made from the table of flags.

use anyhow::Context;
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use raddle_frontend::shown_path;

use crate::arguments::{CompletionsArguments, ManArguments, ShellName};
use crate::command_line::CommandLine;
use crate::files;
use crate::outcome::Outcome;
use crate::output::print;

pub(crate) fn completions(arguments: &CompletionsArguments) -> anyhow::Result<Outcome> {
    let mut text = Vec::new();
    clap_complete::generate(shell(arguments.shell), &mut command(), "raddle", &mut text);
    print(&String::from_utf8(text).context("the completions are no text")?)?;
    Ok(Outcome::DONE)
}

fn shell(name: ShellName) -> Shell {
    match name {
        ShellName::Bash => Shell::Bash,
        ShellName::Zsh => Shell::Zsh,
        ShellName::Fish => Shell::Fish,
    }
}

/// The page of the command itself, or all pages into a directory.
pub(crate) fn man(arguments: &ManArguments) -> anyhow::Result<Outcome> {
    let mut command = command();
    command.build();
    let Some(directory) = &arguments.dir else {
        print(&page(&command)?)?;
        return Ok(Outcome::DONE);
    };
    files::write(&directory.join("raddle.1"), &page(&command)?)?;
    let mut count = 1;
    for one in command.get_subcommands() {
        let name = format!("raddle-{}.1", one.get_name());
        files::write(&directory.join(name), &page(one)?)?;
        count += 1;
    }
    let directory = shown_path(directory);
    print(&format!("wrote {count} pages; MANPATH or `man -l {directory}/raddle.1` shows them\n"))?;
    Ok(Outcome::DONE)
}

fn page(command: &Command) -> anyhow::Result<String> {
    let mut text = Vec::new();
    Man::new(command.clone()).render(&mut text).context("cannot make a page of the manual")?;
    String::from_utf8(text).context("a page of the manual is no text")
}

/// The command without what is for tests and other processes.
fn command() -> Command {
    let whole = CommandLine::command();
    let subcommands = whole.get_subcommands().filter(|one| !one.is_hide_set()).map(visible);
    visible(&whole)
        .version(env!("CARGO_PKG_VERSION"))
        .disable_help_subcommand(true)
        .subcommand_required(true)
        .subcommands(subcommands)
}

/// A command with those of its flags that `--help` shows.
fn visible(command: &Command) -> Command {
    // The library wants names that stay for ever; these few are made once.
    let name: &'static str = Box::leak(command.get_name().to_owned().into_boxed_str());
    let arguments = command.get_arguments().filter(|argument| !argument.is_hide_set()).cloned();
    let mut visible = Command::new(name).args(arguments);
    if let Some(about) = command.get_about() {
        visible = visible.about(about.clone());
    }
    if let Some(text) = command.get_after_help() {
        visible = visible.after_help(text.clone());
    }
    visible
}
