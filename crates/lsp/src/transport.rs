//! Messages on the wire: a header with a length, then JSON.
//!
//! A message that is no JSON is told to whoever reads, and the next one can be read; where a header is broken, nobody knows where the
//! next message begins.

use std::io::{BufRead, Error, ErrorKind, Read};

use lsp_server::Message;

/// No message of a client is larger, so a wrong length does not ask for all memory.
const LARGEST: usize = 256 << 20;
/// No line of a header is longer.
const LONGEST_LINE: u64 = 4096;

/// What came from the client.
#[derive(Debug)]
pub(crate) enum Incoming {
    Message(Message),
    /// The header was right and the rest was not.
    Malformed(String),
    End,
}

pub(crate) fn read(input: &mut impl BufRead) -> Result<Incoming, Error> {
    let Some(length) = read_header(input)? else { return Ok(Incoming::End) };
    let mut body = vec![0; length];
    input.read_exact(&mut body)?;
    Ok(match serde_json::from_slice(&body) {
        Ok(message) => Incoming::Message(message),
        Err(error) => Incoming::Malformed(error.to_string()),
    })
}

/// The length of the message; `None` at the end of the input.
fn read_header(input: &mut impl BufRead) -> Result<Option<usize>, Error> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        if line.is_empty() {
            return length.map(Some).ok_or_else(|| wrong("a message without Content-Length"));
        }
        let Some((name, value)) = line.split_once(':') else {
            return Err(wrong(&format!("`{line}` is no header of a message")));
        };
        if name.trim().eq_ignore_ascii_case("content-length") {
            let number = value.trim().parse().ok().filter(|&number| number <= LARGEST);
            let number =
                number.ok_or_else(|| wrong(&format!("`{line}` is no length of a message")));
            length = Some(number?);
        }
    }
}

fn wrong(message: &str) -> Error {
    Error::new(ErrorKind::InvalidData, message)
}

#[cfg(test)]
mod tests {
    use super::{Incoming, read};

    #[test]
    fn a_malformed_message_does_not_take_the_next_one_with_it() {
        let text = "Content-Length: 3\r\n\r\n{x}content-length:2\r\nContent-Type: x\r\n\r\n[]\
                    Content-Length: 31\r\n\r\n{\"method\":\"exit\",\"jsonrpc\":\"2\"}";
        let mut input = text.as_bytes();
        assert!(matches!(read(&mut input), Ok(Incoming::Malformed(_))));
        assert!(matches!(read(&mut input), Ok(Incoming::Malformed(_))));
        assert!(matches!(read(&mut input), Ok(Incoming::Message(_))));
        assert!(matches!(read(&mut input), Ok(Incoming::End)));
    }

    #[test]
    fn broken_headers_end_the_conversation() {
        for text in [
            "hello\r\n\r\n",
            "\r\n",
            "Content-Length: -1\r\n\r\n",
            "Content-Length: 99999999999\r\n\r\n",
            "Content-Length: 9\r\n\r\n{}",
        ] {
            assert!(read(&mut text.as_bytes()).is_err(), "{text}");
        }
    }
}
