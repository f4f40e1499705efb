//! From the machine's faults and cuts to findings and reasons.

use std::collections::BTreeSet;

use raddle_expr::{Bits, Model, Terms};
use raddle_findings::codes::{FindingKind, ReasonKind};
use raddle_findings::{Finding, Input, Location, Reason, Related, Saw, ScheduleStep, ThreadPath};
use raddle_ir::{Callee, FuncId, Loc, Op, Program};
use raddle_machine::{
    Cut, CutKind, Fault, FaultKind, InputRecord, Machine, StackEntry, State, ThreadId, Value,
    Writer, word_text,
};

use crate::ending::RaceDetails;

/// Called where the goal of a hunt is reached.
const REACHED: &str = "raddle.reached";

pub fn location(program: &Program, func: FuncId, loc: Loc) -> Option<Location> {
    let place = loc.get()?;
    let function = &program.functions[func];
    Some(Location {
        file: program.files[place.file].path.clone(),
        line: place.line,
        column: place.column,
        function: Some(function.source_name.clone().unwrap_or_else(|| function.name.clone())),
    })
}

/// The innermost entry in the user's own files, or the innermost at all.
pub fn user_entry(machine: &Machine<'_>, stack: &[StackEntry]) -> Option<StackEntry> {
    stack.iter().find(|entry| machine.is_user_location(entry.loc)).or(stack.first()).copied()
}

pub fn finding_kind(kind: FaultKind) -> FindingKind {
    match kind {
        FaultKind::Assertion => FindingKind::Assertion,
        FaultKind::ReachError => FindingKind::ReachError,
        FaultKind::Check => FindingKind::Check,
        FaultKind::Invariant => FindingKind::Invariant,
        FaultKind::Unreachable => FindingKind::UnreachableExecuted,
        FaultKind::Trap => FindingKind::Trap,
        FaultKind::Target => FindingKind::Target,
        FaultKind::Abort => FindingKind::Abort,
        FaultKind::OutOfBounds => FindingKind::OutOfBounds,
        FaultKind::UseAfterFree => FindingKind::UseAfterFree,
        FaultKind::DoubleFree => FindingKind::DoubleFree,
        FaultKind::InvalidFree => FindingKind::InvalidFree,
        FaultKind::NullDereference => FindingKind::NullDereference,
        FaultKind::WildDereference => FindingKind::WildDereference,
        FaultKind::Uninitialised => FindingKind::Uninitialised,
        FaultKind::StackUseAfterReturn => FindingKind::StackUseAfterReturn,
        FaultKind::Leak => FindingKind::Leak,
        FaultKind::WriteToConstant => FindingKind::WriteToConstant,
        FaultKind::OverlappingCopy => FindingKind::OverlappingCopy,
        FaultKind::LibraryMisuse => FindingKind::LibraryMisuse,
        FaultKind::FunctionType => FindingKind::FunctionType,
        FaultKind::StackOverflow => FindingKind::StackOverflow,
        FaultKind::SignedOverflow => FindingKind::SignedOverflow,
        FaultKind::DivisionByZero => FindingKind::DivisionByZero,
        FaultKind::ShiftOutOfRange => FindingKind::ShiftOutOfRange,
        FaultKind::DataRace => FindingKind::DataRace,
        FaultKind::Deadlock => FindingKind::Deadlock,
        FaultKind::SelfLock => FindingKind::SelfLock,
        FaultKind::LostWakeup => FindingKind::LostWakeup,
        FaultKind::Livelock => FindingKind::Livelock,
        FaultKind::UnlockNotOwner => FindingKind::UnlockNotOwner,
        FaultKind::DestroyLocked => FindingKind::DestroyLocked,
        FaultKind::DoubleDestroy => FindingKind::DoubleDestroy,
        FaultKind::BarrierMisuse => FindingKind::BarrierMisuse,
        FaultKind::UninitialisedSync => FindingKind::UninitialisedSync,
        FaultKind::JoinMisuse => FindingKind::JoinMisuse,
        FaultKind::WaitWithoutMutex => FindingKind::WaitWithoutMutex,
    }
}

pub fn reason_kind(kind: CutKind) -> ReasonKind {
    match kind {
        CutKind::Unwind => ReasonKind::UnwindBound,
        CutKind::Steps => ReasonKind::StepBound,
        CutKind::Threads => ReasonKind::ThreadBound,
        CutKind::InlineAssembly => ReasonKind::InlineAssembly,
        CutKind::SolverTimeout => ReasonKind::SolverTimeout,
        CutKind::Interrupted => ReasonKind::Interrupted,
        CutKind::Unsupported => ReasonKind::UnsupportedConstruct,
        CutKind::UnresolvedExternal => ReasonKind::UnresolvedExternal,
        CutKind::SymbolicFloat => ReasonKind::SymbolicFloat,
        CutKind::SymbolicSize => ReasonKind::SymbolicSize,
        CutKind::FanOut => ReasonKind::LargeFanOut,
        CutKind::UndefinedBehaviour => ReasonKind::UndefinedBehaviour,
        CutKind::MovedLoad => ReasonKind::MovedLoad,
        CutKind::MovedOperation => ReasonKind::MovedOperation,
        CutKind::TooLarge => ReasonKind::UnsupportedConstruct,
    }
}

pub fn reason(program: &Program, cut: &Cut, count: u64) -> Reason {
    Reason {
        code: reason_kind(cut.kind).code().to_owned(),
        message: cut.message.clone(),
        location: cut.func.and_then(|func| location(program, FuncId(func), cut.loc)),
        count,
    }
}

/// A finding without its trace and not yet replayed.
pub fn finding(
    machine: &Machine<'_>,
    fault: &Fault,
    inputs: Vec<Input>,
    schedule: &[ThreadId],
) -> Finding {
    let kind = finding_kind(fault.kind);
    let program = machine.program;
    let entry = user_entry(machine, &fault.stack);
    let place = entry.and_then(|entry| location(program, entry.func, entry.loc));
    let related = fault.related.iter().filter(|(_, loc)| !loc.is_none()).map(|(label, loc)| {
        let func = entry.map_or(FuncId(0), |entry| entry.func);
        let mut place = location(program, func, *loc);
        if let Some(place) = &mut place {
            place.function = None;
        }
        Related { label: label.clone(), location: place, stack: Vec::new() }
    });
    Finding {
        id: stable_id(program, kind, entry, fault),
        code: kind.code().to_owned(),
        kind: kind.kind().to_owned(),
        property: kind.property().to_owned(),
        message: fault.message.clone(),
        location: place,
        related: related.collect(),
        stack: fault
            .stack
            .iter()
            .filter(|entry| machine.is_user_location(entry.loc))
            .filter_map(|entry| location(program, entry.func, entry.loc))
            .collect(),
        inputs,
        schedule: schedule
            .iter()
            .enumerate()
            .map(|(decision, thread)| schedule_step(decision as u64, thread.0, fault))
            .collect(),
        threads: thread_paths(machine, fault.thread, schedule),
        replayed: false,
        behind: Vec::new(),
        heap: None,
        context: Vec::new(),
        certainty: None,
        without: Vec::new(),
        suppressed: None,
        known: false,
        trace: Vec::new(),
        elements: Vec::new(),
    }
}

/// A decision of a fault's run, with what it saw and left.
fn schedule_step(decision: u64, thread: u32, fault: &Fault) -> ScheduleStep {
    let mut step = ScheduleStep::of(thread);
    for view in fault.views.iter_back().filter(|view| view.decision == decision) {
        let saw = view.saw.map(|(writer, instead_of)| match writer {
            Writer::Start => Saw { step: None, instead_of },
            Writer::Decision(step) => Saw { step: Some(step), instead_of },
        });
        step.saw = step.saw.or(saw);
        step.left = step.left.or(view.left);
    }
    step
}

/// Adds the call stacks and held locks of both accesses of a race.
pub fn add_race_details(program: &Program, finding: &mut Finding, race: &RaceDetails) {
    let locations = |stack: &[StackEntry]| {
        stack.iter().filter_map(|entry| location(program, entry.func, entry.loc)).collect()
    };
    finding.stack = locations(&race.shown.stack);
    if let Some(related) = finding.related.first_mut() {
        related.stack = locations(&race.other.stack);
        if !race.other.held.is_empty() {
            related.label += &format!(", holding {}", race.other.held.join(", "));
        }
    }
}

/// Creation paths of all threads up to the highest that takes part.
fn thread_paths(
    machine: &Machine<'_>,
    failing: ThreadId,
    schedule: &[ThreadId],
) -> Vec<ThreadPath> {
    let highest = schedule.iter().copied().fold(failing, Ord::max).0 as usize;
    let paths = machine.names.thread_paths();
    let paths = paths.into_iter().take(highest);
    paths.map(|(parent, nth)| ThreadPath { parent: parent.0, nth }).collect()
}

/// Derived from the kind, the function and the place relative to its start, so that edits elsewhere do
/// not change it.
fn stable_id(
    program: &Program,
    kind: FindingKind,
    entry: Option<StackEntry>,
    fault: &Fault,
) -> String {
    let mut text = format!("{}|{}", kind.code(), fault.message);
    let places: Vec<(FuncId, Loc)> = match kind {
        // Whoever comes last to one of several targets: it is the same goal.
        FindingKind::Target => targets(program),
        _ => entry.map(|entry| (entry.func, entry.loc)).into_iter().collect(),
    };
    let places: BTreeSet<String> =
        places.into_iter().map(|(func, loc)| relative(program, func, loc)).collect();
    text.extend(places);
    // Two races of one access with two others are two findings.
    if let (FindingKind::DataRace, Some((_, other))) = (kind, fault.related.first())
        && let Some(other) = other.get()
    {
        text += &format!("|{}|{}", other.line, other.column);
    }
    // FNV-1a: short, stable across versions, and collisions within one program are harmless.
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{}-{:010x}", kind.code(), hash >> 24)
}

/// A place as edits elsewhere do not change it.
fn relative(program: &Program, func: FuncId, loc: Loc) -> String {
    let function = &program.functions[func];
    let start = function.loc.get().map_or(0, |place| place.line);
    let (line, column) = loc.get().map_or((0, 0), |place| (place.line, place.column));
    format!("|{}|{}|{column}", function.name, i64::from(line) - i64::from(start))
}

/// Where the goal of a hunt is reached.
fn targets(program: &Program) -> Vec<(FuncId, Loc)> {
    let reached = program.function(REACHED);
    let mut all = Vec::new();
    for (func, function) in program.functions.iter() {
        let blocks = function.body.iter().flat_map(|body| body.blocks.values());
        for inst in blocks.flat_map(|block| &block.insts) {
            if let Op::Call { callee: Callee::Direct(callee), .. } = &inst.op
                && Some(*callee) == reached
            {
                all.push((func, inst.loc));
            }
        }
    }
    all
}

/// The inputs of a state under a model, in the order in which the program asked for them.
pub fn inputs(machine: &Machine<'_>, state: &State, model: &Model) -> Vec<Input> {
    let records = state.inputs.to_vec();
    records.into_iter().map(|record| input(machine, record, model)).collect()
}

pub fn input(machine: &Machine<'_>, record: &InputRecord, model: &Model) -> Input {
    input_of_bits(machine.program, record, &input_bits(&machine.terms, record, model))
}

pub fn input_of_bits(program: &Program, record: &InputRecord, bits: &Bits) -> Input {
    Input {
        name: record.name.to_string(),
        ty: record.ty.to_owned(),
        value: input_text(record, bits),
        bits: hex(bits),
        hidden: record.hidden,
        location: record.loc.get().map(|place| Location {
            file: program.files[place.file].path.clone(),
            line: place.line,
            column: place.column,
            function: None,
        }),
    }
}

pub fn input_bits(terms: &Terms, record: &InputRecord, model: &Model) -> Bits {
    match record.value {
        Value::Word(word) => Bits::new(record.bits, u128::from(word)),
        Value::Term(term) => terms.eval(term, model),
        Value::Undef => Bits::new(record.bits, 0),
    }
}

fn input_text(record: &InputRecord, bits: &Bits) -> String {
    match bits.to_u64() {
        Some(word) => word_text(record.ty, record.bits, word),
        None => {
            bits.to_u128().map_or_else(|| format!("0x{}", hex(bits)), |wide| format!("{wide:#x}"))
        }
    }
}

/// The value's bytes, least significant first.
fn hex(bits: &Bits) -> String {
    let bytes = bits.width().div_ceil(8) as usize;
    let all = bits.words().iter().flat_map(|word| word.to_le_bytes());
    all.take(bytes).map(|byte| format!("{byte:02x}")).collect()
}
