//! Output: `printf` with a literal as its format, and numbers.
//!
//! Programs say what they have counted, and then nothing would be left out because of that one call. It accesses nothing that threads share and never waits. What may go wrong
//! is that the format asks for something else than it is given: so each conversion has to be one of a whole number, of the very width of its argument, which is defined, and there are as many as
//! arguments. Strings, addresses, floats, widths that are arguments and everything unusual are left to the exploration.
//!
//! Where the program can close or redirect its streams, or a thread may be cancelled in the middle of output, nothing is followed.

use raddle_ir::{Arg, InitPart, Type};
use raddle_library::Output;
use raddle_machine::ObjectName;
use raddle_reduce::Broken;

use super::path::Content;
use super::survey::Survey;

impl Survey<'_, '_> {
    /// Whether a call of `printf` does nothing but print numbers. All values are defined.
    pub fn prints_numbers(&self, args: &[Arg], values: &[Content]) -> bool {
        let changes_output = |row: &raddle_library::Row| row.output == Output::Changed;
        if raddle_library::names(changes_output).any(|name| self.program.function(name).is_some()) {
            return false;
        }
        let Some(format) = values.first().and_then(|&format| self.literal(format)) else {
            return false;
        };
        if self.is_broken(Broken::FormatsUnchecked) {
            return true;
        }
        let Some(widths) = widths_asked_for(format) else { return false };
        let given = args[1..].iter().map(|arg| match arg.ty {
            Type::Int(bits) => u32::from(bits),
            Type::Ptr | Type::F32 | Type::F64 | Type::F80 => 0,
        });
        let long = self.program.target.pointer_bits;
        given.eq(widths.iter().map(|width| width.bits(long)))
    }

    /// The bytes of a string literal up to its end.
    fn literal(&self, pointer: Content) -> Option<&[u8]> {
        let Content::Word(address) = pointer else { return None };
        let (object, 0) = self.machine.names.resolve(address)? else { return None };
        let &ObjectName::Global(global) = self.machine.names.name(object) else { return None };
        let global = &self.program.globals[global];
        if global.source_name.is_some() || !global.name.starts_with(".str") {
            return None;
        }
        let [(0, InitPart::Bytes(bytes))] = global.init.as_ref()?.parts.as_slice() else {
            return None;
        };
        let end = bytes.iter().position(|&byte| byte == 0)?;
        Some(&bytes[..end])
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Width {
    Int,
    Long,
    LongLong,
}

impl Width {
    fn bits(self, long: u32) -> u32 {
        match self {
            Width::Int => 32,
            Width::Long => long,
            Width::LongLong => 64,
        }
    }
}

/// What a format asks for; `None` if that is anything but whole numbers.
fn widths_asked_for(format: &[u8]) -> Option<Vec<Width>> {
    let mut widths = Vec::new();
    let mut rest = format.iter().copied();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            continue;
        }
        let mut next = rest.next()?;
        if next == b'%' {
            continue;
        }
        while next.is_ascii_digit() || next == b'-' || next == b'+' || next == b' ' {
            next = rest.next()?;
        }
        let mut width = Width::Int;
        while next == b'l' {
            width = if width == Width::Int { Width::Long } else { Width::LongLong };
            next = rest.next()?;
        }
        match next {
            b'd' | b'i' | b'u' | b'x' => widths.push(width),
            _ => return None,
        }
    }
    Some(widths)
}

#[cfg(test)]
mod tests {
    use super::{Width, widths_asked_for};

    #[test]
    fn whole_numbers_are_asked_for_and_nothing_else() {
        assert_eq!(widths_asked_for(b"100 %%\n"), Some(Vec::new()));
        let several = widths_asked_for(b"%d of %5u, %-3ld %llx");
        let widths = [Width::Int, Width::Int, Width::Long, Width::LongLong];
        assert_eq!(several.as_deref(), Some(&widths[..]));
        for other in ["%s", "%*d", "%f", "%p", "%n", "%hd", "%", "%5", "%.3d", "%1$d"] {
            assert_eq!(widths_asked_for(other.as_bytes()), None, "{other}");
        }
    }
}
