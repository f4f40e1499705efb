//! The beginning and the end of a conversation, and what the user wants in between.

use std::path::PathBuf;

use lsp_server::{ErrorCode, RequestId};
use lsp_types::{
    CodeLensOptions, DidChangeConfigurationParams, ExecuteCommandOptions, HoverProvider,
    InitializeResult, MessageType, PositionEncodingKind, Registration, RegistrationParams,
    RegistrationRequest, Save, SaveOptions, ServerCapabilities, ServerInfo, TextDocumentSyncKind,
    TextDocumentSyncOptions, Uri,
};
use serde_json::{Value, json};

use super::{Server, Stage};
use crate::client::{Abilities, Asked};
use crate::commands;
use crate::text::Encoding;
use crate::uri::path_of;

impl Server {
    pub(super) fn initialize(&mut self, id: RequestId, params: &Value) {
        if !params.is_object() {
            self.client.refuse(id, ErrorCode::InvalidParams, "`initialize` needs an object");
            return;
        }
        self.client.can = Abilities::of(params.get("capabilities").unwrap_or(&Value::Null));
        self.roots = roots(params);
        let (options, complaints) =
            self.options.with(params.get("initializationOptions").unwrap_or(&Value::Null));
        self.options = options;
        self.stage = Stage::Ready;
        let result = InitializeResult {
            capabilities: self.offers(),
            server_info: Some(ServerInfo {
                name: "raddle".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
        };
        self.client.respond(id, result);
        self.complain(&complaints);
    }

    fn offers(&self) -> ServerCapabilities {
        let encoding = match self.client.can.encoding {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        };
        let sync = TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::Full),
            save: Some(Save::SaveOptions(SaveOptions { include_text: Some(true) })),
            ..TextDocumentSyncOptions::default()
        };
        ServerCapabilities {
            position_encoding: Some(encoding),
            text_document_sync: Some(sync.into()),
            hover_provider: Some(HoverProvider::Bool(true)),
            code_lens_provider: Some(CodeLensOptions {
                resolve_provider: Some(false),
                ..CodeLensOptions::default()
            }),
            execute_command_provider: Some(ExecuteCommandOptions {
                commands: commands::OF_SERVER.map(str::to_owned).to_vec(),
                ..ExecuteCommandOptions::default()
            }),
            ..ServerCapabilities::default()
        }
    }

    pub(super) fn initialized(&mut self) {
        if self.client.can.watch_files {
            let watchers = json!({ "watchers": [{ "globPattern": "**/*.{c,h,i,ll}" }] });
            let registration = Registration {
                id: "raddle-files".to_owned(),
                method: "workspace/didChangeWatchedFiles".to_owned(),
                register_options: Some(watchers),
            };
            let params = RegistrationParams { registrations: vec![registration] };
            self.client.ask::<RegistrationRequest>(params, Asked::Courtesy);
        }
    }

    pub(super) fn configure(&mut self, params: DidChangeConfigurationParams) {
        let (options, complaints) = self.options.with_settings(&params.settings);
        self.options = options;
        self.complain(&complaints);
    }

    fn complain(&mut self, complaints: &[String]) {
        for complaint in complaints {
            self.client.tell(MessageType::Warning, format!("raddle: in the options, {complaint}"));
        }
    }

    pub(super) fn shut_down(&mut self, id: RequestId) {
        self.stage = Stage::Closing;
        self.jobs.end_all();
        for hover in std::mem::take(&mut self.hovers) {
            self.client.refuse(hover.request, ErrorCode::RequestCanceled, "the server shuts down");
        }
        // Some editors kill a server as soon as it has answered.
        self.scratch.clear();
        self.client.respond(id, Value::Null);
    }
}

/// The directories that the client has open, in whichever way it says so.
fn roots(params: &Value) -> Vec<PathBuf> {
    let folders = params.get("workspaceFolders").and_then(Value::as_array);
    let folders = folders.into_iter().flatten().filter_map(|folder| folder.get("uri"));
    let uris = folders.chain(params.get("rootUri")).filter_map(Value::as_str);
    let mut roots: Vec<PathBuf> = uris.filter_map(|uri| path_of(&Uri(uri.to_owned()))).collect();
    if roots.is_empty() {
        let path = params.get("rootPath").and_then(Value::as_str).map(PathBuf::from);
        roots.extend(path.filter(|path| path.is_absolute()));
    }
    roots
}
