//! Variables and synchronisation objects where a run starts in the middle of a program.
//!
//! All synchronisation objects are free: what threads hold is taken on the way to the start of the run. But a thread that is gone may have left a lock locked, and where nothing
//! is known of locks, each may be held by any of the threads. What an operation finds is decided when it looks
//! (`models/sync.rs`). Semaphores have any value, barriers wait for any number of threads, or for one of some that are possible.

use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use raddle_expr::Sort;
use raddle_ir::{DebugTypeId, GlobalId, Loc};
use rustc_hash::FxHashSet;

use super::UnknownObject;
use crate::fault::{Cut, CutKind, Fault};
use crate::history::InputRecord;
use crate::machine::Machine;
use crate::models::context::{self, SyncCells};
use crate::names::{Names, ObjectId, ObjectName, ThreadId};
use crate::object::{Fill, Object, ObjectKind};
use crate::state::{ENDED, State};
use crate::surroundings::Surroundings;
use crate::value::Value;

/// What a type is to threads that synchronise, and what is unknown of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SyncType {
    Barrier,
    Semaphore,
    Spinlock,
    Thread,
    Once,
}

impl Machine<'_> {
    /// Makes the content of a variable unknown.
    pub(crate) fn forget_variable(
        &mut self,
        st: &mut State,
        object: ObjectId,
        global: GlobalId,
        path: &str,
    ) {
        let variable = &self.program.globals[global];
        let (size, ty) = (variable.size, variable.ty);
        let around = self.config.surroundings.as_ref();
        let is_local = around.is_some_and(|around| around.locals.contains_key(&global));
        let kind = if is_local { ObjectKind::Stack } else { ObjectKind::Global };
        let mut made = Object::new(object, size, kind, Fill::Undefined, variable.loc);
        made.shared = !variable.thread_local;
        st.memory.insert(made);
        st.unknowns.push(UnknownObject {
            several: false,
            tail: None,
            id: object,
            path: Rc::from(path),
            ty,
            element: size.max(1),
            count: Value::Word(1),
            private: false,
            variable: true,
            origins: None,
            made: Vec::new(),
            parts: Vec::new(),
        });
    }

    /// What a thread is called: as the context calls it, or by its number.
    pub fn thread_label(&self, thread: ThreadId) -> String {
        self.name_in_context(thread).unwrap_or_else(|| thread.to_string())
    }

    /// The name that the context gives a thread, if it is one of its threads.
    pub(crate) fn name_in_context(&self, thread: ThreadId) -> Option<String> {
        let surroundings = self.config.surroundings.as_ref()?;
        let (parent, nth) = self.names.creation(thread)?;
        if parent != Names::MAIN {
            return None;
        }
        surroundings.threads.get(nth as usize).cloned()
    }

    /// Which sides the threads of the context took at branches that were counted, in its order.
    pub fn taken_in_context(&self, st: &State) -> Vec<u64> {
        let threads = self.config.surroundings.as_ref().map_or(0, |around| around.threads.len());
        let mut taken = vec![0; threads];
        for thread in &st.threads {
            if let Some((Names::MAIN, nth)) = self.names.creation(thread.id)
                && let Some(taken) = taken.get_mut(nth as usize)
            {
                *taken = thread.taken;
            }
        }
        taken
    }

    fn sync_type(&self, ty: DebugTypeId) -> Option<SyncType> {
        self.typedefs(ty).find_map(|name| match name {
            "pthread_barrier_t" => Some(SyncType::Barrier),
            "sem_t" => Some(SyncType::Semaphore),
            "pthread_spinlock_t" => Some(SyncType::Spinlock),
            "pthread_t" | "thrd_t" => Some(SyncType::Thread),
            "pthread_once_t" | "once_flag" => Some(SyncType::Once),
            _ => None,
        })
    }

    /// Whether only the library looks into something: nobody else has pointers into it.
    pub(super) fn is_opaque(&self, ty: DebugTypeId) -> bool {
        self.is_lock(ty)
            || matches!(self.sync_type(ty), Some(SyncType::Barrier | SyncType::Semaphore))
    }

    pub(super) fn is_sync_of_context(&self, ty: DebugTypeId) -> bool {
        self.config.surroundings.is_some() && self.sync_type(ty).is_some()
    }

    /// Whether a type is that of handles of threads.
    pub(crate) fn is_thread_handle(&self, ty: Option<DebugTypeId>) -> bool {
        ty.and_then(|ty| self.sync_type(ty)) == Some(SyncType::Thread)
    }

    pub(super) fn make_sync(
        &mut self,
        st: &mut State,
        id: ObjectId,
        ty: Option<DebugTypeId>,
        at: Range<u64>,
        path: &str,
    ) {
        if self.is_made(st, id, &at) {
            return;
        }
        let Some(surroundings) = self.config.surroundings.clone() else { return };
        match ty.and_then(|ty| self.sync_type(ty)) {
            Some(SyncType::Thread) => {
                let own = self.own_handles(st, id, at.start, &surroundings);
                let value = self.unknown_thread(st, path, own.as_ref());
                self.keep(st, id, at, value, None);
                return;
            }
            Some(SyncType::Spinlock) => {
                let left = self.left_locked(st, id, &surroundings).is_some();
                let owner = self.unknown_owner(st, path, left, &surroundings);
                self.keep(st, id, at, owner, None);
                return;
            }
            Some(SyncType::Once) => {
                let done = self.chosen(st, format!("{path} is done"));
                let (yes, no) = (context::once_is_done(), 0);
                let yes = self.terms.constant(32, u128::from(yes));
                let no = self.terms.constant(32, no);
                let state = self.terms.ite(done, yes, no);
                let state = Value::of_term(&self.terms, state);
                self.keep(st, id, at, state, None);
                return;
            }
            Some(SyncType::Semaphore) => {
                let units = self.unknown_value(st, &format!("value of {path}"), "unsigned int", 31);
                let units = units.term(&mut self.terms, 31);
                let units = self.terms.zext(units, 32);
                let units = Value::of_term(&self.terms, units);
                self.set_cells(st, id, &at, context::semaphore(units));
            }
            Some(SyncType::Barrier) => {
                let needed = self.unknown_barrier_count(st, path);
                self.set_cells(st, id, &at, context::barrier(needed));
            }
            None => {}
        }
        self.clear_rest(st, id, at);
    }

    /// Who holds a lock, where that is not known.
    pub(super) fn make_lock_state(
        &mut self,
        st: &mut State,
        id: ObjectId,
        at: &Range<u64>,
        path: &str,
        surroundings: &Surroundings,
    ) {
        let sort = context::lock_sort(self, at.end - at.start);
        let Some(sort) = sort else { return };
        let left = self.left_locked(st, id, surroundings);
        if surroundings.locks_unknown || left.is_some() {
            let owner = self.unknown_owner(st, path, left.is_some(), surroundings);
            self.set_cells(st, id, at, context::owner(owner));
            let read = surroundings.locks_unknown || left == Some(true);
            if sort == context::LockSort::ReadWrite && read {
                let message = format!("who reads under `{path}` is not known");
                self.outbox.cuts.push(Cut {
                    kind: CutKind::Unsupported,
                    message,
                    loc: Loc::NONE,
                    func: None,
                });
            }
        }
        let kinds = self.program.function("pthread_mutexattr_settype").is_some();
        if sort == context::LockSort::Mutex && kinds {
            let kind = self.unknown_value(st, &format!("kind of {path}"), "unsigned int", 2);
            let kind = kind.term(&mut self.terms, 2);
            let three = self.terms.constant(2, 3);
            let odd = self.terms.eq(kind, three);
            let plain = self.terms.constant(2, 0);
            let kind = self.terms.ite(odd, plain, kind);
            let kind = self.terms.zext(kind, 32);
            let kind = Value::of_term(&self.terms, kind);
            let cells = context::mutex_kind(self, kind);
            self.set_cells(st, id, at, cells);
        }
    }

    /// Whether locks in some memory may have been left locked, and whether for reading.
    fn left_locked(&self, st: &State, id: ObjectId, surroundings: &Surroundings) -> Option<bool> {
        match self.names.name(id) {
            ObjectName::Global(global) => {
                let begins = surroundings.beginning_of(*global)?;
                surroundings.left_locked(&Some(Arc::from([begins])))
            }
            _ => surroundings.left_locked(&st.unknowns.get(id)?.origins),
        }
    }

    /// Nobody, or one of the threads, or one that is gone.
    fn unknown_owner(
        &mut self,
        st: &mut State,
        path: &str,
        left: bool,
        surroundings: &Surroundings,
    ) -> Value {
        let mut owner = self.terms.constant(32, 0);
        if left {
            let chosen = self.chosen(st, format!("{path} is held by {ENDED}"));
            let word = crate::names::owner_word(self.gone_thread(surroundings));
            let word = self.terms.constant(32, u128::from(word));
            owner = self.terms.ite(chosen, word, owner);
        }
        if !surroundings.locks_unknown {
            return Value::of_term(&self.terms, owner);
        }
        for (nth, name) in surroundings.threads.iter().enumerate().rev() {
            let chosen = self.chosen(st, format!("{path} is held by {name}"));
            let thread = self.names.thread(Names::MAIN, nth as u32);
            let word = crate::names::owner_word(thread);
            let word = self.terms.constant(32, u128::from(word));
            owner = self.terms.ite(chosen, word, owner);
        }
        Value::of_term(&self.terms, owner)
    }

    /// Who stands for all threads that were gone before the run starts: one that is never created, behind those of the context.
    fn gone_thread(&mut self, surroundings: &Surroundings) -> ThreadId {
        self.names.thread(Names::MAIN, surroundings.threads.len() as u32)
    }

    /// Whether it is the one that stands for those that were gone before the run starts.
    pub(crate) fn was_gone(&self, thread: ThreadId) -> bool {
        let Some(surroundings) = &self.config.surroundings else { return false };
        let gone = (Names::MAIN, surroundings.threads.len() as u32);
        self.names.creation(thread) == Some(gone)
    }

    /// What a holder of a lock is called.
    pub(crate) fn owner_label(&self, thread: ThreadId) -> String {
        if !self.names.is_thread(thread) {
            return "nobody (the lock was overwritten)".to_owned();
        }
        if self.was_gone(thread) { ENDED.to_owned() } else { thread.to_string() }
    }

    /// One of the counts that are possible, or any.
    fn unknown_barrier_count(&mut self, st: &mut State, path: &str) -> Value {
        let counts = st.unknowns.barrier_counts.clone();
        self.one_of_counts(st, path, &counts)
    }

    /// One of some counts; any number but none if there are none.
    pub(crate) fn one_of_counts(&mut self, st: &mut State, path: &str, counts: &[Value]) -> Value {
        let Some((&first, more)) = counts.split_first() else {
            let less =
                self.unknown_value(st, &format!("threads at {path}, less one"), "unsigned int", 16);
            let less = less.term(&mut self.terms, 16);
            let less = self.terms.zext(less, 32);
            let one = self.terms.constant(32, 1);
            let count = self.terms.add(less, one);
            return Value::of_term(&self.terms, count);
        };
        let mut count = first.term(&mut self.terms, 32);
        for (nth, other) in more.iter().enumerate() {
            let chosen = self.chosen(st, format!("{path} waits for count {}", nth + 1));
            let other = other.term(&mut self.terms, 32);
            count = self.terms.ite(chosen, other, count);
        }
        Value::of_term(&self.terms, count)
    }

    /// A choice that nothing in the program decides.
    pub(super) fn chosen(&mut self, st: &mut State, name: String) -> raddle_expr::TermId {
        let chosen = self.input_named(&name, 1);
        self.note_unknown(st, name, "_Bool", 1, chosen, true);
        chosen.term(&mut self.terms, 1)
    }

    /// Inputs that a fault depends on and that no operation has noted: those of locks that nobody could take, since an
    /// operation that waits leaves no trace.
    pub fn undecided_inputs(&self, fault: &Fault) -> Vec<InputRecord> {
        if self.config.surroundings.is_none() {
            return Vec::new();
        }
        let mut known: FxHashSet<Rc<str>> =
            fault.inputs.iter_back().map(|record| record.name.clone()).collect();
        let mut records = Vec::new();
        for variable in fault.path.iter().flat_map(|condition| self.terms.vars_of(condition)) {
            let Sort::Bits(bits) = self.terms.var_sort(variable) else { continue };
            let Some((name, _)) = self.terms.var_name(variable).rsplit_once(':') else { continue };
            let name: Rc<str> = Rc::from(name);
            // Places of pointers are noted as what they mean together.
            if name.contains('|') || !known.insert(name.clone()) {
                continue;
            }
            let value = Value::Term(self.terms.var_term(variable));
            records.push(InputRecord {
                name,
                ty: "bits",
                value,
                bits,
                loc: Loc::NONE,
                hidden: true,
            });
        }
        records
    }

    fn set_cells(&mut self, st: &mut State, id: ObjectId, at: &Range<u64>, cells: SyncCells) {
        for (offset, value) in cells {
            self.store_at(st, id, at.start + offset, 4, value);
        }
    }

    /// What is left of a synchronisation object is zero.
    fn clear_rest(&mut self, st: &mut State, id: ObjectId, at: Range<u64>) {
        if let Some(object) = st.unknowns.get_mut(id) {
            object.made.push((at.start, at.end));
        }
        let Some(object) = st.memory.get(id) else { return };
        let untouched: Vec<u64> =
            at.filter(|&byte| object.byte(byte) == crate::object::Byte::Undefined).collect();
        for byte in untouched {
            self.store_at(st, id, byte, 1, Value::Word(0));
        }
    }
}
