//! What a coordinator and its members say to each other, as bytes.
//!
//! A message is a tag and its fields: numbers of eight bytes, texts and lists with their length before them. What comes in is not trusted: every length is compared
//! with what is there before anything is made of it, and whatever is not exactly a message is [`Damaged`]. No message names a file or a program to run.
//!
//! The first message of a member says which version it speaks ([`Said::Hello`]), and the answer may be a refusal ([`Told::Refused`]). These two keep their form in all
//! versions.
//!
//! Messages travel in *frames*: a transport carries no more than [`MOST_BYTES`] at once. The first byte of a frame tells whether more of the message follows.

use crate::blob::Hash;
use crate::transport::MOST_BYTES;

/// The version of these messages.
pub const WIRE: u32 = 2;
const MAGIC: [u8; 8] = *b"raddle\r\n";
/// No message is longer: a packed program may be a large one.
const MOST_MESSAGE: usize = 256 << 20;

/// What a member says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// It speaks this version of the wire, is part of this version of Raddle, and calls itself so.
    Hello { wire: u32, version: String, name: String },
    /// It needs the content with this hash.
    Want(Hash),
    /// Somebody may do this task, which has this number among those that the member gives.
    Offer(u64, Vec<u8>),
    /// What is to be done by somebody who waits for outcomes of these tasks of its own?
    Next(Vec<u64>),
    /// What came of a task, or that nothing did, and a note.
    Done { task: u64, outcome: Option<Vec<u8>>, note: Vec<u8> },
    /// For the client of the pool.
    Note(Vec<u8>),
    /// For all other members.
    Share(Vec<Vec<u8>>),
    /// A question to the client of the pool.
    Ask(Vec<u8>),
    /// It has used so many microseconds of a core; for measurements.
    Spent(u64),
}

/// What a member is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// It may help; what it has to know.
    Welcome(Vec<u8>),
    /// It may not, or not any more. Why.
    Refused(String),
    /// A content, packed; nothing if there is none with that hash.
    Content(Option<Vec<u8>>),
    /// Whether tasks are wanted.
    Wanted(Wanted),
    Next(Next),
    /// What other members share.
    Shared(Vec<Vec<u8>>),
    /// To a question.
    Answer(Vec<u8>),
    /// It is not needed any more: it ends at once.
    Leave,
}

/// Whether tasks should be offered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    #[default]
    No = 0,
    /// Nobody waits for one, but there is none.
    Soon = 1,
    Now = 2,
}

impl Wanted {
    /// From its number.
    pub fn of(number: u8) -> Wanted {
        match number {
            1 => Wanted::Soon,
            2 => Wanted::Now,
            _ => Wanted::No,
        }
    }
}

/// What somebody does next who waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// This came of a task that was given.
    Outcome(u64, Vec<u8>),
    /// Nobody does this task: the giver has to.
    Yours(u64),
    /// Too many workers were lost over this task: nobody does it.
    GivenUp(u64),
    /// A task of somebody else.
    Help(u64, Vec<u8>),
    /// Nothing at the moment.
    Nothing,
    /// Everything ends.
    Over,
}

/// What came in is no message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged;

impl Said {
    pub fn bytes(&self) -> Vec<u8> {
        let mut out = Writer::default();
        match self {
            Said::Hello { wire, version, name } => {
                out.tag(0);
                out.0.extend(MAGIC);
                out.number(u64::from(*wire));
                out.bytes(version.as_bytes());
                out.bytes(name.as_bytes());
            }
            Said::Want(hash) => {
                out.tag(1);
                out.0.extend(hash.0);
            }
            Said::Offer(number, task) => {
                out.tag(2);
                out.number(*number);
                out.bytes(task);
            }
            Said::Next(awaited) => {
                out.tag(3);
                out.number(awaited.len() as u64);
                awaited.iter().for_each(|&number| out.number(number));
            }
            Said::Done { task, outcome, note } => {
                out.tag(4);
                out.number(*task);
                out.perhaps(outcome.as_deref());
                out.bytes(note);
            }
            Said::Note(note) => {
                out.tag(5);
                out.bytes(note);
            }
            Said::Share(all) => {
                out.tag(6);
                out.list(all);
            }
            Said::Ask(question) => {
                out.tag(7);
                out.bytes(question);
            }
            Said::Spent(microseconds) => {
                out.tag(8);
                out.number(*microseconds);
            }
        }
        out.0
    }

    pub fn read(bytes: &[u8]) -> Result<Said, Damaged> {
        let mut from = Reader(bytes);
        let said = match from.tag()? {
            0 => {
                if from.take(MAGIC.len())? != MAGIC {
                    return Err(Damaged);
                }
                let wire = u32::try_from(from.number()?).map_err(|_| Damaged)?;
                if wire != WIRE {
                    // The rest may look different there.
                    let version = from.text().unwrap_or_default();
                    return Ok(Said::Hello { wire, version, name: String::new() });
                }
                Said::Hello { wire, version: from.text()?, name: from.text()? }
            }
            1 => {
                let hash = from.take(32)?.try_into().map_err(|_| Damaged)?;
                Said::Want(Hash(hash))
            }
            2 => Said::Offer(from.number()?, from.bytes()?),
            3 => {
                let count = from.number()?;
                if count > from.0.len() as u64 / 8 {
                    return Err(Damaged);
                }
                Said::Next((0..count).map(|_| from.number()).collect::<Result<_, _>>()?)
            }
            4 => Said::Done { task: from.number()?, outcome: from.perhaps()?, note: from.bytes()? },
            5 => Said::Note(from.bytes()?),
            6 => Said::Share(from.list()?),
            7 => Said::Ask(from.bytes()?),
            8 => Said::Spent(from.number()?),
            _ => return Err(Damaged),
        };
        from.end(said)
    }
}

impl Told {
    pub fn bytes(&self) -> Vec<u8> {
        let mut out = Writer::default();
        match self {
            Told::Refused(why) => {
                out.tag(0);
                out.bytes(why.as_bytes());
            }
            Told::Welcome(setup) => {
                out.tag(1);
                out.bytes(setup);
            }
            Told::Content(content) => {
                out.tag(2);
                out.perhaps(content.as_deref());
            }
            Told::Wanted(wanted) => {
                out.tag(3);
                out.tag(*wanted as u8);
            }
            Told::Next(next) => {
                out.tag(4);
                out.next(next);
            }
            Told::Shared(all) => {
                out.tag(5);
                out.list(all);
            }
            Told::Answer(answer) => {
                out.tag(6);
                out.bytes(answer);
            }
            Told::Leave => out.tag(7),
        }
        out.0
    }

    pub fn read(bytes: &[u8]) -> Result<Told, Damaged> {
        let mut from = Reader(bytes);
        let told = match from.tag()? {
            0 => Told::Refused(from.text()?),
            1 => Told::Welcome(from.bytes()?),
            2 => Told::Content(from.perhaps()?),
            3 => Told::Wanted(match from.tag()? {
                number @ 0..=2 => Wanted::of(number),
                _ => return Err(Damaged),
            }),
            4 => Told::Next(from.next()?),
            5 => Told::Shared(from.list()?),
            6 => Told::Answer(from.bytes()?),
            7 => Told::Leave,
            _ => return Err(Damaged),
        };
        from.end(told)
    }
}

#[derive(Default)]
struct Writer(Vec<u8>);

impl Writer {
    fn tag(&mut self, tag: u8) {
        self.0.push(tag);
    }
    fn number(&mut self, number: u64) {
        self.0.extend(number.to_le_bytes());
    }
    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend(bytes);
    }
    fn perhaps(&mut self, bytes: Option<&[u8]>) {
        self.tag(u8::from(bytes.is_some()));
        bytes.into_iter().for_each(|bytes| self.bytes(bytes));
    }
    fn list(&mut self, all: &[Vec<u8>]) {
        self.number(all.len() as u64);
        all.iter().for_each(|bytes| self.bytes(bytes));
    }
    fn next(&mut self, next: &Next) {
        match next {
            Next::Nothing => self.tag(0),
            Next::Over => self.tag(1),
            Next::Yours(number) => {
                self.tag(2);
                self.number(*number);
            }
            Next::GivenUp(number) => {
                self.tag(3);
                self.number(*number);
            }
            Next::Outcome(number, outcome) => {
                self.tag(4);
                self.number(*number);
                self.bytes(outcome);
            }
            Next::Help(number, task) => {
                self.tag(5);
                self.number(*number);
                self.bytes(task);
            }
        }
    }
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], Damaged> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(Damaged)?;
        self.0 = rest;
        Ok(taken)
    }
    fn tag(&mut self) -> Result<u8, Damaged> {
        Ok(self.take(1)?[0])
    }
    fn number(&mut self) -> Result<u64, Damaged> {
        let bytes = self.take(8)?.try_into().map_err(|_| Damaged)?;
        Ok(u64::from_le_bytes(bytes))
    }
    fn bytes(&mut self) -> Result<Vec<u8>, Damaged> {
        let count = usize::try_from(self.number()?).map_err(|_| Damaged)?;
        Ok(self.take(count)?.to_vec())
    }
    fn text(&mut self) -> Result<String, Damaged> {
        String::from_utf8(self.bytes()?).map_err(|_| Damaged)
    }
    fn perhaps(&mut self) -> Result<Option<Vec<u8>>, Damaged> {
        match self.tag()? {
            0 => Ok(None),
            1 => self.bytes().map(Some),
            _ => Err(Damaged),
        }
    }
    fn list(&mut self) -> Result<Vec<Vec<u8>>, Damaged> {
        let count = self.number()?;
        // Each has a length.
        if count > self.0.len() as u64 / 8 {
            return Err(Damaged);
        }
        (0..count).map(|_| self.bytes()).collect()
    }
    fn next(&mut self) -> Result<Next, Damaged> {
        Ok(match self.tag()? {
            0 => Next::Nothing,
            1 => Next::Over,
            2 => Next::Yours(self.number()?),
            3 => Next::GivenUp(self.number()?),
            4 => Next::Outcome(self.number()?, self.bytes()?),
            5 => Next::Help(self.number()?, self.bytes()?),
            _ => return Err(Damaged),
        })
    }
    /// Nothing may be left.
    fn end<T>(&self, message: T) -> Result<T, Damaged> {
        if self.0.is_empty() { Ok(message) } else { Err(Damaged) }
    }
}

/// The last frame of a message.
const LAST: u8 = 0;
const MORE: u8 = 1;

/// A message in frames.
pub fn frames(message: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let mut rest = Some(message);
    std::iter::from_fn(move || {
        let (piece, left) = match rest?.split_at_checked(MOST_BYTES - 1) {
            Some((piece, left)) if !left.is_empty() => (piece, Some(left)),
            _ => (rest?, None),
        };
        rest = left;
        let first = if left.is_some() { MORE } else { LAST };
        Some([&[first], piece].concat())
    })
}

/// Frames of one sender become messages again.
#[derive(Debug, Default)]
pub struct Assembler(Vec<u8>);

impl Assembler {
    /// The message that this frame completes.
    pub fn add(&mut self, frame: &[u8]) -> Result<Option<Vec<u8>>, Damaged> {
        let (&first, piece) = frame.split_first().ok_or(Damaged)?;
        if first > MORE || frame.len() > MOST_BYTES || self.0.len() + piece.len() > MOST_MESSAGE {
            self.0 = Vec::new();
            return Err(Damaged);
        }
        self.0.extend(piece);
        Ok((first == LAST).then(|| std::mem::take(&mut self.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::{Assembler, Next, Said, Told, WIRE, Wanted, frames};
    use crate::blob::Hash;
    use crate::transport::MOST_BYTES;

    fn said() -> Vec<Said> {
        let (version, name) = ("0.1.0".to_owned(), "host 12".to_owned());
        let (outcome, note) = (Some(b"came".to_vec()), b"{}".to_vec());
        vec![
            Said::Hello { wire: WIRE, version, name },
            Said::Want(Hash([7; 32])),
            Said::Offer(u64::MAX, b"task".to_vec()),
            Said::Next(vec![1, 2, 3]),
            Said::Next(Vec::new()),
            Said::Done { task: 5, outcome, note: note.clone() },
            Said::Done { task: 5, outcome: None, note },
            Said::Note(Vec::new()),
            Said::Share(vec![b"one".to_vec(), Vec::new()]),
            Said::Ask(b"who".to_vec()),
            Said::Spent(1234),
        ]
    }

    fn told() -> Vec<Told> {
        let next = [
            Next::Nothing,
            Next::Over,
            Next::Yours(3),
            Next::GivenUp(4),
            Next::Outcome(5, b"outcome".to_vec()),
            Next::Help(6, b"task".to_vec()),
        ];
        let others = [
            Told::Refused("why".to_owned()),
            Told::Welcome(b"setup".to_vec()),
            Told::Content(None),
            Told::Content(Some(b"packed".to_vec())),
            Told::Wanted(Wanted::Soon),
            Told::Shared(vec![b"one".to_vec()]),
            Told::Answer(b"me".to_vec()),
            Told::Leave,
        ];
        next.into_iter().map(Told::Next).chain(others).collect()
    }

    #[test]
    fn messages_round_trip() {
        for said in said() {
            assert_eq!(Said::read(&said.bytes()), Ok(said));
        }
        for told in told() {
            assert_eq!(Told::read(&told.bytes()), Ok(told));
        }
    }

    #[test]
    fn somebody_of_another_version_can_be_refused() {
        let mut hello = said()[0].bytes();
        hello[9] = 99;
        hello.extend(b"something else");
        let read = Said::read(&hello);
        assert!(matches!(read, Ok(Said::Hello { wire: 99, .. })), "{read:?}");
    }

    fn random(seed: &mut u64) -> u64 {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        *seed
    }

    /// Messages that were damaged at random, and random bytes: an answer each, and what is read is no larger than what came in.
    #[test]
    fn nothing_that_comes_in_does_harm() {
        let mut seed = 0x9e37_79b9_7f4a_7c15;
        let mut all: Vec<Vec<u8>> = said().iter().map(Said::bytes).collect();
        all.extend(told().iter().map(Told::bytes));
        for round in 0..200_000u64 {
            let mut bytes = all[(random(&mut seed) % all.len() as u64) as usize].clone();
            match round % 4 {
                0 => bytes.truncate((random(&mut seed) % (bytes.len() as u64 + 1)) as usize),
                1 => bytes.extend(random(&mut seed).to_le_bytes()),
                2 => bytes = (0..random(&mut seed) % 40).map(|_| random(&mut seed) as u8).collect(),
                _ => {}
            }
            for _ in 0..random(&mut seed) % 4 {
                let at = random(&mut seed) as usize % bytes.len().max(1);
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = random(&mut seed) as u8;
                }
            }
            if let Ok(said) = Said::read(&bytes)
                && !matches!(said, Said::Hello { .. })
            {
                assert_eq!(said.bytes(), bytes);
            }
            if let Ok(told) = Told::read(&bytes) {
                assert_eq!(told.bytes(), bytes);
            }
        }
    }

    #[test]
    fn lengths_are_not_believed() {
        for tag in [2, 3, 4, 5, 6, 7] {
            let mut bytes = vec![tag];
            bytes.extend([0xff; 24]);
            assert!(Said::read(&bytes).is_err(), "{tag}");
            assert!(Told::read(&bytes).is_err(), "{tag}");
        }
    }

    #[test]
    fn long_messages_travel_in_frames() {
        for length in [0, 1, MOST_BYTES - 1, MOST_BYTES, 3 * MOST_BYTES + 5] {
            let message: Vec<u8> = (0..length).map(|at| at as u8).collect();
            let mut assembler = Assembler::default();
            let mut came = None;
            for frame in frames(&message) {
                assert!(frame.len() <= MOST_BYTES && came.is_none());
                came = assembler.add(&frame).expect("it is right");
            }
            assert_eq!(came, Some(message));
        }
    }

    #[test]
    fn endless_messages_are_cut() {
        let mut assembler = Assembler::default();
        let frame = vec![1; MOST_BYTES];
        let damaged = (0..2000).any(|_| assembler.add(&frame).is_err());
        assert!(damaged);
        assert!(assembler.0.is_empty());
        assert!(assembler.add(&[]).is_err() && assembler.add(&[9, 1]).is_err());
    }
}
