//! What is going on at a server: which checks are open, who works on them, who waits. And the end of a check that somebody wants.
//!
//! Everything is heard from coordinators and workers, which repeat it: a check that is not repeated for some seconds is not there any more.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::Server;
use crate::address::{check_name, valid_name};
use crate::client::Client;
use crate::coordinator::somebody_has;
use crate::jetstream;
use crate::protocol::Message;
use crate::socket::lock;
use crate::subjects::{self, Introduction, tidy};

/// What was not repeated for so long is not there any more.
const FORGOTTEN: Duration = Duration::from_secs(5);
/// So much is remembered at most.
const MOST_CHECKS: usize = 1000;
const MOST_IDLE: usize = 10_000;
const MOST_MEMBERS: usize = 4096;
/// Texts of tasks and programs are not longer.
const LONGEST_TEXT: usize = 120;
/// How long a coordinator may take to answer.
const ANSWER: Duration = Duration::from_secs(3);

/// Listens to a server for as long as it lives.
pub struct Watch {
    client: Client,
    heard: Arc<Mutex<Heard>>,
}

#[derive(Default)]
struct Heard {
    checks: BTreeMap<String, (Instant, CheckStatus)>,
    /// By host and process.
    idle: BTreeMap<(String, u32), (Instant, Introduction)>,
}

/// What goes on at a server.
#[derive(Clone, Debug, Serialize)]
pub struct Overview {
    pub server: String,
    pub checks: Vec<CheckStatus>,
    /// Workers that wait for a check.
    pub idle: Vec<Introduction>,
    /// Checks whose coordinator is gone: their streams are still there.
    pub abandoned: Vec<String>,
}

/// How far a check is.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CheckStatus {
    pub name: String,
    pub by: Introduction,
    pub seconds: f64,
    pub members: Vec<MemberStatus>,
    pub program: Option<String>,
    pub states: Option<u64>,
    /// Tasks.
    pub done: Option<u64>,
    pub waiting: Option<u64>,
    /// Tasks per second since the start.
    pub rate: Option<f64>,
    /// How much of the work is done, from 0 to 1.
    pub share: Option<f64>,
    /// If it goes on as it did, in seconds.
    pub left: Option<f64>,
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct MemberStatus {
    pub host: String,
    pub process: u32,
    pub task: Option<String>,
    pub seconds: Option<f64>,
}

/// What became of the wish to end a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cancelled {
    /// Its coordinator ends it.
    Told,
    /// Its coordinator was gone: what it left is removed.
    Removed,
    /// There is no such check.
    Unknown,
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a watch of {:?}", self.client)
    }
}

impl Watch {
    pub fn start(server: &Server) -> io::Result<Self> {
        let client = Client::connect(server)?;
        let heard: Arc<Mutex<Heard>> = Arc::default();
        let checks = Arc::clone(&heard);
        client.subscribe(subjects::STATUS, move |message| {
            if let Some(status) = read(&message) {
                let mut heard = lock(&checks);
                if heard.checks.len() < MOST_CHECKS || heard.checks.contains_key(&status.name) {
                    heard.checks.insert(status.name.clone(), (Instant::now(), status));
                }
            }
        })?;
        let idle = Arc::clone(&heard);
        client.subscribe(subjects::IDLE, move |message| {
            if let Ok(worker) = serde_json::from_slice::<Introduction>(&message.payload) {
                let worker = worker.tidy();
                let mut heard = lock(&idle);
                if heard.idle.len() < MOST_IDLE {
                    heard
                        .idle
                        .insert((worker.host.clone(), worker.process), (Instant::now(), worker));
                }
            }
        })?;
        Ok(Self { client, heard })
    }

    /// What was heard in the last seconds.
    pub fn overview(&self) -> io::Result<Overview> {
        let kept = jetstream::streams(&self.client, subjects::KEPT)?;
        let mut heard = lock(&self.heard);
        heard.checks.retain(|_, (when, _)| when.elapsed() < FORGOTTEN);
        heard.idle.retain(|_, (when, _)| when.elapsed() < FORGOTTEN);
        let checks: Vec<CheckStatus> =
            heard.checks.values().map(|(_, status)| status.clone()).collect();
        // A worker that found a check a moment ago does not wait any more.
        let works = |worker: &Introduction| {
            checks
                .iter()
                .flat_map(|check| &check.members)
                .any(|member| member.host == worker.host && member.process == worker.process)
        };
        let idle = heard
            .idle
            .values()
            .map(|(_, worker)| worker.clone())
            .filter(|worker| !works(worker))
            .collect();
        let is_open = |name: &str| heard.checks.contains_key(name);
        let abandoned = kept
            .iter()
            .filter_map(|stream| stream.strip_prefix("raddle-"))
            .filter(|name| valid_name(name) && !is_open(name))
            .map(str::to_owned)
            .collect();
        Ok(Overview { server: tidy(&self.client.info().version, 20), checks, idle, abandoned })
    }
}

/// Asks for the end of a check.
pub fn cancel(server: &Server, name: &str) -> io::Result<Cancelled> {
    check_name(name)?;
    let client = Client::connect(server)?;
    match client.request(&subjects::cancel(name), b"", ANSWER) {
        Ok(_) => return Ok(Cancelled::Told),
        Err(error) if error.kind() == io::ErrorKind::NotConnected => {}
        Err(error) => return Err(error),
    }
    let stream = subjects::stream(name);
    if !jetstream::stream_exists(&client, &stream)? {
        return Ok(Cancelled::Unknown);
    }
    // Its connection may be broken at this moment.
    if let Some(by) = somebody_has(&client, name)? {
        return Err(io::Error::other(format!(
            "the coordinator of {name} (process {} on {}) does not answer: try again",
            by.process, by.host
        )));
    }
    jetstream::delete_stream(&client, &stream)?;
    Ok(Cancelled::Removed)
}

/// What a coordinator publishes.
#[derive(Deserialize)]
struct Published {
    by: Introduction,
    seconds: f64,
    members: Vec<PublishedMember>,
    desk: Option<PublishedDesk>,
}

#[derive(Deserialize)]
struct PublishedMember {
    id: u64,
    host: String,
    process: u32,
}

/// What the pool shows of itself.
#[derive(Default, Deserialize)]
#[serde(default)]
struct PublishedDesk {
    program: Option<String>,
    states: Option<u64>,
    done: Option<u64>,
    waiting: Option<u64>,
    share: Option<f64>,
    members: Vec<PublishedTask>,
}

#[derive(Deserialize)]
struct PublishedTask {
    id: u64,
    task: Option<String>,
    seconds: Option<f64>,
}

fn read(message: &Message) -> Option<CheckStatus> {
    let name = message.subject.rsplit('.').next().filter(|name| valid_name(name))?;
    let Published { by, seconds, members, desk } = serde_json::from_slice(&message.payload).ok()?;
    let desk = desk.unwrap_or_default();
    let of_member = |PublishedMember { id, host, process }: PublishedMember| {
        let task = desk.members.iter().find(|task| task.id == id);
        MemberStatus {
            host: tidy(&host, 64),
            process,
            task: task.and_then(|task| task.task.as_deref()).map(|text| tidy(text, LONGEST_TEXT)),
            seconds: task.and_then(|task| task.seconds),
        }
    };
    let share = desk.share.filter(|share| (0.0..=1.0).contains(share));
    Some(CheckStatus {
        name: name.to_owned(),
        by: by.tidy(),
        seconds,
        members: members.into_iter().take(MOST_MEMBERS).map(of_member).collect(),
        program: desk.program.as_deref().map(|text| tidy(text, LONGEST_TEXT)),
        states: desk.states,
        done: desk.done,
        waiting: desk.waiting,
        rate: desk.done.filter(|_| seconds > 0.0).map(|done| done as f64 / seconds),
        share,
        left: share.filter(|share| *share > 0.0).map(|share| (1.0 - share) / share * seconds),
    })
}
