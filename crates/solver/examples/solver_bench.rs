//! Queries per second of each backend, alone and under all layers, on generated and recorded loads.
//!
//! `cargo run --release -p raddle-solver --features z3 --example solver_bench -- [QUERIES] [RECORDING…]`

use std::time::Duration;

use raddle_expr::Terms;
use raddle_solver::workload::{Kind, Outcome, explore, replay};
use raddle_solver::{BitBlaster, Solver, SolverConfig, all_layers, recorded};

type MakeSolver = fn(&SolverConfig) -> Box<dyn Solver>;

fn solvers() -> Vec<(&'static str, MakeSolver)> {
    vec![
        ("built-in, all layers", |config| all_layers(BitBlaster::new(config))),
        ("built-in, backend alone", |config| Box::new(BitBlaster::new(config))),
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

fn main() {
    let mut arguments = std::env::args().skip(1);
    let queries = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(2000);
    let config = SolverConfig { query_time: Duration::from_secs(5), ..SolverConfig::default() };
    table(&format!("easy generated load, {queries} queries"), |make| {
        run(make, &config, |solver| explore(Kind::Easy, 1, queries, solver))
    });
    table(&format!("hard generated load, {} queries", queries / 4), |make| {
        run(make, &config, |solver| explore(Kind::Hard, 1, queries / 4, solver))
    });
    for file in arguments {
        let text = match std::fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("cannot read the recorded queries {file}: {error}");
                continue;
            }
        };
        table(&format!("recorded queries of {file}"), |make| {
            let mut terms = Terms::new();
            match recorded::load(&mut terms, &text) {
                Ok(queries) => run(make, &config, |solver| replay(&mut terms, solver, &queries)),
                Err(error) => {
                    eprintln!("{file}: {error}");
                    Outcome::default()
                }
            }
        });
    }
}

fn run(
    make: MakeSolver,
    config: &SolverConfig,
    load: impl FnOnce(&mut dyn Solver) -> Outcome,
) -> Outcome {
    let mut solver = make(config);
    let before = processor_time();
    let mut outcome = load(solver.as_mut());
    if let Some((before, after)) = before.zip(processor_time()) {
        outcome.time = after - before;
    }
    if std::env::var_os("SOLVER_BENCH_COUNTERS").is_some() {
        let mut counters = Vec::new();
        solver.counters(&mut counters);
        for (name, value) in counters {
            eprintln!("      {name}: {value}");
        }
    }
    outcome
}

/// Time this thread has had on a processor, where the system tells: other programs do not disturb it.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

#[expect(clippy::print_stdout, reason = "the table is the output")]
fn table(title: &str, mut measure: impl FnMut(MakeSolver) -> Outcome) {
    println!("{title}");
    let mut first: Option<f64> = None;
    for (name, make) in solvers() {
        let outcome = measure(make);
        let rate = outcome.rate();
        let ratio = first.get_or_insert(rate).max(1e-9) / rate.max(1e-9);
        println!(
            "  {name:26} {rate:10.0}/s  1/{ratio:<6.1} sat {} unsat {} unknown {} disagreements {}",
            outcome.sat, outcome.unsat, outcome.unknown, outcome.disagreements
        );
    }
}
