//! `raddle diff`: what appeared, went and changed between two reports.

use anyhow::Context;
use raddle_report::{Comparison, ItemKind, TextOptions};

use crate::arguments::{DiffArguments, Format};
use crate::outcome::Outcome;
use crate::output::{print, terminal_width, wants_color};
use crate::reports::read_report;

/// New findings are exit code 1. Without any, new reasons are 3: less was explored than before.
pub(crate) fn diff(arguments: &DiffArguments) -> anyhow::Result<Outcome> {
    let (old, new) = (read_report(&arguments.old)?, read_report(&arguments.new)?);
    let comparison = Comparison::new(&old, &new);
    let text = match arguments.format {
        Format::Text => {
            let options = TextOptions {
                width: terminal_width(),
                color: wants_color(),
                ..TextOptions::default()
            };
            comparison.text(&options)
        }
        Format::Json => {
            let text = serde_json::to_string_pretty(&comparison);
            text.context("cannot print the comparison as JSON")? + "\n"
        }
    };
    print(&text)?;
    Ok(if comparison.has_new(ItemKind::Finding) {
        Outcome::Unsafe
    } else if comparison.has_new(ItemKind::Reason) {
        Outcome::Unknown
    } else {
        Outcome::DONE
    })
}
