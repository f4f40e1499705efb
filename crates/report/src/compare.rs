//! What differs between two reports of a program: what appeared, what went, what changed.
//!
//! Findings are the same if their ids are, which survive edits elsewhere in the program. Reasons are the same if code, message and function are, wherever
//! the line is by now; assumptions, if their code is.

use raddle_findings::{Finding, Location, PropertyResult, Reason, Report, Verdict, codes};
use serde::Serialize;

use crate::paint::{Paint, Role};
use crate::text::{counted, grouped, place, printable};
use crate::text_options::TextOptions;

/// The difference from an old report to a new one.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    pub verdict: Changed<Verdict>,
    pub appeared: Vec<Item>,
    pub went: Vec<Item>,
    /// In both, but not in the same words or at the same place.
    pub changed: Vec<Changed<Item>>,
    /// Properties that were checked on their own and have another verdict.
    pub properties: Vec<(String, Changed<Verdict>)>,
    pub counts: Vec<(String, Changed<u64>)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Changed<T> {
    pub old: T,
    pub new: T,
}

/// A finding, a reason or an assumption.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Item {
    pub kind: ItemKind,
    /// The id of a finding, the code of anything else.
    pub id: String,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ItemKind {
    Finding,
    Reason,
    Assumption,
}

impl Comparison {
    pub fn new(old: &Report, new: &Report) -> Comparison {
        let (before, after) = (items(old), items(new));
        let is_in = |all: &[Item], one: &Item| all.iter().any(|other| same(one, other));
        let appeared = after.iter().filter(|one| !is_in(&before, one)).cloned().collect();
        let went = before.iter().filter(|one| !is_in(&after, one)).cloned().collect();
        let telling = before.iter().filter(|one| one.kind != ItemKind::Assumption);
        let pairs = telling.filter_map(|one| {
            let now = after.iter().find(|other| same(one, other))?;
            let differs = one.message != now.message || line(one) != line(now);
            differs.then(|| Changed { old: one.clone(), new: now.clone() })
        });
        Comparison {
            verdict: Changed { old: old.verdict, new: new.verdict },
            appeared,
            went,
            changed: pairs.collect(),
            properties: properties(&old.by_property, &new.by_property),
            counts: counts(old, new),
        }
    }

    /// Whether there is something of this kind that was not there before.
    pub fn has_new(&self, kind: ItemKind) -> bool {
        self.appeared.iter().any(|item| item.kind == kind)
    }

    pub fn text(&self, options: &TextOptions) -> String {
        let paint = Paint { color: options.color };
        let mut text = String::new();
        let sections = [("appeared", &self.appeared, Role::Bad), ("went", &self.went, Role::Good)];
        for (title, items, role) in sections.into_iter().filter(|(_, items, _)| !items.is_empty()) {
            text.push_str(&format!("{}\n", paint.text(role, title)));
            text.extend(items.iter().map(|item| format!("  {}\n", item.text())));
        }
        if !self.changed.is_empty() {
            text.push_str(&format!("{}\n", paint.text(Role::Doubtful, "changed")));
        }
        for Changed { old, new } in &self.changed {
            text.push_str(&format!("  {}\n", new.text()));
            let was = match old.message == new.message {
                true => old.location.as_ref().map(place).unwrap_or_default(),
                false => printable(&old.message),
            };
            text.push_str(&format!("    was: {was}\n"));
        }
        for (property, Changed { old, new }) in &self.properties {
            let (old, new) = (word(*old), word(*new));
            text.push_str(&format!("property {}: {old} → {new}\n", printable(property)));
        }
        let counts: Vec<String> = self.counts.iter().map(count_text).collect();
        if !counts.is_empty() {
            text.push_str(&format!("{}\n", paint.text(Role::Faint, &counts.join(" · "))));
        }
        text + &self.verdict_line()
    }

    fn verdict_line(&self) -> String {
        let Changed { old, new } = self.verdict;
        let verdict = match old == new {
            true => format!("{} as before", word(new)),
            false => format!("{} → {}", word(old), word(new)),
        };
        let count = |items: &[Item]| counted(items.len() as u64, "item");
        let differs = match (self.appeared.len(), self.went.len(), self.changed.len()) {
            (0, 0, 0) => "nothing appeared, went or changed".to_owned(),
            (_, _, changed) => format!(
                "{} appeared, {} went, {changed} changed",
                count(&self.appeared),
                self.went.len()
            ),
        };
        format!("{verdict}: {differs}\n")
    }
}

impl Item {
    fn text(&self) -> String {
        let at = self.location.as_ref().map_or(String::new(), |at| format!("  {}", place(at)));
        let code = self.id.split('-').next().unwrap_or(&self.id);
        let title = codes::by_code(code).map_or("", |info| info.title);
        let message = printable(&self.message);
        let what = if title == message { message } else { format!("{title}: {message}") };
        let kind = match self.kind {
            ItemKind::Finding => "",
            ItemKind::Reason => "not explored: ",
            ItemKind::Assumption => "assuming: ",
        };
        format!("{}  {kind}{what}{at}", self.id)
    }
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Safe => "safe",
        Verdict::Unsafe => "unsafe",
        Verdict::Unknown => "unknown",
    }
}

fn items(report: &Report) -> Vec<Item> {
    let finding = |finding: &Finding| Item {
        kind: ItemKind::Finding,
        id: finding.id.clone(),
        message: finding.message.clone(),
        location: finding.location.clone(),
    };
    let reason = |reason: &Reason| Item {
        kind: ItemKind::Reason,
        id: reason.code.clone(),
        message: reason.message.clone(),
        location: reason.location.clone(),
    };
    let assumptions = report.assumptions.iter().map(|assumption| Item {
        kind: ItemKind::Assumption,
        id: assumption.code.clone(),
        message: assumption.message.clone(),
        location: assumption.location.clone(),
    });
    let findings = report.findings.iter().map(finding);
    findings.chain(report.reasons.iter().map(reason)).chain(assumptions).collect()
}

fn line(item: &Item) -> Option<(&str, u32)> {
    item.location.as_ref().map(|at| (&*at.file, at.line))
}

fn same(one: &Item, other: &Item) -> bool {
    let function = |item: &Item| item.location.as_ref().and_then(|at| at.function.clone());
    let is_same_kind = (one.kind, &one.id) == (other.kind, &other.id);
    is_same_kind
        && (one.kind != ItemKind::Reason
            || (&one.message, function(one)) == (&other.message, function(other)))
}

fn properties(old: &[PropertyResult], new: &[PropertyResult]) -> Vec<(String, Changed<Verdict>)> {
    let pairs = old.iter().filter_map(|before| {
        let after = new.iter().find(|after| after.id == before.id)?;
        let verdict = Changed { old: before.verdict, new: after.verdict };
        (verdict.old != verdict.new).then(|| (after.id.clone(), verdict))
    });
    pairs.collect()
}

fn counts(old: &Report, new: &Report) -> Vec<(String, Changed<u64>)> {
    let of = |report: &Report| {
        let (stats, coverage) = (&report.stats, &report.coverage);
        [stats.runs, stats.states, stats.queries, coverage.lines_covered, coverage.branches_covered]
    };
    let names = ["runs", "states", "queries", "lines covered", "branch sides taken"];
    let pairs = of(old).into_iter().zip(of(new)).zip(names);
    let changed = pairs.filter(|((old, new), _)| old != new);
    changed.map(|((old, new), name)| (name.to_owned(), Changed { old, new })).collect()
}

fn count_text((name, Changed { old, new }): &(String, Changed<u64>)) -> String {
    format!("{name} {} → {}", grouped(*old), grouped(*new))
}
