//! Values of arguments that a backtrace shows, as facts.
//!
//! gdb prints what a parameter holds now, not what it was called with. Numbers and addresses of variables of the program mean the same in every run; other
//! addresses do not, and are left alone, and so are parameters that live in memory because something points to them.

use raddle_context::{Context, Facts, ValueDef, ValueId};
use raddle_ir::{CompareOp, Op, Operand, Program, Reg, Type};

use crate::frame::live_registers;
use crate::place::Spec;

/// A parameter and what it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    pub name: String,
    pub value: ArgumentValue,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgumentValue {
    Number(i128),
    /// So many bytes behind the beginning of a variable or function.
    Symbol(String, i64),
}

/// Adds what parameters hold to what is known.
pub fn add_arguments(program: &Program, context: &Context, specs: &[Spec], facts: &mut Facts) {
    for (thread, spec) in specs.iter().enumerate() {
        for (depth, frame) in spec.frames.iter().enumerate() {
            for argument in &frame.arguments {
                add(program, context, facts, (thread, depth), argument);
            }
        }
    }
}

fn add(
    program: &Program,
    context: &Context,
    facts: &mut Facts,
    (thread, depth): (usize, usize),
    argument: &Argument,
) -> Option<()> {
    let at = *context.threads.get(thread)?.frames.get(depth)?;
    let body = program.functions[at.func].body.as_ref()?;
    let holds = operand(program, &argument.value)?;
    for reg in live_registers(body, at, depth == 0) {
        let info = &body.regs[reg];
        let fits = match (info.ty, holds) {
            (Type::Int(_), Operand::Const(_)) | (Type::Ptr, Operand::Const(0)) => true,
            (Type::Ptr, other) => !matches!(other, Operand::Const(_)),
            _ => false,
        };
        if info.name.as_deref() != Some(argument.name.as_str()) || !fits {
            continue;
        }
        let holds = match (holds, info.ty) {
            (Operand::Const(bits), Type::Int(width)) if width < 64 => {
                Operand::Const(bits & ((1 << width) - 1))
            }
            (other, _) => other,
        };
        let value = facts.values.push(ValueDef::Operand(holds, info.ty));
        let frame = facts.threads.get_mut(thread)?.frames.get_mut(depth)?;
        match frame.registers.iter().find(|(known, _)| *known == reg) {
            Some(&(_, known)) => {
                let equal = facts.values.push(equal(info.ty, [known, value]));
                facts.conditions.push(equal);
            }
            None => {
                frame.registers.push((reg, value));
                frame.registers.sort_unstable();
            }
        }
    }
    Some(())
}

fn operand(program: &Program, value: &ArgumentValue) -> Option<Operand> {
    match value {
        // Wraps around like the program's own numbers.
        ArgumentValue::Number(number) => Some(Operand::Const(*number as u64)),
        ArgumentValue::Symbol(name, offset) => {
            let mut named = program
                .globals
                .iter()
                .filter(|(_, global)| global.source_name.as_ref().unwrap_or(&global.name) == name);
            match (named.next(), named.next()) {
                (Some((global, _)), None) => Some(Operand::Global(global, *offset)),
                _ => None,
            }
        }
    }
}

fn equal(ty: Type, args: [ValueId; 2]) -> ValueDef {
    let [a, b] = [0, 1].map(|nth| Operand::Reg(Reg(nth)));
    let op = Op::Compare { dst: Reg(0), op: CompareOp::Eq, ty, a, b };
    ValueDef::Op { op, args: args.to_vec() }
}

/// Reads `from=0x4040b0 <accounts+48>, n=-3, c=97 'a', p=0x0`; what it does not understand is left out.
pub(crate) fn parse_arguments(text: &str) -> Vec<Argument> {
    split(text).into_iter().filter_map(parse_argument).collect()
}

fn parse_argument(text: &str) -> Option<Argument> {
    let (name, value) = text.trim().split_once('=')?;
    // `n@entry=3` is what it was called with.
    if name.contains('@') || name.is_empty() {
        return None;
    }
    let first = value.split_whitespace().next()?;
    let symbol = value.split_once('<').and_then(|(_, rest)| rest.split_once('>'));
    let value = match symbol {
        Some((symbol, _)) => {
            let (name, offset) = symbol.split_once('+').unwrap_or((symbol, "0"));
            let is_name = |c: char| c.is_alphanumeric() || c == '_';
            let offset = offset.parse().ok()?;
            (first.starts_with("0x") && !name.is_empty() && name.chars().all(is_name))
                .then(|| ArgumentValue::Symbol(name.to_owned(), offset))?
        }
        None if first == "0x0" => ArgumentValue::Number(0),
        None if first == "true" => ArgumentValue::Number(1),
        None if first == "false" => ArgumentValue::Number(0),
        None => ArgumentValue::Number(first.parse().ok()?),
    };
    Some(Argument { name: name.to_owned(), value })
}

/// Parts between commas that are neither quoted nor in braces.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth, mut quote) = (Vec::new(), 0, 0_u32, None);
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            _ if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '{' | '(' | '<') => depth += 1,
            (None, '}' | ')' | '>') => depth = depth.saturating_sub(1),
            (None, ',') if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::{Argument, ArgumentValue, parse_arguments};

    #[test]
    fn arguments_of_gdb_are_read() {
        let text = "from=0x4040b0 <accounts+48>, n=-3, c=44 ',', p=0x0, s=0x4020 \"a, b=2\", t={x = 1, y = 2}, u=<optimized out>, v@entry=5, ok=true, q=0x5555";
        let numbers: Vec<(String, i128)> = parse_arguments(text)
            .into_iter()
            .filter_map(|Argument { name, value }| match value {
                ArgumentValue::Number(number) => Some((name, number)),
                ArgumentValue::Symbol(symbol, offset) => {
                    assert_eq!((name.as_str(), symbol.as_str(), offset), ("from", "accounts", 48));
                    None
                }
            })
            .collect();
        let expected = [("n", -3), ("c", 44), ("p", 0), ("ok", 1)];
        let expected: Vec<(String, i128)> =
            expected.iter().map(|&(name, number)| (name.to_owned(), number)).collect();
        assert_eq!(numbers, expected);
    }
}
