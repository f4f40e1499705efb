//! Properties of a small program in the text form of the IR: which there are, the program with one of them, the way there.

use raddle_ir::{Block, FuncId, Program, parse_program, verify};
use raddle_pointsto::{Position, positions_of};
use raddle_properties::{
    Asked, Guide, Property, PropertyKind, only, places_of_assertions, properties,
};

/// `main` asserts about `a` and calls `other`, which asserts about `b`.
const PROGRAM: &str = r#"target 64 "x86_64-pc-linux-gnu"
file0 "two.c"
g0 "a" size 4 align 4 = { }
g1 "b" size 4 align 4 = { }
g2 ".str" size 7 align 1 constant = { 0: "a != 7\00" }
g3 ".str.1" size 6 align 1 constant = { 0: "b > 1\00" }
g4 ".str.2" size 6 align 1 constant = { 0: "two.c\00" }
fn0 "main" () -> (i32) @file0:3:0 {
  r0 i32
  r1 i1
b0:
  r0 = load i32 g0 align 4 @file0:4:5
  r1 = cmp.ne i32 r0, 7 @file0:4:5
  branch r1, b2, b1 @file0:4:5
b1:
  call fn2(ptr g2, ptr g4, i32 4, ptr g4) @file0:4:5
  unreachable @file0:4:5
b2:
  call fn1() @file0:5:5
  return 0 @file0:6:5
}
fn1 "other" () -> () @file0:9:0 {
  r0 i32
  r1 i1
b0:
  r0 = load i32 g1 align 4 @file0:10:5
  r1 = cmp.sgt i32 r0, 1 @file0:10:5
  branch r1, b2, b1 @file0:10:5
b1:
  call fn2(ptr g3, ptr g4, i32 10, ptr g4) @file0:10:5
  unreachable @file0:10:5
b2:
  return @file0:11:1
}
fn2 "__assert_fail" (r0 ptr, r1 ptr, r2 i32, r3 ptr) -> ()
"#;

const ASSERTIONS: Asked = Asked {
    assert: true,
    memory: false,
    leak: false,
    overflow: false,
    race: false,
    deadlock: false,
};

fn program() -> Program {
    let program = parse_program(PROGRAM).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(verify(&program), Ok(()));
    program
}

fn function(program: &Program, name: &str) -> FuncId {
    program.function(name).expect("it is in the text")
}

fn calls_of_assert(program: &Program, name: &str) -> usize {
    let func = function(program, name);
    let failing = places_of_assertions(program).expect("nothing is called through pointers");
    failing.iter().filter(|(_, _, at)| at.func == func).count()
}

fn kinds(all: &[Property]) -> Vec<PropertyKind> {
    all.iter().map(|property| property.kind).collect()
}

#[test]
fn every_assertion_is_a_property_of_its_own() {
    let all = properties(&program(), ASSERTIONS);
    assert_eq!(kinds(&all), [PropertyKind::Assertion, PropertyKind::Assertion]);
    assert!(all[0].text.contains("a != 7") && all[1].text.contains("b > 1"));
    assert_ne!(all[0].id, all[1].id);
}

#[test]
fn memory_is_one_property_per_function_and_races_are_one() {
    let asked = Asked { memory: true, race: true, ..Asked::default() };
    let all = properties(&program(), asked);
    assert_eq!(
        kinds(&all),
        [PropertyKind::Memory, PropertyKind::Memory, PropertyKind::Race],
        "{all:#?}"
    );
}

/// An id names the same assertion after lines were added above its function.
#[test]
fn ids_survive_edits_elsewhere() {
    let moved = PROGRAM.replace("@file0:9:", "@file0:29:").replace("@file0:10:", "@file0:30:");
    let moved = parse_program(&moved).unwrap_or_else(|error| panic!("{error}"));
    let ids = |program: &Program| {
        properties(program, ASSERTIONS).into_iter().map(|one| one.id).collect::<Vec<_>>()
    };
    assert_eq!(ids(&program()), ids(&moved));
}

#[test]
fn a_sub_check_has_one_assertion_and_not_what_others_compute() {
    let program = program();
    let all = properties(&program, ASSERTIONS);
    let second = only(&program, &[&all[1]], false);
    assert_eq!(verify(&second), Ok(()));
    assert_eq!((calls_of_assert(&second, "main"), calls_of_assert(&second, "other")), (0, 1));
    let size = |program: &Program| positions_of(program, function(program, "main")).count();
    assert!(size(&second) < size(&program), "the load of `a` is for its assertion only");
}

/// Where accesses are looked at, what an asserted expression reads is part of the program.
#[test]
fn expressions_stay_if_they_are_looked_at() {
    let program = program();
    let all = properties(&program, ASSERTIONS);
    let second = only(&program, &[&all[1]], true);
    assert_eq!(verify(&second), Ok(()));
    assert_eq!(calls_of_assert(&second, "main"), 0);
    let main = second.functions[function(&second, "main")].body.as_ref().expect("it has one");
    assert_eq!(main.blocks[Block(0)].insts.len(), 2, "the load and the comparison");
}

#[test]
fn distances_shrink_on_the_way_and_there_is_none_behind_the_goal() {
    let program = program();
    let all = properties(&program, ASSERTIONS);
    let (main, other) = (function(&program, "main"), function(&program, "other"));
    let guide =
        Guide::new(&program, main, &all[1].targets, &|| false).expect("there is time for it");
    let from = |func, block, inst| {
        let at = Position { func, block: Block(block), inst };
        let stack = if func == main { vec![at] } else { vec![at, after_call(main)] };
        guide.distance(stack.into_iter())
    };
    let (start, inside) = (from(main, 0, 0), from(other, 0, 0));
    assert!(inside.is_some() && inside < start, "{inside:?} {start:?}");
    assert_eq!(from(other, 1, 0), Some(0));
    assert_eq!(from(other, 2, 0), None, "behind the assertion");
    assert_eq!(from(main, 1, 0), None, "where the other assertion fails");
}

/// Where `main` goes on after it called `other`.
fn after_call(main: FuncId) -> Position {
    Position { func: main, block: Block(2), inst: 1 }
}
