//! All that threads may still do: every path of each of them, with what the others do in between left open.
//!
//! A thread is followed from where it stands with the values that its registers have. Memory that only one thread uses from now on is followed,
//! too; of memory that several use, bytes that nobody writes any more keep their value, and all others may hold anything. Who uses and writes what is not
//! known in advance: it is taken for granted that nobody does more than was seen, and everything is done
//! again until that is true.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use raddle_budget::Stage;
use raddle_ir::{Block, Body, FuncId, Loc, Program, Reg};
use raddle_machine::{
    Assumed, Cell, Machine, ObjectId, Property, PropertySet, StackEntry, State, SyncSort, ThreadId,
};
use raddle_reduce::Broken;
use rustc_hash::{FxHashMap, FxHashSet};

use super::path::{Content, Frame, Lock, Memory, Path, Skeleton, Who};
use super::rounds::Trail;
use super::spans::Spans;
use super::tallies::Tallies;

/// Instructions that are looked at before it is given up.
pub(super) const FUEL: u32 = 100_000;
/// So many more the first time, for loops of many rounds that go one way only: that time most threads are still to be created, and everything may be left out at once.
const FUEL_FOR_ROUNDS: u32 = 400_000;
/// Calls within calls.
const DEEPEST: usize = 64;
/// Paths that differ in values only are told apart so often.
const SAME_PLACE: u32 = 24;
/// How often assumptions about who uses what are corrected.
const ROUNDS: u32 = 16;
/// Rounds in which little is known yet of who uses what, and adds to what: they never count, so loops that seem to be long then are not followed to their end.
const PRELIMINARY: u32 = 2;
const LONG_BEFORE: usize = 2_000;
/// Bytes that all local variables of a thread may have.
pub(super) const MOST_STACK: u64 = 1 << 20;

/// A thread of the state, or one that is still to be created.
#[derive(Clone, Copy, Debug)]
pub(super) struct Somebody {
    pub real: Option<ThreadId>,
    /// Who creates it, and how many that thread created before, if it does not exist yet.
    pub birth: Option<(Who, u32)>,
}

/// Something that does not exist yet but has an address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Thing {
    Local { who: Who, depth: usize, func: FuncId, reg: Reg, size: u64 },
    Handle(Who),
}

/// What an access is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Manner {
    Plain,
    /// Atomic, or in an atomic section.
    Synchronised,
    /// By an operation on a synchronisation object.
    Operation,
    /// The memory is gone afterwards.
    Ends,
    /// The synchronisation object is gone afterwards.
    Destroys,
}

/// An access that is still to come.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Touch {
    pub who: Who,
    pub memory: Memory,
    pub start: u64,
    pub end: u64,
    pub write: bool,
    pub manner: Manner,
    pub at: StackEntry,
    pub locks: Vec<Lock>,
    pub joined: Vec<Who>,
    pub created: Vec<Who>,
}

/// Who uses a piece of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Users {
    One(Who),
    Several,
}

pub(super) struct Survey<'a, 'p> {
    pub machine: &'a mut Machine<'p>,
    pub program: &'p Program,
    pub state: &'a State,
    pub functions: &'a FxHashMap<u64, FuncId>,
    pub broken: Option<Broken>,
    pub threads: Vec<Somebody>,
    pub things: Vec<Thing>,
    pub users: FxHashMap<Memory, Users>,
    pub written: BTreeSet<(Memory, u64, u64)>,
    pub changed: bool,
    preliminary: bool,
    /// Every race is looked for, and none is known yet: who reads without a lock what others write ends the look ahead.
    pub finds_races: bool,
    pub tallies: Tallies,
    pub spans: Spans,
    fuel: u32,
    fuel_at_first: u32,
    // Of one round.
    /// An assertion fails on some path, or one ends that cannot be followed.
    pub fails: bool,
    /// The path that was not followed any more had waited for the end of others.
    stuck_behind_join: bool,
    pub touches: FxHashSet<Touch>,
    /// Synchronisation objects by place: how far they go, and what they are.
    pub sync_objects: BTreeMap<(Memory, u64), (u64, SyncSort)>,
    /// Condition variables, and the mutex they are waited on with.
    pub waits: BTreeMap<(Memory, u64), (Memory, u64)>,
    /// Who joins whom.
    pub joins: BTreeMap<Who, Who>,
    /// Locks that a thread may hold when it ends.
    pub held_at_end: BTreeSet<(Memory, u64)>,
    pub destroyed: BTreeSet<(Memory, u64)>,
    /// Cells that were read, how wide they are, and their value if that matters.
    pub pins: BTreeMap<Cell, (u32, Option<u64>)>,
    pub blocks: FxHashSet<(FuncId, Block)>,
    /// Sides of branches that are taken for sure.
    pub sides: FxHashSet<(FuncId, Block, usize)>,
    /// What may leave the range of its type, or be shifted by too much.
    pub unclear: BTreeSet<(Assumed, Loc)>,
    pub births: Vec<(Who, Path)>,
    /// Paths that were followed, by number.
    seen: FxHashMap<(Who, Path), u32>,
    /// Which of them each one is a continuation of.
    parents: Vec<Option<u32>>,
    visits: FxHashMap<(Who, Skeleton), (u32, Option<Path>)>,
}

/// How a path goes on after an instruction.
pub(super) enum Next {
    On,
    Ended,
    /// In several ways, each of which stands where it goes on.
    Ways(Vec<Path>),
}

impl<'a, 'p> Survey<'a, 'p> {
    pub fn new(
        machine: &'a mut Machine<'p>,
        state: &'a State,
        functions: &'a FxHashMap<u64, FuncId>,
        broken: Option<Broken>,
        first: bool,
    ) -> Survey<'a, 'p> {
        let fuel = if first { FUEL + FUEL_FOR_ROUNDS } else { FUEL };
        let threads = state.threads.iter();
        let threads = threads.map(|thread| Somebody { real: Some(thread.id), birth: None });
        Survey {
            program: machine.program,
            machine,
            functions,
            broken,
            threads: threads.collect(),
            state,
            things: Vec::new(),
            users: FxHashMap::default(),
            written: BTreeSet::new(),
            changed: false,
            preliminary: false,
            finds_races: false,
            tallies: Tallies::default(),
            spans: Spans::default(),
            fuel,
            fuel_at_first: fuel,
            fails: false,
            stuck_behind_join: false,
            touches: FxHashSet::default(),
            sync_objects: BTreeMap::new(),
            waits: BTreeMap::new(),
            joins: BTreeMap::new(),
            held_at_end: BTreeSet::new(),
            destroyed: BTreeSet::new(),
            pins: BTreeMap::new(),
            blocks: FxHashSet::default(),
            sides: FxHashSet::default(),
            unclear: BTreeSet::new(),
            births: Vec::new(),
            seen: FxHashMap::default(),
            parents: Vec::new(),
            visits: FxHashMap::default(),
        }
    }

    /// Follows everybody to the end; `None` if something is met that is not followed.
    pub fn run(&mut self) -> Option<()> {
        for round in 0..ROUNDS {
            self.start_round();
            self.preliminary = round < PRELIMINARY;
            let running = self.state.threads.iter().enumerate();
            for (who, thread) in running.filter(|(_, thread)| thread.is_running()) {
                let path = self.start_of(who as Who, thread)?;
                self.births.push((who as Who, path));
            }
            while let Some((who, path)) = self.births.pop() {
                if self.follow(who, path).is_none() {
                    self.bear_with(round)?;
                }
            }
            let spans_hold = self.spans_are_as_assumed();
            let settled = !self.changed && spans_hold && self.tallies.are_as_assumed();
            if self.fails && (settled || !self.tallies.exist()) {
                return None;
            }
            if settled {
                return self.tallies_stay_in_range().then_some(());
            }
            self.refuel();
        }
        None
    }

    /// Where there are tallies, each round may take as much as the first one.
    fn refuel(&mut self) {
        let full = FUEL + FUEL_FOR_ROUNDS;
        if self.fuel_at_first >= full && self.tallies.exist() {
            self.fuel_at_first += full.saturating_sub(self.fuel);
            self.fuel = full.max(self.fuel);
        }
    }

    /// Something was met that is not followed. Behind the end of other threads that may be because it is not known yet what these have added: what a program
    /// does about a sum that is wrong does not count before all sums are known.
    fn bear_with(&mut self, round: u32) -> Option<()> {
        let behind_join = std::mem::take(&mut self.stuck_behind_join);
        self.fails = true;
        (behind_join && (round == 0 || self.tallies.exist())).then_some(())
    }

    /// Instructions that were looked at.
    pub fn looked_at(&self) -> u64 {
        u64::from(self.fuel_at_first - self.fuel)
    }

    fn start_round(&mut self) {
        self.changed = false;
        self.fails = false;
        self.stuck_behind_join = false;
        self.tallies.start_round();
        self.touches.clear();
        self.sync_objects.clear();
        self.waits.clear();
        self.joins.clear();
        self.held_at_end.clear();
        self.destroyed.clear();
        self.pins.clear();
        self.blocks.clear();
        self.sides.clear();
        self.unclear.clear();
        self.seen.clear();
        self.parents.clear();
        self.visits.clear();
    }

    /// A thread where it stands.
    fn start_of(&mut self, who: Who, thread: &raddle_machine::Thread) -> Option<Path> {
        if thread.phase.step != 0 && self.looks_for(Property::Deadlock) {
            return None;
        }
        let again = thread.frames.iter().any(|frame| frame.again);
        if thread.frames.len() > DEEPEST || thread.stack_bytes > MOST_STACK || again {
            return None;
        }
        let frames = thread.frames.iter().map(|frame| Frame {
            func: frame.func,
            block: frame.block,
            inst: frame.inst,
            regs: vec![Content::Untouched; frame.regs.len()],
            results: frame.results.clone(),
            locals: frame.locals.iter().map(|&local| Memory::Old(local)).collect(),
            held_at_call: None,
        });
        let mut path = Path::new(frames.collect());
        for &(object, offset, _) in &thread.held {
            let exclusive = self.is_held_alone(thread.id, object, offset)?;
            let exclusive = exclusive || self.is_broken(Broken::ReadLocksExclude);
            let lock = Lock { memory: Memory::Old(object), offset, exclusive };
            if path.holds(lock.memory, offset).is_some() {
                return None;
            }
            path.take(lock);
        }
        if thread.phase.step != 0 {
            self.finish_wait(who, &mut path)?;
        }
        Some(path)
    }

    /// Whether a thread has a lock for itself, or for reading. `None` if the lock knows nothing of that: somebody has written over it.
    fn is_held_alone(&mut self, thread: ThreadId, object: ObjectId, offset: u64) -> Option<bool> {
        let owner = self.initial_word(object, offset, 4, true)?;
        if owner == Machine::word_of_owner(thread) {
            return Some(true);
        }
        let threads = self.state.threads.iter();
        let held = threads.flat_map(|thread| &thread.held);
        let readers = held.filter(|held| (held.0, held.1) == (object, offset)).count() as u64;
        let known = self.initial_word(object, offset + Machine::offset_of_readers(), 4, true)?;
        (owner == 0 && known == readers).then_some(false)
    }

    pub fn looks_for(&self, property: Property) -> bool {
        self.machine.config.properties.contains(property)
    }

    /// Then nothing else about values matters.
    pub fn looks_for_races_only(&self) -> bool {
        self.machine.config.properties == PropertySet::of(&[Property::Race])
    }

    pub fn is_broken(&self, how: Broken) -> bool {
        self.broken == Some(how)
    }

    fn follow(&mut self, who: Who, start: Path) -> Option<()> {
        let mut open = vec![(start, None)];
        // The path to come is the only one that the last one goes on with.
        let mut decided = false;
        let mut trail = Trail::default();
        while let Some((path, parent)) = open.pop() {
            self.machine.config.budget.enter(Stage::Lockset);
            if self.machine.config.budget.is_spent() {
                return None;
            }
            let path = self.skip_rounds(&mut trail, path, decided);
            if self.preliminary && trail.decided > LONG_BEFORE {
                self.changed = true;
                decided = false;
                continue;
            }
            if self.waits_for_ever(who, &path, parent) {
                return None;
            }
            let Some(path) = self.merged(who, path, decided, parent)? else {
                decided = false;
                continue;
            };
            let from = self.parents.len() as u32 - 1;
            let mut next = Vec::new();
            self.walk(who, path, &mut next)?;
            decided = next.len() == 1;
            open.extend(next.into_iter().map(|path| (path, Some(from))));
        }
        Some(())
    }

    /// Whether a path that only looks comes back to where it was before. Paths are followed depth first, so every circle is noticed where it closes.
    fn waits_for_ever(&self, who: Who, path: &Path, parent: Option<u32>) -> bool {
        if !path.looks || self.is_broken(Broken::LoopsTakenForCalm) {
            return false;
        }
        let Some(&before) = self.seen.get(&(who, path.clone())) else { return false };
        let mut at = parent;
        while let Some(id) = at {
            if id == before {
                return true;
            }
            at = self.parents[id as usize];
        }
        false
    }

    /// A path that was not followed yet. Where too many differ in values only, they are taken together; not so the rounds of a loop that is decided each time, while
    /// there is fuel for them: what a loop of a thousand rounds adds up to is known only if all rounds are followed.
    fn merged(
        &mut self,
        who: Who,
        path: Path,
        decided: bool,
        parent: Option<u32>,
    ) -> Option<Option<Path>> {
        let id = self.parents.len() as u32;
        match self.seen.entry((who, path.clone())) {
            Entry::Occupied(_) => return Some(None),
            Entry::Vacant(entry) => entry.insert(id),
        };
        self.parents.push(parent);
        if decided && self.fuel > FUEL {
            return Some(Some(path));
        }
        let key = (who, path.skeleton());
        let (count, known) = self.visits.remove(&key).unwrap_or((0, None));
        if count < SAME_PLACE {
            self.visits.insert(key, (count + 1, None));
            return Some(Some(path));
        }
        let merged = match &known {
            None => path,
            Some(known) => self.merge(who, known, &path)?,
        };
        let is_new = known.as_ref() != Some(&merged);
        self.visits.insert(key, (count, Some(merged.clone())));
        // Of paths that are taken together it is not known whether one comes back to itself.
        if !is_new && merged.looks && !self.is_broken(Broken::LoopsTakenForCalm) {
            return None;
        }
        Some(is_new.then_some(merged))
    }

    fn merge(&mut self, who: Who, known: &Path, new: &Path) -> Option<Path> {
        let mut merged = known.clone();
        self.merge_added(known, new);
        for (depth, frame) in merged.frames.iter_mut().enumerate() {
            for (reg, content) in frame.regs.iter_mut().enumerate() {
                let other = new.frames[depth].regs[reg];
                if *content == other {
                    continue;
                }
                let reg = Reg(reg as u32);
                let resolved = [*content, other].map(|content| match content {
                    Content::Untouched => self.initial_register(who, depth, reg),
                    other => Some(other),
                });
                let [a, b] = [resolved[0]?, resolved[1]?];
                *content = match (a, b) {
                    (Content::Undefined, _) | (_, Content::Undefined) => Content::Undefined,
                    (a, b) if a == b => a,
                    (a, b) if a.is_unseen() || b.is_unseen() => Content::Unseen,
                    _ => Content::Any,
                };
            }
        }
        let places: BTreeSet<(Memory, u64)> =
            known.stored.keys().chain(new.stored.keys()).copied().collect();
        for place in places {
            let (a, b) = (known.stored.get(&place), new.stored.get(&place));
            if a == b {
                continue;
            }
            let size = a.or(b)?.0;
            if let (Some(a), Some(b)) = (a, b)
                && a.0 != b.0
            {
                return None;
            }
            if a.is_none() || b.is_none() {
                // Where nothing was stored, there is what was there at first.
                let Memory::Old(object) = place.0 else { return None };
                if known.fresh.contains(&place.0) {
                    return None;
                }
                self.initial_content(object, place.1, size, false)?;
            }
            merged.stored.insert(place, (size, Content::Any));
        }
        Some(merged)
    }

    /// Follows a path up to where it parts or jumps.
    fn walk(&mut self, who: Who, mut path: Path, open: &mut Vec<Path>) -> Option<()> {
        loop {
            if self.fuel == 0 {
                return None;
            }
            self.fuel -= 1;
            let frame = path.top();
            self.blocks.insert((frame.func, frame.block));
            let body = self.program.functions[frame.func].body.as_ref()?;
            let block = &body.blocks[frame.block];
            match block.insts.get(frame.inst) {
                Some(inst) => match self.step(who, &mut path, &inst.op) {
                    Some(Next::On) => {}
                    Some(Next::Ended) => return Some(()),
                    Some(Next::Ways(ways)) => {
                        open.extend(ways);
                        return Some(());
                    }
                    None => {
                        self.stuck_behind_join = !path.joined.is_empty();
                        return None;
                    }
                },
                None => {
                    if self.terminate(who, &mut path, &block.terminator, open)? {
                        return Some(());
                    }
                }
            }
        }
    }

    /// The thread is over, with all its local variables.
    pub fn end_thread(&mut self, who: Who, path: &Path) {
        let locals: Vec<Memory> =
            path.frames.iter().flat_map(|frame| frame.locals.clone()).collect();
        for memory in locals {
            self.note_end(who, path, memory);
        }
        let held = path.locks.iter().map(|lock| (lock.memory, lock.offset));
        self.held_at_end.extend(held);
        self.note_total(who, path);
    }

    /// A frame of a function that is called with some values.
    pub fn frame(&self, func: FuncId, values: &[Content]) -> Option<Frame> {
        let function = &self.program.functions[func];
        let body = function.body.as_ref()?;
        let mut regs = vec![Content::Undefined; body.regs.len()];
        for (param, &value) in function.params.iter().zip(values) {
            regs[param.reg.0 as usize] = value;
        }
        Some(Frame {
            func,
            block: Body::ENTRY,
            inst: 0,
            regs,
            results: Default::default(),
            locals: Vec::new(),
            held_at_call: None,
        })
    }

    pub fn is_too_deep(path: &Path) -> bool {
        path.frames.len() >= DEEPEST
    }
}

pub(super) fn is_atomic_function(program: &Program, func: FuncId) -> bool {
    program.functions[func].name.starts_with("__VERIFIER_atomic_")
}
