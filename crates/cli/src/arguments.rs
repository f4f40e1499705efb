//! The table of flags. What they mean is said once, here; `--help` and the README show it.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use raddle_budget::Stall;
use raddle_explore::{
    MemoryModel, Options, Property, Reduce, Slicing, Strategy, SummaryLimits, Symmetry, Technique,
};
use serde::{Deserialize, Serialize};

use crate::limits::LimitArguments;
use crate::reports::{ReportTarget, parse_report};
use crate::units::{
    parse_bytes, parse_duration, parse_environment_length, parse_jobs, parse_symbolic_args,
};

const CHECK_EXAMPLES: &str = "Examples:
  raddle check program.c
  raddle check --property overflow --property assert -DSIZE=4 main.c list.c
  raddle check --function insert --unwind 5 tree.c
  raddle check --function sum --where \"0 <= n && n <= 8 && size(p) >= n * sizeof *p\" sum.c
  raddle check --format json program.c -- -Wno-everything
  raddle check --report report.html --report report.sarif program.c
  raddle check --per-property --jobs 4 --time 1m program.c
  raddle check --svcomp unreach-call.prp task.yml --report witness.yml
  raddle check --build build tests/pool_test.c
  make CC=\"raddle cc\" && raddle check ./pool_test

Exit codes: 0 safe, 1 unsafe, 2 usage or input error, 3 unknown, 101 internal error.";

/// `nondet_int=-5`.
fn parse_value(text: &str) -> Result<(String, u64), String> {
    let (name, value) = text.split_once('=').ok_or("write NAME=NUMBER, such as nondet_int=5")?;
    let number = value.parse::<i64>().map(|number| number as u64).or_else(|_| value.parse());
    let number = number.map_err(|_| format!("`{value}` is no whole number"))?;
    Ok((name.to_owned(), number))
}

#[derive(Args, Debug)]
pub(crate) struct ReplayArguments {
    /// A file `raddle-out/<program>/finding-N.json` that `raddle check` wrote, or a violation witness (.yml)
    #[arg(
        value_name = "FINDING",
        required_unless_present = "schedule",
        conflicts_with = "schedule"
    )]
    pub(crate) finding: Option<PathBuf>,
    /// With --native: lead the real binary along the schedules in this file, which `raddle schedules --format json` wrote
    #[arg(long, value_name = "FILE", requires = "native", conflicts_with = "emit_test")]
    pub(crate) schedule: Option<PathBuf>,
    /// With --schedule: give main this argument; repeatable
    #[arg(long = "arg", value_name = "TEXT", allow_hyphen_values = true, requires = "schedule")]
    pub(crate) arguments: Vec<String>,
    /// With --schedule: the next value of an input, such as nondet_int=5; repeatable. Inputs without are 0
    #[arg(long = "value", value_name = "NAME=NUMBER", value_parser = parse_value, requires = "schedule")]
    pub(crate) values: Vec<(String, u64)>,
    /// Use the compiler and any of its arguments that the file names
    #[arg(long)]
    pub(crate) trust: bool,
    /// Compile the program and lead the real binary into the finding, too
    #[arg(long)]
    pub(crate) native: bool,
    /// Write a C file with the program, its inputs and the schedule that shows the finding when it is compiled and run
    #[arg(long, value_name = "FILE")]
    pub(crate) emit_test: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
}

#[derive(Args, Debug)]
#[command(after_help = CHECK_EXAMPLES)]
pub(crate) struct CheckArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) question: QuestionArguments,
    #[command(flatten)]
    pub(crate) environment: EnvironmentArguments,
    #[command(flatten)]
    pub(crate) search: SearchArguments,
    #[command(flatten)]
    pub(crate) helpers: HelpersArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

/// Where settings come from.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Configuration")]
pub(crate) struct ConfigurationArguments {
    /// Take settings from this file, not from the nearest raddle.toml at or above the checked file (docs/configuration.md)
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    pub(crate) config: Option<PathBuf>,
    /// Take settings from flags only
    #[arg(long)]
    pub(crate) no_config: bool,
    /// Let raddle.toml name the compiler, any of its arguments, and places outside of its directory to write to
    #[arg(long)]
    pub(crate) trust: bool,
    /// Print all settings with where they come from, and do nothing else
    #[arg(long)]
    pub(crate) print_config: bool,
}

/// What volatile accesses are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum VolatileName {
    Plain,
    Atomic,
}

/// Which program.
#[derive(Args, Debug)]
#[command(next_help_heading = "Program")]
pub(crate) struct InputArguments {
    /// C sources (.c, .i) or textual LLVM IR (.ll); several are linked. Or a program that `raddle cc` made
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// What accesses to volatile variables are: atomic (loads acquire, stores release), as programs from before C11 mean them, or plain
    #[arg(long, value_name = "WHAT", default_value = "plain")]
    pub(crate) volatile: VolatileName,
    /// Compile each file as this directory's compile_commands.json says, and add the files of it that define what is missing
    #[arg(long, value_name = "DIR")]
    pub(crate) build: Option<PathBuf>,
    /// Search this directory for included files
    #[arg(short = 'I', value_name = "DIR")]
    pub(crate) include_directories: Vec<PathBuf>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub(crate) defines: Vec<String>,
    /// Language standard, as for the compiler: -std=c11
    #[arg(long = "std", value_name = "STANDARD")]
    pub(crate) standard: Option<String>,
    /// Check the program as compiled for 32 bits: -m32
    #[arg(long = "m32")]
    pub(crate) bits32: bool,
    /// The clang to use; otherwise the newest one installed
    #[arg(long, value_name = "PATH")]
    pub(crate) clang: Option<PathBuf>,
    /// Everything behind `--` goes to the compiler
    #[arg(last = true, value_name = "COMPILER ARGUMENT")]
    pub(crate) compiler_arguments: Vec<String>,
    #[command(flatten)]
    pub(crate) configuration: ConfigurationArguments,
}

/// What to look for.
#[derive(Args, Clone, Debug, Serialize, Deserialize)]
#[command(next_help_heading = "Question")]
pub(crate) struct QuestionArguments {
    /// What to look for; repeatable [default: assert and memory, with threads also race and deadlock]
    #[arg(long = "property", short = 'p', value_name = "PROPERTY", value_delimiter = ',')]
    pub(crate) properties: Vec<PropertyName>,
    /// Check this function with arbitrary arguments instead of main
    #[arg(long, value_name = "NAME", conflicts_with_all = ["symbolic_args", "arguments"])]
    pub(crate) function: Option<String>,
    /// Arguments of --function, or variables where `raddle from` starts, satisfy this, in the words of C; also `==>`, size(p), null(p), valid(p), string(p),
    /// aliases(p, q), acyclic(p, member), tree(p, left, right), ends(p, member, n), all(i, n, condition); repeatable
    #[arg(long = "where", value_name = "CONDITION")]
    pub(crate) preconditions: Vec<String>,
    /// Arrays whose size --where speaks of have at most N elements [default: 16]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=4096))]
    pub(crate) array_elements: Option<u64>,
    /// Stop at the first finding
    #[arg(long)]
    pub(crate) first: bool,
    /// Check every property on its own, without the other assertions and guided to it; time and memory limits are for each
    #[arg(long, conflicts_with_all = ["svcomp", "emit_tests", "tree", "log_queries"])]
    pub(crate) per_property: bool,
    /// Take a .prp property and a task .yml among the files, and end with TRUE, FALSE(property) or UNKNOWN
    #[arg(long, conflicts_with_all = ["properties", "function", "first"])]
    pub(crate) svcomp: bool,
}

/// What surrounds the program.
#[derive(Args, Clone, Debug, Serialize, Deserialize)]
#[command(next_help_heading = "Environment of the program")]
pub(crate) struct EnvironmentArguments {
    /// Give main N arbitrary arguments of at most LEN characters each (8 if not given)
    #[arg(long, value_name = "N[,LEN]", value_parser = parse_symbolic_args, conflicts_with = "arguments")]
    pub(crate) symbolic_args: Option<(u32, u32)>,
    /// Give main this argument; repeatable
    #[arg(long = "arg", value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) arguments: Vec<String>,
    /// Let getenv return arbitrary strings of at most LEN characters, instead of NULL
    #[arg(long, value_name = "LEN", value_parser = parse_environment_length)]
    pub(crate) symbolic_env: Option<u32>,
    /// Let standard input end after at most N characters; a number that scanf reads counts as one
    #[arg(long = "input", value_name = "N")]
    pub(crate) input_limit: Option<u32>,
    /// Let calls fail that need memory, threads or other things of the system, or that a signal interrupts
    #[arg(long)]
    pub(crate) calls_may_fail: bool,
    /// Let undefined functions return anything and undefined variables hold anything, instead of giving up there
    #[arg(long)]
    pub(crate) havoc_externals: bool,
}

/// How to look, and for how long. Whatever cuts the search makes the verdict unknown at best.
#[derive(Args, Clone, Debug, Serialize, Deserialize)]
#[command(next_help_heading = "Search")]
pub(crate) struct SearchArguments {
    // First, because reading a flag takes it out of what was given.
    #[command(flatten)]
    pub(crate) stated: Stated,
    /// In which order to explore
    #[arg(long, value_name = "ORDER", value_enum, default_value_t = StrategyName::of(Options::default().strategy))]
    pub(crate) strategy: StrategyName,
    /// Use up to N processes: for as many properties at once with --per-property, else for parts of one search that takes more than half a second (not with --first, --tree, --emit-tests, --preemptions, --reduce persistent or pdpor, or 32-bit pointers); for `raddle hunt` and `raddle from`, for parts of them [default for `raddle from --piecewise` and `--library`: one for each core]
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_jobs)]
    pub(crate) jobs: usize,
    /// Let searches with and without summaries take turns after a few states, and compare states up to names of memory from the start; for tests
    #[arg(long, hide = true)]
    pub(crate) turns_eagerly: bool,
    /// Give away whatever can be given away, at once; for tests
    #[arg(long, hide = true)]
    pub(crate) share_eagerly: bool,
    /// Go on with a check of the same program and flags that was ended: properties that are decided with --per-property, and parts of one search that others explored with
    /// --jobs or --workers, are not explored again
    #[arg(long)]
    pub(crate) resume: bool,
    /// Also follow what cannot lead to the property; for measurements
    #[arg(long, hide = true)]
    pub(crate) unguided: bool,
    /// Which interleavings of threads to explore: all, or one of each set of equivalent ones
    #[arg(long, value_name = "HOW", value_enum, default_value_t = ReduceName::of(Options::default().reduce))]
    pub(crate) reduce: ReduceName,
    /// What reads may see: sc (all operations in one order), tso and pso (store buffers), c11 (what C11 allows); auto: sc if no atomic operation asks for less
    #[arg(long, value_name = "MODEL", value_enum, default_value_t = MemoryModelName::Auto)]
    pub(crate) memory_model: MemoryModelName,
    /// Whether to prune by summaries of what was explored
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = SummariesName::of(Options::default().summaries.as_ref()))]
    pub(crate) summaries: SummariesName,
    /// Keep at most N summaries
    #[arg(long, value_name = "N", default_value_t = SummaryLimits::default().entries)]
    pub(crate) summary_limit: usize,
    /// Keep summaries of about this much memory: 500M, 4G
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes, default_value = "1G")]
    pub(crate) summary_memory: u64,
    /// Terms of at most N nodes in one summary (four times as many while there is one thread); a larger one is replaced by intervals
    #[arg(long, value_name = "N", default_value_t = SummaryLimits::default().size)]
    pub(crate) summary_size: usize,
    /// Whether a summary is also used where threads of the same code have changed roles; auto: if a look at the program says
    /// that there may be such threads
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = SymmetryName::of(Options::default().symmetry))]
    pub(crate) symmetry: SymmetryName,
    /// Whether to leave out what cannot matter to the properties
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = SliceWhen::of(Options::default().slice))]
    pub(crate) slice: SliceWhen,
    /// Follow both sides of every branch that inputs decide, be they ever so short; for measurements
    #[arg(long, hide = true)]
    pub(crate) no_joins: bool,
    /// Seed of random decisions
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Go round each loop at most N times per activation
    #[arg(long, value_name = "N")]
    pub(crate) unwind: Option<u64>,
    /// End each run after N transitions
    #[arg(long, value_name = "N")]
    pub(crate) max_steps: Option<u64>,
    /// Leave out schedules that take the turn from a thread that could go on more than K times
    #[arg(long, value_name = "K")]
    pub(crate) preemptions: Option<u32>,
    /// End runs in which more than N threads would be alive at once, the initial one included
    #[arg(long, value_name = "N")]
    pub(crate) max_threads: Option<u32>,
    /// Try the newest of several threads first; for measurements
    #[arg(long, hide = true)]
    pub(crate) descending: bool,
    /// Stop after this time: 30, 90s, 5m, 1h
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) time: Option<Duration>,
    /// Stop when using this much memory: 500M, 4G [default: three quarters of what the machine or the container has; --jobs share it]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub(crate) memory: Option<u64>,
    /// Let a stage of the work hang (STAGE) or dawdle (slow-STAGE); for tests
    #[arg(long, hide = true, value_name = "STAGE")]
    #[serde(with = "stall_as_text")]
    pub(crate) stall: Option<Stall>,
    /// Give up on a solver query after this time [default: after a fixed amount of work, some 20 to 120
    /// seconds, so that two runs give the same answer]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) query_time: Option<Duration>,
}

/// Who helps.
#[derive(Args, Debug)]
#[command(next_help_heading = "Workers")]
pub(crate) struct HelpersArguments {
    /// Let workers help that `raddle worker ADDRESS` starts anywhere: nats://host:4222. They need neither the sources nor a compiler
    #[arg(long, value_name = "ADDRESS", conflicts_with = "jobs")]
    pub(crate) workers: Option<String>,
    /// What the check is called there [default: the name of the first file]
    #[arg(long = "name", value_name = "NAME", requires = "workers")]
    pub(crate) check_name: Option<String>,
    /// A file that says who we are there, see docs/cluster.md [default: what RADDLE_NATS_CREDENTIALS and its relatives say]
    #[arg(long, value_name = "FILE", requires = "workers")]
    pub(crate) credentials: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct WorkerArguments {
    /// Where checks are that want help: nats://host:4222
    #[arg(value_name = "ADDRESS")]
    pub(crate) address: Option<String>,
    /// A file that says who we are there, see docs/cluster.md [default: what RADDLE_NATS_CREDENTIALS and its relatives say]
    #[arg(long, value_name = "FILE")]
    pub(crate) credentials: Option<PathBuf>,
    /// Work in N processes
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_jobs)]
    pub(crate) jobs: usize,
    /// Let a process work for at most this long, whatever the check allows; what it was doing is for others then
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) time: Option<Duration>,
    /// Let each process use at most this much memory, whatever the check allows [default: its share of three quarters of what the machine or the container has]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub(crate) memory: Option<u64>,
    /// Help one check, and end when standard input does; for processes that `raddle worker` starts
    #[arg(long, hide = true)]
    pub(crate) once: bool,
    /// Where those processes keep programs for each other
    #[arg(long, hide = true, value_name = "DIR", requires = "once")]
    pub(crate) programs: Option<PathBuf>,
}

/// What to print and to write.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArguments {
    /// Text for people, or one JSON object (docs/report.schema.json)
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
    /// Write the report also as FORMAT=FILE or to a FILE whose ending tells the format; repeatable: text, json, sarif, junit, html, markdown, witness, graphml
    #[arg(long = "report", value_name = "[FORMAT=]FILE", value_parser = parse_report)]
    pub(crate) reports: Vec<ReportTarget>,
    /// Record what was explored and write the HTML report with the explored tree to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) tree: Option<PathBuf>,
    /// Exit with 1 only for findings that this report (`--report json=FILE`) does not have
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Print the verdict only
    #[arg(long, short = 'q', conflicts_with_all = ["trace_full", "stats"])]
    pub(crate) quiet: bool,
    /// Show every step of counterexamples
    #[arg(long)]
    pub(crate) trace_full: bool,
    /// Show every pair of accesses of a race, not one for each variable or pair of functions
    #[arg(long)]
    pub(crate) all_pairs: bool,
    /// Show all counters
    #[arg(long)]
    pub(crate) stats: bool,
    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorWhen,
    /// Write one input set per completed path into this directory
    #[arg(long, value_name = "DIR")]
    pub(crate) emit_tests: Option<PathBuf>,
    /// Write findings for `raddle replay` below this directory, by program and place (text reports do so below `raddle-out`)
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Write every solver query as SMT-LIB into this directory
    #[arg(long, value_name = "DIR")]
    pub(crate) log_queries: Option<PathBuf>,
    /// Write who had which task of one search, and when, as JSON; for measurements
    #[arg(long, hide = true, value_name = "FILE")]
    pub(crate) log_tasks: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct ExplainArguments {
    /// A code (R0202), its name (use-after-free) or the id of a finding
    pub(crate) code: Option<String>,
}

#[derive(Args, Debug)]
#[command(
    after_help = "Exit codes: 0 nothing appeared, 1 a finding appeared, 2 usage or input error, 3 something is not explored any more."
)]
pub(crate) struct DiffArguments {
    /// A report that `raddle check --report json=FILE` wrote
    #[arg(value_name = "OLD")]
    pub(crate) old: PathBuf,
    /// A later one of the same program
    #[arg(value_name = "NEW")]
    pub(crate) new: PathBuf,
    /// Lines for people, or one JSON object
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

#[derive(Args, Debug)]
#[command(
    after_help = "Exit codes: 0 everything is there, 3 something is missing that checks need."
)]
pub(crate) struct DoctorArguments {
    /// Look at this compiler, not at the newest one installed
    #[arg(long, value_name = "PATH")]
    pub(crate) clang: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct InitArguments {
    /// The file that defines the function, and files it needs
    #[arg(value_name = "FILE", requires = "function")]
    pub(crate) files: Vec<PathBuf>,
    /// Write a harness that calls this function with arbitrary arguments
    #[arg(long, value_name = "NAME", requires = "files")]
    pub(crate) function: Option<String>,
    /// Where to write
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) dir: PathBuf,
    /// Replace files that are there
    #[arg(long)]
    pub(crate) force: bool,
    /// Search this directory for included files
    #[arg(short = 'I', value_name = "DIR")]
    pub(crate) include_directories: Vec<PathBuf>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub(crate) defines: Vec<String>,
    /// The clang to use; otherwise the newest one installed
    #[arg(long, value_name = "PATH")]
    pub(crate) clang: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct CompletionsArguments {
    /// The shell that is to know the flags
    #[arg(value_name = "SHELL")]
    pub(crate) shell: ShellName,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ShellName {
    Bash,
    Zsh,
    Fish,
}

#[derive(Args, Debug)]
pub(crate) struct ManArguments {
    /// Write the pages of all commands into this directory
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct IrArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
}

#[derive(Args, Debug)]
pub(crate) struct SliceArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// What to look for; repeatable [default: as for `raddle check`]
    #[arg(long = "property", short = 'p', value_name = "PROPERTY", value_delimiter = ',')]
    pub(crate) properties: Vec<PropertyName>,
    /// Start in this function instead of main
    #[arg(long, value_name = "NAME")]
    pub(crate) function: Option<String>,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
}

impl SliceArguments {
    /// The properties, if the user named any.
    pub(crate) fn properties(&self) -> Option<Vec<Property>> {
        let named: Vec<Property> = self.properties.iter().map(|name| name.property()).collect();
        (!named.is_empty()).then_some(named)
    }
}

#[derive(Args, Debug)]
pub(crate) struct PropertiesArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// What to look for; repeatable [default: as for `raddle check`]
    #[arg(long = "property", short = 'p', value_name = "PROPERTY", value_delimiter = ',')]
    pub(crate) properties: Vec<PropertyName>,
    /// Lines for people, or one JSON array
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
}

impl PropertiesArguments {
    /// The properties, if the user named any.
    pub(crate) fn properties(&self) -> Option<Vec<Property>> {
        let named: Vec<Property> = self.properties.iter().map(|name| name.property()).collect();
        (!named.is_empty()).then_some(named)
    }
}

#[derive(Args, Debug)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// Give main this argument; repeatable
    #[arg(long = "arg", value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) arguments: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
pub(crate) enum PropertyName {
    Assert,
    Memory,
    #[value(name = "memory:leak")]
    Leak,
    Overflow,
    Race,
    Deadlock,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
pub(crate) enum StrategyName {
    Dfs,
    Bfs,
    Random,
    Coverage,
    /// Depth first, towards the property first
    Distance,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorWhen {
    Auto,
    Always,
    Never,
}

impl PropertyName {
    fn property(self) -> Property {
        match self {
            PropertyName::Assert => Property::Assert,
            PropertyName::Memory => Property::Memory,
            PropertyName::Leak => Property::Leak,
            PropertyName::Overflow => Property::Overflow,
            PropertyName::Race => Property::Race,
            PropertyName::Deadlock => Property::Deadlock,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
pub(crate) enum ReduceName {
    /// Every interleaving
    None,
    /// Source sets with sleep sets
    Dpor,
    /// Static persistent sets
    Persistent,
    /// Static persistent sets, and of two orders only one if nothing fails in the other that does not fail there; with --property race alone, nothing of what locks keep apart
    Pdpor,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
pub(crate) enum SliceWhen {
    On,
    /// If failed assertions are all that is looked for, and the whole program takes long
    Auto,
    Off,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
pub(crate) enum SummariesName {
    Off,
    On,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
pub(crate) enum MemoryModelName {
    Auto,
    Sc,
    Tso,
    Pso,
    C11,
}

impl MemoryModelName {
    fn memory_model(self) -> MemoryModel {
        match self {
            MemoryModelName::Auto => MemoryModel::Auto,
            MemoryModelName::Sc => MemoryModel::Sc,
            MemoryModelName::Tso => MemoryModel::Tso,
            MemoryModelName::Pso => MemoryModel::Pso,
            MemoryModelName::C11 => MemoryModel::C11,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
pub(crate) enum SymmetryName {
    On,
    Auto,
    Off,
}

impl StrategyName {
    fn of(value: Strategy) -> StrategyName {
        match value {
            Strategy::Dfs => StrategyName::Dfs,
            Strategy::Bfs => StrategyName::Bfs,
            Strategy::Random => StrategyName::Random,
            Strategy::Coverage => StrategyName::Coverage,
            Strategy::Distance => StrategyName::Distance,
        }
    }
    fn strategy(self) -> Strategy {
        match self {
            StrategyName::Dfs => Strategy::Dfs,
            StrategyName::Bfs => Strategy::Bfs,
            StrategyName::Random => Strategy::Random,
            StrategyName::Coverage => Strategy::Coverage,
            StrategyName::Distance => Strategy::Distance,
        }
    }
}

impl ReduceName {
    fn of(value: Reduce) -> ReduceName {
        match value {
            Reduce::None => ReduceName::None,
            Reduce::Dpor => ReduceName::Dpor,
            Reduce::Persistent => ReduceName::Persistent,
            Reduce::Pdpor => ReduceName::Pdpor,
        }
    }
    fn reduce(self) -> Reduce {
        match self {
            ReduceName::None => Reduce::None,
            ReduceName::Dpor => Reduce::Dpor,
            ReduceName::Persistent => Reduce::Persistent,
            ReduceName::Pdpor => Reduce::Pdpor,
        }
    }
}

impl SymmetryName {
    fn of(value: Symmetry) -> SymmetryName {
        match value {
            Symmetry::On => SymmetryName::On,
            Symmetry::Auto => SymmetryName::Auto,
            Symmetry::Off => SymmetryName::Off,
        }
    }
    fn symmetry(self) -> Symmetry {
        match self {
            SymmetryName::On => Symmetry::On,
            SymmetryName::Auto => Symmetry::Auto,
            SymmetryName::Off => Symmetry::Off,
        }
    }
}

impl SliceWhen {
    fn of(value: Slicing) -> SliceWhen {
        match value {
            Slicing::On => SliceWhen::On,
            Slicing::Auto => SliceWhen::Auto,
            Slicing::Off => SliceWhen::Off,
        }
    }
    fn slicing(self) -> Slicing {
        match self {
            SliceWhen::On => Slicing::On,
            SliceWhen::Auto => Slicing::Auto,
            SliceWhen::Off => Slicing::Off,
        }
    }
}

impl SummariesName {
    fn of(limits: Option<&SummaryLimits>) -> SummariesName {
        if limits.is_some() { SummariesName::On } else { SummariesName::Off }
    }
}

/// Which flags were given, be it with the values that they have anyway.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<String>")]
pub(crate) struct Stated(Vec<&'static str>);

impl From<Vec<String>> for Stated {
    fn from(names: Vec<String>) -> Stated {
        let stated = |flag: &&str| names.iter().any(|name| name == flag);
        Stated(Stated::FLAGS.into_iter().filter(stated).collect())
    }
}

impl Stated {
    const FLAGS: [&'static str; 8] = [
        "jobs",
        "reduce",
        "summaries",
        "summary_limit",
        "summary_memory",
        "summary_size",
        "symmetry",
        "slice",
    ];

    fn has(&self, flag: &str) -> bool {
        self.0.contains(&flag)
    }
}

impl clap::FromArgMatches for Stated {
    fn from_arg_matches(matches: &clap::ArgMatches) -> Result<Self, clap::Error> {
        let stated = |flag: &&str| {
            matches.value_source(flag) == Some(clap::parser::ValueSource::CommandLine)
        };
        Ok(Stated(Stated::FLAGS.into_iter().filter(stated).collect()))
    }
    fn update_from_arg_matches(&mut self, matches: &clap::ArgMatches) -> Result<(), clap::Error> {
        *self = Stated::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Stated {
    fn augment_args(command: clap::Command) -> clap::Command {
        command
    }
    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        command
    }
}

impl SearchArguments {
    /// Many small searches are made on all cores, unless somebody says on how many.
    pub(crate) fn use_all_cores(&mut self) {
        if !self.stated.has("jobs") {
            self.jobs = std::thread::available_parallelism().map_or(1, usize::from);
        }
    }

    /// The techniques that flags ask for.
    fn asked(&self) -> Vec<Technique> {
        let of_summaries = ["summaries", "summary_limit", "summary_memory", "summary_size"];
        let reduction = match self.reduce {
            ReduceName::None => None,
            ReduceName::Dpor => Some(Technique::DynamicReduction),
            ReduceName::Persistent => Some(Technique::PersistentSets),
            ReduceName::Pdpor => Some(Technique::SemiCommutation),
        };
        let summaries = self.summaries == SummariesName::On
            && of_summaries.iter().any(|flag| self.stated.has(flag));
        let mut asked = Vec::new();
        asked.extend(reduction.filter(|_| self.stated.has("reduce")));
        asked.extend(summaries.then_some(Technique::Summaries));
        asked.extend((self.symmetry == SymmetryName::On).then_some(Technique::Symmetry));
        asked.extend((self.slice == SliceWhen::On).then_some(Technique::Slice));
        asked
    }
}

/// What is asked, as data for workers: no file and no program is named in it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Asked {
    pub(crate) question: QuestionArguments,
    pub(crate) environment: EnvironmentArguments,
    pub(crate) search: SearchArguments,
}

impl Asked {
    pub(crate) fn options(&self) -> Options {
        options(&self.question, &self.environment, &self.search)
    }

    /// Whether nothing else is asked.
    pub(crate) fn is_all_of(&self, options: &Options) -> bool {
        format!("{:?}", self.options()) == format!("{options:?}")
    }
}

impl CheckArguments {
    pub(crate) fn asked(&self) -> Asked {
        Asked {
            question: self.question.clone(),
            environment: self.environment.clone(),
            search: self.search.clone(),
        }
    }

    /// The request to the exploration.
    pub(crate) fn options(&self) -> Options {
        let CheckArguments { question, environment, search, output, .. } = self;
        Options {
            emit_tests: output.emit_tests.is_some(),
            record_tree: output.tree.is_some(),
            log_queries: output.log_queries.clone(),
            ..options(question, environment, search)
        }
    }
}

/// The same without what is written on the way.
fn options(
    question: &QuestionArguments,
    environment: &EnvironmentArguments,
    search: &SearchArguments,
) -> Options {
    let properties: Vec<Property> =
        question.properties.iter().map(|name| name.property()).collect();
    Options {
        properties: if properties.is_empty() { None } else { Some(properties) },
        asked: search.asked(),
        memory_model: search.memory_model.memory_model(),
        strategy: search.strategy.strategy(),
        reduce: search.reduce.reduce(),
        summaries: match search.summaries {
            SummariesName::Off => None,
            SummariesName::On => {
                let &SearchArguments { summary_limit, summary_memory, summary_size, .. } = search;
                let bytes = usize::try_from(summary_memory).unwrap_or(usize::MAX);
                Some(SummaryLimits { entries: summary_limit, bytes, size: summary_size })
            }
        },
        symmetry: search.symmetry.symmetry(),
        joins: !search.no_joins,
        slice: search.slice.slicing(),
        aim: None,
        slice_mistake: None,
        unknown_mistake: None,
        seed: search.seed,
        function: question.function.clone(),
        preconditions: question.preconditions.clone(),
        surroundings: None,
        counts_after: None,
        branches: None,
        pieces: None,
        one_schedule: false,
        array_limit: question.array_elements.unwrap_or(Options::default().array_limit),
        first: question.first,
        unwind: search.unwind,
        max_steps: search.max_steps,
        preemptions: search.preemptions,
        max_threads: search.max_threads,
        descending: search.descending,
        eager_turns: search.turns_eagerly,
        broken: None,
        query_time: search.query_time,
        calls_may_fail: environment.calls_may_fail,
        havoc_externals: environment.havoc_externals,
        abort_ends_run: question.svcomp,
        symbolic_args: environment.symbolic_args,
        args: environment.arguments.clone(),
        symbolic_env: environment.symbolic_env,
        input_limit: environment.input_limit,
        emit_tests: false,
        record_tree: false,
        log_queries: None,
    }
}

/// A stall as the flag spells it.
mod stall_as_text {
    use raddle_budget::Stall;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(
        stall: &Option<Stall>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match stall {
            Some(stall) => serializer.collect_str(stall),
            None => serializer.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Stall>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        let stall = text.map(|text| text.parse().map_err(serde::de::Error::custom));
        stall.transpose()
    }
}
