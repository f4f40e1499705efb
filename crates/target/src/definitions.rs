//! What can make a branch go the other way: the memory its condition was computed from, and the operations that write there.
//!
//! A condition is followed back through the registers of its function to loads (`readings`). If it is the result of a call, whatever
//! the called function reads for its result or its own branches counts, too. A write that may go to the same memory, by the pointer
//! analysis, is a *definition*; where it stores a constant or adds one, that is told, so that a search can work out
//! whether, and how often, it has to happen. What is not followed is left out: this serves a search that may fail to find
//! something, never a proof.

use raddle_analysis::{defined_registers, read_operands};
use raddle_ir::{
    BinaryOp, Body, CastOp, CompareOp, FuncId, Inst, Intrinsic, Op, Operand, Program, Reg,
    Terminator,
};
use raddle_pointsto::{PointsTo, Position, Region, positions_of};
use rustc_hash::FxHashSet;

/// Calls that are followed into one another.
const DEPTH: u32 = 4;
/// Operations between a load and the branch.
const LONGEST_CHAIN: usize = 200;

/// Memory that a branch depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    pub at: Position,
    /// The register it is loaded to, if that is one of the branch's own function.
    pub register: Option<Reg>,
    regions: Vec<Region>,
}

/// What a write does to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    Sets(u64),
    /// Adds to what is there, modulo the width.
    Adds(u64),
    Unknown,
}

/// An operation that writes what a branch depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Definition {
    pub at: Position,
    pub effect: Effect,
}

/// Answers for one program.
#[derive(Debug)]
pub struct Definitions<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    writes: Vec<(Position, Vec<Region>)>,
}

impl<'a> Definitions<'a> {
    pub fn new(program: &'a Program, points_to: &'a PointsTo) -> Definitions<'a> {
        let reachable = points_to.calls.reachable();
        let mut functions: Vec<FuncId> = reachable.into_iter().collect();
        functions.sort_unstable();
        let mut writes = Vec::new();
        for at in functions.into_iter().flat_map(|func| positions_of(program, func)) {
            // The beginning and the end of a life give memory no value that could turn anything.
            if matches!(
                at.op(program),
                Some(Op::Intrinsic {
                    intrinsic: Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd,
                    ..
                })
            ) {
                continue;
            }
            let accesses = points_to.accesses(program, at);
            if !accesses.writes.is_empty() {
                writes.push((at, accesses.writes));
            }
        }
        Definitions { program, points_to, writes }
    }

    /// The memory that a branch depends on.
    pub fn readings(&self, branch: Position) -> Vec<Reading> {
        let condition = match branch.terminator(self.program) {
            Some(Terminator::Branch { cond: value, .. } | Terminator::Switch { value, .. }) => {
                *value
            }
            _ => return Vec::new(),
        };
        let mut found = Vec::new();
        self.follow(branch.func, vec![condition], DEPTH, true, &mut found);
        found
    }

    fn follow(
        &self,
        func: FuncId,
        start: Vec<Operand>,
        depth: u32,
        own: bool,
        found: &mut Vec<Reading>,
    ) {
        let Some(body) = &self.program.functions[func].body else { return };
        let mut open: Vec<Reg> = start.into_iter().filter_map(register).collect();
        let mut seen: FxHashSet<Reg> = open.iter().copied().collect();
        while let Some(reg) = open.pop() {
            for (at, inst) in definitions_of(func, body, reg) {
                match &inst.op {
                    Op::Load { dst, .. } => self.reading(at, own.then_some(*dst), found),
                    Op::AtomicUpdate { .. } | Op::CompareExchange { .. } => {
                        self.reading(at, None, found);
                    }
                    Op::Call { .. } => {
                        if depth > 0 {
                            self.follow_call(at, depth - 1, found);
                        }
                    }
                    op => read_operands(op, &mut |operand| {
                        open.extend(register(operand).filter(|&reg| seen.insert(reg)));
                    }),
                }
            }
            if seen.len() > LONGEST_CHAIN {
                return;
            }
        }
    }

    fn reading(&self, at: Position, register: Option<Reg>, found: &mut Vec<Reading>) {
        if found.iter().any(|known| known.at == at) {
            return;
        }
        let regions = self.points_to.accesses(self.program, at).reads;
        found.push(Reading { at, register, regions });
    }

    /// All that a called function may have decided its result by.
    fn follow_call(&self, at: Position, depth: u32, found: &mut Vec<Reading>) {
        for callee in self.points_to.calls.called_at(at) {
            let Some(body) = &self.program.functions[callee].body else { continue };
            let mut decided = Vec::new();
            for block in body.blocks.values() {
                match &block.terminator {
                    Terminator::Return(values) => decided.extend(values.iter().copied()),
                    Terminator::Branch { cond: value, .. } | Terminator::Switch { value, .. } => {
                        decided.push(*value);
                    }
                    Terminator::Jump(_) | Terminator::Unreachable => {}
                }
            }
            self.follow(callee, decided, depth, false, found);
        }
    }

    /// The operations that may write what is read.
    pub fn of(&self, reading: &Reading) -> Vec<Definition> {
        let overlaps = |regions: &[Region]| {
            regions.iter().any(|a| reading.regions.iter().any(|b| a.overlaps(b)))
        };
        let writes = self.writes.iter().filter(|(_, regions)| overlaps(regions));
        writes.map(|&(at, _)| Definition { at, effect: self.effect(at) }).collect()
    }

    fn effect(&self, at: Position) -> Effect {
        match at.op(self.program) {
            Some(Op::Store { value: Operand::Const(word), .. }) => Effect::Sets(*word),
            Some(Op::Store { value: Operand::Reg(reg), ptr, .. }) => {
                self.addition(at, *reg, *ptr).map_or(Effect::Unknown, Effect::Adds)
            }
            Some(Op::AtomicUpdate { op, value: Operand::Const(word), .. }) => match op {
                raddle_ir::AtomicOp::Add => Effect::Adds(*word),
                raddle_ir::AtomicOp::Sub => Effect::Adds(word.wrapping_neg()),
                raddle_ir::AtomicOp::Exchange => Effect::Sets(*word),
                _ => Effect::Unknown,
            },
            _ => Effect::Unknown,
        }
    }

    /// The constant that a stored value is larger by than what was loaded from the same place before.
    fn addition(&self, at: Position, value: Reg, place: Operand) -> Option<u64> {
        let insts = &at.data(self.program).insts[..at.inst as usize];
        let made = |reg: Reg| {
            let sets = |inst: &&Inst| {
                let mut found = false;
                defined_registers(&inst.op, &mut |set| found |= set == reg);
                found
            };
            insts.iter().rev().find(sets)
        };
        let Op::Binary { op, a: Operand::Reg(a), b: Operand::Const(b), .. } = &made(value)?.op
        else {
            return None;
        };
        let Op::Load { ptr, .. } = &made(*a)?.op else { return None };
        match op {
            BinaryOp::Add if *ptr == place => Some(*b),
            BinaryOp::Sub if *ptr == place => Some(b.wrapping_neg()),
            _ => None,
        }
    }

    /// The truth of a branch's condition if a reading had given another word; `words` are the registers of the branch. `None` if that
    /// is not clear.
    pub fn condition_with(
        &self,
        branch: Position,
        words: &[Option<u64>],
        reading: &Reading,
        word: u64,
    ) -> Option<bool> {
        let Some(Terminator::Branch { cond, .. }) = branch.terminator(self.program) else {
            return None;
        };
        let body = self.program.functions[branch.func].body.as_ref()?;
        let assumed = (reading.register?, word);
        let evaluation =
            Evaluation { program: self.program, func: branch.func, body, words, assumed };
        evaluation.operand(*cond, 0).map(|word| word & 1 == 1)
    }
}

/// Evaluates a condition with one register changed.
struct Evaluation<'a> {
    program: &'a Program,
    func: FuncId,
    body: &'a Body,
    words: &'a [Option<u64>],
    assumed: (Reg, u64),
}

impl Evaluation<'_> {
    fn operand(&self, operand: Operand, depth: usize) -> Option<u64> {
        match operand {
            Operand::Const(word) => Some(word),
            Operand::Reg(reg) if reg == self.assumed.0 => Some(self.assumed.1),
            Operand::Reg(reg) if depth < LONGEST_CHAIN => self.register(reg, depth),
            _ => None,
        }
    }

    fn register(&self, reg: Reg, depth: usize) -> Option<u64> {
        let mut definitions = definitions_of(self.func, self.body, reg);
        let (Some((_, inst)), None) = (definitions.next(), definitions.next()) else {
            return self.words.get(reg.0 as usize).copied().flatten();
        };
        let target = &self.program.target;
        let depth = depth + 1;
        match &inst.op {
            Op::Copy { src, .. } => self.operand(*src, depth),
            Op::Compare { op, ty, a, b, .. } => {
                let bits = ty.bits(target);
                let (a, b) = (self.operand(*a, depth)?, self.operand(*b, depth)?);
                Some(u64::from(compare(*op, bits, a, b)))
            }
            Op::Binary { op, ty, a, b, .. } => {
                let (a, b) = (self.operand(*a, depth)?, self.operand(*b, depth)?);
                binary(*op, a, b).map(|word| low_bits(ty.bits(target), word))
            }
            Op::Cast { op, from, to, a, .. } => {
                let a = self.operand(*a, depth)?;
                match op {
                    CastOp::ZExt | CastOp::Bits => Some(a),
                    CastOp::Trunc => Some(low_bits(to.bits(target), a)),
                    CastOp::SExt => {
                        Some(low_bits(to.bits(target), signed(from.bits(target), a) as u64))
                    }
                    _ => None,
                }
            }
            Op::Select { cond, a, b, .. } => {
                let chosen = if self.operand(*cond, depth)? & 1 == 1 { a } else { b };
                self.operand(*chosen, depth)
            }
            // Loads, calls and whatever else is not computed again keep what they gave.
            _ => self.words.get(reg.0 as usize).copied().flatten(),
        }
    }
}

fn register(operand: Operand) -> Option<Reg> {
    match operand {
        Operand::Reg(reg) => Some(reg),
        _ => None,
    }
}

/// The operations of a function that set a register.
fn definitions_of(
    func: FuncId,
    body: &Body,
    reg: Reg,
) -> impl Iterator<Item = (Position, &Inst)> + '_ {
    body.blocks.iter().flat_map(move |(block, data)| {
        let sets = move |(index, inst): (usize, &'_ Inst)| {
            let mut found = false;
            defined_registers(&inst.op, &mut |set| found |= set == reg);
            found.then_some(index)
        };
        data.insts
            .iter()
            .enumerate()
            .filter_map(sets)
            .map(move |index| (Position { func, block, inst: index as u32 }, &data.insts[index]))
    })
}

fn low_bits(bits: u32, word: u64) -> u64 {
    if bits >= 64 { word } else { word & ((1 << bits) - 1) }
}

fn signed(bits: u32, word: u64) -> i64 {
    let unused = 64 - bits.clamp(1, 64);
    ((word << unused) as i64) >> unused
}

fn compare(op: CompareOp, bits: u32, a: u64, b: u64) -> bool {
    let (x, y) = (signed(bits, a), signed(bits, b));
    let (a, b) = (low_bits(bits, a), low_bits(bits, b));
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::Ult => a < b,
        CompareOp::Ule => a <= b,
        CompareOp::Ugt => a > b,
        CompareOp::Uge => a >= b,
        CompareOp::Slt => x < y,
        CompareOp::Sle => x <= y,
        CompareOp::Sgt => x > y,
        CompareOp::Sge => x >= y,
    }
}

fn binary(op: BinaryOp, a: u64, b: u64) -> Option<u64> {
    Some(match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::UDiv
        | BinaryOp::SDiv
        | BinaryOp::URem
        | BinaryOp::SRem
        | BinaryOp::Shl
        | BinaryOp::LShr
        | BinaryOp::AShr => return None,
    })
}
