//! What is known of a thread before the frames that the context names: who called the outermost one, who created the thread, and with what.
//!
//! If there is one call only that may lead into a function, the stack goes on with it; if the function is started by creations only, it goes on with the frames of the creator at
//! that moment. Those frames are followed like any other, each as an [`Instance`] of its own, so what the creator knew then is known of the thread: its argument, and
//! memory (`memory.rs` says how much of it). Several creations become a choice between them.
//!
//! A few calls, with creations or without, are a choice, too. Where more may lead into a function, or it calls itself, parameters that are the same value at all of them are known, and every lock that may be held at one of them may be held.

use raddle_ir::{CompareOp, FuncId, Op, Type};
use raddle_pointsto::{CallSite, Position, Region};

use crate::definitions::ROUNDS;
use crate::flow::{Analysis, Frame, State};
use crate::locksets::{Locks, Taken};
use crate::memory::Memory;
use crate::values::{Instance, Symbol, SymbolKind, Val};
use crate::world::World;

/// More creations are not told apart.
const MOST_CREATIONS: usize = 6;
/// More calls of a function are not told apart.
const MOST_CALLS: usize = 3;
/// What a choice between calls counts for as frames, so that choices are not multiplied.
const CHOICE: u32 = 12;
/// Frames above those of the context that are followed.
const MOST_ABOVE: u32 = 24;

/// How control comes into a function.
#[derive(Debug)]
pub(crate) enum Above<'a> {
    /// It is where the program begins.
    Root,
    Call(&'a CallSite),
    Created(Vec<CallSite>),
    /// Calls, and creations as well.
    Several(Vec<CallSite>),
    Unknown,
}

/// A creation that a thread may come from.
#[derive(Clone, Debug)]
pub(crate) struct Creation {
    pub(crate) site: Position,
    /// The rounds of the loops around the creation, if it is executed by one activation only. Empty: it is executed once.
    pub(crate) rounds: Option<Vec<Val>>,
    /// How often it was executed before.
    pub(crate) nth: Option<Val>,
    /// Where the handle is put.
    pub(crate) handle: Option<Val>,
    /// That it is this one, if there are others.
    pub(crate) chosen: Option<Val>,
    pub(crate) argument: Option<Val>,
}

/// How a thread comes to the entry of a function.
#[derive(Debug)]
pub(crate) struct Entered {
    pub(crate) params: Vec<Option<Val>>,
    pub(crate) memory: Memory,
    pub(crate) locks: Locks,
    pub(crate) passes: Option<Vec<(Val, Val)>>,
    pub(crate) conditions: Vec<Val>,
    pub(crate) creations: Vec<Creation>,
    /// Frames of the thread above this one.
    pub(crate) own: Vec<Instance>,
}

/// What is known before a call or creation that the context does not name.
#[derive(Debug)]
pub(crate) struct Before {
    pub(crate) frame: Frame,
    /// Missing if control does not come there.
    pub(crate) state: Option<State>,
    creations: Vec<Creation>,
    /// The frames above, the innermost last.
    pub(crate) own: Vec<Instance>,
}

impl Analysis<'_> {
    /// How a thread of a kind comes to the entry of a function. `None` if the budget is spent.
    pub(crate) fn entered(
        &mut self,
        func: FuncId,
        kind: Option<usize>,
        executed: &dyn Fn(Position) -> bool,
        depth: u32,
    ) -> Option<Entered> {
        let above = match depth > MOST_ABOVE {
            true => Above::Unknown,
            false => self.world.above(func, executed),
        };
        match above {
            Above::Root => {
                let memory = self.memory_at_start();
                Some(Entered {
                    params: Vec::new(),
                    memory,
                    locks: Locks::default(),
                    passes: Some(Vec::new()),
                    conditions: Vec::new(),
                    creations: Vec::new(),
                    own: Vec::new(),
                })
            }
            Above::Call(site) => self.entered_by(site.at, kind, executed, depth),
            Above::Created(sites) => self.created_by(&sites, kind, executed, depth),
            Above::Several(sites) => self.entered_by_one(func, &sites, kind, executed, depth),
            Above::Unknown => self.entered_somehow(func, executed),
        }
    }

    /// `None` if the budget is spent.
    pub(crate) fn state_before(
        &mut self,
        at: Position,
        kind: Option<usize>,
        executed: &dyn Fn(Position) -> bool,
        depth: u32,
    ) -> Option<Before> {
        let entered = self.entered(at.func, kind, executed, depth + 1)?;
        let instance = self.values.new_instance();
        let frame = Frame { func: at.func, instance, kind };
        let creations = entered.creations.clone();
        let own = entered.own.clone();
        let entry = self.enter_frame(&frame, entered);
        let solved = self.follow(&frame, entry)?;
        let state = self.state_at(&solved, at);
        Some(Before { frame, state, creations, own })
    }

    /// The rounds of all loops around a place that one activation of a function executes, also where it does so through others that are called at one place only.
    pub(crate) fn rounds_around(
        &mut self,
        at: Position,
        frame: &Frame,
        above: &[Instance],
        executed: &dyn Fn(Position) -> bool,
    ) -> Option<Vec<Val>> {
        let mut rounds = Vec::new();
        let (mut at, mut instance) = (at, frame.instance);
        let mut above = above.iter().rev();
        loop {
            let frame = Frame { func: at.func, instance, kind: frame.kind };
            let shape = self.world.shape(at.func);
            let headers: Vec<_> = shape.loops_around(at.block).map(|one| one.header).collect();
            rounds.extend(headers.into_iter().map(|header| self.rounds(&frame, header)));
            if self.world.is_once(at.func) {
                return Some(rounds);
            }
            let Above::Call(site) = self.world.above(at.func, executed) else { return None };
            if self.world.points_to.calls.is_recursive(at.func) {
                return None;
            }
            (at, instance) = (site.at, *above.next()?);
        }
    }

    pub(crate) fn enter_frame(&mut self, frame: &Frame, entered: Entered) -> State {
        let mut state = self.entry_state(frame, &entered.params);
        state.memory = entered.memory;
        state.locks = entered.locks;
        state.passes = entered.passes;
        state.conditions = entered.conditions;
        state
    }

    /// What a callee knows at its entry when the caller is in this state at the call.
    pub(crate) fn entered_from(&mut self, state: State, at: Position) -> Entered {
        let params = match at.op(self.world.program) {
            Some(Op::Call { args, .. }) => self.arguments(&state, args),
            _ => Vec::new(),
        };
        let mut state = state;
        // Copies of arguments that are passed by value.
        let regions = crate::memory::written_at(&self.world, at);
        self.forget(&mut state, &regions, None);
        let State { memory, locks, passes, conditions, .. } = state;
        let (creations, own) = (Vec::new(), Vec::new());
        Entered { params, memory, locks, passes, conditions, creations, own }
    }

    fn entered_by(
        &mut self,
        at: Position,
        kind: Option<usize>,
        executed: &dyn Fn(Position) -> bool,
        depth: u32,
    ) -> Option<Entered> {
        let Before { frame, state, creations, mut own } =
            self.state_before(at, kind, executed, depth)?;
        let Some(state) = state else { return self.entered_somehow(at.func, executed) };
        let entered = self.entered_from(state, at);
        own.push(frame.instance);
        Some(Entered { creations, own, ..entered })
    }

    fn created_by(
        &mut self,
        sites: &[CallSite],
        kind: Option<usize>,
        executed: &dyn Fn(Position) -> bool,
        depth: u32,
    ) -> Option<Entered> {
        let chooser = (sites.len() > 1).then(|| {
            let instance = self.values.new_instance();
            let kind = SymbolKind::Creation;
            self.values.symbol(Symbol { instance, kind, ty: Type::Int(32) })
        });
        let mut all: Vec<(Creation, Memory, Vec<Val>)> = Vec::new();
        for (index, site) in sites.iter().enumerate() {
            let creator = self.world.certain_kind(site.at.func, executed);
            let Before { frame, state, own, .. } =
                self.state_before(site.at, creator, executed, depth)?;
            let Some(state) = state else { continue };
            let argument = self.world.creation_argument(site.at);
            let argument = argument.and_then(|operand| self.eval(&state, operand, Type::Ptr));
            let handle = self.world.creation_handle(site.at);
            let handle = handle.and_then(|operand| self.eval(&state, operand, Type::Ptr));
            let times = self.times(site.at);
            let nth = self.passed(&state, times);
            let rounds = self.rounds_around(site.at, &frame, &own, executed);
            let chosen = chooser.and_then(|chooser| {
                let index = self.values.constant(index as u64, Type::Int(32));
                self.values.compare(CompareOp::Eq, Type::Int(32), chooser, index)
            });
            let memory = self.inherited(&state.memory, kind);
            let memory = self.given(memory, site.at, rounds.as_deref(), executed)?;
            let creation = Creation { site: site.at, rounds, nth, handle, chosen, argument };
            all.push((creation, memory, state.conditions));
        }
        let argument = self.chosen_argument(&all);
        let mut conditions = self.chosen_conditions(&all);
        conditions.extend(chooser.and_then(|chooser| self.is_one_of(chooser, sites.len())));
        conditions.sort_unstable();
        let mut memory = all.first().map(|(_, memory, _)| memory.clone()).unwrap_or_default();
        for (_, other, _) in all.iter().skip(1) {
            memory.entries.retain(|entry| other.entries.contains(entry));
            memory.written = union(memory.written.take(), &other.written);
        }
        // The choice says nothing if one of them cannot be followed.
        if all.len() < sites.len() {
            memory = Memory::default();
        }
        Some(Entered {
            params: vec![argument],
            memory,
            locks: Locks::default(),
            passes: Some(Vec::new()),
            conditions,
            creations: all.into_iter().map(|(creation, ..)| creation).collect(),
            own: Vec::new(),
        })
    }

    /// One of several calls and creations leads into the function.
    fn entered_by_one(
        &mut self,
        func: FuncId,
        sites: &[CallSite],
        kind: Option<usize>,
        executed: &dyn Fn(Position) -> bool,
        depth: u32,
    ) -> Option<Entered> {
        let instance = self.values.new_instance();
        let ty = Type::Int(32);
        let chooser = self.values.symbol(Symbol { instance, kind: SymbolKind::Creation, ty });
        let mut all: Vec<(Val, Entered)> = Vec::new();
        for (index, site) in sites.iter().enumerate() {
            let mut entered = match site.starts_with {
                Some(_) => self.created_by(&[*site], kind, executed, depth + CHOICE)?,
                None => {
                    let kind = self.world.certain_kind(site.at.func, executed).or(kind);
                    self.entered_by(site.at, kind, executed, depth + CHOICE)?
                }
            };
            let number = self.values.constant(index as u64, ty);
            let Some(chosen) = self.values.compare(CompareOp::Eq, ty, chooser, number) else {
                return self.entered_somehow(func, executed);
            };
            let never = self.values.constant(0, Type::BOOL);
            for creation in &mut entered.creations {
                creation.chosen = match creation.chosen {
                    Some(inner) => self.values.select(Type::BOOL, chosen, inner, never),
                    None => Some(chosen),
                };
            }
            all.push((chosen, entered));
        }
        let mut entered = self.either(func, all);
        entered.conditions.extend(self.is_one_of(chooser, sites.len()));
        Some(entered)
    }

    /// That the number of a call or creation is one of those that there are. What is said of one of them would not hold of a number behind the last.
    fn is_one_of(&mut self, chooser: Val, count: usize) -> Option<Val> {
        let ty = Type::Int(32);
        let count = self.values.constant(count as u64, ty);
        self.values.compare(CompareOp::Ult, ty, chooser, count)
    }

    /// What is known whichever of them it is.
    fn either(&mut self, func: FuncId, all: Vec<(Val, Entered)>) -> Entered {
        let params = self.either_parameter(func, &all);
        let conditions = self.either_condition(&all);
        let passes = self.either_passes(&all);
        let mut taken: Vec<Taken> = Vec::new();
        for one in all.iter().flat_map(|(_, entered)| &entered.locks.taken) {
            if taken.iter().any(|other| (other.lock, other.kind) == (one.lock, one.kind)) {
                continue;
            }
            let levels = all.iter().map(|(_, entered)| {
                let same = |o: &&Taken| (o.lock, o.kind) == (one.lock, one.kind);
                entered.locks.taken.iter().find(same).map_or((0, 0), |o| (o.least, o.most))
            });
            let (least, most) =
                levels.fold((u8::MAX, 0), |(l, m), (least, most)| (l.min(least), m.max(most)));
            taken.push(Taken { least, most, unless: None, ..one.clone() });
        }
        taken.sort_by_key(|taken| (taken.lock, taken.kind));
        let mut memory = all.first().map(|(_, one)| one.memory.clone()).unwrap_or_default();
        for (_, other) in all.iter().skip(1) {
            memory.entries.retain_mut(|entry| {
                let same =
                    other.memory.entries.iter().find(|o| {
                        (o.address, o.ty, o.value) == (entry.address, entry.ty, entry.value)
                    });
                entry.exposed |= same.is_some_and(|same| same.exposed);
                entry.own &= same.is_some_and(|same| same.own);
                same.is_some()
            });
            memory.written = union(memory.written.take(), &other.memory.written);
        }
        Entered {
            params,
            memory,
            locks: Locks { taken, ..Locks::default() },
            passes,
            conditions,
            own: all.iter().flat_map(|(_, entered)| entered.own.clone()).collect(),
            creations: all.into_iter().flat_map(|(_, entered)| entered.creations).collect(),
        }
    }

    fn either_parameter(&mut self, func: FuncId, all: &[(Val, Entered)]) -> Vec<Option<Val>> {
        let params = &self.world.program.functions[func].params;
        let mut chosen = Vec::with_capacity(params.len());
        for (index, param) in params.iter().enumerate() {
            let mut value: Option<Val> = None;
            for (position, (when, entered)) in all.iter().rev().enumerate() {
                let one = entered.params.get(index).copied().flatten();
                let one = one.and_then(|one| self.values.converted(one, param.ty));
                value = match (position, one, value) {
                    (0, one, _) => one,
                    (_, Some(one), Some(rest)) => self.values.select(param.ty, *when, one, rest),
                    _ => None,
                };
            }
            chosen.push(value);
        }
        chosen
    }

    fn either_condition(&mut self, all: &[(Val, Entered)]) -> Vec<Val> {
        let holds = self.values.constant(1, Type::BOOL);
        let mut conditions = Vec::new();
        for (when, entered) in all {
            for &condition in &entered.conditions {
                conditions.extend(self.values.select(Type::BOOL, *when, condition, holds));
            }
        }
        conditions.sort_unstable();
        conditions.dedup();
        conditions
    }

    fn either_passes(&mut self, all: &[(Val, Entered)]) -> Option<Vec<(Val, Val)>> {
        let mut barriers: Vec<Val> = Vec::new();
        for (_, entered) in all {
            barriers.extend(entered.passes.as_ref()?.iter().map(|(barrier, _)| *barrier));
        }
        barriers.sort_unstable();
        barriers.dedup();
        let mut passes = Vec::with_capacity(barriers.len());
        for barrier in barriers {
            let mut count: Option<Val> = None;
            for (when, entered) in all.iter().rev() {
                let known = entered.passes.iter().flatten().find(|(other, _)| *other == barrier);
                let one = known.map_or_else(|| self.values.constant(0, ROUNDS), |known| known.1);
                count = Some(match count {
                    None => one,
                    Some(rest) => self.values.select(ROUNDS, *when, one, rest)?,
                });
            }
            passes.push((barrier, count?));
        }
        Some(passes)
    }

    /// The argument of whichever creation it is.
    fn chosen_argument(&mut self, all: &[(Creation, Memory, Vec<Val>)]) -> Option<Val> {
        let mut value: Option<Val> = None;
        for (creation, ..) in all.iter().rev() {
            let argument = creation.argument?;
            value = Some(match (value, creation.chosen) {
                (Some(rest), Some(chosen)) => {
                    self.values.select(Type::Ptr, chosen, argument, rest)?
                }
                _ => argument,
            });
        }
        value
    }

    fn chosen_conditions(&mut self, all: &[(Creation, Memory, Vec<Val>)]) -> Vec<Val> {
        let mut conditions = Vec::new();
        let holds = self.values.constant(1, Type::BOOL);
        for (creation, _, known) in all {
            for &condition in known {
                conditions.extend(match creation.chosen {
                    Some(chosen) => self.values.select(Type::BOOL, chosen, condition, holds),
                    None => Some(condition),
                });
            }
        }
        conditions.sort_unstable();
        conditions.dedup();
        conditions
    }

    /// Of a function that several calls may lead into.
    fn entered_somehow(
        &mut self,
        func: FuncId,
        executed: &dyn Fn(Position) -> bool,
    ) -> Option<Entered> {
        let instance = self.values.new_instance();
        let frame = Frame { func, instance, kind: None };
        let taken = self.taken_at_entry(&frame);
        let params = self.agreed_parameters(func, executed);
        Some(Entered {
            params,
            memory: Memory::default(),
            locks: Locks { taken, ..Locks::default() },
            passes: None,
            conditions: Vec::new(),
            creations: Vec::new(),
            own: Vec::new(),
        })
    }

    /// Parameters that are the same at every call.
    fn agreed_parameters(
        &mut self,
        func: FuncId,
        executed: &dyn Fn(Position) -> bool,
    ) -> Vec<Option<Val>> {
        let calls = &self.world.points_to.calls;
        if calls.roots.contains(&func) || calls.by_any_thread.contains(&func) {
            return Vec::new();
        }
        let mut agreed: Option<Vec<Option<Val>>> = None;
        for site in self.world.callers(func) {
            if !executed(site.at) {
                continue;
            }
            if site.starts_with.is_some() || !site.passes_arguments {
                return Vec::new();
            }
            let summary = self.summary(site.at.func);
            let known = summary.and_then(|summary| summary.arguments_at.get(&site.at).cloned());
            let Some(known) = known else { return Vec::new() };
            agreed = Some(match agreed {
                None => known,
                Some(before) => before
                    .into_iter()
                    .zip(known)
                    .map(|(before, value)| before.filter(|_| before == value))
                    .collect(),
            });
        }
        agreed.unwrap_or_default()
    }
}

impl<'a> World<'a> {
    /// How control comes into a function, as far as the call graph tells.
    pub(crate) fn above(&self, func: FuncId, executed: &dyn Fn(Position) -> bool) -> Above<'a> {
        let calls = &self.points_to.calls;
        let callers = self.callers(func);
        if calls.by_any_thread.contains(&func) {
            return Above::Unknown;
        }
        if calls.roots.contains(&func) {
            return match callers.is_empty() && func == calls.entry {
                true => Above::Root,
                false => Above::Unknown,
            };
        }
        let possible: Vec<&CallSite> = callers.iter().filter(|site| executed(site.at)).collect();
        match possible[..] {
            [] => Above::Unknown,
            [site] if site.starts_with.is_none() && site.passes_arguments => Above::Call(site),
            _ if possible.iter().all(|site| site.starts_with.is_some())
                && possible.len() <= MOST_CREATIONS =>
            {
                Above::Created(possible.into_iter().copied().collect())
            }
            _ if possible.len() <= MOST_CALLS
                && possible
                    .iter()
                    .all(|site| site.starts_with.is_some() || site.passes_arguments)
                && !calls.is_recursive(func) =>
            {
                Above::Several(possible.into_iter().copied().collect())
            }
            _ => Above::Unknown,
        }
    }

    /// The kinds of threads that may execute a function.
    pub(crate) fn kinds_of(&self, func: FuncId, executed: &dyn Fn(Position) -> bool) -> Vec<usize> {
        let kinds = self.kinds.iter().enumerate();
        kinds
            .filter(|(_, kind)| kind.runs.contains(&func) && kind.site.is_none_or(executed))
            .map(|(index, _)| index)
            .collect()
    }

    pub(crate) fn certain_kind(
        &self,
        func: FuncId,
        executed: &dyn Fn(Position) -> bool,
    ) -> Option<usize> {
        match self.kinds_of(func, executed)[..] {
            [kind] => Some(kind),
            _ => None,
        }
    }
}

/// What may have been written on one of two ways.
fn union(a: Option<Vec<Region>>, b: &Option<Vec<Region>>) -> Option<Vec<Region>> {
    let (Some(mut all), Some(more)) = (a, b) else { return None };
    all.extend(more);
    all.sort_unstable();
    all.dedup();
    Some(all)
}
