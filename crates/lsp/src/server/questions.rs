//! What a client asks: hovers, lenses and commands.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use lsp_server::{ErrorCode, RequestId};
use lsp_types::{
    CancelParams, CodeLensParams, Contents, ExecuteCommandParams, Hover, HoverParams, Id,
    MarkupContent, MarkupKind, Uri,
};
use serde_json::Value;

use super::{Pending, Server, name};
use crate::commands::{self, Arguments};
use crate::documents::is_source;
use crate::hover;
use crate::jobs::Purpose;
use crate::lenses::View;
use crate::scratch::finding_file;
use crate::text::word_at;
use crate::uri::{path_of, uri_of};
use crate::work::{Question, Subject};

/// So long a hover waits for a bound.
const PATIENCE: Duration = Duration::from_millis(1500);

impl Server {
    pub(super) fn hover(&mut self, id: RequestId, params: HoverParams) {
        let at = params.text_document_position_params;
        let path = path_of(&at.text_document.uri).unwrap_or_default();
        self.used(&path);
        let Some(document) = self.documents.get(&path) else {
            self.client.respond(id, Value::Null);
            return;
        };
        let mut sections = hover::of_line(&path, document, at.position, &self.results);
        let word = word_at(&document.text, at.position, self.client.can.encoding);
        let Some(function) = word.and_then(|word| document.function(word)) else {
            self.respond_hover(id, sections.join("\n---\n\n"));
            return;
        };
        sections.insert(0, hover::of_function(&path, document, &function, &self.results));
        let text = sections.join("\n---\n\n");
        let is_program = function.name == "main";
        let subject = Subject { file: path, function: (!is_program).then_some(function.name) };
        let edited = document.edited;
        if !self.options.bounds || edited || !is_source(&subject.file) {
            self.respond_hover(id, text);
        } else if let Some(lines) = self.bounds.get(&subject) {
            let text = hover::with_bound(&text, lines);
            self.respond_hover(id, text);
        } else {
            self.ask_bound(&subject);
            let until = Instant::now() + PATIENCE;
            self.hovers.push(Pending { request: id, subject, text, until });
        }
    }

    /// Asks for the worst case, unless that is being found out. Only the last question counts.
    fn ask_bound(&mut self, subject: &Subject) {
        let mut asked = false;
        for job in self.jobs.iter() {
            if let Purpose::Bound(other) = &job.purpose {
                let is_same = other == subject && !job.leash.is_pulled();
                asked |= is_same;
                if !is_same {
                    job.leash.pull();
                }
            }
        }
        if !asked {
            let id = self.jobs.next_id();
            let question = Question::Bound { function: subject.function.clone() };
            self.start(id, &subject.file, question, Purpose::Bound(subject.clone()));
        }
    }

    pub(super) fn respond_hover(&mut self, id: RequestId, text: String) {
        if !hover::says_something(&text) {
            self.client.respond(id, Value::Null);
            return;
        }
        let kind =
            if self.client.can.markdown { MarkupKind::Markdown } else { MarkupKind::PlainText };
        let contents = Contents::MarkupContent(MarkupContent { kind, value: text });
        self.client.respond(id, Hover { contents, range: None });
    }

    pub(super) fn code_lens(&mut self, id: RequestId, params: CodeLensParams) {
        let path = path_of(&params.text_document.uri).unwrap_or_default();
        let lenses = match self.documents.get(&path) {
            Some(document) if is_source(&path) => {
                let terminal = self.options.terminal.then_some(self.workshop.program.as_path());
                let can = self.client.can;
                View { file: &path, document, results: &self.results, can, terminal }.lenses()
            }
            _ => Vec::new(),
        };
        self.client.respond(id, lenses);
    }

    pub(super) fn execute(&mut self, id: RequestId, params: ExecuteCommandParams) {
        let done = match params.command.as_str() {
            commands::CHECK => self.execute_check(&id, params.arguments),
            commands::REPLAY => self.execute_replay(&id, params.arguments),
            commands::OPEN_TRACE => self.execute_open(&id, params.arguments),
            commands::HUNT => self.execute_hunt(&id, params.arguments),
            other => Err(format!(
                "there is no command `{other}`; there are {}",
                commands::OF_SERVER.join(", ")
            )),
        };
        if let Err(message) = done {
            self.client.refuse(id, ErrorCode::InvalidParams, &message);
        }
    }

    fn execute_check(
        &mut self,
        id: &RequestId,
        arguments: Option<Vec<Value>>,
    ) -> Result<(), String> {
        let subject = Arguments::read(arguments)?.subject(self.last.as_deref())?;
        if !is_source(&subject.file) {
            return Err(format!("{} is neither C nor textual LLVM IR", name(&subject.file)));
        }
        if !subject.file.is_file() {
            return Err(format!("there is no file {}", subject.file.display()));
        }
        self.demand_saved(&subject.file)?;
        self.jobs.enqueue(subject, true);
        self.client.respond(id.clone(), Value::Null);
        Ok(())
    }

    fn execute_replay(
        &mut self,
        id: &RequestId,
        arguments: Option<Vec<Value>>,
    ) -> Result<(), String> {
        let (subject, file, _, _) = self.finding(arguments)?;
        let mut words = vec!["replay".to_owned(), format!("--time={}", self.options.time)];
        words.extend(self.options.trust.then(|| "--trust".to_owned()));
        words.push(file.display().to_string());
        self.print(id, &subject.file, Question::Command { words }, "trace");
        Ok(())
    }

    fn execute_open(
        &mut self,
        id: &RequestId,
        arguments: Option<Vec<Value>>,
    ) -> Result<(), String> {
        let (_, _, page, finding) = self.finding(arguments)?;
        if !page.is_file() {
            return Err("the check wrote no page; check again".to_owned());
        }
        let uri = Uri(format!("{}#finding/{finding}", uri_of(&page).0));
        self.client.respond(id.clone(), page.display().to_string());
        self.client.show(page, uri, true);
        Ok(())
    }

    fn execute_hunt(
        &mut self,
        id: &RequestId,
        arguments: Option<Vec<Value>>,
    ) -> Result<(), String> {
        let arguments = Arguments::read(arguments)?;
        let file = arguments.file(self.last.as_deref())?;
        let number = arguments.warning.ok_or("it needs the number of a `warning`")?;
        let gone = || format!("there is no such warning of {} any more", name(&file));
        let warned = self.results.warnings.get(&file).ok_or_else(gone)?;
        let warning = warned.warnings.get(number).ok_or_else(gone)?;
        self.demand_saved(&file)?;
        let mut words = commands::deciding_words(warning, &file, &warned.project);
        let limits =
            [format!("--time={}", self.options.time), format!("--memory={}", self.options.memory)];
        words.splice(1..1, limits);
        if words[0] == "check" {
            let directory = self.scratch.fresh("findings");
            words.insert(1, format!("--out={}", directory.display()));
        }
        self.print(id, &file, Question::Command { words }, "hunt");
        Ok(())
    }

    fn demand_saved(&self, file: &Path) -> Result<(), String> {
        match self.documents.get(file).is_some_and(|document| document.edited) {
            true => Err(format!("save {} first: what is checked is the file", name(file))),
            false => Ok(()),
        }
    }

    /// The finding that a command is about: its file, the page that shows it, and its id.
    fn finding(
        &self,
        arguments: Option<Vec<Value>>,
    ) -> Result<(Subject, PathBuf, PathBuf, String), String> {
        let arguments = Arguments::read(arguments)?;
        let subject = arguments.subject(self.last.as_deref())?;
        let gone = || format!("there is no such finding of {} any more", name(&subject.file));
        let wanted = arguments.finding.as_deref();
        let (checked, number, finding) = self.results.finding(&subject, wanted).ok_or_else(gone)?;
        let file = finding_file(&checked.directory, number + 1).ok_or_else(gone)?;
        Ok((subject.clone(), file, checked.page.clone(), finding.id.clone()))
    }

    /// Runs a command whose output is the answer.
    fn print(&mut self, request: &RequestId, file: &Path, question: Question, name: &'static str) {
        let id = self.jobs.next_id();
        self.start(id, file, question, Purpose::Text { request: request.clone(), name });
    }

    pub(super) fn cancel_request(&mut self, params: CancelParams) {
        let id = match params.id {
            Id::Int(id) => RequestId::from(id),
            Id::String(id) => RequestId::from(id),
        };
        for job in self.jobs.iter() {
            if matches!(&job.purpose, Purpose::Text { request, .. } if *request == id) {
                job.leash.pull();
            }
        }
        for hover in self.hovers.extract_if(.., |hover| hover.request == id).collect::<Vec<_>>() {
            self.client.refuse(hover.request, ErrorCode::RequestCanceled, "it was cancelled");
        }
    }
}
