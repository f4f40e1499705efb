//! `raddle bound`: the worst-case cost of any path.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::{Args, ValueEnum};
use raddle_bound::{Answer, CostTable, Limits, Method, Options, Resource};

use crate::Outcome;
use crate::arguments::{Format, InputArguments};
use crate::interrupt::interrupt_on_signals;
use crate::load::load_counted;
use crate::output::print;
use crate::units::parse_duration;

#[derive(Args, Debug)]
pub(crate) struct BoundArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// What to bound; repeatable [default: ticks if the program calls raddle_tick, held if it calls raddle_acquire, else
    /// instructions]
    #[arg(long = "resource", value_name = "RESOURCE", value_delimiter = ',')]
    resources: Vec<ResourceName>,
    /// Bound this function, with arbitrary arguments, instead of main
    #[arg(long, value_name = "NAME")]
    function: Option<String>,
    /// How much instructions cost, by opcode, function or line (TOML); otherwise each costs 1
    #[arg(long, value_name = "FILE")]
    cost: Option<PathBuf>,
    /// Use no summary twice
    #[arg(long, value_name = "METHOD", default_value = "summaries")]
    method: MethodName,
    /// Stop after this time: 30, 90s, 5m, 1h
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    time: Option<Duration>,
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    max_states: u64,
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    max_iterations: u64,
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ResourceName {
    Instructions,
    Ticks,
    Held,
    Heap,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MethodName {
    Summaries,
    IterationAbstraction,
}

pub(crate) fn bound(arguments: &BoundArguments) -> anyhow::Result<Outcome> {
    let program = load_counted(&arguments.input)?;
    let table = match &arguments.cost {
        None => CostTable::default(),
        Some(path) => {
            let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
            CostTable::parse(&path.display().to_string(), &text)?
        }
    };
    let interrupt = interrupt_on_signals();
    let options = Options {
        resource: Resource::Ticks,
        table,
        function: arguments.function.clone(),
        limits: Limits {
            states: arguments.max_states,
            iterations: arguments.max_iterations,
            deadline: arguments.time.map(|time| Instant::now() + time),
        },
        method: match arguments.method {
            MethodName::Summaries => Method::Summaries,
            MethodName::IterationAbstraction => Method::IterationAbstraction,
        },
        use_assertions: true,
    };
    let answer = raddle_bound::bound(&program, &options, &|| interrupt.is_raised())?;
    print(&format!("{answer:?}\n"))?;
    Ok(match answer {
        Answer::Bound(_) => Outcome::Safe,
        Answer::Unknown(..) => Outcome::Unknown,
    })
}
