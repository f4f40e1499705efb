//! The symbolic heap of a function that is checked on its own, without a search around it.

use std::path::PathBuf;

use raddle_expr::TermId;
use raddle_frontend::FrontendOptions;
use raddle_ir::Program;
use raddle_machine::{Config, FaultKind, Machine, Settled, State, UnknownMistake};
use raddle_solver::{Answer, SolverConfig, default_solver};

fn program(name: &str, text: &str) -> Program {
    let file = format!("raddle-unknown-{}-{name}.c", std::process::id());
    let path: PathBuf = std::env::temp_dir().join(file);
    std::fs::write(&path, text).expect("temporary file");
    let loaded = raddle_frontend::load(std::slice::from_ref(&path), &FrontendOptions::default());
    std::fs::remove_file(&path).ok();
    loaded.expect("the program compiles")
}

/// All states in which a function has returned, and what went wrong on the way.
fn run<'p>(
    program: &'p Program,
    mistake: Option<UnknownMistake>,
    preconditions: &[&str],
) -> (Machine<'p>, Vec<State>, Vec<FaultKind>) {
    let config = Config { unknown_mistake: mistake, ..Config::default() };
    let solver = default_solver(&SolverConfig::default());
    let mut machine = Machine::new(program, config, solver).expect("the program starts");
    let conditions: Vec<String> = preconditions.iter().map(|&text| text.to_owned()).collect();
    let initial = machine.initial_state_of("f", &conditions).expect("there is a function f");
    let (mut open, mut ends) = (vec![initial], Vec::new());
    while let Some(state) = open.pop() {
        match machine.settle(state, 100_000) {
            Settled::Done(state) => ends.push(state),
            Settled::Forked(a, b) => open.extend([a, b]),
            Settled::OutOfFuel(_) | Settled::Blocked(_) => panic!("the function ends"),
        }
    }
    let faults = machine.take_faults().into_iter().map(|fault| fault.kind).collect();
    (machine, ends, faults)
}

/// What the global variable `result` holds at the end, and whether the parameters `x` and `y` are equal.
fn result_and_equality(machine: &mut Machine<'_>, state: &State) -> (TermId, TermId) {
    let global = machine.program.globals.iter().find(|(_, global)| global.name == "result");
    let (id, _) = global.expect("there is a variable `result`");
    let address = machine.address_of_global(id).expect("it is one for all threads");
    let (object, _) = machine.names.resolve(address).expect("it is an object");
    let result = state.memory.get(object).and_then(|object| object.cell(0, 4));
    let arguments = state.unknowns.arguments.clone();
    let x = arguments[0].value.term(&mut machine.terms, 64);
    let y = arguments[1].value.term(&mut machine.terms, 64);
    (result.expect("it depends on inputs"), machine.terms.eq(x, y))
}

fn can_hold(machine: &mut Machine<'_>, state: &State, conditions: &[TermId]) -> bool {
    match machine.solver.check(&mut machine.terms, &state.path, conditions) {
        Answer::Sat(_) => true,
        Answer::Unsat(_) => false,
        Answer::Unknown(_) => panic!("the question is small"),
    }
}

/// Figure 7 of the paper: `store rx, 5; rz <- load ry` gives one state, in which `rz` is `x = y ? 5 : y0`.
#[test]
fn a_load_after_a_store_is_a_choice_if_pointers_may_alias() {
    let text = "int result; void f(int *x, int *y) { *x = 5; result = *y; }";
    let program = program("alias", text);
    let conditions = ["x && y && !aliases(x, result) && !aliases(y, result)"];
    let (mut machine, ends, faults) = run(&program, None, &conditions);
    assert_eq!((ends.len(), faults.len()), (1, 0));
    let (result, equal) = result_and_equality(&mut machine, &ends[0]);
    let five = machine.terms.constant(32, 5);
    let other = machine.terms.ne(result, five);
    let apart = machine.terms.not(equal);
    assert!(can_hold(&mut machine, &ends[0], &[equal]));
    assert!(!can_hold(&mut machine, &ends[0], &[equal, other]));
    assert!(can_hold(&mut machine, &ends[0], &[apart, other]));
}

#[test]
fn pointers_to_other_types_do_not_alias() {
    let text = "int result; void f(int *x, short *y) { *x = 5; result = *y; }";
    let program = program("types", text);
    let (mut machine, ends, _) = run(&program, None, &["x && y && !aliases(x, result)"]);
    assert_eq!(ends.len(), 1);
    let (_, equal) = result_and_equality(&mut machine, &ends[0]);
    assert!(!can_hold(&mut machine, &ends[0], &[equal]));
}

#[test]
fn an_alias_that_is_dropped_is_noticed() {
    let text = "#include <assert.h>\nvoid f(int *x, int *y) { *x = 1; *y = 2; assert(*x == 1); }";
    let program = program("dropped", text);
    let faults = |mistake| run(&program, mistake, &["x && y"]).2;
    assert_eq!(faults(None), [FaultKind::Assertion]);
    assert_eq!(faults(Some(UnknownMistake::AliasDropped)), []);
}

/// A list costs what is visited: one state for each length, not one for each shape.
#[test]
fn a_list_unfolds_as_it_is_visited() {
    let text = "struct node { struct node *next; };
        void f(struct node *list) { for (int i = 0; list && i < 5; i++) list = list->next; }";
    let program = program("list", text);
    let (_, ends, faults) = run(&program, None, &[]);
    // No node, one to five, and more.
    assert_eq!((ends.len(), faults.len()), (7, 0));
}

/// A `static` variable that others were told the address of is one that arguments may point to.
#[test]
fn a_static_variable_that_is_forgotten_is_noticed() {
    let text = "#include <assert.h>\nstatic int hidden; int *tell(void) { return &hidden; }
        void f(int *x) { hidden = 1; *x = 2; assert(hidden == 1); }";
    let program = program("statics", text);
    let faults = |mistake| run(&program, mistake, &["x"]).2;
    assert_eq!(faults(None), [FaultKind::Assertion]);
    assert_eq!(faults(Some(UnknownMistake::StaticsHidden)), []);
}

/// What a precondition says of the length of memory holds of it whichever pointer it was met through first.
#[test]
fn memory_that_is_sized_on_one_way_only_is_noticed() {
    let text = "#include <assert.h>\nstruct s { char *name; };
        void f(struct s *x, struct s *y) { if (x == y) assert(!y->name[0] || !y->name[1]); }";
    let program = program("sized", text);
    let faults = |mistake| run(&program, mistake, &["x && y && x->name && string(y->name)"]).2;
    assert_eq!(faults(None), [FaultKind::Assertion]);
    assert_eq!(faults(Some(UnknownMistake::SizedOnOneWay)), []);
}

/// The end of a range is no element of its array.
#[test]
fn an_end_that_is_left_out_is_noticed() {
    let text = "int f(int *x, int *y, unsigned long n) { return n ? *y : *x; }";
    let program = program("ends", text);
    let precondition = "x && size(x) > 0 && size(x) >= n * sizeof(int) && y == x + n";
    let faults = |mistake| run(&program, mistake, &[precondition]).2;
    assert_eq!(faults(None), [FaultKind::OutOfBounds]);
    assert_eq!(faults(Some(UnknownMistake::EndsLeftOut)), []);
}

/// An array whose size is that of no element may be passed.
#[test]
fn an_empty_array_that_is_left_out_is_noticed() {
    let text = "int f(int *x, unsigned long n) { return x[0]; }";
    let program = program("empty", text);
    let faults = |mistake| run(&program, mistake, &["x && size(x) >= n * sizeof *x"]).2;
    assert_eq!(faults(None), [FaultKind::OutOfBounds]);
    assert_eq!(faults(Some(UnknownMistake::EmptyLeftOut)), []);
}

#[test]
fn a_chain_that_ends_whatever_holds_is_noticed() {
    let text = "#include <assert.h>\nstruct node { struct node *next; };
        void f(struct node *x, int n) { assert(n || !x || !x->next); }";
    let program = program("chains", text);
    let faults = |mistake| run(&program, mistake, &["n ==> ends(x, next, 1)"]).2;
    assert_eq!(faults(None), [FaultKind::Assertion]);
    assert_eq!(faults(Some(UnknownMistake::ChainsAlwaysEnd)), []);
}

/// Of two objects that an access may go to at an index, the index is decided in each.
#[test]
fn an_element_that_is_taken_for_all_is_noticed() {
    let text = "#include <assert.h>\nstruct node { int n; struct node *next[3]; };
        void f(struct node *x, struct node *y, int i, int k) {
            struct node *at = x->next[i];
            if (at && at == y && at->next[k]) assert(k == i || x->n != 7);
        }";
    let program = program("elements", text);
    let condition = "x && y && 0 <= i && i < 3 && 0 <= k && k < 3";
    let count = |mistake| run(&program, mistake, &[condition]).2.len();
    let (right, wrong) = (count(None), count(Some(UnknownMistake::FirstElementTaken)));
    assert!(right > 0 && wrong < right, "{right} {wrong}");
}

/// An address leaves its file as the value of a store, an argument, an initializer, or under another name.
#[test]
fn statics_are_known_outside_whichever_way_their_addresses_leave() {
    let leaves = [
        ("", "int *tell(void) { return &hidden; }", true),
        ("", "int *kept; void tell(void) { kept = &hidden; }", true),
        ("", "void hear(int *); void tell(void) { hear(&hidden); }", true),
        ("[4]", "int *tell(int at) { int *first = hidden; return at ? first + at : 0; }", true),
        ("", "int *kept[] = { 0, &hidden };", true),
        ("", "extern int other __attribute__((alias(\"hidden\")));", true),
        ("", "#include <string.h>\nvoid *tell(int *x) { return memcpy(&hidden, x, 4); }", true),
        ("", "#include <string.h>\nvoid keep(int *x) { memcpy(&hidden, x, 4); }", false),
        ("", "#include <stdint.h>\nuintptr_t tell(void) { return (uintptr_t)&hidden; }", true),
        ("[4]", "int sum(int at) { int *first = hidden; return *first + hidden[at & 3]; }", false),
    ];
    for (nth, (extent, others, is_told)) in leaves.into_iter().enumerate() {
        let text = format!(
            "#include <assert.h>\nstatic int hidden{extent};\n{others}
             void f(int *x) {{ *(int *)&hidden = 1; *x = 2; assert(*(int *)&hidden == 1); }}"
        );
        let program = program(&format!("leaves-{nth}"), &text);
        assert_eq!(run(&program, None, &["x"]).2.is_empty(), !is_told, "{others}");
    }
}
