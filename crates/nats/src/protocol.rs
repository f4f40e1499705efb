//! The lines that a NATS server and its clients exchange: a few verbs, each in a line, some with bytes after it.
//!
//! What comes is not trusted: lines and bytes have limits, and whatever is not understood ends the connection with an error.

use std::io;

use serde::Deserialize;

/// No line of a server is longer (its greeting names every server of a cluster).
const LONGEST_LINE: usize = 64 * 1024;
/// No message is longer, its headers included. Servers refuse more than a megabyte unless they are told otherwise.
const LONGEST_MESSAGE: usize = 4 << 20;

/// What a server says about itself.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Info {
    pub version: String,
    pub max_payload: u64,
    pub tls_required: bool,
    pub tls_available: bool,
    pub auth_required: bool,
    pub jetstream: bool,
    pub nonce: Option<String>,
}

/// A message that somebody published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Message {
    pub subject: String,
    pub subscription: u64,
    pub reply: Option<String>,
    /// A number that a server sends in place of a message: 503 if nobody listens.
    pub status: Option<u16>,
    pub payload: Vec<u8>,
}

#[derive(Debug)]
pub(crate) enum Heard {
    Info(Box<Info>),
    Message(Message),
    Ping,
    Pong,
    Fine,
    /// The server's own words.
    Complaint(String),
}

/// Bytes that came, until they are whole.
#[derive(Debug, Default)]
pub(crate) struct Hearing {
    bytes: Vec<u8>,
    /// Where the part starts that was not looked at.
    start: usize,
}

impl Hearing {
    pub(crate) fn feed(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.start);
        self.start = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// The next thing the server said, if all of it is there.
    pub(crate) fn next(&mut self) -> io::Result<Option<Heard>> {
        let rest = &self.bytes[self.start..];
        let looked = &rest[..rest.len().min(LONGEST_LINE)];
        let Some(end) = looked.windows(2).position(|two| two == b"\r\n") else {
            return if rest.len() >= LONGEST_LINE {
                Err(damaged("a line is too long"))
            } else {
                Ok(None)
            };
        };
        let line = std::str::from_utf8(&rest[..end]).map_err(|_| damaged("a line is not text"))?;
        let after = end + 2;
        let (verb, arguments) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        let (heard, used) = match verb.to_ascii_uppercase().as_str() {
            "MSG" | "HMSG" => match message(verb.len() == 4, arguments, &rest[after..])? {
                Some((message, length)) => (Heard::Message(message), after + length),
                None => return Ok(None),
            },
            "INFO" => (
                Heard::Info(
                    serde_json::from_str(arguments)
                        .map_err(|_| damaged("the greeting is not understood"))?,
                ),
                after,
            ),
            "PING" => (Heard::Ping, after),
            "PONG" => (Heard::Pong, after),
            "+OK" => (Heard::Fine, after),
            "-ERR" => (
                Heard::Complaint(
                    arguments
                        .trim()
                        .trim_matches('\'')
                        .chars()
                        .filter(|c| !c.is_control())
                        .take(200)
                        .collect(),
                ),
                after,
            ),
            _ => return Err(damaged("a verb is not known")),
        };
        self.start += used;
        Ok(Some(heard))
    }
}

fn damaged(why: &str) -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        format!("this is no NATS server, or the connection is damaged: {why}"),
    )
}

/// The message whose line was read, and how many bytes follow that line, if all of them came.
fn message(
    has_headers: bool,
    arguments: &str,
    rest: &[u8],
) -> io::Result<Option<(Message, usize)>> {
    let words: Vec<&str> = arguments.split_ascii_whitespace().collect();
    let numbers = if has_headers { 2 } else { 1 };
    let split = words.len().checked_sub(numbers).filter(|split| matches!(split, 2 | 3));
    let (names, sizes) =
        words.split_at(split.ok_or_else(|| damaged("a message has too few or too many words"))?);
    let number = |word: &&str| word.parse::<usize>().ok().filter(|&size| size <= LONGEST_MESSAGE);
    let sizes: Vec<usize> = sizes
        .iter()
        .map(number)
        .collect::<Option<_>>()
        .ok_or_else(|| damaged("a message's length is not one"))?;
    let (headers, whole) = if has_headers { (sizes[0], sizes[1]) } else { (0, sizes[0]) };
    if headers > whole {
        return Err(damaged("headers are longer than their message"));
    }
    if rest.len() < whole + 2 {
        return Ok(None);
    }
    if &rest[whole..whole + 2] != b"\r\n" {
        return Err(damaged("a message does not end where it should"));
    }
    let subscription = names[1].parse().map_err(|_| damaged("a subscription is not a number"))?;
    let reply = names.get(2).map(|reply| (*reply).to_owned());
    let message = Message {
        subject: names[0].to_owned(),
        subscription,
        reply,
        status: status(&rest[..headers]),
        payload: rest[headers..whole].to_vec(),
    };
    Ok(Some((message, whole + 2)))
}

/// `NATS/1.0 503` in the first line of headers.
fn status(headers: &[u8]) -> Option<u16> {
    let line = headers.split(|&byte| byte == b'\r').next()?;
    std::str::from_utf8(line).ok()?.strip_prefix("NATS/1.0 ")?.get(..3)?.parse().ok()
}

pub(crate) fn publish(subject: &str, reply: Option<&str>, payload: &[u8]) -> Vec<u8> {
    let head = match reply {
        Some(reply) => format!("PUB {subject} {reply} {}\r\n", payload.len()),
        None => format!("PUB {subject} {}\r\n", payload.len()),
    };
    let mut bytes = head.into_bytes();
    bytes.extend_from_slice(payload);
    bytes.extend_from_slice(b"\r\n");
    bytes
}

#[cfg(test)]
mod tests {
    use super::{Heard, Hearing, LONGEST_LINE, Message, publish};

    fn all(bytes: &[u8], step: usize) -> Result<Vec<String>, String> {
        let mut hearing = Hearing::default();
        let mut heard = Vec::new();
        for piece in bytes.chunks(step) {
            hearing.feed(piece);
            while let Some(one) = hearing.next().map_err(|error| error.to_string())? {
                heard.push(format!("{one:?}"));
            }
        }
        Ok(heard)
    }

    #[test]
    fn pieces_of_any_size() {
        let said = b"INFO {\"version\":\"2.9.10\",\"max_payload\":1048576}\r\nPING\r\nMSG a.b 7 4\r\n\r\n\r\n\r\nHMSG a 1 r.x 16 18\r\nNATS/1.0 503\r\n\r\nhi\r\n-ERR 'Authorization Violation'\r\n+OK\r\n";
        let whole = all(said, usize::MAX).unwrap();
        assert_eq!(whole.len(), 6);
        for step in 1..20 {
            assert_eq!(all(said, step).unwrap(), whole);
        }
        let mut hearing = Hearing::default();
        hearing.feed(b"HMSG a 1 r.x 16 18\r\nNATS/1.0 503\r\n\r\nhi\r\n");
        let Some(Heard::Message(message)) = hearing.next().unwrap() else { panic!("no message") };
        assert_eq!(
            message,
            Message {
                subject: "a".into(),
                subscription: 1,
                reply: Some("r.x".into()),
                status: Some(503),
                payload: b"hi".to_vec()
            }
        );
    }

    #[test]
    fn hostile_servers() {
        let long = vec![b'x'; LONGEST_LINE + 1];
        let wrong: [&[u8]; 9] = [
            b"HELO\r\n",
            b"MSG a\r\n",
            b"MSG a 1 99999999999\r\n",
            b"MSG a x 1\r\na\r\n",
            b"MSG a 1 1\r\nabc\r\n",
            b"HMSG a 1 9 2\r\nab\r\n",
            b"INFO {\r\n",
            b"\xff\xfe\r\n",
            &long,
        ];
        for said in wrong {
            assert!(all(said, 7).is_err(), "{said:?}");
        }
        // Random bytes, and damaged versions of what is right: an answer each time, and never a panic.
        let right = publish("a.b", Some("c"), b"0123456789");
        let mut seed = 12345_u64;
        for _ in 0..20_000 {
            let mut said = [b"MSG a.b 1 c 10\r\n0123456789\r\n".as_slice(), &right].concat();
            for _ in 0..3 {
                seed = seed
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                let at = usize::try_from(seed >> 33).unwrap() % said.len();
                said[at] = u8::try_from((seed >> 20) & 0xff).unwrap();
            }
            let _ = all(&said, 5);
        }
    }
}
