//! Types as preconditions spell them: `struct node`, `unsigned long`, `size_t`.

use raddle_ir::{DebugType, DebugTypeId, Program};

use crate::machine::Machine;

/// Words that make no difference to what memory looks like.
const QUALIFIERS: &[&str] = &["const", "volatile", "restrict", "register"];

/// Integers that C programmers take for granted: bits, 0 for those of a pointer, and whether they have a sign.
const INTEGERS: &[(&str, u32, bool)] = &[
    ("_Bool", 8, false),
    ("bool", 8, false),
    ("char", 8, true),
    ("signed char", 8, true),
    ("unsigned char", 8, false),
    ("short", 16, true),
    ("unsigned short", 16, false),
    ("int", 32, true),
    ("unsigned int", 32, false),
    ("long", 0, true),
    ("unsigned long", 0, false),
    ("long long", 64, true),
    ("unsigned long long", 64, false),
    ("size_t", 0, false),
    ("ssize_t", 0, true),
    ("ptrdiff_t", 0, true),
    ("intptr_t", 0, true),
    ("uintptr_t", 0, false),
    ("int8_t", 8, true),
    ("uint8_t", 8, false),
    ("int16_t", 16, true),
    ("uint16_t", 16, false),
    ("int32_t", 32, true),
    ("uint32_t", 32, false),
    ("int64_t", 64, true),
    ("uint64_t", 64, false),
];

impl Machine<'_> {
    /// The types of the program that are spelled like this.
    pub(super) fn types_called(&self, name: &str) -> Vec<DebugTypeId> {
        let plain = plain(name);
        let types = self.program.types.iter();
        types.filter(|&(id, _)| self.type_text(id) == plain).map(|(id, _)| id).collect()
    }

    /// Bits of an integer, and whether it has a sign.
    pub fn integer_type(&self, ty: DebugTypeId) -> Option<(u32, bool)> {
        match &self.program.types[self.resolved(ty)] {
            DebugType::Signed { bits, .. } => Some((*bits, true)),
            DebugType::Unsigned { bits, .. } | DebugType::Bool { bits, .. } => Some((*bits, false)),
            DebugType::Char { bits, signed, .. } => Some((*bits, *signed)),
            DebugType::Enum { bits, values, .. } => Some((*bits, is_signed(values))),
            _ => None,
        }
    }
}

/// Whether an enumeration has negative values: only then C compilers give it a sign.
pub(super) fn is_signed(values: &[(String, i64)]) -> bool {
    values.iter().any(|&(_, value)| value < 0)
}

/// The value of an enumerator.
pub(super) fn enumerator(program: &Program, name: &str) -> Option<i64> {
    program.types.values().find_map(|ty| match ty {
        DebugType::Enum { values, .. } => {
            values.iter().find(|(known, _)| known == name).map(|&(_, value)| value)
        }
        _ => None,
    })
}

pub(super) fn is_void(name: &str) -> bool {
    plain(name) == "void"
}

pub(super) fn basic_integer(name: &str, pointer_bits: u32) -> Option<(u32, bool)> {
    let plain = plain(name);
    let &(_, bits, signed) = INTEGERS.iter().find(|(known, ..)| *known == plain)?;
    Some((if bits == 0 { pointer_bits } else { bits }, signed))
}

/// Bytes of what has a size that everybody knows.
pub(super) fn basic_size(name: &str, pointer_bits: u32) -> Option<u64> {
    match plain(name).as_str() {
        "float" => Some(4),
        "double" => Some(8),
        _ if name.trim_end().ends_with('*') => Some(u64::from(pointer_bits / 8)),
        plain => basic_integer(plain, pointer_bits).map(|(bits, _)| u64::from(bits / 8)),
    }
}

/// The words of a type as messages have them.
fn plain(name: &str) -> String {
    let spaced = name.replace('*', " * ");
    let words = spaced.split_whitespace().filter(|word| !QUALIFIERS.contains(word));
    let plain = words.collect::<Vec<&str>>().join(" ");
    match plain.as_str() {
        "unsigned" => "unsigned int".to_owned(),
        "long int" => "long".to_owned(),
        "unsigned long int" => "unsigned long".to_owned(),
        _ => plain,
    }
}
