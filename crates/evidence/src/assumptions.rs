//! What an answer takes for granted.

use std::collections::BTreeSet;

use raddle_findings::Assumption;
use raddle_findings::codes::AssumptionKind;
use raddle_ir::{Callee, Loc, Op, Operand, Program};
use raddle_library::{Cancellation, Granted, Refused, Row};
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
    let has_environment = options.symbolic_env.is_some();
    let used = used_rows(program);
    let granted: BTreeSet<Granted> = used.iter().flat_map(|row| row.granted).copied().collect();
    let granted = granted.into_iter();
    kinds.extend(
        granted
            .filter(|&what| !(has_environment && what == Granted::EmptyEnvironment))
            .map(kind_of),
    );
    let may_cancel = |row: &&Row| row.cancellation == Cancellation::Allowed;
    if calls("pthread_cancel") && used.iter().any(may_cancel) {
        kinds.push(AssumptionKind::FewCancellationPoints);
    }
    if options.input_limit.is_some() {
        kinds.push(AssumptionKind::ShortInput);
    }
    if options.surroundings.is_some() {
        kinds.extend([
            AssumptionKind::OnlyThese,
            AssumptionKind::RaceFreeBefore,
            AssumptionKind::NothingStale,
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

/// What is known of the library functions that the program itself uses, and not only the run-time library.
fn used_rows(program: &Program) -> Vec<&'static Row> {
    let mut used = BTreeSet::new();
    let functions = program.functions.values();
    let own = functions.filter(|function| !program.is_of_runtime(function.loc));
    for block in own.filter_map(|one| one.body.as_ref()).flat_map(|body| body.blocks.values()) {
        for inst in &block.insts {
            if let Op::Call { callee: Callee::Direct(func), .. } = inst.op {
                used.insert(func);
            }
            inst.op.for_each_operand(|operand| {
                if let Operand::Func(func) = operand {
                    used.insert(*func);
                }
            });
        }
    }
    used.into_iter()
        .filter_map(|func| raddle_library::find(&program.functions[func].name))
        .collect()
}

fn kind_of(granted: Granted) -> AssumptionKind {
    match granted {
        Granted::OutputSucceeds => AssumptionKind::OutputSucceeds,
        Granted::EmptyEnvironment => AssumptionKind::EmptyEnvironment,
        Granted::FewProcessors => AssumptionKind::FewProcessors,
        Granted::NoSignals => AssumptionKind::NoSignals,
        Granted::ShortFiles => AssumptionKind::ShortFiles,
        Granted::GreenwichTime => AssumptionKind::GreenwichTime,
        Granted::SignalsAtSender => AssumptionKind::SignalsAtSender,
        Granted::NoSpuriousWakeups => AssumptionKind::NoSpuriousWakeups,
        Granted::WholeCalls => AssumptionKind::WholeCalls,
    }
}

/// Whether something is a variable that a program may change.
fn is_variable(global: &raddle_ir::Global) -> bool {
    !global.constant && global.ty.is_some() && global.init.is_some()
}
