//! Library functions that need not be thread-safe (POSIX, 2.9.1): each keeps memory that calls from all threads use, and nothing orders these uses. That a C
//! library guards some of them with a lock of its own is no reason to rely on it.
//!
//! Such memory is a byte of the library's, by number. A function that the program defines itself is what the program makes of it.

use raddle_ir::{Arg, FuncId, GlobalId, InitPart, Operand, Program};
use raddle_library::Hidden;

/// What a call does to such memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HiddenUse {
    /// A number in [`Hidden::ALL`].
    pub(crate) memory: u64,
    pub(crate) write: bool,
}

/// What a call of a function of the library does, by its name.
pub(crate) fn of(name: &str) -> Option<HiddenUse> {
    let memory = raddle_library::find(name)?.hidden? as u64;
    Some(HiddenUse { memory, write: !Hidden::is_only_read_by(name) })
}

/// What a call of a function does that the program does not define. The run-time library has a function to say so.
pub(crate) fn used_by(program: &Program, callee: FuncId, args: &[Arg]) -> Option<HiddenUse> {
    let function = &program.functions[callee];
    if function.body.is_some() {
        return None;
    }
    let write = match function.name.as_str() {
        "__raddle_not_thread_safe" => true,
        "__raddle_reads_hidden" => false,
        name => return of(name),
    };
    let name = text(program, args.first()?.value)?;
    Some(HiddenUse { memory: Hidden::of(name)? as u64, write })
}

/// A static variable in which a function of the run-time library keeps such memory. Its calls are told as uses of that memory.
pub(crate) fn is_inside(program: &Program, global: GlobalId) -> bool {
    let Some((name, _)) = program.globals[global].name.split_once('.') else { return false };
    let function = program.function(name).map(|function| &program.functions[function]);
    of(name).is_some() && function.is_some_and(|function| program.is_of_runtime(function.loc))
}

/// A string of the program.
fn text(program: &Program, operand: Operand) -> Option<&str> {
    let Operand::Global(global, 0) = operand else { return None };
    match program.globals[global].init.as_ref()?.parts.first()? {
        (0, InitPart::Bytes(bytes)) => {
            std::str::from_utf8(bytes.split(|&byte| byte == 0).next()?).ok()
        }
        _ => None,
    }
}

/// The function that memory is known from.
pub(crate) fn name_of(memory: u64) -> &'static str {
    Hidden::ALL.get(memory as usize).map_or("a function", |hidden| hidden.function())
}
