//! Follows every thread through the functions it may call, with what it holds and who else may run.
//!
//! First every function gets a summary: what it does to locks and threads relative to its entry. Then threads are followed from their start; a function
//! is looked at once per thread and situation it is entered in, up to a small number of situations, beyond which they are joined.

use raddle_ir::{Block, Body, EntityMap, FuncId, Program, entity};
use raddle_pointsto::{Offset, Place, PointsTo, Position};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bits::Bits;
use crate::digest::{Digest, EdgeEvent, Event, Passing};
use crate::locks::{Name, State};
use crate::sync::Mode;
use crate::threads::{Kind, Threads};
use crate::values::Value;

entity!(/// A function in a situation.
    ContextId, "ctx");

/// More situations of one function in one thread are joined.
const MOST_SITUATIONS: usize = 16;
/// Recursive functions are summarised at most so often.
const ROUNDS: usize = 4;

#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) kind: Kind,
    pub(crate) func: FuncId,
    pub(crate) entry: State,
    /// Who calls it, and where; `None` for the start of a thread.
    pub(crate) caller: Option<(ContextId, Position)>,
    queued: bool,
}

pub(crate) struct Walk<'a> {
    pub(crate) program: &'a Program,
    pub(crate) points_to: &'a PointsTo,
    pub(crate) threads: &'a Threads,
    digests: &'a FxHashMap<FuncId, Digest>,
    summaries: FxHashMap<FuncId, State>,
    /// What a thread of a kind may create, directly or not.
    descendants: EntityMap<Kind, Bits>,
    /// Of these, what may still run when it ends.
    stays: EntityMap<Kind, Bits>,
    pub(crate) contexts: EntityMap<ContextId, Context>,
    by_function: FxHashMap<(Kind, FuncId), Vec<ContextId>>,
    work: Vec<ContextId>,
    expired: &'a dyn Fn() -> bool,
}

impl std::fmt::Debug for Walk<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Walk").field("contexts", &self.contexts.len()).finish_non_exhaustive()
    }
}

impl<'a> Walk<'a> {
    /// `None` if there was no time.
    pub(crate) fn new(
        program: &'a Program,
        points_to: &'a PointsTo,
        threads: &'a Threads,
        digests: &'a FxHashMap<FuncId, Digest>,
        expired: &'a dyn Fn() -> bool,
    ) -> Option<Walk<'a>> {
        let descendants = descendants(threads);
        let mut walk = Walk {
            program,
            points_to,
            threads,
            digests,
            summaries: FxHashMap::default(),
            stays: descendants.clone(),
            descendants,
            contexts: EntityMap::new(),
            by_function: FxHashMap::default(),
            work: Vec::new(),
            expired,
        };
        walk.summarise()?;
        walk.find_stays();
        if walk.threads.kinds.len() > 2 {
            walk.summarise()?;
        }
        walk.follow_all()?;
        Some(walk)
    }

    fn summarise(&mut self) -> Option<()> {
        self.summaries.clear();
        let components = components(self.points_to, self.digests);
        for component in components {
            if (self.expired)() {
                return None;
            }
            let recursive = component.len() > 1
                || component.iter().any(|f| self.points_to.calls.callees(*f).contains(f));
            let rounds = if recursive { ROUNDS } else { 1 };
            for _ in 0..rounds {
                let mut changed = false;
                for &func in &component {
                    let summary = self.summary(func);
                    changed |= self.summaries.get(&func) != Some(&summary);
                    self.summaries.insert(func, summary);
                }
                if !changed {
                    break;
                }
            }
        }
        Some(())
    }

    /// What a call of the function does, relative to its entry.
    fn summary(&self, func: FuncId) -> State {
        let Some(digest) = self.digests.get(&func) else { return State::default() };
        let entries = self.block_entries(digest, &State::default(), &mut |_, _, _| {});
        let mut result: Option<State> = None;
        for (block, data) in digest.blocks.iter() {
            if !data.returns {
                continue;
            }
            let Some(entry) = &entries[block] else { continue };
            let exit = self.through(digest, block, entry.clone(), &mut |_, _, _| {});
            match &mut result {
                Some(joined) => {
                    joined.join(&exit);
                }
                None => result = Some(exit),
            }
        }
        let mut summary = result.unwrap_or_default();
        // Names by values of the function mean nothing to its callers, unless they are parameters.
        let parameters = digest.parameters;
        let kept = |name: Name| match name {
            Name::Rooted(value, _) => (value.0 as usize) < parameters,
            Name::Place(_) | Name::Once(_) | Name::Section => true,
        };
        summary.must.retain(|held| kept(held.name));
        summary.may.retain(|held| kept(held.name));
        summary.released_may.retain(|&name| kept(name));
        summary.released_must.retain(|&name| kept(name));
        summary
    }

    /// What a call of a function does to locks and threads.
    pub(crate) fn summary_of(&self, func: FuncId) -> Option<&State> {
        self.summaries.get(&func)
    }

    fn find_stays(&mut self) {
        for (kind, data) in self.threads.kinds.iter() {
            let mut stays = Bits::default();
            for start in &data.starts {
                if let Some(summary) = self.summaries.get(start) {
                    stays.union(&summary.live);
                }
            }
            // What is left running by those that are left running.
            for left in stays.clone().iter() {
                stays.union(&self.descendants[Kind(left as u32)]);
            }
            self.stays[kind] = stays;
        }
    }

    fn follow_all(&mut self) -> Option<()> {
        for (kind, data) in self.threads.kinds.iter() {
            for &start in &data.starts {
                self.enter(kind, start, State::default(), None);
            }
        }
        let mut steps = 0u32;
        while let Some(id) = self.work.pop() {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(64) && (self.expired)() {
                return None;
            }
            self.contexts[id].queued = false;
            let (kind, func) = (self.contexts[id].kind, self.contexts[id].func);
            let entry = self.contexts[id].entry.clone();
            let digests = self.digests;
            let Some(digest) = digests.get(&func) else { continue };
            let mut entered: Vec<(FuncId, State, Position)> = Vec::new();
            let entries = self.block_entries(digest, &entry, &mut |_, _, _| {});
            for (block, _) in digest.blocks.iter() {
                if let Some(entry) = &entries[block] {
                    self.through(digest, block, entry.clone(), &mut |callee, state, at| {
                        entered.push((callee, state, at));
                    });
                }
            }
            for (callee, state, at) in entered {
                self.enter(kind, callee, state, Some((id, at)));
            }
        }
        Some(())
    }

    fn enter(
        &mut self,
        kind: Kind,
        func: FuncId,
        entry: State,
        caller: Option<(ContextId, Position)>,
    ) {
        if !self.digests.contains_key(&func) {
            return;
        }
        let known = self.by_function.entry((kind, func)).or_default();
        if known.iter().any(|&id| self.contexts[id].entry == entry) {
            return;
        }
        if known.len() < MOST_SITUATIONS {
            let id = self.contexts.push(Context { kind, func, entry, caller, queued: true });
            known.push(id);
            self.work.push(id);
        } else if let Some(&id) = known.last() {
            let context = &mut self.contexts[id];
            if context.entry.join(&entry) && !std::mem::replace(&mut context.queued, true) {
                self.work.push(id);
            }
        }
    }

    /// Shows every event of a context with the state before it; the last call is for each return, without an event.
    pub(crate) fn replay(&self, id: ContextId, seen: &mut dyn FnMut(Moment<'a>, &State)) {
        let context = &self.contexts[id];
        let digests = self.digests;
        let Some(digest) = digests.get(&context.func) else { return };
        let entries = self.block_entries(digest, &context.entry, &mut |_, _, _| {});
        for (block, data) in digest.blocks.iter() {
            let Some(entry) = &entries[block] else { continue };
            let mut state = entry.clone();
            for event in &data.events {
                seen(Moment::Event(event), &state);
                self.step(event, &mut state, &mut |_, _, _| {});
            }
            if data.returns {
                seen(Moment::Return(block), &state);
            }
        }
    }

    /// The states in which blocks are entered; `None`: never.
    fn block_entries(
        &self,
        digest: &Digest,
        entry: &State,
        entered: &mut dyn FnMut(FuncId, State, Position),
    ) -> EntityMap<Block, Option<State>> {
        let mut entries: EntityMap<Block, Option<State>> =
            digest.blocks.keys().map(|_| None).collect();
        if digest.blocks.is_empty() {
            return entries;
        }
        entries[Body::ENTRY] = Some(entry.clone());
        let mut work: std::collections::BTreeSet<Block> = [Body::ENTRY].into();
        while let Some(block) = work.pop_first() {
            let Some(state) = entries[block].clone() else { continue };
            let exit = self.through(digest, block, state, entered);
            for &next in &digest.blocks[block].next {
                let mut state = exit.clone();
                for event in digest.edges.get(&(block, next)).into_iter().flatten() {
                    self.edge(event, &mut state);
                }
                let changed = match &mut entries[next] {
                    Some(known) => known.join(&state),
                    empty => {
                        *empty = Some(state);
                        true
                    }
                };
                if changed {
                    work.insert(next);
                }
            }
        }
        entries
    }

    fn through(
        &self,
        digest: &Digest,
        block: Block,
        mut state: State,
        entered: &mut dyn FnMut(FuncId, State, Position),
    ) -> State {
        for event in &digest.blocks[block].events {
            self.step(event, &mut state, entered);
        }
        state
    }

    fn edge(&self, event: &EdgeEvent, state: &mut State) {
        match event {
            EdgeEvent::Assume { lock, mode, held } => state.assume(lock, *mode, *held),
            EdgeEvent::JoinedAll(kinds) => {
                for &kind in kinds {
                    self.end_thread(state, kind);
                    state.several.remove(kind.0 as usize);
                    state.joined_all.insert(kind.0 as usize);
                }
            }
        }
    }

    /// A thread, and all it created and waited for itself, has ended.
    fn end_thread(&self, state: &mut State, kind: Kind) {
        let mut ended = self.descendants[kind].clone();
        ended.subtract(&self.stays[kind]);
        state.live.subtract(&ended);
        state.live.remove(kind.0 as usize);
    }

    fn step(
        &self,
        event: &Event,
        state: &mut State,
        entered: &mut dyn FnMut(FuncId, State, Position),
    ) {
        match event {
            Event::Acquire { lock, mode, .. } => state.acquire(lock, *mode),
            Event::Try { lock, mode, .. } => state.may_acquire(lock, *mode),
            Event::Release { lock, .. } => state.release(lock),
            Event::Barrier { barrier, .. } => match barrier.definite {
                Some(place) => state.pass_barrier(place, 1, 1),
                None => barrier.places.iter().for_each(|&place| state.pass_barrier(place, 0, 1)),
            },
            Event::Create { kinds, .. } => {
                for &kind in kinds {
                    if state.live.contains(kind.0 as usize) {
                        state.several.insert(kind.0 as usize);
                    }
                    state.live.insert(kind.0 as usize);
                    state.live.union(&self.descendants[kind]);
                }
            }
            Event::Join { joined, .. } => {
                // With several handles in one place, or one handle of several threads, nobody is sure to have ended.
                let alive = joined.kinds.iter().filter(|k| state.live.contains(k.0 as usize));
                let candidates: Vec<Kind> = alive.copied().collect();
                if joined.all_by.is_none() {
                    match (candidates.as_slice(), joined.kinds.as_slice()) {
                        ([one], _) if !state.several.contains(one.0 as usize) => {
                            self.end_thread(state, *one);
                        }
                        ([], [one]) => state.joined.insert(one.0 as usize),
                        _ => {}
                    }
                }
            }
            Event::Call { at, callees, args } => self.call(*at, callees, args, state, entered),
            Event::Once { at, control, callees } => {
                if let Some(name) = control.name() {
                    let mut inside = state.clone();
                    inside.acquire_name(name, Mode::Write);
                    callees.iter().for_each(|&callee| entered(callee, inside.clone(), *at));
                    let mut after = state.clone();
                    for &callee in callees {
                        if let Some(summary) = self.summaries.get(&callee) {
                            self.apply(summary, &[], &mut after);
                        }
                    }
                    // It may have been called before.
                    state.join(&after);
                    state.pass_once(name);
                } else {
                    callees.iter().for_each(|&callee| entered(callee, state.clone(), *at));
                }
            }
            Event::Section { begins: true } => state.acquire_name(Name::Section, Mode::Write),
            Event::Section { begins: false } => state.release_name(Name::Section),
            Event::Forget(values) => state.forget(values),
            Event::Wait { .. }
            | Event::Signal { .. }
            | Event::Access(_)
            | Event::ThreadEnd { .. }
            | Event::Await { .. } => {}
        }
    }

    fn call(
        &self,
        at: Position,
        callees: &[FuncId],
        args: &[Passing],
        state: &mut State,
        entered: &mut dyn FnMut(FuncId, State, Position),
    ) {
        let mut result: Option<State> = None;
        for &callee in callees {
            let mut after = state.clone();
            if self.digests.contains_key(&callee) {
                entered(callee, for_callee(state, args), at);
                if let Some(summary) = self.summaries.get(&callee) {
                    self.apply(summary, args, &mut after);
                }
            }
            match &mut result {
                Some(joined) => {
                    joined.join(&after);
                }
                None => result = Some(after),
            }
        }
        if let Some(result) = result {
            *state = result;
        }
    }

    fn apply(&self, summary: &State, args: &[Passing], state: &mut State) {
        for &name in &summary.released_may {
            if summary.released_must.binary_search(&name).is_ok() {
                continue;
            }
            for (name, _) in translated(name, args) {
                state.must.retain(|held| held.name != name);
                if let Err(at) = state.released_may.binary_search(&name) {
                    state.released_may.insert(at, name);
                }
            }
        }
        for &name in &summary.released_must {
            for (name, _) in translated(name, args) {
                state.release_name(name);
            }
        }
        for held in &summary.must {
            if let [(name, true)] = translated(held.name, args).as_slice() {
                match name {
                    Name::Once(_) => state.pass_once(*name),
                    _ => (0..held.depth).for_each(|_| state.add_must(*name, held.mode)),
                }
            }
        }
        for held in &summary.may {
            for (name, _) in translated(held.name, args) {
                state.add_may(name, held.mode, held.depth);
            }
        }
        self.apply_threads(summary, state);
        for passed in &summary.passed {
            state.pass_barrier(passed.barrier, passed.least, passed.most);
        }
    }

    fn apply_threads(&self, summary: &State, state: &mut State) {
        for index in summary.joined_all.iter() {
            self.end_thread(state, Kind(index as u32));
            state.several.remove(index);
            state.joined_all.insert(index);
        }
        for index in summary.joined.iter() {
            if state.live.contains(index) {
                if !state.several.contains(index) {
                    self.end_thread(state, Kind(index as u32));
                }
            } else {
                state.joined.insert(index);
            }
        }
        for index in summary.live.iter() {
            if state.live.contains(index) && !self.is_only_descendant(index, summary) {
                state.several.insert(index);
            }
        }
        state.live.union(&summary.live);
        state.several.union(&summary.several);
    }

    /// Whether the kind is in the set only because somebody else in it may create it.
    fn is_only_descendant(&self, index: usize, summary: &State) -> bool {
        summary
            .live
            .iter()
            .any(|other| other != index && self.descendants[Kind(other as u32)].contains(index))
    }

    /// The calls from a place to the start of its thread, innermost first.
    pub(crate) fn stack(&self, id: ContextId) -> Vec<Position> {
        let mut stack = Vec::new();
        let mut seen: FxHashSet<ContextId> = FxHashSet::default();
        let mut next = self.contexts[id].caller;
        while let Some((caller, at)) = next {
            if !seen.insert(caller) {
                break;
            }
            stack.push(at);
            next = self.contexts[caller].caller;
        }
        stack
    }
}

/// What a replay comes by.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Moment<'e> {
    Event(&'e Event),
    /// The function returns at the end of this block.
    Return(Block),
}

/// A name of the callee in the caller's words, and whether it is certain.
fn translated(name: Name, args: &[Passing]) -> Vec<(Name, bool)> {
    let Name::Rooted(value, distance) = name else { return vec![(name, true)] };
    let Some(arg) = args.get(value.0 as usize) else { return Vec::new() };
    match (arg.definite, arg.value) {
        (Some(place), _) => vec![(Name::Place(place.moved(distance)), true)],
        (None, Some((value, offset))) => {
            vec![(Name::Rooted(value, offset.wrapping_add(distance)), true)]
        }
        (None, None) => {
            arg.places.iter().map(|&place| (Name::Place(place.moved(distance)), false)).collect()
        }
    }
}

/// The one place, or at least the one object, an argument points to.
fn bound_place(state: &State, arg: &Passing) -> Option<Place> {
    let passed_on = arg
        .value
        .filter(|_| arg.steady)
        .and_then(|(value, distance)| state.place_of(value, distance));
    let only = match arg.places[..] {
        [place] => Some(place),
        [first, ..] => {
            let one = arg.places.iter().all(|place| place.object == first.object);
            one.then_some(Place { object: first.object, offset: Offset::Any })
        }
        [] => None,
    };
    passed_on.or(only)
}

/// The state in which a callee is entered, in its own words.
fn for_callee(state: &State, args: &[Passing]) -> State {
    let mut entry = State {
        live: state.live.clone(),
        several: state.several.clone(),
        passed: state.passed.clone(),
        bound: args.iter().map(|arg| bound_place(state, arg)).collect(),
        ..State::default()
    };
    let own_names = |name: Name| -> Vec<Name> {
        let mut names = Vec::new();
        if !matches!(name, Name::Rooted(..)) {
            names.push(name);
        }
        for (index, arg) in args.iter().enumerate() {
            let parameter = Value(index as u32);
            match (name, arg.definite, arg.value) {
                (Name::Rooted(value, distance), _, Some((base, offset))) if value == base => {
                    names.push(Name::Rooted(parameter, distance.wrapping_sub(offset)));
                }
                (Name::Place(held), Some(place), _) if held.object == place.object => {
                    if let (Offset::At(held), Offset::At(base)) = (held.offset, place.offset) {
                        names
                            .push(Name::Rooted(parameter, (held as i64).wrapping_sub(base as i64)));
                    }
                }
                _ => {}
            }
        }
        names
    };
    for held in &state.must {
        for name in own_names(held.name) {
            (0..held.depth).for_each(|_| entry.add_must(name, held.mode));
        }
    }
    for held in &state.may {
        for name in own_names(held.name) {
            entry.add_may(name, held.mode, held.depth);
        }
    }
    entry
}

fn descendants(threads: &Threads) -> EntityMap<Kind, Bits> {
    let mut direct: EntityMap<Kind, Bits> = threads.kinds.keys().map(|_| Bits::default()).collect();
    for (created, data) in threads.kinds.iter() {
        let Some(at) = data.created_at else { continue };
        for creator in threads.runs.get(&at.func).into_iter().flat_map(Bits::iter) {
            direct[Kind(creator as u32)].insert(created.0 as usize);
        }
    }
    loop {
        let mut changed = false;
        for kind in threads.kinds.keys() {
            let mut all = direct[kind].clone();
            for child in direct[kind].iter() {
                all.union(&direct[Kind(child as u32)]);
            }
            if all != direct[kind] {
                direct[kind] = all;
                changed = true;
            }
        }
        if !changed {
            return direct;
        }
    }
}

/// Functions that call each other, callees first.
fn components(points_to: &PointsTo, digests: &FxHashMap<FuncId, Digest>) -> Vec<Vec<FuncId>> {
    struct Visit {
        index: u32,
        low: u32,
        on_stack: bool,
    }
    let mut visits: FxHashMap<FuncId, Visit> = FxHashMap::default();
    let mut roots: Vec<FuncId> = digests.keys().copied().collect();
    roots.sort_unstable();
    let mut stack = Vec::new();
    let mut components = Vec::new();
    for root in roots {
        if visits.contains_key(&root) {
            continue;
        }
        let mut work: Vec<(FuncId, usize)> = vec![(root, 0)];
        while let Some(&mut (func, ref mut at)) = work.last_mut() {
            if *at == 0 && !visits.contains_key(&func) {
                let index = visits.len() as u32;
                visits.insert(func, Visit { index, low: index, on_stack: true });
                stack.push(func);
            }
            let callees = points_to.calls.callees(func);
            if let Some(&callee) = callees.get(*at) {
                *at += 1;
                if !digests.contains_key(&callee) {
                    continue;
                }
                match visits.get(&callee) {
                    None => work.push((callee, 0)),
                    Some(visit) if visit.on_stack => {
                        let index = visit.index;
                        if let Some(own) = visits.get_mut(&func) {
                            own.low = own.low.min(index);
                        }
                    }
                    Some(_) => {}
                }
                continue;
            }
            work.pop();
            let (index, low) = visits.get(&func).map_or((0, 0), |visit| (visit.index, visit.low));
            if let Some(&(parent, _)) = work.last()
                && let Some(visit) = visits.get_mut(&parent)
            {
                visit.low = visit.low.min(low);
            }
            if index == low {
                let mut members = Vec::new();
                while let Some(member) = stack.pop() {
                    if let Some(visit) = visits.get_mut(&member) {
                        visit.on_stack = false;
                    }
                    members.push(member);
                    if member == func {
                        break;
                    }
                }
                components.push(members);
            }
        }
    }
    components
}
