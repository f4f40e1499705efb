//! The developer's entry point: `cargo xtask <task>`. One file per task, one line in the table below.

mod bench;
mod bench_bound;
mod bench_cluster;
mod bench_contexts;
mod bench_hunt;
mod bench_jobs;
mod bench_learning;
mod bench_models;
mod bench_paper;
mod bench_peers;
mod bench_properties;
mod bench_thesis;
mod bench_threads;
mod bench_warn;
mod bless;
mod corpus;
mod editors;
mod fuzz;
mod fuzz_files;
mod kills;
mod modules;
mod native;
mod recorded;
mod scratch;
mod shell;
mod supported;
mod test;
mod test_programs;
mod tidy;
mod words;

use std::process::ExitCode;

/// A task: its name, what follows the name, what it does, and the function.
struct Task {
    name: &'static str,
    arguments: &'static str,
    summary: &'static str,
    run: fn(&[String]) -> anyhow::Result<()>,
}

/// Every task, in the order of `cargo xtask` without arguments.
const TASKS: &[Task] = &[
    Task {
        name: "test",
        arguments: "[--all | --long]",
        summary: "everything that must pass: tidy, tests, documentation; with --all also tests that take long, with --long these alone",
        run: test::run,
    },
    Task {
        name: "tidy",
        arguments: "",
        summary: "format, clippy without warnings, headers, forbidden words and circles of imports",
        run: tidy::run,
    },
    Task {
        name: "corpus",
        arguments: "[FILTER…]",
        summary: "the corpus programs, or those whose name contains FILTER",
        run: corpus::run,
    },
    Task {
        name: "native",
        arguments: "[FILTER]",
        summary: "every finding of the corpus on the real binary, with reasons for those that are not confirmed",
        run: native::run,
    },
    Task {
        name: "kills",
        arguments: "[--cluster] [COUNT]",
        summary: "checks that are killed at random points and resumed give the same answers",
        run: kills::run,
    },
    Task {
        name: "editors",
        arguments: "",
        summary: "the extension for Visual Studio Code: built, and in a session with the server, if node is installed",
        run: editors::run,
    },
    Task {
        name: "supported",
        arguments: "",
        summary: "write docs/supported.md, the list of library functions, from the table in crates/library",
        run: supported::run,
    },
    Task {
        name: "bless",
        arguments: "[CRATE…]",
        summary: "rewrite golden files from today's output",
        run: bless::run,
    },
    Task {
        name: "bench",
        arguments: "[--raddle FILE] [NAME…]",
        summary: "measure: concrete, branching, growth, threads, properties, jobs, solver, bound, models, learning, peers, hunt, contexts, warn, paper, thesis",
        run: bench::run,
    },
    Task {
        name: "fuzz",
        arguments: "ir|threads|diff|models|bound [--seconds S] [--seed K] [--programs N] [--raddle FILE]",
        summary: "random inputs against independent answers",
        run: fuzz::run,
    },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(task) = arguments.first().and_then(|name| TASKS.iter().find(|task| task.name == name))
    else {
        shell::say(&usage());
        return ExitCode::from(2);
    };
    match (task.run)(&arguments[1..]) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            shell::say(&format!("xtask {}: {error:#}", task.name));
            ExitCode::FAILURE
        }
    }
}

fn usage() -> String {
    let mut text = "usage: cargo xtask TASK\n".to_owned();
    for task in TASKS {
        let call = format!("{} {}", task.name, task.arguments);
        text.push_str(&format!("\n  {call:<46} {}", task.summary));
    }
    text
}
