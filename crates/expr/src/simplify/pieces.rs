//! Operations that work bit by bit, on terms made of pieces.
//!
//! A concatenation, a zero extension or a constant is a row of pieces. When two rows meet in a bitwise operation or an
//! equality, both are cut at all borders of either and the operation is done segment by segment, where this leaves only
//! whole pieces and constants. This is what makes the bits of an unknown byte disappear that a bit-field store replaces.

use smallvec::SmallVec;

use crate::bits::Bits;
use crate::table::Terms;
use crate::term::{BinaryOp, Term, TermId};

/// Consecutive bits of a term; `low` is the position of the lowest in the whole.
#[derive(Clone)]
struct Piece {
    content: Content,
    low: u32,
    width: u32,
}

#[derive(Clone)]
enum Content {
    Const(Bits),
    Term(TermId),
}

type Row = SmallVec<[Piece; 8]>;

/// Longer rows are left alone.
const MOST_PIECES: usize = 12;
/// A constant mask with more runs of ones is left alone: it is cheaper as a mask than as pieces.
const MOST_RUNS: usize = 2;

/// match: `a op b`, op bitwise, in which one is a constant with few runs or both are rows of matching pieces
/// result: the concatenation of `a[i] op b[i]`
pub(super) fn bitwise(terms: &mut Terms, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
    if !(is_row(terms, a) || is_row(terms, b)) || terms.width(a) == 1 {
        return None;
    }
    let (row_a, row_b) = (row(terms, a)?, row(terms, b)?);
    let mut borders = borders(&row_a, &row_b);
    match op {
        // An exclusive or with a constant needs no cut at its runs: `x ^ 0xf0` reads well as it is.
        BinaryOp::Xor => {}
        _ => {
            add_runs(&row_a, &mut borders)?;
            add_runs(&row_b, &mut borders)?;
        }
    }
    let cut = segments(&row_a, &row_b, &borders)?;
    // Cutting a term in two is worth it only if some part of the operation vanishes.
    if cut.segments.len() < 2 || (cut.divides_terms && !cut.has_constant) {
        return None;
    }
    combine(terms, op, &cut.segments)
}

/// match: `a == b`, both rows of matching pieces
/// result: the conjunction of `a[i] == b[i]`
pub(super) fn equality(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    // Two constants do not get here, so a second constant row is a proper one.
    if !(is_row(terms, a) && is_row(terms, b)) {
        return None;
    }
    let (row_a, row_b) = (row(terms, a)?, row(terms, b)?);
    let cut = segments(&row_a, &row_b, &borders(&row_a, &row_b))?;
    if cut.segments.len() < 2 || cut.divides_terms {
        return None;
    }
    let mut all = terms.truth(true);
    for (left, right) in &cut.segments {
        let (left, right) = (term_of(terms, left), term_of(terms, right));
        let equal = terms.eq(left, right);
        all = terms.and(all, equal);
    }
    Some(all)
}

fn combine(terms: &mut Terms, op: BinaryOp, segments: &[(Piece, Piece)]) -> Option<TermId> {
    let mut result = None;
    for (left, right) in segments {
        let (left, right) = (term_of(terms, left), term_of(terms, right));
        let part = terms.binary(op, left, right);
        result = Some(match result {
            None => part,
            Some(below) => terms.concat(part, below),
        });
    }
    result
}

fn is_row(terms: &Terms, t: TermId) -> bool {
    matches!(terms.get(t), Term::Const(_) | Term::ZExt { .. } | Term::Binary(BinaryOp::Concat, ..))
}

/// The pieces from the lowest up.
fn row(terms: &Terms, t: TermId) -> Option<Row> {
    let mut row = Row::new();
    // Concatenation nests to the right, so that the rest is always one term, of the lowest bits.
    let mut rest = t;
    loop {
        let width = terms.width(rest);
        match *terms.get(rest) {
            Term::Binary(BinaryOp::Concat, high, low) => {
                push(terms, &mut row, high, terms.width(low));
                rest = low;
            }
            Term::ZExt { of, .. } => {
                let inner = terms.width(of);
                let content = Content::Const(Bits::zero(width - inner));
                row.push(Piece { content, low: inner, width: width - inner });
                rest = of;
            }
            _ => {
                push(terms, &mut row, rest, 0);
                row.reverse();
                return Some(row);
            }
        }
        if row.len() >= MOST_PIECES {
            return None;
        }
    }
}

fn push(terms: &Terms, row: &mut Row, t: TermId, low: u32) {
    let content = match terms.as_const(t) {
        Some(bits) => Content::Const(bits.clone()),
        None => Content::Term(t),
    };
    row.push(Piece { content, low, width: terms.width(t) });
}

/// The upper borders of the pieces of both rows, ascending.
fn borders(a: &Row, b: &Row) -> SmallVec<[u32; 16]> {
    a.iter().chain(b).map(|piece| piece.low + piece.width).collect()
}

/// Adds the borders of runs of equal bits in constants.
fn add_runs(row: &Row, borders: &mut SmallVec<[u32; 16]>) -> Option<()> {
    for piece in row {
        let Content::Const(bits) = &piece.content else { continue };
        let mut runs = 0;
        let mut position = 0;
        while position < piece.width {
            let rest = bits.lshr_by(position);
            let ones = rest.bit(0);
            let length = if ones { rest.trailing_ones() } else { rest.trailing_zeros() };
            runs += usize::from(ones);
            position += length.min(piece.width - position);
            borders.push(piece.low + position);
            if runs > MOST_RUNS {
                return None;
            }
        }
    }
    Some(())
}

/// Two rows cut at the same places, from the lowest up.
struct Cut {
    segments: SmallVec<[(Piece, Piece); 8]>,
    /// Some piece that is no constant was cut where the other row has no constant.
    divides_terms: bool,
    /// Some segment is constant on a side.
    has_constant: bool,
}

/// Both rows cut at the borders. `None` if there are too many.
fn segments(a: &Row, b: &Row, borders: &[u32]) -> Option<Cut> {
    let mut borders: SmallVec<[u32; 16]> = borders.into();
    borders.sort_unstable();
    borders.dedup();
    if borders.len() > MOST_PIECES {
        return None;
    }
    let mut result = Cut { segments: SmallVec::new(), divides_terms: false, has_constant: false };
    let mut low = 0;
    let (mut at_a, mut at_b) = (0, 0);
    for high in borders {
        let (piece_a, piece_b) = (&a[at_a], &b[at_b]);
        let (left, right) = (cut(piece_a, high, low), cut(piece_b, high, low));
        let constant = is_constant(&left) || is_constant(&right);
        let whole = left.width == piece_a.width && right.width == piece_b.width;
        result.divides_terms |= !constant && !whole;
        result.has_constant |= constant;
        at_a += usize::from(high == piece_a.low + piece_a.width);
        at_b += usize::from(high == piece_b.low + piece_b.width);
        result.segments.push((left, right));
        low = high;
    }
    Some(result)
}

/// The bits `low .. high` of the whole, out of a piece that covers them. A term stays uncut: `low` is then relative.
fn cut(piece: &Piece, high: u32, low: u32) -> Piece {
    let (from, width) = (low - piece.low, high - low);
    let content = match &piece.content {
        Content::Const(bits) => Content::Const(bits.extract(from + width - 1, from)),
        Content::Term(term) => Content::Term(*term),
    };
    Piece { content, low: from, width }
}

fn is_constant(piece: &Piece) -> bool {
    matches!(piece.content, Content::Const(_))
}

/// The term of a piece made by [`cut`].
fn term_of(terms: &mut Terms, piece: &Piece) -> TermId {
    match &piece.content {
        Content::Const(bits) => terms.constant_bits(bits.clone()),
        Content::Term(term) => terms.extract(*term, piece.low + piece.width - 1, piece.low),
    }
}
