//! The corpus harness: each program of `tests/corpus` × revision × family size is one named, filterable test.
//!
//! The format of the programs is described in `tests/corpus/README.md`. Tests run the built `raddle` binary, as a user would,
//! two at a time, each with a time limit. What goes wrong with a file itself (an unknown directive, a contradiction)
//! is a failing test of that file's name.

mod annotations;
mod cases;
mod compiler;
mod directives;
mod execute;
mod selftest;
#[path = "../shared/mod.rs"]
mod shared;
mod verify;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};

use crate::cases::Case;
use crate::compiler::Compiled;

/// Programs run side by side; each may take a whole core.
const PARALLEL_TESTS: usize = 2;

fn main() -> ExitCode {
    if let Some(code) = compiler::serve() {
        return code;
    }
    let mut arguments = Arguments::from_args();
    arguments.test_threads.get_or_insert(PARALLEL_TESTS);
    let root = workspace_root();
    let mut trials = selftest::trials();
    let compiled = Compiled::new();
    match &compiled {
        Ok(compiled) => trials.extend(corpus_trials(&root, compiled.directory())),
        Err(error) => trials.push(failing("corpus", &error.to_string())),
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn workspace_root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.ancestors().nth(2).map_or_else(|| manifest.to_owned(), Path::to_owned)
}

fn corpus_trials(root: &Path, compiled: &Path) -> Vec<Trial> {
    let corpus = root.join("tests/corpus");
    let programs = match cases::programs(&corpus) {
        Ok(programs) => programs,
        Err(error) => return vec![failing("corpus", &error)],
    };
    let trials = |program: PathBuf| program_trials(root, &corpus, compiled, &program);
    programs.into_iter().flat_map(trials).collect()
}

fn program_trials(root: &Path, corpus: &Path, compiled: &Path, program: &Path) -> Vec<Trial> {
    let name = program.strip_prefix(corpus).unwrap_or(program).display().to_string();
    match cases::expand(program, &name) {
        Ok(cases) => cases.into_iter().map(|case| trial(root, compiled, case)).collect(),
        Err(error) => vec![failing(&name, &error)],
    }
}

fn trial(root: &Path, compiled: &Path, case: Case) -> Trial {
    let (root, compiled) = (root.to_owned(), compiled.to_owned());
    Trial::test(case.name.clone(), move || run(&root, &compiled, &case).map_err(Failed::from))
}

fn run(root: &Path, compiled: &Path, case: &Case) -> Result<(), String> {
    let execution = execute::check(root, compiled, case)?;
    let complaints = verify::verify(case, &execution);
    if complaints.is_empty() {
        return Ok(());
    }
    Err(format!(
        "{}\n\ncommand: {}\n{}",
        complaints.join("\n"),
        execution.command_line,
        execution.excerpt()
    ))
}

fn failing(name: &str, error: &str) -> Trial {
    let error = error.to_owned();
    Trial::test(name, move || Err(Failed::from(error)))
}
