//! What is known of a thread before the frames that the context names: who called the outermost one, who created the thread, and with what.
//!
//! If there is one call only that may lead into a function, the stack goes on with it; if the function is started by creations only, it goes on with the frames of the creator at
//! that moment. Those frames are followed like any other, each as an [`Instance`] of its own, so what the creator knew then is known of the thread: its argument, and
//! memory (`memory.rs` says how much of it). Several creations become a choice between them.
//!
//! Where several calls may lead into a function, parameters that are the same value at all of them are known, and every lock that may be held at one of them may be held.

use raddle_ir::{CompareOp, FuncId, Op, Type};
use raddle_pointsto::{CallSite, Position};

use crate::flow::{Analysis, Frame, State};
use crate::locksets::Locks;
use crate::memory::Memory;
use crate::values::{Instance, Symbol, SymbolKind, Val};
use crate::world::World;

/// More creations are not told apart.
const MOST_CREATIONS: usize = 6;
/// Frames above those of the context that are followed.
const MOST_ABOVE: u32 = 24;

/// How control comes into a function.
#[derive(Debug)]
pub(crate) enum Above<'a> {
    /// It is where the program begins.
    Root,
    Call(&'a CallSite),
    Created(Vec<CallSite>),
    Unknown,
}

/// A creation that a thread may come from.
#[derive(Clone, Debug)]
pub(crate) struct Creation {
    pub(crate) site: Position,
    /// The rounds of the loops around the creation, if it is executed by one activation only. Empty: it is executed once.
    pub(crate) rounds: Option<Vec<Val>>,
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
    own: Vec<Instance>,
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
            let Before { frame, state, .. } =
                self.state_before(site.at, creator, executed, depth)?;
            let Some(state) = state else { continue };
            let argument = self.world.creation_argument(site.at);
            let argument = argument.and_then(|operand| self.eval(&state, operand, Type::Ptr));
            let rounds = self.world.is_once(site.at.func).then(|| {
                let shape = self.world.shape(site.at.func);
                let headers: Vec<_> =
                    shape.loops_around(site.at.block).map(|around| around.header).collect();
                headers.into_iter().map(|header| self.rounds(&frame, header)).collect()
            });
            let chosen = chooser.and_then(|chooser| {
                let index = self.values.constant(index as u64, Type::Int(32));
                self.values.compare(CompareOp::Eq, Type::Int(32), chooser, index)
            });
            let memory = self.inherited(&state.memory, kind);
            let creation = Creation { site: site.at, rounds, chosen, argument };
            all.push((creation, memory, state.conditions));
        }
        let argument = self.chosen_argument(&all);
        let conditions = self.chosen_conditions(&all);
        let mut memory = all.first().map(|(_, memory, _)| memory.clone()).unwrap_or_default();
        for (_, other, _) in all.iter().skip(1) {
            memory.entries.retain(|entry| other.entries.contains(entry));
            memory.written = match (memory.written.take(), &other.written) {
                (Some(mut all), Some(more)) => {
                    all.extend(more);
                    all.sort_unstable();
                    all.dedup();
                    Some(all)
                }
                _ => None,
            };
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
