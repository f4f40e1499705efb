//! Queries per second of each backend, alone and under all layers, on generated and recorded loads.
//!
//! `cargo run --release -p raddle-solver --features z3 --example solver_bench --
//! [--queries N] [--solver NAME] [--load NAME] [--counters] [--rows] [RECORDING…]`
//!
//! With `--rows` each result is one line for programs: load, solver, queries, seconds, unknown answers, disagreements and
//! the process's peak memory in bytes, separated by tabs. `cargo xtask bench solver` makes its table of them.
//!
//! Without recordings, those in `bench/recorded` are used. Times are processor times and include the making of the generated conditions, alike for all solvers.

use std::process::ExitCode;
use std::time::Duration;

use raddle_expr::Terms;
use raddle_solver::workload::{Kind, Outcome, explore, replay};
use raddle_solver::{BitBlaster, Solver, SolverConfig, all_layers, recorded};

type MakeSolver = fn(&SolverConfig) -> Box<dyn Solver>;

fn solvers() -> Vec<(&'static str, MakeSolver)> {
    vec![
        ("built-in, all layers", |config| all_layers(BitBlaster::new(config))),
        ("built-in, backend alone", |config| Box::new(BitBlaster::new(config))),
        ("all layers, nothing open", |config| {
            all_layers(BitBlaster::new(&SolverConfig { open_from: usize::MAX, ..config.clone() }))
        }),
        #[cfg(feature = "z3")]
        ("z3, all layers", |config| {
            all_layers(raddle_solver::Z3Backend::new(config, raddle_solver::Z3Mode::Incremental))
        }),
        #[cfg(feature = "z3")]
        ("z3 incremental, alone", |config| {
            Box::new(raddle_solver::Z3Backend::new(config, raddle_solver::Z3Mode::Incremental))
        }),
        #[cfg(feature = "z3")]
        ("z3 fresh, alone", |config| {
            Box::new(raddle_solver::Z3Backend::new(config, raddle_solver::Z3Mode::Fresh))
        }),
    ]
}

#[derive(Default)]
struct Options {
    queries: u64,
    /// Only solvers whose name contains this.
    solver: String,
    /// Only loads whose title contains this.
    load: String,
    counters: bool,
    rows: bool,
    recordings: Vec<String>,
}

impl Options {
    fn parse(arguments: impl Iterator<Item = String>) -> Result<Options, String> {
        let mut options = Options { queries: 4000, ..Options::default() };
        let mut arguments = arguments;
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
            match argument.as_str() {
                "--queries" => {
                    let value = value()?;
                    options.queries =
                        value.parse().map_err(|_| format!("{value} is not a number"))?;
                }
                "--solver" => options.solver = value()?,
                "--load" => options.load = value()?,
                "--counters" => options.counters = true,
                "--rows" => options.rows = true,
                _ => options.recordings.push(argument),
            }
        }
        Ok(options)
    }
}

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::from(2);
        }
    };
    for (kind, title) in [(Kind::Easy, "easy"), (Kind::Hard, "hard")] {
        table(&options, &format!("{title} generated load"), |solver| {
            explore(kind, 1, options.queries, solver)
        });
    }
    let recordings =
        if options.recordings.is_empty() { own_recordings() } else { options.recordings.clone() };
    for file in &recordings {
        if let Err(problem) = replay_file(&options, file) {
            eprintln!("{file}: {problem}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// The fixed set that comes with the crate.
fn own_recordings() -> Vec<String> {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/bench/recorded");
    let files = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let mut names: Vec<String> = files.map(|file| file.path().display().to_string()).collect();
    names.sort();
    names
}

fn replay_file(options: &Options, file: &str) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    recorded::load(&mut Terms::new(), &text).map_err(|error| error.to_string())?;
    let name = std::path::Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
    table(options, &format!("recorded queries of {name}"), |solver| {
        let mut terms = Terms::new();
        let queries = recorded::load(&mut terms, &text).unwrap_or_default();
        replay(&mut terms, solver, &queries)
    });
    Ok(())
}

/// Time this thread has had on a processor, where the system tells: other programs do not disturb it.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

fn run(
    make: MakeSolver,
    options: &Options,
    load: &mut dyn FnMut(&mut dyn Solver) -> Outcome,
) -> Outcome {
    let config =
        SolverConfig { query_time: Some(Duration::from_secs(5)), ..SolverConfig::default() };
    let mut solver = make(&config);
    let before = processor_time();
    let mut outcome = load(solver.as_mut());
    if let Some((before, after)) = before.zip(processor_time()) {
        outcome.time = after - before;
    }
    if options.counters {
        let mut counters = Vec::new();
        solver.counters(&mut counters);
        for (name, value) in counters {
            eprintln!("      {name}: {value}");
        }
    }
    outcome
}

#[expect(clippy::print_stdout, reason = "the table is the output")]
fn table(options: &Options, title: &str, mut load: impl FnMut(&mut dyn Solver) -> Outcome) {
    if !title.contains(&options.load) {
        return;
    }
    if !options.rows {
        println!("{title}");
    }
    let mut first: Option<f64> = None;
    for (name, make) in solvers().into_iter().filter(|(name, _)| name.contains(&options.solver)) {
        let outcome = run(make, options, &mut load);
        if options.rows {
            println!("{}", row(title, name, &outcome));
            continue;
        }
        let rate = outcome.rate();
        let ratio = first.get_or_insert(rate).max(1e-9) / rate.max(1e-9);
        println!(
            "  {name:24} {:6} queries {rate:9.0}/s  1/{ratio:<6.1} sat {} unsat {} unknown {} disagreements {}",
            outcome.queries, outcome.sat, outcome.unsat, outcome.unknown, outcome.disagreements
        );
    }
}

fn row(load: &str, solver: &str, outcome: &Outcome) -> String {
    let Outcome { queries, unknown, disagreements, .. } = outcome;
    let seconds = outcome.time.as_secs_f64();
    let peak = peak_memory().unwrap_or(0);
    format!("{load}\t{solver}\t{queries}\t{seconds}\t{unknown}\t{disagreements}\t{peak}")
}

/// Most bytes this process has had in memory, where the system tells.
fn peak_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}
