//! Whether a proof is about this program and question, and names nothing that does not exist: later nothing has to be
//! asked for twice.

use raddle_ir::{Block, Body, FuncId, GlobalId, Program, Reg, SlotId};

use crate::error::Rejected;
use crate::format::{Base, Cell, Claim, End, Linear, Object, Outcome, Place, Proof, Rule, VERSION};
use crate::names::fingerprint;
use crate::{Question, Resource};

pub(crate) fn validate(
    program: &Program,
    question: &dyn Question,
    entry: FuncId,
    proof: &Proof,
) -> Result<(), Rejected> {
    let malformed = |what: &str| Err(Rejected::Malformed(what.to_owned()));
    if proof.version != VERSION {
        return Err(Rejected::Malformed(format!(
            "it is of version {}, this program reads version {VERSION}",
            proof.version
        )));
    }
    if proof.fingerprint != fingerprint(program) {
        return Err(Rejected::OtherProgram);
    }
    if proof.function.as_deref() != question.function()
        || proof.resource != resource_name(question.resource())
    {
        return Err(Rejected::OtherQuestion(format!(
            "{} of {}",
            proof.resource,
            proof.function.as_deref().unwrap_or("the whole program")
        )));
    }
    let valid = Valid { program, entry, proof };
    if !proof.stacks.iter().enumerate().all(|(index, _)| valid.stack(index)) {
        return malformed("a chain of calls does not exist");
    }
    if !proof.objects.iter().all(|object| valid.object(object)) {
        return malformed("an object does not exist");
    }
    if !proof.cells.iter().all(|cell| valid.cell(cell)) {
        return malformed("a cell does not exist, or cannot be followed");
    }
    for (index, claim) in proof.claims.iter().enumerate() {
        if !valid.claim(index, claim) {
            return Err(Rejected::Malformed(format!(
                "claim {index} speaks of something that does not exist, or that comes later"
            )));
        }
    }
    Ok(())
}

fn resource_name(resource: Resource) -> &'static str {
    match resource {
        Resource::Instructions => "instructions",
        Resource::Ticks => "ticks",
        Resource::Held => "held",
        Resource::Heap => "heap",
    }
}

struct Valid<'a> {
    program: &'a Program,
    entry: FuncId,
    proof: &'a Proof,
}

impl Valid<'_> {
    fn body(&self, function: u32) -> Option<&Body> {
        self.program.functions.get(FuncId(function))?.body.as_ref()
    }
    fn place(&self, place: &Place) -> bool {
        let stack = self.proof.stacks.get(place.stack as usize);
        let body = stack.and_then(|stack| self.body(stack.function));
        let block = body.and_then(|body| body.blocks.get(Block(place.block)));
        block.is_some_and(|block| place.inst as usize <= block.insts.len())
    }
    /// Callers come first, so chains end.
    fn stack(&self, index: usize) -> bool {
        let stack = &self.proof.stacks[index];
        let start_is_right =
            !stack.start || (stack.back.is_none() && stack.function == self.entry.0);
        let back_is_right = stack
            .back
            .is_none_or(|back| (back.stack as usize) < index && self.place(&back) && back.inst > 0);
        let first = self.proof.stacks.iter().position(|other| other == stack) == Some(index);
        self.body(stack.function).is_some() && start_is_right && back_is_right && first
    }
    fn object(&self, object: &Object) -> bool {
        match *object {
            Object::Global(global) => self.program.globals.get(GlobalId(global)).is_some(),
            Object::Slot(stack, slot) => {
                let stack = self.proof.stacks.get(stack as usize);
                let body = stack.and_then(|stack| self.body(stack.function));
                body.is_some_and(|body| body.slots.get(SlotId(slot)).is_some())
            }
            Object::Heap(place, size) => self.place(&place) && size >= 0,
        }
    }
    /// Blocks of the heap share a name, and so do local variables of activations of a function that claims speak
    /// of as a whole: nothing can be said of their content.
    fn cell(&self, cell: &Cell) -> bool {
        match *cell {
            Cell::Register(stack, reg) => {
                let stack = self.proof.stacks.get(stack as usize);
                let body = stack.and_then(|stack| self.body(stack.function));
                body.is_some_and(|body| body.regs.get(Reg(reg)).is_some())
            }
            Cell::Memory(object, _, size) => {
                let exists = match self.proof.objects.get(object as usize) {
                    None | Some(Object::Heap(..)) => false,
                    Some(Object::Global(_)) => true,
                    Some(Object::Slot(stack, _)) => self.is_from_start(*stack),
                };
                exists && (1..=16).contains(&size)
            }
            Cell::Result(function, index) => {
                let function = self.program.functions.get(FuncId(function));
                function.is_some_and(|function| (index as usize) < function.returns.len())
            }
        }
    }
    fn is_from_start(&self, stack: u32) -> bool {
        let mut at = self.proof.stacks.get(stack as usize);
        while let Some(back) = at.and_then(|stack| stack.back) {
            at = self.proof.stacks.get(back.stack as usize);
        }
        at.is_some_and(|outermost| outermost.start)
    }
    fn is_cell(&self, cell: u32) -> bool {
        (cell as usize) < self.proof.cells.len()
    }
    fn base(&self, (cell, base): &(u32, Base)) -> bool {
        let exists = match *base {
            Base::Object(object) => (object as usize) < self.proof.objects.len(),
            Base::Function(function) => self.program.functions.get(FuncId(function)).is_some(),
            Base::Number => true,
        };
        self.is_cell(*cell) && exists
    }
    fn linear(&self, linear: &Linear) -> bool {
        linear.old.iter().chain(&linear.new).all(|&(_, cell)| self.is_cell(cell))
    }
    fn claim(&self, index: usize, claim: &Claim) -> bool {
        let earlier = |other: &u32| (*other as usize) < index;
        let rule_is_right = match &claim.by {
            Rule::Step { next, called } => next.iter().chain(called).all(earlier),
            Rule::Sequence { first, second } => earlier(first) && earlier(second),
        };
        let end_is_right = |end: &End| {
            let outcome = match end.outcome {
                Outcome::Exit | Outcome::Return => true,
                Outcome::At(place) => self.place(&place),
            };
            outcome
                && end.changed.iter().all(|&cell| self.is_cell(cell))
                && end.bases.iter().all(|base| self.base(base) && end.changed.contains(&base.0))
                && end.objects.iter().all(|&object| (object as usize) < self.proof.objects.len())
                && end.relation.iter().all(|linear| self.linear(linear))
        };
        let distinct = claim
            .ends
            .iter()
            .enumerate()
            .all(|(at, end)| claim.ends[..at].iter().all(|other| other.outcome != end.outcome));
        self.place(&claim.at)
            && rule_is_right
            && distinct
            && claim.bases.iter().all(|base| self.base(base))
            && claim.requires.iter().all(|linear| linear.new.is_empty() && self.linear(linear))
            && claim.ends.iter().all(end_is_right)
    }
}
