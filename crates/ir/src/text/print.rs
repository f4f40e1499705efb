//! Printing.

use std::fmt::{self, Display, Formatter, Write};

use crate::debug::{DebugType, DebugTypeId, Loc};
use crate::names::Named;
use crate::op::{Arg, Callee, Inst, Op, Operand, Ordering, Overflow, Terminator};
use crate::program::{Body, FuncId, Function, Global, GlobalId, InitPart, Program, Reg};

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "target {} {}", self.target.pointer_bits, Quoted(&self.target.triple))?;
        for (id, file) in self.files.iter() {
            writeln!(f, "{id} {}", Quoted(&file.path))?;
        }
        for (id, ty) in self.types.iter() {
            writeln!(f, "{id} {}", TypeText(ty))?;
        }
        for (id, global) in self.globals.iter() {
            write_global(f, id, global)?;
        }
        for (id, function) in self.functions.iter() {
            let shadowed = self.function_names.get(&function.name) != Some(&id);
            write_function(f, id, function, shadowed)?;
        }
        for id in &self.constructors {
            writeln!(f, "constructor {id}")?;
        }
        for id in &self.public {
            writeln!(f, "public {id}")?;
        }
        for (what, loc) in &self.unsupported {
            writeln!(f, "unsupported {}{}", Quoted(what), At(*loc))?;
        }
        Ok(())
    }
}

/// A string in quotes; `\XX` for what could be misread.
struct Quoted<'s>(&'s str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for character in self.0.chars() {
            if character.is_control() || matches!(character, '"' | '\\') {
                let mut buffer = [0; 4];
                for byte in character.encode_utf8(&mut buffer).bytes() {
                    write!(f, "\\{byte:02x}")?;
                }
            } else {
                f.write_char(character)?;
            }
        }
        f.write_char('"')
    }
}

struct QuotedBytes<'s>(&'s [u8]);

impl Display for QuotedBytes<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for &byte in self.0 {
            match byte {
                b'"' | b'\\' | 0..=0x1f | 0x7f..=0xff => write!(f, "\\{byte:02x}")?,
                _ => f.write_char(byte as char)?,
            }
        }
        f.write_char('"')
    }
}

/// ` @file0:1:2`, or nothing.
struct At(Loc);

impl Display for At {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0.get() {
            Some(location) => {
                write!(f, " @{}:{}:{}", location.file, location.line, location.column)
            }
            None => Ok(()),
        }
    }
}

/// ` type3`, or nothing.
struct OfType(Option<DebugTypeId>);

impl Display for OfType {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |id| write!(f, " {id}"))
    }
}

/// ` "name"`, or nothing.
struct Called<'s>(&'s Option<String>);

impl Display for Called<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.as_ref().map_or(Ok(()), |name| write!(f, " {}", Quoted(name)))
    }
}

struct TypeText<'t>(&'t DebugType);

impl Display for TypeText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let target = |id: &Option<DebugTypeId>| match id {
            Some(id) => id.to_string(),
            None => "void".to_owned(),
        };
        match self.0 {
            DebugType::Signed { name, bits } => write!(f, "signed {} {bits}", Quoted(name)),
            DebugType::Unsigned { name, bits } => write!(f, "unsigned {} {bits}", Quoted(name)),
            DebugType::Char { name, bits, signed } => {
                let kind = if *signed { "signed_char" } else { "unsigned_char" };
                write!(f, "{kind} {} {bits}", Quoted(name))
            }
            DebugType::Bool { name, bits } => write!(f, "bool {} {bits}", Quoted(name)),
            DebugType::Float { name, bits } => write!(f, "float {} {bits}", Quoted(name)),
            DebugType::Pointer { to, bits } => write!(f, "pointer {} {bits}", target(to)),
            DebugType::Array { element, count: Some(count) } => {
                write!(f, "array {element} {count}")
            }
            DebugType::Array { element, count: None } => write!(f, "array {element} ?"),
            DebugType::Struct { name, fields, bits, union } => {
                let kind = if *union { "union" } else { "struct" };
                write!(f, "{kind} {} {bits} {{", Quoted(name))?;
                for (i, field) in fields.iter().enumerate() {
                    let comma = if i > 0 { "," } else { "" };
                    let (name, ty) = (Quoted(&field.name), field.ty);
                    write!(f, "{comma} {name} {ty} {} {}", field.offset_bits, field.bits)?;
                }
                f.write_str(" }")
            }
            DebugType::Enum { name, bits, values } => {
                write!(f, "enum {} {bits} {{", Quoted(name))?;
                for (i, (name, value)) in values.iter().enumerate() {
                    let comma = if i > 0 { "," } else { "" };
                    write!(f, "{comma} {} {value}", Quoted(name))?;
                }
                f.write_str(" }")
            }
            DebugType::Typedef { name, of } => write!(f, "typedef {} {}", Quoted(name), target(of)),
            DebugType::Function => f.write_str("function"),
            DebugType::Unknown { name } => write!(f, "unknown {}", Quoted(name)),
        }
    }
}

fn write_source(f: &mut Formatter<'_>, name: &Option<String>) -> fmt::Result {
    name.as_ref().map_or(Ok(()), |name| write!(f, " source {}", Quoted(name)))
}

fn write_global(f: &mut Formatter<'_>, id: GlobalId, global: &Global) -> fmt::Result {
    write!(f, "{id} {}", Quoted(&global.name))?;
    write_source(f, &global.source_name)?;
    write!(f, " size {} align {}", global.size, global.align)?;
    if global.constant {
        f.write_str(" constant")?;
    }
    if global.thread_local {
        f.write_str(" thread_local")?;
    }
    if global.local {
        f.write_str(" local")?;
    }
    write!(f, "{}{}", OfType(global.ty), At(global.loc))?;
    if let Some(init) = &global.init {
        f.write_str(" = {")?;
        for (i, (offset, part)) in init.parts.iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            write!(f, "{comma} {offset}: ")?;
            match part {
                InitPart::Bytes(bytes) => write!(f, "{}", QuotedBytes(bytes))?,
                InitPart::Global(id, offset) => write_address(f, *id, *offset)?,
                InitPart::Func(id) => write!(f, "{id}")?,
                InitPart::Undef(length) => write!(f, "undef {length}")?,
            }
        }
        f.write_str(" }")?;
    }
    writeln!(f)
}

fn write_address(f: &mut Formatter<'_>, id: GlobalId, offset: i64) -> fmt::Result {
    match offset {
        0 => write!(f, "{id}"),
        _ => write!(f, "{id} {offset:+}"),
    }
}

fn write_function(
    f: &mut Formatter<'_>,
    id: FuncId,
    function: &Function,
    shadowed: bool,
) -> fmt::Result {
    write!(f, "{id} {}", Quoted(&function.name))?;
    if shadowed {
        f.write_str(" shadowed")?;
    }
    write_source(f, &function.source_name)?;
    f.write_str(" (")?;
    for (i, param) in function.params.iter().enumerate() {
        let comma = if i > 0 { ", " } else { "" };
        write!(f, "{comma}{} {}", param.reg, param.ty)?;
        if let Some(size) = param.by_value {
            write!(f, " by_value {size}")?;
        }
        write!(f, "{}", OfType(param.debug_type))?;
    }
    f.write_str(")")?;
    if function.varargs {
        f.write_str(" varargs")?;
    }
    f.write_str(" -> (")?;
    write_list(f, function.returns.iter())?;
    f.write_str(")")?;
    if function.optimised {
        f.write_str(" optimised")?;
    }
    write!(f, "{}", At(function.loc))?;
    match &function.body {
        Some(body) => {
            writeln!(f, " {{")?;
            write_body(f, body)?;
            writeln!(f, "}}")
        }
        None => writeln!(f),
    }
}

fn write_list<T: Display>(f: &mut Formatter<'_>, items: impl Iterator<Item = T>) -> fmt::Result {
    for (i, item) in items.enumerate() {
        let comma = if i > 0 { ", " } else { "" };
        write!(f, "{comma}{item}")?;
    }
    Ok(())
}

fn write_body(f: &mut Formatter<'_>, body: &Body) -> fmt::Result {
    for (reg, info) in body.regs.iter() {
        writeln!(f, "  {reg} {}{}{}", info.ty, Called(&info.name), OfType(info.debug_type))?;
    }
    for (slot, info) in body.slots.iter() {
        let (name, ty, at) = (Called(&info.name), OfType(info.debug_type), At(info.loc));
        writeln!(f, "  {slot}{name}{ty}{at}")?;
    }
    for (block, data) in body.blocks.iter() {
        writeln!(f, "{block}:")?;
        for inst in &data.insts {
            writeln!(f, "  {inst}")?;
        }
        writeln!(f, "  {}{}", data.terminator, At(data.terminator_loc))?;
    }
    Ok(())
}

impl Display for Inst {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.op, At(self.loc))
    }
}

impl Display for Operand {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Reg(reg) => write!(f, "{reg}"),
            Operand::Const(value) => write!(f, "{value}"),
            Operand::Wide { low, high } => write!(f, "{high}:{low}"),
            Operand::Global(id, offset) => write_address(f, *id, *offset),
            Operand::Func(id) => write!(f, "{id}"),
            Operand::Undef => f.write_str("undef"),
        }
    }
}

impl Display for Overflow {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(if self.signed { ".nsw" } else { "" })?;
        f.write_str(if self.unsigned { ".nuw" } else { "" })
    }
}

impl Display for Arg {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.ty, self.value)?;
        if let Some((size, align)) = self.by_value {
            write!(f, " by_value {size} {align}")?;
        }
        f.write_str(if self.unannounced { " unannounced" } else { "" })
    }
}

/// `.volatile.seq_cst`
struct Mode(bool, Option<Ordering>);

impl Display for Mode {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0 { ".volatile" } else { "" })?;
        self.1.map_or(Ok(()), |order| write!(f, ".{}", order.name()))
    }
}

/// `r1, r2 = `, or nothing.
struct Results<'r>(&'r [Reg]);

impl Display for Results<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return Ok(());
        }
        write_list(f, self.0.iter())?;
        f.write_str(" = ")
    }
}

impl Display for Op {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Op::Copy { dst, ty, src } => write!(f, "{dst} = copy {ty} {src}"),
            Op::Binary { dst, op, ty, a, b, overflow } => {
                write!(f, "{dst} = {}{overflow} {ty} {a}, {b}", op.name())
            }
            Op::Compare { dst, op, ty, a, b } => {
                write!(f, "{dst} = cmp.{} {ty} {a}, {b}", op.name())
            }
            Op::FloatBinary { dst, op, ty, a, b } => {
                write!(f, "{dst} = {} {ty} {a}, {b}", op.name())
            }
            Op::FloatNeg { dst, ty, a } => write!(f, "{dst} = fneg {ty} {a}"),
            Op::FloatCompare { dst, op, ty, a, b } => {
                write!(f, "{dst} = fcmp.{} {ty} {a}, {b}", op.name())
            }
            Op::Cast { dst, op, from, to, a } => {
                write!(f, "{dst} = cast.{} {from} {a} to {to}", op.name())
            }
            Op::Select { dst, ty, cond, a, b } => {
                write!(f, "{dst} = select {ty} {cond}, {a}, {b}")
            }
            Op::Address { dst, base, offset, indices, in_bounds } => {
                let suffix = if *in_bounds { ".in_bounds" } else { "" };
                write!(f, "{dst} = address{suffix} {base}, {offset}")?;
                for (index, ty, scale) in indices {
                    write!(f, ", {ty} {index} * {scale}")?;
                }
                Ok(())
            }
            Op::Load { dst, ty, ptr, align, volatile, order } => {
                let mode = Mode(*volatile, *order);
                write!(f, "{dst} = load{mode} {ty} {ptr} align {align}")
            }
            Op::Store { ty, value, ptr, align, volatile, order } => {
                let mode = Mode(*volatile, *order);
                write!(f, "store{mode} {ty} {value}, {ptr} align {align}")
            }
            Op::AtomicUpdate { dst, op, ty, ptr, value, order } => {
                let (op, order) = (op.name(), order.name());
                write!(f, "{dst} = atomic.{op}.{order} {ty} {ptr}, {value}")
            }
            Op::CompareExchange { old, ok, ty, ptr, expected, new, weak, success, failure } => {
                let weak = if *weak { ".weak" } else { "" };
                let (success, failure) = (success.name(), failure.name());
                write!(f, "{old}, {ok} = compare_exchange{weak}.{success}.{failure} ")?;
                write!(f, "{ty} {ptr}, {expected}, {new}")
            }
            Op::Fence { order } => write!(f, "fence.{}", order.name()),
            Op::Alloca { dst, slot, size, count, align } => {
                write!(f, "{dst} = alloca {slot} size {size} count {count} align {align}")
            }
            Op::Call { dsts, callee, args } => {
                write!(f, "{}call ", Results(dsts))?;
                match callee {
                    Callee::Direct(id) => write!(f, "{id}(")?,
                    Callee::Indirect(pointer) => write!(f, "* {pointer} (")?,
                }
                write_list(f, args.iter())?;
                f.write_str(")")
            }
            Op::Intrinsic { dsts, intrinsic, ty, args } => {
                write!(f, "{}intrinsic.{} {ty} (", Results(dsts), intrinsic.name())?;
                write_list(f, args.iter())?;
                f.write_str(")")
            }
            Op::Unsupported { what } => write!(f, "unsupported {}", Quoted(what)),
        }
    }
}

impl Display for Terminator {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Terminator::Jump(target) => write!(f, "jump {target}"),
            Terminator::Branch { cond, then, otherwise } => {
                write!(f, "branch {cond}, {then}, {otherwise}")
            }
            Terminator::Switch { ty, value, cases, default } => {
                write!(f, "switch {ty} {value} {{")?;
                for (i, (case, block)) in cases.iter().enumerate() {
                    let comma = if i > 0 { "," } else { "" };
                    write!(f, "{comma} {case}: {block}")?;
                }
                write!(f, " }} else {default}")
            }
            Terminator::Return(values) => {
                f.write_str("return")?;
                f.write_str(if values.is_empty() { "" } else { " " })?;
                write_list(f, values.iter())
            }
            Terminator::Unreachable => f.write_str("unreachable"),
        }
    }
}

impl Display for Function {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "function {}", Quoted(&self.name))?;
        match &self.body {
            Some(body) => {
                writeln!(f, " {{")?;
                write_body(f, body)?;
                f.write_str("}")
            }
            None => Ok(()),
        }
    }
}
