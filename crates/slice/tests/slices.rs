//! Slices of small programs in the text form of the IR: what an assertion depends on is inside, what it does not depend on is outside.

use raddle_ir::{Block, FuncId, Program, parse_program, verify};
use raddle_pointsto::{PointsTo, Position, Sharing, positions_of};
use raddle_slice::{Question, Slice, SliceFacts, essence};

/// A program whose `main` has these registers and blocks; `g0` is noise, `g1` is asserted about.
fn program(registers: &str, blocks: &str) -> Program {
    let text = format!(
        "target 64 \"x86_64-pc-linux-gnu\"\n\
         g0 \"noise\" size 4 align 4 = {{ }}\n\
         g1 \"shared\" size 4 align 4 = {{ }}\n\
         fn0 \"main\" () -> (i32) {{\n{registers}\n{blocks}\n}}\n\
         fn1 \"__assert_fail\" (r0 ptr, r1 ptr, r2 i32, r3 ptr) -> ()\n"
    );
    let program = parse_program(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(verify(&program), Ok(()), "{text}");
    program
}

/// `assert(shared != 7)` from this block on, with registers r8 and r9.
fn assertion(block: u32) -> String {
    let (fails, ends) = (block + 1, block + 2);
    format!(
        "b{block}:\n  r8 = load i32 g1 align 4\n  r9 = cmp.ne i32 r8, 7\n  branch r9, b{ends}, b{fails}\n\
         b{fails}:\n  call fn1(ptr 0, ptr 0, i32 9, ptr 0)\n  unreachable\n\
         b{ends}:\n  return 0\n"
    )
}

const REGISTERS: &str = "  r0 i32\n  r1 i32\n  r2 i1\n  r3 i32\n  r4 i32\n  r5 i32\n  r6 i32\n  r7 i32\n  r8 i32\n  r9 i1";

fn main_of(program: &Program) -> FuncId {
    program.function("main").expect("it was just written")
}

fn at(program: &Program, block: u32, inst: u32) -> Position {
    Position { func: main_of(program), block: Block(block), inst }
}

fn slice(program: &Program, question: Question) -> Slice {
    let never = || false;
    let points_to = PointsTo::new(program, main_of(program), &never).expect("there is time");
    let sharing = Sharing::new(program, &points_to, &never).expect("there is time");
    Slice::new(program, &points_to, &sharing, question, &never).expect("there is time")
}

/// `noise = noise ^ 1; assert(shared != 7)`
fn noisy() -> Program {
    let noise = "b0:\n  r0 = load i32 g0 align 4\n  r1 = xor i32 r0, 1\n  store i32 r1, g0 align 4\n  jump b1\n";
    program(REGISTERS, &(noise.to_owned() + &assertion(1)))
}

#[test]
fn what_no_assertion_reads_is_outside() {
    let program = noisy();
    let slice = slice(&program, Question::default());
    for inst in 0..3 {
        assert!(!slice.contains(at(&program, 0, inst)), "instruction {inst} on noise");
    }
    for inst in 0..3 {
        assert!(slice.contains(at(&program, 1, inst)), "instruction {inst} of the assertion");
    }
    assert!(slice.contains(at(&program, 2, 0)), "the call of __assert_fail");
}

#[test]
fn values_are_followed_through_memory() {
    let flow = "b0:\n  r0 = load i32 g0 align 4\n  r1 = xor i32 r0, 1\n  store i32 r1, g1 align 4\n  jump b1\n";
    let program = program(REGISTERS, &(flow.to_owned() + &assertion(1)));
    let slice = slice(&program, Question::default());
    for inst in 0..3 {
        assert!(slice.contains(at(&program, 0, inst)), "instruction {inst}");
    }
}

/// `if (noise > 5) TARGET = 3; assert(shared != 7)`
fn branching(target: &str) -> Program {
    let branch = format!(
        "b0:\n  r0 = load i32 g0 align 4\n  r2 = cmp.sgt i32 r0, 5\n  branch r2, b1, b2\n\
         b1:\n  store i32 3, {target} align 4\n  jump b2\n"
    );
    program(REGISTERS, &(branch + &assertion(2)))
}

#[test]
fn a_branch_is_inside_if_it_decides_something_that_is() {
    let program = branching("g1");
    let slice = slice(&program, Question::default());
    assert!(slice.contains(at(&program, 0, 0)) && slice.contains(at(&program, 0, 2)));
}

#[test]
fn one_side_of_a_branch_outside_is_enough() {
    let (free, bound) = (branching("g0"), branching("g1"));
    let facts = |program: &Program| {
        SliceFacts::new(program, main_of(program), Question::default(), &|| false)
            .expect("there is time")
    };
    assert!(facts(&free).is_free_branch(at(&free, 0, 2)));
    assert!(!facts(&bound).is_free_branch(at(&bound, 0, 2)));
    assert!(!facts(&free).is_free_branch(at(&free, 2, 2)), "the assertion's own branch");
}

/// A run that never comes to an assertion does not violate it: whether a loop ends matters.
#[test]
fn a_loop_that_may_not_end_is_inside() {
    let around = "b0:\n  jump b1\n\
                  b1:\n  r0 = load i32 g0 align 4\n  r2 = cmp.sgt i32 r0, 5\n  branch r2, b1, b2\n";
    let program = program(REGISTERS, &(around.to_owned() + &assertion(2)));
    let slice = slice(&program, Question::default());
    assert!(slice.contains(at(&program, 1, 0)) && slice.contains(at(&program, 1, 2)));
}

#[test]
fn leaks_depend_on_everything() {
    let program = noisy();
    let slice = slice(&program, Question { leak: true, ..Question::default() });
    for inst in 0..3 {
        assert!(slice.contains(at(&program, 0, inst)), "instruction {inst} on noise");
    }
}

#[test]
fn without_time_there_is_no_slice() {
    let program = noisy();
    assert!(SliceFacts::new(&program, main_of(&program), Question::default(), &|| true).is_none());
}

/// What is left of a program without noise is a program, and no larger.
#[test]
fn the_essence_is_a_smaller_program() {
    let program = noisy();
    let failing = at(&program, 2, 0);
    let Some(essence) = essence(&program, main_of(&program), &[failing], &|| false) else {
        panic!("one thread has an essence");
    };
    assert_eq!(verify(&essence.program), Ok(()));
    assert!(essence.instructions < positions_of(&program, main_of(&program)).count());
}
