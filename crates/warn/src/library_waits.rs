//! Waits inside of library functions that the run-time library defines: for bytes in a pipe, for a descriptor to become ready, for a signal, for a futex.
//!
//! Each call by the program that may come to such a wait is told. Descriptors are numbers, which the pointer analysis does not follow. So it is known who writes into a pipe
//! only as far as its ends are kept where `pipe` has stored them: if nothing ever takes the writing end from there, nobody writes or closes it. All else depends on values.

use raddle_analysis::defined_registers;
use raddle_findings::{Rank, Warning, WarningKind};
use raddle_ir::{Callee, FuncId, Op, Operand, Program, Reg};
use raddle_pointsto::{Offset, Place, PointsTo, Position, positions_of};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::digest::Event;
use crate::records::{Records, SyncRecord};
use crate::writer::Writer;

/// Functions that store the two ends of something: what is written into the second comes out of the first.
const MAKE_PIPES: [&str; 2] = ["pipe", "pipe2"];
/// Bytes of a descriptor.
const DESCRIPTOR: u64 = 4;

pub(crate) struct LibraryWaits<'a> {
    pub(crate) writer: &'a Writer<'a>,
    pub(crate) records: &'a Records<'a>,
}

impl std::fmt::Debug for LibraryWaits<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LibraryWaits").finish_non_exhaustive()
    }
}

impl LibraryWaits<'_> {
    pub(crate) fn warnings(&self) -> Vec<Warning> {
        let (program, points_to) = (self.writer.walk.program, self.writer.walk.points_to);
        let waiting = self.waiting();
        if waiting.is_empty() {
            return Vec::new();
        }
        let pipes = Pipes::new(program, points_to);
        let mut warnings = Vec::new();
        let mut seen = FxHashSet::default();
        for record in &self.records.library_calls {
            let Event::Call { at, callees, .. } = record.event else { continue };
            let callee = callees.iter().find(|callee| waiting.contains(callee));
            if let Some(&callee) =
                callee.filter(|_| seen.insert((self.writer.kind(record.site), *at)))
            {
                warnings.extend(self.warning(record, *at, callee, &pipes));
            }
        }
        warnings
    }

    /// Functions of the run-time library that may come to a wait.
    fn waiting(&self) -> FxHashSet<FuncId> {
        let (program, points_to) = (self.writer.walk.program, self.writer.walk.points_to);
        let is_library = |func: FuncId| program.is_of_runtime(program.functions[func].loc);
        let awaits = self.records.syncs.iter().filter_map(|record| match record.event {
            Event::Await { at } => Some(at.func),
            _ => None,
        });
        let mut open: Vec<FuncId> = awaits.filter(|&func| is_library(func)).collect();
        let mut waiting = FxHashSet::default();
        while let Some(func) = open.pop() {
            if waiting.insert(func) {
                let callers = points_to.calls.callers(func).iter().map(|site| site.at.func);
                open.extend(callers.filter(|&func| is_library(func)));
            }
        }
        waiting
    }

    fn warning(
        &self,
        record: &SyncRecord<'_>,
        at: Position,
        callee: FuncId,
        pipes: &Pipes,
    ) -> Option<Warning> {
        let program = self.writer.walk.program;
        let name = program.functions[callee].name.as_str();
        let (rank, because) = match pipes.read(program, self.writer.walk.points_to, at) {
            // What is no pipe is a file, which never lets anybody wait.
            _ if name == "read" && !pipes.exist => return None,
            Source::Constant if name == "read" => return None,
            Source::Pipe { is_written: false } if name == "read" => {
                (Rank::High, "nobody writes into the pipe, and nobody closes it")
            }
            Source::Pipe { .. } if name == "read" => {
                (Rank::Low, "whether enough is written into the pipe depends on values")
            }
            _ => (Rank::Low, "whether another thread ends the wait depends on values"),
        };
        let locks: Vec<_> = record.state.must.iter().map(|held| (held.name, held.mode)).collect();
        let subject = format!("what {name} waits for");
        let places = vec![self.writer.place(record.site, format!("wait in {name}"), &locks)];
        let message = format!("the call of {name} may wait for ever");
        let kind = WarningKind::WaitForEver;
        Some(self.writer.warning(kind, rank, because, message, subject, places))
    }
}

/// Where the descriptor of a call comes from.
enum Source {
    Constant,
    /// The reading end of a pipe. Somebody uses the writing end, or nobody does.
    Pipe {
        is_written: bool,
    },
    Unknown,
}

/// The pipes of a program, as far as their ends stay where they were stored.
struct Pipes {
    exist: bool,
    /// By the place of the reading end: whether somebody takes the writing end from there.
    written: FxHashMap<Place, bool>,
}

impl Pipes {
    fn new(program: &Program, points_to: &PointsTo) -> Pipes {
        let mut pipes = Pipes { exist: false, written: FxHashMap::default() };
        let makes = |name: &str| MAKE_PIPES.contains(&name) || name == "eventfd";
        let functions: Vec<FuncId> = points_to.calls.reachable().into_iter().collect();
        let users = functions.iter().filter(|&&f| program.is_of_user(program.functions[f].loc));
        let all: Vec<Position> = users.flat_map(|&func| positions_of(program, func)).collect();
        for &at in &all {
            let Some((name, first)) = direct_call(program, at) else { continue };
            pipes.exist |= makes(name);
            if MAKE_PIPES.contains(&name) {
                let ends = points_to.places(at.func, first);
                pipes.written.extend(ends.into_iter().map(|place| (place, false)));
            }
        }
        if pipes.written.is_empty() {
            return pipes;
        }
        for &at in &all {
            let Some(Op::Load { ptr, .. }) = at.op(program) else { continue };
            let places = points_to.places(at.func, *ptr);
            for (end, written) in &mut pipes.written {
                *written |= places.iter().any(|place| may_be_writing_end(*place, *end));
            }
        }
        pipes
    }

    /// What the first argument of a call is.
    fn read(&self, program: &Program, points_to: &PointsTo, at: Position) -> Source {
        let Some((_, first)) = direct_call(program, at) else { return Source::Unknown };
        let reg = match first {
            Operand::Const(_) => return Source::Constant,
            Operand::Reg(reg) => reg,
            _ => return Source::Unknown,
        };
        let Some(pointer) = loaded_from(program, at.func, reg) else { return Source::Unknown };
        let places = points_to.places(at.func, pointer);
        let known: Option<Vec<bool>> =
            places.iter().map(|place| self.written.get(place).copied()).collect();
        match known {
            Some(written) if !written.is_empty() => {
                Source::Pipe { is_written: written.contains(&true) }
            }
            _ => Source::Unknown,
        }
    }
}

fn may_be_writing_end(place: Place, reading: Place) -> bool {
    place.object == reading.object
        && match (place.offset, reading.offset) {
            (Offset::At(at), Offset::At(start)) => at == start + DESCRIPTOR,
            (Offset::Any, _) | (_, Offset::Any) => true,
        }
}

/// The name of what is called, and its first argument.
fn direct_call(program: &Program, at: Position) -> Option<(&str, Operand)> {
    let Op::Call { callee: Callee::Direct(callee), args, .. } = at.op(program)? else {
        return None;
    };
    Some((&program.functions[*callee].name, args.first()?.value))
}

/// The pointer that a register was loaded through, if there is one such load.
fn loaded_from(program: &Program, func: FuncId, reg: Reg) -> Option<Operand> {
    let mut found = None;
    for at in positions_of(program, func) {
        let Some(op) = at.op(program) else { continue };
        let mut sets = false;
        defined_registers(op, &mut |set| sets |= set == reg);
        match op {
            Op::Load { ptr, .. } if sets && found.is_none() => found = Some(*ptr),
            _ if sets => return None,
            _ => {}
        }
    }
    found
}
