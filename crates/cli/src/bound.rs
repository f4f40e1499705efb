//! `raddle bound`: the worst-case cost of any path.

mod proof;

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use raddle_bound::{
    Answer, CostTable, Entry, Interpolants, Limits, Method, Options, Positions, Report, Resource,
};
use raddle_budget::{Budget, Spent, Stage};
use raddle_frontend::FrontendError;
use raddle_ir::{Callee, Loc, Op, Program};

use crate::arguments::{Format, InputArguments};
use crate::files;
use crate::limits::LimitArguments;
use crate::load::load_counted;
use crate::lock::lock;
use crate::outcome::Outcome;
use crate::output::{print, print_error};
use crate::watchdog::Watchdog;

const EXAMPLES: &str = "Examples:
  raddle bound program.c
  raddle bound --at-most 5000 --html heat.html program.c
  raddle bound --function insert --where \"0 <= n && n <= 100\" table.c
  raddle bound --cost costs.toml --resource instructions,heap program.c
  raddle bound --proof p.json program.c && raddle bound --check-proof p.json program.c

Exit codes: 0 bound found or proof accepted, 1 bound above --at-most or proof rejected, 2 usage or input error,
3 unknown, 101 internal error.";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct BoundArguments {
    #[command(flatten)]
    input: InputArguments,
    /// What to bound; repeatable [default: ticks and held where the program tells them with raddle_tick and
    /// raddle_acquire, else instructions]
    #[arg(long = "resource", value_name = "RESOURCE", value_delimiter = ',')]
    resources: Vec<ResourceName>,
    /// Bound this function, with arbitrary arguments, instead of main
    #[arg(long, value_name = "NAME")]
    function: Option<String>,
    /// What callers of the function see to: "n <= 100 && size(p) >= n * sizeof *p", in the words of check --where; repeatable
    #[arg(long = "where", value_name = "CONDITION", requires = "function")]
    preconditions: Vec<String>,
    /// Complain (exit code 1) if the bound of the first resource is larger
    #[arg(long, value_name = "N")]
    at_most: Option<i64>,
    /// How much instructions cost, by opcode, function or line (TOML); otherwise each costs 1
    #[arg(long, value_name = "FILE")]
    cost: Option<PathBuf>,
    /// How to find the bound
    #[arg(long, value_name = "METHOD", default_value = "summaries")]
    method: MethodName,
    /// How to find out where else a summary holds
    #[arg(long, value_name = "METHOD", default_value = "precondition")]
    interpolants: InterpolantsName,
    /// Ignore RADDLE_ASSUME_COUNT
    #[arg(long)]
    no_assertions: bool,
    /// Do not look for a run that reaches the bound
    #[arg(long)]
    no_witness: bool,
    #[command(flatten)]
    limits: LimitArguments,
    /// Give up after this many states
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    max_states: u64,
    /// Give up on a loop that goes round more often
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    max_iterations: u64,
    /// Text for people, or one JSON object
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// Write down why the bound holds, for --check-proof
    #[arg(long, value_name = "FILE", conflicts_with = "check_proof")]
    proof: Option<PathBuf>,
    /// Analyse nothing, but check a proof written by --proof: same program, costs and question, independent code
    #[arg(long, value_name = "FILE")]
    check_proof: Option<PathBuf>,
    /// Write a page with the costs of the worst path as a heat map of the source
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ResourceName {
    /// Executed IR instructions, weighted by --cost
    Instructions,
    /// What raddle_tick says
    Ticks,
    /// What raddle_acquire and raddle_release say: the most ever held
    Held,
    /// Bytes of malloc and free: the most ever held
    Heap,
}

impl ResourceName {
    fn resource(self) -> Resource {
        match self {
            ResourceName::Instructions => Resource::Instructions,
            ResourceName::Ticks => Resource::Ticks,
            ResourceName::Held => Resource::Held,
            ResourceName::Heap => Resource::Heap,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MethodName {
    /// Unrolled loops, merged iterations, summaries used wherever they are valid
    Summaries,
    /// The same without using any summary twice
    IterationAbstraction,
    /// Implicit path enumeration, for comparison: an integer program over counts of blocks
    Ipet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum InterpolantsName {
    /// What infeasible paths need, carried backwards
    Precondition,
    /// What is known of the variables that infeasible paths need, for comparison
    Deletion,
}

impl MethodName {
    fn name(self) -> &'static str {
        match self {
            MethodName::Summaries => "summaries",
            MethodName::IterationAbstraction => "iteration-abstraction",
            MethodName::Ipet => "ipet",
        }
    }
}

pub(crate) fn bound(arguments: BoundArguments) -> anyhow::Result<Outcome> {
    let limits = arguments.limits.clone();
    let arguments = Arc::new(arguments);
    let known: Arc<Mutex<Vec<Entry>>> = Arc::default();
    let (asked, entries) = (arguments.clone(), known.clone());
    let last_words = move |spent| last_words(&asked, std::mem::take(&mut lock(&entries)), spent);
    let (budget, watchdog) = limits.begin(Box::new(last_words));
    match answer(&arguments, &budget, &known, &watchdog) {
        Err(error) if matches!(error.downcast_ref(), Some(FrontendError::Spent)) => {
            let spent = budget.spent().unwrap_or(Spent::Time);
            Ok(self::last_words(&arguments, Vec::new(), spent))
        }
        answered => answered,
    }
}

/// That the rest is unknown.
fn last_words(arguments: &BoundArguments, mut entries: Vec<Entry>, spent: Spent) -> Outcome {
    let program = Program::default();
    let positions = Positions { program: &program, directory: None };
    let stop = raddle_bound::spent_stop(spent, Loc::NONE);
    let unknown = Answer::Unknown(stop, Default::default());
    for resource in resources(arguments, &program).into_iter().skip(entries.len()) {
        let at_most = arguments.at_most.filter(|_| entries.is_empty());
        entries.push(Entry::new(&positions, resource, arguments.method.name(), at_most, &unknown));
    }
    let printed = Report::new(entries).context("no resource to bound").and_then(|report| {
        print(&shown(&report, arguments)?)?;
        Ok(outcome(&report))
    });
    printed.unwrap_or_else(|error| {
        print_error(&error);
        Outcome::InputError
    })
}

fn shown(report: &Report, arguments: &BoundArguments) -> anyhow::Result<String> {
    match arguments.format {
        Format::Json => report.json().context("cannot print the report as JSON"),
        Format::Text => Ok(report.text()),
    }
}

fn outcome(report: &Report) -> Outcome {
    match report.verdict {
        "exceeded" => Outcome::Unsafe,
        "unknown" => Outcome::Unknown,
        _ => Outcome::Safe,
    }
}

fn answer(
    arguments: &BoundArguments,
    budget: &Budget,
    known: &Mutex<Vec<Entry>>,
    watchdog: &Watchdog,
) -> anyhow::Result<Outcome> {
    let table = cost_table(arguments)?;
    let program = load_counted(&arguments.input, budget)?;
    budget.enter(Stage::Bound);
    let missing = table.missing_functions(&program);
    if !missing.is_empty() {
        bail!(
            "the cost file names functions that the program does not have: {}",
            missing.join(", ")
        );
    }
    let missing = table.missing_files(&program);
    if !missing.is_empty() {
        bail!(
            "the cost file names lines of files that the program is not made from: {}",
            missing.join(", ")
        );
    }
    if let Some(path) = &arguments.check_proof {
        return proof::check(arguments, path, &program, &table, budget, watchdog);
    }
    if arguments.proof.is_some() && arguments.method == MethodName::Ipet {
        bail!("--proof: counts of blocks prove nothing about paths; use --method summaries");
    }
    let directory = std::env::current_dir().ok().map(|path| path.display().to_string());
    let positions = Positions { program: &program, directory };
    let (mut entries, mut proofs) = (Vec::new(), Vec::new());
    for resource in resources(arguments, &program) {
        let options = options(arguments, resource, &table);
        let answer = raddle_bound::bound(&program, &options, budget)?;
        let at_most = arguments.at_most.filter(|_| entries.is_empty());
        entries.push(Entry::new(&positions, resource, arguments.method.name(), at_most, &answer));
        lock(known).clone_from(&entries);
        if let Answer::Bound(found) = answer {
            proofs.extend(found.proof);
        }
    }
    if let Some(path) = &arguments.proof {
        proof::write(path, &proofs)?;
    }
    let report = Report::new(entries).context("no resource to bound")?;
    watchdog.answer(outcome(&report));
    print(&shown(&report, arguments)?)?;
    if let Some(path) = &arguments.html {
        let page = raddle_bound::page(&report, &raddle_report::source_text);
        files::write(path, &page)?;
    }
    Ok(outcome(&report))
}

fn cost_table(arguments: &BoundArguments) -> anyhow::Result<CostTable> {
    let Some(path) = &arguments.cost else { return Ok(CostTable::default()) };
    let text = files::read(path)?;
    Ok(CostTable::parse(&path.display().to_string(), &text)?)
}

/// What was asked for, or what the program itself speaks of.
fn resources(arguments: &BoundArguments, program: &Program) -> Vec<Resource> {
    if !arguments.resources.is_empty() {
        return arguments.resources.iter().map(|name| name.resource()).collect();
    }
    let mut spoken = Vec::new();
    for (function, resource) in
        [("raddle_tick", Resource::Ticks), ("raddle_acquire", Resource::Held)]
    {
        if is_called(program, function) {
            spoken.push(resource);
        }
    }
    if spoken.is_empty() { vec![Resource::Instructions] } else { spoken }
}

fn is_called(program: &Program, name: &str) -> bool {
    let Some(wanted) = program.function(name) else { return false };
    let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
    bodies.flat_map(|body| body.blocks.values()).flat_map(|block| &block.insts).any(|inst| {
        match inst.op {
            Op::Call { callee: Callee::Direct(callee), .. } => callee == wanted,
            _ => false,
        }
    })
}

fn options(arguments: &BoundArguments, resource: Resource, table: &CostTable) -> Options {
    Options {
        resource,
        table: table.clone(),
        function: arguments.function.clone(),
        preconditions: arguments.preconditions.clone(),
        limits: Limits { states: arguments.max_states, iterations: arguments.max_iterations },
        method: match arguments.method {
            MethodName::Summaries => Method::Summaries,
            MethodName::IterationAbstraction => Method::IterationAbstraction,
            MethodName::Ipet => Method::Ipet,
        },
        interpolants: match arguments.interpolants {
            InterpolantsName::Precondition => Interpolants::Precondition,
            InterpolantsName::Deletion => Interpolants::ConstraintDeletion,
        },
        use_assertions: !arguments.no_assertions,
        want_witness: !arguments.no_witness,
        want_proof: arguments.proof.is_some(),
    }
}
