//! What codes mean, as Markdown: the texts of `raddle explain`.

use raddle_findings::codes::{CodeInfo, by_code};

/// A page of its own.
pub(crate) fn page(code: &str) -> Option<String> {
    let info = by_code(code)?;
    Some(format!("# {}: {}\n\n{}", info.code, info.title, body(info)))
}

/// A part of a hover.
pub(crate) fn section(code: &str) -> Option<String> {
    let info = by_code(code)?;
    Some(format!("**{}: {}**\n\n{}", info.code, info.title, body(info)))
}

/// Indented lines are code in both worlds; the rest is paragraphs.
fn body(info: &CodeInfo) -> String {
    format!("{}\n\n_{}_\n", info.explanation.trim(), info.help)
}
