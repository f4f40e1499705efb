//! The other end: what it can do, and messages to it.

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;

use lsp_server::{ErrorCode, Message, RequestId, Response};
use lsp_types::{
    LogMessageNotification, LogMessageParams, MessageType, Notification, Request,
    ShowDocumentParams, ShowDocumentRequest, ShowMessageNotification, ShowMessageParams, Uri,
};
use serde::Serialize;
use serde_json::Value;

use crate::text::Encoding;

/// What the client says that it can do. Only what is asked here is read, so that a client may say the rest as it likes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Abilities {
    pub(crate) encoding: Encoding,
    pub(crate) related_places: bool,
    pub(crate) code_descriptions: bool,
    pub(crate) progress: bool,
    pub(crate) show_document: bool,
    pub(crate) refresh_lenses: bool,
    pub(crate) markdown: bool,
    pub(crate) watch_files: bool,
}

impl Abilities {
    pub(crate) fn of(capabilities: &Value) -> Abilities {
        let is_on = |pointer: &str| capabilities.pointer(pointer) == Some(&Value::Bool(true));
        let lists = |pointer: &str, word: &str| {
            let list = capabilities.pointer(pointer).and_then(Value::as_array);
            list.is_some_and(|list| list.iter().any(|value| value == word))
        };
        let utf8 = lists("/general/positionEncodings", "utf-8");
        Abilities {
            encoding: if utf8 { Encoding::Utf8 } else { Encoding::Utf16 },
            related_places: is_on("/textDocument/publishDiagnostics/relatedInformation"),
            code_descriptions: is_on("/textDocument/publishDiagnostics/codeDescriptionSupport"),
            progress: is_on("/window/workDoneProgress"),
            show_document: is_on("/window/showDocument/support"),
            refresh_lenses: is_on("/workspace/codeLens/refreshSupport"),
            markdown: lists("/textDocument/hover/contentFormat", "markdown"),
            watch_files: is_on("/workspace/didChangeWatchedFiles/dynamicRegistration"),
        }
    }
}

/// A request of ours that has no answer yet.
#[derive(Debug)]
pub(crate) enum Asked {
    /// Progress of a check under this name.
    Progress(String),
    /// A document to be shown.
    Show(PathBuf),
    /// Nothing depends on the answer.
    Courtesy,
}

pub(crate) struct Client {
    output: Box<dyn Write>,
    pub(crate) can: Abilities,
    asked: HashMap<RequestId, Asked>,
    requests: i32,
    /// Nobody reads any more.
    pub(crate) gone: bool,
}

impl std::fmt::Debug for Client {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Client").field("can", &self.can).finish_non_exhaustive()
    }
}

impl Client {
    pub(crate) fn new(output: Box<dyn Write>) -> Client {
        let can = Abilities::of(&Value::Null);
        Client { output, can, asked: HashMap::new(), requests: 0, gone: false }
    }

    fn send(&mut self, message: Message) {
        let written = message.write(&mut self.output).and_then(|()| self.output.flush());
        self.gone |= written.is_err();
    }

    pub(crate) fn notify<N: Notification>(&mut self, params: N::Params) {
        if let Some(params) = value(params) {
            let method = N::METHOD.to_string();
            self.send(lsp_server::Notification { method, params }.into());
        }
    }

    pub(crate) fn ask<R: Request>(&mut self, params: R::Params, asked: Asked) {
        if let Some(params) = value(params) {
            self.requests += 1;
            let id = RequestId::from(self.requests);
            self.asked.insert(id.clone(), asked);
            let method = R::METHOD.to_string();
            self.send(lsp_server::Request { id, method, params }.into());
        }
    }

    /// What an answer of the client's is about.
    pub(crate) fn answered(&mut self, id: &RequestId) -> Option<Asked> {
        self.asked.remove(id)
    }

    pub(crate) fn respond(&mut self, id: RequestId, result: impl Serialize) {
        match value(result) {
            Some(result) => self.send(Response { id, response_result: Ok(result) }.into()),
            None => self.refuse(id, ErrorCode::InternalError, "the answer is no JSON"),
        }
    }

    pub(crate) fn refuse(&mut self, id: RequestId, code: ErrorCode, message: &str) {
        self.send(Response::new_err(id, code as i32, message.to_owned()).into());
    }

    /// The answer to a message of which not even the id could be read.
    pub(crate) fn complain_of_nonsense(&mut self, message: &str) {
        let error = serde_json::json!({ "code": ErrorCode::ParseError as i32, "message": message });
        let text = serde_json::json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string();
        let written = write!(self.output, "Content-Length: {}\r\n\r\n{text}", text.len());
        self.gone |= written.and_then(|()| self.output.flush()).is_err();
    }

    /// For those who look into the log.
    pub(crate) fn log(&mut self, message: impl Into<String>) {
        let params = LogMessageParams { kind: MessageType::Log, message: message.into() };
        self.notify::<LogMessageNotification>(params);
    }

    /// For the user, now.
    pub(crate) fn tell(&mut self, kind: MessageType, message: impl Into<String>) {
        self.notify::<ShowMessageNotification>(ShowMessageParams { kind, message: message.into() });
    }

    /// Opens a document, in the editor or outside of it; a client that cannot do this shows where it is.
    pub(crate) fn show(&mut self, path: PathBuf, uri: Uri, external: bool) {
        if !self.can.show_document {
            self.tell_path(&path);
            return;
        }
        let params = ShowDocumentParams {
            uri,
            external: Some(external),
            take_focus: Some(true),
            selection: None,
        };
        self.ask::<ShowDocumentRequest>(params, Asked::Show(path));
    }

    pub(crate) fn tell_path(&mut self, path: &std::path::Path) {
        self.tell(MessageType::Info, format!("it is in {}", path.display()));
    }
}

fn value(data: impl Serialize) -> Option<Value> {
    serde_json::to_value(data).ok()
}
