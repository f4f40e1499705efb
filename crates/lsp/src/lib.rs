//! `raddle lsp`: the language server protocol, spoken on two streams.
//!
//! This crate owns the protocol and knows nothing of how programs are checked. Every answer comes from a child process of the same
//! program, `raddle check`, `raddle warn`, `raddle bound` and their like: so a check ends the moment somebody edits what it reads, its limits
//! hold, and a defect of a check cannot take the server with it.

mod child;
mod client;
mod commands;
mod documents;
mod explain;
mod functions;
mod hover;
mod jobs;
mod lenses;
mod marks;
mod options;
mod project;
mod results;
mod scratch;
mod server;
mod text;
mod transport;
mod uri;
mod work;

use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::sync::mpsc::{Sender, channel};

use crate::client::Client;
use crate::scratch::Scratch;
use crate::server::Server;
use crate::transport::Incoming;
use crate::work::{Event, Workshop};

/// How a conversation ended, as an exit code: 0 if the client asked for it in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended(pub i32);

/// Serves one client until it says that it is done, or is gone. `program` is what answers its questions.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write + 'static,
    program: PathBuf,
) -> std::io::Result<Ended> {
    let scratch = Scratch::new()?;
    let (events, queue) = channel();
    let reader = events.clone();
    std::thread::spawn(move || read_all(input, &reader));
    let on_signal = events.clone();
    // Without a handler a signal ends the server at once, and its children at their limits.
    let _ = ctrlc::set_handler(move || {
        let _ = on_signal.send(Event::End(None));
    });
    let client = Client::new(Box::new(output));
    Ok(Server::new(client, scratch, Workshop { program, events }).run(&queue))
}

/// Hands over what the client says, to the end.
fn read_all(mut input: impl BufRead, events: &Sender<Event>) {
    loop {
        let event = match transport::read(&mut input) {
            Ok(Incoming::Message(message)) => Event::Message(message),
            Ok(Incoming::Malformed(message)) => Event::Malformed(message),
            Ok(Incoming::End) => Event::End(None),
            Err(error) => Event::End(Some(error.to_string())),
        };
        let is_last = matches!(event, Event::End(_));
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}
