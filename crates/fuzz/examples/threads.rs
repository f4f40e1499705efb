//! Compares a raddle binary with the brute-force oracle on random concurrent programs:
//!
//!     cargo run --release -p raddle-fuzz --example threads -- RADDLE DIRECTORY [SEED [SECONDS [WITHOUT [CLANG HEADERS]]]]
//!
//! WITHOUT names features to leave out: `locks,conditions`, or `-` for none of them.
//! With a clang and the directory of `raddle.h` every program is compiled once instead of once per mode. With `-` as RADDLE
//! the programs are only written to DIRECTORY, up to 20 of them, to look at.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use raddle_fuzz::random::Random;
use raddle_fuzz::threads::drive::{Config, run};
use raddle_fuzz::threads::generate::{Shape, generate};
use raddle_fuzz::threads::print_c::print;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [raddle, directory, rest @ ..] = arguments.as_slice() else {
        eprintln!("usage: threads RADDLE DIRECTORY [SEED [SECONDS [WITHOUT [CLANG HEADERS]]]]");
        return ExitCode::from(2);
    };
    let mut config = Config::new(PathBuf::from(directory));
    let number = |index: usize| rest.get(index).and_then(|text| text.parse().ok());
    config.seed = number(0).unwrap_or(config.seed);
    config.time = number(1).map_or(config.time, Duration::from_secs);
    for feature in rest.get(2).into_iter().flat_map(|list| list.split(',')) {
        if feature != "-" && !config.shape.turn_off(feature) {
            eprintln!("there is no feature `{feature}`");
            return ExitCode::from(2);
        }
    }
    if let [_, _, _, clang, headers] = rest {
        config.compile_with(PathBuf::from(clang), Path::new(headers));
    }
    if raddle == "-" {
        return show(&config);
    }
    let mut shown = 0;
    let result = run(&config, Path::new(raddle), |summary| {
        if let Some(mismatch) = summary.mismatches.get(shown) {
            shown += 1;
            eprintln!("{}: {:?}", mismatch.file.display(), mismatch.differences);
        }
    });
    match result {
        Ok(summary) => {
            let count = summary.mismatches.len();
            eprintln!("{summary}; {} programs were rejected", summary.rejected);
            ExitCode::from(u8::from(count > 0))
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn show(config: &Config) -> ExitCode {
    for number in 0..20 {
        let program = generate(&mut Random::new(config.seed + number), &Shape::default());
        let file = config.mismatches.join(format!("example{number}.c"));
        if let Err(error) = std::fs::write(&file, print(&program).text) {
            eprintln!("{}: {error}", file.display());
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
