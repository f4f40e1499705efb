//! Who meets whom: a number that says which threads use the same bytes, whatever their names are.
//!
//! Philosophers of one shape differ in nothing but in who sits next to whom: there are as many summaries of that shape as ways to seat them, and trying to rename
//! one after another takes longer than exploring. But a renaming maps bytes one to one, so threads that share bytes go to threads that share bytes. Where the address
//! of a spot depends on registers of one thread alone, it can be computed for each thread of that role in any state before anybody has a new name. Threads
//! get colours: first by role, then again and again by their own colour and the colours of those whom they meet at each of their addresses. The sum of all colours
//! is the same for two states that are renamings of each other. (It may be the same for others, too: what is found still has to be renamed.)

use std::hash::{Hash, Hasher};

use raddle_expr::{Bits, Model, TermId};
use raddle_machine::{Cell, Machine, Names, ObjectId, Spot, State, ThreadId, Value};
use rustc_hash::{FxHashMap, FxHasher};

use crate::condition::Condition;
use crate::symmetry::role::Role;

/// For each role the addresses that each of its threads uses, over registers that are said to be those of the initial thread.
pub type Addresses = Vec<(Role, Vec<TermId>)>;

/// Addresses of one role. What more there are tells hardly more.
const MOST_ADDRESSES: usize = 8;
/// How far a thread sees at most.
const ROUNDS: usize = 8;

/// Where the bytes of a known state are.
type Bytes = (ObjectId, u64);

/// What is known of one thread: its addresses in terms that do not name it, and where they lead.
type Own = Vec<(TermId, Bytes)>;

/// The addresses that all threads of a role use, and the number of the known state. `None`: nobody meets anybody.
pub fn of_condition(
    machine: &mut Machine<'_>,
    threads: &[(Role, ThreadId)],
    condition: &Condition,
) -> Option<(Addresses, u64)> {
    let owned: Vec<(ThreadId, Spot)> = condition
        .spots
        .iter()
        .filter_map(|spot| Some((only_thread(machine, spot.address)?, *spot)))
        .collect();
    let meet = |&(thread, spot): &(ThreadId, Spot)| {
        owned.iter().any(|&(other, its)| {
            thread != other && (spot.object, spot.start) == (its.object, its.start)
        })
    };
    if !owned.iter().any(meet) {
        return None;
    }
    let own: Vec<Own> = threads
        .iter()
        .map(|&(_, thread)| {
            let spots = owned.iter().filter(|(owner, _)| *owner == thread);
            let mut own: Own = spots
                .map(|(_, spot)| (unnamed(machine, spot.address), (spot.object, spot.start)))
                .collect();
            own.sort_unstable_by_key(|&(term, _)| term);
            own.dedup_by_key(|&mut (term, _)| term);
            own
        })
        .collect();
    let addresses = in_common(threads, &own);
    let places = threads.iter().zip(&own).map(|(&(role, _), own)| {
        let place = |term: &TermId| own.iter().find(|(other, _)| other == term).map(|own| own.1);
        of_role(&addresses, role).iter().filter_map(place).collect()
    });
    let places: Vec<Vec<Bytes>> = places.collect();
    let sum = sum_of_colours(threads, &places);
    (!addresses.is_empty()).then_some((addresses, sum))
}

/// The number of a state. `None`: some address depends on inputs.
pub fn of_state(
    machine: &mut Machine<'_>,
    state: &State,
    threads: &[(Role, ThreadId)],
    addresses: &Addresses,
) -> Option<u64> {
    let mut places: Vec<Vec<u64>> = Vec::with_capacity(threads.len());
    for &(role, thread) in threads {
        let mut own = Vec::new();
        for &term in of_role(addresses, role) {
            own.push(address(machine, state, thread, term)?);
        }
        places.push(own);
    }
    Some(sum_of_colours(threads, &places))
}

fn of_role(addresses: &Addresses, role: Role) -> &[TermId] {
    addresses.iter().find(|(other, _)| *other == role).map_or(&[], |(_, terms)| terms)
}

/// The thread whose registers an address depends on, if it depends on nothing else.
fn only_thread(machine: &Machine<'_>, address: TermId) -> Option<ThreadId> {
    let mut only = None;
    for variable in machine.terms.vars_of(address) {
        let Some(Cell::Register { thread, .. }) = machine.cells.cell(variable) else { return None };
        if thread == Names::MAIN || only.is_some_and(|known| known != thread) {
            return None;
        }
        only = Some(thread);
    }
    only
}

/// An address as if its registers were those of the initial thread.
fn unnamed(machine: &mut Machine<'_>, address: TermId) -> TermId {
    let mut replacements = FxHashMap::default();
    for variable in machine.terms.vars_of(address) {
        if let Some(Cell::Register { depth, reg, .. }) = machine.cells.cell(variable) {
            let own = machine.terms.var_term(variable);
            let bits = machine.terms.width(own);
            let cell = Cell::Register { thread: Names::MAIN, depth, reg };
            let new = machine.cell_variable(cell, bits);
            replacements.insert(own, new);
        }
    }
    machine.terms.substitute(address, &replacements)
}

/// The addresses that all threads of one role have.
fn in_common(threads: &[(Role, ThreadId)], own: &[Own]) -> Addresses {
    let mut addresses = Addresses::new();
    let mut at = 0;
    for of_role in threads.chunk_by(|a, b| a.0 == b.0) {
        let those = &own[at..at + of_role.len()];
        at += of_role.len();
        let everywhere =
            |term: &TermId| those.iter().all(|own| own.iter().any(|(other, _)| other == term));
        let terms = those[0].iter().map(|&(term, _)| term).filter(everywhere);
        let terms: Vec<TermId> = terms.take(MOST_ADDRESSES).collect();
        if !terms.is_empty() {
            addresses.push((of_role[0].0, terms));
        }
    }
    addresses
}

/// Where an address leads with the registers of a thread.
fn address(
    machine: &mut Machine<'_>,
    state: &State,
    thread: ThreadId,
    term: TermId,
) -> Option<u64> {
    let mut model = Model::default();
    for variable in machine.terms.vars_of(term) {
        let Some(Cell::Register { depth, reg, .. }) = machine.cells.cell(variable) else {
            return None;
        };
        let own = Cell::Register { thread, depth, reg };
        let Some(Value::Word(word)) = machine.cell_content(state, own) else { return None };
        let width = machine.terms.width(machine.terms.var_term(variable));
        model.bits.insert(variable, Bits::new(width, u128::from(word)));
    }
    machine.terms.eval(term, &model).to_u64()
}

/// `places`: for each thread the bytes that it uses, in the order of the addresses of its role.
fn sum_of_colours<Place: Copy + Eq + Hash>(
    threads: &[(Role, ThreadId)],
    places: &[Vec<Place>],
) -> u64 {
    let mut colours: Vec<u64> = threads.iter().map(|&(role, _)| hashed(&role)).collect();
    let mut known = different(&colours);
    for _ in 0..ROUNDS {
        let mut met: FxHashMap<Place, u64> = FxHashMap::default();
        for (&colour, places) in colours.iter().zip(places) {
            for (index, &place) in places.iter().enumerate() {
                let sum = met.entry(place).or_default();
                *sum = sum.wrapping_add(hashed(&(colour, index)));
            }
        }
        for (colour, places) in colours.iter_mut().zip(places) {
            let mut hasher = FxHasher::default();
            colour.hash(&mut hasher);
            places.iter().for_each(|place| met.get(place).hash(&mut hasher));
            *colour = hasher.finish();
        }
        let now = different(&colours);
        if now == known {
            break;
        }
        known = now;
    }
    colours.iter().fold(0, |sum, &colour| sum.wrapping_add(hashed(&colour)))
}

fn different(colours: &[u64]) -> usize {
    let mut colours = colours.to_vec();
    colours.sort_unstable();
    colours.dedup();
    colours.len()
}

fn hashed(what: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    what.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ring in which each seat has a role; `turned` by so many seats, under other names.
    fn ring(roles: &[u32], turned: usize) -> u64 {
        let count = roles.len();
        let mut seats: Vec<(Role, ThreadId, usize)> = (0..count)
            .map(|seat| (Role(roles[(seat + turned) % count]), ThreadId(seat as u32 + 1), seat))
            .collect();
        seats.sort_unstable_by_key(|&(role, thread, _)| (role, thread));
        let threads: Vec<(Role, ThreadId)> =
            seats.iter().map(|&(role, thread, _)| (role, thread)).collect();
        let places: Vec<Vec<usize>> =
            seats.iter().map(|&(_, _, seat)| vec![seat, (seat + 1) % count]).collect();
        sum_of_colours(&threads, &places)
    }

    #[test]
    fn a_ring_that_is_turned_is_the_same() {
        let roles = [0, 1, 0, 2, 1, 0, 0, 2, 1, 1, 0];
        assert!((1..roles.len()).all(|turned| ring(&roles, turned) == ring(&roles, 0)));
    }

    #[test]
    fn other_neighbours_are_another_ring() {
        assert_ne!(ring(&[0, 0, 1, 1, 0, 0], 0), ring(&[0, 1, 0, 0, 1, 0], 0));
        assert_ne!(ring(&[0, 1, 2, 0, 0, 0], 0), ring(&[0, 2, 1, 0, 0, 0], 0));
    }
}
