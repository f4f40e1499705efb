//! The control of a state: everything that is not the content of a cell.
//!
//! Two states with the same control have the same threads at the same places with the same objects; they
//! differ in values only, and a condition on cells that was learnt in one can be asked of the other. What a
//! thread waits for in a loop is not part of it: that follows from its place and the values of cells.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use raddle_expr::{TermId, VarId};
use raddle_ir::Type;
use rustc_hash::{FxHashSet, FxHasher};

use crate::machine::Machine;
use crate::mistakes::SummaryMistake;
use crate::names::{ObjectId, ObjectName, ThreadId};
use crate::object::{Life, Object, ObjectKind};
use crate::state::{Frame, Halt, State, Status, Thread};
use crate::value::Value;

/// Equal for states with the same control. It is long, asked for in several places and kept in some.
#[derive(Clone, Debug)]
pub struct ControlKey {
    words: Rc<Vec<u64>>,
    hash: u64,
}

impl ControlKey {
    /// What it consists of, for other processes that use the same names.
    pub fn words(&self) -> &[u64] {
        &self.words
    }
    pub fn of_words(words: Vec<u64>) -> ControlKey {
        let mut hasher = FxHasher::default();
        words.hash(&mut hasher);
        ControlKey { words: Rc::new(words), hash: hasher.finish() }
    }
    /// How much memory it takes.
    pub fn bytes(&self) -> usize {
        self.words.len() * 8
    }
}

impl PartialEq for ControlKey {
    fn eq(&self, other: &ControlKey) -> bool {
        self.hash == other.hash && self.words == other.words
    }
}

impl Eq for ControlKey {}

impl Hash for ControlKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

/// The control of a state, up to the names of threads.
#[derive(Clone, Debug)]
pub struct ControlShape {
    /// What belongs to no thread.
    pub common: Vec<u64>,
    /// Every thread in order, and what it does.
    pub threads: Vec<(ThreadId, Box<[u64]>)>,
}

/// About what a thread and its objects take, so that memory is asked for once.
const WORDS_PER_THREAD: usize = 32;

/// Collects the words of a key as if it were a hasher.
#[derive(Default)]
struct Words(Vec<u64>);

impl Hasher for Words {
    fn finish(&self) -> u64 {
        0
    }
    fn write(&mut self, bytes: &[u8]) {
        self.0.push(bytes.len() as u64);
        self.0.extend(bytes.iter().map(|&byte| u64::from(byte)));
    }
    fn write_u32(&mut self, word: u32) {
        self.0.push(u64::from(word));
    }
    fn write_u64(&mut self, word: u64) {
        self.0.push(word);
    }
    fn write_usize(&mut self, word: usize) {
        self.0.push(word as u64);
    }
}

impl Machine<'_> {
    /// Whether the control of a state means the same to others: it must not depend on ids of terms.
    pub fn has_portable_control(&self, st: &State) -> bool {
        let frames = st.threads.iter().flat_map(|thread| &thread.frames);
        let mut varargs = frames.flat_map(|frame| frame.varargs.iter());
        !varargs.any(|arg| matches!(arg.value, Value::Term(_)))
    }

    pub fn control_key(&self, st: &State) -> ControlKey {
        let mut words = Words(Vec::with_capacity(WORDS_PER_THREAD * (st.threads.len() + 1)));
        self.common_words(st, &mut words);
        for thread in &st.threads {
            thread_words(thread, self.keys_are_bare(), &mut words);
        }
        self.object_words(st, &mut words);
        ControlKey::of_words(words.0)
    }

    /// Equal for states whose control differs at most in the names of objects, see `renamed.rs`.
    pub fn shape_key(&self, st: &State) -> ControlKey {
        let mut words = Words(Vec::with_capacity(WORDS_PER_THREAD * (st.threads.len() + 1)));
        self.common_words(st, &mut words);
        for thread in &st.threads {
            words.write_u64(u64::from(thread.id.0));
            words.write_u64(status_word(thread.status));
            words.write_u64(u64::from(thread.created));
            words.write_u64(thread.stack_bytes);
            words.write_u64(u64::from(thread.phase.step) << 32 | u64::from(thread.phase.code));
            words.write_usize(thread.held.len());
            words.write_usize(thread.frames.len());
            thread.frames.iter().for_each(|frame| place_words(frame, &mut words));
        }
        ControlKey::of_words(words.0)
    }

    /// Whether two states have the same control. Quick where they have most of their threads in common.
    pub(crate) fn has_same_control(&self, a: &State, b: &State) -> bool {
        let equal = |write: &dyn Fn(&State, &mut Words)| {
            let (mut own, mut other) = (Words::default(), Words::default());
            write(a, &mut own);
            write(b, &mut other);
            own.0 == other.0
        };
        let threads_equal = |(own, other): (&Rc<Thread>, &Rc<Thread>)| {
            Rc::ptr_eq(own, other) || {
                let bare = self.keys_are_bare();
                let (mut words, mut others) = (Words::default(), Words::default());
                thread_words(own, bare, &mut words);
                thread_words(other, bare, &mut others);
                words.0 == others.0
            }
        };
        a.threads.len() == b.threads.len()
            && equal(&|st, words| self.common_words(st, words))
            && a.threads.iter().zip(&b.threads).all(threads_equal)
            && equal(&|st, words| self.object_words(st, words))
    }

    fn keys_are_bare(&self) -> bool {
        self.config.summary_mistake == Some(SummaryMistake::ObjectsNotInKey)
    }

    /// What belongs to the state as a whole.
    fn common_words(&self, st: &State, words: &mut Words) {
        words.write_u64(u64::from(st.unjoined) << 1 | u64::from(st.rest.now));
        if st.rest.now {
            words.write_usize(st.unsettled.len());
            st.unsettled.iter().for_each(|thread| words.write_u32(thread.0));
        }
        st.atomic.map(|(thread, depth)| (thread.0, depth)).hash(words);
        words.write_u64(st.exiting.map_or(u64::MAX, |code| u64::from(code as u32)));
    }

    /// Which objects there are.
    fn object_words(&self, st: &State, words: &mut Words) {
        if self.keys_are_bare() {
            return;
        }
        st.memory.for_each(&mut |object| {
            // Variables that are not thread-local are always alive and shared.
            let everybodys = self.names.owner(object.id).is_none();
            if everybodys && matches!(object.kind, ObjectKind::Global | ObjectKind::Function) {
                return;
            }
            words.write_u64(u64::from(object.id.0));
            words.write_u64(object.size);
            words.write_u64(flags(object));
        });
    }

    /// The control of a state with its threads told apart by what they do, not by name. `None` where that is not
    /// looked at: in the middle of a transition or of a section.
    pub fn control_shape(&self, st: &State) -> Option<ControlShape> {
        if st.rest.now || st.atomic.is_some() || !st.unsettled.is_empty() {
            return None;
        }
        let mut shape = ControlShape {
            common: vec![
                u64::from(st.unjoined),
                st.exiting.map_or(u64::MAX, |code| code as u32 as u64),
            ],
            threads: Vec::with_capacity(st.threads.len()),
        };
        let mut own: Vec<Vec<[u64; 6]>> = vec![Vec::new(); st.threads.len()];
        let mut strange = false;
        st.memory.for_each(&mut |object| {
            let Some(owner) = self.named_after(object.id) else {
                if !matches!(object.kind, ObjectKind::Global | ObjectKind::Function) {
                    shape.common.extend([u64::from(object.id.0), object.size, flags(object)]);
                }
                return;
            };
            let Some(position) = st.position(owner) else {
                strange = true;
                return;
            };
            let [a, b, c, d] = self.name_words(object.id);
            own[position].push([a, b, c, d, object.size, flags(object)]);
        });
        if strange {
            return None;
        }
        for (thread, mut own) in st.threads.iter().zip(own) {
            own.sort_unstable();
            let mut words = Words(Vec::with_capacity(32));
            self.role_words(thread, &mut words)?;
            words.0.extend(own.into_iter().flatten());
            shape.threads.push((thread.id, words.0.into()));
        }
        Some(shape)
    }

    /// What a thread is doing, without any name. The locks it holds are told apart elsewhere.
    fn role_words(&self, thread: &Thread, words: &mut Words) -> Option<()> {
        words.write_u64(status_word(thread.status));
        words.write_u64(thread.allocations);
        words.write_u64(u64::from(thread.created));
        words.write_u64(thread.stack_bytes);
        words.write_u64(u64::from(thread.phase.step) << 32 | u64::from(thread.phase.code));
        let owners = self.config.summary_mistake != Some(SummaryMistake::OwnersNotRenamed);
        words.write_usize(if owners { thread.held.len() } else { 0 });
        words.write_usize(thread.frames.len());
        for frame in &thread.frames {
            place_words(frame, words);
            for &local in &frame.locals {
                if self.named_after(local) != Some(thread.id) {
                    return None;
                }
                words.0.extend(self.name_words(local));
            }
            rest_words(frame, words);
        }
        Some(())
    }

    /// The name of an object without that of its thread.
    fn name_words(&self, object: ObjectId) -> [u64; 4] {
        match *self.names.name(object) {
            ObjectName::Thread(_) => [0; 4],
            ObjectName::ThreadLocal(global, _) => [1, u64::from(global.0), 0, 0],
            ObjectName::Stack { func, slot, count, .. } => {
                [2, u64::from(func.0), u64::from(slot.0), count]
            }
            ObjectName::Heap { site, count, .. } => {
                let place = u64::from(site.block.0) << 32 | u64::from(site.inst);
                [3, u64::from(site.func.0), place, count]
            }
            ObjectName::Global(_)
            | ObjectName::Function(_)
            | ObjectName::Environment { .. }
            | ObjectName::Unknown { .. } => [4, u64::from(object.0), 0, 0],
        }
    }

    /// The conditions on inputs that what a state holds depends on, directly or through others.
    pub fn relevant_conditions(&mut self, st: &State) -> Vec<TermId> {
        let mut held = Vec::new();
        st.memory.for_each(&mut |object| object.for_each_term(&mut |term| held.push(term)));
        for thread in &st.threads {
            for frame in &thread.frames {
                let live = self.live_registers(frame);
                held.extend(live.iter().filter_map(|reg| match frame.regs[reg.0 as usize] {
                    Value::Term(term) => Some(term),
                    Value::Word(_) | Value::Undef => None,
                }));
            }
        }
        let mut variables: FxHashSet<VarId> =
            held.into_iter().flat_map(|term| self.terms.vars_of(term)).collect();
        let mut left = Vec::new();
        let mut rest = &st.path;
        while let Some((condition, before)) = rest.split_last() {
            left.push((condition, self.terms.vars_of(condition)));
            rest = before;
        }
        let mut relevant = Vec::new();
        loop {
            let (found, others): (Vec<_>, Vec<_>) = left
                .into_iter()
                .partition(|(_, own)| own.iter().any(|variable| variables.contains(variable)));
            if found.is_empty() {
                return relevant;
            }
            for (condition, own) in found {
                relevant.push(condition);
                variables.extend(own);
            }
            left = others;
        }
    }
}

fn flags(object: &Object) -> u64 {
    let ended = u64::from(object.life != Life::Alive);
    ended << 1 | u64::from(object.shared)
}

fn status_word(status: Status) -> u64 {
    match status {
        Status::Running => 0,
        Status::Done => 1,
        Status::Halted(Halt::Fault) => 2,
        Status::Halted(Halt::Abort) => 3,
        Status::Halted(Halt::Assume) => 4,
        Status::Halted(Halt::End) => 8,
        Status::Halted(Halt::Cut) => 5,
        Status::Halted(Halt::Exit(code)) => 1 << 32 | u64::from(code as u32),
    }
}

fn thread_words(thread: &Thread, bare: bool, words: &mut Words) {
    words.write_u64(u64::from(thread.id.0));
    words.write_u64(status_word(thread.status));
    if !bare {
        words.write_u64(thread.allocations);
    }
    words.write_u64(u64::from(thread.created));
    words.write_u64(thread.stack_bytes);
    words.write_u64(u64::from(thread.phase.step) << 32 | u64::from(thread.phase.code));
    words.write_usize(thread.held.len());
    for &(object, offset, _) in &thread.held {
        words.write_u64(u64::from(object.0));
        words.write_u64(offset);
    }
    words.write_usize(thread.frames.len());
    for frame in &thread.frames {
        frame_words(frame, words);
    }
}

fn frame_words(frame: &Frame, words: &mut Words) {
    place_words(frame, words);
    for local in &frame.locals {
        words.write_u64(u64::from(local.0));
    }
    rest_words(frame, words);
}

fn place_words(frame: &Frame, words: &mut Words) {
    words.write_u64(u64::from(frame.func.0) << 32 | u64::from(frame.block.0));
    words.write_u64((frame.inst as u64) << 1 | u64::from(frame.again));
    words.write_usize(frame.locals.len());
}

fn rest_words(frame: &Frame, words: &mut Words) {
    words.write_usize(frame.varargs.len());
    for arg in frame.varargs.iter() {
        type_words(arg.ty, words);
        value_words(arg.value, words);
        arg.by_value.hash(words);
    }
    words.write_usize(frame.iterations.len());
    for &(block, count) in &frame.iterations {
        words.write_u64(u64::from(block.0));
        words.write_u64(count);
    }
}

fn type_words(ty: Type, words: &mut Words) {
    ty.hash(words);
}

fn value_words(value: Value, words: &mut Words) {
    match value {
        Value::Word(word) => {
            words.write_u64(0);
            words.write_u64(word);
        }
        Value::Term(term) => {
            words.write_u64(1);
            words.write_u64(term.index() as u64);
        }
        Value::Undef => words.write_u64(2),
    }
}
