//! What is around each message in a stream: which message of its sender it is, and whether the sender comes, speaks or goes.

use raddle_pool::MOST_BYTES;

/// Bytes around a message.
pub(crate) const HEAD: usize = 10;
/// Changes with the envelope. Whoever has another one does not understand us.
pub(crate) const VERSION: u8 = 1;
/// No introduction is longer.
const LONGEST_INTRODUCTION: usize = 4096;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The first message: who it is, for people.
    Hello,
    Message,
    /// Nothing comes after it.
    Bye,
}

/// Messages of a sender are numbered from 0 on.
pub(crate) fn seal(kind: Kind, number: u64, message: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEAD + message.len());
    bytes.push(VERSION);
    bytes.push(match kind {
        Kind::Hello => 0,
        Kind::Message => 1,
        Kind::Bye => 2,
    });
    bytes.extend_from_slice(&number.to_le_bytes());
    bytes.extend_from_slice(message);
    bytes
}

/// Nothing, if it is not one of ours.
pub(crate) fn open(bytes: &[u8]) -> Option<(Kind, u64, &[u8])> {
    let (head, message) = bytes.split_at_checked(HEAD)?;
    let kind = match (head[0], head[1]) {
        (VERSION, 0) => Kind::Hello,
        (VERSION, 1) => Kind::Message,
        (VERSION, 2) => Kind::Bye,
        _ => return None,
    };
    let number = u64::from_le_bytes(head[2..].try_into().ok()?);
    let longest = if kind == Kind::Message { MOST_BYTES } else { LONGEST_INTRODUCTION };
    // Who comes does so first, and nobody else does.
    ((kind == Kind::Hello) == (number == 0) && message.len() <= longest)
        .then_some((kind, number, message))
}

#[cfg(test)]
mod tests {
    use super::{HEAD, Kind, open, seal};
    use raddle_pool::MOST_BYTES;

    #[test]
    fn there_and_back() {
        assert_eq!(open(&seal(Kind::Hello, 0, b"me")), Some((Kind::Hello, 0, b"me".as_slice())));
        assert_eq!(open(&seal(Kind::Message, 7, b"")), Some((Kind::Message, 7, b"".as_slice())));
        assert_eq!(
            open(&seal(Kind::Bye, u64::MAX, b"x")),
            Some((Kind::Bye, u64::MAX, b"x".as_slice()))
        );
    }

    #[test]
    fn what_is_not_ours() {
        let mut other_version = seal(Kind::Message, 1, b"x");
        other_version[0] = 9;
        let long = vec![0; MOST_BYTES + 1];
        for wrong in [
            vec![],
            vec![1; HEAD - 1],
            other_version,
            seal(Kind::Message, 0, b"x"),
            seal(Kind::Hello, 1, b"x"),
            seal(Kind::Message, 1, &long),
        ] {
            assert_eq!(open(&wrong), None);
        }
    }
}
