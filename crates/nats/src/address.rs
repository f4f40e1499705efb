//! Where a server is, and what checks may be called.

use std::fmt;
use std::io;

/// A check's name is part of subjects and of a stream's name.
pub const LONGEST_NAME: usize = 64;
const USUAL_PORT: u16 = 4222;

/// `nats://HOST:PORT`, or `tls://HOST:PORT`, which insists on an encrypted connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    pub host: String,
    pub port: u16,
    pub encrypted: bool,
}

impl Address {
    pub fn parse(text: &str) -> io::Result<Self> {
        let wrong = |why: &str| {
            Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                format!("{why}; write nats://HOST:PORT or tls://HOST:PORT"),
            ))
        };
        let (encrypted, rest) = match text.split_once("://") {
            Some(("nats", rest)) => (false, rest),
            Some(("tls", rest)) => (true, rest),
            // What comes before `://` may be anything, also something secret: it is not repeated.
            Some(_) => return wrong("this is no address of a NATS server"),
            None => return wrong("the address does not say how to reach the server"),
        };
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        if rest.contains('@') {
            return wrong(
                "an address with a password in it can be read by everybody on this machine: use --credentials FILE or RADDLE_NATS_USER and RADDLE_NATS_PASSWORD",
            );
        }
        let (host, port) = match rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((host, port)) => (host, port.strip_prefix(':')),
            None => match rest.rsplit_once(':') {
                Some((host, port)) => (host, Some(port)),
                None => (rest, None),
            },
        };
        let Ok(port) = port.map_or(Ok(USUAL_PORT), str::parse) else {
            return wrong("the port is not a number up to 65535");
        };
        let fits = |c: char| c.is_ascii_alphanumeric() || "-._:%".contains(c);
        if host.is_empty() || host.len() > 255 || !host.chars().all(fits) {
            return wrong("the host's name is missing or not a name");
        }
        Ok(Self { host: host.to_owned(), port, encrypted })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.encrypted { "tls" } else { "nats" };
        match self.host.contains(':') {
            true => write!(f, "{scheme}://[{}]:{}", self.host, self.port),
            false => write!(f, "{scheme}://{}:{}", self.host, self.port),
        }
    }
}

/// Whether a check may be called this: letters, digits, `-` and `_`. Dots, wildcards and blanks mean something in subjects.
pub fn valid_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= LONGEST_NAME
        && name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-' || c == b'_')
}

/// The same, as an answer for people.
pub fn check_name(name: &str) -> io::Result<()> {
    if valid_name(name) {
        return Ok(());
    }
    let why = format!(
        "a check's name is 1 to {LONGEST_NAME} letters, digits, '-' or '_', which {name:?} is not"
    );
    Err(io::Error::new(io::ErrorKind::InvalidInput, why))
}

#[cfg(test)]
mod tests {
    use super::{Address, check_name, valid_name};

    #[test]
    fn addresses() {
        let there = |text: &str| {
            Address::parse(text)
                .map(|address| address.to_string())
                .map_err(|error| error.to_string())
        };
        assert_eq!(there("nats://host").unwrap(), "nats://host:4222");
        assert_eq!(there("tls://10.0.0.1:99/").unwrap(), "tls://10.0.0.1:99");
        assert_eq!(there("nats://[::1]:4223").unwrap(), "nats://[::1]:4223");
        for wrong in [
            "host:4222",
            "http://host",
            "nats://",
            "nats://host:70000",
            "nats://host:",
            "nats://ho st",
            "nats://a\r\nPUB x 0",
        ] {
            assert!(there(wrong).unwrap_err().contains("nats://HOST:PORT"), "{wrong}");
        }
        let secret = there("nats://me:hunter2@host:1").unwrap_err();
        assert!(secret.contains("--credentials") && !secret.contains("hunter2"), "{secret}");
    }

    #[test]
    fn names() {
        assert!(valid_name("nightly-2_A"));
        for wrong in ["", "a.b", "a b", "*", ">", "a\n", "é", &"x".repeat(65)] {
            assert!(check_name(wrong).is_err(), "{wrong}");
        }
    }
}
