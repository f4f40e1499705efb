//! The text form of a program: what [`Display`](std::fmt::Display) prints, [`parse_program`] reads.
//!
//! One entity or instruction per line; `#` starts a comment. Positions follow as `@file0:12:3`.
//!
//! ```text
//! target 64 "x86_64-pc-linux-gnu"
//! file0 "sum.c"
//! type0 signed "int" 32
//! g0 "table" size 8 align 4 type0 @file0:1:0 = { 0: "\01\00\00\00", 4: undef 4 }
//! fn0 "sum" (r0 i32 type0) -> (i32) @file0:2:0 {
//!   r0 i32 "n" type0
//!   r1 i1
//! b0:
//!   r1 = cmp.slt i32 r0, 10 @file0:3:9
//!   branch r1, b1, b2
//! b1:
//!   return r0
//! b2:
//!   unreachable
//! }
//! ```
//!
//! Constants are unsigned and decimal; one wider than 64 bits is `high:low`. After the functions, `constructor fn2`
//! and `public fn0` say what runs before main, and which functions other programs may call. A program and what is read back from its text print alike.

mod parse;
mod print;

use std::fmt;

pub use parse::parse_program;

/// Where and why a text is no program. The line counts from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    pub line: usize,
    pub message: String,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for TextError {}

#[cfg(test)]
mod tests {
    use super::parse_program;
    use crate::verify::verify;

    const EVERYTHING: &str = include_str!("everything.rir");

    #[test]
    fn every_construct_survives_the_round_trip() {
        let program = parse_program(EVERYTHING).expect("parses");
        verify(&program).expect("verifies");
        let printed = program.to_string();
        assert_eq!(printed, EVERYTHING);
    }

    #[test]
    fn damaged_text_is_an_error_not_a_panic() {
        for end in 0..EVERYTHING.len() {
            if EVERYTHING.is_char_boundary(end) {
                let _ = parse_program(&EVERYTHING[..end]);
            }
        }
        for (line, text) in [
            (1, "target 64"),
            (2, "target 64 \"\"\nfile1 \"x\""),
            (1, "type0 signed \"int\""),
            (1, "fn0 \"f\" () -> () { b0: jump }"),
            (1, "nonsense"),
            (1, "g0 \"unclosed"),
        ] {
            assert_eq!(parse_program(text).map_err(|error| error.line).err(), Some(line), "{text}");
        }
    }

    #[test]
    fn the_verifier_notices_each_kind_of_damage() {
        let broken = [
            ("cmp.slt i32 r0, 10", "cmp.slt i64 r0, 10", "r0 is i32 but used as i64"),
            ("r3 = copy i32 7", "r3 = copy i8 7", "r3 is i32 but gets i8"),
            ("r3 = copy i32 7", "r3 = copy i32 9999999999", "does not fit"),
            ("jump b2", "jump b99", "no block b99"),
            ("jump b2", "jump b0", "entry block"),
            ("{ 1: b3, 5: b4 }", "{ 1: b3, 1: b4 }", "case 1 twice"),
            ("align 4 type0 @file0:1:0", "align 3 type0 @file0:1:0", "alignment 3"),
            ("4: undef 4", "4: undef 5", "reaches byte 9"),
            ("call fn0(i32 r0)", "call fn0()", "0 arguments for 1 parameters"),
            ("call fn0(i32 r0)", "call fn0(i8 1)", "argument i8 for a parameter i32"),
            ("cast.zext i8 r5 to i64", "cast.trunc i8 r5 to i64", "cast Trunc"),
            ("@file0:3:9", "@file7:3:9", "no source file file7"),
        ];
        for (original, damaged, complaint) in broken {
            assert!(EVERYTHING.contains(original), "{original}");
            let program = parse_program(&EVERYTHING.replacen(original, damaged, 1));
            let errors = verify(&program.expect("still parses")).expect_err(damaged);
            let found = errors.iter().any(|error| error.message.contains(complaint));
            assert!(found, "{damaged}: {errors:?}");
        }
    }
}
