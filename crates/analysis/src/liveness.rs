//! Which registers may still be read: two local states that agree on them behave alike.

use raddle_ir::{Block, BlockData, Body, Entity, EntityMap, Operand, Reg};

use crate::cfg::successors;
use crate::uses::{defined_registers, read_operands, terminator_operands};

/// Live registers of one body.
#[derive(Clone, Debug)]
pub struct Liveness {
    /// Live at the start of each block.
    live_in: EntityMap<Block, BitSet>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct BitSet(Vec<u64>);

impl BitSet {
    fn new(size: usize) -> BitSet {
        BitSet(vec![0; size.div_ceil(64)])
    }
    fn insert(&mut self, reg: Reg) {
        self.0[reg.index() / 64] |= 1 << (reg.index() % 64);
    }
    fn remove(&mut self, reg: Reg) {
        self.0[reg.index() / 64] &= !(1 << (reg.index() % 64));
    }
    fn union(&mut self, other: &BitSet) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }
    fn iter(&self) -> impl Iterator<Item = Reg> + '_ {
        self.0.iter().enumerate().flat_map(|(word, &bits)| {
            (0..64)
                .filter(move |bit| bits >> bit & 1 == 1)
                .map(move |bit| Reg::new(word * 64 + bit))
        })
    }
}

impl Liveness {
    pub fn new(body: &Body) -> Liveness {
        let size = body.regs.len();
        let mut live_in: EntityMap<Block, BitSet> =
            body.blocks.keys().map(|_| BitSet::new(size)).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for block in body.blocks.keys().rev() {
                let data = &body.blocks[block];
                let live = live_before(data, 0, live_out(data, &live_in, size));
                if live != live_in[block] {
                    live_in[block] = live;
                    changed = true;
                }
            }
        }
        Liveness { live_in }
    }

    /// Registers that may be read from instruction `inst` of a block on.
    pub fn live_at(&self, body: &Body, block: Block, inst: usize) -> Vec<Reg> {
        let data = &body.blocks[block];
        let out = live_out(data, &self.live_in, body.regs.len());
        live_before(data, inst, out).iter().collect()
    }
}

fn live_out(data: &BlockData, live_in: &EntityMap<Block, BitSet>, size: usize) -> BitSet {
    let mut live = BitSet::new(size);
    for next in successors(&data.terminator) {
        live.union(&live_in[next]);
    }
    live
}

fn live_before(data: &BlockData, from: usize, mut live: BitSet) -> BitSet {
    let read = |live: &mut BitSet, operand| {
        if let Operand::Reg(reg) = operand {
            live.insert(reg);
        }
    };
    terminator_operands(&data.terminator, &mut |operand| read(&mut live, operand));
    for inst in data.insts[from.min(data.insts.len())..].iter().rev() {
        defined_registers(&inst.op, &mut |reg| live.remove(reg));
        read_operands(&inst.op, &mut |operand| read(&mut live, operand));
    }
    live
}
