//! The brute-force oracle on the litmus programs of the corpus: verdicts, interleavings and traces worked out by hand.
//!
//! The same programs stand in C under the corpus topic `threads/litmus`; here they show that the oracle itself
//! counts and judges right.

use std::collections::BTreeSet;

use raddle_fuzz::threads::builder::{
    Builder, add, and, assert, await_var, check, check_var, copy, eq, l, le, mul, n, ne, or, read,
    read_at, read_input, set, step, sub, when, write, write_at,
};
use raddle_fuzz::threads::oracle::{Answer, Counts, Limits, answer, count};
use raddle_fuzz::threads::program::{Label, Program, Stmt, Var};

const P: usize = 0;
const Q: usize = 1;

fn verdict(program: &Program) -> Answer {
    program.validate().expect("a litmus program is valid");
    answer(program, &Limits::default()).expect("a litmus program is small and well defined")
}

fn counts(program: &Program) -> (u64, u64) {
    let Counts { runs, traces } =
        count(program, &Limits::default()).expect("a litmus program is small and well defined");
    (runs, traces)
}

fn fails(labels: &[usize]) -> Answer {
    Answer { failing: labels.iter().map(|&label| Label(label)).collect(), ..Answer::default() }
}

fn fails_and_deadlocks(labels: &[usize]) -> Answer {
    Answer { deadlock: true, ..fails(labels) }
}

#[track_caller]
fn expect(program: &Program, wanted: Answer, runs: u64, traces: u64) {
    assert_eq!((verdict(program), counts(program)), (wanted, (runs, traces)));
}

#[test]
fn lost_backtrack() {
    let mut p = Builder::new();
    let (x, a, b) = (p.var("x", 0), p.var("a", 0), p.var("b", 0));
    p.thread("t1", vec![step(vec![write(x, n(10))]), step(vec![write(x, n(20))])]);
    p.thread("t2", vec![copy(a, x), copy(b, x), check_var(P, 0, b, ne(l(0), n(0)))]);
    expect(&p.together(vec![]), fails(&[P]), 10, 6);
}

#[test]
fn transitive_access() {
    let mut p = Builder::new();
    let (x, a) = (p.var("x", 0), p.array("A", &[0, 0]));
    let input = p.input(&[0, 1, 2]);
    p.thread(
        "t1",
        vec![
            step(vec![write(x, n(0))]),
            step(vec![write(x, n(2))]),
            step(vec![read_at(0, a, n(1)), check(2, ne(l(0), n(1)))]),
        ],
    );
    let nonzero = |label| check_var(label, 0, x, ne(l(0), n(0)));
    p.thread("t2", vec![nonzero(P), step(vec![read(0, x), write(x, add(l(0), n(1)))]), nonzero(Q)]);
    let first = vec![read_input(0, input), write(x, l(0))];
    expect(&p.together(first), fails(&[P, Q]), 60, 30);
}

#[test]
fn await_enabled_pin() {
    let mut p = Builder::new();
    let (x, a) = (p.var("x", 0), p.array("A", &[0, 0]));
    let input = p.input(&[0, 1]);
    p.thread("t1", vec![await_var(0, x, ne(l(0), n(1)))]);
    p.thread(
        "t2",
        vec![
            step(vec![read(0, x), write_at(a, and(l(0), n(1)), n(2))]),
            step(vec![read_at(0, a, n(1)), check(P, ne(l(0), n(2)))]),
        ],
    );
    let first = vec![read_input(0, input), write(x, l(0))];
    expect(&p.together(first), fails_and_deadlocks(&[P]), 4, 2);
}

#[test]
fn await_disabled_pin() {
    let mut p = Builder::new();
    let (g, one, two) = (p.var("g", 0), p.var("one", 0), p.var("two", 0));
    let input = p.input(&[0, 1]);
    let t1 = p.thread(
        "t1",
        vec![await_var(0, g, ne(l(0), n(0))), step(vec![read(1, one), check(P, n(0))])],
    );
    let t2 = p.thread("t2", vec![step(vec![read(0, two)])]);
    let main =
        vec![step(vec![read_input(0, input), write(g, l(0))]), Stmt::Spawn(t1), Stmt::Spawn(t2)];
    expect(&p.main(main), fails_and_deadlocks(&[P]), 7, 2);
}

#[test]
fn abort_independent() {
    let mut p = Builder::new();
    let (x, y, z) = (p.var("x", 0), p.var("y", 0), p.var("z", 0));
    let nonzero = |label, var: Var| step(vec![read(0, var), assert(label, ne(l(0), n(0)))]);
    p.thread("t1", vec![nonzero(P, y)]);
    p.thread("t2", vec![read(1, x), nonzero(Q, z)]);
    expect(&p.together(vec![]), fails(&[P, Q]), 3, 1);
}

#[test]
fn bound_cut() {
    let mut p = Builder::new();
    let (b, s) = (p.var("b", 0), p.var("s", 0));
    let input = p.input(&[0, 1]);
    let some_step = || step(vec![read(1, s)]);
    p.thread(
        "t1",
        vec![
            read(0, b),
            when(eq(l(0), n(0)), vec![some_step(), some_step(), some_step()]),
            some_step(),
            step(vec![read(1, s), check(P, n(0))]),
        ],
    );
    let program = p.together(vec![read_input(0, input), write(b, l(0))]);
    // Main's own step comes on top of the five.
    let limits = Limits { steps: Some(6), ..Limits::default() };
    assert_eq!(answer(&program, &limits), Ok(fails(&[P])));
    assert_eq!(count(&program, &limits), Ok(Counts { runs: 2, traces: 1 }));
}

#[test]
fn lock_order() {
    let mut p = Builder::new();
    let (a, b) = (p.mutex(), p.mutex());
    let both = |first, second| {
        vec![Stmt::Lock(first), Stmt::Lock(second), Stmt::Unlock(second), Stmt::Unlock(first)]
    };
    p.thread("t1", both(a, b));
    p.thread("t2", both(b, a));
    expect(&p.together(vec![]), fails_and_deadlocks(&[]), 6, 3);
}

#[test]
fn deadlock_by_data() {
    let mut p = Builder::new();
    let (x, y) = (p.var("x", 0), p.var("y", 0));
    let input = p.input(&[1, 0]);
    let t1 = p.thread("t1", vec![await_var(0, x, eq(l(0), n(1)))]);
    let t2 = p.thread("t2", vec![step(vec![write(y, n(1))])]);
    let main =
        vec![step(vec![read_input(0, input), write(x, l(0))]), Stmt::Spawn(t1), Stmt::Spawn(t2)];
    expect(&p.main(main), fails_and_deadlocks(&[]), 4, 2);
}

#[test]
fn three_under_lock() {
    let mut p = Builder::new();
    let (x, m) = (p.var("x", 0), p.mutex());
    let locked = |inner: Stmt| vec![Stmt::Lock(m), inner, Stmt::Unlock(m)];
    p.thread("t1", locked(write(x, n(1))));
    p.thread("t2", locked(step(vec![read(0, x), write(x, add(mul(n(2), l(0)), n(1)))])));
    p.thread("t3", locked(check_var(P, 0, x, ne(l(0), n(3)))));
    expect(&p.together(vec![]), fails(&[P]), 6, 6);
}

#[test]
fn two_properties() {
    let mut p = Builder::new();
    let x = p.var("x", 0);
    p.thread("t1", vec![step(vec![write(x, n(1))]), step(vec![write(x, n(2))])]);
    p.thread("t2", vec![check_var(P, 0, x, ne(l(0), n(1))), check_var(Q, 0, x, ne(l(0), n(2)))]);
    expect(&p.together(vec![]), fails(&[P, Q]), 6, 6);
}

#[test]
fn race_under_pruning() {
    let mut p = Builder::new();
    let (f, x, y) = (p.var("f", 0), p.var("x", 0), p.var("y", 0));
    let input = p.input(&[0, 1]);
    p.thread("t1", vec![write(x, n(1))]);
    // The copy is one step, and its read of x is as plain as the write.
    p.thread("t2", vec![read(0, f), when(l(0), vec![step(vec![read(1, x), write(y, l(1))])])]);
    let racy = Answer { racy: BTreeSet::from([x]), ..Answer::default() };
    let first = vec![read_input(0, input), write(f, l(0))];
    expect(&p.together(first), racy, 5, 3);
}

#[test]
fn callee_two_sites() {
    let mut p = Builder::new();
    let (x, r) = (p.var("x", 0), p.var("r", 0));
    let input = p.input(&[0, 1]);
    let call = || copy(r, x);
    let t1 = vec![
        read_input(0, input),
        Stmt::If {
            condition: l(0),
            then: vec![call()],
            otherwise: vec![call(), check_var(P, 1, x, ne(l(1), n(5)))],
        },
    ];
    p.thread("t1", t1);
    p.thread("t2", vec![step(vec![write(x, n(5))])]);
    assert_eq!(verdict(&p.together(vec![])), fails(&[P]));
}

#[test]
fn sleep_and_summary() {
    let mut p = Builder::new();
    let (k, m) = (p.var("k", 0), p.array("M", &[9, 0]));
    p.thread("t0", vec![step(vec![write(k, n(1))])]);
    p.thread("t1", vec![step(vec![read(0, k), write_at(m, l(0), n(5))])]);
    p.thread("t2", vec![step(vec![read(0, k), write_at(m, n(0), l(0))])]);
    let reached = and(and(eq(l(0), n(0)), eq(l(1), n(5))), eq(l(2), n(1)));
    p.thread(
        "t3",
        vec![step(vec![
            read_at(0, m, n(0)),
            read_at(1, m, n(1)),
            read(2, k),
            check(P, eq(reached, n(0))),
        ])],
    );
    expect(&p.together(vec![]), fails(&[P]), 24, 21);
}

#[test]
fn address_pin() {
    let mut p = Builder::new();
    let (i, a, array) = (p.var("i", 0), p.var("a", 0), p.array("A", &[0, 0]));
    let input = p.input(&[1, 0]);
    let t1 = p.thread("t1", vec![step(vec![read(0, i), write_at(array, l(0), n(1))])]);
    let t2 = p.thread(
        "t2",
        vec![
            step(vec![read_at(0, array, n(0)), write(a, l(0))]),
            step(vec![read(0, i), read(1, a), check(P, or(eq(l(0), n(1)), eq(l(1), n(1))))]),
        ],
    );
    let main =
        vec![step(vec![read_input(0, input), write(i, l(0))]), Stmt::Spawn(t1), Stmt::Spawn(t2)];
    expect(&p.main(main), fails(&[P]), 8, 3);
}

#[test]
fn semi_direction() {
    let mut p = Builder::new();
    let x = p.var("x", 0);
    let in_limit = |label| check(label, le(l(0), n(1)));
    let change =
        |label, value| step(vec![read(0, x), set(0, value), write(x, l(0)), in_limit(label)]);
    p.thread("t1", vec![change(P, add(l(0), n(1)))]);
    p.thread("t2", vec![change(Q, mul(l(0), n(2)))]);
    expect(&p.together(vec![]), fails(&[Q]), 2, 2);
}

#[test]
fn semi_suffix() {
    let mut p = Builder::new();
    let x = p.var("x", 0);
    p.thread("t1", vec![step(vec![write(x, n(1))])]);
    p.thread("t2", vec![step(vec![write(x, n(2))])]);
    p.thread("t3", vec![check_var(P, 0, x, le(l(0), n(1)))]);
    expect(&p.together(vec![]), fails(&[P]), 6, 6);
}

#[test]
fn spin_two_reads() {
    let mut p = Builder::new();
    let (a, b) = (p.atomic("a", 1), p.atomic("b", 1));
    // Local 2 says that the loop may end.
    let body = vec![read(0, a), when(eq(l(0), n(1)), vec![read(1, b), set(2, eq(l(1), n(0)))])];
    let spin = Stmt::While { condition: eq(l(2), n(0)), body };
    p.thread("t1", vec![spin, check(P, n(0))]);
    p.thread("t2", vec![write(a, n(0)), write(b, n(0))]);
    assert_eq!(verdict(&p.together(vec![])), fails_and_deadlocks(&[P]));
}

#[test]
fn ignored_thread() {
    let mut p = Builder::new();
    let (a, x, y) = (p.var("a", 0), p.var("x", 0), p.var("y", 0));
    let body = vec![read(0, y), write(a, l(0))];
    p.thread("t1", vec![Stmt::While { condition: n(1), body }]);
    p.thread("t2", vec![check_var(P, 0, x, ne(l(0), n(0)))]);
    assert_eq!(verdict(&p.together(vec![])), fails_and_deadlocks(&[P]));
}

#[test]
fn type_b_condition() {
    let mut p = Builder::new();
    let y = p.var("y", 0);
    let input = p.input(&(0..10).collect::<Vec<_>>());
    let greater = sub(n(1), le(l(0), n(5)));
    let main =
        vec![read_input(0, input), when(greater, vec![write(y, n(1))]), check(P, le(l(0), n(5)))];
    assert_eq!(verdict(&p.main(main)), fails(&[P]));
}

#[test]
fn deadlock_vs_assume() {
    let mut p = Builder::new();
    let (x, y) = (p.var("x", 0), p.var("y", 0));
    let input = p.input(&[1, 0]);
    p.thread("t1", vec![await_var(0, x, eq(l(0), n(1)))]);
    p.thread("t2", vec![step(vec![write(y, n(1))])]);
    let first = vec![read_input(0, input), write(x, l(0))];
    expect(&p.together(first), fails_and_deadlocks(&[]), 3, 2);
}

fn fig2(start: &[i64]) -> Program {
    let mut p = Builder::new();
    let x = p.var("x", 0);
    let input = p.input(start);
    p.thread("t1", vec![step(vec![write(x, n(10))]), step(vec![write(x, n(20))])]);
    let read_atomically = |local| step(vec![read(local, x)]);
    p.thread("t2", vec![read_atomically(0), read_atomically(1), check(P, le(l(0), l(1)))]);
    p.together(vec![read_input(0, input), write(x, l(0))])
}

#[test]
fn fig2_holds_up_to_ten() {
    expect(&fig2(&[10]), Answer::default(), 6, 6);
    assert_eq!(verdict(&fig2(&[-3, 0, 9, 10])), Answer::default());
    assert_eq!(verdict(&fig2(&[11])), fails(&[P]));
}

/// The pairs are kept apart by flags that each side sets and the other awaits.
fn fig3(pairs: usize) -> Program {
    let mut p = Builder::new();
    let (mut reader, mut writer) = (Vec::new(), Vec::new());
    for pair in 0..pairs {
        let x = p.var(&format!("x{pair}"), 0);
        let (read_done, written) = (p.var(&format!("r{pair}"), 0), p.var(&format!("w{pair}"), 0));
        reader.extend([
            step(vec![read(pair, x)]),
            step(vec![write(read_done, n(1))]),
            await_var(5, written, l(5)),
        ]);
        writer.extend([
            step(vec![write(x, n(10))]),
            step(vec![write(written, n(1))]),
            await_var(5, read_done, l(5)),
        ]);
    }
    let sum = (0..pairs).map(l).reduce(add).unwrap_or(n(0));
    reader.push(check(P, le(sum, n(10 * pairs as i64))));
    p.thread("reader", reader);
    p.thread("writer", writer);
    p.together(vec![])
}

#[test]
fn fig3_has_two_traces_per_pair() {
    for pairs in 1..=3 {
        let program = fig3(pairs);
        assert_eq!(verdict(&program), Answer::default());
        assert_eq!(counts(&program).1, 1 << pairs);
    }
}

fn fibonacci(times: usize, limit: i64) -> Program {
    let mut p = Builder::new();
    let (i, j) = (p.var("i", 1), p.var("j", 1));
    let body = |mine, other| {
        vec![Stmt::Repeat {
            times,
            body: vec![read(0, other), read(1, mine), write(mine, add(l(0), l(1)))],
        }]
    };
    p.thread("left", body(i, j));
    p.thread("right", body(j, i));
    let in_limit = and(le(l(0), n(limit)), le(l(1), n(limit)));
    p.join_all(vec![read(0, i), read(1, j), assert(P, in_limit)])
}

#[test]
fn fibonacci_traces() {
    assert_eq!(counts(&fibonacci(1, 3)).1, 3);
    assert_eq!(counts(&fibonacci(2, 8)).1, 19);
    let racy = BTreeSet::from([Var(0), Var(1)]);
    assert_eq!(verdict(&fibonacci(3, 21)), Answer { racy: racy.clone(), ..Answer::default() });
    assert_eq!(verdict(&fibonacci(3, 20)), Answer { racy, ..fails(&[P]) });
}

#[test]
fn readers_traces() {
    let mut p = Builder::new();
    let x = p.var("x", 0);
    let readers: Vec<_> =
        (0..3).map(|k| p.thread(&format!("reader{k}"), vec![read(0, x)])).collect();
    let mut main: Vec<Stmt> = readers.iter().map(|&t| Stmt::Spawn(t)).collect();
    main.push(write(x, n(1)));
    main.extend(readers.iter().map(|&t| Stmt::Join(t)));
    assert_eq!(counts(&p.main(main)).1, 8);
}

#[test]
fn locked_increments_traces() {
    let mut p = Builder::new();
    let (c, m) = (p.var("c", 0), p.mutex());
    for k in 0..3 {
        let body = vec![Stmt::Lock(m), read(0, c), write(c, add(l(0), n(1))), Stmt::Unlock(m)];
        p.thread(&format!("inc{k}"), body);
    }
    let program = p.join_all(vec![read(0, c), assert(P, eq(l(0), n(3)))]);
    expect_traces_and_safety(&program, 6);
}

fn expect_traces_and_safety(program: &Program, traces: u64) {
    assert_eq!(verdict(program), Answer::default());
    assert_eq!(counts(program).1, traces);
}
