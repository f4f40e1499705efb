//! Inline assembly: the idioms of lock-free code for x86, in AT&T syntax, as what they are. Everything else is unsupported.
//!
//! - A locked instruction, and `xchg` with memory, is a seq_cst read-modify-write: on x86 it empties the store buffer, and nothing is
//!   reordered with it.
//! - `mfence`, and a locked addition of 0 to the stack, is a seq_cst fence.
//! - `mov` from or to memory is an access of a volatile variable, and so as plain or as atomic as `--volatile` says.
//! - `lfence` and `sfence` are nothing, like a barrier for the compiler. On ordinary memory loads are not reordered with loads, nor stores with
//!   stores, whether there are such fences or not (x86-TSO, Sewell et al. 2010). They make a difference for non-temporal stores and speculation,
//!   of which we know nothing. For C11 no order at all is the careful reading.
//!
//! Flags are followed as far as `set…`, `sbb` of a register with itself and flag outputs (`=@ccz`) ask for them.

use raddle_ir::{AtomicOp, BinaryOp, CastOp, CompareOp, Op, Operand, Ordering, Overflow, Type};

use super::Issue;
use super::function::FunctionContext;
use crate::ast::{Call, InlineAsm, LocalId};
use crate::lexer::unescape_text;
use crate::volatile::ATOMIC_ASSEMBLY;

const ORDER: Ordering = Ordering::SeqCst;

/// What an operand of the statement is.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// Bytes in memory; `ty` if they hold one scalar.
    Memory {
        ptr: Operand,
        bits: u32,
        ty: Option<Type>,
    },
    Value {
        value: Operand,
        ty: Type,
    },
}

/// The operands of a statement by number.
#[derive(Debug, Default)]
struct Places<'a> {
    places: Vec<Place>,
    /// The letters of each constraint.
    constraints: Vec<&'a str>,
    /// The numbers of the results.
    results: Vec<usize>,
    /// Volatile accesses are atomic.
    atomic: bool,
}

impl Places<'_> {
    /// The operand that stands in a register: an output, if there is one.
    fn register(&self, name: &str) -> Option<usize> {
        self.constraints.iter().position(|text| text.trim_matches(['=', '&', '{', '}']) == name)
    }
}

/// What the last instruction left in the flags, as far as it is known; each is an `i1`.
#[derive(Clone, Copy, Debug, Default)]
struct Flags {
    zero: Option<Operand>,
    carry: Option<Operand>,
    sign: Option<Operand>,
}

/// An operand in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Written {
    /// `$0`, `${0:b}`
    Numbered(usize),
    /// `($0)`
    Behind(usize),
    /// `$$1`
    Immediate(u64),
    /// `0(%rsp)`
    Stack,
}

#[derive(Debug)]
struct Instruction<'t> {
    locked: bool,
    name: &'t str,
    operands: Vec<Written>,
}

impl<'f, 'm, 'a> FunctionContext<'f, 'm, 'a> {
    pub(super) fn inline_asm(
        &mut self,
        result: Option<LocalId>,
        asm: &InlineAsm<'a>,
        call: &Call<'a>,
    ) -> Result<(), Issue> {
        let regs = self.define_typed(result, call.result)?;
        let text = unescape_text(asm.text);
        let marked = text.strip_prefix(ATOMIC_ASSEMBLY);
        let (text, atomic) = (marked.unwrap_or(&text), marked.is_some());
        let unknown = || Issue::from(format!("inline assembly \"{}\"", text.trim()));
        let instructions = parse(text).ok_or_else(unknown)?;
        let mut places = self.asm_places(asm.constraints, call)?;
        places.atomic = atomic;
        let mut flags = Flags::default();
        for instruction in &instructions {
            match self.asm_instruction(instruction, &mut places, flags) {
                Some(after) => flags = after,
                None => return Err(unknown()),
            }
        }
        let types = self.types(call.result)?;
        let mut outputs = Vec::with_capacity(types.len());
        for (&at, &ty) in places.results.iter().zip(&types) {
            let condition = places.constraints[at].strip_prefix("={@cc");
            let (value, from) = match (condition, places.places[at]) {
                (Some(name), _) => {
                    let name = name.trim_end_matches('}');
                    (self.asm_condition(name, flags).ok_or_else(unknown)?, Type::BOOL)
                }
                (None, Place::Value { value, ty }) => (value, ty),
                (None, Place::Memory { .. }) => return Err(unknown()),
            };
            outputs.push(self.asm_convert(value, from, ty).ok_or_else(unknown)?);
        }
        self.copy_all(regs, &outputs);
        Ok(())
    }

    /// The operands before the first instruction. Outputs hold what is tied to them (`"+r"(x)`); others are undefined.
    fn asm_places(&mut self, constraints: &'a str, call: &Call<'a>) -> Result<Places<'a>, Issue> {
        let types = self.types(call.result)?;
        let mut found = Places::default();
        let mut args = call.args.iter();
        for constraint in constraints.split(',').filter(|item| !item.starts_with('~')) {
            let indirect = constraint.contains('*');
            let at = found.places.len();
            found.constraints.push(constraint);
            if constraint.starts_with('=') && !indirect {
                let ty = types.get(found.results.len()).copied();
                let ty = ty.ok_or("inline assembly with unusual operands")?;
                found.places.push(Place::Value { value: Operand::Undef, ty });
                found.results.push(at);
                continue;
            }
            let arg = args.next().ok_or("inline assembly with unusual operands")?;
            if indirect {
                let ptr = self.pointer(&arg.value)?;
                let (bits, ty) = match arg.element {
                    None => (0, None),
                    Some(element) => {
                        let types = self.types(element)?;
                        let bits = self.module.extent(element)?.size * 8;
                        let scalar = (types.len() == 1).then(|| types[0]);
                        (bits as u32, scalar.filter(|ty| !ty.is_float()))
                    }
                };
                found.places.push(Place::Memory { ptr, bits, ty });
                continue;
            }
            let (value, ty) = self.typed_scalar(&arg.value)?;
            found.places.push(Place::Value { value, ty });
            if let Ok(tied) = constraint.parse::<usize>() {
                match found.places.get_mut(tied) {
                    Some(Place::Value { value: place, ty: known }) if *known == ty => {
                        *place = value;
                    }
                    _ => return Err("inline assembly with unusual operands".into()),
                }
            }
        }
        Ok(found)
    }

    /// The flags after an instruction; `None` if it is not known.
    fn asm_instruction(
        &mut self,
        instruction: &Instruction<'_>,
        places: &mut Places<'a>,
        flags: Flags,
    ) -> Option<Flags> {
        use Written::{Immediate, Stack};
        let Instruction { locked, name, ref operands } = *instruction;
        let (base, suffix) = mnemonic(name);
        match (base, &operands[..]) {
            ("pause" | "nop" | "rep" | "yield" | "lfence" | "sfence", []) => Some(flags),
            ("mfence", []) => {
                self.emit(Op::Fence { order: ORDER });
                Some(flags)
            }
            ("add" | "or", [Immediate(0), Stack]) if locked => {
                self.emit(Op::Fence { order: ORDER });
                Some(Flags::default())
            }
            ("mov", &[from, to]) if !locked => {
                self.asm_move(places, from, to, suffix)?;
                Some(flags)
            }
            ("xchg", &[one, two]) => {
                // The order in which the two are written makes no difference.
                let swapped = self.asm_memory(places, two, suffix).is_none();
                let (reg, memory) = if swapped { (two, one) } else { (one, two) };
                let (ptr, ty) = self.asm_memory(places, memory, suffix)?;
                let value = self.asm_read(places, reg, ty)?;
                let old = self.asm_update(AtomicOp::Exchange, ptr, ty, value);
                self.asm_write(places, reg, old, ty)?;
                Some(flags)
            }
            ("xadd", &[reg, memory]) if locked => {
                let (ptr, ty) = self.asm_integer(places, memory, suffix)?;
                let value = self.asm_read(places, reg, ty)?;
                let old = self.asm_update(AtomicOp::Add, ptr, ty, value);
                self.asm_write(places, reg, old, ty)?;
                Some(self.asm_flags(AtomicOp::Add, ty, old, value))
            }
            ("add" | "sub" | "and" | "or" | "xor", &[value, memory]) if locked => {
                let op = match base {
                    "add" => AtomicOp::Add,
                    "sub" => AtomicOp::Sub,
                    "and" => AtomicOp::And,
                    "or" => AtomicOp::Or,
                    _ => AtomicOp::Xor,
                };
                let (ptr, ty) = self.asm_integer(places, memory, suffix)?;
                let value = self.asm_read(places, value, ty)?;
                let old = self.asm_update(op, ptr, ty, value);
                Some(self.asm_flags(op, ty, old, value))
            }
            ("inc" | "dec", &[memory]) if locked => {
                let op = if base == "inc" { AtomicOp::Add } else { AtomicOp::Sub };
                let (ptr, ty) = self.asm_integer(places, memory, suffix)?;
                let old = self.asm_update(op, ptr, ty, Operand::Const(1));
                let after = self.asm_flags(op, ty, old, Operand::Const(1));
                Some(Flags { carry: flags.carry, ..after })
            }
            ("bts" | "btr" | "btc", &[bit, memory]) if locked => {
                self.asm_bit(places, base, bit, memory, suffix)
            }
            ("cmpxchg", &[new, memory]) if locked => {
                let (ptr, ty) = self.asm_memory(places, memory, suffix)?;
                let new = self.asm_read(places, new, ty)?;
                let accumulator = Written::Numbered(places.register("ax")?);
                let expected = self.asm_read(places, accumulator, ty)?;
                let (old, ok) = self.asm_compare_exchange(ptr, ty, expected, new);
                self.asm_write(places, accumulator, old, ty)?;
                Some(Flags { zero: Some(ok), ..Flags::default() })
            }
            ("cmpxchg8b" | "cmpxchg16b", &[memory]) if locked => {
                self.asm_compare_pair(places, if base == "cmpxchg8b" { 32 } else { 64 }, memory)
            }
            ("sbb", &[one, two]) if !locked && one == two => {
                let Written::Numbered(at) = one else { return None };
                let Place::Value { ty: ty @ Type::Int(_), .. } = places.places[at] else {
                    return None;
                };
                let dst = self.temporary(ty);
                let a = flags.carry?;
                self.emit(Op::Cast { dst, op: CastOp::SExt, from: Type::BOOL, to: ty, a });
                self.asm_write(places, one, Operand::Reg(dst), ty)?;
                Some(Flags { carry: flags.carry, ..Flags::default() })
            }
            (_, &[to]) if !locked => {
                let value = self.asm_condition(name.strip_prefix("set")?, flags)?;
                let byte = Type::Int(8);
                let value = self.resized(Type::BOOL, byte, value);
                if self.asm_memory(places, to, Some(8)).is_some() {
                    self.asm_store(places, to, value, byte)?;
                } else {
                    self.asm_write(places, to, value, byte)?;
                }
                Some(flags)
            }
            _ => None,
        }
    }

    /// Memory that an instruction accesses, and as what: as the scalar that it holds, if it accesses all of it.
    fn asm_memory(
        &mut self,
        places: &Places<'a>,
        operand: Written,
        suffix: Option<u32>,
    ) -> Option<(Operand, Type)> {
        match operand {
            Written::Numbered(at) => match *places.places.get(at)? {
                Place::Memory { ptr, bits, ty } if suffix.is_none_or(|suffix| suffix == bits) => {
                    let whole = matches!(bits, 8 | 16 | 32 | 64 | 128).then_some(bits as u16);
                    Some((ptr, ty.or(whole.map(Type::Int))?))
                }
                _ => None,
            },
            Written::Behind(at) => match *places.places.get(at)? {
                Place::Value { value, ty: Type::Ptr } => Some((value, Type::Int(suffix? as u16))),
                _ => None,
            },
            Written::Immediate(_) | Written::Stack => None,
        }
    }

    /// The same for arithmetic.
    fn asm_integer(
        &mut self,
        places: &Places<'a>,
        operand: Written,
        suffix: Option<u32>,
    ) -> Option<(Operand, Type)> {
        let (ptr, ty) = self.asm_memory(places, operand, suffix)?;
        Some((ptr, Type::Int(self.module.bits_of(ty) as u16)))
    }

    fn asm_convert(&mut self, value: Operand, from: Type, to: Type) -> Option<Operand> {
        if from == to || value == Operand::Undef {
            return Some(value);
        }
        match (from, to) {
            (Type::Int(_), Type::Int(_)) => Some(self.resized(from, to, value)),
            (Type::Int(_) | Type::Ptr, Type::Int(_) | Type::Ptr)
                if self.module.bits_of(from) == self.module.bits_of(to) =>
            {
                let dst = self.temporary(to);
                self.emit(Op::Cast { dst, op: CastOp::Bits, from, to, a: value });
                Some(Operand::Reg(dst))
            }
            _ => None,
        }
    }

    /// The value of an operand that is no memory.
    fn asm_read(&mut self, places: &Places<'a>, operand: Written, ty: Type) -> Option<Operand> {
        match operand {
            Written::Immediate(value) => {
                Some(self.resized(Type::Int(64), ty, Operand::Const(value)))
            }
            Written::Numbered(at) => match *places.places.get(at)? {
                Place::Value { value, ty: from } => self.asm_convert(value, from, ty),
                Place::Memory { .. } => None,
            },
            Written::Behind(_) | Written::Stack => None,
        }
    }

    /// Changes an operand that is no memory. A part of a register leaves the rest of it alone, and nobody may look at that.
    fn asm_write(
        &mut self,
        places: &mut Places<'a>,
        operand: Written,
        value: Operand,
        from: Type,
    ) -> Option<()> {
        let Written::Numbered(at) = operand else { return None };
        let Some(&Place::Value { ty, .. }) = places.places.get(at) else { return None };
        if self.module.bits_of(from) < self.module.bits_of(ty) && from != Type::Int(32) {
            return None;
        }
        let value = self.asm_convert(value, from, ty)?;
        places.places[at] = Place::Value { value, ty };
        Some(())
    }

    fn asm_store(
        &mut self,
        places: &Places<'a>,
        operand: Written,
        value: Operand,
        from: Type,
    ) -> Option<()> {
        let (ptr, ty) = self.asm_memory(places, operand, Some(self.module.bits_of(from)))?;
        let value = self.asm_convert(value, from, ty)?;
        self.asm_volatile_store(places, ptr, ty, value);
        Some(())
    }

    /// One instruction makes the access, which programs see to by alignment.
    fn asm_volatile_store(&mut self, places: &Places<'a>, ptr: Operand, ty: Type, value: Operand) {
        let align = u64::from(self.module.bits_of(ty) / 8);
        let order = places.atomic.then_some(Ordering::Release);
        self.emit(Op::Store { ty, value, ptr, align, volatile: true, order });
    }

    fn asm_move(
        &mut self,
        places: &mut Places<'a>,
        from: Written,
        to: Written,
        suffix: Option<u32>,
    ) -> Option<()> {
        if let Some((ptr, ty)) = self.asm_memory(places, to, suffix) {
            let value = self.asm_read(places, from, ty)?;
            self.asm_volatile_store(places, ptr, ty, value);
            return Some(());
        }
        let (ptr, ty) = self.asm_memory(places, from, suffix)?;
        let dst = self.temporary(ty);
        let align = u64::from(self.module.bits_of(ty) / 8);
        let order = places.atomic.then_some(Ordering::Acquire);
        self.emit(Op::Load { dst, ty, ptr, align, volatile: true, order });
        self.asm_write(places, to, Operand::Reg(dst), ty)
    }

    fn asm_update(&mut self, op: AtomicOp, ptr: Operand, ty: Type, value: Operand) -> Operand {
        let dst = self.temporary(ty);
        self.emit(Op::AtomicUpdate { dst, op, ty, ptr, value, order: ORDER });
        Operand::Reg(dst)
    }

    fn asm_compare_exchange(
        &mut self,
        ptr: Operand,
        ty: Type,
        expected: Operand,
        new: Operand,
    ) -> (Operand, Operand) {
        let (old, ok) = (self.temporary(ty), self.temporary(Type::BOOL));
        let (success, failure, weak) = (ORDER, ORDER, false);
        self.emit(Op::CompareExchange { old, ok, ty, ptr, expected, new, weak, success, failure });
        (Operand::Reg(old), Operand::Reg(ok))
    }

    /// Two registers of `half` bits each, compared and exchanged at once.
    fn asm_compare_pair(
        &mut self,
        places: &mut Places<'a>,
        half: u16,
        memory: Written,
    ) -> Option<Flags> {
        let (part, whole) = (Type::Int(half), Type::Int(2 * half));
        let (ptr, _) = self.asm_memory(places, memory, Some(2 * u32::from(half)))?;
        let amount = match half {
            64 => Operand::Wide { low: 64, high: 0 },
            _ => Operand::Const(u64::from(half)),
        };
        let mut pairs = [Operand::Undef; 2];
        for (pair, (low, high)) in pairs.iter_mut().zip([("ax", "dx"), ("bx", "cx")]) {
            let low = Written::Numbered(places.register(low)?);
            let high = Written::Numbered(places.register(high)?);
            let low = self.asm_read(places, low, part)?;
            let high = self.asm_read(places, high, part)?;
            let (low, high) = (self.resized(part, whole, low), self.resized(part, whole, high));
            let shifted = self.asm_binary(BinaryOp::Shl, whole, high, amount);
            *pair = self.asm_binary(BinaryOp::Or, whole, low, shifted);
        }
        let (old, ok) = self.asm_compare_exchange(ptr, whole, pairs[0], pairs[1]);
        let upper = self.asm_binary(BinaryOp::LShr, whole, old, amount);
        for (name, value) in [("ax", old), ("dx", upper)] {
            let value = self.resized(whole, part, value);
            let register = Written::Numbered(places.register(name)?);
            self.asm_write(places, register, value, part)?;
        }
        Some(Flags { zero: Some(ok), ..Flags::default() })
    }

    /// `bts`, `btr`, `btc`: the carry flag is what the bit was. A number in a register may reach beyond the operand.
    fn asm_bit(
        &mut self,
        places: &Places<'a>,
        name: &str,
        bit: Written,
        memory: Written,
        suffix: Option<u32>,
    ) -> Option<Flags> {
        let (mut ptr, ty) = self.asm_integer(places, memory, suffix)?;
        let bits = u64::from(self.module.bits_of(ty));
        let number = self.asm_read(places, bit, ty)?;
        if !matches!(bit, Written::Immediate(_)) {
            let amount = Operand::Const(u64::from(bits.trailing_zeros()));
            let word = self.asm_binary(BinaryOp::AShr, ty, number, amount);
            let dst = self.temporary(Type::Ptr);
            let indices = vec![(word, ty, bits / 8)];
            self.emit(Op::Address { dst, base: ptr, offset: 0, indices, in_bounds: false });
            ptr = Operand::Reg(dst);
        }
        let within = self.asm_binary(BinaryOp::And, ty, number, Operand::Const(bits - 1));
        let mask = self.asm_binary(BinaryOp::Shl, ty, Operand::Const(1), within);
        let (op, value) = match name {
            "bts" => (AtomicOp::Or, mask),
            "btc" => (AtomicOp::Xor, mask),
            _ => {
                let ones = Operand::Const(u64::MAX >> (64 - bits));
                (AtomicOp::And, self.asm_binary(BinaryOp::Xor, ty, mask, ones))
            }
        };
        let old = self.asm_update(op, ptr, ty, value);
        let was = self.asm_binary(BinaryOp::And, ty, old, mask);
        let carry = self.asm_compare(CompareOp::Ne, ty, was, Operand::Const(0));
        Some(Flags { carry: Some(carry), ..Flags::default() })
    }

    /// The flags after arithmetic on what was there before.
    fn asm_flags(&mut self, op: AtomicOp, ty: Type, old: Operand, value: Operand) -> Flags {
        let (binary, carry) = match op {
            AtomicOp::Add => (BinaryOp::Add, None),
            AtomicOp::Sub => (BinaryOp::Sub, Some((old, value))),
            AtomicOp::And => (BinaryOp::And, Some((value, value))),
            AtomicOp::Or => (BinaryOp::Or, Some((value, value))),
            _ => (BinaryOp::Xor, Some((value, value))),
        };
        let new = self.asm_binary(binary, ty, old, value);
        let (less, than) = carry.unwrap_or((new, value));
        Flags {
            zero: Some(self.asm_compare(CompareOp::Eq, ty, new, Operand::Const(0))),
            carry: Some(self.asm_compare(CompareOp::Ult, ty, less, than)),
            sign: Some(self.asm_compare(CompareOp::Slt, ty, new, Operand::Const(0))),
        }
    }

    fn asm_condition(&mut self, name: &str, flags: Flags) -> Option<Operand> {
        let (flag, wanted) = match name {
            "z" | "e" => (flags.zero, true),
            "nz" | "ne" => (flags.zero, false),
            "c" | "b" | "nae" => (flags.carry, true),
            "nc" | "nb" | "ae" => (flags.carry, false),
            "s" => (flags.sign, true),
            "ns" => (flags.sign, false),
            _ => return None,
        };
        let flag = flag?;
        Some(match wanted {
            true => flag,
            false => self.asm_binary(BinaryOp::Xor, Type::BOOL, flag, Operand::Const(1)),
        })
    }

    fn asm_binary(&mut self, op: BinaryOp, ty: Type, a: Operand, b: Operand) -> Operand {
        let dst = self.temporary(ty);
        self.emit(Op::Binary { dst, op, ty, a, b, overflow: Overflow::default() });
        Operand::Reg(dst)
    }

    fn asm_compare(&mut self, op: CompareOp, ty: Type, a: Operand, b: Operand) -> Operand {
        let dst = self.temporary(Type::BOOL);
        self.emit(Op::Compare { dst, op, ty, a, b });
        Operand::Reg(dst)
    }
}

/// Those that may have a letter for their size at the end.
const SIZED: &[&str] = &[
    "mov", "xchg", "xadd", "cmpxchg", "add", "sub", "and", "or", "xor", "inc", "dec", "bts", "btr",
    "btc", "sbb",
];

/// The name of an instruction without its size, and the size in bits.
fn mnemonic(name: &str) -> (&str, Option<u32>) {
    if SIZED.contains(&name) {
        return (name, None);
    }
    let bits = match name.chars().last() {
        Some('b') => 8,
        Some('w') => 16,
        Some('l') => 32,
        Some('q') => 64,
        _ => return (name, None),
    };
    match SIZED.iter().find(|base| **base == &name[..name.len() - 1]) {
        Some(base) => (base, Some(bits)),
        None => (name, None),
    }
}

/// The instructions of a statement, if all can be read.
fn parse(text: &str) -> Option<Vec<Instruction<'_>>> {
    let mut found = Vec::new();
    let mut locked = false;
    for line in text.split(['\n', ';']) {
        let mut line = line.split('#').next().unwrap_or("").trim();
        if let Some(rest) = line.strip_prefix("lock")
            && (rest.is_empty() || rest.starts_with(char::is_whitespace))
        {
            (locked, line) = (true, rest.trim());
        }
        if line == "rep nop" {
            line = "pause";
        }
        if line.is_empty() {
            continue;
        }
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let mut operands = Vec::new();
        for operand in rest.split(',').map(str::trim).filter(|operand| !operand.is_empty()) {
            operands.push(written(operand)?);
        }
        found.push(Instruction { locked, name, operands });
        locked = false;
    }
    (!locked).then_some(found)
}

fn written(text: &str) -> Option<Written> {
    if let Some(number) = text.strip_prefix("$$") {
        return Some(Written::Immediate(match number.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16).ok()?,
            None => number.parse::<i64>().ok()? as u64,
        }));
    }
    if let Some(inside) = text.strip_suffix(')') {
        let (offset, register) = inside.split_once('(')?;
        if matches!(register, "%rsp" | "%esp") {
            return offset
                .parse::<i64>()
                .is_ok()
                .then_some(Written::Stack)
                .or(offset.is_empty().then_some(Written::Stack));
        }
        let Written::Numbered(at) = written(register)? else { return None };
        return matches!(offset, "" | "0").then_some(Written::Behind(at));
    }
    let number = text.strip_prefix('$')?;
    let number = match number.strip_prefix('{') {
        // A letter chooses a part of a register; the instruction says which.
        Some(inside) => inside.strip_suffix('}')?.split(':').next()?,
        None => number,
    };
    number.parse().ok().map(Written::Numbered)
}
