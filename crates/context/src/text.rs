//! Facts as text, for people and tests.

use std::fmt::Write;

use raddle_ir::{Op, Operand, Program, Type};

use crate::{Context, Facts, HeldKind, ValueDef, ValueId};

impl Facts {
    /// One fact per line, by the names of the source.
    pub fn to_text(&self, program: &Program, context: &Context) -> String {
        let mut text = String::new();
        for (thread, known) in context.threads.iter().zip(&self.threads) {
            let start = known.start.map(|start| program.functions[start].name.clone());
            let _ = writeln!(text, "{} began in {}", thread.name, start.as_deref().unwrap_or("?"));
            for (&at, frame) in thread.frames.iter().zip(&known.frames) {
                let function = &program.functions[at.func];
                let mut seen = Vec::new();
                for &(reg, value) in &frame.registers {
                    let info = function.body.as_ref().and_then(|body| body.regs.get(reg));
                    let name = info.and_then(|info| info.name.clone());
                    let name = name.unwrap_or_else(|| reg.to_string());
                    let value = self.value_text(program, value);
                    let line = format!("  {}.{name} = {value}", function.name);
                    if !seen.contains(&line) {
                        let _ = writeln!(text, "{line}");
                        seen.push(line);
                    }
                }
            }
            for held in &known.held {
                let how = if held.must { "holds" } else { "may hold" };
                let kind = match held.kind {
                    HeldKind::Mutex => "",
                    HeldKind::Read => " for reading",
                    HeldKind::Write => " for writing",
                    HeldKind::Spin => " spinning",
                };
                let _ = writeln!(text, "  {how} {}{kind}", self.value_text(program, held.lock));
            }
        }
        for known in &self.memory {
            let address = self.value_text(program, known.address);
            let value = self.value_text(program, known.value);
            let _ = writeln!(text, "*{address} = {value}");
        }
        for &global in &self.unwritten {
            let _ = writeln!(text, "{} unwritten", program.globals[global].name);
        }
        for barrier in &self.barriers {
            let name = barrier.barrier.map_or("any".to_owned(), |b| self.value_text(program, b));
            let counts: Vec<String> =
                barrier.counts.iter().map(|&count| self.value_text(program, count)).collect();
            let _ = writeln!(text, "barrier {name} for {}", counts.join(" or "));
        }
        for &condition in &self.conditions {
            let _ = writeln!(text, "{}", self.value_text(program, condition));
        }
        for (object, reads) in &self.left.objects {
            let how = if *reads { ", for reading, too" } else { "" };
            let _ = writeln!(text, "left locked: {object}{how}");
        }
        if self.locks_unknown {
            let _ = writeln!(text, "locks unknown");
        }
        if self.assumes_no_races {
            let _ = writeln!(text, "assumes no races");
        }
        text
    }

    pub fn value_text(&self, program: &Program, value: ValueId) -> String {
        match &self.values[value] {
            ValueDef::Unknown { name, .. } => format!("<{name}>"),
            ValueDef::Operand(operand, ty) => operand_text(program, *operand, *ty),
            ValueDef::Slot { thread, frame, slot } => format!("&{slot}@{thread}.{frame}"),
            ValueDef::Load { address, .. } => format!("[{}]", self.value_text(program, *address)),
            ValueDef::Op { op, args } => {
                let args: Vec<String> =
                    args.iter().map(|&arg| self.value_text(program, arg)).collect();
                operation_text(op, &args)
            }
        }
    }
}

fn operand_text(program: &Program, operand: Operand, ty: Type) -> String {
    match operand {
        Operand::Const(word) => match ty {
            Type::Int(bits) if (2..64).contains(&bits) && word >> (bits - 1) == 1 => {
                format!("{}", word as i64 - (1i64 << bits))
            }
            Type::Int(64) => format!("{}", word as i64),
            _ => format!("{word}"),
        },
        Operand::Wide { low, high } => format!("{high:#x}{low:016x}"),
        Operand::Global(global, 0) => format!("&{}", program.globals[global].name),
        Operand::Global(global, offset) => format!("&{}+{offset}", program.globals[global].name),
        Operand::Func(func) => program.functions[func].name.clone(),
        Operand::Reg(reg) => reg.to_string(),
        Operand::Undef => "undefined".to_owned(),
    }
}

fn operation_text(op: &Op, args: &[String]) -> String {
    let word = |text: String| text.to_lowercase();
    match op {
        Op::Binary { op, .. } => format!("({} {} {})", word(format!("{op:?}")), args[0], args[1]),
        Op::Compare { op, .. } => format!("({} {} {})", word(format!("{op:?}")), args[0], args[1]),
        Op::FloatBinary { op, .. } => {
            format!("(f{} {} {})", word(format!("{op:?}")), args[0], args[1])
        }
        Op::FloatCompare { op, .. } => {
            format!("(f{} {} {})", word(format!("{op:?}")), args[0], args[1])
        }
        Op::FloatNeg { .. } => format!("(fneg {})", args[0]),
        Op::Cast { op, to, .. } => format!("({} {to} {})", word(format!("{op:?}")), args[0]),
        Op::Select { .. } => format!("(if {} {} {})", args[0], args[1], args[2]),
        Op::Address { offset, indices, .. } => {
            let mut text = args[0].clone();
            if *offset != 0 {
                let _ = write!(text, "+{offset}");
            }
            for ((_, _, scale), index) in indices.iter().zip(&args[1..]) {
                let _ = write!(text, "+{index}*{scale}");
            }
            format!("({text})")
        }
        other => format!("{other:?}"),
    }
}
