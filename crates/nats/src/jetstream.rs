//! The few requests of JetStream that are needed, all of which a server of version 2.9 knows: streams, and consumers that push.
//!
//! A stream is a queue: whatever was acknowledged is removed. Every consumer has a part of the subjects for itself.

use std::io;
use std::time::Duration;

use raddle_pool::MOST_BYTES;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::client::Client;
use crate::envelope;
use crate::protocol::Message;

/// How long a server may take for a request. One that restarts is waited for.
const PATIENCE: Duration = Duration::from_secs(90);
/// What was delivered and not acknowledged for this time is delivered again.
const ACKNOWLEDGE_WITHIN: Duration = Duration::from_secs(3);
/// So many messages may be on their way to a consumer at a time. It limits what a receiver holds.
const MOST_ON_THE_WAY: u64 = 128;
/// What nobody fetched for so long is removed: a check whose coordinator died long ago.
const OLDEST_MESSAGE: Duration = Duration::from_secs(7 * 24 * 3600);
/// "Stream not found" and "consumer not found".
const NOT_FOUND: [u64; 2] = [10059, 10014];

#[derive(Debug, Deserialize)]
struct Answer {
    error: Option<Complaint>,
}

#[derive(Debug, Deserialize)]
struct Complaint {
    #[serde(default)]
    err_code: u64,
    #[serde(default)]
    description: String,
}

/// What became of a message that was published into a stream.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Stored {
    Yes,
    /// There is no such stream.
    Nowhere,
    /// The server cannot keep it now, in its own words.
    NotNow(String),
}

pub(crate) fn stored(answer: &Message) -> Stored {
    if answer.status == Some(503) {
        return Stored::Nowhere;
    }
    match serde_json::from_slice::<Answer>(&answer.payload) {
        Ok(Answer { error: None }) => Stored::Yes,
        Ok(Answer { error: Some(complaint) }) => Stored::NotNow(complaint.words()),
        Err(_) => Stored::NotNow("the server's answer is not understood".to_owned()),
    }
}

impl Complaint {
    fn words(&self) -> String {
        self.description.chars().filter(|c| !c.is_control()).take(200).collect()
    }
}

/// Makes a stream that keeps what is published to these subjects.
pub(crate) fn create_stream(client: &Client, stream: &str, subjects: &[String]) -> io::Result<()> {
    let longest = MOST_BYTES + envelope::HEAD;
    let promised = client.info().max_payload;
    if promised < u64::try_from(longest).unwrap_or(u64::MAX) {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            format!(
                "the server takes messages of {promised} bytes, and {longest} are needed: set max_payload to 1MB there"
            ),
        ));
    }
    let config = json!({
        "name": stream, "subjects": subjects, "retention": "workqueue", "storage": "file", "discard": "new", "num_replicas": 1,
        "max_consumers": -1, "max_msgs": -1, "max_bytes": -1, "max_msg_size": longest, "max_age": nanoseconds(OLDEST_MESSAGE),
        "duplicate_window": nanoseconds(Duration::from_secs(1)),
    });
    api(client, &format!("STREAM.CREATE.{stream}"), &config).map(|_| ())
}

/// Whether there was one.
pub(crate) fn delete_stream(client: &Client, stream: &str) -> io::Result<bool> {
    delete_stream_within(client, stream, PATIENCE)
}

pub(crate) fn delete_stream_within(
    client: &Client,
    stream: &str,
    patience: Duration,
) -> io::Result<bool> {
    found(api_within(client, &format!("STREAM.DELETE.{stream}"), &Value::Null, patience))
}

pub(crate) fn stream_exists(client: &Client, stream: &str) -> io::Result<bool> {
    found(api(client, &format!("STREAM.INFO.{stream}"), &Value::Null))
}

/// The names of all streams that keep something of these subjects.
pub(crate) fn streams(client: &Client, subject: &str) -> io::Result<Vec<String>> {
    #[derive(Deserialize)]
    struct Names {
        streams: Option<Vec<String>>,
    }
    let answer = api(client, "STREAM.NAMES", &json!({ "subject": subject }))?;
    let names: Names = serde_json::from_slice(&answer.payload).map_err(|_| {
        io::Error::new(io::ErrorKind::InvalidData, "the list of streams is not understood")
    })?;
    Ok(names.streams.unwrap_or_default())
}

/// Whatever the stream keeps of this subject is published to `deliver` from now on, also after the server was restarted.
pub(crate) fn create_consumer(
    client: &Client,
    stream: &str,
    consumer: &str,
    subject: &str,
    deliver: &str,
) -> io::Result<()> {
    let config = json!({
        "stream_name": stream,
        "config": {
            "durable_name": consumer, "deliver_subject": deliver, "filter_subject": subject, "deliver_policy": "all", "replay_policy": "instant",
            "ack_policy": "explicit", "ack_wait": nanoseconds(ACKNOWLEDGE_WITHIN), "max_ack_pending": MOST_ON_THE_WAY, "max_deliver": -1,
        },
    });
    api(client, &format!("CONSUMER.DURABLE.CREATE.{stream}.{consumer}"), &config).map(|_| ())
}

/// Makes a consumer anew, so that everything the stream still keeps for it is delivered once more.
///
/// A server that was killed while it removed messages may stop to deliver the others when it is back (2.9: it looks for one that is gone, and waits for
/// the next to be published).
pub(crate) fn renew_consumer(client: &Client, stream: &str, consumer: &str) -> io::Result<()> {
    #[derive(Deserialize)]
    struct Known {
        config: Value,
    }
    let answer = api(client, &format!("CONSUMER.INFO.{stream}.{consumer}"), &Value::Null)?;
    let known: Known = serde_json::from_slice(&answer.payload).map_err(|_| {
        io::Error::new(io::ErrorKind::InvalidData, "what a consumer is like is not understood")
    })?;
    // It may be gone since.
    found(api(client, &format!("CONSUMER.DELETE.{stream}.{consumer}"), &Value::Null))?;
    let config = json!({ "stream_name": stream, "config": known.config });
    api(client, &format!("CONSUMER.DURABLE.CREATE.{stream}.{consumer}"), &config).map(|_| ())
}

/// Nobody waits for the answer: what is left of a member goes with its stream at the latest.
pub(crate) fn forget_consumer(client: &Client, stream: &str, consumer: &str, subject: &str) {
    let purge = json!({ "filter": subject }).to_string();
    let _ = client.publish(&format!("$JS.API.CONSUMER.DELETE.{stream}.{consumer}"), None, b"");
    let _ = client.publish(&format!("$JS.API.STREAM.PURGE.{stream}"), None, purge.as_bytes());
}

/// The stream may forget this message. Anybody who knows our subject can send a message that asks for an answer elsewhere: it gets none.
pub(crate) fn acknowledge(client: &Client, reply: Option<&str>) {
    if let Some(reply) = reply.filter(|reply| reply.starts_with("$JS.ACK.")) {
        // What is lost is delivered again, recognised, and acknowledged then.
        let _ = client.publish(reply, None, b"+ACK");
    }
}

fn found(answer: io::Result<Message>) -> io::Result<bool> {
    match answer {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

fn api(client: &Client, what: &str, request: &Value) -> io::Result<Message> {
    api_within(client, what, request, PATIENCE)
}

fn api_within(
    client: &Client,
    what: &str,
    request: &Value,
    patience: Duration,
) -> io::Result<Message> {
    let payload = if request.is_null() { String::new() } else { request.to_string() };
    let answer = client.request(&format!("$JS.API.{what}"), payload.as_bytes(), patience).map_err(|error| match error.kind() {
        io::ErrorKind::NotConnected => io::Error::new(io::ErrorKind::Unsupported, "JetStream is off on the server: start nats-server with -js, or with a jetstream block in its configuration"),
        io::ErrorKind::TimedOut => io::Error::new(io::ErrorKind::TimedOut, format!("the NATS server is there, but did not answer for {} s when asked for {}: look at its log and its disk, and restart it", patience.as_secs(), what.split('.').take(2).collect::<Vec<_>>().join("."))),
        _ => error,
    })?;
    match serde_json::from_slice::<Answer>(&answer.payload) {
        Ok(Answer { error: None }) => Ok(answer),
        Ok(Answer { error: Some(complaint) }) if NOT_FOUND.contains(&complaint.err_code) => {
            Err(io::Error::new(io::ErrorKind::NotFound, complaint.words()))
        }
        Ok(Answer { error: Some(complaint) }) => {
            Err(io::Error::other(format!("the NATS server refuses: {}", complaint.words())))
        }
        Err(_) => {
            Err(io::Error::new(io::ErrorKind::InvalidData, "the server's answer is not understood"))
        }
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
