//! What can still be accessed below a state: what the reduction and the search for races would have seen there.

use std::rc::Rc;

use raddle_ir::Loc;
use raddle_machine::{Access, Event, Machine, ObjectId, State, Sync, Thread, ThreadId};
use raddle_moves as enabled;
use raddle_reduce::{Broken, Sources};

/// An access that some run below a state makes.
#[derive(Clone, Debug)]
pub struct Reached {
    pub thread: ThreadId,
    pub access: Access,
    /// The transition that it is a part of.
    pub transition: Rc<Event>,
    /// What it is ordered after by synchronisation. Kept only when races are looked for.
    pub sources: Sources,
    pub waits: Waits,
    /// Not everything it conflicts with also conflicts with something below that comes before it.
    pub is_first: bool,
    pub way: Way,
}

/// Shared by all that was reached together.
pub type Accesses = Rc<Vec<Access>>;

/// What its thread does below the state until it makes an access.
#[derive(Clone, Debug, Default)]
pub struct Way {
    /// What the thread accesses in transitions before the one with the access: all of it, or the part next to it.
    pub before: Accesses,
    /// The thread's first transition, if that is known.
    pub opening: Option<Rc<Event>>,
    /// Only the thread itself has to move until the access is made.
    pub alone: bool,
}

/// More accesses on the way to another one are not kept.
const LONGEST_WAY: usize = 8;

impl Way {
    /// The way from the state before a transition.
    fn after(
        &self,
        above: &Above<'_>,
        reached: &Reached,
        longer: &mut Longer,
        broken: Option<Broken>,
    ) -> Way {
        let &Above { thread, event, .. } = above;
        if thread == reached.thread {
            let opening = above.opening();
            if event.accesses.len() + self.before.len() > LONGEST_WAY {
                return Way { before: self.before.clone(), opening, alone: false };
            }
            let alone = self.alone && !above.is_piece;
            return Way { before: longer.way(&self.before, event), opening, alone };
        }
        let touches = |own: &Access| event.accesses.iter().any(|access| access.conflicts(own));
        let comes_first = event.created.contains(&reached.thread)
            || event.conflicts(&reached.transition)
            || self.before.iter().any(touches);
        let comes_first = comes_first && broken != Some(Broken::CompanyOnTheWayIgnored);
        Way { alone: self.alone && !comes_first, ..self.clone() }
    }

    /// Whether it is the very same way.
    fn is_same(&self, other: &Way) -> bool {
        let same_opening = match (&self.opening, &other.opening) {
            (Some(own), Some(other)) => Rc::ptr_eq(own, other),
            (None, None) => true,
            _ => false,
        };
        same_opening && self.alone == other.alone && Rc::ptr_eq(&self.before, &other.before)
    }

    /// What two ways to one access have in common.
    fn merge(&mut self, other: &Way) {
        if !Rc::ptr_eq(&self.before, &other.before) {
            let common = self.before.iter();
            let common = common.filter(|own| other.before.iter().any(|same| same.is_like(own)));
            let common: Vec<Access> = common.copied().collect();
            if common.len() < self.before.len() {
                self.before = Rc::new(common);
            }
        }
        let same = match (&self.opening, &other.opening) {
            (Some(own), Some(other)) => Rc::ptr_eq(own, other) || own.touches_same(other),
            _ => false,
        };
        if !same {
            self.opening = None;
        }
        self.alone &= same && other.alone;
    }
}

/// What accesses below a transition share with each other, they share above it.
#[derive(Default)]
struct Longer {
    ways: Vec<(Accesses, Accesses)>,
    sources: Vec<(Sources, Sources)>,
}

impl Longer {
    /// A thread's accesses with those of its transition before them.
    fn way(&mut self, before: &Accesses, event: &Event) -> Accesses {
        if let Some((_, longer)) = self.ways.iter().find(|(known, _)| Rc::ptr_eq(known, before)) {
            return longer.clone();
        }
        let longer = Rc::new(event.accesses.iter().chain(&**before).copied().collect());
        self.ways.push((before.clone(), Rc::clone(&longer)));
        longer
    }

    /// Sources as they were before a transition.
    fn sources(&mut self, sources: &Sources, above: &Above<'_>) -> Sources {
        if let Some((_, before)) = self.sources.iter().find(|(known, _)| known == sources) {
            return before.clone();
        }
        let before = sources.before(above.thread, above.event);
        self.sources.push((sources.clone(), before.clone()));
        before
    }
}

/// Whether an operation has to wait until others allow it.
#[derive(Clone, Debug)]
pub enum Waits {
    Never,
    /// Until the accessed object allows it: the thread before the operation.
    ForObject(Rc<Thread>),
    /// Perhaps.
    Unclear,
}

impl Waits {
    /// Whether it is the very same.
    fn is_same(&self, other: &Waits) -> bool {
        match (self, other) {
            (Waits::Never, Waits::Never) | (Waits::Unclear, Waits::Unclear) => true,
            (Waits::ForObject(own), Waits::ForObject(other)) => Rc::ptr_eq(own, other),
            _ => false,
        }
    }

    pub fn before(machine: &mut Machine<'_>, state: &State, thread: ThreadId) -> Waits {
        if state.rest.now {
            return Waits::Unclear;
        }
        match enabled::waiting(machine, state, thread) {
            Some(standing) => Waits::ForObject(standing),
            None if enabled::has_to_be_tried(machine, state, thread) => Waits::Unclear,
            None => Waits::Never,
        }
    }
}

/// A transition of a thread, seen from below.
#[derive(Debug)]
pub struct Above<'a> {
    pub thread: ThreadId,
    pub before: &'a State,
    pub event: &'a Rc<Event>,
    /// It is not a whole transition: the thread rested before or after.
    pub is_piece: bool,
}

impl Above<'_> {
    /// The transition as the first of its thread, if it is known as a whole.
    fn opening(&self) -> Option<Rc<Event>> {
        (!self.is_piece && !self.event.obscure).then(|| self.event.clone())
    }
}

type Key = (ThreadId, ObjectId, u64, u64, bool, (bool, bool, bool), Loc);

impl Reached {
    /// Whether it is the very same.
    pub fn is_same(&self, other: &Reached) -> bool {
        (self.thread, self.access, self.is_first) == (other.thread, other.access, other.is_first)
            && Rc::ptr_eq(&self.transition, &other.transition)
            && self.sources == other.sources
            && self.waits.is_same(&other.waits)
            && self.way.is_same(&other.way)
    }

    fn key(&self) -> Key {
        let Access { object, start, end, write, sync, at, .. } = self.access;
        let kind = (sync.is_plain(), sync == Sync::Observed, sync == Sync::Arrival);
        (self.thread, object, start, end, write, kind, at.loc)
    }

    /// Whether all that conflicts with this access conflicts with a transition before it, which comes first
    /// in the order of dependence, too: then whoever reverses that has no more to reverse here.
    fn is_behind(
        &self,
        machine: &mut Machine<'_>,
        above: &Above<'_>,
        broken: Option<Broken>,
    ) -> bool {
        let own = above.thread == self.thread;
        let covers = |earlier: &Access| {
            let reads_again = own && !self.access.write;
            let earlier = Access { write: earlier.write || reads_again, ..*earlier };
            earlier.symbolic.is_none() && earlier.stands_for(&self.access)
        };
        if !above.event.accesses.iter().any(covers) {
            return false;
        }
        // What can only come after the transition may still have to come before something earlier.
        own || broken == Some(Broken::ImpossibleOrderTrusted)
            || match &self.waits {
                Waits::Never => true,
                Waits::ForObject(standing) => {
                    !above.before.rest.now
                        && enabled::is_possible_for(machine, above.before, standing)
                }
                Waits::Unclear => false,
            }
    }
}

/// One access is kept with at most so many sets of sources; then with what they have in common.
const MOST_VARIANTS: usize = 4;

/// Accesses below a state, in order. Most are what they were in the state below it, and are kept once.
#[derive(Clone, Debug, Default)]
pub struct Reach(Vec<Rc<Reached>>);

impl Reach {
    /// What it takes in memory: what it shares with others is theirs.
    pub fn bytes(&self) -> usize {
        // One is in the list of all.
        let own = self.0.iter().filter(|reached| Rc::strong_count(reached) <= 2).count();
        size_of_val(&self.0[..]) + own * size_of::<Reached>()
    }

    /// Accesses that are in order.
    pub fn of(reached: Vec<Reached>) -> Reach {
        Reach(reached.into_iter().map(Rc::new).collect())
    }

    pub fn add_all(&mut self, other: Reach) {
        other.0.into_iter().for_each(|reached| self.add_shared(reached));
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Reached> {
        self.0.iter().map(|reached| &**reached)
    }

    /// To be exchanged for equal ones.
    pub fn entries_mut(&mut self) -> impl Iterator<Item = &mut Rc<Reached>> {
        self.0.iter_mut()
    }

    /// Adds what a transition accesses, and what is accessed after it.
    pub fn add_before(
        &mut self,
        machine: &mut Machine<'_>,
        above: &Above<'_>,
        after: &Reach,
        races: bool,
        broken: Option<Broken>,
    ) {
        if self.0.is_empty() {
            self.0.reserve(after.0.len() + above.event.accesses.len());
        }
        let mut longer = Longer::default();
        self.add_event(machine, above, races, true);
        for reached in &after.0 {
            let is_first = reached.is_first && !reached.is_behind(machine, above, broken);
            if !is_first && !races {
                continue;
            }
            let sources = match races {
                true => longer.sources(&reached.sources, above),
                false => reached.sources.clone(),
            };
            let way = reached.way.after(above, reached, &mut longer, broken);
            if is_first == reached.is_first
                && sources == reached.sources
                && way.is_same(&reached.way)
            {
                self.add_shared(reached.clone());
                continue;
            }
            let Reached { thread, access, ref transition, ref waits, .. } = **reached;
            let (transition, waits) = (transition.clone(), waits.clone());
            self.add(Reached { thread, access, transition, sources, waits, is_first, way });
        }
    }

    /// Adds what a transition accesses, or would if it were `possible`.
    pub fn add_event(
        &mut self,
        machine: &mut Machine<'_>,
        above: &Above<'_>,
        races: bool,
        possible: bool,
    ) {
        let &Above { thread, before, event, .. } = above;
        let opening = above.opening().filter(|_| possible);
        let way = Way { before: Rc::default(), alone: opening.is_some(), opening };
        let sources_of = |at: usize| match races {
            true => Sources::of_access(thread, event, at),
            false => Sources::default(),
        };
        let mut sources = sources_of(0);
        let awaited = event.accesses.first().map(|access| access.object);
        let waits = Waits::before(machine, before, thread);
        for (at, access) in event.accesses.iter().enumerate() {
            // Only fences tell the accesses of a transition apart.
            if !event.fences.is_empty() {
                sources = sources_of(at);
            }
            let waits = match &waits {
                Waits::ForObject(_) if Some(access.object) != awaited => Waits::Unclear,
                waits => waits.clone(),
            };
            let access = Access { symbolic: None, ..*access };
            let (sources, transition, way) = (sources.clone(), event.clone(), way.clone());
            self.add(Reached { thread, access, transition, sources, waits, is_first: true, way });
        }
    }

    pub fn add(&mut self, reached: Reached) {
        self.add_shared(Rc::new(reached));
    }

    fn add_shared(&mut self, reached: Rc<Reached>) {
        let key = reached.key();
        let from = self.0.partition_point(|known| known.key() < key);
        let count = self.0[from..].iter().take_while(|known| known.key() == key).count();
        let same = &mut self.0[from..from + count];
        let known = same.iter().position(|known| known.sources.is_subset(&reached.sources));
        let known = if known.is_none() && count == MOST_VARIANTS {
            let first = Rc::make_mut(&mut same[0]);
            first.sources = first.sources.intersection(&reached.sources);
            Some(0)
        } else {
            known
        };
        let Some(known) = known else {
            self.0.insert(from, reached);
            return;
        };
        let known = &mut same[known];
        if Rc::ptr_eq(known, &reached) {
            return;
        }
        let mut merged = known.way.clone();
        merged.merge(&reached.way);
        merged.alone &= known.transition.touches_same(&reached.transition);
        let waits = match (&known.waits, &reached.waits) {
            (Waits::Never, Waits::Never) => Waits::Never,
            (Waits::ForObject(_), waits @ Waits::ForObject(_)) => waits.clone(),
            _ => Waits::Unclear,
        };
        if known.is_first >= reached.is_first
            && known.way.is_same(&merged)
            && known.waits.is_same(&waits)
        {
            return;
        }
        let known = Rc::make_mut(known);
        known.is_first |= reached.is_first;
        known.way = merged;
        known.waits = waits;
    }
}
