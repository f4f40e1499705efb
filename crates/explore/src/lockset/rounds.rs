//! Loops of very many rounds: rounds that do the same as the last one are counted and not followed.
//!
//! A thread that counts a hundred thousand times under a lock goes round a loop in which only numbers change: the counter of rounds, and what was added to tallies. Such
//! a path is *decided* each time: it never parts. When it comes back to the head of a loop, and all it knows is as it was there one round ago but for some registers of
//! the loop's function, which are larger or smaller by some number, and for sums in tallies, then the next rounds are foretold:
//!
//! - The round is gone through once more, block by block as it was followed ([`Round`]), with those registers and what is computed from them: copies, widenings, and sums with constants. Each changes by the same number
//!   in every round (its *pace*). Anything else that uses one of them, an address say, a call or a branch, ends this: the rounds are followed one by one.
//! - A comparison of such a number with one that does not change, or changes as well, has the same outcome for so many rounds, and then another one. The numbers
//!   do not wrap around on the way: they stay between zero and the largest signed number of their width, so differences go one way, and an outcome (but that of equality) changes once at most.
//! - So, for as many rounds as all comparisons keep their outcomes, whatever else is done in a round does not depend on which round it is: the same accesses are made
//!   under the same locks, and the same is added to tallies. What a tally holds must not have been used in the round as a number, since that one changes, too (`Tallies::numbers_used`).
//! - All but one of these rounds are left out. The last one is followed, so that what sums come to at most or at least is seen there: in between it lies in between.
//!
//! What is taken for granted about users of memory and about tallies may change while the round is followed; then everything is done again, and this round does not count (`survey.rs`).

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use raddle_ir::{BinaryOp, Block, Body, CastOp, CompareOp, Op, Operand, Reg, Terminator};
use raddle_machine::{compare_words, mask, signed};
use raddle_reduce::Broken;

use super::path::{Content, Path};
use super::steps::narrow;
use super::survey::Survey;

/// So many blocks a path has to be decided in a row before rounds are looked at.
const DECIDED: usize = 64;
/// Fewer rounds than this are followed.
const FEW: i128 = 4;
/// Blocks of a round, those of functions that it calls included.
const LONGEST: usize = 64;

/// The last places of a path that never parted.
#[derive(Default)]
pub(super) struct Trail {
    /// Blocks in which it did not part.
    pub decided: usize,
    /// Blocks that were entered since the head of the loop, and those of the loop's own function.
    entered: usize,
    blocks: Vec<Block>,
    head: Option<Head>,
}

/// The path at the head of a loop.
struct Head {
    path: Path,
    numbers_used: u64,
}

/// A number that changes by so much in every round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Moving {
    now: i128,
    pace: i128,
}

/// One round, gone through again.
struct Round<'a> {
    before: &'a Path,
    bits: &'a dyn Fn(Reg) -> Option<u32>,
    moving: BTreeMap<Reg, Moving>,
    /// Registers that are set more than once.
    changing: BTreeSet<Reg>,
    /// Rounds after this one in which all comparisons have the outcome that they had.
    left: i128,
    broken: Option<Broken>,
}

impl Survey<'_, '_> {
    /// Goes on at a later round if those in between do the same. `decided`: the path never parted since the last call.
    pub fn skip_rounds(&mut self, trail: &mut Trail, path: Path, decided: bool) -> Path {
        if !decided {
            *trail = Trail::default();
            return path;
        }
        trail.decided += 1;
        if trail.decided < DECIDED {
            return path;
        }
        trail.entered += 1;
        let Some(head) = &trail.head else { return self.begin(trail, path) };
        match head.path.frames.len().cmp(&path.frames.len()) {
            _ if trail.entered > LONGEST => self.begin(trail, path),
            Ordering::Less => path,
            Ordering::Equal if path.top().inst == 0 => {
                if head.path.top().block == path.top().block {
                    let later = self.later(head, &trail.blocks, &path);
                    return self.begin(trail, later.unwrap_or(path));
                }
                trail.blocks.push(path.top().block);
                path
            }
            Ordering::Equal | Ordering::Greater => self.begin(trail, path),
        }
    }

    /// A round may begin here.
    fn begin(&self, trail: &mut Trail, path: Path) -> Path {
        trail.entered = 0;
        trail.blocks = vec![path.top().block];
        let numbers_used = self.tallies.numbers_used;
        trail.head = (path.top().inst == 0).then(|| Head { path: path.clone(), numbers_used });
        path
    }

    /// Where the path is after all rounds but one that do the same as the last one.
    fn later(&self, head: &Head, blocks: &[Block], path: &Path) -> Option<Path> {
        let before = &head.path;
        let paces = paces(before, path)?;
        if paces.is_empty() || head.numbers_used != self.tallies.numbers_used {
            return None;
        }
        let body = self.program.functions[path.top().func].body.as_ref()?;
        let bits = |reg: Reg| narrow(body.regs[reg].ty.bits(&self.program.target));
        let mut round = Round {
            before,
            bits: &bits,
            moving: BTreeMap::new(),
            changing: changing(body, blocks),
            left: i128::MAX,
            broken: self.broken,
        };
        for (&reg, &pace) in &paces {
            let now = word(before, reg)?;
            round.note(reg, Moving { now, pace })?;
        }
        blocks.iter().try_for_each(|&block| round.go_through(body, block))?;
        // The last of them is followed.
        let rounds = round.left - 1;
        let as_foretold = round.moving.keys().eq(paces.keys())
            && round.moving.iter().all(|(reg, moving)| {
                word(path, *reg) == Some(moving.now) && paces[reg] == moving.pace
            });
        if rounds < FEW || !as_foretold {
            return None;
        }
        self.advanced(before, path, &paces, rounds)
    }

    fn advanced(
        &self,
        before: &Path,
        path: &Path,
        paces: &BTreeMap<Reg, i128>,
        rounds: i128,
    ) -> Option<Path> {
        let mut later = path.clone();
        for (&reg, &pace) in paces {
            let number = word(path, reg)?.checked_add(pace.checked_mul(rounds)?)?;
            later.set(reg, Content::Word(u64::try_from(number).ok()?));
        }
        for (id, added) in &mut later.added {
            let more = i128::from(*added) - i128::from(before.added.get(id).copied().unwrap_or(0));
            let sum = i128::from(*added).checked_add(more.checked_mul(rounds)?)?;
            if !self.is_broken(Broken::RoundsUncounted) {
                *added = i64::try_from(sum).ok()?;
            }
        }
        Some(later)
    }
}

/// By how much registers of the top frame have become larger, if all else is as before but for what was added to tallies.
fn paces(before: &Path, path: &Path) -> Option<BTreeMap<Reg, i128>> {
    let mut alike = path.clone();
    alike.added = before.added.clone();
    alike.top_mut().regs = before.top().regs.clone();
    if alike != *before {
        return None;
    }
    let mut paces = BTreeMap::new();
    for (at, content) in path.top().regs.iter().enumerate() {
        if *content != before.top().regs[at] {
            let reg = Reg(at as u32);
            paces.insert(reg, word(path, reg)? - word(before, reg)?);
        }
    }
    Some(paces)
}

/// Registers that are set more than once in a round: what one holds in the middle is not what it holds at the head.
fn changing(body: &Body, blocks: &[Block]) -> BTreeSet<Reg> {
    let (mut set, mut changing) = (BTreeSet::new(), BTreeSet::new());
    for inst in blocks.iter().flat_map(|&block| &body.blocks[block].insts) {
        inst.op.for_each_result(|&reg| {
            if !set.insert(reg) {
                changing.insert(reg);
            }
        });
    }
    changing
}

fn word(path: &Path, reg: Reg) -> Option<i128> {
    match path.top().regs[reg.0 as usize] {
        Content::Word(word) => Some(i128::from(word)),
        Content::Untouched
        | Content::Any
        | Content::Tally(..)
        | Content::Was(..)
        | Content::Glimpsed(..)
        | Content::Unseen
        | Content::Undefined => None,
    }
}

impl Round<'_> {
    /// A register holds a number that changes: for so many rounds it stays in range.
    fn note(&mut self, reg: Reg, moving: Moving) -> Option<()> {
        let most = (1i128 << ((self.bits)(reg)? - 1)) - 1;
        if !(0..=most).contains(&moving.now) {
            return None;
        }
        let room = if moving.pace > 0 { most - moving.now } else { moving.now };
        if moving.pace != 0 {
            self.left = self.left.min(room / moving.pace.abs());
        }
        self.moving.insert(reg, moving);
        Some(())
    }

    fn go_through(&mut self, body: &Body, block: Block) -> Option<()> {
        let block = &body.blocks[block];
        block.insts.iter().try_for_each(|inst| self.step(&inst.op))?;
        match &block.terminator {
            Terminator::Jump(_) => Some(()),
            Terminator::Branch { cond, .. } => self.rest(*cond),
            Terminator::Switch { value, .. } => self.rest(*value),
            Terminator::Return(_) | Terminator::Unreachable => None,
        }
    }

    /// An operand that is the same in every round.
    fn rest(&self, operand: Operand) -> Option<()> {
        self.moves(operand).is_none().then_some(())
    }

    fn moves(&self, operand: Operand) -> Option<Moving> {
        match operand {
            Operand::Reg(reg) => self.moving.get(&reg).copied(),
            _ => None,
        }
    }

    fn step(&mut self, op: &Op) -> Option<()> {
        let mut moves = false;
        op.for_each_operand(|operand| moves |= self.moves(*operand).is_some());
        if !moves {
            op.for_each_result(|reg| {
                self.moving.remove(reg);
            });
            return Some(());
        }
        match *op {
            Op::Copy { dst, src, .. } => {
                let moving = self.moves(src)?;
                self.note(dst, moving)
            }
            // What is not negative is the same when it is widened.
            Op::Cast { dst, op: CastOp::SExt | CastOp::ZExt, a, .. } => {
                let moving = self.moves(a)?;
                self.note(dst, moving)
            }
            Op::Binary { dst, op: op @ (BinaryOp::Add | BinaryOp::Sub), a, b, .. } => {
                let Moving { now, pace } = self.moves(a)?;
                let Operand::Const(constant) = b else { return None };
                let by = i128::from(signed((self.bits)(dst)?, constant));
                let now = if op == BinaryOp::Add { now + by } else { now - by };
                self.note(dst, Moving { now, pace })
            }
            Op::Compare { dst, op, a, b, .. } => {
                let bits = [a, b].into_iter().find_map(|side| match side {
                    Operand::Reg(reg) => (self.bits)(reg),
                    _ => None,
                })?;
                let (a, b) = (self.number(a, bits)?, self.number(b, bits)?);
                if self.broken != Some(Broken::RoundsBeyondTheEnd) {
                    self.left = same_outcome(op, bits, a, b, self.left);
                }
                self.moving.remove(&dst);
                Some(())
            }
            _ => None,
        }
    }

    /// A side of a comparison.
    fn number(&self, operand: Operand, bits: u32) -> Option<Moving> {
        if let Some(moving) = self.moves(operand) {
            return Some(moving);
        }
        match operand {
            Operand::Const(word) => Some(i128::from(mask(bits, word))),
            // It is the same at every head, and set once in a round at most: it is the same everywhere.
            Operand::Reg(reg) if !self.changing.contains(&reg) => word(self.before, reg),
            _ => None,
        }
        .map(|now| Moving { now, pace: 0 })
    }
}

/// For how many more rounds, `most` at most, a comparison has the outcome that it has now.
fn same_outcome(op: CompareOp, bits: u32, a: Moving, b: Moving, most: i128) -> i128 {
    let outcome = |rounds: i128| {
        let [a, b] = [a, b].map(|side| (side.now + side.pace * rounds) as u64);
        compare_words(op, bits, a, b)
    };
    let now = outcome(0);
    if matches!(op, CompareOp::Eq | CompareOp::Ne) {
        let (apart, nearer) = (b.now - a.now, a.pace - b.pace);
        return match (nearer, apart) {
            (0, _) => most,
            (_, 0) => 0,
            _ if apart % nearer == 0 && apart / nearer > 0 => most.min(apart / nearer - 1),
            _ => most,
        };
    }
    if outcome(most) == now {
        return most;
    }
    let (mut same, mut other) = (0, most);
    while other - same > 1 {
        let middle = same + (other - same) / 2;
        if outcome(middle) == now { same = middle } else { other = middle }
    }
    same
}

#[cfg(test)]
mod tests {
    use raddle_ir::CompareOp;
    use raddle_machine::compare_words;

    use super::{Moving, same_outcome};

    #[test]
    fn outcomes_are_foretold_for_all_small_numbers() {
        let all = [
            CompareOp::Eq,
            CompareOp::Ne,
            CompareOp::Ult,
            CompareOp::Ule,
            CompareOp::Ugt,
            CompareOp::Uge,
            CompareOp::Slt,
            CompareOp::Sle,
            CompareOp::Sgt,
            CompareOp::Sge,
        ];
        let most = 3;
        let numbers = || (0..16i128).flat_map(|now| (-5..=5).map(move |pace| Moving { now, pace }));
        // Four bits: what moves stays between 0 and 7, what does not may be anything.
        let fits = |side: &Moving| {
            side.pace == 0 || (0..8).contains(&(side.now + most * side.pace)) && side.now < 8
        };
        for op in all {
            for a in numbers().filter(fits) {
                for b in numbers().filter(fits) {
                    let at = |rounds: i128| {
                        let [a, b] = [a, b].map(|side| (side.now + side.pace * rounds) as u64);
                        compare_words(op, 4, a, b)
                    };
                    let expected =
                        (0..=most).take_while(|&rounds| at(rounds) == at(0)).count() as i128 - 1;
                    assert_eq!(same_outcome(op, 4, a, b, most), expected, "{op:?} {a:?} {b:?}");
                }
            }
        }
    }
}
