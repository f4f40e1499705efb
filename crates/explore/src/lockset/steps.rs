//! What one instruction does to a path. `None`: it is not followed, or may go wrong.

use raddle_ir::{
    BinaryOp, Block, Callee, CompareOp, Intrinsic, Op, Operand, Ordering, Overflow, Terminator,
    Type,
};
use raddle_machine::{binary_words, cast_word, compare_words, mask, signed};

use super::path::{Content, Path, Who};
use super::survey::{Manner, Next, Survey, is_atomic_function};

impl Survey<'_, '_> {
    pub fn step(&mut self, who: Who, path: &mut Path, op: &Op) -> Option<Next> {
        let target = &self.program.target;
        let (dst, content) = match op {
            Op::Copy { dst, ty, src } => (*dst, self.read(who, path, *src, *ty)?),
            Op::Binary { dst, op, ty, a, b, overflow } => {
                let width = narrow(ty.bits(target))?;
                let (a, b) = (self.operand(who, path, *a, *ty)?, self.operand(who, path, *b, *ty)?);
                let divides =
                    matches!(op, BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDiv | BinaryOp::SRem);
                if divides {
                    // Neither by zero nor by minus one, whatever is divided.
                    let Content::Word(divisor) = b else { return None };
                    if divisor == 0 || divisor == mask(width, u64::MAX) {
                        return None;
                    }
                }
                let result = match (a, b) {
                    (Content::Word(a), Content::Word(b)) if !self.is_new(a) && !self.is_new(b) => {
                        binary_words(*op, width, a, b, *overflow)
                    }
                    _ => None,
                };
                let tally = self.sum(who, path, *op, width, (a, b), *overflow);
                let may_be_odd = overflow.signed || overflow.unsigned || is_shift(*op);
                if result.is_none() && tally.is_none() && may_be_odd {
                    self.note_unclear(path, is_shift(*op))?;
                }
                let unknown = match a.is_unseen() || b.is_unseen() {
                    true => Content::Unseen,
                    false => Content::Any,
                };
                (*dst, tally.unwrap_or(result.map_or(unknown, Content::Word)))
            }
            Op::Compare { dst, op, ty, a, b } => {
                let width = narrow(ty.bits(target))?;
                let (a, b) = (self.operand(who, path, *a, *ty)?, self.operand(who, path, *b, *ty)?);
                (*dst, self.compare(*op, width, a, b)?)
            }
            Op::Cast { dst, op, from, to, a } => {
                if from.is_float() && !to.is_float() {
                    return None;
                }
                if to.is_float() {
                    self.number(who, path, *a, *from)?;
                    path.set(*dst, Content::Any);
                    path.top_mut().inst += 1;
                    return Some(Next::On);
                }
                let (from_bits, to_bits) = (narrow(from.bits(target))?, narrow(to.bits(target))?);
                let a = self.operand(who, path, *a, *from)?;
                let result = match a {
                    Content::Word(word) if to_bits < from_bits && self.is_new(word) => Content::Any,
                    Content::Word(word) => Content::Word(cast_word(*op, from_bits, to_bits, word)?),
                    other => other.forgotten(),
                };
                (*dst, result)
            }
            Op::Select { dst, ty, cond, a, b } => {
                let cond = self.value(who, path, *cond, Type::BOOL)?;
                let result = match cond {
                    Content::Word(word) => {
                        self.read(who, path, if word & 1 == 1 { *a } else { *b }, *ty)?
                    }
                    _ => {
                        let (a, b) =
                            (self.value(who, path, *a, *ty)?, self.value(who, path, *b, *ty)?);
                        if a == b { a } else { Content::Any }
                    }
                };
                (*dst, result)
            }
            Op::Address { dst, base, offset, indices, .. } => {
                (*dst, self.address(who, path, *base, *offset, indices)?)
            }
            Op::Load { dst, ty, ptr, order, .. } => {
                let manner = manner_of(*order)?;
                let pointer = self.value(who, path, *ptr, Type::Ptr)?;
                let content = self.load(who, path, pointer, *ty, manner)?;
                let shared = manner == Manner::Synchronised;
                path.looks |= self.may_be_looked_at_for_ever(path, shared);
                (*dst, if shared { self.not_awaited(content) } else { content })
            }
            Op::Store { ty, value, ptr, order, .. } => {
                let manner = manner_of(*order)?;
                let pointer = self.value(who, path, *ptr, Type::Ptr)?;
                let value = self.value(who, path, *value, *ty)?;
                self.store(who, path, pointer, *ty, value, manner)?;
                path.top_mut().inst += 1;
                return Some(Next::On);
            }
            Op::AtomicUpdate { dst, op, ty, ptr, value, order } => {
                let manner = manner_of(Some(*order))?;
                let pointer = self.value(who, path, *ptr, Type::Ptr)?;
                let by = self.value(who, path, *value, *ty)?;
                let old = self.update(who, path, pointer, *ty, (*op, by), manner)?;
                path.looks = self.may_be_looked_at_for_ever(path, true);
                (*dst, self.not_awaited(old))
            }
            Op::CompareExchange { old, ok, ty, ptr, expected, new, weak, success, failure } => {
                let manner = manner_of(Some(*success))?;
                manner_of(Some(*failure))?;
                self.poll_calmly()?;
                if *weak {
                    return None;
                }
                let pointer = self.value(who, path, *ptr, Type::Ptr)?;
                self.value(who, path, *expected, *ty)?;
                self.value(who, path, *new, *ty)?;
                let found = self.load(who, path, pointer, *ty, manner)?;
                self.store(who, path, pointer, *ty, Content::Any, manner)?;
                path.set(*old, found);
                (*ok, Content::Any)
            }
            Op::Alloca { dst, size, count, .. } => {
                let Content::Word(1) = self.value(who, path, *count, Type::Int(64))? else {
                    return None;
                };
                (*dst, self.local(who, path, *dst, *size)?)
            }
            Op::Call { dsts, callee, args } => {
                let func = match callee {
                    Callee::Direct(func) => *func,
                    Callee::Indirect(pointer) => {
                        let Content::Word(address) = self.value(who, path, *pointer, Type::Ptr)?
                        else {
                            return None;
                        };
                        *self.functions.get(&address)?
                    }
                };
                return self.call(who, path, dsts, func, args);
            }
            Op::Intrinsic {
                intrinsic: intrinsic @ (Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd),
                args,
                ..
            } => {
                self.change_life(who, path, *intrinsic, args)?;
                return Some(Next::On);
            }
            // Whatever the operands are, there is a result.
            Op::FloatBinary { dst, ty, a, b, .. } | Op::FloatCompare { dst, ty, a, b, .. } => {
                self.number(who, path, *a, *ty)?;
                self.number(who, path, *b, *ty)?;
                (*dst, Content::Any)
            }
            Op::FloatNeg { dst, ty, a } => {
                self.number(who, path, *a, *ty)?;
                (*dst, Content::Any)
            }
            Op::Fence { .. } | Op::Intrinsic { .. } | Op::Unsupported { .. } => return None,
        };
        path.set(dst, content);
        path.top_mut().inst += 1;
        Some(Next::On)
    }

    /// An operand of an operation on floats, of which no value is known.
    fn number(&mut self, who: Who, path: &Path, operand: Operand, ty: Type) -> Option<()> {
        self.value(who, path, operand, ty).map(drop)
    }

    /// What a tally holds and a number more or less.
    fn sum(
        &mut self,
        who: Who,
        path: &Path,
        op: BinaryOp,
        width: u32,
        sides: (Content, Content),
        overflow: Overflow,
    ) -> Option<Content> {
        let (tally, word) = match sides {
            (Content::Tally(id, plus), Content::Word(word)) => ((id, plus), word),
            (Content::Word(word), Content::Tally(id, plus)) if op == BinaryOp::Add => {
                ((id, plus), word)
            }
            _ => return None,
        };
        if width != self.bits_of_tally(tally.0) || self.is_new(word) || overflow.unsigned {
            return None;
        }
        let number = match op {
            BinaryOp::Add => signed(width, word),
            BinaryOp::Sub => signed(width, word).checked_neg()?,
            _ => return None,
        };
        self.add_to_tally(who, path, tally, number, overflow.signed)
    }

    /// `None` if nothing may be decided by what is compared.
    pub fn compare(
        &mut self,
        op: CompareOp,
        width: u32,
        a: Content,
        b: Content,
    ) -> Option<Content> {
        if let Some(decided) = self.compare_with_tally(op, width, a, b) {
            return Some(decided);
        }
        if a.is_unseen() || b.is_unseen() {
            return None;
        }
        let (Content::Word(a), Content::Word(b)) = (a, b) else { return Some(Content::Any) };
        let told_apart = match op {
            CompareOp::Eq | CompareOp::Ne => a == b || a == 0 || b == 0,
            _ => false,
        };
        if (self.is_new(a) || self.is_new(b)) && !told_apart {
            return Some(Content::Any);
        }
        Some(Content::Word(u64::from(compare_words(op, width, a, b))))
    }

    pub fn address(
        &mut self,
        who: Who,
        path: &Path,
        base: Operand,
        offset: i64,
        indices: &[(Operand, Type, u64)],
    ) -> Option<Content> {
        let base = self.value(who, path, base, Type::Ptr)?;
        let mut known = true;
        let mut sum = match base {
            Content::Word(word) => word.wrapping_add_signed(offset),
            _ => {
                known = false;
                0
            }
        };
        for &(index, ty, scale) in indices {
            let bits = narrow(ty.bits(&self.program.target))?;
            match self.value(who, path, index, ty)? {
                Content::Word(word) if !self.is_new(word) => {
                    let index = signed(bits, word) as u64;
                    sum = sum.wrapping_add(index.wrapping_mul(scale));
                }
                _ => known = false,
            }
        }
        Some(if known { Content::Word(sum) } else { Content::Any })
    }

    /// Whether the path ends or goes on elsewhere.
    pub fn terminate(
        &mut self,
        who: Who,
        path: &mut Path,
        terminator: &Terminator,
        open: &mut Vec<Path>,
    ) -> Option<bool> {
        let mut targets: Vec<Block> = match terminator {
            Terminator::Jump(next) => vec![*next],
            Terminator::Branch { cond, then, otherwise } => {
                let sides = [*then, *otherwise];
                match self.value(who, path, *cond, Type::BOOL)? {
                    Content::Word(word) => self.side(path, &sides, usize::from(word & 1 == 0)),
                    _ => sides.to_vec(),
                }
            }
            Terminator::Switch { ty, value, cases, default } => {
                let sides: Vec<Block> =
                    cases.iter().map(|(_, block)| *block).chain([*default]).collect();
                match self.value(who, path, *value, *ty)? {
                    Content::Word(word) if !self.is_new(word) => {
                        let case = cases.iter().position(|(case, _)| *case == word);
                        self.side(path, &sides, case.unwrap_or(cases.len()))
                    }
                    _ => sides,
                }
            }
            Terminator::Return(values) => return self.return_from(who, path, values),
            // Where races are looked for the run is over.
            Terminator::Unreachable => return self.looks_for_races_only().then_some(true),
        };
        targets.sort_unstable();
        targets.dedup();
        for target in targets {
            let mut next = path.clone();
            let frame = next.top_mut();
            (frame.block, frame.inst) = (target, 0);
            open.push(next);
        }
        Some(true)
    }

    /// The side that is taken for sure. Sides that only may be taken do not count as taken.
    fn side(&mut self, path: &Path, sides: &[Block], taken: usize) -> Vec<Block> {
        let frame = path.top();
        self.sides.insert((frame.func, frame.block, taken));
        vec![sides[taken]]
    }

    pub fn return_from(&mut self, who: Who, path: &mut Path, values: &[Operand]) -> Option<bool> {
        let func = path.top().func;
        let function = &self.program.functions[func];
        let mut results = Vec::new();
        for (&value, &ty) in values.iter().zip(&function.returns) {
            results.push(self.read(who, path, value, ty)?);
        }
        if path.frames.len() == 1 {
            let is_main = self.threads[who as usize].real == Some(raddle_machine::Names::MAIN);
            if is_main {
                // What is registered to be run then is not followed.
                let exit = self.program.function("exit");
                let registered =
                    exit.is_some_and(|exit| self.program.functions[exit].body.is_some());
                return (!registered).then_some(true);
            }
            if results.contains(&Content::Undefined) {
                return None;
            }
            self.end_thread(who, path);
            return Some(true);
        }
        if is_atomic_function(self.program, func) {
            path.sections = path.sections.saturating_sub(1);
        }
        self.end_locals(who, path)?;
        let frame = path.frames.pop()?;
        for (&reg, content) in frame.results.iter().zip(results) {
            path.set(reg, content);
        }
        if let Some(held) = frame.held_at_call {
            path.locks = held;
        }
        Some(false)
    }

    /// An operand; it may be undefined.
    pub fn read(&mut self, who: Who, path: &Path, operand: Operand, ty: Type) -> Option<Content> {
        let bits = narrow(ty.bits(&self.program.target))?;
        Some(match operand {
            Operand::Reg(reg) => match path.top().regs[reg.0 as usize] {
                Content::Untouched => self.initial_register(who, path.frames.len() - 1, reg)?,
                content => content,
            },
            Operand::Const(word) => Content::Word(mask(bits, word)),
            Operand::Global(global, addend) => {
                Content::Word(self.machine.address_of_global(global)?.wrapping_add_signed(addend))
            }
            Operand::Func(func) => Content::Word(self.machine.function_address(func)),
            Operand::Wide { .. } => return None,
            Operand::Undef => Content::Undefined,
        })
    }

    /// An operand that is computed with: `None` if it is undefined.
    fn operand(&mut self, who: Who, path: &Path, operand: Operand, ty: Type) -> Option<Content> {
        self.read(who, path, operand, ty).filter(|content| *content != Content::Undefined)
    }

    /// An operand that something may be decided by: `None` if nothing must.
    pub fn value(&mut self, who: Who, path: &Path, operand: Operand, ty: Type) -> Option<Content> {
        self.operand(who, path, operand, ty).filter(|content| !content.is_unseen())
    }
}

fn is_shift(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr)
}

/// Values wider than a word are not followed.
pub(super) fn narrow(bits: u32) -> Option<u32> {
    (1..=64).contains(&bits).then_some(bits)
}

/// Orders weaker than sequential consistency are run as if they were not, which has to be reported where they are met.
fn manner_of(order: Option<Ordering>) -> Option<Manner> {
    match order {
        None => Some(Manner::Plain),
        Some(Ordering::SeqCst) => Some(Manner::Synchronised),
        Some(_) => None,
    }
}
