//! `--report`: writes the report in further formats, next to what is printed.

use std::path::{Path, PathBuf};

use anyhow::Context;
use raddle_findings::{Report, SCHEMA_VERSION};
use raddle_frontend::shown_path;
use raddle_report::{TextOptions, WitnessTask};

use crate::files;

/// One `--report`: a format and where to write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReportTarget {
    pub(crate) format: ReportFormat,
    pub(crate) path: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReportFormat {
    Text,
    Json,
    Sarif,
    Junit,
    Html,
    /// A summary in Markdown.
    Markdown,
    /// A witness in the competition's YAML format.
    Witness,
    /// A witness in its older format.
    Graphml,
}

/// Names of formats and the endings of file names that stand for them.
const FORMATS: &[(ReportFormat, &str, &[&str])] = &[
    (ReportFormat::Text, "text", &["txt"]),
    (ReportFormat::Json, "json", &["json"]),
    (ReportFormat::Sarif, "sarif", &["sarif"]),
    (ReportFormat::Junit, "junit", &["xml"]),
    (ReportFormat::Html, "html", &["html", "htm"]),
    (ReportFormat::Markdown, "markdown", &["md"]),
    (ReportFormat::Witness, "witness", &["yml", "yaml"]),
    (ReportFormat::Graphml, "graphml", &["graphml"]),
];

/// `sarif=out/report.json`, or `report.sarif`, whose ending says it all.
pub(crate) fn parse_report(text: &str) -> Result<ReportTarget, String> {
    let named = text.split_once('=').and_then(|(name, path)| {
        let (format, ..) = FORMATS.iter().find(|(_, known, _)| *known == name)?;
        Some((*format, path))
    });
    let (format, path) = match named {
        Some(named) => named,
        None => (by_ending(text).ok_or_else(expectation)?, text),
    };
    if path.is_empty() {
        return Err("the name of the file is missing".to_owned());
    }
    Ok(ReportTarget { format, path: PathBuf::from(path) })
}

/// The text that `parse_report` reads as this target.
pub(crate) fn target_text(target: &ReportTarget) -> String {
    let named = FORMATS.iter().find(|(format, ..)| *format == target.format);
    format!("{}={}", named.map_or("", |(_, name, _)| name), target.path.display())
}

fn by_ending(path: &str) -> Option<ReportFormat> {
    let ending = Path::new(path).extension()?.to_str()?.to_ascii_lowercase();
    let known = FORMATS.iter().find(|(_, _, endings)| endings.contains(&&*ending));
    known.map(|(format, ..)| *format)
}

fn expectation() -> String {
    let names: Vec<&str> = FORMATS.iter().map(|(_, name, _)| *name).collect();
    let endings: Vec<String> = FORMATS
        .iter()
        .flat_map(|(_, _, endings)| endings.iter().map(|end| format!(".{end}")))
        .collect();
    format!(
        "expected FORMAT=FILE with one of {}, or a FILE that ends in one of {}",
        names.join(", "),
        endings.join(" ")
    )
}

/// A report that an earlier check wrote.
pub(crate) fn read_report(path: &Path) -> anyhow::Result<Report> {
    let text = files::read(path)?;
    let report: Report = serde_json::from_str(&text).with_context(|| {
        format!("{} is no report of `raddle check --report json=FILE`", shown_path(path))
    })?;
    anyhow::ensure!(
        report.schema_version == SCHEMA_VERSION,
        "{} has version {} of the format, this Raddle reads version {SCHEMA_VERSION}",
        shown_path(path),
        report.schema_version,
    );
    Ok(report)
}

/// Writes every report that was asked for; one that cannot be written does not keep the others from it.
pub(crate) fn write_reports(
    report: &Report,
    targets: &[ReportTarget],
    task: &WitnessTask,
) -> Vec<anyhow::Error> {
    targets.iter().filter_map(|target| write_report(report, target, task).err()).collect()
}

fn write_report(report: &Report, target: &ReportTarget, task: &WitnessTask) -> anyhow::Result<()> {
    match rendered(report, target.format, task)? {
        Some(text) => files::write(&target.path, &text),
        // Nothing witnesses an unknown verdict. What an earlier check wrote there speaks of something else.
        None => Ok(()),
    }
}

fn rendered(
    report: &Report,
    format: ReportFormat,
    task: &WitnessTask,
) -> anyhow::Result<Option<String>> {
    let text = match format {
        ReportFormat::Witness => {
            return raddle_report::yaml_witness(report, task)
                .context("cannot read the program again");
        }
        ReportFormat::Graphml => {
            return raddle_report::graphml_witness(report, task)
                .context("cannot read the program again");
        }
        ReportFormat::Text => {
            let options = TextOptions {
                full_trace: true,
                statistics: true,
                all_pairs: true,
                ..TextOptions::default()
            };
            raddle_report::terminal(report, &options)
        }
        ReportFormat::Json => {
            raddle_report::json(report).context("cannot print the report as JSON")?
        }
        ReportFormat::Sarif => {
            raddle_report::sarif(report).context("cannot print the report as SARIF")?
        }
        ReportFormat::Junit => raddle_report::junit(report),
        ReportFormat::Markdown => raddle_report::markdown(report),
        ReportFormat::Html => {
            raddle_report::html(report).context("cannot print the report as a page")?
        }
    };
    Ok(Some(text))
}

#[cfg(test)]
mod tests {
    use super::{ReportFormat, parse_report};

    #[test]
    fn formats_by_name_and_by_ending() {
        let format = |text: &str| parse_report(text).map(|target| target.format);
        assert_eq!(format("sarif=x.json"), Ok(ReportFormat::Sarif));
        assert_eq!(format("out/x.json"), Ok(ReportFormat::Json));
        assert_eq!(format("a=b.HTML"), Ok(ReportFormat::Html));
        assert_eq!(parse_report("a=b.html").map(|target| target.path), Ok("a=b.html".into()));
        for wrong in ["", "x", "pdf=x", "x.pdf", "html="] {
            assert!(parse_report(wrong).is_err(), "{wrong}");
        }
    }
}
