//! Soundness: programs are run by an interpreter, stopped anywhere, and whatever is said of a context that fits must hold in that state.

use std::path::{Path, PathBuf};

use crate::case::programs;
use crate::interpreter::{Over, Run, Status};
use crate::oracle::{Compared, holds};
use raddle_budget::Budget;
use raddle_context::{Context, Precision, ThreadAt, facts};
use raddle_frontend::{FrontendOptions, load};
use raddle_pointsto::PointsTo;

/// Stops a program in some states and checks what is said of them. `None` if the interpreter does not know something of it.
fn check(path: &Path, seeds: u64, wrong: &mut Vec<String>) -> Option<Compared> {
    // Programs of the corpus that come in sizes.
    let options = FrontendOptions { defines: vec!["N=3".to_owned()], ..FrontendOptions::default() };
    let program = match load(&[path.to_owned()], &options) {
        Ok(program) => program,
        Err(error) => {
            if std::env::var_os("RADDLE_SOUND_VERBOSE").is_some() {
                eprintln!("load {error}");
            }
            return None;
        }
    };
    let main = program.function("main")?;
    let points_to = PointsTo::new(&program, main);
    let mut all = Compared::default();
    let mut stops = 0;
    for seed in 1..=seeds {
        let mut run = match Run::new(&program, seed) {
            Ok(run) => run,
            Err(over) => {
                if std::env::var_os("RADDLE_SOUND_VERBOSE").is_some() {
                    eprintln!("{over:?}");
                }
                return None;
            }
        };
        let mut steps = 0u64;
        let longest = 16 << (run.random() % 6);
        let length = run.random() % longest + 1;
        let over = loop {
            if steps == length {
                break None;
            }
            steps += 1;
            if let Err(over) = run.step() {
                break Some(over);
            }
        };
        match over {
            Some(Over::Unknown(_)) => {
                if std::env::var_os("RADDLE_SOUND_VERBOSE").is_some() {
                    eprintln!("{}: {over:?}", path.display());
                }
                return None;
            }
            Some(Over::Finished) => continue,
            Some(Over::Stuck) | None => {}
        }
        stops += 1;
        let (context, threads) = context_of(&mut run);
        if threads.is_empty() {
            continue;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for precision in [Precision::Full, Precision::NoDefinitions, Precision::NoInvariants] {
            let known = facts(&program, &points_to, &context, precision, &Budget::default());
            // With a race before the context, whatever rests on there being none may be wrong.
            let bad = name.ends_with("_bad.c");
            if bad && known.as_ref().is_ok_and(|facts| facts.assumes_no_races) {
                continue;
            }
            let outcome = match &known {
                Ok(facts) => holds(&program, &context, facts, &run, &threads),
                Err(error) => Err(format!("{error}")),
            };
            match outcome {
                Ok(compared) => {
                    all.registers += compared.registers;
                    all.memory += compared.memory;
                    all.locks += compared.locks;
                    all.conditions += compared.conditions;
                    all.unresolved += compared.unresolved;
                }
                Err(error) => {
                    let text = known.map(|facts| facts.to_text(&program, &context));
                    let places: Vec<String> = context
                        .threads
                        .iter()
                        .map(|t| format!("{} {:?}", t.name, t.frames))
                        .collect();
                    wrong.push(format!(
                        "{name}, seed {seed}, {precision:?}: {error}\n{}\n{}",
                        places.join("\n"),
                        text.unwrap_or_default()
                    ));
                    return Some(all);
                }
            }
        }
    }
    (stops > 0).then_some(all)
}

/// Some of the threads that run, with some of their frames.
fn context_of(run: &mut Run<'_>) -> (Context, Vec<usize>) {
    let mut context = Context::default();
    let mut threads = Vec::new();
    let whole = run.random() % 2 == 0;
    for index in 0..run.threads.len() {
        if run.threads[index].status == Status::Ended || (!whole && run.random() % 3 == 0) {
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
        context.threads.push(ThreadAt { name: format!("T{index}"), frames, waiting });
        threads.push(index);
    }
    (context, threads)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn check_all(files: &[PathBuf], seeds: u64) -> (usize, Compared) {
    let mut wrong = Vec::new();
    let mut known = 0;
    let mut all = Compared::default();
    for path in files {
        if let Some(compared) = check(path, seeds, &mut wrong) {
            known += 1;
            all.registers += compared.registers;
            all.memory += compared.memory;
            all.locks += compared.locks;
            all.conditions += compared.conditions;
            all.unresolved += compared.unresolved;
        }
    }
    for one in &wrong {
        eprintln!("{one}");
    }
    assert!(wrong.is_empty(), "{} of {known} programs", wrong.len());
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
        files.extend(all.into_iter().filter(|path| {
            path.file_stem().is_some_and(|stem| !stem.to_string_lossy().contains("race"))
        }));
    }
    let (known, compared) = check_all(&files, 12);
    eprintln!("{known} of {} programs, {compared:?}", files.len());
    assert!(known > 20, "{known} programs were understood");
}
