//! Reads `//~ FINDING kind` and `//~ RELATED kind`: which finding is expected at which line.

use std::collections::BTreeSet;

use raddle_findings::Finding;
use raddle_findings::codes;

use crate::directives::split_conditions;

const PROPERTIES: &[&str] = &["assert", "memory", "memory:leak", "overflow", "race", "deadlock"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A finding is reported at this line.
    Finding,
    /// A finding names this line as belonging to it.
    Related,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    pub role: Role,
    /// Name of the file without directories.
    pub file: String,
    pub line: usize,
    pub conditions: Vec<String>,
    /// The kind of a finding, or a property.
    pub kind: String,
}

impl Annotation {
    pub fn applies(&self, active: &BTreeSet<String>) -> bool {
        self.conditions.is_empty() || self.conditions.iter().any(|name| active.contains(name))
    }

    /// Whether the kind fits, wherever it is.
    pub fn fits_kind(&self, finding: &Finding) -> bool {
        let property = finding.property.split(':').next().unwrap_or_default();
        self.kind == finding.kind || self.kind == finding.property || self.kind == property
    }
}

/// All annotations of a source text.
pub fn parse(file: &str, text: &str) -> Result<Vec<Annotation>, String> {
    let mut annotations = Vec::new();
    for (index, line) in text.lines().enumerate() {
        for part in line.split("//~").skip(1) {
            let annotation = parse_part(file, index + 1, part);
            annotations
                .push(annotation.map_err(|error| format!("{file} line {}: {error}", index + 1))?);
        }
    }
    Ok(annotations)
}

fn parse_part(file: &str, line: usize, part: &str) -> Result<Annotation, String> {
    let above = part.bytes().take_while(|byte| *byte == b'^').count();
    let (conditions, rest) = split_conditions(&part[above..]).ok_or("`[` without `]`")?;
    let mut words = rest.split_whitespace();
    let role = match words.next() {
        Some("FINDING") => Role::Finding,
        Some("RELATED") => Role::Related,
        _ => return Err("an annotation is `//~ FINDING kind` or `//~ RELATED kind`".to_owned()),
    };
    let kind = words.next().unwrap_or_default().to_owned();
    check_kind(&kind)?;
    if let Some(extra) = words.next() {
        return Err(format!("`{extra}` behind the kind"));
    }
    let line = line.checked_sub(above).filter(|line| *line > 0).ok_or("there is no such line")?;
    Ok(Annotation { role, file: file.to_owned(), line, conditions, kind })
}

/// A misspelt kind would otherwise look like a missing finding.
pub fn check_kind(kind: &str) -> Result<(), String> {
    let is_finding = codes::by_kind(kind).is_some_and(|info| !info.property.is_empty());
    if is_finding || PROPERTIES.contains(&kind) {
        return Ok(());
    }
    Err(format!("`{kind}` is neither the kind of a finding nor a property (see `raddle explain`)"))
}
