//! What a `void *` leads to, as far as the function that has it tells.

use std::collections::BTreeSet;

use raddle_ir::{Body, DebugType, DebugTypeId, FuncId, Op, Operand, Param, Program, Reg};
use rustc_hash::FxHashMap;

use crate::machine::Machine;

impl Machine<'_> {
    /// What a function takes a `void *` parameter for: the type of a variable it is copied to, or else the smallest one that the program has pointers to and that has something
    /// of the right size wherever the function accesses it (`*(const int *)a`).
    pub(crate) fn type_behind_void(&self, func: FuncId, param: &Param) -> Option<DebugTypeId> {
        let declared = param.debug_type?;
        if !matches!(
            self.program.types[self.resolved(declared)],
            DebugType::Pointer { to: None, .. }
        ) {
            return param.debug_type;
        }
        let body = self.program.functions[func].body.as_ref()?;
        let mut copies = vec![param.reg];
        for inst in body.blocks.values().flat_map(|block| &block.insts) {
            let Op::Copy { dst, src: Operand::Reg(src), .. } = inst.op else { continue };
            if !copies.contains(&src) {
                continue;
            }
            copies.push(dst);
            let ty = body.regs[dst].debug_type;
            if let Some(ty) = ty.filter(|&ty| self.pointee(ty).is_some()) {
                return Some(ty);
            }
        }
        self.type_of_accesses(&accesses(self.program, body, &copies)).or(param.debug_type)
    }

    /// The smallest type that the program has pointers to and that has something of these sizes at these offsets.
    fn type_of_accesses(&self, accesses: &BTreeSet<(u64, u64)>) -> Option<DebugTypeId> {
        if accesses.is_empty() {
            return None;
        }
        let fits = |ty: DebugTypeId| {
            accesses.iter().all(|&(offset, size)| {
                let leaf = self.leaf_at(ty, offset, "");
                leaf.is_some_and(|(_, leaf)| self.type_size(leaf) == Some(size))
            })
        };
        let pointers = self.program.types.iter().filter_map(|(id, ty)| match ty {
            DebugType::Pointer { to: Some(to), .. } if fits(*to) => {
                Some((self.type_size(*to)?, id))
            }
            _ => None,
        });
        pointers.min().map(|(_, id)| id)
    }
}

/// Where a function accesses what its pointers lead to, as offsets and sizes: at constant offsets only.
fn accesses(program: &Program, body: &Body, pointers: &[Reg]) -> BTreeSet<(u64, u64)> {
    let mut offsets: FxHashMap<Reg, i64> = pointers.iter().map(|&reg| (reg, 0)).collect();
    let mut found = BTreeSet::new();
    for inst in body.blocks.values().flat_map(|block| &block.insts) {
        let (ty, ptr) = match &inst.op {
            Op::Address { dst, base: Operand::Reg(base), offset, indices, .. } => {
                if let Some(&before) = offsets.get(base).filter(|_| indices.is_empty()) {
                    offsets.insert(*dst, before.saturating_add(*offset));
                }
                continue;
            }
            Op::Load { ty, ptr, .. }
            | Op::Store { ty, ptr, .. }
            | Op::AtomicUpdate { ty, ptr, .. }
            | Op::CompareExchange { ty, ptr, .. } => (ty, ptr),
            _ => continue,
        };
        let Operand::Reg(reg) = ptr else { continue };
        let offset = offsets.get(reg).and_then(|&offset| u64::try_from(offset).ok());
        found
            .extend(offset.map(|offset| (offset, u64::from(ty.bits(&program.target)).div_ceil(8))));
    }
    found
}
