//! What the walk comes by, sorted by what it is about.

use raddle_ir::{Block, FuncId};
use raddle_pointsto::{ObjectId, Offset, Place, Position};
use rustc_hash::FxHashMap;

use crate::digest::{Access, Event, Of};
use crate::locks::{Held, Name, State};
use crate::parallel::When;
use crate::sync::Mode;
use crate::threads::Kind;
use crate::walk::{ContextId, Moment, Walk};

/// A place of the program in a situation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Site {
    pub(crate) context: ContextId,
    pub(crate) at: Position,
}

/// One access to one object that threads share.
#[derive(Clone, Debug)]
pub(crate) struct AccessRecord {
    pub(crate) site: Site,
    pub(crate) bytes: Option<(u64, u64)>,
    pub(crate) write: bool,
    pub(crate) atomic: bool,
    pub(crate) fresh: bool,
    pub(crate) aliases: usize,
    pub(crate) of: Of,
    /// Locks that are held for sure, numbers in `Records::locks`.
    pub(crate) locks: u32,
    /// Locks that may be held, numbers in `Records::locks`.
    pub(crate) may: u32,
    /// Number in `Records::whens`.
    pub(crate) when: u32,
}

/// An event about synchronisation with the state before it.
#[derive(Clone, Debug)]
pub(crate) struct SyncRecord<'e> {
    pub(crate) site: Site,
    pub(crate) event: &'e Event,
    pub(crate) state: State,
    pub(crate) when: u32,
}

/// A function returns.
#[derive(Clone, Debug)]
pub(crate) struct ReturnRecord {
    pub(crate) context: ContextId,
    pub(crate) block: Block,
    pub(crate) state: State,
}

pub(crate) type Lockset = Vec<(Name, Mode)>;

#[derive(Debug, Default)]
struct Interner<T> {
    ids: FxHashMap<T, u32>,
    items: Vec<T>,
}

impl<T: Clone + Eq + std::hash::Hash> Interner<T> {
    fn id(&mut self, item: T) -> u32 {
        if let Some(&id) = self.ids.get(&item) {
            return id;
        }
        let id = self.items.len() as u32;
        self.ids.insert(item.clone(), id);
        self.items.push(item);
        id
    }
}

#[derive(Debug)]
pub(crate) struct Records<'e> {
    pub(crate) accesses: FxHashMap<ObjectId, Vec<AccessRecord>>,
    pub(crate) syncs: Vec<SyncRecord<'e>>,
    /// Calls by the program of what the run-time library defines.
    pub(crate) library_calls: Vec<SyncRecord<'e>>,
    pub(crate) returns: Vec<ReturnRecord>,
    pub(crate) whens: Vec<When>,
    pub(crate) locks: Vec<Lockset>,
    /// Who creates whom, with those that may run then.
    pub(crate) creations: Vec<(Kind, Kind, crate::bits::Bits)>,
}

impl<'e> Records<'e> {
    /// `None` if there was no time.
    pub(crate) fn new(walk: &Walk<'e>, expired: &dyn Fn() -> bool) -> Option<Records<'e>> {
        let mut whens: Interner<When> = Interner { ids: FxHashMap::default(), items: Vec::new() };
        let mut locks: Interner<Lockset> =
            Interner { ids: FxHashMap::default(), items: Vec::new() };
        let mut records = Records {
            accesses: FxHashMap::default(),
            syncs: Vec::new(),
            library_calls: Vec::new(),
            returns: Vec::new(),
            whens: Vec::new(),
            locks: Vec::new(),
            creations: Vec::new(),
        };
        for (context, data) in walk.contexts.iter() {
            if context.0.is_multiple_of(64) && expired() {
                return None;
            }
            walk.replay(context, &mut |moment, state| match moment {
                Moment::Event(Event::Access(access)) => {
                    let when = whens.id(when(data.kind, state));
                    let may = locks.id(lockset(&state.may));
                    records.access(context, access, state, when, may, &mut locks);
                }
                Moment::Event(event) => {
                    let Some(at) = event.position() else { return };
                    if let Event::Create { kinds, .. } = event {
                        for &created in kinds {
                            let live = state.live.clone();
                            records.creations.push((data.kind, created, live));
                        }
                    }
                    let list = match event {
                        Event::Create { .. } => return,
                        Event::Call { callees, .. } if enters_library(walk, at, callees) => {
                            &mut records.library_calls
                        }
                        Event::Call { .. } => return,
                        _ => &mut records.syncs,
                    };
                    let when = whens.id(when(data.kind, state));
                    let site = Site { context, at };
                    list.push(SyncRecord { site, event, state: state.clone(), when });
                }
                Moment::Return(block) => {
                    if data.caller.is_none() {
                        let state = state.clone();
                        records.returns.push(ReturnRecord { context, block, state });
                    }
                }
            });
        }
        records.whens = whens.items;
        records.locks = locks.items;
        Some(records)
    }

    fn access(
        &mut self,
        context: ContextId,
        access: &Access,
        state: &State,
        when: u32,
        may: u32,
        locks: &mut Interner<Lockset>,
    ) {
        let bound = access
            .roots
            .iter()
            .filter(|(value, _)| access.parameters.contains(value))
            .find_map(|(value, _)| *state.bound.get(value.0 as usize)?);
        for region in &access.regions {
            if bound.is_some_and(|place| place.object != region.object) {
                continue;
            }
            let held = effective(access, region.object, &state.must);
            let record = AccessRecord {
                site: Site { context, at: access.at },
                bytes: region.bytes,
                write: access.write,
                atomic: access.atomic,
                fresh: access.fresh,
                aliases: access.aliases,
                of: access.of,
                locks: locks.id(held),
                may,
                when,
            };
            self.accesses.entry(region.object).or_default().push(record);
        }
    }
}

/// Whether the program calls a function that the run-time library defines.
fn enters_library(walk: &Walk<'_>, at: Position, callees: &[FuncId]) -> bool {
    let is_library = |func: FuncId| walk.program.is_of_runtime(walk.program.functions[func].loc);
    !is_library(at.func) && callees.iter().any(|&callee| is_library(callee))
}

fn when(kind: Kind, state: &State) -> When {
    When { kind, live: state.live.clone(), passed: state.passed.clone() }
}

fn lockset(held: &[Held]) -> Lockset {
    held.iter().map(|held| (held.name, held.mode)).collect()
}

/// The locks that protect an access to an object: those of one object, and those that lie in the accessed object itself, as far as
/// both are named by the same pointer.
fn effective(access: &Access, object: ObjectId, must: &[Held]) -> Lockset {
    let mut locks = Lockset::new();
    for held in must {
        match held.name {
            Name::Place(_) | Name::Once(_) | Name::Section => locks.push((held.name, held.mode)),
            Name::Rooted(value, distance) => {
                let root = access.roots.iter().find(|(root, _)| *root == value);
                for place in root.into_iter().flat_map(|(_, places)| places) {
                    if place.object == object
                        && let Offset::At(base) = place.offset
                        && let Some(at) = base.checked_add_signed(distance)
                    {
                        let place = Place { object, offset: Offset::At(at) };
                        locks.push((Name::Place(place), held.mode));
                    }
                }
            }
        }
    }
    locks.sort_unstable();
    locks.dedup();
    locks
}
