//! What jobs found out, and how it gets to the client.

use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};

use lsp_server::{ErrorCode, RequestId};
use lsp_types::{
    CodeLensRefreshRequest, MessageType, PublishDiagnosticsNotification, PublishDiagnosticsParams,
};
use raddle_findings::{Report, Verdict, Warnings};
use serde_json::json;

use super::{Server, name};
use crate::child::{Failure, Output};
use crate::client::Asked;
use crate::hover;
use crate::jobs::{Purpose, RunningCheck};
use crate::marks::Marker;
use crate::project::Project;
use crate::results::{Checked, Warned};
use crate::uri::uri_of;
use crate::work::{JobId, Subject};

/// How a defect of Raddle ends.
const INTERNAL_ERROR: i32 = 101;

impl Server {
    pub(super) fn done(&mut self, id: JobId, output: Result<Output, Failure>) {
        let Some(job) = self.jobs.remove(id) else { return };
        match job.purpose {
            Purpose::Check(check) => self.checked(check, job.root, job.uses, output),
            Purpose::Warn { file, buffers, directory } => {
                // There is one if somebody types.
                let _ = std::fs::remove_dir_all(directory);
                if let Ok(output) = output {
                    self.warned(&file, job.root, job.project, buffers, &output);
                }
            }
            Purpose::Bound(subject) => self.bounded(&subject, output),
            Purpose::Text { request, name } => self.printed(request, name, output),
        }
    }

    fn checked(
        &mut self,
        check: RunningCheck,
        root: PathBuf,
        uses: BTreeSet<PathBuf>,
        output: Result<Output, Failure>,
    ) {
        let RunningCheck { subject, directory, page, token, shown } = check;
        let said = match output {
            Err(Failure::Ended) => {
                remove(&directory, &page);
                "ended".to_owned()
            }
            Err(Failure::Broken(message)) => {
                self.client.tell(MessageType::Error, format!("raddle: {message}"));
                message
            }
            Ok(output) => {
                let checked = Checked { directory, page, root, uses, ..Checked::default() };
                self.keep(&subject, checked, &output)
            }
        };
        let subject = match &subject.function {
            Some(function) => format!("{function} of {}", name(&subject.file)),
            None => name(&subject.file),
        };
        self.client.log(format!("{subject}: {said}"));
        if shown {
            self.progress(&token, json!({ "kind": "end", "message": said }));
        }
    }

    /// Keeps what a check found out, and shows it; in few words.
    fn keep(&mut self, subject: &Subject, mut checked: Checked, output: &Output) -> String {
        checked.report = serde_json::from_str::<Report>(&output.stdout).ok();
        let before = self.results.checks.get(subject);
        let touched: BTreeSet<PathBuf> = before
            .iter()
            .flat_map(|checked| &checked.marks)
            .map(|mark| mark.file.clone())
            .collect();
        let stderr = output.stderr.trim();
        if checked.report.is_none() && lacks_function(stderr, subject) {
            self.results.checks.remove(subject);
            self.publish(&touched);
            return match &subject.function {
                Some(function) => {
                    let message =
                        format!("{} defines no function `{function}`", name(&subject.file));
                    self.client.tell(MessageType::Warning, format!("raddle: {message}"));
                    message
                }
                None => "no `main`: functions can be checked on their own".to_owned(),
            };
        }
        if !stderr.is_empty() {
            self.client.log(format!("raddle check of {}:\n{stderr}", name(&subject.file)));
        }
        let root = checked.root.clone();
        let Subject { file, function } = subject;
        let mut marker = Marker::new(
            self.client.can,
            &self.documents,
            &self.scratch,
            &root,
            file,
            function.as_deref(),
        );
        checked.marks = match &checked.report {
            Some(report) => marker.report(report),
            None => vec![marker.failure(&failure(output))],
        };
        checked.texts = marker.texts;
        let verdict = checked.report.as_ref().map(|report| report.verdict);
        let said = checked.verdict();
        self.remember_text(file, &mut checked.texts);
        if let Some(old) = self.results.checks.insert(subject.clone(), checked) {
            remove(&old.directory, &old.page);
        }
        if function.is_none() {
            // What is decided needs no warnings.
            self.results.warnings.remove(file);
            if verdict == Some(Verdict::Unknown) {
                self.warn_of_file(file);
            }
        }
        self.publish(&touched);
        said
    }

    fn remember_text(&self, file: &Path, texts: &mut BTreeMap<PathBuf, String>) {
        if let (false, Ok(text)) = (texts.contains_key(file), std::fs::read(file)) {
            texts.insert(file.to_owned(), String::from_utf8_lossy(&text).into_owned());
        }
    }

    fn warned(
        &mut self,
        file: &Path,
        root: PathBuf,
        project: Project,
        buffers: BTreeMap<PathBuf, String>,
        output: &Output,
    ) {
        // A text that somebody types does not compile most of the time.
        let Ok(report) = serde_json::from_str::<Warnings>(&output.stdout) else { return };
        let mut marker =
            Marker::new(self.client.can, &self.documents, &self.scratch, &root, file, None);
        marker.texts = buffers;
        let warnings = report.warnings;
        let marks = warnings
            .iter()
            .enumerate()
            .map(|(number, warning)| marker.warning(number, warning))
            .collect();
        let texts = marker.texts;
        let warned = Warned { warnings, marks, root, project, texts };
        self.results.warnings.insert(file.to_owned(), warned);
        self.publish(&BTreeSet::new());
    }

    fn bounded(&mut self, subject: &Subject, output: Result<Output, Failure>) {
        let lines = match &output {
            Ok(output) => hover::bound(&output.stdout),
            Err(_) => String::new(),
        };
        if output.is_ok() {
            self.bounds.insert(subject.clone(), lines.clone());
        }
        for hover in
            self.hovers.extract_if(.., |hover| hover.subject == *subject).collect::<Vec<_>>()
        {
            self.respond_hover(hover.request, hover::with_bound(&hover.text, &lines));
        }
    }

    /// Shows a text that a client asked for, and hands it over.
    fn printed(&mut self, request: RequestId, name: &str, output: Result<Output, Failure>) {
        let output = match output {
            Ok(output) => output,
            Err(Failure::Ended) => {
                self.client.refuse(request, ErrorCode::RequestCanceled, "it was ended");
                return;
            }
            Err(Failure::Broken(message)) => {
                self.client.refuse(request, ErrorCode::RequestFailed, &message);
                return;
            }
        };
        if output.stdout.is_empty() {
            self.client.refuse(request, ErrorCode::RequestFailed, &failure(&output));
            return;
        }
        let path = self.scratch.fresh(name).with_extension("txt");
        if std::fs::write(&path, &output.stdout).is_ok() {
            let uri = uri_of(&path);
            self.client.show(path, uri, false);
        }
        self.client.respond(request, output.stdout);
    }

    /// Sends what changed, and what the given files show in any case: a client moves diagnostics when it edits.
    pub(super) fn publish(&mut self, touched: &BTreeSet<PathBuf>) {
        let shown = self.results.shown();
        let before = std::mem::take(&mut self.published);
        let files: BTreeSet<&PathBuf> = shown.keys().chain(before.keys()).chain(touched).collect();
        for file in files {
            let (now, then) = (shown.get(file), before.get(file));
            if now != then || touched.contains(file) {
                let diagnostics = now.cloned().unwrap_or_default();
                let uri = self.documents.uri(file);
                let params = PublishDiagnosticsParams { uri, version: None, diagnostics };
                self.client.notify::<PublishDiagnosticsNotification>(params);
            }
        }
        self.published = shown;
        if self.client.can.refresh_lenses {
            self.client.ask::<CodeLensRefreshRequest>((), Asked::Courtesy);
        }
    }
}

/// Removes what a check wrote. It may have written nothing.
fn remove(directory: &Path, page: &Path) {
    let _ = std::fs::remove_dir_all(directory);
    let _ = std::fs::remove_file(page);
}

/// The program has no such function, which is nobody's mistake for `main`.
fn lacks_function(stderr: &str, subject: &Subject) -> bool {
    let name = subject.function.as_deref().unwrap_or("main");
    stderr.contains(&format!("the program defines no function `{name}`"))
}

/// Why a command has no answer.
fn failure(output: &Output) -> String {
    let stderr = output.stderr.trim();
    match output.status.code() {
        Some(INTERNAL_ERROR) => {
            let first = stderr
                .lines()
                .find(|line| line.starts_with("internal error"))
                .unwrap_or("internal error");
            format!(
                "{first}; this is a defect of Raddle, please report it with the program (the log has all of it)"
            )
        }
        Some(_) => stderr.strip_prefix("error: ").unwrap_or(stderr).to_owned(),
        None => {
            let signal = output.status.signal().unwrap_or(0);
            format!("signal {signal} ended it; is there enough memory?")
        }
    }
}
