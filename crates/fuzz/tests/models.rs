//! The oracle of memory models on what is known: the litmus tests of the literature, and two ways to define the same model.
//!
//! The litmus tests stand in C under `tests/litmus/`; `RADDLE_BLESS=1` writes them anew.

use std::collections::BTreeSet;
use std::path::Path;

use raddle_fuzz::models::axioms::Defect;
use raddle_fuzz::models::generate::generate;
use raddle_fuzz::models::litmus::{Litmus, all};
use raddle_fuzz::models::model::Model;
use raddle_fuzz::models::notation::{Condition, parse};
use raddle_fuzz::models::oracle::{Answer, Limits, answers, answers_with, buffered};
use raddle_fuzz::random::Random;

fn judged(code: &str) -> [Answer; 4] {
    let program = parse(code).unwrap_or_else(|error| panic!("{code}: {error}"));
    answers(&program, &Limits::default()).unwrap_or_else(|error| panic!("{code}: {error}"))
}

fn litmus() -> Vec<Litmus> {
    all().unwrap_or_else(|error| panic!("{error}"))
}

/// Whether sc, tso, pso and c11 allow the outcome.
fn allows(code: &str, asks: &str) -> [bool; 4] {
    let program = parse(code).unwrap_or_else(|error| panic!("{code}: {error}"));
    let condition = Condition::parse(&program, asks).unwrap_or_else(|error| panic!("{error}"));
    judged(code)
        .map(|answer| answer.outcomes.iter().any(|outcome| condition.holds(&program, outcome)))
}

/// A name, the program, the outcome, and whether SC, TSO and PSO (with relaxed accesses), and RC11 with relaxed, release and acquire,
/// and seq_cst accesses allow it. `W` and `R` stand for the order of stores and loads.
type Row = (&'static str, &'static str, &'static str, [bool; 3], [bool; 3]);

const NEVER: [bool; 3] = [false; 3];

const TABLE: &[Row] = &[
    ("SB", "x=1 W; a=y R | y=1 W; b=x R", "a=0 b=0", [false, true, true], [true, true, false]),
    ("SB with fences", "x=1 W; fence sc; a=y R | y=1 W; fence sc; b=x R", "a=0 b=0", NEVER, NEVER),
    ("MP", "x=1 W; y=1 W | a=y R; b=x R", "a=1 b=0", [false, false, true], [true, false, false]),
    (
        "MP with fences",
        "x=1 W; fence rel; y=1 W | a=y R; fence acq; b=x R",
        "a=1 b=0",
        NEVER,
        NEVER,
    ),
    ("LB", "a=x R; y=1 W | b=y R; x=1 W", "a=1 b=1", NEVER, NEVER),
    ("S", "x=2 W; y=1 W | a=y R; x=1 W", "a=1 x=2", [false, false, true], [true, false, false]),
    ("R", "x=1 W; y=1 W | y=2 W; a=x R", "y=2 a=0", [false, true, true], [true, true, false]),
    ("2+2W", "x=1 W; y=2 W | y=1 W; x=2 W", "x=1 y=1", [false, false, true], [true, true, false]),
    ("WRC", "x=1 W | a=x R; y=1 W | b=y R; c=x R", "a=1 b=1 c=0", NEVER, [true, false, false]),
    (
        "ISA2",
        "x=1 W; y=1 W | a=y R; z=1 W | b=z R; c=x R",
        "a=1 b=1 c=0",
        [false, false, true],
        [true, false, false],
    ),
    (
        "RWC",
        "x=1 W | a=x R; b=y R | y=1 W; c=x R",
        "a=1 b=0 c=0",
        [false, true, true],
        [true, true, false],
    ),
    (
        "IRIW",
        "x=1 W | y=1 W | a=x R; b=y R | c=y R; d=x R",
        "a=1 b=0 c=1 d=0",
        NEVER,
        [true, true, false],
    ),
    ("CoRR", "x=1 W | a=x R; b=x R", "a=1 b=0", NEVER, NEVER),
    ("CoWW", "x=1 W; x=2 W", "x=1", NEVER, NEVER),
    ("CoRW", "a=x R; x=1 W | x=2 W", "a=2 x=2", NEVER, NEVER),
    ("CoWR", "x=1 W; a=x R | x=2 W", "a=2 x=1", NEVER, NEVER),
    ("two additions", "a=add(x,1) W | b=add(x,1) W", "x=1", NEVER, NEVER),
    (
        "release sequence",
        "x=1 rlx; y=1 rel | a=add(y,1) rlx | b=y acq; c=x rlx",
        "b=2 c=0",
        NEVER,
        NEVER,
    ),
];

#[test]
fn the_oracle_knows_the_table() {
    for (name, code, asks, buffers, c11) in TABLE {
        let with = |store: &str, load: &str| code.replace('W', store).replace('R', load);
        let relaxed = allows(&with("rlx", "rlx"), asks);
        assert_eq!(relaxed[..3], *buffers, "{name}: sc, tso, pso");
        let ordered = allows(&with("rel", "acq"), asks)[3];
        let strict = allows(&with("sc", "sc"), asks);
        assert_eq!([relaxed[3], ordered, strict[3]], *c11, "{name}: c11 rlx, ra, sc");
        assert_eq!(strict, [false; 4], "{name}: seq_cst is sequentially consistent");
    }
}

/// Worked out by hand.
#[test]
fn graphs_are_counted() {
    let graphs = |code: &str| judged(code)[3].graphs;
    // Each load reads one of two writes, and under seq_cst not both the initial ones.
    assert_eq!(graphs("x=1 rlx; a=y rlx | y=1 rlx; b=x rlx"), 4);
    assert_eq!(graphs("x=1 sc; a=y sc | y=1 sc; b=x sc"), 3);
    // n additions are ordered in n! ways.
    assert_eq!(graphs("a=add(x,1) rlx | b=add(x,1) rlx | c=add(x,1) rlx"), 6);
    // Two stores are ordered in two ways, and a load sees any of three values.
    assert_eq!(graphs("x=1 rlx | x=2 rlx | a=x rlx"), 6);
    // Sections are ordered in 3! ways.
    let section = "lock m; a=p; unlock m";
    assert_eq!(
        graphs(&[section, &section.replace('a', "b"), &section.replace('a', "c")].join(" | ")),
        6
    );
    // A load and a store that is no addition: four readings without program order and reads-from in a circle, of which one has two orders.
    assert_eq!(graphs("a=x rlx; x=1 rlx | b=x rlx; x=2 rlx"), 4);
}

/// Names of registers.
fn registers() -> impl Iterator<Item = String> {
    (0..).map(|number| format!("a{number}"))
}

/// The programs of `cargo xtask bench models`, in small: published numbers, or formulas for them.
#[test]
fn known_numbers_of_graphs() {
    let graphs = |threads: &[String]| judged(&threads.join(" | "))[3].graphs;
    for (threads, known) in [(2, 2), (3, 6), (4, 24)] {
        let add = |register| format!("{register}=add(x,1) rlx");
        assert_eq!(graphs(&registers().take(threads).map(add).collect::<Vec<_>>()), known);
    }
    for (threads, known) in [(2, 4), (3, 36)] {
        let increment = |register| format!("{register}=x rlx; x={register}+1 rlx");
        assert_eq!(graphs(&registers().take(threads).map(increment).collect::<Vec<_>>()), known);
    }
    for (threads, known) in [(2, 2), (3, 5), (4, 14), (5, 43)] {
        let rotate = |(k, register)| format!("{register}=cas(x,{k},{}) rlx rlx", k + 1);
        let rotate: Vec<String> = registers().take(threads).enumerate().map(rotate).collect();
        assert_eq!(graphs(&rotate), known);
    }
    for (rounds, order, known) in [(1, "sc", 3), (2, "sc", 19), (2, "rlx", 20)] {
        let mut registers = registers();
        let mut side = |own: &str, other: &str| {
            let mut round = || {
                let mut name = || registers.next().unwrap_or_default();
                let (mine, sum) = (name(), name());
                format!("{mine}={own} {order}; {sum}={other} {order}; {own}={sum}+1 {order}")
            };
            (0..rounds).map(|_| round()).collect::<Vec<_>>().join("; ")
        };
        assert_eq!(graphs(&[side("x", "y"), side("y", "x")]), known);
    }
    for (size, order, known) in [(2, "sc", 5), (3, "sc", 12), (3, "rlx", 16)] {
        let look = |k| format!("b{k}=x{k} {order}; if b{k}!=0 {{ ");
        let scan: String = (1..=size).rev().map(look).collect();
        let bump = |k| format!("c{k}=x{} {order}; x{k}=c{k}+1 {order}", k - 1);
        let mut threads = vec![scan + &"} ".repeat(size)];
        threads.extend((1..=size).map(bump));
        assert_eq!(graphs(&threads), known);
    }
}

#[test]
fn races_are_seen_by_happens_before() {
    let races = |code: &str| judged(code)[3].races;
    assert!(races("p=1 | a=p"));
    assert!(!races("lock m; p=1; unlock m | lock m; a=p; unlock m"));
    assert!(races("lock m; p=1; unlock m | lock n; a=p; unlock n"));
    assert!(!races("a=p | b=p"));
}

#[test]
fn waits_for_ever_are_seen() {
    let stuck = |code: &str| judged(code)[3].stuck;
    assert!(!stuck("await x==1 rlx | x=1 rlx"));
    assert!(stuck("await x==2 rlx | x=1 rlx"));
    // What is waited for may be gone before it is seen.
    assert!(stuck("await x==1 rlx | x=1 rlx; x=2 rlx"));
    assert!(!stuck("await x==2 rlx | x=1 rlx; x=2 rlx"));
    assert!(stuck("lock m; lock n; unlock n; unlock m | lock n; lock m; unlock m; unlock n"));
}

#[test]
fn litmus_tests_are_as_published() {
    let tests = litmus();
    assert!(tests.len() >= 150, "{} litmus tests", tests.len());
    let mut wrong = Vec::new();
    for test in &tests {
        let answers = answers(&test.program, &Limits::default())
            .unwrap_or_else(|error| panic!("{}: {error}", test.file));
        let found = answers.each_ref().map(|answer| test.happens(answer));
        if found != test.expected {
            wrong.push(format!("{}: {found:?} instead of {:?}", test.file, test.expected));
        }
        if answers.iter().any(|answer| answer.stuck) {
            wrong.push(format!("{}: a thread waits for ever", test.file));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// By a verdict, not only by a number of graphs.
#[test]
fn litmus_tests_notice_defects() {
    let tests = litmus();
    // Torn updates make programs with many locks large.
    let limits = Limits { states: 20_000, candidates: 20_000 };
    for defect in Defect::ALL {
        let notices = |test: &&Litmus| {
            let wrong = answers_with(&test.program, &limits, Some(defect));
            wrong.is_ok_and(|wrong| {
                wrong.each_ref().map(|answer| test.happens(answer)) != test.expected
            })
        };
        match tests.iter().find(notices) {
            Some(test) => eprintln!("{defect:?} is noticed by {}", test.file),
            None => panic!("no litmus test notices {defect:?}"),
        }
    }
}

#[test]
fn files_of_litmus_tests_are_up_to_date() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/litmus");
    let bless = std::env::var_os("RADDLE_BLESS").is_some();
    let (mut different, mut known) = (Vec::new(), BTreeSet::new());
    for test in litmus() {
        let [.., c11] = answers(&test.program, &Limits::default())
            .unwrap_or_else(|error| panic!("{}: {error}", test.file));
        let text = test.text((!c11.races).then_some(c11.graphs));
        let file = directory.join(&test.file);
        known.insert(file.clone());
        if std::fs::read_to_string(&file).is_ok_and(|known| known == text) {
            continue;
        }
        if bless {
            std::fs::create_dir_all(file.parent().expect("it has a directory")).expect("created");
            std::fs::write(&file, text).expect("written");
        } else {
            different.push(test.file);
        }
    }
    for family in std::fs::read_dir(&directory).expect("there are litmus tests") {
        let family = family.expect("readable").path();
        for file in std::fs::read_dir(&family).into_iter().flatten() {
            let file = file.expect("readable").path();
            assert!(known.contains(&file), "{} belongs to no family", file.display());
        }
    }
    assert!(different.is_empty(), "RADDLE_BLESS=1 would change {different:?}");
}

#[test]
fn graphs_and_buffers_agree_on_random_programs() {
    let limits = Limits { states: 20_000, candidates: 50_000 };
    let (mut compared, mut weak) = (0, [0; 4]);
    for seed in 0..500 {
        let program = generate(&mut Random::new(seed));
        let Ok(graphs) = answers(&program, &limits) else { continue };
        for (place, model) in [Model::Sc, Model::Tso, Model::Pso].into_iter().enumerate() {
            let Ok(stepwise) = buffered(&program, model, &limits) else { continue };
            assert_eq!(stepwise, graphs[place].outcomes, "{} {program}", model.name());
            compared += 1;
        }
        for (count, answer) in weak.iter_mut().zip(&graphs) {
            *count += u32::from(!answer.outcomes.is_subset(&graphs[0].outcomes));
        }
        // Each model allows what a stronger one allows.
        assert!(graphs[0].outcomes.is_subset(&graphs[3].outcomes), "{program}");
        assert!(graphs[0].outcomes.is_subset(&graphs[1].outcomes), "{program}");
        assert!(graphs[1].outcomes.is_subset(&graphs[2].outcomes), "{program}");
    }
    assert!(compared > 1000, "{compared} comparisons");
    assert!(weak[1..].iter().all(|&count| count > 30), "weak outcomes {weak:?}");
}

#[test]
fn locks_that_are_not_got_order_nothing() {
    let tries = "lock m; await z==2 rlx; unlock m | x=1 rlx; c=try(m); a=y rlx; d=add(z,1) rlx; if c==0 { unlock m } \
                 | y=1 rlx; e=try(m); b=x rlx; f=add(z,1) rlx; if e==0 { unlock m }";
    assert_eq!(allows(tries, "a=0 b=0 c=1 e=1"), [false, false, false, true]);
    // One of them gets it, and the other does not: what is ordered is that the lock was taken before.
    let one = "x=1 rlx; a=try(m); if a==0 { y=1 rlx; unlock m } | b=try(m); if b==0 { c=x rlx; d=y rlx; unlock m }";
    assert_eq!(allows(one, "a=0 b=0 c=0 d=1"), [false; 4]);
    assert_eq!(allows(one, "a=0 b=1"), [true; 4]);
}

#[test]
fn signals_wake_and_order_nothing() {
    let code =
        "lock m; wait a=q==1 o m; unlock m; b=x rlx | lock m; q=1; unlock m; x=1 rlx; signal o";
    let answers = judged(code);
    assert!(answers.iter().all(|answer| !answer.stuck && !answer.races));
    assert_eq!(allows(code, "a=1 b=0"), [true; 4]);
    assert_eq!(allows(code, "a=1 b=1"), [true; 4]);
    // Who signals first, without the lock, may be heard by nobody.
    let early = "lock m; wait a=q==1 o m; unlock m | signal o; lock m; q=1; unlock m";
    assert!(judged(early).iter().all(|answer| answer.stuck));
    // One signal for two threads.
    let two = "lock m; wait a=q==1 o m; unlock m | lock m; wait b=q==1 o m; unlock m | lock m; q=1; SIGNAL o; unlock m";
    assert!(judged(&two.replace("SIGNAL", "signal")).iter().all(|answer| answer.stuck));
    assert!(judged(&two.replace("SIGNAL", "broadcast")).iter().all(|answer| !answer.stuck));
}
