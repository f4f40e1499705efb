//! Programs as C: POSIX threads, `stdatomic.h`, and what is asked of the outcome at the end of `main`.

use std::fmt::Write;

use super::notation::Condition;
use super::program::{Fill, Kind, Loc, Order, Program, Stmt, Update};

/// What `main` says of the outcome.
#[derive(Debug)]
pub enum Ending {
    /// This does not happen.
    Never(Condition),
    /// The outcome is one of these. Registers come first, then locations that are not mutexes.
    OneOf(Vec<Vec<i64>>),
    /// Each group of outcomes has a check of its own, which fails if one of the group happens. The last check fails for all others.
    Groups(Vec<Vec<Vec<i64>>>),
}

/// The check of a group. A program has no other line like it.
const GROUP_CHECK: &str = "raddle_check(0);";

/// The lines of the checks of groups, the one for all other outcomes last, in a text that begins with the line `first`.
fn group_lines(text: &str, first: usize) -> Vec<u64> {
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| line.trim() == GROUP_CHECK)
        .map(|(at, _)| (at + first) as u64)
        .collect()
}

/// Several programs in one file.
#[derive(Debug)]
pub struct Together {
    pub text: String,
    /// For each program the lines of its checks of groups.
    pub lines: Vec<Vec<u64>>,
}

/// What is `main` in one of several programs.
pub fn main_of(program: usize) -> String {
    format!("p{program}_main")
}

/// What is `main` if inputs choose one of several programs.
pub const MAIN_OF_ALL: &str = "all_main";

/// Programs with names of their own, so that one compiler reads them all. Inputs choose one of the first ones.
pub fn print_together(programs: &[(&Program, Ending)], chosen: usize) -> Together {
    let mut text = headers("raddle.h");
    text.push_str("#include <assert.h>\n");
    text.push_str(SECTIONS);
    let mut lines = Vec::new();
    for (at, (program, ending)) in programs.iter().enumerate() {
        let prefix = format!("p{at}_");
        let mut own = (*program).clone();
        let locations = own.locations.iter_mut().map(|location| &mut location.name);
        locations.chain(&mut own.registers).for_each(|name| name.insert_str(0, &prefix));
        let mut part = String::new();
        print_part(&own, ending, &prefix, &mut part);
        lines.push(group_lines(&part, text.lines().count() + 1));
        text.push_str(&part);
    }
    text.push_str(&main_of_all(chosen));
    Together { text, lines }
}

fn main_of_all(programs: usize) -> String {
    let mut text = format!("\nint {MAIN_OF_ALL}(void) {{\n    int which;\n");
    text.push_str(
        "    raddle_make_symbolic(&which, sizeof which, \"which\");\n    switch (which) {\n",
    );
    for program in 1..programs {
        let _ = writeln!(text, "    case {program}: return {}();", main_of(program));
    }
    let _ = writeln!(text, "    default: return {}();\n    }}\n}}", main_of(0));
    text
}

const SECTIONS: &str = "void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\n\n";

fn headers(first: &str) -> String {
    format!("#include <{first}>\n#include <pthread.h>\n#include <stdatomic.h>\n\n")
}

/// The text of the program; `OneOf` and `Groups` need values that are not negative.
pub fn print(program: &Program, ending: &Ending) -> String {
    let header = if matches!(ending, Ending::Groups(_)) { "raddle.h" } else { "assert.h" };
    let mut text = headers(header);
    if program.has_sections() {
        text.push_str(SECTIONS);
    }
    print_part(program, ending, "", &mut text);
    text
}

/// A program without its headers; its functions begin with `prefix`.
fn print_part(program: &Program, ending: &Ending, prefix: &str, text: &mut String) {
    declare(program, text);
    let created = program.main().unwrap_or(program.threads.len());
    for (thread, body) in program.threads[..created].iter().enumerate() {
        let _ = writeln!(text, "\nstatic void *{prefix}thread{}(void *unused) {{", thread + 1);
        statements(program, body, prefix, 1, text);
        text.push_str("    return unused;\n}\n");
    }
    main(program, ending, prefix, text);
}

fn declare(program: &Program, text: &mut String) {
    let named = |kind: Kind| -> Vec<&str> {
        let locations = program.locations.iter().filter(|location| location.kind == kind);
        locations.map(|location| location.name.as_str()).collect()
    };
    let mut line = |kind: &str, names: Vec<&str>| {
        if !names.is_empty() {
            let _ = writeln!(text, "{kind} {};", names.join(", "));
        }
    };
    if program.has_record() {
        let members: Vec<String> = (0..named(Kind::Atomic).len()).map(member).collect();
        let record = format!("_Alignas(8) struct {{ atomic_int {}; }}", members.join(", "));
        line(&record, vec![&record_name(program)]);
    } else {
        line("atomic_int", named(Kind::Atomic));
    }
    line("int", named(Kind::Plain));
    for mutex in named(Kind::Mutex) {
        line("pthread_mutex_t", vec![&format!("{mutex} = PTHREAD_MUTEX_INITIALIZER")]);
    }
    for condition in named(Kind::Condition) {
        line("pthread_cond_t", vec![&format!("{condition} = PTHREAD_COND_INITIALIZER")]);
    }
    line("int", program.registers.iter().map(String::as_str).collect());
    if program.has_record() {
        for (at, name) in named(Kind::Atomic).into_iter().enumerate() {
            let _ = writeln!(text, "#define {name} {}.{}", record_name(program), member(at));
        }
    }
}

/// The record of the atomic locations. They are the first ones.
fn record_name(program: &Program) -> String {
    format!("{}_record", program.locations[0].name)
}

fn member(at: usize) -> String {
    format!("m{at}")
}

/// A plain write of another size.
fn fill_line(program: &Program, how: Fill, first: Loc, values: &[i64]) -> String {
    let start = format!("(char *)&{} + {}", record_name(program), 4 * first.0);
    let shown: Vec<String> = values.iter().map(i64::to_string).collect();
    match how {
        Fill::Clear => format!("__builtin_memset({start}, 0, {});", 4 * values.len()),
        Fill::Copy => {
            let copy = format!("int copy[] = {{{}}};", shown.join(", "));
            format!("{{ {copy} __builtin_memcpy({start}, copy, sizeof copy); }}")
        }
        Fill::Byte => format!("*({start}) = {};", shown.concat()),
        Fill::Wide => {
            let shifted =
                values.iter().enumerate().map(|(at, value)| format!("{value}ULL << {}", 32 * at));
            let number = shifted.collect::<Vec<_>>().join(" | ");
            format!("*(unsigned long long *)({start}) = {number};")
        }
    }
}

fn order(order: Order) -> &'static str {
    match order {
        // Plain accesses are printed without an order.
        Order::Plain | Order::Relaxed => "memory_order_relaxed",
        Order::Acquire => "memory_order_acquire",
        Order::Release => "memory_order_release",
        Order::AcqRel => "memory_order_acq_rel",
        Order::SeqCst => "memory_order_seq_cst",
    }
}

fn load(program: &Program, loc: Loc, by: Order) -> String {
    let location = &program.locations[loc.0];
    match by {
        Order::Plain => plain(program, loc),
        _ => format!("atomic_load_explicit(&{}, {})", location.name, order(by)),
    }
}

/// A location as a plain variable.
fn plain(program: &Program, loc: Loc) -> String {
    let location = &program.locations[loc.0];
    match location.kind {
        Kind::Atomic => format!("*(int *)&{}", location.name),
        Kind::Plain | Kind::Mutex | Kind::Condition => location.name.clone(),
    }
}

fn statements(program: &Program, body: &[Stmt], prefix: &str, depth: usize, text: &mut String) {
    for stmt in body {
        let indent = "    ".repeat(depth);
        let at = |loc: &Loc| program.locations[loc.0].name.as_str();
        let line = match stmt {
            Stmt::Load { reg, loc, order } => {
                format!("{} = {};", program.registers[reg.0], load(program, *loc, *order))
            }
            Stmt::Store { loc, value, order: Order::Plain } => {
                format!("{} = {};", plain(program, *loc), program.show_value(*value))
            }
            Stmt::Store { loc, value, order: by } => {
                let value = program.show_value(*value);
                format!("atomic_store_explicit(&{}, {value}, {});", at(loc), order(*by))
            }
            Stmt::Rmw { reg, loc, update, order: by } => {
                update_line(program, &program.registers[reg.0], at(loc), update, order(*by))
            }
            Stmt::Fill { how, first, values } => fill_line(program, *how, *first, values),
            Stmt::Create(other) => create(prefix, *other),
            Stmt::Join(other) => join(*other),
            Stmt::Fence(by) => format!("atomic_thread_fence({});", order(*by)),
            Stmt::Lock(_) if program.has_sections() => "__VERIFIER_atomic_begin();".to_owned(),
            Stmt::Unlock(_) if program.has_sections() => "__VERIFIER_atomic_end();".to_owned(),
            Stmt::Lock(mutex) => format!("pthread_mutex_lock(&{});", at(mutex)),
            Stmt::Unlock(mutex) => format!("pthread_mutex_unlock(&{});", at(mutex)),
            Stmt::TryLock { reg, mutex } => {
                format!(
                    "{} = pthread_mutex_trylock(&{}) != 0;",
                    program.registers[reg.0],
                    at(mutex)
                )
            }
            Stmt::Signal { condition, all: false } => {
                format!("pthread_cond_signal(&{});", at(condition))
            }
            Stmt::Signal { condition, all: true } => {
                format!("pthread_cond_broadcast(&{});", at(condition))
            }
            Stmt::Wait { reg, loc, value, condition, mutex } => {
                let (reg, loc) = (&program.registers[reg.0], at(loc));
                let wait = format!("pthread_cond_wait(&{}, &{});", at(condition), at(mutex));
                format!("while (({reg} = {loc}) != {value}) {wait}")
            }
            // Parts of waiting, which is printed as a whole.
            Stmt::Enqueue { .. } | Stmt::Wake(_) => continue,
            Stmt::Await { loc, value, order } => {
                format!("while ({} != {value}) {{}}", load(program, *loc, *order))
            }
            Stmt::If { reg, equal, value, then } => {
                let sign = if *equal { "==" } else { "!=" };
                let register = &program.registers[reg.0];
                let _ = writeln!(text, "{indent}if ({register} {sign} {value}) {{");
                statements(program, then, prefix, depth + 1, text);
                "}".to_string()
            }
        };
        let _ = writeln!(text, "{indent}{line}");
    }
}

fn update_line(program: &Program, reg: &str, at: &str, update: &Update, by: &str) -> String {
    match update {
        Update::Add(value) => {
            let value = program.show_value(*value);
            format!("{reg} = atomic_fetch_add_explicit(&{at}, {value}, {by});")
        }
        Update::Exchange(value) => {
            let value = program.show_value(*value);
            format!("{reg} = atomic_exchange_explicit(&{at}, {value}, {by});")
        }
        Update::Compare { expected, new, failure } => {
            let (new, failure) = (program.show_value(*new), order(*failure));
            format!(
                "{reg} = {expected}; atomic_compare_exchange_strong_explicit(&{at}, &{reg}, {new}, {by}, {failure});"
            )
        }
    }
}

fn create(prefix: &str, thread: usize) -> String {
    format!("pthread_create(&threads[{thread}], 0, {prefix}thread{}, 0);", thread + 1)
}

fn join(thread: usize) -> String {
    format!("pthread_join(threads[{thread}], 0);")
}

fn main(program: &Program, ending: &Ending, prefix: &str, text: &mut String) {
    let count = program.threads.len();
    let _ = writeln!(text, "\nint {prefix}main(void) {{\n    pthread_t threads[{count}];");
    if let Some(main) = program.main() {
        statements(program, &program.threads[main], prefix, 1, text);
    } else {
        let created = (0..count).map(|thread| create(prefix, thread));
        for line in created.chain((0..count).map(join)) {
            let _ = writeln!(text, "    {line}");
        }
    }
    match ending {
        Ending::Never(condition) => {
            let _ = writeln!(text, "    assert(!({}));", in_c(program, condition));
        }
        Ending::OneOf(outcomes) => {
            let base = base(outcomes.iter());
            number(program, base, text);
            text.push_str("    switch (outcome) {\n");
            for outcome in outcomes {
                let _ = writeln!(text, "    case {}:", encode(outcome, base));
            }
            text.push_str("        break;\n    default:\n        assert(0);\n    }\n");
        }
        Ending::Groups(groups) => {
            let base = base(groups.iter().flatten());
            number(program, base, text);
            text.push_str("    switch (outcome) {\n");
            for group in groups {
                for outcome in group {
                    let _ = writeln!(text, "    case {}:", encode(outcome, base));
                }
                let _ = writeln!(text, "        {GROUP_CHECK}\n        break;");
            }
            let _ = writeln!(text, "    default:\n        {GROUP_CHECK}\n    }}");
        }
    }
    text.push_str("    return 0;\n}\n");
}

fn final_value(program: &Program, loc: Loc) -> String {
    let order = match program.locations[loc.0].kind {
        Kind::Atomic => Order::Relaxed,
        Kind::Plain | Kind::Mutex | Kind::Condition => Order::Plain,
    };
    load(program, loc, order)
}

fn in_c(program: &Program, condition: &Condition) -> String {
    let registers = condition.registers.iter();
    let registers =
        registers.map(|(reg, value)| format!("{} == {value}", program.registers[reg.0]));
    let locations = condition.locations.iter();
    let locations =
        locations.map(|(loc, value)| format!("{} == {value}", final_value(program, *loc)));
    registers.chain(locations).collect::<Vec<_>>().join(" && ")
}

/// Larger than every value.
fn base<'a>(outcomes: impl Iterator<Item = &'a Vec<i64>>) -> u64 {
    let largest = outcomes.flatten().max().copied().unwrap_or(0);
    u64::try_from(largest).unwrap_or(0) + 2
}

/// The outcome as one number. A value that is too large counts as one that no outcome has.
fn number(program: &Program, base: u64, text: &mut String) {
    text.push_str("    unsigned long long outcome = 0;\n");
    let locations = program.locations.iter().enumerate();
    let shared = locations.filter(|(_, location)| location.kind.has_value());
    let shared = shared.map(|(loc, _)| final_value(program, Loc(loc)));
    for value in program.registers.iter().cloned().chain(shared) {
        let _ = writeln!(
            text,
            "    {{ int value = {value}; outcome = outcome * {base} + (value >= 0 && value < {limit} ? value : {limit}); }}",
            limit = base - 1
        );
    }
}

fn encode(outcome: &[i64], base: u64) -> String {
    let number = outcome
        .iter()
        .fold(0_u64, |number, &value| number.wrapping_mul(base).wrapping_add(value.unsigned_abs()));
    format!("{number}ULL")
}
