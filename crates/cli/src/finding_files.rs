//! Findings on disk: `raddle-out/<program>/finding-N.json`, read again by `raddle replay`.

use std::path::{Path, PathBuf};

use anyhow::Context;
use raddle_findings::{Finding, FindingFile, SCHEMA_VERSION};

/// Writes one file per finding and returns where. What an earlier check of the program left there is
/// replaced.
pub(crate) fn write(
    directory: &Path,
    program: &Path,
    command: &[String],
    findings: &[Finding],
) -> anyhow::Result<Vec<PathBuf>> {
    let name = program.file_stem().unwrap_or(program.as_os_str());
    let directory = directory.join(name);
    std::fs::create_dir_all(&directory)
        .with_context(|| format!("cannot create the directory {}", directory.display()))?;
    let mut written = Vec::new();
    for (index, finding) in findings.iter().enumerate() {
        let path = directory.join(format!("finding-{}.json", index + 1));
        let file = FindingFile {
            schema_version: SCHEMA_VERSION,
            tool_version: env!("CARGO_PKG_VERSION").to_owned(),
            command: command.to_vec(),
            finding: finding.clone(),
        };
        let text = serde_json::to_string_pretty(&file).context("cannot print a finding as JSON")?;
        std::fs::write(&path, text + "\n")
            .with_context(|| format!("cannot write {}", path.display()))?;
        written.push(path);
    }
    Ok(written)
}

pub(crate) fn read(path: &Path) -> anyhow::Result<FindingFile> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let file: FindingFile = serde_json::from_str(&text).with_context(|| {
        format!("{} is not a finding that `raddle check` wrote", path.display())
    })?;
    anyhow::ensure!(
        file.schema_version == SCHEMA_VERSION,
        "{} has version {} of the format, this Raddle reads version {SCHEMA_VERSION}; check the program again",
        path.display(),
        file.schema_version,
    );
    Ok(file)
}
