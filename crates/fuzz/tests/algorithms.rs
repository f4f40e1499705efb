//! The verdicts of the corpus programs in which threads exclude each other by hand, found by trying everything.
//!
//! Each algorithm is written in the small language as it stands in C under the corpus topic `threads/classic`: every
//! shared variable is atomic except the one that shows whether two threads are inside.

use raddle_fuzz::threads::builder::{
    Builder, add, and, check, eq, l, le, lt, n, ne, or, read, set, step, sub, when, write,
};
use raddle_fuzz::threads::oracle::{Answer, Limits, answer, count};
use raddle_fuzz::threads::program::{Expr, Label, Local, Place, Program, Stmt, Var};

/// What a loop condition needs to be read into locals before each test: reads, and the condition to go on.
fn spin(reads: Vec<Stmt>, go_on: Expr) -> Vec<Stmt> {
    let mut before = reads.clone();
    before.push(Stmt::While { condition: go_on, body: reads });
    before
}

/// `inside = me; assert(inside == me)`, with plain accesses.
fn critical_section(inside: Var, me: i64) -> Vec<Stmt> {
    vec![write(inside, n(me)), read(5, inside), check(me as usize, eq(l(5), n(me)))]
}

fn verdict(program: &Program) -> Answer {
    program.validate().expect("the algorithm is written as a valid program");
    answer(program, &Limits::default()).expect("the algorithm is small and well defined")
}

/// Both threads' checks can fail and the variable inside races.
fn broken(inside: Var) -> Answer {
    Answer { failing: [Label(0), Label(1)].into(), racy: [inside].into(), ..Answer::default() }
}

/// The shared variables of most algorithms, one of each per thread.
struct Pair {
    builder: Builder,
    flags: [Var; 2],
    turn: Var,
    inside: Var,
}

impl Pair {
    fn new() -> Pair {
        let mut builder = Builder::new();
        let flags = [builder.atomic("flag0", 0), builder.atomic("flag1", 0)];
        let turn = builder.atomic("turn", 0);
        let inside = builder.var("inside", 0);
        Pair { builder, flags, turn, inside }
    }

    /// `body` gets the number of the thread, its own flag and the other one's.
    fn verdict(mut self, body: impl Fn(&Pair, i64, Var, Var) -> Vec<Stmt>) -> (Answer, Var) {
        for me in 0..2 {
            let stmts = body(&self, me as i64, self.flags[me], self.flags[1 - me]);
            self.builder.thread(&format!("t{me}"), stmts);
        }
        let inside = self.inside;
        (verdict(&self.builder.join_all(vec![])), inside)
    }
}

#[test]
fn peterson() {
    let body = |wish_first: bool| {
        move |pair: &Pair, me: i64, mine: Var, theirs: Var| {
            let (wish, give_way) = (write(mine, n(1)), write(pair.turn, n(1 - me)));
            let mut stmts = if wish_first { vec![wish, give_way] } else { vec![give_way, wish] };
            // The second read happens only if the first one is true.
            let reads = vec![read(0, theirs), set(1, n(me)), when(l(0), vec![read(1, pair.turn)])];
            stmts.extend(spin(reads, and(l(0), eq(l(1), n(1 - me)))));
            stmts.extend(critical_section(pair.inside, me));
            stmts.push(write(mine, n(0)));
            stmts
        }
    };
    assert_eq!(Pair::new().verdict(body(true)).0, Answer::default());
    let (answer, inside) = Pair::new().verdict(body(false));
    assert_eq!(answer, broken(inside));
}

#[test]
fn dekker() {
    let right = |pair: &Pair, me: i64, mine: Var, theirs: Var| {
        let mut wait_for_turn = vec![write(mine, n(0))];
        wait_for_turn.extend(spin(vec![read(1, pair.turn)], ne(l(1), n(me))));
        wait_for_turn.push(write(mine, n(1)));
        let contention =
            vec![read(1, pair.turn), when(ne(l(1), n(me)), wait_for_turn), read(0, theirs)];
        let mut stmts = vec![write(mine, n(1)), read(0, theirs)];
        stmts.push(Stmt::While { condition: l(0), body: contention });
        stmts.extend(critical_section(pair.inside, me));
        stmts.extend([write(pair.turn, n(1 - me)), write(mine, n(0))]);
        stmts
    };
    assert_eq!(Pair::new().verdict(right).0, Answer::default());
    let wrong = |pair: &Pair, me: i64, mine: Var, theirs: Var| {
        let wait = spin(vec![read(1, pair.turn)], ne(l(1), n(me)));
        let mut stmts = vec![read(0, theirs), when(l(0), wait), write(mine, n(1))];
        stmts.extend(critical_section(pair.inside, me));
        stmts.extend([write(pair.turn, n(1 - me)), write(mine, n(0))]);
        stmts
    };
    let (answer, inside) = Pair::new().verdict(wrong);
    assert_eq!(answer, broken(inside));
}

#[test]
fn szymanski() {
    let body = |ordered: bool| {
        move |pair: &Pair, me: i64, mine: Var, theirs: Var| {
            let look = || vec![read(0, theirs)];
            let mut stmts = vec![write(mine, n(1))];
            stmts.extend(spin(look(), le(n(3), l(0))));
            stmts.extend([write(mine, n(3)), read(0, theirs)]);
            let mut wait_in_room = vec![write(mine, n(2))];
            wait_in_room.extend(spin(look(), ne(l(0), n(4))));
            stmts.push(when(eq(l(0), n(1)), wait_in_room));
            stmts.push(write(mine, n(4)));
            if ordered && me == 1 {
                stmts.extend(spin(look(), le(n(2), l(0))));
            }
            stmts.extend(critical_section(pair.inside, me));
            if me == 0 {
                stmts.extend(spin(look(), or(eq(l(0), n(2)), eq(l(0), n(3)))));
            }
            stmts.push(write(mine, n(0)));
            stmts
        }
    };
    assert_eq!(Pair::new().verdict(body(true)).0, Answer::default());
    let (answer, inside) = Pair::new().verdict(body(false));
    // Whoever waits in the room may also miss the other one passing through.
    assert_eq!(answer, Answer { deadlock: true, ..broken(inside) });
}

#[test]
fn bakery() {
    let body = |choosing: Option<[Var; 2]>| {
        move |pair: &Pair, me: i64, mine: Var, theirs: Var| {
            let mut stmts = vec![read(0, theirs), set(2, add(l(0), n(1))), write(mine, l(2))];
            if let Some(choosing) = choosing {
                let own = choosing[me as usize];
                stmts.insert(0, write(own, n(1)));
                stmts.push(write(own, n(0)));
                stmts.extend(spin(vec![read(1, choosing[1 - me as usize])], l(1)));
            }
            let first = or(lt(l(2), l(0)), and(eq(l(2), l(0)), n(1 - me)));
            let may_enter = or(eq(l(0), n(0)), first);
            stmts.extend(spin(vec![read(0, theirs)], eq(may_enter, n(0))));
            stmts.extend(critical_section(pair.inside, me));
            stmts.push(write(mine, n(0)));
            stmts
        }
    };
    let mut pair = Pair::new();
    let choosing = [pair.builder.atomic("choosing0", 0), pair.builder.atomic("choosing1", 0)];
    assert_eq!(pair.verdict(body(Some(choosing))).0, Answer::default());
    let (answer, inside) = Pair::new().verdict(body(None));
    assert_eq!(answer, broken(inside));
}

/// A ticket lock around an increment in two steps.
fn ticket_lock(draw_in_one_step: bool) -> Answer {
    let mut builder = Builder::new();
    let (next, serving) = (builder.atomic("next", 0), builder.atomic("serving", 0));
    let counter = builder.var("counter", 0);
    let draw = if draw_in_one_step {
        vec![Stmt::FetchAdd { local: Local(0), at: Place::scalar(next), value: n(1) }]
    } else {
        vec![read(0, next), write(next, add(l(0), n(1)))]
    };
    for name in ["t1", "t2"] {
        let mut body = draw.clone();
        body.extend(spin(vec![read(1, serving)], lt(l(1), l(0))));
        body.extend([read(2, counter), write(counter, add(l(2), n(1)))]);
        body.push(write(serving, add(l(0), n(1))));
        builder.thread(name, body);
    }
    verdict(&builder.join_all(vec![read(0, counter), check(0, eq(l(0), n(2)))]))
}

#[test]
fn tickets() {
    assert_eq!(ticket_lock(true), Answer::default());
    let broken = Answer { failing: [Label(0)].into(), racy: [Var(2)].into(), ..Answer::default() };
    assert_eq!(ticket_lock(false), broken);
}

/// A driver that counts its users and stops when all have gone; a request counts itself before or after it looks.
fn bluetooth(count_first: bool) -> Answer {
    let mut builder = Builder::new();
    let (stopping, pending) = (builder.atomic("stopping", 0), builder.atomic("pending", 1));
    let (gone, stopped) = (builder.atomic("gone", 0), builder.atomic("stopped", 0));
    let change =
        |by: i64| Stmt::FetchAdd { local: Local(1), at: Place::scalar(pending), value: n(by) };
    let end = || vec![change(-1), when(eq(l(1), n(1)), vec![write(gone, n(1))])];
    let mut used = vec![read(2, stopped), check(0, eq(l(2), n(0)))];
    used.extend(end());
    let request = if count_first {
        vec![
            change(1),
            read(0, stopping),
            Stmt::If { condition: l(0), then: end(), otherwise: used },
        ]
    } else {
        used.insert(0, change(1));
        vec![read(0, stopping), when(eq(l(0), n(0)), used)]
    };
    builder.thread("request", request);
    let mut stop = vec![write(stopping, n(1))];
    stop.extend(end());
    stop.push(step(vec![read(0, gone), Stmt::Await(l(0))]));
    stop.push(write(stopped, n(1)));
    builder.thread("stop", stop);
    verdict(&builder.join_all(vec![]))
}

#[test]
fn bluetooth_driver() {
    assert_eq!(bluetooth(true), Answer::default());
    let late = Answer { failing: [Label(0)].into(), ..Answer::default() };
    assert_eq!(bluetooth(false), late);
}

/// Sections that wait for readers and writers to be gone; `x` is plain.
fn read_write_lock(writer_waits_for_readers: bool) -> (Answer, Var) {
    let mut builder = Builder::new();
    let (writers, readers) = (builder.var("writers", 0), builder.var("readers", 0));
    let x = builder.var("x", 0);
    let mut enter = vec![read(0, writers), Stmt::Await(eq(l(0), n(0)))];
    if writer_waits_for_readers {
        enter.extend([read(1, readers), Stmt::Await(eq(l(1), n(0)))]);
    }
    enter.push(write(writers, n(1)));
    builder.thread("writer", vec![step(enter), write(x, n(3)), step(vec![write(writers, n(0))])]);
    let change = |by: i64| vec![read(1, readers), write(readers, add(l(1), n(by)))];
    let mut enter = vec![read(0, writers), Stmt::Await(eq(l(0), n(0)))];
    enter.extend(change(1));
    builder.thread(
        "reader",
        vec![
            step(enter),
            read(2, x),
            read(3, x),
            check(0, eq(sub(l(2), l(3)), n(0))),
            step(change(-1)),
        ],
    );
    (verdict(&builder.join_all(vec![])), x)
}

#[test]
fn readers_and_writers() {
    assert_eq!(read_write_lock(true).0, Answer::default());
    let (answer, x) = read_write_lock(false);
    let broken = Answer { failing: [Label(0)].into(), racy: [x].into(), ..Answer::default() };
    assert_eq!(answer, broken);
}

/// One scans an array downwards for a zero, the others set each element to its neighbour plus one.
#[test]
fn last_zero_traces() {
    for (size, traces) in [(1_i64, 2), (2, 5)] {
        let mut builder = Builder::new();
        let a = builder.array("a", &[0; 4]);
        let at = |index: i64| Place::element(a, n(index));
        let mut scan = Vec::new();
        for index in 1..=size {
            let load = Stmt::Load { local: Local(0), from: at(index) };
            scan = vec![load, when(ne(l(0), n(0)), scan)];
        }
        builder.thread("scan", scan);
        for index in 1..=size {
            let load = Stmt::Load { local: Local(0), from: at(index - 1) };
            let store = Stmt::Store { to: at(index), value: add(l(0), n(1)) };
            builder.thread(&format!("bump{index}"), vec![load, store]);
        }
        // Creating and joining step by step adds interleavings but no traces; the shorter form is enough.
        let program = builder.together(vec![]);
        let counted = count(&program, &Limits::default()).expect("small");
        assert_eq!(counted.traces, traces);
    }
}
