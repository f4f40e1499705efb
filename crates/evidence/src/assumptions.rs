//! What an answer takes for granted.

use raddle_findings::Assumption;
use raddle_findings::codes::AssumptionKind;
use raddle_ir::Loc;
use raddle_library::Refused;
use raddle_machine::{Assumed, Machine};
use raddle_plan::{Options, starts_with_unknown_memory};

use crate::results::calls_that_may_be_refused;

/// What the answer takes for granted. `racy`: a data race was found.
pub(crate) fn assumptions(machine: &Machine<'_>, options: &Options, racy: bool) -> Vec<Assumption> {
    let program = machine.program;
    let mut kinds = Vec::new();
    let calls = |name: &str| program.function(name).is_some();
    let mut fallible = Vec::new();
    if !options.calls_may_fail {
        if raddle_library::names(|row| row.refused == Refused::Memory).any(calls) {
            kinds.push(AssumptionKind::MallocNeverFails);
        }
        fallible = calls_that_may_be_refused(program);
    }
    let fallible = fallible.into_iter().map(|loc| (AssumptionKind::CallsSucceed, loc));
    if options.havoc_externals {
        kinds.push(AssumptionKind::ExternalsHavoc);
    }
    let main = program.function("main").map(|main| &program.functions[main]);
    let takes_arguments = main.is_some_and(|main| !main.params.is_empty());
    let given = options.symbolic_args.is_none() && options.function.is_none();
    if takes_arguments && given {
        kinds.push(AssumptionKind::ConcreteArguments);
    }
    if options.symbolic_env.is_none() && calls("getenv") {
        kinds.push(AssumptionKind::EmptyEnvironment);
    }
    const OUTPUT: &[&str] =
        &["printf", "puts", "putchar", "fprintf", "fputs", "fputc", "putc", "fwrite"];
    if OUTPUT.iter().any(|name| calls(name)) {
        kinds.push(AssumptionKind::OutputSucceeds);
    }
    for (functions, kind) in SURROUNDINGS {
        if functions.iter().any(|name| calls(name)) {
            kinds.push(*kind);
        }
    }
    if options.input_limit.is_some() {
        kinds.push(AssumptionKind::ShortInput);
    }
    if options.surroundings.is_some() {
        kinds.extend([
            AssumptionKind::OnlyThese,
            AssumptionKind::RaceFreeBefore,
            AssumptionKind::FunctionArguments,
        ]);
    } else if options.function.is_some() {
        if starts_with_unknown_memory(program, options) {
            kinds.push(AssumptionKind::FunctionArguments);
        }
        if program.globals.values().any(is_variable) {
            kinds.push(AssumptionKind::InitialGlobals);
        }
    }
    let plain = kinds.into_iter().map(|kind| (kind, Loc::NONE));
    let racy = racy.then_some((Assumed::NoRaces, Loc::NONE));
    let weak = machine.outbox.assumptions().chain(racy).map(|(what, loc)| match what {
        Assumed::OneStepCopies => (AssumptionKind::CopiesAreOneStep, loc),
        Assumed::FewWakeups => (AssumptionKind::FewSpuriousWakeups, loc),
        Assumed::Wrapping => (AssumptionKind::Wrapping, loc),
        Assumed::MaskedShifts => (AssumptionKind::MaskedShift, loc),
        Assumed::ArbitraryMemory => (AssumptionKind::ArbitraryMemory, loc),
        Assumed::KnownFunctions => (AssumptionKind::KnownFunctions, loc),
        Assumed::FreedWasAllocated => (AssumptionKind::FreedWasAllocated, loc),
        Assumed::FreeLocks => (AssumptionKind::FreeLocks, loc),
        Assumed::FragmentOnly => (AssumptionKind::FragmentOnly, loc),
        Assumed::NeverEnds => (AssumptionKind::NeverEnds, loc),
        Assumed::BoundedArrays => (AssumptionKind::BoundedArrays, loc),
        Assumed::MistakesEndRuns => (AssumptionKind::MistakesEndRuns, loc),
        Assumed::NeverSpurious => (AssumptionKind::NoSpuriousFailures, loc),
        Assumed::WeakOrders | Assumed::NoRaces => (AssumptionKind::SequentialConsistency, loc),
    });
    plain
        .chain(fallible)
        .chain(weak)
        .map(|(kind, loc)| Assumption {
            code: kind.code().to_owned(),
            message: kind.title().to_owned(),
            location: loc.get().map(|place| raddle_findings::Location {
                file: program.files[place.file].path.clone(),
                line: place.line,
                column: place.column,
                function: None,
            }),
        })
        .collect()
}

/// What is taken for granted about the surroundings of programs that call one of these.
const SURROUNDINGS: &[(&[&str], AssumptionKind)] = &[
    (&["sysconf", "get_nprocs", "get_nprocs_conf"], AssumptionKind::FewProcessors),
    (
        &[
            "sigaction",
            "signal",
            "sigwait",
            "sigwaitinfo",
            "sigtimedwait",
            "sigsuspend",
            "pause",
            "alarm",
        ],
        AssumptionKind::NoSignals,
    ),
    (
        &["open", "open64", "creat", "fopen", "fopen64", "stat", "lstat", "truncate"],
        AssumptionKind::ShortFiles,
    ),
    (
        &["localtime", "localtime_r", "mktime", "ctime", "ctime_r", "tzset"],
        AssumptionKind::GreenwichTime,
    ),
    (&["kill"], AssumptionKind::SignalsAtSender),
    (&["pthread_cancel"], AssumptionKind::NoSpuriousWakeups),
    (&["__raddle_at_any_moment"], AssumptionKind::WholeCalls),
];

/// Whether something is a variable that a program may change.
fn is_variable(global: &raddle_ir::Global) -> bool {
    !global.constant && global.ty.is_some() && global.init.is_some()
}
