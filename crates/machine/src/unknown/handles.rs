//! Handles of threads where a run starts in the middle of a program.
//!
//! A handle is that of a thread of the context, or of one that has ended. Each handle of an ended thread stands for an object of its own, which says whether its thread was joined
//! or detached already: that is decided when somebody joins it. Of memory whose handles are those of different threads it may be known at which address that of a thread is (`raddle.handle`),
//! which cells were written (`raddle.written`), and the threads of which were joined (`raddle.joined`); who asks for a cell gets what follows from its address.

use std::rc::Rc;

use raddle_expr::TermId;

use crate::machine::Machine;
use crate::models::context;
use crate::names::{Names, ObjectId, ObjectName, ThreadId};
use crate::state::State;
use crate::surroundings::{HandleOf, Surroundings};
use crate::value::Value;

/// Handles of which something is known, and those that were met.
#[derive(Clone, Debug, Default)]
pub(crate) struct Handles {
    known: Rc<Vec<(usize, Value)>>,
    /// The threads of these were joined.
    pub(crate) joined: Spans,
    pub(crate) written: Spans,
    /// No two are of the same thread.
    own: Rc<Vec<Value>>,
    /// So many may stand for threads that have ended.
    ended: u64,
}

/// Cells from one address up to another one, so many bytes from one to the next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(crate) from: Value,
    pub(crate) to: Value,
    pub(crate) stride: u64,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Spans(Rc<Vec<Span>>);

impl Spans {
    pub(crate) fn push(&mut self, span: Span) {
        Rc::make_mut(&mut self.0).push(span);
    }
}

impl Handles {
    pub(crate) fn know(&mut self, thread: usize, address: Value) {
        Rc::make_mut(&mut self.known).push((thread, address));
    }

    fn address_of(&self, thread: usize) -> Option<Value> {
        self.known.iter().find(|(own, _)| *own == thread).map(|&(_, address)| address)
    }
}

/// A cell with a handle that no other cell has.
pub(crate) struct OwnCell {
    of: HandleOf,
    address: u64,
}

impl Machine<'_> {
    /// What is known of a cell, if no other cell has the handle that it has.
    pub(super) fn own_handles(
        &self,
        st: &State,
        id: ObjectId,
        offset: u64,
        surroundings: &Surroundings,
    ) -> Option<OwnCell> {
        let own = |object| surroundings.own_handles.get(&object).filter(|own| own.has(offset));
        let address = self.names.base(id).wrapping_add(offset);
        match self.names.name(id) {
            ObjectName::Global(global) => {
                let of = own(surroundings.beginning_of(*global)?.object).cloned()?;
                Some(OwnCell { of, address })
            }
            _ => {
                let mut of = HandleOf { written: true, zeroed: true, ..HandleOf::default() };
                for place in st.unknowns.get(id)?.origins.as_ref()?.iter() {
                    let one = own(place.object)?;
                    of.threads.extend(&one.threads);
                    of.let_go |= one.let_go;
                    of.written &= one.written;
                    of.zeroed &= one.zeroed;
                }
                Some(OwnCell { of, address })
            }
        }
    }

    /// A handle of one of the threads, or of one that has ended, as far as it is known whose.
    pub(crate) fn unknown_thread(
        &mut self,
        st: &mut State,
        path: &str,
        own: Option<&OwnCell>,
    ) -> Value {
        let Some(surroundings) = self.config.surroundings.clone() else { return Value::Word(0) };
        let over = self.ended_thread(st, path, own, &surroundings);
        let width = self.facts.pointer_bits;
        let mut handle = self.terms.constant(width, u128::from(self.names.base(over)));
        let may_be = |nth: usize| {
            surroundings.joinable[nth] && own.is_none_or(|own| own.of.threads.contains(&nth))
        };
        let threads = surroundings.threads.iter().enumerate().rev();
        for (nth, name) in threads.filter(|&(nth, _)| may_be(nth)) {
            let thread = self.names.thread(Names::MAIN, nth as u32);
            let block = self.thread_object(thread);
            let address = self.terms.constant(width, u128::from(self.names.base(block)));
            let at = own.and_then(|own| Some((own.address, st.unknowns.handles.address_of(nth)?)));
            let is = match at {
                Some((cell, known)) => self.is_at(cell, known),
                None => {
                    let name = format!("{path} is thread {name}");
                    self.is_chosen(st, name, address, own.is_some())
                }
            };
            handle = self.terms.ite(is, address, handle);
        }
        if let Some(own) = own {
            handle = self.or_nothing(st, path, own, handle);
        }
        let handle = Value::of_term(&self.terms, handle);
        if own.is_some() {
            Rc::make_mut(&mut st.unknowns.handles.own).push(handle);
        }
        handle
    }

    /// Whether a cell is the one at an address.
    fn is_at(&mut self, cell: u64, address: Value) -> TermId {
        let width = self.facts.pointer_bits;
        let address = address.term(&mut self.terms, width);
        let cell = self.terms.constant(width, u128::from(cell));
        self.terms.eq(address, cell)
    }

    /// A choice that nothing decides: that a handle is this one, which no other is that no two cells have.
    fn is_chosen(&mut self, st: &mut State, name: String, handle: TermId, own: bool) -> TermId {
        let width = self.facts.pointer_bits;
        let mut chosen = self.input_named(&name, 1).term(&mut self.terms, 1);
        let others = if own { st.unknowns.handles.own.clone() } else { Rc::default() };
        for other in others.iter() {
            let other = other.term(&mut self.terms, width);
            let differs = self.terms.ne(other, handle);
            chosen = self.terms.and(chosen, differs);
        }
        // A replay need not come to handles in the same order: what counts is which it is.
        let is = Value::of_term(&self.terms, chosen);
        self.note_unknown(st, name, "_Bool", 1, is, true);
        chosen
    }

    /// What a handle stands for if its thread has ended.
    fn ended_thread(
        &mut self,
        st: &mut State,
        path: &str,
        own: Option<&OwnCell>,
        surroundings: &Surroundings,
    ) -> ObjectId {
        let let_go = own.map_or(surroundings.let_go, |own| own.of.let_go);
        let mut claimed = self.terms.truth(false);
        if let_go {
            claimed = self.chosen(st, format!("{path} was joined"));
        }
        if let Some(own) = own {
            let joined = self.is_among(&st.unknowns.handles.joined.clone(), own.address);
            claimed = self.terms.or(claimed, joined);
        }
        let claimed = self.terms.zext(claimed, 64);
        let claimed = Value::of_term(&self.terms, claimed);
        let nth = st.unknowns.handles.ended;
        st.unknowns.handles.ended += 1;
        context::ended_thread(self, st, nth, claimed)
    }

    /// Whether a cell is one of these.
    fn is_among(&mut self, spans: &Spans, cell: u64) -> TermId {
        let width = self.facts.pointer_bits;
        let cell = self.terms.constant(width, u128::from(cell));
        let mut among = self.terms.truth(false);
        for span in spans.0.iter() {
            let (from, to) = (span.from.term(&mut self.terms, width), span.to);
            let to = to.term(&mut self.terms, width);
            let (behind, before) = (self.terms.ule(from, cell), self.terms.ult(cell, to));
            let mut inside = self.terms.and(behind, before);
            if span.stride > u64::from(width / 8) {
                let stride = self.terms.constant(width, u128::from(span.stride));
                let (distance, zero) = (self.terms.sub(cell, from), self.terms.constant(width, 0));
                let rest = self.terms.urem(distance, stride);
                let hits = self.terms.eq(rest, zero);
                inside = self.terms.and(inside, hits);
            }
            among = self.terms.or(among, inside);
        }
        among
    }

    /// What a cell holds that may have no handle yet.
    fn or_nothing(&mut self, st: &mut State, path: &str, own: &OwnCell, handle: TermId) -> TermId {
        let width = self.facts.pointer_bits;
        let written = match own.of.written {
            true => self.is_among(&st.unknowns.handles.written.clone(), own.address),
            false => self.chosen(st, format!("{path} was set")),
        };
        if written == self.terms.truth(true) {
            return handle;
        }
        let nothing = match own.of.zeroed {
            true => self.terms.constant(width, 0),
            false => {
                let name = format!("{path} before it is set");
                self.unknown_value(st, &name, "unsigned long", width).term(&mut self.terms, width)
            }
        };
        self.terms.ite(written, handle, nothing)
    }

    /// Whether a thread of the context was detached before the run starts.
    pub(crate) fn unknown_claim(&mut self, st: &mut State, thread: ThreadId) -> Value {
        let detached = self.config.surroundings.as_ref().is_some_and(|around| around.detached);
        if !detached {
            return Value::Word(0);
        }
        let name = format!("{} was detached", self.thread_label(thread));
        let claimed = self.chosen(st, name);
        let claimed = self.terms.zext(claimed, 64);
        Value::of_term(&self.terms, claimed)
    }
}
