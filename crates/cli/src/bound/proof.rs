//! `--proof` and `--check-proof`: proofs as files.
//!
//! A file holds one proof per resource, as JSON.

use std::path::Path;

use anyhow::{Context, bail};
use raddle_bound::{CostTable, Proof, ProofError, Rejected, Resource, check_proof};
use raddle_budget::Budget;
use raddle_frontend::shown_path;
use raddle_ir::Program;
use serde_json::json;

use super::{BoundArguments, options};
use crate::arguments::Format;
use crate::files;
use crate::outcome::Outcome;
use crate::output::print;
use crate::watchdog::Watchdog;

pub(super) fn write(path: &Path, proofs: &[Box<Proof>]) -> anyhow::Result<()> {
    let text = serde_json::to_string(proofs).context("cannot print the proof as JSON")?;
    files::write(path, &text)
}

/// Checks all proofs of a file. Resources are those of the proofs, unless some were asked for.
pub(super) fn check(
    arguments: &BoundArguments,
    path: &Path,
    program: &Program,
    table: &CostTable,
    budget: &Budget,
    watchdog: &Watchdog,
) -> anyhow::Result<Outcome> {
    let text = files::read(path)?;
    let proofs: Vec<Proof> = serde_json::from_str(&text)
        .with_context(|| format!("{} is not a proof of raddle bound", shown_path(path)))?;
    if proofs.is_empty() {
        bail!("{} proves nothing: there was no bound", shown_path(path));
    }
    let (mut lines, mut entries, mut outcome) = (Vec::new(), Vec::new(), Outcome::Safe);
    for proof in &proofs {
        let resource = resource(&proof.resource).with_context(|| {
            format!("{}: unknown resource {}", shown_path(path), proof.resource)
        })?;
        let options = options(arguments, resource, table);
        match check_proof(program, &options, proof, budget) {
            Ok(found) => {
                lines.push(format!(
                    "certified: at most {} {} ({} claims, {} questions to the solver)",
                    found.bound, proof.resource, found.claims, found.queries
                ));
                entries.push(json!({
                    "verdict": "certified", "resource": proof.resource, "bound": found.bound,
                    "claims": found.claims, "queries": found.queries,
                }));
            }
            Err(error) => {
                outcome = worse(
                    outcome,
                    judge(&error).with_context(|| format!("{}: {error}", shown_path(path)))?,
                );
                lines.push(format!("rejected: {} {}: {error}", proof.bound, proof.resource));
                entries.push(json!({
                    "verdict": "rejected", "resource": proof.resource, "bound": null,
                    "claimed": proof.bound, "why": error.to_string(),
                }));
            }
        }
    }
    watchdog.answer(outcome);
    match arguments.format {
        Format::Text => print(&(lines.join("\n") + "\n"))?,
        Format::Json => {
            let mut report = entries[0].clone();
            report["proofs"] = entries.into();
            print(&format!("{report:#}\n"))?;
        }
    }
    Ok(outcome)
}

fn resource(name: &str) -> Option<Resource> {
    [Resource::Instructions, Resource::Ticks, Resource::Held, Resource::Heap]
        .into_iter()
        .find(|resource| resource.name() == name)
}

/// What a rejection means; `None` if the file is not about this question at all.
fn judge(error: &ProofError) -> Option<Outcome> {
    match error {
        ProofError::Rejected(Rejected::Claim { .. } | Rejected::Conclusion(_)) => {
            Some(Outcome::Unsafe)
        }
        ProofError::Rejected(Rejected::Undecided { .. } | Rejected::Interrupted) => {
            Some(Outcome::Unknown)
        }
        ProofError::Rejected(
            Rejected::Malformed(_) | Rejected::OtherProgram | Rejected::OtherQuestion(_),
        )
        | ProofError::Program(_)
        | ProofError::Question(_) => None,
    }
}

fn worse(a: Outcome, b: Outcome) -> Outcome {
    match (a, b) {
        (Outcome::Unsafe, _) | (_, Outcome::Unsafe) => Outcome::Unsafe,
        (Outcome::Safe, other) | (other, _) => other,
    }
}
