//! Whether the real binary failed as the finding says, from what the run-time wrote down and how the process ended.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use raddle_findings::{Choreography, Finding};

use crate::tables::{Hooks, is_uninitialised};

/// The outcome of a native run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// The real program fails as recorded; what it did.
    Yes(String),
    /// It does not, or cannot be seen to; why.
    Not(String),
}

const SIGILL: i32 = 4;
const SIGTRAP: i32 = 5;
const SIGABRT: i32 = 6;
const SIGBUS: i32 = 7;
const SIGFPE: i32 = 8;
const SIGSEGV: i32 = 11;

/// What the run-time wrote down.
#[derive(Debug, Default)]
pub(crate) struct Happened {
    lines: Vec<Vec<String>>,
    /// The signal that ended the process.
    signal: Option<i32>,
    code: Option<i32>,
}

impl Happened {
    pub fn read(report: &str, status: Option<ExitStatus>) -> Happened {
        let words = |line: &str| line.split('\t').map(str::to_owned).collect();
        Happened {
            lines: report.lines().map(words).collect(),
            signal: status.and_then(|status| status.signal()),
            code: status.and_then(|status| status.code()),
        }
    }

    fn all(&self, what: &str) -> impl Iterator<Item = &[String]> {
        let fits = move |line: &&Vec<String>| line.first().is_some_and(|first| first == what);
        self.lines.iter().filter(fits).map(|line| &line[1..])
    }

    fn first(&self, what: &str) -> Option<&[String]> {
        self.all(what).next()
    }

    /// How many hooks each thread had met at its transitions.
    pub fn hooks(&self, steps: usize) -> Hooks {
        let mut hooks = Hooks { steps: vec![0; steps], standing: Vec::new() };
        let number = |word: &String| word.parse::<u32>().ok();
        for line in self.all("step") {
            if let [step, count] = line
                && let (Some(step), Some(count)) = (number(step), number(count))
                && let Some(slot) = hooks.steps.get_mut(step as usize)
            {
                *slot = count;
            }
        }
        for line in self.all("standing") {
            if let [thread, count] = line
                && let (Some(thread), Some(count)) = (number(thread), number(count))
            {
                hooks.standing.push((thread, count));
            }
        }
        hooks
    }

    /// A failure of this kind that the run-time noticed at a line (0: any).
    fn failed(&self, kind: &str, line: u32) -> Option<String> {
        self.all("failure").find_map(|words| match words {
            [found, at, place, text] => {
                let at: u32 = at.parse().ok()?;
                let fits = found == kind && (line == 0 || at == 0 || at == line);
                let place = file_name(place);
                fits.then(|| match kind {
                    "assertion" => format!("{} ({place}:{at})", what_failed(kind, text)),
                    "reached" => text.clone(),
                    _ => format!("{} ({place})", what_failed(kind, text)),
                })
            }
            _ => None,
        })
    }

    /// The process was ended by one of these signals, by its own doing, in its last transition. A check that the compiler inserted
    /// comes before the access that begins the transition.
    fn crashed(&self, signals: &[i32], choreography: &Choreography) -> Option<String> {
        let ended = self.signal.filter(|signal| signals.contains(signal))?;
        let words = self.first("signal")?;
        let [_, _, thread, turn] = words else { return None };
        let turn: usize = turn.parse().ok()?;
        let complete = turn + 1 >= choreography.steps.len();
        let failing = thread.parse() == Ok(choreography.failing);
        (complete && failing).then(|| format!("ended by {}", signal_name(ended)))
    }
}

/// A failure in words; `text` is what the program or the run-time said of it.
fn what_failed(kind: &str, text: &str) -> String {
    match kind {
        "assertion" => format!("the assertion `{text}` fails"),
        "check" => "the condition of raddle_check is false".to_owned(),
        "invariant" => "the condition of raddle_invariant is false".to_owned(),
        "unlock-not-owner" => format!("{text} is called without holding the lock"),
        "destroy-locked" => format!("{text} destroys a mutex that is locked"),
        _ => text.to_owned(),
    }
}

fn file_name(place: &str) -> &str {
    place.rsplit('/').next().unwrap_or(place)
}

fn signal_name(signal: i32) -> String {
    match signal {
        SIGILL => "a trap (SIGILL)".to_owned(),
        SIGTRAP => "a trap (SIGTRAP)".to_owned(),
        SIGABRT => "abort (SIGABRT)".to_owned(),
        SIGBUS => "a bus error (SIGBUS)".to_owned(),
        SIGFPE => "an arithmetic exception (SIGFPE)".to_owned(),
        SIGSEGV => "a segmentation fault (SIGSEGV)".to_owned(),
        other => format!("signal {other}"),
    }
}

pub(crate) fn judge(
    finding: &Finding,
    choreography: &Choreography,
    happened: &Happened,
) -> Confirmation {
    let line = finding.location.as_ref().map_or(0, |place| place.line);
    let failed = |kind: &str| happened.failed(kind, line);
    let crashed = |signals: &[i32]| happened.crashed(signals, choreography);
    let shown = match finding.code.as_str() {
        "R0101" => failed("assertion"),
        "R0102" => failed("reach-error"),
        "R0103" => failed("check"),
        "R0104" => failed("invariant"),
        "R0105" => crashed(&[SIGABRT]),
        "R0191" => failed("reached"),
        "R0201" => failed("out-of-bounds").or_else(|| crashed(&[SIGSEGV, SIGBUS, SIGILL, SIGTRAP])),
        "R0202" => failed("use-after-free"),
        "R0203" => failed("double-free"),
        "R0204" => failed("invalid-free"),
        "R0205" | "R0206" | "R0210" | "R0703" => crashed(&[SIGSEGV, SIGBUS]),
        "R0209" => happened.first("leak").map(|_| "memory is left at the end".to_owned()),
        "R0211" => failed("overlapping-copy"),
        "R0301" | "R0302" | "R0303" | "R0701" | "R0702" => crashed(&[SIGILL, SIGTRAP, SIGFPE]),
        "R0401" => raced(finding, happened),
        "R0501" | "R0502" | "R0503" | "R0504" => stuck(happened),
        "R0601" | "R0607" => failed("unlock-not-owner"),
        "R0602" => failed("destroy-locked"),
        _ => None,
    };
    match shown {
        Some(text) => Confirmation::Yes(text),
        None => Confirmation::Not(why_not(finding, choreography, happened)),
    }
}

/// Two accesses to the same bytes at the places of the finding that nothing orders.
fn raced(finding: &Finding, happened: &Happened) -> Option<String> {
    let here = finding.location.as_ref()?;
    let other = finding.related.iter().find_map(|related| related.location.as_ref())?;
    let ends = |word: &str, line: u32, column: u32| word.ends_with(&format!(":{line}:{column}"));
    happened.all("race").find_map(|words| match words {
        [first, second, one, two, does_one, does_two] => {
            let fits = |a: &str, b: &str| {
                ends(a, here.line, here.column) && ends(b, other.line, other.column)
            };
            let met = fits(first, second) || fits(second, first);
            met.then(|| {
                let (first, second) = (file_name(first), file_name(second));
                format!(
                    "thread {one} {does_one} at {first}, thread {two} {does_two} the same bytes at {second}, and nothing orders them"
                )
            })
        }
        _ => None,
    })
}

/// No thread can go on. A thread whose lock turned out to be free was not stuck.
fn stuck(happened: &Happened) -> Option<String> {
    let threads: Vec<&[String]> = happened.all("stuck").collect();
    let free = threads.iter().any(|words| words.get(1).is_some_and(|state| state == "free"));
    if threads.is_empty() || free {
        return None;
    }
    let place = |words: &&[String]| match words {
        [thread, _, doing, place] => format!("thread {thread} is stuck in {doing} at {place}"),
        _ => String::new(),
    };
    Some(threads.iter().map(place).collect::<Vec<_>>().join("; "))
}

fn why_not(finding: &Finding, choreography: &Choreography, happened: &Happened) -> String {
    if let Some(silent) = silent(&finding.code) {
        return silent.to_owned();
    }
    if finding.message.contains("which is not thread-safe") {
        return "what two threads do inside of a library function does not show outside".to_owned();
    }
    if let Some([at, text]) = happened.first("diverged") {
        let all = choreography.steps.len();
        return format!(
            "the program leaves the recorded run after {at} of {all} transitions: {text}"
        );
    }
    if let Some([name]) = happened.first("undefined") {
        return format!("the program calls {name}, which nobody defines");
    }
    if let Some([place]) = happened.first("excluded") {
        return format!("an assumption does not hold natively ({place})");
    }
    if let Some([at, thread, place]) = happened.first("late") {
        return format!("thread {thread} does not come to an end after transition {at} ({place})");
    }
    if let Some(signal) = happened.signal {
        return format!("the program was {}, which is not what was recorded", signal_text(signal));
    }
    if happened.first("stuck").is_some() {
        return "the recorded schedule is over and nothing has failed".to_owned();
    }
    if let Some(input) = finding.inputs.iter().find(|input| is_uninitialised(&input.name)) {
        return format!(
            "what a real program finds in memory that nobody wrote cannot be chosen ({} = {})",
            input.name, input.value
        );
    }
    if let Some(input) = finding.inputs.iter().find(|input| !is_fed(&input.name)) {
        return format!("the input {} cannot be handed to a real program", input.name);
    }
    match happened.code {
        Some(code) => format!(
            "the program ended with exit code {code} and without a failure that can be seen from outside"
        ),
        None => "the program did not end".to_owned(),
    }
}

fn signal_text(signal: i32) -> String {
    format!("ended by {}", signal_name(signal))
}

/// What the environment gives and the run-time does not. All other inputs have names that the program gives them, or are handed over.
const NOT_FED: &[&str] = &["getpid", "getentropy", "getrandom", "arc4random_buf"];

/// Refusals of the system that the run-time can bring about.
const FAILURES_FED: &[&str] = &["malloc_fails", "pthread_create_fails", "sem_wait_fails"];

fn is_fed(name: &str) -> bool {
    let refused = name.contains("_fails");
    let fed = !refused || FAILURES_FED.iter().any(|prefix| name.starts_with(prefix));
    fed && !NOT_FED.iter().any(|prefix| name.starts_with(prefix))
}

/// Misbehaviour that a real machine does not notice.
fn silent(code: &str) -> Option<&'static str> {
    Some(match code {
        "R0207" => "a read of uninitialised memory has no effect that a real machine shows",
        "R0208" => "a real machine does not notice the use of a local variable after its lifetime",
        "R0212" => {
            "the C library does not notice that one of its functions is used against its contract"
        }
        "R0603" | "R0604" | "R0605" | "R0606" => {
            "the C library does not notice this misuse of a synchronisation object"
        }
        _ => return None,
    })
}
