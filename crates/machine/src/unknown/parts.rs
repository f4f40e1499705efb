//! Structs that are passed by value in registers: each part is a parameter without a name, which the function stores to a variable.

use std::rc::Rc;

use raddle_ir::{DebugTypeId, FuncId, Op, Operand, Param, SlotId};
use rustc_hash::FxHashMap;

use super::PartOf;
use crate::machine::Machine;

/// A member of a struct that is passed by value.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// `q.first`
    pub(crate) path: String,
    pub(crate) ty: DebugTypeId,
    pub(crate) whole: PartOf,
}

impl Machine<'_> {
    /// What a parameter without a name is, if it is one member of a struct: registers may hold several small ones.
    pub(crate) fn part_of_parameter(&self, func: FuncId, param: &Param) -> Option<Part> {
        let body = self.program.functions[func].body.as_ref()?;
        if body.regs[param.reg].name.is_some() {
            return None;
        }
        let mut places: FxHashMap<_, (SlotId, u64)> = FxHashMap::default();
        for inst in body.blocks.values().flat_map(|block| &block.insts) {
            match &inst.op {
                Op::Alloca { dst, slot, .. } => _ = places.insert(*dst, (*slot, 0)),
                Op::Address { dst, base: Operand::Reg(base), offset, indices, .. } => {
                    let base = places.get(base).filter(|_| indices.is_empty());
                    let moved =
                        base.and_then(|&(slot, at)| Some((slot, at.checked_add_signed(*offset)?)));
                    places.extend(moved.map(|place| (*dst, place)));
                }
                Op::Store { ptr: Operand::Reg(ptr), value: Operand::Reg(value), .. }
                    if *value == param.reg =>
                {
                    let &(slot, offset) = places.get(ptr)?;
                    let (slot, bits) = (&body.slots[slot], param.ty.bits(&self.program.target));
                    let (name, whole) = (slot.name.as_deref()?, slot.debug_type?);
                    let (path, ty) = self.leaf_at(whole, offset, name)?;
                    let fits = self.is_struct(whole) && self.type_size(ty)? * 8 == u64::from(bits);
                    let whole = PartOf { name: Rc::from(name), ty: whole };
                    return fits.then_some(Part { path, ty, whole });
                }
                _ => {}
            }
        }
        None
    }
}
