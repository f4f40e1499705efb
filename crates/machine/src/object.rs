//! One memory object: bytes, which of them are defined, and the symbolic cells over them.
//!
//! Content is kept in chunks of 1 KiB that are shared between states until written. A chunk that does not
//! exist yet has the object's fill. A symbolic value is kept whole as a *cell* at the offset and width it
//! was stored with, so that it is read back as the same term.

use std::rc::Rc;

use raddle_expr::{TermId, Terms};
use raddle_ir::Loc;
use smallvec::SmallVec;

use crate::memory::Touched;
use crate::names::ObjectId;
use crate::updates::Remembered;
use crate::value::Value;

const CHUNK: u64 = 1024;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    Global,
    Function,
    Stack,
    Heap,
    /// Memory from the system: not `free` gives it back, and nobody expects it to be given back.
    Mapped,
    Thread,
    Environment,
    /// It was there before the start.
    Unknown,
}

/// Whether an object may still be accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Life {
    Alive,
    /// Freed, or its function returned, at this place.
    Ended(Loc),
}

/// What bytes are before anything is stored to them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fill {
    Zero,
    Undefined,
}

#[derive(Clone, Debug)]
pub struct Object {
    pub id: ObjectId,
    pub size: u64,
    pub kind: ObjectKind,
    pub life: Life,
    pub constant: bool,
    /// Declared, but defined nowhere: its content is not known.
    pub external: bool,
    /// Another thread may hold its address.
    pub shared: bool,
    /// Bytes that may be accessed, if that depends on inputs.
    pub length: Option<Value>,
    pub fill: Fill,
    /// Where it was created.
    pub loc: Loc,
    chunks: Vec<Option<Rc<Chunk>>>,
    /// Ranges written since tracking began.
    written: Option<Vec<(u64, u64)>>,
    /// How cells came to hold what they hold. Follows from the rest, and is no part of a state.
    pub(crate) remembered: Remembered,
}

#[derive(Clone, Debug, PartialEq)]
struct Chunk {
    bytes: Box<[u8]>,
    /// `None`: all defined. Otherwise one bit per byte.
    defined: Option<Box<[u64]>>,
    /// Sorted by offset (within the chunk), not overlapping.
    cells: Vec<Cell>,
}

/// A symbolic value of `size` bytes. It lies within one chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    offset: u32,
    size: u32,
    term: TermId,
}

/// One byte as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Byte {
    Known(u8),
    /// Byte `index` of a symbolic cell.
    Part(TermId, u32),
    Undefined,
}

/// What two objects hold at the same place.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Content {
    /// Eight bytes of each, at a multiple of eight.
    Words(u64, u64),
    /// The same for both, at any other offset.
    Straddling(u64),
    Term(TermId),
}

impl Object {
    /// All contents that depend on inputs.
    pub fn for_each_term(&self, visit: &mut dyn FnMut(TermId)) {
        for chunk in self.chunks.iter().flatten() {
            chunk.cells.iter().for_each(|cell| visit(cell.term));
        }
    }

    pub fn new(id: ObjectId, size: u64, kind: ObjectKind, fill: Fill, loc: Loc) -> Object {
        Object {
            id,
            size,
            kind,
            life: Life::Alive,
            constant: false,
            external: false,
            shared: false,
            length: None,
            fill,
            loc,
            chunks: Vec::new(),
            written: None,
            remembered: None,
        }
    }

    pub(crate) fn track(&mut self) {
        self.written.get_or_insert_default();
    }

    pub(crate) fn touch(&mut self, offset: u64, size: u64) {
        self.remembered = None;
        if let Some(written) = &mut self.written {
            written.push((offset, offset + size));
        }
    }

    /// What was written since this version of an object was another one.
    pub(crate) fn written_since(&self, earlier: &Object) -> &[(u64, u64)] {
        let known = earlier.written.as_ref().map_or(0, Vec::len);
        self.written.as_ref().map_or(&[], |written| &written[known..])
    }

    /// How much of a range was written since tracking began.
    pub(crate) fn touched(&self, offset: u64, size: u64) -> Touched {
        let Some(written) = &self.written else { return Touched::Not };
        let end = offset + size;
        if written.iter().any(|&(from, to)| from <= offset && end <= to) {
            return Touched::Wholly;
        }
        let hits = |at: u64| written.iter().any(|&(from, to)| from <= at && at < to);
        match (offset..end).filter(|&at| hits(at)).count() as u64 {
            0 => Touched::Not,
            count if count == size => Touched::Wholly,
            _ => Touched::Partly,
        }
    }

    /// Whether two versions of an object hold the same.
    pub fn same_content(&self, other: &Object) -> bool {
        (self.size, self.life, self.shared) == (other.size, other.life, other.shared)
            && self.chunks.len() == other.chunks.len()
            && self.chunks.iter().zip(&other.chunks).all(|pair| match pair {
                (Some(a), Some(b)) => Rc::ptr_eq(a, b) || a == b,
                (a, b) => a.is_none() && b.is_none(),
            })
    }

    /// Whether two objects hold the same, if words are compared by somebody else.
    pub(crate) fn content_corresponds(
        &self,
        other: &Object,
        compare: &mut dyn FnMut(Content) -> bool,
    ) -> bool {
        let alike = (self.size, self.kind, self.life, self.shared, self.fill)
            == (other.size, other.kind, other.life, other.shared, other.fill)
            && (self.constant, self.external, self.length)
                == (other.constant, other.external, other.length)
            && self.chunks.len() == other.chunks.len();
        if !alike {
            return false;
        }
        let mut before = [0; 7];
        for pair in self.chunks.iter().zip(&other.chunks) {
            let (own, others) = match pair {
                (Some(own), Some(others)) => (own, others),
                (None, None) => {
                    before = [0; 7];
                    continue;
                }
                _ => return false,
            };
            if !own.corresponds(others, &mut before, compare) {
                return false;
            }
        }
        true
    }

    /// Reads up to eight bytes that are all known and lie in one chunk.
    #[inline]
    pub fn load_known(&self, offset: u64, size: u64) -> Option<u64> {
        let within = (offset % CHUNK) as usize;
        let Some(Some(chunk)) = self.chunks.get((offset / CHUNK) as usize) else {
            return (self.fill == Fill::Zero).then_some(0);
        };
        let bytes = chunk.bytes.get(within..within + size as usize)?;
        if !chunk.cells.is_empty() && chunk.overlaps_cell(within as u32, size as u32) {
            return None;
        }
        if chunk.defined.is_some() && !chunk.all_defined(within, size as usize) {
            return None;
        }
        let mut word = [0; 8];
        match bytes.len() {
            4 => word[..4].copy_from_slice(bytes),
            8 => word.copy_from_slice(bytes),
            1 => word[0] = bytes[0],
            length if length <= 8 => word[..length].copy_from_slice(bytes),
            _ => return None,
        }
        Some(u64::from_le_bytes(word))
    }

    /// Overwrites up to eight bytes in one chunk with known ones. `false`: they are not in one chunk.
    #[inline]
    pub fn store_known(&mut self, terms: &mut Terms, offset: u64, size: u64, word: u64) -> bool {
        let within = (offset % CHUNK) as usize;
        self.touch(offset, size);
        let chunk = self.chunk_mut(offset);
        if within + size as usize > chunk.bytes.len() {
            return false;
        }
        chunk.clear_cells(terms, within as u32, size as u32);
        let bytes = word.to_le_bytes();
        match size {
            8 => chunk.bytes[within..within + 8].copy_from_slice(&bytes),
            4 => chunk.bytes[within..within + 4].copy_from_slice(&bytes[..4]),
            1 => chunk.bytes[within] = bytes[0],
            _ => {
                chunk.bytes[within..within + size as usize].copy_from_slice(&bytes[..size as usize])
            }
        }
        if chunk.defined.is_some() {
            chunk.set_defined(within, size as usize, true);
        }
        true
    }

    /// Stores a symbolic value of `size` bytes.
    pub fn store_term(&mut self, terms: &mut Terms, offset: u64, size: u64, term: TermId) {
        let within = offset % CHUNK;
        self.touch(offset, size);
        let chunk = self.chunk_mut(offset);
        if within + size > chunk.bytes.len() as u64 {
            // Straddles two chunks: byte by byte.
            for index in 0..size {
                let low = index as u32 * 8;
                let part = terms.extract(term, low + 7, low);
                match Value::of_term(terms, part) {
                    Value::Word(word) => {
                        self.store_known(terms, offset + index, 1, word);
                    }
                    Value::Term(part) => self.store_term(terms, offset + index, 1, part),
                    Value::Undef => unreachable!("of_term gives no undefined value"),
                }
            }
            return;
        }
        let cell = Cell { offset: within as u32, size: size as u32, term };
        chunk.clear_cells(terms, cell.offset, cell.size);
        if chunk.defined.is_some() {
            chunk.set_defined(within as usize, size as usize, true);
        }
        let at = chunk.cells.partition_point(|other| other.offset < cell.offset);
        chunk.cells.insert(at, cell);
    }

    /// Makes bytes undefined again.
    pub fn store_undefined(&mut self, terms: &mut Terms, offset: u64, size: u64) {
        self.touch(offset, size);
        for index in offset..offset + size {
            let within = (index % CHUNK) as usize;
            let chunk = self.chunk_mut(index);
            chunk.clear_cells(terms, within as u32, 1);
            chunk.set_defined(within, 1, false);
        }
    }

    /// The term of a cell of exactly this offset and size.
    pub fn cell(&self, offset: u64, size: u64) -> Option<TermId> {
        let chunk = self.chunks.get((offset / CHUNK) as usize)?.as_ref()?;
        let within = (offset % CHUNK) as u32;
        let at = chunk.cells.binary_search_by_key(&within, |cell| cell.offset).ok()?;
        (u64::from(chunk.cells[at].size) == size).then(|| chunk.cells[at].term)
    }

    pub fn byte(&self, offset: u64) -> Byte {
        let Some(Some(chunk)) = self.chunks.get((offset / CHUNK) as usize) else {
            return match self.fill {
                Fill::Zero => Byte::Known(0),
                Fill::Undefined => Byte::Undefined,
            };
        };
        let within = offset % CHUNK;
        if let Some(cell) = chunk.cell_at(within as u32) {
            return Byte::Part(cell.term, within as u32 - cell.offset);
        }
        if !chunk.all_defined(within as usize, 1) {
            return Byte::Undefined;
        }
        Byte::Known(chunk.bytes[within as usize])
    }

    /// Stores one byte as another object had it.
    pub fn store_byte(&mut self, terms: &mut Terms, offset: u64, byte: Byte) {
        match byte {
            Byte::Known(known) => {
                self.store_known(terms, offset, 1, u64::from(known));
            }
            Byte::Part(term, index) => {
                let part = terms.extract(term, index * 8 + 7, index * 8);
                self.store_term(terms, offset, 1, part);
            }
            Byte::Undefined => self.store_undefined(terms, offset, 1),
        }
    }

    /// Offsets and sizes of the symbolic cells that lie wholly inside the range.
    pub fn cells_within(&self, offset: u64, size: u64) -> SmallVec<[(u64, u64, TermId); 4]> {
        let mut found = SmallVec::new();
        let first = (offset / CHUNK) as usize;
        let last = ((offset + size).div_ceil(CHUNK) as usize).min(self.chunks.len());
        for index in first..last {
            let Some(chunk) = &self.chunks[index] else { continue };
            let base = index as u64 * CHUNK;
            for cell in &chunk.cells {
                let (start, length) = (base + u64::from(cell.offset), u64::from(cell.size));
                if start >= offset && start + length <= offset + size {
                    found.push((start, length, cell.term));
                }
            }
        }
        found
    }

    /// Calls `visit` with every pointer-sized word, aligned or not, that may hold an address: no address is below `lowest`.
    pub fn for_each_word(&self, pointer_bytes: u64, lowest: u64, visit: &mut dyn FnMut(Value)) {
        for (index, chunk) in self.chunks.iter().enumerate() {
            let Some(chunk) = chunk else { continue };
            for cell in &chunk.cells {
                visit(Value::Term(cell.term));
            }
            let base = index as u64 * CHUNK;
            for offset in 0..chunk.bytes.len() as u64 {
                let word = self.raw_word(base + offset, pointer_bytes);
                if word.is_some_and(|word| word >= lowest) {
                    visit(Value::Word(word.unwrap_or(0)));
                }
            }
        }
    }

    /// The bytes at an offset as a word, whether they are defined or not.
    fn raw_word(&self, offset: u64, size: u64) -> Option<u64> {
        let mut word = [0; 8];
        let (index, within) = ((offset / CHUNK) as usize, (offset % CHUNK) as usize);
        let chunk = self.chunks.get(index)?.as_ref()?;
        if let Some(bytes) = chunk.bytes.get(within..within + size as usize) {
            word[..size as usize].copy_from_slice(bytes);
            return Some(u64::from_le_bytes(word));
        }
        // The rest is in the next chunk.
        let first = &chunk.bytes[within..];
        let next = self.chunks.get(index + 1)?.as_ref()?;
        let rest = next.bytes.get(..size as usize - first.len())?;
        word[..first.len()].copy_from_slice(first);
        word[first.len()..size as usize].copy_from_slice(rest);
        Some(u64::from_le_bytes(word))
    }

    fn chunk_mut(&mut self, offset: u64) -> &mut Chunk {
        let index = (offset / CHUNK) as usize;
        if self.chunks.is_empty() {
            self.chunks.resize(self.size.div_ceil(CHUNK) as usize, None);
        }
        let length = (self.size - index as u64 * CHUNK).min(CHUNK) as usize;
        let fill = self.fill;
        let chunk = self.chunks[index].get_or_insert_with(|| Rc::new(Chunk::new(length, fill)));
        Rc::make_mut(chunk)
    }
}

impl Chunk {
    /// See [`Object::content_corresponds`]. `before`: the last bytes of the chunk before.
    fn corresponds(
        &self,
        other: &Chunk,
        before: &mut [u8; 7],
        compare: &mut dyn FnMut(Content) -> bool,
    ) -> bool {
        let alike = self.defined == other.defined
            && self.cells == other.cells
            && self.bytes.len() == other.bytes.len()
            && self.cells.iter().all(|cell| compare(Content::Term(cell.term)));
        if !alike {
            return false;
        }
        let word = |bytes: &[u8]| {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            u64::from_le_bytes(word)
        };
        for (own, others) in self.bytes.chunks(8).zip(other.bytes.chunks(8)) {
            let (own, others) = (word(own), word(others));
            if own | others != 0 && !compare(Content::Words(own, others)) {
                return false;
            }
        }
        // An address need not lie at a multiple of eight.
        let joined: Vec<u8> = before.iter().chain(&self.bytes).copied().collect();
        let odd = joined.windows(8).enumerate().filter(|(place, _)| place % 8 != 7);
        let straddles = odd.map(|(_, bytes)| word(bytes)).filter(|word| word >> 32 != 0);
        for word in straddles {
            if !compare(Content::Straddling(word)) {
                return false;
            }
        }
        let end = joined.len();
        before.copy_from_slice(&joined[end - 7..]);
        true
    }

    fn new(length: usize, fill: Fill) -> Chunk {
        let defined = match fill {
            Fill::Zero => None,
            Fill::Undefined => Some(vec![0; length.div_ceil(64)].into()),
        };
        Chunk { bytes: vec![0; length].into(), defined, cells: Vec::new() }
    }

    fn cell_at(&self, offset: u32) -> Option<&Cell> {
        let after = self.cells.partition_point(|cell| cell.offset <= offset);
        let cell = self.cells.get(after.checked_sub(1)?)?;
        (offset < cell.offset + cell.size).then_some(cell)
    }

    fn overlaps_cell(&self, offset: u32, size: u32) -> bool {
        let after = self.cells.partition_point(|cell| cell.offset < offset + size);
        after > 0 && {
            let cell = &self.cells[after - 1];
            cell.offset + cell.size > offset
        }
    }

    /// Removes cells that overlap the range; what sticks out of it is kept byte by byte.
    fn clear_cells(&mut self, terms: &mut Terms, offset: u32, size: u32) {
        if self.cells.is_empty() || !self.overlaps_cell(offset, size) {
            return;
        }
        let first = self.cells.partition_point(|cell| cell.offset + cell.size <= offset);
        let last = self.cells.partition_point(|cell| cell.offset < offset + size);
        let old: SmallVec<[Cell; 4]> = self.cells.drain(first..last).collect();
        let mut at = first;
        for cell in old {
            for index in 0..cell.size {
                let byte = cell.offset + index;
                if (offset..offset + size).contains(&byte) {
                    continue;
                }
                let part = terms.extract(cell.term, index * 8 + 7, index * 8);
                match Value::of_term(terms, part) {
                    Value::Word(word) => self.bytes[byte as usize] = word as u8,
                    Value::Term(term) => {
                        self.cells.insert(at, Cell { offset: byte, size: 1, term });
                        at += 1;
                    }
                    Value::Undef => unreachable!("of_term gives no undefined value"),
                }
            }
        }
    }

    fn all_defined(&self, offset: usize, size: usize) -> bool {
        self.defined.as_ref().is_none_or(|bits| {
            (offset..offset + size).all(|byte| bits[byte / 64] >> (byte % 64) & 1 == 1)
        })
    }

    fn set_defined(&mut self, offset: usize, size: usize, defined: bool) {
        let length = self.bytes.len();
        let bits = self.defined.get_or_insert_with(|| vec![u64::MAX; length.div_ceil(64)].into());
        for byte in offset..offset + size {
            let bit = 1 << (byte % 64);
            if defined {
                bits[byte / 64] |= bit;
            } else {
                bits[byte / 64] &= !bit;
            }
        }
    }
}
