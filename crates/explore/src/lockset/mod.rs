//! Where nothing that is still to come can go wrong: the rest of a run is not explored if locks (or creation, or join) keep all accesses apart that threads
//! may still make, and nothing else that is looked for can happen (Wang, Yang, Gupta, Gopalakrishnan, "Dynamic model checking with property driven pruning to detect
//! race conditions", 2008; Chu, "Interpolation methods for symbolic execution", 2012, section 5.6).
//!
//! For that each thread is followed on its own from where it stands, with the locks that it holds there, along every path that it may take whatever the
//! others do (`survey.rs`; `steps.rs`, `calls.rs`, `memory.rs`): where a value depends on others, it may be any value. So every access that some continuation of the run makes is among those that are
//! noted, each with the locks that are held, whom its thread has joined and whom it has created. Locks are places in memory, never classes of places: two accesses are kept apart by a lock only if both threads
//! hold that very object, and one of them for itself. Then:
//!
//! - **Two accesses to come** (`pairs.rs`) do not race if a lock keeps them apart (between the two the one thread gives it back, and the other one takes it), if one
//!   thread has joined the other one, or if one was made before the other one's thread was created.
//! - **An access to come and one of the run**: what the first is ordered after by then is known as [`Sources`], the same that summaries keep: its thread or, if that is not there yet,
//!   who creates it; whom it has joined; what was given back through a lock that it holds; and who holds such a lock now, for who gets it after that comes after all that was done.
//! - Races that were reported are no news.
//!
//! What is skipped must not make the verdict *unknown* either. So every instruction on the way has to be one that is followed and cannot go wrong: accesses to bytes that are known to be there and defined, divisions
//! by what is not zero, locks that are usable, not taken twice and given back by who has them, threads joined once. All else (memory that is allocated or freed, addresses that are not known, floats that become integers, weak orders,
//! other library functions than those that threads are made of and `printf` with numbers (`output.rs`), functions that run when a thread or the program ends, …) ends the look ahead, and nothing is skipped.
//!
//! **Assertions**: if a path comes to the call which says that one failed, nothing is skipped. (What threads only add to, and nothing else, is known where they were joined, `tallies.rs`, and in between it is in an interval, `spans.rs`.) **Memory**: what was said above. **Deadlocks** (`calm.rs`): nobody waits while it holds a lock, nobody ends with
//! one, nobody waits for anything but locks and the end of other threads, and threads do not wait for each other's end in a circle; so who is in the way of others can always go on. **Overflows** and leaks are not looked at:
//! where they are asked for, nothing is skipped; where they are not, what would be an assumption of the answer (a sum that may wrap around) ends the look ahead, unless races are all that is looked for.
//!
//! With dynamic partial-order reduction, what may still be accessed is reversed with what was, as below a state that a summary covers (`pruning.rs`). The optimal way needs complete runs and does not look ahead.
//!
//! What is known of a state that is left out like this is kept as a summary, like what is known of one that was explored: its condition are the values of cells that were used; locks that are held and where threads stand
//! are its control; what may be accessed is its reach. So what is above it is summarised as ever, and circles do not matter: nothing was left out that depends on the run. It speaks of its own threads only: how addresses
//! depend on them was not kept.

mod calls;
mod calm;
mod memory;
mod output;
mod pairs;
mod path;
mod rounds;
mod spans;
mod steps;
mod survey;
mod tallies;
mod updates;

use std::rc::Rc;

use raddle_ir::FuncId;
use raddle_machine::{
    Access, ControlKey, Event, Machine, Property, State, Sync, SyncSort, ThreadId,
};
use raddle_plan::{LookAhead, Reduce};
use raddle_reduce::{Broken, Bytes, KnownRaces, SleepSet, Source, Sources};
use raddle_summary::{Below, Condition, Reach, Reached, Waits, Way};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::pruning::hides_no_race;
use crate::tree::Tree;
use path::{Lock, Memory, Who};
use survey::{FUEL, Manner, Survey, Touch};

/// So many states are looked ahead from before it is asked what that brought.
const TRIAL: u64 = 64;
/// What a look ahead proves holds for the very values it was made with, which is less than what an exploration learns: it pays where it leaves out
/// nearly everything. So it is made from so many states at most where a search learns, and from fewer where more than races is looked for.
const MOST_BESIDE_LEARNING: u64 = 192;
const MOST_BESIDE_OTHERS: u64 = 4;
/// One in so many has to be left out.
const YIELD: u64 = 16;
/// One instruction may be looked at in vain for so many that were executed, besides a few to begin with.
const SHARE: u64 = 4;
const TO_BEGIN_WITH: u64 = 20_000;

/// Looking ahead, and what it brought so far.
#[derive(Debug)]
pub(crate) struct Locksets {
    /// Functions by address.
    functions: FxHashMap<u64, FuncId>,
    /// Control from which it was in vain.
    in_vain: FxHashSet<ControlKey>,
    broken: Option<Broken>,
    /// States it is made from.
    most: u64,
    /// Instructions that were looked at in vain.
    wasted: u64,
    pub tried: u64,
    pub left_out: u64,
}

impl Locksets {
    pub fn new(machine: &Machine<'_>, way: LookAhead, broken: Option<Broken>) -> Locksets {
        let functions = machine.program.functions.keys();
        let functions = functions.map(|func| (machine.function_address(func), func)).collect();
        let most = match way {
            LookAhead::Often => MOST_BESIDE_LEARNING,
            LookAhead::Seldom => MOST_BESIDE_OTHERS,
            LookAhead::Always => u64::MAX,
        };
        let in_vain = FxHashSet::default();
        Locksets { functions, in_vain, broken, most, wasted: 0, tried: 0, left_out: 0 }
    }

    /// Whether it is worth looking ahead from here.
    fn is_promising(&self, key: &ControlKey, executed: u64) -> bool {
        if self.tried >= self.most {
            return false;
        }
        let pays = self.tried < TRIAL || self.left_out * YIELD >= self.tried;
        pays && self.wasted <= TO_BEGIN_WITH + executed / SHARE && !self.in_vain.contains(key)
    }
}

impl Locksets {
    /// Whether nothing that follows a state can go wrong in a way nobody knows of. The nodes on the stack are told what there is below it.
    pub fn is_harmless_from(
        &mut self,
        machine: &mut Machine<'_>,
        tree: &mut Tree,
        state: &State,
        key: Option<&ControlKey>,
    ) -> bool {
        let usable = !machine.config.all_shared && state.unjoined > 0 && !state.is_over();
        if !usable || tree.optimal {
            return false;
        }
        let key = key.cloned().unwrap_or_else(|| machine.control_key(state));
        if !self.is_promising(&key, machine.counters().instructions) {
            return false;
        }
        let first = self.tried == 0;
        self.tried += 1;
        let mut looked_at = 0;
        let known = &tree.known_races;
        let survey = Survey::new(machine, state, &self.functions, self.broken, first);
        let below = look_ahead(survey, known, &mut looked_at);
        let races = machine.config.properties.contains(Property::Race);
        let below = below.filter(|below| {
            let trace = &tree.run.trace;
            !races || below.reach.iter().all(|reached| hides_no_race(trace, known, reached))
        });
        let Some(below) = below else {
            self.wasted += looked_at.min(u64::from(FUEL));
            self.in_vain.insert(key);
            return false;
        };
        self.left_out += 1;
        if tree.plan.reduce == Reduce::Dpor && self.broken != Some(Broken::LooksAheadUnreversed) {
            tree.reverse_below(machine, &below);
        }
        tree.learn(machine, state, Some(&below));
        if let Some(summaries) = &mut tree.summaries {
            summaries.take_over(machine, key, SleepSet::default(), below);
        }
        true
    }
}

/// What is below a state from which nothing can go wrong.
fn look_ahead(
    mut survey: Survey<'_, '_>,
    known: &KnownRaces,
    looked_at: &mut u64,
) -> Option<Below> {
    let state = survey.state;
    let in_between = state.atomic.is_some() || state.rest.now || !state.unsettled.is_empty();
    if in_between || state.accessed_behind_creation() {
        return None;
    }
    survey.finds_races = survey.looks_for(Property::Race) && known.count() == 0;
    let end = survey.run();
    *looked_at = survey.looked_at();
    end?;
    if !survey.is_race_free(known) || !survey.is_calm() {
        return None;
    }
    survey.name_assumptions();
    let reach = match survey.broken {
        Some(Broken::AccessesBeforeForgotten) => Reach::default(),
        _ => survey.reach(),
    };
    let condition = survey.condition();
    for &(func, block) in &survey.blocks {
        survey.machine.note_entered(func, block);
    }
    for &(func, block, side) in &survey.sides {
        survey.machine.note_taken(func, block, side);
    }
    Some(Below {
        condition: Rc::new(condition),
        reach: Rc::new(reach),
        states: 1,
        ..Below::default()
    })
}

impl Survey<'_, '_> {
    /// The values that all this was concluded from.
    fn condition(&mut self) -> Condition {
        let mut condition = Condition { fixed: true, ..Condition::default() };
        if self.is_broken(Broken::LooksAheadUnpinned) {
            return condition;
        }
        for (&cell, &(bits, word)) in &self.pins {
            let variable = self.machine.cell_variable(cell, bits);
            match word {
                Some(word) => {
                    let constant = self.machine.terms.constant(bits, u128::from(word));
                    let equal = self.machine.terms.eq(variable, constant);
                    condition.add(&self.machine.terms, equal);
                }
                None => {
                    for id in self.machine.terms.vars_of(variable) {
                        condition.add_defined(id);
                    }
                }
            }
        }
        condition
    }

    /// All accesses to come that something before may race with, and what they are ordered after.
    fn reach(&mut self) -> Reach {
        let mut reach = Reach::default();
        let touches: Vec<Touch> = self.touches.iter().cloned().collect();
        for touch in touches {
            let Memory::Old(object) = touch.memory else { continue };
            let sync = match touch.manner {
                Manner::Plain | Manner::Ends => Sync::Plain,
                Manner::Synchronised | Manner::Operation | Manner::Destroys => Sync::Both,
            };
            let &Touch { start, end, write, at, .. } = &touch;
            let access = Access { object, start, end, symbolic: None, write, sync, at };
            let thread = self.thread(touch.who);
            let event = Event { accesses: [access].into_iter().collect(), ..Event::default() };
            let (transition, sources) = (Rc::new(event), self.sources(&touch));
            let (waits, way) = (Waits::Unclear, Way::default());
            reach.add(Reached { thread, access, transition, sources, waits, is_first: true, way });
        }
        reach
    }

    /// The name that a thread has or will have.
    fn thread(&mut self, who: Who) -> ThreadId {
        let somebody = self.threads[who as usize];
        match (somebody.real, somebody.birth) {
            (Some(real), _) => real,
            (None, Some((parent, nth))) => {
                let parent = self.thread(parent);
                self.machine.names.thread(parent, nth)
            }
            (None, None) => unreachable!("whoever does not exist yet is created by somebody"),
        }
    }

    /// What an access comes after by synchronisation, of all that was done until now.
    fn sources(&mut self, touch: &Touch) -> Sources {
        let mut creator = touch.who;
        while let (None, Some((parent, _))) =
            (self.threads[creator as usize].real, self.threads[creator as usize].birth)
        {
            creator = parent;
        }
        let joined = touch.joined.iter().copied().chain([creator]);
        let joined = joined.filter_map(|who| self.threads[who as usize].real);
        let mut sources: Vec<Source> = joined.map(Source::Thread).collect();
        for lock in &touch.locks {
            self.add_sources_of(touch.who, lock, &mut sources);
        }
        Sources::of(sources)
    }

    fn add_sources_of(&mut self, who: Who, lock: &Lock, sources: &mut Vec<Source>) {
        let Memory::Old(object) = lock.memory else { return };
        let own = self.threads[who as usize].real;
        let sort = self.sync_objects.get(&(lock.memory, lock.offset)).map(|&(_, sort)| sort);
        // A lock that is never given back is held since before.
        let Some(sort) = sort else { return };
        let end = lock.offset + LOCK_BYTES.min(sort.size(self.machine));
        sources.push(Source::Lock(Bytes { object, start: lock.offset, end }));
        let readers = sort == SyncSort::ReadWriteLock && lock.exclusive;
        let state = self.state;
        for thread in &state.threads {
            if readers {
                let object = self.machine.thread_object(thread.id);
                let (start, end) = Machine::bytes_of_reading();
                sources.push(Source::Lock(Bytes { object, start, end }));
            }
            let holds = thread.held.iter().any(|held| (held.0, held.1) == (object, lock.offset));
            if holds && thread.is_running() && Some(thread.id) != own {
                let alone = self.initial_word(object, lock.offset, 4, true)
                    == Some(Machine::word_of_owner(thread.id));
                if alone || lock.exclusive {
                    sources.push(Source::Thread(thread.id));
                }
            }
        }
    }
}

/// The bytes at the start of a lock through which it is handed on.
const LOCK_BYTES: u64 = 12;
