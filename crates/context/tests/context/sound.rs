//! Soundness: programs are run by an interpreter, stopped anywhere, and whatever is said of a context that fits must hold in that state.

use std::path::{Path, PathBuf};

use crate::case::programs;
use crate::interpreter::{Over, Run, Status};
use crate::oracle::{Compared, holds};
use raddle_budget::Budget;
use raddle_context::{Broken, Context, Precision, ThreadAt, broken_facts, facts};
use raddle_frontend::{FrontendOptions, load};
use raddle_fuzz::random::Random;
use raddle_fuzz::threads::generate::Shape;
use raddle_pointsto::PointsTo;

/// What came out of a comparison.
#[derive(Debug)]
pub enum Outcome {
    /// The interpreter does not know something of the program, or it does not compile.
    Unknown(String),
    Fits(Compared),
    Contradiction(String),
}

/// Stops a program in some states and compares them with what is said of their contexts.
pub fn contradiction(path: &Path, seeds: u64, broken: Option<Broken>) -> Outcome {
    // Programs of the corpus come in sizes.
    let options = FrontendOptions { defines: vec!["N=3".to_owned()], ..FrontendOptions::default() };
    let program = match load(&[path.to_owned()], &options) {
        Ok(program) => program,
        Err(error) => return Outcome::Unknown(error.to_string()),
    };
    let Some(main) = program.function("main") else {
        return Outcome::Unknown("no main function".to_owned());
    };
    let points_to = PointsTo::new(&program, main, &|| false).expect("there is time");
    let budget = Budget::default();
    let mut all = Compared::default();
    for seed in 1..=seeds {
        let mut run = match Run::new(&program, seed) {
            Ok(run) => run,
            Err(over) => return Outcome::Unknown(format!("{over:?}")),
        };
        let longest = 16 << (run.random() % 6);
        let length = run.random() % longest + 1;
        match (0..length).find_map(|_| run.step().err()) {
            Some(Over::Unknown(what)) => return Outcome::Unknown(what),
            Some(Over::Finished) => continue,
            Some(Over::Stuck) | None => {}
        }
        let (context, threads) = context_of(&mut run);
        if threads.is_empty() {
            continue;
        }
        for precision in [Precision::Full, Precision::NoDefinitions, Precision::NoInvariants] {
            let known = match broken {
                Some(broken) => broken_facts(&program, &points_to, &context, &budget, broken),
                None => facts(&program, &points_to, &context, precision, &budget),
            };
            // With a race before the context, whatever rests on there being none may be wrong.
            if run.raced && known.as_ref().is_ok_and(|facts| facts.assumes_no_races) {
                continue;
            }
            let fits = match &known {
                Ok(facts) => holds(&program, &points_to, &context, facts, &run, &threads),
                Err(error) => Err(format!("{error}")),
            };
            match fits {
                Ok(compared) => all.add(compared),
                Err(error) => {
                    let text = known.map(|facts| facts.to_text(&program, &context));
                    let places = context.threads.iter();
                    let places: Vec<String> = places
                        .map(|thread| format!("{} {:?}", thread.name, thread.frames))
                        .collect();
                    return Outcome::Contradiction(format!(
                        "seed {seed}, {precision:?}: {error}\n{}\n{}",
                        places.join("\n"),
                        text.unwrap_or_default()
                    ));
                }
            }
        }
    }
    Outcome::Fits(all)
}

/// Some of the threads that run, with some of their frames.
fn context_of(run: &mut Run<'_>) -> (Context, Vec<usize>) {
    let mut context = Context::default();
    let mut threads = Vec::new();
    let whole = run.random().is_multiple_of(2);
    context.whole = whole;
    for index in 0..run.threads.len() {
        if run.threads[index].status == Status::Ended || (!whole && run.random().is_multiple_of(3))
        {
            continue;
        }
        let thread = &run.threads[index];
        let mut frames: Vec<_> = thread.frames.iter().rev().map(|frame| frame.at).collect();
        let waiting = thread.status != Status::Runs;
        let deepest = frames.len() as u64;
        if !whole {
            let kept = run.random() % deepest + 1;
            frames.truncate(kept as usize);
        }
        let woken = matches!(run.threads[index].status, Status::Woken(_));
        context.threads.push(ThreadAt { name: format!("T{index}"), frames, waiting, woken });
        threads.push(index);
    }
    context.in_order = run.random().is_multiple_of(2);
    if context.in_order {
        // By their places; those at the same one are in the order of their creation.
        let place = |thread: &ThreadAt| (thread.frames.clone(), thread.waiting, thread.woken);
        let mut all: Vec<(ThreadAt, usize)> =
            context.threads.drain(..).zip(threads.drain(..)).collect();
        all.sort_by_key(|(thread, _)| place(thread));
        (context.threads, threads) = all.into_iter().unzip();
    }
    (context, threads)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn check_all(files: &[PathBuf], seeds: u64) -> (usize, Compared) {
    let mut wrong = 0;
    let mut known = 0;
    let mut all = Compared::default();
    for path in files {
        match contradiction(path, seeds, None) {
            Outcome::Unknown(what) => {
                if std::env::var_os("RADDLE_SOUND_VERBOSE").is_some() {
                    eprintln!("{}: {what}", path.display());
                }
            }
            Outcome::Fits(compared) => {
                known += 1;
                all.add(compared);
            }
            Outcome::Contradiction(what) => {
                eprintln!("{}, {what}", path.display());
                wrong += 1;
            }
        }
    }
    assert_eq!(wrong, 0, "of {} programs", files.len());
    (known, all)
}

#[test]
fn facts_hold_in_the_states_of_programs_made_for_them() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = programs(&here.join("tests/golden"));
    let (known, compared) = check_all(&files, 60);
    eprintln!("{known} programs, {compared:?}");
    assert!(known > 0 && compared.registers > 0 && compared.conditions > 0);
}

#[test]
fn facts_hold_in_the_states_of_the_corpus() {
    let mut files = Vec::new();
    for topic in ["mutex", "barrier", "rwlock", "spin", "classic", "symmetry", "life", "lockset"] {
        let all = programs(&root().join("tests/corpus/threads").join(topic));
        // Some of them, to save the time of the compiler.
        files.extend(all.into_iter().step_by(4));
    }
    let (known, compared) = check_all(&files, 12);
    eprintln!("{known} of {} programs, {compared:?}", files.len());
    assert!(known > 20, "{known} programs were understood");
}

/// How many random programs, and from which seed on.
fn seeds(usually: u64) -> std::ops::Range<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let first = number("RADDLE_SOUND_FIRST").unwrap_or(1);
    first..first + number("RADDLE_SOUND_PROGRAMS").unwrap_or(usually)
}

fn written(name: &str, text: &str) -> PathBuf {
    let path = crate::home().join(name);
    std::fs::write(&path, text).expect("a program can be written");
    path
}

#[test]
fn facts_hold_in_the_states_of_random_schedules() {
    let file = |seed: u64| {
        let mut random = Random::new(seed);
        // The interpreter does not know how to wait for a condition again.
        let shape = Shape { awaits: false, alike: seed.is_multiple_of(2), ..Shape::default() };
        let program = raddle_fuzz::threads::generate::generate(&mut random, &shape);
        let text = raddle_fuzz::threads::print_c::print(&program).text;
        written(&format!("schedules{seed}.c"), &text)
    };
    let files: Vec<PathBuf> = seeds(12).map(file).collect();
    let (known, compared) = check_all(&files, 20);
    eprintln!("{known} of {} programs, {compared:?}", files.len());
    assert!(known > files.len() / 2);
}

#[test]
fn facts_hold_in_the_states_of_random_programs() {
    let file = |seed: u64| {
        let text = crate::random::program(&mut Random::new(seed));
        written(&format!("random{seed}.c"), &text)
    };
    let files: Vec<PathBuf> = seeds(15).map(file).collect();
    let (known, compared) = check_all(&files, 20);
    eprintln!("{known} of {} programs, {compared:?}", files.len());
    assert!(known > files.len() / 2);
}

#[test]
fn facts_hold_in_the_states_of_random_pools() {
    let file = |seed: u64| {
        let text = crate::pools::program(&mut Random::new(seed));
        written(&format!("pool{seed}.c"), &text)
    };
    let files: Vec<PathBuf> = seeds(15).map(file).collect();
    let (known, compared) = check_all(&files, 40);
    eprintln!("{known} of {} programs, {compared:?}", files.len());
    assert!(known > files.len() / 2);
}

#[test]
fn facts_hold_in_the_states_of_random_counts() {
    let file = |seed: u64| {
        let text = crate::counts::program(&mut Random::new(seed));
        written(&format!("counts{seed}.c"), &text)
    };
    let files: Vec<PathBuf> = seeds(15).map(file).collect();
    let (known, compared) = check_all(&files, 40);
    eprintln!("{known} of {} programs, {compared:?}", files.len());
    assert!(known > files.len() / 2);
}

/// Programs of a directory that somebody names, such as those that were written to contradict what is said.
#[test]
fn facts_hold_in_the_states_of_given_programs() {
    let Some(directory) = std::env::var_os("RADDLE_SOUND_DIRECTORY") else { return };
    let (known, compared) = check_all(&programs(Path::new(&directory)), 400);
    eprintln!("{known} programs, {compared:?}");
}
