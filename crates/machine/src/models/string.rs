//! `<string.h>` on zero-terminated strings, as far as no loop of decisions is needed.
//!
//! Lengths, comparisons and places are terms (see `text`); copies fork on the length of what is copied. Functions
//! that walk through a string and decide at each step (`strtok`, `strsep`, …) are in the run-time library.

use raddle_expr::TermId;

use crate::library_call::{Call, Outcome};
use crate::machine::Machine;
use crate::models::text::{
    End, Text, demand_end, is_zero, length_of, low_byte, read_string, read_text, string_length,
};
use crate::models::{alloc, value};
use crate::object::Fill;
use crate::place::Direction;
use crate::state::State;
use crate::stop::Exec;
use crate::value::Value;

pub(super) const TABLE: super::Table = &[
    ("strlen", strlen),
    ("strnlen", strnlen),
    ("strcmp", strcmp),
    ("strcoll", strcmp),
    ("strncmp", strncmp),
    ("strcasecmp", strcasecmp),
    ("strncasecmp", strncasecmp),
    ("strcpy", strcpy),
    ("__strcpy_chk", strcpy),
    ("stpcpy", stpcpy),
    ("__stpcpy_chk", stpcpy),
    ("strncpy", strncpy),
    ("__strncpy_chk", strncpy),
    ("strcat", strcat),
    ("__strcat_chk", strcat),
    ("strncat", strncat),
    ("__strncat_chk", strncat),
    ("strdup", strdup),
    ("__strdup", strdup),
    ("strndup", strndup),
    ("__strndup", strndup),
    ("strchr", strchr),
    ("index", strchr),
    ("strchrnul", strchrnul),
    ("strrchr", strrchr),
    ("strspn", strspn),
    ("strcspn", strcspn),
    ("strpbrk", strpbrk),
    ("strstr", strstr),
    ("rindex", strrchr),
];

fn strlen(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    value(string_length(machine, st, call, call.arg(0))?)
}

fn strnlen(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let limit = machine.known_size(st, call.thread, call.arg(1))?;
    value(bounded_length(machine, st, call, call.arg(0), limit)?)
}

/// The number of bytes before the first zero among the first `limit`.
fn bounded_length(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    pointer: Value,
    limit: u64,
) -> Exec<Value> {
    if limit == 0 {
        return Ok(Value::Word(0));
    }
    let text = read_text(machine, st, call, pointer, Some(limit))?;
    if text.end == End::Object {
        let mut ends = machine.terms.truth(false);
        for &byte in &text.bytes {
            let zero = is_zero(machine, byte);
            ends = machine.terms.or(ends, zero);
        }
        demand_end(machine, st, call, ends, text.object)?;
    }
    let length = length_of(machine, &text);
    machine.demand_defined(st, call.thread, length, "the length of a string")?;
    Ok(length)
}

fn strcmp(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    compare(machine, st, call, None, |_, byte| byte)
}

fn strcasecmp(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    compare(machine, st, call, None, to_lower)
}

fn strncmp(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let limit = machine.known_size(st, call.thread, call.arg(2))?;
    compare(machine, st, call, Some(limit), |_, byte| byte)
}

fn strncasecmp(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let limit = machine.known_size(st, call.thread, call.arg(2))?;
    compare(machine, st, call, Some(limit), to_lower)
}

fn to_lower(machine: &mut Machine<'_>, byte: TermId) -> TermId {
    super::ctype::lower(machine, byte)
}

/// The difference of the first bytes that differ, as one term over both strings.
fn compare(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    limit: Option<u64>,
    fold: fn(&mut Machine<'_>, TermId) -> TermId,
) -> Exec<Outcome> {
    if limit == Some(0) {
        return value(Value::Word(0));
    }
    let a = read_text(machine, st, call, call.arg(0), limit)?;
    let b = read_text(machine, st, call, call.arg(1), limit)?;
    let mut result = machine.terms.constant(32, 0);
    let mut ends = machine.terms.truth(false);
    for (&x, &y) in a.bytes.iter().zip(&b.bytes).rev() {
        let (x, y) = (x.term(&mut machine.terms, 8), y.term(&mut machine.terms, 8));
        let (x, y) = (fold(machine, x), fold(machine, y));
        let zero = is_zero(machine, Value::of_term(&machine.terms, x));
        let differ = machine.terms.ne(x, y);
        let stop = machine.terms.or(zero, differ);
        ends = machine.terms.or(stop, ends);
        let (x, y) = (machine.terms.zext(x, 32), machine.terms.zext(y, 32));
        let difference = machine.terms.sub(x, y);
        result = machine.terms.ite(stop, difference, result);
    }
    let shorter = if a.bytes.len() <= b.bytes.len() { &a } else { &b };
    if shorter.end == End::Object {
        demand_end(machine, st, call, ends, shorter.object)?;
    }
    let result = Value::of_term(&machine.terms, result);
    machine.demand_defined(st, call.thread, result, "a comparison of strings")?;
    value(result)
}

/// The length of a string, one state per length.
fn known_length(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    pointer: Value,
) -> Exec<u64> {
    let length = string_length(machine, st, call, pointer)?;
    machine.known_size(st, call.thread, length)
}

fn strcpy(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    copy_string(machine, st, call, call.arg(0), call.arg(1))?;
    value(call.arg(0))
}

fn stpcpy(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let length = copy_string(machine, st, call, call.arg(0), call.arg(1))?;
    value(machine.offset_pointer(call.arg(0), length))
}

fn copy_string(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    to: Value,
    from: Value,
) -> Exec<u64> {
    let length = known_length(machine, st, call, from)?;
    machine.copy_memory(st, call.thread, to, from, Value::Word(length + 1), false)?;
    Ok(length)
}

/// Copies at most `limit` bytes and fills the rest with zeros.
fn strncpy(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let limit = machine.known_size(st, call.thread, call.arg(2))?;
    let length = bounded_length(machine, st, call, call.arg(1), limit)?;
    let length = machine.known_size(st, call.thread, length)?;
    if limit > 0 {
        machine.place(st, call.thread, call.arg(0), limit, Direction::Write)?;
    }
    let count = Value::Word(length);
    machine.copy_memory(st, call.thread, call.arg(0), call.arg(1), count, false)?;
    let rest = machine.offset_pointer(call.arg(0), length);
    machine.set_memory(st, call.thread, rest, Value::Word(0), Value::Word(limit - length))?;
    value(call.arg(0))
}

fn strcat(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let length = known_length(machine, st, call, call.arg(0))?;
    let end = machine.offset_pointer(call.arg(0), length);
    copy_string(machine, st, call, end, call.arg(1))?;
    value(call.arg(0))
}

fn strncat(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let limit = machine.known_size(st, call.thread, call.arg(2))?;
    let added = bounded_length(machine, st, call, call.arg(1), limit)?;
    let added = machine.known_size(st, call.thread, added)?;
    let length = known_length(machine, st, call, call.arg(0))?;
    let end = machine.offset_pointer(call.arg(0), length);
    machine.place(st, call.thread, end, added + 1, Direction::Write)?;
    machine.copy_memory(st, call.thread, end, call.arg(1), Value::Word(added), false)?;
    let terminator = machine.offset_pointer(end, added);
    machine.set_memory(st, call.thread, terminator, Value::Word(0), Value::Word(1))?;
    value(call.arg(0))
}

fn strdup(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let length = known_length(machine, st, call, call.arg(0))?;
    duplicate(machine, st, call, length)
}

fn strndup(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let limit = machine.known_size(st, call.thread, call.arg(1))?;
    let length = bounded_length(machine, st, call, call.arg(0), limit)?;
    let length = machine.known_size(st, call.thread, length)?;
    duplicate(machine, st, call, length)
}

fn duplicate(machine: &mut Machine<'_>, st: &mut State, call: &Call, length: u64) -> Exec<Outcome> {
    let copy = alloc::allocate(machine, st, call, length + 1, Fill::Zero)?;
    if copy != Value::Word(0) {
        machine.copy_memory(st, call.thread, copy, call.arg(0), Value::Word(length), false)?;
    }
    value(copy)
}

/// Which occurrence of a byte is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    First,
    Last,
}

fn strchr(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let text = read_text(machine, st, call, call.arg(0), None)?;
    find(machine, st, call, &text, Which::First)
}

fn strrchr(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let text = read_string(machine, st, call, call.arg(0))?;
    find(machine, st, call, &text, Which::Last)
}

/// Like `strchr`, but gives the end of the string instead of NULL.
fn strchrnul(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let text = read_text(machine, st, call, call.arg(0), None)?;
    if let Outcome::Return(Some(found)) = find(machine, st, call, &text, Which::First)?
        && found != Value::Word(0)
    {
        return value(found);
    }
    let length = length_of(machine, &text);
    let length = machine.known_size(st, call.thread, length)?;
    value(Value::Word(text.address + length))
}

/// The place of a byte in a string: whether it is there are two cases, where it is is a term.
fn find(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    text: &Text,
    which: Which,
) -> Exec<Outcome> {
    let wanted = low_byte(machine, call, 1).term(&mut machine.terms, 8);
    let hits = each_byte(machine, text, |machine, byte| machine.terms.eq(byte, wanted));
    let search = search(machine, text, &hits, which);
    pointer_to(machine, st, call, text, &search)
}

/// Where something is found in a string, as terms over its bytes.
struct Search {
    found: TermId,
    position: TermId,
    /// Whether it is found or the string ends: then nothing behind is read.
    stops: TermId,
}

fn each_byte(
    machine: &mut Machine<'_>,
    text: &Text,
    mut hit: impl FnMut(&mut Machine<'_>, TermId) -> TermId,
) -> Vec<TermId> {
    let mut hits = Vec::with_capacity(text.bytes.len());
    for byte in &text.bytes {
        let byte = byte.term(&mut machine.terms, 8);
        hits.push(hit(machine, byte));
    }
    hits
}

/// Looks for a place of the string, its end included, at which `hits` says yes.
fn search(machine: &mut Machine<'_>, text: &Text, hits: &[TermId], which: Which) -> Search {
    let width = machine.facts.pointer_bits;
    let mut found = machine.terms.truth(false);
    let mut stops = machine.terms.truth(false);
    let mut position = machine.terms.constant(width, 0);
    // From the back: what is said so far holds for the rest of the string.
    for (index, (&byte, &hit)) in text.bytes.iter().zip(hits).enumerate().rev() {
        let zero = is_zero(machine, byte);
        let goes_on = machine.terms.not(zero);
        let later = machine.terms.and(goes_on, found);
        let here = machine.terms.constant(width, index as u128);
        position = match which {
            Which::First => machine.terms.ite(hit, here, position),
            Which::Last => machine.terms.ite(later, position, here),
        };
        found = machine.terms.or(hit, later);
        let stop = machine.terms.or(zero, hit);
        stops = machine.terms.or(stop, stops);
    }
    Search { found, position, stops }
}

/// A pointer to what was found, or NULL.
fn pointer_to(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    text: &Text,
    search: &Search,
) -> Exec<Outcome> {
    if text.end == End::Object {
        demand_end(machine, st, call, search.stops, text.object)?;
    }
    let found = Value::of_term(&machine.terms, search.found);
    machine.demand_defined(st, call.thread, found, "a search in a string")?;
    if !machine.decide(st, call.thread, found)? {
        return value(Value::Word(0));
    }
    value(machine.address_of_byte(text.address, search.position))
}

/// The length of the longest beginning of a string that has only (or none of) the bytes of a set.
fn span(machine: &mut Machine<'_>, st: &mut State, call: &Call, accepted: bool) -> Exec<Outcome> {
    let text = read_text(machine, st, call, call.arg(0), None)?;
    let set = read_string(machine, st, call, call.arg(1))?;
    let hits = each_byte(machine, &text, |machine, byte| {
        let inside = in_set(machine, &set, byte);
        let ends = if accepted { machine.terms.not(inside) } else { inside };
        let zero = is_zero(machine, Value::of_term(&machine.terms, byte));
        machine.terms.or(ends, zero)
    });
    let search = search(machine, &text, &hits, Which::First);
    if text.end == End::Object {
        demand_end(machine, st, call, search.stops, text.object)?;
    }
    let length = Value::of_term(&machine.terms, search.position);
    machine.demand_defined(st, call.thread, length, "a search in a string")?;
    value(length)
}

fn strspn(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    span(machine, st, call, true)
}

fn strcspn(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    span(machine, st, call, false)
}

fn strpbrk(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let text = read_text(machine, st, call, call.arg(0), None)?;
    let set = read_string(machine, st, call, call.arg(1))?;
    let hits = each_byte(machine, &text, |machine, byte| in_set(machine, &set, byte));
    let search = search(machine, &text, &hits, Which::First);
    pointer_to(machine, st, call, &text, &search)
}

/// Whether a byte is among those of a string, whose zero does not count.
fn in_set(machine: &mut Machine<'_>, set: &Text, byte: TermId) -> TermId {
    let mut inside = machine.terms.truth(false);
    for &member in set.bytes.iter().rev() {
        let zero = is_zero(machine, member);
        let goes_on = machine.terms.not(zero);
        let member = member.term(&mut machine.terms, 8);
        let equal = machine.terms.eq(member, byte);
        let here_or_later = machine.terms.or(equal, inside);
        inside = machine.terms.and(goes_on, here_or_later);
    }
    inside
}

fn strstr(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let text = read_string(machine, st, call, call.arg(0))?;
    let word = read_string(machine, st, call, call.arg(1))?;
    let hits: Vec<TermId> = (0..text.bytes.len())
        .map(|start| begins_with(machine, &text.bytes[start..], &word))
        .collect();
    let search = search(machine, &text, &hits, Which::First);
    pointer_to(machine, st, call, &text, &search)
}

/// Whether bytes begin with a word.
fn begins_with(machine: &mut Machine<'_>, bytes: &[Value], word: &Text) -> TermId {
    let mut begins = machine.terms.truth(true);
    for (index, &letter) in word.bytes.iter().enumerate().rev() {
        let is_over = is_zero(machine, letter);
        let same = match bytes.get(index) {
            Some(byte) => {
                let (byte, letter) =
                    (byte.term(&mut machine.terms, 8), letter.term(&mut machine.terms, 8));
                machine.terms.eq(byte, letter)
            }
            None => machine.terms.truth(false),
        };
        let goes_on = machine.terms.and(same, begins);
        begins = machine.terms.or(is_over, goes_on);
    }
    begins
}
