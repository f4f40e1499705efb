//! Where what is finished is kept, for checks that are resumed.

use std::path::{Path, PathBuf};

use anyhow::Context;
use raddle_explore::Options;
use raddle_frontend::shown_path;
use raddle_pool::{Hash, Journal, Kept};

use crate::arguments::{CheckArguments, SearchArguments};
use crate::files;
use crate::finding_files;
use crate::fnv::Fnv;
use crate::output::print_line_to_stderr;
use crate::workers::VERSION;

/// A check that cannot be resumed is still a check.
pub(crate) fn no_journal(error: &anyhow::Error) {
    let error = raddle_report::printable(&format!("{error:#}"));
    print_line_to_stderr(&format!("note: this check cannot be resumed: {error}"));
}

/// The journal lies beside the findings. What it is about: the program, the request and this version of Raddle.
pub(crate) fn open_journal(
    arguments: &CheckArguments,
    options: &Options,
    text: Hash,
) -> anyhow::Result<(Journal, Vec<Kept>)> {
    let program = arguments.input.files.first().map_or(Path::new("program"), PathBuf::as_path);
    let directory = finding_files::directory(arguments.output.out.as_deref(), program);
    files::create_directory(&directory)?;
    let path = directory.join("journal.jsonl");
    let mut request = Fnv::default();
    let SearchArguments { unguided, time, memory, .. } = &arguments.search;
    let by_property = arguments.question.per_property;
    // What one search had time for does not matter to the next: what was cut short is not kept.
    let limits = by_property.then_some((time, memory));
    request.add(format!("{options:?} {unguided} {by_property} {limits:?}").as_bytes());
    let key = format!("{VERSION} {text} {:016x}", request.0);
    let opened = if arguments.search.resume {
        Journal::resume(&path, &key)
    } else {
        Journal::create(&path, &key).map(|journal| (journal, Vec::new()))
    };
    opened.with_context(|| format!("cannot use the journal {}", shown_path(&path)))
}
