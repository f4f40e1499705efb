//! Happens-before from the definitions of C11, by brute force, against the clocks: random runs of atomic and plain accesses, locks,
//! fences and creation. Nothing here knows clocks, release sequences are looked for in the order of modifications as the standard words them,
//! and order is the transitive closure of a relation between operations.
//!
//! The same runs, cut in two at every place, show that what is still to come is ordered after the right part of what was (`Sources`), and
//! that states whose past means the same for races are told from others (`Standing`).

use std::rc::Rc;

use raddle_ir::{FileId, FuncId, Loc};
use raddle_machine::{
    Access, Born, Event, Fence, ObjectId, Order, Private, StackEntry, Sync, ThreadId,
};
use raddle_reduce::{DataRace, Sources, Trace};

/// Numbers without a pattern (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }
    fn order(&mut self) -> Order {
        [Order::Relaxed, Order::Acquire, Order::Release, Order::AcquireRelease][self.below(4)]
    }
}

const DATA: ObjectId = ObjectId(20);
const LOCK: ObjectId = ObjectId(21);
const ATOMICS: [ObjectId; 2] = [ObjectId(22), ObjectId(23)];
const THREADS: usize = 3;
/// A thread that is created in the middle of a run.
const CHILD: ThreadId = ThreadId(THREADS as u32);

type Run = Vec<(ThreadId, Rc<Event>)>;

fn access(object: ObjectId, write: bool, sync: Sync, line: usize) -> Access {
    let loc = Loc::new(FileId(0), line as u32 + 1, 1);
    let at = StackEntry { func: FuncId(0), loc };
    Access { object, start: 0, end: 4, symbolic: None, write, sync, at }
}

/// A run from the beginning: with what threads did before the first event, and sometimes with a thread that is created on the way.
fn random_run(random: &mut Random, length: usize) -> Run {
    let mut first = Event::default();
    for thread in 0..THREADS {
        add_local_work(random, &mut first, ThreadId(thread as u32), 0);
    }
    // Sometimes the first thread creates another one before anything happens that others notice.
    let born = random.below(3) == 0;
    if born {
        let place = first.fences.len();
        first.born.push(Born { thread: CHILD, by: ThreadId(0), place });
        first.fences.push(Fence { by: ThreadId(0), after: 0, order: Order::Relaxed });
        add_local_work(random, &mut first, CHILD, 0);
        add_local_work(random, &mut first, ThreadId(0), 0);
    }
    let mut run = random_steps(random, length);
    if born {
        let_child_run(random, &mut run[1..]);
    }
    let mut begun = Event { accesses: run[0].1.accesses.clone(), ..first };
    let by = run[0].0;
    add_local_work(random, &mut begun, by, 0);
    run[0].1 = Rc::new(begun);
    if !born && random.below(2) == 0 {
        let creation = random.below(length);
        let event = Rc::make_mut(&mut run[creation].1);
        event.created.push(CHILD);
        add_local_work(random, event, CHILD, creation);
        let_child_run(random, &mut run[creation + 1..]);
    }
    run
}

/// Gives some steps to the child.
fn let_child_run(random: &mut Random, steps: &mut [(ThreadId, Rc<Event>)]) {
    for (thread, event) in steps {
        if random.below(3) == 0 {
            let event = Rc::make_mut(event);
            event.fences.iter_mut().for_each(|fence| fence.by = CHILD);
            event.private.iter_mut().for_each(|private| private.by = CHILD);
            *thread = CHILD;
        }
    }
}

fn random_steps(random: &mut Random, length: usize) -> Run {
    (0..length)
        .map(|line| {
            let by = ThreadId(random.below(THREADS) as u32);
            let (order, object) = (random.order(), ATOMICS[random.below(ATOMICS.len())]);
            let changes = random.below(4) > 0;
            let accessed = match random.below(9) {
                0 | 1 => access(DATA, random.below(2) == 0, Sync::Plain, line),
                2 | 3 => access(object, true, Sync::AtomicStore(order), line),
                4 | 5 => access(object, false, Sync::AtomicLoad(order), line),
                6 | 7 => access(object, changes, Sync::AtomicUpdate(order), line),
                _ if random.below(2) == 0 => access(LOCK, true, Sync::Acquire, line),
                _ => access(LOCK, true, Sync::Release, line),
            };
            let mut event =
                Event { accesses: [accessed].into_iter().collect(), ..Event::default() };
            add_local_work(random, &mut event, by, line);
            (by, Rc::new(event))
        })
        .collect()
}

/// Some fences and private accesses behind all that an event has.
fn add_local_work(random: &mut Random, event: &mut Event, by: ThreadId, line: usize) {
    for _ in 0..3 {
        let after = event.accesses.len();
        match random.below(9) {
            0 => event.fences.push(Fence { by, after, order: random.order() }),
            1 => {
                let access = access(DATA, random.below(3) > 0, Sync::Plain, line);
                let place = after + event.fences.len();
                event.private.push(Private { by, access, place });
            }
            _ => {}
        }
    }
}

/// An operation of a run, in the order in which they are made.
#[derive(Clone, Copy)]
enum Operation {
    Made(usize, Access),
    /// One that nobody else notices: the earlier one of a race only.
    MadePrivately(usize, Access),
    Fenced(Order),
    /// The creation of the child before the first event.
    Bears,
}

struct Definitions {
    operations: Vec<(ThreadId, Operation)>,
    /// `before[a][b]`: a happens before b.
    before: Vec<Vec<bool>>,
    /// The step that created a thread.
    creation: Option<usize>,
}

impl Definitions {
    fn of(run: &Run) -> Definitions {
        let mut operations = Vec::new();
        for (step, (thread, event)) in run.iter().enumerate() {
            for place in 0..=event.accesses.len() + event.fences.len() {
                let private = event.private.iter().filter(|private| private.place == place);
                operations.extend(
                    private.map(|private| {
                        (private.by, Operation::MadePrivately(step, private.access))
                    }),
                );
                let accesses = (0..event.accesses.len()).filter(|&at| event.place_of(at) == place);
                operations.extend(
                    accesses.map(|at| (*thread, Operation::Made(step, event.accesses[at]))),
                );
                let fences = event.fences.iter().enumerate();
                let fences = fences.filter(|(nth, fence)| fence.after + nth == place);
                let bears = |nth| event.born.iter().any(|born| born.place == nth);
                operations.extend(fences.map(|(nth, fence)| match bears(nth) {
                    true => (fence.by, Operation::Bears),
                    false => (fence.by, Operation::Fenced(fence.order)),
                }));
            }
        }
        let creation = run.iter().position(|(_, event)| event.created.contains(&CHILD));
        let mut result = Definitions { operations, before: Vec::new(), creation };
        let count = result.operations.len();
        result.before = (0..count)
            .map(|a| {
                let ordered =
                    |b| result.sequenced(a, b) || result.creates(a, b) || result.synchronizes(a, b);
                (0..count).map(ordered).collect()
            })
            .collect();
        for via in 0..count {
            for a in 0..count {
                for b in 0..count {
                    result.before[a][b] |= result.before[a][via] && result.before[via][b];
                }
            }
        }
        result
    }

    fn sequenced(&self, a: usize, b: usize) -> bool {
        a < b && self.operations[a].0 == self.operations[b].0
    }

    /// Whether the first operation creates the thread that makes the second.
    fn creates(&self, a: usize, b: usize) -> bool {
        let creating =
            matches!(self.operations[a].1, Operation::Made(step, _) if Some(step) == self.creation);
        let bears = matches!(self.operations[a].1, Operation::Bears);
        (creating || bears) && self.operations[b].0 == CHILD
    }

    fn made(&self, at: usize) -> Option<Access> {
        match self.operations[at].1 {
            Operation::Made(_, access) => Some(access),
            Operation::MadePrivately(..) | Operation::Fenced(_) | Operation::Bears => None,
        }
    }

    fn releases(&self, at: usize) -> bool {
        match self.operations[at].1 {
            Operation::Fenced(order) => order.releases(),
            Operation::MadePrivately(..) | Operation::Bears => false,
            Operation::Made(_, access) => match access.sync {
                Sync::AtomicStore(order) | Sync::AtomicUpdate(order) => order.releases(),
                _ => false,
            },
        }
    }

    fn acquires(&self, at: usize) -> bool {
        match self.operations[at].1 {
            Operation::Fenced(order) => order.acquires(),
            Operation::MadePrivately(..) | Operation::Bears => false,
            Operation::Made(_, access) => match access.sync {
                Sync::AtomicLoad(order) | Sync::AtomicUpdate(order) => order.acquires(),
                _ => false,
            },
        }
    }

    fn is_update(&self, at: usize) -> bool {
        self.made(at).is_some_and(|access| matches!(access.sync, Sync::AtomicUpdate(_)))
    }

    /// Whether an operation modifies an object. An update always does, whatever value it writes.
    fn modifies(&self, at: usize, object: ObjectId) -> bool {
        let update = self.is_update(at);
        self.made(at).is_some_and(|access| access.object == object && (access.write || update))
    }

    /// Which modification an atomic read takes its value from. Of updates that wrote what was there, a load may as well read
    /// the value from what they read it from; and an update that writes nothing new may come first of them all.
    fn reads_from(&self, reader: usize) -> Option<usize> {
        let access = self.made(reader)?;
        let changes = match access.sync {
            Sync::AtomicLoad(_) => false,
            Sync::AtomicUpdate(_) => access.write,
            _ => return None,
        };
        (0..reader).rev().find(|&at| {
            self.modifies(at, access.object)
                && (changes || self.made(at).is_some_and(|earlier| earlier.write))
        })
    }

    /// Whether a modification belongs to the release sequence that another one heads, or would head.
    fn in_sequence(&self, head: usize, at: usize) -> bool {
        let Some(access) = self.made(head) else { return false };
        head == at
            || head < at
                && (head + 1..=at).filter(|&next| self.modifies(next, access.object)).all(|next| {
                    self.is_update(next) || self.operations[next].0 == self.operations[head].0
                })
    }

    /// C11 7.17.3 and 7.17.4, and locks.
    fn synchronizes(&self, a: usize, b: usize) -> bool {
        if let (Some(first), Some(second)) = (self.made(a), self.made(b))
            && (first.sync, second.sync) == (Sync::Release, Sync::Acquire)
        {
            return a < b;
        }
        if !self.releases(a) || !self.acquires(b) {
            return false;
        }
        let writers = self.through(a, true);
        let readers = self.through(b, false);
        readers.into_iter().any(|reader| {
            let Some(from) = self.reads_from(reader) else { return false };
            let object = self.made(from).map(|access| access.object);
            writers.iter().any(|&head| {
                self.made(head).map(|access| access.object) == object
                    && self.in_sequence(head, from)
            })
        })
    }

    /// The operation itself, or of a fence the atomic operations behind it or before it.
    fn through(&self, at: usize, behind: bool) -> Vec<usize> {
        if self.made(at).is_some() {
            return vec![at];
        }
        let atomic = |&other: &usize| {
            self.made(other).is_some_and(|access| match access.sync {
                Sync::AtomicStore(_) => behind,
                Sync::AtomicLoad(_) => !behind,
                Sync::AtomicUpdate(_) => true,
                _ => false,
            })
        };
        let ordered = |&other: &usize| match behind {
            true => self.sequenced(at, other),
            false => self.sequenced(other, at),
        };
        (0..self.operations.len()).filter(ordered).filter(atomic).collect()
    }

    /// Pairs of steps that race.
    fn races(&self) -> Vec<(usize, usize)> {
        let mut races = Vec::new();
        for b in 0..self.operations.len() {
            for a in 0..b {
                let (
                    Operation::Made(first, x) | Operation::MadePrivately(first, x),
                    Operation::Made(second, y),
                ) = (self.operations[a].1, self.operations[b].1)
                else {
                    continue;
                };
                let different = self.operations[a].0 != self.operations[b].0;
                if different && x.races_with(&y) && !self.before[a][b] {
                    races.push((first, second));
                }
            }
        }
        races
    }
}

fn trace_of(run: &[(ThreadId, Rc<Event>)]) -> Trace {
    let mut trace = Trace::default();
    run.iter().for_each(|(thread, event)| trace.push(*thread, event.clone()));
    trace
}

/// Races by the clocks, each when its second access is made.
fn races_by_clocks(run: &Run) -> Vec<DataRace> {
    let mut trace = Trace::default();
    let mut found = Vec::new();
    for (thread, event) in run {
        trace.push(*thread, event.clone());
        let mut new = trace.data_races();
        new.sort_by_key(|race| race.earlier.step);
        found.extend(new);
    }
    found
}

#[test]
fn clocks_say_what_the_definitions_say() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut racing = 0;
    for round in 0..30_000 {
        let length = 4 + random.below(9);
        let run = random_run(&mut random, length);
        let expected = Definitions::of(&run).races();
        racing += usize::from(!expected.is_empty());
        let found = races_by_clocks(&run).into_iter();
        let found: Vec<_> = found.map(|race| (race.earlier.step, race.later.step)).collect();
        // Behind a write that is ordered after all that came before, older ones are not asked any more; they are ordered, too.
        assert_eq!(found, expected, "run {round}: {run:#?}");
    }
    assert!((5_000..25_000).contains(&racing), "{racing} runs with a race");
}

#[test]
fn what_is_to_come_is_ordered_after_the_right_part_of_what_was() {
    let mut random = Random(0xD1B5_4A32_D192_ED03);
    for round in 0..10_000 {
        let length = 4 + random.below(9);
        let run = random_run(&mut random, length);
        let last = run.len() - 1;
        let (thread, event) = &run[last];
        let accessed = event.accesses[0];
        let mut expected: Vec<usize> = Definitions::of(&run)
            .races()
            .into_iter()
            .filter_map(|(first, second)| (second == last).then_some(first))
            .collect();
        expected.sort_unstable();
        let mut sources = Sources::of_access(*thread, event, 0);
        for length in (0..last).rev() {
            let past = trace_of(&run[..=length]);
            let mut found: Vec<usize> = past
                .racing(*thread, &accessed, &sources)
                .iter()
                .map(|earlier| earlier.at.loc.get().map_or(0, |place| place.line as usize - 1))
                .collect();
            found.sort_unstable();
            let expected: Vec<usize> =
                expected.iter().copied().filter(|&first| first <= length).collect();
            assert_eq!(found, expected, "run {round} cut at {length}: {run:#?}");
            let (thread, event) = &run[length];
            sources = sources.before(*thread, event);
        }
    }
}

#[test]
fn runs_that_stand_alike_race_alike_with_what_follows() {
    let mut random = Random(0xA076_1D64_78BD_642F);
    let mut covered = 0;
    for round in 0..60_000 {
        let lengths = (1 + random.below(4), 1 + random.below(4), 1 + random.below(5));
        // Threads that nobody has seen yet stand nowhere.
        let births: Vec<ThreadId> = (0..THREADS as u32).map(ThreadId).collect();
        let mut birth = Event { created: births.into_iter().collect(), ..Event::default() };
        for child in birth.created.clone() {
            add_local_work(&mut random, &mut birth, child, 1);
        }
        let begin = vec![(ThreadId(9), Rc::new(birth))];
        let [one, other, next] =
            [lengths.0, lengths.1, lengths.2].map(|length| random_steps(&mut random, length));
        let placed = |run: Run| -> Run {
            // By the same instructions: where they stand in the run must not matter.
            run.into_iter()
                .map(|(thread, event)| {
                    let mut event = Event::clone(&event);
                    let private = event.private.iter_mut().map(|private| &mut private.access);
                    for access in event.accesses.iter_mut().chain(private) {
                        access.at.loc = Loc::new(FileId(0), 1 + u32::from(access.write), 1);
                    }
                    (thread, Rc::new(event))
                })
                .collect()
        };
        let (one, other) = (placed(one), placed(other));
        // Mostly the same, and then a little more: like the rounds of a loop.
        let other = if round % 4 == 0 { other } else { [one.clone(), other].concat() };
        let (one, other) = ([begin.clone(), one].concat(), [begin, other].concat());
        let (first, second) = (trace_of(&one), trace_of(&other));
        if !second.standing(second.len()).is_covered_by(&first.standing(first.len())) {
            continue;
        }
        let racing = |past: &Run| -> Vec<(Loc, usize)> {
            let run = [past.clone(), next.clone()].concat();
            let races = races_by_clocks(&run).into_iter();
            let across = races
                .filter(|race| race.earlier.step < past.len() && race.later.step >= past.len());
            across.map(|race| (race.earlier.access.at.loc, race.later.step - past.len())).collect()
        };
        let (known, new) = (racing(&one), racing(&other));
        covered += usize::from(!new.is_empty());
        for race in &new {
            assert!(known.contains(race), "run {round}: {one:#?} and {other:#?} before {next:#?}");
        }
    }
    assert!(covered > 100, "{covered} runs with races were covered");
}
