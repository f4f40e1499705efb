//! `raddle explain`: the long text of one code, or the list of all.

use anyhow::bail;
use raddle_findings::codes::{CodeInfo, all, by_code, by_kind};

use crate::arguments::ExplainArguments;
use crate::nearest::nearest;
use crate::outcome::Outcome;
use crate::output::print;

pub(crate) fn explain(arguments: &ExplainArguments) -> anyhow::Result<Outcome> {
    let text = match &arguments.code {
        None => list(),
        Some(code) => match found(code) {
            Some(info) => one(info),
            None => bail!(
                "there is no code `{code}`{}\nhelp: `raddle explain` lists all codes",
                nearby(code)
            ),
        },
    };
    print(&text)?;
    Ok(Outcome::DONE)
}

/// A code, however its letter is written, its name, or the code of a finding's id.
fn found(wanted: &str) -> Option<&'static CodeInfo> {
    let upper = wanted.to_ascii_uppercase();
    by_code(&upper).or_else(|| by_kind(&wanted.to_ascii_lowercase())).or_else(|| by_id(&upper))
}

/// Ids of findings start with their code: `R0101-3f2a6b0c1d`.
fn by_id(id: &str) -> Option<&'static CodeInfo> {
    id.split_once('-').and_then(|(code, _)| by_code(code))
}

fn one(info: &CodeInfo) -> String {
    let property = match info.property {
        "" => String::new(),
        property => format!(", property {property}"),
    };
    format!(
        "{}: {} ({}{property})\n\n{}\n\nhelp: {}\n",
        info.code,
        info.title,
        info.kind,
        info.explanation.trim(),
        info.help
    )
}

fn list() -> String {
    let heading = |code: &str| match code.as_bytes()[0] {
        b'R' => "Findings",
        b'W' => "Warnings of `raddle warn`",
        b'U' => "Reasons for an unknown verdict",
        _ => "Assumptions",
    };
    let mut text = String::new();
    let mut previous = "";
    for info in all() {
        if heading(info.code) != previous {
            previous = heading(info.code);
            let gap = if text.is_empty() { "" } else { "\n" };
            text.push_str(&format!("{gap}{previous}\n"));
        }
        text.push_str(&format!("  {}  {:<27} {}\n", info.code, info.kind, info.title));
    }
    text
}

/// What was probably meant, else codes of the same group, or kinds that contain the word.
fn nearby(wanted: &str) -> String {
    let names = all().flat_map(|info| [info.code, info.kind]);
    if let Some(info) = nearest(wanted, names).and_then(found) {
        return format!("; did you mean {} ({})?", info.code, info.kind);
    }
    let wanted = wanted.to_ascii_lowercase();
    let related = |info: &&CodeInfo| {
        let code = info.code.to_ascii_lowercase();
        wanted.len() > 2 && (code.get(..3) == wanted.get(..3) || info.kind.contains(&wanted))
    };
    let names: Vec<String> =
        all().filter(related).map(|info| format!("{} ({})", info.code, info.kind)).collect();
    if names.is_empty() { String::new() } else { format!("; near it: {}", names.join(", ")) }
}

#[cfg(test)]
mod tests {
    use raddle_findings::codes::all;

    use super::{list, nearby, one};

    #[test]
    fn every_code_is_listed_and_explained() {
        let list = list();
        for info in all() {
            assert!(list.contains(info.code));
            assert!(one(info).contains(info.help));
        }
    }

    #[test]
    fn near_misses_are_named() {
        assert_eq!(nearby("r202"), "; did you mean R0202 (memory-use-after-free)?");
        assert!(nearby("use-after-fre").contains("R0202"));
        assert!(nearby("R0299").contains("R02"));
        assert!(nearby("free").contains("double-free"));
        assert_eq!(nearby("zz"), "");
    }
}
