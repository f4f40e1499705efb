//! The arguments of `raddle warn`. They are apart from it because it reads command lines itself, to confirm warnings.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::arguments::{ColorWhen, HelpersArguments, InputArguments};
use crate::limits::LimitArguments;
use crate::reports::{ReportFormat, ReportTarget, parse_report};

const WARN_HELP: &str = "Warns of possible data races, deadlocks, endless waits, signals without the lock, waits outside of a loop, locks taken twice,
unlocks of what is not held, and returns with a lock held. A warning may be of something that cannot happen; `raddle check` decides it, and --confirm
finds out which of them come true.
What may be missing is listed at the end: functions that are not known are taken to do nothing (docs/warn.md).

Examples:
  raddle warn program.c
  raddle warn --rank medium -I include src/*.c
  raddle warn --format json program.c
  raddle warn --report warnings.sarif program.c
  raddle warn --confirm --time 20s program.c

Exit codes: 0 no warnings, 1 warnings, 2 usage or input error, 3 no warnings until time ran out, 101 internal error.
With --confirm: 0 all are refuted, 1 some are confirmed, 3 none is confirmed and some are open.";

#[derive(Args, Debug)]
#[command(after_help = WARN_HELP)]
pub(crate) struct WarnArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// Start in this function instead of main
    #[arg(long, value_name = "NAME")]
    pub(crate) function: Option<String>,
    /// Leave out warnings of a lower rank
    #[arg(long, value_name = "RANK", default_value = "low")]
    pub(crate) rank: RankName,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
    /// Find out what comes of each warning: confirmed by a run, refuted, or open when the time is up [default: 1m]
    #[arg(long)]
    pub(crate) confirm: bool,
    /// Hunt so many warnings at a time, with --confirm
    #[arg(long, value_name = "N", default_value = "1", requires = "confirm", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: u16,
    /// Keep what confirms warnings in this directory
    #[arg(long, value_name = "DIR", requires = "confirm")]
    pub(crate) out: Option<PathBuf>,
    /// Text for people, one JSON object (docs/warn.md), or SARIF
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: WarnFormat,
    /// Write the warnings also as FORMAT=FILE or to a FILE whose ending tells the format; repeatable: text, json, sarif
    #[arg(long = "report", value_name = "[FORMAT=]FILE", value_parser = parse_report)]
    pub(crate) reports: Vec<ReportTarget>,
    /// Print the number of warnings only
    #[arg(long, short = 'q')]
    pub(crate) quiet: bool,
    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorWhen,
    #[command(flatten)]
    pub(crate) helpers: HelpersArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RankName {
    High,
    Medium,
    Low,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum WarnFormat {
    Text,
    Json,
    Sarif,
}

impl WarnFormat {
    pub(crate) fn of(format: ReportFormat) -> Option<WarnFormat> {
        match format {
            ReportFormat::Text => Some(WarnFormat::Text),
            ReportFormat::Json => Some(WarnFormat::Json),
            ReportFormat::Sarif => Some(WarnFormat::Sarif),
            ReportFormat::Junit
            | ReportFormat::Html
            | ReportFormat::Markdown
            | ReportFormat::Witness
            | ReportFormat::Graphml => None,
        }
    }
}
