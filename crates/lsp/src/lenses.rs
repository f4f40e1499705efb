//! Lines above the code that do something when they are clicked.
//!
//! `raddle.runInTerminal` is the client's, and used if the client says that it has it. Everything else is a command of the server, which
//! any client can execute.

use std::path::Path;

use lsp_types::{CodeLens, Command, Position, Range};
use raddle_findings::{Finding, Warning};
use serde_json::{Value, json};

use crate::client::Abilities;
use crate::commands;
use crate::documents::Document;
use crate::results::{Checked, Results, Warned};
use crate::scratch::finding_file;
use crate::text::{moved, range_at};
use crate::work::Subject;

/// What lenses are made from.
#[derive(Debug)]
pub(crate) struct View<'a> {
    pub(crate) file: &'a Path,
    pub(crate) document: &'a Document,
    pub(crate) results: &'a Results,
    pub(crate) can: Abilities,
    /// The server's own program, for commands in a terminal of the client's.
    pub(crate) terminal: Option<&'a Path>,
}

impl View<'_> {
    pub(crate) fn lenses(&self) -> Vec<CodeLens> {
        let mut lenses = self.of_functions();
        for (subject, checked) in &self.results.checks {
            let before = checked.texts.get(self.file).map(String::as_str);
            for (mark, finding) in checked.findings_in(self.file) {
                if let Some(range) = self.now(mark.diagnostic.range, before) {
                    lenses.extend(self.of_finding(subject, checked, finding, range));
                }
            }
        }
        for (file, warned) in &self.results.warnings {
            let before = warned.texts.get(self.file).map(String::as_str);
            for (mark, number, warning) in warned.warnings_in(self.file) {
                if let Some(range) = self.now(mark.diagnostic.range, before) {
                    lenses.extend(self.of_warning(file, warned, number, warning, range));
                }
            }
        }
        lenses
    }

    /// Where a place of a check is in the text as it is now.
    fn now(&self, range: Range, before: Option<&str>) -> Option<Range> {
        let line = moved(before?, &self.document.text, range.start.line)?;
        let at = |position: Position| Position::new(line, position.character);
        Some(Range::new(at(range.start), at(range.end)))
    }

    fn of_functions(&self) -> Vec<CodeLens> {
        let lens = |function: crate::functions::Function| {
            let is_program = function.name == "main";
            let name = (!is_program).then(|| function.name.clone());
            let subject = Subject { file: self.file.to_owned(), function: name };
            let what = if is_program { "check this program" } else { "check this function" };
            let title = match self.results.checks.get(&subject) {
                Some(checked) => format!("{what} ({})", checked.verdict()),
                None => what.to_owned(),
            };
            let range = range_at(
                &self.document.text,
                function.line + 1,
                function.column + 1,
                self.can.encoding,
            );
            let arguments = self.about(&subject, json!({}));
            lens(range, title, commands::CHECK, arguments)
        };
        self.document.functions().into_iter().map(lens).collect()
    }

    fn of_finding(
        &self,
        subject: &Subject,
        checked: &Checked,
        finding: &Finding,
        range: Range,
    ) -> Vec<CodeLens> {
        let number = checked
            .report
            .as_ref()
            .and_then(|report| report.findings.iter().position(|one| one.id == finding.id));
        let file = number.and_then(|number| finding_file(&checked.directory, number + 1));
        let about = self.about(subject, json!({ "finding": finding.id }));
        let title = format!("run into it ({})", finding.code);
        let mut lenses = Vec::new();
        if let Some(file) = file {
            let words = ["replay".to_owned(), file.display().to_string()];
            lenses.push(self.run(
                range,
                title,
                &words,
                &checked.root,
                commands::REPLAY,
                about.clone(),
            ));
        }
        if checked.page.is_file() {
            lenses.push(lens(range, "open the trace".to_owned(), commands::OPEN_TRACE, about));
        }
        lenses
    }

    /// What decides a warning reads files, so it has to wait until they are saved.
    fn of_warning(
        &self,
        file: &Path,
        warned: &Warned,
        number: usize,
        warning: &Warning,
        range: Range,
    ) -> Option<CodeLens> {
        if self.document.edited {
            return None;
        }
        let words = commands::deciding_words(warning, file, &warned.project);
        let subject = Subject { file: file.to_owned(), function: None };
        let about = self.about(&subject, json!({ "warning": number }));
        let title = format!("run into it ({})", warning.code);
        Some(self.run(range, title, &words, &warned.root, commands::HUNT, about))
    }

    /// In a terminal of the client's if it has one, else by the server.
    fn run(
        &self,
        range: Range,
        title: String,
        words: &[String],
        root: &Path,
        command: &str,
        about: Value,
    ) -> CodeLens {
        let Some(program) = self.terminal else { return lens(range, title, command, about) };
        let words: Vec<String> =
            std::iter::once(program.display().to_string()).chain(words.iter().cloned()).collect();
        let arguments =
            json!({ "title": title, "command": words, "cwd": root.display().to_string() });
        lens(range, title, commands::RUN_IN_TERMINAL, arguments)
    }

    fn about(&self, subject: &Subject, mut more: Value) -> Value {
        let uri = if subject.file == self.file {
            self.document.uri.clone()
        } else {
            crate::uri::uri_of(&subject.file)
        };
        if let Value::Object(fields) = &mut more {
            fields.insert("uri".to_owned(), uri.0.into());
            if let Some(function) = &subject.function {
                fields.insert("function".to_owned(), function.clone().into());
            }
        }
        more
    }
}

fn lens(range: Range, title: String, command: &str, arguments: Value) -> CodeLens {
    let command = Command {
        title,
        tooltip: None,
        command: command.to_owned(),
        arguments: Some(vec![arguments]),
    };
    CodeLens { range, command: Some(command), data: None }
}
