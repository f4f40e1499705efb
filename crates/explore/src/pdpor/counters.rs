//! Cells that may hold more without anything going unnoticed, and how much they can grow.
//!
//! A counter is a cell that everybody who still writes it adds constants to, multiplies with constants that are not negative, or copies from another
//! counter, each at most once. If it holds between `-B` and `A` now, and what is still to come adds at most `P` and takes
//! away at most `M` in all, and multiplies by `K` in all, then it will always hold between `-(B + M)·K` and `(A + P)·K`: each step `k·x + n` takes a value
//! below `(A + p)·k'` to one below `(A + p + n)·k·k'`. `A` and `B` are chosen so that this stays within [`range_of`] the cell, and within what
//! counters that it is copied to can take.

use raddle_expr::TermId;
use raddle_machine::{Cell, Machine, ObjectId, State, Value};
use raddle_solver::Answer;
use rustc_hash::FxHashMap;

use super::linear::linear;
use super::shape;
use super::{Item, Need, Outlook, Scene};

/// `k·source + n`, or `n` alone.
#[derive(Clone, Copy, Debug)]
struct Update {
    source: Option<Cell>,
    factor: i128,
    constant: i128,
}

/// What a cell may hold now so that it never wraps around.
#[derive(Clone, Copy, Debug)]
struct Room {
    low: i128,
    high: i128,
}

/// What is known about cells in one state.
#[derive(Default)]
pub(super) struct Counters {
    /// Everything that writes a cell, if that is known.
    updates: FxHashMap<Cell, Option<Vec<Update>>>,
    rooms: FxHashMap<Cell, Option<Room>>,
    unread: FxHashMap<Cell, bool>,
}

/// Nothing that a counter may hold is further from zero than this: sums of a few of them cannot wrap around either.
pub(super) fn range_of(cell: Cell) -> (i128, i128) {
    let bits = match cell {
        Cell::Memory { size, .. } => size * 8,
        Cell::Register { .. } | Cell::Base { .. } | Cell::Owner { .. } => 8,
    };
    let most = range_of_width(bits);
    (-most, most)
}

pub(super) fn range_of_width(bits: u32) -> i128 {
    1i128 << (bits - 1).saturating_sub(SPARE_BITS)
}

const SPARE_BITS: u32 = 3;

impl Counters {
    /// Those cells of two steps that nobody will read.
    pub fn unread(&mut self, scene: &mut Scene<'_, '_>, pair: [&Item; 2], all: bool) -> Vec<Cell> {
        let mut unread = Vec::new();
        for cell in cells_of(pair) {
            let known = self.unread.get(&cell).copied();
            let own = known.unwrap_or_else(|| is_unread(scene, cell));
            self.unread.insert(cell, own);
            if own || all {
                unread.push(cell);
            }
        }
        unread
    }

    /// Those cells of two steps that are counters.
    pub fn of_pair(&mut self, scene: &mut Scene<'_, '_>, pair: [&Item; 2]) -> Vec<Cell> {
        let cells = cells_of(pair);
        let room = |cell: &Cell| self.room(scene, *cell).is_some();
        cells.into_iter().filter(room).collect()
    }

    fn updates_of(&mut self, scene: &mut Scene<'_, '_>, cell: Cell) -> Option<Vec<Update>> {
        if let Some(known) = self.updates.get(&cell) {
            return known.clone();
        }
        let found = all_updates(scene, cell);
        self.updates.insert(cell, found.clone());
        found
    }

    /// What a counter may hold; `None` if it is none.
    fn room(&mut self, scene: &mut Scene<'_, '_>, cell: Cell) -> Option<Room> {
        if let Some(known) = self.rooms.get(&cell) {
            return *known;
        }
        let straight = !goes_round(scene.outlook, &mut vec![cell]);
        let room = if straight { self.find_room(scene, cell) } else { None };
        self.rooms.insert(cell, room);
        room
    }

    fn find_room(&mut self, scene: &mut Scene<'_, '_>, cell: Cell) -> Option<Room> {
        let updates = self.updates_of(scene, cell)?;
        let (mut lowest, mut highest) = range_of(cell);
        // What it is copied to must have room for it.
        for target in copied_to(scene.outlook, cell) {
            let Some(room) = self.room(scene, target) else { continue };
            for update in self.updates_of(scene, target)? {
                if update.source == Some(cell) && update.factor > 0 {
                    highest = highest.min((room.high - update.constant).div_euclid(update.factor));
                    let least = -(update.constant - room.low).div_euclid(update.factor);
                    lowest = lowest.max(least);
                }
            }
        }
        let own = updates.iter().filter(|update| update.source == Some(cell));
        let steps: Vec<(i128, i128)> = own.map(|update| (update.factor, update.constant)).collect();
        let room = room_for(&steps, lowest, highest)?;
        let fits = |update: &Update| {
            update.source.is_some() || (room.low <= update.constant && update.constant <= room.high)
        };
        updates.iter().all(fits).then_some(room)
    }

    /// What has to hold so that a relation between two steps can be used: whatever follows treats counters that differ as counters.
    pub fn need(
        &mut self,
        scene: &mut Scene<'_, '_>,
        pair: [&Item; 2],
        growing: &[Cell],
        differing: &[Cell],
    ) -> Option<Need> {
        let reached = self.reached(scene, differing)?;
        let mut needed: Vec<Cell> = growing.to_vec();
        needed.extend(reached.iter().filter(|cell| !growing.contains(cell)));
        // What they are copied from has to have its place, too.
        let mut at = 0;
        while at < needed.len() {
            for update in self.updates_of(scene, needed[at])? {
                if let Some(source) = update.source.filter(|source| !needed.contains(source)) {
                    needed.push(source);
                }
            }
            at += 1;
        }
        let mut need = Need::default();
        for &cell in &needed {
            let room = self.room(scene, cell)?;
            need.intervals.push((cell, room.low, room.high));
        }
        let concerned = |item: &&Item| needed.iter().any(|&cell| item.shape.touches(cell));
        for item in scene.outlook.items.iter().filter(concerned).chain(pair) {
            for &pin in &item.pins {
                if !need.pins.contains(&pin) {
                    need.pins.push(pin);
                }
            }
        }
        Some(need)
    }

    /// The counters that counters flow into; `None` if they flow elsewhere.
    fn reached(&mut self, scene: &mut Scene<'_, '_>, differing: &[Cell]) -> Option<Vec<Cell>> {
        let mut reached = differing.to_vec();
        let mut at = 0;
        while at < reached.len() {
            let cell = reached[at];
            if touched_otherwise(scene, cell, true) {
                return None;
            }
            for target in copied_to(scene.outlook, cell) {
                if !reached.contains(&target) {
                    reached.push(target);
                }
            }
            self.room(scene, cell)?;
            at += 1;
        }
        let variables: Option<Vec<TermId>> =
            reached.iter().map(|&cell| shape::variable(scene.machine, cell)).collect();
        let variables = variables?;
        let mut fine = true;
        for item in &scene.outlook.items {
            fine = fine
                && !item.shape.outs.iter().any(|&out| mentions(scene.machine, out, &variables))
                && scene.pairs.fails_for_more(scene.machine, &item.shape, &reached);
        }
        fine.then_some(reached)
    }
}

/// What a cell may hold so that steps `k·x + n`, each made once at most and in any order, keep it in an interval.
fn room_for(steps: &[(i128, i128)], lowest: i128, highest: i128) -> Option<Room> {
    let (mut factor, mut more, mut less) = (1i128, 0i128, 0i128);
    for &(by, constant) in steps {
        factor = factor.checked_mul(by.max(1)).filter(|&all| all < 1 << 100)?;
        more += constant.max(0);
        less += (-constant).max(0);
    }
    let high = highest.div_euclid(factor) - more;
    let low = -((-lowest).div_euclid(factor) - less);
    (low <= 0 && 0 <= high).then_some(Room { low, high })
}

/// Whether copies from the last cell on lead back to where they were.
fn goes_round(outlook: &Outlook, way: &mut Vec<Cell>) -> bool {
    let from = *way.last().expect("it begins somewhere");
    copied_to(outlook, from).into_iter().any(|target| {
        if way.contains(&target) {
            return true;
        }
        way.push(target);
        let round = goes_round(outlook, way);
        way.pop();
        round
    })
}

fn cells_of(pair: [&Item; 2]) -> Vec<Cell> {
    let mut cells: Vec<Cell> =
        pair.iter().flat_map(|item| &item.general.cells).map(|&(cell, _)| cell).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// Other cells whose value after some step depends on a cell.
fn copied_to(outlook: &Outlook, cell: Cell) -> Vec<Cell> {
    let mut found = Vec::new();
    for item in outlook.items.iter().filter(|item| item.shape.touches(cell)) {
        for &(target, ref reads) in &item.shape.flows {
            if target != cell && reads.contains(&cell) && !found.contains(&target) {
                found.push(target);
            }
        }
    }
    found
}

/// Whether code without a shape, or a step that accesses other bytes of it, touches a cell.
fn touched_otherwise(scene: &Scene<'_, '_>, cell: Cell, write: bool) -> bool {
    let Some((object, start, end)) = bytes(cell) else { return true };
    scene.outlook.rests.iter().any(|(thread, future)| {
        scene.futures.interferes(scene.machine, *thread, &future.rest, (object, start, end, write))
    }) || scene.outlook.items.iter().any(|item| {
        item.shape.cells.iter().any(|&(other, _)| other != cell && shape::overlap(other, cell))
    })
}

fn bytes(cell: Cell) -> Option<(ObjectId, u64, u64)> {
    match cell {
        Cell::Memory { object, offset, size } => Some((object, offset, offset + u64::from(size))),
        Cell::Register { .. } | Cell::Base { .. } | Cell::Owner { .. } => None,
    }
}

fn is_unread(scene: &Scene<'_, '_>, cell: Cell) -> bool {
    let read = scene.outlook.items.iter().any(|item| item.general.reads.contains(&cell));
    !read && !touched_otherwise(scene, cell, true)
}

fn all_updates(scene: &mut Scene<'_, '_>, cell: Cell) -> Option<Vec<Update>> {
    if touched_otherwise(scene, cell, false) {
        return None;
    }
    let mut updates = Vec::new();
    for item in &scene.outlook.items {
        let Some(&(_, value)) = item.shape.writes.iter().find(|(own, _)| *own == cell) else {
            continue;
        };
        if item.repeats {
            return None;
        }
        let (parts, constant) = linear(&scene.machine.terms, value)?;
        let update = match parts[..] {
            [] => Update { source: None, factor: 0, constant },
            [(variable, factor)] if factor >= 0 => {
                let id = *scene.machine.terms.vars_of(variable).first()?;
                let source = scene.machine.cells.cell(id)?;
                let same_width =
                    bytes(source)?.2 - bytes(source)?.1 == bytes(cell)?.2 - bytes(cell)?.1;
                if !same_width {
                    return None;
                }
                Update { source: Some(source), factor, constant }
            }
            _ => return None,
        };
        updates.push(update);
    }
    Some(updates)
}

fn mentions(machine: &Machine<'_>, term: TermId, variables: &[TermId]) -> bool {
    let terms = &machine.terms;
    terms.vars_of(term).into_iter().any(|id| variables.contains(&terms.var_term(id)))
}

/// The condition that a variable is in an interval.
pub(super) fn within(machine: &mut Machine<'_>, variable: TermId, low: i128, high: i128) -> TermId {
    let width = machine.terms.width(variable);
    let mask = (1i128 << width) - 1;
    let (least, most) = (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1);
    let low = machine.terms.constant(width, (low.clamp(least, most) & mask) as u128);
    let high = machine.terms.constant(width, (high.clamp(least, most) & mask) as u128);
    let from = machine.terms.sle(low, variable);
    let to = machine.terms.sle(variable, high);
    machine.terms.and(from, to)
}

/// Whether cells of a state hold what they may.
pub(super) fn holds(
    machine: &mut Machine<'_>,
    state: &State,
    intervals: &[(Cell, i128, i128)],
) -> bool {
    intervals.iter().all(|&(cell, low, high)| {
        let Some((_, start, end)) = bytes(cell) else { return false };
        let width = (end - start) as u32 * 8;
        match machine.cell_content(state, cell) {
            Some(Value::Word(word)) => {
                let value = raddle_summary::number(word, width, true);
                low <= value && value <= high
            }
            Some(Value::Term(term)) => {
                let inside = within(machine, term, low, high);
                let outside = machine.terms.not(inside);
                let answer = machine.solver.check(&mut machine.terms, &state.path, &[outside]);
                matches!(answer, Answer::Unsat(_))
            }
            Some(Value::Undef) | None => false,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{Room, room_for};

    /// Makes the steps that are left in every order, and some of them only.
    fn stays_inside(value: i128, left: &[(i128, i128)], lowest: i128, highest: i128) -> bool {
        let inside = lowest <= value && value <= highest;
        inside
            && (0..left.len()).all(|at| {
                let mut others = left.to_vec();
                let (factor, constant) = others.remove(at);
                stays_inside(factor * value + constant, &others, lowest, highest)
            })
    }

    #[test]
    fn nothing_leaves_the_interval_from_within_the_room() {
        let choices = [(1, 1), (1, -1), (1, 5), (2, 0), (2, 3), (3, -2), (0, 4), (1, -7)];
        let mut rooms = 0;
        for a in choices {
            for b in choices {
                for c in choices {
                    let steps = [a, b, c];
                    let Some(Room { low, high }) = room_for(&steps, -100, 90) else { continue };
                    rooms += 1;
                    for value in [low, (low + high) / 2, high] {
                        assert!(stays_inside(value, &steps, -100, 90), "{value} {steps:?}");
                    }
                }
            }
        }
        assert!(rooms > 100, "most steps leave some room");
    }
}
