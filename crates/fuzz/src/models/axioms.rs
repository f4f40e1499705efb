//! Which candidate graphs a model allows.
//!
//! *c11* is RC11 as defined in Lahav, Vafeiadis, Kang, Hur, Dreyer, "Repairing sequential consistency in C/C++11" (PLDI 2017),
//! section 3: coherence, atomicity, SC and no thin air; the relations below have the names of the paper. No thin air holds for
//! every candidate. Locks are read-modify-writes that acquire, unlocks are stores that release.
//!
//! *sc* is the acyclicity of program order, reads-from, modification order and from-reads. *tso* and *pso* drop from program
//! order what a store buffer can delay, as in Alglave, Maranget, Tautschnig, "Herding cats" (TOPLAS 2014); what C's operations
//! become there is said in `buffers.rs`, which decides the same by steps.

use super::graph::{Deed, Event, Reading, Source};
use super::model::Model;
use super::program::{Loc, Order, Program};
use super::relation::{Relation, Set};

/// One thing done wrong on purpose. A test shows that the litmus tests notice each: they would not notice an engine that does
/// the same otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defect {
    /// A read-modify-write ends a release sequence.
    UpdatesEndSequences,
    /// So does a later store of the same thread.
    OwnStoresEndSequences,
    /// Release fences release nothing.
    ReleaseFencesIgnored,
    /// Acquire fences acquire nothing.
    AcquireFencesIgnored,
    /// A seq_cst fence is an acq_rel fence.
    FullFencesAreNotFull,
    /// psc has no part between fences.
    FencesOrderAccessesOnly,
    /// seq_cst accesses are acquire and release.
    AccessesAreNotSeqCst,
    /// Other writes may come between the halves of a read-modify-write.
    UpdatesAreTorn,
    /// What happened before a read does not bind it.
    CoherenceIsLocal,
    /// Under tso, stores leave the buffer in any order.
    StoresOvertake,
    /// Under pso, a release store is a store like any other.
    NoStoreBarriers,
    /// Read-modify-writes do not wait for an empty buffer.
    UpdatesDoNotDrain,
}

impl Defect {
    pub const ALL: [Defect; 12] = [
        Defect::UpdatesEndSequences,
        Defect::OwnStoresEndSequences,
        Defect::ReleaseFencesIgnored,
        Defect::AcquireFencesIgnored,
        Defect::FullFencesAreNotFull,
        Defect::FencesOrderAccessesOnly,
        Defect::AccessesAreNotSeqCst,
        Defect::UpdatesAreTorn,
        Defect::CoherenceIsLocal,
        Defect::StoresOvertake,
        Defect::NoStoreBarriers,
        Defect::UpdatesDoNotDrain,
    ];
}

/// What does not depend on the order of writes.
#[derive(Debug)]
pub struct Frame {
    count: usize,
    events: Vec<Placed>,
    sb: Relation,
    rf: Relation,
    rmw: Relation,
    /// From the creation of a thread to its begin, and from its end to where it is joined.
    asw: Relation,
    same_loc: Relation,
    hb: Relation,
    buffered: [Relation; 2],
    defect: Option<Defect>,
}

/// An event and its thread; initial writes have none.
#[derive(Debug)]
struct Placed {
    thread: Option<usize>,
    index: usize,
    event: Event,
}

/// The events' numbers: initial writes first, then thread by thread.
fn number(program: &Program, reading: &Reading, source: Source) -> usize {
    match source {
        Source::Initial(Loc(loc)) => loc,
        Source::Event { thread, index } => {
            let before: usize = reading.threads[..thread].iter().map(Vec::len).sum();
            program.locations.len() + before + index
        }
    }
}

fn placed(program: &Program, reading: &Reading) -> Vec<Placed> {
    let initial = |loc| Placed {
        thread: None,
        index: 0,
        event: Event {
            deed: Deed::Write,
            loc: Some(Loc(loc)),
            value: 0,
            order: Order::Plain,
            rmw: false,
            locks: false,
        },
    };
    let mut events: Vec<Placed> = (0..program.locations.len()).map(initial).collect();
    for (thread, deeds) in reading.threads.iter().enumerate() {
        for (index, event) in deeds.iter().enumerate() {
            events.push(Placed { thread: Some(thread), index, event: event.clone() });
        }
    }
    events
}

impl Frame {
    pub fn new(program: &Program, reading: &Reading, defect: Option<Defect>) -> Frame {
        let events = placed(program, reading);
        let count = events.len();
        let sb = Relation::of(count, |one, two| match (events[one].thread, events[two].thread) {
            (None, Some(_)) => true,
            (Some(first), Some(second)) => first == second && events[one].index < events[two].index,
            (_, None) => false,
        });
        let mut rf = Relation::empty(count);
        for (read, event) in events.iter().enumerate() {
            if let Deed::Read(source) = event.event.deed {
                rf.insert(number(program, reading, source), read);
            }
        }
        let rmw = Relation::of(count, |one, two| {
            two == one + 1
                && events[one].thread == events[two].thread
                && events[one].event.rmw
                && events[two].event.rmw
                && matches!(events[one].event.deed, Deed::Read(_))
                && events[two].event.deed == Deed::Write
        });
        let asw = Relation::of(count, |one, two| {
            let (first, second) = (&events[one], &events[two]);
            match (first.event.deed, second.event.deed) {
                (Deed::Create(other), Deed::Begin) => second.thread == Some(other),
                (Deed::End, Deed::Join(other)) => first.thread == Some(other),
                _ => false,
            }
        });
        let same_loc = Relation::of(count, |one, two| {
            events[one].event.loc.is_some() && events[one].event.loc == events[two].event.loc
        });
        let empty = Relation::empty(count);
        let buffered = [empty.clone(), empty.clone()];
        let mut frame =
            Frame { count, events, sb, rf, rmw, asw, same_loc, hb: empty, buffered, defect };
        frame.hb = frame.happens_before();
        frame.buffered = [Model::Tso, Model::Pso].map(|model| frame.kept_by_buffers(model));
        frame
    }

    fn has(&self, defect: Defect) -> bool {
        self.defect == Some(defect)
    }

    fn set(&self, holds: impl Fn(&Event) -> bool) -> Set {
        let events = self.events.iter().enumerate();
        events.filter(|(_, placed)| holds(&placed.event)).fold(0, |set, (at, _)| set | (1 << at))
    }

    /// `[S]`.
    fn only(&self, holds: impl Fn(&Event) -> bool) -> Relation {
        Relation::identity(self.count, self.set(holds))
    }

    /// rs = [W]; (sb|loc)?; [W at least rlx]; (rf; rmw)*,
    /// sw = [E at least rel]; ([F]; sb)?; rs; rf; [R at least rlx]; (sb; [F])?; [E at least acq],
    /// hb = (sb or sw or asw)+.
    fn happens_before(&self) -> Relation {
        let writes = self.only(|event| event.deed == Deed::Write);
        let atomic_writes =
            self.only(|event| event.deed == Deed::Write && event.order != Order::Plain);
        let atomic_reads =
            self.only(|event| matches!(event.deed, Deed::Read(_)) && event.order != Order::Plain);
        let fences = self.only(|event| event.deed == Deed::Fence);
        let fence_may = |event: &Event, defect| event.deed != Deed::Fence || !self.has(defect);
        let releases = self
            .only(|event| event.order.releases() && fence_may(event, Defect::ReleaseFencesIgnored));
        let acquires = self
            .only(|event| event.order.acquires() && fence_may(event, Defect::AcquireFencesIgnored));
        let none = Relation::empty(self.count);
        let chain = self.rf.then(&self.rmw).closure();
        let chain = if self.has(Defect::UpdatesEndSequences) { &none } else { &chain }.maybe();
        let own = self.sb.and(&self.same_loc);
        let own = if self.has(Defect::OwnStoresEndSequences) { &none } else { &own }.maybe();
        let sequence = writes.then(&own).then(&atomic_writes).then(&chain);
        let from = releases.then(&fences.then(&self.sb).maybe());
        let to = self.sb.then(&fences).maybe().then(&acquires);
        let sw = from.then(&sequence).then(&self.rf).then(&atomic_reads).then(&to);
        self.sb.or(&sw).or(&self.asw).closure()
    }

    /// Two accesses to one location by different threads, one of which writes and one of which is not atomic, in no order.
    pub fn races(&self) -> bool {
        let conflict = |one: usize, two: usize| {
            let (first, second) = (&self.events[one], &self.events[two]);
            first.thread.is_some()
                && second.thread.is_some()
                && first.thread != second.thread
                && (first.event.deed == Deed::Write || second.event.deed == Deed::Write)
                && (first.event.order == Order::Plain || second.event.order == Order::Plain)
        };
        let conflicts = Relation::of(self.count, conflict).and(&self.same_loc);
        !conflicts.minus(&self.hb).minus(&self.hb.inverse()).is_empty()
    }

    /// The pairs of program order that are also an order in memory.
    fn kept_by_buffers(&self, model: Model) -> Relation {
        let drains = |event: &Event| {
            (event.rmw && !self.has(Defect::UpdatesDoNotDrain))
                || event.locks
                || event.deed.is_of_threads()
                || (event.order == Order::SeqCst && !matches!(event.deed, Deed::Read(_)))
        };
        let divides_stores = |event: &Event| {
            event.order.releases()
                && matches!(event.deed, Deed::Fence | Deed::Write)
                && !self.has(Defect::NoStoreBarriers)
        };
        let in_order = model == Model::Tso && !self.has(Defect::StoresOvertake);
        let kept = |one: usize, two: usize| {
            let (first, second) = (&self.events[one], &self.events[two]);
            if !self.sb.holds(one, two) || first.thread.is_none() {
                return self.sb.holds(one, two);
            }
            let drained = (one..=two).any(|at| drains(&self.events[at].event));
            let divided = (one + 1..=two).any(|at| divides_stores(&self.events[at].event));
            match (first.event.deed, second.event.deed) {
                (one, two) if one.is_of_threads() || two.is_of_threads() => true,
                (Deed::Fence, _) | (_, Deed::Fence) => false,
                (Deed::Write, Deed::Write) => {
                    in_order || drained || divided || self.same_loc.holds(one, two)
                }
                (Deed::Write, Deed::Read(_)) => drained,
                _ => true,
            }
        };
        Relation::of(self.count, kept)
    }

    /// The graph with an order of the writes to each location.
    pub fn with_order<'a>(
        &'a self,
        program: &Program,
        reading: &Reading,
        orders: &[&Vec<Source>],
    ) -> Graph<'a> {
        let mut mo = Relation::empty(self.count);
        for order in orders {
            for (at, &one) in order.iter().enumerate() {
                for &two in &order[at + 1..] {
                    mo.insert(number(program, reading, one), number(program, reading, two));
                }
            }
        }
        let rb = self.rf.inverse().then(&mo);
        Graph { frame: self, mo, rb }
    }
}

/// A candidate: everything is chosen.
#[derive(Debug)]
pub struct Graph<'a> {
    frame: &'a Frame,
    mo: Relation,
    rb: Relation,
}

impl Graph<'_> {
    pub fn allowed(&self, model: Model) -> bool {
        match model {
            Model::Sc => self.is_sc(),
            Model::Tso => self.is_buffered(&self.frame.buffered[0]),
            Model::Pso => self.is_buffered(&self.frame.buffered[1]),
            Model::C11 => self.atomicity() && self.coherence() && self.psc().acyclic(),
        }
    }

    /// (rf or mo or rb)+.
    fn eco(&self) -> Relation {
        self.frame.rf.or(&self.mo).or(&self.rb).closure()
    }

    fn atomicity(&self) -> bool {
        self.frame.has(Defect::UpdatesAreTorn)
            || self.frame.rmw.and(&self.rb.then(&self.mo)).is_empty()
    }

    fn coherence(&self) -> bool {
        let local = self.frame.sb.and(&self.frame.same_loc);
        let hb = if self.frame.has(Defect::CoherenceIsLocal) { &local } else { &self.frame.hb };
        hb.then(&self.eco().maybe()).irreflexive()
    }

    /// psc = psc_base or psc_F.
    fn psc(&self) -> Relation {
        let Frame { sb, hb, same_loc, .. } = self.frame;
        let strict = |event: &Event| {
            let weakened = match event.deed {
                Deed::Fence => Defect::FullFencesAreNotFull,
                _ => Defect::AccessesAreNotSeqCst,
            };
            event.order == Order::SeqCst && !self.frame.has(weakened)
        };
        let sc = self.frame.only(strict);
        let fences = self.frame.only(|event| strict(event) && event.deed == Deed::Fence);
        let elsewhere = sb.minus(same_loc);
        let scb = sb
            .or(&elsewhere.then(hb).then(&elsewhere))
            .or(&hb.and(same_loc))
            .or(&self.mo)
            .or(&self.rb);
        let before = sc.or(&fences.then(&hb.maybe()));
        let after = sc.or(&hb.maybe().then(&fences));
        let base = before.then(&scb).then(&after);
        let between = hb.or(&hb.then(&self.eco()).then(hb));
        if self.frame.has(Defect::FencesOrderAccessesOnly) {
            return base;
        }
        base.or(&fences.then(&between).then(&fences))
    }

    fn is_sc(&self) -> bool {
        let Frame { sb, rf, asw, .. } = self.frame;
        self.atomicity() && sb.or(asw).or(rf).or(&self.mo).or(&self.rb).acyclic()
    }

    /// Each location is coherent, and what is kept of program order agrees with the order in memory.
    fn is_buffered(&self, kept: &Relation) -> bool {
        let Frame { sb, rf, asw, same_loc, events, count, .. } = self.frame;
        let together = rf.or(&self.mo).or(&self.rb);
        let external = Relation::of(*count, |one, two| events[one].thread != events[two].thread);
        self.atomicity()
            && sb.and(same_loc).or(&together).acyclic()
            && kept.or(asw).or(&rf.and(&external)).or(&self.mo).or(&self.rb).acyclic()
    }
}
