//! What an answer says of places in files: diagnostics, and what each of them is about.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lsp_types::{
    Code, CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity,
    Location as Place, Range,
};
use raddle_findings::codes::by_code;
use raddle_findings::{Finding, Location, Rank, Report, Warning};

use crate::client::Abilities;
use crate::documents::Documents;
use crate::functions::functions;
use crate::scratch::Scratch;
use crate::text::range_at;

/// A diagnostic in a file.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    pub(crate) file: PathBuf,
    pub(crate) about: About,
    pub(crate) diagnostic: Diagnostic,
}

/// Which part of an answer a diagnostic shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum About {
    /// By its number in the report.
    Finding(usize),
    Warning(usize),
    Other,
}

/// Makes marks of answers to one question.
#[derive(Debug)]
pub(crate) struct Marker<'a> {
    pub(crate) can: Abilities,
    pub(crate) documents: &'a Documents,
    pub(crate) scratch: &'a Scratch,
    /// What names of files are relative to.
    pub(crate) root: &'a Path,
    /// The file that was asked about.
    pub(crate) file: &'a Path,
    /// The function, if it was about one alone.
    pub(crate) function: Option<&'a str>,
    /// Files as they are on the disk, once they were read.
    pub(crate) texts: BTreeMap<PathBuf, String>,
}

impl<'a> Marker<'a> {
    pub(crate) fn new(
        can: Abilities,
        documents: &'a Documents,
        scratch: &'a Scratch,
        root: &'a Path,
        file: &'a Path,
        function: Option<&'a str>,
    ) -> Marker<'a> {
        Marker { can, documents, scratch, root, file, function, texts: BTreeMap::new() }
    }

    pub(crate) fn report(&mut self, report: &Report) -> Vec<Mark> {
        let mut marks = Vec::new();
        for (number, finding) in report.findings.iter().enumerate() {
            marks.push(self.finding(number, finding));
        }
        for reason in &report.reasons {
            let help = by_code(&reason.code).map_or("", |info| info.help);
            let message = self.told_of(format!("unknown: {}; {help}", reason.message));
            let severity = DiagnosticSeverity::Information;
            marks.push(self.mark(reason.location.as_ref(), severity, &reason.code, message));
        }
        for location in &report.vacuous {
            let message =
                "no explored path comes to this assertion: the verdict says nothing of it";
            let message = self.told_of(message.to_owned());
            marks.push(self.mark(Some(location), DiagnosticSeverity::Information, "", message));
        }
        marks
    }

    fn finding(&mut self, number: usize, finding: &Finding) -> Mark {
        let mut message = titled(&finding.code, &finding.message);
        message.push_str(&inputs(finding));
        let aside = match &finding.suppressed {
            Some(reason) => Some(format!("suppressed: {reason}")),
            None => finding.known.then(|| "known from the baseline".to_owned()),
        };
        let severity = match (&aside, finding.property.as_str()) {
            (Some(_), _) => DiagnosticSeverity::Hint,
            (None, "memory:leak") => DiagnosticSeverity::Warning,
            (None, _) => DiagnosticSeverity::Error,
        };
        message.extend(aside.map(|aside| format!(" ({aside})")));
        let message = self.told_of(message);
        let place = self.existing(finding.location.iter().chain(&finding.stack)).cloned();
        let mut mark = self.mark(place.as_ref(), severity, &finding.code, message);
        mark.about = About::Finding(number);
        let labelled = finding.related.iter().map(|one| (one.location.as_ref(), one.label.clone()));
        let callers = finding.stack.iter().skip(1).map(|frame| {
            let function = frame.function.as_deref().unwrap_or("a caller");
            (Some(frame), format!("called in `{function}`"))
        });
        self.relate(&mut mark.diagnostic, labelled.chain(callers));
        mark
    }

    /// A message, with what else it depends on.
    fn told_of(&self, message: String) -> String {
        match self.function {
            Some(name) => format!("{message} (`{name}` with arbitrary arguments)"),
            None => message,
        }
    }

    pub(crate) fn warning(&mut self, number: usize, warning: &Warning) -> Mark {
        let severity = match warning.rank {
            Rank::High | Rank::Medium => DiagnosticSeverity::Warning,
            Rank::Low => DiagnosticSeverity::Information,
        };
        let message =
            format!("{} ({} rank: {})", warning.message, warning.rank.name(), warning.because);
        let first = warning.places.first();
        let place = self
            .existing(first.iter().flat_map(|one| one.location.iter().chain(&one.stack)))
            .cloned();
        let mut mark =
            self.mark(place.as_ref(), severity, &warning.code, titled(&warning.code, &message));
        mark.about = About::Warning(number);
        let places = warning.places.iter();
        let labelled =
            places.map(|one| (one.location.as_ref(), format!("{} in {}", one.what, one.thread)));
        self.relate(&mut mark.diagnostic, labelled);
        mark
    }

    /// That there is no answer, at the place that the message names, if it names one.
    pub(crate) fn failure(&mut self, message: &str) -> Mark {
        let named = message.lines().find_map(complaint_of_compiler);
        let (location, severity, message) = match named {
            Some((location, complaint)) => {
                let message = format!("not checked, because it does not compile: {complaint}");
                (Some(location), DiagnosticSeverity::Error, message)
            }
            None => (None, DiagnosticSeverity::Warning, format!("not checked: {}", message.trim())),
        };
        self.mark(location.as_ref(), severity, "", message)
    }

    /// Something without a place is said where the program, or the function, begins.
    fn mark(
        &mut self,
        location: Option<&Location>,
        severity: DiagnosticSeverity,
        code: &str,
        message: String,
    ) -> Mark {
        let (file, range) = match location.and_then(|location| self.place(location)) {
            Some(place) => place,
            None => (self.file.to_owned(), self.beginning()),
        };
        let href = self.scratch.explanation(code).filter(|_| self.can.code_descriptions);
        let diagnostic = Diagnostic {
            range,
            severity: Some(severity),
            code: (!code.is_empty()).then(|| Code::String(code.to_owned())),
            code_description: href.map(|href| CodeDescription { href }),
            source: Some("raddle".to_owned()),
            message: message.into(),
            tags: None,
            related_information: None,
            data: None,
        };
        Mark { file, about: About::Other, diagnostic }
    }

    fn relate<'b>(
        &mut self,
        diagnostic: &mut Diagnostic,
        related: impl Iterator<Item = (Option<&'b Location>, String)>,
    ) {
        let mut list = Vec::new();
        for (location, message) in related {
            if let Some((file, range)) = location.and_then(|location| self.place(location)) {
                let uri = self.documents.uri(&file);
                list.push(DiagnosticRelatedInformation { location: Place { uri, range }, message });
            }
        }
        if self.can.related_places && !list.is_empty() {
            diagnostic.related_information = Some(list);
        }
    }

    /// The first place in a file that is there.
    fn existing<'b>(
        &mut self,
        mut places: impl Iterator<Item = &'b Location>,
    ) -> Option<&'b Location> {
        places.find(|location| self.place(location).is_some())
    }

    /// `None` for places in files that nobody can open, such as those inside of the compiler.
    fn place(&mut self, location: &Location) -> Option<(PathBuf, Range)> {
        let path = self.documents.known(&self.root.join(&location.file));
        let encoding = self.can.encoding;
        let text = self.text(&path)?;
        Some((path.clone(), range_at(text, location.line, location.column, encoding)))
    }

    fn text(&mut self, path: &Path) -> Option<&str> {
        if !self.texts.contains_key(path) {
            let text = std::fs::read(path).ok()?;
            self.texts.insert(path.to_owned(), String::from_utf8_lossy(&text).into_owned());
        }
        self.texts.get(path).map(String::as_str)
    }

    fn beginning(&mut self) -> Range {
        let name = self.function.unwrap_or("main");
        let (file, encoding) = (self.file, self.can.encoding);
        let Some(text) = self.text(file) else { return Range::default() };
        let function = functions(text).into_iter().find(|function| function.name == name);
        let (line, column) = function.map_or((1, 1), |one| (one.line + 1, one.column + 1));
        range_at(text, line, column, encoding)
    }
}

/// The title of a code in front of a message that does not say it.
fn titled(code: &str, message: &str) -> String {
    let title = by_code(code).map_or("", |info| info.title);
    let said = title.split(' ').next().is_none_or(|word| message.contains(word));
    if said { message.to_owned() } else { format!("{title}: {message}") }
}

/// The first inputs that show a finding.
fn inputs(finding: &Finding) -> String {
    const SHOWN: usize = 3;
    let all: Vec<_> = finding.inputs.iter().filter(|input| !input.hidden).collect();
    let mut texts: Vec<String> =
        all.iter().take(SHOWN).map(|input| format!("{} = {}", input.name, input.value)).collect();
    if all.len() > SHOWN {
        texts.push(format!("{} more", all.len() - SHOWN));
    }
    if texts.is_empty() { String::new() } else { format!("; inputs: {}", texts.join(", ")) }
}

/// `file:line:column: error: text`, as compilers write it.
fn complaint_of_compiler(line: &str) -> Option<(Location, String)> {
    let (place, text) =
        line.split_once(": error: ").or_else(|| line.split_once(": fatal error: "))?;
    let mut parts = place.rsplitn(3, ':');
    let column = parts.next()?.parse().ok()?;
    let line = parts.next()?.parse().ok()?;
    let file = parts.next()?.to_owned();
    Some((Location { file, line, column, function: None }, text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::{complaint_of_compiler, titled};

    #[test]
    fn complaints_of_compilers_have_places() {
        let (place, text) =
            complaint_of_compiler("a:b.c:3:7: error: expected ';'").expect("a complaint");
        assert_eq!(
            (place.file.as_str(), place.line, place.column, text.as_str()),
            ("a:b.c", 3, 7, "expected ';'")
        );
        assert!(complaint_of_compiler("x.c:1:2: fatal error: 'no.h' file not found").is_some());
        for line in ["", "error: no", "x.c: error: no", "x.c:1: error: no", "1:2: error: no"] {
            assert!(complaint_of_compiler(line).is_none(), "{line}");
        }
    }

    #[test]
    fn titles_are_not_said_twice() {
        assert_eq!(titled("R0101", "assertion `x` fails"), "assertion `x` fails");
        assert_eq!(titled("R0401", "T1 reads it"), "data race: T1 reads it");
        assert_eq!(titled("", "text"), "text");
    }
}
