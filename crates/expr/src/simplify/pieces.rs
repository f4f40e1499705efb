//! Operations that work bit by bit, on terms made of pieces.
//!
//! A concatenation, a zero extension or a constant is a row of pieces. When two rows meet in a bitwise operation or an
//! equality, both are cut at all borders of either and the operation is done segment by segment, where this makes
//! something vanish. So the bits of an unknown byte disappear that a bit-field store replaces.

use smallvec::SmallVec;

use crate::bits::Bits;
use crate::table::Terms;
use crate::term::{BinaryOp, Term, TermId};

/// Consecutive bits of a term.
struct Piece {
    content: Content,
    /// Position of the lowest bit in the whole.
    low: u32,
    width: u32,
}

#[derive(Clone)]
enum Content {
    Const(Bits),
    Term(TermId),
}

/// Pieces from the lowest up.
type Row = SmallVec<[Piece; 8]>;

/// Longer rows are left alone.
const MOST_PIECES: usize = 24;
/// A constant mask with more runs of zeros and ones is left alone: it is cheaper as a mask than as pieces.
const MOST_RUNS: usize = 5;

/// match: `a op b`, op bitwise, in which one is a constant with few runs or both are rows of matching pieces
/// result: the concatenation of `a[i] op b[i]`
pub(super) fn bitwise(terms: &mut Terms, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
    if !(is_row(terms, a) || is_row(terms, b)) || terms.width(a) == 1 {
        return None;
    }
    let (row_a, row_b) = (row(terms, a)?, row(terms, b)?);
    let mut borders = Borders::of(&row_a, &row_b)?;
    // An exclusive or with a constant needs no cut at its runs: `x ^ 0xf0` reads well as it is.
    if op != BinaryOp::Xor {
        let runs = runs_in(&cut(&row_a, &row_b, &borders));
        borders = borders.with(&runs).unwrap_or(borders);
    }
    let segments = cut(&row_a, &row_b, &borders);
    // Cutting a term in two is worth it only if some part of the operation vanishes.
    let pays = segments.iter().any(Segment::is_constant);
    if segments.len() < 2 || !pays && segments.iter().any(|segment| segment.divides_a_term) {
        return None;
    }
    let mut result = None;
    for segment in &segments {
        let (left, right) = segment.terms(terms);
        let part = terms.binary(op, left, right);
        result = Some(match result {
            None => part,
            Some(below) => terms.concat(part, below),
        });
    }
    result
}

/// match: `a == b`, both rows of matching pieces
/// result: the conjunction of `a[i] == b[i]`
pub(super) fn equality(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    if !(is_row(terms, a) && is_row(terms, b)) {
        return None;
    }
    let (row_a, row_b) = (row(terms, a)?, row(terms, b)?);
    let segments = cut(&row_a, &row_b, &Borders::of(&row_a, &row_b)?);
    if segments.len() < 2 || segments.iter().any(|segment| segment.divides_a_term) {
        return None;
    }
    let mut all = terms.truth(true);
    for segment in &segments {
        let (left, right) = segment.terms(terms);
        let equal = terms.eq(left, right);
        all = terms.and(all, equal);
    }
    Some(all)
}

fn is_row(terms: &Terms, t: TermId) -> bool {
    matches!(terms.get(t), Term::Const(_) | Term::ZExt { .. } | Term::Binary(BinaryOp::Concat, ..))
}

fn row(terms: &Terms, t: TermId) -> Option<Row> {
    let mut row = Row::new();
    // Concatenation nests to the right, so that the rest is always one term, of the lowest bits.
    let mut rest = t;
    loop {
        match *terms.get(rest) {
            Term::Binary(BinaryOp::Concat, high, low) => {
                push(terms, &mut row, high, terms.width(low));
                rest = low;
            }
            Term::ZExt { of, width } => {
                let low = terms.width(of);
                let content = Content::Const(Bits::zero(width - low));
                row.push(Piece { content, low, width: width - low });
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

/// Positions at which rows are cut, ascending; the last is the width.
struct Borders(SmallVec<[u32; 16]>);

impl Borders {
    /// Those of the pieces of both rows.
    fn of(a: &Row, b: &Row) -> Option<Borders> {
        let ends: SmallVec<[u32; 16]> =
            a.iter().chain(b).map(|piece| piece.low + piece.width).collect();
        Borders(SmallVec::new()).with(&ends)
    }

    /// `None` if there are too many.
    fn with(&self, more: &[u32]) -> Option<Borders> {
        let mut all: SmallVec<[u32; 16]> = self.0.iter().chain(more).copied().collect();
        all.sort_unstable();
        all.dedup();
        (all.len() <= MOST_PIECES).then_some(Borders(all))
    }
}

/// The same bits of two rows.
struct Segment {
    /// Position of the lowest bit in the whole.
    low: u32,
    left: Part,
    right: Part,
    /// A piece that is no constant is cut here, and there is no constant on the other side.
    divides_a_term: bool,
}

/// Bits of one piece.
struct Part {
    content: Content,
    /// Position of the lowest bit in the content.
    from: u32,
    width: u32,
}

impl Segment {
    fn is_constant(&self) -> bool {
        self.left.is_constant() || self.right.is_constant()
    }
    fn terms(&self, terms: &mut Terms) -> (TermId, TermId) {
        (self.left.term(terms), self.right.term(terms))
    }
}

impl Part {
    /// The bits `low .. high` of the whole, which the piece covers.
    fn of(piece: &Piece, high: u32, low: u32) -> Part {
        Part { content: piece.content.clone(), from: low - piece.low, width: high - low }
    }
    fn is_constant(&self) -> bool {
        matches!(self.content, Content::Const(_))
    }
    fn constant(&self) -> Option<Bits> {
        match &self.content {
            Content::Const(bits) => Some(bits.extract(self.from + self.width - 1, self.from)),
            Content::Term(_) => None,
        }
    }
    fn term(&self, terms: &mut Terms) -> TermId {
        let (high, low) = (self.from + self.width - 1, self.from);
        match &self.content {
            Content::Const(bits) => terms.constant_bits(bits.extract(high, low)),
            Content::Term(term) => terms.extract(*term, high, low),
        }
    }
}

/// Both rows cut at the borders, from the lowest segment up.
fn cut(a: &Row, b: &Row, borders: &Borders) -> SmallVec<[Segment; 8]> {
    let mut segments = SmallVec::new();
    let mut low = 0;
    let (mut at_a, mut at_b) = (0, 0);
    for &high in &borders.0 {
        let (piece_a, piece_b) = (&a[at_a], &b[at_b]);
        let (left, right) = (Part::of(piece_a, high, low), Part::of(piece_b, high, low));
        let whole = left.width == piece_a.width && right.width == piece_b.width;
        let constant = left.is_constant() || right.is_constant();
        segments.push(Segment { low, left, right, divides_a_term: !whole && !constant });
        at_a += usize::from(high == piece_a.low + piece_a.width);
        at_b += usize::from(high == piece_b.low + piece_b.width);
        low = high;
    }
    segments
}

/// The borders of the runs of equal bits in constants that meet terms, where they are few.
fn runs_in(segments: &[Segment]) -> SmallVec<[u32; 16]> {
    let mut borders = SmallVec::new();
    for segment in segments {
        let bits = match (segment.left.constant(), segment.right.constant()) {
            (Some(bits), None) | (None, Some(bits)) => bits,
            (Some(_), Some(_)) | (None, None) => continue,
        };
        let ends = run_ends(&bits);
        if ends.len() <= MOST_RUNS {
            borders.extend(ends.iter().map(|end| segment.low + end));
        }
    }
    borders
}

/// Where the runs of equal bits end.
fn run_ends(bits: &Bits) -> SmallVec<[u32; 8]> {
    let mut ends = SmallVec::new();
    let mut position = 0;
    while position < bits.width() {
        let rest = bits.lshr_by(position);
        let length = if rest.bit(0) { rest.trailing_ones() } else { rest.trailing_zeros() };
        position += length.min(bits.width() - position);
        ends.push(position);
    }
    ends
}
