//! Inline assembly. Text that does nothing (a compiler barrier, a pause) is translated, everything
//! else is unsupported.

use raddle_ir::{Op, Operand, Ordering, Type};

use super::Issue;
use super::function::{FunctionContext, Operands};
use crate::ast::{Call, InlineAsm, LocalId};
use crate::lexer::unescape_text;

impl<'f, 'm, 'a> FunctionContext<'f, 'm, 'a> {
    pub(super) fn inline_asm(
        &mut self,
        result: Option<LocalId>,
        asm: &InlineAsm<'a>,
        call: &Call<'a>,
    ) -> Result<(), Issue> {
        let regs = self.define_typed(result, call.result)?;
        let text = unescape_text(asm.text);
        match effect(&text) {
            Effect::Nothing => {}
            Effect::Fence => self.emit(Op::Fence { order: Ordering::SeqCst }),
            Effect::Unknown => return Err(format!("inline assembly \"{}\"", text.trim()).into()),
        }
        let types = self.types(call.result)?;
        let outputs = self.tied_outputs(asm.constraints, call, &types)?;
        self.copy_all(regs, &outputs);
        Ok(())
    }

    /// Outputs keep the value of the input tied to them (`"+r"(x)`); others are undefined.
    fn tied_outputs(
        &mut self,
        constraints: &str,
        call: &Call<'a>,
        types: &[Type],
    ) -> Result<Operands, Issue> {
        let mut outputs = Operands::from_elem(Operand::Undef, types.len());
        let items = || constraints.split(',').filter(|item| !item.starts_with('~'));
        // Every constraint that is no direct output takes one argument, in order.
        let inputs = items().filter(|item| !item.starts_with('=') || item.starts_with("=*"));
        for (constraint, arg) in inputs.zip(&call.args) {
            let Ok(output) = constraint.parse::<usize>() else { continue };
            let (operand, ty) = self.typed_scalar(&arg.value)?;
            match outputs.get_mut(output) {
                Some(place) if types[output] == ty => *place = operand,
                _ => return Err("inline assembly with unusual operands".into()),
            }
        }
        Ok(outputs)
    }
}

enum Effect {
    Nothing,
    Fence,
    Unknown,
}

fn effect(text: &str) -> Effect {
    let mut effect = Effect::Nothing;
    for line in text.split(['\n', ';']) {
        match line.split('#').next().unwrap_or("").trim() {
            "" | "nop" | "pause" | "rep" | "rep nop" | "yield" => {}
            "mfence" => effect = Effect::Fence,
            _ => return Effect::Unknown,
        }
    }
    effect
}
