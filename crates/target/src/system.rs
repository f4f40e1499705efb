//! The abstract system of a goal (Rungta, Mercer and Visser, section 4): what lies on the ways to the targets, without a look at values.
//!
//! Elements are added until nothing changes: calls and creations of threads on ways from the start of the program to a target (equation 1), branches that decide whether an
//! element is executed, with the side that is wanted (2), writes within the function that such a branch may depend on (3), and acquisitions of locks before an element with
//! their releases (4). An edge leads from one element to the next one in the control flow of a function (5), or from a call to the start of what is called (6).
//!
//! Deviations. Creations of threads are calls, so that ways begin at the start of `main` and not at that of a thread. Writes elsewhere that may turn a branch, which the
//! paper adds on refinement, are elements from the start, but nothing that leads to them is: they lie on no way. Locks that are taken in functions of their own are left out.
//!
//! The searches do not need the system (distances and plans say the same, see `explore/src/hunt/`); people do, and the run that was found is told in its terms.

use std::collections::VecDeque;

use raddle_analysis::{PostDominators, successors};
use raddle_ir::{Block, Body, Callee, FuncId, Op, Program, Terminator};
use raddle_library::Deed;
use raddle_pointsto::{PointsTo, Position, Region, positions_of};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::definitions::Definitions;
use crate::traces::traces;

/// Larger systems are cut: nobody looks at them.
const MOST_ELEMENTS: usize = 400;
/// Writes that are shown for one branch.
const MOST_DEFINITIONS: usize = 12;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ElementKind {
    /// The start of a function.
    Start,
    Target,
    Call(FuncId),
    /// The creation of a thread.
    Creation(FuncId),
    /// A branch, and the truth of its condition that is wanted; `None` if both sides lead on, or it has more than two.
    Branch(Option<bool>),
    /// A write, on a way to a branch of the same function that depends on it.
    Definition,
    /// A write elsewhere that may turn a branch.
    Elsewhere,
    Acquire,
    Release,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Element {
    /// The first operation, for the start of a function.
    pub at: Position,
    pub kind: ElementKind,
}

/// A way through the system to a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The number of the target.
    pub target: usize,
    /// The elements from the start on, none of them twice.
    pub elements: Vec<usize>,
}

#[derive(Clone, Debug, Default)]
pub struct System {
    pub elements: Vec<Element>,
    /// From one element to another that comes behind it.
    pub edges: Vec<(usize, usize)>,
    /// From a write elsewhere to the branch that it may turn.
    pub turns: Vec<(usize, usize)>,
    /// Those with the fewest calls, the shortest first.
    pub traces: Vec<Trace>,
    /// There is more than is shown.
    pub cut: bool,
}

/// The abstract system of targets, each of which is one of several positions; `None` if time is up.
pub fn system(
    program: &Program,
    points_to: &PointsTo,
    targets: &[Vec<Position>],
    expired: &dyn Fn() -> bool,
) -> Option<System> {
    let definitions = Definitions::new(program, points_to);
    let mut maker = Maker {
        program,
        points_to,
        reachable: points_to.calls.reachable(),
        system: System::default(),
        known: FxHashMap::default(),
        starts: FxHashMap::default(),
        joins: FxHashMap::default(),
        locks: FxHashMap::default(),
        behind: FxHashMap::default(),
        open: VecDeque::new(),
    };
    for &at in targets.iter().flatten() {
        maker.add(Element { at, kind: ElementKind::Target });
    }
    while let Some(index) = maker.open.pop_front() {
        if expired() {
            return None;
        }
        maker.calls_before(index);
        maker.branches_before(index);
        maker.definitions_before(index, &definitions);
        maker.locks_around(index);
    }
    maker.connect();
    let entry = maker.starts.get(&points_to.calls.entry).copied();
    let mut system = maker.system;
    for (target, positions) in targets.iter().enumerate() {
        let is_target = |element: &Element| {
            element.kind != ElementKind::Start && positions.contains(&element.at)
        };
        let ends: Vec<usize> =
            (0..system.elements.len()).filter(|&i| is_target(&system.elements[i])).collect();
        let found = entry.map(|entry| traces(&system, entry, &ends)).unwrap_or_default();
        system.traces.extend(found.into_iter().map(|elements| Trace { target, elements }));
    }
    Some(system)
}

/// Locks that a function takes or gives back itself.
#[derive(Clone, Debug, Default)]
struct Locks {
    acquired: Vec<(Position, Vec<Region>)>,
    released: Vec<(Position, Vec<Region>)>,
}

struct Maker<'m> {
    program: &'m Program,
    points_to: &'m PointsTo,
    reachable: FxHashSet<FuncId>,
    system: System,
    known: FxHashMap<Position, usize>,
    /// The starts of functions with elements on the way.
    starts: FxHashMap<FuncId, usize>,
    joins: FxHashMap<FuncId, PostDominators>,
    locks: FxHashMap<FuncId, Locks>,
    /// Blocks that can be executed behind the end of a block.
    behind: FxHashMap<(FuncId, Block), FxHashSet<Block>>,
    /// Elements that were not looked at yet.
    open: VecDeque<usize>,
}

impl<'m> Maker<'m> {
    /// The number of an element, unless there are too many. What leads to a new one is looked for later.
    fn add(&mut self, element: Element) -> Option<usize> {
        let known = match element.kind {
            ElementKind::Start => self.starts.get(&element.at.func),
            _ => self.known.get(&element.at),
        };
        if let Some(&known) = known {
            // A write elsewhere may turn out to lie on the way to another branch.
            let was = &mut self.system.elements[known];
            if was.kind == ElementKind::Elsewhere && element.kind != ElementKind::Elsewhere {
                was.kind = element.kind;
                self.open.push_back(known);
            }
            return Some(known);
        }
        if self.system.elements.len() >= MOST_ELEMENTS {
            self.system.cut = true;
            return None;
        }
        let index = self.system.elements.len();
        match element.kind {
            ElementKind::Start => self.starts.insert(element.at.func, index),
            _ => self.known.insert(element.at, index),
        };
        self.system.elements.push(element);
        if element.kind != ElementKind::Elsewhere {
            self.open.push_back(index);
        }
        Some(index)
    }

    /// Equation (1): who calls the function that the element is in.
    fn calls_before(&mut self, index: usize) {
        let func = self.system.elements[index].at.func;
        if self.starts.contains_key(&func) {
            return;
        }
        let at = Position { func, block: Body::ENTRY, inst: 0 };
        self.add(Element { at, kind: ElementKind::Start });
        let sites = self.points_to.calls.callers(func).iter();
        let sites: Vec<_> =
            sites.filter(|site| self.reachable.contains(&site.at.func)).copied().collect();
        for site in sites {
            let creates = site.starts_with.is_some();
            let kind = if creates { ElementKind::Creation(func) } else { ElementKind::Call(func) };
            self.add(Element { at: site.at, kind });
        }
    }

    /// Equation (2): which branches decide about the element.
    fn branches_before(&mut self, index: usize) {
        let at = self.system.elements[index].at;
        let Some(body) = self.body(at.func) else { return };
        let joins = self.joins.entry(at.func).or_insert_with(|| PostDominators::new(body));
        let mut found = Vec::new();
        for &block in joins.controllers(at.block) {
            let data = &body.blocks[block];
            let wanted = match data.terminator {
                Terminator::Branch { then, otherwise, .. } => {
                    let leads = |from| leads_to(joins, from, block, at.block);
                    match (leads(then), leads(otherwise)) {
                        (true, false) => Some(true),
                        (false, true) => Some(false),
                        _ => None,
                    }
                }
                _ => None,
            };
            let at = Position { func: at.func, block, inst: data.insts.len() as u32 };
            found.push(Element { at, kind: ElementKind::Branch(wanted) });
        }
        for element in found {
            self.add(element);
        }
    }

    /// Equation (3): what a branch depends on.
    fn definitions_before(&mut self, index: usize, definitions: &Definitions<'_>) {
        let Element { at: branch, kind: ElementKind::Branch(_) } = self.system.elements[index]
        else {
            return;
        };
        let mut count = 0;
        for reading in definitions.readings(branch) {
            for definition in definitions.of(&reading) {
                if count == MOST_DEFINITIONS {
                    self.system.cut = true;
                    return;
                }
                count += 1;
                let at = definition.at;
                let is_here = at.func == branch.func && self.reaches(at, branch);
                let kind = if is_here { ElementKind::Definition } else { ElementKind::Elsewhere };
                let Some(from) = self.add(Element { at, kind }) else { continue };
                if !is_here && !self.system.turns.contains(&(from, index)) {
                    self.system.turns.push((from, index));
                }
            }
        }
    }

    /// Equation (4): locks that are taken before the element, and where they are given back.
    fn locks_around(&mut self, index: usize) {
        let Element { at, kind } = self.system.elements[index];
        if matches!(kind, ElementKind::Start | ElementKind::Acquire | ElementKind::Release) {
            return;
        }
        let (program, points_to) = (self.program, self.points_to);
        let locks = self.locks.entry(at.func).or_insert_with(|| locks(program, points_to, at.func));
        let locks = locks.clone();
        for (acquired, lock) in &locks.acquired {
            if !self.reaches(*acquired, at) {
                continue;
            }
            self.add(Element { at: *acquired, kind: ElementKind::Acquire });
            for (released, other) in &locks.released {
                if overlap(lock, other) && self.reaches(*acquired, *released) {
                    self.add(Element { at: *released, kind: ElementKind::Release });
                }
            }
        }
    }

    /// Equations (5) and (6): which element comes next.
    fn connect(&mut self) {
        let mut by_function: FxHashMap<FuncId, Vec<usize>> = FxHashMap::default();
        for (index, element) in self.system.elements.iter().enumerate() {
            if element.kind != ElementKind::Elsewhere {
                by_function.entry(element.at.func).or_default().push(index);
            }
        }
        let mut edges = Vec::new();
        for (index, element) in self.system.elements.iter().enumerate() {
            let Element { at, kind } = *element;
            let is_start = kind == ElementKind::Start;
            if kind == ElementKind::Elsewhere {
                continue;
            }
            let own = by_function.get(&at.func).map_or(&[][..], Vec::as_slice);
            edges.extend(self.next(at, is_start, own).into_iter().map(|next| (index, next)));
            if !is_start {
                let calls = &self.points_to.calls;
                let entered = calls.called_at(at).chain(calls.started_at(at));
                let entered = entered.filter_map(|func| self.starts.get(&func));
                edges.extend(entered.map(|&next| (index, next)));
            }
        }
        edges.sort_unstable();
        edges.dedup();
        self.system.edges = edges;
    }

    /// The elements of a function that a way leads to without another one in between.
    fn next(&self, at: Position, from_start: bool, own: &[usize]) -> Vec<usize> {
        let Some(body) = self.body(at.func) else { return Vec::new() };
        let first_in = |block: Block, from: u32| {
            let elements = own.iter().map(|&index| (index, &self.system.elements[index]));
            let here = elements.filter(|(_, element)| {
                element.kind != ElementKind::Start
                    && element.at.block == block
                    && element.at.inst >= from
            });
            here.min_by_key(|(_, element)| element.at.inst).map(|(index, _)| index)
        };
        if let Some(found) = first_in(at.block, at.inst + u32::from(!from_start)) {
            return vec![found];
        }
        let mut found = Vec::new();
        let mut open = successors(&body.blocks[at.block].terminator);
        let mut seen: FxHashSet<Block> = open.iter().copied().collect();
        while let Some(block) = open.pop() {
            match first_in(block, 0) {
                Some(next) => found.push(next),
                None => open.extend(
                    successors(&body.blocks[block].terminator)
                        .into_iter()
                        .filter(|&next| seen.insert(next)),
                ),
            }
        }
        found
    }

    /// Whether one position of a function can be executed after another.
    fn reaches(&mut self, from: Position, to: Position) -> bool {
        if from.block == to.block && from.inst < to.inst {
            return true;
        }
        let Some(body) = self.body(from.func) else { return false };
        let behind = self.behind.entry((from.func, from.block)).or_insert_with(|| {
            let mut open = successors(&body.blocks[from.block].terminator);
            let mut seen: FxHashSet<Block> = open.iter().copied().collect();
            while let Some(block) = open.pop() {
                let next = successors(&body.blocks[block].terminator).into_iter();
                open.extend(next.filter(|&next| seen.insert(next)));
            }
            seen
        });
        behind.contains(&to.block)
    }

    fn body(&self, func: FuncId) -> Option<&'m Body> {
        self.program.functions[func].body.as_ref()
    }
}

fn locks(program: &Program, points_to: &PointsTo, func: FuncId) -> Locks {
    let mut locks = Locks::default();
    for at in positions_of(program, func) {
        let Some(Op::Call { callee: Callee::Direct(callee), .. }) = at.op(program) else {
            continue;
        };
        let list = match raddle_library::deed(&program.functions[*callee].name) {
            Deed::Lock { .. } | Deed::TryLock { .. } | Deed::BeginSection => &mut locks.acquired,
            Deed::Unlock { .. } | Deed::EndSection => &mut locks.released,
            _ => continue,
        };
        list.push((at, points_to.accesses(program, at).writes));
    }
    locks
}

/// Whether two operations may be about the same lock. Atomic sections have none.
fn overlap(one: &[Region], other: &[Region]) -> bool {
    (one.is_empty() && other.is_empty()) || one.iter().any(|a| other.iter().any(|b| a.overlaps(b)))
}

/// Whether a block is executed whenever this side of a branch is taken.
fn leads_to(joins: &PostDominators, side: Block, branch: Block, block: Block) -> bool {
    let mut at = Some(side);
    let end = joins.immediate(branch);
    while at != end {
        match at {
            Some(here) if here == block => return true,
            Some(here) => at = joins.immediate(here),
            None => return false,
        }
    }
    false
}
