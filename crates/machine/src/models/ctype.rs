//! `<ctype.h>` in the C locale: functions as terms without forks, and the tables glibc's macros look into.

use raddle_expr::TermId;
use raddle_ir::Type;

use crate::fault::FaultKind;
use crate::library_call::{Call, Outcome};
use crate::machine::Machine;
use crate::models::value;
use crate::state::State;
use crate::stop::Exec;
use crate::value::Value;

pub(super) const TABLE: super::Table = &[
    ("isalpha", |machine, st, call| classify(machine, st, call, Class::Alpha)),
    ("isdigit", |machine, st, call| classify(machine, st, call, Class::Digit)),
    ("isalnum", |machine, st, call| classify(machine, st, call, Class::Alnum)),
    ("isspace", |machine, st, call| classify(machine, st, call, Class::Space)),
    ("isblank", |machine, st, call| classify(machine, st, call, Class::Blank)),
    ("isupper", |machine, st, call| classify(machine, st, call, Class::Upper)),
    ("islower", |machine, st, call| classify(machine, st, call, Class::Lower)),
    ("isxdigit", |machine, st, call| classify(machine, st, call, Class::Xdigit)),
    ("iscntrl", |machine, st, call| classify(machine, st, call, Class::Cntrl)),
    ("isprint", |machine, st, call| classify(machine, st, call, Class::Print)),
    ("isgraph", |machine, st, call| classify(machine, st, call, Class::Graph)),
    ("ispunct", |machine, st, call| classify(machine, st, call, Class::Punct)),
    ("isascii", isascii),
    ("toascii", toascii),
    ("tolower", tolower),
    ("_tolower", tolower),
    ("toupper", toupper),
    ("_toupper", toupper),
    ("__ctype_b_loc", class_table),
    ("__ctype_tolower_loc", lower_table),
    ("__ctype_toupper_loc", upper_table),
];

/// A class of characters. The order is that of glibc's bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    Upper,
    Lower,
    Alpha,
    Digit,
    Xdigit,
    Space,
    Print,
    Graph,
    Blank,
    Cntrl,
    Punct,
    Alnum,
}

impl Class {
    const ALL: [Class; 12] = [
        Class::Upper,
        Class::Lower,
        Class::Alpha,
        Class::Digit,
        Class::Xdigit,
        Class::Space,
        Class::Print,
        Class::Graph,
        Class::Blank,
        Class::Cntrl,
        Class::Punct,
        Class::Alnum,
    ];

    /// The ranges of characters that belong to it, both ends included.
    fn ranges(self) -> &'static [(u8, u8)] {
        match self {
            Class::Upper => &[(b'A', b'Z')],
            Class::Lower => &[(b'a', b'z')],
            Class::Alpha => &[(b'A', b'Z'), (b'a', b'z')],
            Class::Digit => &[(b'0', b'9')],
            Class::Xdigit => &[(b'0', b'9'), (b'A', b'F'), (b'a', b'f')],
            Class::Space => &[(b'\t', b'\r'), (b' ', b' ')],
            Class::Print => &[(b' ', b'~')],
            Class::Graph => &[(b'!', b'~')],
            Class::Blank => &[(b'\t', b'\t'), (b' ', b' ')],
            Class::Cntrl => &[(0, 0x1f), (0x7f, 0x7f)],
            Class::Punct => &[(b'!', b'/'), (b':', b'@'), (b'[', b'`'), (b'{', b'~')],
            Class::Alnum => &[(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')],
        }
    }

    fn contains(self, character: i64) -> bool {
        self.ranges()
            .iter()
            .any(|&(low, high)| (i64::from(low)..=i64::from(high)).contains(&character))
    }

    /// The mask of this class in an entry of glibc's table, which is big-endian by design.
    fn table_bit(self) -> u16 {
        let bit = self as u32;
        if bit < 8 { 1 << bit << 8 } else { 1 << bit >> 8 }
    }
}

/// Whether a term (of any width) lies in one of the ranges.
pub(super) fn in_ranges(
    machine: &mut Machine<'_>,
    character: TermId,
    ranges: &[(u8, u8)],
) -> TermId {
    let width = machine.terms.width(character);
    let mut any = machine.terms.truth(false);
    for &(low, high) in ranges {
        let first = machine.terms.constant(width, u128::from(low));
        let from_first = machine.terms.sub(character, first);
        let span = machine.terms.constant(width, u128::from(high - low));
        let within = machine.terms.ule(from_first, span);
        any = machine.terms.or(any, within);
    }
    any
}

/// The character argument, which has to be a character or EOF. Negative characters are allowed as glibc
/// does, because passing a plain `char` is common and harmless there.
fn character(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<TermId> {
    let width = call.arg_type(0).bits(&machine.program.target);
    let argument = call.arg(0).term(&mut machine.terms, width);
    let lowest = machine.terms.constant(width, 128);
    let shifted = machine.terms.add(argument, lowest);
    let span = machine.terms.constant(width, 383);
    let valid = machine.terms.ule(shifted, span);
    let valid = Value::of_term(&machine.terms, valid);
    let name = machine.program.functions[call.func].name.clone();
    machine.demand(st, call.thread, valid, FaultKind::LibraryMisuse, |_| {
        format!("`{name}` is called with a value that is neither a character nor EOF")
    })?;
    Ok(argument)
}

fn classify(machine: &mut Machine<'_>, st: &mut State, call: &Call, class: Class) -> Exec<Outcome> {
    let argument = character(machine, st, call)?;
    let within = in_ranges(machine, argument, class.ranges());
    integer(machine, within)
}

/// A truth value as an `int`.
fn integer(machine: &mut Machine<'_>, truth: TermId) -> Exec<Outcome> {
    let wide = machine.terms.zext(truth, 32);
    value(Value::of_term(&machine.terms, wide))
}

fn isascii(machine: &mut Machine<'_>, _st: &mut State, call: &Call) -> Exec<Outcome> {
    let argument = call.arg(0).term(&mut machine.terms, 32);
    let last = machine.terms.constant(32, 127);
    let within = machine.terms.ule(argument, last);
    integer(machine, within)
}

fn toascii(machine: &mut Machine<'_>, _st: &mut State, call: &Call) -> Exec<Outcome> {
    let argument = call.arg(0).term(&mut machine.terms, 32);
    let mask = machine.terms.constant(32, 127);
    let low = machine.terms.and(argument, mask);
    value(Value::of_term(&machine.terms, low))
}

fn tolower(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let argument = character(machine, st, call)?;
    let lower = lower(machine, argument);
    value(Value::of_term(&machine.terms, lower))
}

fn toupper(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let argument = character(machine, st, call)?;
    let upper = with_case(machine, argument, Class::Lower, false);
    value(Value::of_term(&machine.terms, upper))
}

pub(super) fn lower(machine: &mut Machine<'_>, character: TermId) -> TermId {
    with_case(machine, character, Class::Upper, true)
}

/// Members of `from` with the bit that tells the cases apart set or cleared.
fn with_case(machine: &mut Machine<'_>, character: TermId, from: Class, set: bool) -> TermId {
    let width = machine.terms.width(character);
    let within = in_ranges(machine, character, from.ranges());
    let distance = machine.terms.constant(width, 32);
    let changed = if set {
        machine.terms.add(character, distance)
    } else {
        machine.terms.sub(character, distance)
    };
    machine.terms.ite(within, changed, character)
}

/// Entries of glibc's tables: for EOF and all characters, signed or not.
const FIRST_ENTRY: i64 = -128;
const ENTRIES: i64 = 384;

fn class_table(machine: &mut Machine<'_>, st: &mut State, _call: &Call) -> Exec<Outcome> {
    let entry = |character: i64| {
        let member = |class: &Class| class.contains(character);
        Class::ALL
            .into_iter()
            .filter(member)
            .fold(0, |bits, class| bits | u64::from(class.table_bit()))
    };
    table(machine, st, "__ctype_b", 2, &entry)
}

fn lower_table(machine: &mut Machine<'_>, st: &mut State, _call: &Call) -> Exec<Outcome> {
    let entry = |character: i64| {
        let shift = if Class::Upper.contains(character) { 32 } else { 0 };
        (character + shift) as u64
    };
    table(machine, st, "__ctype_tolower", 4, &entry)
}

fn upper_table(machine: &mut Machine<'_>, st: &mut State, _call: &Call) -> Exec<Outcome> {
    let entry = |character: i64| {
        let shift = if Class::Lower.contains(character) { 32 } else { 0 };
        (character - shift) as u64
    };
    table(machine, st, "__ctype_toupper", 4, &entry)
}

/// The address of a pointer to the entry for character 0 of a table that is made when first asked for.
fn table(
    machine: &mut Machine<'_>,
    st: &mut State,
    what: &'static str,
    entry_size: u64,
    entry: &dyn Fn(i64) -> u64,
) -> Exec<Outcome> {
    const TABLE: u64 = 0;
    const POINTER: u64 = 1;
    let pointer_bytes = Type::Ptr.bytes(&machine.program.target);
    let pointer = machine.environment_object(st, what, POINTER, pointer_bytes);
    let size = ENTRIES as u64 * entry_size;
    let entries = machine.environment_object(st, what, TABLE, size);
    if st.memory.get(entries).is_some_and(|object| !object.constant) {
        for index in 0..ENTRIES {
            let word = Value::Word(entry(FIRST_ENTRY + index));
            machine.store_at(st, entries, index as u64 * entry_size, entry_size, word);
        }
        let zero = machine.names.base(entries) + (-FIRST_ENTRY) as u64 * entry_size;
        machine.store_at(st, pointer, 0, pointer_bytes, Value::Word(zero));
        for id in [entries, pointer] {
            if let Some(object) = st.memory.get_mut(id) {
                object.constant = true;
            }
        }
    }
    value(Value::Word(machine.names.base(pointer)))
}
