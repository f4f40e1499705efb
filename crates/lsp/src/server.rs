//! The conversation: a loop over messages of the client and answers of jobs.

mod answers;
mod editing;
mod lifecycle;
mod questions;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Instant;

use lsp_server::{ErrorCode, Message, RequestId};
use lsp_types::{Diagnostic, ProgressNotification, ProgressParams};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::Ended;
use crate::client::{Asked, Client};
use crate::documents::Documents;
use crate::hover;
use crate::jobs::{Jobs, Purpose};
use crate::options::Options;
use crate::results::Results;
use crate::scratch::Scratch;
use crate::work::{Event, Subject, Workshop};

#[derive(Debug, PartialEq, Eq)]
enum Stage {
    /// Nothing was said yet.
    New,
    Ready,
    /// The client wants to leave.
    Closing,
}

/// A hover that waits for a bound.
#[derive(Debug)]
struct Pending {
    request: RequestId,
    subject: Subject,
    text: String,
    until: Instant,
}

#[derive(Debug)]
pub(crate) struct Server {
    client: Client,
    scratch: Scratch,
    workshop: Workshop,
    stage: Stage,
    options: Options,
    /// The directories that the editor has open.
    roots: Vec<PathBuf>,
    documents: Documents,
    /// The document that was used last.
    last: Option<PathBuf>,
    jobs: Jobs,
    results: Results,
    /// What the client shows.
    published: BTreeMap<PathBuf, Vec<Diagnostic>>,
    /// Worst cases as lines of hovers.
    bounds: BTreeMap<Subject, String>,
    hovers: Vec<Pending>,
    /// The document that somebody types in, and when to look at it.
    typed: Option<(PathBuf, Instant)>,
}

impl Server {
    pub(crate) fn new(client: Client, scratch: Scratch, workshop: Workshop) -> Server {
        Server {
            client,
            scratch,
            workshop,
            stage: Stage::New,
            options: Options::default(),
            roots: Vec::new(),
            documents: Documents::default(),
            last: None,
            jobs: Jobs::default(),
            results: Results::default(),
            published: BTreeMap::new(),
            bounds: BTreeMap::new(),
            hovers: Vec::new(),
            typed: None,
        }
    }

    /// Serves to the end. Nothing that was started lives longer.
    pub(crate) fn run(mut self, events: &Receiver<Event>) -> Ended {
        let ended = loop {
            let event = match self.deadline() {
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(until) => events.recv_timeout(until.saturating_duration_since(Instant::now())),
            };
            let flow = match event {
                Ok(event) => self.handle(event),
                Err(RecvTimeoutError::Timeout) => ControlFlow::Continue(()),
                Err(RecvTimeoutError::Disconnected) => ControlFlow::Break(Ended(1)),
            };
            if let ControlFlow::Break(ended) = flow {
                break ended;
            }
            if self.client.gone {
                break Ended(1);
            }
            self.look_at_clock();
            self.start_checks();
        };
        self.jobs.end_all();
        ended
    }

    fn deadline(&self) -> Option<Instant> {
        let typed = self.typed.iter().map(|(_, until)| *until);
        typed.chain(self.hovers.iter().map(|hover| hover.until)).min()
    }

    fn look_at_clock(&mut self) {
        let now = Instant::now();
        if let Some((path, _)) = self.typed.take_if(|(_, until)| *until <= now) {
            self.warn_of_buffer(&path);
        }
        for hover in self.hovers.extract_if(.., |hover| hover.until <= now).collect::<Vec<_>>() {
            let line = "- the worst case is still being looked for\n";
            self.respond_hover(hover.request, hover::with_bound(&hover.text, line));
        }
    }

    fn handle(&mut self, event: Event) -> ControlFlow<Ended> {
        match event {
            Event::Message(Message::Request(request)) => self.request(request),
            Event::Message(Message::Notification(notification)) => {
                return self.notification(notification);
            }
            Event::Message(Message::Response(response)) => self.response(response),
            Event::Malformed(message) => {
                self.client.complain_of_nonsense(&format!("this is no message: {message}"));
            }
            Event::End(None) => return ControlFlow::Break(Ended(1)),
            Event::End(Some(message)) => {
                self.client.complain_of_nonsense(&format!("no more can be read: {message}"));
                return ControlFlow::Break(Ended(1));
            }
            Event::Begun(job, project, files) => {
                if let Some(job) = self.jobs.get_mut(job) {
                    job.project = project;
                    job.uses.extend(files);
                }
            }
            Event::Done(job, output) => self.done(job, output),
        }
        ControlFlow::Continue(())
    }

    fn request(&mut self, request: lsp_server::Request) {
        let lsp_server::Request { id, method, params } = request;
        match (&self.stage, method.as_str()) {
            (Stage::New, "initialize") => self.initialize(id, &params),
            (Stage::New, _) => {
                self.client.refuse(
                    id,
                    ErrorCode::ServerNotInitialized,
                    "the first request must be `initialize`",
                );
            }
            (Stage::Closing, _) => {
                self.client.refuse(
                    id,
                    ErrorCode::InvalidRequest,
                    "the server was asked to shut down",
                );
            }
            (Stage::Ready, "initialize") => {
                self.client.refuse(id, ErrorCode::InvalidRequest, "`initialize` was said already");
            }
            (Stage::Ready, "shutdown") => self.shut_down(id),
            (Stage::Ready, "textDocument/hover") => self.with(id, params, Server::hover),
            (Stage::Ready, "textDocument/codeLens") => self.with(id, params, Server::code_lens),
            (Stage::Ready, "workspace/executeCommand") => self.with(id, params, Server::execute),
            (Stage::Ready, other) => {
                let message = format!("`{other}` is not offered");
                self.client.refuse(id, ErrorCode::MethodNotFound, &message);
            }
        }
    }

    fn with<P: DeserializeOwned>(
        &mut self,
        id: RequestId,
        params: Value,
        answer: fn(&mut Server, RequestId, P),
    ) {
        match serde_json::from_value(params) {
            Ok(params) => answer(self, id, params),
            Err(error) => self.client.refuse(id, ErrorCode::InvalidParams, &error.to_string()),
        }
    }

    fn notification(&mut self, notification: lsp_server::Notification) -> ControlFlow<Ended> {
        let lsp_server::Notification { method, params } = notification;
        if method == "exit" {
            return ControlFlow::Break(Ended(i32::from(self.stage != Stage::Closing)));
        }
        if self.stage != Stage::Ready {
            return ControlFlow::Continue(());
        }
        match method.as_str() {
            "initialized" => self.initialized(),
            "textDocument/didOpen" => self.told(&method, params, Server::did_open),
            "textDocument/didChange" => self.told(&method, params, Server::did_change),
            "textDocument/didSave" => self.told(&method, params, Server::did_save),
            "textDocument/didClose" => self.told(&method, params, Server::did_close),
            "workspace/didChangeWatchedFiles" => self.told(&method, params, Server::files_changed),
            "workspace/didChangeConfiguration" => self.told(&method, params, Server::configure),
            "window/workDoneProgress/cancel" => self.told(&method, params, Server::cancel_check),
            "$/cancelRequest" => self.told(&method, params, Server::cancel_request),
            // The protocol lets a server ignore what it does not know.
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn told<P: DeserializeOwned>(
        &mut self,
        method: &str,
        params: Value,
        react: fn(&mut Server, P),
    ) {
        match serde_json::from_value(params) {
            Ok(params) => react(self, params),
            Err(error) => self.client.log(format!("`{method}` was ignored: {error}")),
        }
    }

    fn response(&mut self, response: lsp_server::Response) {
        let Some(asked) = self.client.answered(&response.id) else { return };
        match (asked, response.response_result) {
            (Asked::Progress(token), Ok(_)) => self.begin_progress(&token),
            (Asked::Show(_), Ok(result)) if result.get("success") == Some(&Value::Bool(true)) => {}
            (Asked::Show(path), _) => self.client.tell_path(&path),
            (Asked::Progress(_) | Asked::Courtesy, _) => {}
        }
    }

    fn begin_progress(&mut self, token: &str) {
        let mut begun = None;
        for job in self.jobs.iter_mut() {
            if let Purpose::Check(check) = &mut job.purpose
                && check.token == token
                && !job.leash.is_pulled()
            {
                check.shown = true;
                begun = Some(title(&check.subject));
            }
        }
        if let Some(title) = begun {
            self.progress(token, json!({ "kind": "begin", "title": title, "cancellable": true }));
        }
    }

    fn progress(&mut self, token: &str, value: Value) {
        let params = ProgressParams { token: token.to_owned().into(), value };
        self.client.notify::<ProgressNotification>(params);
    }

    /// The directory of the editor's that a file is in, or else the file's own.
    fn root(&self, file: &Path) -> PathBuf {
        let above = self.roots.iter().filter(|root| file.starts_with(root));
        let nearest = above.max_by_key(|root| root.components().count());
        nearest.cloned().or_else(|| file.parent().map(Path::to_owned)).unwrap_or_default()
    }
}

/// `checking counter.c`, `checking put of list.c`
fn title(subject: &Subject) -> String {
    match &subject.function {
        Some(function) => format!("checking {function} of {}", name(&subject.file)),
        None => format!("checking {}", name(&subject.file)),
    }
}

fn name(file: &Path) -> String {
    file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned()
}
