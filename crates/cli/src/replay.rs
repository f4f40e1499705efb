//! `raddle replay`: runs into a finding of an earlier check again, or says how the program changed.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Parser;
use raddle_budget::{Budget, Spent};
use raddle_findings::{Certainty, Finding, TraceStep};
use raddle_frontend::{RADDLE_HEADER, shown_path};
use raddle_report::TextOptions;

use crate::arguments::{CheckArguments, InputArguments, ReplayArguments};
use crate::arrivals::arrivals;
use crate::command_line::{Command, CommandLine};
use crate::finding_files;
use crate::from_arguments::FromArguments;
use crate::from_context::From;
use crate::hunt::HuntArguments;
use crate::load::load_program;
use crate::native_replay::{NativeReplay, replay_natively};
use crate::outcome::Outcome;
use crate::output::{print, terminal_width, wants_color};
use crate::quarry::pursued;
use crate::scheduled;
use crate::svcomp;
use crate::trust;
use crate::watchdog::Watchdog;
use crate::witness_replay::replay_witness;

pub(crate) fn replay(arguments: &ReplayArguments) -> anyhow::Result<Outcome> {
    let (budget, watchdog) = arguments.limits.begin(Box::new(not_in_time));
    let replayed = replay_within(arguments, &budget, &watchdog);
    match (replayed, budget.spent()) {
        // Whatever else was said would be said of a run that was cut short.
        (Ok(Outcome::Unknown) | Err(_), Some(spent)) => {
            watchdog.answer(Outcome::Unknown);
            Ok(not_in_time(spent))
        }
        (replayed, _) => replayed,
    }
}

/// The run was cut short.
fn not_in_time(spent: Spent) -> Outcome {
    let title = raddle_explore::spent_reason(spent).title();
    // Nobody may be there to read it.
    let _ = print(&format!("not confirmed: {title}\n"));
    Outcome::Unknown
}

fn replay_within(
    arguments: &ReplayArguments,
    budget: &Budget,
    watchdog: &Watchdog,
) -> anyhow::Result<Outcome> {
    if let Some(path) = &arguments.schedule {
        return scheduled::follow(arguments, path, budget, watchdog);
    }
    let Some(path) = &arguments.finding else { anyhow::bail!("name a finding file") };
    let ending = path.extension().and_then(|ending| ending.to_str());
    let native = arguments.native || arguments.emit_test.is_some();
    if matches!(ending, Some("yml" | "yaml")) {
        anyhow::ensure!(!native, "a native run needs a finding file, not a witness");
        return replay_entries(path, arguments.trust, budget, watchdog);
    }
    let file = finding_files::read(path)?;
    let command = std::iter::once("raddle".to_owned()).chain(file.command.iter().cloned());
    let spelled = crate::command_line::compiler_spellings(command.map(Into::into));
    let (mut check, hunt, from) = match CommandLine::try_parse_from(spelled)?.command {
        Command::Check(check) => (*check, None, None),
        Command::From(from) => {
            let FromArguments { context, check } = from.with_callers();
            (check, None, Some(context))
        }
        Command::Hunt(hunt) => {
            let HuntArguments { quarry, check } = *hunt;
            (check, Some(quarry), None)
        }
        _ => {
            let file = shown_path(path);
            anyhow::bail!(
                "{file} comes neither from `raddle check` nor from `raddle from` or `raddle hunt`"
            );
        }
    };
    trust::demand_harmless(&check.input, path, arguments.trust)?;
    // Nothing is written that only the file asks for.
    check.output.log_queries = None;
    svcomp::prepare(&mut check)?;
    let mut program = load_program(&check.input, budget)?;
    let pursued = hunt.map(|quarry| pursued(&quarry, &program, &file.finding)).transpose()?;
    if let Some(pursued) = &pursued {
        program = pursued.goal.program.clone();
    }
    let mut options = check.options();
    // The first fragment of a program begins where the program does.
    if let Some(from) = from.filter(|from| from.library || !file.finding.context.is_empty()) {
        let is_confirmed = file.finding.certainty == Some(Certainty::Confirmed);
        anyhow::ensure!(
            !native || is_confirmed,
            "a native run starts in main, and this finding in the middle of the program; `raddle from --confirm` looks for a run from main"
        );
        let from = From::of_finding(&from, &file.finding)?;
        program = match is_confirmed {
            true => from.come_from_main(&program, &mut options, budget)?,
            false => from.enter(&program, &mut options, budget)?,
        };
    }
    let is_weak =
        file.finding.schedule.iter().any(|step| step.saw.is_some() || step.left.is_some());
    if native && is_weak {
        watchdog.answer(Outcome::Unknown);
        print(
            "not confirmed natively: a read sees something old here, as the memory model allows, and no order of threads forces a real machine to show that (without --native it is replayed)\n",
        )?;
        return Ok(Outcome::Unknown);
    }
    if !file.finding.without.is_empty() {
        program = raddle_explore::without(&program, &file.finding);
    }
    let replayed = raddle_explore::replay_finding(&program, &options, budget, &file.finding)?;
    if !replayed.confirmed {
        if budget.look().is_some() {
            return Ok(Outcome::Unknown);
        }
        watchdog.answer(Outcome::Unknown);
        print(&not_confirmed(&file.finding))?;
        return Ok(Outcome::Unknown);
    }
    let mut finding = file.finding;
    finding.trace = raddle_explore::trace_steps(&program, &replayed);
    raddle_report::tell_conditions(std::slice::from_mut(&mut finding), &program.source_names());
    if let Some(message) = &replayed.message {
        finding.message.clone_from(message);
    }
    if !native {
        watchdog.answer(Outcome::Unsafe);
        print(&confirmed(&finding))?;
        return Ok(Outcome::Unsafe);
    }
    if let (Some(path), Some(_)) = (&arguments.emit_test, &finding.heap) {
        write_harness(&check, &finding, path)?;
        return Ok(Outcome::Unsafe);
    }
    let mut choreography = raddle_explore::choreography(&program, &replayed);
    if options.counts_after.is_some() {
        // That threads wait for each other where the context has them is no operation of the program.
        choreography.steps.retain(|beat| beat.location.is_some());
    }
    let arrivals = match &pursued {
        Some(pursued) => arrivals(pursued, &program, &mut choreography, &mut finding)?,
        None => Vec::new(),
    };
    if pursued.is_some_and(|pursued| pursued.has_conditions) {
        print("note: whether the conditions hold at the targets is not looked at natively\n")?;
    }
    let emit_test = arguments.emit_test.as_deref();
    let replay = NativeReplay {
        check: &check,
        finding,
        choreography,
        arrivals,
        emit_test,
        budget,
        watchdog,
    };
    replay_natively(&replay)
}

/// A program that calls a function with the memory it goes wrong on.
fn write_harness(check: &CheckArguments, finding: &Finding, path: &Path) -> anyhow::Result<()> {
    let absolute = |file: &PathBuf| std::path::absolute(file).unwrap_or_else(|_| file.clone());
    let files = check.input.files.iter().map(absolute);
    let files: Vec<String> = files.map(|file| file.display().to_string()).collect();
    let includes_header =
        |file: &String| std::fs::read_to_string(file).is_ok_and(|text| text.contains("raddle.h"));
    let with_header = files.iter().any(includes_header);
    let Some(text) = raddle_report::harness(finding, &files, with_header) else {
        return print("no test was written: the finding does not start in a function\n");
    };
    let cannot = |path: &Path| format!("cannot write {}", path.display());
    std::fs::write(path, text).with_context(|| cannot(path))?;
    let mut flags = vec![format!("-fsanitize={}", raddle_report::sanitizers(finding))];
    flags.extend(compiler_flags(&check.input));
    let header = path.with_file_name("raddle.h");
    if with_header {
        // A project may have its own.
        if !header.exists() {
            std::fs::write(&header, RADDLE_HEADER).with_context(|| cannot(&header))?;
        }
        let directory = path.parent().filter(|directory| !directory.as_os_str().is_empty());
        flags.push(format!("-I{}", directory.unwrap_or(Path::new(".")).display()));
    }
    let compiler = if flags[0].ends_with("=memory") { "clang" } else { "cc" };
    let (flags, path) = (flags.join(" "), path.display());
    print(&format!("wrote {path}; {compiler} -g {flags} {path} && ./a.out fails\n"))
}

/// What the sources were compiled with, for somebody who compiles them again.
fn compiler_flags(input: &InputArguments) -> Vec<String> {
    let directories = input.include_directories.iter();
    let mut flags: Vec<String> =
        directories.map(|directory| format!("-I{}", directory.display())).collect();
    flags.extend(input.defines.iter().map(|define| format!("-D{define}")));
    flags.extend(input.standard.iter().map(|standard| format!("-std={standard}")));
    flags.extend(input.bits32.then(|| "-m32".to_owned()));
    flags.extend(input.compiler_arguments.iter().cloned());
    flags.iter().map(|flag| raddle_native::quoted_for_shell(flag)).collect()
}

/// A witness may claim several violations; it holds if each of them is met.
fn replay_entries(
    witness: &Path,
    trusted: bool,
    budget: &Budget,
    watchdog: &Watchdog,
) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::Unsafe;
    let entries = replay_witness(witness, trusted, budget)?;
    if budget.look().is_some() {
        return Ok(Outcome::Unknown);
    }
    let all = entries.iter().all(|entry| entry.finding.is_some());
    watchdog.answer(if all { Outcome::Unsafe } else { Outcome::Unknown });
    for entry in entries {
        match entry.finding {
            Some(finding) => print(&confirmed(&finding))?,
            None => {
                let place = entry.place;
                let text = "not confirmed: on the inputs of the witness the program does not violate the property at";
                print(&format!("{text} {place}\n"))?;
                outcome = Outcome::Unknown;
            }
        }
    }
    Ok(outcome)
}

fn confirmed(finding: &Finding) -> String {
    let options = TextOptions {
        width: terminal_width(),
        color: wants_color(),
        quiet: false,
        full_trace: true,
        statistics: false,
        all_pairs: true,
    };
    format!("{}confirmed: {}\n", raddle_report::finding(finding, &options), finding.message)
}

fn not_confirmed(finding: &Finding) -> String {
    let place = finding.location.as_ref().map_or_else(
        || "the place it was found at".to_owned(),
        |location| format!("{}:{}", location.file, location.line),
    );
    let last = finding.trace.iter().rev().find_map(|step: &TraceStep| step.location.as_ref());
    let mut text = format!(
        "not confirmed: on these inputs and this schedule the program no longer fails at {place} ({})\n",
        finding.message
    );
    if let Some(location) = last {
        text += &format!(
            "help: the program or its flags changed since; compare with {}:{} or run `raddle check` again\n",
            location.file, location.line
        );
    }
    text
}
