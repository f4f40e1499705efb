//! `raddle from --library --caller`: the calls of a library in a program that uses it, and which of them may run at the same time.
//!
//! To the library belong its files, and functions of other files that are not `static`, unless these are the callers'. `static` functions of headers belong to whoever calls them.
//! So no code of the library is run but by calls that are found here.
//!
//! Which calls may run at the same time is what the analysis of contexts says (`raddle_context`): it leaves out what is certainly impossible, and nothing else. The static
//! warnings have an analysis of their own that leaves out more; but it takes for granted what warnings may take for granted.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use raddle_budget::Budget;
use raddle_context::{Context, ContextError, ThreadAt, may_stand};
use raddle_explore::{Observer, Options};
use raddle_findings::codes::AssumptionKind;
use raddle_findings::{Assumption, Report, Verdict};
use raddle_fragment::{Entry, Part, entries};
use raddle_frontend::shown_path;
use raddle_ir::{FileId, FuncId, Program, SourceFile};
use raddle_pointsto::{PointsTo, Position};
use serde::{Deserialize, Serialize};

use crate::errands::CallsOutcome;
use crate::from_arguments::{ContextArguments, PrecisionName, parse_until, until_text};
use crate::from_context::From;
use crate::nearest::nearest;
use crate::paths;
use crate::piece::{Standing, context_of, standings};
use crate::setup_help::with_help;

/// Names of calls in a message.
const SHOWN: usize = 8;

/// Calls at the same time.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct CallersErrand {
    pub(crate) threads: Vec<Standing>,
    pub(crate) precision: PrecisionName,
    /// As the flag spells it.
    pub(crate) until: String,
    pub(crate) confirm: bool,
}

/// A call of the library.
pub(crate) struct Call {
    /// `queue_put@server.c:31`; the second one of that line is `queue_put@server.c:31#2`.
    pub(crate) name: String,
    frames: Vec<Position>,
}

/// Combinations of calls that may run at the same time.
pub(crate) struct Together {
    pub(crate) combinations: Vec<Vec<usize>>,
    /// How many others there are.
    pub(crate) apart: u64,
    /// The time was enough to look for all of them.
    pub(crate) complete: bool,
}

/// The calls of the library that the files of its callers make.
pub(crate) fn calls(
    program: &Program,
    points_to: &PointsTo,
    arguments: &ContextArguments,
) -> anyhow::Result<Vec<Call>> {
    let of_callers = functions_of(program, &arguments.caller);
    for file in &arguments.caller {
        anyhow::ensure!(
            !functions_of(program, std::slice::from_ref(file)).is_empty(),
            "{} defines no function; --caller is for sources (.c) of the program that uses the library",
            shown_path(file)
        );
    }
    let of_library = functions_of(program, &arguments.library_files);
    let public: HashSet<FuncId> = program.public.iter().copied().collect();
    let part_of = |func: FuncId| {
        let is_users = program.is_of_user(program.functions[func].loc);
        if of_callers.contains(&func) || program.function("main") == Some(func) {
            Part::Outside
        } else if of_library.contains(&func) || (is_users && public.contains(&func)) {
            Part::Inside
        } else {
            Part::Callers
        }
    };
    let mut found: Vec<(Location, Entry)> = entries(program, points_to, &part_of)
        .into_iter()
        .map(|entry| (place_of(program, &entry), entry))
        .collect();
    anyhow::ensure!(
        !found.is_empty(),
        "the program calls no function of the library; --caller names the files of the program that uses it"
    );
    found.sort();
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    let named = found.into_iter().map(|((file, line, _), entry)| {
        let function = &program.functions[entry.func];
        let function = function.source_name.as_ref().unwrap_or(&function.name);
        let name = format!("{function}@{}:{line}", short(program, &file));
        let nth = count.entry(name.clone()).or_default();
        *nth += 1;
        let name = if *nth == 1 { name } else { format!("{name}#{nth}") };
        Call { name, frames: entry.frames }
    });
    Ok(named.collect())
}

/// File, line and column.
type Location = (String, u32, u32);

/// Where the program makes a call; where its function is, if that is not known.
fn place_of(program: &Program, entry: &Entry) -> Location {
    let called = entry.from.map(|at| {
        let data = at.data(program);
        data.insts.get(at.inst as usize).map_or(data.terminator_loc, |inst| inst.loc)
    });
    let called = called.filter(|&loc| program.is_of_user(loc) && !loc.is_none());
    let place = called.unwrap_or(program.functions[entry.func].loc).get();
    place.map_or((String::new(), 0, 0), |place| {
        (program.files[place.file].path.clone(), place.line, place.column)
    })
}

/// The name of a file without its directory, if no other file of the program has it.
fn short(program: &Program, path: &str) -> String {
    let name = |path: &str| Path::new(path).file_name().map(|name| name.display().to_string());
    let own = name(path);
    let is_other = |file: &SourceFile| file.path != path && name(&file.path) == own;
    match &own {
        Some(own) if !program.files.values().any(is_other) => own.clone(),
        _ => paths::shown(path),
    }
}

/// The functions that files define.
fn functions_of(program: &Program, files: &[PathBuf]) -> HashSet<FuncId> {
    let full = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let wanted: Vec<PathBuf> = files.iter().map(|file| full(file)).collect();
    let mut meant: HashMap<FileId, bool> = HashMap::new();
    let mut lies = |func: &FuncId| {
        let function = &program.functions[*func];
        let Some(place) = function.loc.get().filter(|_| function.body.is_some()) else {
            return false;
        };
        let path = || full(Path::new(&program.files[place.file].path));
        *meant.entry(place.file).or_insert_with(|| wanted.contains(&path()))
    };
    program.functions.keys().filter(|func| lies(func)).collect()
}

/// Combinations of so many calls, the same one as often as threads may make it.
pub(crate) fn together(
    program: &Program,
    points_to: &PointsTo,
    calls: &[Call],
    size: usize,
    budget: &Budget,
) -> anyhow::Result<Together> {
    let mut together = Together { combinations: Vec::new(), apart: 0, complete: true };
    // What some calls cannot do, they cannot do with others.
    let mut open: Vec<Vec<usize>> = vec![Vec::new()];
    while let Some(chosen) = open.pop() {
        if chosen.len() == size {
            together.combinations.push(chosen);
            continue;
        }
        for next in chosen.last().copied().unwrap_or(0)..calls.len() {
            if budget.look().is_some() {
                together.complete = false;
                return Ok(together);
            }
            let more = [&chosen[..], &[next]].concat();
            match may_stand(program, points_to, &context(calls, &more), budget) {
                Ok(()) => open.push(more),
                Err(error) if error.is_impossible() => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
    together.combinations.sort();
    let all = count(calls.len() as u64, size as u64);
    together.apart = all.saturating_sub(together.combinations.len() as u64);
    Ok(together)
}

/// In how many ways so many can be chosen, each as often as one likes.
fn count(from: u64, size: u64) -> u64 {
    let choose = |ways: u64, nth: u64| ways.saturating_mul(from + nth) / (nth + 1);
    (0..size).fold(1, choose)
}

/// The threads that are about to make these calls.
fn context(calls: &[Call], chosen: &[usize]) -> Context {
    let thread = |(nth, &call): (usize, &usize)| ThreadAt {
        name: format!("T{}", nth + 1),
        frames: calls[call].frames.clone(),
        waiting: false,
        woken: false,
    };
    let threads = chosen.iter().enumerate().map(thread).collect();
    Context { threads, ..Context::default() }
}

/// The errand of a combination.
pub(crate) fn errand(
    program: &Program,
    calls: &[Call],
    chosen: &[usize],
    arguments: &ContextArguments,
) -> CallersErrand {
    CallersErrand {
        threads: standings(program, &context(calls, chosen)),
        precision: arguments.precision,
        until: until_text(arguments.until),
        confirm: arguments.confirm,
    }
}

/// The context of the calls that `--only` names.
pub(crate) fn named(
    program: &Program,
    points_to: &PointsTo,
    arguments: &ContextArguments,
) -> anyhow::Result<Context> {
    let calls = calls(program, points_to, arguments)?;
    let find = |wanted: &String| {
        let found = calls.iter().position(|call| is_named(&call.name, wanted));
        found.with_context(|| no_such_call(&calls, wanted))
    };
    let chosen = arguments.only.iter().map(find).collect::<anyhow::Result<Vec<usize>>>()?;
    Ok(context(&calls, &chosen))
}

/// More or less of the path may be written.
fn is_named(name: &str, wanted: &str) -> bool {
    let parts = |text: &str| {
        let (function, place) = text.split_once('@')?;
        let (file, line) = place.rsplit_once(':')?;
        Some((function.to_owned(), PathBuf::from(file), line.to_owned()))
    };
    let (Some(name), Some(wanted)) = (parts(name), parts(wanted)) else { return false };
    (&name.0, &name.2) == (&wanted.0, &wanted.2)
        && (name.1.ends_with(&wanted.1) || wanted.1.ends_with(&name.1))
}

fn no_such_call(calls: &[Call], wanted: &str) -> String {
    let names = || calls.iter().map(|call| call.name.as_str());
    let known = match nearest(wanted, names()) {
        Some(near) => format!("is `{near}` meant?"),
        None if calls.len() <= SHOWN => {
            format!("there are {}", names().collect::<Vec<_>>().join(", "))
        }
        None => {
            let first: Vec<&str> = names().take(SHOWN).collect();
            format!("there are {} and others", first.join(", "))
        }
    };
    format!("`{wanted}` is no call of the library; a call is named FUNCTION@FILE:LINE, and {known}")
}

/// What an answer takes for granted.
pub(crate) fn assumption(kind: AssumptionKind) -> Assumption {
    let (code, message) = (kind.code().to_owned(), kind.title().to_owned());
    Assumption { code, message, location: None }
}

/// Checks a combination.
pub(crate) fn check(
    program: &Program,
    points_to: &Arc<PointsTo>,
    options: &Options,
    errand: &CallersErrand,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> anyhow::Result<CallsOutcome> {
    let CallersErrand { threads, precision, until, confirm } = errand;
    let until = parse_until(until).map_err(anyhow::Error::msg)?;
    let context = context_of(program, threads)?;
    let arguments = ContextArguments::of_calls(until, *precision, *confirm);
    let from = From::of_calls(arguments, context, points_to.clone());
    let mut own = options.clone();
    let started = match from.enter(program, &mut own, budget) {
        Ok(started) => started,
        Err(error) => {
            let why: Option<&ContextError> = error.downcast_ref();
            anyhow::ensure!(why.is_some_and(ContextError::is_impossible), error);
            let nothing = raddle_explore::empty_report(program, options);
            let assumptions = vec![assumption(AssumptionKind::BeginTogether)];
            let report = Report { verdict: Verdict::Safe, assumptions, ..nothing };
            return Ok(CallsOutcome { report, impossible: true });
        }
    };
    let mut report = raddle_explore::check(&started, &own, budget, observer)
        .map_err(|error| with_help(error, &started))?;
    raddle_report::tell_conditions(&mut report.findings, &started.source_names());
    // Where nothing starts, nothing goes wrong.
    let impossible = report.verdict == Verdict::Safe && report.stats.runs == 0;
    from.confirm(program, options.clone(), &mut report, budget)?;
    from.mark(&mut report);
    Ok(CallsOutcome { report, impossible })
}

#[cfg(test)]
mod tests {
    use super::{count, is_named};

    #[test]
    fn choices_are_counted() {
        assert_eq!((count(3, 1), count(3, 2), count(3, 3)), (3, 6, 10));
    }

    #[test]
    fn files_are_named_with_or_without_their_directories() {
        assert!(is_named("put@server.c:31", "put@src/server.c:31"));
        assert!(is_named("put@src/server.c:31", "put@server.c:31"));
        assert!(!is_named("put@server.c:31", "put@erver.c:31"));
        assert!(!is_named("put@server.c:31", "put@server.c:31#2"));
        assert!(!is_named("put@server.c:31", "get@server.c:31"));
    }
}
