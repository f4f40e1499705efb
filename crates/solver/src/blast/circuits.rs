//! Arithmetic as circuits: bit-vectors are slices of edges, least significant bit first.
//!
//! Constant bits disappear while a circuit is built, because the gates do not keep them; the functions
//! below only choose a shape that lets them. Division is not here: it is defined by constraints over
//! fresh inputs (see `division`).

use super::gates::{Edge, Gates};

/// The bits of a word, least significant first.
pub type Word = Vec<Edge>;

pub fn zeros(width: usize) -> Word {
    vec![Edge::FALSE; width]
}

/// The same number in more bits, or its low bits in fewer.
pub fn widened(word: &[Edge], width: usize) -> Word {
    let mut wide = word.to_vec();
    wide.resize(width, Edge::FALSE);
    wide
}

/// The width without leading zeros.
pub fn used_width(word: &[Edge]) -> usize {
    word.iter().rposition(|&bit| bit != Edge::FALSE).map_or(0, |top| top + 1)
}

pub fn invert(a: &[Edge]) -> Word {
    a.iter().map(|&bit| !bit).collect()
}

/// `a + b + carry`, and the carry out.
pub fn add_carry(gates: &mut Gates, a: &[Edge], b: &[Edge], mut carry: Edge) -> (Word, Edge) {
    let mut sum = Word::with_capacity(a.len());
    for (&x, &y) in a.iter().zip(b) {
        let half = gates.xor(x, y);
        sum.push(gates.xor(half, carry));
        carry = gates.majority(x, y, carry);
    }
    (sum, carry)
}

pub fn add(gates: &mut Gates, a: &[Edge], b: &[Edge]) -> Word {
    add_carry(gates, a, b, Edge::FALSE).0
}

pub fn subtract(gates: &mut Gates, a: &[Edge], b: &[Edge]) -> Word {
    add_carry(gates, a, &invert(b), Edge::TRUE).0
}

pub fn negate(gates: &mut Gates, a: &[Edge]) -> Word {
    add_carry(gates, &zeros(a.len()), &invert(a), Edge::TRUE).0
}

pub fn equal(gates: &mut Gates, a: &[Edge], b: &[Edge]) -> Edge {
    let mut all = Edge::TRUE;
    for (&x, &y) in a.iter().zip(b) {
        let same = gates.equal(x, y);
        all = gates.and(all, same);
        if all == Edge::FALSE {
            break;
        }
    }
    all
}

pub fn is_zero(gates: &mut Gates, a: &[Edge]) -> Edge {
    !gates.or_all(a.iter().copied())
}

/// Unsigned `a < b`: the borrow of `a - b`.
pub fn less(gates: &mut Gates, a: &[Edge], b: &[Edge]) -> Edge {
    let mut borrow = Edge::FALSE;
    for (&x, &y) in a.iter().zip(b) {
        borrow = gates.majority(!x, y, borrow);
    }
    borrow
}

/// Signed `a < b`: unsigned comparison with the sign bits exchanged.
pub fn signed_less(gates: &mut Gates, a: &[Edge], b: &[Edge]) -> Edge {
    let sign = a.len() - 1;
    let low = less(gates, &a[..sign], &b[..sign]);
    gates.majority(a[sign], !b[sign], low)
}

pub fn select(gates: &mut Gates, cond: Edge, then: &[Edge], otherwise: &[Edge]) -> Word {
    then.iter().zip(otherwise).map(|(&x, &y)| gates.mux(cond, x, y)).collect()
}

/// `a` if `cond`, else zero.
pub fn gate_by(gates: &mut Gates, cond: Edge, a: &[Edge]) -> Word {
    a.iter().map(|&bit| gates.and(cond, bit)).collect()
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shift {
    Left,
    Right,
    /// Right, filling with the sign.
    Arithmetic,
}

/// A barrel shifter; amounts of the width or more give the fill everywhere.
pub fn shift(gates: &mut Gates, kind: Shift, a: &[Edge], amount: &[Edge]) -> Word {
    let width = a.len();
    let fill = match kind {
        Shift::Left | Shift::Right => Edge::FALSE,
        Shift::Arithmetic => a[width - 1],
    };
    let mut word = a.to_vec();
    let mut too_far = Edge::FALSE;
    for (stage, &bit) in amount.iter().enumerate() {
        match 1usize.checked_shl(stage as u32).filter(|&distance| distance < width) {
            Some(distance) => {
                let moved = move_by(kind, &word, distance, fill);
                word = select(gates, bit, &moved, &word);
            }
            None => too_far = gates.or(too_far, bit),
        }
    }
    word.iter().map(|&bit| gates.mux(too_far, fill, bit)).collect()
}

fn move_by(kind: Shift, word: &[Edge], distance: usize, fill: Edge) -> Word {
    let filling = std::iter::repeat_n(fill, distance);
    match kind {
        Shift::Left => filling.chain(word[..word.len() - distance].iter().copied()).collect(),
        Shift::Right | Shift::Arithmetic => {
            word[distance..].iter().copied().chain(filling).collect()
        }
    }
}

/// `a * b`, as wide as its operands. A constant operand is recoded into signed digits, which at most
/// halves the rows (x·255 is one subtraction); otherwise one row for each bit of the operand that has
/// more constant bits.
pub fn multiply(gates: &mut Gates, a: &[Edge], b: &[Edge]) -> Word {
    let constants = |word: &[Edge]| word.iter().filter(|bit| bit.as_constant().is_some()).count();
    let (rows, row) = if constants(a) >= constants(b) { (a, b) } else { (b, a) };
    match rows.iter().map(|bit| bit.as_constant()).collect::<Option<Vec<bool>>>() {
        Some(digits) => multiply_constant(gates, &digits, row),
        None => multiply_rows(gates, rows, row),
    }
}

/// How many partial products `multiply` adds up.
pub fn partial_products(a: &[Edge], b: &[Edge]) -> usize {
    let digits = |word: &[Edge]| {
        let bits: Option<Vec<bool>> = word.iter().map(|bit| bit.as_constant()).collect();
        bits.map(|bits| signed_digits(&bits).len())
    };
    let (used_a, used_b) = (used_width(a), used_width(b));
    match (digits(a), digits(b)) {
        (Some(rows), _) => rows * used_b,
        (None, Some(rows)) => rows * used_a,
        (None, None) => used_a * used_b,
    }
}

fn multiply_rows(gates: &mut Gates, rows: &[Edge], row: &[Edge]) -> Word {
    let width = row.len();
    let mut sum = zeros(width);
    for (place, &digit) in rows.iter().enumerate() {
        if digit == Edge::FALSE {
            continue;
        }
        let partial = gate_by(gates, digit, &row[..width - place]);
        let high = add(gates, &sum[place..], &partial);
        sum.truncate(place);
        sum.extend(high);
    }
    sum
}

fn multiply_constant(gates: &mut Gates, digits: &[bool], row: &[Edge]) -> Word {
    let width = row.len();
    let mut sum = zeros(width);
    for (place, digit) in signed_digits(digits) {
        let term = &row[..width - place];
        let high = match digit {
            Digit::Plus => add(gates, &sum[place..], term),
            Digit::Minus => subtract(gates, &sum[place..], term),
        };
        sum.truncate(place);
        sum.extend(high);
    }
    sum
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Digit {
    Plus,
    Minus,
}

/// The non-adjacent form of a constant modulo 2^width: its non-zero digits with their places.
fn signed_digits(bits: &[bool]) -> Vec<(usize, Digit)> {
    let mut digits = Vec::new();
    let mut carry = false;
    for place in 0..bits.len() {
        let next = bits.get(place + 1).copied().unwrap_or(false);
        match (bits[place], carry) {
            (false, false) | (true, true) => (),
            (true, false) | (false, true) if next && place + 1 < bits.len() => {
                digits.push((place, Digit::Minus));
                carry = true;
            }
            (true, false) | (false, true) => {
                digits.push((place, Digit::Plus));
                carry = false;
            }
        }
    }
    digits
}

/// `a * b + c` together with an edge that says it does not fit into the width of `c`.
/// `a` and `b` may be narrower than `c`.
pub fn multiply_add_overflow(
    gates: &mut Gates,
    a: &[Edge],
    b: &[Edge],
    c: &[Edge],
) -> (Word, Edge) {
    let width = c.len();
    let mut sum = c.to_vec();
    let mut overflow = Edge::FALSE;
    for (place, &digit) in a.iter().enumerate() {
        if digit == Edge::FALSE {
            continue;
        }
        let fits = b.len().min(width.saturating_sub(place));
        let lost = gates.or_all(b[fits..].iter().copied());
        let lost = gates.and(digit, lost);
        overflow = gates.or(overflow, lost);
        if place >= width {
            continue;
        }
        let mut partial = gate_by(gates, digit, &b[..fits]);
        partial.resize(width - place, Edge::FALSE);
        let (high, carry) = add_carry(gates, &sum[place..], &partial, Edge::FALSE);
        overflow = gates.or(overflow, carry);
        sum.truncate(place);
        sum.extend(high);
    }
    (sum, overflow)
}

#[cfg(test)]
mod tests {
    use super::{Digit, signed_digits};

    #[test]
    fn signed_digits_sum_to_the_constant() {
        for width in 1..9usize {
            for value in 0..1i64 << width {
                let bits: Vec<bool> = (0..width).map(|place| value >> place & 1 == 1).collect();
                let sum: i64 = signed_digits(&bits)
                    .into_iter()
                    .map(|(place, digit)| match digit {
                        Digit::Plus => 1 << place,
                        Digit::Minus => -(1 << place),
                    })
                    .sum();
                assert_eq!((sum - value).rem_euclid(1 << width), 0, "{value} of width {width}");
            }
        }
    }
}
