//! `raddle.toml`: flags that always apply, and findings nobody wants to hear of.
//!
//! The file is looked for in the directory of the first checked file and upward from there. Its table `[check]` holds long
//! names of flags of `raddle check`; each becomes words of the command line, unless the same flag, or one that excludes it, was
//! given there. Other commands that read a program take from it what says what the program is and what surrounds it, if they have the flag. So a flag that is added to the table of flags can be configured without a line here, and what a
//! value may be is said in one place. The environment plays no part.

use std::any::TypeId;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, CommandFactory, FromArgMatches};
use raddle_frontend::shown_path;
use toml::{Table, Value};

use crate::command_line::CommandLine;
use crate::files;
use crate::nearest::nearest;
use crate::reports::{parse_report, target_text};
use crate::setting::{Setting, Suppression};
use crate::trust;

const FILE_NAME: &str = "raddle.toml";
/// Flags that have no long name of their own.
const SHORT_FLAGS: &[(&str, &str)] = &[("include", "include_directories"), ("define", "defines")];
/// Flags that make no sense in a file.
const NOT_IN_FILES: &[&str] = &[
    "files",
    "config",
    "no_config",
    "print_config",
    "trust",
    "help",
    "svcomp",
    "resume",
    "workers",
    "check_name",
    "credentials",
];

/// A command line together with what the configuration adds to it.
#[derive(Debug)]
pub(crate) struct Configured {
    pub(crate) command_line: CommandLine,
    pub(crate) setting: Setting,
}

/// Headings of flags that say what the program is: other commands than `check` use them, too.
const OF_PROGRAM: &[&str] = &["Program", "Environment of the program"];

/// Parses a command line; ends the process on wrong usage, as is usual for a command.
pub(crate) fn configured(words: Vec<OsString>) -> anyhow::Result<Configured> {
    let matches = CommandLine::command().get_matches_from(&words);
    let Some((command, given)) = matches.subcommand() else {
        return Configured::plain(&matches, &words);
    };
    let command = named(command);
    let is_configurable = command.get_arguments().any(|arg| arg.get_id() == "no_config");
    let found = if is_configurable { find(given)? } else { None };
    let Some((path, file)) = found else { return Configured::plain(&matches, &words) };
    let added = Added::from_file(&path, &file, &command, given)
        .with_context(|| format!("cannot use {}", shown_path(&path)))?;
    let only_prints = given.get_flag("print_config");
    if !given.get_flag("trust") && !only_prints {
        added.demand_harmless(&path)?;
    }
    let words = added.insert_into(words, command.get_name());
    let matches = CommandLine::command().try_get_matches_from(&words).map_err(|error| {
        anyhow::anyhow!("{} does not fit: {}", shown_path(&path), first_lines(&error.to_string()))
    })?;
    let mut configured = Configured::plain(&matches, &words)?;
    let suppressions =
        suppressions(&file).with_context(|| format!("cannot use {}", shown_path(&path)))?;
    configured.setting.listing =
        only_prints.then(|| listing(&matches, Some(&path), &added.ids, &suppressions));
    configured.setting.suppressions = suppressions;
    Ok(configured)
}

impl Configured {
    fn plain(matches: &ArgMatches, words: &[OsString]) -> anyhow::Result<Configured> {
        let command_line = CommandLine::from_arg_matches(matches)?;
        let words = words.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
        let given = matches.subcommand().map(|(_, given)| given);
        let prints =
            |given: &ArgMatches| matches!(given.try_get_one("print_config"), Ok(Some(true)));
        let listing = given.is_some_and(prints).then(|| listing(matches, None, &[], &[]));
        let setting = Setting { words, suppressions: Vec::new(), listing };
        Ok(Configured { command_line, setting })
    }
}

/// A command of ours with all of its flags.
fn named(name: &str) -> Command {
    let mut command = CommandLine::command();
    command.build();
    command.find_subcommand(name).cloned().unwrap_or_default()
}

pub(crate) fn check_command() -> Command {
    named("check")
}

/// The complaint itself, without usage and hints for the command line.
fn first_lines(message: &str) -> String {
    let message = message.strip_prefix("error: ").unwrap_or(message);
    message.lines().take_while(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n")
}

/// The configuration that applies, if any.
fn find(given: &ArgMatches) -> anyhow::Result<Option<(PathBuf, Table)>> {
    if given.get_flag("no_config") {
        return Ok(None);
    }
    let path = match given.get_one::<PathBuf>("config") {
        Some(path) => path.clone(),
        None => {
            let first = given.get_many::<PathBuf>("files").and_then(|mut files| files.next());
            let Some(path) = first.and_then(|file| above(file)) else { return Ok(None) };
            path
        }
    };
    let text = files::read_ordinary(&path)?;
    let table: Table =
        text.parse().with_context(|| format!("cannot read {}", shown_path(&path)))?;
    Ok(Some((path, table)))
}

/// `raddle.toml` in the directory of a file, or in the nearest one above it.
fn above(file: &Path) -> Option<PathBuf> {
    let file = std::path::absolute(file).ok()?;
    file.ancestors().skip(1).map(|directory| directory.join(FILE_NAME)).find(|path| path.is_file())
}

/// What a file adds to a command line.
struct Added {
    words: Vec<OsString>,
    compiler_arguments: Vec<OsString>,
    /// The flags it sets.
    ids: Vec<String>,
    /// What it may ask for only if the user trusts it: key and reason.
    refused: Vec<(String, String)>,
}

impl Added {
    fn from_file(
        path: &Path,
        file: &Table,
        command: &Command,
        given: &ArgMatches,
    ) -> anyhow::Result<Added> {
        for key in file.keys() {
            let meant = did_you_mean(key, ["check", "suppress"].into_iter());
            ensure!(
                key == "check" || key == "suppress",
                "`{key}` is not known{meant}; there are the table [check] and the list [[suppress]]"
            );
        }
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let directory = path.parent().unwrap_or(Path::new("/"));
        let mut added = Added {
            words: Vec::new(),
            compiler_arguments: Vec::new(),
            ids: Vec::new(),
            refused: Vec::new(),
        };
        let none = Value::Table(Table::new());
        let Value::Table(table) = file.get("check").unwrap_or(&none) else {
            bail!("`check` must be a table: [check]");
        };
        let check = check_command();
        for (key, value) in table {
            let arg = flag(&check, key)?;
            if command.get_name() != "check" {
                let of_program = arg.get_help_heading().is_some_and(|it| OF_PROGRAM.contains(&it));
                let has_it = command.get_arguments().any(|its| its.get_id() == arg.get_id());
                if !of_program || !has_it {
                    continue;
                }
            }
            if !overridden(command, arg, given) {
                added.add(key, arg, value, directory)?;
            }
        }
        Ok(added)
    }

    fn add(&mut self, key: &str, arg: &Arg, value: &Value, directory: &Path) -> anyhow::Result<()> {
        self.ids.push(arg.get_id().to_string());
        if matches!(arg.get_action(), ArgAction::SetTrue) {
            let Value::Boolean(on) = value else { bail!("`{key}` must be true or false") };
            if *on {
                self.words.push(spelling(arg).into());
            }
            return Ok(());
        }
        let values = match value {
            Value::Array(values) if matches!(arg.get_action(), ArgAction::Append) => {
                values.as_slice()
            }
            single => std::slice::from_ref(single),
        };
        let texts: Vec<String> = values
            .iter()
            .map(|value| resolved(key, arg, &scalar(key, value)?, directory))
            .collect::<anyhow::Result<_>>()?;
        if let Some(reason) = trust::refused(arg.get_id().as_str(), &texts, directory) {
            self.refused.push((key.to_owned(), reason));
        }
        for text in texts {
            if arg.is_last_set() {
                self.compiler_arguments.push(text.into());
            } else if arg.get_long().is_some() {
                self.words.push(format!("{}={text}", spelling(arg)).into());
            } else {
                self.words.push(format!("{}{text}", spelling(arg)).into());
            }
        }
        Ok(())
    }

    /// A file that came with a program must not run anything or write elsewhere.
    fn demand_harmless(&self, path: &Path) -> anyhow::Result<()> {
        if self.refused.is_empty() {
            return Ok(());
        }
        let mut text = format!("{} asks for what needs your consent", shown_path(path));
        for (key, reason) in &self.refused {
            text.push_str(&format!("\n  `{key}`: {reason}"));
        }
        bail!(
            "{text}\nhelp: --trust uses the file as it is, --no-config leaves it out, and the same flag on the command line \
             takes the place of a key"
        )
    }

    /// Right behind the command, so that what the user wrote stays as it is.
    fn insert_into(&self, mut words: Vec<OsString>, command: &str) -> Vec<OsString> {
        let at = words.iter().position(|word| word == command).map_or(words.len(), |at| at + 1);
        words.splice(at..at, self.words.iter().cloned());
        if !self.compiler_arguments.is_empty() {
            words.push("--".into());
            words.extend(self.compiler_arguments.iter().cloned());
        }
        words
    }
}

/// The flag behind a key.
fn flag<'a>(check: &'a Command, key: &str) -> anyhow::Result<&'a Arg> {
    let short = SHORT_FLAGS.iter().find(|(name, _)| *name == key).map(|(_, id)| *id);
    let found = check.get_arguments().find(|arg| {
        let named = arg.get_long() == Some(key) || short == Some(arg.get_id().as_str());
        let compiler = arg.is_last_set() && key == "compiler-arguments";
        (named || compiler) && !NOT_IN_FILES.contains(&arg.get_id().as_str())
    });
    found.with_context(|| {
        let long = check.get_arguments().filter(|arg| !NOT_IN_FILES.contains(&arg.get_id().as_str()));
        let long = long.filter(|arg| !arg.is_hide_set()).filter_map(Arg::get_long);
        let short = SHORT_FLAGS.iter().map(|(name, _)| *name);
        let names = long.chain(short).chain(["compiler-arguments"]);
        let meant = did_you_mean(key, names);
        format!("`{key}` in [check] is not known{meant}; keys are the long names of flags in `raddle check --help`")
    })
}

fn did_you_mean<'a>(key: &str, names: impl Iterator<Item = &'a str>) -> String {
    nearest(key, names).map_or(String::new(), |name| format!(" (did you mean `{name}`?)"))
}

fn spelling(arg: &Arg) -> String {
    match (arg.get_long(), arg.get_short()) {
        (Some(long), _) => format!("--{long}"),
        (None, Some(short)) => format!("-{short}"),
        (None, None) => String::new(),
    }
}

/// Whether the command line has this flag, or one that excludes it.
fn overridden(command: &Command, arg: &Arg, given: &ArgMatches) -> bool {
    let stated = |id: &str| given.value_source(id) == Some(ValueSource::CommandLine);
    let excludes = |one: &Arg, other: &Arg| {
        command
            .get_arg_conflicts_with(one)
            .iter()
            .any(|excluded| excluded.get_id() == other.get_id())
    };
    stated(arg.get_id().as_str())
        || command
            .get_arguments()
            .filter(|other| stated(other.get_id().as_str()))
            .any(|other| excludes(arg, other) || excludes(other, arg))
}

fn scalar(key: &str, value: &Value) -> anyhow::Result<String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        Value::Boolean(_) | Value::Datetime(_) | Value::Array(_) | Value::Table(_) => {
            bail!("`{key}` cannot be of type {}", value.type_str())
        }
    }
}

/// Paths in a file are relative to it, not to wherever the command runs.
fn resolved(key: &str, arg: &Arg, text: &str, directory: &Path) -> anyhow::Result<String> {
    if arg.get_id() == "reports" {
        let mut target = parse_report(text).map_err(|error| anyhow::anyhow!("`{key}`: {error}"))?;
        target.path = directory.join(target.path);
        return Ok(target_text(&target));
    }
    let is_path = arg.get_value_parser().type_id() == TypeId::of::<PathBuf>();
    Ok(if is_path { directory.join(text).display().to_string() } else { text.to_owned() })
}

/// `[[suppress]]` with `id` and `reason`.
fn suppressions(file: &Table) -> anyhow::Result<Vec<Suppression>> {
    let none = Value::Array(Vec::new());
    let Value::Array(entries) = file.get("suppress").unwrap_or(&none) else {
        bail!("`suppress` must be a list: [[suppress]] with `id` and `reason`");
    };
    entries.iter().map(suppression).collect()
}

fn suppression(entry: &Value) -> anyhow::Result<Suppression> {
    let text =
        |key: &str| entry.get(key).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
    let id = text("id")
        .context("an entry of [[suppress]] has no `id`; the report shows ids of findings")?;
    let reason = text("reason").with_context(|| {
        format!("the suppression of {id} has no `reason`: say why the finding may stay")
    })?;
    let known = |key: &&String| *key == "id" || *key == "reason";
    if let Some(key) = entry.as_table().and_then(|table| table.keys().find(|key| !known(key))) {
        bail!("`{key}` in the suppression of {id} is not known");
    }
    Ok(Suppression { id: id.to_owned(), reason: reason.to_owned() })
}

/// The configuration as a file that would have the same effect, each line with where it comes from.
fn listing(
    matches: &ArgMatches,
    path: Option<&Path>,
    from_file: &[String],
    suppressions: &[Suppression],
) -> String {
    let Some((name, given)) = matches.subcommand() else { return String::new() };
    let mut text = match path {
        Some(path) => format!("# from {}\n[check]\n", shown_path(path)),
        None => format!("# no {FILE_NAME} applies\n[check]\n"),
    };
    let command = named(name);
    for arg in check_command().get_arguments() {
        let id = arg.get_id().as_str();
        if command.get_arguments().any(|its| its.get_id() == id)
            && let Some(line) = setting_line(arg, given, from_file.iter().any(|known| known == id))
        {
            text.push_str(&line);
        }
    }
    for Suppression { id, reason } in suppressions {
        let (id, reason) = (quoted(id), quoted(reason));
        text.push_str(&format!("\n[[suppress]]\nid = {id}\nreason = {reason}\n"));
    }
    text
}

fn setting_line(arg: &Arg, given: &ArgMatches, from_file: bool) -> Option<String> {
    let id = arg.get_id().as_str();
    if NOT_IN_FILES.contains(&id) {
        return None;
    }
    let short = SHORT_FLAGS.iter().find(|(_, known)| *known == id).map(|(name, _)| *name);
    let key = short.or(arg.get_long()).or(arg.is_last_set().then_some("compiler-arguments"))?;
    let origin = match given.value_source(id)? {
        ValueSource::DefaultValue => "default",
        _ if from_file => FILE_NAME,
        _ => "command line",
    };
    let value = if matches!(arg.get_action(), ArgAction::SetTrue) {
        given.get_flag(id).to_string()
    } else {
        let values: Vec<String> =
            given.get_raw(id)?.map(|value| literal(&value.to_string_lossy())).collect();
        let list = matches!(arg.get_action(), ArgAction::Append);
        if list { format!("[{}]", values.join(", ")) } else { values.concat() }
    };
    let line = format!("{key} = {value}");
    Some(format!("{line:<40} # {origin}\n"))
}

fn literal(text: &str) -> String {
    if text.parse::<i64>().is_ok() { text.to_owned() } else { quoted(text) }
}

/// A string of TOML; JSON's escapes are among those it knows.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use toml::Table;

    use super::{Added, check_command, first_lines, suppressions};
    use crate::command_line::CommandLine;

    /// The words a file adds to a command line.
    fn added(file: &str, line: &str) -> anyhow::Result<Vec<String>> {
        let table: Table = file.parse()?;
        let matches = CommandLine::command().try_get_matches_from(line.split(' '))?;
        let given = matches.subcommand_matches("check").expect("a check");
        let path = std::path::Path::new("/project/raddle.toml");
        let added = Added::from_file(path, &table, &check_command(), given)?;
        let words = added.insert_into(line.split(' ').map(Into::into).collect(), "check");
        CommandLine::command()
            .try_get_matches_from(&words)
            .map_err(|error| anyhow::anyhow!(first_lines(&error.to_string())))?;
        Ok(words.into_iter().map(|word| word.to_string_lossy().into_owned()).collect())
    }

    #[test]
    fn keys_become_words() {
        let file = "[check]\nunwind = 5\ntime = \"2m\"\nproperty = [\"assert\", \"race\"]\nfirst = true\n\
                    stats = false\ninclude = [\"inc\"]\ndefine = \"N=3\"\nreport = \"sarif=out.json\"\n\
                    compiler-arguments = [\"-Wall\"]\n";
        let mut words = added(file, "raddle check a.c").expect("a good file");
        let tail = words.split_off(words.len() - 3);
        assert_eq!(tail, ["a.c", "--", "-Wall"]);
        words.sort();
        assert_eq!(
            words,
            [
                "--first",
                "--property=assert",
                "--property=race",
                "--report=sarif=/project/out.json",
                "--time=2m",
                "--unwind=5",
                "-DN=3",
                "-I/project/inc",
                "check",
                "raddle"
            ]
        );
    }

    #[test]
    fn flags_override() {
        let words =
            added("[check]\nunwind = 5\nquiet = true\n", "raddle check --unwind 7 --stats a.c");
        assert_eq!(
            words.expect("a good file"),
            ["raddle", "check", "--unwind", "7", "--stats", "a.c"]
        );
        let words = added("[check]\nfunction = \"f\"\n", "raddle check --arg x a.c");
        assert_eq!(words.expect("a good file").len(), 5);
    }

    #[test]
    fn wrong_files_are_refused() {
        for (file, word) in [
            ("[check]\nspeed = 3\n", "speed"),
            ("[chekc]\n", "chekc"),
            ("check = 1\n", "[check]"),
            ("[check]\nfirst = 1\n", "true or false"),
            ("[check]\nunwind = \"many\"\n", "unwind"),
            ("[check]\nunwind = [1, 2]\n", "unwind"),
            ("[check]\nreport = \"x.pdf\"\n", "FORMAT=FILE"),
            ("[check]\nno-config = true\n", "no-config"),
        ] {
            let error = added(file, "raddle check a.c").expect_err(file);
            assert!(format!("{error:#}").contains(word), "{file}: {error:#}");
        }
    }

    #[test]
    fn suppressions_need_reasons() {
        let parse = |text: &str| suppressions(&text.parse().expect("TOML"));
        let good = parse("[[suppress]]\nid = \"R0101-1\"\nreason = \"known\"\n").expect("complete");
        assert_eq!((&*good[0].id, &*good[0].reason), ("R0101-1", "known"));
        assert!(parse("[[suppress]]\nid = \"R0101-1\"\n").is_err());
        assert!(parse("[[suppress]]\nid = \"R0101-1\"\nreason = \" \"\n").is_err());
        assert!(parse("[[suppress]]\nreason = \"x\"\n").is_err());
        assert!(parse("[[suppress]]\nid = \"a\"\nreason = \"b\"\nuntil = \"c\"\n").is_err());
    }
}
