//! Several modules become one program: which definition stands behind each name.

use std::path::PathBuf;

use raddle_frontend::{FrontendError, load_texts};
use raddle_ir::{Callee, InitPart, Op, Program};

fn link(texts: &[&str]) -> Result<Program, FrontendError> {
    let inputs: Vec<(PathBuf, String)> = texts
        .iter()
        .enumerate()
        .map(|(index, text)| (PathBuf::from(format!("{index}.ll")), (*text).to_owned()))
        .collect();
    load_texts(&inputs)
}

fn linked(texts: &[&str]) -> Program {
    link(texts).unwrap_or_else(|error| panic!("{error}"))
}

/// Names of the functions that `caller` calls directly, with whether they have a body.
fn calls(program: &Program, caller: &str) -> Vec<(String, bool)> {
    let id = program.function(caller).expect("the caller exists");
    let body = program.functions[id].body.as_ref().expect("the caller has a body");
    let mut found = Vec::new();
    for inst in body.blocks.values().flat_map(|block| &block.insts) {
        if let Op::Call { callee: Callee::Direct(id), .. } = inst.op {
            let function = &program.functions[id];
            found.push((function.name.clone(), function.body.is_some()));
        }
    }
    found
}

#[test]
fn declarations_meet_definitions_in_any_order() {
    let user =
        "declare i32 @f(i32)\ndefine i32 @main() {\n %r = call i32 @f(i32 1)\n ret i32 %r\n}";
    let maker = "define i32 @f(i32 %x) {\n ret i32 %x\n}";
    for texts in [[user, maker], [maker, user]] {
        let program = linked(&texts);
        assert_eq!(calls(&program, "main"), [("f".to_owned(), true)]);
        assert_eq!(program.functions.len(), 2);
    }
    assert_eq!(calls(&linked(&[user]), "main"), [("f".to_owned(), false)]);
}

#[test]
fn internal_symbols_stay_with_their_module() {
    let first = "@v = internal global i32 1\ndefine internal i32 @f() {\n %r = load i32, ptr @v\n ret i32 %r\n}\ndefine i32 @a() {\n %r = call i32 @f()\n ret i32 %r\n}";
    let second = "@v = internal global i32 2\ndefine internal i32 @f() {\n ret i32 2\n}\ndefine i32 @b() {\n %r = call i32 @f()\n ret i32 %r\n}";
    let program = linked(&[first, second]);
    assert_eq!(program.functions.values().filter(|function| function.name == "f").count(), 2);
    assert_eq!(program.globals.len(), 2);
    let callee = |caller: &str| {
        let id = program.function(caller).expect("exists");
        let body = program.functions[id].body.as_ref().expect("has a body");
        body.blocks.values().flat_map(|block| &block.insts).find_map(|inst| match inst.op {
            Op::Call { callee: Callee::Direct(id), .. } => Some(id),
            _ => None,
        })
    };
    assert_ne!(callee("a"), callee("b"));
}

#[test]
fn a_strong_definition_wins_over_weak_ones() {
    let weak = "define weak i32 @f() {\n ret i32 1\n}\n@v = weak global i32 1\n@c = common global i32 0\n@s = available_externally global i32 9";
    let strong =
        "define i32 @f() {\n ret i32 2\n}\n@v = global i32 2\n@c = global i32 3\n@s = global i32 4";
    for texts in [[weak, strong], [strong, weak]] {
        let program = linked(&texts);
        let printed = program.to_string();
        assert!(printed.contains("return 2") && !printed.contains("return 1"), "{printed}");
        for (name, value) in [("v", 2), ("c", 3), ("s", 4)] {
            let global = program.globals.values().find(|global| global.name == name);
            let init = global.and_then(|global| global.init.as_ref()).expect("is initialised");
            assert_eq!(init.parts, [(0, InitPart::Bytes(vec![value, 0, 0, 0]))], "{name}");
        }
    }
    linked(&[weak, weak]);
}

#[test]
fn two_strong_definitions_are_an_error_that_names_both_files() {
    for text in ["@v = global i32 1", "define void @v() {\n ret void\n}"] {
        let error = link(&[text, text]).expect_err("refused");
        assert_eq!(error.to_string(), "'v' is defined in both 0.ll and 1.ll");
    }
}

#[test]
fn a_function_is_no_variable() {
    let error = link(&["@x = external global i32", "define void @x() {\n ret void\n}"]);
    assert!(matches!(error, Err(FrontendError::SymbolKinds { .. })));
}

#[test]
fn pointer_widths_must_agree() {
    let error = link(&[
        "target datalayout = \"e-p:32:32\"\n@a = global i32 1",
        "target datalayout = \"e-i64:64\"\n@b = global i32 1",
    ]);
    assert!(matches!(error, Err(FrontendError::PointerWidths { first_bits: 32, .. })));
    let error = link(&["target datalayout = \"E-i64:64\""]);
    assert!(matches!(error, Err(FrontendError::Target { .. })));
}

#[test]
fn aliases_stand_for_their_target_across_modules() {
    let program = linked(&[
        "@data = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]\n@whole = alias [4 x i32], ptr @data\n@part = internal alias i32, getelementptr (i8, ptr @data, i64 8)\n@p = global ptr @part\ndefine i32 @f() {\n ret i32 1\n}\n@g = alias i32 (), ptr @f\n@h = alias i32 (), ptr @g",
        "declare i32 @h()\n@whole = external global [4 x i32]\n@q = global ptr @whole\ndefine i32 @main() {\n %r = call i32 @h()\n ret i32 %r\n}",
    ]);
    assert_eq!(calls(&program, "main"), [("f".to_owned(), true)]);
    let printed = program.to_string();
    assert!(printed.contains("\"p\" size 8 align 8 = { 0: g0 +8 }"), "{printed}");
    assert!(printed.contains("\"q\" size 8 align 8 = { 0: g0 }"), "{printed}");
}

#[test]
fn an_undefined_weak_reference_is_null() {
    let program = linked(&[
        "declare extern_weak i32 @maybe()\n@there = extern_weak global i32\n@p = global ptr @maybe\n@q = global ptr @there",
    ]);
    assert!(program.functions.is_empty());
    for global in program.globals.values() {
        assert_eq!(global.init.as_ref().map(|init| init.parts.len()), Some(0), "{}", global.name);
    }
}

#[test]
fn constructors_run_by_priority() {
    let program = linked(&[
        "@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 200, ptr @b, ptr null }, { i32, ptr, ptr } { i32 101, ptr @a, ptr null }]\n@llvm.used = appending global [1 x ptr] [ptr @a], section \"llvm.metadata\"\ndefine internal void @a() {\n ret void\n}\ndefine internal void @b() {\n ret void\n}",
    ]);
    let names: Vec<&str> =
        program.constructors.iter().map(|&id| program.functions[id].name.as_str()).collect();
    assert_eq!(names, ["a", "b"]);
    assert!(program.globals.is_empty());
}

#[test]
fn mismatched_calls_are_adapted_or_left_to_the_machine() {
    let definition = "define i32 @f(i64 %x, ptr %p) {\n ret i32 1\n}\n";
    let call = |text: &str| {
        let caller = format!("{definition}define i32 @main() {{\n {text}\n ret i32 0\n}}");
        linked(&[&caller]).to_string()
    };
    let direct = "call fn0(";
    // A pointer for an integer of the same width.
    let adapted = call("%r = call i32 (ptr, ptr) @f(ptr null, ptr null)");
    assert!(adapted.contains("cast.bits ptr 0 to i64"), "{adapted}");
    assert!(adapted.contains(direct), "{adapted}");
    // An ignored result.
    assert!(call("call void @f(i64 1, ptr null)").contains(direct));
    for wrong in [
        "call i32 @f(i64 1)",
        "call i32 (i64, ptr, i32) @f(i64 1, ptr null, i32 7)",
        "call i32 @f(i8 1, ptr null)",
        "%r = call double @f(i64 1, ptr null)",
    ] {
        let printed = call(wrong);
        assert!(!printed.contains("unsupported"), "{wrong}: {printed}");
        assert!(printed.contains("call * fn0 ("), "{wrong}: {printed}");
    }
}
