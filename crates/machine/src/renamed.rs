//! States that are alike up to the names of memory that belongs to one thread.
//!
//! A thread that goes round for ever and calls a function with local variables, or takes memory and gives it back, has other objects in every round: an
//! object is named by how many its thread made before (`names.rs`). Nothing depends on that name. So two states go on alike if there is a one-to-one
//! correspondence between the objects that their threads can still reach under which all else is equal.
//!
//! The correspondence is built from what is certain. Local variables of the same frames correspond in order, and an address in a live register or in memory
//! corresponds to the address at the same place of the other state. Only memory that no other thread was seen to hold changes its name: what is shared appears in
//! sleep sets and in accesses of the run. Whatever nobody can reach is not compared; it matters to leaks alone, and whoever looks for leaks does
//! not ask here. A word that looks like an address is taken for one, at any offset: it may keep an object from being renamed, never the reverse.
//!
//! Addresses may be hidden: `p ^ key` is no address, and would stay what it is. From the first operation on that may hide the address of a local
//! variable or of heap memory ([`Machine::note_hidden_address`]) no states are compared in this way. (One that was stored in pieces, and of which
//! only pieces are left, is not noticed, as in `threads.rs`.)

use std::rc::Rc;

use raddle_expr::TermId;
use raddle_ir::BinaryOp;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::machine::Machine;
use crate::memory::Memory;
use crate::mistakes::SummaryMistake;
use crate::names::{ObjectId, ObjectName, ThreadId};
use crate::object::{Content, Object, ObjectKind};
use crate::state::{Frame, Snapshot, State, Thread};
use crate::threads::{constants_of, constants_within};
use crate::value::Value;

/// Terms of so many nodes are looked through for addresses.
const LARGEST: usize = 32;

/// Which objects of an earlier state those of a later one stand for: all that threads can still reach.
#[derive(Debug)]
pub struct Counterparts(FxHashMap<ObjectId, ObjectId>);

impl Counterparts {
    pub fn of(&self, object: ObjectId) -> Option<ObjectId> {
        self.0.get(&object).copied()
    }
}

/// Which object of one state stands for which of the other.
#[derive(Default)]
struct Correspondence {
    forth: FxHashMap<ObjectId, ObjectId>,
    back: FxHashMap<ObjectId, ObjectId>,
    /// Pairs whose content has to be compared.
    open: Vec<(ObjectId, ObjectId)>,
}

impl Correspondence {
    /// Whether two objects can stand for each other beside all other pairs.
    fn pair(&mut self, a: ObjectId, b: ObjectId) -> bool {
        match (self.forth.get(&a), self.back.get(&b)) {
            (Some(&known), Some(_)) => known == b,
            (None, None) => {
                self.forth.insert(a, b);
                self.back.insert(b, a);
                self.open.push((a, b));
                true
            }
            _ => false,
        }
    }
}

impl Machine<'_> {
    /// Like [`Machine::goes_on_like`], up to the names of memory that belongs to one thread.
    pub fn goes_on_like_renamed(&mut self, a: &Snapshot, b: &State) -> Option<Counterparts> {
        // A piece of the program ends after so many rounds.
        let mut frames = a.threads.iter().chain(&b.threads).flat_map(|thread| &thread.frames);
        let counts_rounds = frames.any(|frame| !frame.rounds.is_empty());
        if !self.may_rename()
            || counts_rounds
            || a.threads.len() != b.threads.len()
            || self.differs_as_before(a, b)
        {
            return None;
        }
        let mut pairs = Correspondence::default();
        let threads = a.threads.iter().zip(&b.threads);
        for (own, other) in threads {
            if !self.threads_correspond(own, other, &mut pairs) {
                return None;
            }
        }
        let difference = self.difference(a, b, &mut pairs);
        if difference.is_some() {
            self.last_difference = difference;
            return None;
        }
        Some(Counterparts(pairs.back))
    }

    /// Whether a thread that has written nothing but local variables of its own is where it was before, up to their names. What others can see is not compared,
    /// nor how many rounds it has gone: whoever only waits is not nearer to the end of a piece.
    pub fn stands_alike_renamed(&mut self, a: &State, b: &State, thread: ThreadId) -> bool {
        let (Some(old), Some(new)) = (a.position(thread), b.position(thread)) else { return false };
        self.is_alike_renamed((&a.threads[old], &a.memory), (&b.threads[new], &b.memory))
    }

    /// The same of a thread and its memory, before and after.
    pub(crate) fn is_alike_renamed(
        &mut self,
        (old, before): (&Rc<Thread>, &Memory),
        (new, after): (&Rc<Thread>, &Memory),
    ) -> bool {
        let thread = old.id;
        let mut pairs = Correspondence::default();
        if !self.may_rename()
            || old.inputs != new.inputs
            || !self.threads_correspond(old, new, &mut pairs)
        {
            return false;
        }
        while let Some((own, other)) = pairs.open.pop() {
            let is_local = |object: ObjectId| self.names.is_local_of(object, thread);
            let corresponds = match (before.get(own), after.get(other)) {
                (Some(one), Some(two)) if is_local(own) && is_local(other) => {
                    let renamed = own != other;
                    self.named_alike(own, other)
                        && !(renamed && (one.shared || two.shared))
                        && self.contents_correspond(one, two, &mut pairs)
                }
                _ => own == other,
            };
            if !corresponds {
                return false;
            }
        }
        true
    }

    /// No address was hidden so far, so that names can be changed.
    fn may_rename(&self) -> bool {
        !self.hidden_address && self.facts.pointer_bits == 64
    }

    fn threads_correspond(
        &mut self,
        a: &Rc<Thread>,
        b: &Rc<Thread>,
        pairs: &mut Correspondence,
    ) -> bool {
        // Whoever waits in a loop cannot move; without having gone round it could.
        let alike = a.id == b.id
            && a.status == b.status
            && (a.created, a.stack_bytes) == (b.created, b.stack_bytes)
            && (a.phase.step, a.phase.code) == (b.phase.step, b.phase.code)
            && a.gate.is_none()
            && b.gate.is_none()
            && a.spin.waits_like(&b.spin)
            && a.frames.len() == b.frames.len()
            && a.held.len() == b.held.len();
        alike
            && a.held.iter().zip(&b.held).all(|(a, b)| a.1 == b.1 && pairs.pair(a.0, b.0))
            && a.frames
                .iter()
                .zip(&b.frames)
                .rev()
                .all(|(a, b)| self.frames_correspond(a, b, pairs))
    }

    fn frames_correspond(
        &mut self,
        a: &Rc<Frame>,
        b: &Rc<Frame>,
        pairs: &mut Correspondence,
    ) -> bool {
        let alike = (a.func, a.block, a.inst, a.again) == (b.func, b.block, b.inst, b.again)
            && a.locals.len() == b.locals.len()
            && a.varargs.len() == b.varargs.len()
            && a.iterations == b.iterations;
        if !alike || !a.locals.iter().zip(&b.locals).all(|(&a, &b)| pairs.pair(a, b)) {
            return false;
        }
        let live = self.live_registers(a);
        let registers = live.iter().map(|reg| (a.regs[reg.0 as usize], b.regs[reg.0 as usize]));
        let arguments = a.varargs.iter().zip(b.varargs.iter());
        let same_types = arguments.clone().all(|(a, b)| a.ty == b.ty && a.by_value == b.by_value);
        same_types
            && registers
                .chain(arguments.map(|(a, b)| (a.value, b.value)))
                .all(|(a, b)| self.values_correspond(a, b, pairs))
    }

    fn values_correspond(&self, a: Value, b: Value, pairs: &mut Correspondence) -> bool {
        match (a, b) {
            (Value::Word(a), Value::Word(b)) => self.words_correspond(a, b, pairs),
            (Value::Term(a), Value::Term(b)) => a == b && self.term_stays(a, pairs),
            (Value::Undef, Value::Undef) => true,
            _ => false,
        }
    }

    fn words_correspond(&self, a: u64, b: u64, pairs: &mut Correspondence) -> bool {
        let alike = self.config.summary_mistake == Some(SummaryMistake::AddressesAlike);
        match (self.names.resolve(a), self.names.resolve(b)) {
            (Some(_), Some(_)) if alike => true,
            (Some((a, offset)), Some((b, other))) => offset == other && pairs.pair(a, b),
            (None, None) => a == b,
            _ => false,
        }
    }

    /// Whether every address in a term is that of an object that keeps its name.
    fn term_stays(&self, term: TermId, pairs: &mut Correspondence) -> bool {
        let addresses = constants_of(&self.terms, term);
        let objects = addresses.into_iter().filter_map(|address| self.names.resolve(address));
        objects.into_iter().all(|(object, _)| pairs.pair(object, object))
    }

    /// The object whose content differs, if there is one.
    fn difference(&self, a: &Snapshot, b: &State, pairs: &mut Correspondence) -> Option<ObjectId> {
        let mut unlike = None;
        for memory in [&a.memory, &b.memory] {
            memory.for_each(&mut |object| {
                if self.has_a_name(object) && !pairs.pair(object.id, object.id) {
                    unlike = Some(object.id);
                }
            });
        }
        if unlike.is_some() {
            return unlike;
        }
        while let Some((own, other)) = pairs.open.pop() {
            let corresponds = match (a.memory.get(own), b.memory.get(other)) {
                // An address of what is gone.
                (None, None) => own == other,
                (Some(one), _) if own == other && one.constant => true,
                (Some(one), Some(two)) => {
                    self.may_correspond(one, two) && self.contents_correspond(one, two, pairs)
                }
                _ => false,
            };
            if !corresponds {
                return Some(own);
            }
        }
        None
    }

    /// Whether a thread can come to an object without its address.
    fn has_a_name(&self, object: &Object) -> bool {
        let own = matches!(
            self.names.name(object.id),
            ObjectName::Stack { .. } | ObjectName::Heap { .. }
        );
        !own && !object.constant && object.kind != ObjectKind::Function
    }

    /// Whether what was different last time is plainly different again.
    fn differs_as_before(&self, a: &Snapshot, b: &State) -> bool {
        let Some(object) = self.last_difference else { return false };
        let (Some(a), Some(b)) = (a.memory.get(object), b.memory.get(object)) else {
            return false;
        };
        !a.content_corresponds(b, &mut |content| match content {
            Content::Words(a, b) => a == b || self.names.resolve(a).is_some(),
            Content::Straddling(_) | Content::Term(_) => true,
        })
    }

    fn may_correspond(&self, a: &Object, b: &Object) -> bool {
        let private = || !self.others_may_hold(a) && !self.others_may_hold(b);
        a.id == b.id || (self.named_alike(a.id, b.id) && private())
    }

    /// Whether two objects were made by the same thread at the same place.
    fn named_alike(&self, a: ObjectId, b: ObjectId) -> bool {
        match (self.names.name(a), self.names.name(b)) {
            (
                ObjectName::Stack { thread, func, slot, .. },
                ObjectName::Stack { thread: other, func: of, slot: at, .. },
            ) => (thread, func, slot) == (other, of, at),
            (
                ObjectName::Heap { thread, site, .. },
                ObjectName::Heap { thread: other, site: at, .. },
            ) => (thread, site) == (other, at),
            _ => a == b,
        }
    }

    fn contents_correspond(&self, a: &Object, b: &Object, pairs: &mut Correspondence) -> bool {
        a.content_corresponds(b, &mut |content| match content {
            Content::Words(a, b) => self.words_correspond(a, b, pairs),
            Content::Term(term) => self.term_stays(term, pairs),
            // It may also be parts of two numbers: those hardly ever point into memory of one thread.
            Content::Straddling(word) => match self.names.resolve(word) {
                Some((object, _)) if self.is_private_address(word) => pairs.pair(object, object),
                _ => true,
            },
        })
    }

    /// An operation whose result may stand for an address without being one.
    #[inline]
    pub(crate) fn note_hidden_address(&mut self, op: BinaryOp, a: u64, b: u64) {
        let hides = match op {
            BinaryOp::Or => {
                let changed =
                    |word: u64| self.is_private_address(word) && (a | b) >> 36 != word >> 36;
                changed(a) || changed(b)
            }
            BinaryOp::Sub => self.is_private_address(b) && !self.is_private_address(a),
            _ => !keeps_addresses(op) && (self.is_private_address(a) || self.is_private_address(b)),
        };
        self.hidden_address |= hides;
    }

    /// A number that is kept in fewer bits than an address has.
    #[inline]
    pub(crate) fn note_shortened_address(&mut self, from: u32, to: u32, word: u64) {
        self.hidden_address |= from > to && self.is_private_address(word);
    }

    /// The same for what depends on inputs.
    pub(crate) fn note_hidden_addresses(&mut self, op: BinaryOp, width: u32, a: Value, b: Value) {
        if self.hidden_address || width < self.facts.pointer_bits || keeps_addresses(op) {
            return;
        }
        let (Some(a), Some(b)) = (self.numbers_in(a), self.numbers_in(b)) else {
            self.hidden_address = true;
            return;
        };
        // What is not known of the other side may be anything.
        a.iter().for_each(|&one| self.note_hidden_address(op, one, 0));
        b.iter().for_each(|&two| self.note_hidden_address(op, 0, two));
    }

    pub(crate) fn note_shortened_addresses(&mut self, from: u32, to: u32, value: Value) {
        if self.hidden_address || from < self.facts.pointer_bits {
            return;
        }
        match self.numbers_in(value) {
            Some(numbers) => {
                numbers.iter().for_each(|&word| self.note_shortened_address(from, to, word));
            }
            None => self.hidden_address = true,
        }
    }

    /// The numbers that a value is made of, unless it is too large to be looked through again and again.
    fn numbers_in(&self, value: Value) -> Option<SmallVec<[u64; 4]>> {
        match value {
            Value::Word(word) => Some(SmallVec::from_slice(&[word])),
            Value::Term(term) => constants_within(&self.terms, term, LARGEST),
            Value::Undef => Some(SmallVec::new()),
        }
    }

    #[inline]
    fn is_private_address(&self, word: u64) -> bool {
        // Most numbers are small.
        word >> 36 != 0
            && self.names.resolve(word).is_some_and(|(object, _)| {
                matches!(
                    self.names.name(object),
                    ObjectName::Stack { .. } | ObjectName::Heap { .. }
                )
            })
    }
}

/// What these leave of an address is an address of the same object, or too little to make one of.
fn keeps_addresses(op: BinaryOp) -> bool {
    match op {
        BinaryOp::Add
        | BinaryOp::And
        | BinaryOp::UDiv
        | BinaryOp::SDiv
        | BinaryOp::URem
        | BinaryOp::SRem => true,
        BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::Shl
        | BinaryOp::LShr
        | BinaryOp::AShr => false,
    }
}
