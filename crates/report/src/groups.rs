//! Races that belong together: those on the same variable, or between the same two functions if the memory has no name. One missing
//! lock shows in many pairs of accesses; one of them tells what is wrong, the others are counted.

use raddle_findings::{Finding, FindingKind};

/// Findings that are told together: the first in full.
pub(crate) struct Group<'f> {
    pub first: &'f Finding,
    pub others: Vec<&'f Finding>,
}

/// Groups in the order of their first findings. What is no race is a group of its own.
pub(crate) fn groups<'f>(findings: impl Iterator<Item = &'f Finding>, all: bool) -> Vec<Group<'f>> {
    let mut groups: Vec<Group<'f>> = Vec::new();
    for finding in findings {
        let alike = groups.iter_mut().find(|group| !all && belong_together(group, finding));
        match alike {
            Some(group) => group.others.push(finding),
            None => groups.push(Group { first: finding, others: Vec::new() }),
        }
    }
    groups
}

fn belong_together(group: &Group<'_>, finding: &Finding) -> bool {
    let is_race = |finding: &Finding| finding.code == FindingKind::DataRace.code();
    let members = std::iter::once(&group.first).chain(&group.others);
    is_race(finding)
        && is_race(group.first)
        && members.into_iter().any(|other| alike(other, finding))
}

fn alike(a: &Finding, b: &Finding) -> bool {
    match (variable(a), variable(b)) {
        (Some(a), Some(b)) => a == b,
        _ => functions(a).is_some_and(|pair| functions(b) == Some(pair)),
    }
}

/// The variable of a race, whatever part of it is meant.
fn variable(finding: &Finding) -> Option<&str> {
    let name = finding.message.split('`').nth(1)?;
    let whole = name.split(['.', '[', '-', '+']).next()?;
    (!whole.is_empty()).then_some(whole)
}

/// The functions of the two accesses, in a fixed order.
fn functions(finding: &Finding) -> Option<(&str, &str)> {
    let here = finding.stack.first()?.function.as_deref()?;
    let there = finding.related.iter().find_map(|related| related.stack.first())?;
    let there = there.function.as_deref()?;
    Some((here.min(there), here.max(there)))
}
