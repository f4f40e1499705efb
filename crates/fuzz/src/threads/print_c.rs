//! A program as C text with pthreads and `<raddle.h>`.
//!
//! Every step is one visible operation on a line of its own, so that a line of a finding tells which check failed or
//! which variable was accessed. Conditions use `&` and `|` on purpose: short-circuit operators would branch, and
//! a domain written with them would be split into one path per value before the program begins.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write;

use super::program::{
    End, Expr, Label, Local, MAIN, Operator, Order, Place, Program, Stmt, Storage, Thread,
    ThreadDecl, Var, VarDecl,
};
use super::shrink::map_bodies;

/// C text and what its lines mean. Lines count from 1.
#[derive(Clone, Debug)]
pub struct Printed {
    pub text: String,
    pub checks: BTreeMap<u32, Label>,
    pub accesses: BTreeMap<u32, Var>,
    /// For each thread the lines that its statements begin on, by their numbers.
    pub statements: Vec<Vec<u32>>,
    /// For lines in functions of their own the line of the call.
    pub called_from: BTreeMap<u32, u32>,
}

pub fn print(program: &Program) -> Printed {
    print_with(program, Calls::None)
}

/// Whether parts of threads are functions that threads call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Calls {
    None,
    /// Every second body of a loop or a branch, the first one or the second one first.
    EverySecond(usize),
}

/// A part of a thread that is to be printed as a function.
struct Part<'a> {
    name: String,
    body: &'a [Stmt],
    /// The number of its first statement.
    first: usize,
    called_on: u32,
}

pub fn print_with(program: &Program, calls: Calls) -> Printed {
    let printed = Printed {
        text: String::new(),
        checks: BTreeMap::new(),
        accesses: BTreeMap::new(),
        statements: vec![Vec::new(); program.threads.len()],
        called_from: BTreeMap::new(),
    };
    // Nodes on the heap are known by names that only the thread itself has.
    let calls = if program.has_nodes() { Calls::None } else { calls };
    let mut printer = Printer {
        program,
        printed,
        line: 1,
        indent: 0,
        thread: MAIN,
        calls,
        bodies: 0,
        parts: VecDeque::new(),
        inside: None,
    };
    printer.program();
    let mut printed = printer.printed;
    for index in 0..program.threads.len() {
        printed.statements[index] = printed.statements[runs(program, Thread(index)).0].clone();
    }
    printed
}

/// The program with labels that tell lines of the C text apart: threads with the same code share them, others do not.
pub fn with_labels_of_lines(program: &Program) -> Program {
    let mut result = program.clone();
    let mut next = 0;
    for index in 0..program.threads.len() {
        let first = runs(program, Thread(index)).0;
        if first == index {
            relabel(&mut result.threads[index].body, &mut next);
        } else {
            let shared = result.threads[first].body[1..].to_vec();
            result.threads[index].body.splice(1.., shared);
        }
    }
    result
}

fn relabel(body: &mut Vec<Stmt>, next: &mut usize) {
    let relabelled = std::mem::take(body).into_iter().map(|stmt| {
        let mut stmt = map_bodies(stmt, &mut |mut inner| {
            relabel(&mut inner, next);
            inner
        });
        if let Stmt::Check { label, .. } | Stmt::Assert { label, .. } = &mut stmt {
            *label = Label(*next);
            *next += 1;
        }
        stmt
    });
    *body = relabelled.collect();
}

/// The thread whose code a thread runs: the first with the same code but for the number it begins with.
fn runs(program: &Program, thread: Thread) -> Thread {
    let threads = &program.threads;
    let own = &threads[thread.0];
    let same = |index: &usize| {
        let other = &threads[*index];
        !program.owns_node(thread)
            && !program.owns_node(Thread(*index))
            && number(other).is_some()
            && other.locals == own.locals
            && other.body[1..] == own.body[1..]
    };
    let first = number(own).filter(|_| thread != MAIN).and_then(|_| (1..thread.0).find(same));
    first.map_or(thread, Thread)
}

struct Printer<'a> {
    program: &'a Program,
    printed: Printed,
    line: u32,
    indent: usize,
    /// Whose code is printed.
    thread: Thread,
    calls: Calls,
    /// Bodies of loops and branches so far.
    bodies: usize,
    /// Parts that are not printed yet.
    parts: VecDeque<Part<'a>>,
    /// In a part: the number of the next statement, and where it is called.
    inside: Option<(usize, u32)>,
}

impl<'a> Printer<'a> {
    fn program(&mut self) {
        self.headers();
        self.globals();
        for (index, domain) in self.program.inputs.iter().enumerate() {
            self.input(index, domain);
        }
        // A thread is started by one with any number, main comes last.
        for index in 1..self.program.threads.len() {
            if runs(self.program, Thread(index)) == Thread(index) {
                self.put(format!("static void *{}(void *unused);", function(Thread(index))));
            }
        }
        for index in (1..self.program.threads.len()).chain([MAIN.0]) {
            if runs(self.program, Thread(index)) == Thread(index) {
                let decl = &self.program.threads[index];
                self.thread(Thread(index), decl);
                while let Some(part) = self.parts.pop_front() {
                    self.part(&part, decl.locals);
                }
            }
        }
    }

    /// It has the thread's variables by their addresses.
    fn part(&mut self, part: &Part<'a>, locals: usize) {
        self.inside = Some((part.first, part.called_on));
        self.open(format!("void {}({})", part.name, parameters(locals)));
        for local in 0..locals {
            self.put(format!("#define l{local} (*p{local})"));
        }
        self.body(part.body);
        for local in 0..locals {
            self.put(format!("#undef l{local}"));
        }
        self.close();
        self.inside = None;
    }

    /// The body of a loop or branch, here or as a function.
    fn inner(&mut self, body: &'a [Stmt]) {
        self.bodies += 1;
        let is_part = match self.calls {
            Calls::None => false,
            Calls::EverySecond(first) => self.bodies % 2 == first % 2,
        };
        // Handles of threads are known to the thread itself.
        if !is_part || body.is_empty() || has_handles(body) {
            return self.body(body);
        }
        let name = format!("part{}", self.bodies);
        let locals = self.program.threads[self.thread.0].locals;
        let arguments: Vec<String> = (0..locals).map(|local| format!("&l{local}")).collect();
        let first = match self.inside {
            Some((next, _)) => next,
            None => self.printed.statements[self.thread.0].len(),
        };
        let count = statements(body);
        match &mut self.inside {
            Some((next, _)) => *next += count,
            // They get their lines when the function is printed.
            None => self.printed.statements[self.thread.0].extend(vec![0; count]),
        }
        if let Some((_, outer)) = self.inside {
            self.printed.called_from.insert(self.line, outer);
        }
        self.parts.push_back(Part { name: name.clone(), body, first, called_on: self.line });
        let (declared, arguments) = (parameters(locals), arguments.join(", "));
        self.put(format!("{{ void {name}({declared}); {name}({arguments}); }}"));
    }

    /// A statement begins on this line.
    fn begin(&mut self) {
        let lines = &mut self.printed.statements[self.thread.0];
        match &mut self.inside {
            Some((next, called_on)) => {
                lines[*next] = self.line;
                *next += 1;
                self.printed.called_from.insert(self.line, *called_on);
            }
            None => lines.push(self.line),
        }
    }

    fn headers(&mut self) {
        for header in ["assert", "pthread", "semaphore", "stdatomic", "stdlib", "raddle"] {
            self.put(format!("#include <{header}.h>"));
        }
        self.put("extern int __VERIFIER_nondet_int(void);".to_string());
        self.put("extern void __VERIFIER_assume(int);".to_string());
    }

    fn globals(&mut self) {
        for var in &self.program.vars {
            match var.storage {
                Storage::Global => self.put(global(var)),
                Storage::Link(_) => self.put(format!("int *_Atomic {};", var.name)),
                Storage::Node(_) => {}
            }
        }
        for index in 0..self.program.mutexes {
            self.put(format!("pthread_mutex_t m{index} = PTHREAD_MUTEX_INITIALIZER;"));
        }
        for index in 0..self.program.conditions {
            self.put(format!("pthread_cond_t c{index} = PTHREAD_COND_INITIALIZER;"));
        }
        for index in 0..self.program.semaphores.len() {
            self.put(format!("sem_t s{index};"));
        }
        for index in 0..self.program.barriers.len() {
            self.put(format!("pthread_barrier_t b{index};"));
        }
    }

    fn input(&mut self, index: usize, domain: &[i64]) {
        let values: Vec<String> =
            domain.iter().map(|value| format!("(value == {value})")).collect();
        self.open(format!("static int input{index}(void)"));
        self.put("int value = __VERIFIER_nondet_int();".to_string());
        self.put(format!("__VERIFIER_assume({});", values.join(" | ")));
        self.put("return value;".to_string());
        self.close();
    }

    fn thread(&mut self, thread: Thread, decl: &'a ThreadDecl) {
        let is_main = thread == MAIN;
        self.thread = thread;
        self.open(if is_main {
            "int main(void)".to_string()
        } else {
            format!("static void *{}(void *unused)", function(thread))
        });
        for local in 0..decl.locals {
            self.put(format!("int l{local} = 0;"));
        }
        self.nodes(thread);
        for child in created(&decl.body) {
            self.put(format!("pthread_t {};", handle(child)));
        }
        if is_main {
            for (index, value) in self.program.semaphores.iter().enumerate() {
                self.put(format!("sem_init(&s{index}, 0, {value});"));
            }
            for (index, count) in self.program.barriers.iter().enumerate() {
                self.put(format!("pthread_barrier_init(&b{index}, 0, {count});"));
            }
        }
        match number(decl).filter(|_| !is_main) {
            Some(_) => {
                self.begin();
                self.put("l0 = (int)(long)unused;".to_string());
                self.body(&decl.body[1..]);
            }
            None => self.body(&decl.body),
        }
        self.put(
            match (is_main, decl.end) {
                (true, End::Thread) => "pthread_exit(0);",
                (true, End::Process) => "return 0;",
                (false, _) => "return unused;",
            }
            .to_string(),
        );
        self.close();
    }

    /// What a thread knows of nodes when it begins.
    fn nodes(&mut self, thread: Thread) {
        for (index, var) in self.program.vars.iter().enumerate() {
            if let Storage::Node(owner) = var.storage {
                let name = &var.name;
                if owner == thread {
                    self.printed.accesses.insert(self.line, Var(index));
                    self.put(format!("int *{name} = calloc(1, sizeof *{name});"));
                } else {
                    self.put(format!("int *{name} = 0;"));
                }
            }
        }
    }

    /// The name of the pointer to the node that a link leads to.
    fn node_behind(&self, link: Var) -> Option<&str> {
        match self.program.vars[link.0].storage {
            Storage::Link(node) => Some(&self.program.vars[node.0].name),
            Storage::Global | Storage::Node(_) => None,
        }
    }

    /// A value as it is stored in a variable.
    fn stored(&self, to: Var, value: &Expr) -> String {
        match (self.node_behind(to), value) {
            (Some(_), Expr::Const(0)) | (None, _) => expr(value),
            (Some(node), _) => node.to_string(),
        }
    }

    fn body(&mut self, body: &'a [Stmt]) {
        body.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &'a Stmt) {
        self.begin();
        match stmt {
            Stmt::Assign { local, value } => self.put(format!("l{} = {};", local.0, expr(value))),
            Stmt::ReadInput { local, input } => {
                self.put(format!("l{} = input{}();", local.0, input.0));
            }
            Stmt::Load { local, from } => self.load(local.0, from),
            Stmt::Store { to, value } => self.store(to, value),
            Stmt::FetchAdd { local, at, value } => {
                let place = self.access(at);
                let order = spelled(at.orders.0);
                let (local, value) = (local.0, expr(value));
                self.put(format!(
                    "l{local} = atomic_fetch_add_explicit(&{place}, {value}, {order});"
                ));
            }
            Stmt::Exchange { local, at, value } => {
                let place = self.access(at);
                let (local, value, order) =
                    (local.0, self.stored(at.var, value), spelled(at.orders.0));
                let exchange = format!("atomic_exchange_explicit(&{place}, {value}, {order})");
                self.put(match self.node_behind(at.var) {
                    None => format!("l{local} = {exchange};"),
                    // Who takes the address away knows the node.
                    Some(node) if value == "0" => {
                        format!("{node} = {exchange}; l{local} = {node} != 0;")
                    }
                    Some(_) => format!("l{local} = {exchange} != 0;"),
                });
            }
            Stmt::CompareExchange { local, at, expected, desired } => {
                let place = self.access(at);
                let (success, failure) = (spelled(at.orders.0), of_load(at.orders.1));
                let ty = if self.node_behind(at.var).is_some() { "int *" } else { "int " };
                self.put(format!(
                    "{{ {ty}expected = {}; l{} = atomic_compare_exchange_strong_explicit(&{place}, &expected, {}, {success}, {failure}); }}",
                    self.stored(at.var, expected), local.0, self.stored(at.var, desired)
                ));
            }
            Stmt::Lock(mutex) => self.put(format!("pthread_mutex_lock(&m{});", mutex.0)),
            Stmt::Unlock(mutex) => self.put(format!("pthread_mutex_unlock(&m{});", mutex.0)),
            Stmt::TryLock { local, mutex } => {
                self.put(format!("l{} = pthread_mutex_trylock(&m{}) == 0;", local.0, mutex.0));
            }
            Stmt::Wait { condition, mutex } => {
                self.put(format!("pthread_cond_wait(&c{}, &m{});", condition.0, mutex.0));
            }
            Stmt::Signal(condition) => {
                self.put(format!("pthread_cond_signal(&c{});", condition.0));
            }
            Stmt::Broadcast(condition) => {
                self.put(format!("pthread_cond_broadcast(&c{});", condition.0));
            }
            Stmt::Post(semaphore) => self.put(format!("sem_post(&s{});", semaphore.0)),
            Stmt::Take(semaphore) => self.put(format!("sem_wait(&s{});", semaphore.0)),
            Stmt::Arrive { local, barrier } => self.put(format!(
                "l{} = pthread_barrier_wait(&b{}) == PTHREAD_BARRIER_SERIAL_THREAD;",
                local.0, barrier.0
            )),
            Stmt::Fence(order) => {
                self.put(format!("atomic_thread_fence({});", spelled(*order)));
            }
            Stmt::Section(body) => {
                self.put("raddle_atomic_begin();".to_string());
                self.body(body);
                self.put("raddle_atomic_end();".to_string());
            }
            Stmt::Await(condition) => self.put(format!("raddle_await({});", expr(condition))),
            Stmt::Spawn(child) => {
                let argument = number(&self.program.threads[child.0]).unwrap_or(0);
                self.put(format!(
                    "pthread_create(&{}, 0, {}, (void *){argument}L);",
                    handle(*child),
                    function(runs(self.program, *child))
                ));
            }
            Stmt::Join(child) => self.put(format!("pthread_join({}, 0);", handle(*child))),
            Stmt::Check { label, holds } => self.check("raddle_check", *label, holds),
            // Half of the assertions are written by hand.
            Stmt::Assert { label, holds } if label.0 % 2 == 1 => {
                self.printed.checks.insert(self.line, *label);
                self.put(format!("if (!({})) abort();", expr(holds)));
            }
            Stmt::Assert { label, holds } => self.check("assert", *label, holds),
            Stmt::If { condition, then, otherwise } => self.conditional(condition, then, otherwise),
            Stmt::Repeat { times, body } => {
                self.open(format!("for (int turn = 0; turn < {times}; turn++)"));
                self.inner(body);
                self.close();
            }
            Stmt::While { condition, body } => {
                self.open(format!("while ({})", expr(condition)));
                self.inner(body);
                self.close();
            }
        }
    }

    fn load(&mut self, local: usize, from: &Place) {
        let place = self.access(from);
        let order = of_load(from.orders.0);
        self.put(if let Some(node) = self.node_behind(from.var) {
            format!("{node} = atomic_load_explicit(&{place}, {order}); l{local} = {node} != 0;")
        } else if self.program.vars[from.var.0].atomic {
            format!("l{local} = atomic_load_explicit(&{place}, {order});")
        } else {
            format!("l{local} = {place};")
        });
    }

    fn store(&mut self, to: &Place, value: &Expr) {
        let place = self.access(to);
        self.put(if self.program.vars[to.var.0].atomic {
            let order = of_store(to.orders.0);
            let value = self.stored(to.var, value);
            format!("atomic_store_explicit(&{place}, {value}, {order});")
        } else {
            format!("{place} = {};", expr(value))
        });
    }

    fn check(&mut self, function: &str, label: Label, holds: &Expr) {
        self.printed.checks.insert(self.line, label);
        self.put(format!("{function}({});", expr(holds)));
    }

    fn conditional(&mut self, condition: &Expr, then: &'a [Stmt], otherwise: &'a [Stmt]) {
        self.open(format!("if ({})", expr(condition)));
        self.inner(then);
        self.close();
        if !otherwise.is_empty() {
            self.open("else".to_string());
            self.inner(otherwise);
            self.close();
        }
    }

    /// The C spelling of a place that the next line accesses.
    fn access(&mut self, place: &Place) -> String {
        self.printed.accesses.insert(self.line, place.var);
        let var = &self.program.vars[place.var.0];
        match &place.index {
            None if matches!(var.storage, Storage::Node(_)) => format!("(*{})", var.name),
            None => var.name.clone(),
            Some(index) => format!("{}[{} & {}]", var.name, expr(index), var.initial.len() - 1),
        }
    }

    fn open(&mut self, line: String) {
        self.put(format!("{line} {{"));
        self.indent += 1;
    }

    fn close(&mut self) {
        self.indent -= 1;
        self.put("}".to_string());
    }

    fn put(&mut self, line: String) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.printed.text, "{:width$}{line}", "", width = self.indent * 4);
        self.line += 1;
    }
}

fn global(var: &VarDecl) -> String {
    let ty = if var.atomic { "atomic_int" } else { "int" };
    if var.is_array {
        let values: Vec<String> = var.initial.iter().map(i64::to_string).collect();
        format!("{ty} {}[{}] = {{{}}};", var.name, var.initial.len(), values.join(", "))
    } else {
        format!("{ty} {} = {};", var.name, var.initial[0])
    }
}

fn spelled(order: Order) -> &'static str {
    match order {
        Order::Relaxed => "memory_order_relaxed",
        Order::Acquire => "memory_order_acquire",
        Order::Release => "memory_order_release",
        Order::AcqRel => "memory_order_acq_rel",
        Order::SeqCst => "memory_order_seq_cst",
    }
}

/// What C allows for a load.
fn of_load(order: Order) -> &'static str {
    spelled(match order {
        Order::Relaxed | Order::Release => Order::Relaxed,
        Order::Acquire | Order::AcqRel => Order::Acquire,
        Order::SeqCst => Order::SeqCst,
    })
}

/// What C allows for a store.
fn of_store(order: Order) -> &'static str {
    spelled(match order {
        Order::Relaxed | Order::Acquire => Order::Relaxed,
        Order::Release | Order::AcqRel => Order::Release,
        Order::SeqCst => Order::SeqCst,
    })
}

fn function(thread: Thread) -> String {
    format!("thread{}", thread.0)
}

fn parameters(locals: usize) -> String {
    match locals {
        0 => "void".to_owned(),
        _ => (0..locals).map(|local| format!("int *p{local}")).collect::<Vec<_>>().join(", "),
    }
}

/// How many statements there are, inner ones included.
fn statements(body: &[Stmt]) -> usize {
    let inner = |stmt: &Stmt| stmt.bodies().into_iter().map(|body| statements(body)).sum::<usize>();
    body.iter().map(|stmt| 1 + inner(stmt)).sum()
}

fn has_handles(body: &[Stmt]) -> bool {
    body.iter().any(|stmt| {
        matches!(stmt, Stmt::Spawn(_) | Stmt::Join(_))
            || stmt.bodies().into_iter().any(|inner| has_handles(inner))
    })
}

/// The number that a thread begins with, which may as well be its argument.
fn number(decl: &ThreadDecl) -> Option<i64> {
    match decl.body.first() {
        Some(Stmt::Assign { local: Local(0), value: Expr::Const(number) }) => Some(*number),
        _ => None,
    }
}

fn handle(thread: Thread) -> String {
    format!("h{}", thread.0)
}

fn created(body: &[Stmt]) -> Vec<Thread> {
    let mut result = Vec::new();
    for stmt in body {
        if let Stmt::Spawn(child) = stmt {
            result.push(*child);
        }
        for inner in stmt.bodies() {
            result.extend(created(inner));
        }
    }
    result
}

pub(super) fn expr(expr_: &Expr) -> String {
    match expr_ {
        Expr::Const(value) if *value < 0 => format!("({value})"),
        Expr::Const(value) => value.to_string(),
        Expr::Local(local) => format!("l{}", local.0),
        Expr::Binary(operator, left, right) => {
            format!("({} {} {})", expr(left), spelling(*operator), expr(right))
        }
    }
}

fn spelling(operator: Operator) -> &'static str {
    match operator {
        Operator::Add => "+",
        Operator::Sub => "-",
        Operator::Mul => "*",
        Operator::BitAnd => "&",
        Operator::BitOr => "|",
        Operator::Equal => "==",
        Operator::NotEqual => "!=",
        Operator::Less => "<",
        Operator::LessEqual => "<=",
    }
}

#[cfg(test)]
mod tests {
    use super::{Calls, print, print_with};
    use crate::random::Random;
    use crate::threads::generate::{Shape, generate};

    /// Parts that are functions have the same statements as before, each known by its line, and who calls them is known.
    #[test]
    fn parts_are_functions_with_the_same_statements() {
        let mut called = 0;
        for seed in 0..200 {
            let program = generate(&mut Random::new(seed), &Shape::default());
            let plain = print(&program);
            let parts = print_with(&program, Calls::EverySecond(seed as usize));
            let line = |text: &str, line: u32| {
                text.lines().nth(line as usize - 1).map(|line| line.trim().to_owned())
            };
            for (one, other) in plain.statements.iter().zip(&parts.statements) {
                assert_eq!(one.len(), other.len());
                for (&at, &with) in one.iter().zip(other) {
                    assert_eq!(line(&plain.text, at), line(&parts.text, with), "{}", parts.text);
                }
            }
            for &call in parts.called_from.values() {
                let text = line(&parts.text, call);
                assert!(text.is_some_and(|text| text.starts_with("{ void part")), "{}", parts.text);
            }
            called += parts.called_from.len();
        }
        assert!(called > 100, "{called} statements are in functions of their own");
    }
}
