//! The abstract system of a goal (Rungta, Mercer and Visser, section 4): what lies on the ways to the targets, without a look at values.
//!
//! Elements are the targets, the calls and creations of threads that lead to functions with elements in them, the branches that decide whether an
//! element is executed, with the side that is wanted, and the writes to memory that such a branch depends on. An edge says that one element comes before
//! another. The searches do not need it (distances and plans say the same, see `explore/src/hunt/`); people do, and the run that was found is told in its terms.

use std::collections::VecDeque;

use raddle_analysis::{PostDominators, successors};
use raddle_ir::{FuncId, Program, Terminator};
use raddle_pointsto::{PointsTo, Position};
use rustc_hash::FxHashMap;

use crate::definitions::Definitions;

/// Larger systems are cut: nobody looks at them.
const MOST_ELEMENTS: usize = 400;
/// Writes that are shown for one branch.
const MOST_DEFINITIONS: usize = 12;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ElementKind {
    Target,
    /// A call, or the creation of a thread, that leads on.
    Call(FuncId),
    /// A branch, and the truth of its condition that is wanted; `None` if both sides lead on, or it has more than two.
    Branch(Option<bool>),
    /// A write to what a branch depends on.
    Definition,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Element {
    pub at: Position,
    pub kind: ElementKind,
}

#[derive(Clone, Debug, Default)]
pub struct System {
    pub elements: Vec<Element>,
    /// From one element to another that comes behind it.
    pub edges: Vec<(usize, usize)>,
    /// There is more than is shown.
    pub cut: bool,
}

/// The abstract system of targets in a program.
pub fn system(program: &Program, points_to: &PointsTo, targets: &[Position]) -> System {
    let definitions = Definitions::new(program, points_to);
    let mut maker = Maker {
        program,
        points_to,
        system: System::default(),
        known: FxHashMap::default(),
        joins: FxHashMap::default(),
        open: VecDeque::new(),
    };
    for &at in targets {
        maker.add(Element { at, kind: ElementKind::Target });
    }
    while let Some(index) = maker.open.pop_front() {
        maker.calls_before(index);
        maker.branches_before(index);
        maker.definitions_before(index, &definitions);
    }
    maker.system
}

struct Maker<'m> {
    program: &'m Program,
    points_to: &'m PointsTo,
    system: System,
    known: FxHashMap<Position, usize>,
    joins: FxHashMap<FuncId, PostDominators>,
    /// Elements whose predecessors were not looked for yet.
    open: VecDeque<usize>,
}

impl Maker<'_> {
    /// The number of an element, unless there are too many.
    fn add(&mut self, element: Element) -> Option<usize> {
        if let Some(&known) = self.known.get(&element.at) {
            return Some(known);
        }
        if self.system.elements.len() >= MOST_ELEMENTS {
            self.system.cut = true;
            return None;
        }
        let index = self.system.elements.len();
        self.known.insert(element.at, index);
        self.system.elements.push(element);
        self.open.push_back(index);
        Some(index)
    }

    fn before(&mut self, element: Element, index: usize) {
        if let Some(from) = self.add(element)
            && from != index
            && !self.system.edges.contains(&(from, index))
        {
            self.system.edges.push((from, index));
        }
    }

    fn calls_before(&mut self, index: usize) {
        let func = self.system.elements[index].at.func;
        let sites: Vec<Position> =
            self.points_to.calls.callers(func).iter().map(|site| site.at).collect();
        for at in sites {
            self.before(Element { at, kind: ElementKind::Call(func) }, index);
        }
    }

    fn branches_before(&mut self, index: usize) {
        let at = self.system.elements[index].at;
        let Some(body) = &self.program.functions[at.func].body else { return };
        let joins = self.joins.entry(at.func).or_insert_with(|| PostDominators::new(body));
        let controllers = joins.controllers(at.block).to_vec();
        let mut found = Vec::new();
        for block in controllers {
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
            let inst = data.insts.len() as u32;
            let at = Position { func: at.func, block, inst };
            found.push(Element { at, kind: ElementKind::Branch(wanted) });
        }
        debug_assert!(
            found.iter().all(|one| !successors(&body.blocks[one.at.block].terminator).is_empty())
        );
        for element in found {
            self.before(element, index);
        }
    }

    fn definitions_before(&mut self, index: usize, definitions: &Definitions<'_>) {
        let Element { at, kind: ElementKind::Branch(_) } = self.system.elements[index] else {
            return;
        };
        let mut count = 0;
        for reading in definitions.readings(at) {
            for definition in definitions.of(&reading) {
                if count == MOST_DEFINITIONS {
                    self.system.cut = true;
                    return;
                }
                count += 1;
                let element = Element { at: definition.at, kind: ElementKind::Definition };
                // What leads to a definition is looked for only if it turns out to be needed.
                let new = !self.known.contains_key(&definition.at);
                self.before(element, index);
                if new {
                    self.open.pop_back();
                }
            }
        }
    }
}

/// Whether a block is executed whenever this side of a branch is taken.
fn leads_to(
    joins: &PostDominators,
    side: raddle_ir::Block,
    branch: raddle_ir::Block,
    block: raddle_ir::Block,
) -> bool {
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
