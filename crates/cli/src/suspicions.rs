//! `--targets FILE`: what other tools suspect, as goals of a hunt.
//!
//! Read are SARIF (a result with one place is a line to be reached; one about a race, with places in several threads or related places, is
//! a meeting of threads at two of them), reports of ThreadSanitizer (the innermost places of the two accesses of a race
//! that lie in the program), and lines of compilers and linters (`file.c:12:5: warning: …`).

use std::path::Path;

use anyhow::Context;
use raddle_report::printable;
use raddle_target::Place;
use serde_json::Value;

use crate::files;
use crate::output::print_line_to_stderr;

/// What a tool suspects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Suspicion {
    pub(crate) places: Vec<Place>,
    pub(crate) message: String,
}

/// Reads what a tool wrote. `is_known` tells whether the program has code at a place.
pub(crate) fn read(
    path: &Path,
    is_known: &dyn Fn(&Place) -> bool,
) -> anyhow::Result<Vec<Suspicion>> {
    let text = files::read(path)?;
    let found = suspicions(&text, is_known)
        .with_context(|| format!("{} is not understood", path.display()))?;
    anyhow::ensure!(
        !found.is_empty(),
        "{} names no place; expected SARIF, a report of ThreadSanitizer, or lines such as `file.c:12:5: warning: …`",
        path.display(),
    );
    let (fitting, others): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|one| one.places.iter().all(is_known));
    anyhow::ensure!(
        !fitting.is_empty(),
        "no place in {} fits the program; the first is {}",
        path.display(),
        others.first().map_or(String::new(), |one| one
            .places
            .iter()
            .map(place_text)
            .collect::<Vec<_>>()
            .join(" and ")),
    );
    if let Some(first) = others.first() {
        let places: Vec<String> = first.places.iter().map(place_text).collect();
        print_line_to_stderr(&format!(
            "note: {} of {} suspicions in {} are about places that the program does not have, the first about {}",
            others.len(),
            others.len() + fitting.len(),
            path.display(),
            printable(&places.join(" and "))
        ));
    }
    Ok(fitting)
}

pub(crate) fn place_text(place: &Place) -> String {
    match &place.file {
        Some(file) => format!("{file}:{}", place.line),
        None => place.line.to_string(),
    }
}

fn suspicions(text: &str, is_known: &dyn Fn(&Place) -> bool) -> anyhow::Result<Vec<Suspicion>> {
    let mut found = if text.trim_start().starts_with('{') {
        sarif(&serde_json::from_str(text).context("it is no JSON")?)?
    } else if text.contains("ThreadSanitizer") {
        thread_sanitizer(text, is_known)
    } else {
        text.lines().filter_map(compiler_line).collect()
    };
    let mut seen: Vec<Vec<Place>> = Vec::new();
    found.retain(|one| {
        let new = !seen.contains(&one.places);
        if new {
            seen.push(one.places.clone());
        }
        new
    });
    Ok(found)
}

fn sarif(document: &Value) -> anyhow::Result<Vec<Suspicion>> {
    let runs = document["runs"].as_array().context("it is no SARIF: there are no runs")?;
    let mut found = Vec::new();
    let results = runs.iter().flat_map(|run| {
        run["results"].as_array().into_iter().flatten().map(move |result| (run, result))
    });
    for (run, result) in results {
        let message = result["message"]["text"].as_str().unwrap_or_default().to_owned();
        let mut places: Vec<Place> =
            result["locations"].as_array().into_iter().flatten().filter_map(sarif_place).collect();
        let rule = result["ruleId"].as_str().unwrap_or_default();
        let about_race = [rule, &message, rule_title(run, rule)]
            .iter()
            .any(|text| text.to_ascii_lowercase().contains("race"));
        if about_race {
            let flows = result["codeFlows"].as_array().into_iter().flatten();
            let threads = flows.filter_map(|flow| flow["threadFlows"].as_array()).flatten();
            // The last place of each thread is where it stands.
            let ends = threads
                .filter_map(|flow| sarif_place(&flow["locations"].as_array()?.last()?["location"]));
            let related = result["relatedLocations"].as_array().into_iter().flatten();
            let more: Vec<Place> = ends.chain(related.filter_map(sarif_place)).collect();
            places.extend(more.into_iter().find(|place| !places.contains(place)));
            places.truncate(2);
        } else {
            places.truncate(1);
        }
        if !places.is_empty() {
            found.push(Suspicion { places, message });
        }
    }
    Ok(found)
}

/// What a tool says of one of its rules.
fn rule_title<'d>(run: &'d Value, id: &str) -> &'d str {
    let rules = run["tool"]["driver"]["rules"].as_array();
    let rule = rules.into_iter().flatten().find(|rule| rule["id"] == id && !id.is_empty());
    rule.and_then(|rule| rule["shortDescription"]["text"].as_str()).unwrap_or_default()
}

fn sarif_place(location: &Value) -> Option<Place> {
    let physical = &location["physicalLocation"];
    let file = physical["artifactLocation"]["uri"].as_str()?;
    let file = file.strip_prefix("file://").unwrap_or(file).to_owned();
    let line = u32::try_from(physical["region"]["startLine"].as_u64()?).ok()?;
    Some(Place { file: Some(file), line })
}

/// `file.c:12:5: warning: text`, `file.c:12: error: text`.
fn compiler_line(line: &str) -> Option<Suspicion> {
    let (place, message) = ["warning:", "error:"]
        .iter()
        .find_map(|word| line.split_once(&format!(": {word} ")))
        .filter(|(place, _)| !place.is_empty())?;
    let mut parts: Vec<&str> = place.split(':').collect();
    let mut numbers = Vec::new();
    while numbers.len() < 2 && parts.len() > 1 {
        match parts.last()?.trim().parse::<u32>() {
            Ok(number) => numbers.push(number),
            Err(_) => break,
        }
        parts.pop();
    }
    let line = *numbers.last()?;
    let place = Place { file: Some(parts.join(":")), line };
    Some(Suspicion { places: vec![place], message: message.trim().to_owned() })
}

/// For every report the innermost place of each of the two accesses that is one of the program.
fn thread_sanitizer(text: &str, is_known: &dyn Fn(&Place) -> bool) -> Vec<Suspicion> {
    let mut found = Vec::new();
    let mut title = String::new();
    let mut stacks: Vec<Vec<Place>> = Vec::new();
    let mut open = false;
    let mut finish = |title: &str, stacks: &mut Vec<Vec<Place>>| {
        let innermost = |stack: &Vec<Place>| stack.iter().find(|place| is_known(place)).cloned();
        let places: Vec<Place> = stacks.iter().take(2).filter_map(innermost).collect();
        if places.len() == 2 {
            found.push(Suspicion { places, message: title.to_owned() });
        }
        stacks.clear();
    };
    for line in text.lines() {
        let trimmed = line.trim();
        if let Some((_, rest)) = trimmed.split_once("WARNING: ThreadSanitizer: ") {
            finish(&title, &mut stacks);
            title = rest.split(" (pid").next().unwrap_or(rest).to_owned();
            open = false;
        } else if is_access(trimmed) {
            stacks.push(Vec::new());
            open = true;
        } else if let (true, Some(stack)) = (open && trimmed.starts_with('#'), stacks.last_mut()) {
            stack.extend(frame_place(trimmed));
        } else if !trimmed.starts_with('#') {
            open = false;
        }
    }
    finish(&title, &mut stacks);
    found
}

fn is_access(line: &str) -> bool {
    let line = line.strip_prefix("Previous ").unwrap_or(line).to_ascii_lowercase();
    let line = line.strip_prefix("atomic ").unwrap_or(&line);
    (line.starts_with("read of size") || line.starts_with("write of size")) && line.contains(" by ")
}

/// `#0 function path/file.c:12:5 (binary+0x123)`.
fn frame_place(line: &str) -> Option<Place> {
    let word = line.split_whitespace().find(|word| {
        let mut parts = word.rsplit(':');
        parts.next().is_some_and(|last| last.parse::<u32>().is_ok()) && parts.next().is_some()
    })?;
    compiler_line(&format!("{word}: warning: ")).and_then(|one| one.places.into_iter().next())
}

#[cfg(test)]
mod tests {
    use raddle_target::Place;

    use super::{Suspicion, place_text, suspicions};

    fn read(text: &str) -> Vec<Suspicion> {
        let in_c = |place: &Place| place.file.as_ref().is_some_and(|file| file.ends_with(".c"));
        suspicions(text, &in_c).expect("understood")
    }

    fn texts(found: &[Suspicion]) -> Vec<String> {
        let places =
            |one: &Suspicion| one.places.iter().map(place_text).collect::<Vec<_>>().join(" ");
        found.iter().map(places).collect()
    }

    #[test]
    fn lines_of_compilers() {
        let text = "a.c: In function 'f':\na.c:12:5: warning: unused variable [-Wunused]\n   12 | int x;\nb/b.c:7: error: no\n\
                    a.c:12:5: warning: unused variable [-Wunused]\na.c:13:1: note: here\n";
        assert_eq!(texts(&read(text)), ["a.c:12", "b/b.c:7"]);
    }

    #[test]
    fn reports_of_thread_sanitizer() {
        let text = "==================\nWARNING: ThreadSanitizer: data race (pid=17)\n  Write of size 4 at 0x01 by thread T1:\n    \
                    #0 memset ??:0 (a.out+0x1)\n    #1 put src/queue.c:40:9 (a.out+0x2)\n    #2 worker src/main.c:9:3 (a.out+0x3)\n\n  \
                    Previous read of size 4 at 0x01 by main thread:\n    #0 size src/queue.c:71:12 (a.out+0x4)\n    #1 main src/main.c:30 (a.out)\n\n  \
                    Location is global 'q' of size 8 at 0x01\n\n  Thread T1 (tid=19, running) created by main thread at:\n    \
                    #0 pthread_create <null> (a.out+0x5)\n    #1 main src/main.c:25:5 (a.out+0x6)\n";
        let found = read(text);
        assert_eq!(texts(&found), ["src/queue.c:40 src/queue.c:71"]);
        assert_eq!(found[0].message, "data race");
    }

    #[test]
    fn sarif_of_other_tools() {
        let place = |file: &str, line: u32| {
            format!(
                r#"{{"physicalLocation":{{"artifactLocation":{{"uri":"{file}"}},"region":{{"startLine":{line}}}}}}}"#
            )
        };
        let text = format!(
            r#"{{"runs":[{{"results":[
                {{"ruleId":"null","message":{{"text":"may be null"}},"locations":[{}],"relatedLocations":[{}]}},
                {{"ruleId":"data-race","message":{{"text":"two"}},"locations":[{}],"relatedLocations":[{}]}}]}}]}}"#,
            place("a.c", 3),
            place("a.c", 4),
            place("file:///src/a.c", 5),
            place("a.c", 6)
        );
        assert_eq!(texts(&read(&text)), ["a.c:3", "/src/a.c:5 a.c:6"]);
        // What a rule is about may stand with the rule.
        let described = text.replace(r#""ruleId":"data-race""#, r#""ruleId":"W7""#).replace(
            r#"{"results""#,
            r#"{"tool":{"driver":{"rules":[{"id":"W7","shortDescription":{"text":"possible data race"}}]}},"results""#,
        );
        assert_eq!(texts(&read(&described)), ["a.c:3", "/src/a.c:5 a.c:6"]);
        assert!(suspicions("{", &|_| true).is_err());
        assert!(suspicions("{}", &|_| true).is_err());
    }
}
