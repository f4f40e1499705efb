//! The recorded queries of the benchmark have the answers they were recorded with.

use std::time::Duration;

use raddle_expr::Terms;
use raddle_solver::{SolverConfig, default_solver, recorded, workload};

#[test]
fn recorded_answers_are_found_again() {
    let config =
        SolverConfig { query_time: Some(Duration::from_millis(500)), ..SolverConfig::default() };
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/bench/recorded");
    for file in std::fs::read_dir(directory).expect("the recordings are there") {
        let path = file.expect("the directory can be read").path();
        let text = std::fs::read_to_string(&path).expect("a recording can be read");
        let mut terms = Terms::new();
        let queries = recorded::load(&mut terms, &text).expect("a recording is well formed");
        let queries = &queries[..queries.len().min(600)];
        let outcome = workload::replay(&mut terms, default_solver(&config).as_mut(), queries);
        assert_eq!(outcome.disagreements, 0, "{}", path.display());
        assert!(outcome.sat > 0 && outcome.unsat > 0, "{}: {outcome:?}", path.display());
    }
}
