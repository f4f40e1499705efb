//! The text form of terms.
//!
//! ```text
//! term     := constant | variable | %name | (operation argument…) | (let ((%name term)…) term)
//! constant := #xff (four bits a digit) | #b101 (one bit a digit) | true | false
//! variable := name:width | name:index->element, with a leading ? for the marked class
//! name     := letters, digits and _.$@/!+*<>=-, or |anything| with \| and \\ for those two characters
//! ```
//!
//! Operations are `not neg and or xor add sub mul udiv urem sdiv srem shl lshr ashr eq ne ult ule slt sle concat ite
//! implies read write`, and with leading numbers `(extract high low t)`, `(zext width t)`, `(sext width t)`,
//! `(const-array index-width t)`. `and`, `or`, `xor`, `add`, `mul` and `concat` take two or more arguments. Bindings of
//! a `let` see the ones before them. Reading goes through the simplifying constructors. Neither reading nor writing
//! recurses, so depth is no limit.

mod parse;
mod print;

pub use parse::{ParseError, ParseProblem};
pub use print::DisplayTerm;

use crate::term::BinaryOp;

/// The name of an operation, as written and read.
pub(crate) fn operation_name(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::And => "and",
        BinaryOp::Or => "or",
        BinaryOp::Xor => "xor",
        BinaryOp::Add => "add",
        BinaryOp::Mul => "mul",
        BinaryOp::UDiv => "udiv",
        BinaryOp::URem => "urem",
        BinaryOp::SDiv => "sdiv",
        BinaryOp::SRem => "srem",
        BinaryOp::Shl => "shl",
        BinaryOp::LShr => "lshr",
        BinaryOp::AShr => "ashr",
        BinaryOp::Eq => "eq",
        BinaryOp::Ult => "ult",
        BinaryOp::Slt => "slt",
        BinaryOp::Concat => "concat",
    }
}

/// Whether a character may stand in a name without bars.
fn is_plain(character: char) -> bool {
    character.is_ascii_alphanumeric() || "_.$@/!+*<>=-".contains(character)
}

#[cfg(test)]
mod tests;
