//! Documents that are opened, edited, saved and closed, and the checks that follow.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, FileChangeType,
    TextDocumentContentChangeEvent, Uri, WorkDoneProgressCancelParams,
    WorkDoneProgressCreateParams, WorkDoneProgressCreateRequest,
};
use serde_json::json;

use super::Server;
use crate::client::Asked;
use crate::documents::{is_of_program, is_source};
use crate::jobs::{Job, Purpose, RunningCheck};
use crate::project::Project;
use crate::uri::path_of;
use crate::work::{Question, Request, Subject};

/// So long nobody types before warnings are looked for.
const QUIET: Duration = Duration::from_millis(400);

impl Server {
    pub(super) fn did_open(&mut self, params: DidOpenTextDocumentParams) {
        let document = params.text_document;
        let Some(path) = self.path_of_program(&document.uri) else { return };
        self.documents.open(path.clone(), document.uri, document.text);
        self.used(&path);
        if self.options.check_on_open && is_source(&path) {
            self.jobs.enqueue(Subject { file: path, function: None }, false);
        }
    }

    pub(super) fn did_change(&mut self, params: DidChangeTextDocumentParams) {
        let uri = params.text_document.text_document_identifier.uri;
        let Some(path) = path_of(&uri) else { return };
        let Some(document) = self.documents.get_mut(&path) else { return };
        let mut partial = false;
        for change in params.content_changes {
            match change {
                TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => {
                    document.text = whole.text
                }
                TextDocumentContentChangeEvent::TextDocumentContentChangePartial(_) => {
                    partial = true
                }
            }
        }
        document.edited = true;
        if partial {
            self.client.log(format!(
                "a part of {} was changed; this server wants whole documents",
                path.display()
            ));
        }
        self.used(&path);
        self.interrupt(&path);
        if self.options.warn_on_type && is_source(&path) {
            self.typed = Some((path, Instant::now() + QUIET));
        }
    }

    /// Commands without an argument are about this document from now on.
    pub(super) fn used(&mut self, path: &Path) {
        if is_source(path) && self.documents.get(path).is_some() {
            self.last = Some(path.to_owned());
        }
    }

    /// What is known of a text that is no more, and what was being found out, goes.
    fn interrupt(&mut self, path: &Path) {
        let edited = self.spellings(path);
        self.jobs.interrupt(|file| edited.iter().any(|path| path == file));
        self.bounds.clear();
    }

    pub(super) fn did_save(&mut self, params: DidSaveTextDocumentParams) {
        let Some(path) = self.path_of_program(&params.text_document.uri) else { return };
        if let Some(document) = self.documents.get_mut(&path) {
            document.edited = false;
            document.text = params.text.unwrap_or_else(|| std::mem::take(&mut document.text));
        }
        self.used(&path);
        self.interrupt(&path);
        self.typed = self.typed.take().filter(|(typed, _)| *typed != path);
        let saved = self.spellings(&path);
        let mut subjects = Vec::new();
        if self.options.check_on_save {
            if is_source(&path) {
                subjects.push(Subject { file: path.clone(), function: None });
                subjects.extend(self.results.functions(&path));
            }
            let reads = |files: &BTreeSet<PathBuf>| saved.iter().any(|path| files.contains(path));
            let others = self.results.checks.iter().filter(|(_, checked)| reads(&checked.uses));
            subjects.extend(others.map(|(subject, _)| subject.clone()));
        }
        subjects.extend(self.jobs.interrupted_by(|file| saved.iter().any(|path| path == file)));
        let mut seen = BTreeSet::new();
        for subject in subjects {
            if self.documents.get(&subject.file).is_some() && seen.insert(subject.clone()) {
                self.jobs.enqueue(subject, false);
            }
        }
    }

    pub(super) fn did_close(&mut self, params: DidCloseTextDocumentParams) {
        let Some(path) = path_of(&params.text_document.uri) else { return };
        if self.documents.close(&path) {
            self.last = self.last.take().filter(|last| *last != path);
            self.forget(&path);
        }
    }

    pub(super) fn files_changed(&mut self, params: DidChangeWatchedFilesParams) {
        for change in params.changes {
            if let (FileChangeType::Deleted, Some(path)) = (change.kind, path_of(&change.uri)) {
                self.forget(&path);
            }
        }
    }

    fn forget(&mut self, path: &Path) {
        self.jobs.forget(path);
        self.results.forget(path);
        self.bounds.retain(|subject, _| subject.file != path);
        self.publish(&BTreeSet::new());
    }

    pub(super) fn cancel_check(&mut self, params: WorkDoneProgressCancelParams) {
        let lsp_types::ProgressToken::String(token) = params.token else { return };
        for job in self.jobs.iter() {
            if matches!(&job.purpose, Purpose::Check(check) if check.token == token) {
                job.leash.pull();
            }
        }
    }

    /// Starts the next check, if it is time for one.
    pub(super) fn start_checks(&mut self) {
        while let Some(subject) = self.jobs.next_check() {
            let id = self.jobs.next_id();
            let directory = self.scratch.fresh("findings");
            let page = self.scratch.fresh("report").with_extension("html");
            let question = Question::Check {
                function: subject.function.clone(),
                directory: directory.clone(),
                page: page.clone(),
            };
            let token = format!("raddle-{}", id.0);
            if self.client.can.progress {
                let params = WorkDoneProgressCreateParams { token: token.clone().into() };
                self.client
                    .ask::<WorkDoneProgressCreateRequest>(params, Asked::Progress(token.clone()));
            }
            let file = subject.file.clone();
            let check = RunningCheck { subject, directory, page, token, shown: false };
            self.start(id, &file, question, Purpose::Check(check));
        }
    }

    pub(super) fn start(
        &mut self,
        id: crate::work::JobId,
        file: &Path,
        question: Question,
        purpose: Purpose,
    ) {
        let root = self.root(file);
        let request = Request {
            file: file.to_owned(),
            root: root.clone(),
            options: self.options.clone(),
            question,
        };
        let leash = self.workshop.start(id, request);
        let uses = self.spellings(file).into_iter().collect();
        self.jobs.add(id, Job { purpose, leash, root, project: Project::default(), uses });
    }

    /// Looks for warnings in a text that is not saved.
    pub(super) fn warn_of_buffer(&mut self, path: &Path) {
        let directory = self.scratch.fresh("typed");
        let unsaved = self.documents.unsaved();
        let buffers: BTreeMap<PathBuf, String> =
            unsaved.map(|(file, text)| (file.to_owned(), text.to_owned())).collect();
        match overlay(&directory, &buffers) {
            Ok(overlay) => self.warn(path, Some(overlay), buffers, directory),
            Err(error) => self
                .client
                .log(format!("no warnings: cannot write {}: {error}", directory.display())),
        }
    }

    /// Looks for warnings in a file that no check could decide.
    pub(super) fn warn_of_file(&mut self, path: &Path) {
        self.warn(path, None, BTreeMap::new(), PathBuf::new());
    }

    fn warn(
        &mut self,
        path: &Path,
        overlay: Option<PathBuf>,
        buffers: BTreeMap<PathBuf, String>,
        directory: PathBuf,
    ) {
        let id = self.jobs.next_id();
        let purpose = Purpose::Warn { file: path.to_owned(), buffers, directory };
        self.start(id, path, Question::Warn { overlay }, purpose);
    }

    /// A file under all its names.
    fn spellings(&self, path: &Path) -> Vec<PathBuf> {
        let real = path.canonicalize().ok().filter(|real| real != path);
        std::iter::once(path.to_owned()).chain(real).collect()
    }

    /// The file of a document that may belong to a program.
    fn path_of_program(&mut self, uri: &Uri) -> Option<PathBuf> {
        let Some(path) = path_of(uri) else {
            self.client
                .log(format!("`{}` is no file; it is checked once it is saved to one", uri.0));
            return None;
        };
        if !is_of_program(&path) {
            self.client.log(format!(
                "{} is not looked at: it is neither C nor textual LLVM IR",
                path.display()
            ));
            return None;
        }
        Some(path)
    }
}

/// Writes what clang reads in place of files that are not saved: their texts, and a list of them.
fn overlay(directory: &Path, buffers: &BTreeMap<PathBuf, String>) -> std::io::Result<PathBuf> {
    std::fs::create_dir(directory)?;
    let mut roots = Vec::new();
    for (number, (file, text)) in buffers.iter().enumerate() {
        let contents = directory.join(number.to_string());
        std::fs::write(&contents, text)?;
        roots.push(json!({ "type": "file", "name": file, "external-contents": contents }));
    }
    let list = json!({ "version": 0, "use-external-names": false, "roots": roots });
    let path = directory.join("overlay.yaml");
    std::fs::write(&path, list.to_string())?;
    Ok(path)
}
