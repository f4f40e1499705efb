//! The text of gdb's `thread apply all bt` as threads of a context.
//!
//! ```text
//! Thread 2 (Thread 0x7ffff7d8a640 (LWP 4711) "worker"):
//! #0  futex_wait (private=0, expected=2, futex_word=0x4c6f60) at ../sysdeps/nptl/futex-internal.h:146
//! #1  ___pthread_mutex_lock (mutex=0x4c6f60) at ./nptl/pthread_mutex_lock.c:93
//! #2  0x0000000000401196 in transfer (from=0, to=1) at bank.c:23
//! #3  0x00000000004011f0 in worker (arg=0x0) at bank.c:40
//! #4  0x00007ffff7e1aac3 in start_thread (arg=<optimized out>) at ./nptl/pthread_create.c:442
//! ```
//!
//! Frames in functions that the program does not define are skipped. Those inside of the innermost own frame say which call of the library is under way,
//! but not how far it is: a thread that sleeps in a wait may have been woken, and one in `pthread_create` may have created its thread. So each thread has
//! several *readings*, the likeliest first, and whoever uses them takes those that do not contradict each other.

use raddle_ir::Program;
use raddle_library::{Deed, deed};
use raddle_target::{Place, with_known_path};

use crate::given::{Argument, parse_arguments};
use crate::place::{FrameSpec, Spec, is_wait};

/// Why a text is no backtrace of a program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BacktraceError {
    #[error(
        "the text has no frames (`#0 … at FILE:LINE`); save what gdb prints for `thread apply all bt`"
    )]
    NoFrames,
    #[error(
        "no frame of thread {0} is in a function of the program; is this the program that the backtrace is of?"
    )]
    OtherProgram(String),
    #[error(
        "thread {thread}: the frame of `{function}` has no line; compile with -g and take the backtrace again"
    )]
    NoLine { thread: String, function: String },
}

struct Frame {
    function: String,
    arguments: Vec<Argument>,
    place: Option<Place>,
}

/// How far a thread may be with a call of the library.
enum Reading {
    Before,
    Waiting,
    Woken,
    Behind(String),
}

/// The threads of a backtrace, each with its readings. Those that run nothing of the program are left out, unless all are like that.
pub fn parse_backtrace(program: &Program, text: &str) -> Result<Vec<Vec<Spec>>, BacktraceError> {
    let threads = threads(text);
    if threads.iter().all(|(_, frames)| frames.is_empty()) {
        return Err(BacktraceError::NoFrames);
    }
    let mut specs = Vec::new();
    let mut foreign: Option<String> = None;
    for (name, frames) in threads {
        match spec(program, &name, &frames)? {
            Some((spec, inside)) => {
                let readings = readings(program, inside).into_iter();
                specs.push(readings.map(|reading| read_as(&spec, reading)).collect());
            }
            None => foreign = foreign.or(Some(name)),
        }
    }
    match foreign {
        Some(name) if specs.is_empty() => Err(BacktraceError::OtherProgram(name)),
        _ => Ok(specs),
    }
}

/// The own frames of a thread, and those inside of them.
fn spec<'f>(
    program: &Program,
    name: &str,
    frames: &'f [Frame],
) -> Result<Option<(Spec, &'f [Frame])>, BacktraceError> {
    let is_own = |frame: &&Frame| {
        let func = program.function(&frame.function);
        func.is_some_and(|func| {
            let function = &program.functions[func];
            function.body.is_some() && is_users(program, function.loc)
        })
    };
    let inside = frames.iter().take_while(|frame| !is_own(frame)).count();
    let mut own = Vec::new();
    for frame in frames.iter().filter(is_own) {
        let Some(place) = frame.place.as_ref() else {
            let (thread, function) = (name.to_owned(), frame.function.clone());
            return Err(BacktraceError::NoLine { thread, function });
        };
        let (place, arguments) = (with_known_path(program, place), frame.arguments.clone());
        own.push(FrameSpec { place, function: Some(frame.function.clone()), arguments });
    }
    let spec = Spec { name: name.to_owned(), frames: own, ..Spec::default() };
    Ok((!spec.frames.is_empty()).then_some((spec, &frames[..inside])))
}

fn read_as(spec: &Spec, reading: Reading) -> Spec {
    let spec = spec.clone();
    match reading {
        Reading::Before => spec,
        Reading::Waiting => Spec { waiting: true, ..spec },
        Reading::Woken => Spec { waiting: true, woken: true, ..spec },
        Reading::Behind(called) => Spec { behind: Some(called), ..spec },
    }
}

/// How far the call may be that these frames are inside of.
fn readings(program: &Program, inside: &[Frame]) -> Vec<Reading> {
    let is_in = |names: &[&str]| {
        inside.iter().any(|frame| names.iter().any(|name| frame.function.contains(name)))
    };
    let Some(called) = inside.iter().rev().find_map(|frame| called(program, &frame.function))
    else {
        // The caller of `__lll_lock_wait` may be anything that has a lock of its own.
        return match inside.iter().any(|frame| waits(&frame.function)) {
            true => vec![Reading::Waiting, Reading::Before],
            false => vec![Reading::Before],
        };
    };
    let behind = Reading::Behind(called.to_owned());
    match deed(called) {
        Deed::BarrierWait => vec![Reading::Waiting, behind],
        Deed::Wait { .. } if is_in(&["lock_wait", "mutex_lock", "mutex_cond_lock"]) => {
            vec![Reading::Woken]
        }
        Deed::Wait { .. } => vec![Reading::Waiting, Reading::Woken],
        // Whoever is in the system call, or behind it, has created the thread.
        Deed::Create { .. } if is_in(&["clone"]) => vec![behind, Reading::Before],
        Deed::Create { .. } => vec![Reading::Before, behind],
        // What it does is done before it tells the system.
        Deed::Unlock { .. } | Deed::Signal { .. } => vec![behind, Reading::Before],
        _ if is_wait(called) => vec![Reading::Waiting],
        _ => vec![Reading::Before],
    }
}

/// The library function that the program knows by a name with underscores and versions: `pthread_create` of `__pthread_create_2_1`.
fn called<'p>(program: &'p Program, function: &str) -> Option<&'p str> {
    let function = match function.contains("pthread_clockjoin_ex") {
        true => "pthread_join",
        false => function,
    };
    let declared = program.functions.values().filter(|known| known.body.is_none());
    let names = declared.map(|known| known.name.as_str());
    names.filter(|name| is_name_in(name, function)).max_by_key(|name| name.len())
}

/// Whether a name is another one but for what comes before and behind it.
fn is_name_in(name: &str, longer: &str) -> bool {
    let parts = longer.split_once(name);
    parts.is_some_and(|(before, behind)| {
        let prefix = before.trim_start_matches("__GI_").trim_start_matches('_');
        (prefix.is_empty() || prefix == "new_") && !behind.starts_with(char::is_alphanumeric)
    })
}

fn is_users(program: &Program, loc: raddle_ir::Loc) -> bool {
    !program.is_of_runtime(loc)
}

/// The C library's names of its waits have a few underscores more, and versions.
fn waits(function: &str) -> bool {
    let plain = function.trim_start_matches('_');
    let plain = plain.split('@').next().unwrap_or(plain);
    is_wait(plain)
        || ["pthread_clockjoin_ex", "pthread_cond_wait_common", "new_sem_wait_slow64"]
            .contains(&plain)
        || plain.starts_with("lll_lock_wait")
        || plain.starts_with("pthread_mutex_lock")
        || plain.starts_with("pthread_rwlock_")
        || plain.starts_with("new_sem_wait")
}

/// Threads with their frames, the first created first. A text without headings is of one thread.
fn threads(text: &str) -> Vec<(String, Vec<Frame>)> {
    let mut threads: Vec<(u32, String, Vec<Frame>)> = Vec::new();
    for line in logical_lines(text) {
        if let Some(number) = heading(&line) {
            threads.push((number, format!("T{number}"), Vec::new()));
        } else if let Some(frame) = frame(&line) {
            if threads.is_empty() {
                threads.push((1, "T1".to_owned(), Vec::new()));
            }
            if let Some((_, _, frames)) = threads.last_mut() {
                frames.push(frame);
            }
        }
    }
    threads.sort_by_key(|thread| thread.0);
    threads.into_iter().map(|(_, name, frames)| (name, frames)).collect()
}

/// Long frames go on on lines that begin with blanks.
fn logical_lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        match lines.last_mut() {
            Some(last) if line.starts_with("    ") && last.starts_with('#') => {
                last.push(' ');
                last.push_str(line.trim());
            }
            _ => lines.push(line.trim_end().to_owned()),
        }
    }
    lines
}

/// `Thread 2 (Thread 0x7ffff7d8a640 (LWP 4711) "worker"):`
fn heading(line: &str) -> Option<u32> {
    let rest = line.strip_prefix("Thread ")?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// `#2  0x0000000000401196 in transfer (from=0, to=1) at bank.c:23`
fn frame(line: &str) -> Option<Frame> {
    let rest = line.strip_prefix('#')?;
    let (number, rest) = rest.split_once(' ')?;
    number.parse::<u32>().ok()?;
    let rest = rest.trim_start();
    let rest = match rest.strip_prefix("0x").and_then(|rest| rest.split_once(" in ")) {
        Some((_, rest)) => rest,
        None => rest,
    };
    let function = rest.split([' ', '(']).next()?.to_owned();
    let (before, place) = match rest.rsplit_once(" at ") {
        Some((before, place)) => (before, Place::parse(place.trim()).ok()),
        None => (rest, None),
    };
    let listed = before.split_once('(').and_then(|(_, listed)| listed.rsplit_once(')'));
    let arguments = listed.map_or(Vec::new(), |(listed, _)| parse_arguments(listed));
    Some(Frame { function, arguments, place })
}

#[cfg(test)]
mod tests {
    use super::{frame, heading, is_name_in, logical_lines, waits};

    #[test]
    fn frames_of_gdb_are_read() {
        let line = "#2  0x0000000000401196 in transfer (from=0, to=1) at src/bank.c:23";
        let read = frame(line).expect("a frame");
        let place = read.place.expect("a place");
        assert_eq!((read.function.as_str(), read.arguments.len()), ("transfer", 2));
        assert_eq!((place.file.as_deref(), place.line), (Some("src/bank.c"), 23));
        let bare = frame("#0  main () at a.c:7").expect("a frame");
        assert_eq!((bare.function.as_str(), bare.place.expect("a place").line), ("main", 7));
        let foreign = frame("#4  clone3 () from /lib/libc.so.6").expect("a frame");
        assert!(foreign.place.is_none());
        assert_eq!(heading("Thread 12 (Thread 0x7f (LWP 9) \"w\"):"), Some(12));
        assert_eq!(logical_lines("#1  f (a=1,\n    b=2) at a.c:3"), ["#1  f (a=1, b=2) at a.c:3"]);
    }

    #[test]
    fn waits_have_many_names() {
        for name in [
            "___pthread_cond_wait",
            "pthread_cond_wait@@GLIBC_2.3.2",
            "__lll_lock_wait",
            "__pthread_clockjoin_ex",
        ] {
            assert!(waits(name), "{name}");
        }
        assert!(!waits("worker"));
    }

    #[test]
    fn calls_have_many_names() {
        for (name, shown) in [
            ("pthread_create", "__pthread_create_2_1"),
            ("pthread_mutex_unlock", "__GI___pthread_mutex_unlock"),
            ("pthread_cond_signal", "pthread_cond_signal@@GLIBC_2.3.2"),
            ("sem_post", "__new_sem_post"),
            ("sem_wait", "__new_sem_wait_slow64.constprop.0"),
        ] {
            assert!(is_name_in(name, shown), "{shown}");
        }
        assert!(!is_name_in("wait", "futex_wait"));
        assert!(!is_name_in("pthread_cond_wait", "pthread_cond_waiting"));
    }
}
