//! What memory whose size preconditions speak of is made of, by types: which arrays may overlap.

use raddle_ir::{DebugType, DebugTypeId, Global, Param};

use crate::machine::Machine;
use crate::sized::{ELEMENT, Sized, SizedWay, Way};

impl Machine<'_> {
    /// The memory whose size preconditions of a function with these parameters speak of.
    pub(crate) fn sized_by(&self, texts: &[String], params: &[Param], names: &[String]) -> Sized {
        let mut sized = Sized::of(texts);
        let element = |way: &Way| {
            let root = &way[0];
            let param = names.iter().position(|name| name == root);
            let globals = &mut self.program.globals.values();
            let ty = match param {
                Some(index) => params[index].debug_type,
                None => {
                    let is_it = |global: &&Global| {
                        global.source_name.as_deref().unwrap_or(&global.name) == root
                    };
                    globals.find(is_it).and_then(|global| global.ty)
                }
            };
            ty.and_then(|ty| self.element_behind(ty, &way[1..]))
        };
        for wanted in &mut sized.ways {
            wanted.element = element(&wanted.way);
        }
        sized.add_ranges(element);
        sized
    }

    /// What the pointer at the end of a way points to.
    fn element_behind(&self, ty: DebugTypeId, steps: &[String]) -> Option<DebugTypeId> {
        let inside = |ty: DebugTypeId| match self.program.types[self.resolved(ty)] {
            DebugType::Pointer { to, .. } => to,
            DebugType::Array { element, .. } => Some(element),
            _ => None,
        };
        let mut at = ty;
        for step in steps {
            at = match &self.program.types[self.resolved(at)] {
                DebugType::Struct { fields, .. } => self.member_of(fields, step)?.1.ty,
                _ if step == ELEMENT => inside(at)?,
                _ => return None,
            };
        }
        inside(at)
    }

    /// Whether an array of something is the only one that preconditions speak of and that can lie there, by types: then no other one overlaps with it.
    pub(super) fn is_only_array(&self, ty: Option<DebugTypeId>) -> bool {
        let overlap = |wanted: &&SizedWay| {
            let element = wanted.element;
            !self.offsets(element, ty).is_empty() || !self.offsets(ty, element).is_empty()
        };
        let others: Vec<_> = self.config.sized.ways.iter().filter(overlap).collect();
        others.len() < 2 && !others.iter().any(|wanted| wanted.several)
    }
}
